// What is stored of facts, journals and states: it fits into an entry whatever it holds, and no struct has two
// strings of bytes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "office/stored.h"
#include "rng.h"

static struct rng rng;

static void whatever_they_hold_they_fit_into_an_entry(void **state)
{
    (void)state;
    const struct codec_table *const states[] = {&stored_controller, &stored_config,
                                                &stored_inventory, &stored_person, &stored_dispute};
    size_t fact = 0;
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        assert_in_range(codec_max(states[i]), 1, STORE_ENTRY_MAX);
    }
    for (size_t i = 0; i < ROOM_FACT_COUNT; i++) {
        fact = codec_max(&stored_facts[i]) > fact ? codec_max(&stored_facts[i]) : fact;
    }
    assert_in_range(ROOM_FACTS_MAX * (fact + 1), 1, STORE_ENTRY_MAX);
    for (size_t i = 0; i < UTH_ENTRY_COUNT; i++) {
        assert_in_range(codec_max(&stored_journal[i]) + codec_max(&stored_meter), 1, 640 - 1);
    }
    assert_in_range(codec_max(&stored_table) + codec_max(&stored_besides) + 128, 1,
                    STORE_ENTRY_MAX);
}

// The bytes of a struct that no field covers, those of the structs in it included.
static size_t left_out(const struct codec_table *table)
{
    size_t covered = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const struct codec_field *field = &table->fields[i];
        const size_t count = field->count == 0 ? 1 : field->count;
        const size_t inside = field->type == CODEC_TABLE ? left_out(field->table) : 0;
        covered += count * (field->size - inside);
    }
    return table->size - covered;
}

#define RESERVED(type) sizeof(((type *)0)->reserved)

// A field that somebody adds to a struct and not to its table would be lost at the next start.
static void every_byte_of_a_state_is_stored_or_reserved(void **state)
{
    (void)state;
    const size_t config = RESERVED(struct room_config);
    const size_t round =
        RESERVED(struct uth_round) + UTH_SEATS_MAX * RESERVED(struct uth_round_seat);
    const size_t station = RESERVED(struct uth_station) + UTH_SEATS_MAX * RESERVED(struct uth_win);
    assert_int_equal(left_out(&stored_person), RESERVED(struct office_person_state));
    assert_int_equal(left_out(&stored_dispute), RESERVED(struct office_dispute));
    assert_int_equal(left_out(&stored_inventory), UTH_PARTS_MAX * RESERVED(struct uth_part));
    assert_int_equal(left_out(&stored_controller), RESERVED(struct uth_controller) +
                                                       2 * RESERVED(struct uth_terms) +
                                                       UTH_LINKED_MAX * station);
    assert_int_equal(left_out(&stored_config), config);
    assert_int_equal(left_out(&stored_table),
                     RESERVED(struct room_table) + 2 * config + round + ROOM_SECRET); // sealed
    assert_int_equal(left_out(&stored_besides), 0);
}

// Mostly low bits and small numbers, so that something can be read at all.
static void any_bytes(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(rng_below(&rng, 8) == 0 ? rng_next(&rng) : rng_below(&rng, 16));
    }
}

static void bytes_that_can_be_read_are_the_ones_that_are_written(void **state)
{
    (void)state;
    unsigned read = 0;
    for (unsigned turn = 0; turn < 200000; turn++) {
        uint8_t bytes[48];
        uint8_t again[1024];
        struct room_fact fact;
        struct uth_meter_entry line;
        any_bytes(bytes, sizeof bytes);
        struct codec_in in = {bytes, bytes + sizeof bytes, 1000};
        struct codec_out out = {again, again + sizeof again, 1000};
        const bool is_fact = turn % 2 == 0;
        if (is_fact ? stored_read_fact(&in, &fact) : stored_read_journal(&in, &line)) {
            if (is_fact) {
                stored_write_fact(&out, &fact);
            } else {
                stored_write_journal(&out, &line);
            }
            assert_int_equal(out.at - again, in.at - bytes);
            assert_memory_equal(again, bytes, (size_t)(in.at - bytes));
            read++;
        }
    }
    assert_in_range(read, 1000, 199000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_they_hold_they_fit_into_an_entry),
        cmocka_unit_test(every_byte_of_a_state_is_stored_or_reserved),
        cmocka_unit_test(bytes_that_can_be_read_are_the_ones_that_are_written),
    };
    rng = rng_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
