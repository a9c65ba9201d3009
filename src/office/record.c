#include "office/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "wire/record_json.h"

bool office_stored_rules(struct store *store, uint64_t number, struct uth_rules *rules,
                         struct fault *fault)
{
    struct store_state found;
    uint8_t *bytes = malloc(STORE_ENTRY_MAX);
    if (bytes == NULL) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    const enum store_status status =
        store_state(store, STORE_ENTRY_PROFILE, number, bytes, STORE_ENTRY_MAX, &found);
    bool fine = false;
    if (status == STORE_ERR_NOT_FOUND) {
        fine = fault_report(fault, FAULT_NOT_FOUND,
                            "the rules it was played by (%016" PRIx64 ") are not in the store",
                            number);
    } else if (status != STORE_OK) {
        fine = office_fail_store(fault, store, status);
    } else {
        fine = office_profile_read(number, found.bytes, rules, fault);
    }
    free(bytes);
    return fine;
}

struct uth_round office_round_before(const struct uth_event *opened)
{
    struct uth_round round;
    const uint8_t deck = opened->small[UTH_SMALL_OPENED_DECK];
    memset(&round, 0, sizeof round);
    round.number = opened->as.opened.number - 1;
    round.phase = round.number == 0 ? UTH_PHASE_IDLE : UTH_PHASE_OVER;
    round.deck_in_play = deck; // which was the next one: cards_used is 0
    return round;
}

// ---- the row of a round -----------------------------------------------------------------------

void office_round_note(struct store_round *seen, const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->event_count; i++) {
        const uint8_t kind = batch->events[i].kind;
        if (kind == UTH_EVENT_OPENED) {
            seen->first_sequence = batch->sequence;
            seen->opened_ms = batch->time_ms;
        } else if ((kind == UTH_EVENT_ENDED || kind == UTH_EVENT_VOIDED) &&
                   seen->last_sequence == 0) {
            seen->last_sequence = batch->sequence;
            seen->ended_ms = batch->time_ms;
        }
    }
}

bool office_round_is_where(const struct store_round *seen, const struct store_round *where,
                           struct fault *fault)
{
    return (seen->first_sequence == where->first_sequence && seen->opened_ms == where->opened_ms &&
            seen->last_sequence == where->last_sequence && seen->ended_ms == where->ended_ms) ||
           fault_report(fault, FAULT_DAMAGED,
                        "round %" PRIu64 " at table %u: its row contradicts its batches; uth audit"
                        " verify says whether it was changed",
                        where->round, where->table);
}

// ---- reading ----------------------------------------------------------------------------------

struct reading {
    struct office_record *record;
    struct fault *fault;
    struct room_batch *room;
    bool fine;
    bool committed;
    bool won;
    bool settled;             // what is confirmed afterwards is none of the settlement's
    struct store_round seen;  // where the batches themselves say it begins and ends
    struct uth_meter started; // the meter when the wagers were taken
};

static void note_tick(struct office_record *record, const struct wire_tick *tick)
{
    size_t at = 0;
    while (at < record->tick_count &&
           (record->ticks[at].kind != tick->kind || record->ticks[at].seat != tick->seat)) {
        at++;
    }
    // Ticked twice it was done the first time.
    const bool again = at < record->tick_count && record->ticks[at].as == tick->as;
    if (!again) {
        record->ticks[at] = *tick;
        record->tick_count += at == record->tick_count;
    }
}

static void note_ticks(struct office_record *record, const struct room_fact *fact, int64_t time_ms)
{
    for (unsigned seat = 0; seat <= UTH_SEATS_MAX; seat++) {
        for (unsigned kind = 0; kind < ROOM_STEP_COUNT; kind++) {
            if (room_ticks_has(&fact->as.ticked.ticks, (uint8_t)kind, (uint8_t)seat)) {
                const struct wire_tick tick = {time_ms, fact->as.ticked.who, (uint8_t)kind,
                                               (uint8_t)seat, fact->small[ROOM_SMALL_TICKED_AS]};
                note_tick(record, &tick);
            }
        }
    }
}

static void read_facts(struct reading *reading)
{
    struct office_record *record = reading->record;
    for (uint32_t i = 0; i < reading->room->fact_count; i++) {
        const struct room_fact *fact = &reading->room->facts[i];
        if (fact->kind == ROOM_FACT_COMMITTED) {
            memcpy(record->fairness.deal.commitment, fact->as.seed.bytes, ROOM_SECRET);
            record->profile = fact->as.seed.profile;
            memcpy(record->provider, fact->as.seed.provider, sizeof record->provider);
            record->drawn = fact->small[ROOM_SMALL_DRAWN_SEATS];
            memcpy(record->draw, fact->as.seed.draw, sizeof record->draw);
            reading->committed = true;
        } else if (fact->kind == ROOM_FACT_REVEALED) {
            memcpy(record->fairness.deal.secret, fact->as.seed.bytes, ROOM_SECRET);
            record->has_seed = true;
        } else if (fact->kind == ROOM_FACT_TICKED) {
            note_ticks(record, fact, reading->room->time_ms);
        }
        record->voided_by_pit =
            record->voided_by_pit || (fact->kind == ROOM_FACT_PIT &&
                                      fact->small[ROOM_SMALL_PIT_COMMAND] == ROOM_COMMAND_VOID);
        if (fact->kind == ROOM_FACT_WITHHELD) {
            record->withheld_roles[fact->seat - 1] = fact->small[ROOM_SMALL_WITHHELD_ROLE];
        }
        office_seed_note(&record->fairness, fact);
    }
}

// The last confirmation of a seat counts: one that was backed out can be followed by another.
static void note_confirmed(struct office_record *record, const struct uth_meter_entry *entry)
{
    unsigned at = 0;
    if (entry->seat == 0) {
        return; // nobody's: somebody changed the store
    }
    while (at < record->confirmed_count && record->confirmed[at].seat != entry->seat) {
        at++;
    }
    record->confirmed[at] =
        uth_award_of(entry->seat, (enum uth_progressive_line)entry->line, &entry->as.award);
    record->confirmed_count = (uint8_t)(record->confirmed_count + (at == record->confirmed_count));
}

// The meter the game's first win was confirmed on is the one it was settled with (controller.h).
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
        } else if (entry->kind == UTH_ENTRY_CONFIRMED && !reading->settled) {
            note_confirmed(record, entry);
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

bool office_record_played(const struct office_record *record, unsigned seat)
{
    const struct uth_round *round = &record->round;
    return record->players[seat - 1] != 0 &&
           (round->seats[seat - 1].in || round->bank_seat == seat);
}

// What the seats won or lost, as postings are added up.
struct results {
    uth_money *seats;
    bool fine; // no sum is too large
};

// By the seat, not by who sits there: whoever took their wager back may have sat down elsewhere.
static void add_result(void *context, const struct uth_account *players, int64_t cents)
{
    struct results *results = context;
    if (players->seat >= 1 && players->seat <= UTH_SEATS_MAX) {
        office_add(&results->seats[players->seat - 1], cents, &results->fine);
    }
}

// What the round is played with, beside its events.
static bool read_besides(struct reading *reading)
{
    const struct office_record *record = reading->record;
    const struct uth_meter *meter = &record->meter;
    read_facts(reading);
    read_journal(reading);
    for (uint32_t i = 0; i < reading->room->event_count; i++) {
        reading->settled |= reading->room->events[i].kind == UTH_EVENT_ROUND_SETTLED;
    }
    return meter->amount.cents + meter->reserve.cents + meter->seed.cents <= UTH_METER_MAX ||
           fault_report(reading->fault, FAULT_DAMAGED,
                        "round %" PRIu64 " at table %u: its meter is too large; uth"
                        " audit verify says whether it was changed",
                        record->where.round, record->where.table);
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
        reading->fine = fault_report(reading->fault, FAULT_FULL,
                                     "the round has more than %d events", OFFICE_EVENTS_MAX);
        return false;
    }
    memcpy(&record->events[record->event_count], reading->room->events,
           reading->room->event_count * sizeof record->events[0]);
    record->event_count += reading->room->event_count;
    reading->fine = read_besides(reading);
    if (!reading->fine) {
        return false;
    }
    read_postings(reading);
    office_round_note(&reading->seen, &stored->batch);
    struct results results = {record->results, true};
    for (uint32_t i = 0; i < reading->room->posting_count; i++) {
        if (reading->room->postings[i].round == record->where.round) {
            day_of_posting(&reading->room->postings[i], add_result, &results);
        }
    }
    reading->fine = results.fine;
    return reading->fine || fault_report(reading->fault, FAULT_DAMAGED,
                                         "round %" PRIu64 " at table %u: a result is too large; uth"
                                         " audit verify says whether it was changed",
                                         record->where.round, record->where.table);
}

static bool find_round(struct store *store, uint32_t table, uint64_t round,
                       struct store_round *where, struct fault *fault)
{
    // 0 is the office itself, at which nobody plays.
    const enum store_status status =
        table == 0 ? STORE_ERR_NOT_FOUND : store_round(store, table, round, where);
    if (status == STORE_ERR_NOT_FOUND) {
        return fault_report(fault, FAULT_NOT_FOUND, "there is no round %" PRIu64 " at table %u",
                            round, table);
    }
    if (status != STORE_OK) {
        return office_fail_store(fault, store, status);
    }
    return where->last_sequence != 0 ||
           fault_report(fault, FAULT_REFUSED, "round %" PRIu64 " at table %u is still open", round,
                        table);
}

// Events that are no round are refused before they are applied: applying cannot fail.
static bool rebuild(const struct reading *reading, struct fault *fault)
{
    struct office_record *record = reading->record;
    if (record->where.round > (uint64_t)WIRE_FAIRNESS_ROUND_MAX) {
        return fault_report(fault, FAULT_DAMAGED,
                            "round %" PRIu64
                            " at table %u: no table has played that many; uth audit"
                            " verify says whether it was changed",
                            record->where.round, record->where.table);
    }
    if (record->event_count == 0 || record->events[0].kind != UTH_EVENT_OPENED ||
        record->events[0].as.opened.number != record->where.round || !reading->committed) {
        return fault_report(fault, FAULT_DAMAGED,
                            "round %" PRIu64 " at table %u does not begin with its opening",
                            record->where.round, record->where.table);
    }
    record->round = office_round_before(&record->events[0]);
    for (size_t i = 0; i < record->event_count; i++) {
        if (!uth_round_can_follow(&record->round, &record->events[i])) {
            return fault_report(fault, FAULT_DAMAGED,
                                "round %" PRIu64 " at table %u: its event %zu does not follow those"
                                " before it; uth audit verify says whether it was changed",
                                record->where.round, record->where.table, i + 1);
        }
        uth_round_apply(&record->round, &record->events[i]);
    }
    return true;
}

// The batches of record->where up to a sequence, and the round they make.
static bool read_batches(struct store *store, struct reading *reading, uint64_t last)
{
    const struct store_round *where = &reading->record->where;
    reading->room = malloc(sizeof *reading->room);
    if (reading->room == NULL) {
        return fault_report(reading->fault, FAULT_MEMORY, "out of memory");
    }
    const enum store_status status =
        store_read_checked(store, where->table, where->first_sequence, last, read_batch, reading);
    free(reading->room);
    if (!reading->fine || status != STORE_OK) {
        return reading->fine && office_fail_store(reading->fault, store, status);
    }
    return rebuild(reading, reading->fault) &&
           office_stored_rules(store, reading->record->profile, &reading->record->rules,
                               reading->fault);
}

bool office_record_read(struct store *store, uint32_t table, uint64_t round,
                        struct office_record *record, struct fault *fault)
{
    struct reading reading = {.record = record, .fault = fault, .fine = true};
    memset(record, 0, sizeof *record);
    if (!find_round(store, table, round, &record->where, fault) ||
        !read_batches(store, &reading, record->where.last_sequence)) {
        return false;
    }
    if (record->round.phase != UTH_PHASE_OVER) {
        return fault_report(fault, FAULT_DAMAGED, "round %" PRIu64 " at table %u does not end",
                            round, table);
    }
    if (!office_round_is_where(&reading.seen, &record->where, fault)) {
        return false;
    }
    office_seed_finish(record);
    return true;
}

// ---- proving ----------------------------------------------------------------------------------

static bool differs(const struct office_record *record, const char *what, struct fault *fault)
{
    return fault_report(fault, FAULT_DAMAGED, "round %" PRIu64 " at table %u does not hold: %s",
                        record->where.round, record->where.table, what);
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
        memcpy(command->deck, event->as.deck, sizeof command->deck);
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
        command->confirmed = record->confirmed;
        command->confirmed_count = record->confirmed_count;
        return true;
    case UTH_EVENT_RACKED:
    case UTH_EVENT_ENDED: command->kind = UTH_COMMAND_END; return true;
    case UTH_EVENT_VOIDED: command->kind = UTH_COMMAND_VOID; return true;
    case UTH_EVENT_COUNT: break;
    }
    return false;
}

// A round as it is played again.
struct playing {
    const struct office_record *record; // for its meter
    const struct uth_rules *rules;
    struct uth_round round;
    size_t count; // of events so far
    uth_money nets[UTH_SEATS_MAX];
};

// What the next event of the round wins or loses each seat. False when that is too large.
static bool add_nets(struct playing *playing, const struct uth_event *event)
{
    const struct office_record *record = playing->record;
    struct results results = {playing->nets, true};
    struct uth_parties parties = {.table = record->where.table};
    struct uth_postings postings;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        // Somebody sits there: who it is changes no amount.
        parties.players[i] = i + 1;
    }
    uth_ledger_post(&parties, &playing->round, event, &postings);
    for (uint32_t i = 0; i < postings.count; i++) {
        day_of_posting(&postings.list[i], add_result, &results);
    }
    return results.fine;
}

static bool makes(const struct playing *playing, const struct uth_command *command,
                  const struct uth_event *events, size_t count, struct uth_events *made)
{
    made->count = 0;
    return uth_round_decide(playing->rules, &playing->round, command, made) == UTH_OK &&
           made->count != 0 && made->count <= count &&
           memcmp(made->list, events, made->count * sizeof made->list[0]) == 0;
}

// A win is backed out in the office, of which a table's batches know nothing: the house has paid it then,
// and the amount is still the one that was confirmed.
static void pay_by_house(const struct uth_event *events, size_t count, struct uth_award *awards,
                         unsigned award_count)
{
    for (unsigned i = 0; i < award_count; i++) {
        struct uth_award *award = &awards[i];
        for (size_t k = 0; k < count; k++) {
            const struct uth_win_award *paid = &events[k].as.award;
            if (events[k].kind == UTH_EVENT_AWARDED && events[k].seat == award->seat &&
                paid->from_house.cents == award->amount.cents) {
                *award = uth_award_of(award->seat, award->line, paid);
            }
        }
    }
}

// What the rules make again of the command that made these events. Before the settlement was told what
// had been confirmed it worked all awards out from the meter, and rounds are stored from then.
static bool makes_again(const struct playing *playing, const struct uth_event *events, size_t count,
                        struct uth_events *made)
{
    struct uth_command command;
    struct uth_award awards[UTH_SEATS_MAX];
    if (!command_of(playing->record, events, &command)) {
        return false;
    }
    if (command.confirmed_count != 0) {
        memcpy(awards, command.confirmed, command.confirmed_count * sizeof awards[0]);
        pay_by_house(events, count, awards, command.confirmed_count);
        command.confirmed = awards;
    }
    bool same = makes(playing, &command, events, count, made);
    if (!same && command.confirmed_count != 0) {
        command.confirmed_count = 0;
        same = makes(playing, &command, events, count, made);
    }
    return same;
}

// The same decisions must make the same events, and some.
static bool play_again(struct playing *playing, const struct uth_event *events, size_t count,
                       struct fault *fault)
{
    size_t at = 0;
    while (at < count) {
        const struct uth_event *event = &events[at];
        struct uth_events made = {.count = 0};
        if (!makes_again(playing, event, count - at, &made)) {
            return fault_report(
                fault, FAULT_DAMAGED,
                "round %" PRIu64 " at table %u does not hold: by the rules event %zu"
                " (%s) would differ",
                playing->record->where.round, playing->record->where.table, playing->count + at + 1,
                uth_event_name((enum uth_event_kind)event->kind));
        }
        for (unsigned i = 0; i < made.count; i++) {
            if (!add_nets(playing, &made.list[i])) {
                return differs(playing->record, "a result is too large", fault);
            }
            uth_round_apply(&playing->round, &made.list[i]);
        }
        at += made.count;
    }
    playing->count += count;
    return true;
}

bool office_record_plays(const struct office_record *record, struct fault *fault)
{
    struct playing playing = {.record = record, .rules = &record->rules};
    playing.round = office_round_before(&record->events[0]);
    return play_again(&playing, record->events, record->event_count, fault) &&
           (memcmp(&playing.round, &record->round, sizeof playing.round) == 0 ||
            differs(record, "played again, it ends differently", fault)) &&
           (memcmp(playing.nets, record->results, sizeof playing.nets) == 0 ||
            differs(record, "its postings and its settlement give different results", fault));
}

bool office_record_prove(const struct office_record *record, struct fault *fault)
{
    return office_seed_prove(record, fault) && office_record_plays(record, fault);
}

// ---- a round in play --------------------------------------------------------------------------

struct holding {
    struct reading reading;
    struct playing playing;
};

// Batch by batch: as long as bets are open there is no end to its events.
static bool hold_batch(void *context, const struct store_record *stored)
{
    struct holding *holding = context;
    struct reading *reading = &holding->reading;
    const struct room_batch *room = reading->room;
    struct uth_round *round = &holding->playing.round;
    reading->fine = office_decode_room(NULL, &stored->batch, reading->room, reading->fault) &&
                    read_besides(reading);
    if (reading->fine && holding->playing.count == 0 && room->event_count != 0) {
        *round = office_round_before(&room->events[0]);
        reading->fine =
            room->events[0].kind == UTH_EVENT_OPENED ||
            differs(reading->record, "it does not begin with its opening", reading->fault);
    }
    reading->fine = reading->fine &&
                    play_again(&holding->playing, room->events, room->event_count, reading->fault);
    return reading->fine;
}

static bool holds(struct store *store, struct holding *holding, const struct office_table *table)
{
    struct reading *reading = &holding->reading;
    const enum store_status status =
        store_read_table(store, table->room.id, reading->record->where.first_sequence,
                         table->sequence, hold_batch, holding);
    if (!reading->fine || status != STORE_OK) {
        return reading->fine && office_fail_store(reading->fault, store, status);
    }
    return (memcmp(&holding->playing.round, &table->room.round, sizeof table->room.round) == 0 &&
            reading->record->profile == table->room.config.profile) ||
           fault_report(
               reading->fault, FAULT_DAMAGED,
               "table %u shows a different round than its events produce; uth audit verify says"
               " whether it was changed",
               table->room.id);
}

bool office_validate_round(struct store *store, const struct office_table *table,
                           const struct uth_rules *rules, struct office_record *record,
                           struct fault *fault)
{
    struct holding holding = {.reading = {.record = record, .fault = fault, .fine = true},
                              .playing = {.record = record, .rules = rules}};
    memset(record, 0, sizeof *record);
    const enum store_status status =
        store_round(store, table->room.id, table->room.round.number, &record->where);
    if (status != STORE_OK && status != STORE_ERR_NOT_FOUND) {
        return office_fail_store(fault, store, status);
    }
    if (status != STORE_OK || record->where.last_sequence != 0) {
        return fault_report(fault, FAULT_DAMAGED,
                            "table %u plays round %" PRIu64 ", which is not open; uth audit verify"
                            " says whether it was changed",
                            table->room.id, table->room.round.number);
    }
    holding.reading.room = malloc(sizeof *holding.reading.room);
    if (holding.reading.room == NULL) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    const bool fine = holds(store, &holding, table);
    free(holding.reading.room);
    return fine;
}

// ---- out --------------------------------------------------------------------------------------

// What the round paid is what its events say, also where it was worked out once.
static uint8_t awards_of(const struct office_record *record, struct uth_award awards[UTH_SEATS_MAX])
{
    uint8_t count = 0;
    for (size_t i = 0; i < record->event_count && count < UTH_SEATS_MAX; i++) {
        const struct uth_event *event = &record->events[i];
        if (event->kind == UTH_EVENT_AWARDED) {
            const uint8_t line = event->small[UTH_SMALL_AWARDED_LINE];
            awards[count++] =
                uth_award_of(event->seat, (enum uth_progressive_line)line, &event->as.award);
        }
    }
    return count;
}

const char *office_record_cause(const struct office_record *record)
{
    if (!record->round.voided) {
        return NULL;
    }
    return record->fairness.withheld != 0 ? "withheld"
           : record->voided_by_pit        ? "pit"
           : record->fairness.has_roster  ? "meter"
                                          : "no_wagers";
}

void office_record_out(const struct office_record *record, struct wire_out *out)
{
    struct uth_award awards[UTH_SEATS_MAX];
    struct wire_dispute disputes[OFFICE_ROUND_DISPUTES_MAX];
    char id[40];
    for (unsigned i = 0; i < record->dispute_count; i++) {
        const struct office_dispute *dispute = &record->disputes[i];
        disputes[i] = (struct wire_dispute){
            .id = dispute->id,
            .seat = dispute->seat,
            .opened_ms = dispute->opened_ms,
            .what = dispute->what,
            .decision = office_decision_name((enum office_decision)dispute->decision),
            .decided_ms = dispute->decided_ms,
            .reason = dispute->reason,
        };
    }
    unsigned proposition = 0;
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const bool is_one = office_record_played(record, seat) &&
                            room_is_proposition_player(record->players[seat - 1]);
        proposition |= (unsigned)is_one << (seat - 1);
    }
    (void)snprintf(id, sizeof id, "%u:%" PRIu64, record->where.table, record->where.round);
    const struct wire_record line = {.id = id,
                                     .rules = &record->rules,
                                     .round = &record->round,
                                     .meter = record->has_meter ? &record->meter : NULL,
                                     .confirmed = awards,
                                     .confirmed_count = awards_of(record, awards),
                                     .proposition = (uth_seat_set)proposition,
                                     .provider = record->provider,
                                     .drawn = record->drawn,
                                     .draw = record->draw,
                                     .disputes = disputes,
                                     .dispute_count = record->dispute_count,
                                     .cause = office_record_cause(record),
                                     .fairness = record->has_seed ? &record->fairness : NULL,
                                     .ticks = record->ticks,
                                     .tick_count = record->tick_count};
    wire_out_record(out, &line);
}
