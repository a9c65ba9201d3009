// How fast hands are judged, beside the obvious twin on the same cards in the same run. The digest
// is the signature of the results: while it stays, so does every hand. The program fails when
// evaluator and twin disagree, never because of the clock.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
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
#define ROUNDS 15

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

static void judge_many(void)
{
    uth_hand_of_many((const uth_card(*)[7])cards, HANDS, hands);
}

static void judge_board(const uth_card community[5], uth_hand *block)
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

// The cards lie in blocks with the same five in front, the pairs in the order made here.
static void judge_boards(void)
{
    for (size_t first = 0; first < HANDS; first += PAIRS) {
        judge_board(cards[first], &hands[first]);
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

static bool measure(const char *name, void (*deal)(void), void (*judge)(void))
{
    deal();
    double seconds = seconds_for(judge);
    double plain_seconds = seconds_for(judge_plainly);
    for (unsigned round = 1; round < ROUNDS; round++) {
        seconds = least(seconds, seconds_for(judge));
        plain_seconds = least(plain_seconds, seconds_for(judge_plainly));
    }
    uint64_t digest = BENCH_DIGEST_START;
    for (size_t i = 0; i < HANDS; i++) {
        digest = bench_digest(digest, hands[i]);
    }
    bench_line(name, (double)HANDS / seconds, (double)PLAIN_HANDS / plain_seconds, digest);
    return memcmp(hands, plain_hands, sizeof plain_hands) == 0;
}

int main(void)
{
    hand_plain_init(&plain);
    bool same = measure("random hands, one by one", deal_at_random, judge_one_by_one);
    same = measure("random hands, many at once", deal_at_random, judge_many) && same;
    same = measure("hands in order, one by one", deal_in_order, judge_one_by_one) && same;
    same = measure("hands in order, many at once", deal_in_order, judge_many) && same;
    same = measure("all pairs on a board", deal_boards, judge_boards) && same;
    if (!same) {
        (void)fprintf(stderr, "bench_hand: the evaluator and its twin disagree\n");
    }
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
