// The deck nobody chose: vectors, the stream against a plain twin, what a deck depends on.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <sodium.h>

#include "fair/fair.h"
#include "support/chacha_plain.h"
#include "support/check_expected.h"
#include "support/rng.h"
#include "uth/deal.h"

// ---- vectors ----------------------------------------------------------------------------------

static size_t bytes_of(const json_t *text, uint8_t *bytes, size_t max)
{
    size_t size = 0;
    assert_non_null(json_string_value(text));
    assert_int_equal(sodium_hex2bin(bytes, max, json_string_value(text), json_string_length(text),
                                    NULL, &size, NULL),
                     0);
    return size;
}

static bool read_hex(const json_t *object, const char *name, uint8_t bytes[32])
{
    const json_t *text = json_object_get(object, name);
    return json_is_string(text) && bytes_of(text, bytes, 32) == 32;
}

static void read_deal(const json_t *vector, struct fair_deal *deal)
{
    const json_t *member;
    size_t i;
    memset(deal, 0, sizeof *deal);
    deal->table = (uint32_t)json_integer_value(json_object_get(vector, "table"));
    deal->round = (uint64_t)json_integer_value(json_object_get(vector, "round"));
    deal->bank_seat = (uint8_t)json_integer_value(json_object_get(vector, "bank"));
    while (strcmp(uth_procedure_name((enum uth_procedure)deal->procedure),
                  json_string_value(json_object_get(vector, "procedure"))) != 0) {
        deal->procedure++;
    }
    assert_true(read_hex(vector, "secret", deal->secret));
    fair_commit(deal->secret, deal->commitment);
    json_array_foreach(json_object_get(vector, "roster"), i, member)
    {
        const unsigned seat = (unsigned)json_integer_value(json_object_get(member, "seat"));
        const unsigned bit = 1U << (seat - 1);
        deal->in = (uth_seat_set)(deal->in | bit);
        if (read_hex(member, "part", deal->parts[seat - 1])) {
            deal->committed = deal->revealed = (uth_seat_set)(deal->committed | bit);
            fair_part_commit(deal, seat, deal->parts[seat - 1], deal->commitments[seat - 1]);
        }
    }
}

static void the_members_of_a_vector_are_committed_as_it_says(const json_t *vector,
                                                             const struct fair_deal *deal)
{
    const json_t *member;
    size_t i;
    uint8_t expected[32];
    json_array_foreach(json_object_get(vector, "roster"), i, member)
    {
        const unsigned seat = (unsigned)json_integer_value(json_object_get(member, "seat"));
        if (read_hex(member, "commitment", expected)) {
            assert_memory_equal(deal->commitments[seat - 1], expected, 32);
        }
    }
    assert_int_equal(fair_wrong_part(deal), 0);
}

static void commitments_rosters_and_decks_are_those_of_the_vectors(void **state)
{
    json_t *vectors = json_load_file(getenv("VECTORS"), JSON_REJECT_DUPLICATES, NULL);
    (void)state;
    assert_true(json_array_size(vectors) >= 3);
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        struct fair_deal deal;
        uint8_t expected[32];
        uint8_t hash[FAIR_HASH_SIZE];
        uth_card deck[UTH_DECK_SIZE];
        char text[3 * UTH_DECK_SIZE];
        read_deal(vector, &deal);
        assert_true(read_hex(vector, "commitment", expected));
        assert_memory_equal(deal.commitment, expected, 32);
        the_members_of_a_vector_are_committed_as_it_says(vector, &deal);
        fair_roster_hash(&deal, hash);
        assert_true(read_hex(vector, "roster_hash", expected));
        assert_memory_equal(hash, expected, 32);
        fair_deck(&deal, deck);
        uth_cards_text(deck, UTH_DECK_SIZE, text);
        assert_string_equal(text, json_string_value(json_object_get(vector, "deck")));
    }
    json_decref(vectors);
}

static void signatures_and_receipts_are_those_of_the_vectors(void **state)
{
    json_t *vectors = json_load_file(getenv("VECTORS"), JSON_REJECT_DUPLICATES, NULL);
    (void)state;
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        const json_t *receipt;
        size_t k;
        struct fair_deal deal;
        uint8_t key[FAIR_PUBLIC_SIZE];
        uint8_t hash[FAIR_HASH_SIZE];
        uint8_t signature[FAIR_SIGNATURE_SIZE];
        read_deal(vector, &deal);
        assert_true(read_hex(vector, "key", key));
        fair_roster_hash(&deal, hash);
        assert_int_equal(bytes_of(json_object_get(vector, "signature"), signature, 64), 64);
        assert_true(fair_signature_verify(key, hash, signature));
        signature[5] ^= 1;
        assert_false(fair_signature_verify(key, hash, signature));
        json_array_foreach(json_object_get(vector, "receipts"), k, receipt)
        {
            const unsigned seat = (unsigned)json_integer_value(json_object_get(receipt, "seat"));
            fair_receipt_hash(&deal, seat, hash);
            assert_int_equal(bytes_of(json_object_get(receipt, "receipt"), signature, 64), 64);
            assert_true(fair_signature_verify(key, hash, signature));
            fair_receipt_hash(&deal, seat % UTH_SEATS_MAX + 1, hash);
            assert_false(fair_signature_verify(key, hash, signature));
        }
    }
    json_decref(vectors);
}

// ---- the stream -------------------------------------------------------------------------------

static void fill(struct rng *rng, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)rng_next(rng);
    }
}

static struct fair_deal random_deal(struct rng *rng)
{
    struct fair_deal deal = {.table = (uint32_t)rng_next(rng),
                             .round = rng_next(rng),
                             .bank_seat = (uint8_t)rng_below(rng, 9),
                             .procedure = (uint8_t)rng_below(rng, 4),
                             .in = (uth_seat_set)rng_next(rng)};
    fill(rng, deal.secret, sizeof deal.secret);
    fair_commit(deal.secret, deal.commitment);
    fill(rng, deal.parts[0], sizeof deal.parts);
    fill(rng, deal.commitments[0], sizeof deal.commitments);
    deal.committed = (uth_seat_set)(rng_next(rng) & deal.in);
    deal.revealed = deal.committed;
    return deal;
}

static void the_stream_is_chacha20_from_its_first_block_on(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned turn = 0; turn < 50; turn++) {
        const struct fair_deal deal = random_deal(&rng);
        struct fair_stream stream;
        fair_stream_init(&stream, &deal);
        for (uint32_t block = 0; block < 3 * FAIR_STREAM_WORDS / 16; block++) {
            uint32_t words[16];
            chacha_plain_block(stream.key, block, words);
            for (unsigned i = 0; i < 16; i++) {
                assert_int_equal(fair_stream_next(&stream), words[i]);
            }
        }
    }
}

// A stream that will give these words next.
static struct fair_stream stream_of(const uint32_t *words, uint32_t count)
{
    struct fair_stream stream = {.next = FAIR_STREAM_WORDS - count};
    memcpy(stream.words + stream.next, words, count * sizeof *words);
    return stream;
}

static void a_word_of_the_last_short_run_is_drawn_again(void **state)
{
    (void)state;
    for (uint32_t bound = 1; bound <= UTH_DECK_SIZE; bound++) {
        const uint64_t whole = (UINT64_C(1) << 32) / bound * bound; // words that count
        struct fair_stream stream = stream_of((uint32_t[]){(uint32_t)(whole - 1), 7}, 2);
        assert_int_equal(fair_stream_below(&stream, bound), bound - 1);
        assert_int_equal(stream.next, FAIR_STREAM_WORDS - 1);
        if (whole <= UINT32_MAX) { // else the bound is a power of two and none is left over
            stream = stream_of((uint32_t[]){(uint32_t)whole, UINT32_MAX, bound - 1}, 3);
            assert_int_equal(fair_stream_below(&stream, bound), bound - 1);
            assert_int_equal(stream.next, FAIR_STREAM_WORDS);
        }
    }
}

// Large bounds too: with 2^31 + 1 about half of the words are drawn again.
static void a_word_counts_exactly_when_its_run_is_whole(void **state)
{
    (void)state;
    const uint32_t bounds[] = {UINT32_MAX, UINT32_MAX / 2 + 2, 3, 51, 52};
    struct rng rng = rng_from_environment();
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        const uint32_t bound = bounds[b];
        const uint64_t runs = (UINT64_C(1) << 32) / bound;
        for (unsigned turn = 0; turn < 2000; turn++) {
            const uint32_t word = (uint32_t)rng_next(&rng);
            const bool counts = word < runs * bound;
            struct fair_stream stream = stream_of((uint32_t[]){word, 0}, 2);
            assert_int_equal(fair_stream_below(&stream, bound), counts ? word % bound : 0);
            assert_int_equal(stream.next, FAIR_STREAM_WORDS - (counts ? 1 : 0));
        }
    }
}

static void a_bound_of_nothing_is_our_own_mistake(void **state)
{
    (void)state;
    struct fair_stream stream = {.next = 0};
    EXPECT_CHECK_FAILURE(fair_stream_below(&stream, 0));
}

static void nothing_of_a_finished_stream_is_left(void **state)
{
    (void)state;
    static const struct fair_stream nothing;
    struct fair_stream stream;
    fair_stream_init(&stream, &(struct fair_deal){.round = 1});
    fair_stream_finish(&stream);
    assert_memory_equal(&stream, &nothing, sizeof stream);
}

// ---- the deck ---------------------------------------------------------------------------------

// Fisher and Yates with pencil and paper: strike out the j-th card that is left, from the end. What the
// test plants is a first word that is passed over.
static void deck_plain(const struct fair_deal *deal, uint64_t passed_over,
                       uth_card deck[UTH_DECK_SIZE])
{
    struct fair_stream stream;
    uint64_t used = passed_over;
    fair_stream_init(&stream, deal);
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
    }
    for (uint64_t n = UTH_DECK_SIZE; n > 1; n--) {
        uint32_t words[16];
        uint64_t word;
        do {
            chacha_plain_block(stream.key, (uint32_t)(used / 16), words);
            word = words[used++ % 16];
        } while (word >= (UINT64_C(1) << 32) - (UINT64_C(1) << 32) % n);
        const uth_card last = deck[n - 1];
        deck[n - 1] = deck[word % n];
        deck[word % n] = last;
    }
}

static void a_deck_is_whole_and_that_of_the_plain_shuffle(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned turn = 0; turn < 500; turn++) {
        const struct fair_deal deal = random_deal(&rng);
        uth_card deck[UTH_DECK_SIZE];
        uth_card plain[UTH_DECK_SIZE];
        fair_deck(&deal, deck);
        deck_plain(&deal, 0, plain);
        assert_true(uth_deck_is_whole(deck));
        assert_memory_equal(deck, plain, sizeof deck);
        // The twin is one of this deal: a word on, and no deck is the same.
        deck_plain(&deal, 1, plain);
        assert_true(uth_deck_is_whole(plain));
        assert_memory_not_equal(deck, plain, sizeof deck);
    }
}

static bool same_deck(const struct fair_deal *a, const struct fair_deal *b)
{
    uth_card decks[2][UTH_DECK_SIZE];
    fair_deck(a, decks[0]);
    fair_deck(b, decks[1]);
    return memcmp(decks[0], decks[1], sizeof decks[0]) == 0;
}

// Any field but what counts for nothing; `what` names it when it fails.
static void flipped_bits_change_the_deck(const struct fair_deal *deal, uint8_t *field, size_t size,
                                         struct fair_deal *other)
{
    for (size_t bit = 0; bit < 8 * size; bit++) {
        field[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_false(same_deck(deal, other));
        field[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    assert_true(same_deck(deal, other));
}

static void every_bit_that_goes_in_changes_the_deck(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct fair_deal deal = random_deal(&rng);
    deal.in = deal.committed = deal.revealed = UINT8_MAX;
    struct fair_deal other = deal;
    const struct {
        void *field;
        size_t size;
    } fields[] = {
        {&other.table, sizeof other.table},
        {&other.round, sizeof other.round},
        {&other.bank_seat, 1},
        {&other.procedure, 1},
        {&other.in, 1},
        {&other.committed, 1},
        {&other.revealed, 1},
        {other.secret, sizeof other.secret},
        {other.commitment, sizeof other.commitment},
        {other.parts, sizeof other.parts},
        {other.commitments, sizeof other.commitments},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        flipped_bits_change_the_deck(&deal, fields[i].field, fields[i].size, &other);
    }
}

static void what_nobody_committed_to_or_revealed_counts_for_nothing(void **state)
{
    (void)state;
    const struct fair_deal deal = {.round = 9, .in = 3, .committed = 1};
    struct fair_deal other = deal;
    other.commitments[1][0] = 1; // of a seat that is in, and committed to none
    other.commitments[5][0] = 1;
    other.parts[0][2] = 1; // of a seat that committed, and did not reveal
    assert_true(same_deck(&deal, &other));
}

static void a_commitment_is_one_for_its_table_round_and_seat_alone(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct fair_deal deal = random_deal(&rng);
    uint8_t part[FAIR_PART_SIZE];
    fill(&rng, part, sizeof part);
    uint8_t here[FAIR_COMMITMENT_SIZE];
    uint8_t there[FAIR_COMMITMENT_SIZE];
    fair_part_commit(&deal, 3, part, here);
    fair_part_commit(&deal, 4, part, there);
    assert_memory_not_equal(here, there, sizeof here);
    deal.round++;
    fair_part_commit(&deal, 3, part, there);
    assert_memory_not_equal(here, there, sizeof here);
    deal.round--;
    deal.table++;
    fair_part_commit(&deal, 3, part, there);
    assert_memory_not_equal(here, there, sizeof here);
    EXPECT_CHECK_FAILURE(fair_part_commit(&deal, 0, part, there));
    EXPECT_CHECK_FAILURE(fair_part_commit(&deal, UTH_SEATS_MAX + 1, part, there));
}

static void a_part_that_was_not_committed_to_is_found(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct fair_deal deal = random_deal(&rng);
    deal.in = deal.committed = deal.revealed = 0xf0;
    for (unsigned seat = 5; seat <= 8; seat++) {
        fair_part_commit(&deal, seat, deal.parts[seat - 1], deal.commitments[seat - 1]);
    }
    assert_int_equal(fair_wrong_part(&deal), 0);
    deal.parts[6][31] ^= 1;
    assert_int_equal(fair_wrong_part(&deal), 7);
    deal.revealed = 0xb0; // it was not revealed: then it is not looked at
    assert_int_equal(fair_wrong_part(&deal), 0);
}

static void secrets_differ_and_so_do_their_commitments(void **state)
{
    (void)state;
    uint8_t secrets[2][FAIR_SECRET_SIZE];
    uint8_t commitments[2][FAIR_COMMITMENT_SIZE];
    for (unsigned i = 0; i < 2; i++) {
        fair_secret_make(secrets[i]);
        fair_commit(secrets[i], commitments[i]);
    }
    assert_memory_not_equal(secrets[0], secrets[1], FAIR_SECRET_SIZE);
    assert_memory_not_equal(commitments[0], commitments[1], FAIR_COMMITMENT_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commitments_rosters_and_decks_are_those_of_the_vectors),
        cmocka_unit_test(signatures_and_receipts_are_those_of_the_vectors),
        cmocka_unit_test(the_stream_is_chacha20_from_its_first_block_on),
        cmocka_unit_test(a_word_of_the_last_short_run_is_drawn_again),
        cmocka_unit_test(a_word_counts_exactly_when_its_run_is_whole),
        cmocka_unit_test(a_bound_of_nothing_is_our_own_mistake),
        cmocka_unit_test(nothing_of_a_finished_stream_is_left),
        cmocka_unit_test(a_deck_is_whole_and_that_of_the_plain_shuffle),
        cmocka_unit_test(every_bit_that_goes_in_changes_the_deck),
        cmocka_unit_test(what_nobody_committed_to_or_revealed_counts_for_nothing),
        cmocka_unit_test(a_commitment_is_one_for_its_table_round_and_seat_alone),
        cmocka_unit_test(a_part_that_was_not_committed_to_is_found),
        cmocka_unit_test(secrets_differ_and_so_do_their_commitments),
    };
    return fair_init() ? cmocka_run_group_tests_name("fair", tests, NULL, NULL) : 1;
}
