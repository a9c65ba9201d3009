#include "room/step.h"

#include <string.h>

struct room_fact room_fact_of(enum room_fact_kind kind, uint8_t seat)
{
    struct room_fact fact;
    memset(&fact, 0, sizeof fact);
    fact.kind = (uint8_t)kind;
    fact.seat = seat;
    return fact;
}

void step_fact(struct step *step, const struct room_fact *fact)
{
    UTH_CHECK(step->batch->fact_count < ROOM_FACTS_MAX);
    step->batch->facts[step->batch->fact_count++] = *fact;
    room_apply_fact(step->table, fact);
}

static void say_posting(struct step *step, const struct uth_posting *posting)
{
    struct room_batch *batch = step->batch;
    UTH_CHECK(batch->posting_count < sizeof batch->postings / sizeof batch->postings[0]);
    batch->postings[batch->posting_count++] = *posting;
    room_apply_posting(step->table, posting);
}

void step_post(struct step *step, enum uth_posting_reason reason, uint8_t seat, uth_money amount)
{
    const struct uth_place place = {
        .player = seat == 0 ? 0 : room_seat_read(step->table, seat)->player,
        .table = step->table->id,
        .seat = seat,
    };
    const struct uth_posting posting = uth_posting_make(reason, &place, UTH_WAGER_COUNT, amount);
    say_posting(step, &posting);
}

// ---- the round --------------------------------------------------------------------------------

static struct uth_parties parties_of(const struct room_table *table)
{
    struct uth_parties parties = {.table = table->id};
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        parties.players[i] = table->seats[i].player;
    }
    return parties;
}

// An event is posted on the round as it was before, then applied.
void step_events(struct step *step, const struct uth_events *events)
{
    struct room_batch *batch = step->batch;
    const struct uth_parties parties = parties_of(step->table);
    struct uth_postings postings;
    for (unsigned i = 0; i < events->count; i++) {
        const struct uth_event *event = &events->list[i];
        uth_ledger_post(&parties, &step->table->round, event, &postings);
        for (unsigned j = 0; j < postings.count; j++) {
            say_posting(step, &postings.list[j]);
        }
        UTH_CHECK(batch->event_count < sizeof batch->events / sizeof batch->events[0]);
        batch->events[batch->event_count++] = *event;
        const int64_t fees = room_fees(step->world, step->table).cents;
        uth_round_apply(&step->table->round, event);
        if (event->kind == UTH_EVENT_WAGERED && room_fees(step->world, step->table).cents != fees) {
            room_fee_is_due_anew(step);
        }
    }
    batch->round = step->table->round.number;
}

enum uth_status step_round(struct step *step, const struct uth_command *command)
{
    struct uth_events events = {.count = 0};
    const enum uth_status status =
        uth_round_decide(step->world->rules, &step->table->round, command, &events);
    if (status == UTH_OK) {
        step_events(step, &events);
    }
    return status;
}

// ---- the meter --------------------------------------------------------------------------------

static void say_entry(struct step *step, const struct uth_meter_entry *entry)
{
    struct uth_controller *meter = step->world->meter;
    if (step->kept != NULL && !step->meter_kept) {
        *step->kept = *meter;
        step->meter_kept = true;
    }
    struct uth_postings postings;
    uth_entry_post(entry, &postings);
    for (unsigned i = 0; i < postings.count; i++) {
        say_posting(step, &postings.list[i]);
    }
    UTH_CHECK(step->batch->entry_count < ROOM_ENTRIES_MAX);
    step->batch->entries[step->batch->entry_count++] = *entry;
    uth_controller_apply(meter, entry);
}

enum uth_status step_manager(struct step *step, struct uth_controller_command command)
{
    UTH_CHECK(step->world->meter != NULL && !step->world->meter_busy);

    command.who = step->who;
    command.time_ms = step->world->now_ms;
    command.table = step->table->id;
    struct uth_entries entries = {.count = 0};
    const enum uth_status status = uth_controller_decide(&step->world->rules->progressive,
                                                         step->world->meter, &command, &entries);
    for (unsigned i = 0; status == UTH_OK && i < entries.count; i++) {
        say_entry(step, &entries.list[i]);
    }
    return status;
}

// ---- the rest ---------------------------------------------------------------------------------

static struct room_fact state_fact(const struct room_table *table)
{
    struct room_fact fact = room_fact_of(ROOM_FACT_STATE, 0);
    fact.small[ROOM_SMALL_STATE_STATE] = table->state;
    fact.small[ROOM_SMALL_STATE_PAUSED] = table->paused;
    fact.small[ROOM_SMALL_STATE_JACKPOT] = table->jackpot;
    fact.as.state.since_ms = table->since_ms;
    fact.as.state.deadline_ms = table->deadline_ms;
    return fact;
}

void step_state(struct step *step, enum room_state state, int64_t deadline_ms)
{
    struct room_fact fact = state_fact(step->table);
    fact.small[ROOM_SMALL_STATE_STATE] = (uint8_t)state;
    fact.as.state.since_ms = step->world->now_ms;
    fact.as.state.deadline_ms = deadline_ms;
    step_fact(step, &fact);
}

void step_flags(struct step *step, bool paused, bool jackpot)
{
    struct room_fact fact = state_fact(step->table);
    fact.small[ROOM_SMALL_STATE_PAUSED] = paused;
    fact.small[ROOM_SMALL_STATE_JACKPOT] = jackpot;
    step_fact(step, &fact);
}

void step_seat(struct step *step, uint8_t seat, const struct room_seat *changed)
{
    struct room_fact fact = room_fact_of(ROOM_FACT_SEAT, seat);
    fact.small[ROOM_SMALL_SEAT_READY] = changed->ready;
    fact.small[ROOM_SMALL_SEAT_SITS_OUT] = changed->sits_out;
    fact.small[ROOM_SMALL_SEAT_LEAVING] = changed->leaving;
    fact.small[ROOM_SMALL_SEAT_ABSENT] = changed->absent;
    fact.small[ROOM_SMALL_SEAT_BANK_ONCE] = changed->bank_once;
    fact.as.posted.bank = changed->bank;
    if (memcmp(changed, room_seat_read(step->table, seat), sizeof *changed) != 0) {
        step_fact(step, &fact);
    }
}

void step_rotation(struct step *step, const struct uth_rotation *rotation, uint64_t last_banker)
{
    struct room_fact fact = room_fact_of(ROOM_FACT_ROTATION, 0);
    fact.as.bank.rotation = *rotation;
    fact.as.bank.last_banker = last_banker;
    step_fact(step, &fact);
}
