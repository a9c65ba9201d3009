// Proposition players: a third-party provider's, at tables where a player banks (BANK-1), and who is
// asked first to bank there (ROT-1).
#include "evening.h"

static struct room_config california(uint8_t players)
{
    struct room_config config = table_of(CALIFORNIA_8, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.proposition_players = players;
    return config;
}

static unsigned seated(enum room_role role)
{
    unsigned found = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        found += TABLE->seats[i].player != 0 && TABLE->seats[i].role == role;
    }
    return found;
}

static int64_t amount_of(enum uth_account_kind kind)
{
    return driver_amount(&evening, kind, 0, 0);
}

// ---- their money ------------------------------------------------------------------------------

/* BANK-1 */
static void no_house_player_sits_where_a_player_banks(void **state)
{
    (void)state;
    struct room_config config = california(0);
    struct room_config_fault fault;
    config.house_players = 1;
    assert_int_equal(room_config_check(&evening.rules[CALIFORNIA_8 - 1], &config, &fault),
                     UTH_ERR_CONFIG);
    assert_string_equal(fault.field, "house_players");
    assert_non_null(strstr(fault.must, "BANK-1"));

    // Those who sit there when the rules change leave before the first hand.
    struct room_config before = driver_config(&evening, WASHINGTON, ROOM_PACE_AUTO);
    before.house_players = 3;
    driver_open(&evening, &before);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_HOUSE), 3);
    config.house_players = 0;
    config.proposition_players = 3;
    configure(&config);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_HOUSE), 0);
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 3);
}

/* BANK-1 */
static void no_proposition_player_sits_where_the_house_banks(void **state)
{
    (void)state;
    struct room_config config = table_of(WASHINGTON, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    struct room_config_fault fault;
    config.proposition_players = 1;
    assert_int_equal(room_config_check(&evening.rules[WASHINGTON - 1], &config, &fault),
                     UTH_ERR_CONFIG);
    assert_string_equal(fault.field, "proposition_players");
    config.proposition_players = 0;
    memcpy(config.provider, DRIVER_PROVIDER, sizeof DRIVER_PROVIDER);
    assert_int_equal(room_config_check(&evening.rules[WASHINGTON - 1], &config, &fault),
                     UTH_ERR_CONFIG);
    assert_string_equal(fault.field, "provider");
}

/* BANK-1 */
static void an_evening_of_proposition_players_moves_no_cent_of_the_house(void **state)
{
    (void)state;
    const struct room_config config = california(7);
    const int64_t cage = driver_amount(&evening, UTH_ACCOUNT_CAGE, 0, 0);
    driver_open(&evening, &config);
    evening.watchers = 1;
    pass(60 * 60000);
    assert_true(evening.rounds_ended > 100);
    assert_int_equal(amount_of(UTH_ACCOUNT_CAGE), cage);
    assert_int_equal(amount_of(UTH_ACCOUNT_TRAY), 0);
    assert_true(amount_of(UTH_ACCOUNT_DROP) > 0); // the fees are all the house gets
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 7);
    pit(ROOM_COMMAND_PAUSE);
    pass(120000);
    int64_t chips = 0;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        chips += chips_at(seat);
    }
    // What the provider brought in is in its bankroll, in front of its players, or was paid as fees.
    assert_int_equal(amount_of(UTH_ACCOUNT_OUTSIDE), -10000000);
    assert_int_equal(amount_of(UTH_ACCOUNT_PROVIDER) + chips + amount_of(UTH_ACCOUNT_DROP),
                     10000000);
}

/* BANK-1 */
static void chips_of_a_proposition_player_come_from_the_bankroll_and_go_back(void **state)
{
    (void)state;
    struct room_config config = california(3);
    driver_open(&evening, &config);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 3);
    assert_int_equal(TABLE->bankroll.cents, 10000000 - 300000);
    config.proposition_players = 1;
    configure(&config);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 1);
    assert_int_equal(TABLE->bankroll.cents, 10000000 - 100000);
}

/* ROT-1 */
static void a_proposition_player_who_comes_is_asked_when_everyone_had_declined(void **state)
{
    (void)state;
    struct room_config config = california(0);
    driver_open(&evening, &config);
    evening.watchers = 1;
    sit(1, 3, 100000);
    sit(2, 5, 100000);
    settle_down();
    pass(24000);
    assert_true(TABLE->rotation.nobody);
    config.proposition_players = 1;
    configure(&config);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 1);
    assert_false(TABLE->rotation.nobody);
    for (unsigned ms = 0; TABLE->round.number == 0; ms += 100) {
        assert_true(ms < 60000);
        pass(100);
    }
    assert_int_equal(TABLE->seats[TABLE->round.bank_seat - 1].role, ROOM_ROLE_PROPOSITION);
}

// Of three players only two are wanted from the next hand on, and this seat has the position.
static void seat_one_less_while_seat_banks(uint8_t seat)
{
    struct room_config config = california(3);
    driver_open(&evening, &config);
    evening.watchers = 1;
    for (unsigned ms = 0; !TABLE->rotation.banking || TABLE->rotation.seat != seat; ms += 100) {
        assert_true(ms < 1000000);
        pass(100);
    }
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 3);
    config.proposition_players = 2;
    configure(&config);
    while (seated(ROOM_ROLE_PROPOSITION) == 3) {
        pass(100);
    }
}

/* ROT-1: of too many players the highest seat goes first, and whoever banks goes last. */
static void the_proposition_player_who_banks_is_the_last_to_go(void **state)
{
    (void)state;
    seat_one_less_while_seat_banks(1);
    assert_int_equal(TABLE->seats[2].player, 0);
    seat_one_less_while_seat_banks(3);
    assert_int_equal(TABLE->seats[1].player, 0);
    assert_int_equal(TABLE->rotation.seat, 3);
}

/* BANK-1: whoever declines the position needs nothing for its fee. */
static void a_proposition_player_who_never_banks_needs_no_fee_for_it(void **state)
{
    (void)state;
    struct room_config config = california(1);
    struct uth_rules rules = evening.rules[CALIFORNIA_8 - 1];
    struct uth_collection *collection = &rules.collections[rules.collection];
    collection->tiers[collection->tier_count - 1].fee.cents = 200000;
    assert_int_equal(room_config_check(&rules, &config, NULL), UTH_ERR_CONFIG);
    config.proposition_bank.cents = 0;
    assert_int_equal(room_config_check(&rules, &config, NULL), UTH_OK);
}

/* BANK-1 */
static void a_bankroll_seats_as_many_as_it_covers_and_the_pit_sees_that_it_is_short(void **state)
{
    (void)state;
    struct room_config config = california(4);
    config.provider_bankroll.cents = 250000; // two buy-ins and a half
    driver_open(&evening, &config);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 2);
    assert_true(room_provider_is_short(&evening.rules[CALIFORNIA_8 - 1], TABLE));
    struct room_table table = *TABLE;
    table.config.proposition_players = 1;
    assert_true(room_provider_is_short(&evening.rules[CALIFORNIA_8 - 1], &table));
    table.config.proposition_players = 0; // nobody is wanted here
    assert_false(room_provider_is_short(&evening.rules[CALIFORNIA_8 - 1], &table));
    const int64_t before = amount_of(UTH_ACCOUNT_PROVIDER);
    struct room_command command = staff_command(ROOM_COMMAND_PROVIDER_FUND, ROOM_ROLE_SUPERVISOR);
    command.amount.cents = 1000000;
    must(&command);
    assert_int_equal(amount_of(UTH_ACCOUNT_PROVIDER), before + 1000000);
    assert_int_equal(amount_of(UTH_ACCOUNT_OUTSIDE), -1250000);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 4);
    assert_false(room_provider_is_short(&evening.rules[CALIFORNIA_8 - 1], TABLE));
}

/* BANK-1 */
static void who_can_no_longer_be_paid_for_leaves(void **state)
{
    (void)state;
    struct room_config config = california(2);
    config.provider_bankroll.cents = 200000;
    driver_open(&evening, &config);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 2);
    config.proposition_buy_in.cents = 300000;
    config.proposition_bank.cents = 250000; // more than either has
    configure(&config);
    settle_down();
    // The first to go brings the other's buy-in back to the bankroll, but not enough for a third.
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 0);
    assert_int_equal(TABLE->bankroll.cents, 200000);
    assert_true(room_provider_is_short(&evening.rules[CALIFORNIA_8 - 1], TABLE));
}

/* BANK-1 */
static void a_provider_takes_no_more_away_than_its_bankroll(void **state)
{
    (void)state;
    const struct room_config config = california(1);
    driver_open(&evening, &config);
    settle_down();
    struct room_command command =
        staff_command(ROOM_COMMAND_PROVIDER_WITHDRAW, ROOM_ROLE_SUPERVISOR);
    command.amount.cents = 10000000; // a buy-in of it is in front of a player
    refused(&command, UTH_ERR_NOT_ENOUGH);
    command.amount.cents = 0;
    refused(&command, UTH_ERR_POSTING);
    command.amount.cents = 9900000;
    must(&command);
    assert_int_equal(TABLE->bankroll.cents, 0);
    assert_int_equal(amount_of(UTH_ACCOUNT_OUTSIDE), -100000);
    command.kind = ROOM_COMMAND_PROVIDER_FUND;
    command.amount.cents = ROOM_AMOUNT_MAX;
    must(&command);
    command.amount.cents = 1;
    refused(&command, UTH_ERR_MONEY_OVERFLOW);
}

/* BANK-1 */
static void without_a_provider_there_is_no_bankroll(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_command command = staff_command(ROOM_COMMAND_PROVIDER_FUND, ROOM_ROLE_SUPERVISOR);
    command.amount.cents = 1000;
    refused(&command, UTH_ERR_NO_PROVIDER);
    command.kind = ROOM_COMMAND_PROVIDER_WITHDRAW;
    refused(&command, UTH_ERR_NO_PROVIDER);
}

/* BANK-1 */
static void another_provider_brings_its_own_money_and_the_first_takes_all_of_it_away(void **state)
{
    (void)state;
    struct room_config config = california(3);
    driver_open(&evening, &config);
    settle_down();
    memcpy(config.provider, "Cypress", sizeof "Cypress");
    memset(config.provider + sizeof "Cypress", 0, ROOM_NAME_MAX - sizeof "Cypress");
    config.provider_bankroll.cents = 500000;
    configure(&config);
    assert_int_equal(amount_of(UTH_ACCOUNT_OUTSIDE), -500000);
    assert_int_equal(amount_of(UTH_ACCOUNT_PROVIDER), 500000);
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 0);
    settle_down();
    assert_int_equal(seated(ROOM_ROLE_PROPOSITION), 3);
    assert_int_equal(TABLE->bankroll.cents, 200000);
    // Where the house banks there is none at all.
    config = driver_config(&evening, WASHINGTON, ROOM_PACE_AUTO);
    configure(&config);
    settle_down();
    assert_int_equal(amount_of(UTH_ACCOUNT_OUTSIDE), 0);
    assert_int_equal(amount_of(UTH_ACCOUNT_PROVIDER), 0);
}

// ---- who is asked first -----------------------------------------------------------------------

static void open_with(enum uth_first_banker first)
{
    const struct room_config config = california(0);
    evening.rules[CALIFORNIA_8 - 1].first_banker = first;
    driver_open(&evening, &config);
    sit(1, 2, 1000000);
    sit(2, 4, 1000000);
    sit(3, 7, 1000000);
}

/* ROT-1 */
static void the_lowest_seat_is_asked_first(void **state)
{
    (void)state;
    open_with(UTH_FIRST_BANKER_SEAT);
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(TABLE->rotation.seat, 2);
    assert_int_equal(TABLE->drawn, 0);
}

/* ROT-1 */
static void
the_highest_card_is_asked_first_and_the_draw_is_kept_until_a_hand_is_banked(void **state)
{
    (void)state;
    open_with(UTH_FIRST_BANKER_HIGH_CARD);
    stack_deck("Ah As Kd");
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(TABLE->rotation.seat, 4); // spades before hearts
    assert_int_equal(TABLE->drawn, 1 << 1 | 1 << 3 | 1 << 6);
    stack_deck("");
    take_bank(2, 50000);
    settle_down();
    wager(1, 1000);
    wager(3, 1000);
    pass(45000);
    assert_int_equal(evening.rounds_ended, 1);
    assert_int_equal(TABLE->drawn, 0);
}

/* BANK-1, ROT-1: what a round's record says besides its cards is known before the first wager. */
static void a_round_begins_with_its_profile_its_provider_and_the_draw(void **state)
{
    (void)state;
    const struct room_fact *committed = NULL;
    open_with(UTH_FIRST_BANKER_HIGH_CARD);
    stack_deck("Ah As Kd");
    settle_down();
    take_bank(2, 50000);
    evening.hold = true;
    while (TABLE->state != ROOM_STATE_BETTING) {
        assert_true(driver_tick(&evening));
    }
    for (unsigned i = 0; i < evening.batch.fact_count; i++) {
        const struct room_fact *fact = &evening.batch.facts[i];
        committed = fact->kind == ROOM_FACT_COMMITTED ? fact : committed;
    }
    assert_non_null(committed);
    assert_memory_equal(committed->as.seed.bytes, TABLE->commitment, ROOM_SECRET);
    assert_int_equal(committed->as.seed.profile, CALIFORNIA_8);
    assert_string_equal(committed->as.seed.provider, DRIVER_PROVIDER);
    assert_int_equal(committed->small[ROOM_SMALL_DRAWN_SEATS], 1 << 1 | 1 << 3 | 1 << 6);
    assert_memory_equal(committed->as.seed.draw, TABLE->draw, sizeof TABLE->draw);
}

/* ROT-1 */
static void nobody_draws_again_once_somebody_was_asked(void **state)
{
    (void)state;
    open_with(UTH_FIRST_BANKER_HIGH_CARD);
    stack_deck("2c 3c 4c");
    settle_down();
    assert_int_equal(TABLE->rotation.seat, 7);
    say(3, ROOM_COMMAND_BANK_DECLINE);
    settle_down();
    assert_int_equal(TABLE->rotation.seat, 2); // clockwise from there
    assert_int_equal(TABLE->draw[6], 8);       // the four of clubs still lies there
}

/* ROT-1 */
static void a_supervisor_names_who_is_asked_first(void **state)
{
    (void)state;
    open_with(UTH_FIRST_BANKER_NAMED);
    pass(600000);
    assert_state(ROOM_STATE_WAITING);
    assert_true(room_bank_waits_for_name(&evening.rules[CALIFORNIA_8 - 1], TABLE));
    struct room_command name = staff_command(ROOM_COMMAND_NAME_BANKER, ROOM_ROLE_SUPERVISOR);
    name.seat = 9;
    refused(&name, UTH_ERR_NO_SUCH_SEAT);
    name.seat = 1;
    refused(&name, UTH_ERR_NOT_SEATED);
    name.seat = 7;
    must(&name);
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(TABLE->rotation.seat, 7);
    name.seat = 2;
    refused(&name, UTH_ERR_NOT_NOW); // somebody has been asked
}

/* ROT-1, ROT-2 */
static void only_who_can_post_is_named_and_only_where_somebody_is(void **state)
{
    (void)state;
    open_with(UTH_FIRST_BANKER_NAMED);
    struct room_command out = command_of(ROOM_COMMAND_SIT_OUT, 2);
    out.on = true;
    must(&out);
    struct room_command name = staff_command(ROOM_COMMAND_NAME_BANKER, ROOM_ROLE_SUPERVISOR);
    name.seat = 4;
    refused(&name, UTH_ERR_BANK_UNABLE);
    pit(ROOM_COMMAND_PAUSE);
    refused(&name, UTH_ERR_TABLE_CLOSED);
    open_with(UTH_FIRST_BANKER_SEAT);
    refused(&name, UTH_ERR_BANK_NOT_NAMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_house_player_sits_where_a_player_banks),
        cmocka_unit_test(no_proposition_player_sits_where_the_house_banks),
        cmocka_unit_test(an_evening_of_proposition_players_moves_no_cent_of_the_house),
        cmocka_unit_test(chips_of_a_proposition_player_come_from_the_bankroll_and_go_back),
        cmocka_unit_test(a_proposition_player_who_comes_is_asked_when_everyone_had_declined),
        cmocka_unit_test(the_proposition_player_who_banks_is_the_last_to_go),
        cmocka_unit_test(a_proposition_player_who_never_banks_needs_no_fee_for_it),
        cmocka_unit_test(a_bankroll_seats_as_many_as_it_covers_and_the_pit_sees_that_it_is_short),
        cmocka_unit_test(who_can_no_longer_be_paid_for_leaves),
        cmocka_unit_test(a_provider_takes_no_more_away_than_its_bankroll),
        cmocka_unit_test(without_a_provider_there_is_no_bankroll),
        cmocka_unit_test(another_provider_brings_its_own_money_and_the_first_takes_all_of_it_away),
        cmocka_unit_test(the_lowest_seat_is_asked_first),
        cmocka_unit_test(
            the_highest_card_is_asked_first_and_the_draw_is_kept_until_a_hand_is_banked),
        cmocka_unit_test(a_round_begins_with_its_profile_its_provider_and_the_draw),
        cmocka_unit_test(nobody_draws_again_once_somebody_was_asked),
        cmocka_unit_test(a_supervisor_names_who_is_asked_first),
        cmocka_unit_test(only_who_can_post_is_named_and_only_where_somebody_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
