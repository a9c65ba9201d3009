// The items of a backup, to bytes and back.
#include "store/backup_items.h"

#include <stdlib.h>
#include <string.h>

#include "fair/bytes.h"

#define MAGIC_SIZE  16
#define HEADER_SIZE (MAGIC_SIZE + STORE_ID_SIZE)
#define ITEM_SIZE   8 // what stands in front of an item: kind and length
#define HEAD_SIZE   (8 + 8 + STORE_HASH_SIZE + 8 + STORE_PUBLIC_KEY_SIZE + STORE_SIGNATURE_SIZE)
#define END_SIZE    (8 + STORE_HASH_SIZE)

static const char magic[MAGIC_SIZE] = "uth backup 1\n";

static const struct {
    uint32_t smallest;
    uint32_t largest;
} item_sizes[ITEM_COUNT] = {
    [ITEM_BATCH] = {1, STORE_BODY_MAX},
    [ITEM_HEAD] = {HEAD_SIZE, HEAD_SIZE},
    [ITEM_KEY] = {5, 4 + BACKUP_KEY_SIZE},
    [ITEM_END] = {END_SIZE, END_SIZE},
};

// ---- writing ----------------------------------------------------------------------------------

static void put_bytes(struct backup_out *out, const void *data, size_t size)
{
    if (out->status != STORE_OK) {
        return;
    }
    (void)crypto_generichash_update(&out->sum, data, size);
    out->told->bytes += size;
    if (!out->write(out->context, data, size)) {
        out->fault->text[0] = '\0'; // the caller knows why
        out->status = STORE_ERR_IO;
    }
}

void backup_put_item(struct backup_out *out, enum item_kind kind, const void *data, size_t size)
{
    uint8_t front[ITEM_SIZE];
    UTH_CHECK(size >= item_sizes[kind].smallest && size <= item_sizes[kind].largest);
    (void)fair_put_number(front, kind, 4);
    (void)fair_put_number(front + 4, size, 4);
    put_bytes(out, front, sizeof front);
    put_bytes(out, data, size);
}

void backup_put_front(struct backup_out *out)
{
    (void)crypto_generichash_init(&out->sum, NULL, 0, STORE_HASH_SIZE);
    put_bytes(out, magic, sizeof magic);
    put_bytes(out, out->told->id, STORE_ID_SIZE);
    for (size_t i = 0; i < out->told->key_count; i++) {
        const struct backup_key *key = &out->told->keys[i];
        uint8_t bytes[4 + BACKUP_KEY_SIZE];
        UTH_CHECK(key->size <= BACKUP_KEY_SIZE);
        fair_put_number(bytes, key->kind, 4);
        memcpy(bytes + 4, key->bytes, key->size);
        backup_put_item(out, ITEM_KEY, bytes, 4 + key->size);
        sodium_memzero(bytes, sizeof bytes);
    }
}

void backup_put_head(struct backup_out *out, const struct store_signed_head *head)
{
    uint8_t bytes[HEAD_SIZE];
    (void)fair_put_number(bytes, (uint64_t)head->day, 8);
    (void)fair_put_number(bytes + 8, head->position, 8);
    memcpy(bytes + 16, head->hash, STORE_HASH_SIZE);
    (void)fair_put_number(bytes + 48, (uint64_t)head->signed_ms, 8);
    memcpy(bytes + 56, head->public_key, STORE_PUBLIC_KEY_SIZE);
    memcpy(bytes + 88, head->signature, STORE_SIGNATURE_SIZE);
    backup_put_item(out, ITEM_HEAD, bytes, sizeof bytes);
    out->told->heads++;
}

void backup_put_end(struct backup_out *out)
{
    uint8_t end[END_SIZE];
    uint8_t sum[STORE_HASH_SIZE];
    (void)fair_put_number(end, out->told->position, 8);
    memcpy(end + 8, out->told->hash, STORE_HASH_SIZE);
    backup_put_item(out, ITEM_END, end, sizeof end);
    (void)crypto_generichash_final(&out->sum, sum, sizeof sum);
    (void)crypto_generichash_init(&out->sum, NULL, 0, sizeof sum);
    put_bytes(out, sum, sizeof sum);
}

// ---- reading -----------------------------------------------------------------------------------

enum store_status backup_damaged(const struct backup_in *in, const char *what)
{
    return store_fail(in->fault, STORE_ERR_DAMAGED, "%s (at byte %llu, after %llu batches)", what,
                      (unsigned long long)in->told->bytes, (unsigned long long)in->batches);
}

static enum store_status get_bytes(struct backup_in *in, void *data, size_t size)
{
    if (in->read(in->context, data, size) != size) {
        return backup_damaged(in, "the backup is incomplete");
    }
    in->told->bytes += size;
    (void)crypto_generichash_update(&in->sum, data, size);
    return STORE_OK;
}

static enum store_status get_front(struct backup_in *in)
{
    uint8_t front[HEADER_SIZE];
    (void)crypto_generichash_init(&in->sum, NULL, 0, STORE_HASH_SIZE);
    if (in->read(in->context, front, sizeof front) != sizeof front ||
        memcmp(front, magic, 11) != 0) {
        return store_fail(in->fault, STORE_ERR_DAMAGED, "this is not a backup of a store");
    }
    if (memcmp(front, magic, sizeof magic) != 0) {
        return store_fail(in->fault, STORE_ERR_NEWER,
                          "the backup was made by a newer version; use a newer uth");
    }
    in->told->bytes = sizeof front;
    (void)crypto_generichash_update(&in->sum, front, sizeof front);
    memcpy(in->told->id, front + MAGIC_SIZE, STORE_ID_SIZE);
    return STORE_OK;
}

// The sum of all, and nothing behind it.
static enum store_status get_end(struct backup_in *in)
{
    uint8_t expected[STORE_HASH_SIZE];
    uint8_t sum[STORE_HASH_SIZE + 1];
    (void)crypto_generichash_final(&in->sum, expected, sizeof expected);
    const size_t got = in->read(in->context, sum, sizeof sum);
    if (got < sizeof expected) {
        return backup_damaged(in, "the backup is incomplete");
    }
    if (memcmp(sum, expected, sizeof expected) != 0) {
        return backup_damaged(in, "the backup was changed: its checksum is wrong");
    }
    if (got != sizeof expected) {
        return backup_damaged(in, "there is data after the end of the backup");
    }
    in->told->bytes += sizeof expected;
    in->told->position = fair_get_number(in->bytes, 8);
    memcpy(in->told->hash, in->bytes + 8, STORE_HASH_SIZE);
    return STORE_OK;
}

static enum store_status get_key(struct backup_in *in)
{
    struct backup_told *told = in->told;
    if (told->key_count == BACKUP_KEYS_MAX || in->batches != 0) {
        return backup_damaged(in, "the backup has an extra key");
    }
    struct backup_key *key = &told->keys[told->key_count++];
    key->kind = (enum backup_key_kind)fair_get_number(in->bytes, 4);
    key->size = in->size - 4;
    memcpy(key->bytes, in->bytes + 4, key->size);
    return STORE_OK;
}

enum store_status backup_get_item(struct backup_in *in)
{
    uint8_t front[ITEM_SIZE];
    enum store_status status = get_bytes(in, front, sizeof front);
    if (status != STORE_OK) {
        return status;
    }
    in->kind = (uint32_t)fair_get_number(front, 4);
    in->size = (uint32_t)fair_get_number(front + 4, 4);
    if (in->kind == 0 || in->kind >= ITEM_COUNT || in->size < item_sizes[in->kind].smallest ||
        in->size > item_sizes[in->kind].largest) {
        return backup_damaged(in, "the backup was changed: unknown item");
    }
    status = get_bytes(in, in->bytes, in->size);
    if (status == STORE_OK && in->kind == ITEM_KEY) {
        status = get_key(in);
    } else if (status == STORE_OK && in->kind == ITEM_END) {
        status = get_end(in);
    } else if (status == STORE_OK) {
        in->batches += in->kind == ITEM_BATCH;
        in->told->heads += in->kind == ITEM_HEAD;
    }
    return status;
}

enum store_status backup_in_open(struct backup_in *in)
{
    *in->told = (struct backup_told){0};
    in->bytes = malloc(STORE_BODY_MAX);
    return in->bytes != NULL ? get_front(in)
                             : store_fail(in->fault, STORE_ERR_MEMORY, "out of memory");
}

void backup_in_close(struct backup_in *in)
{
    free(in->bytes);
}

void backup_get_head(const struct backup_in *in, struct store_signed_head *head)
{
    const uint8_t *at = in->bytes;
    *head = (struct store_signed_head){.day = (int64_t)fair_get_number(at, 8),
                                       .position = fair_get_number(at + 8, 8),
                                       .signed_ms = (int64_t)fair_get_number(at + 48, 8)};
    memcpy(head->hash, at + 16, STORE_HASH_SIZE);
    memcpy(head->public_key, at + 56, STORE_PUBLIC_KEY_SIZE);
    memcpy(head->signature, at + 88, STORE_SIGNATURE_SIZE);
}
