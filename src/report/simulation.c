#include "report/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/par.h"
#include "wire/exact_text.h"

// Working out

static enum uth_status work_out_sides(struct simulation *simulation, enum uth_style style,
                                      const struct uth_exact_kinds *kinds)
{
    const struct uth_rules *rules = &simulation->rules;
    struct uth_exact_folds folds;
    enum uth_status status = UTH_OK;
    if (uth_exact_asks_folds(rules)) {
        uth_exact_folds(simulation->exact, style, &folds);
    }
    for (unsigned i = 0; status == UTH_OK && i < UTH_SIDES_MAX; i++) {
        const struct uth_bet *bet = &rules->sides[i];
        struct uth_exact_side tables[UTH_BET_TABLES_MAX];
        unsigned costly;
        if (rules->offered[UTH_WAGER_TRIPS + i] && bet->table_count != 0) {
            status = par_bet_figures(kinds, &folds, bet, (struct par_watcher){.in_use_only = true},
                                     tables, &costly);
            simulation->sides[style][i] = tables[bet->table];
        }
    }
    return status;
}

static bool write_style(struct simulation *simulation, enum uth_style style)
{
    const size_t length = uth_strategy_size(simulation->exact);
    simulation->bytes[style] = malloc(length);
    if (simulation->bytes[style] == NULL) {
        return false;
    }
    uth_strategy_build(simulation->exact, style, simulation->bytes[style], length);
    UTH_CHECK(uth_strategy_open(simulation->bytes[style], length, &simulation->rules,
                                &simulation->strategies[style]) == UTH_OK);
    return true;
}

// Perfect play comes from the file, where there is one. Refuses a damaged one, or one made for
// other rules.
static enum uth_status open_style(struct simulation *simulation, enum uth_style style,
                                  bool *memory_left)
{
    if (style != UTH_STYLE_OPTIMAL || simulation->loaded == NULL) {
        *memory_left = write_style(simulation, style);
        return UTH_OK;
    }
    simulation->bytes[style] = simulation->loaded;
    simulation->loaded = NULL;
    return uth_strategy_open(simulation->bytes[style], simulation->loaded_size, &simulation->rules,
                             &simulation->strategies[style]);
}

enum uth_status simulate_work_out(struct simulation *simulation, bool *memory_left)
{
    const size_t size = uth_exact_size(simulation->threads);
    enum uth_status status = UTH_OK;
    simulation->solved = malloc(size);
    *memory_left = simulation->solved != NULL;
    if (*memory_left) {
        status = uth_exact_solve(&simulation->rules, simulation->threads, simulation->solved, size,
                                 &simulation->exact);
    }
    for (unsigned seat = 0; status == UTH_OK && *memory_left && seat < simulation->setup.seat_count;
         seat++) {
        const enum uth_style style = simulation->styles[seat];
        if (simulation->bytes[style] == NULL) {
            status = open_style(simulation, style, memory_left);
        }
        simulation->setup.seats[seat].strategy = &simulation->strategies[style];
    }
    return status;
}

enum uth_status simulate_figures(struct simulation *simulation)
{
    const struct uth_rules *rules = &simulation->rules;
    struct uth_exact_kinds kinds;
    enum uth_status status = UTH_OK;
    uth_exact_kinds(simulation->exact, &kinds);
    for (unsigned style = 0; status == UTH_OK && style < UTH_STYLE_COUNT; style++) {
        if (simulation->bytes[style] != NULL) {
            uth_exact_play(simulation->exact, (enum uth_style)style, &simulation->plays[style]);
            status = work_out_sides(simulation, (enum uth_style)style, &kinds);
        }
    }
    if (status == UTH_OK && rules->offered[UTH_WAGER_PROGRESSIVE]) {
        status = uth_exact_progressive(&kinds, &rules->progressive.table, &simulation->progressive);
    }
    return status;
}

void simulate_finish(struct simulation *simulation)
{
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        free(simulation->bytes[style]);
    }
    free(simulation->loaded);
    free(simulation->solved);
    free(simulation->memory);
    free(simulation->record.sessions);
    free(simulation->record.meters);
}

// Figures

unsigned simulate_seat_of(const struct simulation *simulation, unsigned group)
{
    unsigned seat = 1;
    while (uth_sim_group_of(simulation->sim, seat) != group) {
        seat++;
    }
    return seat;
}

// What the solver says holds for wagers that are always carried out, by a player who can always
// afford what they want.
static bool exact_holds(const struct simulation *simulation)
{
    int64_t caps = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        caps |= simulation->rules.aggregate[wager].max.cents;
    }
    return simulation->totals.uncovered == 0 && caps == 0 && simulation->setup.bankroll.cents == 0;
}

static void set_exact(const struct simulation *simulation, struct simulate_row *row,
                      struct uth_ratio exact)
{
    if (exact_holds(simulation)) {
        row->known = true;
        row->exact = exact;
        row->distance = row->figure.error > 0
                            ? (row->figure.mean - exact_decimal(exact)) / row->figure.error
                            : 0;
    }
}

static void add_wager(const struct simulation *simulation, unsigned group_index,
                      enum uth_wager wager, unsigned number, struct simulate_row *row)
{
    const struct uth_sim_group *group = &simulation->totals.groups[group_index];
    const struct uth_sim_seat *seat = &simulation->setup.seats[number - 1];
    const enum uth_style style = simulation->styles[number - 1];
    const int64_t stake = seat->stakes[wager].cents;
    const uint64_t played = group->hands - (wager == UTH_WAGER_PLAY ? group->folded : 0);
    *row = (struct simulate_row){
        .name = uth_rules_wager_name(&simulation->rules, wager),
        .title = uth_rules_wager_title(&simulation->rules, wager),
        .stake = stake,
        .figure = wager == UTH_WAGER_PLAY ? uth_sim_play(group) : uth_sim_line(group, wager, stake),
        .counted = played != 0,
        .hit_rate = played == 0 ? 0 : (double)group->wins[wager] / (double)played,
    };
    if (uth_wager_has_lines(wager)) {
        const struct uth_ratio edge = simulation->sides[style][wager - UTH_WAGER_TRIPS].house_edge;
        set_exact(simulation, row, (struct uth_ratio){-edge.num, edge.den});
    }
}

static struct uth_ratio minus_one(struct uth_ratio ratio)
{
    return uth_ratio_of(ratio.num - ratio.den, ratio.den);
}

// The base game as a whole, money bet on it, and everything together.
static size_t add_base(const struct simulation *simulation, const struct uth_sim_group *group,
                       unsigned seat, struct simulate_row *rows)
{
    const struct uth_exact_play *play = &simulation->plays[simulation->styles[seat - 1]];
    const int64_t ante = simulation->setup.seats[seat - 1].stakes[UTH_WAGER_ANTE].cents;
    const struct uth_ratio risk = uth_play_risk(play);
    rows[0] = (struct simulate_row){.name = "base",
                                    .title = "base game",
                                    .stake = ante,
                                    .figure = uth_sim_line(group, UTH_SIM_BASE, ante)};
    set_exact(simulation, &rows[0], uth_play_value(play));
    rows[1] = (struct simulate_row){.name = "wagered",
                                    .title = "total wagered",
                                    .stake = ante,
                                    .figure = uth_sim_wagered(group, ante)};
    set_exact(simulation, &rows[1], uth_play_wagered(play));
    rows[2] = (struct simulate_row){
        .name = "of_all_bet", .title = "of all money bet", .figure = uth_sim_risk(group, ante)};
    set_exact(simulation, &rows[2], (struct uth_ratio){-risk.num, risk.den});
    rows[3] = (struct simulate_row){.name = "total",
                                    .title = "everything",
                                    .stake = ante,
                                    .figure = uth_sim_line(group, UTH_SIM_TOTAL, ante)};
    return 4;
}

size_t simulate_rows(const struct simulation *simulation, unsigned group,
                     struct simulate_row rows[SIMULATE_ROWS_MAX])
{
    const struct uth_sim_group *sums = &simulation->totals.groups[group];
    const unsigned number = simulate_seat_of(simulation, group);
    const struct uth_sim_seat *seat = &simulation->setup.seats[number - 1];
    size_t count = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        if (wager == UTH_WAGER_PLAY || seat->stakes[wager].cents != 0) {
            add_wager(simulation, group, (enum uth_wager)wager, number, &rows[count++]);
        }
    }
    const int64_t progressive = seat->stakes[UTH_WAGER_PROGRESSIVE].cents;
    if (progressive != 0) {
        rows[count] =
            (struct simulate_row){.name = "progressive_fixed",
                                  .title = "Progressive, fixed pays",
                                  .stake = progressive,
                                  .figure = uth_sim_line(sums, UTH_SIM_FIXED, progressive)};
        set_exact(simulation, &rows[count++], minus_one(simulation->progressive.fixed_return));
    }
    count += add_base(simulation, sums, number, rows + count);
    UTH_CHECK(count <= SIMULATE_ROWS_MAX);
    return count;
}

// Sessions

const double simulate_quantiles[SIMULATE_QUANTILES] = {0.01, 0.05, 0.1,  0.25, 0.5,
                                                       0.75, 0.9,  0.95, 0.99};
const double simulate_bands[METER_BANDS] = {0.05, 0.25, 0.5, 0.75, 0.95};

static int by_size(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a;
    const int64_t right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

// The smallest value that at least this share of the sorted ones does not pass.
static int64_t quantile(const int64_t *sorted, uint64_t count, double share)
{
    const double place = ceil(share * (double)count);
    const uint64_t index = place < 1 ? 0 : (uint64_t)place - 1;
    return sorted[index < count ? index : count - 1];
}

static void fill_bins(const int64_t *nets, struct simulate_summary *summary)
{
    const double first = (double)nets[0];
    const double last = (double)nets[summary->count - 1];
    summary->bin_from = first;
    summary->bin_width = last > first ? (last - first) / SIMULATE_BINS : 1;
    for (uint64_t i = 0; i < summary->count; i++) {
        const double place = ((double)nets[i] - first) / summary->bin_width;
        summary->bins[place < SIMULATE_BINS ? (size_t)place : SIMULATE_BINS - 1]++;
    }
}

bool simulate_summarize(const struct simulation *simulation, struct simulate_summary *summary)
{
    const size_t count = (size_t)simulation->totals.units; // sessions
    int64_t *nets = malloc((count + 1) * sizeof *nets);
    struct uth_sim_sums sums = {0};
    uth_wide droughts = 0;
    memset(summary, 0, sizeof *summary);
    if (nets == NULL) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        const struct uth_sim_session *session = &simulation->record.sessions[i];
        nets[i] = session->net;
        sums.sum += session->net;
        sums.square += (uth_wide)session->net * session->net;
        summary->ruined += session->ruined;
        droughts += session->drought;
        summary->drought_max =
            session->drought > summary->drought_max ? session->drought : summary->drought_max;
    }
    summary->count = count;
    if (count != 0) {
        const struct uth_sim_figure end = uth_sim_mean(sums, count);
        qsort(nets, count, sizeof *nets, by_size);
        summary->mean = end.mean;
        summary->error = end.error;
        summary->deviation = end.deviation;
        summary->risk = (double)summary->ruined / (double)count;
        summary->risk_error = sqrt(summary->risk * (1 - summary->risk) / (double)count);
        summary->drought_mean = uth_wide_to_double(droughts) / (double)count;
        for (unsigned i = 0; i < SIMULATE_QUANTILES; i++) {
            summary->quantiles[i] = quantile(nets, count, simulate_quantiles[i]);
        }
        fill_bins(nets, summary);
    }
    free(nets);
    return true;
}

bool simulate_meter(const struct simulation *simulation, struct simulate_meter *meter)
{
    const struct uth_sim_totals *totals = &simulation->totals;
    const struct uth_progressive_table *table = &simulation->rules.progressive.table;
    const size_t count = (size_t)totals->units; // sessions
    int64_t *column = malloc((count + 1) * sizeof *column);
    memset(meter, 0, sizeof *meter);
    if (column == NULL) {
        return false;
    }
    for (unsigned sample = 0; count != 0 && sample < UTH_SIM_METER_SAMPLES; sample++) {
        for (uint64_t i = 0; i < count; i++) {
            column[i] = simulation->record.meters[i * UTH_SIM_METER_SAMPLES + sample];
        }
        qsort(column, count, sizeof *column, by_size);
        for (unsigned band = 0; band < METER_BANDS; band++) {
            meter->at[sample][band] = quantile(column, count, simulate_bands[band]);
        }
    }
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        meter->waits +=
            table->pays[line].meter_bp == UTH_BASIS_POINTS ? totals->awards[line].count : 0;
    }
    // All rounds over all awards: the waits that were seen to their end would be the short ones.
    if (meter->waits != 0) {
        meter->wait = (double)totals->rounds / (double)meter->waits;
        meter->wait_error = meter->wait / sqrt((double)meter->waits);
    }
    free(column);
    return true;
}
