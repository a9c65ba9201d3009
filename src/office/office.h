// The back office: people, tables and meters as the store keeps them, in memory.
//
//                     draft                 append                  take
//   a command -----------------> batch ----------------> store ----------------> the office
//   (office_person_add,          checked, nothing        durable                 changed, by the
//    office_encode_room ...)     has changed                                     batch alone
//                                                          |        load            ^
//                                                          +------------------------+
//
// Invariants:
//   (1) The office changes by office_apply and by nothing else, and opening a store takes what is
//       in it by the same path: a restart gives the same bytes.
//   (2) So what is in the office is stored, and may be shown. A server that plays ahead of the disk
//       keeps working copies of tables and meters of its own.
//   (3) One draft of administration is under way at a time; what several can make at once (guests,
//       deposits, batches of tables) says so.
//   (4) Secrets (of coming rounds, hashes of passwords) are sealed before they reach the store.
//
// One thread at a time. What works on a `struct store` alone (record.h, report.h) may run beside it,
// on a store of its own.
#ifndef UTH_OFFICE_OFFICE_H
#define UTH_OFFICE_OFFICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/fault.h"
#include "fair/fair.h"
#include "room/roles.h"
#include "room/room.h"
#include "store/audit.h"
#include "uth/controller.h"
#include "uth/inventory.h"
#include "uth/rules.h"

#define OFFICE_PEOPLE_MAX   ((size_t)1 << 20)
#define OFFICE_PERSON_MAX   (UINT64_C(1) << 48) // numbers; those of automatic players are above
#define OFFICE_TABLES_MAX   1024
#define OFFICE_METERS_MAX   64
#define OFFICE_PROFILES_MAX 1024
#define OFFICE_DAY_MS       INT64_C(86400000) // a gaming day is a day of UTC, as the store counts
#define OFFICE_REASON_MAX   400               // bytes of a reason

// ---- opening ----------------------------------------------------------------------------------

struct office;

struct office_options {
    bool read_only;       // nothing can be drafted; works beside a server
    bool make;            // the key file, where there is none and the store has no record
    bool accept_loss;     // of a store that may lose what it acknowledged
    uint32_t patience_ms; // for the store; 0: 5,000
    uint32_t starting_ms; // for one that is starting or recovering; 0: patience_ms
    void (*say)(void *context, const char *text); // hears that it waits; NULL: nobody does
    void *say_context;
    // Set by another thread, it ends opening for reading; NULL: nothing does.
    const atomic_bool *stop;
};

// Opens the store, and for writing takes the lock on the key file: one process at a time. `key_path`
// may be NULL when reading: then secrets of rounds that are not over stay unknown. NULL after a
// failure, with *fault.
struct office *office_open(const char *url, const char *key_path,
                           const struct office_options *options, struct fault *fault);
void office_close(struct office **office); // NULL is allowed; wipes what is secret

// store_audit of everything, and in a cardroom's store each record is played again on the way: does it
// follow those before it, and is every stored state what they made? Where not, *fault names the record;
// *report comes first, and then the fault may be anything. Any thread, on a store of its own.
UTH_NODISCARD enum store_status office_audit(struct store *store, struct store_report *report,
                                             struct fault *fault);
// The same as store_audit_recent: what does not begin with the first record is not played again.
UTH_NODISCARD enum store_status office_audit_recent(struct store *store, const uint8_t *public_key,
                                                    struct store_report *report,
                                                    struct fault *fault);

// "PATH.seal" beside an SQLite store, where the key is when nobody says otherwise. False: say it.
bool office_key_path(const char *url, char *path, size_t size);

// The store it was opened from, for reading and for store_append. A server hands it to the writer
// thread: office_release_store gives it away, and the office goes on without.
struct store *office_store(const struct office *office);
struct store *office_release_store(struct office *office);

const struct fair_key *office_key(const struct office *office); // NULL without
uint64_t office_position(const struct office *office);          // of the last batch taken
int64_t office_latest_ms(const struct office *office); // when it, or a table, was last changed

// ---- people -----------------------------------------------------------------------------------

#define OFFICE_NAME_MAX    24 // bytes of a name
#define OFFICE_SEALED_MAX  176

#define OFFICE_DEVICES_MAX 8

// A browser somebody has logged in from, as a hash bound to that person: the token behind it is
// nowhere but in the browser.
struct office_device {
    uint8_t hash[16];
};

// The whole of a person, as stored (STORE_ENTRY_USER). No padding. Play money only, so far.
struct office_person_state {
    uint64_t id; // from 1
    char name[OFFICE_NAME_MAX + 8];
    int64_t created_ms;
    uint64_t card;               // 0: none
    int64_t pin_locked_until_ms; // after wrong PINs
    uth_money loss_limit;        // a day's; 0: none
    uth_money next_loss_limit;
    int64_t next_day; // from which the two `next_` count, 0: none wait
    uint32_t minutes; // a day's; 0: no limit
    uint32_t next_minutes;
    uint32_t generation;   // a session of an older one has ended
    uint32_t pin_failed;   // wrong PINs since the last right one
    uint8_t role;          // enum room_role
    uint8_t locked;        // by a controller
    uint8_t play_money;    // always 1 today
    uint8_t password_size; // of the sealed hash, 0: none
    uint8_t pin_size;
    uint8_t removed;        // nothing else is set but the number: a guest who never played
    uint8_t password_given; // by somebody else, and not changed since
    uint8_t reserved;
    uint8_t password[OFFICE_SEALED_MAX];
    uint8_t pin[OFFICE_SEALED_MAX];
    struct office_device
        devices[OFFICE_DEVICES_MAX]; // logged in from, the latest first; zeros: none
};

// What they did today, at all tables together.
struct office_day {
    int64_t day;
    uth_money result;     // won, or below 0 lost, fees included
    int64_t played_ms;    // of sittings that are over
    int64_t since_sum_ms; // of those that are not: when each began, added up
    uint32_t seated;      // how many
    uint32_t reserved;
};

struct office_person {
    struct office_person_state state;
    uth_money wallet;
    struct office_day day;
};

// Pointers stay good until office_close; those of a guest, until the guest is removed. NULL when there
// is none.
const struct office_person *office_person(const struct office *office, uint64_t id);
const struct office_person *office_person_named(const struct office *office, const char *name);
const struct office_person *office_person_with_card(const struct office *office, uint64_t card);
size_t office_person_count(const struct office *office);
const struct office_person *office_person_at(const struct office *office, size_t index);

// The guests who have never put up a wager or a bank, the oldest first. They are removed when nobody
// comes back for them, and those who have played stay, because records speak of them.
size_t office_guest_count(const struct office *office);
const struct office_person *office_guest_first(const struct office *office); // NULL: none
const struct office_person *office_guest_next(const struct office_person *guest);
// Is one of those, and sits nowhere.
bool office_guest_can_go(const struct office_person *person);

// What may be shown of a person: no hash, no seal.
json_t *office_person_json(const struct office_person_state *state);
// Locked by a controller: no log-in, no session, no card.
bool office_person_is_locked(const struct office_person *person);
// The card alone: also after wrong PINs, for a while.
bool office_card_is_locked(const struct office_person *person, int64_t now_ms);
bool office_person_has_device(const struct office_person *person,
                              const struct office_device *device);
// Their own limits in force on a day.
uth_money office_loss_limit(const struct office_person *person, int64_t day);
uint32_t office_minutes_limit(const struct office_person *person, int64_t day);
// What they did on the day it is now.
struct office_day office_day_at(const struct office_person *person, int64_t now_ms);
// The person as a table wants to know them, with what is left of their limits.
struct room_person office_at_table(const struct office_person *person, int64_t now_ms);

// The unsealed hash, or a new one. Argon2id takes a twentieth of a second: both functions that
// compute may be called on another thread, on a copy. Whoever has one wipes it (fair_wipe).
struct office_secret {
    char hash[128];
};

// False when they have none, or when it was not sealed by this key for them.
bool office_password_of(const struct office *office, const struct office_person *person,
                        struct office_secret *secret);
bool office_pin_of(const struct office *office, const struct office_person *person,
                   struct office_secret *secret);
bool office_secret_matches(const struct office_secret *secret, const char *given); // any thread
// One that nothing fits, for a name nobody has.
void office_secret_decoy(struct office_secret *secret);
// False without memory. Any thread.
UTH_NODISCARD bool office_secret_make(const char *given, struct office_secret *secret);

// Refuse what is too short, too long or no text: 8 to 128 bytes; 4 to 12 digits.
UTH_NODISCARD bool office_password_check(const char *password, struct fault *fault);
UTH_NODISCARD bool office_pin_check(const char *pin, struct fault *fault);
// 2 to 24 bytes: letters, digits, blank . _ - inside; not "Guest …", not an
// automatic player's in any spelling.
UTH_NODISCARD bool office_name_check(const char *name, struct fault *fault);

// ---- profiles ---------------------------------------------------------------------------------

const struct uth_rules *office_rules(const struct office *office, uint64_t profile);

// ---- tables -----------------------------------------------------------------------------------

struct office_table {
    struct room_table room;    // as stored; `room.config` is in force
    struct room_config wanted; // differs from that while a change waits
    uint64_t sequence;         // of the last batch taken
    uint64_t drafted;          // of the last one encoded
    uth_money tray;
    uth_money drop;
    uint8_t last_secret[ROOM_SECRET]; // of the last round that is over, `last_round`; public
    uint64_t last_round;
    uint64_t snapshot_position;     // 0: never
    struct uth_inventory inventory; // GM-7
    bool last_voided;               // the wagers of `last_round` went back (DEAL-5)
    uth_seat_set withheld;          // who did not reveal their parts in `withheld_round`
    uint64_t withheld_round;        // the last one that was called off for that; 0: none
};

const struct office_table *office_table(const struct office *office, uint32_t id);
size_t office_table_count(const struct office *office);
const struct office_table *office_table_at(const struct office *office, size_t index); // by id
bool office_table_waits(const struct office_table *table); // a change of configuration does

// ---- meters -----------------------------------------------------------------------------------

struct office_meter {
    struct uth_controller controller;
    uint64_t snapshot_position;
};

const struct office_meter *office_meter(const struct office *office, uint64_t id);
size_t office_meter_count(const struct office *office);
const struct office_meter *office_meter_at(const struct office *office, size_t index); // by id
// Stake, pay table and so on of a meter: of the table with the lowest number that plays for it,
// else the built-in profile with a Progressive.
const struct uth_progressive_rules *office_meter_rules(const struct office *office, uint64_t meter);

// What an account holds that is not a seat's: 0 for one never posted to.
uth_money office_balance(const struct office *office, const struct uth_account *account);

// ---- batches ----------------------------------------------------------------------------------

#define OFFICE_DRAFT_BYTES    ((size_t)96 * 1024)
#define OFFICE_DRAFT_POSTINGS 32

// A batch with the memory behind it: not to be copied. Events and postings of a table's batch are
// not copied either: they point into the room_batch.
struct office_draft {
    struct store_batch batch;
    uint64_t id; // of the person, table or meter that was added
    struct store_entry entries[STORE_ENTRIES_MAX];
    struct uth_posting postings[OFFICE_DRAFT_POSTINGS];
    size_t used;
    uint8_t bytes[OFFICE_DRAFT_BYTES];
};

// Who does something, when, and why; for the log.
struct office_by {
    uint64_t who;            // 0: nobody the office knows
    const char *name;        // of them
    const char *system_user; // on the command line; NULL else
    uint64_t approved_by;    // the second person, or 0
    int64_t now_ms;
    const char *why;  // at most OFFICE_REASON_MAX bytes; "" or NULL where a reason is not asked for
    bool first_start; // a step of a store's first start
};

// Applies a stored batch, of any table; 0 is the office itself. Batches are taken in the order of
// their positions, each once. False when it cannot be one of ours, or without memory: then the
// office is of no more use, and is to be opened again.
UTH_NODISCARD bool office_apply(struct office *office, const struct store_batch *batch,
                                uint64_t position, struct fault *fault);

// A table's batch for the store, as the next of that table. `after` is the table behind it and
// `meter` its meter (NULL for none): every 64 rounds a snapshot of the one goes along, every 256
// entries of the other. With `by`, what the pit did is logged. Any number may be under way.
void office_encode_room(struct office *office, const struct room_batch *batch,
                        const struct room_table *after, const struct uth_controller *meter,
                        const struct office_by *by, struct office_draft *draft);
// And back. `office` may be NULL, or without a key: then a secret comes back as zeros. False when the
// entries are none of ours.
UTH_NODISCARD bool office_decode_room(const struct office *office, const struct store_batch *batch,
                                      struct room_batch *room, struct fault *fault);

// What a table of a running room needs of the world (struct room_world): the commitments to a secret
// and to a player's part, and the deck of the round from them (docs/dealing.md). No context.
void office_world_commit(void *context, const uint8_t secret[ROOM_SECRET],
                         uint8_t commitment[ROOM_SECRET]);
void office_world_commit_part(void *context, const struct room_table *table, uint8_t seat,
                              const uint8_t part[ROOM_SECRET], uint8_t commitment[ROOM_SECRET]);
void office_world_shuffle(void *context, const struct room_table *table,
                          uth_card deck[UTH_DECK_SIZE]);

// Signed with the server's key: who plays and whose commitments count. The context is the office.
void office_world_sign_roster(void *context, const struct room_table *table,
                              struct room_roster *roster);
// The same for a receipt: it has the commitment of a seat.
void office_sign_receipt(const struct office *office, const struct room_table *table, uint8_t seat,
                         uint8_t signature[FAIR_SIGNATURE_SIZE]);

// A draft came to nothing (the store refused it): the next batch of that table, or of the office,
// gets its number. With drafts of a table under way behind it, those are void as well.
void office_forget(struct office *office, uint32_t table);

// ---- administration ---------------------------------------------------------------------------

// Each checks, fills a draft of the office's own batch (table 0) with the new state and a line of
// the log, and changes nothing. False with *fault. The caller appends it and lets the office take
// it, or forgets it.

struct office_person_new {
    const char *name;
    enum room_role role;
    const struct office_secret *password; // NULL: none
    const struct office_secret *pin;
    uint64_t card;     // 0: none
    uth_money deposit; // play money to begin with
};

UTH_NODISCARD bool office_person_add(struct office *office, const struct office_person_new *person,
                                     const struct office_by *by, struct office_draft *draft,
                                     struct fault *fault);

// A guest with play money: "Guest 17". Any number may be under way.
UTH_NODISCARD bool office_person_guest(struct office *office, uth_money deposit, int64_t now_ms,
                                       struct office_draft *draft, struct fault *fault);

// Removes guests who can go (others are passed over) with their wallets: what is in one goes back to
// the cage by one posting. At most OFFICE_GUESTS_AT_ONCE. False with FAULT_NONE when none can. Nothing
// else may be under way that posts to those wallets or seats those guests: the caller sees to that.
#define OFFICE_GUESTS_AT_ONCE 32
UTH_NODISCARD bool office_guests_remove(struct office *office, const uint64_t *ids, size_t count,
                                        int64_t now_ms, struct office_draft *draft,
                                        struct fault *fault);

// What is to change; the rest stays.
struct office_person_change {
    bool set_name; // of a guest who registers
    bool set_role;
    bool set_password; // ends all sessions, and forgets the devices
    bool set_pin;      // forgets wrong PINs
    bool set_card;
    bool set_locked; // locking ends their sessions, unlocking also forgets wrong PINs
    bool set_limits; // lower counts at once, higher from the next day
    bool end_sessions;
    const char *name;
    enum room_role role;
    const struct office_secret *password; // NULL: none any more
    const struct office_secret *pin;
    const struct office_device *device; // one more; NULL: none
    uint64_t card;
    bool locked;
    uth_money loss_limit;
    uint32_t minutes;
};

// Refused is also what would leave nobody unlocked who may look after people.
UTH_NODISCARD bool office_person_change(struct office *office, uint64_t id,
                                        const struct office_person_change *change,
                                        const struct office_by *by, struct office_draft *draft,
                                        struct fault *fault);

// A wrong PIN: the fifth locks the card for five minutes, each one after that for twice as long, a
// day at most. A right one sets them back; without wrong ones there is nothing to draft, and it
// returns false with FAULT_NONE. Wrong passwords are no concern of the office: strangers can send
// them, so they slow strangers down and are not stored.
UTH_NODISCARD bool office_pin_failed(struct office *office, uint64_t id, int64_t now_ms,
                                     struct office_draft *draft, struct fault *fault);
UTH_NODISCARD bool office_pin_fitted(struct office *office, uint64_t id, int64_t now_ms,
                                     struct office_draft *draft, struct fault *fault);

// Somebody has logged in from a device that is new; the oldest of too many is forgotten. For one that
// is known there is nothing to draft, and it returns false with FAULT_NONE.
UTH_NODISCARD bool office_person_device(struct office *office, uint64_t id,
                                        const struct office_device *device, int64_t now_ms,
                                        struct office_draft *draft, struct fault *fault);

// Play money into a wallet. Any number may be under way.
UTH_NODISCARD bool office_deposit(struct office *office, uint64_t id, uth_money amount,
                                  const struct office_by *by, struct office_draft *draft,
                                  struct fault *fault);

// A table with its rules; `config.profile` is set from them. It is CLOSED, and its configuration
// waits, until whoever runs it gives ROOM_COMMAND_CONFIGURE. A meter it plays for must link it.
UTH_NODISCARD bool office_table_add(struct office *office, const struct uth_rules *rules,
                                    const struct room_config *config, const struct office_by *by,
                                    struct office_draft *draft, struct fault *fault);
// Likewise for a table there is; waits until no round is open.
struct office_table_wish {
    uint32_t table;
    const struct uth_rules *rules;
    const struct room_config *config;
};
// Would it be done? Changes nothing. Table 0 is a new one; the config has its profile's number.
UTH_NODISCARD bool office_table_check(const struct office *office,
                                      const struct office_table_wish *wish, struct fault *fault);

UTH_NODISCARD bool office_table_configure(struct office *office,
                                          const struct office_table_wish *wish,
                                          const struct office_by *by, struct office_draft *draft,
                                          struct fault *fault);

// GM-7: what a table that plays for a meter lacks of its controller's approved system, by the
// configuration that is wanted. 0 where it plays for none.
size_t office_table_findings(const struct office_table *table,
                             struct uth_finding findings[UTH_FINDINGS_MAX]);

// GM-7: one component of a table is put in, changed or taken out.
struct office_part_change {
    uint32_t table;
    struct uth_part part; // with `remove` its component and serial number count
    bool remove;
};
UTH_NODISCARD bool office_table_part(struct office *office, const struct office_part_change *change,
                                     const struct office_by *by, struct office_draft *draft,
                                     struct fault *fault);

// A configuration to start from: the defaults under these rules.
void office_config_default(const struct uth_rules *rules, const char *name,
                           struct room_config *config);
// A table changes from `before` to other rules: where somebody else banks, those who fill its seats
// begin with the defaults again.
void office_config_rules_changed(const struct uth_rules *before, const struct uth_rules *rules,
                                 struct room_config *config);

// A new meter: UTH_CONTROLLER_CREATE with the next free number, which is draft->id.
struct office_meter_new {
    const struct uth_progressive_rules *rules;
    struct uth_terms terms;
    uth_money beginning;
    uth_money executive_above;
};
UTH_NODISCARD bool office_meter_add(struct office *office, const struct office_meter_new *meter,
                                    const struct office_by *by, struct office_draft *draft,
                                    struct fault *fault);
// Anything else the progressive controller takes. What and with which authority is the command's to say; who
// and when, the second person of an adjustment included, are `by`'s. Refused is also to link a table
// that is not there, or whose rules have no Progressive.
UTH_NODISCARD bool office_meter_command(struct office *office, uint64_t meter,
                                        const struct uth_controller_command *command,
                                        const struct office_by *by, struct office_draft *draft,
                                        struct fault *fault);
// The same for a caller whose copy of the meter is ahead of the stored one: the draft goes on from
// there, and is applied to the copy.
UTH_NODISCARD bool office_meter_command_on(struct office *office, struct uth_controller *working,
                                           const struct uth_controller_command *command,
                                           const struct office_by *by, struct office_draft *draft,
                                           struct fault *fault);

// Something that happened to the system itself and is to be on record: a line of the log, and no
// other change. Any number may be under way.
struct office_note {
    const char *what; // "self-check"
    bool good;
    const char *text; // at most OFFICE_REASON_MAX bytes of it are kept
};
UTH_NODISCARD bool office_note(struct office *office, const struct office_note *note,
                               const struct office_by *by, struct office_draft *draft,
                               struct fault *fault);

// Appends a draft to the office's own store and takes it: for whoever has no writer thread.
UTH_NODISCARD bool office_commit(struct office *office, const struct office_draft *draft,
                                 struct fault *fault);

// ---- the log ----------------------------------------------------------------------------------

struct office_log_line {
    uint64_t position;
    uint32_t table;
    int64_t time_ms;
    struct store_bytes json; // who, what, why, before, after; lives during the call
};

typedef bool office_read_log(void *context, const struct office_log_line *line);

// Newest first, until the reader says false or a batch is older than `since_ms`.
UTH_NODISCARD enum store_status office_log(struct store *store, int64_t since_ms,
                                           office_read_log *read, void *context);

#endif
