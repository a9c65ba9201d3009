// A meter to work at in tests. Every command that goes through it is held to what holds for all: a
// refusal changes nothing, the journal so far rebuilds the controller byte for byte, the accounts balance
// and say what the meter says, and the day's statement explains it.
#ifndef TESTS_SUPPORT_DESK_H
#define TESTS_SUPPORT_DESK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/accounts.h"
#include "uth/controller.h"

#define METER       77
#define TABLE       1
#define DEALER      10
#define SUPERVISOR  20
#define MANAGER     30
#define JOURNAL_MAX 4096
#define DESK_SLOTS  256

struct desk {
    struct uth_progressive_rules rules;
    struct uth_controller controller;
    struct uth_entries last; // of the last command that was not refused
    size_t count;
    struct uth_meter_entry journal[JOURNAL_MAX];
    struct accounts accounts;
    struct balance slots[DESK_SLOTS];
    struct uth_meter_day day;
    int64_t now_ms;
};

static inline int64_t desk_books(const struct desk *desk, enum uth_account_kind kind)
{
    const struct uth_place place = {.meter = METER, .table = TABLE};
    const struct uth_account account = uth_account_at(kind, &place);
    return accounts_amount(&desk->accounts, &account).cents;
}

static inline void desk_post(struct desk *desk, const struct uth_meter_entry *entry)
{
    static struct uth_postings postings;
    size_t refused;
    uth_entry_post(entry, &postings);
    assert_true(postings.count <= 3);
    assert_int_equal(accounts_post_all(&desk->accounts, postings.list, postings.count, &refused),
                     UTH_OK);
    assert_true(accounts_balanced(&desk->accounts));
}

static inline void desk_apply(struct desk *desk, const struct uth_meter_entry *entry)
{
    assert_true(desk->count < JOURNAL_MAX);
    desk->journal[desk->count++] = *entry;
    uth_controller_apply(&desk->controller, entry);
    desk_post(desk, entry);
    assert_int_equal(uth_meter_day_add(&desk->day, entry), UTH_OK);
    assert_true(uth_meter_day_explained(&desk->day)); /* GM-5 */
    assert_int_equal(desk_books(desk, UTH_ACCOUNT_METER), desk->controller.meter.amount.cents);
    assert_int_equal(desk_books(desk, UTH_ACCOUNT_RESERVE), desk->controller.meter.reserve.cents);
    assert_int_not_equal(entry->who, 0); /* GM-3 */
}

static inline void desk_replays(const struct desk *desk)
{
    static struct uth_controller again;
    memset(&again, 0, sizeof again);
    for (size_t i = 0; i < desk->count; i++) {
        uth_controller_apply(&again, &desk->journal[i]);
    }
    assert_memory_equal(&again, &desk->controller, sizeof again);
}

static inline enum uth_status desk_try(struct desk *desk, struct uth_controller_command command)
{
    static struct uth_controller before;
    before = desk->controller;
    command.time_ms = ++desk->now_ms;
    struct uth_entries entries;
    memset(&entries, 0x5a, sizeof entries);
    entries.count = 3;
    const struct uth_entries untouched = entries;
    const enum uth_status status =
        uth_controller_decide(&desk->rules, &desk->controller, &command, &entries);
    assert_memory_equal(&before, &desk->controller, sizeof before);
    if (status != UTH_OK) {
        assert_memory_equal(&entries, &untouched, sizeof entries);
        return status;
    }
    assert_true(entries.count >= 1 && entries.count <= UTH_ENTRIES_MAX);
    for (unsigned i = 0; i < entries.count; i++) {
        assert_int_equal(entries.list[i].time_ms, desk->now_ms);
        desk_apply(desk, &entries.list[i]);
    }
    assert_true(uth_controller_validate(&desk->controller));
    desk->last = entries;
    return UTH_OK;
}

static inline void desk_do(struct desk *desk, struct uth_controller_command command)
{
    const enum uth_status status = desk_try(desk, command);
    if (status != UTH_OK) {
        fail_msg("%s: %s", uth_controller_command_name(command.kind), uth_status_text(status));
    }
}

static inline struct uth_terms terms_of(const struct uth_progressive_rules *rules)
{
    return (struct uth_terms){.seed = rules->seed,
                              .maximum = rules->maximum,
                              .meter_rate_bp = rules->meter_rate_bp,
                              .reserve_rate_bp = rules->reserve_rate_bp,
                              .fixed_pays_from = rules->fixed_pays_from};
}

// A command as the one who may give it gives it.
static inline struct uth_controller_command command_of(enum uth_controller_command_kind kind)
{
    return (struct uth_controller_command){
        .kind = kind, .authority = UTH_AUTHORITY_SUPERVISOR, .who = SUPERVISOR, .table = TABLE};
}

static inline struct uth_controller_command seat_command(enum uth_controller_command_kind kind,
                                                         uint8_t seat)
{
    struct uth_controller_command command = command_of(kind);
    command.seat = seat;
    return command;
}

static inline struct uth_controller_command hand_of(enum uth_progressive_line line)
{
    struct uth_controller_command command = command_of(UTH_CONTROLLER_HAND);
    command.line = line;
    return command;
}

static inline struct uth_controller_command start_of(enum uth_controller_model controller,
                                                     uint64_t round, uint8_t seats)
{
    struct uth_controller_command command = command_of(
        controller == UTH_MODEL_AQUARIUS ? UTH_CONTROLLER_COIN_IN : UTH_CONTROLLER_START_GAME);
    command.round = round;
    command.seats = seats;
    return command;
}

static inline struct uth_controller_command end_of(enum uth_controller_model controller)
{
    return command_of(controller == UTH_MODEL_AQUARIUS ? UTH_CONTROLLER_GAME_OVER
                                                       : UTH_CONTROLLER_END_GAME);
}

// Nobody wins until lines are set.
static inline struct uth_controller_command show_of(void)
{
    struct uth_controller_command command = command_of(UTH_CONTROLLER_SHOW);
    memset(command.lines, UTH_PROGRESSIVE_NONE, sizeof command.lines);
    return command;
}

static inline struct uth_controller_command adjustment_of(enum uth_adjustment reason, int64_t cents)
{
    struct uth_controller_command command = command_of(UTH_CONTROLLER_ADJUST);
    command.adjustment = reason;
    command.amount.cents = cents;
    command.approved_by = MANAGER;
    return command;
}

static inline struct uth_controller_command at_table(struct uth_controller_command command,
                                                     uint32_t table)
{
    command.table = table;
    return command;
}

static inline const struct uth_station *desk_station(const struct desk *desk)
{
    return uth_controller_station(&desk->controller, TABLE);
}

// The Washington meter with its seed on it, and one table.
static inline void desk_open(struct desk *desk, enum uth_controller_model controller)
{
    memset(&desk->controller, 0, sizeof desk->controller);
    desk->count = 0;
    desk->day = uth_meter_day_start((uth_money){0});
    desk->rules = uth_rules_washington.progressive;
    desk->now_ms = 1000;
    accounts_init(&desk->accounts, desk->slots, DESK_SLOTS);
    struct uth_controller_command create = command_of(UTH_CONTROLLER_CREATE);
    create.meter = METER;
    create.table = 0;
    create.amount = desk->rules.seed;
    create.terms = terms_of(&desk->rules);
    create.executive_above.cents = 120000;
    desk_do(desk, create);
    struct uth_controller_command link = command_of(UTH_CONTROLLER_LINK);
    link.controller = controller;
    desk_do(desk, link);
}

// From the hand button to the meter, whichever controller it is.
static inline void desk_confirm(struct desk *desk, uint32_t table, uint8_t seat)
{
    const struct uth_station *station = uth_controller_station(&desk->controller, table);
    const struct uth_controller_command hand =
        at_table(hand_of((enum uth_progressive_line)station->lines[seat - 1]), table);
    if (station->controller == UTH_MODEL_AQUARIUS) {
        desk_do(desk, hand);
        desk_do(desk, at_table(command_of(UTH_CONTROLLER_KEY_JPH), table));
        desk_do(desk, at_table(command_of(UTH_CONTROLLER_J_POT), table));
        desk_do(desk, at_table(command_of(UTH_CONTROLLER_KEY_RUN), table));
        return;
    }
    desk_do(desk, at_table(seat_command(UTH_CONTROLLER_SPOT, seat), table));
    desk_do(desk, hand);
    desk_do(desk, at_table(command_of(UTH_CONTROLLER_CONFIRM), table));
    struct uth_controller_command swipe = at_table(command_of(UTH_CONTROLLER_SWIPE), table);
    swipe.authority = UTH_AUTHORITY_EXECUTIVE;
    desk_do(desk, swipe);
}

#endif
