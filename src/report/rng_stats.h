// What the counts of `uth rng-test` say: each test's statistic, and how likely one that far out is
// where every deck is as likely as any other. docs/randomness.md derives them.
#ifndef UTH_REPORT_RNG_STATS_H
#define UTH_REPORT_RNG_STATS_H

#include <stdint.h>

#include "report/rng_tally.h"

enum rng_test {
    RNG_TEST_PLACES,
    RNG_TEST_IN_TWOS,
    RNG_TEST_ONE_BY_ONE,
    RNG_TEST_HANDS,
    RNG_TEST_SERIAL,
    RNG_TEST_INTERPLAY,
    RNG_TEST_RUNS,
    RNG_TEST_CHANGES,
    RNG_TEST_DUPLICATES,
    RNG_TEST_BIRTHDAYS,
    RNG_TEST_COUPONS,
    RNG_TEST_COUNT,
};

struct rng_result {
    const char *name;
    const char *about;
    const char *of;   // "chi-square", "normal", "poisson"
    double statistic; // a count for poisson
    double expected;  // degrees of freedom, 0, or the mean count
    double p;
};

// All together are to be wrong about a good generator once in a hundred times; by Bonferroni's
// inequality they are when each of k alone is once in 100 k, whatever they have to do with each other.
#define RNG_LEVEL        0.01
#define RNG_LEVEL_OF_ONE (RNG_LEVEL / RNG_TEST_COUNT)

// Fewer decks fill the cells of some test too thinly.
#define RNG_DECKS_MIN 100000

// Sorts `prefixes`, as many as there were decks up to RNG_SAMPLE.
void rng_judge(const struct rng_tally *tally, uint64_t *prefixes,
               struct rng_result results[RNG_TEST_COUNT]);

#endif
