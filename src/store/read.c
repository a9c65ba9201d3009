// Reading: rows into records, batches into events.
#include <string.h>

#include "store/chain.h"
#include "store/inside.h"

static struct store_cell number(int64_t value)
{
    return (struct store_cell){.number = value};
}

static int64_t clamp(uint64_t value)
{
    return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

// ---- batches ----------------------------------------------------------------------------------

struct reading {
    struct store *store;
    store_read_record *read;
    void *context;
    enum store_status status;
};

static enum store_status unreadable(struct store *store, const struct store_row *row)
{
    return store_fail(&store->fault, STORE_ERR_DAMAGED,
                      "record %lld (table %lld, sequence %lld): %s: run 'uth audit verify'",
                      (long long)row->cells[0].number, (long long)row->cells[1].number,
                      (long long)row->cells[2].number, batch_fault(bytes_of(&row->cells[4])));
}

static bool visit_record(void *context, const struct store_row *row)
{
    struct reading *reading = context;
    struct batch_view view;
    struct store_record record = {
        .position = (uint64_t)row->cells[0].number,
        .body = bytes_of(&row->cells[4]),
        .table_hash = row->cells[5].bytes,
        .hash = row->cells[6].bytes,
    };
    if (!batch_view(record.body, &view) || !is_hash(&row->cells[5]) || !is_hash(&row->cells[6]) ||
        !batch_unpack(&view, reading->store->room, &record.batch)) {
        reading->status = unreadable(reading->store, row);
        return false;
    }
    return reading->read(reading->context, &record);
}

static enum store_status run(struct reading *reading, const struct store_query *query,
                             store_visit *visit)
{
    const enum store_status status = store_find(reading->store, query, visit, reading);
    return status != STORE_OK ? status : reading->status;
}

enum store_status store_read(struct store *store, uint64_t from, uint64_t to,
                             store_read_record *read, void *context)
{
    struct reading reading = {.store = store, .read = read, .context = context};
    const struct store_query query = {
        .table = STORE_TABLE_BATCH, .ranged = true, .from = clamp(from), .to = clamp(to)};
    return run(&reading, &query, visit_record);
}

// Who walks back through the positions wants each of them there: a head that was changed would send him
// through billions that never were.
struct whole {
    struct store *store;
    store_read_record *read;
    void *context;
    uint64_t next;
    bool stopped;
    enum store_status status;
};

static enum store_status missing(struct store *store, uint64_t position)
{
    return store_fail(&store->fault, STORE_ERR_TAMPERED,
                      "record %llu is missing: run 'uth audit verify'",
                      (unsigned long long)position);
}

static bool visit_next(void *context, const struct store_record *record)
{
    struct whole *whole = context;
    if (record->position != whole->next) {
        whole->status = missing(whole->store, whole->next);
        return false;
    }
    whole->next++;
    whole->stopped = !whole->read(whole->context, record);
    return !whole->stopped;
}

enum store_status store_read_whole(struct store *store, uint64_t from, uint64_t to,
                                   store_read_record *read, void *context)
{
    struct whole whole = {.store = store, .read = read, .context = context, .next = from};
    const enum store_status status = store_read(store, from, to, visit_next, &whole);
    if (status != STORE_OK || whole.status != STORE_OK) {
        return status != STORE_OK ? status : whole.status;
    }
    return whole.stopped || whole.next > to ? STORE_OK : missing(store, whole.next);
}

static struct store_query table_query(uint32_t table, uint64_t from, uint64_t to)
{
    return (struct store_query){.table = STORE_TABLE_BATCH,
                                .by_second = true,
                                .equal_count = 1,
                                .equal = {number(table)},
                                .ranged = true,
                                .from = clamp(from),
                                .to = clamp(to)};
}

enum store_status store_read_table(struct store *store, uint32_t table, uint64_t from, uint64_t to,
                                   store_read_record *read, void *context)
{
    struct reading reading = {.store = store, .read = read, .context = context};
    const struct store_query query = table_query(table, from, to);
    return run(&reading, &query, visit_record);
}

// ---- batches by their links -------------------------------------------------------------------

struct linked {
    struct reading reading; // first: what fits is read as any other
    uint64_t next;          // its sequence
    bool known;             // the link before it
    uint8_t link[STORE_HASH_SIZE];
    bool stopped; // by the reader
};

static bool keep_link(struct linked *linked, const struct store_row *row)
{
    linked->known = is_hash(&row->cells[5]);
    if (linked->known) {
        memcpy(linked->link, row->cells[5].bytes, STORE_HASH_SIZE);
    }
    return true;
}

static const char *fault_of_next(struct linked *linked, const struct store_row *row)
{
    struct batch_view view;
    const char *fault = store_row_fault(row, &view);
    fault = fault != NULL ? fault : store_place_fault(&view, linked->known ? linked->next : 0);
    if (fault != NULL) {
        return fault;
    }
    chain_table_link(linked->link, view.body.data, view.body.size, linked->link);
    return store_table_link_fault(row, linked->link);
}

static bool visit_linked(void *context, const struct store_row *row)
{
    struct linked *linked = context;
    struct store *store = linked->reading.store;
    if (!linked->known && (uint64_t)row->cells[2].number + 1 == linked->next) {
        return keep_link(linked, row);
    }
    const char *fault = fault_of_next(linked, row);
    if (fault != NULL) {
        linked->reading.status = store_fail(
            &store->fault, STORE_ERR_TAMPERED, "record %lld (table %lld, sequence %lld): %s",
            (long long)row->cells[0].number, (long long)row->cells[1].number,
            (long long)row->cells[2].number, fault);
        return false;
    }
    linked->next++;
    linked->stopped = !visit_record(&linked->reading, row);
    return !linked->stopped;
}

enum store_status store_read_linked(struct store *store, uint32_t table, uint64_t from, uint64_t to,
                                    store_read_record *read, void *context)
{
    struct linked linked = {.reading = {.store = store, .read = read, .context = context},
                            .next = from,
                            .known = from == 1};
    const struct store_query query = table_query(table, from - 1, to);
    UTH_CHECK(from >= 1);
    chain_table_start(store->id, table, linked.link);
    const enum store_status status = run(&linked.reading, &query, visit_linked);
    if (status == STORE_OK && !linked.stopped && to != UINT64_MAX && linked.next <= to) {
        return store_fail(&store->fault, STORE_ERR_TAMPERED,
                          "the batch of table %u with sequence %llu is missing", table,
                          (unsigned long long)linked.next);
    }
    return status;
}

static bool visit_sequence(void *context, const struct store_row *row)
{
    *(uint64_t *)context = (uint64_t)row->cells[2].number;
    return true;
}

enum store_status store_table_sequence(struct store *store, uint32_t table, uint64_t *sequence)
{
    struct store_query query = table_query(table, 0, UINT64_MAX);
    uint64_t found = 0;
    query.descending = true;
    query.only_one = true;
    const enum store_status status = store_find(store, &query, visit_sequence, &found);
    if (status == STORE_OK) {
        *sequence = found;
    }
    return status;
}

struct head {
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
};

static bool visit_head(void *context, const struct store_row *row)
{
    struct head *head = context;
    head->position = (uint64_t)row->cells[1].number;
    if (is_hash(&row->cells[2])) {
        memcpy(head->hash, row->cells[2].bytes, STORE_HASH_SIZE);
    }
    return true;
}

enum store_status store_head(struct store *store, uint64_t *position, uint8_t hash[STORE_HASH_SIZE])
{
    const struct store_query query = query_one(STORE_TABLE_HEAD, 1);
    struct head head = {0};
    const enum store_status status = store_find(store, &query, visit_head, &head);
    if (status == STORE_OK) {
        *position = head.position;
        memcpy(hash, head.hash, STORE_HASH_SIZE);
    }
    return status;
}

// ---- accounts ---------------------------------------------------------------------------------

struct accounts {
    store_read_account *read;
    void *context;
};

static bool visit_account(void *context, const struct store_row *row)
{
    const struct accounts *accounts = context;
    const struct uth_account account = {
        .owner = (uint64_t)row->cells[0].number,
        .kind = (uint8_t)row->cells[1].number,
        .table = (uint32_t)row->cells[2].number,
        .seat = (uint8_t)row->cells[3].number,
    };
    return accounts->read(accounts->context, &account, (uth_money){row->cells[4].number});
}

enum store_status store_accounts(struct store *store, store_read_account *read, void *context)
{
    struct accounts accounts = {read, context};
    const struct store_query query = {.table = STORE_TABLE_ACCOUNT};
    return store_find(store, &query, visit_account, &accounts);
}

// ---- rounds -----------------------------------------------------------------------------------

static bool visit_round(void *context, const struct store_row *row)
{
    *(struct store_round *)context = (struct store_round){
        .table = (uint32_t)row->cells[0].number,
        .round = (uint64_t)row->cells[1].number,
        .first_sequence = (uint64_t)row->cells[2].number,
        .last_sequence = (uint64_t)row->cells[3].number,
        .opened_ms = row->cells[4].number,
        .ended_ms = row->cells[5].number,
    };
    return false;
}

enum store_status store_round(struct store *store, uint32_t table, uint64_t round,
                              struct store_round *found)
{
    struct store_round kept = {0};
    const struct store_query query = {.table = STORE_TABLE_ROUND,
                                      .only_one = true,
                                      .equal_count = 2,
                                      .equal = {number(table), number(clamp(round))}};
    const enum store_status status = store_find(store, &query, visit_round, &kept);
    if (status == STORE_OK && kept.first_sequence == 0) {
        return store_fail(&store->fault, STORE_ERR_NOT_FOUND, "table %u has no round %llu", table,
                          (unsigned long long)round);
    }
    if (status == STORE_OK) {
        *found = kept;
    }
    return status;
}

// ---- players, states, days --------------------------------------------------------------------

struct players {
    store_read_played *read;
    void *context;
};

static bool visit_played(void *context, const struct store_row *row)
{
    const struct players *players = context;
    const struct store_played played = {
        .player = (uint64_t)row->cells[0].number,
        .time_ms = row->cells[1].number,
        .table = (uint32_t)row->cells[2].number,
        .round = (uint64_t)row->cells[3].number,
    };
    return players->read(players->context, &played);
}

enum store_status store_played(struct store *store, uint64_t player, int64_t from_ms, int64_t to_ms,
                               store_read_played *read, void *context)
{
    struct players players = {read, context};
    const struct store_query query = {.table = STORE_TABLE_PLAYED,
                                      .descending = true,
                                      .equal_count = 1,
                                      .equal = {number((int64_t)player)},
                                      .ranged = true,
                                      .from = from_ms,
                                      .to = to_ms};
    return store_find(store, &query, visit_played, &players);
}

struct states {
    store_read_state *read;
    void *context;
};

static bool visit_state(void *context, const struct store_row *row)
{
    const struct states *states = context;
    const struct store_state state = {
        .kind = (enum store_entry_kind)row->cells[0].number,
        .id = (uint64_t)row->cells[1].number,
        .position = (uint64_t)row->cells[2].number,
        .bytes = bytes_of(&row->cells[3]),
    };
    return states->read(states->context, &state);
}

// Straight into the caller's memory: a state may be large, and there is one of it.
struct kept_state {
    uint8_t *memory;
    size_t max;
    struct store_state state; // position 0: there is none
};

static bool keep_state(void *context, const struct store_state *state)
{
    struct kept_state *kept = context;
    kept->state = *state;
    kept->state.bytes.data = kept->memory;
    if (state->bytes.size != 0 && state->bytes.size <= kept->max) {
        memcpy(kept->memory, state->bytes.data, state->bytes.size);
    }
    return false;
}

enum store_status store_state(struct store *store, enum store_entry_kind kind, uint64_t id,
                              uint8_t *memory, size_t max, struct store_state *found)
{
    struct kept_state kept = {.max = max};
    struct states states = {keep_state, &kept};
    const struct store_query query = {.table = STORE_TABLE_STATE,
                                      .only_one = true,
                                      .equal_count = 2,
                                      .equal = {number(kind), number((int64_t)id)}};
    kept.memory = memory;
    enum store_status status = store_find(store, &query, visit_state, &states);
    if (status == STORE_OK && (kept.state.position == 0 || kept.state.bytes.size > max)) {
        status = kept.state.position == 0 ? STORE_ERR_NOT_FOUND : STORE_ERR_TOO_LARGE;
        return store_fail(&store->fault, status, "the state of kind %d, id %llu: %s", (int)kind,
                          (unsigned long long)id, store_status_text(status));
    }
    if (status == STORE_OK) {
        *found = kept.state;
    }
    return status;
}

enum store_status store_states(struct store *store, enum store_entry_kind kind,
                               store_read_state *read, void *context)
{
    struct states states = {read, context};
    const struct store_query query = {
        .table = STORE_TABLE_STATE, .equal_count = 1, .equal = {number(kind)}};
    return store_find(store, &query, visit_state, &states);
}

static bool visit_day(void *context, const struct store_row *row)
{
    *(int64_t *)context = row->cells[1].number;
    return true;
}

enum store_status store_day(struct store *store, int64_t day, uint64_t *first_position)
{
    int64_t position = 0;
    const struct store_query query = {
        .table = STORE_TABLE_DAY, .only_one = true, .ranged = true, .from = day, .to = INT64_MAX};
    const enum store_status status = store_find(store, &query, visit_day, &position);
    if (status == STORE_OK && position == 0) {
        return store_fail(&store->fault, STORE_ERR_NOT_FOUND,
                          "nothing was stored on that day"
                          " or later");
    }
    if (status == STORE_OK) {
        *first_position = (uint64_t)position;
    }
    return status;
}
