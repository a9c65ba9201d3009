// Any byte of any row: the audit names the record. Run with the name of the backend.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "store/audit.h"
#include "store/backend.h"
#include "store/backup.h"
#include "store/chain.h"

#define BATCHES 8

static struct backend backend;
static char saved[96]; // the sound database: a copy of the file

// ---- a sound store, and back to it ------------------------------------------------------------

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 20];
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    const size_t size = fread(bytes, 1, sizeof bytes, in);
    assert_true(size > 0 && size < sizeof bytes);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    (void)fclose(in);
    assert_int_equal(fclose(out), 0);
}

static void save(void)
{
    if (backend.kind == BACKEND_SQLITE) {
        assert_true(backend_run(&backend, "PRAGMA wal_checkpoint(TRUNCATE)"));
        (void)snprintf(saved, sizeof saved, "%s/saved", backend.directory);
        copy_file(backend.url + 7, saved);
    }
    for (size_t t = 0; backend.kind == BACKEND_POSTGRES && t < STORE_TABLE_COUNT; t++) {
        char sql[160];
        const char *name = store_shapes[t].name;
        (void)snprintf(sql, sizeof sql, "CREATE TABLE saved_%s AS TABLE %s", name, name);
        assert_true(backend_run(&backend, sql));
    }
}

static void restore(enum store_table table, size_t row, size_t column, size_t byte)
{
    char sql[200];
    char side[200];
    const char *name = store_shapes[table].name;
    switch (backend.kind) {
    case BACKEND_MEMORY: assert_true(backend_flip(&backend, table, row, column, byte)); break;
    case BACKEND_SQLITE:
        copy_file(saved, backend.url + 7);
        (void)snprintf(side, sizeof side, "%s-wal", backend.url + 7);
        (void)unlink(side);
        (void)snprintf(side, sizeof side, "%s-shm", backend.url + 7);
        (void)unlink(side);
        break;
    case BACKEND_POSTGRES:
        (void)snprintf(sql, sizeof sql, "DELETE FROM %s; INSERT INTO %s TABLE saved_%s", name, name,
                       name);
        assert_true(backend_run(&backend, sql));
        break;
    }
}

static char key_path[128];

static int64_t time_of(uint64_t i)
{
    return INT64_C(1700000000000) + (int64_t)i * 20000000;
}

static void fill(struct store *store)
{
    struct store_key *key;
    struct fault fault;
    struct sample sample;
    struct store_result result;
    size_t count;
    for (uint64_t i = 0; i < BATCHES; i++) {
        sample_make(&sample, (uint32_t)(i % 2) + 1, i / 2 + 1);
        sample.batch.time_ms = time_of(i);
        assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    }
    assert_int_equal(store_key_open(key_path, true, &fault, &key), STORE_OK);
    assert_int_equal(store_sign_days(store, key, INT64_MAX, 1, &count), STORE_OK);
    assert_true(count >= 2);
    store_key_close(&key);
}

static int sound_store(void **state)
{
    (void)state;
    if (!backend_wipe(&backend)) {
        return -1;
    }
    struct store *store = backend_open(&backend, false);
    fill(store);
    store_close(&store);
    return 0;
}

static void audit(struct store_report *report)
{
    struct store *store;
    struct fault fault = {.kind = FAULT_NONE};
    const enum store_status status = backend_try_open(&backend, true, &fault, &store);
    if (status != STORE_OK) { // the version, or the name of the store
        *report = (struct store_report){.status = status};
        memcpy(report->text, fault.text, sizeof fault.text);
        return;
    }
    const enum store_status read =
        store_audit(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, report);
    if (read != STORE_OK) {
        report->status = read;
        (void)snprintf(report->text, sizeof report->text, "%.300s", store_why(store));
    }
    store_close(&store);
}

// ---- one batch, by its own checksum -----------------------------------------------------------

static bool count_read(void *context, const struct store_record *record)
{
    (void)record;
    (*(size_t *)context)++;
    return true;
}

// As whoever tells a part of a table reads it.
static enum store_status read_batch_of_row(size_t row, struct fault *why)
{
    size_t count = 0;
    const uint64_t sequence = row / 2 + 1;
    struct store *store = backend_open(&backend, true);
    const enum store_status status =
        store_read_checked(store, (uint32_t)(row % 2) + 1, sequence, sequence, count_read, &count);
    assert_int_equal(count, status == STORE_OK);
    (void)snprintf(why->text, sizeof why->text, "%s", store_why(store));
    store_close(&store);
    return status;
}

// The batches of the two tables take turns.
static bool names_row(const char *text, size_t row)
{
    char shown[64];
    (void)snprintf(shown, sizeof shown, "record %zu (table %zu, sequence %zu)", row + 1,
                   row % 2 + 1, row / 2 + 1);
    return strstr(text, shown) != NULL;
}

static void judge_checksum(size_t row, size_t column, size_t byte)
{
    struct fault why;
    const bool moved = column == 1 || column == 2; // it may be missing here, and stand elsewhere
    const enum store_status status = read_batch_of_row(row, &why);
    const bool named =
        column != 0 && !moved ? names_row(why.text, row) : strstr(why.text, "sequence") != NULL;
    if (status != STORE_ERR_TAMPERED || !named) {
        fail_msg("row %zu %s byte %zu is read: '%s'", row,
                 store_shapes[STORE_TABLE_BATCH].columns[column], byte, why.text);
    }
}

static void what_is_read_by_its_checksums_ends_where_a_batch_is_missing(void **state)
{
    (void)state;
    size_t count = 0;
    struct store *store = backend_open(&backend, true);
    const uint64_t last = BATCHES / 2;
    assert_int_equal(store_read_checked(store, 1, 1, last, count_read, &count), STORE_OK);
    assert_int_equal(store_read_checked(store, 2, 2, UINT64_MAX, count_read, &count), STORE_OK);
    assert_int_equal(count, 2 * last - 1);
    assert_int_equal(store_read_checked(store, 1, last, last + 1, count_read, &count),
                     STORE_ERR_TAMPERED);
    assert_non_null(strstr(store_why(store), "of table 1 with sequence 5 is missing"));
    assert_int_equal(store_read_checked(store, 1, last + 2, last + 2, count_read, &count),
                     STORE_ERR_TAMPERED);
    store_close(&store);
}

static void a_reader_by_checksums_stops_at_the_first_batch_that_was_changed(void **state)
{
    (void)state;
    size_t count = 0;
    assert_true(backend_flip(&backend, STORE_TABLE_BATCH, 2, 4, 30)); // the second of table 1
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_read_checked(store, 1, 1, UINT64_MAX, count_read, &count),
                     STORE_ERR_TAMPERED);
    assert_int_equal(count, 1);
    assert_non_null(strstr(store_why(store), "record 3 (table 1, sequence 2)"));
    store_close(&store);
}

static bool count_events(void *context, const struct store_record *record)
{
    ((size_t *)context)[record->batch.sequence] += record->batch.event_count;
    return true;
}

static void reading_ends_with_an_error_at_a_batch_that_cannot_be_read(void **state)
{
    (void)state;
    size_t events[BATCHES] = {0};
    assert_true(backend_flip(&backend, STORE_TABLE_BATCH, 2, 4, 0)); // the second of table 1
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_read_table(store, 1, 1, UINT64_MAX, count_events, events),
                     STORE_ERR_DAMAGED);
    assert_true(events[1] > 0);
    assert_int_equal(events[2] + events[3], 0);
    assert_int_equal(store_read_table(store, 1, 3, UINT64_MAX, count_events, events), STORE_OK);
    assert_true(events[3] > 0);
    store_close(&store);
}

// ---- every byte -------------------------------------------------------------------------------

// What the report must speak of, by table. A changed name of the store unlinks the first record.
static const char *const named[STORE_TABLE_COUNT] = {
    "record 1 ", "the head",        "record", "account",     "state of kind",
    "round",     "idempotency key", "day",    "signed head", "the row of its player",
};

static void judge_flip(enum store_table table, size_t row, size_t column, size_t byte)
{
    struct store_report report;
    audit(&report);
    const bool version = table == STORE_TABLE_META && column == 1;
    if (report.status == STORE_OK || (!version && strstr(report.text, named[table]) == NULL)) {
        fail_msg("%s row %zu %s byte %zu: '%s'", store_shapes[table].name, row,
                 store_shapes[table].columns[column], byte, report.text);
    }
    if (table == STORE_TABLE_BATCH) {
        assert_int_equal(report.position, row + 1);
        assert_true(column <= 2 || names_row(report.text, row));
        judge_checksum(row, column, byte);
    }
}

static size_t flip_column(enum store_table table, size_t row, size_t column, size_t stride)
{
    const bool bytes = store_column_is_bytes(&store_shapes[table], column);
    const size_t number_stride = backend.kind == BACKEND_POSTGRES ? 3 : 1;
    size_t flipped = 0;
    // Memory does not keep the version: it never outlives the program.
    if (backend.kind == BACKEND_MEMORY && table == STORE_TABLE_META && column < 2) {
        return 0;
    }
    for (size_t byte = 0; byte < (bytes ? 4096 : 8); byte += bytes ? stride : number_stride) {
        if (backend_flip(&backend, table, row, column, byte)) {
            judge_flip(table, row, column, byte);
            restore(table, row, column, byte);
            flipped++;
        } else if (bytes) {
            break;
        }
    }
    return flipped;
}

static void any_changed_byte_is_named(void **state)
{
    (void)state;
    const size_t strides[] = {
        [BACKEND_MEMORY] = 1, [BACKEND_SQLITE] = 41, [BACKEND_POSTGRES] = 151};
    const size_t stride = strides[backend.kind];
    struct store_report report;
    size_t total = 0;
    save();
    for (size_t t = 0; t < STORE_TABLE_LEASE; t++) { // a lease is no evidence: it is renewed
        size_t flipped;
        size_t row = 0;
        do {
            flipped = 0;
            for (size_t c = 0; c < store_shapes[t].column_count; c++) {
                flipped += flip_column((enum store_table)t, row, c, stride);
            }
            total += flipped;
            row += backend.kind == BACKEND_POSTGRES ? 5 : 1;
        } while (flipped != 0);
        assert_true(row > 1);
    }
    (void)printf("# tried: %zu bytes changed, one at a time\n", total);
    audit(&report);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(report.batches, BATCHES);
}

// A record with what it is linked to, as an export has it.
struct exported {
    struct store_record record;
    uint8_t body[4096];
    struct store_link link;
};

// As somebody would who knows how a checksum is made: the links of days and of the head hold what was there.
static bool keep_body(void *context, const struct store_record *record)
{
    struct exported *kept = context;
    memcpy(kept->body, record->body.data, record->body.size);
    kept->record = *record;
    return true;
}

static void change_with_its_checksum(uint64_t position)
{
    char sql[9000];
    char hex[8193];
    uint8_t hash[STORE_HASH_SIZE];
    struct exported kept;
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_read(store, position, position, keep_body, &kept), STORE_OK);
    const struct store_bytes body = {kept.body, kept.record.body.size};
    kept.body[body.size - 1] ^= 1; // of the answer
    chain_record(store_id(store), position, body, hash);
    store_close(&store);
    (void)sodium_bin2hex(hex, sizeof hex, body.data, body.size);
    (void)snprintf(sql, sizeof sql,
                   backend.kind == BACKEND_SQLITE
                       ? "UPDATE uth_batch SET checksum = %lld, body = x'%s' WHERE position = %d"
                       : "UPDATE uth_batch SET checksum = %lld, body = '\\x%s' WHERE position = %d",
                   (long long)chain_checksum(hash), hex, (int)position);
    assert_true(backend_run(&backend, sql));
}

static void a_record_that_was_changed_with_its_checksum_breaks_the_links_behind_it(void **state)
{
    (void)state;
    struct store_report report;
    if (backend.kind == BACKEND_MEMORY) {
        return; // speaks no SQL
    }
    change_with_its_checksum(BATCHES);
    audit(&report);
    assert_non_null(strstr(report.text, "the head has another link than the records up to 8 make"));
    assert_int_equal(sound_store(NULL), 0);
    change_with_its_checksum(1);
    audit(&report);
    assert_int_equal(report.status, STORE_ERR_TAMPERED);
    assert_non_null(strstr(report.text, "the head has another link"));
}

// ---- whole rows -------------------------------------------------------------------------------

static const struct {
    const char *sql;
    const char *named;
} changes[] = {
    {"DELETE FROM uth_batch WHERE position = 3", "record 3 is missing"},
    {"DELETE FROM uth_batch WHERE position = 8", "last valid record is 7"},
    {"DELETE FROM uth_batch", "last valid record is 0"},
    {"UPDATE uth_batch SET position = -1 WHERE position = 8", "out of order"},
    {"UPDATE uth_batch SET body = (SELECT body FROM uth_batch WHERE position = 2)"
     " WHERE position = 4",
     "record 4 "},
    {"DELETE FROM uth_account WHERE kind = 0", "its row is missing"},
    {"INSERT INTO uth_account VALUES (77, 1, 0, 0, 0)", "no posting ever named it"},
    {"DELETE FROM uth_state WHERE kind = 1 AND id = 2",
     "state of kind 1, id 2: its row is missing"},
    {"DELETE FROM uth_state WHERE kind = 8", "state of kind 8, id 1: its row is missing"},
    {"INSERT INTO uth_state SELECT 7, id, position, state FROM uth_state WHERE kind = 1",
     "state of kind 7, id 1: its row contradicts"},
    {"UPDATE uth_state SET position = position - 2 WHERE kind = 6",
     "its row contradicts the batches"},
    {"DELETE FROM uth_played WHERE player = 0 AND table_id = 2",
     "round 1 of table 2: the row of its player 0 is missing"},
    {"DELETE FROM uth_played WHERE player = 103", "the row of its player 103 is missing"},
    {"INSERT INTO uth_played VALUES (101, 5, 1, 1)", "uth_played has a row that no batch made"},
    {"UPDATE uth_played SET time_ms = time_ms + 1 WHERE player = 202",
     "the row of its player 202 is missing"},
    {"INSERT INTO uth_round VALUES (1, 50, 1, 2, 3, 4)", "uth_round has a row that no batch made"},
    {"DELETE FROM uth_round WHERE round = 1 AND table_id = 2", "round 1 of table 2"},
    {"DELETE FROM uth_request WHERE position = 5", "record 5 "},
    {"INSERT INTO uth_request SELECT 9, key, request, position FROM uth_request"
     " WHERE position = 1",
     "uth_request has a row that no batch made"},
    {"DELETE FROM uth_day WHERE first_position = 1", "its row is missing"},
    {"DELETE FROM uth_head", "the head is missing"},
    {"UPDATE uth_account SET balance = balance + 1", "its balance is not the sum"},
};

static void any_changed_row_is_named(void **state)
{
    (void)state;
    struct store_report report;
    if (backend.kind == BACKEND_MEMORY) {
        return; // speaks no SQL
    }
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        assert_int_equal(sound_store(NULL), 0);
        assert_true(backend_run(&backend, changes[i].sql));
        audit(&report);
        if (report.status == STORE_OK || strstr(report.text, changes[i].named) == NULL) {
            fail_msg("%s: '%s'", changes[i].sql, report.text);
        }
    }
}

// ---- backups, and what is asked for -----------------------------------------------------------

static bool write_nowhere(void *context, const void *data, size_t size)
{
    (void)context;
    (void)data;
    (void)size;
    return true;
}

static void assert_not_saved(const char *why)
{
    struct backup_told told = {.key_count = 0};
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_backup(store, write_nowhere, NULL, &told), STORE_ERR_TAMPERED);
    assert_non_null(strstr(store_why(store), why));
    store_close(&store);
}

static void a_store_with_another_head_or_without_its_last_record_is_not_saved(void **state)
{
    (void)state;
    struct backup_told told = {.key_count = 0};
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_backup(store, write_nowhere, NULL, &told), STORE_OK);
    assert_int_equal(told.position, BATCHES);
    store_close(&store);
    assert_true(backend_flip(&backend, STORE_TABLE_HEAD, 0, 2, STORE_HASH_SIZE - 1));
    assert_not_saved("the head is not the last record");
    if (backend.kind != BACKEND_MEMORY) {
        assert_true(backend_run(&backend, "DELETE FROM uth_batch WHERE position = 8"));
        assert_not_saved("record 8 is missing");
    }
}

static void a_day_that_cannot_be_read_leaves_the_answer_untouched(void **state)
{
    (void)state;
    uint64_t first = 7;
    if (backend.kind != BACKEND_SQLITE) {
        return; // the others cannot lose a table while they are open
    }
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_day(store, INT64_MAX, &first), STORE_ERR_NOT_FOUND);
    assert_int_equal(first, 7);
    assert_true(backend_run(&backend, "ALTER TABLE uth_day RENAME TO gone"));
    assert_int_not_equal(store_day(store, 0, &first), STORE_OK);
    assert_int_equal(first, 7);
    store_close(&store);
}

// ---- rows that cannot be read -----------------------------------------------------------------

static bool skip_account(void *context, const struct uth_account *account, uth_money balance)
{
    (void)context;
    (void)account;
    (void)balance;
    return true;
}

static bool skip_state(void *context, const struct store_state *state)
{
    (void)context;
    (void)state;
    return true;
}

static bool skip_played(void *context, const struct store_played *played)
{
    (void)context;
    (void)played;
    return true;
}

static bool skip_lease(void *context, const struct store_lease *lease)
{
    (void)context;
    (void)lease;
    return true;
}

static bool skip_head(void *context, const struct store_signed_head *head)
{
    (void)context;
    (void)head;
    return true;
}

// What each table is read by.
static enum store_status read_table(struct store *store, enum store_table table)
{
    size_t count = 0;
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
    switch (table) {
    case STORE_TABLE_HEAD: return store_head(store, &position, hash);
    case STORE_TABLE_BATCH: return store_read(store, 1, BATCHES, count_read, &count);
    case STORE_TABLE_ACCOUNT: return store_accounts(store, skip_account, NULL);
    case STORE_TABLE_STATE: return store_states(store, STORE_ENTRY_METER, skip_state, NULL);
    case STORE_TABLE_SIGNATURE: return store_signed_heads(store, skip_head, NULL);
    case STORE_TABLE_PLAYED:
        return store_played(store, STORE_HOUSE, INT64_MIN, INT64_MAX, skip_played, NULL);
    case STORE_TABLE_LEASE: return store_leases(store, skip_lease, NULL);
    case STORE_TABLE_META:
    case STORE_TABLE_ROUND:
    case STORE_TABLE_REQUEST:
    case STORE_TABLE_DAY:
    case STORE_TABLE_VERIFIED:
    case STORE_TABLE_COUNT: break;
    }
    fail_msg("no function reads %s alone", store_shapes[table].name);
    return STORE_OK;
}

static void a_table_that_cannot_be_read_is_an_error(void **state)
{
    (void)state;
    static const enum store_table tables[] = {
        STORE_TABLE_HEAD,      STORE_TABLE_BATCH,  STORE_TABLE_ACCOUNT, STORE_TABLE_STATE,
        STORE_TABLE_SIGNATURE, STORE_TABLE_PLAYED, STORE_TABLE_LEASE,
    };
    if (backend.kind != BACKEND_SQLITE) {
        return; // the others cannot lose a table while they are open
    }
    struct store *store = backend_open(&backend, true);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char sql[96];
        const char *name = store_shapes[tables[i]].name;
        assert_int_equal(read_table(store, tables[i]), STORE_OK);
        (void)snprintf(sql, sizeof sql, "ALTER TABLE %s RENAME TO gone", name);
        assert_true(backend_run(&backend, sql));
        if (read_table(store, tables[i]) == STORE_OK) {
            fail_msg("%s is gone, and nobody says so", name);
        }
        (void)snprintf(sql, sizeof sql, "ALTER TABLE gone RENAME TO %s", name);
        assert_true(backend_run(&backend, sql));
    }
    store_close(&store);
}

// ---- an exported file -------------------------------------------------------------------------

static struct exported exported[BATCHES];
static uint8_t exported_id[STORE_ID_SIZE];

static bool keep_exported(void *context, const struct store_record *record)
{
    struct store_mark *mark = context;
    struct exported *kept = &exported[mark->position];
    assert_true(record->body.size <= sizeof kept->body);
    memcpy(kept->body, record->body.data, record->body.size);
    kept->record = *record;
    kept->record.body.data = kept->body;
    assert_true(store_chain_next(mark, exported_id, record, &kept->link));
    return true;
}

static void export_all(void)
{
    struct store_mark mark;
    uint64_t last;
    uint8_t hash[STORE_HASH_SIZE];
    struct store *store = backend_open(&backend, true);
    memcpy(exported_id, store_id(store), sizeof exported_id);
    store_chain_start(&mark, exported_id);
    assert_int_equal(store_read(store, 1, BATCHES, keep_exported, &mark), STORE_OK);
    assert_int_equal(store_head(store, &last, hash), STORE_OK);
    assert_int_equal(mark.position, last);
    assert_memory_equal(mark.hash, hash, STORE_HASH_SIZE);
    store_close(&store);
}

static bool check_exported(struct store_mark *mark, size_t i, const char **why)
{
    const struct exported *kept = &exported[i];
    return store_check_record(mark, exported_id, &kept->record, &kept->link, why);
}

// Of the record that was changed, alone.
static void assert_not_fitting(size_t i, const char *expected)
{
    struct store_mark checker = {0};
    const char *why;
    assert_false(check_exported(&checker, i, &why));
    assert_non_null(strstr(why, expected));
}

static void an_exported_record_is_checked_by_its_links(void **state)
{
    (void)state;
    struct store_mark checker = {0};
    const char *why;
    export_all();
    for (size_t i = 0; i < BATCHES; i++) {
        assert_true(check_exported(&checker, i, &why));
        assert_null(why);
    }
    checker = (struct store_mark){0};
    assert_true(check_exported(&checker, 3, &why)); // from any record on
    assert_true(check_exported(&checker, 4, &why));
    assert_false(check_exported(&checker, 6, &why));
    assert_non_null(strstr(why, "does not follow the record before it in the file"));

    exported[2].body[exported[2].record.body.size - 1] ^= 1;
    assert_not_fitting(2, "its content does not match its hash");
    exported[2].record.body.size = 0; // left out of the export
    checker = (struct store_mark){0};
    assert_true(check_exported(&checker, 2, &why));
    exported[3].link.hash[STORE_HASH_SIZE - 1] ^= 1;
    assert_not_fitting(3, "its link to the batches before it is wrong");
    exported[4].link.before[0] ^= 1;
    assert_not_fitting(4, "its link to the batches before it is wrong");
    exported[5].link.record_hash[0] ^= 1;
    assert_not_fitting(5, "its content does not match its hash");
}

// ---- signatures -------------------------------------------------------------------------------

struct heads {
    struct store_signed_head list[16];
    size_t count;
};

static bool keep_head(void *context, const struct store_signed_head *head)
{
    struct heads *heads = context;
    heads->list[heads->count++] = *head;
    return heads->count < 16;
}

static void a_day_is_signed_once_and_only_when_it_is_over(void **state)
{
    (void)state;
    struct heads heads = {.count = 0};
    struct store_key *key;
    struct fault fault;
    struct sample sample;
    struct store_result result;
    size_t count = 0;
    struct store *store = backend_open(&backend, false);
    assert_int_equal(store_key_open(key_path, false, &fault, &key), STORE_OK);
    assert_int_equal(store_sign_days(store, key, INT64_MAX, 2, &count), STORE_OK);
    assert_int_equal(count, 0);
    sample_make(&sample, 1, BATCHES / 2 + 1);
    sample.batch.time_ms = INT64_C(1700000000000) + INT64_C(10) * 86400000;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    const int64_t today = sample.batch.time_ms / 86400000;
    assert_int_equal(store_sign_days(store, key, today, 2, &count), STORE_OK);
    assert_int_equal(count, 0);
    assert_int_equal(store_sign_days(store, key, today + 1, 2, &count), STORE_OK);
    assert_int_equal(count, 1);
    assert_int_equal(store_signed_heads(store, keep_head, &heads), STORE_OK);
    const struct store_signed_head *last = &heads.list[heads.count - 1];
    assert_int_equal(last->position, BATCHES + 1);
    assert_memory_equal(last->public_key, store_key_public(key), STORE_PUBLIC_KEY_SIZE);
    for (size_t i = 0; i < heads.count; i++) {
        assert_true(store_head_is_signed(store_id(store), &heads.list[i]));
        heads.list[i].position++;
        assert_false(store_head_is_signed(store_id(store), &heads.list[i]));
    }
    store_key_close(&key);
    store_close(&store);
}

static void each_day_is_signed_with_its_last_batch(void **state)
{
    (void)state;
    struct heads heads = {.count = 0};
    struct store *store = backend_open(&backend, false);
    assert_int_equal(store_signed_heads(store, keep_head, &heads), STORE_OK);
    size_t signed_days = 0;
    for (uint64_t i = 0; i < BATCHES; i++) {
        const int64_t day = time_of(i) / 86400000;
        if (i + 1 == BATCHES || time_of(i + 1) / 86400000 != day) {
            assert_true(signed_days < heads.count);
            assert_int_equal(heads.list[signed_days].day, day);
            assert_int_equal(heads.list[signed_days].position, i + 1);
            signed_days++;
        }
    }
    assert_int_equal(heads.count, signed_days);
    store_close(&store);
}

static void a_day_without_a_batch_is_not_signed(void **state)
{
    (void)state;
    struct heads before = {.count = 0};
    struct heads heads = {.count = 0};
    struct store_key *key;
    struct fault fault;
    struct sample sample;
    struct store_result result;
    size_t count = 0;
    if (backend.kind == BACKEND_MEMORY) {
        return; // speaks no SQL
    }
    struct store *store = backend_open(&backend, false);
    sample_make(&sample, 1, BATCHES / 2 + 1);
    sample.batch.time_ms = INT64_C(1700000000000) + INT64_C(10) * 86400000;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    assert_int_equal(store_signed_heads(store, keep_head, &before), STORE_OK);
    assert_true(backend_run(&backend, "DELETE FROM uth_batch"));
    assert_int_equal(store_key_open(key_path, false, &fault, &key), STORE_OK);
    assert_int_equal(store_sign_days(store, key, INT64_MAX, 2, &count), STORE_OK);
    assert_int_equal(store_signed_heads(store, keep_head, &heads), STORE_OK);
    assert_int_equal(heads.count, before.count);
    store_key_close(&key);
    store_close(&store);
}

static void a_day_whose_row_has_no_link_is_not_signed(void **state)
{
    (void)state;
    struct store_key *key;
    struct fault fault;
    struct sample sample;
    struct store_result result;
    size_t count = 1;
    char sql[120];
    if (backend.kind == BACKEND_MEMORY) {
        return; // speaks no SQL
    }
    struct store *store = backend_open(&backend, false);
    sample_make(&sample, 1, BATCHES / 2 + 1);
    sample.batch.time_ms = INT64_C(1700000000000) + INT64_C(10) * 86400000;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    (void)snprintf(sql, sizeof sql,
                   "UPDATE uth_day SET before = substr(before, 1, 31) WHERE day = %lld",
                   (long long)(sample.batch.time_ms / 86400000));
    assert_true(backend_run(&backend, sql));
    assert_int_equal(store_key_open(key_path, false, &fault, &key), STORE_OK);
    assert_int_equal(store_sign_days(store, key, INT64_MAX, 2, &count), STORE_ERR_TAMPERED);
    assert_int_equal(count, 0);
    assert_non_null(strstr(store_why(store), "has no link: run 'uth audit verify'"));
    store_key_close(&key);
    store_close(&store);
}

// Every byte of a signed hash counts: a head signed while the last one of its record was another is
// found, though everything before it agrees.
static void a_signed_head_is_compared_to_its_last_byte(void **state)
{
    (void)state;
    struct store_report report;
    struct store_key *key;
    struct fault fault;
    struct sample sample;
    struct store_result result;
    size_t count = 0;
    struct store *store = backend_open(&backend, false);
    sample_make(&sample, 1, BATCHES / 2 + 1);
    sample.batch.time_ms = INT64_C(1700000000000) + INT64_C(10) * 86400000;
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
    store_close(&store);
    audit(&report);
    assert_int_equal(report.status, STORE_OK);

    assert_true(backend_flip(&backend, STORE_TABLE_HEAD, 0, 2, STORE_HASH_SIZE - 1));
    store = backend_open(&backend, false);
    assert_int_equal(store_key_open(key_path, false, &fault, &key), STORE_OK);
    assert_int_equal(store_sign_days(store, key, INT64_MAX, 2, &count), STORE_OK);
    assert_int_equal(count, 1);
    store_key_close(&key);
    store_close(&store);
    assert_true(backend_flip(&backend, STORE_TABLE_HEAD, 0, 2, STORE_HASH_SIZE - 1));
    audit(&report);
    assert_int_equal(report.status, STORE_ERR_TAMPERED);
    assert_non_null(strstr(report.text, "is not the one that was signed"));
}

int main(int argc, char **argv)
{
    char directory[64];
    if (argc != 2 || !backend_start(&backend, argv[1]) || !directory_make(directory)) {
        (void)fprintf(stderr, "usage: test_tamper memory|sqlite|postgres\n");
        return 1;
    }
    (void)snprintf(key_path, sizeof key_path, "%s/key", directory);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(any_changed_byte_is_named, sound_store),
        cmocka_unit_test_setup(
            a_record_that_was_changed_with_its_checksum_breaks_the_links_behind_it, sound_store),
        cmocka_unit_test_setup(any_changed_row_is_named, sound_store),
        cmocka_unit_test_setup(what_is_read_by_its_checksums_ends_where_a_batch_is_missing,
                               sound_store),
        cmocka_unit_test_setup(a_reader_by_checksums_stops_at_the_first_batch_that_was_changed,
                               sound_store),
        cmocka_unit_test_setup(an_exported_record_is_checked_by_its_links, sound_store),
        cmocka_unit_test_setup(reading_ends_with_an_error_at_a_batch_that_cannot_be_read,
                               sound_store),
        cmocka_unit_test_setup(a_store_with_another_head_or_without_its_last_record_is_not_saved,
                               sound_store),
        cmocka_unit_test_setup(a_day_that_cannot_be_read_leaves_the_answer_untouched, sound_store),
        cmocka_unit_test_setup(a_table_that_cannot_be_read_is_an_error, sound_store),
        cmocka_unit_test_setup(each_day_is_signed_with_its_last_batch, sound_store),
        cmocka_unit_test_setup(a_day_without_a_batch_is_not_signed, sound_store),
        cmocka_unit_test_setup(a_day_whose_row_has_no_link_is_not_signed, sound_store),
        cmocka_unit_test_setup(a_day_is_signed_once_and_only_when_it_is_over, sound_store),
        cmocka_unit_test_setup(a_signed_head_is_compared_to_its_last_byte, sound_store),
    };
    // In SQLite a changed byte cannot be changed back, which the last one needs.
    const size_t count = sizeof tests / sizeof tests[0] - (backend.kind == BACKEND_SQLITE);
    const int failed = _cmocka_run_group_tests("tamper", tests, count, NULL, NULL);
    directory_remove(directory);
    backend_stop(&backend);
    return failed;
}
