// The tests of `uth rng-test`: what they count, that a good generator passes them, and that each of
// them finds what it is for.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "planted.h"

static struct rng_tally tally;
static uint64_t prefixes[RNG_SAMPLE];

static void judge(void (*deck)(void *, uint64_t, uth_card *), void *context, uint64_t decks,
                  struct rng_result results[RNG_TEST_COUNT])
{
    const struct rng_source source = {deck, context};
    assert_true(rng_count(&source, decks, 1, NULL, &tally, prefixes));
    rng_judge(&tally, prefixes, results);
}

// ---- what is planted is found -----------------------------------------------------------------

#define BIT(test) (1U << RNG_TEST_##test)

static const struct {
    const char *name;
    void (*deck)(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE]);
    unsigned caught_by;
    unsigned passed_by; // blind to it, which is why there are others
} plants[] = {
    {"careless", planted_careless, BIT(PLACES) | BIT(IN_TWOS) | BIT(ONE_BY_ONE) | BIT(RUNS),
     BIT(DUPLICATES)},
    {"remainder", planted_remainder, BIT(PLACES) | BIT(IN_TWOS), BIT(DUPLICATES)},
    {"repeat", planted_repeat, BIT(SERIAL) | BIT(DUPLICATES) | BIT(BIRTHDAYS),
     BIT(PLACES) | BIT(INTERPLAY) | BIT(RUNS) | BIT(HANDS)},
    {"cut", planted_cut, BIT(INTERPLAY) | BIT(RUNS) | BIT(HANDS) | BIT(IN_TWOS),
     BIT(PLACES) | BIT(SERIAL) | BIT(COUPONS)},
    {"sticky", planted_sticky, BIT(CHANGES), BIT(PLACES) | BIT(RUNS) | BIT(DUPLICATES)},
    {"pairs", planted_pairs, BIT(IN_TWOS) | BIT(ONE_BY_ONE) | BIT(HANDS),
     BIT(CHANGES) | BIT(DUPLICATES) | BIT(COUPONS)},
    {"round robin", planted_round_robin, BIT(COUPONS), BIT(DUPLICATES) | BIT(RUNS)},
    {"even", planted_even, BIT(PLACES), 0},
};

#define PLANTS (sizeof plants / sizeof plants[0])

static void each_planted_fault_is_caught_by_the_tests_that_are_for_it(void **state)
{
    (void)state;
    unsigned can_fail = 0;
    for (size_t i = 0; i < PLANTS; i++) {
        struct rng_result results[RNG_TEST_COUNT];
        judge(plants[i].deck, NULL, 200000, results);
        for (unsigned k = 0; k < RNG_TEST_COUNT; k++) {
            const bool caught = results[k].p < RNG_LEVEL_OF_ONE;
            if ((plants[i].caught_by >> k & 1) != 0 && !caught) {
                fail_msg("'%s' was not caught by '%s': p = %g", plants[i].name, results[k].name,
                         results[k].p);
            }
            if ((plants[i].passed_by >> k & 1) != 0 && caught) {
                fail_msg("'%s' was caught by '%s': p = %g", plants[i].name, results[k].name,
                         results[k].p);
            }
        }
        can_fail |= plants[i].caught_by;
    }
    assert_int_equal(can_fail, (1U << RNG_TEST_COUNT) - 1); // there is one for each
}

// ---- what is good passes ----------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

// Kolmogorov's distance of the p values from the even distribution.
static double distance(double *values, size_t count)
{
    double most = 0;
    qsort(values, count, sizeof *values, by_size);
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, fabs(values[i] - (double)i / (double)count));
        most = fmax(most, fabs(values[i] - (double)(i + 1) / (double)count));
    }
    return most;
}

#ifndef SEEDS
#define SEEDS 30
#endif

// The seeds are fixed, so that this cannot fail by chance. A p value says what it claims to say when
// it is evenly distributed over good generators.
static void p_values_of_the_dealing_are_evenly_distributed(void **state)
{
    (void)state;
    static double p[RNG_TEST_COUNT][SEEDS];
    unsigned refused = 0;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        struct rng_result results[RNG_TEST_COUNT];
        judge(planted_none, &seed, RNG_DECKS_MIN, results);
        bool good = true;
        for (unsigned k = 0; k < RNG_TEST_COUNT; k++) {
            p[k][seed] = results[k].p;
            good = good && results[k].p >= RNG_LEVEL_OF_ONE;
            assert_true(results[k].p >= 0 && results[k].p <= 1);
        }
        refused += !good;
    }
    assert_true(refused <= SEEDS / 20); // one in a hundred is promised
    for (unsigned k = 0; k < RNG_TEST_COUNT; k++) {
        // Counts of a few pairs at most are no even distribution: 0 of 0.000004 has p = 1.
        if (k != RNG_TEST_DUPLICATES && k != RNG_TEST_BIRTHDAYS) {
            const double far = distance(p[k], SEEDS);
            printf("# test %u: distance %.3f\n", k, far);
            assert_true(far < 1.95 / sqrt(SEEDS)); // once in a thousand by chance
        }
    }
}

// ---- what is counted --------------------------------------------------------------------------

static void count_plainly(const uth_card *before, const uth_card *deck, struct rng_tally *plain)
{
    unsigned falls = 0;
    plain->decks++;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        plain->places[i][deck[i]]++;
        falls += i + 1 < UTH_DECK_SIZE && deck[i + 1] < deck[i];
        for (unsigned k = 0; k < i; k++) {
            plain->products[rng_pair(k, i)] += (2 * deck[i] - 51) * (2 * deck[k] - 51);
        }
        if (before != NULL) {
            plain->after[before[i]][deck[i]]++;
        }
    }
    plain->falls[falls]++;
    plain->followed += before != NULL;
    plain->changes += before != NULL && before[0] / 26 != deck[0] / 26;
    plain->in_twos[rng_pair(deck[0], deck[1])]++;
    plain->one_by_one[rng_pair(deck[0], deck[8])]++;
    const uth_card seven[7] = {deck[0], deck[1], deck[16], deck[17], deck[18], deck[19], deck[20]};
    plain->hands[uth_hand_kind_of(uth_hand_of(seven, 7))]++;
}

static void collect_plainly(uth_card (*decks)[UTH_DECK_SIZE], struct rng_tally *plain)
{
    for (unsigned length = 1; length <= RNG_WINDOW; length++) {
        bool seen[UTH_DECK_SIZE] = {false};
        unsigned different = 0;
        for (unsigned i = 0; i < length; i++) {
            different += !seen[decks[i][0]];
            seen[decks[i][0]] = true;
        }
        if (different == UTH_DECK_SIZE) {
            plain->collected[length]++;
            plain->windows++;
            return;
        }
    }
    plain->collected[0]++;
    plain->windows++;
}

static void what_is_counted_is_what_a_plain_look_sees(void **state)
{
    (void)state;
    enum { DECKS = RNG_UNIT + 3 * RNG_WINDOW + 100 };
    static uth_card decks[DECKS][UTH_DECK_SIZE];
    static struct rng_tally plain;
    const struct rng_source source = {planted_none, NULL};
    for (unsigned i = 0; i < DECKS; i++) {
        planted_none(NULL, i, decks[i]);
        count_plainly(i > 0 ? decks[i - 1] : NULL, decks[i], &plain);
    }
    for (unsigned i = 0; i + RNG_WINDOW <= DECKS; i += RNG_WINDOW) {
        collect_plainly(&decks[i], &plain);
    }
    assert_true(rng_count(&source, DECKS, 2, NULL, &tally, prefixes));
    assert_memory_equal(&tally, &plain, sizeof tally);
}

static void nine_cards_are_one_number_and_the_first_six_lead_it(void **state)
{
    (void)state;
    uth_card deck[UTH_DECK_SIZE];
    uth_card other[UTH_DECK_SIZE];
    uint64_t ways = 1;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
        other[i] = (uth_card)(UTH_DECK_SIZE - 1 - i);
        ways *= i < 9 ? UTH_DECK_SIZE - i : 1;
    }
    assert_int_equal(rng_prefix(deck), 0);
    assert_true(rng_prefix(other) == ways - 1);
    for (unsigned i = 0; i < 9; i++) {
        memcpy(other, deck, sizeof deck);
        swap_cards(&other[i], &other[40]);
        assert_true(rng_prefix(other) != 0);
        assert_int_equal(rng_prefix(other) / RNG_PREFIX_REST == 0, i >= 6);
    }
    memcpy(other, deck, sizeof deck);
    swap_cards(&other[9], &other[40]);
    assert_int_equal(rng_prefix(other), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_planted_fault_is_caught_by_the_tests_that_are_for_it),
        cmocka_unit_test(p_values_of_the_dealing_are_evenly_distributed),
        cmocka_unit_test(what_is_counted_is_what_a_plain_look_sees),
        cmocka_unit_test(nine_cards_are_one_number_and_the_first_six_lead_it),
    };
    return fair_init() ? cmocka_run_group_tests_name("rng", tests, NULL, NULL) : 1;
}
