#include "fair/fair.h"

#include <string.h>

#include <sodium.h>

#include "fair/bytes.h"

_Static_assert(FAIR_COMMITMENT_SIZE == crypto_generichash_BYTES, "BLAKE2b-256");
_Static_assert(sizeof((struct fair_stream *)0)->key == crypto_stream_chacha20_ietf_KEYBYTES, "");

// As in docs/audit.md: every use of the hash begins with 16 bytes of its own, so that no value of
// one use can be passed off as a value of another.
#define TAG_SIZE 16

static const uint8_t tag_commit[TAG_SIZE] = "uth commit 1";
static const uint8_t tag_deal[TAG_SIZE] = "uth deal 1";

#define STREAM_BYTES  (FAIR_STREAM_WORDS * (size_t)4)
#define STREAM_BLOCKS (STREAM_BYTES / 64) // ChaCha20 makes 64 bytes at a time

bool fair_init(void)
{
    return sodium_init() >= 0;
}

void fair_wipe(void *bytes, size_t size)
{
    sodium_memzero(bytes, size);
}

void fair_secret_make(uint8_t secret[FAIR_SECRET_SIZE])
{
    randombytes_buf(secret, FAIR_SECRET_SIZE);
}

void fair_commit(const uint8_t secret[FAIR_SECRET_SIZE], uint8_t commitment[FAIR_COMMITMENT_SIZE])
{
    uint8_t text[TAG_SIZE + FAIR_SECRET_SIZE];
    memcpy(text, tag_commit, TAG_SIZE);
    memcpy(text + TAG_SIZE, secret, FAIR_SECRET_SIZE);
    UTH_CHECK(crypto_generichash(commitment, FAIR_COMMITMENT_SIZE, text, sizeof text, NULL, 0) ==
              0);
    sodium_memzero(text, sizeof text);
}

bool fair_contribute(struct fair_deal *deal, unsigned seat, const void *bytes, size_t size)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    if (size > FAIR_CONTRIBUTION_MAX) {
        return false;
    }
    uint8_t *own = deal->contributions[seat - 1];
    memset(own, 0, FAIR_CONTRIBUTION_MAX);
    if (size > 0) {
        memcpy(own, bytes, size);
    }
    deal->sizes[seat - 1] = (uint8_t)size;
    return true;
}

// ---- the key of a deal ------------------------------------------------------------------------

// Every field has a fixed place, so two different deals are two different texts.
#define DEAL_TEXT_SIZE                                                                             \
    (TAG_SIZE + FAIR_SECRET_SIZE + 4 + 8 + UTH_SEATS_MAX * (size_t)(1 + FAIR_CONTRIBUTION_MAX))

static void key_of(const struct fair_deal *deal, uint8_t key[32])
{
    uint8_t text[DEAL_TEXT_SIZE] = {0};
    uint8_t *at = text;
    memcpy(at, tag_deal, TAG_SIZE);
    at += TAG_SIZE;
    memcpy(at, deal->secret, FAIR_SECRET_SIZE);
    at += FAIR_SECRET_SIZE;
    at = fair_put_number(at, deal->table, 4);
    at = fair_put_number(at, deal->round, 8);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        UTH_CHECK(deal->sizes[i] <= FAIR_CONTRIBUTION_MAX);
        *at++ = deal->sizes[i];
        memcpy(at, deal->contributions[i], deal->sizes[i]);
        at += FAIR_CONTRIBUTION_MAX;
    }
    UTH_CHECK(at == text + sizeof text);
    UTH_CHECK(crypto_generichash(key, 32, text, sizeof text, NULL, 0) == 0);
    sodium_memzero(text, sizeof text);
}

// ---- the stream -------------------------------------------------------------------------------

static void make_words(struct fair_stream *stream)
{
    static const uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = {0};
    uint8_t bytes[STREAM_BYTES] = {0};
    UTH_CHECK(stream->block <= UINT32_MAX - STREAM_BLOCKS); // 2^32 blocks and no more, 256 GiB
    UTH_CHECK(crypto_stream_chacha20_ietf_xor_ic(bytes, bytes, sizeof bytes, nonce, stream->block,
                                                 stream->key) == 0);
    for (unsigned i = 0; i < FAIR_STREAM_WORDS; i++) {
        const uint8_t *at = bytes + (size_t)4 * i;
        stream->words[i] =
            (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    }
    sodium_memzero(bytes, sizeof bytes);
    stream->block += STREAM_BLOCKS;
    stream->next = 0;
}

void fair_stream_init(struct fair_stream *stream, const struct fair_deal *deal)
{
    key_of(deal, stream->key);
    stream->block = 0;
    make_words(stream);
}

uint32_t fair_stream_next(struct fair_stream *stream)
{
    if (stream->next == FAIR_STREAM_WORDS) {
        make_words(stream);
    }
    return stream->words[stream->next++];
}

// The words 0, 1, 2, … 2^32 - 1 fall into runs of `bound`, and a word stands for its place in its
// run. The last run may be short: a word of it is drawn again, so that every place is left with
// the same number of words. `word - place` is where the run begins; it is whole when it ends at
// 2^32 - 1 or before.
uint32_t fair_stream_below(struct fair_stream *stream, uint32_t bound)
{
    UTH_CHECK(bound >= 1);
    uint32_t word;
    uint32_t place;
    do {
        word = fair_stream_next(stream);
        place = word % bound;
    } while (word - place > UINT32_MAX - (bound - 1));
    return place;
}

void fair_stream_finish(struct fair_stream *stream)
{
    sodium_memzero(stream, sizeof *stream);
}

// ---- the deck ---------------------------------------------------------------------------------

void fair_deck(const struct fair_deal *deal, uth_card deck[UTH_DECK_SIZE])
{
    struct fair_stream stream;
    fair_stream_init(&stream, deal);
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        deck[card] = card;
    }
    for (uint32_t i = UTH_DECK_SIZE - 1; i >= 1; i--) {
        const uint32_t j = fair_stream_below(&stream, i + 1);
        const uth_card card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    fair_stream_finish(&stream);
}
