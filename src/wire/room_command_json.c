#include "wire/room_command_json.h"

#include <stdio.h>
#include <string.h>

#include "messages.inc"
#include "wire/rules_values.h"

// ---- what is described in protocol/ ------------------------------------------------------------

#define FIELD(name, text, reader, place, type) FIELD_##name,
enum { PROTOCOL_FIELDS(FIELD) FIELD_COUNT };
#undef FIELD

struct shape {
    const char *type;
    uint8_t kind;    // enum wire_message_kind
    uint8_t command; // enum room_command_kind
    uint32_t needs;
    uint32_t may; // beside what it needs
};

#define HAS(name)                              (UINT32_C(1) << FIELD_##name)
#define SHAPE(type, kind, command, needs, may) {type, kind, command, needs, may},
static const struct shape shapes[] = {PROTOCOL_MESSAGES(SHAPE)};
#undef SHAPE

_Static_assert(FIELD_COUNT <= 32, "a set of fields fits");

static const struct shape *shape_of(const char *type)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (strcmp(shapes[i].type, type) == 0) {
            return &shapes[i];
        }
    }
    return NULL;
}

// ---- a reader for each type -------------------------------------------------------------------

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

// Each reads a value into a field of its type, of which it knows the size where that matters.
static bool read_id(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    (void)size;
    return read_number(value, 1, WIRE_ID_MAX, out, fault);
}

static bool read_round_number(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    (void)size;
    return read_number(value, 0, WIRE_ID_MAX, out, fault);
}

static bool read_seat_number(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    uint64_t number;
    (void)size;
    if (!read_number(value, 1, UTH_SEATS_MAX, &number, fault)) {
        return false;
    }
    *(uint8_t *)out = (uint8_t)number;
    return true;
}

static bool read_table_number(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    uint64_t number;
    (void)size;
    if (!read_number(value, 1, UINT32_MAX, &number, fault)) {
        return false;
    }
    *(uint32_t *)out = (uint32_t)number;
    return true;
}

static bool read_bool(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    (void)size;
    if (!json_is_boolean(value)) {
        return wire_fault_at(fault, "", value, "true or false");
    }
    *(bool *)out = json_is_true(value);
    return true;
}

static bool read_cents(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    (void)size;
    return wire_read_money(value, out, fault);
}

static bool read_stakes(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    uth_money *stakes = out;
    const char *names[UTH_WAGER_COUNT] = {NULL};
    size_t count = 0;
    (void)size;
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
        if (stake != NULL && !wire_read_money(stake, &stakes[i], fault)) {
            return wire_fault_inside(fault, name);
        }
    }
    return true;
}

static bool read_side(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    struct wire_side *side = out;
    const char *id;
    json_t *stake;
    (void)size;
    if (!json_is_object(value) || json_object_size(value) > UTH_SIDES_MAX) {
        return wire_fault_at(fault, "", value, "an amount for each side bet");
    }
    json_object_foreach(wire_to_walk(value), id, stake)
    {
        const size_t length = strlen(id);
        if (length >= UTH_BET_ID_LENGTH) {
            return wire_fault_at(fault, id, stake, "the id of a side bet");
        }
        if (!wire_read_money(stake, &side->bets[side->count].stake, fault)) {
            return wire_fault_inside(fault, id);
        }
        memcpy(side->bets[side->count++].id, id, length + 1);
    }
    return true;
}

bool wire_side_find(const struct uth_rules *rules, const struct wire_side *side,
                    uth_money stakes[UTH_WAGER_COUNT], struct wire_fault *fault)
{
    for (unsigned i = 0; i < side->count; i++) {
        const enum uth_wager wager = uth_rules_wager_find(rules, side->bets[i].id);
        if (wager == UTH_WAGER_COUNT || !uth_wager_is_own(wager)) {
            (void)wire_fault_at(fault, side->bets[i].id, NULL,
                                "the id of one of this table's own side bets");
            return wire_fault_inside(fault, "side");
        }
        stakes[wager] = side->bets[i].stake;
    }
    return true;
}

static bool read_part(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    size_t count = 0;
    (void)size;
    return (json_is_string(value) &&
            wire_read_hex(json_string_value(value), ROOM_SECRET, out, &count) &&
            count == ROOM_SECRET) ||
           wire_fault_at(fault, "", value, "64 lower-case hex digits");
}

static bool read_commitment(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    struct room_command *command = out;
    command->committed = true;
    return read_part(value, command->commitment, size, fault);
}

static bool read_action(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    struct uth_decision *decision = out;
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    const size_t length = strlen(text);
    (void)size;
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

// A text that fits, without control characters: it may end up in the log.
static bool read_words(const json_t *value, void *out, size_t size, struct wire_fault *fault)
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

static bool read_ticks(const json_t *value, void *out, size_t size, struct wire_fault *fault)
{
    (void)size;
    const size_t count = json_array_size(value);
    if (count == 0 || count > ROOM_STEPS_MAX) {
        return wire_fault_at(fault, "", value, "a list of steps");
    }
    for (size_t i = 0; i < count; i++) {
        if (!read_step(json_array_get(value, i), out, fault)) {
            return false;
        }
    }
    return true;
}

// One for each enumeration a client names.
#define WORD(word, value)   word,
#define NUMBER(word, value) value,
#define READER(name, list)                                                                         \
    static bool read_##name(const json_t *value, void *out, size_t size, struct wire_fault *fault) \
    {                                                                                              \
        static const char *const words[] = {list(WORD) NULL};                                      \
        static const unsigned numbers[] = {list(NUMBER)};                                          \
        int index;                                                                                 \
        (void)size;                                                                                \
        if (!wire_read_word(value, words, &index, fault)) {                                        \
            return false;                                                                          \
        }                                                                                          \
        *(unsigned *)out = numbers[index];                                                         \
        return true;                                                                               \
    }

READER(button, PROTOCOL_BUTTON)
READER(line, PROTOCOL_LINE)
READER(call_reason, PROTOCOL_CALL_REASON)
READER(phase, PROTOCOL_PHASE)

#define OF_MESSAGE(place) (((struct wire_message *)NULL)->place)
#define FIELD(name, text, reader, place, type)                                                     \
    _Static_assert(_Generic(OF_MESSAGE(place), type : 1, default : 0),                             \
                   text " is read as what it is");
PROTOCOL_FIELDS(FIELD)
#undef FIELD

static const struct field {
    const char *name;
    bool (*read)(const json_t *value, void *out, size_t size, struct wire_fault *fault);
    size_t at;
    size_t size;
} fields[FIELD_COUNT] = {
#define FIELD(name, text, reader, place, type)                                                     \
    {text, read_##reader, offsetof(struct wire_message, place), sizeof OF_MESSAGE(place)},
    PROTOCOL_FIELDS(FIELD)
#undef FIELD
};

// ---- the whole --------------------------------------------------------------------------------

static bool known_fields(const json_t *object, const struct shape *shape, struct wire_fault *fault)
{
    const char *known[FIELD_COUNT + 2] = {"type"};
    size_t count = 1;
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        if (((shape->needs | shape->may) >> i) & 1) {
            known[count++] = fields[i].name;
        }
    }
    return wire_only_known(object, known, fault);
}

static bool read_fields(const json_t *object, const struct shape *shape,
                        struct wire_message *message, struct wire_fault *fault)
{
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        const json_t *value = json_object_get(object, fields[i].name);
        const bool needed = (shape->needs >> i) & 1;
        if (!needed && (value == NULL || ((shape->may >> i) & 1) == 0)) {
            continue;
        }
        if (value == NULL) {
            char expected[64];
            (void)snprintf(expected, sizeof expected, "a field of every \"%s\"", shape->type);
            return wire_fault_at(fault, fields[i].name, NULL, expected);
        }
        char *out = (char *)message + fields[i].at;
        if (!fields[i].read(value, out, fields[i].size, fault)) {
            return wire_fault_inside(fault, fields[i].name);
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
        return wire_fault_at(fault, "type", type, "a message type of docs/protocol.md");
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
    (void)read_table_number(json_object_get(object, "table"), &kept.table, 0, &ignored);
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
