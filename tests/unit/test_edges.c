// The last branches: what neither play nor chance comes to, each asked for by itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/due.h"
#include "support/facts.h"
#include "support/rng.h"
#include "support/table.h"
#include "uth/hand.h"
#include "uth/ledger.h"
#include "uth/round.h"
#include "uth/settle.h"

// ---- core -------------------------------------------------------------------------------------

static void every_status_has_words_and_a_clause_and_so_has_a_number_nobody_knows(void **state)
{
    (void)state;
    static const struct {
        enum uth_status status;
        const char *clause, *text;
    } all[] = {
#define X(name, code, clause, text) {UTH_##name, clause, text},
        UTH_STATUS_MAP(X)
#undef X
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_string_equal(uth_status_text(all[i].status), all[i].text);
        assert_string_equal(uth_status_clause(all[i].status), all[i].clause);
    }
    assert_string_equal(uth_status_text((enum uth_status)9), "unknown status");
    assert_string_equal(uth_status_clause((enum uth_status)9), "INPUT");
}

static void every_wager_has_the_title_the_layout_prints(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const char *const title = uth_wager_title((enum uth_wager)i);
        assert_true(title[0] >= 'A' && title[0] <= 'Z');
        for (unsigned k = 0; k < i; k++) {
            assert_string_not_equal(title, uth_wager_title((enum uth_wager)k));
        }
    }
    assert_string_equal(uth_wager_title(UTH_WAGER_ANTE), "Ante");
}

// Inlined wherever it is called; who takes its address gets the library's.
static void the_librarys_own_copy_of_an_inline_function_says_the_same(void **state)
{
    (void)state;
    uth_hand (*volatile const asked)(const struct uth_board *, uth_card, uth_card) = uth_board_hand;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 1000; i++) {
        uth_card seven[7];
        struct uth_board board;
        rng_deal(&rng, 0, seven, 7);
        uth_board_set(&board, seven + 2);
        assert_int_equal(asked(&board, seven[0], seven[1]), uth_hand_of(seven, 7));
    }
}

/* BET-3 */
static void a_maximum_of_0_is_no_maximum(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    rules.limits[UTH_WAGER_TRIPS].max.cents = 0;
    const uth_money stakes[UTH_WAGER_COUNT] = {{1000}, {1000}, {0}, {100000000}};
    enum uth_wager refused;
    assert_int_equal(uth_admit_stakes(&rules, stakes, &refused), UTH_OK);
}

/* PLAY-4 */
static void a_size_beyond_what_we_account_for_is_not_offered(void **state)
{
    (void)state;
    struct uth_round round = {.phase = UTH_PHASE_PREFLOP};
    round.seats[0].in = 1;
    round.seats[0].stakes[UTH_WAGER_ANTE].cents = UTH_MONEY_MAX / 2;
    struct uth_decision offers[UTH_OFFERS_MAX];
    const uth_money purse = {UTH_MONEY_MAX};
    assert_int_equal(uth_round_offers(&uth_rules_california_8, &round, 1, purse, offers), 1);
    assert_int_equal(offers[0].action, UTH_ACTION_CHECK);
}

/* DEAL-4 */
static void a_round_with_a_card_in_two_places_does_not_end(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("", deck);
    table_sit(&table, &uth_rules_washington);
    table_do(&table, open_round(0, 0));
    table_do(&table, wager_base(1, 1000));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    table_do(&table, raise_by(1, 4));
    while (table.round.phase < UTH_PHASE_SHOWDOWN) {
        table_do(&table, simple(UTH_COMMAND_TURN));
    }
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    struct uth_events events;
    const struct uth_command end = simple(UTH_COMMAND_END);
    struct uth_round round = table.round;
    assert_int_equal(uth_round_decide(&table.rules, &round, &end, &events), UTH_OK);
    round.rack |= uth_cards_of(round.community[0]); // racked, and on the table
    assert_int_equal(uth_round_decide(&table.rules, &round, &end, &events), UTH_ERR_CARDS_MISSING);
}

/* BET-8 */
static void no_two_tables_of_a_kind_share_an_id(void **state)
{
    (void)state;
    struct uth_fault fault;
    struct uth_rules rules = uth_rules_washington;
    static const struct {
        enum uth_wager wager;
        unsigned table, other;
        const char *path;
    } twins[] = {
        {UTH_WAGER_TRIPS, 1, 0, "side.trips.tables[1].id"},
        {UTH_WAGER_BAD_BEAT, 2, 0, "side.bad_beat.tables[2].id"},
        {UTH_WAGER_PAIRS, 5, 4, "side.pairs.tables[5].id"},
    };
    for (unsigned i = 0; i < 3; i++) {
        rules = uth_rules_washington;
        struct uth_bet *bet = &rules.sides[twins[i].wager - UTH_WAGER_TRIPS];
        memcpy(bet->tables[twins[i].table].id, bet->tables[twins[i].other].id,
               sizeof bet->tables[0].id);
        assert_int_equal(uth_rules_check(&rules, &fault), UTH_ERR_RULES);
        assert_string_equal(fault.path, twins[i].path);
    }
}

// The simulator asks for dues without a round; they are the settlement's.
static void dues_asked_for_by_themselves_are_those_of_a_settlement(void **state)
{
    (void)state;
    struct uth_facts facts = facts_of("2c 5d 9h Js Kc", "Kd 3s", 0, 0);
    struct uth_player_facts *const player = facts_seat(&facts, 1, "Ah Ad", 1000, 4);
    player->stakes[UTH_WAGER_TRIPS].cents = 500;
    struct uth_settlement settlement;
    uth_settle(&uth_rules_washington, &facts, &settlement);
    const struct showdown showdown = {.compared = UTH_VERDICT_WIN,
                                      .qualifies = true,
                                      .kind = UTH_HAND_PAIR,
                                      .line = {7}}; // Trips: none
    struct due dues[UTH_WAGER_COUNT];
    core_dues(&uth_rules_washington, player->stakes, &showdown, dues);
    assert_int_equal(settlement.line_count, 4);
    for (unsigned i = 0; i < settlement.line_count; i++) {
        const struct uth_settled *const line = &settlement.lines[i];
        assert_int_equal(dues[line->wager].outcome, line->outcome);
        assert_int_equal(dues[line->wager].reason, line->reason);
        assert_int_equal(dues[line->wager].net.cents, line->net.cents);
    }
}

// ---- ledger -----------------------------------------------------------------------------------

static void an_account_that_cannot_be_is_not_posted_to(void **state)
{
    (void)state;
    const struct uth_place place = {.player = 7, .table = 1, .round = 1, .seat = 3};
    const struct uth_posting good =
        uth_posting_make(UTH_POSTED_WAGER, &place, UTH_WAGER_ANTE, (uth_money){100});
    assert_int_equal(uth_posting_check(&good), UTH_OK);
    for (unsigned i = 0; i < 4; i++) {
        struct uth_posting bad = good;
        switch (i) {
        case 0: bad.credit.reserved[0] = 1; break;
        case 1: bad.credit.reserved[1] = 1; break;
        case 2: bad.credit.seat = UTH_SEATS_MAX + 1; break;
        default: bad.credit.seat = 0; break;
        }
        assert_int_equal(uth_posting_check(&bad), UTH_ERR_POSTING);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_words_and_a_clause_and_so_has_a_number_nobody_knows),
        cmocka_unit_test(every_wager_has_the_title_the_layout_prints),
        cmocka_unit_test(the_librarys_own_copy_of_an_inline_function_says_the_same),
        cmocka_unit_test(a_maximum_of_0_is_no_maximum),
        cmocka_unit_test(a_size_beyond_what_we_account_for_is_not_offered),
        cmocka_unit_test(a_round_with_a_card_in_two_places_does_not_end),
        cmocka_unit_test(no_two_tables_of_a_kind_share_an_id),
        cmocka_unit_test(dues_asked_for_by_themselves_are_those_of_a_settlement),
        cmocka_unit_test(an_account_that_cannot_be_is_not_posted_to),
    };
    return cmocka_run_group_tests_name("edges", tests, NULL, NULL);
}
