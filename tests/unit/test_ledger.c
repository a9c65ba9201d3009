// Random rounds of every profile with its switches thrown, posted event by event: the accounts balance
// after each, and what a player's chips changed by is what the settlement says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/accounts.h"
#include "support/check_expected.h"
#include "support/rng.h"
#include "support/sides.h"
#include "uth/controller.h"
#include "uth/ledger.h"

#define TABLE  5
#define METER  11
#define SLOTS  256
#define DEALER 900
#define BOSS   901
#define OTHER  902

struct room {
    struct rng rng;
    struct uth_rules rules;
    struct uth_round round;
    struct uth_parties parties;
    struct uth_controller controller;
    struct accounts accounts;
    struct balance slots[SLOTS];
    struct uth_postings postings;
    struct uth_meter_day day;
    uth_money chips_before[UTH_SEATS_MAX]; // when the round was opened
    struct uth_meter meter_before;         // likewise
    struct uth_meter meter_to_win;         // with the round's contributions, before any award
    struct uth_facts facts;                // at the showdown
    struct uth_win confirmed[UTH_SEATS_MAX];
    unsigned rounds, voids, awards, refusals;
};

static struct room room;

static uint32_t below(uint32_t bound)
{
    return rng_below(&room.rng, bound);
}

static bool chance(uint32_t one_in)
{
    return below(one_in) == 0;
}

// ---- the accounts --------------------------------------------------------------------------------

static struct uth_place place_of(uint8_t seat)
{
    return (struct uth_place){.player = seat == 0 ? 0 : room.parties.players[seat - 1],
                              .meter = METER,
                              .table = TABLE,
                              .seat = seat};
}

static uth_money amount_at(enum uth_account_kind kind, uint8_t seat)
{
    const struct uth_place place = place_of(seat);
    const struct uth_account account = uth_account_at(kind, &place);
    return accounts_amount(&room.accounts, &account);
}

static void move(enum uth_posting_reason reason, uint8_t seat, int64_t cents)
{
    const struct uth_place place = place_of(seat);
    const struct uth_posting posting =
        uth_posting_make(reason, &place, UTH_WAGER_COUNT, (uth_money){cents});
    assert_int_equal(accounts_post(&room.accounts, &posting), UTH_OK);
}

static enum uth_status post_now(void)
{
    size_t refused;
    const enum uth_status status =
        accounts_post_all(&room.accounts, room.postings.list, room.postings.count, &refused);
    assert_true(accounts_balanced(&room.accounts));
    return status;
}

// ---- the meter --------------------------------------------------------------------------------

static enum uth_status manage(struct uth_controller_command command)
{
    struct uth_entries entries = {0};
    command.table = TABLE;
    command.who = command.who == 0 ? DEALER : command.who;
    command.authority = UTH_AUTHORITY_EXECUTIVE;
    const enum uth_status status =
        uth_controller_decide(&room.rules.progressive, &room.controller, &command, &entries);
    for (unsigned i = 0; i < entries.count; i++) {
        uth_entry_post(&entries.list[i], &room.postings);
        assert_int_equal(post_now(), UTH_OK);
        uth_controller_apply(&room.controller, &entries.list[i]);
        assert_int_equal(uth_meter_day_add(&room.day, &entries.list[i]), UTH_OK);
        assert_true(uth_meter_day_explained(&room.day));
        assert_int_equal(amount_at(UTH_ACCOUNT_METER, 0).cents, room.controller.meter.amount.cents);
        assert_int_equal(amount_at(UTH_ACCOUNT_RESERVE, 0).cents,
                         room.controller.meter.reserve.cents);
    }
    return status;
}

static void must(struct uth_controller_command command)
{
    assert_int_equal(manage(command), UTH_OK);
}

static const struct uth_station *station(void)
{
    return uth_controller_station(&room.controller, TABLE);
}

static bool has_meter(void)
{
    return room.rules.offered[UTH_WAGER_PROGRESSIVE];
}

static void start_game(uint8_t seats)
{
    const bool aquarius = station()->controller == UTH_MODEL_AQUARIUS;
    must((struct uth_controller_command){.kind = aquarius ? UTH_CONTROLLER_COIN_IN
                                                          : UTH_CONTROLLER_START_GAME,
                                         .round = room.round.number,
                                         .seats = seats});
    room.meter_to_win = room.controller.meter;
}

static void confirm(uint8_t seat)
{
    const enum uth_progressive_line line = (enum uth_progressive_line)station()->lines[seat - 1];
    const struct uth_controller_command hand = {.kind = UTH_CONTROLLER_HAND, .line = line};
    if (station()->controller == UTH_MODEL_AQUARIUS) {
        must(hand);
        must((struct uth_controller_command){.kind = UTH_CONTROLLER_KEY_JPH});
        must((struct uth_controller_command){.kind = UTH_CONTROLLER_J_POT});
        must((struct uth_controller_command){.kind = UTH_CONTROLLER_KEY_RUN});
    } else {
        must((struct uth_controller_command){.kind = UTH_CONTROLLER_SPOT, .seat = seat});
        must(hand);
        must((struct uth_controller_command){.kind = UTH_CONTROLLER_CONFIRM});
        must((struct uth_controller_command){.kind = UTH_CONTROLLER_SWIPE});
    }
}

// What the cards show is confirmed, in the order the controller was given.
static void confirm_all(void)
{
    struct uth_controller_command show = {.kind = UTH_CONTROLLER_SHOW};
    uth_controller_show(&room.rules, &room.facts, &show);
    must(show);
    for (unsigned i = 0; i < UTH_SEATS_MAX && show.order[i] != 0; i++) {
        const uint8_t seat = show.order[i];
        if (show.lines[seat - 1] != UTH_PROGRESSIVE_NONE) {
            confirm(seat);
            room.awards++;
        }
    }
    memcpy(room.confirmed, station()->wins, sizeof room.confirmed);
}

static void pay_all(void)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (station()->wins[seat - 1].state == UTH_WIN_CONFIRMED) {
            must((struct uth_controller_command){.kind = UTH_CONTROLLER_PAY, .seat = seat});
        }
    }
}

static void end_game(void)
{
    const bool aquarius = station()->controller == UTH_MODEL_AQUARIUS;
    must((struct uth_controller_command){.kind = aquarius ? UTH_CONTROLLER_GAME_OVER
                                                          : UTH_CONTROLLER_END_GAME});
}

// The last award first: what it was paid on is what the one before left.
static void void_game(void)
{
    if (station()->state == UTH_STATION_IDLE) {
        return;
    }
    for (unsigned i = UTH_SEATS_MAX; i-- > 0;) {
        const uint8_t seat = station()->order[i];
        const unsigned state = seat == 0 ? UTH_WIN_NONE : station()->wins[seat - 1].state;
        if (state == UTH_WIN_CONFIRMED || state == UTH_WIN_PAID) {
            assert_int_equal(manage((struct uth_controller_command){.kind = UTH_CONTROLLER_VOID}),
                             UTH_ERR_WIN_CONFIRMED);
            must((struct uth_controller_command){.kind = UTH_CONTROLLER_ADJUST,
                                                 .who = BOSS,
                                                 .approved_by = OTHER,
                                                 .adjustment = UTH_ADJUSTMENT_BACK_OUT,
                                                 .seat = seat});
        }
    }
    must((struct uth_controller_command){.kind = UTH_CONTROLLER_VOID});
    // DEAL-5: contributions are reversed, to the ten-thousandth of a cent.
    assert_memory_equal(&room.controller.meter, &room.meter_before, sizeof room.meter_before);
}

// ---- the round --------------------------------------------------------------------------------

static void after_opening(void)
{
    for (uint8_t seat = 1; seat <= room.rules.seats; seat++) {
        room.chips_before[seat - 1] = amount_at(UTH_ACCOUNT_CHIPS, seat);
    }
    room.meter_before = room.controller.meter;
}

static void settlement_equals_what_was_confirmed(const struct uth_settlement *settlement)
{
    unsigned confirmed = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        confirmed += room.confirmed[i].state == UTH_WIN_CONFIRMED;
    }
    assert_int_equal(confirmed, has_meter() ? settlement->award_count : 0);
    for (unsigned i = 0; i < confirmed; i++) {
        const struct uth_award *award = &settlement->awards[i];
        const struct uth_win_award *win = &room.confirmed[award->seat - 1].award;
        assert_int_equal(win->amount.cents, award->amount.cents);
        assert_int_equal(win->from_meter.cents, award->from_meter.cents);
        assert_int_equal(win->from_house.cents, award->from_house.cents);
        assert_int_equal(win->seed_added.cents, award->seed_added.cents);
        assert_int_equal(win->reserve_used.cents, award->reserve_used.cents);
    }
    if (confirmed != 0) {
        assert_memory_equal(&room.controller.meter, &settlement->meter, sizeof settlement->meter);
    }
}

// The recount asks the settlement for each player's result, not the postings.
static void chips_changed_by_the_result(void)
{
    struct uth_settlement settlement;
    room.facts.meter = room.meter_to_win;
    uth_settle(&room.rules, &room.facts, &settlement);
    int64_t result[UTH_SEATS_MAX] = {0};
    for (unsigned i = 0; i < room.facts.player_count; i++) {
        const uint8_t seat = room.facts.players[i].seat;
        result[seat - 1] = settlement.players[i].net.cents - uth_fee_of_player(&room.rules).cents;
    }
    if (room.facts.bank_seat != 0) {
        const uth_money fee = uth_fee_of_bank(&room.rules, uth_fee_total_action(&room.facts));
        result[room.facts.bank_seat - 1] = settlement.bank_net.cents - fee.cents;
    }
    for (uint8_t seat = 1; seat <= room.rules.seats; seat++) {
        assert_int_equal(amount_at(UTH_ACCOUNT_CHIPS, seat).cents -
                             room.chips_before[seat - 1].cents,
                         result[seat - 1]);
    }
    settlement_equals_what_was_confirmed(&settlement);
}

// DEAL-5: everything is as it was but for fees the house keeps.
static void chips_are_back(bool fees_back)
{
    for (uint8_t seat = 1; seat <= room.rules.seats; seat++) {
        const bool bank = seat == room.round.bank_seat;
        const int64_t fee = bank ? room.round.bank_fee.cents : room.round.seats[seat - 1].fee.cents;
        assert_int_equal(amount_at(UTH_ACCOUNT_CHIPS, seat).cents,
                         room.chips_before[seat - 1].cents - (fees_back ? 0 : fee));
    }
}

static void apply(const struct uth_event *event)
{
    uth_round_apply(&room.round, event);
    if (event->kind == UTH_EVENT_SHOWDOWN) {
        uth_round_facts(&room.round, &room.facts);
    }
    if (event->kind == UTH_EVENT_ENDED || event->kind == UTH_EVENT_VOIDED) {
        assert_true(accounts_layout_clear(&room.accounts, TABLE));
        room.rounds++;
    }
}

// Decide, post, apply. What the accounts refuse did not happen.
static enum uth_status step(const struct uth_command *command)
{
    static struct balance saved[SLOTS];
    struct uth_events events = {0};
    const enum uth_status status = uth_round_decide(&room.rules, &room.round, command, &events);
    if (status != UTH_OK) {
        return status;
    }
    memcpy(saved, room.slots, sizeof saved);
    const uint32_t count = room.accounts.count;
    const struct uth_round before = room.round;
    for (unsigned i = 0; i < events.count; i++) {
        uth_ledger_post(&room.parties, &room.round, &events.list[i], &room.postings);
        if (post_now() != UTH_OK) {
            memcpy(room.slots, saved, sizeof saved);
            room.accounts.count = count;
            room.round = before;
            room.refusals++;
            return UTH_ERR_NOT_ENOUGH;
        }
        apply(&events.list[i]);
    }
    return UTH_OK;
}

static enum uth_status simple(enum uth_command_kind kind)
{
    const struct uth_command command = {.kind = kind};
    return step(&command);
}

static bool open_round(void)
{
    memset(room.confirmed, 0, sizeof room.confirmed);
    struct uth_command command = {.kind = UTH_COMMAND_OPEN};
    after_opening();
    if (room.rules.banked_by == UTH_BANKED_BY_PLAYER) {
        command.bank_seat = (uint8_t)(1 + below(room.rules.seats));
        // Sometimes more than the balance.
        const int64_t chips = amount_at(UTH_ACCOUNT_CHIPS, command.bank_seat).cents;
        command.bank_wager.cents = (1 + below((uint32_t)(chips / 100) + 20)) * 100;
    }
    return step(&command) == UTH_OK;
}

static uth_money stake_for(enum uth_wager wager)
{
    const struct uth_limit limit = uth_rules_limit(&room.rules, wager);
    const int64_t chip = room.rules.chip.cents;
    const int64_t lowest = (limit.min.cents + chip - 1) / chip;
    return (uth_money){(lowest + below(20)) * chip};
}

static void wager(uint8_t seat)
{
    struct uth_command command = {.kind = UTH_COMMAND_WAGER, .seat = seat};
    if (!chance(6)) {
        command.stakes[UTH_WAGER_ANTE] = stake_for(UTH_WAGER_ANTE);
        command.stakes[UTH_WAGER_BLIND] = command.stakes[UTH_WAGER_ANTE];
        for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
            if (room.rules.offered[i] && i != UTH_WAGER_PROGRESSIVE && chance(2)) {
                command.stakes[i] = stake_for((enum uth_wager)i);
            }
        }
        if (has_meter() && !chance(3)) {
            command.stakes[UTH_WAGER_PROGRESSIVE] = room.rules.progressive.stake;
        }
    }
    (void)step(&command); // refused as often as it likes
}

static uint8_t seats_with_progressive(void)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const bool wagered = room.round.seats[i].stakes[UTH_WAGER_PROGRESSIVE].cents != 0;
        seats |= (unsigned)wagered << i;
    }
    return (uint8_t)seats;
}

static bool close_bets(void)
{
    for (unsigned i = 0; i < 14; i++) {
        wager((uint8_t)(1 + below(room.rules.seats)));
    }
    if (chance(12)) {
        return true; // a void may come while wagers lie on the layout
    }
    if (simple(UTH_COMMAND_CLOSE_BETS) != UTH_OK) {
        return false;
    }
    if (has_meter()) {
        start_game(seats_with_progressive());
    }
    return true;
}

static void deal(void)
{
    struct uth_command command = {.kind = UTH_COMMAND_DEAL};
    rng_deal(&room.rng, 0, command.deck, UTH_DECK_SIZE);
    assert_int_equal(step(&command), UTH_OK);
}

static void decide_street(void)
{
    for (uint8_t seat = 1; seat <= room.rules.seats; seat++) {
        const uth_money purse = amount_at(UTH_ACCOUNT_CHIPS, seat);
        struct uth_decision offers[UTH_OFFERS_MAX];
        const size_t count = uth_round_offers(&room.rules, &room.round, seat, purse, offers);
        if (count != 0 && !chance(5)) {
            const struct uth_command command = {.kind = UTH_COMMAND_DECIDE,
                                                .seat = seat,
                                                .decision = offers[below((uint32_t)count)],
                                                .purse = purse};
            assert_int_equal(step(&command), UTH_OK);
        }
    }
    assert_int_equal(simple(UTH_COMMAND_TIME_OUT), UTH_OK);
    assert_int_equal(simple(UTH_COMMAND_TURN), UTH_OK);
}

static void settle(void)
{
    room.meter_to_win = room.controller.meter;
    if (has_meter()) {
        confirm_all();
    }
    const struct uth_meter meter = uth_controller_settle_meter(&room.controller, TABLE);
    assert_memory_equal(&meter, &room.meter_to_win, sizeof meter);
    struct uth_award awards[UTH_SEATS_MAX];
    const struct uth_command command = {
        .kind = UTH_COMMAND_SETTLE,
        .meter = meter,
        .confirmed = awards,
        .confirmed_count = uth_controller_settle_awards(&room.controller, TABLE, awards)};
    assert_int_equal(step(&command), UTH_OK);
    if (has_meter()) {
        pay_all();
    }
}

static void end(void)
{
    assert_int_equal(simple(UTH_COMMAND_END), UTH_OK);
    chips_changed_by_the_result();
    if (has_meter()) {
        end_game();
    }
}

static void void_round(void)
{
    assert_int_equal(simple(UTH_COMMAND_VOID), UTH_OK);
    if (has_meter()) {
        void_game();
    }
    chips_are_back(room.rules.void_returns_fee);
    room.voids++;
}

// One thing after the other; between any two of them a malfunction may void the round.
static bool advance(void)
{
    switch ((enum uth_phase)room.round.phase) {
    case UTH_PHASE_IDLE:
    case UTH_PHASE_OVER: return open_round();
    case UTH_PHASE_BETTING: return close_bets();
    case UTH_PHASE_CLOSED: deal(); break;
    case UTH_PHASE_PREFLOP:
    case UTH_PHASE_FLOP:
    case UTH_PHASE_RIVER: decide_street(); break;
    case UTH_PHASE_SHOWDOWN: settle(); break;
    case UTH_PHASE_SETTLED: end(); break;
    case UTH_PHASE_COUNT: break;
    }
    return true;
}

static bool is_running(void)
{
    return room.round.phase != UTH_PHASE_IDLE && room.round.phase != UTH_PHASE_OVER;
}

static void play_round(void)
{
    for (unsigned tries = 0; tries < 40; tries++) {
        if (!advance() && is_running() && chance(3)) {
            void_round(); // nobody wagers
        }
        if (is_running()) {
            const uint8_t seat = (uint8_t)(1 + below(room.rules.seats));
            const bool part = room.round.seats[seat - 1].in || room.round.bank_seat == seat;
            assert_int_equal(uth_ledger_may_cash_out(&room.round, seat),
                             part ? UTH_ERR_IN_ROUND : UTH_OK);
            if (chance(12)) {
                void_round();
            }
        }
        if (!is_running() && room.round.phase == UTH_PHASE_OVER) {
            return;
        }
    }
    if (is_running()) {
        void_round();
    }
}

// ---- the room ---------------------------------------------------------------------------------

// Common hands are paid here, so that awards of every kind come up in a few rounds.
static void draw_progressive(struct uth_progressive_rules *rules)
{
    rules->meter_rate_bp = below(7001);
    rules->reserve_rate_bp = below(UTH_BASIS_POINTS + 1 - rules->meter_rate_bp);
    rules->seed.cents = below(3) * 5000;
    rules->maximum.cents = chance(3) ? rules->seed.cents + below(20000) + 1 : 0;
    rules->fixed_pays_from = chance(2) ? UTH_PAYS_FROM_METER : UTH_PAYS_FROM_TRAY;
    rules->order = chance(2) ? UTH_METER_ORDER_SETTLEMENT : UTH_METER_ORDER_FROM_RIGHT;
    rules->table.pays[UTH_PROGRESSIVE_FULL_HOUSE] = (struct uth_progressive_pay){.meter_bp = 10000};
    rules->table.pays[UTH_PROGRESSIVE_FLUSH] = (struct uth_progressive_pay){.for_one = 70};
    rules->table.pays[UTH_PROGRESSIVE_STRAIGHT] = (struct uth_progressive_pay){.meter_bp = 777};
    rules->table.pays[UTH_PROGRESSIVE_THREE] = (struct uth_progressive_pay){.for_one = 9};
}

static void draw_rules(void)
{
    struct uth_rules *rules = &room.rules;
    *rules = *uth_rules_builtin(below((uint32_t)uth_rules_builtin_count()));
    rules->void_returns_fee = chance(2);
    rules->SIDE(UTH_WAGER_TRIPS).fold = chance(2) ? UTH_FOLD_LOSES_UNLESS_WON : UTH_FOLD_LOSES;
    rules->coverage = (enum uth_coverage)below(UTH_COVERAGE_COUNT);
    rules->player_fee_per = chance(2) ? UTH_FEE_PER_CIRCLE : UTH_FEE_PER_SPOT;
    rules->procedure = (enum uth_procedure)below(4);
    if (rules->banked_by == UTH_BANKED_BY_HOUSE) {
        rules->order = chance(2) ? UTH_ORDER_FROM_LEFT : UTH_ORDER_FROM_RIGHT;
    }
    rules->ante_unqualified = (enum uth_ante_rule)below(3);
    if (rules->collection_count != 0) {
        rules->collection = (uint8_t)below(rules->collection_count);
    }
    if (has_meter()) {
        draw_progressive(&rules->progressive);
        for (unsigned i = UTH_WAGER_TRIPS; i <= UTH_WAGER_PAIRS; i++) {
            struct uth_bet *bet = &rules->sides[i - UTH_WAGER_TRIPS];
            bet->table = (uint8_t)below(bet->table_count);
        }
    }
    for (unsigned i = UTH_WAGER_OWN_1; i < UTH_WAGER_COUNT && chance(3); i++) {
        const enum uth_bet_cards cards = (enum uth_bet_cards)below(UTH_BET_CARDS_COUNT);
        add_own_bet(rules, (enum uth_wager)i, cards, chance(2) ? UTH_FOLD_BESIDE : UTH_FOLD_LOSES);
    }
    struct uth_fault fault;
    assert_int_equal(uth_rules_check(rules, &fault), UTH_OK);
}

static void draw_meter(void)
{
    const struct uth_progressive_rules *rules = &room.rules.progressive;
    must((struct uth_controller_command){.kind = UTH_CONTROLLER_CREATE,
                                         .meter = METER,
                                         .amount = rules->seed,
                                         .terms = {.seed = rules->seed,
                                                   .maximum = rules->maximum,
                                                   .meter_rate_bp = rules->meter_rate_bp,
                                                   .reserve_rate_bp = rules->reserve_rate_bp,
                                                   .fixed_pays_from = rules->fixed_pays_from}});
    must((struct uth_controller_command){.kind = UTH_CONTROLLER_LINK,
                                         .controller = (enum uth_controller_model)below(2)});
}

static void draw_room(void)
{
    room.parties = (struct uth_parties){.table = TABLE};
    room.round = (struct uth_round){0};
    room.controller = (struct uth_controller){0};
    room.day = uth_meter_day_start((uth_money){0});
    accounts_init(&room.accounts, room.slots, SLOTS);
    draw_rules();
    for (uint8_t seat = 1; seat <= room.rules.seats; seat++) {
        room.parties.players[seat - 1] = 100U + seat;
        move(UTH_POSTED_DEPOSIT, seat, 10000000);
        move(UTH_POSTED_BUY_IN, seat, (1 + below(4000)) * 100);
    }
    move(UTH_POSTED_FILL, 0, 10000000);
    if (has_meter()) {
        draw_meter();
    }
}

static void between_rounds(void)
{
    for (uint8_t seat = 1; seat <= room.rules.seats; seat++) {
        const int64_t chips = amount_at(UTH_ACCOUNT_CHIPS, seat).cents;
        assert_int_equal(uth_ledger_may_cash_out(&room.round, seat), UTH_OK);
        if (chips != 0 && chance(8)) {
            move(UTH_POSTED_CASH_OUT, seat, chips);
        }
        if (chance(4) && amount_at(UTH_ACCOUNT_WALLET, seat).cents > 400000) {
            move(UTH_POSTED_BUY_IN, seat, (1 + below(4000)) * 100);
        }
    }
    if (amount_at(UTH_ACCOUNT_DROP, 0).cents != 0 && chance(3)) {
        move(UTH_POSTED_DROP_COUNTED, 0, amount_at(UTH_ACCOUNT_DROP, 0).cents);
    }
    assert_true(accounts_balanced(&room.accounts));
}

// Proves the books' side of BANK-2, BANK-5, FEE-4, DEAL-5, PROG-2, PROG-3, PROG-4 and PROG-6.
static void random_rounds_balance_after_every_event(void **state)
{
    (void)state;
    room.rng = rng_from_environment();
    for (unsigned i = 0; i < 300; i++) {
        draw_room();
        for (unsigned j = 0; j < 20; j++) {
            play_round();
            between_rounds();
        }
    }
    print_message("# %u rounds, %u voided, %u awards, %u refused by the books\n", room.rounds,
                  room.voids, room.awards, room.refusals);
    assert_true(room.rounds > 3000 && room.voids > 200 && room.awards > 200);
    assert_true(room.refusals > 20);
}

// ---- rounds one can follow by hand ------------------------------------------------------------

enum { TEXT_MAX = 4096 };

static size_t say(char *text, size_t used, const struct uth_posting *posting)
{
    const int length =
        snprintf(text + used, TEXT_MAX - used, "%s%s: %s %u -> %s %u, %lld\n",
                 posting->reverses ? "undo " : "",
                 uth_posting_reason_name((enum uth_posting_reason)posting->reason),
                 uth_account_name((enum uth_account_kind)posting->debit.kind), posting->debit.seat,
                 uth_account_name((enum uth_account_kind)posting->credit.kind),
                 posting->credit.seat, (long long)posting->amount.cents);
    assert_true(length > 0 && used + (size_t)length < TEXT_MAX);
    return used + (size_t)length;
}

static void do_and_say(const struct uth_command *command, char *text)
{
    struct uth_events events = {0};
    size_t used = strlen(text);
    assert_int_equal(uth_round_decide(&room.rules, &room.round, command, &events), UTH_OK);
    for (unsigned i = 0; i < events.count; i++) {
        uth_ledger_post(&room.parties, &room.round, &events.list[i], &room.postings);
        assert_int_equal(post_now(), UTH_OK);
        for (unsigned j = 0; j < room.postings.count; j++) {
            const struct uth_posting *posting = &room.postings.list[j];
            assert_int_equal(posting->round, 1);
            assert_int_equal(posting->table, TABLE);
            used = say(text, used, posting);
        }
        uth_round_apply(&room.round, &events.list[i]);
    }
}

static void sit(const struct uth_rules *rules)
{
    room.rules = *rules;
    room.round = (struct uth_round){0};
    room.parties = (struct uth_parties){.table = TABLE};
    accounts_init(&room.accounts, room.slots, SLOTS);
    for (uint8_t seat = 1; seat <= room.rules.seats; seat++) {
        room.parties.players[seat - 1] = 100U + seat;
        move(UTH_POSTED_DEPOSIT, seat, 1000000);
        move(UTH_POSTED_BUY_IN, seat, 1000000);
    }
}

static struct uth_command deal_of(const char *top)
{
    struct uth_command command = {.kind = UTH_COMMAND_DEAL};
    uth_card cards[UTH_DECK_SIZE];
    size_t count = 0;
    assert_int_equal(uth_cards_parse(top, strlen(top), cards, UTH_DECK_SIZE, &count), UTH_OK);
    memcpy(command.deck, cards, count);
    const uth_cards used = uth_cards_from(cards, count);
    for (unsigned card = 0; card < UTH_DECK_SIZE; card++) {
        if (!uth_cards_have(used, (uth_card)card)) {
            command.deck[count++] = (uth_card)card;
        }
    }
    return command;
}

// Seat 4 wagers 37 and 37 and 5 on Trips against a player-dealer who posts 50, takes it all to the
// river and folds. All of it is taken at the fold (PLAY-5); the 50 cover the Ante and 13 of the Blind, and
// the rest goes back when the round is settled (BANK-3, BANK-4).
static void play_a_fold(char *text)
{
    sit(&uth_rules_california_6);
    room.rules.procedure = UTH_PROCEDURE_SHUFFLER;
    const struct uth_command steps[] = {
        {.kind = UTH_COMMAND_OPEN, .bank_seat = 6, .bank_wager = {5000}},
        {.kind = UTH_COMMAND_WAGER, .seat = 4, .stakes = {{5000}, {5000}}},
        {.kind = UTH_COMMAND_WAGER, .seat = 4, .stakes = {{3700}, {3700}, {0}, {500}}},
        {.kind = UTH_COMMAND_CLOSE_BETS},
        deal_of("2h4d 9d6h 8dKs6s4sJh"),
        {.kind = UTH_COMMAND_TIME_OUT},
        {.kind = UTH_COMMAND_TURN},
        {.kind = UTH_COMMAND_TIME_OUT},
        {.kind = UTH_COMMAND_TURN},
        {.kind = UTH_COMMAND_TIME_OUT},
        {.kind = UTH_COMMAND_TURN},
        {.kind = UTH_COMMAND_SETTLE},
    };
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        do_and_say(&steps[i], text);
    }
}

static const char fold_text[] = "bank posted: chips 6 -> bank 6, 5000\n"
                                "wager: chips 4 -> wagers 4, 5000\n"
                                "wager: chips 4 -> wagers 4, 5000\n"
                                "wager taken back: wagers 4 -> chips 4, 1300\n"
                                "wager taken back: wagers 4 -> chips 4, 1300\n"
                                "wager: chips 4 -> wagers 4, 500\n"
                                "fee: chips 6 -> drop 0, 200\n"
                                "fee: chips 4 -> drop 0, 100\n"
                                "lost to bank: wagers 4 -> bank 6, 3700\n"
                                "lost to bank: wagers 4 -> bank 6, 3700\n"
                                "lost to bank: wagers 4 -> bank 6, 500\n"
                                "undo lost to bank: bank 6 -> wagers 4, 2400\n"
                                "stake back: wagers 4 -> chips 4, 2400\n"
                                "undo lost to bank: bank 6 -> wagers 4, 500\n"
                                "stake back: wagers 4 -> chips 4, 500\n"
                                "bank returned: bank 6 -> chips 6, 10000\n";

/* BANK-2, BANK-5, FEE-4 */
static void a_fold_against_a_small_bank_posts_this(void **state)
{
    (void)state;
    char text[TEXT_MAX] = "";
    play_a_fold(text);
    assert_string_equal(text, fold_text);
    assert_true(accounts_layout_clear(&room.accounts, TABLE));
    do_and_say(&(struct uth_command){.kind = UTH_COMMAND_END}, text);
    assert_string_equal(text, fold_text);
}

/* DEAL-5: a settled round is undone from its last payment to its first wager */
static void a_void_undoes_a_settled_round(void **state)
{
    (void)state;
    char text[TEXT_MAX] = "";
    play_a_fold(text);
    text[0] = 0;
    do_and_say(&(struct uth_command){.kind = UTH_COMMAND_VOID}, text);
    assert_string_equal(text, "undo bank returned: chips 6 -> bank 6, 10000\n"
                              "undo stake back: chips 4 -> wagers 4, 2400\n"
                              "undo stake back: chips 4 -> wagers 4, 500\n"
                              "undo lost to bank: bank 6 -> wagers 4, 3700\n"
                              "undo wager: wagers 4 -> chips 4, 3700\n"
                              "undo lost to bank: bank 6 -> wagers 4, 1300\n"
                              "undo wager: wagers 4 -> chips 4, 3700\n"
                              "undo wager: wagers 4 -> chips 4, 500\n"
                              "undo fee: drop 0 -> chips 4, 100\n"
                              "undo bank posted: bank 6 -> chips 6, 5000\n"
                              "undo fee: drop 0 -> chips 6, 200\n");
    for (uint8_t seat = 1; seat <= 6; seat++) {
        assert_int_equal(amount_at(UTH_ACCOUNT_CHIPS, seat).cents, 1000000);
    }
    assert_true(accounts_layout_clear(&room.accounts, TABLE));
}

/* PROG-1, PROG-2: the Progressive stake goes to the tray at COIN IN, and an award comes from it */
static void a_washington_win_posts_this(void **state)
{
    (void)state;
    char text[TEXT_MAX] = "";
    sit(&uth_rules_washington);
    room.rules.procedure = UTH_PROCEDURE_SHUFFLER;
    const struct uth_command steps[] = {
        {.kind = UTH_COMMAND_OPEN},
        {.kind = UTH_COMMAND_WAGER,
         .seat = 2,
         .stakes = {{500}, {500}, {0}, {100}, {0}, {0}, {100}}},
        {.kind = UTH_COMMAND_CLOSE_BETS},
        deal_of("8h8d KdQc 8s8cKs2h3d"),
        {.kind = UTH_COMMAND_DECIDE,
         .seat = 2,
         .decision = {UTH_ACTION_RAISE, 4},
         .purse = {100000}},
        {.kind = UTH_COMMAND_TURN},
        {.kind = UTH_COMMAND_TURN},
        {.kind = UTH_COMMAND_TURN},
        {.kind = UTH_COMMAND_SETTLE, .meter = {.amount = {1000020}, .seed = {1000000}}},
        {.kind = UTH_COMMAND_END},
    };
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        do_and_say(&steps[i], text);
    }
    assert_string_equal(text, "wager: chips 2 -> wagers 2, 500\n"
                              "wager: chips 2 -> wagers 2, 500\n"
                              "wager: chips 2 -> wagers 2, 100\n"
                              "wager: chips 2 -> wagers 2, 100\n"
                              "coin in: wagers 2 -> tray 0, 100\n"
                              "play: chips 2 -> wagers 2, 2000\n"
                              "won: tray 0 -> chips 2, 500\n"
                              "stake back: wagers 2 -> chips 2, 500\n"
                              "won: tray 0 -> chips 2, 2000\n"
                              "stake back: wagers 2 -> chips 2, 2000\n"
                              "won: tray 0 -> chips 2, 5000\n"
                              "stake back: wagers 2 -> chips 2, 500\n"
                              "won: tray 0 -> chips 2, 3000\n"
                              "stake back: wagers 2 -> chips 2, 100\n"
                              "award: tray 0 -> chips 2, 10000\n");
    assert_true(accounts_layout_clear(&room.accounts, TABLE));
}

/* BET-6: chips stay on the table until the player's round is over */
static void chips_of_a_round_stay_until_it_is_over(void **state)
{
    (void)state;
    char text[TEXT_MAX] = "";
    play_a_fold(text);
    assert_int_equal(uth_ledger_may_cash_out(&room.round, 4), UTH_ERR_IN_ROUND);
    assert_int_equal(uth_ledger_may_cash_out(&room.round, 6), UTH_ERR_IN_ROUND);
    assert_int_equal(uth_ledger_may_cash_out(&room.round, 1), UTH_OK);
    assert_int_equal(uth_ledger_may_cash_out(&room.round, 0), UTH_ERR_NO_SUCH_SEAT);
    assert_int_equal(uth_ledger_may_cash_out(&room.round, UTH_SEATS_MAX + 1), UTH_ERR_NO_SUCH_SEAT);
    do_and_say(&(struct uth_command){.kind = UTH_COMMAND_END}, text);
    assert_int_equal(uth_ledger_may_cash_out(&room.round, 4), UTH_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fold_against_a_small_bank_posts_this),
        cmocka_unit_test(a_void_undoes_a_settled_round),
        cmocka_unit_test(a_washington_win_posts_this),
        cmocka_unit_test(chips_of_a_round_stay_until_it_is_over),
        cmocka_unit_test(random_rounds_balance_after_every_event),
    };
    return cmocka_run_group_tests_name("ledger", tests, NULL, NULL);
}
