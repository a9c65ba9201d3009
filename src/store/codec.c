#include "store/codec.h"

#include <string.h>

#define NUMBER_MAX 10 // bytes of the largest LEB128

// ---- numbers ----------------------------------------------------------------------------------

static uint64_t load(const uint8_t *at, size_t size)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (size) {
    case 1: return *at;
    case 2: memcpy(&two, at, sizeof two); return two;
    case 4: memcpy(&four, at, sizeof four); return four;
    default: memcpy(&eight, at, sizeof eight); return eight;
    }
}

// False when it is too large for the field.
static bool save(uint8_t *at, size_t size, uint64_t value)
{
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    switch (size) {
    case 1: *at = (uint8_t)value; return value <= UINT8_MAX;
    case 2: memcpy(at, &two, sizeof two); return value <= UINT16_MAX;
    case 4: memcpy(at, &four, sizeof four); return value <= UINT32_MAX;
    default: memcpy(at, &value, sizeof value); return true;
    }
}

static void put_byte(struct codec_out *out, uint8_t byte)
{
    UTH_CHECK(out->at < out->end);
    *out->at++ = byte;
}

void codec_put_number(struct codec_out *out, uint64_t value)
{
    for (; value > 127; value >>= 7) {
        put_byte(out, (uint8_t)(value | 128));
    }
    put_byte(out, (uint8_t)value);
}

static bool get_long(struct codec_in *in, uint64_t *value)
{
    uint64_t sum = 0;
    for (unsigned shift = 0; shift < 64 && in->at < in->end; shift += 7) {
        const uint64_t byte = *in->at++;
        sum |= (byte & 127) << shift;
        if (byte < 128) {
            *value = sum;
            // A last byte of 0 says nothing, and the tenth has room for one bit.
            return shift == 0 || (byte != 0 && (shift < 63 || byte == 1));
        }
    }
    return false;
}

static inline bool get_number(struct codec_in *in, uint64_t *value)
{
    if (in->at < in->end && *in->at < 128) { // as nearly all are
        *value = *in->at++;
        return true;
    }
    return get_long(in, value);
}

bool codec_get_number(struct codec_in *in, uint64_t *value)
{
    return get_number(in, value);
}

static uint64_t zigzag(uint64_t difference)
{
    return difference << 1 ^ (difference >> 63 != 0 ? UINT64_MAX : 0);
}

static uint64_t unzigzag(uint64_t value)
{
    return value >> 1 ^ ((value & 1) != 0 ? UINT64_MAX : 0);
}

static uint64_t option(const struct codec_field *field, uint64_t value)
{
    UTH_CHECK(value <= field->none);
    return value == field->none ? 0 : value + 1;
}

// ---- what is in a field -----------------------------------------------------------------------

static const uint8_t *part(const void *value, const struct codec_field *field)
{
    return value == NULL ? NULL : (const uint8_t *)value + field->at;
}

// 0 where there is none, or where it is not a number.
static uint64_t number_at(const struct codec_field *field, const uint8_t *at)
{
    return at == NULL || field->type == CODEC_TABLE ? 0 : load(at, field->size);
}

static size_t elements(const struct codec_field *field)
{
    return field->count == 0 ? 1 : field->count;
}

static bool is_zero(const uint8_t *at, size_t size)
{
    return size == 0 || (*at == 0 && memcmp(at, at + 1, size - 1) == 0);
}

static bool differs(const struct codec_field *field, const uint8_t *base, const uint8_t *value);

// Of the fields that are stored. The depth is that of the tables, which are constant.
static uint64_t bits_of(const struct codec_table *table, const void *base, const void *value)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const struct codec_field *field = &table->fields[i];
        bits |= (uint64_t)differs(field, part(base, field), part(value, field)) << i;
    }
    return bits;
}

static bool differs(const struct codec_field *field, const uint8_t *base, const uint8_t *value)
{
    if (field->type == CODEC_TABLE && field->count == 0) {
        return bits_of(field->table, base, value) != 0;
    }
    if (field->count == 0) {
        return number_at(field, base) != load(value, field->size);
    }
    const size_t size = (size_t)field->count * field->size;
    return base == NULL ? !is_zero(value, size) : memcmp(base, value, size) != 0;
}

// How many elements of a list there are up to the last that is not zeros.
static size_t used(const struct codec_field *field, const uint8_t *value)
{
    size_t count = field->count;
    while (count > 0 && is_zero(value + (count - 1) * field->size, field->size)) {
        count--;
    }
    return count;
}

// ---- out --------------------------------------------------------------------------------------

static void put_value(struct codec_out *out, const struct codec_field *field, const uint8_t *base,
                      const uint8_t *value)
{
    const uint64_t before = number_at(field, base);
    const uint64_t now = number_at(field, value);
    switch ((enum codec_type)field->type) {
    case CODEC_NUMBER: codec_put_number(out, now ^ before); break;
    case CODEC_AMOUNT: codec_put_number(out, zigzag(now - before)); break;
    case CODEC_TIME: codec_put_number(out, zigzag(now - (uint64_t)out->time_ms)); break;
    case CODEC_OPTION: codec_put_number(out, option(field, now) ^ option(field, before)); break;
    case CODEC_FLAG: break;
    case CODEC_BYTES: put_byte(out, *value); break;
    case CODEC_TABLE: codec_write(out, field->table, base, value); break;
    }
}

void codec_write(struct codec_out *out, const struct codec_table *table, const void *base,
                 const void *value)
{
    const uint64_t bits = bits_of(table, base, value);
    codec_put_number(out, bits);
    for (uint32_t i = 0; i < table->count; i++) {
        const struct codec_field *field = &table->fields[i];
        const uint8_t *now = part(value, field);
        if ((bits >> i & 1) == 0) {
            continue;
        }
        if (field->count == 0) {
            put_value(out, field, part(base, field), now);
            continue;
        }
        const size_t count = used(field, now);
        codec_put_number(out, count);
        for (size_t e = 0; e < count; e++) {
            put_value(out, field, NULL, now + e * field->size);
        }
    }
}

// ---- in ---------------------------------------------------------------------------------------

static bool get_bytes(struct codec_in *in, uint8_t *bytes, size_t size)
{
    if ((size_t)(in->end - in->at) < size) {
        return false;
    }
    memcpy(bytes, in->at, size);
    in->at += size;
    return true;
}

static bool save_option(const struct codec_field *field, uint64_t option, uint8_t *value)
{
    return option <= field->none &&
           save(value, field->size, option == 0 ? field->none : option - 1);
}

static bool get_value(struct codec_in *in, const struct codec_field *field, const uint8_t *base,
                      uint8_t *value)
{
    const uint64_t before = number_at(field, base);
    uint64_t number = 0;
    if (field->type <= CODEC_OPTION && !codec_get_number(in, &number)) {
        return false;
    }
    switch ((enum codec_type)field->type) {
    case CODEC_NUMBER: return save(value, field->size, number ^ before);
    case CODEC_AMOUNT: return save(value, field->size, unzigzag(number) + before);
    case CODEC_TIME: return save(value, field->size, unzigzag(number) + (uint64_t)in->time_ms);
    case CODEC_OPTION: return save_option(field, number ^ option(field, before), value);
    case CODEC_FLAG: return save(value, field->size, before ^ 1);
    case CODEC_BYTES: return get_bytes(in, value, 1);
    case CODEC_TABLE: return codec_read(in, field->table, base, value);
    }
    return false;
}

static bool get_list(struct codec_in *in, const struct codec_field *field, uint8_t *value)
{
    uint64_t count;
    if (!codec_get_number(in, &count) || count > field->count) {
        return false;
    }
    memset(value, 0, (size_t)field->count * field->size);
    if (field->type == CODEC_BYTES) {
        return get_bytes(in, value, count) && used(field, value) == count;
    }
    for (uint64_t e = 0; e < count; e++) {
        if (!get_value(in, field, NULL, value + e * field->size)) {
            return false;
        }
    }
    return used(field, value) == count;
}

// A field whose bit is set, and which has to differ from its base then.
static bool get_field(struct codec_in *in, const struct codec_field *field, const void *base,
                      void *value)
{
    const uint8_t *before = part(base, field);
    uint8_t *now = (uint8_t *)value + field->at;
    return (field->count == 0 ? get_value(in, field, before, now) : get_list(in, field, now)) &&
           differs(field, before, now);
}

// Most fields are numbers. The value is its base's so far, and differs from it when the number is not 0.
static inline bool get_plain(struct codec_in *in, const struct codec_field *field, uint8_t *value)
{
    uint64_t number;
    if (!get_number(in, &number)) {
        return false;
    }
    const uint64_t before = load(value, field->size);
    return number != 0 &&
           save(value, field->size,
                field->type == CODEC_NUMBER ? number ^ before : unzigzag(number) + before);
}

bool codec_read(struct codec_in *in, const struct codec_table *table, const void *base, void *value)
{
    uint64_t bits;
    if (!get_number(in, &bits) || (table->count < 64 && bits >> table->count != 0)) {
        return false;
    }
    if (base != NULL) {
        memcpy(value, base, table->size);
    } else {
        memset(value, 0, table->size);
    }
    for (; bits != 0; bits &= bits - 1) {
        const struct codec_field *field = &table->fields[__builtin_ctzll(bits)];
        const bool is_plain = field->count == 0 && field->type <= CODEC_AMOUNT;
        if (!(is_plain ? get_plain(in, field, (uint8_t *)value + field->at)
                       : get_field(in, field, base, value))) {
            return false;
        }
    }
    return true;
}

// ---- how much ---------------------------------------------------------------------------------

static size_t value_max(const struct codec_field *field)
{
    switch ((enum codec_type)field->type) {
    case CODEC_FLAG: return 0;
    case CODEC_BYTES: return 1;
    case CODEC_TABLE: return codec_max(field->table);
    case CODEC_NUMBER:
    case CODEC_AMOUNT:
    case CODEC_TIME:
    case CODEC_OPTION: break;
    }
    return NUMBER_MAX;
}

size_t codec_max(const struct codec_table *table)
{
    size_t size = NUMBER_MAX;
    for (uint32_t i = 0; i < table->count; i++) {
        const struct codec_field *field = &table->fields[i];
        size += (field->count == 0 ? 0 : NUMBER_MAX) + elements(field) * value_max(field);
    }
    return size;
}

uint64_t codec_number(const struct codec_field *field, const void *value, size_t element)
{
    return number_at(field, part(value, field) + element * field->size);
}
