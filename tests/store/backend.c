#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libpq-fe.h>
#include <sodium.h>
#include <sqlite3.h>

#define PATIENCE_MS 10000

// ---- start and stop ---------------------------------------------------------------------------

bool backend_start(struct backend *backend, const char *name)
{
    memset(backend, 0, sizeof *backend);
    if (sodium_init() < 0) {
        return false;
    }
    if (strcmp(name, "memory") == 0) {
        backend->kind = BACKEND_MEMORY;
        return true;
    }
    if (strcmp(name, "sqlite") == 0) {
        backend->kind = BACKEND_SQLITE;
        return directory_make(backend->directory);
    }
    backend->kind = BACKEND_POSTGRES;
    const bool hasty = strcmp(name, "postgres") == 0;
    return (hasty || strcmp(name, "postgres-durable") == 0) &&
           cluster_start(&backend->cluster, hasty);
}

void backend_stop(struct backend *backend)
{
    store_disk_close(&backend->disk);
    if (backend->kind == BACKEND_POSTGRES) {
        cluster_stop(&backend->cluster);
    }
    if (backend->directory[0] != '\0') {
        directory_remove(backend->directory);
    }
}

bool backend_wipe(struct backend *backend)
{
    backend->wiped++;
    switch (backend->kind) {
    case BACKEND_MEMORY:
        store_disk_close(&backend->disk);
        backend->disk = store_disk_open();
        return backend->disk != NULL;
    case BACKEND_SQLITE:
        (void)snprintf(backend->url, sizeof backend->url, "sqlite:%s/%u.db", backend->directory,
                       backend->wiped);
        return true;
    case BACKEND_POSTGRES:
        (void)snprintf(backend->url, sizeof backend->url, "%s", backend->cluster.url);
        return cluster_run(&backend->cluster, "SET client_min_messages = error;"
                                              "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    }
    return false;
}

enum store_status backend_try_open(struct backend *backend, bool read_only, struct fault *fault,
                                   struct store **store)
{
    const struct store_options options = {
        .read_only = read_only, .accept_loss = backend->cluster.hasty, .patience_ms = PATIENCE_MS};
    struct store_port *port;
    if (backend->kind != BACKEND_MEMORY) {
        return store_open(backend->url, &options, fault, store);
    }
    const enum store_status status = store_memory_open(backend->disk, &options, fault, &port);
    return status == STORE_OK ? store_open_port(port, &options, fault, store) : status;
}

struct store *backend_open(struct backend *backend, bool read_only)
{
    struct store *store = NULL;
    struct fault fault;
    if (backend_try_open(backend, read_only, &fault, &store) != STORE_OK) {
        (void)fprintf(stderr, "cannot open the store: %s\n", fault.text);
        abort();
    }
    return store;
}

// ---- behind its back --------------------------------------------------------------------------

bool backend_run(struct backend *backend, const char *sql)
{
    if (backend->kind == BACKEND_POSTGRES) {
        return cluster_run(&backend->cluster, sql);
    }
    sqlite3 *db = NULL;
    const bool good = backend->kind == BACKEND_SQLITE &&
                      sqlite3_open(backend->url + 7, &db) == SQLITE_OK &&
                      sqlite3_busy_timeout(db, 5000) == SQLITE_OK &&
                      sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (!good && db != NULL) {
        (void)fprintf(stderr, "# %s: %s\n", sql, sqlite3_errmsg(db));
    }
    (void)sqlite3_close(db);
    return good;
}

// "CASE" free SQL for one bit: numbers are xored in SQL, bytes are replaced whole.
static void where_row(const struct store_shape *shape, size_t row, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, " WHERE (");
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < shape->key_count; i++) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ",
                                     shape->columns[i]);
        }
        used += (size_t)snprintf(text + used, size - used, side == 0 ? ") = (SELECT " : "");
    }
    used += (size_t)snprintf(text + used, size - used, " FROM %s ORDER BY ", shape->name);
    for (size_t i = 0; i < shape->key_count; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ",
                                 shape->columns[i]);
    }
    (void)snprintf(text + used, size - used, " LIMIT 1 OFFSET %zu)", row);
}

static void flip_sql(const struct backend *backend, enum store_table table, size_t row,
                     size_t column, size_t byte, char *text, size_t size)
{
    const struct store_shape *shape = &store_shapes[table];
    const char *name = shape->columns[column];
    char where[512];
    where_row(shape, row, where, sizeof where);
    if (!store_column_is_bytes(shape, column)) {
        const long long bit = (long long)(UINT64_C(1) << (8 * byte));
        // SQLite has no xor: (a | b) - (a & b) is one.
        (void)snprintf(text, size, "UPDATE %s SET %s = (%s | %lld) - (%s & %lld)%s", shape->name,
                       name, name, bit, name, bit, where);
    } else if (backend->kind == BACKEND_POSTGRES) {
        (void)snprintf(text, size, "UPDATE %s SET %s = set_byte(%s, %zu, get_byte(%s, %zu) # 1)%s",
                       shape->name, name, name, byte, name, byte, where);
    } else {
        // 'x' in place of the byte, or 'y' where an x stands.
        (void)snprintf(text, size,
                       "UPDATE %s SET %s = CAST(substr(%s, 1, %zu) || iif(substr(%s, %zu, 1) ="
                       " x'78', x'79', x'78') || substr(%s, %zu) AS BLOB)%s AND length(%s) > %zu",
                       shape->name, name, name, byte, name, byte + 1, name, byte + 2, where, name,
                       byte);
    }
}

static bool run_sqlite_change(struct backend *backend, const char *sql)
{
    sqlite3 *db = NULL;
    const bool good = sqlite3_open(backend->url + 7, &db) == SQLITE_OK &&
                      sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL) == SQLITE_OK &&
                      sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK &&
                      sqlite3_changes(db) == 1;
    (void)sqlite3_close(db);
    return good;
}

static bool run_postgres_change(struct backend *backend, const char *sql)
{
    PGconn *connection = PQconnectdb(backend->cluster.url);
    PGresult *result = PQexec(connection, sql);
    const bool good =
        PQresultStatus(result) == PGRES_COMMAND_OK && strcmp(PQcmdTuples(result), "1") == 0;
    PQclear(result);
    PQfinish(connection);
    return good;
}

bool backend_flip(struct backend *backend, enum store_table table, size_t row, size_t column,
                  size_t byte)
{
    char sql[1400];
    if (backend->kind == BACKEND_MEMORY) {
        return store_disk_flip(backend->disk, table, row, column, byte);
    }
    if (!store_column_is_bytes(&store_shapes[table], column) && byte >= 8) {
        return false;
    }
    flip_sql(backend, table, row, column, byte, sql, sizeof sql);
    return backend->kind == BACKEND_SQLITE ? run_sqlite_change(backend, sql)
                                           : run_postgres_change(backend, sql);
}

// ---- batches to store -------------------------------------------------------------------------

static void make_events(struct sample *sample, uint64_t sequence, uint64_t round)
{
    struct uth_event *event = sample->events;
    const unsigned step = (unsigned)((sequence - 1) % 4);
    if (step == 0) {
        *event = (struct uth_event){.kind = UTH_EVENT_OPENED};
        event++->as.opened.number = round;
    }
    *event = (struct uth_event){.kind = UTH_EVENT_WAGERED, .seat = 1};
    event++->as.stakes[0].cents = (int64_t)sequence;
    if (step == 3) {
        *event++ = (struct uth_event){.kind = UTH_EVENT_ENDED};
    }
    sample->batch.event_count = (size_t)(event - sample->events);
}

uint64_t sample_player(uint32_t table, uint64_t sequence)
{
    return table * 100 + sequence % 7;
}

static void make_postings(struct sample *sample, uint32_t table, uint64_t sequence, uint64_t round)
{
    const uint64_t player = sample_player(table, sequence);
    sample->postings[0] = (struct uth_posting){
        .debit = uth_account_cage(),
        .credit = uth_account_wallet(player),
        .amount = {(int64_t)(100 + sequence)},
        .wager = UTH_WAGER_COUNT,
        .reason = UTH_POSTED_DEPOSIT,
    };
    sample->postings[1] = (struct uth_posting){
        .debit = uth_account_wallet(player),
        .credit = uth_account_at_seat(UTH_ACCOUNT_CHIPS, player, table, 1),
        .amount = {(int64_t)(50 + sequence % 50)},
        .round = round,
        .table = table,
        .wager = UTH_WAGER_COUNT,
        .reason = UTH_POSTED_BUY_IN,
    };
}

static void make_entries(struct sample *sample, uint32_t table, uint64_t sequence)
{
    (void)snprintf(sample->state, sizeof sample->state, "state %llu", (unsigned long long)sequence);
    const struct store_bytes state = {(const uint8_t *)sample->state, strlen(sample->state)};
    const struct store_entry entries[SAMPLE_ENTRIES] = {
        {table, STORE_ENTRY_METER, state},
        {table, STORE_ENTRY_LOG, {NULL, 0}},
        {sample_player(table, sequence), STORE_ENTRY_USER, state},
        {table, STORE_ENTRY_SNAPSHOT, state},
        {table, STORE_ENTRY_ROOM, state},
    };
    memcpy(sample->entries, entries, sizeof entries);
}

void sample_make(struct sample *sample, uint32_t table, uint64_t sequence)
{
    const uint64_t round = (sequence - 1) / 4 + 1;
    memset(sample, 0, sizeof *sample);
    make_events(sample, sequence, round);
    make_postings(sample, table, sequence, round);
    make_entries(sample, table, sequence);
    (void)snprintf(sample->key, sizeof sample->key, "key-%llu", (unsigned long long)sequence);
    (void)snprintf(sample->answer, sizeof sample->answer, "answer of %u to %llu", table,
                   (unsigned long long)sequence);
    struct store_batch *batch = &sample->batch;
    batch->table = table;
    batch->sequence = sequence;
    batch->round = round;
    batch->time_ms = INT64_C(1700000000000) + (int64_t)sequence * 20000000; // four or five a day
    batch->events = sample->events;
    batch->postings = sample->postings;
    batch->posting_count = 2;
    batch->entries = sample->entries;
    batch->entry_count = SAMPLE_ENTRIES;
    batch->key = (struct store_bytes){(const uint8_t *)sample->key, strlen(sample->key)};
    batch->answer = (struct store_bytes){(const uint8_t *)sample->answer, strlen(sample->answer)};
    store_request_hash(sample->key, strlen(sample->key), batch->request);
}
