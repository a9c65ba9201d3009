// A finished round as JSON: what `uth settle` reads, and the answer it writes.
#ifndef UTH_WIRE_ROUND_JSON_H
#define UTH_WIRE_ROUND_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "uth/rules.h"
#include "uth/settle.h"
#include "wire/fairness.h"
#include "wire/out.h"
#include "wire/value.h"

// Finds a profile by name; NULL when there is none.
struct wire_profiles {
    const struct uth_rules *(*find)(void *context, const char *name);
    void *context;
};

// A round as read: the rules with the round's options in force, and the facts, Progressive
// contributions included. It points into itself and at the profile: do not copy it.
struct wire_round {
    const struct uth_rules *rules; // the profile, or `changed`
    struct uth_facts facts;
    uint8_t listed[UTH_SEATS_MAX]; // players as the document lists them, indices into the facts
    struct uth_award confirmed[UTH_SEATS_MAX]; // what facts.confirmed points at
    bool has_fairness;
    struct wire_fairness fairness; // what it was dealt from; nothing here depends on it
    struct uth_rules changed;      // by options
};

// Why a round was refused: the clause, and a sentence that says where.
struct wire_refusal {
    const char *clause;
    char message[480];
};

// Reads and admits a round; everything uth_settle relies on holds afterwards.
UTH_NODISCARD bool wire_round_read(const struct wire_value *document,
                                   const struct wire_profiles *profiles, struct wire_round *round,
                                   struct wire_refusal *refusal);

// The answer's fields but for its id, into an object that is open.
void wire_out_answer(struct wire_out *out, const struct wire_round *round);

// Adjudicates one line of input and appends the answer, a line, to `out`. False when it is a
// refusal. `line` counts from 1 and is named in it. An answer to a line of n bytes takes at most
// WIRE_ANSWER_MAX(n): an id comes back with each of its bytes escaped at worst.
#define WIRE_ANSWER_MAX(n) ((n)*6 + (size_t)32 * 1024)
bool wire_settle_line(const char *text, size_t length, size_t line,
                      const struct wire_profiles *profiles, struct wire_out *out);

// The same for a document.
bool wire_settle_document(const struct wire_value *document, size_t line,
                          const struct wire_profiles *profiles, struct wire_out *out);

// A refusal for what never became a round: a line that is too long, say.
void wire_refuse_line(const char *message, size_t line, struct wire_out *out);

#endif
