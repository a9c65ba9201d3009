// One table within a unit: who sits where, what the last rounds left behind, and the round in play.
//
//     seat --> shuffle --> deal --> decide --> settle --> move on
//      ^                                                     |
//      +---- the player-dealer's place has moved ------------+
//
// Invariants:
//   (1) The cards of a round depend on the seed and its number, on nothing else.
//   (2) Stakes and seats stand in the facts from one seating to the next; a round writes only
//       cards, Play, folds and, in sessions, the meter.
//   (3) A meter that moves does so in sessions only; a plain round finds it as the set-up has it.
#ifndef SIM_TABLE_H
#define SIM_TABLE_H

#include "cells.h"
#include "shuffle.h"
#include "uth/rotation.h"
#include "uth/sim.h"

// By two cards: the decision before the flop, or a line of Pairs.
struct chart {
    uint8_t at[UTH_DECK_SIZE][64];
};

struct uth_sim {
    struct uth_sim_setup setup;
    unsigned threads;
    uint64_t unit_rounds;
    uint64_t units;
    struct shuffle shuffle;
    uint8_t player_count; // without the player-dealer
    bool banked;          // by a player
    bool tabled;          // every seat plays by a strategy's table
    bool fed;             // somebody makes the Progressive wager
    uint8_t lines;        // counted: LINES_COMMON, or all where somebody makes a bet of their own
    uint8_t group_count;
    uint8_t group[UTH_SEATS_MAX];                  // by seat - 1
    uint8_t hands[UTH_SEATS_MAX];                  // by group: its seats
    struct uth_sim_seat strategies[UTH_SEATS_MAX]; // by group
    struct chart charts[UTH_SEATS_MAX];            // by group
    uint8_t decision_of[UTH_STREET_COUNT][256];    // by Play in antes; 0 is a check or the fold
    uth_money player_fee;
    uth_money bank_needs; // seat 1, to bank a hand: the wager and the fee

    // Where rounds are settled by cells.
    bool by_cells;
    bool has_others;                   // somebody makes a bet that is in no table
    struct cells cells[UTH_SEATS_MAX]; // by group
    struct chart pairs;
    struct uth_dealt places;                 // of a deck in order: which card goes where
    uth_money fed_by_round;                  // all Progressive wagers together
    int64_t purse_free;                      // with so much seat 1 can afford every size of Play
    uint8_t bank_order[UTH_SIM_UNIT_ROUNDS]; // the player-dealer's seat, by round of a unit
    uth_money bank_fees[UTH_SEATS_MAX + 1];  // by that seat
    struct worker *workers;                  // [threads]
};

struct table {
    const struct uth_sim *sim;
    struct uth_facts facts;
    struct uth_settlement settlement;
    uth_card deck[64]; // the deck, and room for a whole vector
    uint8_t multiples[UTH_SEATS_MAX];
    uint8_t streets[UTH_SEATS_MAX];
    uint8_t group[UTH_SEATS_MAX];       // by player
    uint8_t group_hands[UTH_SEATS_MAX]; // by group: how many of them are in
    struct uth_rotation rotation;
    struct uth_meter meter; // before the next round
    int64_t purse;          // of seat 1; INT64_MAX where nobody counts
    uth_money bank_fee;     // of the round
    uint32_t unfed;         // rounds settled by cells whose contributions are not yet in the meter
};

// A table as a unit finds it.
void sim_table_open(struct table *table, const struct uth_sim *sim);

// Seats everyone for a round that this seat banks.
void sim_table_bank(struct table *table, uint8_t seat);

// The meter of a session, with all contributions in it.
void sim_table_feed(struct table *table);

// What fixed pays take from it in the last round, as far as it reaches (PROG-3).
void sim_table_take_from_meter(struct table *table, int64_t cents);

// False when seat 1 can no longer make their wagers, or nobody may bank.
bool sim_table_can_play(const struct table *table);

// Plays and settles; everything is in facts and settlement.
void sim_table_play(struct table *table, uint64_t round);

// Lets the player-dealer's place go on after a hand.
void sim_table_pass_bank(struct table *table);

// Moves meter, purse and player-dealer on. Returns what seat 1 gained, fees taken off.
int64_t sim_table_move_on(struct table *table);

#endif
