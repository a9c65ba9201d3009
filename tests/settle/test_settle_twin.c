// The library's settlement against a second, plain one, on random rounds of random rules. Every
// line is compared: result, reason, cover, net, the order in which money moves, fees, meter and
// awards. ROUNDS=n in the environment is how many, a million unless set. All switches of the rules are
// drawn but void_returns_fee: a void settles nothing (DEAL-5), and tests/unit/test_ledger.c has it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "random_round.h"
#include "support/values_plain.h"
#include "twin.h"
#include "wire/round_json.h"
#include "wire/rules_json.h"

#define ROUNDS_OF_A_PROFILE 16

// ---- one round --------------------------------------------------------------------------------

// What differs first.
struct difference {
    const char *where;
    unsigned index; // of the line, player or award
    int64_t library;
    int64_t twin;
};

static bool same(struct difference *difference, const char *where, int64_t library, int64_t twin)
{
    if (library == twin) {
        return true;
    }
    difference->where = where;
    difference->library = library;
    difference->twin = twin;
    return false;
}

static int order_of(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

// The strengths are numbered differently; kinds and who beats whom are not.
static bool same_hands(struct difference *difference, const struct uth_settlement *library,
                       const struct twin_answer *twin)
{
    bool good = same(difference, "dealer's hand", uth_hand_kind_of(library->dealer),
                     twin_kind(twin->dealer)) &&
                same(difference, "dealer qualifies", library->qualifies, twin->settled.qualifies);
    for (unsigned i = 0; i < library->player_count && good; i++) {
        const uth_hand hand = library->players[i].hand;
        difference->index = i;
        good =
            same(difference, "player's hand", uth_hand_kind_of(hand), twin_kind(twin->hands[i])) &&
            same(difference, "player against dealer", order_of(hand, library->dealer),
                 order_of(twin->hands[i], twin->dealer));
        for (unsigned j = 0; j < i && good; j++) {
            good =
                same(difference, "player against player", order_of(hand, library->players[j].hand),
                     order_of(twin->hands[i], twin->hands[j]));
        }
    }
    return good;
}

static bool same_line(struct difference *difference, const struct uth_settled *library,
                      const struct uth_settled *twin)
{
    return same(difference, "line's seat", library->seat, twin->seat) &&
           same(difference, "line's player", library->player, twin->player) &&
           same(difference, "line's wager", library->wager, twin->wager) &&
           same(difference, "line's reason", library->reason, twin->reason) &&
           same(difference, "line's outcome", library->outcome, twin->outcome) &&
           same(difference, "line's cover", library->carried, twin->carried) &&
           same(difference, "line's stake", library->stake.cents, twin->stake.cents) &&
           same(difference, "line's due", library->due.cents, twin->due.cents) &&
           same(difference, "line's net", library->net.cents, twin->net.cents);
}

static bool same_lines(struct difference *difference, const struct uth_settlement *library,
                       const struct uth_settlement *twin)
{
    bool good =
        same(difference, "lines", library->line_count, twin->line_count) &&
        same(difference, "lines lost by folds", library->fold_lines, twin->fold_lines) &&
        same(difference, "Antes that go back first", library->ante_refunds, twin->ante_refunds);
    for (unsigned i = 0; i < library->line_count && good; i++) {
        difference->index = i;
        good = same_line(difference, &library->lines[i], &twin->lines[i]);
    }
    for (unsigned i = 0; i < library->player_count && good; i++) {
        difference->index = i;
        good = same(difference, "player's verdict", library->players[i].verdict,
                    twin->players[i].verdict) &&
               same(difference, "player's net", library->players[i].net.cents,
                    twin->players[i].net.cents);
    }
    return good && same(difference, "bank's net", library->bank_net.cents, twin->bank_net.cents);
}

static bool same_meter(struct difference *difference, const struct uth_meter *library,
                       const struct uth_meter *twin)
{
    return same(difference, "meter's amount", library->amount.cents, twin->amount.cents) &&
           same(difference, "meter's carry", library->carry, twin->carry) &&
           same(difference, "meter's reserve", library->reserve.cents, twin->reserve.cents) &&
           same(difference, "meter's reserve carry", library->reserve_carry, twin->reserve_carry) &&
           same(difference, "meter's seed", library->seed.cents, twin->seed.cents);
}

static bool same_awards(struct difference *difference, const struct uth_settlement *library,
                        const struct uth_settlement *twin)
{
    bool good = same(difference, "awards", library->award_count, twin->award_count);
    for (unsigned i = 0; i < library->award_count && good; i++) {
        difference->index = i;
        const struct uth_award *const a = &library->awards[i];
        const struct uth_award *const b = &twin->awards[i];
        good = same(difference, "award's seat", a->seat, b->seat) &&
               same(difference, "award's line", a->line, b->line) &&
               same(difference, "award", a->amount.cents, b->amount.cents) &&
               same(difference, "award from the meter", a->from_meter.cents, b->from_meter.cents) &&
               same(difference, "award from the house", a->from_house.cents, b->from_house.cents) &&
               same(difference, "seed added", a->seed_added.cents, b->seed_added.cents) &&
               same(difference, "reserve used", a->reserve_used.cents, b->reserve_used.cents);
    }
    return good && same_meter(difference, &library->meter, &twin->meter);
}

static bool same_fees(struct difference *difference, const struct uth_rules *rules,
                      const struct uth_facts *facts, const struct twin_answer *twin)
{
    const uth_money action = uth_fee_total_action(facts);
    return same(difference, "total action", action.cents, twin->total_action) &&
           same(difference, "player-dealer's fee", uth_fee_of_bank(rules, action).cents,
                twin->bank_fee) &&
           same(difference, "player's fee", uth_fee_of_player(rules).cents, twin->player_fee);
}

static bool same_order(struct difference *difference, const struct uth_rules *rules,
                       const struct uth_facts *facts, const struct twin_answer *twin)
{
    uint8_t order[UTH_SEATS_MAX];
    uth_settle_order(rules, facts, order);
    bool good = true;
    for (unsigned i = 0; i < facts->player_count && good; i++) {
        good = same(difference, "order of seats", order[i], twin->order[i]);
    }
    return good;
}

static bool settle_alike(const struct uth_rules *rules, const struct random_round *round,
                         enum twin_fault fault, struct difference *difference)
{
    struct twin_answer twin;
    struct uth_settlement library;
    struct uth_facts facts = round->facts;
    struct uth_refusal refusal;
    twin_settle(rules, &round->facts, fault, &twin);
    if (!same(difference, "admitted", uth_admit_facts(rules, &facts, &refusal), UTH_OK) ||
        !same(difference, "fed", uth_settle_contribute(rules, &facts), UTH_OK)) {
        return false;
    }
    uth_settle(rules, &facts, &library);
    return same_order(difference, rules, &facts, &twin) &&
           same_hands(difference, &library, &twin) &&
           same_lines(difference, &library, &twin.settled) &&
           same_meter(difference, &facts.meter, &twin.fed) &&
           same_awards(difference, &library, &twin.settled) &&
           same_fees(difference, rules, &facts, &twin) &&
           same(difference, "dealer's cards are needed", uth_settle_needs_dealer(rules, &facts),
                twin.needs_dealer);
}

// ---- many rounds ------------------------------------------------------------------------------

// What was tried: a run that never saw a thing has not proved it.
struct tally {
    uint64_t lines;
    uint64_t players[UTH_SEATS_MAX + 1];
    uint64_t kinds[UTH_HAND_COUNT];
    uint64_t reasons[UTH_REASON_COUNT];
    uint64_t carried[UTH_CARRIED_COUNT];
    uint64_t awards[UTH_PROGRESSIVE_COUNT];
    uint64_t several_awards;
    uint64_t confirmed;                        // rounds with awards that were confirmed before
    uint64_t confirmed_few;                    // and others that were not
    uint64_t own_bets[UTH_BET_CARDS_COUNT][2]; // that lost, that won; by the cards they look at
    uint64_t asked[UTH_WHEN_COUNT];            // in lines of side bets that were wagered on
    uint64_t qualified[3][2];                  // by no hand, a kind, a kind from a rank on
};

static void count_bet(struct tally *tally, const struct uth_rules *rules,
                      const struct uth_settled *line)
{
    if (!uth_wager_has_lines(line->wager)) {
        return;
    }
    const struct uth_bet *const bet = uth_rules_side(rules, line->wager);
    const struct uth_bet_table *const table = uth_bet_table(bet);
    for (unsigned i = 0; i < table->line_count; i++) {
        tally->asked[table->lines[i].condition.when]++;
    }
    if (uth_wager_is_own(line->wager)) {
        tally->own_bets[bet->cards][uth_reason_wins(line->reason)]++;
    }
}

static void count_round(struct tally *tally, const struct uth_rules *rules,
                        const struct uth_facts *facts)
{
    struct uth_settlement settlement;
    uth_settle(rules, facts, &settlement);
    tally->players[facts->player_count]++;
    tally->lines += settlement.line_count;
    for (unsigned i = 0; i < settlement.line_count; i++) {
        tally->reasons[settlement.lines[i].reason]++;
        tally->carried[settlement.lines[i].carried]++;
        count_bet(tally, rules, &settlement.lines[i]);
    }
    for (unsigned i = 0; i < settlement.player_count; i++) {
        tally->kinds[uth_hand_kind_of(settlement.players[i].hand)]++;
    }
    for (unsigned i = 0; i < settlement.award_count; i++) {
        tally->awards[settlement.awards[i].line]++;
    }
    const unsigned qualifier = rules->qualifier == 0 ? 0 : (rules->qualifier & 0xfff) == 0 ? 1 : 2;
    tally->qualified[qualifier][settlement.qualifies]++;
    tally->several_awards += settlement.award_count > 1;
    tally->confirmed += facts->confirmed_count != 0;
    tally->confirmed_few +=
        facts->confirmed_count != 0 && facts->confirmed_count < settlement.award_count;
}

static void print_difference(const struct uth_rules *rules, const struct random_round *round,
                             const struct difference *difference)
{
    print_message("%s, number %u: the library says %lld, the twin %lld\n", difference->where,
                  difference->index, (long long)difference->library, (long long)difference->twin);
    print_message("uth settle --rules RULES.json ROUND.json shows it again; RULES.json:\n");
    random_rules_print(stdout, rules);
    print_message("ROUND.json:\n");
    random_round_print(stdout, rules, round);
}

// The first difference in so many rounds, or the number of rounds when there is none.
static uint64_t first_difference(struct rng *rng, uint64_t rounds, enum twin_fault fault,
                                 struct tally *tally)
{
    struct uth_rules rules;
    for (uint64_t i = 0; i < rounds; i++) {
        if (i % ROUNDS_OF_A_PROFILE == 0) {
            random_rules(rng, &rules);
        }
        struct random_round round;
        struct difference difference = {0};
        random_round(rng, &rules, &round);
        if (!settle_alike(&rules, &round, fault, &difference)) {
            if (fault == TWIN_NONE) {
                print_difference(&rules, &round, &difference);
            }
            return i;
        }
        if (tally != NULL && i % 16 == 0) { // a sixteenth tells as much
            count_round(tally, &rules, &round.facts);
        }
    }
    return rounds;
}

static uint64_t rounds_wanted(void)
{
    const char *const text = getenv("ROUNDS");
    return text != NULL ? strtoull(text, NULL, 10) : 1000000;
}

static uint64_t least_of(const uint64_t *counts, size_t count)
{
    uint64_t least = counts[0];
    for (size_t i = 1; i < count; i++) {
        least = counts[i] < least ? counts[i] : least;
    }
    return least;
}

static void two_settlements_agree_on_random_rounds_of_random_rules(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    const uint64_t rounds = rounds_wanted();
    struct tally tally = {0};
    assert_int_equal(first_difference(&rng, rounds, TWIN_NONE, &tally), rounds);
    print_message(
        "# tried: %llu rounds of %llu profiles, all settled alike\n# of every sixteenth:\n",
        (unsigned long long)rounds,
        (unsigned long long)((rounds + ROUNDS_OF_A_PROFILE - 1) / ROUNDS_OF_A_PROFILE));
    print_message("# %llu wagers; least seen of a kind of hand %llu, of a reason %llu, of a "
                  "cover %llu, of a jackpot line %llu, of a number of players %llu; %llu rounds "
                  "with several awards, %llu with some confirmed before, %llu of them not all\n",
                  (unsigned long long)tally.lines,
                  (unsigned long long)least_of(tally.kinds, UTH_HAND_COUNT),
                  (unsigned long long)least_of(tally.reasons, UTH_REASON_COUNT),
                  (unsigned long long)least_of(tally.carried, UTH_CARRIED_COUNT),
                  (unsigned long long)least_of(tally.awards, UTH_PROGRESSIVE_COUNT),
                  (unsigned long long)least_of(tally.players + 1, UTH_SEATS_MAX),
                  (unsigned long long)tally.several_awards, (unsigned long long)tally.confirmed,
                  (unsigned long long)tally.confirmed_few);
    print_message(
        "# least seen of an own bet on some cards that lost or won %llu, of a condition "
        "%llu, of a kind of qualifier %llu\n",
        (unsigned long long)least_of(tally.own_bets[0], sizeof tally.own_bets / sizeof(uint64_t)),
        (unsigned long long)least_of(tally.asked, UTH_WHEN_COUNT),
        (unsigned long long)least_of(tally.qualified[0] + 1, 5));
    if (rounds >= 1000000) {
        assert_true(least_of(tally.kinds, UTH_HAND_COUNT) > 0);
        assert_true(least_of(tally.reasons, UTH_REASON_COUNT) > 0);
        assert_true(least_of(tally.carried, UTH_CARRIED_COUNT) > 0);
        assert_true(least_of(tally.awards, UTH_PROGRESSIVE_COUNT) > 0);
        assert_true(least_of(tally.players + 1, UTH_SEATS_MAX) > 0);
        assert_true(least_of(tally.own_bets[0], sizeof tally.own_bets / sizeof(uint64_t)) > 0);
        assert_true(least_of(tally.asked, UTH_WHEN_COUNT) > 0);
        assert_true(least_of(tally.qualified[0] + 1, 5) > 0); // without one, every hand qualifies
        assert_true(tally.several_awards > 0);
        assert_true(tally.confirmed_few > 0);
    }
}

// ---- the comparison itself --------------------------------------------------------------------

static void every_fault_planted_in_the_twin_is_found(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    bool all = true;
    for (unsigned i = 1; i < TWIN_FAULT_COUNT; i++) {
        const enum twin_fault fault = (enum twin_fault)i;
        const uint64_t most = 200000;
        const uint64_t found = first_difference(&rng, most, fault, NULL);
        print_message("# %-7s %-60s %s %llu rounds\n", twin_fault_clause(fault),
                      twin_fault_text(fault), found < most ? "found after" : "NOT FOUND in",
                      (unsigned long long)found);
        all = all && found < most;
    }
    assert_true(all);
}

struct own_profile {
    const struct uth_rules *rules;
};

static const struct uth_rules *find_own(void *context, const char *name)
{
    const struct own_profile *const own = context;
    return strcmp(name, own->rules->name) == 0 ? own->rules : NULL;
}

static size_t text_of(char *text, size_t size, const struct uth_rules *rules,
                      const struct random_round *round)
{
    FILE *const out = fmemopen(text, size, "w");
    assert_non_null(out);
    if (round != NULL) {
        random_round_print(out, rules, round);
    } else {
        random_rules_print(out, rules);
    }
    const long length = ftell(out);
    assert_int_equal(fclose(out), 0);
    assert_true(length > 0 && (size_t)length < size);
    return (size_t)length;
}

// A side bet of the profile's own stands under `side` by its id.
static const json_t *wager_in(const json_t *player, const struct uth_rules *rules,
                              enum uth_wager wager)
{
    const json_t *const wagers = json_object_get(player, "wagers");
    return json_object_get(uth_wager_is_own(wager) ? json_object_get(wagers, "side") : wagers,
                           uth_rules_wager_name(rules, wager));
}

static void nets_are_in(const json_t *answer, const struct uth_rules *rules,
                        const struct uth_settlement *settlement)
{
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *const line = &settlement->lines[i];
        const json_t *const player =
            json_array_get(json_object_get(answer, "players"), line->player);
        const json_t *const wager = wager_in(player, rules, line->wager);
        assert_int_equal(json_integer_value(json_object_get(player, "seat")), line->seat);
        assert_int_equal(json_integer_value(json_object_get(wager, "net")), line->net.cents);
    }
}

static void a_difference_is_printed_as_settle_reads_it(void **state)
{
    (void)state;
    static char text[(size_t)1 << 17];
    static char bytes[WIRE_ANSWER_MAX(sizeof text)];
    struct rng rng = rng_from_environment();
    unsigned settled_rounds = 0;
    for (unsigned i = 0; i < 2000; i++) {
        struct uth_rules rules;
        struct random_round round;
        random_rules(&rng, &rules);
        random_round(&rng, &rules, &round);

        struct uth_rules read;
        struct wire_fault fault;
        size_t length = text_of(text, sizeof text, &rules, NULL);
        if (!wire_rules_from_text(text, length, &read, &fault)) {
            // By chance a line of a side bet is below one that always pays first.
            assert_string_equal(fault.expected,
                                "a line that can pay: no cards reach it, or one above pays first");
            continue;
        }
        settled_rounds++;

        struct own_profile own = {&read};
        const struct wire_profiles profiles = {find_own, &own};
        struct wire_out out = wire_out_to(bytes, sizeof bytes);
        length = text_of(text, sizeof text, &rules, &round);
        assert_true(settles_like_jansson(text, length - 1, &profiles));
        const bool settled = wire_settle_line(text, length - 1, 1, &profiles, &out);
        if (!settled) {
            print_message("%.*s%s", (int)out.used, out.bytes, text);
        }
        assert_true(settled);

        struct uth_settlement settlement;
        assert_int_equal(uth_settle_contribute(&rules, &round.facts), UTH_OK);
        uth_settle(&rules, &round.facts, &settlement);
        json_t *const answer = json_loadb(out.bytes, out.used, 0, NULL);
        assert_non_null(answer);
        nets_are_in(answer, &rules, &settlement);
        json_decref(answer);
    }
    print_message("# %u rounds\n", settled_rounds);
    assert_true(settled_rounds >= 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_settlements_agree_on_random_rounds_of_random_rules),
        cmocka_unit_test(every_fault_planted_in_the_twin_is_found),
        cmocka_unit_test(a_difference_is_printed_as_settle_reads_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
