// Amounts and times for people.
#ifndef UTH_OFFICE_WORDS_H
#define UTH_OFFICE_WORDS_H

#include <stdint.h>

#define OFFICE_TEXT_MAX 48

// "$1,234.50", "-$0.05".
const char *office_money_text(int64_t cents, char text[OFFICE_TEXT_MAX]);
// "+$25.00".
const char *office_net_text(int64_t cents, char text[OFFICE_TEXT_MAX]);
// "2026-09-21 14:33:20", and "2026-09-21", in UTC.
const char *office_time_text(int64_t time_ms, char text[OFFICE_TEXT_MAX]);
const char *office_day_text(int64_t day, char text[OFFICE_TEXT_MAX]);

#endif
