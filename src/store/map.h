// A hash table of small records by two numbers. Records are never removed one by one; an index
// stays valid until the map is cleared, a pointer until the next record is added.
#ifndef UTH_STORE_MAP_H
#define UTH_STORE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/port.h"

#define MAP_RECORDS_MAX ((size_t)1 << 22)

struct map_record {
    uint64_t a;
    uint64_t b;
    int64_t number[4];
    int64_t trial;       // an account's balance while a batch is judged; a round's opening
    uint32_t trial_turn; // of which batch
    uint32_t touched;    // in which group it last changed
    uint8_t hash[STORE_HASH_SIZE];
};

struct map {
    struct map_record *records;
    size_t count;
    size_t room;
    uint32_t *slots; // index + 1, 0 for free
    size_t slot_count;
    uint32_t *touched; // indices of the records that changed in this turn
    size_t touched_count;
};

// The record, or NULL.
struct map_record *map_find(const struct map *map, uint64_t a, uint64_t b);
// The record, made of zeros when there was none; NULL without memory or above MAP_RECORDS_MAX.
struct map_record *map_get(struct map *map, uint64_t a, uint64_t b, bool *is_new);
// Notes that the record changes in this turn; once is enough.
void map_touch(struct map *map, struct map_record *record, uint32_t turn);
// Takes the record that was added last out again.
void map_drop_last(struct map *map);
void map_clear(struct map *map); // keeps the memory
void map_finish(struct map *map);

#endif
