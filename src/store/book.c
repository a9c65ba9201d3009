#include "store/book.h"

#include <string.h>

#include "store/chain.h"

void book_start(struct book *book, const uint8_t *id)
{
    map_clear(&book->tables);
    map_clear(&book->accounts);
    map_clear(&book->rounds);
    map_clear(&book->played);
    map_clear(&book->states);
    book->id = id;
    book->position = 0;
    book->day = -1;
    book->has_all_accounts = false;
    chain_start(id, book->hash);
    book_next_turn(book);
}

void book_finish(struct book *book)
{
    map_finish(&book->tables);
    map_finish(&book->accounts);
    map_finish(&book->rounds);
    map_finish(&book->played);
    map_finish(&book->states);
}

void book_next_turn(struct book *book)
{
    book->turn++;
    book->tables.touched_count = 0;
    book->accounts.touched_count = 0;
    book->rounds.touched_count = 0;
    book->played.touched_count = 0;
    book->states.touched_count = 0;
}

static enum store_status load_touched(struct book *book, struct map *map, enum book_part part)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < map->touched_count && status == STORE_OK; i++) {
        struct map_record *record = &map->records[map->touched[i]];
        *record = (struct map_record){.a = record->a, .b = record->b};
        status = book->load(book->context, part, record);
    }
    return status;
}

enum store_status book_undo_turn(struct book *book)
{
    enum store_status status = load_touched(book, &book->tables, BOOK_TABLE);
    map_clear(&book->played); // a row too many does no harm, a row too few would
    status = status != STORE_OK ? status : load_touched(book, &book->accounts, BOOK_ACCOUNT);
    return status != STORE_OK ? status : load_touched(book, &book->rounds, BOOK_ROUND);
}

void book_account_key(const struct uth_account *account, uint64_t *a, uint64_t *b)
{
    *a = account->owner;
    *b = (uint64_t)account->table | (uint64_t)account->seat << 32 | (uint64_t)account->kind << 40;
}

struct uth_account book_account_of(uint64_t a, uint64_t b)
{
    return (struct uth_account){
        .owner = a,
        .table = (uint32_t)b,
        .seat = (uint8_t)(b >> 32),
        .kind = (uint8_t)(b >> 40),
    };
}

// The record, loaded when it is new.
static struct map_record *known(struct book *book, struct map *map, uint64_t a, uint64_t b,
                                enum book_part part, enum store_status *status)
{
    bool is_new;
    struct map_record *record = map_get(map, a, b, &is_new);
    *status = record == NULL ? STORE_ERR_MEMORY : STORE_OK;
    const bool is_nothing = part == BOOK_ACCOUNT && book->has_all_accounts;
    if (record != NULL && is_new && !is_nothing && book->load != NULL) {
        *status = book->load(book->context, part, record);
        if (*status != STORE_OK) {
            map_drop_last(map); // zeros that are not known to be zero
        }
    }
    return *status == STORE_OK ? record : NULL;
}

struct map_record *book_table(struct book *book, uint32_t table, enum store_status *status)
{
    return known(book, &book->tables, table, 0, BOOK_TABLE, status);
}

// ---- balances ---------------------------------------------------------------------------------

static struct map_record *account(struct book *book, const struct uth_account *which,
                                  enum store_status *status)
{
    uint64_t a;
    uint64_t b;
    book_account_key(which, &a, &b);
    return known(book, &book->accounts, a, b, BOOK_ACCOUNT, status);
}

// Adds to the trial balance, which starts as the balance for each batch.
static enum store_status try_add(struct book *book, const struct uth_account *which, int64_t cents)
{
    enum store_status status;
    struct map_record *record = account(book, which, &status);
    if (record == NULL) {
        return status;
    }
    if (record->trial_turn != book->batch_turn) {
        record->trial_turn = book->batch_turn;
        record->trial = record->number[0];
        book->tried[book->tried_count++] = (uint32_t)(record - book->accounts.records);
    }
    // Both are within 2^53, so the sum may be judged after it was made.
    const int64_t sum = record->trial + cents;
    if (!uth_money_in_range(sum)) {
        return STORE_ERR_MONEY;
    }
    record->trial = sum;
    return STORE_OK;
}

static enum uth_account_kind kind_of(const struct map_record *account)
{
    return (enum uth_account_kind)book_account_of(account->a, account->b).kind;
}

static enum store_status judge_postings(struct book *book, const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->posting_count; i++) {
        const struct uth_posting *posting = &batch->postings[i];
        if (posting->amount.cents <= 0 || !uth_money_in_range(posting->amount.cents)) {
            return STORE_ERR_MONEY;
        }
        if (posting->debit.kind >= UTH_ACCOUNT_COUNT || posting->credit.kind >= UTH_ACCOUNT_COUNT) {
            return STORE_ERR_BATCH;
        }
        enum store_status status = try_add(book, &posting->debit, -posting->amount.cents);
        if (status == STORE_OK) {
            status = try_add(book, &posting->credit, posting->amount.cents);
        }
        if (status != STORE_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < book->tried_count; i++) {
        const struct map_record *record = &book->accounts.records[book->tried[i]];
        if (record->trial < 0 && uth_account_is_players(kind_of(record))) {
            return STORE_ERR_BALANCE;
        }
    }
    return STORE_OK;
}

enum store_status book_validate(struct book *book, const struct store_batch *batch)
{
    enum store_status status;
    const struct map_record *table = book_table(book, batch->table, &status);
    if (table == NULL) {
        return status;
    }
    if ((int64_t)batch->epoch != table->number[1] + batch_takes_over(batch)) {
        return STORE_ERR_FENCED;
    }
    book->batch_turn++;
    book->tried_count = 0;
    return judge_postings(book, batch);
}

static void settle_accounts(struct book *book)
{
    for (size_t i = 0; i < book->tried_count; i++) {
        struct map_record *record = &book->accounts.records[book->tried[i]];
        record->number[0] = record->trial;
        map_touch(&book->accounts, record, book->turn);
    }
}

// ---- rounds, players, states ------------------------------------------------------------------------

// A player once for each opening of a round.
static enum store_status note_player(struct book *book, struct map_record *round, uint64_t player)
{
    bool is_new;
    round->trial = round->trial != 0 ? round->trial : ++book->openings;
    struct map_record *record = map_get(&book->played, player, (uint64_t)round->trial, &is_new);
    if (record != NULL && is_new) {
        record->number[BOOK_PLAYED_MS] = round->number[BOOK_ROUND_OPENED];
        record->number[BOOK_PLAYED_TABLE] = (int64_t)round->a;
        record->number[BOOK_PLAYED_ROUND] = (int64_t)round->b;
        map_touch(&book->played, record, book->turn);
    }
    return record != NULL ? STORE_OK : STORE_ERR_MEMORY;
}

static enum store_status open_round(struct book *book, const struct store_batch *batch,
                                    uint64_t number)
{
    bool is_new;
    struct map_record *record = map_get(&book->rounds, batch->table, number, &is_new);
    if (record == NULL) {
        return STORE_ERR_MEMORY;
    }
    record->number[BOOK_ROUND_FIRST] = (int64_t)batch->sequence;
    record->number[BOOK_ROUND_LAST] = 0;
    record->number[BOOK_ROUND_OPENED] = batch->time_ms;
    record->number[BOOK_ROUND_ENDED] = 0;
    record->trial = 0;
    map_touch(&book->rounds, record, book->turn);
    return note_player(book, record, STORE_HOUSE);
}

static enum store_status end_round(struct book *book, const struct store_batch *batch)
{
    enum store_status status;
    struct map_record *record =
        known(book, &book->rounds, batch->table, batch->round, BOOK_ROUND, &status);
    // A round that was never opened has no row to end, and a round ends once.
    if (record != NULL && record->number[BOOK_ROUND_FIRST] != 0 &&
        record->number[BOOK_ROUND_LAST] == 0) {
        record->number[BOOK_ROUND_LAST] = (int64_t)batch->sequence;
        record->number[BOOK_ROUND_ENDED] = batch->time_ms;
        map_touch(&book->rounds, record, book->turn);
    }
    return status;
}

static enum store_status take_events(struct book *book, const struct store_batch *batch)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < batch->event_count && status == STORE_OK; i++) {
        const struct uth_event *event = &batch->events[i];
        if (event->kind == UTH_EVENT_OPENED) {
            status = open_round(book, batch, event->as.opened.number & INT64_MAX);
        } else if (event->kind == UTH_EVENT_ENDED || event->kind == UTH_EVENT_VOIDED) {
            status = end_round(book, batch);
        }
    }
    return status;
}

static bool is_at_the_table(const struct uth_account *account)
{
    return account->owner != STORE_HOUSE &&
           (account->kind == UTH_ACCOUNT_CHIPS || account->kind == UTH_ACCOUNT_WAGERS ||
            account->kind == UTH_ACCOUNT_BANK);
}

// A posting behind the end of its round makes nobody a player of it.
static enum store_status take_player(struct book *book, const struct store_batch *batch,
                                     const struct uth_posting *posting)
{
    const bool debit = is_at_the_table(&posting->debit);
    const bool credit = is_at_the_table(&posting->credit);
    enum store_status status;
    if (posting->round == 0 || posting->round > INT64_MAX || posting->table != batch->table ||
        (!debit && !credit)) {
        return STORE_OK;
    }
    struct map_record *round =
        known(book, &book->rounds, posting->table, posting->round, BOOK_ROUND, &status);
    if (round == NULL || round->number[BOOK_ROUND_FIRST] == 0 ||
        (round->number[BOOK_ROUND_LAST] != 0 &&
         round->number[BOOK_ROUND_LAST] != (int64_t)batch->sequence)) {
        return status;
    }
    if (debit) {
        status = note_player(book, round, posting->debit.owner);
    }
    return status == STORE_OK && credit ? note_player(book, round, posting->credit.owner) : status;
}

static enum store_status take_players(struct book *book, const struct store_batch *batch)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < batch->posting_count && status == STORE_OK; i++) {
        const struct uth_posting *posting = &batch->postings[i];
        status = take_player(book, batch, posting);
    }
    return status;
}

bool store_is_state(enum store_entry_kind kind)
{
    return kind == STORE_ENTRY_METER || kind == STORE_ENTRY_USER || kind == STORE_ENTRY_TABLE ||
           kind == STORE_ENTRY_SNAPSHOT || kind == STORE_ENTRY_PROFILE ||
           kind == STORE_ENTRY_INVENTORY || kind == STORE_ENTRY_DISPUTE;
}

static enum store_status take_entries(struct book *book, const struct store_batch *batch,
                                      struct store_bytes body, size_t index)
{
    for (size_t i = 0; i < batch->entry_count; i++) {
        bool is_new;
        const struct store_entry *entry = &batch->entries[i];
        if (!store_is_state(entry->kind)) {
            continue;
        }
        struct map_record *record =
            map_get(&book->states, entry->id, (uint64_t)entry->kind, &is_new);
        if (record == NULL) {
            return STORE_ERR_MEMORY;
        }
        record->number[0] = (int64_t)book->position;
        record->number[1] = (int64_t)index;
        record->number[2] = entry->bytes.data - body.data;
        record->number[3] = (int64_t)entry->bytes.size;
        if (book->hashes_states) {
            store_request_hash(entry->bytes.data, entry->bytes.size, record->hash);
        }
        map_touch(&book->states, record, book->turn);
    }
    return STORE_OK;
}

enum store_status book_follow(struct book *book, const struct store_batch *batch,
                              struct store_bytes body, size_t index)
{
    enum store_status status = take_events(book, batch);
    status = status != STORE_OK ? status : take_players(book, batch);
    return status != STORE_OK ? status : take_entries(book, batch, body, index);
}

// Copies the records a round of which is still open.
static enum store_status keep_open(const struct book *book, const struct map *from, struct map *to,
                                   bool (*is_open)(const struct book *book,
                                                   const struct map_record *record))
{
    for (size_t i = 0; i < from->count; i++) {
        bool is_new;
        if (!is_open(book, &from->records[i])) {
            continue;
        }
        struct map_record *record = map_get(to, from->records[i].a, from->records[i].b, &is_new);
        if (record == NULL) {
            return STORE_ERR_MEMORY;
        }
        *record = from->records[i];
        record->touched = 0;
    }
    return STORE_OK;
}

static bool round_is_open(const struct book *book, const struct map_record *round)
{
    (void)book;
    return round->number[BOOK_ROUND_FIRST] != 0 && round->number[BOOK_ROUND_LAST] == 0;
}

static bool played_round_is_open(const struct book *book, const struct map_record *played)
{
    const struct map_record *round =
        map_find(&book->rounds, (uint64_t)played->number[BOOK_PLAYED_TABLE],
                 (uint64_t)played->number[BOOK_PLAYED_ROUND]);
    return round != NULL && round->trial == (int64_t)played->b;
}

static enum store_status forget(struct book *book, struct map *map,
                                bool (*is_open)(const struct book *book,
                                                const struct map_record *record))
{
    struct map open = {0};
    const enum store_status status = keep_open(book, map, &open, is_open);
    if (status != STORE_OK) {
        map_finish(&open);
        return status;
    }
    map_finish(map);
    *map = open;
    return STORE_OK;
}

enum store_status book_forget_ended(struct book *book)
{
    const enum store_status status = forget(book, &book->rounds, round_is_open);
    return status != STORE_OK ? status : forget(book, &book->played, played_round_is_open);
}

// ---- a batch ----------------------------------------------------------------------------------

static void link_batch(struct book *book, struct map_record *table, const struct store_batch *batch,
                       struct store_bytes body, struct book_link *link)
{
    uint8_t record_hash[STORE_HASH_SIZE];
    book->position++;
    map_touch(&book->tables, table, book->turn);
    table->number[0] = (int64_t)batch->sequence;
    table->number[1] = batch->epoch;
    link->position = book->position;
    memcpy(link->before, book->hash, STORE_HASH_SIZE);
    chain_record(book->id, book->position, body, record_hash);
    chain_link(book->hash, record_hash, book->hash);
    link->checksum = chain_checksum(record_hash);
}

enum store_status book_apply(struct book *book, const struct store_batch *batch,
                             struct store_bytes body, size_t index, struct book_link *link)
{
    enum store_status status;
    struct map_record *table = book_table(book, batch->table, &status);
    if (table == NULL) {
        return status;
    }
    link_batch(book, table, batch, body, link);
    link->begins_day = batch->time_ms / BOOK_DAY_MS > book->day;
    book->day = link->begins_day ? batch->time_ms / BOOK_DAY_MS : book->day;
    settle_accounts(book);
    return book_follow(book, batch, body, index);
}
