// A store as a stream and back, without the program. Run with the name of the backend.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "store/audit.h"
#include "store/backend.h"
#include "store/backup.h"

#define BATCHES     4
#define STREAM_MAX  (1U << 16)
#define END_SIZE    40 // of the end's content: a position and a hash
#define POSITION_AT (STORE_HASH_SIZE + END_SIZE)
#define HASH_AT     (STORE_HASH_SIZE + END_SIZE - 8)

static struct backend backend;

// ---- a stream in memory -----------------------------------------------------------------------

struct stream {
    uint8_t bytes[STREAM_MAX];
    size_t size, read;
};

static struct stream saved;

static bool put_bytes(void *context, const void *data, size_t size)
{
    struct stream *stream = context;
    assert_true(size <= STREAM_MAX - stream->size);
    memcpy(stream->bytes + stream->size, data, size);
    stream->size += size;
    return true;
}

static size_t get_bytes(void *context, void *data, size_t size)
{
    struct stream *stream = context;
    const size_t left = stream->size - stream->read;
    const size_t got = size < left ? size : left;
    memcpy(data, stream->bytes + stream->read, got);
    stream->read += got;
    return got;
}

static enum store_status check(struct stream *stream, struct backup_told *told)
{
    struct fault fault = {.kind = FAULT_NONE};
    *told = (struct backup_told){.key_count = 0};
    stream->read = 0;
    const enum store_status status = store_backup_check(get_bytes, stream, &fault, told);
    assert_true(status == STORE_OK || fault.text[0] != '\0');
    return status;
}

// As somebody who knows how the sum is made.
static void sum_anew(struct stream *stream)
{
    const size_t size = stream->size - STORE_HASH_SIZE;
    assert_int_equal(
        crypto_generichash(stream->bytes + size, STORE_HASH_SIZE, stream->bytes, size, NULL, 0), 0);
}

static const struct backup_key keys[2] = {
    {.kind = BACKUP_KEY_SEAL, .bytes = "the key that seals", .size = 18},
    {.kind = BACKUP_KEY_SIGN, .bytes = "the key that signs days", .size = 23},
};

static void append(struct store *store, uint32_t table, uint64_t sequence)
{
    struct sample sample;
    struct store_result result;
    sample_make(&sample, table, sequence);
    assert_int_equal(store_append(store, &sample.batch, &result), STORE_OK);
}

static int save(void **state)
{
    (void)state;
    struct backup_told told = {.keys = {keys[0], keys[1]}, .key_count = 2};
    if (!backend_wipe(&backend)) {
        return -1;
    }
    struct store *store = backend_open(&backend, false);
    for (uint64_t i = 0; i < BATCHES; i++) {
        append(store, (uint32_t)(i % 2) + 1, i / 2 + 1);
    }
    saved = (struct stream){.size = 0};
    const enum store_status status = store_backup(store, put_bytes, &saved, &told);
    store_close(&store);
    return status == STORE_OK && told.position == BATCHES && told.bytes == saved.size ? 0 : -1;
}

// ---- what a stream holds ----------------------------------------------------------------------

static void a_backup_tells_its_keys_its_last_batch_and_its_size(void **state)
{
    (void)state;
    struct backup_told told;
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
    struct store *store = backend_open(&backend, true);
    assert_int_equal(store_head(store, &position, hash), STORE_OK);
    assert_int_equal(check(&saved, &told), STORE_OK);
    assert_int_equal(told.position, position);
    assert_memory_equal(told.hash, hash, STORE_HASH_SIZE);
    assert_memory_equal(told.id, store_id(store), STORE_ID_SIZE);
    assert_int_equal(told.bytes, saved.size);
    assert_int_equal(told.key_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(told.keys[i].kind, keys[i].kind);
        assert_int_equal(told.keys[i].size, keys[i].size);
        assert_memory_equal(told.keys[i].bytes, keys[i].bytes, keys[i].size);
    }
    store_close(&store);
}

static void a_backup_that_ends_early_or_goes_on_is_damaged(void **state)
{
    (void)state;
    static struct stream part;
    struct backup_told told;
    for (size_t size = 0; size < saved.size; size++) {
        part = saved;
        part.size = size;
        assert_int_equal(check(&part, &told), STORE_ERR_DAMAGED);
    }
    part = saved;
    part.size++;
    assert_int_equal(check(&part, &told), STORE_ERR_DAMAGED);
}

static void a_backup_with_any_byte_changed_is_refused(void **state)
{
    (void)state;
    static struct stream changed;
    struct backup_told told;
    for (size_t at = 0; at < saved.size; at++) {
        changed = saved;
        changed.bytes[at] ^= 1;
        assert_int_not_equal(check(&changed, &told), STORE_OK);
    }
}

static void a_backup_whose_end_names_another_batch_is_damaged(void **state)
{
    (void)state;
    static struct stream changed;
    const size_t at[] = {POSITION_AT, HASH_AT, STORE_HASH_SIZE + 1};
    struct backup_told told;
    for (size_t i = 0; i < 3; i++) {
        changed = saved;
        changed.bytes[changed.size - at[i]] ^= 1;
        sum_anew(&changed);
        assert_int_equal(check(&changed, &told), STORE_ERR_DAMAGED);
    }
    changed = saved;
    sum_anew(&changed);
    assert_int_equal(check(&changed, &told), STORE_OK);
}

// The length of the item at a place: its kind, the size of its content, and that.
static size_t item_length(const struct stream *stream, size_t at)
{
    return 8 + (size_t)stream->bytes[at + 4] + ((size_t)stream->bytes[at + 5] << 8);
}

static void keys_stand_before_the_first_batch(void **state)
{
    (void)state;
    static struct stream moved;
    struct backup_told told;
    size_t second = 0;
    while (memcmp(saved.bytes + second + 12, keys[1].bytes, keys[1].size) != 0) {
        second++;
    }
    const size_t key = item_length(&saved, second);
    const size_t batch = item_length(&saved, second + key);
    assert_int_equal(key, 12 + keys[1].size);
    moved = saved;
    memcpy(moved.bytes + second, saved.bytes + second + key, batch);
    memcpy(moved.bytes + second + batch, saved.bytes + second, key);
    sum_anew(&moved);
    assert_int_equal(check(&moved, &told), STORE_ERR_DAMAGED);
}

// ---- and back ---------------------------------------------------------------------------------

static unsigned keys_taken;

static bool take_keys(void *context, const struct backup_told *told)
{
    (void)context;
    keys_taken++;
    return told->key_count == 2;
}

static bool take_no_keys(void *context, const struct backup_told *told)
{
    (void)context;
    (void)told;
    return false;
}

static enum store_status restore(struct store *store, struct stream *stream, backup_keys *take,
                                 struct backup_told *told)
{
    *told = (struct backup_told){.key_count = 0};
    stream->read = 0;
    keys_taken = 0;
    return store_restore(store, get_bytes, take, stream, told);
}

static void assert_batches(struct store *store, uint64_t batches)
{
    struct store_report report;
    assert_int_equal(store_audit(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &report), STORE_OK);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(report.batches, batches);
}

static void a_restored_store_has_the_name_and_batches_of_the_saved_one(void **state)
{
    (void)state;
    struct backup_told told;
    assert_true(backend_wipe(&backend));
    struct store *store = backend_open(&backend, false);
    assert_int_equal(restore(store, &saved, take_keys, &told), STORE_OK);
    assert_int_equal(told.position, BATCHES);
    assert_int_equal(told.bytes, saved.size);
    assert_int_equal(keys_taken, 1);
    store_close(&store);
    store = backend_open(&backend, false);
    assert_memory_equal(store_id(store), told.id, STORE_ID_SIZE);
    assert_batches(store, BATCHES);
    assert_int_equal(restore(store, &saved, take_keys, &told), STORE_ERR_CONFLICT);
    append(store, 1, BATCHES / 2 + 1); // and it goes on
    assert_batches(store, BATCHES + 1);
    store_close(&store);
}

static bool keep_head(void *context, const struct store_signed_head *head)
{
    *(struct store_signed_head *)context = *head;
    return true;
}

static void sign(struct store *store, struct store_signed_head *head)
{
    struct fault fault;
    struct store_key *key;
    char path[200];
    size_t count = 0;
    (void)snprintf(path, sizeof path, "%s/key", backend.directory);
    assert_int_equal(store_key_open(path, true, &fault, &key), STORE_OK);
    assert_int_equal(store_sign_days(store, key, INT64_MAX, 1, &count), STORE_OK);
    store_key_close(&key);
    assert_int_equal(count, 1);
    assert_int_equal(store_signed_heads(store, keep_head, head), STORE_OK);
}

static void a_signed_day_is_restored_whole(void **state)
{
    (void)state;
    static struct stream stream;
    struct backup_told told = {.keys = {keys[0], keys[1]}, .key_count = 2};
    struct store_signed_head before;
    struct store_signed_head after;
    struct store *store = backend_open(&backend, false);
    sign(store, &before);
    stream = (struct stream){.size = 0};
    assert_int_equal(store_backup(store, put_bytes, &stream, &told), STORE_OK);
    assert_int_equal(told.heads, 1);
    store_close(&store);
    assert_true(backend_wipe(&backend));
    store = backend_open(&backend, false);
    assert_int_equal(restore(store, &stream, take_keys, &told), STORE_OK);
    assert_int_equal(store_signed_heads(store, keep_head, &after), STORE_OK);
    assert_int_equal(after.day, before.day);
    assert_int_equal(after.position, before.position);
    assert_int_equal(after.signed_ms, before.signed_ms);
    assert_memory_equal(after.hash, before.hash, sizeof before.hash);
    assert_memory_equal(after.public_key, before.public_key, sizeof before.public_key);
    assert_memory_equal(after.signature, before.signature, sizeof before.signature);
    assert_true(store_head_is_signed(store_id(store), &after));
    assert_batches(store, BATCHES);
    store_close(&store);
}

static void a_restore_that_fails_leaves_an_empty_store(void **state)
{
    (void)state;
    static struct stream changed;
    struct backup_told told;
    assert_true(backend_wipe(&backend));
    struct store *store = backend_open(&backend, false);
    assert_int_not_equal(restore(store, &saved, take_no_keys, &told), STORE_OK);
    changed = saved;
    changed.size -= STORE_HASH_SIZE + 1;
    assert_int_equal(restore(store, &changed, take_keys, &told), STORE_ERR_DAMAGED);
    changed = saved;
    changed.bytes[changed.size - HASH_AT] ^= 1;
    sum_anew(&changed);
    assert_int_equal(restore(store, &changed, take_keys, &told), STORE_ERR_DAMAGED);
    store_close(&store);
    store = backend_open(&backend, false);
    assert_batches(store, 0);
    assert_int_equal(restore(store, &saved, take_keys, &told), STORE_OK);
    assert_batches(store, BATCHES);
    store_close(&store);
}

int main(int argc, char **argv)
{
    if (argc != 2 || !backend_start(&backend, argv[1])) {
        (void)fprintf(stderr, "usage: test_backup sqlite|postgres\n");
        return 1;
    }
#define TEST(name) cmocka_unit_test_setup(name, save)
    const struct CMUnitTest tests[] = {
        TEST(a_backup_tells_its_keys_its_last_batch_and_its_size),
        TEST(a_backup_that_ends_early_or_goes_on_is_damaged),
        TEST(a_backup_with_any_byte_changed_is_refused),
        TEST(a_backup_whose_end_names_another_batch_is_damaged),
        TEST(keys_stand_before_the_first_batch),
        TEST(a_restored_store_has_the_name_and_batches_of_the_saved_one),
        TEST(a_signed_day_is_restored_whole),
        TEST(a_restore_that_fails_leaves_an_empty_store),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    backend_stop(&backend);
    return failed;
}
