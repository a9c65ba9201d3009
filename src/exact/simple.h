// The simple strategy people learn, by the reading in uth/exact.h.
#ifndef EXACT_SIMPLE_H
#define EXACT_SIMPLE_H

#include "solution.h"

// For each rank board and a single further rank, how many levels of the board's hands that one
// card would beat, and whether with a full house or better, above every plain flush.
struct simple_board {
    uint8_t beats[UTH_RANKS];
    uint8_t kind; // of the board alone
    uint16_t above_flush;
};

void exact_simple_build(struct simple_board boards[RANK_BOARDS]);

bool exact_simple_bets_flop(const uth_card hole[2], const uth_card flop[3]);

// Which hand types bet at the river on a board of these ranks. The leaf must have been ranked for
// this very board.
void exact_simple_bets_river_ranks(const struct leaf *leaf, const struct space *space,
                                   unsigned ranks, const struct simple_board *board,
                                   bool bets[HAND_ROW]);
void exact_simple_bets_river_suit(const struct worker *worker, const struct space *space,
                                  unsigned suited, unsigned ranks, const struct simple_board *board,
                                  bool bets[HAND_ROW]);

#endif
