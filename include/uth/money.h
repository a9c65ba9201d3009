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

bool uth_money_in_range(int64_t cents);

// Both refuse with UTH_ERR_MONEY_OVERFLOW; then the result is untouched.
UTH_NODISCARD enum uth_status uth_money_add(uth_money a, uth_money b, uth_money *sum);
UTH_NODISCARD enum uth_status uth_money_multiply(uth_money a, int64_t times, uth_money *product);

// For amounts already known to fit: an overflow here is our own mistake and stops the program.
uth_money uth_money_sum(uth_money a, uth_money b);
uth_money uth_money_difference(uth_money a, uth_money b);
uth_money uth_money_negative(uth_money amount);

static inline uth_money uth_money_smaller(uth_money a, uth_money b)
{
    return a.cents < b.cents ? a : b;
}

// True when every stake up to `max` that is a multiple of `step` is paid in whole cents.
bool uth_odds_fit(struct uth_odds odds, uth_money step, uth_money max);

// What a stake wins, without the stake itself. The odds must pay, and must fit the stake.
uth_money uth_odds_pay(struct uth_odds odds, uth_money stake);

#ifdef __cplusplus
}
#endif

#endif
