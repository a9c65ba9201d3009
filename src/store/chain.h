// The links: BLAKE2b-256 over what came before and what is added (docs/audit.md).
#ifndef UTH_STORE_CHAIN_H
#define UTH_STORE_CHAIN_H

#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

// What the first batch is linked to.
void chain_start(const uint8_t store[STORE_ID_SIZE], uint8_t hash[STORE_HASH_SIZE]);
// A batch at its position. The store's own name is in it, so that it does not fit into another store.
void chain_record(const uint8_t store[STORE_ID_SIZE], uint64_t position, struct store_bytes body,
                  uint8_t record_hash[STORE_HASH_SIZE]);
// The beginning of that hash, which stands beside the batch: a change is found without the others.
int64_t chain_checksum(const uint8_t record_hash[STORE_HASH_SIZE]);
// The same batch behind all batches before it.
void chain_link(const uint8_t before[STORE_HASH_SIZE], const uint8_t record_hash[STORE_HASH_SIZE],
                uint8_t hash[STORE_HASH_SIZE]);

#endif
