// Why a wager ended as it did, in a player's words, true to the pay table in force.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "wire/reason_words.h"

static void says(const struct uth_rules *rules, enum uth_reason reason, enum uth_hand_kind kind,
                 const char *expected)
{
    char words[WIRE_REASON_WORDS_MAX];
    wire_reason_words(rules, reason, kind, words);
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

// The outcome the words begin with is the outcome of the reason's text in the core.
static void every_reason_has_words_that_begin_with_what_becomes_of_the_wager(void **state)
{
    (void)state;
    char seen[UTH_REASON_COUNT][WIRE_REASON_WORDS_MAX];
    for (unsigned i = 0; i < UTH_REASON_COUNT; i++) {
        wire_reason_words(&uth_rules_washington, (enum uth_reason)i, UTH_HAND_COUNT, seen[i]);
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
        wire_reason_words(&uth_rules_washington, UTH_REASON_COUNT, UTH_HAND_COUNT, words));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blind_that_pushes_names_the_lowest_hand_the_table_pays),
        cmocka_unit_test(what_is_paid_names_its_odds_and_the_hand_where_it_is_seen),
        cmocka_unit_test(every_reason_has_words_that_begin_with_what_becomes_of_the_wager),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
