// Adding rounds up. Small sums while a unit is played, wide ones when it is over.
#ifndef SIM_COUNT_H
#define SIM_COUNT_H

#include "table.h"

// The lines in the order in which they are counted: those of a profile's own bets last, for few have
// any.
enum {
    LINE_BASE = UTH_WAGER_OWN_1,
    LINE_TOTAL,
    LINE_FIXED,
    LINE_OWN,
    LINES_COMMON = LINE_OWN,
};
static inline unsigned line_of_wager(unsigned wager)
{
    return wager < UTH_WAGER_OWN_1 ? wager : wager - UTH_WAGER_OWN_1 + LINE_OWN;
}

// A round's nets of one group.
struct nets {
    int64_t line[UTH_SIM_LINES];
    int64_t staked; // Play
};

// Sums of at most UTH_SIM_UNIT_ROUNDS rounds. A net of 2^24 cents or more would not leave room for
// the squares of the others: such a round goes to the totals at once.
struct partial {
    int64_t sum[UTH_SIM_LINES];
    int64_t square[UTH_SIM_LINES];
    int64_t line_hands[UTH_SIM_LINES];
    int64_t staked, staked_square, staked_hands;
    int64_t play_by_staked, base_by_staked;
    uint32_t rounds, hands, hand_pairs;
    uint32_t wins[16]; // by wager; a power of two
};

// Of a bet that is in no table.
struct other_hits {
    int64_t sum, square;
    uint32_t wins;
};

// Rounds settled by cells, of one group: how often each cell was hit, which gives the sums, and the
// squares, which are of whole rounds and have to be added up. Fees are taken off when it is over.
// Rounds in which one of the group banks have a hand less and stand apart.
struct hits {
    uint32_t base[2][BASE_PLACES];
    uint32_t side[2][SIDE_PLACES];
    uint32_t rounds[2];
    int64_t square[16]; // by lane of a cell
    struct other_hits others[UTH_SIDES_MAX];
};

struct counter {
    const struct uth_sim *sim;
    uint32_t rounds;          // since the last flush
    uint32_t rounds_by_cells; // of those
    struct partial partial[UTH_SEATS_MAX];
    struct hits hits[UTH_SEATS_MAX];
    int64_t bank_square; // of rounds by cells
    struct uth_sim_totals totals;
};

void sim_count_start(struct counter *counter, const struct uth_sim *sim);

// The round the table has just settled, not yet moved on.
void sim_count_round(struct counter *counter, const struct table *table);

// Rounds settled by cells, their hits and squares already noted.
void sim_count_by_cells(struct counter *counter, uint32_t rounds);

// Everything counted so far into the totals.
void sim_count_flush(struct counter *counter);

void sim_totals_add(struct uth_sim_totals *totals, const struct uth_sim_totals *more);

#endif
