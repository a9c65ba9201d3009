#include "store/status.h"

#include <stdarg.h>
#include <stdio.h>

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

enum store_status store_fail(struct store_fault *fault, enum store_status status,
                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return status;
}
