// Generators with something wrong in them: each deck is the fair one, changed in one way.
#ifndef TESTS_FAIR_PLANTED_H
#define TESTS_FAIR_PLANTED_H

#include "fair/fair.h"
#include "report/rng_stats.h"

static inline struct fair_deal planted_deal(uint64_t round)
{
    return (struct fair_deal){.round = round, .secret = "the same every time"};
}

static inline void planted_none(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    struct fair_deal deal = planted_deal(round);
    deal.table = context != NULL ? *(const uint32_t *)context : 0;
    fair_deck(&deal, deck);
}

static inline void swap_cards(uth_card *a, uth_card *b)
{
    const uth_card card = *a;
    *a = *b;
    *b = card;
}

static inline unsigned place_of(const uth_card deck[UTH_DECK_SIZE], uth_card card)
{
    unsigned place = 0;
    while (deck[place] != card) {
        place++;
    }
    return place;
}

// The classic mistake: any place for every card, 52^52 ways that 52! does not divide.
static inline void planted_careless(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    const struct fair_deal deal = planted_deal(round);
    struct fair_stream stream;
    (void)context;
    fair_stream_init(&stream, &deal);
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
    }
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        swap_cards(&deck[i], &deck[fair_stream_below(&stream, UTH_DECK_SIZE)]);
    }
}

// A remainder without rejection, of a byte: up to a fifth too often.
static inline void planted_remainder(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    const struct fair_deal deal = planted_deal(round);
    struct fair_stream stream;
    (void)context;
    fair_stream_init(&stream, &deal);
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
    }
    for (unsigned i = UTH_DECK_SIZE - 1; i > 0; i--) {
        swap_cards(&deck[i], &deck[(fair_stream_next(&stream) & 0xff) % (i + 1)]);
    }
}

// Every fiftieth deck is dealt twice.
static inline void planted_repeat(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    planted_none(context, round % 50 == 1 ? round - 1 : round, deck);
}

// Every fiftieth deck is only cut.
static inline void planted_cut(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    planted_none(context, round, deck);
    const uth_card top = deck[0];
    for (unsigned i = 0; i < UTH_DECK_SIZE && round % 50 == 0; i++) {
        deck[i] = (uth_card)((top + i) % UTH_DECK_SIZE);
    }
}

// In one pair of decks of twenty the second begins high when the first does, and low when it does.
static inline void planted_sticky(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    planted_none(context, round, deck);
    const bool high = round / 40 % 2 == 0;
    if (round % 40 < 2 && (deck[0] >= UTH_DECK_SIZE / 2) != high) {
        swap_cards(&deck[0], &deck[place_of(deck, (uth_card)(UTH_DECK_SIZE - 1 - deck[0]))]);
    }
}

// In one deck of forty the second card, and the one seat 1 of seven would get second from a shoe,
// are of the first one's rank.
static inline void planted_pairs(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    planted_none(context, round, deck);
    if (round % 40 == 0) {
        swap_cards(&deck[1], &deck[place_of(deck, (uth_card)(deck[0] ^ 1))]);
        swap_cards(&deck[8], &deck[place_of(deck, (uth_card)(deck[0] ^ 2))]);
    }
}

// One top card of three goes round, so that all have had their turn too soon.
static inline void planted_round_robin(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    planted_none(context, round, deck);
    if (round % 3 == 0) {
        swap_cards(&deck[0], &deck[place_of(deck, (uth_card)(round / 3 % UTH_DECK_SIZE))]);
    }
}

// 52 decks from one, each card in each place once: more even than chance is.
static inline void planted_even(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    uth_card whole[UTH_DECK_SIZE];
    planted_none(context, round / UTH_DECK_SIZE, whole);
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = whole[(i + round) % UTH_DECK_SIZE];
    }
}

#endif
