// The progressive controller: one Progressive meter, the tables linked to it, and the procedures by which a
// win is pressed, confirmed and paid (PROG-1 to PROG-7, GM-1 to GM-6).
//
// The two makers' controllers do the same over one meter. A table's station:
//
//   aquarius (key)                                   nexus (card)
//
//   IDLE --COIN IN--> PLAYING <--GAME OVER to IDLE   IDLE --START GAME--> PLAYING <--END GAME to IDLE
//                      |  ^  ^                                             |  spot, hand: lit, unlit
//                 hand |  | hand again                          CONFIRM    |  ^
//                      v  |  |                                             v  | swipe: the win is
//                     PRESSED|                                       AWAITING_CARD  recorded and
//              key JPH |  ^  |                                                      the meter adjusts
//                      v  | key RUN
//                     KEYED  |
//               J-POT  |     | key RUN: the meter adjusts
//                      v     |
//                    FROZEN--+
//
//   void (a malfunction) leads from every state to IDLE.
//
// Invariants:
//   (1) uth_controller_decide changes nothing; uth_controller_apply cannot fail. Replaying a meter's
//       journal rebuilds the controller byte for byte.
//   (2) Each entry of the journal says who, when, why, and the meter before and after. The meter
//       is what its last entry left, so every increase and decrease is explained (GM-5).
//   (3) What a win pays is fixed when it is confirmed, on the meter as the confirmation before left
//       it (PROG-5). From there to the key's return nobody else can win or adjust the meter.
//   (4) A win is never confirmed that the cards do not show, and a game never ends with one open.
//   (5) Rates, seed and maximum change with a 100% award and at no other moment (PROG-7).
#ifndef UTH_CONTROLLER_H
#define UTH_CONTROLLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/ledger.h"
#include "uth/meter.h"
#include "uth/rules.h"
#include "uth/settle.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_LINKED_MAX 16 // tables on one meter

enum uth_controller_model {
    UTH_MODEL_AQUARIUS = 0,
    UTH_MODEL_NEXUS = 1,
    UTH_MODEL_COUNT = 2,
};

// Who acts; each may do what the ones before may.
enum uth_authority {
    UTH_AUTHORITY_DEALER = 0,
    UTH_AUTHORITY_SUPERVISOR = 1,
    UTH_AUTHORITY_EXECUTIVE = 2,
    UTH_AUTHORITY_COUNT = 3,
};

enum uth_station_state {
    UTH_STATION_IDLE = 0,
    UTH_STATION_PLAYING = 1,
    UTH_STATION_PRESSED = 2,       // aquarius: a hand is lit
    UTH_STATION_KEYED = 3,         // aquarius: the key is at JPH
    UTH_STATION_FROZEN = 4,        // aquarius: J-POT was pressed, the key is still at JPH
    UTH_STATION_AWAITING_CARD = 5, // nexus: CONFIRM was pressed
    UTH_STATION_COUNT = 6,
};

// GM-1
enum uth_win_state {
    UTH_WIN_NONE = 0,
    UTH_WIN_PRESSED = 1, // nexus only: aquarius learns the seat at J-POT
    UTH_WIN_CONFIRMED = 2,
    UTH_WIN_PAID = 3,
    UTH_WIN_BACKED_OUT = 4,
    UTH_WIN_COUNT = 5,
};

// GM-3: the closed list. Stored: append only.
enum uth_adjustment {
    UTH_ADJUSTMENT_WON = 0,            // an award the controller could not record; pays the tray
    UTH_ADJUSTMENT_MALFUNCTION = 1,    // the display had gone wrong, either way
    UTH_ADJUSTMENT_MAXIMUM = 2,        // cut to the posted maximum; the rest goes to the reserve
    UTH_ADJUSTMENT_RECEIPTS = 3,       // booked as receipts
    UTH_ADJUSTMENT_SEED_RECOVERED = 4, // the house takes its seed back
    UTH_ADJUSTMENT_BACK_OUT = 5,       // a confirmed win is undone
    UTH_ADJUSTMENT_COUNT = 6,
};

// What can be set. It takes effect with the next 100% award (PROG-7).
struct uth_terms {
    uth_money seed;
    uth_money maximum; // 0: none
    uint32_t meter_rate_bp;
    uint32_t reserve_rate_bp;
    uint32_t fixed_pays_from; // enum uth_pays_from
    uint32_t reserved;
};

// One spot's win, and what the win page prints (GM-4). No padding.
struct uth_win {
    struct uth_win_award award; // once confirmed
    uth_money meter_shown;      // what the meter showed when the amount was fixed
    uint64_t confirmed_by;
    int64_t confirmed_at_ms;
    uint8_t state; // enum uth_win_state
    uint8_t line;  // enum uth_progressive_line
    uint8_t card;  // enum uth_authority of key or card
    uint8_t reserved[5];
};

// One linked table.
struct uth_station {
    uint64_t round;
    int64_t fed_units;         // by this game to the meter, in ten-thousandths of a cent
    int64_t fed_reserve_units; // and to the reserve
    uint32_t table;            // 0: a free place
    uint8_t controller;        // enum uth_controller_model
    uint8_t state;             // enum uth_station_state
    uint8_t unreachable;       // GM-6
    uint8_t shown;             // the cards are known
    uint8_t wagered;           // bit per seat: a Progressive wager was taken
    uint8_t spot;              // nexus: the selected seat; of the win in hand with both
    uint8_t lit;               // aquarius: enum uth_progressive_line, UTH_PROGRESSIVE_NONE unlit
    uint8_t won;               // a win of this game was confirmed
    uint8_t reserved[4];
    struct uth_meter won_on;      // the meter the first of them was paid on
    uint8_t lines[UTH_SEATS_MAX]; // what the cards show; UTH_PROGRESSIVE_NONE where nothing pays
    uint8_t order[UTH_SEATS_MAX]; // seats in the order meter pays are made, 0 at the end (PROG-5)
    struct uth_win wins[UTH_SEATS_MAX]; // of the game in play, or of the last one
};

struct uth_controller {
    uint64_t id;      // the meter's
    uint64_t entries; // in its journal
    struct uth_meter meter;
    uth_money beginning; // of the gaming day
    int64_t day;
    uth_money executive_above; // nexus: larger awards take an Executive card
    struct uth_terms terms;    // in force
    struct uth_terms waiting;  // from the next 100% award on
    uint32_t frozen_at;        // the table whose key holds the meter, 0 for none
    uint8_t terms_wait;
    uint8_t reserved[3];
    struct uth_station stations[UTH_LINKED_MAX];
};

// ---- commands ---------------------------------------------------------------------------------

enum uth_controller_command_kind {
    // the meter
    UTH_CONTROLLER_CREATE = 0,    // terms, amount (the beginning amount), executive_above
    UTH_CONTROLLER_BEGIN_DAY = 1, // day
    UTH_CONTROLLER_TERMS = 2,     // terms
    UTH_CONTROLLER_EXECUTIVE = 3, // executive_above
    UTH_CONTROLLER_ADJUST =
        4,                   // adjustment, amount, approved_by; table and seat of a win backed out
    UTH_CONTROLLER_LINK = 5, // table, controller
    // a table
    UTH_CONTROLLER_UNLINK = 6,
    UTH_CONTROLLER_LOST = 7,  // the table cannot reach the meter
    UTH_CONTROLLER_FOUND = 8, // it can again
    UTH_CONTROLLER_SHOW = 9,  // lines, order
    UTH_CONTROLLER_PAY = 10,  // seat: the prize was handed over
    UTH_CONTROLLER_VOID = 11,
    // buttons of both controllers
    UTH_CONTROLLER_HAND = 12, // line
    // aquarius
    UTH_CONTROLLER_COIN_IN = 13, // round, seats
    UTH_CONTROLLER_KEY_JPH = 14,
    UTH_CONTROLLER_J_POT = 15,
    UTH_CONTROLLER_KEY_RUN = 16,
    UTH_CONTROLLER_GAME_OVER = 17,
    // nexus
    UTH_CONTROLLER_START_GAME = 18, // round, seats
    UTH_CONTROLLER_SPOT = 19,       // seat
    UTH_CONTROLLER_CONFIRM = 20,
    UTH_CONTROLLER_SWIPE = 21, // authority of the card
    UTH_CONTROLLER_END_GAME = 22,
    UTH_CONTROLLER_COMMAND_COUNT = 23,
};

struct uth_controller_command {
    enum uth_controller_command_kind kind;
    enum uth_authority authority;
    uint64_t who;         // always
    uint64_t approved_by; // of an adjustment
    int64_t time_ms;
    uint64_t note;  // what the person wrote about it, as the caller's store numbers texts; or 0
    uint64_t meter; // CREATE
    uint64_t round;
    uint32_t table;
    uint8_t seat;
    uint8_t seats; // bit (seat - 1): has a Progressive wager
    enum uth_progressive_line line;
    enum uth_controller_model controller;
    enum uth_adjustment adjustment;
    uth_money amount; // signed where it adjusts
    uth_money executive_above;
    int64_t day;
    struct uth_terms terms;
    uint8_t lines[UTH_SEATS_MAX];
    uint8_t order[UTH_SEATS_MAX];
};

// ---- the journal ------------------------------------------------------------------------------

// Stored: append only.
enum uth_entry_kind {
    UTH_ENTRY_CREATED = 0,
    UTH_ENTRY_DAY_BEGAN = 1,
    UTH_ENTRY_TERMS_ASKED = 2,    // they wait
    UTH_ENTRY_TERMS_IN_FORCE = 3, // with a 100% award
    UTH_ENTRY_EXECUTIVE_SET = 4,
    UTH_ENTRY_ADJUSTED = 5,
    UTH_ENTRY_LINKED = 6,
    UTH_ENTRY_UNLINKED = 7,
    UTH_ENTRY_LOST = 8,
    UTH_ENTRY_FOUND = 9,
    UTH_ENTRY_STARTED = 10,
    UTH_ENTRY_FED = 11, // by one wager
    UTH_ENTRY_SHOWN = 12,
    UTH_ENTRY_SPOT = 13,
    UTH_ENTRY_PRESSED = 14,
    UTH_ENTRY_CANCELLED = 15,
    UTH_ENTRY_KEYED = 16,   // to JPH
    UTH_ENTRY_UNKEYED = 17, // to RUN
    UTH_ENTRY_CARD_ASKED = 18,
    UTH_ENTRY_CONFIRMED = 19, // the amount is fixed
    UTH_ENTRY_AWARDED = 20,   // the meter adjusts
    UTH_ENTRY_PAID = 21,
    UTH_ENTRY_ENDED = 22,
    UTH_ENTRY_UNFED = 23, // a void takes the contributions back
    UTH_ENTRY_VOIDED = 24,
    UTH_ENTRY_COUNT = 25,
};

// Journal and log in one: who, when, why, before, after. No padding; unused bytes are 0.
struct uth_meter_entry {
    uint64_t meter;
    uint64_t number; // from 1, without gaps
    int64_t time_ms;
    uint64_t who;
    uint64_t approved_by;
    uint64_t note;
    uint64_t round;
    struct uth_meter before;
    struct uth_meter after;
    union {
        struct {
            struct uth_terms before;
            struct uth_terms after;
        } terms; // CREATED, TERMS_ASKED, TERMS_IN_FORCE
        struct {
            uth_money before;
            uth_money after;
        } executive_above; // EXECUTIVE_SET
        struct {
            uth_money stake;
            int64_t units;         // to the meter, or from it
            int64_t reserve_units; // likewise
        } fed;                     // FED, UNFED
        struct {
            uth_money change; // of the meter, signed; a reseed beside it
            uth_money seed_added;
            uth_money reserve_used;
        } adjusted;
        struct uth_win_award award; // CONFIRMED, AWARDED, PAID; ADJUSTED when it backs a win out
        struct {
            uint8_t lines[UTH_SEATS_MAX];
            uint8_t order[UTH_SEATS_MAX];
        } shown;
        int64_t day;
        uint8_t seats; // STARTED
        uint8_t bytes[64];
    } as;
    uint32_t table;
    uint8_t kind; // enum uth_entry_kind
    uint8_t seat;
    uint8_t line;       // enum uth_progressive_line, where a hand is meant
    uint8_t adjustment; // enum uth_adjustment
    uint8_t authority;  // enum uth_authority
    uint8_t controller; // LINKED
    uint8_t reserved[6];
};

// A start is the largest batch: the start, and each seat's wager.
#define UTH_ENTRIES_MAX (UTH_SEATS_MAX + 1)

struct uth_entries {
    uint32_t count;
    struct uth_meter_entry list[UTH_ENTRIES_MAX];
};

// Says what would happen and changes nothing. `rules` gives stake and pay table; what the meter's
// terms say counts in place of the rest. Refuses with a status that names the clause; then
// *entries is untouched.
UTH_NODISCARD enum uth_status uth_controller_decide(const struct uth_progressive_rules *rules,
                                                    const struct uth_controller *controller,
                                                    const struct uth_controller_command *command,
                                                    struct uth_entries *entries);

// Does a command take the key or card of a supervisor, at least?
bool uth_controller_takes_supervisor(enum uth_controller_command_kind kind);

// Does it say what an entry of its kind can say? For whoever reads entries without their controller.
bool uth_entry_validate(const struct uth_meter_entry *entry);

// Could a controller have been left like this? For whoever reads one that was stored whole.
bool uth_controller_validate(const struct uth_controller *controller);

// May this entry come next? What was decided here always may; what comes out of a database is asked
// about before it is applied.
bool uth_controller_can_follow(const struct uth_controller *controller,
                               const struct uth_meter_entry *entry);

// Cannot fail: an entry is a fact. It fits. A controller starts as all zero bytes.
void uth_controller_apply(struct uth_controller *controller, const struct uth_meter_entry *entry);

// What an entry moves in the books; at most three postings.
void uth_entry_post(const struct uth_meter_entry *entry, struct uth_postings *postings);

// ---- for those around it ----------------------------------------------------------------------

// NULL when the table is not linked.
const struct uth_station *uth_controller_station(const struct uth_controller *controller,
                                                 uint32_t table);

// GM-6: may a Progressive wager be taken at this table now?
UTH_NODISCARD enum uth_status uth_controller_admit(const struct uth_controller *controller,
                                                   uint32_t table);

// Fills lines and order of a SHOW command from a round at its showdown (PROG-1, PROG-5).
void uth_controller_show(const struct uth_rules *rules, const struct uth_facts *facts,
                         struct uth_controller_command *command);

// The meter to settle the table's round with (UTH_COMMAND_SETTLE): as it stood when the first win
// of the game was confirmed. As it stands now when there was none.
struct uth_meter uth_controller_settle_meter(const struct uth_controller *controller,
                                             uint32_t table);

// The awards to settle it with: each win of the game as it was confirmed. One that was backed out since
// is paid, too, by the house: that changes the meter and not what the player won. Returns how many.
uint8_t uth_controller_settle_awards(const struct uth_controller *controller, uint32_t table,
                                     struct uth_award awards[UTH_SEATS_MAX]);

// PROG-5: whose meter pay comes `index`th, from 0; 0 where the list ends. Where no order was given:
// from the dealer's right.
uint8_t uth_station_turn(const struct uth_station *station, unsigned index);

// Whose win is pressed and not confirmed yet: the first in paying order, 0 for none. At the keypad of
// `aquarius`, which has no spots, the one the lit hand would be confirmed for.
uint8_t uth_station_pressed(const struct uth_station *station);

// GM-2: a hand the cards show, and its prize: the confirmed amount, or what it will be once those
// before it in paying order have been paid (PROG-5).
struct uth_winner {
    uth_money prize;
    uint8_t seat;
    uint8_t line;  // enum uth_progressive_line
    uint8_t state; // enum uth_win_state
    uint8_t reserved[5];
};

// Everybody at the table with a winning hand, in paying order, once the cards are shown. Returns how many.
size_t uth_controller_winners(const struct uth_progressive_rules *rules,
                              const struct uth_controller *controller, uint32_t table,
                              struct uth_winner winners[UTH_SEATS_MAX]);

// GM-4: the prize the monitor shows for a seat, as uth_controller_winners has it. 0 when there is none.
uth_money uth_controller_prize(const struct uth_progressive_rules *rules,
                               const struct uth_controller *controller, uint32_t table,
                               uint8_t seat);

// GM-4: everything a win page prints.
struct uth_win_page {
    uint64_t meter;
    uint64_t round;
    uint32_t table;
    uint8_t seat;
    struct uth_win win;
};

// Refuses with UTH_ERR_NO_SUCH_WIN until the win is confirmed.
UTH_NODISCARD enum uth_status uth_controller_win_page(const struct uth_controller *controller,
                                                      uint32_t table, uint8_t seat,
                                                      struct uth_win_page *page);

// PROG-7: the maker's advice about terms, as constant texts. Returns how many.
size_t uth_controller_warnings(const struct uth_progressive_rules *rules,
                               const struct uth_terms *terms,
                               const char *warnings[UTH_WARNINGS_MAX]);

// GM-5: a day of one meter. beginning + increases - decreases = ending, to the cent.
struct uth_meter_day {
    uth_money beginning;
    uth_money contributed;
    uth_money contributions_returned; // voids
    uth_money seeded;
    uth_money reserve_used;
    uth_money awarded;
    uth_money adjusted[UTH_ADJUSTMENT_COUNT]; // signed, by reason, reseeds left out
    uth_money ending;
    uint32_t awards;
    uint32_t adjustments;
};

struct uth_meter_day uth_meter_day_start(uth_money beginning);
// Refuses with UTH_ERR_MONEY_OVERFLOW when a sum would be beyond what we account for.
UTH_NODISCARD enum uth_status uth_meter_day_add(struct uth_meter_day *day,
                                                const struct uth_meter_entry *entry);
bool uth_meter_day_explained(const struct uth_meter_day *day);

const char *uth_controller_model_name(enum uth_controller_model controller);    // "aquarius"
const char *uth_station_state_name(enum uth_station_state state);               // "awaiting card"
const char *uth_win_state_name(enum uth_win_state state);                       // "confirmed"
const char *uth_adjustment_name(enum uth_adjustment adjustment);                // "seed recovered"
const char *uth_authority_name(enum uth_authority authority);                   // "supervisor"
const char *uth_entry_name(enum uth_entry_kind kind);                           // "key to JPH"
const char *uth_controller_command_name(enum uth_controller_command_kind kind); // "J-POT"

#ifdef __cplusplus
}
#endif

#endif
