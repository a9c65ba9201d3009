// Side bets as data: which line fits which cards, and what is no bet.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "uth/bet.h"
#include "uth/rules.h"

// clang-format off
#define PAIR(low, high_, ...)   { .when = UTH_WHEN_PAIR, .from = (low), .to = (high_), __VA_ARGS__ }
#define RANKS(top, low, to_, ...) { .when = UTH_WHEN_RANKS, .high = (top), .from = (low), .to = (to_), __VA_ARGS__ }
#define RANGE(from_, to_)       { .when = UTH_WHEN_HAND, .least = (from_), .most = (to_) }

static const struct {
    struct uth_condition condition;
    const char *fits, *fails; // two cards each, one after another
} holes[] = {
    { PAIR(9, 11, ),                       "KcKs QhQd JsJd", "AcAs TcTd KcQc" },
    { PAIR(12, 12, .suits = UTH_SUITS_RED), "AhAd AdAh",     "AsAc AhAc AdAs AcAh KhKd" },
    { RANKS(12, 9, 10, ),                  "AcQd JsAs",      "AcKc AcTc KcQc AcAd" },
    { RANKS(12, 11, 11, .suits = UTH_SUITS_SAME),  "AcKc KdAd", "AcKd AdQd" },
    { RANKS(12, 11, 11, .suits = UTH_SUITS_OTHER), "AcKd",   "AcKc" },
    { { .when = UTH_WHEN_CONNECTED },      "AcKd 2cAd 7s8s", "AcQd 2c4d 9c9d Ac3d" },
    { { .when = UTH_WHEN_CONNECTED, .suits = UTH_SUITS_SAME }, "AcKc 2cAc", "AcKd 7s8h 7s9s" },
};

static const struct {
    enum uth_bet_cards cards;
    struct uth_condition condition;
    struct uth_odds pays;
    const char *expected; // a part of it; NULL: nothing is wrong
} lines[] = {
    { UTH_BET_BOARD,  RANGE(0, 0xfff),                 { 1, 1 }, NULL },
    { UTH_BET_BOARD,  RANGE(0, 0xfff),                 { 0, 1 }, "odds that pay" },
    { UTH_BET_BOARD,  RANGE(0, 0xfff),                 { 1, 0 }, "odds that pay" },
    { UTH_BET_BOARD,  RANGE(2, 1),                     { 1, 1 }, "a hand, of the player's" },
    { UTH_BET_BOARD,  { .most = 1, .both = true },     { 1, 1 }, "a hand, of the player's" },
    { UTH_BET_BEATEN, RANGE(0x1000, 0x1fff),           { 1, 1 }, NULL },
    { UTH_BET_BEATEN, RANGE(0x1001, 0x1fff),           { 1, 1 }, "without a rank" },
    { UTH_BET_BEATEN, RANGE(0x1000, 0x1ffe),           { 1, 1 }, "without a rank" },
    { UTH_BET_HOLE,   RANGE(0, 0xfff),                 { 1, 1 }, "two ranks" },
    { UTH_BET_DEALER, { .when = UTH_WHEN_ROYAL_FIRST_FIVE },     { 1, 1 }, "hole+board" },
    { UTH_BET_HOLE_BOARD, { .when = UTH_WHEN_ROYAL_FIRST_FIVE }, { 1, 1 }, NULL },
    { UTH_BET_HOLE_BOARD, { .when = UTH_WHEN_ROYAL_WITH_HOLE },  { 1, 1 }, NULL },
    { UTH_BET_HOLE_BOARD, { .when = UTH_WHEN_ROYAL_ON_BOARD },   { 1, 1 }, NULL },
    { UTH_BET_BOARD, { .when = UTH_WHEN_ROYAL_ON_BOARD },        { 1, 1 }, "hole+board" },
    { UTH_BET_BOARD,  PAIR(0, 0, ),                    { 1, 1 }, "does not look at the hole cards" },
    { UTH_BET_BOARD,  RANKS(5, 0, 0, ),                { 1, 1 }, "does not look at the hole cards" },
    { UTH_BET_BOARD,  { .when = UTH_WHEN_CONNECTED },  { 1, 1 }, "does not look at the hole cards" },
    { UTH_BET_HOLE,   PAIR(3, 2, ),                    { 1, 1 }, "ranks there are" },
    { UTH_BET_HOLE,   PAIR(3, 13, ),                   { 1, 1 }, "ranks there are" },
    { UTH_BET_HOLE,   PAIR(3, 12, .suits = UTH_SUITS_SAME),  { 1, 1 }, "suits" },
    { UTH_BET_HOLE,   PAIR(3, 12, .suits = UTH_SUITS_OTHER), { 1, 1 }, "suits" },
    { UTH_BET_HOLE,   PAIR(3, 12, .suits = UTH_SUITS_RED),   { 1, 1 }, NULL },
    { UTH_BET_HOLE,   RANKS(5, 3, 5, ),                { 1, 1 }, "ranks there are" },
    { UTH_BET_HOLE,   RANKS(13, 3, 5, ),               { 1, 1 }, "ranks there are" },
    { UTH_BET_HOLE,   RANKS(5, 3, 4, ),                { 1, 1 }, NULL },
    { UTH_BET_HOLE,   RANKS(5, 3, 4, .suits = UTH_SUITS_RED),   { 1, 1 }, "suits" },
    { UTH_BET_HOLE,   RANKS(5, 3, 4, .suits = UTH_SUITS_COUNT), { 1, 1 }, "suits" },
    { UTH_BET_HOLE,   { .when = UTH_WHEN_CONNECTED },  { 1, 1 }, NULL },
    { UTH_BET_HOLE,   { .when = UTH_WHEN_COUNT },      { 1, 1 }, "a condition there is" },
};
// clang-format on

static struct uth_bet_table one_line(struct uth_condition condition)
{
    return (struct uth_bet_table){.id = "mine", .line_count = 1, .lines = {{condition, {1, 1}}}};
}

static void assert_each(const struct uth_bet_table *table, const char *text, unsigned line)
{
    uth_card cards[UTH_DECK_SIZE];
    size_t count = 0;
    for (const char *at = text; *at != '\0'; at += at[4] == ' ' ? 5 : 4) {
        assert_int_equal(uth_card_parse(at, 2, &cards[count]), UTH_OK);
        assert_int_equal(uth_card_parse(at + 2, 2, &cards[count + 1]), UTH_OK);
        const struct uth_bet_seen seen = {.hole = &cards[count], .dealer = &cards[count]};
        assert_int_equal(uth_bet_line_of(table, &seen), line);
        count += 2;
    }
}

/* PAIR-1, PAIR-4 */
static void two_cards_fit_what_their_line_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof holes / sizeof holes[0]; i++) {
        const struct uth_bet_table table = one_line(holes[i].condition);
        assert_each(&table, holes[i].fits, 0);
        assert_each(&table, holes[i].fails, 1);
    }
}

/* PAIR-2 */
static void a_line_for_both_asks_the_dealer_too(void **state)
{
    (void)state;
    static const uth_card aces[2] = {48, 49};
    static const uth_card kings[2] = {44, 45};
    static const uth_card hidden[2] = {UTH_CARD_NONE, UTH_CARD_NONE};
    static const uth_card half[2] = {48, UTH_CARD_NONE};
    const struct uth_bet_table table = one_line((struct uth_condition)PAIR(12, 12, .both = true));
    const struct uth_bet_seen both = {.hole = aces, .dealer = aces};
    const struct uth_bet_seen player = {.hole = aces, .dealer = kings};
    const struct uth_bet_seen dealer = {.hole = kings, .dealer = aces};
    const struct uth_bet_seen not_turned = {.hole = aces, .dealer = hidden};
    const struct uth_bet_seen half_turned = {.hole = aces, .dealer = half};
    assert_int_equal(uth_bet_line_of(&table, &both), 0);
    assert_int_equal(uth_bet_line_of(&table, &player), 1);
    assert_int_equal(uth_bet_line_of(&table, &dealer), 1);
    assert_int_equal(uth_bet_line_of(&table, &not_turned), 1);
    assert_int_equal(uth_bet_line_of(&table, &half_turned), 1);
}

/* BET-2 */
static void the_first_line_that_fits_pays(void **state)
{
    (void)state;
    static const struct uth_bet_table table = {
        .line_count = 5,
        .lines = {{{.when = UTH_WHEN_ROYAL_FIRST_FIVE}, {1, 1}},
                  {{.when = UTH_WHEN_ROYAL_WITH_HOLE}, {1, 1}},
                  {{.when = UTH_WHEN_ROYAL_ON_BOARD}, {1, 1}},
                  {RANGE(0x4000, 0x4fff), {1, 1}},
                  {RANGE(0, UINT16_MAX), {1, 1}}},
    };
    struct uth_bet_seen seen = {.hand = 0x9001, .royal_first_five = true, .royal_with_hole = true};
    assert_int_equal(uth_bet_line_of(&table, &seen), 0);
    seen.royal_first_five = false;
    assert_int_equal(uth_bet_line_of(&table, &seen), 1);
    seen.royal_with_hole = false;
    assert_int_equal(uth_bet_line_of(&table, &seen), 2);
    seen.hand = 0x4001;
    assert_int_equal(uth_bet_line_of(&table, &seen), 3);
    seen.hand = 0x3fff;
    assert_int_equal(uth_bet_line_of(&table, &seen), 4);
    seen.hand = 0; // no hand, as at a tie
    assert_int_equal(uth_bet_line_of(&table, &seen), 5);
}

static void the_built_in_tables_have_the_index_of_their_lines(void **state)
{
    (void)state;
    const struct uth_rules *const profiles[] = {&uth_rules_washington, &uth_rules_california_6,
                                                &uth_rules_california_8};
    for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++) {
        for (unsigned side = 0; side < UTH_SIDES_MAX; side++) {
            const struct uth_bet *bet = &profiles[i]->sides[side];
            for (unsigned table = 0; table < bet->table_count; table++) {
                struct uth_bet_table indexed = bet->tables[table];
                uth_bet_table_index(&indexed);
                assert_memory_equal(indexed.first, bet->tables[table].first, sizeof indexed.first);
            }
        }
    }
}

static void an_index_may_begin_early_but_pass_over_no_line(void **state)
{
    (void)state;
    unsigned line;
    struct uth_bet_table table = uth_rules_washington.sides[0].tables[0];
    memset(table.first, 0, sizeof table.first);
    assert_null(uth_bet_table_fault(UTH_BET_HOLE_BOARD, &table, &line));
    table.first[UTH_HAND_ROYAL_FLUSH] = 1;
    assert_string_equal(uth_bet_table_fault(UTH_BET_HOLE_BOARD, &table, &line),
                        "an index that passes over no line");
    assert_int_equal(line, table.line_count);
    table.first[UTH_HAND_ROYAL_FLUSH] = UTH_BET_DECIDED | 1;
    assert_non_null(uth_bet_table_fault(UTH_BET_HOLE_BOARD, &table, &line));
    table.first[UTH_HAND_ROYAL_FLUSH] = UTH_BET_DECIDED;
    assert_null(uth_bet_table_fault(UTH_BET_HOLE_BOARD, &table, &line));
}

static void an_index_decides_only_what_no_other_card_changes(void **state)
{
    (void)state;
    unsigned line;
    struct uth_bet_table table = uth_rules_washington.sides[UTH_WAGER_PAIRS - UTH_WAGER_TRIPS]
                                     .tables[3]; // red aces pay more
    assert_null(uth_bet_table_fault(UTH_BET_HOLE, &table, &line));
    table.first[UTH_RANKS + UTH_RANK_ACE] |= UTH_BET_DECIDED;
    assert_string_equal(uth_bet_table_fault(UTH_BET_HOLE, &table, &line),
                        "an index that passes over no line");

    struct uth_bet_table high = uth_rules_washington.sides[0].tables[0];
    high.lines[0].condition =
        (struct uth_condition){.when = UTH_WHEN_HAND, .least = 0, .most = 0xfff};
    uth_bet_table_index(&high); // a beaten hand may be none at all (BB-3)
    assert_int_equal(high.first[UTH_HAND_HIGH_CARD], 0);
}

static void what_is_no_table_is_told_by_its_line(void **state)
{
    (void)state;
    unsigned line;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct uth_bet_table table = one_line(lines[i].condition);
        table.lines[0].pays = lines[i].pays;
        const char *fault = uth_bet_table_fault(lines[i].cards, &table, &line);
        if ((fault == NULL) != (lines[i].expected == NULL) ||
            (fault != NULL && (line != 0 || strstr(fault, lines[i].expected) == NULL))) {
            fail_msg("line %zu: %s", i, fault == NULL ? "nothing wrong" : fault);
        }
    }
    struct uth_bet_table table = {.line_count = 0};
    assert_string_equal(uth_bet_table_fault(UTH_BET_BOARD, &table, &line), "1 to 12 lines");
    assert_int_equal(line, 0);
    table.line_count = UTH_BET_LINES_MAX + 1;
    assert_string_equal(uth_bet_table_fault(UTH_BET_BOARD, &table, &line), "1 to 12 lines");
}

// PLAY-5: what a fold decides at once may not wait for the dealer's cards.
static void a_bet_is_faulted_by_its_table_or_as_a_whole(void **state)
{
    (void)state;
    struct uth_bet bet = {.id = "mine", .title = "Mine", .cards = UTH_BET_BOARD, .table_count = 2};
    unsigned table;
    unsigned line;
    bet.tables[0] = bet.tables[1] = one_line((struct uth_condition)RANGE(0, 0xfff));
    assert_null(uth_bet_fault(&bet, &table, &line));
    bet.tables[1].lines[0].pays.den = 0;
    assert_string_equal(uth_bet_fault(&bet, &table, &line), "odds that pay");
    assert_int_equal(table, 1);
    assert_int_equal(line, 0);
    bet.tables[1].lines[0].pays.den = 1;
    bet.table_count = 0;
    assert_string_equal(uth_bet_fault(&bet, &table, &line), "1 to 8 tables");
    bet.table_count = UTH_BET_TABLES_MAX + 1;
    assert_string_equal(uth_bet_fault(&bet, &table, &line), "1 to 8 tables");
    bet.table_count = 2;
    bet.cards = UTH_BET_CARDS_COUNT;
    assert_string_equal(uth_bet_fault(&bet, &table, &line), "cards to look at");
    bet.cards = UTH_BET_DEALER;
    for (unsigned fold = 0; fold <= UTH_FOLD_COUNT; fold++) {
        bet.fold = (uint8_t)fold;
        const char *fault = uth_bet_fault(&bet, &table, &line);
        const char *expected = fold == UTH_FOLD_COUNT ? "a fold rule there is"
                               : fold == UTH_FOLD_LOSES_UNLESS_WON
                                   ? "a fold rule that does not ask for the dealer's cards"
                                   : "";
        assert_string_equal(fault == NULL ? "" : fault, expected);
        assert_int_equal(table, 2);
    }
}

/* SHOW-8 */
static void a_bet_needs_the_dealers_cards_where_they_decide_it(void **state)
{
    (void)state;
    struct uth_bet bet = {.table_count = 2};
    bet.tables[0] = one_line((struct uth_condition)PAIR(12, 12, ));
    bet.tables[1] = one_line((struct uth_condition)PAIR(12, 12, .both = true));
    for (unsigned cards = 0; cards < UTH_BET_CARDS_COUNT; cards++) {
        bet.cards = (uint8_t)cards;
        bet.table = 0;
        assert_int_equal(uth_bet_needs_dealer(&bet),
                         cards == UTH_BET_DEALER || cards == UTH_BET_BEATEN);
        bet.table = 1; // the table in force
        assert_true(uth_bet_needs_dealer(&bet));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_cards_fit_what_their_line_says),
        cmocka_unit_test(a_line_for_both_asks_the_dealer_too),
        cmocka_unit_test(the_first_line_that_fits_pays),
        cmocka_unit_test(the_built_in_tables_have_the_index_of_their_lines),
        cmocka_unit_test(an_index_may_begin_early_but_pass_over_no_line),
        cmocka_unit_test(an_index_decides_only_what_no_other_card_changes),
        cmocka_unit_test(what_is_no_table_is_told_by_its_line),
        cmocka_unit_test(a_bet_is_faulted_by_its_table_or_as_a_whole),
        cmocka_unit_test(a_bet_needs_the_dealers_cards_where_they_decide_it),
    };
    return cmocka_run_group_tests_name("bet", tests, NULL, NULL);
}
