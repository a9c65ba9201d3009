#include "table.h"

#include <string.h>

// Who could bank: everyone who sits, but seat 1 only when they can post (ROT-2).
static uth_seat_set able_to_bank(const struct table *table)
{
    const struct uth_sim *sim = table->sim;
    const unsigned everyone = (1U << sim->setup.seat_count) - 1;
    return (uth_seat_set)(table->purse < sim->bank_needs.cents ? everyone & ~1U : everyone);
}

static void seat_player(struct table *table, unsigned player, unsigned seat)
{
    const struct uth_sim *sim = table->sim;
    const unsigned group = sim->group[seat - 1];
    struct uth_player_facts *facts = &table->facts.players[player];
    facts->seat = (uint8_t)seat;
    memcpy(facts->stakes, sim->setup.seats[seat - 1].stakes, sizeof facts->stakes);
    table->group[player] = (uint8_t)group;
    table->group_hands[group]++;
}

// Puts everyone but the player-dealer at their spot, and feeds the meter that stands still.
static void seat_players(struct table *table)
{
    const struct uth_sim *sim = table->sim;
    const struct uth_rules *rules = sim->setup.rules;
    unsigned player = 0;
    memset(table->group_hands, 0, sizeof table->group_hands);
    for (unsigned seat = 1; seat <= sim->setup.seat_count; seat++) {
        if (seat != table->facts.bank_seat) {
            seat_player(table, player++, seat);
        }
    }
    UTH_CHECK(player == sim->player_count);
    table->facts.player_count = (uint8_t)player;
    table->facts.meter = sim->setup.meter;
    UTH_CHECK(!sim->fed || uth_settle_contribute(rules, &table->facts) == UTH_OK);
    table->bank_fee = uth_fee_of_bank(rules, uth_fee_total_action(&table->facts));
}

void sim_table_bank(struct table *table, uint8_t seat)
{
    if (seat != table->facts.bank_seat) {
        table->facts.bank_seat = seat;
        seat_players(table);
    }
}

// Whoever is asked takes it. Where only one is left who could, nobody may bank their third hand.
static void choose_bank(struct table *table)
{
    if (table->rotation.nobody) {
        return;
    }
    if (!table->rotation.banking) {
        UTH_CHECK(uth_rotation_take(&table->rotation, table->rotation.seat) == UTH_OK);
    }
    sim_table_bank(table, table->rotation.seat);
}

void sim_table_open(struct table *table, const struct uth_sim *sim)
{
    const bool counted = sim->setup.session_rounds != 0 && sim->setup.bankroll.cents != 0;
    memset(table, 0, sizeof *table);
    table->sim = sim;
    table->meter = sim->setup.meter;
    table->purse = counted ? sim->setup.bankroll.cents : INT64_MAX;
    table->facts.bank_wager = sim->setup.bank_wager;
    if (sim->banked) {
        const struct uth_rotation none = {0};
        table->rotation = uth_rotation_start(&none, sim->setup.rules, able_to_bank(table));
        choose_bank(table);
    } else {
        seat_players(table);
    }
}

static int64_t wagers_before_the_deal(const struct uth_sim_seat *seat)
{
    int64_t sum = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        sum += seat->stakes[wager].cents;
    }
    return sum;
}

bool sim_table_can_play(const struct table *table)
{
    if (table->purse == INT64_MAX || table->rotation.nobody || table->facts.bank_seat == 1) {
        return !table->rotation.nobody; // able_to_bank has asked the rest
    }
    const struct uth_sim *sim = table->sim;
    return table->purse >= wagers_before_the_deal(&sim->setup.seats[0]) + sim->player_fee.cents;
}

// Decisions

// PLAY-4: what seat 1 cannot afford they are not offered; they take the next size, or none.
static unsigned afford(const struct table *table, enum uth_street street, unsigned play)
{
    const struct uth_sim *sim = table->sim;
    const struct uth_sim_seat *seat = &sim->setup.seats[0];
    const int64_t left = table->purse - wagers_before_the_deal(seat) - sim->player_fee.cents;
    const int64_t ante = seat->stakes[UTH_WAGER_ANTE].cents;
    for (unsigned i = 0; play != 0 && i < UTH_RAISES_MAX; i++) {
        const unsigned raise = sim->setup.rules->raises[street][i];
        if (raise != 0 && raise <= play && raise * ante <= left) {
            return raise;
        }
    }
    return 0;
}

static unsigned ask(const struct table *table, unsigned player, enum uth_street street)
{
    static const uint8_t shown[UTH_STREET_COUNT] = {0, 3, 5};
    const struct uth_sim *sim = table->sim;
    const struct uth_sim_seat *strategy = &sim->strategies[table->group[player]];
    const struct uth_player_facts *facts = &table->facts.players[player];
    struct uth_sim_view view = {.rules = sim->setup.rules,
                                .street = street,
                                .seat = facts->seat,
                                .board_count = shown[street],
                                .hole = {facts->cards[0], facts->cards[1]}};
    memcpy(view.board, table->facts.community, shown[street]);
    return strategy->decide(strategy->context, &view);
}

// In antes; 0 for a check or a fold.
static unsigned play_of(const struct uth_sim *sim, unsigned decision)
{
    return decision >= DECISION_FOLD
               ? 0
               : sim->setup.rules->raises[decision / UTH_RAISES_MAX][decision % UTH_RAISES_MAX];
}

static inline unsigned decide(const struct table *table, unsigned player, enum uth_street street)
{
    const struct uth_sim *sim = table->sim;
    const unsigned group = table->group[player];
    const struct uth_strategy *strategy = sim->strategies[group].strategy;
    const struct uth_facts *facts = &table->facts;
    const uth_card *hole = facts->players[player].cards;
    unsigned play = 0;
    if (strategy == NULL) {
        play = ask(table, player, street);
    } else {
        switch (street) {
        case UTH_STREET_PREFLOP:
            play = play_of(sim, sim->charts[group].at[hole[0]][hole[1]]);
            break;
        case UTH_STREET_FLOP: play = uth_strategy_flop(strategy, hole, facts->community); break;
        case UTH_STREET_RIVER: play = uth_strategy_river(strategy, hole, facts->community); break;
        case UTH_STREET_COUNT: break;
        }
    }
    if (table->purse != INT64_MAX && facts->players[player].seat == 1) {
        play = afford(table, street, play);
    }
    return play;
}

static void put_play(struct table *table, unsigned player, unsigned play, unsigned street)
{
    struct uth_player_facts *facts = &table->facts.players[player];
    facts->folded = play == 0;
    facts->stakes[UTH_WAGER_PLAY].cents = facts->stakes[UTH_WAGER_ANTE].cents * (int64_t)play;
    table->multiples[player] = (uint8_t)play;
    table->streets[player] = (uint8_t)street;
}

// Streets come in order, so that only who reaches a decision pays for it.
static void decide_player(struct table *table, unsigned player)
{
    unsigned street = UTH_STREET_PREFLOP;
    unsigned play = decide(table, player, (enum uth_street)street);
    while (play == 0 && street < UTH_STREET_RIVER) {
        street++;
        play = decide(table, player, (enum uth_street)street);
    }
    put_play(table, player, play, street);
}

static void put_cards(struct table *table, const struct uth_dealt *dealt)
{
    struct uth_facts *facts = &table->facts;
    memcpy(facts->community, dealt->community, sizeof facts->community);
    memcpy(facts->dealer, dealt->dealer, sizeof facts->dealer);
    for (unsigned player = 0; player < table->sim->player_count; player++) {
        memcpy(facts->players[player].cards, dealt->hole[player], 2);
    }
}

static void deal(struct table *table, uint64_t round, struct uth_dealt *dealt)
{
    const struct uth_sim *sim = table->sim;
    sim_shuffle(&sim->shuffle, round, table->deck);
    uth_deal(sim->setup.rules->procedure, sim->player_count, table->deck, dealt);
}

// Contributions add up, and so does what a meter at its maximum sends to the reserve: fed at once,
// it stands where it would have stood round by round.
void sim_table_feed(struct table *table)
{
    const struct uth_sim *sim = table->sim;
    if (table->unfed != 0 && sim->fed) {
        const uth_money fed = {sim->fed_by_round.cents * (int64_t)table->unfed};
        UTH_CHECK(uth_meter_feed(&table->meter, &sim->setup.rules->progressive, fed) == UTH_OK);
    }
    table->unfed = 0;
}

void sim_table_take_from_meter(struct table *table, int64_t cents)
{
    sim_table_feed(table);
    table->meter.amount = uth_money_difference(
        table->meter.amount, uth_money_smaller((uth_money){cents}, table->meter.amount));
}

void sim_table_play(struct table *table, uint64_t round)
{
    const struct uth_sim *sim = table->sim;
    const struct uth_rules *rules = sim->setup.rules;
    struct uth_dealt dealt;
    deal(table, round, &dealt);
    put_cards(table, &dealt);
    for (unsigned player = 0; player < sim->player_count; player++) {
        decide_player(table, player);
    }
    if (sim->setup.session_rounds != 0 && sim->fed) {
        sim_table_feed(table);
        table->facts.meter = table->meter;
        UTH_CHECK(uth_settle_contribute(rules, &table->facts) == UTH_OK);
    }
    uth_settle(rules, &table->facts, &table->settlement);
}

void sim_table_pass_bank(struct table *table)
{
    uth_rotation_after_hand(&table->rotation, table->sim->setup.rules, false, able_to_bank(table));
    choose_bank(table);
}

int64_t sim_table_move_on(struct table *table)
{
    const struct uth_sim *sim = table->sim;
    const bool banks = table->facts.bank_seat == 1;
    // Players stand by rising seat, so that seat 1 is the first of them.
    const int64_t net = banks ? table->settlement.bank_net.cents - table->bank_fee.cents
                              : table->settlement.players[0].net.cents - sim->player_fee.cents;
    table->meter = table->settlement.meter;
    table->purse += table->purse == INT64_MAX ? 0 : net;
    if (sim->banked) {
        sim_table_pass_bank(table);
    }
    return net;
}
