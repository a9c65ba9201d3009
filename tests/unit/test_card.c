// Cards as text and as sets. What can be read is walked whole: there are not many short texts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/rng.h"
#include "uth/card.h"

static void every_card_is_written_and_read_back(void **state)
{
    (void)state;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        char text[3];
        uth_card back = UTH_CARD_NONE;
        uth_card_text(card, text);
        assert_int_equal(uth_card_parse(text, 2, &back), UTH_OK);
        assert_int_equal(back, card);
    }
}

/* HAND-1 */
static void cards_are_named_by_rank_and_suit(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned rank;
        unsigned suit;
    } rows[] = {
        {"2c", UTH_RANK_TWO, UTH_SUIT_CLUBS},   {"Td", UTH_RANK_TEN, UTH_SUIT_DIAMONDS},
        {"Jh", UTH_RANK_JACK, UTH_SUIT_HEARTS}, {"Qs", UTH_RANK_QUEEN, UTH_SUIT_SPADES},
        {"Kc", UTH_RANK_KING, UTH_SUIT_CLUBS},  {"Ad", UTH_RANK_ACE, UTH_SUIT_DIAMONDS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uth_card card = UTH_CARD_NONE;
        assert_int_equal(uth_card_parse(rows[i].text, strlen(rows[i].text), &card), UTH_OK);
        assert_int_equal(uth_card_rank(card), rows[i].rank);
        assert_int_equal(uth_card_suit(card), rows[i].suit);
    }
}

static void a_card_that_may_not_be_seen_is_two_question_marks(void **state)
{
    (void)state;
    char text[3];
    uth_card_text(UTH_CARD_NONE, text);
    assert_string_equal(text, "??");
    EXPECT_CHECK_FAILURE(uth_card_text(UTH_DECK_SIZE, text));
}

static void of_all_texts_of_two_bytes_52_are_cards(void **state)
{
    (void)state;
    unsigned accepted = 0;
    for (unsigned code = 0; code < 0x10000; code++) {
        const char text[2] = {(char)(code >> 8), (char)code};
        uth_card card = UTH_CARD_NONE;
        const enum uth_status status = uth_card_parse(text, sizeof text, &card);
        assert_true((status == UTH_OK) == (card < UTH_DECK_SIZE));
        assert_true(status == UTH_OK || (status == UTH_ERR_BAD_CARD && card == UTH_CARD_NONE));
        accepted += status == UTH_OK;
    }
    assert_int_equal(accepted, UTH_DECK_SIZE);
}

static void what_is_no_card_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",    "A",   "s",   "1",  "10", "1s", "0s",  "10s",
        "As ", " As", "AsK", "as", "AS", "th", "Asx", "A\xe2\x99\xa0"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uth_card card = 7;
        assert_int_equal(uth_card_parse(texts[i], strlen(texts[i]), &card), UTH_ERR_BAD_CARD);
        assert_int_equal(card, 7);
    }
    uth_card card = 7;
    assert_int_equal(uth_card_parse("As\0", 3, &card), UTH_ERR_BAD_CARD);
    assert_int_equal(uth_card_parse("As", 1, &card), UTH_ERR_BAD_CARD);
    assert_int_equal(card, 7);
}

static void lists_of_cards_are_read_with_or_without_blanks(void **state)
{
    (void)state;
    static const char *const texts[] = {"As Kd Th", "AsKdTh", "  As\tKdTh ", "AsKd Th"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uth_card cards[3];
        size_t count = 0;
        char back[9];
        assert_int_equal(uth_cards_parse(texts[i], strlen(texts[i]), cards, 3, &count), UTH_OK);
        assert_int_equal(count, 3);
        uth_cards_text(cards, count, back);
        assert_string_equal(back, "As Kd Th");
    }
}

static void an_empty_list_has_no_cards_and_no_text(void **state)
{
    (void)state;
    size_t count = 9;
    assert_int_equal(uth_cards_parse("", 0, NULL, 0, &count), UTH_OK);
    assert_int_equal(count, 0);
    count = 9;
    assert_int_equal(uth_cards_parse("  \t", 3, NULL, 0, &count), UTH_OK);
    assert_int_equal(count, 0);

    char text[1] = {'x'};
    uth_cards_text(NULL, 0, text);
    assert_string_equal(text, "");
}

/* HAND-1 */
static void lists_that_are_refused_change_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t max;
        enum uth_status status;
    } rows[] = {
        {"As Kd Qx", 7, UTH_ERR_BAD_CARD},   {"As,Kd", 7, UTH_ERR_BAD_CARD},
        {"A s", 7, UTH_ERR_BAD_CARD},        {"1 0h", 7, UTH_ERR_BAD_CARD},
        {"AsK", 7, UTH_ERR_BAD_CARD},        {"As\n", 7, UTH_ERR_BAD_CARD},
        {"As Kd As", 7, UTH_ERR_CARD_TWICE}, {"Th 10h", 7, UTH_ERR_BAD_CARD},
        {"As Kd", 1, UTH_ERR_CARD_COUNT},    {"As", 0, UTH_ERR_CARD_COUNT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uth_card cards[7] = {40, 41, 42, 43, 44, 45, 46};
        const uth_card before[7] = {40, 41, 42, 43, 44, 45, 46};
        size_t count = 9;
        assert_int_equal(
            uth_cards_parse(rows[i].text, strlen(rows[i].text), cards, rows[i].max, &count),
            rows[i].status);
        assert_int_equal(count, 9);
        assert_memory_equal(cards, before, sizeof cards);
    }
}

static void a_whole_deck_is_written_and_read_back(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    uth_card deck[UTH_DECK_SIZE];
    uth_card back[UTH_DECK_SIZE];
    char text[3 * UTH_DECK_SIZE];
    size_t count = 0;

    rng_deal(&rng, 0, deck, UTH_DECK_SIZE);
    uth_cards_text(deck, UTH_DECK_SIZE, text);
    assert_int_equal(strlen(text), 3 * UTH_DECK_SIZE - 1);
    assert_int_equal(uth_cards_parse(text, strlen(text), back, UTH_DECK_SIZE, &count), UTH_OK);
    assert_int_equal(count, UTH_DECK_SIZE);
    assert_memory_equal(deck, back, sizeof deck);
}

static void a_set_knows_its_cards_and_their_number(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (size_t count = 0; count <= UTH_DECK_SIZE; count++) {
        uth_card cards[UTH_DECK_SIZE];
        rng_deal(&rng, 0, cards, count);
        uth_cards set = uth_cards_from(cards, count);
        assert_int_equal(uth_cards_count(set), count);
        for (size_t i = 0; i < count; i++) {
            assert_true(uth_cards_have(set, cards[i]));
            assert_true(uth_cards_in_suit(set, uth_card_suit(cards[i])) >> uth_card_rank(cards[i]) &
                        1);
            set &= ~uth_cards_of(cards[i]);
        }
        assert_true(set == 0);
    }
}

/* HAND-1 */
static void a_set_has_no_card_twice_and_nothing_but_cards(void **state)
{
    (void)state;
    const uth_card twice[] = {3, 4, 3};
    const uth_card no_card[] = {3, UTH_CARD_NONE};
    EXPECT_CHECK_FAILURE(uth_cards_from(twice, 3));
    EXPECT_CHECK_FAILURE(uth_cards_from(no_card, 2));
    EXPECT_CHECK_FAILURE(uth_cards_count(~UTH_CARDS_ALL));
}

/* HAND-1 */
static void a_deck_is_52_different_cards(void **state)
{
    (void)state;
    uth_card deck[UTH_DECK_SIZE];
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        deck[card] = (uth_card)(UTH_DECK_SIZE - 1 - card);
    }
    assert_true(uth_deck_is_whole(deck));
    deck[17] = deck[18];
    assert_false(uth_deck_is_whole(deck));
    deck[17] = UTH_CARD_NONE;
    assert_false(uth_deck_is_whole(deck));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_is_written_and_read_back),
        cmocka_unit_test(cards_are_named_by_rank_and_suit),
        cmocka_unit_test(a_card_that_may_not_be_seen_is_two_question_marks),
        cmocka_unit_test(of_all_texts_of_two_bytes_52_are_cards),
        cmocka_unit_test(what_is_no_card_is_refused_and_changes_nothing),
        cmocka_unit_test(lists_of_cards_are_read_with_or_without_blanks),
        cmocka_unit_test(an_empty_list_has_no_cards_and_no_text),
        cmocka_unit_test(lists_that_are_refused_change_nothing),
        cmocka_unit_test(a_whole_deck_is_written_and_read_back),
        cmocka_unit_test(a_set_knows_its_cards_and_their_number),
        cmocka_unit_test(a_set_has_no_card_twice_and_nothing_but_cards),
        cmocka_unit_test(a_deck_is_52_different_cards),
    };
    return cmocka_run_group_tests_name("card", tests, NULL, NULL);
}
