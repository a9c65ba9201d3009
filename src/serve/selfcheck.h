// Is everything here what it was when it was put here? The program, its pages, the tables it plays
// by, the configuration, and every stored record.
//
//   selfcheck_run --> one finding for each part: fits, warning, differs (and what), or not asked for
//
// What can be told from the program alone is held against constants of the source; the digests of
// the program, its pages and its rule profiles against a record made at installation
// (`uth selfcheck --record`). A program that was changed can say of itself what it likes: its digest
// is shown, so that it can be compared with one kept elsewhere.
#ifndef UTH_SERVE_SELFCHECK_H
#define UTH_SERVE_SELFCHECK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "serve/config.h"
#include "store/audit.h"

enum selfcheck_part {
    SELFCHECK_PROGRAM,       // the bytes of the running program
    SELFCHECK_PAGES,         // what it serves
    SELFCHECK_HANDS,         // the evaluator, entry by entry of its tables
    SELFCHECK_DEALING,       // a known deck from a known secret; a fresh one each time
    SELFCHECK_RULES,         // built-in profiles and their pay tables
    SELFCHECK_CONFIGURATION, // the file it was started with, or the one on record
    SELFCHECK_STORE,         // its schema's version, and its files
    SELFCHECK_RECORDS,       // every link of every record
    SELFCHECK_SIGNATURES,    // of the days that are over
    SELFCHECK_BOOKS,         // all accounts together are 0
    SELFCHECK_TABLES,        // people, tables and profiles can be rebuilt from what is stored
    SELFCHECK_METERS,        // each shows what its account holds
    SELFCHECK_COMPONENTS,    // GM-7: approved, at every table with a Progressive
    SELFCHECK_PART_COUNT,
};

// A warning is shown and logged; the check is passed all the same.
enum selfcheck_verdict {
    SELFCHECK_NOT_ASKED,
    SELFCHECK_FITS,
    SELFCHECK_DIFFERS,
    SELFCHECK_WARNS,
};

#define SELFCHECK_TEXT_MAX 480

struct selfcheck_finding {
    enum selfcheck_verdict verdict;
    char text[SELFCHECK_TEXT_MAX];
};

struct selfcheck {
    struct selfcheck_finding findings[SELFCHECK_PART_COUNT];
};

struct selfcheck_options {
    const char *digests;         // the record; NULL: where an installation has it
    const struct config *config; // NULL: not asked for
    const char *config_fault;    // why it could not be read; NULL: it could
    const char *store;           // URL; NULL: not asked for
    const uint8_t *public_key;   // that days must be signed with; NULL: any
    bool is_recent;              // records from the last verified day on, where there is one
    const atomic_bool *stop;     // set by another thread, it ends the check; NULL: nothing does
};

// Any thread; takes as long as reading the whole store does. One that was stopped has found nothing
// that counts.
void selfcheck_run(const struct selfcheck_options *options, struct selfcheck *selfcheck);

// The digest of the running program's bytes, as the check compares it. False when it cannot be read.
#define SELFCHECK_DIGEST_SIZE 65
UTH_NODISCARD bool selfcheck_program_digest(char hex[SELFCHECK_DIGEST_SIZE]);

const char *selfcheck_part_name(enum selfcheck_part part);
const char *selfcheck_verdict_name(enum selfcheck_verdict verdict);
bool selfcheck_good(const struct selfcheck *selfcheck);
// A list of all parts: {"part", "verdict", "text"}.
json_t *selfcheck_parts_json(const struct selfcheck *selfcheck);
// The parts that differ, with what differs; or one sentence that all is well, and what was left out.
void selfcheck_summary(const struct selfcheck *selfcheck, char text[SELFCHECK_TEXT_MAX]);

// Writes the record of this very program, and of a configuration that was read (NULL: of none). False
// when a digest could not be made or written.
UTH_NODISCARD bool selfcheck_record(FILE *out, const struct config *config);

// When a check that is made daily at `hour` (UTC) is due next, after one at `last_ms`.
int64_t selfcheck_next_ms(int64_t last_ms, int64_t hour);

#endif
