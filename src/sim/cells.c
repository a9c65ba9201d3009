#include "cells.h"

#include <string.h>

#include "core/due.h"

// No cell of a table may come to more, so that a round of all seats stays small.
#define NET_MAX (SMALL_NET / UTH_SEATS_MAX / 2)

// Which of the two tables of cells a wager stands in: by what decides it.
enum place { IN_BASE, IN_SIDE };

static enum place place_of(enum uth_wager wager)
{
    switch (uth_wagers[wager].decided) {
    case UTH_DECIDED_BY_HANDS:
    case UTH_DECIDED_BY_SEVEN: break;
    case UTH_DECIDED_BY_BEATEN:
    case UTH_DECIDED_BY_HOLE: return IN_SIDE;
    }
    return IN_BASE;
}

static const struct cell apart = {.net = {[NET_STAKED] = APART}};

// Takes the dues of some wagers into a cell, or sets it apart. Returns those that were won.
static uint8_t fill(struct cell *cell, enum place place, const uth_money stakes[UTH_WAGER_COUNT],
                    const struct due dues[UTH_WAGER_COUNT])
{
    struct cell filled = {.net = {0}};
    int64_t size = stakes[UTH_WAGER_PLAY].cents;
    uint8_t wins = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT && size <= NET_MAX; wager++) {
        if (stakes[wager].cents != 0 && place_of((enum uth_wager)wager) == place) {
            const int64_t net = dues[wager].net.cents;
            UTH_CHECK(uth_money_in_range(net));
            size += net < 0 ? -net : net;
            filled.net[wager] = (int32_t)(size <= NET_MAX ? net : 0);
            wins |= (uint8_t)((dues[wager].outcome == UTH_OUTCOME_WIN) << wager);
        }
    }
    if (size <= NET_MAX) {
        filled.net[NET_STAKED] = (int32_t)stakes[UTH_WAGER_PLAY].cents;
        *cell = filled;
    }
    return wins;
}

static bool meter_decides(const struct uth_rules *rules, enum uth_hand_kind kind)
{
    if (kind == UTH_HAND_ROYAL_FLUSH) {
        return true; // which line it is, is for the cards to say
    }
    const enum uth_progressive_line line =
        uth_progressive_line_of((uth_hand)(kind << 12), NULL, NULL);
    return line != UTH_PROGRESSIVE_NONE && rules->progressive.table.pays[line].meter_bp != 0;
}

struct uth_award sim_cells_award(const struct uth_rules *rules, enum uth_hand_kind kind,
                                 uth_money stake)
{
    const struct uth_award none = {.line = UTH_PROGRESSIVE_NONE};
    if (stake.cents == 0 || meter_decides(rules, kind)) {
        return none;
    }
    const enum uth_progressive_line line =
        uth_progressive_line_of((uth_hand)(kind << 12), NULL, NULL);
    if (!uth_progressive_pays(&rules->progressive.table, line)) {
        return none;
    }
    struct uth_meter meter = {{0}, {0}, {0}, 0, 0}; // a fixed pay asks for none
    return uth_meter_award(&meter, &rules->progressive, line, stake);
}

static void fill_base(struct cells *cells, const struct uth_rules *rules,
                      const uth_money stakes[UTH_WAGER_COUNT], unsigned cell)
{
    const unsigned decision = cell / CELLS_DECISION;
    const enum uth_hand_kind kind = (enum uth_hand_kind)(cell % CELLS_COMPARED);
    const uth_money progressive = stakes[UTH_WAGER_PROGRESSIVE];
    if (progressive.cents != 0 && meter_decides(rules, kind)) {
        return;
    }
    const struct uth_award award = sim_cells_award(rules, kind, progressive);
    const struct showdown showdown = {
        .compared = (enum uth_verdict)(cell / CELLS_COMPARED % (UTH_VERDICT_WIN + 1)),
        .folded = decision == DECISION_FOLD,
        .qualifies = cell / CELLS_QUALIFIES % 2 != 0,
        .kind = kind,
        .beaten = kind,
        .pairs = UTH_PAIRS_NONE,
        .awarded = award.line != UTH_PROGRESSIVE_NONE,
        .award = award.amount,
    };
    struct due dues[UTH_WAGER_COUNT];
    core_dues(rules, stakes, &showdown, dues);
    cells->base_wins[cell] = fill(&cells->base[cell], IN_BASE, stakes, dues);
}

static void fill_side(struct cells *cells, const struct uth_rules *rules,
                      const uth_money stakes[UTH_WAGER_COUNT], unsigned cell)
{
    const unsigned beaten = cell / PAIRS_PLACES;
    const unsigned pairs = cell % PAIRS_PLACES;
    const bool tie = beaten == BEATEN_NONE;
    if (stakes[UTH_WAGER_PAIRS].cents != 0 &&
        (pairs == PAIRS_LOOK ||
         (pairs != UTH_PAIRS_NONE && uth_rules_pairs(rules)->pays[pairs].den == 0))) {
        return; // the cards have no such line
    }
    const struct showdown showdown = {
        .compared = tie ? UTH_VERDICT_TIE : UTH_VERDICT_WIN,
        .qualifies = true,
        .beaten = tie ? UTH_HAND_HIGH_CARD : (enum uth_hand_kind)beaten,
        .pairs = pairs == PAIRS_LOOK ? UTH_PAIRS_NONE : (enum uth_pairs_line)pairs,
    };
    struct due dues[UTH_WAGER_COUNT];
    core_dues(rules, stakes, &showdown, dues);
    cells->side_wins[cell] = fill(&cells->side[cell], IN_SIDE, stakes, dues);
}

void sim_cells_fill(struct cells *cells, const struct uth_rules *rules,
                    const struct uth_sim_seat *seat)
{
    for (unsigned cell = 0; cell < BASE_CELLS; cell++) {
        const unsigned decision = cell / CELLS_DECISION;
        const unsigned raise =
            decision == DECISION_FOLD
                ? 0
                : rules->raises[decision / UTH_RAISES_MAX][decision % UTH_RAISES_MAX];
        uth_money stakes[UTH_WAGER_COUNT];
        memcpy(stakes, seat->stakes, sizeof stakes);
        stakes[UTH_WAGER_PLAY].cents = stakes[UTH_WAGER_ANTE].cents * (int64_t)raise;
        cells->base[cell] = apart;
        if (raise != 0 || decision == DECISION_FOLD) {
            fill_base(cells, rules, stakes, cell);
        }
    }
    for (unsigned cell = 0; cell < SIDE_CELLS; cell++) {
        cells->side[cell] = apart;
        fill_side(cells, rules, seat->stakes, cell);
    }
}

unsigned sim_cells_pairs(const struct uth_rules *rules, const uth_card hole[2])
{
    static const uth_card none[2] = {UTH_CARD_NONE, UTH_CARD_NONE};
    uth_card aces[UTH_SUITS];
    unsigned count = 0;
    if (rules->pairs_count == 0) {
        return UTH_PAIRS_NONE;
    }
    for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
        const uth_card ace = uth_card_make(UTH_RANK_ACE, suit);
        aces[count] = ace;
        count += ace != hole[0] && ace != hole[1];
    }
    const struct uth_pairs_table *table = uth_rules_pairs(rules);
    const enum uth_pairs_line line = uth_pairs_line_of(table, hole, none);
    return uth_pairs_line_of(table, hole, aces) == line ? (unsigned)line : PAIRS_LOOK;
}
