// What is refused at the door, and for which seat and wager.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/facts.h"
#include "support/sides.h"
#include "uth/rules.h"
#include "uth/settle.h"

#define C8       &uth_rules_california_8
#define C6       &uth_rules_california_6
#define WA       &uth_rules_washington

#define NO_WAGER UTH_WAGER_COUNT

// clang-format off
// Stakes before the deal: Ante, Blind, Trips, Bad Beat, Pairs, Progressive, in cents.
static const struct {
    const char *clause;
    const struct uth_rules *rules;
    int64_t ante, blind, trips, bad_beat, pairs, progressive;
    enum uth_status status;
    enum uth_wager refused;
} stakes[] = {
    // Ante and Blind, both and equal.
    { "BET-1", WA,  500,  500,    0,    0,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-1", WA,    0,    0,    0,    0,    0,   0, UTH_ERR_ANTE_BLIND,        UTH_WAGER_ANTE },
    { "BET-1", WA,  500,    0,    0,    0,    0,   0, UTH_ERR_ANTE_BLIND,        UTH_WAGER_ANTE },
    { "BET-1", WA,    0,  500,    0,    0,    0,   0, UTH_ERR_ANTE_BLIND,        UTH_WAGER_ANTE },
    { "BET-1", WA,  500,  600,    0,    0,    0,   0, UTH_ERR_ANTE_BLIND,        UTH_WAGER_ANTE },
    { "BET-1", C8,  600,  500,    0,    0,    0,   0, UTH_ERR_ANTE_BLIND,        UTH_WAGER_ANTE },
    { "BET-1", WA,    0,    0,  500,    0,    0,   0, UTH_ERR_ANTE_BLIND,        UTH_WAGER_ANTE },
    // What is optional is offered in Washington, Trips everywhere.
    { "BET-2", WA,  500,  500,  100,    0,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-2", WA,  500,  500,  100,  100,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-2", WA,  500,  500,    0,    0,  100,   0, UTH_OK,                    NO_WAGER },
    { "BET-2", WA,  500,  500,    0,    0,    0, 100, UTH_OK,                    NO_WAGER },
    { "BET-2", C8,  500,  500,  500,    0,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-2", C8,  500,  500,  500,  500,    0,   0, UTH_ERR_WAGER_NOT_OFFERED, UTH_WAGER_BAD_BEAT },
    { "BET-2", C6,  500,  500,    0,    0,  500,   0, UTH_ERR_WAGER_NOT_OFFERED, UTH_WAGER_PAIRS },
    { "BET-2", C6,  500,  500,    0,    0,    0, 100, UTH_ERR_WAGER_NOT_OFFERED, UTH_WAGER_PROGRESSIVE },
    // Limits, at both ends of each.
    { "BET-3", WA,  400,  400,    0,    0,    0,   0, UTH_ERR_BELOW_MINIMUM,     UTH_WAGER_ANTE },
    { "BET-3", WA, 7500, 7500,    0,    0,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-3", WA, 7600, 7600,    0,    0,    0,   0, UTH_ERR_ABOVE_MAXIMUM,     UTH_WAGER_ANTE },
    { "BET-3", WA, -500, -500,    0,    0,    0,   0, UTH_ERR_BELOW_MINIMUM,     UTH_WAGER_ANTE },
    { "BET-3", WA,  500,  500, 30000,   0,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-3", WA,  500,  500, 30100,   0,    0,   0, UTH_ERR_ABOVE_MAXIMUM,     UTH_WAGER_TRIPS },
    { "BET-3", WA,  500,  500,  -100,   0,    0,   0, UTH_ERR_BELOW_MINIMUM,     UTH_WAGER_TRIPS },
    { "BET-3", WA,  500,  500,  100, 30100,   0,   0, UTH_ERR_ABOVE_MAXIMUM,     UTH_WAGER_BAD_BEAT },
    { "BET-3", WA,  500,  500,    0,    0, 30100,  0, UTH_ERR_ABOVE_MAXIMUM,     UTH_WAGER_PAIRS },
    { "BET-3", WA,  500,  500,    0,    0,   50,   0, UTH_ERR_BELOW_MINIMUM,     UTH_WAGER_PAIRS },
    { "BET-3", C8,  400,  400,    0,    0,    0,   0, UTH_ERR_BELOW_MINIMUM,     UTH_WAGER_ANTE },
    { "BET-3", C8, 30000, 30000,  0,    0,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-3", C8, 30100, 30100,  0,    0,    0,   0, UTH_ERR_ABOVE_MAXIMUM,     UTH_WAGER_ANTE },
    { "BET-3", C8, 30000, 30000, 400,   0,    0,   0, UTH_ERR_BELOW_MINIMUM,     UTH_WAGER_TRIPS },
    { "BET-3", C6, 5100, 5100,    0,    0,    0,   0, UTH_ERR_ABOVE_MAXIMUM,     UTH_WAGER_ANTE },
    { "BET-3", WA, INT64_MAX, INT64_MAX, 0, 0, 0,  0, UTH_ERR_ABOVE_MAXIMUM,     UTH_WAGER_ANTE },
    { "BET-3", WA, INT64_MIN, INT64_MIN, 0, 0, 0,  0, UTH_ERR_BELOW_MINIMUM,     UTH_WAGER_ANTE },
    // Trips may be less than, equal to or more than the Ante.
    { "BET-3", C8, 1000, 1000,  500,    0,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-3", C8, 1000, 1000, 1000,    0,    0,   0, UTH_OK,                    NO_WAGER },
    { "BET-3", C8, 1000, 1000, 5000,    0,    0,   0, UTH_OK,                    NO_WAGER },
    // Bad Beat needs Trips; its amount is free.
    { "BET-4", WA,  500,  500,    0,  100,    0,   0, UTH_ERR_BAD_BEAT_NEEDS,    UTH_WAGER_BAD_BEAT },
    { "BET-4", WA,  500,  500,  100, 30000,   0,   0, UTH_OK,                    NO_WAGER },
    // At most three of the four optional wagers.
    { "BET-5", WA,  500,  500,  100,  100,  100,   0, UTH_OK,                    NO_WAGER },
    { "BET-5", WA,  500,  500,  100,    0,  100, 100, UTH_OK,                    NO_WAGER },
    { "BET-5", WA,  500,  500,  100,  100,  100, 100, UTH_ERR_TOO_MANY_GAMES,    NO_WAGER },
    // Whole chips.
    { "BET-8", WA,  550,  550,    0,    0,    0,   0, UTH_ERR_NOT_IN_CHIPS,      UTH_WAGER_ANTE },
    { "BET-8", WA,  501,  501,    0,    0,    0,   0, UTH_ERR_NOT_IN_CHIPS,      UTH_WAGER_ANTE },
    { "BET-8", WA,  500,  500,  150,    0,    0,   0, UTH_ERR_NOT_IN_CHIPS,      UTH_WAGER_TRIPS },
    { "BET-8", WA,  500,  500,  100,  199,    0,   0, UTH_ERR_NOT_IN_CHIPS,      UTH_WAGER_BAD_BEAT },
    { "BET-8", WA,  500,  500,    0,    0,  101,   0, UTH_ERR_NOT_IN_CHIPS,      UTH_WAGER_PAIRS },
    // One stake for the Progressive.
    { "BET-9", WA,  500,  500,    0,    0,    0, 200, UTH_ERR_PROGRESSIVE_STAKE, UTH_WAGER_PROGRESSIVE },
    { "BET-9", WA,  500,  500,    0,    0,    0,  50, UTH_ERR_PROGRESSIVE_STAKE, UTH_WAGER_PROGRESSIVE },
    { "BET-9", WA,  500,  500,    0,    0,    0, -100, UTH_ERR_PROGRESSIVE_STAKE, UTH_WAGER_PROGRESSIVE },
};
// clang-format on

static void every_wager_before_the_deal_keeps_its_clause(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof stakes / sizeof stakes[0]; i++) {
        const uth_money made[UTH_WAGER_COUNT] = {
            [UTH_WAGER_ANTE] = {stakes[i].ante},
            [UTH_WAGER_BLIND] = {stakes[i].blind},
            [UTH_WAGER_TRIPS] = {stakes[i].trips},
            [UTH_WAGER_PAIRS] = {stakes[i].pairs},
            [UTH_WAGER_BAD_BEAT] = {stakes[i].bad_beat},
            [UTH_WAGER_PROGRESSIVE] = {stakes[i].progressive},
        };
        enum uth_wager refused;
        const enum uth_status status = uth_admit_stakes(stakes[i].rules, made, &refused);
        if (status != stakes[i].status || (status != UTH_OK && refused != stakes[i].refused)) {
            fail_msg("row %zu, %s: %s", i, stakes[i].clause, uth_status_text(status));
        }
        if (status != UTH_OK) {
            assert_string_equal(uth_status_clause(status), stakes[i].clause);
        }
    }
}

static void where_play_is_capped_the_ante_leaves_room_for_the_largest(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    rules.limits[UTH_WAGER_ANTE].max.cents = 30000;
    rules.limits[UTH_WAGER_BLIND].max.cents = 30000;
    uth_money made[UTH_WAGER_COUNT] = {{7500}, {7500}};
    enum uth_wager refused;
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_OK); /* BET-3 */
    made[UTH_WAGER_ANTE].cents = made[UTH_WAGER_BLIND].cents = 7600;
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_ERR_PLAY_CAP);
    assert_int_equal(refused, UTH_WAGER_ANTE);
    rules.limits[UTH_WAGER_PLAY].max.cents = 0; // not limited, as in California
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_OK);
}

static void a_half_dollar_chip_admits_half_dollars(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_california_6;
    rules.chip.cents = 50;
    uth_money made[UTH_WAGER_COUNT] = {{550}, {550}};
    enum uth_wager refused;
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_OK); /* BET-8 */
    made[UTH_WAGER_ANTE].cents = made[UTH_WAGER_BLIND].cents = 525;
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_ERR_NOT_IN_CHIPS);
}

static void a_house_may_leave_bad_beat_free_and_games_unlimited(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    rules.SIDE(UTH_WAGER_BAD_BEAT).needs = 0;
    rules.games_max = 0;
    uth_money made[UTH_WAGER_COUNT] = {{500}, {500}, {0}, {0}, {100}, {100}, {100}};
    enum uth_wager refused;
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_OK); /* BET-4 */
    made[UTH_WAGER_TRIPS].cents = 100;
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_OK); /* BET-5 */
}

static void only_some_games_may_be_above_the_amount(void **state)
{
    (void)state; /* BET-10: of 2009, three above $5 */
    static const struct {
        int64_t ante, trips, bad_beat, pairs;
        bool play_within_limit;
        enum uth_status status;
    } made[] = {
        {500, 600, 600, 500, false, UTH_OK},
        {500, 600, 600, 600, false, UTH_ERR_GAMES_OVER}, // Play on $5 may be $20: a fourth
        {100, 600, 600, 600, false, UTH_OK},             // at most $4
        {200, 600, 600, 600, false, UTH_ERR_GAMES_OVER},
        {200, 600, 600, 600, true, UTH_OK}, // held to $5: 2x is the largest
        {300, 600, 600, 600, true, UTH_OK}, // and here 1x
        {600, 500, 500, 500, false, UTH_OK},
    };
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        struct uth_rules rules = uth_rules_washington;
        rules.games_over = (struct uth_games_over){3, {500}};
        rules.limits[UTH_WAGER_ANTE].min.cents = 100;
        rules.limits[UTH_WAGER_BLIND].min.cents = 100;
        rules.limits[UTH_WAGER_PLAY] = (struct uth_limit){{100}, {30000}};
        if (made[i].play_within_limit) {
            rules.play_within_limit = true;
            rules.limits[UTH_WAGER_PLAY].max.cents = 500;
        }
        const uth_money put[UTH_WAGER_COUNT] = {
            {made[i].ante},  {made[i].ante},     {0},
            {made[i].trips}, {made[i].bad_beat}, {made[i].pairs}};
        enum uth_wager refused;
        assert_int_equal(uth_admit_stakes(&rules, put, &refused), made[i].status);
        rules.games_over.games = 4;
        assert_int_equal(uth_admit_stakes(&rules, put, &refused), UTH_OK);
        rules.games_over = (struct uth_games_over){0}; // the default: none
        assert_int_equal(uth_admit_stakes(&rules, put, &refused), UTH_OK);
    }
    assert_string_equal(uth_status_clause(UTH_ERR_GAMES_OVER), "BET-10");
}

static void an_ante_within_the_table_limit_may_close_sizes_but_not_all(void **state)
{
    (void)state; /* BET-11 */
    struct uth_rules rules = uth_rules_washington;
    rules.play_within_limit = true;
    rules.limits[UTH_WAGER_PLAY].max.cents = 6000;
    uth_money made[UTH_WAGER_COUNT] = {{6000}, {6000}};
    enum uth_wager refused;
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_OK); // 1x is left
    made[UTH_WAGER_ANTE].cents = made[UTH_WAGER_BLIND].cents = 6100;
    assert_int_equal(uth_admit_stakes(&rules, made, &refused), UTH_ERR_PLAY_CAP);
}

// clang-format off
static const struct {
    const struct uth_rules *rules;
    unsigned seat;
    int64_t wager;
    enum uth_status status;
} banks[] = { /* BANK-1 */
    { C8, 8,              100, UTH_OK },
    { C8, 1,    UTH_MONEY_MAX / 100 * 100, UTH_OK }, // no maximum
    { C8, 0,                0, UTH_ERR_NO_BANK },
    { C8, 0,             1000, UTH_ERR_NO_BANK },
    { C8, 8,                0, UTH_ERR_NO_BANK },
    { C8, 8,             -100, UTH_ERR_NO_BANK },
    { C8, 9,             1000, UTH_ERR_NO_SUCH_SEAT },
    { C6, 7,             1000, UTH_ERR_NO_SUCH_SEAT },
    { C8, 8,             1050, UTH_ERR_NOT_IN_CHIPS },
    { C8, 8, UTH_MONEY_MAX + 1, UTH_ERR_MONEY_OVERFLOW },
    { WA, 0,                0, UTH_OK },
    { WA, 1,                0, UTH_ERR_BANK_NOT_OFFERED },
    { WA, 0,             1000, UTH_ERR_BANK_NOT_OFFERED },
};
// clang-format on

static void california_needs_a_player_dealer_who_has_posted_and_washington_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof banks / sizeof banks[0]; i++) {
        assert_int_equal(
            uth_admit_bank(banks[i].rules, (uint8_t)banks[i].seat, (uth_money){banks[i].wager}),
            banks[i].status);
    }
}

// ---- whole rounds ---------------------------------------------------------------------------

static struct uth_facts sound_round(void)
{
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 8, 100000);
    facts_seat(&facts, 1, "Ac Ad", 1000, 4);
    facts_seat(&facts, 3, "4c 6d", 1000, 0);
    facts_seat(&facts, 6, "7c 8d", 1000, 1);
    return facts;
}

static void assert_refused(const struct uth_facts *facts, enum uth_status status, unsigned seat,
                           enum uth_wager wager)
{
    struct uth_refusal refusal;
    assert_int_equal(uth_admit_facts(C8, facts, &refusal), status);
    assert_int_equal(refusal.seat, seat);
    assert_int_equal(refusal.wager, wager);
}

static void a_sound_round_is_admitted(void **state)
{
    (void)state;
    const struct uth_facts facts = sound_round();
    assert_refused(&facts, UTH_OK, 0, NO_WAGER);
}

static void a_round_without_a_bank_or_without_players_is_refused(void **state)
{
    (void)state;
    struct uth_facts facts = sound_round();
    facts.bank_wager.cents = 0;
    assert_refused(&facts, UTH_ERR_NO_BANK, 8, NO_WAGER); /* BANK-1 */
    facts = sound_round();
    facts.player_count = 0;
    assert_refused(&facts, UTH_ERR_NO_PLAYERS, 0, NO_WAGER); /* BET-1 */
}

static void a_seat_is_at_the_table_not_the_banks_and_not_taken_twice(void **state)
{
    (void)state;
    struct uth_facts facts = sound_round();
    facts.players[0].seat = 0;
    assert_refused(&facts, UTH_ERR_NO_SUCH_SEAT, 0, NO_WAGER);
    facts = sound_round();
    facts.players[2].seat = 9;
    assert_refused(&facts, UTH_ERR_NO_SUCH_SEAT, 9, NO_WAGER);
    facts = sound_round();
    facts.players[2].seat = 8; /* BANK-1: the player-dealer makes no other wager */
    assert_refused(&facts, UTH_ERR_BANKER_WAGERS, 8, NO_WAGER);
    facts = sound_round();
    facts.players[1].seat = 1; /* BET-7 */
    assert_refused(&facts, UTH_ERR_SEAT_TAKEN, 1, NO_WAGER);
}

static void a_wager_of_the_round_is_refused_with_its_seat(void **state)
{
    (void)state;
    struct uth_facts facts = sound_round();
    facts.players[1].stakes[UTH_WAGER_BLIND].cents = 900;
    assert_refused(&facts, UTH_ERR_ANTE_BLIND, 3, UTH_WAGER_ANTE);
    facts = sound_round();
    facts.players[2].stakes[UTH_WAGER_TRIPS].cents = 100;
    assert_refused(&facts, UTH_ERR_BELOW_MINIMUM, 6, UTH_WAGER_TRIPS);
}

static void play_is_at_an_offered_size_exactly_when_the_player_did_not_fold(void **state)
{
    (void)state;
    static const struct {
        int64_t play;
        bool folded;
        enum uth_status status;
    } plays[] = {
        /* PLAY-4, BET-6 */
        {0, true, UTH_OK},
        {1000, false, UTH_OK},
        {2000, false, UTH_OK},
        {3000, false, UTH_OK},
        {4000, false, UTH_OK},
        {0, false, UTH_ERR_ALREADY_DECIDED},
        {1000, true, UTH_ERR_ALREADY_DECIDED},
        {5000, false, UTH_ERR_ALREADY_DECIDED},
        {500, false, UTH_ERR_ALREADY_DECIDED},
        {1500, false, UTH_ERR_ALREADY_DECIDED},
        {-1000, false, UTH_ERR_ALREADY_DECIDED},
        {257 * 1000, false, UTH_ERR_ALREADY_DECIDED}, // 1x in eight bits
    };
    for (size_t i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        struct uth_facts facts = sound_round();
        facts.players[1].stakes[UTH_WAGER_PLAY].cents = plays[i].play;
        facts.players[1].folded = plays[i].folded;
        const bool good = plays[i].status == UTH_OK;
        assert_refused(&facts, plays[i].status, good ? 0 : 3, good ? NO_WAGER : UTH_WAGER_PLAY);
    }
}

static void no_card_lies_in_two_places(void **state)
{
    (void)state;
    // The thirteen places a card can lie in this round; each copy of another is refused. HAND-1
    for (unsigned from = 0; from < 13; from++) {
        for (unsigned to = 0; to < 13; to++) {
            struct uth_facts facts = sound_round();
            uth_card *places[13];
            for (unsigned i = 0; i < 13; i++) {
                places[i] = i < 5   ? &facts.community[i]
                            : i < 7 ? &facts.dealer[i - 5]
                                    : &facts.players[(i - 7) / 2].cards[(i - 7) % 2];
            }
            *places[to] = *places[from];
            const unsigned later = from > to ? from : to;
            const unsigned seat = later < 7 ? 0 : facts.players[(later - 7) / 2].seat;
            assert_refused(&facts, from == to ? UTH_OK : UTH_ERR_CARD_TWICE, from == to ? 0 : seat,
                           NO_WAGER);
        }
    }
}

static void what_is_no_card_is_refused(void **state)
{
    (void)state;
    struct uth_facts facts = sound_round();
    facts.community[4] = UTH_CARD_NONE;
    assert_refused(&facts, UTH_ERR_BAD_CARD, 0, NO_WAGER);
    facts = sound_round();
    facts.dealer[1] = UTH_DECK_SIZE;
    assert_refused(&facts, UTH_ERR_BAD_CARD, 0, NO_WAGER);
    facts = sound_round();
    facts.players[2].cards[1] = UTH_CARD_NONE;
    assert_refused(&facts, UTH_ERR_BAD_CARD, 6, NO_WAGER);
}

static void facts_in_the_wrong_shape_stop_the_program(void **state)
{
    (void)state;
    struct uth_refusal refusal;
    struct uth_facts facts = sound_round();
    facts.players[2].seat = 2; // not by rising seat
    EXPECT_CHECK_FAILURE(assert_int_equal(uth_admit_facts(C8, &facts, &refusal), UTH_OK));
    facts.player_count = UTH_SEATS_MAX + 1;
    EXPECT_CHECK_FAILURE(assert_int_equal(uth_admit_facts(C8, &facts, &refusal), UTH_OK));
}

// ---- confirmed awards -----------------------------------------------------------------------

#define MOST UTH_METER_MAX

// clang-format off
// Seat 1 has nines full and bets the Progressive, 2 has them and does not, 3 bets it on nothing, and
// there is no seat 4: PROG-5.
static const struct {
    unsigned count;
    struct { uint8_t seat; int64_t amount, from_meter, from_house, seed_added, reserve_used; } awards[2];
    enum uth_status status;
    unsigned seat;
} awards[] = {
    { 0, { { 9,    1,   1, 1, 0, 0 } },                              UTH_OK,        0 },
    { 1, { { 1, 1000, 400, 600, 0, 0 } },                            UTH_OK,        0 },
    { 1, { { 1, 1000, 1000, 0, 0, 0 } },                             UTH_OK,        0 },
    { 1, { { 1, 1000, 0, 1000, 0, 0 } },                             UTH_OK,        0 },
    { 1, { { 1,    0,   0, 0, 0, 0 } },                              UTH_ERR_AWARD, 1 },
    { 1, { { 1, 1001, 400, 601, 0, 0 } },                            UTH_ERR_AWARD, 1 },
    { 1, { { 1, 1100, 500, 600, 0, 0 } },                            UTH_ERR_AWARD, 1 },
    { 1, { { 1, 1000, 1000, 0, 1, 0 } },                             UTH_ERR_AWARD, 1 },
    { 1, { { 1, 1000, 1000, 0, 0, 1 } },                             UTH_ERR_AWARD, 1 },
    { 1, { { 2, 1000, 400, 600, 0, 0 } },                            UTH_ERR_AWARD, 2 },
    { 1, { { 3, 1000, 400, 600, 0, 0 } },                            UTH_ERR_AWARD, 3 },
    { 1, { { 4, 1000, 400, 600, 0, 0 } },                            UTH_ERR_AWARD, 4 },
    { 2, { { 1, 1000, 400, 600, 0, 0 }, { 1, 1000, 400, 600, 0, 0 } }, UTH_ERR_AWARD, 1 },
    { 1, { { 1, 1000, 400, 601, 0, 0 } },                            UTH_ERR_AWARD, 1 },
    { 1, { { 1,   -1,  -1, 0, 0, 0 } },                              UTH_ERR_AWARD, 1 },
    { 1, { { 1,    0,  -1, 1, 0, 0 } },                              UTH_ERR_AWARD, 1 },
    { 1, { { 1,    0,   1, -1, 0, 0 } },                             UTH_ERR_AWARD, 1 },
    { 1, { { 1,    0,   0, 0, -1, 0 } },                             UTH_ERR_AWARD, 1 },
    { 1, { { 1,    0,   0, 0, 0, -1 } },                             UTH_ERR_AWARD, 1 },
    { 1, { { 1,    0,   0, 0, 0, MOST + 1 } },                       UTH_ERR_AWARD, 1 },
    { 1, { { 1, INT64_MAX, INT64_MAX, 0, 0, 0 } },                   UTH_ERR_AWARD, 1 },
};
// clang-format on

// A royal flush, in the first five cards and in all seven: of the meter as it was, which nobody knows
// here, or of the house's when the win was backed out. PROG-1, PROG-4, GM-1.
static void a_confirmed_share_of_the_meter_may_be_any_and_reseeds_only_as_a_whole(void **state)
{
    (void)state;
    static const struct {
        const char *community;
        int64_t from_meter, from_house, seed_added, reserve_used;
        enum uth_status status;
    } shares[] = {
        {"Qh Jh Th 2c 3d", 0, 0, 0, 0, UTH_OK},
        {"Qh Jh Th 2c 3d", MOST, 0, MOST, MOST, UTH_OK},
        {"Qh Jh Th 2c 3d", 0, 777, 0, 0, UTH_OK},
        {"Qh Jh Th 2c 3d", 1, 776, 0, 0, UTH_ERR_AWARD},
        {"Qh Jh Th 2c 3d", 0, 777, 1, 0, UTH_ERR_AWARD},
        {"Qh Jh Th 2c 3d", 0, 777, 0, 1, UTH_ERR_AWARD},
        {"Qh Jh 2c 3d Th", 777, 0, 0, 0, UTH_OK},
        {"Qh Jh 2c 3d Th", 0, 777, 0, 0, UTH_OK},
        {"Qh Jh 2c 3d Th", 777, 0, 1, 0, UTH_ERR_AWARD},
        {"Qh Jh 2c 3d Th", 777, 0, 0, 1, UTH_ERR_AWARD},
    };
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        struct uth_facts facts = facts_of(shares[i].community, "Kd Ks", 0, 0);
        facts_seat(&facts, 1, "Ah Kh", 500, 4)->stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
        const struct uth_award award = {
            .seat = 1,
            .amount = {shares[i].from_meter + shares[i].from_house},
            .from_meter = {shares[i].from_meter},
            .from_house = {shares[i].from_house},
            .seed_added = {shares[i].seed_added},
            .reserve_used = {shares[i].reserve_used},
        };
        struct uth_refusal refusal;
        facts.confirmed = &award;
        facts.confirmed_count = 1;
        assert_int_equal(uth_admit_facts(WA, &facts, &refusal), shares[i].status);
    }
}

static void a_confirmed_award_is_one_winners_and_adds_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof awards / sizeof awards[0]; i++) {
        struct uth_facts facts = facts_of("9c 9d 2h 3s 4c", "Kd Ks", 0, 0);
        facts_seat(&facts, 1, "9h 2s", 500, 4)->stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
        facts_seat(&facts, 2, "9s 2d", 500, 4);
        facts_seat(&facts, 3, "Qc Jd", 500, 4)->stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
        struct uth_award confirmed[2];
        for (unsigned j = 0; j < 2; j++) {
            confirmed[j] = (struct uth_award){
                .seat = awards[i].awards[j].seat,
                .amount = {awards[i].awards[j].amount},
                .from_meter = {awards[i].awards[j].from_meter},
                .from_house = {awards[i].awards[j].from_house},
                .seed_added = {awards[i].awards[j].seed_added},
                .reserve_used = {awards[i].awards[j].reserve_used},
            };
        }
        struct uth_refusal refusal;
        facts.confirmed = confirmed;
        facts.confirmed_count = (uint8_t)awards[i].count;
        assert_int_equal(uth_admit_facts(WA, &facts, &refusal), awards[i].status);
        assert_int_equal(refusal.seat, awards[i].seat);
        assert_int_equal(refusal.wager,
                         awards[i].status == UTH_OK ? NO_WAGER : UTH_WAGER_PROGRESSIVE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wager_before_the_deal_keeps_its_clause),
        cmocka_unit_test(where_play_is_capped_the_ante_leaves_room_for_the_largest),
        cmocka_unit_test(a_half_dollar_chip_admits_half_dollars),
        cmocka_unit_test(a_house_may_leave_bad_beat_free_and_games_unlimited),
        cmocka_unit_test(only_some_games_may_be_above_the_amount),
        cmocka_unit_test(an_ante_within_the_table_limit_may_close_sizes_but_not_all),
        cmocka_unit_test(california_needs_a_player_dealer_who_has_posted_and_washington_none),
        cmocka_unit_test(a_sound_round_is_admitted),
        cmocka_unit_test(a_round_without_a_bank_or_without_players_is_refused),
        cmocka_unit_test(a_seat_is_at_the_table_not_the_banks_and_not_taken_twice),
        cmocka_unit_test(a_wager_of_the_round_is_refused_with_its_seat),
        cmocka_unit_test(play_is_at_an_offered_size_exactly_when_the_player_did_not_fold),
        cmocka_unit_test(no_card_lies_in_two_places),
        cmocka_unit_test(what_is_no_card_is_refused),
        cmocka_unit_test(facts_in_the_wrong_shape_stop_the_program),
        cmocka_unit_test(a_confirmed_award_is_one_winners_and_adds_up),
        cmocka_unit_test(a_confirmed_share_of_the_meter_may_be_any_and_reseeds_only_as_a_whole),
    };
    return cmocka_run_group_tests_name("admit", tests, NULL, NULL);
}
