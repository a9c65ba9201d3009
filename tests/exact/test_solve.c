// The solved game against the figures of the rulebook, and against its twin on some flops.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact/solution.h"
#include "support/exact_plain.h"
#include "support/rng.h"
#include "uth/exact.h"

struct solved {
    void *memory;
    struct uth_exact *exact;
    struct uth_exact_play play[UTH_STYLE_COUNT];
};

static struct solved solve(const struct uth_rules *rules, unsigned threads)
{
    const size_t size = uth_exact_size(threads);
    struct solved solved = {.memory = malloc(size)};
    assert_non_null(solved.memory);
    assert_int_equal(uth_exact_solve(rules, threads, solved.memory, size, &solved.exact), UTH_OK);
    return solved;
}

static int solve_standard(void **state)
{
    static struct solved solved;
    solved = solve(&uth_rules_washington, 1);
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        uth_exact_play(solved.exact, (enum uth_style)style, &solved.play[style]);
    }
    *state = &solved;
    return 0;
}

static int release(void **state)
{
    struct solved *solved = *state;
    free(solved->memory);
    return 0;
}

static struct uth_exact_play play_of(void **state, enum uth_style style)
{
    const struct solved *solved = *state;
    return solved->play[style];
}

static void the_value_of_a_round_is_the_rulebooks(void **state)
{
    char text[UTH_RATIO_TEXT_MAX];
    const struct uth_exact_play play = play_of(state, UTH_STYLE_OPTIMAL);
    uth_ratio_text(uth_play_value(&play), text);
    assert_string_equal(text, "-50643648973/2317817502000");
    uth_ratio_decimal(uth_play_value(&play), 12, text);
    assert_string_equal(text, "-0.021849713763");
    assert_int_equal(play.wagered, INT64_C(115489936191960));
    uth_ratio_text(uth_play_risk(&play), text);
    assert_string_equal(text, "50643648973/9624161349330");
    uth_play_deviation(&play, text);
    assert_string_equal(text, "4.9393118463");
}

static void decimals_are_rounded_and_ratios_reduced(void **state)
{
    static const struct {
        int64_t num, den;
        unsigned digits;
        const char *text, *ratio;
    } rows[] = {
        {1, 3, 4, "0.3333", "1/3"},
        {2, 3, 4, "0.6667", "2/3"},
        {-1, 2, 0, "-1", "-1/2"},
        {-1, 1000, 2, "0.00", "-1/1000"},
        {199, 100, 1, "2.0", "199/100"},
        {0, 5, 3, "0.000", "0/1"},
        {INT64_MIN + 1, 1, 2, "-9223372036854775807.00", "-9223372036854775807/1"},
        {-50, 4, 1, "-12.5", "-25/2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[UTH_RATIO_TEXT_MAX];
        const struct uth_ratio ratio = uth_ratio_of(rows[i].num, rows[i].den);
        uth_ratio_decimal(ratio, rows[i].digits, text);
        assert_string_equal(text, rows[i].text);
        uth_ratio_text(ratio, text);
        assert_string_equal(text, rows[i].ratio);
    }
}

static void every_deal_is_played_once(void **state)
{
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        const struct uth_exact_play play = play_of(state, (enum uth_style)style);
        int64_t deals = 0;
        int64_t value = 0;
        for (size_t i = 0; i < play.outcome_count; i++) {
            assert_true(play.outcome[i].deals > 0);
            assert_true(i == 0 || play.outcome[i].net > play.outcome[i - 1].net);
            deals += play.outcome[i].deals;
            value += play.outcome[i].deals * play.outcome[i].net;
        }
        assert_int_equal(deals, UTH_EXACT_DEALS);
        assert_int_equal(value, play.value);
    }
}

static void perfect_play_bets_as_often_as_the_rulebook_says(void **state)
{
    const struct uth_exact_play play = play_of(state, UTH_STYLE_OPTIMAL);
    assert_int_equal(play.raised[UTH_STREET_PREFLOP][0], INT64_C(10487862000000));
    assert_int_equal(play.raised[UTH_STREET_PREFLOP][1], 0);
    assert_int_equal(play.raised[UTH_STREET_FLOP][0], INT64_C(5920064199720));
    assert_int_equal(play.raised[UTH_STREET_RIVER][0], INT64_C(6070739744520));
    assert_int_equal(play.folded, INT64_C(5335144079760));
}

static bool listed(unsigned high, unsigned low, bool suited)
{
    // Every ace; K2s+, K5o+; Q6s+, Q8o+; J8s+, JTo; 33+. Ranks from the deuce at 0.
    static const uint8_t lowest[13][2] = {
        [12] = {0, 0}, [11] = {3, 0}, [10] = {6, 4}, [9] = {8, 6}};
    return high == low ? high >= 1 : high >= 9 && low >= lowest[high][suited];
}

static void five_hundred_hands_bet_four_times_the_ante(void **state)
{
    const struct solved *solved = *state;
    unsigned holes = 0;
    int64_t value = 0;
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        struct uth_exact_hand hand;
        uth_exact_hand(solved->exact, i, &hand);
        const unsigned high = i / 13 > i % 13 ? i / 13 : i % 13;
        const unsigned low = i / 13 > i % 13 ? i % 13 : i / 13;
        assert_int_equal(hand.best, listed(high, low, i / 13 > i % 13) ? 4 : 0);
        assert_true(hand.raise[1] < (hand.best == 4 ? hand.raise[0] : hand.check));
        holes += hand.best == 4 ? hand.holes : 0;
        value += hand.holes * (hand.best == 4 ? hand.raise[0] : hand.check);
    }
    assert_int_equal(holes, 500);
    assert_int_equal(value, play_of(state, UTH_STYLE_OPTIMAL).value);
}

static void the_simple_strategy_loses_two_point_four_three_percent(void **state)
{
    char text[UTH_RATIO_TEXT_MAX];
    const struct uth_exact_play play = play_of(state, UTH_STYLE_SIMPLE);
    uth_ratio_decimal(uth_play_value(&play), 6, text);
    assert_string_equal(text, "-0.024329");
}

static void who_never_folds_never_folds_and_the_timid_never_raise_early(void **state)
{
    const struct uth_exact_play optimal = play_of(state, UTH_STYLE_OPTIMAL);
    const struct uth_exact_play bold = play_of(state, UTH_STYLE_NEVER_FOLD);
    const struct uth_exact_play timid = play_of(state, UTH_STYLE_TIMID);
    assert_int_equal(bold.folded, 0);
    assert_int_equal(bold.raised[UTH_STREET_RIVER][0],
                     optimal.raised[UTH_STREET_RIVER][0] + optimal.folded);
    assert_int_equal(timid.raised[UTH_STREET_PREFLOP][0], 0);
    assert_true(bold.value < optimal.value);
    assert_true(timid.value < bold.value);
}

static void strategies_are_found_by_name(void **state)
{
    (void)state;
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        assert_int_equal(uth_style_find(uth_style_name((enum uth_style)style)), style);
    }
    assert_int_equal(uth_style_find("bold"), UTH_STYLE_COUNT);
}

static void threads_do_not_change_the_result(void **state)
{
    const struct solved *one = *state;
    struct solved three = solve(&uth_rules_washington, 3);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        struct uth_exact_hand a = {0};
        struct uth_exact_hand b = {0};
        uth_exact_hand(one->exact, i, &a);
        uth_exact_hand(three.exact, i, &b);
        assert_int_equal(a.check, b.check);
        assert_int_equal(a.raise[0], b.raise[0]);
        assert_int_equal(a.raise[1], b.raise[1]);
    }
    const struct uth_exact_play *simple = &one->play[UTH_STYLE_SIMPLE];
    uth_exact_play(three.exact, UTH_STYLE_SIMPLE, &three.play[0]);
    assert_int_equal(simple->outcome_count, three.play[0].outcome_count);
    assert_memory_equal(simple->outcome, three.play[0].outcome,
                        simple->outcome_count * sizeof simple->outcome[0]);
    free(three.memory);
}

// Rules far from the makers', so that every branch of the value is taken.
static struct uth_rules strange_rules(unsigned variant)
{
    struct uth_rules rules = uth_rules_washington;
    rules.ante_unqualified = (enum uth_ante_rule)(variant % 3);
    rules.qualifier = (uth_hand)(variant % 6 % 4 << 12);
    if (variant == 4) {
        rules.qualifier = uth_hand_lowest(UTH_HAND_HIGH_CARD, UTH_RANK_ACE);
    } else if (variant == 5) {
        rules.qualifier = uth_hand_lowest(UTH_HAND_PAIR, UTH_RANK_FIVE);
    }
    if (variant & 1) {
        const uint8_t raises[3][UTH_RAISES_MAX] = {{5, 2}, {3, 2, 1}, {2, 1}};
        memcpy(rules.raises, raises, sizeof rules.raises);
        rules.blind.pays[UTH_HAND_FLUSH] = (struct uth_odds){6, 5};
        rules.blind.pays[UTH_HAND_THREE] = (struct uth_odds){1, 2};
    }
    if (variant == 6) { // as the first, but for its pays
        rules.blind.pays[UTH_HAND_FLUSH] = (struct uth_odds){2, 1};
    }
    if (variant == 4) {
        memset(rules.raises[UTH_STREET_FLOP], 0, UTH_RAISES_MAX);
    }
    return rules;
}

static void a_flop_is_worth_what_its_twin_says(const struct uth_rules *rules,
                                               const struct uth_exact *exact,
                                               const uth_card flop[3])
{
    struct plain_value values[PLAIN_HOLES];
    const int64_t unit = uth_exact_unit(exact);
    const uth_cards seen = uth_cards_from(flop, 3);
    const uint8_t *raises = rules->raises[UTH_STREET_FLOP];
    plain_flop(rules, unit, flop, values);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            if (uth_cards_have(seen, a) || uth_cards_have(seen, b)) {
                continue;
            }
            struct uth_exact_flop state;
            const struct plain_value *value = &values[plain_hole(a, b)];
            uth_exact_flop(exact, (uth_card[2]){a, b}, flop, &state);
            const int64_t reference = raises[0] != 0 ? raises[0] : rules->raises[2][0];
            const int64_t bet = value->base + unit * reference * value->edge;
            assert_int_equal(state.check_over_bet, value->river - bet);
            const int64_t best =
                state.best == 0 ? value->river : value->base + unit * state.best * value->edge;
            assert_int_equal(best, plain_flop_best(rules, unit, value));
        }
    }
}

// Where everything takes ten times as long, two games show as much.
#ifdef __SANITIZE_ADDRESS__
#define GAMES_MAX 2
#else
#define GAMES_MAX 99
#endif

static void any_rules_agree_with_the_twin_on_some_flops(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned variant = 0; variant < 6 && variant < GAMES_MAX; variant++) {
        const struct uth_rules rules = strange_rules(variant);
        struct solved solved = solve(&rules, 2);
        uth_card flop[3] = {(uth_card)(rng_next(&rng) % 17), (uth_card)(17 + rng_next(&rng) % 17),
                            (uth_card)(34 + rng_next(&rng) % 18)};
        a_flop_is_worth_what_its_twin_says(&rules, solved.exact, flop);
        struct uth_exact_play play;
        uth_exact_play(solved.exact, UTH_STYLE_OPTIMAL, &play);
        int64_t value = 0;
        for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
            struct uth_exact_hand hand;
            uth_exact_hand(solved.exact, i, &hand);
            int64_t best = hand.check;
            for (unsigned k = 0; k < UTH_RAISES_MAX && rules.raises[0][k] != 0; k++) {
                best = hand.raise[k] > best ? hand.raise[k] : best;
            }
            value += hand.holes * best;
        }
        assert_int_equal(play.value, value);
        free(solved.memory);
    }
}

static void assert_same_play(const struct uth_exact_play *a, const struct uth_exact_play *b)
{
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->wagered, b->wagered);
    assert_memory_equal(a->raised, b->raised, sizeof a->raised);
    assert_memory_equal(a->folded_by, b->folded_by, sizeof a->folded_by);
    assert_int_equal(a->outcome_count, b->outcome_count);
    assert_memory_equal(a->outcome, b->outcome, a->outcome_count * sizeof a->outcome[0]);
}

static void assert_same_game(struct uth_exact *a, struct uth_exact *b, enum uth_style style)
{
    struct uth_exact_play play[2];
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        struct uth_exact_hand one;
        struct uth_exact_hand other;
        memset(&one, 0, sizeof one);
        memset(&other, 0, sizeof other);
        uth_exact_hand(a, i, &one);
        uth_exact_hand(b, i, &other);
        assert_int_equal(one.best, other.best);
        assert_int_equal(one.holes, other.holes);
        assert_int_equal(one.check, other.check);
        assert_memory_equal(one.raise, other.raise, sizeof one.raise);
    }
    uth_exact_play(a, style, &play[0]);
    uth_exact_play(b, style, &play[1]);
    assert_same_play(&play[0], &play[1]);
}

// One memory goes through all rules, so that whatever it keeps from one must be right for the next:
// the same qualifying hand with other pays, another qualifying hand, one and two sizes on the flop.
static void solving_again_gives_what_solving_anew_gives(void **state)
{
    (void)state;
    static const unsigned order[] = {0, 6, 4, 1, 5, 2, 0, 3};
    const size_t sizes[2] = {uth_exact_size(2), uth_exact_size(1)};
    for (unsigned kind = 0; kind < 2; kind++) {
        const unsigned threads = 2 - kind;
        void *memory = malloc(sizes[kind]);
        struct uth_exact *exact = NULL;
        assert_non_null(memory);
        memset(memory, 0xa5, sizes[kind]); // nothing is taken for zero
        for (unsigned i = 0; i < sizeof order / sizeof order[0] && i < GAMES_MAX; i++) {
            struct uth_rules rules = strange_rules(order[i]);
            const enum uth_style style = i == 2 ? UTH_STYLE_SIMPLE : UTH_STYLE_OPTIMAL;
            if (exact == NULL) {
                assert_int_equal(uth_exact_solve(&rules, threads, memory, sizes[kind], &exact),
                                 UTH_OK);
            } else {
                assert_int_equal(uth_exact_solve_again(exact, &rules), UTH_OK);
            }
            struct solved anew = solve(&rules, 1);
            assert_same_game(exact, anew.exact, style);
            free(anew.memory);
        }
        free(memory);
    }
}

// Every flop decision of some hands and what it is worth; the units of both games are the same.
static void assert_same_flops(struct rng *rng, const struct uth_exact *a, const struct uth_exact *b)
{
    for (unsigned i = 0; i < 20000; i++) {
        uth_card cards[5];
        struct uth_exact_flop one;
        struct uth_exact_flop other;
        rng_deal(rng, 0, cards, 5);
        uth_exact_flop(a, cards, cards + 2, &one);
        uth_exact_flop(b, cards, cards + 2, &other);
        assert_int_equal(one.best, other.best);
        assert_int_equal(one.check_over_bet, other.check_over_bet);
    }
}

// A pay table under somebody's keys, one memory for all of it. Most of these change no decision and
// are not solved again: another unit and back, pays of hands that nobody folds, more than it takes to
// bet four of a kind with the lowest kicker. The others are: pays of hands that are folded by the
// thousand; and other raises before the flop are played anew.
static void pays_changed_key_by_key_give_what_solving_anew_gives(void **state)
{
    (void)state;
    static const struct {
        enum uth_hand_kind kind;
        struct uth_odds pays;
        uint8_t preflop; // not 0: the largest raise before the flop
    } keys[] = {
        {UTH_HAND_FLUSH, {2, 1}, 0},       {UTH_HAND_STRAIGHT, {7, 3}, 0},
        {UTH_HAND_FOUR, {1000, 1}, 0},     {UTH_HAND_FOUR, {2000, 1}, 0},
        {UTH_HAND_ROYAL_FLUSH, {9, 1}, 5}, {UTH_HAND_FLUSH, {0, 0}, 0},
        {UTH_HAND_TWO_PAIRS, {1, 2}, 0},   {UTH_HAND_STRAIGHT, {5, 1}, 4},
    };
    struct rng rng = rng_from_environment();
    const size_t size = uth_exact_size(2);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    struct uth_exact_play play;
    struct uth_rules rules = uth_rules_washington;
    assert_non_null(memory);
    memset(memory, 0xa5, size);
    assert_int_equal(uth_exact_solve(&rules, 2, memory, size, &exact), UTH_OK);
    uth_exact_play(exact, UTH_STYLE_OPTIMAL, &play);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && i < GAMES_MAX; i++) {
        rules.blind.pays[keys[i].kind] = keys[i].pays;
        rules.blind.pays[UTH_HAND_FULL_HOUSE] = (struct uth_odds){1 + rng_below(&rng, 9), 1};
        if (keys[i].preflop != 0) {
            rules.raises[UTH_STREET_PREFLOP][0] = keys[i].preflop;
        }
        assert_int_equal(uth_exact_solve_again(exact, &rules), UTH_OK);
        struct solved anew = solve(&rules, 2);
        assert_int_equal(uth_exact_unit(exact), uth_exact_unit(anew.exact));
        assert_same_game(exact, anew.exact, i == 4 ? UTH_STYLE_SIMPLE : UTH_STYLE_OPTIMAL);
        assert_same_flops(&rng, exact, anew.exact);
        free(anew.memory);
    }
    free(memory);
}

// What the designer's speed hangs on; that it is right, the test before says.
static void only_pays_that_lure_a_folded_hand_are_solved_again(void **state)
{
    (void)state;
    static const struct {
        enum uth_hand_kind kind;
        struct uth_odds pays;
        bool alike;
    } rows[] = {
        {UTH_HAND_STRAIGHT, {0, 0}, true},        {UTH_HAND_STRAIGHT, {90, 1}, true},
        {UTH_HAND_FLUSH, {4, 1}, true},           {UTH_HAND_FULL_HOUSE, {1, 3}, true},
        {UTH_HAND_FOUR, {958, 1}, true},          {UTH_HAND_FOUR, {957, 1}, false},
        {UTH_HAND_STRAIGHT_FLUSH, {60, 1}, true}, {UTH_HAND_ROYAL_FLUSH, {1000, 1}, true},
        {UTH_HAND_THREE, {1, 1}, false},          {UTH_HAND_TWO_PAIRS, {1, 2}, false},
        {UTH_HAND_PAIR, {1, 1}, false},           {UTH_HAND_HIGH_CARD, {1, 1}, false},
    };
    // Deuces on the board, a trey beside them, a trey and a four in the hand: it beats the last two
    // treys, ties with nine hands that hold a four, and is 958 short of a bet that is folded.
    struct uth_rules start = uth_rules_washington;
    start.blind.pays[UTH_HAND_FOUR] = (struct uth_odds){1000, 1};
    struct solved solved = solve(&start, 2);
    uth_exact_play(solved.exact, UTH_STYLE_OPTIMAL, &solved.play[0]);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct uth_rules rules = start;
        struct game game;
        rules.blind.pays[rows[i].kind] = rows[i].pays;
        assert_int_equal(exact_game_from(&rules, &game), UTH_OK);
        assert_int_equal(exact_is_played_alike(solved.exact, &game), rows[i].alike);
    }
    free(solved.memory);
}

static void rules_refused_leave_the_solved_game_as_it_was(void **state)
{
    const struct solved *standard = *state;
    struct solved solved = solve(&uth_rules_washington, 2);
    struct uth_rules rules = uth_rules_washington;
    rules.raises[UTH_STREET_RIVER][0] = 0;
    assert_int_equal(uth_exact_solve_again(solved.exact, &rules), UTH_ERR_SOLVER_RIVER);
    uth_exact_play(solved.exact, UTH_STYLE_TIMID, &solved.play[0]);
    assert_same_play(&solved.play[0], &standard->play[UTH_STYLE_TIMID]);
    free(solved.memory);
}

static void a_profile_beyond_the_sums_is_refused(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    struct uth_exact *exact = NULL;
    rules.blind.pays[UTH_HAND_PAIR] = (struct uth_odds){1, 997};
    assert_int_equal(uth_exact_solve(&rules, 1, NULL, 0, &exact), UTH_ERR_SOLVER_UNIT);
    rules = uth_rules_washington;
    rules.blind.pays[UTH_HAND_ROYAL_FLUSH] = (struct uth_odds){4000000000U, 1};
    assert_int_equal(uth_exact_solve(&rules, 1, NULL, 0, &exact), UTH_ERR_SOLVER_PAYS);
    rules = uth_rules_washington;
    rules.raises[UTH_STREET_FLOP][0] = 255;
    assert_int_equal(uth_exact_solve(&rules, 1, NULL, 0, &exact), UTH_ERR_SOLVER_RAISES);
    rules = uth_rules_washington;
    rules.raises[UTH_STREET_RIVER][0] = 0;
    assert_int_equal(uth_exact_solve(&rules, 1, NULL, 0, &exact), UTH_ERR_SOLVER_RIVER);
    rules = uth_rules_washington;
    rules.raises[UTH_STREET_PREFLOP][1] = 4;
    assert_int_equal(uth_exact_solve(&rules, 1, NULL, 0, &exact), UTH_ERR_RULES);
    assert_null(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_value_of_a_round_is_the_rulebooks),
        cmocka_unit_test(decimals_are_rounded_and_ratios_reduced),
        cmocka_unit_test(every_deal_is_played_once),
        cmocka_unit_test(perfect_play_bets_as_often_as_the_rulebook_says),
        cmocka_unit_test(five_hundred_hands_bet_four_times_the_ante),
        cmocka_unit_test(the_simple_strategy_loses_two_point_four_three_percent),
        cmocka_unit_test(who_never_folds_never_folds_and_the_timid_never_raise_early),
        cmocka_unit_test(strategies_are_found_by_name),
        cmocka_unit_test(threads_do_not_change_the_result),
        cmocka_unit_test(any_rules_agree_with_the_twin_on_some_flops),
        cmocka_unit_test(solving_again_gives_what_solving_anew_gives),
        cmocka_unit_test(pays_changed_key_by_key_give_what_solving_anew_gives),
        cmocka_unit_test(only_pays_that_lure_a_folded_hand_are_solved_again),
        cmocka_unit_test(rules_refused_leave_the_solved_game_as_it_was),
        cmocka_unit_test(a_profile_beyond_the_sums_is_refused),
    };
    return cmocka_run_group_tests_name("solve", tests, solve_standard, release);
}
