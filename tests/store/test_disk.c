// The disk under SQLite fails at every single write point once, in every way it can. After each:
// nothing acknowledged is lost, nothing refused is stored, nothing doubled, the books balance and
// the chain fits; and the work goes on where it stopped.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/audit.h"
#include "store/backend.h"
#include "store/faulty_disk.h"
#include "support/rng.h"

#define BATCHES 9
#define GROUP   3

static struct backend backend;
static uint64_t seed;
static char original[96]; // what a trial of an upgrade begins with

struct trial {
    uint64_t at;
    enum disk_fault fault;
    enum disk_survival survival;
    bool restarts;
};

// What was said of each batch.
struct said {
    bool stored[BATCHES + 1];
    bool unknown[BATCHES + 1];
};

// A copy has the first group already.
static struct said said_before(const char *from)
{
    struct said said = {{false}, {false}};
    for (size_t i = 1; from != NULL && i <= GROUP; i++) {
        said.stored[i] = true;
    }
    return said;
}

// ---- files ------------------------------------------------------------------------------------

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 20];
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    const size_t size = fread(bytes, 1, sizeof bytes, in);
    assert_true(size < sizeof bytes);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    (void)fclose(in);
    assert_int_equal(fclose(out), 0);
}

// A new path each time; with an original, a copy of it.
static void begin_with(const char *path)
{
    char old[200];
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < 4 && backend.wiped != 0; i++) {
        (void)snprintf(old, sizeof old, "%s%s", backend.url + 7, endings[i]);
        (void)unlink(old);
    }
    disk_forget();
    assert_true(backend_wipe(&backend));
    if (path != NULL) {
        copy_file(path, backend.url + 7);
    }
}

static enum store_status try_open(struct store **store)
{
    const struct store_options options = {.patience_ms = 0};
    struct fault fault;
    return store_open(backend.url, &options, &fault, store);
}

// ---- the work ---------------------------------------------------------------------------------

static enum store_status store_group(struct store *store, uint64_t from, struct said *said)
{
    struct store_bytes bodies[GROUP] = {{NULL, 0}};
    struct store_result results[GROUP] = {{0}};
    for (size_t i = 0; i < GROUP; i++) {
        struct sample sample;
        uint8_t *body = NULL;
        sample_make(&sample, 1, from + i);
        assert_int_equal(store_encode(&sample.batch, &body, &bodies[i].size), STORE_OK);
        bodies[i].data = body;
    }
    const enum store_status status = store_append_encoded(store, bodies, GROUP, results);
    for (size_t i = 0; i < GROUP; i++) {
        said->stored[from + i] =
            said->stored[from + i] || (status == STORE_OK && results[i].status == STORE_OK);
        said->unknown[from + i] = results[i].status == STORE_ERR_UNKNOWN;
        free((void *)(uintptr_t)bodies[i].data);
    }
    return status;
}

// Three groups, each opened anew after the first: closing moves everything from the log into the
// file. Leaves the store open, if it could be opened.
static enum store_status work(struct store **store, struct said *said)
{
    enum store_status status = STORE_OK;
    for (uint64_t from = 1; from <= BATCHES && status == STORE_OK; from += GROUP) {
        if (from != 1 + GROUP) { // twice in a row without closing
            store_close(store);
            status = try_open(store);
        }
        status = status == STORE_OK ? store_group(*store, from, said) : status;
    }
    return status;
}

// Everything again: what is stored already is only said to be.
static void send_all(struct store *store, struct said *said)
{
    for (uint64_t from = 1; from <= BATCHES; from += GROUP) {
        assert_int_equal(store_group(store, from, said), STORE_OK);
    }
}

// What is wrong with a store after what was said of it; NULL when nothing is.
static const char *wrong_with(struct store *store, const struct said *said, uint64_t *sequence)
{
    static struct store_report report;
    if (store_audit(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &report) != STORE_OK ||
        store_table_sequence(store, 1, sequence) != STORE_OK) {
        return "it cannot be read";
    }
    if (report.status != STORE_OK) {
        return report.text;
    }
    if (*sequence != report.batches) {
        return "doubled: there are more batches than sequences";
    }
    for (uint64_t i = 1; i <= BATCHES; i++) {
        if (said->stored[i] && i > *sequence) {
            return "lost: it was said to be stored";
        }
        if (!said->stored[i] && !said->unknown[i] && i <= *sequence) {
            return "stored: it was refused";
        }
    }
    return NULL;
}

static uint64_t check(struct store *store, const struct said *said)
{
    uint64_t sequence = 0;
    const char *wrong = wrong_with(store, said, &sequence);
    if (wrong != NULL) {
        fail_msg("%s", wrong);
    }
    return sequence;
}

// The same store goes on, or a new one.
static void go_on(struct store **store, const struct trial *trial, const struct said *said)
{
    struct said again = {{false}, {false}};
    const bool dark = trial->fault == DISK_GOES_DARK;
    if (dark || trial->restarts) {
        store_close(store);
        assert_true(!dark || disk_power_on(trial->survival, seed + trial->at));
    }
    if (*store == NULL) {
        assert_int_equal(try_open(store), STORE_OK);
    }
    (void)check(*store, said);
    send_all(*store, &again);
    assert_int_equal(check(*store, &again), BATCHES);
    store_close(store);
}

// False when the work was done before the fault could strike.
static bool attempt(const struct trial *trial, const char *from)
{
    struct store *store = NULL;
    struct said said = said_before(from);
    begin_with(from);
    disk_plan(trial->at, trial->fault);
    (void)work(&store, &said);
    const bool struck = disk_points() >= trial->at;
    if (trial->fault != DISK_GOES_DARK) {
        disk_plan(0, DISK_SOUND);
    }
    go_on(&store, trial, &said);
    return struck;
}

// A failed sync that was told may lose power later: what was written again since must be there.
static bool attempt_and_lose_power(const struct trial *trial, const char *from)
{
    struct store *store = NULL;
    struct said said = {{false}, {false}};
    struct said again = {{false}, {false}};
    const struct trial dark = {.fault = DISK_GOES_DARK, .survival = trial->survival};
    begin_with(from);
    disk_plan(trial->at, DISK_FORGETS);
    (void)work(&store, &said);
    const bool struck = disk_points() >= trial->at;
    disk_plan(0, DISK_SOUND);
    if (store == NULL) {
        assert_int_equal(try_open(&store), STORE_OK);
    }
    send_all(store, &again);
    disk_plan(1, DISK_GOES_DARK); // at the next write, which is that of closing
    go_on(&store, &dark, &again);
    return struck;
}

static const struct trial trials[] = {
    {.fault = DISK_FAILS},
    {.fault = DISK_FAILS, .restarts = true},
    {.fault = DISK_IS_FULL},
    {.fault = DISK_WRITES_HALF},
    {.fault = DISK_WRITES_HALF, .restarts = true},
    {.fault = DISK_GOES_DARK, .survival = DISK_KEEPS_NOTHING},
    {.fault = DISK_GOES_DARK, .survival = DISK_KEEPS_SOME},
    {.fault = DISK_GOES_DARK, .survival = DISK_KEEPS_ALL},
};

static void fail_everywhere(const char *what, const char *from)
{
    uint64_t points = 0;
    for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++) {
        struct trial trial = trials[i];
        do {
            trial.at++;
        } while (attempt(&trial, from));
        assert_true(points == 0 || points == trial.at - 1);
        points = trial.at - 1;
    }
    for (enum disk_survival survival = DISK_KEEPS_NOTHING; survival <= DISK_KEEPS_SOME;
         survival++) {
        struct trial trial = {.fault = DISK_FORGETS, .survival = survival};
        do {
            trial.at++;
        } while (attempt_and_lose_power(&trial, from));
    }
    (void)printf("# tried: %s, %llu write points, ten faults each\n", what,
                 (unsigned long long)points);
    assert_true(points > 50);
}

static void a_disk_that_fails_while_a_store_is_made_and_used_loses_nothing(void **state)
{
    (void)state;
    fail_everywhere("made and used", NULL);
}

// One that has batches already.
static void a_disk_that_fails_while_a_store_is_written_on_loses_nothing(void **state)
{
    (void)state;
    struct store *store = NULL;
    struct said said = {{false}, {false}};
    begin_with(NULL);
    assert_int_equal(try_open(&store), STORE_OK);
    assert_int_equal(store_group(store, 1, &said), STORE_OK);
    store_close(&store);
    copy_file(backend.url + 7, original);
    fail_everywhere("written on", original);
}

// The judge can find: one store, and what it is held against.
static void what_is_lost_stored_all_the_same_or_changed_is_noticed(void **state)
{
    (void)state;
    struct store *store = NULL;
    struct said said = {{false}, {false}};
    uint64_t sequence = 0;
    begin_with(NULL);
    assert_int_equal(try_open(&store), STORE_OK);
    assert_int_equal(store_group(store, 1, &said), STORE_OK);
    assert_null(wrong_with(store, &said, &sequence));
    said.stored[GROUP + 1] = true;
    assert_non_null(strstr(wrong_with(store, &said, &sequence), "lost"));
    said.stored[GROUP + 1] = false;
    said.stored[GROUP] = false;
    assert_non_null(strstr(wrong_with(store, &said, &sequence), "refused"));
    said.unknown[GROUP] = true;
    assert_null(wrong_with(store, &said, &sequence));
    static const char *const changes[] = {
        "UPDATE uth_account SET balance = balance + 1",
        "DELETE FROM uth_batch WHERE position = 2",
        "UPDATE uth_batch SET sequence = 9 WHERE position = 3",
    };
    store_close(&store);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        begin_with(NULL);
        assert_int_equal(try_open(&store), STORE_OK);
        assert_int_equal(store_group(store, 1, &said), STORE_OK);
        store_close(&store);
        assert_true(backend_run(&backend, changes[i]));
        assert_int_equal(try_open(&store), STORE_OK);
        assert_non_null(wrong_with(store, &said, &sequence));
        store_close(&store);
    }
}

int main(void)
{
    const struct rng rng = rng_from_environment();
    seed = rng.state;
    if (!backend_start(&backend, "sqlite") || !disk_install()) {
        return 1;
    }
    (void)snprintf(original, sizeof original, "%s/original", backend.directory);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_lost_stored_all_the_same_or_changed_is_noticed),
        cmocka_unit_test(a_disk_that_fails_while_a_store_is_made_and_used_loses_nothing),
        cmocka_unit_test(a_disk_that_fails_while_a_store_is_written_on_loses_nothing),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    backend_stop(&backend);
    return failed;
}
