// Opening a PostgreSQL store: reach the server, wait until it is ready, bring the schema up to date.
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "store/sql.h"

#define SCHEMA_LOCK          "1970563121" // two programs must not bring the schema up to date at once
#define START_PAUSE_MS       100
#define APPLICATION_NAME_MAX 63

// ---- the schema ----------------------------------------------------------------------------------

static enum store_status read_number(struct postgres_port *self, const char *sql, int64_t *number)
{
    PGresult *result = PQexecParams(self->connection, sql, 0, NULL, NULL, NULL, NULL, 1);
    enum store_status status = STORE_OK;
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        status = postgres_failed(self, result);
    } else if (PQntuples(result) != 1 || PQgetlength(result, 0, 0) != 8) {
        status = postgres_say(self, STORE_ERR_DAMAGED, "it does not say the version of its schema");
    } else {
        *number = postgres_big_endian(PQgetvalue(result, 0, 0));
    }
    PQclear(result);
    return status;
}

static enum store_status read_version(struct postgres_port *self, int64_t *version)
{
    const enum store_status status =
        read_number(self, "SELECT count(to_regclass('uth_meta'))", version);
    if (status != STORE_OK || *version == 0) {
        return status;
    }
    return read_number(self, "SELECT version FROM uth_meta WHERE id = 1", version);
}

static enum store_status make_schema(struct postgres_port *self)
{
    uint8_t id[STORE_ID_SIZE];
    char text[SQL_SCHEMA_MAX];
    char row[160];
    char hex[2 * STORE_ID_SIZE + 1];
    randombytes_buf(id, sizeof id);
    (void)sodium_bin2hex(hex, sizeof hex, id, sizeof id);
    (void)snprintf(row, sizeof row, "INSERT INTO uth_meta VALUES (1, %d, '\\x%s')", SQL_VERSION,
                   hex);
    sql_schema(&sql_postgres, text);
    const enum store_status status = postgres_run(self, text);
    return status == STORE_OK ? postgres_run(self, row) : status;
}

static enum store_status make_once(struct postgres_port *self)
{
    int64_t version = 0;
    enum store_status status =
        postgres_run(self, "BEGIN; SELECT pg_advisory_xact_lock(" SCHEMA_LOCK ")");
    self->begun = status == STORE_OK;
    if (status == STORE_OK) {
        status = read_version(self, &version);
    }
    if (status == STORE_OK && version == 0) {
        status = make_schema(self);
    }
    if (status == STORE_OK) {
        status = postgres_run(self, "COMMIT");
    }
    self->base.functions->rollback(&self->base);
    return status;
}

static enum store_status check_version(struct postgres_port *self)
{
    int64_t version = 0;
    enum store_status status = read_version(self, &version);
    if (status == STORE_OK) {
        status =
            sql_check_version(version, self->options.read_only, self->server, self->base.fault);
    }
    return status == STORE_OK && version == 0 ? make_once(self) : status;
}

// The server by host and database: the URL itself may hold a password.
static void name_server(struct postgres_port *self)
{
    const char *host = PQhost(self->connection);
    const char *database = PQdb(self->connection);
    (void)snprintf(self->server, sizeof self->server, "postgres at %s, database %s",
                   host != NULL && host[0] != '\0' ? host : "its socket",
                   database != NULL && database[0] != '\0' ? database : "(default)");
}

// ---- opening ----------------------------------------------------------------------------------

// A server that vanished without a word is noticed within seconds, not hours.
static const char *const connect_names[] = {
    "dbname",           "application_name",    "connect_timeout",  "keepalives_idle",
    "keepalives_count", "keepalives_interval", "tcp_user_timeout", NULL};

struct connect_values {
    char who[SOLE_WHO_MAX];
    const char *list[sizeof connect_names / sizeof connect_names[0]];
};

static void connect_to(struct connect_values *values, const char *url)
{
    store_name_self(values->who);
    values->who[APPLICATION_NAME_MAX] = '\0'; // the server would cut it there
    const char *const list[] = {url, values->who, "3", "5", "3", "2", "10000", NULL};
    _Static_assert(sizeof list == sizeof values->list, "a value for each name");
    memcpy(values->list, list, sizeof list);
}

static void say_waiting(const struct postgres_port *self, const char *what)
{
    char text[FAULT_TEXT_MAX];
    if (self->options.say != NULL) {
        (void)snprintf(text, sizeof text, "%s: %s; waiting up to %u s", self->server, what,
                       self->options.starting_ms / 1000);
        self->options.say(self->options.say_context, text);
    }
}

// By the clock that only measures: an answer may take longer than the pauses between them.
static int64_t measured_ms(void)
{
    struct timespec now;
    UTH_CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_starting(void)
{
    const struct timespec pause = {0, START_PAUSE_MS * 1000000L};
    (void)nanosleep(&pause, NULL);
}

// libpq tells why a server refused us in the server's language only; its ping knows the SQLSTATE
// 57P03: starting, recovering, or going down to start again. Returns what it said last.
static PGPing wait_until_started(struct postgres_port *self, const struct connect_values *values)
{
    bool told = false;
    PGPing answer = PQpingParams(connect_names, values->list, 1);
    const int64_t until_ms = measured_ms() + self->options.starting_ms;
    while (measured_ms() < until_ms) {
        if (answer == PQPING_OK || (answer != PQPING_REJECT && !told)) {
            break;
        }
        if (!told) {
            say_waiting(self, "the database is starting or recovering");
            told = true;
        }
        pause_starting();
        answer = PQpingParams(connect_names, values->list, 1);
    }
    return answer;
}

// A writer that finds a standby waits for its promotion; a reader is content with it.
static enum store_status wait_until_promoted(struct postgres_port *self)
{
    bool standby = false;
    char ignored[64];
    enum store_status status = postgres_look_at_server(self, &standby, ignored);
    if (standby && status == STORE_OK) {
        say_waiting(self, "this is a standby, which takes no writes until it is promoted");
    }
    const int64_t until_ms = measured_ms() + self->options.starting_ms;
    while (standby && status == STORE_OK && measured_ms() < until_ms) {
        pause_starting();
        status = postgres_look_at_server(self, &standby, ignored);
    }
    return status;
}

static enum store_status reach_server(struct postgres_port *self, const char *url)
{
    struct connect_values values;
    connect_to(&values, url);
    self->connection = PQconnectdbParams(connect_names, values.list, 1);
    if (self->connection == NULL) {
        const char *missing = libpq_fault();
        return missing[0] != '\0'
                   ? store_fail(self->base.fault, STORE_ERR_UNREACHABLE, "%s", missing)
                   : store_fail(self->base.fault, STORE_ERR_MEMORY, "out of memory");
    }
    name_server(self);
    const PGPing answer = postgres_lost(self) ? wait_until_started(self, &values) : PQPING_OK;
    if (postgres_lost(self) && answer == PQPING_OK) {
        PQreset(self->connection);
    }
    if (postgres_lost(self)) {
        // A server that takes connections, only not ours: libpq has no SQLSTATE for that.
        const char *text = PQerrorMessage(self->connection);
        return postgres_say(
            self, answer == PQPING_OK ? STORE_ERR_PERMISSION : STORE_ERR_UNREACHABLE, text);
    }
    return self->options.read_only ? STORE_OK : wait_until_promoted(self);
}

static enum store_status open_server(struct postgres_port *self, const char *url)
{
    enum store_status status = reach_server(self, url);
    if (status == STORE_OK) {
        status = postgres_set_session(self);
    }
    if (status == STORE_OK) {
        status = check_version(self);
    }
    if (status == STORE_OK && self->options.sole) {
        status = postgres_hold(self);
    }
    const bool prepared = self->writes || self->options.read_only;
    return status == STORE_OK && !prepared ? postgres_prepare(self) : status;
}

enum store_status store_postgres_open(const char *url, const struct store_options *options,
                                      struct fault *fault, struct store_port **port)
{
    struct postgres_port *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return store_fail(fault, STORE_ERR_MEMORY, "%s", store_status_text(STORE_ERR_MEMORY));
    }
    self->base.functions = &postgres_functions;
    self->base.fault = fault;
    self->options = *options;
    const enum store_status status = open_server(self, url);
    if (status != STORE_OK) {
        self->base.functions->close(&self->base);
        return status;
    }
    *port = &self->base;
    return STORE_OK;
}
