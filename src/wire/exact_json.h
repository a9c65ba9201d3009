// Situations and strategies valued exactly, as JSON: what `uth odds` and `uth strategy` print and the
// server answers.
#ifndef UTH_WIRE_EXACT_JSON_H
#define UTH_WIRE_EXACT_JSON_H

#include <jansson.h>

#include "uth/coach.h"
#include "uth/exact.h"
#include "uth/plan.h"
#include "uth/rules.h"

// In antes.
struct uth_ratio wire_odds_value(const struct uth_odds_answer *answer, unsigned action);
struct uth_ratio wire_hand_value(int32_t unit, int64_t value);

// Play sizes offered before the flop.
unsigned wire_raise_count(const struct uth_rules *rules);

// What the rules people learn say of the situation.
struct uth_coach wire_coach_of(const struct uth_odds_query *query);

// New references; NULL only when memory is out.
json_t *wire_odds_json(const struct uth_rules *rules, const struct uth_odds_query *query,
                       const struct uth_odds_answer *answer);
json_t *wire_strategy_json(const struct uth_exact *exact, const struct uth_rules *rules);
// A strategy of one's own: what it is worth, and what each of its conditions decides and costs. The
// game must be solved.
json_t *wire_plan_json(const struct uth_exact *exact, const struct uth_rules *rules,
                       const struct uth_plan *plan, const struct uth_plan_result *result);
// The same of hands that were written down.
json_t *wire_chart_json(const struct uth_exact_hand hands[UTH_EXACT_CLASSES], int32_t unit,
                        const struct uth_rules *rules);

#endif
