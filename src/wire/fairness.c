#include "wire/fairness.h"

#include <string.h>

#include "uth/deal.h"
#include "wire/rules_values.h"

_Static_assert(FAIR_SECRET_SIZE == 32 && FAIR_COMMITMENT_SIZE == 32, "the words of the faults");
_Static_assert(FAIR_CONTRIBUTION_MAX == 32, "the words of the faults");

// ---- hex --------------------------------------------------------------------------------------

static const char digits[] = "0123456789abcdef";

void wire_hex_text(const uint8_t *bytes, size_t size, char *hex)
{
    for (size_t i = 0; i < size; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[2 * size] = '\0';
}

static int digit_of(char c)
{
    const char *found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

bool wire_hex_parse(const char *text, size_t length, uint8_t *bytes, size_t max, size_t *size)
{
    if (length % 2 != 0 || length / 2 > max) {
        return false;
    }
    for (size_t i = 0; i < length / 2; i++) {
        const int high = digit_of(text[2 * i]);
        const int low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) {
            return false;
        }
        bytes[i] = (uint8_t)(high * 16 + low);
    }
    *size = length / 2;
    return true;
}

// ---- reading ----------------------------------------------------------------------------------

static bool read_32(const json_t *object, const char *name, uint8_t bytes[32],
                    struct wire_fault *fault)
{
    const json_t *value = json_object_get(object, name);
    size_t size = 0;
    return (json_is_string(value) &&
            wire_hex_parse(json_string_value(value), json_string_length(value), bytes, 32, &size) &&
            size == 32) ||
           wire_fault_at(fault, name, value, "64 lower-case hex digits");
}

static bool read_number(const json_t *object, const char *name, int64_t max, int64_t *number,
                        struct wire_fault *fault)
{
    return wire_read_integer(json_object_get(object, name), 0, max, number, fault) ||
           wire_fault_inside(fault, name);
}

static bool read_seat(const json_t *value, unsigned seats, uint8_t *seat, struct wire_fault *fault)
{
    int64_t number = 0;
    if (!wire_read_integer(value, 1, (int64_t)seats, &number, fault)) {
        return false;
    }
    *seat = (uint8_t)number;
    return true;
}

static bool read_contribution(const json_t *value, unsigned seats, struct fair_deal *deal,
                              struct wire_fault *fault)
{
    static const char *const known[] = {"seat", "bytes", NULL};
    uint8_t seat = 0;
    uint8_t bytes[FAIR_CONTRIBUTION_MAX];
    size_t size = 0;
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (!read_seat(json_object_get(value, "seat"), seats, &seat, fault)) {
        return wire_fault_inside(fault, "seat");
    }
    const json_t *hex = json_object_get(value, "bytes");
    if (!json_is_string(hex) ||
        !wire_hex_parse(json_string_value(hex), json_string_length(hex), bytes, sizeof bytes,
                        &size) ||
        size == 0) {
        return wire_fault_at(fault, "bytes", hex, "1 to 32 bytes as lower-case hex digits");
    }
    if (deal->sizes[seat - 1] != 0) {
        return wire_fault_at(fault, "seat", json_object_get(value, "seat"),
                             "a seat that contributed only once");
    }
    UTH_CHECK(fair_contribute(deal, seat, bytes, size));
    return true;
}

static bool read_contributions(const json_t *list, unsigned seats, struct fair_deal *deal,
                               struct wire_fault *fault)
{
    if (!json_is_array(list) || json_array_size(list) > seats) {
        return wire_fault_at(fault, "contributions", list, "a list of contributions, or []");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_contribution(json_array_get(list, i), seats, deal, fault)) {
            return wire_fault_inside_list(fault, "contributions", i);
        }
    }
    return true;
}

static bool read_dealt(const json_t *list, unsigned seats, struct wire_fairness *fairness,
                       struct wire_fault *fault)
{
    unsigned seen = 0;
    if (!json_is_array(list) || json_array_size(list) == 0 || json_array_size(list) > seats) {
        return wire_fault_at(fault, "dealt", list, "the seats that got cards, in that order");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        uint8_t seat = 0;
        if (!read_seat(value, seats, &seat, fault)) {
            return wire_fault_inside_list(fault, "dealt", i);
        }
        if ((seen >> seat & 1) != 0) {
            (void)wire_fault_at(fault, "", value, "each seat once");
            return wire_fault_inside_list(fault, "dealt", i);
        }
        seen |= 1U << seat;
        fairness->dealt[i] = seat;
    }
    fairness->dealt_count = (uint8_t)json_array_size(list);
    return true;
}

static bool read_procedure(const json_t *object, struct wire_fairness *fairness,
                           struct wire_fault *fault)
{
    int index = 0;
    if (!wire_read_word(json_object_get(object, "procedure"), wire_procedure_words, &index,
                        fault)) {
        return wire_fault_inside(fault, "procedure");
    }
    fairness->procedure = (enum uth_procedure)index;
    return true;
}

bool wire_fairness_read(const json_t *value, unsigned seats, struct wire_fairness *fairness,
                        struct wire_fault *fault)
{
    static const char *const known[] = {"commitment",    "secret",    "table", "round",
                                        "contributions", "procedure", "dealt", NULL};
    struct wire_fairness read = {0};
    int64_t table = 0;
    int64_t round = 0;
    UTH_CHECK(seats <= UTH_SEATS_MAX);
    if (!wire_only_known(value, known, fault) ||
        !read_32(value, "commitment", read.commitment, fault) ||
        !read_32(value, "secret", read.deal.secret, fault) ||
        !read_number(value, "table", UINT32_MAX, &table, fault) ||
        !read_number(value, "round", WIRE_FAIRNESS_ROUND_MAX, &round, fault) ||
        !read_contributions(json_object_get(value, "contributions"), seats, &read.deal, fault) ||
        !read_procedure(value, &read, fault) ||
        !read_dealt(json_object_get(value, "dealt"), seats, &read, fault)) {
        return false;
    }
    read.deal.table = (uint32_t)table;
    read.deal.round = (uint64_t)round;
    *fairness = read;
    return true;
}

// ---- writing ----------------------------------------------------------------------------------

static void put_hex(struct wire_out *out, const char *key, const uint8_t *bytes, size_t size)
{
    char hex[2 * 32 + 1];
    UTH_CHECK(size <= 32);
    wire_hex_text(bytes, size, hex);
    wire_out_text(out, key, hex);
}

void wire_out_fairness(struct wire_out *out, const char *key, const struct wire_fairness *fairness)
{
    const struct fair_deal *deal = &fairness->deal;
    UTH_CHECK(deal->round <= (uint64_t)WIRE_FAIRNESS_ROUND_MAX);
    wire_out_open(out, key, '{');
    put_hex(out, "commitment", fairness->commitment, sizeof fairness->commitment);
    put_hex(out, "secret", deal->secret, sizeof deal->secret);
    wire_out_number(out, "table", deal->table);
    wire_out_number(out, "round", (int64_t)deal->round);
    wire_out_open(out, "contributions", '[');
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (deal->sizes[i] != 0) {
            wire_out_open(out, NULL, '{');
            wire_out_number(out, "seat", i + 1);
            put_hex(out, "bytes", deal->contributions[i], deal->sizes[i]);
            wire_out_close(out, '}');
        }
    }
    wire_out_close(out, ']');
    wire_out_text(out, "procedure", uth_procedure_name(fairness->procedure));
    wire_out_open(out, "dealt", '[');
    for (unsigned i = 0; i < fairness->dealt_count; i++) {
        wire_out_number(out, NULL, fairness->dealt[i]);
    }
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}
