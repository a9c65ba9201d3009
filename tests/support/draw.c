#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct draw draw_from_seed(void)
{
    const char *const given = getenv("SEED");
    const uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    (void)printf("# SEED=%llu draws the same again\n", (unsigned long long)seed);
    return (struct draw){seed};
}

// SplitMix64
uint64_t draw_bits(struct draw *draw)
{
    draw->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t bits = draw->state;
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

unsigned draw_below(struct draw *draw, unsigned bound)
{
    return (unsigned)(draw_bits(draw) % bound);
}

void draw_deck(struct draw *draw, uth_card deck[UTH_DECK_SIZE])
{
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        const unsigned j = draw_below(draw, i + 1);
        deck[i] = deck[j];
        deck[j] = (uth_card)i;
    }
}
