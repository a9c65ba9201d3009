// Applying: the one place where a table changes. Used live and in replay; it must stay able to read
// every batch that was ever stored.
#include "room/step.h"

#include <string.h>

_Static_assert(sizeof(struct room_config) == 216, "no padding in a configuration");
_Static_assert(sizeof(struct room_seat) == 96, "no padding in a seat");
_Static_assert(sizeof(struct uth_rotation) == 6, "no padding in a rotation");
_Static_assert(sizeof(struct room_call) == 128, "no padding in a call");
_Static_assert(sizeof(struct room_table) ==
                   64 + 2 * sizeof(struct room_config) + UTH_SEATS_MAX * sizeof(struct room_seat) +
                       sizeof(struct room_recent[ROOM_RECENT_PEOPLE]) + (size_t)2 * ROOM_SECRET +
                       sizeof(struct room_roster) + sizeof(struct room_muted[ROOM_MUTED_MAX]) +
                       sizeof(struct room_ticks) + sizeof(struct room_call) +
                       sizeof(struct uth_round),
               "no padding in a table");
_Static_assert(sizeof(struct room_fact) == 264, "facts are stored as they are");

// ---- chips ------------------------------------------------------------------------------------

static void move_chips(struct room_table *table, const struct uth_account *account,
                       uth_money change)
{
    if (account->kind == UTH_ACCOUNT_CHIPS && account->table == table->id) {
        struct room_seat *seat = room_seat_at(table, account->seat);
        seat->chips = uth_money_sum(seat->chips, change);
    } else if (account->kind == UTH_ACCOUNT_PROVIDER && account->table == table->id) {
        table->bankroll = uth_money_sum(table->bankroll, change);
    }
}

// Chips lie in front of players, a provider's bankroll beside them; what lies elsewhere the books
// know.
void room_apply_posting(struct room_table *table, const struct uth_posting *posting)
{
    move_chips(table, &posting->debit, uth_money_negative(posting->amount));
    move_chips(table, &posting->credit, posting->amount);
}

// ---- facts ------------------------------------------------------------------------------------

static void apply_configured(struct room_table *table, const struct room_fact *fact)
{
    const bool waits = fact->kind == ROOM_FACT_CONFIG_WAITS;
    if (waits) {
        table->waiting = fact->as.config;
    } else {
        table->config = fact->as.config;
        memset(&table->waiting, 0, sizeof table->waiting);
    }
    table->config_waits = waits;
    if (!waits) {
        memset(&table->ticks, 0, sizeof table->ticks); // another machine may be at the table
    }
}

static void forget_trust(struct room_table *table, unsigned seat)
{
    const unsigned others = ~(1U << (seat - 1));
    table->finished = (uth_seat_set)(table->finished & others);
    table->faithful = (uth_seat_set)(table->faithful & others);
}

// Chips come with a posting, before or after.
static void apply_sat(struct room_table *table, const struct room_fact *fact)
{
    struct room_seat *seat = room_seat_at(table, fact->seat);
    *seat = (struct room_seat){.player = fact->as.who.player,
                               .chips = seat->chips,
                               .role = fact->small[ROOM_SMALL_SAT_ROLE]};
    forget_trust(table, fact->seat);
}

static void apply_stood(struct room_table *table, const struct room_fact *fact)
{
    struct room_seat *seat = room_seat_at(table, fact->seat);
    *seat = (struct room_seat){.chips = seat->chips};
    forget_trust(table, fact->seat);
}

static void apply_seat(struct room_table *table, const struct room_fact *fact)
{
    struct room_seat *seat = room_seat_at(table, fact->seat);
    seat->ready = fact->small[ROOM_SMALL_SEAT_READY];
    seat->sits_out = fact->small[ROOM_SMALL_SEAT_SITS_OUT];
    seat->leaving = fact->small[ROOM_SMALL_SEAT_LEAVING];
    seat->absent = fact->small[ROOM_SMALL_SEAT_ABSENT];
    seat->bank_once = fact->small[ROOM_SMALL_SEAT_BANK_ONCE];
    seat->bank = fact->as.posted.bank;
}

static void apply_part(struct room_table *table, const struct room_fact *fact)
{
    struct room_seat *seat = room_seat_at(table, fact->seat);
    if (fact->kind == ROOM_FACT_PART_COMMITTED) {
        seat->committed = 1;
        memcpy(seat->commitment, fact->as.seed.bytes, sizeof seat->commitment);
    } else {
        seat->revealed = 1;
        memcpy(seat->part, fact->as.seed.bytes, sizeof seat->part);
    }
}

static void apply_roster(struct room_table *table, const struct room_fact *fact)
{
    table->roster = fact->as.roster;
    table->rostered = 1;
}

// Whoever withheld before has a new place, in front.
static void apply_withheld(struct room_table *table, const struct room_fact *fact)
{
    unsigned at = 0;
    while (at < ROOM_MUTED_MAX - 1 && table->muted[at].player != fact->as.withheld.player) {
        at++;
    }
    memmove(&table->muted[1], &table->muted[0], at * sizeof table->muted[0]);
    table->muted[0] = (struct room_muted){fact->as.withheld.player, fact->as.withheld.until};
}

static void apply_trusted(struct room_table *table, const struct room_fact *fact)
{
    table->finished = fact->small[ROOM_SMALL_TRUSTED_FINISHED];
    table->faithful = fact->small[ROOM_SMALL_TRUSTED_FAITHFUL];
}

static void apply_committed(struct room_table *table, const struct room_fact *fact)
{
    memcpy(table->commitment, fact->as.seed.bytes, sizeof table->commitment);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        struct room_seat *seat = &table->seats[i];
        seat->ready = 0;
        seat->committed = seat->revealed = 0;
        memset(seat->commitment, 0, sizeof seat->commitment);
        memset(seat->part, 0, sizeof seat->part);
    }
    table->rostered = 0;
    memset(&table->roster, 0, sizeof table->roster);
    // The machine stays as it was set, and who was called is called no more once somebody came.
    const uint64_t set = table->ticks.of[0] & UINT64_C(1) << ROOM_STEP_UTH_MODE;
    memset(&table->ticks, 0, sizeof table->ticks);
    table->ticks.of[0] = set;
    if (table->call.state == ROOM_CALL_TAKEN) {
        memset(&table->call, 0, sizeof table->call);
    }
}

static void apply_ticked(struct room_table *table, const struct room_fact *fact)
{
    const uint8_t as = fact->small[ROOM_SMALL_TICKED_AS];
    for (unsigned i = 0; i <= UTH_SEATS_MAX; i++) {
        const uint64_t bits = fact->as.ticked.ticks.of[i];
        table->ticks.of[i] |= as == ROOM_TICKED ? bits : 0;
        table->ticks.of[i] &= as == ROOM_UNTICKED ? ~bits : UINT64_MAX;
    }
}

static void apply_drawn(struct room_table *table, const struct room_fact *fact)
{
    table->drawn = fact->small[ROOM_SMALL_DRAWN_SEATS];
    memcpy(table->draw, fact->as.seed.draw, sizeof table->draw);
}

static void apply_secret(struct room_table *table, const struct room_fact *fact)
{
    memcpy(table->secret, fact->as.seed.bytes, sizeof table->secret);
    table->secret_known = 1;
}

static void apply_revealed(struct room_table *table)
{
    memset(table->secret, 0, sizeof table->secret);
    table->secret_known = 0;
}

static void apply_state(struct room_table *table, const struct room_fact *fact)
{
    table->state = fact->small[ROOM_SMALL_STATE_STATE];
    table->paused = fact->small[ROOM_SMALL_STATE_PAUSED];
    table->jackpot = fact->small[ROOM_SMALL_STATE_JACKPOT];
    table->since_ms = fact->as.state.since_ms;
    table->deadline_ms = fact->as.state.deadline_ms;
}

void room_apply_fact(struct room_table *table, const struct room_fact *fact)
{
    UTH_CHECK(room_fact_is_valid(fact));

    switch ((enum room_fact_kind)fact->kind) {
    case ROOM_FACT_CONFIGURED:
    case ROOM_FACT_CONFIG_WAITS: apply_configured(table, fact); break;
    case ROOM_FACT_SAT: apply_sat(table, fact); break;
    case ROOM_FACT_STOOD: apply_stood(table, fact); break;
    case ROOM_FACT_SEAT: apply_seat(table, fact); break;
    case ROOM_FACT_ANSWERED:
        room_recent_note(table, fact->as.answered.person, fact->as.answered.id);
        break;
    case ROOM_FACT_ROTATION:
        table->rotation = fact->as.bank.rotation;
        table->last_banker = fact->as.bank.last_banker;
        break;
    case ROOM_FACT_SECRET: apply_secret(table, fact); break;
    case ROOM_FACT_COMMITTED: apply_committed(table, fact); break;
    case ROOM_FACT_PART_COMMITTED:
    case ROOM_FACT_PART_REVEALED: apply_part(table, fact); break;
    case ROOM_FACT_ROSTER: apply_roster(table, fact); break;
    case ROOM_FACT_WITHHELD: apply_withheld(table, fact); break;
    case ROOM_FACT_TRUSTED: apply_trusted(table, fact); break;
    case ROOM_FACT_REVEALED: apply_revealed(table); break;
    case ROOM_FACT_DRAWN: apply_drawn(table, fact); break;
    case ROOM_FACT_STATE: apply_state(table, fact); break;
    case ROOM_FACT_TICKED: apply_ticked(table, fact); break;
    case ROOM_FACT_RACK: table->rack = fact->small[ROOM_SMALL_RACK_DECK]; break;
    case ROOM_FACT_CALL: table->call = fact->as.call; break;
    // For the log alone.
    case ROOM_FACT_PIT:
    case ROOM_FACT_COUNT: break;
    }
}

// ---- tables and batches -----------------------------------------------------------------------

void room_table_init(struct room_table *table, uint32_t id)
{
    UTH_CHECK(id != 0);
    memset(table, 0, sizeof *table);
    table->id = id;
    table->state = ROOM_STATE_CLOSED;
    table->paused = 1;
}

void room_apply(struct room_table *table, struct uth_controller *meter,
                const struct room_batch *batch)
{
    UTH_CHECK(batch->table == table->id);
    UTH_CHECK(batch->entry_count == 0 || meter != NULL);

    for (uint32_t i = 0; i < batch->event_count; i++) {
        uth_round_apply(&table->round, &batch->events[i]);
    }
    for (uint32_t i = 0; i < batch->posting_count; i++) {
        room_apply_posting(table, &batch->postings[i]);
    }
    for (uint32_t i = 0; i < batch->entry_count; i++) {
        uth_controller_apply(meter, &batch->entries[i]);
    }
    for (uint32_t i = 0; i < batch->fact_count; i++) {
        room_apply_fact(table, &batch->facts[i]);
    }
}

void room_batch_start(struct room_batch *batch, const struct room_table *table, int64_t now_ms)
{
    batch->table = table->id;
    batch->round = table->round.number;
    batch->time_ms = now_ms;
    batch->event_count = 0;
    batch->posting_count = 0;
    batch->entry_count = 0;
    batch->fact_count = 0;
}

bool room_batch_is_empty(const struct room_batch *batch)
{
    return batch->event_count == 0 && batch->posting_count == 0 && batch->entry_count == 0 &&
           batch->fact_count == 0;
}

// The end of a round is the last of its events.
static bool holds_an_end(const struct room_batch *batch)
{
    const uint8_t last =
        batch->event_count == 0 ? UTH_EVENT_OPENED : batch->events[batch->event_count - 1].kind;
    return last == UTH_EVENT_ENDED || last == UTH_EVENT_VOIDED;
}

bool room_batch_has_space(const struct room_batch *batch)
{
    _Static_assert(STEP_EVENTS <= sizeof batch->events / sizeof batch->events[0], "events");
    _Static_assert(STEP_POSTINGS <= sizeof batch->postings / sizeof batch->postings[0], "postings");
    _Static_assert(2 * STEP_ENTRIES <= ROOM_ENTRIES_MAX, "entries");
    _Static_assert(2 * STEP_FACTS <= ROOM_FACTS_MAX, "facts");

    return batch->event_count + STEP_EVENTS <= sizeof batch->events / sizeof batch->events[0] &&
           batch->posting_count + STEP_POSTINGS <=
               sizeof batch->postings / sizeof batch->postings[0] &&
           batch->entry_count + STEP_ENTRIES <= ROOM_ENTRIES_MAX &&
           batch->fact_count + STEP_FACTS <= ROOM_FACTS_MAX && !holds_an_end(batch);
}
