// Looking through the file, and at its schema.
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "store/schema.h"
#include "store/sql.h"
#include "store/sqlite.h"

#define WATCH_NS 50000000 // between two looks whether to stop

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
        const enum store_status status = sqlite_failed(self);
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
    return what != NULL && how != NULL ? visit(schema, what, how) : sqlite_failed(self);
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
        status = sqlite_failed(self);
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

enum store_status sqlite_examine(struct store_port *port, const atomic_bool *stop)
{
    struct sqlite_port *self = sqlite_of(port);
    struct watch watch;
    watch_start(&watch, self->db, stop);
    enum store_status status = examine_pages(self);
    status = status == STORE_OK ? examine_schema(self) : status;
    watch_end(&watch);
    return status;
}
