#include "store/map.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t bits = a * UINT64_C(0x9e3779b97f4a7c15) ^ (b + UINT64_C(0x632be59bd9b4e019));
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

// The slot that holds the record, or the free one where it belongs. The table is never full.
static size_t slot_of(const struct map *map, uint64_t a, uint64_t b)
{
    size_t slot = mix(a, b) & (map->slot_count - 1);
    while (map->slots[slot] != 0) {
        const struct map_record *record = &map->records[map->slots[slot] - 1];
        if (record->a == a && record->b == b) {
            break;
        }
        slot = (slot + 1) & (map->slot_count - 1);
    }
    return slot;
}

static bool grow(struct map *map)
{
    const size_t room = map->room == 0 ? 64 : 2 * map->room;
    if (room > MAP_RECORDS_MAX) {
        return false;
    }
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    free(map->slots);
    map->slots = slots;
    map->slot_count = 2 * room;
    UTH_CHECK(map->count == 0 || map->records != NULL);
    for (size_t i = 0; i < map->count; i++) {
        map->slots[slot_of(map, map->records[i].a, map->records[i].b)] = (uint32_t)i + 1;
    }
    // More slots than needed do no harm when there is no memory for the rest.
    uint32_t *touched = realloc(map->touched, room * sizeof *touched);
    map->touched = touched != NULL ? touched : map->touched;
    struct map_record *records = realloc(map->records, room * sizeof *records);
    map->records = records != NULL ? records : map->records;
    map->room = touched != NULL && records != NULL ? room : map->room;
    return touched != NULL && records != NULL;
}

struct map_record *map_find(const struct map *map, uint64_t a, uint64_t b)
{
    const uint32_t index = map->slot_count == 0 ? 0 : map->slots[slot_of(map, a, b)];
    return index == 0 ? NULL : &map->records[index - 1];
}

struct map_record *map_get(struct map *map, uint64_t a, uint64_t b, bool *is_new)
{
    struct map_record *found = map_find(map, a, b);
    *is_new = found == NULL;
    if (found != NULL) {
        return found;
    }
    if (map->count == map->room && !grow(map)) {
        return NULL;
    }
    UTH_CHECK(map->records != NULL && map->count < map->room);
    map->slots[slot_of(map, a, b)] = (uint32_t)map->count + 1;
    found = &map->records[map->count++];
    *found = (struct map_record){.a = a, .b = b};
    return found;
}

// Nothing was added after it, so no other record was placed with this slot in its way.
void map_drop_last(struct map *map)
{
    UTH_CHECK(map->count != 0);
    const struct map_record *last = &map->records[map->count - 1];
    map->slots[slot_of(map, last->a, last->b)] = 0;
    map->count--;
}

void map_touch(struct map *map, struct map_record *record, uint32_t turn)
{
    if (record->touched != turn) {
        record->touched = turn;
        map->touched[map->touched_count++] = (uint32_t)(record - map->records);
    }
}

void map_clear(struct map *map)
{
    map->count = 0;
    map->touched_count = 0;
    if (map->slots != NULL) {
        memset(map->slots, 0, map->slot_count * sizeof *map->slots);
    }
}

void map_finish(struct map *map)
{
    free(map->records);
    free(map->slots);
    free(map->touched);
    *map = (struct map){0};
}
