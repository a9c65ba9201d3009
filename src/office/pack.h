// Structs as few bytes: most of their words are small or 0.
//
// A struct without padding is read as little-endian words of 8 bytes. Stored are how many words
// there are up to the last that is not 0 (LEB128), for each of them how many bytes it takes (half a
// byte each, the first in the low half), and those bytes. A struct that has grown since reads its
// new words as 0.
#ifndef UTH_OFFICE_PACK_H
#define UTH_OFFICE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PACK_STRUCT_MAX ((size_t)128 * 1024)

// What `size` bytes take at most.
#define PACK_MAX(size) (3 + ((size) + 7) / 8 * 9)

// Writes into `out`, which takes PACK_MAX(size) bytes, and returns how many.
size_t pack_write(const void *bytes, size_t size, uint8_t *out);

// Reads one struct at *at and moves *at behind it. False when it is none, or larger than `size`:
// then *at and `bytes` are untouched.
bool pack_read(const uint8_t **at, const uint8_t *end, void *bytes, size_t size);

#endif
