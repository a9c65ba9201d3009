// The links: BLAKE2b-256 over what came before and what is added (docs/audit.md).
#ifndef UTH_STORE_CHAIN_H
#define UTH_STORE_CHAIN_H

#include <stddef.h>
#include <stdint.h>

#include "store/port.h"

// What the first batch of all, and the first of a table, is linked to. Made from the store's own
// name, so that batches of one store do not fit into another.
void chain_start(const uint8_t store[STORE_ID_SIZE], uint8_t hash[STORE_HASH_SIZE]);
void chain_table_start(const uint8_t store[STORE_ID_SIZE], uint32_t table,
                       uint8_t hash[STORE_HASH_SIZE]);
// A batch behind the one before it at its table.
void chain_table_link(const uint8_t before[STORE_HASH_SIZE], const void *body, size_t size,
                      uint8_t hash[STORE_HASH_SIZE]);
// The same batch behind all batches before it.
void chain_link(const uint8_t before[STORE_HASH_SIZE], uint64_t position,
                const uint8_t table_hash[STORE_HASH_SIZE], uint8_t hash[STORE_HASH_SIZE]);

#endif
