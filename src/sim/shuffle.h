// The top of a shuffled deck from a seed and a round number, and nothing else.
#ifndef SIM_SHUFFLE_H
#define SIM_SHUFFLE_H

#include <stdint.h>

#include "sim/wide.h"
#include "uth/card.h"

// A word holds nine cards: 52 * 51 * ... * 44 is less than 2^51, so that one word in 16,384 is
// drawn again.
enum { CARDS_PER_WORD = 9, SHUFFLE_WORDS_MAX = 3, SHUFFLE_CARDS_MAX = 27 };

struct shuffle {
    uint64_t key[2];
    uint64_t reject_below[SHUFFLE_WORDS_MAX]; // 2^64 modulo the ways to draw the word's cards
    uint8_t cards;
};

// `cards` from 1 to 27 of the deck will be wanted.
void sim_shuffle_init(struct shuffle *shuffle, uint64_t seed, unsigned cards);

// Puts that many cards, each order equally likely, on top; below them lies the rest of the deck, so
// that it is whole, but in no random order.
void sim_shuffle(const struct shuffle *shuffle, uint64_t round, uth_card deck[UTH_DECK_SIZE]);

// The same for rounds first to first + LANES - 1, and only the cards on top: rows[i][k] is card i
// of round first + k.
void sim_shuffle_rows(const struct shuffle *shuffle, uint64_t first,
                      uth_card rows[SHUFFLE_CARDS_MAX][LANES]);

// The words behind it: a function of key, round and index alone.
uint64_t sim_word(const uint64_t key[2], uint64_t round, unsigned index);

#endif
