// What the files of the SQLite backend share.
#ifndef UTH_STORE_SQLITE_H
#define UTH_STORE_SQLITE_H

#include <sqlite3.h>

#include "store/port.h"

#define SQLITE_LOG_MAX 16777216 // bytes the log (WAL) keeps on the disk when it starts again

struct sqlite_log;

struct sqlite_port {
    struct store_port base;
    sqlite3 *db;
    sqlite3_stmt *inserts[STORE_TABLE_COUNT];
    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *rollback;
    const char *path;       // behind the struct
    int hold;               // the file beside the database that a sole writer has locked; -1: none
    int64_t log_size;       // when a reader last looked, in bytes
    bool in_bulk;           // see store_options
    int log_pages;          // after the last commit
    struct sqlite_log *log; // the thread that moves them; NULL until they are many
};

static inline struct sqlite_port *sqlite_of(struct store_port *port)
{
    return (struct sqlite_port *)port;
}

// The last failure of the connection.
enum store_status sqlite_failed(struct sqlite_port *self);
bool sqlite_run(struct sqlite_port *self, const char *sql);
bool sqlite_prepare(struct sqlite_port *self, const char *text, sqlite3_stmt **statement);
bool sqlite_step_once(sqlite3_stmt *statement);

// sqlite_examine.c, sqlite_bulk.c
UTH_NODISCARD enum store_status sqlite_examine(struct store_port *port, const atomic_bool *stop);
// Instead of what opening does for a store that is in use.
bool sqlite_bulk_start(struct sqlite_port *self);
UTH_NODISCARD enum store_status sqlite_bulk_prepare(struct sqlite_port *self);
UTH_NODISCARD enum store_status sqlite_sort(struct store_port *port);

// sqlite_log.c: checkpoints beside the commits.
void sqlite_log_watch(struct sqlite_port *self);
void sqlite_log_tidy(struct sqlite_port *self); // after a commit
void sqlite_log_close(struct sqlite_port *self);

extern const struct store_port_functions sqlite_functions;

#endif
