// Every set of so many cards, once each.
#ifndef TESTS_SUPPORT_WALK_H
#define TESTS_SUPPORT_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "uth/card.h"

// The lowest cards, falling: 4 3 2 1 0.
static inline void walk_start(uth_card *cards, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cards[i] = (uth_card)(count - 1 - i);
    }
}

// The cards always fall. The last that has room to rise does so, and those behind it start anew.
static inline bool walk_next(uth_card *cards, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        const unsigned above = i == 0 ? UTH_DECK_SIZE : cards[i - 1];
        if (cards[i] + 1U < above) {
            cards[i]++;
            walk_start(cards + i + 1, count - i - 1);
            return true;
        }
    }
    return false;
}

#endif
