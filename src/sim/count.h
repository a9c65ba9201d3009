// Adding rounds up. Small sums while a unit is played, wide ones when it is over.
#ifndef SIM_COUNT_H
#define SIM_COUNT_H

#include "table.h"

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
    uint32_t wins[8]; // by wager; a power of two
};

struct counter {
    const struct uth_sim *sim;
    uint32_t rounds; // since the last flush
    struct partial partial[UTH_SEATS_MAX];
    struct uth_sim_totals totals;
};

void sim_count_start(struct counter *counter, const struct uth_sim *sim);

// The round the table has just settled, not yet moved on.
void sim_count_round(struct counter *counter, const struct table *table);

// Everything counted so far into the totals.
void sim_count_flush(struct counter *counter);

void sim_totals_add(struct uth_sim_totals *totals, const struct uth_sim_totals *more);

#endif
