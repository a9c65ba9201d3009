// The Progressive at a table, by system and by hand, at both controllers; a table dealt by hand.
#include "evening.h"

// washington deals the board first, then two cards to each seat, then the dealer's.
#define FULL_HOUSE "7s 7h 7d 2c 2d" // everyone has one
// Four nines for the first player, nines full for the second.
#define TWO_WIN "9s 9h 9d 2c 3d 9c 4h As Ah Kd Qh"
#define ROYAL   "Qs Js Ts 2c 3d As Ks 9h 8h" // the first player, with the first three
// The same, and four queens for the second.
#define ROYAL_AND_FOUR "Qs Js Ts Qh 3d As Ks Qd Qc"

static const struct uth_station *station(void)
{
    return uth_controller_station(&evening.meter, DRIVER_TABLE);
}

static void open_with_two(const struct room_config *config)
{
    driver_open(&evening, config);
    sit(1, 2, 50000);
    sit(2, 5, 50000);
    settle_down();
}

static void table_with(enum room_pace pace, enum uth_controller_model controller)
{
    const struct room_config config = table_of(WASHINGTON, pace, controller);
    open_with_two(&config);
}

// Both bet it and check to the end.
static void play_to_showdown(const char *deck)
{
    stack_deck(deck);
    wager_progressive(1, 1000);
    wager_progressive(2, 1000);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    raise_by(1, 4);
    raise_by(2, 4);
    settle_down();
}

// A table bets what its profile offers, the Progressive where there is a meter, and Play later.
static void the_progressive_is_offered_where_there_is_a_meter(void **state)
{
    (void)state;
    for (uint64_t profile = CALIFORNIA_8; profile <= WASHINGTON; profile++) {
        struct room_config config = table_of(profile, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
        const struct uth_rules *rules = &evening.rules[profile - 1];
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            const enum uth_wager wager = (enum uth_wager)i;
            const bool first = rules->offered[i] && wager != UTH_WAGER_PLAY;
            config.meter = DRIVER_METER;
            assert_int_equal(room_offers(rules, &config, wager), first);
            config.meter = 0;
            assert_int_equal(room_offers(rules, &config, wager),
                             first && wager != UTH_WAGER_PROGRESSIVE);
        }
    }
    assert_true(evening.rules[WASHINGTON - 1].offered[UTH_WAGER_PROGRESSIVE]);
}

// ---- pace `auto` ------------------------------------------------------------------------------

// PROG-5
static void the_system_presses_confirms_and_pays_in_the_order_of_the_meter(void **state)
{
    (void)state;
    for (unsigned controller = 0; controller < UTH_MODEL_COUNT; controller++) {
        table_with(ROOM_PACE_AUTO, (enum uth_controller_model)controller);
        evening.hold = true;
        play_to_showdown(FULL_HOUSE);
        assert_phase(UTH_PHASE_SETTLED);
        const struct uth_win *first = &station()->wins[4]; // farthest on the dealer's right
        const struct uth_win *second = &station()->wins[1];
        assert_int_equal(first->state, UTH_WIN_PAID);
        assert_int_equal(second->state, UTH_WIN_PAID);
        assert_int_equal(first->award.amount.cents, 1000);
        assert_int_equal(first->confirmed_by, ROOM_SYSTEM); // GM-3
        assert_int_equal(station()->state, UTH_STATION_PLAYING);
        pass(5000);
        assert_int_equal(station()->state, UTH_STATION_IDLE);
        assert_int_equal(evening.awards, 2);
    }
}

static void a_win_is_paid_with_the_settlement_wherever_it_is(void **state)
{
    (void)state;
    for (uint8_t seat = 1; seat <= 7; seat++) {
        const struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
        driver_open(&evening, &config);
        sit(1, seat, 50000);
        settle_down();
        stack_deck(FULL_HOUSE);
        wager_progressive(1, 1000);
        settle_down();
        raise_by(1, 4);
        settle_down();
        assert_phase(UTH_PHASE_SETTLED);
        assert_int_equal(station()->wins[seat - 1].state, UTH_WIN_PAID);
        assert_int_equal(TABLE->round.seats[seat - 1].nets[UTH_WAGER_PROGRESSIVE].cents,
                         1000 - 100);
    }
}

// GM-6
static void house_players_bet_on_a_meter_that_is_there(void **state)
{
    (void)state;
    for (unsigned gone = 0; gone < 2; gone++) {
        struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
        config.house_players = 3;
        driver_open(&evening, &config);
        evening.watchers = 1;
        evening.meter_gone = gone != 0;
        pass(1000);
        for (uint8_t seat = 1; seat <= 3; seat++) {
            const uth_money *stakes = TABLE->round.seats[seat - 1].stakes;
            assert_int_equal(stakes[UTH_WAGER_ANTE].cents, 1000);
            assert_int_equal(stakes[UTH_WAGER_TRIPS].cents, 500);
            assert_int_equal(stakes[UTH_WAGER_PROGRESSIVE].cents, gone ? 0 : 100);
        }
    }
}

// PROG-2
static void each_wager_feeds_the_meter_when_bets_are_closed(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    const int64_t before = evening.meter.meter.amount.cents;
    wager_progressive(1, 1000);
    assert_int_equal(evening.meter.meter.amount.cents, before);
    wager_progressive(2, 1000);
    settle_down();
    assert_int_equal(evening.meter.meter.amount.cents, before + 2 * 20);
    assert_int_equal(station()->state, UTH_STATION_PLAYING);
    assert_int_equal(station()->wagered, 1 << 1 | 1 << 4);
}

// GM-1
static void a_large_win_waits_for_a_supervisor(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    struct room_command confirm = staff_command(ROOM_COMMAND_CONFIRM, ROOM_ROLE_SUPERVISOR);
    confirm.authority = UTH_AUTHORITY_SUPERVISOR;
    refused(&confirm, UTH_ERR_NO_JACKPOT);
    play_to_showdown(ROYAL);
    assert_phase(UTH_PHASE_SHOWDOWN);
    assert_int_equal(TABLE->jackpot, 1);
    pass(3600000); // for as long as it takes
    assert_phase(UTH_PHASE_SHOWDOWN);
    confirm.authority = UTH_AUTHORITY_EXECUTIVE; // a card the supervisor does not have
    refused(&confirm, UTH_ERR_NO_RIGHT);
    confirm.authority = UTH_AUTHORITY_DEALER;
    refused(&confirm, UTH_ERR_NEEDS_SUPERVISOR);
    confirm.authority = UTH_AUTHORITY_SUPERVISOR;
    const int64_t meter = evening.meter.meter.amount.cents;
    must(&confirm);
    assert_int_equal(TABLE->jackpot, 0);
    settle_down();
    assert_phase(UTH_PHASE_SETTLED);
    assert_int_equal(station()->wins[1].confirmed_by, SUPERVISOR);
    assert_int_equal(station()->wins[1].award.amount.cents, meter);
    assert_true(chips_at(2) >= meter);
    refused(&confirm, UTH_ERR_NO_JACKPOT);
}

// PROG-5: from the dealer's right, and nobody signs for a win without having looked at it.
static void who_confirms_names_the_win_he_has_looked_at(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
    config.confirm_up_to.cents = 0;
    open_with_two(&config);
    play_to_showdown(TWO_WIN);
    struct room_command confirm = staff_command(ROOM_COMMAND_CONFIRM, ROOM_ROLE_SUPERVISOR);
    confirm.authority = UTH_AUTHORITY_SUPERVISOR;
    static const uint8_t in_turn[] = {5, 2};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(TABLE->jackpot, 1);
        assert_int_equal(room_next_win(station()), in_turn[i]);
        confirm.seat = in_turn[1 - i];
        refused(&confirm, UTH_ERR_WIN_ORDER);
        confirm.seat = in_turn[i];
        must(&confirm);
        settle_down();
    }
    assert_phase(UTH_PHASE_SETTLED);
    assert_int_equal(station()->wins[4].award.amount.cents, 1000);
    assert_int_equal(station()->wins[1].award.amount.cents, 10000);
}

static int64_t paid_at(uint8_t seat)
{
    const struct uth_round_seat *state = &TABLE->round.seats[seat - 1];
    return state->stakes[UTH_WAGER_PROGRESSIVE].cents + state->nets[UTH_WAGER_PROGRESSIVE].cents;
}

// A linked table's eight wagers.
static void feed_from_another_table(void)
{
    struct uth_controller_command command = {.kind = UTH_CONTROLLER_LINK,
                                             .authority = UTH_AUTHORITY_EXECUTIVE,
                                             .who = MANAGER,
                                             .table = DRIVER_TABLE + 1,
                                             .controller = UTH_MODEL_NEXUS};
    assert_int_equal(driver_meter(&evening, command), UTH_OK);
    command.kind = UTH_CONTROLLER_START_GAME;
    command.round = 1;
    command.seats = 0xff;
    assert_int_equal(driver_meter(&evening, command), UTH_OK);
}

static void confirm_jackpot(void)
{
    struct room_command confirm = staff_command(ROOM_COMMAND_CONFIRM, ROOM_ROLE_EXECUTIVE);
    confirm.authority = UTH_AUTHORITY_EXECUTIVE;
    assert_int_equal(TABLE->jackpot, 1);
    must(&confirm);
    settle_down();
    assert_phase(UTH_PHASE_SETTLED);
}

// PROG-5, GM-1: a share is of the meter as it stood then, and no other amount is paid.
static void each_winner_is_paid_what_was_confirmed_though_the_meter_was_fed_in_between(void **state)
{
    (void)state;
    for (unsigned controller = 0; controller < UTH_MODEL_COUNT; controller++) {
        table_with(ROOM_PACE_AUTO, (enum uth_controller_model)controller);
        play_to_showdown(ROYAL_AND_FOUR);
        assert_int_equal(station()->wins[4].state, UTH_WIN_CONFIRMED);
        feed_from_another_table();
        const struct uth_meter meter = evening.meter.meter;
        assert_int_equal(meter.amount.cents, meter.seed.cents + 2 * 20 + 8 * 20);
        confirm_jackpot();
        assert_int_equal(station()->wins[1].award.amount.cents, meter.amount.cents);
        assert_int_equal(paid_at(2), meter.amount.cents);
        assert_int_equal(paid_at(5), 10000);
        assert_int_equal(evening.meter.meter.amount.cents, meter.seed.cents + meter.reserve.cents);
    }
}

// PROG-3, PROG-5: where a fixed pay comes from is for the meter's terms to say.
static void each_winner_is_paid_what_was_confirmed_though_the_profile_has_other_terms(void **state)
{
    (void)state;
    for (unsigned controller = 0; controller < UTH_MODEL_COUNT; controller++) {
        const struct room_config config =
            table_of(WASHINGTON, ROOM_PACE_AUTO, (enum uth_controller_model)controller);
        evening.rules[WASHINGTON - 1].progressive.fixed_pays_from = UTH_PAYS_FROM_METER;
        open_with_two(&config);
        play_to_showdown(ROYAL_AND_FOUR);
        const struct uth_meter meter = evening.meter.meter; // the tray paid the four queens
        assert_int_equal(meter.amount.cents, meter.seed.cents + 2 * 20);
        confirm_jackpot();
        assert_int_equal(paid_at(2), meter.amount.cents);
        assert_int_equal(paid_at(5), 10000);
    }
}

// GM-1
static void above_the_jackpot_level_it_takes_an_executive_card(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
    struct room_config config = TABLE->config;
    config.confirm_up_to.cents = ROOM_AMOUNT_MAX; // the system's own leave does not go above it
    configure(&config);
    play_to_showdown(ROYAL);
    pass(60000);
    assert_phase(UTH_PHASE_SHOWDOWN);
    assert_int_equal(TABLE->jackpot, 1);
    struct room_command confirm = staff_command(ROOM_COMMAND_CONFIRM, ROOM_ROLE_SUPERVISOR);
    confirm.authority = UTH_AUTHORITY_SUPERVISOR;
    refused(&confirm, UTH_ERR_NEEDS_EXECUTIVE);
    confirm = staff_command(ROOM_COMMAND_CONFIRM, ROOM_ROLE_EXECUTIVE);
    confirm.authority = UTH_AUTHORITY_EXECUTIVE;
    must(&confirm);
    settle_down();
    assert_phase(UTH_PHASE_SETTLED);
}

// DEAL-5
static void a_pending_jackpot_can_be_voided_with_its_round(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
    const struct uth_meter meter = evening.meter.meter;
    play_to_showdown(ROYAL);
    assert_int_equal(TABLE->jackpot, 1);
    pit(ROOM_COMMAND_VOID);
    assert_int_equal(TABLE->jackpot, 0);
    assert_memory_equal(&evening.meter.meter, &meter, sizeof meter); // contributions too
    assert_int_equal(chips_at(2), 50000);
}

// GM-1
static void a_round_with_a_confirmed_win_is_not_voided(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
    play_to_showdown(FULL_HOUSE);
    assert_phase(UTH_PHASE_SETTLED);
    const struct room_command command = staff_command(ROOM_COMMAND_VOID, ROOM_ROLE_SUPERVISOR);
    refused(&command, UTH_ERR_WIN_CONFIRMED);
}

// ---- a meter that is away ---------------------------------------------------------------------

// GM-6
static void without_its_meter_the_table_takes_no_progressive_wager(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    evening.meter_gone = true;
    struct room_command command = wager_of(1, 1000);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    refused(&command, UTH_ERR_METER_UNREACHABLE);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 0;
    must(&command); // and goes on without
    evening.meter_gone = false;
    const struct uth_controller_command lost = {
        .kind = UTH_CONTROLLER_LOST, .who = MANAGER, .table = DRIVER_TABLE};
    assert_int_equal(driver_meter(&evening, lost), UTH_OK);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    refused(&command, UTH_ERR_METER_UNREACHABLE);
}

static void a_table_without_a_meter_is_not_linked(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.meter = 0;
    config.house_progressive.cents = 0;
    driver_open(&evening, &config);
    sit(1, 2, 50000);
    settle_down();
    struct room_command command = wager_of(1, 1000);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    refused(&command, UTH_ERR_NOT_LINKED);
}

// Configured for a meter whose controller has not been linked: the game goes on without it.
static void a_table_its_meter_does_not_know_is_not_linked(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
    const struct uth_controller_command unlink = {.kind = UTH_CONTROLLER_UNLINK,
                                                  .authority = UTH_AUTHORITY_SUPERVISOR,
                                                  .who = MANAGER,
                                                  .table = DRIVER_TABLE};
    assert_int_equal(driver_meter(&evening, unlink), UTH_OK);
    driver_open(&evening, &config);
    sit(1, 2, 50000);
    settle_down();
    dealer(ROOM_COMMAND_OPEN);
    struct room_command bet = wager_of(1, 1000);
    bet.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    refused(&bet, UTH_ERR_NOT_LINKED);
    struct room_command button = staff_command(ROOM_COMMAND_BUTTON, ROOM_ROLE_DEALER);
    button.button = UTH_CONTROLLER_COIN_IN;
    refused(&button, UTH_ERR_NOT_LINKED);
    wager(1, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
}

// GM-6
static void wagers_on_a_meter_that_went_away_go_back_when_bets_close(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    wager_progressive(1, 1000);
    evening.meter_gone = true;
    wager(2, 1000);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_int_equal(TABLE->round.seats[1].stakes[UTH_WAGER_PROGRESSIVE].cents, 0);
    assert_int_equal(chips_at(2), 48000);
    pass(60000);
    assert_true(evening.rounds_ended >= 1);
}

// GM-6
static void with_nothing_won_the_round_ends_without_its_meter(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
    stack_deck("2s 4h 7d 9c Jd 3h 5h 3d 5d"); // neither has anything
    wager_progressive(1, 1000);
    wager_progressive(2, 1000);
    settle_down();
    evening.meter_gone = true;
    const uint64_t ended = evening.rounds_ended;
    pass(35000);
    assert_int_equal(evening.rounds_ended, ended + 1);
    assert_state(ROOM_STATE_BETTING);
    evening.meter_gone = false;
    assert_int_equal(station()->state, UTH_STATION_PLAYING); // left behind
    struct room_command command = wager_of(1, 1000);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    refused(&command, UTH_ERR_GAME_STEP);
    settle_down();
    assert_int_equal(station()->state, UTH_STATION_IDLE);
    must(&command);
}

// GM-6
static void a_win_waits_until_its_meter_is_back(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    stack_deck(FULL_HOUSE);
    wager_progressive(1, 1000);
    wager_progressive(2, 1000);
    settle_down();
    evening.meter_gone = true;
    raise_by(1, 4);
    raise_by(2, 4);
    pass(600000);
    assert_phase(UTH_PHASE_SHOWDOWN);
    evening.meter_gone = false;
    settle_down();
    assert_phase(UTH_PHASE_SETTLED);
    assert_int_equal(evening.awards, 2);
}

static void a_meter_in_other_hands_makes_wait_but_changes_nothing(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    evening.meter_busy = true;
    struct room_command command = wager_of(1, 1000);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    refused(&command, UTH_ERR_BUSY);
    evening.meter_busy = false;
    must(&command);
    evening.meter_busy = true;
    pass(60000);
    assert_state(ROOM_STATE_BETTING); // past its deadline
    evening.meter_busy = false;
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_int_equal(TABLE->round.seats[1].stakes[UTH_WAGER_PROGRESSIVE].cents, 100);
}

// GM-1
static void while_another_tables_key_holds_the_meter_a_win_waits(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
    // Table 8 has pressed J-POT and not turned its key back.
    struct uth_controller_command command = {.kind = UTH_CONTROLLER_LINK,
                                             .authority = UTH_AUTHORITY_SUPERVISOR,
                                             .who = SUPERVISOR,
                                             .table = 8,
                                             .controller = UTH_MODEL_AQUARIUS,
                                             .line = UTH_PROGRESSIVE_FULL_HOUSE,
                                             .round = 1,
                                             .seats = 1};
    memset(command.lines, UTH_PROGRESSIVE_NONE, sizeof command.lines);
    command.lines[0] = UTH_PROGRESSIVE_FULL_HOUSE;
    static const enum uth_controller_command_kind kinds[] = {
        UTH_CONTROLLER_LINK, UTH_CONTROLLER_COIN_IN, UTH_CONTROLLER_SHOW,
        UTH_CONTROLLER_HAND, UTH_CONTROLLER_KEY_JPH, UTH_CONTROLLER_J_POT};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        command.kind = kinds[i];
        assert_int_equal(driver_meter(&evening, command), UTH_OK);
    }
    play_to_showdown(FULL_HOUSE);
    assert_phase(UTH_PHASE_SHOWDOWN);
    assert_false(driver_tick(&evening));
    command.kind = UTH_CONTROLLER_KEY_RUN;
    assert_int_equal(driver_meter(&evening, command), UTH_OK);
    settle_down();
    assert_phase(UTH_PHASE_SETTLED);
}

// ---- pace `dealer` ----------------------------------------------------------------------------

static void press(enum uth_controller_command_kind button, enum room_role role,
                  enum uth_authority authority, uint8_t seat)
{
    struct room_command command = staff_command(ROOM_COMMAND_BUTTON, role);
    command.button = button;
    command.authority = authority;
    command.seat = seat;
    command.line = UTH_PROGRESSIVE_FULL_HOUSE;
    must(&command);
}

static void by_dealer(enum uth_controller_command_kind button, uint8_t seat)
{
    press(button, ROOM_ROLE_DEALER, UTH_AUTHORITY_DEALER, seat);
}

static void by_supervisor(enum uth_controller_command_kind button)
{
    press(button, ROOM_ROLE_SUPERVISOR, UTH_AUTHORITY_SUPERVISOR, 0);
}

static void dealer_refused(enum room_command_kind kind, enum uth_status status)
{
    const struct room_command command = staff_command(kind, ROOM_ROLE_DEALER);
    refused(&command, status);
}

static void deal_to_showdown(enum uth_controller_command_kind start)
{
    pass(600000);
    assert_state(ROOM_STATE_WAITING); // nothing happens by itself
    dealer(ROOM_COMMAND_OPEN);
    stack_deck(FULL_HOUSE);
    dealer_refused(ROOM_COMMAND_CLOSE_BETS, UTH_ERR_NO_PLAYERS);
    wager_progressive(1, 1000);
    wager_progressive(2, 1000);
    pass(600000);
    assert_state(ROOM_STATE_BETTING);
    dealer_refused(ROOM_COMMAND_DEAL, UTH_ERR_NOT_NOW);
    dealer_refused(ROOM_COMMAND_END, UTH_ERR_NOT_NOW);
    dealer_refused(ROOM_COMMAND_SETTLE, UTH_ERR_NOT_NOW);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer_refused(ROOM_COMMAND_DEAL, UTH_ERR_GAME_STEP); // COIN IN or START GAME first
    by_dealer(start, 0);
    dealer(ROOM_COMMAND_DEAL);
    raise_by(1, 4);
    dealer_refused(ROOM_COMMAND_TURN, UTH_ERR_NOT_ALL_DECIDED);
    dealer(ROOM_COMMAND_TIME);
    dealer(ROOM_COMMAND_TURN);
    pass(10000); // the timer decides for player 2, the dealer turns
    assert_phase(UTH_PHASE_FLOP);
    dealer(ROOM_COMMAND_TURN);
    pass(10000);
    dealer(ROOM_COMMAND_TURN);
    assert_phase(UTH_PHASE_SHOWDOWN);
    dealer_refused(ROOM_COMMAND_SETTLE, UTH_ERR_CARDS_NOT_SHOWN);
    settle_down();
    assert_int_equal(station()->shown, 1); // the system says what the cards show
    dealer_refused(ROOM_COMMAND_SETTLE, UTH_ERR_WIN_MISSED);
}

// GM-1
static void a_dealer_with_a_key_deals_a_round(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
    deal_to_showdown(UTH_CONTROLLER_COIN_IN);
    for (unsigned winner = 0; winner < 2; winner++) {
        by_dealer(UTH_CONTROLLER_HAND, 0);
        dealer_refused(ROOM_COMMAND_SETTLE, UTH_ERR_WIN_PENDING); // GM-2: pressed, not confirmed
        struct room_command key = staff_command(ROOM_COMMAND_BUTTON, ROOM_ROLE_DEALER);
        key.button = UTH_CONTROLLER_KEY_JPH;
        refused(&key, UTH_ERR_NEEDS_SUPERVISOR);
        key.authority = UTH_AUTHORITY_SUPERVISOR; // a key the dealer does not have
        refused(&key, UTH_ERR_NO_RIGHT);
        key.card = 77; // but somebody else brings it
        must(&key);
        by_supervisor(UTH_CONTROLLER_J_POT);
        by_supervisor(UTH_CONTROLLER_KEY_RUN);
    }
    dealer(ROOM_COMMAND_SETTLE);
    by_dealer(UTH_CONTROLLER_PAY, 5);
    by_dealer(UTH_CONTROLLER_PAY, 2);
    dealer_refused(ROOM_COMMAND_END, UTH_ERR_GAME_STEP); // GAME OVER first
    by_dealer(UTH_CONTROLLER_GAME_OVER, 0);
    dealer(ROOM_COMMAND_END);
    assert_int_equal(evening.awards, 2);
    assert_state(ROOM_STATE_WAITING);
}

static void confirm_both_by_card(void)
{
    static const uint8_t seats[] = {5, 2};
    for (unsigned winner = 0; winner < 2; winner++) {
        by_dealer(UTH_CONTROLLER_SPOT, seats[winner]);
        dealer_refused(ROOM_COMMAND_SETTLE, UTH_ERR_WIN_MISSED); // GM-2
        by_dealer(UTH_CONTROLLER_HAND, seats[winner]);
        dealer_refused(ROOM_COMMAND_SETTLE, UTH_ERR_WIN_PENDING);
        by_supervisor(UTH_CONTROLLER_CONFIRM);
        dealer_refused(ROOM_COMMAND_SETTLE, UTH_ERR_WIN_PENDING);
        by_supervisor(UTH_CONTROLLER_SWIPE);
    }
}

// GM-1: as an adjustment and the spot's buttons leave it; a server must start on that.
static void a_win_that_was_backed_out_may_be_pressed_again_before_the_game_ends(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_NEXUS);
    deal_to_showdown(UTH_CONTROLLER_START_GAME);
    confirm_both_by_card();
    dealer(ROOM_COMMAND_SETTLE);
    struct uth_controller pressed = evening.meter;
    struct room_table table = *TABLE;
    const struct room_world world = {.rules = &evening.rules[WASHINGTON - 1], .meter = &pressed};
    const ptrdiff_t at = station() - evening.meter.stations;
    assert_true(room_table_can_resume(&world, &table));
    pressed.stations[at].wins[1].state = UTH_WIN_PRESSED;
    assert_true(room_table_can_resume(&world, &table));
    table.config.pace = ROOM_PACE_AUTO; // where nobody but the system presses anything
    assert_false(room_table_can_resume(&world, &table));
}

// GM-2: awards that no cards show, in a store that somebody changed, are not played on with.
static void a_table_does_not_fit_with_confirmed_awards_that_are_not_due(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_NEXUS);
    deal_to_showdown(UTH_CONTROLLER_START_GAME);
    confirm_both_by_card();
    struct uth_controller meter = evening.meter;
    struct uth_station *changed = &meter.stations[station() - evening.meter.stations];
    const struct uth_station was = *changed;
    const struct room_world world = {.rules = &evening.rules[WASHINGTON - 1], .meter = &meter};
    assert_true(room_table_can_resume(&world, TABLE));
    changed->wins[1].award.amount.cents++;
    assert_false(room_table_can_resume(&world, TABLE));
    *changed = was;
    changed->wins[0] = was.wins[1]; // a seat that has won nothing
    assert_false(room_table_can_resume(&world, TABLE));
    *changed = was;
    changed->shown = 0;
    assert_false(room_table_can_resume(&world, TABLE));
    changed->wins[1].state = changed->wins[4].state = UTH_WIN_NONE;
    assert_true(room_table_can_resume(&world, TABLE));
}

// GM-2: what the controller was shown is what the cards show, and not before they are turned.
static void a_table_does_not_fit_with_a_win_the_cards_do_not_show(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_NEXUS);
    deal_to_showdown(UTH_CONTROLLER_START_GAME);
    struct uth_controller meter = evening.meter;
    struct uth_station *changed = &meter.stations[station() - evening.meter.stations];
    const struct room_world world = {.rules = &evening.rules[WASHINGTON - 1], .meter = &meter};
    assert_true(changed->shown);
    assert_true(room_table_can_resume(&world, TABLE));
    changed->lines[1] = UTH_PROGRESSIVE_NONE;
    assert_false(room_table_can_resume(&world, TABLE));
    *changed = *station();
    struct room_table table = *TABLE;
    table.round.phase = UTH_PHASE_RIVER;
    assert_false(room_table_can_resume(&world, &table));
}

// GM-1
static void a_dealer_with_cards_deals_a_round(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_NEXUS);
    deal_to_showdown(UTH_CONTROLLER_START_GAME);
    confirm_both_by_card();
    struct room_command early = staff_command(ROOM_COMMAND_BUTTON, ROOM_ROLE_DEALER);
    early.button = UTH_CONTROLLER_END_GAME;
    refused(&early, UTH_ERR_NOT_NOW);
    dealer(ROOM_COMMAND_SETTLE);
    by_dealer(UTH_CONTROLLER_PAY, 5);
    by_dealer(UTH_CONTROLLER_PAY, 2);
    by_dealer(UTH_CONTROLLER_END_GAME, 0);
    dealer(ROOM_COMMAND_END);
    assert_int_equal(evening.rounds_ended, 1);
}

static void what_is_no_button_is_not_pressed(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_NEXUS);
    static const enum uth_controller_command_kind kinds[] = {
        UTH_CONTROLLER_CREATE,    UTH_CONTROLLER_BEGIN_DAY, UTH_CONTROLLER_TERMS,
        UTH_CONTROLLER_EXECUTIVE, UTH_CONTROLLER_ADJUST,    UTH_CONTROLLER_LINK,
        UTH_CONTROLLER_UNLINK,    UTH_CONTROLLER_LOST,      UTH_CONTROLLER_FOUND,
        UTH_CONTROLLER_SHOW,      UTH_CONTROLLER_VOID};
    struct room_command command = staff_command(ROOM_COMMAND_BUTTON, ROOM_ROLE_EXECUTIVE);
    command.authority = UTH_AUTHORITY_EXECUTIVE;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        command.button = kinds[i];
        refused(&command, UTH_ERR_NO_SUCH_BUTTON);
    }
    command.button = UTH_CONTROLLER_COIN_IN; // the other maker's, and no time for it
    refused(&command, UTH_ERR_NOT_NOW);
}

// DEAL-5
static void with_a_dealer_a_void_is_clean_before_and_after_coin_in(void **state)
{
    (void)state;
    for (unsigned started = 0; started < 2; started++) {
        table_with(ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
        const struct uth_meter meter = evening.meter.meter;
        dealer(ROOM_COMMAND_OPEN);
        wager_progressive(1, 1000);
        dealer(ROOM_COMMAND_CLOSE_BETS);
        if (started) {
            by_dealer(UTH_CONTROLLER_COIN_IN, 0);
        }
        pit(ROOM_COMMAND_VOID);
        assert_int_equal(chips_at(2), 50000);
        assert_memory_equal(&evening.meter.meter, &meter, sizeof meter);
        dealer(ROOM_COMMAND_OPEN);
        wager_progressive(1, 1000);
    }
}

// GM-1
static void a_game_that_was_ended_is_not_voided(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
    dealer(ROOM_COMMAND_OPEN);
    stack_deck("2s 4h 7d 9c Jd 3h 5h 3d 5d");
    wager_progressive(1, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    by_dealer(UTH_CONTROLLER_COIN_IN, 0);
    dealer(ROOM_COMMAND_DEAL);
    raise_by(1, 4);
    for (unsigned i = 0; i < 3; i++) {
        dealer(ROOM_COMMAND_TURN);
    }
    settle_down();
    dealer(ROOM_COMMAND_SETTLE);
    by_dealer(UTH_CONTROLLER_GAME_OVER, 0);
    const struct room_command command = staff_command(ROOM_COMMAND_VOID, ROOM_ROLE_SUPERVISOR);
    refused(&command, UTH_ERR_GAME_STEP);
    dealer(ROOM_COMMAND_END);
}

// GM-2: a hand that is lit is a person's to turn off, also when the round is long over.
static void a_game_left_behind_with_a_lit_hand_waits_for_its_dealer(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_NEXUS);
    dealer(ROOM_COMMAND_OPEN);
    stack_deck("2s 4h 7d 9c Jd 3h 5h 3d 5d");
    wager_progressive(1, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    by_dealer(UTH_CONTROLLER_START_GAME, 0);
    dealer(ROOM_COMMAND_DEAL);
    raise_by(1, 4);
    by_dealer(UTH_CONTROLLER_SPOT, 2);
    by_dealer(UTH_CONTROLLER_HAND, 2); // by mistake
    evening.meter_gone = true;
    for (unsigned i = 0; i < 3; i++) {
        dealer(ROOM_COMMAND_TURN);
    }
    dealer(ROOM_COMMAND_SETTLE);
    dealer(ROOM_COMMAND_END);
    evening.meter_gone = false;
    settle_down();
    assert_int_equal(station()->state, UTH_STATION_PLAYING);
    by_dealer(UTH_CONTROLLER_HAND, 2);
    settle_down();
    assert_int_equal(station()->state, UTH_STATION_IDLE);
}

// Whatever needs the meter says that it is busy; the rest goes on.
static void with_a_dealer_a_busy_meter_is_named(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
    dealer(ROOM_COMMAND_OPEN);
    stack_deck("2s 4h 7d 9c Jd 3h 5h 3d 5d");
    wager_progressive(1, 1000);
    evening.meter_busy = true;
    dealer_refused(ROOM_COMMAND_CLOSE_BETS, UTH_ERR_BUSY);
    evening.meter_busy = false;
    dealer(ROOM_COMMAND_CLOSE_BETS);
    evening.meter_busy = true;
    dealer_refused(ROOM_COMMAND_DEAL, UTH_ERR_BUSY);
    dealer_refused(ROOM_COMMAND_BUTTON, UTH_ERR_NO_SUCH_BUTTON);
    struct room_command coin_in = staff_command(ROOM_COMMAND_BUTTON, ROOM_ROLE_DEALER);
    coin_in.button = UTH_CONTROLLER_COIN_IN;
    refused(&coin_in, UTH_ERR_BUSY);
    struct room_command all_void = staff_command(ROOM_COMMAND_VOID, ROOM_ROLE_SUPERVISOR);
    refused(&all_void, UTH_ERR_BUSY);
    evening.meter_busy = false;
    must(&coin_in);
    dealer(ROOM_COMMAND_DEAL);
    evening.meter_busy = true;
    raise_by(1, 4);
    for (unsigned i = 0; i < 3; i++) {
        dealer(ROOM_COMMAND_TURN);
    }
    dealer_refused(ROOM_COMMAND_SETTLE, UTH_ERR_BUSY);
    evening.meter_busy = false;
    settle_down();
    dealer(ROOM_COMMAND_SETTLE);
    evening.meter_busy = true;
    dealer_refused(ROOM_COMMAND_END, UTH_ERR_BUSY);
    evening.meter_gone = true; // away is another matter: nobody is held by it
    evening.meter_busy = false;
    dealer(ROOM_COMMAND_END);
}

static void at_auto_pace_a_jackpot_and_an_end_wait_for_a_busy_meter(void **state)
{
    (void)state;
    table_with(ROOM_PACE_AUTO, UTH_MODEL_NEXUS);
    play_to_showdown(ROYAL);
    assert_int_equal(TABLE->jackpot, 1);
    struct room_command confirm = staff_command(ROOM_COMMAND_CONFIRM, ROOM_ROLE_EXECUTIVE);
    confirm.authority = UTH_AUTHORITY_EXECUTIVE;
    evening.meter_busy = true;
    refused(&confirm, UTH_ERR_BUSY);
    evening.meter_busy = false;
    must(&confirm);
    settle_down();
    assert_phase(UTH_PHASE_SETTLED);
    evening.meter_busy = true;
    pass(60000);
    assert_phase(UTH_PHASE_SETTLED);
    evening.meter_busy = false;
    settle_down();
    assert_int_equal(evening.rounds_ended, 1);
}

static void a_paused_table_is_not_opened_by_its_dealer(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
    pit(ROOM_COMMAND_PAUSE);
    dealer_refused(ROOM_COMMAND_OPEN, UTH_ERR_TABLE_CLOSED);
    const struct room_command confirm = staff_command(ROOM_COMMAND_CONFIRM, ROOM_ROLE_SUPERVISOR);
    refused(&confirm, UTH_ERR_PACE); // there are buttons for it
}

// GM-3
static void whatever_staff_does_is_on_the_log(void **state)
{
    (void)state;
    table_with(ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
    evening.hold = true;
    struct room_command command = staff_command(ROOM_COMMAND_FILL, ROOM_ROLE_SUPERVISOR);
    command.amount.cents = 12300;
    must(&command);
    dealer(ROOM_COMMAND_OPEN);
    wager_progressive(1, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    by_dealer(UTH_CONTROLLER_COIN_IN, 3);
    static const struct {
        enum room_command_kind kind;
        uint64_t who;
        int64_t cents;
        uint8_t button, line;
    } expected[] = {
        {ROOM_COMMAND_FILL, SUPERVISOR, 12300, 0, 0},
        {ROOM_COMMAND_OPEN, DEALER, 0, 0, 0},
        {ROOM_COMMAND_CLOSE_BETS, DEALER, 0, 0, 0},
        {ROOM_COMMAND_BUTTON, DEALER, 0, UTH_CONTROLLER_COIN_IN, UTH_PROGRESSIVE_FULL_HOUSE},
    };
    const struct room_batch *batch = &evening.batch;
    unsigned logged = 0;
    for (uint32_t i = 0; i < batch->fact_count; i++) {
        const struct room_fact *fact = &batch->facts[i];
        if (fact->kind == ROOM_FACT_PIT) {
            assert_true(logged < 4);
            assert_int_equal(fact->small[ROOM_SMALL_PIT_COMMAND], expected[logged].kind);
            assert_int_equal(fact->small[ROOM_SMALL_PIT_BUTTON], expected[logged].button);
            assert_int_equal(fact->small[ROOM_SMALL_PIT_LINE], expected[logged].line);
            assert_int_equal(fact->as.pit.who, expected[logged].who);
            assert_int_equal(fact->as.pit.amount.cents, expected[logged].cents);
            logged++;
        }
    }
    assert_int_equal(logged, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_progressive_is_offered_where_there_is_a_meter),
        cmocka_unit_test(the_system_presses_confirms_and_pays_in_the_order_of_the_meter),
        cmocka_unit_test(a_win_is_paid_with_the_settlement_wherever_it_is),
        cmocka_unit_test(house_players_bet_on_a_meter_that_is_there),
        cmocka_unit_test(each_wager_feeds_the_meter_when_bets_are_closed),
        cmocka_unit_test(a_large_win_waits_for_a_supervisor),
        cmocka_unit_test(who_confirms_names_the_win_he_has_looked_at),
        cmocka_unit_test(
            each_winner_is_paid_what_was_confirmed_though_the_meter_was_fed_in_between),
        cmocka_unit_test(each_winner_is_paid_what_was_confirmed_though_the_profile_has_other_terms),
        cmocka_unit_test(above_the_jackpot_level_it_takes_an_executive_card),
        cmocka_unit_test(a_pending_jackpot_can_be_voided_with_its_round),
        cmocka_unit_test(a_round_with_a_confirmed_win_is_not_voided),
        cmocka_unit_test(without_its_meter_the_table_takes_no_progressive_wager),
        cmocka_unit_test(a_table_without_a_meter_is_not_linked),
        cmocka_unit_test(a_table_its_meter_does_not_know_is_not_linked),
        cmocka_unit_test(wagers_on_a_meter_that_went_away_go_back_when_bets_close),
        cmocka_unit_test(with_nothing_won_the_round_ends_without_its_meter),
        cmocka_unit_test(a_win_waits_until_its_meter_is_back),
        cmocka_unit_test(a_meter_in_other_hands_makes_wait_but_changes_nothing),
        cmocka_unit_test(while_another_tables_key_holds_the_meter_a_win_waits),
        cmocka_unit_test(a_dealer_with_a_key_deals_a_round),
        cmocka_unit_test(a_win_that_was_backed_out_may_be_pressed_again_before_the_game_ends),
        cmocka_unit_test(a_table_does_not_fit_with_confirmed_awards_that_are_not_due),
        cmocka_unit_test(a_table_does_not_fit_with_a_win_the_cards_do_not_show),
        cmocka_unit_test(a_dealer_with_cards_deals_a_round),
        cmocka_unit_test(what_is_no_button_is_not_pressed),
        cmocka_unit_test(with_a_dealer_a_void_is_clean_before_and_after_coin_in),
        cmocka_unit_test(a_game_that_was_ended_is_not_voided),
        cmocka_unit_test(a_game_left_behind_with_a_lit_hand_waits_for_its_dealer),
        cmocka_unit_test(with_a_dealer_a_busy_meter_is_named),
        cmocka_unit_test(at_auto_pace_a_jackpot_and_an_end_wait_for_a_busy_meter),
        cmocka_unit_test(a_paused_table_is_not_opened_by_its_dealer),
        cmocka_unit_test(whatever_staff_does_is_on_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
