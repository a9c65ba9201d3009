#include "office/pack.h"

#include <string.h>

#include "uth/check.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "structs are packed as they lie");

#define WORD 8

// The last word of a struct may be short.
static uint64_t word_at(const uint8_t *bytes, size_t size, size_t index)
{
    uint64_t word = 0;
    const size_t at = index * WORD;
    memcpy(&word, bytes + at, size - at < WORD ? size - at : WORD);
    return word;
}

static unsigned length_of(uint64_t word)
{
    return word == 0 ? 0 : (unsigned)(64 - __builtin_clzll(word) + 7) / 8;
}

static size_t words_used(const uint8_t *bytes, size_t size)
{
    size_t count = (size + WORD - 1) / WORD;
    while (count > 0 && word_at(bytes, size, count - 1) == 0) {
        count--;
    }
    return count;
}

size_t pack_write(const void *bytes, size_t size, uint8_t *out)
{
    UTH_CHECK(size <= PACK_STRUCT_MAX);
    const size_t count = words_used(bytes, size);
    size_t used = 0;
    size_t rest = count;
    do {
        out[used++] = (uint8_t)((rest & 127) | (rest > 127 ? 128 : 0));
        rest >>= 7;
    } while (rest != 0);
    uint8_t *lengths = out + used;
    memset(lengths, 0, (count + 1) / 2);
    used += (count + 1) / 2;
    for (size_t i = 0; i < count; i++) {
        const uint64_t word = word_at(bytes, size, i);
        const unsigned length = length_of(word);
        lengths[i / 2] = (uint8_t)(lengths[i / 2] | length << (i % 2 * 4));
        memcpy(out + used, &word, length);
        used += length;
    }
    return used;
}

static bool read_count(const uint8_t **at, const uint8_t *end, size_t *count)
{
    size_t value = 0;
    for (unsigned shift = 0; shift <= 14 && *at < end; shift += 7) {
        const uint8_t byte = *(*at)++;
        value |= (size_t)(byte & 127) << shift;
        if ((byte & 128) == 0) {
            *count = value;
            return true;
        }
    }
    return false;
}

static unsigned length_at(const uint8_t *lengths, size_t i)
{
    return lengths[i / 2] >> (i % 2 * 4) & 15;
}

// Do the lengths make sense, and are all bytes there? The last word may reach past a struct whose
// size is no multiple of a word only with zeros, which are not stored.
static bool fits(const uint8_t *lengths, size_t count, const uint8_t *end, size_t size)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned length = length_at(lengths, i);
        if (length > WORD || i * WORD + length > size) {
            return false;
        }
        total += length;
    }
    return total <= (size_t)(end - lengths) - (count + 1) / 2;
}

bool pack_read(const uint8_t **at, const uint8_t *end, void *bytes, size_t size)
{
    const uint8_t *from = *at;
    size_t count = 0;
    if (!read_count(&from, end, &count) || (count + 1) / 2 > (size_t)(end - from) ||
        !fits(from, count, end, size)) {
        return false;
    }
    const uint8_t *lengths = from;
    from += (count + 1) / 2;
    memset(bytes, 0, size);
    for (size_t i = 0; i < count; i++) {
        const unsigned length = length_at(lengths, i);
        memcpy((uint8_t *)bytes + i * WORD, from, length);
        from += length;
    }
    *at = from;
    return true;
}
