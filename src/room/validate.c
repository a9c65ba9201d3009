// What fits: questions about tables and batches that come out of a database. Whatever play can leave is
// fine by them; what they let pass, play can go on with.
#include "room/step.h"

#include <stddef.h>
#include <string.h>

// ---- each for itself --------------------------------------------------------------------------

static bool is_amount(uth_money amount)
{
    return amount.cents >= 0 && uth_money_in_range(amount.cents);
}

// No clock of ours is later, and what is added to a time cannot wrap.
static bool is_time(int64_t ms)
{
    return ms >= 0 && ms <= INT64_C(1) << 60;
}

// A bool out of a database may be neither.
static bool is_rotation(const struct uth_rotation *rotation)
{
    uint8_t bytes[sizeof *rotation];
    memcpy(bytes, rotation, sizeof bytes);
    return rotation->seat <= UTH_SEATS_MAX && rotation->banker <= UTH_SEATS_MAX &&
           bytes[offsetof(struct uth_rotation, banking)] <= 1 &&
           bytes[offsetof(struct uth_rotation, nobody)] <= 1;
}

// Cards of one deck, none twice.
static bool is_draw(uth_seat_set drawn, const uth_card draw[UTH_SEATS_MAX])
{
    uth_cards seen = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (!uth_seat_set_has(drawn, i + 1)) {
            continue;
        }
        if (draw[i] >= UTH_DECK_SIZE || uth_cards_have(seen, draw[i])) {
            return false;
        }
        seen |= uth_cards_of(draw[i]);
    }
    return true;
}

// A bit is a step that is ticked.
static bool are_ticks(const struct room_ticks *ticks)
{
    uint64_t known = 0;
    bool fine = true;
    for (unsigned i = 0; i < ROOM_STEP_COUNT; i++) {
        known |= (uint64_t)room_step_is_ticked((enum room_step_kind)i) << i;
    }
    for (unsigned i = 0; i <= UTH_SEATS_MAX; i++) {
        fine = fine && (ticks->of[i] & ~known) == 0;
    }
    return fine;
}

// Somebody called, and who came is named.
static bool is_call(const struct room_call *call)
{
    const bool taken = call->state == ROOM_CALL_TAKEN;
    return call->state <= ROOM_CALL_TAKEN && call->reason < ROOM_CALL_COUNT &&
           call->note[sizeof call->note - 1] == '\0' &&
           (call->state == ROOM_CALL_NONE) == (call->by == 0) && is_time(call->since_ms) &&
           is_time(call->taken_ms) && taken == (call->taken_by != 0);
}

bool room_fact_is_valid(const struct room_fact *fact)
{
    const bool seated = fact->seat >= 1 && fact->seat <= UTH_SEATS_MAX;
    switch ((enum room_fact_kind)fact->kind) {
    case ROOM_FACT_SAT: return seated && fact->small[ROOM_SMALL_SAT_ROLE] < ROOM_ROLE_COUNT;
    case ROOM_FACT_SEAT:
        return seated && fact->small[ROOM_SMALL_SEAT_LEAVING] <= ROOM_UNSEATED &&
               is_amount(fact->as.posted.bank);
    case ROOM_FACT_STOOD: return seated;
    case ROOM_FACT_ANSWERED:
        return fact->as.answered.id != 0 && fact->as.answered.person != 0 &&
               fact->as.answered.person < ROOM_SYSTEM;
    case ROOM_FACT_ROTATION: return is_rotation(&fact->as.bank.rotation);
    case ROOM_FACT_PART_COMMITTED:
    case ROOM_FACT_PART_REVEALED: return seated;
    case ROOM_FACT_WITHHELD:
        return seated && fact->small[ROOM_SMALL_WITHHELD_ROLE] < ROOM_ROLE_COUNT &&
               fact->as.withheld.player != 0;
    case ROOM_FACT_STATE:
        return fact->small[ROOM_SMALL_STATE_STATE] < ROOM_STATE_COUNT &&
               is_time(fact->as.state.since_ms) && is_time(fact->as.state.deadline_ms);
    // The seat is whatever was asked for, also where the command looks at none.
    case ROOM_FACT_PIT: return fact->small[ROOM_SMALL_PIT_COMMAND] < ROOM_COMMAND_COUNT;
    case ROOM_FACT_TICKED:
        return fact->small[ROOM_SMALL_TICKED_AS] < ROOM_TICKED_COUNT &&
               are_ticks(&fact->as.ticked.ticks);
    case ROOM_FACT_RACK: return fact->small[ROOM_SMALL_RACK_DECK] <= 2;
    case ROOM_FACT_CALL: return is_call(&fact->as.call);
    case ROOM_FACT_CONFIGURED:
    case ROOM_FACT_CONFIG_WAITS:
    case ROOM_FACT_SECRET:
    case ROOM_FACT_ROSTER:
    case ROOM_FACT_TRUSTED:
    case ROOM_FACT_REVEALED: return true;
    case ROOM_FACT_COMMITTED:
        return room_name_is_text(fact->as.seed.provider) &&
               is_draw(fact->small[ROOM_SMALL_DRAWN_SEATS], fact->as.seed.draw);
    case ROOM_FACT_DRAWN: return is_draw(fact->small[ROOM_SMALL_DRAWN_SEATS], fact->as.seed.draw);
    case ROOM_FACT_COUNT: break;
    }
    return false;
}

bool room_table_is_valid(const struct room_table *table)
{
    bool fine =
        table->id != 0 && table->state < ROOM_STATE_COUNT && is_rotation(&table->rotation) &&
        is_time(table->since_ms) && is_time(table->deadline_ms) && is_amount(table->bankroll) &&
        is_draw(table->drawn, table->draw) && table->rack <= 2 && are_ticks(&table->ticks) &&
        is_call(&table->call) && room_recent_is_valid(table) && table->rostered <= 1;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        fine = fine && is_amount(seat->chips) && is_amount(seat->bank) &&
               seat->role < ROOM_ROLE_COUNT && seat->leaving <= ROOM_UNSEATED &&
               seat->committed <= 1 && seat->revealed <= seat->committed;
    }
    return fine;
}

// Chips before the round they may pay for: both on a copy.
static bool chips_fit(struct room_table *copy, const struct uth_posting *posting)
{
    const struct uth_account *accounts[] = {&posting->debit, &posting->credit};
    for (unsigned i = 0; i < 2; i++) {
        const bool here = accounts[i]->kind == UTH_ACCOUNT_CHIPS && accounts[i]->table == copy->id;
        const int64_t change = i == 0 ? -posting->amount.cents : posting->amount.cents;
        if (here) {
            struct room_seat *seat = room_seat_at(copy, accounts[i]->seat);
            if (!uth_money_in_range(seat->chips.cents + change)) {
                return false;
            }
            seat->chips.cents += change;
        }
        if (accounts[i]->kind == UTH_ACCOUNT_PROVIDER && accounts[i]->table == copy->id) {
            if (!uth_money_in_range(copy->bankroll.cents + change)) {
                return false;
            }
            copy->bankroll.cents += change;
        }
    }
    return true;
}

bool room_can_follow(const struct room_table *table, const struct room_batch *batch)
{
    struct room_table copy = *table;
    bool fine = batch->table == table->id;
    for (uint32_t i = 0; fine && i < batch->event_count; i++) {
        fine = uth_round_can_follow(&copy.round, &batch->events[i]);
        if (fine) {
            uth_round_apply(&copy.round, &batch->events[i]);
        }
    }
    for (uint32_t i = 0; fine && i < batch->posting_count; i++) {
        fine = uth_posting_check(&batch->postings[i]) == UTH_OK &&
               chips_fit(&copy, &batch->postings[i]);
    }
    fine = fine && copy.bankroll.cents >= 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        fine = fine && copy.seats[i].chips.cents >= 0;
    }
    for (uint32_t i = 0; fine && i < batch->fact_count; i++) {
        fine = room_fact_is_valid(&batch->facts[i]);
    }
    return fine;
}

// ---- a table to be played on ------------------------------------------------------------------

static bool seat_fits(const struct room_table *table, uint8_t number)
{
    const struct room_seat *seat = room_seat_read(table, number);
    if (seat->player == 0) {
        return seat->chips.cents == 0;
    }
    const uint64_t automatic = seat->role == ROOM_ROLE_HOUSE ? room_house_player(table->id, number)
                               : seat->role == ROOM_ROLE_PROPOSITION
                                   ? room_proposition_player(table->id, number)
                                   : 0;
    return automatic != 0 ? seat->player == automatic : !room_is_automatic_player(seat->player);
}

// Who plays is fixed from "no more bets" on, and cards are dealt with every part there is.
static bool roster_fits(const struct room_table *table)
{
    const bool open = table->state == ROOM_STATE_BETTING;
    return (table->rostered != 0) == !open &&
           (open || table->state == ROOM_STATE_SEALED || room_parts_missing(table) == 0);
}

// The state follows from the round.
static bool state_fits(const struct room_table *table)
{
    static const uint8_t states[UTH_PHASE_COUNT] = {
        [UTH_PHASE_BETTING] = ROOM_STATE_BETTING, [UTH_PHASE_CLOSED] = ROOM_STATE_PLAYING,
        [UTH_PHASE_PREFLOP] = ROOM_STATE_PLAYING, [UTH_PHASE_FLOP] = ROOM_STATE_PLAYING,
        [UTH_PHASE_RIVER] = ROOM_STATE_PLAYING,   [UTH_PHASE_SHOWDOWN] = ROOM_STATE_PLAYING,
        [UTH_PHASE_SETTLED] = ROOM_STATE_RESULT,
    };
    const bool runs = room_round_runs(table);
    const bool sealed = table->state == ROOM_STATE_SEALED;
    const uint8_t expected = sealed && table->round.phase == UTH_PHASE_BETTING
                                 ? ROOM_STATE_SEALED
                                 : states[table->round.phase];
    return (runs ? table->state == expected && roster_fits(table)
                 : table->state <= ROOM_STATE_OFFERING) &&
           (!sealed || table->deadline_ms != 0) && (table->secret_known != 0) == runs &&
           (!table->jackpot || table->round.phase == UTH_PHASE_SHOWDOWN);
}

// Who has the position posts what the rules let them post; in a round they are the one who banks it.
static bool bank_fits(const struct room_world *world, const struct room_table *table)
{
    const struct uth_rotation *rotation = &table->rotation;
    const bool runs = room_round_runs(table);
    if (!room_is_banked_by_player(world)) {
        return !runs || table->round.bank_seat == 0;
    }
    if (runs) {
        return table->round.bank_seat != 0 && table->round.bank_seat == rotation->seat &&
               uth_rotation_may_bank(rotation, world->rules, rotation->seat) == UTH_OK;
    }
    if (!rotation->banking || rotation->nobody || rotation->seat == 0) {
        return true;
    }
    const uth_money bank = room_seat_read(table, rotation->seat)->bank;
    return bank.cents == 0 || uth_admit_bank(world->rules, rotation->seat, bank) == UTH_OK;
}

// DEAL-1: the deck in play has the rack to itself.
static bool rack_fits(const struct room_table *table)
{
    return table->rack == 0 || !room_round_runs(table) || table->round.cards_used == 0;
}

bool room_table_can_resume(const struct room_world *world, const struct room_table *table)
{
    bool fine = state_fits(table) && rack_fits(table) && bank_fits(world, table) &&
                room_game_is_valid(world, table);
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        fine = fine && seat_fits(table, seat) &&
               (!room_round_runs(table) || !room_takes_part(table, seat) ||
                room_seat_read(table, seat)->player != 0);
    }
    return fine;
}
