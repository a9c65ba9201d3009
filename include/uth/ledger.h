// Where every cent is: the chart of accounts, and postings between them.
//
//     CAGE <--> WALLET <--> CHIPS <--> WAGERS ---> TRAY <--> METER <--> SEED, ADJUSTMENTS
//       ^                    |  ^        |          ^          ^
//       |                    v  |        v          |          |
//       +--- TRAY, DROP     DROP +---- BANK         +------> RESERVE
//
//     OUTSIDE <--> PROVIDER <--> CHIPS of proposition players
//
// Invariants:
//   (1) A posting is one debit, one credit, one amount above 0: it cannot be out of balance. All
//       accounts together are 0 after every one of them.
//   (2) No account that holds a player's or a provider's money is ever negative.
//   (3) When a round is over nothing lies on the layout, and the player-dealer has their posted
//       wager back.
//   (4) Whole cents only. What the meter holds of a cent waits in its carry, and the cent itself
//       in the tray.
//
// A debit gives, a credit receives; a balance is what was received less what was given. The cage
// is where money enters the house and leaves it, so it stands below zero by all that is inside. A
// third-party provider's bankroll never passes through it (BANK-1): it comes from OUTSIDE and goes
// back there.
#ifndef UTH_LEDGER_H
#define UTH_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/money.h"
#include "uth/round.h"
#include "uth/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- accounts ---------------------------------------------------------------------------------

// Stored: append only.
enum uth_account_kind {
    UTH_ACCOUNT_CAGE = 0,         // the world outside
    UTH_ACCOUNT_WALLET = 1,       // a player's, away from the tables
    UTH_ACCOUNT_CHIPS = 2,        // a player's, in front of them at their seat
    UTH_ACCOUNT_WAGERS = 3,       // a player's, on the layout
    UTH_ACCOUNT_TRAY = 4,         // the house's chips at a table
    UTH_ACCOUNT_BANK = 5,         // the player-dealer's posted wager
    UTH_ACCOUNT_DROP = 6,         // a table's drop box
    UTH_ACCOUNT_METER = 7,        // what a meter shows
    UTH_ACCOUNT_RESERVE = 8,      // what will be added to its seed
    UTH_ACCOUNT_SEED = 9,         // the house's money that seeds a meter
    UTH_ACCOUNT_ADJUSTMENTS = 10, // what a meter was adjusted by hand
    UTH_ACCOUNT_OUTSIDE = 11,     // a provider's money that is not in the room
    UTH_ACCOUNT_PROVIDER = 12,    // a provider's bankroll at a table
    UTH_ACCOUNT_COUNT = 13,
};

// Whose account. Fields a kind does not use are 0, so equal accounts are equal bytes.
struct uth_account {
    uint64_t owner; // the player or the meter; 0 where the table or the house owns it
    uint32_t table; // 0 where it belongs to no table
    uint8_t seat;   // of CHIPS, WAGERS and BANK
    uint8_t kind;   // enum uth_account_kind
    uint8_t reserved[2];
};

struct uth_account uth_account_cage(void);
struct uth_account uth_account_wallet(uint64_t player);
struct uth_account uth_account_at_seat(enum uth_account_kind kind, uint64_t player, uint32_t table,
                                       uint8_t seat); // CHIPS, WAGERS, BANK
struct uth_account uth_account_at_table(enum uth_account_kind kind,
                                        uint32_t table); // TRAY, DROP, PROVIDER
struct uth_account uth_account_of_meter(enum uth_account_kind kind,
                                        uint64_t meter); // METER … ADJUSTMENTS

bool uth_account_equal(const struct uth_account *a, const struct uth_account *b);

// True for what is not the house's and may never be negative: WALLET, CHIPS, WAGERS, BANK and
// PROVIDER.
bool uth_account_is_players(enum uth_account_kind kind);

// "cage", "wallet", … for records.
const char *uth_account_name(enum uth_account_kind kind);

// ---- postings ---------------------------------------------------------------------------------

// Why money moved. A reason fixes between which kinds of account; the table stands in account.c.
// Stored: append only.
enum uth_posting_reason {
    // at the cage
    UTH_POSTED_DEPOSIT = 0,
    UTH_POSTED_WITHDRAWAL = 1,
    UTH_POSTED_BUY_IN = 2,
    UTH_POSTED_CASH_OUT = 3,
    UTH_POSTED_FILL = 4,         // chips for a tray
    UTH_POSTED_CREDIT = 5,       // chips from a tray
    UTH_POSTED_DROP_COUNTED = 6, // the drop box, emptied
    // in a round
    UTH_POSTED_BANK = 7, // the player-dealer posts their wager
    UTH_POSTED_WAGER = 8,
    UTH_POSTED_WAGER_TAKEN_BACK = 9, // lowered or withdrawn before "no more bets"
    UTH_POSTED_FEE = 10,
    UTH_POSTED_COIN_IN = 11,   // a Progressive wager is taken from the layout
    UTH_POSTED_PLAY = 12,      // staked at a raise
    UTH_POSTED_LOST = 13,      // to the tray
    UTH_POSTED_WON = 14,       // from the tray
    UTH_POSTED_LOST_BANK = 15, // to the player-dealer
    UTH_POSTED_WON_BANK = 16,  // from them
    UTH_POSTED_STAKE_BACK = 17,
    UTH_POSTED_AWARD = 18,     // a Progressive win in chips; the meter pays the tray
    UTH_POSTED_BANK_BACK = 19, // the posted wager with its result
    // at a meter
    UTH_POSTED_CONTRIBUTION = 20,
    UTH_POSTED_RESERVE_CONTRIBUTION = 21,
    UTH_POSTED_METER_PAID = 22, // the meter's part of an award, to the tray that pays it
    UTH_POSTED_SEED = 23,       // seed funding goes on the meter
    UTH_POSTED_RESERVE_USED = 24,
    UTH_POSTED_ADJUSTED_UP = 25,
    UTH_POSTED_ADJUSTED_DOWN = 26,
    UTH_POSTED_CUT_TO_MAXIMUM = 27,
    UTH_POSTED_RECEIPTS = 28,
    UTH_POSTED_SEED_RECOVERED = 29,
    UTH_POSTED_WON_BY_HAND = 30, // an award the controllers could not record
    // of a provider of proposition players (BANK-1)
    UTH_POSTED_PROVIDER_FUNDED = 31,   // it brings in its bankroll
    UTH_POSTED_PROVIDER_WITHDREW = 32, // it takes bankroll away
    UTH_POSTED_PROVIDER_BUY_IN = 33,   // chips for one of its players
    UTH_POSTED_PROVIDER_CASH_OUT = 34, // chips from one of them
    UTH_POSTED_COUNT = 35,
};

// No padding: stored and hashed as it is.
struct uth_posting {
    struct uth_account debit;  // gives
    struct uth_account credit; // receives
    uth_money amount;          // always > 0
    uint64_t round;            // of the table below; 0 outside a round
    uint32_t table;            // where it happened; 0 at none
    uint8_t reason;            // enum uth_posting_reason
    uint8_t wager;             // enum uth_wager; UTH_WAGER_COUNT where it concerns none
    uint8_t reverses;          // 1: undoes such a posting, so debit and credit changed sides
    uint8_t reserved;
};

#define UTH_POSTING_BYTES 56

// The kind of account a reason moves money to.
enum uth_account_kind uth_posting_reason_credit(enum uth_posting_reason reason);

const char *uth_posting_reason_name(enum uth_posting_reason reason); // "buy in", for records

// Is this a posting at all: an amount above 0 and in range, and accounts of the two kinds its
// reason moves money between? Refuses with UTH_ERR_POSTING.
UTH_NODISCARD enum uth_status uth_posting_check(const struct uth_posting *posting);

// Who and where, as far as a posting needs it; the rest is 0.
struct uth_place {
    uint64_t player;
    uint64_t meter;
    uint64_t round;
    uint32_t table;
    uint8_t seat;
};

// The account of a kind at a place.
struct uth_account uth_account_at(enum uth_account_kind kind, const struct uth_place *place);

// A posting for a reason at a place, about one wager or UTH_WAGER_COUNT. The amount is above 0.
struct uth_posting uth_posting_make(enum uth_posting_reason reason, const struct uth_place *place,
                                    enum uth_wager wager, uth_money amount);

// The posting that undoes it.
struct uth_posting uth_posting_reverse(const struct uth_posting *posting);

// ---- from a round's events --------------------------------------------------------------------

// Who sits where: players[0] at seat 1, 0 for nobody.
struct uth_parties {
    uint32_t table;
    uint32_t reserved;
    uint64_t players[UTH_SEATS_MAX];
};

// A void is the largest: each wager's result, its stake's return and the stake itself are undone,
// with the fees, the player-dealer's wager and its return.
#define UTH_POSTINGS_MAX (3 * UTH_SETTLED_MAX + UTH_SEATS_MAX + 2)

struct uth_postings {
    uint32_t count;
    struct uth_posting list[UTH_POSTINGS_MAX];
};

// What an event moves. `before` is the round as it stood when the event happened, so a caller posts
// first and then applies. Cannot fail: whether a player has the chips is for the store to say.
//
// What a Progressive wager does to the meter is not in it: whoever keeps the meter posts that from
// the meter's own journal (controller.h), against the tray of the table. So COIN_IN moves a stake
// to the tray here, and a settled Progressive wager is paid from it.
void uth_ledger_post(const struct uth_parties *parties, const struct uth_round *before,
                     const struct uth_event *event, struct uth_postings *postings);

// May a seat's chips leave the table? Refuses with UTH_ERR_IN_ROUND until the round the player
// takes part in is over: a void may have to take a payment back.
UTH_NODISCARD enum uth_status uth_ledger_may_cash_out(const struct uth_round *round, uint8_t seat);

#ifdef __cplusplus
}
#endif

#endif
