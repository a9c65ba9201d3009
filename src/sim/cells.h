// What a hand of one group can come to, asked of the settlement once for each way it can end.
//
// Stakes stand still, so a hand's nets depend on few things, and they lie in two tables:
//
//     base   his decision, whether the dealer qualifies, who wins, the kind of his hand
//            --> Ante, Blind, Play, Trips, Progressive
//     side   the beaten hand, the line of his two cards
//            --> Bad Beat, Pairs
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

// Lines of Pairs and the place for those that need a look at the dealer's cards.
enum { PAIRS_LOOK = UTH_PAIRS_NONE + 1, PAIRS_PLACES };
enum { BEATEN_NONE = UTH_HAND_COUNT, BEATEN_PLACES };
enum { SIDE_CELLS = BEATEN_PLACES * PAIRS_PLACES };

// Whole cents by wager, and Play's stake.
enum { NET_STAKED = UTH_WAGER_COUNT, NET_LANES };
_Static_assert(NET_LANES == 8, "two vectors");

struct cell {
    alignas(16) int32_t net[NET_LANES];
};

#define SMALL_NET (INT64_C(1) << 24)

// Play's stake in a cell that is set apart. Eight seats of two such cells stay within 31 bits.
#define APART (INT32_C(1) << 26)

struct cells {
    struct cell base[BASE_CELLS];
    struct cell side[SIDE_CELLS];
    uint8_t base_wins[BASE_CELLS]; // bit by wager
    uint8_t side_wins[SIDE_CELLS];
};

// The tables of the seats that play like this one.
void sim_cells_fill(struct cells *cells, const struct uth_rules *rules,
                    const struct uth_sim_seat *seat);

// What the Progressive gives a hand of this kind: a fixed pay. Its line is UTH_PROGRESSIVE_NONE when
// there is none, or when it depends on more than the kind.
struct uth_award sim_cells_award(const struct uth_rules *rules, enum uth_hand_kind kind,
                                 uth_money stake);

// The place of two cards: a line of the table in force, or PAIRS_LOOK.
unsigned sim_cells_pairs(const struct uth_rules *rules, const uth_card hole[2]);

#endif
