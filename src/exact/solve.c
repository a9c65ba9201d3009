// The whole game under perfect play.
//
// value(board, hole) = V0(rank board, rank hand) + (Vs - V0) for the suit s with three or more
// cards on the board, if there is one. The split passes through the sum over turn and river, so
// a flop's value is a rank part plus one part for each suit on it. Only the gain of checking over
// betting is carried to the flop, where the player takes it or leaves it; everything else is
// linear and goes straight to the pre-flop.
#include <string.h>

#include "solution.h"

// Where no deck has such a hand beside such a board all its values are 0.
EXACT_WIDE static void keep_rank_values(struct worker *restrict worker,
                                        const int32_t *restrict times,
                                        struct rank_values *restrict out)
{
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        const int32_t dealt = -(times[hand] != 0);
        out->gain[hand] = worker->values.gain[hand] & dealt;
        out->base[hand] = worker->values.base[hand] & dealt;
        worker->rank_edge_sum[hand] += (int64_t)times[hand] * worker->values.edge[hand];
        worker->rank_base_sum[hand] += (int64_t)times[hand] * out->base[hand];
    }
}

static void solve_rank_board(struct uth_exact *exact, struct worker *worker, const uint8_t r[5],
                             unsigned index)
{
    struct rank_values *out = &exact->shared.rank_values[index];
    int32_t times[RANK_HANDS_ROW];
    exact_leaf_of_ranks(&worker->leaf, &exact->space, &exact->game, &exact->rank_counts[index], r);
    exact_leaf_values(&worker->leaf, &exact->game, RANK_HANDS_ROW, &worker->values);
    exact_ways_of_board(&exact->space, r, times);
    exact_leaf_lures(&worker->leaf, &exact->game, times, RANK_HANDS, worker->lure);
    keep_rank_values(worker, times, out);
}

// What no rule changes: the levels of every rank board, and how its hands fare.
static void count_rank_boards(void *context, unsigned worker)
{
    struct uth_exact *exact = context;
    uint8_t r[5] = {0};
    unsigned index = 0;
    exact_space_build_boards(&exact->space, worker, exact->threads);
    do {
        if (r[0] != r[4] && index % exact->threads == worker) {
            uint8_t left[UTH_RANKS];
            exact_left_of_ranks(r, left);
            exact_count_ranks(&exact->rank_counts[index], &exact->space.boards[index], left);
        }
        index++;
    } while (next_ranks(r, 5));
}

static void solve_rank_boards(void *context, unsigned worker)
{
    struct uth_exact *exact = context;
    uint8_t r[5] = {0};
    unsigned index = 0;
    memset(&exact->worker[worker], 0, sizeof exact->worker[worker]);
    do {
        if (r[0] == r[4] && worker == 0) { // nobody has five of a kind
            memset(&exact->shared.rank_values[index], 0, sizeof exact->shared.rank_values[index]);
        } else if (r[0] != r[4] && index % exact->threads == worker) {
            solve_rank_board(exact, &exact->worker[worker], r, index);
        }
        index++;
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
    int32_t *restrict gain = exact->rank_flop[CHANNEL_GAIN][index];
    int32_t *restrict edge = exact->rank_flop[CHANNEL_EDGE][index];
    memset(gain, 0, sizeof exact->rank_flop[CHANNEL_GAIN][index]);
    memset(edge, 0, sizeof exact->rank_flop[CHANNEL_EDGE][index]);
    for (unsigned river = 0; river < UTH_RANKS; river++) {
        for (unsigned turn = 0; turn <= river; turn++) {
            const uint8_t ranks[5] = {flop[0], flop[1], flop[2], (uint8_t)turn, (uint8_t)river};
            const unsigned board = exact_multi5_any_index(ranks);
            const int32_t *restrict gains = exact->shared.rank_values[board].gain;
            const struct rank_counts *restrict counts = &exact->rank_counts[board];
            const int32_t again = turn == river;
            int32_t ways[RANK_HANDS_ROW];
            for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
                const int32_t turns = UTH_SUITS - seen[turn] - space->rank_count[turn][hand];
                const int32_t rivers =
                    UTH_SUITS - seen[river] - space->rank_count[river][hand] - again;
                ways[hand] = turns * rivers >> again;
                gain[hand] += ways[hand] * gains[hand];
            }
            for (unsigned hand = 0; exact->channels > 1 && hand < RANK_HANDS_ROW; hand++) {
                edge[hand] += ways[hand] * (2 * counts->win[hand] + counts->tie[hand] - DEALERS);
            }
        }
    }
}

static void lift_rank_flops(void *context, unsigned worker)
{
    struct uth_exact *exact = context;
    uint8_t flop[3] = {0};
    unsigned index = 0;
    do {
        if (index % exact->threads == worker) {
            lift_rank_flop(exact, flop, index);
        }
        index++;
    } while (next_ranks(flop, 3));
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
        struct worker *sum = &exact->worker[0];
        const struct worker *part = &exact->worker[index];
        for (unsigned type = 0; type < HAND_ROW; type++) {
            sum->edge_sum[type] += part->edge_sum[type];
            sum->base_sum[type] += part->base_sum[type];
        }
        for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
            sum->rank_edge_sum[hand] += part->rank_edge_sum[hand];
            sum->rank_base_sum[hand] += part->rank_base_sum[hand];
        }
        for (unsigned grade = 0; grade < GRADES; grade++) {
            exact_lure_join(&sum->lure[grade], part->lure[grade]);
        }
    }
    memcpy(exact->lure, exact->worker[0].lure, sizeof exact->lure);
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
            view->suit[view->suits] = (uint8_t)suit;
            view->suit_type[view->suits++] = exact->space.hole_type[suit];
        }
    }
}

// The rank hands with the higher card of one suit and the lower of another, on one flop.
struct flop_lanes {
    const int32_t *row[CHANNELS][4]; // the rank part, and a part for each suit on the flop
    unsigned rows;
    alignas(64) int32_t dealt[RANK_HANDS_ROW]; // all bits, or none
};

static void block_rank(int32_t dealt[RANK_HANDS_ROW], const uint8_t is_held[RANK_HANDS_ROW])
{
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        dealt[hand] = is_held[hand] != 0 ? 0 : dealt[hand];
    }
}

static struct flop_lanes flop_lanes_of(const struct uth_exact *exact, const struct flop_view *view,
                                       const uth_card flop[3], unsigned high, unsigned low)
{
    struct flop_lanes lanes = {.rows = view->suits + 1};
    for (unsigned channel = 0; channel < exact->channels; channel++) {
        lanes.row[channel][0] = view->rank_row[channel];
        for (unsigned i = 0; i < view->suits; i++) {
            const unsigned part = view->suit[i] == high  ? view->suit[i] == low ? 0 : HIGH_HANDS
                                  : view->suit[i] == low ? LOW_HANDS
                                                         : OFF_HANDS;
            lanes.row[channel][i + 1] = view->suit_row[channel][i] + part;
        }
    }
    for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
        lanes.dealt[hand] = -1;
    }
    for (unsigned i = 0; i < 3; i++) {
        const unsigned rank = uth_card_rank(flop[i]);
        if (uth_card_suit(flop[i]) == high) {
            block_rank(lanes.dealt, exact->space.is_higher[rank]);
        }
        if (uth_card_suit(flop[i]) == low) {
            block_rank(lanes.dealt, exact->space.is_lower[rank]);
        }
    }
    return lanes;
}

EXACT_PART void add_rows(const int32_t *const row[4], unsigned rows,
                         int32_t sum[restrict RANK_HANDS_ROW])
{
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        sum[hand] = row[0][hand];
    }
    for (unsigned i = 1; i < rows; i++) {
        const int32_t *from = row[i];
        for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
            sum[hand] += from[hand];
        }
    }
}

// Adds what the player gains on the flop over a bet of the reference size.
EXACT_WIDE static void add_flop_gains(const struct game *game, const struct flop_lanes *lanes,
                                      unsigned channels, int64_t weight, int64_t *restrict sum)
{
    const int32_t less = game->unit * (game->flop_small - game->flop_large);
    const int32_t bets = game->flop_large == 0 ? 0 : -1;
    alignas(64) int32_t gain[RANK_HANDS_ROW];
    alignas(64) int32_t edge[RANK_HANDS_ROW];
    add_rows(lanes->row[CHANNEL_GAIN], lanes->rows, gain);
    if (channels > 1) {
        add_rows(lanes->row[CHANNEL_EDGE], lanes->rows, edge);
    }
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        const int32_t small = channels > 1 ? less * edge[hand] : 0;
        const int32_t bet = small > 0 ? small : 0;
        const int32_t more = bet > gain[hand] ? (bet - gain[hand]) & bets : 0;
        sum[hand] += weight * ((gain[hand] + more) & lanes->dealt[hand]);
    }
}

static void solve_flops(void *context, unsigned index)
{
    struct uth_exact *exact = context;
    int64_t *gain = exact->worker[index].class_gain;
    int64_t suited[RANK_HANDS_ROW] = {0};
    int64_t other[RANK_HANDS_ROW] = {0}; // pairs in either order, so twice
    for (unsigned i = index; i < FLOPS; i += exact->threads) {
        const struct flop *flop = &exact->flops[i];
        struct flop_view view;
        exact_flop_view_of(exact, flop->card, &view);
        for (unsigned suits = 0; suits < UTH_SUITS * UTH_SUITS; suits++) {
            const unsigned high = suits / UTH_SUITS;
            const unsigned low = suits % UTH_SUITS;
            const struct flop_lanes lanes = flop_lanes_of(exact, &view, flop->card, high, low);
            add_flop_gains(&exact->game, &lanes, exact->channels, flop->weight,
                           high == low ? suited : other);
        }
    }
    for (unsigned b = 0; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a < b; a++) {
            gain[b * UTH_RANKS + a] += suited[multi2_index(a, b)];
            gain[a * UTH_RANKS + b] += other[multi2_index(a, b)];
        }
        gain[b * UTH_RANKS + b] += other[multi2_index(b, b)] / 2;
    }
}

// Edge and base of one hand over all boards, from what it shows by grade.
static void add_up_kinds(const struct game *game, const int32_t shown[GRADES][SHOWN], int64_t *edge,
                         int64_t *base)
{
    for (unsigned grade = 0; grade < GRADES; grade++) {
        const int64_t all = (int64_t)shown[grade][SHOWN_WAYS] * DEALERS;
        const int64_t win = shown[grade][SHOWN_WIN];
        const int64_t low = shown[grade][SHOWN_LOW];
        const int64_t lose = all - win - shown[grade][SHOWN_TIE];
        const int64_t pushed = grade < game->qualifies_with ? low - all : win - lose - low;
        int64_t ante = pushed;
        switch (game->ante_rule) {
        case UTH_ANTE_PUSHES: break;
        case UTH_ANTE_PLAYS: ante = win - lose; break;
        case UTH_ANTE_WINS: ante = pushed + low; break;
        }
        *edge += win - lose;
        *base += game->pay[grade] * win + game->unit * (ante - lose);
    }
}

// What the boards of the suits would have added up to.
static void recall_sums(struct uth_exact *exact)
{
    const struct showdowns *showdowns = &exact->showdowns;
    struct worker *sum = &exact->worker[0];
    for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
        sum->rank_edge_sum[hand] = 0;
        sum->rank_base_sum[hand] = 0;
        add_up_kinds(&exact->game, showdowns->rank[hand], &sum->rank_edge_sum[hand],
                     &sum->rank_base_sum[hand]);
    }
    for (unsigned type = 0; type < HAND_ROW; type++) {
        sum->edge_sum[type] = 0;
        sum->base_sum[type] = 0;
        add_up_kinds(&exact->game, showdowns->type[type], &sum->edge_sum[type],
                     &sum->base_sum[type]);
    }
}

static void count_holes(struct uth_exact *exact)
{
    memset(exact->class_holes, 0, sizeof exact->class_holes);
    for (unsigned hole = 0; hole < HOLES; hole++) {
        exact->class_holes[exact->space.hole_class[hole]]++;
    }
}

static void add_up_gains(struct uth_exact *exact)
{
    for (unsigned class = 0; class < CLASSES; class ++) {
        int64_t sum = 0;
        for (unsigned index = 0; index < exact->threads; index++) {
            sum += exact->worker[index].class_gain[class];
        }
        exact->class_gain[class] = sum / exact->class_holes[class];
        UTH_CHECK(exact->class_gain[class] * exact->class_holes[class] == sum);
    }
}

static void solve_classes(struct uth_exact *exact)
{
    const int64_t unit = exact->game.unit;
    for (unsigned hole = 0; hole < HOLES; hole++) {
        const unsigned class = exact->space.hole_class[hole];
        const unsigned hand = exact->space.hole_rank_hand[hole];
        int64_t edge = exact->worker[0].rank_edge_sum[hand];
        int64_t base = exact->worker[0].rank_base_sum[hand];
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            edge += exact->worker[0].edge_sum[exact->space.hole_type[suit][hole]];
            base += exact->worker[0].base_sum[exact->space.hole_type[suit][hole]];
        }
        exact->class_edge[class] = 10 * edge; // a board is ten flops
        exact->class_base[class] = 10 * base;
    }
    for (unsigned class = 0; class < CLASSES; class ++) {
        const int64_t gain = exact_unit_gain(exact, exact->class_gain[class]);
        exact->class_check[class] = gain + exact->class_base[class] +
                                    exact->class_edge[class] * unit * exact->game.reference;
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
    const int64_t less = (int64_t)exact->made.unit * (game->flop_small - game->flop_large);
    const int64_t small = less * edge;
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
    state->check_over_bet =
        (int32_t)exact_unit_gain(exact, flop_sum(exact, &view, CHANNEL_GAIN, index));
    state->best = (uint8_t)exact_flop_play_of(exact, &view, index);
}

static unsigned team_of(unsigned threads)
{
    return threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
}

size_t uth_exact_size(unsigned threads)
{
    return sizeof(struct uth_exact) + 64 +
           team_of(threads) * (sizeof(struct worker) + CHANNELS * sizeof(struct flop_rows));
}

// Everything but what no rule changes.
static void solve_anew(struct uth_exact *exact, const struct game *game)
{
    exact->game = *game;
    exact->made = *game;
    exact->is_made = true;
    exact->channels = game->flop_large == game->flop_small ? 1 : 2;
    exact_team_run(exact->threads, solve_rank_boards, exact);
    exact_team_run(exact->threads, lift_rank_flops, exact);
    exact_team_run(exact->threads, exact_solve_groups, exact);
    add_up_threads(exact);
    if (exact_showdowns_known(exact)) {
        recall_sums(exact);
    }
    exact_team_run(exact->threads, solve_flops, exact);
    add_up_gains(exact);
}

// A game that is played as the one before needs its wins weighed anew, and no more.
static void solve(struct uth_exact *exact, const struct game *game)
{
    if (exact->space.part != game->part) {
        exact->space.part = game->part;
        exact->showdowns_for = NOT_KNOWN;
        exact->is_made = false;
        exact_team_run(exact->threads, count_rank_boards, exact);
    }
    const bool offers_alike =
        exact->is_made && memcmp(game->raises, exact->game.raises, sizeof game->raises) == 0;
    const bool alike = exact_is_played_alike(exact, game);
    if (alike) {
        exact->game = *game;
        recall_sums(exact);
    } else {
        solve_anew(exact, game);
    }
    if (!alike || !offers_alike) {
        memset(exact->is_played, 0, sizeof exact->is_played);
    }
    solve_classes(exact);
}

enum uth_status uth_exact_solve(const struct uth_rules *rules, unsigned threads, void *memory,
                                size_t size, struct uth_exact **exact)
{
    struct game game;
    const enum uth_status status = exact_game_from(rules, &game);
    if (status != UTH_OK) {
        return status;
    }
    const unsigned team = team_of(threads);
    UTH_CHECK(size >= uth_exact_size(team));
    unsigned char *at = (unsigned char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    struct uth_exact *solved = (struct uth_exact *)(void *)at;
    solved->threads = team;
    solved->worker = (struct worker *)(void *)(at + sizeof *solved);
    solved->suit_flop = (struct flop_rows *)(void *)(solved->worker + team);
    solved->showdowns_for = NOT_KNOWN;
    exact_space_build(&solved->space, game.part);
    exact_space_flops(solved->flops);
    count_holes(solved);
    exact_team_run(team, count_rank_boards, solved);
    solved->is_made = false;
    solve(solved, &game);
    *exact = solved;
    return UTH_OK;
}

enum uth_status uth_exact_solve_again(struct uth_exact *exact, const struct uth_rules *rules)
{
    struct game game;
    const enum uth_status status = exact_game_from(rules, &game);
    if (status == UTH_OK) {
        solve(exact, &game);
    }
    return status;
}
