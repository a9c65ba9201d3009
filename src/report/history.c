#include "report/history.h"

#include <string.h>

#include "office/internal.h"
#include "office/record.h"

// ---- which ------------------------------------------------------------------------------------

struct listing {
    const struct history_query *query;
    struct history_round *rounds;
    size_t count;
};

static bool list_played(void *context, const struct store_played *played)
{
    struct listing *listing = context;
    if (listing->query->table != 0 && listing->query->table != played->table) {
        return true;
    }
    listing->rounds[listing->count++] = (struct history_round){
        .table = played->table, .round = played->round, .opened_ms = played->time_ms};
    return listing->count < listing->query->limit;
}

// ---- what -------------------------------------------------------------------------------------

struct adding {
    struct history_round *round;
    struct store_round where; // by the batches themselves
    uint64_t player;
    uint64_t seen[UTH_SEATS_MAX]; // who played: one person once, however many spots (BET-7)
    uth_money wagered;            // by the player before the deal, and left there
    bool banked;                  // by the player
    bool fine;                    // no sum is too large
};

static void add_result(void *context, const struct uth_account *players, int64_t cents)
{
    struct adding *adding = context;
    if (players->owner == adding->player) {
        office_add(&adding->round->net, cents, &adding->fine);
    }
}

static void note_player(struct adding *adding, const struct uth_account *account)
{
    const bool plays = account->kind == UTH_ACCOUNT_WAGERS || account->kind == UTH_ACCOUNT_BANK;
    if (!plays || adding->round->players == UTH_SEATS_MAX) {
        return;
    }
    for (unsigned i = 0; i < adding->round->players; i++) {
        if (adding->seen[i] == account->owner) {
            return;
        }
    }
    adding->seen[adding->round->players++] = account->owner;
}

// The house's part: what went to its tray and drop box, and what came from them. Chips for the tray
// and from it are no result.
static int64_t house_part(const struct uth_posting *posting)
{
    const bool moves =
        posting->debit.kind == UTH_ACCOUNT_CAGE || posting->credit.kind == UTH_ACCOUNT_CAGE;
    const bool receives =
        posting->credit.kind == UTH_ACCOUNT_TRAY || posting->credit.kind == UTH_ACCOUNT_DROP;
    const bool gives =
        posting->debit.kind == UTH_ACCOUNT_TRAY || posting->debit.kind == UTH_ACCOUNT_DROP;
    if (moves || receives == gives) {
        return 0;
    }
    return receives ? posting->amount.cents : -posting->amount.cents;
}

// Who takes their wager back before the deal has no part in the round.
static void note_part(struct adding *adding, const struct uth_posting *posting)
{
    const bool gives = posting->debit.owner == adding->player;
    const bool gets = posting->credit.owner == adding->player;
    if (posting->reason == UTH_POSTED_WAGER && gives) {
        office_add(&adding->wagered, posting->amount.cents, &adding->fine);
    } else if (posting->reason == UTH_POSTED_WAGER_TAKEN_BACK && gets) {
        office_add(&adding->wagered, -posting->amount.cents, &adding->fine);
    }
    adding->banked |= posting->reason == UTH_POSTED_BANK && gives;
}

static void add_posting(struct adding *adding, const struct uth_posting *posting)
{
    const int64_t sign = posting->reverses != 0 ? -1 : 1;
    const uint64_t owner = posting->reverses != 0 ? posting->credit.owner : posting->debit.owner;
    note_player(adding, &posting->debit);
    note_player(adding, &posting->credit);
    if (posting->reverses == 0) {
        note_part(adding, posting);
    }
    const bool counts = adding->player == STORE_HOUSE || owner == adding->player;
    if (posting->reason == UTH_POSTED_WAGER || posting->reason == UTH_POSTED_PLAY) {
        office_add(&adding->round->staked, counts ? sign * posting->amount.cents : 0,
                   &adding->fine);
    } else if (posting->reason == UTH_POSTED_WAGER_TAKEN_BACK) {
        const uint64_t back = posting->reverses != 0 ? posting->debit.owner : posting->credit.owner;
        const bool his_back = adding->player == STORE_HOUSE || back == adding->player;
        office_add(&adding->round->staked, his_back ? -sign * posting->amount.cents : 0,
                   &adding->fine);
    } else if (posting->reason == UTH_POSTED_FEE) {
        office_add(&adding->round->fees, sign * posting->amount.cents, &adding->fine);
    }
    if (adding->player == STORE_HOUSE) {
        office_add(&adding->round->net, house_part(posting), &adding->fine);
    } else {
        day_of_posting(posting, add_result, adding);
    }
}

static bool add_batch(void *context, const struct store_record *record)
{
    struct adding *adding = context;
    const struct store_batch *batch = &record->batch;
    office_round_note(&adding->where, batch);
    for (size_t i = 0; i < batch->posting_count; i++) {
        if (batch->postings[i].round == adding->round->round) {
            add_posting(adding, &batch->postings[i]);
        }
    }
    for (size_t i = 0; i < batch->event_count; i++) {
        adding->round->voided |= batch->events[i].kind == UTH_EVENT_VOIDED;
    }
    return true;
}

static bool add_up(struct store *store, uint64_t player, struct history_round *round,
                   bool *took_part, struct fault *fault)
{
    struct store_round where;
    struct adding adding = {.round = round, .player = player, .fine = true};
    enum store_status status = store_round(store, round->table, round->round, &where);
    if (status == STORE_OK) {
        const uint64_t last = where.last_sequence != 0 ? where.last_sequence : UINT64_MAX;
        round->ended_ms = where.ended_ms;
        status =
            store_read_checked(store, round->table, where.first_sequence, last, add_batch, &adding);
    }
    if (status != STORE_OK) {
        return office_fail_store(fault, store, status);
    }
    if (!office_round_is_where(&adding.where, &where, fault)) {
        return false;
    }
    round->opened_ms = where.opened_ms; // the row it was found by is proved by nothing
    *took_part = player == STORE_HOUSE || adding.wagered.cents > 0 || adding.banked;
    return adding.fine || fault_report(fault, FAULT_DAMAGED,
                                       "round %llu at table %u: a sum is too large;"
                                       " uth audit verify says whether it was changed",
                                       (unsigned long long)round->round, round->table);
}

static bool list_and_add_up(struct store *store, const struct history_query *query,
                            struct history_round *rounds, size_t *count, struct fault *fault)
{
    struct listing listing = {.query = query, .rounds = rounds};
    const enum store_status status =
        store_played(store, query->player, query->since_ms, INT64_MAX, list_played, &listing);
    bool fine = status == STORE_OK || office_fail_store(fault, store, status);
    *count = 0;
    for (size_t i = 0; fine && i < listing.count; i++) {
        bool took_part = false;
        fine = add_up(store, query->player, &rounds[i], &took_part, fault);
        if (took_part) {
            rounds[(*count)++] = rounds[i];
        }
    }
    return fine;
}

// All of one moment: a round that ends meanwhile would contradict its row.
bool report_history(struct store *store, const struct history_query *query,
                    struct history_round *rounds, size_t *count, struct fault *fault)
{
    UTH_CHECK(query->limit >= 1 && query->limit <= HISTORY_MAX);
    const enum store_status status = store_look(store);
    const bool fine = status == STORE_OK ? list_and_add_up(store, query, rounds, count, fault)
                                         : office_fail_store(fault, store, status);
    store_look_end(store);
    return fine;
}
