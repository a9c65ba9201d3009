// Money is exact or refused: nothing wraps, nothing is rounded.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "uth/money.h"

#define MAX UTH_MONEY_MAX

static uth_money cents(int64_t amount)
{
    return (uth_money){amount};
}

static void the_largest_amount_is_what_json_carries_exactly(void **state)
{
    (void)state;
    assert_int_equal(MAX, (INT64_C(1) << 53) - 1);
    assert_true(uth_money_in_range(MAX));
    assert_true(uth_money_in_range(-MAX));
    assert_true(uth_money_in_range(0));
    assert_false(uth_money_in_range(MAX + 1));
    assert_false(uth_money_in_range(-MAX - 1));
    assert_false(uth_money_in_range(INT64_MAX));
    assert_false(uth_money_in_range(INT64_MIN));
}

// clang-format off
static const struct {
    int64_t a, b;
    enum uth_status status;
    int64_t sum;
} sums[] = {
    {     0,     0, UTH_OK,                    0 },
    {    25,    -5, UTH_OK,                   20 },
    {   MAX,     0, UTH_OK,                  MAX },
    { MAX-1,     1, UTH_OK,                  MAX },
    {   MAX,  -MAX, UTH_OK,                    0 },
    {  -MAX,     0, UTH_OK,                 -MAX },
    {   MAX,     1, UTH_ERR_MONEY_OVERFLOW,    0 },
    {     1,   MAX, UTH_ERR_MONEY_OVERFLOW,    0 },
    {   MAX,   MAX, UTH_ERR_MONEY_OVERFLOW,    0 },
    {  -MAX,    -1, UTH_ERR_MONEY_OVERFLOW,    0 },
    {  -MAX,  -MAX, UTH_ERR_MONEY_OVERFLOW,    0 },
};
// clang-format on

static void a_sum_beyond_the_limit_is_refused_and_leaves_the_result_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        uth_money sum = cents(-77);
        assert_int_equal(uth_money_add(cents(sums[i].a), cents(sums[i].b), &sum), sums[i].status);
        assert_int_equal(sum.cents, sums[i].status == UTH_OK ? sums[i].sum : -77);
    }
}

// clang-format off
static const struct {
    int64_t amount, times;
    enum uth_status status;
    int64_t product;
} products[] = {
    {       0,     INT64_MAX, UTH_OK,                     0 },
    {     500,             4, UTH_OK,                  2000 },
    {     500,            -4, UTH_OK,                 -2000 },
    {     MAX,             1, UTH_OK,                   MAX },
    {     MAX,            -1, UTH_OK,                  -MAX },
    { MAX / 2,             2, UTH_OK,               MAX - 1 },
    {     MAX,             2, UTH_ERR_MONEY_OVERFLOW,     0 }, // still fits 64 bits
    {     MAX,          1024, UTH_ERR_MONEY_OVERFLOW,     0 },
    {     MAX,     INT64_MAX, UTH_ERR_MONEY_OVERFLOW,     0 }, // does not
    {    -MAX,     INT64_MAX, UTH_ERR_MONEY_OVERFLOW,     0 },
    {      -1,     INT64_MIN, UTH_ERR_MONEY_OVERFLOW,     0 },
    {       2, 1LL << 62    , UTH_ERR_MONEY_OVERFLOW,     0 }, // would wrap to a negative amount
    {       4, 1LL << 62    , UTH_ERR_MONEY_OVERFLOW,     0 }, // would wrap to 0
};
// clang-format on

static void a_product_beyond_the_limit_is_refused_and_leaves_the_result_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        uth_money product = cents(-77);
        assert_int_equal(uth_money_multiply(cents(products[i].amount), products[i].times, &product),
                         products[i].status);
        assert_int_equal(product.cents, products[i].status == UTH_OK ? products[i].product : -77);
    }
}

static void amounts_known_to_fit_are_added_and_subtracted(void **state)
{
    (void)state;
    assert_int_equal(uth_money_sum(cents(300), cents(-500)).cents, -200);
    assert_int_equal(uth_money_difference(cents(300), cents(500)).cents, -200);
    assert_int_equal(uth_money_difference(cents(-MAX), cents(-MAX)).cents, 0);
    assert_int_equal(uth_money_negative(cents(MAX)).cents, -MAX);
    assert_int_equal(uth_money_negative(cents(0)).cents, 0);
    assert_int_equal(uth_money_smaller(cents(-1), cents(1)).cents, -1);
    assert_int_equal(uth_money_smaller(cents(9), cents(5)).cents, 5);
}

static void an_overflow_that_could_not_happen_stops_the_program(void **state)
{
    (void)state;
    EXPECT_CHECK_FAILURE(uth_money_sum(cents(MAX), cents(1)));
    EXPECT_CHECK_FAILURE(uth_money_difference(cents(-MAX), cents(1)));
    EXPECT_CHECK_FAILURE(uth_money_negative(cents(MAX + 1)));
    uth_money unused;
    EXPECT_CHECK_FAILURE(
        assert_int_equal(uth_money_add(cents(MAX + 1), cents(0), &unused), UTH_OK));
    EXPECT_CHECK_FAILURE(
        assert_int_equal(uth_money_add(cents(0), cents(MAX + 1), &unused), UTH_OK));
    EXPECT_CHECK_FAILURE(assert_int_equal(uth_money_multiply(cents(MAX + 1), 1, &unused), UTH_OK));
}

// clang-format off
static const struct {
    struct uth_odds odds;
    int64_t step, max;
    bool fits;
} fits[] = { /* BET-8 */
    { {          0, 0 }, 100,     7500, true  }, // does not pay
    { {          5, 0 }, 100,     7500, false }, // pays for every nothing
    { {          0, 1 }, 100,     7500, false }, // "pays" nothing
    { {          3, 1 },   1,     7500, true  },
    { {          3, 2 }, 100,     7500, true  },
    { {          3, 2 },  50,     7500, true  },
    { {          3, 2 },  25,     7500, false }, // 37.5 cents
    { {          3, 2 },   1,     7500, false },
    { {          6, 5 },  50,     7500, true  },
    { {          6, 5 },   1,     7500, false },
    { {          1, 3 }, 100,     7500, false },
    { {        500, 1 }, 100, MAX / 500, true  },
    { {        500, 1 }, 100, MAX / 500 + 1, false },
    { {          3, 2 }, 100, MAX / 3 * 2, true  },
    { {          3, 2 }, 100, MAX / 3 * 2 + 2, false },
    { { UINT32_MAX, 1 }, 100,      MAX, false }, // does not even fit 64 bits
};
// clang-format on

static void odds_fit_when_every_bet_is_paid_in_whole_cents_within_the_limit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fits / sizeof fits[0]; i++) {
        if (uth_odds_are_whole(fits[i].odds, cents(fits[i].step), cents(fits[i].max)) !=
            fits[i].fits) {
            fail_msg("%u to %u in steps of %lld", fits[i].odds.num, fits[i].odds.den,
                     (long long)fits[i].step);
        }
    }
}

static void odds_pay_the_exact_amount_without_the_stake(void **state)
{
    (void)state;
    assert_int_equal(uth_odds_pay((struct uth_odds){500, 1}, cents(7500)).cents, 3750000);
    assert_int_equal(uth_odds_pay((struct uth_odds){3, 2}, cents(500)).cents, 750);
    assert_int_equal(uth_odds_pay((struct uth_odds){3, 2}, cents(50)).cents, 75);
    assert_int_equal(uth_odds_pay((struct uth_odds){1, 1}, cents(0)).cents, 0);
    assert_int_equal(uth_odds_pay((struct uth_odds){1, 4}, cents(100)).cents, 25);
}

static void odds_that_do_not_fit_stop_the_program_before_they_round(void **state)
{
    (void)state;
    EXPECT_CHECK_FAILURE(uth_odds_pay((struct uth_odds){3, 2}, cents(25)));
    EXPECT_CHECK_FAILURE(uth_odds_pay((struct uth_odds){0, 0}, cents(500)));
    EXPECT_CHECK_FAILURE(uth_odds_pay((struct uth_odds){3, 1}, cents(-500)));
    EXPECT_CHECK_FAILURE(uth_odds_pay((struct uth_odds){UINT32_MAX, 1}, cents(MAX)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_amount_is_what_json_carries_exactly),
        cmocka_unit_test(a_sum_beyond_the_limit_is_refused_and_leaves_the_result_alone),
        cmocka_unit_test(a_product_beyond_the_limit_is_refused_and_leaves_the_result_alone),
        cmocka_unit_test(amounts_known_to_fit_are_added_and_subtracted),
        cmocka_unit_test(an_overflow_that_could_not_happen_stops_the_program),
        cmocka_unit_test(odds_fit_when_every_bet_is_paid_in_whole_cents_within_the_limit),
        cmocka_unit_test(odds_pay_the_exact_amount_without_the_stake),
        cmocka_unit_test(odds_that_do_not_fit_stop_the_program_before_they_round),
    };
    return cmocka_run_group_tests_name("money", tests, NULL, NULL);
}
