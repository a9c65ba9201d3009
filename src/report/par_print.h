// The report of a rule profile for people: on a terminal, and as a page.
#ifndef UTH_REPORT_PAR_PRINT_H
#define UTH_REPORT_PAR_PRINT_H

#include <stdio.h>

#include "report/par.h"

void par_text(const struct par_report *report, FILE *out);
void par_html(const struct par_report *report, FILE *out);

#endif
