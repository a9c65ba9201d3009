// PostgreSQL behind the port, through libpq.
//
// A transaction is one pipeline: BEGIN, one INSERT from arrays for each table, COMMIT, then wait
// once. So a commit costs one round trip however many tables it touches, and the price is that a
// connection lost on the way leaves it open whether the server committed: STORE_ERR_UNKNOWN, which
// the layer above resolves by looking for its batches.
#include "store/postgres.h"

#include <stdlib.h>
#include <string.h>

#include "store/schema.h"
#include "store/sql.h"

#define OID_BYTEA  17
#define OID_BIGINT 20
#define ARRAY_MAX  ((size_t)512 << 20) // a group of the largest batches, and room

static struct postgres_port *of(struct store_port *port)
{
    return (struct postgres_port *)port;
}

// ---- arrays as the server reads them ----------------------------------------------------------

static bool reserve(struct postgres_buffer *buffer, size_t more)
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

static void add_big_endian(struct postgres_buffer *buffer, uint64_t value, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        buffer->data[buffer->used++] = (char)(value >> (8 * (width - 1 - i)));
    }
}

static bool build_array(struct postgres_buffer *buffer, const struct store_row *rows, size_t count,
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
    enum store_status status = postgres_connected(self);
    if (status != STORE_OK) {
        return status;
    }
    self->begun = true;
    if (alone) {
        status = postgres_run(self, "BEGIN");
        return status != STORE_OK
                   ? status
                   : postgres_run(self, "SELECT id FROM uth_head WHERE id = 1 FOR UPDATE");
    }
    if (PQenterPipelineMode(self->connection) != 1 || !send_plain(self, "BEGIN")) {
        return postgres_failed(self, NULL);
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
    int formats[STORE_COLUMNS_MAX];
    char name[8];
    if (!self->piping && PQenterPipelineMode(self->connection) != 1) {
        return postgres_failed(self, NULL);
    }
    self->piping = true;
    for (size_t i = 0; i < shape->column_count; i++) {
        if (!build_array(&self->columns[i], rows, count, i, store_column_is_bytes(shape, i))) {
            return postgres_say(self, STORE_ERR_MEMORY, "no memory for the arrays");
        }
        values[i] = self->columns[i].data;
        lengths[i] = (int)self->columns[i].used;
        formats[i] = 1;
    }
    postgres_statement_name(table, name);
    return PQsendQueryPrepared(self->connection, name, shape->column_count, values, lengths,
                               formats, 1) == 1
               ? STORE_OK
               : postgres_failed(self, NULL);
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
            status = got == PGRES_PIPELINE_ABORTED ? STORE_ERR_IO : postgres_failed(self, result);
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
        return postgres_failed(self, NULL);
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
    if (postgres_lost(self) || status == STORE_ERR_UNREACHABLE) {
        return postgres_say(self, STORE_ERR_UNKNOWN, PQerrorMessage(self->connection));
    }
    return status != STORE_OK ? status : postgres_failed(self, NULL);
}

static void port_rollback(struct store_port *port)
{
    struct postgres_port *self = of(port);
    bool ignored;
    self->begun = false;
    if (self->piping && !postgres_lost(self)) {
        if (PQexitPipelineMode(self->connection) != 1 && PQpipelineSync(self->connection) == 1) {
            (void)drain(self, &ignored);
            (void)PQexitPipelineMode(self->connection);
        }
    }
    self->piping = false;
    if (!postgres_lost(self) && PQtransactionStatus(self->connection) != PQTRANS_IDLE) {
        struct fault kept = *self->base.fault;
        (void)postgres_run(self, "ROLLBACK"); // the connection is reset when even that fails
        *self->base.fault = kept;
    }
    if (!postgres_lost(self) && PQtransactionStatus(self->connection) != PQTRANS_IDLE) {
        PQreset(self->connection);
        (void)postgres_set_session(self); // what it leaves undone the next begin does, or tells
    }
}

// ---- reading ----------------------------------------------------------------------------------

static enum store_status port_look(struct store_port *port)
{
    static const char snapshot[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    struct postgres_port *self = of(port);
    enum store_status status = postgres_connected(self);
    if (status == STORE_OK) {
        status = postgres_run(self, snapshot);
    }
    // A connection that was cut shows only when it is used; nothing was asked for yet.
    if (status != STORE_OK && postgres_lost(self)) {
        status = postgres_connected(self);
        status = status == STORE_OK ? postgres_run(self, snapshot) : status;
    }
    self->begun = status == STORE_OK;
    return status;
}

static void read_row(const PGresult *result, const struct store_shape *shape, struct store_row *row)
{
    for (int i = 0; i < shape->column_count; i++) {
        struct store_cell *cell = &row->cells[i];
        if (store_column_is_bytes(shape, (size_t)i)) {
            cell->bytes = (const uint8_t *)PQgetvalue(result, 0, i);
            cell->size = (size_t)PQgetlength(result, 0, i);
        } else {
            cell->number = postgres_big_endian(PQgetvalue(result, 0, i));
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
    struct postgres_buffer buffer = {to->numbers[to->count], 0, 8};
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
        return postgres_failed(self, NULL);
    }
    (void)PQsetSingleRowMode(self->connection);
    return STORE_OK;
}

// Whoever stops reading gets the rest all the same, which is soon over; but not when they have no more
// time. It spoils the transaction, and they need none any more.
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
            status = postgres_failed(self, result);
        }
        PQclear(result);
    }
    while (!postgres_lost(self) && (result = PQgetResult(self->connection)) != NULL) {
        PQclear(result);
    }
    return status;
}

enum store_status postgres_end_pipeline(struct postgres_port *self)
{
    bool ignored;
    if (!self->piping) {
        return STORE_OK;
    }
    const enum store_status status =
        PQpipelineSync(self->connection) == 1 ? drain(self, &ignored) : postgres_failed(self, NULL);
    self->piping = status != STORE_OK || PQexitPipelineMode(self->connection) != 1;
    return status == STORE_OK && self->piping ? postgres_failed(self, NULL) : status;
}

// A server that was restarted shows at the first query: outside a transaction it is asked again.
static enum store_status port_find(struct store_port *port, const struct store_query *query,
                                   store_visit *visit, void *context)
{
    struct postgres_port *self = of(port);
    bool visited = false;
    if (self->begun) {
        const enum store_status ended = postgres_end_pipeline(self);
        return ended == STORE_OK ? find_once(self, query, visit, context, &visited) : ended;
    }
    enum store_status status = postgres_connected(self);
    if (status == STORE_OK) {
        status = find_once(self, query, visit, context, &visited);
    }
    if (status == STORE_ERR_UNREACHABLE && !visited) {
        status = postgres_connected(self);
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
    const enum store_status status = PQresultStatus(result) == PGRES_TUPLES_OK
                                         ? hold_rows(self, result)
                                         : postgres_failed(self, result);
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
        const enum store_status ended = postgres_end_pipeline(self);
        return ended == STORE_OK ? examine_schema(self) : ended;
    }
    enum store_status status = postgres_connected(self);
    if (status == STORE_OK) {
        status = examine_schema(self);
    }
    if (status == STORE_ERR_UNREACHABLE) {
        status = postgres_connected(self);
        status = status == STORE_OK ? examine_schema(self) : status;
    }
    return status;
}

const struct store_port_functions postgres_functions = {
    port_begin, port_put,   port_commit,  port_rollback, port_look,
    port_find,  port_close, port_examine, NULL,
};
