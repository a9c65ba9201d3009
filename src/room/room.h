// One table of the cardroom: who sits there, who banks, whose turn it is, what happens when time is
// up. Pure: commands and the time come in, what is to be stored and told comes out.
//
//                  +----------------------------------------------------------------+
//                  v                                                                |
//   CLOSED --> WAITING --(California)--> OFFERING --taken--> BETTING --> SEALED --> PLAYING --> RESULT
//    (pit)     players                   the bank            window     reveals    streets     pause
//
// SEALED is passed over when nobody has committed to a part of the seed (docs/fairness.md).
//
// The streets themselves, wagers, cards and settlement are the round's (uth/round.h); the
// Progressive's procedure is the progressive controller's (uth/controller.h). The table decides when which of
// their commands is given, and by whom.
//
// Invariants:
//   (1) room_do either refuses and changes nothing, or changes the table by what it appends to the
//       batch and by nothing else: room_apply of the stored batch on the table before gives the
//       table after, byte for byte.
//   (2) In a batch, events change the round, entries the meter, postings the chips, facts the rest;
//       so it does not matter in which order the four are applied.
//   (3) Nobody acts for another: a player's command concerns a seat that player holds.
//   (4) A command about the course of a round is carried out in the round it was made for, a
//       decision on its street, or not at all.
//   (5) A command id of a person is carried out once. Sent again it gets its old answer; one that is
//       older than all that is remembered is refused.
//   (6) Every state but CLOSED, WAITING for players, and a jackpot that waits for a supervisor or
//       for its meter has a deadline when the pace is automatic; with pace `dealer` only decisions,
//       offers and reveals have one.
//   (7) A batch belongs to one round: after its end a new batch begins.
//
// The secret a round is dealt from is in the table and in one fact; the caller keeps both from
// everybody's eyes until ROOM_FACT_REVEALED.
#ifndef UTH_ROOM_ROOM_H
#define UTH_ROOM_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "room/procedure.h"
#include "room/roles.h"
#include "uth/controller.h"
#include "uth/ledger.h"
#include "uth/rotation.h"
#include "uth/round.h"
#include "uth/rules.h"
#include "uth/view.h"

#define ROOM_NAME_MAX    32
#define ROOM_SECRET      32
#define ROOM_NOTE_MAX    94
#define ROOM_ENTRIES_MAX 28
#define ROOM_FACTS_MAX   36

// How long clients have to reveal their parts of the seed; how long once the server is back, which a
// client tries every 15 seconds (web/src/lib/socket.ts); for how many rounds none is taken from a
// player who withheld one; and for how many then from newcomers, so that a crowd of new accounts
// cannot stop every round. All who can withhold while somebody is muted have a place in the list.
#define ROOM_REVEAL_MS      4000
#define ROOM_RETURN_MS      20000
#define ROOM_MUTED_ROUNDS   20
#define ROOM_GUARDED_ROUNDS 3
#define ROOM_MUTED_MAX      (ROOM_MUTED_ROUNDS * UTH_SEATS_MAX)

// So many carried-out commands of so many people are remembered.
#define ROOM_RECENT_IDS    15
#define ROOM_RECENT_PEOPLE 24

// The largest buy-in, fill or configured amount in cents. So far below UTH_MONEY_MAX that no luck
// and no number of rounds leads from one to the other.
#define ROOM_AMOUNT_MAX INT64_C(10000000000000)

// Numbers from here on belong to nobody who signs in: first the system itself, which presses and
// confirms what no person has to (GM-3: every action is logged with who took it), then automatic
// players.
#define ROOM_SYSTEM ((UINT64_C(1) << 52) - 1)

// ---- configuration ----------------------------------------------------------------------------

enum room_pace {
    ROOM_PACE_AUTO = 0,   // timers deal
    ROOM_PACE_DEALER = 1, // a person does
};

// A table's configuration but for its rules. Stored with it; no padding. A change waits until no
// round is open.
struct room_config {
    char name[ROOM_NAME_MAX];
    uint64_t profile; // names the rules in force: the caller keeps them by this number
    uint64_t meter;   // 0: no Progressive here
    uth_money buy_in_min;
    uth_money buy_in_max; // of the chips a player has in front of them; 0: no maximum
    uth_money house_buy_in;
    uth_money house_ante;  // what a house player bets
    uth_money house_trips; // 0: none; other side bets likewise below
    uth_money house_progressive;
    // BANK-1: where a player banks, a third-party provider's players fill the free seats.
    char provider[ROOM_NAME_MAX]; // its name; empty: none
    uth_money provider_bankroll;  // what it brings in when it comes to this table
    uth_money proposition_buy_in; // of each of its players
    uth_money proposition_ante;   // what one bets
    uth_money proposition_trips;  // 0: none
    uth_money proposition_bank;   // what one posts as player-dealer; 0: declines
    uth_money confirm_up_to;      // pace auto: larger Progressive awards wait for a supervisor
    uint32_t betting_ms;
    uint32_t decision_ms; // 0 with pace dealer: no timer
    uint32_t offer_ms;
    uint32_t result_ms; // how long a result stands before the next round
    uint32_t house_ms;  // how long a house player thinks
    uint32_t proposition_ms;
    uint32_t
        absent_rounds;  // so many betting windows without a wager, and the seat is freed; 0: never
    uint8_t pace;       // enum room_pace
    uint8_t controller; // enum uth_controller_model
    uint8_t house_players;  // seats they fill while others leave them free
    uint8_t house_strategy; // as the caller numbers them
    uint8_t proposition_players;
    uint8_t proposition_strategy;
    uint8_t people_per_address; // the caller's to keep: who sits down from where; 0: any number
    uint8_t reserved[5];
};

// What is wrong with a configuration: the field by its name, and what it must be.
struct room_config_fault {
    const char *field;
    const char *must;
};

// Is it a text: ended within its field with nothing behind, and UTF-8? It may be empty.
bool room_name_is_text(const char name[ROOM_NAME_MAX]);
// Is its name such a text, and not empty?
bool room_config_is_named(const struct room_config *config);

// Refuses with UTH_ERR_CONFIG what no table can be run with under these rules; *fault, where it is
// asked for, is then the first of it.
UTH_NODISCARD enum uth_status room_config_check(const struct uth_rules *rules,
                                                const struct room_config *config,
                                                struct room_config_fault *fault);

// ---- state ------------------------------------------------------------------------------------

enum room_state {
    ROOM_STATE_CLOSED = 0,   // paused by the pit, or not opened yet: no round starts
    ROOM_STATE_WAITING = 1,  // for players, or for somebody to bank
    ROOM_STATE_OFFERING = 2, // the bank is offered to a seat
    ROOM_STATE_BETTING = 3,
    ROOM_STATE_PLAYING = 4, // from "no more bets" to the settlement
    ROOM_STATE_RESULT = 5,  // settled; the result stands
    ROOM_STATE_SEALED = 6,  // between the two: who plays is fixed, and parts are revealed
    ROOM_STATE_COUNT = 7,
};

// Why somebody stands up as soon as their chips may leave.
enum room_leaving {
    ROOM_STAYS = 0,
    ROOM_LEAVES = 1,   // they wish to; a new wager takes it back
    ROOM_UNSEATED = 2, // the pit wishes it; nothing does
};

// One seat. No padding.
struct room_seat {
    uint64_t player; // 0: free
    uth_money chips;
    uth_money bank;    // what they post when they bank again; 0: they do not
    uint8_t role;      // enum room_role
    uint8_t ready;     // has finished betting
    uint8_t sits_out;  // is passed over until they say otherwise
    uint8_t leaving;   // enum room_leaving
    uint8_t absent;    // betting windows without a wager, in a row
    uint8_t committed; // to a part of this round's seed
    uint8_t revealed;  // that part
    uint8_t bank_once; // own limits: asked again before posting again
    uint8_t commitment[ROOM_SECRET];
    uint8_t part[ROOM_SECRET];
};

// Why a dealer calls a supervisor (GM-8). Stored: append only.
enum room_call_reason {
    ROOM_CALL_WIN = 0,
    ROOM_CALL_DISPUTE = 1,
    ROOM_CALL_MALFUNCTION = 2,
    ROOM_CALL_FILL = 3,
    ROOM_CALL_OTHER = 4,
    ROOM_CALL_COUNT = 5,
};

enum room_call_state {
    ROOM_CALL_NONE = 0,
    ROOM_CALL_OPEN = 1,
    ROOM_CALL_TAKEN = 2, // shown to the dealer until the next round
};

// The dealer's call for a supervisor. No padding.
struct room_call {
    uint64_t by;
    int64_t since_ms;
    uint64_t taken_by;
    int64_t taken_ms;
    uint8_t state;            // enum room_call_state
    uint8_t reason;           // enum room_call_reason
    char note[ROOM_NOTE_MAX]; // what it is about, or empty
};

// Where a deck is (DEAL-1).
enum room_deck_place {
    ROOM_DECK_IN_SHUFFLER = 0,
    ROOM_DECK_IN_PLAY = 1, // a part of it may lie in the rack
    ROOM_DECK_IN_RACK = 2,
    ROOM_DECK_PLACE_COUNT = 3,
};

// Whose commands with these ids were carried out; the highest first, zeros behind the last. No padding.
struct room_recent {
    uint64_t person; // 0: nobody
    uint64_t ids[ROOM_RECENT_IDS];
};

// Who plays and whose commitments count, as the server signed it. No padding.
struct room_roster {
    uint8_t hash[ROOM_SECRET];
    uint8_t key[ROOM_SECRET];
    uint8_t signature[2 * ROOM_SECRET];
};

// No commitments of this player are taken up to this round. No padding.
struct room_muted {
    uint64_t player; // 0: nobody
    uint64_t until;
};

// No padding: a snapshot is these bytes.
struct room_table {
    uint32_t id;
    uint8_t state;        // enum room_state
    uint8_t paused;       // by the pit: CLOSED once the round is over
    uint8_t secret_known; // `secret` is set
    uint8_t jackpot;      // PLAYING stands still until a supervisor confirms
    int64_t since_ms;     // when this state, or this street, began
    int64_t deadline_ms;  // 0: none
    struct room_config config;
    struct room_config waiting; // comes into force when no round is open
    struct uth_rotation rotation;
    uint8_t config_waits; // `waiting` is set
    uth_seat_set drawn;   // who drew for the first offer, until a hand has been banked (ROT-1)
    uth_card draw[UTH_SEATS_MAX];
    uint8_t rack;          // the deck that lies in the discard rack between rounds, plus 1; 0: none
    uint8_t rostered;      // `roster` is set
    uth_seat_set finished; // players who were dealt a round since they sat down, up to its end
    uth_seat_set faithful; // who revealed when a round was called off for a part, after which
                           // newcomers were kept out
    uint8_t reserved[4];
    uint64_t last_banker; // who banked the last hand, at whatever seat (ROT-1)
    uth_money bankroll;   // the provider's here, apart from its players' chips (BANK-1)
    struct room_seat seats[UTH_SEATS_MAX];
    struct room_recent recent[ROOM_RECENT_PEOPLE]; // who gave a command last comes first
    uint8_t secret[ROOM_SECRET];
    uint8_t commitment[ROOM_SECRET];
    struct room_roster roster;               // of the round
    struct room_muted muted[ROOM_MUTED_MAX]; // who withheld last comes first
    struct room_ticks ticks;                 // of the round
    struct room_call call;
    struct uth_round round;
};

// ---- what comes in ----------------------------------------------------------------------------

// The one who acts. Limits they have set for themselves are kept here by the caller.
struct room_person {
    uint64_t id;
    enum room_role role;
    bool loss_limited;
    uth_money loss_left; // what they may still lose today; what lies on the layout is not lost yet
    int64_t play_until_ms; // 0: no limit of time
};

enum room_command_kind {
    // a player; `seat` says for which spot, 0 for the only one
    ROOM_COMMAND_SIT = 0,       // seat, amount (the buy-in)
    ROOM_COMMAND_BUY_IN = 1,    // amount
    ROOM_COMMAND_STAND = 2,     // at once, or when the round is over
    ROOM_COMMAND_SIT_OUT = 3,   // on
    ROOM_COMMAND_WAGER = 4,     // stakes, ready, commitment
    ROOM_COMMAND_DECIDE = 5,    // decision
    ROOM_COMMAND_BANK_TAKE = 6, // amount
    ROOM_COMMAND_BANK_DECLINE = 7,
    ROOM_COMMAND_BANK_ASK = 8, // after everybody declined: offer it again, beginning with me
    // the dealer, pace `dealer`
    ROOM_COMMAND_OPEN = 9,        // "place your bets"
    ROOM_COMMAND_CLOSE_BETS = 10, // "no more bets"; the sensors' COIN IN or START GAME is a button
    ROOM_COMMAND_DEAL = 11,
    ROOM_COMMAND_TURN = 12,
    ROOM_COMMAND_TIME = 13, // check, check, fold for whoever has not acted
    ROOM_COMMAND_SETTLE = 14,
    ROOM_COMMAND_END = 15,
    ROOM_COMMAND_BUTTON = 16, // button, line, seat: of the Progressive's controller
    // the pit
    ROOM_COMMAND_CONFIRM = 17, // auto pace: the pending jackpot, [seat]; authority of the card
    ROOM_COMMAND_PAUSE = 18,
    ROOM_COMMAND_RESUME = 19,
    ROOM_COMMAND_VOID = 20,       // a malfunction (DEAL-5)
    ROOM_COMMAND_UNSEAT = 21,     // seat, player
    ROOM_COMMAND_FILL = 22,       // amount, to the tray
    ROOM_COMMAND_CREDIT = 23,     // amount, from it
    ROOM_COMMAND_COUNT_DROP = 24, // the whole drop box goes to the cage; amount is what was counted
    ROOM_COMMAND_CONFIGURE = 25,  // config
    ROOM_COMMAND_PROVIDER_FUND = 26,     // amount the provider brings in (BANK-1)
    ROOM_COMMAND_PROVIDER_WITHDRAW = 27, // amount it takes away
    ROOM_COMMAND_NAME_BANKER = 28,       // seat that is asked first (ROT-1)
    // the dealer again
    ROOM_COMMAND_TICK = 29, // ticks, on: steps that only hands do (DEAL-6)
    ROOM_COMMAND_CALL = 30, // call, note: a supervisor (GM-8)
    // the pit again
    ROOM_COMMAND_TAKE_CALL = 31,
    // a player again
    ROOM_COMMAND_CONTRIBUTE = 32, // commitment, without a wager
    ROOM_COMMAND_REVEAL = 33,     // part
    ROOM_COMMAND_NEXT = 34,       // alone with automatic players: the result has been seen
    ROOM_COMMAND_COUNT = 35,
};

// What a command is meant for, and is refused at any other time.
enum room_moment {
    ROOM_MOMENT_ANY = 0,
    ROOM_MOMENT_ROUND = 1,  // the round the view showed; between rounds that is the last one
    ROOM_MOMENT_STREET = 2, // and its phase
};

struct room_command {
    enum room_command_kind kind;
    struct room_person who;
    uint64_t id;    // 0: not to be remembered
    uint64_t round; // it was made for, where its moment is a round
    enum uth_phase street;
    uint64_t player; // who is meant by the seat
    uint8_t seat;
    bool on;
    bool ready;
    bool committed; // `commitment` is set
    uint8_t commitment[ROOM_SECRET];
    uint8_t part[ROOM_SECRET];
    struct uth_decision decision;
    uth_money amount;
    uth_money stakes[UTH_WAGER_COUNT];
    enum uth_controller_command_kind button;
    enum uth_progressive_line line;
    enum uth_authority authority; // of the key or card used
    uint64_t card; // whose it is, the caller having made sure of that; 0: the own authority
    struct room_ticks ticks;
    enum room_call_reason call;
    char note[ROOM_NOTE_MAX];
    struct room_config config;
};

// The right a command needs.
bool room_command_may(enum room_role role, enum room_command_kind kind, bool with_card);
enum room_right room_command_right(enum room_command_kind kind);
const char *room_command_name(enum room_command_kind kind);
enum room_moment room_command_moment(enum room_command_kind kind);

// Everything a table does not know itself. Functions are pure in their arguments.
struct room_world {
    int64_t now_ms;
    int64_t up_ms; // since when whatever clients send is stored: rounds sealed before wait anew
    const struct uth_rules *rules;      // of table->config.profile
    const struct uth_rules *next_rules; // of the configuration that waits, with CONFIGURE
    // The meter of the table, changed by room_do along with the table; NULL when it cannot be
    // reached (GM-6).
    struct uth_controller *meter;
    bool meter_busy;             // in another table's hands: what needs it answers UTH_ERR_BUSY,
                                 // and room_tick waits: call it again when the meter is free
    uint32_t watchers;           // people looking: automatic players alone play only while watched
    uth_money drop;              // what the drop box holds, with what the open batch moved
    uint8_t random[ROOM_SECRET]; // fresh for each call
    void *context;
    void (*commit)(void *context, const uint8_t secret[ROOM_SECRET],
                   uint8_t commitment[ROOM_SECRET]);
    // To a player's part for this seat and round.
    void (*commit_part)(void *context, const struct room_table *table, uint8_t seat,
                        const uint8_t part[ROOM_SECRET], uint8_t commitment[ROOM_SECRET]);
    void (*sign_roster)(void *context, const struct room_table *table, struct room_roster *roster);
    // The deck of this round from the table's secret, its roster and the parts.
    void (*shuffle)(void *context, const struct room_table *table, uth_card deck[UTH_DECK_SIZE]);
    // What an automatic player does; `offers` is not empty, the answer one of them.
    struct uth_decision (*advise)(void *context, const struct uth_rules *rules, uint8_t strategy,
                                  const struct uth_view *view, uint8_t seat,
                                  const struct uth_decision *offers, size_t offer_count);
};

// ---- what comes out ---------------------------------------------------------------------------

// Stored: append only.
enum room_fact_kind {
    ROOM_FACT_CONFIGURED = 0, // config is in force
    ROOM_FACT_SAT = 1,        // seat, player, role
    ROOM_FACT_STOOD = 2,      // seat
    ROOM_FACT_SEAT = 3, // seat: ready, sits_out, leaving, absent, bank_once, bank as they are now
    ROOM_FACT_ANSWERED = 4,  // person, id: that command of theirs was carried out
    ROOM_FACT_ROTATION = 5,  // and who banked last
    ROOM_FACT_SECRET = 6,    // what the coming round will be dealt from: not to be seen by anyone
    ROOM_FACT_COMMITTED = 7, // its commitment, and the profile the round is played by; nobody is
                             // ready, nobody has committed to a part yet
    ROOM_FACT_PART_COMMITTED = 8, // seat: the commitment to its part
    ROOM_FACT_REVEALED = 9,       // the secret, now that the round is over
    ROOM_FACT_STATE = 10,         // state, paused, jackpot, since, deadline
    ROOM_FACT_PIT = 11,           // what staff did: command kind, seat, amount; for the log
    ROOM_FACT_CONFIG_WAITS = 12,  // config, until the round is over
    ROOM_FACT_DRAWN = 13,  // a card each for who is asked first, and the seed the deck is from; no
                           // seats once a hand has been banked
    ROOM_FACT_TICKED = 14, // steps of the procedure: ticked, taken back, or skipped at the end
    ROOM_FACT_RACK = 15,   // which deck lies in the discard rack
    ROOM_FACT_CALL = 16,   // the call for a supervisor as it is now
    ROOM_FACT_ROSTER = 17, // who plays and whose commitments count, signed
    ROOM_FACT_PART_REVEALED = 18, // seat: its part
    ROOM_FACT_WITHHELD = 19,      // seat, player, role: did not reveal, and is muted
    ROOM_FACT_TRUSTED = 20,       // finished, faithful: whose parts are taken in any case
    ROOM_FACT_COUNT = 21,
};

enum room_ticked {
    ROOM_UNTICKED = 0,
    ROOM_TICKED = 1,
    ROOM_SKIPPED = 2, // the round ended without them
    ROOM_TICKED_COUNT = 3,
};

// What `small` holds, by kind of fact.
enum {
    ROOM_SMALL_SAT_ROLE = 0,
    ROOM_SMALL_SEAT_READY = 0,
    ROOM_SMALL_SEAT_SITS_OUT = 1,
    ROOM_SMALL_SEAT_LEAVING = 2,
    ROOM_SMALL_SEAT_ABSENT = 3,
    ROOM_SMALL_SEAT_BANK_ONCE = 4,
    ROOM_SMALL_WITHHELD_ROLE = 0,
    ROOM_SMALL_STATE_STATE = 0,
    ROOM_SMALL_STATE_PAUSED = 1,
    ROOM_SMALL_STATE_JACKPOT = 2,
    ROOM_SMALL_DRAWN_SEATS = 0, // of COMMITTED, too: the draw that led to this round's banker
    ROOM_SMALL_PIT_COMMAND = 0,
    ROOM_SMALL_PIT_BUTTON = 1, // BUTTON: enum uth_controller_command_kind
    ROOM_SMALL_PIT_LINE = 2,   // BUTTON: enum uth_progressive_line
    ROOM_SMALL_PIT_AUTHORITY = 3,
    ROOM_SMALL_PIT_CALL = 1, // CALL, TAKE_CALL: enum room_call_reason
    ROOM_SMALL_TICKED_AS = 0,
    ROOM_SMALL_RACK_DECK = 0,
    ROOM_SMALL_TRUSTED_FINISHED = 0,
    ROOM_SMALL_TRUSTED_FAITHFUL = 1,
};

// Unused bytes are 0.
struct room_fact {
    uint8_t kind; // enum room_fact_kind
    uint8_t seat;
    uint8_t small[6];
    union {
        struct room_config config;
        struct {
            uint64_t player;
        } who; // SAT
        struct {
            uth_money bank;
        } posted;
        struct {
            uint64_t id;
            uint64_t person;
        } answered;
        struct {
            struct uth_rotation rotation;
            uint8_t reserved[2];
            uint64_t last_banker;
        } bank; // ROTATION
        struct {
            uint8_t bytes[ROOM_SECRET];
            uint64_t profile;             // COMMITTED, with the rest
            uth_card draw[UTH_SEATS_MAX]; // DRAWN, too
            char provider[ROOM_NAME_MAX]; // whose proposition players sit here
        } seed;                           // SECRET, COMMITTED, REVEALED, DRAWN, and parts
        struct room_roster roster;
        struct {
            uint64_t player;
            uint64_t until;
        } withheld;
        struct {
            int64_t since_ms;
            int64_t deadline_ms;
        } state;
        struct {
            uint64_t who;
            uth_money amount;
        } pit;
        struct {
            uint64_t who;
            struct room_ticks ticks;
        } ticked;
        struct room_call call;
        uint8_t bytes[256];
    } as;
};

// What one or several commands did at one table; to be stored whole or not at all. Its events and
// postings belong to one round.
struct room_batch {
    uint32_t table;
    uint64_t round; // the one it opened, or else the one before
    int64_t time_ms;
    uint32_t event_count;
    uint32_t posting_count;
    uint32_t entry_count;
    uint32_t fact_count;
    struct uth_event events[4 * UTH_EVENTS_MAX];
    struct uth_posting postings[2 * UTH_POSTINGS_MAX];
    struct uth_meter_entry entries[ROOM_ENTRIES_MAX];
    struct room_fact facts[ROOM_FACTS_MAX];
};

void room_batch_start(struct room_batch *batch, const struct room_table *table, int64_t now_ms);
// Nothing to store.
bool room_batch_is_empty(const struct room_batch *batch);
// Whether one more command is sure to fit; else the caller stores this one first, and starts
// another. A batch in which a round ended takes nothing more. Calls below want one with space.
bool room_batch_has_space(const struct room_batch *batch);

// ---- the table --------------------------------------------------------------------------------

// A table as it is before its first batch: CLOSED, without a configuration.
void room_table_init(struct room_table *table, uint32_t id);

// Carries a command out: changes table and meter and appends what happened. Refuses with a status
// that names the clause; then nothing has changed. UTH_REPEATED: it was carried out before.
//
// What is due by now comes first: the caller ticks before it does, so that nobody acts too late.
//
// Whether a player's wallet holds their buy-in is for the store's books to say. If they refuse the
// batch the caller goes back to the table and meter before it.
UTH_NODISCARD enum uth_status room_do(const struct room_world *world, struct room_table *table,
                                      const struct room_command *command, struct room_batch *batch);

// Whatever is due by world->now_ms: timers, house players, the next round. Appends nothing when
// nothing is. True when it did something: call it again, for what follows from it, while there is
// space. It may have brought another profile or meter into force: world->rules and world->meter are
// those of table->config at each call.
bool room_tick(const struct room_world *world, struct room_table *table, struct room_batch *batch);

// When room_tick will have something to do, if nothing else happens; INT64_MAX for never.
int64_t room_wake_ms(const struct room_world *world, const struct room_table *table);

// Could a table have been left like this, but for its round and the rules? For whoever reads one that
// was stored whole.
bool room_table_is_valid(const struct room_table *table);
// Can it be played on, by the rules and at the meter of this world? Its configuration is one of those
// rules, its round one they brought about.
bool room_table_can_resume(const struct room_world *world, const struct room_table *table);
// Does it say what a fact of its kind can say?
bool room_fact_is_valid(const struct room_fact *fact);
// May this batch come next, but for its entries? What was decided here always may; what comes out of a
// database is asked about before it is applied.
bool room_can_follow(const struct room_table *table, const struct room_batch *batch);

// The stored batch, on the table and meter (NULL for none of this batch's) as they were before it.
// Cannot fail: a batch is a fact. It fits.
void room_apply(struct room_table *table, struct uth_controller *meter,
                const struct room_batch *batch);

// The highest id of a person's commands that were carried out; 0 for none.
uint64_t room_recent_last(const struct room_table *table, uint64_t person);

// Who takes part in the round: a seat with a wager, or the one that banks.
bool room_takes_part(const struct room_table *table, unsigned seat);
// Seats whose parts have not been revealed though the round waits for them, or would.
uth_seat_set room_parts_missing(const struct room_table *table);
// Up to when they can be, at a table that is SEALED.
int64_t room_reveal_until(const struct room_world *world, const struct room_table *table);
// The last round no commitment of this player is taken for, who withheld a part or is new where somebody
// did; 0 when they are taken.
uint64_t room_muted_until(const struct room_table *table, uint64_t player);

// ---- for views --------------------------------------------------------------------------------

// The round as a viewer sees it. Between rounds the felt is clean: whoever sits down then had no part
// in the last one, and must not read its cards and amounts as their own.
// A hand whose Progressive win is pressed lies face up (GM-2).
void room_see(const struct room_world *world, const struct room_table *table,
              struct uth_viewer viewer, struct uth_view *view);

// The seat whose win is the next to be confirmed, in the order they are paid (PROG-5); 0 for none.
uint8_t room_next_win(const struct uth_station *station);

// Does a key of the Progressive's controller do something now, for whoever may press it, with some hand or
// at some spot? What another table holds up for a moment does not count.
bool room_button_works(const struct room_world *world, const struct room_table *table,
                       enum uth_controller_command_kind kind);

// Whether one can bet it here: the Progressive wants a meter, and Play is no wager one makes first.
bool room_offers(const struct uth_rules *rules, const struct room_config *config,
                 enum uth_wager wager);

// The spots of this table a person holds (BET-7), and the first of them; 0 for none.
uth_seat_set room_seats_of(const struct room_table *table, uint64_t player);
uint8_t room_seat_of(const struct room_table *table, uint64_t player);

// The spot a person means: the one that is named, or the only one when none (0) is. Refuses with
// UTH_ERR_NOT_SEATED, or with UTH_ERR_WHICH_SPOT when there are several to choose from.
UTH_NODISCARD enum uth_status room_seat_named(const struct room_table *table, uint64_t player,
                                              uint8_t named, uint8_t *seat);

// Is there a seat this person could take: the first, or one more?
bool room_has_spot(const struct room_world *world, const struct room_table *table, uint64_t player);

// What a seat may do now, so that a page need not know the rules.
struct room_options {
    bool may_wager;
    bool may_take_bank; // the bank is offered to this seat
    bool may_ask_bank;
    bool may_buy_in;
    bool may_stand;
    bool may_next;      // end the result: nobody else is kept waiting by it
    uth_money purse;    // what a wager can still take: chips, or what the loss limit leaves
    bool loss_limited;  // the purse is what the loss limit leaves
    uth_money needs;    // for the smallest hand, where the chips do not reach; else 0
    uth_money bank_min; // smallest and largest they could post now
    uth_money bank_max;
    size_t decision_count;
    struct uth_decision decisions[UTH_OFFERS_MAX];
};

// `who` sits there and may have limits of their own; NULL: none are known.
struct room_options room_options_of(const struct room_world *world, const struct room_table *table,
                                    uint8_t seat, const struct room_person *who);

// The dealer's procedure at this table, now (DEAL-6). Returns how many steps.
size_t room_steps(const struct room_world *world, const struct room_table *table,
                  struct room_step steps[ROOM_STEPS_MAX]);
enum room_step_kind room_step_kind_of(const struct room_step *step);

enum room_deck_place room_deck_place(const struct room_table *table, uint8_t deck);
const char *room_deck_place_name(enum room_deck_place place);

const char *room_call_name(enum room_call_reason reason);
bool room_call_find(const char *name, enum room_call_reason *reason);

// A house player's number at a seat, a proposition player's, and whether a number is one; automatic
// players are both.
uint64_t room_house_player(uint32_t table, uint8_t seat);
uint64_t room_proposition_player(uint32_t table, uint8_t seat);
bool room_is_house_player(uint64_t player);
bool room_is_proposition_player(uint64_t player);
bool room_is_automatic_player(uint64_t player);
// What an automatic player is called, and whether a name is one of theirs, in letters of any case:
// nobody else may be called so.
const char *room_automatic_name(uint64_t player);
bool room_name_is_automatic(const char *name);

// What the automatic players of such a table play.
uint8_t room_automatic_strategy(const struct uth_rules *rules, const struct room_config *config);

// BANK-1: proposition players are wanted here, and the provider's bankroll does not cover a buy-in.
bool room_provider_is_short(const struct uth_rules *rules, const struct room_table *table);
// ROT-1: a supervisor has to name the seat that is asked first.
bool room_bank_waits_for_name(const struct uth_rules *rules, const struct room_table *table);

#endif
