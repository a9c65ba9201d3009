// Rounds for two adjudicators to disagree on: any rules a profile can state, any stakes they admit,
// and decks in which what is rare at a table is common.
#ifndef TESTS_SETTLE_RANDOM_ROUND_H
#define TESTS_SETTLE_RANDOM_ROUND_H

#include <stdio.h>

#include "support/rng.h"
#include "uth/rules.h"
#include "uth/settle.h"

struct random_round {
    struct uth_facts facts;        // the meter is the one before the round's contributions
    uint8_t street[UTH_SEATS_MAX]; // where the player bet Play
    struct uth_award confirmed[UTH_SEATS_MAX]; // facts.confirmed points at it: do not copy
};

// A profile that uth_rules_check() passes: a built-in one under any of its options, or one with
// every field its own.
void random_rules(struct rng *rng, struct uth_rules *rules);

// A round that uth_admit_facts() passes.
void random_round(struct rng *rng, const struct uth_rules *rules, struct random_round *round);

// How decks are stacked, and with how many of each so many rounds were dealt.
enum random_deck {
    RANDOM_DECK_PLAIN,
    RANDOM_DECK_FEW_RANKS,   // full houses and fours
    RANDOM_DECK_FEW_SUITS,   // flushes and straight flushes
    RANDOM_DECK_HIGH,        // tens to aces: royals and ties
    RANDOM_DECK_ROYAL,       // a royal flush, its cards wherever they fall
    RANDOM_DECK_BOARD,       // a board that plays for everybody
    RANDOM_DECK_HOLE_CARDS,  // what Ultimate Pairs pays
    RANDOM_DECK_UNQUALIFIED, // seven ranks for the dealer, and no pair
    RANDOM_DECK_WHEEL,       // ace to six: the low end of straights
    RANDOM_DECK_COUNT,
};

// The profile as `uth settle --rules FILE` reads it, and the round as it reads it from a line.
void random_rules_print(FILE *out, const struct uth_rules *rules);
void random_round_print(FILE *out, const struct uth_rules *rules, const struct random_round *round);

#endif
