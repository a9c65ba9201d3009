// The report of a rule profile: everything a test lab files, worked out exactly, and as JSON.
#ifndef UTH_REPORT_PAR_H
#define UTH_REPORT_PAR_H

#include <stdbool.h>

#include <jansson.h>

#include "uth/exact.h"
#include "uth/rules.h"
#include "wire/fault.h"

struct par_report {
    struct uth_rules rules;
    enum uth_style style;
    int32_t unit;
    struct uth_exact_play play;
    struct uth_exact_hand hands[UTH_EXACT_CLASSES];
    struct uth_exact_side sides[UTH_SIDES_MAX][UTH_BET_TABLES_MAX]; // as uth_rules has them
    struct uth_exact_progressive progressive;                       // where the profile offers one
    // The side bet, and its table, that is refused as too costly; UTH_WAGER_COUNT: none is.
    enum uth_wager costly;
    unsigned costly_table;
};

// One line of the side-bet tables, whatever the kind.
struct par_side {
    enum uth_wager wager;
    const char *title; // "Trips"
    const struct uth_bet_table *table;
    const char *printed; // "" where the sheet prints none
    const char *printed_hits;
    bool in_use;
    const struct uth_exact_side *exact;
};

#define PAR_SIDES_MAX (UTH_SIDES_MAX * UTH_BET_TABLES_MAX)

// All side-bet tables of the profile, in order; returns how many.
size_t par_sides(const struct par_report *report, struct par_side sides[PAR_SIDES_MAX]);

// A figure as the maker's sheet prints it: is it what exact counting gives, rounded to the sheet's
// digits? And all that the sheet prints of a side bet?
bool par_agrees(const char *printed, struct uth_ratio exact);

bool par_side_agrees(const struct par_side *side);

// The base game's edge by each usual denominator.
struct par_edges {
    struct uth_ratio of_ante;
    struct uth_ratio of_ante_and_blind;
    struct uth_ratio of_all_bet; // the element of risk
};
struct par_edges par_edges(const struct par_report *report);

// The base game's edge as the maker's sheet prints it, "" where it prints none or where profile or
// strategy are not the sheet's; and whether any of the denominators gives it.
const char *par_base_printed(const struct par_report *report);
bool par_base_agrees(const struct par_report *report);

// "4x", or "4x, flop" where another street offers the same size.
void par_action_label(const struct par_report *report, enum uth_street street, unsigned raise,
                      char label[24]);

// A figure that a profile may not have; then why not.
struct par_figure {
    const char *name; // of the JSON field
    const char *title;
    struct uth_ratio ratio;
    const char *missing; // NULL: it has
};

// What follows from the Progressive's table and the profile's rates.
#define PAR_PROGRESSIVE_FIGURES 4
void par_progressive(const struct par_report *report,
                     struct par_figure figures[PAR_PROGRESSIVE_FIGURES]);

// What somebody who asks often keeps between reports: the solver's memory with all that no pay
// table changes, about 89 MiB for two threads. Starts as zeros; one at a time may use it.
struct par_memory {
    bool known;
    struct uth_exact_kinds kinds;
    bool folded;
    struct uth_exact_folds folds; // of the game and the strategy of `folds_of`, if folded
    struct uth_rules folds_of;
    void *memory;
    unsigned threads; // it was made for
    struct uth_exact *exact;
};
void par_memory_finish(struct par_memory *memory);

// Somebody who waits is told of each of PAR_STEPS steps, and asked whether it is still wanted. All
// may be NULL.
#define PAR_STEPS 3
struct par_watcher {
    void (*step)(void *context);
    bool (*unwanted)(void *context);
    void *context;
    struct par_memory *memory;
    bool in_use_only; // of the tables of a side bet
};

// The exact figures of a side bet by each of its tables, or by the one in use. Refuses as uth_exact_bet
// does; *costly is then the first table refused, the others have theirs.
UTH_NODISCARD enum uth_status par_bet_figures(const struct uth_exact_kinds *kinds,
                                              const struct uth_exact_folds *folds,
                                              const struct uth_bet *bet, struct par_watcher watcher,
                                              struct uth_exact_side sides[UTH_BET_TABLES_MAX],
                                              unsigned *costly);

// Works everything out, unless it becomes unwanted on the way: then the report is not to be used.
// Refuses as the solver does.
UTH_NODISCARD enum uth_status par_work_out(const struct uth_rules *rules, enum uth_style style,
                                           unsigned threads, struct par_watcher watcher,
                                           struct par_report *report, bool *out_of_memory);

// False where a side bet pays too much to work out, which is why it was refused; *fault names it.
bool par_sides_are_sound(const struct par_report *report, struct wire_fault *fault);

json_t *par_json(const struct par_report *report);
// One table of a side bet, as the report has it: a profile's own has its lines, too.
json_t *par_side_json(const struct par_side *side);

#endif
