#include "fair/fair.h"

#include <string.h>

#include <sodium.h>

#include "fair/bytes.h"

_Static_assert(FAIR_COMMITMENT_SIZE == crypto_generichash_BYTES, "BLAKE2b-256");
_Static_assert(FAIR_PUBLIC_SIZE == crypto_sign_PUBLICKEYBYTES, "Ed25519");
_Static_assert(FAIR_SIGNATURE_SIZE == crypto_sign_BYTES, "Ed25519");
_Static_assert(sizeof((struct fair_stream *)0)->key == crypto_stream_chacha20_ietf_KEYBYTES, "");

// As in docs/audit.md: every use of the hash begins with 16 bytes of its own, so that no value of
// one use can be passed off as a value of another.
#define TAG_SIZE 16

static const uint8_t tag_commit[TAG_SIZE] = "uth commit 1";
static const uint8_t tag_part[TAG_SIZE] = "uth part 1";
static const uint8_t tag_receipt[TAG_SIZE] = "uth receipt 1";
static const uint8_t tag_roster[TAG_SIZE] = "uth roster 1";
static const uint8_t tag_deal[TAG_SIZE] = "uth deal 2";

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

static uint8_t *put_bytes(uint8_t *at, const uint8_t *bytes, size_t size)
{
    memcpy(at, bytes, size);
    return at + size;
}

// Every field has a fixed place in what is hashed, so two different things are two different texts.
static void hash_text(uint8_t *text, size_t size, const uint8_t *end, uint8_t hash[FAIR_HASH_SIZE])
{
    UTH_CHECK(end == text + size);
    UTH_CHECK(crypto_generichash(hash, FAIR_HASH_SIZE, text, size, NULL, 0) == 0);
    sodium_memzero(text, size);
}

void fair_commit(const uint8_t secret[FAIR_SECRET_SIZE], uint8_t commitment[FAIR_COMMITMENT_SIZE])
{
    uint8_t text[TAG_SIZE + FAIR_SECRET_SIZE];
    uint8_t *at = put_bytes(text, tag_commit, TAG_SIZE);
    at = put_bytes(at, secret, FAIR_SECRET_SIZE);
    hash_text(text, sizeof text, at, commitment);
}

#define PLACE_SIZE (4 + 8)

static uint8_t *put_place(uint8_t *at, const struct fair_deal *deal)
{
    at = fair_put_number(at, deal->table, 4);
    return fair_put_number(at, deal->round, 8);
}

void fair_part_commit(const struct fair_deal *deal, unsigned seat,
                      const uint8_t part[FAIR_PART_SIZE], uint8_t commitment[FAIR_COMMITMENT_SIZE])
{
    uint8_t text[TAG_SIZE + PLACE_SIZE + 1 + FAIR_PART_SIZE];
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    uint8_t *at = put_place(put_bytes(text, tag_part, TAG_SIZE), deal);
    *at++ = (uint8_t)seat;
    at = put_bytes(at, part, FAIR_PART_SIZE);
    hash_text(text, sizeof text, at, commitment);
}

unsigned fair_wrong_part(const struct fair_deal *deal)
{
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        uint8_t commitment[FAIR_COMMITMENT_SIZE];
        fair_part_commit(deal, seat, deal->parts[seat - 1], commitment);
        if (uth_seat_set_has(deal->revealed, seat) &&
            memcmp(commitment, deal->commitments[seat - 1], sizeof commitment) != 0) {
            return seat;
        }
    }
    return 0;
}

void fair_receipt_hash(const struct fair_deal *deal, unsigned seat, uint8_t hash[FAIR_HASH_SIZE])
{
    uint8_t text[TAG_SIZE + PLACE_SIZE + 1 + (size_t)2 * FAIR_COMMITMENT_SIZE];
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    uint8_t *at = put_place(put_bytes(text, tag_receipt, TAG_SIZE), deal);
    *at++ = (uint8_t)seat;
    at = put_bytes(at, deal->commitment, FAIR_COMMITMENT_SIZE);
    at = put_bytes(at, deal->commitments[seat - 1], FAIR_COMMITMENT_SIZE);
    hash_text(text, sizeof text, at, hash);
}

void fair_roster_hash(const struct fair_deal *deal, uint8_t hash[FAIR_HASH_SIZE])
{
    static const uint8_t none[FAIR_COMMITMENT_SIZE];
    uint8_t text[TAG_SIZE + PLACE_SIZE + FAIR_COMMITMENT_SIZE + 2 +
                 UTH_SEATS_MAX * (size_t)(2 + FAIR_COMMITMENT_SIZE)];
    uint8_t *at = put_place(put_bytes(text, tag_roster, TAG_SIZE), deal);
    at = put_bytes(at, deal->commitment, FAIR_COMMITMENT_SIZE);
    *at++ = deal->bank_seat;
    *at++ = deal->procedure;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const bool committed = uth_seat_set_has(deal->committed, i + 1);
        *at++ = (uint8_t)uth_seat_set_has(deal->in, i + 1);
        *at++ = (uint8_t)committed;
        at = put_bytes(at, committed ? deal->commitments[i] : none, FAIR_COMMITMENT_SIZE);
    }
    hash_text(text, sizeof text, at, hash);
}

bool fair_signature_verify(const uint8_t key[FAIR_PUBLIC_SIZE], const uint8_t hash[FAIR_HASH_SIZE],
                           const uint8_t signature[FAIR_SIGNATURE_SIZE])
{
    return crypto_sign_verify_detached(signature, hash, FAIR_HASH_SIZE, key) == 0;
}

// ---- the key of a deal ------------------------------------------------------------------------

static void key_of(const struct fair_deal *deal, uint8_t key[32])
{
    static const uint8_t none[FAIR_PART_SIZE];
    uint8_t text[TAG_SIZE + FAIR_SECRET_SIZE + FAIR_HASH_SIZE +
                 UTH_SEATS_MAX * (size_t)(1 + FAIR_PART_SIZE)];
    uint8_t *at = put_bytes(text, tag_deal, TAG_SIZE);
    at = put_bytes(at, deal->secret, FAIR_SECRET_SIZE);
    fair_roster_hash(deal, at);
    at += FAIR_HASH_SIZE;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const bool revealed = uth_seat_set_has(deal->revealed, i + 1);
        *at++ = (uint8_t)revealed;
        at = put_bytes(at, revealed ? deal->parts[i] : none, FAIR_PART_SIZE);
    }
    hash_text(text, sizeof text, at, key);
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
