// BET-7: one person at several spots of a house-banked table, each of them a seat in every respect.
#include "evening.h"

enum { THREE_SPOTS = 5, ADA = 1, BEN = 2 };

static struct room_command at(uint8_t seat, struct room_command command)
{
    command.seat = seat;
    return command;
}

static void must_at(uint8_t seat, struct room_command command)
{
    command.seat = seat;
    must(&command);
}

static void refused_at(uint8_t seat, struct room_command command, enum uth_status expected)
{
    command.seat = seat;
    refused(&command, expected);
}

static struct room_command sitting(uint64_t player, int64_t cents)
{
    struct room_command command = command_of(ROOM_COMMAND_SIT, player);
    command.amount.cents = cents;
    return command;
}

// Ada at seats 2 and 5.
static void open_with_two_spots(void)
{
    open_table(THREE_SPOTS, ROOM_PACE_AUTO);
    sit(ADA, 2, 50000);
    sit(ADA, 5, 30000);
    settle_down();
    assert_phase(UTH_PHASE_BETTING);
}

static void bet_both(int64_t ante)
{
    must_at(2, wager_of(ADA, ante));
    must_at(5, wager_of(ADA, ante));
}

static void a_person_holds_as_many_spots_as_the_house_says(void **state)
{
    (void)state;
    open_table(THREE_SPOTS, ROOM_PACE_AUTO);
    const struct room_world world = driver_world(&evening);
    for (uint8_t seat = 2; seat <= 4; seat++) {
        assert_true(room_has_spot(&world, TABLE, ADA));
        sit(ADA, seat, 50000);
    }
    assert_int_equal(room_seats_of(TABLE, ADA), 0x0e);
    assert_int_equal(room_seat_of(TABLE, ADA), 2);
    assert_false(room_has_spot(&world, TABLE, ADA));
    assert_true(room_has_spot(&world, TABLE, BEN));
    refused_at(5, sitting(ADA, 50000), UTH_ERR_SEATED);
    assert_string_equal(uth_status_clause(UTH_ERR_SEATED), "BET-7");
    refused_at(3, sitting(BEN, 50000), UTH_ERR_SEAT_OCCUPIED);
    assert_int_equal(wallet_of(ADA), 100000000 - 150000);
}

static void a_command_for_one_of_several_spots_names_it(void **state)
{
    (void)state;
    open_with_two_spots();
    sit(BEN, 3, 50000);
    struct room_command buy = command_of(ROOM_COMMAND_BUY_IN, ADA);
    buy.amount.cents = 10000;
    const struct room_command commands[] = {
        wager_of(ADA, 1000),
        decision_of(ADA, UTH_ACTION_CHECK, 0),
        command_of(ROOM_COMMAND_STAND, ADA),
        command_of(ROOM_COMMAND_SIT_OUT, ADA),
        buy,
    };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        refused_at(0, commands[i], UTH_ERR_WHICH_SPOT);
        refused_at(3, commands[i], UTH_ERR_NOT_SEATED); // Ben's
        refused_at(4, commands[i], UTH_ERR_NOT_SEATED); // nobody's
        refused_at(200, commands[i], UTH_ERR_NOT_SEATED);
    }
    assert_string_equal(uth_status_clause(UTH_ERR_WHICH_SPOT), "BET-7");
    must_at(0, wager_of(BEN, 1000)); // whoever holds one spot need not name it
    must_at(5, buy);
    assert_int_equal(chips_at(2), 50000);
    assert_int_equal(chips_at(5), 40000);
}

// BET-5
static void each_spot_has_its_own_wagers_four_games_and_limits(void **state)
{
    (void)state;
    open_with_two_spots();
    struct room_command all = wager_of(ADA, 1000);
    all.stakes[UTH_WAGER_TRIPS].cents = 500;
    all.stakes[UTH_WAGER_PAIRS].cents = 500;
    all.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    must_at(2, all); // four games
    must_at(5, all); // and four at the other
    assert_int_equal(chips_at(2), 50000 - 3100);
    assert_int_equal(chips_at(5), 30000 - 3100);
    all.stakes[UTH_WAGER_BAD_BEAT].cents = 500;
    refused_at(5, all, UTH_ERR_TOO_MANY_GAMES);
    refused_at(2, wager_of(ADA, 30100), UTH_ERR_ABOVE_MAXIMUM);
}

static void a_window_waits_for_each_spot(void **state)
{
    (void)state;
    open_with_two_spots();
    must_at(2, wager_of(ADA, 1000));
    settle_down();
    assert_phase(UTH_PHASE_BETTING); // seat 5 has not finished
    must_at(5, wager_of(ADA, 2000));
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
}

static void each_spot_is_dealt_decides_and_is_paid_for_itself(void **state)
{
    (void)state;
    open_with_two_spots();
    bet_both(1000);
    settle_down();
    const struct uth_round *round = &TABLE->round;
    assert_int_not_equal(round->seats[1].cards[0], round->seats[4].cards[0]);
    must_at(5, decision_of(ADA, UTH_ACTION_RAISE, 4));
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP); // seat 2 is still asked
    refused_at(5, decision_of(ADA, UTH_ACTION_CHECK, 0), UTH_ERR_ALREADY_DECIDED);
    must_at(2, decision_of(ADA, UTH_ACTION_CHECK, 0));
    settle_down();
    must_at(2, decision_of(ADA, UTH_ACTION_CHECK, 0));
    settle_down();
    must_at(2, decision_of(ADA, UTH_ACTION_FOLD, 0));
    settle_down();
    assert_state(ROOM_STATE_RESULT);
    assert_true(round->seats[1].folded);
    assert_int_equal(chips_at(2), 50000 - 2000);
    int64_t net = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        net += round->seats[4].nets[i].cents;
    }
    assert_int_equal(chips_at(5), 30000 + net);
}

static void a_person_sees_the_cards_of_own_spots_and_each_seat_only_its_own(void **state)
{
    (void)state;
    open_with_two_spots();
    sit(BEN, 3, 50000);
    bet_both(1000);
    must_at(3, wager_of(BEN, 1000));
    settle_down();
    struct uth_view view;
    const struct room_world world = driver_world(&evening);
    room_see(&world, TABLE, (struct uth_viewer){UTH_VIEWER_SEAT, 2}, &view);
    assert_int_equal(view.seats[1].cards[0], TABLE->round.seats[1].cards[0]);
    assert_int_equal(view.seats[2].cards[0], UTH_CARD_NONE);
    assert_int_equal(view.seats[4].cards[0], UTH_CARD_NONE);
}

// The commands of two spots may cross: each id counts once, and the later one does not close the door.
static void a_command_id_counts_once_for_all_spots(void **state)
{
    (void)state;
    open_with_two_spots();
    struct room_command first = at(2, wager_of(ADA, 1000));
    struct room_command second = at(5, wager_of(ADA, 1000));
    first.id = 100;
    second.id = 101;
    must(&second);
    must(&first);
    refused(&first, UTH_REPEATED); // its answer was lost, though a later one was carried out
    refused(&second, UTH_REPEATED);
    second.id = 100; // of the other spot
    refused(&second, UTH_REPEATED);
    struct room_command sit_down = at(6, sitting(ADA, 50000));
    sit_down.id = 101;
    refused(&sit_down, UTH_REPEATED);
    sit_down.id = 102;
    must(&sit_down);
    refused(&sit_down, UTH_REPEATED);
    struct room_command stand = at(6, command_of(ROOM_COMMAND_STAND, ADA));
    stand.id = 103;
    must(&stand);
    refused(&stand, UTH_REPEATED); // Ada has left that seat, and is known there
    assert_int_equal(room_seats_of(TABLE, ADA), 0x12);
}

static void whoever_leaves_one_spot_keeps_the_other(void **state)
{
    (void)state;
    open_with_two_spots();
    must_at(2, command_of(ROOM_COMMAND_STAND, ADA));
    assert_int_equal(room_seats_of(TABLE, ADA), 0x10);
    assert_int_equal(wallet_of(ADA), 100000000 - 30000);
    must_at(0, wager_of(ADA, 1000)); // one spot again: nothing to name
    settle_down();
    must_at(0, command_of(ROOM_COMMAND_STAND, ADA)); // in a hand: after it
    assert_int_equal(TABLE->seats[4].leaving, ROOM_LEAVES);
    pass(60000);
    assert_int_equal(room_seats_of(TABLE, ADA), 0);
    assert_int_equal(chips_at(5), 0);
}

static void a_spot_without_wagers_is_freed_and_the_other_stays(void **state)
{
    (void)state;
    open_with_two_spots();
    for (unsigned i = 0; i < 3; i++) {
        must_at(2, wager_of(ADA, 500));
        pass(15000); // the window closes without seat 5
        assert_int_not_equal(TABLE->state, ROOM_STATE_BETTING);
        while (TABLE->state != ROOM_STATE_BETTING) {
            pass(1000);
        }
    }
    assert_int_equal(room_seats_of(TABLE, ADA), 0x02);
}

static void a_loss_limit_counts_over_all_spots_together(void **state)
{
    (void)state;
    open_with_two_spots();
    struct room_command one = at(2, wager_of(ADA, 1000));
    struct room_command other = at(5, wager_of(ADA, 1000));
    one.who.loss_limited = other.who.loss_limited = true;
    one.who.loss_left.cents = other.who.loss_left.cents = 3900;
    must(&one);
    refused(&other, UTH_ERR_OWN_LOSS_LIMIT); // 20 and 20 are more than 39
    other.stakes[UTH_WAGER_ANTE].cents = other.stakes[UTH_WAGER_BLIND].cents = 500;
    must(&other); // 20 and 10
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    const struct room_world world = driver_world(&evening);
    const struct room_options options = room_options_of(&world, TABLE, 5, &other.who);
    // Nine dollars are left for Play: 4x and 3x of five dollars would be too much, at either spot.
    assert_int_equal(options.decision_count, 1);
    assert_int_equal(options.decisions[0].action, UTH_ACTION_CHECK);
    struct room_command raise = at(5, decision_of(ADA, UTH_ACTION_RAISE, 3));
    raise.who = other.who;
    refused(&raise, UTH_ERR_OWN_LOSS_LIMIT);
    raise.who.loss_left.cents = 4500;
    must(&raise);
}

static void each_spot_has_its_part_in_the_shuffle(void **state)
{
    (void)state;
    open_with_two_spots();
    struct room_command command = command_of(ROOM_COMMAND_CONTRIBUTE, ADA);
    refused(&command, UTH_ERR_WHICH_SPOT);
    memset(command.commitment, 0xaa, ROOM_SECRET);
    command = at(2, command);
    must(&command);
    memset(command.commitment, 0xbb, ROOM_SECRET);
    command.seat = 5;
    must(&command);
    assert_int_equal(TABLE->seats[1].commitment[5], 0xaa);
    assert_int_equal(TABLE->seats[4].commitment[5], 0xbb);
    bet_both(1000);
    settle_down();
    assert_int_equal(room_parts_missing(TABLE), 1 << 1 | 1 << 4);
}

static void rules_that_allow_fewer_spots_free_the_later_ones(void **state)
{
    (void)state;
    open_with_two_spots();
    bet_both(1000);
    settle_down();
    const struct room_config config = driver_config(&evening, WASHINGTON, ROOM_PACE_AUTO);
    configure(&config);
    assert_int_equal(room_seats_of(TABLE, ADA), 0x12); // not in a hand
    pass(60000);
    assert_int_equal(TABLE->config.profile, WASHINGTON);
    assert_int_equal(room_seats_of(TABLE, ADA), 0x02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_holds_as_many_spots_as_the_house_says),
        cmocka_unit_test(a_command_for_one_of_several_spots_names_it),
        cmocka_unit_test(each_spot_has_its_own_wagers_four_games_and_limits),
        cmocka_unit_test(a_window_waits_for_each_spot),
        cmocka_unit_test(each_spot_is_dealt_decides_and_is_paid_for_itself),
        cmocka_unit_test(a_person_sees_the_cards_of_own_spots_and_each_seat_only_its_own),
        cmocka_unit_test(a_command_id_counts_once_for_all_spots),
        cmocka_unit_test(whoever_leaves_one_spot_keeps_the_other),
        cmocka_unit_test(a_spot_without_wagers_is_freed_and_the_other_stays),
        cmocka_unit_test(a_loss_limit_counts_over_all_spots_together),
        cmocka_unit_test(each_spot_has_its_part_in_the_shuffle),
        cmocka_unit_test(rules_that_allow_fewer_spots_free_the_later_ones),
    };
    return cmocka_run_group_tests_name("spots", tests, NULL, NULL);
}
