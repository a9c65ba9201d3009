// What a client says on the socket, read and checked: docs/protocol.md, "From the client".
#ifndef UTH_WIRE_ROOM_COMMAND_JSON_H
#define UTH_WIRE_ROOM_COMMAND_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "room/room.h"
#include "wire/fault.h"

#define WIRE_REASON_MAX 200
#define WIRE_CARD_MAX   64
#define WIRE_ID_MAX     INT64_C(9007199254740991) // what a browser's number holds

enum wire_message_kind {
    WIRE_MESSAGE_LOBBY = 0,
    WIRE_MESSAGE_WATCH = 1,
    WIRE_MESSAGE_UNWATCH = 2,
    WIRE_MESSAGE_WATCH_METER = 3,
    WIRE_MESSAGE_WATCH_PIT = 4,
    WIRE_MESSAGE_PING = 5,
    WIRE_MESSAGE_COMMAND = 6, // for a table
};

// Wagers on side bets of a profile's own, by the ids they have there.
struct wire_side {
    uint8_t count;
    struct {
        char id[UTH_BET_ID_LENGTH];
        uth_money stake;
    } bets[UTH_SIDES_MAX];
};

// Bytes a field does not use are 0.
struct wire_message {
    enum wire_message_kind kind;
    uint32_t table;
    uint64_t meter;
    struct room_command command; // but `who` and `authority`, which the message cannot say
    struct wire_side side;       // part of the command's stakes, once wire_side_find has been asked
    char card[WIRE_CARD_MAX + 1]; // with a BUTTON or CONFIRM: the card that was used
    char pin[WIRE_CARD_MAX + 1];
    char reason[WIRE_REASON_MAX + 1];
};

// Reads one message. Refuses what is no JSON object, an unknown type, an unknown, missing or repeated
// field, a value of the wrong type or out of range; then *fault says where and what was expected.
// `table` and `id` of a refused message are set as far as they could be read, else 0, so that the
// refusal can be sent as an answer to them.
UTH_NODISCARD bool wire_message_read(const char *text, size_t length, struct wire_message *message,
                                     struct wire_fault *fault);

// Puts the wagers on a profile's own side bets with the others. False, with a fault, where the profile
// has no bet of an id.
UTH_NODISCARD bool wire_side_find(const struct uth_rules *rules, const struct wire_side *side,
                                  uth_money stakes[UTH_WAGER_COUNT], struct wire_fault *fault);

// Up to `max` bytes in hex. False, and nothing is written, for anything else.
bool wire_read_hex(const char *text, size_t max, uint8_t *bytes, size_t *count);

#endif
