// The meter is other people's money: every ten-thousandth of a cent is accounted for.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/facts.h"
#include "support/rng.h"
#include "uth/meter.h"
#include "uth/settle.h"

#define FIRST_FIVE UTH_PROGRESSIVE_ROYAL_FIRST_FIVE
#define SEVEN      UTH_PROGRESSIVE_ROYAL_SEVEN
#define COMMUNITY  UTH_PROGRESSIVE_COMMUNITY_ROYAL

static struct uth_progressive_rules standard(void)
{
    return uth_rules_washington.progressive;
}

// All the meter holds, in ten-thousandths of a cent.
static int64_t units(const struct uth_meter *meter)
{
    return (meter->amount.cents + meter->reserve.cents) * UTH_CARRY_UNITS + (int64_t)meter->carry +
           (int64_t)meter->reserve_carry;
}

static void feed(struct uth_meter *meter, const struct uth_progressive_rules *rules, int64_t stake)
{
    assert_int_equal(uth_meter_feed(meter, rules, (uth_money){stake}), UTH_OK);
}

static struct uth_award award(struct uth_meter *meter, const struct uth_progressive_rules *rules,
                              enum uth_progressive_line line)
{
    return uth_meter_award(meter, rules, line, rules->stake);
}

static void assert_meter(const struct uth_meter *meter, int64_t amount, uint32_t carry,
                         int64_t reserve, uint32_t reserve_carry)
{
    assert_int_equal(meter->amount.cents, amount);
    assert_int_equal(meter->carry, carry);
    assert_int_equal(meter->reserve.cents, reserve);
    assert_int_equal(meter->reserve_carry, reserve_carry);
}

static void assert_award(const struct uth_award *found, int64_t amount, int64_t from_meter,
                         int64_t from_house)
{
    assert_int_equal(found->amount.cents, amount);
    assert_int_equal(found->from_meter.cents, from_meter);
    assert_int_equal(found->from_house.cents, from_house);
}

static void a_fresh_meter_shows_its_seed(void **state)
{
    (void)state;
    const struct uth_progressive_rules rules = standard();
    const struct uth_meter meter = uth_meter_fresh(&rules);
    assert_meter(&meter, 1000000, 0, 0, 0);
    assert_int_equal(meter.seed.cents, 1000000);
}

static void a_stake_feeds_meter_and_reserve_at_their_rates(void **state)
{
    (void)state;
    const struct uth_progressive_rules rules = standard();
    struct uth_meter meter = uth_meter_fresh(&rules);
    feed(&meter, &rules, 100); /* PROG-2: 20% and 2% of $1 */
    assert_meter(&meter, 1000020, 0, 2, 0);
    feed(&meter, &rules, 0);
    assert_meter(&meter, 1000020, 0, 2, 0);
}

static void what_makes_no_cent_yet_waits_in_the_carry(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    rules.meter_rate_bp = 1337; // 13.37%
    rules.reserve_rate_bp = 1;  // 0.01%
    struct uth_meter meter = {.amount = {0}};
    feed(&meter, &rules, 50); /* PROG-2: 6.685 cents, and half a hundredth of a cent */
    assert_meter(&meter, 6, 6850, 0, 50);
    feed(&meter, &rules, 50);
    assert_meter(&meter, 13, 3700, 0, 100);
}

static void a_million_feeds_lose_nothing(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    rules.meter_rate_bp = 1337;
    rules.reserve_rate_bp = 211;
    struct uth_meter meter = uth_meter_fresh(&rules);
    for (int i = 0; i < 1000000; i++) {
        feed(&meter, &rules, 7);
    }
    /* PROG-2: 7,000,000 cents at 13.37% and 2.11%, to the cent and beyond */
    assert_meter(&meter, 1000000 + 935900, 0, 147700, 0);
    feed(&meter, &rules, 7);
    assert_meter(&meter, 1000000 + 935900, 9359, 147700, 1477);
}

static void above_the_maximum_contributions_go_to_the_reserve(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    rules.maximum.cents = 1000050;
    struct uth_meter meter = uth_meter_fresh(&rules);
    for (int i = 0; i < 5; i++) {
        feed(&meter, &rules, 100);
    }
    assert_meter(&meter, 1000050, 0, 5 * 2 + 50, 0); /* GM-5: the third stake is split */
    feed(&meter, &rules, 100);
    assert_meter(&meter, 1000050, 0, 82, 0);
}

static void a_meter_stops_at_its_maximum_to_the_ten_thousandth(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    rules.maximum.cents = 1000001;
    rules.meter_rate_bp = 333;
    rules.reserve_rate_bp = 0;
    struct uth_meter meter = uth_meter_fresh(&rules);
    feed(&meter, &rules, 20); // 0.666 of a cent
    assert_meter(&meter, 1000000, 6660, 0, 0);
    feed(&meter, &rules, 20); // 0.334 fills it, 0.332 passes on
    assert_meter(&meter, 1000001, 0, 0, 3320);

    meter.amount.cents = 2000000; // above the maximum: the maximum was lowered
    feed(&meter, &rules, 100);
    assert_meter(&meter, 2000000, 0, 3, 3320 + 3300);
}

static void a_stake_or_a_meter_beyond_all_sense_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    const struct uth_progressive_rules rules = standard();
    const int64_t most = INT64_MAX / UTH_BASIS_POINTS / 2; // what a meter may hold
    struct uth_meter meter = {.amount = {most}, .reserve = {5}};
    assert_int_equal(uth_meter_feed(&meter, &rules, (uth_money){100}), UTH_ERR_MONEY_OVERFLOW);
    assert_meter(&meter, most, 0, 5, 0);

    meter = (struct uth_meter){.amount = {7}, .reserve = {most}};
    assert_int_equal(uth_meter_feed(&meter, &rules, (uth_money){100}), UTH_ERR_MONEY_OVERFLOW);
    assert_meter(&meter, 7, 0, most, 0);

    meter = (struct uth_meter){.amount = {7}, .reserve = {most - 1001}, .seed = {1000}};
    feed(&meter, &rules, 50); // what an award adds to the meter, seed and reserve, just fits
    assert_int_equal(uth_meter_feed(&meter, &rules, (uth_money){50}), UTH_ERR_MONEY_OVERFLOW);
    assert_meter(&meter, 17, 0, most - 1000, 0);
    assert_int_equal(award(&meter, &rules, FIRST_FIVE).amount.cents, 17); /* PROG-4 */
    assert_meter(&meter, most, 0, 0, 0);

    meter = (struct uth_meter){.amount = {7}};
    assert_int_equal(uth_meter_feed(&meter, &rules, (uth_money){most}), UTH_ERR_MONEY_OVERFLOW);
    assert_meter(&meter, 7, 0, 0, 0);
}

static void the_whole_meter_is_paid_and_reseeded_with_seed_and_reserve(void **state)
{
    (void)state;
    const struct uth_progressive_rules rules = standard();
    struct uth_meter meter = {.amount = {1234567},
                              .carry = 4321,
                              .reserve = {890},
                              .reserve_carry = 12,
                              .seed = {1000000}};
    const struct uth_award paid = award(&meter, &rules, FIRST_FIVE); /* PROG-1, PROG-4 */
    assert_award(&paid, 1234567, 1234567, 0);
    assert_int_equal(paid.seed_added.cents, 1000000);
    assert_int_equal(paid.reserve_used.cents, 890);
    assert_meter(&meter, 1000890, 4321, 0, 12); // parts of a cent are not paid: PROG-6
}

static void a_reserve_that_would_pass_the_maximum_waits_for_the_next_award(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    rules.maximum.cents = 1000500;
    struct uth_meter meter = {.amount = {1000500}, .reserve = {890}, .seed = {1000000}};
    struct uth_award paid = award(&meter, &rules, FIRST_FIVE); /* PROG-4, GM-5 */
    assert_award(&paid, 1000500, 1000500, 0);
    assert_int_equal(paid.reserve_used.cents, 500);
    assert_meter(&meter, 1000500, 0, 390, 0);
    paid = award(&meter, &rules, FIRST_FIVE);
    assert_int_equal(paid.reserve_used.cents, 390);
    assert_meter(&meter, 1000390, 0, 0, 0);

    meter.carry = 1; // not even a part of a cent passes it
    meter.reserve.cents = 890;
    paid = award(&meter, &rules, FIRST_FIVE);
    assert_int_equal(paid.reserve_used.cents, 499);
    assert_meter(&meter, 1000499, 1, 391, 0);
}

static void five_percent_is_paid_to_the_cent_and_the_rest_stays(void **state)
{
    (void)state;
    const struct uth_progressive_rules rules = standard();
    struct uth_meter meter = {
        .amount = {1234567}, .carry = 9999, .reserve = {890}, .seed = {1000000}};
    const struct uth_award paid = award(&meter, &rules, SEVEN); /* PROG-1, PROG-6 */
    assert_award(&paid, 61728, 61728, 0);                       // 61728.35…
    assert_int_equal(paid.seed_added.cents, 0);
    assert_int_equal(paid.reserve_used.cents, 0);
    assert_meter(&meter, 1234567 - 61728, 9999, 890, 0);
}

static void a_share_counts_the_part_of_a_cent_that_waits(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    rules.table.pays[SEVEN].meter_bp = 3333;
    struct uth_meter without = {.amount = {3}};
    struct uth_meter with = {.amount = {3}, .carry = 4};
    assert_int_equal(award(&without, &rules, SEVEN).amount.cents, 0); // 0.9999
    assert_int_equal(award(&with, &rules, SEVEN).amount.cents, 1);    // 1.00003…
    assert_meter(&with, 2, 4, 0, 0);
}

static void fixed_pays_come_from_the_tray_or_from_the_meter(void **state)
{
    (void)state;
    static const struct {
        enum uth_progressive_line line;
        int64_t pay;
    } lines[] = {
        {COMMUNITY, 300000},
        {UTH_PROGRESSIVE_STRAIGHT_FLUSH, 25000},
        {UTH_PROGRESSIVE_FOUR, 10000},
        {UTH_PROGRESSIVE_FULL_HOUSE, 1000},
    };
    struct uth_progressive_rules rules = standard();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) { /* PROG-1, PROG-3 */
        struct uth_meter meter = uth_meter_fresh(&rules);
        rules.fixed_pays_from = UTH_PAYS_FROM_TRAY;
        struct uth_award paid = award(&meter, &rules, lines[i].line);
        assert_award(&paid, lines[i].pay, 0, lines[i].pay);
        assert_meter(&meter, 1000000, 0, 0, 0);

        rules.fixed_pays_from = UTH_PAYS_FROM_METER;
        paid = award(&meter, &rules, lines[i].line);
        assert_award(&paid, lines[i].pay, lines[i].pay, 0);
        assert_meter(&meter, 1000000 - lines[i].pay, 0, 0, 0);
    }
}

static void a_dry_meter_stops_at_zero_and_the_house_pays_the_rest(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    rules.fixed_pays_from = UTH_PAYS_FROM_METER;
    struct uth_meter meter = {.amount = {700}, .carry = 55, .reserve = {40}, .seed = {1000000}};
    struct uth_award paid = award(&meter, &rules, UTH_PROGRESSIVE_FULL_HOUSE); /* PROG-3 */
    assert_award(&paid, 1000, 700, 300);
    assert_meter(&meter, 0, 55, 40, 0);
    paid = award(&meter, &rules, UTH_PROGRESSIVE_FULL_HOUSE);
    assert_award(&paid, 1000, 0, 1000);
    assert_meter(&meter, 0, 55, 40, 0);
    paid = award(&meter, &rules, SEVEN);
    assert_award(&paid, 0, 0, 0);
    paid = award(&meter, &rules, FIRST_FIVE); // nothing to win, but it starts the meter again
    assert_award(&paid, 0, 0, 0);
    assert_meter(&meter, 1000040, 55, 0, 0);
}

static void a_line_the_table_does_not_pay_takes_nothing(void **state)
{
    (void)state;
    const struct uth_progressive_rules rules = standard();
    struct uth_meter meter = uth_meter_fresh(&rules);
    for (unsigned i = UTH_PROGRESSIVE_FLUSH; i <= UTH_PROGRESSIVE_NONE; i++) {
        const struct uth_award paid = award(&meter, &rules, (enum uth_progressive_line)i);
        assert_award(&paid, 0, 0, 0);
        assert_meter(&meter, 1000000, 0, 0, 0);
    }
}

static void a_meter_that_contradicts_itself_stops_the_program(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    const int64_t too_much = INT64_MAX / UTH_BASIS_POINTS / 2 + 1;
    const struct uth_meter bad[] = {
        {.amount = {-1}},        {.reserve = {-1}},        {.seed = {-1}},
        {.carry = 10000},        {.reserve_carry = 10000}, {.amount = {too_much}},
        {.reserve = {too_much}}, {.seed = {too_much}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct uth_meter meter = bad[i];
        EXPECT_CHECK_FAILURE(award(&meter, &rules, SEVEN));
    }
    struct uth_meter meter = uth_meter_fresh(&rules);
    EXPECT_CHECK_FAILURE(award(&meter, &rules, (enum uth_progressive_line)99));
    EXPECT_CHECK_FAILURE(feed(&meter, &rules, -1));
    rules.table.pays[SEVEN].meter_bp = 10001;
    EXPECT_CHECK_FAILURE(award(&meter, &rules, SEVEN));
    rules.reserve_rate_bp = 8001;
    EXPECT_CHECK_FAILURE(feed(&meter, &rules, 100));
}

// ---- several winners in one round -----------------------------------------------------------

// Seat 2 has the royal flush in the first five cards, 4 four queens, 5 a full house. Nobody else
// wins, and seat 3 has not bet the Progressive.
static struct uth_facts three_winners(void)
{
    struct uth_facts facts = facts_of("As Qs Ks Qh Qd", "2c 3c", 0, 0);
    facts.meter = (struct uth_meter){
        .amount = {1000000}, .carry = 5000, .reserve = {5000}, .seed = {1000000}};
    static const char *const cards[] = {"4c 5c", "Js Ts", "6c 7c", "Qc 8h", "9c 9d", "4d 5d"};
    for (uint8_t seat = 1; seat <= 6; seat++) {
        struct uth_player_facts *player = facts_seat(&facts, seat, cards[seat - 1], 500, 4);
        player->stakes[UTH_WAGER_PROGRESSIVE].cents = seat == 3 ? 0 : 100;
    }
    return facts;
}

static void the_rounds_own_contributions_count_in_what_it_can_win(void **state)
{
    (void)state;
    struct uth_facts facts = three_winners();
    assert_int_equal(uth_settle_contribute(&uth_rules_washington, &facts), UTH_OK);
    assert_meter(&facts.meter, 1000100, 5000, 5010, 0); /* PROG-2: five stakes */

    struct uth_settlement settlement;
    uth_settle(&uth_rules_washington, &facts, &settlement);
    assert_int_equal(settlement.award_count, 3);
    assert_int_equal(settlement.awards[2].seat, 2);
    assert_award(&settlement.awards[2], 1000100, 1000100, 0);
    assert_meter(&settlement.meter, 1005010, 5000, 0, 0);
}

static void contributions_that_do_not_fit_leave_the_round_as_it_was(void **state)
{
    (void)state;
    struct uth_facts facts = three_winners();
    facts.meter.amount.cents = INT64_MAX / UTH_BASIS_POINTS / 2 - 30; // one stake fits, two do not
    const struct uth_meter before = facts.meter;
    assert_int_equal(uth_settle_contribute(&uth_rules_washington, &facts), UTH_ERR_MONEY_OVERFLOW);
    assert_memory_equal(&facts.meter, &before, sizeof before);
}

// clang-format off
static const struct {
    enum uth_meter_order meter_order;
    enum uth_order order;
    struct { uint8_t seat; int64_t amount, from_meter; } awards[3];
    int64_t amount, reserve;
} orders[] = { /* PROG-5: fixed pays from the meter, so that the order shows */
    { UTH_METER_ORDER_FROM_RIGHT,   UTH_ORDER_FROM_LEFT,
      { { 5, 1000,    1000 }, { 4, 10000, 10000 }, { 2, 989000, 989000 } }, 1005000, 0 },
    { UTH_METER_ORDER_CONFIRMATION, UTH_ORDER_FROM_LEFT,
      { { 5, 1000,    1000 }, { 4, 10000, 10000 }, { 2, 989000, 989000 } }, 1005000, 0 },
    { UTH_METER_ORDER_SETTLEMENT,   UTH_ORDER_FROM_RIGHT,
      { { 5, 1000,    1000 }, { 4, 10000, 10000 }, { 2, 989000, 989000 } }, 1005000, 0 },
    { UTH_METER_ORDER_SETTLEMENT,   UTH_ORDER_FROM_LEFT,
      { { 2, 1000000, 1000000 }, { 4, 10000, 10000 }, { 5, 1000, 1000 } }, 994000, 0 },
};
// clang-format on

static void several_winners_are_paid_in_order_each_on_what_the_last_one_left(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        struct uth_rules rules = uth_rules_washington;
        rules.progressive.fixed_pays_from = UTH_PAYS_FROM_METER;
        rules.progressive.order = orders[i].meter_order;
        rules.order = orders[i].order;
        const struct uth_facts facts = three_winners();
        struct uth_settlement settlement;
        uth_settle(&rules, &facts, &settlement);
        assert_int_equal(settlement.award_count, 3);
        for (unsigned j = 0; j < 3; j++) {
            assert_int_equal(settlement.awards[j].seat, orders[i].awards[j].seat);
            assert_int_equal(settlement.awards[j].amount.cents, orders[i].awards[j].amount);
            assert_int_equal(settlement.awards[j].from_meter.cents, orders[i].awards[j].from_meter);
        }
        assert_meter(&settlement.meter, orders[i].amount, 5000, orders[i].reserve, 0);
    }
}

/* PROG-5, GM-1: other amounts, and from elsewhere, than meter and rules would make of them now */
static void what_was_confirmed_is_paid_as_it_was_and_the_rest_worked_out(void **state)
{
    (void)state;
    struct uth_facts facts = three_winners();
    const struct uth_award confirmed[] = {
        {.seat = 2,
         .line = SEVEN, // the cards say which it is
         .amount = {999160},
         .from_meter = {999160},
         .seed_added = {900000},
         .reserve_used = {4000}},
        {.seat = 5, .amount = {1000}, .from_meter = {400}, .from_house = {600}},
    };
    struct uth_settlement settlement;
    facts.confirmed = confirmed;
    facts.confirmed_count = 2;
    uth_settle(&uth_rules_washington, &facts, &settlement);
    assert_int_equal(settlement.award_count, 3);
    assert_int_equal(settlement.awards[0].seat, 5);
    assert_int_equal(settlement.awards[0].line, UTH_PROGRESSIVE_FULL_HOUSE);
    assert_award(&settlement.awards[0], 1000, 400, 600);
    assert_int_equal(settlement.awards[1].seat, 4);
    assert_award(&settlement.awards[1], 10000, 0, 10000);
    assert_int_equal(settlement.awards[2].seat, 2);
    assert_int_equal(settlement.awards[2].line, UTH_PROGRESSIVE_ROYAL_FIRST_FIVE);
    assert_award(&settlement.awards[2], 999160, 999160, 0);
    assert_int_equal(settlement.awards[2].seed_added.cents, 900000);
    assert_int_equal(settlement.awards[2].reserve_used.cents, 4000);
    assert_meter(&settlement.meter, 1000000 - 400 - 999160 + 900000 + 4000, 5000, 1000, 0);
    for (unsigned i = 0; i < settlement.line_count; i++) {
        const struct uth_settled *line = &settlement.lines[i];
        if (line->wager == UTH_WAGER_PROGRESSIVE && line->seat == 2) {
            assert_int_equal(line->net.cents, 999160 - 100);
        }
    }
}

/* PROG-5: a share is worked out on what the confirmed ones have left */
static void what_was_confirmed_has_left_the_meter_before_the_rest_is_worked_out(void **state)
{
    (void)state;
    struct uth_facts facts = three_winners();
    const struct uth_award confirmed = {.seat = 4, .amount = {10000}, .from_meter = {10000}};
    struct uth_settlement settlement;
    facts.confirmed = &confirmed;
    facts.confirmed_count = 1;
    uth_settle(&uth_rules_washington, &facts, &settlement);
    assert_int_equal(settlement.awards[2].seat, 2);
    assert_award(&settlement.awards[2], 990000, 990000, 0);
}

/* PROG-3: what another table fed between two of them is not known, nor what it won */
static void a_meter_that_gives_what_was_confirmed_stops_at_both_ends(void **state)
{
    (void)state;
    struct uth_meter meter = {.amount = {500}, .reserve = {20}, .carry = 7, .reserve_carry = 8};
    const struct uth_award much[] = {
        {.amount = {400}, .from_meter = {400}, .seed_added = {50}, .reserve_used = {20}},
        {.amount = {300}, .from_meter = {300}, .reserve_used = {10}},
    };
    uth_meter_take(&meter, much, 2);
    assert_meter(&meter, 0, 7, 0, 8);
    const struct uth_award seeded = {.seed_added = {UTH_METER_MAX}};
    meter.amount.cents = 500;
    uth_meter_take(&meter, &seeded, 1);
    assert_meter(&meter, UTH_METER_MAX, 7, 0, 8);
    EXPECT_CHECK_FAILURE(uth_meter_take(&meter, &seeded, UTH_SEATS_MAX + 1));
}

// ---- nothing is lost ------------------------------------------------------------------------

static struct uth_progressive_rules random_rules(struct rng *rng)
{
    struct uth_progressive_rules rules = standard();
    rules.meter_rate_bp = (uint32_t)(rng_next(rng) % 10001);
    rules.reserve_rate_bp = (uint32_t)(rng_next(rng) % (10001 - rules.meter_rate_bp));
    rules.seed.cents = (int64_t)(rng_next(rng) % 1000000);
    rules.maximum.cents =
        rng_next(rng) % 2 == 0 ? 0 : rules.seed.cents + (int64_t)(rng_next(rng) % 10000);
    rules.fixed_pays_from = rng_next(rng) % 2 == 0 ? UTH_PAYS_FROM_TRAY : UTH_PAYS_FROM_METER;
    rules.table.pays[SEVEN].meter_bp = (uint32_t)(rng_next(rng) % 10000);
    return rules;
}

// What holds after every step, of the meter and of what an award paid.
static bool is_accounted_for(const struct uth_meter *meter,
                             const struct uth_progressive_rules *rules, int64_t expected)
{
    return units(meter) == expected && meter->amount.cents >= 0 &&
           (rules->maximum.cents == 0 || meter->amount.cents <= rules->maximum.cents);
}

static bool is_booked(const struct uth_award *paid) /* PROG-3: both parts */
{
    return paid->amount.cents == paid->from_meter.cents + paid->from_house.cents;
}

static void every_ten_thousandth_of_a_cent_is_accounted_for(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (int run = 0; run < 200; run++) {
        const struct uth_progressive_rules rules = random_rules(&rng);
        struct uth_meter meter = uth_meter_fresh(&rules);
        int64_t expected = units(&meter);
        for (int step = 0; step < 2000; step++) {
            if (rng_next(&rng) % 8 != 0) {
                const int64_t stake = (int64_t)(rng_next(&rng) % 700);
                feed(&meter, &rules, stake); /* PROG-2 */
                expected += stake * (int64_t)(rules.meter_rate_bp + rules.reserve_rate_bp);
            } else {
                const struct uth_award paid = award(
                    &meter, &rules,
                    (enum uth_progressive_line)(rng_next(&rng) % (UTH_PROGRESSIVE_COUNT + 1)));
                expected += (paid.seed_added.cents - paid.from_meter.cents) * UTH_CARRY_UNITS;
                assert_true(is_booked(&paid));
            }
            assert_true(is_accounted_for(&meter, &rules, expected));
        }
    }
}

static void a_ten_thousandth_too_many_or_too_few_is_noticed(void **state)
{
    (void)state;
    struct uth_progressive_rules rules = standard();
    const struct uth_meter right = {.amount = {700}, .carry = 5, .reserve = {40}};
    rules.maximum.cents = 700;
    assert_true(is_accounted_for(&right, &rules, units(&right)));
    const struct uth_meter wrong[] = {
        {.amount = {701}, .carry = 5, .reserve = {40}},
        {.amount = {700}, .carry = 4, .reserve = {40}},
        {.amount = {700}, .carry = 5, .reserve = {39}},
        {.amount = {700}, .carry = 5},
        {.amount = {-1}, .carry = 5, .reserve = {741}}, // the sum is right, and nobody's money
        {.amount = {701}, .carry = 5, .reserve = {39}}, // likewise, above the maximum
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(is_accounted_for(&wrong[i], &rules, units(&right)));
    }
    assert_false(
        is_booked(&(struct uth_award){.amount = {3}, .from_meter = {1}, .from_house = {1}}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fresh_meter_shows_its_seed),
        cmocka_unit_test(a_stake_feeds_meter_and_reserve_at_their_rates),
        cmocka_unit_test(what_makes_no_cent_yet_waits_in_the_carry),
        cmocka_unit_test(a_million_feeds_lose_nothing),
        cmocka_unit_test(above_the_maximum_contributions_go_to_the_reserve),
        cmocka_unit_test(a_meter_stops_at_its_maximum_to_the_ten_thousandth),
        cmocka_unit_test(a_stake_or_a_meter_beyond_all_sense_is_refused_and_changes_nothing),
        cmocka_unit_test(the_whole_meter_is_paid_and_reseeded_with_seed_and_reserve),
        cmocka_unit_test(a_reserve_that_would_pass_the_maximum_waits_for_the_next_award),
        cmocka_unit_test(five_percent_is_paid_to_the_cent_and_the_rest_stays),
        cmocka_unit_test(a_share_counts_the_part_of_a_cent_that_waits),
        cmocka_unit_test(fixed_pays_come_from_the_tray_or_from_the_meter),
        cmocka_unit_test(a_dry_meter_stops_at_zero_and_the_house_pays_the_rest),
        cmocka_unit_test(a_line_the_table_does_not_pay_takes_nothing),
        cmocka_unit_test(a_meter_that_contradicts_itself_stops_the_program),
        cmocka_unit_test(the_rounds_own_contributions_count_in_what_it_can_win),
        cmocka_unit_test(contributions_that_do_not_fit_leave_the_round_as_it_was),
        cmocka_unit_test(several_winners_are_paid_in_order_each_on_what_the_last_one_left),
        cmocka_unit_test(what_was_confirmed_is_paid_as_it_was_and_the_rest_worked_out),
        cmocka_unit_test(what_was_confirmed_has_left_the_meter_before_the_rest_is_worked_out),
        cmocka_unit_test(a_meter_that_gives_what_was_confirmed_stops_at_both_ends),
        cmocka_unit_test(every_ten_thousandth_of_a_cent_is_accounted_for),
        cmocka_unit_test(a_ten_thousandth_too_many_or_too_few_is_noticed),
    };
    return cmocka_run_group_tests_name("meter", tests, NULL, NULL);
}
