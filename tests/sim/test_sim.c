// The simulation against plain counting: the same rounds, one by one, settled by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "support/rng.h"

static struct solved standard;

static int solve_standard(void **state)
{
    (void)state;
    return solve_styles(&standard) ? 0 : -1;
}

static int release_standard(void **state)
{
    (void)state;
    release_styles(&standard);
    return 0;
}

struct ready {
    void *memory;
    struct uth_sim *sim;
};

static struct ready make(const struct uth_sim_setup *setup, unsigned threads)
{
    const size_t size = uth_sim_size(threads);
    struct ready ready = {.memory = malloc(size)};
    struct uth_refusal refusal;
    assert_non_null(ready.memory);
    assert_int_equal(uth_sim_init(setup, threads, ready.memory, size, &ready.sim, &refusal),
                     UTH_OK);
    return ready;
}

static struct uth_sim_totals run(const struct uth_sim_setup *setup, unsigned threads,
                                 const struct uth_sim_record *record)
{
    struct ready ready = make(setup, threads);
    struct uth_sim_totals totals;
    memset(&totals, 0, sizeof totals);
    uth_sim_run(ready.sim, 0, uth_sim_units(ready.sim), record, &totals);
    free(ready.memory);
    return totals;
}

static void the_number_of_threads_changes_nothing(void **state)
{
    (void)state;
    static const struct uth_rules *const profiles[] = {&uth_rules_washington,
                                                       &uth_rules_california_6};
    for (unsigned i = 0; i < 2; i++) {
        struct uth_sim_setup setup =
            setup_of(profiles[i], 3, &standard.strategy[UTH_STYLE_OPTIMAL], 100003);
        setup.seats[1].strategy = &standard.strategy[UTH_STYLE_TIMID];
        const struct uth_sim_totals one = run(&setup, 1, NULL);
        assert_int_equal(one.rounds, setup.rounds);
        for (unsigned threads = 2; threads <= 3; threads++) {
            const struct uth_sim_totals more = run(&setup, threads, NULL);
            assert_memory_equal(&one, &more, sizeof one);
        }
    }
}

static void a_run_in_parts_is_the_same_run(void **state)
{
    (void)state;
    const struct uth_sim_setup setup =
        setup_of(&uth_rules_washington, 2, &standard.strategy[UTH_STYLE_OPTIMAL], 50000);
    const struct uth_sim_totals whole = run(&setup, 1, NULL);
    struct ready ready = make(&setup, 2);
    struct uth_sim_totals parts;
    memset(&parts, 0, sizeof parts);
    for (uint64_t unit = 0; unit < uth_sim_units(ready.sim); unit++) {
        uth_sim_run(ready.sim, unit, 1, NULL, &parts);
    }
    free(ready.memory);
    assert_memory_equal(&whole, &parts, sizeof whole);
}

// Settles the replayed round again and checks that it says what was counted.
static void check_settlement(const struct uth_sim_setup *setup, const struct uth_sim_round *round)
{
    struct uth_settlement again;
    struct uth_facts facts = round->facts;
    struct uth_rules rules = *setup->rules;
    struct uth_refusal refusal;
    rules.games_max = 0;
    assert_int_equal(uth_settle_contribute(&rules, &facts), UTH_OK);
    assert_int_equal(uth_admit_facts(&rules, &facts, &refusal), UTH_OK);
    uth_settle(&rules, &facts, &again);
    assert_int_equal(again.line_count, round->settlement.line_count);
    assert_int_equal(again.bank_net.cents, round->settlement.bank_net.cents);
    for (unsigned i = 0; i < again.player_count; i++) {
        assert_int_equal(again.players[i].net.cents, round->settlement.players[i].net.cents);
    }
}

// Sums every wager of every replayed round, whoever made it.
static void counts_what_the_replays_say(const struct uth_sim_setup *setup)
{
    const struct uth_sim_totals totals = run(setup, 1, NULL);
    struct ready ready = make(setup, 1);
    int64_t sums[UTH_WAGER_COUNT] = {0};
    int64_t bank = 0;
    int64_t squares = 0;
    uint64_t folds = 0;
    for (uint64_t number = 0; number < setup->rounds; number++) {
        struct uth_sim_round round;
        assert_true(uth_sim_replay(ready.sim, number, &round));
        assert_true(uth_deck_is_whole(round.deck));
        check_settlement(setup, &round);
        bank += round.settlement.bank_net.cents;
        squares += round.settlement.bank_net.cents * round.settlement.bank_net.cents;
        for (unsigned i = 0; i < round.settlement.line_count; i++) {
            sums[round.settlement.lines[i].wager] += round.settlement.lines[i].net.cents;
        }
        for (unsigned i = 0; i < round.facts.player_count; i++) {
            folds += round.facts.players[i].folded;
        }
    }
    free(ready.memory);
    uint64_t counted_folds = 0;
    for (unsigned i = 0; i < totals.group_count; i++) {
        counted_folds += totals.groups[i].folded;
        for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
            sums[wager] -= (int64_t)totals.groups[i].lines[wager].sum;
        }
    }
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        assert_int_equal(sums[wager], 0);
    }
    assert_int_equal(bank, (int64_t)totals.bank.sum);
    assert_int_equal(squares, (int64_t)totals.bank.square);
    assert_int_equal(folds, counted_folds);
}

/* BANK-3, BANK-4, SHOW-9: with wagers that reach nobody, some and all */
static void a_player_dealers_figures_are_those_of_the_settlement_by_every_coverage(void **state)
{
    (void)state;
    static const int64_t wagers[] = {100, 700, 2500, 6000, 100000};
    const struct uth_rules *profiles[] = {&uth_rules_california_6, &uth_rules_california_8};
    for (unsigned i = 0; i < 2 * UTH_COVERAGE_COUNT * 5; i++) {
        struct uth_rules rules = *profiles[i % 2];
        rules.coverage = (enum uth_coverage)(i / 2 % UTH_COVERAGE_COUNT);
        struct uth_sim_setup setup =
            setup_of(&rules, 5, &standard.strategy[UTH_STYLE_OPTIMAL], 200);
        setup.seats[2].strategy = &standard.strategy[UTH_STYLE_TIMID];
        setup.bank_wager.cents = wagers[i / (2 * UTH_COVERAGE_COUNT)];
        counts_what_the_replays_say(&setup);
    }
}

static void totals_are_the_sum_of_the_replayed_rounds(void **state)
{
    (void)state;
    struct uth_sim_setup setup =
        setup_of(&uth_rules_washington, 7, &standard.strategy[UTH_STYLE_OPTIMAL], 3000);
    setup.seats[3].strategy = &standard.strategy[UTH_STYLE_SIMPLE];
    setup.seats[5].strategy = &standard.strategy[UTH_STYLE_NEVER_FOLD];
    counts_what_the_replays_say(&setup);
    setup = setup_of(&uth_rules_california_6, 4, &standard.strategy[UTH_STYLE_OPTIMAL], 600);
    counts_what_the_replays_say(&setup);
    setup = setup_of(&uth_rules_california_8, 8, &standard.strategy[UTH_STYLE_TIMID], 600);
    setup.bank_wager.cents = 1000;
    counts_what_the_replays_say(&setup);
    // Sessions: the meter and the purse move, and are found again from the start of the session.
    setup = setup_of(&uth_rules_washington, 2, &standard.strategy[UTH_STYLE_OPTIMAL], 400);
    setup.session_rounds = 50;
    counts_what_the_replays_say(&setup);
    // A profile's own bets, the house's or a player's to bank.
    struct uth_rules own[2] = {uth_rules_washington, uth_rules_california_6};
    for (unsigned i = 0; i < 2; i++) {
        struct uth_bet_table *table = add_own_bet(&own[i], UTH_WAGER_OWN_2, "flush_or_more",
                                                  UTH_BET_HOLE_BOARD, UTH_FOLD_LOSES_UNLESS_WON);
        table->line_count = 1;
        table->lines[0] = hand_line(UTH_HAND_ROYAL_FLUSH, UTH_HAND_FLUSH << 12, 9);
        setup = setup_of(&own[i], 4, &standard.strategy[UTH_STYLE_OPTIMAL], 3000);
        counts_what_the_replays_say(&setup);
        assert_true(run(&setup, 1, NULL).groups[0].wins[UTH_WAGER_OWN_2] > 0);
    }
}

// BANK-2: what the players lose the player-dealer wins. ROT-1: two hands each.
static void the_bank_wins_what_the_players_lose(void **state)
{
    (void)state;
    struct uth_sim_setup setup =
        setup_of(&uth_rules_california_6, 6, &standard.strategy[UTH_STYLE_OPTIMAL], 4800);
    const struct uth_sim_totals totals = run(&setup, 1, NULL);
    uth_wide players = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        players += totals.groups[0].lines[wager].sum;
    }
    assert_true(players == -totals.bank.sum);
    assert_int_equal(totals.groups[0].hands, 5 * setup.rounds);
    // FEE-3: a dollar from each player; FEE-2: five times $15 of action are the second tier.
    assert_int_equal((int64_t)totals.player_fees, (int64_t)(500 * setup.rounds));
    assert_int_equal((int64_t)totals.bank_fees, (int64_t)(200 * setup.rounds));
    struct ready ready = make(&setup, 1);
    for (uint64_t number = 0; number < 48; number++) {
        struct uth_sim_round round;
        assert_true(uth_sim_replay(ready.sim, number, &round));
        assert_int_equal(round.facts.bank_seat, number / 2 % 6 + 1);
    }
    free(ready.memory);
}

// A wager of the player-dealer that covers nothing of the last seats is reported.
static void uncovered_wagers_are_counted(void **state)
{
    (void)state;
    struct uth_sim_setup setup =
        setup_of(&uth_rules_california_6, 6, &standard.strategy[UTH_STYLE_OPTIMAL], 4000);
    const struct uth_sim_totals rich = run(&setup, 1, NULL);
    setup.bank_wager.cents = 500;
    const struct uth_sim_totals poor = run(&setup, 1, NULL);
    assert_true(rich.uncovered < poor.uncovered);
    assert_true(poor.uncovered > poor.lines / 2);
    assert_true(poor.missing > 0 && poor.missing < poor.due);
}

static unsigned as_the_table_says(const void *context, const struct uth_sim_view *view)
{
    const struct uth_strategy *strategy = context;
    switch (view->street) {
    case UTH_STREET_PREFLOP: return uth_strategy_preflop(strategy, view->hole);
    case UTH_STREET_FLOP: return uth_strategy_flop(strategy, view->hole, view->board);
    case UTH_STREET_RIVER: return uth_strategy_river(strategy, view->hole, view->board);
    case UTH_STREET_COUNT: break;
    }
    return 0;
}

static void a_callback_plays_like_the_table_it_asks(void **state)
{
    (void)state;
    struct uth_sim_setup setup =
        setup_of(&uth_rules_washington, 2, &standard.strategy[UTH_STYLE_SIMPLE], 20000);
    const struct uth_sim_totals table = run(&setup, 1, NULL);
    for (unsigned i = 0; i < 2; i++) {
        setup.seats[i].context = setup.seats[i].strategy;
        setup.seats[i].strategy = NULL;
        setup.seats[i].decide = as_the_table_says;
    }
    const struct uth_sim_totals asked = run(&setup, 2, NULL);
    assert_memory_equal(&table, &asked, sizeof table);
}

static struct uth_condition random_condition(struct rng *rng, const struct uth_bet *bet)
{
    const bool kinds = bet->cards == UTH_BET_BEATEN || rng_below(rng, 2) == 0;
    const enum uth_hand_kind kind = (enum uth_hand_kind)rng_below(rng, UTH_HAND_FULL_HOUSE);
    const unsigned rank = rng_below(rng, UTH_RANK_ACE);
    if (bet->cards == UTH_BET_HOLE) {
        return (struct uth_condition){.when = kinds ? UTH_WHEN_PAIR : UTH_WHEN_CONNECTED,
                                      .to = (uint8_t)(kinds ? rank : 0),
                                      .suits = kinds ? UTH_SUITS_ANY : UTH_SUITS_SAME,
                                      .both = rng_below(rng, 4) == 0};
    }
    return hand_line(kind, kinds ? (uth_hand)(kind << 12) : uth_hand_lowest(kind, rank), 1)
        .condition;
}

// What is lost at once unless it wins may not ask for the dealer's cards.
static void random_lines(struct rng *rng, struct uth_bet *bet)
{
    struct uth_bet_table *table = &bet->tables[bet->table];
    unsigned at[2];
    do {
        bet->cards = (uint8_t)rng_below(rng, UTH_BET_CARDS_COUNT);
        bet->fold = (uint8_t)rng_below(rng, UTH_FOLD_COUNT);
        table->line_count = (uint8_t)(1 + rng_below(rng, UTH_BET_LINES_MAX));
        for (unsigned i = 0; i < table->line_count; i++) {
            table->lines[i].condition = random_condition(rng, bet);
            table->lines[i].pays = (struct uth_odds){1 + rng_below(rng, 200), 1};
        }
        uth_bet_table_index(table);
        bet->tables[0] = *table;
        bet->table = 0;
        bet->table_count = 1;
        table = &bet->tables[0];
    } while (uth_bet_fault(bet, &at[0], &at[1]) != NULL);
}

// A game drawn at random. What a strategy's table was made for does not matter to the count, so a
// table may be passed off as one for the game as long as the sizes of Play are the same.
static struct uth_rules random_rules(struct rng *rng)
{
    struct uth_rules rules = uth_rules_washington;
    rules.procedure = (enum uth_procedure)rng_below(rng, 4);
    rules.order = (enum uth_order)(UTH_ORDER_FROM_RIGHT + rng_below(rng, 2));
    for (unsigned i = UTH_WAGER_TRIPS; i <= UTH_WAGER_PAIRS; i++) {
        struct uth_bet *bet = &rules.sides[i - UTH_WAGER_TRIPS];
        bet->table = (uint8_t)rng_below(rng, bet->table_count);
        bet->fold = (uint8_t)(rng_below(rng, 4) == 0 ? (uint8_t)UTH_FOLD_LOSES : bet->fold);
    }
    if (rng_below(rng, 4) == 0) { // a maker's bet that no table of cells holds
        random_lines(rng, &rules.sides[rng_below(rng, 3)]);
    }
    for (unsigned i = UTH_WAGER_OWN_1; i < UTH_WAGER_OWN_1 + rng_below(rng, 5); i++) {
        (void)add_own_bet(&rules, (enum uth_wager)i, "mine", UTH_BET_HOLE, UTH_FOLD_LOSES);
        random_lines(rng, &rules.sides[i - UTH_WAGER_TRIPS]);
    }
    rules.ante_unqualified = (enum uth_ante_rule)rng_below(rng, 3);
    rules.qualifier =
        uth_hand_lowest((enum uth_hand_kind)rng_below(rng, 4), (unsigned)rng_below(rng, UTH_RANKS));
    rules.progressive.fixed_pays_from = (enum uth_pays_from)rng_below(rng, 2);
    rules.progressive.order = (enum uth_meter_order)rng_below(rng, 3);
    rules.progressive.table.pays[UTH_PROGRESSIVE_THREE].for_one = rng_below(rng, 3);
    if (rng_below(rng, 4) == 0) {
        rules.progressive.table.pays[UTH_PROGRESSIVE_FLUSH] =
            (struct uth_progressive_pay){.meter_bp = 10};
    }
    if (rng_below(rng, 3) == 0) {
        rules.collection_count = 1;
        rules.collections[0] = (struct uth_collection){.spot = {{500}, {0}}, .player_fee = {100}};
    }
    if (rng_below(rng, 6) == 0) {
        rules.aggregate[UTH_WAGER_TRIPS].max.cents = 5000;
    }
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        rules.limits[wager].max.cents = 0;
    }
    return rules;
}

static void random_seat(struct rng *rng, const struct uth_rules *rules, struct uth_sim_seat *seat)
{
    // A dollar, or so much that some or all nets are too large for the tables of the fast way.
    static const int64_t units[] = {100, 100, 100, 100000, 100000000};
    const int64_t unit = units[rng_below(rng, 5)];
    seat->stakes[UTH_WAGER_ANTE].cents = unit * (5 + 5 * (int64_t)rng_below(rng, 2));
    seat->stakes[UTH_WAGER_BLIND] = seat->stakes[UTH_WAGER_ANTE];
    if (rng_below(rng, 4) != 0) {
        seat->stakes[UTH_WAGER_TRIPS].cents = unit * 5;
        seat->stakes[UTH_WAGER_BAD_BEAT].cents = unit * rng_below(rng, 3);
    }
    seat->stakes[UTH_WAGER_PAIRS].cents = unit * rng_below(rng, 3);
    for (unsigned i = UTH_WAGER_OWN_1; i <= UTH_WAGER_OWN_4; i++) {
        seat->stakes[i].cents = rules->offered[i] ? unit * rng_below(rng, 3) : 0;
    }
    seat->stakes[UTH_WAGER_PROGRESSIVE] =
        rng_below(rng, 4) == 0 ? (uth_money){0} : rules->progressive.stake;
}

// Seats that play one of three ways, for these rules.
static void take_seats(struct rng *rng, struct uth_sim_setup *setup,
                       struct uth_strategy strategies[UTH_STYLE_COUNT])
{
    struct uth_sim_seat kinds[3] = {{0}};
    memcpy(strategies, standard.strategy, sizeof standard.strategy);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned style = rng_below(rng, UTH_STYLE_COUNT);
        assert_int_equal(uth_strategy_profile(setup->rules, &strategies[style].profile), UTH_OK);
        kinds[i].strategy = &strategies[style];
        random_seat(rng, setup->rules, &kinds[i]);
    }
    for (unsigned i = 0; i < setup->seat_count; i++) {
        setup->seats[i] = kinds[rng_below(rng, 3)];
    }
}

static void ask_everybody(struct uth_sim_setup *setup)
{
    for (unsigned i = 0; i < setup->seat_count; i++) {
        setup->seats[i].context = setup->seats[i].strategy;
        setup->seats[i].strategy = NULL;
        setup->seats[i].decide = as_the_table_says;
    }
}

// Rows of rounds may be settled by what hands can come to; whoever is asked by callback is settled
// round by round. Both count the same rounds, to the cent and to the square of it.
static void rounds_settled_by_tables_are_rounds_settled_alone(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned trial = 0; trial < 60; trial++) {
        const struct uth_rules rules = random_rules(&rng);
        struct uth_strategy strategies[UTH_STYLE_COUNT];
        struct uth_sim_setup setup = {.rules = &rules,
                                      .seed = rng_next(&rng),
                                      .rounds = 1 + rng_below(&rng, 20000),
                                      .seat_count = (uint8_t)(1 + rng_below(&rng, 7)),
                                      .meter = uth_meter_fresh(&rules.progressive)};
        take_seats(&rng, &setup, strategies);
        const struct uth_sim_totals table = run(&setup, 1 + trial % 2, NULL);
        ask_everybody(&setup);
        const struct uth_sim_totals alone = run(&setup, 1, NULL);
        assert_memory_equal(&table, &alone, sizeof table);
        assert_int_equal(table.rounds, setup.rounds);
    }
}

// What a player-dealer's wager does not reach is settled alone either way (BANK-3).
static void a_player_dealers_rounds_by_tables_are_rounds_settled_alone(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    static const struct uth_rules *const profiles[] = {&uth_rules_california_6,
                                                       &uth_rules_california_8};
    for (unsigned trial = 0; trial < 60; trial++) {
        struct uth_rules rules = *profiles[trial % 2];
        rules.coverage = (enum uth_coverage)rng_below(&rng, UTH_COVERAGE_COUNT);
        rules.bank_hands_max = (uint8_t)(1 + rng_below(&rng, 3));
        const unsigned seats = 2 + (unsigned)rng_below(&rng, rules.seats - 1U);
        struct uth_sim_setup setup =
            setup_of(&rules, seats, &standard.strategy[UTH_STYLE_OPTIMAL], 20000);
        setup.seed = rng_next(&rng);
        setup.rounds = 1 + rng_below(&rng, (uint32_t)setup.rounds);
        setup.bank_wager.cents = 1000 << rng_below(&rng, 10);
        for (unsigned i = 0; i < seats; i++) {
            setup.seats[i].strategy = &standard.strategy[rng_below(&rng, 2)];
            setup.seats[i].stakes[UTH_WAGER_TRIPS].cents *= (int64_t)rng_below(&rng, 2);
        }
        const struct uth_sim_totals table = run(&setup, 1 + trial % 2, NULL);
        ask_everybody(&setup);
        const struct uth_sim_totals alone = run(&setup, 1, NULL);
        assert_memory_equal(&table, &alone, sizeof table);
    }
}

// A purse that may be too small for a decision, a meter that moves: every session ends alike.
static void sessions_by_tables_are_sessions_played_alone(void **state)
{
    (void)state;
    enum { SESSIONS = 40 };
    struct rng rng = rng_from_environment();
    for (unsigned trial = 0; trial < 60; trial++) {
        struct uth_rules rules = random_rules(&rng);
        rules.progressive.maximum.cents =
            rng_below(&rng, 3) == 0 ? rules.progressive.seed.cents + 2000 : 0;
        static struct uth_sim_session sessions[2][SESSIONS];
        static int64_t meters[2][SESSIONS * UTH_SIM_METER_SAMPLES];
        struct uth_strategy strategies[UTH_STYLE_COUNT];
        struct uth_sim_setup setup = {.rules = &rules,
                                      .seed = rng_next(&rng),
                                      .seat_count = (uint8_t)(1 + rng_below(&rng, 7)),
                                      .meter = uth_meter_fresh(&rules.progressive)};
        take_seats(&rng, &setup, strategies);
        setup.session_rounds = 1 + rng_below(&rng, 600);
        setup.rounds =
            setup.session_rounds * SESSIONS - rng_below(&rng, (uint32_t)setup.session_rounds);
        const int64_t ante = setup.seats[0].stakes[UTH_WAGER_ANTE].cents;
        setup.bankroll.cents = rng_below(&rng, 2) == 0 ? 0 : ante * 20;
        memset(meters, 0, sizeof meters);
        memset(sessions, 0, sizeof sessions);
        const struct uth_sim_totals table =
            run(&setup, 1 + trial % 2,
                &(struct uth_sim_record){.sessions = sessions[0], .meters = meters[0]});
        ask_everybody(&setup);
        const struct uth_sim_totals alone =
            run(&setup, 1, &(struct uth_sim_record){.sessions = sessions[1], .meters = meters[1]});
        assert_memory_equal(&table, &alone, sizeof table);
        assert_memory_equal(sessions[0], sessions[1], sizeof sessions[0]);
        assert_memory_equal(meters[0], meters[1], sizeof meters[0]);
    }
}

static void sessions_end_at_ruin_and_never_owe(void **state)
{
    (void)state;
    enum { SESSIONS = 400, ROUNDS = 120 };
    static struct uth_sim_session sessions[SESSIONS];
    static const struct uth_rules *const profiles[] = {&uth_rules_washington,
                                                       &uth_rules_california_6};
    for (unsigned i = 0; i < 2; i++) {
        struct uth_sim_setup setup = setup_of(profiles[i], 3, &standard.strategy[UTH_STYLE_OPTIMAL],
                                              (uint64_t)SESSIONS * ROUNDS);
        setup.session_rounds = ROUNDS;
        setup.bankroll.cents = 10000;
        const struct uth_sim_record record = {.sessions = sessions};
        const struct uth_sim_totals totals = run(&setup, 2, &record);
        uint64_t played = 0;
        unsigned ruined = 0;
        for (unsigned s = 0; s < SESSIONS; s++) {
            assert_true(sessions[s].net >= -setup.bankroll.cents);
            assert_true(sessions[s].ruined || sessions[s].played == ROUNDS);
            assert_true(sessions[s].drought <= sessions[s].played);
            played += sessions[s].played;
            ruined += sessions[s].ruined;
        }
        assert_int_equal(played, totals.rounds);
        assert_int_equal(totals.units, SESSIONS);
        assert_true(ruined > 0 && ruined < SESSIONS);
    }
}

// PROG-2 to PROG-4: nothing fed into a meter gets lost.
static void a_meter_holds_what_it_was_fed_and_did_not_pay(void **state)
{
    (void)state;
    enum { ROUNDS = 20000 };
    int64_t samples[UTH_SIM_METER_SAMPLES] = {0};
    struct uth_sim_setup setup =
        setup_of(&uth_rules_washington, 7, &standard.strategy[UTH_STYLE_OPTIMAL], ROUNDS);
    setup.session_rounds = ROUNDS;
    const struct uth_sim_record record = {.meters = samples};
    const struct uth_sim_totals totals = run(&setup, 1, &record);
    const struct uth_progressive_rules *rules = &setup.rules->progressive;
    uth_wide paid = 0;
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        if (rules->table.pays[line].meter_bp != 0) {
            paid += totals.awards[line].paid;
        }
    }
    const int64_t fed = ROUNDS * INT64_C(7) * rules->stake.cents * rules->meter_rate_bp / 10000;
    assert_int_equal(totals.awards[UTH_PROGRESSIVE_ROYAL_FIRST_FIVE].count, 0);
    assert_int_equal(samples[UTH_SIM_METER_SAMPLES - 1],
                     setup.meter.amount.cents + fed - (int64_t)paid);
}

static enum uth_status refusal_of(const struct uth_sim_setup *setup)
{
    const size_t size = uth_sim_size(1);
    void *memory = malloc(size);
    struct uth_sim *sim = NULL;
    struct uth_refusal refusal;
    assert_non_null(memory);
    const enum uth_status status = uth_sim_init(setup, 1, memory, size, &sim, &refusal);
    free(memory);
    return status;
}

static void set_ups_that_cannot_be_played_are_refused(void **state)
{
    (void)state;
    const struct uth_strategy *strategy = &standard.strategy[UTH_STYLE_OPTIMAL];
    const struct uth_sim_setup good = setup_of(&uth_rules_washington, 1, strategy, 1000);
    assert_int_equal(refusal_of(&good), UTH_OK);
    struct uth_sim_setup bad = good;
    bad.rounds = 0;
    assert_int_equal(refusal_of(&bad), UTH_ERR_SIM_ROUNDS);
    bad.rounds = UTH_SIM_ROUNDS_MAX + 1;
    assert_int_equal(refusal_of(&bad), UTH_ERR_SIM_ROUNDS);
    bad = good;
    bad.seat_count = 0;
    assert_int_equal(refusal_of(&bad), UTH_ERR_NO_SUCH_SEAT);
    bad.seat_count = 8;
    assert_int_equal(refusal_of(&bad), UTH_ERR_NO_SUCH_SEAT);
    bad = good;
    bad.seats[0].stakes[UTH_WAGER_BLIND].cents += 100;
    assert_int_equal(refusal_of(&bad), UTH_ERR_ANTE_BLIND);
    bad = good;
    bad.session_rounds = 10;
    bad.bankroll.cents = 1399; // $5 + $5 + 4 x $1 are $14
    assert_int_equal(refusal_of(&bad), UTH_ERR_SIM_BANKROLL);
    struct uth_rules other = uth_rules_washington;
    other.qualifier = UTH_HAND_TWO_PAIRS << 12;
    bad = good;
    bad.rules = &other;
    assert_int_equal(refusal_of(&bad), UTH_ERR_STRATEGY_RULES);
    bad = setup_of(&uth_rules_california_6, 1, strategy, 10);
    assert_int_equal(refusal_of(&bad), UTH_ERR_NO_SUCH_SEAT);
    bad = setup_of(&uth_rules_california_6, 2, strategy, 10);
    bad.bank_wager.cents = 0;
    assert_int_equal(refusal_of(&bad), UTH_ERR_NO_BANK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_number_of_threads_changes_nothing),
        cmocka_unit_test(a_run_in_parts_is_the_same_run),
        cmocka_unit_test(totals_are_the_sum_of_the_replayed_rounds),
        cmocka_unit_test(a_player_dealers_figures_are_those_of_the_settlement_by_every_coverage),
        cmocka_unit_test(the_bank_wins_what_the_players_lose),
        cmocka_unit_test(uncovered_wagers_are_counted),
        cmocka_unit_test(a_callback_plays_like_the_table_it_asks),
        cmocka_unit_test(rounds_settled_by_tables_are_rounds_settled_alone),
        cmocka_unit_test(a_player_dealers_rounds_by_tables_are_rounds_settled_alone),
        cmocka_unit_test(sessions_by_tables_are_sessions_played_alone),
        cmocka_unit_test(sessions_end_at_ruin_and_never_owe),
        cmocka_unit_test(a_meter_holds_what_it_was_fed_and_did_not_pay),
        cmocka_unit_test(set_ups_that_cannot_be_played_are_refused),
    };
    return cmocka_run_group_tests(tests, solve_standard, release_standard);
}
