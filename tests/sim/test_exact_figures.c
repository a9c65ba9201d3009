// What comes out of simulation and what the solver says, for every style and side bet. The seed is
// fixed, so that the outcome is: a difference of 5 standard errors is a mistake, not bad luck.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FEW UINT64_C(200000)
#ifndef ROUNDS
#define ROUNDS FEW
#endif

static double decimal(struct uth_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

// What the judge holds against each other, a bit for each.
enum figure { BASE, WAGERED, RISK, DEVIATION, TRIPS, BAD_BEAT, PAIRS, PROGRESSIVE, OWN };

static const char *const names[] = {"base",     "wagered", "of all money bet", "deviation", "trips",
                                    "bad beat", "pairs",   "progressive",      "own"};

static unsigned wrong_if(enum figure figure, struct uth_sim_figure found, double exact)
{
    const double distance = (found.mean - exact) / found.error;
    print_message("# %s: %.6f +- %.6f, exact %.6f, %+.2f standard errors\n", names[figure],
                  found.mean, found.error, exact, distance);
    return distance > -5 && distance < 5 ? 0 : 1U << figure;
}

// The spread of one round against the exact variance: at these numbers of rounds within 3%.
static unsigned wrong_deviation(struct uth_sim_figure found, const struct uth_exact_play *play)
{
    char text[UTH_RATIO_TEXT_MAX];
    uth_play_deviation(play, text);
    const double exact = strtod(text, NULL);
    return found.deviation > 0.97 * exact && found.deviation < 1.03 * exact ? 0 : 1U << DEVIATION;
}

// The standard game's side bets.
static unsigned wrong_sides(const struct solved *solved, const struct uth_sim_group *group,
                            const uth_money stakes[UTH_WAGER_COUNT])
{
    static struct uth_exact_kinds kinds;
    const struct uth_rules *rules = &uth_rules_washington;
    struct uth_exact_side sides[3];
    struct uth_exact_progressive progressive;
    uth_exact_kinds(solved->exact, &kinds);
    for (unsigned i = 0; i < 3; i++) {
        const struct uth_bet *bet = uth_rules_side(rules, (enum uth_wager)(UTH_WAGER_TRIPS + i));
        assert_int_equal(uth_exact_bet(&kinds, NULL, bet, bet->table, &sides[i]), UTH_OK);
    }
    assert_int_equal(uth_exact_progressive(&kinds, &rules->progressive.table, &progressive),
                     UTH_OK);
    return wrong_if(TRIPS, uth_sim_line(group, UTH_WAGER_TRIPS, stakes[UTH_WAGER_TRIPS].cents),
                    -decimal(sides[0].house_edge)) |
           wrong_if(BAD_BEAT,
                    uth_sim_line(group, UTH_WAGER_BAD_BEAT, stakes[UTH_WAGER_BAD_BEAT].cents),
                    -decimal(sides[1].house_edge)) |
           wrong_if(PAIRS, uth_sim_line(group, UTH_WAGER_PAIRS, stakes[UTH_WAGER_PAIRS].cents),
                    -decimal(sides[2].house_edge)) |
           wrong_if(PROGRESSIVE,
                    uth_sim_line(group, UTH_SIM_FIXED, stakes[UTH_WAGER_PROGRESSIVE].cents),
                    decimal(progressive.fixed_return) - 1);
}

static struct uth_sim_totals run(const struct uth_sim_setup *setup)
{
    const size_t size = uth_sim_size(2);
    void *memory = malloc(size);
    struct uth_sim *sim = NULL;
    struct uth_refusal refusal;
    struct uth_sim_totals totals;
    memset(&totals, 0, sizeof totals);
    assert_non_null(memory);
    assert_int_equal(uth_sim_init(setup, 2, memory, size, &sim, &refusal), UTH_OK);
    uth_sim_run(sim, 0, uth_sim_units(sim), NULL, &totals);
    free(memory);
    return totals;
}

// What is simulated as set up is held against the standard game's exact figures for a style: a bit for
// each that is another's.
static unsigned wrong_figures(const struct solved *solved, const struct uth_sim_setup *setup,
                              enum uth_style style)
{
    struct uth_exact_play play;
    const struct uth_sim_totals totals = run(setup);
    const struct uth_sim_group *group = &totals.groups[0];
    const uth_money *stakes = setup->seats[0].stakes;
    const int64_t ante = stakes[UTH_WAGER_ANTE].cents;
    const struct uth_sim_figure base = uth_sim_line(group, UTH_SIM_BASE, ante);
    uth_exact_play(solved->exact, style, &play);
    print_message("# %s\n", uth_style_name(style));
    return wrong_if(BASE, base, decimal(uth_play_value(&play))) |
           wrong_if(WAGERED, uth_sim_wagered(group, ante), decimal(uth_play_wagered(&play))) |
           wrong_if(RISK, uth_sim_risk(group, ante), -decimal(uth_play_risk(&play))) |
           wrong_deviation(base, &play) | wrong_sides(solved, group, stakes);
}

static void every_style_comes_to_its_exact_figures(void **state)
{
    const struct solved *solved = *state;
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        const struct uth_sim_setup setup =
            setup_of(&uth_rules_washington, 1, &solved->strategy[style], ROUNDS);
        assert_int_equal(wrong_figures(solved, &setup, (enum uth_style)style), 0);
    }
}

// One pay at a time, got wrong, and who plays otherwise: what must be noticed of each. A Blind flush at
// 1 to 1 lies within the errors of a few rounds.
static void whatever_is_played_otherwise_is_noticed(void **state)
{
    const struct solved *solved = *state;
    const unsigned seen[] = {1U << BASE | 1U << RISK | 1U << DEVIATION,
                             1U << TRIPS,
                             1U << BAD_BEAT,
                             1U << PAIRS,
                             1U << PROGRESSIVE,
                             1U << WAGERED,
                             1U << BASE | 1U << RISK};
    const unsigned count = ROUNDS == FEW ? 6 : 7;
    for (unsigned i = 0; i < count; i++) {
        struct uth_rules rules = uth_rules_washington;
        struct uth_strategy strategy = solved->strategy[UTH_STYLE_OPTIMAL];
        struct uth_bet_table *const table[3] = {
            &rules.sides[0].tables[0], &rules.sides[1].tables[0], &rules.sides[2].tables[0]};
        switch (i) {
        case 0: rules.blind.pays[UTH_HAND_FLUSH] = (struct uth_odds){30, 2}; break;
        case 1: table[0]->lines[6].pays.num--; break;
        case 2: table[1]->lines[5].pays.num *= 10; break;
        case 3: table[2]->lines[6].pays.num--; break;
        case 4: rules.progressive.table.pays[UTH_PROGRESSIVE_FULL_HOUSE].for_one = 5; break;
        case 5: strategy = solved->strategy[UTH_STYLE_TIMID]; break;
        default: rules.blind.pays[UTH_HAND_FLUSH] = (struct uth_odds){1, 1}; break;
        }
        // Plays as the right rules advise.
        assert_int_equal(uth_strategy_profile(&rules, &strategy.profile), UTH_OK);
        const struct uth_sim_setup setup = setup_of(&rules, 1, &strategy, i < 6 ? FEW : ROUNDS);
        const unsigned wrong = wrong_figures(solved, &setup, UTH_STYLE_OPTIMAL);
        print_message("# fault %u: %#x noticed\n", i + 1, wrong);
        assert_int_equal(wrong & seen[i], seen[i]);
    }
}

// Bets of a profile's own: one for each thing there is to look at, lost by a fold or not.
static void add_own_bets(struct uth_rules *rules, enum uth_wager_fold fold, unsigned from)
{
    static const enum uth_bet_cards cards[] = {UTH_BET_HOLE,  UTH_BET_HOLE_FLOP, UTH_BET_HOLE_BOARD,
                                               UTH_BET_BOARD, UTH_BET_DEALER,    UTH_BET_BEATEN};
    for (unsigned i = 0; i < 3; i++) {
        const enum uth_wager wager = (enum uth_wager)(UTH_WAGER_OWN_1 + i);
        struct uth_bet_table *table = add_own_bet(rules, wager, "own", cards[from + i], fold);
        if (cards[from + i] == UTH_BET_HOLE) {
            table->lines[table->line_count++] = (struct uth_bet_line){
                {.when = UTH_WHEN_CONNECTED, .suits = UTH_SUITS_SAME}, {10, 1}};
            table->lines[table->line_count++] =
                (struct uth_bet_line){{.when = UTH_WHEN_PAIR, .to = UTH_RANK_TEN}, {3, 1}};
            continue;
        }
        for (unsigned kind = UTH_HAND_STRAIGHT + 1; kind-- > UTH_HAND_PAIR;) {
            table->lines[table->line_count++] =
                hand_line((enum uth_hand_kind)kind, (uth_hand)(kind << 12), kind);
        }
        if (cards[from + i] != UTH_BET_BEATEN) {
            table->lines[table->line_count - 1].condition.least =
                uth_hand_lowest(UTH_HAND_PAIR, UTH_RANK_TEN);
        }
    }
}

/* SHOW-7, PLAY-5 */
static void bets_of_a_profiles_own_come_to_their_exact_figures(void **state)
{
    const struct solved *solved = *state;
    static struct uth_exact_kinds kinds;
    static struct uth_exact_folds folds;
    uth_exact_kinds(solved->exact, &kinds);
    uth_exact_folds(solved->exact, UTH_STYLE_OPTIMAL, &folds);
    for (unsigned i = 0; i < 4; i++) {
        struct uth_rules rules = uth_rules_washington;
        add_own_bets(&rules, i % 2 == 0 ? UTH_FOLD_LOSES : UTH_FOLD_BESIDE, i / 2 * 3);
        const struct uth_sim_setup setup =
            setup_of(&rules, 1, &solved->strategy[UTH_STYLE_OPTIMAL], ROUNDS);
        const struct uth_sim_totals totals = run(&setup);
        for (unsigned wager = UTH_WAGER_OWN_1; wager < UTH_WAGER_OWN_4; wager++) {
            struct uth_exact_side exact;
            assert_int_equal(uth_exact_bet(&kinds, &folds,
                                           uth_rules_side(&rules, (enum uth_wager)wager), 0,
                                           &exact),
                             UTH_OK);
            const struct uth_sim_figure found =
                uth_sim_line(&totals.groups[0], wager, setup.seats[0].stakes[wager].cents);
            assert_int_equal(wrong_if(OWN, found, -decimal(exact.house_edge)), 0);
            const double spread = strtod(exact.variance_decimal, NULL);
            assert_true(found.deviation * found.deviation > 0.94 * spread);
            assert_true(found.deviation * found.deviation < 1.06 * spread);
        }
    }
}

// Seats that share a board hang together; the error of their common mean must know it.
static void seven_seats_come_to_the_same_figure(void **state)
{
    const struct solved *solved = *state;
    struct uth_exact_play play;
    struct uth_sim_setup setup =
        setup_of(&uth_rules_washington, 7, &solved->strategy[UTH_STYLE_OPTIMAL], ROUNDS / 4);
    struct uth_sim_totals totals = run(&setup);
    const int64_t ante = setup.seats[0].stakes[UTH_WAGER_ANTE].cents;
    uth_exact_play(solved->exact, UTH_STYLE_OPTIMAL, &play);
    const struct uth_sim_figure house = uth_sim_line(&totals.groups[0], UTH_SIM_BASE, ante);
    assert_int_equal(wrong_if(BASE, house, decimal(uth_play_value(&play))), 0);
    // A player-dealer who covers everything leaves the players what the house would.
    setup = setup_of(&uth_rules_california_8, 8, &solved->strategy[UTH_STYLE_OPTIMAL], ROUNDS / 4);
    setup.bank_wager.cents = 100000000;
    totals = run(&setup);
    const struct uth_sim_figure banked =
        uth_sim_line(&totals.groups[0], UTH_SIM_BASE, setup.seats[0].stakes[0].cents);
    assert_int_equal(wrong_if(BASE, banked, decimal(uth_play_value(&play))), 0);
    assert_int_equal(totals.uncovered, 0);
}

static int set_up(void **state)
{
    static struct solved solved;
    *state = &solved;
    return solve_styles(&solved) ? 0 : -1;
}

static int tear_down(void **state)
{
    release_styles(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_style_comes_to_its_exact_figures),
        cmocka_unit_test(whatever_is_played_otherwise_is_noticed),
        cmocka_unit_test(bets_of_a_profiles_own_come_to_their_exact_figures),
        cmocka_unit_test(seven_seats_come_to_the_same_figure),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
