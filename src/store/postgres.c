// PostgreSQL behind the port, through libpq.
//
// A transaction is one pipeline: BEGIN, one INSERT from arrays for each table, COMMIT, then wait
// once. So a commit costs one round trip however many tables it touches, and the price is that a
// connection lost on the way leaves it open whether the server committed: STORE_ERR_UNKNOWN, which
// the layer above resolves by looking for its batches.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libpq-fe.h>
#include <sodium.h>

#include "store/port.h"
#include "store/schema.h"
#include "store/sql.h"

#define OID_BYTEA            17
#define OID_BIGINT           20
#define MIGRATION_LOCK       "1970563121" // two programs must not bring the schema up to date at once
#define SOLE_LOCK            "1970563122" // with the number of our table: the sole writer's, of a session
#define SOLE_WAIT_MS         2000         // for the session of a process that was killed to end
#define SOLE_PAUSE_MS        20
#define START_PAUSE_MS       100
#define APPLICATION_NAME_MAX 63
#define ARRAY_MAX            ((size_t)512 << 20) // a group of the largest batches, and room

// A growing array of bytes, at most ARRAY_MAX.
struct buffer {
    char *data;
    size_t used;
    size_t size;
};

struct postgres_port {
    struct store_port base;
    PGconn *connection;
    struct store_options options;
    struct buffer columns[STORE_COLUMNS_MAX];
    bool piping;
    bool broken; // libpq could not speak with the server
    bool begun;  // what we ask belongs to a transaction: on another connection it would not
    bool writes; // the statements of the writer are prepared on this connection
    bool held;   // this connection has the lock of the sole writer
    char server[96];
    int session; // the server's process behind the connection that last had it
};

static struct postgres_port *of(struct store_port *port)
{
    return (struct postgres_port *)port;
}

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

static bool lost(const struct postgres_port *self)
{
    return self->broken || PQstatus(self->connection) != CONNECTION_OK;
}

// The first line of what the server said, without its newline.
static enum store_status say(struct postgres_port *self, enum store_status status, const char *text)
{
    const int length = (int)strcspn(text, "\n");
    return store_fail(self->base.fault, status, "%s: %s (PostgreSQL: %.*s)", self->server,
                      store_status_text(status), length < 200 ? length : 200, text);
}

static enum store_status failed(struct postgres_port *self, const PGresult *result)
{
    const char *state = result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    // A fault without a code is libpq's own, not the server's. libpq may still call the connection
    // good when it could not write to it.
    self->broken = self->broken || state == NULL;
    const enum store_status status = state == NULL ? STORE_ERR_UNREACHABLE : status_of(state);
    return say(self, status, PQerrorMessage(self->connection));
}

// ---- the connection ---------------------------------------------------------------------------

static void hear_nothing(void *context, const char *message)
{
    (void)context;
    (void)message;
}

static enum store_status run(struct postgres_port *self, const char *sql)
{
    PGresult *result = PQexec(self->connection, sql);
    const ExecStatusType got = PQresultStatus(result);
    const enum store_status status =
        got == PGRES_COMMAND_OK || got == PGRES_TUPLES_OK ? STORE_OK : failed(self, result);
    PQclear(result);
    return status;
}

static void statement_name(size_t table, char name[8])
{
    name[0] = 'p';
    name[1] = (char)('a' + table);
    name[2] = '\0';
}

static enum store_status prepare_all(struct postgres_port *self)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < STORE_TABLE_COUNT && status == STORE_OK; i++) {
        char text[SQL_TEXT_MAX];
        char name[8];
        statement_name(i, name);
        sql_insert_unnest((enum store_table)i, text, sizeof text);
        PGresult *result = PQprepare(self->connection, name, text, 0, NULL);
        status = PQresultStatus(result) == PGRES_COMMAND_OK ? STORE_OK : failed(self, result);
        PQclear(result);
    }
    self->writes = status == STORE_OK;
    return status;
}

// A standby takes no writes until it is promoted. `standby` and `loses` are untouched on failure.
static enum store_status look_at_server(struct postgres_port *self, bool *standby, char loses[64])
{
    // What acknowledges a commit before the disk has it, and keeps half a page after a power cut.
    PGresult *result = PQexec(
        self->connection,
        "SELECT pg_is_in_recovery(), (SELECT string_agg(name, ', ' ORDER BY name) FROM pg_settings"
        " WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off')");
    enum store_status status = STORE_OK;
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1) {
        status = failed(self, result);
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
    const enum store_status status = look_at_server(self, &standby, loses);
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
static enum store_status set_session(struct postgres_port *self)
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
    return status == STORE_OK ? run(self, text) : status;
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
        status = failed(self, result);
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

static enum store_status hold(struct postgres_port *self)
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

static enum store_status connected(struct postgres_port *self)
{
    enum store_status status = STORE_OK;
    if (lost(self)) {
        PQreset(self->connection);
        if (PQstatus(self->connection) != CONNECTION_OK) {
            return say(self, STORE_ERR_UNREACHABLE, PQerrorMessage(self->connection));
        }
        status = set_session(self);
        self->broken = status != STORE_OK; // so that nothing goes through a session not set up
    }
    if (status == STORE_OK && self->options.sole && !self->held) {
        status = hold(self);
    }
    const bool prepared = self->writes || self->options.read_only;
    return status == STORE_OK && !prepared ? prepare_all(self) : status;
}

// ---- arrays as the server reads them ----------------------------------------------------------

static bool reserve(struct buffer *buffer, size_t more)
{
    if (buffer->size - buffer->used >= more) {
        return true;
    }
    size_t size = buffer->size == 0 ? 4096 : buffer->size;
    while (size - buffer->used < more && size < ARRAY_MAX) {
        size *= 2;
    }
    char *data = size - buffer->used >= more ? realloc(buffer->data, size) : NULL;
    if (data == NULL) {
        return false;
    }
    buffer->data = data;
    buffer->size = size;
    return true;
}

static void add_big_endian(struct buffer *buffer, uint64_t value, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        buffer->data[buffer->used++] = (char)(value >> (8 * (width - 1 - i)));
    }
}

static bool build_array(struct buffer *buffer, const struct store_row *rows, size_t count,
                        size_t column, bool bytes)
{
    buffer->used = 0;
    if (!reserve(buffer, 20)) {
        return false;
    }
    add_big_endian(buffer, 1, 4); // dimensions
    add_big_endian(buffer, 0, 4); // no NULL in it
    add_big_endian(buffer, bytes ? OID_BYTEA : OID_BIGINT, 4);
    add_big_endian(buffer, count, 4);
    add_big_endian(buffer, 1, 4); // counted from
    for (size_t i = 0; i < count; i++) {
        const struct store_cell *cell = &rows[i].cells[column];
        const size_t size = bytes ? cell->size : 8;
        if (!reserve(buffer, 4 + size)) {
            return false;
        }
        add_big_endian(buffer, size, 4);
        if (!bytes) {
            add_big_endian(buffer, (uint64_t)cell->number, 8);
        } else if (size != 0) {
            memcpy(buffer->data + buffer->used, cell->bytes, size);
            buffer->used += size;
        }
    }
    return true;
}

// ---- transactions -----------------------------------------------------------------------------

static bool send_plain(struct postgres_port *self, const char *sql)
{
    return PQsendQueryParams(self->connection, sql, 0, NULL, NULL, NULL, NULL, 0) == 1;
}

static enum store_status port_begin(struct store_port *port, bool alone)
{
    struct postgres_port *self = of(port);
    enum store_status status = connected(self);
    if (status != STORE_OK) {
        return status;
    }
    self->begun = true;
    if (alone) {
        status = run(self, "BEGIN");
        return status != STORE_OK ? status
                                  : run(self, "SELECT id FROM uth_head WHERE id = 1 FOR UPDATE");
    }
    if (PQenterPipelineMode(self->connection) != 1 || !send_plain(self, "BEGIN")) {
        return failed(self, NULL);
    }
    self->piping = true;
    return STORE_OK;
}

static enum store_status port_put(struct store_port *port, enum store_table table,
                                  const struct store_row *rows, size_t count)
{
    struct postgres_port *self = of(port);
    const struct store_shape *shape = &store_shapes[table];
    const char *values[STORE_COLUMNS_MAX];
    int lengths[STORE_COLUMNS_MAX];
    const int formats[STORE_COLUMNS_MAX] = {1, 1, 1, 1, 1, 1, 1};
    char name[8];
    if (!self->piping && PQenterPipelineMode(self->connection) != 1) {
        return failed(self, NULL);
    }
    self->piping = true;
    for (size_t i = 0; i < shape->column_count; i++) {
        if (!build_array(&self->columns[i], rows, count, i, store_column_is_bytes(shape, i))) {
            return say(self, STORE_ERR_MEMORY, "no memory for the arrays");
        }
        values[i] = self->columns[i].data;
        lengths[i] = (int)self->columns[i].used;
    }
    statement_name(table, name);
    return PQsendQueryPrepared(self->connection, name, shape->column_count, values, lengths,
                               formats, 1) == 1
               ? STORE_OK
               : failed(self, NULL);
}

// Reads results up to the end of the pipeline. The first fault counts; what follows only says that
// it was skipped. The answer to COMMIT is the last before the end.
static enum store_status drain(struct postgres_port *self, bool *committed)
{
    enum store_status status = STORE_OK;
    int pauses = 0; // a NULL ends each statement; two in a row mean there is nothing more
    *committed = false;
    while (pauses < 2) {
        PGresult *result = PQgetResult(self->connection);
        const ExecStatusType got = PQresultStatus(result);
        if (result == NULL) {
            pauses++;
            continue;
        }
        pauses = 0;
        if (got == PGRES_COMMAND_OK) {
            *committed = strcmp(PQcmdStatus(result), "COMMIT") == 0;
        } else if (got != PGRES_TUPLES_OK && got != PGRES_PIPELINE_SYNC && status == STORE_OK) {
            status = got == PGRES_PIPELINE_ABORTED ? STORE_ERR_IO : failed(self, result);
        }
        PQclear(result);
        if (got == PGRES_PIPELINE_SYNC) {
            break;
        }
    }
    return status;
}

static enum store_status port_commit(struct store_port *port)
{
    struct postgres_port *self = of(port);
    bool committed = false;
    if (!self->piping && PQenterPipelineMode(self->connection) != 1) {
        return failed(self, NULL);
    }
    self->piping = true;
    const bool sent = send_plain(self, "COMMIT") && PQpipelineSync(self->connection) == 1;
    const enum store_status status = sent ? drain(self, &committed) : STORE_OK;
    if (committed) {
        self->piping = PQexitPipelineMode(self->connection) != 1;
        self->begun = false;
        return STORE_OK;
    }
    // The server told of its end before it came to our COMMIT, or did not tell at all.
    if (lost(self) || status == STORE_ERR_UNREACHABLE) {
        return say(self, STORE_ERR_UNKNOWN, PQerrorMessage(self->connection));
    }
    return status != STORE_OK ? status : failed(self, NULL);
}

static void port_rollback(struct store_port *port)
{
    struct postgres_port *self = of(port);
    bool ignored;
    self->begun = false;
    if (self->piping && !lost(self)) {
        if (PQexitPipelineMode(self->connection) != 1 && PQpipelineSync(self->connection) == 1) {
            (void)drain(self, &ignored);
            (void)PQexitPipelineMode(self->connection);
        }
    }
    self->piping = false;
    if (!lost(self) && PQtransactionStatus(self->connection) != PQTRANS_IDLE) {
        struct store_fault kept = *self->base.fault;
        (void)run(self, "ROLLBACK"); // the connection is reset when even that fails
        *self->base.fault = kept;
    }
    if (!lost(self) && PQtransactionStatus(self->connection) != PQTRANS_IDLE) {
        PQreset(self->connection);
        (void)set_session(self); // what it leaves undone the next begin does, or tells
    }
}

// ---- reading ----------------------------------------------------------------------------------

static enum store_status port_look(struct store_port *port)
{
    static const char snapshot[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    struct postgres_port *self = of(port);
    enum store_status status = connected(self);
    if (status == STORE_OK) {
        status = run(self, snapshot);
    }
    // A connection that was cut shows only when it is used; nothing was asked for yet.
    if (status != STORE_OK && lost(self)) {
        status = connected(self);
        status = status == STORE_OK ? run(self, snapshot) : status;
    }
    self->begun = status == STORE_OK;
    return status;
}

static int64_t read_big_endian(const char *data)
{
    uint64_t value = 0;
    for (size_t i = 0; i < 8; i++) {
        value = value << 8 | (uint8_t)data[i];
    }
    return (int64_t)value;
}

static void read_row(const PGresult *result, const struct store_shape *shape, struct store_row *row)
{
    for (int i = 0; i < shape->column_count; i++) {
        struct store_cell *cell = &row->cells[i];
        if (store_column_is_bytes(shape, (size_t)i)) {
            cell->bytes = (const uint8_t *)PQgetvalue(result, 0, i);
            cell->size = (size_t)PQgetlength(result, 0, i);
        } else {
            cell->number = read_big_endian(PQgetvalue(result, 0, i));
        }
    }
}

struct parameters {
    char numbers[STORE_KEYS_MAX + 2][8];
    const char *values[STORE_KEYS_MAX + 2];
    int lengths[STORE_KEYS_MAX + 2];
    int formats[STORE_KEYS_MAX + 2];
    Oid types[STORE_KEYS_MAX + 2];
    int count;
};

static void add_number(struct parameters *to, int64_t number)
{
    struct buffer buffer = {to->numbers[to->count], 0, 8};
    add_big_endian(&buffer, (uint64_t)number, 8);
    to->values[to->count] = to->numbers[to->count];
    to->lengths[to->count] = 8;
    to->formats[to->count] = 1;
    to->types[to->count++] = OID_BIGINT;
}

static void add_parameters(struct parameters *to, const struct store_query *query)
{
    const struct store_shape *shape = &store_shapes[query->table];
    to->count = 0;
    for (size_t i = 0; i < query->equal_count; i++) {
        const size_t column = query->by_second ? shape->by_second[i] : i;
        if (!store_column_is_bytes(shape, column)) {
            add_number(to, query->equal[i].number);
            continue;
        }
        to->values[to->count] = (const char *)query->equal[i].bytes;
        to->lengths[to->count] = (int)query->equal[i].size;
        to->formats[to->count] = 1;
        to->types[to->count++] = OID_BYTEA;
    }
    if (query->ranged) {
        add_number(to, query->from);
        add_number(to, query->to);
    }
}

static enum store_status send_query(struct postgres_port *self, const struct store_query *query)
{
    char text[SQL_TEXT_MAX];
    struct parameters with;
    sql_select(&sql_postgres, query, text, sizeof text);
    add_parameters(&with, query);
    if (PQsendQueryParams(self->connection, text, with.count, with.types, with.values, with.lengths,
                          with.formats, 1) != 1) {
        return failed(self, NULL);
    }
    (void)PQsetSingleRowMode(self->connection);
    return STORE_OK;
}

// Whoever stops reading gets the rest all the same, which is soon over; but not when he has no more
// time. It spoils the transaction, and he needs none any more.
static void cancel_if_stopped(struct postgres_port *self)
{
    char ignored[256];
    const atomic_bool *stop = self->options.stop;
    PGcancel *cancel = stop != NULL && atomic_load(stop) ? PQgetCancel(self->connection) : NULL;
    if (cancel != NULL) {
        (void)PQcancel(cancel, ignored, sizeof ignored);
        PQfreeCancel(cancel);
    }
}

static enum store_status find_once(struct postgres_port *self, const struct store_query *query,
                                   store_visit *visit, void *context, bool *visited)
{
    enum store_status status = send_query(self, query);
    struct store_row row = {0};
    bool wanted = true;
    PGresult *result = NULL;
    while (status == STORE_OK && (result = PQgetResult(self->connection)) != NULL) {
        const ExecStatusType got = PQresultStatus(result);
        if (got == PGRES_SINGLE_TUPLE && wanted) {
            read_row(result, &store_shapes[query->table], &row);
            *visited = true;
            wanted = visit(context, &row);
            if (!wanted) {
                cancel_if_stopped(self);
            }
        } else if (got != PGRES_SINGLE_TUPLE && got != PGRES_TUPLES_OK) {
            status = failed(self, result);
        }
        PQclear(result);
    }
    while (!lost(self) && (result = PQgetResult(self->connection)) != NULL) {
        PQclear(result);
    }
    return status;
}

// Waits for what was put, so that a question can be asked within the same transaction.
static enum store_status end_pipeline(struct postgres_port *self)
{
    bool ignored;
    if (!self->piping) {
        return STORE_OK;
    }
    const enum store_status status =
        PQpipelineSync(self->connection) == 1 ? drain(self, &ignored) : failed(self, NULL);
    self->piping = status != STORE_OK || PQexitPipelineMode(self->connection) != 1;
    return status == STORE_OK && self->piping ? failed(self, NULL) : status;
}

// A server that was restarted shows at the first query: outside a transaction it is asked again.
static enum store_status port_find(struct store_port *port, const struct store_query *query,
                                   store_visit *visit, void *context)
{
    struct postgres_port *self = of(port);
    bool visited = false;
    if (self->begun) {
        const enum store_status ended = end_pipeline(self);
        return ended == STORE_OK ? find_once(self, query, visit, context, &visited) : ended;
    }
    enum store_status status = connected(self);
    if (status == STORE_OK) {
        status = find_once(self, query, visit, context, &visited);
    }
    if (status == STORE_ERR_UNREACHABLE && !visited) {
        status = connected(self);
        if (status == STORE_OK) {
            status = find_once(self, query, visit, context, &visited);
        }
    }
    return status;
}

static void port_close(struct store_port *port)
{
    struct postgres_port *self = of(port);
    for (size_t i = 0; i < STORE_COLUMNS_MAX; i++) {
        free(self->columns[i].data);
    }
    PQfinish(self->connection);
    free(self);
}

// ---- examining --------------------------------------------------------------------------------

static enum store_status hold_rows(struct postgres_port *self, const PGresult *result)
{
    struct schema schema;
    enum store_status status = STORE_OK;
    schema_expect(&schema, &sql_postgres, self->server, self->base.fault);
    for (int i = 0; i < PQntuples(result) && status == STORE_OK; i++) {
        status = schema_hold(&schema, PQgetvalue(result, i, 0), PQgetvalue(result, i, 1));
    }
    return status == STORE_OK ? schema_end(&schema) : status;
}

static enum store_status examine_schema(struct postgres_port *self)
{
    PGresult *result = PQexec(self->connection, sql_postgres.catalogue);
    const enum store_status status =
        PQresultStatus(result) == PGRES_TUPLES_OK ? hold_rows(self, result) : failed(self, result);
    PQclear(result);
    return status;
}

// The catalogue is read before anybody could want it to stop. As with find, a server that was
// restarted shows at the first query.
static enum store_status port_examine(struct store_port *port, const atomic_bool *stop)
{
    struct postgres_port *self = of(port);
    (void)stop;
    if (self->begun) {
        const enum store_status ended = end_pipeline(self);
        return ended == STORE_OK ? examine_schema(self) : ended;
    }
    enum store_status status = connected(self);
    if (status == STORE_OK) {
        status = examine_schema(self);
    }
    if (status == STORE_ERR_UNREACHABLE) {
        status = connected(self);
        status = status == STORE_OK ? examine_schema(self) : status;
    }
    return status;
}

static const struct store_port_functions functions = {
    port_begin, port_put,  port_commit, port_rollback,
    port_look,  port_find, port_close,  port_examine,
};

// ---- opening ----------------------------------------------------------------------------------

static enum store_status read_number(struct postgres_port *self, const char *sql, int64_t *number)
{
    PGresult *result = PQexecParams(self->connection, sql, 0, NULL, NULL, NULL, NULL, 1);
    enum store_status status = STORE_OK;
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        status = failed(self, result);
    } else if (PQntuples(result) != 1 || PQgetlength(result, 0, 0) != 8) {
        status = say(self, STORE_ERR_DAMAGED, "it does not tell the version of its schema");
    } else {
        *number = read_big_endian(PQgetvalue(result, 0, 0));
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

static enum store_status migrate_from(struct postgres_port *self, int64_t version)
{
    enum store_status status = STORE_OK;
    uint8_t id[STORE_ID_SIZE];
    char hex[2 * STORE_ID_SIZE + 1];
    char text[160];
    for (int64_t step = version; step < SQL_VERSION && status == STORE_OK; step++) {
        status = run(self, sql_postgres.steps[step]);
    }
    if (status == STORE_OK && version != 0 && version < SQL_FILLED) {
        status = prepare_all(self);
        status = status == STORE_OK ? store_fill(&self->base) : status;
        status = status == STORE_OK ? end_pipeline(self) : status;
    }
    randombytes_buf(id, sizeof id);
    (void)sodium_bin2hex(hex, sizeof hex, id, sizeof id);
    if (version == 0) {
        (void)snprintf(text, sizeof text, "INSERT INTO uth_meta VALUES (1, %d, '\\x%s')",
                       SQL_VERSION, hex);
    } else {
        (void)snprintf(text, sizeof text, "UPDATE uth_meta SET version = %d", SQL_VERSION);
    }
    return status == STORE_OK ? run(self, text) : status;
}

static enum store_status migrate(struct postgres_port *self)
{
    int64_t version = 0;
    enum store_status status = run(self, "BEGIN; SELECT pg_advisory_xact_lock(" MIGRATION_LOCK ")");
    self->begun = status == STORE_OK;
    if (status == STORE_OK) {
        status = read_version(self, &version);
    }
    if (status == STORE_OK && version < SQL_VERSION) {
        status = migrate_from(self, version);
    }
    if (status == STORE_OK) {
        status = run(self, "COMMIT");
    }
    port_rollback(&self->base);
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
    return status == STORE_OK && version < SQL_VERSION ? migrate(self) : status;
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
    char text[STORE_FAULT_MAX];
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
    enum store_status status = look_at_server(self, &standby, ignored);
    if (standby && status == STORE_OK) {
        say_waiting(self, "this is a standby, which takes no writes until it is promoted");
    }
    const int64_t until_ms = measured_ms() + self->options.starting_ms;
    while (standby && status == STORE_OK && measured_ms() < until_ms) {
        pause_starting();
        status = look_at_server(self, &standby, ignored);
    }
    return status;
}

static enum store_status reach_server(struct postgres_port *self, const char *url)
{
    struct connect_values values;
    connect_to(&values, url);
    self->connection = PQconnectdbParams(connect_names, values.list, 1);
    if (self->connection == NULL) {
        return store_fail(self->base.fault, STORE_ERR_MEMORY, "out of memory");
    }
    name_server(self);
    const PGPing answer = lost(self) ? wait_until_started(self, &values) : PQPING_OK;
    if (lost(self) && answer == PQPING_OK) {
        PQreset(self->connection);
    }
    if (lost(self)) {
        // A server that takes connections, only not ours: libpq has no SQLSTATE for that.
        const char *text = PQerrorMessage(self->connection);
        return say(self, answer == PQPING_OK ? STORE_ERR_PERMISSION : STORE_ERR_UNREACHABLE, text);
    }
    return self->options.read_only ? STORE_OK : wait_until_promoted(self);
}

static enum store_status open_server(struct postgres_port *self, const char *url)
{
    enum store_status status = reach_server(self, url);
    if (status == STORE_OK) {
        status = set_session(self);
    }
    if (status == STORE_OK) {
        status = check_version(self);
    }
    if (status == STORE_OK && self->options.sole) {
        status = hold(self);
    }
    const bool prepared = self->writes || self->options.read_only;
    return status == STORE_OK && !prepared ? prepare_all(self) : status;
}

enum store_status store_postgres_open(const char *url, const struct store_options *options,
                                      struct store_fault *fault, struct store_port **port)
{
    struct postgres_port *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return store_fail(fault, STORE_ERR_MEMORY, "%s", store_status_text(STORE_ERR_MEMORY));
    }
    self->base.functions = &functions;
    self->base.fault = fault;
    self->options = *options;
    const enum store_status status = open_server(self, url);
    if (status != STORE_OK) {
        port_close(&self->base);
        return status;
    }
    *port = &self->base;
    return STORE_OK;
}
