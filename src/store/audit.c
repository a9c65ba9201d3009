// The audit: an empty book takes every stored batch, and must arrive at what the database says.
//
// Invariants:
//   (1) Every byte of every row is compared with what follows from the batches, or is covered by a
//       hash or a signature. The batches themselves are covered by their links.
//   (2) Memory does not grow with the number of rounds, players in them or keys: those rows are compared by a sum of
//       hashes, and only when a sum is wrong is the row looked for.
#include "store/audit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/chain.h"
#include "store/inside.h"

#define CHUNK      2048 // batches between two tidyings of the book
#define CHUNK_SLOW 256  // while a row is looked for

// Sum of the hashes of a set of rows: equal sets have equal sums, in any order.
struct sum {
    uint64_t words[4];
    uint64_t count;
};

struct walk {
    struct store *store;
    struct store_report *report;
    struct book book;
    struct map days; // (day, 0): number[0] the first position
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
        walk->report->position = (uint64_t)row->cells[0].number;
        walk->report->table = (uint32_t)row->cells[1].number;
        walk->report->sequence = (uint64_t)row->cells[2].number;
    }
    differ(walk, "record %lld (table %lld, sequence %lld): %s", (long long)row->cells[0].number,
           (long long)row->cells[1].number, (long long)row->cells[2].number, why);
}

static bool fits(const struct walk *walk)
{
    return walk->report->status == STORE_OK && walk->status == STORE_OK;
}

// ---- sums -------------------------------------------------------------------------------------

static void add_to_sum(struct sum *sum, const void *bytes, size_t size)
{
    uint8_t hash[STORE_HASH_SIZE];
    uint64_t words[4];
    store_request_hash(bytes, size, hash);
    memcpy(words, hash, sizeof words);
    for (size_t i = 0; i < 4; i++) {
        sum->words[i] += words[i];
    }
    sum->count++;
}

static bool sums_equal(const struct sum *a, const struct sum *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void add_numbers(struct sum *sum, const int64_t *numbers, size_t count)
{
    add_to_sum(sum, numbers, count * sizeof numbers[0]);
}

static void add_request(struct sum *sum, int64_t table, struct store_bytes key,
                        struct store_bytes request, int64_t position)
{
    uint8_t bytes[24 + STORE_KEY_MAX + STORE_HASH_SIZE] = {0};
    const int64_t numbers[3] = {table, position, (int64_t)key.size};
    // A row with other lengths is none of ours; its count alone makes the sums differ.
    if (key.size <= STORE_KEY_MAX && request.size == STORE_HASH_SIZE && key.size != 0) {
        memcpy(bytes, numbers, sizeof numbers);
        memcpy(bytes + sizeof numbers, key.data, key.size);
        memcpy(bytes + sizeof numbers + key.size, request.data, request.size);
    }
    add_to_sum(sum, bytes, sizeof bytes);
}

// ---- the batches ------------------------------------------------------------------------------

const char *store_row_fault(const struct store_row *row, struct batch_view *view)
{
    if (!batch_view(bytes_of(&row->cells[4]), view)) {
        return batch_fault(bytes_of(&row->cells[4]));
    }
    if (view->table != row->cells[1].number || (int64_t)view->sequence != row->cells[2].number ||
        view->time_ms != row->cells[3].number) {
        return "its columns contradict its content";
    }
    return NULL;
}

const char *store_place_fault(const struct batch_view *view, uint64_t next)
{
    return view->sequence == next ? NULL : "it is not the next batch of its table";
}

const char *store_table_link_fault(const struct store_row *row,
                                   const uint8_t table_hash[STORE_HASH_SIZE])
{
    return is_hash(&row->cells[5]) && memcmp(row->cells[5].bytes, table_hash, STORE_HASH_SIZE) == 0
               ? NULL
               : "its content does not match its hash and the previous batch of the table";
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

static const char *fault_of_links(const struct store_row *row, const struct book_link *link)
{
    const char *fault = store_table_link_fault(row, link->table_hash);
    if (fault != NULL) {
        return fault;
    }
    if (!is_hash(&row->cells[6]) || memcmp(row->cells[6].bytes, link->hash, STORE_HASH_SIZE) != 0) {
        return "its link to the batches before it is wrong";
    }
    return NULL;
}

static void keep_day(struct walk *walk, const struct batch_view *view, uint64_t position)
{
    bool is_new;
    struct map_record *record =
        map_get(&walk->days, (uint64_t)(view->time_ms / BOOK_DAY_MS), 0, &is_new);
    if (record == NULL) {
        walk->status = STORE_ERR_MEMORY;
        return;
    }
    record->number[0] = (int64_t)position;
}

static void count_batch(struct walk *walk, const struct batch_view *view,
                        const struct store_batch *batch, const struct book_link *link)
{
    walk->report->batches++;
    walk->report->events += batch->event_count;
    walk->report->postings += batch->posting_count;
    if (link->begins_day) {
        keep_day(walk, view, link->position);
    }
    if (view->key.size != 0) {
        const struct store_bytes request = {view->request, STORE_HASH_SIZE};
        add_request(&walk->requests, view->table, view->key, request, (int64_t)link->position);
    }
}

static void miss(struct walk *walk, uint64_t position, const struct store_row *next)
{
    walk->report->position = position;
    differ(walk, "record %llu is missing; the next one has position %lld",
           (unsigned long long)position, (long long)next->cells[0].number);
}

static bool visit_batch(void *context, const struct store_row *row)
{
    struct walk *walk = context;
    struct batch_view view;
    struct store_batch batch;
    struct book_link link = {0};
    if ((uint64_t)row->cells[0].number != walk->book.position + 1) {
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
        fault = fault_of_links(row, &link);
    }
    if (fault != NULL) {
        differ_record(walk, row, fault);
    } else if (walk->status == STORE_OK) {
        count_batch(walk, &view, &batch, &link);
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
    compared->found = true;
    compared->equal = true;
    for (size_t i = 0; i < 4; i++) {
        compared->equal =
            compared->equal && row->cells[2 + i].number == compared->record->number[i];
    }
    return true;
}

static void compare_round(struct walk *walk, const struct map_record *record)
{
    struct compared compared = {.record = record};
    const struct store_query query = {
        .table = STORE_TABLE_ROUND,
        .only_one = true,
        .equal_count = 2,
        .equal = {{.number = (int64_t)record->a}, {.number = (int64_t)record->b}}};
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
        const int64_t numbers[6] = {(int64_t)record->a, (int64_t)record->b, record->number[0],
                                    record->number[1],  record->number[2],  record->number[3]};
        add_numbers(&walk->rounds, numbers, 6);
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

static void compare_played(struct walk *walk, const int64_t numbers[4])
{
    bool found = false;
    const struct store_query query = {.table = STORE_TABLE_PLAYED,
                                      .only_one = true,
                                      .equal_count = 4,
                                      .equal = {{.number = numbers[0]},
                                                {.number = numbers[1]},
                                                {.number = numbers[2]},
                                                {.number = numbers[3]}}};
    walk->status = store_find(walk->store, &query, visit_played_row, &found);
    if (walk->status == STORE_OK && !found) {
        differ(walk, "round %lld of table %lld: the row of its player %lld is missing",
               (long long)numbers[3], (long long)numbers[2], (long long)numbers[0]);
    }
}

// Everybody whom this chunk saw in a round for the first time.
static void fold_players(struct walk *walk)
{
    const struct map *played = &walk->book.played;
    for (size_t i = 0; i < played->touched_count && fits(walk); i++) {
        const struct map_record *record = &played->records[played->touched[i]];
        const int64_t numbers[4] = {(int64_t)record->a, record->number[BOOK_PLAYED_MS],
                                    record->number[BOOK_PLAYED_TABLE],
                                    record->number[BOOK_PLAYED_ROUND]};
        add_numbers(&walk->played, numbers, 4);
        if (walk->slow) {
            compare_played(walk, numbers);
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
    compared->equal = row->cells[3].number == compared->position && is_hash(&row->cells[2]) &&
                      memcmp(row->cells[2].bytes, compared->request, STORE_HASH_SIZE) == 0;
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
    if (batch_view(bytes_of(&row->cells[4]), &view)) {
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
    query = (struct store_query){
        .table = STORE_TABLE_REQUEST,
        .only_one = true,
        .equal_count = 2,
        .equal = {{.number = held.table}, {.bytes = held.key, .size = held.key_size}}};
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
    if (row->cells[0].number > 0) {
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
    if (row->cells[0].number != 1 || (uint64_t)row->cells[1].number != walk->book.position ||
        !is_hash(&row->cells[2]) || memcmp(row->cells[2].bytes, expected, STORE_HASH_SIZE) != 0) {
        differ(walk, "the head says position %lld; the last valid record is %llu",
               (long long)row->cells[1].number, (unsigned long long)walk->book.position);
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
    struct map_record *record = map_find(&walk->days, (uint64_t)row->cells[0].number, 0);
    if (record == NULL || record->number[0] != row->cells[1].number) {
        differ(walk, "day %lld: its row contradicts the batches", (long long)row->cells[0].number);
        return false;
    }
    record->trial_turn = SEEN;
    return true;
}

static bool visit_state_row(void *context, const struct store_row *row)
{
    struct walk *walk = context;
    uint8_t hash[STORE_HASH_SIZE];
    struct map_record *record = map_find(&walk->book.states, (uint64_t)row->cells[1].number,
                                         (uint64_t)row->cells[0].number);
    store_request_hash(row->cells[3].bytes, row->cells[3].size, hash);
    if (record == NULL || record->number[0] != row->cells[2].number ||
        memcmp(hash, record->hash, sizeof hash) != 0) {
        differ(walk, "state of kind %lld, id %lld: its row contradicts the batches",
               (long long)row->cells[0].number, (long long)row->cells[1].number);
        return false;
    }
    record->trial_turn = SEEN;
    return true;
}

static bool add_row_of(struct sum *sum, const struct store_row *row, size_t count)
{
    int64_t numbers[STORE_COLUMNS_MAX];
    for (size_t i = 0; i < count; i++) {
        numbers[i] = row->cells[i].number;
    }
    add_numbers(sum, numbers, count);
    return true;
}

static bool visit_round_sum(void *context, const struct store_row *row)
{
    return add_row_of(context, row, 6);
}

static bool visit_played_sum(void *context, const struct store_row *row)
{
    return add_row_of(context, row, 4);
}

static bool visit_request_sum(void *context, const struct store_row *row)
{
    add_request(context, row->cells[0].number, bytes_of(&row->cells[1]), bytes_of(&row->cells[2]),
                row->cells[3].number);
    return true;
}

// False when the rows of a table are not the ones the batches made.
static bool sum_fits(struct walk *walk, enum store_table table, const struct sum *expected,
                     store_visit *visit)
{
    struct sum sum = {0};
    const struct store_query query = {.table = table};
    walk->status = store_find(walk->store, &query, visit, &sum);
    return walk->status != STORE_OK || sums_equal(&sum, expected);
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
    const int64_t kind = row->cells[1].number;
    const int64_t table = row->cells[2].number;
    const int64_t seat = row->cells[3].number;
    if (kind < 0 || kind >= UTH_ACCOUNT_COUNT || table < 0 || table > UINT32_MAX || seat < 0 ||
        seat > UINT8_MAX) {
        return NULL;
    }
    const uint64_t b = (uint64_t)table | (uint64_t)seat << 32 | (uint64_t)kind << 40;
    return map_find(&walk->book.accounts, (uint64_t)row->cells[0].number, b);
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
               (long long)row->cells[1].number, (long long)row->cells[0].number);
        return false;
    }
    const struct uth_account account = book_account_of(record->a, record->b);
    const int64_t balance = row->cells[4].number;
    record->trial_turn = SEEN;
    if (balance != record->number[0]) {
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

struct signed_heads {
    struct walk *walk;
    struct store_signed_head *list;
    size_t count;
    size_t room;
};

static bool keep_signed(void *context, const struct store_signed_head *head)
{
    struct signed_heads *heads = context;
    if (heads->count == heads->room) {
        const size_t room = heads->room == 0 ? 64 : 2 * heads->room;
        struct store_signed_head *list = realloc(heads->list, room * sizeof *list);
        if (list == NULL) {
            heads->walk->status = STORE_ERR_MEMORY;
            return false;
        }
        heads->list = list;
        heads->room = room;
    }
    heads->list[heads->count++] = *head;
    return true;
}

static bool visit_hash(void *context, const struct store_row *row)
{
    if (is_hash(&row->cells[6])) {
        memcpy(context, row->cells[6].bytes, STORE_HASH_SIZE);
    }
    return true;
}

static void check_signed(struct walk *walk, const struct store_signed_head *head)
{
    uint8_t hash[STORE_HASH_SIZE] = {0};
    const struct store_query query = query_one(STORE_TABLE_BATCH, (int64_t)head->position);
    walk->status = store_find(walk->store, &query, visit_hash, hash);
    if (walk->status != STORE_OK) {
        return;
    }
    if (!store_head_is_signed(walk->store->id, head)) {
        differ(walk, "the signed head of day %lld: its signature is wrong", (long long)head->day);
    } else if (memcmp(hash, head->hash, sizeof hash) != 0) {
        differ(walk, "the signed head of day %lld: record %llu is not the one that was signed",
               (long long)head->day, (unsigned long long)head->position);
    }
    walk->report->signatures++;
}

static void check_signatures(struct walk *walk)
{
    struct signed_heads heads = {.walk = walk};
    const enum store_status status = store_signed_heads(walk->store, keep_signed, &heads);
    if (status == STORE_ERR_TAMPERED) {
        differ(walk, "%s", walk->store->fault.text);
    } else if (status != STORE_OK) {
        walk->status = status;
    }
    for (size_t i = 0; i < heads.count && fits(walk); i++) {
        check_signed(walk, &heads.list[i]);
    }
    free(heads.list);
}

// ---- all of it --------------------------------------------------------------------------------

static void finish_walk(struct walk *walk)
{
    book_finish(&walk->book);
    map_finish(&walk->days);
}

// Walks again, slowly, to say which row it is; a row too many is all that can remain unnamed.
static void name_row(struct walk *walk, const char *table)
{
    struct store_report ignored = *walk->report;
    struct walk slow = {
        .store = walk->store, .report = &ignored, .links = walk->links, .slow = true};
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

static void check_links(struct walk *walk)
{
    check_rows(walk);
    if (fits(walk) && !sum_fits(walk, STORE_TABLE_ROUND, &walk->rounds, visit_round_sum)) {
        name_row(walk, store_shapes[STORE_TABLE_ROUND].name);
    }
    if (fits(walk) && !sum_fits(walk, STORE_TABLE_PLAYED, &walk->played, visit_played_sum)) {
        name_row(walk, store_shapes[STORE_TABLE_PLAYED].name);
    }
    if (fits(walk) && !sum_fits(walk, STORE_TABLE_REQUEST, &walk->requests, visit_request_sum)) {
        name_row(walk, store_shapes[STORE_TABLE_REQUEST].name);
    }
    if (fits(walk)) {
        check_signatures(walk);
    }
}

enum store_status store_audit(struct store *store, unsigned what, struct store_report *report)
{
    *report = (struct store_report){.status = STORE_OK};
    struct walk walk = {.store = store, .report = report, .links = (what & STORE_AUDIT_LINKS) != 0};
    walk.book.hashes_states = walk.links;
    book_start(&walk.book, store->id);
    // A batch stored while we walk must not look like one out of place.
    walk.status = store_look(store);
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
    memcpy(report->hash, walk.book.hash, STORE_HASH_SIZE);
    store_look_end(store);
    const enum store_status status = walk.status;
    finish_walk(&walk);
    return status;
}
