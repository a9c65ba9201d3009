// The plots of a simulation, as SVG.
#include <math.h>

#include "report/simulation.h"

// Every figure with an exact value on one scale: its distance in standard errors, and the interval.
void simulate_plot_distances(const void *subject, FILE *out)
{
    const struct simulate_row *rows = ((const struct simulate_rows *)subject)->rows;
    const size_t count = ((const struct simulate_rows *)subject)->count;
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
            y + 4, rows[i].title, x - Z_95 * 90, x + Z_95 * 90, y, y, x, y,
            fabs(rows[i].distance) < 4 ? "#2f7d57" : "#a31515", rows[i].distance);
    }
    (void)fputs("</svg>\n", out);
}

void simulate_plot_sessions(const void *subject, FILE *out)
{
    const struct simulate_summary *summary = subject;
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

// The median, and where half and nine tenths of the meters stand.
void simulate_plot_meter(const void *subject, FILE *out)
{
    const struct simulate_meter *meter = subject;
    const unsigned last = UTH_SIM_METER_SAMPLES - 1;
    (void)fputs("<svg viewBox=\"0 0 960 300\" role=\"img\" aria-label=\"The meter over time\">\n",
                out);
    put_band(meter, 0, 4, "#dcebe2", out);
    put_band(meter, 1, 3, "#a9d0ba", out);
    put_band(meter, 2, 2, "none\" stroke=\"#1f5c3f\" stroke-width=\"2", out);
    for (unsigned band = 0; band < METER_BANDS; band += 2) {
        (void)fprintf(out, "<text x=\"4\" y=\"%.1f\">$%.0f</text>\n", meter_y(meter, last, band),
                      (double)meter->at[last][band] / 100);
    }
    (void)fputs("</svg>\n", out);
}
