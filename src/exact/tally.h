// Counting what rounds come to when a strategy is played through every deal.
#ifndef EXACT_TALLY_H
#define EXACT_TALLY_H

#include "solution.h"

// Where the Play was made: one slot for each raise of each street, and the fold.
enum {
    SLOT_FLOP = UTH_RAISES_MAX,
    SLOT_RIVER = 2 * UTH_RAISES_MAX,
    SLOT_FOLD = 3 * UTH_RAISES_MAX,
    SLOTS,
};

struct tally {
    int64_t win[SLOTS][UTH_HAND_COUNT][2]; // [the player's kind][the dealer did not qualify]
    int64_t tie[SLOTS][2];
    int64_t lose[SLOTS][2];
    int64_t fold[UTH_HAND_COUNT]; // by the player's kind
};

// One hand against the dealer's 990, and the slot its river decision falls into.
struct fate {
    int16_t win, tie, low;
    uint8_t kind;
    uint8_t below; // 1: the hand itself is less than what the dealer needs
    uint8_t river;
};

// In how many ways the hand comes to this board by each line of play up to the river.
struct paths {
    int64_t preflop[UTH_RAISES_MAX];
    int64_t flop_large, flop_small;
    int64_t checked;
};

static inline void tally_add(struct tally *tally, unsigned slot, int64_t weight, struct fate fate)
{
    if (weight == 0) {
        return;
    }
    if (slot == SLOT_FOLD) {
        tally->fold[fate.kind] += weight * DEALERS;
        return;
    }
    const int64_t low_win = fate.below != 0 ? fate.win : fate.low;
    const int64_t low_tie = fate.below != 0 ? fate.tie : 0;
    const int64_t low_lose = fate.low - low_win - low_tie;
    const int64_t lose = DEALERS - fate.win - fate.tie;
    tally->win[slot][fate.kind][0] += weight * (fate.win - low_win);
    tally->win[slot][fate.kind][1] += weight * low_win;
    tally->tie[slot][0] += weight * (fate.tie - low_tie);
    tally->tie[slot][1] += weight * low_tie;
    tally->lose[slot][0] += weight * (lose - low_lose);
    tally->lose[slot][1] += weight * low_lose;
}

void exact_tally_paths(struct tally *tally, const struct game *game, const struct paths *paths,
                       struct fate fate);
void exact_tally_merge(struct tally *into, const struct tally *from);
void exact_tally_report(const struct tally *tally, const struct game *game,
                        struct uth_exact_play *play);

#endif
