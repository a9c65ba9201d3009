// What `uth rng-test` counts in decks. Whole numbers only, added up: the result is the same however
// the decks are shared out among threads.
#ifndef UTH_REPORT_RNG_TALLY_H
#define UTH_REPORT_RNG_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/card.h"
#include "uth/hand.h"

#define RNG_UNIT    4096 // decks taken at once by a thread
#define RNG_WINDOW  512  // decks in which one collection of top cards must be completed
#define RNG_PAIRS   1326 // of two cards, and of two places
#define RNG_SAMPLE  ((uint64_t)1 << 22) // decks compared for duplicates: the first ones
#define RNG_THREADS 64

// Where decks come from: the deck of a round, the same whenever it is asked for, from any thread.
struct rng_source {
    void (*deck)(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE]);
    void *context;
};

struct rng_tally {
    uint64_t decks;
    uint64_t followed;                             // decks that had one before them
    uint64_t places[UTH_DECK_SIZE][UTH_DECK_SIZE]; // [place][card]
    uint64_t in_twos[RNG_PAIRS];                   // hole cards of seat 1 of seven, `shuffler`
    uint64_t one_by_one[RNG_PAIRS];                // the same, `shoe`
    uint64_t hands[UTH_HAND_COUNT];                // of that seat with the board, `shuffler`
    uint64_t after[UTH_DECK_SIZE][UTH_DECK_SIZE];  // [card][card there a deck later]
    int64_t products[RNG_PAIRS];                   // of what lies at two places, see below
    uint64_t falls[UTH_DECK_SIZE];                 // decks by how often the next card is lower
    uint64_t changes;                              // high top card to low, or low to high
    uint64_t collected[RNG_WINDOW + 1];            // windows by decks until all 52 were on top
    uint64_t windows;                              // those left over never had all of them
};

// A card as a number that is zero on average: -51, -49, … 51.
static inline int rng_value(uth_card card)
{
    return 2 * (int)card - (UTH_DECK_SIZE - 1);
}

// The index of a pair of different numbers below 52.
static inline unsigned rng_pair(unsigned a, unsigned b)
{
    return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a;
}

// The first nine cards as one number, the first ones foremost: equal numbers, equal cards.
uint64_t rng_prefix(const uth_card deck[UTH_DECK_SIZE]);
#define RNG_PREFIX_REST 91080 // 46 * 45 * 44: divided by it, the first six are left

// Called by the calling thread now and then with the decks taken so far.
struct rng_step {
    void (*done)(void *context, uint64_t decks);
    void *context;
};

// Counts rounds 0 to decks - 1. `prefixes` has room for the first RNG_SAMPLE of them; `step` may be
// NULL. False when memory is out.
UTH_NODISCARD bool rng_count(const struct rng_source *source, uint64_t decks, unsigned threads,
                             const struct rng_step *step, struct rng_tally *tally,
                             uint64_t *prefixes);

#endif
