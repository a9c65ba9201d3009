// The round at a table with pace `auto`: window, streets, clock, limits, the pit.
#include "evening.h"

// ---- the clock --------------------------------------------------------------------------------

// Betting, three streets, the result: not a second longer, whoever sleeps (PLAY-6).
static void a_round_in_which_nobody_acts_ends_within_its_timers(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    const int64_t began_ms = evening.now_ms;
    struct room_command command = wager_of(1, 1000);
    command.ready = false;
    must(&command);
    pass(15000);
    assert_phase(UTH_PHASE_PREFLOP);
    pass(9999);
    assert_phase(UTH_PHASE_PREFLOP);
    pass(1);
    assert_phase(UTH_PHASE_FLOP);
    pass(20000);
    assert_phase(UTH_PHASE_SETTLED);
    assert_true(TABLE->round.seats[1].folded);
    assert_int_equal(TABLE->round.seats[1].by_system, 7);
    pass(5000);
    assert_int_equal(evening.rounds_ended, 1);
    assert_int_equal(evening.now_ms, began_ms + 15000 + 3 * 10000 + 5000);
    assert_int_equal(chips_at(2), 48000);
    assert_state(ROOM_STATE_BETTING); // and on
}

static void play_goes_on_by_itself_in_every_profile(void **state)
{
    (void)state;
    for (uint64_t profile = 1; profile <= DRIVER_PROFILES; profile++) {
        for (unsigned controller = 0; controller < UTH_MODEL_COUNT; controller++) {
            struct room_config config =
                table_of(profile, ROOM_PACE_AUTO, (enum uth_controller_model)controller);
            driver_fill_seats(&evening, &config, (uint8_t)(evening.rules[profile - 1].seats - 1));
            driver_open(&evening, &config);
            evening.watchers = 1;
            pass(30 * 60000);
            assert_true(evening.rounds_ended > 60);
            assert_int_equal(evening.rounds_voided, 0);
        }
    }
}

// PLAY-7
static void a_street_ends_when_all_have_decided_in_any_order(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
    wager(1, 1000);
    wager(2, 1000);
    settle_down();
    check(2);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    check(1);
    settle_down();
    assert_phase(UTH_PHASE_FLOP);
    check(1);
    raise_by(2, 2);
    settle_down();
    assert_phase(UTH_PHASE_RIVER);
    const struct room_command again = decision_of(2, UTH_ACTION_RAISE, 1);
    refused(&again, UTH_ERR_ALREADY_DECIDED);
    raise_by(1, 1); // player 2 is in already
    settle_down();
    assert_phase(UTH_PHASE_SETTLED);
    assert_int_equal(TABLE->round.seats[1].by_system, 0);
}

// What is said too early or too late is called that, and not something else: the round says its own
// step, "no more bets" only once bets were closed, and who has no hand hears just that.
static void a_command_out_of_its_phase_is_refused_by_its_right_name(void **state)
{
    (void)state;
    static const struct {
        enum uth_phase phase;
        enum uth_status decides, looks_on, wagers, opens;
        enum room_command_kind next; // of the dealer, towards the row below
    } rows[] = {
        {UTH_PHASE_IDLE, UTH_ERR_NOT_NOW, UTH_ERR_NOT_NOW, UTH_ERR_NOT_NOW, UTH_OK,
         ROOM_COMMAND_COUNT},
        {UTH_PHASE_BETTING, UTH_ERR_NOT_NOW, UTH_ERR_NOT_NOW, UTH_OK, UTH_ERR_NOT_NOW,
         ROOM_COMMAND_CLOSE_BETS},
        {UTH_PHASE_CLOSED, UTH_ERR_NOT_NOW, UTH_ERR_NOT_NOW, UTH_ERR_BETS_CLOSED, UTH_ERR_NOT_NOW,
         ROOM_COMMAND_DEAL},
        {UTH_PHASE_PREFLOP, UTH_OK, UTH_ERR_NOT_IN_ROUND, UTH_ERR_BETS_CLOSED, UTH_ERR_NOT_NOW,
         ROOM_COMMAND_TURN},
        {UTH_PHASE_FLOP, UTH_OK, UTH_ERR_NOT_IN_ROUND, UTH_ERR_BETS_CLOSED, UTH_ERR_NOT_NOW,
         ROOM_COMMAND_TURN},
        {UTH_PHASE_RIVER, UTH_ERR_RIVER_ACTION, UTH_ERR_NOT_IN_ROUND, UTH_ERR_BETS_CLOSED,
         UTH_ERR_NOT_NOW, ROOM_COMMAND_TIME},
        {UTH_PHASE_RIVER, UTH_ERR_ALREADY_DECIDED, UTH_ERR_NOT_IN_ROUND, UTH_ERR_BETS_CLOSED,
         UTH_ERR_NOT_NOW, ROOM_COMMAND_TURN},
        {UTH_PHASE_SHOWDOWN, UTH_ERR_NOT_NOW, UTH_ERR_NOT_NOW, UTH_ERR_BETS_CLOSED, UTH_ERR_NOT_NOW,
         ROOM_COMMAND_SETTLE},
        {UTH_PHASE_SETTLED, UTH_ERR_NOT_NOW, UTH_ERR_NOT_NOW, UTH_ERR_BETS_CLOSED, UTH_ERR_NOT_NOW,
         ROOM_COMMAND_END},
        {UTH_PHASE_OVER, UTH_ERR_NOT_NOW, UTH_ERR_NOT_NOW, UTH_ERR_NOT_NOW, UTH_OK,
         ROOM_COMMAND_COUNT},
    };
    open_table(WASHINGTON, ROOM_PACE_DEALER);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    const struct room_command decides = decision_of(1, UTH_ACTION_CHECK, 0);
    const struct room_command looks_on = decision_of(2, UTH_ACTION_CHECK, 0);
    const struct room_command wagers = wager_of(1, 1000);
    const struct room_command opens = staff_command(ROOM_COMMAND_OPEN, ROOM_ROLE_DEALER);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_phase(rows[i].phase);
        refused(&looks_on, rows[i].looks_on);
        refused(&decides, rows[i].decides);
        refused(&wagers, rows[i].wagers);
        refused(&opens, rows[i].opens);
        if (rows[i].next != ROOM_COMMAND_COUNT) {
            dealer(rows[i].next);
        }
    }
    pit(ROOM_COMMAND_VOID);
    pit(ROOM_COMMAND_PAUSE);
    assert_state(ROOM_STATE_CLOSED);
    refused(&decides, UTH_ERR_TABLE_CLOSED);
    refused(&wagers, UTH_ERR_TABLE_CLOSED);
    refused(&opens, UTH_ERR_TABLE_CLOSED);
}

// PLAY-6: One player's absence delays nobody beyond the timer, and costs nobody a turn.
static void the_clock_decides_only_for_who_has_not(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
    wager(1, 1000);
    wager(2, 1000);
    settle_down();
    raise_by(1, 4);
    pass(10000);
    assert_phase(UTH_PHASE_FLOP);
    assert_int_equal(TABLE->round.seats[1].multiple, 4);
    assert_int_equal(TABLE->round.seats[2].by_system, 1);
}

// ---- for this moment and no other -------------------------------------------------------------

static void refused_late(struct room_command command, uint64_t round, enum uth_phase street,
                         enum uth_status expected)
{
    command.round = round;
    command.street = street;
    assert_int_equal(driver_try_late(&evening, &command), expected);
}

// PLAY-6: the clock has decided; what comes after it is not the next street's decision.
static void a_decision_after_the_deadline_is_not_taken_on_the_next_street(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    const uint64_t round = TABLE->round.number;
    wager(1, 1000);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    pass(10020);
    assert_phase(UTH_PHASE_FLOP);
    refused_late(decision_of(1, UTH_ACTION_CHECK, 0), round, UTH_PHASE_PREFLOP,
                 UTH_ERR_OTHER_STREET);
    refused_late(decision_of(1, UTH_ACTION_RAISE, 2), round + 1, UTH_PHASE_FLOP,
                 UTH_ERR_OTHER_ROUND);
    assert_int_equal(TABLE->round.seats[1].multiple, 0);
    check(1);
    settle_down();
    assert_phase(UTH_PHASE_RIVER);
}

static void a_wager_for_one_round_is_not_made_in_another(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    const uint64_t round = TABLE->round.number;
    wager(1, 1000);
    while (TABLE->round.number == round) {
        pass(1000);
    }
    refused_late(wager_of(1, 1000), round, UTH_PHASE_BETTING, UTH_ERR_OTHER_ROUND);
    refused_late(wager_of(1, 1000), UINT64_MAX, UTH_PHASE_BETTING, UTH_ERR_OTHER_ROUND);
}

// A second press of TURN, on its way when the first was carried out, turns nothing more.
static void a_dealers_step_is_done_once(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_DEALER);
    sit(1, 2, 50000);
    refused_late(staff_command(ROOM_COMMAND_OPEN, ROOM_ROLE_DEALER), 1, UTH_PHASE_IDLE,
                 UTH_ERR_OTHER_ROUND);
    dealer(ROOM_COMMAND_OPEN);
    refused_late(staff_command(ROOM_COMMAND_OPEN, ROOM_ROLE_DEALER), 0, UTH_PHASE_IDLE,
                 UTH_ERR_OTHER_ROUND);
    wager(1, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    raise_by(1, 4); // nobody is asked on the streets that follow
    dealer(ROOM_COMMAND_TURN);
    assert_phase(UTH_PHASE_FLOP);
    refused_late(staff_command(ROOM_COMMAND_TURN, ROOM_ROLE_DEALER), 1, UTH_PHASE_PREFLOP,
                 UTH_ERR_OTHER_STREET);
    refused_late(staff_command(ROOM_COMMAND_TIME, ROOM_ROLE_DEALER), 1, UTH_PHASE_PREFLOP,
                 UTH_ERR_OTHER_STREET);
    assert_phase(UTH_PHASE_FLOP);
}

// Whatever it is and whoever gives it: a command about a round is refused in every other one, and for no
// other reason; the others have no moment.
static void every_command_of_a_round_is_refused_in_another(void **state)
{
    (void)state;
    unsigned of_a_round = 0;
    open_table(WASHINGTON, ROOM_PACE_DEALER);
    sit(1, 2, 50000);
    dealer(ROOM_COMMAND_OPEN);
    wager(1, 1000);
    for (unsigned i = 0; i < ROOM_COMMAND_COUNT; i++) {
        const enum room_command_kind kind = (enum room_command_kind)i;
        const enum room_right right = room_command_right(kind);
        struct room_command command =
            right == ROOM_RIGHT_PLAY        ? command_of(kind, 1)
            : right == ROOM_RIGHT_CONFIGURE ? staff_command(kind, ROOM_ROLE_MANAGER)
            : right == ROOM_RIGHT_DEAL      ? staff_command(kind, ROOM_ROLE_DEALER)
                                            : staff_command(kind, ROOM_ROLE_EXECUTIVE);
        command.round = 7;
        command.street = UTH_PHASE_BETTING;
        command.on = true;
        if (room_command_moment(kind) == ROOM_MOMENT_ANY) {
            continue;
        }
        of_a_round++;
        assert_int_equal(driver_try_late(&evening, &command), UTH_ERR_OTHER_ROUND);
        command.round = TABLE->round.number;
        command.street = UTH_PHASE_RIVER;
        if (room_command_moment(kind) == ROOM_MOMENT_STREET) {
            assert_int_equal(driver_try_late(&evening, &command), UTH_ERR_OTHER_STREET);
        }
    }
    assert_true(of_a_round >= 17);
}

// ---- the window -------------------------------------------------------------------------------

static void the_window_closes_as_soon_as_everyone_is_ready(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
    wager(1, 1000);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
    wager(2, 0); // ready, and passes
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_false(TABLE->round.seats[2].in);
}

static void everyone_ready_without_a_wager_closes_nothing(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    wager(1, 0);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
}

static void the_window_waits_for_house_players_to_bet(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.house_players = 2;
    driver_open(&evening, &config);
    settle_down();
    sit(1, 7, 50000);
    sit(2, 6, 50000); // with other people the timers stay
    settle_down();
    wager(1, 1000);
    wager(2, 1000);
    pass(699);
    assert_state(ROOM_STATE_BETTING);
    pass(1);
    assert_phase(UTH_PHASE_PREFLOP);
    assert_true(TABLE->round.seats[0].in && TABLE->round.seats[1].in);
}

// WALK-10: alone with house players a hand is as fast as its one player; each of the timers is still there.
static void one_person_alone_with_house_players_waits_for_nobody(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.house_players = 3;
    driver_open(&evening, &config);
    settle_down();
    sit(1, 7, 50000);
    settle_down();
    const int64_t began_ms = evening.now_ms;
    for (unsigned hand = 1; hand <= 5; hand++) {
        const struct room_command next = command_of(ROOM_COMMAND_NEXT, 1);
        refused(&next, UTH_ERR_NOT_NOW);
        wager(1, 1000);
        settle_down();
        assert_phase(UTH_PHASE_PREFLOP);
        assert_true(TABLE->round.seats[0].in);
        raise_by(1, 4);
        settle_down();
        assert_state(ROOM_STATE_RESULT);
        say(1, ROOM_COMMAND_NEXT);
        settle_down();
        assert_state(ROOM_STATE_BETTING);
    }
    assert_int_equal(evening.now_ms, began_ms);
}

static void with_other_people_the_result_stays_its_time(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
    wager(1, 1000);
    wager(2, 1000);
    settle_down();
    raise_by(1, 4);
    raise_by(2, 4);
    settle_down();
    assert_state(ROOM_STATE_RESULT);
    const struct room_command next = command_of(ROOM_COMMAND_NEXT, 1);
    refused(&next, UTH_ERR_NOT_NOW);
    pass((int64_t)TABLE->config.result_ms);
    assert_state(ROOM_STATE_BETTING);
}

static void a_window_without_wagers_begins_anew_with_the_same_commitment(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    uint8_t commitment[ROOM_SECRET];
    memcpy(commitment, TABLE->commitment, sizeof commitment);
    const uint64_t number = TABLE->round.number;
    wager(1, 0); // ready, but without a wager
    assert_int_equal(TABLE->seats[1].ready, 1);
    pass(15000);
    assert_state(ROOM_STATE_BETTING);
    assert_int_equal(TABLE->seats[1].ready, 0);
    assert_int_equal(TABLE->round.number, number);
    assert_memory_equal(TABLE->commitment, commitment, sizeof commitment);
    assert_int_equal(TABLE->deadline_ms, evening.now_ms + 15000);
}

static void a_window_nobody_is_left_for_is_called_off(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    say(1, ROOM_COMMAND_STAND);
    pass(15000);
    assert_state(ROOM_STATE_WAITING);
    assert_int_equal(evening.rounds_voided, 1);
}

// BET-6
static void nothing_is_bet_after_no_more_bets(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
    wager(1, 1000);
    pass(15000);
    assert_phase(UTH_PHASE_PREFLOP);
    const struct room_command more = wager_of(1, 2000);
    refused(&more, UTH_ERR_BETS_CLOSED);
    const struct room_command late = wager_of(2, 1000);
    refused(&late, UTH_ERR_BETS_CLOSED);
    const struct room_command back = wager_of(1, 0);
    refused(&back, UTH_ERR_BETS_CLOSED);
}

// ---- chips ------------------------------------------------------------------------------------

static void nobody_stakes_more_than_his_chips(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 10000);
    settle_down();
    struct room_command command = wager_of(1, 5100);
    refused(&command, UTH_ERR_NOT_ENOUGH);
    command = wager_of(1, 5000);
    command.ready = false;
    must(&command);
    assert_int_equal(chips_at(2), 0);
    must(&command); // the same once more costs nothing
    command = wager_of(1, 2500);
    command.stakes[UTH_WAGER_TRIPS].cents = 5000; // shifted, not added
    must(&command);
    assert_int_equal(chips_at(2), 0);
    command.stakes[UTH_WAGER_TRIPS].cents = INT64_MAX;
    refused(&command, UTH_ERR_MONEY_OVERFLOW);
    command.stakes[UTH_WAGER_TRIPS].cents = -500;
    refused(&command, UTH_ERR_BELOW_MINIMUM);
}

// PLAY-4
static void a_play_he_cannot_afford_is_not_offered(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 10000);
    settle_down();
    wager(1, 2000); // 6,000 left: three times, not four
    settle_down();
    const struct room_world world = driver_world(&evening);
    const struct room_options options = room_options_of(&world, TABLE, 2, NULL);
    assert_int_equal(options.decision_count, 2);
    assert_int_equal(options.decisions[0].multiple, 3);
    assert_int_equal(options.decisions[1].action, UTH_ACTION_CHECK);
    const struct room_command command = decision_of(1, UTH_ACTION_RAISE, 4);
    refused(&command, UTH_ERR_CANNOT_AFFORD);
    raise_by(1, 3);
    assert_int_equal(chips_at(2), 0);
}

// FEE-3: california-6 takes a dollar from each player, beside the wagers.
static void a_wager_leaves_the_fee_in_front_of_its_player(void **state)
{
    (void)state;
    open_table(CALIFORNIA_6, ROOM_PACE_AUTO);
    sit(1, 1, 50000);
    sit(2, 2, 10000);
    settle_down();
    take_bank(1, 20000);
    settle_down();
    struct room_command command = wager_of(2, 5000);
    refused(&command, UTH_ERR_NOT_ENOUGH);
    command = wager_of(2, 4900);
    must(&command);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_int_equal(chips_at(2), 100);
    assert_int_equal(TABLE->round.seats[1].fee.cents, 100);
}

// ---- limits that players set -----------------------------------------------------------------

static void his_own_loss_limit_holds_for_wagers(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    struct room_command command = wager_of(1, 1000);
    command.who.loss_limited = true;
    command.who.loss_left.cents = 1999;
    refused(&command, UTH_ERR_OWN_LOSS_LIMIT);
    command.who.loss_left.cents = 2000;
    must(&command);
    command = wager_of(1, 0); // nothing at risk: never refused
    command.who.loss_limited = true;
    must(&command);
}

static void what_he_lets_himself_lose_bounds_his_play_but_he_can_always_check(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    wager(1, 1000);
    settle_down();
    struct room_command command = decision_of(1, UTH_ACTION_RAISE, 4);
    command.who.loss_limited = true;
    command.who.loss_left.cents = 5999;
    refused(&command, UTH_ERR_OWN_LOSS_LIMIT);
    const struct room_world world = driver_world(&evening);
    struct room_options options = room_options_of(&world, TABLE, 2, &command.who);
    assert_int_equal(options.decision_count, 2);
    assert_int_equal(options.decisions[0].multiple, 3);
    command.who.loss_left.cents = 0;
    options = room_options_of(&world, TABLE, 2, &command.who);
    assert_int_equal(options.decision_count, 1);
    command.decision = (struct uth_decision){UTH_ACTION_CHECK, 0};
    must(&command);
}

static void after_the_time_he_has_set_he_plays_his_hand_to_the_end_and_no_other(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    struct room_command command = wager_of(1, 1000);
    command.who.play_until_ms = evening.now_ms + 1;
    must(&command);
    settle_down();
    evening.now_ms += 1;
    struct room_command decision = decision_of(1, UTH_ACTION_RAISE, 4);
    decision.who.play_until_ms = evening.now_ms;
    must(&decision);
    pass(5000);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
    refused(&command, UTH_ERR_OWN_TIME_LIMIT);
    say(1, ROOM_COMMAND_STAND);
    struct room_command again = command_of(ROOM_COMMAND_SIT, 1);
    again.who.play_until_ms = evening.now_ms;
    again.seat = 2;
    again.amount.cents = 50000;
    refused(&again, UTH_ERR_OWN_TIME_LIMIT);
}

// ---- the seed ---------------------------------------------------------------------------------

static const struct room_fact *fact_of(const struct room_batch *batch, enum room_fact_kind kind)
{
    for (uint32_t i = 0; i < batch->fact_count; i++) {
        if (batch->facts[i].kind == kind) {
            return &batch->facts[i];
        }
    }
    return NULL;
}

static void
the_commitment_stands_before_the_first_wager_and_the_secret_comes_after_all(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    evening.hold = true;
    sit(1, 2, 50000);
    while (driver_tick(&evening)) {
    }
    const struct room_fact *secret = fact_of(&evening.batch, ROOM_FACT_SECRET);
    const struct room_fact *committed = fact_of(&evening.batch, ROOM_FACT_COMMITTED);
    assert_non_null(secret);
    assert_non_null(committed);
    assert_int_equal(committed->as.seed.profile, WASHINGTON);
    uint8_t kept[ROOM_SECRET];
    memcpy(kept, secret->as.seed.bytes, sizeof kept);
    wager(1, 1000);
    pass(34999);
    assert_phase(UTH_PHASE_SETTLED);
    assert_memory_equal(TABLE->secret, kept, sizeof kept);
    evening.now_ms += 1;
    assert_true(driver_tick(&evening));
    const struct room_fact *revealed = fact_of(&evening.batch, ROOM_FACT_REVEALED);
    assert_non_null(revealed);
    assert_memory_equal(revealed->as.seed.bytes, kept, sizeof kept);
    assert_int_equal(TABLE->secret_known, 0);
    settle_down();
    assert_memory_not_equal(TABLE->secret, kept, sizeof kept);
}

// ---- the pit ----------------------------------------------------------------------------------

static void play_to(enum uth_phase phase)
{
    while (TABLE->round.phase != phase) {
        pass(100);
    }
}

// DEAL-5: at every point of the round, in every profile, everybody has the same as before.
static void a_void_gives_everything_back_at_every_point(void **state)
{
    (void)state;
    for (uint64_t profile = 1; profile <= DRIVER_PROFILES; profile++) {
        for (unsigned phase = UTH_PHASE_BETTING; phase <= UTH_PHASE_SETTLED; phase++) {
            if (phase == UTH_PHASE_CLOSED || phase == UTH_PHASE_SHOWDOWN) {
                continue; // passed in no time at this pace
            }
            struct room_config config = table_of(profile, ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
            driver_fill_seats(&evening, &config, 3);
            driver_open(&evening, &config);
            settle_down();
            sit(1, 6, 50000);
            const int64_t tray = driver_amount(&evening, UTH_ACCOUNT_TRAY, 0, 0);
            const struct uth_meter meter = evening.meter.meter;
            play_to(UTH_PHASE_BETTING);
            wager(1, 1000);
            play_to((enum uth_phase)phase);
            const struct uth_rotation rotation = TABLE->rotation;
            pit(ROOM_COMMAND_VOID);
            assert_int_equal(TABLE->round.voided, 1);
            assert_int_equal(chips_at(6), 50000);
            for (uint8_t seat = 1; seat <= 3; seat++) {
                assert_int_equal(chips_at(seat), 100000);
            }
            assert_int_equal(driver_amount(&evening, UTH_ACCOUNT_TRAY, 0, 0), tray);
            assert_int_equal(driver_amount(&evening, UTH_ACCOUNT_DROP, 0, 0), 0);
            assert_memory_equal(&evening.meter.meter, &meter, sizeof meter);
            assert_int_equal(TABLE->rotation.hands, rotation.hands); // it does not count
            assert_int_equal(TABLE->rotation.seat, rotation.seat);
            const struct room_command again =
                staff_command(ROOM_COMMAND_VOID, ROOM_ROLE_SUPERVISOR);
            refused(&again, UTH_ERR_NOT_NOW);
        }
    }
}

static void a_paused_table_plays_its_round_to_the_end_and_closes(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    wager(1, 1000);
    pit(ROOM_COMMAND_PAUSE);
    assert_state(ROOM_STATE_BETTING);
    pass(60000);
    assert_state(ROOM_STATE_CLOSED);
    assert_int_equal(evening.rounds_ended, 1);
    pass(600000);
    assert_int_equal(evening.rounds_ended, 1);
    pit(ROOM_COMMAND_RESUME);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
}

static void a_change_of_configuration_waits_for_the_end_of_the_round(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 7, 50000);
    settle_down();
    wager(1, 1000);
    struct room_config config = driver_config(&evening, CALIFORNIA_6, ROOM_PACE_AUTO);
    configure(&config);
    assert_int_equal(TABLE->config.profile, WASHINGTON);
    assert_int_equal(TABLE->config_waits, 1);
    pass(60000);
    assert_int_equal(TABLE->config.profile, CALIFORNIA_6);
    assert_int_equal(TABLE->config_waits, 0);
    assert_int_equal(room_seat_of(TABLE, 2), 0); // there is no seat seven any more
    assert_int_equal(wallet_of(2), 100000000);
    assert_int_equal(room_seat_of(TABLE, 1), 2);
}

static void a_configuration_no_table_can_be_run_with_is_refused(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    const struct room_config sound = TABLE->config;
    struct room_config all[26];
    for (unsigned i = 0; i < 26; i++) {
        all[i] = sound;
    }
    all[0].name[0] = '\0';
    memset(all[1].name, 'x', sizeof all[1].name);
    all[2].profile = 0;
    all[3].pace = 2;
    all[4].controller = UTH_MODEL_COUNT;
    all[5].absent_rounds = 256;
    all[6].meter = DRIVER_METER; // california has no Progressive
    all[7].reserved[3] = 1;
    all[8].buy_in_min.cents = 0;
    all[9].buy_in_max.cents = all[9].buy_in_min.cents - 100;
    all[10].betting_ms = 0;
    all[11].decision_ms = 0;
    all[12].offer_ms = 0;
    all[13].result_ms = 86400001;
    all[14].proposition_ms = all[14].decision_ms + 1;
    all[15].proposition_players = 8; // the last seat is not theirs
    all[16].proposition_players = 1;
    all[16].proposition_ante.cents = 50; // below the minimum
    all[17].proposition_players = 1;
    all[17].proposition_buy_in.cents = 50000; // does not reach for the bank and its fee
    all[18].confirm_up_to.cents = -1;
    all[19].house_buy_in.cents = ROOM_AMOUNT_MAX + 1;
    all[20].house_players = 1; // BANK-1
    all[21].proposition_players = 1;
    memset(all[21].provider, 0, sizeof all[21].provider); // whose money would they play?
    all[21].provider_bankroll.cents = 0;
    memset(all[22].provider, 0, sizeof all[22].provider);
    all[23].provider[0] = '\x1b';
    all[24].proposition_players = 1;
    all[24].proposition_bank.cents = 50; // less than a chip
    all[25].people_per_address = UTH_SEATS_MAX + 1;
    static const char *const named[26] = {
        "name",
        "name",
        "profile",
        "pace",
        "controller",
        "absent_rounds",
        "meter",
        "reserved",
        "buy_in_min",
        "buy_in_max",
        "betting_ms",
        "decision_ms",
        "offer_ms",
        "result_ms",
        "proposition_ms",
        "proposition_players",
        "proposition_ante",
        "proposition_buy_in",
        "confirm_up_to",
        "house_buy_in",
        "house_players",
        "provider",
        "provider_bankroll",
        "provider",
        "proposition_bank",
        "people_per_address",
    };
    struct room_command command = staff_command(ROOM_COMMAND_CONFIGURE, ROOM_ROLE_MANAGER);
    for (unsigned i = 0; i < 26; i++) {
        struct room_config_fault fault = {NULL, NULL};
        command.config = all[i];
        if (driver_try(&evening, &command) != UTH_ERR_CONFIG) {
            fail_msg("configuration %u", i);
        }
        assert_int_equal(room_config_check(&evening.rules[CALIFORNIA_8 - 1], &all[i], &fault),
                         UTH_ERR_CONFIG);
        assert_string_equal(fault.field, named[i]);
        assert_true(fault.must[0] != '\0');
    }
    command.config = sound;
    must(&command);
}

static void every_time_of_a_configuration_may_last_a_day_and_no_longer(void **state)
{
    (void)state;
    const uint32_t day = 86400000;
    for (unsigned i = 0; i < 6; i++) {
        // Automatic players think within the time to bet and to decide: where there is no limit, too.
        struct room_config config =
            table_of(i == 5 ? CALIFORNIA_8 : WASHINGTON, ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
        const struct uth_rules *rules = &evening.rules[i == 5 ? CALIFORNIA_8 - 1 : WASHINGTON - 1];
        config.betting_ms = config.decision_ms = 0;
        struct {
            uint32_t *ms;
            const char *name;
        } times[] = {
            {&config.betting_ms, "betting_ms"}, {&config.decision_ms, "decision_ms"},
            {&config.offer_ms, "offer_ms"},     {&config.result_ms, "result_ms"},
            {&config.house_ms, "house_ms"},     {&config.proposition_ms, "proposition_ms"},
        };
        struct room_config_fault fault = {NULL, NULL};
        *times[i].ms = day;
        assert_int_equal(room_config_check(rules, &config, &fault), UTH_OK);
        *times[i].ms = day + 1;
        assert_int_equal(room_config_check(rules, &config, &fault), UTH_ERR_CONFIG);
        assert_string_equal(fault.field, times[i].name);
        assert_string_equal(fault.must, "a day at most");
    }
}

static void a_name_is_text_that_a_terminal_can_show(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool good;
    } all[] = {
        {"Rainier 1", true},
        {"Großglockner", true},
        {"富士山", true},
        {"\xf0\x9f\x83\x81", true}, // the ace of diamonds, in four bytes
        {"", false},
        {"a\x1b[2J", false},
        {"two\nlines", false},
        {"del\x7f", false},
        {"cut \xc3", false},
        {"alone \xa9", false},
        {"too long for its number \xc0\xaf", false},
        {"half a pair \xed\xa0\x80", false},
        {"beyond \xf4\x90\x80\x80", false},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct room_config config = {0};
        memcpy(config.name, all[i].name, strlen(all[i].name));
        if (room_config_is_named(&config) != all[i].good) {
            fail_msg("'%s'", all[i].name);
        }
    }
}

static void at_this_pace_nothing_is_done_by_hand(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    for (unsigned kind = ROOM_COMMAND_OPEN; kind <= ROOM_COMMAND_BUTTON; kind++) {
        const struct room_command command =
            staff_command((enum room_command_kind)kind, ROOM_ROLE_DEALER);
        refused(&command, UTH_ERR_PACE);
    }
}

static void fills_and_credits_go_between_cage_and_tray(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command command = staff_command(ROOM_COMMAND_FILL, ROOM_ROLE_SUPERVISOR);
    command.amount.cents = 500000;
    must(&command);
    assert_int_equal(driver_amount(&evening, UTH_ACCOUNT_TRAY, 0, 0), 500000);
    command.kind = ROOM_COMMAND_CREDIT;
    command.amount.cents = 200000;
    must(&command);
    assert_int_equal(driver_amount(&evening, UTH_ACCOUNT_TRAY, 0, 0), 300000);
    for (unsigned i = 0; i < 2; i++) {
        command.kind = i == 0 ? ROOM_COMMAND_FILL : ROOM_COMMAND_CREDIT;
        command.amount.cents = 0;
        refused(&command, UTH_ERR_POSTING);
        command.amount.cents = ROOM_AMOUNT_MAX + 1;
        refused(&command, UTH_ERR_MONEY_OVERFLOW);
        command.amount.cents = ROOM_AMOUNT_MAX;
        must(&command);
    }
}

// FEE-4
static void the_drop_box_is_counted_whole_and_between_rounds(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    sit(1, 1, 50000);
    sit(2, 2, 50000);
    settle_down();
    take_bank(1, 20000);
    settle_down();
    wager(2, 1000);
    settle_down();
    assert_int_equal(driver_amount(&evening, UTH_ACCOUNT_DROP, 0, 0), 100);
    struct room_command command = staff_command(ROOM_COMMAND_COUNT_DROP, ROOM_ROLE_SUPERVISOR);
    command.amount.cents = 100;
    refused(&command, UTH_ERR_NOT_NOW); // a void would have to give it back
    pit(ROOM_COMMAND_PAUSE);
    pass(60000);
    assert_state(ROOM_STATE_CLOSED);
    command.amount.cents = 99;
    refused(&command, UTH_ERR_DROP_COUNT);
    command.amount.cents = 100;
    must(&command);
    assert_int_equal(driver_amount(&evening, UTH_ACCOUNT_DROP, 0, 0), 0);
    command.amount.cents = 0;
    must(&command); // an empty box may be counted too
}

// ---- batches ----------------------------------------------------------------------------------

static void a_batch_belongs_to_one_round(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    wager(1, 1000);
    pass(34999);
    evening.now_ms += 1;
    evening.hold = true;
    assert_true(driver_tick(&evening));
    assert_phase(UTH_PHASE_OVER);
    assert_false(room_batch_has_space(&evening.batch));
    assert_int_equal(evening.batch.round, 1);
    assert_true(driver_store(&evening));
    assert_true(driver_tick(&evening));
    assert_int_equal(evening.batch.round, 2);
    assert_true(room_batch_has_space(&evening.batch));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_in_which_nobody_acts_ends_within_its_timers),
        cmocka_unit_test(play_goes_on_by_itself_in_every_profile),
        cmocka_unit_test(a_street_ends_when_all_have_decided_in_any_order),
        cmocka_unit_test(a_command_out_of_its_phase_is_refused_by_its_right_name),
        cmocka_unit_test(the_clock_decides_only_for_who_has_not),
        cmocka_unit_test(a_decision_after_the_deadline_is_not_taken_on_the_next_street),
        cmocka_unit_test(a_wager_for_one_round_is_not_made_in_another),
        cmocka_unit_test(a_dealers_step_is_done_once),
        cmocka_unit_test(every_command_of_a_round_is_refused_in_another),
        cmocka_unit_test(the_window_closes_as_soon_as_everyone_is_ready),
        cmocka_unit_test(everyone_ready_without_a_wager_closes_nothing),
        cmocka_unit_test(the_window_waits_for_house_players_to_bet),
        cmocka_unit_test(one_person_alone_with_house_players_waits_for_nobody),
        cmocka_unit_test(with_other_people_the_result_stays_its_time),
        cmocka_unit_test(a_window_without_wagers_begins_anew_with_the_same_commitment),
        cmocka_unit_test(a_window_nobody_is_left_for_is_called_off),
        cmocka_unit_test(nothing_is_bet_after_no_more_bets),
        cmocka_unit_test(nobody_stakes_more_than_his_chips),
        cmocka_unit_test(a_play_he_cannot_afford_is_not_offered),
        cmocka_unit_test(a_wager_leaves_the_fee_in_front_of_its_player),
        cmocka_unit_test(his_own_loss_limit_holds_for_wagers),
        cmocka_unit_test(what_he_lets_himself_lose_bounds_his_play_but_he_can_always_check),
        cmocka_unit_test(after_the_time_he_has_set_he_plays_his_hand_to_the_end_and_no_other),
        cmocka_unit_test(
            the_commitment_stands_before_the_first_wager_and_the_secret_comes_after_all),
        cmocka_unit_test(a_void_gives_everything_back_at_every_point),
        cmocka_unit_test(a_paused_table_plays_its_round_to_the_end_and_closes),
        cmocka_unit_test(a_change_of_configuration_waits_for_the_end_of_the_round),
        cmocka_unit_test(a_configuration_no_table_can_be_run_with_is_refused),
        cmocka_unit_test(every_time_of_a_configuration_may_last_a_day_and_no_longer),
        cmocka_unit_test(a_name_is_text_that_a_terminal_can_show),
        cmocka_unit_test(at_this_pace_nothing_is_done_by_hand),
        cmocka_unit_test(fills_and_credits_go_between_cage_and_tray),
        cmocka_unit_test(the_drop_box_is_counted_whole_and_between_rounds),
        cmocka_unit_test(a_batch_belongs_to_one_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
