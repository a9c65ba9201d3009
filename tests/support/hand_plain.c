#include "support/hand_plain.h"

#include <stdlib.h>
#include <string.h>

// A score says a hand as a player would: the kind, then the ranks that decide, the most telling
// first. A rank is a nibble, and hands of one kind have as many of them, so scores compare like
// hands.
#define KIND_SHIFT 20

static uint32_t append_ranks(uint32_t score, const unsigned counts[UTH_RANKS], unsigned many)
{
    for (unsigned rank = UTH_RANKS; rank-- > 0;) {
        if (counts[rank] == many) {
            score = score << 4 | rank;
        }
    }
    return score;
}

static uint32_t score_of_ranks(const unsigned counts[UTH_RANKS])
{
    uint32_t score = 0;
    for (unsigned many = 4; many > 0; many--) {
        score = append_ranks(score, counts, many);
    }
    return score;
}

// The highest card of a straight of five different ranks, or 0.
static unsigned straight_top(const unsigned counts[UTH_RANKS])
{
    for (unsigned top = UTH_RANK_ACE; top > UTH_RANK_FIVE; top--) {
        if (counts[top] && counts[top - 1] && counts[top - 2] && counts[top - 3] &&
            counts[top - 4]) {
            return top;
        }
    }
    const bool five_high = counts[3] && counts[2] && counts[1] && counts[0] && counts[UTH_RANK_ACE];
    return five_high ? UTH_RANK_FIVE : 0;
}

static enum uth_hand_kind kind_of_counts(const unsigned counts[UTH_RANKS])
{
    unsigned ranks_with[5] = {0};
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        ranks_with[counts[rank]]++;
    }
    if (ranks_with[4] == 1) {
        return UTH_HAND_FOUR;
    }
    if (ranks_with[3] == 1) {
        return ranks_with[2] == 1 ? UTH_HAND_FULL_HOUSE : UTH_HAND_THREE;
    }
    if (ranks_with[2] == 2) {
        return UTH_HAND_TWO_PAIRS;
    }
    return ranks_with[2] == 1 ? UTH_HAND_PAIR : UTH_HAND_HIGH_CARD;
}

static uint32_t score_of_five(const uth_card five[5])
{
    unsigned counts[UTH_RANKS] = {0};
    bool flush = true;
    for (size_t i = 0; i < 5; i++) {
        counts[uth_card_rank(five[i])]++;
        flush = flush && uth_card_suit(five[i]) == uth_card_suit(five[0]);
    }
    const unsigned top = straight_top(counts);
    if (top != 0) {
        const enum uth_hand_kind suited =
            top == UTH_RANK_ACE ? UTH_HAND_ROYAL_FLUSH : UTH_HAND_STRAIGHT_FLUSH;
        return (uint32_t)(flush ? suited : UTH_HAND_STRAIGHT) << KIND_SHIFT | top;
    }
    const enum uth_hand_kind kind = flush ? UTH_HAND_FLUSH : kind_of_counts(counts);
    return (uint32_t)kind << KIND_SHIFT | score_of_ranks(counts);
}

static int compare_scores(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left;
    const uint32_t b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

// Suits are dealt in turn, so that equal ranks differ, or are all the same.
static uint32_t score_of_five_ranks(const unsigned ranks[5], bool suited)
{
    uth_card five[5];
    for (unsigned i = 0; i < 5; i++) {
        five[i] = uth_card_make(ranks[i], suited ? 0 : i % UTH_SUITS);
    }
    return score_of_five(five);
}

// Every five ranks a >= b >= c >= d >= e but five of a kind, and again as a flush if all differ.
static size_t collect_scores(uint32_t *scores)
{
    size_t found = 0;
    for (unsigned code = 0; code < 13 * 13 * 13 * 13 * 13; code++) {
        const unsigned ranks[5] = {code / 28561, code / 2197 % 13, code / 169 % 13, code / 13 % 13,
                                   code % 13};
        bool falling = ranks[0] != ranks[4];
        bool different = true;
        for (size_t i = 1; i < 5; i++) {
            falling = falling && ranks[i - 1] >= ranks[i];
            different = different && ranks[i - 1] != ranks[i];
        }
        for (unsigned suited = 0; falling && suited <= different; suited++) {
            UTH_CHECK(found < HAND_PLAIN_COUNT);
            scores[found++] = score_of_five_ranks(ranks, suited != 0);
        }
    }
    return found;
}

void hand_plain_init(struct hand_plain *plain)
{
    const size_t found = collect_scores(plain->scores);
    UTH_CHECK(found == HAND_PLAIN_COUNT);
    qsort(plain->scores, found, sizeof plain->scores[0], compare_scores);
    for (size_t i = found; i-- > 0;) {
        plain->first[plain->scores[i] >> KIND_SHIFT] = i;
    }
}

// All but two of seven, all but one of six, or all of five: `a` and `b` are left out, where they
// point at cards.
static uint32_t score_without(const uth_card *cards, size_t count, size_t a, size_t b)
{
    uth_card five[7];
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (i != a && i != b) {
            five[found++] = cards[i];
        }
    }
    return found == 5 ? score_of_five(five) : 0;
}

static uint32_t best_score(const uth_card *cards, size_t count)
{
    uint32_t best = 0;
    for (size_t a = 0; a < 7; a++) {
        for (size_t b = a + 1; b < 7; b++) {
            const uint32_t score = score_without(cards, count, a, b);
            best = score > best ? score : best;
        }
    }
    return best;
}

uth_hand hand_plain_of(const struct hand_plain *plain, const uth_card *cards, size_t count)
{
    UTH_CHECK(count >= 5);
    UTH_CHECK(count <= 7);

    const uint32_t score = best_score(cards, count);
    const uint32_t *place =
        bsearch(&score, plain->scores, HAND_PLAIN_COUNT, sizeof score, compare_scores);
    UTH_CHECK(place != NULL);
    const unsigned kind = score >> KIND_SHIFT;
    const size_t weaker = (size_t)(place - plain->scores) - plain->first[kind];
    return (uth_hand)(kind << 12 | (weaker + 1));
}
