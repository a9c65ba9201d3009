// The report of a rule profile: everything a test lab files, worked out exactly, and the three
// forms it is printed in.
#ifndef UTH_CLI_PAR_H
#define UTH_CLI_PAR_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "uth/exact.h"
#include "uth/rules.h"

struct par_report {
    struct uth_rules rules;
    enum uth_style style;
    int32_t unit;
    struct uth_exact_play play;
    struct uth_exact_hand hands[UTH_EXACT_CLASSES];
    struct uth_exact_side trips[UTH_TABLES_MAX];
    struct uth_exact_side bad_beat[UTH_TABLES_MAX];
    struct uth_exact_side pairs[UTH_TABLES_MAX];
    struct uth_exact_progressive progressive; // where the profile offers one
};

// One line of the side-bet tables, whatever the kind.
struct par_side {
    const char *title;   // "Trips"
    const char *key;     // "trips"
    const char *table;   // "UTH-01"
    const char *printed; // "" where the sheet prints none
    bool in_use;
    const struct uth_exact_side *exact;
};

#define PAR_SIDES_MAX (3 * UTH_TABLES_MAX)

// All side-bet tables of the profile, in order; returns how many.
size_t par_sides(const struct par_report *report, struct par_side sides[PAR_SIDES_MAX]);

// The edge as the maker's sheet prints it, and whether it is what exact counting gives, rounded to
// the sheet's digits.
bool par_agrees(const char *printed, struct uth_ratio house_edge);

// The base game's edge by each usual denominator.
struct par_edges {
    struct uth_ratio of_ante;
    struct uth_ratio of_ante_and_blind;
    struct uth_ratio of_all_bet; // the element of risk
};
struct par_edges par_edges(const struct par_report *report);

// What follows from the Progressive's table and the profile's rates.
struct par_progressive {
    struct uth_ratio rounds_between; // wagers from one 100% award to the next; {0, 1} for never
    struct uth_ratio at_seed;        // return with the meter at its seed
    struct uth_ratio long_run;       // return over the years, seeds and contributions paid out
    bool long_run_known;             // not where a meter that pays all its prizes would run dry
};
struct par_progressive par_progressive(const struct par_report *report);

// Works everything out. Refuses as the solver does.
UTH_NODISCARD enum uth_status par_work_out(const struct uth_rules *rules, enum uth_style style,
                                           unsigned threads, struct par_report *report,
                                           bool *out_of_memory);

json_t *par_json(const struct par_report *report);
void par_text(const struct par_report *report, FILE *out);
void par_html(const struct par_report *report, FILE *out);

#endif
