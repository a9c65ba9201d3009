// ChaCha20 as RFC 8439 tells it, one block at a time: the plain twin of the library's.
#ifndef TESTS_SUPPORT_CHACHA_PLAIN_H
#define TESTS_SUPPORT_CHACHA_PLAIN_H

#include <stdint.h>
#include <string.h>

static inline void chacha_plain_step(uint32_t *a, uint32_t b, uint32_t *d, unsigned bits)
{
    *a += b;
    *d ^= *a;
    *d = *d << bits | *d >> (32 - bits);
}

static inline void chacha_plain_quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    chacha_plain_step(a, *b, d, 16);
    chacha_plain_step(c, *d, b, 12);
    chacha_plain_step(a, *b, d, 8);
    chacha_plain_step(c, *d, b, 7);
}

// The nonce is zero.
static inline void chacha_plain_block(const uint8_t key[32], uint32_t block, uint32_t words[16])
{
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (unsigned i = 0; i < 32; i++) {
        start[4 + i / 4] |= (uint32_t)key[i] << (8 * (i % 4));
    }
    start[12] = block;
    memcpy(words, start, sizeof start);
    for (unsigned turn = 0; turn < 80; turn++) {
        const unsigned k = turn % 4;
        const unsigned shift = turn / 4 % 2;
        chacha_plain_quarter(&words[k], &words[4 + (k + shift) % 4],
                             &words[8 + (k + 2 * shift) % 4], &words[12 + (k + 3 * shift) % 4]);
    }
    for (unsigned i = 0; i < 16; i++) {
        words[i] += start[i];
    }
}

#endif
