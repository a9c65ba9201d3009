// Why a wager won or lost, as a dealer would say it: the outcome first, then the reason in
// terms of the pay table that is in force.
#ifndef UTH_WIRE_REASON_WORDS_H
#define UTH_WIRE_REASON_WORDS_H

#include "uth/rules.h"
#include "uth/settle.h"

#define WIRE_REASON_WORDS_MAX 160

// The cards and money to mention; a hand or line is its _COUNT if the viewer cannot see it.
struct wire_reason_of {
    enum uth_hand_kind player;
    enum uth_hand_kind dealer;
    unsigned line; // of the side bet's table; UTH_BET_LINES_MAX: not seen
    enum uth_progressive_line progressive;
    uth_money stake;
    uth_money net;
};

// Nothing is visible, and no money is mentioned.
extern const struct wire_reason_of wire_reason_unseen;

// "a pair", "two pairs", "three of a kind".
const char *wire_hand_with_article(enum uth_hand_kind kind);

#define WIRE_PAY_WORDS_MAX 48

// What a line of the Progressive pays: "100% of the meter", "3,000 for 1".
void wire_pay_words(struct uth_progressive_pay pay, char words[WIRE_PAY_WORDS_MAX]);

// Follows the wager's name: "pushes: won with less than a straight", "wins $10,002.40: royal
// flush, first five, 100% of the meter; the $1 wager is kept", "wins 20 to 1: flush".
void wire_reason_words(const struct uth_rules *rules, enum uth_wager wager, enum uth_reason reason,
                       const struct wire_reason_of *of, char words[WIRE_REASON_WORDS_MAX]);

#endif
