// What comes out of a database that somebody has changed: every byte of every event and every journal
// entry is changed in turn. Whatever fits leaves a state that play could have left; the rest is refused
// before it is applied.
#include "support/desk.h"
#include "support/rng.h"
#include "table.h"

static const uint8_t values[] = {0,  1,  2,  3,  4,  5,  6,    7,    8,   9,  10,
                                 11, 12, 13, 14, 15, 16, 17,   18,   19,  20, 21,
                                 22, 23, 24, 25, 26, 52, 0x7f, 0x80, 0xff};

#define EACH_CHANGE(at, size, value)                                                               \
    for (size_t at = 0; at < (size); at++)                                                         \
        for (size_t value = 0; value < sizeof values; value++)

static bool is_amount(uth_money amount)
{
    return amount.cents >= 0 && uth_money_in_range(amount.cents);
}

// ---- rounds -----------------------------------------------------------------------------------

static bool are_cards(const uth_card *cards, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (cards[i] >= UTH_DECK_SIZE && cards[i] != UTH_CARD_NONE) {
            return false;
        }
    }
    return true;
}

static bool is_reason_of(enum uth_wager wager, unsigned reason)
{
    return !uth_wager_is_side(wager) ? reason <= UTH_REASON_BLIND_FOLDED
           : uth_wager_has_lines(wager)
               ? reason >= UTH_REASON_SIDE_WINS && reason <= UTH_REASON_SIDE_TIES
               : reason >= UTH_REASON_PROGRESSIVE_WINS && reason < UTH_REASON_COUNT;
}

// The judges name the first thing they find that play does not leave; NULL for none.
static const char *wrong_in_wager(const struct uth_round_seat *seat, unsigned wager)
{
    return !is_amount(seat->stakes[wager])                ? "a stake"
           : !uth_money_in_range(seat->nets[wager].cents) ? "a net"
           : seat->outcomes[wager] >= UTH_OUTCOME_COUNT   ? "an outcome"
           : seat->reasons[wager] >= UTH_REASON_COUNT     ? "a reason"
           : seat->carried[wager] >= UTH_CARRIED_COUNT    ? "what is carried"
           : (seat->settled >> wager & 1) != 0 &&
                   !is_reason_of((enum uth_wager)wager, seat->reasons[wager])
               ? "another wager's reason"
               : NULL;
}

static const char *wrong_in_seat(const struct uth_round_seat *seat)
{
    const char *wrong = !are_cards(seat->cards, 2) ? "a hand"
                        : !is_amount(seat->fee)    ? "a fee"
                                                   : NULL;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT && wrong == NULL; wager++) {
        wrong = wrong_in_wager(seat, wager);
    }
    return wrong;
}

static const char *wrong_in_round(const struct uth_round *round)
{
    const char *wrong = round->phase >= UTH_PHASE_COUNT              ? "the phase"
                        : round->bank_seat > UTH_SEATS_MAX           ? "the bank's seat"
                        : round->procedure > UTH_PROCEDURE_ACE_IDEAL ? "the procedure"
                        : round->deck_in_play > 1                    ? "the deck in play"
                        : round->community_up > 5                    ? "what is turned"
                        : (round->rack & ~UTH_CARDS_ALL) != 0        ? "the rack"
                        : !is_amount(round->bank_wager)              ? "the bank's wager"
                        : !is_amount(round->bank_fee)                ? "the bank's fee"
                        : !uth_money_in_range(round->bank_net.cents) ? "the bank's net"
                        : !are_cards(round->deck, UTH_DECK_SIZE)     ? "the deck"
                        : !are_cards(round->community, 5)            ? "the board"
                        : !are_cards(round->dealer, 2)               ? "the dealer's hand"
                                                                     : NULL;
    for (unsigned i = 0; i < UTH_WAGER_COUNT && wrong == NULL; i++) {
        wrong = round->folds[i] >= UTH_FOLD_COUNT ? "what a fold does" : NULL;
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX && wrong == NULL; i++) {
        wrong = wrong_in_seat(&round->seats[i]);
    }
    return wrong;
}

// A field that has another value.
struct fault {
    const char *what; // as the judge names it
    size_t at, size;
    int64_t value;
    uint8_t state; // of the first table of a meter: the field tells in this one
};

#define FAULT(what, type, field, value, state)                                                     \
    {                                                                                              \
        what, offsetof(type, field), sizeof(((type *)NULL)->field), value, state                   \
    }

static void plant(void *object, const struct fault *fault)
{
    for (size_t i = 0; i < fault->size; i++) {
        ((uint8_t *)object)[fault->at + i] = (uint8_t)((uint64_t)fault->value >> 8 * i);
    }
}

static void assert_fits(const char *wrong)
{
    if (wrong != NULL) {
        fail_msg("it fits, and %s is none that play leaves", wrong);
    }
}

struct counts {
    unsigned fit;
    unsigned refused;
};

static void try_event(const struct uth_round *round, const struct uth_event *event,
                      struct counts *counts)
{
    if (!uth_round_can_follow(round, event)) {
        counts->refused++;
        return;
    }
    struct uth_round copy = *round;
    uth_round_apply(&copy, event);
    assert_fits(wrong_in_round(&copy));
    counts->fit++;
}

static void change_events(const struct table *table, struct counts *counts)
{
    struct uth_round round = table->start;
    for (size_t i = 0; i < table->count; i++) {
        EACH_CHANGE(at, sizeof(struct uth_event), value)
        {
            struct uth_event event = table->journal[i];
            memset((uint8_t *)&event + at, values[value], 1);
            try_event(&round, &event, counts);
        }
        assert_true(uth_round_can_follow(&round, &table->journal[i]));
        uth_round_apply(&round, &table->journal[i]);
    }
}

static void whatever_event_fits_leaves_a_round(void **state)
{
    (void)state;
    static struct table table;
    struct counts counts = {0, 0};
    struct rng rng = rng_from_environment();
    for (unsigned rounds = 0; rounds < 8; rounds++) {
        const struct uth_rules rules = draw_rules(&rng);
        table_sit(&table, &rules);
        for (unsigned i = 0; i < 200 && (i == 0 || table.round.phase != UTH_PHASE_OVER); i++) {
            const struct uth_command command = draw_command(&rng, &table, 0);
            (void)table_try(&table, &command);
        }
        change_events(&table, &counts);
    }
    print_message("# %u changed events fit, %u are refused\n", counts.fit, counts.refused);
    assert_true(counts.fit > 1000 && counts.refused > 1000);
}

#define IN_ROUND(what, field, value) FAULT(what, struct uth_round, field, value, 0)

static const struct fault in_rounds[] = {
    IN_ROUND("the phase", phase, UTH_PHASE_COUNT),
    IN_ROUND("the bank's seat", bank_seat, UTH_SEATS_MAX + 1),
    IN_ROUND("the procedure", procedure, UTH_PROCEDURE_ACE_IDEAL + 1),
    IN_ROUND("the deck in play", deck_in_play, 2),
    IN_ROUND("what is turned", community_up, 6),
    IN_ROUND("the rack", rack, INT64_MIN),
    IN_ROUND("the bank's wager", bank_wager, -1),
    IN_ROUND("the bank's fee", bank_fee, UTH_MONEY_MAX + 1),
    IN_ROUND("the bank's net", bank_net, -UTH_MONEY_MAX - 1),
    IN_ROUND("what a fold does", folds[UTH_WAGER_COUNT - 1], UTH_FOLD_COUNT),
    IN_ROUND("the deck", deck[51], UTH_DECK_SIZE),
    IN_ROUND("the board", community[4], UTH_DECK_SIZE),
    IN_ROUND("the dealer's hand", dealer[1], UTH_DECK_SIZE),
    IN_ROUND("a hand", seats[0].cards[0], UTH_DECK_SIZE),
    IN_ROUND("a hand", seats[UTH_SEATS_MAX - 1].cards[1], UTH_DECK_SIZE),
    IN_ROUND("a fee", seats[1].fee, -1),
    IN_ROUND("a stake", seats[2].stakes[UTH_WAGER_COUNT - 1], -1),
    IN_ROUND("a net", seats[3].nets[0], UTH_MONEY_MAX + 1),
    IN_ROUND("an outcome", seats[4].outcomes[1], UTH_OUTCOME_COUNT),
    IN_ROUND("a reason", seats[5].reasons[2], UTH_REASON_COUNT),
    IN_ROUND("what is carried", seats[6].carried[3], UTH_CARRIED_COUNT),
    IN_ROUND("another wager's reason", seats[7].settled, 1U << UTH_WAGER_TRIPS),
};

static void a_round_that_play_does_not_leave_is_noticed(void **state)
{
    (void)state;
    static struct table table;
    table_sit(&table, &uth_rules_california_6);
    assert_null(wrong_in_round(&table.round));
    for (size_t i = 0; i < sizeof in_rounds / sizeof in_rounds[0]; i++) {
        struct uth_round round = table.round;
        plant(&round, &in_rounds[i]);
        const char *const wrong = wrong_in_round(&round);
        assert_string_equal(wrong != NULL ? wrong : "nothing", in_rounds[i].what);
    }
}

// What one changed byte does not reach.
static void an_event_beyond_what_we_account_for_does_not_fit(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    table_sit(&table, &uth_rules_california_6);
    struct uth_event fee = {.kind = UTH_EVENT_FEE_TAKEN, .as.amount = {100}};
    struct uth_event dealt = {.kind = UTH_EVENT_DEALT};
    table_do(&table, open_round(1, 100000));
    assert_false(
        uth_round_can_follow(&table.round, &fee)); // a player banks: the fee is that player's
    fee.seat = 1;
    assert_true(uth_round_can_follow(&table.round, &fee));
    struct uth_round empty = table.round; // nobody has wagered
    empty.phase = UTH_PHASE_CLOSED;
    deck_with_top("As", deck);
    memcpy(dealt.as.deck, deck, sizeof deck);
    assert_false(uth_round_can_follow(&empty, &dealt));
    struct uth_event wagered = {.kind = UTH_EVENT_WAGERED, .seat = 2};
    wagered.as.stakes[UTH_WAGER_ANTE].cents = UTH_MONEY_MAX;
    assert_true(uth_round_can_follow(&table.round, &wagered));
    uth_round_apply(&table.round, &wagered);
    struct uth_event decided = {.kind = UTH_EVENT_DECIDED, .seat = 2, .small = {0, 1, 4, 0}};
    table.round.phase = UTH_PHASE_PREFLOP;
    assert_false(uth_round_can_follow(&table.round, &decided)); // four times that
    wagered.as.stakes[UTH_WAGER_ANTE].cents = UTH_MONEY_MAX + 1;
    table.round.phase = UTH_PHASE_BETTING;
    assert_false(uth_round_can_follow(&table.round, &wagered));
}

// PLAY-5
static void a_decision_of_who_has_folded_does_not_fit(void **state)
{
    (void)state;
    static struct uth_round round;
    const struct uth_event decided = {.kind = UTH_EVENT_DECIDED, .seat = 3, .small = {0, 1, 4, 0}};
    round.phase = UTH_PHASE_PREFLOP;
    round.seats[2].in = 1;
    assert_true(uth_round_can_follow(&round, &decided));
    round.seats[2].folded = 1;
    assert_false(uth_round_can_follow(&round, &decided));
}

static struct uth_event lost_by_fold(enum uth_wager wager, int64_t stake)
{
    struct uth_event settled = {.kind = UTH_EVENT_SETTLED, .seat = 3};
    settled.small[UTH_SMALL_SETTLED_WAGER] = (uint8_t)wager;
    settled.small[UTH_SMALL_SETTLED_OUTCOME] = UTH_OUTCOME_LOSE;
    settled.small[UTH_SMALL_SETTLED_REASON] = uth_wager_has_lines(wager) ? UTH_REASON_SIDE_LOSES
                                              : uth_wagers[wager].on_meter
                                                  ? UTH_REASON_PROGRESSIVE_LOSES
                                                  : UTH_REASON_ANTE_FOLDED;
    settled.as.settled.stake.cents = stake;
    settled.as.settled.net.cents = -stake;
    return settled;
}

/* PLAY-5: what stays in action, and what was never staked, is not lost by the fold */
static void only_what_a_fold_can_lose_is_settled_before_the_showdown(void **state)
{
    (void)state;
    static const struct {
        enum uth_wager wager;
        enum uth_wager_fold fold; // as the round was opened
        int64_t stake;
        bool fits;
    } rows[] = {
        {UTH_WAGER_ANTE, UTH_FOLD_LOSES, 500, true},
        {UTH_WAGER_BLIND, UTH_FOLD_LOSES, 500, true},
        {UTH_WAGER_TRIPS, UTH_FOLD_LOSES_UNLESS_WON, 500, true},
        {UTH_WAGER_PLAY, UTH_FOLD_LOSES, 0, false},
        {UTH_WAGER_TRIPS, UTH_FOLD_LOSES_UNLESS_WON, 0, false},
        {UTH_WAGER_PAIRS, UTH_FOLD_TUCKED, 500, false},
        {UTH_WAGER_BAD_BEAT, UTH_FOLD_BESIDE, 500, false},
        {UTH_WAGER_PROGRESSIVE, UTH_FOLD_BESIDE, 100, false},
        {UTH_WAGER_TRIPS, UTH_FOLD_LOSES, 500, true}, // where the house has other rules
        {UTH_WAGER_TRIPS, UTH_FOLD_BESIDE, 500, false},
        {UTH_WAGER_PAIRS, UTH_FOLD_LOSES, 500, true},
        {UTH_WAGER_OWN_4, UTH_FOLD_LOSES_UNLESS_WON, 500, true},
        {UTH_WAGER_OWN_4, UTH_FOLD_TUCKED, 500, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct uth_round round = {.phase = UTH_PHASE_RIVER};
        const struct uth_event settled = lost_by_fold(rows[i].wager, rows[i].stake);
        round.folds[rows[i].wager] = (uint8_t)rows[i].fold;
        round.seats[2].in = 1;
        round.seats[2].stakes[rows[i].wager].cents = rows[i].stake;
        assert_false(uth_round_can_follow(&round, &settled)); // not folded
        round.seats[2].folded = 1;
        assert_int_equal(uth_round_can_follow(&round, &settled), rows[i].fits);
    }
}

static void a_wager_settled_for_another_wagers_reason_does_not_fit(void **state)
{
    (void)state;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        struct uth_round round = {.phase = UTH_PHASE_SHOWDOWN};
        struct uth_event settled = lost_by_fold((enum uth_wager)wager, 500);
        round.seats[2].in = 1;
        round.seats[2].stakes[wager].cents = 500;
        for (unsigned reason = 0; reason <= UINT8_MAX; reason++) {
            settled.small[UTH_SMALL_SETTLED_REASON] = (uint8_t)reason;
            assert_int_equal(uth_round_can_follow(&round, &settled),
                             is_reason_of((enum uth_wager)wager, reason));
        }
    }
}

static void a_round_opened_with_an_unknown_fold_rule_does_not_fit(void **state)
{
    (void)state;
    static const struct uth_round round;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        struct uth_event opened = {.kind = UTH_EVENT_OPENED, .as.opened.number = 1};
        opened.as.opened.folds[wager] = UTH_FOLD_COUNT - 1;
        assert_true(uth_round_can_follow(&round, &opened));
        opened.as.opened.folds[wager] = UTH_FOLD_COUNT;
        assert_false(uth_round_can_follow(&round, &opened));
    }
}

/* BANK-4: once, and never with a gain */
static void what_a_fold_lost_whole_may_come_back_where_a_player_banks(void **state)
{
    (void)state;
    static const struct {
        int64_t before, net;
        uint8_t bank_seat, folded;
        bool fits;
    } rows[] = {
        {-500, 0, 6, 1, true},     {-500, -499, 6, 1, true}, // whole, or in part
        {-500, -500, 6, 1, false}, {-500, 1, 6, 1, false},   // nothing, or more
        {-499, 0, 6, 1, false},                              // a second time
        {-500, 0, 0, 1, false},    {-500, 0, 6, 0, false},   // the house banks; no fold
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct uth_round round = {.phase = UTH_PHASE_SHOWDOWN, .bank_seat = rows[i].bank_seat};
        struct uth_event settled = {.kind = UTH_EVENT_SETTLED, .seat = 3};
        struct uth_round_seat *seat = &round.seats[2];
        settled.as.settled.stake.cents = 500;
        settled.as.settled.net.cents = rows[i].net;
        seat->in = 1;
        seat->folded = rows[i].folded;
        seat->stakes[UTH_WAGER_ANTE].cents = 500;
        assert_true(uth_round_can_follow(&round, &settled)); // for the first time
        seat->settled = 1U << UTH_WAGER_ANTE;
        seat->nets[UTH_WAGER_ANTE].cents = rows[i].before;
        assert_int_equal(uth_round_can_follow(&round, &settled), rows[i].fits);
    }
}

static void an_award_of_no_line_does_not_fit(void **state)
{
    (void)state;
    static struct uth_round round;
    struct uth_event award = {.kind = UTH_EVENT_AWARDED, .seat = 3};
    round.phase = UTH_PHASE_SHOWDOWN;
    assert_false(uth_round_can_follow(&round, &award)); // nobody plays there
    round.seats[2].in = 1;
    assert_true(uth_round_can_follow(&round, &award));
    award.as.award.from_house.cents = -1;
    assert_false(uth_round_can_follow(&round, &award));
    award.as.award.from_house.cents = 0;
    award.small[UTH_SMALL_AWARDED_LINE] = UTH_PROGRESSIVE_COUNT;
    assert_false(uth_round_can_follow(&round, &award));
}

// ---- meters -----------------------------------------------------------------------------------

static bool is_in(const struct uth_station *station, unsigned states)
{
    return (states >> station->state & 1) != 0;
}

static const char *wrong_at_spot(const struct uth_station *station, unsigned seat)
{
    return station->lines[seat] > UTH_PROGRESSIVE_NONE         ? "a line"
           : station->order[seat] > UTH_SEATS_MAX              ? "the order"
           : station->wins[seat].state >= UTH_WIN_COUNT        ? "a win's state"
           : station->wins[seat].line >= UTH_PROGRESSIVE_COUNT ? "a win's line"
                                                               : NULL;
}

static const char *wrong_in_station(const struct uth_station *station)
{
    const unsigned lit = 1U << UTH_STATION_PRESSED | 1U << UTH_STATION_KEYED;
    const unsigned at_spot = 1U << UTH_STATION_FROZEN | 1U << UTH_STATION_AWAITING_CARD;
    const char *wrong = station->state >= UTH_STATION_COUNT      ? "a state"
                        : station->spot > UTH_SEATS_MAX          ? "a spot"
                        : station->controller >= UTH_MODEL_COUNT ? "a controller"
                        : is_in(station, lit) && station->lit >= UTH_PROGRESSIVE_COUNT
                            ? "what is lit"
                        : is_in(station, at_spot) && station->spot == 0            ? "no spot"
                        : station->fed_units < 0 || station->fed_reserve_units < 0 ? "what was fed"
                                                                                   : NULL;
    for (unsigned seat = 0; seat < UTH_SEATS_MAX && wrong == NULL; seat++) {
        wrong = wrong_at_spot(station, seat);
    }
    return wrong;
}

// One key at most holds the meter, and it is that of the table named.
static bool is_held_as_said(const struct uth_controller *controller)
{
    unsigned frozen = 0;
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        if (controller->stations[i].state == UTH_STATION_FROZEN) {
            frozen += controller->stations[i].table == controller->frozen_at ? 1 : UTH_LINKED_MAX;
        }
    }
    return frozen == (controller->frozen_at != 0);
}

// What the procedures look at without asking first.
static const char *wrong_in_manager(const struct uth_controller *controller)
{
    const uth_money amounts[] = {controller->meter.amount, controller->meter.reserve,
                                 controller->meter.seed, controller->executive_above};
    const char *wrong = NULL;
    for (unsigned i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        wrong = amounts[i].cents < 0 || amounts[i].cents > UTH_METER_MAX ? "an amount" : wrong;
    }
    for (unsigned i = 0; i < UTH_LINKED_MAX && wrong == NULL; i++) {
        wrong = wrong_in_station(&controller->stations[i]);
    }
    return wrong != NULL ? wrong : is_held_as_said(controller) ? NULL : "whose key holds it";
}

static void try_entry(const struct uth_controller *controller, const struct uth_meter_entry *entry,
                      struct counts *counts)
{
    if (!uth_controller_can_follow(controller, entry)) {
        counts->refused++;
        return;
    }
    struct uth_controller copy = *controller;
    uth_controller_apply(&copy, entry);
    assert_fits(wrong_in_manager(&copy));
    counts->fit++;
}

static void change_entries(const struct desk *desk, struct counts *counts)
{
    struct uth_controller controller = {0};
    for (size_t i = 0; i < desk->count; i++) {
        EACH_CHANGE(at, sizeof(struct uth_meter_entry), value)
        {
            struct uth_meter_entry entry = desk->journal[i];
            memset((uint8_t *)&entry + at, values[value], 1);
            try_entry(&controller, &entry, counts);
        }
        assert_true(uth_controller_can_follow(&controller, &desk->journal[i]));
        uth_controller_apply(&controller, &desk->journal[i]);
    }
}

// Its first table stands for the others.
static void change_manager(const struct uth_controller *controller, struct counts *counts)
{
    EACH_CHANGE(at, offsetof(struct uth_controller, stations[1]), value)
    {
        struct uth_controller changed = *controller;
        memset((uint8_t *)&changed + at, values[value], 1);
        const bool sound = uth_controller_validate(&changed);
        if (sound) {
            assert_fits(wrong_in_manager(&changed));
        }
        counts->fit += sound;
        counts->refused += !sound;
    }
}

// Everything a journal can hold: a game of each controller with a win that is paid, one backed out,
// one void, terms, adjustments, a table that comes and goes.
static void work_at(struct desk *desk, enum uth_controller_model controller,
                    struct counts *managers)
{
    struct uth_controller_command show = show_of();
    show.lines[1] = UTH_PROGRESSIVE_FOUR;
    show.order[0] = 2;
    const bool aquarius = controller == UTH_MODEL_AQUARIUS;
    desk_open(desk, controller);
    for (uint64_t game = 1; game <= 2; game++) {
        desk_do(desk, start_of(controller, game, 2));
        desk_do(desk, show);
        if (aquarius) {
            desk_do(desk, hand_of(UTH_PROGRESSIVE_FOUR));
            desk_do(desk, command_of(UTH_CONTROLLER_KEY_JPH));
            change_manager(&desk->controller, managers);
            desk_do(desk, command_of(UTH_CONTROLLER_J_POT));
            change_manager(&desk->controller, managers);
            desk_do(desk, command_of(UTH_CONTROLLER_KEY_RUN));
        } else {
            desk_do(desk, seat_command(UTH_CONTROLLER_SPOT, 2));
            desk_do(desk, hand_of(UTH_PROGRESSIVE_FOUR));
            desk_do(desk, command_of(UTH_CONTROLLER_CONFIRM));
            change_manager(&desk->controller, managers);
            desk_do(desk, command_of(UTH_CONTROLLER_SWIPE));
        }
        if (game == 1) {
            desk_do(desk, seat_command(UTH_CONTROLLER_PAY, 2));
        } else {
            struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
            back_out.seat = 2;
            desk_do(desk, back_out);
        }
        desk_do(desk, command_of(aquarius ? UTH_CONTROLLER_GAME_OVER : UTH_CONTROLLER_END_GAME));
    }
    desk_do(desk, start_of(controller, 3, 2));
    desk_do(desk, command_of(UTH_CONTROLLER_VOID));
    struct uth_controller_command terms = command_of(UTH_CONTROLLER_TERMS);
    terms.terms = desk->controller.terms;
    desk_do(desk, terms);
    struct uth_controller_command executive = command_of(UTH_CONTROLLER_EXECUTIVE);
    executive.authority = UTH_AUTHORITY_EXECUTIVE;
    executive.executive_above.cents = 100000;
    desk_do(desk, executive);
    desk_do(desk, adjustment_of(UTH_ADJUSTMENT_MALFUNCTION, 100));
}

static void whatever_entry_fits_leaves_a_manager(void **state)
{
    (void)state;
    static struct desk desk;
    struct counts entries = {0, 0};
    struct counts managers = {0, 0};
    for (unsigned controller = 0; controller < UTH_MODEL_COUNT; controller++) {
        work_at(&desk, (enum uth_controller_model)controller, &managers);
        assert_true(uth_controller_validate(&desk.controller));
        change_entries(&desk, &entries);
        change_manager(&desk.controller, &managers);
    }
    print_message("# %u changed entries fit, %u are refused\n", entries.fit, entries.refused);
    print_message("# %u changed managers are sound, %u are not\n", managers.fit, managers.refused);
    assert_true(entries.fit > 1000 && entries.refused > 1000);
    assert_true(managers.fit > 1000 && managers.refused > 1000);
}

#define IN_MANAGER(what, field, value) FAULT(what, struct uth_controller, field, value, 0)
// Of the first table, in the state in which it tells.
#define IN_STATE(what, field, value, state)                                                        \
    FAULT(what, struct uth_controller, stations[0].field, value, UTH_STATION_##state)

static const struct fault in_managers[] = {
    IN_MANAGER("an amount", meter.amount, -1),
    IN_MANAGER("an amount", meter.reserve, UTH_METER_MAX + 1),
    IN_MANAGER("an amount", meter.seed, -1),
    IN_MANAGER("an amount", executive_above, UTH_METER_MAX + 1),
    IN_MANAGER("a state", stations[0].state, UTH_STATION_COUNT),
    IN_MANAGER("a spot", stations[1].spot, UTH_SEATS_MAX + 1),
    IN_MANAGER("a controller", stations[2].controller, UTH_MODEL_COUNT),
    IN_STATE("what is lit", lit, UTH_PROGRESSIVE_NONE, PRESSED),
    IN_STATE("what is lit", lit, UTH_PROGRESSIVE_NONE, KEYED),
    IN_STATE("no spot", spot, 0, FROZEN),
    IN_STATE("no spot", spot, 0, AWAITING_CARD),
    IN_MANAGER("what was fed", stations[0].fed_units, -1),
    IN_MANAGER("what was fed", stations[UTH_LINKED_MAX - 1].fed_reserve_units, -1),
    IN_MANAGER("a line", stations[0].lines[0], UTH_PROGRESSIVE_NONE + 1),
    IN_MANAGER("the order", stations[0].order[UTH_SEATS_MAX - 1], UTH_SEATS_MAX + 1),
    IN_MANAGER("a win's state", stations[0].wins[1].state, UTH_WIN_COUNT),
    IN_MANAGER("a win's line", stations[0].wins[2].line, UTH_PROGRESSIVE_COUNT),
    IN_MANAGER("whose key holds it", frozen_at, TABLE),
    IN_STATE("whose key holds it", spot, 2, FROZEN),
};

static void a_manager_that_play_does_not_leave_is_noticed(void **state)
{
    (void)state;
    static struct desk desk;
    desk_open(&desk, UTH_MODEL_NEXUS);
    assert_null(wrong_in_manager(&desk.controller));
    for (size_t i = 0; i < sizeof in_managers / sizeof in_managers[0]; i++) {
        struct uth_controller controller = desk.controller;
        controller.stations[0].state = in_managers[i].state;
        plant(&controller, &in_managers[i]);
        const char *const wrong = wrong_in_manager(&controller);
        assert_string_equal(wrong != NULL ? wrong : "nothing", in_managers[i].what);
    }
    desk.controller.stations[0].state = UTH_STATION_FROZEN;
    desk.controller.stations[0].spot = 2;
    desk.controller.frozen_at = TABLE;
    assert_null(wrong_in_manager(&desk.controller));
    desk.controller.frozen_at = TABLE + 1;
    assert_string_equal(wrong_in_manager(&desk.controller), "whose key holds it");
}

static void a_meter_with_all_its_tables_takes_no_other(void **state)
{
    (void)state;
    static struct desk desk;
    desk_open(&desk, UTH_MODEL_NEXUS);
    struct uth_meter_entry linked = desk.journal[desk.count - 1];
    assert_int_equal(linked.kind, UTH_ENTRY_LINKED);
    linked.number++;
    assert_false(uth_controller_can_follow(&desk.controller, &linked)); // it is linked
    linked.table = 0;
    assert_false(uth_controller_can_follow(&desk.controller, &linked));
    linked.table = 900;
    assert_true(uth_controller_can_follow(&desk.controller, &linked));
    for (uint32_t i = 0; i < UTH_LINKED_MAX; i++) {
        desk.controller.stations[i].table = i + 1;
    }
    assert_false(uth_controller_can_follow(&desk.controller, &linked));
}

static void what_a_game_fed_stays_within_64_bits(void **state)
{
    (void)state;
    static struct desk desk;
    desk_open(&desk, UTH_MODEL_NEXUS);
    desk_do(&desk, start_of(UTH_MODEL_NEXUS, 1, 2));
    struct uth_meter_entry fed = desk.journal[desk.count - 1];
    assert_int_equal(fed.kind, UTH_ENTRY_FED);
    fed.number++;
    fed.before = desk.controller.meter;
    fed.after = desk.controller.meter;
    assert_true(uth_controller_can_follow(&desk.controller, &fed));
    fed.as.fed.units = INT64_MAX;
    assert_false(uth_controller_can_follow(&desk.controller, &fed));
    fed.as.fed.units = 0;
    fed.as.fed.reserve_units = INT64_MAX;
    assert_false(uth_controller_can_follow(&desk.controller, &fed));
}

static void a_meter_has_a_number(void **state)
{
    (void)state;
    static struct desk desk;
    desk_open(&desk, UTH_MODEL_NEXUS);
    struct uth_controller controller = desk.controller;
    controller.id = 1;
    assert_true(uth_controller_validate(&controller));
    controller.id = 0;
    assert_false(uth_controller_validate(&controller));
}

static void what_a_meter_cannot_hold_does_not_fit(void **state)
{
    (void)state;
    static struct desk desk;
    desk_open(&desk, UTH_MODEL_NEXUS);
    struct uth_controller controller = desk.controller;
    controller.meter.amount.cents = UTH_METER_MAX; // each is an amount, together they are too much
    controller.meter.reserve.cents = UTH_METER_MAX;
    assert_false(uth_controller_validate(&controller));
    controller = desk.controller;
    controller.meter.reserve.cents = 1;
    controller.meter.carry = UTH_CARRY_UNITS - 1;
    controller.meter.reserve_carry = UTH_CARRY_UNITS - 1;
    assert_true(uth_controller_validate(&controller));
    controller.meter.reserve_carry = UTH_CARRY_UNITS; // a whole cent is no remainder
    assert_false(uth_controller_validate(&controller));
    controller.meter.reserve_carry = 0;
    controller.meter.carry = UTH_CARRY_UNITS;
    assert_false(uth_controller_validate(&controller));
    controller.meter.carry = 0;
    controller.waiting.seed.cents = UTH_METER_MAX;
    assert_false(uth_controller_validate(&controller));

    struct uth_controller_command terms = command_of(UTH_CONTROLLER_TERMS);
    terms.terms = desk.controller.terms;
    desk_do(&desk, terms);
    struct uth_meter_entry asked = desk.journal[desk.count - 1];
    assert_int_equal(asked.kind, UTH_ENTRY_TERMS_ASKED);
    assert_true(uth_entry_validate(&asked));
    asked.as.terms.after.maximum.cents = 0;
    asked.as.terms.after.seed.cents = UTH_METER_MAX;
    assert_false(uth_entry_validate(&asked));

    struct uth_meter_entry confirmed = {.kind = UTH_ENTRY_CONFIRMED, .seat = 1};
    confirmed.before.amount.cents = 100;
    confirmed.after = confirmed.before;
    confirmed.as.award.seed_added.cents = UTH_METER_MAX - 100;
    assert_true(uth_entry_validate(&confirmed));
    confirmed.as.award.seed_added.cents = UTH_METER_MAX;
    assert_false(uth_entry_validate(&confirmed));
}

static void an_adjustment_beyond_what_a_meter_holds_is_not_sound(void **state)
{
    (void)state;
    static const struct {
        int64_t change, seed_added, reserve_used;
        bool sound;
    } entries[] = {
        {-UTH_METER_MAX, 0, 0, true},
        {-UTH_METER_MAX - 1, 0, 0, false},
        {UTH_METER_MAX, 0, 0, true},
        {UTH_METER_MAX + 1, 0, 0, false},
        {0, UTH_METER_MAX, 0, true},
        {0, UTH_METER_MAX + 1, 0, false},
        {0, 0, -1, false},
    };
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        struct uth_meter_entry entry = {.kind = UTH_ENTRY_ADJUSTED};
        entry.as.adjusted.change.cents = entries[i].change;
        entry.as.adjusted.seed_added.cents = entries[i].seed_added;
        entry.as.adjusted.reserve_used.cents = entries[i].reserve_used;
        assert_int_equal(uth_entry_validate(&entry), entries[i].sound);
    }
}

static void one_key_holds_a_meter(void **state)
{
    (void)state;
    static struct desk desk;
    desk_open(&desk, UTH_MODEL_NEXUS);
    desk_do(&desk, start_of(UTH_MODEL_NEXUS, 1, 2));
    struct uth_controller controller = desk.controller;
    struct uth_station *other = &controller.stations[1];
    *other = controller.stations[0];
    other->table = TABLE + 1;
    other->spot = 2;
    assert_true(uth_controller_validate(&controller));
    struct uth_meter_entry award = {.meter = controller.id,
                                    .number = controller.entries + 1,
                                    .before = controller.meter,
                                    .after = controller.meter,
                                    .kind = UTH_ENTRY_AWARDED,
                                    .table = TABLE,
                                    .seat = 2};
    assert_true(uth_controller_can_follow(&controller, &award));
    other->state = UTH_STATION_FROZEN;
    assert_false(uth_controller_validate(&controller)); // by whose key?
    controller.frozen_at = TABLE;
    assert_false(uth_controller_validate(&controller)); // it is turned elsewhere
    controller.frozen_at = TABLE + 1;
    assert_true(uth_controller_validate(&controller));
    assert_false(uth_controller_can_follow(&controller, &award)); // the other table takes it first
    award.table = TABLE + 1;
    assert_true(uth_controller_can_follow(&controller, &award));
}

static void a_day_beyond_what_we_account_for_is_refused(void **state)
{
    (void)state;
    struct uth_meter_entry award = {.kind = UTH_ENTRY_AWARDED};
    struct uth_meter_day day = uth_meter_day_start((uth_money){0});
    award.as.award.from_meter.cents = UTH_METER_MAX;
    award.as.award.seed_added.cents = UTH_METER_MAX;
    unsigned added = 0;
    while (added < 100 && uth_meter_day_add(&day, &award) == UTH_OK) {
        added++;
    }
    assert_int_equal(added, UTH_MONEY_MAX / UTH_METER_MAX);
    const struct uth_meter_day before = day;
    assert_int_equal(uth_meter_day_add(&day, &award), UTH_ERR_MONEY_OVERFLOW);
    assert_memory_equal(&day, &before, sizeof day);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_event_fits_leaves_a_round),
        cmocka_unit_test(a_round_that_play_does_not_leave_is_noticed),
        cmocka_unit_test(an_event_beyond_what_we_account_for_does_not_fit),
        cmocka_unit_test(a_decision_of_who_has_folded_does_not_fit),
        cmocka_unit_test(only_what_a_fold_can_lose_is_settled_before_the_showdown),
        cmocka_unit_test(a_wager_settled_for_another_wagers_reason_does_not_fit),
        cmocka_unit_test(a_round_opened_with_an_unknown_fold_rule_does_not_fit),
        cmocka_unit_test(what_a_fold_lost_whole_may_come_back_where_a_player_banks),
        cmocka_unit_test(an_award_of_no_line_does_not_fit),
        cmocka_unit_test(whatever_entry_fits_leaves_a_manager),
        cmocka_unit_test(a_manager_that_play_does_not_leave_is_noticed),
        cmocka_unit_test(a_meter_with_all_its_tables_takes_no_other),
        cmocka_unit_test(what_a_game_fed_stays_within_64_bits),
        cmocka_unit_test(a_meter_has_a_number),
        cmocka_unit_test(what_a_meter_cannot_hold_does_not_fit),
        cmocka_unit_test(an_adjustment_beyond_what_a_meter_holds_is_not_sound),
        cmocka_unit_test(one_key_holds_a_meter),
        cmocka_unit_test(a_day_beyond_what_we_account_for_is_refused),
    };
    return cmocka_run_group_tests_name("stored", tests, NULL, NULL);
}
