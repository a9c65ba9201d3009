// fill_room URL KEY ROUNDS [SEED]: plays that many rounds at each of four tables through the room and
// the office, over two days, with everything that can be in the books: Progressive awards of every
// size, voids, adjustments, fills, a round that stays open. Prints what tests want to know, as JSON.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "office/floor.h"

static void begin_day(struct floor *floor)
{
    struct fault fault;
    const struct office_by by = floor_by(floor, MANAGER, "a new day");
    const struct uth_controller_command command = {.kind = UTH_CONTROLLER_BEGIN_DAY,
                                                   .authority = UTH_AUTHORITY_EXECUTIVE,
                                                   .day = floor->now_ms / OFFICE_DAY_MS};
    UTH_CHECK(
        office_meter_command(floor->office, FLOOR_METER, &command, &by, &floor->draft, &fault));
    floor_commit(floor);
}

static void pit(struct floor *floor, uint32_t table, enum room_command_kind kind, int64_t cents)
{
    struct room_command command = floor_command(floor, SUPERVISOR, kind);
    command.amount.cents = cents;
    UTH_CHECK(floor_do(floor, table, &command) == UTH_OK);
}

static void play(struct floor *floor, uint64_t rounds)
{
    for (uint64_t i = 0; i < rounds; i++) {
        if (i == rounds / 2) {
            floor->now_ms = (floor->now_ms / OFFICE_DAY_MS + 1) * OFFICE_DAY_MS + 1000;
            begin_day(floor);
        }
        for (uint32_t table = 1; table <= FLOOR_TABLES; table++) {
            floor->next_hand = ANY_HAND;
            if (table == WASHINGTON && i == 2) {
                floor->next_hand = ROYAL_WITH_HOLE;
            } else if (table == WASHINGTON_NEXUS && i == 3) {
                floor->next_hand = ROYAL_IN_FIVE;
            }
            floor_round(floor, table, i == 4 || (i > 0 && i % 50 == 0));
        }
        if (i == 1) {
            UTH_CHECK(floor_adjust(floor, UTH_ADJUSTMENT_MALFUNCTION, 12345) == UTH_OK);
            UTH_CHECK(floor_adjust(floor, UTH_ADJUSTMENT_RECEIPTS, -2345) == UTH_OK);
            pit(floor, WASHINGTON, ROOM_COMMAND_FILL, 250000);
            pit(floor, WASHINGTON, ROOM_COMMAND_CREDIT, 50000);
            pit(floor, CALIFORNIA_8, ROOM_COMMAND_COUNT_DROP,
                office_table(floor->office, CALIFORNIA_8)->drop.cents);
        }
    }
}

static void print_hex(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        (void)printf("%02x", bytes[i]);
    }
}

int main(int argc, char **argv)
{
    struct floor *floor = calloc(1, sizeof *floor);
    struct fault fault = {.kind = FAULT_NONE};
    if (argc < 4 || floor == NULL) {
        return 2;
    }
    const uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 4;
    if (!floor_open(floor, argv[1], argv[2], seed, &fault)) {
        (void)fprintf(stderr, "fill_room: %s\n", fault.text);
        free(floor);
        return 1;
    }
    play(floor, strtoull(argv[3], NULL, 10));
    // The last secret belongs to a round that stays open.
    floor_until_bets(floor, CALIFORNIA_6);
    (void)printf("{\"batches\":%" PRIu64 ",\"now_ms\":%" PRId64 ",\"open\":{\"table\":2,"
                 "\"round\":%" PRIu64 "},\"secret\":\"",
                 floor->batches, floor->now_ms,
                 office_table(floor->office, CALIFORNIA_6)->room.round.number);
    print_hex(floor->secret, sizeof floor->secret);
    (void)printf("\",\"meter\":%" PRId64 "}\n",
                 office_meter(floor->office, FLOOR_METER)->controller.meter.amount.cents);
    floor_close(floor);
    free(floor);
    return 0;
}
