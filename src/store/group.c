// Rows from batches, and from what follows from them.
#include "store/group.h"

#include <stdlib.h>

enum store_status group_open(struct group **group)
{
    *group = calloc(1, sizeof **group);
    return *group != NULL ? STORE_OK : STORE_ERR_MEMORY;
}

void group_close(struct group *group)
{
    if (group != NULL) {
        free(group->rows.list);
        free(group);
    }
}

// ---- rows of one table ------------------------------------------------------------------------

enum store_status group_rows_start(struct group *group, size_t most)
{
    struct rows *rows = &group->rows;
    rows->count = 0;
    if (rows->capacity < most) {
        struct store_row *list = realloc(rows->list, most * sizeof *list);
        if (list == NULL) {
            return STORE_ERR_MEMORY;
        }
        rows->list = list;
        rows->capacity = most;
    }
    return STORE_OK;
}

void group_row_add(struct group *group, const struct store_row *row)
{
    struct rows *rows = &group->rows;
    UTH_CHECK(rows->count < rows->capacity);
    rows->list[rows->count++] = *row;
}

enum store_status group_rows_put(struct store *store, enum store_table table)
{
    const struct rows *rows = &store->group->rows;
    return rows->count == 0
               ? STORE_OK
               : store->port->functions->put(store->port, table, rows->list, rows->count);
}

// ---- of the members ---------------------------------------------------------------------------

static bool batch_row(const struct member *member, struct store_row *row)
{
    const struct batch_view *view = &member->view;
    *row =
        (struct store_row){.cells = {[BATCH_POSITION] = number_cell((int64_t)member->link.position),
                                     [BATCH_TABLE] = number_cell(view->table),
                                     [BATCH_SEQUENCE] = number_cell((int64_t)view->sequence),
                                     [BATCH_CHECKSUM] = number_cell(member->link.checksum),
                                     [BATCH_BODY] = bytes_cell(view->body.data, view->body.size)}};
    return true;
}

struct store_row group_request_row(const struct batch_view *view, uint64_t position)
{
    return (struct store_row){
        .cells = {[REQUEST_TABLE] = number_cell(view->table),
                  [REQUEST_KEY] = bytes_cell(view->key.data, view->key.size),
                  [REQUEST_REQUEST] = bytes_cell(view->request, STORE_HASH_SIZE),
                  [REQUEST_POSITION] = number_cell((int64_t)position)}};
}

static bool request_row(const struct member *member, struct store_row *row)
{
    *row = group_request_row(&member->view, member->link.position);
    return member->view.key.size != 0;
}

static bool day_row(const struct member *member, struct store_row *row)
{
    *row = (struct store_row){
        .cells = {[DAY_DAY] = number_cell(member->view.time_ms / BOOK_DAY_MS),
                  [DAY_FIRST] = number_cell((int64_t)member->link.position),
                  [DAY_BEFORE] = bytes_cell(member->link.before, STORE_HASH_SIZE)}};
    return member->link.begins_day;
}

enum store_status group_put_members(struct store *store)
{
    static const struct {
        enum store_table table;
        bool (*make)(const struct member *member, struct store_row *row); // false: there is none
    } kinds[] = {{STORE_TABLE_BATCH, batch_row},
                 {STORE_TABLE_REQUEST, request_row},
                 {STORE_TABLE_DAY, day_row}};
    struct group *group = store->group;
    enum store_status status = STORE_OK;
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0] && status == STORE_OK; kind++) {
        status = group_rows_start(group, group->count);
        for (size_t i = 0; i < group->count && status == STORE_OK; i++) {
            struct store_row row;
            if (group->members[i].accepted && kinds[kind].make(&group->members[i], &row)) {
                group_row_add(group, &row);
            }
        }
        status = status == STORE_OK ? group_rows_put(store, kinds[kind].table) : status;
    }
    return status;
}

// ---- of the book ------------------------------------------------------------------------------

struct store_row group_account_row(const struct store *store, const struct map_record *record)
{
    const struct uth_account account = book_account_of(record->a, record->b);
    (void)store;
    return (struct store_row){.cells = {[ACCOUNT_OWNER] = number_cell((int64_t)account.owner),
                                        [ACCOUNT_KIND] = number_cell(account.kind),
                                        [ACCOUNT_TABLE] = number_cell(account.table),
                                        [ACCOUNT_SEAT] = number_cell(account.seat),
                                        [ACCOUNT_BALANCE] = number_cell(record->number[0])}};
}

struct store_row group_round_row(const struct store *store, const struct map_record *record)
{
    (void)store;
    return (struct store_row){
        .cells = {[ROUND_TABLE] = number_cell((int64_t)record->a),
                  [ROUND_ROUND] = number_cell((int64_t)record->b),
                  [ROUND_FIRST] = number_cell(record->number[BOOK_ROUND_FIRST]),
                  [ROUND_LAST] = number_cell(record->number[BOOK_ROUND_LAST]),
                  [ROUND_OPENED] = number_cell(record->number[BOOK_ROUND_OPENED]),
                  [ROUND_ENDED] = number_cell(record->number[BOOK_ROUND_ENDED])}};
}

struct store_row group_played_row(const struct store *store, const struct map_record *record)
{
    (void)store;
    return (struct store_row){
        .cells = {[PLAYED_PLAYER] = number_cell((int64_t)record->a),
                  [PLAYED_TIME] = number_cell(record->number[BOOK_PLAYED_MS]),
                  [PLAYED_TABLE] = number_cell(record->number[BOOK_PLAYED_TABLE]),
                  [PLAYED_ROUND] = number_cell(record->number[BOOK_PLAYED_ROUND])}};
}

struct store_row group_state_row(const struct store *store, const struct map_record *record)
{
    const struct member *member = &store->group->members[record->number[1]];
    const uint8_t *state = member->view.body.data + record->number[2];
    return (struct store_row){
        .cells = {[STATE_KIND] = number_cell((int64_t)record->b),
                  [STATE_ID] = number_cell((int64_t)record->a),
                  [STATE_POSITION] = number_cell(record->number[0]),
                  [STATE_STATE] = bytes_cell(state, (size_t)record->number[3])}};
}

enum store_status group_put_touched(struct store *store, enum store_table table,
                                    const struct map *map, group_make_row *make)
{
    enum store_status status = group_rows_start(store->group, map->touched_count);
    for (size_t i = 0; i < map->touched_count && status == STORE_OK; i++) {
        const struct store_row row = make(store, &map->records[map->touched[i]]);
        group_row_add(store->group, &row);
    }
    return status == STORE_OK ? group_rows_put(store, table) : status;
}

enum store_status group_put_head(struct store *store)
{
    const struct store_row row = {
        .cells = {[HEAD_ID] = number_cell(1),
                  [HEAD_POSITION] = number_cell((int64_t)store->book.position),
                  [HEAD_HASH] = bytes_cell(store->book.hash, STORE_HASH_SIZE)}};
    return store->port->functions->put(store->port, STORE_TABLE_HEAD, &row, 1);
}

// The head goes first: its row is what several writers on one server wait for.
enum store_status group_put(struct store *store)
{
    const struct {
        enum store_table table;
        const struct map *map;
        group_make_row *make;
    } kinds[] = {{STORE_TABLE_ACCOUNT, &store->book.accounts, group_account_row},
                 {STORE_TABLE_ROUND, &store->book.rounds, group_round_row},
                 {STORE_TABLE_PLAYED, &store->book.played, group_played_row},
                 {STORE_TABLE_STATE, &store->book.states, group_state_row}};
    enum store_status status = group_put_head(store);
    status = status == STORE_OK ? group_put_members(store) : status;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && status == STORE_OK; i++) {
        status = group_put_touched(store, kinds[i].table, kinds[i].map, kinds[i].make);
    }
    if (status == STORE_OK && store->lease_row != NULL) {
        status = store->port->functions->put(store->port, STORE_TABLE_LEASE, store->lease_row, 1);
    }
    return status;
}
