// The fair queue of tables and workers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "serve/queue.h"
#include "serve/source.h"

#define ITEMS 256

// What is queued: from address 'a', person '1' …, and which of that person's it is.
struct item {
    struct queued queued; // first
    unsigned number;
};

static struct item items[ITEMS];
static size_t used;

static void open_queue(struct queue *queue, size_t all, size_t of_address, size_t of_person)
{
    const struct queue_limits limits = {all, of_address, of_person};
    used = 0;
    queue_init(queue, &limits);
}

static bool add(struct queue *queue, char address, char person, unsigned number,
                struct queued **dropped)
{
    struct item *item = &items[used++];
    *item = (struct item){
        .queued.source = {.address = address == '0' ? 0 : (uint64_t)address,
                          .person = (uint64_t)person,
                          .ahead = address >= 'A' && address <= 'Z'},
        .number = number,
    };
    return queue_add(queue, &item->queued, dropped);
}

// "a1 b1" adds one of each, in order; all are taken.
static void add_all(struct queue *queue, const char *words)
{
    struct queued *dropped;
    for (; *words != '\0'; words += words[2] == ' ' ? 3 : 2) {
        assert_true(add(queue, words[0], words[1], 0, &dropped));
        assert_null(dropped);
    }
}

static void assert_order(struct queue *queue, const char *expected)
{
    char order[4 * ITEMS] = "";
    for (struct queued *item = queue_take(queue); item != NULL; item = queue_take(queue)) {
        const size_t length = strlen(order);
        const char address = item->source.address == 0 ? '0' : (char)item->source.address;
        (void)snprintf(order + length, sizeof order - length, "%s%c%c", length != 0 ? " " : "",
                       address, (char)item->source.person);
    }
    assert_string_equal(order, expected);
}

static void addresses_take_turns(void **state)
{
    struct queue queue;
    (void)state;
    open_queue(&queue, 64, 64, 64);
    add_all(&queue, "a1 a1 a1 a1 b2 c3 b2");
    assert_order(&queue, "a1 b2 c3 a1 b2 a1 a1");
}

static void people_behind_one_address_take_turns_with_its_share(void **state)
{
    struct queue queue;
    (void)state;
    open_queue(&queue, 64, 64, 64);
    add_all(&queue, "a1 a1 a1 a1 b9 a2 a2 b9");
    assert_order(&queue, "a1 b9 a2 b9 a1 a2 a1 a1");
}

static void who_comes_again_at_once_does_not_overtake_the_others(void **state)
{
    struct queue queue;
    (void)state;
    open_queue(&queue, 64, 64, 64);
    unsigned of_b = 0;
    add_all(&queue, "a1 b2 b2 b2 b2 b2");
    for (unsigned taken = 1; of_b < 5; taken++) {
        const struct queued *item = queue_take(&queue);
        of_b += item->source.address == 'b';
        if (item->source.address == 'a') {
            add_all(&queue, "a1");
        }
        assert_true(2 * of_b + 1 >= taken);
    }
    assert_order(&queue, "a1");
}

static void staff_known_devices_and_the_house_do_not_wait_behind_strangers(void **state)
{
    struct queue queue;
    (void)state;
    open_queue(&queue, 64, 64, 64);
    add_all(&queue, "a1 a1 b2 S7 01 S7");
    assert_order(&queue, "S7 01 S7 a1 b2 a1");
}

static void the_largest_backlog_gives_way_when_the_queue_is_full(void **state)
{
    struct queue queue;
    struct queued *dropped;
    (void)state;
    open_queue(&queue, 6, 6, 6);
    add_all(&queue, "a1 a1 a1 a1 b2 b2");
    assert_false(add(&queue, 'a', '1', 0, &dropped)); // its own backlog
    assert_null(dropped);
    assert_true(add(&queue, 'c', '3', 0, &dropped));
    assert_int_equal(dropped->source.address, 'a');
    assert_true(add(&queue, 'S', '7', 0, &dropped));
    assert_int_equal(dropped->source.address, 'a');
    assert_order(&queue, "S7 a1 b2 c3 a1 b2");
}

static void an_address_and_a_person_have_limits_of_their_own(void **state)
{
    struct queue queue;
    struct queued *dropped;
    (void)state;
    open_queue(&queue, 64, 4, 2);
    add_all(&queue, "a1 a1");
    assert_false(add(&queue, 'a', '1', 0, &dropped));
    add_all(&queue, "a2 a3");
    assert_false(add(&queue, 'a', '4', 0, &dropped));
    add_all(&queue, "b4 01 01 01 01 01");
    assert_int_equal(queue.count, 10);
}

static void what_is_put_back_is_taken_first(void **state)
{
    struct queue queue;
    (void)state;
    open_queue(&queue, 4, 4, 4);
    add_all(&queue, "a1 b2 a1");
    struct queued *first = queue_take(&queue);
    struct queued *second = queue_take(&queue);
    queue_put_back(&queue, second);
    queue_put_back(&queue, first);
    assert_order(&queue, "a1 b2 a1");
}

// Against the invariants, whatever comes: order of turns, one item an address in a turn, and the order
// of each person's own.
static void random_arrivals_keep_the_invariants(void **state)
{
    static unsigned given[128][128];
    static unsigned got[128][128];
    const char *asked = getenv("QUEUE_SEED");
    unsigned seed = asked != NULL ? (unsigned)strtoul(asked, NULL, 10) : (unsigned)time(NULL);
    struct queue queue;
    struct queued *dropped;
    (void)state;
    (void)printf("# QUEUE_SEED=%u\n", seed);
    open_queue(&queue, 32, 16, 6);
    for (unsigned step = 0; step < 20000; step++) {
        seed = seed * 1664525U + 1013904223U;
        const char address = (char)('a' + (seed >> 24) % 5);
        const char person = (char)('1' + (seed >> 16) % 3);
        used = used == ITEMS ? 0 : used; // far more than may wait
        if ((seed >> 8) % 5 < 3) {
            const unsigned number = given[(unsigned)address][(unsigned)person];
            given[(unsigned)address][(unsigned)person] +=
                add(&queue, address, person, number + 1, &dropped);
            if (dropped != NULL) { // always the last of its person
                given[dropped->source.address][dropped->source.person]--;
                assert_int_equal(((struct item *)dropped)->number,
                                 given[dropped->source.address][dropped->source.person] + 1);
            }
        } else if (queue.count > 0) {
            const struct item *item = (const struct item *)queue_take(&queue);
            const struct source *from = &item->queued.source;
            assert_int_equal(item->number, ++got[from->address][from->person]);
        }
        for (size_t i = 1; i < queue.count; i++) {
            assert_true(queue.items[i - 1]->turn <= queue.items[i]->turn);
            for (size_t j = 0; j < i; j++) {
                assert_true(queue.items[j]->turn != queue.items[i]->turn ||
                            queue.items[j]->source.address != queue.items[i]->source.address);
            }
        }
        assert_true(queue.count <= 32);
    }
}

static void an_address_is_one_machine_or_household(void **state)
{
    (void)state;
    assert_true(source_address("127.0.0.2") != source_address("127.0.0.3"));
    assert_true(source_address("::ffff:127.0.0.2") == source_address("127.0.0.2"));
    assert_true(source_address("2001:db8:1:2::5") == source_address("2001:db8:1:2:ffff::6"));
    assert_true(source_address("2001:db8:1:2::5") != source_address("2001:db8:1:3::5"));
    assert_true(source_address("0.0.0.0") != 0 && source_address("::") != 0);
    assert_true(source_address(NULL) != 0 && source_address("nowhere") == source_address(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_take_turns),
        cmocka_unit_test(people_behind_one_address_take_turns_with_its_share),
        cmocka_unit_test(who_comes_again_at_once_does_not_overtake_the_others),
        cmocka_unit_test(staff_known_devices_and_the_house_do_not_wait_behind_strangers),
        cmocka_unit_test(the_largest_backlog_gives_way_when_the_queue_is_full),
        cmocka_unit_test(an_address_and_a_person_have_limits_of_their_own),
        cmocka_unit_test(what_is_put_back_is_taken_first),
        cmocka_unit_test(random_arrivals_keep_the_invariants),
        cmocka_unit_test(an_address_is_one_machine_or_household),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
