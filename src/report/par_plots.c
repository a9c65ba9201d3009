// The pictures of a PAR sheet, as SVG.
#include <math.h>

#include "report/par_sheet.h"
#include "wire/exact_text.h"

// Bars on a logarithmic scale: the largest wins are rarer than one in a million.
void par_plot_outcomes(const void *subject, FILE *out)
{
    const struct par_report *report = subject;
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

void par_plot_hands(const void *subject, FILE *out)
{
    const struct par_report *report = subject;
    (void)fputs("<svg viewBox=\"0 0 910 520\" "
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
    (void)fputs("</svg>\n", out);
}
