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

#include "store/chain.h"
#include "store/inside.h"

#define TRIES_MAX       1000
#define BACK_OFF_MS     20
#define BACK_OFF_MS_MAX 500

// ---- the group --------------------------------------------------------------------------------

struct member {
    struct batch_view view;
    struct book_link link;
    struct store_result *result;
    bool accepted;
};

struct rows {
    struct store_row *list;
    size_t count;
    size_t room;
};

struct group {
    struct member members[STORE_GROUP_MAX];
    size_t count;
    size_t accepted;
    struct rows rows; // of one table at a time
};

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

static bool reserve_rows(struct rows *rows, size_t count)
{
    rows->count = 0;
    if (rows->room >= count) {
        return true;
    }
    struct store_row *list = realloc(rows->list, count * sizeof *list);
    if (list == NULL) {
        return false;
    }
    rows->list = list;
    rows->room = count;
    return true;
}

static struct store_row *next_row(struct rows *rows)
{
    UTH_CHECK(rows->count < rows->room);
    return &rows->list[rows->count++];
}

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

static bool postings_are_sound(const struct store_batch *batch)
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
    const bool sound = batch_unpack(view, store->room, &batch) && postings_are_sound(&batch);
    status = sound ? book_judge(&store->book, &batch) : STORE_ERR_BATCH;
    if (status != STORE_OK) {
        return status;
    }
    status = book_take(&store->book, &batch, view->body, index, &member->link);
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

// ---- writing ----------------------------------------------------------------------------------

static enum store_status put(struct store *store, enum store_table table)
{
    const struct rows *rows = &store->group->rows;
    return rows->count == 0
               ? STORE_OK
               : store->port->functions->put(store->port, table, rows->list, rows->count);
}

static void add_batch_row(struct rows *rows, const struct member *member)
{
    const struct batch_view *view = &member->view;
    *next_row(rows) =
        (struct store_row){.cells = {[BATCH_POSITION] = number_cell((int64_t)member->link.position),
                                     [BATCH_TABLE] = number_cell(view->table),
                                     [BATCH_SEQUENCE] = number_cell((int64_t)view->sequence),
                                     [BATCH_CHECKSUM] = number_cell(member->link.checksum),
                                     [BATCH_BODY] = bytes_cell(view->body.data, view->body.size)}};
}

struct store_row request_row(const struct batch_view *view, uint64_t position)
{
    return (struct store_row){
        .cells = {[REQUEST_TABLE] = number_cell(view->table),
                  [REQUEST_KEY] = bytes_cell(view->key.data, view->key.size),
                  [REQUEST_REQUEST] = bytes_cell(view->request, STORE_HASH_SIZE),
                  [REQUEST_POSITION] = number_cell((int64_t)position)}};
}

static void add_request_row(struct rows *rows, const struct member *member)
{
    if (member->view.key.size != 0) {
        *next_row(rows) = request_row(&member->view, member->link.position);
    }
}

static void add_day_row(struct rows *rows, const struct member *member)
{
    if (member->link.begins_day) {
        *next_row(rows) = (struct store_row){
            .cells = {[DAY_DAY] = number_cell(member->view.time_ms / BOOK_DAY_MS),
                      [DAY_FIRST] = number_cell((int64_t)member->link.position),
                      [DAY_BEFORE] = bytes_cell(member->link.before, STORE_HASH_SIZE)}};
    }
}

static enum store_status put_members(struct store *store, enum store_table table,
                                     void (*add)(struct rows *rows, const struct member *member))
{
    struct group *group = store->group;
    if (!reserve_rows(&group->rows, group->count)) {
        return STORE_ERR_MEMORY;
    }
    for (size_t i = 0; i < group->count; i++) {
        if (group->members[i].accepted) {
            add(&group->rows, &group->members[i]);
        }
    }
    return put(store, table);
}

static void add_account_row(struct store *store, const struct map_record *record)
{
    const struct uth_account account = book_account_of(record->a, record->b);
    *next_row(&store->group->rows) =
        (struct store_row){.cells = {[ACCOUNT_OWNER] = number_cell((int64_t)account.owner),
                                     [ACCOUNT_KIND] = number_cell(account.kind),
                                     [ACCOUNT_TABLE] = number_cell(account.table),
                                     [ACCOUNT_SEAT] = number_cell(account.seat),
                                     [ACCOUNT_BALANCE] = number_cell(record->number[0])}};
}

struct store_row round_row(const struct map_record *record)
{
    return (struct store_row){
        .cells = {[ROUND_TABLE] = number_cell((int64_t)record->a),
                  [ROUND_ROUND] = number_cell((int64_t)record->b),
                  [ROUND_FIRST] = number_cell(record->number[BOOK_ROUND_FIRST]),
                  [ROUND_LAST] = number_cell(record->number[BOOK_ROUND_LAST]),
                  [ROUND_OPENED] = number_cell(record->number[BOOK_ROUND_OPENED]),
                  [ROUND_ENDED] = number_cell(record->number[BOOK_ROUND_ENDED])}};
}

static void add_round_row(struct store *store, const struct map_record *record)
{
    *next_row(&store->group->rows) = round_row(record);
}

struct store_row played_row(const struct map_record *record)
{
    return (struct store_row){
        .cells = {[PLAYED_PLAYER] = number_cell((int64_t)record->a),
                  [PLAYED_TIME] = number_cell(record->number[BOOK_PLAYED_MS]),
                  [PLAYED_TABLE] = number_cell(record->number[BOOK_PLAYED_TABLE]),
                  [PLAYED_ROUND] = number_cell(record->number[BOOK_PLAYED_ROUND])}};
}

static void add_played_row(struct store *store, const struct map_record *record)
{
    *next_row(&store->group->rows) = played_row(record);
}

static void add_state_row(struct store *store, const struct map_record *record)
{
    const struct member *member = &store->group->members[record->number[1]];
    const uint8_t *state = member->view.body.data + record->number[2];
    *next_row(&store->group->rows) =
        (struct store_row){.cells = {[STATE_KIND] = number_cell((int64_t)record->b),
                                     [STATE_ID] = number_cell((int64_t)record->a),
                                     [STATE_POSITION] = number_cell(record->number[0]),
                                     [STATE_STATE] = bytes_cell(state, (size_t)record->number[3])}};
}

static enum store_status
put_touched(struct store *store, enum store_table table, const struct map *map,
            void (*add)(struct store *store, const struct map_record *record))
{
    if (!reserve_rows(&store->group->rows, map->touched_count)) {
        return STORE_ERR_MEMORY;
    }
    for (size_t i = 0; i < map->touched_count; i++) {
        add(store, &map->records[map->touched[i]]);
    }
    return put(store, table);
}

// The head goes first: its row is what several writers on one server wait for.
static enum store_status put_head(struct store *store)
{
    if (!reserve_rows(&store->group->rows, 1)) {
        return STORE_ERR_MEMORY;
    }
    *next_row(&store->group->rows) =
        (struct store_row){.cells = {[HEAD_ID] = number_cell(1),
                                     [HEAD_POSITION] = number_cell((int64_t)store->book.position),
                                     [HEAD_HASH] = bytes_cell(store->book.hash, STORE_HASH_SIZE)}};
    return put(store, STORE_TABLE_HEAD);
}

static enum store_status put_all(struct store *store)
{
    const struct book *book = &store->book;
    enum store_status status = put_head(store);
    status = status != STORE_OK ? status : put_members(store, STORE_TABLE_BATCH, add_batch_row);
    status = status != STORE_OK ? status : put_members(store, STORE_TABLE_REQUEST, add_request_row);
    status = status != STORE_OK ? status : put_members(store, STORE_TABLE_DAY, add_day_row);
    status = status != STORE_OK
                 ? status
                 : put_touched(store, STORE_TABLE_ACCOUNT, &book->accounts, add_account_row);
    status = status != STORE_OK
                 ? status
                 : put_touched(store, STORE_TABLE_ROUND, &book->rounds, add_round_row);
    status = status != STORE_OK
                 ? status
                 : put_touched(store, STORE_TABLE_PLAYED, &book->played, add_played_row);
    status = status != STORE_OK
                 ? status
                 : put_touched(store, STORE_TABLE_STATE, &book->states, add_state_row);
    if (status == STORE_OK && store->lease_row != NULL) {
        status = store->port->functions->put(store->port, STORE_TABLE_LEASE, store->lease_row, 1);
    }
    return status;
}

static enum store_status write_group(struct store *store, bool begun)
{
    const struct store_port_functions *call = store->port->functions;
    enum store_status status = begun ? STORE_OK : call->begin(store->port, false);
    status = status != STORE_OK ? status : put_all(store);
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
