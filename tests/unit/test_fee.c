// Collection fees: by what lies on the table before the deal, never a percentage.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/facts.h"
#include "uth/rules.h"
#include "uth/settle.h"

// clang-format off
static const struct schedule {
    const struct uth_rules *rules;
    uint8_t option;           // from 1, as printed
    int64_t player_fee;       // by game circle
    int64_t tiers[5][2];      // total action from, the player-dealer's fee
} schedules[] = { /* FEE-2 */
    { &uth_rules_california_8, 1,  0, { {   500, 100 }, {  5100,  200 }, { 10100,  300 }, {  20100,  600 }, {  30100,  900 } } },
    { &uth_rules_california_8, 2,  0, { {  2500, 300 }, { 20100,  600 }, { 40100, 1200 }, {  60100, 1500 }, {  80100, 2000 } } },
    { &uth_rules_california_8, 3,  0, { { 10000, 600 }, { 40100, 1500 }, { 80100, 2000 }, { 120100, 2500 }, { 160100, 3000 } } },
    { &uth_rules_california_6, 1, 50, { {   500, 100 }, {  5100,  200 } } },
    { &uth_rules_california_6, 2,  0, { {   500,  50 }, {  5100,  200 }, { 30100,  300 } } },
};
#define SCHEDULES (sizeof schedules / sizeof schedules[0])
// clang-format on

static struct uth_rules with_option(const struct uth_rules *rules, unsigned option)
{
    struct uth_rules chosen = *rules;
    chosen.collection = (uint8_t)(option - 1);
    return chosen;
}

static void a_tier_is_reached_at_its_printed_minimum_and_not_a_cent_before(void **state)
{
    (void)state;
    for (size_t i = 0; i < SCHEDULES; i++) {
        const struct uth_rules rules = with_option(schedules[i].rules, schedules[i].option);
        int64_t before = 0;
        for (unsigned tier = 0; tier < 5 && schedules[i].tiers[tier][0] != 0; tier++) {
            const int64_t from = schedules[i].tiers[tier][0];
            const int64_t fee = schedules[i].tiers[tier][1];
            assert_int_equal(uth_fee_of_bank(&rules, (uth_money){from - 1}).cents, before);
            assert_int_equal(uth_fee_of_bank(&rules, (uth_money){from}).cents, fee);
            assert_int_equal(uth_fee_of_bank(&rules, (uth_money){from + 1}).cents, fee);
            before = fee;
        }
        assert_int_equal(uth_fee_of_bank(&rules, (uth_money){UTH_MONEY_MAX}).cents, before);
    }
}

static void fifty_dollars_and_fifty_cents_is_still_the_first_tier(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_california_8; /* FEE-2 */
    rules.chip.cents = 50;
    struct uth_fault fault;
    assert_int_equal(uth_rules_check(&rules, &fault), UTH_OK);

    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 8, 100000);
    struct uth_player_facts *player = facts_seat(&facts, 1, "Ac Ad", 2000, 4);
    player->stakes[UTH_WAGER_TRIPS].cents = 1050;
    struct uth_refusal refusal;
    assert_int_equal(uth_admit_facts(&rules, &facts, &refusal), UTH_OK);
    assert_int_equal(uth_fee_total_action(&facts).cents, 5050);
    assert_int_equal(uth_fee_of_bank(&rules, (uth_money){5050}).cents, 100);
    assert_int_equal(uth_fee_of_bank(&rules, (uth_money){5099}).cents, 100);
    assert_int_equal(uth_fee_of_bank(&rules, (uth_money){5100}).cents, 200);
}

static void total_action_is_every_ante_blind_and_trips_and_never_play(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 8, 100000);
    facts_seat(&facts, 1, "Ac Ad", 500, 4)->stakes[UTH_WAGER_TRIPS].cents = 700;
    facts_seat(&facts, 3, "4c 6d", 1000, 0);
    facts_seat(&facts, 7, "7c 8d", 3000, 1)->stakes[UTH_WAGER_TRIPS].cents = 100;
    assert_int_equal(uth_fee_total_action(&facts).cents, 1700 + 2000 + 6100); /* FEE-1 */

    for (unsigned i = 0; i < facts.player_count; i++) {
        facts.players[i].stakes[UTH_WAGER_PLAY].cents = 0;
    }
    assert_int_equal(uth_fee_total_action(&facts).cents, 9800);
    facts.player_count = 0;
    assert_int_equal(uth_fee_total_action(&facts).cents, 0);
}

static void california_6_option_1_takes_half_a_dollar_for_ante_and_for_blind(void **state)
{
    (void)state;
    for (size_t i = 0; i < SCHEDULES; i++) { /* FEE-3 */
        struct uth_rules rules = with_option(schedules[i].rules, schedules[i].option);
        assert_int_equal(rules.player_fee_per, UTH_FEE_PER_CIRCLE);
        assert_int_equal(uth_fee_of_player(&rules).cents, 2 * schedules[i].player_fee);
        rules.player_fee_per = UTH_FEE_PER_SPOT;
        assert_int_equal(uth_fee_of_player(&rules).cents, schedules[i].player_fee);
    }
}

static void washington_takes_no_collection(void **state)
{
    (void)state;
    assert_int_equal(uth_fee_of_bank(&uth_rules_washington, (uth_money){1000000}).cents, 0);
    assert_int_equal(uth_fee_of_player(&uth_rules_washington).cents, 0);
}

static void wagers_that_got_no_action_are_charged_all_the_same(void **state)
{
    (void)state;
    // A player-dealer's wager of one dollar covers next to nothing of this. FEE-4, BANK-5
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 8, 100);
    facts_seat(&facts, 1, "4c 6d", 3000, 0);
    facts_seat(&facts, 2, "4d 6c", 3000, 0);
    struct uth_settlement settlement;
    uth_settle(&uth_rules_california_8, &facts, &settlement);

    assert_int_equal(settlement.lines[3].outcome, UTH_OUTCOME_RETURNED);
    assert_int_equal(uth_fee_of_bank(&uth_rules_california_8, uth_fee_total_action(&facts)).cents,
                     300);
    assert_int_equal(settlement.bank_net.cents, 100); // the fee does not reduce what W wins
}

static void an_option_that_is_not_there_stops_the_program(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_california_6;
    rules.collection = 2;
    EXPECT_CHECK_FAILURE(uth_fee_of_player(&rules));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tier_is_reached_at_its_printed_minimum_and_not_a_cent_before),
        cmocka_unit_test(fifty_dollars_and_fifty_cents_is_still_the_first_tier),
        cmocka_unit_test(total_action_is_every_ante_blind_and_trips_and_never_play),
        cmocka_unit_test(california_6_option_1_takes_half_a_dollar_for_ante_and_for_blind),
        cmocka_unit_test(washington_takes_no_collection),
        cmocka_unit_test(wagers_that_got_no_action_are_charged_all_the_same),
        cmocka_unit_test(an_option_that_is_not_there_stops_the_program),
    };
    return cmocka_run_group_tests_name("fee", tests, NULL, NULL);
}
