// A stored round, rebuilt from its batches and proved: dealt again from its seed, played again by
// its decisions, settled again.
#ifndef UTH_OFFICE_RECORD_H
#define UTH_OFFICE_RECORD_H

#include "office/dispute.h"
#include "office/office.h"
#include "wire/fairness.h"
#include "wire/out.h"
#include "wire/record_json.h"

// Wagers may be changed as long as bets are open, so a round has no fixed length; what is longer
// than this was not played by people.
#define OFFICE_EVENTS_MAX 2048

// Each step at each seat once, as it was left.
#define OFFICE_TICKS_MAX ((UTH_SEATS_MAX + 1) * ROOM_STEP_COUNT)

struct office_record {
    struct store_round where;
    uint64_t profile;
    struct uth_rules rules;
    uint64_t players[UTH_SEATS_MAX]; // who sat where, as far as they took part
    char provider[ROOM_NAME_MAX];    // of the proposition players among them (BANK-1)
    uth_seat_set drawn;              // who drew for the first offer of the bank (ROT-1)
    uth_card draw[UTH_SEATS_MAX];
    struct uth_round round; // as it ended
    bool has_meter;         // somebody bet on the Progressive
    uint64_t meter_id;
    struct uth_meter meter; // it was settled with
    uint8_t confirmed_count;
    struct uth_award confirmed[UTH_SEATS_MAX]; // wins by the meter's journal, when it was settled
    bool has_seed;                             // the secret was revealed
    struct wire_fairness fairness;
    uint8_t withheld_roles[UTH_SEATS_MAX]; // enum room_role, of who withheld a part
    bool voided_by_pit; // a void round that nobody withheld a part of: else its meter had gone, or
                        // nobody had wagered
    size_t event_count;
    struct uth_event events[OFFICE_EVENTS_MAX];
    size_t tick_count;
    struct wire_tick ticks[OFFICE_TICKS_MAX]; // of the dealer's, in the order they were first made
    uth_money results[UTH_SEATS_MAX];         // what the round won or lost each seat, fees included
    uint8_t dispute_count;                    // as office_record_disputes found them
    struct office_dispute disputes[OFFICE_ROUND_DISPUTES_MAX];
};

// Reads a round that is over. Every batch of it is held against its link, and the row that says where
// they are against the batches. Any thread, on a store of its own. False with *fault: no such round,
// still open, its rules not stored, changed, or not to be read.
UTH_NODISCARD bool office_record_read(struct store *store, uint32_t table, uint64_t round,
                                      struct office_record *record, struct fault *fault);

// Was this seat, from 1, dealt cards, or did it bank? Who took their wager back before the deal is among
// the players by what they posted, and had no part in the round.
bool office_record_played(const struct office_record *record, unsigned seat);

// Is the deck the one its seed makes, does its commitment fit, do the rules make the same of the same
// decisions, and do its postings give the results of its settlement? False with the first thing that
// differs.
UTH_NODISCARD bool office_record_prove(const struct office_record *record, struct fault *fault);

// The part of it that the seed is: what a fact of the round says of it, what the whole round does, and
// whether it is the one that was committed to and signed, and makes the deck.
void office_seed_note(struct wire_fairness *fairness, const struct room_fact *fact);
void office_seed_finish(struct office_record *record);
UTH_NODISCARD bool office_seed_prove(const struct office_record *record, struct fault *fault);

// The rules alone: without the seed, which a round in play has not shown, nor one of a test deck.
UTH_NODISCARD bool office_record_plays(const struct office_record *record, struct fault *fault);

// Is the round a table is in one that its rules have brought about, and as its events say? `record` is
// room to work in.
UTH_NODISCARD bool office_validate_round(struct store *store, const struct office_table *table,
                                         const struct uth_rules *rules,
                                         struct office_record *record, struct fault *fault);

// Where a round begins and ends by its batches, which are noted one after the other, and whether the row
// that led to them says the same.
void office_round_note(struct store_round *seen, const struct store_batch *batch);
UTH_NODISCARD bool office_round_is_where(const struct store_round *seen,
                                         const struct store_round *where, struct fault *fault);

// Why the round was void: "withheld", "pit", "meter" or "no_wagers"; NULL: it was not.
const char *office_record_cause(const struct office_record *record);

// The record as `uth settle` reads it: one line.
void office_record_out(const struct office_record *record, struct wire_out *out);

// A table's round as it stood before this opening, as far as opening it looks at it.
struct uth_round office_round_before(const struct uth_event *opened);

// A profile by its number, from the store alone.
UTH_NODISCARD bool office_stored_rules(struct store *store, uint64_t number,
                                       struct uth_rules *rules, struct fault *fault);

#endif
