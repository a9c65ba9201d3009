// Money is a whole number of cents inside a struct.
//
// The struct costs nothing at run time and makes `a + b` a compile error, so the functions below
// are the only arithmetic there is. Nothing here rounds.
#ifndef UTH_MONEY_H
#define UTH_MONEY_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/check.h"
#include "uth/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// 2^53 - 1 cents: the largest count a browser can read from JSON without losing one.
#define UTH_MONEY_MAX INT64_C(9007199254740991)

typedef struct uth_money {
    int64_t cents;
} uth_money;

// Pays `num` for every `den` staked. {0, 0} does not pay.
struct uth_odds {
    uint32_t num;
    uint32_t den;
};

static inline bool uth_money_in_range(int64_t cents)
{
    return cents >= -UTH_MONEY_MAX && cents <= UTH_MONEY_MAX;
}

// Both refuse with UTH_ERR_MONEY_OVERFLOW; then the result is untouched.
UTH_NODISCARD enum uth_status uth_money_add(uth_money a, uth_money b, uth_money *sum);
UTH_NODISCARD enum uth_status uth_money_multiply(uth_money a, int64_t times, uth_money *product);

// For amounts already known to fit: an overflow here is our own mistake and stops the program.
static inline uth_money uth_money_sum(uth_money a, uth_money b)
{
    // Two amounts in range cannot wrap 64 bits, so the sum may be judged after it was made.
    UTH_CHECK(uth_money_in_range(a.cents) && uth_money_in_range(b.cents));
    const uth_money sum = {a.cents + b.cents};
    UTH_CHECK(uth_money_in_range(sum.cents));
    return sum;
}

static inline uth_money uth_money_negative(uth_money amount)
{
    UTH_CHECK(uth_money_in_range(amount.cents));
    const uth_money negative = {-amount.cents};
    return negative;
}

static inline uth_money uth_money_difference(uth_money a, uth_money b)
{
    return uth_money_sum(a, uth_money_negative(b));
}

static inline uth_money uth_money_smaller(uth_money a, uth_money b)
{
    return a.cents < b.cents ? a : b;
}

// True when every stake up to `max` that is a multiple of `step` is paid in whole cents.
bool uth_odds_are_whole(struct uth_odds odds, uth_money step, uth_money max);

// What a stake wins, without the stake itself. The odds must pay, and must fit the stake.
static inline uth_money uth_odds_pay(struct uth_odds odds, uth_money stake)
{
    int64_t product;
    UTH_CHECK(odds.den != 0 && stake.cents >= 0);
    UTH_CHECK(!__builtin_mul_overflow(stake.cents, (int64_t)odds.num, &product));
    // All pays but 3 to 2 are whole: most payouts skip the division.
    if (odds.den != 1) {
        UTH_CHECK(product % odds.den == 0);
        product /= odds.den;
    }
    const uth_money pay = {product};
    return pay;
}

#ifdef __cplusplus
}
#endif

#endif
