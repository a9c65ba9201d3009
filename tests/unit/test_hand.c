// The hand evaluator against the rulebook, against known counts, and against its obvious twin.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/hand_many.h"
#include "support/check_expected.h"
#include "support/digest.h"
#include "support/hand_plain.h"
#include "support/rng.h"
#include "support/walk.h"
#include "uth/hand.h"

static struct hand_plain plain;

static int make_the_twin(void **state)
{
    (void)state;
    hand_plain_init(&plain);
    return 0;
}

static size_t read_cards(const char *text, uth_card cards[7])
{
    size_t count = 0;
    assert_int_equal(uth_cards_parse(text, strlen(text), cards, 7, &count), UTH_OK);
    return count;
}

static uth_hand hand_of(const char *text)
{
    uth_card cards[7];
    const size_t count = read_cards(text, cards);
    return uth_hand_of(cards, count);
}

static void fail_with_cards(const char *what, const uth_card *cards, size_t count)
{
    char text[3 * 7];
    uth_cards_text(cards, count, text);
    fail_msg("%s: %s", what, text);
}

static void compare_with_twin(const uth_card *cards, size_t count)
{
    if (uth_hand_of(cards, count) != hand_plain_of(&plain, cards, count)) {
        fail_with_cards("the twin disagrees", cards, count);
    }
}

/* HAND-2 */
static void kinds_have_the_names_of_the_rulebook(void **state)
{
    (void)state;
    static const char *const names[UTH_HAND_COUNT] = {
        "high card", "pair",       "two pairs",      "three of a kind", "straight",
        "flush",     "full house", "four of a kind", "straight flush",  "royal flush"};
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        assert_string_equal(uth_hand_kind_name((enum uth_hand_kind)kind), names[kind]);
    }
    EXPECT_CHECK_FAILURE(uth_hand_kind_name(UTH_HAND_COUNT));
}

// Each hand beats the one before it.
/* HAND-1, HAND-2 */
static void hands_stand_in_the_order_of_the_rulebook(void **state)
{
    (void)state;
    static const struct {
        const char *cards;
        enum uth_hand_kind kind;
    } ladder[] = {
        {"7c 5d 4h 3s 2c", UTH_HAND_HIGH_CARD},      {"7c 6d 4h 3s 2c", UTH_HAND_HIGH_CARD},
        {"8c 5d 4h 3s 2c", UTH_HAND_HIGH_CARD},      {"4c 3d 2h As Kc", UTH_HAND_HIGH_CARD},
        {"2c 3d As Kc Qd", UTH_HAND_HIGH_CARD},      {"Ac Kd Qh Js 9c", UTH_HAND_HIGH_CARD},
        {"2c 2d 5h 4s 3c", UTH_HAND_PAIR},           {"2c 2d Ah Ks Qc", UTH_HAND_PAIR},
        {"3c 3d 5h 4s 2c", UTH_HAND_PAIR},           {"Ac Ad Kh Qs Tc", UTH_HAND_PAIR},
        {"Ac Ad Kh Qs Jc", UTH_HAND_PAIR},           {"3c 3d 2h 2s 4c", UTH_HAND_TWO_PAIRS},
        {"3c 3d 2h 2s Ac", UTH_HAND_TWO_PAIRS},      {"4c 4d 2h 2s 3c", UTH_HAND_TWO_PAIRS},
        {"Ac Ad Kh Ks Qc", UTH_HAND_TWO_PAIRS},      {"2c 2d 2h 4s 3c", UTH_HAND_THREE},
        {"2c 2d 2h As Kc", UTH_HAND_THREE},          {"Ac Ad Ah Ks Qc", UTH_HAND_THREE},
        {"Ac 2d 3h 4s 5c", UTH_HAND_STRAIGHT},       {"2c 3d 4h 5s 6c", UTH_HAND_STRAIGHT},
        {"Ac Kd Qh Js Tc", UTH_HAND_STRAIGHT},       {"7c 5c 4c 3c 2c", UTH_HAND_FLUSH},
        {"Ac Kc Qc Jc 9c", UTH_HAND_FLUSH},          {"2c 2d 2h 3s 3c", UTH_HAND_FULL_HOUSE},
        {"2c 2d 2h As Ac", UTH_HAND_FULL_HOUSE},     {"3c 3d 3h 2s 2c", UTH_HAND_FULL_HOUSE},
        {"Ac Ad Ah Ks Kc", UTH_HAND_FULL_HOUSE},     {"2c 2d 2h 2s 3c", UTH_HAND_FOUR},
        {"2c 2d 2h 2s Ac", UTH_HAND_FOUR},           {"Ac Ad Ah As Kc", UTH_HAND_FOUR},
        {"Ac 2c 3c 4c 5c", UTH_HAND_STRAIGHT_FLUSH}, {"2c 3c 4c 5c 6c", UTH_HAND_STRAIGHT_FLUSH},
        {"Kc Qc Jc Tc 9c", UTH_HAND_STRAIGHT_FLUSH}, {"Ac Kc Qc Jc Tc", UTH_HAND_ROYAL_FLUSH},
    };
    uth_hand before = 0;
    for (size_t i = 0; i < sizeof ladder / sizeof ladder[0]; i++) {
        const uth_hand hand = hand_of(ladder[i].cards);
        assert_int_equal(uth_hand_kind_of(hand), ladder[i].kind);
        assert_true(hand > before);
        before = hand;
    }
}

/* HAND-1 */
static void a_straight_does_not_go_around_the_ace(void **state)
{
    (void)state;
    assert_int_equal(uth_hand_kind_of(hand_of("Qc Kd Ah 2s 3c")), UTH_HAND_HIGH_CARD);
    assert_int_equal(uth_hand_kind_of(hand_of("Jc Qd Kh As 2c 3d 4h")), UTH_HAND_HIGH_CARD);
    assert_int_equal(uth_hand_kind_of(hand_of("Kc Ac 2c 3c 4c")), UTH_HAND_FLUSH);
    assert_int_equal(hand_of("Ac 2d 3h 4s 5c 6d Kd"), hand_of("2c 3d 4h 5s 6c"));
}

/* HAND-3 */
static void the_board_alone_can_be_the_hand(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        const char *hole;
    } rows[] = {
        {"Ts Js Qs Ks As", "9s 8s"}, {"Ah Kd Qc Js 9s", "2h 3d"}, {"9c 9d 9h 9s Ac", "Kc Kd"},
        {"Ac Ad Ah Kc Kd", "Qh Qs"}, {"Ac Qc 9c 7c 5c", "4c 3h"}, {"Th Jd Qc Ks As", "Ad Kd"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char seven[32];
        (void)snprintf(seven, sizeof seven, "%s %s", rows[i].board, rows[i].hole);
        assert_int_equal(hand_of(seven), hand_of(rows[i].board));
    }
}

/* HAND-3 */
static void the_best_five_of_more_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *cards;
        const char *five;
    } rows[] = {
        {"Ac Ad Kc Kd Qc Qd Js", "Ac Ad Kc Kd Qc"}, // the third pair is only a kicker
        {"Ac Ad Ah Kc Kd Kh Qs", "Ac Ad Ah Kc Kd"}, // of two threes one is a pair
        {"2c 2d 2h Ac Ad Kc Kd", "2c 2d 2h Ac Ad"}, // the higher pair fills the house
        {"9c 9d 9h 9s Kc Kd Kh", "9c 9d 9h 9s Kc"}, {"9c 9d 9h 9s 2c 2d 3h", "9c 9d 9h 9s 3h"},
        {"9c 8c 7c 6c 5c Td Js", "9c 8c 7c 6c 5c"}, // the higher straight is no straight flush
        {"9c 8d 7h 6s 5c 5d 5h", "9c 8d 7h 6s 5c"}, // a straight beats three of a kind
        {"Kc Qc 9c 7c 5c 3c 2c", "Kc Qc 9c 7c 5c"}, {"Ac 5c 4d 3h 2s Kd Kh", "5c 4d 3h 2s Ac"},
        {"Ac Ad 5c 4c 3c 2c Kc", "5c 4c 3c 2c Ac"}, {"Kd Qc Ts 9h 8c 6d 3s", "Kd Qc Ts 9h 8c"},
        {"9c 8d 9h 8s Ac Kd", "9c 9h 8d 8s Ac"},    {"Ac Tc Kc Jc Qc 9c", "Ac Kc Qc Jc Tc"},
        {"7c Ac 7d Kd 7h", "7c 7d 7h Ac Kd"},       {"6h 6c Kd Jd 9d 4s 2s", "6h 6c Kd Jd 9d"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uth_card cards[7];
        uth_card five[5];
        char text[3 * 5];
        const size_t count = read_cards(rows[i].cards, cards);
        assert_int_equal(uth_hand_best_five(cards, count, five), hand_of(rows[i].five));
        uth_cards_text(five, 5, text);
        assert_string_equal(text, rows[i].five);
    }
}

/* HAND-3 */
static void the_best_five_are_five_of_the_cards_and_worth_as_much(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 300000; i++) {
        const size_t count = 5 + rng_below(&rng, 3);
        uth_card cards[7];
        uth_card five[5];
        rng_deal(&rng, 0, cards, count);
        const uth_hand hand = uth_hand_best_five(cards, count, five);
        const uth_cards rest = uth_cards_from(five, 5) & ~uth_cards_from(cards, count);
        if (hand != uth_hand_of(cards, count) || hand != uth_hand_of(five, 5) || rest != 0) {
            fail_with_cards("not the best five", cards, count);
        }
    }
}

struct census {
    unsigned long of_kind[UTH_HAND_COUNT];
    uth_hand lowest[UTH_HAND_COUNT];
    uth_hand highest[UTH_HAND_COUNT];
    uint64_t digest;
};

static void enter(struct census *census, uth_hand hand)
{
    const enum uth_hand_kind kind = uth_hand_kind_of(hand);
    assert_true(kind < UTH_HAND_COUNT);
    if (census->of_kind[kind] == 0 || hand < census->lowest[kind]) {
        census->lowest[kind] = hand;
    }
    if (hand > census->highest[kind]) {
        census->highest[kind] = hand;
    }
    census->of_kind[kind]++;
    census->digest = digest_add(census->digest, hand);
}

// All five-card hands, in the order of their cards, each compared with the twin.
static struct census take_census(void)
{
    struct census census = {.digest = DIGEST_START};
    uth_card five[5];
    walk_start(five, 5);
    do {
        compare_with_twin(five, 5);
        enter(&census, uth_hand_of(five, 5));
    } while (walk_next(five, 5));
    return census;
}

/* HAND-2 */
static void all_2598960_hands_of_five_are_what_they_are_known_to_be(void **state)
{
    (void)state;
    static const struct {
        unsigned long hands;
        unsigned places;
    } expected[UTH_HAND_COUNT] = {
        [UTH_HAND_HIGH_CARD] = {1302540, 1277}, [UTH_HAND_PAIR] = {1098240, 2860},
        [UTH_HAND_TWO_PAIRS] = {123552, 858},   [UTH_HAND_THREE] = {54912, 858},
        [UTH_HAND_STRAIGHT] = {10200, 10},      [UTH_HAND_FLUSH] = {5108, 1277},
        [UTH_HAND_FULL_HOUSE] = {3744, 156},    [UTH_HAND_FOUR] = {624, 156},
        [UTH_HAND_STRAIGHT_FLUSH] = {36, 9},    [UTH_HAND_ROYAL_FLUSH] = {4, 1},
    };
    const struct census census = take_census();
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        assert_int_equal(census.of_kind[kind], expected[kind].hands);
        assert_int_equal(census.lowest[kind], kind << 12 | 1);
        assert_int_equal(census.highest[kind], kind << 12 | expected[kind].places);
    }
    // Hands are stored in round histories, so their numbers may never change.
    assert_int_equal(census.digest, UINT64_C(0x6d5036f94f26cf73));
}

// The cards with so many of each rank, suits dealt in turn: equal ranks differ, and no suit comes
// to five.
static size_t deal_counts(const unsigned counts[UTH_RANKS], uth_card cards[7])
{
    size_t dealt = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        for (unsigned i = 0; i < counts[rank]; i++) {
            cards[dealt] = uth_card_make(rank, dealt % UTH_SUITS);
            dealt++;
        }
    }
    return dealt;
}

// Counts on through all holdings of at most seven cards and at most four of a rank.
static bool next_counts(unsigned counts[UTH_RANKS])
{
    unsigned size = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        size += counts[rank];
    }
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        if (counts[rank] < UTH_SUITS && size < 7) {
            counts[rank]++;
            return true;
        }
        size -= counts[rank];
        counts[rank] = 0;
    }
    return false;
}

// These and the next are all that the evaluator knows how to tell apart.
/* HAND-2, HAND-3 */
static void all_73775_holdings_of_ranks_are_what_the_twin_says(void **state)
{
    (void)state;
    unsigned counts[UTH_RANKS] = {0};
    unsigned holdings = 0;
    do {
        uth_card cards[7];
        const size_t count = deal_counts(counts, cards);
        if (count >= 5) {
            compare_with_twin(cards, count);
            holdings++;
        }
    } while (next_counts(counts));
    assert_int_equal(holdings, 6175 + 18395 + 49205);
}

static size_t deal_suit(unsigned ranks, unsigned suit, uth_card cards[UTH_RANKS])
{
    size_t dealt = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        if ((ranks >> rank & 1) != 0) {
            cards[dealt++] = uth_card_make(rank, suit);
        }
    }
    return dealt;
}

/* HAND-2, HAND-3 */
static void all_holdings_of_one_suit_are_what_the_twin_says(void **state)
{
    (void)state;
    unsigned holdings = 0;
    for (unsigned ranks = 0; ranks < 1U << UTH_RANKS; ranks++) {
        uth_card cards[UTH_RANKS];
        const size_t count = deal_suit(ranks, ranks % UTH_SUITS, cards);
        if (count >= 5 && count <= 7) {
            compare_with_twin(cards, count);
            holdings++;
        }
    }
    assert_int_equal(holdings, 1287 + 1716 + 1716);
}

/* HAND-3 */
static void random_hands_are_what_the_twin_says(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 200000; i++) {
        uth_card cards[7];
        rng_deal(&rng, 0, cards, 7);
        compare_with_twin(cards, 6);
        compare_with_twin(cards, 7);
    }
}

// Random hands meet few flushes and hardly anything rarer. Cards of two suits, or from ten up, are
// full of them.
/* HAND-3 */
static void hands_rich_in_flushes_and_fours_are_what_the_twin_says(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    const uth_cards two_suits = UINT64_C(0x1fff000000001fff);
    const uth_cards from_ten_up = UINT64_C(0x1f001f001f001f00);
    for (unsigned i = 0; i < 100000; i++) {
        uth_card cards[7];
        rng_deal(&rng, i % 2 == 0 ? ~two_suits : ~from_ten_up, cards, 7);
        compare_with_twin(cards, 6);
        compare_with_twin(cards, 7);
    }
}

// Vectors of eight and of sixteen hands, and parts of 1,024: counts on both sides of all these. A third
// of the cards are of two suits, a third from ten up: flushes, fours and full houses.
static size_t deal_many(struct rng *rng, uth_card (*cards)[7], size_t max)
{
    static const uth_cards taken[3] = {0, ~UINT64_C(0x1fff000000001fff),
                                       ~UINT64_C(0x1f001f001f001f00)};
    const size_t count =
        rng_below(rng, 2) == 0 ? rng_below(rng, 70) : rng_below(rng, (uint32_t)max + 1);
    for (size_t i = 0; i < count; i++) {
        rng_deal(rng, taken[rng_below(rng, 3)], cards[i], 7);
    }
    return count;
}

// At the end of what the program may read and write, so that a step beyond is found by a sanitizer.
/* HAND-3 */
static void many_hands_at_once_are_what_the_twin_says_every_way(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    enum { MANY = 2100 };
    for (unsigned round = 0; round < 200; round++) {
        static uth_card dealt[MANY][7];
        const size_t count = deal_many(&rng, dealt, MANY);
        uth_card(*cards)[7] = malloc(count * sizeof *cards + 1);
        uth_hand *hands = malloc(count * sizeof *hands + 1);
        assert_true(cards != NULL && hands != NULL);
        memcpy(cards, dealt, count * sizeof *cards);
        for (unsigned way = 0; way <= (unsigned)hand_way_widest(); way++) {
            memset(hands, 0, count * sizeof *hands);
            hand_of_many((enum hand_way)way, (const uth_card(*)[7])cards, count, hands);
            for (size_t i = 0; i < count; i++) {
                if (hands[i] != hand_plain_of(&plain, cards[i], 7)) {
                    print_message("way %u\n", way);
                    fail_with_cards("the twin disagrees", cards[i], 7);
                }
            }
        }
        free(cards);
        free(hands);
    }
}

// Cards by rows: the community's first, then each player's two.
enum { ROW_PLAYERS = 3, ROW_CARDS = 5 + 2 * ROW_PLAYERS };
struct rows {
    uth_card card[ROW_CARDS][HAND_ROW_LANES];
    hand_row community[5];
    hand_row holes[ROW_PLAYERS][2];
};

static void point_at_rows(struct rows *rows)
{
    for (size_t i = 0; i < 5; i++) {
        rows->community[i] = rows->card[i];
    }
    for (size_t i = 0; i < 2 * (size_t)ROW_PLAYERS; i++) {
        rows->holes[i / 2][i % 2] = rows->card[5 + i];
    }
}

static void judge_rows(enum hand_way way, const struct rows *rows,
                       uth_hand hands[ROW_PLAYERS][HAND_ROW_LANES])
{
    hand_of_rows(way, rows->community, (const hand_row(*)[2])rows->holes, ROW_PLAYERS, hands);
}

/* HAND-3 */
static void hands_by_rows_are_what_the_twin_says_every_way(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned round = 0; round < 600; round++) {
        struct rows rows;
        point_at_rows(&rows);
        for (size_t i = 0; i < HAND_ROW_LANES; i++) {
            uth_card cards[ROW_CARDS];
            rng_deal(&rng, round % 2 == 0 ? 0 : ~UINT64_C(0x1fff00000000), cards, ROW_CARDS);
            for (size_t k = 0; k < ROW_CARDS; k++) {
                rows.card[k][i] = cards[k];
            }
        }
        for (unsigned way = 0; way <= (unsigned)hand_way_widest(); way++) {
            uth_hand hands[ROW_PLAYERS][HAND_ROW_LANES];
            judge_rows((enum hand_way)way, &rows, hands);
            for (size_t i = 0; i < (size_t)ROW_PLAYERS * HAND_ROW_LANES; i++) {
                const size_t player = i / HAND_ROW_LANES;
                const size_t lane = i % HAND_ROW_LANES;
                uth_card seven[7] = {
                    [5] = rows.holes[player][0][lane], [6] = rows.holes[player][1][lane]};
                for (size_t k = 0; k < 5; k++) {
                    seven[k] = rows.community[k][lane];
                }
                if (hands[player][lane] != hand_plain_of(&plain, seven, 7)) {
                    print_message("way %u\n", way);
                    fail_with_cards("the twin disagrees", seven, 7);
                }
            }
        }
    }
}

static void what_is_no_hand_in_a_row_stops_every_way(void **state)
{
    (void)state;
    static const uth_card fine[ROW_CARDS] = {0, 5, 10, 15, 16, 21, 26, 31, 36, 41, 46};
    struct rows rows;
    uth_hand hands[ROW_PLAYERS][HAND_ROW_LANES];
    point_at_rows(&rows);
    for (unsigned way = 0; way <= (unsigned)hand_way_widest(); way++) {
        for (size_t i = 0; i < (size_t)ROW_CARDS * HAND_ROW_LANES; i++) {
            for (size_t k = 0; k < ROW_CARDS; k++) {
                memset(rows.card[k], fine[k], sizeof rows.card[k]);
            }
            rows.card[i / HAND_ROW_LANES][i % HAND_ROW_LANES] =
                i % 2 == 0 ? UTH_DECK_SIZE : UTH_CARD_NONE;
            EXPECT_CHECK_FAILURE(judge_rows((enum hand_way)way, &rows, hands));
        }
    }
}

// A vector has no place for what is no hand: each lane of it, on each way, stops the program.
static void what_is_no_hand_stops_every_way(void **state)
{
    (void)state;
    static const uth_card wrong[][7] = {
        {1, 2, 3, 4, 5, 6, UTH_CARD_NONE},
        {UTH_CARD_NONE, 2, 3, 4, 5, 6, 7},
        {52, 2, 3, 4, 5, 6, 7},
        {1, 2, 3, 63, 5, 6, 7},
        {1, 2, 3, 4, 64, 6, 7},
        {1, 2, 3, 4, 5, 128, 7},
        {0, 4, 8, 12, 12, 1, 2},
        {24, 25, 26, 27, 24, 25, 26},
        {48, 49, 50, 51, 48, 49, 3},
    };
    static const uth_card fine[7] = {0, 5, 10, 15, 16, 21, 26};
    enum { LANES = 16 };
    uth_card cards[LANES][7];
    uth_hand hands[LANES];
    for (unsigned way = 0; way <= (unsigned)hand_way_widest(); way++) {
        for (size_t i = 0; i < LANES * (sizeof wrong / sizeof wrong[0]); i++) {
            for (size_t lane = 0; lane < LANES; lane++) {
                memcpy(cards[lane], fine, 7);
            }
            memcpy(cards[i % LANES], wrong[i / LANES], 7);
            EXPECT_CHECK_FAILURE(
                hand_of_many((enum hand_way)way, (const uth_card(*)[7])cards, LANES, hands));
        }
    }
}

static void a_way_that_there_is_none_of_stops_the_program(void **state)
{
    (void)state;
    static const uth_card cards[1][7] = {{0, 5, 10, 15, 16, 21, 26}};
    uth_hand hands[1];
    EXPECT_CHECK_FAILURE(hand_of_many(HAND_WAY_COUNT, cards, 1, hands));
}

/* HAND-1 */
static void suits_are_equal(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 300000; i++) {
        const size_t count = 5 + rng_below(&rng, 3);
        uth_card cards[7];
        uth_card order[UTH_SUITS]; // four of the low cards, of which only the order matters
        uth_card relabelled[7];
        rng_deal(&rng, 0, cards, count);
        rng_deal(&rng, ~UINT64_C(0x0001000100010001), order, UTH_SUITS);
        for (size_t j = 0; j < count; j++) {
            const unsigned suit = uth_card_suit(order[uth_card_suit(cards[j])]);
            relabelled[j] = uth_card_make(uth_card_rank(cards[j]), suit);
        }
        if (uth_hand_of(relabelled, count) != uth_hand_of(cards, count)) {
            fail_with_cards("other suits, another hand", cards, count);
        }
    }
}

static void the_order_of_the_cards_does_not_matter(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 300000; i++) {
        const size_t count = 5 + rng_below(&rng, 3);
        uth_card cards[7];
        uth_card turned[7];
        rng_deal(&rng, 0, cards, count);
        const size_t by = rng_below(&rng, (uint32_t)count);
        for (size_t j = 0; j < count; j++) {
            turned[j] = cards[(count - j + by) % count];
        }
        if (uth_hand_of(turned, count) != uth_hand_of(cards, count)) {
            fail_with_cards("another order, another hand", cards, count);
        }
    }
}

static void compare_board_with_hands(const uth_card community[5])
{
    struct uth_board board;
    uth_board_set(&board, community);
    assert_true(board.cards == uth_cards_from(community, 5));

    uth_card seven[7];
    memcpy(seven, community, 5);
    walk_start(seven + 5, 2);
    do {
        const uth_card a = seven[5];
        const uth_card b = seven[6];
        if (!uth_cards_have(board.cards, a) && !uth_cards_have(board.cards, b)) {
            const uth_hand hand = uth_hand_of(seven, 7);
            assert_int_equal(uth_board_hand(&board, a, b), hand);
            assert_int_equal(uth_board_hand(&board, b, a), hand);
        }
    } while (walk_next(seven + 5, 2));
}

/* HAND-3 */
static void a_board_gives_every_pair_of_hole_cards_its_hand(void **state)
{
    (void)state;
    static const char *const boards[] = {
        "Ac Ad Ah As Kc", "2c 2d 2h 2s Ac", "8c 8d 8h 8s 7c", "9c 9d 9h 9s 8c", "Ac Ad Ah Kc Kd",
        "Ac Kc Qc Jc Tc", "Ac Kc Qc Jc 2d", "5c 4c 3c Kd Qh", "2c 3d 4h 5s 7c", "Ac Ad Ah 2c 3c",
        "2s 2h 2d 3s 4s", "9s 9h Td Ts Jc", "As Ks 2d 3d 4h", "8s 6s 4s 2s As", "7c 7d 8c 8d 9c",
    };
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        uth_card community[7];
        assert_int_equal(read_cards(boards[i], community), 5);
        compare_board_with_hands(community);
    }
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 3000; i++) {
        uth_card community[5];
        rng_deal(&rng, 0, community, 5);
        compare_board_with_hands(community);
    }
}

// Into exactly as much memory as the pairs take, so that a sanitizer finds a hand too many.
static void compare_board_hands_with_pairs(const struct uth_board *board, uth_cards left)
{
    const size_t count = uth_cards_count(left);
    const size_t pairs = count * (count - 1) / 2;
    uth_hand *hands = malloc(pairs * sizeof *hands + (pairs == 0));
    assert_non_null(hands);
    assert_int_equal(uth_board_hands(board, left, hands), pairs);
    const uth_hand *hand = hands;
    for (uth_card a = 0; a < UTH_DECK_SIZE; a++) {
        for (uth_card b = 0; b < a && uth_cards_have(left, a); b++) {
            if (uth_cards_have(left, b)) {
                assert_int_equal(*hand++, uth_board_hand(board, a, b));
            }
        }
    }
    assert_ptr_equal(hand, hands + pairs);
    free(hands);
}

// All cards, nearly all, and few: of some ranks none is left. Boards of two suits are full of flushes.
/* HAND-3 */
static void all_pairs_on_a_board_are_what_each_is_alone(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 6000; i++) {
        const uth_cards taken = i % 2 == 0 ? 0 : ~UINT64_C(0x1fff000000001fff);
        uth_card cards[UTH_DECK_SIZE];
        struct uth_board board;
        rng_deal(&rng, taken, cards, 5);
        uth_board_set(&board, cards);
        uth_cards left = UTH_CARDS_ALL & ~board.cards;
        compare_board_hands_with_pairs(&board, left);
        rng_deal(&rng, board.cards, cards, 47);
        const size_t dead = i % 3 == 0 ? rng_below(&rng, 48) : rng_below(&rng, 9);
        compare_board_hands_with_pairs(&board, left & ~uth_cards_from(cards, dead));
    }
}

static void cards_on_the_board_make_no_pairs(void **state)
{
    (void)state;
    struct uth_board board;
    uth_hand hands[UTH_BOARD_PAIRS_MAX];
    uth_card community[7];
    (void)read_cards("Ah 3h 2d Kd Qc", community);
    uth_board_set(&board, community);
    EXPECT_CHECK_FAILURE(uth_board_hands(&board, uth_cards_of(community[4]), hands));
    EXPECT_CHECK_FAILURE(uth_board_hands(&board, UINT64_C(1) << 13, hands));
}

static void a_board_says_which_suit_can_flush(void **state)
{
    (void)state;
    struct uth_board board;
    uth_card community[7];

    (void)read_cards("Ah 3h 2h Kd Qc", community);
    uth_board_set(&board, community);
    assert_int_equal(board.flush_suit, UTH_SUIT_HEARTS);
    assert_int_equal(board.suited, 1 << UTH_RANK_ACE | 1 << 1 | 1 << 0);

    (void)read_cards("Ah 3h 2d Kd Qc", community);
    uth_board_set(&board, community);
    assert_int_equal(board.flush_suit, UTH_SUITS);
    assert_int_equal(board.suited, 0);
}

/* HAND-4 */
static void hands_are_said_as_a_dealer_says_them(void **state)
{
    (void)state;
    static const struct {
        const char *cards;
        const char *words;
    } rows[] = {
        {"Kc 9d Jh 8s 4c", "king high, jack nine eight four kickers"},
        {"Ac Kd Qh Js 9c 3d 2h", "ace high, king queen jack nine kickers"},
        {"7c 5d 4h 3s 2c", "seven high, five four three two kickers"},
        {"8d Ks 6s 4s Jh 9d 6h", "a pair of sixes, king jack nine kickers"},
        {"2c 2d 5h 4s 3c", "a pair of twos, five four three kickers"},
        {"Kc Kd 4h 4s Qc 2d 3h", "two pairs, kings and fours, queen kicker"},
        {"Ac Ad Kc Kd Qc Qd", "two pairs, aces and kings, queen kicker"},
        {"7c 7d 7h Ac Kd 2s 3s", "three of a kind, sevens, ace king kickers"},
        {"9c 8d 7h 6s 5c Kd Qd", "a straight, nine high"},
        {"Ac 2d 3h 4s 5c Kd Kh", "a straight, five high"},
        {"Ac Kd Qh Js Tc", "a straight, ace high"},
        {"Ac Jc 9c 6c 3c 2c Ad", "a flush, ace jack nine six three"},
        {"Kc Kd Kh 4s 4c 2d 3h", "a full house, kings over fours"},
        {"6c 6d 6h As Ac Kd Kh", "a full house, sixes over aces"},
        {"9c 9d 9h 9s Ac Kd Kh", "four of a kind, nines, ace kicker"},
        {"Tc Td Th Ts 3c 3d 3h", "four of a kind, tens, three kicker"},
        {"9c 8c 7c 6c 5c Kd Kh", "a straight flush, nine high"},
        {"Ac 2c 3c 4c 5c Kc 7c", "a straight flush, five high"},
        {"As Ks Qs Js Ts 9s 8s", "a royal flush"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uth_card cards[7];
        char words[UTH_HAND_WORDS_MAX];
        const size_t count = read_cards(rows[i].cards, cards);
        uth_hand_words(cards, count, words);
        assert_string_equal(words, rows[i].words);
    }
}

// Hands that tie are said alike, and hands that do not are not: the words leave nothing out.
/* HAND-4 */
static void the_words_tell_all_that_decides(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    enum { HANDS = 0x10000 };
    static char said[HANDS][UTH_HAND_WORDS_MAX];
    static uth_hand hand_of_slot[HANDS];
    memset(said, 0, sizeof said);
    for (unsigned i = 0; i < 200000; i++) {
        uth_card cards[7];
        char words[UTH_HAND_WORDS_MAX];
        rng_deal(&rng, 0, cards, 7);
        uth_hand_words(cards, 7, words);
        const uth_hand hand = uth_hand_of(cards, 7);
        if (said[hand][0] == '\0') {
            memcpy(said[hand], words, strlen(words) + 1);
        }
        assert_string_equal(said[hand], words);

        // The words find their slot by a hash; a slot once taken belongs to one hand.
        uint64_t digest = DIGEST_START;
        for (const char *at = words; *at != '\0'; at++) {
            digest = digest_add(digest, (unsigned char)*at);
        }
        uint16_t slot = (uint16_t)(digest >> 32);
        while (hand_of_slot[slot] != 0 && strcmp(said[hand_of_slot[slot]], words) != 0) {
            slot++;
        }
        assert_true(hand_of_slot[slot] == 0 || hand_of_slot[slot] == hand);
        hand_of_slot[slot] = hand;
    }
}

static void what_is_no_hand_stops_the_program(void **state)
{
    (void)state;
    uth_hand many[1];
    static const uth_card no_card[1][7] = {{1, 2, 3, 4, 5, 6, UTH_CARD_NONE}};
    static const uth_card past_the_deck[7] = {52, 2, 3, 4, 5, 6, 7};
    static const uth_card twice_in_a_flush[7] = {0, 4, 8, 12, 12, 1, 2};
    static const uth_card five_eights[7] = {24, 25, 26, 27, 24, 25, 26};
    static const uth_card five_aces[6] = {48, 49, 50, 51, 48, 49};
    static const uth_card fine[8] = {0, 5, 10, 15, 16, 21, 26, 31};

    EXPECT_CHECK_FAILURE(uth_hand_of(no_card[0], 7));
    EXPECT_CHECK_FAILURE(uth_hand_of_many(no_card, 1, many));
    EXPECT_CHECK_FAILURE(uth_hand_of(past_the_deck, 7));
    EXPECT_CHECK_FAILURE(uth_hand_of(past_the_deck, 5));
    EXPECT_CHECK_FAILURE(uth_hand_of(twice_in_a_flush, 7));
    EXPECT_CHECK_FAILURE(uth_hand_of(five_eights, 7));
    EXPECT_CHECK_FAILURE(uth_hand_of(five_aces, 6));
    EXPECT_CHECK_FAILURE(uth_hand_of(fine, 4));
    EXPECT_CHECK_FAILURE(uth_hand_of(fine, 8));
}

// Every five cards: the weakest hand whose first rank is this one or a higher one.
static void the_lowest_hand_of_a_rank_is_below_no_hand_of_that_rank(void **state)
{
    (void)state;
    uth_hand lowest[UTH_HAND_COUNT][UTH_RANKS];
    uth_card cards[5];
    memset(lowest, 0xff, sizeof lowest);
    walk_start(cards, 5);
    do {
        uth_card five[5];
        const uth_hand hand = uth_hand_best_five(cards, 5, five);
        uth_hand *const of = &lowest[uth_hand_kind_of(hand)][uth_card_rank(five[0])];
        *of = hand < *of ? hand : *of;
    } while (walk_next(cards, 5));
    for (unsigned kind = 0; kind < UTH_HAND_ROYAL_FLUSH; kind++) {
        uth_hand least = UINT16_MAX;
        unsigned rank = UTH_RANKS;
        assert_true(uth_hand_is_lowest((uth_hand)(kind << 12), &rank));
        assert_int_equal(rank, UTH_RANKS);
        for (unsigned from = UTH_RANKS; from-- > 0;) {
            least = lowest[kind][from] < least ? lowest[kind][from] : least;
            if (kind == UTH_HAND_STRAIGHT_FLUSH && from == UTH_RANK_ACE) {
                assert_int_equal(uth_hand_lowest(UTH_HAND_STRAIGHT_FLUSH, from),
                                 UTH_HAND_ROYAL_FLUSH << 12);
            } else {
                assert_int_equal(uth_hand_lowest((enum uth_hand_kind)kind, from), least);
                assert_true(uth_hand_is_lowest(least, &rank));
                assert_int_equal(lowest[kind][rank], least);
            }
        }
        assert_false(uth_hand_is_lowest((uth_hand)((kind + 1U) << 12) - 1, &rank));
    }
    assert_int_equal(uth_hand_lowest(UTH_HAND_ROYAL_FLUSH, 3), UTH_HAND_ROYAL_FLUSH << 12);
    assert_false(uth_hand_is_lowest(UINT16_MAX, &(unsigned){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_have_the_names_of_the_rulebook),
        cmocka_unit_test(hands_stand_in_the_order_of_the_rulebook),
        cmocka_unit_test(a_straight_does_not_go_around_the_ace),
        cmocka_unit_test(the_board_alone_can_be_the_hand),
        cmocka_unit_test(the_best_five_of_more_is_found),
        cmocka_unit_test(the_best_five_are_five_of_the_cards_and_worth_as_much),
        cmocka_unit_test(all_2598960_hands_of_five_are_what_they_are_known_to_be),
        cmocka_unit_test(all_73775_holdings_of_ranks_are_what_the_twin_says),
        cmocka_unit_test(all_holdings_of_one_suit_are_what_the_twin_says),
        cmocka_unit_test(random_hands_are_what_the_twin_says),
        cmocka_unit_test(hands_rich_in_flushes_and_fours_are_what_the_twin_says),
        cmocka_unit_test(many_hands_at_once_are_what_the_twin_says_every_way),
        cmocka_unit_test(hands_by_rows_are_what_the_twin_says_every_way),
        cmocka_unit_test(what_is_no_hand_in_a_row_stops_every_way),
        cmocka_unit_test(what_is_no_hand_stops_every_way),
        cmocka_unit_test(a_way_that_there_is_none_of_stops_the_program),
        cmocka_unit_test(suits_are_equal),
        cmocka_unit_test(the_order_of_the_cards_does_not_matter),
        cmocka_unit_test(a_board_gives_every_pair_of_hole_cards_its_hand),
        cmocka_unit_test(all_pairs_on_a_board_are_what_each_is_alone),
        cmocka_unit_test(cards_on_the_board_make_no_pairs),
        cmocka_unit_test(a_board_says_which_suit_can_flush),
        cmocka_unit_test(hands_are_said_as_a_dealer_says_them),
        cmocka_unit_test(the_words_tell_all_that_decides),
        cmocka_unit_test(what_is_no_hand_stops_the_program),
        cmocka_unit_test(the_lowest_hand_of_a_rank_is_below_no_hand_of_that_rank),
    };
    return cmocka_run_group_tests_name("hand", tests, make_the_twin, NULL);
}
