#include "uth/money.h"

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

bool uth_odds_are_whole(struct uth_odds odds, uth_money step, uth_money max)
{
    if (odds.den == 0) {
        return odds.num == 0;
    }
    int64_t highest;
    return odds.num != 0 && step.cents % odds.den == 0 &&
           !__builtin_mul_overflow(max.cents, (int64_t)odds.num, &highest) &&
           uth_money_in_range(highest / odds.den);
}
