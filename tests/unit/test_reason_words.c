// Why a wager ended as it did, in a player's words, true to the pay table in force.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/sides.h"
#include "wire/amount_words.h"
#include "wire/reason_words.h"

static void says(const struct uth_rules *rules, enum uth_wager wager, enum uth_reason reason,
                 enum uth_hand_kind kind, const char *expected)
{
    char words[WIRE_REASON_WORDS_MAX];
    struct wire_reason_of of = wire_reason_unseen;
    of.player = kind;
    wire_reason_words(rules, wager, reason, &of, words);
    assert_string_equal(words, expected);
}

static void a_blind_that_pushes_names_the_lowest_hand_the_table_pays(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    says(&rules, UTH_WAGER_BLIND, UTH_REASON_BLIND_BELOW_TABLE, UTH_HAND_TWO_PAIRS,
         "pushes: won with less than a straight");
    rules.blind.pays[UTH_HAND_STRAIGHT].den = 0;
    says(&rules, UTH_WAGER_BLIND, UTH_REASON_BLIND_BELOW_TABLE, UTH_HAND_STRAIGHT,
         "pushes: won with less than a flush");
    rules.blind.pays[UTH_HAND_THREE] = (struct uth_odds){1, 1};
    says(&rules, UTH_WAGER_BLIND, UTH_REASON_BLIND_BELOW_TABLE, UTH_HAND_STRAIGHT,
         "pushes: won with a hand its table does not pay");
    memset(rules.blind.pays, 0, sizeof rules.blind.pays);
    says(&rules, UTH_WAGER_BLIND, UTH_REASON_BLIND_BELOW_TABLE, UTH_HAND_ROYAL_FLUSH,
         "pushes: won with a hand its table does not pay");
}

static void what_is_paid_names_its_odds_and_the_hand_where_it_is_seen(void **state)
{
    (void)state;
    const struct uth_rules *rules = &uth_rules_california_8;
    says(rules, UTH_WAGER_BLIND, UTH_REASON_BLIND_WINS, UTH_HAND_FLUSH, "wins 3 to 2: a flush");
    says(rules, UTH_WAGER_TRIPS, UTH_REASON_SIDE_WINS, UTH_HAND_THREE,
         "wins 3 to 1: three of a kind");
    says(rules, UTH_WAGER_TRIPS, UTH_REASON_SIDE_WINS, UTH_HAND_COUNT,
         "wins: the hand is on its pay table");
    says(rules, UTH_WAGER_TRIPS, UTH_REASON_SIDE_LOSES, UTH_HAND_PAIR,
         "loses: less than three of a kind");
}

static void what_side_bets_are_paid_names_the_hand_and_its_odds(void **state)
{
    (void)state;
    struct wire_reason_of of = wire_reason_unseen;
    char words[WIRE_REASON_WORDS_MAX];
    of.player = UTH_HAND_THREE;
    of.dealer = UTH_HAND_STRAIGHT_FLUSH;
    wire_reason_words(&uth_rules_washington, UTH_WAGER_BAD_BEAT, UTH_REASON_SIDE_SUFFERED, &of,
                      words);
    assert_string_equal(words, "wins 9 to 1: the player's three of a kind was beaten");
    wire_reason_words(&uth_rules_washington, UTH_WAGER_BAD_BEAT, UTH_REASON_SIDE_DEALT, &of, words);
    assert_string_equal(words, "wins 10,000 to 1: the dealer's straight flush was beaten");
    of.line = 1; // of table 1
    wire_reason_words(&uth_rules_washington, UTH_WAGER_PAIRS, UTH_REASON_SIDE_WINS, &of, words);
    assert_string_equal(words, "wins 25 to 1: ace king suited");
}

// Where a table tells hands of one kind apart, the line that pays is named, not the kind.
static void a_side_bet_of_the_houses_own_goes_by_its_title_and_names_the_line(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    struct wire_reason_of of = wire_reason_unseen;
    char words[WIRE_REASON_WORDS_MAX];
    add_own_bet(&rules, UTH_WAGER_OWN_1, UTH_BET_HOLE_FLOP, UTH_FOLD_BESIDE);
    add_own_bet(&rules, UTH_WAGER_OWN_2, UTH_BET_HOLE, UTH_FOLD_BESIDE);
    says(&rules, UTH_WAGER_OWN_1, UTH_REASON_SIDE_WINS, UTH_HAND_PAIR,
         "wins: the hand is on its pay table");
    says(&rules, UTH_WAGER_OWN_1, UTH_REASON_SIDE_LOSES, UTH_HAND_HIGH_CARD,
         "loses: no paying hand");
    says(&rules, UTH_WAGER_OWN_1, UTH_REASON_SIDE_FOLDED, UTH_HAND_COUNT,
         "loses: this house takes it with the fold");
    says(&rules, UTH_WAGER_OWN_2, UTH_REASON_SIDE_WINS, UTH_HAND_PAIR,
         "wins: the two hole cards are on its pay table");
    says(&rules, UTH_WAGER_OWN_2, UTH_REASON_SIDE_LOSES, UTH_HAND_PAIR,
         "loses: the two hole cards are not on its pay table");
    of.line = 0;
    wire_reason_words(&rules, UTH_WAGER_OWN_1, UTH_REASON_SIDE_WINS, &of, words);
    assert_string_equal(words, "wins 2 to 1: pair or better");
    wire_reason_words(&rules, UTH_WAGER_OWN_2, UTH_REASON_SIDE_WINS, &of, words);
    assert_string_equal(words, "wins 2 to 1: aces to twos, player and dealer");
    struct uth_bet_table *trips = table_in_use(&rules, UTH_WAGER_TRIPS);
    trips->lines[6].condition.least = uth_hand_lowest(UTH_HAND_THREE, UTH_RANK_JACK);
    of.line = 6;
    of.player = UTH_HAND_THREE;
    wire_reason_words(&rules, UTH_WAGER_TRIPS, UTH_REASON_SIDE_WINS, &of, words);
    assert_string_equal(words, "wins 3 to 1: three of a kind of jacks or higher");
    says(&rules, UTH_WAGER_TRIPS, UTH_REASON_SIDE_LOSES, UTH_HAND_THREE,
         "loses: the hand is not on its pay table");
}

// PROG-1: a prize is for 1. The net is less by the stake, and the words say where it went.
static void a_progressive_prize_is_told_whole_with_its_hand_and_the_wager_that_is_kept(void **state)
{
    (void)state;
    struct wire_reason_of of = wire_reason_unseen;
    char words[WIRE_REASON_WORDS_MAX];
    of.stake.cents = 100;
    of.net.cents = 1000140;
    of.progressive = UTH_PROGRESSIVE_ROYAL_FIRST_FIVE;
    wire_reason_words(&uth_rules_washington, UTH_WAGER_PROGRESSIVE, UTH_REASON_PROGRESSIVE_WINS,
                      &of, words);
    assert_string_equal(words, "wins $10,002.40: royal flush, first five, "
                               "100% of the meter; the $1 wager is kept");
    of.net.cents = 299900;
    of.progressive = UTH_PROGRESSIVE_COMMUNITY_ROYAL;
    wire_reason_words(&uth_rules_washington, UTH_WAGER_PROGRESSIVE, UTH_REASON_PROGRESSIVE_WINS,
                      &of, words);
    assert_string_equal(words, "wins $3,000: community royal flush, 3,000 for 1; "
                               "the $1 wager is kept");
    of.net.cents = UTH_MONEY_MAX - 100;
    wire_reason_words(&uth_rules_washington, UTH_WAGER_PROGRESSIVE, UTH_REASON_PROGRESSIVE_WINS,
                      &of, words);
    assert_non_null(strstr(words, "$90,071,992,547,409.91: community"));
    assert_non_null(strstr(words, "is kept"));
}

static void amounts_are_read_in_threes(void **state)
{
    (void)state;
    char text[WIRE_AMOUNT_MAX];
    assert_string_equal(wire_grouped(0, text), "0");
    assert_string_equal(wire_grouped(999, text), "999");
    assert_string_equal(wire_grouped(1000, text), "1,000");
    assert_string_equal(wire_grouped(UINT64_MAX, text), "18,446,744,073,709,551,615");
    assert_string_equal(wire_money_words((uth_money){-50}, text), "-$0.50");
    assert_string_equal(wire_money_words((uth_money){100000000}, text), "$1,000,000");
    assert_string_equal(wire_money_words((uth_money){-UTH_MONEY_MAX}, text),
                        "-$90,071,992,547,409.91");
    assert_string_equal(wire_percent_words(10000, text), "100%");
    assert_string_equal(wire_percent_words(50, text), "0.5%");
    assert_string_equal(wire_percent_words(1205, text), "12.05%");
}

// ---- every reason -----------------------------------------------------------------------------

// The reasons a wager can end by, from the first to the last.
struct reasons {
    unsigned first, last;
};

static struct reasons reasons_of(enum uth_wager wager)
{
    switch (wager) {
    case UTH_WAGER_ANTE: return (struct reasons){UTH_REASON_ANTE_WINS, UTH_REASON_ANTE_FOLDED};
    case UTH_WAGER_BLIND: return (struct reasons){UTH_REASON_BLIND_WINS, UTH_REASON_BLIND_FOLDED};
    case UTH_WAGER_PLAY: return (struct reasons){UTH_REASON_PLAY_WINS, UTH_REASON_PLAY_TIES};
    case UTH_WAGER_PROGRESSIVE:
        return (struct reasons){UTH_REASON_PROGRESSIVE_WINS, UTH_REASON_PROGRESSIVE_LOSES};
    case UTH_WAGER_TRIPS:
    case UTH_WAGER_BAD_BEAT:
    case UTH_WAGER_PAIRS:
    case UTH_WAGER_OWN_1:
    case UTH_WAGER_OWN_2:
    case UTH_WAGER_OWN_3:
    case UTH_WAGER_OWN_4:
    case UTH_WAGER_COUNT: break;
    }
    return (struct reasons){UTH_REASON_SIDE_WINS, UTH_REASON_SIDE_TIES};
}

// The outcome the words begin with is the outcome of the reason's text in the core.
static void assert_outcome(const struct uth_rules *rules, enum uth_wager wager,
                           enum uth_reason reason, const char *words)
{
    static const char *const outcomes[] = {"wins", "loses", "pushes"};
    char text[UTH_REASON_TEXT_MAX];
    unsigned found = 0;
    assert_non_null(strstr(words, ": "));
    (void)uth_reason_text(rules, wager, reason, text);
    for (unsigned k = 0; k < 3; k++) {
        const bool says_so = strncmp(words, outcomes[k], strlen(outcomes[k])) == 0;
        found += says_so;
        if (says_so && reason != UTH_REASON_SIDE_FOLDED) {
            assert_non_null(strstr(text, outcomes[k]));
        }
    }
    assert_int_equal(found, 1);
}

static void every_reason_has_words_that_begin_with_what_becomes_of_the_wager(void **state)
{
    (void)state;
    static char seen[UTH_REASON_COUNT][WIRE_REASON_WORDS_MAX];
    struct uth_rules rules = uth_rules_washington;
    unsigned reasons = 0;
    for (unsigned i = UTH_WAGER_OWN_1; i < UTH_WAGER_COUNT; i++) {
        add_own_bet(&rules, (enum uth_wager)i, (enum uth_bet_cards)(i - UTH_WAGER_OWN_1),
                    UTH_FOLD_LOSES);
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const struct reasons of = reasons_of((enum uth_wager)i);
        unsigned count = 0; // of this wager's, which are all different
        for (unsigned reason = of.first; reason <= of.last; reason++) {
            wire_reason_words(&rules, (enum uth_wager)i, (enum uth_reason)reason,
                              &wire_reason_unseen, seen[count]);
            assert_outcome(&rules, (enum uth_wager)i, (enum uth_reason)reason, seen[count]);
            for (unsigned j = 0; j < count; j++) {
                assert_string_not_equal(seen[count], seen[j]);
            }
            count++;
            reasons |= 1U << reason;
        }
    }
    assert_int_equal(reasons, (1U << UTH_REASON_COUNT) - 1);
}

static void what_is_no_reason_of_a_wager_stops_the_program(void **state)
{
    (void)state;
    char words[WIRE_REASON_WORDS_MAX];
    EXPECT_CHECK_FAILURE(wire_reason_words(&uth_rules_washington, UTH_WAGER_ANTE, UTH_REASON_COUNT,
                                           &wire_reason_unseen, words));
    EXPECT_CHECK_FAILURE(wire_reason_words(&uth_rules_washington, UTH_WAGER_ANTE,
                                           UTH_REASON_SIDE_WINS, &wire_reason_unseen, words));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blind_that_pushes_names_the_lowest_hand_the_table_pays),
        cmocka_unit_test(what_is_paid_names_its_odds_and_the_hand_where_it_is_seen),
        cmocka_unit_test(what_side_bets_are_paid_names_the_hand_and_its_odds),
        cmocka_unit_test(a_side_bet_of_the_houses_own_goes_by_its_title_and_names_the_line),
        cmocka_unit_test(
            a_progressive_prize_is_told_whole_with_its_hand_and_the_wager_that_is_kept),
        cmocka_unit_test(amounts_are_read_in_threes),
        cmocka_unit_test(every_reason_has_words_that_begin_with_what_becomes_of_the_wager),
        cmocka_unit_test(what_is_no_reason_of_a_wager_stops_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
