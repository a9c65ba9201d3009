// An evening at a table, told in short sentences.
#ifndef TESTS_ROOM_EVENING_H
#define TESTS_ROOM_EVENING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "driver.h"

enum { CALIFORNIA_8 = 1, CALIFORNIA_6 = 2, WASHINGTON = 3 };

// Large, so not on the stack; one evening at a time.
static struct driver evening;

#define TABLE (&evening.table)

static inline struct room_command command_of(enum room_command_kind kind, uint64_t player)
{
    return (struct room_command){.kind = kind, .who = person_of(ROOM_ROLE_PLAYER, player)};
}

static inline struct room_command staff_command(enum room_command_kind kind, enum room_role role)
{
    static const uint64_t ids[ROOM_ROLE_COUNT] = {
        [ROOM_ROLE_GUEST] = 50,
        [ROOM_ROLE_PLAYER] = 51,
        [ROOM_ROLE_DEALER] = DEALER,
        [ROOM_ROLE_SUPERVISOR] = SUPERVISOR,
        [ROOM_ROLE_EXECUTIVE] = EXECUTIVE,
        [ROOM_ROLE_AUDITOR] = AUDITOR,
        [ROOM_ROLE_MANAGER] = MANAGER,
        [ROOM_ROLE_HOUSE] = 52,
        [ROOM_ROLE_PROPOSITION] = 53,
    };
    return (struct room_command){.kind = kind, .who = person_of(role, ids[role])};
}

static inline void must(const struct room_command *command)
{
    const enum uth_status status = driver_try(&evening, command);
    if (status != UTH_OK) {
        fail_msg("%s: %s", room_command_name(command->kind), uth_status_text(status));
    }
}

static inline void refused(const struct room_command *command, enum uth_status expected)
{
    const enum uth_status status = driver_try(&evening, command);
    if (status != expected) {
        fail_msg("%s: %s, expected %s", room_command_name(command->kind), uth_status_text(status),
                 uth_status_text(expected));
    }
}

// ---- a table ----------------------------------------------------------------------------------

// Linked to a meter where the profile has a Progressive.
static inline struct room_config table_of(uint64_t profile, enum room_pace pace,
                                          enum uth_controller_model controller)
{
    driver_start(&evening, 1);
    driver_link(&evening, controller);
    return driver_config(&evening, profile, pace);
}

static inline void open_table(uint64_t profile, enum room_pace pace)
{
    const struct room_config config = table_of(profile, pace, UTH_MODEL_AQUARIUS);
    driver_open(&evening, &config);
}

static inline void configure(const struct room_config *config)
{
    struct room_command command = staff_command(ROOM_COMMAND_CONFIGURE, ROOM_ROLE_MANAGER);
    command.config = *config;
    must(&command);
}

static inline void sit(uint64_t player, uint8_t seat, int64_t cents)
{
    struct room_command command = command_of(ROOM_COMMAND_SIT, player);
    command.seat = seat;
    command.amount.cents = cents;
    must(&command);
}

// Time for everything that follows at once, and not more.
static inline void settle_down(void)
{
    driver_settle_down(&evening);
}

static inline void pass(int64_t ms)
{
    driver_pass(&evening, ms);
}

// ---- playing ----------------------------------------------------------------------------------

static inline struct room_command wager_of(uint64_t player, int64_t ante)
{
    struct room_command command = command_of(ROOM_COMMAND_WAGER, player);
    command.stakes[UTH_WAGER_ANTE].cents = ante;
    command.stakes[UTH_WAGER_BLIND].cents = ante;
    command.ready = true;
    return command;
}

static inline void wager(uint64_t player, int64_t ante)
{
    const struct room_command command = wager_of(player, ante);
    must(&command);
}

static inline void wager_progressive(uint64_t player, int64_t ante)
{
    struct room_command command = wager_of(player, ante);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    must(&command);
}

static inline struct room_command decision_of(uint64_t player, enum uth_action action,
                                              uint8_t multiple)
{
    struct room_command command = command_of(ROOM_COMMAND_DECIDE, player);
    command.decision = (struct uth_decision){action, multiple};
    return command;
}

static inline void raise_by(uint64_t player, uint8_t multiple)
{
    const struct room_command command = decision_of(player, UTH_ACTION_RAISE, multiple);
    must(&command);
}

static inline void check(uint64_t player)
{
    const struct room_command command = decision_of(player, UTH_ACTION_CHECK, 0);
    must(&command);
}

static inline void take_bank(uint64_t player, int64_t cents)
{
    struct room_command command = command_of(ROOM_COMMAND_BANK_TAKE, player);
    command.amount.cents = cents;
    must(&command);
}

static inline void say(uint64_t player, enum room_command_kind kind)
{
    const struct room_command command = command_of(kind, player);
    must(&command);
}

static inline void pit(enum room_command_kind kind)
{
    const struct room_command command = staff_command(kind, ROOM_ROLE_SUPERVISOR);
    must(&command);
}

static inline void dealer(enum room_command_kind kind)
{
    const struct room_command command = staff_command(kind, ROOM_ROLE_DEALER);
    must(&command);
}

static inline struct room_command tick_of(enum room_step_kind kind, uint8_t seat, bool on)
{
    struct room_command command = staff_command(ROOM_COMMAND_TICK, ROOM_ROLE_DEALER);
    command.on = on;
    room_ticks_add(&command.ticks, (uint8_t)kind, seat);
    return command;
}

static inline void tick_step(enum room_step_kind kind, uint8_t seat)
{
    const struct room_command command = tick_of(kind, seat, true);
    must(&command);
}

// The cards of `text` come off the deck first.
static inline void stack_deck(const char *text)
{
    size_t count = 0;
    if (text[0] == '\0') {
        evening.top_count = 0;
        return;
    }
    assert_int_equal(uth_cards_parse(text, strlen(text), evening.top, UTH_DECK_SIZE, &count),
                     UTH_OK);
    evening.top_count = (uint8_t)count;
}

// ---- looking ----------------------------------------------------------------------------------

static inline int64_t chips_at(uint8_t seat)
{
    return TABLE->seats[seat - 1].chips.cents;
}

static inline int64_t wallet_of(uint64_t player)
{
    return driver_amount(&evening, UTH_ACCOUNT_WALLET, player, 0);
}

#define assert_state(expected) assert_int_equal(TABLE->state, expected)
#define assert_phase(expected) assert_int_equal(TABLE->round.phase, expected)

#endif
