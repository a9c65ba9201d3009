// SQLite behind the port: one file, WAL, every commit flushed to the disk before it returns.
//
// The connection takes no lock between transactions, so an auditor may read beside the writer.
// Two writers are safe too: the position of a batch is its key, so the slower one finds a conflict.
// A sole writer holds a lock on a file beside the database.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/sql.h"
#include "store/sqlite.h"

#define YIELD_MS       500 // a reader waits at most so long for the log to start again
#define YIELD_PAUSE_MS 5

// ---- what went wrong --------------------------------------------------------------------------

static enum store_status status_of(int extended)
{
    if (extended == SQLITE_CONSTRAINT_PRIMARYKEY || extended == SQLITE_CONSTRAINT_UNIQUE ||
        extended == SQLITE_CONSTRAINT_ROWID) {
        return STORE_ERR_CONFLICT;
    }
    switch (extended & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE: return STORE_OK;
    case SQLITE_FULL: return STORE_ERR_FULL;
    case SQLITE_READONLY: return STORE_ERR_READ_ONLY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return STORE_ERR_LOCKED;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH: return STORE_ERR_PERMISSION;
    case SQLITE_NOTADB: return STORE_ERR_NOT_A_STORE;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_ERROR: // no such table: somebody changed the schema
    case SQLITE_CORRUPT: return STORE_ERR_DAMAGED;
    case SQLITE_NOMEM: return STORE_ERR_MEMORY;
    default: return STORE_ERR_IO;
    }
}

static bool is_no_room(int error)
{
    return error == EFBIG || error == ENOSPC || error == EDQUOT;
}

// Outgrowing a quota or the limit of a file comes as a failed write, with the reason kept by the
// database's file or by its WAL.
static bool out_of_room(struct sqlite_port *self)
{
    int error = 0;
    sqlite3_file *wal = NULL;
    (void)sqlite3_file_control(self->db, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
    (void)sqlite3_file_control(self->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &wal);
    if (!is_no_room(error) && wal != NULL && wal->pMethods != NULL) {
        (void)wal->pMethods->xFileControl(wal, SQLITE_FCNTL_LAST_ERRNO, &error);
    }
    return is_no_room(error);
}

enum store_status sqlite_failed(struct sqlite_port *self)
{
    const int code = sqlite3_extended_errcode(self->db);
    enum store_status status = status_of(code);
    if (status == STORE_ERR_IO && out_of_room(self)) {
        status = STORE_ERR_FULL;
    }
    if (status == STORE_OK) {
        status = STORE_ERR_IO;
    }
    return store_fail(self->base.fault, status, "%s: %s (SQLite: %s)", self->path,
                      store_status_text(status), sqlite3_errmsg(self->db));
}

bool sqlite_run(struct sqlite_port *self, const char *sql)
{
    return sqlite3_exec(self->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

bool sqlite_prepare(struct sqlite_port *self, const char *text, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(self->db, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
           SQLITE_OK;
}

// ---- transactions -----------------------------------------------------------------------------

bool sqlite_step_once(sqlite3_stmt *statement)
{
    const bool good = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && good;
}

// Prepared long before, so that it takes no memory; after a failed write the transaction may be gone
// already, which is what we want.
static void port_rollback(struct store_port *port)
{
    if (sqlite3_get_autocommit(sqlite_of(port)->db) == 0) {
        (void)sqlite_step_once(sqlite_of(port)->rollback);
    }
}

// One that could not be rolled back must not stand in the way of the next.
static enum store_status port_begin(struct store_port *port, bool alone)
{
    (void)alone; // the lock of the file is all there is
    port_rollback(port);
    return sqlite_step_once(sqlite_of(port)->begin) ? STORE_OK : sqlite_failed(sqlite_of(port));
}

static bool bind_cell(sqlite3_stmt *statement, int at, const struct store_cell *cell, bool bytes)
{
    if (!bytes) {
        return sqlite3_bind_int64(statement, at, cell->number) == SQLITE_OK;
    }
    // A NULL pointer would bind NULL, and no column of ours takes it.
    return sqlite3_bind_blob64(statement, at, cell->size == 0 ? "" : (const void *)cell->bytes,
                               cell->size, SQLITE_STATIC) == SQLITE_OK;
}

static bool put_row(sqlite3_stmt *statement, const struct store_shape *shape,
                    const struct store_row *row)
{
    for (size_t i = 0; i < shape->column_count; i++) {
        if (!bind_cell(statement, (int)i + 1, &row->cells[i], store_column_is_bytes(shape, i))) {
            return false;
        }
    }
    return sqlite_step_once(statement);
}

static enum store_status port_put(struct store_port *port, enum store_table table,
                                  const struct store_row *rows, size_t count)
{
    struct sqlite_port *self = sqlite_of(port);
    for (size_t i = 0; i < count; i++) {
        if (!put_row(self->inserts[table], &store_shapes[table], &rows[i])) {
            return sqlite_failed(self);
        }
    }
    return STORE_OK;
}

// When the flush fails the last frames may be whole in the file all the same, and a restart would
// find them: then nobody can say yet whether the batch is stored.
static enum store_status port_commit(struct store_port *port)
{
    struct sqlite_port *self = sqlite_of(port);
    if (sqlite_step_once(self->commit)) {
        sqlite_log_tidy(self);
        // From here on the file is a store like any other.
        return !self->in_bulk || sqlite_run(self, "PRAGMA journal_mode = WAL")
                   ? STORE_OK
                   : sqlite_failed(self);
    }
    const enum store_status status = sqlite_failed(self);
    return status == STORE_ERR_IO ? STORE_ERR_UNKNOWN : status;
}

// ---- reading ----------------------------------------------------------------------------------

static int64_t log_size(const struct sqlite_port *self)
{
    struct stat file;
    const char *path = sqlite3_filename_wal(sqlite3_db_filename(self->db, "main"));
    return stat(path, &file) == 0 ? file.st_size : 0;
}

// The writer's commits move the log into the database and start it again, but only at a moment when
// nobody reads. A reader that takes snapshot after snapshot leaves no such moment, so one that finds the
// log long, and longer than at its last look, waits for the writer to have it.
static void yield_to_writer(struct sqlite_port *self)
{
    const struct timespec pause = {0, YIELD_PAUSE_MS * 1000000L};
    int64_t size = log_size(self);
    const bool grew = size > self->log_size;
    for (int waited = 0; grew && size > SQLITE_LOG_MAX && waited < YIELD_MS;
         waited += YIELD_PAUSE_MS) {
        (void)nanosleep(&pause, NULL);
        size = log_size(self);
    }
    self->log_size = size;
}

// The first find takes the snapshot.
static enum store_status port_look(struct store_port *port)
{
    port_rollback(port);
    if (sqlite3_db_readonly(sqlite_of(port)->db, "main") == 1) {
        yield_to_writer(sqlite_of(port));
    }
    return sqlite_run(sqlite_of(port), "BEGIN") ? STORE_OK : sqlite_failed(sqlite_of(port));
}

static bool bind_query(sqlite3_stmt *statement, const struct store_query *query)
{
    const struct store_shape *shape = &store_shapes[query->table];
    int at = 0;
    for (size_t i = 0; i < query->equal_count; i++) {
        const size_t column = query->by_second ? shape->by_second[i] : i;
        if (!bind_cell(statement, ++at, &query->equal[i], store_column_is_bytes(shape, column))) {
            return false;
        }
    }
    return !query->ranged || (sqlite3_bind_int64(statement, at + 1, query->from) == SQLITE_OK &&
                              sqlite3_bind_int64(statement, at + 2, query->to) == SQLITE_OK);
}

static void read_row(sqlite3_stmt *statement, const struct store_shape *shape,
                     struct store_row *row)
{
    for (int i = 0; i < shape->column_count; i++) {
        struct store_cell *cell = &row->cells[i];
        if (store_column_is_bytes(shape, (size_t)i)) {
            cell->bytes = sqlite3_column_blob(statement, i);
            cell->size = (size_t)sqlite3_column_bytes(statement, i);
        } else {
            cell->number = sqlite3_column_int64(statement, i);
        }
    }
}

static enum store_status port_find(struct store_port *port, const struct store_query *query,
                                   store_visit *visit, void *context)
{
    struct sqlite_port *self = sqlite_of(port);
    sqlite3_stmt *statement = NULL;
    char text[SQL_TEXT_MAX];
    struct store_row row = {0};
    sql_select(&sql_sqlite, query, text, sizeof text);
    if (sqlite3_prepare_v2(self->db, text, -1, &statement, NULL) != SQLITE_OK ||
        !bind_query(statement, query)) {
        const enum store_status status = sqlite_failed(self);
        (void)sqlite3_finalize(statement);
        return status;
    }
    int step = sqlite3_step(statement);
    while (step == SQLITE_ROW) {
        read_row(statement, &store_shapes[query->table], &row);
        if (!visit(context, &row)) {
            break;
        }
        step = sqlite3_step(statement);
    }
    const enum store_status status =
        step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : sqlite_failed(self);
    (void)sqlite3_finalize(statement);
    return status;
}

static void port_close(struct store_port *port)
{
    struct sqlite_port *self = sqlite_of(port);
    sqlite_log_close(self);
    for (size_t i = 0; i < STORE_TABLE_COUNT; i++) {
        (void)sqlite3_finalize(self->inserts[i]);
    }
    (void)sqlite3_finalize(self->begin);
    (void)sqlite3_finalize(self->commit);
    (void)sqlite3_finalize(self->rollback);
    UTH_CHECK(sqlite3_close(self->db) != SQLITE_BUSY); // as long as a statement is left
    if (self->hold >= 0) {
        (void)close(self->hold);
    }
    free(self);
}

const struct store_port_functions sqlite_functions = {
    port_begin, port_put,   port_commit,    port_rollback, port_look,
    port_find,  port_close, sqlite_examine, sqlite_sort,
};
