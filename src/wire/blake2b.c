#include "wire/blake2b.h"

#include <stdbool.h>
#include <string.h>

#define BLOCK_SIZE 128
#define ROUNDS     12

static const uint64_t start[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

// Which word of the block each step takes. The last two rounds are the first two again.
static const uint8_t order[ROUNDS - 2][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t turn(uint64_t word, unsigned bits)
{
    return word >> bits | word << (64 - bits);
}

// Columns first, then diagonals: word i of each quarter, the quarters shifted against each other by
// `shift`.
static void mix(uint64_t v[16], unsigned i, unsigned shift, uint64_t x, uint64_t y)
{
    uint64_t *a = &v[i];
    uint64_t *b = &v[4 + (i + shift) % 4];
    uint64_t *c = &v[8 + (i + 2 * shift) % 4];
    uint64_t *d = &v[12 + (i + 3 * shift) % 4];
    *a += *b + x;
    *d = turn(*d ^ *a, 32);
    *c += *d;
    *b = turn(*b ^ *c, 24);
    *a += *b + y;
    *d = turn(*d ^ *a, 16);
    *c += *d;
    *b = turn(*b ^ *c, 63);
}

static void add_block(uint64_t state[8], const uint8_t block[BLOCK_SIZE], uint64_t so_far,
                      bool last)
{
    uint64_t words[16];
    uint64_t v[16];
    for (unsigned i = 0; i < 16; i++) {
        words[i] = 0;
        for (unsigned byte = 8; byte-- > 0;) {
            words[i] = words[i] << 8 | block[8 * i + byte];
        }
    }
    memcpy(v, state, 8 * sizeof v[0]);
    memcpy(v + 8, start, sizeof start);
    v[12] ^= so_far;
    v[14] ^= last ? UINT64_MAX : 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint8_t *at = order[round % (ROUNDS - 2)];
        for (unsigned i = 0; i < 8; i++) {
            mix(v, i % 4, i / 4, words[at[(size_t)2 * i]], words[at[(size_t)2 * i + 1]]);
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        state[i] ^= v[i] ^ v[i + 8];
    }
}

void wire_blake2b(const void *bytes, size_t length, uint8_t hash[WIRE_BLAKE2B_SIZE])
{
    const uint8_t *from = bytes;
    uint8_t block[BLOCK_SIZE];
    uint64_t state[8];
    size_t done = 0;
    bool last;
    memcpy(state, start, sizeof state);
    state[0] ^= 0x01010000U ^ WIRE_BLAKE2B_SIZE;
    do {
        const size_t left = length - done;
        const size_t taken = left < BLOCK_SIZE ? left : BLOCK_SIZE;
        memset(block, 0, sizeof block);
        if (taken != 0) {
            memcpy(block, from + done, taken);
        }
        done += taken;
        last = done == length;
        add_block(state, block, done, last);
    } while (!last);
    for (unsigned i = 0; i < WIRE_BLAKE2B_SIZE; i++) {
        hash[i] = (uint8_t)(state[i / 8] >> 8 * (i % 8));
    }
}
