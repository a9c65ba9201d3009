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

// What the ranks alone are worth.
struct rank_values {
    alignas(64) int32_t gain[RANK_HANDS_ROW];
    int32_t base[RANK_HANDS_ROW];
};

enum { SCRATCH_SIZE = 18 << 20 };

enum { CHANNEL_GAIN, CHANNEL_EDGE, CHANNELS };

// Ways to be dealt something, and the dealer hands that lose, tie and do not qualify, summed over
// those ways.
enum { SHOWN_WAYS, SHOWN_WIN, SHOWN_TIE, SHOWN_LOW, SHOWN };

// What each hand comes to when it is shown down on every board, by the grade of hand it makes: no
// pay changes it. The sums are over boards alone, 2,118,760 times 990 at most.
struct showdowns {
    int32_t type[HAND_ROW][GRADES][SHOWN]; // over what the ranks alone would be
    int32_t rank[RANK_HANDS_ROW][GRADES][SHOWN];
};

enum { NOT_KNOWN = UINT16_MAX };

// Where the Play was made: one slot for each raise of each street, and the fold. At the river the
// slot is SLOT_RIVER and the raise, of which UTH_RAISES_MAX is the fold.
enum {
    SLOT_FLOP = UTH_RAISES_MAX,
    SLOT_RIVER = 2 * UTH_RAISES_MAX,
    SLOT_FOLD = 3 * UTH_RAISES_MAX,
    SLOTS,
};

// What a strategy played through every deal shows, by the player's grade of hand.
struct tally {
    int64_t sum[SLOTS][GRADES][SHOWN];
};

struct worker {
    struct leaf leaf;
    struct values values;
    struct suited suited;
    struct hands hands;      // of the same set, where a strategy is played or written
    int32_t times[HAND_ROW]; // ways to deal the off ranks, by hand type
    int32_t row[CHANNELS][HAND_ROW];
    int32_t partial[CHANNELS][UTH_RANKS][HAND_ROW];
    int32_t edge_part[HAND_ROW]; // of one set of suited ranks
    int64_t edge_sum[HAND_ROW];
    int64_t base_sum[HAND_ROW];
    int64_t rank_edge_sum[RANK_HANDS_ROW];
    int64_t rank_base_sum[RANK_HANDS_ROW];
    int64_t class_gain[CLASSES];
    struct lure lure[GRADES];
    struct showdowns showdowns;
    int32_t rank_ways[CHANNELS][RANK_FLOPS][RANK_HANDS_ROW]; // while a strategy is played
};

struct uth_exact {
    alignas(64) struct game game;
    unsigned threads;
    unsigned channels; // 1, or 2 where the flop offers two sizes
    struct space space;
    struct flop flops[FLOPS];
    struct rank_counts rank_counts[RANK_BOARDS];
    alignas(64) union {
        struct rank_values rank_values[RANK_BOARDS]; // while solving
        unsigned char scratch[SCRATCH_SIZE];         // while playing a strategy through
    } shared;
    int32_t rank_flop[CHANNELS][RANK_FLOPS][RANK_HANDS_ROW];
    struct showdowns showdowns;
    uth_hand showdowns_for;      // the qualifying hand they were counted with; NOT_KNOWN
    int64_t class_edge[CLASSES]; // one hole's sums over all boards and dealer hands, times ten
    int64_t class_base[CLASSES];
    int64_t class_check[CLASSES]; // value of checking, in units
    uint8_t class_holes[CLASSES];
    // The game the flops were solved for. Where the one above is played alike, flops and class_gain
    // stay as they are, in the units of this one.
    struct game made;
    bool is_made;
    struct lure lure[GRADES];
    int64_t class_gain[CLASSES];         // of one hole
    struct tally tally[UTH_STYLE_COUNT]; // of the game above,
    bool is_played[UTH_STYLE_COUNT];     // where it has been played
    struct worker *worker;               // [threads]
    // [threads][channels]; after the solve the first of each is the sum, and the others are free.
    struct flop_rows *suit_flop;
};

// Whether every decision after the two cards is the same in this game as in the one that was made:
// then nothing of the flops needs to be solved again.
bool exact_is_played_alike(const struct uth_exact *exact, const struct game *game);

static inline bool exact_showdowns_known(const struct uth_exact *exact)
{
    return exact->showdowns_for == exact->game.qualifier;
}

// Runs work(context, 0) to work(context, threads - 1), each in a thread of its own where one can
// be had.
void exact_team_run(unsigned threads, void (*work)(void *context, unsigned index), void *context);

// The boards seen by a suit that holds one set of ranks of it.
struct group {
    unsigned suited; // the set
    uint8_t rank[5]; // its ranks, rising
    unsigned size;
};
// Fills worker->suited as well.
struct group exact_group_of(const struct uth_exact *exact, unsigned set, struct worker *worker);

// Walks the off ranks of a group's boards, rising; begin with {0, 0}. False after the last.
bool exact_next_off(const struct group *group, uint8_t off[2]);

// Ranks the hands of one board of the group into worker->leaf; returns its rank board.
unsigned exact_leaf_of_group(const struct uth_exact *exact, struct worker *worker,
                             const struct group *group, const uint8_t off[2]);

// Values of the boards that a suit can flush on, over what the ranks alone are worth, carried up to the
// flops that suit sees.
struct lift {
    struct uth_exact *exact;
    struct worker *worker;
    struct flop_rows *flop; // [channels]
    unsigned channels;
    // Leaves the values of one board in worker->row, and the ways to deal its off ranks in
    // worker->times.
    void (*solve_board)(const struct lift *lift, const uint8_t off[2]);
    const void *context;
    struct group group;
};
void exact_lift_group(const struct lift *lift);

// One thread's share of the suits; `context` is the game.
void exact_solve_groups(void *context, unsigned index);

// The rank board of a board of the group.
unsigned exact_rank_board_of(const struct group *group, const uint8_t off[2]);

// dst += src, for `count` numbers; for a row of hand types; times a number for each type.
void exact_add(int32_t *restrict dst, const int32_t *restrict src, size_t count);
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
    uint8_t suit[3];
    unsigned suits; // that the flop holds
    uth_cards cards;
};
void exact_flop_view_of(const struct uth_exact *exact, const uth_card flop[3],
                        struct flop_view *view);

// The Play perfect play makes on the flop, in antes; 0 is a check.
unsigned exact_flop_play_of(const struct uth_exact *exact, const struct flop_view *view,
                            unsigned hole);

// A gain in units of the game that was made, in units of this one. Nothing is lost: a gain is the
// sum of what fits both.
static inline int64_t exact_unit_gain(const struct uth_exact *exact, int64_t gain)
{
    const int64_t scaled = gain * exact->game.unit / exact->made.unit;
    UTH_CHECK(scaled * exact->made.unit == gain * exact->game.unit);
    return scaled;
}

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
