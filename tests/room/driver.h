// A table of the room with everything around it: a store that replays, accounts, a meter, a clock.
// What holds for every command and every tick is checked here with UTH_CHECK, so that tests and the fuzz
// target ask for the same.
#ifndef TESTS_ROOM_DRIVER_H
#define TESTS_ROOM_DRIVER_H

#include "room/room.h"
#include "support/accounts.h"
#include "support/rng.h"

#define DRIVER_TABLE    7
#define DRIVER_METER    77
#define DRIVER_PROFILES 5
#define DRIVER_SLOTS    512

// Persons; players count from 1.
enum { DEALER = 101, SUPERVISOR = 102, EXECUTIVE = 103, AUDITOR = 104, MANAGER = 105 };
#define PLAYERS_MAX 12

struct driver {
    struct uth_rules rules[DRIVER_PROFILES]; // profile n is rules[n - 1]
    struct room_table table;
    struct uth_controller meter;
    struct room_batch batch;
    // What a store would hold: the batches so far, applied.
    struct room_table stored;
    struct uth_controller stored_meter;
    struct accounts accounts;
    struct balance slots[DRIVER_SLOTS];
    struct rng rng;
    int64_t now_ms;
    int64_t up_ms;
    uint32_t watchers;
    bool meter_gone, meter_busy;
    bool hold; // several commands to a batch
    // The top of the next decks, in the order dealt; the rest by chance from the seed.
    uint8_t top_count;
    uth_card top[UTH_DECK_SIZE];
    // What was seen, by other means than the table's.
    uint64_t banker;       // who banked the last hand
    unsigned banker_hands; // in a row
    unsigned spots_most;   // that a profile of this evening lets one person hold (BET-7)
    uint64_t rounds_ended, rounds_voided, rounds_with_parts, withheld, awards, batches;
};

// Profiles 1 to 3 as built in, 4 california-6 with its other collection, 5 washington with meter
// pays in the order of confirmation and three spots for one person.
void driver_start(struct driver *driver, uint64_t seed);

struct room_world driver_world(struct driver *driver);

// The meter is made and the table linked to it.
void driver_link(struct driver *driver, enum uth_controller_model controller);
enum uth_status driver_meter(struct driver *driver, struct uth_controller_command command);

#define DRIVER_PROVIDER "Redwood Players"

// A configuration that suits the profile: no automatic players, seconds for everything.
struct room_config driver_config(const struct driver *driver, uint64_t profile,
                                 enum room_pace pace);
// So many automatic players: the house's, or the provider's where a player banks.
void driver_fill_seats(const struct driver *driver, struct room_config *config, uint8_t players);
// Configured and resumed.
void driver_open(struct driver *driver, const struct room_config *config);

// As if it were made at this moment; `late`: for the round and the street it says.
enum uth_status driver_try(struct driver *driver, const struct room_command *command);
enum uth_status driver_try_late(struct driver *driver, const struct room_command *command);
// Stores what is in the batch. False when the accounts refuse it; then everything is as stored before.
bool driver_store(struct driver *driver);

// One step if one is due.
bool driver_tick(struct driver *driver);
// Everything that is due now.
void driver_settle_down(struct driver *driver);
// Lets so much time pass; each timer that goes off was announced by room_wake_ms, to the
// millisecond.
void driver_pass(struct driver *driver, int64_t ms);

// What this player would contribute in this round, and the commitment to a part at a seat of theirs.
void driver_part(const struct driver *driver, uint64_t player, uint8_t part[ROOM_SECRET]);
void driver_commit(const struct driver *driver, uint8_t seat, const uint8_t part[ROOM_SECRET],
                   uint8_t commitment[ROOM_SECRET]);

// What a seat is told it may do is what would be done, and what it is not told would be refused;
// and no secret and no card is in it.
void driver_check_options(struct driver *driver);

struct room_person person_of(enum room_role role, uint64_t id);
int64_t driver_amount(const struct driver *driver, enum uth_account_kind kind, uint64_t player,
                      uint8_t seat);

#endif
