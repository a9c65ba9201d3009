// SQLite behind the port: one file, WAL, every commit flushed to the disk before it returns.
//
// The connection takes no lock between transactions, so an auditor may read beside the writer.
// Two writers are safe too: the position of a batch is its key, so the slower one finds a conflict.
// A sole writer holds a lock on a file beside the database.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>
#include <sqlite3.h>

#include "store/port.h"
#include "store/schema.h"
#include "store/sql.h"

#define APPLICATION_ID   0x75746831 // "uth1", in the header of the file
#define BUSY_TIMEOUT_MAX 60000
#define WATCH_NS         50000000 // between two looks whether to stop
#define LOG_MAX          16777216 // bytes the log (WAL) keeps on the disk when it starts again
#define YIELD_MS         500      // a reader waits at most so long for the log to start again
#define YIELD_PAUSE_MS   5
#define TEXT_OF(number)  TEXT(number)
#define TEXT(number)     #number

struct sqlite_port {
    struct store_port base;
    sqlite3 *db;
    sqlite3_stmt *inserts[STORE_TABLE_COUNT];
    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *rollback;
    const char *path; // behind the struct
    int hold;         // the file beside the database that a sole writer has locked; -1: none
    int64_t log_size; // when a reader last looked, in bytes
};

static struct sqlite_port *of(struct store_port *port)
{
    return (struct sqlite_port *)port;
}

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

static enum store_status failed(struct sqlite_port *self)
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

static bool run(struct sqlite_port *self, const char *sql)
{
    return sqlite3_exec(self->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

// ---- transactions -----------------------------------------------------------------------------

static bool step_once(sqlite3_stmt *statement)
{
    const bool good = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && good;
}

// Prepared long before, so that it takes no memory; after a failed write the transaction may be gone
// already, which is what we want.
static void port_rollback(struct store_port *port)
{
    if (sqlite3_get_autocommit(of(port)->db) == 0) {
        (void)step_once(of(port)->rollback);
    }
}

// One that could not be rolled back must not stand in the way of the next.
static enum store_status port_begin(struct store_port *port, bool alone)
{
    (void)alone; // the lock of the file is all there is
    port_rollback(port);
    return step_once(of(port)->begin) ? STORE_OK : failed(of(port));
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
    return step_once(statement);
}

static enum store_status port_put(struct store_port *port, enum store_table table,
                                  const struct store_row *rows, size_t count)
{
    struct sqlite_port *self = of(port);
    for (size_t i = 0; i < count; i++) {
        if (!put_row(self->inserts[table], &store_shapes[table], &rows[i])) {
            return failed(self);
        }
    }
    return STORE_OK;
}

// When the flush fails the last frames may be whole in the file all the same, and a restart would
// find them: then nobody can say yet whether the batch is stored.
static enum store_status port_commit(struct store_port *port)
{
    if (step_once(of(port)->commit)) {
        return STORE_OK;
    }
    const enum store_status status = failed(of(port));
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
    for (int waited = 0; grew && size > LOG_MAX && waited < YIELD_MS; waited += YIELD_PAUSE_MS) {
        (void)nanosleep(&pause, NULL);
        size = log_size(self);
    }
    self->log_size = size;
}

// The first find takes the snapshot.
static enum store_status port_look(struct store_port *port)
{
    port_rollback(port);
    if (sqlite3_db_readonly(of(port)->db, "main") == 1) {
        yield_to_writer(of(port));
    }
    return run(of(port), "BEGIN") ? STORE_OK : failed(of(port));
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
    struct sqlite_port *self = of(port);
    sqlite3_stmt *statement = NULL;
    char text[SQL_TEXT_MAX];
    struct store_row row = {0};
    sql_select(&sql_sqlite, query, text, sizeof text);
    if (sqlite3_prepare_v2(self->db, text, -1, &statement, NULL) != SQLITE_OK ||
        !bind_query(statement, query)) {
        const enum store_status status = failed(self);
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
        step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(self);
    (void)sqlite3_finalize(statement);
    return status;
}

static void port_close(struct store_port *port)
{
    struct sqlite_port *self = of(port);
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

// ---- examining --------------------------------------------------------------------------------

// SQLite walks through all pages without asking anybody: it can only be interrupted from another
// thread, again and again because one that comes before the walk has begun is lost.
struct watch {
    sqlite3 *db;
    const atomic_bool *stop;
    atomic_bool over;
    pthread_t thread;
    bool is_on;
};

static void *interrupt_when_stopped(void *argument)
{
    const struct watch *watch = argument;
    const struct timespec pause = {.tv_nsec = WATCH_NS};
    while (!atomic_load(&watch->over)) {
        if (atomic_load(watch->stop)) {
            sqlite3_interrupt(watch->db);
        }
        (void)nanosleep(&pause, NULL);
    }
    return NULL;
}

// Without a thread for it the examination takes its time, as it does without `stop`.
static void watch_start(struct watch *watch, sqlite3 *db, const atomic_bool *stop)
{
    watch->db = db;
    watch->stop = stop;
    atomic_init(&watch->over, false);
    watch->is_on =
        stop != NULL && pthread_create(&watch->thread, NULL, interrupt_when_stopped, watch) == 0;
}

static void watch_end(struct watch *watch)
{
    atomic_store(&watch->over, true);
    if (watch->is_on) {
        (void)pthread_join(watch->thread, NULL);
    }
}

// Every page, every row, and every index against its table.
static enum store_status examine_pages(struct sqlite_port *self)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(self->db, "PRAGMA integrity_check(1)", -1, &statement, NULL) !=
            SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
        const enum store_status status = failed(self);
        (void)sqlite3_finalize(statement);
        return status;
    }
    const char *said = (const char *)sqlite3_column_text(statement, 0);
    enum store_status status = STORE_OK;
    if (said == NULL || strcmp(said, "ok") != 0) {
        status = store_fail(self->base.fault, STORE_ERR_DAMAGED, "%s: damaged: %.200s", self->path,
                            said != NULL ? said : "out of memory");
    }
    (void)sqlite3_finalize(statement);
    return status;
}

static enum store_status visit_texts(struct sqlite_port *self, struct schema *schema,
                                     sqlite3_stmt *statement, schema_visit *visit)
{
    const char *what = (const char *)sqlite3_column_text(statement, 0);
    const char *how = (const char *)sqlite3_column_text(statement, 1);
    return what != NULL && how != NULL ? visit(schema, what, how) : failed(self);
}

static enum store_status visit_rows(struct sqlite_port *self, struct schema *schema,
                                    const char *sql, schema_visit *visit)
{
    sqlite3_stmt *statement = NULL;
    enum store_status status = STORE_OK;
    int step = sqlite3_prepare_v2(self->db, sql, -1, &statement, NULL);
    step = step == SQLITE_OK ? sqlite3_step(statement) : step;
    while (step == SQLITE_ROW && status == STORE_OK) {
        status = visit_texts(self, schema, statement, visit);
        step = sqlite3_step(statement);
    }
    if (status == STORE_OK && step != SQLITE_DONE) {
        status = failed(self);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

// What the catalogue has words for is named by it; the statements tell the rest.
static enum store_status examine_schema(struct sqlite_port *self)
{
    struct schema schema;
    schema_expect(&schema, &sql_sqlite, self->path, self->base.fault);
    enum store_status status = visit_rows(self, &schema, sql_sqlite.catalogue, schema_hold);
    status = status == STORE_OK ? schema_end(&schema) : status;
    return status != STORE_OK
               ? status
               : visit_rows(self, &schema, sql_sqlite.statements, schema_hold_statement);
}

static enum store_status port_examine(struct store_port *port, const atomic_bool *stop)
{
    struct sqlite_port *self = of(port);
    struct watch watch;
    watch_start(&watch, self->db, stop);
    enum store_status status = examine_pages(self);
    status = status == STORE_OK ? examine_schema(self) : status;
    watch_end(&watch);
    return status;
}

static const struct store_port_functions functions = {
    port_begin, port_put,  port_commit, port_rollback,
    port_look,  port_find, port_close,  port_examine,
};

// ---- opening ----------------------------------------------------------------------------------

// The file is made by us, not by SQLite, so that nobody else can ever read it; the WAL takes over
// its mode.
static enum store_status make_file(struct sqlite_port *self)
{
    const int file = open(self->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        (void)close(file);
        return STORE_OK;
    }
    const int why = errno;
    if (why == EEXIST) {
        return STORE_OK;
    }
    const enum store_status status = why == ENOSPC || why == EDQUOT ? STORE_ERR_FULL
                                     : why == EROFS                 ? STORE_ERR_READ_ONLY
                                                                    : STORE_ERR_PERMISSION;
    return store_fail(self->base.fault, status, "%s: cannot make the file: %s", self->path,
                      strerror(why));
}

// SQLite would say that its disk fails.
static enum store_status check_kind(struct sqlite_port *self)
{
    struct stat what;
    return stat(self->path, &what) == 0 && S_ISDIR(what.st_mode)
               ? store_fail(self->base.fault, STORE_ERR_NOT_A_STORE,
                            "%s: this is a directory; a store is a file", self->path)
               : STORE_OK;
}

static enum store_status check_file(struct sqlite_port *self)
{
    return access(self->path, R_OK) == 0
               ? STORE_OK
               : store_fail(self->base.fault, STORE_ERR_PERMISSION, "%s: cannot read the file: %s",
                            self->path, strerror(errno));
}

// A file of its own, because closing any descriptor of the database's own file would end SQLite's
// locks on it. The system frees the lock with the process, however that ends. What the file says is
// for people; it stays when nobody holds it.
static enum store_status say_who(struct sqlite_port *self)
{
    char who[SOLE_WHO_MAX] = "";
    const ssize_t got = pread(self->hold, who, sizeof who - 1, 0);
    const size_t size = got > 0 ? strcspn(who, "\n") : 0;
    return store_fail(self->base.fault, STORE_ERR_TAKEN,
                      "%s: %.*s has it open for writing, until that process ends; one at a time",
                      self->path, (int)(size != 0 ? size : 15),
                      size != 0 ? who : "another process");
}

static enum store_status hold(struct sqlite_port *self)
{
    char path[PATH_MAX];
    char who[SOLE_WHO_MAX];
    if ((size_t)snprintf(path, sizeof path, "%s.writer", self->path) >= sizeof path) {
        return store_fail(self->base.fault, STORE_ERR_PERMISSION, "%s: too long", self->path);
    }
    self->hold = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (self->hold < 0) {
        return store_fail(self->base.fault, STORE_ERR_PERMISSION, "%s: cannot be opened: %s", path,
                          strerror(errno));
    }
    if (flock(self->hold, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? say_who(self)
                                    : store_fail(self->base.fault, STORE_ERR_IO,
                                                 "%s: cannot be locked: %s", path, strerror(errno));
    }
    // Made by an administrator, it is still the service's: SQLite gives its own files away alike.
    struct stat owner;
    if (geteuid() == 0 && stat(self->path, &owner) == 0) {
        (void)!fchown(self->hold, owner.st_uid, owner.st_gid);
    }
    store_name_self(who);
    const size_t size = strlen(who);
    // A full disk is no reason: then the next one is told of a process without a name.
    (void)!(ftruncate(self->hold, 0) == 0 && pwrite(self->hold, who, size, 0) == (ssize_t)size);
    return STORE_OK;
}

static bool read_number(struct sqlite_port *self, const char *sql, int64_t *number)
{
    sqlite3_stmt *statement = NULL;
    const bool good = sqlite3_prepare_v2(self->db, sql, -1, &statement, NULL) == SQLITE_OK &&
                      sqlite3_step(statement) == SQLITE_ROW;
    if (good) {
        *number = sqlite3_column_int64(statement, 0);
    }
    (void)sqlite3_finalize(statement);
    return good;
}

static bool set_up(struct sqlite_port *self, const struct store_options *options)
{
    const uint32_t patience =
        options->patience_ms < BUSY_TIMEOUT_MAX ? options->patience_ms : BUSY_TIMEOUT_MAX;
    // A stranger's file may hold triggers and views: nothing in it is run.
    return sqlite3_busy_timeout(self->db, (int)patience) == SQLITE_OK &&
           sqlite3_db_config(self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
           sqlite3_db_config(self->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK &&
           run(self, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                     "PRAGMA temp_store = MEMORY");
}

// Version 0 is an empty file. Anything with tables that are not ours is somebody else's.
static enum store_status read_version(struct sqlite_port *self, int64_t *version)
{
    int64_t tables;
    int64_t application;
    if (!read_number(self, "SELECT count(*) FROM sqlite_schema", &tables) ||
        !read_number(self, "PRAGMA application_id", &application)) {
        return failed(self);
    }
    if (tables == 0) {
        *version = 0;
        return STORE_OK;
    }
    if (application != APPLICATION_ID) {
        return store_fail(self->base.fault, STORE_ERR_NOT_A_STORE,
                          "%s: this is a database of another program", self->path);
    }
    const bool told = read_number(self, "SELECT version FROM uth_meta WHERE id = 1", version);
    if (!told && (sqlite3_errcode(self->db) & 0xff) == SQLITE_NOMEM) {
        return failed(self); // it could not be read: that says nothing about the file
    }
    if (!told || *version < 1) {
        return store_fail(self->base.fault, STORE_ERR_DAMAGED,
                          "%s: damaged: it does not say the version of its schema", self->path);
    }
    return STORE_OK;
}

static bool prepare(struct sqlite_port *self, const char *text, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(self->db, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
           SQLITE_OK;
}

static bool prepare_all(struct sqlite_port *self)
{
    char text[SQL_TEXT_MAX];
    for (size_t i = 0; i < STORE_TABLE_COUNT; i++) {
        sql_insert(&sql_sqlite, (enum store_table)i, text, sizeof text);
        if (!prepare(self, text, &self->inserts[i])) {
            return false;
        }
    }
    return prepare(self, "BEGIN IMMEDIATE", &self->begin) && prepare(self, "COMMIT", &self->commit);
}

static enum store_status make_schema(struct sqlite_port *self)
{
    uint8_t id[STORE_ID_SIZE];
    char text[SQL_SCHEMA_MAX];
    char row[160];
    char hex[2 * STORE_ID_SIZE + 1];
    randombytes_buf(id, sizeof id);
    (void)sodium_bin2hex(hex, sizeof hex, id, sizeof id);
    (void)sqlite3_snprintf(sizeof row, row,
                           "PRAGMA application_id = %d; INSERT INTO uth_meta VALUES (1, %d, x'%s')",
                           APPLICATION_ID, SQL_VERSION, hex);
    sql_schema(&sql_sqlite, text);
    return run(self, text) && run(self, row) ? STORE_OK : failed(self);
}

// Another process may be making it in the same file: the version is read again under the lock.
static enum store_status make_once(struct sqlite_port *self)
{
    int64_t version = 0;
    if (!run(self, "BEGIN IMMEDIATE")) {
        return failed(self);
    }
    enum store_status status = read_version(self, &version);
    if (status == STORE_OK && version == 0) {
        status = make_schema(self);
    }
    if (status == STORE_OK && !run(self, "COMMIT")) {
        status = failed(self);
    }
    port_rollback(&self->base);
    return status;
}

static enum store_status check_version(struct sqlite_port *self,
                                       const struct store_options *options)
{
    int64_t version = 0;
    enum store_status status = read_version(self, &version);
    if (status == STORE_OK) {
        status = sql_check_version(version, options->read_only, self->path, self->base.fault);
    }
    return status == STORE_OK && version == 0 ? make_once(self) : status;
}

static enum store_status open_for_writing(struct sqlite_port *self,
                                          const struct store_options *options)
{
    if (sqlite3_db_readonly(self->db, "main") == 1) {
        return store_fail(self->base.fault, STORE_ERR_READ_ONLY,
                          "%s: the file or its directory is read-only", self->path);
    }
    // A commit writes each page it touches whole to the log, for a few hundred bytes of news. Of pages half
    // as large as SQLite's own choice, twice as many are read: that costs less than it saves.
    if (!run(self, "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                   "PRAGMA journal_size_limit = " TEXT_OF(LOG_MAX))) {
        return failed(self);
    }
    const enum store_status status = check_version(self, options);
    return status == STORE_OK && !prepare_all(self) ? failed(self) : status;
}

static enum store_status open_file(struct sqlite_port *self, const struct store_options *options)
{
    int64_t ignored;
    const int flags = options->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    enum store_status status = check_kind(self);
    if (status == STORE_OK) {
        status = options->read_only ? check_file(self) : make_file(self);
    }
    if (status == STORE_OK && options->sole) {
        status = hold(self);
    }
    if (status != STORE_OK) {
        return status;
    }
    if (sqlite3_open_v2(self->path, &self->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        return self->db != NULL ? failed(self) : STORE_ERR_MEMORY;
    }
    // SQLite opens lazily: what the file is shows at the first look into it.
    if (!set_up(self, options) || !read_number(self, "PRAGMA schema_version", &ignored) ||
        !prepare(self, "ROLLBACK", &self->rollback)) {
        return failed(self);
    }
    return options->read_only ? check_version(self, options) : open_for_writing(self, options);
}

enum store_status store_sqlite_open(const char *path, const struct store_options *options,
                                    struct fault *fault, struct store_port **port)
{
    const size_t size = strlen(path) + 1;
    struct sqlite_port *self = calloc(1, sizeof *self + size);
    if (self == NULL) {
        return store_fail(fault, STORE_ERR_MEMORY, "%s", store_status_text(STORE_ERR_MEMORY));
    }
    memcpy(self + 1, path, size);
    self->path = (const char *)(self + 1);
    self->base.functions = &functions;
    self->base.fault = fault;
    self->hold = -1;
    const enum store_status status = open_file(self, options);
    if (status != STORE_OK) {
        port_close(&self->base);
        return status;
    }
    *port = &self->base;
    return STORE_OK;
}
