// What does not fit, in a sentence.
#include <stdarg.h>
#include <stdio.h>

#include "cli/verify.h"

bool verify_fail(struct verdict *verdict, const char *what, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(verdict->message, sizeof verdict->message, format, arguments);
    va_end(arguments);
    verdict->failed = what;
    return false;
}
