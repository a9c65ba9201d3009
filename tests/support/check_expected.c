#include "support/check_expected.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "uth/check.h"

struct check_expected check_expected;

void check_did_not_fail(const char *call)
{
    check_expected.now = false;
    fail_msg("no check failed in %s", call);
}

_Noreturn void uth_check_failed(const char *expr, const char *file, int line)
{
    if (check_expected.now) {
        longjmp(check_expected.escape, 1);
    }
    fail_msg("%s:%d: check failed: %s", file, line, expr); // does not come back
    abort();
}
