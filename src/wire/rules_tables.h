// The pay tables of a rule profile as JSON, out and in.
#ifndef UTH_WIRE_RULES_TABLES_H
#define UTH_WIRE_RULES_TABLES_H

#include <stdbool.h>

#include <jansson.h>

#include "uth/rules.h"
#include "wire/fault.h"

json_t *wire_blind_json(const struct uth_rules *rules);
bool wire_read_blind(const json_t *value, struct uth_rules *rules, struct wire_fault *fault);

// The side bets, the makers' and the profile's own. An entry changes the bet of its id, or adds one.
json_t *wire_sides_json(const struct uth_rules *rules);
bool wire_read_sides(const json_t *value, struct uth_rules *rules, struct wire_fault *fault);
// When limits and collections have been read.
void wire_limit_own_bets(struct uth_rules *rules);

json_t *wire_progressive_json(const struct uth_rules *rules);
bool wire_read_progressive(const json_t *value, struct uth_rules *rules, struct wire_fault *fault);

#endif
