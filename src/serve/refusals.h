// The refusals a table has given lately, so that a command sent again gets the same one: what was refused
// is not carried out later, when it would be possible.
//
// Bounded: the oldest is forgotten, and nobody's take more than their share.
#ifndef UTH_SERVE_REFUSALS_H
#define UTH_SERVE_REFUSALS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/refusal_words.h"

#define REFUSALS_MAX       64
#define REFUSALS_OF_PERSON 8

struct refusal {
    const char *clause; // lasts
    int code;
    const char *message;
};

struct refusal_kept {
    uint64_t person; // 0: free
    uint64_t id;
    uint64_t number; // rises
    const char *clause;
    int code;
    char words[WIRE_REFUSAL_MAX];
};

struct refusals {
    uint64_t count;
    struct refusal_kept kept[REFUSALS_MAX];
};

// An id of 0 is not remembered.
void refusals_keep(struct refusals *refusals, uint64_t person, uint64_t id,
                   const struct refusal *refusal);
// The message lasts until the next refusal is kept.
bool refusals_find(const struct refusals *refusals, uint64_t person, uint64_t id,
                   struct refusal *refusal);

#endif
