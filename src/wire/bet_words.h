// What the lines of a side bet ask for, in words for people.
#ifndef UTH_WIRE_BET_WORDS_H
#define UTH_WIRE_BET_WORDS_H

#include "uth/rules.h"

#define WIRE_LINE_MAX 96

// On a placard: "A-K suited", "K-K, Q-Q, J-J", "10-10 to 2-2", "Straight or better".
const char *wire_line_label(const struct uth_condition *condition, char label[WIRE_LINE_MAX]);
// In a sentence: "ace king suited", "kings, queens or jacks", "straight or better".
const char *wire_line_words(const struct uth_condition *condition, char words[WIRE_LINE_MAX]);

// What a table pays each kind of hand. False, and *pays is anything, for a table that does not tell hands
// by their kind alone.
bool wire_pays_by_kind(const struct uth_bet_table *table, struct uth_odds pays[UTH_HAND_COUNT]);

// As said at the table: "Bad Beat", "Pairs"; the title of a bet of the profile's own.
const char *wire_wager_said(const struct uth_rules *rules, enum uth_wager wager);

#endif
