// Appending: judge each batch on what is known, write all in one transaction.
//
//   hopeful:  judge from the book --> begin, put, commit --> done
//                                          | refused, conflict, unknown, unreachable
//                                          v
//   careful:  begin alone --> read heads, keys and balances anew --> judge --> put, commit
//
// Invariants:
//   (1) After a commit that did not say STORE_OK nothing the turn touched is believed any more, and
//       when another writer was there, nothing at all.
//   (2) The hopeful way looks up no idempotency key: a key that is taken is a conflict of the
//       commit, and then the careful way finds out whose it is. So the usual batch costs no query.
//   (3) Nothing is refused on the book's word alone, which may be older than another writer's.
//   (4) A batch that is stored already, byte for byte, is STORE_OK and is not stored again. That
//       makes trying again safe whatever became of the commit before.
#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/group.h"

#define TRIES_MAX       1000
#define BACK_OFF_MS     20
#define BACK_OFF_MS_MAX 500

// ---- judging ----------------------------------------------------------------------------------

struct lookup {
    const struct batch_view *view;
    struct store_result *result;
    enum store_status status;
    int64_t position;
    bool same;
};

static bool visit_same(void *context, const struct store_row *row)
{
    struct lookup *lookup = context;
    const struct store_cell *body = &row->cells[BATCH_BODY];
    lookup->position = row->cells[BATCH_POSITION].number;
    lookup->same = body->size == lookup->view->body.size &&
                   memcmp(body->bytes, lookup->view->body.data, body->size) == 0;
    return true;
}

// Is this very batch stored already, or waiting earlier in the group?
static enum store_status find_same(struct store *store, struct lookup *lookup)
{
    const struct batch_view *view = lookup->view;
    for (size_t i = 0; i < store->group->count; i++) {
        const struct member *member = &store->group->members[i];
        if (member->accepted && member->view.table == view->table &&
            member->view.sequence == view->sequence) {
            lookup->position = (int64_t)member->link.position;
            lookup->same = member->view.body.size == view->body.size &&
                           memcmp(member->view.body.data, view->body.data, view->body.size) == 0;
            return STORE_OK;
        }
    }
    const struct store_query query = {
        .table = STORE_TABLE_BATCH,
        .by_second = true,
        .only_one = true,
        .equal_count = 2,
        .equal = {number_cell(view->table), number_cell((int64_t)view->sequence)}};
    return store_find(store, &query, visit_same, lookup);
}

static enum store_status copy_answer(struct store_bytes answer, uint64_t position,
                                     struct store_result *result)
{
    uint8_t *copy = malloc(answer.size + 1);
    if (copy == NULL) {
        return STORE_ERR_MEMORY;
    }
    if (answer.size != 0) {
        memcpy(copy, answer.data, answer.size);
    }
    *result = (struct store_result){STORE_REPEATED, position, copy, answer.size};
    return STORE_REPEATED;
}

static bool visit_request(void *context, const struct store_row *row)
{
    struct lookup *lookup = context;
    lookup->position = row->cells[REQUEST_POSITION].number;
    lookup->same = has_hash(&row->cells[REQUEST_REQUEST], lookup->view->request);
    lookup->status = STORE_REPEATED;
    return true;
}

static bool visit_answer(void *context, const struct store_row *row)
{
    struct lookup *lookup = context;
    struct batch_view view;
    lookup->status = STORE_ERR_DAMAGED;
    if (batch_view(bytes_of(&row->cells[BATCH_BODY]), &view)) {
        lookup->status = copy_answer(view.answer, (uint64_t)lookup->position, lookup->result);
    }
    return true;
}

// STORE_ERR_NOT_FOUND for a key that is free.
static enum store_status find_key(struct store *store, const struct batch_view *view,
                                  struct store_result *result)
{
    struct lookup lookup = {.view = view, .result = result, .status = STORE_ERR_NOT_FOUND};
    struct store_query query = query_request(view->table, view->key.data, view->key.size);
    enum store_status status = store_find(store, &query, visit_request, &lookup);
    if (status != STORE_OK || lookup.status == STORE_ERR_NOT_FOUND) {
        return status != STORE_OK ? status : STORE_ERR_NOT_FOUND;
    }
    if (!lookup.same) {
        return STORE_ERR_KEY_REUSED;
    }
    lookup.status = STORE_ERR_DAMAGED;
    query = query_one(STORE_TABLE_BATCH, lookup.position);
    status = store_find(store, &query, visit_answer, &lookup);
    return status != STORE_OK ? status : lookup.status;
}

static enum store_status find_key_in_group(const struct store *store, const struct batch_view *view,
                                           struct store_result *result)
{
    for (size_t i = 0; i < store->group->count; i++) {
        const struct member *member = &store->group->members[i];
        if (!member->accepted || member->view.table != view->table ||
            member->view.key.size != view->key.size ||
            memcmp(member->view.key.data, view->key.data, view->key.size) != 0) {
            continue;
        }
        if (memcmp(member->view.request, view->request, STORE_HASH_SIZE) != 0) {
            return STORE_ERR_KEY_REUSED;
        }
        return copy_answer(member->view.answer, member->link.position, result);
    }
    return STORE_ERR_NOT_FOUND;
}

static enum store_status judge_key(struct store *store, const struct batch_view *view,
                                   struct store_result *result)
{
    if (view->key.size == 0) {
        return STORE_ERR_NOT_FOUND;
    }
    const enum store_status status = find_key_in_group(store, view, result);
    return status != STORE_ERR_NOT_FOUND ? status : find_key(store, view, result);
}

static bool postings_are_valid(const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->posting_count; i++) {
        if (uth_posting_check(&batch->postings[i]) != UTH_OK) {
            return false;
        }
    }
    return true;
}

static bool is_verdict(enum store_status status)
{
    return status == STORE_OK || status == STORE_REPEATED || status == STORE_ERR_KEY_REUSED ||
           status == STORE_ERR_SEQUENCE || status == STORE_ERR_BALANCE ||
           status == STORE_ERR_MONEY || status == STORE_ERR_BATCH || status == STORE_ERR_FENCED;
}

// A refusal from the book alone may be out of date: another writer may have made it wrong since.
static bool is_refused(enum store_status status)
{
    return status == STORE_ERR_SEQUENCE || status == STORE_ERR_FENCED ||
           status == STORE_ERR_BALANCE || status == STORE_ERR_MONEY;
}

// Out of turn: the same batch again, the same request again, or a mistake.
static enum store_status judge_out_of_turn(struct store *store, const struct batch_view *view,
                                           int64_t epoch, struct store_result *result)
{
    struct lookup lookup = {.view = view};
    enum store_status status = find_same(store, &lookup);
    if (status == STORE_OK && lookup.same) {
        *result = (struct store_result){.status = STORE_OK, .position = (uint64_t)lookup.position};
        return STORE_OK;
    }
    if (status == STORE_OK) {
        status = judge_key(store, view, result);
    }
    if (status == STORE_ERR_NOT_FOUND) {
        status = (int64_t)view->epoch < epoch ? STORE_ERR_FENCED : STORE_ERR_SEQUENCE;
    }
    return status;
}

// A verdict in member->result, or the failure that ends the whole group.
static enum store_status judge(struct store *store, struct member *member, size_t index,
                               bool careful)
{
    const struct batch_view *view = &member->view;
    struct store_batch batch;
    enum store_status status;
    const struct map_record *table = book_table(&store->book, view->table, &status);
    if (table == NULL) {
        return status;
    }
    if (view->sequence != (uint64_t)table->number[0] + 1) {
        return judge_out_of_turn(store, view, table->number[1], member->result);
    }
    status = careful ? judge_key(store, view, member->result) : STORE_ERR_NOT_FOUND;
    if (status != STORE_ERR_NOT_FOUND) {
        return status;
    }
    const bool sound = batch_unpack(view, store->room, &batch) && postings_are_valid(&batch);
    status = sound ? book_validate(&store->book, &batch) : STORE_ERR_BATCH;
    if (status != STORE_OK) {
        return status;
    }
    status = book_apply(&store->book, &batch, view->body, index, &member->link);
    if (status == STORE_OK) {
        *member->result = (struct store_result){STORE_OK, member->link.position, NULL, 0};
        member->accepted = true;
        store->group->accepted++;
    }
    return status;
}

static enum store_status judge_all(struct store *store, bool careful)
{
    struct group *group = store->group;
    group->accepted = 0;
    for (size_t i = 0; i < group->count; i++) {
        group->members[i].accepted = false;
    }
    for (size_t i = 0; i < group->count; i++) {
        struct member *member = &group->members[i];
        if (member->result->status == STORE_ERR_BATCH) {
            continue; // it was no batch to begin with
        }
        free(member->result->answer);
        *member->result = (struct store_result){0};
        const enum store_status status = judge(store, member, i, careful);
        if (!is_verdict(status)) {
            return status;
        }
        if (!careful && is_refused(status)) {
            return STORE_ERR_CONFLICT;
        }
        member->result->status = status;
    }
    return STORE_OK;
}

// ---- writing -----------------------------------------------------------------------------------

static enum store_status write_group(struct store *store, bool begun)
{
    const struct store_port_functions *call = store->port->functions;
    enum store_status status = begun ? STORE_OK : call->begin(store->port, false);
    status = status != STORE_OK ? status : group_put(store);
    return status != STORE_OK ? status : call->commit(store->port);
}

static struct store_mark mark_of(const struct book *book)
{
    struct store_mark mark = {.position = book->position};
    memcpy(mark.hash, book->hash, STORE_HASH_SIZE);
    return mark;
}

static enum store_status try_group(struct store *store, bool careful)
{
    const struct store_port_functions *call = store->port->functions;
    enum store_status status = careful ? call->begin(store->port, true) : STORE_OK;
    if (status == STORE_OK && (careful || !store->fresh)) {
        status = store_refresh(store, careful);
    }
    if (status == STORE_OK) {
        book_next_turn(
            &store->book); // not before: what a failed turn touched is still to be undone
        status = judge_all(store, careful);
    }
    if (status == STORE_OK && store->group->accepted != 0) {
        status = write_group(store, careful);
    }
    if (status != STORE_OK || store->group->accepted == 0) {
        call->rollback(store->port);
    }
    store->fresh = store->fresh && status == STORE_OK;
    if (status == STORE_OK) {
        store->stored = mark_of(&store->book);
    } else if (status == STORE_ERR_UNKNOWN) {
        store->tried = mark_of(&store->book);
    }
    return status;
}

// ---- trying again -----------------------------------------------------------------------------

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_ms(int64_t ms)
{
    const struct timespec pause = {ms / 1000, (long)(ms % 1000) * 1000000L};
    (void)nanosleep(&pause, NULL);
}

static bool may_pass(enum store_status status)
{
    return status == STORE_ERR_UNKNOWN || status == STORE_ERR_UNREACHABLE;
}

// A conflict is tried again at once, a server that is away until the patience ends. A failure whose
// commit may have happened stays "unknown" even when the server then cannot be reached at all.
static enum store_status try_until_done(struct store *store)
{
    const int64_t until = now_ms() + store->options.patience_ms;
    int64_t back_off = BACK_OFF_MS;
    bool unknown = false;
    enum store_status status = try_group(store, false);
    for (int tries = 1; tries < TRIES_MAX; tries++) {
        unknown = unknown || status == STORE_ERR_UNKNOWN;
        if (status != STORE_ERR_CONFLICT && !may_pass(status)) {
            break;
        }
        if (may_pass(status) && tries > 1) {
            if (now_ms() + back_off > until) {
                break;
            }
            pause_ms(back_off);
            back_off = back_off * 2 < BACK_OFF_MS_MAX ? back_off * 2 : BACK_OFF_MS_MAX;
        }
        status = try_group(store, true);
    }
    return status != STORE_OK && unknown ? STORE_ERR_UNKNOWN : status;
}

static void fail_all(struct store *store, enum store_status status)
{
    for (size_t i = 0; i < store->group->count; i++) {
        struct store_result *result = store->group->members[i].result;
        if (result->status != STORE_ERR_BATCH) {
            free(result->answer);
            *result = (struct store_result){.status = status};
        }
    }
}

static bool book_is_large(const struct book *book)
{
    return book->rounds.count > BOOK_KEEPS_MAX || book->accounts.count > BOOK_KEEPS_MAX ||
           book->tables.count > BOOK_KEEPS_MAX || book->states.count > BOOK_KEEPS_MAX;
}

enum store_status store_append_encoded(struct store *store, const struct store_bytes *bodies,
                                       size_t count, struct store_result *results)
{
    struct group *group = store->group;
    UTH_CHECK(count <= STORE_GROUP_MAX);
    group->count = count;
    for (size_t i = 0; i < count; i++) {
        struct member *member = &group->members[i];
        member->result = &results[i];
        results[i] = (struct store_result){0};
        if (!batch_view(bodies[i], &member->view)) {
            results[i].status = STORE_ERR_BATCH;
        }
    }
    store->fresh = store->fresh && !book_is_large(&store->book);
    if (store->book.played.count > BOOK_KEEPS_MAX) {
        map_clear(&store->book.played); // what it knew is only written once more
    }
    const enum store_status status = try_until_done(store);
    if (status != STORE_OK) {
        fail_all(store, status);
    }
    return status;
}

enum store_status store_append(struct store *store, const struct store_batch *batch,
                               struct store_result *result)
{
    uint8_t *body;
    size_t size;
    *result = (struct store_result){.status = store_encode(batch, &body, &size)};
    if (result->status != STORE_OK) {
        return result->status;
    }
    const struct store_bytes bodies = {body, size};
    const enum store_status status = store_append_encoded(store, &bodies, 1, result);
    free(body);
    return status != STORE_OK ? status : result->status;
}
