// The audit that begins after the last verified day: what it finds, and when it begins at the first record
// after all. Run with the name of the backend.
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
#include "store/columns.h"

#define OLD    8 // batches that are verified
#define RECENT 6

static struct backend backend;
static char key_path[128];

static void append(struct store *store, uint64_t from, uint64_t count)
{
    for (uint64_t i = from; i < from + count; i++) {
        struct sample sample;
        struct store_result result;
        sample_make(&sample, (uint32_t)(i % 2) + 1, i / 2 + 1);
        sample.batch.time_ms = INT64_C(1700000000000) + (int64_t)i * 20000000;
        assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    }
}

static void sign(struct store *store, int64_t today, struct store_report *report)
{
    struct store_key *key;
    struct fault fault;
    size_t count;
    assert_int_equal(store_key_open(key_path, true, &fault, &key), STORE_OK);
    assert_int_equal(store_sign_days(store, key, today, 1, &count), STORE_OK);
    const enum store_status status = store_verify_days(store, key, 1, report);
    if (status != STORE_OK) {
        fail_msg("%s", store_why(store));
    }
    store_key_close(&key);
}

// A round is open at table 1 where the verified part ends.
static int verified_store(void **state)
{
    struct store_report report;
    (void)state;
    if (!backend_wipe(&backend)) {
        return -1;
    }
    struct store *store = backend_open(&backend, false);
    append(store, 0, OLD + 1);
    sign(store, INT64_MAX, &report);
    assert_int_equal(report.status, STORE_OK);
    append(store, OLD + 1, RECENT);
    store_close(&store);
    return 0;
}

static void audit(const uint8_t *public_key, struct store_report *report)
{
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_audit_recent(store, public_key, NULL, report), STORE_OK);
    store_close(&store);
}

static void the_recent_audit_begins_after_the_last_verified_day(void **state)
{
    (void)state;
    struct store_report report;
    struct store_report whole;
    audit(NULL, &report);
    assert_string_equal(report.text, "");
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(report.from, OLD + 1);
    assert_int_equal(report.batches, RECENT);
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_audit(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &whole), STORE_OK);
    store_close(&store);
    assert_int_equal(whole.status, STORE_OK);
    assert_int_equal(whole.from, 0);
    assert_int_equal(whole.batches, OLD + 1 + RECENT);
    assert_memory_equal(report.hash, whole.hash, STORE_HASH_SIZE);
    assert_memory_equal(report.totals, whole.totals, sizeof whole.totals);
}

static void signing_again_verifies_only_what_came_since(void **state)
{
    (void)state;
    struct store_report report;
    struct store *store = backend_open(&backend, false);
    sign(store, INT64_MAX, &report);
    store_close(&store);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(report.from, OLD + 1);
    assert_int_equal(report.batches, RECENT);
    audit(NULL, &report);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(report.from, OLD + 1 + RECENT);
    assert_int_equal(report.batches, 0);
}

// Columns as in "UPDATE", and what the report says.
static const struct {
    const char *sql;
    const char *expected;
} changes[] = {
    {"UPDATE uth_batch SET checksum = checksum + 1 WHERE position = 12", "record 12 "},
    {"DELETE FROM uth_batch WHERE position = 13", "record 13 is missing"},
    {"UPDATE uth_account SET balance = balance + 1", "its balance is not the sum"},
    {"DELETE FROM uth_state", "its row is missing"},
    {"DELETE FROM uth_round WHERE last_sequence = 0 OR first_sequence > 4", "round"},
    {"UPDATE uth_round SET first_sequence = first_sequence - 1 WHERE first_sequence = 5", "round"},
    {"DELETE FROM uth_played WHERE time_ms >= 1700000160000", "the row of its player"},
    {"DELETE FROM uth_request WHERE position = 11", "idempotency key is missing"},
    {"UPDATE uth_head SET position = position - 1", "the head"},
    {"DELETE FROM uth_day WHERE first_position > 9", "its row is missing"},
};

static void a_change_after_the_verified_day_is_named(void **state)
{
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct store_report report;
        assert_int_equal(verified_store(state), 0);
        assert_true(backend_run(&backend, changes[i].sql));
        audit(NULL, &report);
        if (report.from != OLD + 1 || report.status != STORE_ERR_TAMPERED ||
            strstr(report.text, changes[i].expected) == NULL) {
            fail_msg("%s: '%s'", changes[i].sql, report.text);
        }
    }
}

static void a_verified_day_that_was_changed_counts_for_nothing(void **state)
{
    for (size_t column = VERIFIED_DAY; column < VERIFIED_COLUMNS; column++) {
        struct store_report report;
        assert_int_equal(verified_store(state), 0);
        assert_true(backend_flip(&backend, STORE_TABLE_VERIFIED, 0, column, 0));
        audit(NULL, &report);
        assert_int_equal(report.status, STORE_OK);
        assert_int_equal(report.from, 0);
        assert_int_equal(report.batches, OLD + 1 + RECENT);
    }
}

static void a_verified_day_of_another_key_counts_for_nothing(void **state)
{
    (void)state;
    struct store_report report;
    struct store_key *key;
    struct fault fault;
    uint8_t other[STORE_PUBLIC_KEY_SIZE] = {1};
    audit(other, &report);
    assert_int_equal(report.from, 0);
    assert_int_equal(store_key_open(key_path, false, &fault, &key), STORE_OK);
    audit(store_key_public(key), &report);
    assert_int_equal(report.from, OLD + 1);
    store_key_close(&key);
}

static void a_store_that_does_not_hold_is_not_verified(void **state)
{
    (void)state;
    struct store_report report;
    assert_true(backend_run(&backend, "UPDATE uth_account SET balance = balance + 1"));
    struct store *store = backend_open(&backend, false);
    sign(store, INT64_MAX, &report);
    store_close(&store);
    assert_int_equal(report.status, STORE_ERR_TAMPERED);
    assert_true(backend_run(&backend, "UPDATE uth_account SET balance = balance - 1"));
    audit(NULL, &report);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(report.from, OLD + 1); // as before
}

int main(int argc, char **argv)
{
    char directory[64];
    if (argc != 2 || !backend_start(&backend, argv[1]) || !directory_make(directory)) {
        (void)fprintf(stderr, "usage: test_recent sqlite|postgres\n");
        return 1;
    }
    (void)snprintf(key_path, sizeof key_path, "%s/key", directory);
#define TEST(name) cmocka_unit_test_setup(name, verified_store)
    const struct CMUnitTest tests[] = {
        TEST(the_recent_audit_begins_after_the_last_verified_day),
        TEST(signing_again_verifies_only_what_came_since),
        TEST(a_change_after_the_verified_day_is_named),
        TEST(a_verified_day_that_was_changed_counts_for_nothing),
        TEST(a_verified_day_of_another_key_counts_for_nothing),
        TEST(a_store_that_does_not_hold_is_not_verified),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    directory_remove(directory);
    backend_stop(&backend);
    return failed;
}
