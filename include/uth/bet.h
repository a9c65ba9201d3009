// A side bet as data: the cards it looks at, and lines of which the first that fits pays.
//
// The makers' Trips, Bad Beat and Pairs can be written so, and so can a cardroom's own: uth_exact_bet
// says what it is worth.
#ifndef UTH_BET_H
#define UTH_BET_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/card.h"
#include "uth/hand.h"
#include "uth/money.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_BET_LINES_MAX    12
#define UTH_BET_ID_LENGTH    24
#define UTH_BET_TITLE_LENGTH 32

enum uth_bet_cards {
    UTH_BET_HOLE = 0,       // the player's two, and the dealer's two where a line asks for both
    UTH_BET_HOLE_FLOP = 1,  // the player's two and the flop
    UTH_BET_HOLE_BOARD = 2, // the player's seven
    UTH_BET_BOARD = 3,      // the community cards alone
    UTH_BET_DEALER = 4,     // the dealer's seven
    UTH_BET_BEATEN = 5,     // the lower of the player's and the dealer's hand; a tie loses
    UTH_BET_CARDS_COUNT = 6,
};

enum uth_when {
    UTH_WHEN_HAND = 0,             // a hand from `least` to `most`
    UTH_WHEN_ROYAL_FIRST_FIVE = 1, // a royal flush of the two hole cards and the flop
    UTH_WHEN_ROYAL_WITH_HOLE = 2,  // a royal flush with at least one hole card
    UTH_WHEN_PAIR = 3,             // two hole cards of one rank, `from` to `to`
    UTH_WHEN_RANKS = 4, // a hole card of the rank `high` with one of `from` to `to`, all lower
    UTH_WHEN_CONNECTED =
        5, // two hole cards of ranks that follow each other; the ace also before the two
    UTH_WHEN_COUNT = 6,
};

enum uth_when_suits {
    UTH_SUITS_ANY = 0,
    UTH_SUITS_SAME = 1,
    UTH_SUITS_OTHER = 2,
    UTH_SUITS_RED = 3, // hearts and diamonds, of a pair
    UTH_SUITS_COUNT = 4,
};

struct uth_condition {
    enum uth_when when;
    uth_hand least, most;
    uint8_t high, from, to; // ranks
    enum uth_when_suits suits;
    bool both; // the dealer's two cards, too
};

struct uth_bet_line {
    struct uth_condition condition;
    struct uth_odds pays; // to 1
};

struct uth_bet {
    char id[UTH_BET_ID_LENGTH]; // "flop_five"
    char title[UTH_BET_TITLE_LENGTH];
    enum uth_bet_cards cards;
    uint8_t line_count;
    struct uth_bet_line lines[UTH_BET_LINES_MAX];
};

// What the cards of a round show a bet.
struct uth_bet_seen {
    uth_hand hand; // of the cards it looks at; 0 where there is none, as at a tie
    bool royal_first_five;
    bool royal_with_hole;
    const uth_card *hole;   // two; asked only of a bet on hole cards
    const uth_card *dealer; // two; asked only where a line asks for both
};

// The line that pays, or line_count when the bet loses.
unsigned uth_bet_line_of(const struct uth_bet *bet, const struct uth_bet_seen *seen);

// What is wrong with a bet: what was expected, a constant text; NULL when nothing is. *line is the
// line at fault, line_count when it is none.
const char *uth_bet_fault(const struct uth_bet *bet, unsigned *line);

#ifdef __cplusplus
}
#endif

#endif
