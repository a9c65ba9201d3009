// The audit of what follows from the batches: rows as they stand against rows as they must be.
#include <stdlib.h>
#include <string.h>

#include "store/audit_walk.h"

// ---- what follows from the batches ------------------------------------------------------------

static bool visit_head_row(void *context, const struct store_row *row)
{
    static const uint8_t zeros[STORE_HASH_SIZE];
    struct walk *walk = context;
    const uint8_t *expected = walk->book.position == 0 ? zeros : walk->book.hash;
    if (row->cells[HEAD_ID].number != 1 ||
        (uint64_t)row->cells[HEAD_POSITION].number != walk->book.position) {
        walk_differs(walk, "the head says position %lld; the last valid record is %llu",
                     (long long)row->cells[HEAD_POSITION].number,
                     (unsigned long long)walk->book.position);
    } else if (!has_hash(&row->cells[HEAD_HASH], expected)) {
        walk_differs(walk, "the head has another link than the records up to %llu make",
                     (unsigned long long)walk->book.position);
    }
    walk->limit++;
    return true;
}

void walk_check_head(struct walk *walk)
{
    const struct store_query query = {.table = STORE_TABLE_HEAD};
    walk->limit = 0;
    walk->status = store_find(walk->store, &query, visit_head_row, walk);
    if (walk_is_fine(walk) && walk->limit != 1) {
        walk_differs(walk, "the head is missing");
    }
}

// A record of a map that its row agreed with is marked, so that what remains has no row.
#define SEEN UINT32_MAX

static void check_days_seen(struct walk *walk)
{
    const struct map *days = &walk->days;
    for (size_t i = 0; i < days->count && walk_is_fine(walk); i++) {
        if (days->records[i].trial_turn != SEEN) {
            walk_differs(walk, "day %llu: its row is missing",
                         (unsigned long long)days->records[i].a);
        }
    }
}

static void check_states_seen(struct walk *walk)
{
    const struct map *states = &walk->book.states;
    for (size_t i = 0; i < states->count && walk_is_fine(walk); i++) {
        if (states->records[i].trial_turn != SEEN) {
            walk_differs(walk, "state of kind %llu, id %llu: its row is missing",
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
        walk_differs(walk, "day %lld: its row contradicts the batches",
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
        walk_differs(walk, "state of kind %lld, id %lld: its row contradicts the batches",
                     (long long)row->cells[STATE_KIND].number,
                     (long long)row->cells[STATE_ID].number);
        return false;
    }
    record->trial_turn = SEEN;
    return true;
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
    walk_add_row(summing->walk, &summing->sum, summing->table, row);
    return true;
}

static void check_sum(struct walk *walk, enum store_table table, const struct sum *expected)
{
    struct summing summing = {.walk = walk, .table = table};
    const struct store_query query = {.table = table};
    if (!walk_is_fine(walk) || walk->from != 0) {
        return; // or row by row on the way
    }
    walk->status = store_find(walk->store, &query, visit_sum, &summing);
    if (walk->status == STORE_OK && memcmp(&summing.sum, expected, sizeof *expected) != 0) {
        walk_name_row(walk, store_shapes[table].name);
    }
}

static void check_rows(struct walk *walk)
{
    struct store_query query = {.table = STORE_TABLE_DAY,
                                .ranged = true,
                                .from = walk->from != 0 ? walk->report->from_day + 1 : INT64_MIN,
                                .to = INT64_MAX};
    walk->status = store_find(walk->store, &query, visit_day_row, walk);
    check_days_seen(walk);
    if (walk_is_fine(walk)) {
        query = (struct store_query){.table = STORE_TABLE_STATE};
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
    walk_differs(walk, "account %s of owner %llu, table %u, seat %u: %s",
                 uth_account_name((enum uth_account_kind)account->kind),
                 (unsigned long long)account->owner, account->table, account->seat, why);
}

static bool visit_account_row(void *context, const struct store_row *row)
{
    struct walk *walk = context;
    struct map_record *record = account_of_row(walk, row);
    if (record == NULL) {
        walk_differs(walk, "account of kind %lld, owner %lld: no posting ever named it",
                     (long long)row->cells[ACCOUNT_KIND].number,
                     (long long)row->cells[ACCOUNT_OWNER].number);
        return false;
    }
    const struct uth_account account = book_account_of(record->a, record->b);
    const int64_t balance = row->cells[ACCOUNT_BALANCE].number;
    const bool again = record->trial_turn == SEEN;
    record->trial_turn = SEEN;
    if (again) {
        name_account(walk, &account, "it is in the table twice");
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
    return walk_is_fine(walk);
}

void walk_check_accounts(struct walk *walk)
{
    const struct store_query query = {.table = STORE_TABLE_ACCOUNT};
    const struct map *accounts = &walk->book.accounts;
    walk->status = store_find(walk->store, &query, visit_account_row, walk);
    for (size_t i = 0; i < accounts->count && walk_is_fine(walk); i++) {
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
    if (walk_is_fine(walk) && (sum != 0 || overflows)) {
        walk_differs(walk, "all accounts together are %lld cents and not 0", (long long)sum);
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
void walk_read_signed(struct walk *walk)
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
        walk_differs(walk, "the signed head of day %lld: its signature is wrong",
                     (long long)head->day);
    } else if (i < walk->head_count && !walk->heads[i].fits) {
        walk_differs(walk,
                     "the signed head of day %lld: record %llu is not the one that was signed",
                     (long long)head->day, (unsigned long long)head->position);
    }
    return walk_is_fine(walk);
}

static void check_signatures(struct walk *walk)
{
    const enum store_status status = store_signed_heads(walk->store, check_signed, walk);
    if (status == STORE_ERR_TAMPERED) {
        walk_differs(walk, "%s", walk->store->fault.text);
    } else if (status != STORE_OK) {
        walk->status = status;
    }
}

// The heads that were signed stand in the order of positions.
void walk_compare_signed(struct walk *walk)
{
    while (walk->next_head < walk->head_count &&
           walk->heads[walk->next_head].mark.position <= walk->book.position) {
        struct signed_link *head = &walk->heads[walk->next_head++];
        // What was signed before the walk began is part of what was verified.
        head->fits = head->mark.position < walk->from ||
                     (head->mark.position == walk->book.position &&
                      memcmp(head->mark.hash, walk->book.hash, STORE_HASH_SIZE) == 0);
    }
}

// ---- all rows ----------------------------------------------------------------------------------

void walk_check_rows(struct walk *walk)
{
    check_rows(walk);
    check_sum(walk, STORE_TABLE_ROUND, &walk->rounds);
    check_sum(walk, STORE_TABLE_PLAYED, &walk->played);
    check_sum(walk, STORE_TABLE_REQUEST, &walk->requests);
    if (walk_is_fine(walk)) {
        check_signatures(walk);
    }
}
