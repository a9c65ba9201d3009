// Side bets of one's own: the makers' tables written as bets, and random bets beside plain counting.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/rng.h"
#include "support/walk.h"
#include "uth/exact.h"

static const struct uth_rules *const rules = &uth_rules_washington;
static struct uth_exact_kinds kinds;

static int count_kinds(void **state)
{
    (void)state;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    assert_int_equal(uth_exact_solve(rules, 1, memory, size, &exact), UTH_OK);
    uth_exact_kinds(exact, &kinds);
    free(memory);
    return 0;
}

static struct uth_bet bet_of(enum uth_bet_cards cards)
{
    return (struct uth_bet){.id = "mine", .title = "Mine", .cards = cards};
}

static void add_line(struct uth_bet *bet, struct uth_condition condition, struct uth_odds pays)
{
    assert_true(bet->line_count < UTH_BET_LINES_MAX);
    bet->lines[bet->line_count++] = (struct uth_bet_line){condition, pays};
}

static struct uth_condition kind(unsigned hand)
{
    return (struct uth_condition){.when = UTH_WHEN_HAND,
                                  .least = (uth_hand)(hand << 12),
                                  .most = (uth_hand)(hand << 12 | 0xfff)};
}

static struct uth_exact_bet worth(const struct uth_bet *bet)
{
    struct uth_exact_bet exact;
    assert_int_equal(uth_exact_bet(&kinds, bet, &exact), UTH_OK);
    return exact;
}

static void assert_same(const struct uth_exact_side *a, const struct uth_exact_side *b)
{
    assert_int_equal(a->house_edge.num, b->house_edge.num);
    assert_int_equal(a->house_edge.den, b->house_edge.den);
    assert_int_equal(a->hit_frequency.num, b->hit_frequency.num);
    assert_int_equal(a->hit_frequency.den, b->hit_frequency.den);
    assert_string_equal(a->variance, b->variance);
    assert_string_equal(a->variance_decimal, b->variance_decimal);
}

static struct uth_bet bet_by_hand(enum uth_bet_cards cards, const struct uth_paytable *table)
{
    struct uth_bet bet = bet_of(cards);
    for (unsigned hand = UTH_HAND_COUNT; hand-- > 0;) {
        if (table->pays[hand].den != 0) {
            add_line(&bet, kind(hand), table->pays[hand]);
        }
    }
    return bet;
}

/* SHOW-7, BB-1, BB-2 */
static void the_makers_tables_by_the_hand_are_worth_the_same_as_bets(void **state)
{
    (void)state;
    for (unsigned i = 0; i < rules->trips_count; i++) {
        const struct uth_bet bet = bet_by_hand(UTH_BET_HOLE_BOARD, &rules->trips_tables[i]);
        const struct uth_exact_bet exact = worth(&bet);
        struct uth_exact_side side;
        assert_int_equal(uth_exact_trips(&kinds, NULL, &rules->trips_tables[i], &side), UTH_OK);
        assert_same(&exact.side, &side);
    }
    for (unsigned i = 0; i < rules->bad_beat_count; i++) {
        const struct uth_bet bet = bet_by_hand(UTH_BET_BEATEN, &rules->bad_beat_tables[i]);
        const struct uth_exact_bet exact = worth(&bet);
        struct uth_exact_side side;
        assert_int_equal(uth_exact_bad_beat(&kinds, &rules->bad_beat_tables[i], &side), UTH_OK);
        assert_same(&exact.side, &side);
    }
}

#define PAIR(lowest, highest) .when = UTH_WHEN_PAIR, .from = (lowest), .to = (highest)
#define ACE_WITH(lowest, highest)                                                                  \
    .when = UTH_WHEN_RANKS, .high = 12, .from = (lowest), .to = (highest)

/* PAIR-1, PAIR-2, PAIR-4 */
static void the_makers_tables_of_pairs_are_worth_the_same_as_bets(void **state)
{
    (void)state;
    static const struct uth_condition conditions[UTH_PAIRS_COUNT] = {
        [UTH_PAIRS_ACES_BOTH] = {PAIR(UTH_RANK_ACE, UTH_RANK_ACE), .both = true},
        [UTH_PAIRS_ACES_RED] = {PAIR(UTH_RANK_ACE, UTH_RANK_ACE), .suits = UTH_SUITS_RED},
        [UTH_PAIRS_ACES] = {PAIR(UTH_RANK_ACE, UTH_RANK_ACE)},
        [UTH_PAIRS_AK_SUITED] = {ACE_WITH(UTH_RANK_KING, UTH_RANK_KING), .suits = UTH_SUITS_SAME},
        [UTH_PAIRS_AQ_AJ_SUITED] = {ACE_WITH(UTH_RANK_JACK, UTH_RANK_QUEEN),
                                    .suits = UTH_SUITS_SAME},
        [UTH_PAIRS_AK] = {ACE_WITH(UTH_RANK_KING, UTH_RANK_KING)},
        [UTH_PAIRS_KINGS_TO_JACKS] = {PAIR(UTH_RANK_JACK, UTH_RANK_KING)},
        [UTH_PAIRS_AQ_AJ] = {ACE_WITH(UTH_RANK_JACK, UTH_RANK_QUEEN)},
        [UTH_PAIRS_TENS_TO_TWOS] = {PAIR(UTH_RANK_TWO, UTH_RANK_TEN)},
    };
    for (unsigned i = 0; i < rules->pairs_count; i++) {
        struct uth_bet bet = bet_of(UTH_BET_HOLE);
        struct uth_exact_side side;
        for (unsigned line = 0; line < UTH_PAIRS_COUNT; line++) {
            if (rules->pairs_tables[i].pays[line].den != 0) {
                add_line(&bet, conditions[line], rules->pairs_tables[i].pays[line]);
            }
        }
        const struct uth_exact_bet exact = worth(&bet);
        assert_int_equal(uth_exact_pairs(&rules->pairs_tables[i], &side), UTH_OK);
        assert_same(&exact.side, &side);
    }
}

/* PROG-1 */
static void a_royal_flush_lies_where_the_progressive_finds_it(void **state)
{
    (void)state;
    struct uth_bet bet = bet_of(UTH_BET_HOLE_BOARD);
    struct uth_exact_progressive progressive;
    assert_int_equal(uth_exact_progressive(&kinds, &rules->progressive.table, &progressive),
                     UTH_OK);
    add_line(&bet, (struct uth_condition){.when = UTH_WHEN_ROYAL_FIRST_FIVE},
             (struct uth_odds){9, 1});
    add_line(&bet, (struct uth_condition){.when = UTH_WHEN_ROYAL_WITH_HOLE},
             (struct uth_odds){8, 1});
    for (unsigned hand = UTH_HAND_COUNT; hand-- > UTH_HAND_FULL_HOUSE;) {
        add_line(&bet, kind(hand), (struct uth_odds){hand, 1});
    }
    const struct uth_exact_bet exact = worth(&bet);
    for (unsigned i = 0; i < bet.line_count; i++) {
        assert_int_equal(exact.line[i].num, progressive.probability[i].num);
        assert_int_equal(exact.line[i].den, progressive.probability[i].den);
    }
}

// ---- counted plainly --------------------------------------------------------------------------

struct plain {
    int64_t line[UTH_BET_LINES_MAX + 1];
    int64_t all;
};

static void assert_counted(const struct uth_bet *bet, const struct plain *plain)
{
    const struct uth_exact_bet exact = worth(bet);
    int64_t hits = 0;
    for (unsigned i = 0; i < bet->line_count; i++) {
        const struct uth_ratio part = uth_ratio_of(plain->line[i], plain->all);
        assert_int_equal(exact.line[i].num, part.num);
        assert_int_equal(exact.line[i].den, part.den);
        hits += plain->line[i];
    }
    const struct uth_ratio hit = uth_ratio_of(hits, plain->all);
    assert_int_equal(exact.side.hit_frequency.num, hit.num);
    assert_int_equal(exact.side.hit_frequency.den, hit.den);
}

// What "two pairs of K" or "straight or better" says: by kind and first rank.
struct asked {
    unsigned kind, rank; // UTH_RANKS: of any rank
    bool or_better;
};

static struct uth_condition condition_of(struct asked asked)
{
    struct uth_condition condition = kind(asked.kind);
    if (asked.rank < UTH_RANKS) {
        condition.least = uth_hand_lowest((enum uth_hand_kind)asked.kind, asked.rank);
    }
    condition.most = asked.or_better ? UINT16_MAX : condition.most;
    return condition;
}

static bool fits(struct asked asked, unsigned kind_held, unsigned rank)
{
    const bool ranked = asked.rank == UTH_RANKS || rank >= asked.rank;
    return kind_held == asked.kind ? ranked : asked.or_better && kind_held > asked.kind;
}

static unsigned random_bet(struct rng *rng, struct uth_bet *bet, struct asked asked[])
{
    const unsigned lines = 1 + rng_below(rng, UTH_BET_LINES_MAX);
    for (unsigned i = 0; i < lines; i++) {
        // Ace high, a straight flush is royal, so no rank asked for is an ace.
        asked[i] = (struct asked){rng_below(rng, UTH_HAND_ROYAL_FLUSH),
                                  rng_below(rng, 2) == 0 ? UTH_RANKS : rng_below(rng, UTH_RANK_ACE),
                                  rng_below(rng, 4) == 0};
        add_line(bet, condition_of(asked[i]), (struct uth_odds){1 + rng_below(rng, 100), 1});
    }
    return lines;
}

enum { BETS = 24 };

static void every_five_cards_are_counted(void **state)
{
    (void)state;
    static struct asked asked[BETS][UTH_BET_LINES_MAX];
    static struct uth_bet bets[BETS];
    static struct plain plain[BETS];
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < BETS; i++) {
        bets[i] = bet_of(i % 2 == 0 ? UTH_BET_HOLE_FLOP : UTH_BET_BOARD);
        random_bet(&rng, &bets[i], asked[i]);
    }
    uth_card cards[5];
    walk_start(cards, 5);
    do {
        uth_card five[5];
        const unsigned held = uth_hand_kind_of(uth_hand_best_five(cards, 5, five));
        for (unsigned i = 0; i < BETS; i++) {
            unsigned line = 0;
            while (line < bets[i].line_count &&
                   !fits(asked[i][line], held, uth_card_rank(five[0]))) {
                line++;
            }
            plain[i].line[line]++;
            plain[i].all++;
        }
    } while (walk_next(cards, 5));
    for (unsigned i = 0; i < BETS; i++) {
        assert_counted(&bets[i], &plain[i]);
    }
}

// The sheet of the bet that the designer's page begins with, counted by what its hands are.
static void flop_five_is_worth_what_all_its_hands_say(void **state)
{
    (void)state;
    static const unsigned pays[UTH_HAND_COUNT] = {0, 2, 3, 7, 15, 20, 30, 100, 200, 1000};
    struct uth_bet bet = bet_of(UTH_BET_HOLE_FLOP);
    for (unsigned hand = UTH_HAND_COUNT; hand-- > UTH_HAND_PAIR;) {
        struct uth_condition condition = kind(hand);
        if (hand == UTH_HAND_PAIR) {
            condition.least = uth_hand_lowest(UTH_HAND_PAIR, UTH_RANK_JACK);
        }
        add_line(&bet, condition, (struct uth_odds){pays[hand], 1});
    }
    int64_t net = 0;
    int64_t hits = 0;
    int64_t all = 0;
    uth_card cards[5];
    walk_start(cards, 5);
    do {
        uth_card five[5];
        const unsigned held = uth_hand_kind_of(uth_hand_best_five(cards, 5, five));
        const bool wins = held > UTH_HAND_PAIR ||
                          (held == UTH_HAND_PAIR && uth_card_rank(five[0]) >= UTH_RANK_JACK);
        net += wins ? (int64_t)pays[held] : -1;
        hits += wins;
        all++;
    } while (walk_next(cards, 5));
    assert_int_equal(all, 2598960);
    const struct uth_exact_bet exact = worth(&bet);
    const struct uth_ratio edge = uth_ratio_of(-net, all);
    const struct uth_ratio hit = uth_ratio_of(hits, all);
    assert_int_equal(exact.side.house_edge.num, edge.num);
    assert_int_equal(exact.side.house_edge.den, edge.den);
    assert_int_equal(edge.num, 9545);
    assert_int_equal(edge.den, 129948);
    assert_int_equal(exact.side.hit_frequency.num, hit.num);
    assert_int_equal(exact.side.hit_frequency.den, hit.den);
}

// All 133,784,560 seven cards, once for all bets: five fixed cards and every pair below them.
static void every_seven_cards_are_counted(void **state)
{
    (void)state;
    static int64_t deals[UTH_HAND_COUNT << 12];
    struct rng rng = rng_from_environment();
    uth_card cards[7];
    walk_start(cards, 5);
    do {
        struct uth_board board;
        uth_board_set(&board, cards);
        for (uth_card b = 1; b < cards[4]; b++) {
            for (uth_card a = 0; a < b; a++) {
                deals[uth_board_hand(&board, a, b)]++;
            }
        }
    } while (walk_next(cards, 5));
    for (unsigned i = 0; i < BETS; i++) {
        struct asked asked[UTH_BET_LINES_MAX];
        struct uth_bet bet = bet_of(i % 2 == 0 ? UTH_BET_HOLE_BOARD : UTH_BET_DEALER);
        struct plain plain = {{0}, 0};
        random_bet(&rng, &bet, asked);
        for (unsigned hand = 0; hand < UTH_HAND_COUNT << 12; hand++) {
            unsigned line = 0;
            while (line < bet.line_count && (hand < bet.lines[line].condition.least ||
                                             hand > bet.lines[line].condition.most)) {
                line++;
            }
            plain.line[line] += deals[hand];
            plain.all += deals[hand];
        }
        assert_int_equal(plain.all, 133784560);
        assert_counted(&bet, &plain);
    }
}

static bool hole_fits(const struct uth_condition *condition, uth_card a, uth_card b)
{
    const unsigned low = a / 4;
    const unsigned high = b / 4; // b is the larger card
    const bool same = a % 4 == b % 4;
    const bool red = (a % 4 == 1 && b % 4 == 2) || (a % 4 == 2 && b % 4 == 1);
    if (condition->when == UTH_WHEN_PAIR ? low != high : low == high || high != condition->high) {
        return false;
    }
    return low >= condition->from && low <= condition->to &&
           (condition->suits == UTH_SUITS_ANY || (condition->suits == UTH_SUITS_SAME && same) ||
            (condition->suits == UTH_SUITS_OTHER && !same) ||
            (condition->suits == UTH_SUITS_RED && red));
}

static struct uth_condition random_hole(struct rng *rng)
{
    const bool paired = rng_below(rng, 2) == 0;
    const unsigned high = 1 + rng_below(rng, UTH_RANKS - 1);
    const unsigned to = rng_below(rng, paired ? UTH_RANKS : high);
    return (struct uth_condition){
        .when = paired ? UTH_WHEN_PAIR : UTH_WHEN_RANKS,
        .high = (uint8_t)(paired ? 0 : high),
        .from = (uint8_t)rng_below(rng, to + 1),
        .to = (uint8_t)to,
        .suits = (enum uth_when_suits)(paired ? 3 * rng_below(rng, 2) : rng_below(rng, 3)),
        .both = rng_below(rng, 4) == 0,
    };
}

/* PAIR-2 */
static void every_hole_and_dealer_are_counted(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < BETS; i++) {
        struct uth_bet bet = bet_of(UTH_BET_HOLE);
        struct plain plain = {{0}, 0};
        for (unsigned lines = 1 + rng_below(&rng, UTH_BET_LINES_MAX); lines > 0; lines--) {
            add_line(&bet, random_hole(&rng), (struct uth_odds){1 + rng_below(&rng, 100), 2});
        }
        uth_card hole[2];
        walk_start(hole, 2); // the larger first
        do {
            uth_card dealer[2];
            walk_start(dealer, 2);
            do {
                if (hole[0] == dealer[0] || hole[0] == dealer[1] || hole[1] == dealer[0] ||
                    hole[1] == dealer[1]) {
                    continue;
                }
                unsigned line = 0;
                while (line < bet.line_count &&
                       !(hole_fits(&bet.lines[line].condition, hole[1], hole[0]) &&
                         (!bet.lines[line].condition.both ||
                          hole_fits(&bet.lines[line].condition, dealer[1], dealer[0])))) {
                    line++;
                }
                plain.line[line]++;
                plain.all++;
            } while (walk_next(dealer, 2));
        } while (walk_next(hole, 2));
        assert_counted(&bet, &plain);
    }
}

// ---- what is no bet ---------------------------------------------------------------------------

static void pays_that_the_sums_cannot_hold_are_refused(void **state)
{
    (void)state;
    struct uth_bet bet = bet_of(UTH_BET_BOARD);
    struct uth_exact_bet exact;
    struct uth_exact_bet untouched;
    memset(&exact, 0x5a, sizeof exact);
    untouched = exact;
    add_line(&bet, kind(UTH_HAND_FLUSH), (struct uth_odds){1000001, 1});
    assert_int_equal(uth_exact_bet(NULL, &bet, &exact), UTH_ERR_TABLE_TOO_COSTLY);
    bet.lines[0].pays = (struct uth_odds){1, 1001};
    assert_int_equal(uth_exact_bet(NULL, &bet, &exact), UTH_ERR_TABLE_TOO_COSTLY);
    assert_memory_equal(&exact, &untouched, sizeof exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_makers_tables_by_the_hand_are_worth_the_same_as_bets),
        cmocka_unit_test(the_makers_tables_of_pairs_are_worth_the_same_as_bets),
        cmocka_unit_test(a_royal_flush_lies_where_the_progressive_finds_it),
        cmocka_unit_test(flop_five_is_worth_what_all_its_hands_say),
        cmocka_unit_test(every_five_cards_are_counted),
        cmocka_unit_test(every_seven_cards_are_counted),
        cmocka_unit_test(every_hole_and_dealer_are_counted),
        cmocka_unit_test(pays_that_the_sums_cannot_hold_are_refused),
    };
    return cmocka_run_group_tests_name("bets", tests, count_kinds, NULL);
}
