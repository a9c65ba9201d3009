#include "store/rebuild.h"

#include <stdlib.h>
#include <string.h>

#include "store/group.h"

enum store_status rebuild_start(struct rebuild *rebuild, struct store *store)
{
    *rebuild = (struct rebuild){.store = store};
    rebuild->bytes = malloc(STORE_GROUP_BYTES + STORE_BODY_MAX);
    store->fresh = false;
    store->book.load = NULL; // everything there is comes from here
    store->group->count = 0;
    book_start(&store->book, store->id);
    return rebuild->bytes != NULL ? STORE_OK : STORE_ERR_MEMORY;
}

void rebuild_finish(struct rebuild *rebuild)
{
    struct store *store = rebuild->store;
    store->book.load = store_book_load;
    store->group->count = 0;
    book_start(&store->book, store->id);
    free(rebuild->bytes);
}

// ---- rows -------------------------------------------------------------------------------------

static bool round_is_due(const struct map_record *round, bool is_open)
{
    return round->number[BOOK_ROUND_FIRST] != 0 && (round->number[BOOK_ROUND_LAST] == 0) == is_open;
}

static enum store_status put_rounds(struct store *store, bool are_open)
{
    const struct map *rounds = &store->book.rounds;
    enum store_status status = group_rows_start(store->group, rounds->count);
    for (size_t i = 0; i < rounds->count && status == STORE_OK; i++) {
        if (round_is_due(&rounds->records[i], are_open)) {
            const struct store_row row = group_round_row(store, &rounds->records[i]);
            group_row_add(store->group, &row);
        }
    }
    return status == STORE_OK ? group_rows_put(store, STORE_TABLE_ROUND) : status;
}

static enum store_status put_accounts(struct store *store)
{
    const struct map *accounts = &store->book.accounts;
    enum store_status status = group_rows_start(store->group, accounts->count);
    for (size_t i = 0; i < accounts->count && status == STORE_OK; i++) {
        const struct store_row row = group_account_row(store, &accounts->records[i]);
        group_row_add(store->group, &row);
    }
    return status == STORE_OK ? group_rows_put(store, STORE_TABLE_ACCOUNT) : status;
}

static bool visit_nothing(void *context, const struct store_row *row)
{
    (void)context;
    (void)row;
    return true;
}

// A question makes a server answer for what was put so far, and keeps its queue short.
static enum store_status ask(struct store *store)
{
    const struct store_query query = query_one(STORE_TABLE_META, 1);
    return store_find(store, &query, visit_nothing, NULL);
}

static enum store_status put_group(struct rebuild *rebuild)
{
    struct store *store = rebuild->store;
    struct book *book = &store->book;
    enum store_status status = group_put_members(store);
    status = status == STORE_OK ? put_rounds(store, false) : status;
    status = status == STORE_OK
                 ? group_put_touched(store, STORE_TABLE_PLAYED, &book->played, group_played_row)
                 : status;
    status = status == STORE_OK
                 ? group_put_touched(store, STORE_TABLE_STATE, &book->states, group_state_row)
                 : status;
    status = status == STORE_OK ? book_forget_ended(book) : status;
    status = status == STORE_OK ? ask(store) : status;
    book_next_turn(book);
    store->group->count = 0;
    rebuild->used = 0;
    return status;
}

enum store_status rebuild_end(struct rebuild *rebuild)
{
    struct store *store = rebuild->store;
    enum store_status status = put_group(rebuild);
    status = status == STORE_OK ? put_rounds(store, true) : status;
    status = status == STORE_OK ? put_accounts(store) : status;
    return status == STORE_OK && store->book.position != 0 ? group_put_head(store) : status;
}

// ---- batches ----------------------------------------------------------------------------------

static enum store_status judge(struct store *store, const struct member *member,
                               struct store_batch *batch)
{
    enum store_status status;
    if (!batch_unpack(&member->view, store->room, batch)) {
        return STORE_ERR_BATCH;
    }
    const struct map_record *table = book_table(&store->book, batch->table, &status);
    if (table != NULL && batch->sequence != (uint64_t)table->number[0] + 1) {
        return STORE_ERR_SEQUENCE;
    }
    return table != NULL ? book_validate(&store->book, batch) : status;
}

enum store_status rebuild_add(struct rebuild *rebuild, struct store_bytes body)
{
    struct store *store = rebuild->store;
    struct group *group = store->group;
    struct member *member = &group->members[group->count];
    struct store_batch batch;
    uint8_t *at = rebuild->bytes + rebuild->used;
    UTH_CHECK(body.size <= STORE_BODY_MAX);
    memcpy(at, body.data, body.size);
    *member = (struct member){.accepted = true};
    enum store_status status =
        batch_view((struct store_bytes){at, body.size}, &member->view) ? STORE_OK : STORE_ERR_BATCH;
    status = status == STORE_OK ? judge(store, member, &batch) : status;
    status = status == STORE_OK
                 ? book_apply(&store->book, &batch, member->view.body, group->count, &member->link)
                 : status;
    if (status != STORE_OK) {
        return status == STORE_ERR_MEMORY
                   ? status
                   : store_fail(&store->fault, STORE_ERR_DAMAGED, "batch %llu of the backup: %s",
                                (unsigned long long)store->book.position + 1,
                                store_status_text(status));
    }
    group->count++;
    rebuild->used += body.size;
    return group->count == STORE_GROUP_MAX || rebuild->used >= STORE_GROUP_BYTES
               ? put_group(rebuild)
               : STORE_OK;
}
