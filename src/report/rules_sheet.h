// A rule profile in words: who banks, what is offered, limits, fees, pay tables, notices.
#ifndef UTH_REPORT_RULES_SHEET_H
#define UTH_REPORT_RULES_SHEET_H

#include "report/sheet.h"
#include "uth/rules.h"

// Adds its sections to a sheet. Not whole: side bets, notices and disputes are left out, of which the
// PAR sheet has the first.
void rules_sheet(const struct uth_rules *rules, bool whole, struct sheet *sheet);
// As a sheet of its own.
void rules_write(const struct uth_rules *rules, FILE *out);

#endif
