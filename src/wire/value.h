// A JSON document as a flat list of its values, for records that come in by the hundred thousand.
// jansson makes a tree of allocations and copies every text; here a value points into the text.
//
// Plain documents are read here: ASCII without escapes, whole numbers of up to 18 digits, few values.
// Everything else goes through jansson and becomes the same list, and what is no JSON at all is for
// jansson to say. So both ways read the same (tests/support/settle_plain.h is the comparison).
#ifndef UTH_WIRE_VALUE_H
#define UTH_WIRE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <jansson.h>

#include "uth/check.h"
#include "wire/fault.h"
#include "wire/out.h"

// Behind an object or a list stand the values inside it, in the order of the text.
struct wire_value {
    const char *name;   // of a member of an object; no '\0' behind it
    const char *text;   // of a string what it says, of anything else how it is written; likewise
    const json_t *json; // the same value where jansson has read it, else NULL
    int64_t integer;
    uint32_t name_length;
    uint32_t length;
    uint32_t size;  // how many values it is, itself and those inside
    uint32_t count; // of elements or members
    json_type type;
};

#define WIRE_VALUES_MAX 512 // of a plain document; a round of eight players has some 150

// What was read points into the text it was read from.
struct wire_document {
    const struct wire_value *root;
    struct wire_value *many; // where jansson has read it
    json_t *json;            // likewise
    struct wire_value plain[WIRE_VALUES_MAX];
};

// A text of any length, as with json_loadb and JSON_REJECT_DUPLICATES. False, with nothing to free, for
// what is no JSON; *error is jansson's.
UTH_NODISCARD bool wire_document_read(struct wire_document *document, const char *text,
                                      size_t length, json_error_t *error);
// The same of a document that jansson has read, which must stay until this one is freed. False when
// memory is out.
UTH_NODISCARD bool wire_document_of(struct wire_document *document, const json_t *json);
void wire_document_free(struct wire_document *document);

// ---- asking -----------------------------------------------------------------------------------

// All take NULL for a value that is not there.
static inline bool wire_is(const struct wire_value *value, json_type type)
{
    return value != NULL && value->type == type;
}

static inline bool wire_is_boolean(const struct wire_value *value)
{
    return wire_is(value, JSON_TRUE) || wire_is(value, JSON_FALSE);
}

// 0 for what is no whole number.
static inline int64_t wire_integer(const struct wire_value *value)
{
    return wire_is(value, JSON_INTEGER) ? value->integer : 0;
}

static inline bool wire_says(const struct wire_value *value, const char *text)
{
    const size_t length = strlen(text);
    return wire_is(value, JSON_STRING) && value->length == length &&
           memcmp(value->text, text, length) == 0;
}

static inline bool wire_is_named(const struct wire_value *value, const char *name)
{
    const size_t length = strlen(name);
    return value->name_length == length && memcmp(value->name, name, length) == 0;
}

// The first inside an object or a list, and the one after that; count says how many there are.
static inline const struct wire_value *wire_first(const struct wire_value *list)
{
    return list + 1;
}

static inline const struct wire_value *wire_after(const struct wire_value *value)
{
    return value + value->size;
}

// NULL when there is no such member, or no object.
const struct wire_value *wire_member(const struct wire_value *object, const char *name);

// The name or what a string says, cut to the size and with '\0' behind it.
#define WIRE_NAME_MAX 200
const char *wire_name_text(const struct wire_value *value, char text[WIRE_NAME_MAX]);
const char *wire_string_text(const struct wire_value *value, char text[WIRE_NAME_MAX]);

// Puts the members of an object where `known`, which NULL ends, has their names; NULL for those that are
// not there. False, with a fault, for what is no object and for a name that is not known.
UTH_NODISCARD bool wire_fields(const struct wire_value *object, const char *const *known,
                               const struct wire_value **fields, struct wire_fault *fault);

// As wire_fault_at().
bool wire_value_fault(struct wire_fault *fault, const char *path, const struct wire_value *value,
                      const char *expected);

// A new reference; NULL for NULL, and when memory is out.
json_t *wire_value_json(const struct wire_value *value);

// The value as it came in; null for NULL.
void wire_out_value(struct wire_out *out, const char *key, const struct wire_value *value);

#endif
