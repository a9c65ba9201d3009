// The wagers, one row each (BET-1, BET-2).
#include "uth/wager.h"

#include "uth/check.h"

// clang-format off
const struct uth_wager_row uth_wagers[] = {
    [UTH_WAGER_ANTE] = {
        .name = "ante", .title = "Ante",
        .is_base = true, .before_deal = true, .by_spot = true,
    },
    [UTH_WAGER_BLIND] = {
        .name = "blind", .title = "Blind",
        .is_base = true, .before_deal = true, .by_spot = true,
    },
    [UTH_WAGER_PLAY] = { // who folds has not made it
        .name = "play", .title = "Play",
        .is_base = true,
    },
    [UTH_WAGER_TRIPS] = {
        .name = "trips", .title = "Trips", .fold = UTH_FOLD_LOSES_UNLESS_WON,
        .before_deal = true, .by_spot = true,
    },
    [UTH_WAGER_BAD_BEAT] = {
        .name = "bad_beat", .title = "Bad Beat Bonus", .fold = UTH_FOLD_BESIDE,
        .before_deal = true,
    },
    [UTH_WAGER_PAIRS] = {
        .name = "pairs", .title = "Ultimate Pairs", .fold = UTH_FOLD_TUCKED,
        .before_deal = true,
    },
    [UTH_WAGER_PROGRESSIVE] = {
        .name = "progressive", .title = "Progressive", .fold = UTH_FOLD_BESIDE,
        .before_deal = true, .on_meter = true,
    },
    [UTH_WAGER_OWN_1] = {.name = "own_1", .title = "Side bet 1", .before_deal = true},
    [UTH_WAGER_OWN_2] = {.name = "own_2", .title = "Side bet 2", .before_deal = true},
    [UTH_WAGER_OWN_3] = {.name = "own_3", .title = "Side bet 3", .before_deal = true},
    [UTH_WAGER_OWN_4] = {.name = "own_4", .title = "Side bet 4", .before_deal = true},
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
