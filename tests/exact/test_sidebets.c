// Side bets against the rulebook's table of figures that are true.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/rng.h"
#include "uth/exact.h"

static const struct uth_rules *const rules = &uth_rules_washington;

static int count_kinds(void **state)
{
    static struct uth_exact_kinds kinds;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    assert_int_equal(uth_exact_solve(rules, 1, memory, size, &exact), UTH_OK);
    uth_exact_kinds(exact, &kinds);
    free(memory);
    *state = &kinds;
    return 0;
}

static int64_t deals_of(const struct uth_exact_kinds *kinds, unsigned own)
{
    int64_t deals = 0;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        for (unsigned winner = 0; winner < UTH_EXACT_WINNERS; winner++) {
            deals += kinds->deals[own][kind][winner];
        }
    }
    return deals;
}

static void seven_cards_are_counted_as_in_the_rulebook(void **state)
{
    static const int64_t counts[UTH_HAND_COUNT] = {
        [UTH_HAND_THREE] = 6461620,    [UTH_HAND_STRAIGHT] = 6180020,
        [UTH_HAND_FLUSH] = 4047644,    [UTH_HAND_FULL_HOUSE] = 3473184,
        [UTH_HAND_FOUR] = 224848,      [UTH_HAND_STRAIGHT_FLUSH] = 37260,
        [UTH_HAND_ROYAL_FLUSH] = 4324,
    };
    int64_t all = 0;
    for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
        const int64_t deals = deals_of(*state, own);
        all += deals;
        if (own >= UTH_HAND_THREE) {
            assert_int_equal(deals, counts[own] * (UTH_EXACT_DEALS / 133784560));
        }
    }
    assert_int_equal(all, UTH_EXACT_DEALS);
}

static void player_and_dealer_are_alike(void **state)
{
    const struct uth_exact_kinds *kinds = *state;
    for (unsigned a = 0; a < UTH_HAND_COUNT; a++) {
        for (unsigned b = 0; b < UTH_HAND_COUNT; b++) {
            assert_int_equal(kinds->deals[a][b][UTH_EXACT_PLAYER_WINS],
                             kinds->deals[b][a][UTH_EXACT_DEALER_WINS]);
            assert_int_equal(kinds->deals[a][b][UTH_EXACT_TIE], kinds->deals[b][a][UTH_EXACT_TIE]);
            assert_true(a == b || kinds->deals[a][b][UTH_EXACT_TIE] == 0);
            assert_true(a <= b || kinds->deals[a][b][UTH_EXACT_DEALER_WINS] == 0);
        }
    }
}

static const struct uth_bet *bet_behind(enum uth_wager wager, unsigned tables)
{
    const struct uth_bet *bet = uth_rules_side(rules, wager);
    assert_int_equal(bet->table_count, tables);
    return bet;
}

static void assert_edge(struct uth_ratio edge, int64_t num, int64_t den)
{
    const struct uth_ratio expected = uth_ratio_of(num, den);
    assert_int_equal(edge.num, expected.num);
    assert_int_equal(edge.den, expected.den);
}

static void trips_has_the_edges_of_the_rulebook(void **state)
{
    static const int64_t edges[] = {1206516, 2547324, 4679700, 8268988};
    struct uth_exact_side side;
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(uth_exact_bet(*state, NULL, bet_behind(UTH_WAGER_TRIPS, 4), i, &side),
                         UTH_OK);
        assert_edge(side.house_edge, edges[i], 133784560);
        assert_edge(side.hit_frequency, 20428900, 133784560);
    }
}

// By a million random deals played by the strategy in bytes: a second way to count folds.
static void assert_folds_by_kind(const struct uth_exact_play *play,
                                 const struct uth_strategy *strategy)
{
    enum { DEALS = 1000000 };
    struct rng rng = rng_from_environment();
    int64_t folded = 0;
    int64_t exact = 0;
    for (unsigned i = 0; i < DEALS; i++) {
        uth_card card[7];
        rng_deal(&rng, 0, card, 7);
        folded += uth_strategy_preflop(strategy, card) == 0 &&
                  uth_strategy_flop(strategy, card, card + 2) == 0 &&
                  uth_strategy_river(strategy, card, card + 2) == 0 &&
                  uth_hand_kind_of(uth_hand_of(card, 7)) >= UTH_HAND_THREE;
    }
    for (unsigned kind = UTH_HAND_THREE; kind < UTH_HAND_COUNT; kind++) {
        exact += play->folded_by[kind];
    }
    // Counts of rare things spread by the root of what is expected; five times that is far out.
    const double expected = (double)exact / (double)UTH_EXACT_DEALS * DEALS;
    const double off = (double)folded - expected;
    assert_true(expected > 100);
    assert_true(off * off < 25 * expected);
}

static void trips_taken_with_a_fold_costs_what_folded_hands_would_have_paid(void **state)
{
    /* SHOW-7 */
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    struct uth_exact_play play;
    struct uth_strategy strategy;
    assert_non_null(memory);
    assert_int_equal(uth_exact_solve(rules, 1, memory, size, &exact), UTH_OK);
    void *bytes = malloc(uth_strategy_size(exact));
    assert_non_null(bytes);
    uth_strategy_build(exact, UTH_STYLE_OPTIMAL, bytes, uth_strategy_size(exact));
    assert_int_equal(uth_strategy_open(bytes, uth_strategy_size(exact), rules, &strategy), UTH_OK);
    uth_exact_play(exact, UTH_STYLE_OPTIMAL, &play);
    int64_t folded = 0;
    int64_t lost = 0; // what the folded hands would have won, and their stakes
    struct uth_bet bet = *bet_behind(UTH_WAGER_TRIPS, 4);
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        folded += play.folded_by[kind];
    }
    for (unsigned i = 0; i < bet.tables[0].line_count; i++) {
        const struct uth_bet_line *line = &bet.tables[0].lines[i];
        lost += play.folded_by[uth_hand_kind_of(line->condition.least)] * (line->pays.num + 1);
    }
    assert_int_equal(folded, play.folded);
    assert_folds_by_kind(&play, &strategy);

    struct uth_exact_side live;
    struct uth_exact_side taken;
    struct uth_exact_folds *folds = malloc(sizeof *folds);
    assert_non_null(folds);
    uth_exact_folds(exact, UTH_STYLE_OPTIMAL, folds);
    assert_int_equal(uth_exact_bet(*state, NULL, &bet, 0, &live), UTH_OK);
    bet.fold = UTH_FOLD_LOSES;
    assert_int_equal(uth_exact_bet(*state, folds, &bet, 0, &taken), UTH_OK);
    const int64_t live_loss = live.house_edge.num * (UTH_EXACT_DEALS / live.house_edge.den);
    assert_edge(taken.house_edge, live_loss + lost, UTH_EXACT_DEALS);
    free(folds);
    free(bytes);
    free(memory);
}

static void bad_beat_has_the_edges_of_the_rulebook(void **state)
{
    static const char *const edges[] = {"0.2038734", "0.1478682", "0.1663852"};
    struct uth_exact_side side;
    char text[UTH_RATIO_TEXT_MAX];
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(uth_exact_bet(*state, NULL, bet_behind(UTH_WAGER_BAD_BEAT, 3), i, &side),
                         UTH_OK);
        uth_ratio_decimal(side.house_edge, 7, text);
        assert_string_equal(text, edges[i]);
        uth_ratio_decimal(side.hit_frequency, 5, text);
        assert_string_equal(text, "0.03979");
    }
    assert_int_equal(uth_exact_bet(*state, NULL, bet_behind(UTH_WAGER_BAD_BEAT, 3), 0, &side),
                     UTH_OK);
    assert_edge(side.house_edge, INT64_C(5670496105120), UTH_EXACT_DEALS);
}

// The settlement asks the table and nothing else; so must the figures (BB-2, BB-3).
static void bad_beat_pays_whatever_beaten_hand_its_table_pays(void **state)
{
    const struct uth_exact_kinds *kinds = *state;
    struct uth_bet bet = *bet_behind(UTH_WAGER_BAD_BEAT, 3);
    struct uth_exact_side side;
    int64_t beaten = UTH_EXACT_DEALS;
    bet.tables[0].line_count = UTH_HAND_COUNT;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        bet.tables[0].lines[kind] = (struct uth_bet_line){{.when = UTH_WHEN_HAND,
                                                           .least = (uth_hand)(kind << 12),
                                                           .most = (uth_hand)(kind << 12 | 0xfff)},
                                                          {1, 1}};
        beaten -= kinds->deals[kind][kind][UTH_EXACT_TIE];
    }
    uth_bet_table_index(&bet.tables[0]);
    assert_int_equal(uth_exact_bet(kinds, NULL, &bet, 0, &side), UTH_OK);
    assert_edge(side.hit_frequency, beaten, UTH_EXACT_DEALS);
}

static void pairs_has_the_edges_of_the_rulebook(void **state)
{
    static const int64_t edges[6][2] = {{59, 663}, {13873, 162435}, {10, 221},
                                        {31, 663}, {5, 102},        {15, 221}};
    struct uth_exact_side side;
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(uth_exact_bet(*state, NULL, bet_behind(UTH_WAGER_PAIRS, 6), i, &side),
                         UTH_OK);
        assert_edge(side.house_edge, edges[i][0], edges[i][1]);
    }
}

static void the_progressive_breaks_even_where_the_rulebook_says(void **state)
{
    struct uth_exact_progressive progressive;
    assert_int_equal(uth_exact_progressive(*state, &rules->progressive.table, &progressive),
                     UTH_OK);
    assert_edge(progressive.fixed_return, 510919, 1017926);
    assert_edge(progressive.meter_coefficient, 1, 333200);
    assert_edge(progressive.break_even, 101401400, 611);
    assert_edge(progressive.probability[UTH_PROGRESSIVE_ROYAL_FIRST_FIVE], 1, 649740);
}

// PROG-1 by drawing cards: a royal flush lies where the count says it does.
static void royal_flushes_are_split_as_the_core_splits_them(void **state)
{
    struct uth_exact_progressive progressive;
    int64_t lines[UTH_PROGRESSIVE_COUNT + 1] = {0};
    int64_t all = 0;
    assert_int_equal(uth_exact_progressive(*state, &rules->progressive.table, &progressive),
                     UTH_OK);
    // Which of the seven places hold the five cards, and with them any two others.
    for (unsigned places = 0; places < 128; places++) {
        if (__builtin_popcount(places) != 5) {
            continue;
        }
        uth_card card[7];
        uth_card royal = UTH_RANK_TEN;
        for (unsigned i = 0; i < 7; i++) {
            card[i] = (places >> i & 1) != 0 ? uth_card_make(royal++, UTH_SUIT_HEARTS)
                                             : uth_card_make(i, UTH_SUIT_CLUBS);
        }
        lines[uth_progressive_line_of(uth_hand_of(card, 7), card, card + 2)]++;
        all++;
    }
    assert_int_equal(all, 21);
    for (unsigned line = 0; line < UTH_PROGRESSIVE_STRAIGHT_FLUSH; line++) {
        assert_edge(progressive.probability[line], 4324 * lines[line], 21 * INT64_C(133784560));
    }
}

static void pays_beyond_the_sums_are_refused(void **state)
{
    struct uth_exact_side side;
    struct uth_bet bet = *bet_behind(UTH_WAGER_TRIPS, 4);
    struct uth_odds *pays = &bet.tables[0].lines[6].pays; // three of a kind
    *pays = (struct uth_odds){1, 1009};
    assert_int_equal(uth_exact_bet(*state, NULL, &bet, 0, &side), UTH_ERR_TABLE_TOO_COSTLY);
    *pays = (struct uth_odds){2000000, 1};
    assert_int_equal(uth_exact_bet(*state, NULL, &bet, 0, &side), UTH_ERR_TABLE_TOO_COSTLY);
    *pays = (struct uth_odds){1000000, 1};
    assert_int_equal(uth_exact_bet(*state, NULL, &bet, 0, &side), UTH_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seven_cards_are_counted_as_in_the_rulebook),
        cmocka_unit_test(player_and_dealer_are_alike),
        cmocka_unit_test(trips_has_the_edges_of_the_rulebook),
        cmocka_unit_test(trips_taken_with_a_fold_costs_what_folded_hands_would_have_paid),
        cmocka_unit_test(bad_beat_has_the_edges_of_the_rulebook),
        cmocka_unit_test(bad_beat_pays_whatever_beaten_hand_its_table_pays),
        cmocka_unit_test(pairs_has_the_edges_of_the_rulebook),
        cmocka_unit_test(the_progressive_breaks_even_where_the_rulebook_says),
        cmocka_unit_test(royal_flushes_are_split_as_the_core_splits_them),
        cmocka_unit_test(pays_beyond_the_sums_are_refused),
    };
    return cmocka_run_group_tests_name("sidebets", tests, count_kinds, NULL);
}
