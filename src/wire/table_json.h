// A table's configuration as JSON, out and in.
#ifndef UTH_WIRE_TABLE_JSON_H
#define UTH_WIRE_TABLE_JSON_H

#include <stdbool.h>

#include <jansson.h>

#include "room/room.h"
#include "wire/fault.h"

// A new reference; NULL only when memory is out. `profile` names the rules; NULL leaves it out.
json_t *wire_config_to_json(const struct room_config *config, const char *profile);

// Reads the fields that are there into *config; the rest stays. "profile" and "options", which name
// the rules, are the caller's to read. On failure *config is untouched and *fault says where, what
// and what was expected.
UTH_NODISCARD bool wire_config_from_json(const json_t *document, struct room_config *config,
                                         struct wire_fault *fault);

// One field by its name, from a text as people type it: amounts in cents, "auto", "nexus". False
// with *fault.
UTH_NODISCARD bool wire_config_set(struct room_config *config, const char *field, const char *text,
                                   struct wire_fault *fault);

// The names of the fields, in order; NULL behind the last. Whether that one is an amount.
const char *wire_config_field(size_t index);
bool wire_config_is_money(const char *field);
// A style of play, sent as its number.
bool wire_config_is_style(const char *field);

#endif
