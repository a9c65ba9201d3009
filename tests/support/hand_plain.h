// The obvious twin of the hand evaluator: every five cards of the hand are looked at, and each five
// is judged by counting. Slow, short, and it shares nothing with the tables it stands against.
#ifndef TESTS_SUPPORT_HAND_PLAIN_H
#define TESTS_SUPPORT_HAND_PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "uth/hand.h"

// All hands that differ, suits aside: 6,175 by their ranks and 1,287 more as flushes.
#define HAND_PLAIN_COUNT 7462

struct hand_plain {
    uint32_t scores[HAND_PLAIN_COUNT]; // the weakest first
    size_t first[UTH_HAND_COUNT];      // where each kind starts
};

void hand_plain_init(struct hand_plain *plain);

// What uth_hand_of() says.
uth_hand hand_plain_of(const struct hand_plain *plain, const uth_card *cards, size_t count);

#endif
