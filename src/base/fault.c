#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>

const char *fault_clause(const struct fault *fault)
{
    return fault->kind == FAULT_REFUSED ? uth_status_clause(fault->status) : "INPUT";
}

bool fault_report(struct fault *fault, enum fault_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault->kind = kind;
    fault->status = UTH_OK;
    (void)vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return false;
}

bool fault_refuse(struct fault *fault, enum uth_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int used = vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    fault->kind = FAULT_REFUSED;
    fault->status = status;
    const size_t at = used < 0 ? 0 : (size_t)used;
    if (at < sizeof fault->text) {
        (void)snprintf(fault->text + at, sizeof fault->text - at, "%s%s", at == 0 ? "" : ": ",
                       uth_status_text(status));
    }
    return false;
}
