// Random numbers for tests. Every run prints its seed, and SEED=<number> in the environment
// replays it; an empty value counts as unset.
#ifndef TESTS_SUPPORT_RNG_H
#define TESTS_SUPPORT_RNG_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "uth/card.h"

struct rng {
    uint64_t state;
};

// SplitMix64: one word of state, every seed is good.
static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t mixed = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

// Below `bound`, which is small: the bias of bound / 2^32 does not matter to a test.
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    return (uint32_t)((rng_next(rng) >> 32) * bound >> 32);
}

// From SEED, or from the clock. The line is a comment in the language of test results.
static inline struct rng rng_from_environment(void)
{
    const char *text = getenv("SEED");
    const bool given = text != NULL && text[0] != '\0';
    const uint64_t seed = given ? strtoull(text, NULL, 10) : (uint64_t)time(NULL);
    printf("# SEED=%" PRIu64 "\n", seed);
    return (struct rng){seed};
}

// `count` different cards from those not in `dead`.
static inline void rng_deal(struct rng *rng, uth_cards dead, uth_card *cards, size_t count)
{
    for (size_t i = 0; i < count;) {
        const uth_card card = (uth_card)rng_below(rng, UTH_DECK_SIZE);
        if (!uth_cards_have(dead, card)) {
            dead |= uth_cards_of(card);
            cards[i++] = card;
        }
    }
}

// The whole deck in a random order.
static inline void rng_deck(struct rng *rng, uth_card deck[UTH_DECK_SIZE])
{
    for (uint32_t i = 0; i < UTH_DECK_SIZE; i++) {
        const uint32_t j = rng_below(rng, i + 1);
        deck[i] = deck[j];
        deck[j] = (uth_card)i;
    }
}

#endif
