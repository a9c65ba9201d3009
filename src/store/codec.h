// Structs as bytes, field by field, from tables.
//
// A table lists the fields of a struct that are stored. Written are one bit for each field, set where
// the field differs from that of a base (zeros where none is given), as LEB128 with the first field
// lowest; and behind it the values of those fields, in order:
//
//   number   LEB128 of the value, exclusive-or the base's
//   amount   LEB128 of zigzag (value - base), modulo 2^64
//   time     LEB128 of zigzag (value - the time of the batch)
//   option   a number that is 0 for the field's own "none", and else the value + 1
//   flag     nothing: it is the other one
//   bytes    how many there are up to the last that is not 0 (LEB128), and those
//   list     likewise with elements; each as above, without a base
//   table    a struct in the struct: its own bits and values; its fields have the base's as base
//
// Invariants:
//   (1) One struct, one string of bytes: what could be written shorter is refused when it is read.
//   (2) No byte order, no padding and no size of a C type is in the bytes.
//   (3) A field that is appended to a table leaves the bytes of older structs valid.
#ifndef UTH_STORE_CODEC_H
#define UTH_STORE_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/check.h"

enum codec_type {
    CODEC_NUMBER,
    CODEC_AMOUNT,
    CODEC_TIME,
    CODEC_OPTION,
    CODEC_FLAG,
    CODEC_BYTES,
    CODEC_TABLE,
};

struct codec_table;

struct codec_field {
    const char *name;
    uint32_t at;    // offset in the struct
    uint32_t size;  // of one element, in bytes
    uint32_t count; // of elements; 0: one, and no list
    uint8_t type;   // enum codec_type
    uint8_t none;   // OPTION: the largest value, which means none
    const struct codec_table *table;
};

struct codec_table {
    const struct codec_field *fields;
    uint32_t count; // at most CODEC_FIELDS_MAX
    uint32_t size;  // of the struct
};

#define CODEC_FIELDS_MAX 64

// clang-format off
#define CODEC_SIZE(type, member) sizeof(((type *)0)->member)
#define CODEC_ONE_OF(name, type, member, kind, none, table) \
    {name, offsetof(type, member), CODEC_SIZE(type, member), 0, kind, none, table}
#define CODEC_ALL_OF(name, type, member, kind, table) \
    {name, offsetof(type, member), CODEC_SIZE(type, member[0]), \
     CODEC_SIZE(type, member) / CODEC_SIZE(type, member[0]), kind, 0, table}
#define CODEC_ONE(name, type, member, kind) CODEC_ONE_OF(name, type, member, kind, 0, NULL)
#define CODEC_ALL(name, type, member, kind) CODEC_ALL_OF(name, type, member, kind, NULL)
#define CODEC_CHOICE(name, type, member, none) CODEC_ONE_OF(name, type, member, CODEC_OPTION, none, NULL)
#define CODEC_FIELDS(type, rows) {rows, sizeof rows / sizeof rows[0], sizeof(type)}
// clang-format on

struct codec_out {
    uint8_t *at;
    const uint8_t *end;
    int64_t time_ms; // of the batch
};

struct codec_in {
    const uint8_t *at;
    const uint8_t *end;
    int64_t time_ms;
};

void codec_put_number(struct codec_out *out, uint64_t value);
UTH_NODISCARD bool codec_get_number(struct codec_in *in, uint64_t *value);

// There is room: a struct takes at most codec_max(table).
void codec_write(struct codec_out *out, const struct codec_table *table, const void *base,
                 const void *value);
// False when the bytes are not the encoding of such a struct; then *value is anything.
UTH_NODISCARD bool codec_read(struct codec_in *in, const struct codec_table *table,
                              const void *base, void *value);
size_t codec_max(const struct codec_table *table);

// The number in a field, or in one of its elements, for whoever tells what is stored. Amounts and times
// are signed.
uint64_t codec_number(const struct codec_field *field, const void *value, size_t element);

#endif
