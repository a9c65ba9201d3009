// All showdowns there are: the player's kind of hand by the dealer's, higher, equal and lower within
// a kind, with real cards for each; folded or not, and every switch of the profile that bears on
// them. What each wager must do is written below as tables, from the rulebook.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/rng.h"
#include "support/sides.h"
#include "twin.h"
#include "uth/settle.h"

// ---- what must happen -------------------------------------------------------------------------

// The player's hand against the dealer's; a fold has no showdown.
enum relation { LOWER = 0, EQUAL = 1, HIGHER = 2, FOLDED = 3, RELATIONS = 4 };

#define LOSE UTH_OUTCOME_LOSE
#define PUSH UTH_OUTCOME_PUSH
#define WIN  UTH_OUTCOME_WIN
#define NONE UTH_OUTCOME_COUNT // no such wager

// clang-format off

// SHOW-2 to SHOW-5, PLAY-5: Ante and Play pay 1 to 1. The Ante against a dealer who does not qualify is
// a switch: it pushes (the rulebook's), plays on, or wins.
static const struct {
    enum uth_outcome qualified, pushes, plays, wins, play;
} base[RELATIONS] = {
    [LOWER]  = { LOSE, PUSH, LOSE, WIN,  LOSE },
    [EQUAL]  = { PUSH, PUSH, PUSH, WIN,  PUSH },
    [HIGHER] = { WIN,  PUSH, WIN,  WIN,  WIN  },
    [FOLDED] = { LOSE, LOSE, LOSE, LOSE, NONE },
};

// In halves of the stake, to 1; 0 does not pay. High card, pair, two pairs, three, straight, flush, full
// house, four, straight flush, royal flush.
static const int blind_pays[UTH_HAND_COUNT] = { 0, 0, 0, 0, 2, 3, 6, 20, 100, 1000 }; // SHOW-6

static const struct { const char *id; int pays[UTH_HAND_COUNT]; } trips_pays[] = { // SHOW-7
    { "UTH-01", { 0, 0, 0, 3, 4, 7, 9, 30, 40, 50 } },
    { "UTH-02", { 0, 0, 0, 3, 5, 6, 8, 30, 40, 50 } },
    { "UTH-03", { 0, 0, 0, 3, 4, 7, 8, 30, 40, 50 } },
    { "UTH-04", { 0, 0, 0, 3, 5, 6, 7, 20, 40, 50 } },
};

static const struct { const char *id; int pays[UTH_HAND_COUNT]; } bad_beat_pays[] = { // BB-1, BB-2
    { "BBB-01", { 0, 0, 0, 9, 20, 25, 40, 500, 10000, 0 } },
    { "BBB-02", { 0, 0, 0, 9, 20, 30, 50, 500,  7500, 0 } },
    { "BBB-03", { 0, 0, 0, 9, 20, 30, 50, 500,  2500, 0 } },
};

// PROG-1, for 1. A royal flush is worth a share of the meter, or 3,000 on the board: any win.
static const int progressive_pays[UTH_HAND_COUNT] = { 0, 0, 0, 0, 0, 0, 10, 100, 250, -1 };

// Nobody can be dealt these, whatever the cards.
static const struct {
    enum uth_hand_kind player, dealer;
    enum relation relation;
    const char *why;
} impossible[] = {
    { UTH_HAND_ROYAL_FLUSH, UTH_HAND_ROYAL_FLUSH, HIGHER, "royal flushes are equal" },
    { UTH_HAND_ROYAL_FLUSH, UTH_HAND_ROYAL_FLUSH, LOWER,  "royal flushes are equal" },
    { UTH_HAND_FULL_HOUSE,  UTH_HAND_HIGH_CARD,   HIGHER, "a full house needs a pair on the board" },
    { UTH_HAND_HIGH_CARD,   UTH_HAND_FULL_HOUSE,  LOWER,  "a full house needs a pair on the board" },
    { UTH_HAND_FOUR,        UTH_HAND_HIGH_CARD,   HIGHER, "four of a kind needs a pair on the board" },
    { UTH_HAND_HIGH_CARD,   UTH_HAND_FOUR,        LOWER,  "four of a kind needs a pair on the board" },
};
// clang-format on

#define IMPOSSIBLE (sizeof impossible / sizeof impossible[0])

// ---- cards for each ---------------------------------------------------------------------------

struct showdown {
    bool found;
    uth_card community[5], player[2], dealer[2];
};

struct showdowns {
    struct showdown cells[UTH_HAND_COUNT][UTH_HAND_COUNT][FOLDED];
    unsigned found;
};

static bool is_impossible(unsigned player, unsigned dealer, unsigned relation)
{
    for (size_t i = 0; i < IMPOSSIBLE; i++) {
        if (impossible[i].player == player && impossible[i].dealer == dealer &&
            impossible[i].relation == relation) {
            return true;
        }
    }
    return false;
}

// Different kinds decide by themselves; within a kind there are all three.
static bool is_a_cell(unsigned player, unsigned dealer, unsigned relation)
{
    return player == dealer || relation == (player > dealer ? HIGHER : LOWER);
}

static twin_strength best_of(const uth_card hole[2], const uth_card community[5])
{
    const uth_card seven[7] = {hole[0],      hole[1],      community[0], community[1],
                               community[2], community[3], community[4]};
    twin_strength best = 0;
    for (unsigned a = 0; a < 7; a++) {
        for (unsigned b = a + 1; b < 7; b++) {
            uth_card five[5];
            unsigned count = 0;
            for (unsigned i = 0; i < 7; i++) {
                if (i != a && i != b) {
                    five[count++] = seven[i];
                }
            }
            const twin_strength strength = twin_of_five(five, TWIN_NONE);
            best = strength > best ? strength : best;
        }
    }
    return best;
}

// Nine cards of few ranks or few suits as often as not, and of high ones, so that rare kinds meet.
static void draw_nine(struct rng *rng, uth_card nine[9])
{
    const unsigned ranks = 4 + rng_below(rng, 10);
    const unsigned suits = 1 + rng_below(rng, 4);
    const unsigned top = 13 - ranks;
    const unsigned lowest = rng_below(rng, 2) == 0 ? top : rng_below(rng, top + 1);
    uth_cards dead = UTH_CARDS_ALL;
    unsigned free_cards = 0;
    for (unsigned card = 0; card < UTH_DECK_SIZE; card++) {
        if (card / 4 >= lowest && card / 4 < lowest + ranks && card % 4 < suits) {
            dead &= ~uth_cards_of((uth_card)card);
            free_cards++;
        }
    }
    const unsigned first = free_cards < 9 ? 4 : 9;
    rng_deal(rng, dead, nine, first);
    rng_deal(rng, uth_cards_from(nine, first), nine + first, 9 - first);
}

static void keep_one(struct showdown *cell, const uth_card community[5], const uth_card player[2],
                     const uth_card dealer[2], unsigned *found)
{
    if (!cell->found) {
        cell->found = true;
        memcpy(cell->community, community, 5);
        memcpy(cell->player, player, 2);
        memcpy(cell->dealer, dealer, 2);
        (*found)++;
    }
}

// The showdown, and the same with the hands exchanged.
static void keep(struct showdowns *showdowns, const uth_card nine[9])
{
    const twin_strength a = best_of(nine + 5, nine);
    const twin_strength b = best_of(nine + 7, nine);
    const enum relation relation = a > b ? HIGHER : a < b ? LOWER : EQUAL;
    keep_one(&showdowns->cells[twin_kind(a)][twin_kind(b)][relation], nine, nine + 5, nine + 7,
             &showdowns->found);
    keep_one(&showdowns->cells[twin_kind(b)][twin_kind(a)][HIGHER - relation], nine, nine + 7,
             nine + 5, &showdowns->found);
}

#define DEALS_MAX 50000000

static unsigned find_showdowns(struct rng *rng, struct showdowns *showdowns)
{
    unsigned wanted = 0;
    for (unsigned i = 0; i < UTH_HAND_COUNT * UTH_HAND_COUNT * FOLDED; i++) {
        const unsigned player = i / FOLDED / UTH_HAND_COUNT;
        const unsigned dealer = i / FOLDED % UTH_HAND_COUNT;
        wanted +=
            is_a_cell(player, dealer, i % FOLDED) && !is_impossible(player, dealer, i % FOLDED);
    }
    *showdowns = (struct showdowns){0};
    unsigned deals = 0;
    for (; deals < DEALS_MAX && showdowns->found < wanted; deals++) {
        uth_card nine[9];
        draw_nine(rng, nine);
        keep(showdowns, nine);
    }
    return deals;
}

// ---- one cell under one set of switches -------------------------------------------------------

#define STAKE 1000

struct cell {
    unsigned player, dealer;      // kinds
    enum relation relation, seen; // `seen` is FOLDED for a player who did
    const struct showdown *showdown;
};

struct expected {
    enum uth_outcome outcome;
    int64_t net;
};

static struct expected paid(int halves)
{
    return halves > 0 ? (struct expected){WIN, (int64_t)STAKE * halves / 2}
                      : (struct expected){LOSE, -STAKE};
}

static struct expected even_money(enum uth_outcome outcome, int64_t stake)
{
    return (struct expected){outcome, outcome == WIN ? stake : outcome == LOSE ? -stake : 0};
}

static struct expected expected_ante(const struct cell *cell, const struct uth_rules *rules)
{
    const bool qualified = cell->dealer >= (unsigned)uth_hand_kind_of(rules->qualifier);
    const enum uth_outcome outcome =
        qualified                                    ? base[cell->seen].qualified
        : rules->ante_unqualified == UTH_ANTE_PUSHES ? base[cell->seen].pushes
        : rules->ante_unqualified == UTH_ANTE_PLAYS  ? base[cell->seen].plays
                                                     : base[cell->seen].wins;
    return even_money(outcome, STAKE);
}

// SHOW-7
static bool keeps_trips(const struct uth_rules *rules)
{
    return rules->SIDE(UTH_WAGER_TRIPS).fold == UTH_FOLD_LOSES_UNLESS_WON;
}

static struct expected expected_of(const struct cell *cell, const struct uth_rules *rules,
                                   enum uth_wager wager)
{
    const unsigned beaten = cell->relation == HIGHER ? cell->dealer : cell->player;
    switch (wager) {
    case UTH_WAGER_ANTE: return expected_ante(cell, rules);
    case UTH_WAGER_PLAY: return even_money(base[cell->seen].play, 4 * (int64_t)STAKE);
    case UTH_WAGER_BLIND:
        if (cell->seen == HIGHER && blind_pays[cell->player] > 0) {
            return paid(blind_pays[cell->player]);
        }
        return even_money(cell->seen == HIGHER || cell->seen == EQUAL ? PUSH : LOSE, STAKE);
    case UTH_WAGER_TRIPS:
        return paid(cell->seen == FOLDED && !keeps_trips(rules)
                        ? 0
                        : 2 * trips_pays[rules->SIDE(UTH_WAGER_TRIPS).table].pays[cell->player]);
    case UTH_WAGER_BAD_BEAT: // BB-3: a tie loses; SHOW-8: a fold changes nothing
        return paid(cell->relation == EQUAL
                        ? 0
                        : 2 * bad_beat_pays[rules->SIDE(UTH_WAGER_BAD_BEAT).table].pays[beaten]);
    case UTH_WAGER_PROGRESSIVE:
        return (struct expected){progressive_pays[cell->player] != 0 ? WIN : LOSE,
                                 (int64_t)100 * progressive_pays[cell->player] - 100};
    case UTH_WAGER_PAIRS:
    case UTH_WAGER_OWN_1:
    case UTH_WAGER_OWN_2:
    case UTH_WAGER_OWN_3:
    case UTH_WAGER_OWN_4:
    case UTH_WAGER_COUNT: break;
    }
    return (struct expected){NONE, 0};
}

static struct uth_facts facts_of_cell(const struct cell *cell, const struct uth_rules *rules)
{
    struct uth_facts facts = {.player_count = 1};
    struct uth_player_facts *const player = &facts.players[0];
    memcpy(facts.community, cell->showdown->community, 5);
    memcpy(facts.dealer, cell->showdown->dealer, 2);
    memcpy(player->cards, cell->showdown->player, 2);
    player->seat = 1;
    player->folded = cell->seen == FOLDED;
    player->stakes[UTH_WAGER_ANTE].cents = STAKE;
    player->stakes[UTH_WAGER_BLIND].cents = STAKE;
    player->stakes[UTH_WAGER_PLAY].cents = player->folded ? 0 : 4 * (int64_t)STAKE;
    player->stakes[UTH_WAGER_TRIPS].cents = STAKE;
    player->stakes[UTH_WAGER_BAD_BEAT].cents = STAKE;
    player->stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    facts.meter.amount.cents = 10000000;
    if (rules->banked_by == UTH_BANKED_BY_PLAYER) {
        facts.bank_seat = 2;
        facts.bank_wager.cents = INT64_C(10000000000);
    }
    return facts;
}

// What is made of every line of a wager before it is judged.
struct spoilt {
    enum uth_wager wager;
    int64_t cents; // more
    bool pushed;
};

struct tried {
    const struct uth_rules *rules;
    const struct spoilt *spoilt; // NULL for nothing
};

static void spoil(struct uth_settlement *settlement, const struct spoilt *spoilt)
{
    for (unsigned i = 0; spoilt != NULL && i < settlement->line_count; i++) {
        struct uth_settled *const line = &settlement->lines[i];
        if (line->wager == spoilt->wager) {
            line->net.cents += spoilt->cents;
            line->outcome = spoilt->pushed ? PUSH : line->outcome;
        }
    }
}

// SHOW-9, PLAY-5, SHOW-2: the lines as they should stand, a letter each: Ante, Play, Blind, Trips, the
// Bad Beat as E and the Progressive as R.
static const char *order_of(const struct cell *cell, const struct uth_rules *rules)
{
    const bool refunded = rules->ante_unqualified == UTH_ANTE_PUSHES &&
                          cell->dealer < (unsigned)uth_hand_kind_of(rules->qualifier);
    if (cell->seen == FOLDED) {
        return "ABTER";
    }
    return cell->seen == LOWER && !refunded ? "PABTER" : "APBTER";
}

// PLAY-5: Ante and Blind, and Trips unless it wins.
static unsigned taken_at_the_fold(const struct cell *cell, const struct uth_rules *rules)
{
    const bool wins = keeps_trips(rules) &&
                      trips_pays[rules->SIDE(UTH_WAGER_TRIPS).table].pays[cell->player] != 0;
    return cell->seen != FOLDED ? 0 : wins ? 2 : 3;
}

static bool in_order(const struct uth_settlement *settlement, const struct cell *cell,
                     const struct uth_rules *rules)
{
    static const char letters[UTH_WAGER_COUNT] = {'A', 'B', 'P', 'T', 'E', 'U',
                                                  'R', '1', '2', '3', '4'};
    const char *const order = order_of(cell, rules);
    bool right = settlement->line_count == strlen(order) &&
                 settlement->fold_lines == taken_at_the_fold(cell, rules);
    for (unsigned i = 0; i < settlement->line_count && right; i++) {
        right = letters[settlement->lines[i].wager] == order[i];
    }
    return right;
}

// Settled by the rules tried, how many wagers are not as the tables say for the rules stated.
static unsigned wrong_in(const struct cell *cell, const struct tried *tried,
                         const struct uth_rules *stated)
{
    const struct uth_rules *rules = tried->rules;
    const struct uth_facts facts = facts_of_cell(cell, rules);
    struct uth_settlement settlement;
    struct uth_refusal refusal;
    assert_int_equal(uth_admit_facts(rules, &facts, &refusal), UTH_OK);
    uth_settle(rules, &facts, &settlement);
    spoil(&settlement, tried->spoilt);
    unsigned wrong = !in_order(&settlement, cell, stated);
    wrong +=
        settlement.qualifies != (cell->dealer >= (unsigned)uth_hand_kind_of(stated->qualifier));
    for (unsigned i = 0; i < settlement.line_count; i++) {
        const struct uth_settled *const line = &settlement.lines[i];
        const struct expected expected = expected_of(cell, stated, line->wager);
        const bool any_net =
            line->wager == UTH_WAGER_PROGRESSIVE && progressive_pays[cell->player] < 0;
        wrong += line->outcome != expected.outcome || (line->net.cents != expected.net && !any_net);
    }
    return wrong;
}

// ---- the whole table --------------------------------------------------------------------------

// One number for each set of switches.
#define SWITCHES (9 * 3 * 2 * 2 * 2 * 3 * 4 * 3)

static unsigned take(unsigned *number, unsigned count)
{
    const unsigned chosen = *number % count;
    *number /= count;
    return chosen;
}

static struct uth_rules rules_of(unsigned number)
{
    struct uth_rules rules = uth_rules_washington;
    rules.games_max = 0; // all wagers at once
    rules.seats = 2;
    rules.qualifier = (uth_hand)(take(&number, 9) << 12); // SHOW-1
    rules.ante_unqualified = (enum uth_ante_rule)take(&number, 3);
    rules.ante_refund_first = take(&number, 2) != 0;
    rules.SIDE(UTH_WAGER_TRIPS).fold =
        take(&number, 2) != 0 ? UTH_FOLD_LOSES_UNLESS_WON : UTH_FOLD_LOSES;
    rules.banked_by = take(&number, 2) != 0 ? UTH_BANKED_BY_PLAYER : UTH_BANKED_BY_HOUSE;
    rules.coverage = (enum uth_coverage)take(&number, UTH_COVERAGE_COUNT);
    rules.SIDE(UTH_WAGER_TRIPS).table = (uint8_t)take(&number, 4);
    rules.SIDE(UTH_WAGER_BAD_BEAT).table = (uint8_t)take(&number, 3);
    rules.bank_hands_max = 2;
    return rules;
}

struct count {
    unsigned cells, wrong;
};

// All cells, folded and not.
static struct count try_all(const struct showdowns *showdowns, struct tried tried,
                            const struct uth_rules *stated)
{
    struct count count = {0};
    for (unsigned i = 0; i < UTH_HAND_COUNT * UTH_HAND_COUNT * FOLDED * 2; i++) {
        const unsigned place = i / 2;
        struct cell cell = {.player = place / FOLDED / UTH_HAND_COUNT,
                            .dealer = place / FOLDED % UTH_HAND_COUNT,
                            .relation = (enum relation)(place % FOLDED)};
        cell.seen = i % 2 == 0 ? cell.relation : FOLDED;
        cell.showdown = &showdowns->cells[cell.player][cell.dealer][cell.relation];
        if (!cell.showdown->found) {
            continue;
        }
        const unsigned wrong = wrong_in(&cell, &tried, stated);
        if (wrong != 0 && tried.rules == stated && tried.spoilt == NULL) {
            static const char *const seen[] = {"lower", "equal", "higher", "folded"};
            print_message("%s %s against %s is wrong\n", seen[cell.seen],
                          uth_hand_kind_name((enum uth_hand_kind)cell.player),
                          uth_hand_kind_name((enum uth_hand_kind)cell.dealer));
        }
        count.cells++;
        count.wrong += wrong;
    }
    return count;
}

static const char *const relations[] = {"lower than", "equal to", "higher than"};

static void print_missing(const struct showdowns *showdowns)
{
    for (unsigned i = 0; i < UTH_HAND_COUNT * UTH_HAND_COUNT * FOLDED; i++) {
        const unsigned player = i / FOLDED / UTH_HAND_COUNT;
        const unsigned dealer = i / FOLDED % UTH_HAND_COUNT;
        if (is_a_cell(player, dealer, i % FOLDED) && !is_impossible(player, dealer, i % FOLDED) &&
            !showdowns->cells[player][dealer][i % FOLDED].found) {
            print_message("not found: %s %s %s\n", uth_hand_kind_name((enum uth_hand_kind)player),
                          relations[i % FOLDED], uth_hand_kind_name((enum uth_hand_kind)dealer));
        }
    }
}

static void print_impossible(void)
{
    for (size_t i = 0; i < IMPOSSIBLE; i++) {
        print_message("# impossible: %s %s %s: %s\n", uth_hand_kind_name(impossible[i].player),
                      relations[impossible[i].relation], uth_hand_kind_name(impossible[i].dealer),
                      impossible[i].why);
    }
}

/* SHOW-1 to SHOW-8, BB-1 to BB-3, PROG-1 */
static void every_showdown_under_every_switch_is_settled_as_the_tables_say(void **state)
{
    (void)state;
    static struct showdowns showdowns;
    struct rng rng = rng_from_environment();
    const unsigned deals = find_showdowns(&rng, &showdowns);
    print_message("# tried: %u showdowns of 10 x 10 kinds, found in %u deals; %zu are impossible\n",
                  showdowns.found, deals, IMPOSSIBLE);
    print_impossible();
    print_missing(&showdowns);
    assert_int_equal(showdowns.found, 120 - IMPOSSIBLE);
    for (size_t i = 0; i < IMPOSSIBLE; i++) {
        assert_false(
            showdowns.cells[impossible[i].player][impossible[i].dealer][impossible[i].relation]
                .found);
    }
    struct count sum = {0};
    for (unsigned i = 0; i < SWITCHES; i++) {
        const struct uth_rules rules = rules_of(i);
        const struct count count = try_all(&showdowns, (struct tried){&rules, NULL}, &rules);
        sum.cells += count.cells;
        sum.wrong += count.wrong;
    }
    print_message(
        "# tried: %u cells: each showdown, folded or not, under %u settings of the switches\n",
        sum.cells, (unsigned)SWITCHES);
    assert_int_equal(sum.wrong, 0);
    assert_int_equal(sum.cells, 2 * showdowns.found * SWITCHES);
}

static void the_tables_are_those_of_the_profile(void **state)
{
    (void)state;
    const struct uth_bet *trips = uth_rules_side(&uth_rules_washington, UTH_WAGER_TRIPS);
    const struct uth_bet *bad_beat = uth_rules_side(&uth_rules_washington, UTH_WAGER_BAD_BEAT);
    for (unsigned i = 0; i < trips->table_count; i++) {
        assert_string_equal(trips->tables[i].id, trips_pays[i].id);
    }
    for (unsigned i = 0; i < bad_beat->table_count; i++) {
        assert_string_equal(bad_beat->tables[i].id, bad_beat_pays[i].id);
    }
}

// One thing at a time, got wrong: none may pass.
static void whatever_is_settled_otherwise_is_noticed(void **state)
{
    (void)state;
    static struct showdowns showdowns;
    struct rng rng = rng_from_environment();
    (void)find_showdowns(&rng, &showdowns);
    const struct uth_rules stated = rules_of(1); // a pair qualifies
    for (unsigned i = 0; i < 9; i++) {
        struct uth_rules rules = stated;
        struct uth_progressive_pay *const progressive = rules.progressive.table.pays;
        switch (i) {
        case 0: rules.qualifier = UTH_HAND_TWO_PAIRS << 12; break;
        case 1: rules.ante_unqualified = UTH_ANTE_PLAYS; break;
        case 2:
            rules.SIDE(UTH_WAGER_TRIPS).fold =
                keeps_trips(&rules) ? UTH_FOLD_LOSES : UTH_FOLD_LOSES_UNLESS_WON;
            break;
        case 3: rules.blind.pays[UTH_HAND_FLUSH] = (struct uth_odds){1, 1}; break;
        case 4: rules.blind.pays[UTH_HAND_ROYAL_FLUSH] = (struct uth_odds){0, 0}; break;
        case 5:
            set_pay_of_kind(&rules.SIDE(UTH_WAGER_TRIPS).tables[0], UTH_HAND_TWO_PAIRS,
                            (struct uth_odds){1, 1});
            break;
        case 6: rules.SIDE(UTH_WAGER_BAD_BEAT).tables[0].lines[0].pays.num--; break;
        case 7: progressive[UTH_PROGRESSIVE_FULL_HOUSE].for_one--; break;
        default: progressive[UTH_PROGRESSIVE_FLUSH].for_one = 1; break;
        }
        const struct count count = try_all(&showdowns, (struct tried){&rules, NULL}, &stated);
        print_message("# fault %u: %u wagers noticed\n", i + 1, count.wrong);
        assert_true(count.wrong > 0);
    }
    assert_int_equal(try_all(&showdowns, (struct tried){&stated, NULL}, &stated).wrong, 0);
}

// No rule says another pay of Ante and Play than 1 to 1: what is settled is changed, of every wager.
static void a_line_that_is_another_is_noticed(void **state)
{
    (void)state;
    static struct showdowns showdowns;
    struct rng rng = rng_from_environment();
    (void)find_showdowns(&rng, &showdowns);
    const struct uth_rules stated = rules_of(1);
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        for (unsigned way = 0; way < 3 && wager != UTH_WAGER_PAIRS && !uth_wager_is_own(wager);
             way++) {
            const struct spoilt spoilt = {(enum uth_wager)wager,
                                          way == 0   ? 1
                                          : way == 1 ? -1
                                                     : 0,
                                          way == 2};
            const struct count count =
                try_all(&showdowns, (struct tried){&stated, &spoilt}, &stated);
            print_message("# %s, way %u: %u noticed in %u cells\n",
                          uth_wager_name((enum uth_wager)wager), way, count.wrong, count.cells);
            assert_true(count.wrong > 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_showdown_under_every_switch_is_settled_as_the_tables_say),
        cmocka_unit_test(the_tables_are_those_of_the_profile),
        cmocka_unit_test(whatever_is_settled_otherwise_is_noticed),
        cmocka_unit_test(a_line_that_is_another_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
