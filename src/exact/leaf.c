#include "leaf.h"

#include <string.h>

static void clear_levels(struct leaf *leaf)
{
    const size_t levels = (size_t)leaf->below[UTH_HAND_COUNT] + 1;
    memset(leaf->holding, 0, levels * sizeof leaf->holding[0]);
    memset(leaf->hands_below, 0, levels * sizeof leaf->hands_below[0]);
}

// Puts every dealer hand one level above its own, so that a running sum counts the hands below.
static void place_dealers(struct leaf *leaf, const struct hands *hands)
{
    for (unsigned i = 0; i < hands->pairs_from; i++) {
        const unsigned above = leaf->level_at[i] + 1U;
        const unsigned a = hands->first[i];
        const unsigned b = hands->second[i];
        leaf->holding[above][a] = (uint8_t)(leaf->holding[above][a] + leaf->left[b]);
        leaf->holding[above][b] = (uint8_t)(leaf->holding[above][b] + leaf->left[a]);
        leaf->hands_below[above] =
            (uint16_t)(leaf->hands_below[above] + leaf->left[a] * leaf->left[b]);
    }
    for (unsigned i = hands->pairs_from; i < hands->count; i++) {
        const unsigned above = leaf->level_at[i] + 1U;
        const unsigned a = hands->first[i];
        const unsigned left = leaf->left[a];
        if (left > 1) {
            leaf->holding[above][a] = (uint8_t)(leaf->holding[above][a] + left - 1);
            leaf->hands_below[above] = (uint16_t)(leaf->hands_below[above] + choose2(left));
        }
    }
}

// No lane passes 46, so four words at a time add 32 bytes without a carry between them.
static void sum_levels(struct leaf *leaf)
{
    uint64_t sum[4] = {0};
    unsigned total = 0;
    for (unsigned level = 0; level <= leaf->below[UTH_HAND_COUNT]; level++) {
        uint64_t row[4];
        memcpy(row, leaf->holding[level], sizeof row);
        for (unsigned i = 0; i < 4; i++) {
            sum[i] += row[i];
        }
        memcpy(leaf->holding[level], sum, sizeof sum);
        total += leaf->hands_below[level];
        leaf->hands_below[level] = (uint16_t)total;
    }
}

static void count_outcomes(struct leaf *leaf, const struct hands *hands, unsigned qualified)
{
    const uint8_t *low = leaf->holding[qualified];
    const int lows = leaf->hands_below[qualified];
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned level = leaf->level_at[i];
        const unsigned type = hands->type[i];
        const unsigned a = hands->first[i];
        const unsigned b = hands->second[i];
        const uint8_t *under = leaf->holding[level];
        const uint8_t *upto = leaf->holding[level + 1];
        const int win = leaf->hands_below[level] - under[a] - under[b];
        leaf->win[type] = win;
        leaf->tie[type] = leaf->hands_below[level + 1] - upto[a] - upto[b] + 1 - win;
        leaf->low[type] = lows - low[a] - low[b] + (level < qualified);
        leaf->pay[type] = leaf->pay_of_level[level];
        leaf->level[type] = (uint8_t)level;
    }
}

static void rank_hands(struct leaf *leaf, const struct hands *hands, const struct game *game)
{
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        for (unsigned level = leaf->below[kind]; level < leaf->below[kind + 1]; level++) {
            leaf->pay_of_level[level] = game->pay[kind];
        }
    }
    clear_levels(leaf);
    place_dealers(leaf, hands);
    sum_levels(leaf);
    count_outcomes(leaf, hands, leaf->below[game->qualifies_with]);
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
    for (unsigned i = 0; i < hands->count; i++) {
        leaf->level_at[i] = board->level[hands->type[i]];
    }
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
    exact_merge_levels(hands, &space->boards[exact_multi5_any_index(ranks)], leaf->level_at,
                       leaf->below);
    rank_hands(leaf, hands, game);
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
    const unsigned qualified = leaf->below[game->qualifies_with];
    const int32_t unit = game->unit;
    const int32_t large = unit * game->river_large;
    const int32_t small = unit * game->river_small;
    const int32_t reference = unit * game->reference;
    const int32_t fold = -2 * unit * DEALERS;
    for (unsigned i = 0; i < count; i++) {
        const int32_t lose = DEALERS - leaf->win[i] - leaf->tie[i];
        const int32_t edge = leaf->win[i] - lose;
        const int32_t ante = ante_of(rule, edge, leaf->low[i], leaf->level[i] < qualified);
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
