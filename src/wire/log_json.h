// A line of the log: who did what, when and why, and what it was before and after.
#ifndef UTH_WIRE_LOG_JSON_H
#define UTH_WIRE_LOG_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

struct wire_log {
    uint64_t who;         // 0: nobody the office knows
    const char *name;     // of them
    const char *system;   // the user of the operating system, on the command line; or NULL
    uint64_t approved_by; // 0: nobody had to
    int64_t when_ms;
    const char *what;     // "person changed"
    const char *about;    // "person", "table", "meter"
    uint64_t id;          // of that
    const char *why;      // "" where nobody asked
    bool first_start;     // a step of a store's first start
    const json_t *before; // NULL: nothing
    const json_t *after;
};

// A new reference; NULL only when memory is out.
json_t *wire_log_to_json(const struct wire_log *log);

// Reads a line; the texts live as long as the document. False when it is none.
bool wire_log_from_json(const json_t *document, struct wire_log *log);

#endif
