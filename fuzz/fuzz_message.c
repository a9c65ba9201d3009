// What a client says on the socket: read or refused, never half, and what was read is what a table
// may be handed.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "uth/check.h"
#include "wire/room_command_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool ends_within(const char *text, size_t room)
{
    return memchr(text, '\0', room) != NULL;
}

static void check_command(const struct wire_message *message)
{
    const struct room_command *command = &message->command;
    UTH_CHECK(message->table != 0);
    UTH_CHECK(command->kind < ROOM_COMMAND_COUNT);
    UTH_CHECK(command->id <= (uint64_t)WIRE_ID_MAX);
    UTH_CHECK(command->button < UTH_CONTROLLER_COMMAND_COUNT);
    UTH_CHECK(command->who.id == 0 && command->card == 0); // who it is no message says
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        UTH_CHECK(command->stakes[i].cents >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // Exactly as many bytes as there are, so that one too many is seen.
    char *text = malloc(size > 0 ? size : 1);
    struct wire_message message;
    struct wire_message again;
    struct wire_fault fault;
    UTH_CHECK(text != NULL);
    memcpy(text, data, size);
    memset(&message, 0x5a, sizeof message);
    memset(&again, 0xa5, sizeof again);
    const bool good = wire_message_read(text, size, &message, &fault);
    UTH_CHECK(wire_message_read(text, size, &again, &fault) == good);
    if (good) {
        UTH_CHECK(message.kind <= WIRE_MESSAGE_COMMAND);
        UTH_CHECK(ends_within(message.card, sizeof message.card));
        UTH_CHECK(ends_within(message.pin, sizeof message.pin));
        UTH_CHECK(ends_within(message.reason, sizeof message.reason));
        UTH_CHECK(memcmp(&message, &again, sizeof message) == 0);
        if (message.kind == WIRE_MESSAGE_COMMAND) {
            check_command(&message);
        }
    } else {
        UTH_CHECK(ends_within(fault.expected, sizeof fault.expected));
    }
    free(text);
    return 0;
}
