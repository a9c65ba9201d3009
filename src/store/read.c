// Reading: rows into records, batches into events.
#include <string.h>

#include "store/chain.h"
#include "store/internal.h"

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
                      (long long)row->cells[BATCH_POSITION].number,
                      (long long)row->cells[BATCH_TABLE].number,
                      (long long)row->cells[BATCH_SEQUENCE].number,
                      batch_fault(bytes_of(&row->cells[BATCH_BODY])));
}

static bool visit_record(void *context, const struct store_row *row)
{
    struct reading *reading = context;
    struct batch_view view;
    struct store_record record = {
        .position = (uint64_t)row->cells[BATCH_POSITION].number,
        .body = bytes_of(&row->cells[BATCH_BODY]),
        .checksum = row->cells[BATCH_CHECKSUM].number,
    };
    if (!batch_view(record.body, &view) ||
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

// Who walks back through the positions wants each of them there: a head that was changed would send them
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
                                .equal = {number_cell(table)},
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

// ---- batches by their checksums ---------------------------------------------------------------

struct checked {
    struct reading reading; // first: what fits is read as any other
    uint64_t next;          // its sequence
    bool stopped;           // by the reader
};

static bool visit_checked(void *context, const struct store_row *row)
{
    struct checked *checked = context;
    struct store *store = checked->reading.store;
    struct batch_view view;
    uint8_t record_hash[STORE_HASH_SIZE];
    const char *fault = store_row_fault(row, &view);
    fault = fault != NULL ? fault : store_place_fault(&view, checked->next);
    if (fault == NULL) {
        chain_record(store->id, (uint64_t)row->cells[BATCH_POSITION].number, view.body,
                     record_hash);
        fault = store_checksum_fault(row, chain_checksum(record_hash));
    }
    if (fault != NULL) {
        checked->reading.status = store_fail(
            &store->fault, STORE_ERR_TAMPERED, "record %lld (table %lld, sequence %lld): %s",
            (long long)row->cells[BATCH_POSITION].number, (long long)row->cells[BATCH_TABLE].number,
            (long long)row->cells[BATCH_SEQUENCE].number, fault);
        return false;
    }
    checked->next++;
    checked->stopped = !visit_record(&checked->reading, row);
    return !checked->stopped;
}

enum store_status store_read_checked(struct store *store, uint32_t table, uint64_t from,
                                     uint64_t to, store_read_record *read, void *context)
{
    struct checked checked = {.reading = {.store = store, .read = read, .context = context},
                              .next = from};
    const struct store_query query = table_query(table, from, to);
    const enum store_status status = run(&checked.reading, &query, visit_checked);
    if (status == STORE_OK && !checked.stopped && to != UINT64_MAX && checked.next <= to) {
        return store_fail(&store->fault, STORE_ERR_TAMPERED,
                          "the batch of table %u with sequence %llu is missing", table,
                          (unsigned long long)checked.next);
    }
    return status;
}

static bool visit_sequence(void *context, const struct store_row *row)
{
    *(uint64_t *)context = (uint64_t)row->cells[BATCH_SEQUENCE].number;
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

struct dated {
    uint64_t sequence; // 0: there is none
    int64_t time_ms;
};

static bool note_date(void *context, const struct store_record *record)
{
    *(struct dated *)context = (struct dated){record->batch.sequence, record->batch.time_ms};
    return true;
}

static enum store_status find_dated(struct store *store, uint32_t table, uint64_t from,
                                    struct dated *found)
{
    struct reading reading = {.store = store, .read = note_date, .context = found};
    struct store_query query = table_query(table, from, UINT64_MAX);
    query.only_one = true;
    *found = (struct dated){0};
    return run(&reading, &query, visit_record);
}

// Halves what is left: all before `low` are earlier, and `high` is not.
enum store_status store_table_since(struct store *store, uint32_t table, int64_t time_ms,
                                    uint64_t *sequence)
{
    uint64_t last = 0;
    struct dated found;
    enum store_status status = store_table_sequence(store, table, &last);
    uint64_t low = 1;
    uint64_t high = last + 1;
    while (status == STORE_OK && low < high && last <= INT64_MAX) {
        const uint64_t middle = low + (high - low) / 2;
        status = find_dated(store, table, middle, &found);
        const bool is_later = found.sequence == 0 || found.time_ms >= time_ms;
        high = is_later ? middle : high;
        low = is_later ? low : middle + 1;
    }
    if (status == STORE_OK) {
        *sequence = high;
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
    head->position = (uint64_t)row->cells[HEAD_POSITION].number;
    if (is_hash(&row->cells[HEAD_HASH])) {
        memcpy(head->hash, row->cells[HEAD_HASH].bytes, STORE_HASH_SIZE);
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
    const struct uth_account account = account_of(row);
    return accounts->read(accounts->context, &account,
                          (uth_money){row->cells[ACCOUNT_BALANCE].number});
}

enum store_status store_accounts(struct store *store, store_read_account *read, void *context)
{
    struct accounts accounts = {read, context};
    const struct store_query query = {.table = STORE_TABLE_ACCOUNT};
    return store_find(store, &query, visit_account, &accounts);
}

static bool visit_balance(void *context, const struct store_row *row)
{
    ((uth_money *)context)->cents = row->cells[ACCOUNT_BALANCE].number;
    return true;
}

enum store_status store_balance(struct store *store, const struct uth_account *account,
                                uth_money *balance)
{
    const struct store_query query = query_account(account);
    uth_money found = {0};
    const enum store_status status = store_find(store, &query, visit_balance, &found);
    if (status == STORE_OK) {
        *balance = found;
    }
    return status;
}

// ---- rounds -----------------------------------------------------------------------------------

static bool visit_round(void *context, const struct store_row *row)
{
    *(struct store_round *)context = (struct store_round){
        .table = (uint32_t)row->cells[ROUND_TABLE].number,
        .round = (uint64_t)row->cells[ROUND_ROUND].number,
        .first_sequence = (uint64_t)row->cells[ROUND_FIRST].number,
        .last_sequence = (uint64_t)row->cells[ROUND_LAST].number,
        .opened_ms = row->cells[ROUND_OPENED].number,
        .ended_ms = row->cells[ROUND_ENDED].number,
    };
    return false;
}

enum store_status store_round(struct store *store, uint32_t table, uint64_t round,
                              struct store_round *found)
{
    struct store_round kept = {0};
    const struct store_query query = query_round(table, (uint64_t)clamp(round));
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
        .player = (uint64_t)row->cells[PLAYED_PLAYER].number,
        .time_ms = row->cells[PLAYED_TIME].number,
        .table = (uint32_t)row->cells[PLAYED_TABLE].number,
        .round = (uint64_t)row->cells[PLAYED_ROUND].number,
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
                                      .equal = {[PLAYED_PLAYER] = number_cell((int64_t)player)},
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
        .kind = (enum store_entry_kind)row->cells[STATE_KIND].number,
        .id = (uint64_t)row->cells[STATE_ID].number,
        .position = (uint64_t)row->cells[STATE_POSITION].number,
        .bytes = bytes_of(&row->cells[STATE_STATE]),
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
    const struct store_query query = {
        .table = STORE_TABLE_STATE,
        .only_one = true,
        .equal_count = 2,
        .equal = {[STATE_KIND] = number_cell(kind), [STATE_ID] = number_cell((int64_t)id)}};
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
        .table = STORE_TABLE_STATE, .equal_count = 1, .equal = {[STATE_KIND] = number_cell(kind)}};
    return store_find(store, &query, visit_state, &states);
}

static bool visit_day(void *context, const struct store_row *row)
{
    *(int64_t *)context = row->cells[DAY_FIRST].number;
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
