// What hangs at a table of the cardroom (NOTE-3).
#ifndef UTH_REPORT_TABLE_PLACARD_H
#define UTH_REPORT_TABLE_PLACARD_H

#include "office/office.h"
#include "report/placard.h"

// What is in force, or before the table's first run what it is configured with.
const struct room_config *table_placard_config(const struct office_table *table);

// The rules of that configuration, with the table's name and its meter. Points into the office.
struct placard_of table_placard_of(const struct office *office, const struct office_table *table);

#endif
