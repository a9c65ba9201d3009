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

static void read_deal(const json_t *vector, struct fair_deal *deal)
{
    memset(deal, 0, sizeof *deal);
    deal->table = (uint32_t)json_integer_value(json_object_get(vector, "table"));
    deal->round = (uint64_t)json_integer_value(json_object_get(vector, "round"));
    assert_int_equal(bytes_of(json_object_get(vector, "secret"), deal->secret, 32), 32);
    const json_t *contributions = json_object_get(vector, "contributions");
    for (size_t i = 0; i < json_array_size(contributions); i++) {
        const json_t *one = json_array_get(contributions, i);
        uint8_t bytes[FAIR_CONTRIBUTION_MAX];
        const size_t size = bytes_of(json_object_get(one, "bytes"), bytes, sizeof bytes);
        const unsigned seat = (unsigned)json_integer_value(json_object_get(one, "seat"));
        assert_true(fair_contribute(deal, seat, bytes, size));
    }
}

static void commitments_and_decks_are_those_of_the_vectors(void **state)
{
    json_t *vectors = json_load_file(getenv("VECTORS"), JSON_REJECT_DUPLICATES, NULL);
    (void)state;
    assert_true(json_array_size(vectors) >= 3);
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        struct fair_deal deal;
        uint8_t expected[32];
        uint8_t commitment[32];
        uth_card deck[UTH_DECK_SIZE];
        char text[3 * UTH_DECK_SIZE];
        read_deal(vector, &deal);
        (void)bytes_of(json_object_get(vector, "commitment"), expected, sizeof expected);
        fair_commit(deal.secret, commitment);
        assert_memory_equal(commitment, expected, 32);
        fair_deck(&deal, deck);
        uth_cards_text(deck, UTH_DECK_SIZE, text);
        assert_string_equal(text, json_string_value(json_object_get(vector, "deck")));
    }
    json_decref(vectors);
}

// ---- the stream -------------------------------------------------------------------------------

static struct fair_deal random_deal(struct rng *rng)
{
    struct fair_deal deal = {.table = (uint32_t)rng_next(rng), .round = rng_next(rng)};
    for (unsigned i = 0; i < 32; i++) {
        deal.secret[i] = (uint8_t)rng_next(rng);
    }
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        uint8_t bytes[FAIR_CONTRIBUTION_MAX];
        for (unsigned i = 0; i < sizeof bytes; i++) {
            bytes[i] = (uint8_t)rng_next(rng);
        }
        assert_true(fair_contribute(&deal, seat, bytes, rng_below(rng, 33)));
    }
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

static void every_bit_that_goes_in_changes_the_deck(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct fair_deal deal = random_deal(&rng);
    uint8_t full[FAIR_CONTRIBUTION_MAX] = {1};
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        assert_true(fair_contribute(&deal, seat, full, sizeof full));
    }
    for (unsigned bit = 0; bit < 32; bit++) {
        struct fair_deal other = deal;
        other.table ^= UINT32_C(1) << bit;
        assert_false(same_deck(&deal, &other));
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        struct fair_deal other = deal;
        other.round ^= UINT64_C(1) << bit;
        assert_false(same_deck(&deal, &other));
    }
    for (unsigned bit = 0; bit < 256; bit++) {
        struct fair_deal other = deal;
        other.secret[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_false(same_deck(&deal, &other));
        for (unsigned seat = 0; seat < UTH_SEATS_MAX; seat++) {
            other = deal;
            other.contributions[seat][bit / 8] ^= (uint8_t)(1U << bit % 8);
            assert_false(same_deck(&deal, &other));
        }
    }
}

static void the_length_and_the_seat_of_a_contribution_count(void **state)
{
    (void)state;
    static const uint8_t zeros[FAIR_CONTRIBUTION_MAX];
    struct fair_deal none = {.table = 1, .round = 1};
    struct fair_deal one = none;
    struct fair_deal two = none;
    struct fair_deal neighbour = none;
    assert_true(fair_contribute(&one, 1, zeros, 1));
    assert_true(fair_contribute(&two, 1, zeros, 2));
    assert_true(fair_contribute(&neighbour, 2, zeros, 1));
    assert_false(same_deck(&none, &one));
    assert_false(same_deck(&one, &two));
    assert_false(same_deck(&one, &neighbour));
    // Taken back, it is as if it had never been.
    assert_true(fair_contribute(&one, 1, NULL, 0));
    assert_true(same_deck(&none, &one));
}

static void a_contribution_that_is_too_long_changes_nothing(void **state)
{
    (void)state;
    static const uint8_t bytes[FAIR_CONTRIBUTION_MAX + 1] = {1};
    struct fair_deal deal = {.round = 9};
    assert_true(fair_contribute(&deal, 3, "abc", 3));
    const struct fair_deal before = deal;
    assert_false(fair_contribute(&deal, 3, bytes, sizeof bytes));
    assert_memory_equal(&deal, &before, sizeof deal);
    EXPECT_CHECK_FAILURE(fair_contribute(&deal, 0, bytes, 1) ? 1 : 0);
    EXPECT_CHECK_FAILURE(fair_contribute(&deal, UTH_SEATS_MAX + 1, bytes, 1) ? 1 : 0);
}

static void what_stands_behind_a_contribution_counts_for_nothing(void **state)
{
    (void)state;
    struct fair_deal deal = {.round = 9, .sizes = {2}};
    struct fair_deal other = deal;
    other.contributions[0][2] = 1;
    other.contributions[5][0] = 1;
    assert_true(same_deck(&deal, &other));
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
        cmocka_unit_test(commitments_and_decks_are_those_of_the_vectors),
        cmocka_unit_test(the_stream_is_chacha20_from_its_first_block_on),
        cmocka_unit_test(a_word_of_the_last_short_run_is_drawn_again),
        cmocka_unit_test(a_word_counts_exactly_when_its_run_is_whole),
        cmocka_unit_test(a_bound_of_nothing_is_our_own_mistake),
        cmocka_unit_test(nothing_of_a_finished_stream_is_left),
        cmocka_unit_test(a_deck_is_whole_and_that_of_the_plain_shuffle),
        cmocka_unit_test(every_bit_that_goes_in_changes_the_deck),
        cmocka_unit_test(the_length_and_the_seat_of_a_contribution_count),
        cmocka_unit_test(a_contribution_that_is_too_long_changes_nothing),
        cmocka_unit_test(what_stands_behind_a_contribution_counts_for_nothing),
        cmocka_unit_test(secrets_differ_and_so_do_their_commitments),
    };
    return fair_init() ? cmocka_run_group_tests_name("fair", tests, NULL, NULL) : 1;
}
