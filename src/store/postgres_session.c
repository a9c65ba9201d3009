// The session on the server: what it says went wrong, how it is set up, and the sole writer's lock.
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/sql.h"

#define SOLE_LOCK     "1970563122" // with the number of our table: the sole writer's, of a session
#define SOLE_WAIT_MS  2000         // for the session of a process that was killed to end
#define SOLE_PAUSE_MS 20

// ---- what went wrong --------------------------------------------------------------------------

static const struct {
    const char *state; // SQLSTATE, or the class it begins with
    enum store_status status;
} states[] = {
    {"23505", STORE_ERR_CONFLICT},    {"40", STORE_ERR_CONFLICT},     {"53100", STORE_ERR_FULL},
    {"53200", STORE_ERR_MEMORY},      {"25006", STORE_ERR_READ_ONLY}, {"55P03", STORE_ERR_LOCKED},
    {"57P", STORE_ERR_UNREACHABLE},   {"08", STORE_ERR_UNREACHABLE},  {"28", STORE_ERR_PERMISSION},
    {"42501", STORE_ERR_PERMISSION},  {"3D", STORE_ERR_PERMISSION},   {"23", STORE_ERR_DAMAGED},
    {"42", STORE_ERR_DAMAGED},        {"XX", STORE_ERR_DAMAGED},      {"58", STORE_ERR_IO},
    {"53300", STORE_ERR_UNREACHABLE},
};

static enum store_status status_of(const char *state)
{
    for (size_t i = 0; state != NULL && i < sizeof states / sizeof states[0]; i++) {
        if (strncmp(state, states[i].state, strlen(states[i].state)) == 0) {
            return states[i].status;
        }
    }
    return STORE_ERR_IO;
}

bool postgres_lost(const struct postgres_port *self)
{
    return self->broken || PQstatus(self->connection) != CONNECTION_OK;
}

// The first line of what the server said, without its newline.
enum store_status postgres_say(struct postgres_port *self, enum store_status status,
                               const char *text)
{
    const int length = (int)strcspn(text, "\n");
    return store_fail(self->base.fault, status, "%s: %s (PostgreSQL: %.*s)", self->server,
                      store_status_text(status), length < 200 ? length : 200, text);
}

enum store_status postgres_failed(struct postgres_port *self, const PGresult *result)
{
    const char *state = result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    // A fault without a code is libpq's own, not the server's. libpq may still call the connection
    // good when it could not write to it.
    self->broken = self->broken || state == NULL;
    const enum store_status status = state == NULL ? STORE_ERR_UNREACHABLE : status_of(state);
    return postgres_say(self, status, PQerrorMessage(self->connection));
}

// ---- the connection ---------------------------------------------------------------------------

static void hear_nothing(void *context, const char *message)
{
    (void)context;
    (void)message;
}

enum store_status postgres_run(struct postgres_port *self, const char *sql)
{
    PGresult *result = PQexec(self->connection, sql);
    const ExecStatusType got = PQresultStatus(result);
    const enum store_status status = got == PGRES_COMMAND_OK || got == PGRES_TUPLES_OK
                                         ? STORE_OK
                                         : postgres_failed(self, result);
    PQclear(result);
    return status;
}

void postgres_statement_name(size_t table, char name[8])
{
    name[0] = 'p';
    name[1] = (char)('a' + table);
    name[2] = '\0';
}

enum store_status postgres_prepare(struct postgres_port *self)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < STORE_TABLE_COUNT && status == STORE_OK; i++) {
        char text[SQL_TEXT_MAX];
        char name[8];
        postgres_statement_name(i, name);
        sql_insert_unnest((enum store_table)i, text, sizeof text);
        PGresult *result = PQprepare(self->connection, name, text, 0, NULL);
        status =
            PQresultStatus(result) == PGRES_COMMAND_OK ? STORE_OK : postgres_failed(self, result);
        PQclear(result);
    }
    self->writes = status == STORE_OK;
    return status;
}

enum store_status postgres_look_at_server(struct postgres_port *self, bool *standby, char loses[64])
{
    // What acknowledges a commit before the disk has it, and keeps half a page after a power cut.
    PGresult *result = PQexec(
        self->connection,
        "SELECT pg_is_in_recovery(), (SELECT string_agg(name, ', ' ORDER BY name) FROM pg_settings"
        " WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off')");
    enum store_status status = STORE_OK;
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1) {
        status = postgres_failed(self, result);
    } else {
        *standby = PQgetvalue(result, 0, 0)[0] == 't';
        (void)snprintf(loses, 64, "%s", PQgetvalue(result, 0, 1));
    }
    PQclear(result);
    return status;
}

// Who only reads loses nothing.
static enum store_status may_write(struct postgres_port *self)
{
    bool standby = false;
    char loses[64] = "";
    const enum store_status status = postgres_look_at_server(self, &standby, loses);
    if (status != STORE_OK) {
        return status;
    }
    if (standby) {
        return store_fail(self->base.fault, STORE_ERR_UNREACHABLE,
                          "%s: this is a standby, which takes no writes until it is promoted",
                          self->server);
    }
    if (loses[0] != '\0' && !self->options.accept_loss) {
        return store_fail(self->base.fault, STORE_ERR_LOSES,
                          "%s: it runs with %s turned off, and a crash may lose or damage what was"
                          " acknowledged; turn it on, or accept the loss: accept_loss = 1"
                          " (--accept-loss)",
                          self->server, loses);
    }
    return STORE_OK;
}

// A cut cable ends the server's side of a session within some ten seconds, not after the two hours of
// the system: the sole writer's lock belongs to the session. Set again for this session, the commit
// also keeps waiting for the disk when the server's configuration changes; a stricter setting stays.
enum store_status postgres_set_session(struct postgres_port *self)
{
    char text[640];
    enum store_status status = STORE_OK;
    (void)PQsetNoticeProcessor(self->connection, hear_nothing, NULL);
    self->piping = false;
    self->writes = false;
    self->held = false; // the lock ended with the session
    self->broken = false;
    if (!self->options.read_only) {
        status = may_write(self);
    }
    (void)snprintf(
        text, sizeof text,
        "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
        " WHEN 'local' THEN 'on' ELSE current_setting('synchronous_commit') END, false);"
        "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;"
        "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000;"
        "SET lock_timeout = %u; SET default_transaction_read_only = %s;"
        "SET bytea_output = 'hex'",
        self->options.patience_ms + 1, self->options.read_only ? "on" : "off");
    return status == STORE_OK ? postgres_run(self, text) : status;
}

// ---- the sole writer --------------------------------------------------------------------------

// The lock belongs to the session that writes: a connection without it stores nothing, so whoever
// loses the connection, and finds the lock with another, is fenced.

static enum store_status try_hold(struct postgres_port *self)
{
    PGresult *result = PQexec(self->connection, "SELECT pg_try_advisory_lock(" SOLE_LOCK
                                                ", 'uth_meta'::regclass::oid::int)");
    enum store_status status = STORE_OK;
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1) {
        status = postgres_failed(self, result);
    } else {
        self->held = PQgetvalue(result, 0, 0)[0] == 't';
        self->session = self->held ? PQbackendPID(self->connection) : self->session;
    }
    PQclear(result);
    return status;
}

// Our own session from before a cut may live on until the server notices: then it is not taken, only
// not to be had yet.
static enum store_status say_who(struct postgres_port *self)
{
    PGresult *result = PQexec(
        self->connection,
        "SELECT a.application_name, coalesce(host(a.client_addr), 'its socket'), a.pid"
        " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory'"
        " AND l.granted AND l.classid = " SOLE_LOCK " AND l.objid = 'uth_meta'::regclass::oid"
        " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    const bool known = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    const char *who = known ? PQgetvalue(result, 0, 0) : "another process";
    const char *from = known ? PQgetvalue(result, 0, 1) : "somewhere";
    const bool ourselves =
        known && self->session != 0 && strtol(PQgetvalue(result, 0, 2), NULL, 10) == self->session;
    const enum store_status status = store_fail(
        self->base.fault, ourselves ? STORE_ERR_UNREACHABLE : STORE_ERR_TAKEN,
        "%s: %.80s has it open for writing, from %.40s, until that process ends; one at a"
        " time",
        self->server, who, from);
    PQclear(result);
    return status;
}

enum store_status postgres_hold(struct postgres_port *self)
{
    const struct timespec pause = {0, SOLE_PAUSE_MS * 1000000L};
    enum store_status status = try_hold(self);
    for (int waited = 0; status == STORE_OK && !self->held && waited < SOLE_WAIT_MS;
         waited += SOLE_PAUSE_MS) {
        (void)nanosleep(&pause, NULL);
        status = try_hold(self);
    }
    return status == STORE_OK && !self->held ? say_who(self) : status;
}

enum store_status postgres_connected(struct postgres_port *self)
{
    enum store_status status = STORE_OK;
    if (postgres_lost(self)) {
        PQreset(self->connection);
        if (PQstatus(self->connection) != CONNECTION_OK) {
            return postgres_say(self, STORE_ERR_UNREACHABLE, PQerrorMessage(self->connection));
        }
        status = postgres_set_session(self);
        self->broken = status != STORE_OK; // so that nothing goes through a session not set up
    }
    if (status == STORE_OK && self->options.sole && !self->held) {
        status = postgres_hold(self);
    }
    const bool prepared = self->writes || self->options.read_only;
    return status == STORE_OK && !prepared ? postgres_prepare(self) : status;
}
