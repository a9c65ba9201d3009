// Asking a strategy about many rounds: rows of cards, as core/hand_many.h has them.
#ifndef EXACT_BOARDS_H
#define EXACT_BOARDS_H

#include "core/hand_many.h"
#include "uth/exact.h"

// What a strategy looks up by the community cards, for each round of a row.
struct exact_boards {
    hand_row community[5];
    uint16_t flop[HAND_ROW_LANES];  // among the 22,100
    uint16_t ranks[HAND_ROW_LANES]; // the rank board of all five
    uint8_t suits[HAND_ROW_LANES];  // 0 where no suit has three of them
};

void exact_boards_set(struct exact_boards *boards, const hand_row community[5]);

// uth_strategy_flop and uth_strategy_river of one player's hole cards in the rounds of a list.
struct exact_asked {
    unsigned count;
    uint8_t round[HAND_ROW_LANES];
};
void exact_boards_flop(const struct exact_boards *boards, const struct uth_strategy *strategy,
                       const hand_row hole[2], const struct exact_asked *asked,
                       uint8_t plays[HAND_ROW_LANES]);
void exact_boards_river(const struct exact_boards *boards, const struct uth_strategy *strategy,
                        const hand_row hole[2], const struct exact_asked *asked,
                        uint8_t plays[HAND_ROW_LANES]);

#endif
