#include "style.h"

#include <string.h>

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

EXACT_WIDE static void bet_by_value(const struct game *game, const struct values *values,
                                    unsigned count, uint8_t raise[HAND_ROW])
{
    const uint8_t smallest = (uint8_t)(game->raise_count[UTH_STREET_RIVER] - 1);
    const int32_t large = game->unit * game->river_large;
    const int32_t small = game->unit * game->river_small;
    const int32_t fold = -2 * game->unit * DEALERS;
    for (unsigned i = 0; i < count; i++) {
        const int32_t edge = values->edge[i];
        const int32_t bet = values->base[i] + (edge >= 0 ? large : small) * edge;
        const uint8_t size = edge >= 0 ? 0 : smallest;
        raise[i] = bet < fold ? UTH_RAISES_MAX : size;
    }
}

void exact_style_river(const struct game *game, enum uth_style style, const struct values *values,
                       unsigned count, const struct river_facts *facts, uint8_t raise[HAND_ROW])
{
    const uint8_t smallest = (uint8_t)(game->raise_count[UTH_STREET_RIVER] - 1);
    switch (style) {
    case UTH_STYLE_NEVER_FOLD: memset(raise, smallest, count); return;
    case UTH_STYLE_SIMPLE:
        for (unsigned i = 0; i < count; i++) {
            raise[i] = exact_simple_bets_river(facts, i) ? smallest : UTH_RAISES_MAX;
        }
        return;
    case UTH_STYLE_OPTIMAL:
    case UTH_STYLE_TIMID:
    case UTH_STYLE_COUNT: break;
    }
    bet_by_value(game, values, count, raise);
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
