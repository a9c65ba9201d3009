// What becomes of a failed check where the program does not say: it is told on standard error and
// the program stops. Weak, so that a program's own uth_check_failed (log, flush, abort) takes its
// place, with the static library and with the shared one.
#include "uth/check.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((weak)) _Noreturn void uth_check_failed(const char *expr, const char *file, int line)
{
    (void)fprintf(stderr, "%s:%d: check failed: %s\n", file, line, expr);
    abort();
}
