// Loading the book: what the next batch builds on, read from the database as it is needed.
#include "store/store.h"

#include <string.h>

#include "store/chain.h"
#include "store/internal.h"

static bool visit_head(void *context, const struct store_row *row)
{
    struct store_mark *head = context;
    if (is_hash(&row->cells[HEAD_HASH]) && row->cells[HEAD_POSITION].number > 0) {
        head->position = (uint64_t)row->cells[HEAD_POSITION].number;
        memcpy(head->hash, row->cells[HEAD_HASH].bytes, STORE_HASH_SIZE);
    }
    return true;
}

static bool visit_day(void *context, const struct store_row *row)
{
    *(int64_t *)context = row->cells[DAY_DAY].number;
    return true;
}

static bool visit_table(void *context, const struct store_row *row)
{
    struct map_record *record = context;
    struct batch_view view;
    if (batch_view(bytes_of(&row->cells[BATCH_BODY]), &view)) {
        record->number[0] = row->cells[BATCH_SEQUENCE].number;
        record->number[1] = view.epoch;
    }
    return true;
}

static bool visit_account(void *context, const struct store_row *row)
{
    ((struct map_record *)context)->number[0] = row->cells[ACCOUNT_BALANCE].number;
    return true;
}

static bool visit_round(void *context, const struct store_row *row)
{
    struct map_record *record = context;
    record->number[BOOK_ROUND_FIRST] = row->cells[ROUND_FIRST].number;
    record->number[BOOK_ROUND_LAST] = row->cells[ROUND_LAST].number;
    record->number[BOOK_ROUND_OPENED] = row->cells[ROUND_OPENED].number;
    record->number[BOOK_ROUND_ENDED] = row->cells[ROUND_ENDED].number;
    return true;
}

enum store_status store_book_load(void *context, enum book_part part, struct map_record *record)
{
    struct store *store = context;
    struct store_query query;
    switch (part) {
    case BOOK_TABLE:
        query = query_last((uint32_t)record->a);
        return store_find(store, &query, visit_table, record);
    case BOOK_ACCOUNT: {
        const struct uth_account account = book_account_of(record->a, record->b);
        query = query_account(&account);
        return store_find(store, &query, visit_account, record);
    }
    case BOOK_ROUND: break;
    }
    query = query_round(record->a, record->b);
    return store_find(store, &query, visit_round, record);
}

static bool visit_known_account(void *context, const struct store_row *row)
{
    struct book *book = context;
    const struct uth_account account = account_of(row);
    uint64_t a;
    uint64_t b;
    bool is_new;
    book_account_key(&account, &a, &b);
    struct map_record *record =
        book->accounts.count < BOOK_KEEPS_MAX / 2 ? map_get(&book->accounts, a, b, &is_new) : NULL;
    if (record != NULL) {
        record->number[0] = row->cells[ACCOUNT_BALANCE].number;
    }
    book->has_all_accounts = record != NULL;
    return record != NULL;
}

// Once, when the store is first written to: asking for each account would cost a query each. Where
// there are too many, they are asked for after all.
static enum store_status load_accounts(struct store *store)
{
    const struct store_query query = {.table = STORE_TABLE_ACCOUNT};
    struct book *book = &store->book;
    book->has_all_accounts = true;
    const enum store_status status = store_find(store, &query, visit_known_account, book);
    if (!book->has_all_accounts) {
        map_clear(&book->accounts);
    }
    return status;
}

static enum store_status read_head(struct store *store, struct store_mark *head, int64_t *day)
{
    struct store_query query = query_one(STORE_TABLE_HEAD, 1);
    *day = -1;
    *head = (struct store_mark){0};
    chain_start(store->id, head->hash);
    const enum store_status status = store_find(store, &query, visit_head, head);
    query = (struct store_query){.table = STORE_TABLE_DAY, .descending = true, .only_one = true};
    return status != STORE_OK ? status : store_find(store, &query, visit_day, day);
}

static bool is_head(const struct store_mark *head, const struct store_mark *mark)
{
    return head->position == mark->position && memcmp(head->hash, mark->hash, STORE_HASH_SIZE) == 0;
}

// A sole writer knows every batch there can be: those it stored, and a commit whose end it did not
// hear of. Any other head is another's work, whatever became of the lock that should have kept them
// away, and nothing is built on that.
static enum store_status check_sole(struct store *store, const struct store_mark *head)
{
    if (!store->options.sole || is_head(head, &store->stored) || is_head(head, &store->tried)) {
        return STORE_OK;
    }
    return store_fail(
        &store->fault, STORE_ERR_TAKEN,
        "another process has written to this store; this process stops, because its own"
        " state is out of date");
}

enum store_status store_begin_sole(struct store *store)
{
    struct store_mark head;
    int64_t day;
    const enum store_status status = read_head(store, &head, &day);
    if (status == STORE_OK) {
        store->stored = head;
    }
    return status;
}

// The head is read first: whoever commits after that takes our next position, and is found out.
// When nobody else wrote since our last commit, only what the failed turn touched is read again.
enum store_status store_refresh(struct store *store, bool careful)
{
    struct store_mark head;
    int64_t day;
    enum store_status status = read_head(store, &head, &day);
    if (status == STORE_OK) {
        status = check_sole(store, &head);
    }
    if (status != STORE_OK) {
        return status;
    }
    if (careful && is_head(&head, &store->stored)) {
        status = book_undo_turn(&store->book);
    } else {
        book_start(&store->book, store->id);
        status = careful ? STORE_OK : load_accounts(store);
    }
    store->book.position = head.position;
    store->book.day = day;
    memcpy(store->book.hash, head.hash, STORE_HASH_SIZE);
    store->fresh = status == STORE_OK;
    return status;
}
