// The boards on which a suit can flush: their values over what the ranks alone are worth, carried
// up to the flops that suit sees.
#include <string.h>

#include "solution.h"

// What the ranks of a board say, and of it what the suit takes back.
struct rank_part {
    const struct rank_values *values;
    const struct rank_counts *counts;
};

static inline __attribute__((always_inline)) void
subtract_by(struct worker *restrict worker, const struct game *restrict game,
            struct rank_part ranks, unsigned channels, enum uth_ante_rule rule)
{
    const int32_t *restrict gain0 = ranks.values->gain;
    const int32_t *restrict base0 = ranks.values->base;
    const int16_t *restrict win0 = ranks.counts->win;
    const int16_t *restrict tie0 = ranks.counts->tie;
    for (unsigned part = 0; part < HAND_ROW; part += RANK_HANDS_ROW) {
        for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
            const unsigned type = part + hand;
            const int32_t possible = worker->suited.possible[type];
            const int32_t times = worker->times[type];
            const struct value value = exact_value_of(&worker->leaf, game, type, rule);
            const int32_t edge = (value.edge - (2 * win0[hand] + tie0[hand] - DEALERS)) & possible;
            const int32_t base = (value.base - base0[hand]) & possible;
            worker->row[CHANNEL_GAIN][type] = (value.gain - gain0[hand]) & possible;
            if (channels > 1) {
                worker->row[CHANNEL_EDGE][type] = edge;
            }
            const int32_t weighted = base * times; // at most 990 times the largest pay, times nine
            worker->edge_part[type] += edge * times;
            worker->base_sum[type] += weighted;
        }
    }
}

EXACT_WIDE static void subtract_rank_values(struct worker *worker, const struct game *game,
                                            struct rank_part ranks, unsigned channels)
{
    switch (game->ante_rule) {
    case UTH_ANTE_PUSHES: subtract_by(worker, game, ranks, channels, UTH_ANTE_PUSHES); break;
    case UTH_ANTE_PLAYS: subtract_by(worker, game, ranks, channels, UTH_ANTE_PLAYS); break;
    case UTH_ANTE_WINS: subtract_by(worker, game, ranks, channels, UTH_ANTE_WINS); break;
    }
}

// Every board lies in another part of memory: the next is asked for while this one is solved.
static void ask_for_next(const struct lift *lift, const uint8_t off[2])
{
    uint8_t next[2] = {off[0], off[1]};
    if (!exact_next_off(&lift->group, next)) {
        return;
    }
    const struct uth_exact *exact = lift->exact;
    const unsigned board = exact_rank_board_of(&lift->group, next);
    const struct {
        const void *at;
        size_t size;
    } parts[3] = {{&exact->space.boards[board], sizeof exact->space.boards[board]},
                  {&exact->rank_counts[board], sizeof exact->rank_counts[board]},
                  {&exact->shared.rank_values[board], sizeof exact->shared.rank_values[board]}};
    for (unsigned i = 0; i < 3; i++) {
        for (size_t at = 0; at < parts[i].size; at += 64) {
            __builtin_prefetch((const char *)parts[i].at + at);
        }
    }
}

// Leaves the values of one board, over what the ranks alone are worth, in worker->row.
static void solve_suit_board(const struct lift *lift, const uint8_t off[2])
{
    struct uth_exact *exact = lift->exact;
    struct worker *worker = lift->worker;
    ask_for_next(lift, off);
    const unsigned board = exact_leaf_of_group(exact, worker, &lift->group, off);
    const struct rank_part ranks = {&exact->shared.rank_values[board], &exact->rank_counts[board]};
    exact_ways_of_off(&exact->space, off, 5 - lift->group.size, worker->times);
    const unsigned pair = OFF_HANDS + multi2_index(off[0], off[0]);
    const bool paired = lift->group.size == 3 && off[0] == off[1];
    if (paired) { // a fourth off card of that rank is not in the deck
        worker->suited.possible[pair] = 0;
    }
    exact_leaf_lures(&worker->leaf, &exact->game, worker->suited.possible, HAND_ROW, worker->lure);
    subtract_rank_values(worker, &exact->game, ranks, exact->channels);
    if (paired) {
        worker->suited.possible[pair] = -1;
    }
}

static unsigned two_of(const struct lift *lift, unsigned a, unsigned b)
{
    return FLOPS_OF_TWO + set2_index(lift->group.rank[a], lift->group.rank[b]) * UTH_RANKS;
}

static unsigned three_of(const struct lift *lift, unsigned a, unsigned b, unsigned c)
{
    return set3_index(lift->group.rank[a], lift->group.rank[b], lift->group.rank[c]);
}

// Adds a row to every flop of three of the group's ranks, and to every flop of two of them and one
// card off the suit.
static void lift_triples(const struct lift *lift, unsigned channel, const int32_t *row)
{
    uint8_t at[3] = {0, 1, 2};
    do {
        exact_row_add(lift->flop[channel].row[three_of(lift, at[0], at[1], at[2])], row);
    } while (next_set(at, 3, lift->group.size));
}

static void lift_pairs(const struct lift *lift, unsigned channel, unsigned off, const int32_t *row)
{
    uint8_t at[2] = {0, 1};
    do {
        exact_row_add(lift->flop[channel].row[two_of(lift, at[0], at[1]) + off], row);
    } while (next_set(at, 2, lift->group.size));
}

struct sinks {
    int32_t *three;         // the flop holds all three of the suit,
    int32_t *one[3];        // one of them and both off cards,
    int32_t *two[2];        // or two and one of the off cards
    const int32_t *held[2]; // how many cards of each off rank a hand holds
    int32_t paired;         // 1: the off ranks are one
};

EXACT_WIDE static void add_to_sinks(const struct sinks *sinks, const int32_t *restrict row,
                                    const int32_t *restrict times)
{
    const struct sinks to = *sinks;
    for (unsigned i = 0; i < HAND_ROW; i++) {
        to.three[i] += row[i] * times[i];
    }
    for (unsigned i = 0; i < HAND_ROW; i++) {
        to.one[0][i] += row[i];
    }
    for (unsigned i = 0; i < HAND_ROW; i++) {
        to.one[1][i] += row[i];
    }
    for (unsigned i = 0; i < HAND_ROW; i++) {
        to.one[2][i] += row[i];
    }
    for (unsigned i = 0; i < HAND_ROW; i++) {
        to.two[0][i] += row[i] * (UTH_SUITS - 1 - to.paired - to.held[1][i]);
    }
    for (unsigned i = 0; to.paired == 0 && i < HAND_ROW; i++) {
        to.two[1][i] += row[i] * (UTH_SUITS - 1 - to.held[0][i]);
    }
}

static void lift_three(const struct lift *lift, const uint8_t off[2], unsigned channel)
{
    struct worker *worker = lift->worker;
    const struct space *space = &lift->exact->space;
    struct flop_rows *flop = &lift->flop[channel];
    const unsigned pair = multi2_index(off[0], off[1]);
    struct sinks sinks = {
        .three = flop->row[three_of(lift, 0, 1, 2)],
        .two = {worker->partial[channel][off[0]], worker->partial[channel][off[1]]},
        .held = {space->off_count[off[0]], space->off_count[off[1]]},
        .paired = off[0] == off[1]};
    for (unsigned i = 0; i < 3; i++) {
        sinks.one[i] = flop->row[FLOPS_OF_ONE + lift->group.rank[i] * (unsigned)RANK_HANDS + pair];
    }
    add_to_sinks(&sinks, worker->row[channel], worker->times);
}

static void solve_group_of_three(const struct lift *lift)
{
    struct worker *worker = lift->worker;
    const unsigned channels = lift->channels;
    uint8_t off[2] = {0, 0};
    memset(worker->partial, 0, sizeof worker->partial);
    do {
        lift->solve_board(lift, off);
        for (unsigned channel = 0; channel < channels; channel++) {
            lift_three(lift, off, channel);
        }
    } while (exact_next_off(&lift->group, off));
    for (unsigned channel = 0; channel < channels; channel++) {
        for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
            lift_pairs(lift, channel, rank, worker->partial[channel][rank]);
        }
    }
}

// Four of the suit: the flop may hold three of them, or two and the off card.
static void solve_group_of_four(const struct lift *lift)
{
    struct worker *worker = lift->worker;
    const unsigned channels = lift->channels;
    memset(worker->partial, 0, sizeof worker->partial);
    uint8_t off[2] = {0, 0};
    do {
        lift->solve_board(lift, off);
        for (unsigned channel = 0; channel < channels; channel++) {
            exact_row_add_times(worker->partial[channel][0], worker->row[channel], worker->times);
            lift_pairs(lift, channel, off[0], worker->row[channel]);
        }
    } while (exact_next_off(&lift->group, off));
    for (unsigned channel = 0; channel < channels; channel++) {
        lift_triples(lift, channel, worker->partial[channel][0]);
    }
}

static void solve_group_of_five(const struct lift *lift)
{
    static const uint8_t none[2] = {0, 0};
    lift->solve_board(lift, none);
    for (unsigned channel = 0; channel < lift->channels; channel++) {
        lift_triples(lift, channel, lift->worker->row[channel]);
    }
}

void exact_lift_group(const struct lift *lift)
{
    switch (lift->group.size) {
    case 3: solve_group_of_three(lift); break;
    case 4: solve_group_of_four(lift); break;
    default: solve_group_of_five(lift); break;
    }
}

void exact_solve_groups(void *context, unsigned index)
{
    struct uth_exact *exact = context;
    struct worker *worker = &exact->worker[index];
    struct lift lift = {.exact = exact,
                        .worker = worker,
                        .flop = &exact->suit_flop[(size_t)index * exact->channels],
                        .channels = exact->channels,
                        .solve_board = solve_suit_board};
    memset(lift.flop, 0, exact->channels * sizeof *lift.flop);
    for (unsigned set = index; set < SETS; set += exact->threads) {
        lift.group = exact_group_of(exact, set, worker);
        memset(worker->edge_part, 0, sizeof worker->edge_part);
        exact_lift_group(&lift);
        for (unsigned type = 0; type < HAND_ROW; type++) {
            worker->edge_sum[type] += worker->edge_part[type];
        }
    }
}
