// Chance for tests: small numbers and decks from one seed.
#ifndef UTH_TESTS_DRAW_H
#define UTH_TESTS_DRAW_H

#include <stdint.h>

#include "uth/card.h"

struct draw {
    uint64_t state;
};

// From a seed that is printed; SEED=… in the environment runs a failed test again.
struct draw draw_from_seed(void);

uint64_t draw_bits(struct draw *draw);

// 0 to bound - 1.
unsigned draw_below(struct draw *draw, unsigned bound);

void draw_deck(struct draw *draw, uth_card deck[UTH_DECK_SIZE]);

#endif
