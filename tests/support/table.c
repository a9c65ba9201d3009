#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define ENOUGH INT64_C(100000000)

void table_sit(struct table *table, const struct uth_rules *rules)
{
    memset(table, 0, sizeof *table);
    table->rules = *rules;
}

static void check_that_events_rebuild_the_round(const struct table *table)
{
    struct uth_round again = table->start;
    for (size_t i = 0; i < table->count; i++) {
        uth_round_apply(&again, &table->journal[i]);
    }
    assert_memory_equal(&again, &table->round, sizeof again);
}

// Deciding reads the round and writes events, all of their bytes, and nothing else.
static enum uth_status decide_twice(const struct table *table, const struct uth_command *command,
                                    struct uth_events *events)
{
    const struct uth_round before = table->round;
    struct uth_events other;
    memset(events, 0x5a, sizeof *events);
    memset(&other, 0xa5, sizeof other);
    const enum uth_status status = uth_round_decide(&table->rules, &table->round, command, events);
    const enum uth_status again = uth_round_decide(&table->rules, &table->round, command, &other);
    assert_int_equal(status, again);
    assert_memory_equal(&table->round, &before, sizeof before);
    if (status != UTH_OK) {
        memset(&other, 0x5a, sizeof other);
        assert_memory_equal(events, &other, sizeof other);
        assert_string_not_equal(uth_status_clause(status), "");
        return status;
    }
    assert_int_equal(events->count, other.count);
    assert_true(events->count <= UTH_EVENTS_MAX);
    assert_memory_equal(events->list, other.list, events->count * sizeof events->list[0]);
    return status;
}

enum uth_status table_try(struct table *table, const struct uth_command *command)
{
    struct uth_events events;
    const enum uth_status status = decide_twice(table, command, &events);
    if (status != UTH_OK) {
        return status;
    }
    if (command->kind == UTH_COMMAND_OPEN) {
        table->start = table->round;
        table->count = 0;
    }
    assert_true(table->count + events.count <= TABLE_JOURNAL_MAX);
    for (unsigned i = 0; i < events.count; i++) {
        table->journal[table->count++] = events.list[i];
        uth_round_apply(&table->round, &events.list[i]);
    }
    table->last = events;
    check_that_events_rebuild_the_round(table);
    return UTH_OK;
}

void table_do(struct table *table, struct uth_command command)
{
    const enum uth_status status = table_try(table, &command);
    if (status != UTH_OK) {
        fail_msg("command %d in phase %s: %s (%s)", (int)command.kind,
                 uth_phase_name((enum uth_phase)table->round.phase), uth_status_text(status),
                 uth_status_clause(status));
    }
}

struct uth_rules rules_dealt_by(const struct uth_rules *rules, enum uth_procedure procedure)
{
    struct uth_rules other = *rules;
    other.procedure = procedure;
    return other;
}

struct uth_command open_round(uint8_t bank_seat, int64_t bank_wager)
{
    return (struct uth_command){
        .kind = UTH_COMMAND_OPEN, .bank_seat = bank_seat, .bank_wager = {bank_wager}};
}

struct uth_command wager_base(uint8_t seat, int64_t ante)
{
    return (struct uth_command){
        .kind = UTH_COMMAND_WAGER,
        .seat = seat,
        .stakes = {[UTH_WAGER_ANTE] = {ante}, [UTH_WAGER_BLIND] = {ante}},
    };
}

struct uth_command wager_trips(uint8_t seat, int64_t ante, int64_t trips)
{
    struct uth_command command = wager_base(seat, ante);
    command.stakes[UTH_WAGER_TRIPS].cents = trips;
    return command;
}

struct uth_command deal_from(const uth_card deck[UTH_DECK_SIZE])
{
    struct uth_command command = {.kind = UTH_COMMAND_DEAL};
    memcpy(command.deck, deck, UTH_DECK_SIZE);
    return command;
}

static struct uth_command decide_by(uint8_t seat, enum uth_action action, uint8_t multiple)
{
    return (struct uth_command){.kind = UTH_COMMAND_DECIDE,
                                .seat = seat,
                                .decision = {action, multiple},
                                .purse = {ENOUGH}};
}

struct uth_command check_by(uint8_t seat)
{
    return decide_by(seat, UTH_ACTION_CHECK, 0);
}

struct uth_command raise_by(uint8_t seat, uint8_t multiple)
{
    return decide_by(seat, UTH_ACTION_RAISE, multiple);
}

struct uth_command fold_by(uint8_t seat)
{
    return decide_by(seat, UTH_ACTION_FOLD, 0);
}

struct uth_command simple(enum uth_command_kind kind)
{
    return (struct uth_command){.kind = kind};
}

void deck_with_top(const char *text, uth_card deck[UTH_DECK_SIZE])
{
    size_t count;
    assert_int_equal(uth_cards_parse(text, strlen(text), deck, UTH_DECK_SIZE, &count), UTH_OK);
    const uth_cards top = uth_cards_from(deck, count);
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        if (!uth_cards_have(top, card)) {
            deck[count++] = card;
        }
    }
    assert_int_equal(count, UTH_DECK_SIZE);
}

// ---- chance ---------------------------------------------------------------------------------

static int64_t draw_stake(struct rng *rng, const struct uth_rules *rules, enum uth_wager wager)
{
    const struct uth_limit limit = uth_rules_limit(rules, wager);
    const int64_t steps = (limit.max.cents - limit.min.cents) / rules->chip.cents;
    return limit.min.cents + (int64_t)rng_below(rng, (unsigned)steps + 1) * rules->chip.cents;
}

static struct uth_command draw_wager(struct rng *rng, const struct uth_rules *rules, uint8_t seat)
{
    struct uth_command command = wager_base(seat, draw_stake(rng, rules, UTH_WAGER_ANTE));
    unsigned games = 1;
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const bool free = rules->games_max == 0 || games < rules->games_max;
        const bool needs_trips =
            (uth_rules_needs(rules, (enum uth_wager)i) >> UTH_WAGER_TRIPS & 1) != 0 &&
            command.stakes[UTH_WAGER_TRIPS].cents == 0;
        if (rules->offered[i] && free && !needs_trips && rng_below(rng, 2) == 0) {
            command.stakes[i].cents = i == UTH_WAGER_PROGRESSIVE
                                          ? rules->progressive.stake.cents
                                          : draw_stake(rng, rules, (enum uth_wager)i);
            games++;
        }
    }
    return command;
}

static struct uth_command draw_decision(struct rng *rng, const struct table *table)
{
    struct uth_decision offers[UTH_OFFERS_MAX];
    const uint8_t first = (uint8_t)rng_below(rng, UTH_SEATS_MAX);
    for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
        const uint8_t seat = (uint8_t)((first + i) % UTH_SEATS_MAX + 1);
        const size_t count =
            uth_round_offers(&table->rules, &table->round, seat, (uth_money){ENOUGH}, offers);
        if (count != 0) {
            const struct uth_decision offer = offers[rng_below(rng, (unsigned)count)];
            return decide_by(seat, offer.action, offer.multiple);
        }
    }
    return simple(UTH_COMMAND_TURN);
}

static struct uth_command draw_betting(struct rng *rng, const struct table *table)
{
    const unsigned choice = rng_below(rng, 10);
    if (choice == 0) {
        return simple(UTH_COMMAND_CLOSE_BETS);
    }
    uint8_t seat = (uint8_t)(rng_below(rng, table->rules.seats) + 1);
    if (seat == table->round.bank_seat) {
        seat = (uint8_t)(seat % table->rules.seats + 1);
    }
    struct uth_command command = draw_wager(rng, &table->rules, seat);
    if (choice == 1) {
        memset(command.stakes, 0, sizeof command.stakes);
    }
    return command;
}

static struct uth_meter draw_meter(struct rng *rng)
{
    return (struct uth_meter){
        .amount = {rng_below(rng, 100000000)},
        .reserve = {rng_below(rng, 1000000)},
        .seed = {rng_below(rng, 1000000)},
        .carry = rng_below(rng, UTH_CARRY_UNITS),
        .reserve_carry = rng_below(rng, UTH_CARRY_UNITS),
    };
}

static struct uth_command draw_due(struct rng *rng, const struct table *table)
{
    struct uth_command command = {0};
    switch ((enum uth_phase)table->round.phase) {
    case UTH_PHASE_IDLE:
    case UTH_PHASE_OVER:
        if (table->rules.banked_by == UTH_BANKED_BY_HOUSE) {
            return open_round(0, 0);
        }
        return open_round((uint8_t)(rng_below(rng, table->rules.seats) + 1),
                          (rng_below(rng, 2000) + 1) * table->rules.chip.cents);
    case UTH_PHASE_BETTING: return draw_betting(rng, table);
    case UTH_PHASE_CLOSED:
        command.kind = UTH_COMMAND_DEAL;
        rng_deck(rng, command.deck);
        return command;
    case UTH_PHASE_PREFLOP:
    case UTH_PHASE_FLOP:
    case UTH_PHASE_RIVER:
        return rng_below(rng, 12) == 0 ? simple(UTH_COMMAND_TIME_OUT) : draw_decision(rng, table);
    case UTH_PHASE_SHOWDOWN:
        command.kind = UTH_COMMAND_SETTLE;
        command.meter = draw_meter(rng);
        return command;
    case UTH_PHASE_SETTLED: return simple(UTH_COMMAND_END);
    case UTH_PHASE_COUNT: break;
    }
    fail_msg("no phase we know: %d", table->round.phase);
    return command;
}

// Amounts that are near to right, far from it, and at the ends of what can be written down.
static int64_t draw_amount(struct rng *rng)
{
    static const int64_t amounts[] = {
        0,    1,         50,        100,           500,     2500,  7500, 7600, 30000, 30100,
        -500, INT64_MAX, INT64_MIN, UTH_MONEY_MAX, 1 << 30, 99999, -1,   500,  500};
    return amounts[rng_below(rng, sizeof amounts / sizeof amounts[0])];
}

static struct uth_command draw_any(struct rng *rng)
{
    struct uth_command command = {
        .kind = (enum uth_command_kind)rng_below(rng, UTH_COMMAND_COUNT),
        .seat = (uint8_t)rng_below(rng, 11),
        .decision = {(enum uth_action)rng_below(rng, 4), (uint8_t)rng_below(rng, 7)},
        .purse = {draw_amount(rng)},
        .bank_wager = {draw_amount(rng)},
        .bank_seat = (uint8_t)rng_below(rng, 11),
        .meter = draw_meter(rng),
    };
    if (command.seat == 10) {
        command.seat = UINT8_MAX;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        command.stakes[i].cents = rng_below(rng, 2) == 0 ? 0 : draw_amount(rng);
    }
    command.stakes[UTH_WAGER_BLIND] = command.stakes[UTH_WAGER_ANTE];
    rng_deck(rng, command.deck);
    if (rng_below(rng, 2) == 0) {
        command.deck[rng_below(rng, UTH_DECK_SIZE)] = (uth_card)rng_next(rng);
    }
    return command;
}

struct uth_command draw_command(struct rng *rng, const struct table *table, unsigned chaos)
{
    return rng_below(rng, 100) < chaos ? draw_any(rng) : draw_due(rng, table);
}

// A side bet of the profile's own: a pair or better of the cards it looks at.
static void draw_own_bet(struct rng *rng, struct uth_rules *rules, enum uth_wager wager)
{
    struct uth_bet *bet = &rules->sides[wager - UTH_WAGER_TRIPS];
    const char id[] = {'o', 'w', 'n', (char)('a' + wager - UTH_WAGER_OWN_1), '\0'};
    *bet = (struct uth_bet){
        .title = "A bet",
        .cards = (uint8_t)(UTH_BET_HOLE_FLOP + rng_below(rng, UTH_BET_CARDS_COUNT - 1)),
        .fold = (uint8_t)rng_below(rng, UTH_FOLD_COUNT),
        .table_count = 1,
        .tables =
            {{.line_count = 1,
              .lines = {{{.when = UTH_WHEN_HAND, .least = UTH_HAND_PAIR << 12, .most = UINT16_MAX},
                         {1 + rng_below(rng, 20), 1}}}}},
    };
    if (bet->fold == UTH_FOLD_LOSES_UNLESS_WON && uth_bet_needs_dealer(bet)) {
        bet->fold = UTH_FOLD_BESIDE;
    }
    memcpy(bet->id, id, sizeof id);
    memcpy(bet->tables[0].id, id, sizeof id);
    rules->offered[wager] = true;
    rules->limits[wager] = (struct uth_limit){rules->chip, {20 * rules->chip.cents}};
}

struct uth_rules draw_rules(struct rng *rng)
{
    struct uth_rules rules =
        *uth_rules_builtin(rng_below(rng, (unsigned)uth_rules_builtin_count()));
    rules.procedure = (enum uth_procedure)rng_below(rng, 4);
    rules.sides[0].fold = rng_below(rng, 2) != 0 ? UTH_FOLD_LOSES_UNLESS_WON : UTH_FOLD_LOSES;
    for (unsigned i = UTH_WAGER_OWN_1; i < UTH_WAGER_COUNT && rng_below(rng, 2) != 0; i++) {
        draw_own_bet(rng, &rules, (enum uth_wager)i);
    }
    rules.void_returns_fee = rng_below(rng, 2) != 0;
    rules.ante_refund_first = rng_below(rng, 2) != 0;
    if (rules.banked_by == UTH_BANKED_BY_PLAYER) {
        rules.coverage = (enum uth_coverage)rng_below(rng, UTH_COVERAGE_COUNT);
        rules.player_fee_per = (enum uth_fee_per)rng_below(rng, 2);
        rules.collection = (uint8_t)rng_below(rng, rules.collection_count);
    } else {
        rules.order = rng_below(rng, 2) != 0 ? UTH_ORDER_FROM_LEFT : UTH_ORDER_FROM_RIGHT;
        rules.seats = (uint8_t)(1 + rng_below(rng, UTH_SEATS_MAX));
        for (unsigned i = UTH_WAGER_TRIPS; i <= UTH_WAGER_PAIRS; i++) {
            struct uth_bet *bet = &rules.sides[i - UTH_WAGER_TRIPS];
            bet->table = (uint8_t)rng_below(rng, bet->table_count);
        }
    }
    return rules;
}
