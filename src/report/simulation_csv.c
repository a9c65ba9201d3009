// A simulation as comma-separated values for programs: names as JSON has them.
#include "report/simulation.h"
#include "wire/exact_text.h"

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
