// House players: they fill seats nobody wants, bet the same each round, play a named strategy and
// take the bank when it is offered. Their money comes from the cage and goes back there.
#include "room/step.h"

#include <string.h>

#include "core/decision.h"

#define HOUSE_BIT 52

uint64_t room_house_player(uint32_t table, uint8_t seat)
{
    return UINT64_C(1) << HOUSE_BIT | (uint64_t)table << 8 | seat;
}

bool room_is_house_player(uint64_t player)
{
    return player >> HOUSE_BIT == 1;
}

void room_house_stakes(const struct room_config *config, bool progressive,
                       uth_money stakes[UTH_WAGER_COUNT])
{
    memset(stakes, 0, UTH_WAGER_COUNT * sizeof stakes[0]);
    stakes[UTH_WAGER_ANTE] = config->house_ante;
    stakes[UTH_WAGER_BLIND] = config->house_ante;
    stakes[UTH_WAGER_TRIPS] = config->house_trips;
    if (progressive) {
        stakes[UTH_WAGER_PROGRESSIVE] = config->house_progressive;
    }
}

static int64_t total(const uth_money stakes[UTH_WAGER_COUNT])
{
    int64_t sum = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        sum += stakes[i].cents;
    }
    return sum;
}

uth_money room_house_needs(const struct uth_rules *rules, const struct room_config *config)
{
    uth_money stakes[UTH_WAGER_COUNT];
    room_house_stakes(config, true, stakes);
    const int64_t to_play = total(stakes) + uth_fee_of_player(rules).cents +
                            rules_largest_raise(rules) * config->house_ante.cents;
    const int64_t to_bank = config->house_bank.cents == 0
                                ? 0
                                : config->house_bank.cents + room_bank_fee_max(rules).cents;
    return (uth_money){to_play > to_bank ? to_play : to_bank};
}

// ---- how many ---------------------------------------------------------------------------------

static unsigned count(const struct room_table *table, bool house)
{
    unsigned found = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        found += seat->player != 0 && room_seat_is_house(seat) == house;
    }
    return found;
}

// One seat is always left for somebody to come.
static unsigned wanted(const struct room_world *world, const struct room_table *table)
{
    const unsigned taken = count(table, false) + 1;
    const unsigned left = world->rules->seats > taken ? world->rules->seats - taken : 0;
    return table->config.house_players < left ? table->config.house_players : left;
}

// The one who has the bank is the last to go.
uint8_t room_house_leaves(const struct room_world *world, const struct room_table *table)
{
    if (count(table, true) <= wanted(world, table)) {
        return 0;
    }
    uint8_t last = 0;
    for (uint8_t seat = UTH_SEATS_MAX; seat >= 1; seat--) {
        if (room_seat_is_house(room_seat_read(table, seat))) {
            last = seat;
            if (seat != table->rotation.seat) {
                break;
            }
        }
    }
    return last;
}

uint8_t room_house_joins(const struct room_world *world, const struct room_table *table)
{
    if (count(table, true) >= wanted(world, table)) {
        return 0;
    }
    uint8_t seat = 1;
    while (room_seat_read(table, seat)->player != 0) {
        seat++;
    }
    UTH_CHECK(seat <= world->rules->seats);
    return seat;
}

bool room_house_is_broke(const struct room_world *world, const struct room_table *table,
                         uint8_t seat)
{
    const struct room_seat *state = room_seat_read(table, seat);
    return room_seat_is_house(state) &&
           state->chips.cents < room_house_needs(world->rules, &table->config).cents;
}

static void buy_chips(struct step *step, uint8_t seat)
{
    const int64_t missing =
        step->table->config.house_buy_in.cents - room_seat_read(step->table, seat)->chips.cents;
    UTH_CHECK(missing > 0);
    step_post(step, UTH_POSTED_DEPOSIT, seat, (uth_money){missing});
    step_post(step, UTH_POSTED_BUY_IN, seat, (uth_money){missing});
    room_bank_somebody_came(step);
}

void room_house_sit(struct step *step, uint8_t seat)
{
    struct room_fact fact = room_fact_of(ROOM_FACT_SAT, seat);
    fact.small[ROOM_SMALL_SAT_ROLE] = ROOM_ROLE_HOUSE;
    fact.as.who.player = room_house_player(step->table->id, seat);
    step_fact(step, &fact);
    room_bank_banker_sat(step, seat);
    buy_chips(step, seat);
}

void room_house_top_up(struct step *step, uint8_t seat)
{
    buy_chips(step, seat);
}

// ---- in the round -----------------------------------------------------------------------------

// He was seen to before the round began, so he can.
bool room_house_wagers(const struct room_world *world, const struct room_table *table, uint8_t seat)
{
    const struct room_seat *state = room_seat_read(table, seat);
    return room_seat_is_house(state) && room_seat_is_active(state) &&
           !table->round.seats[seat - 1].in && table->round.bank_seat != seat &&
           state->chips.cents >= room_house_needs(world->rules, &table->config).cents;
}

void room_house_wager(struct step *step, uint8_t seat)
{
    const struct room_world *world = step->world;
    const bool progressive = step->table->config.house_progressive.cents != 0 &&
                             room_game_admit(world, step->table) == UTH_OK;
    struct uth_command command = {.kind = UTH_COMMAND_WAGER, .seat = seat};
    room_house_stakes(&step->table->config, progressive, command.stakes);
    UTH_CHECK(step_round(step, &command) == UTH_OK);
}

void room_house_decide(struct step *step, uint8_t seat)
{
    const struct room_world *world = step->world;
    const struct room_table *table = step->table;
    struct uth_decision offers[UTH_OFFERS_MAX];
    const uth_money purse = room_seat_read(table, seat)->chips;
    const size_t offered = uth_round_offers(world->rules, &table->round, seat, purse, offers);
    UTH_CHECK(offered > 0);

    struct uth_view view;
    uth_view_of(&table->round, (struct uth_viewer){UTH_VIEWER_SEAT, seat}, &view);
    const struct uth_command command = {
        .kind = UTH_COMMAND_DECIDE,
        .seat = seat,
        .purse = purse,
        .decision = world->advise(world->context, world->rules, table->config.house_strategy, &view,
                                  seat, offers, offered),
    };
    UTH_CHECK(step_round(step, &command) == UTH_OK);
}

void room_house_take_bank(struct step *step, uint8_t seat)
{
    struct room_seat changed = *room_seat_read(step->table, seat);
    struct uth_rotation rotation = step->table->rotation;
    changed.bank = step->table->config.house_bank;
    UTH_CHECK(uth_rotation_take(&rotation, seat) == UTH_OK);
    step_seat(step, seat, &changed);
    step_rotation(step, &rotation, step->table->last_banker);
    step_state(step, ROOM_STATE_WAITING, 0);
}
