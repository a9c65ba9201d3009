// The solver and its twin on every flop with every hole, and on every starting hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/exact_plain.h"
#include "uth/exact.h"

struct sums {
    int64_t edge[UTH_EXACT_CLASSES];
    int64_t base[UTH_EXACT_CLASSES];
    int64_t check[UTH_EXACT_CLASSES];
};

static unsigned compare_flop(const struct uth_rules *rules, const struct uth_exact *exact,
                             const uth_card flop[3], unsigned weight, struct sums *sums)
{
    struct plain_value values[PLAIN_HOLES];
    const int64_t unit = uth_exact_unit(exact);
    const uth_cards seen = uth_cards_from(flop, 3);
    unsigned states = 0;
    plain_flop(rules, unit, flop, values);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            if (uth_cards_have(seen, a) || uth_cards_have(seen, b)) {
                continue;
            }
            const struct plain_value *value = &values[plain_hole(a, b)];
            const int64_t bet = value->base + 2 * unit * value->edge;
            struct uth_exact_flop state;
            uth_exact_flop(exact, (uth_card[2]){a, b}, flop, &state);
            assert_int_equal(state.check_over_bet, value->river - bet);
            assert_int_equal(state.best, value->river > bet ? 0 : 2);
            const unsigned i = uth_exact_class_of(a, b);
            sums->edge[i] += weight * value->edge;
            sums->base[i] += weight * value->base;
            sums->check[i] += weight * plain_flop_best(rules, unit, value);
            states++;
        }
    }
    return states;
}

static void solver_and_twin_agree_on_every_flop_and_every_hand(void **state)
{
    (void)state;
    static uth_card flop[1755][3];
    static unsigned weight[1755];
    static struct sums sums;
    const struct uth_rules *rules = &uth_rules_washington;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    assert_non_null(memory);
    assert_int_equal(uth_exact_solve(rules, 1, memory, size, &exact), UTH_OK);

    const unsigned flops = plain_flops(flop, weight);
    unsigned states = 0;
    assert_int_equal(flops, 1755);
    for (unsigned i = 0; i < flops; i++) {
        states += compare_flop(rules, exact, flop[i], weight[i], &sums);
    }
    assert_int_equal(states, 1755 * 1176);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        struct uth_exact_hand hand;
        uth_exact_hand(exact, i, &hand);
        const int64_t unit = uth_exact_unit(exact);
        assert_int_equal(hand.raise[0] * hand.holes, sums.base[i] + 4 * unit * sums.edge[i]);
        assert_int_equal(hand.raise[1] * hand.holes, sums.base[i] + 3 * unit * sums.edge[i]);
        assert_int_equal(hand.check * hand.holes, sums.check[i]);
    }
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solver_and_twin_agree_on_every_flop_and_every_hand),
    };
    return cmocka_run_group_tests_name("twin", tests, NULL, NULL);
}
