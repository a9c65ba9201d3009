// The solver's twin, slow and obvious: every board card by card, its 1,081 hands sorted, those that
// share a card with the player taken away and the one that shares both given back. It knows nothing
// of suits seen or unseen, of types or of classes.
#ifndef SUPPORT_EXACT_PLAIN_H
#define SUPPORT_EXACT_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/rules.h"

enum { PLAIN_HOLES = 1326 };

// Dealer hands by [outcome for the player + 1][the dealer qualifies].
struct plain_outcomes {
    int16_t count[3][2];
};

// Sums in units over the dealer hands, and on the flop over turns and rivers. Holes that share a
// card with the board have all zeros.
struct plain_value {
    int64_t edge;  // wins minus losses
    int64_t base;  // Ante and Blind
    int64_t river; // the best of folding and every raise of the river
    // Of one board alone:
    struct plain_outcomes outcomes;
    enum uth_hand_kind kind;
};

unsigned plain_hole(uth_card a, uth_card b);

// Ante and Blind of a player still in, in units.
int64_t plain_net(const struct uth_rules *rules, int64_t unit, int outcome, bool qualified,
                  enum uth_hand_kind kind);

void plain_board(const struct uth_rules *rules, int64_t unit, const uth_card board[5],
                 struct plain_value values[PLAIN_HOLES]);
void plain_flop(const struct uth_rules *rules, int64_t unit, const uth_card flop[3],
                struct plain_value values[PLAIN_HOLES]);

// Value of the best action on the flop, and of checking.
int64_t plain_flop_best(const struct uth_rules *rules, int64_t unit,
                        const struct plain_value *value);

// One flop out of each class that differs only by the names of the suits, the number of flops it
// stands for in weight[]. Returns how many: 1,755.
unsigned plain_flops(uth_card flop[1755][3], unsigned weight[1755]);

// The situation valued by every board and every dealer hand, one at a time.
struct plain_odds {
    int64_t deals, edge, base, check;
};
struct plain_odds plain_odds_preflop(const struct uth_rules *rules, int64_t unit,
                                     const uth_card hole[2], uth_cards dead);

#endif
