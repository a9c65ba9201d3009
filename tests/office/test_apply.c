// Memory that is out while a stored batch is taken: whichever allocation fails, that is what the office
// says, and nothing else, for a server ends with what is the world's doing and stops at what is its own.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "office/floor.h"
#include "office/internal.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static unsigned fails_in; // the last of so many allocations fails; 0: none does

static bool is_out(void)
{
    return fails_in != 0 && --fails_in == 0;
}

void *__wrap_malloc(size_t size)
{
    return is_out() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return is_out() ? NULL : __real_realloc(block, size);
}

// ---- a store, and offices that follow it ------------------------------------------------------

static struct floor one_floor; // large

static void fill(struct floor *floor)
{
    for (uint32_t table = 1; table <= FLOOR_TABLES; table++) {
        floor->next_hand = table == WASHINGTON ? ROYAL_IN_FIVE : ANY_HAND;
        floor_round(floor, table, table == CALIFORNIA_6);
    }
    for (unsigned i = 0; i < 40; i++) {
        struct fault fault;
        assert_true(office_person_guest(floor->office, (uth_money){100000}, floor->now_ms,
                                        &floor->draft, &fault));
        floor_commit(floor);
    }
}

struct following {
    struct office *office;
    uint64_t last;   // the position at which an allocation fails
    unsigned number; // and which
    bool taken;
    bool failed; // it was reached
    struct fault fault;
};

static bool take(void *context, const struct store_record *record)
{
    struct following *following = context;
    const bool last = record->position == following->last;
    fails_in = last ? following->number : 0;
    following->taken =
        office_apply(following->office, &record->batch, record->position, &following->fault);
    following->failed = last && fails_in == 0;
    fails_in = 0;
    return following->taken;
}

// A new office takes all batches up to this one, in which the allocation of this number fails.
static struct following follow(struct store *store, uint64_t last, unsigned number)
{
    struct following following = {.last = last, .number = number};
    following.office = calloc(1, sizeof *following.office);
    assert_non_null(following.office);
    following.office->lock = -1;
    following.office->read_only = true;
    following.office->next_person = 1;
    assert_int_equal(store_read(store, 1, last, take, &following), STORE_OK);
    office_close(&following.office);
    return following;
}

static void every_allocation_that_fails_while_a_batch_is_taken_is_told_as_memory(void **state)
{
    (void)state;
    fill(&one_floor);
    struct store *store = office_store(one_floor.office);
    const uint64_t head = office_position(one_floor.office);
    unsigned allocations = 0;
    unsigned batches = 0;
    for (uint64_t position = 1; position <= head; position++) {
        unsigned number = 1;
        struct following following = follow(store, position, number);
        for (; following.failed; following = follow(store, position, ++number)) {
            assert_false(following.taken);
            assert_int_equal(following.fault.kind, FAULT_MEMORY);
            allocations++;
        }
        assert_true(following.taken);
        batches += number > 1;
    }
    print_message("# tried: %u allocations in %u of %u batches that the office takes\n",
                  allocations, batches, (unsigned)head);
    assert_true(batches > FLOOR_PEOPLE + FLOOR_TABLES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_that_fails_while_a_batch_is_taken_is_told_as_memory),
    };
    char directory[] = "/tmp/uth-take-XXXXXX";
    char key[64];
    struct fault fault;
    if (mkdtemp(directory) == NULL) {
        return 1;
    }
    (void)snprintf(key, sizeof key, "%s/seal", directory);
    if (!floor_open(&one_floor, "memory:", key, 1, &fault)) {
        (void)fprintf(stderr, "%s\n", fault.text);
        return 1;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    floor_close(&one_floor);
    (void)unlink(key);
    (void)rmdir(directory);
    return failed;
}
