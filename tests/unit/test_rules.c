// The built-in profiles against the rulebook, number by number, and every way a profile can be bad.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/facts.h"
#include "support/sides.h"
#include "uth/rules.h"

#define C8 &uth_rules_california_8
#define C6 &uth_rules_california_6
#define WA &uth_rules_washington

static const struct uth_rules *const profiles[] = {C8, C6, WA};

// ---- what stands in the rulebook ------------------------------------------------------------

// clang-format off
// To 1, from the royal flush down; 0 where the table does not pay. {3, 2} is 3 to 2.
struct printed_table {
    const char *id;
    const char *edge; // as the maker prints it
    struct uth_odds royal, straight_flush, four, full_house, flush, straight, three;
};

static const struct printed_table blind = /* SHOW-6 */
    { "BLIND-500", "",   { 500, 1 }, { 50, 1 }, { 10, 1 }, { 3, 1 }, { 3, 2 }, { 1, 1 }, { 0, 0 } };

static const struct printed_table trips[] = { /* SHOW-7 */
    { "UTH-01", "0.90%", { 50, 1 }, { 40, 1 }, { 30, 1 }, { 9, 1 }, { 7, 1 }, { 4, 1 }, { 3, 1 } },
    { "UTH-02", "1.90%", { 50, 1 }, { 40, 1 }, { 30, 1 }, { 8, 1 }, { 6, 1 }, { 5, 1 }, { 3, 1 } },
    { "UTH-03", "3.50%", { 50, 1 }, { 40, 1 }, { 30, 1 }, { 8, 1 }, { 7, 1 }, { 4, 1 }, { 3, 1 } },
    { "UTH-04", "6.18%", { 50, 1 }, { 40, 1 }, { 20, 1 }, { 7, 1 }, { 6, 1 }, { 5, 1 }, { 3, 1 } },
};

static const struct printed_table bad_beat[] = { /* BB-2 */
    { "BBB-01", "20.2%", { 0, 0 }, { 10000, 1 }, { 500, 1 }, { 40, 1 }, { 25, 1 }, { 20, 1 }, { 9, 1 } },
    { "BBB-02", "14.6%", { 0, 0 }, {  7500, 1 }, { 500, 1 }, { 50, 1 }, { 30, 1 }, { 20, 1 }, { 9, 1 } },
    { "BBB-03", "16.5%", { 0, 0 }, {  2500, 1 }, { 500, 1 }, { 50, 1 }, { 30, 1 }, { 20, 1 }, { 9, 1 } },
};

// Both aces, red aces, aces, A-K suited, A-Q/A-J suited, A-K, K-K to J-J, A-Q/A-J, 10-10 to 2-2.
static const struct {
    const char *id;
    const char *edge;
    uint32_t pays[9];
} pairs[] = { /* PAIR-2, PAIR-4 */
    { "1", "8.90%", {    0,   0, 30, 25, 20, 15, 10,  5, 3 } },
    { "2", "8.54%", { 1000,   0, 30, 25, 20, 15, 10,  5, 3 } },
    { "3", "4.52%", {    0,   0, 30, 20, 20, 10,  5, 10, 5 } },
    { "4", "4.68%", {    0, 100, 30, 20, 20, 10,  4, 10, 4 } },
    { "5", "4.90%", {    0,  50, 25, 20, 20, 10,  5, 10, 5 } },
    { "6", "6.79%", {    0,   0, 25, 20, 20, 10,  5, 10, 5 } },
};

static const struct {
    const struct uth_rules *rules;
    unsigned option; // from 1
    int64_t min, max, player_fee;
    int64_t tiers[5][2]; // total action from, fee
} collections[] = { /* FEE-2, FEE-3, BET-3 */
    { C8, 1,   500,  30000,  0, { {   500, 100 }, {  5100,  200 }, { 10100,  300 }, {  20100,  600 }, {  30100,  900 } } },
    { C8, 2,  2500, 100000,  0, { {  2500, 300 }, { 20100,  600 }, { 40100, 1200 }, {  60100, 1500 }, {  80100, 2000 } } },
    { C8, 3, 10000, 200000,  0, { { 10000, 600 }, { 40100, 1500 }, { 80100, 2000 }, { 120100, 2500 }, { 160100, 3000 } } },
    { C6, 1,   500,   5000, 50, { {   500, 100 }, {  5100,  200 } } },
    { C6, 2,   500,   5000,  0, { {   500,  50 }, {  5100,  200 }, { 30100,  300 } } },
};
// clang-format on

static void assert_odds(struct uth_odds found, struct uth_odds printed)
{
    assert_int_equal(found.num, printed.num);
    assert_int_equal(found.den, printed.den);
}

static void assert_pays(const struct uth_odds pays[UTH_HAND_COUNT],
                        const struct printed_table *printed)
{
    assert_odds(pays[UTH_HAND_ROYAL_FLUSH], printed->royal);
    assert_odds(pays[UTH_HAND_STRAIGHT_FLUSH], printed->straight_flush);
    assert_odds(pays[UTH_HAND_FOUR], printed->four);
    assert_odds(pays[UTH_HAND_FULL_HOUSE], printed->full_house);
    assert_odds(pays[UTH_HAND_FLUSH], printed->flush);
    assert_odds(pays[UTH_HAND_STRAIGHT], printed->straight);
    assert_odds(pays[UTH_HAND_THREE], printed->three);
    for (unsigned kind = UTH_HAND_HIGH_CARD; kind < UTH_HAND_THREE; kind++) {
        assert_odds(pays[kind], (struct uth_odds){0, 0});
    }
}

static void assert_table(const struct uth_bet_table *table, const struct printed_table *printed)
{
    struct uth_odds pays[UTH_HAND_COUNT];
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        pays[kind] = pay_of_kind(table, (enum uth_hand_kind)kind);
    }
    assert_string_equal(table->id, printed->id);
    assert_string_equal(table->printed, printed->edge);
    assert_pays(pays, printed);
}

static void every_profile_pays_the_blind_by_the_one_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        // Only the maker's sheet prints an edge of the whole game.
        assert_string_equal(profiles[i]->blind.id, blind.id);
        assert_string_equal(profiles[i]->blind.printed,
                            profiles[i] == &uth_rules_washington ? "0.84%" : "");
        assert_pays(profiles[i]->blind.pays, &blind);
    }
}

static void washington_has_four_trips_and_three_bad_beat_tables(void **state)
{
    (void)state;
    const struct uth_bet *bet = uth_rules_side(WA, UTH_WAGER_TRIPS);
    assert_int_equal(bet->table_count, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_table(&bet->tables[i], &trips[i]);
    }
    assert_string_equal(uth_rules_table_id(WA, UTH_WAGER_TRIPS), "UTH-01");
    bet = uth_rules_side(WA, UTH_WAGER_BAD_BEAT);
    assert_int_equal(bet->table_count, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_table(&bet->tables[i], &bad_beat[i]);
    }
    assert_string_equal(uth_rules_table_id(WA, UTH_WAGER_BAD_BEAT), "BBB-01");
}

static void both_california_profiles_pay_trips_by_uth_02_and_have_no_other_bonus(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const struct uth_bet *bet = uth_rules_side(profiles[i], UTH_WAGER_TRIPS);
        assert_int_equal(bet->table_count, 1);
        assert_table(&bet->tables[0], &trips[1]);
        for (unsigned j = UTH_WAGER_BAD_BEAT; j < UTH_WAGER_COUNT; j++) {
            assert_int_equal(uth_rules_side(profiles[i], (enum uth_wager)j)->table_count, 0);
        }
    }
}

// Hole cards of each line of the printed tables, the dealer's beside them.
static const struct {
    const char *player, *dealer;
} holes[9] = {
    {"As Ac", "Ad Ah"}, {"Ah Ad", "2c 3c"}, {"As Ac", "2c 3d"},
    {"As Ks", "2c 3c"}, {"As Js", "2c 3c"}, {"As Kd", "2c 3c"},
    {"Ks Kd", "2c 3c"}, {"As Jd", "2c 3c"}, {"Ts Td", "2c 3c"},
};

static void washington_has_six_pairs_tables(void **state)
{
    (void)state;
    const struct uth_bet *bet = uth_rules_side(WA, UTH_WAGER_PAIRS);
    assert_int_equal(bet->table_count, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_string_equal(bet->tables[i].id, pairs[i].id);
        assert_string_equal(bet->tables[i].printed, pairs[i].edge);
        for (unsigned line = 0; line < 9; line++) {
            uth_card player[2];
            uth_card dealer[2];
            cards_from_text(holes[line].player, player, 2);
            cards_from_text(holes[line].dealer, dealer, 2);
            // Aces that no line of their own pays are aces.
            const uint32_t pay = pairs[i].pays[line] != 0 ? pairs[i].pays[line] : pairs[i].pays[2];
            assert_odds(pay_of_hole(&bet->tables[i], player, dealer), (struct uth_odds){pay, 1});
        }
    }
    assert_string_equal(uth_rules_table_id(WA, UTH_WAGER_PAIRS), "1");
}

static void the_collection_schedules_are_the_printed_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof collections / sizeof collections[0]; i++) {
        const struct uth_collection *found =
            &collections[i].rules->collections[collections[i].option - 1];
        assert_int_equal(found->spot.min.cents, collections[i].min);
        assert_int_equal(found->spot.max.cents, collections[i].max);
        assert_int_equal(found->player_fee.cents, collections[i].player_fee);
        unsigned tier = 0;
        for (; tier < 5 && collections[i].tiers[tier][0] != 0; tier++) {
            assert_int_equal(found->tiers[tier].action.cents, collections[i].tiers[tier][0]);
            assert_int_equal(found->tiers[tier].fee.cents, collections[i].tiers[tier][1]);
        }
        assert_int_equal(found->tier_count, tier);
    }
    assert_int_equal(uth_rules_california_8.collection_count, 3);
    assert_int_equal(uth_rules_california_6.collection_count, 2);
    assert_int_equal(uth_rules_washington.collection_count, 0);
}

static void the_collection_in_force_sets_the_limit_of_ante_blind_and_trips(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_california_8;
    rules.collection = 1;
    static const enum uth_wager spots[] = {UTH_WAGER_ANTE, UTH_WAGER_BLIND, UTH_WAGER_TRIPS};
    for (size_t i = 0; i < 3; i++) { /* BET-3 */
        assert_int_equal(uth_rules_limit(&rules, spots[i]).min.cents, 2500);
        assert_int_equal(uth_rules_limit(&rules, spots[i]).max.cents, 100000);
    }
    assert_int_equal(uth_rules_limit(&rules, UTH_WAGER_PLAY).max.cents, 0); // not limited
}

static void washington_limits_every_wager_to_300_dollars_and_the_ante_to_75(void **state)
{
    (void)state;
    static const int64_t limits[UTH_WAGER_COUNT][2] = {
        /* BET-3 */
        {500, 7500},  {500, 7500},  {500, 30000}, {100, 30000},
        {100, 30000}, {100, 30000}, {100, 30000},
    };
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const struct uth_limit limit = uth_rules_limit(WA, (enum uth_wager)i);
        assert_int_equal(limit.min.cents, limits[i][0]);
        assert_int_equal(limit.max.cents, limits[i][1]);
        assert_int_equal(uth_rules_washington.aggregate[i].max.cents, 0); /* WA-2: default none */
    }
}

static void each_profile_offers_its_wagers_and_no_others(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) { /* BET-2 */
        assert_int_equal(uth_rules_washington.offered[i], i <= UTH_WAGER_PROGRESSIVE);
        assert_int_equal(uth_rules_california_8.offered[i], i <= UTH_WAGER_TRIPS);
        assert_int_equal(uth_rules_california_6.offered[i], i <= UTH_WAGER_TRIPS);
    }
    assert_null(uth_rules_table_id(&uth_rules_washington, UTH_WAGER_ANTE));
    assert_int_equal(uth_rules_washington.games_max, 4); /* BET-5 */
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {     /* BET-4 */
        assert_int_equal(uth_rules_needs(WA, (enum uth_wager)i),
                         i == UTH_WAGER_BAD_BEAT ? 1U << UTH_WAGER_TRIPS : 0);
    }
}

static void the_tables_have_their_seats_banks_and_decks(void **state)
{
    (void)state;
    assert_int_equal(uth_rules_california_8.seats, 8);
    assert_int_equal(uth_rules_california_6.seats, 6);
    assert_int_equal(uth_rules_washington.seats, 7);
    assert_int_equal(uth_rules_california_8.banked_by, UTH_BANKED_BY_PLAYER);
    assert_int_equal(uth_rules_california_6.banked_by, UTH_BANKED_BY_PLAYER);
    assert_int_equal(uth_rules_washington.banked_by, UTH_BANKED_BY_HOUSE);
    assert_int_equal(uth_rules_california_8.decks, 2); /* DEAL-1 */
    assert_int_equal(uth_rules_california_6.decks, 2);
    assert_int_equal(uth_rules_washington.decks, 1);
    assert_int_equal(uth_rules_california_8.bank_hands_max, 2); /* ROT-1 */
    assert_int_equal(uth_rules_california_6.bank_hands_max, 2);
    assert_int_equal(uth_rules_california_8.procedure, UTH_PROCEDURE_SHUFFLER); /* DEAL-3 */
    assert_int_equal(uth_rules_california_6.procedure, UTH_PROCEDURE_SHUFFLER);
    assert_int_equal(uth_rules_washington.procedure, UTH_PROCEDURE_ACE_IDEAL);
}

static void the_switches_stand_at_their_defaults(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct uth_rules *rules = profiles[i];
        assert_int_equal(rules->chip.cents, 100);     /* BET-8 */
        assert_int_equal(rules->spots_per_player, 1); /* BET-7 */
        assert_true(rules->void_returns_fee);         /* DEAL-5 */
        assert_int_equal(uth_rules_fold(rules, UTH_WAGER_TRIPS),
                         UTH_FOLD_LOSES_UNLESS_WON);                 /* SHOW-7 */
        assert_int_equal(rules->qualifier, UTH_HAND_PAIR << 12);     /* SHOW-1 */
        assert_int_equal(rules->ante_unqualified, UTH_ANTE_PUSHES);  /* SHOW-2 */
        assert_int_equal(rules->coverage, UTH_COVERAGE_PAYOFFS);     /* BANK-3 */
        assert_int_equal(rules->player_fee_per, UTH_FEE_PER_CIRCLE); /* FEE-3 */
    }
    assert_false(uth_rules_california_8.ante_refund_first); /* SHOW-2 */
    assert_false(uth_rules_california_6.ante_refund_first);
    assert_true(uth_rules_washington.ante_refund_first);
    assert_int_equal(uth_rules_washington.progressive.fixed_pays_from, /* PROG-3 */
                     UTH_PAYS_FROM_TRAY);
}

static void play_is_4_or_3_then_2_then_1_antes(void **state)
{
    (void)state;
    static const uint8_t raises[UTH_STREET_COUNT][UTH_RAISES_MAX] = {{4, 3}, {2}, {1}};
    for (size_t i = 0; i < 3; i++) { /* PLAY-1, PLAY-2, PLAY-3 */
        assert_memory_equal(profiles[i]->raises, raises, sizeof raises);
    }
}

static void money_moves_in_the_stated_order(void **state)
{
    (void)state;
    assert_int_equal(uth_rules_california_8.order, UTH_ORDER_LEFT_OF_BANK); /* SHOW-9 */
    assert_int_equal(uth_rules_california_6.order, UTH_ORDER_LEFT_OF_BANK);
    assert_int_equal(uth_rules_washington.order, UTH_ORDER_FROM_RIGHT);
    assert_int_equal(uth_rules_washington.progressive.order, UTH_METER_ORDER_FROM_RIGHT);
    static const enum uth_wager ante_first[] = {UTH_WAGER_ANTE, UTH_WAGER_PLAY, UTH_WAGER_BLIND,
                                                UTH_WAGER_TRIPS};
    static const enum uth_wager play_first[] = {UTH_WAGER_PLAY, UTH_WAGER_ANTE, UTH_WAGER_BLIND,
                                                UTH_WAGER_TRIPS};
    for (size_t i = 0; i < 3; i++) {
        assert_memory_equal(profiles[i]->order_won, ante_first, sizeof ante_first);
    }
    assert_memory_equal(uth_rules_california_8.order_lost, play_first, sizeof play_first);
    assert_memory_equal(uth_rules_california_6.order_lost, ante_first, sizeof ante_first);
    assert_memory_equal(uth_rules_washington.order_lost, play_first, sizeof play_first);
}

static void the_progressive_is_paytable_01_as_we_pre_configure_it(void **state)
{
    (void)state;
    const struct uth_progressive_rules *rules = &uth_rules_washington.progressive;
    static const struct uth_progressive_pay pays[UTH_PROGRESSIVE_COUNT] = {
        {.meter_bp = 10000}, {.meter_bp = 500}, {.for_one = 3000},
        {.for_one = 250},    {.for_one = 100},  {.for_one = 10},
    };
    assert_string_equal(rules->table.id, "01"); /* PROG-1 */
    assert_memory_equal(rules->table.pays, pays, sizeof pays);
    assert_int_equal(rules->stake.cents, 100); /* BET-9 */
    assert_int_equal(rules->seed.cents, 1000000);
    assert_int_equal(rules->meter_rate_bp, 2000); /* PROG-2 */
    assert_int_equal(rules->reserve_rate_bp, 200);
    assert_int_equal(rules->maximum.cents, 0);
    assert_int_equal(rules->preset_rate_bp, rules->meter_rate_bp); /* PROG-7 */
    assert_int_equal(rules->preset_seed.cents, rules->seed.cents);
}

static void every_built_in_profile_is_found_by_name_and_passes_the_check(void **state)
{
    (void)state;
    static const char *const names[] = {"california-8", "california-6", "washington"};
    assert_int_equal(uth_rules_builtin_count(), 3);
    for (size_t i = 0; i < 3; i++) {
        struct uth_fault fault;
        const char *warnings[UTH_WARNINGS_MAX];
        assert_ptr_equal(uth_rules_builtin(i), profiles[i]);
        assert_ptr_equal(uth_rules_find(names[i]), profiles[i]);
        assert_string_equal(profiles[i]->name, names[i]);
        assert_int_equal(uth_rules_check(profiles[i], &fault), UTH_OK);
        assert_int_equal(uth_rules_warnings(profiles[i], warnings), 0);
    }
    assert_null(uth_rules_find("nevada"));
    assert_null(uth_rules_find(""));
    EXPECT_CHECK_FAILURE(uth_rules_builtin(3));
}

static void every_profile_has_the_one_rule_for_disputes(void **state)
{
    (void)state; /* WA-1 */
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(profiles[i]->disputes, uth_rules_washington.disputes);
        assert_non_null(strstr(profiles[i]->disputes, "a floor supervisor decides"));
        assert_non_null(strstr(profiles[i]->disputes, "replayed from its record"));
        for (unsigned j = 0; j < profiles[i]->notice_count; j++) {
            assert_null(strstr(profiles[i]->notices[j], "supervisor")); // said in one place
        }
    }
}

// ---- bad profiles ---------------------------------------------------------------------------

struct change {
    size_t offset, size;
    int64_t value;
};

#define SET(field, value)                                                                          \
    {                                                                                              \
        offsetof(struct uth_rules, field), sizeof((struct uth_rules *)0)->field, value             \
    }

static void make(struct uth_rules *rules, struct change change)
{
    unsigned char *at = (unsigned char *)rules + change.offset;
    const uint8_t byte = (uint8_t)change.value;
    const uint16_t hand = (uint16_t)change.value;
    const uint32_t word = (uint32_t)change.value;
    switch (change.size) {
    case 0: break;
    case 1: memcpy(at, &byte, 1); break;
    case 2: memcpy(at, &hand, 2); break;
    case 4: memcpy(at, &word, 4); break;
    case 8: memcpy(at, &change.value, 8); break;
    default: fail_msg("a field of %zu bytes", change.size);
    }
}

#define PAY_MAX (UTH_MONEY_MAX / 128) // what one wager may come to

// clang-format off
// One fault a row: what is changed, and the path, the value and the expectation it is refused with.
static const struct {
    const struct uth_rules *base;
    struct change changes[3];
    const char *path;
    int64_t value;
    const char *expected;
} faults[] = {
    { WA, { SET(banked_by, 2) },         "banked_by", 2, "one of the listed choices" },
    { WA, { SET(procedure, 4) },         "procedure", 4, "one of the listed choices" },
    { WA, { SET(ante_unqualified, 3) },  "ante_unqualified", 3, "one of the listed choices" },
    { WA, { SET(order, 3) },             "order", 3, "one of the listed choices" },
    { C8, { SET(coverage, 3) },          "coverage", 3, "one of the listed choices" },
    { C8, { SET(first_banker, 3) },      "first_banker", 3, "one of the listed choices" },
    { WA, { SET(banked_by, 1), SET(order, 0), SET(bank_hands_max, 2) },
                                         "offered.progressive", 1, "false where a player banks (BANK-1)" },
    { C8, { SET(player_fee_per, 2) },    "player_fee_per", 2, "one of the listed choices" },
    { WA, { SET(progressive.fixed_pays_from, 2) }, "progressive.fixed_pays_from", 2, "one of the listed choices" },
    { WA, { SET(progressive.order, 3) }, "progressive.order", 3, "one of the listed choices" },
    { C8, { SET(order_won[6], 99) },     "order_won[6]", 99, "a wager" },
    { C8, { SET(order_won[10], 99) },    "order_won[10]", 99, "a wager" },
    { C8, { SET(order_lost[1], 11) },    "order_lost[1]", 11, "a wager" },

    { C8, { SET(name[0], 0) },           "name", 0, "a name" },
    { C8, { SET(seats, 1) },             "seats", 1, "2 to 8" },
    { C8, { SET(seats, 9) },             "seats", 9, "2 to 8" },
    { WA, { SET(seats, 0) },             "seats", 0, "1 to 8" },
    { WA, { SET(seats, 9) },             "seats", 9, "1 to 8" },
    { C8, { SET(spots_per_player, 0) },  "spots_per_player", 0, "1 where players bank (BET-7)" },
    { C8, { SET(spots_per_player, 2) },  "spots_per_player", 2, "1 where players bank (BET-7)" },
    { WA, { SET(spots_per_player, 0) },  "spots_per_player", 0, "1 to all seats (BET-7)" },
    { WA, { SET(spots_per_player, 8) },  "spots_per_player", 8, "1 to all seats (BET-7)" },
    { C8, { SET(decks, 0) },             "decks", 0, "1 or 2" },
    { C8, { SET(decks, 3) },             "decks", 3, "1 or 2" },
    { C8, { SET(bank_hands_max, 0) },    "bank_hands_max", 0, "1 or 2" },
    { C8, { SET(bank_hands_max, 3) },    "bank_hands_max", 3, "ROT-1" },
    { WA, { SET(collection_count, 1) },  "collections", 1, "none" },
    { WA, { SET(order, UTH_ORDER_LEFT_OF_BANK) }, "order", UTH_ORDER_LEFT_OF_BANK, "no player-dealer" },

    { C8, { SET(collection_count, 5) },  "collections", 5, "at most 4" },
    { C8, { SET(collection, 3) },        "collection", 4, "one of the options" },
    { C8, { SET(collections[1].spot.min.cents, 0) },      "collections[1].spot.min", 0, "above 0" },
    { C8, { SET(collections[1].spot.max.cents, 2400) },   "collections[1].spot.max", 2400, "not below" },
    { C8, { SET(collections[1].spot.max.cents, 0) },      "collections[1].spot.max", 0, "not below" },
    { C8, { SET(collections[0].player_fee.cents, -1) },   "collections[0].player_fee", -1, "not negative" },
    { C8, { SET(collections[0].player_fee.cents, PAY_MAX + 1) }, "collections[0].player_fee", PAY_MAX + 1, "fee" },
    { C8, { SET(collections[2].tier_count, 0) },          "collections[2].tiers", 0, "1 to 8" },
    { C8, { SET(collections[2].tier_count, 9) },          "collections[2].tiers", 9, "1 to 8" },
    { C8, { SET(collections[0].tiers[2].action.cents, 5100) }, "collections[0].tiers[2]", 5100, "rising" },
    { C8, { SET(collections[0].tiers[0].action.cents, -1) },   "collections[0].tiers[0]", -1, "rising" },
    { C8, { SET(collections[0].tiers[0].fee.cents, -1) },      "collections[0].tiers[0]", 500, "not negative" },
    { C8, { SET(collections[0].tiers[0].fee.cents, PAY_MAX + 1) }, "collections[0].tiers[0]", 500, "fee" },

    { WA, { SET(offered[UTH_WAGER_ANTE], 0) },            "offered.ante", 0, "base game" },
    { WA, { SET(offered[UTH_WAGER_BLIND], 0) },           "offered.blind", 0, "base game" },
    { C6, { SET(offered[UTH_WAGER_PLAY], 0) },            "offered.play", 0, "base game" },
    { WA, { SET(limits[UTH_WAGER_ANTE].min.cents, 0) },   "limits.ante.min", 0, "above 0" },
    { WA, { SET(limits[UTH_WAGER_BLIND].min.cents, -1) }, "limits.blind.min", -1, "above 0" },
    { WA, { SET(limits[UTH_WAGER_PLAY].max.cents, -1) },  "limits.play.max", -1, "not below" },
    { WA, { SET(limits[UTH_WAGER_TRIPS].max.cents, 50) }, "limits.trips.max", 50, "not below" },
    { WA, { SET(limits[UTH_WAGER_BAD_BEAT].max.cents, 0) },         "limits.bad_beat.max", 0, "not below" },
    { WA, { SET(limits[UTH_WAGER_PAIRS].max.cents, PAY_MAX + 1) },  "limits.pairs.max", PAY_MAX + 1, "accountable" },
    { WA, { SET(offered[UTH_WAGER_TRIPS], 0) },           "side.needs", 1, "the table offers (BET-4)" },
    { C8, { SET(chip.cents, 0) },                         "chip", 0, "above 0" },
    { C8, { SET(chip.cents, -100) },                      "chip", -100, "above 0" },

    { C8, { SET(raises[0][0], 21) },                      "raises.preflop[0]", 21, "1 to 20" },
    { C8, { SET(raises[0][1], 4) },                       "raises.preflop[1]", 4, "smaller" },
    { C8, { SET(raises[1][1], 3) },                       "raises.flop[1]", 3, "smaller" },
    { C8, { SET(raises[2][2], 1) },                       "raises.river[2]", 1, "smaller" }, // behind the end
    { WA, { SET(raises[0], 0), SET(raises[1], 0), SET(raises[2], 0) }, "raises", 0, "at least one" },

    // BET-3: limits nobody could keep.
    { C8, { SET(chip.cents, 40000) },                     "collections[0].spot.max", 30000, "a multiple of the chip" },
    { WA, { SET(chip.cents, 8000) },                      "limits.blind.max", 7500, "a multiple of the chip" },
    { WA, { SET(limits[UTH_WAGER_BLIND].min.cents, 8000), SET(limits[UTH_WAGER_BLIND].max.cents, 9000) },
                                                          "limits.blind.max", 9000, "Ante and Blind are equal" },
    { WA, { SET(limits[UTH_WAGER_ANTE].min.cents, 8000), SET(limits[UTH_WAGER_ANTE].max.cents, 9000) },
                                                          "limits.blind.max", 7500, "Ante and Blind are equal" },
    { WA, { SET(limits[UTH_WAGER_TRIPS].min.cents, 150), SET(limits[UTH_WAGER_TRIPS].max.cents, 190) },
                                                          "limits.trips.max", 190, "a multiple of the chip" },
    { WA, { SET(limits[UTH_WAGER_PLAY].max.cents, 1999) }, "limits.play.max", 1999, "smallest Ante at the largest size" },
    { WA, { SET(limits[UTH_WAGER_PLAY].min.cents, 501) }, "limits.play.min", 501, "smallest Ante at the smallest size" },
    { C8, { SET(limits[UTH_WAGER_PLAY].min.cents, 100), SET(limits[UTH_WAGER_PLAY].max.cents, 39900) },
                                                          "limits.play.max", 39900, "smallest Ante" }, // of option 3
    { C8, { SET(raises[0][0], 20), SET(collections[2].spot.max.cents, PAY_MAX / 20 + 1) },
                                                          "raises", 20, "largest Play is accountable" },

    { C8, { SET(order_won[0], UTH_WAGER_TRIPS) },         "order_won", 0x7fe, "each wager once" },
    { C8, { SET(order_lost[0], UTH_WAGER_TRIPS) },        "order_lost", 0x7fb, "each wager once" },
    { C8, { SET(qualifier, UTH_HAND_ROYAL_FLUSH << 12) }, "qualifier", 9 << 12, "a kind of hand" },
    { C8, { SET(qualifier, UTH_HAND_COUNT << 12) },       "qualifier", 10 << 12, "a kind of hand" },
    { C8, { SET(qualifier, (UTH_HAND_PAIR << 12) + 2) },  "qualifier", 4098, "high card or pair" },
    { C8, { SET(qualifier, (UTH_HAND_THREE << 12) + 1) }, "qualifier", 12289, "a kind of hand" }, // of twos

    { C8, { SET(SIDE(UTH_WAGER_TRIPS).table_count, 0) },    "side.trips", 0, "1 to 8 tables" },
    { WA, { SET(SIDE(UTH_WAGER_TRIPS).table_count, 9) },    "side.trips", 9, "1 to 8 tables" },
    { WA, { SET(SIDE(UTH_WAGER_TRIPS).table, 4) },          "side.trips.use", 4, "one of the tables" },
    { WA, { SET(SIDE(UTH_WAGER_BAD_BEAT).table_count, 0) }, "side.bad_beat", 0, "1 to 8 tables" },
    { WA, { SET(SIDE(UTH_WAGER_BAD_BEAT).table, 3) },       "side.bad_beat.use", 3, "one of the tables" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).table_count, 9) },    "side.pairs", 9, "1 to 8 tables" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).table, 6) },          "side.pairs.use", 6, "one of the tables" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).cards, 6) },          "side.pairs", 6, "cards to look at" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).fold, 4) },           "side.pairs", 6, "a fold rule there is" },
    { WA, { SET(SIDE(UTH_WAGER_BAD_BEAT).fold, UTH_FOLD_LOSES_UNLESS_WON) }, "side.bad_beat", 3, "does not ask for the dealer's cards" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).needs, 1U << UTH_WAGER_PAIRS) },       "side.pairs.needs", 32, "other side bets" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).needs, 1U << UTH_WAGER_ANTE) },        "side.pairs.needs", 1, "other side bets" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).needs, 1U << UTH_WAGER_OWN_1) },       "side.needs", 1, "the table offers" },
    { WA, { SET(SIDE(UTH_WAGER_TRIPS).tables[2].line_count, 0) },            "side.trips.tables[2]", 4, "1 to 12 lines" },
    { WA, { SET(SIDE(UTH_WAGER_TRIPS).tables[2].line_count, 13) },           "side.trips.tables[2]", 4, "1 to 12 lines" },
    { WA, { SET(SIDE(UTH_WAGER_TRIPS).tables[2].lines[6].condition.when, UTH_WHEN_PAIR) }, "side.trips.tables[2].lines[6]", 4, "hole cards alone" },

    // A place for a bet of the profile's own.
    { WA, { SET(offered[UTH_WAGER_OWN_2], 1) },             "offered.own_2", 1, "no side bet of that name" },
    { WA, { SET(SIDE(UTH_WAGER_OWN_1).id[0], 'a') },        "side.a.title", 0, "a title" },
    { WA, { SET(SIDE(UTH_WAGER_OWN_1).id[0], 'A') },        "side.A.id", 0, "small letters" },
    { WA, { SET(SIDE(UTH_WAGER_OWN_1).id[0], '7') },        "side.7.id", 0, "small letters" },
    { WA, { SET(SIDE(UTH_WAGER_OWN_1).id[0], 'a'), SET(SIDE(UTH_WAGER_OWN_2).id[0], 'a'), SET(SIDE(UTH_WAGER_OWN_1).title[0], 'A') },
                                                            "side.a", 0, "1 to 8 tables" },
    { WA, { SET(blind.id[0], 0) },                  "blind.id", 0, "an id" },
    { WA, { SET(SIDE(UTH_WAGER_TRIPS).tables[1].id[0], 0) },    "side.trips.tables[1].id", 0, "an id" },
    { WA, { SET(SIDE(UTH_WAGER_BAD_BEAT).tables[2].id[0], 0) }, "side.bad_beat.tables[2].id", 0, "an id" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).tables[5].id[0], 0) },    "side.pairs.tables[5].id", 0, "an id" },

    // BET-8: a pay that could be a fraction of a cent, or more than we account for.
    { C8, { SET(chip.cents, 25) },                  "blind.pays.flush", 3, "whole cents" },
    { WA, { SET(chip.cents, 1) },                   "blind.pays.flush", 3, "whole cents" },
    { WA, { SET(SIDE(UTH_WAGER_TRIPS).tables[1].lines[4].pays.den, 3) },    "side.trips.tables[1].lines[4].pays", 6, "whole cents" },
    { WA, { SET(SIDE(UTH_WAGER_BAD_BEAT).tables[0].lines[5].pays.den, 0) }, "side.bad_beat.tables[0].lines[5]", 3, "odds that pay" },
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).tables[1].lines[1].pays.den, 7) },    "side.pairs.tables[1].lines[1].pays", 30, "whole cents" },
    { WA, { SET(blind.pays[UTH_HAND_PAIR].den, 1) },                       "blind.pays.pair", 0, "whole cents" }, // pays nothing to 1
    { WA, { SET(SIDE(UTH_WAGER_PAIRS).tables[0].lines[0].pays.num, UINT32_MAX), SET(limits[UTH_WAGER_PAIRS].max.cents, PAY_MAX) },
                                                    "side.pairs.tables[0].lines[0].pays", UINT32_MAX, "accountable" },
    { WA, { SET(SIDE(UTH_WAGER_TRIPS).tables[0].lines[0].pays.num, UINT32_MAX), SET(limits[UTH_WAGER_TRIPS].max.cents, 10000000) },
                                                    "side.trips.tables[0].lines[0].pays", UINT32_MAX, "accountable" },

    { WA, { SET(progressive.stake.cents, 0) },      "progressive.stake", 0, "multiple of the chip" },
    { WA, { SET(progressive.stake.cents, 150) },    "progressive.stake", 150, "multiple of the chip" },
    { WA, { SET(progressive.stake.cents, PAY_MAX / 100 * 100 + 100) }, "progressive.stake", PAY_MAX / 100 * 100 + 100, "multiple of the chip" },
    { WA, { SET(progressive.stake.cents, 30100) },  "progressive.stake", 30100, "within the limits" },
    { WA, { SET(limits[UTH_WAGER_PROGRESSIVE].min.cents, 200) }, "progressive.stake", 100, "within the limits" },
    { WA, { SET(progressive.seed.cents, -1) },      "progressive.seed", -1, "not negative" },
    { WA, { SET(progressive.seed.cents, PAY_MAX + 1) }, "progressive.seed", PAY_MAX + 1, "seed" },
    { WA, { SET(progressive.preset_seed.cents, -1) }, "progressive.preset_seed", -1, "0 for none" },
    { WA, { SET(progressive.preset_seed.cents, PAY_MAX + 1) }, "progressive.preset_seed", PAY_MAX + 1, "0 for none" },
    { WA, { SET(progressive.maximum.cents, 999999) },   "progressive.maximum", 999999, "at least the seed" },
    { WA, { SET(progressive.maximum.cents, PAY_MAX + 1) }, "progressive.maximum", PAY_MAX + 1, "0 for none" },
    { WA, { SET(progressive.meter_rate_bp, 10001) },    "progressive.meter_rate_bp", 10201, "within 0 to 10000" }, // PROG-7
    { WA, { SET(progressive.reserve_rate_bp, 8001) },   "progressive.meter_rate_bp", 10001, "within 0 to 10000" },
    { WA, { SET(progressive.table.pays[UTH_PROGRESSIVE_ROYAL_SEVEN].for_one, 1) }, "side.progressive.royal flush, seven cards", 500, "not both" },
    { WA, { SET(progressive.table.pays[UTH_PROGRESSIVE_ROYAL_SEVEN].meter_bp, 10001) }, "side.progressive.royal flush, seven cards", 10001, "at most 100%" },
    { WA, { SET(progressive.table.pays[UTH_PROGRESSIVE_FOUR].for_one, UINT32_MAX), SET(progressive.stake.cents, 100000000), SET(limits[UTH_WAGER_PROGRESSIVE].max.cents, 100000000) },
                                                    "side.progressive.four of a kind", UINT32_MAX, "fixed pay" },
    { WA, { SET(progressive.table.pays[UTH_PROGRESSIVE_FOUR].for_one, UINT32_MAX), SET(progressive.stake.cents, 40000), SET(limits[UTH_WAGER_PROGRESSIVE].max.cents, 40000) },
                                                    "side.progressive.four of a kind", UINT32_MAX, "fixed pay" },

    // WA-2: at least 50 times the largest wager.
    { WA, { SET(aggregate[UTH_WAGER_PAIRS].max.cents, -1) },               "aggregate.pairs", -1, "accountable" },
    { WA, { SET(aggregate[UTH_WAGER_PAIRS].max.cents, PAY_MAX + 1) },      "aggregate.pairs", PAY_MAX + 1, "accountable" },
    { WA, { SET(aggregate[UTH_WAGER_PROGRESSIVE].max.cents, 50 * 30000) }, "aggregate.progressive", 50 * 30000, "the meter" },
    { C8, { SET(aggregate[UTH_WAGER_PAIRS].max.cents, 1500000) },          "aggregate.pairs", 1500000, "not offered" },
    { WA, { SET(legal_wager_max.cents, -1) },                              "legal_wager_max", -1, "0 for none" },
    { WA, { SET(legal_wager_max.cents, PAY_MAX + 1) },                     "legal_wager_max", PAY_MAX + 1, "0 for none" },
    { WA, { SET(games_over.amount.cents, -1) },                            "games_over.amount", -1, "no such rule" },
    { WA, { SET(games_over.amount.cents, PAY_MAX + 1) },                   "games_over.amount", PAY_MAX + 1, "accountable" },
    { WA, { SET(games_over.amount.cents, 500) },                           "games_over.games", 0, "1 game or more" },
    { WA, { SET(games_over.games, 3) },                                    "games_over.games", 3, "0 without" },
    { WA, { SET(limits[UTH_WAGER_PLAY].min.cents, 100), SET(limits[UTH_WAGER_PLAY].max.cents, 400), SET(play_within_limit, 1) }, "limits.play.max", 400, "smallest size" },
};

// BET-10 and WA-2: what the law does not allow, with its numbers.
static const struct {
    const struct uth_rules *base;
    struct change changes[3];
    const char *path;
    enum uth_status status;
    enum uth_wager wager;
    int64_t reach, bound;
} unlawful[] = {
    { WA, { SET(limits[UTH_WAGER_TRIPS].max.cents, 30100) },    "limits.trips.max",    UTH_ERR_LEGAL_WAGER, UTH_WAGER_TRIPS, 30100, 30000 },
    { WA, { SET(limits[UTH_WAGER_BAD_BEAT].max.cents, 40000) }, "limits.bad_beat.max", UTH_ERR_LEGAL_WAGER, UTH_WAGER_BAD_BEAT, 40000, 30000 },
    { WA, { SET(limits[UTH_WAGER_PLAY].max.cents, 30001) },     "limits.play.max",     UTH_ERR_LEGAL_WAGER, UTH_WAGER_PLAY, 30001, 30000 },
    { WA, { SET(limits[UTH_WAGER_ANTE].max.cents, 30100), SET(play_within_limit, 1) }, "limits.ante.max", UTH_ERR_LEGAL_WAGER, UTH_WAGER_ANTE, 30100, 30000 },
    { WA, { SET(limits[UTH_WAGER_ANTE].max.cents, 8000) },      "limits.ante.max",     UTH_ERR_LEGAL_PLAY, UTH_WAGER_ANTE, 32000, 30000 },
    { WA, { SET(limits[UTH_WAGER_ANTE].max.cents, 7501), SET(limits[UTH_WAGER_PLAY].max.cents, 0) }, "limits.ante.max", UTH_ERR_LEGAL_PLAY, UTH_WAGER_ANTE, 30004, 30000 },
    { WA, { SET(legal_wager_max.cents, 20000) },                "limits.play.max",     UTH_ERR_LEGAL_WAGER, UTH_WAGER_PLAY, 30000, 20000 },
    { WA, { SET(raises[1], 0), SET(raises[2][0], 5) },          "limits.ante.max",     UTH_ERR_LEGAL_PLAY, UTH_WAGER_ANTE, 37500, 30000 },
    { C8, { SET(legal_wager_max.cents, 150000) }, "collections[2].spot.max", UTH_ERR_LEGAL_WAGER, UTH_WAGER_ANTE, 200000, 150000 }, // of any option
    { C8, { SET(legal_wager_max.cents, 200000) }, "collections[2].spot.max", UTH_ERR_LEGAL_PLAY, UTH_WAGER_ANTE, 800000, 200000 },
    { WA, { SET(aggregate[UTH_WAGER_TRIPS].max.cents, 50 * 30000 - 1) }, "aggregate.trips", UTH_ERR_AGGREGATE_LOW, UTH_WAGER_TRIPS, 1499999, 1500000 },
    { WA, { SET(aggregate[UTH_WAGER_BLIND].max.cents, 50 * 7500 - 1) },  "aggregate.blind", UTH_ERR_AGGREGATE_LOW, UTH_WAGER_BLIND, 374999, 375000 },
    { C8, { SET(aggregate[UTH_WAGER_TRIPS].max.cents, 50 * 200000 - 1) }, "aggregate.trips", UTH_ERR_AGGREGATE_LOW, UTH_WAGER_TRIPS, 9999999, 10000000 },
    { WA, { SET(aggregate[UTH_WAGER_ANTE].max.cents, 50 * 7500) },  "aggregate.ante",  UTH_ERR_AGGREGATE_ODDS, UTH_WAGER_ANTE, 1, 50 },
    { WA, { SET(aggregate[UTH_WAGER_PLAY].max.cents, 50 * 30000) }, "aggregate.play",  UTH_ERR_AGGREGATE_ODDS, UTH_WAGER_PLAY, 1, 50 },
    { WA, { SET(aggregate[UTH_WAGER_PAIRS].max.cents, 50 * 30000) }, "aggregate.pairs", UTH_ERR_AGGREGATE_ODDS, UTH_WAGER_PAIRS, 30, 50 },
    { WA, { SET(aggregate[UTH_WAGER_TRIPS].max.cents, 50 * 30000), SET(SIDE(UTH_WAGER_TRIPS).tables[0].lines[0].pays.num, 49) }, "aggregate.trips", UTH_ERR_AGGREGATE_ODDS, UTH_WAGER_TRIPS, 49, 50 },
};

// What a cardroom may change.
static const struct {
    const struct uth_rules *base;
    struct change changes[3];
} variants[] = {
    { C8, { SET(chip.cents, 50) } }, // BET-8
    { C8, { SET(chip.cents, 500) } },
    { C8, { SET(seats, 2), SET(bank_hands_max, 1) } },
    { C8, { SET(order, UTH_ORDER_FROM_LEFT), SET(coverage, UTH_COVERAGE_GROSS) } },
    { WA, { SET(seats, 1) } },
    { WA, { SET(seats, 8), SET(spots_per_player, 8) } },
    { WA, { SET(order, UTH_ORDER_FROM_LEFT) } },
    { WA, { SET(raises[1], 0), SET(raises[2][0], 20), SET(legal_wager_max.cents, 0) } },
    { WA, { SET(limits[UTH_WAGER_PLAY].max.cents, 2000) } }, // BET-3: the smallest Ante only
    { WA, { SET(legal_wager_max.cents, 0), SET(limits[UTH_WAGER_TRIPS].max.cents, 100000) } }, // BET-10
    { WA, { SET(legal_wager_max.cents, 50000), SET(limits[UTH_WAGER_ANTE].max.cents, 12500) } },
    { WA, { SET(limits[UTH_WAGER_ANTE].max.cents, 30000), SET(play_within_limit, 1) } }, // BET-11
    { WA, { SET(limits[UTH_WAGER_PLAY].max.cents, 500), SET(play_within_limit, 1) } },
    { C8, { SET(legal_wager_max.cents, 800000) } },
    { WA, { SET(games_over.games, 3), SET(games_over.amount.cents, 500) } },
    { WA, { SET(chip.cents, 2500) , SET(progressive.stake.cents, 2500) } },
    { WA, { SET(qualifier, 0) } },
    { WA, { SET(limits[UTH_WAGER_PLAY].max.cents, 0) } }, // Play is not capped
    { WA, { SET(offered[UTH_WAGER_TRIPS], 0), SET(offered[UTH_WAGER_BAD_BEAT], 0) } },
    { WA, { SET(offered[UTH_WAGER_TRIPS], 0), SET(SIDE(UTH_WAGER_BAD_BEAT).needs, 0) } },
    { WA, { SET(offered[UTH_WAGER_PAIRS], 0), SET(SIDE(UTH_WAGER_PAIRS).table_count, 0) } },
    { WA, { SET(offered[UTH_WAGER_PAIRS], 0), SET(limits[UTH_WAGER_PAIRS].min.cents, 150), SET(limits[UTH_WAGER_PAIRS].max.cents, 190) } }, // no chip between them
    { C8, { SET(limits[UTH_WAGER_TRIPS].min.cents, 150), SET(limits[UTH_WAGER_TRIPS].max.cents, 190) } }, // the option's count
    { WA, { SET(offered[UTH_WAGER_PROGRESSIVE], 0), SET(progressive.stake.cents, -1) } }, // not looked at
    { WA, { SET(progressive.maximum.cents, 1000000) } },
    { WA, { SET(progressive.reserve_rate_bp, 8000) } },
    { WA, { SET(aggregate[UTH_WAGER_TRIPS].max.cents, 50 * 30000) } }, // WA-2
    { WA, { SET(aggregate[UTH_WAGER_BLIND].max.cents, 50 * 7500) } },
    { WA, { SET(aggregate[UTH_WAGER_PAIRS].max.cents, 50 * 30000), SET(SIDE(UTH_WAGER_PAIRS).table, 1) } }, // top odds of the table in force
    { C8, { SET(aggregate[UTH_WAGER_TRIPS].max.cents, 50 * 200000) } },
};
// clang-format on

static void a_bad_profile_is_refused_with_path_value_and_expectation(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct uth_rules rules = *faults[i].base;
        for (size_t j = 0; j < 3; j++) {
            make(&rules, faults[i].changes[j]);
        }
        struct uth_fault fault = {.path = "no fault found", .expected = ""};
        const enum uth_status status = uth_rules_check(&rules, &fault);
        if (status != UTH_ERR_RULES || strcmp(fault.path, faults[i].path) != 0 ||
            fault.value != faults[i].value || strstr(fault.expected, faults[i].expected) == NULL) {
            fail_msg("wanted %s: %lld, %s; found %s: %lld, %s", faults[i].path,
                     (long long)faults[i].value, faults[i].expected, fault.path,
                     (long long)fault.value, fault.expected);
        }
    }
}

static void a_limit_beyond_the_law_is_refused_with_its_clause_and_numbers(void **state)
{
    (void)state; /* BET-10, WA-2 */
    for (size_t i = 0; i < sizeof unlawful / sizeof unlawful[0]; i++) {
        struct uth_rules rules = *unlawful[i].base;
        for (size_t j = 0; j < 3; j++) {
            make(&rules, unlawful[i].changes[j]);
        }
        struct uth_fault fault = {.path = "no fault found"};
        const enum uth_status status = uth_rules_check(&rules, &fault);
        if (status != unlawful[i].status || fault.status != status ||
            strcmp(fault.path, unlawful[i].path) != 0 || fault.wager != unlawful[i].wager ||
            fault.reach != unlawful[i].reach || fault.bound != unlawful[i].bound) {
            fail_msg("row %zu: wanted %d at %s, %lld of %lld; found %d at %s, %lld of %lld", i,
                     (int)unlawful[i].status, unlawful[i].path, (long long)unlawful[i].reach,
                     (long long)unlawful[i].bound, (int)status, fault.path, (long long)fault.reach,
                     (long long)fault.bound);
        }
    }
}

static void a_legal_maximum_above_washingtons_is_taken_with_a_warning(void **state)
{
    (void)state; /* BET-10 */
    static const int64_t legal[] = {0, 30001, 50000};
    for (size_t i = 0; i < sizeof legal / sizeof legal[0]; i++) {
        struct uth_rules rules = uth_rules_washington;
        struct uth_fault fault;
        const char *warnings[UTH_WARNINGS_MAX];
        rules.legal_wager_max.cents = legal[i];
        assert_int_equal(uth_rules_check(&rules, &fault), UTH_OK);
        assert_int_equal(uth_rules_warnings(&rules, warnings), 1);
        assert_non_null(strstr(warnings[0], "WAC 230-15-140"));
        assert_non_null(strstr(warnings[0], "(BET-10)"));
    }
    struct uth_rules rules = uth_rules_washington;
    const char *warnings[UTH_WARNINGS_MAX];
    rules.legal_wager_max.cents = 29999;
    assert_int_equal(uth_rules_warnings(&rules, warnings), 0);
}

static void more_games_than_washington_allows_are_warned_of(void **state)
{
    (void)state; /* BET-5 */
    struct uth_rules rules = uth_rules_washington;
    const char *warnings[UTH_WARNINGS_MAX];
    rules.games_max = 3;
    assert_int_equal(uth_rules_warnings(&rules, warnings), 0);
    rules.games_max = 5;
    assert_int_equal(uth_rules_warnings(&rules, warnings), 1);
    assert_non_null(strstr(warnings[0], "(BET-5)"));
    rules.games_max = 0;
    assert_int_equal(uth_rules_warnings(&rules, warnings), 1);
}

static void an_ante_plays_only_the_sizes_within_the_table_limit(void **state)
{
    (void)state; /* BET-11: with 001's $5-$50 table 4x ends at an Ante of $12.50 */
    static const struct {
        int64_t ante;
        uint8_t raises[UTH_STREET_COUNT][2];
    } open[] = {
        {500, {{4, 3}, {2, 0}, {1, 0}}},  {1250, {{4, 3}, {2, 0}, {1, 0}}},
        {1251, {{3, 0}, {2, 0}, {1, 0}}}, {1666, {{3, 0}, {2, 0}, {1, 0}}},
        {1667, {{0, 0}, {2, 0}, {1, 0}}}, {2500, {{0, 0}, {2, 0}, {1, 0}}},
        {2501, {{0, 0}, {0, 0}, {1, 0}}}, {5000, {{0, 0}, {0, 0}, {1, 0}}},
    };
    struct uth_rules rules = uth_rules_california_6;
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        struct uth_rules at;
        rules.play_within_limit = true;
        uth_rules_at_ante(&rules, (uth_money){open[i].ante}, &at);
        for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
            assert_memory_equal(at.raises[street], open[i].raises[street], 2);
        }
        rules.play_within_limit = false; // the default: Play is not limited
        uth_rules_at_ante(&rules, (uth_money){open[i].ante}, &at);
        assert_memory_equal(&at, &rules, sizeof at);
    }
    rules.play_within_limit = true;
    assert_int_equal(uth_rules_play_max(&rules).cents, 5000);
    rules.limits[UTH_WAGER_PLAY].max.cents = 20000; // Play's own limit goes before the spot's
    assert_int_equal(uth_rules_play_max(&rules).cents, 20000);
}

static void what_a_cardroom_may_change_is_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct uth_rules rules = *variants[i].base;
        for (size_t j = 0; j < 3; j++) {
            make(&rules, variants[i].changes[j]);
        }
        struct uth_fault fault = {.expected = ""};
        if (uth_rules_check(&rules, &fault) != UTH_OK) {
            fail_msg("variant %zu: %s: %lld, %s", i, fault.path, (long long)fault.value,
                     fault.expected);
        }
    }
}

static void a_table_that_is_not_there_stops_the_program(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    rules.SIDE(UTH_WAGER_TRIPS).table = 4;
    EXPECT_CHECK_FAILURE(uth_rules_table_id(&rules, UTH_WAGER_TRIPS));
    EXPECT_CHECK_FAILURE(uth_rules_use_table(&rules, UTH_WAGER_PAIRS, 6));
    EXPECT_CHECK_FAILURE(uth_rules_side(&rules, UTH_WAGER_PLAY));
    EXPECT_CHECK_FAILURE(uth_rules_side(&rules, UTH_WAGER_COUNT));
    rules = uth_rules_california_8;
    rules.collection = 3;
    EXPECT_CHECK_FAILURE(uth_rules_limit(&rules, UTH_WAGER_ANTE));
}

// ---- the maker's advice ---------------------------------------------------------------------

// clang-format off
static const struct {
    struct change changes[3];
    const char *warnings[5]; // a piece of each, in order
} advice[] = { /* PROG-7 */
    { { SET(progressive.seed.cents, 0) },      { "seed is $0", "reserve is the only seed", "smaller than the largest fixed award", "not the pre-configured one" } },
    { { SET(progressive.seed.cents, 0), SET(progressive.reserve_rate_bp, 0) },
                                               { "seed is $0", "smaller than the largest fixed award", "not the pre-configured one", "nothing goes to the reserve" } },
    { { SET(progressive.seed.cents, 299999) }, { "smaller than the largest fixed award", "not the pre-configured one" } },
    { { SET(progressive.seed.cents, 300000) }, { "not the pre-configured one" } },
    { { SET(progressive.seed.cents, 1000001) }, { "not the pre-configured one" } },
    { { SET(progressive.seed.cents, 300000), SET(progressive.preset_seed.cents, 300000) }, { NULL } },
    { { SET(progressive.seed.cents, 300000), SET(progressive.preset_seed.cents, 0) }, { NULL } },
    { { SET(progressive.fixed_pays_from, UTH_PAYS_FROM_METER), SET(progressive.meter_rate_bp, 6999) }, { "less than 70%" } },
    { { SET(progressive.fixed_pays_from, UTH_PAYS_FROM_METER), SET(progressive.meter_rate_bp, 7000) }, { NULL } },
    { { SET(progressive.meter_rate_bp, 2001) }, { "above the pre-configured rate" } },
    { { SET(progressive.meter_rate_bp, 1999) }, { NULL } },
    { { SET(progressive.meter_rate_bp, 2001), SET(progressive.preset_rate_bp, 2001) }, { NULL } },
    { { SET(progressive.reserve_rate_bp, 0) },  { "nothing goes to the reserve" } },
    { { SET(progressive.reserve_rate_bp, 1) },  { NULL } },
    { { SET(progressive.seed.cents, 0), SET(offered[UTH_WAGER_PROGRESSIVE], 0) }, { NULL } },
};
// clang-format on

static void the_makers_advice_comes_as_warnings_one_by_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof advice / sizeof advice[0]; i++) {
        struct uth_rules rules = uth_rules_washington;
        size_t wanted = 0;
        for (size_t j = 0; j < 3; j++) {
            make(&rules, advice[i].changes[j]);
        }
        while (advice[i].warnings[wanted] != NULL) {
            wanted++;
        }
        struct uth_fault fault;
        assert_int_equal(uth_rules_check(&rules, &fault), UTH_OK); // a warning refuses nothing
        const char *warnings[UTH_WARNINGS_MAX];
        assert_int_equal(uth_rules_warnings(&rules, warnings), wanted);
        for (size_t j = 0; j < wanted; j++) {
            assert_non_null(strstr(warnings[j], advice[i].warnings[j]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_profile_pays_the_blind_by_the_one_table),
        cmocka_unit_test(washington_has_four_trips_and_three_bad_beat_tables),
        cmocka_unit_test(both_california_profiles_pay_trips_by_uth_02_and_have_no_other_bonus),
        cmocka_unit_test(washington_has_six_pairs_tables),
        cmocka_unit_test(the_collection_schedules_are_the_printed_ones),
        cmocka_unit_test(the_collection_in_force_sets_the_limit_of_ante_blind_and_trips),
        cmocka_unit_test(washington_limits_every_wager_to_300_dollars_and_the_ante_to_75),
        cmocka_unit_test(each_profile_offers_its_wagers_and_no_others),
        cmocka_unit_test(the_tables_have_their_seats_banks_and_decks),
        cmocka_unit_test(the_switches_stand_at_their_defaults),
        cmocka_unit_test(play_is_4_or_3_then_2_then_1_antes),
        cmocka_unit_test(money_moves_in_the_stated_order),
        cmocka_unit_test(the_progressive_is_paytable_01_as_we_pre_configure_it),
        cmocka_unit_test(every_built_in_profile_is_found_by_name_and_passes_the_check),
        cmocka_unit_test(a_bad_profile_is_refused_with_path_value_and_expectation),
        cmocka_unit_test(every_profile_has_the_one_rule_for_disputes),
        cmocka_unit_test(a_limit_beyond_the_law_is_refused_with_its_clause_and_numbers),
        cmocka_unit_test(a_legal_maximum_above_washingtons_is_taken_with_a_warning),
        cmocka_unit_test(more_games_than_washington_allows_are_warned_of),
        cmocka_unit_test(an_ante_plays_only_the_sizes_within_the_table_limit),
        cmocka_unit_test(what_a_cardroom_may_change_is_accepted),
        cmocka_unit_test(a_table_that_is_not_there_stops_the_program),
        cmocka_unit_test(the_makers_advice_comes_as_warnings_one_by_one),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
