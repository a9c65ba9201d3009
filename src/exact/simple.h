// What people's rules ask of a hand at the river, and the simple strategy they learn, by the reading in
// uth/exact.h.
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

// By hand type: how many of the unseen cards, taken singly with the board, beat the hand; and whether it is
// of a better kind than the board's own five cards.
struct river_facts {
    uint8_t outs[HAND_ROW];
    bool better[HAND_ROW];
};

// The leaf must have been ranked for this very board.
void exact_river_facts_of_ranks(const struct leaf *leaf, const struct space *space, unsigned ranks,
                                const struct simple_board *board, struct river_facts *facts);
void exact_river_facts_of_suit(const struct worker *worker, const struct space *space,
                               unsigned suited, unsigned ranks, const struct simple_board *board,
                               struct river_facts *facts);

static inline bool exact_simple_bets_river(const struct river_facts *facts, unsigned type)
{
    enum { OUTS_MAX = 21 };
    return facts->better[type] || facts->outs[type] < OUTS_MAX;
}

#endif
