// Who is the player-dealer (ROT-1, ROT-2).
//
//              take                        hand played, hands < max
//     OFFERED ------> BANKING <------------------+
//        |  ^            |                       |
// pass:  |  |            +-----------------------+
// next   |  |            | hand played, hands == max, or they stop or leave
// seat   +--+            v
//        ^        OFFERED to the next seat clockwise
//        |
//        +-- passed all round: NOBODY, until somebody asks again
//
// Invariants:
//   (1) Nobody banks more than rules->bank_hands_max consecutive hands, not even when everyone
//       else declines: then no round starts.
//   (2) The offer moves clockwise only, to the next seat that can take it.
//   (3) A voided hand does not count (DEAL-5).
//
// A plain struct: it is stored with the table, so the button's place survives restarts.
#ifndef UTH_ROTATION_H
#define UTH_ROTATION_H

#include <stdbool.h>
#include <stdint.h>

#include "uth/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

// Seats by bit (seat - 1). `able` below: who could take the position; who left, or cannot post, is
// not in it.
typedef uint8_t uth_seat_set;

struct uth_rotation {
    uint8_t seat;        // whom the position is offered to, or who has it; 0 before the first offer
    uint8_t banker;      // who banked the last hand, 0 before the first
    uint8_t hands;       // consecutive hands they have banked
    uth_seat_set passed; // who declined the present offer
    bool banking;        // false: offered
    bool nobody;         // everyone declined: no round starts
};

static inline bool uth_seat_set_has(uth_seat_set set, unsigned seat)
{
    return seat >= 1 && seat <= UTH_SEATS_MAX && ((set >> (seat - 1)) & 1) != 0;
}

static inline unsigned uth_seat_set_count(uth_seat_set set)
{
    unsigned count = 0;
    for (unsigned rest = set; rest != 0; rest &= rest - 1) {
        count++;
    }
    return count;
}

// The first offer, and the first one again after nobody wanted it: from the seat after the button.
struct uth_rotation uth_rotation_start(const struct uth_rotation *last,
                                       const struct uth_rules *rules, uth_seat_set able);

// ROT-1: who is asked first where a card each decides. `drawn` is not empty; cards[0] is seat 1's,
// and no two are the same.
uint8_t uth_rotation_high_card(const uth_card cards[UTH_SEATS_MAX], uth_seat_set drawn);

// Refuses with UTH_ERR_BANK_NOT_ASKED whoever is not the one asked; then *rotation is untouched.
UTH_NODISCARD enum uth_status uth_rotation_take(struct uth_rotation *rotation, uint8_t seat);
UTH_NODISCARD enum uth_status uth_rotation_decline(struct uth_rotation *rotation,
                                                   const struct uth_rules *rules, uint8_t seat,
                                                   uth_seat_set able);

// May this seat bank the coming hand?
UTH_NODISCARD enum uth_status uth_rotation_may_bank(const struct uth_rotation *rotation,
                                                    const struct uth_rules *rules, uint8_t seat);

// A hand is over: counts it unless void, and moves on when the banker has had their hands or is no
// longer able.
void uth_rotation_after_hand(struct uth_rotation *rotation, const struct uth_rules *rules,
                             bool voided, uth_seat_set able);

#ifdef __cplusplus
}
#endif

#endif
