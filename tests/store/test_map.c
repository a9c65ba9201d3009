// The hash table behind the store's book.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/map.h"

#define RECORDS 3000

static struct map_record *put(struct map *map, uint64_t a, uint64_t b)
{
    bool is_new;
    struct map_record *record = map_get(map, a, b, &is_new);
    assert_non_null(record);
    assert_true(is_new);
    return record;
}

static void every_record_is_found_by_both_its_numbers(void **state)
{
    (void)state;
    struct map map = {0};
    assert_null(map_find(&map, 1, 2));
    for (uint64_t i = 0; i < RECORDS; i++) {
        put(&map, i / 3, i % 3)->number[0] = (int64_t)i;
    }
    assert_int_equal(map.count, RECORDS);
    for (uint64_t i = 0; i < RECORDS; i++) {
        bool is_new;
        assert_int_equal(map_find(&map, i / 3, i % 3)->number[0], i);
        assert_ptr_equal(map_get(&map, i / 3, i % 3, &is_new), map_find(&map, i / 3, i % 3));
        assert_false(is_new);
    }
    assert_null(map_find(&map, 0, 3));
    assert_null(map_find(&map, RECORDS / 3, 0));
    map_finish(&map);
    assert_null(map_find(&map, 0, 0));
}

static void the_record_that_was_added_last_is_taken_out_again(void **state)
{
    (void)state;
    struct map map = {0};
    for (uint64_t i = 0; i < RECORDS; i++) {
        (void)put(&map, i, 7);
        put(&map, i, 8)->number[0] = 5;
        map_drop_last(&map);
        assert_int_equal(map.count, i + 1);
        assert_null(map_find(&map, i, 8));
        assert_non_null(map_find(&map, i, 7));
    }
    assert_int_equal(put(&map, 0, 8)->number[0], 0); // it begins with zeros
    map_finish(&map);
}

static void a_record_is_touched_once_in_a_turn(void **state)
{
    (void)state;
    struct map map = {0};
    (void)put(&map, 1, 0);
    (void)put(&map, 2, 0);
    for (unsigned i = 0; i < 3; i++) {
        map_touch(&map, map_find(&map, 2, 0), 1);
    }
    assert_int_equal(map.touched_count, 1);
    assert_int_equal(map.touched[0], 1);
    map_touch(&map, map_find(&map, 1, 0), 1);
    assert_int_equal(map.touched_count, 2);
    assert_int_equal(map.touched[1], 0);
    map.touched_count = 0;
    map_touch(&map, map_find(&map, 2, 0), 2);
    assert_int_equal(map.touched_count, 1);
    map_finish(&map);
}

static void a_cleared_map_has_nothing_and_takes_records_again(void **state)
{
    (void)state;
    struct map map = {0};
    for (unsigned turn = 1; turn <= 2; turn++) {
        for (uint64_t i = 0; i < RECORDS; i++) {
            map_touch(&map, put(&map, i, turn), turn);
        }
        map_clear(&map);
        assert_int_equal(map.count, 0);
        assert_int_equal(map.touched_count, 0);
        assert_null(map_find(&map, 0, turn));
        assert_null(map_find(&map, RECORDS - 1, turn));
    }
    map_finish(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_record_is_found_by_both_its_numbers),
        cmocka_unit_test(the_record_that_was_added_last_is_taken_out_again),
        cmocka_unit_test(a_record_is_touched_once_in_a_turn),
        cmocka_unit_test(a_cleared_map_has_nothing_and_takes_records_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
