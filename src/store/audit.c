// The audit: an empty book takes every stored batch, and must arrive at what the database says.
//
// Invariants:
//   (1) Every byte of every row is compared with what follows from the batches, or is covered by a
//       hash or a signature. The batches themselves are covered by their checksums and links.
//   (2) Memory does not grow with the number of rounds, players in them or keys: those rows are compared by a sum of
//       hashes, and only when a sum is wrong is the row looked for. Their key is drawn for each audit, so
//       nobody can have made rows that have the sum of others.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/audit_walk.h"
#include "store/chain.h"

#define CHUNK      2048 // batches between two tidyings of the book
#define CHUNK_SLOW 256  // while a row is looked for

// Only the first one is told.
void walk_differs(struct walk *walk, const char *format, ...)
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

void walk_record_differs(struct walk *walk, const struct store_row *row, const char *why)
{
    if (walk->report->status == STORE_OK) {
        walk->report->position = (uint64_t)row->cells[BATCH_POSITION].number;
        walk->report->table = (uint32_t)row->cells[BATCH_TABLE].number;
        walk->report->sequence = (uint64_t)row->cells[BATCH_SEQUENCE].number;
    }
    walk_differs(walk, "record %lld (table %lld, sequence %lld): %s",
                 (long long)row->cells[BATCH_POSITION].number,
                 (long long)row->cells[BATCH_TABLE].number,
                 (long long)row->cells[BATCH_SEQUENCE].number, why);
}

bool walk_is_fine(const struct walk *walk)
{
    return walk->report->status == STORE_OK && walk->status == STORE_OK;
}

// ---- sums -------------------------------------------------------------------------------------

// The same for a row as it follows from the batches and as it stands in its table. What is longer than in
// any row of ours adds its size alone.
void walk_add_row(struct walk *walk, struct sum *sum, enum store_table table,
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
        walk_add_row(walk, &walk->requests, STORE_TABLE_REQUEST, &row);
    }
    walk_compare_signed(walk);
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
    walk_differs(walk, "record %llu is missing; the next one has position %lld",
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
        const enum store_status judged = book_validate(&walk->book, &batch);
        fault = judged != STORE_OK && judged != STORE_ERR_MEMORY ? store_status_text(judged) : NULL;
        walk->status = judged == STORE_ERR_MEMORY ? judged : walk->status;
    }
    if (fault == NULL && walk->status == STORE_OK) {
        walk->status = book_apply(&walk->book, &batch, view.body, 0, &link);
    }
    if (fault == NULL && walk->status == STORE_OK && walk->links) {
        fault = store_checksum_fault(row, link.checksum);
    }
    if (fault != NULL) {
        walk_record_differs(walk, row, fault);
    } else if (walk->status == STORE_OK) {
        count_batch(walk, &view, &batch, &link);
        tell_follower(walk, &batch, &view);
    }
    return walk_is_fine(walk);
}

// While a row is looked for, or where the rows from before the walk would spoil a sum.
static bool by_row(const struct walk *walk)
{
    return walk->links && (walk->slow || walk->from != 0);
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
        walk_differs(walk, "round %llu of table %llu: %s", (unsigned long long)record->b,
                     (unsigned long long)record->a,
                     compared.found ? "its row contradicts its batches" : "its row is missing");
    }
}

// Rounds that are over leave the book; those still open stay for the next chunk.
static void fold_rounds(struct walk *walk, bool at_end)
{
    const struct map *rounds = &walk->book.rounds;
    for (size_t i = 0; i < rounds->count && walk_is_fine(walk); i++) {
        const struct map_record *record = &rounds->records[i];
        const bool is_open = record->number[BOOK_ROUND_LAST] == 0;
        // What was never opened has no row.
        if (record->number[BOOK_ROUND_FIRST] == 0 || is_open != at_end) {
            continue;
        }
        const struct store_row row = group_round_row(NULL, record);
        walk_add_row(walk, &walk->rounds, STORE_TABLE_ROUND, &row);
        if (by_row(walk)) {
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
        walk_differs(walk, "round %lld of table %lld: the row of its player %lld is missing",
                     (long long)row->cells[PLAYED_ROUND].number,
                     (long long)row->cells[PLAYED_TABLE].number,
                     (long long)row->cells[PLAYED_PLAYER].number);
    }
}

// Everybody whom this chunk saw in a round for the first time.
static void fold_players(struct walk *walk)
{
    const struct map *played = &walk->book.played;
    for (size_t i = 0; i < played->touched_count && walk_is_fine(walk); i++) {
        const struct map_record *record = &played->records[played->touched[i]];
        const struct store_row row = group_played_row(NULL, record);
        walk_add_row(walk, &walk->played, STORE_TABLE_PLAYED, &row);
        if (by_row(walk)) {
            compare_played(walk, &row);
        }
    }
}

static void fold(struct walk *walk)
{
    fold_rounds(walk, false);
    fold_players(walk);
    if (walk_is_fine(walk)) {
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
        walk_differs(walk,
                     "record %llu (table %u, sequence %llu): the row of its idempotency key %s",
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
    for (uint64_t p = from; by_row(walk) && p <= walk->book.position && walk_is_fine(walk); p++) {
        compare_request(walk, p);
    }
}

// Batches never change, so those up to `before` are read a chunk to a moment: one moment for all of
// them would keep the database's log from being emptied for as long as that takes. The rest, and all
// that follows from the batches, belongs to the last moment.
static bool walk_another_chunk(struct walk *walk, uint64_t before)
{
    if (!walk_is_fine(walk) || walk->book.position != walk->limit) {
        return false;
    }
    if (!walk->slow && walk->book.position < before) {
        store_look_end(walk->store);
        walk->status = store_look(walk->store);
    }
    return walk_is_fine(walk);
}

// Also looks below the first position and above the last: a chunk that ends early is the end, and
// what then remains is out of order.
static void walk_batches(struct walk *walk)
{
    const uint64_t chunk = by_row(walk) ? CHUNK_SLOW : CHUNK;
    uint8_t ignored[STORE_HASH_SIZE];
    uint64_t before = 0;
    walk->status = store_head(walk->store, &before, ignored);
    bool more = walk_is_fine(walk);
    while (more) {
        const uint64_t from = walk->book.position + 1;
        walk->limit = walk->book.position + chunk;
        if (walk->mark != NULL && walk->mark->position >= from) {
            walk->limit = walk->mark->position < walk->limit ? walk->mark->position : walk->limit;
        }
        walk_chunk(walk, from);
        fold(walk);
        book_next_turn(&walk->book);
        if (walk->mark != NULL) {
            walk_keep_verified(walk);
        }
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
        walk_record_differs(walk, row, "it is out of order");
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
    if (walk_is_fine(walk)) {
        query.from = INT64_MIN;
        query.to = 0;
        walk->status = store_find(walk->store, &query, visit_stray, walk);
    }
}

static void finish_walk(struct walk *walk)
{
    book_finish(&walk->book);
    map_finish(&walk->days);
    free(walk->heads);
}

// Walks again, slowly, to say which row it is; a row too many is all that can remain unnamed.
void walk_name_row(struct walk *walk, const char *table)
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
        walk_differs(walk, "%s", ignored.text);
    }
    walk_differs(walk, "table %s has a row that no batch made", table);
}

// ---- all of it --------------------------------------------------------------------------------

static void start_walk(struct walk *walk, const struct walk_plan *plan)
{
    walk->book.hashes_states = walk->links;
    randombytes_buf(walk->sum_key, sizeof walk->sum_key);
    book_start(&walk->book, walk->store->id);
    // A batch stored while we walk must not look like one out of place.
    walk->status = store_look(walk->store);
    if (walk_is_fine(walk) && walk->links) {
        walk_read_signed(walk);
    }
    if (walk_is_fine(walk) && plan->is_recent) {
        walk_start_verified(walk, plan->public_key);
    }
    walk_compare_signed(walk);
    if (walk->from != 0) {
        walk->follower = NULL; // which follows from the first record on
    }
}

static void check_all(struct walk *walk)
{
    if (walk_is_fine(walk)) {
        check_strays(walk);
    }
    if (walk_is_fine(walk) && walk->links) {
        walk_check_head(walk);
    }
    if (walk_is_fine(walk)) {
        walk_check_accounts(walk);
    }
    if (walk_is_fine(walk) && walk->links) {
        walk_check_rows(walk);
    }
    if (walk_is_fine(walk) && walk->follower != NULL) {
        walk->follower->end(walk->follower->context, walk->store);
    }
}

enum store_status walk_all(struct store *store, unsigned what, struct walk_plan plan,
                           struct store_report *report)
{
    *report = (struct store_report){.status = STORE_OK, .from_day = -1};
    struct walk walk = {.store = store,
                        .report = report,
                        .links = (what & STORE_AUDIT_LINKS) != 0,
                        .follower = plan.follower,
                        .mark = plan.mark};
    start_walk(&walk, &plan);
    if (walk_is_fine(&walk)) {
        walk_batches(&walk);
    }
    check_all(&walk);
    memcpy(report->hash, walk.book.hash, STORE_HASH_SIZE);
    store_look_end(store);
    const enum store_status status = walk.status;
    finish_walk(&walk);
    return status;
}

enum store_status store_audit_with(struct store *store, unsigned what,
                                   const struct store_follower *follower,
                                   struct store_report *report)
{
    return walk_all(store, what, (struct walk_plan){.follower = follower}, report);
}

enum store_status store_audit(struct store *store, unsigned what, struct store_report *report)
{
    return walk_all(store, what, (struct walk_plan){.follower = NULL}, report);
}

enum store_status store_audit_recent(struct store *store, const uint8_t *public_key,
                                     const struct store_follower *follower,
                                     struct store_report *report)
{
    return walk_all(
        store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS,
        (struct walk_plan){.follower = follower, .is_recent = true, .public_key = public_key},
        report);
}
