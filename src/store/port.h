// The port: what a backend must be able to do, and nothing about batches.
//
// A store is twelve tables, described below once for all backends. A backend puts rows, finds rows
// and commits; it never looks into them. Everything with a meaning (encoding, linking, checks) is
// written once above the port, so that memory, SQLite and PostgreSQL cannot differ in it.
//
// Invariants every backend keeps, and the contract suite proves:
//   (1) What was put between begin and a commit that returned STORE_OK is there after a power cut.
//   (2) After any other return nothing of it is there, except STORE_ERR_UNKNOWN: all or nothing.
//   (3) A key that is taken makes the whole commit STORE_ERR_CONFLICT, unless the table replaces.
#ifndef UTH_STORE_PORT_H
#define UTH_STORE_PORT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/status.h"
#include "uth/check.h"

enum store_table {
    STORE_TABLE_META = 0,      // one row: the version of the schema, the store's name
    STORE_TABLE_HEAD = 1,      // one row: the last link of all
    STORE_TABLE_BATCH = 2,     // every batch, append only: all other tables follow from it
    STORE_TABLE_ACCOUNT = 3,   // balances
    STORE_TABLE_STATE = 4,     // the last state of each meter, person, table …
    STORE_TABLE_ROUND = 5,     // where each round begins and ends
    STORE_TABLE_REQUEST = 6,   // idempotency keys
    STORE_TABLE_DAY = 7,       // the first batch of each day
    STORE_TABLE_SIGNATURE = 8, // signed daily heads
    STORE_TABLE_PLAYED = 9,    // who took part in which round, by time
    STORE_TABLE_LEASE = 10,    // which node has which table, and until when; no evidence
    STORE_TABLE_VERIFIED = 11, // up to where everything was verified, signed
    STORE_TABLE_COUNT = 12,
};

#define STORE_COLUMNS_MAX 8
#define STORE_KEYS_MAX    4
#define STORE_HASH_SIZE   32
#define STORE_ID_SIZE     16

struct store_shape {
    const char *name;
    const char *columns[STORE_COLUMNS_MAX]; // in the order of columns.h
    uint8_t column_count;
    uint8_t key_count;    // the first columns are the primary key
    uint8_t bytes;        // bit per column: holds bytes, not a number
    bool replaces;        // a row with a key that is taken replaces the old one, if they differ
    uint8_t by_second[2]; // the columns of the second order, if they differ
    // Of the schema:
    const char *check; // "(id = 1)": what a column holds; NULL: nothing is said
    uint8_t checked;   // which column
    uint8_t
        fill; // PostgreSQL: percent of a page to fill, so that a new version finds a place; 0: all
    bool is_large;        // SQLite: rows are too large to lie in the order of the key
    bool is_stored_plain; // PostgreSQL: compressing a few hundred bytes costs more than it saves
};

extern const struct store_shape store_shapes[STORE_TABLE_COUNT];

static inline bool store_column_is_bytes(const struct store_shape *shape, size_t column)
{
    return ((shape->bytes >> column) & 1) != 0;
}

// A number, or bytes that belong to somebody else.
struct store_cell {
    int64_t number;
    const uint8_t *bytes;
    size_t size;
};

struct store_row {
    struct store_cell cells[STORE_COLUMNS_MAX];
};

// Rows in ascending order of the key, or of by_second; those whose first `equal_count` columns of
// that order are `equal`, and whose next column, a number, lies within from..to.
struct store_query {
    enum store_table table;
    bool by_second;
    bool descending;
    bool only_one;
    bool ranged;
    uint8_t equal_count;
    struct store_cell equal[STORE_KEYS_MAX];
    int64_t from;
    int64_t to;
};

// The row is valid during the call. False ends the search. A visitor must not use the store.
typedef bool store_visit(void *context, const struct store_row *row);

struct store_port;

struct store_port_functions {
    // Opens a transaction for writing. With `alone`, other writers wait from here on and what is
    // read is what the commit will build on; else a race is found by the commit (CONFLICT).
    enum store_status (*begin)(struct store_port *port, bool alone);
    // The rows are read before it returns. A backend may report their faults at the commit.
    enum store_status (*put)(struct store_port *port, enum store_table table,
                             const struct store_row *rows, size_t count);
    enum store_status (*commit)(struct store_port *port);
    void (*rollback)(struct store_port *port); // also after a failed commit, also without begin
    // From here to the rollback every find sees the same moment, whatever others write meanwhile.
    enum store_status (*look)(struct store_port *port);
    // Inside a transaction it sees what was put before, except on memory.
    enum store_status (*find)(struct store_port *port, const struct store_query *query,
                              store_visit *visit, void *context);
    void (*close)(struct store_port *port);
    // Looks through the files themselves, but for those of a server, which keeps watch over them as
    // PostgreSQL's checksums do; and holds the schema against the one this program makes. NULL where
    // there is neither. STORE_ERR_DAMAGED with the first fault. Comes back soon when another thread
    // sets `stop`, which may be NULL; what it says then counts for nothing.
    enum store_status (*examine)(struct store_port *port, const atomic_bool *stop);
    // Ends what store_options.in_bulk left undone, within the transaction. NULL where that is nothing.
    enum store_status (*sort)(struct store_port *port);
};

// The head of every backend's own struct.
struct store_port {
    const struct store_port_functions *functions;
    struct fault *fault; // where a failing call says why
};

struct store_options {
    bool read_only; // no schema, no file made
    bool sole;      // nobody else opens it so meanwhile, and nobody else's batch is built on
    bool in_bulk;   // a new store, to be filled by one transaction; where that fails, or its
                    // process, the file is worthless. Nothing is found by a second order
                    // before `sort`
    bool checkpoints_in_commits; // SQLite: as the library does by itself, and not by a thread
    bool accept_loss;            // also a server that may lose what it acknowledged is written to
    uint32_t patience_ms;        // how long to wait for a lock or a server before giving up
    uint32_t starting_ms; // how long opening waits for a server that is starting or recovering
    void (*say)(void *context, const char *text); // hears that it waits; NULL: nobody does
    void *say_context;
    // Set by another thread, it ends reading and examining with STORE_ERR_STOPPED, within a row or a
    // tenth of a second. NULL: nothing does. For stores that are only read.
    const atomic_bool *stop;
};

// Each opens a backend, brings its schema up to date and hands over a port; says why not in *fault.
UTH_NODISCARD enum store_status store_sqlite_open(const char *path,
                                                  const struct store_options *options,
                                                  struct fault *fault, struct store_port **port);
UTH_NODISCARD enum store_status store_postgres_open(const char *url,
                                                    const struct store_options *options,
                                                    struct fault *fault, struct store_port **port);

// "process 4711 on oak since 2026-02-03 04:05:06 UTC": this one, for whoever finds the store held.
#define SOLE_WHO_MAX 128
void store_name_self(char who[SOLE_WHO_MAX]);

// Writes the sentence of a fault and returns the status, so that a failure is one line.
enum store_status store_fail(struct fault *fault, enum store_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
