// The registry of wagers against what settlement does with them: a row that says something else than
// the code behind it would be believed by all who list wagers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "uth/round.h"
#include "uth/settle.h"

static void each_wager_has_a_name_and_a_title_of_its_own(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        assert_non_null(uth_wagers[i].name);
        assert_non_null(uth_wagers[i].title);
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(uth_wagers[i].name, uth_wagers[j].name);
            assert_string_not_equal(uth_wagers[i].title, uth_wagers[j].title);
        }
    }
}

// BET-4, PLAY-5, SHOW-7, BB-2, PAIR-1, PAIR-3, PROG-1
static void the_rows_are_the_rulebooks(void **state)
{
    (void)state;
    static const struct {
        enum uth_wager_decided decided;
        enum uth_wager_fold fold;
    } book[UTH_WAGER_COUNT] = {
        [UTH_WAGER_ANTE] = {UTH_DECIDED_BY_HANDS, UTH_FOLD_LOSES},
        [UTH_WAGER_BLIND] = {UTH_DECIDED_BY_HANDS, UTH_FOLD_LOSES},
        [UTH_WAGER_PLAY] = {UTH_DECIDED_BY_HANDS, UTH_FOLD_LOSES},
        [UTH_WAGER_TRIPS] = {UTH_DECIDED_BY_SEVEN, UTH_FOLD_LOSES_UNLESS_WON},
        [UTH_WAGER_BAD_BEAT] = {UTH_DECIDED_BY_BEATEN, UTH_FOLD_BESIDE},
        [UTH_WAGER_PAIRS] = {UTH_DECIDED_BY_HOLE, UTH_FOLD_TUCKED},
        [UTH_WAGER_PROGRESSIVE] = {UTH_DECIDED_BY_SEVEN, UTH_FOLD_BESIDE},
    };
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        assert_int_equal(uth_wagers[i].decided, book[i].decided);
        assert_int_equal(uth_wagers[i].fold, book[i].fold);
        assert_int_equal(uth_wagers[i].on_meter, i == UTH_WAGER_PROGRESSIVE);
        assert_int_equal(uth_wagers[i].may_need,
                         i == UTH_WAGER_BAD_BEAT ? 1U << UTH_WAGER_TRIPS : 0);
    }
}

// BET-5, BET-6
static void ante_blind_and_play_are_the_base_and_stand_first(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        assert_int_equal(uth_wagers[i].is_base, i <= UTH_WAGER_PLAY);
        assert_int_equal(uth_wagers[i].before_deal, i != UTH_WAGER_PLAY);
    }
}

// Every side bet but the Progressive chooses among tables.
static void a_side_bet_has_tables_of_the_kind_its_row_says(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const struct uth_wager_row *row = &uth_wagers[i];
        const struct uth_wager_tables tables =
            uth_rules_tables(&uth_rules_washington, (enum uth_wager)i);
        assert_int_equal(tables.count != 0, !row->is_base && !row->on_meter);
        assert_int_equal(row->odds == UTH_ODDS_BY_METER, row->on_meter);
        assert_int_equal(uth_rules_paytable(&uth_rules_washington, (enum uth_wager)i) != NULL,
                         row->odds == UTH_ODDS_BY_HAND);
        for (uint8_t at = 0; at < tables.count; at++) {
            struct uth_rules rules = uth_rules_washington;
            uth_rules_use_table(&rules, (enum uth_wager)i, at);
            assert_string_equal(uth_rules_table_id(&rules, (enum uth_wager)i),
                                uth_tables_at(&tables, at));
        }
    }
}

// All wagers on a hand that loses everything: 2 3 against a board and a dealer without a pair.
static struct uth_facts losing_hand(bool folded)
{
    struct uth_facts facts;
    memset(&facts, 0, sizeof facts);
    const uth_card board[5] = {
        uth_card_make(UTH_RANK_ACE, 0),      uth_card_make(UTH_RANK_KING, 1),
        uth_card_make(UTH_RANK_JACK, 2),     uth_card_make(UTH_RANK_JACK - 2, 3),
        uth_card_make(UTH_RANK_JACK - 3, 0),
    };
    memcpy(facts.community, board, sizeof board);
    facts.dealer[0] = uth_card_make(UTH_RANK_JACK - 5, 1);
    facts.dealer[1] = uth_card_make(UTH_RANK_JACK - 6, 2);
    facts.player_count = 1;
    facts.players[0].seat = 1;
    facts.players[0].folded = folded;
    facts.players[0].cards[0] = uth_card_make(0, 3);
    facts.players[0].cards[1] = uth_card_make(1, 0);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        facts.players[0].stakes[i].cents = i == UTH_WAGER_PLAY && folded ? 0 : 500;
    }
    facts.meter = uth_meter_fresh(&uth_rules_washington.progressive);
    return facts;
}

// PLAY-5
static void a_fold_takes_the_wagers_whose_rows_say_so(void **state)
{
    (void)state;
    const struct uth_facts facts = losing_hand(true);
    struct uth_settled lines[UTH_FOLD_LINES_MAX];
    const unsigned count = uth_settle_fold(&uth_rules_washington, &facts, 0, lines);
    unsigned taken = 0;
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(lines[i].net.cents, -lines[i].stake.cents);
        taken |= 1U << lines[i].wager;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const bool made = facts.players[0].stakes[i].cents != 0;
        assert_int_equal(taken >> i & 1, made && uth_wagers[i].fold <= UTH_FOLD_LOSES_UNLESS_WON);
    }
}

// PLAY-5, SHOW-10, PAIR-3, SHOW-8: where the hand lies that one wager alone keeps after a fold.
static void a_folded_hand_lies_where_the_row_of_its_wager_says(void **state)
{
    (void)state;
    static const enum uth_hand_place places[UTH_FOLD_COUNT] = {
        [UTH_FOLD_LOSES] = UTH_HAND_BESIDE_WAGER, // asked of a hand that is on the table still
        [UTH_FOLD_LOSES_UNLESS_WON] = UTH_HAND_UP_FOR_TRIPS,
        [UTH_FOLD_TUCKED] = UTH_HAND_UNDER_PAIRS,
        [UTH_FOLD_BESIDE] = UTH_HAND_BESIDE_WAGER,
    };
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        struct uth_round round;
        memset(&round, 0, sizeof round);
        round.phase = UTH_PHASE_RIVER;
        round.seats[2].in = round.seats[2].folded = 1;
        round.seats[2].stakes[i].cents = 500;
        assert_int_equal(uth_round_hand_place(&round, 3), places[uth_wagers[i].fold]);
    }
}

// SHOW-8: after a fold the dealer's cards are turned only for a wager that looks at them.
static void only_wagers_on_the_dealers_cards_need_them_after_a_fold(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    uth_rules_use_table(&rules, UTH_WAGER_PAIRS, 1); // table 2, with aces of both (PAIR-2)
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        struct uth_facts facts = losing_hand(true);
        memset(facts.players[0].stakes, 0, sizeof facts.players[0].stakes);
        facts.players[0].stakes[i].cents = 500;
        const enum uth_wager_decided by = uth_wagers[i].decided;
        assert_int_equal(uth_settle_needs_dealer(&rules, &facts),
                         by == UTH_DECIDED_BY_BEATEN || by == UTH_DECIDED_BY_HOLE);
    }
}

// BANK-2, PROG-1: what the bank gains is what the player loses, but for the wagers of a meter.
static void the_bank_takes_every_wager_but_those_on_a_meter(void **state)
{
    (void)state;
    const struct uth_facts facts = losing_hand(false);
    struct uth_settlement settlement;
    uth_settle(&uth_rules_washington, &facts, &settlement);
    int64_t covered = 0;
    for (unsigned i = 0; i < settlement.line_count; i++) {
        const struct uth_settled *line = &settlement.lines[i];
        covered += uth_wagers[line->wager].on_meter ? 0 : line->net.cents;
    }
    assert_int_equal(settlement.bank_net.cents, -covered);
    assert_int_equal(settlement.line_count, UTH_WAGER_COUNT);
}

// FEE-1: the total action is what lies on the spots of the schedule.
static void the_total_action_is_the_wagers_by_spot(void **state)
{
    (void)state;
    const struct uth_facts facts = losing_hand(false);
    int64_t action = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        action += uth_wagers[i].by_spot ? 500 : 0;
    }
    assert_int_equal(action, 3 * 500); // Ante, Blind and Trips
    assert_int_equal(uth_fee_total_action(&facts).cents, action);
}

static void the_reasons_that_win_say_so(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_REASON_COUNT; i++) {
        const char *says = strstr(uth_reason_text((enum uth_reason)i), ": ");
        assert_non_null(says);
        assert_int_equal(uth_reason_wins((enum uth_reason)i), strstr(says, " wins") != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wager_has_a_name_and_a_title_of_its_own),
        cmocka_unit_test(the_rows_are_the_rulebooks),
        cmocka_unit_test(ante_blind_and_play_are_the_base_and_stand_first),
        cmocka_unit_test(a_side_bet_has_tables_of_the_kind_its_row_says),
        cmocka_unit_test(a_fold_takes_the_wagers_whose_rows_say_so),
        cmocka_unit_test(a_folded_hand_lies_where_the_row_of_its_wager_says),
        cmocka_unit_test(only_wagers_on_the_dealers_cards_need_them_after_a_fold),
        cmocka_unit_test(the_bank_takes_every_wager_but_those_on_a_meter),
        cmocka_unit_test(the_total_action_is_the_wagers_by_spot),
        cmocka_unit_test(the_reasons_that_win_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
