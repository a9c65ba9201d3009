// A round at one table as a state machine: commands in, events out, state from events.
//
//   IDLE/OVER --open--> BETTING --close bets--> CLOSED --deal--> PREFLOP
//                          |                                        | turn (all decided)
//                        wager                                      v
//   OVER <--end-- SETTLED <--settle-- SHOWDOWN <--turn-- RIVER <--turn-- FLOP
//
//   void (a malfunction) leads from every state between BETTING and SETTLED to OVER.
//
// Invariants:
//   (1) uth_round_decide changes nothing; uth_round_apply cannot fail. Replaying the events of a
//       round rebuilds it byte for byte; a snapshot is a copy of the struct.
//   (2) Play is staked at most once, and only by a raise (PLAY-4).
//   (3) At the end of a round that was not void all 52 cards lie in the discard rack (DEAL-4).
//   (4) Nothing is wagered after "no more bets" but Play (BET-6).
//   (5) The two decks alternate, round by round (DEAL-1).
//   (6) What a fold loses is settled with the fold, whole (PLAY-5). What a player-dealer's wager turns out
//       not to reach is settled once more with the round, for less (BANK-4).
//
// The deck is an argument, like everything else a round does not decide itself: the meter, what a
// player can afford. The rules are an argument too and must not change during a round.
#ifndef UTH_ROUND_H
#define UTH_ROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/card.h"
#include "uth/deal.h"
#include "uth/rules.h"
#include "uth/settle.h"

#ifdef __cplusplus
extern "C" {
#endif

enum uth_phase {
    UTH_PHASE_IDLE = 0,
    UTH_PHASE_BETTING = 1,
    UTH_PHASE_CLOSED = 2, // "no more bets"; fees and Progressive wagers are taken
    UTH_PHASE_PREFLOP = 3,
    UTH_PHASE_FLOP = 4,
    UTH_PHASE_RIVER = 5,
    UTH_PHASE_SHOWDOWN = 6,
    UTH_PHASE_SETTLED = 7,
    UTH_PHASE_OVER = 8,
    UTH_PHASE_COUNT = 9,
};

enum uth_action {
    UTH_ACTION_CHECK = 0,
    UTH_ACTION_RAISE = 1, // Play, at `multiple` antes
    UTH_ACTION_FOLD = 2,
};

struct uth_decision {
    enum uth_action action;
    uint8_t multiple; // 0 unless raising
};

// One seat of a round. Fixed-width fields and no padding, so that equal states are equal bytes.
struct uth_round_seat {
    uth_money stakes[UTH_WAGER_COUNT];
    uth_money nets[UTH_WAGER_COUNT]; // once settled
    uth_money fee;
    uint16_t settled;                  // bit per wager
    uint8_t outcomes[UTH_WAGER_COUNT]; // enum uth_outcome, once settled
    uint8_t reasons[UTH_WAGER_COUNT];  // enum uth_reason
    uint8_t carried[UTH_WAGER_COUNT];  // enum uth_carried
    uint8_t in;                        // takes part in the round
    uint8_t folded;
    uint8_t multiple;     // Play in antes; 0 until the raise
    uint8_t decided;      // bit per street
    uint8_t by_system;    // bit per street: the timer decided (PLAY-6)
    uint8_t cards_up;     // turned for all to see
    uint8_t cards_racked; // counted and in the discard rack
    uth_card cards[2];
    uint8_t reserved[4];
};

struct uth_round {
    uint64_t number; // of the rounds opened at this table
    uth_money bank_wager;
    uth_money bank_fee;
    uth_money bank_net;
    uth_cards rack;                             // what lies in the discard rack
    struct uth_round_seat seats[UTH_SEATS_MAX]; // seat 1 is seats[0]
    uth_card deck[UTH_DECK_SIZE];               // as shuffled, top card first
    uth_card community[5];
    uth_card dealer[2];
    uint8_t folds[UTH_WAGER_COUNT]; // enum uth_wager_fold: what a fold does, part of the record
    uint8_t phase;                  // enum uth_phase
    uint8_t procedure;              // enum uth_procedure, part of the record (DEAL-3)
    uint8_t deck_in_play;           // 0 or 1: which of the alternating decks
    uint8_t cards_used;             // dealt from the top of the deck
    uint8_t community_up;           // 0, 3 or 5 turned
    uint8_t dealer_up;
    uint8_t bank_seat; // 0 where the house banks
    uint8_t voided;
    uint8_t fee_returned;
    uint8_t reserved[1];
};

enum uth_command_kind {
    UTH_COMMAND_OPEN = 0,       // bank_seat, bank_wager
    UTH_COMMAND_WAGER = 1,      // seat, stakes; all 0 withdraws
    UTH_COMMAND_CLOSE_BETS = 2, // "no more bets"
    UTH_COMMAND_DEAL = 3,       // deck
    UTH_COMMAND_DECIDE = 4,     // seat, decision, purse
    UTH_COMMAND_TIME_OUT = 5,   // check, check, fold for everyone who has not acted (PLAY-6)
    UTH_COMMAND_TURN = 6,       // the flop; turn and river; the dealer's cards
    UTH_COMMAND_SETTLE = 7,     // meter, confirmed
    UTH_COMMAND_END = 8,
    UTH_COMMAND_VOID = 9, // a shuffler malfunction (DEAL-5)
    UTH_COMMAND_COUNT = 10,
};

struct uth_command {
    enum uth_command_kind kind;
    uint8_t seat;
    struct uth_decision decision;
    uth_money stakes[UTH_WAGER_COUNT];
    uth_money purse; // what the player has left to bet with
    uth_money bank_wager;
    uint8_t bank_seat;
    uth_card deck[UTH_DECK_SIZE];
    struct uth_meter meter; // with the round's contributions in it
    uint8_t confirmed_count;
    const struct uth_award *confirmed; // awards that are fixed already; the others are worked out
};

// Stored: append only.
enum uth_event_kind {
    UTH_EVENT_OPENED = 0,
    UTH_EVENT_WAGERED = 1,
    UTH_EVENT_FEE_TAKEN = 2,
    UTH_EVENT_COIN_IN = 3, // a Progressive stake leaves the layout for the meter
    UTH_EVENT_BETS_CLOSED = 4,
    UTH_EVENT_DEALT = 5,
    UTH_EVENT_RACKED = 6, // cards counted into the discard rack
    UTH_EVENT_DECIDED = 7,
    UTH_EVENT_TURNED = 8,
    UTH_EVENT_SHOWDOWN = 9,
    UTH_EVENT_EXPOSED = 10, // a player's cards are turned
    UTH_EVENT_SETTLED = 11,
    UTH_EVENT_AWARDED = 12,
    UTH_EVENT_ROUND_SETTLED = 13,
    UTH_EVENT_ENDED = 14,
    UTH_EVENT_VOIDED = 15,
    UTH_EVENT_COUNT = 16,
};

// Unused bytes are 0.
struct uth_event {
    uint8_t kind; // enum uth_event_kind
    uint8_t seat; // 0: the table
    uint8_t small[6];
    union {
        uth_money stakes[UTH_WAGER_COUNT]; // WAGERED
        uint8_t deck[UTH_DECK_SIZE];       // DEALT
        struct {
            uint64_t number;
            uth_money bank_wager;
            uint8_t folds[UTH_WAGER_COUNT]; // enum uth_wager_fold
        } opened;
        uth_cards racked;
        uth_money amount; // FEE_TAKEN, COIN_IN, ROUND_SETTLED (the bank's net)
        struct {
            uth_money stake;
            uth_money net;
        } settled;                  // small: wager, outcome, reason, carried
        struct uth_win_award award; // small: line
    } as;
};

// What `small` holds, by kind of event.
enum {
    UTH_SMALL_OPENED_DECK = 0,
    UTH_SMALL_OPENED_PROCEDURE = 1,
    UTH_SMALL_OPENED_BANK_SEAT = 2,
    UTH_SMALL_DECIDED_STREET = 0,
    UTH_SMALL_DECIDED_ACTION = 1,
    UTH_SMALL_DECIDED_MULTIPLE = 2,
    UTH_SMALL_DECIDED_BY_SYSTEM = 3,
    UTH_SMALL_TURNED_COUNT = 0,
    UTH_SMALL_SHOWDOWN_DEALER_UP = 0,
    UTH_SMALL_SETTLED_WAGER = 0,
    UTH_SMALL_SETTLED_OUTCOME = 1,
    UTH_SMALL_SETTLED_REASON = 2,
    UTH_SMALL_SETTLED_CARRIED = 3,
    UTH_SMALL_AWARDED_LINE = 0,
    UTH_SMALL_VOIDED_FEE_RETURNED = 0,
};

// A settlement is the largest batch: each wager, and for each seat an award, its cards turned and
// its cards racked, then the round.
#define UTH_EVENTS_MAX (UTH_SETTLED_MAX + 3 * UTH_SEATS_MAX + 2)

struct uth_events {
    uint8_t count;
    struct uth_event list[UTH_EVENTS_MAX];
};

// Says what would happen and changes nothing. Refuses with a status that names the clause; then
// *events is untouched.
UTH_NODISCARD enum uth_status uth_round_decide(const struct uth_rules *rules,
                                               const struct uth_round *round,
                                               const struct uth_command *command,
                                               struct uth_events *events);

// May this event come next? What was decided here always may; what comes out of a file or a
// database is asked about before it is applied.
bool uth_round_can_follow(const struct uth_round *round, const struct uth_event *event);

// Cannot fail: an event is a fact. It fits.
void uth_round_apply(struct uth_round *round, const struct uth_event *event);

// True when this seat has still to decide on the present street.
bool uth_round_awaits(const struct uth_round *round, uint8_t seat);

// What is offered to a seat now, best first: the raises it can afford, check or fold. Returns how
// many; 0 when it is not its turn.
#define UTH_OFFERS_MAX (UTH_RAISES_MAX + 1)
size_t uth_round_offers(const struct uth_rules *rules, const struct uth_round *round, uint8_t seat,
                        uth_money purse, struct uth_decision offers[UTH_OFFERS_MAX]);

// Is this decision one of the street's? Affording it is another question.
UTH_NODISCARD enum uth_status uth_decision_admit(const struct uth_rules *rules,
                                                 enum uth_street street,
                                                 struct uth_decision decision);

// Where a hand that was dealt lies. A folded hand stays on the table while a wager still needs it.
enum uth_hand_place {
    UTH_HAND_AT_SPOT = 0,      // in play, or shown at the end
    UTH_HAND_UP_FOR_TRIPS = 1, // folded, face up until its winning Trips is paid (SHOW-10); turned
                               // when all have decided
    UTH_HAND_UNDER_PAIRS = 2,  // folded, tucked under a wager on the hole cards (PAIR-3)
    UTH_HAND_BESIDE_WAGER = 3, // folded, beside a Bad Beat or Progressive wager (SHOW-8)
    UTH_HAND_IN_RACK = 4,      // counted and put away
    UTH_HAND_PLACE_COUNT = 5,
};

enum uth_hand_place uth_round_hand_place(const struct uth_round *round, uint8_t seat);

// "at_spot", "up_for_trips", "under_pairs", "beside_wager", "in_rack".
const char *uth_hand_place_name(enum uth_hand_place place);

// The round as uth_settle reads it; from the deal on.
void uth_round_facts(const struct uth_round *round, struct uth_facts *facts);

// FEE-1 to FEE-3: what the wagers on the table cost while bets are open, what was taken from then on.
struct uth_fees {
    uth_money bank;
    uth_money seats[UTH_SEATS_MAX];
    uth_money sum;
};

void uth_round_fees(const struct uth_rules *rules, const struct uth_round *round,
                    struct uth_fees *fees);

const char *uth_phase_name(enum uth_phase phase);
const char *uth_event_name(enum uth_event_kind kind);

#ifdef __cplusplus
}
#endif

#endif
