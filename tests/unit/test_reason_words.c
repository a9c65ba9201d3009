// Why a wager ended as it did, in a player's words, true to the pay table in force.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "wire/amount_words.h"
#include "wire/reason_words.h"

static void says(const struct uth_rules *rules, enum uth_reason reason, enum uth_hand_kind kind,
                 const char *expected)
{
    char words[WIRE_REASON_WORDS_MAX];
    struct wire_reason_of of = wire_reason_unseen;
    of.player = kind;
    wire_reason_words(rules, reason, &of, words);
    assert_string_equal(words, expected);
}

static void a_blind_that_pushes_names_the_lowest_hand_the_table_pays(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    says(&rules, UTH_REASON_BLIND_BELOW_TABLE, UTH_HAND_TWO_PAIRS,
         "Blind pushes: won with less than a straight");
    rules.blind.pays[UTH_HAND_STRAIGHT].den = 0;
    says(&rules, UTH_REASON_BLIND_BELOW_TABLE, UTH_HAND_STRAIGHT,
         "Blind pushes: won with less than a flush");
    rules.blind.pays[UTH_HAND_THREE] = (struct uth_odds){1, 1};
    says(&rules, UTH_REASON_BLIND_BELOW_TABLE, UTH_HAND_STRAIGHT,
         "Blind pushes: won with a hand its table does not pay");
    memset(rules.blind.pays, 0, sizeof rules.blind.pays);
    says(&rules, UTH_REASON_BLIND_BELOW_TABLE, UTH_HAND_ROYAL_FLUSH,
         "Blind pushes: won with a hand its table does not pay");
}

static void what_is_paid_names_its_odds_and_the_hand_where_it_is_seen(void **state)
{
    (void)state;
    const struct uth_rules *rules = &uth_rules_california_8;
    says(rules, UTH_REASON_BLIND_WINS, UTH_HAND_FLUSH, "Blind wins 3 to 2: a flush");
    says(rules, UTH_REASON_TRIPS_WINS, UTH_HAND_THREE, "Trips wins 3 to 1: three of a kind");
    says(rules, UTH_REASON_TRIPS_WINS, UTH_HAND_COUNT, "Trips wins: the hand is on its pay table");
    says(rules, UTH_REASON_TRIPS_LOSES, UTH_HAND_PAIR, "Trips loses: less than three of a kind");
}

static void what_side_bets_are_paid_names_the_hand_and_its_odds(void **state)
{
    (void)state;
    struct wire_reason_of of = wire_reason_unseen;
    char words[WIRE_REASON_WORDS_MAX];
    of.player = UTH_HAND_THREE;
    of.dealer = UTH_HAND_STRAIGHT_FLUSH;
    of.pairs = UTH_PAIRS_AK_SUITED;
    wire_reason_words(&uth_rules_washington, UTH_REASON_BAD_BEAT_SUFFERED, &of, words);
    assert_string_equal(words, "Bad Beat wins 9 to 1: the player's three of a kind was beaten");
    wire_reason_words(&uth_rules_washington, UTH_REASON_BAD_BEAT_DEALT, &of, words);
    assert_string_equal(words, "Bad Beat wins 10,000 to 1: the dealer's straight flush was beaten");
    wire_reason_words(&uth_rules_washington, UTH_REASON_PAIRS_WINS, &of, words);
    assert_string_equal(words, "Pairs wins 25 to 1: ace king suited");
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
    wire_reason_words(&uth_rules_washington, UTH_REASON_PROGRESSIVE_WINS, &of, words);
    assert_string_equal(words, "Progressive wins $10,002.40: royal flush, first five, "
                               "100% of the meter; the $1 wager is kept");
    of.net.cents = 299900;
    of.progressive = UTH_PROGRESSIVE_COMMUNITY_ROYAL;
    wire_reason_words(&uth_rules_washington, UTH_REASON_PROGRESSIVE_WINS, &of, words);
    assert_string_equal(words, "Progressive wins $3,000: community royal flush, 3,000 for 1; "
                               "the $1 wager is kept");
    of.net.cents = UTH_MONEY_MAX - 100;
    wire_reason_words(&uth_rules_washington, UTH_REASON_PROGRESSIVE_WINS, &of, words);
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

// The outcome the words begin with is the outcome of the reason's text in the core.
static void every_reason_has_words_that_begin_with_what_becomes_of_the_wager(void **state)
{
    (void)state;
    char seen[UTH_REASON_COUNT][WIRE_REASON_WORDS_MAX];
    for (unsigned i = 0; i < UTH_REASON_COUNT; i++) {
        wire_reason_words(&uth_rules_washington, (enum uth_reason)i, &wire_reason_unseen, seen[i]);
        const char *colon = strstr(seen[i], ": ");
        assert_non_null(colon);
        static const char *const outcomes[] = {" wins", " loses", " pushes"};
        unsigned found = 0;
        for (unsigned k = 0; k < 3; k++) {
            const char *at = strstr(seen[i], outcomes[k]);
            const bool says_so = at != NULL && at < colon;
            found += says_so;
            if (says_so && i != UTH_REASON_TRIPS_FOLDED) {
                assert_non_null(strstr(uth_reason_text((enum uth_reason)i), outcomes[k]));
            }
        }
        assert_int_equal(found, 1);
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(seen[i], seen[j]);
        }
    }
    char words[WIRE_REASON_WORDS_MAX];
    EXPECT_CHECK_FAILURE(
        wire_reason_words(&uth_rules_washington, UTH_REASON_COUNT, &wire_reason_unseen, words));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blind_that_pushes_names_the_lowest_hand_the_table_pays),
        cmocka_unit_test(what_is_paid_names_its_odds_and_the_hand_where_it_is_seen),
        cmocka_unit_test(what_side_bets_are_paid_names_the_hand_and_its_odds),
        cmocka_unit_test(
            a_progressive_prize_is_told_whole_with_its_hand_and_the_wager_that_is_kept),
        cmocka_unit_test(amounts_are_read_in_threes),
        cmocka_unit_test(every_reason_has_words_that_begin_with_what_becomes_of_the_wager),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
