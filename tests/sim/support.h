// What the simulation's tests share: solved strategies and set-ups.
#ifndef TESTS_SIM_SUPPORT_H
#define TESTS_SIM_SUPPORT_H

#include <stdlib.h>
#include <string.h>

#include "uth/sim.h"

struct solved {
    void *memory;
    struct uth_exact *exact;
    void *bytes[UTH_STYLE_COUNT];
    struct uth_strategy strategy[UTH_STYLE_COUNT];
};

// The standard game and all four styles. False when memory is out.
static inline bool solve_styles(struct solved *solved)
{
    const size_t size = uth_exact_size(1);
    memset(solved, 0, sizeof *solved);
    solved->memory = malloc(size);
    if (solved->memory == NULL ||
        uth_exact_solve(&uth_rules_washington, 1, solved->memory, size, &solved->exact) != UTH_OK) {
        return false;
    }
    const size_t length = uth_strategy_size(solved->exact);
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        solved->bytes[style] = malloc(length);
        if (solved->bytes[style] == NULL) {
            return false;
        }
        uth_strategy_build(solved->exact, (enum uth_style)style, solved->bytes[style], length);
        if (uth_strategy_open(solved->bytes[style], length, &uth_rules_washington,
                              &solved->strategy[style]) != UTH_OK) {
            return false;
        }
    }
    return true;
}

static inline void release_styles(struct solved *solved)
{
    free(solved->memory);
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        free(solved->bytes[style]);
    }
}

static inline void seat_player(struct uth_sim_setup *setup, unsigned seat,
                               const struct uth_strategy *strategy)
{
    struct uth_sim_seat *player = &setup->seats[seat - 1];
    player->strategy = strategy;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        const bool made = setup->rules->offered[wager] && wager != UTH_WAGER_PLAY;
        player->stakes[wager].cents =
            made ? uth_rules_limit(setup->rules, (enum uth_wager)wager).min.cents : 0;
    }
    player->stakes[UTH_WAGER_PROGRESSIVE] = setup->rules->offered[UTH_WAGER_PROGRESSIVE]
                                                ? setup->rules->progressive.stake
                                                : (uth_money){0};
}

static inline struct uth_bet_line hand_line(enum uth_hand_kind kind, uth_hand least, uint32_t pays)
{
    return (struct uth_bet_line){
        {.when = UTH_WHEN_HAND, .least = least, .most = (uth_hand)(kind << 12 | 0xfff)}, {pays, 1}};
}

// Puts a side bet of the profile's own in one of the places there are, without lines.
static inline struct uth_bet_table *add_own_bet(struct uth_rules *rules, enum uth_wager wager,
                                                const char *id, enum uth_bet_cards cards,
                                                enum uth_wager_fold fold)
{
    struct uth_bet *bet = &rules->sides[wager - UTH_WAGER_TRIPS];
    memset(bet, 0, sizeof *bet);
    memcpy(bet->id, id, strlen(id));
    memcpy(bet->title, id, strlen(id));
    bet->cards = (uint8_t)cards;
    bet->fold = (uint8_t)fold;
    bet->table_count = 1;
    rules->offered[wager] = true;
    rules->limits[wager].min.cents = 100;
    return &bet->tables[0];
}

// Everyone makes every wager at its minimum.
static inline struct uth_sim_setup setup_of(const struct uth_rules *rules, unsigned seats,
                                            const struct uth_strategy *strategy, uint64_t rounds)
{
    struct uth_sim_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.rules = rules;
    setup.seed = 20240229;
    setup.rounds = rounds;
    setup.seat_count = (uint8_t)seats;
    setup.meter = uth_meter_fresh(&rules->progressive);
    for (unsigned seat = 1; seat <= seats; seat++) {
        seat_player(&setup, seat, strategy);
    }
    if (rules->banked_by == UTH_BANKED_BY_PLAYER) {
        setup.bank_wager.cents = 20000;
    }
    return setup;
}

#endif
