// What a round was dealt from, written into a record and read out of it again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "support/rng.h"
#include "wire/fairness.h"

static void fill(struct rng *rng, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)rng_next(rng);
    }
}

static void random_fairness(struct rng *rng, struct wire_fairness *fairness)
{
    struct fair_deal *deal = &fairness->deal;
    memset(fairness, 0, sizeof *fairness);
    fill(rng, deal->commitment, sizeof deal->commitment);
    fill(rng, deal->secret, sizeof deal->secret);
    deal->table = (uint32_t)rng_next(rng);
    deal->round = rng_next(rng) >> 11;
    deal->bank_seat = (uint8_t)rng_below(rng, UTH_SEATS_MAX + 1);
    deal->procedure = (uint8_t)rng_below(rng, 4);
    fairness->has_roster = rng_below(rng, 4) != 0;
    fairness->withheld = (uth_seat_set)rng_next(rng);
    if (fairness->has_roster) {
        deal->in = (uth_seat_set)(rng_next(rng) | 1);
        deal->committed = (uth_seat_set)(rng_next(rng) & deal->in);
        deal->revealed = (uth_seat_set)(rng_next(rng) & deal->committed);
        fill(rng, fairness->signature, sizeof fairness->signature);
        fill(rng, fairness->key, sizeof fairness->key);
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        fill(rng, deal->commitments[i], uth_seat_set_has(deal->committed, i + 1) ? 32 : 0);
        fill(rng, deal->parts[i], uth_seat_set_has(deal->revealed, i + 1) ? 32 : 0);
        if (rng_below(rng, 2) == 0) {
            fairness->dealt[fairness->dealt_count++] = (uint8_t)(i + 1);
        }
    }
}

static json_t *written(const struct wire_fairness *fairness)
{
    char text[4096];
    struct wire_out out = wire_out_to(text, sizeof text);
    wire_out_fairness(&out, NULL, fairness);
    assert_false(out.overflow);
    return json_loadb(out.bytes, out.used, JSON_REJECT_DUPLICATES, NULL);
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned turn = 0; turn < 1000; turn++) {
        struct wire_fairness fairness;
        struct wire_fairness read;
        struct wire_fault fault;
        random_fairness(&rng, &fairness);
        memset(&read, 0, sizeof read); // padding too
        json_t *document = written(&fairness);
        assert_true(wire_fairness_read(document, UTH_SEATS_MAX, &read, &fault));
        assert_memory_equal(&read.deal, &fairness.deal, sizeof read.deal);
        assert_int_equal(read.has_roster, fairness.has_roster);
        assert_memory_equal(read.signature, fairness.signature, sizeof read.signature);
        assert_memory_equal(read.key, fairness.key, sizeof read.key);
        assert_int_equal(read.withheld, fairness.withheld);
        assert_memory_equal(read.dealt, fairness.dealt, sizeof read.dealt);
        assert_int_equal(read.dealt_count, fairness.dealt_count);
        json_decref(document);
    }
}

static void a_seat_the_table_does_not_have_is_refused_and_nothing_is_changed(void **state)
{
    (void)state;
    struct wire_fairness fairness = {.dealt = {7}, .dealt_count = 1};
    struct wire_fairness read = {.dealt_count = 99};
    struct wire_fault fault;
    json_t *document = written(&fairness);
    assert_false(wire_fairness_read(document, 6, &read, &fault));
    assert_string_equal(fault.path, "dealt[0]");
    assert_int_equal(read.dealt_count, 99);
    json_decref(document);
}

static void a_round_too_large_for_json_is_our_own_mistake(void **state)
{
    (void)state;
    struct wire_fairness fairness = {.dealt = {1}, .dealt_count = 1};
    fairness.deal.round = (uint64_t)WIRE_FAIRNESS_ROUND_MAX + 1;
    EXPECT_CHECK_FAILURE(written(&fairness));
}

static void hex_is_read_one_way_only(void **state)
{
    (void)state;
    static const char *const bad[] = {"0", "0g", "AA", "00 ", " 00", "0x00", "000000"};
    uint8_t bytes[2];
    char text[5];
    size_t size = 9;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(wire_hex_parse(bad[i], strlen(bad[i]), bytes, sizeof bytes, &size));
        assert_int_equal(size, 9);
    }
    assert_false(wire_hex_parse("0\0", 2, bytes, sizeof bytes, &size));
    assert_true(wire_hex_parse("", 0, bytes, sizeof bytes, &size));
    assert_int_equal(size, 0);
    for (unsigned value = 0; value < 65536; value++) {
        const uint8_t pair[2] = {(uint8_t)(value >> 8), (uint8_t)value};
        wire_hex_text(pair, 2, text);
        assert_true(wire_hex_parse(text, 4, bytes, sizeof bytes, &size));
        assert_int_equal(size, 2);
        assert_memory_equal(bytes, pair, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(a_seat_the_table_does_not_have_is_refused_and_nothing_is_changed),
        cmocka_unit_test(a_round_too_large_for_json_is_our_own_mistake),
        cmocka_unit_test(hex_is_read_one_way_only),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
