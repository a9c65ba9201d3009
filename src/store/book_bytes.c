// A book as bytes: what an audit goes on from that does not begin at the first batch (docs/stored.md).
//
//     "uth book 1" | position, hash, day, openings | for each map: how many, records
#include <stdlib.h>
#include <string.h>

#include "store/book.h"

#define TAG_SIZE   16
#define FIXED_SIZE (TAG_SIZE + STORE_HASH_SIZE + 16 * 10) // what is not a record, at most

static const char tag[TAG_SIZE] = "uth book 1";

// clang-format off
static const struct codec_field record_fields[] = {
    CODEC_ONE("a", struct map_record, a, CODEC_NUMBER),
    CODEC_ONE("b", struct map_record, b, CODEC_NUMBER),
    CODEC_ALL("number", struct map_record, number, CODEC_AMOUNT),
    CODEC_ONE("trial", struct map_record, trial, CODEC_AMOUNT),
    CODEC_ALL("hash", struct map_record, hash, CODEC_BYTES),
};
// clang-format on
static const struct codec_table record_table = CODEC_FIELDS(struct map_record, record_fields);

#define MAPS 5

static void maps_of(struct book *book, struct map *maps[MAPS])
{
    maps[0] = &book->tables;
    maps[1] = &book->accounts;
    maps[2] = &book->rounds;
    maps[3] = &book->played;
    maps[4] = &book->states;
}

static void put_map(struct codec_out *out, const struct map *map)
{
    const struct map_record first = {.a = 0};
    const struct map_record *base = &first;
    codec_put_number(out, map->count);
    for (size_t i = 0; i < map->count; i++) {
        codec_write(out, &record_table, base, &map->records[i]);
        base = &map->records[i];
    }
}

enum store_status book_write(struct book *book, uint8_t **bytes, size_t *size)
{
    struct map *maps[MAPS];
    size_t most = FIXED_SIZE;
    maps_of(book, maps);
    for (size_t i = 0; i < MAPS; i++) {
        most += maps[i]->count * codec_max(&record_table);
    }
    uint8_t *made = malloc(most);
    if (made == NULL) {
        return STORE_ERR_MEMORY;
    }
    struct codec_out out = {made, made + most, 0};
    memcpy(out.at, tag, TAG_SIZE);
    memcpy(out.at + TAG_SIZE, book->hash, STORE_HASH_SIZE);
    out.at += TAG_SIZE + STORE_HASH_SIZE;
    codec_put_number(&out, book->position);
    codec_put_number(&out, (uint64_t)(book->day + 1));
    codec_put_number(&out, (uint64_t)book->openings);
    for (size_t i = 0; i < MAPS; i++) {
        put_map(&out, maps[i]);
    }
    *bytes = made;
    *size = (size_t)(out.at - made);
    return STORE_OK;
}

static enum store_status get_map(struct codec_in *in, struct map *map)
{
    struct map_record base = {.a = 0};
    uint64_t count;
    if (!codec_get_number(in, &count) || count > MAP_RECORDS_MAX) {
        return STORE_ERR_DAMAGED;
    }
    for (uint64_t i = 0; i < count; i++) {
        struct map_record record = {.a = 0};
        bool is_new;
        if (!codec_read(in, &record_table, &base, &record)) {
            return STORE_ERR_DAMAGED;
        }
        struct map_record *made = map_get(map, record.a, record.b, &is_new);
        if (made == NULL || !is_new) {
            return made == NULL ? STORE_ERR_MEMORY : STORE_ERR_DAMAGED;
        }
        *made = record;
        base = record;
    }
    return STORE_OK;
}

enum store_status book_read(struct book *book, struct store_bytes bytes)
{
    struct map *maps[MAPS];
    struct codec_in in = {bytes.data, bytes.data + bytes.size, 0};
    uint64_t day;
    uint64_t openings;
    if (bytes.size < TAG_SIZE + STORE_HASH_SIZE || memcmp(in.at, tag, TAG_SIZE) != 0) {
        return STORE_ERR_DAMAGED;
    }
    memcpy(book->hash, in.at + TAG_SIZE, STORE_HASH_SIZE);
    in.at += TAG_SIZE + STORE_HASH_SIZE;
    if (!codec_get_number(&in, &book->position) || !codec_get_number(&in, &day) ||
        !codec_get_number(&in, &openings) || day > INT64_MAX || openings > INT64_MAX) {
        return STORE_ERR_DAMAGED;
    }
    book->day = (int64_t)day - 1;
    book->openings = (int64_t)openings;
    maps_of(book, maps);
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < MAPS && status == STORE_OK; i++) {
        status = get_map(&in, maps[i]);
    }
    return status == STORE_OK && in.at != in.end ? STORE_ERR_DAMAGED : status;
}
