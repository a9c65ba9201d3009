// The PAR sheet of a rule profile, as a test lab files it: from `uth par`, and from the designer's page.
#ifndef UTH_REPORT_PAR_SHEET_H
#define UTH_REPORT_PAR_SHEET_H

#include "report/par.h"
#include "report/sheet.h"

// Which program worked it out, and when.
struct par_made {
    const char *version;
    const char *program; // digest of its bytes in hex, or "" where it is not known
    int64_t day;         // since 1970, UTC
};

struct sheet par_sheet(const struct par_report *report, const struct par_made *made);

// One side bet alone, as it stands in the sheet.
struct sheet par_bet_sheet(const struct par_report *report, enum uth_wager wager);

// The built-in profile that differs in the fewest fields, and these fields: {"from", "differences":
// [[field, there, here]...]}, "from" being its name. A new reference.
json_t *par_origin(const struct uth_rules *rules);

// A changed game that kept the name of a built-in profile would pass for it: that name, else NULL.
const char *par_borrowed_name(const struct uth_rules *rules);

// What people print must tell a changed game from the built-in one; these are of struct par_report.
sheet_draw par_plot_outcomes;
sheet_draw par_plot_hands;

#endif
