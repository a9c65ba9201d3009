// The log, newest first. Lines of it stand in batches of the office and of tables, so it is read
// backwards by position, a stretch at a time.
#include <stdlib.h>
#include <string.h>

#include "office/office.h"

#define STRETCH       2048 // batches
#define LINES_MAX     4096 // in a stretch
#define STRETCH_BYTES ((size_t)8 << 20)

struct stretch {
    struct office_log_line *lines;
    size_t count;
    uint8_t *bytes;
    size_t used;
    bool full;
    bool old; // a batch older than asked for was seen
    int64_t since_ms;
};

static bool keep(void *context, const struct store_record *record)
{
    struct stretch *stretch = context;
    const struct store_batch *batch = &record->batch;
    if (batch->time_ms < stretch->since_ms) {
        stretch->old = true;
        return true;
    }
    for (size_t i = 0; i < batch->entry_count; i++) {
        const struct store_entry *entry = &batch->entries[i];
        if (entry->kind != STORE_ENTRY_LOG) {
            continue;
        }
        stretch->full =
            stretch->count == LINES_MAX || entry->bytes.size > STRETCH_BYTES - stretch->used;
        if (stretch->full) {
            return false;
        }
        memcpy(stretch->bytes + stretch->used, entry->bytes.data, entry->bytes.size);
        stretch->lines[stretch->count++] =
            (struct office_log_line){.position = record->position,
                                     .table = batch->table,
                                     .time_ms = batch->time_ms,
                                     .json = {stretch->bytes + stretch->used, entry->bytes.size}};
        stretch->used += entry->bytes.size;
    }
    return true;
}

static enum store_status read_back(struct store *store, struct stretch *stretch,
                                   office_read_log *read, void *context)
{
    uint64_t to = 0;
    uint64_t width = STRETCH;
    uint8_t hash[STORE_HASH_SIZE];
    enum store_status status = store_head(store, &to, hash);
    bool more = true;
    while (status == STORE_OK && more && to > 0) {
        const uint64_t from = to > width ? to - width + 1 : 1;
        stretch->count = 0;
        stretch->used = 0;
        stretch->full = false;
        stretch->old = false;
        status = store_read_whole(store, from, to, keep, stretch);
        if (stretch->full && width > 1) {
            width /= 2; // so many lines: a shorter stretch
            continue;
        }
        for (size_t i = stretch->count; status == STORE_OK && more && i > 0; i--) {
            more = read(context, &stretch->lines[i - 1]);
        }
        more = more && !stretch->old;
        to = from - 1;
        width = STRETCH;
    }
    return status;
}

enum store_status office_log(struct store *store, int64_t since_ms, office_read_log *read,
                             void *context)
{
    struct stretch stretch = {.since_ms = since_ms};
    stretch.lines = calloc(LINES_MAX, sizeof *stretch.lines);
    stretch.bytes = malloc(STRETCH_BYTES);
    enum store_status status = STORE_ERR_MEMORY;
    if (stretch.lines != NULL && stretch.bytes != NULL) {
        status = read_back(store, &stretch, read, context);
    }
    free(stretch.lines);
    free(stretch.bytes);
    return status;
}
