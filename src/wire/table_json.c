#include "wire/table_json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uth/controller.h"
#include "uth/exact.h"
#include "wire/rules_values.h"

enum kind { NAME, OPTIONAL_NAME, MONEY, NUMBER_64, NUMBER_32, NUMBER_8, PACE, CONTROLLER, STYLE };

static const char *const paces[] = {"auto", "dealer", NULL};
static const char *const controllers[] = {"aquarius", "nexus", NULL};

#define AT(field) offsetof(struct room_config, field)

// clang-format off
static const struct field {
    const char *name;
    enum kind kind;
    size_t at;
    int64_t max;
} fields[] = {
    {"name",              NAME,       AT(name),              0},
    {"pace",              PACE,       AT(pace),              0},
    {"meter",             NUMBER_64,  AT(meter),             UINT32_MAX},
    {"controller",        CONTROLLER, AT(controller),        0},
    {"confirm_up_to",     MONEY,      AT(confirm_up_to),     0},
    {"buy_in_min",        MONEY,      AT(buy_in_min),        0},
    {"buy_in_max",        MONEY,      AT(buy_in_max),        0},
    {"betting_ms",        NUMBER_32,  AT(betting_ms),        3600000},
    {"decision_ms",       NUMBER_32,  AT(decision_ms),       3600000},
    {"offer_ms",          NUMBER_32,  AT(offer_ms),          3600000},
    {"result_ms",         NUMBER_32,  AT(result_ms),         3600000},
    {"absent_rounds",     NUMBER_32,  AT(absent_rounds),     1000000},
    {"people_per_address",   NUMBER_8,  AT(people_per_address),   UTH_SEATS_MAX},
    {"house_players",     NUMBER_8,   AT(house_players),     UTH_SEATS_MAX},
    {"house_strategy",    STYLE,      AT(house_strategy),    UTH_STYLE_COUNT - 1},
    {"house_ms",          NUMBER_32,  AT(house_ms),          3600000},
    {"house_buy_in",      MONEY,      AT(house_buy_in),      0},
    {"house_ante",        MONEY,      AT(house_ante),        0},
    {"house_trips",       MONEY,      AT(house_trips),       0},
    {"house_progressive", MONEY,      AT(house_progressive), 0},
    {"provider",          OPTIONAL_NAME, AT(provider),       0},
    {"provider_bankroll", MONEY,      AT(provider_bankroll), 0},
    {"proposition_players",  NUMBER_8,  AT(proposition_players),  UTH_SEATS_MAX},
    {"proposition_strategy", STYLE,     AT(proposition_strategy), UTH_STYLE_COUNT - 1},
    {"proposition_ms",       NUMBER_32, AT(proposition_ms),       3600000},
    {"proposition_buy_in",   MONEY,     AT(proposition_buy_in),   0},
    {"proposition_ante",     MONEY,     AT(proposition_ante),     0},
    {"proposition_trips",    MONEY,     AT(proposition_trips),    0},
    {"proposition_bank",     MONEY,     AT(proposition_bank),     0},
};
// clang-format on

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

const char *wire_config_field(size_t index)
{
    return index < FIELD_COUNT ? fields[index].name : NULL;
}

static bool is_of_kind(const char *field, enum kind kind)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(fields[i].name, field) == 0) {
            return fields[i].kind == kind;
        }
    }
    return false;
}

bool wire_config_is_money(const char *field)
{
    return is_of_kind(field, MONEY);
}

bool wire_config_is_style(const char *field)
{
    return is_of_kind(field, STYLE);
}

// ---- out --------------------------------------------------------------------------------------

static json_t *value_of(const struct room_config *config, const struct field *field)
{
    const void *at = (const char *)config + field->at;
    uint64_t wide = 0;
    uint32_t middle = 0;
    uint8_t narrow = 0;
    uth_money amount;
    switch (field->kind) {
    case NAME:
    case OPTIONAL_NAME: return json_string(at);
    case MONEY: memcpy(&amount, at, sizeof amount); return wire_money_json(amount);
    case NUMBER_64: memcpy(&wide, at, sizeof wide); return json_integer((json_int_t)wide);
    case NUMBER_32: memcpy(&middle, at, sizeof middle); return json_integer(middle);
    case STYLE: // the pages choose it by number
    case NUMBER_8: memcpy(&narrow, at, sizeof narrow); return json_integer(narrow);
    case PACE: memcpy(&narrow, at, sizeof narrow); return json_string(paces[narrow & 1]);
    case CONTROLLER:
        memcpy(&narrow, at, sizeof narrow);
        return json_string(controllers[narrow & 1]);
    }
    UTH_CHECK(!"one of the kinds");
}

json_t *wire_config_to_json(const struct room_config *config, const char *profile)
{
    json_t *document = json_object();
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        (void)json_object_set_new(document, fields[i].name, value_of(config, &fields[i]));
    }
    if (profile != NULL) {
        (void)json_object_set_new(document, "profile", json_string(profile));
    }
    return document;
}

// ---- in ---------------------------------------------------------------------------------------

static bool read_name(const json_t *value, bool optional, char *name, struct wire_fault *fault)
{
    const size_t length = json_is_string(value) ? json_string_length(value) : 0;
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    bool sane = json_is_string(value) && (optional || length > 0) && length < ROOM_NAME_MAX &&
                strlen(text) == length;
    for (size_t i = 0; sane && i < length; i++) {
        sane = (unsigned char)text[i] >= 32 && text[i] != 127;
    }
    if (!sane) {
        return wire_fault_at(fault, "", value,
                             optional ? "a name of at most 31 bytes" : "a name of 1 to 31 bytes");
    }
    memset(name, 0, ROOM_NAME_MAX);
    memcpy(name, text, length);
    return true;
}

// A style of play by its name, or by its number.
static bool read_style(const json_t *value, uint8_t *style, struct wire_fault *fault)
{
    const char *name = json_string_value(value);
    const int64_t number =
        name != NULL ? (int64_t)uth_style_find(name)
                     : (json_is_integer(value) ? json_integer_value(value) : UTH_STYLE_COUNT);
    if (number < 0 || number >= UTH_STYLE_COUNT) {
        return wire_fault_at(fault, "", value, "optimal, simple, never-fold or timid");
    }
    *style = (uint8_t)number;
    return true;
}

static bool read_field(const json_t *value, const struct field *field, struct room_config *config,
                       struct wire_fault *fault)
{
    void *at = (char *)config + field->at;
    int64_t number = 0;
    int word = 0;
    uth_money amount;
    switch (field->kind) {
    case NAME:
    case OPTIONAL_NAME: return read_name(value, field->kind == OPTIONAL_NAME, at, fault);
    case MONEY:
        if (!wire_read_money(value, &amount, fault)) {
            return false;
        }
        memcpy(at, &amount, sizeof amount);
        return true;
    case PACE:
    case CONTROLLER:
        if (!wire_read_word(value, field->kind == PACE ? paces : controllers, &word, fault)) {
            return false;
        }
        *(uint8_t *)at = (uint8_t)word;
        return true;
    case STYLE: return read_style(value, at, fault);
    case NUMBER_64:
    case NUMBER_32:
    case NUMBER_8: break;
    }
    if (!wire_read_integer(value, 0, field->max, &number, fault)) {
        return false;
    }
    // Little-endian, so a number that fits lies the same in each width.
    memcpy(at, &number, field->kind == NUMBER_64 ? 8 : field->kind == NUMBER_32 ? 4 : 1);
    return true;
}

static const struct field *field_named(const char *name)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(fields[i].name, name) == 0) {
            return &fields[i];
        }
    }
    return NULL;
}

bool wire_config_from_json(const json_t *document, struct room_config *config,
                           struct wire_fault *fault)
{
    struct room_config read = *config;
    const char *key;
    json_t *value;
    if (!json_is_object(document)) {
        return wire_fault_at(fault, "", document, "an object");
    }
    json_object_foreach(wire_to_walk(document), key, value)
    {
        const struct field *field = field_named(key);
        if (strcmp(key, "profile") == 0 || strcmp(key, "options") == 0) {
            continue;
        }
        if (field == NULL) {
            return wire_fault_at(fault, key, value, "a field of a table's configuration");
        }
        if (!read_field(value, field, &read, fault)) {
            return wire_fault_inside(fault, key);
        }
    }
    *config = read;
    return true;
}

bool wire_config_set(struct room_config *config, const char *name, const char *text,
                     struct wire_fault *fault)
{
    const struct field *field = field_named(name);
    if (field == NULL) {
        json_t *given = json_string(name);
        (void)wire_fault_at(fault, "", given, "a field of a table's configuration");
        json_decref(given);
        return false;
    }
    const bool word = field->kind == NAME || field->kind == OPTIONAL_NAME || field->kind == PACE ||
                      field->kind == CONTROLLER;
    json_t *value = word ? json_string(text) : json_loads(text, JSON_DECODE_ANY, NULL);
    if (value == NULL) {
        value = json_string(text);
    }
    const bool set =
        read_field(value, field, config, fault) || wire_fault_inside(fault, field->name);
    json_decref(value);
    return set;
}
