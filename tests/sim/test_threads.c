// The solver and the simulation with two threads each, small enough for ThreadSanitizer: what two
// threads share they only read.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static struct uth_sim_totals run(const struct uth_sim_setup *setup, unsigned threads)
{
    struct uth_sim *sim = NULL;
    struct uth_sim_totals totals;
    struct uth_refusal refusal;
    const size_t size = uth_sim_size(threads);
    void *memory = malloc(size);
    assert_non_null(memory);
    assert_int_equal(uth_sim_init(setup, threads, memory, size, &sim, &refusal), UTH_OK);
    memset(&totals, 0, sizeof totals);
    uth_sim_run(sim, 0, uth_sim_units(sim), NULL, &totals);
    free(memory);
    return totals;
}

static void two_threads_solve_and_two_play(void **state)
{
    (void)state;
    struct uth_exact *exact = NULL;
    struct uth_strategy strategy;
    const size_t size = uth_exact_size(2);
    void *memory = malloc(size);
    assert_non_null(memory);
    assert_int_equal(uth_exact_solve(&uth_rules_washington, 2, memory, size, &exact), UTH_OK);
    const size_t length = uth_strategy_size(exact);
    void *bytes = malloc(length);
    assert_non_null(bytes);
    uth_strategy_build(exact, UTH_STYLE_OPTIMAL, bytes, length);
    assert_int_equal(uth_strategy_open(bytes, length, &uth_rules_washington, &strategy), UTH_OK);

    const struct uth_sim_setup setup =
        setup_of(&uth_rules_washington, 2, &strategy, 3 * UTH_SIM_UNIT_ROUNDS);
    const struct uth_sim_totals one = run(&setup, 1);
    const struct uth_sim_totals two = run(&setup, 2);
    assert_int_equal(one.rounds, setup.rounds);
    assert_memory_equal(&one, &two, sizeof one);
    free(bytes);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_threads_solve_and_two_play)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
