// Sitting down, buying in, standing up; commands that come twice; who is away too long.
#include "evening.h"

// BET-7
static void a_player_sits_at_one_seat_of_a_table(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 3, 50000);
    assert_int_equal(room_seat_of(TABLE, 1), 3);
    assert_int_equal(chips_at(3), 50000);
    assert_int_equal(wallet_of(1), 100000000 - 50000);
    struct room_command again = command_of(ROOM_COMMAND_SIT, 1);
    again.seat = 4;
    again.amount.cents = 50000;
    refused(&again, UTH_ERR_SEATED);
    again.who.id = 2;
    again.seat = 3;
    refused(&again, UTH_ERR_SEAT_OCCUPIED);
    again.seat = 8; // washington has seven
    refused(&again, UTH_ERR_NO_SUCH_SEAT);
    again.seat = 0;
    refused(&again, UTH_ERR_NO_SUCH_SEAT);
}

static void an_open_table_of_any_rules_has_a_spot_and_a_paused_or_new_one_has_none(void **state)
{
    (void)state;
    static const uint64_t profiles[] = {CALIFORNIA_8, CALIFORNIA_6, WASHINGTON};
    for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++) {
        open_table(profiles[i], ROOM_PACE_AUTO);
        const struct room_world world = driver_world(&evening);
        assert_true(room_has_spot(&world, TABLE, 1));
        struct room_table new_table = *TABLE;
        new_table.config.profile = 0; // not configured yet
        assert_false(room_has_spot(&world, &new_table, 1));
        pit(ROOM_COMMAND_PAUSE);
        assert_false(room_has_spot(&world, TABLE, 1));
    }
}

static void a_seat_that_is_none_has_no_options(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    const struct room_world world = driver_world(&evening);
    for (unsigned i = 0; i < 2; i++) {
        const uint8_t seat = i == 0 ? 0 : UTH_SEATS_MAX + 1;
        const struct room_options options = room_options_of(&world, TABLE, seat, NULL);
        assert_false(options.may_wager || options.may_take_bank || options.may_ask_bank);
        assert_false(options.may_buy_in || options.may_stand || options.may_next);
        assert_int_equal(options.purse.cents, 0);
        assert_int_equal(options.decision_count, 0);
    }
}

// BET-7
static void nobody_bets_decides_or_banks_for_another(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 3, 50000);
    settle_down();
    struct room_command command = wager_of(2, 1000);
    command.seat = 3;
    refused(&command, UTH_ERR_NOT_SEATED);
    sit(2, 4, 50000);
    refused(&command, UTH_ERR_NOT_SEATED); // from another seat neither
    command.seat = 4;
    must(&command);
    assert_false(TABLE->round.seats[2].in);
    assert_true(TABLE->round.seats[3].in);
    command = decision_of(9, UTH_ACTION_CHECK, 0);
    refused(&command, UTH_ERR_NOT_SEATED);
}

static void a_buy_in_keeps_to_the_limits_and_to_chips(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command command = command_of(ROOM_COMMAND_SIT, 1);
    command.seat = 1;
    static const struct {
        int64_t cents;
        enum uth_status status;
    } cases[] = {
        {0, UTH_ERR_BUY_IN},
        {-10000, UTH_ERR_BUY_IN},
        {9900, UTH_ERR_BUY_IN},
        {10000100, UTH_ERR_BUY_IN},
        {INT64_MAX, UTH_ERR_BUY_IN},
        {10050, UTH_ERR_NOT_IN_CHIPS},
        {10000, UTH_OK},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        command.amount.cents = cases[i].cents;
        refused(&command, cases[i].status);
    }
    command.kind = ROOM_COMMAND_BUY_IN;
    command.amount.cents = 9990000;
    must(&command);
    assert_int_equal(chips_at(1), 10000000);
    command.amount.cents = 100;
    refused(&command, UTH_ERR_BUY_IN);
}

static void a_wallet_that_does_not_hold_the_buy_in_refuses_the_whole_batch(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_config config = TABLE->config;
    config.buy_in_max.cents = 0;
    configure(&config);
    struct room_command command = command_of(ROOM_COMMAND_SIT, 1);
    command.seat = 1;
    command.amount.cents = 100000100;
    refused(&command, UTH_ERR_NOT_ENOUGH);
    assert_int_equal(room_seat_of(TABLE, 1), 0);
    command.amount.cents = 100000000;
    must(&command);
}

static void a_command_sent_again_gets_its_old_answer(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command command = command_of(ROOM_COMMAND_SIT, 1);
    command.seat = 2;
    command.amount.cents = 50000;
    command.id = 10;
    must(&command);
    refused(&command, UTH_REPEATED);
    settle_down();
    command = wager_of(1, 1000);
    command.ready = false;
    command.id = 12;
    must(&command);
    refused(&command, UTH_REPEATED);
    command.stakes[UTH_WAGER_ANTE].cents = 2000; // whatever it says now
    refused(&command, UTH_REPEATED);
    command.stakes[UTH_WAGER_ANTE].cents = 1000;
    command.id = 11; // it comes late, and is no repetition
    must(&command);
    refused(&command, UTH_REPEATED);
    command.id = 12;
    refused(&command, UTH_REPEATED);
    command = wager_of(1, 1000);
    command.ready = false;
    must(&command); // id 0 is not remembered, and never a repetition
    must(&command);
    assert_int_equal(room_recent_last(TABLE, 1), 12);
}

// However many answers are lost: what is remembered is known, and what is older is not carried out.
static void an_older_command_sent_again_is_known(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    struct room_command command = command_of(ROOM_COMMAND_BUY_IN, 1);
    command.amount.cents = 100;
    for (uint64_t id = 10; id < 10 + ROOM_RECENT_IDS + 3; id++) {
        command.id = id;
        must(&command);
    }
    const int64_t chips = chips_at(2);
    for (uint64_t id = 1; id < 10 + ROOM_RECENT_IDS + 3; id++) {
        command.id = id;
        refused(&command, id < 13 ? UTH_ERR_STALE_COMMAND : UTH_REPEATED);
    }
    assert_int_equal(chips_at(2), chips);
}

// A sit that is sent again after standing up seats nobody.
static void a_sit_counts_once_whatever_came_after_it(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command sits = command_of(ROOM_COMMAND_SIT, 1);
    sits.seat = 2;
    sits.amount.cents = 50000;
    sits.id = 10;
    struct room_command stands = command_of(ROOM_COMMAND_STAND, 1);
    stands.id = 11;
    must(&sits);
    must(&stands);
    sit(2, 2, 50000); // somebody else takes the seat
    sits.seat = 3;
    refused(&sits, UTH_REPEATED);
    refused(&stands, UTH_REPEATED);
    assert_int_equal(room_seat_of(TABLE, 1), 0);
}

// Who sits is never forgotten; of those who have gone the latest are known.
static void people_are_forgotten_in_their_order_and_never_while_they_sit(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command stays = command_of(ROOM_COMMAND_SIT, 1);
    stays.seat = 1;
    stays.amount.cents = 50000;
    stays.id = 7;
    must(&stays);
    for (uint64_t turn = 0; turn < 2 * ROOM_RECENT_PEOPLE; turn++) {
        for (unsigned i = 0; i < 2; i++) {
            struct room_command command = staff_command(
                i == 0 ? ROOM_COMMAND_PAUSE : ROOM_COMMAND_RESUME, ROOM_ROLE_SUPERVISOR);
            command.who.id = 1000 + turn;
            command.id = 5 + i;
            must(&command);
        }
    }
    refused(&stays, UTH_REPEATED);
    unsigned known = 0;
    for (uint64_t turn = 0; turn < 2 * ROOM_RECENT_PEOPLE; turn++) {
        known += room_recent_last(TABLE, 1000 + turn) == 6;
        assert_true(room_recent_last(TABLE, 1000 + turn) == 6 || turn <= ROOM_RECENT_PEOPLE);
    }
    assert_int_equal(known, ROOM_RECENT_PEOPLE - 1);
}

static void a_refused_command_may_be_sent_again(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command command = command_of(ROOM_COMMAND_SIT, 1);
    command.seat = 2;
    command.id = 10;
    refused(&command, UTH_ERR_BUY_IN);
    command.amount.cents = 50000;
    must(&command);
}

static void a_player_who_has_gone_is_remembered(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    struct room_command stand = command_of(ROOM_COMMAND_STAND, 1);
    stand.id = 20;
    must(&stand);
    assert_int_equal(room_seat_of(TABLE, 1), 0);
    refused(&stand, UTH_REPEATED);
    struct room_command old = command_of(ROOM_COMMAND_SIT, 1);
    old.seat = 2;
    old.amount.cents = 50000;
    old.id = 20;
    refused(&old, UTH_REPEATED);
    old.id = 21;
    must(&old);
}

static void ids_of_one_player_are_nothing_to_another(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command command = command_of(ROOM_COMMAND_SIT, 1);
    command.seat = 1;
    command.amount.cents = 50000;
    command.id = 1; // the smallest there is
    must(&command);
    command.who.id = 2;
    command.seat = 2;
    must(&command);
    settle_down();
    struct room_command bet = wager_of(1, 1000);
    bet.id = 11;
    must(&bet);
    bet.who.id = 2;
    must(&bet);
}

static void chips_leave_at_once_between_rounds(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    say(1, ROOM_COMMAND_STAND);
    assert_int_equal(room_seat_of(TABLE, 1), 0);
    assert_int_equal(wallet_of(1), 100000000);
    const struct room_command command = command_of(ROOM_COMMAND_STAND, 1);
    refused(&command, UTH_ERR_NOT_SEATED);
}

static void who_has_lost_everything_stands_up_with_nothing(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 10000);
    settle_down();
    wager(1, 5000);
    pass(50000); // check, check, fold
    assert_int_equal(chips_at(2), 0);
    say(1, ROOM_COMMAND_STAND);
    assert_int_equal(room_seat_of(TABLE, 1), 0);
    assert_int_equal(wallet_of(1), 100000000 - 10000);
}

// BET-6
static void chips_stay_until_the_round_is_over(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    wager(1, 1000);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    say(1, ROOM_COMMAND_STAND);
    assert_int_equal(room_seat_of(TABLE, 1), 2);
    assert_int_equal(TABLE->seats[1].leaving, ROOM_LEAVES);
    pass(60000); // check, check, fold, and the seat is free
    assert_int_equal(room_seat_of(TABLE, 1), 0);
    assert_int_equal(wallet_of(1), 100000000 - 2000);
    assert_state(ROOM_STATE_WAITING);
}

// BET-6
static void who_withdraws_his_wager_in_time_may_go(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
    wager(1, 1000);
    say(1, ROOM_COMMAND_STAND);
    settle_down();
    assert_int_equal(room_seat_of(TABLE, 1), 2);
    struct room_command command = wager_of(1, 0);
    must(&command);
    settle_down();
    assert_int_equal(room_seat_of(TABLE, 1), 0);
    assert_int_equal(wallet_of(1), 100000000);
}

static void a_new_wager_takes_the_wish_to_leave_back(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
    wager(1, 1000);
    say(1, ROOM_COMMAND_STAND);
    wager(1, 2000);
    assert_int_equal(TABLE->seats[1].leaving, ROOM_STAYS);
}

static void nothing_takes_back_what_the_pit_wishes(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
    wager(1, 1000);
    struct room_command unseat = staff_command(ROOM_COMMAND_UNSEAT, ROOM_ROLE_SUPERVISOR);
    unseat.seat = 2;
    unseat.player = TABLE->seats[2].player;
    refused(&unseat, UTH_ERR_OTHER_PLAYER);
    unseat.player = TABLE->seats[1].player;
    must(&unseat);
    const struct room_command command = wager_of(1, 2000);
    refused(&command, UTH_ERR_NOT_SEATED);
    say(1, ROOM_COMMAND_STAND);
    assert_int_equal(TABLE->seats[1].leaving, ROOM_UNSEATED);
    unseat.seat = 3; // has no wager: at once
    unseat.player = TABLE->seats[2].player;
    must(&unseat);
    assert_int_equal(room_seat_of(TABLE, 2), 0);
    unseat.seat = 9;
    refused(&unseat, UTH_ERR_NO_SUCH_SEAT);
    unseat.seat = 5;
    refused(&unseat, UTH_ERR_NOT_SEATED);
    pass(60000);
    assert_int_equal(room_seat_of(TABLE, 1), 0);
}

static void a_hand_is_played_with_the_chips_that_were_there(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    struct room_command buy = command_of(ROOM_COMMAND_BUY_IN, 1);
    buy.amount.cents = 1000;
    must(&buy); // within the window it is still allowed
    wager(1, 1000);
    settle_down();
    refused(&buy, UTH_ERR_IN_ROUND);
}

static void who_does_not_bet_for_three_windows_loses_his_seat_with_all_his_chips(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    for (unsigned window = 1; window <= 3; window++) {
        settle_down();
        assert_int_equal(room_seat_of(TABLE, 2), 3);
        wager(1, 1000);
        pass(15000);
        assert_int_equal(TABLE->seats[2].absent, window);
        assert_int_equal(TABLE->seats[1].absent, 0);
        pass(40000 - 4000);
    }
    assert_int_equal(room_seat_of(TABLE, 2), 0);
    assert_int_equal(wallet_of(2), 100000000);
    assert_int_equal(room_seat_of(TABLE, 1), 2);
}

static void a_wager_ends_an_absence(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    pass(15000);
    pass(15000);
    assert_int_equal(TABLE->seats[1].absent, 2);
    wager(1, 1000);
    assert_int_equal(TABLE->seats[1].absent, 0);
}

static void who_says_ready_and_bets_nothing_is_absent(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    for (unsigned window = 1; window <= 3; window++) {
        settle_down();
        wager(2, 0);
        assert_int_equal(TABLE->seats[2].ready, 1);
        wager(1, 1000);
        settle_down(); // everybody is ready: the window closes
        assert_int_equal(TABLE->seats[2].absent, window);
        assert_int_equal(TABLE->seats[1].absent, 0);
        pass(40000 - 4000);
    }
    assert_int_equal(room_seat_of(TABLE, 2), 0);
}

static void a_table_that_is_paused_seats_nobody(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    pit(ROOM_COMMAND_PAUSE);
    assert_state(ROOM_STATE_CLOSED);
    struct room_command command = command_of(ROOM_COMMAND_SIT, 2);
    command.seat = 3;
    command.amount.cents = 50000;
    refused(&command, UTH_ERR_TABLE_CLOSED);
    command.who.id = 1;
    command.kind = ROOM_COMMAND_BUY_IN;
    command.seat = 2;
    refused(&command, UTH_ERR_TABLE_CLOSED);
    say(1, ROOM_COMMAND_STAND); // but lets everybody go
    pit(ROOM_COMMAND_RESUME);
    assert_state(ROOM_STATE_WAITING);
    sit(2, 3, 50000);
}

static void a_table_without_configuration_is_closed_to_everyone(void **state)
{
    (void)state;
    driver_start(&evening, 1);
    struct room_command command = command_of(ROOM_COMMAND_SIT, 1);
    command.seat = 1;
    refused(&command, UTH_ERR_TABLE_CLOSED);
    command = staff_command(ROOM_COMMAND_RESUME, ROOM_ROLE_MANAGER);
    refused(&command, UTH_ERR_TABLE_CLOSED);
    assert_false(driver_tick(&evening));
    const struct room_world world = driver_world(&evening);
    assert_false(room_options_of(&world, TABLE, 1, NULL).may_stand);
}

static void who_sits_out_is_not_waited_for(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    struct room_command command = command_of(ROOM_COMMAND_SIT_OUT, 2);
    command.on = true;
    must(&command);
    settle_down();
    wager(1, 1000);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
}

static void alone_and_sitting_out_there_is_nobody_to_play_for(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(2, 3, 50000);
    struct room_command command = command_of(ROOM_COMMAND_SIT_OUT, 2);
    command.on = true;
    must(&command);
    settle_down();
    assert_state(ROOM_STATE_WAITING);
    command.on = false;
    must(&command);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
}

static void house_players_leave_one_seat_for_somebody_to_come(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.house_players = 6;
    driver_open(&evening, &config);
    settle_down();
    unsigned house = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        house += room_is_house_player(TABLE->seats[i].player);
    }
    assert_int_equal(house, 6);
    assert_int_equal(TABLE->seats[6].player, 0);
    assert_state(ROOM_STATE_WAITING); // nobody looks
    sit(1, 7, 50000);
    settle_down(); // one of them makes room for the next
    house = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        house += room_is_house_player(TABLE->seats[i].player);
    }
    assert_int_equal(house, 5);
    assert_int_equal(TABLE->seats[5].player, 0); // the one who sat highest
    assert_state(ROOM_STATE_BETTING);
    say(1, ROOM_COMMAND_STAND);
    pass(120000);
    assert_int_equal(
        driver_amount(&evening, UTH_ACCOUNT_WALLET, room_house_player(DRIVER_TABLE, 6), 0),
        0); // the chips went back to the cage
}

static void a_house_player_never_takes_the_last_seat(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.house_players = 1;
    driver_open(&evening, &config);
    for (uint8_t seat = 1; seat <= 6; seat++) {
        sit(seat, seat, 50000);
    }
    settle_down();
    assert_int_equal(TABLE->seats[6].player, 0);
    sit(7, 7, 50000);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
}

// PLAY-6
static void a_house_players_decision_leaves_the_others_their_time(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.house_players = 1;
    driver_open(&evening, &config);
    settle_down();
    sit(1, 7, 50000);
    settle_down();
    wager(1, 1000);
    settle_down(); // the house player bets at once: its only company is ready
    assert_phase(UTH_PHASE_PREFLOP);
    pass(700);
    assert_false(uth_round_awaits(&TABLE->round, 1));
    assert_true(uth_round_awaits(&TABLE->round, 7));
    pass(9299);
    assert_true(uth_round_awaits(&TABLE->round, 7));
    raise_by(1, 4);
}

// A Play of four times the Ante, and every wager that lies there before.
static void a_house_player_buys_in_for_all_its_wagers(void **state)
{
    (void)state;
    struct room_config_fault fault;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.house_players = 1;
    config.house_buy_in.cents = 4 * 1000 + 2 * 1000 + 500 + 100;
    assert_int_equal(room_config_check(&evening.rules[WASHINGTON - 1], &config, &fault), UTH_OK);
    config.house_buy_in.cents -= 100;
    assert_int_equal(room_config_check(&evening.rules[WASHINGTON - 1], &config, &fault),
                     UTH_ERR_CONFIG);
    assert_string_equal(fault.field, "house_buy_in");
}

static void house_players_buy_in_again_when_they_are_broke(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.house_players = 6;
    config.house_buy_in.cents = 6600; // one round, with the largest Play
    config.result_ms = 0;
    driver_open(&evening, &config);
    evening.watchers = 1;
    pass(600000);
    assert_true(evening.rounds_ended > 20);
    assert_true(evening.meter.meter.amount.cents > 1000000); // they bet on it too
    for (uint8_t seat = 1; seat <= 6; seat++) {
        assert_true(chips_at(seat) >= 0);
    }
}

// Other rules come into force, and the dealer opens the next round before the seat is freed.
static void a_seat_that_the_new_rules_do_not_have_may_not_bet(void **state)
{
    (void)state;
    const struct room_config seven = table_of(WASHINGTON, ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
    const struct room_config eight = driver_config(&evening, CALIFORNIA_8, ROOM_PACE_DEALER);
    driver_open(&evening, &eight);
    sit(1, 8, 50000);
    sit(2, 2, 50000);
    configure(&seven);
    dealer(ROOM_COMMAND_OPEN);
    driver_check_options(&evening);
    const struct room_world world = driver_world(&evening);
    const struct room_person person = person_of(ROOM_ROLE_PLAYER, 1);
    assert_false(room_options_of(&world, TABLE, 8, &person).may_wager);
    const struct room_command wager = wager_of(1, 1000);
    refused(&wager, UTH_ERR_NO_SUCH_SEAT);
    settle_down();
    assert_int_equal(room_seat_of(TABLE, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_sits_at_one_seat_of_a_table),
        cmocka_unit_test(an_open_table_of_any_rules_has_a_spot_and_a_paused_or_new_one_has_none),
        cmocka_unit_test(a_seat_that_is_none_has_no_options),
        cmocka_unit_test(nobody_bets_decides_or_banks_for_another),
        cmocka_unit_test(a_buy_in_keeps_to_the_limits_and_to_chips),
        cmocka_unit_test(a_wallet_that_does_not_hold_the_buy_in_refuses_the_whole_batch),
        cmocka_unit_test(a_command_sent_again_gets_its_old_answer),
        cmocka_unit_test(an_older_command_sent_again_is_known),
        cmocka_unit_test(a_sit_counts_once_whatever_came_after_it),
        cmocka_unit_test(people_are_forgotten_in_their_order_and_never_while_they_sit),
        cmocka_unit_test(a_refused_command_may_be_sent_again),
        cmocka_unit_test(a_player_who_has_gone_is_remembered),
        cmocka_unit_test(ids_of_one_player_are_nothing_to_another),
        cmocka_unit_test(chips_leave_at_once_between_rounds),
        cmocka_unit_test(who_has_lost_everything_stands_up_with_nothing),
        cmocka_unit_test(chips_stay_until_the_round_is_over),
        cmocka_unit_test(who_withdraws_his_wager_in_time_may_go),
        cmocka_unit_test(a_new_wager_takes_the_wish_to_leave_back),
        cmocka_unit_test(nothing_takes_back_what_the_pit_wishes),
        cmocka_unit_test(a_hand_is_played_with_the_chips_that_were_there),
        cmocka_unit_test(who_does_not_bet_for_three_windows_loses_his_seat_with_all_his_chips),
        cmocka_unit_test(a_wager_ends_an_absence),
        cmocka_unit_test(who_says_ready_and_bets_nothing_is_absent),
        cmocka_unit_test(a_table_that_is_paused_seats_nobody),
        cmocka_unit_test(a_table_without_configuration_is_closed_to_everyone),
        cmocka_unit_test(who_sits_out_is_not_waited_for),
        cmocka_unit_test(alone_and_sitting_out_there_is_nobody_to_play_for),
        cmocka_unit_test(house_players_leave_one_seat_for_somebody_to_come),
        cmocka_unit_test(a_house_player_never_takes_the_last_seat),
        cmocka_unit_test(a_house_players_decision_leaves_the_others_their_time),
        cmocka_unit_test(a_house_player_buys_in_for_all_its_wagers),
        cmocka_unit_test(house_players_buy_in_again_when_they_are_broke),
        cmocka_unit_test(a_seat_that_the_new_rules_do_not_have_may_not_bet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
