// The simple way to read a document: all of it by jansson (wire/value.h).
#ifndef UTH_TESTS_VALUES_PLAIN_H
#define UTH_TESTS_VALUES_PLAIN_H

#include <stdlib.h>
#include <string.h>

#include "wire/round_json.h"
#include "wire/value.h"

static inline bool same_bytes(const char *a, size_t a_length, const char *b, size_t b_length)
{
    return a_length == b_length && (a_length == 0 || memcmp(a, b, a_length) == 0);
}

static inline bool same_value(const struct wire_value *a, const struct wire_value *b)
{
    const bool texts = a->type == JSON_STRING;
    return a->type == b->type && a->integer == b->integer && a->size == b->size &&
           a->count == b->count && same_bytes(a->name, a->name_length, b->name, b->name_length) &&
           (!texts || same_bytes(a->text, a->length, b->text, b->length));
}

// Whether a text is read as jansson reads it, or refused as jansson refuses it.
static inline bool reads_like_jansson(const char *text, size_t length)
{
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    json_error_t error;
    struct wire_document document;
    struct wire_document twin;
    if (!wire_document_read(&document, text, length, &error)) {
        return json == NULL;
    }
    if (json == NULL || !wire_document_of(&twin, json)) {
        return false;
    }
    bool same = document.root->size == twin.root->size;
    for (uint32_t i = 0; i < twin.root->size && same; i++) {
        same = same_value(&document.root[i], &twin.root[i]);
    }
    wire_document_free(&document);
    wire_document_free(&twin);
    json_decref(json);
    return same;
}

// Whether a line that is JSON gets the answer or the refusal it gets when jansson has read it.
static inline bool settles_like_jansson(const char *text, size_t length,
                                        const struct wire_profiles *profiles)
{
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    struct wire_document twin;
    if (json == NULL) {
        return true;
    }
    if (!wire_document_of(&twin, json)) {
        return false;
    }
    char *bytes = malloc(2 * WIRE_ANSWER_MAX(length));
    UTH_CHECK(bytes != NULL);
    struct wire_out ours = wire_out_to(bytes, WIRE_ANSWER_MAX(length));
    struct wire_out theirs = wire_out_to(bytes + ours.size, ours.size);
    const bool settled = wire_settle_line(text, length, 1, profiles, &ours);
    const bool same = wire_settle_document(twin.root, 1, profiles, &theirs) == settled &&
                      same_bytes(ours.bytes, ours.used, theirs.bytes, theirs.used);
    free(bytes);
    wire_document_free(&twin);
    json_decref(json);
    return same;
}

#endif
