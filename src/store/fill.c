// Tables that were added to the schema, filled from the batches that were stored before.
//
// The bodies are read in chunks: a visitor must not use the store, so what follows from a chunk is
// put when it has been read. The states themselves are fetched at the end, one by one, because a
// body lives only as long as its row: so memory grows with the things that have a state, and not
// with the batches.
#include <stdlib.h>
#include <string.h>

#include "store/inside.h"

#define CHUNK     4096
#define PUT_ROWS  1024
#define KEEPS_MAX 65536 // players of rounds; then those of rounds that are over are forgotten

struct fill {
    struct store_port *port;
    struct batch_room *room;
    struct book book;
    struct store_row rows[PUT_ROWS];
    size_t row_count;
    uint8_t state[STORE_ENTRY_MAX];
    const struct map_record *wanted;
    enum store_status status;
};

static bool damaged(struct fill *fill, const struct store_row *row)
{
    fill->status =
        store_fail(fill->port->fault, STORE_ERR_DAMAGED,
                   "record %lld is not a batch, so the store cannot be brought up to date",
                   (long long)row->cells[0].number);
    return false;
}

static void put_rows(struct fill *fill, enum store_table table)
{
    if (fill->row_count != 0 && fill->status == STORE_OK) {
        fill->status = fill->port->functions->put(fill->port, table, fill->rows, fill->row_count);
    }
    fill->row_count = 0;
}

static void add_row(struct fill *fill, enum store_table table, const struct store_row *row)
{
    fill->rows[fill->row_count++] = *row;
    if (fill->row_count == PUT_ROWS) {
        put_rows(fill, table);
    }
}

// ---- players ----------------------------------------------------------------------------------

static bool visit_batch(void *context, const struct store_row *row)
{
    struct fill *fill = context;
    struct batch_view view;
    struct store_batch batch;
    if (!batch_view(bytes_of(&row->cells[4]), &view) || !batch_unpack(&view, fill->room, &batch)) {
        return damaged(fill, row);
    }
    fill->book.position = (uint64_t)row->cells[0].number;
    fill->status = book_follow(&fill->book, &batch, view.body, 0);
    return fill->status == STORE_OK;
}

static void put_players(struct fill *fill)
{
    const struct map *played = &fill->book.played;
    for (size_t i = 0; i < played->touched_count && fill->status == STORE_OK; i++) {
        const struct map_record *record = &played->records[played->touched[i]];
        const struct store_row row = {.cells = {{.number = (int64_t)record->a},
                                                {.number = record->number[BOOK_PLAYED_MS]},
                                                {.number = record->number[BOOK_PLAYED_TABLE]},
                                                {.number = record->number[BOOK_PLAYED_ROUND]}}};
        add_row(fill, STORE_TABLE_PLAYED, &row);
    }
    put_rows(fill, STORE_TABLE_PLAYED);
}

static void fill_players(struct fill *fill)
{
    uint64_t before;
    do {
        before = fill->book.position;
        const struct store_query query = {.table = STORE_TABLE_BATCH,
                                          .ranged = true,
                                          .from = (int64_t)before + 1,
                                          .to = (int64_t)before + CHUNK};
        const enum store_status status =
            fill->port->functions->find(fill->port, &query, visit_batch, fill);
        fill->status = fill->status != STORE_OK ? fill->status : status;
        put_players(fill);
        book_next_turn(&fill->book);
        if (fill->status == STORE_OK && fill->book.played.count > KEEPS_MAX) {
            fill->status = book_forget_ended(&fill->book);
        }
    } while (fill->status == STORE_OK && fill->book.position == before + CHUNK);
}

// ---- states -----------------------------------------------------------------------------------

static bool visit_state(void *context, const struct store_row *row)
{
    struct fill *fill = context;
    const struct store_bytes body = bytes_of(&row->cells[4]);
    const size_t at = (size_t)fill->wanted->number[2];
    const size_t size = (size_t)fill->wanted->number[3];
    if (size > body.size || at > body.size - size) {
        return damaged(fill, row);
    }
    const struct store_row state = {.cells = {{.number = (int64_t)fill->wanted->b},
                                              {.number = (int64_t)fill->wanted->a},
                                              {.number = fill->wanted->number[0]},
                                              {.bytes = fill->state, .size = size}}};
    if (size != 0) {
        memcpy(fill->state, body.data + at, size);
    }
    fill->rows[fill->row_count++] = state;
    return true;
}

static void fill_states(struct fill *fill)
{
    const struct map *states = &fill->book.states;
    for (size_t i = 0; i < states->count && fill->status == STORE_OK; i++) {
        fill->wanted = &states->records[i];
        const struct store_query query = query_one(STORE_TABLE_BATCH, fill->wanted->number[0]);
        const enum store_status status =
            fill->port->functions->find(fill->port, &query, visit_state, fill);
        fill->status = fill->status != STORE_OK ? fill->status : status;
        put_rows(fill, STORE_TABLE_STATE);
    }
}

enum store_status store_fill(struct store_port *port)
{
    static const uint8_t no_id[STORE_ID_SIZE]; // links are not asked for
    struct fill *fill = calloc(1, sizeof *fill);
    if (fill != NULL) {
        fill->room = batch_room_open();
    }
    if (fill == NULL || fill->room == NULL) {
        free(fill);
        return store_fail(port->fault, STORE_ERR_MEMORY, "out of memory");
    }
    fill->port = port;
    book_start(&fill->book, no_id);
    fill_players(fill);
    if (fill->status == STORE_OK) {
        fill_states(fill);
    }
    const enum store_status status = fill->status;
    if (status == STORE_ERR_MEMORY) {
        (void)store_fail(port->fault, status, "out of memory");
    }
    book_finish(&fill->book);
    batch_room_close(fill->room);
    free(fill);
    return status;
}
