// The dealer's procedure as a table of steps (DEAL-6): every step of the profile's source in its
// order, in the words of the trade. The table is data; which rows apply follows from the profile, the
// round and the table's state.
//
// A step is done by a command of the dealer's, by a key of the Progressive's controller, by a
// supervisor, or by hands alone. What only hands do is ticked: a tick is a bit of the step's kind at
// its seat, kept with the table while the round runs and stored with who and when.
#ifndef UTH_ROOM_PROCEDURE_H
#define UTH_ROOM_PROCEDURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/controller.h"
#include "uth/rules.h"

// Stored as bits of ticks: append only.
enum room_step_kind {
    ROOM_STEP_UTH_MODE = 0,
    ROOM_STEP_OPEN = 1,
    ROOM_STEP_LOAD_SHUFFLER = 2,
    ROOM_STEP_CLOSE_BETS = 3,
    ROOM_STEP_START_GAME = 4,
    ROOM_STEP_REMOVE_PROGRESSIVE = 5,
    ROOM_STEP_FEE = 6,
    ROOM_STEP_TAKE_DECK = 7,
    ROOM_STEP_DEAL = 8,
    ROOM_STEP_SPREAD_COMMUNITY = 9,
    ROOM_STEP_FIRST_CARDS = 10,
    ROOM_STEP_SECOND_CARDS = 11,
    ROOM_STEP_PLAYERS_CARDS = 12,
    ROOM_STEP_DEALERS_CARDS = 13,
    ROOM_STEP_COMMUNITY = 14,
    ROOM_STEP_GREEN_BUTTON = 15,
    ROOM_STEP_UNLOAD_STUB = 16,
    ROOM_STEP_FLOP = 17,
    ROOM_STEP_TURN_AND_RIVER = 18,
    ROOM_STEP_FOLD_COLLECT = 19,
    ROOM_STEP_FOLD_COUNT = 20,
    ROOM_STEP_FOLD_FACE_UP = 21,
    ROOM_STEP_FOLD_TUCK = 22,
    ROOM_STEP_FOLD_LEAVE = 23,
    ROOM_STEP_SHOW_DEALER = 24,
    ROOM_STEP_ANNOUNCE_DEALER = 25,
    ROOM_STEP_PRESS_WIN = 26,
    ROOM_STEP_VERIFY_WIN = 27,
    ROOM_STEP_SETTLE = 28,
    ROOM_STEP_REFUND_ANTE = 29,
    ROOM_STEP_WORK_AREA = 30,
    ROOM_STEP_ANNOUNCE = 31,
    ROOM_STEP_WAGER = 32, // and the six behind it: one for each wager of the makers'
    ROOM_STEP_RACK_HAND = 39,
    ROOM_STEP_END_GAME = 40,
    ROOM_STEP_RACK_BOARD = 41,
    ROOM_STEP_END = 42,
    ROOM_STEP_OWN_WAGER = 43, // and the three behind it: side bets of a profile's own
    ROOM_STEP_COUNT = 47,
};

enum room_step_by {
    ROOM_BY_COMMAND = 0,    // a command of the dealer's moves the round
    ROOM_BY_BUTTON = 1,     // a key of the Progressive's controller
    ROOM_BY_SUPERVISOR = 2, // with key or card
    ROOM_BY_HAND = 3,       // ticked
};

// What is done with a wager.
enum room_act {
    ROOM_ACT_NONE = 0,
    ROOM_ACT_TAKE = 1,
    ROOM_ACT_PAY = 2,
    ROOM_ACT_RETURN = 3,
};

// What the next command waits for.
enum room_waits {
    ROOM_WAITS_NOT = 0,
    ROOM_WAITS_PAUSED = 1,
    ROOM_WAITS_PLAYERS = 2, // enough to play
    ROOM_WAITS_BANK = 3,    // somebody to bank
    ROOM_WAITS_WAGERS = 4,
    ROOM_WAITS_DECISIONS = 5,
    ROOM_WAITS_RACK = 6,   // DEAL-1: the other deck lies in the rack
    ROOM_WAITS_FEE = 7,    // FEE-4: not collected and dropped yet
    ROOM_WAITS_GAME = 8,   // the Progressive's game is to be started or ended first
    ROOM_WAITS_WIN = 9,    // GM-2: a win is to be pressed, confirmed or paid first
    ROOM_WAITS_PARTS = 10, // parts of the seed are to be revealed
    ROOM_WAITS_COUNT = 11,
};

// A bit for each kind of step, at each seat; [0] is the table.
struct room_ticks {
    uint64_t of[UTH_SEATS_MAX + 1];
};

// One row of the table: what a step is called and says. `words` have places to fill in: {seat},
// {amount}, {hand}; see wire/procedure_words.h.
struct room_step_row {
    uint8_t kind;       // enum room_step_kind
    uint8_t by;         // enum room_step_by
    uint8_t each;       // of the table, or of each seat in some condition
    uint8_t procedures; // bit per enum uth_procedure
    uint8_t banks;      // bit per enum uth_banked_by
    uint8_t when;       // a further condition
    const char *clause;
    const char *name; // short, for a button
    const char *words;
};

struct room_step {
    const struct room_step_row *row;
    uint8_t seat;  // 0: the table
    uint8_t wager; // enum uth_wager of a step that moves one, else UTH_WAGER_COUNT
    uint8_t act;   // enum room_act
    uint8_t waits; // enum room_waits, of a command that may not be given yet
    uth_money amount;
    bool required; // by a rule, before the next command
    bool done;
    bool skipped; // not ticked, and the round went on
    bool next;
    bool may; // be done now
};

#define ROOM_STEPS_MAX 200

// "fee", "rack_hand": for messages and records. A wager's step is called by it: "wager_ante".
const char *room_step_id(enum room_step_kind kind);
bool room_step_find(const char *id, enum room_step_kind *kind);
// What a step of this kind is called and says under these rules.
const struct room_step_row *room_step_row_of(enum room_step_kind kind,
                                             const struct uth_rules *rules);
bool room_step_is_ticked(enum room_step_kind kind);

// The step that moves a wager, and the wager a step moves: UTH_WAGER_COUNT when it moves none.
enum room_step_kind room_step_of_wager(enum uth_wager wager);
enum uth_wager room_step_wager(enum room_step_kind kind);

static inline bool room_ticks_has(const struct room_ticks *ticks, uint8_t kind, uint8_t seat)
{
    return (ticks->of[seat] >> kind & 1) != 0;
}

static inline void room_ticks_add(struct room_ticks *ticks, uint8_t kind, uint8_t seat)
{
    ticks->of[seat] |= UINT64_C(1) << kind;
}

#endif
