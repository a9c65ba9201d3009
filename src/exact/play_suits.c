// A strategy played through the boards on which a suit can flush.
#include <string.h>

#include "folds.h"
#include "style.h"

// Sums of one board. No more than 10 flops, 9 boards, 4 suits and 1,081 hands come together on it,
// against 990 dealer hands: 31 bits hold that.
enum { RIVER_SLOTS = UTH_RAISES_MAX + 1, PLACES = RIVER_SLOTS * GRADES };
struct board_sums {
    int32_t sum[PLACES][SHOWN];
};

struct descent {
    const struct player *player;
    struct worker *worker;
    struct tally *tally;
    struct taken *taken;
    struct group group;
};

// The group's flops that hold three of its ranks, added up in worker->row; those that hold two, by
// the off rank of the third card, in worker->partial.
static void gather_flops(const struct descent *descent, unsigned way)
{
    struct worker *worker = descent->worker;
    const struct group *group = &descent->group;
    const struct flop_rows *flops = &descent->player->tables->suit_flop[way];
    const uint8_t *rank = group->rank;
    uint8_t three[3] = {0, 1, 2};
    uint8_t two[2] = {0, 1};
    memset(worker->row[way], 0, sizeof worker->row[way]);
    do {
        const unsigned set = set3_index(rank[three[0]], rank[three[1]], rank[three[2]]);
        exact_row_add(worker->row[way], flops->row[set]);
    } while (next_set(three, 3, group->size));
    if (group->size == 5) {
        return;
    }
    memset(worker->partial[way], 0, sizeof worker->partial[way]);
    do {
        const unsigned set = set2_index(rank[two[0]], rank[two[1]]);
        for (unsigned off = 0; off < UTH_RANKS; off++) {
            exact_row_add(worker->partial[way][off],
                          flops->row[FLOPS_OF_TWO + set * UTH_RANKS + off]);
        }
    } while (next_set(two, 2, group->size));
}

// The flops with one card of the suit and both off cards.
struct ones {
    const int32_t *row[3];
};

EXACT_WIDE static void ways_of_three(struct worker *restrict worker, const struct space *space,
                                     unsigned way, const uint8_t off[2], struct ones ones,
                                     int32_t *restrict ways)
{
    const int32_t *low = worker->partial[way][off[0]];
    const int32_t *high = worker->partial[way][off[1]];
    const int32_t *held_low = space->off_count[off[0]];
    const int32_t *held_high = space->off_count[off[1]];
    const int32_t paired = off[0] == off[1];
    for (unsigned i = 0; i < HAND_ROW; i++) {
        const int32_t by_low = low[i] * (UTH_SUITS - 1 - held_high[i] - paired);
        const int32_t by_high = paired != 0 ? 0 : high[i] * (UTH_SUITS - 1 - held_low[i]);
        const int32_t all = worker->row[way][i] * worker->times[i] + by_low + by_high +
                            ones.row[0][i] + ones.row[1][i] + ones.row[2][i];
        ways[i] = all & worker->suited.possible[i];
    }
}

EXACT_WIDE static void ways_of_four(struct worker *restrict worker, unsigned way, unsigned off,
                                    int32_t *restrict ways)
{
    for (unsigned i = 0; i < HAND_ROW; i++) {
        const int32_t all = worker->row[way][i] * worker->times[i] + worker->partial[way][off][i];
        ways[i] = all & worker->suited.possible[i];
    }
}

// Ways to come to the board by every flop within it that holds a card of the suit.
static void ways_to_suit(const struct descent *descent, const uint8_t off[2], unsigned way,
                         int32_t ways[HAND_ROW])
{
    struct worker *worker = descent->worker;
    const struct group *group = &descent->group;
    const struct flop_rows *flops = &descent->player->tables->suit_flop[way];
    struct ones ones;
    switch (group->size) {
    case 3:
        for (unsigned i = 0; i < 3; i++) {
            ones.row[i] = flops->row[FLOPS_OF_ONE + group->rank[i] * (unsigned)RANK_HANDS +
                                     multi2_index(off[0], off[1])];
        }
        ways_of_three(worker, &descent->player->exact->space, way, off, ones, ways);
        return;
    case 4: ways_of_four(worker, way, off[0], ways); return;
    default:
        for (unsigned i = 0; i < HAND_ROW; i++) {
            ways[i] = worker->row[way][i] & worker->suited.possible[i];
        }
    }
}

// The rank board has counted these ways as if nobody could flush.
EXACT_WIDE static void take_ways(const int32_t *restrict ways, int32_t *restrict taken)
{
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        taken[hand] +=
            ways[hand] + ways[HIGH_HANDS + hand] + ways[LOW_HANDS + hand] + ways[OFF_HANDS + hand];
    }
}

struct shown {
    int32_t row[HAND_ROW][SHOWN];
};

EXACT_WIDE static void show_hands(const struct leaf *leaf, struct shown *shown)
{
    for (unsigned type = 0; type < HAND_ROW; type++) {
        shown->row[type][SHOWN_WAYS] = 1;
        shown->row[type][SHOWN_WIN] = leaf->win[type];
        shown->row[type][SHOWN_TIE] = leaf->tie[type];
        shown->row[type][SHOWN_LOW] = leaf->low[type];
    }
}

EXACT_WIDE static void add_hands(const struct hands *restrict hands,
                                 const struct shown *restrict shown, const int32_t *restrict ways,
                                 const uint8_t *restrict place, struct board_sums *restrict sums)
{
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned type = hands->type[i];
        if (ways[type] != 0) {
            for (unsigned k = 0; k < SHOWN; k++) {
                sums->sum[place[type]][k] += ways[type] * shown->row[type][k];
            }
        }
    }
}

static void add_board(struct tally *tally, unsigned slot, const struct board_sums *sums,
                      unsigned river)
{
    for (unsigned grade = 0; grade < GRADES; grade++) {
        for (unsigned k = 0; k < SHOWN; k++) {
            tally->sum[slot][grade][k] += sums->sum[river * GRADES + grade][k];
        }
    }
}

// Puts each hand in the place of its decision and its grade, and adds the board up.
static void tally_way(const struct descent *descent, unsigned way, const uint8_t *raise,
                      const struct shown *shown, const int32_t *ways)
{
    const struct worker *worker = descent->worker;
    const struct game *game = &descent->player->exact->game;
    const unsigned rivers = game->raise_count[UTH_STREET_RIVER];
    struct board_sums sums;
    uint8_t place[HAND_ROW];
    memset(&sums, 0, sizeof sums);
    for (unsigned type = 0; type < HAND_ROW; type++) {
        const unsigned slot = way == WAYS_CHECKED ? raise[type] : 0;
        place[type] = (uint8_t)(slot * GRADES + worker->leaf.grade[type]);
    }
    add_hands(&worker->hands, shown, ways, place, &sums);
    if (way == WAYS_SMALL) {
        add_board(descent->tally, SLOT_FLOP + game->raise_count[UTH_STREET_FLOP] - 1U, &sums, 0);
        return;
    }
    add_board(descent->tally, SLOT_RIVER, &sums, 0);
    if (rivers > 1) {
        add_board(descent->tally, SLOT_RIVER + rivers - 1, &sums, rivers - 1);
    }
    add_board(descent->tally, SLOT_FOLD, &sums, UTH_RAISES_MAX);
}

// Every board of the hand, whatever is done with it; less what the rank board shows for it.
EXACT_WIDE static void count_showdowns(struct worker *restrict worker,
                                       const struct shown *restrict shown,
                                       const struct fate *restrict fates)
{
    const struct hands *hands = &worker->hands;
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned type = hands->type[i];
        const int32_t times = worker->times[type];
        const struct fate fate = fates[hands->rank_hand[i]];
        const int32_t rank[SHOWN] = {1, fate.win, fate.tie, fate.low};
        int32_t *sum = worker->showdowns.type[type][worker->leaf.grade[type]];
        int32_t *less = worker->showdowns.type[type][fate.grade];
        for (unsigned k = 0; k < SHOWN; k++) {
            sum[k] += times * shown->row[type][k];
        }
        for (unsigned k = 0; k < SHOWN; k++) {
            less[k] -= times * rank[k];
        }
    }
}

unsigned exact_play_river(const struct player *player, struct worker *worker,
                          const struct group *group, const uint8_t off[2], uint8_t raise[HAND_ROW])
{
    const struct uth_exact *exact = player->exact;
    const unsigned board = exact_leaf_of_group(exact, worker, group, off);
    struct river_facts facts = {.outs = {0}};
    exact_leaf_values(&worker->leaf, &exact->game, HAND_ROW, &worker->values);
    if (exact_asks_facts(player)) {
        exact_river_facts_of_suit(worker, &exact->space, group->suited, board,
                                  &player->tables->simple[board], &facts);
    }
    if (player->planner != NULL) {
        const struct plan_board seen = {
            .suited = group->suited, .off = off, .off_count = 5 - group->size};
        exact_plan_river(player->planner, &exact->game, &worker->hands, &seen, &facts, raise);
        return board;
    }
    exact_style_river(&exact->game, player->style, &worker->values, HAND_ROW, &facts, raise);
    return board;
}

static void count_folds(const struct descent *descent, const uint8_t off[2], const uint8_t *raise,
                        const int32_t ways[HAND_ROW])
{
    const struct worker *worker = descent->worker;
    const struct group *group = &descent->group;
    struct fold_board seen = {
        .suited = group->suited, .hands = &worker->hands, .left = worker->leaf.left};
    for (unsigned i = 0; i < 5; i++) {
        seen.board[i] = i < group->size ? uth_card_make(group->rank[i], 0)
                                        : uth_card_make(off[i - group->size], i - group->size + 1);
    }
    for (unsigned i = 0; i < worker->hands.count; i++) {
        const unsigned type = worker->hands.type[i];
        seen.ways[type] = raise[type] == UTH_RAISES_MAX ? ways[type] : 0;
        seen.win[type] = worker->leaf.win[type];
        seen.tie[type] = worker->leaf.tie[type];
    }
    exact_folds_add(descent->player->folds, &seen);
}

static void play_suit_board(const struct descent *descent, const uint8_t off[2])
{
    const struct player *player = descent->player;
    struct worker *worker = descent->worker;
    uint8_t raise[HAND_ROW];
    struct shown shown;
    const unsigned board = exact_play_river(player, worker, &descent->group, off, raise);
    exact_ways_of_off(&player->exact->space, off, 5 - descent->group.size, worker->times);
    show_hands(&worker->leaf, &shown);
    for (unsigned way = 0; way < player->ways; way++) {
        int32_t ways[HAND_ROW];
        ways_to_suit(descent, off, way, ways);
        tally_way(descent, way, raise, &shown, ways);
        take_ways(ways, descent->taken[way].row[board]);
        if (player->folds != NULL && way == WAYS_CHECKED) {
            count_folds(descent, off, raise, ways);
        }
        if (player->planner != NULL && way == WAYS_CHECKED) {
            exact_plan_add_river(player->planner, &player->exact->game, &worker->hands,
                                 &worker->values, ways);
        }
    }
    if (player->counts) {
        count_showdowns(worker, &shown, player->tables->fate[board]);
    }
}

void exact_play_groups(void *context, unsigned index)
{
    const struct player *player = context;
    struct uth_exact *exact = player->exact;
    struct descent descent = {.player = player,
                              .worker = &exact->worker[index],
                              .tally = &player->tables->tally[index],
                              .taken = taken_of(player, index)};
    memset(descent.taken, 0, player->ways * sizeof *descent.taken);
    for (unsigned set = index; set < SETS; set += exact->threads) {
        uint8_t off[2] = {0, 0};
        descent.group = exact_group_of(exact, set, descent.worker);
        exact_space_hands(&exact->space, descent.group.suited, &descent.worker->hands);
        for (unsigned way = 0; way < player->ways; way++) {
            gather_flops(&descent, way);
        }
        do {
            play_suit_board(&descent, off);
        } while (exact_next_off(&descent.group, off));
    }
}
