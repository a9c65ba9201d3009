// The small values a rule profile is made of, read with a fault that says what was expected.
#ifndef UTH_WIRE_RULES_VALUES_H
#define UTH_WIRE_RULES_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "uth/money.h"
#include "uth/rules.h"
#include "wire/fault.h"

// The kinds of hand by their names; NULL ends the list.
extern const char *const wire_hand_words[];

// The dealing procedures by theirs, in the order of enum uth_procedure.
extern const char *const wire_procedure_words[];

// What a player-dealer's wager covers, in the order of enum uth_coverage.
extern const char *const wire_coverage_words[];

// Each leaves its result untouched when it returns false.
bool wire_read_word(const json_t *value, const char *const *words, int *index,
                    struct wire_fault *fault);
bool wire_read_integer(const json_t *value, int64_t min, int64_t max, int64_t *out,
                       struct wire_fault *fault);
bool wire_read_money(const json_t *value, uth_money *out, struct wire_fault *fault);
bool wire_read_text(const json_t *value, char *out, size_t size, struct wire_fault *fault);

json_t *wire_money_json(uth_money amount);

// 40 is 40 to 1, "3:2" is 3 to 2.
bool wire_read_odds(const json_t *value, struct uth_odds *odds, struct wire_fault *fault);
json_t *wire_odds_text_json(struct uth_odds odds);

#endif
