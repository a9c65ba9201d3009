// The value of each action before the flop, whatever cards are dead.
//
// Dead cards break the symmetry of the suits but not the split: for one hand and one set of unseen
// cards, a board without three of a suit is still worth what its ranks are worth, and a board with
// three of a suit what that suit sees of it. Only the number of unseen cards of each type changes,
// and each suit now sees its own. So four times 36,608 boards against one hand are enough, and the
// cost does not grow with the dead cards.
#include <string.h>

#include "odds.h"

struct board_value {
    int32_t gain, edge, base;
};

struct sums {
    int64_t gain, edge;
};

struct workspace {
    struct space space;
    struct hands hands;
    struct board_value rank_value[RANK_BOARDS];
    struct sums rank_flop[RANK_FLOPS];
    struct sums suit_flop[UTH_SUITS][SUIT_FLOPS];
};

struct dealing {
    const struct game *game;
    struct workspace *work;
    const uth_card *hole;
    uth_cards unseen;
    unsigned rank_hand;
    uint8_t rank_left[UTH_RANKS];        // unseen cards of a rank
    uint8_t left[UTH_SUITS][CARD_TYPES]; // and of each card type, as each suit sees them
    unsigned type[UTH_SUITS];            // of the two cards
    struct odds_value total;             // over all boards, once each
};

size_t uth_odds_size(void)
{
    return sizeof(struct workspace) + 64;
}

static struct board_value board_value_of(const struct game *game, const struct odds_counts *counts,
                                         unsigned grade)
{
    const struct odds_value value = exact_odds_value_of(game, counts, game->pay[grade]);
    return (struct board_value){
        .gain = (int32_t)(value.river - value.base - value.edge * game->unit * game->reference),
        .edge = (int32_t)value.edge,
        .base = (int32_t)value.base};
}

// Counts dealer hands by level: hands[] of them stand on levels[].
struct ranking {
    const struct hands *hands;
    const uint8_t *level; // by hand type
    const uint8_t *left;  // by card type
    unsigned own;         // the player's level
    unsigned qualified;   // the first level that qualifies
};

static struct odds_counts count_dealers(const struct ranking *ranking)
{
    const struct hands *hands = ranking->hands;
    int32_t count[3][2] = {{0}};
    for (unsigned i = 0; i < hands->count; i++) {
        const int32_t a = ranking->left[hands->first[i]];
        const int32_t b = ranking->left[hands->second[i]];
        const int32_t ways = i < hands->pairs_from ? a * b : a * (a - 1) / 2;
        const unsigned level = ranking->level[hands->type[i]];
        count[(level >= ranking->own) + (level > ranking->own)][level >= ranking->qualified] +=
            ways;
    }
    return (struct odds_counts){.win = count[0][0] + count[0][1],
                                .tie = count[1][0] + count[1][1],
                                .lose = count[2][0] + count[2][1],
                                .low_win = count[0][0],
                                .low_tie = count[1][0],
                                .low_lose = count[2][0]};
}

static unsigned grade_of_level(const uint8_t below[GRADES + 1], unsigned level)
{
    unsigned grade = 0;
    while (level >= below[grade + 1]) {
        grade++;
    }
    return grade;
}

// Ways to deal these ranks, rising, from what is left; `left` is what remains after.
static int64_t deal_ranks(const uint8_t *ranks, unsigned count, uint8_t *left)
{
    int64_t ways = 1;
    for (unsigned i = 0, run = 1; i < count; i++) {
        run = i > 0 && ranks[i] == ranks[i - 1] ? run + 1 : 1;
        if (left[ranks[i]] == 0) {
            return 0;
        }
        ways = ways * left[ranks[i]]-- / run;
    }
    return ways;
}

static void add_to(struct sums *sums, int64_t ways, const struct board_value *value)
{
    sums->gain += ways * value->gain;
    sums->edge += ways * value->edge;
}

// Adds the board to one flop within it, the turn and river standing at two places. Picking the
// flop first, they come from what it leaves.
static void lift_rank_flop(struct dealing *dealing, const uint8_t r[5], const uint8_t at[2],
                           const struct board_value *value)
{
    const uint8_t late[2] = {r[at[0]], r[at[1]]};
    uint8_t left[UTH_RANKS];
    uint8_t flop[3];
    memcpy(left, dealing->rank_left, sizeof left);
    for (unsigned k = 0, count = 0; k < 5; k++) {
        if (k != at[0] && k != at[1]) {
            flop[count++] = r[k];
            left[r[k]]--;
        }
    }
    add_to(&dealing->work->rank_flop[multi3_index(flop[0], flop[1], flop[2])],
           deal_ranks(late, 2, left), value);
}

static void lift_rank_board(struct dealing *dealing, const uint8_t r[5],
                            const struct board_value *value)
{
    bool done[UTH_RANKS][UTH_RANKS] = {{false}};
    uint8_t late[2] = {0, 1};
    do {
        bool *known = &done[r[late[0]]][r[late[1]]];
        if (!*known) { // two places with the ranks of two others are the same turn and river
            *known = true;
            lift_rank_flop(dealing, r, late, value);
        }
    } while (next_set(late, 2, 5));
}

static void value_rank_board(struct dealing *dealing, const uint8_t r[5])
{
    struct workspace *work = dealing->work;
    const unsigned index = exact_multi5_any_index(r);
    const struct rank_board *board = &work->space.boards[index];
    const struct hands *hands = &work->space.rank_hands;
    uint8_t left[CARD_TYPES] = {0};
    memcpy(left, dealing->rank_left, UTH_RANKS);
    const int64_t ways = deal_ranks(r, 5, left);
    if (ways == 0) {
        return;
    }
    const unsigned own = board->level[dealing->rank_hand];
    const struct ranking ranking = {hands, board->level, left, own,
                                    board->below[dealing->game->qualifies_with]};
    const struct odds_counts counts = count_dealers(&ranking);
    const struct board_value value =
        board_value_of(dealing->game, &counts, grade_of_level(board->below, own));
    work->rank_value[index] = value;
    dealing->total.edge += ways * value.edge;
    dealing->total.base += ways * value.base;
    lift_rank_board(dealing, r, &value);
}

static void value_rank_boards(struct dealing *dealing)
{
    uint8_t r[5] = {0};
    do {
        if (r[0] != r[4]) { // nobody has five of a kind
            value_rank_board(dealing, r);
        }
    } while (next_ranks(r, 5));
}

// Boards as a suit sees them

struct suit_dealing {
    struct dealing *dealing;
    unsigned suit;
    unsigned suited;
    uint8_t rank[5];
    unsigned size;
};

static unsigned flop_of_two(const struct suit_dealing *deal, unsigned a, unsigned b, unsigned off)
{
    return FLOPS_OF_TWO + set2_index(deal->rank[a], deal->rank[b]) * UTH_RANKS + off;
}

static void lift_pairs(const struct suit_dealing *deal, unsigned off, int64_t ways,
                       const struct board_value *value)
{
    struct sums *flop = deal->dealing->work->suit_flop[deal->suit];
    uint8_t at[2] = {0, 1};
    do {
        add_to(&flop[flop_of_two(deal, at[0], at[1], off)], ways, value);
    } while (next_set(at, 2, deal->size));
}

static void lift_triples(const struct suit_dealing *deal, int64_t ways,
                         const struct board_value *value)
{
    struct sums *flop = deal->dealing->work->suit_flop[deal->suit];
    const uint8_t *rank = deal->rank;
    uint8_t at[3] = {0, 1, 2};
    do {
        add_to(&flop[set3_index(rank[at[0]], rank[at[1]], rank[at[2]])], ways, value);
    } while (next_set(at, 3, deal->size));
}

static void lift_suit_board(const struct suit_dealing *deal, const uint8_t *off, int64_t ways,
                            const struct board_value *value)
{
    struct sums *flop = deal->dealing->work->suit_flop[deal->suit];
    const uint8_t *left = deal->dealing->left[deal->suit] + UTH_RANKS;
    lift_triples(deal, ways, value);
    if (deal->size == 4) {
        lift_pairs(deal, off[0], 1, value);
    }
    if (deal->size > 3) {
        return;
    }
    const bool paired = off[0] == off[1];
    lift_pairs(deal, off[0], left[off[1]] - paired, value);
    if (!paired) {
        lift_pairs(deal, off[1], left[off[0]], value);
    }
    for (unsigned i = 0; i < 3; i++) {
        add_to(&flop[FLOPS_OF_ONE + deal->rank[i] * (unsigned)RANK_HANDS +
                     multi2_index(off[0], off[1])],
               1, value);
    }
}

static struct board_value value_suit_board(const struct suit_dealing *deal,
                                           const uint8_t left[CARD_TYPES], unsigned index)
{
    const struct workspace *work = deal->dealing->work;
    uint8_t level[HAND_ROW];
    uint8_t below[GRADES + 1];
    exact_merge_levels(&work->hands, &work->space.boards[index], level, below);
    const unsigned own = level[deal->dealing->type[deal->suit]];
    const struct ranking ranking = {&work->hands, level, left, own,
                                    below[deal->dealing->game->qualifies_with]};
    const struct odds_counts counts = count_dealers(&ranking);
    struct board_value value =
        board_value_of(deal->dealing->game, &counts, grade_of_level(below, own));
    const struct board_value *ranks = &work->rank_value[index];
    value.gain -= ranks->gain;
    value.edge -= ranks->edge;
    value.base -= ranks->base;
    return value;
}

static void deal_suit_board(const struct suit_dealing *deal, const uint8_t *off)
{
    struct dealing *dealing = deal->dealing;
    uint8_t ranks[5];
    uint8_t left[CARD_TYPES];
    memcpy(left, dealing->left[deal->suit], sizeof left);
    memcpy(ranks, deal->rank, sizeof ranks);
    memcpy(ranks + deal->size, off, 5 - deal->size);
    const int64_t ways = deal_ranks(off, 5 - deal->size, left + UTH_RANKS);
    if (ways == 0) {
        return;
    }
    for (unsigned i = 0; i < deal->size; i++) {
        left[deal->rank[i]] = 0;
    }
    const struct board_value value = value_suit_board(deal, left, exact_multi5_any_index(ranks));
    dealing->total.edge += ways * value.edge;
    dealing->total.base += ways * value.base;
    lift_suit_board(deal, off, ways, &value);
}

static void deal_suit(struct dealing *dealing, unsigned suit, unsigned suited)
{
    struct suit_dealing deal = {.dealing = dealing, .suit = suit, .suited = suited};
    for (unsigned rest = suited; rest != 0; rest &= rest - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(rest);
        if (dealing->left[suit][rank] == 0) {
            return; // held or dead
        }
        deal.rank[deal.size++] = (uint8_t)rank;
    }
    UTH_CHECK(deal.size >= 3 && deal.size <= 5);
    uint8_t off[2] = {0, 0};
    const uint8_t last[2] = {deal.size < 5 ? UTH_RANKS : 1, deal.size < 4 ? UTH_RANKS : 1};
    for (off[0] = 0; off[0] < last[0]; off[0]++) {
        for (off[1] = deal.size < 4 ? off[0] : 0; off[1] < last[1]; off[1]++) {
            deal_suit_board(&deal, off);
        }
    }
}

// What the player adds on one flop to a bet of the reference size: the rank part, and a part for
// each suit on it.
static int64_t flop_gain(const struct dealing *dealing, const uth_card flop[3])
{
    const struct game *game = dealing->game;
    const struct workspace *work = dealing->work;
    struct sums value = work->rank_flop[rank_flop_of(flop)];
    for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
        const unsigned seen = exact_suit_flop_of(flop, suit);
        if (seen != SUIT_FLOP_NONE) {
            value.gain += work->suit_flop[suit][seen].gain;
            value.edge += work->suit_flop[suit][seen].edge;
        }
    }
    const int64_t less = (int64_t)game->unit * (game->flop_small - game->flop_large);
    const int64_t small = less * value.edge;
    const int64_t bet = game->flop_large == 0 ? value.gain : small > 0 ? small : 0;
    return value.gain > bet ? value.gain : bet;
}

static int64_t sum_flops(const struct dealing *dealing)
{
    int64_t sum = 0;
    uth_card flop[3] = {0, 1, 2};
    do {
        if ((uth_cards_from(flop, 3) & ~dealing->unseen) == 0) {
            sum += flop_gain(dealing, flop);
        }
    } while (next_set(flop, 3, UTH_DECK_SIZE));
    return sum;
}

static int64_t choose_of(int64_t n, int64_t k)
{
    int64_t ways = 1;
    for (int64_t i = 0; i < k; i++) {
        ways = ways * (n - i) / (i + 1);
    }
    return ways;
}

static void count_unseen(struct dealing *dealing)
{
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        if (!uth_cards_have(dealing->unseen, card)) {
            continue;
        }
        const unsigned rank = uth_card_rank(card);
        dealing->rank_left[rank]++;
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            dealing->left[suit][rank + (uth_card_suit(card) == suit ? 0 : UTH_RANKS)]++;
        }
    }
}

void exact_odds_preflop(const struct game *game, const struct uth_odds_query *query,
                        uth_cards unseen, void *memory, struct uth_odds_answer *answer)
{
    unsigned char *at = (unsigned char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    struct dealing dealing = {.game = game,
                              .work = (struct workspace *)(void *)at,
                              .hole = query->hole,
                              .unseen = unseen};
    struct workspace *work = dealing.work;
    memset(work, 0, sizeof *work);
    exact_space_build(&work->space, game->part);
    exact_space_build_boards(&work->space, 0, 1);
    count_unseen(&dealing);
    dealing.rank_hand = any2_index(uth_card_rank(query->hole[0]), uth_card_rank(query->hole[1]));
    for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
        dealing.type[suit] = exact_hand_type_of(query->hole[0], query->hole[1], suit);
    }
    value_rank_boards(&dealing);
    for (unsigned set = 0; set < SETS; set++) {
        exact_space_hands(&work->space, work->space.set_mask[set], &work->hands);
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            const unsigned held = uth_cards_in_suit(uth_cards_from(query->hole, 2), suit);
            if ((held & work->space.set_mask[set]) == 0) {
                deal_suit(&dealing, suit, work->space.set_mask[set]);
            }
        }
    }
    // A board is ten flops.
    const int64_t cards = (int64_t)uth_cards_count(unseen);
    const struct odds_value sum = {.edge = 10 * dealing.total.edge,
                                   .base = 10 * dealing.total.base};
    const int64_t check = sum.base + sum.edge * game->unit * game->reference + sum_flops(&dealing);
    answer->deals = choose_of(cards, 3) * choose_of(cards - 3, 2) * choose_of(cards - 5, 2);
    exact_odds_answer_of(game, UTH_STREET_PREFLOP, &sum, check, answer);
}
