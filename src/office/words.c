#include "office/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "office/office.h"
#include "wire/amount_words.h"

const char *office_money_text(int64_t cents, char text[OFFICE_TEXT_MAX])
{
    char dollars[WIRE_AMOUNT_MAX];
    const uint64_t all = cents < 0 ? (uint64_t)-cents : (uint64_t)cents;
    (void)snprintf(text, OFFICE_TEXT_MAX, "%s$%s.%02u", cents < 0 ? "-" : "",
                   wire_grouped(all / 100, dollars), (unsigned)(all % 100));
    return text;
}

const char *office_net_text(int64_t cents, char text[OFFICE_TEXT_MAX])
{
    if (cents > 0) {
        text[0] = '+';
        char amount[OFFICE_TEXT_MAX];
        (void)snprintf(text + 1, OFFICE_TEXT_MAX - 1, "%.40s", office_money_text(cents, amount));
        return text;
    }
    return office_money_text(cents, text);
}

const char *office_time_text(int64_t time_ms, char text[OFFICE_TEXT_MAX])
{
    struct tm broken;
    const time_t seconds = (time_t)(time_ms / 1000);
    if (gmtime_r(&seconds, &broken) == NULL ||
        strftime(text, OFFICE_TEXT_MAX, "%Y-%m-%d %H:%M:%S", &broken) == 0) {
        (void)snprintf(text, OFFICE_TEXT_MAX, "%" PRId64, time_ms);
    }
    return text;
}

const char *office_day_text(int64_t day, char text[OFFICE_TEXT_MAX])
{
    (void)office_time_text(day * OFFICE_DAY_MS, text);
    char *blank = strchr(text, ' ');
    if (blank != NULL) {
        *blank = '\0';
    }
    return text;
}
