// Durable appends beside the raw database in the same run, and replay.
//
// The baseline writes the same rows with bare prepared statements in the same transactions: no
// links, no checks, no queue. A second baseline is the smallest thing one could call a journal: one
// row of the same size and one balance. The clock on the wall counts, because the disk does; raw and
// stored commits take turns and the median of each is told, because a disk has moods.
//
// usage: bench_store [commits]: "commits" only times single commits, with checkpoints in them and beside
// them, and beside a backup.
#include <stdlib.h>
#include <string.h>

#include <pthread.h>
#include <stdatomic.h>

#include <libpq-fe.h>
#include <sodium.h>
#include <sqlite3.h>

#include "bench.h"
#include "store/backend.h"
#include "store/backup.h"
#include "store/sql.h"

#define PLAYERS   10000
#define SINGLES   1000 // commits
#define GROUPED   200
#define WORK      (GROUP * GROUPED)
#define GROUP     100
#define IN_FLIGHT 512

static double wall(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// What a commit takes of its own thread, whatever else the machine does.
static double own(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void die(const char *what)
{
    (void)fprintf(stderr, "bench_store: %s\n", what);
    exit(1);
}

// ---- one action of a player -------------------------------------------------------------------

struct action {
    struct store_batch batch;
    struct uth_event events[2];
    struct uth_posting posting;
    char key[24];
    char answer[80];
};

static void make_action(struct action *action, uint64_t number, uint64_t *random)
{
    memset(action, 0, sizeof *action);
    action->events[0] = (struct uth_event){.kind = UTH_EVENT_WAGERED, .seat = 1};
    action->events[1] = (struct uth_event){.kind = UTH_EVENT_DECIDED, .seat = 2};
    action->posting = (struct uth_posting){
        .debit = uth_account_cage(),
        .credit = uth_account_wallet(1 + bench_random(random) % PLAYERS),
        .amount = {100},
        .wager = UTH_WAGER_COUNT,
        .reason = UTH_POSTED_DEPOSIT,
    };
    (void)snprintf(action->key, sizeof action->key, "%016llx",
                   (unsigned long long)bench_random(random));
    (void)snprintf(action->answer, sizeof action->answer,
                   "{\"ok\":true,\"sequence\":%llu,\"balance\":123456,\"street\":\"flop\"}",
                   (unsigned long long)number);
    struct store_batch *batch = &action->batch;
    batch->table = (uint32_t)(number % 16) + 1;
    batch->sequence = number / 16 + 1;
    batch->time_ms = INT64_C(1700000000000) + (int64_t)number;
    batch->events = action->events;
    batch->event_count = 2;
    batch->postings = &action->posting;
    batch->posting_count = 1;
    batch->key = (struct store_bytes){(const uint8_t *)action->key, strlen(action->key)};
    batch->answer = (struct store_bytes){(const uint8_t *)action->answer, strlen(action->answer)};
}

struct work {
    struct store_bytes bodies[WORK];
    int64_t owners[WORK];
    char keys[WORK][24];
};

static struct work work;

static void make_work(void)
{
    uint64_t random = 1;
    for (uint64_t i = 0; i < WORK; i++) {
        struct action action;
        uint8_t *body;
        make_action(&action, i, &random);
        if (store_encode(&action.batch, &body, &work.bodies[i].size) != STORE_OK) {
            die("cannot encode");
        }
        work.bodies[i].data = body;
        work.owners[i] = (int64_t)action.posting.credit.owner;
        memcpy(work.keys[i], action.key, sizeof action.key);
    }
    (void)printf("a batch of %zu bytes: 2 events, 1 posting, a key and its answer\n",
                 work.bodies[0].size);
}

// ---- raw SQLite -------------------------------------------------------------------------------

struct raw {
    sqlite3 *db;
    sqlite3_stmt *inserts[STORE_TABLE_COUNT];
    PGconn *connection; // with PostgreSQL
    char *text;
    uint8_t hash[STORE_HASH_SIZE];
};

static void raw_run(struct raw *raw, const char *sql)
{
    if (sqlite3_exec(raw->db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        die(sqlite3_errmsg(raw->db));
    }
}

static void raw_put(struct raw *raw, enum store_table table, const struct store_row *row)
{
    sqlite3_stmt *statement = raw->inserts[table];
    for (int i = 0; i < store_shapes[table].column_count; i++) {
        const struct store_cell *cell = &row->cells[i];
        if (store_column_is_bytes(&store_shapes[table], (size_t)i)) {
            (void)sqlite3_bind_blob(statement, i + 1, cell->bytes, (int)cell->size, SQLITE_STATIC);
        } else {
            (void)sqlite3_bind_int64(statement, i + 1, cell->number);
        }
    }
    if (sqlite3_step(statement) != SQLITE_DONE || sqlite3_reset(statement) != SQLITE_OK) {
        die(sqlite3_errmsg(raw->db));
    }
}

static struct store_row batch_row(size_t i)
{
    return (struct store_row){
        .cells = {{.number = (int64_t)i + 1},
                  {.number = (int64_t)(i % 16) + 1},
                  {.number = (int64_t)(i / 16) + 1},
                  {.number = 1},
                  {.bytes = work.bodies[i].data, .size = work.bodies[i].size}}};
}

static struct store_row request_row(const struct raw *raw, size_t i)
{
    return (struct store_row){.cells = {{.number = (int64_t)(i % 16) + 1},
                                        {.bytes = (const uint8_t *)work.keys[i], .size = 16},
                                        {.bytes = raw->hash, .size = sizeof raw->hash},
                                        {.number = (int64_t)i + 1}}};
}

static struct store_row account_row(int64_t owner, int64_t kind, int64_t balance)
{
    return (struct store_row){
        .cells = {{.number = owner}, {.number = kind}, {0}, {0}, {.number = balance}}};
}

// The same rows as the store's, or the smallest journal.
static void raw_group(struct raw *raw, size_t from, size_t count, bool smallest)
{
    raw_run(raw, "BEGIN IMMEDIATE");
    for (size_t i = from; i < from + count; i++) {
        const struct store_row batch = batch_row(i);
        const struct store_row account = account_row(work.owners[i], 1, (int64_t)i);
        raw_put(raw, STORE_TABLE_BATCH, &batch);
        raw_put(raw, STORE_TABLE_ACCOUNT, &account);
        if (!smallest) {
            const struct store_row request = request_row(raw, i);
            raw_put(raw, STORE_TABLE_REQUEST, &request);
        }
    }
    if (!smallest) {
        const struct store_row cage = account_row(0, 0, -(int64_t)from);
        const struct store_row head = {.cells = {{.number = 1},
                                                 {.number = (int64_t)(from + count)},
                                                 {.bytes = raw->hash, .size = sizeof raw->hash}}};
        raw_put(raw, STORE_TABLE_ACCOUNT, &cage);
        raw_put(raw, STORE_TABLE_HEAD, &head);
    }
    raw_run(raw, "COMMIT");
}

static void raw_open(struct raw *raw, const struct backend *backend)
{
    char text[SQL_TEXT_MAX];
    if (sqlite3_open(backend->url + 7, &raw->db) != SQLITE_OK) {
        die("cannot open the raw database");
    }
    raw_run(raw, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    for (size_t t = 0; t < STORE_TABLE_COUNT; t++) {
        sql_insert(&sql_sqlite, (enum store_table)t, text, sizeof text);
        if (sqlite3_prepare_v2(raw->db, text, -1, &raw->inserts[t], NULL) != SQLITE_OK) {
            die(sqlite3_errmsg(raw->db));
        }
    }
}

static void raw_close(struct raw *raw)
{
    for (size_t t = 0; t < STORE_TABLE_COUNT; t++) {
        (void)sqlite3_finalize(raw->inserts[t]);
    }
    (void)sqlite3_close(raw->db);
    free(raw->text);
    PQfinish(raw->connection);
}

// ---- raw PostgreSQL ---------------------------------------------------------------------------

// Statements of many rows, as text: what a careful hand would write with psql at its side.
static void pg_run(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        die(PQerrorMessage(connection));
    }
    PQclear(result);
}

static char *pg_values(char *at, const char *head)
{
    const size_t size = strlen(head);
    memcpy(at, head, size + 1);
    return at + size;
}

static void pg_group(PGconn *connection, size_t from, size_t count, char *text)
{
    static const char hash[] =
        "\\x0000000000000000000000000000000000000000000000000000000000000000";
    char *at = pg_values(text, "INSERT INTO uth_batch VALUES ");
    for (size_t i = from; i < from + count; i++) {
        at += snprintf(at, 80, "%s(%zu,%zu,%zu,1,'\\x", i == from ? "" : ",", i + 1, i % 16 + 1,
                       i / 16 + 1);
        (void)sodium_bin2hex(at, 4096, work.bodies[i].data, work.bodies[i].size);
        at += 2 * work.bodies[i].size;
        at += snprintf(at, 4, "')");
    }
    pg_run(connection, "BEGIN");
    pg_run(connection, text);
    at = pg_values(text, "INSERT INTO uth_request VALUES ");
    for (size_t i = from; i < from + count; i++) {
        at += snprintf(at, 160, "%s(%zu,'%s','%s',%zu)", i == from ? "" : ",", i % 16 + 1,
                       work.keys[i], hash, i + 1);
    }
    pg_run(connection, text);
    // A player may act twice in a group, and a statement may not touch a row twice.
    at = pg_values(text, "INSERT INTO uth_account SELECT DISTINCT ON (1) * FROM (VALUES ");
    for (size_t i = from; i < from + count; i++) {
        at += snprintf(at, 80, "%s(%lld,1,0,0,%zu)", i == from ? "" : ",",
                       (long long)work.owners[i], i);
    }
    (void)pg_values(at, ") AS v ON CONFLICT (owner, kind, table_id, seat) DO UPDATE"
                        " SET balance = excluded.balance;");
    pg_run(connection, text);
    (void)snprintf(text, 200, "UPDATE uth_head SET position = %zu, hash = '%s'", from + count,
                   hash);
    pg_run(connection, text);
    pg_run(connection, "COMMIT");
}

// ---- the store --------------------------------------------------------------------------------

static void stored_group(struct store *store, size_t from, size_t count)
{
    static struct store_result results[STORE_GROUP_MAX];
    if (store_append_encoded(store, &work.bodies[from], count, results) != STORE_OK ||
        results[count - 1].status != STORE_OK) {
        die(store_why(store));
    }
}

static double written(struct backend *backend, size_t count)
{
    static struct store_done done[IN_FLIGHT];
    struct store_writer *writer;
    uint64_t random = 1;
    size_t submitted = 0;
    size_t finished = 0;
    (void)backend_wipe(backend);
    struct store *store = backend_open(backend, false);
    if (store_writer_open(&store, &(struct store_writer_options){0}, &writer) != STORE_OK) {
        die("no writer");
    }
    const double start = wall();
    while (finished < count) {
        while (submitted < count && submitted - finished < IN_FLIGHT) {
            struct action action;
            make_action(&action, submitted, &random);
            if (store_writer_submit(writer, &action.batch, submitted) != STORE_OK) {
                die("cannot submit");
            }
            submitted++;
        }
        const size_t taken = store_writer_take(writer, done, IN_FLIGHT);
        for (size_t i = 0; i < taken; i++) {
            if (done[i].result.status != STORE_OK) {
                die("not stored");
            }
        }
        finished += taken;
        if (taken == 0) {
            (void)nanosleep(&(struct timespec){0, 50000}, NULL);
        }
    }
    const double speed = (double)count / (wall() - start);
    store_writer_close(&writer);
    return speed;
}

static bool count_events(void *context, const struct store_record *record)
{
    uint64_t *digest = context;
    for (size_t i = 0; i < record->batch.event_count; i++) {
        *digest = bench_digest(*digest, record->batch.sequence * 16 + record->batch.events[i].kind);
    }
    return true;
}

static void replayed(struct backend *backend, size_t count)
{
    uint64_t digest = BENCH_DIGEST_START;
    struct store *store = backend_open(backend, true);
    const double start = wall();
    for (uint32_t table = 1; table <= 16; table++) {
        if (store_read_table(store, table, 1, UINT64_MAX, count_events, &digest) != STORE_OK) {
            die(store_why(store));
        }
    }
    bench_line("  replay, events of 16 tables", 2.0 * (double)count / (wall() - start), 0, digest);
    store_close(&store);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

// Rows a second at the median commit.
static double speed_of(double *seconds, size_t commits, size_t group)
{
    qsort(seconds, commits, sizeof seconds[0], by_size);
    return (double)group / seconds[commits / 2];
}

static void open_raw(struct raw *raw, struct backend *backend, struct backend *other)
{
    if (backend->kind == BACKEND_SQLITE) {
        if (!backend_start(other, "sqlite") || !backend_wipe(other)) {
            die("no place for the raw database");
        }
    } else {
        *other = *backend;
        (void)snprintf(other->url, sizeof other->url, "postgres://uth@/raw?host=%s",
                       backend->cluster.directory);
        (void)backend_run(backend, "DROP DATABASE IF EXISTS raw");
        (void)backend_run(backend, "CREATE DATABASE raw");
    }
    struct store *store = backend_open(other, false); // makes the schema
    store_close(&store);
    if (backend->kind == BACKEND_SQLITE) {
        raw_open(raw, other);
        return;
    }
    raw->connection = PQconnectdb(other->url);
    raw->text = calloc(1, GROUP * 2048 + 4096);
}

static void compare(struct backend *backend, const char *what, size_t commits, size_t group)
{
    static double raw_seconds[SINGLES];
    static double store_seconds[SINGLES];
    char title[64];
    struct raw raw = {.db = NULL};
    struct backend other;
    (void)backend_wipe(backend);
    open_raw(&raw, backend, &other);
    struct store *store = backend_open(backend, false);
    for (size_t i = 0; i < commits; i++) {
        const double start = wall();
        if (backend->kind == BACKEND_SQLITE) {
            raw_group(&raw, i * group, group, false);
        } else {
            pg_group(raw.connection, i * group, group, raw.text);
        }
        const double middle = wall();
        stored_group(store, i * group, group);
        raw_seconds[i] = middle - start;
        store_seconds[i] = wall() - middle;
    }
    const double baseline = speed_of(raw_seconds, commits, group);
    (void)snprintf(title, sizeof title, "  raw, %s", what);
    bench_line(title, baseline, 0, commits);
    (void)snprintf(title, sizeof title, "  stored, %s", what);
    bench_line(title, speed_of(store_seconds, commits, group), baseline, commits);
    store_close(&store);
    raw_close(&raw);
    if (backend->kind == BACKEND_SQLITE) {
        backend_stop(&other);
    }
}

static void smallest_journal(struct backend *backend)
{
    static double seconds[GROUPED];
    struct raw raw = {.db = NULL};
    struct backend other;
    open_raw(&raw, backend, &other);
    for (size_t i = 0; i < GROUPED; i++) {
        const double start = wall();
        raw_group(&raw, i * GROUP, GROUP, true);
        seconds[i] = wall() - start;
    }
    bench_line("  smallest journal, groups of 100", speed_of(seconds, GROUPED, GROUP), 0, GROUPED);
    raw_close(&raw);
    backend_stop(&other);
}

// ---- how long one commit takes ----------------------------------------------------------------

#define TIMED (WORK / 4) // commits of four batches

// Until told to end, everything is saved again and again.
struct reader {
    const char *url;
    atomic_bool ending;
};

static bool drop_bytes(void *context, const void *data, size_t size)
{
    (void)data;
    (void)size;
    return !atomic_load(&((struct reader *)context)->ending);
}

static void *save_again(void *argument)
{
    struct reader *reader = argument;
    struct fault fault;
    struct store *store = NULL;
    const struct store_options options = {.read_only = true, .patience_ms = 5000};
    if (store_open(reader->url, &options, &fault, &store) != STORE_OK) {
        die(fault.text);
    }
    while (!atomic_load(&reader->ending)) {
        struct backup_told told = {.key_count = 0};
        (void)!(store_backup(store, drop_bytes, reader, &told) == STORE_OK);
    }
    store_close(&store);
    return NULL;
}

struct times {
    double waited[TIMED];
    double worked[TIMED];
    size_t count;
};

static void time_commit(struct store *store, size_t i, struct times *times)
{
    const struct timespec pause = {0, 200000};
    const double start = wall();
    const double work_start = own();
    stored_group(store, i * 4, 4);
    times->worked[times->count] = own() - work_start;
    times->waited[times->count++] = wall() - start;
    (void)nanosleep(&pause, NULL);
}

static void print_part(const char *what, double *seconds, size_t count)
{
    qsort(seconds, count, sizeof seconds[0], by_size);
    (void)printf(", %s p50 %.2f p99 %.2f worst %.1f", what, 1e3 * seconds[count / 2],
                 1e3 * seconds[count * 99 / 100], 1e3 * seconds[count - 1]);
}

static void print_times(const char *title, struct times *times)
{
    (void)printf("  %-28s %zu commits, ms", title, times->count);
    print_part("waiting", times->waited, times->count);
    print_part("CPU", times->worked, times->count);
    (void)putchar('\n');
}

// Two stores take turns, commit by commit, so that both have the same disk.
static void time_commits(void)
{
    static struct times times[2];
    static const char *const titles[] = {"checkpoints in the commits", "checkpoints beside them"};
    struct backend backends[2];
    struct store *stores[2];
    for (size_t i = 0; i < 2; i++) {
        struct fault fault;
        const struct store_options options = {.patience_ms = 5000,
                                              .checkpoints_in_commits = i == 0};
        if (!backend_start(&backends[i], "sqlite") || !backend_wipe(&backends[i]) ||
            store_open(backends[i].url, &options, &fault, &stores[i]) != STORE_OK) {
            die("no place for the store");
        }
    }
    for (size_t i = 0; i < TIMED; i++) {
        time_commit(stores[0], i, &times[0]);
        time_commit(stores[1], i, &times[1]);
    }
    for (size_t i = 0; i < 2; i++) {
        print_times(titles[i], &times[i]);
        store_close(&stores[i]);
        backend_stop(&backends[i]);
    }
}

// One store, half of the commits alone and half beside a reader that saves it over and over.
static void time_beside_backup(void)
{
    static struct times times[2];
    struct backend backend;
    pthread_t thread;
    if (!backend_start(&backend, "sqlite") || !backend_wipe(&backend)) {
        die("no place for the store");
    }
    struct store *store = backend_open(&backend, false);
    struct reader reader = {.url = backend.url};
    for (size_t i = 0; i < TIMED; i++) {
        if (i == TIMED / 2 && pthread_create(&thread, NULL, save_again, &reader) != 0) {
            die("no thread");
        }
        time_commit(store, i, &times[i >= TIMED / 2]);
    }
    atomic_store(&reader.ending, true);
    (void)pthread_join(thread, NULL);
    print_times("no backup", &times[0]);
    print_times("beside endless backups", &times[1]);
    store_close(&store);
    backend_stop(&backend);
}

static void bench_backend(const char *name)
{
    struct backend backend;
    if (!backend_start(&backend, name)) {
        (void)printf("%s: not there\n", name);
        return;
    }
    (void)printf("%s\n", name);
    if (backend.kind == BACKEND_SQLITE) {
        smallest_journal(&backend);
    }
    compare(&backend, "one commit each", SINGLES, 1);
    compare(&backend, "groups of 100", GROUPED, GROUP);
    bench_line("  stored by the writer thread", written(&backend, WORK), 0, WORK);
    replayed(&backend, WORK);
    backend_stop(&backend);
}

int main(int argc, char **argv)
{
    if (sodium_init() < 0) {
        return 1;
    }
    make_work();
    if (argc == 2 && strcmp(argv[1], "commits") == 0) {
        time_commits();
        time_beside_backup();
        return 0;
    }
    bench_backend("sqlite");
    bench_backend("postgres-durable");
    time_commits();
    time_beside_backup();
    for (size_t i = 0; i < WORK; i++) {
        free((void *)(uintptr_t)work.bodies[i].data);
    }
    return 0;
}
