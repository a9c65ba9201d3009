#include "cli/par.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/exact_text.h"
#include "cli/progress.h"

static enum uth_status work_out_sides(const struct uth_exact_kinds *kinds,
                                      struct par_report *report)
{
    const struct uth_rules *rules = &report->rules;
    enum uth_status status = UTH_OK;
    for (unsigned i = 0; status == UTH_OK && i < rules->trips_count; i++) {
        status = uth_exact_trips(kinds, rules->fold_keeps_trips ? NULL : &report->play,
                                 &rules->trips_tables[i], &report->trips[i]);
    }
    for (unsigned i = 0; status == UTH_OK && i < rules->bad_beat_count; i++) {
        status = uth_exact_bad_beat(kinds, &rules->bad_beat_tables[i], &report->bad_beat[i]);
    }
    for (unsigned i = 0; status == UTH_OK && i < rules->pairs_count; i++) {
        status = uth_exact_pairs(&rules->pairs_tables[i], &report->pairs[i]);
    }
    if (status == UTH_OK && rules->offered[UTH_WAGER_PROGRESSIVE]) {
        status = uth_exact_progressive(kinds, &rules->progressive.table, &report->progressive);
    }
    return status;
}

static enum uth_status work_out_in(void *memory, size_t size, unsigned threads,
                                   struct par_report *report)
{
    struct progress progress = progress_start("working out the report", 3);
    struct uth_exact *exact = NULL;
    struct uth_exact_kinds kinds;
    enum uth_status status = uth_exact_solve(&report->rules, threads, memory, size, &exact);
    if (status != UTH_OK) {
        return status;
    }
    progress_step(&progress);
    report->unit = uth_exact_unit(exact);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        uth_exact_hand(exact, i, &report->hands[i]);
    }
    uth_exact_play(exact, report->style, &report->play);
    progress_step(&progress);
    uth_exact_kinds(exact, &kinds);
    status = work_out_sides(&kinds, report);
    progress_end(&progress);
    return status;
}

enum uth_status par_work_out(const struct uth_rules *rules, enum uth_style style, unsigned threads,
                             struct par_report *report, bool *out_of_memory)
{
    const size_t size = uth_exact_size(threads);
    void *memory = malloc(size);
    *out_of_memory = memory == NULL;
    if (memory == NULL) {
        return UTH_OK;
    }
    memset(report, 0, sizeof *report);
    report->rules = *rules;
    report->style = style;
    const enum uth_status status = work_out_in(memory, size, threads, report);
    free(memory);
    return status;
}

size_t par_sides(const struct par_report *report, struct par_side sides[PAR_SIDES_MAX])
{
    const struct uth_rules *rules = &report->rules;
    size_t count = 0;
    for (unsigned i = 0; i < rules->trips_count; i++) {
        sides[count++] = (struct par_side){"Trips",
                                           "trips",
                                           rules->trips_tables[i].id,
                                           rules->trips_tables[i].printed,
                                           i == rules->trips,
                                           &report->trips[i]};
    }
    for (unsigned i = 0; i < rules->bad_beat_count; i++) {
        sides[count++] = (struct par_side){"Bad Beat Bonus",
                                           "bad_beat",
                                           rules->bad_beat_tables[i].id,
                                           rules->bad_beat_tables[i].printed,
                                           i == rules->bad_beat,
                                           &report->bad_beat[i]};
    }
    for (unsigned i = 0; i < rules->pairs_count; i++) {
        sides[count++] =
            (struct par_side){"Ultimate Pairs",          "pairs",
                              rules->pairs_tables[i].id, rules->pairs_tables[i].printed,
                              i == rules->pairs,         &report->pairs[i]};
    }
    return count;
}

bool par_agrees(const char *printed, struct uth_ratio house_edge)
{
    char *end = NULL;
    const double percent = strtod(printed, &end);
    const char *point = strchr(printed, '.');
    const int digits = point != NULL ? (int)(end - point - 1) : 0;
    return end != printed &&
           fabs(exact_decimal(house_edge) * 100 - percent) <= 0.5 * pow(10, -digits);
}

struct par_edges par_edges(const struct par_report *report)
{
    const struct uth_ratio value = uth_play_value(&report->play);
    return (struct par_edges){
        .of_ante = uth_ratio_of(-value.num, value.den),
        .of_ante_and_blind = exact_product(uth_ratio_of(-value.num, value.den), uth_ratio_of(1, 2)),
        .of_all_bet = uth_play_risk(&report->play),
    };
}

// The chance that a wager wins the whole meter.
static struct uth_ratio chance_of_all(const struct par_report *report)
{
    const struct uth_progressive_table *table = &report->rules.progressive.table;
    struct uth_ratio chance = uth_ratio_of(0, 1);
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        if (table->pays[line].meter_bp == UTH_BASIS_POINTS) {
            chance = exact_sum(chance, report->progressive.probability[line]);
        }
    }
    return chance;
}

struct par_progressive par_progressive(const struct par_report *report)
{
    const struct uth_progressive_rules *rules = &report->rules.progressive;
    const struct uth_exact_progressive *exact = &report->progressive;
    const struct uth_ratio seed = uth_ratio_of(rules->seed.cents, rules->stake.cents);
    const struct uth_ratio chance = chance_of_all(report);
    const struct uth_ratio rates =
        uth_ratio_of((int64_t)rules->meter_rate_bp + rules->reserve_rate_bp, UTH_BASIS_POINTS);
    const bool from_meter = rules->fixed_pays_from == UTH_PAYS_FROM_METER;
    // What flows in flows out: contributions and a seed for each 100% award, and the fixed pays on
    // top where the tray pays them. A meter that pays everything must grow faster than those pays.
    const struct uth_ratio inflow = exact_sum(rates, exact_product(chance, seed));
    return (struct par_progressive){
        .rounds_between =
            chance.num == 0 ? uth_ratio_of(0, 1) : uth_ratio_of(chance.den, chance.num),
        .at_seed = exact_sum(exact->fixed_return, exact_product(exact->meter_coefficient, seed)),
        .long_run = from_meter ? inflow : exact_sum(exact->fixed_return, inflow),
        .long_run_known = chance.num != 0 && (!from_meter || exact_decimal(exact->fixed_return) <
                                                                 exact_decimal(inflow)),
    };
}
