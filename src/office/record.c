#include "office/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "office/inside.h"
#include "wire/record_json.h"

bool office_stored_rules(struct store *store, uint64_t number, struct uth_rules *rules,
                         struct office_fault *fault)
{
    struct store_state found;
    uint8_t *bytes = malloc(STORE_ENTRY_MAX);
    if (bytes == NULL) {
        return office_fail(fault, OFFICE_MEMORY, "out of memory");
    }
    const enum store_status status =
        store_state(store, STORE_ENTRY_PROFILE, number, bytes, STORE_ENTRY_MAX, &found);
    bool fine = false;
    if (status == STORE_ERR_NOT_FOUND) {
        fine =
            office_fail(fault, OFFICE_NOT_FOUND,
                        "the rules it was played by (%016" PRIx64 ") are not in the store", number);
    } else if (status != STORE_OK) {
        fine = office_fail_store(fault, store, status);
    } else {
        fine = office_profile_read(number, found.bytes, rules, fault);
    }
    free(bytes);
    return fine;
}

struct uth_round office_round_before(const struct uth_event *opened, const struct uth_rules *rules)
{
    struct uth_round round;
    const uint8_t deck = opened->small[UTH_SMALL_OPENED_DECK];
    memset(&round, 0, sizeof round);
    round.number = opened->as.opened.number - 1;
    round.phase = round.number == 0 ? UTH_PHASE_IDLE : UTH_PHASE_OVER;
    round.deck_in_play = rules != NULL && rules->decks == 2 && round.number > 0 ? deck ^ 1 : deck;
    return round;
}

// ---- reading ----------------------------------------------------------------------------------

struct reading {
    struct office_record *record;
    struct office_fault *fault;
    struct room_batch *room;
    bool fine;
    bool committed;
    bool won;
    struct uth_meter started; // the meter when the wagers were taken
    uint8_t lengths[UTH_SEATS_MAX];
    uint8_t parts[UTH_SEATS_MAX][ROOM_SECRET];
};

static void read_facts(struct reading *reading)
{
    struct office_record *record = reading->record;
    for (uint32_t i = 0; i < reading->room->fact_count; i++) {
        const struct room_fact *fact = &reading->room->facts[i];
        if (fact->kind == ROOM_FACT_COMMITTED) {
            memcpy(record->fairness.commitment, fact->as.seed.bytes, ROOM_SECRET);
            record->profile = fact->as.seed.profile;
            reading->committed = true;
        } else if (fact->kind == ROOM_FACT_REVEALED) {
            memcpy(record->fairness.deal.secret, fact->as.seed.bytes, ROOM_SECRET);
            record->has_seed = true;
        } else if (fact->kind == ROOM_FACT_CONTRIBUTED) {
            reading->lengths[fact->seat - 1] = fact->small[ROOM_SMALL_CONTRIBUTED_LENGTH];
            memcpy(reading->parts[fact->seat - 1], fact->as.seed.bytes, ROOM_SECRET);
        }
    }
}

// The meter the game's first win was confirmed on is the one it was settled with (manager.h).
static void read_journal(struct reading *reading)
{
    struct office_record *record = reading->record;
    for (uint32_t i = 0; i < reading->room->entry_count; i++) {
        const struct uth_meter_entry *entry = &reading->room->entries[i];
        if (entry->round != record->where.round || entry->table != record->where.table) {
            continue;
        }
        if (entry->kind == UTH_ENTRY_FED) {
            record->has_meter = true;
            record->meter_id = entry->meter;
            record->meter = reading->won ? record->meter : entry->after;
        } else if (entry->kind == UTH_ENTRY_CONFIRMED) {
            record->meter = reading->won ? record->meter : entry->before;
            reading->won = true;
            if (entry->as.award.seed_added.cents != 0) {
                record->meter.seed = entry->as.award.seed_added;
            }
        }
    }
}

static void note_owner(struct office_record *record, const struct uth_account *account)
{
    const bool at_seat = account->kind == UTH_ACCOUNT_WAGERS || account->kind == UTH_ACCOUNT_BANK;
    if (at_seat && account->seat >= 1 && account->seat <= UTH_SEATS_MAX &&
        account->table == record->where.table) {
        record->players[account->seat - 1] = account->owner;
    }
}

static void read_postings(struct reading *reading)
{
    struct office_record *record = reading->record;
    for (uint32_t i = 0; i < reading->room->posting_count; i++) {
        const struct uth_posting *posting = &reading->room->postings[i];
        if (posting->round == record->where.round) {
            note_owner(record, &posting->debit);
            note_owner(record, &posting->credit);
        }
    }
}

static void add_result(void *context, uint64_t player, int64_t cents)
{
    struct office_record *record = context;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (record->players[i] == player) {
            record->results[i].cents += cents;
            return;
        }
    }
}

static bool read_batch(void *context, const struct store_record *stored)
{
    struct reading *reading = context;
    struct office_record *record = reading->record;
    reading->fine = office_decode_room(NULL, &stored->batch, reading->room, reading->fault);
    if (!reading->fine) {
        return false;
    }
    if (record->event_count + reading->room->event_count > OFFICE_EVENTS_MAX) {
        reading->fine = office_fail(reading->fault, OFFICE_FULL,
                                    "the round has more than %d events", OFFICE_EVENTS_MAX);
        return false;
    }
    memcpy(&record->events[record->event_count], reading->room->events,
           reading->room->event_count * sizeof record->events[0]);
    record->event_count += reading->room->event_count;
    read_facts(reading);
    read_journal(reading);
    read_postings(reading);
    for (uint32_t i = 0; i < reading->room->posting_count; i++) {
        if (reading->room->postings[i].round == record->where.round) {
            day_of_posting(&reading->room->postings[i], add_result, record);
        }
    }
    return true;
}

static bool find_round(struct store *store, uint32_t table, uint64_t round,
                       struct store_round *where, struct office_fault *fault)
{
    const enum store_status status = store_round(store, table, round, where);
    if (status == STORE_ERR_NOT_FOUND) {
        return office_fail(fault, OFFICE_NOT_FOUND, "there is no round %" PRIu64 " at table %u",
                           round, table);
    }
    if (status != STORE_OK) {
        return office_fail_store(fault, store, status);
    }
    return where->last_sequence != 0 ||
           office_fail(fault, OFFICE_REFUSED, "round %" PRIu64 " at table %u is still open", round,
                       table);
}

// Events that are no round are refused before they are applied: applying cannot fail.
static bool rebuild(const struct reading *reading, struct office_fault *fault)
{
    struct office_record *record = reading->record;
    if (record->event_count == 0 || record->events[0].kind != UTH_EVENT_OPENED ||
        record->events[0].as.opened.number != record->where.round || !reading->committed) {
        return office_fail(fault, OFFICE_DAMAGED,
                           "round %" PRIu64 " at table %u does not begin with its opening",
                           record->where.round, record->where.table);
    }
    record->round = office_round_before(&record->events[0], NULL);
    for (size_t i = 0; i < record->event_count; i++) {
        uth_round_apply(&record->round, &record->events[i]);
    }
    return record->round.phase == UTH_PHASE_OVER ||
           office_fail(fault, OFFICE_DAMAGED, "round %" PRIu64 " at table %u does not end",
                       record->where.round, record->where.table);
}

static void fill_fairness(const struct reading *reading)
{
    struct office_record *record = reading->record;
    struct wire_fairness *fairness = &record->fairness;
    fairness->deal.table = record->where.table;
    fairness->deal.round = record->where.round;
    fairness->procedure = (enum uth_procedure)record->round.procedure;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (record->round.seats[i].in) {
            fairness->dealt[fairness->dealt_count++] = (uint8_t)(i + 1);
            UTH_CHECK(
                fair_contribute(&fairness->deal, i + 1, reading->parts[i], reading->lengths[i]));
        }
    }
}

bool office_record_read(struct store *store, uint32_t table, uint64_t round,
                        struct office_record *record, struct office_fault *fault)
{
    struct reading reading = {.record = record, .fault = fault, .fine = true};
    memset(record, 0, sizeof *record);
    if (!find_round(store, table, round, &record->where, fault)) {
        return false;
    }
    reading.room = malloc(sizeof *reading.room);
    if (reading.room == NULL) {
        return office_fail(fault, OFFICE_MEMORY, "out of memory");
    }
    const enum store_status status =
        store_read_table(store, table, record->where.first_sequence, record->where.last_sequence,
                         read_batch, &reading);
    free(reading.room);
    if (!reading.fine || status != STORE_OK) {
        return reading.fine && office_fail_store(fault, store, status);
    }
    if (!rebuild(&reading, fault)) {
        return false;
    }
    fill_fairness(&reading);
    return office_stored_rules(store, record->profile, &record->rules, fault);
}

// ---- proving ----------------------------------------------------------------------------------

static bool differs(struct office_fault *fault, const char *what)
{
    return office_fail(fault, OFFICE_DAMAGED, "the record does not hold: %s", what);
}

static bool prove_deck(const struct office_record *record, struct office_fault *fault)
{
    uint8_t commitment[FAIR_COMMITMENT_SIZE];
    uth_card deck[UTH_DECK_SIZE];
    if (!record->has_seed) {
        return differs(fault, "its secret was never revealed");
    }
    fair_commit(record->fairness.deal.secret, commitment);
    if (memcmp(commitment, record->fairness.commitment, sizeof commitment) != 0) {
        return differs(fault, "the secret is not the one that was committed to");
    }
    fair_deck(&record->fairness.deal, deck);
    return record->round.cards_used == 0 || memcmp(deck, record->round.deck, sizeof deck) == 0 ||
           differs(fault, "the deck is not the one its seed makes");
}

// The command that made this event the first of what it made. False when none does.
static bool command_of(const struct office_record *record, const struct uth_event *event,
                       struct uth_command *command)
{
    *command = (struct uth_command){.seat = event->seat};
    switch ((enum uth_event_kind)event->kind) {
    case UTH_EVENT_OPENED:
        command->kind = UTH_COMMAND_OPEN;
        command->bank_seat = event->small[UTH_SMALL_OPENED_BANK_SEAT];
        command->bank_wager = event->as.opened.bank_wager;
        return true;
    case UTH_EVENT_WAGERED:
        command->kind = UTH_COMMAND_WAGER;
        memcpy(command->stakes, event->as.stakes, sizeof command->stakes);
        return true;
    case UTH_EVENT_FEE_TAKEN:
    case UTH_EVENT_COIN_IN:
    case UTH_EVENT_BETS_CLOSED: command->kind = UTH_COMMAND_CLOSE_BETS; return true;
    case UTH_EVENT_DEALT:
        command->kind = UTH_COMMAND_DEAL;
        fair_deck(&record->fairness.deal, command->deck);
        return true;
    case UTH_EVENT_DECIDED:
        command->kind = event->small[UTH_SMALL_DECIDED_BY_SYSTEM] != 0 ? UTH_COMMAND_TIME_OUT
                                                                       : UTH_COMMAND_DECIDE;
        command->decision.action = (enum uth_action)event->small[UTH_SMALL_DECIDED_ACTION];
        command->decision.multiple = event->small[UTH_SMALL_DECIDED_MULTIPLE];
        command->purse.cents = UTH_MONEY_MAX;
        return true;
    case UTH_EVENT_TURNED:
    case UTH_EVENT_SHOWDOWN: command->kind = UTH_COMMAND_TURN; return true;
    case UTH_EVENT_AWARDED:
    case UTH_EVENT_EXPOSED:
    case UTH_EVENT_SETTLED:
    case UTH_EVENT_ROUND_SETTLED:
        command->kind = UTH_COMMAND_SETTLE;
        command->meter = record->meter;
        return true;
    case UTH_EVENT_RACKED:
    case UTH_EVENT_ENDED: command->kind = UTH_COMMAND_END; return true;
    case UTH_EVENT_VOIDED: command->kind = UTH_COMMAND_VOID; return true;
    case UTH_EVENT_COUNT: break;
    }
    return false;
}

static bool prove_play(const struct office_record *record, struct office_fault *fault)
{
    struct uth_round round = office_round_before(&record->events[0], &record->rules);
    size_t at = 0;
    while (at < record->event_count) {
        const struct uth_event *event = &record->events[at];
        struct uth_command command;
        struct uth_events made = {.count = 0};
        if (!command_of(record, event, &command) ||
            uth_round_decide(&record->rules, &round, &command, &made) != UTH_OK ||
            made.count > record->event_count - at ||
            memcmp(made.list, event, made.count * sizeof made.list[0]) != 0) {
            return office_fail(fault, OFFICE_DAMAGED,
                               "the record does not hold: by the rules event %zu (%s) would be"
                               " another",
                               at + 1, uth_event_name((enum uth_event_kind)event->kind));
        }
        for (unsigned i = 0; i < made.count; i++) {
            uth_round_apply(&round, &made.list[i]);
        }
        at += made.count;
    }
    return memcmp(&round, &record->round, sizeof round) == 0 ||
           differs(fault, "played again it ends otherwise");
}

bool office_record_prove(const struct office_record *record, struct office_fault *fault)
{
    return prove_deck(record, fault) && prove_play(record, fault);
}

// ---- out --------------------------------------------------------------------------------------

void office_record_out(const struct office_record *record, struct wire_out *out)
{
    char id[40];
    (void)snprintf(id, sizeof id, "%u:%" PRIu64, record->where.table, record->where.round);
    const struct wire_record line = {.id = id,
                                     .rules = &record->rules,
                                     .round = &record->round,
                                     .meter = record->has_meter ? &record->meter : NULL,
                                     .fairness = record->has_seed ? &record->fairness : NULL};
    wire_out_record(out, &line);
}
