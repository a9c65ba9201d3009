// A stored round, step by step in words.
#ifndef UTH_REPORT_RECORD_TEXT_H
#define UTH_REPORT_RECORD_TEXT_H

#include <stdio.h>

#include "office/record.h"

void record_text(struct store *store, const struct office_record *record, FILE *out);

#endif
