// How fast decks are shuffled for fair dealing, beside the same with a ChaCha20 written out plainly.
// The program fails when the two disagree, never because of the clock.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "fair/fair.h"
#include "support/chacha_plain.h"

#define DECKS  100000
#define ROUNDS 9 // the best of several is what the code can do

static void deck_plain(const struct fair_deal *deal, uth_card deck[UTH_DECK_SIZE])
{
    struct fair_stream stream;
    uint32_t words[16];
    unsigned used = 0;
    fair_stream_init(&stream, deal); // for its key
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
    }
    for (uint64_t n = UTH_DECK_SIZE; n > 1; n--) {
        uint64_t word;
        do {
            if (used % 16 == 0) {
                chacha_plain_block(stream.key, used / 16, words);
            }
            word = words[used++ % 16];
        } while (word >= (UINT64_C(1) << 32) - (UINT64_C(1) << 32) % n);
        const uth_card last = deck[n - 1];
        deck[n - 1] = deck[word % n];
        deck[word % n] = last;
    }
}

static double measure(void (*shuffle)(const struct fair_deal *deal, uth_card *deck),
                      uint64_t *digest)
{
    double best = 1e9;
    for (unsigned turn = 0; turn < ROUNDS; turn++) {
        struct fair_deal deal = {.table = 1};
        const double start = bench_seconds();
        *digest = BENCH_DIGEST_START;
        for (deal.round = 0; deal.round < DECKS; deal.round++) {
            uth_card deck[UTH_DECK_SIZE];
            uint64_t first;
            shuffle(&deal, deck);
            memcpy(&first, deck, sizeof first);
            *digest = bench_digest(*digest, first);
        }
        const double seconds = bench_seconds() - start;
        best = seconds < best ? seconds : best;
    }
    return DECKS / best;
}

int main(void)
{
    uint64_t digests[2];
    if (!fair_init()) {
        return EXIT_FAILURE;
    }
    const double plain = measure(deck_plain, &digests[0]);
    const double fast = measure(fair_deck, &digests[1]);
    bench_line("fair decks, ChaCha20 written out plainly", plain, 0, digests[0]);
    bench_line("fair decks", fast, plain, digests[1]);
    if (digests[0] != digests[1]) {
        (void)fprintf(stderr, "bench_fair: the shuffle and its twin disagree\n");
    }
    return digests[0] == digests[1] ? EXIT_SUCCESS : EXIT_FAILURE;
}
