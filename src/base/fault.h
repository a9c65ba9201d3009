// What went wrong, for people: the thing, the value and the limit, and what to do. Never a secret.
#ifndef UTH_BASE_FAULT_H
#define UTH_BASE_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/status.h"

// Where a caller acts on it. What is only shown to people is FAULT_NONE with a text.
enum fault_kind {
    FAULT_NONE = 0,
    FAULT_REFUSED = 1,   // by a rule: `status` names the clause
    FAULT_INPUT = 2,     // what was given is no name, password, card …
    FAULT_NOT_FOUND = 3, // no such person, table, meter, profile, round
    FAULT_TAKEN = 4,     // the name or card is another's
    FAULT_NO_RIGHT = 5,  // the one who asks may not
    FAULT_BUSY = 6,      // another change is under way: try again when it is stored
    FAULT_IN_USE = 7,    // another process has the store open for writing
    FAULT_STORE = 8,     // the store failed
    FAULT_KEY = 9,       // the key file cannot be used, or is another store's
    FAULT_DAMAGED = 10,  // a stored batch is none of ours
    FAULT_FULL = 11,     // a maximum of ours
    FAULT_MEMORY = 12,
    FAULT_KIND_COUNT = 13,
};

#define FAULT_TEXT_MAX 512

struct fault {
    enum fault_kind kind;
    enum uth_status status; // with FAULT_REFUSED
    char text[FAULT_TEXT_MAX];
};

// Fills the fault; always false, so that a caller can return it.
bool fault_report(struct fault *fault, enum fault_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Refused by a rule: the text, and what the status says behind it.
bool fault_refuse(struct fault *fault, enum uth_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The clause of a refusal, "INPUT" for the rest.
const char *fault_clause(const struct fault *fault);

#endif
