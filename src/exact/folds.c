// What a strategy folds, by what side bets look at.
//
// The play carries the ways a hand comes to a board down to it; there a fold is told apart by the
// player's hand, by the board's, and by all hands of the dealer's at once: those of one sort that a hand
// leaves are a product of the cards left, so ways need only be added up by the cards they hold.
//
// What lies above the board is counted the other way: how often each hand folds is carried up to the
// flop, as the solve carries its values.
#include "folds.h"

#include <string.h>

#include "style.h"

// ---- strengths --------------------------------------------------------------------------------

static const uint16_t strengths_from[UTH_HAND_COUNT + 1] = {0,    1277, 4137, 4995, 5853, 5863,
                                                            7140, 7296, 7452, 7461, 7462};

unsigned exact_strength_index(uth_hand hand)
{
    const enum uth_hand_kind kind = uth_hand_kind_of(hand);
    const unsigned index = strengths_from[kind] + (hand & 0xfffU) - 1;
    UTH_CHECK(index < strengths_from[kind + 1]);
    return index;
}

uth_hand exact_strength_at(unsigned index)
{
    unsigned kind = 0;
    while (index >= strengths_from[kind + 1]) {
        kind++;
    }
    return (uth_hand)((kind << 12) + index - strengths_from[kind] + 1);
}

// ---- one board --------------------------------------------------------------------------------

// Folded ways with a hand of one kind, by the cards they hold; a pair of one type holds two.
struct held {
    int64_t ways;
    int64_t with[CARD_TYPES];
    int64_t beaten; // dealers who win,
    int64_t won;    // and who lose, over the ways
};

static uth_hand hand_on(const struct uth_board *board, unsigned suited, unsigned first,
                        unsigned second)
{
    const uint16_t plain = board->by_ranks[first % UTH_RANKS][second % UTH_RANKS];
    const unsigned own =
        (first < UTH_RANKS ? 1U << first : 0) | (second < UTH_RANKS ? 1U << second : 0);
    const uint16_t flush = suited != 0 ? uth_hand_by_suit[suited | own] : 0;
    return flush > plain ? flush : plain;
}

static void hold(struct held *held, const struct fold_board *seen, unsigned i)
{
    const unsigned type = seen->hands->type[i];
    const int64_t ways = seen->ways[type];
    held->ways += ways;
    held->with[seen->hands->first[i]] += ways;
    held->with[seen->hands->second[i]] += ways;
    held->beaten += ways * (DEALERS - seen->win[type] - seen->tie[type]);
    held->won += ways * seen->win[type];
}

// The deals in which the dealer holds one hand, `same` being the folded ways of that very hand.
static int64_t dealt(const struct held *held, const uint8_t *left, const struct hands *hands,
                     unsigned i, int64_t same)
{
    const unsigned a = hands->first[i];
    const unsigned b = hands->second[i];
    const int64_t of_a = left[a];
    const int64_t of_b = left[b];
    if (a != b) {
        return of_a * of_b * held->ways - of_b * held->with[a] - of_a * held->with[b] + same;
    }
    return (of_a * (of_a - 1) * held->ways - (2 * of_a - 2) * held->with[a] + 2 * same) / 2;
}

static void add_dealers(struct uth_exact_folds *folds, const struct fold_board *seen,
                        const uth_hand strength[HANDS_MAX], unsigned kind, const struct held *held)
{
    int64_t lesser = 0;
    for (unsigned i = 0; i < seen->hands->count; i++) {
        const unsigned of = uth_hand_kind_of(strength[i]);
        const int64_t same = of == kind ? seen->ways[seen->hands->type[i]] : 0;
        const int64_t deals = dealt(held, seen->left, seen->hands, i, same);
        if (deals == 0) {
            continue; // the board may leave no such hand
        }
        folds->dealer[exact_strength_index(strength[i])] += deals;
        if (of < kind) {
            folds->beaten[of] += deals;
            lesser += deals;
        }
    }
    folds->beaten[kind] += held->beaten + held->won - lesser;
}

void exact_folds_add(struct uth_exact_folds *folds, const struct fold_board *seen)
{
    struct uth_board board;
    struct held held[UTH_HAND_COUNT];
    uth_hand strength[HANDS_MAX];
    int64_t ways = 0;
    uth_board_set(&board, seen->board);
    memset(held, 0, sizeof held);
    for (unsigned i = 0; i < seen->hands->count; i++) {
        strength[i] = hand_on(&board, seen->suited, seen->hands->first[i], seen->hands->second[i]);
        if (seen->ways[seen->hands->type[i]] != 0) {
            const int64_t own = seen->ways[seen->hands->type[i]];
            hold(&held[uth_hand_kind_of(strength[i])], seen, i);
            folds->seven[exact_strength_index(strength[i])] += own * DEALERS;
            ways += own;
        }
    }
    folds->board[exact_strength_index(uth_hand_of(seen->board, 5))] += ways * DEALERS;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        if (held[kind].ways != 0) {
            add_dealers(folds, seen, strength, kind, &held[kind]);
        }
    }
}

// ---- up to the flop ---------------------------------------------------------------------------

static const struct player *player_of(const struct lift *lift)
{
    return lift->context;
}

// How often a hand type folds on one board, over what its ranks alone would.
static void fold_suit_board(const struct lift *lift, const uint8_t off[2])
{
    struct worker *worker = lift->worker;
    const struct player *player = player_of(lift);
    uint8_t raise[HAND_ROW];
    const unsigned board = exact_play_river(player, worker, &lift->group, off, raise);
    const struct fate *fate = player->tables->fate[board];
    exact_ways_of_off(&player->exact->space, off, 5 - lift->group.size, worker->times);
    for (unsigned type = 0; type < HAND_ROW; type++) {
        const unsigned hand = type % RANK_HANDS_ROW;
        const bool dealt_there = hand < RANK_HANDS && worker->suited.possible[type] != 0;
        worker->row[0][type] =
            dealt_there ? (raise[type] == UTH_RAISES_MAX) - (fate[hand].raise == UTH_RAISES_MAX)
                        : 0;
    }
    if (lift->group.size == 3 && off[0] == off[1]) { // a fourth off card is not in the deck
        worker->row[0][OFF_HANDS + multi2_index(off[0], off[0])] = 0;
    }
}

static void lift_suits(const struct player *player)
{
    struct uth_exact *exact = player->exact;
    struct lift lift = {.exact = exact,
                        .worker = &exact->worker[0],
                        .flop = player->tables->suit_flop,
                        .channels = 1,
                        .solve_board = fold_suit_board,
                        .context = player};
    memset(lift.flop, 0, sizeof *lift.flop);
    for (unsigned set = 0; set < SETS; set++) {
        lift.group = exact_group_of(exact, set, lift.worker);
        exact_space_hands(&exact->space, lift.group.suited, &lift.worker->hands);
        exact_lift_group(&lift);
    }
}

static void lift_ranks(const struct player *player, const uint8_t flop[3], int32_t *folds)
{
    const struct space *space = &player->exact->space;
    uint8_t late[2] = {0, 0};
    int32_t seen[UTH_RANKS] = {0};
    for (unsigned i = 0; i < 3; i++) {
        seen[flop[i]]++;
    }
    memset(folds, 0, RANK_HANDS_ROW * sizeof *folds);
    do {
        const uint8_t ranks[5] = {flop[0], flop[1], flop[2], late[0], late[1]};
        const int32_t again = late[0] == late[1];
        if (again != 0 && seen[late[0]] == 3) {
            continue; // nobody has five of a kind
        }
        const struct fate *fate = player->tables->fate[exact_multi5_any_index(ranks)];
        for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
            const int32_t turns = UTH_SUITS - seen[late[0]] - space->rank_count[late[0]][hand];
            const int32_t rivers =
                UTH_SUITS - seen[late[1]] - space->rank_count[late[1]][hand] - again;
            folds[hand] += fate[hand].raise == UTH_RAISES_MAX ? turns * rivers >> again : 0;
        }
    } while (next_ranks(late, 2));
}

// The turns and rivers, of 1,081, after which each checked hand folds.
static void add_flop(const struct player *player, const struct flop *flop,
                     struct uth_exact_folds *folds)
{
    const struct uth_exact *exact = player->exact;
    const struct space *space = &exact->space;
    const unsigned rank_flop = rank_flop_of(flop->card);
    struct flop_view view;
    exact_flop_view_of(exact, flop->card, &view);
    for (unsigned i = 0; i < player->tables->checked_count; i++) {
        const unsigned hole = player->tables->checked[i];
        if ((view.cards & space->hole_set[hole]) != 0 ||
            exact_style_flop(exact, player->style, flop->card, &view, hole) != 0) {
            continue;
        }
        int32_t sum = exact->worker[0].rank_ways[0][rank_flop][space->hole_rank_hand[hole]];
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            const unsigned seen = exact_suit_flop_of(flop->card, suit);
            sum += seen == SUIT_FLOP_NONE
                       ? 0
                       : player->tables->suit_flop[0].row[seen][space->hole_type[suit][hole]];
        }
        if (sum != 0) {
            const uth_card five[5] = {space->hole_card[hole][0], space->hole_card[hole][1],
                                      flop->card[0], flop->card[1], flop->card[2]};
            const int64_t deals = (int64_t)sum * flop->weight * DEALERS;
            folds->hole[space->hole_class[hole]] += deals;
            folds->flop[exact_strength_index(uth_hand_of(five, 5))] += deals;
        }
    }
}

static void add_flops(const struct player *player, struct uth_exact_folds *folds)
{
    struct uth_exact *exact = player->exact;
    uint8_t flop[3] = {0};
    unsigned index = 0;
    lift_suits(player);
    do {
        lift_ranks(player, flop, exact->worker[0].rank_ways[0][index++]);
    } while (next_ranks(flop, 3));
    for (unsigned i = 0; i < FLOPS; i++) {
        add_flop(player, &exact->flops[i], folds);
    }
}

static int64_t sum_of(const int64_t *deals, size_t count)
{
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += deals[i];
    }
    return sum;
}

// One thread, so that nothing has to be merged.
bool uth_exact_asks_folds(const struct uth_rules *rules)
{
    bool asks = false;
    for (unsigned i = 0; i < UTH_SIDES_MAX; i++) {
        asks = asks || (rules->sides[i].table_count != 0 && rules->sides[i].fold == UTH_FOLD_LOSES);
    }
    return asks;
}

void uth_exact_folds(struct uth_exact *exact, enum uth_style style, struct uth_exact_folds *folds)
{
    const unsigned threads = exact->threads;
    memset(folds, 0, sizeof *folds);
    folds->exact = exact;
    folds->style = style;
    exact->threads = 1;
    const struct player player = exact_play_through(exact, style, folds);
    add_flops(&player, folds);
    exact->threads = threads;
    const int64_t all = sum_of(folds->seven, UTH_EXACT_STRENGTHS);
    UTH_CHECK(sum_of(folds->hole, UTH_EXACT_CLASSES) == all);
    UTH_CHECK(sum_of(folds->flop, UTH_EXACT_STRENGTHS) == all);
    UTH_CHECK(sum_of(folds->board, UTH_EXACT_STRENGTHS) == all);
    UTH_CHECK(sum_of(folds->dealer, UTH_EXACT_STRENGTHS) == all);
}

// ---- against the dealer's two cards -----------------------------------------------------------

// What one hand folds on one flop: how often, and beside which cards and pairs of cards.
struct fold_flop {
    int64_t runs;
    int64_t with[UTH_DECK_SIZE];
    int64_t both[UTH_BET_LINES_MAX + 2]; // turn and river by the line they would be for the dealer
};

static void play_flop(const struct uth_strategy *strategy, const uth_card hole[2],
                      const uth_card flop[3], const struct dealer_lines *lines,
                      struct fold_flop *seen)
{
    const uth_cards gone = uth_cards_from(hole, 2) | uth_cards_from(flop, 3);
    uth_card board[5] = {flop[0], flop[1], flop[2], 0, 0};
    memset(seen, 0, sizeof *seen);
    for (board[3] = 1; board[3] < UTH_DECK_SIZE; board[3]++) {
        for (board[4] = 0; !uth_cards_have(gone, board[3]) && board[4] < board[3]; board[4]++) {
            if (!uth_cards_have(gone, board[4]) && uth_strategy_river(strategy, hole, board) == 0) {
                seen->runs++;
                seen->with[board[3]]++;
                seen->with[board[4]]++;
                seen->both[lines->at[board[3]][board[4]]]++;
            }
        }
    }
}

// All dealers of a line that the flop leaves, less those that turn and river take.
static void add_fold_flop(const struct fold_flop *seen, const uth_card flop[3],
                          const struct dealer_lines *lines, int64_t folded[UTH_BET_LINES_MAX + 1])
{
    const uth_cards gone = uth_cards_from(flop, 3);
    for (unsigned i = 0; i <= UTH_BET_LINES_MAX; i++) {
        folded[i] += seen->both[i];
    }
    for (unsigned b = 0; b < UTH_DECK_SIZE; b++) {
        for (unsigned a = 0; a < b; a++) {
            const unsigned line = lines->at[a][b];
            if (line != DEALER_LINE_NONE && !uth_cards_have(gone, (uth_card)a) &&
                !uth_cards_have(gone, (uth_card)b)) {
                folded[line] += seen->runs - seen->with[a] - seen->with[b];
            }
        }
    }
}

const struct uth_strategy *exact_folds_strategy(const struct uth_exact_folds *folds,
                                                struct uth_strategy *strategy)
{
    unsigned char *bytes = folds->exact->shared.scratch + STRATEGY_AT;
    const size_t size = uth_strategy_size(folds->exact);
    UTH_CHECK(STRATEGY_AT + size <= SCRATCH_SIZE);
    uth_strategy_build(folds->exact, folds->style, bytes, size);
    UTH_CHECK(uth_strategy_open(bytes, size, NULL, strategy) == UTH_OK);
    return strategy;
}

void exact_folds_by_dealer(const struct uth_strategy *strategy, const uth_card hole[2],
                           const struct dealer_lines *lines, int64_t folded[UTH_BET_LINES_MAX + 1])
{
    struct fold_flop seen;
    uint8_t at[3] = {0, 1, 2};
    do {
        const uth_card flop[3] = {at[0], at[1], at[2]};
        if ((uth_cards_from(flop, 3) & uth_cards_from(hole, 2)) == 0 &&
            uth_strategy_flop(strategy, hole, flop) == 0) {
            play_flop(strategy, hole, flop, lines, &seen);
            add_fold_flop(&seen, flop, lines, folded);
        }
    } while (next_set(at, 3, UTH_DECK_SIZE));
}
