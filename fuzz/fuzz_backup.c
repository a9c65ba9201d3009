// Backups: whatever the bytes, a stream is refused with a reason, by the check and by the restore;
// and a store that was restored saves the same batches again.
//
// A changed byte would break the sum over all at once, and nothing before it be tried. So the first
// byte says whether the end of the stream, with the last link and the sum, is made anew, and
// whether what the check refuses is restored from, too.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "fair/bytes.h"
#include "fair/fair.h"
#include "store/backup.h"
#include "store/batch.h"
#include "store/chain.h"
#include "uth/check.h"

#define FRONT_SIZE  (16 + STORE_ID_SIZE)
#define ITEM_BATCH  1
#define ITEM_END    4
#define END_SIZE    (8 + 8 + STORE_HASH_SIZE + STORE_HASH_SIZE)
#define BATCHES_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static char url[64]; // of a store that is made and removed

struct stream {
    const uint8_t *data;
    size_t left;
};

static size_t read_stream(void *context, void *data, size_t size)
{
    struct stream *stream = context;
    const size_t got = size < stream->left ? size : stream->left;
    if (got != 0) {
        memcpy(data, stream->data, got);
        stream->data += got;
        stream->left -= got;
    }
    return got;
}

static bool take_keys(void *context, const struct backup_told *told)
{
    (void)context;
    UTH_CHECK(told->key_count <= BACKUP_KEYS_MAX);
    for (size_t i = 0; i < told->key_count; i++) {
        UTH_CHECK(told->keys[i].size <= BACKUP_KEY_SIZE);
    }
    return true;
}

static bool write_nowhere(void *context, const void *data, size_t size)
{
    uint8_t *last = context;
    UTH_CHECK(size > 0);
    *last = ((const uint8_t *)data)[size - 1];
    return true;
}

// ---- the end, made anew -----------------------------------------------------------------------

struct links {
    uint8_t id[STORE_ID_SIZE];
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
};

static void link_batch(struct links *links, struct store_bytes body)
{
    struct batch_view view;
    uint8_t record_hash[STORE_HASH_SIZE];
    if (batch_view(body, &view)) {
        chain_record(links->id, ++links->position, body, record_hash);
        chain_link(links->hash, record_hash, links->hash);
    }
}

// Where the last whole item ends; the batches up to there are in *links.
static size_t follow(const uint8_t *data, size_t size, struct links *links)
{
    size_t at = FRONT_SIZE;
    memcpy(links->id, data + 16, STORE_ID_SIZE);
    chain_start(links->id, links->hash);
    while (size - at >= 8 && links->position < BATCHES_MAX) {
        const uint64_t kind = fair_get_number(data + at, 4);
        const uint64_t length = fair_get_number(data + at + 4, 4);
        if (kind == ITEM_END || length > size - at - 8) {
            break;
        }
        if (kind == ITEM_BATCH) {
            link_batch(links, (struct store_bytes){data + at + 8, (size_t)length});
        }
        at += 8 + (size_t)length;
    }
    return at;
}

// The stream to be read, to be freed.
static uint8_t *made(const uint8_t *data, size_t size, bool anew, size_t *made_size)
{
    uint8_t *stream = malloc(size + END_SIZE);
    UTH_CHECK(stream != NULL);
    *made_size = size;
    memcpy(stream, data, size);
    if (anew && size >= FRONT_SIZE) {
        struct links links = {.position = 0};
        const size_t at = follow(data, size, &links);
        uint8_t *end = fair_put_number(stream + at, ITEM_END, 4);
        end = fair_put_number(end, 8 + STORE_HASH_SIZE, 4);
        end = fair_put_number(end, links.position, 8);
        memcpy(end, links.hash, STORE_HASH_SIZE);
        end += STORE_HASH_SIZE;
        UTH_CHECK(crypto_generichash(end, STORE_HASH_SIZE, stream,
                                     (unsigned long long)(end - stream), NULL, 0) == 0);
        *made_size = (size_t)(end - stream) + STORE_HASH_SIZE;
    }
    return stream;
}

// ---- both ways --------------------------------------------------------------------------------

static bool check(const uint8_t *bytes, size_t size, struct backup_told *told)
{
    struct stream stream = {bytes, size};
    struct fault fault = {.text = ""};
    const enum store_status status = store_backup_check(read_stream, &stream, &fault, told);
    UTH_CHECK(status == STORE_OK || fault.text[0] != '\0');
    UTH_CHECK(status != STORE_OK || (stream.left == 0 && told->bytes == size));
    return status == STORE_OK;
}

static void remove_store(void)
{
    static const char *const behind[] = {"", "-wal", "-shm", "-journal", ".writer"};
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++) {
        char path[sizeof url + 16];
        (void)snprintf(path, sizeof path, "%s%s", url + 7, behind[i]);
        (void)unlink(path);
    }
}

// A store in memory shows nobody what is not committed, so the audit that ends a restore finds
// nothing there: it is for streams that fail before.
static void restore(const uint8_t *bytes, size_t size, const char *into,
                    const struct backup_told *wanted)
{
    const struct store_options options = {.patience_ms = 1};
    struct stream stream = {bytes, size};
    struct backup_told told;
    struct backup_told saved = {.key_count = 0};
    struct store *store = NULL;
    struct fault fault;
    uint8_t last;
    UTH_CHECK(store_open(into, &options, &fault, &store) == STORE_OK);
    const enum store_status status = store_restore(store, read_stream, take_keys, &stream, &told);
    UTH_CHECK(status == STORE_OK || store_why(store)[0] != '\0');
    if (status == STORE_OK) {
        UTH_CHECK(wanted != NULL && told.position == wanted->position);
        UTH_CHECK(memcmp(told.hash, wanted->hash, STORE_HASH_SIZE) == 0 || told.position == 0);
        UTH_CHECK(store_backup(store, write_nowhere, &last, &saved) == STORE_OK);
        UTH_CHECK(saved.position == told.position);
        UTH_CHECK(memcmp(saved.id, told.id, STORE_ID_SIZE) == 0);
        UTH_CHECK(memcmp(saved.hash, told.hash, STORE_HASH_SIZE) == 0 || told.position == 0);
    }
    store_close(&store);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    (void)snprintf(url, sizeof url, "sqlite:%s/uth-fuzz-backup-%ld",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    UTH_CHECK(fair_init() && atexit(remove_store) == 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct backup_told told;
    if (size == 0) {
        return 0;
    }
    size_t length = 0;
    uint8_t *stream = made(data + 1, size - 1, (data[0] & 1) != 0, &length);
    if (check(stream, length, &told)) {
        restore(stream, length, url, &told);
        remove_store();
    } else if ((data[0] & 2) != 0) {
        restore(stream, length, "memory:", NULL);
    }
    free(stream);
    return 0;
}
