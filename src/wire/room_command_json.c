#include "wire/room_command_json.h"

#include <stdio.h>
#include <string.h>

#include "wire/rules_values.h"

// ---- the messages -----------------------------------------------------------------------------

enum {
    TABLE = 1 << 0,
    ID = 1 << 1,
    SEAT = 1 << 2,
    AMOUNT = 1 << 3,
    ON = 1 << 4,
    STAKES = 1 << 5,
    READY = 1 << 6,
    CONTRIBUTION = 1 << 7,
    ACTION = 1 << 8,
    BUTTON = 1 << 9,
    LINE = 1 << 10,
    CARD = 1 << 11,
    PIN = 1 << 12,
    REASON = 1 << 13,
    METER = 1 << 14,
    STEPS = 1 << 15,
    CALL = 1 << 16,
    NOTE = 1 << 17,
    ROUND = 1 << 18,
    STREET = 1 << 19,
    PLAYER = 1 << 20,
    FIELD_COUNT = 21,
};

static const char *const field_names[FIELD_COUNT] = {
    "table",        "id",     "seat",   "amount", "on",    "stakes", "ready",
    "contribution", "action", "button", "line",   "card",  "pin",    "reason",
    "meter",        "steps",  "call",   "note",   "round", "street", "player",
};

struct shape {
    const char *type;
    uint8_t kind;    // enum wire_message_kind
    uint8_t command; // enum room_command_kind
    uint32_t needs;  // beside the moment it is meant for, which the room knows
    uint32_t may;    // beside what it needs
};

// clang-format off
static const struct shape shapes[] = {
    { "lobby",        WIRE_MESSAGE_LOBBY,       0,                         0,                      0 },
    { "watch",        WIRE_MESSAGE_WATCH,       0,                         TABLE,                  0 },
    { "unwatch",      WIRE_MESSAGE_UNWATCH,     0,                         TABLE,                  0 },
    { "watch_meter",  WIRE_MESSAGE_WATCH_METER, 0,                         METER,                  0 },
    { "watch_pit",    WIRE_MESSAGE_WATCH_PIT,   0,                         0,                      0 },
    { "ping",         WIRE_MESSAGE_PING,        0,                         0,                      0 },
    { "sit",          WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_SIT,          TABLE | ID | SEAT | AMOUNT, 0 },
    { "buy_in",       WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_BUY_IN,       TABLE | ID | AMOUNT, SEAT },
    { "stand",        WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_STAND,        TABLE | ID, SEAT },
    { "sit_out",      WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_SIT_OUT,      TABLE | ID | ON, SEAT },
    { "wager",        WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_WAGER,        TABLE | ID | STAKES | READY, SEAT | CONTRIBUTION },
    { "decide",       WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_DECIDE,       TABLE | ID | ACTION, SEAT },
    { "bank_take",    WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_BANK_TAKE,    TABLE | ID | AMOUNT, SEAT },
    { "bank_decline", WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_BANK_DECLINE, TABLE | ID, SEAT },
    { "bank_ask",     WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_BANK_ASK,     TABLE | ID, SEAT },
    { "open",         WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_OPEN,         TABLE | ID,             0 },
    { "close_bets",   WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_CLOSE_BETS,   TABLE | ID,             0 },
    { "deal",         WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_DEAL,         TABLE | ID,             0 },
    { "turn",         WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_TURN,         TABLE | ID,             0 },
    { "time",         WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_TIME,         TABLE | ID,             0 },
    { "settle",       WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_SETTLE,       TABLE | ID,             0 },
    { "end",          WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_END,          TABLE | ID,             0 },
    { "button",       WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_BUTTON,       TABLE | ID | BUTTON,    LINE | SEAT | CARD | PIN },
    { "confirm",      WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_CONFIRM,      TABLE | ID | CARD | PIN, SEAT },
    { "pause",        WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_PAUSE,        TABLE | ID,             0 },
    { "resume",       WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_RESUME,       TABLE | ID,             0 },
    { "void",         WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_VOID,         TABLE | ID | REASON,    0 },
    { "unseat",       WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_UNSEAT,       TABLE | ID | SEAT | PLAYER | REASON, 0 },
    { "fill",         WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_FILL,         TABLE | ID | AMOUNT,    0 },
    { "credit",       WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_CREDIT,       TABLE | ID | AMOUNT,    0 },
    { "count_drop",   WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_COUNT_DROP,   TABLE | ID | AMOUNT,    0 },
    { "provider_fund", WIRE_MESSAGE_COMMAND,    ROOM_COMMAND_PROVIDER_FUND, TABLE | ID | AMOUNT,   0 },
    { "provider_withdraw", WIRE_MESSAGE_COMMAND, ROOM_COMMAND_PROVIDER_WITHDRAW, TABLE | ID | AMOUNT, 0 },
    { "name_banker",  WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_NAME_BANKER,  TABLE | ID | SEAT,      0 },
    { "tick",         WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_TICK,         TABLE | ID | STEPS,     ON },
    { "call",         WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_CALL,         TABLE | ID | CALL,      NOTE },
    { "take_call",    WIRE_MESSAGE_COMMAND,     ROOM_COMMAND_TAKE_CALL,    TABLE | ID,             0 },
};

static const struct {
    const char *name;
    enum uth_manager_command_kind kind;
} buttons[] = {
    { "coin in",    UTH_MANAGER_COIN_IN },
    { "hand",       UTH_MANAGER_HAND },
    { "key jph",    UTH_MANAGER_KEY_JPH },
    { "j-pot",      UTH_MANAGER_J_POT },
    { "key run",    UTH_MANAGER_KEY_RUN },
    { "game over",  UTH_MANAGER_GAME_OVER },
    { "start game", UTH_MANAGER_START_GAME },
    { "spot",       UTH_MANAGER_SPOT },
    { "confirm",    UTH_MANAGER_CONFIRM },
    { "swipe",      UTH_MANAGER_SWIPE },
    { "end game",   UTH_MANAGER_END_GAME },
    { "pay",        UTH_MANAGER_PAY },
};
// clang-format on

#define SHAPES (sizeof shapes / sizeof shapes[0])

static const struct shape *shape_of(const char *type)
{
    for (size_t i = 0; i < SHAPES; i++) {
        if (strcmp(shapes[i].type, type) == 0) {
            return &shapes[i];
        }
    }
    return NULL;
}

static uint32_t needs_of(const struct shape *shape)
{
    static const uint32_t moments[] = {
        [ROOM_MOMENT_ANY] = 0,
        [ROOM_MOMENT_ROUND] = ROUND,
        [ROOM_MOMENT_STREET] = ROUND | STREET,
    };
    const bool is_command = shape->kind == WIRE_MESSAGE_COMMAND;
    return shape->needs |
           (is_command ? moments[room_command_moment((enum room_command_kind)shape->command)] : 0);
}

// ---- fields -----------------------------------------------------------------------------------

static const char hex_digits[] = "0123456789abcdef";

static unsigned hex_digit(char c)
{
    const char *found = strchr(hex_digits, c);
    UTH_CHECK(found != NULL);
    return (unsigned)(found - hex_digits);
}

bool wire_read_hex(const char *text, size_t max, uint8_t *bytes, size_t *count)
{
    const size_t length = strlen(text);
    if (length % 2 != 0 || length / 2 > max || strspn(text, hex_digits) != length) {
        return false;
    }
    for (size_t i = 0; i < length; i += 2) {
        bytes[i / 2] = (uint8_t)(hex_digit(text[i]) << 4 | hex_digit(text[i + 1]));
    }
    *count = length / 2;
    return true;
}

static bool read_number(const json_t *value, int64_t min, int64_t max, uint64_t *out,
                        struct wire_fault *fault)
{
    int64_t number;
    if (!wire_read_integer(value, min, max, &number, fault)) {
        return false;
    }
    *out = (uint64_t)number;
    return true;
}

static bool read_bool(const json_t *value, bool *out, struct wire_fault *fault)
{
    if (!json_is_boolean(value)) {
        return wire_fault_at(fault, "", value, "true or false");
    }
    *out = json_is_true(value);
    return true;
}

static bool read_amount(const json_t *value, uth_money *amount, struct wire_fault *fault)
{
    return wire_read_integer(value, 0, UTH_MONEY_MAX, &amount->cents, fault);
}

static bool read_stakes(const json_t *value, uth_money stakes[UTH_WAGER_COUNT],
                        struct wire_fault *fault)
{
    const char *names[UTH_WAGER_COUNT] = {NULL};
    size_t count = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_wagers[i].before_deal) { // Play is a decision, never a wager before the deal
            names[count++] = uth_wager_name((enum uth_wager)i);
        }
    }
    if (!wire_only_known(value, names, fault)) {
        return false;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const char *name = uth_wager_name((enum uth_wager)i);
        const json_t *stake = json_object_get(value, name);
        if (stake != NULL && !read_amount(stake, &stakes[i], fault)) {
            return wire_fault_inside(fault, name);
        }
    }
    return true;
}

static bool read_contribution(const json_t *value, struct room_command *command,
                              struct wire_fault *fault)
{
    size_t count;
    if (!json_is_string(value) ||
        !wire_read_hex(json_string_value(value), ROOM_SECRET, command->contribution, &count)) {
        return wire_fault_at(fault, "", value, "up to 32 bytes in lower-case hex");
    }
    command->contributed = (uint8_t)count;
    return true;
}

static bool read_action(const json_t *value, struct uth_decision *decision,
                        struct wire_fault *fault)
{
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    const size_t length = strlen(text);
    if (strcmp(text, "check") == 0) {
        *decision = (struct uth_decision){UTH_ACTION_CHECK, 0};
    } else if (strcmp(text, "fold") == 0) {
        *decision = (struct uth_decision){UTH_ACTION_FOLD, 0};
    } else if (length == 2 && text[0] >= '1' && text[0] <= '9' && text[1] == 'x') {
        *decision = (struct uth_decision){UTH_ACTION_RAISE, (uint8_t)(text[0] - '0')};
    } else if (length == 3 && text[0] >= '1' && text[0] <= '9' && text[1] >= '0' &&
               text[1] <= '9' && text[2] == 'x') {
        *decision = (struct uth_decision){UTH_ACTION_RAISE,
                                          (uint8_t)((text[0] - '0') * 10 + text[1] - '0')};
    } else {
        return wire_fault_at(fault, "", value, "4x, 3x, 2x, 1x, check or fold");
    }
    return true;
}

static bool read_button(const json_t *value, struct room_command *command, struct wire_fault *fault)
{
    for (size_t i = 0; json_is_string(value) && i < sizeof buttons / sizeof buttons[0]; i++) {
        if (strcmp(json_string_value(value), buttons[i].name) == 0) {
            command->button = buttons[i].kind;
            return true;
        }
    }
    return wire_fault_at(fault, "", value, "a button of the Progressive's controller");
}

static bool read_line(const json_t *value, struct room_command *command, struct wire_fault *fault)
{
    for (unsigned i = 0; json_is_string(value) && i < UTH_PROGRESSIVE_COUNT; i++) {
        const enum uth_progressive_line line = (enum uth_progressive_line)i;
        if (strcmp(json_string_value(value), uth_progressive_line_name(line)) == 0) {
            command->line = line;
            return true;
        }
    }
    return wire_fault_at(fault, "", value, "a line of the Progressive's pay table");
}

// A text that fits, without control characters: it may end up in the log.
static bool read_words(const json_t *value, char *out, size_t size, struct wire_fault *fault)
{
    const char *text = json_is_string(value) ? json_string_value(value) : NULL;
    bool plain = text != NULL && text[0] != '\0' && strlen(text) < size;
    for (size_t i = 0; plain && text[i] != '\0'; i++) {
        plain = (unsigned char)text[i] >= 0x20 && text[i] != 0x7f;
    }
    if (!plain) {
        char expected[64];
        (void)snprintf(expected, sizeof expected, "a text of 1 to %zu bytes on one line", size - 1);
        return wire_fault_at(fault, "", value, expected);
    }
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool read_seat(const json_t *value, uint8_t *seat, struct wire_fault *fault)
{
    uint64_t number;
    if (!read_number(value, 1, UTH_SEATS_MAX, &number, fault)) {
        return false;
    }
    *seat = (uint8_t)number;
    return true;
}

static bool read_table(const json_t *value, uint32_t *table, struct wire_fault *fault)
{
    uint64_t number;
    if (!read_number(value, 1, UINT32_MAX, &number, fault)) {
        return false;
    }
    *table = (uint32_t)number;
    return true;
}

static bool read_street(const json_t *value, enum uth_phase *street, struct wire_fault *fault)
{
    for (unsigned i = 0; json_is_string(value) && i < UTH_PHASE_COUNT; i++) {
        if (strcmp(json_string_value(value), uth_phase_name((enum uth_phase)i)) == 0) {
            *street = (enum uth_phase)i;
            return true;
        }
    }
    return wire_fault_at(fault, "", value, "the phase of the view it was made for");
}

// "fee", or "rack_hand:3" of a seat.
static bool read_step(const json_t *value, struct room_ticks *ticks, struct wire_fault *fault)
{
    char id[32] = "";
    enum room_step_kind kind;
    unsigned seat = 0;
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    const char *colon = strchr(text, ':');
    const size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);
    if (colon != NULL && colon[1] >= '1' && colon[1] <= '0' + UTH_SEATS_MAX && colon[2] == '\0') {
        seat = (unsigned)(colon[1] - '0');
    }
    if (length < sizeof id) {
        (void)snprintf(id, sizeof id, "%.*s", (int)length, text);
    }
    if ((colon != NULL && seat == 0) || !room_step_find(id, &kind) || !room_step_is_ticked(kind)) {
        return wire_fault_at(fault, "", value, "a step that is ticked, such as \"rack_hand:3\"");
    }
    room_ticks_add(ticks, (uint8_t)kind, (uint8_t)seat);
    return true;
}

static bool read_steps(const json_t *value, struct room_ticks *ticks, struct wire_fault *fault)
{
    const size_t count = json_array_size(value);
    if (count == 0 || count > ROOM_STEPS_MAX) {
        return wire_fault_at(fault, "", value, "a list of steps");
    }
    for (size_t i = 0; i < count; i++) {
        if (!read_step(json_array_get(value, i), ticks, fault)) {
            return false;
        }
    }
    return true;
}

static bool read_call(const json_t *value, struct room_command *command, struct wire_fault *fault)
{
    return (json_is_string(value) && room_call_find(json_string_value(value), &command->call)) ||
           wire_fault_at(fault, "", value, "win to verify, dispute, malfunction, fill or other");
}

static bool read_field(unsigned field, const json_t *value, struct wire_message *message,
                       struct wire_fault *fault)
{
    struct room_command *command = &message->command;
    switch (1U << field) {
    case TABLE: return read_table(value, &message->table, fault);
    case ID: return read_number(value, 1, WIRE_ID_MAX, &command->id, fault);
    case SEAT: return read_seat(value, &command->seat, fault);
    case AMOUNT: return read_amount(value, &command->amount, fault);
    case ON: return read_bool(value, &command->on, fault);
    case STAKES: return read_stakes(value, command->stakes, fault);
    case READY: return read_bool(value, &command->ready, fault);
    case CONTRIBUTION: return read_contribution(value, command, fault);
    case ACTION: return read_action(value, &command->decision, fault);
    case BUTTON: return read_button(value, command, fault);
    case LINE: return read_line(value, command, fault);
    case CARD:
        message->has_card = true;
        return read_words(value, message->card, sizeof message->card, fault);
    case PIN: return read_words(value, message->pin, sizeof message->pin, fault);
    case REASON: return read_words(value, message->reason, sizeof message->reason, fault);
    case METER: return read_number(value, 1, WIRE_ID_MAX, &message->meter, fault);
    case STEPS: return read_steps(value, &command->ticks, fault);
    case CALL: return read_call(value, command, fault);
    case NOTE: return read_words(value, command->note, sizeof command->note, fault);
    case ROUND: return read_number(value, 0, WIRE_ID_MAX, &command->round, fault);
    case PLAYER: return read_number(value, 1, WIRE_ID_MAX, &command->player, fault);
    case STREET: return read_street(value, &command->street, fault);
    default: UTH_CHECK(!"a field without a reader"); return false;
    }
}

// ---- the whole --------------------------------------------------------------------------------

static bool known_fields(const json_t *object, const struct shape *shape, struct wire_fault *fault)
{
    const char *known[FIELD_COUNT + 2] = {"type"};
    size_t count = 1;
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        if (((needs_of(shape) | shape->may) >> i) & 1) {
            known[count++] = field_names[i];
        }
    }
    return wire_only_known(object, known, fault);
}

static bool read_fields(const json_t *object, const struct shape *shape,
                        struct wire_message *message, struct wire_fault *fault)
{
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        const json_t *value = json_object_get(object, field_names[i]);
        const bool needed = (needs_of(shape) >> i) & 1;
        if (!needed && (value == NULL || ((shape->may >> i) & 1) == 0)) {
            continue;
        }
        if (value == NULL) {
            char expected[64];
            (void)snprintf(expected, sizeof expected, "a field of every \"%s\"", shape->type);
            return wire_fault_at(fault, field_names[i], NULL, expected);
        }
        if (!read_field(i, value, message, fault)) {
            return wire_fault_inside(fault, field_names[i]);
        }
    }
    return known_fields(object, shape, fault);
}

static bool read_message(const json_t *object, struct wire_message *message,
                         struct wire_fault *fault)
{
    if (!json_is_object(object)) {
        return wire_fault_at(fault, "", object, "an object with a type");
    }
    const json_t *type = json_object_get(object, "type");
    const struct shape *shape = json_is_string(type) ? shape_of(json_string_value(type)) : NULL;
    if (shape == NULL) {
        return wire_fault_at(fault, "type", type, "a type of docs/protocol.md");
    }
    message->kind = (enum wire_message_kind)shape->kind;
    message->command.kind = (enum room_command_kind)shape->command;
    message->command.line = UTH_PROGRESSIVE_NONE;
    message->command.on = message->command.kind == ROOM_COMMAND_TICK; // unless it says otherwise
    return read_fields(object, shape, message, fault);
}

// What the refusal is an answer to.
static void keep_address(const json_t *object, struct wire_message *message)
{
    struct wire_fault ignored;
    uint64_t number;
    struct wire_message kept;
    memset(&kept, 0, sizeof kept);
    if (read_number(json_object_get(object, "id"), 1, WIRE_ID_MAX, &number, &ignored)) {
        kept.command.id = number;
    }
    (void)read_table(json_object_get(object, "table"), &kept.table, &ignored);
    *message = kept;
}

bool wire_message_read(const char *text, size_t length, struct wire_message *message,
                       struct wire_fault *fault)
{
    json_error_t error;
    memset(message, 0, sizeof *message);
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (object == NULL) {
        char place[64];
        (void)snprintf(place, sizeof place, "line %d, column %d", error.line, error.column);
        (void)wire_fault_at(fault, place, NULL, wire_parser_text(&error));
        return false;
    }
    const bool good = read_message(object, message, fault);
    if (!good) {
        keep_address(object, message);
    }
    json_decref(object);
    return good;
}
