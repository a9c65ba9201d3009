// Tails of the usual distributions, against closed forms and printed tables.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/chance.h"

static void assert_near(double got, double expected, double relative)
{
    if (!(fabs(got - expected) <= relative * fabs(expected))) {
        fail_msg("got %.17g, expected %.17g", got, expected);
    }
}

static void quantiles_of_chi_square_are_those_of_the_printed_tables(void **state)
{
    (void)state;
    static const struct {
        double freedom, x, above;
    } table[] = {
        {1, 3.841458820694124, 0.05},   {2, 5.991464547107979, 0.05},
        {10, 18.30703805327515, 0.05},  {1, 6.634896601021213, 0.01},
        {10, 23.20925115895436, 0.01},  {100, 124.3421134040041, 0.05},
        {100, 77.92946516501726, 0.95}, {30, 59.70306430442993, 0.001},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        assert_near(chance_chi_square_above(table[i].x, table[i].freedom), table[i].above, 1e-11);
        assert_near(chance_chi_square_below(table[i].x, table[i].freedom), 1 - table[i].above,
                    1e-11);
    }
}

// For an even number of degrees of freedom the tail is a finite sum.
static double above_plain(double x, unsigned freedom)
{
    double term = exp(-x / 2);
    double sum = 0;
    for (unsigned k = 0; k < freedom / 2; k++) {
        sum += term;
        term *= x / 2 / (k + 1);
    }
    return sum;
}

static void even_degrees_of_freedom_are_a_finite_sum(void **state)
{
    (void)state;
    for (unsigned freedom = 2; freedom <= 1300; freedom += freedom < 50 ? 2 : 50) {
        for (double share = 0.05; share < 2.2; share += 0.05) {
            const double x = fmin(freedom * share, 1400); // the sum begins with e^(-x/2)
            const double plain = above_plain(x, freedom);
            assert_near(chance_chi_square_above(x, freedom), plain, 1e-9);
            assert_near(chance_chi_square_below(x, freedom) + plain, 1, 1e-9);
        }
    }
}

static void far_tails_keep_their_size(void **state)
{
    (void)state;
    assert_near(chance_chi_square_above(1000, 2), exp(-500), 1e-10);
    assert_true(chance_chi_square_above(1e6, 2601) >= 0);
    assert_true(chance_chi_square_above(1e6, 2601) < 1e-300);
    assert_near(chance_chi_square_above(0, 5), 1, 0);
    assert_near(chance_chi_square_below(0, 5), 0, 0);
}

static void poisson_tails_are_their_sums(void **state)
{
    (void)state;
    for (double mean = 0.001; mean < 200; mean *= 3) {
        double term = exp(-mean);
        double below = 0;
        for (unsigned count = 0; count < 50; count++) {
            // Where nearly all lies below, "above" is small and keeps fewer digits in this sum.
            if (1 - below > 1e-6) {
                assert_near(chance_poisson_above(count, mean), 1 - below, 1e-8);
            }
            below += term;
            assert_near(chance_poisson_below(count, mean), below, 1e-9);
            term *= mean / (count + 1);
        }
    }
}

static void normal_deviations_are_those_everybody_knows(void **state)
{
    (void)state;
    assert_near(chance_normal_beyond(0), 1, 0);
    assert_near(chance_normal_beyond(1.959963984540054), 0.05, 1e-12);
    assert_near(chance_normal_beyond(-2.5758293035489), 0.01, 1e-11);
}

static void two_sides_are_twice_the_smaller_one(void **state)
{
    (void)state;
    assert_near(chance_two_sided(0.01, 0.99), 0.02, 1e-15);
    assert_near(chance_two_sided(0.99, 0.01), 0.02, 1e-15);
    assert_near(chance_two_sided(0.6, 0.7), 1, 0); // both sides have what is in the middle
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_of_chi_square_are_those_of_the_printed_tables),
        cmocka_unit_test(even_degrees_of_freedom_are_a_finite_sum),
        cmocka_unit_test(far_tails_keep_their_size),
        cmocka_unit_test(poisson_tails_are_their_sums),
        cmocka_unit_test(normal_deviations_are_those_everybody_knows),
        cmocka_unit_test(two_sides_are_twice_the_smaller_one),
    };
    return cmocka_run_group_tests_name("chance", tests, NULL, NULL);
}
