// The weakest hand that will do, such as the one with which the dealer qualifies, as text.
#ifndef UTH_WIRE_LEAST_WORDS_H
#define UTH_WIRE_LEAST_WORDS_H

#include <stdbool.h>

#include "uth/hand.h"

#define WIRE_LEAST_MAX 48

// "2" to "10", "J", "Q", "K", "A".
const char *wire_rank_text(unsigned rank);

// In JSON: "none", "A high", "pair", "pair of 4", "two pairs of K".
const char *wire_least_text(uth_hand least, char text[WIRE_LEAST_MAX]);
// The inverse. False, and *least untouched, for another text.
bool wire_least_read(const char *text, uth_hand *least);

// For people: "ace high", "a pair", "a pair of fours".
const char *wire_least_words(uth_hand least, char words[WIRE_LEAST_MAX]);

#endif
