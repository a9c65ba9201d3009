// Rule profiles as JSON, out and in. A built-in survives the round trip unchanged.
#ifndef UTH_WIRE_RULES_JSON_H
#define UTH_WIRE_RULES_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "uth/rules.h"
#include "wire/fault.h"

// A new reference; NULL only when memory is out.
json_t *wire_rules_to_json(const struct uth_rules *rules);

// A profile in the one form that is stored; to be freed. NULL when memory is out.
char *wire_rules_text(const struct uth_rules *rules);
// The number of a profile, which changes with any field of it: the first 8 bytes of the BLAKE2b of that
// form, as a little-endian number. 0 only when memory is out.
uint64_t wire_rules_number(const struct uth_rules *rules);
uint64_t wire_rules_text_number(const char *text, size_t length);

// Reads and checks a profile. "based_on" names a built-in to start from; without it every field
// must be there. On failure *rules is untouched and *fault says where, what and what was expected.
UTH_NODISCARD bool wire_rules_from_json(const json_t *document, struct uth_rules *rules,
                                        struct wire_fault *fault);

// The same from text; a text that is no JSON is a fault with the line and column in its path.
UTH_NODISCARD bool wire_rules_from_text(const char *text, size_t length, struct uth_rules *rules,
                                        struct wire_fault *fault);

// What uth_rules_check says, in words: a limit of the law in a sentence that names its clause.
UTH_NODISCARD bool wire_rules_check(const struct uth_rules *rules, struct wire_fault *fault);

// What the API and `uth rules --json` answer alike. Each is a new reference.
json_t *wire_rules_list_json(void); // {"rules":[{"name","title"}]}, the built-in ones
json_t *wire_rules_warnings_json(const struct uth_rules *rules); // [TEXT...]
json_t *wire_rules_sound_json(const struct uth_rules *rules);    // {"ok":true,"warnings"}
json_t *wire_rules_faulty_json(const struct wire_fault *fault);  // {"ok":false,"error"}

#endif
