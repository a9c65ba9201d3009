// The player-dealer: to whom the position is offered, what is posted, when it moves on.
#include "evening.h"

#define BANKER (TABLE->rotation.seat)

static void three_sit_down(void)
{
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    sit(1, 2, 100000);
    sit(2, 4, 100000);
    sit(3, 7, 100000);
    settle_down();
}

// Everyone bets, nobody plays; the round ends and what follows at once has followed.
static void play_a_round(void)
{
    for (uint64_t player = 1; player <= 3; player++) {
        const uint8_t seat = room_seat_of(TABLE, player);
        if (seat != 0 && seat != TABLE->round.bank_seat) {
            wager(player, 1000);
        }
    }
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    const uint64_t ended = evening.rounds_ended;
    while (evening.rounds_ended == ended) {
        pass(1000);
    }
}

// ROT-1
static void the_position_is_offered_clockwise(void **state)
{
    (void)state;
    three_sit_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 2);
    const struct room_command other = command_of(ROOM_COMMAND_BANK_TAKE, 2);
    refused(&other, UTH_ERR_BANK_NOT_ASKED);
    const struct room_command decline = command_of(ROOM_COMMAND_BANK_DECLINE, 3);
    refused(&decline, UTH_ERR_BANK_NOT_ASKED);
    say(1, ROOM_COMMAND_BANK_DECLINE);
    assert_int_equal(BANKER, 4);
    say(2, ROOM_COMMAND_BANK_DECLINE);
    assert_int_equal(BANKER, 7);
    take_bank(3, 50000);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
    assert_int_equal(TABLE->round.bank_seat, 7);
    assert_int_equal(TABLE->round.bank_wager.cents, 50000);
    assert_int_equal(chips_at(7), 50000);
    const struct room_command bet = wager_of(3, 1000);
    refused(&bet, UTH_ERR_BANKER_WAGERS);
}

// ROT-1
static void who_does_not_answer_in_time_has_declined(void **state)
{
    (void)state;
    three_sit_down();
    pass(7999);
    assert_int_equal(BANKER, 2);
    pass(1);
    assert_int_equal(BANKER, 4);
    assert_int_equal(TABLE->deadline_ms, evening.now_ms + 8000);
}

// ROT-1
static void he_banks_two_hands_and_never_a_third(void **state)
{
    (void)state;
    three_sit_down();
    take_bank(1, 30000);
    settle_down();
    play_a_round();
    settle_down(); // the same is posted again without asking
    assert_state(ROOM_STATE_BETTING);
    assert_int_equal(TABLE->round.bank_seat, 2);
    assert_int_equal(TABLE->round.bank_wager.cents, 30000);
    play_a_round();
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 4);
    say(2, ROOM_COMMAND_BANK_DECLINE);
    say(3, ROOM_COMMAND_BANK_DECLINE);
    settle_down();
    assert_state(ROOM_STATE_WAITING); // nobody is left, and no round starts
    assert_true(TABLE->rotation.nobody);
    const struct room_command third = command_of(ROOM_COMMAND_BANK_ASK, 1);
    refused(&third, UTH_ERR_BANK_THIRD);
}

static void between_rounds_the_felt_is_clean(void **state)
{
    (void)state;
    const struct uth_viewer fourth = {UTH_VIEWER_SEAT, 4};
    struct uth_view view;
    three_sit_down();
    take_bank(1, 30000);
    settle_down();
    wager(2, 1000);
    wager(3, 1000);
    say(1, ROOM_COMMAND_BANK_DECLINE); // this hand is the last: then the bank is offered
    settle_down();
    for (unsigned seconds = 0; TABLE->state != ROOM_STATE_RESULT; seconds++) {
        assert_true(seconds < 600);
        pass(1000);
    }
    struct room_world world = driver_world(&evening);
    room_see(&world, TABLE, fourth, &view);
    assert_int_not_equal(view.cards_used, 0);
    assert_true(view.seats[3].in);
    assert_int_not_equal(view.seats[3].cards[0], UTH_CARD_NONE);
    pass(TABLE->deadline_ms - evening.now_ms);
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_not_equal(TABLE->round.cards_used, 0); // the table itself still knows it
    world = driver_world(&evening);
    room_see(&world, TABLE, fourth, &view);
    assert_int_equal(view.cards_used, 0);
    assert_int_equal(view.bank_wager.cents, 0);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        assert_false(view.seats[i].in);
        assert_int_equal(view.seats[i].stakes[UTH_WAGER_ANTE].cents, 0);
        assert_int_equal(view.seats[i].nets[UTH_WAGER_ANTE].cents, 0);
    }
    assert_int_equal(view.number, TABLE->round.number);
    assert_int_equal(view.procedure, TABLE->round.procedure);
}

// ROT-1
static void another_seat_makes_no_other_banker(void **state)
{
    (void)state;
    three_sit_down();
    take_bank(1, 30000);
    settle_down();
    play_a_round();
    settle_down();
    play_a_round();
    say(1, ROOM_COMMAND_STAND);
    settle_down();
    assert_int_equal(room_seat_of(TABLE, 1), 0);
    sit(1, 5, 50000);
    say(2, ROOM_COMMAND_BANK_DECLINE);
    settle_down(); // seat 5 comes next, and is passed over
    assert_int_equal(BANKER, 7);
    sit(4, 2, 50000); // who takes that seat may bank
    say(3, ROOM_COMMAND_BANK_DECLINE);
    settle_down();
    assert_int_equal(BANKER, 2);
    take_bank(4, 10000);
}

// ROT-1
static void he_may_stop_after_one_hand(void **state)
{
    (void)state;
    three_sit_down();
    take_bank(1, 30000);
    settle_down();
    wager(2, 1000);
    say(1, ROOM_COMMAND_BANK_DECLINE); // while it is played: this one is the last
    assert_int_equal(TABLE->round.bank_seat, 2);
    play_a_round();
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 4);
}

// ROT-2
static void who_sits_out_or_leaves_is_passed_over(void **state)
{
    (void)state;
    three_sit_down();
    struct room_command out = command_of(ROOM_COMMAND_SIT_OUT, 2);
    out.on = true;
    must(&out);
    say(1, ROOM_COMMAND_STAND);
    settle_down();
    assert_state(ROOM_STATE_WAITING); // one alone cannot play
    sit(4, 1, 50000);
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 7);
}

// ROT-2
static void who_cannot_post_and_pay_the_fee_is_passed_over(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    sit(1, 2, 10000);
    sit(2, 4, 100000);
    settle_down();
    struct room_command take = command_of(ROOM_COMMAND_BANK_TAKE, 1);
    take.amount.cents = 9200; // the largest fee of this collection is $9, beside the wager (BANK-5)
    refused(&take, UTH_ERR_NOT_ENOUGH);
    take.amount.cents = 0;
    refused(&take, UTH_ERR_NO_BANK);
    take.amount.cents = 9150;
    refused(&take, UTH_ERR_NOT_IN_CHIPS);
    const struct room_world world = driver_world(&evening);
    const struct room_options options = room_options_of(&world, TABLE, 2, NULL);
    assert_true(options.may_take_bank);
    assert_int_equal(options.bank_min.cents, 100);
    assert_int_equal(options.bank_max.cents, 9100);
    take.amount.cents = 9100;
    must(&take);
    settle_down();
    wager(2, 30000); // total action $600: only the fee is left
    settle_down();
    assert_int_equal(TABLE->round.bank_fee.cents, 900);
    assert_int_equal(chips_at(2), 0);
}

// ROT-2
static void who_cannot_post_the_same_again_is_passed_over(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    sit(1, 2, 40000);
    sit(2, 4, 100000);
    settle_down();
    take_bank(1, 39000);
    settle_down();
    stack_deck("As Ah 2c 7d Ac 8h 9d Qs 4c"); // three aces against nothing
    wager(2, 10000);
    settle_down();
    raise_by(2, 4);
    settle_down();
    assert_int_equal(TABLE->round.bank_net.cents, -39000);
    pass(5000); // a dollar could still be posted, but the amount is the player's choice
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 4);
    assert_int_equal(TABLE->rotation.banker, 2);
}

// ROT-1
static void when_everyone_declines_no_round_starts(void **state)
{
    (void)state;
    three_sit_down();
    pass(24000);
    assert_state(ROOM_STATE_WAITING);
    assert_true(TABLE->rotation.nobody);
    pass(3600000);
    assert_int_equal(TABLE->round.number, 0);
    const struct room_world world = driver_world(&evening);
    assert_true(room_options_of(&world, TABLE, 4, NULL).may_ask_bank);
    say(2, ROOM_COMMAND_BANK_ASK); // until somebody asks again, and is the first
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 4);
    const struct room_command twice = command_of(ROOM_COMMAND_BANK_ASK, 3);
    refused(&twice, UTH_ERR_NOT_NOW);
}

static void who_may_play_no_longer_does_not_ask_for_the_bank_again(void **state)
{
    (void)state;
    three_sit_down();
    pass(24000);
    assert_true(TABLE->rotation.nobody);
    struct room_command ask = command_of(ROOM_COMMAND_BANK_ASK, 2);
    ask.who.play_until_ms = evening.now_ms;
    refused(&ask, UTH_ERR_OWN_TIME_LIMIT);
    ask.who.play_until_ms = evening.now_ms + 1;
    must(&ask);
}

static void who_comes_back_is_asked_when_everyone_had_declined(void **state)
{
    (void)state;
    three_sit_down();
    struct room_command out = command_of(ROOM_COMMAND_SIT_OUT, 3);
    out.on = true;
    must(&out);
    pass(16000);
    assert_true(TABLE->rotation.nobody);
    must(&out); // sitting out once more asks nobody
    assert_true(TABLE->rotation.nobody);
    out.on = false;
    must(&out);
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 7);
}

// ROT-1
static void the_last_seat_banks_two_hands_like_the_others(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    sit(1, 8, 100000);
    sit(2, 3, 100000);
    settle_down();
    say(2, ROOM_COMMAND_BANK_DECLINE);
    take_bank(1, 20000);
    settle_down();
    play_a_round();
    settle_down();
    assert_state(ROOM_STATE_BETTING);
    assert_int_equal(TABLE->round.bank_seat, 8);
    play_a_round();
    settle_down();
    assert_int_equal(BANKER, 3);
}

static void somebody_new_is_asked_when_everyone_had_declined(void **state)
{
    (void)state;
    three_sit_down();
    pass(24000);
    assert_true(TABLE->rotation.nobody);
    sit(4, 8, 50000);
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 8);
}

// ROT-2
static void the_button_survives_a_restart(void **state)
{
    (void)state;
    three_sit_down();
    say(1, ROOM_COMMAND_BANK_DECLINE);
    take_bank(2, 20000);
    settle_down();
    play_a_round();
    static struct room_table again; // what the store has is the table, byte for byte
    again = evening.stored;
    assert_memory_equal(&again, TABLE, sizeof again);
    assert_int_equal(again.rotation.banker, 4);
    assert_int_equal(again.rotation.hands, 1);
    assert_int_equal(again.last_banker, 2);
}

static void proposition_players_take_the_bank_at_once_with_the_amount_set(void **state)
{
    (void)state;
    struct room_config config = table_of(CALIFORNIA_8, ROOM_PACE_AUTO, UTH_MODEL_AQUARIUS);
    config.proposition_players = 2;
    driver_open(&evening, &config);
    settle_down();
    sit(1, 8, 100000);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
    assert_int_equal(TABLE->round.bank_seat, 1);
    assert_int_equal(TABLE->round.bank_wager.cents, 50000);
    wager(1, 1000);
    pass(700);
    assert_phase(UTH_PHASE_PREFLOP);
    assert_true(TABLE->round.seats[1].in); // the other one bets
}

static void a_bank_nobody_plays_against_goes_back(void **state)
{
    (void)state;
    three_sit_down();
    take_bank(1, 30000);
    settle_down();
    say(2, ROOM_COMMAND_STAND);
    say(3, ROOM_COMMAND_STAND);
    pass(15000);
    assert_state(ROOM_STATE_WAITING);
    assert_int_equal(chips_at(2), 100000);
    assert_int_equal(TABLE->rotation.hands, 0);
    sit(2, 4, 50000);
    settle_down(); // it may be long after: the player is asked again
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 2);
}

static void a_banker_who_leaves_is_not_held_by_an_empty_window(void **state)
{
    (void)state;
    three_sit_down();
    take_bank(1, 30000);
    settle_down();
    say(1, ROOM_COMMAND_STAND);
    pass(15000);
    assert_int_equal(room_seat_of(TABLE, 1), 0);
    assert_int_equal(wallet_of(1), 100000000);
    assert_int_equal(BANKER, 4);
}

static void his_own_limits_hold_for_the_bank_and_for_the_second_hand(void **state)
{
    (void)state;
    three_sit_down();
    struct room_command take = command_of(ROOM_COMMAND_BANK_TAKE, 1);
    take.amount.cents = 30000;
    take.who.loss_limited = true;
    take.who.loss_left.cents = 30899;
    refused(&take, UTH_ERR_OWN_LOSS_LIMIT);
    take.who.play_until_ms = evening.now_ms;
    take.who.loss_left.cents = 30900;
    refused(&take, UTH_ERR_OWN_TIME_LIMIT);
    take.who.play_until_ms = 0;
    must(&take);
    settle_down();
    play_a_round();
    settle_down(); // one hand was within the limit; for another the player is asked
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 2);
    assert_int_equal(TABLE->rotation.hands, 1);
    take.who.loss_left.cents = 0;
    refused(&take, UTH_ERR_OWN_LOSS_LIMIT);
    take.who.loss_limited = false;
    must(&take);
    settle_down();
    play_a_round();
    settle_down();
    assert_int_equal(BANKER, 4); // two hands are two hands
}

// ROT-1: a second hand is posted without asking; a time limit may end before it.
static void who_has_a_time_limit_is_asked_before_the_second_hand(void **state)
{
    (void)state;
    three_sit_down();
    struct room_command take = command_of(ROOM_COMMAND_BANK_TAKE, 1);
    take.amount.cents = 30000;
    take.who.play_until_ms = evening.now_ms + 3600000;
    must(&take);
    settle_down();
    play_a_round();
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 2);
    take.who.play_until_ms = evening.now_ms;
    refused(&take, UTH_ERR_OWN_TIME_LIMIT);
}

// The fees of both hands count as well.
static void with_enough_left_for_all_his_hands_he_is_not_asked_again(void **state)
{
    (void)state;
    for (int64_t missing = 0; missing <= 1; missing++) {
        three_sit_down();
        struct room_command take = command_of(ROOM_COMMAND_BANK_TAKE, 1);
        take.amount.cents = 30000;
        take.who.loss_limited = true;
        take.who.loss_left.cents = 2 * (30000 + 900) - missing;
        must(&take);
        settle_down();
        play_a_round();
        settle_down();
        assert_state(missing ? ROOM_STATE_OFFERING : ROOM_STATE_BETTING);
        assert_int_equal(BANKER, 2);
    }
}

static void where_the_house_banks_nobody_is_asked(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
    static const enum room_command_kind kinds[] = {
        ROOM_COMMAND_BANK_TAKE, ROOM_COMMAND_BANK_DECLINE, ROOM_COMMAND_BANK_ASK};
    for (unsigned i = 0; i < 3; i++) {
        const struct room_command command = command_of(kinds[i], 1);
        refused(&command, UTH_ERR_BANK_NOT_OFFERED);
    }
}

static void with_a_dealer_the_offer_goes_round_and_the_round_waits_for_him(void **state)
{
    (void)state;
    open_table(CALIFORNIA_6, ROOM_PACE_DEALER);
    sit(1, 2, 100000);
    sit(2, 4, 100000);
    const struct room_command open = staff_command(ROOM_COMMAND_OPEN, ROOM_ROLE_DEALER);
    refused(&open, UTH_ERR_NO_BANK);
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    pass(8000);
    assert_int_equal(BANKER, 4);
    take_bank(2, 20000);
    pass(60000);
    assert_state(ROOM_STATE_WAITING);
    assert_int_equal(chips_at(4), 100000); // not posted yet
    must(&open);
    assert_int_equal(chips_at(4), 80000);
    assert_int_equal(TABLE->round.bank_seat, 4);
}

static void with_a_dealer_and_without_timers_an_offer_stands_until_it_is_answered(void **state)
{
    (void)state;
    struct room_config config = table_of(CALIFORNIA_8, ROOM_PACE_DEALER, UTH_MODEL_AQUARIUS);
    config.offer_ms = 0;
    config.decision_ms = 0;
    driver_open(&evening, &config);
    sit(1, 2, 100000);
    sit(2, 4, 100000);
    settle_down();
    pass(3600000);
    assert_state(ROOM_STATE_OFFERING);
    assert_int_equal(BANKER, 2);
    take_bank(1, 20000);
    dealer(ROOM_COMMAND_OPEN);
    wager(2, 1000);
    tick_step(ROOM_STEP_FEE, 0);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    dealer(ROOM_COMMAND_DEAL);
    pass(3600000); // and only the dealer decides for the player
    assert_int_equal(TABLE->round.seats[3].decided, 0);
    dealer(ROOM_COMMAND_TIME);
    assert_int_equal(TABLE->round.seats[3].by_system, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_position_is_offered_clockwise),
        cmocka_unit_test(who_does_not_answer_in_time_has_declined),
        cmocka_unit_test(he_banks_two_hands_and_never_a_third),
        cmocka_unit_test(between_rounds_the_felt_is_clean),
        cmocka_unit_test(another_seat_makes_no_other_banker),
        cmocka_unit_test(he_may_stop_after_one_hand),
        cmocka_unit_test(who_sits_out_or_leaves_is_passed_over),
        cmocka_unit_test(who_cannot_post_and_pay_the_fee_is_passed_over),
        cmocka_unit_test(who_cannot_post_the_same_again_is_passed_over),
        cmocka_unit_test(when_everyone_declines_no_round_starts),
        cmocka_unit_test(who_may_play_no_longer_does_not_ask_for_the_bank_again),
        cmocka_unit_test(who_comes_back_is_asked_when_everyone_had_declined),
        cmocka_unit_test(the_last_seat_banks_two_hands_like_the_others),
        cmocka_unit_test(somebody_new_is_asked_when_everyone_had_declined),
        cmocka_unit_test(the_button_survives_a_restart),
        cmocka_unit_test(proposition_players_take_the_bank_at_once_with_the_amount_set),
        cmocka_unit_test(a_bank_nobody_plays_against_goes_back),
        cmocka_unit_test(a_banker_who_leaves_is_not_held_by_an_empty_window),
        cmocka_unit_test(his_own_limits_hold_for_the_bank_and_for_the_second_hand),
        cmocka_unit_test(who_has_a_time_limit_is_asked_before_the_second_hand),
        cmocka_unit_test(with_enough_left_for_all_his_hands_he_is_not_asked_again),
        cmocka_unit_test(where_the_house_banks_nobody_is_asked),
        cmocka_unit_test(with_a_dealer_and_without_timers_an_offer_stands_until_it_is_answered),
        cmocka_unit_test(with_a_dealer_the_offer_goes_round_and_the_round_waits_for_him),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
