// What the files of the office share and nobody else sees.
#ifndef UTH_OFFICE_INTERNAL_H
#define UTH_OFFICE_INTERNAL_H

#include <stdarg.h>

#include <jansson.h>

#include "office/balances.h"
#include "office/day.h"
#include "office/office.h"
#include "store/codec.h"

#define SNAPSHOT_ROUNDS  64
#define SNAPSHOT_ENTRIES 256

struct person_slot {
    struct office_person person; // first: a pointer to it is a pointer to the slot
    uint64_t position;           // of the batch its state came with
    bool played;                 // has put up a wager or a bank, ever
    bool listed;                 // among the guests who have not
    struct person_slot *guest_next;
    struct person_slot *guest_previous;
};

#define OFFICE_SLOTS_AT_ONCE 32

struct table_slot {
    struct office_table table; // first
    uint64_t wanted_position;  // of the batch the configuration came with
    uint64_t inventory_position;
    uint64_t day_position; // the list of the day is as of this one
    struct day_list day;
};

struct profile_slot {
    uint64_t number;
    struct uth_rules rules;
};

enum found_by { FOUND_BY_ID, FOUND_BY_NAME, FOUND_BY_CARD, FOUND_BY_COUNT };

// Open addressing.
struct finder {
    struct person_slot **slots;
    size_t capacity; // a power of two
};

struct office {
    struct store *store;
    struct fair_key *key;
    int lock; // the key file, held; -1 for none
    bool read_only;
    bool loading;
    bool following; // from the first record on: stored states must be what the records made
    uint64_t position;
    int64_t latest_ms; // no batch of ours is dated before it: the clock may have been set back

    uint64_t sequence;    // of the office's own batches: the last one taken
    uint64_t drafted;     // and the last one drafted
    uint64_t exclusive;   // of the one draft of administration that is under way; 0 for none
    uint64_t last_person; // the largest number taken
    uint64_t next_person; // and the next to be drafted

    struct person_slot **people; // by number
    size_t person_count;
    size_t person_room;
    struct person_slot *spare; // for the next one
    struct finder finders[FOUND_BY_COUNT];
    struct person_slot *guest_first; // of those who have not played, the oldest
    struct person_slot *guest_last;
    size_t guest_count;

    struct table_slot *slots[OFFICE_TABLES_MAX / OFFICE_SLOTS_AT_ONCE + 1];
    struct table_slot *tables[OFFICE_TABLES_MAX + 1]; // by id, among those
    size_t table_count;
    uint32_t table_ids[OFFICE_TABLES_MAX]; // rising
    struct office_meter *meters[OFFICE_METERS_MAX + 1];
    size_t meter_count;
    uint64_t meter_ids[OFFICE_METERS_MAX];
    struct profile_slot *profiles[OFFICE_PROFILES_MAX];
    size_t profile_count;

    struct dispute_slot *disputes; // by number, from 1
    size_t dispute_count;
    size_t dispute_capacity;

    struct balances balances;
    struct room_batch scratch; // a batch as it is taken
};

// Fills the fault and returns false.
bool office_fail_store(struct fault *fault, const struct store *store, enum store_status status);

// Adds an amount to a sum of stored ones. False in *fine when that is too large: no
// store we wrote has such a sum, and the sum stays as it was.
static inline void office_add(uth_money *sum, int64_t cents, bool *fine)
{
    const int64_t total = sum->cents + cents;
    if (uth_money_in_range(total)) {
        sum->cents = total;
    } else {
        *fine = false;
    }
}

// ---- people.c: who is there -------------------------------------------------------------------

struct person_slot *office_slot(const struct office *office, uint64_t id);
// Makes room for one more; false without memory or when there are too many.
bool office_people_reserve(struct office *office, uint64_t id, struct fault *fault);
// Takes a state; the room was made before.
void office_person_put(struct office *office, const struct office_person_state *state,
                       uint64_t position);
// Forgets a guest; whoever is not there stays so.
void office_person_remove(struct office *office, uint64_t id);
// Something was posted to the account: wagers and banks are put up by those who play.
void office_note_played(struct office *office, const struct uth_account *account);
// Folds the case of a name, ASCII.
void office_name_fold(const char *name, char folded[OFFICE_NAME_MAX + 8]);
bool office_state_read(struct store_bytes bytes, struct office_person_state *state);
void office_people_finish(struct office *office);

// ---- secret.c ---------------------------------------------------------------------------------

// Returns the size of what was sealed; 0 for NULL.
uint8_t office_secret_seal(const struct office *office, uint64_t id, bool pin,
                           const struct office_secret *secret, uint8_t sealed[OFFICE_SEALED_MAX]);

// ---- rooms.c: tables, meters, profiles --------------------------------------------------------

struct table_slot *office_table_slot(const struct office *office, uint32_t id);
struct office_meter *office_meter_slot(const struct office *office, uint64_t id);
struct table_slot *office_table_make(struct office *office, uint32_t id);
struct office_meter *office_meter_make(struct office *office, uint64_t id);
bool office_profile_read(uint64_t number, struct store_bytes json, struct uth_rules *rules,
                         struct fault *fault);
bool office_profile_put(struct office *office, uint64_t number, struct store_bytes json,
                        struct fault *fault);
void office_rooms_finish(struct office *office);

// ---- snapshot.c -------------------------------------------------------------------------------

// As stored; the secret sealed for this batch, or with zeros when it is not known.
size_t office_snapshot_write(const struct office *office, const struct table_slot *slot,
                             const struct room_table *table, uint64_t sequence, uint8_t *bytes);
void office_snapshot_add(const struct office *office, const struct table_slot *slot,
                         const struct room_table *table, struct office_draft *draft);
bool office_snapshot_read(const struct office *office, struct store_bytes bytes,
                          struct table_slot *slot);
// Is the round in it the one its events make?
bool office_validate_snapshot(struct store *store, const struct office_table *table,
                              struct fault *fault);
// Is the table in it the one that is there, but for its secret?
bool office_snapshot_matches(struct store_bytes bytes, const struct table_slot *slot);

// ---- validate.c ---------------------------------------------------------------------------------

// Can what was loaded be gone on with?
bool office_validate(const struct office *office, struct fault *fault);

// ---- money.c ----------------------------------------------------------------------------------

// What the accounts of the store hold at the seats of a table: whose, and how much.
struct seat_held {
    uint64_t owner;
    uth_money balance;
};

struct seat_books {
    struct seat_held chips[UTH_SEATS_MAX];
    struct seat_held wagers[UTH_SEATS_MAX];
    struct seat_held bank[UTH_SEATS_MAX];
};

// One for each table, by its id; to be freed. NULL without memory.
struct seat_books *office_seats_open(void);
// Every account of the store; those of no seat are passed over.
void office_seats_note(struct seat_books *seats, const struct uth_account *account,
                       uth_money balance);
// Do tables and meters have what the books say, as of the same batch?
bool office_validate_money(const struct office *office, const struct seat_books *seats,
                           struct fault *fault);

// ---- encode.c ---------------------------------------------------------------------------------

// An entry of a journal, in a batch of that time.
bool office_journal_read(struct store_bytes bytes, int64_t time_ms, struct uth_meter_entry *entry);

// ---- journal.c --------------------------------------------------------------------------------

// The entry of a record, or a fault that names it.
bool office_journal_entry(const struct store_record *record, const struct store_entry *entry,
                          struct uth_meter_entry *line, struct fault *fault);

// ---- apply.c ----------------------------------------------------------------------------------

struct office_source {
    uint64_t position; // of the batch
    int64_t time_ms;   // likewise; of a state it is not asked for
};
bool office_apply_entry(struct office *office, const struct store_entry *entry,
                        struct office_source source, struct fault *fault);
bool office_apply_meter(struct office *office, const struct store_entry *entry, uint64_t position,
                        struct fault *fault);
// Were there wagers in the last round, and did they go back? Known while it is the table's round, and
// kept from there on. A snapshot does not hold it: from one of the next round it is not known.
bool office_last_is_void(const struct office_table *table);
// A meter's whole state as stored, and the next entry of its journal: false when they cannot be.
bool office_meter_read(uint64_t id, struct store_bytes bytes, struct uth_controller *controller,
                       struct fault *fault);
// A table's inventory as stored: false when it cannot be one.
bool office_inventory_read(uint64_t table, struct store_bytes bytes,
                           struct uth_inventory *inventory, struct fault *fault);
bool office_meter_can_follow(const struct uth_controller *controller,
                             const struct uth_meter_entry *line, struct fault *fault);
void office_balance_shown(struct office *office, const struct uth_account *account);
void office_person_roll(struct office_person *person, int64_t day);
// False when somebody's day is too large.
bool office_day_apply_list(struct office *office, const struct day_list *list);

// ---- draft.c ----------------------------------------------------------------------------------

// Begins a draft of the office's own; with `exclusive`, refuses while another is under way.
bool office_draft_begin(struct office *office, struct office_draft *draft, int64_t now_ms,
                        bool exclusive, struct fault *fault);
struct fair_place office_binding_place(void);
bool office_binding_matches(const struct office *office, struct store_bytes sealed);
// Room for the bytes of an entry, and the entry when they are there. What does not fit is our mistake.
uint8_t *office_draft_room(struct office_draft *draft, size_t max);
void office_draft_add(struct office_draft *draft, enum store_entry_kind kind, uint64_t id,
                      size_t size);
void office_draft_state(struct office_draft *draft, enum store_entry_kind kind, uint64_t id,
                        const struct codec_table *table, const void *state);
void office_draft_journal(struct office_draft *draft, const struct uth_meter_entry *entry);
void office_draft_post(struct office_draft *draft, const struct uth_posting *posting);
// The draft counts from here on.
void office_draft_finish(struct office *office, const struct office_draft *draft, bool exclusive);

// A line of the log. Takes `before` and `after`, which may be NULL; false without memory.
struct office_what {
    const char *what;  // "person changed"
    const char *about; // "person", "table", "meter"
    uint64_t id;
    json_t *before;
    json_t *after;
};
bool office_draft_log(struct office_draft *draft, const struct office_by *by,
                      struct office_what what, struct fault *fault);
// A reason is asked for: is there one, and is it a text?
bool office_by_check(const struct office_by *by, bool needs_reason, struct fault *fault);

#endif
