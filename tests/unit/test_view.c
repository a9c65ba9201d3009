// Non-interference: whatever a viewer may not see can be anything else, and the view has the same
// bytes. Commands do not look at cards, so the same commands play the other deal as well.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/sides.h"
#include "table.h"
#include "uth/view.h"

#define COMMANDS_MAX 200
#define VIEWERS      (UTH_SEATS_MAX + 4)

// Every seat, the dealer, a spectator, and two that name a seat which is not there.
static struct uth_viewer viewer_of(unsigned i)
{
    if (i < UTH_SEATS_MAX) {
        return (struct uth_viewer){UTH_VIEWER_SEAT, (uint8_t)(i + 1)};
    }
    static const struct uth_viewer others[] = {{UTH_VIEWER_DEALER, 0},
                                               {UTH_VIEWER_SPECTATOR, 1},
                                               {UTH_VIEWER_SEAT, 0},
                                               {UTH_VIEWER_SEAT, UINT8_MAX}};
    return others[i - UTH_SEATS_MAX];
}

static bool is_at(struct uth_viewer viewer, unsigned seat)
{
    return viewer.kind == UTH_VIEWER_SEAT && viewer.seat == seat;
}

// What the rulebook lets a viewer see, computed without the view: the viewer's cards, the community cards that
// are turned, the dealer's once they are, and the hands that were turned at the showdown.
static uth_cards seen_by(const struct uth_round *round, struct uth_viewer viewer)
{
    uth_cards seen = 0;
    if (round->phase < UTH_PHASE_PREFLOP || round->cards_used == 0) {
        return seen;
    }
    seen |= uth_cards_from(round->community, round->community_up);
    if (round->dealer_up) {
        seen |= uth_cards_from(round->dealer, 2);
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *seat = &round->seats[i];
        if (seat->in && (seat->cards_up || is_at(viewer, i + 1))) {
            seen |= uth_cards_from(seat->cards, 2);
        }
    }
    return seen;
}

static uth_cards cards_in(const uth_card *cards, size_t count)
{
    uth_cards set = 0;
    for (size_t i = 0; i < count; i++) {
        if (cards[i] != UTH_CARD_NONE) {
            set |= uth_cards_of(cards[i]);
        }
    }
    return set;
}

static uth_cards cards_of_view(const struct uth_view *view)
{
    uth_cards set = cards_in(view->community, 5) | cards_in(view->dealer, 2);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        set |= cards_in(view->seats[i].cards, 2);
    }
    return set;
}

// ---- rounds that can be played again ---------------------------------------------------------

struct record {
    struct uth_rules rules;
    size_t count;
    struct uth_command commands[COMMANDS_MAX];
};

// One round by chance, cut off anywhere, only what was not refused.
static void record_round(struct rng *rng, struct record *record, struct table *table)
{
    record->rules = draw_rules(rng);
    record->count = 0;
    table_sit(table, &record->rules);
    const unsigned phase = 1 + rng_below(rng, UTH_PHASE_OVER);
    const unsigned few = rng_below(rng, 4);
    while (table->round.phase < phase && record->count < COMMANDS_MAX) {
        const struct uth_command command =
            rng_below(rng, 300) == 0 ? simple(UTH_COMMAND_VOID) : draw_command(rng, table, 0);
        if (table_try(table, &command) == UTH_OK) {
            record->commands[record->count++] = command;
        }
    }
    for (unsigned i = 0; i < few && record->count < COMMANDS_MAX; i++) {
        const struct uth_command command = draw_command(rng, table, 0);
        if (table->round.phase != UTH_PHASE_OVER && table_try(table, &command) == UTH_OK) {
            record->commands[record->count++] = command;
        }
    }
}

// The cards in the places the viewer may not see, in another order.
static void deal_again(struct rng *rng, uth_cards seen, uth_card deck[UTH_DECK_SIZE])
{
    unsigned places[UTH_DECK_SIZE];
    unsigned count = 0;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        if (!uth_cards_have(seen, deck[i])) {
            places[count++] = i;
        }
    }
    for (unsigned i = count; i > 1; i--) {
        const unsigned a = places[i - 1];
        const unsigned b = places[rng_below(rng, i)];
        const uth_card card = deck[a];
        deck[a] = deck[b];
        deck[b] = card;
    }
}

static void play_again(struct rng *rng, const struct record *record, uth_cards seen,
                       struct table *table)
{
    table_sit(table, &record->rules);
    for (size_t i = 0; i < record->count; i++) {
        struct uth_command command = record->commands[i];
        if (command.kind == UTH_COMMAND_DEAL) {
            deal_again(rng, seen, command.deck);
        }
        table_do(table, command);
    }
}

// How wagers came out is told to everyone, and what was won on a hand that stays hidden tells of
// its cards. So a deal that comes out otherwise is another story, and no comparison.
static bool same_results(const struct table *a, const struct table *b)
{
    if (a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        const struct uth_event *left = &a->journal[i];
        const struct uth_event *right = &b->journal[i];
        const bool of_cards = left->kind == UTH_EVENT_DEALT || left->kind == UTH_EVENT_RACKED;
        if (left->kind != right->kind || left->seat != right->seat ||
            (!of_cards && memcmp(left, right, sizeof *left) != 0)) {
            return false;
        }
    }
    return true;
}

static void what_a_viewer_may_not_see_makes_no_difference_to_his_view(void **state)
{
    (void)state;
    static struct record record;
    static struct table table, other;
    struct rng rng = rng_from_environment();
    unsigned compared[UTH_PHASE_COUNT] = {0};
    for (unsigned i = 0; i < 1500; i++) {
        record_round(&rng, &record, &table);
        for (unsigned v = 0; v < VIEWERS; v++) {
            const struct uth_viewer viewer = viewer_of(v);
            struct uth_view view, again;
            play_again(&rng, &record, seen_by(&table.round, viewer), &other);
            if (table.round.phase >= UTH_PHASE_RIVER && !same_results(&table, &other)) {
                continue;
            }
            memset(&view, 0x5a, sizeof view);
            memset(&again, 0xa5, sizeof again);
            uth_view_of(&table.round, viewer, &view);
            uth_view_of(&other.round, viewer, &again);
            assert_memory_equal(&view, &again, sizeof view);
            compared[table.round.phase]++;
        }
    }
    for (unsigned phase = UTH_PHASE_BETTING; phase < UTH_PHASE_COUNT; phase++) {
        (void)printf("# %s: %u views compared\n", uth_phase_name((enum uth_phase)phase),
                     compared[phase]);
        assert_true(compared[phase] >= 100);
    }
}

// Settled rounds too: every hidden card is painted over in the round itself.
static void paint_over(struct uth_round *round, struct uth_viewer viewer)
{
    const uth_cards seen = seen_by(round, viewer);
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        round->deck[i] = 0;
    }
    for (unsigned i = 0; i < 5; i++) {
        if (i >= round->community_up) {
            round->community[i] = (uth_card)(i + 1);
        }
    }
    if (!round->dealer_up) {
        round->dealer[0] = 7;
        round->dealer[1] = 8;
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        struct uth_round_seat *seat = &round->seats[i];
        if (seat->cards[0] == UTH_CARD_NONE || !uth_cards_have(seen, seat->cards[0])) {
            seat->cards[0] = is_at(viewer, i + 1) ? seat->cards[0] : 9;
            seat->cards[1] = is_at(viewer, i + 1) ? seat->cards[1] : 10;
        }
    }
    // Which cards lie in the rack, not how many.
    unsigned left = uth_cards_count(round->rack);
    round->rack = 0;
    for (uth_card card = 0; left > 0; card++, left--) {
        round->rack |= uth_cards_of(card);
    }
}

static void a_view_is_the_same_with_every_hidden_card_painted_over(void **state)
{
    (void)state;
    static struct record record;
    static struct table table;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 1500; i++) {
        record_round(&rng, &record, &table);
        for (unsigned v = 0; v < VIEWERS; v++) {
            const struct uth_viewer viewer = viewer_of(v);
            struct uth_round painted = table.round;
            struct uth_view view, again;
            paint_over(&painted, viewer);
            uth_view_of(&table.round, viewer, &view);
            uth_view_of(&painted, viewer, &again);
            assert_memory_equal(&view, &again, sizeof view);
        }
    }
}

// A view that shows what is hidden: a seat's own is one, taken for a spectator's.
static void a_view_that_shows_a_hidden_card_is_told_apart(void **state)
{
    (void)state;
    static struct record record;
    static struct table table;
    struct rng rng = rng_from_environment();
    const struct uth_viewer spectator = {UTH_VIEWER_SPECTATOR, 0};
    unsigned leaks = 0;
    for (unsigned i = 0; i < 200; i++) {
        record_round(&rng, &record, &table);
        for (unsigned v = 0; v < UTH_SEATS_MAX; v++) {
            struct uth_round painted = table.round;
            struct uth_view view, again;
            paint_over(&painted, spectator);
            uth_view_of(&table.round, viewer_of(v), &view);
            uth_view_of(&painted, viewer_of(v), &again);
            const bool leaks_one =
                (seen_by(&table.round, viewer_of(v)) & ~seen_by(&table.round, spectator)) != 0;
            // Unless the paint happens to be what lies there.
            const bool by_paint = memcmp(&view, &again, sizeof view) != 0 ||
                                  memcmp(painted.seats[v].cards, table.round.seats[v].cards,
                                         sizeof painted.seats[v].cards) == 0;
            const bool by_cards = (cards_of_view(&view) & ~seen_by(&table.round, spectator)) != 0;
            assert_int_equal(by_cards, leaks_one);
            assert_true(by_paint || !leaks_one);
            leaks += leaks_one;
        }
    }
    assert_true(leaks > 100);
}

static void what_a_viewer_may_see_is_in_his_view_and_no_other_card(void **state)
{
    (void)state;
    static struct record record;
    static struct table table;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 1500; i++) {
        record_round(&rng, &record, &table);
        const struct uth_round *round = &table.round;
        for (unsigned v = 0; v < VIEWERS; v++) {
            struct uth_view view;
            uth_view_of(round, viewer_of(v), &view);
            assert_true(cards_of_view(&view) == seen_by(round, viewer_of(v)));
            assert_int_equal(view.cards_in_rack, uth_cards_count(round->rack));
            assert_int_equal(view.phase, round->phase);
            assert_int_equal(view.number, round->number);
            assert_int_equal(view.bank_net.cents, round->bank_net.cents);
            for (uint8_t s = 1; s <= UTH_SEATS_MAX; s++) {
                const struct uth_round_seat *seat = &round->seats[s - 1];
                const struct uth_view_seat *shown = &view.seats[s - 1];
                assert_memory_equal(shown->stakes, seat->stakes, sizeof seat->stakes);
                assert_memory_equal(shown->nets, seat->nets, sizeof seat->nets);
                assert_int_equal(shown->folded, seat->folded);
                assert_int_equal(shown->awaited, uth_round_awaits(round, s));
            }
        }
    }
}

// ---- a round in words ------------------------------------------------------------------------

static void assert_cards(const uth_card *cards, size_t count, const char *expected)
{
    char text[24];
    uth_cards_text(cards, count, text);
    assert_string_equal(text, expected);
}

static struct uth_view view_by_seat(const struct table *table, uint8_t seat)
{
    struct uth_view view;
    uth_view_of(&table->round, (struct uth_viewer){UTH_VIEWER_SEAT, seat}, &view);
    return view;
}

/* DEAL-2, SHOW-8 */
static void a_player_sees_his_cards_from_the_deal_on_and_the_rest_as_it_is_turned(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("Ah Kh 9c 9d Qs Qc 2c 3d 4h 5s 7c", deck);
    table_sit(&table, &uth_rules_california_6);
    table_do(&table, open_round(6, 100000));
    table_do(&table, wager_base(1, 500));
    table_do(&table, wager_base(2, 500));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    struct uth_view view = view_by_seat(&table, 1);
    assert_cards(view.seats[0].cards, 2, "Ah Kh");
    assert_cards(view.seats[1].cards, 2, "?? ??");
    assert_cards(view.community, 5, "?? ?? ?? ?? ??");
    assert_cards(view.dealer, 2, "?? ??");
    table_do(&table, raise_by(1, 4));
    table_do(&table, check_by(2));
    table_do(&table, simple(UTH_COMMAND_TURN));
    view = view_by_seat(&table, 2);
    assert_cards(view.seats[1].cards, 2, "9c 9d");
    assert_cards(view.seats[0].cards, 2, "?? ??");
    assert_cards(view.community, 5, "2c 3d 4h ?? ??");
    table_do(&table, check_by(2));
    table_do(&table, simple(UTH_COMMAND_TURN));
    view = view_by_seat(&table, 3);
    assert_cards(view.community, 5, "2c 3d 4h 5s 7c");
    assert_cards(view.seats[0].cards, 2, "?? ??");
    table_do(&table, fold_by(2));
    table_do(&table, simple(UTH_COMMAND_TURN));
    view = view_by_seat(&table, 3);
    assert_cards(view.dealer, 2, "Qs Qc");
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    view = view_by_seat(&table, 3);
    assert_cards(view.seats[0].cards, 2, "Ah Kh");
    assert_cards(view.seats[1].cards, 2, "?? ??"); // PLAY-5: a fold stays face down
    view = view_by_seat(&table, 2);
    assert_cards(view.seats[1].cards, 2, "9c 9d");
}

/* SHOW-8 */
static void the_player_dealers_cards_are_hidden_from_himself_until_they_are_turned(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("Ah Kh Qs Qc 2c 3d 4h 5s 7c", deck);
    for (unsigned folds = 0; folds < 2; folds++) {
        table_sit(&table, &uth_rules_california_6);
        table_do(&table, open_round(6, 100000));
        table_do(&table, wager_base(1, 500));
        table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
        table_do(&table, deal_from(deck));
        for (unsigned street = 0; street < 3; street++) {
            assert_cards(view_by_seat(&table, 6).dealer, 2, "?? ??");
            assert_cards(view_by_seat(&table, 6).seats[5].cards, 2, "?? ??");
            if (street == 2 && !folds) {
                table_do(&table, raise_by(1, 1));
            }
            table_do(&table, simple(UTH_COMMAND_TIME_OUT));
            table_do(&table, simple(UTH_COMMAND_TURN));
        }
        assert_cards(view_by_seat(&table, 6).dealer, 2, folds ? "?? ??" : "Qs Qc");
        assert_cards(view_by_seat(&table, 1).dealer, 2, folds ? "?? ??" : "Qs Qc");
    }
}

/* SHOW-3 */
static void a_view_shows_what_each_wager_came_to(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("Ah Kh 9c 9d Qs Qc 2c 3d 4h 5s 7c", deck);
    table_sit(&table, &uth_rules_california_6);
    table_do(&table, open_round(6, 100000));
    table_do(&table, wager_trips(1, 500, 500));
    table_do(&table, wager_base(2, 500));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    table_do(&table, raise_by(1, 4));
    table_do(&table, raise_by(2, 3));
    for (unsigned street = 0; street < 3; street++) {
        table_do(&table, simple(UTH_COMMAND_TURN));
    }
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    const struct uth_view view = view_by_seat(&table, 3);
    assert_int_equal(view.seats[1].outcomes[UTH_WAGER_ANTE], UTH_OUTCOME_LOSE);
    assert_int_equal(view.seats[0].outcomes[UTH_WAGER_PLAY], UTH_OUTCOME_WIN); // a straight
    for (unsigned i = 0; i < 2; i++) {
        const struct uth_round_seat *seat = &table.round.seats[i];
        assert_int_equal(view.seats[i].settled, seat->settled);
        assert_memory_equal(view.seats[i].stakes, seat->stakes, sizeof seat->stakes);
        assert_memory_equal(view.seats[i].nets, seat->nets, sizeof seat->nets);
        assert_memory_equal(view.seats[i].outcomes, seat->outcomes, sizeof seat->outcomes);
        assert_memory_equal(view.seats[i].reasons, seat->reasons, sizeof seat->reasons);
        assert_memory_equal(view.seats[i].carried, seat->carried, sizeof seat->carried);
    }
}

/* PLAY-5: with the fold, and before anything else */
static void a_view_moves_the_wagers_a_fold_has_lost_and_no_others(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("Ah Kh 9c 9d Qs Qc 2c 3d 4h 5s 7c", deck);
    table_sit(&table, &uth_rules_california_6);
    table_do(&table, open_round(6, 100000));
    table_do(&table, wager_base(1, 500));
    table_do(&table, wager_base(2, 500));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    table_do(&table, raise_by(1, 4));
    table_do(&table, check_by(2));
    table_do(&table, simple(UTH_COMMAND_TURN));
    table_do(&table, check_by(2));
    table_do(&table, simple(UTH_COMMAND_TURN));
    table_do(&table, fold_by(2));
    const struct uth_view view = view_by_seat(&table, 1);
    struct uth_moved moved[UTH_SETTLED_MAX];
    assert_int_equal(uth_view_moved(&table.rules, &view, moved), 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(moved[i].seat, 2);
        assert_int_equal(moved[i].wager, i == 0 ? UTH_WAGER_ANTE : UTH_WAGER_BLIND);
        assert_true(moved[i].by_fold);
    }
}

/* PLAY-5, SHOW-2, SHOW-9: the lines of the settlement, what folds lost at the front */
static void a_view_moves_wagers_in_the_order_they_are_settled(void **state)
{
    (void)state;
    static struct record record;
    static struct table table;
    struct rng rng = rng_from_environment();
    unsigned folds = 0;
    unsigned refunds = 0;
    for (unsigned i = 0; i < 3000; i++) {
        record_round(&rng, &record, &table);
        if (table.round.phase < UTH_PHASE_SETTLED || table.round.voided) {
            continue;
        }
        struct uth_facts facts;
        struct uth_settlement settlement;
        struct uth_moved moved[UTH_SETTLED_MAX];
        struct uth_rules rules = table.rules;
        for (unsigned j = 0; j < UTH_WAGER_COUNT;
             j++) { // so that the side bets too have two orders
            rules.order_lost[j] = rules.order_won[UTH_WAGER_COUNT - 1 - j];
        }
        const struct uth_view view = view_by_seat(&table, 1);
        uth_round_facts(&table.round, &facts);
        uth_settle(&rules, &facts, &settlement);
        assert_int_equal(uth_view_moved(&rules, &view, moved), settlement.line_count);
        for (unsigned j = 0; j < settlement.line_count; j++) {
            assert_int_equal(moved[j].seat, settlement.lines[j].seat);
            assert_int_equal(moved[j].wager, settlement.lines[j].wager);
            assert_int_equal(moved[j].by_fold, j < settlement.fold_lines);
        }
        folds += settlement.fold_lines != 0;
        refunds += settlement.ante_refunds != 0;
    }
    (void)printf("# %u rounds with folds, %u with Antes that go back first\n", folds, refunds);
    assert_true(folds > 50);
    assert_true(refunds > 20);
}

/* SHOW-2 */
static void an_ante_goes_back_once_it_is_settled_against_a_dealer_who_does_not_qualify(void **state)
{
    (void)state;
    struct uth_view_seat seat = {.in = true};
    seat.reasons[UTH_WAGER_ANTE] = UTH_REASON_ANTE_NOT_QUALIFIED;
    assert_false(uth_view_ante_goes_back(&seat));
    seat.settled = 1U << UTH_WAGER_ANTE;
    assert_true(uth_view_ante_goes_back(&seat));
    seat.reasons[UTH_WAGER_ANTE] = UTH_REASON_ANTE_LOSES;
    assert_false(uth_view_ante_goes_back(&seat));
}

/* PLAY-5 */
static void a_fold_has_lost_nothing_before_it_is_settled(void **state)
{
    (void)state;
    struct uth_view_seat seat = {.folded = true};
    assert_false(uth_view_lost_by_fold(&uth_rules_washington, &seat, UTH_WAGER_ANTE));
    seat.settled = 1U << UTH_WAGER_ANTE;
    assert_true(uth_view_lost_by_fold(&uth_rules_washington, &seat, UTH_WAGER_ANTE));
    assert_false(uth_view_lost_by_fold(&uth_rules_washington, &seat, UTH_WAGER_BLIND));
}

/* PLAY-5, SHOW-7 */
static void what_a_fold_has_lost_is_for_the_rules_to_say(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    const struct uth_view_seat lost = {
        .folded = true,
        .settled = 1U << UTH_WAGER_TRIPS,
        .reasons = {[UTH_WAGER_TRIPS] = UTH_REASON_SIDE_LOSES},
    };
    const struct uth_view_seat won = {
        .folded = true,
        .settled = 1U << UTH_WAGER_TRIPS,
        .reasons = {[UTH_WAGER_TRIPS] = UTH_REASON_SIDE_WINS},
    };
    assert_true(uth_view_lost_by_fold(&rules, &lost, UTH_WAGER_TRIPS));
    assert_false(uth_view_lost_by_fold(&rules, &won, UTH_WAGER_TRIPS));
    rules.SIDE(UTH_WAGER_TRIPS).fold = UTH_FOLD_BESIDE;
    assert_false(uth_view_lost_by_fold(&rules, &lost, UTH_WAGER_TRIPS));
    rules.SIDE(UTH_WAGER_TRIPS).fold = UTH_FOLD_LOSES;
    assert_true(uth_view_lost_by_fold(&rules, &lost, UTH_WAGER_TRIPS));
}

static void a_view_is_the_same_bytes_wherever_it_is_written(void **state)
{
    (void)state;
    static struct uth_round round;
    static struct uth_view zeros;
    struct uth_view view;
    for (unsigned kind = UTH_VIEWER_SPECTATOR; kind <= UTH_VIEWER_DEALER; kind++) {
        const struct uth_viewer viewer = {(enum uth_viewer_kind)kind, kind == UTH_VIEWER_SEAT};
        memset(&view, 0xff, sizeof view);
        memset(&zeros, 0, sizeof zeros);
        uth_view_of(&round, viewer, &view);
        uth_view_of(&round, viewer, &zeros);
        assert_memory_equal(&view, &zeros, sizeof view);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_viewer_may_not_see_makes_no_difference_to_his_view),
        cmocka_unit_test(a_view_is_the_same_with_every_hidden_card_painted_over),
        cmocka_unit_test(a_view_that_shows_a_hidden_card_is_told_apart),
        cmocka_unit_test(a_view_is_the_same_bytes_wherever_it_is_written),
        cmocka_unit_test(what_a_viewer_may_see_is_in_his_view_and_no_other_card),
        cmocka_unit_test(a_player_sees_his_cards_from_the_deal_on_and_the_rest_as_it_is_turned),
        cmocka_unit_test(the_player_dealers_cards_are_hidden_from_himself_until_they_are_turned),
        cmocka_unit_test(a_view_shows_what_each_wager_came_to),
        cmocka_unit_test(a_view_moves_the_wagers_a_fold_has_lost_and_no_others),
        cmocka_unit_test(a_view_moves_wagers_in_the_order_they_are_settled),
        cmocka_unit_test(
            an_ante_goes_back_once_it_is_settled_against_a_dealer_who_does_not_qualify),
        cmocka_unit_test(a_fold_has_lost_nothing_before_it_is_settled),
        cmocka_unit_test(what_a_fold_has_lost_is_for_the_rules_to_say),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
