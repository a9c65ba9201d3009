// Accounts, postings and the accounts they make, against a list that a child could keep.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/accounts.h"
#include "support/check_expected.h"
#include "support/rng.h"
#include "uth/ledger.h"

#define TABLE  7
#define PLAYER 42
#define METER  3

static const struct uth_place here = {.player = PLAYER,
                                      .meter = METER,
                                      .round = 9,
                                      .table = TABLE,
                                      .seat = 2};

static struct uth_posting posting_of(enum uth_posting_reason reason, int64_t cents)
{
    return uth_posting_make(reason, &here, UTH_WAGER_COUNT, (uth_money){cents});
}

static void each_kind_and_reason_has_its_words(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_ACCOUNT_COUNT; i++) {
        assert_true(strlen(uth_account_name((enum uth_account_kind)i)) > 0);
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(uth_account_name((enum uth_account_kind)i),
                                    uth_account_name((enum uth_account_kind)j));
        }
    }
    for (unsigned i = 0; i < UTH_POSTED_COUNT; i++) {
        assert_true(strlen(uth_posting_reason_name((enum uth_posting_reason)i)) > 0);
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(uth_posting_reason_name((enum uth_posting_reason)i),
                                    uth_posting_reason_name((enum uth_posting_reason)j));
        }
    }
}

// BANK-1: a provider's bankroll is no more the house's to overdraw than a player's wallet.
static void only_a_players_or_providers_money_may_not_be_negative(void **state)
{
    (void)state;
    const unsigned players = 1U << UTH_ACCOUNT_WALLET | 1U << UTH_ACCOUNT_CHIPS |
                             1U << UTH_ACCOUNT_WAGERS | 1U << UTH_ACCOUNT_BANK |
                             1U << UTH_ACCOUNT_PROVIDER;
    for (unsigned i = 0; i < UTH_ACCOUNT_COUNT; i++) {
        assert_int_equal(uth_account_is_players((enum uth_account_kind)i), players >> i & 1);
    }
}

// Every reason with every pair of kinds, either way round: one fits, and its reversal.
static void a_reason_fixes_the_two_kinds(void **state)
{
    (void)state;
    for (unsigned reason = 0; reason < UTH_POSTED_COUNT; reason++) {
        const struct uth_posting good = posting_of((enum uth_posting_reason)reason, 1);
        unsigned fitting = 0;
        for (unsigned i = 0; i < UTH_ACCOUNT_COUNT * UTH_ACCOUNT_COUNT * 2; i++) {
            struct uth_posting posting = good;
            posting.debit =
                uth_account_at((enum uth_account_kind)(i / 2 % UTH_ACCOUNT_COUNT), &here);
            posting.credit =
                uth_account_at((enum uth_account_kind)(i / 2 / UTH_ACCOUNT_COUNT), &here);
            posting.reverses = i % 2;
            fitting += uth_posting_check(&posting) == UTH_OK;
        }
        assert_int_equal(fitting, 2);
        const struct uth_posting back = uth_posting_reverse(&good);
        assert_int_equal(uth_posting_check(&back), UTH_OK);
        const struct uth_posting again = uth_posting_reverse(&back);
        assert_memory_equal(&again, &good, sizeof good);
        assert_int_equal(good.credit.kind,
                         uth_posting_reason_credit((enum uth_posting_reason)reason));
    }
}

static void what_is_no_posting_is_refused(void **state)
{
    (void)state;
    const struct uth_posting good = posting_of(UTH_POSTED_BUY_IN, 500);
    struct uth_posting bad[12];
    for (unsigned i = 0; i < 12; i++) {
        bad[i] = good;
    }
    bad[0].amount.cents = 0;
    bad[1].amount.cents = -1;
    bad[2].amount.cents = UTH_MONEY_MAX + 1;
    bad[3].reason = UTH_POSTED_COUNT;
    bad[4].wager = UTH_WAGER_COUNT + 1;
    bad[5].reverses = 2;
    bad[6].reserved = 1;
    bad[7].debit.owner = 0;
    bad[8].credit.table = 0;
    bad[9].credit.seat = UTH_SEATS_MAX + 1;
    bad[10].debit.kind = UTH_ACCOUNT_COUNT;
    bad[11].credit.reserved[1] = 1;
    struct balance slots[8];
    struct accounts accounts;
    accounts_init(&accounts, slots, 8);
    for (unsigned i = 0; i < 12; i++) {
        assert_int_equal(uth_posting_check(&bad[i]), UTH_ERR_POSTING);
        assert_int_equal(accounts_post(&accounts, &bad[i]), UTH_ERR_POSTING);
    }
    assert_int_equal(accounts.count, 0);
}

static void accounts_of_the_wrong_place_are_our_mistake(void **state)
{
    (void)state;
    EXPECT_CHECK_FAILURE(uth_account_wallet(0));
    EXPECT_CHECK_FAILURE(uth_account_at_seat(UTH_ACCOUNT_TRAY, 1, 1, 1));
    EXPECT_CHECK_FAILURE(uth_account_at_seat(UTH_ACCOUNT_CHIPS, 1, 1, UTH_SEATS_MAX + 1));
    EXPECT_CHECK_FAILURE(uth_account_at_table(UTH_ACCOUNT_METER, 1));
    EXPECT_CHECK_FAILURE(uth_account_of_meter(UTH_ACCOUNT_METER, 0));
    EXPECT_CHECK_FAILURE(posting_of(UTH_POSTED_WAGER, 0).amount);
    struct balance slots[3];
    struct accounts accounts;
    EXPECT_CHECK_FAILURE((accounts_init(&accounts, slots, 3), 0));
}

static void nobody_stakes_what_he_does_not_have(void **state)
{
    (void)state;
    struct balance slots[16];
    struct accounts accounts;
    accounts_init(&accounts, slots, 16);
    const struct uth_posting steps[] = {
        posting_of(UTH_POSTED_DEPOSIT, 1000),
        posting_of(UTH_POSTED_BUY_IN, 700),
        posting_of(UTH_POSTED_WAGER, 700),
    };
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(accounts_post(&accounts, &steps[i]), UTH_OK);
        assert_true(accounts_balanced(&accounts));
    }
    assert_false(accounts_layout_clear(&accounts, TABLE));
    assert_true(accounts_layout_clear(&accounts, TABLE + 1));
    const struct uth_posting play = posting_of(UTH_POSTED_PLAY, 1);
    assert_int_equal(accounts_post(&accounts, &play), UTH_ERR_NOT_ENOUGH);
    const struct uth_account cage = uth_account_cage();
    const struct uth_account wagers = uth_account_at(UTH_ACCOUNT_WAGERS, &here);
    const struct uth_account tray = uth_account_at(UTH_ACCOUNT_TRAY, &here);
    assert_int_equal(accounts_amount(&accounts, &cage).cents, -1000);
    assert_int_equal(accounts_amount(&accounts, &wagers).cents, 700);
    assert_int_equal(accounts_amount(&accounts, &tray).cents, 0);
    // The house's own accounts may stand below zero.
    const struct uth_posting won = posting_of(UTH_POSTED_WON, 5000);
    assert_int_equal(accounts_post(&accounts, &won), UTH_OK);
    assert_int_equal(accounts_amount(&accounts, &tray).cents, -5000);
    // What is wrong with the accounts is found when they are counted again.
    for (unsigned i = 0; i < 16; i++) {
        if (uth_account_equal(&slots[i].account, &wagers)) {
            slots[i].amount.cents = -700;
        }
    }
    assert_false(accounts_balanced(&accounts));
}

static void amounts_at_the_limit_do_not_wrap(void **state)
{
    (void)state;
    struct balance slots[8];
    struct accounts accounts;
    accounts_init(&accounts, slots, 8);
    const struct uth_posting all = posting_of(UTH_POSTED_FILL, UTH_MONEY_MAX);
    const struct uth_posting one = posting_of(UTH_POSTED_FILL, 1);
    assert_int_equal(accounts_post(&accounts, &all), UTH_OK);
    assert_int_equal(accounts_post(&accounts, &one), UTH_ERR_MONEY_OVERFLOW);
    // The other side alone at its limit.
    const struct uth_posting seed = posting_of(UTH_POSTED_SEED, UTH_MONEY_MAX);
    const struct uth_posting paid = posting_of(UTH_POSTED_METER_PAID, 1);
    assert_int_equal(accounts_post(&accounts, &seed), UTH_OK);
    assert_int_equal(accounts_post(&accounts, &paid), UTH_ERR_MONEY_OVERFLOW);
    assert_true(accounts_balanced(&accounts));
}

static void no_account_is_made_beyond_the_last_slot(void **state)
{
    (void)state;
    struct balance slots[4];
    struct accounts accounts;
    accounts_init(&accounts, slots, 4);
    const struct uth_posting deposit = posting_of(UTH_POSTED_DEPOSIT, 10);
    const struct uth_posting buy_in = posting_of(UTH_POSTED_BUY_IN, 10);
    const struct uth_posting wager = posting_of(UTH_POSTED_WAGER, 5);
    assert_int_equal(accounts_post(&accounts, &deposit), UTH_OK);
    assert_int_equal(accounts_post(&accounts, &buy_in), UTH_OK);
    EXPECT_CHECK_FAILURE(accounts_post(&accounts, &wager) == UTH_OK);
    assert_int_equal(accounts_post(&accounts, &deposit), UTH_OK);
    assert_int_equal(accounts.count, 3);
}

static void a_batch_goes_whole_or_leaves_no_trace(void **state)
{
    (void)state;
    struct balance slots[16];
    struct balance before[16];
    struct accounts accounts;
    accounts_init(&accounts, slots, 16);
    const struct uth_posting batch[] = {
        posting_of(UTH_POSTED_DEPOSIT, 1000), posting_of(UTH_POSTED_BUY_IN, 1000),
        posting_of(UTH_POSTED_WAGER, 400),    posting_of(UTH_POSTED_LOST, 300),
        posting_of(UTH_POSTED_PLAY, 601),
    };
    size_t refused = 99;
    assert_int_equal(accounts_post_all(&accounts, batch, 1, &refused), UTH_OK);
    assert_int_equal(refused, 99);
    memcpy(before, slots, sizeof slots);
    assert_int_equal(accounts_post_all(&accounts, batch + 1, 4, &refused), UTH_ERR_NOT_ENOUGH);
    assert_int_equal(refused, 3);
    assert_memory_equal(before, slots, sizeof slots);
    assert_int_equal(accounts.count, 2);
}

// ---- against a plain list ---------------------------------------------------------------------

#define LIST_MAX 128

struct plain {
    unsigned count;
    struct uth_account accounts[LIST_MAX];
    int64_t cents[LIST_MAX];
};

static int64_t *plain_at(struct plain *plain, const struct uth_account *account)
{
    unsigned i = 0;
    while (i < plain->count && memcmp(&plain->accounts[i], account, sizeof *account) != 0) {
        i++;
    }
    assert_true(i < LIST_MAX);
    if (i == plain->count) {
        plain->accounts[plain->count++] = *account;
    }
    return &plain->cents[i];
}

static void random_postings_make_the_same_books(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    static struct balance slots[256];
    static struct plain plain;
    struct accounts accounts;
    accounts_init(&accounts, slots, 256);
    memset(&plain, 0, sizeof plain);
    unsigned posted = 0;
    for (unsigned i = 0; i < 200000; i++) {
        const struct uth_place place = {.player = 1 + rng_below(&rng, 3),
                                        .meter = 1 + rng_below(&rng, 2),
                                        .table = 1 + rng_below(&rng, 2),
                                        .seat = (uint8_t)(1 + rng_below(&rng, 3))};
        struct uth_posting posting =
            uth_posting_make((enum uth_posting_reason)rng_below(&rng, UTH_POSTED_COUNT), &place,
                             UTH_WAGER_COUNT, (uth_money){1 + rng_below(&rng, 10000)});
        posting = rng_below(&rng, 4) == 0 ? uth_posting_reverse(&posting) : posting;
        int64_t *debit = plain_at(&plain, &posting.debit);
        int64_t *credit = plain_at(&plain, &posting.credit);
        const bool enough = !uth_account_is_players((enum uth_account_kind)posting.debit.kind) ||
                            *debit >= posting.amount.cents;
        assert_int_equal(accounts_post(&accounts, &posting), enough ? UTH_OK : UTH_ERR_NOT_ENOUGH);
        *debit -= enough ? posting.amount.cents : 0;
        *credit += enough ? posting.amount.cents : 0;
        posted += enough;
        assert_int_equal(accounts_amount(&accounts, &posting.debit).cents, *debit);
        assert_int_equal(accounts_amount(&accounts, &posting.credit).cents, *credit);
    }
    assert_true(posted > 1000);
    assert_true(accounts_balanced(&accounts));
    for (unsigned i = 0; i < plain.count; i++) {
        assert_int_equal(accounts_amount(&accounts, &plain.accounts[i]).cents, plain.cents[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_and_reason_has_its_words),
        cmocka_unit_test(only_a_players_or_providers_money_may_not_be_negative),
        cmocka_unit_test(a_reason_fixes_the_two_kinds),
        cmocka_unit_test(what_is_no_posting_is_refused),
        cmocka_unit_test(accounts_of_the_wrong_place_are_our_mistake),
        cmocka_unit_test(nobody_stakes_what_he_does_not_have),
        cmocka_unit_test(amounts_at_the_limit_do_not_wrap),
        cmocka_unit_test(no_account_is_made_beyond_the_last_slot),
        cmocka_unit_test(a_batch_goes_whole_or_leaves_no_trace),
        cmocka_unit_test(random_postings_make_the_same_books),
    };
    return cmocka_run_group_tests_name("books", tests, NULL, NULL);
}
