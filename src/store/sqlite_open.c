// Opening an SQLite file: its kind, its lock, its schema.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "store/sql.h"
#include "store/sqlite.h"

#define APPLICATION_ID   0x75746831 // "uth1", in the header of the file
#define BUSY_TIMEOUT_MAX 60000
#define TEXT_OF(number)  TEXT(number)
#define TEXT(number)     #number

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
           sqlite_run(self, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                            "PRAGMA temp_store = MEMORY");
}

// Version 0 is an empty file. Anything with tables that are not ours is somebody else's.
static enum store_status read_version(struct sqlite_port *self, int64_t *version)
{
    int64_t tables;
    int64_t application;
    if (!read_number(self, "SELECT count(*) FROM sqlite_schema", &tables) ||
        !read_number(self, "PRAGMA application_id", &application)) {
        return sqlite_failed(self);
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
        return sqlite_failed(self); // it could not be read: that says nothing about the file
    }
    if (!told || *version < 1) {
        return store_fail(self->base.fault, STORE_ERR_DAMAGED,
                          "%s: damaged: it does not say the version of its schema", self->path);
    }
    return STORE_OK;
}

static bool prepare_all(struct sqlite_port *self)
{
    char text[SQL_TEXT_MAX];
    for (size_t i = 0; i < STORE_TABLE_COUNT; i++) {
        sql_insert(&sql_sqlite, (enum store_table)i, text, sizeof text);
        if (!sqlite_prepare(self, text, &self->inserts[i])) {
            return false;
        }
    }
    return sqlite_prepare(self, "BEGIN IMMEDIATE", &self->begin) &&
           sqlite_prepare(self, "COMMIT", &self->commit);
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
    return sqlite_run(self, text) && sqlite_run(self, row) ? STORE_OK : sqlite_failed(self);
}

// Another process may be making it in the same file: the version is read again under the lock.
static enum store_status make_once(struct sqlite_port *self)
{
    int64_t version = 0;
    if (!sqlite_run(self, "BEGIN IMMEDIATE")) {
        return sqlite_failed(self);
    }
    enum store_status status = read_version(self, &version);
    if (status == STORE_OK && version == 0) {
        status = make_schema(self);
    }
    if (status == STORE_OK && !sqlite_run(self, "COMMIT")) {
        status = sqlite_failed(self);
    }
    self->base.functions->rollback(&self->base);
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
    if (!sqlite_run(self, "PRAGMA page_size = 2048") ||
        !(self->in_bulk
              ? sqlite_bulk_start(self)
              : sqlite_run(self, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                                 "PRAGMA journal_size_limit = " TEXT_OF(SQLITE_LOG_MAX)))) {
        return sqlite_failed(self);
    }
    if (!self->in_bulk && !options->checkpoints_in_commits) {
        sqlite_log_watch(self);
    }
    const enum store_status status = check_version(self, options);
    if (status == STORE_OK && !prepare_all(self)) {
        return sqlite_failed(self);
    }
    return status == STORE_OK && self->in_bulk ? sqlite_bulk_prepare(self) : status;
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
        return self->db != NULL ? sqlite_failed(self) : STORE_ERR_MEMORY;
    }
    // SQLite opens lazily: what the file is shows at the first look into it.
    if (!set_up(self, options) || !read_number(self, "PRAGMA schema_version", &ignored) ||
        !sqlite_prepare(self, "ROLLBACK", &self->rollback)) {
        return sqlite_failed(self);
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
    self->base.functions = &sqlite_functions;
    self->base.fault = fault;
    self->hold = -1;
    self->in_bulk = options->in_bulk;
    const enum store_status status = open_file(self, options);
    if (status != STORE_OK) {
        self->base.functions->close(&self->base);
        return status;
    }
    *port = &self->base;
    return STORE_OK;
}
