#include "draw.h"

#include "seed.h"

struct draw draw_from_seed(void)
{
    return (struct draw){seed_start("draw")};
}

uint64_t draw_bits(struct draw *draw)
{
    return seed_next(&draw->state);
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
