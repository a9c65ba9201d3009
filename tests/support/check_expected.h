// Checks in tests: one that fails fails the test, unless the test expects it.
#ifndef TESTS_SUPPORT_CHECK_EXPECTED_H
#define TESTS_SUPPORT_CHECK_EXPECTED_H

#include <setjmp.h>
#include <stdbool.h>

// cmocka's own expect_assert_failure() would do, but it prints lines that are no test results.
struct check_expected {
    jmp_buf escape;
    volatile bool now;
};

extern struct check_expected check_expected;

// Fails the test.
void check_did_not_fail(const char *call);

#define EXPECT_CHECK_FAILURE(call)                                                                 \
    do {                                                                                           \
        check_expected.now = true;                                                                 \
        if (setjmp(check_expected.escape) == 0) {                                                  \
            (void)(call);                                                                          \
            check_did_not_fail(#call);                                                             \
        }                                                                                          \
        check_expected.now = false;                                                                \
    } while (0)

#endif
