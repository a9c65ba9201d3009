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

bool room_fact_is_sound(const struct room_fact *fact)
{
    const bool seated = fact->seat >= 1 && fact->seat <= UTH_SEATS_MAX;
    switch ((enum room_fact_kind)fact->kind) {
    case ROOM_FACT_SAT: return seated && fact->small[ROOM_SMALL_SAT_ROLE] < ROOM_ROLE_COUNT;
    case ROOM_FACT_SEAT:
        return seated && fact->small[ROOM_SMALL_SEAT_LEAVING] <= ROOM_UNSEATED &&
               is_amount(fact->as.posted.bank);
    case ROOM_FACT_STOOD:
    case ROOM_FACT_ANSWERED: return seated;
    case ROOM_FACT_ROTATION: return is_rotation(&fact->as.bank.rotation);
    case ROOM_FACT_CONTRIBUTED:
        return seated && fact->small[ROOM_SMALL_CONTRIBUTED_LENGTH] <= ROOM_SECRET;
    case ROOM_FACT_STATE:
        return fact->small[ROOM_SMALL_STATE_STATE] < ROOM_STATE_COUNT &&
               is_time(fact->as.state.since_ms) && is_time(fact->as.state.deadline_ms);
    // The seat is whatever was asked for, also where the command looks at none.
    case ROOM_FACT_PIT: return fact->small[ROOM_SMALL_PIT_COMMAND] < ROOM_COMMAND_COUNT;
    case ROOM_FACT_CONFIGURED:
    case ROOM_FACT_CONFIG_WAITS:
    case ROOM_FACT_SECRET:
    case ROOM_FACT_COMMITTED:
    case ROOM_FACT_REVEALED: return true;
    case ROOM_FACT_COUNT: break;
    }
    return false;
}

bool room_table_is_sound(const struct room_table *table)
{
    bool fine = table->id != 0 && table->state < ROOM_STATE_COUNT &&
                is_rotation(&table->rotation) && is_time(table->since_ms) &&
                is_time(table->deadline_ms);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        fine = fine && is_amount(seat->chips) && is_amount(seat->bank) &&
               seat->role < ROOM_ROLE_COUNT && seat->leaving <= ROOM_UNSEATED &&
               seat->contributed <= ROOM_SECRET;
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
    }
    return true;
}

bool room_fits(const struct room_table *table, const struct room_batch *batch)
{
    struct room_table copy = *table;
    bool fine = batch->table == table->id;
    for (uint32_t i = 0; fine && i < batch->event_count; i++) {
        fine = uth_round_fits(&copy.round, &batch->events[i]);
        if (fine) {
            uth_round_apply(&copy.round, &batch->events[i]);
        }
    }
    for (uint32_t i = 0; fine && i < batch->posting_count; i++) {
        fine = uth_posting_check(&batch->postings[i]) == UTH_OK &&
               chips_fit(&copy, &batch->postings[i]);
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        fine = fine && copy.seats[i].chips.cents >= 0;
    }
    for (uint32_t i = 0; fine && i < batch->fact_count; i++) {
        fine = room_fact_is_sound(&batch->facts[i]);
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
    return room_is_house_player(seat->player) == (seat->role == ROOM_ROLE_HOUSE) &&
           (!room_seat_is_house(seat) || seat->player == room_house_player(table->id, number)) &&
           room_seat_of(table, seat->player) == number;
}

// Whoever takes part sits there.
static bool takes_part(const struct room_table *table, uint8_t seat)
{
    return table->round.seats[seat - 1].in != 0 || table->round.bank_seat == seat;
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
    return (runs ? table->state == states[table->round.phase]
                 : table->state <= ROOM_STATE_OFFERING) &&
           (table->secret_known != 0) == runs &&
           (!table->jackpot || table->round.phase == UTH_PHASE_SHOWDOWN);
}

// Who has the position posts what the rules let him post; in a round he is the one who banks it.
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

bool room_table_fits(const struct room_world *world, const struct room_table *table)
{
    bool fine = state_fits(table) && bank_fits(world, table) && room_game_fits(world, table);
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        fine = fine && seat_fits(table, seat) &&
               (!room_round_runs(table) || !takes_part(table, seat) ||
                room_seat_read(table, seat)->player != 0);
    }
    return fine;
}
