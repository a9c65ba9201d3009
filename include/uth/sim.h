// Rounds by the million: the library's own dealing and settlement, counted in whole numbers.
//
// Every round is a function of the seed and its number alone, so any of them can be played again on
// its own. Rounds are cut into units; what a unit adds up to is whole numbers and does not depend
// on who plays it or when. So the same seed gives the same totals with any number of threads, and
// nothing drifts however many rounds there are. Floating point appears only in uth_sim_figure.
//
// What depends on history lives within a unit and starts anew with the next:
//   plain     a unit is UTH_SIM_UNIT_ROUNDS rounds. The player-dealer's place goes round within it;
//             every round finds the meter at its start, so that its expectation is known.
//   sessions  a unit is one session: a bankroll at seat 1, the player-dealer's place, and a meter
//             that is fed, won and reseeded (PROG-2 to PROG-4).
#ifndef UTH_SIM_H
#define UTH_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/deal.h"
#include "uth/exact.h"
#include "uth/meter.h"
#include "uth/rules.h"
#include "uth/settle.h"
#include "uth/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_SIM_UNIT_ROUNDS   UINT64_C(8192)
#define UTH_SIM_ROUNDS_MAX    UINT64_C(1000000000000) // 10^12
#define UTH_SIM_THREADS_MAX   64
#define UTH_SIM_METER_SAMPLES 64 // of the meter, evenly over a session

// What a player sees when they have to act.
struct uth_sim_view {
    const struct uth_rules *rules;
    enum uth_street street;
    uint8_t seat;
    uint8_t board_count; // 0, 3 or 5
    uth_card hole[2];
    uth_card board[5];
};

// The Play to make, in antes, one of those the profile offers on the street; 0 is a check, at the
// river a fold. Called from several threads at once, so that it may not change what it is given.
typedef unsigned (*uth_sim_decide)(const void *context, const struct uth_sim_view *view);

// One of strategy and decide is set.
struct uth_sim_seat {
    const struct uth_strategy *strategy; // made for the rules
    uth_sim_decide decide;
    const void *context;               // for decide
    uth_money stakes[UTH_WAGER_COUNT]; // before the deal; Play is 0
};

struct uth_sim_setup {
    const struct uth_rules *rules;
    uint64_t seed;
    uint64_t rounds;    // altogether
    uint8_t seat_count; // seats 1 to seat_count; with a player-dealer one of them banks each hand
    struct uth_sim_seat seats[UTH_SEATS_MAX];
    uth_money bank_wager;   // BANK-1
    struct uth_meter meter; // before the first round of a unit

    uint64_t session_rounds; // 0: plain. Otherwise the last session may be shorter.
    uth_money bankroll;      // of seat 1 in each session; 0: they never run out
};

// One session of seat 1, fees and hands as the player-dealer included.
struct uth_sim_session {
    int64_t net; // cents
    uint32_t played;
    uint32_t drought; // most rounds in a row without a gain
    bool ruined;      // could not make their wagers any more
};

// 128 bits: sums of squares of cents over 10^12 rounds fit with room to spare.
__extension__ typedef __int128 uth_wide;

struct uth_sim_sums {
    uth_wide sum;
    uth_wide square;
};

// What is added up for each seat, in cents: the wagers, then these.
enum {
    UTH_SIM_BASE = UTH_WAGER_COUNT, // Ante, Blind and Play together
    UTH_SIM_TOTAL,                  // all wagers, fees taken off
    UTH_SIM_FIXED,                  // the Progressive without its shares of the meter
    UTH_SIM_LINES,
};

// The seats that play alike: one strategy, one set of stakes. A sample is one round: their nets are
// added first, so that the error of a mean knows how they hang together.
struct uth_sim_group {
    uint64_t rounds;     // with at least one of them in
    uint64_t hands;      // of all of them
    uint64_t hand_pairs; // sum of the squares of hands in a round
    struct uth_sim_sums lines[UTH_SIM_LINES];
    uth_wide line_hands[UTH_SIM_LINES]; // net times hands in the round
    uint64_t wins[UTH_WAGER_COUNT];
    struct uth_sim_sums play_staked;
    uth_wide staked_hands;   // Play's stake times hands in the round
    uth_wide play_by_staked; // Play's net times its stake
    uth_wide base_by_staked;
    uint64_t raised[UTH_STREET_COUNT][UTH_RAISES_MAX];
    uint64_t folded;
};

struct uth_sim_awards {
    uint64_t count;
    uth_wide paid; // cents
};

struct uth_sim_totals {
    uint64_t rounds;
    uint64_t units;
    uint8_t group_count;
    struct uth_sim_group groups[UTH_SEATS_MAX];
    struct uth_sim_sums bank; // per round: the house's or the player-dealer's result, fees apart
    uth_wide bank_fees;       // cents
    uth_wide player_fees;
    uint64_t lines;     // wagers that were won or lost
    uint64_t uncovered; // of those, not carried out or only in part (BANK-3)
    uth_wide due;       // cents that should have moved, and that did not
    uth_wide missing;
    struct uth_sim_awards awards[UTH_PROGRESSIVE_COUNT];
    uint64_t meter_wait_max; // most rounds without an award of 100%, within one session
    uth_wide seed_added;     // cents the house put back
};

// A set-up made ready to run. It lies in the caller's memory and needs no release; it borrows the
// rules and the strategies.
struct uth_sim;

size_t uth_sim_size(unsigned threads);

// Refuses with UTH_ERR_NO_SUCH_SEAT, with what uth_admit_stakes and uth_admit_bank say, with
// UTH_ERR_SIM_ROUNDS, UTH_ERR_SIM_BANKROLL, UTH_ERR_STRATEGY_RULES, and with UTH_ERR_PLAY_LIMIT an
// Ante to which BET-11 closes a size of these rules: uth_rules_at_ante gives those it plays by. BET-5
// and the games of BET-10 are not asked: every wager can be measured at once. `refusal` tells the
// seat and the wager.
UTH_NODISCARD enum uth_status uth_sim_init(const struct uth_sim_setup *setup, unsigned threads,
                                           void *memory, size_t size, struct uth_sim **sim,
                                           struct uth_refusal *refusal);

uint64_t uth_sim_units(const struct uth_sim *sim);

// Which strategy group a seat, from 1, belongs to, and how many there are.
unsigned uth_sim_group_of(const struct uth_sim *sim, unsigned seat);

// Where sessions leave their results: one for each unit, the meter's samples one after another.
// Either may be NULL.
struct uth_sim_record {
    struct uth_sim_session *sessions;
    int64_t *meters; // UTH_SIM_METER_SAMPLES for each
};

// Plays units first to first + count - 1 and adds them to *totals, which starts as zeroes.
void uth_sim_run(struct uth_sim *sim, uint64_t first, uint64_t count,
                 const struct uth_sim_record *record, struct uth_sim_totals *totals);

// One round alone, as it stood before and after the settlement. A round of a session is reached by
// playing the session up to it. False when the session had ended before.
struct uth_sim_round {
    struct uth_facts facts; // the meter as it stood before the round's contributions
    struct uth_settlement settlement;
    uint8_t multiples[UTH_SEATS_MAX]; // by player: Play in antes, 0 for a fold
    uint8_t streets[UTH_SEATS_MAX];   // where they bet, enum uth_street; the river for a fold
    uth_card deck[UTH_DECK_SIZE];     // top card first
};
bool uth_sim_replay(struct uth_sim *sim, uint64_t round, struct uth_sim_round *replay);

// The only floating point: a mean with its standard error.
struct uth_sim_figure {
    double mean;
    double error;     // one standard error of the mean
    double deviation; // of one sample
};

// Net per hand of one of the lines, in cents; over `stake` cents it is in stakes.
struct uth_sim_figure uth_sim_line(const struct uth_sim_group *group, unsigned line, int64_t stake);
// Play over its own stake, and the base game over all money bet: ratios of two sums.
struct uth_sim_figure uth_sim_play(const struct uth_sim_group *group);
struct uth_sim_figure uth_sim_risk(const struct uth_sim_group *group, int64_t ante);
// Money bet on the base game by a hand, in antes.
struct uth_sim_figure uth_sim_wagered(const struct uth_sim_group *group, int64_t ante);
// Plain samples: the bank, the ends of sessions.
struct uth_sim_figure uth_sim_mean(struct uth_sim_sums sums, uint64_t count);

double uth_wide_to_double(uth_wide number);

#ifdef __cplusplus
}
#endif

#endif
