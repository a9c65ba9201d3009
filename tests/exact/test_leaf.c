// How each hand fares on a board, beside every dealer hand judged card by card.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact/leaf.h"
#include "support/rng.h"
#include "uth/exact.h"

struct fixture {
    struct space space;
    struct rank_counts counts[RANK_BOARDS];
    struct game game;
};

static struct fixture *fixture_of(const struct uth_rules *rules)
{
    struct fixture *fixture = aligned_alloc(alignof(struct fixture), sizeof *fixture);
    uint8_t r[5] = {0};
    unsigned board = 0;
    assert_non_null(fixture);
    memset(fixture, 0xa5, sizeof *fixture); // nothing is taken for zero
    assert_int_equal(exact_game_from(rules, &fixture->game), UTH_OK);
    exact_space_build(&fixture->space, fixture->game.part);
    exact_space_build_boards(&fixture->space, 0, 1);
    do {
        if (r[0] != r[4]) { // nobody has five of a kind
            uint8_t left[UTH_RANKS];
            exact_left_of_ranks(r, left);
            exact_count_ranks(&fixture->counts[board], &fixture->space.boards[board], left);
        }
        board++;
    } while (next_ranks(r, 5));
    return fixture;
}

// The dealer hands that two cards beat and tie with, and that do not qualify.
struct fate {
    int32_t win, tie, low;
    unsigned grade;
};

static struct fate fate_of(const uth_card hole[2], const uth_card board[5], const struct game *game)
{
    const uth_cards seen = uth_cards_from(board, 5) | uth_cards_from(hole, 2);
    struct uth_board ranked;
    struct fate fate = {0};
    uth_board_set(&ranked, board);
    const uth_hand own = uth_board_hand(&ranked, hole[0], hole[1]);
    fate.grade = (unsigned)uth_hand_kind_of(own) + (own >= game->part);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            if (!uth_cards_have(seen, a) && !uth_cards_have(seen, b)) {
                const uth_hand dealer = uth_board_hand(&ranked, a, b);
                fate.win += dealer < own;
                fate.tie += dealer == own;
                fate.low += dealer < game->qualifier;
            }
        }
    }
    return fate;
}

static void assert_fate(const struct fixture *fixture, const struct leaf *leaf, unsigned type,
                        const uth_card hole[2], const uth_card board[5])
{
    const struct fate fate = fate_of(hole, board, &fixture->game);
    if (fate.win != leaf->win[type] || fate.tie != leaf->tie[type] || fate.low != leaf->low[type] ||
        fate.grade != leaf->grade[type] || fixture->game.pay[fate.grade] != leaf->pay[type]) {
        print_message("# board %u %u %u %u %u, hole %u %u\n", board[0], board[1], board[2],
                      board[3], board[4], hole[0], hole[1]);
    }
    assert_int_equal(leaf->win[type], fate.win);
    assert_int_equal(leaf->tie[type], fate.tie);
    assert_int_equal(leaf->low[type], fate.low);
    assert_int_equal(leaf->grade[type], fate.grade);
    assert_int_equal(leaf->pay[type], fixture->game.pay[fate.grade]);
}

static unsigned flush_suit_of(const uth_card board[5])
{
    unsigned suited[UTH_SUITS] = {0};
    unsigned suit = 0;
    for (unsigned i = 0; i < 5; i++) {
        suited[uth_card_suit(board[i])]++;
    }
    while (suit < UTH_SUITS && suited[suit] < 3) {
        suit++;
    }
    return suit;
}

static void rank_board(const struct fixture *fixture, const uth_card board[5], struct leaf *leaf)
{
    const unsigned suit = flush_suit_of(board);
    uint8_t ranks[5];
    uint8_t off[5];
    unsigned offs = 0;
    unsigned set = 0;
    for (unsigned i = 0; i < 5; i++) {
        ranks[i] = (uint8_t)uth_card_rank(board[i]);
        if (uth_card_suit(board[i]) == suit) {
            set |= 1U << ranks[i];
        } else {
            off[offs++] = ranks[i];
        }
    }
    const struct rank_counts *counts = &fixture->counts[exact_multi5_any_index(ranks)];
    if (suit == UTH_SUITS) {
        exact_leaf_of_ranks(leaf, &fixture->space, &fixture->game, counts, ranks);
    } else {
        struct suited suited;
        exact_suited_set(&suited, &fixture->space, &fixture->game, set);
        exact_leaf_of_suit(leaf, &fixture->space, &fixture->game, counts, &suited, off);
    }
}

static void every_hand_fares_as_its_dealers_say(const struct fixture *fixture,
                                                const uth_card board[5])
{
    const unsigned suit = flush_suit_of(board);
    const uth_cards seen = uth_cards_from(board, 5);
    struct leaf leaf;
    rank_board(fixture, board, &leaf);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            if (!uth_cards_have(seen, a) && !uth_cards_have(seen, b)) {
                const unsigned type = suit == UTH_SUITS
                                          ? any2_index(uth_card_rank(a), uth_card_rank(b))
                                          : exact_hand_type_of(a, b, suit);
                assert_fate(fixture, &leaf, type, (uth_card[2]){a, b}, board);
            }
        }
    }
}

// A board with so many cards of one suit, the rest from anywhere.
static void deal_board(struct rng *rng, unsigned suited, uth_card board[5])
{
    uth_cards used = 0;
    const unsigned suit = (unsigned)(rng_next(rng) % UTH_SUITS);
    for (unsigned count = 0; count < 5;) {
        uth_card card = (uth_card)(rng_next(rng) % UTH_DECK_SIZE);
        if (count < suited) {
            card = uth_card_make(uth_card_rank(card), suit);
        }
        if (!uth_cards_have(used, card)) {
            used |= uth_cards_of(card);
            board[count++] = card;
        }
    }
}

// What is easily got wrong, by rank and suit: pairs of and beside the suit, straights and straight
// flushes on the board, a royal flush.
static const char *const boards[] = {
    "2h 2d 2c 2s 3h", "2h 3h 4h 2d 2c", "2h 3h 4h 5d 5c", "2h 3h 4h 5h 5d", "2h 3h 4h 5h 6h",
    "Th Jh Qh Kh Ah", "Th Jh Qh Kd Ac", "Ah 2h 3h 4h 4d", "2h 3d 4c 5s 6h", "Kh Qh Jh Kd Qc",
    "Kh Qh Jh Th Kd", "5h 5d 5c 6h 7h", "9h 9d 9c 9s Ah", "2h 7h Qh 3d 9c",
};

static void boards_are_counted_as_dealt(void **state)
{
    struct rng rng = rng_from_environment();
    unsigned tried = 0;
    (void)state;
    static const struct {
        enum uth_hand_kind kind;
        unsigned rank; // UTH_RANKS: all of the kind
        unsigned boards;
    } games[] = {{UTH_HAND_PAIR, UTH_RANKS, 40},          {UTH_HAND_HIGH_CARD, UTH_RANKS, 3},
                 {UTH_HAND_THREE, UTH_RANKS, 8},          {UTH_HAND_STRAIGHT, UTH_RANKS, 6},
                 {UTH_HAND_FLUSH, UTH_RANKS, 8},          {UTH_HAND_FULL_HOUSE, UTH_RANKS, 8},
                 {UTH_HAND_STRAIGHT_FLUSH, UTH_RANKS, 8}, {UTH_HAND_HIGH_CARD, UTH_RANK_ACE, 8},
                 {UTH_HAND_HIGH_CARD, UTH_RANK_TEN, 8},   {UTH_HAND_PAIR, 2, 8},
                 {UTH_HAND_PAIR, UTH_RANK_ACE, 8}};
    for (unsigned game = 0; game < sizeof games / sizeof games[0]; game++) {
        struct uth_rules rules = uth_rules_washington;
        uth_card board[5];
        rules.qualifier = games[game].rank == UTH_RANKS
                              ? (uth_hand)(games[game].kind << 12)
                              : uth_hand_lowest(games[game].kind, games[game].rank);
        struct fixture *fixture = fixture_of(&rules);
        for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
            for (unsigned k = 0; k < 5; k++) {
                assert_int_equal(uth_card_parse(boards[i] + k * 3, 2, &board[k]), UTH_OK);
            }
            every_hand_fares_as_its_dealers_say(fixture, board);
            tried++;
        }
        for (unsigned i = 0; i < games[game].boards; i++) {
            for (unsigned suited = 0; suited <= 5; suited += suited == 0 ? 3 : 1) {
                deal_board(&rng, suited, board);
                every_hand_fares_as_its_dealers_say(fixture, board);
                tried++;
            }
        }
        free(fixture);
    }
    print_message("# tried: %u boards with every hand\n", tried);
}

// Why lures are looked for on few boards only: on the others whoever makes a straight or better wins
// as often as they lose.
static void a_straight_or_better_falls_behind_only_where_lures_are_looked_for(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_of(&uth_rules_washington);
    unsigned hands = 0;
    for (unsigned set = 0; set < SETS; set++) {
        const unsigned ranks = fixture->space.set_mask[set];
        const unsigned size = (unsigned)__builtin_popcount(ranks);
        uint8_t off[2] = {0, 0};
        struct suited suited;
        exact_suited_set(&suited, &fixture->space, &fixture->game, ranks);
        do {
            uint8_t all[5];
            unsigned count = 0;
            struct leaf leaf;
            for (unsigned left = ranks; left != 0; left &= left - 1) {
                all[count++] = (uint8_t)__builtin_ctz(left);
            }
            memcpy(all + count, off, 5 - count);
            exact_leaf_of_suit(&leaf, &fixture->space, &fixture->game,
                               &fixture->counts[exact_multi5_any_index(all)], &suited, off);
            for (unsigned type = 0; !leaf.lures && type < HAND_ROW; type++) {
                if (suited.possible[type] != 0 && leaf.grade[type] >= LURED_FROM) {
                    assert_true(2 * leaf.win[type] + leaf.tie[type] >= DEALERS);
                    hands++;
                }
            }
        } while (size < 5 && next_ranks(off, 5 - size));
    }
    uint8_t r[5] = {0};
    do {
        struct leaf leaf;
        uint8_t left[UTH_RANKS];
        if (r[0] == r[4]) {
            continue;
        }
        exact_left_of_ranks(r, left);
        exact_leaf_of_ranks(&leaf, &fixture->space, &fixture->game,
                            &fixture->counts[exact_multi5_any_index(r)], r);
        for (unsigned b = 0; !leaf.lures && b < UTH_RANKS; b++) {
            for (unsigned a = 0; a <= b; a++) {
                const unsigned hand = multi2_index(a, b);
                if (left[b] > (a == b) && left[a] > 0 && leaf.grade[hand] >= LURED_FROM) {
                    assert_true(2 * leaf.win[hand] + leaf.tie[hand] >= DEALERS);
                    hands++;
                }
            }
        }
    } while (next_ranks(r, 5));
    print_message("# tried: %u straights and better\n", hands);
    free(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_counted_as_dealt),
        cmocka_unit_test(a_straight_or_better_falls_behind_only_where_lures_are_looked_for),
    };
    return cmocka_run_group_tests_name("leaf", tests, NULL, NULL);
}
