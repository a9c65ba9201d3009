// A rule profile in words: who banks, what is offered, limits, fees, pay tables, notices.
#ifndef UTH_REPORT_RULES_TEXT_H
#define UTH_REPORT_RULES_TEXT_H

#include "uth/rules.h"

void rules_print(const struct uth_rules *rules);

#endif
