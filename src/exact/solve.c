// The whole game under perfect play.
//
// value(board, hole) = V0(rank board, rank hand) + (Vs - V0) for the suit s with three or more
// cards on the board, if there is one. The split passes through the sum over turn and river, so
// a flop's value is a rank part plus one part for each suit on it. Only the gain of checking over
// betting is carried to the flop, where the player takes it or leaves it; everything else is
// linear and goes straight to the pre-flop.
#include <string.h>

#include "solution.h"

void exact_ways_of_board(const struct space *space, const uint8_t r[5],
                         int32_t times[RANK_HANDS_ROW])
{
    int32_t orders = 1;
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        times[hand] = 1;
    }
    for (unsigned i = 0, run = 0; i < 5; i++) {
        run = i > 0 && r[i] == r[i - 1] ? run + 1 : 0;
        orders *= (int32_t)run + 1;
        for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
            times[hand] *= UTH_SUITS - (int32_t)run - space->rank_count[r[i]][hand];
        }
    }
    for (unsigned hand = 0; orders > 1 && hand < RANK_HANDS_ROW; hand++) {
        times[hand] /= orders;
    }
}

static void solve_rank_board(struct uth_exact *exact, struct worker *worker, const uint8_t r[5])
{
    struct rank_values *out = &exact->shared.rank_values[exact_multi5_any_index(r)];
    const struct hands *hands = &exact->space.rank_hands;
    int32_t times[RANK_HANDS_ROW];
    exact_leaf_of_ranks(&worker->leaf, &exact->space, &exact->game, r);
    exact_leaf_values(&worker->leaf, &exact->game, RANK_HANDS_ROW, &worker->values);
    exact_ways_of_board(&exact->space, r, times);
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned a = worker->leaf.left[hands->first[i]];
        const unsigned b = worker->leaf.left[hands->second[i]];
        const unsigned hand = hands->type[i];
        if (i < hands->pairs_from ? a * b == 0 : a < 2) {
            continue; // no deck has such a hand beside such a board: all its values stay 0
        }
        out->gain[hand] = worker->values.gain[hand];
        out->edge[hand] = (int16_t)worker->values.edge[hand];
        out->base[hand] = worker->values.base[hand];
        exact->rank_edge_sum[hand] += (int64_t)times[hand] * out->edge[hand];
        exact->rank_base_sum[hand] += (int64_t)times[hand] * out->base[hand];
    }
    for (unsigned a = 0; a < UTH_RANKS; a++) {
        for (unsigned b = 0; b < UTH_RANKS; b++) {
            const unsigned hand = any2_index(a, b);
            out->gain_square[a * UTH_RANKS + b] = out->gain[hand];
            out->edge_square[a * UTH_RANKS + b] = out->edge[hand];
            out->base_square[a * UTH_RANKS + b] = out->base[hand];
        }
    }
}

static void solve_rank_boards(struct uth_exact *exact)
{
    uint8_t r[5] = {0};
    do {
        if (r[0] != r[4]) { // nobody has five of a kind
            solve_rank_board(exact, &exact->worker[0], r);
        }
    } while (next_ranks(r, 5));
}

// One flop of ranks: the sum over every turn and river, for each rank hand.
EXACT_WIDE static void lift_rank_flop(struct uth_exact *exact, const uint8_t flop[3],
                                      unsigned index)
{
    const struct space *space = &exact->space;
    int32_t seen[UTH_RANKS] = {0};
    for (unsigned i = 0; i < 3; i++) {
        seen[flop[i]]++;
    }
    for (unsigned river = 0; river < UTH_RANKS; river++) {
        for (unsigned turn = 0; turn <= river; turn++) {
            const uint8_t ranks[5] = {flop[0], flop[1], flop[2], (uint8_t)turn, (uint8_t)river};
            const struct rank_values *values =
                &exact->shared.rank_values[exact_multi5_any_index(ranks)];
            const int32_t again = turn == river;
            for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
                const int32_t turns = UTH_SUITS - seen[turn] - space->rank_count[turn][hand];
                const int32_t rivers =
                    UTH_SUITS - seen[river] - space->rank_count[river][hand] - again;
                const int32_t ways = turns * rivers >> again;
                exact->rank_flop[CHANNEL_GAIN][index][hand] += ways * values->gain[hand];
                exact->rank_flop[CHANNEL_EDGE][index][hand] += ways * values->edge[hand];
            }
        }
    }
}

static void lift_rank_flops(struct uth_exact *exact)
{
    uint8_t flop[3] = {0};
    unsigned index = 0;
    do {
        lift_rank_flop(exact, flop, index++);
    } while (next_ranks(flop, 3));
}

// Suit part. A group is all the boards with one set of ranks of the suit.

struct group {
    struct uth_exact *exact;
    struct worker *worker;
    struct flop_rows *flop; // [channels]
    unsigned suited;        // the set
    uint8_t rank[5];        // its ranks, rising
    unsigned size;
};

static inline __attribute__((always_inline)) void subtract_run(struct worker *restrict worker,
                                                               unsigned from, unsigned count,
                                                               const int32_t *restrict gain0,
                                                               const int16_t *restrict edge0,
                                                               const int32_t *restrict base0)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned type = from + i;
        const int32_t possible = worker->possible[type];
        const int32_t times = worker->times[type];
        const int32_t edge = (worker->values.edge[type] - edge0[i]) & possible;
        const int32_t base = (worker->values.base[type] - base0[i]) & possible;
        worker->row[CHANNEL_GAIN][type] = (worker->values.gain[type] - gain0[i]) & possible;
        worker->row[CHANNEL_EDGE][type] = edge;
        worker->edge_part[type] += edge * times;
        worker->base_sum[type] += (int64_t)base * times;
    }
}

EXACT_WIDE static void subtract_rank_values(struct worker *worker, const struct rank_values *ranks)
{
    subtract_run(worker, 0, RANK_HANDS, ranks->gain, ranks->edge, ranks->base);
    subtract_run(worker, MIXED_HANDS, RANK_SQUARE, ranks->gain_square, ranks->edge_square,
                 ranks->base_square);
    subtract_run(worker, OFF_HANDS, RANK_HANDS, ranks->gain, ranks->edge, ranks->base);
}

// Leaves the values of one board, over what the ranks alone are worth, in worker->row.
static void solve_suit_board(const struct group *group, const uint8_t *off)
{
    struct uth_exact *exact = group->exact;
    struct worker *worker = group->worker;
    uint8_t ranks[5];
    memcpy(ranks, group->rank, sizeof ranks);
    memcpy(ranks + group->size, off, 5 - group->size);

    exact_leaf_of_suit(&worker->leaf, &exact->space, &exact->game, &worker->hands, group->suited,
                       off);
    exact_leaf_values(&worker->leaf, &exact->game, HAND_ROW, &worker->values);
    exact_ways_of_off(&exact->space, off, 5 - group->size, worker->times);
    const unsigned pair = OFF_HANDS + multi2_index(off[0], off[0]);
    const bool paired = group->size == 3 && off[0] == off[1];
    if (paired) { // a fourth off card of that rank is not in the deck
        worker->possible[pair] = 0;
    }
    subtract_rank_values(worker, &exact->shared.rank_values[exact_multi5_any_index(ranks)]);
    if (paired) {
        worker->possible[pair] = -1;
    }
}

static unsigned two_of(const struct group *group, unsigned a, unsigned b)
{
    return FLOPS_OF_TWO + set2_index(group->rank[a], group->rank[b]) * UTH_RANKS;
}

static unsigned three_of(const struct group *group, unsigned a, unsigned b, unsigned c)
{
    return set3_index(group->rank[a], group->rank[b], group->rank[c]);
}

// Adds a row to every flop of three of the group's ranks, and to every flop of two of them and one
// card off the suit.
static void lift_triples(const struct group *group, unsigned channel, const int32_t *row)
{
    uint8_t at[3] = {0, 1, 2};
    do {
        exact_row_add(group->flop[channel].row[three_of(group, at[0], at[1], at[2])], row);
    } while (next_set(at, 3, group->size));
}

static void lift_pairs(const struct group *group, unsigned channel, unsigned off,
                       const int32_t *row)
{
    uint8_t at[2] = {0, 1};
    do {
        exact_row_add(group->flop[channel].row[two_of(group, at[0], at[1]) + off], row);
    } while (next_set(at, 2, group->size));
}

// Three of the suit: the flop may hold all three, two and one of the off cards, or one and both.
static void lift_three(const struct group *group, const uint8_t off[2], unsigned channel)
{
    struct worker *worker = group->worker;
    const struct space *space = &group->exact->space;
    struct flop_rows *flop = &group->flop[channel];
    const int32_t *row = worker->row[channel];
    const unsigned pair = multi2_index(off[0], off[1]);
    int32_t times[HAND_ROW];
    for (unsigned i = 0; i < 3; i++) {
        exact_row_add(flop->row[FLOPS_OF_ONE + group->rank[i] * 91U + pair], row);
    }
    exact_row_add_times(flop->row[three_of(group, 0, 1, 2)], row, worker->times);
    exact_ways_of_off(space, &off[1], 1, times);
    if (off[0] == off[1]) {
        for (unsigned type = 0; type < HAND_ROW; type++) {
            times[type]--;
        }
    }
    exact_row_add_times(worker->partial[channel][off[0]], row, times);
    if (off[0] != off[1]) {
        exact_ways_of_off(space, &off[0], 1, times);
        exact_row_add_times(worker->partial[channel][off[1]], row, times);
    }
}

static void solve_group_of_three(const struct group *group)
{
    struct worker *worker = group->worker;
    const unsigned channels = group->exact->channels;
    uint8_t off[2];
    memset(worker->partial, 0, sizeof worker->partial);
    for (off[1] = 0; off[1] < UTH_RANKS; off[1]++) {
        for (off[0] = 0; off[0] <= off[1]; off[0]++) {
            solve_suit_board(group, off);
            for (unsigned channel = 0; channel < channels; channel++) {
                lift_three(group, off, channel);
            }
        }
    }
    for (unsigned channel = 0; channel < channels; channel++) {
        for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
            lift_pairs(group, channel, rank, worker->partial[channel][rank]);
        }
    }
}

// Four of the suit: the flop may hold three of them, or two and the off card.
static void solve_group_of_four(const struct group *group)
{
    struct worker *worker = group->worker;
    const unsigned channels = group->exact->channels;
    memset(worker->partial, 0, sizeof worker->partial);
    for (uint8_t off = 0; off < UTH_RANKS; off++) {
        solve_suit_board(group, &off);
        for (unsigned channel = 0; channel < channels; channel++) {
            exact_row_add_times(worker->partial[channel][0], worker->row[channel], worker->times);
            lift_pairs(group, channel, off, worker->row[channel]);
        }
    }
    for (unsigned channel = 0; channel < channels; channel++) {
        lift_triples(group, channel, worker->partial[channel][0]);
    }
}

static void solve_group_of_five(const struct group *group)
{
    static const uint8_t none = 0;
    solve_suit_board(group, &none);
    for (unsigned channel = 0; channel < group->exact->channels; channel++) {
        lift_triples(group, channel, group->worker->row[channel]);
    }
}

static void solve_group(struct uth_exact *exact, unsigned index, unsigned set)
{
    struct worker *worker = &exact->worker[index];
    struct group group = {.exact = exact,
                          .worker = worker,
                          .flop = &exact->suit_flop[(size_t)index * exact->channels],
                          .suited = exact->space.set_mask[set]};
    for (unsigned left = group.suited; left != 0; left &= left - 1) {
        group.rank[group.size++] = (uint8_t)__builtin_ctz(left);
    }
    exact_space_hands(&exact->space, group.suited, &worker->hands);
    memset(worker->possible, 0, sizeof worker->possible);
    memset(worker->edge_part, 0, sizeof worker->edge_part);
    for (unsigned i = 0; i < worker->hands.count; i++) {
        worker->possible[worker->hands.type[i]] = -1;
    }
    switch (group.size) {
    case 3: solve_group_of_three(&group); break;
    case 4: solve_group_of_four(&group); break;
    default: solve_group_of_five(&group); break;
    }
    for (unsigned type = 0; type < HAND_ROW; type++) {
        worker->edge_sum[type] += worker->edge_part[type];
    }
}

static void solve_groups(void *context, unsigned index)
{
    struct uth_exact *exact = context;
    struct worker *worker = &exact->worker[index];
    memset(&exact->suit_flop[(size_t)index * exact->channels], 0,
           exact->channels * sizeof exact->suit_flop[0]);
    memset(worker, 0, sizeof *worker);
    for (unsigned set = index; set < SETS; set += exact->threads) {
        solve_group(exact, index, set);
    }
}

static void add_up_threads(struct uth_exact *exact)
{
    for (unsigned index = 1; index < exact->threads; index++) {
        for (unsigned channel = 0; channel < exact->channels; channel++) {
            const struct flop_rows *from =
                &exact->suit_flop[(size_t)index * exact->channels + channel];
            for (unsigned flop = 0; flop < SUIT_FLOPS; flop++) {
                exact_row_add(exact->suit_flop[channel].row[flop], from->row[flop]);
            }
        }
        for (unsigned type = 0; type < HAND_TYPES; type++) {
            exact->worker[0].edge_sum[type] += exact->worker[index].edge_sum[type];
            exact->worker[0].base_sum[type] += exact->worker[index].base_sum[type];
        }
    }
}

// Up to the flop and the two cards.

void exact_flop_view_of(const struct uth_exact *exact, const uth_card flop[3],
                        struct flop_view *view)
{
    const unsigned rank_flop = rank_flop_of(flop);
    view->suits = 0;
    view->cards = uth_cards_from(flop, 3);
    for (unsigned channel = 0; channel < CHANNELS; channel++) {
        view->rank_row[channel] = exact->rank_flop[channel][rank_flop];
    }
    for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
        const unsigned suit_flop = exact_suit_flop_of(flop, suit);
        if (suit_flop != SUIT_FLOP_NONE) {
            for (unsigned channel = 0; channel < exact->channels; channel++) {
                view->suit_row[channel][view->suits] = exact->suit_flop[channel].row[suit_flop];
            }
            view->suit_type[view->suits++] = exact->space.hole_type[suit];
        }
    }
}

// What the player adds on the flop to a bet of the reference size.
static int64_t flop_gain(const struct uth_exact *exact, const struct flop_view *view, unsigned hole)
{
    const struct game *game = &exact->game;
    const int64_t gain = flop_sum(exact, view, CHANNEL_GAIN, hole);
    if (game->flop_large == 0) {
        return gain;
    }
    int64_t best = gain > 0 ? gain : 0;
    if (exact->channels > 1) {
        const int64_t less = (int64_t)game->unit * (game->flop_small - game->flop_large);
        const int64_t small = less * flop_sum(exact, view, CHANNEL_EDGE, hole);
        best = small > best ? small : best;
    }
    return best;
}

static void solve_flops(struct uth_exact *exact)
{
    exact_space_flops(exact->flops);
    for (unsigned i = 0; i < FLOPS; i++) {
        const struct flop *flop = &exact->flops[i];
        struct flop_view view;
        exact_flop_view_of(exact, flop->card, &view);
        for (unsigned hole = 0; hole < HOLES; hole++) {
            if ((view.cards & exact->space.hole_set[hole]) != 0) {
                continue;
            }
            exact->class_check[exact->space.hole_class[hole]] +=
                flop->weight * flop_gain(exact, &view, hole);
        }
    }
}

static void solve_classes(struct uth_exact *exact)
{
    for (unsigned hole = 0; hole < HOLES; hole++) {
        const unsigned class = exact->space.hole_class[hole];
        const unsigned hand = exact->space.hole_rank_hand[hole];
        int64_t edge = exact->rank_edge_sum[hand];
        int64_t base = exact->rank_base_sum[hand];
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            edge += exact->worker[0].edge_sum[exact->space.hole_type[suit][hole]];
            base += exact->worker[0].base_sum[exact->space.hole_type[suit][hole]];
        }
        exact->class_holes[class]++;
        exact->class_edge[class] = 10 * edge; // a board is ten flops
        exact->class_base[class] = 10 * base;
    }
    for (unsigned class = 0; class < CLASSES; class ++) {
        const int64_t gain = exact->class_check[class] / exact->class_holes[class];
        UTH_CHECK(gain * exact->class_holes[class] == exact->class_check[class]);
        exact->class_check[class] =
            gain + exact->class_base[class] +
            exact->class_edge[class] * exact->game.unit * exact->game.reference;
    }
}

int32_t uth_exact_unit(const struct uth_exact *exact)
{
    return exact->game.unit;
}

unsigned uth_exact_class_of(uth_card a, uth_card b)
{
    return exact_hand_class_of(a, b);
}

void uth_exact_hand(const struct uth_exact *exact, unsigned hand_class, struct uth_exact_hand *hand)
{
    const struct game *game = &exact->game;
    UTH_CHECK(hand_class < CLASSES);
    *hand = (struct uth_exact_hand){.holes = exact->class_holes[hand_class],
                                    .check = exact->class_check[hand_class]};
    int64_t best = hand->check;
    for (unsigned i = game->raise_count[UTH_STREET_PREFLOP]; i-- > 0;) {
        const int64_t size = game->raises[UTH_STREET_PREFLOP][i];
        hand->raise[i] =
            exact->class_base[hand_class] + size * game->unit * exact->class_edge[hand_class];
        if (hand->raise[i] >= best) { // from the smallest up, so that a tie bets the larger
            best = hand->raise[i];
            hand->best = (uint8_t)size;
        }
    }
}

unsigned exact_flop_play_of(const struct uth_exact *exact, const struct flop_view *view,
                            unsigned hole)
{
    const struct game *game = &exact->game;
    const int32_t gain = flop_sum(exact, view, CHANNEL_GAIN, hole);
    if (game->flop_large == 0) {
        return 0;
    }
    if (exact->channels == 1) {
        return gain > 0 ? 0 : (unsigned)game->flop_large;
    }
    const int64_t edge = flop_sum(exact, view, CHANNEL_EDGE, hole);
    const int64_t small = (int64_t)game->unit * (game->flop_small - game->flop_large) * edge;
    if (gain > 0 && gain > small) {
        return 0;
    }
    return (unsigned)(small > 0 ? game->flop_small : game->flop_large);
}

void uth_exact_flop(const struct uth_exact *exact, const uth_card hole[2], const uth_card flop[3],
                    struct uth_exact_flop *state)
{
    struct flop_view view;
    exact_flop_view_of(exact, flop, &view);
    UTH_CHECK(hole[0] != hole[1]);
    UTH_CHECK(!uth_cards_have(view.cards, hole[0]) && !uth_cards_have(view.cards, hole[1]));
    const unsigned index = hole_index(hole[0], hole[1]);
    state->check_over_bet = flop_sum(exact, &view, CHANNEL_GAIN, index);
    state->best = (uint8_t)exact_flop_play_of(exact, &view, index);
}

size_t uth_exact_size(unsigned threads)
{
    const size_t team = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    return sizeof(struct uth_exact) + 64 +
           team * (sizeof(struct worker) + CHANNELS * sizeof(struct flop_rows));
}

enum uth_status uth_exact_solve(const struct uth_rules *rules, unsigned threads, void *memory,
                                size_t size, struct uth_exact **exact)
{
    struct game game;
    const enum uth_status status = exact_game_from(rules, &game);
    if (status != UTH_OK) {
        return status;
    }
    const unsigned team = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    UTH_CHECK(size >= uth_exact_size(team));
    unsigned char *at = (unsigned char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    struct uth_exact *solved = (struct uth_exact *)(void *)at;
    memset(solved, 0, sizeof *solved);
    solved->game = game;
    solved->threads = team;
    solved->channels = game.flop_large == game.flop_small ? 1 : 2;
    solved->worker = (struct worker *)(void *)(at + sizeof *solved);
    solved->suit_flop = (struct flop_rows *)(void *)(solved->worker + team);

    exact_space_build(&solved->space);
    memset(&solved->worker[0], 0, sizeof solved->worker[0]);
    solve_rank_boards(solved);
    lift_rank_flops(solved);
    exact_team_run(team, solve_groups, solved);
    add_up_threads(solved);
    solve_flops(solved);
    solve_classes(solved);
    *exact = solved;
    return UTH_OK;
}
