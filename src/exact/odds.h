// One situation: what both halves of the odds share.
#ifndef EXACT_ODDS_H
#define EXACT_ODDS_H

#include "game.h"
#include "space.h"

// A hand against every hand the dealer may hold; `low` those that do not qualify.
struct odds_counts {
    int32_t win, tie, lose;
    int32_t low_win, low_tie, low_lose;
};

struct odds_value {
    int64_t edge;  // wins minus losses
    int64_t base;  // Ante and Blind, in units
    int64_t river; // with the best decision at the river
};

// `pay` is what the Blind wins, in units.
struct odds_value exact_odds_value_of(const struct game *game, const struct odds_counts *counts,
                                      int32_t pay);

// Writes the raises of the street, then the check or fold, and marks the best.
void exact_odds_answer_of(const struct game *game, enum uth_street street,
                          const struct odds_value *sum, int64_t check,
                          struct uth_odds_answer *answer);

void exact_odds_preflop(const struct game *game, const struct uth_odds_query *query,
                        uth_cards unseen, void *memory, struct uth_odds_answer *answer);

#endif
