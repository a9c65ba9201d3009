// The wagers of the game, one row each: what is known of a wager without a table's rules.
//
// Whoever lists wagers, or asks what kind of wager one is, asks here or the rule profile, which says
// of each side bet what it looks at, pays and does after a fold (uth/bet.h). What is different for every
// wager is a switch without a default, so that a new one does not compile until it is handled.
#ifndef UTH_WAGER_H
#define UTH_WAGER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// The side bets of a profile's own have names and titles there (uth_rules_wager_name).
enum uth_wager {
    UTH_WAGER_ANTE = 0,
    UTH_WAGER_BLIND = 1,
    UTH_WAGER_PLAY = 2,
    UTH_WAGER_TRIPS = 3,
    UTH_WAGER_BAD_BEAT = 4,
    UTH_WAGER_PAIRS = 5,
    UTH_WAGER_PROGRESSIVE = 6,
    UTH_WAGER_OWN_1 = 7,
    UTH_WAGER_OWN_2 = 8,
    UTH_WAGER_OWN_3 = 9,
    UTH_WAGER_OWN_4 = 10,
    UTH_WAGER_COUNT = 11,
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

struct uth_wager_row {
    const char *name;  // in JSON and on the command line: "bad_beat"
    const char *title; // on the layout: "Bad Beat Bonus"
    enum uth_wager_fold
        fold;         // where a profile has no such bet, and in records older than the field
    bool is_base;     // Ante, Blind and Play: one game together (BET-5), and the base of reports
    bool before_deal; // false: made after the cards are dealt (BET-6)
    bool by_spot;     // limited by a collection schedule and part of the total action (FEE-1)
    // PROG-1, PROG-2: the stake leaves the layout for the meter at "no more bets", wins are paid for
    // 1, and no player-dealer and no aggregate covers it. All others are paid to 1 from the tray.
    bool on_meter;
};

extern const struct uth_wager_row uth_wagers[UTH_WAGER_COUNT];

// "ante", "blind", … "progressive": the names of the command-line contract. A bet of a profile's own
// is "own_1" where no profile can be asked.
const char *uth_wager_name(enum uth_wager wager);
// "Ante", "Bad Beat Bonus", "Ultimate Pairs": as the layout prints them, for people.
const char *uth_wager_title(enum uth_wager wager);

// The side bets, one after the other behind the base game.
#define UTH_SIDES_MAX (UTH_WAGER_COUNT - UTH_WAGER_TRIPS)

// A wager besides the base game: a game of its own (BET-5).
static inline bool uth_wager_is_side(enum uth_wager wager)
{
    return !uth_wagers[wager].is_base;
}

static inline bool uth_wager_is_own(enum uth_wager wager)
{
    return wager >= UTH_WAGER_OWN_1 && wager <= UTH_WAGER_OWN_4;
}

// A side bet with lines that pay to 1: any but the Progressive.
static inline bool uth_wager_has_lines(enum uth_wager wager)
{
    return uth_wager_is_side(wager) && !uth_wagers[wager].on_meter;
}

#ifdef __cplusplus
}
#endif

#endif
