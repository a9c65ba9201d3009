// Side bets: random ones beside plain counting.
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
    return (struct uth_bet){.id = "mine",
                            .title = "Mine",
                            .cards = (uint8_t)cards,
                            .fold = UTH_FOLD_BESIDE,
                            .table_count = 1};
}

static void add_line(struct uth_bet *bet, struct uth_condition condition, struct uth_odds pays)
{
    struct uth_bet_table *table = &bet->tables[0];
    assert_true(table->line_count < UTH_BET_LINES_MAX);
    table->lines[table->line_count++] = (struct uth_bet_line){condition, pays};
}

static struct uth_condition kind(unsigned hand)
{
    return (struct uth_condition){.when = UTH_WHEN_HAND,
                                  .least = (uth_hand)(hand << 12),
                                  .most = (uth_hand)(hand << 12 | 0xfff)};
}

static struct uth_exact_side worth(const struct uth_bet *bet)
{
    struct uth_exact_side exact;
    assert_int_equal(uth_exact_bet(&kinds, NULL, bet, 0, &exact), UTH_OK);
    return exact;
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
    const struct uth_exact_side exact = worth(&bet);
    for (unsigned i = 0; i < bet.tables[0].line_count; i++) {
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
    const struct uth_exact_side exact = worth(bet);
    int64_t hits = 0;
    for (unsigned i = 0; i < bet->tables[0].line_count; i++) {
        const struct uth_ratio part = uth_ratio_of(plain->line[i], plain->all);
        assert_int_equal(exact.line[i].num, part.num);
        assert_int_equal(exact.line[i].den, part.den);
        hits += plain->line[i];
    }
    const struct uth_ratio hit = uth_ratio_of(hits, plain->all);
    assert_int_equal(exact.hit_frequency.num, hit.num);
    assert_int_equal(exact.hit_frequency.den, hit.den);
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
            while (line < bets[i].tables[0].line_count &&
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
    const struct uth_exact_side exact = worth(&bet);
    const struct uth_ratio edge = uth_ratio_of(-net, all);
    const struct uth_ratio hit = uth_ratio_of(hits, all);
    assert_int_equal(exact.house_edge.num, edge.num);
    assert_int_equal(exact.house_edge.den, edge.den);
    assert_int_equal(edge.num, 9545);
    assert_int_equal(edge.den, 129948);
    assert_int_equal(exact.hit_frequency.num, hit.num);
    assert_int_equal(exact.hit_frequency.den, hit.den);
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
            while (line < bet.tables[0].line_count &&
                   (hand < bet.tables[0].lines[line].condition.least ||
                    hand > bet.tables[0].lines[line].condition.most)) {
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
        .suits = (uint8_t)(paired ? 3 * rng_below(rng, 2) : rng_below(rng, 3)),
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
                while (line < bet.tables[0].line_count &&
                       !(hole_fits(&bet.tables[0].lines[line].condition, hole[1], hole[0]) &&
                         (!bet.tables[0].lines[line].condition.both ||
                          hole_fits(&bet.tables[0].lines[line].condition, dealer[1], dealer[0])))) {
                    line++;
                }
                plain.line[line]++;
                plain.all++;
            } while (walk_next(dealer, 2));
        } while (walk_next(hole, 2));
        assert_counted(&bet, &plain);
    }
}

// ---- lost by a fold ---------------------------------------------------------------------------

enum { DEALS = 1500000, FOLD_BETS = 3 * UTH_BET_CARDS_COUNT };

static unsigned line_shown(const struct uth_bet *bet, const uth_card card[9])
{
    const uth_card dealer[7] = {card[2], card[3], card[4], card[5], card[6], card[7], card[8]};
    const uth_hand own = uth_hand_of(card, 7);
    const uth_hand his = uth_hand_of(dealer, 7);
    const uth_hand hands[UTH_BET_CARDS_COUNT] = {[UTH_BET_HOLE_FLOP] = uth_hand_of(card, 5),
                                                 [UTH_BET_BOARD] = uth_hand_of(card + 2, 5),
                                                 [UTH_BET_HOLE_BOARD] = own,
                                                 [UTH_BET_DEALER] = his,
                                                 [UTH_BET_BEATEN] = own == his  ? 0
                                                                    : own < his ? own
                                                                                : his};
    const struct uth_bet_seen seen = {.hand = hands[bet->cards], .hole = card, .dealer = card + 7};
    return uth_bet_line_of(&bet->tables[0], &seen);
}

static struct uth_bet random_fold_bet(struct rng *rng, enum uth_bet_cards cards)
{
    struct uth_bet bet = bet_of(cards);
    struct asked asked[UTH_BET_LINES_MAX];
    switch (cards) {
    case UTH_BET_HOLE:
        for (unsigned lines = 1 + rng_below(rng, UTH_BET_LINES_MAX); lines > 0; lines--) {
            add_line(&bet, random_hole(rng), (struct uth_odds){1 + rng_below(rng, 100), 2});
        }
        break;
    case UTH_BET_BEATEN:
        for (unsigned hand = UTH_HAND_ROYAL_FLUSH; hand-- > 0;) {
            if (rng_below(rng, 3) != 0) {
                add_line(&bet, kind(hand), (struct uth_odds){1 + rng_below(rng, 100), 2});
            }
        }
        add_line(&bet, kind(UTH_HAND_HIGH_CARD), (struct uth_odds){1, 1});
        break;
    case UTH_BET_HOLE_FLOP:
    case UTH_BET_HOLE_BOARD:
    case UTH_BET_BOARD:
    case UTH_BET_DEALER:
    case UTH_BET_CARDS_COUNT: random_bet(rng, &bet, asked); break;
    }
    bet.fold = UTH_FOLD_LOSES;
    return bet;
}

static void deal_folds(struct rng *rng, const struct uth_strategy *strategy,
                       const struct uth_bet bets[FOLD_BETS],
                       int64_t shown[FOLD_BETS][UTH_BET_LINES_MAX + 1])
{
    for (unsigned i = 0; i < DEALS; i++) {
        uth_card card[9];
        rng_deal(rng, 0, card, 9);
        if (uth_strategy_preflop(strategy, card) == 0 &&
            uth_strategy_flop(strategy, card, card + 2) == 0 &&
            uth_strategy_river(strategy, card, card + 2) == 0) {
            for (unsigned bet = 0; bet < FOLD_BETS; bet++) {
                shown[bet][line_shown(&bets[bet], card)]++;
            }
        }
    }
}

// Lost folds make a line pay so much less often. Counts of rare things spread by the root of what is
// expected; five times that is far out.
static void assert_lost(const struct uth_bet *bet, const struct uth_exact_folds *folds,
                        const int64_t shown[UTH_BET_LINES_MAX + 1])
{
    struct uth_bet live = *bet;
    struct uth_exact_side lost;
    live.fold = UTH_FOLD_TUCKED;
    const struct uth_exact_side pays = worth(&live);
    assert_int_equal(uth_exact_bet(&kinds, folds, bet, 0, &lost), UTH_OK);
    for (unsigned i = 0; i < bet->tables[0].line_count; i++) {
        const double share = (double)pays.line[i].num / (double)pays.line[i].den -
                             (double)lost.line[i].num / (double)lost.line[i].den;
        const double off = (double)shown[i] - share * DEALS;
        assert_true(share >= 0);
        assert_true(off * off < 25 * (share * DEALS + 1));
    }
}

/* PLAY-5: by a million deals and a half, played by the strategy in bytes. */
static void a_bet_that_a_fold_loses_is_worth_less_by_what_folds_would_have_shown(void **state)
{
    (void)state;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    struct uth_strategy strategy;
    struct uth_exact_folds *folds = malloc(sizeof *folds);
    static struct uth_bet bets[FOLD_BETS];
    static int64_t shown[FOLD_BETS][UTH_BET_LINES_MAX + 1];
    struct rng rng = rng_from_environment();
    assert_true(memory != NULL && folds != NULL);
    assert_int_equal(uth_exact_solve(rules, 1, memory, size, &exact), UTH_OK);
    void *bytes = malloc(uth_strategy_size(exact));
    assert_non_null(bytes);
    uth_strategy_build(exact, UTH_STYLE_SIMPLE, bytes, uth_strategy_size(exact));
    assert_int_equal(uth_strategy_open(bytes, uth_strategy_size(exact), rules, &strategy), UTH_OK);
    uth_exact_folds(exact, UTH_STYLE_SIMPLE, folds);
    for (unsigned i = 0; i < FOLD_BETS; i++) {
        bets[i] = random_fold_bet(&rng, (enum uth_bet_cards)(i % UTH_BET_CARDS_COUNT));
    }
    deal_folds(&rng, &strategy, bets, shown);
    for (unsigned i = 0; i < FOLD_BETS; i++) {
        assert_lost(&bets[i], folds, shown[i]);
    }
    free(bytes);
    free(folds);
    free(memory);
}

// ---- what is no bet ---------------------------------------------------------------------------

static void pays_that_the_sums_cannot_hold_are_refused(void **state)
{
    (void)state;
    struct uth_bet bet = bet_of(UTH_BET_BOARD);
    struct uth_exact_side exact;
    struct uth_exact_side untouched;
    memset(&exact, 0x5a, sizeof exact);
    untouched = exact;
    add_line(&bet, kind(UTH_HAND_FLUSH), (struct uth_odds){1000001, 1});
    assert_int_equal(uth_exact_bet(&kinds, NULL, &bet, 0, &exact), UTH_ERR_TABLE_TOO_COSTLY);
    bet.tables[0].lines[0].pays = (struct uth_odds){1, 1001};
    assert_int_equal(uth_exact_bet(&kinds, NULL, &bet, 0, &exact), UTH_ERR_TABLE_TOO_COSTLY);
    assert_memory_equal(&exact, &untouched, sizeof exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_royal_flush_lies_where_the_progressive_finds_it),
        cmocka_unit_test(flop_five_is_worth_what_all_its_hands_say),
        cmocka_unit_test(every_five_cards_are_counted),
        cmocka_unit_test(every_seven_cards_are_counted),
        cmocka_unit_test(every_hole_and_dealer_are_counted),
        cmocka_unit_test(a_bet_that_a_fold_loses_is_worth_less_by_what_folds_would_have_shown),
        cmocka_unit_test(pays_that_the_sums_cannot_hold_are_refused),
    };
    return cmocka_run_group_tests_name("bets", tests, count_kinds, NULL);
}
