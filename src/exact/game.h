// A rule profile reduced to the integers the sums are made of.
#ifndef EXACT_GAME_H
#define EXACT_GAME_H

#include "space.h"
#include "uth/exact.h"
#include "uth/rules.h"

struct game {
    int32_t unit;        // units in an ante: the common denominator of the Blind's odds
    int32_t pay[GRADES]; // the Blind's win in units
    uint8_t raises[UTH_STREET_COUNT][UTH_RAISES_MAX];
    uint8_t raise_count[UTH_STREET_COUNT];
    int32_t flop_large, flop_small; // in antes; both 0 where the flop offers no raise
    int32_t river_large, river_small;
    int32_t reference;       // the size from which gains on the flop are measured
    uth_hand qualifier;      // the weakest hand with which the dealer qualifies,
    uth_hand part;           // the one that parts the grades (space.h),
    unsigned qualifies_with; // and the first grade that qualifies
    enum uth_ante_rule ante_rule;
};

// Refuses with UTH_ERR_SOLVER_UNIT, _PAYS or _RAISES what the 32-bit sums cannot hold, with
// UTH_ERR_SOLVER_RIVER a river without a raise, with UTH_ERR_RULES sizes that do not fall.
UTH_NODISCARD enum uth_status exact_game_from(const struct uth_rules *rules, struct game *game);

#endif
