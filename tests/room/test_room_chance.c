// Thousands of evenings by chance, in every profile, pace and controller. What holds at every step
// is checked by the driver; here it is only said how many.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chance.h"

static struct driver driver;

static uint32_t below(void *source, uint32_t bound)
{
    return rng_below(source, bound);
}

static void whatever_happens_the_batches_rebuild_the_table_and_the_books_agree(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct chance chance = {below, &rng};
    uint64_t ended = 0, voided = 0, awards = 0, batches = 0, parts = 0, withheld = 0;
    for (unsigned evening = 0; evening < 400; evening++) {
        driver_start(&driver, rng_next(&rng));
        chance_open(&driver, &chance);
        for (unsigned i = 0; i < 400; i++) {
            chance_step(&driver, &chance);
        }
        chance_wind_up(&driver);
        ended += driver.rounds_ended;
        voided += driver.rounds_voided;
        awards += driver.awards;
        batches += driver.batches;
        parts += driver.rounds_with_parts;
        withheld += driver.withheld;
    }
    driver_check_options(&driver);
    print_message("# %llu rounds ended, %llu voided, %llu awards, %llu batches, %llu dealt with"
                  " players' parts, %llu parts withheld\n",
                  (unsigned long long)ended, (unsigned long long)voided, (unsigned long long)awards,
                  (unsigned long long)batches, (unsigned long long)parts,
                  (unsigned long long)withheld);
    assert_true(ended > 200);
    assert_true(voided > 10);
    assert_true(awards > 10);
    assert_true(parts > 50);
    assert_true(withheld > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_happens_the_batches_rebuild_the_table_and_the_books_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
