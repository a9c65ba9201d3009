#include "office/history.h"

#include <string.h>

#include "office/inside.h"

// ---- which ------------------------------------------------------------------------------------

struct listing {
    const struct office_history_query *query;
    struct office_history_round *rounds;
    size_t count;
};

static bool list_played(void *context, const struct store_played *played)
{
    struct listing *listing = context;
    if (listing->query->table != 0 && listing->query->table != played->table) {
        return true;
    }
    listing->rounds[listing->count++] = (struct office_history_round){
        .table = played->table, .round = played->round, .opened_ms = played->time_ms};
    return listing->count < listing->query->limit;
}

// ---- what -------------------------------------------------------------------------------------

struct adding {
    struct office_history_round *round;
    uint64_t player;
    uint64_t seen[UTH_SEATS_MAX];
};

static void add_result(void *context, uint64_t player, int64_t cents)
{
    struct adding *adding = context;
    if (player == adding->player) {
        adding->round->net.cents += cents;
    }
}

static void note_player(struct adding *adding, const struct uth_account *account)
{
    const bool plays = account->kind == UTH_ACCOUNT_WAGERS || account->kind == UTH_ACCOUNT_BANK;
    if (plays && account->seat >= 1 && account->seat <= UTH_SEATS_MAX &&
        adding->seen[account->seat - 1] == 0) {
        adding->seen[account->seat - 1] = account->owner;
        adding->round->players++;
    }
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

static void add_posting(struct adding *adding, const struct uth_posting *posting)
{
    const int64_t sign = posting->reverses != 0 ? -1 : 1;
    const uint64_t owner = posting->reverses != 0 ? posting->credit.owner : posting->debit.owner;
    note_player(adding, &posting->debit);
    note_player(adding, &posting->credit);
    const bool his = adding->player == STORE_HOUSE || owner == adding->player;
    if (posting->reason == UTH_POSTED_WAGER || posting->reason == UTH_POSTED_PLAY) {
        adding->round->staked.cents += his ? sign * posting->amount.cents : 0;
    } else if (posting->reason == UTH_POSTED_WAGER_TAKEN_BACK) {
        const uint64_t back = posting->reverses != 0 ? posting->debit.owner : posting->credit.owner;
        const bool his_back = adding->player == STORE_HOUSE || back == adding->player;
        adding->round->staked.cents -= his_back ? sign * posting->amount.cents : 0;
    } else if (posting->reason == UTH_POSTED_FEE) {
        adding->round->fees.cents += sign * posting->amount.cents;
    }
    if (adding->player == STORE_HOUSE) {
        adding->round->net.cents += house_part(posting);
    } else {
        day_of_posting(posting, add_result, adding);
    }
}

static bool add_batch(void *context, const struct store_record *record)
{
    struct adding *adding = context;
    const struct store_batch *batch = &record->batch;
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

static enum store_status add_up(struct store *store, uint64_t player,
                                struct office_history_round *round)
{
    struct store_round where;
    struct adding adding = {.round = round, .player = player};
    enum store_status status = store_round(store, round->table, round->round, &where);
    if (status != STORE_OK) {
        return status;
    }
    round->ended_ms = where.ended_ms;
    const uint64_t last = where.last_sequence != 0 ? where.last_sequence : UINT64_MAX;
    return store_read_table(store, round->table, where.first_sequence, last, add_batch, &adding);
}

bool office_history(struct store *store, const struct office_history_query *query,
                    struct office_history_round *rounds, size_t *count, struct office_fault *fault)
{
    struct listing listing = {.query = query, .rounds = rounds};
    UTH_CHECK(query->limit >= 1 && query->limit <= OFFICE_HISTORY_MAX);
    enum store_status status =
        store_played(store, query->player, query->since_ms, INT64_MAX, list_played, &listing);
    for (size_t i = 0; status == STORE_OK && i < listing.count; i++) {
        status = add_up(store, query->player, &rounds[i]);
    }
    *count = listing.count;
    return status == STORE_OK || office_fail_store(fault, store, status);
}
