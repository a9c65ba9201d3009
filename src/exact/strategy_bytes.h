// What writing and reading a strategy share.
#ifndef EXACT_STRATEGY_BYTES_H
#define EXACT_STRATEGY_BYTES_H

#include "game.h"
#include "strategy.h"

static const uint8_t exact_strategy_magic[8] = {'U', 'T', 'H', 'S', 'T', 'R', 'A', 'T'};

static inline uint64_t exact_get(const uint8_t *bytes, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++) {
        number |= (uint64_t)bytes[i] << 8 * i;
    }
    return number;
}

static inline void exact_put(uint8_t *bytes, unsigned count, uint64_t number)
{
    for (unsigned i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
}

// Three cards in any order among the 22,100.
static inline unsigned exact_flop_index(const uth_card flop[3])
{
    unsigned a = flop[0];
    unsigned b = flop[1];
    unsigned c = flop[2];
    order2(&a, &b);
    order2(&b, &c);
    order2(&a, &b);
    return set3_index(a, b, c);
}

// The bit of a hand as the flush suit sees it, by its card types: 91 rank hands of the suit, a
// square of the rank of the suit and the other, 91 rank hands off it.
static inline unsigned exact_suit_bit(unsigned a, unsigned b)
{
    // All three are worked out: which of them it is, no branch predictor knows.
    const unsigned low = a < b ? a : b;
    const unsigned high = a + b - low;
    const unsigned suited = multi2_index(low, high);
    const unsigned mixed = RANK_HANDS + low * UTH_RANKS + high - UTH_RANKS;
    const unsigned off =
        RANK_HANDS + UTH_RANKS * UTH_RANKS + multi2_index(low - UTH_RANKS, high - UTH_RANKS);
    return high < UTH_RANKS ? suited : low < UTH_RANKS ? mixed : off;
}

uint64_t exact_profile_of(const struct game *game);
uint64_t exact_strategy_check(const uint8_t *bytes, size_t size);

#endif
