// A side bet as data: the cards it looks at, what a fold does to it, and tables of lines of which the
// first that fits pays.
//
// The makers' Trips, Bad Beat and Pairs are written so, and so is a cardroom's own: uth_exact_bet says
// what it is worth.
#ifndef UTH_BET_H
#define UTH_BET_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/card.h"
#include "uth/hand.h"
#include "uth/money.h"
#include "uth/wager.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_BET_LINES_MAX    12
#define UTH_BET_TABLES_MAX   8
#define UTH_BET_PLACES       (2 * UTH_RANKS)
#define UTH_BET_DECIDED      0x80
#define UTH_BET_ID_LENGTH    24
#define UTH_BET_TITLE_LENGTH 32
#define UTH_BET_SHEET_LENGTH 8

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
    UTH_WHEN_RANKS = 4,     // a hole card of the rank `high` with one of `from` to `to`, all lower
    UTH_WHEN_CONNECTED = 5, // two hole cards of ranks that follow each other; the ace also
                            // before the two
    UTH_WHEN_ROYAL_ON_BOARD = 6, // a royal flush of the five community cards
    UTH_WHEN_COUNT = 7,
};

enum uth_when_suits {
    UTH_SUITS_ANY = 0,
    UTH_SUITS_SAME = 1,
    UTH_SUITS_OTHER = 2,
    UTH_SUITS_RED = 3, // hearts and diamonds, of a pair
    UTH_SUITS_COUNT = 4,
};

// Small, because a profile holds hundreds.
struct uth_condition {
    uth_hand least, most;
    uint8_t when;           // enum uth_when
    uint8_t high, from, to; // ranks
    uint8_t suits;          // enum uth_when_suits
    bool both;              // the dealer's two cards, too
};

struct uth_bet_line {
    struct uth_condition condition;
    struct uth_odds pays; // to 1
};

// One of the pay tables a bet may be played by.
struct uth_bet_table {
    char id[UTH_BET_ID_LENGTH];              // "UTH-02"
    char printed[UTH_BET_SHEET_LENGTH];      // the house edge as the maker's sheet prints it, or ""
    char printed_hits[UTH_BET_SHEET_LENGTH]; // likewise how often it hits
    uint8_t line_count;
    // Where to begin to look: no line before it fits a hand of that kind; or two cards of which that
    // is the higher rank, and behind those two cards of that rank. With UTH_BET_DECIDED that line pays
    // whatever else the cards are, or none does. All 0 is right, too, and slower; uth_bet_table_index()
    // has the best.
    uint8_t first[UTH_BET_PLACES];
    struct uth_bet_line lines[UTH_BET_LINES_MAX];
};

struct uth_bet {
    char id[UTH_BET_ID_LENGTH];       // "flop_five"
    char title[UTH_BET_TITLE_LENGTH]; // "Flop Five"
    uint8_t cards;                    // enum uth_bet_cards
    uint8_t fold;                     // enum uth_wager_fold
    uint16_t needs;                   // BET-4: bit by wager, those without which it is not taken
    uint8_t table_count, table;       // how many tables there are, and the one in force
    struct uth_bet_table tables[UTH_BET_TABLES_MAX];
};

static inline const struct uth_bet_table *uth_bet_table(const struct uth_bet *bet)
{
    UTH_CHECK(bet->table < bet->table_count);
    return &bet->tables[bet->table];
}

// What the cards of a round show a bet.
struct uth_bet_seen {
    uth_hand hand; // of the cards it looks at; 0 where there is none, as at a tie
    bool royal_first_five;
    bool royal_with_hole;
    const uth_card *hole;   // two; asked only of a bet on hole cards
    const uth_card *dealer; // two; asked only where a line asks for both
};

// Where two cards stand in an index.
static inline unsigned uth_bet_place_of_hole(const uth_card hole[2])
{
    const unsigned a = uth_card_rank(hole[0]);
    const unsigned b = uth_card_rank(hole[1]);
    UTH_CHECK(a < UTH_RANKS && b < UTH_RANKS);
    return (a > b ? a : b) + (a == b ? UTH_RANKS : 0);
}

// A bet whose one table has no name of its own: its id is the bet's.
bool uth_bet_is_plain(const struct uth_bet *bet);

// The line that pays, or line_count when the bet loses.
unsigned uth_bet_line_of(const struct uth_bet_table *table, const struct uth_bet_seen *seen);

void uth_bet_table_index(struct uth_bet_table *table);

// True when the dealer's cards decide the bet, by the table in force.
bool uth_bet_needs_dealer(const struct uth_bet *bet);

// What is wrong with a table of a bet that looks at these cards: what was expected, a constant text;
// NULL when nothing is. *line is the line at fault, line_count when it is none.
const char *uth_bet_table_fault(enum uth_bet_cards cards, const struct uth_bet_table *table,
                                unsigned *line);

// Likewise of a whole bet: *table is the table at fault, table_count when it is none.
const char *uth_bet_fault(const struct uth_bet *bet, unsigned *table, unsigned *line);

#ifdef __cplusplus
}
#endif

#endif
