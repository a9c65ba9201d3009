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

// The condition of a line of any table, {"when": "straight or better"}.
bool wire_read_condition(const json_t *line, struct uth_condition *condition,
                         struct wire_fault *fault);

// Reads what is given of a bet over what it is: cards, fold rule, tables and the one in use, or the
// lines of a table that goes by `id`. Whether all of it is sound is for uth_rules_check or uth_bet_fault
// to say.
bool wire_read_bet(const json_t *value, const char *id, struct uth_bet *bet,
                   struct wire_fault *fault);
// The same with id and title; a bet without an id is new, and then id, title, cards and lines are wanted.
bool wire_read_own_bet(const json_t *value, struct uth_bet *bet, struct wire_fault *fault);
// What these two read, without id and title.
json_t *wire_bet_json(const struct uth_bet *bet);

// Refuses, with a fault and *bet untouched, what is no sound bet.
bool wire_bet_from_text(const char *text, size_t length, struct uth_bet *bet,
                        struct wire_fault *fault);
json_t *wire_bet_to_json(const struct uth_bet *bet);

// A line that never pays, of any table, is a fault, too. The kinds may be those of uth_exact_hands.
bool wire_bet_reaches_each_line(const struct uth_exact_kinds *kinds, const struct uth_bet *bet,
                                struct wire_fault *fault);
// The lines of a table, each with how often it pays.
json_t *wire_bet_lines_json(const struct uth_bet_table *table, const struct uth_exact_side *exact);

#endif
