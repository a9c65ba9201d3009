// Packing beside a plain twin: the same struct comes back, in the fewest whole bytes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "office/pack.h"
#include "rng.h"

#define SIZE_MAX_TESTED 300

static struct rng rng;

static void fill(uint8_t *bytes, size_t size)
{
    const uint32_t kind = rng_below(&rng, 4);
    for (size_t i = 0; i < size; i++) {
        const bool zero =
            kind == 0 || (kind == 1 && rng_below(&rng, 8) != 0) || (kind == 2 && i % 8 > 1);
        bytes[i] = zero ? 0 : (uint8_t)rng_next(&rng);
    }
}

// How long it has to be: a count, half a byte a word, and the bytes up to the last that is not 0.
static size_t plain_size(const uint8_t *bytes, size_t size)
{
    size_t words = 0;
    size_t kept = 0;
    for (size_t word = 0; word * 8 < size; word++) {
        for (size_t i = 0; i < 8 && word * 8 + i < size; i++) {
            if (bytes[word * 8 + i] != 0) {
                words = word + 1;
            }
        }
    }
    for (size_t word = 0; word < words; word++) {
        size_t length = 0;
        for (size_t i = 0; i < 8 && word * 8 + i < size; i++) {
            if (bytes[word * 8 + i] != 0) {
                length = i + 1;
            }
        }
        kept += length;
    }
    return (words < 128 ? 1 : 2) + (words + 1) / 2 + kept;
}

static void test_what_was_packed_comes_back(void **state)
{
    (void)state;
    uint8_t bytes[SIZE_MAX_TESTED];
    uint8_t back[SIZE_MAX_TESTED];
    uint8_t packed[PACK_MAX(SIZE_MAX_TESTED) + 8];
    for (unsigned turn = 0; turn < 20000; turn++) {
        const size_t size = 1 + rng_below(&rng, SIZE_MAX_TESTED);
        fill(bytes, size);
        memset(packed, 0xa5, sizeof packed);
        const size_t length = pack_write(bytes, size, packed);
        assert_true(length <= PACK_MAX(size));
        assert_int_equal(length, plain_size(bytes, size));
        assert_int_equal(packed[length], 0xa5);
        const uint8_t *at = packed;
        memset(back, 0xff, sizeof back);
        assert_true(pack_read(&at, packed + length, back, size));
        assert_ptr_equal(at, packed + length);
        assert_memory_equal(back, bytes, size);
    }
}

static void test_a_struct_that_grew_reads_its_new_words_as_zero(void **state)
{
    (void)state;
    const uint8_t bytes[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    uint8_t packed[PACK_MAX(sizeof bytes)];
    uint8_t larger[40];
    uint8_t smaller[8];
    const size_t length = pack_write(bytes, sizeof bytes, packed);
    const uint8_t *at = packed;
    assert_true(pack_read(&at, packed + length, larger, sizeof larger));
    assert_memory_equal(larger, bytes, sizeof bytes);
    for (size_t i = sizeof bytes; i < sizeof larger; i++) {
        assert_int_equal(larger[i], 0);
    }
    at = packed;
    assert_false(pack_read(&at, packed + length, smaller, sizeof smaller));
    assert_ptr_equal(at, packed);
}

static void test_garbage_and_what_is_cut_short_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[200];
    uint8_t packed[PACK_MAX(sizeof bytes)];
    uint8_t back[200];
    for (unsigned turn = 0; turn < 20000; turn++) {
        fill(bytes, sizeof bytes);
        const size_t length = pack_write(bytes, sizeof bytes, packed);
        const size_t cut = rng_below(&rng, (uint32_t)length);
        const uint8_t *at = packed;
        assert_false(pack_read(&at, packed + cut, back, sizeof back));
        packed[rng_below(&rng, (uint32_t)length)] = (uint8_t)rng_next(&rng);
        at = packed;
        if (pack_read(&at, packed + length, back, sizeof back)) {
            assert_true(at > packed && at <= packed + length);
        } else {
            assert_ptr_equal(at, packed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_packed_comes_back),
        cmocka_unit_test(test_a_struct_that_grew_reads_its_new_words_as_zero),
        cmocka_unit_test(test_garbage_and_what_is_cut_short_is_refused),
    };
    rng = rng_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
