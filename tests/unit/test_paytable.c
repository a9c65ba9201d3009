// A pay table is right when its exact edge is right. The edge of a Trips bet needs only the number
// of seven-card hands of each kind, so it is an integer over 133,784,560; the edge of a Pairs bet
// is counted over all deals of two cards to the player and two to the dealer.
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

// clang-format off
static const int64_t seven_card_hands[UTH_HAND_COUNT] = {
    [UTH_HAND_HIGH_CARD]      = 23294460,
    [UTH_HAND_PAIR]           = 58627800,
    [UTH_HAND_TWO_PAIRS]      = 31433400,
    [UTH_HAND_THREE]          =  6461620,
    [UTH_HAND_STRAIGHT]       =  6180020,
    [UTH_HAND_FLUSH]          =  4047644,
    [UTH_HAND_FULL_HOUSE]     =  3473184,
    [UTH_HAND_FOUR]           =   224848,
    [UTH_HAND_STRAIGHT_FLUSH] =    37260,
    [UTH_HAND_ROYAL_FLUSH]    =     4324,
};

static const struct {
    const char *id;
    int64_t house_edge; // over all seven-card hands
} trips_edges[] = {
    { "UTH-01", 1206516 },
    { "UTH-02", 2547324 },
    { "UTH-03", 4679700 },
    { "UTH-04", 8268988 },
};

static const struct {
    const char *id;
    int64_t num, den;
} pairs_edges[] = {
    { "1",    59,    663 },
    { "2", 13873, 162435 },
    { "3",    10,    221 },
    { "4",    31,    663 },
    { "5",     5,    102 },
    { "6",    15,    221 },
};
// clang-format on

static int64_t trips_edge(const struct uth_bet_table *table)
{
    int64_t edge = 0;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        const struct uth_odds odds = pay_of_kind(table, (enum uth_hand_kind)kind);
        edge += odds.den == 0 ? seven_card_hands[kind]
                              : -seven_card_hands[kind] * (int64_t)(odds.num / odds.den);
    }
    return edge;
}

static void every_trips_table_has_its_exact_edge(void **state)
{
    (void)state;
    const struct uth_bet *bet = uth_rules_side(&uth_rules_washington, UTH_WAGER_TRIPS);
    assert_int_equal(bet->table_count, sizeof trips_edges / sizeof trips_edges[0]);
    for (unsigned i = 0; i < bet->table_count; i++) { /* SHOW-7 */
        assert_string_equal(bet->tables[i].id, trips_edges[i].id);
        assert_int_equal(trips_edge(&bet->tables[i]), trips_edges[i].house_edge);
    }
    const struct uth_rules *const california[] = {&uth_rules_california_8, &uth_rules_california_6};
    for (size_t i = 0; i < 2; i++) {
        const struct uth_bet *trips = uth_rules_side(california[i], UTH_WAGER_TRIPS);
        assert_int_equal(trips_edge(uth_bet_table(trips)), 2547324);
    }
}

// What the house keeps of one unit staked on each of the 1326 * 1225 deals.
static int64_t pairs_edge(const struct uth_bet_table *table, int64_t *deals)
{
    int64_t edge = 0;
    *deals = 0;
    for (unsigned a = 0; a < UTH_DECK_SIZE; a++) {
        for (unsigned b = a + 1; b < UTH_DECK_SIZE; b++) {
            for (unsigned c = 0; c < UTH_DECK_SIZE; c++) {
                for (unsigned d = c + 1; d < UTH_DECK_SIZE; d++) {
                    if (c == a || c == b || d == a || d == b) {
                        continue;
                    }
                    const uth_card player[2] = {(uth_card)a, (uth_card)b};
                    const uth_card dealer[2] = {(uth_card)c, (uth_card)d};
                    const struct uth_odds pays = pay_of_hole(table, player, dealer);
                    edge += pays.den == 0 ? 1 : -(int64_t)pays.num;
                    *deals += 1;
                }
            }
        }
    }
    return edge;
}

static void every_pairs_table_has_its_exact_edge(void **state)
{
    (void)state;
    const struct uth_bet *bet = uth_rules_side(&uth_rules_washington, UTH_WAGER_PAIRS);
    assert_int_equal(bet->table_count, sizeof pairs_edges / sizeof pairs_edges[0]);
    for (unsigned i = 0; i < bet->table_count; i++) { /* PAIR-1, PAIR-2, PAIR-4 */
        int64_t deals;
        const int64_t edge = pairs_edge(&bet->tables[i], &deals);
        assert_int_equal(deals, 1326 * 1225);
        assert_string_equal(bet->tables[i].id, pairs_edges[i].id);
        assert_int_equal(edge * pairs_edges[i].den, deals * pairs_edges[i].num);
    }
}

// clang-format off
static const struct {
    const char *player, *dealer; // NULL: the dealer's cards are not turned
    uint32_t pays[6];            // by table
} hole_cards[] = {
    // Only table 2 looks at the dealer, only 4 and 5 at the colour.    PAIR-2, PAIR-4
    { "As Ac", "Kd Qd", { 30,   30, 30,  30, 25, 25 } },
    { "As Ac", "Ad Ah", { 30, 1000, 30,  30, 25, 25 } },
    { "As Ac", "Ad Kh", { 30,   30, 30,  30, 25, 25 } },
    { "As Ac", "Kd Ah", { 30,   30, 30,  30, 25, 25 } },
    { "Ah Ad", "Kc 2c", { 30,   30, 30, 100, 50, 25 } },
    { "Ad Ah", "As Ac", { 30, 1000, 30, 100, 50, 25 } },
    { "Ad As", "Kc 2c", { 30,   30, 30,  30, 25, 25 } },
    { "2h 2d", "As Ac", {  3,    3,  5,   4,  5,  5 } },
    // PAIR-1: in either order of the cards.
    { "As Ks", NULL,    { 25,   25, 20,  20, 20, 20 } },
    { "Kd Ad", NULL,    { 25,   25, 20,  20, 20, 20 } },
    { "As Qs", NULL,    { 20,   20, 20,  20, 20, 20 } },
    { "Jc Ac", NULL,    { 20,   20, 20,  20, 20, 20 } },
    { "As Kd", NULL,    { 15,   15, 10,  10, 10, 10 } },
    { "Kh Ac", NULL,    { 15,   15, 10,  10, 10, 10 } },
    { "Qh Ac", NULL,    {  5,    5, 10,  10, 10, 10 } },
    { "As Jd", NULL,    {  5,    5, 10,  10, 10, 10 } },
    { "As Td", NULL,    { 0 } },
    { "As Ts", NULL,    { 0 } }, // a ten is no face card: PAIR-4
    { "2s As", NULL,    { 0 } },
    { "Ks Qs", NULL,    { 0 } },
    { "Ks Kd", NULL,    { 10,   10,  5,   4,  5,  5 } },
    { "Qs Qd", NULL,    { 10,   10,  5,   4,  5,  5 } },
    { "Js Jd", NULL,    { 10,   10,  5,   4,  5,  5 } },
    { "Ts Td", NULL,    {  3,    3,  5,   4,  5,  5 } },
    { "2c 2d", NULL,    {  3,    3,  5,   4,  5,  5 } },
    { "7c 2d", NULL,    { 0 } },
    // PAIR-2: aces against a dealer who was never turned are aces.
    { "As Ac", NULL,    { 30,   30, 30,  30, 25, 25 } },
};
// clang-format on

static void pairs_pays_the_best_line_the_table_has(void **state)
{
    (void)state;
    const struct uth_bet *bet = uth_rules_side(&uth_rules_washington, UTH_WAGER_PAIRS);
    for (size_t i = 0; i < sizeof hole_cards / sizeof hole_cards[0]; i++) {
        uth_card player[2];
        uth_card dealer[2] = {UTH_CARD_NONE, UTH_CARD_NONE};
        cards_from_text(hole_cards[i].player, player, 2);
        if (hole_cards[i].dealer != NULL) {
            cards_from_text(hole_cards[i].dealer, dealer, 2);
        }
        for (unsigned table = 0; table < 6; table++) {
            const struct uth_odds pays = pay_of_hole(&bet->tables[table], player, dealer);
            if (pays.num != hole_cards[i].pays[table]) {
                fail_msg("%s on table %u: %u", hole_cards[i].player, table + 1, pays.num);
            }
        }
    }
}

static void a_line_the_table_leaves_out_pays_by_the_next_that_fits_or_nothing(void **state)
{
    (void)state;
    static const uth_card hidden[2] = {UTH_CARD_NONE, UTH_CARD_NONE};
    struct uth_rules rules = uth_rules_washington;
    struct uth_bet_table *table = table_in_use(&rules, UTH_WAGER_PAIRS);
    uth_card ace_king[2];
    uth_card twos[2];
    cards_from_text("As Ks", ace_king, 2);
    cards_from_text("2c 2d", twos, 2);
    remove_line(table, table->line_count - 1U);
    assert_int_equal(pay_of_hole(table, twos, hidden).den, 0);
    remove_line(table, 1); // a suited ace with a face is still an ace with a face: PAIR-4
    assert_int_equal(pay_of_hole(table, ace_king, hidden).num, 15);
}

// clang-format off
static const struct {
    const char *hole, *community; // the flop first
    enum uth_progressive_line line;
} progressive_hands[] = { /* PROG-1 */
    { "As Ks", "Qs Js Ts 2d 3c", UTH_PROGRESSIVE_ROYAL_FIRST_FIVE },
    { "Ts Qs", "As Ks Js Jd Jc", UTH_PROGRESSIVE_ROYAL_FIRST_FIVE }, // any order of the five
    { "As Ks", "Qs Js 2d Ts 3c", UTH_PROGRESSIVE_ROYAL_SEVEN },      // the turn was needed
    { "As Ks", "2d 3c Qs Js Ts", UTH_PROGRESSIVE_ROYAL_SEVEN },
    { "As 2d", "Ks Qs Js Ts 3c", UTH_PROGRESSIVE_ROYAL_SEVEN },      // one hole card: never the first five
    { "2d Ts", "As Ks Qs 3c Js", UTH_PROGRESSIVE_ROYAL_SEVEN },
    { "2d 3c", "As Ks Qs Js Ts", UTH_PROGRESSIVE_COMMUNITY_ROYAL },
    { "9s 8s", "As Ks Qs Js Ts", UTH_PROGRESSIVE_COMMUNITY_ROYAL },  // and not the straight flush below it
    { "9s 8s", "Qs Js Ts 2d 3c", UTH_PROGRESSIVE_STRAIGHT_FLUSH },
    { "As 2s", "3s 4s 5s Kd Kc", UTH_PROGRESSIVE_STRAIGHT_FLUSH },
    { "2d 3c", "9h 8h 7h 6h 5h", UTH_PROGRESSIVE_STRAIGHT_FLUSH },
    { "9s 9h", "9d 9c 2d 3c 4h", UTH_PROGRESSIVE_FOUR },
    { "9s 9h", "9d 2c 2d 3c 4h", UTH_PROGRESSIVE_FULL_HOUSE },
    { "9s 2s", "Ks 5s 7s 3c 4h", UTH_PROGRESSIVE_FLUSH },
    { "9s 8h", "Td Jc Qd 3c 4h", UTH_PROGRESSIVE_STRAIGHT },
    { "9s 9h", "9d Kc 2d 3c 4h", UTH_PROGRESSIVE_THREE },
    { "9s 9h", "8d 8c 2d 3c 4h", UTH_PROGRESSIVE_NONE },
    { "9s 9h", "8d 7c 2d 3c 4h", UTH_PROGRESSIVE_NONE },
    { "9s Kh", "8d 7c 2d 3c 4h", UTH_PROGRESSIVE_NONE },
};
// clang-format on

static void the_progressive_pays_the_highest_line_of_the_seven_cards(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof progressive_hands / sizeof progressive_hands[0]; i++) {
        uth_card seven[7];
        cards_from_text(progressive_hands[i].hole, seven, 2);
        cards_from_text(progressive_hands[i].community, seven + 2, 5);
        const enum uth_progressive_line line =
            uth_progressive_line_of(uth_hand_of(seven, 7), seven, seven + 2);
        if (line != progressive_hands[i].line) {
            fail_msg("%s with %s: %s", progressive_hands[i].hole, progressive_hands[i].community,
                     uth_progressive_line_name(line));
        }
    }
}

static void paytable_01_pays_a_full_house_and_better(void **state)
{
    (void)state;
    for (unsigned i = 0; i <= UTH_PROGRESSIVE_NONE; i++) { /* PROG-1 */
        const enum uth_progressive_line line = (enum uth_progressive_line)i;
        assert_int_equal(uth_progressive_pays(&uth_rules_washington.progressive.table, line),
                         line <= UTH_PROGRESSIVE_FULL_HOUSE);
    }
}

static void every_line_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (unsigned i = 0; i <= UTH_PROGRESSIVE_NONE; i++) {
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(uth_progressive_line_name((enum uth_progressive_line)i),
                                    uth_progressive_line_name((enum uth_progressive_line)j));
        }
    }
}

static void what_is_no_line_or_no_card_stops_the_program(void **state)
{
    (void)state;
    const uth_card dealer[2] = {0, 1};
    const uth_card board[5] = {10, 11, 12, 13, 14};
    EXPECT_CHECK_FAILURE(uth_progressive_line_name((enum uth_progressive_line)99));
    EXPECT_CHECK_FAILURE(uth_progressive_line_of(UINT16_MAX, dealer, board));
    EXPECT_CHECK_FAILURE(uth_progressive_pays(&uth_rules_washington.progressive.table,
                                              (enum uth_progressive_line)99));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_trips_table_has_its_exact_edge),
        cmocka_unit_test(every_pairs_table_has_its_exact_edge),
        cmocka_unit_test(pairs_pays_the_best_line_the_table_has),
        cmocka_unit_test(a_line_the_table_leaves_out_pays_by_the_next_that_fits_or_nothing),
        cmocka_unit_test(the_progressive_pays_the_highest_line_of_the_seven_cards),
        cmocka_unit_test(paytable_01_pays_a_full_house_and_better),
        cmocka_unit_test(every_line_has_a_name_of_its_own),
        cmocka_unit_test(what_is_no_line_or_no_card_stops_the_program),
    };
    return cmocka_run_group_tests_name("paytable", tests, NULL, NULL);
}
