// The registry of wagers against what settlement does with them: a row that says something else than
// the code behind it would be believed by all who list wagers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/sides.h"
#include "uth/round.h"
#include "uth/settle.h"

// Washington with four bets of the profile's own, one for each thing a fold may do.
static struct uth_rules rules_with_all(void)
{
    struct uth_rules rules = uth_rules_washington;
    struct uth_fault fault;
    add_own_bet(&rules, UTH_WAGER_OWN_1, UTH_BET_HOLE_FLOP, UTH_FOLD_LOSES);
    add_own_bet(&rules, UTH_WAGER_OWN_2, UTH_BET_BOARD, UTH_FOLD_LOSES_UNLESS_WON);
    add_own_bet(&rules, UTH_WAGER_OWN_3, UTH_BET_DEALER, UTH_FOLD_TUCKED);
    add_own_bet(&rules, UTH_WAGER_OWN_4, UTH_BET_HOLE, UTH_FOLD_BESIDE);
    assert_int_equal(uth_rules_check(&rules, &fault), UTH_OK);
    return rules;
}

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

// A bet of the profile's own goes by its id and title, and its place only where there is none.
static void a_wager_is_called_as_the_profile_calls_it(void **state)
{
    (void)state;
    static const char *const titles[] = {"Bet A", "Bet B", "Bet C", "Bet D"};
    static const char *const names[] = {"bet_a", "bet_b", "bet_c", "bet_d"};
    const struct uth_rules rules = rules_with_all();
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const bool own = uth_wager_is_own(wager);
        const char *name = own ? names[i - UTH_WAGER_OWN_1] : uth_wagers[i].name;
        const char *title = own ? titles[i - UTH_WAGER_OWN_1] : uth_wagers[i].title;
        assert_int_equal(own, i >= UTH_WAGER_OWN_1);
        assert_string_equal(uth_rules_wager_name(&rules, wager), name);
        assert_string_equal(uth_rules_wager_title(&rules, wager), title);
        assert_int_equal(uth_rules_wager_find(&rules, name), wager);
        assert_true(uth_rules_has_wager(&rules, wager));
        assert_int_equal(uth_rules_has_wager(&uth_rules_washington, wager), !own);
        assert_string_equal(uth_rules_wager_name(&uth_rules_washington, wager), uth_wagers[i].name);
        assert_string_equal(uth_rules_wager_title(&uth_rules_washington, wager),
                            uth_wagers[i].title);
        assert_int_equal(uth_rules_wager_find(&uth_rules_washington, uth_wagers[i].name),
                         own ? UTH_WAGER_COUNT : wager);
    }
    assert_int_equal(uth_rules_wager_find(&rules, "own_1"), UTH_WAGER_COUNT);
    assert_int_equal(uth_rules_wager_find(&rules, ""), UTH_WAGER_COUNT);
}

// BET-4, PLAY-5, SHOW-7, BB-2, PAIR-1, PAIR-3, PROG-1
static void the_rows_and_the_makers_bets_are_the_rulebooks(void **state)
{
    (void)state;
    static const enum uth_wager_fold folds[UTH_WAGER_COUNT] = {
        [UTH_WAGER_ANTE] = UTH_FOLD_LOSES,         [UTH_WAGER_BLIND] = UTH_FOLD_LOSES,
        [UTH_WAGER_PLAY] = UTH_FOLD_LOSES,         [UTH_WAGER_TRIPS] = UTH_FOLD_LOSES_UNLESS_WON,
        [UTH_WAGER_BAD_BEAT] = UTH_FOLD_BESIDE,    [UTH_WAGER_PAIRS] = UTH_FOLD_TUCKED,
        [UTH_WAGER_PROGRESSIVE] = UTH_FOLD_BESIDE,
    };
    static const enum uth_bet_cards cards[UTH_WAGER_COUNT] = {
        [UTH_WAGER_TRIPS] = UTH_BET_HOLE_BOARD,
        [UTH_WAGER_BAD_BEAT] = UTH_BET_BEATEN,
        [UTH_WAGER_PAIRS] = UTH_BET_HOLE,
        [UTH_WAGER_PROGRESSIVE] = UTH_BET_HOLE_BOARD,
    };
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        assert_int_equal(uth_wagers[i].fold, folds[i]);
        assert_int_equal(uth_rules_fold(&uth_rules_washington, wager), folds[i]);
        assert_int_equal(uth_rules_fold(&uth_rules_california_8, wager), folds[i]);
        assert_int_equal(uth_wagers[i].on_meter, i == UTH_WAGER_PROGRESSIVE);
        assert_int_equal(uth_rules_needs(&uth_rules_washington, wager),
                         i == UTH_WAGER_BAD_BEAT ? 1U << UTH_WAGER_TRIPS : 0);
        if (uth_wager_is_side(wager) && !uth_wager_is_own(wager)) {
            assert_int_equal(uth_rules_side(&uth_rules_washington, wager)->cards, cards[i]);
        }
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

// Every side bet but the Progressive chooses among tables, by the kind of hand or by two cards.
static void a_side_bet_has_tables_of_the_kind_its_cards_say(void **state)
{
    (void)state;
    const struct uth_rules all = rules_with_all();
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        assert_int_equal(uth_wager_is_side(wager), !uth_wagers[i].is_base);
        assert_int_equal(uth_wager_has_lines(wager),
                         !uth_wagers[i].is_base && !uth_wagers[i].on_meter);
        assert_int_equal(uth_rules_table_id(&all, wager) != NULL, uth_wager_has_lines(wager));
        if (!uth_wager_is_side(wager)) {
            continue;
        }
        const struct uth_bet *bet = uth_rules_side(&all, wager);
        assert_int_equal(bet->table_count != 0, uth_wager_has_lines(wager));
        for (uint8_t at = 0; at < bet->table_count; at++) {
            struct uth_rules rules = all;
            uth_rules_use_table(&rules, wager, at);
            assert_string_equal(uth_rules_table_id(&rules, wager), bet->tables[at].id);
            for (unsigned line = 0; line < bet->tables[at].line_count; line++) {
                assert_int_equal(bet->tables[at].lines[line].condition.when == UTH_WHEN_HAND,
                                 bet->cards != UTH_BET_HOLE);
            }
        }
    }
    for (unsigned i = UTH_WAGER_TRIPS; i <= UTH_WAGER_BAD_BEAT; i++) {
        const struct uth_bet_table *table =
            uth_bet_table(uth_rules_side(&uth_rules_washington, (enum uth_wager)i));
        for (unsigned line = 0; line < table->line_count; line++) {
            const uth_hand least = table->lines[line].condition.least;
            assert_true(is_line_of_kind(&table->lines[line], uth_hand_kind_of(least)));
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
static void a_fold_takes_the_wagers_whose_fold_rule_says_so(void **state)
{
    (void)state;
    const struct uth_rules rules = rules_with_all();
    const struct uth_facts facts = losing_hand(true);
    struct uth_settled lines[UTH_FOLD_LINES_MAX];
    const unsigned count = uth_settle_fold(&rules, &facts, 0, lines);
    unsigned taken = 0;
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(lines[i].net.cents, -lines[i].stake.cents);
        taken |= 1U << lines[i].wager;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const bool made = facts.players[0].stakes[i].cents != 0;
        const bool loses = uth_rules_fold(&rules, (enum uth_wager)i) <= UTH_FOLD_LOSES_UNLESS_WON;
        assert_int_equal(taken >> i & 1, made && loses);
    }
    assert_int_equal(taken, 1U << UTH_WAGER_ANTE | 1U << UTH_WAGER_BLIND | 1U << UTH_WAGER_TRIPS |
                                1U << UTH_WAGER_OWN_1 | 1U << UTH_WAGER_OWN_2);
}

// A round under these rules from its opening on.
static struct uth_round opened_round(const struct uth_rules *rules)
{
    const struct uth_command open = {.kind = UTH_COMMAND_OPEN};
    static struct uth_events events;
    struct uth_round round;
    memset(&round, 0, sizeof round);
    assert_int_equal(uth_round_decide(rules, &round, &open, &events), UTH_OK);
    assert_int_equal(events.count, 1);
    uth_round_apply(&round, &events.list[0]);
    return round;
}

// PLAY-5, SHOW-10, PAIR-3, SHOW-8: where the hand lies that one wager alone keeps after a fold.
static void a_folded_hand_lies_where_the_fold_rule_of_its_wager_says(void **state)
{
    (void)state;
    static const enum uth_hand_place places[UTH_FOLD_COUNT] = {
        [UTH_FOLD_LOSES] = UTH_HAND_BESIDE_WAGER, // asked of a hand that is on the table still
        [UTH_FOLD_LOSES_UNLESS_WON] = UTH_HAND_UP_FOR_TRIPS,
        [UTH_FOLD_TUCKED] = UTH_HAND_UNDER_PAIRS,
        [UTH_FOLD_BESIDE] = UTH_HAND_BESIDE_WAGER,
    };
    const struct uth_rules rules = rules_with_all();
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager_fold fold = uth_rules_fold(&rules, (enum uth_wager)i);
        struct uth_round round = opened_round(&rules);
        assert_int_equal(round.folds[i], fold);
        round.phase = UTH_PHASE_RIVER;
        round.seats[2].in = round.seats[2].folded = 1;
        round.seats[2].stakes[i].cents = 500;
        assert_int_equal(uth_round_hand_place(&round, 3), places[fold]);
    }
}

// SHOW-8: after a fold the dealer's cards are turned only for a wager that looks at them.
static void only_wagers_on_the_dealers_cards_need_them_after_a_fold(void **state)
{
    (void)state;
    static const bool looks[UTH_WAGER_COUNT] = {
        [UTH_WAGER_BAD_BEAT] = true,
        [UTH_WAGER_PAIRS] = true,
        [UTH_WAGER_OWN_3] = true, // the dealer's hand
        [UTH_WAGER_OWN_4] = true, // a pair of both
    };
    struct uth_rules rules = rules_with_all();
    uth_rules_use_table(&rules, UTH_WAGER_PAIRS, 1); // table 2, with aces of both (PAIR-2)
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        struct uth_facts facts = losing_hand(true);
        memset(facts.players[0].stakes, 0, sizeof facts.players[0].stakes);
        facts.players[0].stakes[i].cents = 500;
        assert_int_equal(uth_settle_needs_dealer(&rules, &facts), looks[i]);
        if (uth_wager_has_lines((enum uth_wager)i)) { // a bet that the fold has lost needs nothing
            struct uth_rules lost = rules;
            lost.sides[i - UTH_WAGER_TRIPS].fold = UTH_FOLD_LOSES;
            assert_false(uth_settle_needs_dealer(&lost, &facts));
        }
    }
}

// BANK-2, PROG-1: what the bank gains is what the player loses, but for the wagers of a meter.
static void the_bank_takes_every_wager_but_those_on_a_meter(void **state)
{
    (void)state;
    const struct uth_rules rules = rules_with_all();
    const struct uth_facts facts = losing_hand(false);
    struct uth_settlement settlement;
    uth_settle(&rules, &facts, &settlement);
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

// The reasons a wager can end by, from `first` to `last`.
static void assert_reasons(const struct uth_rules *rules, enum uth_wager wager,
                           enum uth_reason first, enum uth_reason last)
{
    for (unsigned i = first; i <= last; i++) {
        char text[UTH_REASON_TEXT_MAX];
        const enum uth_reason reason = (enum uth_reason)i;
        assert_ptr_equal(uth_reason_text(rules, wager, reason, text), text);
        const char *says = strstr(text, ": ");
        assert_non_null(says);
        assert_non_null(strstr(says, uth_rules_wager_title(rules, wager)));
        assert_int_equal(uth_reason_wins(reason), strstr(says, " wins") != NULL);
        for (unsigned j = first; j < i; j++) {
            char other[UTH_REASON_TEXT_MAX];
            assert_string_not_equal(text, uth_reason_text(rules, wager, (enum uth_reason)j, other));
        }
    }
}

static void the_reasons_that_win_say_so(void **state)
{
    (void)state;
    const struct uth_rules rules = rules_with_all();
    assert_reasons(&rules, UTH_WAGER_ANTE, UTH_REASON_ANTE_WINS, UTH_REASON_ANTE_FOLDED);
    assert_reasons(&rules, UTH_WAGER_PLAY, UTH_REASON_PLAY_WINS, UTH_REASON_PLAY_TIES);
    assert_reasons(&rules, UTH_WAGER_BLIND, UTH_REASON_BLIND_WINS, UTH_REASON_BLIND_FOLDED);
    assert_reasons(&rules, UTH_WAGER_PROGRESSIVE, UTH_REASON_PROGRESSIVE_WINS,
                   UTH_REASON_PROGRESSIVE_LOSES);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_wager_has_lines((enum uth_wager)i)) {
            assert_reasons(&rules, (enum uth_wager)i, UTH_REASON_SIDE_WINS, UTH_REASON_SIDE_TIES);
        }
    }
}

// Between the reasons of side bets and of the Progressive lie those of old records, which are read
// as others.
static void a_reason_of_old_records_has_no_words(void **state)
{
    (void)state;
    char text[UTH_REASON_TEXT_MAX];
    for (unsigned i = UTH_REASON_SIDE_TIES + 1; i < UTH_REASON_PROGRESSIVE_WINS; i++) {
        EXPECT_CHECK_FAILURE(uth_reason_wins((enum uth_reason)i));
        EXPECT_CHECK_FAILURE(
            uth_reason_text(&uth_rules_washington, UTH_WAGER_PAIRS, (enum uth_reason)i, text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wager_has_a_name_and_a_title_of_its_own),
        cmocka_unit_test(a_wager_is_called_as_the_profile_calls_it),
        cmocka_unit_test(the_rows_and_the_makers_bets_are_the_rulebooks),
        cmocka_unit_test(ante_blind_and_play_are_the_base_and_stand_first),
        cmocka_unit_test(a_side_bet_has_tables_of_the_kind_its_cards_say),
        cmocka_unit_test(a_fold_takes_the_wagers_whose_fold_rule_says_so),
        cmocka_unit_test(a_folded_hand_lies_where_the_fold_rule_of_its_wager_says),
        cmocka_unit_test(only_wagers_on_the_dealers_cards_need_them_after_a_fold),
        cmocka_unit_test(the_bank_takes_every_wager_but_those_on_a_meter),
        cmocka_unit_test(the_total_action_is_the_wagers_by_spot),
        cmocka_unit_test(the_reasons_that_win_say_so),
        cmocka_unit_test(a_reason_of_old_records_has_no_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
