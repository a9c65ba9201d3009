// A cardroom floor for tests: an office on a real store, tables run through the room, every batch
// stored and taken before the next. After each one the table and meter the room made must be, byte
// for byte, the ones the office took from the store.
#ifndef UTH_TESTS_OFFICE_FLOOR_H
#define UTH_TESTS_OFFICE_FLOOR_H

#include "fair/fair.h"
#include "office/office.h"
#include "rng.h"

enum floor_person { MANAGER, SECOND, SUPERVISOR, DEALER, AUDITOR, PAUL, PETRA, FLOOR_PEOPLE };
enum floor_table { CALIFORNIA_8 = 1, CALIFORNIA_6 = 2, WASHINGTON = 3, WASHINGTON_NEXUS = 4 };
#define FLOOR_TABLES   4
#define FLOOR_METER    1
#define FLOOR_PROVIDER "Redwood Players"

#define FLOOR_PASSWORD "correct horse battery"
#define FLOOR_PIN      "471147"

// What a seat is to be dealt.
enum floor_hand { ANY_HAND, ROYAL_WITH_HOLE, ROYAL_IN_FIVE };

struct floor {
    struct office *office;
    struct rng rng;
    int64_t now_ms;
    uint64_t people[FLOOR_PEOPLE];
    enum floor_hand next_hand;                // of the round that is opened next
    struct fair_deal rigged;                  // the last secret that was searched for
    enum floor_hand rigged_for;               // and what for
    uint8_t secret[ROOM_SECRET];              // of the round that was opened last
    uint8_t parts[FLOOR_PEOPLE][ROOM_SECRET]; // of the round's seed, if they have one
    bool withholds;                           // nobody reveals theirs
    uint64_t batches;
    struct room_table table; // being worked on
    struct uth_controller meter;
    struct room_batch batch;
    struct office_draft draft;
};

// Opens it; where the store is empty, people, a meter and four tables are made and opened.
bool floor_open(struct floor *floor, const char *url, const char *key, uint64_t seed,
                struct fault *fault);
void floor_close(struct floor *floor);

struct office_by floor_by(const struct floor *floor, enum floor_person who, const char *why);
// Stores and takes the draft.
void floor_commit(struct floor *floor);

enum uth_status floor_do(struct floor *floor, uint32_t table, const struct room_command *command);
struct room_command floor_command(const struct floor *floor, enum floor_person who,
                                  enum room_command_kind kind);
// Whatever is due, up to that many steps in a batch; false when nothing was.
bool floor_tick(struct floor *floor, uint32_t table, unsigned steps);
// One step of the clock; what the table's state asks of people is done.
void floor_step(struct floor *floor, uint32_t table);
// The jackpot it waits with.
void floor_confirm(struct floor *floor, uint32_t table);
// Lets time pass until the present round, or else the next, is over. With `then_void` the pit voids
// it at its flop.
void floor_round(struct floor *floor, uint32_t table, bool then_void);
// Until bets are open, and no further.
void floor_until_bets(struct floor *floor, uint32_t table);

// GM-1: a win that is confirmed.
void floor_back_out(struct floor *floor, uint32_t table, uint8_t seat);
enum uth_status floor_adjust(struct floor *floor, enum uth_adjustment adjustment, int64_t cents);

#endif
