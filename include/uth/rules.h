// A rule profile: one table's rule sheet, as data.
//
// A profile is checked once when it is loaded and a wager once when it is placed, so that nothing
// after the deal can be refused: a payout that fails is a dispute. Every line of the rulebook that
// differs between casinos is a field here; no function asks for a profile by name.
#ifndef UTH_RULES_H
#define UTH_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/bet.h"
#include "uth/money.h"
#include "uth/paytable.h"
#include "uth/wager.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_SEATS_MAX       8
#define UTH_TIERS_MAX       8
#define UTH_COLLECTIONS_MAX 4
#define UTH_RAISES_MAX      4
#define UTH_NOTICES_MAX     8
#define UTH_NOTICE_LENGTH   320
#define UTH_DISPUTES_LENGTH 400
#define UTH_NAME_LENGTH     32
#define UTH_TITLE_LENGTH    64
#define UTH_BASIS_POINTS    10000

enum uth_street {
    UTH_STREET_PREFLOP = 0,
    UTH_STREET_FLOP = 1,
    UTH_STREET_RIVER = 2,
    UTH_STREET_COUNT = 3,
};

enum uth_banked_by {
    UTH_BANKED_BY_HOUSE = 0,
    UTH_BANKED_BY_PLAYER = 1,
};

// DEAL-3
enum uth_procedure {
    UTH_PROCEDURE_SHOE = 0,
    UTH_PROCEDURE_SHUFFLER = 1,
    UTH_PROCEDURE_DECK_MATE = 2,
    UTH_PROCEDURE_ACE_IDEAL = 3,
};

// What becomes of the Ante of a player who has not folded when the dealer does not qualify.
enum uth_ante_rule {
    UTH_ANTE_PUSHES = 0, // SHOW-2
    UTH_ANTE_PLAYS = 1,  // as if the dealer had qualified
    UTH_ANTE_WINS = 2,   // even money to everyone still in
};

// SHOW-9
enum uth_order {
    UTH_ORDER_LEFT_OF_BANK = 0, // from the player-dealer's left, clockwise
    UTH_ORDER_FROM_RIGHT = 1,   // from the dealer's far right, counter-clockwise
    UTH_ORDER_FROM_LEFT = 2,    // from the dealer's left, clockwise
};

// BANK-3: what the player-dealer's wager limits.
enum uth_coverage {
    UTH_COVERAGE_PAYOFFS = 0, // the sum of all payments
    UTH_COVERAGE_NET = 1,     // the running result
    UTH_COVERAGE_GROSS = 2,   // the sum of everything that moves, paid or taken
    UTH_COVERAGE_COUNT = 3,
};

// ROT-1: who is asked first, while nobody has had the position yet
enum uth_first_banker {
    UTH_FIRST_BANKER_SEAT = 0,      // the lowest seat
    UTH_FIRST_BANKER_HIGH_CARD = 1, // a card each, the highest
    UTH_FIRST_BANKER_NAMED = 2,     // by a supervisor
};

// FEE-3
enum uth_fee_per {
    UTH_FEE_PER_CIRCLE = 0,
    UTH_FEE_PER_SPOT = 1,
};

// PROG-3
enum uth_pays_from {
    UTH_PAYS_FROM_TRAY = 0,
    UTH_PAYS_FROM_METER = 1,
};

// PROG-5
enum uth_meter_order {
    UTH_METER_ORDER_FROM_RIGHT = 0,   // the player farthest on the dealer's right first
    UTH_METER_ORDER_SETTLEMENT = 1,   // as the other wagers are settled
    UTH_METER_ORDER_CONFIRMATION = 2, // as the wins were confirmed
};

// A maximum of 0 is no maximum.
struct uth_limit {
    uth_money min;
    uth_money max;
};

// FEE-2: the fee from this much total action on.
struct uth_tier {
    uth_money action;
    uth_money fee;
};

struct uth_collection {
    struct uth_limit spot; // per circle: Ante, Blind and Trips
    uth_money player_fee;  // FEE-3, per circle or per spot
    uint8_t tier_count;
    struct uth_tier tiers[UTH_TIERS_MAX]; // rising
};

struct uth_progressive_rules {
    uth_money stake; // BET-9
    uth_money seed;
    uth_money maximum;      // 0: none; above it contributions go to the reserve (GM-5)
    uint32_t meter_rate_bp; // of each wager
    uint32_t reserve_rate_bp;
    // PROG-7: what the profile is pre-configured with, for the warnings. The sources print no rates
    // and no seed: those of the built-in profile are our own.
    uint32_t preset_rate_bp;
    uth_money preset_seed; // 0: none, every seed will do
    enum uth_pays_from fixed_pays_from;
    enum uth_meter_order order;
    struct uth_progressive_table table;
};

// BET-10: at most `games` of a player's games may be above `amount`; an amount of 0 is no such rule.
struct uth_games_over {
    uint8_t games;
    uth_money amount;
};

struct uth_rules {
    char name[UTH_NAME_LENGTH];
    char title[UTH_TITLE_LENGTH];
    enum uth_banked_by banked_by;
    uint8_t seats;            // the player-dealer's included
    uint8_t spots_per_player; // BET-7

    enum uth_procedure procedure;
    uint8_t decks;         // DEAL-1: two alternate
    bool void_returns_fee; // DEAL-5

    bool offered[UTH_WAGER_COUNT];               // BET-2
    struct uth_limit limits[UTH_WAGER_COUNT];    // BET-3; with collections their spot limit counts
    uth_money chip;                              // BET-8
    uth_money legal_wager_max;                   // BET-10: the law's, Play included; 0: none
    uint8_t games_max;                           // BET-5; 0: no such limit
    struct uth_games_over games_over;            // BET-10
    bool play_within_limit;                      // BET-11
    struct uth_limit aggregate[UTH_WAGER_COUNT]; // WA-2: max is the cap on prizes, 0 none

    // PLAY-1 to PLAY-3: the Play sizes of each street in antes, largest first, 0 where they end.
    uint8_t raises[UTH_STREET_COUNT][UTH_RAISES_MAX];

    // SHOW-1: the weakest hand with which the dealer qualifies (uth_hand_lowest), a kind of hand or a
    // high card or pair from some rank on; 0: the dealer always qualifies.
    uth_hand qualifier;
    enum uth_ante_rule ante_unqualified;
    bool ante_refund_first; // SHOW-2: all Antes go back before any player's hand is looked at
    enum uth_order order;
    // SHOW-9: the order at a seat whose hand wins or ties, and at one whose hand loses.
    enum uth_wager order_won[UTH_WAGER_COUNT];
    enum uth_wager order_lost[UTH_WAGER_COUNT];

    enum uth_coverage coverage;
    uint8_t bank_hands_max; // ROT-1
    enum uth_first_banker first_banker;
    enum uth_fee_per player_fee_per;
    uint8_t collection_count;
    uint8_t collection; // the one in force, from 0
    struct uth_collection collections[UTH_COLLECTIONS_MAX];

    struct uth_paytable blind;
    // The side bets, at uth_rules_side(). The makers' have no id and title here; one of the profile's own
    // with an id is a wager of the table. The Progressive has no tables, its pays stand below.
    struct uth_bet sides[UTH_SIDES_MAX];
    struct uth_progressive_rules progressive;

    uint8_t notice_count;
    char notices[UTH_NOTICES_MAX][UTH_NOTICE_LENGTH]; // NOTE-1: the law's and the owner's
    char disputes[UTH_DISPUTES_LENGTH];               // WA-1: the one rule for disputes
};

// The built-in profiles: california-8, california-6, washington.
extern const struct uth_rules uth_rules_california_8;
extern const struct uth_rules uth_rules_california_6;
extern const struct uth_rules uth_rules_washington;

size_t uth_rules_builtin_count(void);
const struct uth_rules *uth_rules_builtin(size_t index);

// NULL when there is none of that name.
const struct uth_rules *uth_rules_find(const char *name);

// What is wrong with a profile: where ("trips.tables[1].pays.flush"), the value, what was expected.
// Where a limit of the law is broken (any status but UTH_ERR_RULES), also on which wager, how far
// the profile would reach, and the limit: in cents, but the reach of UTH_ERR_AGGREGATE_ODDS is odds.
struct uth_fault {
    char path[96];
    int64_t value;
    const char *expected;
    enum uth_status status;
    enum uth_wager wager;
    int64_t reach;
    int64_t bound;
};

// Refuses with UTH_ERR_RULES and then fills *fault. Among other things: a pay that could be a
// fraction of a cent, limits that contradict each other, rates over 100% together. With
// UTH_ERR_LEGAL_WAGER and UTH_ERR_LEGAL_PLAY (BET-10), UTH_ERR_AGGREGATE_ODDS and
// UTH_ERR_AGGREGATE_LOW (WA-2) what the law does not allow.
UTH_NODISCARD enum uth_status uth_rules_check(const struct uth_rules *rules,
                                              struct uth_fault *fault);

// PROG-7: the maker's advice as warnings; BET-10: a legal maximum above Washington's. Returns how
// many stand in warnings[] (constant texts).
#define UTH_WARNINGS_MAX 9
size_t uth_rules_warnings(const struct uth_rules *rules, const char *warnings[UTH_WARNINGS_MAX]);
// PROG-7 alone.
size_t uth_progressive_warnings(const struct uth_progressive_rules *progressive,
                                const char *warnings[UTH_WARNINGS_MAX]);

// BET-11: the largest Play a table allows where `play_within_limit` holds it; 0: none.
uth_money uth_rules_play_max(const struct uth_rules *rules);

// BET-11: whether a Play of so many antes keeps to the table limit.
bool uth_rules_play_open(const struct uth_rules *rules, uth_money ante, uint8_t multiple);

// The rules as an Ante of that size plays them: without the Play sizes that BET-11 closes to it.
// Exact figures are per ante and hold for one that can make every size, so this is what to solve and
// to simulate for a large Ante.
void uth_rules_at_ante(const struct uth_rules *rules, uth_money ante, struct uth_rules *open);

// SHOW-1
static inline bool uth_rules_qualifies(const struct uth_rules *rules, uth_hand dealer)
{
    return dealer >= rules->qualifier;
}

// The limit in force for one wager: the collection's for Ante, Blind and Trips where there is one.
struct uth_limit uth_rules_limit(const struct uth_rules *rules, enum uth_wager wager);

// BET-4: the wagers, a bit each, without which this one is not taken.
unsigned uth_rules_needs(const struct uth_rules *rules, enum uth_wager wager);

// The side bet behind a wager that is one.
static inline const struct uth_bet *uth_rules_side(const struct uth_rules *rules,
                                                   enum uth_wager wager)
{
    UTH_CHECK(wager >= UTH_WAGER_TRIPS && wager < UTH_WAGER_COUNT);
    return &rules->sides[wager - UTH_WAGER_TRIPS];
}

// What a fold does to a wager (PLAY-5, SHOW-7, PAIR-3).
enum uth_wager_fold uth_rules_fold(const struct uth_rules *rules, enum uth_wager wager);

// The wagers of this table by name and title: a profile's own side bets have theirs.
const char *uth_rules_wager_name(const struct uth_rules *rules, enum uth_wager wager);
const char *uth_rules_wager_title(const struct uth_rules *rules, enum uth_wager wager);
// UTH_WAGER_COUNT when there is none of that name.
enum uth_wager uth_rules_wager_find(const struct uth_rules *rules, const char *name);

// False for a place that no side bet of the profile's own has taken.
static inline bool uth_rules_has_wager(const struct uth_rules *rules, enum uth_wager wager)
{
    return !uth_wager_is_own(wager) || uth_rules_side(rules, wager)->id[0] != '\0';
}

// The id of the table in force; NULL of a wager that chooses none.
const char *uth_rules_table_id(const struct uth_rules *rules, enum uth_wager wager);
// Puts one of a side bet's tables in force.
void uth_rules_use_table(struct uth_rules *rules, enum uth_wager wager, uint8_t index);

#ifdef __cplusplus
}
#endif

#endif
