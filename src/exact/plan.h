// A plan's decisions, by cards and by boards of the solver.
#ifndef EXACT_PLAN_H
#define EXACT_PLAN_H

#include "simple.h"
#include "uth/plan.h"

// What is counted while a plan is played.
struct planner {
    const struct uth_plan *plan;
    struct uth_plan_result *result;
    // The rules that decide at the river of the board in hand, by hand type.
    uint8_t river[HAND_ROW];
};

// The rule that decides; plan->rule_count where none does.
unsigned exact_plan_preflop(const struct uth_plan *plan, unsigned hand_class);
unsigned exact_plan_flop(const struct uth_plan *plan, const uth_card hole[2],
                         const uth_card flop[3]);

// The Play of a rule, in antes; 0 for none.
static inline unsigned exact_plan_play(const struct uth_plan *plan, unsigned rule)
{
    return rule < plan->rule_count ? plan->rule[rule].play : 0;
}

// Fills planner->river and the raises of every hand on one board. `suited` and `off` are the ranks
// of the suit that can flush, if one can, and the others.
struct plan_board {
    unsigned suited;
    const uint8_t *off;
    unsigned off_count;
};
void exact_plan_river(struct planner *planner, const struct game *game, const struct hands *hands,
                      const struct plan_board *board, const struct river_facts *facts,
                      uint8_t raise[HAND_ROW]);

// Adds what a decision came to. On the flop `ways` are deals before turn, river and dealer; at the
// river those before the dealer, by hand type.
void exact_plan_add_preflop(struct planner *planner, const struct uth_exact *exact,
                            unsigned hand_class, unsigned rule);
void exact_plan_add_flop(struct planner *planner, const struct uth_exact *exact,
                         const struct flop_view *view, unsigned hole, unsigned rule, int64_t ways);
void exact_plan_add_river(struct planner *planner, const struct game *game,
                          const struct hands *hands, const struct values *values,
                          const int32_t *ways);

#endif
