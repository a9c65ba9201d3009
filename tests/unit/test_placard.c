// What hangs at a table: the ranking of hands, the glossary, the notices and the placard made of them.
#define _POSIX_C_SOURCE 200809L // open_memstream
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/placard.h"
#include "support/sides.h"
#include "uth/hand.h"
#include "uth/notes.h"

static struct placard placard;

static void make(const struct uth_rules *rules)
{
    const struct placard_of of = {.rules = rules, .revision = 0x1234};
    placard_make(&of, &placard);
}

static const struct placard_section *section(const char *key, unsigned nth)
{
    for (unsigned i = 0; i < placard.section_count; i++) {
        if (strcmp(placard.sections[i].key, key) == 0 && nth-- == 0) {
            return &placard.sections[i];
        }
    }
    return NULL;
}

static char *written(bool html)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    if (html) {
        placard_html(&placard, NULL, out);
    } else {
        placard_text(&placard, out);
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

static uth_hand hand_of(const char *text)
{
    uth_card cards[5];
    size_t count = 0;
    assert_int_equal(uth_cards_parse(text, strlen(text), cards, 5, &count), UTH_OK);
    assert_int_equal(count, 5);
    return uth_hand_of(cards, 5);
}

/* HAND-5 */
static void the_examples_are_the_highest_and_lowest_of_all_hands_of_their_kind(void **state)
{
    uth_hand lowest[UTH_HAND_COUNT];
    uth_hand highest[UTH_HAND_COUNT] = {0};
    uth_card five[5];
    (void)state;
    memset(lowest, 0xff, sizeof lowest);
    for (five[0] = 0; five[0] < UTH_DECK_SIZE; five[0]++) {
        for (five[1] = 0; five[1] < five[0]; five[1]++) {
            for (five[2] = 0; five[2] < five[1]; five[2]++) {
                for (five[3] = 0; five[3] < five[2]; five[3]++) {
                    for (five[4] = 0; five[4] < five[3]; five[4]++) {
                        const uth_hand hand = uth_hand_of(five, 5);
                        const enum uth_hand_kind kind = uth_hand_kind_of(hand);
                        lowest[kind] = hand < lowest[kind] ? hand : lowest[kind];
                        highest[kind] = hand > highest[kind] ? hand : highest[kind];
                    }
                }
            }
        }
    }
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        assert_int_equal(hand_of(uth_rankings[kind].highest), highest[kind]);
        assert_int_equal(hand_of(uth_rankings[kind].lowest), lowest[kind]);
    }
}

/* HAND-5 */
static void the_ranking_stands_on_the_placard_from_lowest_to_highest(void **state)
{
    (void)state;
    make(&uth_rules_california_6);
    const struct placard_section *ranking = section("ranking", 0);
    assert_non_null(ranking);
    assert_int_equal(ranking->row_count, UTH_HAND_COUNT);
    assert_string_equal(ranking->rows[0][0], "High card");
    assert_string_equal(ranking->rows[UTH_HAND_COUNT - 1][0], "Royal flush");
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        assert_string_equal(ranking->rows[kind][1], uth_rankings[kind].requirement);
        assert_string_equal(ranking->rows[kind][2], uth_rankings[kind].highest);
        assert_string_equal(ranking->rows[kind][3], uth_rankings[kind].lowest);
    }
}

/* NOTE-2 */
static void the_glossary_has_the_ten_terms(void **state)
{
    static const char *const terms[UTH_TERM_COUNT] = {
        "Ante wager", "Blind wager",   "Check",       "Community cards", "Fold",
        "Play wager", "Player-dealer", "Poker value", "Round of play",   "Trips bonus wager"};
    (void)state;
    make(&uth_rules_washington);
    const struct placard_section *glossary = section("glossary", 0);
    assert_non_null(glossary);
    assert_int_equal(glossary->row_count, UTH_TERM_COUNT);
    for (unsigned i = 0; i < UTH_TERM_COUNT; i++) {
        assert_string_equal(glossary->rows[i][0], terms[i]);
        assert_true(strlen(glossary->rows[i][1]) > 10);
    }
}

static bool notice_has(const struct uth_rules *rules, const char *words)
{
    for (unsigned i = 0; i < rules->notice_count; i++) {
        if (strstr(rules->notices[i], words) != NULL) {
            return true;
        }
    }
    return false;
}

/* NOTE-1 */
static void each_profile_carries_the_notices_of_its_source(void **state)
{
    (void)state;
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        const struct uth_rules *rules = uth_rules_builtin(i);
        const bool california = rules->banked_by == UTH_BANKED_BY_PLAYER;
        assert_true(notice_has(rules, "SHFL Entertainment, Inc."));
        assert_true(notice_has(rules, "owner's agreement"));
        assert_int_equal(notice_has(rules, "Business and Professions Code section 19826(g)"),
                         california);
        assert_int_equal(notice_has(rules, "waives no rights"), california);
        assert_int_equal(notice_has(rules, "the Bureau does not resolve it"), california);
        assert_int_equal(notice_has(rules, "Games without a collection fee"), california);
        assert_int_equal(notice_has(rules, "WAC 230-15-040 and WAC 230-15-140"), !california);
        make(rules);
        assert_int_equal(section("notices", 0)->sentence_count, rules->notice_count);
    }
}

/* NOTE-1 */
static void a_house_may_replace_the_notices_and_loses_no_rule_by_it(void **state)
{
    struct uth_rules rules = uth_rules_washington;
    (void)state;
    rules.notice_count = 1;
    (void)snprintf(rules.notices[0], sizeof rules.notices[0], "The <official> notice.");
    make(&rules);
    char *text = written(false);
    char *page = written(true);
    assert_non_null(strstr(text, "The <official> notice."));
    assert_non_null(strstr(page, "The &lt;official&gt; notice."));
    assert_null(strstr(text, "SHFL"));
    assert_non_null(strstr(text, "maximum of four games"));
    free(text);
    free(page);
    rules.notice_count = 0;
    make(&rules);
    assert_null(section("notices", 0));
}

/* NOTE-3, SHOW-1 */
static void the_inscription_follows_banker_and_qualifier(void **state)
{
    struct uth_rules rules = uth_rules_california_8;
    (void)state;
    make(&rules);
    assert_string_equal(placard.inscription, "Player-Dealer only plays with a pair or higher");
    assert_null(placard.games);
    rules.qualifier = UTH_HAND_TWO_PAIRS << 12;
    make(&rules);
    assert_string_equal(placard.inscription, "Player-Dealer only plays with two pairs or higher");
    rules.qualifier = uth_hand_lowest(UTH_HAND_PAIR, 2);
    make(&rules);
    assert_string_equal(placard.inscription,
                        "Player-Dealer only plays with a pair of fours or higher");
    assert_string_equal(
        section("rules", 0)->sentences[0],
        "When the player-dealer has less than a pair of fours, the Ante of every player who has "
        "not "
        "folded is returned. Play, Blind and bonus wagers are settled as usual: this is not an "
        "automatic win.");
    rules.qualifier = uth_hand_lowest(UTH_HAND_HIGH_CARD, UTH_RANK_ACE);
    make(&rules);
    assert_string_equal(placard.inscription, "Player-Dealer only plays with ace high or higher");
    rules.qualifier = 0;
    make(&rules);
    assert_string_equal(placard.inscription, "Player-Dealer always plays");
    make(&uth_rules_washington);
    assert_string_equal(placard.inscription, "Dealer only plays with a pair or higher");
    assert_string_equal(placard.games,
                        "Players are limited to wagering on a maximum of four games");
}

// "500 to 1", "3 to 2"
static void assert_pays(const struct placard_section *pays, unsigned cell,
                        const struct uth_odds *odds, unsigned count)
{
    unsigned found = 0;
    unsigned wanted = 0;
    for (unsigned i = 0; i < pays->row_count; i++) {
        found += pays->rows[i][cell][0] != '\0';
    }
    for (unsigned i = 0; i < count; i++) {
        char words[32];
        unsigned same = 0;
        if (odds[i].den == 0) {
            continue;
        }
        wanted++;
        if (odds[i].num >= 1000) {
            (void)snprintf(words, sizeof words, "%u,%03u to %u", odds[i].num / 1000,
                           odds[i].num % 1000, odds[i].den);
        } else {
            (void)snprintf(words, sizeof words, "%u to %u", odds[i].num, odds[i].den);
        }
        for (unsigned row = 0; row < pays->row_count; row++) {
            same += strcmp(pays->rows[row][cell], words) == 0;
        }
        assert_true(same > 0);
    }
    assert_int_equal(found, wanted);
}

// A side bet's table in force, line by line.
static void assert_lines(const struct uth_rules *rules, enum uth_wager wager,
                         const struct placard_section *pays, unsigned cell)
{
    const struct uth_bet_table *table = uth_bet_table(uth_rules_side(rules, wager));
    struct uth_odds odds[UTH_BET_LINES_MAX];
    for (unsigned i = 0; i < table->line_count; i++) {
        odds[i] = table->lines[i].pays;
    }
    assert_non_null(pays);
    assert_int_equal(pays->wagers[cell], wager);
    assert_pays(pays, cell, odds, table->line_count);
    assert_string_equal(pays->tables[cell], table->id);
}

static void assert_all_pays(const struct uth_rules *rules)
{
    make(rules);
    const struct placard_section *hands = section("pays", 0);
    assert_pays(hands, 1, rules->blind.pays, UTH_HAND_COUNT);
    assert_lines(rules, UTH_WAGER_TRIPS, hands, 2);
    if (rules->offered[UTH_WAGER_BAD_BEAT]) {
        assert_lines(rules, UTH_WAGER_BAD_BEAT, hands, 3);
    }
    if (rules->offered[UTH_WAGER_PAIRS]) {
        assert_lines(rules, UTH_WAGER_PAIRS, section("pays", 2), 1);
    }
}

/* NOTE-3 */
static void every_pay_in_force_stands_on_the_placard(void **state)
{
    (void)state;
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        for (unsigned wager = UTH_WAGER_TRIPS; wager <= UTH_WAGER_PAIRS; wager++) {
            struct uth_rules rules = *uth_rules_builtin(i);
            const unsigned count = uth_rules_side(&rules, (enum uth_wager)wager)->table_count;
            assert_int_equal(count != 0, rules.offered[wager]);
            for (unsigned table = 0; table < count; table++) {
                uth_rules_use_table(&rules, (enum uth_wager)wager, (uint8_t)table);
                assert_all_pays(&rules);
            }
        }
    }
    make(&uth_rules_washington);
    const struct placard_section *progressive = section("pays", 3);
    static const char *const pays[] = {"100%",      "5%",        "3,000 for 1",
                                       "250 for 1", "100 for 1", "10 for 1"};
    assert_int_equal(progressive->row_count, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_string_equal(progressive->rows[i][1], pays[i]);
    }
}

// One row of a section by its label.
static const char *cell_of(const struct placard_section *in, const char *label)
{
    for (unsigned i = 0; i < in->row_count; i++) {
        if (strcmp(in->rows[i][0], label) == 0) {
            return in->rows[i][1];
        }
    }
    return NULL;
}

/* NOTE-3 */
static void a_side_bet_of_the_houses_own_stands_on_the_placard_by_itself(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_california_8;
    add_own_bet(&rules, UTH_WAGER_OWN_1, UTH_BET_HOLE_FLOP, UTH_FOLD_BESIDE);
    add_own_bet(&rules, UTH_WAGER_OWN_2, UTH_BET_HOLE, UTH_FOLD_LOSES);
    rules.SIDE(UTH_WAGER_OWN_2).needs = 1U << UTH_WAGER_TRIPS | 1U << UTH_WAGER_OWN_1;
    make(&rules);
    assert_string_equal(section("pays", 2)->title, "Bet A");
    assert_lines(&rules, UTH_WAGER_OWN_1, section("pays", 2), 1);
    assert_string_equal(section("pays", 2)->rows[0][0], "Pair or better");
    assert_string_equal(section("pays", 2)->names[0], "pair or better");
    assert_string_equal(section("pays", 3)->title, "Bet B");
    assert_lines(&rules, UTH_WAGER_OWN_2, section("pays", 3), 1);
    assert_string_equal(section("pays", 3)->rows[0][0], "A-A to 2-2, dealer too");
    assert_string_equal(cell_of(section("limits", 0), "Bet A"), "$1 to $300");
    assert_string_equal(cell_of(section("areas", 0), "Bet A"),
                        "Optional. Pays by the hand of the player's two cards and the flop. It "
                        "stays in action after a fold.");
    assert_string_equal(cell_of(section("areas", 0), "Bet B"),
                        "Optional, with Ante, Blind, Trips and Bet A. Pays by the player's two "
                        "cards; only the top line also needs the dealer's. A fold loses it.");
}

static uth_money dollars(int64_t amount)
{
    return (uth_money){100 * amount};
}

/* WA-2, GM-5 */
static void aggregates_and_the_meter_s_maximum_are_posted_on_the_first_page(void **state)
{
    struct uth_rules rules = uth_rules_washington;
    struct placard_of of = {.rules = &rules, .table = 3, .name = "Blue"};
    (void)state;
    make(&rules);
    assert_null(section("caps", 0));
    rules.aggregate[UTH_WAGER_BAD_BEAT].max = dollars(50000);
    rules.progressive.maximum = dollars(200000);
    make(&rules);
    const struct placard_section *caps = section("caps", 0);
    assert_true(caps->first_page);
    assert_string_equal(caps->rows[0][0], "Bad Beat Bonus, all players");
    assert_string_equal(caps->rows[0][1], "$50,000");
    assert_string_equal(caps->rows[1][0], "Progressive meter");
    assert_string_equal(caps->rows[1][1], "$200,000");
    of.meter_maximum = dollars(75000); // a table has its own meter's
    placard_make(&of, &placard);
    assert_string_equal(section("caps", 0)->rows[1][1], "$75,000");
    of.no_meter = true;
    placard_make(&of, &placard);
    assert_int_equal(section("caps", 0)->row_count, 1);
    assert_null(section("pays", 3));
}

/* BET-10, BET-11 */
static void limits_of_the_law_and_of_play_are_posted(void **state)
{
    struct uth_rules rules = uth_rules_washington;
    (void)state;
    make(&rules);
    assert_int_equal(section("limits", 0)->sentence_count, 1);
    assert_string_equal(section("limits", 0)->sentences[0],
                        "No wager may exceed $300, Play included.");
    rules.games_over = (struct uth_games_over){3, dollars(5)};
    make(&rules);
    assert_string_equal(section("limits", 0)->sentences[1],
                        "At most three of a player's games may be above $5.");
    rules = uth_rules_california_6;
    make(&rules);
    assert_string_equal(section("limits", 0)->rows[1][1], "no limit");
    rules.play_within_limit = true;
    make(&rules);
    assert_string_equal(section("limits", 0)->rows[1][1], "to $50");
}

static void assert_posted(const char *key, const char *words)
{
    const struct placard_section *posted = section(key, 0);
    bool found = false;
    for (unsigned i = 0; i < posted->sentence_count; i++) {
        found = found || strstr(posted->sentences[i], words) != NULL;
    }
    if (!found) {
        print_error("not posted: %s\n", words);
    }
    assert_true(found);
}

/* SHOW-9 */
static void the_order_wagers_are_settled_in_follows_the_profile(void **state)
{
    (void)state;
    static struct uth_rules rules;
    rules = uth_rules_california_6;
    rules.order_lost[0] = UTH_WAGER_BLIND;
    rules.order_lost[1] = UTH_WAGER_ANTE;
    rules.order_lost[2] = UTH_WAGER_PLAY;
    static const struct {
        const struct uth_rules *rules;
        const char *words;
    } cases[] = {
        {&uth_rules_california_6, "At each seat: Ante, Play, Blind, then Trips."},
        {&uth_rules_california_8, "At each seat: Ante, Play, Blind, then Trips; when the hand "
                                  "loses: Play, Ante, Blind, then Trips."},
        {&rules, "; when the hand loses: Blind, Ante, Play, then Trips."},
        {&uth_rules_washington,
         "Ultimate Pairs, then Progressive; when the hand loses: Play, Ante"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        make(cases[i].rules);
        assert_posted("rules", cases[i].words);
    }
}

/* BANK-1, BANK-2, BET-3, BET-7, FEE-3, FEE-4, PROG-1, PROG-4, PROG-5 */
static void what_the_documents_tell_players_stands_on_the_placard(void **state)
{
    (void)state;
    static struct uth_rules confirmed;
    confirmed = uth_rules_washington;
    confirmed.progressive.order = UTH_METER_ORDER_CONFIRMATION;
    static const struct {
        const struct uth_rules *rules;
        const char *key;
        const char *words;
    } cases[] = {
        {&uth_rules_california_8, "rules", "no maximum on the player-dealer's wager"},
        {&uth_rules_california_6, "rules", "wins or loses no more than that one"},
        {&uth_rules_california_8, "rules", "another player's hand or the player-dealer's"},
        {&uth_rules_washington, "rules", "another player's hand or the dealer's"},
        {&uth_rules_california_6, "rules", "The cards stay on or above the table."},
        {&uth_rules_california_8, "rules", "taken and dropped before the cards are dealt"},
        {&uth_rules_california_6, "fees",
         "$0.50 for each Ante and Blind circle, nothing for Trips"},
        {&uth_rules_washington, "rules", "at least one of the player's two cards"},
        {&uth_rules_washington, "rules", "starts again at its seed and reserve"},
        {&uth_rules_washington, "rules", "the player farthest on the dealer's right first"},
        {&confirmed, "rules", "in the order they are confirmed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        make(cases[i].rules);
        assert_posted(cases[i].key, cases[i].words);
    }
    make(&uth_rules_california_8);
    assert_non_null(strstr(section("areas", 0)->rows[3][1], "less than, equal to or more than"));
}

static const struct uth_odds longest = {UINT32_MAX, UINT32_MAX};

// As many as there can be, each as long as it can be.
static void lengthen_lines(struct uth_bet_table *table)
{
    table->line_count = UTH_BET_LINES_MAX;
    for (unsigned i = 0; i < UTH_BET_LINES_MAX; i++) {
        table->lines[i] = (struct uth_bet_line){
            {.when = UTH_WHEN_PAIR,
             .from = UTH_RANK_QUEEN,
             .to = UTH_RANK_QUEEN,
             .suits = UTH_SUITS_RED,
             .both = true},
            longest,
        };
    }
}

/* NOTE-3 */
static void a_profile_with_everything_as_long_as_it_can_be_fits(void **state)
{
    struct uth_rules rules = uth_rules_washington;
    (void)state;
    memset(rules.name, 'w', sizeof rules.name - 1);
    memset(rules.title, 'w', sizeof rules.title - 1);
    rules.banked_by = UTH_BANKED_BY_PLAYER;
    rules.spots_per_player = UINT8_MAX;
    rules.games_max = UINT8_MAX;
    rules.bank_hands_max = UINT8_MAX;
    rules.notice_count = UTH_NOTICES_MAX;
    memset(rules.raises, UINT8_MAX, sizeof rules.raises);
    for (unsigned i = 0; i < UTH_NOTICES_MAX; i++) {
        memset(rules.notices[i], 'w', UTH_NOTICE_LENGTH - 1);
    }
    for (unsigned i = 0; i < UTH_HAND_COUNT; i++) {
        rules.blind.pays[i] = longest;
        set_pay_of_kind(&rules.SIDE(UTH_WAGER_TRIPS).tables[0], (enum uth_hand_kind)i, longest);
        set_pay_of_kind(&rules.SIDE(UTH_WAGER_BAD_BEAT).tables[0], (enum uth_hand_kind)i, longest);
    }
    for (unsigned i = UTH_WAGER_OWN_1; i < UTH_WAGER_COUNT; i++) {
        add_own_bet(&rules, (enum uth_wager)i, UTH_BET_HOLE, UTH_FOLD_LOSES_UNLESS_WON);
        memset(rules.sides[i - UTH_WAGER_TRIPS].title, 'w', UTH_BET_TITLE_LENGTH - 1);
    }
    const unsigned sides = (1U << UTH_WAGER_COUNT) - (1U << UTH_WAGER_TRIPS);
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        rules.sides[i - UTH_WAGER_TRIPS].needs = (uint16_t)(sides & ~(1U << i)); // BET-4
    }
    for (unsigned i = UTH_WAGER_PAIRS; i < UTH_WAGER_COUNT; i++) {
        lengthen_lines(&rules.sides[i - UTH_WAGER_TRIPS].tables[0]);
    }
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        rules.progressive.table.pays[i] = (struct uth_progressive_pay){UINT32_MAX, 0};
    }
    rules.progressive.maximum.cents = UTH_MONEY_MAX;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        rules.limits[i].max.cents = rules.aggregate[i].max.cents = UTH_MONEY_MAX;
    }
    rules.collection_count = 1;
    rules.collections[0].tier_count = UTH_TIERS_MAX;
    rules.collections[0].player_fee.cents = UTH_MONEY_MAX;
    for (unsigned i = 0; i < UTH_TIERS_MAX; i++) {
        rules.collections[0].tiers[i].action.cents = UTH_MONEY_MAX;
        rules.collections[0].tiers[i].fee.cents = UTH_MONEY_MAX;
    }
    make(&rules);
    assert_true(placard.used < 2 * sizeof placard.text / 3);
    free(written(false));
    free(written(true));
    static char json[2 * WIRE_PLACARD_TEXT];
    struct wire_out out = wire_out_to(json, sizeof json);
    wire_out_open(&out, NULL, '{');
    placard_json(&placard, &out);
    wire_out_close(&out, '}');
    assert_false(out.overflow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_are_the_highest_and_lowest_of_all_hands_of_their_kind),
        cmocka_unit_test(the_ranking_stands_on_the_placard_from_lowest_to_highest),
        cmocka_unit_test(the_glossary_has_the_ten_terms),
        cmocka_unit_test(each_profile_carries_the_notices_of_its_source),
        cmocka_unit_test(a_house_may_replace_the_notices_and_loses_no_rule_by_it),
        cmocka_unit_test(the_inscription_follows_banker_and_qualifier),
        cmocka_unit_test(every_pay_in_force_stands_on_the_placard),
        cmocka_unit_test(a_side_bet_of_the_houses_own_stands_on_the_placard_by_itself),
        cmocka_unit_test(aggregates_and_the_meter_s_maximum_are_posted_on_the_first_page),
        cmocka_unit_test(limits_of_the_law_and_of_play_are_posted),
        cmocka_unit_test(the_order_wagers_are_settled_in_follows_the_profile),
        cmocka_unit_test(what_the_documents_tell_players_stands_on_the_placard),
        cmocka_unit_test(a_profile_with_everything_as_long_as_it_can_be_fits),
    };
    return cmocka_run_group_tests_name("placard", tests, NULL, NULL);
}
