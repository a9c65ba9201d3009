#include "office/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "office/office.h"

const char *office_money_text(int64_t cents, char text[OFFICE_TEXT_MAX])
{
    char digits[24];
    const uint64_t all = cents < 0 ? (uint64_t)-cents : (uint64_t)cents;
    const size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, all / 100);
    size_t used = (size_t)snprintf(text, OFFICE_TEXT_MAX, "%s$", cents < 0 ? "-" : "");
    for (size_t i = 0; i < length; i++) {
        if (i != 0 && (length - i) % 3 == 0) {
            text[used++] = ',';
        }
        text[used++] = digits[i];
    }
    (void)snprintf(text + used, OFFICE_TEXT_MAX - used, ".%02u", (unsigned)(all % 100));
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
