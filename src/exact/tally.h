// Counting what rounds come to when a strategy is played through every deal.
#ifndef EXACT_TALLY_H
#define EXACT_TALLY_H

#include "solution.h"

// Where the Play was made: one slot for each raise of each street, and the fold. At the river the
// slot is SLOT_RIVER and the raise, of which UTH_RAISES_MAX is the fold.
enum {
    SLOT_FLOP = UTH_RAISES_MAX,
    SLOT_RIVER = 2 * UTH_RAISES_MAX,
    SLOT_FOLD = 3 * UTH_RAISES_MAX,
    SLOTS,
};

// By the player's kind of hand.
struct tally {
    int64_t sum[SLOTS][UTH_HAND_COUNT][SHOWN];
};

void exact_tally_merge(struct tally *into, const struct tally *from);
void exact_tally_report(const struct tally *tally, const struct game *game,
                        struct uth_exact_play *play);

#endif
