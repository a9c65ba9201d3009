#include <stdlib.h>

#include "report/par.h"
#include "wire/bet_json.h"
#include "wire/exact_text.h"

// The same size may be offered on two streets: its deals add up.
static int64_t deals_of_size(const struct par_report *report, unsigned size)
{
    int64_t deals = 0;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            deals += report->rules.raises[street][i] == size ? report->play.raised[street][i] : 0;
        }
    }
    return deals;
}

static void set_action(json_t *actions, const char *name, int64_t deals, bool decimal)
{
    const struct uth_ratio chance = uth_ratio_of(deals, UTH_EXACT_DEALS);
    char text[UTH_RATIO_TEXT_MAX];
    uth_ratio_text(chance, text);
    (void)json_object_set_new(actions, name,
                              decimal ? json_real(exact_decimal(chance)) : json_string(text));
}

static json_t *actions_json(const struct par_report *report, bool decimal)
{
    json_t *actions = json_object();
    char name[8];
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            const unsigned size = report->rules.raises[street][i];
            if (size != 0) {
                exact_action_name(size, (enum uth_street)street, name);
                set_action(actions, name, deals_of_size(report, size), decimal);
            }
        }
    }
    set_action(actions, "fold", report->play.folded, decimal);
    return actions;
}

static json_t *outcomes_json(const struct par_report *report)
{
    json_t *list = json_array();
    for (size_t i = 0; i < report->play.outcome_count; i++) {
        const struct uth_exact_outcome *outcome = &report->play.outcome[i];
        json_t *object = json_object();
        (void)json_object_set_new(
            object, "net", json_real(exact_decimal(uth_ratio_of(outcome->net, report->unit))));
        (void)json_object_set_new(object, "combinations", json_integer(outcome->deals));
        exact_set(object, "probability", uth_ratio_of(outcome->deals, UTH_EXACT_DEALS));
        (void)json_array_append_new(list, object);
    }
    return list;
}

static void set_printed(json_t *object, const char *printed, bool agrees)
{
    if (printed[0] != '\0') {
        (void)json_object_set_new(object, "printed", json_string(printed));
        (void)json_object_set_new(object, "printed_agrees", json_boolean(agrees));
    }
}

static json_t *base_json(const struct par_report *report)
{
    const struct par_edges edges = par_edges(report);
    char text[UTH_RATIO_TEXT_MAX];
    json_t *base = json_object();
    exact_set(base, "ev", uth_play_value(&report->play));
    exact_set(base, "house_edge", edges.of_ante);
    exact_set(base, "house_edge_of_ante_and_blind", edges.of_ante_and_blind);
    exact_set(base, "average_wager", uth_play_wagered(&report->play));
    exact_set(base, "element_of_risk", edges.of_all_bet);
    uth_play_variance(&report->play, text);
    (void)json_object_set_new(base, "variance", json_string(text));
    uth_play_deviation(&report->play, text);
    (void)json_object_set_new(base, "standard_deviation", json_real(strtod(text, NULL)));
    set_printed(base, par_base_printed(report), par_base_agrees(report));
    (void)json_object_set_new(base, "deals", json_integer(UTH_EXACT_DEALS));
    (void)json_object_set_new(base, "actions", actions_json(report, false));
    (void)json_object_set_new(base, "actions_decimal", actions_json(report, true));
    (void)json_object_set_new(base, "outcomes", outcomes_json(report));
    return base;
}

json_t *par_side_json(const struct par_side *side)
{
    json_t *object = json_object();
    (void)json_object_set_new(object, "table", json_string(side->table->id));
    (void)json_object_set_new(object, "in_use", json_boolean(side->in_use));
    exact_set(object, "house_edge", side->exact->house_edge);
    exact_set(object, "hit_frequency", side->exact->hit_frequency);
    (void)json_object_set_new(object, "variance", json_string(side->exact->variance));
    (void)json_object_set_new(object, "variance_decimal",
                              json_real(strtod(side->exact->variance_decimal, NULL)));
    set_printed(object, side->printed, par_agrees(side->printed, side->exact->house_edge));
    if (side->printed_hits[0] != '\0') {
        (void)json_object_set_new(object, "hit_frequency_printed", json_string(side->printed_hits));
        (void)json_object_set_new(
            object, "hit_frequency_printed_agrees",
            json_boolean(par_agrees(side->printed_hits, side->exact->hit_frequency)));
    }
    if (uth_wager_is_own(side->wager)) {
        (void)json_object_set_new(object, "lines", wire_bet_lines_json(side->table, side->exact));
    }
    return object;
}

static json_t *progressive_json(const struct par_report *report)
{
    const struct uth_exact_progressive *exact = &report->progressive;
    const struct uth_progressive_table *table = &report->rules.progressive.table;
    struct par_figure figures[PAR_PROGRESSIVE_FIGURES];
    par_progressive(report, figures);
    json_t *lines = json_array();
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        if (!uth_progressive_pays(table, (enum uth_progressive_line)i)) {
            continue;
        }
        json_t *line = json_object();
        (void)json_object_set_new(
            line, "line", json_string(uth_progressive_line_name((enum uth_progressive_line)i)));
        if (table->pays[i].meter_bp != 0) {
            (void)json_object_set_new(line, "meter_bp", json_integer(table->pays[i].meter_bp));
        } else {
            (void)json_object_set_new(line, "for_one", json_integer(table->pays[i].for_one));
        }
        exact_set(line, "probability", exact->probability[i]);
        (void)json_array_append_new(lines, line);
    }
    json_t *object = json_object();
    (void)json_object_set_new(object, "table", json_string(table->id));
    (void)json_object_set_new(object, "lines", lines);
    exact_set(object, "hit_frequency", exact->hit_frequency);
    exact_set(object, "fixed_return", exact->fixed_return);
    exact_set(object, "meter_coefficient", exact->meter_coefficient);
    for (unsigned i = 0; i < PAR_PROGRESSIVE_FIGURES; i++) {
        if (figures[i].missing == NULL) {
            exact_set(object, figures[i].name, figures[i].ratio);
        } else {
            (void)json_object_set_new(object, figures[i].name, json_null());
        }
    }
    return object;
}

static json_t *tables_json(const struct par_side *sides, size_t count, enum uth_wager wager)
{
    json_t *tables = json_array();
    for (size_t i = 0; i < count; i++) {
        if (sides[i].wager == wager) {
            (void)json_array_append_new(tables, par_side_json(&sides[i]));
        }
    }
    return tables;
}

// The makers' bets are lists of tables by their names; a profile's own are such lists under `side`.
static void set_sides(const struct par_report *report, json_t *document)
{
    struct par_side sides[PAR_SIDES_MAX];
    const size_t count = par_sides(report, sides);
    json_t *own = json_object();
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (uth_wager_has_lines(wager) && uth_rules_has_wager(&report->rules, wager)) {
            (void)json_object_set_new(uth_wager_is_own(wager) ? own : document,
                                      uth_rules_wager_name(&report->rules, wager),
                                      tables_json(sides, count, wager));
        }
    }
    if (json_object_size(own) != 0) {
        (void)json_object_set(document, "side", own);
    }
    json_decref(own);
}

json_t *par_json(const struct par_report *report)
{
    json_t *document = json_object();
    (void)json_object_set_new(document, "rules", json_string(report->rules.name));
    (void)json_object_set_new(document, "strategy", json_string(uth_style_name(report->style)));
    (void)json_object_set_new(document, "base", base_json(report));
    set_sides(report, document);
    if (report->rules.offered[UTH_WAGER_PROGRESSIVE]) {
        (void)json_object_set_new(document, "progressive", progressive_json(report));
    }
    return document;
}
