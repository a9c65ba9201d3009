// The report as one page that needs nothing from outside: a lab can file it as it is.
#include <math.h>
#include <stdlib.h>

#include "report/html.h"
#include "report/par_print.h"
#include "wire/exact_text.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>PAR report</title>\n"
    "<style>\n"
    "body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2a24;background:#fff}\n"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\n"
    "table{border-collapse:collapse;width:100%}th,td{padding:.25rem .5rem;text-align:right;"
    "border-bottom:1px solid #dde5e0;font-variant-numeric:tabular-nums}\n"
    "th:first-child,td:first-child{text-align:left}td.exact{font-size:.85em;color:#53645b;"
    "word-break:break-all}\n"
    ".bad{color:#a31515;font-weight:600}svg{width:100%;height:auto}\n"
    "svg text{font:11px system-ui,sans-serif;fill:#1c2a24}\n"
    "@media print{body{margin:0}}\n"
    "</style>\n";

static void row(FILE *out, const char *what, struct uth_ratio ratio, double scale,
                const char *suffix)
{
    char text[UTH_RATIO_TEXT_MAX];
    uth_ratio_text(ratio, text);
    (void)fputs("<tr><td>", out);
    report_put_html(out, what);
    (void)fprintf(out, "<td>%.9f%s<td class=\"exact\">%s\n", exact_decimal(ratio) * scale, suffix,
                  text);
}

static void put_base(const struct par_report *report, FILE *out)
{
    const struct par_edges edges = par_edges(report);
    const char *printed = par_base_printed(report);
    char text[UTH_RATIO_TEXT_MAX];
    (void)fputs("<h2>Base game</h2>\n<table>\n<tr><th>figure<th>value<th>exact\n", out);
    row(out, "value of a round, antes", uth_play_value(&report->play), 1, "");
    row(out, "house edge, of the Ante", edges.of_ante, 100, "%");
    row(out, "house edge, of Ante and Blind", edges.of_ante_and_blind, 100, "%");
    row(out, "element of risk, of all money bet", edges.of_all_bet, 100, "%");
    row(out, "average total wagered, antes", uth_play_wagered(&report->play), 1, "");
    uth_play_deviation(&report->play, text);
    (void)fprintf(out, "<tr><td>standard deviation, antes<td>%s", text);
    uth_play_variance(&report->play, text);
    (void)fprintf(out, "<td class=\"exact\">the root of %s\n", text);
    if (printed[0] != '\0') {
        const bool agrees = par_base_agrees(report);
        (void)fputs("<tr><td>printed by the maker<td>", out);
        report_put_html(out, printed);
        (void)fprintf(out, "<td class=\"%s\">%s\n", agrees ? "exact" : "bad",
                      agrees ? "agrees" : "disagrees with every denominator above");
    }
    (void)fputs("</table>\n<h2>Actions</h2>\n<table>\n<tr><th>action<th>probability<th>exact\n",
                out);
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX && report->rules.raises[street][i] != 0; i++) {
            char name[24];
            par_action_label(report, (enum uth_street)street, i, name);
            row(out, name, uth_ratio_of(report->play.raised[street][i], UTH_EXACT_DEALS), 100, "%");
        }
    }
    row(out, "fold", uth_ratio_of(report->play.folded, UTH_EXACT_DEALS), 100, "%");
    (void)fputs("</table>\n", out);
}

// Bars on a logarithmic scale: the largest wins are rarer than one in a million.
static void put_distribution_plot(const struct par_report *report, FILE *out)
{
    const size_t count = report->play.outcome_count;
    const double width = 900.0 / (double)(count == 0 ? 1 : count);
    const double lowest = -12;
    (void)fputs("<svg viewBox=\"0 0 960 300\" role=\"img\" aria-label=\"Net result of a round by "
                "probability, logarithmic\">\n",
                out);
    for (int power = 0; power >= (int)lowest; power -= 3) {
        const double y = 250 * power / lowest;
        (void)fprintf(out,
                      "<line x1=\"50\" x2=\"950\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dde5e0\"/>"
                      "<text x=\"4\" y=\"%.1f\">1e%d</text>\n",
                      y + 10, y + 10, y + 14, power);
    }
    for (size_t i = 0; i < count; i++) {
        const struct uth_exact_outcome *outcome = &report->play.outcome[i];
        const double chance = exact_decimal(uth_ratio_of(outcome->deals, UTH_EXACT_DEALS));
        const double net = exact_decimal(uth_ratio_of(outcome->net, report->unit));
        const double height = chance <= 0 ? 0 : 250 * (1 - log10(chance) / lowest);
        const double x = 50 + width * (double)i;
        (void)fprintf(out,
                      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\">"
                      "<title>%+g antes: %.9f%%</title></rect>"
                      "<text x=\"%.1f\" y=\"275\" transform=\"rotate(60 %.1f 275)\">%+g</text>\n",
                      x + 1, 260 - height, width - 2, height, net < 0 ? "#9c3b3b" : "#2f7d57", net,
                      chance * 100, x + width / 3, x + width / 3, net);
    }
    (void)fputs("</svg>\n", out);
}

static void put_distribution(const struct par_report *report, FILE *out)
{
    (void)fputs("<h2>Net result of a round</h2>\n", out);
    put_distribution_plot(report, out);
    (void)fputs("<table>\n<tr><th>net, antes<th>deals of 27,813,810,024,000<th>probability\n", out);
    for (size_t i = 0; i < report->play.outcome_count; i++) {
        const struct uth_exact_outcome *outcome = &report->play.outcome[i];
        (void)fprintf(out, "<tr><td>%+.2f<td>%lld<td>%.9f%%\n",
                      exact_decimal(uth_ratio_of(outcome->net, report->unit)),
                      (long long)outcome->deals,
                      exact_decimal(uth_ratio_of(outcome->deals, UTH_EXACT_DEALS)) * 100);
    }
    (void)fputs("</table>\n", out);
}

static double best_value(const struct par_report *report, const struct uth_exact_hand *hand)
{
    int64_t best = hand->check;
    for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
        if (report->rules.raises[UTH_STREET_PREFLOP][i] != 0 && hand->raise[i] > best) {
            best = hand->raise[i];
        }
    }
    return exact_decimal(uth_ratio_of(best, UTH_EXACT_DEALS_PER_HOLE * report->unit));
}

// From red at -1 ante over white at 0 to green at +3.5.
static void put_heat_colour(double value, FILE *out)
{
    const double share = value < 0 ? fmin(1, -value) : fmin(1, value / 3.5);
    const int faded = (int)(255 - 150 * share);
    if (value < 0) {
        (void)fprintf(out, "rgb(255,%d,%d)", faded, faded);
    } else {
        (void)fprintf(out, "rgb(%d,255,%d)", faded, faded);
    }
}

static void put_heat_map(const struct par_report *report, FILE *out)
{
    (void)fputs("<h2>Value by starting hand, perfect play</h2>\n<svg viewBox=\"0 0 910 520\" "
                "role=\"img\" aria-label=\"Value of each starting hand in antes\">\n",
                out);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        const unsigned x = (UTH_RANKS - 1 - i % UTH_RANKS) * 70;
        const unsigned y = (UTH_RANKS - 1 - i / UTH_RANKS) * 40;
        const struct uth_exact_hand *hand = &report->hands[i];
        char name[4];
        char action[8];
        exact_class_name(i, name);
        exact_action_name(hand->best, UTH_STREET_PREFLOP, action);
        (void)fprintf(out, "<rect x=\"%u\" y=\"%u\" width=\"69\" height=\"39\" fill=\"", x, y);
        put_heat_colour(best_value(report, hand), out);
        (void)fprintf(
            out, "\"/><text x=\"%u\" y=\"%u\">%s %s</text><text x=\"%u\" y=\"%u\">%+.4f</text>\n",
            x + 5, y + 16, name, action, x + 5, y + 32, best_value(report, hand));
    }
    (void)fputs("</svg>\n<p>Suited hands right of the diagonal, offsuit left of it.</p>\n", out);
}

static void put_printed(const char *printed, struct uth_ratio exact, FILE *out)
{
    const bool agrees = printed[0] == '\0' || par_agrees(printed, exact);
    (void)fprintf(out, "<td class=\"%s\">", agrees ? "exact" : "bad");
    report_put_html(out, printed);
    (void)fputs(agrees ? "" : " disagrees", out);
}

static void put_sides(const struct par_report *report, FILE *out)
{
    struct par_side sides[PAR_SIDES_MAX];
    const size_t count = par_sides(report, sides);
    (void)fputs("<h2>Side bets</h2>\n<table>\n<tr><th>wager<th>table<th>house edge<th>exact"
                "<th>printed by the maker<th>hit frequency<th>printed by the maker<th>variance\n",
                out);
    for (size_t i = 0; i < count; i++) {
        const struct par_side *side = &sides[i];
        char text[UTH_RATIO_TEXT_MAX];
        uth_ratio_text(side->exact->house_edge, text);
        (void)fputs("<tr><td>", out);
        report_put_html(out, side->title);
        (void)fputs("<td>", out);
        report_put_html(out, side->table->id);
        (void)fprintf(out, "%s<td>%.5f%%<td class=\"exact\">%s", side->in_use ? " (in use)" : "",
                      exact_decimal(side->exact->house_edge) * 100, text);
        put_printed(side->printed, side->exact->house_edge, out);
        (void)fprintf(out, "<td>%.5f%%", exact_decimal(side->exact->hit_frequency) * 100);
        put_printed(side->printed_hits, side->exact->hit_frequency, out);
        (void)fprintf(out, "<td>%.5f\n", strtod(side->exact->variance_decimal, NULL));
    }
    (void)fputs("</table>\n", out);
}

static void put_progressive(const struct par_report *report, FILE *out)
{
    const struct uth_exact_progressive *exact = &report->progressive;
    const struct uth_progressive_table *table = &report->rules.progressive.table;
    struct par_figure figures[PAR_PROGRESSIVE_FIGURES];
    par_progressive(report, figures);
    (void)fputs("<h2>Progressive</h2>\n<table>\n<tr><th>figure, for a stake of one<th>value"
                "<th>exact\n",
                out);
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        if (uth_progressive_pays(table, (enum uth_progressive_line)i)) {
            row(out, uth_progressive_line_name((enum uth_progressive_line)i), exact->probability[i],
                100, "%");
        }
    }
    row(out, "return of the fixed pays", exact->fixed_return, 1, "");
    row(out, "return for each stake on the meter", exact->meter_coefficient, 1, "");
    for (unsigned i = 0; i < PAR_PROGRESSIVE_FIGURES; i++) {
        if (figures[i].missing == NULL) {
            row(out, figures[i].title, figures[i].ratio, 1, "");
        } else {
            (void)fprintf(out, "<tr><td>%s<td>none<td class=\"exact\">%s\n", figures[i].title,
                          figures[i].missing);
        }
    }
    (void)fputs("</table>\n", out);
}

void par_html(const struct par_report *report, FILE *out)
{
    (void)fputs(head, out);
    (void)fputs("<h1>PAR report: ", out);
    report_put_html(out, report->rules.title);
    (void)fputs("</h1>\n<p>Profile <b>", out);
    report_put_html(out, report->rules.name);
    (void)fprintf(out,
                  "</b>, strategy <b>%s</b>. Every figure is exact: counted over all "
                  "27,813,810,024,000 deals, nothing sampled.</p>\n",
                  uth_style_name(report->style));
    put_base(report, out);
    put_distribution(report, out);
    put_heat_map(report, out);
    put_sides(report, out);
    if (report->rules.offered[UTH_WAGER_PROGRESSIVE]) {
        put_progressive(report, out);
    }
    (void)fputs("</html>\n", out);
}
