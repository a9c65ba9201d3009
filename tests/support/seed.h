// Random tests: the seed is printed, and SEED=… in the environment replays it.
#ifndef SUPPORT_SEED_H
#define SUPPORT_SEED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline uint64_t seed_start(const char *test)
{
    const char *given = getenv("SEED");
    const uint64_t seed =
        given != NULL ? strtoull(given, NULL, 0) : (uint64_t)time(NULL) * UINT64_C(2654435761);
    (void)printf("# %s: SEED=%llu\n", test, (unsigned long long)seed);
    return seed;
}

// SplitMix64.
static inline uint64_t seed_next(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
