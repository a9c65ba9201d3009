// What a simulation found, for people.
#include <stdlib.h>

#include "report/simulation.h"

static struct sheet_cell cents(double amount)
{
    return sheet_decimal(amount / 100, 2, "");
}

// ---- the figures of a strategy ----------------------------------------------------------------------

static void put_means(struct sheet *sheet, const struct simulate_row *rows, size_t count)
{
    sheet_columns(sheet, "|mean|standard error|hits|exact|distance");
    for (size_t i = 0; i < count; i++) {
        const struct simulate_row *row = &rows[i];
        const bool far = row->known && (row->distance > 5 || row->distance < -5);
        sheet_row(
            sheet,
            SHEET_CELLS(sheet_words(row->title), sheet_signed(row->figure.mean, 7, ""),
                        sheet_decimal(row->figure.error, 7, ""),
                        row->counted ? sheet_decimal(row->hit_rate * 100, 3, "%") : sheet_words(""),
                        row->known ? sheet_exact(row->exact, 7, "") : sheet_words(""),
                        row->known ? sheet_alarm(sheet_signed(row->distance, 2, ""), far)
                                   : sheet_words("")));
    }
    sheet_note(sheet,
               "Means are per unit of the wager's stake; those of the base game, of the total "
               "wagered and of everything are in Antes. Distances are in standard errors.");
}

static void put_intervals(struct sheet *sheet, const struct simulate_row *rows, size_t count)
{
    sheet_columns(sheet, "|95% from|to|99% from|to");
    for (size_t i = 0; i < count; i++) {
        const struct uth_sim_figure f = rows[i].figure;
        sheet_row(sheet, SHEET_CELLS(sheet_words(rows[i].title),
                                     sheet_signed(f.mean - Z_95 * f.error, 7, ""),
                                     sheet_signed(f.mean + Z_95 * f.error, 7, ""),
                                     sheet_signed(f.mean - Z_99 * f.error, 7, ""),
                                     sheet_signed(f.mean + Z_99 * f.error, 7, "")));
    }
}

static void put_group(struct sheet *sheet, const struct simulation *simulation, unsigned index)
{
    const struct uth_sim_group *group = &simulation->totals.groups[index];
    const unsigned first = simulate_seat_of(simulation, index);
    const char *style = uth_style_name(simulation->styles[first - 1]);
    struct simulate_row rows[SIMULATE_ROWS_MAX];
    const size_t count = simulate_rows(simulation, index, rows);
    char title[120];
    size_t used = (size_t)snprintf(title, sizeof title, "Strategy %s, seat%s", style,
                                   group->hands > group->rounds ? "s" : "");
    for (unsigned seat = first; seat <= simulation->setup.seat_count; seat++) {
        if (uth_sim_group_of(simulation->sim, seat) == index) {
            used += (size_t)snprintf(title + used, sizeof title - used, " %u", seat);
        }
    }
    (void)snprintf(title + used, sizeof title - used, ", %llu hands",
                   (unsigned long long)group->hands);
    sheet_section(sheet, title);
    put_means(sheet, rows, count);
    if (rows[count - 4].known) {
        const struct simulate_rows shown = {rows, count};
        sheet_picture(sheet, simulate_plot_distances, &shown);
    }
    (void)snprintf(title, sizeof title, "Confidence intervals, strategy %s", style);
    sheet_section(sheet, title);
    put_intervals(sheet, rows, count);
}

// ---- bank, sessions, meter ----------------------------------------------------------------------------

static double percent_of(double part, double whole)
{
    return whole == 0 ? 0 : 100 * part / whole;
}

static void put_bank(struct sheet *sheet, const struct simulation *simulation)
{
    const struct uth_sim_totals *totals = &simulation->totals;
    const struct uth_sim_figure bank = uth_sim_mean(totals->bank, totals->rounds);
    const double rounds = totals->rounds == 0 ? 1 : (double)totals->rounds;
    const bool player = simulation->rules.banked_by == UTH_BANKED_BY_PLAYER;
    sheet_section(sheet, player ? "The player-dealer, in dollars a round"
                                : "The house, in dollars a round, without the Progressive");
    sheet_fact(sheet, "mean result", cents(bank.mean));
    sheet_fact(sheet, "standard error", sheet_decimal(bank.error / 100, 4, ""));
    sheet_fact(sheet, "standard deviation", cents(bank.deviation));
    if (player) {
        sheet_fact(sheet, "posted wager", sheet_money(simulation->setup.bank_wager.cents));
        sheet_fact(sheet, "fee of the player-dealer",
                   cents(uth_wide_to_double(totals->bank_fees) / rounds));
        sheet_fact(sheet, "fees of the players",
                   cents(uth_wide_to_double(totals->player_fees) / rounds));
        sheet_fact(
            sheet, "wagers not covered in full",
            sheet_decimal(percent_of((double)totals->uncovered, (double)totals->lines), 4, "%"));
        sheet_fact(sheet, "money not covered",
                   sheet_decimal(percent_of(uth_wide_to_double(totals->missing),
                                            uth_wide_to_double(totals->due)),
                                 4, "%"));
    }
}

static void put_bins(struct sheet *sheet, const struct simulate_summary *summary)
{
    enum { STARS = 40 };
    uint64_t most = 1;
    for (unsigned i = 0; i < SIMULATE_BINS; i++) {
        most = summary->bins[i] > most ? summary->bins[i] : most;
    }
    sheet_section(sheet, "End results of the sessions");
    sheet_columns(sheet, "from, dollars|sessions|");
    for (unsigned i = 0; i < SIMULATE_BINS; i++) {
        char stars[STARS + 1] = "";
        for (uint64_t star = 0; star < summary->bins[i] * STARS / most; star++) {
            stars[star] = '#';
        }
        char from[24];
        (void)snprintf(from, sizeof from, "%+.2f",
                       (summary->bin_from + i * summary->bin_width) / 100);
        sheet_row(sheet, SHEET_CELLS(sheet_words(from), sheet_count((int64_t)summary->bins[i]),
                                     sheet_words(stars)));
    }
}

static void put_sessions(struct sheet *sheet, const struct simulation *simulation,
                         const struct simulate_summary *summary)
{
    char title[120];
    (void)snprintf(title, sizeof title, "%llu sessions of %llu rounds at seat 1",
                   (unsigned long long)summary->count,
                   (unsigned long long)simulation->setup.session_rounds);
    sheet_section(sheet, title);
    // A meter is followed without a bankroll, and then nobody can be ruined.
    if (simulation->setup.bankroll.cents != 0) {
        sheet_fact(sheet, "bankroll", sheet_money(simulation->setup.bankroll.cents));
        sheet_fact(sheet, "risk of ruin", sheet_decimal(summary->risk * 100, 4, "%"));
        sheet_fact(sheet, "its standard error", sheet_decimal(summary->risk_error * 100, 4, "%"));
    }
    sheet_fact(sheet, "end result, dollars", cents(summary->mean));
    sheet_fact(sheet, "its standard error", cents(summary->error));
    sheet_fact(sheet, "its standard deviation", cents(summary->deviation));
    sheet_fact(sheet, "longest drought, rounds without a gain",
               sheet_decimal(summary->drought_mean, 1, ""));
    sheet_fact(sheet, "the longest of all", sheet_count(summary->drought_max));
    for (unsigned i = 0; i < SIMULATE_QUANTILES; i++) {
        char name[48];
        (void)snprintf(name, sizeof name, "%.0f%% of the sessions end at most with",
                       simulate_quantiles[i] * 100);
        sheet_fact(sheet, name, sheet_net(summary->quantiles[i]));
    }
    sheet_picture(sheet, simulate_plot_sessions, summary);
    put_bins(sheet, summary);
}

static void put_meter(struct sheet *sheet, const struct simulation *simulation,
                      const struct simulate_meter *meter)
{
    UTH_CHECK(METER_BANDS == 5);
    sheet_section(sheet, "The meter over time");
    sheet_columns(sheet, "round|5%|25%|median|75%|95%");
    for (unsigned sample = 7; sample < UTH_SIM_METER_SAMPLES; sample += 8) {
        const int64_t *at = meter->at[sample];
        char round[24];
        (void)snprintf(round, sizeof round, "%llu",
                       (unsigned long long)(simulation->setup.session_rounds * (sample + 1) /
                                            UTH_SIM_METER_SAMPLES));
        sheet_row(sheet, SHEET_CELLS(sheet_words(round), sheet_money(at[0]), sheet_money(at[1]),
                                     sheet_money(at[2]), sheet_money(at[3]), sheet_money(at[4])));
    }
    sheet_picture(sheet, simulate_plot_meter, meter);
    sheet_section(sheet, "Awards");
    sheet_columns(sheet, "award|times|average");
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const struct uth_sim_awards *awards = &simulation->totals.awards[line];
        if (awards->count != 0) {
            const double average = uth_wide_to_double(awards->paid) / (double)awards->count;
            sheet_row(
                sheet,
                SHEET_CELLS(sheet_words(uth_progressive_line_name((enum uth_progressive_line)line)),
                            sheet_count((int64_t)awards->count),
                            sheet_money((int64_t)(average + 0.5))));
        }
    }
    if (meter->waits != 0) {
        sheet_note(sheet,
                   "From one award of the whole meter to the next: %.0f rounds, standard error "
                   "%.0f, at most %llu.",
                   meter->wait, meter->wait_error,
                   (unsigned long long)simulation->totals.meter_wait_max);
    }
}

struct sheet simulate_sheet(const struct simulate_report *report)
{
    const struct simulation *simulation = report->simulation;
    const struct uth_sim_totals *totals = &simulation->totals;
    char title[160];
    (void)snprintf(title, sizeof title, "Simulation of %s%s", simulation->rules.name,
                   simulation->interrupted ? ", interrupted" : "");
    struct sheet sheet = sheet_start(title);
    sheet_section(&sheet, "What was played");
    sheet_fact(&sheet, "rounds", sheet_count((int64_t)totals->rounds));
    sheet_fact(&sheet, "seats", sheet_count(simulation->setup.seat_count));
    (void)snprintf(title, sizeof title, "%llu", (unsigned long long)simulation->setup.seed);
    sheet_fact(&sheet, "seed", sheet_words(title));
    for (unsigned i = 0; i < totals->group_count; i++) {
        put_group(&sheet, simulation, i);
    }
    put_bank(&sheet, simulation);
    if (report->summary != NULL) {
        put_sessions(&sheet, simulation, report->summary);
    }
    if (report->meter != NULL) {
        put_meter(&sheet, simulation, report->meter);
    }
    return sheet;
}
