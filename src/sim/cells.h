// What a hand of one group can come to, asked of the settlement once for each way it can end.
//
// Stakes stand still, so a hand's nets depend on few things, and they lie in two tables:
//
//     base   their decision, whether the dealer qualifies, who wins, the kind of their hand
//            --> Ante, Blind, Play, Trips, Progressive
//     side   the beaten hand, the line of their two cards
//            --> Bad Beat, Pairs
//
// Which side bets that are is for the profile to say: a bet on the player's seven cards is found by
// the kind of hand where all its lines are kinds. Other bets, those of a profile's own among them,
// are worked out hand by hand where they have a stake.
//
// Invariants:
//   (1) Every net in a cell is one the settlement gave (core_dues); nothing is paid here.
//   (2) A cell that is set apart stands for hands whose nets depend on more than its place, or are
//       too large to be added up in 32 bits: their rounds are settled one by one.
//   (3) The nets of all seats of a round of other cells stay below SMALL_NET together.
#ifndef SIM_CELLS_H
#define SIM_CELLS_H

#include <stdalign.h>

#include "uth/deal.h"
#include "uth/sim.h"

// A decision is street * UTH_RAISES_MAX and the place of the raise among the street's, or one of
// these.
enum {
    DECISION_FOLD = UTH_STREET_COUNT * UTH_RAISES_MAX,
    DECISION_CHECK,
    DECISION_COUNT = DECISION_CHECK, // a check is not the end
};

enum {
    CELLS_COMPARED = UTH_HAND_COUNT,
    CELLS_QUALIFIES = CELLS_COMPARED * (UTH_VERDICT_WIN + 1),
    CELLS_DECISION = CELLS_QUALIFIES * 2,
    BASE_CELLS = CELLS_DECISION * DECISION_COUNT,
};

// Lines of Pairs, and the place for those that need a look at the dealer's cards.
enum { PAIRS_LOOK = UTH_BET_LINES_MAX + 1, PAIRS_PLACES };
enum { BEATEN_NONE = UTH_HAND_COUNT, BEATEN_PLACES };
enum { SIDE_CELLS = BEATEN_PLACES * PAIRS_PLACES };

// Behind the cells is one for who is not in the round, and comes to nothing.
enum { BASE_PLACES = BASE_CELLS + 1, SIDE_PLACES = SIDE_CELLS + 1 };

// Whole cents: by wager, those of a profile's own left out, and sums of those. Where the product of
// two is wanted, their sum stands here, and the squares of all three tell it.
enum {
    NET_STAKED = UTH_WAGER_OWN_1, // Play's stake
    NET_BASE,                     // Ante, Blind and Play
    NET_TOTAL,                    // all wagers, before fees
    NET_COVERED,                  // all that a bank covers
    NET_MOVED,                    // what it moves for them, won and lost
    NET_PLAY_STAKED,              // Play, and its stake
    NET_BASE_STAKED,
    NET_FROM_METER, // what a fixed pay of the Progressive takes from the meter
    NET_LANES,
};

struct cell {
    alignas(64) int32_t net[16];
};
_Static_assert(NET_LANES <= 16, "one vector");

#define SMALL_NET (INT64_C(1) << 24)

// Play's stake in a cell that is set apart. Eight seats of two such cells, and once more for other
// bets, stay within 31 bits.
#define APART (INT32_C(1) << 26)

// No cell of a table may come to more, nor the other bets of a hand together, so that a round of
// all seats stays small.
#define NET_MAX (SMALL_NET / UTH_SEATS_MAX / 3)

// A side bet with a stake that is in no table: its nets by line, without a fold and with one.
struct other_bet {
    const struct uth_bet *bet;
    enum uth_wager wager;
    int64_t net[2][UTH_BET_LINES_MAX + 1];
    bool wins[2][UTH_BET_LINES_MAX + 1];
};

struct cells {
    struct cell base[BASE_PLACES];
    struct cell side[SIDE_PLACES];
    uint8_t base_wins[BASE_CELLS]; // bit by wager
    uint8_t side_wins[SIDE_CELLS];
    uint8_t base_lines[BASE_CELLS]; // how many wagers were won or lost
    uint8_t side_lines[SIDE_CELLS];
    int64_t base_due[BASE_CELLS]; // and the cents of them together
    int64_t side_due[SIDE_CELLS];
    unsigned other_count;
    struct other_bet others[UTH_SIDES_MAX];
};

// The tables of the seats that play like this one.
void sim_cells_fill(struct cells *cells, const struct uth_rules *rules,
                    const struct uth_sim_seat *seat);

// What the Progressive gives a hand of this kind: a fixed pay. Its line is UTH_PROGRESSIVE_NONE
// when there is none, or when it depends on more than the kind.
struct uth_award sim_cells_award(const struct uth_rules *rules, enum uth_hand_kind kind,
                                 uth_money stake);

// The place of two cards: a line of the table in force, or PAIRS_LOOK.
unsigned sim_cells_pairs(const struct uth_rules *rules, const uth_card hole[2]);

#endif
