// A strategy of one's own: rules, street by street. The first rule of a street that the cards meet
// decides; where none does, the player checks, and folds at the river.
#ifndef UTH_PLAN_H
#define UTH_PLAN_H

#include <stdint.h>

#include "uth/exact.h"

#ifdef __cplusplus
extern "C" {
#endif

enum uth_plan_condition {
    UTH_PLAN_ANYTHING = 0,
    UTH_PLAN_CLASSES = 1, // before the flop and on it: one of these starting hands
    UTH_PLAN_KIND = 2,    // a hand of this kind or a better one, of all cards seen
    UTH_PLAN_HIDDEN_PAIR =
        3, // a pocket pair, or a hole card that pairs the board, of this rank or above
    UTH_PLAN_FLUSH_DRAW =
        4, // on the flop: four to a flush, with a hole card of the suit of this rank or above
    UTH_PLAN_STRAIGHT_DRAW = 5, // on the flop: two ranks or more would make a straight
    UTH_PLAN_OVERCARDS = 6,     // on the flop: both hole cards above every card of it
    UTH_PLAN_BETTER = 7, // at the river: a better kind of hand than the board's own five cards
    UTH_PLAN_OUTS = 8,   // at the river: of the unseen cards, fewer than this many beat the
                         // player, each taken singly with the board
    UTH_PLAN_CONDITION_COUNT = 9,
};

// Whether a rule of a street may ask for this.
bool uth_plan_can_ask(enum uth_street street, enum uth_plan_condition condition);

#define UTH_PLAN_WORDS_MAX 48

struct uth_plan_rule {
    enum uth_street street;
    uint8_t play; // in antes; 0 is a check, at the river a fold
    enum uth_plan_condition condition;
    enum uth_hand_kind kind;
    uint8_t rank;
    uint8_t outs;
    uint64_t classes[3];            // a bit for each of UTH_EXACT_CLASSES
    char words[UTH_PLAN_WORDS_MAX]; // as it was written
};

#define UTH_PLAN_RULES_MAX 64

struct uth_plan {
    unsigned rule_count;
    struct uth_plan_rule rule[UTH_PLAN_RULES_MAX];
};

// What a rule decided: in how many deals, and what perfect play would have won there over it. The
// costs of all rules are what the plan is worth less than perfect play, to the last unit: each is
// the loss of one decision, when all that follows is played perfectly.
struct uth_plan_share {
    int64_t deals;
    int64_t cost; // units, summed over the deals
};

struct uth_plan_result {
    struct uth_exact_play play;
    struct uth_plan_share rule[UTH_PLAN_RULES_MAX];
    struct uth_plan_share none[UTH_STREET_COUNT]; // where no rule of the street decided
};

// Plays a plan through every deal, in one thread and within two seconds. Uses the solve's memory
// as uth_exact_play does. Every rule must make a Play that its street offers
// and ask for what uth_plan_can_ask allows.
void uth_exact_plan(struct uth_exact *exact, const struct uth_plan *plan,
                    struct uth_plan_result *result);

#ifdef __cplusplus
}
#endif

#endif
