// Rounds of a row, settled by the cells they fall into.
//
//     shuffle --> deal --> decide --> judge --> find cells --> add nets --> settle
//                                                    |
//                                                    +--> set apart: played alone
//
// Each stage is a short loop over all rounds of the row. What a round adds up to is the same as if
// it had been settled alone; the tests hold one way against the other.
//
// Invariants:
//   (1) A round is counted once: with its row, or alone where it is set apart.
//   (2) Rounds are set apart where a cell does not have their nets, or where the player-dealer's
//       wager may not reach all that they move (BANK-3).
#ifndef SIM_BATCH_H
#define SIM_BATCH_H

#include "count.h"
#include "exact/boards.h"

struct batch {
    uint64_t first;                           // round of the first lane
    uint64_t apart;                           // bit by lane
    uint64_t played;                          // bit by lane: by its cells
    bool filled;                              // the above and all below are of a row
    uth_card cards[SHUFFLE_CARDS_MAX][LANES]; // as they lie in the deck
    uint8_t bank[LANES];                      // the player-dealer's seat, or 0
    uint8_t bank_group[LANES];                // and group
    uth_card moved[UTH_SEATS_MAX][2][LANES];  // hole cards by seat, where the bank goes round
    hand_row holes[UTH_SEATS_MAX + 1][2];     // by seat, the dealer's last
    struct exact_boards boards;
    uth_hand hands[UTH_SEATS_MAX + 1][LANES]; // by seat, the dealer's last
    uint8_t decisions[UTH_SEATS_MAX][LANES];  // by seat
    uint8_t pairs[UTH_SEATS_MAX][LANES];      // by seat: the line of Pairs
    uint16_t base[UTH_SEATS_MAX][LANES];      // cells, by seat
    uint16_t side[UTH_SEATS_MAX][LANES];
    struct cell nets[UTH_SEATS_MAX][LANES]; // by group
    // Of the bets that are in no table, by group and place among its others: nets, and wins.
    int64_t other[UTH_SEATS_MAX][UTH_SIDES_MAX][LANES];
    uint8_t other_wins[UTH_SEATS_MAX][UTH_SIDES_MAX][LANES];
};

// A row with no rounds yet.
void sim_batch_start(struct batch *batch);

// Plays rounds first to first + count - 1 at a table just opened, none of which knows of another.
void sim_batch_play(struct batch *batch, struct table *table, struct counter *counter,
                    uint64_t first, uint64_t count);

// Plays one round of a session by its cells and moves the table on; *net is what seat 1 gained.
// False when it has to be played alone.
bool sim_batch_session_round(struct batch *batch, struct table *table, struct counter *counter,
                             uint64_t round, int64_t *net);

// Counts what has been played of the row, if any.
void sim_batch_close(struct batch *batch, const struct uth_sim *sim, struct counter *counter);

#endif
