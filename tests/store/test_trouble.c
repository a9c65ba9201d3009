// What the world does to a store: full disk, read-only file, lock, restart. Each has its own word,
// nothing acknowledged is lost, and where the backend allows it the same store goes on.
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include <libpq-fe.h>
#include <sqlite3.h>

#include "store/audit.h"
#include "store/backend.h"
#include "uth/check.h"

static struct backend backend;

static int wipe(void **state)
{
    (void)state;
    return backend_wipe(&backend) ? 0 : -1;
}

static enum store_status open_with(const char *url, bool read_only, uint32_t patience_ms,
                                   struct fault *fault, struct store **store)
{
    const struct store_options options = {.read_only = read_only, .patience_ms = patience_ms};
    fault->text[0] = '\0';
    return store_open(url, &options, fault, store);
}

static enum store_status append(struct store *store, uint64_t sequence)
{
    struct sample sample;
    struct store_result result;
    sample_make(&sample, 1, sequence);
    return store_append(store, &sample.batch, &result);
}

static bool audit_fits(struct store *store, uint64_t batches)
{
    struct store_report report;
    return store_audit(store, STORE_AUDIT_LINKS, &report) == STORE_OK &&
           report.status == STORE_OK && report.batches == batches;
}

// Runs a step in a process of its own, whose limits and user may change.
static void in_child(int (*step)(void))
{
    int status = 0;
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        _exit(step());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

// ---- SQLite -----------------------------------------------------------------------------------

static void files_are_nobody_elses_to_read(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    char path[200];
    struct stat file;
    const char *const endings[] = {"", "-wal", "-shm"};
    assert_int_equal(append(store, 1), STORE_OK);
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(path, sizeof path, "%s%s", backend.url + 7, endings[i]);
        assert_int_equal(stat(path, &file), 0);
        assert_int_equal(file.st_mode & 0777, 0600);
    }
    store_close(&store);
}

static void what_is_no_database_of_ours_is_refused(void **state)
{
    (void)state;
    struct store *store;
    struct fault fault;
    FILE *file = fopen(backend.url + 7, "w");
    assert_non_null(file);
    for (int i = 0; i < 100; i++) {
        (void)fputs("this is a letter and not a database\n", file);
    }
    assert_int_equal(fclose(file), 0);
    assert_int_equal(open_with(backend.url, false, 100, &fault, &store), STORE_ERR_NOT_A_STORE);
    assert_non_null(strstr(fault.text, "not a database"));
    assert_non_null(strstr(fault.text, backend.url + 7));

    assert_true(backend_wipe(&backend));
    assert_true(backend_run(&backend, "CREATE TABLE recipe (flour, water)"));
    assert_int_equal(open_with(backend.url, false, 100, &fault, &store), STORE_ERR_NOT_A_STORE);
    assert_non_null(strstr(fault.text, "another program"));

    assert_int_equal(open_with("sqlite:/nowhere/at/all.db", false, 0, &fault, &store),
                     STORE_ERR_PERMISSION);
    assert_non_null(strstr(fault.text, "No such file"));
    assert_int_equal(open_with("sqlite:/nowhere/at/all.db", true, 0, &fault, &store),
                     STORE_ERR_PERMISSION);
    assert_int_equal(open_with("sqlite:", false, 0, &fault, &store), STORE_ERR_URL);
    assert_int_equal(open_with("mysql://x", false, 0, &fault, &store), STORE_ERR_URL);
}

static int open_read_only_file(void)
{
    struct store *store;
    struct fault fault;
    const struct passwd *user = getpwnam("nobody");
    // Root may write to anything.
    if (geteuid() == 0 &&
        (user == NULL || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) {
        return 1;
    }
    const enum store_status status = open_with(backend.url, false, 100, &fault, &store);
    if (status != STORE_ERR_READ_ONLY || strstr(fault.text, "read-only") == NULL) {
        (void)fprintf(stderr, "# %d %s\n", status, fault.text);
        return 2;
    }
    return 0;
}

static void a_read_only_file_is_called_that(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    assert_int_equal(append(store, 1), STORE_OK);
    store_close(&store);
    assert_int_equal(chmod(backend.url + 7, 0444), 0);
    in_child(open_read_only_file);
    assert_int_equal(chmod(backend.url + 7, 0600), 0);
}

static void a_locked_database_is_called_that_and_used_again_later(void **state)
{
    (void)state;
    struct store *store;
    struct store *second;
    struct fault fault;
    sqlite3 *other;
    assert_int_equal(open_with(backend.url, false, 50, &fault, &store), STORE_OK);
    assert_int_equal(append(store, 1), STORE_OK);
    assert_int_equal(sqlite3_open(backend.url + 7, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(append(store, 2), STORE_ERR_LOCKED);
    assert_non_null(strstr(store_why(store), "locked by another process"));
    assert_true(audit_fits(store, 1)); // reading goes on
    assert_int_equal(open_with(backend.url, true, 50, &fault, &second), STORE_OK);
    store_close(&second);
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(append(store, 2), STORE_OK);
    assert_true(audit_fits(store, 2));
    (void)sqlite3_close(other);
    store_close(&store);
}

// As a copy may be that another program has made.
static void a_database_without_a_log_is_not_opened_while_it_is_read(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct fault fault;
    sqlite3 *other;
    assert_int_equal(append(store, 1), STORE_OK);
    store_close(&store);
    assert_int_equal(sqlite3_open(backend.url + 7, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other,
                                  "PRAGMA journal_mode = DELETE; BEGIN;"
                                  "SELECT * FROM uth_head",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(open_with(backend.url, false, 50, &fault, &store), STORE_ERR_LOCKED);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_int_equal(open_with(backend.url, false, 50, &fault, &store), STORE_OK);
    assert_int_equal(append(store, 2), STORE_OK);
    assert_true(audit_fits(store, 2));
    store_close(&store);
}

// The largest size of a file from here on; a write beyond it fails as on a full disk.
static bool limit_files(rlim_t bytes, rlim_t *before)
{
    struct rlimit limit;
    (void)signal(SIGXFSZ, SIG_IGN);
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return false;
    }
    *before = limit.rlim_cur;
    limit.rlim_cur = bytes;
    return setrlimit(RLIMIT_FSIZE, &limit) == 0;
}

static int fill_the_disk(void)
{
    struct store *store;
    struct fault fault;
    rlim_t before;
    uint64_t sequence = 0;
    if (open_with(backend.url, false, 50, &fault, &store) != STORE_OK) {
        return 1;
    }
    if (!limit_files(300000, &before)) {
        return 2;
    }
    enum store_status status = STORE_OK;
    while (status == STORE_OK && sequence < 100000) {
        status = append(store, ++sequence);
    }
    if (status != STORE_ERR_FULL || strstr(store_why(store), "disk is full") == NULL) {
        (void)fprintf(stderr, "# %d %s\n", status, store_why(store));
        return 3;
    }
    // Nothing acknowledged is lost, and with room the same store goes on.
    if (!audit_fits(store, sequence - 1) || append(store, sequence) != STORE_ERR_FULL) {
        return 4;
    }
    if (!limit_files(before, &before) || append(store, sequence) != STORE_OK ||
        !audit_fits(store, sequence)) {
        return 5;
    }
    store_close(&store);
    return 0;
}

static void a_full_disk_loses_nothing_and_is_used_again_later(void **state)
{
    (void)state;
    in_child(fill_the_disk);
}

// The first page finds no place, before there is a log.
static int open_on_a_full_disk(void)
{
    struct store *store;
    struct fault fault;
    rlim_t before;
    if (!limit_files(1024, &before)) {
        return 1;
    }
    const enum store_status status = open_with(backend.url, false, 50, &fault, &store);
    if (status != STORE_ERR_FULL || strstr(fault.text, "disk is full") == NULL) {
        (void)fprintf(stderr, "# %d %s\n", status, fault.text);
        return 2;
    }
    return 0;
}

static void a_disk_too_full_to_open_a_store_is_called_that(void **state)
{
    (void)state;
    in_child(open_on_a_full_disk);
}

#define READERS   2
#define AT_ONCE   64
#define FILLED    20000 // batches that are there, so that an audit takes its time
#define WRITTEN   50000 // beside the audits, which took the log to 150 MB
#define LOG_LIMIT (48 << 20)
#define LOG_KEPT  (16 << 20) // when nobody reads

struct readers {
    pthread_t threads[READERS];
    atomic_bool over;
    atomic_uint audits;
};

static void *audit_again_and_again(void *context)
{
    struct readers *readers = context;
    struct store *store = backend_open(&backend, true);
    struct store_report report;
    while (!atomic_load(&readers->over)) {
        if (store_audit(store, STORE_AUDIT_LINKS, &report) != STORE_OK ||
            report.status != STORE_OK) {
            (void)fprintf(stderr, "# %s %s\n", store_why(store), report.text);
            break;
        }
        atomic_fetch_add(&readers->audits, 1);
    }
    store_close(&store);
    return NULL;
}

static void append_some(struct store *store, uint64_t *sequence)
{
    static struct sample samples[AT_ONCE];
    struct store_bytes bodies[AT_ONCE];
    struct store_result results[AT_ONCE];
    for (size_t i = 0; i < AT_ONCE; i++) {
        uint8_t *body;
        sample_make(&samples[i], 1, ++*sequence);
        assert_int_equal(store_encode(&samples[i].batch, &body, &bodies[i].size), STORE_OK);
        bodies[i].data = body;
    }
    assert_int_equal(store_append_encoded(store, bodies, AT_ONCE, results), STORE_OK);
    for (size_t i = 0; i < AT_ONCE; i++) {
        assert_int_equal(results[i].status, STORE_OK);
        free((void *)(uintptr_t)bodies[i].data);
    }
}

static int64_t log_size(void)
{
    char path[200];
    struct stat file;
    (void)snprintf(path, sizeof path, "%s-wal", backend.url + 7);
    assert_int_equal(stat(path, &file), 0);
    return file.st_size;
}

// Audits side by side, one after another: there is always somebody who reads.
static void the_log_is_kept_to_a_limit_beside_readers(void **state)
{
    (void)state;
    struct readers readers = {.audits = 0};
    struct store *store = backend_open(&backend, false);
    uint64_t sequence = 0;
    int64_t largest = 0;
    while (sequence < FILLED) {
        append_some(store, &sequence);
    }
    for (size_t i = 0; i < READERS; i++) {
        assert_int_equal(pthread_create(&readers.threads[i], NULL, audit_again_and_again, &readers),
                         0);
    }
    while (sequence < FILLED + WRITTEN) {
        append_some(store, &sequence);
        const int64_t size = log_size();
        largest = size > largest ? size : largest;
    }
    atomic_store(&readers.over, true);
    for (size_t i = 0; i < READERS; i++) {
        assert_int_equal(pthread_join(readers.threads[i], NULL), 0);
    }
    (void)printf("# tried: %u audits beside the writer, the log had %lld bytes at most\n",
                 atomic_load(&readers.audits), (long long)largest);
    assert_true(atomic_load(&readers.audits) >= READERS);
    assert_true(largest < LOG_LIMIT);
    append_some(store, &sequence);
    append_some(store, &sequence);
    assert_true(log_size() <= LOG_KEPT);
    store_close(&store);
}

static int64_t look_takes_ms(struct store *reader)
{
    struct timespec from;
    struct timespec to;
    (void)clock_gettime(CLOCK_MONOTONIC, &from);
    assert_int_equal(store_look(reader), STORE_OK);
    (void)clock_gettime(CLOCK_MONOTONIC, &to);
    store_look_end(reader);
    return (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000;
}

// As long as another reader keeps it from starting again, and half a second at most.
static void a_reader_that_finds_the_log_long_waits_for_the_writer(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct store *reader = backend_open(&backend, true);
    struct store *holder = backend_open(&backend, true);
    uint64_t sequence = 0;
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
    append_some(store, &sequence);
    assert_int_equal(store_look(holder), STORE_OK);
    assert_int_equal(store_head(holder, &position, hash), STORE_OK); // this moment is held
    while (log_size() <= LOG_KEPT) {
        append_some(store, &sequence);
    }
    assert_true(look_takes_ms(reader) >= 500);
    store_look_end(holder);
    store_close(&holder);
    store_close(&reader);
    store_close(&store);
}

// ---- PostgreSQL -------------------------------------------------------------------------------

static void a_server_that_is_not_there_is_called_that(void **state)
{
    (void)state;
    struct store *store;
    struct fault fault;
    char url[256];
    assert_int_equal(
        open_with("postgres://uth:hush-hush@/postgres?host=/nowhere", false, 0, &fault, &store),
        STORE_ERR_UNREACHABLE);
    assert_null(strstr(fault.text, "hush-hush"));
    (void)snprintf(url, sizeof url, "postgresql://uth:hush-hush@/no_such_database?host=%s",
                   backend.cluster.directory);
    assert_int_equal(open_with(url, false, 0, &fault, &store), STORE_ERR_PERMISSION);
    assert_non_null(strstr(fault.text, "no_such_database"));
    assert_null(strstr(fault.text, "hush-hush"));
}

static void a_locked_table_is_called_that_and_used_again_later(void **state)
{
    (void)state;
    struct store *store;
    struct fault fault;
    assert_int_equal(open_with(backend.url, false, 50, &fault, &store), STORE_OK);
    assert_int_equal(append(store, 1), STORE_OK);
    PGconn *other = PQconnectdb(backend.url);
    PQclear(PQexec(other, "BEGIN; SELECT * FROM uth_head FOR UPDATE"));
    assert_int_equal(append(store, 2), STORE_ERR_LOCKED);
    assert_non_null(strstr(store_why(store), "locked by another process"));
    PQfinish(other);
    assert_int_equal(append(store, 2), STORE_OK);
    assert_true(audit_fits(store, 2));
    store_close(&store);
}

// A division by zero when there was none: a store names itself by its process.
static void cut_connections(void)
{
    assert_true(backend_run(&backend, "SELECT 1 / count(pg_terminate_backend(pid))"
                                      " FROM pg_stat_activity"
                                      " WHERE application_name LIKE 'process %'"));
}

static void a_connection_that_was_cut_is_made_anew(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    for (uint64_t i = 1; i <= 4; i++) {
        assert_int_equal(append(store, i), STORE_OK);
        cut_connections();
    }
    assert_true(audit_fits(store, 4));
    store_close(&store);
}

static bool count_record(void *context, const struct store_record *record)
{
    (void)record;
    ++*(size_t *)context;
    return true;
}

static void whoever_reads_over_a_connection_that_was_cut_misses_nothing(void **state)
{
    (void)state;
    size_t seen = 0;
    struct store *store = backend_open(&backend, false);
    assert_int_equal(append(store, 1), STORE_OK);
    assert_int_equal(append(store, 2), STORE_OK);
    cut_connections();
    assert_int_equal(store_read(store, 1, 2, count_record, &seen), STORE_OK);
    assert_int_equal(seen, 2);
    store_close(&store);
}

static void a_server_away_for_longer_than_our_patience_is_told(void **state)
{
    (void)state;
    struct store *store;
    struct fault fault;
    assert_int_equal(open_with(backend.url, false, 200, &fault, &store), STORE_OK);
    assert_int_equal(append(store, 1), STORE_OK);
    assert_true(cluster_crash(&backend.cluster));
    const enum store_status status = append(store, 2);
    if (status != STORE_ERR_UNREACHABLE && status != STORE_ERR_UNKNOWN) {
        fail_msg("%d: %s", status, store_why(store));
    }
    assert_true(cluster_resume(&backend.cluster));
    assert_int_equal(append(store, 2), STORE_OK);
    assert_true(audit_fits(store, 2));
    store_close(&store);
}

static void a_schema_is_judged_again_when_its_server_is_back(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    store_close(&store);
    store = backend_open(&backend, true);
    cut_connections();
    assert_int_equal(store_examine(store), STORE_OK);
    assert_true(cluster_crash(&backend.cluster));
    assert_int_equal(store_examine(store), STORE_ERR_UNREACHABLE);
    assert_true(cluster_resume(&backend.cluster));
    assert_int_equal(store_examine(store), STORE_OK);
    store_close(&store);
}

#define LOAD 2000

static void a_server_restarted_under_load_loses_and_doubles_nothing(void **state)
{
    (void)state;
    struct store *store;
    struct fault fault;
    struct store_writer *writer;
    struct store_done done[64];
    struct sample sample;
    uint64_t submitted = 0;
    uint64_t stored = 0;
    assert_int_equal(open_with(backend.url, false, 60000, &fault, &store), STORE_OK);
    assert_int_equal(store_writer_open(&store, &(struct store_writer_options){0}, &writer),
                     STORE_OK);
    while (stored < LOAD) {
        while (submitted < LOAD && submitted - stored < 400) {
            sample_make(&sample, 1, ++submitted);
            assert_int_equal(store_writer_submit(writer, &sample.batch, submitted), STORE_OK);
            // The writer is at work, whatever it is doing just now.
            if (submitted % 500 == 0) {
                assert_true(cluster_crash(&backend.cluster));
                assert_true(cluster_resume(&backend.cluster));
            }
        }
        const size_t count = store_writer_take(writer, done, 64);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(done[i].result.status, STORE_OK);
            assert_int_equal(done[i].result.position, ++stored);
        }
    }
    store_writer_close(&writer);
    store = backend_open(&backend, true);
    assert_true(audit_fits(store, LOAD));
    store_close(&store);
}

// ---- what a server may lose -------------------------------------------------------------------

static bool setting_is(const char *name, const char *value)
{
    char sql[200];
    (void)snprintf(sql, sizeof sql, "SELECT 1 / (current_setting('%s') = '%s')::int", name, value);
    PGconn *connection = PQconnectdb(backend.url);
    PGresult *result = PQexec(connection, sql);
    const bool is = PQresultStatus(result) == PGRES_TUPLES_OK;
    PQclear(result);
    PQfinish(connection);
    return is;
}

// The server takes a change over in its own time.
static void change_setting(const char *name, const char *value)
{
    char sql[200];
    const struct timespec pause = {0, 20000000L};
    (void)snprintf(sql, sizeof sql, "ALTER SYSTEM SET %s = %s", name, value);
    assert_true(backend_run(&backend, sql));
    assert_true(backend_run(&backend, "SELECT pg_reload_conf()"));
    for (int tries = 0; tries < 500 && !setting_is(name, value); tries++) {
        (void)nanosleep(&pause, NULL);
    }
    assert_true(setting_is(name, value));
}

static void a_server_that_may_lose_commits_is_refused_unless_that_is_accepted(void **state)
{
    static const char *const settings[] = {"fsync", "full_page_writes", "synchronous_commit"};
    (void)state;
    struct store *store = backend_open(&backend, false); // makes the tables
    struct fault fault;
    store_close(&store);
    for (size_t i = 0; i < 3; i++) {
        const struct store_options accepts = {.accept_loss = true, .patience_ms = 1000};
        change_setting(settings[i], "off");
        assert_int_equal(open_with(backend.url, false, 1000, &fault, &store), STORE_ERR_LOSES);
        for (size_t j = 0; j < 3; j++) {
            assert_int_equal(strstr(fault.text, settings[j]) != NULL, i == j);
        }
        assert_non_null(strstr(fault.text, "accept_loss = 1"));
        assert_int_equal(store_open(backend.url, &accepts, &fault, &store), STORE_OK);
        store_close(&store);
        assert_int_equal(open_with(backend.url, true, 1000, &fault, &store), STORE_OK);
        store_close(&store);
        change_setting(settings[i], "on");
    }
    assert_int_equal(open_with(backend.url, false, 1000, &fault, &store), STORE_OK);
    store_close(&store);
}

static void count_commits_that_do_not_wait(void)
{
    assert_true(backend_run(
        &backend,
        "CREATE TABLE seen (setting text);"
        "CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW;"
        " END $$;"
        "CREATE TRIGGER see BEFORE INSERT ON uth_batch FOR EACH ROW EXECUTE FUNCTION see()"));
}

static void a_commit_waits_for_the_disk_whatever_is_changed_meanwhile(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct fault fault;
    count_commits_that_do_not_wait();
    assert_int_equal(append(store, 1), STORE_OK);
    change_setting("synchronous_commit", "off");
    assert_int_equal(append(store, 2), STORE_OK);
    change_setting("synchronous_commit", "local");
    store_close(&store);
    assert_int_equal(open_with(backend.url, false, 1000, &fault, &store), STORE_OK);
    assert_int_equal(append(store, 3), STORE_OK);
    store_close(&store);
    change_setting("synchronous_commit", "on");
    assert_true(backend_run(&backend, "SELECT 1 / (count(*) = 3)::int FROM seen"
                                      " WHERE setting = 'on'"));
    assert_true(backend_run(&backend, "DROP FUNCTION see() CASCADE; DROP TABLE seen"));
}

// ---- a server that is not ready yet -----------------------------------------------------------

static void keep_said(void *context, const char *text)
{
    (void)snprintf(context, FAULT_TEXT_MAX, "%s", text);
}

static enum store_status open_waiting(uint32_t starting_ms, bool read_only, char *said,
                                      struct fault *fault, struct store **store)
{
    const struct store_options options = {.read_only = read_only,
                                          .patience_ms = 1000,
                                          .starting_ms = starting_ms,
                                          .say = keep_said,
                                          .say_context = said};
    said[0] = '\0';
    fault->text[0] = '\0';
    return store_open(backend.url, &options, fault, store);
}

static void wait_for_ping(PGPing wanted)
{
    const struct timespec pause = {0, 10000000L};
    for (int tries = 0; tries < 3000 && PQping(backend.url) != wanted; tries++) {
        (void)nanosleep(&pause, NULL);
    }
    assert_int_equal(PQping(backend.url), wanted);
}

// It asks an archive for some files that are not there, a second for each.
static void a_database_that_recovers_is_waited_for(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct fault fault;
    char said[FAULT_TEXT_MAX];
    assert_int_equal(append(store, 1), STORE_OK);
    store_close(&store);
    assert_true(backend_run(&backend, "ALTER SYSTEM SET restore_command = 'sleep 1; false'"));
    assert_true(backend_run(&backend, "ALTER SYSTEM SET hot_standby = off"));
    assert_true(cluster_crash(&backend.cluster));
    assert_true(cluster_begin(&backend.cluster, "recovery.signal"));
    wait_for_ping(PQPING_REJECT);
    assert_int_equal(open_waiting(200, false, said, &fault, &store), STORE_ERR_UNREACHABLE);
    assert_non_null(strstr(said, "starting or recovering"));
    assert_int_equal(open_waiting(0, false, said, &fault, &store), STORE_ERR_UNREACHABLE);
    assert_string_equal(said, "");
    assert_int_equal(open_waiting(60000, false, said, &fault, &store), STORE_OK);
    assert_non_null(strstr(said, "starting or recovering"));
    assert_int_equal(append(store, 2), STORE_OK);
    assert_true(audit_fits(store, 2));
    store_close(&store);
    assert_true(backend_run(&backend, "ALTER SYSTEM RESET ALL"));
    assert_true(cluster_crash(&backend.cluster));
    assert_true(cluster_resume(&backend.cluster));
}

// As a tool might that looks after the store: no one process is to blame.
static void a_store_that_several_hold_is_refused_without_a_name(void **state)
{
    (void)state;
    const struct store_options sole = {.sole = true, .patience_ms = 1000};
    struct fault fault;
    struct store *store;
    PGconn *others[2];
    char lock[120];
    assert_int_equal(store_open(backend.url, &sole, &fault, &store), STORE_OK);
    others[0] = PQconnectdb(backend.url);
    others[1] = PQconnectdb(backend.url);
    PGresult *held = PQexec(others[0], "SELECT classid, objid FROM pg_locks"
                                       " WHERE locktype = 'advisory' AND granted");
    assert_int_equal(PQntuples(held), 1);
    (void)snprintf(lock, sizeof lock, "SELECT pg_advisory_lock_shared(%.20s, %.20s)",
                   PQgetvalue(held, 0, 0), PQgetvalue(held, 0, 1));
    PQclear(held);
    store_close(&store);
    for (size_t i = 0; i < 2; i++) {
        PGresult *result = PQexec(others[i], lock);
        assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
        PQclear(result);
    }
    assert_int_equal(store_open(backend.url, &sole, &fault, &store), STORE_ERR_TAKEN);
    assert_non_null(strstr(fault.text, "another process has it open for writing, from somewhere"));
    PQfinish(others[0]);
    PQfinish(others[1]);
}

static void *promote_soon(void *context)
{
    const struct timespec pause = {1, 0};
    (void)context;
    (void)nanosleep(&pause, NULL);
    UTH_CHECK(backend_run(&backend, "SELECT pg_promote()"));
    return NULL;
}

static void a_writer_waits_for_a_standby_to_be_promoted(void **state)
{
    (void)state;
    struct store *store = backend_open(&backend, false);
    struct fault fault;
    char said[FAULT_TEXT_MAX];
    struct timespec before;
    struct timespec after;
    pthread_t thread;
    assert_int_equal(append(store, 1), STORE_OK);
    store_close(&store);
    assert_true(cluster_crash(&backend.cluster));
    assert_true(cluster_begin(&backend.cluster, "standby.signal"));
    wait_for_ping(PQPING_OK);
    assert_int_equal(open_waiting(200, false, said, &fault, &store), STORE_ERR_UNREACHABLE);
    assert_non_null(strstr(fault.text, "standby"));
    assert_int_equal(open_waiting(200, true, said, &fault, &store), STORE_OK);
    assert_string_equal(said, "");
    assert_true(audit_fits(store, 1));
    store_close(&store);
    assert_int_equal(pthread_create(&thread, NULL, promote_soon, NULL), 0);
    (void)clock_gettime(CLOCK_MONOTONIC, &before);
    assert_int_equal(open_waiting(60000, false, said, &fault, &store), STORE_OK);
    (void)clock_gettime(CLOCK_MONOTONIC, &after);
    assert_true(after.tv_sec - before.tv_sec < 60); // no longer than it takes
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_non_null(strstr(said, "standby"));
    assert_int_equal(append(store, 2), STORE_OK);
    assert_true(audit_fits(store, 2));
    store_close(&store);
}

int main(int argc, char **argv)
{
    if (argc != 2 || !backend_start(&backend, argv[1])) {
        (void)fprintf(stderr, "usage: test_trouble sqlite|postgres-durable\n");
        return 1;
    }
#define TEST(name) cmocka_unit_test_setup(name, wipe)
    const struct CMUnitTest sqlite_tests[] = {
        TEST(files_are_nobody_elses_to_read),
        TEST(what_is_no_database_of_ours_is_refused),
        TEST(a_read_only_file_is_called_that),
        TEST(a_locked_database_is_called_that_and_used_again_later),
        TEST(a_database_without_a_log_is_not_opened_while_it_is_read),
        TEST(a_full_disk_loses_nothing_and_is_used_again_later),
        TEST(a_disk_too_full_to_open_a_store_is_called_that),
        TEST(the_log_is_kept_to_a_limit_beside_readers),
        TEST(a_reader_that_finds_the_log_long_waits_for_the_writer),
    };
    const struct CMUnitTest postgres_tests[] = {
        TEST(a_server_that_is_not_there_is_called_that),
        TEST(a_locked_table_is_called_that_and_used_again_later),
        TEST(a_connection_that_was_cut_is_made_anew),
        TEST(whoever_reads_over_a_connection_that_was_cut_misses_nothing),
        TEST(a_server_away_for_longer_than_our_patience_is_told),
        TEST(a_schema_is_judged_again_when_its_server_is_back),
        TEST(a_server_restarted_under_load_loses_and_doubles_nothing),
        TEST(a_server_that_may_lose_commits_is_refused_unless_that_is_accepted),
        TEST(a_commit_waits_for_the_disk_whatever_is_changed_meanwhile),
        TEST(a_store_that_several_hold_is_refused_without_a_name),
        TEST(a_database_that_recovers_is_waited_for),
        TEST(a_writer_waits_for_a_standby_to_be_promoted),
    };
    const int failed = backend.kind == BACKEND_SQLITE
                           ? cmocka_run_group_tests(sqlite_tests, NULL, NULL)
                           : cmocka_run_group_tests(postgres_tests, NULL, NULL);
    backend_stop(&backend);
    return failed;
}
