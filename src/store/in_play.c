// Which records are still secret.
//
// The newest record is asked for before the rounds: so every round that a record up to it belongs to
// is among them, and one that ended in between may be shown.
#include <stdlib.h>

#include "store/audit.h"
#include "store/internal.h"

enum { TABLE_NEWEST, TABLE_IN_PLAY };

struct store_in_play {
    struct map rounds; // (table, round) of those that are not over
    struct map tables; // (table, 0): where its newest round begins, and whether it is not over
    enum store_status status;
};

static bool visit_round(void *context, const struct store_row *row)
{
    struct store_in_play *in_play = context;
    const uint64_t table = (uint64_t)row->cells[ROUND_TABLE].number;
    const int64_t first = row->cells[ROUND_FIRST].number;
    const bool open = row->cells[ROUND_LAST].number == 0;
    bool is_new;
    struct map_record *record = map_get(&in_play->tables, table, 0, &is_new);
    if (record != NULL && first >= record->number[TABLE_NEWEST]) {
        record->number[TABLE_NEWEST] = first;
        record->number[TABLE_IN_PLAY] = open;
    }
    if (record == NULL ||
        (open && map_get(&in_play->rounds, table, (uint64_t)row->cells[ROUND_ROUND].number,
                         &is_new) == NULL)) {
        in_play->status = STORE_ERR_MEMORY;
    }
    return in_play->status == STORE_OK;
}

enum store_status store_in_play_open(struct store *store, struct store_mark *last,
                                     struct store_in_play **in_play)
{
    struct store_mark head = {.position = 0};
    const struct store_query query = {.table = STORE_TABLE_ROUND};
    struct store_in_play *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return store_fail(&store->fault, STORE_ERR_MEMORY, "out of memory");
    }
    enum store_status status = store_head(store, &head.position, head.hash);
    if (status == STORE_OK) {
        status = store_find(store, &query, visit_round, self);
    }
    if (status == STORE_OK && self->status != STORE_OK) {
        status = store_fail(&store->fault, self->status, "out of memory");
    }
    if (status != STORE_OK) {
        store_in_play_close(&self);
        return status;
    }
    *last = head;
    *in_play = self;
    return STORE_OK;
}

void store_in_play_close(struct store_in_play **in_play)
{
    if (*in_play != NULL) {
        map_finish(&(*in_play)->rounds);
        map_finish(&(*in_play)->tables);
        free(*in_play);
        *in_play = NULL;
    }
}

bool store_in_play_has(const struct store_in_play *in_play, const struct store_batch *batch)
{
    const struct map_record *table = map_find(&in_play->tables, batch->table, 0);
    const bool during = table != NULL && table->number[TABLE_IN_PLAY] != 0 &&
                        batch->sequence >= (uint64_t)table->number[TABLE_NEWEST];
    return during || map_find(&in_play->rounds, batch->table, batch->round) != NULL;
}
