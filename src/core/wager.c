// The wagers, one row each (BET-1, BET-2).
#include "uth/wager.h"

#include "uth/check.h"

// clang-format off
const struct uth_wager_row uth_wagers[] = {
    [UTH_WAGER_ANTE] = {
        .name = "ante", .title = "Ante",
        .decided = UTH_DECIDED_BY_HANDS, .fold = UTH_FOLD_LOSES, .odds = UTH_ODDS_EVEN,
        .is_base = true, .before_deal = true, .by_spot = true,
    },
    [UTH_WAGER_BLIND] = {
        .name = "blind", .title = "Blind",
        .decided = UTH_DECIDED_BY_HANDS, .fold = UTH_FOLD_LOSES, .odds = UTH_ODDS_BY_HAND,
        .is_base = true, .before_deal = true, .by_spot = true,
    },
    [UTH_WAGER_PLAY] = { // who folds has not made it
        .name = "play", .title = "Play",
        .decided = UTH_DECIDED_BY_HANDS, .fold = UTH_FOLD_LOSES, .odds = UTH_ODDS_EVEN,
        .is_base = true,
    },
    [UTH_WAGER_TRIPS] = {
        .name = "trips", .title = "Trips",
        .decided = UTH_DECIDED_BY_SEVEN, .fold = UTH_FOLD_LOSES_UNLESS_WON, .odds = UTH_ODDS_BY_HAND,
        .before_deal = true, .by_spot = true,
    },
    [UTH_WAGER_BAD_BEAT] = {
        .name = "bad_beat", .title = "Bad Beat Bonus",
        .decided = UTH_DECIDED_BY_BEATEN, .fold = UTH_FOLD_BESIDE, .odds = UTH_ODDS_BY_HAND,
        .may_need = 1U << UTH_WAGER_TRIPS, .before_deal = true,
    },
    [UTH_WAGER_PAIRS] = {
        .name = "pairs", .title = "Ultimate Pairs",
        .decided = UTH_DECIDED_BY_HOLE, .fold = UTH_FOLD_TUCKED, .odds = UTH_ODDS_BY_HOLE,
        .before_deal = true,
    },
    [UTH_WAGER_PROGRESSIVE] = {
        .name = "progressive", .title = "Progressive",
        .decided = UTH_DECIDED_BY_SEVEN, .fold = UTH_FOLD_BESIDE, .odds = UTH_ODDS_BY_METER,
        .before_deal = true, .on_meter = true,
    },
};
// clang-format on

const char *uth_wager_name(enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);
    return uth_wagers[wager].name;
}

const char *uth_wager_title(enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);
    return uth_wagers[wager].title;
}
