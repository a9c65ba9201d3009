#include "uth/money.h"

bool uth_money_in_range(int64_t cents)
{
    return cents >= -UTH_MONEY_MAX && cents <= UTH_MONEY_MAX;
}

enum uth_status uth_money_add(uth_money a, uth_money b, uth_money *sum)
{
    UTH_CHECK(uth_money_in_range(a.cents));
    UTH_CHECK(uth_money_in_range(b.cents));

    // Two amounts in range cannot wrap 64 bits, so plain addition is safe before the test.
    const int64_t cents = a.cents + b.cents;
    if (!uth_money_in_range(cents)) {
        return UTH_ERR_MONEY_OVERFLOW;
    }
    sum->cents = cents;
    return UTH_OK;
}

enum uth_status uth_money_multiply(uth_money a, int64_t times, uth_money *product)
{
    UTH_CHECK(uth_money_in_range(a.cents));

    int64_t cents;
    if (__builtin_mul_overflow(a.cents, times, &cents) || !uth_money_in_range(cents)) {
        return UTH_ERR_MONEY_OVERFLOW;
    }
    product->cents = cents;
    return UTH_OK;
}

uth_money uth_money_sum(uth_money a, uth_money b)
{
    uth_money sum = {0};
    UTH_CHECK(uth_money_add(a, b, &sum) == UTH_OK);
    return sum;
}

uth_money uth_money_difference(uth_money a, uth_money b)
{
    return uth_money_sum(a, uth_money_negative(b));
}

uth_money uth_money_negative(uth_money amount)
{
    UTH_CHECK(uth_money_in_range(amount.cents));
    return (uth_money){-amount.cents};
}

bool uth_odds_fit(struct uth_odds odds, uth_money step, uth_money max)
{
    if (odds.den == 0) {
        return odds.num == 0;
    }
    int64_t highest;
    return odds.num != 0 && step.cents % odds.den == 0 &&
           !__builtin_mul_overflow(max.cents, (int64_t)odds.num, &highest) &&
           uth_money_in_range(highest / odds.den);
}

uth_money uth_odds_pay(struct uth_odds odds, uth_money stake)
{
    UTH_CHECK(odds.den != 0);
    UTH_CHECK(stake.cents >= 0);

    int64_t product;
    UTH_CHECK(!__builtin_mul_overflow(stake.cents, (int64_t)odds.num, &product));
    // All pays but 3 to 2 are whole: most payouts skip the division.
    if (odds.den == 1) {
        return (uth_money){product};
    }
    UTH_CHECK(product % odds.den == 0);
    return (uth_money){product / odds.den};
}
