// What the player and the dealer hold against each other, over every deal.
//
// The dealer's hands of one kind that a player's two cards leave are a number for the board, less one
// number for each of the two cards. So the player's hands of one kind are added up first, by their
// cards, and each pair of kinds is counted once for the whole board.
#include <string.h>

#include "solution.h"

// [rank board]: boards on which a suit can flush, to be taken off.
struct taken_boards {
    int32_t row[RANK_BOARDS][RANK_HANDS];
};
_Static_assert(sizeof(struct taken_boards) <= SCRATCH_SIZE, "fits the scratch");
_Static_assert(sizeof(struct taken_boards) <= sizeof(struct flop_rows), "and a thread's own rows");

struct counting {
    struct uth_exact *exact;
    int32_t type_holes[HAND_ROW];
    int32_t rank_holes[RANK_HANDS_ROW];
};

// The player's hands of one kind on one board: ways, ways by card, and their own wins and ties.
struct crowd {
    int64_t ways;
    int64_t win, tie;
    int64_t holding[CARD_TYPES];
};

static struct taken_boards *taken_of(const struct counting *counting, unsigned index)
{
    struct uth_exact *exact = counting->exact;
    return index == 0
               ? (struct taken_boards *)(void *)exact->shared.scratch
               : (struct taken_boards *)(void *)&exact->suit_flop[(size_t)index * exact->channels];
}

static void join(struct crowd crowds[UTH_HAND_COUNT], const struct leaf *leaf,
                 const struct hands *hands, unsigned i, int64_t weight)
{
    const unsigned type = hands->type[i];
    struct crowd *crowd = &crowds[leaf->kind[type]];
    crowd->ways += weight;
    crowd->win += weight * leaf->win[type];
    crowd->tie += weight * leaf->tie[type];
    crowd->holding[hands->first[i]] += weight;
    crowd->holding[hands->second[i]] += weight;
}

// Pairs of a player's hand of the crowd and a dealer's hand of the kind.
static int64_t meetings(const struct crowd *crowd, const struct dealers *below, unsigned kind)
{
    const struct dealers *from = &below[kind];
    const struct dealers *to = &below[kind + 1];
    int64_t sum = crowd->ways * (to->hands - from->hands);
    for (unsigned card = 0; card < CARD_TYPES; card++) {
        sum -= crowd->holding[card] * (to->holding[card] - from->holding[card]);
    }
    return sum;
}

// A dealer's hand of a lesser kind loses and one of a better kind wins; within the kind the leaf has counted.
// A deal is one of ten flops of its board.
static void count_crowd(struct uth_exact_kinds *kinds, const struct dealers *below,
                        const struct crowd *crowd, unsigned own)
{
    int64_t lesser = 0;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        if (kind != own && below[kind].hands == below[kind + 1].hands) {
            continue;
        }
        int64_t *deals = kinds->deals[own][kind];
        const int64_t met = meetings(crowd, below, kind);
        if (kind < own) {
            deals[UTH_EXACT_PLAYER_WINS] += 10 * met;
            lesser += met;
        } else if (kind > own) {
            deals[UTH_EXACT_DEALER_WINS] += 10 * met;
        } else {
            const int64_t win = crowd->win - lesser;
            deals[UTH_EXACT_PLAYER_WINS] += 10 * win;
            deals[UTH_EXACT_TIE] += 10 * crowd->tie;
            // His own two cards were taken away twice, and given back once for each way.
            deals[UTH_EXACT_DEALER_WINS] += 10 * (met + crowd->ways - win - crowd->tie);
        }
    }
}

static void count_crowds(struct uth_exact_kinds *kinds, const struct dealers *below,
                         const struct crowd crowds[UTH_HAND_COUNT])
{
    for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
        if (crowds[own].ways != 0) {
            count_crowd(kinds, below, &crowds[own], own);
        }
    }
}

static void count_suit_board(const struct counting *counting, unsigned index,
                             const struct group *group, const uint8_t off[2])
{
    struct uth_exact *exact = counting->exact;
    struct worker *worker = &exact->worker[index];
    const struct hands *hands = &worker->hands;
    const unsigned board = exact_leaf_of_group(exact, worker, group, off);
    int32_t *taken = taken_of(counting, index)->row[board];
    struct dealers below[UTH_HAND_COUNT + 1];
    struct crowd crowds[UTH_HAND_COUNT];
    memset(crowds, 0, sizeof crowds);
    exact_leaf_dealers(&worker->leaf, &exact->space, &worker->suited, below);
    exact_ways_of_off(&exact->space, off, 5 - group->size, worker->times);
    for (unsigned i = 0; i < hands->count; i++) {
        const int32_t weight = counting->type_holes[hands->type[i]] * worker->times[hands->type[i]];
        if (weight > 0) {
            taken[hands->rank_hand[i]] += weight;
            join(crowds, &worker->leaf, hands, i, weight);
        }
    }
    count_crowds(&worker->kinds, below, crowds);
}

static void count_suit_boards(void *context, unsigned index)
{
    const struct counting *counting = context;
    struct uth_exact *exact = counting->exact;
    memset(taken_of(counting, index), 0, sizeof(struct taken_boards));
    memset(&exact->worker[index].kinds, 0, sizeof exact->worker[index].kinds);
    for (unsigned set = index; set < SETS; set += exact->threads) {
        uint8_t off[2] = {0, 0};
        const struct group group = exact_group_of(exact, set, &exact->worker[index]);
        exact_space_hands(&exact->space, group.suited, &exact->worker[index].hands);
        do {
            count_suit_board(counting, index, &group, off);
        } while (exact_next_off(&group, off));
    }
}

static void count_rank_board(const struct counting *counting, unsigned index, const uint8_t r[5],
                             unsigned board)
{
    struct uth_exact *exact = counting->exact;
    struct worker *worker = &exact->worker[index];
    struct leaf *leaf = &worker->leaf;
    const struct hands *hands = &exact->space.rank_hands;
    const struct rank_counts *counts = &exact->rank_counts[board];
    int32_t times[RANK_HANDS_ROW];
    struct dealers below[UTH_HAND_COUNT + 1];
    struct crowd crowds[UTH_HAND_COUNT];
    memset(crowds, 0, sizeof crowds);
    for (unsigned kind = 0; kind <= UTH_HAND_COUNT; kind++) {
        below[kind] = (struct dealers){.hands = counts->below[kind].hands};
        memcpy(below[kind].holding, counts->below[kind].holding, UTH_RANKS);
    }
    exact_leaf_of_ranks(leaf, &exact->space, &exact->game, counts, r);
    exact_ways_of_board(&exact->space, r, times);
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned hand = hands->type[i];
        int64_t weight = (int64_t)counting->rank_holes[hand] * times[hand];
        for (unsigned k = 0; k < exact->threads; k++) {
            weight -= taken_of(counting, k)->row[board][hand];
        }
        if (weight > 0) {
            join(crowds, leaf, hands, i, weight);
        }
    }
    count_crowds(&worker->kinds, below, crowds);
}

static void count_rank_boards(void *context, unsigned index)
{
    const struct counting *counting = context;
    uint8_t r[5] = {0};
    unsigned board = 0;
    do {
        if (r[0] != r[4] && board % counting->exact->threads == index) { // no five of a kind
            count_rank_board(counting, index, r, board);
        }
        board++;
    } while (next_ranks(r, 5));
}

void uth_exact_kinds(struct uth_exact *exact, struct uth_exact_kinds *kinds)
{
    struct counting counting = {.exact = exact};
    for (unsigned hole = 0; hole < HOLES; hole++) {
        counting.rank_holes[exact->space.hole_rank_hand[hole]]++;
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            counting.type_holes[exact->space.hole_type[suit][hole]]++;
        }
    }
    exact_team_run(exact->threads, count_suit_boards, &counting);
    exact_team_run(exact->threads, count_rank_boards, &counting);
    *kinds = exact->worker[0].kinds;
    for (unsigned index = 1; index < exact->threads; index++) {
        const struct uth_exact_kinds *part = &exact->worker[index].kinds;
        for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
            for (unsigned i = 0; i < UTH_HAND_COUNT * UTH_EXACT_WINNERS; i++) {
                kinds->deals[own][i / UTH_EXACT_WINNERS][i % UTH_EXACT_WINNERS] +=
                    part->deals[own][i / UTH_EXACT_WINNERS][i % UTH_EXACT_WINNERS];
            }
        }
    }
}
