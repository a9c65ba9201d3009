// One number for a long list of results: if it is the same, so is every result and their order.
#ifndef TESTS_SUPPORT_DIGEST_H
#define TESTS_SUPPORT_DIGEST_H

#include <stdint.h>

#define DIGEST_START UINT64_C(0xcbf29ce484222325)

// A step of FNV-1a, a value at a time instead of a byte.
static inline uint64_t digest_add(uint64_t digest, uint64_t value)
{
    return (digest ^ value) * UINT64_C(0x100000001b3);
}

#endif
