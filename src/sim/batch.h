// Plain rounds of a table with the house as bank, settled by the cells they fall into.
//
//     look ahead --> judge --> find cells --> set apart --> add squares
//                                                |
//                                                +--> settled one by one
//
// Each stage is a short loop over all rounds of a batch. What a round adds up to is the same as if
// it had been settled alone; the tests hold one way against the other.
#ifndef SIM_BATCH_H
#define SIM_BATCH_H

#include "count.h"

struct batch {
    uth_card cards[UTH_SEATS_MAX + 1][AHEAD][7]; // by hand, the dealer's last
    uth_hand hands[UTH_SEATS_MAX + 1][AHEAD];
    uint16_t base[UTH_SEATS_MAX][AHEAD]; // cells, by player
    uint8_t side[UTH_SEATS_MAX][AHEAD];
    struct cell nets[UTH_SEATS_MAX][AHEAD]; // by group
};

// Plays rounds first to first + count - 1 at a table just opened.
void sim_batch_play(struct batch *batch, struct table *table, struct counter *counter,
                    uint64_t first, uint64_t count);

#endif
