// The player-dealer's position: to whom it is offered, who has it, what they post (ROT-1, ROT-2).
// The order is the rotation's (uth/rotation.h); here it meets people who come, go and run dry.
#include "room/step.h"

#include <string.h>

uth_money room_bank_fee_max(const struct uth_rules *rules)
{
    return uth_fee_of_bank(rules, (uth_money){UTH_MONEY_MAX});
}

// A fee is taken beside the wager, never out of it (BANK-5), so they must have it left.
static bool can_post(const struct room_world *world, const struct room_seat *seat, uth_money wager)
{
    return seat->chips.cents - room_bank_fee_max(world->rules).cents >= wager.cents;
}

bool room_bank_is_able(const struct room_world *world, const struct room_table *table, uint8_t seat)
{
    const struct room_seat *state = room_seat_read(table, seat);
    if (seat > world->rules->seats || !room_seat_is_active(state)) {
        return false;
    }
    if (room_seat_is_automatic(state)) {
        const uth_money bank = room_automatic_of(world->rules, &table->config).bank;
        return bank.cents != 0 && can_post(world, state, bank);
    }
    return can_post(world, state, world->rules->chip);
}

static uth_seat_set able_seats(const struct step *step)
{
    unsigned able = 0;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        able |= (unsigned)room_bank_is_able(step->world, step->table, seat) << (seat - 1);
    }
    return (uth_seat_set)able;
}

bool room_bank_stays(const struct room_world *world, const struct room_table *table)
{
    const struct uth_rotation *rotation = &table->rotation;
    if (uth_rotation_may_bank(rotation, world->rules, rotation->seat) != UTH_OK) {
        return false;
    }
    const struct room_seat *seat = room_seat_read(table, rotation->seat);
    return rotation->seat <= world->rules->seats && room_seat_is_active(seat) &&
           seat->bank.cents != 0 && can_post(world, seat, seat->bank);
}

// ---- the offer --------------------------------------------------------------------------------

static bool is_offered(const struct room_table *table, uint8_t seat)
{
    const struct uth_rotation *rotation = &table->rotation;
    return rotation->seat == seat && !rotation->banking && !rotation->nobody;
}

void room_bank_announce(struct step *step)
{
    if (step->table->rotation.nobody) {
        step_state(step, ROOM_STATE_WAITING, 0);
    } else {
        step_state(step, ROOM_STATE_OFFERING,
                   room_after(step->world, step->table->config.offer_ms));
    }
}

bool room_bank_waits_for_name(const struct uth_rules *rules, const struct room_table *table)
{
    return rules->banked_by == UTH_BANKED_BY_PLAYER &&
           rules->first_banker == UTH_FIRST_BANKER_NAMED && table->rotation.seat == 0 &&
           !table->rotation.nobody;
}

// ROT-1: a card each from a deck that is shuffled for it. The cards are part of the first round's
// record.
static uint8_t draw_cards(struct step *step, uth_seat_set able)
{
    const struct room_world *world = step->world;
    struct room_table copy = *step->table;
    uth_card deck[UTH_DECK_SIZE];
    memcpy(copy.secret, world->random, ROOM_SECRET);
    copy.secret_known = 1;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        copy.seats[i].committed = copy.seats[i].revealed = 0;
    }
    world->shuffle(world->context, &copy, deck);

    struct room_fact fact = room_fact_of(ROOM_FACT_DRAWN, 0);
    fact.small[ROOM_SMALL_DRAWN_SEATS] = able;
    memcpy(fact.as.seed.bytes, world->random, ROOM_SECRET);
    unsigned dealt = 0;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(able, seat)) {
            fact.as.seed.draw[seat - 1] = deck[dealt++];
        }
    }
    step_fact(step, &fact);
    return uth_rotation_high_card(step->table->draw, able);
}

void room_bank_clear_draw(struct step *step)
{
    if (step->table->drawn != 0) {
        const struct room_fact none = room_fact_of(ROOM_FACT_DRAWN, 0);
        step_fact(step, &none);
    }
}

// The offer begins with this seat, if it can be asked.
static struct uth_rotation begin_with(const struct step *step, uint8_t seat, uth_seat_set able)
{
    struct uth_rotation before = step->table->rotation;
    before.seat = (uint8_t)(seat - 1);
    return uth_rotation_start(&before, step->world->rules, able);
}

void room_bank_start(struct step *step)
{
    const uth_seat_set able = able_seats(step);
    const bool draws = step->world->rules->first_banker == UTH_FIRST_BANKER_HIGH_CARD && able != 0;
    const uint8_t first = draws ? draw_cards(step, able) : 1;
    const struct uth_rotation rotation = begin_with(step, first, able);
    step_rotation(step, &rotation, step->table->last_banker);
    room_bank_announce(step);
}

void room_bank_somebody_came(struct step *step)
{
    if (!room_is_banked_by_player(step->world) || !step->table->rotation.nobody) {
        return;
    }
    struct uth_rotation rotation =
        uth_rotation_start(&step->table->rotation, step->world->rules, able_seats(step));
    if (!rotation.nobody) {
        // Nobody has had the position yet: who is asked first is still to be found out.
        rotation.seat = step->table->rotation.seat == 0 ? 0 : rotation.seat;
        step_rotation(step, &rotation, step->table->last_banker);
    }
}

void room_bank_pass(struct step *step)
{
    struct uth_rotation rotation = step->table->rotation;
    UTH_CHECK(uth_rotation_decline(&rotation, step->world->rules, rotation.seat,
                                   able_seats(step)) == UTH_OK);
    step_rotation(step, &rotation, step->table->last_banker);
    room_bank_announce(step);
}

// ---- what players say -------------------------------------------------------------------------

// Their own limits count for one wager; for as many as they may post in a row they would have to say so
// again, and the table posts for them. So it asks.
static bool needs_asking(const struct step *step, const struct room_person *who, uth_money wager)
{
    const struct uth_rules *rules = step->world->rules;
    const int64_t hands = rules->bank_hands_max;
    const int64_t each = wager.cents + room_bank_fee_max(rules).cents;
    return who->play_until_ms != 0 || (who->loss_limited && who->loss_left.cents / hands < each);
}

static enum uth_status admit_taking(const struct step *step, const struct room_command *command,
                                    uint8_t seat)
{
    const struct room_world *world = step->world;
    if (!room_is_banked_by_player(world)) {
        return UTH_ERR_BANK_NOT_OFFERED;
    }
    // Who sits out or leaves is passed over, also when the offer has reached them.
    if (step->table->state != ROOM_STATE_OFFERING || !is_offered(step->table, seat) ||
        !room_seat_is_active(room_seat_read(step->table, seat))) {
        return UTH_ERR_BANK_NOT_ASKED;
    }
    const enum uth_status status = uth_admit_bank(world->rules, seat, command->amount);
    if (status != UTH_OK) {
        return status;
    }
    if (!can_post(world, room_seat_read(step->table, seat), command->amount)) {
        return UTH_ERR_NOT_ENOUGH;
    }
    if (room_time_is_up(world, &command->who)) {
        return UTH_ERR_OWN_TIME_LIMIT;
    }
    const int64_t at_risk = command->amount.cents + room_bank_fee_max(world->rules).cents;
    return room_may_lose(&command->who, at_risk) ? UTH_OK : UTH_ERR_OWN_LOSS_LIMIT;
}

enum uth_status room_bank_take(struct step *step, const struct room_command *command, uint8_t seat)
{
    const enum uth_status status = admit_taking(step, command, seat);
    if (status != UTH_OK) {
        return status;
    }
    struct room_seat changed = *room_seat_read(step->table, seat);
    struct uth_rotation rotation = step->table->rotation;
    changed.bank = command->amount;
    changed.bank_once = needs_asking(step, &command->who, command->amount);
    UTH_CHECK(uth_rotation_take(&rotation, seat) == UTH_OK);
    step_seat(step, seat, &changed);
    step_rotation(step, &rotation, step->table->last_banker);
    step_state(step, ROOM_STATE_WAITING, 0);
    return UTH_OK;
}

// While their hand is played they can only say that it is their last.
enum uth_status room_bank_decline(struct step *step, const struct room_command *command,
                                  uint8_t seat)
{
    (void)command;
    if (!room_is_banked_by_player(step->world)) {
        return UTH_ERR_BANK_NOT_OFFERED;
    }
    const bool banks = step->table->rotation.banking && step->table->rotation.seat == seat;
    if (banks && room_round_runs(step->table)) {
        struct room_seat changed = *room_seat_read(step->table, seat);
        changed.bank = (uth_money){0};
        step_seat(step, seat, &changed);
        return UTH_OK;
    }
    if (step->table->state == ROOM_STATE_CLOSED) {
        return UTH_ERR_TABLE_CLOSED;
    }
    if (!banks && (step->table->state != ROOM_STATE_OFFERING || !is_offered(step->table, seat))) {
        return UTH_ERR_BANK_NOT_ASKED;
    }
    room_bank_pass(step);
    return UTH_OK;
}

enum uth_status room_bank_ask(struct step *step, const struct room_command *command, uint8_t seat)
{
    if (!room_is_banked_by_player(step->world)) {
        return UTH_ERR_BANK_NOT_OFFERED;
    }
    if (step->table->state == ROOM_STATE_CLOSED) {
        return UTH_ERR_TABLE_CLOSED;
    }
    if (!step->table->rotation.nobody) {
        return UTH_ERR_NOT_NOW;
    }
    if (room_time_is_up(step->world, &command->who)) {
        return UTH_ERR_OWN_TIME_LIMIT;
    }
    if (!room_bank_is_able(step->world, step->table, seat)) {
        return UTH_ERR_NOT_ENOUGH;
    }
    const struct uth_rotation rotation = begin_with(step, seat, able_seats(step));
    if (rotation.seat != seat) {
        return UTH_ERR_BANK_THIRD;
    }
    step_rotation(step, &rotation, step->table->last_banker);
    return UTH_OK;
}

enum uth_status room_bank_name(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    const struct room_world *world = step->world;
    if (!room_is_banked_by_player(world) || world->rules->first_banker != UTH_FIRST_BANKER_NAMED) {
        return UTH_ERR_BANK_NOT_NAMED;
    }
    if (step->table->state == ROOM_STATE_CLOSED) {
        return UTH_ERR_TABLE_CLOSED;
    }
    if (!room_bank_waits_for_name(world->rules, step->table)) {
        return UTH_ERR_NOT_NOW;
    }
    if (command->seat == 0 || command->seat > world->rules->seats) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    if (room_seat_read(step->table, command->seat)->player == 0) {
        return UTH_ERR_NOT_SEATED;
    }
    const struct uth_rotation rotation = begin_with(step, command->seat, able_seats(step));
    if (rotation.seat != command->seat) {
        return UTH_ERR_BANK_UNABLE;
    }
    step_rotation(step, &rotation, step->table->last_banker);
    return UTH_OK;
}

// ---- after a hand -----------------------------------------------------------------------------

void room_bank_after_hand(struct step *step)
{
    if (!room_is_banked_by_player(step->world)) {
        return;
    }
    const struct room_table *table = step->table;
    const bool voided = table->round.voided != 0;
    const uint8_t seat = table->round.bank_seat;
    const struct room_seat *banker = room_seat_read(table, seat);
    struct uth_rotation rotation = table->rotation;
    uth_rotation_after_hand(&rotation, step->world->rules, voided, able_seats(step));
    if (rotation.banking && rotation.seat == seat && banker->bank_once) {
        rotation.banking = false; // the same seat is asked again
    }
    step_rotation(step, &rotation, voided ? table->last_banker : banker->player);
    if (!voided) {
        room_bank_clear_draw(step);
    }
}

// The rotation counts hands by seat. Whoever leaves takes their count with them.
void room_bank_banker_stood(struct step *step, uint8_t seat)
{
    struct uth_rotation rotation = step->table->rotation;
    if (rotation.banker == seat) {
        rotation.banker = 0;
        step_rotation(step, &rotation, step->table->last_banker);
    }
}

void room_bank_banker_sat(struct step *step, uint8_t seat)
{
    struct uth_rotation rotation = step->table->rotation;
    if (room_seat_read(step->table, seat)->player == step->table->last_banker) {
        rotation.banker = seat;
        step_rotation(step, &rotation, step->table->last_banker);
    }
}
