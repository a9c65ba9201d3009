#include "style.h"

#include <string.h>

#include "simple.h"

unsigned exact_style_preflop(const struct uth_exact *exact, enum uth_style style,
                             unsigned hand_class)
{
    struct uth_exact_hand hand;
    unsigned raise = 0;
    uth_exact_hand(exact, hand_class, &hand);
    if (style == UTH_STYLE_TIMID || hand.best == 0) {
        return UTH_RAISES_MAX;
    }
    while (exact->game.raises[UTH_STREET_PREFLOP][raise] != hand.best) {
        raise++;
    }
    return raise;
}

unsigned exact_style_flop(const struct uth_exact *exact, enum uth_style style,
                          const uth_card flop[3], const struct flop_view *view, unsigned hole)
{
    if (style == UTH_STYLE_SIMPLE) {
        const bool bets = exact_simple_bets_flop(exact->space.hole_card[hole], flop);
        return bets ? (unsigned)exact->game.flop_large : 0;
    }
    return exact_flop_play_of(exact, view, hole);
}

unsigned exact_style_river(const struct game *game, enum uth_style style,
                           const struct values *values, unsigned hand, const bool *simple)
{
    const unsigned smallest = game->raise_count[UTH_STREET_RIVER] - 1U;
    switch (style) {
    case UTH_STYLE_NEVER_FOLD: return smallest;
    case UTH_STYLE_SIMPLE: return simple[hand] ? smallest : UTH_RAISES_MAX;
    case UTH_STYLE_OPTIMAL:
    case UTH_STYLE_TIMID:
    case UTH_STYLE_COUNT: break;
    }
    const int32_t edge = values->edge[hand];
    const int32_t size = edge >= 0 ? game->river_large : game->river_small;
    const int32_t bet = values->base[hand] + game->unit * size * edge;
    if (bet < -2 * game->unit * DEALERS) {
        return UTH_RAISES_MAX;
    }
    return edge >= 0 ? 0 : smallest;
}

static const char *const style_names[UTH_STYLE_COUNT] = {
    [UTH_STYLE_OPTIMAL] = "optimal",
    [UTH_STYLE_SIMPLE] = "simple",
    [UTH_STYLE_NEVER_FOLD] = "never-fold",
    [UTH_STYLE_TIMID] = "timid",
};

const char *uth_style_name(enum uth_style style)
{
    UTH_CHECK(style < UTH_STYLE_COUNT);
    return style_names[style];
}

enum uth_style uth_style_find(const char *name)
{
    unsigned style = 0;
    while (style < UTH_STYLE_COUNT && strcmp(style_names[style], name) != 0) {
        style++;
    }
    return (enum uth_style)style;
}
