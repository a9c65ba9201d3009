// The store's faulty twin: something breaks at every write point and at every allocation, once.
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store/audit.h"
#include "store/backend.h"
#include "store/backup.h"

#define BATCHES 12
#define GROUP   3

// ---- an allocator that fails once -------------------------------------------------------------

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static long allocations_left = -1; // before the one that fails; -1: none does

static bool allocation_fails(void)
{
    return allocations_left >= 0 && allocations_left-- == 0;
}

void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return allocation_fails() ? NULL : __real_realloc(memory, size);
}

// The same for what SQLite asks for itself.
static sqlite3_mem_methods sqlite_memory;
static long sqlite_left = -1;

static bool sqlite_fails(void)
{
    return sqlite_left >= 0 && sqlite_left-- == 0;
}

static void *sqlite_malloc(int size)
{
    return sqlite_fails() ? NULL : sqlite_memory.xMalloc(size);
}

static void *sqlite_realloc(void *memory, int size)
{
    return sqlite_fails() ? NULL : sqlite_memory.xRealloc(memory, size);
}

static bool install_sqlite_memory(void)
{
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_memory) != SQLITE_OK) {
        return false;
    }
    sqlite3_mem_methods failing = sqlite_memory;
    failing.xMalloc = sqlite_malloc;
    failing.xRealloc = sqlite_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &failing) == SQLITE_OK;
}

// No thread can be started, as at a limit of the system.
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);

static bool no_threads;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument)
{
    return no_threads ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}

// ---- a workload that keeps its own account ----------------------------------------------------

static struct backend backend;

struct ledger_of_acks {
    bool acked[BATCHES + 1];
    bool unknown[BATCHES + 1];
};

static enum store_status open_impatient(struct store **store)
{
    const struct store_options options = {.patience_ms = 0};
    struct fault fault;
    struct store_port *port;
    if (backend.kind == BACKEND_SQLITE) {
        return store_open(backend.url, &options, &fault, store);
    }
    const enum store_status status = store_memory_open(backend.disk, &options, &fault, &port);
    return status == STORE_OK ? store_open_port(port, &options, &fault, store) : status;
}

// Stores the batches from `from` on, three to a group; stops at the first failure and returns it.
static enum store_status work(struct store *store, uint64_t from, struct ledger_of_acks *acks)
{
    for (uint64_t at = from; at <= BATCHES; at += GROUP) {
        struct store_bytes bodies[GROUP] = {{NULL, 0}};
        struct store_result results[GROUP] = {{0}};
        size_t count = 0;
        enum store_status status = STORE_OK;
        for (; count < GROUP && at + count <= BATCHES && status == STORE_OK; count++) {
            struct sample sample;
            uint8_t *body = NULL;
            sample_make(&sample, 1, at + count);
            status = store_encode(&sample.batch, &body, &bodies[count].size);
            bodies[count].data = body;
        }
        if (status == STORE_OK) {
            status = store_append_encoded(store, bodies, count, results);
        }
        for (size_t i = 0; i < count; i++) {
            acks->acked[at + i] = status == STORE_OK && results[i].status == STORE_OK;
            acks->unknown[at + i] = results[i].status == STORE_ERR_UNKNOWN;
            free((void *)(uintptr_t)bodies[i].data);
        }
        if (status != STORE_OK) {
            return status;
        }
    }
    return STORE_OK;
}

// What is wrong when so many batches are stored; NULL when nothing is.
static const char *wrong_with(uint64_t stored, const struct ledger_of_acks *acks)
{
    for (uint64_t i = 1; i <= BATCHES; i++) {
        if (acks->acked[i] && i > stored) {
            return "what was acknowledged is lost";
        }
        if (!acks->acked[i] && !acks->unknown[i] && i <= stored) {
            return "what was refused is stored";
        }
    }
    return NULL;
}

static void check_books(struct store *store, const struct ledger_of_acks *acks)
{
    struct store_report report;
    uint64_t sequence = 0;
    assert_int_equal(store_audit(store, STORE_AUDIT_LINKS, &report), STORE_OK);
    if (report.status != STORE_OK) {
        fail_msg("%s", report.text);
    }
    assert_int_equal(store_table_sequence(store, 1, &sequence), STORE_OK);
    assert_int_equal(sequence, report.batches);
    const char *wrong = wrong_with(sequence, acks);
    if (wrong != NULL) {
        fail_msg("%s", wrong);
    }
}

static void what_is_lost_or_stored_though_refused_is_noticed(void **state)
{
    (void)state;
    struct ledger_of_acks acks = {{false}, {false}};
    struct store *store;
    assert_true(backend_start(&backend, "memory"));
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    assert_int_equal(work(store, 1, &acks), STORE_OK);
    check_books(store, &acks);
    store_close(&store);
    backend_stop(&backend);
    // One batch less in the store, one more in the account, and one whose answer nobody heard.
    assert_string_equal(wrong_with(BATCHES - 1, &acks), "what was acknowledged is lost");
    acks.acked[BATCHES] = false;
    assert_string_equal(wrong_with(BATCHES, &acks), "what was refused is stored");
    assert_null(wrong_with(BATCHES - 1, &acks));
    acks.unknown[BATCHES] = true;
    assert_null(wrong_with(BATCHES, &acks));
    assert_null(wrong_with(BATCHES - 1, &acks));
    assert_string_equal(wrong_with(0, &acks), "what was acknowledged is lost");
}

// After the fault: the same store goes on, or a new one after a power cut. All is sent again.
static void recover(struct store **store, const struct ledger_of_acks *acks, bool restart)
{
    struct ledger_of_acks again = {{false}, {false}};
    if (restart) {
        store_close(store);
        assert_int_equal(open_impatient(store), STORE_OK);
    }
    check_books(*store, acks);
    assert_int_equal(work(*store, 1, &again), STORE_OK);
    for (uint64_t i = 1; i <= BATCHES; i++) {
        assert_true(again.acked[i]);
    }
    check_books(*store, &again);
}

// ---- every write point ------------------------------------------------------------------------

static uint64_t fail_once(struct store_disk_plan plan)
{
    struct ledger_of_acks acks = {{false}, {false}};
    struct store *store;
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    store_disk_plan(backend.disk, &plan);
    const enum store_status status = work(store, 1, &acks);
    const uint64_t points = store_disk_points(backend.disk);
    if (plan.fault == STORE_DISK_FAILS || plan.fault == STORE_DISK_LOSES_POWER) {
        assert_int_equal(status != STORE_OK, plan.at <= points);
    }
    store_disk_plan(backend.disk, &(struct store_disk_plan){0});
    store_disk_power_on(backend.disk);
    recover(&store, &acks, plan.fault == STORE_DISK_LOSES_POWER);
    store_close(&store);
    return points;
}

static void a_store_that_fails_at_any_write_point_loses_nothing(void **state)
{
    (void)state;
    const enum store_status statuses[] = {STORE_ERR_FULL, STORE_ERR_IO, STORE_ERR_LOCKED,
                                          STORE_ERR_UNREACHABLE, STORE_ERR_READ_ONLY};
    assert_true(backend_start(&backend, "memory"));
    const uint64_t points = fail_once((struct store_disk_plan){0});
    assert_true(points > 20);
    for (uint64_t at = 1; at <= points; at++) {
        for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
            // Where the server only seems away it is asked again, and then all is well.
            if (statuses[i] == STORE_ERR_UNREACHABLE) {
                (void)fail_once((struct store_disk_plan){at, STORE_DISK_DELAYS, STORE_OK, 1});
            } else {
                (void)fail_once((struct store_disk_plan){at, STORE_DISK_FAILS, statuses[i], 0});
            }
        }
        (void)fail_once((struct store_disk_plan){at, STORE_DISK_LOSES_POWER, STORE_OK, 0});
        (void)fail_once((struct store_disk_plan){at, STORE_DISK_LOSES_ANSWER, STORE_OK, 0});
        (void)fail_once((struct store_disk_plan){at, STORE_DISK_LOSES_REQUEST, STORE_OK, 0});
    }
    (void)printf("# %llu write points, eight faults each\n", (unsigned long long)points);
    backend_stop(&backend);
}

static enum store_status store_one(struct store *store, uint64_t sequence)
{
    struct sample sample;
    struct store_result result = {0};
    struct store_bytes bytes = {NULL, 0};
    uint8_t *body = NULL;
    sample_make(&sample, 1, sequence);
    assert_int_equal(store_encode(&sample.batch, &body, &bytes.size), STORE_OK);
    bytes.data = body;
    const enum store_status status = store_append_encoded(store, &bytes, 1, &result);
    free(body);
    return status == STORE_OK ? result.status : status;
}

// It has the store to itself: a head it does not know would be another's, and end its work.
static uint64_t append_alone(struct store_disk_plan plan)
{
    const struct store_options options = {.sole = true, .patience_ms = 0};
    struct fault fault;
    struct store_port *port;
    struct store *store;
    assert_true(backend_wipe(&backend));
    assert_int_equal(store_memory_open(backend.disk, &options, &fault, &port), STORE_OK);
    assert_int_equal(store_open_port(port, &options, &fault, &store), STORE_OK);
    assert_int_equal(store_one(store, 1), STORE_OK);
    store_disk_plan(backend.disk, &plan);
    assert_int_equal(store_one(store, 2), STORE_OK);
    const uint64_t points = store_disk_points(backend.disk);
    assert_int_equal(store_one(store, 3), STORE_OK);
    store_close(&store);
    return points;
}

static void a_sole_writer_knows_its_commit_though_the_answer_was_lost(void **state)
{
    (void)state;
    assert_true(backend_start(&backend, "memory"));
    const uint64_t points = append_alone((struct store_disk_plan){0});
    for (uint64_t at = 1; at <= points; at++) {
        (void)append_alone((struct store_disk_plan){at, STORE_DISK_LOSES_ANSWER, STORE_OK, 0});
    }
    backend_stop(&backend);
}

// ---- a take-over ------------------------------------------------------------------------------

static bool leases_are_whole(void *context, const struct store_lease *lease)
{
    ++*(uint64_t *)context;
    return lease->epoch == 1 && lease->node == 7;
}

// Of lease and batch both are there or none, and the node that tries again has the table once.
static uint64_t take_over_once(struct store_disk_plan plan)
{
    struct store *store;
    struct store_lease lease;
    uint64_t sequence = 0;
    uint64_t leases = 0;
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    store_disk_plan(backend.disk, &plan);
    enum store_status status = store_lease(store, 1, 7, 1000, 10, &lease);
    status = status == STORE_OK ? store_lease(store, 1, 7, 1005, 10, &lease) : status;
    const uint64_t points = store_disk_points(backend.disk);
    store_disk_plan(backend.disk, &(struct store_disk_plan){0});
    store_disk_power_on(backend.disk);
    store_close(&store);
    assert_int_equal(open_impatient(&store), STORE_OK);
    assert_int_equal(store_table_sequence(store, 1, &sequence), STORE_OK);
    assert_int_equal(store_leases(store, leases_are_whole, &leases), STORE_OK);
    assert_int_equal(leases, sequence);
    assert_true(status != STORE_OK || leases == 1);
    assert_int_equal(store_lease(store, 1, 7, 1006, 10, &lease), STORE_OK);
    assert_int_equal(lease.epoch, 1);
    assert_int_equal(store_table_sequence(store, 1, &sequence), STORE_OK);
    assert_int_equal(sequence, 1);
    store_close(&store);
    return points;
}

static void a_take_over_that_fails_is_whole_or_not_at_all(void **state)
{
    (void)state;
    assert_true(backend_start(&backend, "memory"));
    const uint64_t points = take_over_once((struct store_disk_plan){0});
    assert_true(points >= 8);
    for (uint64_t at = 1; at <= points; at++) {
        (void)take_over_once((struct store_disk_plan){at, STORE_DISK_FAILS, STORE_ERR_IO, 0});
        (void)take_over_once((struct store_disk_plan){at, STORE_DISK_LOSES_POWER, STORE_OK, 0});
        (void)take_over_once((struct store_disk_plan){at, STORE_DISK_LOSES_ANSWER, STORE_OK, 0});
        (void)take_over_once((struct store_disk_plan){at, STORE_DISK_LOSES_REQUEST, STORE_OK, 0});
    }
    backend_stop(&backend);
}

// ---- every allocation -------------------------------------------------------------------------

static bool starve_once(const char *name, long after)
{
    struct ledger_of_acks acks = {{false}, {false}};
    struct store *store = NULL;
    (void)name;
    assert_true(backend_wipe(&backend));
    allocations_left = after;
    enum store_status status = open_impatient(&store);
    if (status == STORE_OK) {
        status = work(store, 1, &acks);
    }
    const bool struck = allocations_left < 0;
    allocations_left = -1;
    if (struck && store == NULL) {
        assert_int_equal(status, STORE_ERR_MEMORY);
    }
    if (store == NULL) {
        assert_int_equal(open_impatient(&store), STORE_OK);
    }
    recover(&store, &acks, false);
    store_close(&store);
    return struck;
}

static void an_allocation_that_fails_loses_nothing(void **state)
{
    (void)state;
    const char *const names[] = {"memory", "sqlite"};
    for (size_t i = 0; i < 2; i++) {
        assert_true(backend_start(&backend, names[i]));
        long after = 0;
        while (starve_once(names[i], after)) {
            after++;
        }
        (void)printf("# %s: each of %ld allocations failed once\n", names[i], after);
        assert_true(after > 20);
        backend_stop(&backend);
    }
}

// `left` is the allocator whose calls fail: ours or SQLite's.
static void open_starved(const char *url, long *left)
{
    const struct store_options options = {.patience_ms = 0};
    enum store_status status = STORE_ERR_MEMORY;
    long after = 0;
    for (; status != STORE_OK; after++) {
        struct fault fault = {.kind = FAULT_NONE};
        struct store *store = NULL;
        *left = after;
        status = store_open(url, &options, &fault, &store);
        *left = -1;
        if (status == STORE_OK) {
            assert_int_equal(store_one(store, 1), STORE_OK);
        } else {
            assert_int_equal(status, STORE_ERR_MEMORY);
            assert_null(store);
            assert_non_null(strstr(fault.text, "memory"));
        }
        store_close(&store);
    }
    (void)printf("# %s: each of %ld allocations of an opening failed once\n", url, after - 1);
    assert_true(after > 3);
}

static void a_store_is_not_opened_without_memory(void **state)
{
    (void)state;
    open_starved("memory:", &allocations_left);
    assert_true(backend_start(&backend, "sqlite"));
    assert_true(backend_wipe(&backend));
    open_starved(backend.url, &allocations_left);
    assert_true(backend_wipe(&backend));
    open_starved(backend.url, &sqlite_left);
    backend_stop(&backend);
}

// A transaction that could not be ended would refuse everything that comes after it.
static void a_look_that_finds_no_memory_does_not_stand_in_the_way(void **state)
{
    (void)state;
    struct store *store;
    uint64_t sequence = 0;
    assert_true(backend_start(&backend, "sqlite"));
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    bool struck = true;
    long after = 0;
    for (; struck; after++) {
        sqlite_left = after;
        enum store_status status = store_look(store);
        if (status == STORE_OK) {
            status = store_table_sequence(store, 1, &sequence);
            store_look_end(store);
        }
        struck = sqlite_left < 0;
        sqlite_left = -1;
        assert_true(status == STORE_OK || (struck && status == STORE_ERR_MEMORY));
        assert_int_equal(store_one(store, (uint64_t)after + 1), STORE_OK);
    }
    (void)printf("# sqlite: each of %ld allocations of a look failed once\n", after - 1);
    assert_true(after > 5);
    store_close(&store);
    backend_stop(&backend);
}

static void an_audit_without_memory_says_so(void **state)
{
    (void)state;
    struct ledger_of_acks acks = {{false}, {false}};
    struct store_report report;
    struct store *store;
    assert_true(backend_start(&backend, "memory"));
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    assert_int_equal(work(store, 1, &acks), STORE_OK);
    enum store_status status = STORE_ERR_MEMORY;
    long after = 0;
    for (; status != STORE_OK; after++) {
        allocations_left = after;
        status = store_audit(store, STORE_AUDIT_LINKS, &report);
        allocations_left = -1;
        assert_true(status == STORE_OK || status == STORE_ERR_MEMORY);
        assert_int_equal(report.status, STORE_OK);
    }
    assert_true(after > 5);
    store_close(&store);
    backend_stop(&backend);
}

static void sign_all(struct store *store)
{
    struct fault fault;
    struct store_key *key;
    char path[200];
    size_t count = 0;
    (void)snprintf(path, sizeof path, "%s/key", backend.directory);
    assert_int_equal(store_key_open(path, true, &fault, &key), STORE_OK);
    assert_int_equal(store_sign_days(store, key, INT64_MAX, 1, &count), STORE_OK);
    assert_true(count > 0);
    store_key_close(&key);
}

// It never says that all is well when it has not seen all.
static void an_audit_whose_database_finds_no_memory_says_so(void **state)
{
    (void)state;
    struct ledger_of_acks acks = {{false}, {false}};
    struct store_report whole;
    struct store_report report;
    struct store *store;
    assert_true(backend_start(&backend, "sqlite"));
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    assert_int_equal(work(store, 1, &acks), STORE_OK);
    sign_all(store);
    assert_int_equal(store_audit(store, STORE_AUDIT_LINKS, &whole), STORE_OK);
    assert_true(whole.signatures > 0);
    long failures = 0;
    bool struck = true;
    for (long after = 0; struck; after++) {
        sqlite_left = after;
        const enum store_status status = store_audit(store, STORE_AUDIT_LINKS, &report);
        struck = sqlite_left < 0;
        sqlite_left = -1;
        assert_true(status == STORE_OK || (struck && status == STORE_ERR_MEMORY));
        assert_int_equal(report.status, STORE_OK);
        if (status == STORE_OK) {
            assert_int_equal(report.batches, whole.batches);
            assert_int_equal(report.signatures, whole.signatures);
        }
        failures += status != STORE_OK;
    }
    (void)printf("# sqlite: %ld of its allocations failed an audit\n", failures);
    assert_true(failures > 5);
    store_close(&store);
    backend_stop(&backend);
}

// A backup in memory, and how much of it was read.
struct copy {
    uint8_t bytes[1 << 16];
    size_t size, at;
};

static bool write_copy(void *context, const void *data, size_t size)
{
    struct copy *copy = context;
    assert_true(size <= sizeof copy->bytes - copy->size);
    memcpy(copy->bytes + copy->size, data, size);
    copy->size += size;
    return true;
}

static size_t read_copy(void *context, void *data, size_t size)
{
    struct copy *copy = context;
    const size_t left = copy->size - copy->at;
    const size_t part = size < left ? size : left;
    memcpy(data, copy->bytes + copy->at, part);
    copy->at += part;
    return part;
}

static bool no_keys(void *context, const struct backup_told *told)
{
    (void)context;
    return told->key_count == 0;
}

static void make_copy(struct copy *copy)
{
    struct ledger_of_acks acks = {{false}, {false}};
    struct backup_told told = {0};
    struct store *store;
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    assert_int_equal(work(store, 1, &acks), STORE_OK);
    assert_int_equal(store_backup(store, write_copy, copy, &told), STORE_OK);
    store_close(&store);
}

// False when the restore went through without the allocation that was to fail.
static bool restore_starved(struct copy *copy, long after)
{
    struct backup_told told = {0};
    struct store *store;
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    copy->at = 0;
    allocations_left = after;
    const enum store_status status = store_restore(store, read_copy, no_keys, copy, &told);
    const bool struck = allocations_left < 0;
    allocations_left = -1;
    if (status != STORE_OK) {
        assert_true(struck);
        assert_int_equal(status, STORE_ERR_MEMORY);
        assert_non_null(strstr(store_why(store), "memory"));
    }
    store_close(&store);
    return struck;
}

static void a_restore_without_memory_says_so(void **state)
{
    (void)state;
    static struct copy copy;
    long after = 0;
    assert_true(backend_start(&backend, "sqlite"));
    make_copy(&copy);
    while (restore_starved(&copy, after)) {
        after++;
    }
    (void)printf("# sqlite: each of %ld allocations of a restore failed once\n", after);
    assert_true(after > 20);
    backend_stop(&backend);
}

// ---- the writer under faults ------------------------------------------------------------------

// The store stays with its owner, who may try again.
static void a_writer_without_memory_or_thread_is_not_opened(void **state)
{
    (void)state;
    const struct store_writer_options options = {0};
    struct store_writer *writer = NULL;
    struct store *store;
    assert_true(backend_start(&backend, "memory"));
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    allocations_left = 0;
    assert_int_equal(store_writer_open(&store, &options, &writer), STORE_ERR_MEMORY);
    allocations_left = -1;
    no_threads = true;
    assert_int_equal(store_writer_open(&store, &options, &writer), STORE_ERR_MEMORY);
    no_threads = false;
    assert_null(writer);
    assert_int_equal(store_one(store, 1), STORE_OK);
    assert_int_equal(store_writer_open(&store, &options, &writer), STORE_OK);
    assert_null(store);
    store_writer_close(&writer);
    backend_stop(&backend);
}

static void a_writer_whose_disk_fails_goes_on_when_it_is_back(void **state)
{
    (void)state;
    struct store *store;
    struct store_writer *writer;
    struct fault fault;
    struct sample sample;
    struct store_done done[4];
    assert_true(backend_start(&backend, "memory"));
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    assert_int_equal(store_writer_open(&store, &(struct store_writer_options){0}, &writer),
                     STORE_OK);
    sample_make(&sample, 1, 1);
    store_disk_plan(backend.disk,
                    &(struct store_disk_plan){3, STORE_DISK_FAILS, STORE_ERR_FULL, 0});
    assert_int_equal(store_writer_submit(writer, &sample.batch, 1), STORE_OK);
    assert_true(store_writer_drain(writer, 5000));
    assert_int_equal(store_writer_take(writer, done, 4), 1);
    assert_int_equal(done[0].result.status, STORE_ERR_FULL);
    store_writer_why(writer, &fault);
    assert_non_null(strstr(fault.text, "full"));
    assert_int_equal(store_writer_submit(writer, &sample.batch, 2), STORE_OK);
    assert_true(store_writer_drain(writer, 5000));
    assert_int_equal(store_writer_take(writer, done, 4), 1);
    assert_int_equal(done[0].result.status, STORE_OK);
    store_writer_close(&writer);
    backend_stop(&backend);
}

static void a_full_queue_refuses_and_a_slow_disk_blocks_nobody(void **state)
{
    (void)state;
    struct store *store;
    struct store_writer *writer;
    struct sample sample;
    uint64_t taken = 0;
    assert_true(backend_start(&backend, "memory"));
    assert_true(backend_wipe(&backend));
    assert_int_equal(open_impatient(&store), STORE_OK);
    const struct store_writer_options options = {.queue_max = 10};
    assert_int_equal(store_writer_open(&store, &options, &writer), STORE_OK);
    store_disk_plan(backend.disk, &(struct store_disk_plan){1, STORE_DISK_DELAYS, STORE_OK, 200});
    for (uint64_t i = 1; i <= 30; i++) {
        sample_make(&sample, 1, i);
        const enum store_status status = store_writer_submit(writer, &sample.batch, i);
        assert_true(status == STORE_OK || status == STORE_ERR_QUEUE_FULL);
        taken += status == STORE_OK;
    }
    assert_int_equal(taken, 10);
    assert_false(store_writer_drain(writer, 1));
    assert_true(store_writer_drain(writer, 5000));
    store_writer_close(&writer);
    backend_stop(&backend);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_lost_or_stored_though_refused_is_noticed),
        cmocka_unit_test(a_store_that_fails_at_any_write_point_loses_nothing),
        cmocka_unit_test(a_sole_writer_knows_its_commit_though_the_answer_was_lost),
        cmocka_unit_test(a_take_over_that_fails_is_whole_or_not_at_all),
        cmocka_unit_test(an_allocation_that_fails_loses_nothing),
        cmocka_unit_test(a_store_is_not_opened_without_memory),
        cmocka_unit_test(a_look_that_finds_no_memory_does_not_stand_in_the_way),
        cmocka_unit_test(an_audit_without_memory_says_so),
        cmocka_unit_test(an_audit_whose_database_finds_no_memory_says_so),
        cmocka_unit_test(a_restore_without_memory_says_so),
        cmocka_unit_test(a_writer_without_memory_or_thread_is_not_opened),
        cmocka_unit_test(a_writer_whose_disk_fails_goes_on_when_it_is_back),
        cmocka_unit_test(a_full_queue_refuses_and_a_slow_disk_blocks_nobody),
    };
    return install_sqlite_memory() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
