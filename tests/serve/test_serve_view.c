// A table as JSON, walked by chance through every profile, pace and phase: it is JSON, it holds no
// hidden card whichever way one asks, and money moves in the order the settlement says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "../room/chance.h"
#include "wire/room_view_json.h"

static struct driver driver;
static struct wire_common common;
static char text[2][WIRE_VIEW_OUT_MAX];

static uint32_t below(void *source, uint32_t bound)
{
    return rng_below(source, bound);
}

static const char *name_of(void *context, uint64_t player)
{
    (void)context;
    return player % 2 == 0 ? "Ada \"the\" Player\n" : "Bob";
}

static size_t write_view(const struct room_table *table, struct wire_viewer viewer, char *to)
{
    struct room_world world = driver_world(&driver);
    static const uint8_t secret[ROOM_SECRET];
    const struct wire_room room = {
        .table = table,
        .world = &world,
        .version = 7,
        .last_round = table->round.number > 1 ? table->round.number - 1 : 0,
        .last_secret = secret,
        .fairness_key = table->roster.key,
        .name_of = name_of,
    };
    world.now_ms = driver.now_ms;
    struct wire_out out = wire_out_to(to, WIRE_VIEW_OUT_MAX);
    wire_room_common(&room, &common);
    wire_room_view(&room, &common, viewer, &out);
    assert_false(out.overflow);
    return out.used;
}

// GM-2: whoever verifies a Progressive win sees its hand, from the press of its button on.
static bool is_verified(const struct room_table *table, uint8_t seat)
{
    const struct uth_controller *meter = driver_world(&driver).meter;
    const struct uth_station *station =
        table->config.meter != 0 && meter != NULL ? uth_controller_station(meter, table->id) : NULL;
    return station != NULL && station->round == table->round.number &&
           table->round.phase == UTH_PHASE_SHOWDOWN &&
           (station->wins[seat - 1].state != UTH_WIN_NONE || uth_station_pressed(station) == seat);
}

// Other cards wherever the viewer cannot look, another secret, other contributions.
static void disturb(struct room_table *table, uth_seat_set own, struct rng *rng)
{
    struct uth_round *round = &table->round;
    for (unsigned i = 0; i < sizeof table->secret; i++) {
        table->secret[i] = (uint8_t)rng_next(rng);
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        table->seats[i].part[0] ^= 1;
        if (!round->seats[i].cards_up && !uth_seat_set_has(own, i + 1) &&
            !is_verified(table, (uint8_t)(i + 1))) {
            round->seats[i].cards[0] = (uth_card)rng_below(rng, UTH_DECK_SIZE);
            round->seats[i].cards[1] = (uth_card)rng_below(rng, UTH_DECK_SIZE);
        }
    }
    for (unsigned i = round->community_up; i < 5; i++) {
        round->community[i] = (uth_card)rng_below(rng, UTH_DECK_SIZE);
    }
    if (!round->dealer_up) {
        round->dealer[0] = (uth_card)rng_below(rng, UTH_DECK_SIZE);
        round->dealer[1] = (uth_card)rng_below(rng, UTH_DECK_SIZE);
    }
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        round->deck[i] = (uth_card)rng_below(rng, UTH_DECK_SIZE);
    }
}

static void check_viewer(struct wire_viewer viewer, struct rng *rng)
{
    static struct room_table other;
    json_error_t error;
    const size_t size = write_view(&driver.table, viewer, text[0]);
    json_t *json = json_loadb(text[0], size, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(json);
    assert_int_equal(json_array_size(json_object_get(json, "seats")),
                     driver_world(&driver).rules->seats);
    assert_int_equal(json_is_object(json_object_get(json, "you")), viewer.seats != 0);
    assert_int_equal(json_array_size(json_object_get(json, "more_spots")),
                     viewer.seats == 0 ? 0 : uth_seat_set_count(viewer.seats) - 1);
    assert_int_equal(json_is_object(json_object_get(json, "dealer_console")), viewer.dealer);
    json_decref(json);
    other = driver.table;
    disturb(&other, viewer.seats, rng);
    assert_int_equal(write_view(&other, viewer, text[1]), size);
    assert_memory_equal(text[0], text[1], size);
}

// SHOW-9: the lines of the settlement itself, what folds lost at the front (PLAY-5).
static void check_order(uint64_t *settled)
{
    struct uth_facts facts;
    struct uth_settlement settlement;
    struct uth_view view;
    struct uth_moved order[UTH_SETTLED_MAX];
    const struct uth_rules *rules = driver_world(&driver).rules;
    if (driver.table.round.phase != UTH_PHASE_SETTLED) {
        return;
    }
    uth_round_facts(&driver.table.round, &facts);
    facts.meter.amount.cents = 1000000;
    uth_settle(rules, &facts, &settlement);
    uth_view_of(&driver.table.round, (struct uth_viewer){UTH_VIEWER_SPECTATOR, 0}, &view);
    assert_int_equal(uth_view_moved(rules, &view, order), settlement.line_count);
    for (unsigned i = 0; i < settlement.line_count; i++) {
        assert_int_equal(order[i].seat, settlement.lines[i].seat);
        assert_int_equal(order[i].wager, settlement.lines[i].wager);
        assert_int_equal(order[i].by_fold, i < settlement.fold_lines);
    }
    uth_view_judge(rules, &view);
    const bool shown = view.dealer[0] != UTH_CARD_NONE; // not when everybody has folded
    assert_int_equal(view.qualifies, !shown                 ? UTH_QUALIFIES_UNKNOWN
                                     : settlement.qualifies ? UTH_QUALIFIES_YES
                                                            : UTH_QUALIFIES_NO);
    for (unsigned i = 0; i < facts.player_count; i++) {
        const struct uth_view_seat *seat = &view.seats[facts.players[i].seat - 1];
        assert_true(seat->judged);
        assert_int_equal(seat->verdict, settlement.players[i].verdict);
    }
    (*settled)++;
}

// PLAY-5: from the fold on a seat shows what was taken of it, and where its hand lies.
static void check_folds(uint64_t *folded)
{
    const struct uth_round *round = &driver.table.round;
    if (round->phase != UTH_PHASE_RIVER && round->phase != UTH_PHASE_SHOWDOWN) {
        return;
    }
    const size_t size = write_view(&driver.table, (struct wire_viewer){0, true, NULL}, text[0]);
    json_t *view = json_loadb(text[0], size, JSON_REJECT_DUPLICATES, NULL);
    const json_t *console = json_object_get(view, "dealer_console");
    const json_t *steps = json_object_get(console, "steps");
    int64_t collected = 0;
    int64_t taken = 0;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        const bool fold =
            strcmp(json_string_value(json_object_get(step, "step")), "fold_collect") == 0;
        collected += fold ? json_integer_value(json_object_get(step, "amount")) : 0;
    }
    for (unsigned i = 0; i < driver_world(&driver).rules->seats; i++) {
        const json_t *seat = json_array_get(json_object_get(view, "seats"), i);
        const json_t *of_seat = json_object_get(seat, "taken");
        const int64_t ante = json_integer_value(json_object_get(of_seat, "ante"));
        assert_int_equal(ante,
                         round->seats[i].folded ? round->seats[i].stakes[UTH_WAGER_ANTE].cents : 0);
        const char *wager;
        json_t *amount;
        json_object_foreach((json_t *)(uintptr_t)of_seat, wager, amount)
        {
            taken += json_integer_value(amount);
        }
        const json_t *place = json_object_get(seat, "hand_place");
        assert_int_equal(json_is_string(place), round->seats[i].in);
        if (round->seats[i].cards_racked) {
            assert_string_equal(json_string_value(place), "in_rack");
        }
        // A hand that wins Trips is not given up (SHOW-10).
        assert_int_equal(json_is_true(json_object_get(seat, "given_up")),
                         round->seats[i].folded && json_is_string(place) &&
                             strcmp(json_string_value(place), "up_for_trips") != 0);
        *folded += round->seats[i].folded;
    }
    if (driver.table.config.pace == ROOM_PACE_DEALER) {
        assert_int_equal(collected, taken);
    }
    json_decref(view);
}

static void a_view_is_json_and_the_same_bytes_whatever_is_hidden(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct chance chance = {below, &rng};
    uint64_t views = 0;
    uint64_t settled = 0;
    uint64_t folded = 0;
    uint64_t several = 0; // views of persons at several spots (BET-7)
    for (unsigned evening = 0; evening < 60; evening++) {
        driver_start(&driver, rng_next(&rng));
        chance_open(&driver, &chance);
        for (unsigned i = 0; i < 300; i++) {
            chance_step(&driver, &chance);
            if (driver.table.config.profile == 0) {
                continue;
            }
            const uint8_t seat = (uint8_t)(rng_below(&rng, UTH_SEATS_MAX) + 1);
            const bool taken = driver.table.seats[seat - 1].player != 0 &&
                               seat <= driver_world(&driver).rules->seats;
            check_viewer((struct wire_viewer){0, false, NULL}, &rng);
            check_viewer((struct wire_viewer){0, true, NULL}, &rng);
            const uth_seat_set own =
                taken ? room_seats_of(&driver.table, driver.table.seats[seat - 1].player) : 0;
            several += uth_seat_set_count(own) > 1;
            check_viewer((struct wire_viewer){own, false, NULL}, &rng);
            check_order(&settled);
            check_folds(&folded);
            views += 3;
        }
        chance_wind_up(&driver);
    }
    print_message("# %llu views, %llu of settled rounds, %llu of several spots\n",
                  (unsigned long long)views, (unsigned long long)settled,
                  (unsigned long long)several);
    assert_true(settled > 100);
    assert_true(folded > 100);
    assert_true(several > 10);
}

// A card that is neither the viewer's nor on the board.
static uth_card another_card(const struct uth_round *round, const uth_card own[2], struct rng *rng)
{
    const uth_cards used = uth_cards_from(round->community, 5) | uth_cards_from(own, 2);
    uth_card card = (uth_card)rng_below(rng, UTH_DECK_SIZE);
    while (uth_cards_have(used, card)) {
        card = (uth_card)((card + 1) % UTH_DECK_SIZE);
    }
    return card;
}

// A seat's own view, with one of its own cards changed as if it were hidden from it: the bytes must
// differ, or the comparison above would see nothing.
static unsigned changes_noticed(struct rng *rng)
{
    static struct room_table other;
    const struct uth_round *round = &driver.table.round;
    unsigned noticed = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct wire_viewer viewer = {(uth_seat_set)(1U << i), false, NULL};
        if (!round->seats[i].in || driver.table.seats[i].player == 0 ||
            round->phase < UTH_PHASE_PREFLOP || round->phase > UTH_PHASE_RIVER) {
            continue;
        }
        other = driver.table;
        other.round.seats[i].cards[rng_below(rng, 2)] =
            another_card(round, round->seats[i].cards, rng);
        const size_t size = write_view(&driver.table, viewer, text[0]);
        assert_true(write_view(&other, viewer, text[1]) != size ||
                    memcmp(text[0], text[1], size) != 0);
        noticed++;
    }
    return noticed;
}

static void what_is_shown_and_should_be_hidden_is_noticed(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct chance chance = {below, &rng};
    unsigned noticed = 0;
    for (unsigned evening = 0; evening < 60 && noticed < 20; evening++) {
        driver_start(&driver, rng_next(&rng));
        chance_open(&driver, &chance);
        for (unsigned i = 0; i < 300; i++) {
            chance_step(&driver, &chance);
            noticed += driver.table.config.profile != 0 ? changes_noticed(&rng) : 0;
        }
        chance_wind_up(&driver);
    }
    assert_true(noticed >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_is_json_and_the_same_bytes_whatever_is_hidden),
        cmocka_unit_test(what_is_shown_and_should_be_hidden_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
