#include <stdlib.h>

#include "report/par_print.h"
#include "wire/exact_text.h"

static void line(FILE *out, const char *what, struct uth_ratio ratio, double scale,
                 const char *suffix)
{
    char text[UTH_RATIO_TEXT_MAX];
    uth_ratio_text(ratio, text);
    (void)fprintf(out, "  %-34s %16.9f%-2s %s\n", what, exact_decimal(ratio) * scale, suffix, text);
}

static void print_base(const struct par_report *report, FILE *out)
{
    const struct par_edges edges = par_edges(report);
    const char *printed = par_base_printed(report);
    char text[UTH_RATIO_TEXT_MAX];
    (void)fprintf(out, "Base game, strategy '%s', over %lld deals\n", uth_style_name(report->style),
                  (long long)UTH_EXACT_DEALS);
    line(out, "value of a round, antes", uth_play_value(&report->play), 1, "");
    line(out, "house edge, of the Ante", edges.of_ante, 100, "%");
    line(out, "house edge, of Ante and Blind", edges.of_ante_and_blind, 100, "%");
    line(out, "element of risk, of all money bet", edges.of_all_bet, 100, "%");
    line(out, "average total wagered, antes", uth_play_wagered(&report->play), 1, "");
    uth_play_deviation(&report->play, text);
    (void)fprintf(out, "  %-34s %16.9f\n", "standard deviation, antes", strtod(text, NULL));
    if (printed[0] != '\0') {
        (void)fprintf(out, "  %-34s %16s   %s\n", "printed by the maker", printed,
                      par_base_agrees(report) ? "agrees"
                                              : "DISAGREES with every denominator above");
    }
}

static void print_actions(const struct par_report *report, FILE *out)
{
    (void)fputs("\nActions\n", out);
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            char name[24];
            if (report->rules.raises[street][i] == 0) {
                continue;
            }
            par_action_label(report, (enum uth_street)street, i, name);
            line(out, name, uth_ratio_of(report->play.raised[street][i], UTH_EXACT_DEALS), 100,
                 "%");
        }
    }
    line(out, "fold", uth_ratio_of(report->play.folded, UTH_EXACT_DEALS), 100, "%");
}

static void print_outcomes(const struct par_report *report, FILE *out)
{
    (void)fputs("\nNet result, antes        deals of 27813810024000     probability\n", out);
    for (size_t i = 0; i < report->play.outcome_count; i++) {
        const struct uth_exact_outcome *outcome = &report->play.outcome[i];
        (void)fprintf(out, "  %+10.2f %30lld %14.9f%%\n",
                      exact_decimal(uth_ratio_of(outcome->net, report->unit)),
                      (long long)outcome->deals,
                      exact_decimal(uth_ratio_of(outcome->deals, UTH_EXACT_DEALS)) * 100);
    }
}

static void print_sides(const struct par_report *report, FILE *out)
{
    struct par_side sides[PAR_SIDES_MAX];
    const size_t count = par_sides(report, sides);
    (void)fputs(
        "\nSide bets                    house edge printed     hit rate printed      variance\n",
        out);
    for (size_t i = 0; i < count; i++) {
        const struct par_side *side = &sides[i];
        char text[UTH_RATIO_TEXT_MAX];
        uth_ratio_text(side->exact->house_edge, text);
        (void)fprintf(out, "%c %-15s %-8s %10.5f%% %-7s %11.5f%% %-7s %13.5f  %s%s\n",
                      side->in_use ? '*' : ' ', side->title, side->table->id,
                      exact_decimal(side->exact->house_edge) * 100, side->printed,
                      exact_decimal(side->exact->hit_frequency) * 100, side->printed_hits,
                      strtod(side->exact->variance_decimal, NULL), text,
                      par_side_agrees(side) ? "" : "  DISAGREES with the sheet");
    }
    (void)fputs("* the table in use; printed: as the maker's sheet has it\n", out);
}

static void print_progressive(const struct par_report *report, FILE *out)
{
    const struct uth_exact_progressive *exact = &report->progressive;
    const struct uth_progressive_table *table = &report->rules.progressive.table;
    struct par_figure figures[PAR_PROGRESSIVE_FIGURES];
    par_progressive(report, figures);
    (void)fprintf(out, "\nProgressive table %s, for a stake of one\n", table->id);
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        if (uth_progressive_pays(table, (enum uth_progressive_line)i)) {
            line(out, uth_progressive_line_name((enum uth_progressive_line)i),
                 exact->probability[i], 100, "%");
        }
    }
    line(out, "return of the fixed pays", exact->fixed_return, 1, "");
    line(out, "return for each stake on the meter", exact->meter_coefficient, 1, "");
    for (unsigned i = 0; i < PAR_PROGRESSIVE_FIGURES; i++) {
        if (figures[i].missing == NULL) {
            line(out, figures[i].title, figures[i].ratio, 1, "");
        } else {
            (void)fprintf(out, "  %-34s none: %s\n", figures[i].title, figures[i].missing);
        }
    }
}

void par_text(const struct par_report *report, FILE *out)
{
    (void)fprintf(out, "%s: %s\n\n", report->rules.name, report->rules.title);
    print_base(report, out);
    print_actions(report, out);
    print_outcomes(report, out);
    print_sides(report, out);
    if (report->rules.offered[UTH_WAGER_PROGRESSIVE]) {
        print_progressive(report, out);
    }
}
