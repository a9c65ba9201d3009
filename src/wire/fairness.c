#include "wire/fairness.h"

#include <string.h>

#include "uth/deal.h"
#include "wire/rules_values.h"

_Static_assert(FAIR_SECRET_SIZE == 32 && FAIR_COMMITMENT_SIZE == 32, "the words of the faults");
_Static_assert(FAIR_PART_SIZE == 32 && FAIR_SIGNATURE_SIZE == 64, "the words of the faults");

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

static bool read_bytes(const json_t *object, const char *name, uint8_t *bytes, size_t size,
                       struct wire_fault *fault)
{
    const json_t *value = json_object_get(object, name);
    size_t read = 0;
    return (json_is_string(value) &&
            wire_hex_parse(json_string_value(value), json_string_length(value), bytes, size,
                           &read) &&
            read == size) ||
           wire_fault_at(fault, name, value,
                         size == 32 ? "64 lower-case hex digits" : "128 lower-case hex digits");
}

// The same, or null: then *present is false.
static bool read_maybe(const json_t *object, const char *name, uint8_t bytes[32], bool *present,
                       struct wire_fault *fault)
{
    *present = !json_is_null(json_object_get(object, name));
    return !*present || read_bytes(object, name, bytes, 32, fault);
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

// Adds a seat that is not in the set yet.
static bool add_seat(const json_t *value, unsigned seats, uth_seat_set *set, uint8_t *seat,
                     struct wire_fault *fault)
{
    if (!read_seat(value, seats, seat, fault)) {
        return false;
    }
    if (uth_seat_set_has(*set, *seat)) {
        return wire_fault_at(fault, "", value, "each seat once");
    }
    *set = (uth_seat_set)(*set | 1U << (*seat - 1));
    return true;
}

static bool read_member(const json_t *value, unsigned seats, struct fair_deal *deal,
                        struct wire_fault *fault)
{
    static const char *const known[] = {"seat", "commitment", "part", NULL};
    uint8_t seat = 0;
    bool committed = false;
    bool revealed = false;
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (!add_seat(json_object_get(value, "seat"), seats, &deal->in, &seat, fault)) {
        return wire_fault_inside(fault, "seat");
    }
    if (!read_maybe(value, "commitment", deal->commitments[seat - 1], &committed, fault) ||
        !read_maybe(value, "part", deal->parts[seat - 1], &revealed, fault)) {
        return false;
    }
    if (revealed && !committed) {
        return wire_fault_at(fault, "part", json_object_get(value, "part"),
                             "null: this seat committed to none");
    }
    deal->committed = (uth_seat_set)(deal->committed | (unsigned)committed << (seat - 1));
    deal->revealed = (uth_seat_set)(deal->revealed | (unsigned)revealed << (seat - 1));
    return true;
}

// Null in a round that was void before there was one.
static bool read_roster(const json_t *object, unsigned seats, struct wire_fairness *fairness,
                        struct wire_fault *fault)
{
    const json_t *list = json_object_get(object, "roster");
    fairness->has_roster = !json_is_null(list);
    if (!fairness->has_roster) {
        return true;
    }
    if (!json_is_array(list) || json_array_size(list) == 0 || json_array_size(list) > seats) {
        return wire_fault_at(fault, "roster", list, "the seats that take part, or null");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_member(json_array_get(list, i), seats, &fairness->deal, fault)) {
            return wire_fault_inside_list(fault, "roster", i);
        }
    }
    return read_bytes(object, "signature", fairness->signature, FAIR_SIGNATURE_SIZE, fault) &&
           read_bytes(object, "key", fairness->key, FAIR_PUBLIC_SIZE, fault);
}

// In `order`, where it is wanted.
static bool read_seats(const json_t *object, const char *name, unsigned seats, uth_seat_set *set,
                       uint8_t *order, struct wire_fault *fault)
{
    const json_t *list = json_object_get(object, name);
    if (!json_is_array(list) || json_array_size(list) > seats) {
        return wire_fault_at(fault, name, list, "a list of seats, or []");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        uint8_t seat = 0;
        if (!add_seat(json_array_get(list, i), seats, set, &seat, fault)) {
            return wire_fault_inside_list(fault, name, i);
        }
        if (order != NULL) {
            order[i] = seat;
        }
    }
    return true;
}

static bool read_procedure(const json_t *object, struct fair_deal *deal, struct wire_fault *fault)
{
    int index = 0;
    if (!wire_read_word(json_object_get(object, "procedure"), wire_procedure_words, &index,
                        fault)) {
        return wire_fault_inside(fault, "procedure");
    }
    deal->procedure = (uint8_t)index;
    return true;
}

bool wire_fairness_read(const json_t *value, unsigned seats, struct wire_fairness *fairness,
                        struct wire_fault *fault)
{
    static const char *const known[] = {"scheme",    "commitment", "secret",    "table", "round",
                                        "bank",      "roster",     "signature", "key",   "withheld",
                                        "procedure", "dealt",      NULL};
    struct wire_fairness read = {0};
    struct fair_deal *deal = &read.deal;
    int64_t table = 0;
    int64_t round = 0;
    int64_t bank = 0;
    uth_seat_set dealt = 0;
    UTH_CHECK(seats <= UTH_SEATS_MAX);
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (!json_is_integer(json_object_get(value, "scheme")) ||
        json_integer_value(json_object_get(value, "scheme")) != 2) {
        return wire_fault_at(fault, "scheme", json_object_get(value, "scheme"), "2");
    }
    if (!read_bytes(value, "commitment", deal->commitment, FAIR_COMMITMENT_SIZE, fault) ||
        !read_bytes(value, "secret", deal->secret, FAIR_SECRET_SIZE, fault) ||
        !read_number(value, "table", UINT32_MAX, &table, fault) ||
        !read_number(value, "round", WIRE_FAIRNESS_ROUND_MAX, &round, fault) ||
        !read_number(value, "bank", seats, &bank, fault) ||
        !read_roster(value, seats, &read, fault) ||
        !read_seats(value, "withheld", seats, &read.withheld, NULL, fault) ||
        !read_procedure(value, deal, fault) ||
        !read_seats(value, "dealt", seats, &dealt, read.dealt, fault)) {
        return false;
    }
    deal->table = (uint32_t)table;
    deal->round = (uint64_t)round;
    deal->bank_seat = (uint8_t)bank;
    read.dealt_count = (uint8_t)uth_seat_set_count(dealt);
    *fairness = read;
    return true;
}

// ---- writing ----------------------------------------------------------------------------------

static void put_hex(struct wire_out *out, const char *key, const uint8_t *bytes, size_t size)
{
    char hex[2 * 64 + 1];
    UTH_CHECK(size <= 64);
    wire_hex_text(bytes, size, hex);
    wire_out_text(out, key, hex);
}

static void put_maybe(struct wire_out *out, const char *key, const uint8_t bytes[32], bool present)
{
    if (present) {
        put_hex(out, key, bytes, 32);
    } else {
        wire_out_json(out, key, NULL);
    }
}

static void put_roster(struct wire_out *out, const struct wire_fairness *fairness)
{
    const struct fair_deal *deal = &fairness->deal;
    if (!fairness->has_roster) {
        wire_out_json(out, "roster", NULL);
        wire_out_json(out, "signature", NULL);
        wire_out_json(out, "key", NULL);
        return;
    }
    wire_out_open(out, "roster", '[');
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (uth_seat_set_has(deal->in, i + 1)) {
            wire_out_open(out, NULL, '{');
            wire_out_number(out, "seat", i + 1);
            put_maybe(out, "commitment", deal->commitments[i],
                      uth_seat_set_has(deal->committed, i + 1));
            put_maybe(out, "part", deal->parts[i], uth_seat_set_has(deal->revealed, i + 1));
            wire_out_close(out, '}');
        }
    }
    wire_out_close(out, ']');
    put_hex(out, "signature", fairness->signature, sizeof fairness->signature);
    put_hex(out, "key", fairness->key, sizeof fairness->key);
}

void wire_out_fairness(struct wire_out *out, const char *key, const struct wire_fairness *fairness)
{
    const struct fair_deal *deal = &fairness->deal;
    UTH_CHECK(deal->round <= (uint64_t)WIRE_FAIRNESS_ROUND_MAX);
    wire_out_open(out, key, '{');
    wire_out_number(out, "scheme", 2);
    put_hex(out, "commitment", deal->commitment, sizeof deal->commitment);
    put_hex(out, "secret", deal->secret, sizeof deal->secret);
    wire_out_number(out, "table", deal->table);
    wire_out_number(out, "round", (int64_t)deal->round);
    wire_out_number(out, "bank", deal->bank_seat);
    put_roster(out, fairness);
    wire_out_open(out, "withheld", '[');
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(fairness->withheld, seat)) {
            wire_out_number(out, NULL, seat);
        }
    }
    wire_out_close(out, ']');
    wire_out_text(out, "procedure", uth_procedure_name((enum uth_procedure)deal->procedure));
    wire_out_open(out, "dealt", '[');
    for (unsigned i = 0; i < fairness->dealt_count; i++) {
        wire_out_number(out, NULL, fairness->dealt[i]);
    }
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}
