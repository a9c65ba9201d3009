// The wagers of the game, one row each: what is known of a wager without a table's rules.
//
// Whoever lists wagers, or asks what kind of wager one is, asks here or the rule profile. What is
// different for every wager is a switch without a default, so that a new one does not compile until
// it is handled.
#ifndef UTH_WAGER_H
#define UTH_WAGER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum uth_wager {
    UTH_WAGER_ANTE = 0,
    UTH_WAGER_BLIND = 1,
    UTH_WAGER_PLAY = 2,
    UTH_WAGER_TRIPS = 3,
    UTH_WAGER_BAD_BEAT = 4,
    UTH_WAGER_PAIRS = 5,
    UTH_WAGER_PROGRESSIVE = 6,
    UTH_WAGER_COUNT = 7,
};

// The cards that decide a wager, and with that when it is decided and whether the dealer's cards
// have to be turned for it after a fold (SHOW-8).
enum uth_wager_decided {
    UTH_DECIDED_BY_HANDS = 0,  // the player's hand against the dealer's; a fold decides it
    UTH_DECIDED_BY_SEVEN = 1,  // the player's seven
    UTH_DECIDED_BY_BEATEN = 2, // the lower of the two hands
    UTH_DECIDED_BY_HOLE = 3, // the player's two; the dealer's two where a line of the table says so
};

// What a fold does to a wager, and where the hand lies that a live one keeps on the table. When
// several keep it, the first of these decides.
enum uth_wager_fold {
    UTH_FOLD_LOSES = 0,            // at once (PLAY-5)
    UTH_FOLD_LOSES_UNLESS_WON = 1, // at once; a winning hand is turned face up (SHOW-10)
    UTH_FOLD_TUCKED = 2,           // stays; the cards lie under the wager (PAIR-3)
    UTH_FOLD_BESIDE = 3,           // stays; the cards lie beside the wager
    UTH_FOLD_COUNT = 4,
};

// Where the odds of a wager are written.
enum uth_wager_odds {
    UTH_ODDS_EVEN = 0,     // nowhere: 1 to 1
    UTH_ODDS_BY_HAND = 1,  // a pay table by the kind of hand
    UTH_ODDS_BY_HOLE = 2,  // a table of pairs
    UTH_ODDS_BY_METER = 3, // the Progressive's
};

struct uth_wager_row {
    const char *name;  // in JSON and on the command line: "bad_beat"
    const char *title; // on the layout: "Bad Beat Bonus"
    enum uth_wager_decided decided;
    enum uth_wager_fold fold;
    enum uth_wager_odds odds;
    unsigned may_need; // BET-4: bit by wager, the wagers a profile may want beside it
    bool is_base;      // Ante, Blind and Play: one game together (BET-5), and the base of reports
    bool before_deal;  // false: made after the cards are dealt (BET-6)
    bool by_spot;      // limited by a collection schedule and part of the total action (FEE-1)
    // PROG-1, PROG-2: the stake leaves the layout for the meter at "no more bets", wins are paid for
    // 1, and no player-dealer and no aggregate covers it. All others are paid to 1 from the tray.
    bool on_meter;
};

extern const struct uth_wager_row uth_wagers[UTH_WAGER_COUNT];

// "ante", "blind", … "progressive": the names of the command-line contract.
const char *uth_wager_name(enum uth_wager wager);
// "Ante", "Bad Beat Bonus", "Ultimate Pairs": as the layout prints them, for people.
const char *uth_wager_title(enum uth_wager wager);

// A wager besides the base game: a game of its own (BET-5).
static inline bool uth_wager_is_side(enum uth_wager wager)
{
    return !uth_wagers[wager].is_base;
}

#ifdef __cplusplus
}
#endif

#endif
