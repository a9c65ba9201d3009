// Chance for tests: one seed, printed, and the same numbers again from it.
#ifndef UTH_TESTS_DRAW_H
#define UTH_TESTS_DRAW_H

#include <stdint.h>

#include "uth/card.h"

struct draw {
    uint64_t state;
};

// The seed of the environment's SEED, or one from the clock; said as a TAP comment, so that
// SEED=… runs a failed test again.
struct draw draw_from_seed(void);

uint64_t draw_bits(struct draw *draw);

// 0 to bound - 1.
unsigned draw_below(struct draw *draw, unsigned bound);

void draw_deck(struct draw *draw, uth_card deck[UTH_DECK_SIZE]);

#endif
