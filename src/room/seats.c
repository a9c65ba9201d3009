// Who sits where: buying in, sitting out, standing up.
#include "room/step.h"

uth_seat_set room_seats_of(const struct room_table *table, uint64_t player)
{
    unsigned seats = 0;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (player != 0 && room_seat_read(table, seat)->player == player) {
            seats |= 1U << (seat - 1);
        }
    }
    return (uth_seat_set)seats;
}

uint8_t room_seat_of(const struct room_table *table, uint64_t player)
{
    const uth_seat_set seats = room_seats_of(table, player);
    uint8_t seat = 1;
    while (seat <= UTH_SEATS_MAX && !uth_seat_set_has(seats, seat)) {
        seat++;
    }
    return seat <= UTH_SEATS_MAX ? seat : 0;
}

enum uth_status room_seat_named(const struct room_table *table, uint64_t player, uint8_t named,
                                uint8_t *seat)
{
    const uth_seat_set seats = room_seats_of(table, player);
    *seat = named != 0 ? named : room_seat_of(table, player);
    if (*seat == 0 || *seat > UTH_SEATS_MAX || !uth_seat_set_has(seats, *seat)) {
        return UTH_ERR_NOT_SEATED;
    }
    return named == 0 && uth_seat_set_count(seats) > 1 ? UTH_ERR_WHICH_SPOT : UTH_OK;
}

bool room_has_spot(const struct room_world *world, const struct room_table *table, uint64_t player)
{
    bool free = false;
    for (uint8_t seat = 1; seat <= world->rules->seats; seat++) {
        free = free || room_seat_read(table, seat)->player == 0;
    }
    return free && !table->paused && table->config.profile != 0 &&
           uth_seat_set_count(room_seats_of(table, player)) < world->rules->spots_per_player;
}

static enum uth_status admit_buy_in(const struct step *step, uth_money chips, uth_money amount)
{
    const struct room_config *config = &step->table->config;
    const int64_t most = config->buy_in_max.cents == 0 ? ROOM_AMOUNT_MAX : config->buy_in_max.cents;
    if (amount.cents <= 0 || amount.cents > most || chips.cents + amount.cents > most) {
        return UTH_ERR_BUY_IN;
    }
    return amount.cents % step->world->rules->chip.cents == 0 ? UTH_OK : UTH_ERR_NOT_IN_CHIPS;
}

// Refuses whoever may not sit there, and says which rule it is.
static enum uth_status admit_sitting(const struct step *step, const struct room_command *command)
{
    const struct room_table *table = step->table;
    if (table->paused) {
        return UTH_ERR_TABLE_CLOSED;
    }
    if (uth_seat_set_count(room_seats_of(table, command->who.id)) >=
        step->world->rules->spots_per_player) {
        return UTH_ERR_SEATED;
    }
    if (command->seat == 0 || command->seat > step->world->rules->seats) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    if (room_seat_read(table, command->seat)->player != 0) {
        return UTH_ERR_SEAT_OCCUPIED;
    }
    if (room_time_is_up(step->world, &command->who)) {
        return UTH_ERR_OWN_TIME_LIMIT;
    }
    if (command->amount.cents < table->config.buy_in_min.cents) {
        return UTH_ERR_BUY_IN;
    }
    return admit_buy_in(step, (uth_money){0}, command->amount);
}

enum uth_status room_sit(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    const enum uth_status status = admit_sitting(step, command);
    if (status != UTH_OK) {
        return status;
    }
    struct room_fact fact = room_fact_of(ROOM_FACT_SAT, command->seat);
    fact.small[ROOM_SMALL_SAT_ROLE] = (uint8_t)command->who.role;
    fact.as.who.player = command->who.id;
    step_fact(step, &fact);
    step_post(step, UTH_POSTED_BUY_IN, command->seat, command->amount);
    room_bank_banker_sat(step, command->seat);
    room_bank_somebody_came(step);
    return UTH_OK;
}

// From "no more bets" on a hand is played with the chips that were there.
enum uth_status room_buy_in(struct step *step, const struct room_command *command, uint8_t seat)
{
    const struct room_table *table = step->table;
    if (table->state == ROOM_STATE_CLOSED) {
        return UTH_ERR_TABLE_CLOSED;
    }
    if (table->state != ROOM_STATE_BETTING) {
        const enum uth_status status = uth_ledger_may_cash_out(&table->round, seat);
        if (status != UTH_OK) {
            return status;
        }
    }
    const enum uth_status status =
        admit_buy_in(step, room_seat_read(table, seat)->chips, command->amount);
    if (status == UTH_OK) {
        step_post(step, UTH_POSTED_BUY_IN, seat, command->amount);
        room_bank_somebody_came(step);
    }
    return status;
}

void room_stand_up(struct step *step, uint8_t seat)
{
    const struct room_seat left = *room_seat_read(step->table, seat);
    UTH_CHECK(left.player != 0);
    UTH_CHECK(uth_ledger_may_cash_out(&step->table->round, seat) == UTH_OK);

    // An automatic player's money goes back where it came from, not to a wallet.
    if (left.chips.cents != 0 && room_seat_is_automatic(&left)) {
        room_automatic_cash_out(step, seat);
    } else if (left.chips.cents != 0) {
        step_post(step, UTH_POSTED_CASH_OUT, seat, left.chips);
    }
    room_bank_banker_stood(step, seat);
    const struct room_fact fact = room_fact_of(ROOM_FACT_STOOD, seat);
    step_fact(step, &fact);
}

static void leave(struct step *step, uint8_t seat, enum room_leaving why)
{
    if (uth_ledger_may_cash_out(&step->table->round, seat) == UTH_OK) {
        room_stand_up(step, seat);
        return;
    }
    struct room_seat changed = *room_seat_read(step->table, seat);
    changed.leaving = changed.leaving == ROOM_UNSEATED ? ROOM_UNSEATED : (uint8_t)why;
    step_seat(step, seat, &changed);
}

enum uth_status room_stand(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)command;
    leave(step, seat, ROOM_LEAVES);
    return UTH_OK;
}

enum uth_status room_unseat(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    if (command->seat == 0 || command->seat > UTH_SEATS_MAX) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    const uint64_t player = room_seat_read(step->table, command->seat)->player;
    if (player == 0) {
        return UTH_ERR_NOT_SEATED;
    }
    if (player != command->player) {
        return UTH_ERR_OTHER_PLAYER;
    }
    leave(step, command->seat, ROOM_UNSEATED);
    return UTH_OK;
}

enum uth_status room_sit_out(struct step *step, const struct room_command *command, uint8_t seat)
{
    struct room_seat changed = *room_seat_read(step->table, seat);
    changed.sits_out = command->on;
    step_seat(step, seat, &changed);
    if (!command->on) {
        room_bank_somebody_came(step);
    }
    return UTH_OK;
}
