// Side bets of a profile as tests speak of them: by wager, and their pays by kind of hand.
#ifndef UTH_TESTS_SIDES_H
#define UTH_TESTS_SIDES_H

#include <string.h>

#include "uth/rules.h"

#define SIDE(wager) sides[(wager)-UTH_WAGER_TRIPS]

// The table in force, to change.
static inline struct uth_bet_table *table_in_use(struct uth_rules *rules, enum uth_wager wager)
{
    struct uth_bet *bet = &rules->sides[wager - UTH_WAGER_TRIPS];
    return &bet->tables[bet->table];
}

static inline bool is_line_of_kind(const struct uth_bet_line *line, enum uth_hand_kind kind)
{
    return line->condition.when == UTH_WHEN_HAND && line->condition.least == kind << 12 &&
           line->condition.most == (kind << 12 | 0xfff);
}

// What a table pays a hand of this kind; 0 to 0 where it pays nothing.
static inline struct uth_odds pay_of_kind(const struct uth_bet_table *table,
                                          enum uth_hand_kind kind)
{
    const struct uth_bet_seen seen = {.hand = (uth_hand)(kind << 12 | 1)};
    const unsigned line = uth_bet_line_of(table, &seen);
    return line < table->line_count ? table->lines[line].pays : (struct uth_odds){0, 0};
}

// What it pays two hole cards against the dealer's.
static inline struct uth_odds pay_of_hole(const struct uth_bet_table *table,
                                          const uth_card player[2], const uth_card dealer[2])
{
    const struct uth_bet_seen seen = {.hole = player, .dealer = dealer};
    const unsigned line = uth_bet_line_of(table, &seen);
    return line < table->line_count ? table->lines[line].pays : (struct uth_odds){0, 0};
}

static inline void remove_line(struct uth_bet_table *table, unsigned line)
{
    table->line_count--;
    memmove(&table->lines[line], &table->lines[line + 1],
            (table->line_count - line) * sizeof table->lines[0]);
}

// A line for a kind of hand at its place among lines for kinds, the best first; 0 to 0 takes it out.
static inline void set_pay_of_kind(struct uth_bet_table *table, enum uth_hand_kind kind,
                                   struct uth_odds pays)
{
    unsigned at = 0;
    while (at < table->line_count && table->lines[at].condition.least > kind << 12) {
        at++;
    }
    const bool there = at < table->line_count && is_line_of_kind(&table->lines[at], kind);
    if (pays.den == 0) {
        if (there) {
            remove_line(table, at);
        }
        return;
    }
    if (!there) {
        memmove(&table->lines[at + 1], &table->lines[at],
                (table->line_count++ - at) * sizeof table->lines[0]);
    }
    table->lines[at] = (struct uth_bet_line){
        {.when = UTH_WHEN_HAND,
         .least = (uth_hand)(kind << 12),
         .most = (uth_hand)(kind << 12 | 0xfff)},
        pays,
    };
}

// A bet of the profile's own, "bet_a" to "bet_d", that pays 2 to 1: a pair or better of the cards
// it looks at, or, by the hole cards, a pair where the dealer has one, too.
static inline void add_own_bet(struct uth_rules *rules, enum uth_wager wager,
                               enum uth_bet_cards cards, enum uth_wager_fold fold)
{
    static const struct uth_condition of_hand = {
        .when = UTH_WHEN_HAND, .least = UTH_HAND_PAIR << 12, .most = UINT16_MAX};
    static const struct uth_condition of_hole = {
        .when = UTH_WHEN_PAIR, .from = UTH_RANK_TWO, .to = UTH_RANK_ACE, .both = true};
    struct uth_bet *bet = &rules->sides[wager - UTH_WAGER_TRIPS];
    const char id[] = {'b', 'e', 't', '_', (char)('a' + wager - UTH_WAGER_OWN_1), '\0'};
    *bet = (struct uth_bet){
        .title = "Bet A",
        .cards = (uint8_t)cards,
        .fold = (uint8_t)fold,
        .table_count = 1,
        .tables = {{.line_count = 1,
                    .lines = {{cards == UTH_BET_HOLE ? of_hole : of_hand, {2, 1}}}}},
    };
    bet->title[4] = (char)('A' + wager - UTH_WAGER_OWN_1);
    memcpy(bet->id, id, sizeof id);
    memcpy(bet->tables[0].id, id, sizeof id);
    rules->offered[wager] = true;
    rules->limits[wager] = (struct uth_limit){rules->chip, {300 * rules->chip.cents}};
}

#endif
