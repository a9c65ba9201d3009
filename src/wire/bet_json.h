// A side bet of one's own as JSON, in, and its exact figures as JSON, out.
#ifndef UTH_WIRE_BET_JSON_H
#define UTH_WIRE_BET_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "uth/bet.h"
#include "uth/exact.h"
#include "wire/fault.h"

// What a line asks for: "pair of J", "straight or better", "royal flush with a hole card", "K-K to
// J-J", "A-K suited", "both A-A".
#define WIRE_CONDITION_MAX 48
const char *wire_condition_text(const struct uth_condition *condition,
                                char text[WIRE_CONDITION_MAX]);
// The inverse. False, and *condition untouched, for another text.
bool wire_condition_read(const char *text, struct uth_condition *condition);

// "hole", "hole+flop", "hole+board", "board", "dealer", "beaten hand".
const char *wire_bet_cards_text(enum uth_bet_cards cards);

// Refuses, with a fault and *bet untouched, what is no sound bet.
bool wire_bet_from_text(const char *text, size_t length, struct uth_bet *bet,
                        struct wire_fault *fault);
json_t *wire_bet_to_json(const struct uth_bet *bet);

// A line that never pays, for one above it always pays first, is a fault, too.
bool wire_bet_pays_each_line(const struct uth_bet *bet, const struct uth_exact_bet *exact,
                             struct wire_fault *fault);
json_t *wire_bet_exact_json(const struct uth_bet *bet, const struct uth_exact_bet *exact);

#endif
