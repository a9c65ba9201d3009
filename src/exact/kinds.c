// What the player and the dealer hold against each other, over every deal.
//
// Who is player and who is dealer makes no difference to the cards. So on one board hands of kind i
// meet hands of kind j as often as j meets i, the better kind wins, and within a kind what is no tie
// is won by either as often:
//
//     meetings of i and j = hands of i x hands of j, less those that share a card
//
// That takes the hands of each kind, and how many of them hold each card. Only the ties are added up
// hand by hand. Every board is counted for all the boards that look alike.
#include <string.h>

#include "solution.h"

// Pairs of hands by their grades, the lesser first, and the ties among them, both per board.
struct meetings {
    int64_t met[GRADES][GRADES];
    int64_t tied[GRADES];
    int64_t taken[RANK_BOARDS]; // boards on which a suit can flush, by their ranks
};
_Static_assert(sizeof(struct meetings) <= sizeof(struct flop_rows), "it fits a thread's own rows");

struct counting {
    struct uth_exact *exact;
    int32_t type_holes[HAND_ROW];
};

static struct meetings *meetings_of(const struct counting *counting, unsigned index)
{
    struct uth_exact *exact = counting->exact;
    return index == 0
               ? (struct meetings *)(void *)exact->shared.scratch
               : (struct meetings *)(void *)&exact->suit_flop[(size_t)index * exact->channels];
}

// Two hands meet in either order where their kinds differ; of one kind each pair is met twice, and
// no hand meets itself.
static int64_t count_met(const struct dealers *one, const struct dealers *other,
                         const uint8_t left[CARD_TYPES], bool same)
{
    int64_t met = (int64_t)one->hands * other->hands;
    for (unsigned card = 0; card < CARD_TYPES; card++) {
        met -= (int64_t)left[card] * one->holding[card] * other->holding[card];
    }
    return met + (same ? one->hands : 0);
}

static void add_met(struct meetings *meetings, const struct dealers below[GRADES + 1],
                    const uint8_t left[CARD_TYPES], int64_t boards)
{
    struct dealers of[GRADES];
    for (unsigned grade = 0; grade < GRADES; grade++) {
        of[grade].hands = (uint16_t)(below[grade + 1].hands - below[grade].hands);
        for (unsigned card = 0; of[grade].hands != 0 && card < CARD_TYPES; card++) {
            of[grade].holding[card] =
                (uint8_t)(below[grade + 1].holding[card] - below[grade].holding[card]);
        }
    }
    for (unsigned i = 0; i < GRADES; i++) {
        for (unsigned k = i; of[i].hands != 0 && k < GRADES; k++) {
            if (of[k].hands != 0) {
                meetings->met[i][k] += boards * count_met(&of[i], &of[k], left, i == k);
            }
        }
    }
}

// Boards that look like this one to some suit.
static int boards_of(const struct group *group, const uint8_t off[2])
{
    switch (group->size) {
    case 3: return UTH_SUITS * (off[0] == off[1] ? 3 : 9);
    case 4: return UTH_SUITS * 3;
    default: return UTH_SUITS;
    }
}

EXACT_WIDE static void add_tied(struct meetings *meetings, const struct worker *restrict worker,
                                const int32_t *restrict holes,
                                const struct dealers below[GRADES + 1])
{
    for (unsigned grade = 0; grade < GRADES; grade++) {
        int32_t tied = 0; // at most 36 boards, 1,081 hands and 990 dealers
        for (unsigned type = 0; below[grade].hands < below[grade + 1].hands && type < HAND_ROW;
             type++) {
            const int32_t ways =
                worker->leaf.grade[type] == grade
                    ? holes[type] * worker->times[type] & worker->suited.possible[type]
                    : 0;
            tied += ways * worker->leaf.tie[type];
        }
        meetings->tied[grade] += tied;
    }
}

static void count_suit_board(const struct counting *counting, unsigned index,
                             const struct group *group, const uint8_t off[2])
{
    struct uth_exact *exact = counting->exact;
    struct worker *worker = &exact->worker[index];
    struct meetings *meetings = meetings_of(counting, index);
    struct dealers below[GRADES + 1];
    const int64_t boards = boards_of(group, off);
    const unsigned board = exact_leaf_of_group(exact, worker, group, off);
    exact_leaf_dealers(&worker->leaf, &exact->space, &worker->suited, below);
    exact_ways_of_off(&exact->space, off, 5 - group->size, worker->times);
    add_met(meetings, below, worker->leaf.left, boards);
    add_tied(meetings, worker, counting->type_holes, below);
    meetings->taken[board] += boards;
}

static void count_suit_boards(void *context, unsigned index)
{
    const struct counting *counting = context;
    struct uth_exact *exact = counting->exact;
    memset(meetings_of(counting, index), 0, sizeof(struct meetings));
    for (unsigned set = index; set < SETS; set += exact->threads) {
        uint8_t off[2] = {0, 0};
        const struct group group = exact_group_of(exact, set, &exact->worker[index]);
        do {
            count_suit_board(counting, index, &group, off);
        } while (exact_next_off(&group, off));
    }
}

// The boards of these ranks on which no suit can flush.
static int64_t plain_boards_of(const struct counting *counting, const uint8_t r[5], unsigned board)
{
    uint8_t left[UTH_RANKS];
    int64_t boards = 1;
    memset(left, UTH_SUITS, sizeof left);
    for (unsigned i = 0, run = 1; i < 5; i++) {
        run = i > 0 && r[i] == r[i - 1] ? run + 1 : 1;
        boards = boards * left[r[i]]-- / run;
    }
    for (unsigned index = 0; index < counting->exact->threads; index++) {
        boards -= meetings_of(counting, index)->taken[board];
    }
    return boards;
}

static void count_rank_board(const struct counting *counting, unsigned index, const uint8_t r[5],
                             unsigned board)
{
    const struct uth_exact *exact = counting->exact;
    const struct rank_counts *counts = &exact->rank_counts[board];
    const int64_t boards = plain_boards_of(counting, r, board);
    struct meetings *meetings = meetings_of(counting, index);
    struct leaf *leaf = &exact->worker[index].leaf;
    struct dealers below[GRADES + 1];
    uint8_t left[CARD_TYPES] = {0};
    for (unsigned grade = 0; grade <= GRADES; grade++) {
        below[grade] = (struct dealers){.hands = counts->below[grade].hands};
        memcpy(below[grade].holding, counts->below[grade].holding, UTH_RANKS);
    }
    exact_left_of_ranks(r, left);
    add_met(meetings, below, left, boards);
    exact_leaf_of_ranks(leaf, &exact->space, &exact->game, counts, r);
    for (unsigned b = 0; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a <= b; a++) {
            const unsigned hand = multi2_index(a, b);
            const int64_t ways = a == b ? choose2(left[b]) : left[a] * left[b];
            meetings->tied[leaf->grade[hand]] += ways * boards * leaf->tie[hand];
        }
    }
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

// A deal is one of ten flops of its board.
static void add_deals(struct uth_exact_kinds *kinds, uth_hand part, const struct meetings *meetings)
{
    for (unsigned i = 0; i < GRADES; i++) {
        const unsigned one = exact_kind_of_grade(part, i);
        const int64_t decided = meetings->met[i][i] - meetings->tied[i];
        kinds->deals[one][one][UTH_EXACT_TIE] += 10 * meetings->tied[i];
        kinds->deals[one][one][UTH_EXACT_DEALER_WINS] += 5 * decided;
        kinds->deals[one][one][UTH_EXACT_PLAYER_WINS] += 5 * decided;
        for (unsigned k = i + 1; k < GRADES; k++) {
            const unsigned other = exact_kind_of_grade(part, k);
            kinds->deals[one][other][UTH_EXACT_DEALER_WINS] += 10 * meetings->met[i][k];
            kinds->deals[other][one][UTH_EXACT_PLAYER_WINS] += 10 * meetings->met[i][k];
        }
    }
}

void uth_exact_kinds(struct uth_exact *exact, struct uth_exact_kinds *kinds)
{
    struct counting counting = {.exact = exact};
    for (unsigned hole = 0; hole < HOLES; hole++) {
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            counting.type_holes[exact->space.hole_type[suit][hole]]++;
        }
    }
    exact_team_run(exact->threads, count_suit_boards, &counting);
    exact_team_run(exact->threads, count_rank_boards, &counting);
    uth_exact_hands(kinds);
    for (unsigned index = 0; index < exact->threads; index++) {
        add_deals(kinds, exact->space.part, meetings_of(&counting, index));
    }
}
