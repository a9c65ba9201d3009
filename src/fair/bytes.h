// Numbers as bytes, little-endian, wherever bytes are sealed, signed or kept: the same on every
// machine.
#ifndef UTH_FAIR_BYTES_H
#define UTH_FAIR_BYTES_H

#include <stddef.h>
#include <stdint.h>

// The low `size` bytes of the number. Returns what is behind them.
static inline uint8_t *fair_put_number(uint8_t *at, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        at[i] = (uint8_t)(number >> (8 * i));
    }
    return at + size;
}

static inline uint64_t fair_get_number(const uint8_t *at, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++) {
        number |= (uint64_t)at[i] << (8 * i);
    }
    return number;
}

#endif
