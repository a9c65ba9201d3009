// Card by card: where each of the four procedures puts the cards of a deck.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/rng.h"
#include "uth/deal.h"

// A procedure as the rulebook tells it.
enum to { TO_EACH, TO_DEALER, TO_BOARD };

struct handful {
    enum to to;
    unsigned cards;
};

// clang-format off
static const struct {
    enum uth_procedure procedure;
    const char *name;
    struct handful handfuls[5]; // ends with no cards
} procedures[] = {
    { UTH_PROCEDURE_SHOE,      "shoe",      { { TO_EACH, 1 }, { TO_DEALER, 1 }, { TO_EACH, 1 }, { TO_DEALER, 1 }, { TO_BOARD, 5 } } },
    { UTH_PROCEDURE_SHUFFLER,  "shuffler",  { { TO_EACH, 2 }, { TO_DEALER, 2 }, { TO_BOARD, 5 } } },
    { UTH_PROCEDURE_DECK_MATE, "deck-mate", { { TO_EACH, 2 }, { TO_DEALER, 2 }, { TO_BOARD, 3 }, { TO_BOARD, 2 } } },
    { UTH_PROCEDURE_ACE_IDEAL, "ace-ideal", { { TO_BOARD, 5 }, { TO_EACH, 2 }, { TO_DEALER, 2 } } },
};
// clang-format on

#define PROCEDURES (sizeof procedures / sizeof procedures[0])

// Deals by the words above, one card after another.
struct places {
    struct uth_dealt dealt;
    unsigned hole_count[UTH_SEATS_MAX], dealer_count, board_count, used;
};

static void hand_out(struct places *places, const uth_card *deck, struct handful handful,
                     unsigned players)
{
    for (unsigned player = 0; player < (handful.to == TO_EACH ? players : 1); player++) {
        for (unsigned i = 0; i < handful.cards; i++) {
            const uth_card card = deck[places->used++];
            if (handful.to == TO_EACH) {
                places->dealt.hole[player][places->hole_count[player]++] = card;
            } else if (handful.to == TO_DEALER) {
                places->dealt.dealer[places->dealer_count++] = card;
            } else {
                places->dealt.community[places->board_count++] = card;
            }
        }
    }
}

static bool is_so(const struct places *places, const struct uth_dealt *dealt, unsigned players)
{
    const size_t hole = players * sizeof dealt->hole[0];
    return memcmp(dealt->hole, places->dealt.hole, hole) == 0 &&
           memcmp(dealt->dealer, places->dealt.dealer, sizeof dealt->dealer) == 0 &&
           memcmp(dealt->community, places->dealt.community, sizeof dealt->community) == 0 &&
           dealt->used == places->used;
}

/* DEAL-2, DEAL-3 */
static void each_procedure_deals_card_by_card_as_the_rulebook_tells_it(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (size_t i = 0; i < PROCEDURES; i++) {
        for (unsigned players = 1; players <= UTH_SEATS_MAX; players++) {
            uth_card deck[UTH_DECK_SIZE];
            struct places places = {0};
            struct uth_dealt dealt;
            rng_deck(&rng, deck);
            for (unsigned h = 0; h < 5; h++) {
                hand_out(&places, deck, procedures[i].handfuls[h], players);
            }
            uth_deal(procedures[i].procedure, players, deck, &dealt);
            if (!is_so(&places, &dealt, players)) {
                fail_msg("%s with %u players", procedures[i].name, players);
            }
        }
    }
}

static void a_card_in_another_place_or_one_more_is_noticed(void **state)
{
    (void)state;
    uth_card deck[UTH_DECK_SIZE];
    struct places places = {0};
    struct uth_dealt dealt;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        deck[card] = card;
    }
    for (unsigned h = 0; h < 5; h++) {
        hand_out(&places, deck, procedures[0].handfuls[h], 3);
    }
    uth_deal(procedures[0].procedure, 3, deck, &dealt);
    uth_card *const out[] = {dealt.hole[0],    dealt.hole[1] + 1, dealt.hole[2],      dealt.dealer,
                             dealt.dealer + 1, dealt.community,   dealt.community + 4};
    for (size_t i = 0; i < sizeof out / sizeof out[0]; i++) {
        const uth_card right = *out[i];
        *out[i] = 51;
        assert_false(is_so(&places, &dealt, 3));
        *out[i] = right;
    }
    dealt.used++;
    assert_false(is_so(&places, &dealt, 3));
    dealt.used--;
    assert_true(is_so(&places, &dealt, 3));
    // A deal to one player less, and the right cards by another procedure.
    uth_deal(procedures[0].procedure, 2, deck, &dealt);
    assert_false(is_so(&places, &dealt, 3));
    uth_deal(procedures[1].procedure, 3, deck, &dealt);
    assert_false(is_so(&places, &dealt, 3));
}

// The deck in its order: 2c 2d 2h 2s 3c …
static void deal_new_deck(enum uth_procedure procedure, unsigned players, char text[80])
{
    uth_card deck[UTH_DECK_SIZE];
    struct uth_dealt dealt;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        deck[card] = card;
    }
    uth_deal(procedure, players, deck, &dealt);
    uth_card cards[2 * UTH_SEATS_MAX + 7];
    memcpy(cards, dealt.hole, 2 * (size_t)players);
    memcpy(cards + 2 * (size_t)players, dealt.dealer, 2);
    memcpy(cards + 2 * (size_t)players + 2, dealt.community, 5);
    uth_cards_text(cards, 2 * (size_t)players + 7, text);
}

/* DEAL-3 */
static void two_players_get_these_cards_of_a_new_deck(void **state)
{
    (void)state;
    //      the first player, the second, the dealer, the board
    static const char *const expected[] = {
        [UTH_PROCEDURE_SHOE] = "2c 2s 2d 3c 2h 3d 3h 3s 4c 4d 4h",
        [UTH_PROCEDURE_SHUFFLER] = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h",
        [UTH_PROCEDURE_DECK_MATE] = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h",
        [UTH_PROCEDURE_ACE_IDEAL] = "3d 3h 3s 4c 4d 4h 2c 2d 2h 2s 3c",
    };
    for (unsigned i = 0; i < 4; i++) {
        char text[80];
        deal_new_deck((enum uth_procedure)i, 2, text);
        assert_string_equal(text, expected[i]);
    }
}

/* DEAL-2 */
static void no_card_is_burnt_and_none_is_dealt_twice(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (size_t i = 0; i < PROCEDURES; i++) {
        for (unsigned players = 1; players <= UTH_SEATS_MAX; players++) {
            uth_card deck[UTH_DECK_SIZE];
            struct uth_dealt dealt;
            rng_deck(&rng, deck);
            uth_deal(procedures[i].procedure, players, deck, &dealt);
            assert_int_equal(dealt.used, 2 * players + 7);
            const uth_cards out = uth_cards_from(dealt.hole[0], 2 * (size_t)players) |
                                  uth_cards_from(dealt.dealer, 2) |
                                  uth_cards_from(dealt.community, 5);
            // So many different cards, and they are those from the top: none was left out.
            assert_true(out == uth_cards_from(deck, dealt.used));
        }
    }
}

/* DEAL-4 */
static void only_a_hand_held_deck_keeps_its_stub_until_the_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROCEDURES; i++) {
        assert_int_equal(uth_deal_unloads_stub(procedures[i].procedure),
                         procedures[i].procedure != UTH_PROCEDURE_DECK_MATE);
    }
}

/* DEAL-3 */
static void each_procedure_has_the_name_of_the_rulebook(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROCEDURES; i++) {
        assert_string_equal(uth_procedure_name(procedures[i].procedure), procedures[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_procedure_deals_card_by_card_as_the_rulebook_tells_it),
        cmocka_unit_test(a_card_in_another_place_or_one_more_is_noticed),
        cmocka_unit_test(two_players_get_these_cards_of_a_new_deck),
        cmocka_unit_test(no_card_is_burnt_and_none_is_dealt_twice),
        cmocka_unit_test(only_a_hand_held_deck_keeps_its_stub_until_the_end),
        cmocka_unit_test(each_procedure_has_the_name_of_the_rulebook),
    };
    return cmocka_run_group_tests_name("deal", tests, NULL, NULL);
}
