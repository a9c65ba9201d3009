#include "cells.h"

#include <string.h>

#include "core/due.h"

// Where a wager stands: in one of the two tables of cells, or alone.
enum place { IN_BASE, IN_SIDE, ALONE };

static bool pays_by_kind(const struct uth_bet_table *table)
{
    bool by_kind = true;
    for (unsigned i = 0; i < table->line_count; i++) {
        const struct uth_condition *condition = &table->lines[i].condition;
        by_kind = by_kind && condition->when == UTH_WHEN_HAND && (condition->least & 0xfff) == 0 &&
                  (condition->most & 0xfff) == 0xfff;
    }
    return by_kind;
}

// The side table knows of no fold, and of one bet on the hole cards.
static enum place place_of(const struct uth_rules *rules, enum uth_wager wager)
{
    if (!uth_wager_has_lines(wager)) {
        return IN_BASE;
    }
    const struct uth_bet *bet = uth_rules_side(rules, wager);
    if (uth_wager_is_own(wager) || bet->table_count == 0) {
        return ALONE;
    }
    const bool in_side =
        bet->cards == UTH_BET_BEATEN || (bet->cards == UTH_BET_HOLE && wager == UTH_WAGER_PAIRS);
    if (in_side && bet->fold != UTH_FOLD_LOSES) {
        return IN_SIDE;
    }
    return bet->cards == UTH_BET_HOLE_BOARD && pays_by_kind(uth_bet_table(bet)) ? IN_BASE : ALONE;
}

static const struct cell apart = {.net = {[NET_STAKED] = APART}};

static int64_t size_of(int64_t net)
{
    return net < 0 ? -net : net;
}

static void add_wager(struct cell *cell, unsigned wager, int32_t net)
{
    const bool base = wager <= UTH_WAGER_PLAY;
    cell->net[wager] = net;
    cell->net[NET_TOTAL] += net;
    cell->net[NET_BASE] += base ? net : 0;
    cell->net[NET_COVERED] += uth_wagers[wager].on_meter ? 0 : net;
    cell->net[NET_MOVED] += uth_wagers[wager].on_meter ? 0 : (int32_t)size_of(net);
}

// Takes the dues of some wagers into a cell, or sets it apart. Returns those that were won.
static uint8_t fill(struct cell *cell, const struct uth_rules *rules, enum place place,
                    const uth_money stakes[UTH_WAGER_COUNT], const struct due dues[UTH_WAGER_COUNT])
{
    struct cell filled = {.net = {0}};
    int64_t size = stakes[UTH_WAGER_PLAY].cents;
    uint8_t wins = 0;
    for (unsigned wager = 0; wager < NET_STAKED && size <= NET_MAX; wager++) {
        if (stakes[wager].cents != 0 && place_of(rules, (enum uth_wager)wager) == place) {
            const int64_t net = dues[wager].net.cents;
            UTH_CHECK(uth_money_in_range(net));
            size += size_of(net);
            add_wager(&filled, wager, (int32_t)(size <= NET_MAX ? net : 0));
            wins |= (uint8_t)((dues[wager].outcome == UTH_OUTCOME_WIN) << wager);
        }
    }
    if (size <= NET_MAX) {
        const int32_t staked = (int32_t)stakes[UTH_WAGER_PLAY].cents;
        filled.net[NET_STAKED] = staked;
        filled.net[NET_PLAY_STAKED] = staked + filled.net[UTH_WAGER_PLAY];
        filled.net[NET_BASE_STAKED] = staked + filled.net[NET_BASE];
        *cell = filled;
    }
    return wins;
}

// How many wagers of a cell were won or lost, and how much that was.
static uint8_t lines_in(const struct cell *cell, int64_t *due)
{
    uint8_t lines = 0;
    *due = 0;
    for (unsigned wager = 0; wager < NET_STAKED; wager++) {
        lines = (uint8_t)(lines + (cell->net[wager] != 0));
        *due += size_of(cell->net[wager]);
    }
    return lines;
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

// The lines of the bets of one table, by a hand that stands for all of its kind; 0 where there is none.
static void find_lines(const struct uth_rules *rules, enum place place, uth_hand hand,
                       struct showdown *showdown)
{
    for (unsigned i = UTH_WAGER_TRIPS; i < NET_STAKED; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_bet *bet = uth_rules_side(rules, wager);
        if (uth_wager_has_lines(wager) && place_of(rules, wager) == place &&
            bet->cards != UTH_BET_HOLE) {
            showdown->line[i - UTH_WAGER_TRIPS] =
                (uint8_t)uth_bet_line_of(uth_bet_table(bet), &(struct uth_bet_seen){.hand = hand});
        }
    }
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
    struct showdown showdown = {
        .compared = (enum uth_verdict)(cell / CELLS_COMPARED % (UTH_VERDICT_WIN + 1)),
        .folded = decision == DECISION_FOLD,
        .qualifies = cell / CELLS_QUALIFIES % 2 != 0,
        .kind = kind,
        .awarded = award.line != UTH_PROGRESSIVE_NONE,
        .award = award.amount,
    };
    struct due dues[UTH_WAGER_COUNT];
    find_lines(rules, IN_BASE, (uth_hand)((kind << 12) + 1), &showdown);
    core_dues(rules, stakes, &showdown, dues);
    cells->base_wins[cell] = fill(&cells->base[cell], rules, IN_BASE, stakes, dues);
    cells->base_lines[cell] = lines_in(&cells->base[cell], &cells->base_due[cell]);
    if (showdown.awarded && rules->progressive.fixed_pays_from == UTH_PAYS_FROM_METER) {
        if (award.amount.cents > NET_MAX) {
            cells->base[cell] = apart;
        } else {
            cells->base[cell].net[NET_FROM_METER] = (int32_t)award.amount.cents;
        }
    }
}

static void fill_side(struct cells *cells, const struct uth_rules *rules,
                      const uth_money stakes[UTH_WAGER_COUNT], unsigned cell)
{
    const unsigned beaten = cell / PAIRS_PLACES;
    const unsigned pairs = cell % PAIRS_PLACES;
    const bool tie = beaten == BEATEN_NONE;
    const struct uth_bet *bet = uth_rules_side(rules, UTH_WAGER_PAIRS);
    if (stakes[UTH_WAGER_PAIRS].cents != 0 && place_of(rules, UTH_WAGER_PAIRS) == IN_SIDE &&
        bet->cards == UTH_BET_HOLE && pairs > uth_bet_table(bet)->line_count) {
        return; // a look at the dealer's cards, or no line there is
    }
    struct showdown showdown = {.compared = tie ? UTH_VERDICT_TIE : UTH_VERDICT_WIN,
                                .qualifies = true};
    struct due dues[UTH_WAGER_COUNT];
    showdown.line[UTH_WAGER_PAIRS - UTH_WAGER_TRIPS] = (uint8_t)pairs;
    find_lines(rules, IN_SIDE, (uth_hand)(tie ? 0 : (beaten << 12) + 1), &showdown);
    core_dues(rules, stakes, &showdown, dues);
    cells->side_wins[cell] = fill(&cells->side[cell], rules, IN_SIDE, stakes, dues);
    cells->side_lines[cell] = lines_in(&cells->side[cell], &cells->side_due[cell]);
}

static void fill_other(struct other_bet *other, const struct uth_rules *rules, enum uth_wager wager,
                       uth_money stake)
{
    uth_money stakes[UTH_WAGER_COUNT] = {{0}};
    stakes[wager] = stake;
    other->bet = uth_rules_side(rules, wager);
    other->wager = wager;
    for (unsigned folded = 0; folded < 2; folded++) {
        for (unsigned line = 0; line <= uth_bet_table(other->bet)->line_count; line++) {
            struct showdown showdown = {.folded = folded != 0};
            struct due dues[UTH_WAGER_COUNT];
            showdown.line[wager - UTH_WAGER_TRIPS] = (uint8_t)line;
            core_dues(rules, stakes, &showdown, dues);
            other->net[folded][line] = dues[wager].net.cents;
            other->wins[folded][line] = dues[wager].outcome == UTH_OUTCOME_WIN;
        }
    }
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
    cells->base[BASE_CELLS] = (struct cell){.net = {0}};
    cells->side[SIDE_CELLS] = (struct cell){.net = {0}};
    cells->other_count = 0;
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (seat->stakes[i].cents != 0 && place_of(rules, wager) == ALONE) {
            fill_other(&cells->others[cells->other_count++], rules, wager, seat->stakes[i]);
        }
    }
}

// Beside themselves, two cards fit every line that they fit for their own part.
unsigned sim_cells_pairs(const struct uth_rules *rules, const uth_card hole[2])
{
    const struct uth_bet *bet = uth_rules_side(rules, UTH_WAGER_PAIRS);
    if (place_of(rules, UTH_WAGER_PAIRS) != IN_SIDE || bet->cards != UTH_BET_HOLE) {
        return 0;
    }
    const struct uth_bet_table *table = uth_bet_table(bet);
    const unsigned line =
        uth_bet_line_of(table, &(struct uth_bet_seen){.hole = hole, .dealer = hole});
    return line < table->line_count && table->lines[line].condition.both ? (unsigned)PAIRS_LOOK
                                                                         : line;
}
