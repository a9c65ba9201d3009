// The driver judges every test of the room and its fuzz target. It must notice: each fault here is one
// that a table, a meter, the books or a store could have.
#include "evening.h"

#include "support/check_expected.h"

// What the store holds is not what the table is.
static void stored_chips(void)
{
    evening.stored.seats[0].chips.cents++;
}

static void stored_meter(void)
{
    evening.stored_meter.meter.amount.cents++;
}

static void stored_secret(void)
{
    evening.stored.secret[0] ^= 1;
}

// Both are wrong alike: a replay does not tell.
static void both_chips(void)
{
    evening.table.seats[0].chips.cents++;
    evening.stored.seats[0].chips.cents++;
}

static void both_meters(void)
{
    evening.meter.meter.amount.cents++;
    evening.stored_meter.meter.amount.cents++;
}

static void both_reserves(void)
{
    evening.meter.meter.reserve.cents++;
    evening.stored_meter.meter.reserve.cents++;
}

static void both_deadlines(void)
{
    evening.table.deadline_ms++;
    evening.stored.deadline_ms++;
}

static void both_secrets(void)
{
    evening.table.secret_known = !evening.table.secret_known;
    evening.stored.secret_known = evening.table.secret_known;
}

static void both_jackpots(void)
{
    evening.table.jackpot = true;
    evening.stored.jackpot = true;
}

static void both_seats(void)
{
    evening.table.seats[4].player = 1;
    evening.table.seats[4].role = evening.table.seats[0].role;
    evening.stored.seats[4] = evening.table.seats[4];
}

// A cent from nowhere.
static void books(void)
{
    for (unsigned i = 0; i < DRIVER_SLOTS; i++) {
        if (evening.slots[i].postings != 0) {
            evening.slots[i].amount.cents++;
            return;
        }
    }
}

// A round ends that never was played.
static void stray_event(void)
{
    evening.batch.event_count = 1;
    evening.batch.events[0] = (struct uth_event){.kind = UTH_EVENT_ENDED};
}

static void fact_without_seat(void)
{
    evening.batch.fact_count = 1;
    evening.batch.facts[0] = (struct room_fact){.kind = ROOM_FACT_SAT};
}

static void act(void)
{
    sit(2, 2, 100000);
}

static void tick(void)
{
    (void)driver_tick(&evening);
}

static void store(void)
{
    (void)driver_store(&evening);
}

static void begin(void)
{
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 1, 100000);
    driver_settle_down(&evening);
    assert_int_equal(TABLE->state, ROOM_STATE_BETTING);
}

static void whatever_is_wrong_with_table_meter_books_or_store_is_noticed(void **state)
{
    (void)state;
    static const struct {
        void (*plant)(void);
        void (*does)(void);
    } faults[] = {
        {stored_chips, act},        {stored_meter, act}, {stored_secret, act},
        {both_chips, act},          {both_meters, act},  {both_reserves, act},
        {both_deadlines, act},      {both_secrets, act}, {both_jackpots, act},
        {both_seats, act},          {books, act},        {stray_event, store},
        {fact_without_seat, store}, {both_chips, store}, {both_deadlines, tick},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        begin();
        faults[i].does(); // goes well as it is
        begin();
        faults[i].plant();
        EXPECT_CHECK_FAILURE((faults[i].does(), 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_wrong_with_table_meter_books_or_store_is_noticed),
    };
    return cmocka_run_group_tests_name("driver", tests, NULL, NULL);
}
