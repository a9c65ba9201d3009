#include "store/chain.h"

#include <string.h>

#include <sodium.h>

#include "fair/bytes.h"

_Static_assert(STORE_HASH_SIZE == crypto_generichash_BYTES, "BLAKE2b-256");

// Every use of the hash begins with 16 bytes of its own, so that no value of one use can be passed
// off as a value of another.
#define TAG_SIZE 16

static const char tag_store[TAG_SIZE] = "uth store 1";
static const char tag_record[TAG_SIZE] = "uth record 1";
static const char tag_all[TAG_SIZE] = "uth all 2";
static const char tag_request[TAG_SIZE] = "uth request 1";

struct part {
    const void *bytes;
    size_t size;
};

static void hash_parts(const char tag[TAG_SIZE], const struct part *parts, size_t count,
                       uint8_t *hash)
{
    crypto_generichash_state state;
    uint8_t result[STORE_HASH_SIZE];
    // They fail only for a length out of range.
    (void)crypto_generichash_init(&state, NULL, 0, sizeof result);
    (void)crypto_generichash_update(&state, (const uint8_t *)tag, TAG_SIZE);
    for (size_t i = 0; i < count; i++) {
        (void)crypto_generichash_update(&state, parts[i].bytes, parts[i].size);
    }
    (void)crypto_generichash_final(&state, result, sizeof result);
    memcpy(hash, result, sizeof result); // `hash` may be one of the parts
}

void chain_start(const uint8_t store[STORE_ID_SIZE], uint8_t hash[STORE_HASH_SIZE])
{
    const struct part parts[] = {{store, STORE_ID_SIZE}};
    hash_parts(tag_store, parts, 1, hash);
}

void chain_record(const uint8_t store[STORE_ID_SIZE], uint64_t position, struct store_bytes body,
                  uint8_t record_hash[STORE_HASH_SIZE])
{
    uint8_t place[8];
    (void)fair_put_number(place, position, sizeof place);
    const struct part parts[] = {
        {store, STORE_ID_SIZE}, {place, sizeof place}, {body.data, body.size}};
    hash_parts(tag_record, parts, 3, record_hash);
}

int64_t chain_checksum(const uint8_t record_hash[STORE_HASH_SIZE])
{
    return (int64_t)fair_get_number(record_hash, 8);
}

void chain_link(const uint8_t before[STORE_HASH_SIZE], const uint8_t record_hash[STORE_HASH_SIZE],
                uint8_t hash[STORE_HASH_SIZE])
{
    const struct part parts[] = {{before, STORE_HASH_SIZE}, {record_hash, STORE_HASH_SIZE}};
    hash_parts(tag_all, parts, 2, hash);
}

void store_request_hash(const void *request, size_t size, uint8_t hash[STORE_HASH_SIZE])
{
    const struct part parts[] = {{request, size}};
    hash_parts(tag_request, parts, 1, hash);
}
