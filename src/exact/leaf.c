#include "leaf.h"

#include <string.h>

// Puts every dealer hand one level above its own, so that a running sum counts the hands below.
static void place_dealers(struct leaf *leaf, const struct hands *hands)
{
    memset(leaf->row, 0, (leaf->below[UTH_HAND_COUNT] + 1U) * sizeof leaf->row[0]);
    for (unsigned i = 0; i < hands->pairs_from; i++) {
        struct leaf_level *above = &leaf->row[leaf->level[hands->type[i]] + 1U];
        const unsigned a = hands->first[i];
        const unsigned b = hands->second[i];
        const unsigned left_a = leaf->left[a];
        const unsigned left_b = leaf->left[b];
        above->holding[a] = (uint8_t)(above->holding[a] + left_b);
        above->holding[b] = (uint8_t)(above->holding[b] + left_a);
        above->hands = (uint16_t)(above->hands + left_a * left_b);
    }
    for (unsigned i = hands->pairs_from; i < hands->count; i++) {
        struct leaf_level *above = &leaf->row[leaf->level[hands->type[i]] + 1U];
        const unsigned a = hands->first[i];
        const unsigned left = leaf->left[a];
        if (left > 1) {
            above->holding[a] = (uint8_t)(above->holding[a] + left - 1);
            above->hands = (uint16_t)(above->hands + choose2(left));
        }
    }
}

// No card is in more than 46 hands and there are at most 1,081, so four words at a time add all
// the counts of a level without a carry between them.
static void sum_levels(struct leaf *leaf)
{
    uint64_t sum[4] = {0};
    for (unsigned level = 0; level <= leaf->below[UTH_HAND_COUNT]; level++) {
        uint64_t row[4];
        memcpy(row, &leaf->row[level], sizeof row);
        for (unsigned i = 0; i < 4; i++) {
            sum[i] += row[i];
        }
        memcpy(&leaf->row[level], sum, sizeof sum);
    }
}

static void count_outcomes(struct leaf *restrict leaf, const struct hands *restrict hands)
{
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned type = hands->type[i];
        const unsigned a = hands->first[i];
        const unsigned b = hands->second[i];
        const struct leaf_level *row = &leaf->row[leaf->level[type]];
        const int win = row[0].hands - row[0].holding[a] - row[0].holding[b];
        leaf->win[type] = win;
        leaf->tie[type] = row[1].hands - row[1].holding[a] - row[1].holding[b] + 1 - win;
        leaf->kind[type] = leaf->kind_of_level[leaf->level[type]];
        leaf->pay[type] = leaf->pay_of_level[leaf->level[type]];
    }
}

// The dealer hands that do not qualify. On most boards there is a pair, and none.
static void count_lows(struct leaf *restrict leaf, const struct hands *restrict hands,
                       const struct leaf_level *restrict low, unsigned qualifies_with)
{
    if (low->hands == 0) {
        memset(leaf->low, 0, sizeof leaf->low);
        return;
    }
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned type = hands->type[i];
        leaf->low[type] = low->hands - low->holding[hands->first[i]] -
                          low->holding[hands->second[i]] + (leaf->kind[type] < qualifies_with);
    }
}

static void rank_hands(struct leaf *leaf, const struct hands *hands, const struct game *game)
{
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        for (unsigned level = leaf->below[kind]; level < leaf->below[kind + 1]; level++) {
            leaf->kind_of_level[level] = (uint8_t)kind;
            leaf->pay_of_level[level] = game->pay[kind];
        }
    }
    place_dealers(leaf, hands);
    sum_levels(leaf);
    count_outcomes(leaf, hands);
    const struct leaf_level low = leaf->row[leaf->below[game->qualifies_with]];
    count_lows(leaf, hands, &low, game->qualifies_with);
}

void exact_leaf_of_ranks(struct leaf *leaf, const struct space *space, const struct game *game,
                         const uint8_t ranks[5])
{
    const struct rank_board *board = &space->boards[exact_multi5_any_index(ranks)];
    const struct hands *hands = &space->rank_hands;
    memset(leaf->left, UTH_SUITS, UTH_RANKS);
    for (unsigned i = 0; i < 5; i++) {
        leaf->left[ranks[i]]--;
    }
    memcpy(leaf->below, board->below, sizeof leaf->below);
    memcpy(leaf->level, board->level, RANK_HANDS);
    rank_hands(leaf, hands, game);
}

void exact_leaf_of_suit(struct leaf *leaf, const struct space *space, const struct game *game,
                        const struct hands *hands, unsigned suited, const uint8_t *off)
{
    uint8_t ranks[5];
    unsigned count = 0;
    memset(leaf->left, 1, UTH_RANKS);
    memset(leaf->left + UTH_RANKS, UTH_SUITS - 1, UTH_RANKS);
    for (unsigned left = suited; left != 0; left &= left - 1) {
        ranks[count++] = (uint8_t)__builtin_ctz(left);
    }
    for (unsigned i = 0; count < 5; i++) {
        ranks[count++] = off[i];
        leaf->left[UTH_RANKS + off[i]]--;
    }
    exact_merge_levels(hands, &space->boards[exact_multi5_any_index(ranks)], leaf->level,
                       leaf->below);
    rank_hands(leaf, hands, game);
}

void exact_leaf_keep(const struct leaf *leaf, const struct game *game, struct kept *kept)
{
    const unsigned ties = (1U << KEPT_KIND) - 1; // a hand nobody can hold may count below zero
    for (unsigned type = 0; type < HAND_ROW; type++) {
        kept->win[type] = (int16_t)leaf->win[type];
        kept->tie_and_kind[type] = (uint16_t)(((unsigned)leaf->tie[type] & ties) |
                                              (unsigned)leaf->kind[type] << KEPT_KIND);
    }
    kept->low = leaf->row[leaf->below[game->qualifies_with]];
}

EXACT_WIDE static void unpack(struct leaf *restrict leaf, const struct kept *restrict kept)
{
    for (unsigned type = 0; type < HAND_ROW; type++) {
        leaf->win[type] = kept->win[type];
        leaf->tie[type] = kept->tie_and_kind[type] & ((1 << KEPT_KIND) - 1);
    }
    for (unsigned type = 0; type < HAND_ROW; type++) {
        leaf->kind[type] = (uint8_t)(kept->tie_and_kind[type] >> KEPT_KIND);
    }
}

// count_lows for the whole row, in the order of the hand types.
static void spread_lows(int32_t *restrict low, const struct leaf_level *restrict row)
{
    const uint8_t *suited = row->holding;
    const uint8_t *off = row->holding + UTH_RANKS;
    for (int b = 0; b < UTH_RANKS; b++) {
        for (int a = 0; a <= b; a++, low++) {
            low[0] = row->hands - suited[b] - suited[a];
            low[OFF_HANDS] = row->hands - off[b] - off[a];
        }
    }
    for (int a = 0; a < UTH_RANKS; a++) {
        for (int b = 0; b < UTH_RANKS; b++, low++) {
            low[0] = row->hands - suited[a] - off[b];
        }
    }
}

EXACT_WIDE static void add_own(struct leaf *leaf, unsigned qualifies_with)
{
    for (unsigned type = 0; type < HAND_ROW; type++) {
        leaf->low[type] += leaf->kind[type] < qualifies_with;
    }
}

void exact_leaf_recall(struct leaf *leaf, const struct game *game, const struct kept *kept)
{
    unpack(leaf, kept);
    for (unsigned type = 0; type < HAND_ROW; type++) {
        leaf->pay[type] = game->pay[leaf->kind[type]];
    }
    if (kept->low.hands == 0) {
        memset(leaf->low, 0, sizeof leaf->low);
    } else {
        spread_lows(leaf->low, &kept->low);
        add_own(leaf, game->qualifies_with);
    }
}

// The Ante over all dealer hands, by the rule for those that do not qualify. A hand below the
// qualifying level loses to every dealer who does qualify.
static inline int32_t ante_of(enum uth_ante_rule rule, int32_t edge, int32_t low, bool below)
{
    const int32_t pushed = below ? low - DEALERS : edge - low;
    switch (rule) {
    case UTH_ANTE_PUSHES: return pushed;
    case UTH_ANTE_PLAYS: return edge;
    case UTH_ANTE_WINS: return pushed + low;
    }
    return pushed;
}

// Inlined once for each Ante rule, so that the loop has no branch in it.
static inline __attribute__((always_inline)) void
fill_values(const struct leaf *leaf, const struct game *game, unsigned count,
            struct values *restrict values, enum uth_ante_rule rule)
{
    const unsigned qualifies_with = game->qualifies_with;
    const int32_t unit = game->unit;
    const int32_t large = unit * game->river_large;
    const int32_t small = unit * game->river_small;
    const int32_t reference = unit * game->reference;
    const int32_t fold = -2 * unit * DEALERS;
    for (unsigned i = 0; i < count; i++) {
        const int32_t lose = DEALERS - leaf->win[i] - leaf->tie[i];
        const int32_t edge = leaf->win[i] - lose;
        const int32_t ante = ante_of(rule, edge, leaf->low[i], leaf->kind[i] < qualifies_with);
        const int32_t base = leaf->pay[i] * leaf->win[i] + unit * (ante - lose);
        const int32_t bet = base + (edge >= 0 ? large : small) * edge;
        values->gain[i] = (bet > fold ? bet : fold) - base - reference * edge;
        values->edge[i] = edge;
        values->base[i] = base;
    }
}

EXACT_WIDE void exact_leaf_values(const struct leaf *leaf, const struct game *game, unsigned count,
                                  struct values *values)
{
    switch (game->ante_rule) {
    case UTH_ANTE_PUSHES: fill_values(leaf, game, count, values, UTH_ANTE_PUSHES); break;
    case UTH_ANTE_PLAYS: fill_values(leaf, game, count, values, UTH_ANTE_PLAYS); break;
    case UTH_ANTE_WINS: fill_values(leaf, game, count, values, UTH_ANTE_WINS); break;
    }
}

static inline __attribute__((always_inline)) int32_t
lacking(const struct leaf *leaf, const struct game *game, const struct values *values, unsigned i)
{
    const int32_t edge = values->edge[i];
    const int32_t size = game->unit * (edge >= 0 ? game->river_large : game->river_small);
    return -2 * game->unit * DEALERS - (values->base[i] - leaf->pay[i] * leaf->win[i]) -
           size * edge;
}

EXACT_WIDE static bool any_lured(const struct leaf *leaf, const struct game *game,
                                 const struct values *values, const int32_t *dealt, unsigned count)
{
    int32_t any = 0;
    for (unsigned i = 0; i < count; i++) {
        any |= (lacking(leaf, game, values, i) > 0) & (leaf->win[i] > 0) &
               (leaf->kind[i] >= LURED_FROM) & (dealt[i] != 0);
    }
    return any != 0;
}

void exact_lure_join(struct lure *lure, struct lure other)
{
    if (other.win > 0 && (lure->win == 0 || (int64_t)other.lacking * lure->win >
                                                (int64_t)lure->lacking * other.win)) {
        *lure = other;
    }
}

// On nearly every board there is none.
void exact_leaf_lures(const struct leaf *leaf, const struct game *game, const struct values *values,
                      const int32_t *dealt, unsigned count, struct lure lure[UTH_HAND_COUNT])
{
    if (!any_lured(leaf, game, values, dealt, count)) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        const struct lure own = {lacking(leaf, game, values, i), leaf->win[i]};
        if (own.lacking > 0 && own.win > 0 && leaf->kind[i] >= LURED_FROM && dealt[i] != 0) {
            exact_lure_join(&lure[leaf->kind[i]], own);
        }
    }
}
