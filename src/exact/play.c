// A strategy played through every deal.
//
// The solve carries values from the river up to the flop. Here the same sums run the other way: the
// flop decisions, made for every flop and hole, are carried down as the number of ways a hand comes
// to a board unbet, in the same two small spaces. So any strategy whose river decision can be seen
// from the ranks, or from the one suit that can flush, costs about what the solve costs.
//
// Only what is checked on the flop, or bet there with the smaller of two sizes, is followed to the
// river. A hand that raises before the flop is shown down on every board, whatever the pays: those
// showdowns are counted once. What remains of them when all other ways are taken off was bet on the
// flop.
#include "play.h"

#include <string.h>

#include "folds.h"
#include "style.h"

_Static_assert(sizeof(struct play_tables) <= SCRATCH_SIZE, "the tables share the solver's memory");

// Before the flop and on it

// Its place among the raises; UTH_RAISES_MAX is the check.
static unsigned play_class(const struct player *player, unsigned hand_class)
{
    const struct game *game = &player->exact->game;
    if (player->planner == NULL) {
        return exact_style_preflop(player->exact, player->style, hand_class);
    }
    const unsigned rule = exact_plan_preflop(player->planner->plan, hand_class);
    const unsigned play = exact_plan_play(player->planner->plan, rule);
    unsigned raise = play == 0 ? UTH_RAISES_MAX : 0;
    while (play != 0 && game->raises[UTH_STREET_PREFLOP][raise] != play) {
        raise++;
    }
    exact_plan_add_preflop(player->planner, player->exact, hand_class, rule);
    return raise;
}

static void play_preflop(const struct player *player)
{
    const struct space *space = &player->exact->space;
    struct play_tables *tables = player->tables;
    for (unsigned hole = 0; hole < HOLES; hole++) {
        const unsigned action = play_class(player, space->hole_class[hole]);
        if (action == UTH_RAISES_MAX) {
            tables->checked[tables->checked_count++] = (uint16_t)hole;
        }
        tables->rank_holes[action][space->hole_rank_hand[hole]]++;
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            tables->type_holes[action][space->hole_type[suit][hole]]++;
        }
    }
}

// In antes; 0 is a check.
static unsigned play_hole(const struct player *player, const struct flop *flop,
                          const struct flop_view *view, unsigned hole)
{
    if (player->planner == NULL) {
        return exact_style_flop(player->exact, player->style, flop->card, view, hole);
    }
    const struct uth_plan *plan = player->planner->plan;
    const unsigned rule = exact_plan_flop(plan, player->exact->space.hole_card[hole], flop->card);
    exact_plan_add_flop(player->planner, player->exact, view, hole, rule, flop->weight);
    return exact_plan_play(plan, rule);
}

static void play_flop(const struct player *player, unsigned index, const struct flop *flop)
{
    const struct uth_exact *exact = player->exact;
    const struct space *space = &exact->space;
    struct flop_rows *rows = suit_flop_of(player, index);
    const unsigned rank_flop = rank_flop_of(flop->card);
    unsigned suit_flop[3];
    unsigned suits = 0;
    struct flop_view view;
    exact_flop_view_of(exact, flop->card, &view);
    for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
        const unsigned seen = exact_suit_flop_of(flop->card, suit);
        if (seen != SUIT_FLOP_NONE) {
            suit_flop[suits++] = seen; // in the order of the view
        }
    }
    for (unsigned i = 0; i < player->tables->checked_count; i++) {
        const unsigned hole = player->tables->checked[i];
        if ((view.cards & space->hole_set[hole]) != 0) {
            continue;
        }
        const unsigned play = play_hole(player, flop, &view, hole);
        if (play != 0 && play == (unsigned)exact->game.flop_large) {
            continue; // counted as the rest
        }
        const unsigned way = play == 0 ? WAYS_CHECKED : WAYS_SMALL;
        exact->worker[index].rank_ways[way][rank_flop][space->hole_rank_hand[hole]] += flop->weight;
        for (unsigned k = 0; k < suits; k++) {
            rows[way].row[suit_flop[k]][view.suit_type[k][hole]] += flop->weight;
        }
    }
}

static void play_flops(void *context, unsigned index)
{
    const struct player *player = context;
    struct worker *worker = &player->exact->worker[index];
    memset(suit_flop_of(player, index), 0, player->ways * sizeof(struct flop_rows));
    memset(worker->rank_ways, 0, sizeof worker->rank_ways);
    for (unsigned i = index; i < FLOPS; i += player->exact->threads) {
        play_flop(player, index, &player->exact->flops[i]);
    }
}

static void add_up_flops(const struct player *player)
{
    const struct uth_exact *exact = player->exact;
    for (unsigned index = 1; index < exact->threads; index++) {
        const struct flop_rows *rows = suit_flop_of(player, index);
        for (unsigned way = 0; way < player->ways; way++) {
            for (unsigned flop = 0; flop < SUIT_FLOPS; flop++) {
                exact_row_add(player->tables->suit_flop[way].row[flop], rows[way].row[flop]);
            }
            exact_add(exact->worker[0].rank_ways[way][0], exact->worker[index].rank_ways[way][0],
                      RANK_FLOPS * (size_t)RANK_HANDS_ROW);
        }
    }
}

// Rank boards: first how each hand fares on them, and what it does at the river

static void count_showdowns(const struct player *player, struct worker *worker, const uint8_t r[5],
                            const struct fate *fate)
{
    int32_t boards[RANK_HANDS_ROW];
    exact_ways_of_board(&player->exact->space, r, boards);
    for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
        int32_t *sum = worker->showdowns.rank[hand][fate[hand].grade];
        sum[SHOWN_WAYS] += boards[hand];
        sum[SHOWN_WIN] += boards[hand] * fate[hand].win;
        sum[SHOWN_TIE] += boards[hand] * fate[hand].tie;
        sum[SHOWN_LOW] += boards[hand] * fate[hand].low;
    }
}

// Ranks the hands of one board on which no suit can flush, and says what each does.
static void decide_rank_board(const struct player *player, struct worker *worker,
                              const uint8_t r[5], unsigned index, uint8_t raise[HAND_ROW])
{
    struct uth_exact *exact = player->exact;
    struct river_facts facts = {.outs = {0}};
    exact_leaf_of_ranks(&worker->leaf, &exact->space, &exact->game, &exact->rank_counts[index], r);
    exact_leaf_values(&worker->leaf, &exact->game, RANK_HANDS_ROW, &worker->values);
    if (exact_asks_facts(player)) {
        exact_river_facts_of_ranks(&worker->leaf, &exact->space, index,
                                   &player->tables->simple[index], &facts);
    }
    if (player->planner != NULL) {
        const struct plan_board board = {.off = r, .off_count = 5};
        exact_plan_river(player->planner, &exact->game, &exact->space.rank_hands, &board, &facts,
                         raise);
        return;
    }
    exact_style_river(&exact->game, player->style, &worker->values, RANK_HANDS, &facts, raise);
}

static void judge_rank_board(const struct player *player, struct worker *worker, const uint8_t r[5],
                             unsigned index)
{
    struct fate *fate = player->tables->fate[index];
    const struct leaf *leaf = &worker->leaf;
    uint8_t raise[HAND_ROW];
    decide_rank_board(player, worker, r, index, raise);
    for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
        fate[hand] = (struct fate){.win = (int16_t)leaf->win[hand],
                                   .tie = (int16_t)leaf->tie[hand],
                                   .low = (int16_t)leaf->low[hand],
                                   .grade = leaf->grade[hand],
                                   .raise = raise[hand]};
    }
    if (player->counts) {
        count_showdowns(player, worker, r, fate);
    }
}

static void judge_rank_boards(void *context, unsigned index)
{
    const struct player *player = context;
    struct worker *worker = &player->exact->worker[index];
    uint8_t r[5] = {0};
    unsigned board = 0;
    memset(&worker->showdowns, 0, sizeof worker->showdowns);
    do {
        if (r[0] != r[4] && board % player->exact->threads == index) { // nobody has five of a kind
            judge_rank_board(player, worker, r, board);
        }
        board++;
    } while (next_ranks(r, 5));
}

// Then, when the suits have taken theirs, in how many ways it comes there

// Adds the ways by one flop, the turn and river standing at two places of the board.
EXACT_WIDE static void add_rank_flop(const struct space *space, const int32_t *row,
                                     const int32_t seen[UTH_RANKS], const uint8_t late[2],
                                     int32_t ways[RANK_HANDS_ROW])
{
    const unsigned turn = late[0];
    const unsigned river = late[1];
    const int32_t again = turn == river;
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        const int32_t turns = UTH_SUITS - seen[turn] - space->rank_count[turn][hand];
        const int32_t rivers = UTH_SUITS - seen[river] - space->rank_count[river][hand] - again;
        ways[hand] += row[hand] * (turns * rivers >> again);
    }
}

// Ways to come to a rank board by each flop within it and each turn and river: at most ten flops of
// 1,024 boards for sixteen holes. Two places with the ranks of two others are the same turn and
// river, and count once.
static void ways_to_ranks(const struct player *player, const uint8_t r[5], unsigned way,
                          int32_t ways[RANK_HANDS_ROW])
{
    const struct uth_exact *exact = player->exact;
    bool done[UTH_RANKS][UTH_RANKS] = {{false}};
    uint8_t at[2] = {0, 1};
    memset(ways, 0, RANK_HANDS_ROW * sizeof ways[0]);
    do {
        const uint8_t late[2] = {r[at[0]], r[at[1]]};
        int32_t seen[UTH_RANKS] = {0};
        uint8_t flop[3];
        for (unsigned k = 0, next = 0; k < 5; k++) {
            if (k != at[0] && k != at[1]) {
                flop[next++] = r[k];
                seen[r[k]]++;
            }
        }
        if (!done[late[0]][late[1]]) {
            const unsigned rank_flop = multi3_index(flop[0], flop[1], flop[2]);
            done[late[0]][late[1]] = true;
            add_rank_flop(&exact->space, exact->worker[0].rank_ways[way][rank_flop], seen, late,
                          ways);
        }
    } while (next_set(at, 2, 5));
}

// The folds on a board of these ranks on which no suit can flush.
static void count_folds(const struct player *player, const uint8_t r[5], const struct fate *fate,
                        const int32_t ways[RANK_HANDS_ROW])
{
    uint8_t left[UTH_RANKS];
    struct fold_board seen = {.hands = &player->exact->space.rank_hands, .left = left};
    exact_left_of_ranks(r, left);
    for (unsigned i = 0; i < 5; i++) {
        seen.board[i] = uth_card_make(r[i], i % UTH_SUITS); // no suit three times
    }
    for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
        seen.ways[hand] = fate[hand].raise == UTH_RAISES_MAX ? ways[hand] : 0;
        seen.win[hand] = fate[hand].win;
        seen.tie[hand] = fate[hand].tie;
    }
    exact_folds_add(player->folds, &seen);
}

// The board is judged once more: keeping what every rule decided would take more memory than there is.
static void count_plan(const struct player *player, unsigned index, const uint8_t r[5],
                       unsigned board, const int32_t ways[RANK_HANDS_ROW])
{
    struct worker *worker = &player->exact->worker[index];
    uint8_t raise[HAND_ROW];
    decide_rank_board(player, worker, r, board, raise);
    exact_plan_add_river(player->planner, &player->exact->game, &player->exact->space.rank_hands,
                         &worker->values, ways);
}

static void play_rank_board(const struct player *player, unsigned index, const uint8_t r[5],
                            unsigned board)
{
    const struct game *game = &player->exact->game;
    struct tally *tally = &player->tables->tally[index];
    const struct fate *fate = player->tables->fate[board];
    for (unsigned way = 0; way < player->ways; way++) {
        int32_t ways[RANK_HANDS_ROW];
        ways_to_ranks(player, r, way, ways);
        for (unsigned k = 0; k < player->exact->threads; k++) {
            const int32_t *taken = taken_of(player, k)[way].row[board];
            for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
                ways[hand] -= taken[hand];
            }
        }
        if (player->folds != NULL && way == WAYS_CHECKED) {
            count_folds(player, r, fate, ways);
        }
        if (player->planner != NULL && way == WAYS_CHECKED) {
            count_plan(player, index, r, board, ways);
        }
        for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
            const unsigned slot = way == WAYS_CHECKED
                                      ? SLOT_RIVER + (unsigned)fate[hand].raise
                                      : SLOT_FLOP + game->raise_count[UTH_STREET_FLOP] - 1U;
            int64_t *sum = tally->sum[slot][fate[hand].grade];
            sum[SHOWN_WAYS] += ways[hand];
            sum[SHOWN_WIN] += (int64_t)ways[hand] * fate[hand].win;
            sum[SHOWN_TIE] += (int64_t)ways[hand] * fate[hand].tie;
            sum[SHOWN_LOW] += (int64_t)ways[hand] * fate[hand].low;
        }
    }
}

static void play_rank_boards(void *context, unsigned index)
{
    const struct player *player = context;
    uint8_t r[5] = {0};
    unsigned board = 0;
    do {
        if (r[0] != r[4] && board % player->exact->threads == index) {
            play_rank_board(player, index, r, board);
        }
        board++;
    } while (next_ranks(r, 5));
}

// The rest

static void add_up_showdowns(struct uth_exact *exact)
{
    struct showdowns *sum = &exact->showdowns;
    *sum = exact->worker[0].showdowns;
    for (unsigned index = 1; index < exact->threads; index++) {
        const struct showdowns *part = &exact->worker[index].showdowns;
        exact_add(sum->type[0][0], part->type[0][0], HAND_ROW * (size_t)GRADES * SHOWN);
        exact_add(sum->rank[0][0], part->rank[0][0], RANK_HANDS_ROW * (size_t)GRADES * SHOWN);
    }
    exact->showdowns_for = exact->game.qualifier;
}

// All showdowns of the holes with one action before the flop; a board is ten flops.
static void add_showdowns(const struct player *player, unsigned action, unsigned slot,
                          struct tally *tally)
{
    const struct showdowns *showdowns = &player->exact->showdowns;
    const struct play_tables *tables = player->tables;
    for (unsigned grade = 0; grade < GRADES; grade++) {
        for (unsigned i = 0; i < SHOWN; i++) {
            int64_t sum = 0;
            for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
                sum += (int64_t)tables->rank_holes[action][hand] * showdowns->rank[hand][grade][i];
            }
            for (unsigned type = 0; type < HAND_ROW; type++) {
                sum += (int64_t)tables->type_holes[action][type] * showdowns->type[type][grade][i];
            }
            tally->sum[slot][grade][i] += 10 * sum;
        }
    }
}

// What was checked before the flop and is in none of the slots that were followed.
static void add_flop_bets(const struct player *player, struct tally *tally)
{
    const unsigned flops = player->exact->game.raise_count[UTH_STREET_FLOP];
    const unsigned small = player->ways > 1 ? SLOT_FLOP + flops - 1 : SLOTS;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        if (slot != small && slot < SLOT_RIVER) {
            continue;
        }
        for (unsigned grade = 0; grade < GRADES; grade++) {
            for (unsigned i = 0; i < SHOWN; i++) {
                tally->sum[SLOT_FLOP][grade][i] -= tally->sum[slot][grade][i];
            }
        }
    }
    add_showdowns(player, UTH_RAISES_MAX, SLOT_FLOP, tally);
}

static void play_through(struct player *player)
{
    struct uth_exact *exact = player->exact;
    struct play_tables *tables = (struct play_tables *)(void *)exact->shared.scratch;
    UTH_CHECK((player->folds == NULL && player->planner == NULL) || exact->threads == 1);
    player->tables = tables;
    player->ways = exact->channels;
    player->counts = !exact_showdowns_known(exact);
    memset(tables->rank_holes, 0, sizeof tables->rank_holes);
    memset(tables->type_holes, 0, sizeof tables->type_holes);
    memset(tables->tally, 0, exact->threads * sizeof tables->tally[0]);
    tables->checked_count = 0;
    if (exact_asks_facts(player)) {
        exact_simple_build(tables->simple);
    }
    play_preflop(player);
    exact_team_run(exact->threads, play_flops, player);
    add_up_flops(player);
    exact_team_run(exact->threads, judge_rank_boards, player);
    exact_team_run(exact->threads, exact_play_groups, player);
    exact_team_run(exact->threads, play_rank_boards, player);
    if (player->counts) {
        add_up_showdowns(exact);
    }
    for (unsigned index = 1; index < exact->threads; index++) {
        exact_tally_merge(&tables->tally[0], &tables->tally[index]);
    }
    add_flop_bets(player, &tables->tally[0]);
    for (unsigned i = 0; i < exact->game.raise_count[UTH_STREET_PREFLOP]; i++) {
        add_showdowns(player, i, i, &tables->tally[0]);
    }
}

struct player exact_play_through(struct uth_exact *exact, enum uth_style style,
                                 struct uth_exact_folds *folds)
{
    struct player player = {.exact = exact, .style = style, .folds = folds};
    play_through(&player);
    exact->tally[style] = player.tables->tally[0];
    exact->is_played[style] = true;
    return player;
}

void exact_play_plan(struct uth_exact *exact, struct planner *planner, struct uth_exact_play *play)
{
    const unsigned threads = exact->threads;
    struct player player = {.exact = exact, .planner = planner};
    exact->threads = 1;
    play_through(&player);
    exact->threads = threads;
    exact_tally_report(&player.tables->tally[0], &exact->game, play);
}

// What is shown does not depend on what it is weighed with: a tally serves every game played alike.
void uth_exact_play(struct uth_exact *exact, enum uth_style style, struct uth_exact_play *play)
{
    UTH_CHECK(style < UTH_STYLE_COUNT);
    if (!exact->is_played[style]) {
        (void)exact_play_through(exact, style, NULL);
    }
    exact_tally_report(&exact->tally[style], &exact->game, play);
}
