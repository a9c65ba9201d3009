// Inside the auditor: what it keeps of a table and of a meter, by its own arithmetic.
#ifndef UTH_TESTS_STORM_AUDITOR_H
#define UTH_TESTS_STORM_AUDITOR_H

#include "storm.h"

#define PLAYED_KEPT 64 // rounds of a table whose players are known

struct own_decision {
    uint8_t street;
    uint8_t action; // enum uth_action
    uint8_t multiple;
    uint8_t by_system;
};

struct own_seat {
    uint64_t player;
    uint64_t bettor; // who had a wager here in the round that is open; it may have been taken back
    int64_t chips;
    int64_t moved; // by the round that is open, fees left out
    int64_t fee;   // of that round
    int64_t stakes[UTH_WAGER_COUNT];
    int64_t nets[UTH_WAGER_COUNT];
    uint8_t outcomes[UTH_WAGER_COUNT];
    uint8_t settled; // bit per wager
    uint8_t decision_count;
    struct own_decision decisions[UTH_STREET_COUNT];
};

// The game on the table's controller, as its journal has it: what it fed is to come back when it is
// void, and what it confirmed is what a winner is paid.
struct own_game {
    uint64_t round;
    int64_t fed, fed_reserve; // in ten-thousandths of a cent, and not taken back
    int64_t confirmed[UTH_SEATS_MAX + 1];
};

struct own_round {
    uint64_t number;
    uint64_t players[UTH_SEATS_MAX]; // who had put down a wager, or banked
    bool voided;                     // and wagers went back
    uth_cards cards;                 // all that were dealt
};

struct own_table {
    struct own_seat seats[UTH_SEATS_MAX + 1];
    int64_t tray, drop, bank;
    int64_t bankroll; // the provider's (BANK-1)
    int64_t tray_moved;
    int64_t layout;
    uint64_t sequence;       // of its batches
    uint64_t number;         // of the round
    uint64_t last;           // of the last one that is over
    uint64_t withheld_round; // of the last one that was called off, and who withheld a part in it
    uth_seat_set withheld;
    uint8_t phase; // enum uth_phase
    bool voided;
    uint8_t bank_seat;
    int64_t bank_wager;
    int64_t bank_net;
    int64_t coin_in, fed; // of the round that is open
    struct own_game game; // of it, or of one before
    struct own_round played[PLAYED_KEPT];
};

// In ten-thousandths of a cent.
struct own_meter {
    int64_t units;
    int64_t reserve;
    struct uth_terms terms;
    int64_t fed, paid, seeded, adjusted;
    int64_t held, held_reserve; // by a win that is confirmed, until the key is back
};

// What has been read so far: a table's books, the table and the meter played again.
const struct own_table *auditor_table(uint32_t table);
const struct room_table *auditor_replayed(uint32_t table);
struct uth_controller *auditor_manager(uint64_t meter);

// Who has a part in the round that is open, or was last; 0: nobody at this seat.
uint64_t report_player_name(const struct own_table *table, unsigned seat);
void books_take_event(struct own_table *table, uint32_t id, const struct uth_event *event);
// `table`: where it happened.
void books_take_entry(struct own_meter *meter, struct own_table *table,
                      const struct uth_meter_entry *entry);

#endif
