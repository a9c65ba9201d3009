// What is wrong with a document: where (a JSON path), what stands there, what was expected.
#ifndef UTH_WIRE_FAULT_H
#define UTH_WIRE_FAULT_H

#include <stdbool.h>

#include <jansson.h>

// jansson asks for a value it could change even to walk over it. We only look.
static inline json_t *wire_to_walk(const json_t *value)
{
    const union {
        const json_t *ours;
        json_t *theirs;
    } same = {value};
    return same.theirs;
}

struct wire_fault {
    char path[160];
    char value[80];
    char expected[160];
    const char *clause; // "BET-10"; "INPUT" for what is not as it should be
    char sentence[200]; // for people, instead of value and expectation; "" for none
};

// How many bytes of a text to keep where there is room for `max`, so that no letter is cut in two.
size_t wire_text_kept(const char *text, size_t max);

// What the parser says about a text that is no JSON. It may quote half a letter, which would spoil
// the answer, so other bytes than ASCII become question marks.
const char *wire_parser_text(json_error_t *error);

// All return false, so that a reader can say `return wire_fault_at(...)`. `value` may be NULL:
// nothing stands there.
bool wire_fault_at(struct wire_fault *fault, const char *path, const json_t *value,
                   const char *expected);

// Puts "prefix" or "prefix[index]" in front of the path of a fault found further in.
bool wire_fault_inside(struct wire_fault *fault, const char *prefix);
bool wire_fault_inside_list(struct wire_fault *fault, const char *prefix, size_t index);

#define WIRE_FAULT_CODE 1 // the number the API gives to input that is not as it should be

// "seats: got 70, expected 1 to 8 seats", or the path and the sentence: for people, and in the answers
// of the API.
#define WIRE_FAULT_TEXT_MAX 480
void wire_fault_text(const struct wire_fault *fault, char text[WIRE_FAULT_TEXT_MAX]);

// False, with a fault, when `object` is no object or has a key that is not in `known` (NULL ends).
bool wire_only_known(const json_t *object, const char *const *known, struct wire_fault *fault);

#endif
