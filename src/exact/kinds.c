// What the player and the dealer hold against each other, over every deal.
#include <string.h>

#include "solution.h"

struct counting {
    struct uth_exact *exact;
    struct worker *worker;
    struct uth_exact_kinds *kinds;
    int32_t (*ways)[RANK_HANDS]; // [rank board]: boards on which a suit can flush, taken off
    int32_t type_holes[HAND_ROW];
    int32_t rank_holes[RANK_HANDS_ROW];
};

// One hand on one board: its 990 opponents by kind.
static void count_hand(const struct counting *counting, unsigned type, unsigned a, unsigned b,
                       int64_t weight)
{
    const struct leaf *leaf = &counting->worker->leaf;
    const unsigned level = leaf->level[type];
    unsigned own = 0;
    while (level >= leaf->below[own + 1]) {
        own++;
    }
    int64_t lower = 0; // dealer hands of lesser kinds than the one looked at
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        const unsigned top = leaf->below[kind + 1];
        if (top == leaf->below[kind]) {
            continue;
        }
        const int64_t upto = leaf->row[top].hands - leaf->row[top].holding[a] -
                             leaf->row[top].holding[b] + (level < top);
        const int64_t win = kind < own ? upto - lower : kind > own ? 0 : leaf->win[type] - lower;
        const int64_t tie = kind == own ? leaf->tie[type] : 0;
        int64_t *deals = counting->kinds->deals[own][kind];
        deals[UTH_EXACT_PLAYER_WINS] += weight * win;
        deals[UTH_EXACT_TIE] += weight * tie;
        deals[UTH_EXACT_DEALER_WINS] += weight * (upto - lower - win - tie);
        lower = upto;
    }
}

static void count_suit_board(const struct counting *counting, unsigned suited, const uint8_t *off)
{
    struct uth_exact *exact = counting->exact;
    struct worker *worker = counting->worker;
    const struct hands *hands = &worker->hands;
    const unsigned size = (unsigned)__builtin_popcount(suited);
    uint8_t ranks[5];
    unsigned count = 0;
    for (unsigned left = suited; left != 0; left &= left - 1) {
        ranks[count++] = (uint8_t)__builtin_ctz(left);
    }
    memcpy(ranks + size, off, 5 - size);
    int32_t *taken = counting->ways[exact_multi5_any_index(ranks)];
    exact_leaf_of_suit(&worker->leaf, &exact->space, &exact->game, hands, suited, off);
    exact_ways_of_off(&exact->space, off, 5 - size, worker->times);
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned type = hands->type[i];
        const int32_t weight = counting->type_holes[type] * worker->times[type];
        if (weight > 0) {
            taken[hands->rank_hand[i]] += weight;
            count_hand(counting, type, hands->first[i], hands->second[i], 10 * (int64_t)weight);
        }
    }
}

static void count_suit_boards(const struct counting *counting)
{
    for (unsigned set = 0; set < SETS; set++) {
        const unsigned suited = counting->exact->space.set_mask[set];
        const unsigned size = (unsigned)__builtin_popcount(suited);
        uint8_t off[2] = {0, 0};
        exact_space_hands(&counting->exact->space, suited, &counting->worker->hands);
        for (off[0] = 0; off[0] < (size < 5 ? UTH_RANKS : 1); off[0]++) {
            for (off[1] = size < 4 ? off[0] : 0; off[1] < (size < 4 ? UTH_RANKS : 1); off[1]++) {
                count_suit_board(counting, suited, off);
            }
        }
    }
}

static void count_rank_board(const struct counting *counting, const uint8_t r[5])
{
    struct uth_exact *exact = counting->exact;
    const struct hands *hands = &exact->space.rank_hands;
    const int32_t *taken = counting->ways[exact_multi5_any_index(r)];
    int32_t times[RANK_HANDS_ROW];
    exact_leaf_of_ranks(&counting->worker->leaf, &exact->space, &exact->game, r);
    exact_ways_of_board(&exact->space, r, times);
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned hand = hands->type[i];
        const int64_t weight = (int64_t)counting->rank_holes[hand] * times[hand] - taken[hand];
        if (weight > 0) {
            count_hand(counting, hand, hands->first[i], hands->second[i], 10 * weight);
        }
    }
}

static void count_rank_boards(const struct counting *counting)
{
    uint8_t r[5] = {0};
    do {
        if (r[0] != r[4]) { // nobody has five of a kind
            count_rank_board(counting, r);
        }
    } while (next_ranks(r, 5));
}

void uth_exact_kinds(struct uth_exact *exact, struct uth_exact_kinds *kinds)
{
    struct counting counting = {.exact = exact,
                                .worker = &exact->worker[0],
                                .kinds = kinds,
                                .ways = (int32_t(*)[RANK_HANDS])(void *)exact->shared.scratch};
    _Static_assert(sizeof(int32_t[RANK_BOARDS][RANK_HANDS]) <= SCRATCH_SIZE, "fits the scratch");
    memset(counting.ways, 0, sizeof(int32_t[RANK_BOARDS][RANK_HANDS]));
    memset(kinds, 0, sizeof *kinds);
    for (unsigned hole = 0; hole < HOLES; hole++) {
        counting.rank_holes[exact->space.hole_rank_hand[hole]]++;
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            counting.type_holes[exact->space.hole_type[suit][hole]]++;
        }
    }
    count_suit_boards(&counting);
    count_rank_boards(&counting);
}
