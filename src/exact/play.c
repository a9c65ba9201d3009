// A strategy played through every deal.
//
// The solve carries values from the river up to the flop. Here the same sums run the other way: the
// flop decisions, made for every flop and hole, are carried down as the number of ways a hand comes
// to a board unbet, in the same two small spaces. So any strategy whose river decision can be seen
// from the ranks, or from the one suit that can flush, costs about what the solve costs.
#include <string.h>

#include "simple.h"
#include "style.h"
#include "tally.h"

enum { WAYS_CHECKED, WAYS_SMALL, WAYS };

struct play_tables {
    struct flop_rows suit_flop[WAYS]; // ways to reach the flop and check it, or bet the small size
    int32_t rank_flop[WAYS][RANK_FLOPS][RANK_HANDS_ROW];
    struct fate rank_fate[RANK_BOARDS][RANK_HANDS];
    struct simple_board simple[RANK_BOARDS];
    // Holes by their play before the flop, the check last; and pairs of hole and suit.
    int32_t rank_holes[UTH_RAISES_MAX + 1][RANK_HANDS_ROW];
    int32_t type_holes[UTH_RAISES_MAX + 1][HAND_ROW];
    struct tally tally[THREADS_MAX];
};
_Static_assert(sizeof(struct play_tables) <= SCRATCH_SIZE, "the tables share the solver's memory");

struct player {
    struct uth_exact *exact;
    struct play_tables *tables;
    enum uth_style style;
    unsigned ways; // kinds of ways: the small size exists only where the flop offers two
};

// Before the flop and on it

static void play_preflop(const struct player *player, bool checks[CLASSES])
{
    const struct space *space = &player->exact->space;
    for (unsigned hole = 0; hole < HOLES; hole++) {
        const unsigned hand_class = space->hole_class[hole];
        const unsigned action = exact_style_preflop(player->exact, player->style, hand_class);
        checks[hand_class] = action == UTH_RAISES_MAX;
        player->tables->rank_holes[action][space->hole_rank_hand[hole]]++;
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            player->tables->type_holes[action][space->hole_type[suit][hole]]++;
        }
    }
}

static void play_flop(const struct player *player, const struct flop *flop,
                      const bool checks[CLASSES])
{
    const struct space *space = &player->exact->space;
    const struct game *game = &player->exact->game;
    const unsigned rank_flop = rank_flop_of(flop->card);
    unsigned suit_flop[UTH_SUITS];
    struct flop_view view;
    exact_flop_view_of(player->exact, flop->card, &view);
    for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
        suit_flop[suit] = exact_suit_flop_of(flop->card, suit);
    }
    for (unsigned hole = 0; hole < HOLES; hole++) {
        if (!checks[space->hole_class[hole]] || (view.cards & space->hole_set[hole]) != 0) {
            continue;
        }
        const unsigned play =
            exact_style_flop(player->exact, player->style, flop->card, &view, hole);
        if (play != 0 && play == (unsigned)game->flop_large) {
            continue; // counted as the rest
        }
        const unsigned way = play == 0 ? WAYS_CHECKED : WAYS_SMALL;
        player->tables->rank_flop[way][rank_flop][space->hole_rank_hand[hole]] += flop->weight;
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            if (suit_flop[suit] != SUIT_FLOP_NONE) {
                player->tables->suit_flop[way].row[suit_flop[suit]][space->hole_type[suit][hole]] +=
                    flop->weight;
            }
        }
    }
}

static uint8_t river_slot(const struct player *player, const struct values *values, unsigned hand,
                          const bool *simple)
{
    const unsigned raise =
        exact_style_river(&player->exact->game, player->style, values, hand, simple);
    return (uint8_t)(raise == UTH_RAISES_MAX ? SLOT_FOLD : SLOT_RIVER + raise);
}

static struct fate fate_of(const struct leaf *leaf, const struct game *game, unsigned hand,
                           uint8_t river)
{
    const unsigned level = leaf->level[hand];
    unsigned kind = 0;
    while (level >= leaf->below[kind + 1]) {
        kind++;
    }
    return (struct fate){.win = (int16_t)leaf->win[hand],
                         .tie = (int16_t)leaf->tie[hand],
                         .low = (int16_t)leaf->low[hand],
                         .kind = (uint8_t)kind,
                         .below = level < leaf->below[game->qualifies_with],
                         .river = river};
}

// Rank boards

// Adds the ways by one flop, the turn and river standing at two places of the board.
static void add_rank_flop(const struct player *player, const uint8_t r[5], const uint8_t late[2],
                          unsigned way, int64_t ways[RANK_HANDS_ROW])
{
    const struct space *space = &player->exact->space;
    const unsigned turn = r[late[0]];
    const unsigned river = r[late[1]];
    int32_t seen[UTH_RANKS] = {0};
    uint8_t flop[3];
    for (unsigned k = 0, at = 0; k < 5; k++) {
        if (k != late[0] && k != late[1]) {
            flop[at++] = r[k];
            seen[r[k]]++;
        }
    }
    const int32_t again = turn == river;
    const int32_t *row = player->tables->rank_flop[way][multi3_index(flop[0], flop[1], flop[2])];
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        const int32_t turns = UTH_SUITS - seen[turn] - space->rank_count[turn][hand];
        const int32_t rivers = UTH_SUITS - seen[river] - space->rank_count[river][hand] - again;
        ways[hand] += (int64_t)row[hand] * (turns * rivers >> again);
    }
}

// Ways to come to a rank board by each flop within it and each turn and river. Two places with the
// ranks of two others are the same turn and river, and count once.
static void ways_to_ranks(const struct player *player, const uint8_t r[5], unsigned way,
                          int64_t ways[RANK_HANDS_ROW])
{
    bool done[UTH_RANKS][UTH_RANKS] = {{false}};
    uint8_t late[2] = {0, 1};
    memset(ways, 0, RANK_HANDS_ROW * sizeof ways[0]);
    do {
        bool *known = &done[r[late[0]]][r[late[1]]];
        if (!*known) {
            *known = true;
            add_rank_flop(player, r, late, way, ways);
        }
    } while (next_set(late, 2, 5));
}

static void fill_paths(const struct player *player, struct paths *paths, const int32_t *holes,
                       size_t stride, int64_t boards)
{
    for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
        paths->preflop[i] = 10 * boards * holes[i * stride];
    }
    paths->flop_large = 10 * boards * holes[UTH_RAISES_MAX * stride] - paths->checked -
                        (player->ways > 1 ? paths->flop_small : 0);
}

static void play_rank_board(const struct player *player, struct worker *worker, const uint8_t r[5])
{
    struct uth_exact *exact = player->exact;
    struct play_tables *tables = player->tables;
    const unsigned index = exact_multi5_any_index(r);
    int32_t boards[RANK_HANDS_ROW];
    int64_t ways[WAYS][RANK_HANDS_ROW];
    bool simple[HAND_ROW] = {false};
    exact_leaf_of_ranks(&worker->leaf, &exact->space, &exact->game, r);
    exact_leaf_values(&worker->leaf, &exact->game, RANK_HANDS_ROW, &worker->values);
    if (player->style == UTH_STYLE_SIMPLE) {
        exact_simple_bets_river_ranks(&worker->leaf, &exact->space, &tables->simple[index], simple);
    }
    exact_ways_of_board(&exact->space, r, boards);
    memset(ways, 0, sizeof ways);
    for (unsigned way = 0; way < player->ways; way++) {
        ways_to_ranks(player, r, way, ways[way]);
    }
    for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
        if (boards[hand] == 0) {
            continue;
        }
        const struct fate fate = fate_of(&worker->leaf, &exact->game, hand,
                                         river_slot(player, &worker->values, hand, simple));
        struct paths paths = {.checked = ways[WAYS_CHECKED][hand],
                              .flop_small = ways[WAYS_SMALL][hand]};
        fill_paths(player, &paths, &tables->rank_holes[0][hand], RANK_HANDS_ROW, boards[hand]);
        tables->rank_fate[index][hand] = fate;
        exact_tally_paths(&tables->tally[0], &exact->game, &paths, fate);
    }
}

static void play_rank_boards(const struct player *player)
{
    uint8_t r[5] = {0};
    do {
        if (r[0] != r[4]) { // nobody has five of a kind
            play_rank_board(player, &player->exact->worker[0], r);
        }
    } while (next_ranks(r, 5));
}

// Boards as the suit sees them

struct table_of_suit {
    const struct player *player;
    struct worker *worker;
    struct tally *tally;
    unsigned suited;
    uint8_t rank[5];
    unsigned size;
};

static void add_pairs(const struct table_of_suit *table, unsigned way, unsigned off, int32_t *row)
{
    const struct flop_rows *flops = &table->player->tables->suit_flop[way];
    uint8_t at[2] = {0, 1};
    do {
        const unsigned pair = set2_index(table->rank[at[0]], table->rank[at[1]]);
        exact_row_add(row, flops->row[FLOPS_OF_TWO + pair * UTH_RANKS + off]);
    } while (next_set(at, 2, table->size));
}

static void add_triples(const struct table_of_suit *table, unsigned way, int32_t *row)
{
    const struct flop_rows *flops = &table->player->tables->suit_flop[way];
    const uint8_t *rank = table->rank;
    uint8_t at[3] = {0, 1, 2};
    do {
        exact_row_add(row, flops->row[set3_index(rank[at[0]], rank[at[1]], rank[at[2]])]);
    } while (next_set(at, 3, table->size));
}

// Ways to come to the board by every flop within it that holds a card of the suit.
static void ways_to_suit(const struct table_of_suit *table, const uint8_t *off, unsigned way,
                         int32_t ways[HAND_ROW])
{
    const struct space *space = &table->player->exact->space;
    const unsigned offs = 5 - table->size;
    int32_t row[HAND_ROW] = {0};
    int32_t times[HAND_ROW];
    memset(ways, 0, HAND_ROW * sizeof ways[0]);
    add_triples(table, way, row);
    exact_row_add_times(ways, row, table->worker->times);
    if (offs == 1) {
        add_pairs(table, way, off[0], ways);
    }
    if (offs < 2) {
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        const unsigned flop =
            FLOPS_OF_ONE + table->rank[i] * (unsigned)RANK_HANDS + multi2_index(off[0], off[1]);
        exact_row_add(ways, table->player->tables->suit_flop[way].row[flop]);
    }
    for (unsigned i = 0; i < (off[0] == off[1] ? 1U : 2U); i++) {
        memset(row, 0, sizeof row);
        add_pairs(table, way, off[i], row);
        exact_ways_of_off(space, &off[1 - i], 1, times);
        for (unsigned type = 0; off[0] == off[1] && type < HAND_ROW; type++) {
            times[type]--;
        }
        exact_row_add_times(ways, row, times);
    }
}

static void play_suit_board(const struct table_of_suit *table, const uint8_t *off)
{
    const struct player *player = table->player;
    struct uth_exact *exact = player->exact;
    struct worker *worker = table->worker;
    int32_t ways[WAYS][HAND_ROW];
    bool simple[HAND_ROW];
    uint8_t ranks[5];
    memcpy(ranks, table->rank, sizeof ranks);
    memcpy(ranks + table->size, off, 5 - table->size);
    const unsigned index = exact_multi5_any_index(ranks);
    exact_leaf_of_suit(&worker->leaf, &exact->space, &exact->game, &worker->hands, table->suited,
                       off);
    exact_leaf_values(&worker->leaf, &exact->game, HAND_ROW, &worker->values);
    exact_ways_of_off(&exact->space, off, 5 - table->size, worker->times);
    if (player->style == UTH_STYLE_SIMPLE) {
        exact_simple_bets_river_suit(&worker->leaf, &exact->space, &worker->hands, table->suited,
                                     &player->tables->simple[index], simple);
    }
    memset(ways, 0, sizeof ways);
    for (unsigned way = 0; way < player->ways; way++) {
        ways_to_suit(table, off, way, ways[way]);
    }
    for (unsigned i = 0; i < worker->hands.count; i++) {
        const unsigned type = worker->hands.type[i];
        if (worker->times[type] <= 0) {
            continue;
        }
        struct paths paths = {.checked = ways[WAYS_CHECKED][type],
                              .flop_small = ways[WAYS_SMALL][type]};
        fill_paths(player, &paths, &player->tables->type_holes[0][type], HAND_ROW,
                   worker->times[type]);
        exact_tally_paths(table->tally, &exact->game, &paths,
                          fate_of(&worker->leaf, &exact->game, type,
                                  river_slot(player, &worker->values, type, simple)));
        // The rank board counted these boards as if nobody could flush.
        for (unsigned k = 0; k < UTH_RAISES_MAX; k++) {
            paths.preflop[k] = -paths.preflop[k];
        }
        paths.flop_large = -paths.flop_large;
        paths.flop_small = -paths.flop_small;
        paths.checked = -paths.checked;
        exact_tally_paths(table->tally, &exact->game, &paths,
                          player->tables->rank_fate[index][worker->hands.rank_hand[i]]);
    }
}

static void play_set(const struct player *player, unsigned index, unsigned set)
{
    struct uth_exact *exact = player->exact;
    struct table_of_suit table = {.player = player,
                                  .worker = &exact->worker[index],
                                  .tally = &player->tables->tally[index],
                                  .suited = exact->space.set_mask[set]};
    for (unsigned left = table.suited; left != 0; left &= left - 1) {
        table.rank[table.size++] = (uint8_t)__builtin_ctz(left);
    }
    exact_space_hands(&exact->space, table.suited, &table.worker->hands);
    uint8_t off[2] = {0, 0};
    const uint8_t last[2] = {table.size < 5 ? UTH_RANKS : 1, table.size < 4 ? UTH_RANKS : 1};
    for (off[0] = 0; off[0] < last[0]; off[0]++) {
        for (off[1] = table.size < 4 ? off[0] : 0; off[1] < last[1]; off[1]++) {
            play_suit_board(&table, off);
        }
    }
}

static void play_sets(void *context, unsigned index)
{
    const struct player *player = context;
    for (unsigned set = index; set < SETS; set += player->exact->threads) {
        play_set(player, index, set);
    }
}

void uth_exact_play(struct uth_exact *exact, enum uth_style style, struct uth_exact_play *play)
{
    UTH_CHECK(style < UTH_STYLE_COUNT);
    struct player player = {.exact = exact,
                            .tables = (struct play_tables *)(void *)exact->shared.scratch,
                            .style = style,
                            .ways = exact->channels};
    bool checks[CLASSES];
    memset(player.tables, 0, sizeof *player.tables);
    if (style == UTH_STYLE_SIMPLE) {
        exact_simple_build(player.tables->simple);
    }
    play_preflop(&player, checks);
    for (unsigned i = 0; i < FLOPS; i++) {
        play_flop(&player, &exact->flops[i], checks);
    }
    play_rank_boards(&player);
    exact_team_run(exact->threads, play_sets, &player);
    for (unsigned index = 1; index < exact->threads; index++) {
        exact_tally_merge(&player.tables->tally[0], &player.tables->tally[index]);
    }
    exact_tally_report(&player.tables->tally[0], &exact->game, play);
}
