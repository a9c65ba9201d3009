// Every role against every right and every command. The tables here are written out a second time:
// a right given by mistake in one of them does not go unseen.
#include "evening.h"

#define RIGHTS   ROOM_RIGHT_COUNT
#define COMMANDS ROOM_COMMAND_COUNT

// watch play deal confirm confirm-above pit adjust approve configure people read-records
static const char *const may[ROOM_ROLE_COUNT] = {
    [ROOM_ROLE_GUEST] = "xx.........",       [ROOM_ROLE_PLAYER] = "xx.........",
    [ROOM_ROLE_DEALER] = "x.x........",      [ROOM_ROLE_SUPERVISOR] = "x.xx.xx...x",
    [ROOM_ROLE_EXECUTIVE] = "x.xxxxxx..x",   [ROOM_ROLE_AUDITOR] = "x.........x",
    [ROOM_ROLE_MANAGER] = "x....xxxxxx",     [ROOM_ROLE_HOUSE] = ".x.........",
    [ROOM_ROLE_PROPOSITION] = ".x.........",
};

// SIT BUY_IN STAND SIT_OUT WAGER DECIDE BANK_TAKE BANK_DECLINE BANK_ASK,
// OPEN CLOSE_BETS DEAL TURN TIME SETTLE END BUTTON,
// CONFIRM, PAUSE RESUME VOID UNSEAT FILL CREDIT COUNT_DROP, CONFIGURE,
// PROVIDER_FUND PROVIDER_WITHDRAW NAME_BANKER,
// TICK CALL, TAKE_CALL,
// CONTRIBUTE REVEAL, NEXT
static const char *const gives[ROOM_ROLE_COUNT] = {
    [ROOM_ROLE_GUEST] = "xxxxxxxxx.......................xxx",
    [ROOM_ROLE_PLAYER] = "xxxxxxxxx.......................xxx",
    [ROOM_ROLE_DEALER] = ".........xxxxxxxx............xx....",
    [ROOM_ROLE_SUPERVISOR] = ".........xxxxxxxxxxxxxxxx.xxxxxx...",
    [ROOM_ROLE_EXECUTIVE] = ".........xxxxxxxxxxxxxxxx.xxxxxx...",
    [ROOM_ROLE_AUDITOR] = "...................................",
    [ROOM_ROLE_MANAGER] = "..................xxxxxxxxxxx..x...",
    [ROOM_ROLE_HOUSE] = "...................................", // with the clock, never from outside
    [ROOM_ROLE_PROPOSITION] = "...................................",
};

static void each_role_has_the_rights_of_its_line(void **state)
{
    (void)state;
    for (unsigned role = 0; role < ROOM_ROLE_COUNT; role++) {
        assert_int_equal(strlen(may[role]), RIGHTS);
        for (unsigned right = 0; right < RIGHTS; right++) {
            assert_int_equal(room_role_may((enum room_role)role, (enum room_right)right),
                             may[role][right] == 'x');
        }
    }
}

static void try_all(enum room_pace pace)
{
    for (unsigned role = 0; role < ROOM_ROLE_COUNT; role++) {
        assert_int_equal(strlen(gives[role]), COMMANDS);
        for (unsigned kind = 0; kind < COMMANDS; kind++) {
            open_table(WASHINGTON, pace);
            struct room_command command =
                staff_command((enum room_command_kind)kind, (enum room_role)role);
            assert_true(room_role_is_automatic((enum room_role)role) ||
                        room_role_may(command.who.role, room_command_right(command.kind)) ==
                            (gives[role][kind] == 'x'));
            command.config = TABLE->config;
            const enum uth_status status = driver_try(&evening, &command);
            if ((status != UTH_ERR_NO_RIGHT) != (gives[role][kind] == 'x')) {
                fail_msg("%s, %s: %s", room_role_name((enum room_role)role),
                         room_command_name(command.kind), uth_status_text(status));
            }
        }
    }
}

static void each_role_gives_the_commands_of_its_line_and_no_other(void **state)
{
    (void)state;
    try_all(ROOM_PACE_AUTO);
    try_all(ROOM_PACE_DEALER);
}

static void a_command_asks_for_the_right_before_anything_else(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    // An unknown person, another pace, no such seat: the answer is still that it is not allowed.
    struct room_command command = {.kind = ROOM_COMMAND_OPEN, .seat = 99};
    command.who = person_of(ROOM_ROLE_PLAYER, 0);
    refused(&command, UTH_ERR_NO_RIGHT);
    command.who = person_of(ROOM_ROLE_DEALER, 0);
    refused(&command, UTH_ERR_NOBODY_NAMED);
    command.who.id = DEALER;
    refused(&command, UTH_ERR_PACE);
}

static void nobody_acts_under_an_automatic_players_number(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command command = command_of(ROOM_COMMAND_SIT, room_house_player(DRIVER_TABLE, 1));
    refused(&command, UTH_ERR_NO_RIGHT);
    command.who.id = room_proposition_player(DRIVER_TABLE, 1);
    refused(&command, UTH_ERR_NO_RIGHT);
    command.who.id = ROOM_SYSTEM;
    refused(&command, UTH_ERR_NO_RIGHT);
    assert_true(room_is_house_player(room_house_player(UINT32_MAX, 8)));
    assert_true(room_is_proposition_player(room_proposition_player(UINT32_MAX, 8)));
    assert_false(room_is_proposition_player(room_house_player(UINT32_MAX, 8)));
    assert_false(room_is_house_player(room_proposition_player(UINT32_MAX, 8)));
    assert_false(room_is_automatic_player(ROOM_SYSTEM));
    assert_true(room_proposition_player(UINT32_MAX, 8) <= (uint64_t)UTH_MONEY_MAX);
    assert_true(room_house_player(UINT32_MAX, 8) <= (uint64_t)UTH_MONEY_MAX); // JSON reads it
}

static void roles_and_rights_have_names_that_lead_back(void **state)
{
    (void)state;
    enum room_role found;
    for (unsigned role = 0; role < ROOM_ROLE_COUNT; role++) {
        assert_true(room_role_named(room_role_name((enum room_role)role), &found));
        assert_int_equal(found, role);
    }
    assert_false(room_role_named("king", &found));
    for (unsigned right = 0; right < RIGHTS; right++) {
        assert_true(strlen(room_right_name((enum room_right)right)) > 2);
    }
    assert_string_equal(room_command_name(ROOM_COMMAND_COUNT_DROP), "count_drop");
    assert_string_equal(room_right_name(ROOM_RIGHT_CONFIRM_ABOVE), "confirm_above");
}

static void who_plays_is_not_staff_and_staff_does_not_play(void **state)
{
    (void)state;
    for (unsigned role = 0; role < ROOM_ROLE_COUNT; role++) {
        assert_int_equal(room_role_is_staff((enum room_role)role),
                         !room_role_may((enum room_role)role, ROOM_RIGHT_PLAY));
    }
}

static void a_name_that_looks_like_an_automatic_players_is_one_of_theirs(void **state)
{
    (void)state;
    static const char *const theirs[] = {
        "Alder",    "ALDER", "alder",  "aLDeR",       "A1der",  "Aider",  "4lder",
        "E1m",      "3lm",   "F1r",    "0pal",        "Ja5per", "Top4z",  "Hernlock",
        "Dogvvood", "8irch", "J4sper", "Dog w_o-o.d", "0nyx",   "6arnet", "A9ate"};
    static const char *const others[] = {"",     "Al",   "Alde",  "Alders", "Elmo", "Opa",
                                         "Firm", "Onxy", "Zlder", "Rn",     "v",    "@lder"};
    for (size_t i = 0; i < sizeof theirs / sizeof theirs[0]; i++) {
        if (!room_name_is_automatic(theirs[i])) {
            fail_msg("%s", theirs[i]);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (room_name_is_automatic(others[i])) {
            fail_msg("%s", others[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_role_has_the_rights_of_its_line),
        cmocka_unit_test(each_role_gives_the_commands_of_its_line_and_no_other),
        cmocka_unit_test(a_command_asks_for_the_right_before_anything_else),
        cmocka_unit_test(nobody_acts_under_an_automatic_players_number),
        cmocka_unit_test(roles_and_rights_have_names_that_lead_back),
        cmocka_unit_test(a_name_that_looks_like_an_automatic_players_is_one_of_theirs),
        cmocka_unit_test(who_plays_is_not_staff_and_staff_does_not_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
