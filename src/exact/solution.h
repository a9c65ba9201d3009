// The solved game: what stands in the caller's memory between one call and the next.
#ifndef EXACT_SOLUTION_H
#define EXACT_SOLUTION_H

#include "leaf.h"

enum { THREADS_MAX = 64 };

// Sums carried to the flop. Gain is checking and playing the river perfectly over betting the
// reference size; edge is kept only where the flop offers two sizes.
struct flop_rows {
    alignas(64) int32_t row[SUIT_FLOPS][HAND_ROW];
};

// What the ranks alone are worth, laid out twice: by rank hand, and as a square.
struct rank_values {
    int32_t gain[RANK_HANDS];
    int32_t gain_square[RANK_SQUARE];
    int32_t base[RANK_HANDS];
    int32_t base_square[RANK_SQUARE];
    int16_t edge[RANK_HANDS];
    int16_t edge_square[RANK_SQUARE];
};

enum { SCRATCH_SIZE = RANK_BOARDS * sizeof(struct rank_values) };

enum { CHANNEL_GAIN, CHANNEL_EDGE, CHANNELS };

struct worker {
    struct leaf leaf;
    struct values values;
    struct hands hands;
    alignas(64) int32_t possible[HAND_ROW]; // all bits, or none, by hand type
    int32_t times[HAND_ROW];                // ways to deal the off ranks, by hand type
    int32_t row[CHANNELS][HAND_ROW];
    int32_t partial[CHANNELS][UTH_RANKS][HAND_ROW];
    int32_t edge_part[HAND_ROW]; // of one set of suited ranks
    int64_t edge_sum[HAND_ROW];
    int64_t base_sum[HAND_ROW];
};

struct uth_exact {
    alignas(64) struct game game;
    unsigned threads;
    unsigned channels; // 1, or 2 where the flop offers two sizes
    struct space space;
    struct flop flops[FLOPS];
    alignas(64) union {
        struct rank_values rank_values[RANK_BOARDS]; // while solving
        unsigned char scratch[SCRATCH_SIZE];         // while playing a strategy through
    } shared;
    int32_t rank_flop[CHANNELS][RANK_FLOPS][RANK_HANDS_ROW];
    int64_t rank_edge_sum[RANK_HANDS_ROW];
    int64_t rank_base_sum[RANK_HANDS_ROW];
    int64_t class_edge[CLASSES]; // one hole's sums over all boards and dealer hands, times ten
    int64_t class_base[CLASSES];
    int64_t class_check[CLASSES]; // value of checking, in units
    uint8_t class_holes[CLASSES];
    struct worker *worker; // [threads]
    struct flop_rows
        *suit_flop; // [threads][channels]; after the solve the first of each is the sum
};

// Runs work(context, 0) to work(context, threads - 1), each in a thread of its own where one can
// be had.
void exact_team_run(unsigned threads, void (*work)(void *context, unsigned index), void *context);

// dst += src, dst += times * src.
void exact_row_add(int32_t *restrict dst, const int32_t *restrict src);
void exact_row_add_times(int32_t *restrict dst, const int32_t *restrict src,
                         const int32_t *restrict times);

// Ways to deal the five ranks, rising, beside each rank hand.
void exact_ways_of_board(const struct space *space, const uint8_t ranks[5],
                         int32_t times[RANK_HANDS_ROW]);

// Ways to deal the off ranks beside each hand type.
void exact_ways_of_off(const struct space *space, const uint8_t *off, unsigned count,
                       int32_t *times);

// One flop against every hole: where its rows are.
struct flop_view {
    const int32_t *rank_row[CHANNELS];
    const int32_t *suit_row[CHANNELS][3];
    const uint16_t *suit_type[3];
    unsigned suits; // that the flop holds
    uth_cards cards;
};
void exact_flop_view_of(const struct uth_exact *exact, const uth_card flop[3],
                        struct flop_view *view);

// The Play perfect play makes on the flop, in antes; 0 is a check.
unsigned exact_flop_play_of(const struct uth_exact *exact, const struct flop_view *view,
                            unsigned hole);

static inline int32_t flop_sum(const struct uth_exact *exact, const struct flop_view *view,
                               unsigned channel, unsigned hole)
{
    int32_t sum = view->rank_row[channel][exact->space.hole_rank_hand[hole]];
    for (unsigned i = 0; i < view->suits; i++) {
        sum += view->suit_row[channel][i][view->suit_type[i][hole]];
    }
    return sum;
}

#endif
