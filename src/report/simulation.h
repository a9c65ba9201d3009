// `uth simulate`: what was asked for, what came out, and the forms it is printed in.
#ifndef UTH_REPORT_SIMULATION_H
#define UTH_REPORT_SIMULATION_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "report/sheet.h"
#include "uth/exact.h"
#include "uth/sim.h"

#define SIMULATE_SESSIONS_MAX UINT64_C(10000000)

struct simulation {
    struct uth_rules rules;
    struct uth_sim_setup setup;
    enum uth_style styles[UTH_SEATS_MAX]; // by seat - 1
    unsigned threads;
    bool meter; // report the meter
    uint64_t sessions;
    void *loaded; // perfect play from a file, NULL: written down here
    size_t loaded_size;

    // Worked out before the first round,
    void *solved;
    struct uth_exact *exact; // in it
    void *bytes[UTH_STYLE_COUNT];
    struct uth_strategy strategies[UTH_STYLE_COUNT];
    // and after the last.
    struct uth_exact_play plays[UTH_STYLE_COUNT];
    // By the table in use, where the profile has one: a style matters where a fold loses the bet.
    struct uth_exact_side sides[UTH_STYLE_COUNT][UTH_SIDES_MAX];
    struct uth_exact_progressive progressive;

    void *memory;
    struct uth_sim *sim;
    struct uth_sim_totals totals;
    struct uth_sim_record record;
    double seconds;
    bool interrupted;
};

// What is played where nothing else is asked for: a million rounds with seed 1, and as many seats as it
// takes. `rules` are there already.
void simulate_defaults(struct simulation *simulation);
// The least the table takes, in its chips; the stake of a meter's wager.
uth_money simulate_least_stake(const struct uth_rules *rules, enum uth_wager wager);
// Every seat makes these wagers, and plays as BET-11 lets an Ante of this size play.
void simulate_set_stakes(struct simulation *simulation, const uth_money stakes[UTH_WAGER_COUNT]);

// All that the first round needs: memory, the solved game and its strategies, the table. Refuses as the
// solver and uth_sim_init() do; *memory_left is false when memory is out.
UTH_NODISCARD enum uth_status simulate_start(struct simulation *simulation,
                                             struct uth_refusal *refusal, bool *memory_left);

// Solves the game and writes down the strategies the seats play: all that the first round needs.
// Refuses as the solver does; *memory_left is false when memory is out.
UTH_NODISCARD enum uth_status simulate_work_out(struct simulation *simulation, bool *memory_left);

// What the report sets its means beside. Refuses pays beyond what the solver counts.
UTH_NODISCARD enum uth_status simulate_figures(struct simulation *simulation);
void simulate_finish(struct simulation *simulation);

// One figure of one strategy as every form prints it.
struct simulate_row {
    const char *name;  // "ante", … "base", "total", "progressive_fixed"
    const char *title; // for people
    int64_t stake;     // cents; 0 for Play, which is measured in what was staked
    struct uth_sim_figure figure;
    bool counted; // hit_rate holds
    double hit_rate;
    bool known; // exact holds
    struct uth_ratio exact;
    double distance; // in standard errors
};

#define SIMULATE_ROWS_MAX (UTH_SIM_LINES + 2)
size_t simulate_rows(const struct simulation *simulation, unsigned group,
                     struct simulate_row rows[SIMULATE_ROWS_MAX]);

// The first seat of a group, from 1: it knows strategy and stakes of all of them.
unsigned simulate_seat_of(const struct simulation *simulation, unsigned group);

#define Z_95 1.959963984540054
#define Z_99 2.5758293035489004

// Sessions

#define SIMULATE_QUANTILES 9
extern const double simulate_quantiles[SIMULATE_QUANTILES]; // 0.01 … 0.99

#define SIMULATE_BINS 40
struct simulate_summary {
    uint64_t count;
    uint64_t ruined;
    double risk, risk_error;
    double mean, error, deviation; // of the end result, cents
    int64_t quantiles[SIMULATE_QUANTILES];
    double drought_mean;
    uint32_t drought_max;
    uint64_t bins[SIMULATE_BINS];
    double bin_from, bin_width; // cents
};
// False when memory is out.
bool simulate_summarize(const struct simulation *simulation, struct simulate_summary *summary);

// The meter

#define METER_BANDS 5
extern const double simulate_bands[METER_BANDS]; // 0.05 … 0.95
struct simulate_meter {
    int64_t at[UTH_SIM_METER_SAMPLES][METER_BANDS]; // cents, quantiles over the sessions
    double wait, wait_error;                        // rounds to an award of 100%
    uint64_t waits;
};
bool simulate_meter(const struct simulation *simulation, struct simulate_meter *meter);

// Forms

struct simulate_report {
    const struct simulation *simulation;
    const struct simulate_summary *summary; // NULL without sessions
    const struct simulate_meter *meter;     // NULL without --meter
};
json_t *simulate_json(const struct simulate_report *report);
void simulate_csv(const struct simulate_report *report, FILE *out);
struct sheet simulate_sheet(const struct simulate_report *report);

// Its pictures: the distance of each mean from the exact value, the end results, the meter.
struct simulate_rows {
    const struct simulate_row *rows;
    size_t count;
};
sheet_draw simulate_plot_distances; // of struct simulate_rows
sheet_draw simulate_plot_sessions;  // of struct simulate_summary
sheet_draw simulate_plot_meter;     // of struct simulate_meter

// A round alone, as `uth settle` reads it. Wagers over the table's limit of games are left out;
// *left_out says how many.
json_t *simulate_round_json(const struct simulation *simulation, uint64_t number,
                            const struct uth_sim_round *round, unsigned *left_out);

#endif
