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
    assert_int_equal(rules->trips_count, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(uth_exact_trips(*state, NULL, &rules->trips_tables[i], &side), UTH_OK);
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
    const struct uth_paytable *table = &rules->trips_tables[0];
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        folded += play.folded_by[kind];
        lost += table->pays[kind].den == 0 ? 0 : play.folded_by[kind] * (table->pays[kind].num + 1);
    }
    assert_int_equal(folded, play.folded);
    assert_folds_by_kind(&play, &strategy);

    struct uth_exact_side live;
    struct uth_exact_side taken;
    assert_int_equal(uth_exact_trips(*state, NULL, table, &live), UTH_OK);
    assert_int_equal(uth_exact_trips(*state, &play, table, &taken), UTH_OK);
    const int64_t live_loss = live.house_edge.num * (UTH_EXACT_DEALS / live.house_edge.den);
    assert_edge(taken.house_edge, live_loss + lost, UTH_EXACT_DEALS);
    free(bytes);
    free(memory);
}

static void bad_beat_has_the_edges_of_the_rulebook(void **state)
{
    static const char *const edges[] = {"0.2038734", "0.1478682", "0.1663852"};
    struct uth_exact_side side;
    char text[UTH_RATIO_TEXT_MAX];
    assert_int_equal(rules->bad_beat_count, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(uth_exact_bad_beat(*state, &rules->bad_beat_tables[i], &side), UTH_OK);
        uth_ratio_decimal(side.house_edge, 7, text);
        assert_string_equal(text, edges[i]);
        uth_ratio_decimal(side.hit_frequency, 5, text);
        assert_string_equal(text, "0.03979");
    }
    assert_int_equal(uth_exact_bad_beat(*state, &rules->bad_beat_tables[0], &side), UTH_OK);
    assert_edge(side.house_edge, INT64_C(5670496105120), UTH_EXACT_DEALS);
}

// The settlement asks the table and nothing else; so must the figures (BB-2, BB-3).
static void bad_beat_pays_whatever_beaten_hand_its_table_pays(void **state)
{
    const struct uth_exact_kinds *kinds = *state;
    struct uth_paytable table = rules->bad_beat_tables[0];
    struct uth_exact_side side;
    int64_t beaten = UTH_EXACT_DEALS;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        table.pays[kind] = (struct uth_odds){1, 1};
        beaten -= kinds->deals[kind][kind][UTH_EXACT_TIE];
    }
    assert_int_equal(uth_exact_bad_beat(kinds, &table, &side), UTH_OK);
    assert_edge(side.hit_frequency, beaten, UTH_EXACT_DEALS);
}

static void pairs_has_the_edges_of_the_rulebook(void **state)
{
    static const int64_t edges[6][2] = {{59, 663}, {13873, 162435}, {10, 221},
                                        {31, 663}, {5, 102},        {15, 221}};
    struct uth_exact_side side;
    (void)state;
    assert_int_equal(rules->pairs_count, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(uth_exact_pairs(&rules->pairs_tables[i], &side), UTH_OK);
        assert_edge(side.house_edge, edges[i][0], edges[i][1]);
    }
}

// Every player's hand against every dealer's, by the line that pays.
static void pairs_of_any_table_are_what_dealing_every_hand_gives(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 4; i++) {
        struct uth_pairs_table table = rules->pairs_tables[i];
        struct uth_exact_side side;
        int64_t deals = 0;
        int64_t hits = 0;
        int64_t lost = 0;
        for (unsigned line = 0; line < UTH_PAIRS_COUNT; line++) {
            const bool pays = rng_below(&rng, 4) != 0;
            table.pays[line] = (struct uth_odds){pays ? 1 + rng_below(&rng, 60) : 0, pays ? 1 : 0};
        }
        for (unsigned k = 0; k < UTH_DECK_SIZE * UTH_DECK_SIZE * UTH_DECK_SIZE * UTH_DECK_SIZE;) {
            const uth_card card[4] = {(uth_card)(k / 140608), (uth_card)(k / 2704 % 52),
                                      (uth_card)(k / 52 % 52), (uth_card)(k % 52)};
            k += card[0] >= card[1] ? 2704 : 1; // both hands rise
            if (card[0] >= card[1] || card[2] >= card[3] ||
                uth_cards_have(uth_cards_from(card, 2), card[2]) ||
                uth_cards_have(uth_cards_from(card, 2), card[3])) {
                continue;
            }
            const enum uth_pairs_line line = uth_pairs_line_of(&table, card, card + 2);
            deals++;
            hits += line != UTH_PAIRS_NONE;
            lost += line == UTH_PAIRS_NONE ? 1 : -(int64_t)table.pays[line].num;
        }
        assert_int_equal(deals, 1326 * 1225);
        assert_int_equal(uth_exact_pairs(&table, &side), UTH_OK);
        const struct uth_ratio edge = uth_ratio_of(lost, deals);
        const struct uth_ratio often = uth_ratio_of(hits, deals);
        assert_edge(side.house_edge, edge.num, edge.den);
        assert_edge(side.hit_frequency, often.num, often.den);
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
    struct uth_paytable table = rules->trips_tables[0];
    table.pays[UTH_HAND_PAIR] = (struct uth_odds){1, 1009};
    assert_int_equal(uth_exact_trips(*state, NULL, &table, &side), UTH_ERR_TABLE_TOO_COSTLY);
    table.pays[UTH_HAND_PAIR] = (struct uth_odds){2000000, 1};
    assert_int_equal(uth_exact_bad_beat(*state, &table, &side), UTH_ERR_TABLE_TOO_COSTLY);
    // Allowed one by one, but the variance of a million to one on every pair is past 127 bits.
    table.pays[UTH_HAND_PAIR] = (struct uth_odds){99999901, 100};
    assert_int_equal(uth_exact_trips(*state, NULL, &table, &side), UTH_ERR_TABLE_TOO_COSTLY);
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
        cmocka_unit_test(pairs_of_any_table_are_what_dealing_every_hand_gives),
        cmocka_unit_test(the_progressive_breaks_even_where_the_rulebook_says),
        cmocka_unit_test(royal_flushes_are_split_as_the_core_splits_them),
        cmocka_unit_test(pays_beyond_the_sums_are_refused),
    };
    return cmocka_run_group_tests_name("sidebets", tests, count_kinds, NULL);
}
