// The players' parts of the seed: who commits, who reveals, and what becomes of a round in which
// somebody does not.
#include "evening.h"
#include "room/step.h"

static const struct room_fact *fact_of(const struct room_batch *batch, enum room_fact_kind kind)
{
    uint32_t i = 0;
    while (i < batch->fact_count && batch->facts[i].kind != kind) {
        i++;
    }
    return i < batch->fact_count ? &batch->facts[i] : NULL;
}

static struct room_command part_of(enum room_command_kind kind, uint64_t player, uint8_t seat)
{
    struct room_command command = {
        .kind = kind, .who = person_of(ROOM_ROLE_PLAYER, player), .seat = seat};
    driver_part(&evening, player, command.part);
    command.committed = true;
    driver_commit(&evening, seat, command.part, command.commitment);
    return command;
}

static void contribute(uint64_t player, uint8_t seat)
{
    const struct room_command command = part_of(ROOM_COMMAND_CONTRIBUTE, player, seat);
    must(&command);
}

static void reveal(uint64_t player, uint8_t seat)
{
    const struct room_command command = part_of(ROOM_COMMAND_REVEAL, player, seat);
    must(&command);
}

// Two players of Washington, both with wagers; the round is sealed once the window is over.
static void open_with_two(void)
{
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    sit(2, 3, 50000);
    settle_down();
}

static void bet_both(void)
{
    wager(1, 1000);
    wager(2, 1000);
    settle_down();
}

// ---- committing -------------------------------------------------------------------------------

static void the_first_commitment_of_a_seat_stands_whatever_the_wager_does(void **state)
{
    (void)state;
    open_with_two();
    struct room_command command = wager_of(1, 1000);
    const struct room_command part = part_of(ROOM_COMMAND_CONTRIBUTE, 1, 2);
    command.committed = true;
    memcpy(command.commitment, part.commitment, ROOM_SECRET);
    must(&command);
    assert_int_equal(TABLE->seats[1].committed, 1);
    must(&part); // the same again
    command.stakes[UTH_WAGER_ANTE].cents = command.stakes[UTH_WAGER_BLIND].cents = 2000;
    command.committed = false;
    must(&command);
    command = wager_of(1, 0);
    must(&command);
    assert_memory_equal(TABLE->seats[1].commitment, part.commitment, ROOM_SECRET);
    struct room_command other = part;
    other.commitment[0] ^= 1;
    refused(&other, UTH_ERR_PART_OTHER);
    command = wager_of(1, 1000);
    command.committed = true;
    memcpy(command.commitment, other.commitment, ROOM_SECRET);
    refused(&command, UTH_ERR_PART_OTHER);
    assert_false(TABLE->round.seats[1].in); // nothing of a refused wager is done
}

static void who_leaves_before_no_more_bets_takes_the_commitment_along(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    const struct room_command stand = command_of(ROOM_COMMAND_STAND, 1);
    must(&stand);
    assert_int_equal(TABLE->seats[1].committed, 0);
    sit(3, 2, 50000);
    contribute(3, 2);
    wager(3, 1000);
    wager(2, 1000);
    settle_down();
    assert_state(ROOM_STATE_SEALED);
    reveal(3, 2);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
}

static void a_commitment_without_a_wager_does_not_count(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    wager(2, 1000);
    pass(15000);
    assert_phase(UTH_PHASE_PREFLOP); // at once: there is nothing to be revealed
    assert_int_equal(TABLE->rostered, 1);
    assert_int_equal(evening.rounds_with_parts, 0);
}

static void nobody_commits_for_an_automatic_player_or_once_bets_are_closed(void **state)
{
    (void)state;
    open_with_two();
    const struct room_command command = part_of(ROOM_COMMAND_CONTRIBUTE, 1, 2);
    bet_both();
    refused(&command, UTH_ERR_NOT_NOW);
    const struct room_command revealed = part_of(ROOM_COMMAND_REVEAL, 1, 2);
    refused(&revealed, UTH_ERR_NOT_NOW);
}

// ---- revealing --------------------------------------------------------------------------------

static void cards_wait_until_every_part_that_counts_is_revealed(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    contribute(2, 3);
    const int64_t chips = chips_at(2);
    bet_both();
    assert_state(ROOM_STATE_SEALED);
    assert_int_equal(room_parts_missing(TABLE), 6);
    assert_int_equal(TABLE->deadline_ms, evening.now_ms + ROOM_REVEAL_MS);
    reveal(2, 3);
    reveal(2, 3); // again
    settle_down();
    assert_state(ROOM_STATE_SEALED);
    assert_int_equal(chips_at(2), chips - 2000); // it lies there, and nothing was taken
    reveal(1, 2);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_int_equal(evening.rounds_with_parts, 1);
}

static void a_part_that_was_not_committed_to_is_refused(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    bet_both();
    struct room_command wrong = part_of(ROOM_COMMAND_REVEAL, 1, 2);
    wrong.part[31] ^= 1;
    refused(&wrong, UTH_ERR_PART_WRONG);
    const struct room_command none = part_of(ROOM_COMMAND_REVEAL, 2, 3);
    refused(&none, UTH_ERR_PART_NONE);
    struct room_command others = part_of(ROOM_COMMAND_REVEAL, 2, 2);
    refused(&others, UTH_ERR_NOT_SEATED); // the seat is another's
    reveal(1, 2);
}

// (h) What was revealed in one round, or at one seat, opens nothing in another.
static void an_old_part_or_a_copied_commitment_cannot_be_revealed_elsewhere(void **state)
{
    (void)state;
    open_with_two();
    const struct room_command old = part_of(ROOM_COMMAND_REVEAL, 1, 2);
    contribute(1, 2);
    struct room_command copied = part_of(ROOM_COMMAND_CONTRIBUTE, 1, 2);
    copied.who.id = 2;
    copied.seat = 3;
    must(&copied); // taken: nobody can tell what is in it
    bet_both();
    must(&old);
    struct room_command stolen = old; // it is known by now
    stolen.who.id = 2;
    stolen.seat = 3;
    refused(&stolen, UTH_ERR_PART_WRONG);
    pass(ROOM_REVEAL_MS);
    assert_int_equal(evening.rounds_voided, 1);
    assert_state(ROOM_STATE_BETTING);
    contribute(1, 2);
    wager(1, 1000);
    wager(2, 1000);
    settle_down();
    refused(&old, UTH_ERR_PART_WRONG);
}

static void wagers_and_seats_are_fixed_while_parts_are_revealed(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    bet_both();
    const struct room_command more = wager_of(2, 2000);
    refused(&more, UTH_ERR_BETS_CLOSED);
    const struct room_command chips = command_of(ROOM_COMMAND_BUY_IN, 2);
    refused(&chips, UTH_ERR_IN_ROUND);
    const struct room_command stand = command_of(ROOM_COMMAND_STAND, 1);
    must(&stand);
    assert_int_equal(TABLE->seats[1].player, 1); // when the round is over
    sit(3, 5, 50000);                            // for the next one
    const struct room_command late = wager_of(3, 1000);
    refused(&late, UTH_ERR_BETS_CLOSED);
    reveal(1, 2);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_false(TABLE->round.seats[4].in);
}

static void a_dealer_waits_for_parts_as_well(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_DEALER);
    sit(1, 2, 50000);
    dealer(ROOM_COMMAND_OPEN);
    contribute(1, 2);
    wager(1, 1000);
    dealer(ROOM_COMMAND_CLOSE_BETS);
    assert_state(ROOM_STATE_SEALED);
    const struct room_command deal = staff_command(ROOM_COMMAND_DEAL, ROOM_ROLE_DEALER);
    refused(&deal, UTH_ERR_NOT_NOW);
    const struct room_command again = staff_command(ROOM_COMMAND_CLOSE_BETS, ROOM_ROLE_DEALER);
    refused(&again, UTH_ERR_NOT_NOW);
    reveal(1, 2);
    settle_down();
    assert_phase(UTH_PHASE_CLOSED); // the dealer deals
    dealer(ROOM_COMMAND_DEAL);
    assert_phase(UTH_PHASE_PREFLOP);
}

static void the_player_dealer_has_a_part_too(void **state)
{
    (void)state;
    open_table(CALIFORNIA_6, ROOM_PACE_AUTO);
    sit(1, 2, 500000);
    sit(2, 3, 500000);
    settle_down();
    const uint8_t banker = TABLE->rotation.seat;
    const uint64_t player = TABLE->seats[banker - 1].player;
    struct room_command take = command_of(ROOM_COMMAND_BANK_TAKE, player);
    take.amount.cents = 100000;
    must(&take);
    settle_down();
    assert_state(ROOM_STATE_BETTING);
    contribute(player, banker);
    wager(3 - player, 1000);
    settle_down();
    assert_state(ROOM_STATE_SEALED);
    assert_int_equal(room_parts_missing(TABLE), 1 << (banker - 1));
    reveal(player, banker);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
}

// ---- withheld ---------------------------------------------------------------------------------

static void who_withholds_calls_the_round_off_and_is_muted(void **state)
{
    (void)state;
    open_with_two();
    const int64_t chips = chips_at(3);
    contribute(1, 2);
    contribute(2, 3);
    bet_both();
    reveal(1, 2);
    pass(ROOM_REVEAL_MS - 1);
    assert_state(ROOM_STATE_SEALED);
    evening.hold = true;
    evening.now_ms++;
    assert_true(driver_tick(&evening));
    const struct room_fact *withheld = fact_of(&evening.batch, ROOM_FACT_WITHHELD);
    assert_non_null(withheld);
    assert_int_equal(withheld->seat, 3);
    assert_int_equal(withheld->as.withheld.player, 2);
    assert_non_null(fact_of(&evening.batch, ROOM_FACT_REVEALED)); // the secret, for the record
    evening.hold = false;
    settle_down();
    assert_int_equal(evening.rounds_voided, 1);
    assert_int_equal(chips_at(3), chips);
    assert_int_equal(room_muted_until(TABLE, 1), 0);
    assert_int_equal(room_muted_until(TABLE, 2), 1 + ROOM_MUTED_ROUNDS);
    const struct room_command muted = part_of(ROOM_COMMAND_CONTRIBUTE, 2, 3);
    refused(&muted, UTH_ERR_PART_MUTED);
    struct room_command plays = wager_of(2, 1000);
    plays.committed = true;
    must(&plays); // without a part
    assert_int_equal(TABLE->seats[2].committed, 0);
}

static void standing_up_does_not_end_the_muting(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    bet_both();
    pass(ROOM_REVEAL_MS);
    const struct room_command stand = command_of(ROOM_COMMAND_STAND, 1);
    must(&stand);
    sit(1, 6, 50000);
    const struct room_command muted = part_of(ROOM_COMMAND_CONTRIBUTE, 1, 6);
    refused(&muted, UTH_ERR_PART_MUTED);
}

static void after_twenty_rounds_commitments_are_taken_again(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    bet_both();
    pass(ROOM_REVEAL_MS);
    const uint64_t until = 1 + ROOM_MUTED_ROUNDS;
    while (TABLE->round.number < until) {
        pit(ROOM_COMMAND_VOID);
        settle_down();
    }
    assert_int_equal(room_muted_until(TABLE, 1), until);
    pit(ROOM_COMMAND_VOID);
    assert_int_equal(room_muted_until(TABLE, 1), 0); // for the next one
    settle_down();
    contribute(1, 2);
}

static void a_round_that_is_called_off_counts_for_no_rotation_and_no_meter(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    const struct uth_meter meter = evening.meter.meter;
    contribute(1, 2);
    struct room_command command = wager_of(1, 1000);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    must(&command);
    settle_down();
    assert_state(ROOM_STATE_SEALED);
    evening.meter_gone = true; // whatever becomes of it
    pass(ROOM_REVEAL_MS - 1);
    assert_state(ROOM_STATE_SEALED);
    pass(1);
    assert_int_equal(evening.rounds_voided, 1);
    assert_memory_equal(&evening.meter.meter, &meter, sizeof meter);
    assert_int_equal(chips_at(2), 50000);
}

static void a_busy_meter_does_not_make_a_revealed_part_late(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    contribute(1, 2);
    struct room_command command = wager_of(1, 1000);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    must(&command);
    settle_down();
    evening.meter_busy = true;
    reveal(1, 2);
    pass(2 * ROOM_REVEAL_MS);
    assert_state(ROOM_STATE_SEALED);
    evening.meter_busy = false;
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_int_equal(room_muted_until(TABLE, 1), 0);
}

// ---- other ends -------------------------------------------------------------------------------

static void the_pit_may_void_a_round_whose_parts_are_missing(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    bet_both();
    pit(ROOM_COMMAND_PAUSE);
    assert_state(ROOM_STATE_SEALED);
    pit(ROOM_COMMAND_VOID);
    settle_down();
    assert_int_equal(evening.rounds_voided, 1);
    assert_int_equal(room_muted_until(TABLE, 1), 0); // nobody withheld anything
    assert_state(ROOM_STATE_CLOSED);
}

static void a_server_that_was_down_gives_everybody_time_to_come_back(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    bet_both();
    evening.now_ms += 60000;
    evening.up_ms = evening.now_ms;
    settle_down();
    assert_state(ROOM_STATE_SEALED);
    pass(ROOM_RETURN_MS - 1);
    reveal(1, 2);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_int_equal(room_muted_until(TABLE, 1), 0);
}

static void a_round_after_the_server_came_back_does_not_wait_longer(void **state)
{
    (void)state;
    open_with_two();
    evening.up_ms = evening.now_ms;
    contribute(1, 2);
    bet_both();
    pass(ROOM_REVEAL_MS);
    assert_int_equal(evening.rounds_voided, 1);
    assert_true(room_muted_until(TABLE, 1) != 0);
}

// As many as can withhold while the first of them is muted: nobody is forgotten before the time.
static void a_crowd_cannot_flush_the_list_of_the_muted(void **state)
{
    (void)state;
    struct room_table table;
    room_table_init(&table, DRIVER_TABLE);
    uint64_t player = 0;
    for (uint64_t round = 1; round <= ROOM_MUTED_ROUNDS; round++) {
        for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
            struct room_fact fact = room_fact_of(ROOM_FACT_WITHHELD, seat);
            fact.as.withheld.player = ++player;
            fact.as.withheld.until = round + ROOM_MUTED_ROUNDS;
            room_apply_fact(&table, &fact);
        }
    }
    table.round.number = ROOM_MUTED_ROUNDS;
    assert_int_equal(player, ROOM_MUTED_MAX);
    for (uint64_t one = 1; one <= player; one++) {
        assert_int_equal(room_muted_until(&table, one),
                         (one + UTH_SEATS_MAX - 1) / UTH_SEATS_MAX + ROOM_MUTED_ROUNDS);
    }
    struct room_fact again = room_fact_of(ROOM_FACT_WITHHELD, 1);
    again.as.withheld.player = 10;
    again.as.withheld.until = 300;
    room_apply_fact(&table, &again);
    assert_int_equal(room_muted_until(&table, 10), 300);
    assert_int_equal(room_muted_until(&table, 1), 1 + ROOM_MUTED_ROUNDS);
}

// ---- newcomers --------------------------------------------------------------------------------

static bool may_commit(uint64_t player)
{
    return room_muted_until(TABLE, player) == 0;
}

static void where_a_part_was_withheld_newcomers_play_without_for_three_rounds(void **state)
{
    (void)state;
    open_with_two();
    contribute(1, 2);
    contribute(2, 3);
    bet_both();
    reveal(1, 2);
    pass(ROOM_REVEAL_MS);
    sit(3, 5, 50000);
    assert_int_equal(room_muted_until(TABLE, 1), 0); // revealed in time
    assert_int_equal(room_muted_until(TABLE, 3), 1 + ROOM_GUARDED_ROUNDS);
    const struct room_command newcomer = part_of(ROOM_COMMAND_CONTRIBUTE, 3, 5);
    refused(&newcomer, UTH_ERR_PART_MUTED);
    contribute(1, 2);
    while (TABLE->round.number <= ROOM_GUARDED_ROUNDS) {
        pit(ROOM_COMMAND_VOID);
        settle_down();
        assert_int_equal(may_commit(3), TABLE->round.number > 1 + ROOM_GUARDED_ROUNDS);
    }
    pit(ROOM_COMMAND_VOID);
    settle_down();
    contribute(3, 5);
}

static void who_has_finished_a_round_is_no_newcomer_until_they_stand_up(void **state)
{
    (void)state;
    open_with_two();
    bet_both();
    pass(60000); // dealt and settled
    assert_true(evening.rounds_ended >= 1);
    assert_state(ROOM_STATE_BETTING);
    sit(3, 5, 50000);
    contribute(3, 5);
    wager(3, 1000);
    wager(1, 1000);
    wager(2, 1000);
    settle_down();
    pass(ROOM_REVEAL_MS);
    assert_true(may_commit(1) && may_commit(2));
    const struct room_command stand = command_of(ROOM_COMMAND_STAND, 2);
    must(&stand);
    sit(2, 3, 40000);
    assert_true(may_commit(1) && !may_commit(2));
    sit(4, 7, 50000); // the seat another has left says nothing about who comes
    assert_false(may_commit(4));
}

// Three seats are the crowd's: whoever may not commit leaves for a new account.
static void newcomers_commit(uint64_t crowd[3], uint64_t *next)
{
    for (uint8_t i = 0; i < 3; i++) {
        const uint8_t seat = (uint8_t)(4 + i);
        crowd[i] = TABLE->seats[seat - 1].player;
        if (crowd[i] != 0 && !may_commit(crowd[i])) {
            const struct room_command stand = command_of(ROOM_COMMAND_STAND, crowd[i]);
            must(&stand);
            crowd[i] = 0;
        }
        if (crowd[i] == 0) {
            crowd[i] = (*next)++;
            const struct uth_place place = {.player = crowd[i]};
            const struct uth_posting chips =
                uth_posting_make(UTH_POSTED_DEPOSIT, &place, UTH_WAGER_COUNT, (uth_money){50000});
            assert_int_equal(accounts_post(&evening.accounts, &chips), UTH_OK);
            sit(crowd[i], seat, 50000);
        }
        if (may_commit(crowd[i])) {
            contribute(crowd[i], seat);
        }
        wager(crowd[i], 1000);
    }
}

// One of the crowd withholds, if any may commit; the others reveal, to do so next time. None of them
// plays a round to its end and stays. Was the round stopped?
static bool crowd_attacks(uint64_t *next)
{
    uint64_t crowd[3];
    const uint64_t round = TABLE->round.number;
    const uint64_t voided = evening.rounds_voided;
    assert_true(may_commit(1)); // whoever plays here keeps their part all the time
    contribute(1, 2);
    newcomers_commit(crowd, next);
    wager(1, 1000);
    settle_down();
    assert_state(ROOM_STATE_SEALED);
    bool withheld = false;
    for (uint8_t i = 0; i < 3; i++) {
        const bool committed = TABLE->seats[3 + i].committed != 0;
        if (committed && withheld) {
            reveal(crowd[i], (uint8_t)(4 + i));
        }
        withheld = withheld || committed;
    }
    reveal(1, 2);
    pass(ROOM_REVEAL_MS);
    const bool stopped = evening.rounds_voided != voided;
    for (uint8_t i = 0; i < 3 && !stopped; i++) {
        const struct room_command stand = command_of(ROOM_COMMAND_STAND, crowd[i]);
        must(&stand);
    }
    for (unsigned i = 0; i < 600 && TABLE->round.number == round; i++) {
        pass(1000);
    }
    assert_state(ROOM_STATE_BETTING);
    return stopped;
}

static void a_crowd_of_new_accounts_stops_at_most_two_rounds_of_five(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 500000);
    settle_down();
    wager(1, 1000);
    pass(60000);
    assert_true(evening.rounds_ended >= 1);
    uint64_t next = 100;
    unsigned stopped = 0;
    for (unsigned i = 0; i < 50; i++) {
        stopped += crowd_attacks(&next);
    }
    assert_int_equal(stopped, 20);
}
// ---- the meter --------------------------------------------------------------------------------

static void seal_with_progressive(void)
{
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    contribute(1, 2);
    struct room_command command = wager_of(1, 1000);
    command.stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
    must(&command);
}

// GM-6
static void a_progressive_goes_back_before_the_roster_and_the_round_is_dealt(void **state)
{
    (void)state;
    seal_with_progressive();
    evening.meter_gone = true;
    settle_down();
    assert_state(ROOM_STATE_SEALED);
    assert_int_equal(TABLE->round.seats[1].stakes[UTH_WAGER_PROGRESSIVE].cents, 0);
    evening.meter_gone = false; // and does not come back into the round
    reveal(1, 2);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    assert_int_equal(chips_at(2), 48000);
}

// Else the server could take a jackpot back that it sees coming.
static void a_meter_that_goes_after_the_roster_calls_the_round_off(void **state)
{
    (void)state;
    seal_with_progressive();
    settle_down();
    assert_state(ROOM_STATE_SEALED);
    evening.meter_gone = true;
    reveal(1, 2);
    settle_down();
    assert_int_equal(evening.rounds_voided, 1);
    assert_int_equal(evening.withheld, 0);
    assert_int_equal(chips_at(2), 50000);
    assert_int_equal(room_muted_until(TABLE, 1), 0);
    assert_state(ROOM_STATE_BETTING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_commitment_of_a_seat_stands_whatever_the_wager_does),
        cmocka_unit_test(who_leaves_before_no_more_bets_takes_the_commitment_along),
        cmocka_unit_test(a_commitment_without_a_wager_does_not_count),
        cmocka_unit_test(nobody_commits_for_an_automatic_player_or_once_bets_are_closed),
        cmocka_unit_test(cards_wait_until_every_part_that_counts_is_revealed),
        cmocka_unit_test(a_part_that_was_not_committed_to_is_refused),
        cmocka_unit_test(an_old_part_or_a_copied_commitment_cannot_be_revealed_elsewhere),
        cmocka_unit_test(wagers_and_seats_are_fixed_while_parts_are_revealed),
        cmocka_unit_test(a_dealer_waits_for_parts_as_well),
        cmocka_unit_test(the_player_dealer_has_a_part_too),
        cmocka_unit_test(who_withholds_calls_the_round_off_and_is_muted),
        cmocka_unit_test(standing_up_does_not_end_the_muting),
        cmocka_unit_test(after_twenty_rounds_commitments_are_taken_again),
        cmocka_unit_test(a_round_that_is_called_off_counts_for_no_rotation_and_no_meter),
        cmocka_unit_test(a_busy_meter_does_not_make_a_revealed_part_late),
        cmocka_unit_test(the_pit_may_void_a_round_whose_parts_are_missing),
        cmocka_unit_test(a_server_that_was_down_gives_everybody_time_to_come_back),
        cmocka_unit_test(a_round_after_the_server_came_back_does_not_wait_longer),
        cmocka_unit_test(a_crowd_cannot_flush_the_list_of_the_muted),
        cmocka_unit_test(where_a_part_was_withheld_newcomers_play_without_for_three_rounds),
        cmocka_unit_test(who_has_finished_a_round_is_no_newcomer_until_they_stand_up),
        cmocka_unit_test(a_crowd_of_new_accounts_stops_at_most_two_rounds_of_five),
        cmocka_unit_test(a_progressive_goes_back_before_the_roster_and_the_round_is_dealt),
        cmocka_unit_test(a_meter_that_goes_after_the_roster_calls_the_round_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
