// The audit: an empty book takes every stored batch, and must arrive at what the database says.
//
// Invariants:
//   (1) Every byte of every row is compared with what follows from the batches, or is covered by a
//       hash or a signature. The batches themselves are covered by their checksums and links.
//   (2) Memory does not grow with the number of rounds, players in them or keys: those rows are compared by a sum of
//       hashes, and only when a sum is wrong is the row looked for. Their key is drawn for each audit, so
//       nobody can have made rows that have the sum of others.
#include "store/audit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "store/chain.h"
#include "store/group.h"

#define CHUNK      2048 // batches between two tidyings of the book
#define CHUNK_SLOW 256  // while a row is looked for

// Sum of the hashes of a set of rows: equal sets have equal sums, in any order.
struct sum {
    uint64_t words[2];
    uint64_t count;
};

// A signed head as it was when the audit began: those signed since are for the next one.
struct signed_link {
    struct store_mark mark;
    bool fits;
};

struct walk {
    struct store *store;
    struct store_report *report;
    struct book book;
    const struct store_follower *follower;
    struct map days; // (day, 0): number[0] the first position, hash the link before it
    struct signed_link *heads;
    size_t head_count;
    size_t head_room;
    size_t next_head;
    uint8_t sum_key[crypto_shorthash_siphashx24_KEYBYTES];
    struct sum rounds;
    struct sum played;
    struct sum requests;
    bool links;
    bool slow;
    uint64_t limit; // of this chunk
    enum store_status status;
};

static void differ(struct walk *walk, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Only the first one is told.
static void differ(struct walk *walk, const char *format, ...)
{
    va_list arguments;
    if (walk->report->status != STORE_OK) {
        return;
    }
    walk->report->status = STORE_ERR_TAMPERED;
    va_start(arguments, format);
    (void)vsnprintf(walk->report->text, sizeof walk->report->text, format, arguments);
    va_end(arguments);
}

static void differ_record(struct walk *walk, const struct store_row *row, const char *why)
{
    if (walk->report->status == STORE_OK) {
        walk->report->position = (uint64_t)row->cells[BATCH_POSITION].number;
        walk->report->table = (uint32_t)row->cells[BATCH_TABLE].number;
        walk->report->sequence = (uint64_t)row->cells[BATCH_SEQUENCE].number;
    }
    differ(walk, "record %lld (table %lld, sequence %lld): %s",
           (long long)row->cells[BATCH_POSITION].number, (long long)row->cells[BATCH_TABLE].number,
           (long long)row->cells[BATCH_SEQUENCE].number, why);
}

static bool fits(const struct walk *walk)
{
    return walk->report->status == STORE_OK && walk->status == STORE_OK;
}

// ---- sums -------------------------------------------------------------------------------------

// The same for a row as it follows from the batches and as it stands in its table. What is longer than in
// any row of ours adds its size alone.
static void add_row(struct walk *walk, struct sum *sum, enum store_table table,
                    const struct store_row *row)
{
    const struct store_shape *shape = &store_shapes[table];
    uint8_t bytes[8 * STORE_COLUMNS_MAX + STORE_KEY_MAX + STORE_HASH_SIZE];
    size_t used = (size_t)8 * shape->column_count;
    uint64_t words[2];
    _Static_assert(sizeof words == crypto_shorthash_siphashx24_BYTES, "SipHash with 128 bits");
    for (size_t i = 0; i < shape->column_count; i++) {
        const struct store_cell *cell = &row->cells[i];
        const bool is_bytes = store_column_is_bytes(shape, i);
        const int64_t number = is_bytes ? (int64_t)cell->size : cell->number;
        memcpy(bytes + 8 * i, &number, sizeof number);
        if (is_bytes && cell->size != 0 && cell->size <= sizeof bytes - used) {
            memcpy(bytes + used, cell->bytes, cell->size);
            used += cell->size;
        }
    }
    (void)crypto_shorthash_siphashx24((uint8_t *)words, bytes, used, walk->sum_key);
    sum->words[0] += words[0];
    sum->words[1] += words[1];
    sum->count++;
}

// ---- the batches ------------------------------------------------------------------------------

const char *store_row_fault(const struct store_row *row, struct batch_view *view)
{
    if (!batch_view(bytes_of(&row->cells[BATCH_BODY]), view)) {
        return batch_fault(bytes_of(&row->cells[BATCH_BODY]));
    }
    if (view->table != row->cells[BATCH_TABLE].number ||
        (int64_t)view->sequence != row->cells[BATCH_SEQUENCE].number) {
        return "its columns contradict its content";
    }
    return NULL;
}

const char *store_place_fault(const struct batch_view *view, uint64_t next)
{
    return view->sequence == next ? NULL : "it is not the next batch of its table";
}

const char *store_checksum_fault(const struct store_row *row, int64_t checksum)
{
    return row->cells[BATCH_CHECKSUM].number == checksum
               ? NULL
               : "its content or its position does not match its checksum";
}

static const char *fault_of_row(struct walk *walk, const struct store_row *row,
                                struct batch_view *view, struct store_batch *batch)
{
    const char *fault = store_row_fault(row, view);
    if (fault == NULL && !batch_unpack(view, walk->store->room, batch)) {
        fault = "it contains an event, posting or entry of an unknown kind";
    }
    if (fault != NULL) {
        return fault;
    }
    const struct map_record *table = book_table(&walk->book, view->table, &walk->status);
    return table == NULL ? NULL : store_place_fault(view, (uint64_t)table->number[0] + 1);
}

static void keep_day(struct walk *walk, const struct batch_view *view, const struct book_link *link)
{
    bool is_new;
    struct map_record *record =
        map_get(&walk->days, (uint64_t)(view->time_ms / BOOK_DAY_MS), 0, &is_new);
    if (record == NULL) {
        walk->status = STORE_ERR_MEMORY;
        return;
    }
    record->number[0] = (int64_t)link->position;
    memcpy(record->hash, link->before, STORE_HASH_SIZE);
}

// The heads that were signed stand in the order of positions.
static void compare_signed(struct walk *walk)
{
    while (walk->next_head < walk->head_count &&
           walk->heads[walk->next_head].mark.position <= walk->book.position) {
        struct signed_link *head = &walk->heads[walk->next_head++];
        head->fits = head->mark.position == walk->book.position &&
                     memcmp(head->mark.hash, walk->book.hash, STORE_HASH_SIZE) == 0;
    }
}

static void count_batch(struct walk *walk, const struct batch_view *view,
                        const struct store_batch *batch, const struct book_link *link)
{
    walk->report->batches++;
    walk->report->events += batch->event_count;
    walk->report->postings += batch->posting_count;
    if (link->begins_day) {
        keep_day(walk, view, link);
    }
    if (view->key.size != 0) {
        const struct store_row row = group_request_row(view, link->position);
        add_row(walk, &walk->requests, STORE_TABLE_REQUEST, &row);
    }
    compare_signed(walk);
}

static void tell_follower(struct walk *walk, const struct store_batch *batch,
                          const struct batch_view *view)
{
    const struct store_record record = {
        .position = walk->book.position, .batch = *batch, .body = view->body};
    if (walk->follower != NULL && !walk->follower->record(walk->follower->context, &record)) {
        walk->follower = NULL;
    }
}

static void miss(struct walk *walk, uint64_t position, const struct store_row *next)
{
    walk->report->position = position;
    differ(walk, "record %llu is missing; the next one has position %lld",
           (unsigned long long)position, (long long)next->cells[BATCH_POSITION].number);
}

static bool visit_batch(void *context, const struct store_row *row)
{
    struct walk *walk = context;
    struct batch_view view;
    struct store_batch batch;
    struct book_link link = {0};
    if ((uint64_t)row->cells[BATCH_POSITION].number != walk->book.position + 1) {
        miss(walk, walk->book.position + 1, row);
        return false;
    }
    const char *fault = fault_of_row(walk, row, &view, &batch);
    if (fault == NULL && walk->status == STORE_OK) {
        const enum store_status judged = book_judge(&walk->book, &batch);
        fault = judged != STORE_OK && judged != STORE_ERR_MEMORY ? store_status_text(judged) : NULL;
        walk->status = judged == STORE_ERR_MEMORY ? judged : walk->status;
    }
    if (fault == NULL && walk->status == STORE_OK) {
        walk->status = book_take(&walk->book, &batch, view.body, 0, &link);
    }
    if (fault == NULL && walk->status == STORE_OK && walk->links) {
        fault = store_checksum_fault(row, link.checksum);
    }
    if (fault != NULL) {
        differ_record(walk, row, fault);
    } else if (walk->status == STORE_OK) {
        count_batch(walk, &view, &batch, &link);
        tell_follower(walk, &batch, &view);
    }
    return fits(walk);
}

// ---- between chunks ---------------------------------------------------------------------------

struct compared {
    struct walk *walk;
    const struct map_record *record;
    struct store_bytes key;
    const uint8_t *request;
    int64_t position;
    bool found;
    bool equal;
};

static bool visit_round_row(void *context, const struct store_row *row)
{
    struct compared *compared = context;
    const struct store_row expected = group_round_row(NULL, compared->record);
    compared->found = true;
    compared->equal = true;
    for (size_t i = 0; i < ROUND_COLUMNS; i++) {
        compared->equal = compared->equal && row->cells[i].number == expected.cells[i].number;
    }
    return true;
}

static void compare_round(struct walk *walk, const struct map_record *record)
{
    struct compared compared = {.record = record};
    const struct store_query query = query_round(record->a, record->b);
    walk->status = store_find(walk->store, &query, visit_round_row, &compared);
    if (walk->status == STORE_OK && !compared.equal) {
        differ(walk, "round %llu of table %llu: %s", (unsigned long long)record->b,
               (unsigned long long)record->a,
               compared.found ? "its row contradicts its batches" : "its row is missing");
    }
}

// Rounds that are over leave the book; those still open stay for the next chunk.
static void fold_rounds(struct walk *walk, bool at_end)
{
    const struct map *rounds = &walk->book.rounds;
    for (size_t i = 0; i < rounds->count && fits(walk); i++) {
        const struct map_record *record = &rounds->records[i];
        const bool is_open = record->number[BOOK_ROUND_LAST] == 0;
        // What was never opened has no row.
        if (record->number[BOOK_ROUND_FIRST] == 0 || is_open != at_end) {
            continue;
        }
        const struct store_row row = group_round_row(NULL, record);
        add_row(walk, &walk->rounds, STORE_TABLE_ROUND, &row);
        if (walk->slow) {
            compare_round(walk, record);
        }
    }
}

static bool visit_played_row(void *context, const struct store_row *row)
{
    (void)row;
    *(bool *)context = true;
    return true;
}

static void compare_played(struct walk *walk, const struct store_row *row)
{
    bool found = false;
    struct store_query query = {
        .table = STORE_TABLE_PLAYED, .only_one = true, .equal_count = PLAYED_COLUMNS};
    _Static_assert(PLAYED_COLUMNS <= STORE_KEYS_MAX, "every column is part of the key");
    memcpy(query.equal, row->cells, PLAYED_COLUMNS * sizeof row->cells[0]);
    walk->status = store_find(walk->store, &query, visit_played_row, &found);
    if (walk->status == STORE_OK && !found) {
        differ(walk, "round %lld of table %lld: the row of its player %lld is missing",
               (long long)row->cells[PLAYED_ROUND].number,
               (long long)row->cells[PLAYED_TABLE].number,
               (long long)row->cells[PLAYED_PLAYER].number);
    }
}

// Everybody whom this chunk saw in a round for the first time.
static void fold_players(struct walk *walk)
{
    const struct map *played = &walk->book.played;
    for (size_t i = 0; i < played->touched_count && fits(walk); i++) {
        const struct map_record *record = &played->records[played->touched[i]];
        const struct store_row row = group_played_row(NULL, record);
        add_row(walk, &walk->played, STORE_TABLE_PLAYED, &row);
        if (walk->slow) {
            compare_played(walk, &row);
        }
    }
}

static void fold(struct walk *walk)
{
    fold_rounds(walk, false);
    fold_players(walk);
    if (fits(walk)) {
        walk->status = book_forget_ended(&walk->book);
    }
}

static bool visit_request_row(void *context, const struct store_row *row)
{
    struct compared *compared = context;
    compared->found = true;
    compared->equal = row->cells[REQUEST_POSITION].number == compared->position &&
                      has_hash(&row->cells[REQUEST_REQUEST], compared->request);
    return true;
}

struct held_batch {
    uint8_t key[STORE_KEY_MAX];
    uint8_t request[STORE_HASH_SIZE];
    size_t key_size;
    uint32_t table;
    uint64_t sequence;
};

static bool hold_batch(void *context, const struct store_row *row)
{
    struct held_batch *held = context;
    struct batch_view view;
    if (batch_view(bytes_of(&row->cells[BATCH_BODY]), &view)) {
        held->key_size = view.key.size;
        held->table = view.table;
        held->sequence = view.sequence;
        memcpy(held->key, view.key.data, view.key.size);
        memcpy(held->request, view.request, STORE_HASH_SIZE);
    }
    return true;
}

static void compare_request(struct walk *walk, uint64_t position)
{
    struct held_batch held = {.key_size = 0};
    struct compared compared = {.request = held.request, .position = (int64_t)position};
    struct store_query query = query_one(STORE_TABLE_BATCH, (int64_t)position);
    walk->status = store_find(walk->store, &query, hold_batch, &held);
    if (walk->status != STORE_OK || held.key_size == 0) {
        return;
    }
    query = query_request(held.table, held.key, held.key_size);
    walk->status = store_find(walk->store, &query, visit_request_row, &compared);
    if (walk->status == STORE_OK && !compared.equal) {
        walk->report->position = position;
        walk->report->table = held.table;
        walk->report->sequence = held.sequence;
        differ(walk, "record %llu (table %u, sequence %llu): the row of its idempotency key %s",
               (unsigned long long)position, held.table, (unsigned long long)held.sequence,
               compared.found ? "contradicts it" : "is missing");
    }
}

static void walk_chunk(struct walk *walk, uint64_t from)
{
    const struct store_query query = {.table = STORE_TABLE_BATCH,
                                      .ranged = true,
                                      .from = (int64_t)from,
                                      .to = (int64_t)walk->limit};
    const enum store_status status = store_find(walk->store, &query, visit_batch, walk);
    walk->status = walk->status != STORE_OK ? walk->status : status;
    for (uint64_t p = from; walk->slow && p <= walk->book.position && fits(walk); p++) {
        compare_request(walk, p);
    }
}

// Batches never change, so those up to `before` are read a chunk to a moment: one moment for all of
// them would keep the database's log from being emptied for as long as that takes. The rest, and all
// that follows from the batches, belongs to the last moment.
static bool walk_another_chunk(struct walk *walk, uint64_t before)
{
    if (!fits(walk) || walk->book.position != walk->limit) {
        return false;
    }
    if (!walk->slow && walk->book.position < before) {
        store_look_end(walk->store);
        walk->status = store_look(walk->store);
    }
    return fits(walk);
}

// Also looks below the first position and above the last: a chunk that ends early is the end, and
// what then remains is out of order.
static void walk_batches(struct walk *walk)
{
    const uint64_t chunk = walk->slow ? CHUNK_SLOW : CHUNK;
    uint8_t ignored[STORE_HASH_SIZE];
    uint64_t before = 0;
    walk->status = store_head(walk->store, &before, ignored);
    bool more = fits(walk);
    while (more) {
        const uint64_t from = walk->book.position + 1;
        walk->limit = walk->book.position + chunk;
        walk_chunk(walk, from);
        fold(walk);
        book_next_turn(&walk->book);
        more = walk_another_chunk(walk, before);
    }
    fold_rounds(walk, true);
}

static bool visit_stray(void *context, const struct store_row *row)
{
    struct walk *walk = context;
    if (row->cells[BATCH_POSITION].number > 0) {
        miss(walk, walk->book.position + 1, row);
    } else {
        differ_record(walk, row, "it is outside the order of positions");
    }
    return false;
}

static void check_strays(struct walk *walk)
{
    struct store_query query = {.table = STORE_TABLE_BATCH,
                                .ranged = true,
                                .only_one = true,
                                .from = (int64_t)walk->book.position + 1,
                                .to = INT64_MAX};
    walk->status = store_find(walk->store, &query, visit_stray, walk);
    if (fits(walk)) {
        query.from = INT64_MIN;
        query.to = 0;
        walk->status = store_find(walk->store, &query, visit_stray, walk);
    }
}

// ---- what follows from the batches ------------------------------------------------------------

static bool visit_head_row(void *context, const struct store_row *row)
{
    static const uint8_t zeros[STORE_HASH_SIZE];
    struct walk *walk = context;
    const uint8_t *expected = walk->book.position == 0 ? zeros : walk->book.hash;
    if (row->cells[HEAD_ID].number != 1 ||
        (uint64_t)row->cells[HEAD_POSITION].number != walk->book.position) {
        differ(walk, "the head says position %lld; the last valid record is %llu",
               (long long)row->cells[HEAD_POSITION].number,
               (unsigned long long)walk->book.position);
    } else if (!has_hash(&row->cells[HEAD_HASH], expected)) {
        differ(walk, "the head has another link than the records up to %llu make",
               (unsigned long long)walk->book.position);
    }
    walk->limit++;
    return true;
}

static void check_head(struct walk *walk)
{
    const struct store_query query = {.table = STORE_TABLE_HEAD};
    walk->limit = 0;
    walk->status = store_find(walk->store, &query, visit_head_row, walk);
    if (fits(walk) && walk->limit != 1) {
        differ(walk, "the head is missing");
    }
}

// A record of a map that its row agreed with is marked, so that what remains has no row.
#define SEEN UINT32_MAX

static void check_days_seen(struct walk *walk)
{
    const struct map *days = &walk->days;
    for (size_t i = 0; i < days->count && fits(walk); i++) {
        if (days->records[i].trial_turn != SEEN) {
            differ(walk, "day %llu: its row is missing", (unsigned long long)days->records[i].a);
        }
    }
}

static void check_states_seen(struct walk *walk)
{
    const struct map *states = &walk->book.states;
    for (size_t i = 0; i < states->count && fits(walk); i++) {
        if (states->records[i].trial_turn != SEEN) {
            differ(walk, "state of kind %llu, id %llu: its row is missing",
                   (unsigned long long)states->records[i].b,
                   (unsigned long long)states->records[i].a);
        }
    }
}

static bool visit_day_row(void *context, const struct store_row *row)
{
    struct walk *walk = context;
    struct map_record *record = map_find(&walk->days, (uint64_t)row->cells[DAY_DAY].number, 0);
    if (record == NULL || record->trial_turn == SEEN ||
        record->number[0] != row->cells[DAY_FIRST].number ||
        !has_hash(&row->cells[DAY_BEFORE], record->hash)) {
        differ(walk, "day %lld: its row contradicts the batches",
               (long long)row->cells[DAY_DAY].number);
        return false;
    }
    record->trial_turn = SEEN;
    return true;
}

static bool visit_state_row(void *context, const struct store_row *row)
{
    struct walk *walk = context;
    uint8_t hash[STORE_HASH_SIZE];
    struct map_record *record = map_find(&walk->book.states, (uint64_t)row->cells[STATE_ID].number,
                                         (uint64_t)row->cells[STATE_KIND].number);
    store_request_hash(row->cells[STATE_STATE].bytes, row->cells[STATE_STATE].size, hash);
    if (record == NULL || record->trial_turn == SEEN ||
        record->number[0] != row->cells[STATE_POSITION].number ||
        memcmp(hash, record->hash, sizeof hash) != 0) {
        differ(walk, "state of kind %lld, id %lld: its row contradicts the batches",
               (long long)row->cells[STATE_KIND].number, (long long)row->cells[STATE_ID].number);
        return false;
    }
    record->trial_turn = SEEN;
    return true;
}

static void finish_walk(struct walk *walk)
{
    book_finish(&walk->book);
    map_finish(&walk->days);
    free(walk->heads);
}

// Walks again, slowly, to say which row it is; a row too many is all that can remain unnamed.
static void name_row(struct walk *walk, const char *table)
{
    struct store_report ignored = *walk->report;
    struct walk slow = {
        .store = walk->store, .report = &ignored, .links = walk->links, .slow = true};
    memcpy(slow.sum_key, walk->sum_key, sizeof slow.sum_key);
    book_start(&slow.book, walk->store->id);
    walk_batches(&slow);
    walk->status = slow.status;
    finish_walk(&slow);
    if (ignored.status != STORE_OK) {
        walk->report->position = ignored.position;
        walk->report->table = ignored.table;
        walk->report->sequence = ignored.sequence;
        differ(walk, "%s", ignored.text);
    }
    differ(walk, "table %s has a row that no batch made", table);
}

// A table that is compared by a sum.
struct summing {
    struct walk *walk;
    enum store_table table;
    struct sum sum;
};

static bool visit_sum(void *context, const struct store_row *row)
{
    struct summing *summing = context;
    add_row(summing->walk, &summing->sum, summing->table, row);
    return true;
}

static void check_sum(struct walk *walk, enum store_table table, const struct sum *expected)
{
    struct summing summing = {.walk = walk, .table = table};
    const struct store_query query = {.table = table};
    if (!fits(walk)) {
        return;
    }
    walk->status = store_find(walk->store, &query, visit_sum, &summing);
    if (walk->status == STORE_OK && memcmp(&summing.sum, expected, sizeof *expected) != 0) {
        name_row(walk, store_shapes[table].name);
    }
}

static void check_rows(struct walk *walk)
{
    struct store_query query = {.table = STORE_TABLE_DAY};
    walk->status = store_find(walk->store, &query, visit_day_row, walk);
    check_days_seen(walk);
    if (fits(walk)) {
        query.table = STORE_TABLE_STATE;
        walk->status = store_find(walk->store, &query, visit_state_row, walk);
        check_states_seen(walk);
    }
}

// ---- balances ---------------------------------------------------------------------------------

static struct map_record *account_of_row(struct walk *walk, const struct store_row *row)
{
    const int64_t kind = row->cells[ACCOUNT_KIND].number;
    const int64_t table = row->cells[ACCOUNT_TABLE].number;
    const int64_t seat = row->cells[ACCOUNT_SEAT].number;
    if (kind < 0 || kind >= UTH_ACCOUNT_COUNT || table < 0 || table > UINT32_MAX || seat < 0 ||
        seat > UINT8_MAX) {
        return NULL;
    }
    const uint64_t b = (uint64_t)table | (uint64_t)seat << 32 | (uint64_t)kind << 40;
    return map_find(&walk->book.accounts, (uint64_t)row->cells[ACCOUNT_OWNER].number, b);
}

static void name_account(struct walk *walk, const struct uth_account *account, const char *why)
{
    differ(walk, "account %s of owner %llu, table %u, seat %u: %s",
           uth_account_name((enum uth_account_kind)account->kind),
           (unsigned long long)account->owner, account->table, account->seat, why);
}

static bool visit_account_row(void *context, const struct store_row *row)
{
    struct walk *walk = context;
    struct map_record *record = account_of_row(walk, row);
    if (record == NULL) {
        differ(walk, "account of kind %lld, owner %lld: no posting ever named it",
               (long long)row->cells[ACCOUNT_KIND].number,
               (long long)row->cells[ACCOUNT_OWNER].number);
        return false;
    }
    const struct uth_account account = book_account_of(record->a, record->b);
    const int64_t balance = row->cells[ACCOUNT_BALANCE].number;
    const bool again = record->trial_turn == SEEN;
    record->trial_turn = SEEN;
    if (again) {
        name_account(walk, &account, "it stands in the table twice");
    } else if (balance != record->number[0]) {
        name_account(walk, &account, "its balance is not the sum of its postings");
    } else if (balance < 0 && uth_account_is_players((enum uth_account_kind)account.kind)) {
        name_account(walk, &account, "a player's balance is below zero");
    }
    struct store_report *report = walk->report;
    report->accounts[account.kind]++;
    if (__builtin_add_overflow(report->totals[account.kind].cents, balance,
                               &report->totals[account.kind].cents)) {
        name_account(walk, &account, "the sum of its kind is too large");
    }
    return fits(walk);
}

static void check_accounts(struct walk *walk)
{
    const struct store_query query = {.table = STORE_TABLE_ACCOUNT};
    const struct map *accounts = &walk->book.accounts;
    walk->status = store_find(walk->store, &query, visit_account_row, walk);
    for (size_t i = 0; i < accounts->count && fits(walk); i++) {
        if (accounts->records[i].trial_turn != SEEN) {
            const struct uth_account account =
                book_account_of(accounts->records[i].a, accounts->records[i].b);
            name_account(walk, &account, "its row is missing");
        }
    }
    int64_t sum = 0;
    bool overflows = false;
    for (size_t kind = 0; kind < UTH_ACCOUNT_COUNT; kind++) {
        overflows =
            __builtin_add_overflow(sum, walk->report->totals[kind].cents, &sum) || overflows;
    }
    if (fits(walk) && (sum != 0 || overflows)) {
        differ(walk, "all accounts together are %lld cents and not 0", (long long)sum);
    }
}

// ---- signatures -------------------------------------------------------------------------------

static bool keep_signed(void *context, const struct store_signed_head *head)
{
    struct walk *walk = context;
    if (walk->head_count == walk->head_room) {
        const size_t room = walk->head_room == 0 ? 64 : 2 * walk->head_room;
        struct signed_link *heads = realloc(walk->heads, room * sizeof *heads);
        if (heads == NULL) {
            walk->status = STORE_ERR_MEMORY;
            return false;
        }
        walk->heads = heads;
        walk->head_room = room;
    }
    struct signed_link *kept = &walk->heads[walk->head_count++];
    *kept = (struct signed_link){.mark.position = head->position};
    memcpy(kept->mark.hash, head->hash, STORE_HASH_SIZE);
    return true;
}

// What cannot be a head is said at the end.
static void read_signed(struct walk *walk)
{
    const enum store_status status = store_signed_heads(walk->store, keep_signed, walk);
    if (status != STORE_OK && status != STORE_ERR_TAMPERED) {
        walk->status = status;
    }
}

static bool check_signed(void *context, const struct store_signed_head *head)
{
    struct walk *walk = context;
    const size_t i = walk->report->signatures++;
    if (!store_head_is_signed(walk->store->id, head)) {
        differ(walk, "the signed head of day %lld: its signature is wrong", (long long)head->day);
    } else if (i < walk->head_count && !walk->heads[i].fits) {
        differ(walk, "the signed head of day %lld: record %llu is not the one that was signed",
               (long long)head->day, (unsigned long long)head->position);
    }
    return fits(walk);
}

static void check_signatures(struct walk *walk)
{
    const enum store_status status = store_signed_heads(walk->store, check_signed, walk);
    if (status == STORE_ERR_TAMPERED) {
        differ(walk, "%s", walk->store->fault.text);
    } else if (status != STORE_OK) {
        walk->status = status;
    }
}

// ---- all of it --------------------------------------------------------------------------------

static void check_links(struct walk *walk)
{
    check_rows(walk);
    check_sum(walk, STORE_TABLE_ROUND, &walk->rounds);
    check_sum(walk, STORE_TABLE_PLAYED, &walk->played);
    check_sum(walk, STORE_TABLE_REQUEST, &walk->requests);
    if (fits(walk)) {
        check_signatures(walk);
    }
}

enum store_status store_audit_with(struct store *store, unsigned what,
                                   const struct store_follower *follower,
                                   struct store_report *report)
{
    *report = (struct store_report){.status = STORE_OK};
    struct walk walk = {.store = store,
                        .report = report,
                        .links = (what & STORE_AUDIT_LINKS) != 0,
                        .follower = follower};
    walk.book.hashes_states = walk.links;
    randombytes_buf(walk.sum_key, sizeof walk.sum_key);
    book_start(&walk.book, store->id);
    // A batch stored while we walk must not look like one out of place.
    walk.status = store_look(store);
    if (fits(&walk) && walk.links) {
        read_signed(&walk);
    }
    if (fits(&walk)) {
        walk_batches(&walk);
    }
    if (fits(&walk)) {
        check_strays(&walk);
    }
    if (fits(&walk) && walk.links) {
        check_head(&walk);
    }
    if (fits(&walk)) {
        check_accounts(&walk);
    }
    if (fits(&walk) && walk.links) {
        check_links(&walk);
    }
    if (fits(&walk) && walk.follower != NULL) {
        walk.follower->end(walk.follower->context, store);
    }
    memcpy(report->hash, walk.book.hash, STORE_HASH_SIZE);
    store_look_end(store);
    const enum store_status status = walk.status;
    finish_walk(&walk);
    return status;
}

enum store_status store_audit(struct store *store, unsigned what, struct store_report *report)
{
    return store_audit_with(store, what, NULL, report);
}
