// What does not fit, in a sentence.
#include <stdarg.h>
#include <stdio.h>

#include "cli/verify.h"

bool verify_fail(struct verdict *verdict, const char *what, const char *format, ...)
{
    verdict->failed = what;
    va_list arguments;
    va_start(arguments, format);
    // The analyser loses sight of va_start here, one line above.
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized)
    (void)vsnprintf(verdict->message, sizeof verdict->message, format, arguments);
    va_end(arguments);
    return false;
}
