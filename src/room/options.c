// What a seat may do now. Nothing of the secret or of cards is read for it.
#include "room/step.h"

static bool may_ask_bank(const struct room_world *world, const struct room_table *table,
                         uint8_t seat)
{
    const struct uth_rotation *rotation = &table->rotation;
    const bool had_his_hands =
        rotation->banker == seat && rotation->hands >= world->rules->bank_hands_max;
    return rotation->nobody && !had_his_hands && room_bank_is_able(world, table, seat);
}

static void bank_options(const struct room_world *world, const struct room_table *table,
                         uint8_t seat, struct room_options *options)
{
    if (!room_is_banked_by_player(world)) {
        return;
    }
    const struct uth_rotation *rotation = &table->rotation;
    const int64_t left =
        room_seat_read(table, seat)->chips.cents - room_bank_fee_max(world->rules).cents;
    options->may_take_bank = table->state == ROOM_STATE_OFFERING && rotation->seat == seat &&
                             !rotation->banking && room_bank_is_able(world, table, seat);
    options->may_ask_bank = table->state != ROOM_STATE_CLOSED && may_ask_bank(world, table, seat);
    options->bank_min = world->rules->chip;
    options->bank_max.cents = left > 0 ? left - left % world->rules->chip.cents : 0;
}

// BET-1: Ante and Blind at their smallest, with the fee; 0 when they are there, or lie already.
static uth_money missing(const struct room_world *world, const struct room_table *table,
                         uint8_t seat)
{
    const struct uth_round_seat *round = &table->round.seats[seat - 1];
    const int64_t least = 2 * uth_rules_limit(world->rules, UTH_WAGER_ANTE).min.cents +
                          uth_fee_of_player(world->rules).cents;
    const bool lies = table->round.phase <= UTH_PHASE_BETTING
                          ? round->stakes[UTH_WAGER_ANTE].cents != 0
                          : round->in;
    const bool has = lies || room_seat_read(table, seat)->chips.cents >= least;
    return (uth_money){has ? 0 : least};
}

struct room_options room_options_of(const struct room_world *world, const struct room_table *table,
                                    uint8_t seat, const struct room_person *who)
{
    struct room_options options = {0};
    if (table->config.profile == 0 || seat == 0 || seat > UTH_SEATS_MAX ||
        room_seat_read(table, seat)->player == 0) {
        return options;
    }
    const struct room_seat *state = room_seat_read(table, seat);
    const bool late = who != NULL && room_time_is_up(world, who);
    const bool in_hand = table->state != ROOM_STATE_BETTING &&
                         uth_ledger_may_cash_out(&table->round, seat) != UTH_OK;
    bank_options(world, table, seat, &options);
    options.may_take_bank = options.may_take_bank && !late;
    options.may_ask_bank = options.may_ask_bank && !late;
    // A seat that the rules no longer have is about to be freed.
    options.may_wager = table->state == ROOM_STATE_BETTING && !late &&
                        seat <= world->rules->seats && table->round.bank_seat != seat &&
                        state->leaving != ROOM_UNSEATED;
    options.may_buy_in = table->state != ROOM_STATE_CLOSED && !in_hand;
    options.may_stand = !state->leaving;
    options.may_next = room_may_next(table, seat);
    options.purse = room_purse(world, table, seat, who);
    options.loss_limited = options.purse.cents < state->chips.cents;
    options.needs = missing(world, table, seat);
    options.decision_count =
        uth_round_offers(world->rules, &table->round, seat, options.purse, options.decisions);
    return options;
}
