// A strategy of one's own, played through every deal.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/rng.h"
#include "uth/plan.h"

static struct uth_exact *solved;

static int solve(void **state)
{
    const size_t size = uth_exact_size(1);
    *state = malloc(size);
    assert_int_equal(uth_exact_solve(&uth_rules_washington, 1, *state, size, &solved), UTH_OK);
    return 0;
}

static int release(void **state)
{
    free(*state);
    return 0;
}

static struct uth_plan_rule *add(struct uth_plan *plan, enum uth_street street, unsigned play,
                                 enum uth_plan_condition condition)
{
    struct uth_plan_rule *rule = &plan->rule[plan->rule_count++];
    *rule = (struct uth_plan_rule){.street = street, .play = (uint8_t)play, .condition = condition};
    return rule;
}

static void add_perfect_hands(struct uth_plan *plan)
{
    struct uth_plan_rule *rule = add(plan, UTH_STREET_PREFLOP, 4, UTH_PLAN_CLASSES);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        struct uth_exact_hand hand;
        uth_exact_hand(solved, i, &hand);
        rule->classes[i / 64] |= (uint64_t)(hand.best == 4) << i % 64;
    }
}

// The simple strategy of uth/exact.h, as rules.
static struct uth_plan simple_plan(void)
{
    struct uth_plan plan = {.rule_count = 0};
    add_perfect_hands(&plan);
    add(&plan, UTH_STREET_FLOP, 2, UTH_PLAN_KIND)->kind = UTH_HAND_TWO_PAIRS;
    add(&plan, UTH_STREET_FLOP, 0, UTH_PLAN_CLASSES)->classes[0] = 1; // pocket deuces
    add(&plan, UTH_STREET_FLOP, 2, UTH_PLAN_HIDDEN_PAIR);
    add(&plan, UTH_STREET_FLOP, 2, UTH_PLAN_FLUSH_DRAW)->rank = UTH_RANK_TEN;
    add(&plan, UTH_STREET_RIVER, 1, UTH_PLAN_BETTER);
    add(&plan, UTH_STREET_RIVER, 1, UTH_PLAN_OUTS)->outs = 21;
    return plan;
}

static int64_t cost_of(const struct uth_plan_result *result, int64_t *deals)
{
    int64_t cost = 0;
    *deals = 0;
    for (unsigned i = 0; i < UTH_PLAN_RULES_MAX; i++) {
        cost += result->rule[i].cost;
        *deals += result->rule[i].deals;
    }
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        cost += result->none[street].cost;
        *deals += result->none[street].deals;
    }
    return cost;
}

static void the_simple_strategy_written_as_rules_is_worth_what_it_is(void **state)
{
    (void)state;
    const struct uth_plan plan = simple_plan();
    struct uth_plan_result result;
    struct uth_exact_play simple;
    uth_exact_plan(solved, &plan, &result);
    uth_exact_play(solved, UTH_STYLE_SIMPLE, &simple);
    assert_memory_equal(&result.play, &simple, sizeof simple);
    assert_int_equal(result.rule[0].cost, 0); // perfect before the flop
    assert_int_equal(result.none[UTH_STREET_PREFLOP].cost, 0);
}

static void random_rule(struct rng *rng, struct uth_plan *plan)
{
    static const uint8_t plays[UTH_STREET_COUNT][3] = {{4, 3, 0}, {2, 2, 0}, {1, 1, 0}};
    const enum uth_street street = (enum uth_street)rng_below(rng, UTH_STREET_COUNT);
    enum uth_plan_condition condition;
    do {
        condition = (enum uth_plan_condition)rng_below(rng, UTH_PLAN_CONDITION_COUNT);
    } while (!uth_plan_can_ask(street, condition) ||
             (condition == UTH_PLAN_ANYTHING && rng_below(rng, 8) != 0));
    struct uth_plan_rule *rule = add(plan, street, plays[street][rng_below(rng, 3)], condition);
    rule->kind = (enum uth_hand_kind)(1 + rng_below(rng, 5));
    rule->rank = (uint8_t)rng_below(rng, UTH_RANKS);
    rule->outs = (uint8_t)rng_below(rng, 46);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        rule->classes[i / 64] |= (uint64_t)(rng_below(rng, 4) == 0) << i % 64;
    }
}

static void what_the_rules_cost_is_what_perfect_play_is_worth_more(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct uth_exact_play perfect;
    uth_exact_play(solved, UTH_STYLE_OPTIMAL, &perfect);
    for (unsigned round = 0; round < 6; round++) {
        struct uth_plan plan = {.rule_count = 0};
        struct uth_plan_result result;
        int64_t deals;
        if (round % 2 == 0) {
            plan = simple_plan();
        }
        for (unsigned count = rng_below(&rng, 12); count > 0; count--) {
            random_rule(&rng, &plan);
        }
        uth_exact_plan(solved, &plan, &result);
        assert_true(result.play.value + cost_of(&result, &deals) == perfect.value);
        assert_true(deals >= UTH_EXACT_DEALS);
    }
}

// ---- against rounds played card by card, by conditions written once more -----------------------

static unsigned count_rank(const uth_card *cards, unsigned count, unsigned rank)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        found += cards[i] / 4 == rank;
    }
    return found;
}

static bool plain_draw(const uth_card cards[5])
{
    unsigned completing = 0;
    for (unsigned rank = 0; rank < 13; rank++) {
        bool straight = false;
        for (int low = -1; low <= 8 && count_rank(cards, 5, rank) == 0; low++) {
            unsigned have = 0;
            for (int k = low; k < low + 5; k++) {
                const unsigned wanted = k < 0 ? 12 : (unsigned)k;
                have += wanted == rank || count_rank(cards, 5, wanted) > 0;
            }
            straight = straight || have == 5;
        }
        completing += straight;
    }
    return completing >= 2;
}

static unsigned plain_outs(const uth_card cards[7])
{
    const uth_hand own = uth_hand_of(cards, 7);
    unsigned outs = 0;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        uth_card six[6];
        memcpy(six, cards + 2, 5);
        six[5] = card;
        outs += !uth_cards_have(uth_cards_from(cards, 7), card) && uth_hand_of(six, 6) > own;
    }
    return outs;
}

// Hole cards first.
static bool plain_meets(const struct uth_plan_rule *rule, const uth_card *cards, unsigned count)
{
    const unsigned hand_class = uth_exact_class_of(cards[0], cards[1]);
    const unsigned a = cards[0] / 4;
    const unsigned b = cards[1] / 4;
    switch (rule->condition) {
    case UTH_PLAN_ANYTHING: return true;
    case UTH_PLAN_CLASSES: return (rule->classes[hand_class / 64] >> hand_class % 64 & 1) != 0;
    case UTH_PLAN_KIND: return uth_hand_kind_of(uth_hand_of(cards, count)) >= rule->kind;
    case UTH_PLAN_HIDDEN_PAIR:
        return (a >= rule->rank && count_rank(cards, count, a) > 1) ||
               (b >= rule->rank && count_rank(cards, count, b) > 1);
    case UTH_PLAN_FLUSH_DRAW:
        for (unsigned i = 0; i < 2; i++) {
            unsigned suited = 0;
            for (unsigned k = 0; k < count; k++) {
                suited += cards[k] % 4 == cards[i] % 4;
            }
            if (suited >= 4 && cards[i] / 4 >= rule->rank) {
                return true;
            }
        }
        return false;
    case UTH_PLAN_STRAIGHT_DRAW: return plain_draw(cards);
    case UTH_PLAN_OVERCARDS:
        return cards[2] / 4 < a && cards[2] / 4 < b && cards[3] / 4 < a && cards[3] / 4 < b &&
               cards[4] / 4 < a && cards[4] / 4 < b;
    case UTH_PLAN_BETTER:
        return uth_hand_kind_of(uth_hand_of(cards, 7)) >
               uth_hand_kind_of(uth_hand_of(cards + 2, 5));
    case UTH_PLAN_OUTS: return plain_outs(cards) < rule->outs;
    case UTH_PLAN_CONDITION_COUNT: break;
    }
    fail();
    return false;
}

static unsigned plain_rule(const struct uth_plan *plan, unsigned street, const uth_card *cards)
{
    static const unsigned seen[UTH_STREET_COUNT] = {2, 5, 7};
    unsigned rule = 0;
    while (rule < plan->rule_count && (plan->rule[rule].street != street ||
                                       !plain_meets(&plan->rule[rule], cards, seen[street]))) {
        rule++;
    }
    return rule;
}

enum { ROUNDS = 200000 };

static void assert_as_often(uint64_t seen, int64_t deals)
{
    const double p = (double)deals / (double)UTH_EXACT_DEALS;
    const double error = sqrt(p * (1 - p) / ROUNDS);
    const double off = fabs((double)seen / ROUNDS - p);
    if (off > 5 * error) {
        print_message("%f seen, %f exact\n", (double)seen / ROUNDS, p);
    }
    assert_true(off <= 5 * error);
}

static void rules_decide_as_often_as_when_rounds_are_played_card_by_card(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct uth_plan plan = {.rule_count = 0};
    struct uth_plan_result result;
    uint64_t decided[UTH_PLAN_RULES_MAX] = {0};
    uint64_t none[UTH_STREET_COUNT] = {0};
    for (unsigned count = 0; count < 24; count++) {
        random_rule(&rng, &plan);
        // Otherwise nobody would come to the river.
        plan.rule[count].play = plan.rule[count].street == UTH_STREET_RIVER || count % 3 == 0
                                    ? plan.rule[count].play
                                    : 0;
    }
    uth_exact_plan(solved, &plan, &result);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uth_card cards[7];
        unsigned play = 0;
        rng_deal(&rng, 0, cards, 7);
        for (unsigned street = 0; street < UTH_STREET_COUNT && play == 0; street++) {
            const unsigned rule = plain_rule(&plan, street, cards);
            *(rule < plan.rule_count ? &decided[rule] : &none[street]) += 1;
            play = rule < plan.rule_count ? plan.rule[rule].play : 0;
        }
    }
    for (unsigned i = 0; i < plan.rule_count; i++) {
        assert_as_often(decided[i], result.rule[i].deals);
    }
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        assert_as_often(none[street], result.none[street].deals);
    }
    print_message("# tried: %d rounds, 24 rules\n", ROUNDS);
}

static void a_strategy_without_rules_folds_every_hand(void **state)
{
    (void)state;
    const struct uth_plan plan = {.rule_count = 0};
    struct uth_plan_result result;
    uth_exact_plan(solved, &plan, &result);
    assert_true(result.play.folded == UTH_EXACT_DEALS);
    assert_true(result.play.value == -2 * UTH_EXACT_DEALS * uth_exact_unit(solved));
    assert_true(result.none[UTH_STREET_RIVER].deals == UTH_EXACT_DEALS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_simple_strategy_written_as_rules_is_worth_what_it_is),
        cmocka_unit_test(what_the_rules_cost_is_what_perfect_play_is_worth_more),
        cmocka_unit_test(rules_decide_as_often_as_when_rounds_are_played_card_by_card),
        cmocka_unit_test(a_strategy_without_rules_folds_every_hand),
    };
    return cmocka_run_group_tests(tests, solve, release);
}
