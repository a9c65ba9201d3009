// Loops over whole rows of hand types.
#include "solution.h"

EXACT_WIDE void exact_add(int32_t *restrict dst, const int32_t *restrict src, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        dst[i] += src[i];
    }
}

EXACT_WIDE void exact_row_add(int32_t *restrict dst, const int32_t *restrict src)
{
    for (unsigned i = 0; i < HAND_ROW; i++) {
        dst[i] += src[i];
    }
}

EXACT_WIDE void exact_row_add_times(int32_t *restrict dst, const int32_t *restrict src,
                                    const int32_t *restrict times)
{
    for (unsigned i = 0; i < HAND_ROW; i++) {
        dst[i] += times[i] * src[i];
    }
}

EXACT_WIDE void exact_ways_of_off(const struct space *space, const uint8_t *off, unsigned count,
                                  int32_t *times)
{
    const int32_t *first = count > 0 ? space->off_count[off[0]] : NULL;
    const int32_t *second = count > 1 ? space->off_count[off[1]] : NULL;
    for (unsigned i = 0; i < HAND_ROW; i++) {
        if (count == 0) {
            times[i] = 1;
        } else if (count == 1) {
            times[i] = 3 - first[i];
        } else if (first != second) {
            times[i] = (3 - first[i]) * (3 - second[i]);
        } else {
            times[i] = (3 - first[i]) * (2 - first[i]) / 2;
        }
    }
}

// One factor for each rank of the board: the choices of its cards among those that the hand leaves.
EXACT_WIDE void exact_ways_of_board(const struct space *space, const uint8_t r[5],
                                    int32_t times[RANK_HANDS_ROW])
{
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        times[hand] = 1;
    }
    for (unsigned i = 0, run = 1; i < 5; i += run) {
        const int32_t *held = space->rank_count[r[i]];
        for (run = 1; i + run < 5 && r[i + run] == r[i];) {
            run++;
        }
        for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
            const int32_t left = UTH_SUITS - held[hand];
            const int32_t two = left * (left - 1);
            const int32_t ways = run == 1   ? left
                                 : run == 2 ? two / 2
                                 : run == 3 ? two * (left - 2) / 6
                                            : two * (left - 2) * (left - 3) / 24;
            times[hand] *= ways;
        }
    }
}
