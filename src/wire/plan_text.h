// A strategy of one's own as people write it.
//
//     # before the flop
//     4x with: any ace, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo, 33+
//     2x with: two pair or better, hidden pair 33+, flush draw with T
//     1x with: better than the board, fewer than 21 outs
//
// A line is a size, the street where sizes alone do not tell it ("on the flop"), and conditions. The
// first that the cards meet decides; "check" and "fold" make exceptions.
#ifndef UTH_WIRE_PLAN_TEXT_H
#define UTH_WIRE_PLAN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "uth/plan.h"

#define WIRE_PLAN_FAULT_MAX 240

// Refuses, with a sentence and *plan untouched, what is no strategy for these rules.
bool wire_plan_read(const char *text, size_t length, const struct uth_rules *rules,
                    struct uth_plan *plan, char fault[WIRE_PLAN_FAULT_MAX]);

#endif
