// What a strategy folds, by what side bets look at.
#ifndef EXACT_FOLDS_H
#define EXACT_FOLDS_H

#include "play.h"

// The strengths there are, numbered; and which hand that is.
unsigned exact_strength_index(uth_hand hand);
uth_hand exact_strength_at(unsigned index);

// The folded ways to come to one board, by hand type, and how the hands fare there. `first` and
// `second` are their card types, `left` the cards of each type that the board leaves.
struct fold_board {
    uth_card board[5];
    unsigned suited; // ranks of the suit that can flush; 0: none can
    const struct hands *hands;
    const uint8_t *left;
    int32_t ways[HAND_ROW]; // 0 where the hand is not folded
    int32_t win[HAND_ROW];
    int32_t tie[HAND_ROW];
};
void exact_folds_add(struct uth_exact_folds *folds, const struct fold_board *seen);

// Where in the scratch a strategy is written down: behind what writing it takes.
enum { STRATEGY_AT = 1 << 20 };
_Static_assert(sizeof(struct simple_board) * RANK_BOARDS <= STRATEGY_AT, "the tables come first");

// Two cards of the dealer's by the line they give one hand of the player's, in either order.
enum { DEALER_LINE_NONE = UTH_BET_LINES_MAX + 1 };
struct dealer_lines {
    uint8_t at[UTH_DECK_SIZE][UTH_DECK_SIZE]; // NONE where the two cannot be dealt
};

// Adds to each line the deals of a hand that checks before the flop that are folded against it.
void exact_folds_by_dealer(const struct uth_strategy *strategy, const uth_card hole[2],
                           const struct dealer_lines *lines, int64_t folded[UTH_BET_LINES_MAX + 1]);

// The strategy written down in the memory of its game.
const struct uth_strategy *exact_folds_strategy(const struct uth_exact_folds *folds,
                                                struct uth_strategy *strategy);

#endif
