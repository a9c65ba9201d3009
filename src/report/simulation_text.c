// The report for people, and as comma-separated values.
#include "report/simulation.h"
#include "wire/exact_text.h"

static void put_group(const struct simulation *simulation, unsigned index, FILE *out)
{
    const struct uth_sim_group *group = &simulation->totals.groups[index];
    const unsigned first = simulate_seat_of(simulation, index);
    struct simulate_row rows[SIMULATE_ROWS_MAX];
    const size_t count = simulate_rows(simulation, index, rows);
    (void)fprintf(out, "\n%s, seat%s", uth_style_name(simulation->styles[first - 1]),
                  group->hands > group->rounds ? "s" : "");
    for (unsigned seat = first; seat <= simulation->setup.seat_count; seat++) {
        if (uth_sim_group_of(simulation->sim, seat) == index) {
            (void)fprintf(out, " %u", seat);
        }
    }
    (void)fprintf(out, ", %llu hands\n\n  %-18s %12s %11s %25s %8s %12s %8s\n",
                  (unsigned long long)group->hands, "", "mean", "error", "95% interval", "hits",
                  "exact", "distance");
    for (size_t i = 0; i < count; i++) {
        const struct uth_sim_figure figure = rows[i].figure;
        (void)fprintf(out, "  %-18s %+12.7f %11.7f %+12.7f %+12.7f", rows[i].name, figure.mean,
                      figure.error, figure.mean - Z_95 * figure.error,
                      figure.mean + Z_95 * figure.error);
        if (rows[i].counted) {
            (void)fprintf(out, " %7.3f%%", rows[i].hit_rate * 100);
        } else {
            (void)fprintf(out, " %8s", "");
        }
        if (rows[i].known) {
            (void)fprintf(out, " %+12.7f %+8.2f", exact_decimal(rows[i].exact), rows[i].distance);
        }
        (void)fputc('\n', out);
    }
}

static void put_bank(const struct simulation *simulation, FILE *out)
{
    const struct uth_sim_totals *totals = &simulation->totals;
    const struct uth_sim_figure bank = uth_sim_mean(totals->bank, totals->rounds);
    const double rounds = totals->rounds == 0 ? 1 : (double)totals->rounds;
    const bool player = simulation->rules.banked_by == UTH_BANKED_BY_PLAYER;
    (void)fprintf(out, "\n%s, a round: %+.2f cents +- %.2f, standard deviation %.0f\n",
                  player ? "The player-dealer" : "The house, without the Progressive", bank.mean,
                  bank.error, bank.deviation);
    if (player) {
        (void)fprintf(
            out,
            "It posts %lld cents and pays a fee of %.2f; the players pay %.2f. Of the wagers won "
            "or lost\n%.4f%% were not covered in full, %.4f%% of the money.\n",
            (long long)simulation->setup.bank_wager.cents,
            uth_wide_to_double(totals->bank_fees) / rounds,
            uth_wide_to_double(totals->player_fees) / rounds,
            totals->lines == 0 ? 0 : 100 * (double)totals->uncovered / (double)totals->lines,
            totals->due == 0
                ? 0
                : 100 * uth_wide_to_double(totals->missing) / uth_wide_to_double(totals->due));
    }
}

static void put_sessions(const struct simulation *simulation,
                         const struct simulate_summary *summary, FILE *out)
{
    uint64_t most = 1;
    (void)fprintf(out, "\n%llu sessions of %llu rounds at seat 1",
                  (unsigned long long)summary->count,
                  (unsigned long long)simulation->setup.session_rounds);
    // A meter is followed without a bankroll, and then nobody can be ruined.
    if (simulation->setup.bankroll.cents != 0) {
        (void)fprintf(out, ", bankroll %lld cents\n  risk of ruin   %.4f%% +- %.4f%%\n",
                      (long long)simulation->setup.bankroll.cents, summary->risk * 100,
                      summary->risk_error * 100);
    } else {
        (void)fputc('\n', out);
    }
    (void)fprintf(out, "  end result     %+.0f cents +- %.0f, standard deviation %.0f\n",
                  summary->mean, summary->error, summary->deviation);
    (void)fprintf(out, "  longest drought, rounds without a gain: %.1f on average, %u at most\n",
                  summary->drought_mean, summary->drought_max);
    (void)fputs("  quantiles     ", out);
    for (unsigned i = 0; i < SIMULATE_QUANTILES; i++) {
        (void)fprintf(out, " %.0f%% %+lld", simulate_quantiles[i] * 100,
                      (long long)summary->quantiles[i]);
    }
    (void)fputs("\n\n", out);
    for (unsigned i = 0; i < SIMULATE_BINS; i++) {
        most = summary->bins[i] > most ? summary->bins[i] : most;
    }
    for (unsigned i = 0; i < SIMULATE_BINS; i++) {
        (void)fprintf(out, "  %+12.0f ", summary->bin_from + i * summary->bin_width);
        for (uint64_t star = 0; star < summary->bins[i] * 60 / most; star++) {
            (void)fputc('#', out);
        }
        (void)fprintf(out, " %llu\n", (unsigned long long)summary->bins[i]);
    }
}

static void put_meter(const struct simulation *simulation, const struct simulate_meter *meter,
                      FILE *out)
{
    (void)fprintf(out, "\nThe meter over time, in cents\n\n  %14s", "round");
    for (unsigned band = 0; band < METER_BANDS; band++) {
        (void)fprintf(out, " %10.0f%%", simulate_bands[band] * 100);
    }
    for (unsigned sample = 7; sample < UTH_SIM_METER_SAMPLES; sample += 8) {
        (void)fprintf(out, "\n  %14llu",
                      (unsigned long long)(simulation->setup.session_rounds * (sample + 1) /
                                           UTH_SIM_METER_SAMPLES));
        for (unsigned band = 0; band < METER_BANDS; band++) {
            (void)fprintf(out, " %11lld", (long long)meter->at[sample][band]);
        }
    }
    (void)fputs("\n\n", out);
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const struct uth_sim_awards *awards = &simulation->totals.awards[line];
        if (awards->count != 0) {
            (void)fprintf(out, "  %-28s %12llu times, %14.2f cents on average\n",
                          uth_progressive_line_name((enum uth_progressive_line)line),
                          (unsigned long long)awards->count,
                          uth_wide_to_double(awards->paid) / (double)awards->count);
        }
    }
    if (meter->waits != 0) {
        (void)fprintf(out, "  From one award of the whole meter to the next: %.0f rounds +- %.0f\n",
                      meter->wait, meter->wait_error);
    }
}

void simulate_text(const struct simulate_report *report, FILE *out)
{
    const struct simulation *simulation = report->simulation;
    const struct uth_sim_totals *totals = &simulation->totals;
    (void)fprintf(out,
                  "%s%llu rounds of %s, %u seat%s, seed %llu, in %.2f s: %.0f rounds a second\n",
                  simulation->interrupted ? "Interrupted; so far " : "",
                  (unsigned long long)totals->rounds, simulation->rules.name,
                  simulation->setup.seat_count, simulation->setup.seat_count == 1 ? "" : "s",
                  (unsigned long long)simulation->setup.seed, simulation->seconds,
                  simulation->seconds > 0 ? (double)totals->rounds / simulation->seconds : 0);
    for (unsigned i = 0; i < totals->group_count; i++) {
        put_group(simulation, i, out);
    }
    (void)fputs(
        "\nMeans are per unit of the wager's stake; base, wagered and total are in antes.\n", out);
    put_bank(simulation, out);
    if (report->summary != NULL) {
        put_sessions(simulation, report->summary, out);
    }
    if (report->meter != NULL) {
        put_meter(simulation, report->meter, out);
    }
}

// Comma-separated

static void put_figures_csv(const struct simulation *simulation, FILE *out)
{
    (void)fputs(
        "strategy,seat,figure,stake,hands,mean,standard_error,low_95,high_95,low_99,high_99,"
        "hit_rate,exact,distance\n",
        out);
    for (unsigned group = 0; group < simulation->totals.group_count; group++) {
        struct simulate_row rows[SIMULATE_ROWS_MAX];
        const size_t count = simulate_rows(simulation, group, rows);
        const unsigned seat = simulate_seat_of(simulation, group);
        for (size_t i = 0; i < count; i++) {
            const struct uth_sim_figure f = rows[i].figure;
            (void)fprintf(out, "%s,%u,%s,%lld,%llu,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,",
                          uth_style_name(simulation->styles[seat - 1]), seat, rows[i].name,
                          (long long)rows[i].stake,
                          (unsigned long long)simulation->totals.groups[group].hands, f.mean,
                          f.error, f.mean - Z_95 * f.error, f.mean + Z_95 * f.error,
                          f.mean - Z_99 * f.error, f.mean + Z_99 * f.error);
            if (rows[i].counted) {
                (void)fprintf(out, "%.12g", rows[i].hit_rate);
            }
            if (rows[i].known) {
                (void)fprintf(out, ",%.15g,%.6g\n", exact_decimal(rows[i].exact), rows[i].distance);
            } else {
                (void)fputs(",,\n", out);
            }
        }
    }
}

static void put_sessions_csv(const struct simulation *simulation, FILE *out)
{
    (void)fputs("session,played,net,longest_drought,ruined\n", out);
    for (uint64_t i = 0; i < simulation->totals.units; i++) {
        const struct uth_sim_session *session = &simulation->record.sessions[i];
        (void)fprintf(out, "%llu,%u,%lld,%u,%d\n", (unsigned long long)i, session->played,
                      (long long)session->net, session->drought, session->ruined);
    }
}

static void put_meter_csv(const struct simulate_report *report, FILE *out)
{
    (void)fputs("round", out);
    for (unsigned band = 0; band < METER_BANDS; band++) {
        (void)fprintf(out, ",meter_%.0f%%", simulate_bands[band] * 100);
    }
    for (unsigned sample = 0; sample < UTH_SIM_METER_SAMPLES; sample++) {
        (void)fprintf(out, "\n%llu",
                      (unsigned long long)(report->simulation->setup.session_rounds * (sample + 1) /
                                           UTH_SIM_METER_SAMPLES));
        for (unsigned band = 0; band < METER_BANDS; band++) {
            (void)fprintf(out, ",%lld", (long long)report->meter->at[sample][band]);
        }
    }
    (void)fputc('\n', out);
}

// One table: the meter's where it was asked for, the sessions' where there are any.
void simulate_csv(const struct simulate_report *report, FILE *out)
{
    if (report->meter != NULL) {
        put_meter_csv(report, out);
    } else if (report->summary != NULL) {
        put_sessions_csv(report->simulation, out);
    } else {
        put_figures_csv(report->simulation, out);
    }
}
