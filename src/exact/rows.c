// Loops over whole rows of hand types.
#include "solution.h"

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
