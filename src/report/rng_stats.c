#include "report/rng_stats.h"

#include <math.h>
#include <stdlib.h>

#include "report/chance.h"

static void set_chi_square(struct rng_result *result, double x, double freedom)
{
    result->of = "chi-square";
    result->statistic = x;
    result->expected = freedom;
    // Too good a fit is as suspicious as a bad one.
    result->p =
        chance_two_sided(chance_chi_square_above(x, freedom), chance_chi_square_below(x, freedom));
}

static double square(double x)
{
    return x * x;
}

// ---- counts against expected counts -----------------------------------------------------------

#define CELL_MIN 10.0 // expected at least, or neighbours are put together

// `chances` of each cell add up to 1.
static void fit(const uint64_t *counts, const double *chances, size_t cells, double total,
                struct rng_result *result)
{
    double x = 0;
    double freedom = -1;
    double expected = 0;
    double count = 0;
    double left = total; // expected in the cells to come
    for (size_t i = 0; i < cells; i++) {
        expected += chances[i] * total;
        left -= chances[i] * total;
        count += (double)counts[i];
        // What is left over at the end belongs to the last group.
        if ((expected >= CELL_MIN && left >= CELL_MIN) || i + 1 == cells) {
            x += square(count - expected) / expected;
            freedom++;
            expected = 0;
            count = 0;
        }
    }
    UTH_CHECK(freedom >= 1);
    set_chi_square(result, x, freedom);
}

static void fit_pairs(const uint64_t counts[RNG_PAIRS], double decks, struct rng_result *result)
{
    double chances[RNG_PAIRS];
    for (unsigned i = 0; i < RNG_PAIRS; i++) {
        chances[i] = 1.0 / RNG_PAIRS;
    }
    fit(counts, chances, RNG_PAIRS, decks, result);
}

// Each deck puts 52 ones into a table of 52 x 52, one in each row and column. Such a table has 51 x
// 51 degrees of freedom, and the usual sum of squares is 52/51 times too large for them.
static void fit_table(const uint64_t table[UTH_DECK_SIZE][UTH_DECK_SIZE], double decks,
                      struct rng_result *result)
{
    const double n = UTH_DECK_SIZE;
    double x = 0;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        for (unsigned k = 0; k < UTH_DECK_SIZE; k++) {
            x += square((double)table[i][k] - decks / n) / (decks / n);
        }
    }
    set_chi_square(result, x * (n - 1) / n, square(n - 1));
}

// ---- the tests --------------------------------------------------------------------------------

static void judge_hands(const struct rng_tally *tally, struct rng_result *result)
{
    // Of the 133,784,560 hands of seven cards.
    static const double ways[UTH_HAND_COUNT] = {23294460, 58627800, 31433400, 6461620, 6180020,
                                                4047644,  3473184,  224848,   37260,   4324};
    double chances[UTH_HAND_COUNT];
    for (unsigned i = 0; i < UTH_HAND_COUNT; i++) {
        chances[i] = ways[i] / 133784560;
    }
    fit(tally->hands, chances, UTH_HAND_COUNT, (double)tally->decks, result);
}

// Which places hold high cards together? Of the products of values at two places, all 1326 of them,
// what is left when each place's own mean is taken out has n(n - 3)/2 = 1274 degrees of freedom, and
// by symmetry one variance in all directions: that of (x1 - x2)(x3 - x4) / 2.
static double interplay_variance(void)
{
    const double n = UTH_DECK_SIZE;
    double p2 = 0; // sums of powers of the values; the odd ones are 0
    double p4 = 0;
    for (unsigned card = 0; card < UTH_DECK_SIZE; card++) {
        const double v = rng_value((uth_card)card);
        p2 += v * v;
        p4 += v * v * v * v;
    }
    const double m22 = (p2 * p2 - p4) / (n * (n - 1));
    const double m211 = (2 * p4 - p2 * p2) / (n * (n - 1) * (n - 2));
    const double m1111 = (3 * p2 * p2 - 6 * p4) / (n * (n - 1) * (n - 2) * (n - 3));
    return m22 - 2 * m211 + m1111;
}

static void judge_interplay(const struct rng_tally *tally, struct rng_result *result)
{
    const double n = UTH_DECK_SIZE;
    double rows[UTH_DECK_SIZE] = {0};
    double all = 0;
    double x = 0;
    for (unsigned a = 1; a < UTH_DECK_SIZE; a++) {
        for (unsigned b = 0; b < a; b++) {
            const double sum = (double)tally->products[rng_pair(a, b)];
            rows[a] += sum;
            rows[b] += sum;
            all += 2 * sum;
        }
    }
    // The share of a place is g in sum(a, b) = g(a) + g(b) + what is left, with sums of 0 left.
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        rows[i] = (rows[i] - all / (2 * (n - 1))) / (n - 2);
    }
    for (unsigned a = 1; a < UTH_DECK_SIZE; a++) {
        for (unsigned b = 0; b < a; b++) {
            x += square((double)tally->products[rng_pair(a, b)] - rows[a] - rows[b]);
        }
    }
    set_chi_square(result, x / ((double)tally->decks * interplay_variance()), n * (n - 3) / 2);
}

// How often the next card is lower: Euler's numbers over 52!, by their recurrence.
static void judge_runs(const struct rng_tally *tally, struct rng_result *result)
{
    double chances[UTH_DECK_SIZE] = {1};
    for (unsigned n = 2; n <= UTH_DECK_SIZE; n++) {
        for (unsigned k = n - 1; k > 0; k--) {
            chances[k] = ((k + 1) * chances[k] + (n - k) * chances[k - 1]) / n;
        }
        chances[0] /= n;
    }
    fit(tally->falls, chances, UTH_DECK_SIZE, (double)tally->decks, result);
}

// Each top card is high or low like a coin, and so each change is.
static void judge_changes(const struct rng_tally *tally, struct rng_result *result)
{
    const double n = (double)tally->followed;
    result->of = "normal";
    result->statistic = ((double)tally->changes - n / 2) / sqrt(n / 4);
    result->p = chance_normal_beyond(result->statistic);
}

static void judge_coupons(const struct rng_tally *tally, struct rng_result *result)
{
    double chances[RNG_WINDOW + 1] = {0}; // by decks; those never completed stand at 0
    double have[UTH_DECK_SIZE + 1] = {1}; // so many different cards by now
    const double n = UTH_DECK_SIZE;
    for (unsigned deck = 1; deck <= RNG_WINDOW; deck++) {
        chances[deck] = have[UTH_DECK_SIZE - 1] / n;
        for (unsigned k = UTH_DECK_SIZE - 1; k > 0; k--) {
            have[k] = have[k] * k / n + have[k - 1] * (n - (k - 1)) / n;
        }
        have[0] = 0;
    }
    for (unsigned k = 0; k < UTH_DECK_SIZE; k++) {
        chances[0] += have[k];
    }
    fit(tally->collected, chances, RNG_WINDOW + 1, (double)tally->windows, result);
}

// ---- duplicates -------------------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// Pairs of decks that begin alike, of a sorted list.
static double pairs_alike(const uint64_t *prefixes, size_t count, uint64_t divisor)
{
    double pairs = 0;
    size_t alike = 0; // decks before this one that begin as it does
    for (size_t i = 1; i < count; i++) {
        alike = prefixes[i] / divisor == prefixes[i - 1] / divisor ? alike + 1 : 0;
        pairs += (double)alike;
    }
    return pairs;
}

static double ways(unsigned cards)
{
    double product = 1;
    for (unsigned i = 0; i < cards; i++) {
        product *= UTH_DECK_SIZE - i;
    }
    return product;
}

static void judge_duplicates(uint64_t *prefixes, size_t count, struct rng_result *whole,
                             struct rng_result *birthdays)
{
    const double pairs = (double)count * (double)(count - 1) / 2;
    qsort(prefixes, count, sizeof *prefixes, by_size);
    whole->of = birthdays->of = "poisson";
    whole->statistic = pairs_alike(prefixes, count, 1);
    whole->expected = pairs / ways(9);
    // None at all is what is expected of nine cards: only too many can be noticed.
    whole->p = chance_poisson_above(whole->statistic, whole->expected);
    birthdays->statistic = pairs_alike(prefixes, count, RNG_PREFIX_REST);
    birthdays->expected = pairs / ways(6);
    birthdays->p =
        chance_two_sided(chance_poisson_above(birthdays->statistic, birthdays->expected),
                         chance_poisson_below(birthdays->statistic, birthdays->expected));
}

// clang-format off
static const struct { const char *name, *about; } words[RNG_TEST_COUNT] = {
    [RNG_TEST_PLACES]     = { "places",     "every card in every position" },
    [RNG_TEST_IN_TWOS]    = { "in twos",    "the 1326 hole cards of seat 1 of seven, dealt two at a time" },
    [RNG_TEST_ONE_BY_ONE] = { "one by one", "the same, dealt one at a time" },
    [RNG_TEST_HANDS]      = { "hands",      "the category of that seat's hand" },
    [RNG_TEST_SERIAL]     = { "serial",     "the card in each position and the one there in the previous deck" },
    [RNG_TEST_INTERPLAY]  = { "interplay",  "high and low cards in each pair of positions" },
    [RNG_TEST_RUNS]       = { "runs",       "rising runs within a deck" },
    [RNG_TEST_CHANGES]    = { "changes",    "changes of high and low top cards from deck to deck" },
    [RNG_TEST_DUPLICATES] = { "duplicates", "pairs of decks with the same nine top cards" },
    [RNG_TEST_BIRTHDAYS]  = { "birthdays",  "pairs of decks with the same six top cards" },
    [RNG_TEST_COUPONS]    = { "coupons",    "decks until each of the 52 cards has been on top" },
};
// clang-format on

void rng_judge(const struct rng_tally *tally, uint64_t *prefixes,
               struct rng_result results[RNG_TEST_COUNT])
{
    const double decks = (double)tally->decks;
    UTH_CHECK(tally->decks >= RNG_DECKS_MIN);
    for (unsigned i = 0; i < RNG_TEST_COUNT; i++) {
        results[i] = (struct rng_result){.name = words[i].name, .about = words[i].about};
    }
    fit_table(tally->places, decks, &results[RNG_TEST_PLACES]);
    fit_pairs(tally->in_twos, decks, &results[RNG_TEST_IN_TWOS]);
    fit_pairs(tally->one_by_one, decks, &results[RNG_TEST_ONE_BY_ONE]);
    judge_hands(tally, &results[RNG_TEST_HANDS]);
    fit_table(tally->after, (double)tally->followed, &results[RNG_TEST_SERIAL]);
    judge_interplay(tally, &results[RNG_TEST_INTERPLAY]);
    judge_runs(tally, &results[RNG_TEST_RUNS]);
    judge_changes(tally, &results[RNG_TEST_CHANGES]);
    judge_duplicates(prefixes, tally->decks < RNG_SAMPLE ? tally->decks : RNG_SAMPLE,
                     &results[RNG_TEST_DUPLICATES], &results[RNG_TEST_BIRTHDAYS]);
    judge_coupons(tally, &results[RNG_TEST_COUPONS]);
}
