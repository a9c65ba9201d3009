// How fast hands are judged, each way beside the plainest on the same cards in the same run. The digest
// is the signature of the results: while it stays, so does every hand. The program fails when
// evaluator and twin disagree, never because of the clock.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/hand_many.h"
#include "support/hand_plain.h"
#include "support/rng.h"
#include "support/walk.h"
#include "uth/hand.h"

#define PAIRS  1081 // two hole cards from the 47 that a board leaves
#define BOARDS 1000
#define HANDS  ((size_t)BOARDS * PAIRS)

// The twin is a thousand times slower and judges only the first of them.
#define PLAIN_BOARDS 20
#define PLAIN_HANDS  ((size_t)PLAIN_BOARDS * PAIRS)

// The machine has other work as well: the best of several rounds is what the code can do.
#define ROUNDS   25

#define WAYS_MAX (1 + HAND_WAY_COUNT)

static struct hand_plain plain;
static uth_card cards[HANDS][7];
static uth_hand hands[HANDS];
static uth_hand plain_hands[PLAIN_HANDS];

static void judge_one_by_one(void)
{
    for (size_t i = 0; i < HANDS; i++) {
        hands[i] = uth_hand_of(cards[i], 7);
    }
}

static void judge_plain_way(void)
{
    hand_of_many(HAND_WAY_PLAIN, (const uth_card(*)[7])cards, HANDS, hands);
}

static void judge_avx2(void)
{
    hand_of_many(HAND_WAY_AVX2, (const uth_card(*)[7])cards, HANDS, hands);
}

static void judge_avx512(void)
{
    hand_of_many(HAND_WAY_AVX512, (const uth_card(*)[7])cards, HANDS, hands);
}

static void judge_board_by_pairs(const uth_card community[5], uth_hand *block)
{
    struct uth_board board;
    uth_board_set(&board, community);

    uth_card left[UTH_DECK_SIZE];
    size_t left_count = 0;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        left[left_count] = card;
        left_count += !uth_cards_have(board.cards, card);
    }
    for (size_t a = 1; a < left_count; a++) {
        for (size_t b = 0; b < a; b++) {
            *block++ = uth_board_hand(&board, left[a], left[b]);
        }
    }
}

static void judge_board_at_once(const uth_card community[5], uth_hand *block)
{
    struct uth_board board;
    uth_board_set(&board, community);
    (void)uth_board_hands(&board, UTH_CARDS_ALL & ~board.cards, block);
}

// The cards lie in blocks with the same five in front, the pairs in the order made here.
static void judge_pairs(void)
{
    for (size_t first = 0; first < HANDS; first += PAIRS) {
        judge_board_by_pairs(cards[first], &hands[first]);
    }
}

static void judge_boards(void)
{
    for (size_t first = 0; first < HANDS; first += PAIRS) {
        judge_board_at_once(cards[first], &hands[first]);
    }
}

static void judge_plainly(void)
{
    for (size_t i = 0; i < PLAIN_HANDS; i++) {
        plain_hands[i] = hand_plain_of(&plain, cards[i], 7);
    }
}

static void deal_at_random(void)
{
    struct rng rng = {1};
    for (size_t i = 0; i < HANDS; i++) {
        rng_deal(&rng, 0, cards[i], 7);
    }
}

static void deal_in_order(void)
{
    uth_card seven[7];
    walk_start(seven, 7);
    for (size_t i = 0; i < HANDS; i++) {
        memcpy(cards[i], seven, sizeof seven);
        (void)walk_next(seven, 7);
    }
}

static void deal_board(uth_card (*block)[7], const uth_card community[5])
{
    const uth_cards board = uth_cards_from(community, 5);
    size_t count = 0;
    uth_card hole[2];
    walk_start(hole, 2);
    do {
        if (!uth_cards_have(board, hole[0]) && !uth_cards_have(board, hole[1])) {
            memcpy(block[count], community, 5);
            memcpy(block[count] + 5, hole, 2);
            count++;
        }
    } while (walk_next(hole, 2));
    UTH_CHECK(count == PAIRS);
}

static void deal_boards(void)
{
    struct rng rng = {2};
    for (size_t first = 0; first < HANDS; first += PAIRS) {
        uth_card community[5];
        rng_deal(&rng, 0, community, 5);
        deal_board(&cards[first], community);
    }
}

static double seconds_for(void (*work)(void))
{
    const double start = bench_seconds();
    work();
    return bench_seconds() - start;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

struct way {
    const char *name;
    void (*judge)(void);
};

// One way after another, again and again, so that other work on the machine slows all of them alike. The
// first way is the baseline.
static bool measure(const char *what, void (*deal)(void), const struct way *ways, size_t count)
{
    double seconds[WAYS_MAX];
    uint64_t digest[WAYS_MAX];
    bool same = true;
    deal();
    judge_plainly();
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (size_t way = 0; way < count; way++) {
            const double took = seconds_for(ways[way].judge);
            seconds[way] = round == 0 ? took : least(seconds[way], took);
            digest[way] = BENCH_DIGEST_START;
            for (size_t i = 0; i < HANDS; i++) {
                digest[way] = bench_digest(digest[way], hands[i]);
            }
            same = memcmp(hands, plain_hands, sizeof plain_hands) == 0 && same;
        }
    }
    for (size_t way = 0; way < count; way++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%s, %s", what, ways[way].name);
        bench_line(name, (double)HANDS / seconds[way], way == 0 ? 0 : (double)HANDS / seconds[0],
                   digest[way]);
    }
    return same;
}

int main(void)
{
    // uth_hand_of_many goes the last way that this processor can go.
    static const struct way many[WAYS_MAX] = {{"one by one", judge_one_by_one},
                                              {"many at once, plain", judge_plain_way},
                                              {"many at once, AVX2", judge_avx2},
                                              {"many at once, AVX-512", judge_avx512}};
    static const struct way on_board[] = {{"pair by pair", judge_pairs}, {"at once", judge_boards}};
    const size_t many_count = 2 + (size_t)hand_way_widest();
    hand_plain_init(&plain);
    bool same = measure("random hands", deal_at_random, many, many_count);
    same = measure("hands in order", deal_in_order, many, many_count) && same;
    same = measure("all pairs on a board", deal_boards, on_board, 2) && same;
    if (!same) {
        (void)fprintf(stderr, "bench_hand: the evaluator and its twin disagree\n");
    }
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
