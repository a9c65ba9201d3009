// The pay tables of a rule profile as JSON, out and in.
#ifndef UTH_WIRE_RULES_TABLES_H
#define UTH_WIRE_RULES_TABLES_H

#include <stdbool.h>

#include <jansson.h>

#include "uth/rules.h"
#include "wire/fault.h"

json_t *wire_blind_json(const struct uth_rules *rules);
bool wire_read_blind(const json_t *value, struct uth_rules *rules, struct wire_fault *fault);

json_t *wire_trips_json(const struct uth_rules *rules);
bool wire_read_trips(const json_t *value, struct uth_rules *rules, struct wire_fault *fault);

json_t *wire_bad_beat_json(const struct uth_rules *rules);
bool wire_read_bad_beat(const json_t *value, struct uth_rules *rules, struct wire_fault *fault);

json_t *wire_pairs_json(const struct uth_rules *rules);
bool wire_read_pairs(const json_t *value, struct uth_rules *rules, struct wire_fault *fault);

json_t *wire_progressive_json(const struct uth_rules *rules);
bool wire_read_progressive(const json_t *value, struct uth_rules *rules, struct wire_fault *fault);

#endif
