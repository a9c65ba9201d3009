#include "store/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/port.h"

const char *store_status_text(enum store_status status)
{
    switch (status) {
#define X(name, code, text)                                                                        \
    case STORE_##name: return text;
        STORE_STATUS_MAP(X)
#undef X
    }
    return "unknown status";
}

enum store_status store_fail(struct fault *fault, enum store_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return status;
}

void store_name_self(char who[SOLE_WHO_MAX])
{
    char host[64] = "";
    char since[32] = "";
    const time_t now = time(NULL);
    struct tm day;
    if (gethostname(host, sizeof host - 1) != 0 || host[0] == '\0') {
        memcpy(host, "this host", sizeof "this host");
    }
    if (gmtime_r(&now, &day) != NULL) {
        (void)strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", &day);
    }
    (void)snprintf(who, SOLE_WHO_MAX, "process %ld on %.40s since %s UTC", (long)getpid(), host,
                   since);
}
