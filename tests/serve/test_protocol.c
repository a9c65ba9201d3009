// The protocol is described once, in protocol/. What C has of its own is the same: the names of its
// enumerations, and the commands with the moment and the right of each.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "office/dispute.h"
#include "room/room.h"
#include "uth/controller.h"
#include "uth/settle.h"
#include "wire/room_view_json.h"

#define VALUES_MAX 32

struct names {
    const char *enumeration;
    const char *(*name_of)(unsigned i);
    unsigned count; // as C has it
    unsigned described;
    const char *values[VALUES_MAX];
};

struct command {
    const char *name;
    enum room_command_kind kind;
    enum room_moment moment;
    enum room_right right;
};

#include "names.inc"

static void hold_names(const struct names *names)
{
    if (names->count != names->described) {
        fail_msg("%s: %u values in C, %u in protocol/", names->enumeration, names->count,
                 names->described);
    }
    for (unsigned i = 0; i < names->count; i++) {
        if (strcmp(names->name_of(i), names->values[i]) != 0) {
            fail_msg("%s: '%s' in C, '%s' in protocol/", names->enumeration, names->name_of(i),
                     names->values[i]);
        }
    }
}

static void every_name_of_the_description_is_the_one_of_c(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof enumerations / sizeof enumerations[0]; i++) {
        hold_names(&enumerations[i]);
    }
}

// CONFIGURE is a request, not a message.
static void every_command_is_described_with_its_moment_and_its_right(void **state)
{
    bool described[ROOM_COMMAND_COUNT] = {[ROOM_COMMAND_CONFIGURE] = true};
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const struct command *command = &commands[i];
        described[command->kind] = true;
        assert_string_equal(room_command_name(command->kind), command->name);
        assert_int_equal(room_command_moment(command->kind), command->moment);
        assert_int_equal(room_command_right(command->kind), command->right);
    }
    for (unsigned i = 0; i < ROOM_COMMAND_COUNT; i++) {
        if (!described[i]) {
            fail_msg("%s is no command of protocol/client.toml",
                     room_command_name((enum room_command_kind)i));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_of_the_description_is_the_one_of_c),
        cmocka_unit_test(every_command_is_described_with_its_moment_and_its_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
