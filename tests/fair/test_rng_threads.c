// However many threads count, the count is the same. Small, so that ThreadSanitizer can watch.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "planted.h"

#define DECKS (6 * RNG_UNIT + 777)

static void the_count_is_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    static struct rng_tally tallies[2];
    static uint64_t prefixes[2][DECKS];
    const struct rng_source source = {planted_none, NULL};
    assert_true(rng_count(&source, DECKS, 1, NULL, &tallies[0], prefixes[0]));
    assert_int_equal(tallies[0].decks, DECKS);
    for (unsigned threads = 2; threads <= 8; threads += 3) {
        assert_true(rng_count(&source, DECKS, threads, NULL, &tallies[1], prefixes[1]));
        assert_memory_equal(&tallies[1], &tallies[0], sizeof tallies[0]);
        assert_memory_equal(prefixes[1], prefixes[0], sizeof prefixes[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_count_is_the_same_for_any_number_of_threads),
    };
    return fair_init() ? cmocka_run_group_tests_name("rng_threads", tests, NULL, NULL) : 1;
}
