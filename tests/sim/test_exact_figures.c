// What comes out of simulation and what the solver says, for every style and side bet. The seed is
// fixed, so that the outcome is: a difference of 5 standard errors is a mistake, not bad luck.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#ifndef ROUNDS
#define ROUNDS UINT64_C(200000)
#endif

static double decimal(struct uth_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

static void check(const char *what, struct uth_sim_figure found, double exact)
{
    const double distance = (found.mean - exact) / found.error;
    print_message("# %s: %.6f +- %.6f, exact %.6f, %+.2f standard errors\n", what, found.mean,
                  found.error, exact, distance);
    assert_true(distance > -5 && distance < 5);
}

// The spread of one round against the exact variance: at these numbers of rounds within 3%.
static void check_deviation(struct uth_sim_figure found, const struct uth_exact_play *play)
{
    char text[UTH_RATIO_TEXT_MAX];
    uth_play_deviation(play, text);
    const double exact = strtod(text, NULL);
    assert_true(found.deviation > 0.97 * exact && found.deviation < 1.03 * exact);
}

static void check_sides(const struct solved *solved, const struct uth_sim_group *group,
                        const struct uth_sim_setup *setup)
{
    static struct uth_exact_kinds kinds;
    const struct uth_rules *rules = setup->rules;
    const uth_money *stakes = setup->seats[0].stakes;
    struct uth_exact_side side;
    struct uth_exact_progressive progressive;
    uth_exact_kinds(solved->exact, &kinds);
    assert_int_equal(uth_exact_trips(&kinds, NULL, uth_rules_trips(rules), &side), UTH_OK);
    check("trips", uth_sim_line(group, UTH_WAGER_TRIPS, stakes[UTH_WAGER_TRIPS].cents),
          -decimal(side.house_edge));
    assert_int_equal(uth_exact_bad_beat(&kinds, uth_rules_bad_beat(rules), &side), UTH_OK);
    check("bad beat", uth_sim_line(group, UTH_WAGER_BAD_BEAT, stakes[UTH_WAGER_BAD_BEAT].cents),
          -decimal(side.house_edge));
    assert_int_equal(uth_exact_pairs(uth_rules_pairs(rules), &side), UTH_OK);
    check("pairs", uth_sim_line(group, UTH_WAGER_PAIRS, stakes[UTH_WAGER_PAIRS].cents),
          -decimal(side.house_edge));
    assert_int_equal(uth_exact_progressive(&kinds, &rules->progressive.table, &progressive),
                     UTH_OK);
    check("progressive", uth_sim_line(group, UTH_SIM_FIXED, stakes[UTH_WAGER_PROGRESSIVE].cents),
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

static void every_style_comes_to_its_exact_figures(void **state)
{
    const struct solved *solved = *state;
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        struct uth_exact_play play;
        const struct uth_sim_setup setup =
            setup_of(&uth_rules_washington, 1, &solved->strategy[style], ROUNDS);
        const struct uth_sim_totals totals = run(&setup);
        const struct uth_sim_group *group = &totals.groups[0];
        const int64_t ante = setup.seats[0].stakes[UTH_WAGER_ANTE].cents;
        const struct uth_sim_figure base = uth_sim_line(group, UTH_SIM_BASE, ante);
        uth_exact_play(solved->exact, (enum uth_style)style, &play);
        check(uth_style_name((enum uth_style)style), base, decimal(uth_play_value(&play)));
        check("wagered", uth_sim_wagered(group, ante), decimal(uth_play_wagered(&play)));
        check("of all money bet", uth_sim_risk(group, ante), -decimal(uth_play_risk(&play)));
        check_deviation(base, &play);
        check_sides(solved, group, &setup);
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
    check("seven seats", house, decimal(uth_play_value(&play)));
    // A player-dealer who covers everything leaves the players what the house would.
    setup = setup_of(&uth_rules_california_8, 8, &solved->strategy[UTH_STYLE_OPTIMAL], ROUNDS / 4);
    setup.bank_wager.cents = 100000000;
    totals = run(&setup);
    check("seven players, one banks",
          uth_sim_line(&totals.groups[0], UTH_SIM_BASE, setup.seats[0].stakes[0].cents),
          decimal(uth_play_value(&play)));
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
        cmocka_unit_test(seven_seats_come_to_the_same_figure),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
