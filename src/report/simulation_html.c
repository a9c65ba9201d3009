// The report as one page that needs nothing from outside, with its plots drawn in it.
#include <math.h>

#include "report/html.h"
#include "report/simulation.h"
#include "wire/exact_text.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Simulation</title>\n<style>\n"
    "body{font:15px/1.45 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2a24;background:#fff}\n"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\n"
    "table{border-collapse:collapse;width:100%}th,td{padding:.25rem .5rem;text-align:right;"
    "border-bottom:1px solid #dde5e0;font-variant-numeric:tabular-nums}\n"
    "th:first-child,td:first-child{text-align:left}svg{width:100%;height:auto}\n"
    "svg text{font:11px system-ui,sans-serif;fill:#1c2a24}\n"
    "@media print{body{margin:0}}\n</style>\n";

static void put_table(const struct simulate_row *rows, size_t count, FILE *out)
{
    (void)fputs("<table>\n<tr><th>figure<th>mean<th>standard error<th>95% interval<th>99% interval"
                "<th>hits<th>exact<th>distance\n",
                out);
    for (size_t i = 0; i < count; i++) {
        const struct uth_sim_figure f = rows[i].figure;
        (void)fprintf(out, "<tr><td>%s<td>%+.7f<td>%.7f<td>%+.6f to %+.6f<td>%+.6f to %+.6f<td>",
                      rows[i].name, f.mean, f.error, f.mean - Z_95 * f.error,
                      f.mean + Z_95 * f.error, f.mean - Z_99 * f.error, f.mean + Z_99 * f.error);
        if (rows[i].counted) {
            (void)fprintf(out, "%.3f%%", rows[i].hit_rate * 100);
        }
        (void)fputs("<td>", out);
        if (rows[i].known) {
            (void)fprintf(out, "%+.7f<td>%+.2f", exact_decimal(rows[i].exact), rows[i].distance);
        } else {
            (void)fputs("<td>", out);
        }
        (void)fputc('\n', out);
    }
    (void)fputs("</table>\n", out);
}

// Every figure with an exact value on one scale: its distance in standard errors, and the interval.
static void put_distances(const struct simulate_row *rows, size_t count, FILE *out)
{
    unsigned line = 0;
    (void)fputs("<svg viewBox=\"0 0 960 220\" role=\"img\" aria-label=\"Distance of each mean from "
                "the exact value, in standard errors\">\n",
                out);
    for (int tick = -4; tick <= 4; tick++) {
        const double x = 560 + tick * 90.0;
        (void)fprintf(out,
                      "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"10\" y2=\"195\" stroke=\"%s\"/>"
                      "<text x=\"%.0f\" y=\"212\" text-anchor=\"middle\">%+d</text>\n",
                      x, x, tick == 0 ? "#1c2a24" : "#dde5e0", x, tick);
    }
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].known) {
            continue;
        }
        const double distance = fmax(-4.4, fmin(4.4, rows[i].distance));
        const double x = 560 + distance * 90;
        const double y = 24 + 24.0 * line++;
        (void)fprintf(
            out,
            "<text x=\"10\" y=\"%.0f\">%s</text><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" "
            "y2=\"%.0f\" stroke=\"#2f7d57\" stroke-width=\"2\"/><circle cx=\"%.1f\" "
            "cy=\"%.0f\" r=\"5\" fill=\"%s\"><title>%+.2f standard errors</title>"
            "</circle>\n",
            y + 4, rows[i].name, x - Z_95 * 90, x + Z_95 * 90, y, y, x, y,
            fabs(rows[i].distance) < 4 ? "#2f7d57" : "#a31515", rows[i].distance);
    }
    (void)fputs("</svg>\n", out);
}

static void put_group(const struct simulation *simulation, unsigned group, FILE *out)
{
    struct simulate_row rows[SIMULATE_ROWS_MAX];
    const size_t count = simulate_rows(simulation, group, rows);
    const unsigned seat = simulate_seat_of(simulation, group);
    (void)fprintf(out, "<h2>Strategy %s, %llu hands</h2>\n",
                  uth_style_name(simulation->styles[seat - 1]),
                  (unsigned long long)simulation->totals.groups[group].hands);
    put_table(rows, count, out);
    if (rows[count - 4].known) {
        (void)fputs("<p>How far each mean lies from the exact value, in standard errors, with its "
                    "95% interval.</p>\n",
                    out);
        put_distances(rows, count, out);
    }
}

static void put_histogram(const struct simulate_summary *summary, FILE *out)
{
    uint64_t most = 1;
    for (unsigned i = 0; i < SIMULATE_BINS; i++) {
        most = summary->bins[i] > most ? summary->bins[i] : most;
    }
    (void)fputs("<svg viewBox=\"0 0 960 300\" role=\"img\" aria-label=\"End results of the "
                "sessions\">\n",
                out);
    for (unsigned i = 0; i < SIMULATE_BINS; i++) {
        const double from = (summary->bin_from + i * summary->bin_width) / 100;
        const double height = 240.0 * (double)summary->bins[i] / (double)most;
        (void)fprintf(out,
                      "<rect x=\"%.1f\" y=\"%.1f\" width=\"21\" height=\"%.1f\" fill=\"%s\">"
                      "<title>from %+.2f: %llu</title></rect>\n",
                      30 + 22.5 * i, 260 - height, height, from < 0 ? "#9c3b3b" : "#2f7d57", from,
                      (unsigned long long)summary->bins[i]);
        if (i % 5 == 0) {
            (void)fprintf(out, "<text x=\"%.1f\" y=\"280\">%+.0f</text>\n", 30 + 22.5 * i, from);
        }
    }
    (void)fputs("</svg>\n", out);
}

static void put_sessions(const struct simulation *simulation,
                         const struct simulate_summary *summary, FILE *out)
{
    (void)fprintf(
        out,
        "<h2>%llu sessions of %llu rounds, bankroll $%.2f</h2>\n"
        "<p>Risk of ruin %.4f%% &plusmn; %.4f%%. End result $%+.2f &plusmn; %.2f, standard "
        "deviation $%.2f. Longest drought %.1f rounds on average, %u at most.</p>\n",
        (unsigned long long)summary->count, (unsigned long long)simulation->setup.session_rounds,
        (double)simulation->setup.bankroll.cents / 100, summary->risk * 100,
        summary->risk_error * 100, summary->mean / 100, summary->error / 100,
        summary->deviation / 100, summary->drought_mean, summary->drought_max);
    put_histogram(summary, out);
    (void)fputs("<table>\n<tr><th>quantile<th>end result\n", out);
    for (unsigned i = 0; i < SIMULATE_QUANTILES; i++) {
        (void)fprintf(out, "<tr><td>%.0f%%<td>$%+.2f\n", simulate_quantiles[i] * 100,
                      (double)summary->quantiles[i] / 100);
    }
    (void)fputs("</table>\n", out);
}

static double meter_y(const struct simulate_meter *meter, unsigned sample, unsigned band)
{
    double top = 1;
    for (unsigned i = 0; i < UTH_SIM_METER_SAMPLES; i++) {
        top = fmax(top, (double)meter->at[i][METER_BANDS - 1]);
    }
    return 270 - 250 * (double)meter->at[sample][band] / top;
}

static double meter_x(unsigned sample)
{
    return 80 + 860.0 * (sample + 1) / UTH_SIM_METER_SAMPLES;
}

// The area between two quantiles.
static void put_band(const struct simulate_meter *meter, unsigned low, unsigned high,
                     const char *fill, FILE *out)
{
    (void)fputs("<polygon points=\"", out);
    for (unsigned i = 0; i < UTH_SIM_METER_SAMPLES; i++) {
        (void)fprintf(out, "%.1f,%.1f ", meter_x(i), meter_y(meter, i, high));
    }
    for (unsigned i = UTH_SIM_METER_SAMPLES; i-- > 0;) {
        (void)fprintf(out, "%.1f,%.1f ", meter_x(i), meter_y(meter, i, low));
    }
    (void)fprintf(out, "\" fill=\"%s\"/>\n", fill);
}

static void put_meter(const struct simulate_report *report, FILE *out)
{
    const struct simulate_meter *meter = report->meter;
    const unsigned last = UTH_SIM_METER_SAMPLES - 1;
    (void)fputs("<h2>The meter over time</h2>\n<p>Median, and where half and nine tenths of the "
                "meters stand.</p>\n<svg viewBox=\"0 0 960 300\" role=\"img\" aria-label=\"The "
                "meter over time\">\n",
                out);
    put_band(meter, 0, 4, "#dcebe2", out);
    put_band(meter, 1, 3, "#a9d0ba", out);
    put_band(meter, 2, 2, "none\" stroke=\"#1f5c3f\" stroke-width=\"2", out);
    for (unsigned band = 0; band < METER_BANDS; band += 2) {
        (void)fprintf(out, "<text x=\"4\" y=\"%.1f\">$%.0f</text>\n", meter_y(meter, last, band),
                      (double)meter->at[last][band] / 100);
    }
    (void)fprintf(out, "<text x=\"860\" y=\"290\">round %llu</text>\n</svg>\n",
                  (unsigned long long)report->simulation->setup.session_rounds);
    (void)fputs("<table>\n<tr><th>award<th>times<th>average\n", out);
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const struct uth_sim_awards *awards = &report->simulation->totals.awards[line];
        if (awards->count != 0) {
            (void)fprintf(out, "<tr><td>%s<td>%llu<td>$%.2f\n",
                          uth_progressive_line_name((enum uth_progressive_line)line),
                          (unsigned long long)awards->count,
                          uth_wide_to_double(awards->paid) / (double)awards->count / 100);
        }
    }
    (void)fprintf(
        out,
        "</table>\n<p>Rounds from one award of the whole meter to the next: %.0f &plusmn; "
        "%.0f, at most %llu.</p>\n",
        meter->wait, meter->wait_error,
        (unsigned long long)report->simulation->totals.meter_wait_max);
}

void simulate_html(const struct simulate_report *report, FILE *out)
{
    const struct simulation *simulation = report->simulation;
    const struct uth_sim_totals *totals = &simulation->totals;
    (void)fputs(head, out);
    (void)fputs("<h1>Simulation of ", out);
    report_put_html(out, simulation->rules.name);
    (void)fprintf(out, "</h1>\n<p>%s%llu rounds, %u seat%s, seed %llu.</p>\n",
                  simulation->interrupted ? "Interrupted. " : "",
                  (unsigned long long)totals->rounds, simulation->setup.seat_count,
                  simulation->setup.seat_count == 1 ? "" : "s",
                  (unsigned long long)simulation->setup.seed);
    for (unsigned i = 0; i < totals->group_count; i++) {
        put_group(simulation, i, out);
    }
    const struct uth_sim_figure bank = uth_sim_mean(totals->bank, totals->rounds);
    (void)fprintf(out,
                  "<h2>The bank</h2>\n<p>$%+.4f &plusmn; %.4f a round, standard deviation "
                  "$%.2f.</p>\n",
                  bank.mean / 100, bank.error / 100, bank.deviation / 100);
    if (report->summary != NULL) {
        put_sessions(simulation, report->summary, out);
    }
    if (report->meter != NULL) {
        put_meter(report, out);
    }
}
