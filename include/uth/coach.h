// The rules of play that people learn, one decision at a time and with the reason: what a coach says
// beside the exact values. The simple strategy of uth/exact.h, card by card.
#ifndef UTH_COACH_H
#define UTH_COACH_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/exact.h"

#ifdef __cplusplus
extern "C" {
#endif

// Which rule decides. Sent to pages: append only.
enum uth_coach_rule {
    UTH_COACH_CHART_BET = 0,   // before the flop: every ace; K2s+, K5o+; Q6s+, Q8o+; J8s+, JTo; 33+
    UTH_COACH_CHART_CHECK = 1, // any other hand
    UTH_COACH_TWO_PAIR = 2,    // on the flop: two pair or better
    UTH_COACH_HIDDEN_PAIR = 3, // a pocket pair, or a hole card that pairs the board
    UTH_COACH_FLUSH_DRAW = 4,  // four to a flush with a ten or better of one's own
    UTH_COACH_DEUCES = 5,      // pocket deuces alone
    UTH_COACH_NOTHING = 6,     // none of these
    UTH_COACH_BETTER = 7,      // at the river: a better kind of hand than the board's
    UTH_COACH_FEW_OUTS = 8,    // fewer than 21 unseen cards beat the hand
    UTH_COACH_MANY_OUTS = 9,   // 21 or more
    UTH_COACH_BOARD_BETS = 10, // the board is the hand, and fewer than 21 cards beat it
    UTH_COACH_BOARD_FOLDS = 11, // the board is the hand, and 21 or more do
    UTH_COACH_RULE_COUNT = 12,
};

// "chart_bet", "hidden_pair" and so on.
const char *uth_coach_rule_name(enum uth_coach_rule rule);

enum { UTH_COACH_OUTS = 21 };

struct uth_coach {
    enum uth_coach_rule rule;
    bool bets;               // what the rule says: bet, or check and at the river fold
    uth_card card;           // that makes the pair or leads the draw
    enum uth_hand_kind kind; // of all cards seen
    uint8_t outs;   // at the river: of the unseen cards, those that beat the hand, each taken
    uint8_t unseen; // singly with the board; and how many are unseen
};

// `board_count` is 0, 3 or 5. No card may stand twice.
struct uth_coach uth_coach_of(const uth_card hole[2], const uth_card *board, unsigned board_count,
                              uth_cards dead);

// The Play the rules make, in antes; `largest` and `smallest` are the sizes the street offers.
unsigned uth_coach_play(const uth_card hole[2], const uth_card *board, unsigned board_count,
                        unsigned largest, unsigned smallest);

#ifdef __cplusplus
}
#endif

#endif
