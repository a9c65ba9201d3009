// Why a wager won or lost, as one says it at the table: what becomes of it first, then the cause in
// terms of the pay table that is in force.
#ifndef UTH_WIRE_REASON_WORDS_H
#define UTH_WIRE_REASON_WORDS_H

#include "uth/rules.h"
#include "uth/settle.h"

#define WIRE_REASON_WORDS_MAX 120

// "Blind pushes: won with less than a straight". `kind` is the player's hand, or UTH_HAND_COUNT
// where the viewer cannot see it.
void wire_reason_words(const struct uth_rules *rules, enum uth_reason reason,
                       enum uth_hand_kind kind, char words[WIRE_REASON_WORDS_MAX]);

#endif
