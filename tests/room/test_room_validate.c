// Tables, facts and batches as they may come out of a database: what play can leave is accepted, to the
// last value, and the first value beyond is not.
#include "evening.h"

#include "room/step.h"

// A field with the last value that is accepted and the first that is not.
struct limit {
    const char *what;
    size_t at, size;
    uint64_t last, beyond;
};

#define LIMIT(type, field, last, beyond)                                                           \
    {                                                                                              \
#field, offsetof(type, field), sizeof(((type *)NULL)->field), (uint64_t)(last),            \
            (uint64_t)(beyond)                                                                     \
    }

static void plant(void *object, const struct limit *limit, uint64_t value)
{
    for (size_t i = 0; i < limit->size; i++) {
        ((uint8_t *)object)[limit->at + i] = (uint8_t)(value >> 8 * i);
    }
}

#define LATEST     (INT64_C(1) << 60)
#define BIT(kind)  (UINT64_C(1) << (kind))
#define LAST(of)   seats[UTH_SEATS_MAX - 1].of
#define EACH(list) (sizeof(list) / sizeof(list)[0])

// ---- tables -----------------------------------------------------------------------------------

#define IN_TABLE(field, last, beyond) LIMIT(struct room_table, field, last, beyond)

static const struct limit in_tables[] = {
    IN_TABLE(id, 1, 0),
    IN_TABLE(state, ROOM_STATE_COUNT - 1, ROOM_STATE_COUNT),
    IN_TABLE(since_ms, 0, -1),
    IN_TABLE(since_ms, LATEST, LATEST + 1),
    IN_TABLE(deadline_ms, 0, -1),
    IN_TABLE(deadline_ms, LATEST, LATEST + 1),
    IN_TABLE(bankroll, 0, -1),
    IN_TABLE(bankroll, UTH_MONEY_MAX, UTH_MONEY_MAX + 1),
    IN_TABLE(rotation.seat, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    IN_TABLE(rotation.banker, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    IN_TABLE(rotation.banking, 1, 2),
    IN_TABLE(rotation.nobody, 1, 2),
    IN_TABLE(rack, 2, 3),
    IN_TABLE(ticks.of[0], BIT(ROOM_STEP_FEE), BIT(ROOM_STEP_OPEN)),
    IN_TABLE(ticks.of[UTH_SEATS_MAX], BIT(ROOM_STEP_RACK_HAND), BIT(ROOM_STEP_COUNT)),
    IN_TABLE(seats[0].chips, 0, -1),
    IN_TABLE(LAST(chips), UTH_MONEY_MAX, UTH_MONEY_MAX + 1),
    IN_TABLE(seats[0].bank, 0, -1),
    IN_TABLE(LAST(bank), UTH_MONEY_MAX, UTH_MONEY_MAX + 1),
    IN_TABLE(LAST(role), ROOM_ROLE_COUNT - 1, ROOM_ROLE_COUNT),
    IN_TABLE(LAST(leaving), ROOM_UNSEATED, ROOM_UNSEATED + 1),
    IN_TABLE(LAST(committed), 1, 2),
    IN_TABLE(LAST(revealed), 0, 1), // nothing was committed to
    IN_TABLE(rostered, 1, 2),
};

static void a_new_table_is_closed_and_paused(void **state)
{
    (void)state;
    static struct room_table table;
    memset(&table, 0xff, sizeof table);
    room_table_init(&table, 9);
    assert_int_equal(table.id, 9);
    assert_int_equal(table.state, ROOM_STATE_CLOSED);
    assert_int_equal(table.paused, 1);
    assert_true(room_table_is_valid(&table));
}

static void a_table_is_sound_up_to_its_limits(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    for (size_t i = 0; i < EACH(in_tables); i++) {
        struct room_table table = *TABLE;
        plant(&table, &in_tables[i], in_tables[i].last);
        if (!room_table_is_valid(&table)) {
            fail_msg("the last %s is refused", in_tables[i].what);
        }
        plant(&table, &in_tables[i], in_tables[i].beyond);
        if (room_table_is_valid(&table)) {
            fail_msg("%s beyond its limit is accepted", in_tables[i].what);
        }
    }
}

// ROT-1
static void a_draw_has_one_card_of_the_deck_for_each_seat_that_drew(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    struct room_table table = *TABLE;
    table.drawn = 1U << 1 | 1U << 7;
    table.draw[1] = UTH_DECK_SIZE - 1;
    table.draw[7] = 0;
    table.draw[2] = UTH_DECK_SIZE; // of a seat that did not draw
    assert_true(room_table_is_valid(&table));
    table.draw[7] = UTH_DECK_SIZE - 1;
    assert_false(room_table_is_valid(&table));
    table.draw[7] = UTH_DECK_SIZE;
    assert_false(room_table_is_valid(&table));
}

// GM-8
static void a_call_names_who_called_and_who_came(void **state)
{
    (void)state;
    struct room_fact fact = room_fact_of(ROOM_FACT_CALL, 0);
    struct room_call *call = &fact.as.call;
    assert_true(room_fact_is_valid(&fact));
    call->by = DEALER;
    assert_false(room_fact_is_valid(&fact)); // nobody has called
    call->state = ROOM_CALL_OPEN;
    assert_true(room_fact_is_valid(&fact));
    call->taken_by = SUPERVISOR;
    assert_false(room_fact_is_valid(&fact)); // nobody has come
    call->state = ROOM_CALL_TAKEN;
    assert_true(room_fact_is_valid(&fact));
    static const struct limit limits[] = {
        LIMIT(struct room_call, reason, ROOM_CALL_COUNT - 1, ROOM_CALL_COUNT),
        LIMIT(struct room_call, state, ROOM_CALL_TAKEN, ROOM_CALL_TAKEN + 1),
        LIMIT(struct room_call, since_ms, LATEST, LATEST + 1),
        LIMIT(struct room_call, taken_ms, LATEST, LATEST + 1),
        LIMIT(struct room_call, taken_by, SUPERVISOR, 0),
        LIMIT(struct room_call, by, DEALER, 0),
        LIMIT(struct room_call, note[ROOM_NOTE_MAX - 2], 'x', 'x'),
        LIMIT(struct room_call, note[ROOM_NOTE_MAX - 1], 0, 'x'),
    };
    for (size_t i = 0; i < EACH(limits); i++) {
        const struct room_call before = *call;
        plant(call, &limits[i], limits[i].last);
        assert_true(room_fact_is_valid(&fact));
        plant(call, &limits[i], limits[i].beyond);
        const bool same = limits[i].last == limits[i].beyond;
        if (room_fact_is_valid(&fact) != same) {
            fail_msg("a call with %s", limits[i].what);
        }
        *call = before;
    }
    struct room_table table = *TABLE;
    assert_true(room_table_is_valid(&table));
    table.call.by = DEALER;
    assert_false(room_table_is_valid(&table));
}

// The commands that are remembered: ids fall, zeros stand behind the last, nobody stands there twice.
static void what_is_remembered_of_commands_has_an_order(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_table good = *TABLE;
    memset(good.recent, 0, sizeof good.recent);
    good.recent[0] = (struct room_recent){.person = 1, .ids = {9, 8, 3}};
    good.recent[1] = (struct room_recent){.person = ROOM_SYSTEM - 1, .ids = {1}};
    assert_true(room_table_is_valid(&good));

    struct room_table table = good;
    table.recent[0].ids[1] = 9; // the same twice
    assert_false(room_table_is_valid(&table));
    table.recent[0].ids[1] = 10;
    assert_false(room_table_is_valid(&table));
    table = good;
    table.recent[0].ids[ROOM_RECENT_IDS - 1] = 1; // behind a zero
    assert_false(room_table_is_valid(&table));
    table = good;
    table.recent[1].person = ROOM_SYSTEM;
    assert_false(room_table_is_valid(&table));
    table = good;
    table.recent[1].person = 1;
    assert_false(room_table_is_valid(&table));
    table = good;
    table.recent[1].ids[0] = 0;
    assert_false(room_table_is_valid(&table));
    table = good;
    table.recent[1].person = 0; // an id of nobody's
    assert_false(room_table_is_valid(&table));
    table = good;
    table.recent[3] = (struct room_recent){.person = 2, .ids = {1}}; // a gap before it
    assert_false(room_table_is_valid(&table));
}

// ---- facts ------------------------------------------------------------------------------------

struct fact_limit {
    enum room_fact_kind kind;
    struct limit limit;
};

#define OF_FACT(kind, field, last, beyond)                                                         \
    {                                                                                              \
        ROOM_FACT_##kind, LIMIT(struct room_fact, field, last, beyond)                             \
    }

static const struct fact_limit in_facts[] = {
    OF_FACT(SAT, seat, 1, 0),
    OF_FACT(SAT, seat, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    OF_FACT(SAT, small[ROOM_SMALL_SAT_ROLE], ROOM_ROLE_COUNT - 1, ROOM_ROLE_COUNT),
    OF_FACT(SEAT, seat, 1, 0),
    OF_FACT(SEAT, seat, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    OF_FACT(SEAT, small[ROOM_SMALL_SEAT_LEAVING], ROOM_UNSEATED, ROOM_UNSEATED + 1),
    OF_FACT(SEAT, as.posted.bank, 0, -1),
    OF_FACT(SEAT, as.posted.bank, UTH_MONEY_MAX, UTH_MONEY_MAX + 1),
    OF_FACT(STOOD, seat, 1, 0),
    OF_FACT(STOOD, seat, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    OF_FACT(ANSWERED, as.answered.id, 1, 0),
    OF_FACT(ANSWERED, as.answered.person, 1, 0),
    OF_FACT(ANSWERED, as.answered.person, ROOM_SYSTEM - 1, ROOM_SYSTEM),
    OF_FACT(ROTATION, as.bank.rotation.seat, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    OF_FACT(PART_COMMITTED, seat, 1, 0),
    OF_FACT(PART_COMMITTED, seat, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    OF_FACT(PART_REVEALED, seat, 1, 0),
    OF_FACT(PART_REVEALED, seat, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    OF_FACT(WITHHELD, seat, 1, 0),
    OF_FACT(WITHHELD, seat, UTH_SEATS_MAX, UTH_SEATS_MAX + 1),
    OF_FACT(WITHHELD, small[ROOM_SMALL_WITHHELD_ROLE], ROOM_ROLE_COUNT - 1, ROOM_ROLE_COUNT),
    OF_FACT(WITHHELD, as.withheld.player, 1, 0),
    OF_FACT(STATE, small[ROOM_SMALL_STATE_STATE], ROOM_STATE_COUNT - 1, ROOM_STATE_COUNT),
    OF_FACT(STATE, as.state.since_ms, LATEST, LATEST + 1),
    OF_FACT(STATE, as.state.deadline_ms, LATEST, LATEST + 1),
    OF_FACT(PIT, small[ROOM_SMALL_PIT_COMMAND], ROOM_COMMAND_COUNT - 1, ROOM_COMMAND_COUNT),
    OF_FACT(TICKED, small[ROOM_SMALL_TICKED_AS], ROOM_SKIPPED, ROOM_TICKED_COUNT),
    OF_FACT(TICKED, as.ticked.ticks.of[0], BIT(ROOM_STEP_FEE), BIT(ROOM_STEP_DEAL)),
    OF_FACT(RACK, small[ROOM_SMALL_RACK_DECK], 2, 3),
    OF_FACT(COMMITTED, as.seed.provider[0], 'R', '\n'),
    OF_FACT(COMMITTED, as.seed.draw[7], UTH_DECK_SIZE - 1, UTH_DECK_SIZE),
    OF_FACT(DRAWN, as.seed.draw[7], UTH_DECK_SIZE - 1, UTH_DECK_SIZE),
    OF_FACT(DRAWN, kind, ROOM_FACT_DRAWN, ROOM_FACT_COUNT),
};

// At seat 8, with what else it needs.
static struct room_fact sound_fact(enum room_fact_kind kind)
{
    struct room_fact fact = room_fact_of(kind, UTH_SEATS_MAX);
    if (kind == ROOM_FACT_ANSWERED) {
        fact.as.answered.id = 1;
        fact.as.answered.person = 1;
    }
    if (kind == ROOM_FACT_WITHHELD) {
        fact.as.withheld.player = 1;
    }
    if (kind == ROOM_FACT_DRAWN || kind == ROOM_FACT_COMMITTED) {
        fact.small[ROOM_SMALL_DRAWN_SEATS] = 1U << (UTH_SEATS_MAX - 1);
    }
    return fact;
}

static void a_fact_is_sound_up_to_its_limits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROOM_FACT_COUNT; i++) {
        const struct room_fact fact = sound_fact((enum room_fact_kind)i);
        assert_true(room_fact_is_valid(&fact));
    }
    for (size_t i = 0; i < EACH(in_facts); i++) {
        struct room_fact fact = sound_fact(in_facts[i].kind);
        const struct limit *limit = &in_facts[i].limit;
        plant(&fact, limit, limit->last);
        if (!room_fact_is_valid(&fact)) {
            fail_msg("fact %d: the last %s is refused", in_facts[i].kind, limit->what);
        }
        plant(&fact, limit, limit->beyond);
        if (room_fact_is_valid(&fact)) {
            fail_msg("fact %d: %s beyond its limit is accepted", in_facts[i].kind, limit->what);
        }
    }
}

// ---- batches ----------------------------------------------------------------------------------

static struct room_batch batch;

static void start_batch(void)
{
    room_batch_start(&batch, TABLE, evening.now_ms);
}

static void post(enum uth_posting_reason reason, uint64_t player, uint8_t seat, int64_t cents)
{
    const struct uth_place place = {.player = player, .table = DRIVER_TABLE, .seat = seat};
    batch.postings[batch.posting_count++] =
        uth_posting_make(reason, &place, UTH_WAGER_COUNT, (uth_money){cents});
}

static void a_batch_moves_no_chips_that_are_not_there(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 7, 50000);
    start_batch();
    assert_true(room_can_follow(TABLE, &batch));
    post(UTH_POSTED_CASH_OUT, 1, 7, 50000);
    assert_true(room_can_follow(TABLE, &batch));
    post(UTH_POSTED_CASH_OUT, 1, 7, 1);
    assert_false(room_can_follow(TABLE, &batch));
    post(UTH_POSTED_BUY_IN, 1, 7, 1); // in whatever order: the end counts
    assert_true(room_can_follow(TABLE, &batch));
    start_batch();
    post(UTH_POSTED_BUY_IN, 1, 7, UTH_MONEY_MAX - 50000);
    assert_true(room_can_follow(TABLE, &batch));
    post(UTH_POSTED_BUY_IN, 1, 7, 1);
    post(UTH_POSTED_CASH_OUT, 1, 7, 1); // no cent more on the way there either
    assert_false(room_can_follow(TABLE, &batch));
    start_batch();
    post(UTH_POSTED_CASH_OUT, 1, 1, 1);
    assert_false(room_can_follow(TABLE, &batch));
    batch.postings[0].debit.table = DRIVER_TABLE + 1; // the chips of another table
    assert_true(room_can_follow(TABLE, &batch));
}

// BANK-1
static void a_batch_takes_no_more_away_than_a_provider_has_brought(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    const int64_t bankroll = TABLE->bankroll.cents;
    assert_true(bankroll > 0);
    start_batch();
    post(UTH_POSTED_PROVIDER_WITHDREW, 0, 0, bankroll);
    assert_true(room_can_follow(TABLE, &batch));
    post(UTH_POSTED_PROVIDER_WITHDREW, 0, 0, 1);
    assert_false(room_can_follow(TABLE, &batch));
    start_batch();
    post(UTH_POSTED_PROVIDER_FUNDED, 0, 0, UTH_MONEY_MAX - bankroll);
    assert_true(room_can_follow(TABLE, &batch));
    post(UTH_POSTED_PROVIDER_FUNDED, 0, 0, 1);
    post(UTH_POSTED_PROVIDER_WITHDREW, 0, 0, 1);
    assert_false(room_can_follow(TABLE, &batch));
    start_batch();
    post(UTH_POSTED_PROVIDER_WITHDREW, 0, 0, bankroll);
    post(UTH_POSTED_PROVIDER_WITHDREW, 0, 0, 1);
    batch.postings[1].debit.table = DRIVER_TABLE + 1; // the bankroll of another table
    assert_true(room_can_follow(TABLE, &batch));
}

static void a_batch_is_of_its_table_and_sound_in_every_part(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    assert_phase(UTH_PHASE_BETTING);
    start_batch();
    batch.table++;
    assert_false(room_can_follow(TABLE, &batch));

    start_batch();
    batch.events[0] = (struct uth_event){.kind = UTH_EVENT_WAGERED, .seat = 2};
    batch.events[0].as.stakes[UTH_WAGER_ANTE].cents = 1000;
    batch.events[1] = (struct uth_event){.kind = UTH_EVENT_BETS_CLOSED};
    batch.event_count = 2;
    assert_true(room_can_follow(TABLE, &batch)); // each on the round as the one before left it
    batch.events[0].kind = UTH_EVENT_COUNT;
    assert_false(room_can_follow(TABLE, &batch));

    start_batch();
    post(UTH_POSTED_BUY_IN, 1, 2, 1000);
    batch.postings[0].amount.cents = 0;
    assert_false(room_can_follow(TABLE, &batch));

    start_batch();
    batch.facts[0] = room_fact_of(ROOM_FACT_RACK, 0);
    batch.facts[1] = room_fact_of(ROOM_FACT_RACK, 0);
    batch.fact_count = 2;
    assert_true(room_can_follow(TABLE, &batch));
    batch.facts[0].small[ROOM_SMALL_RACK_DECK] = 3; // what comes behind it does not mend it
    assert_false(room_can_follow(TABLE, &batch));
}

// ---- a table to be played on ------------------------------------------------------------------

static bool can_be_played_on(const struct room_table *table)
{
    const struct room_world world = driver_world(&evening);
    return room_table_can_resume(&world, table);
}

// Every state belongs to the phases of its round.
static void the_state_of_a_table_follows_from_its_round(void **state)
{
    (void)state;
    static const unsigned between =
        1U << ROOM_STATE_CLOSED | 1U << ROOM_STATE_WAITING | 1U << ROOM_STATE_OFFERING;
    static const unsigned states[UTH_PHASE_COUNT] = {
        [UTH_PHASE_IDLE] = between,
        [UTH_PHASE_BETTING] = 1U << ROOM_STATE_BETTING | 1U << ROOM_STATE_SEALED,
        [UTH_PHASE_CLOSED] = 1U << ROOM_STATE_PLAYING,
        [UTH_PHASE_PREFLOP] = 1U << ROOM_STATE_PLAYING,
        [UTH_PHASE_FLOP] = 1U << ROOM_STATE_PLAYING,
        [UTH_PHASE_RIVER] = 1U << ROOM_STATE_PLAYING,
        [UTH_PHASE_SHOWDOWN] = 1U << ROOM_STATE_PLAYING,
        [UTH_PHASE_SETTLED] = 1U << ROOM_STATE_RESULT,
        [UTH_PHASE_OVER] = between,
    };
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    for (unsigned phase = 0; phase < UTH_PHASE_COUNT; phase++) {
        const bool runs = states[phase] != between;
        for (unsigned i = 0; i < ROOM_STATE_COUNT; i++) {
            struct room_table table = *TABLE;
            table.round.phase = (uint8_t)phase;
            table.state = (uint8_t)i;
            table.deadline_ms = 1;
            table.rostered = runs && i != ROOM_STATE_BETTING;
            table.secret_known = runs;
            assert_int_equal(can_be_played_on(&table), states[phase] >> i & 1);
            table.secret_known = !runs; // a round has its secret, and nothing else has one
            assert_false(can_be_played_on(&table));
            table.secret_known = runs;
            table.jackpot = 1;
            assert_int_equal(can_be_played_on(&table),
                             phase == UTH_PHASE_SHOWDOWN && i == ROOM_STATE_PLAYING);
        }
    }
}

static void a_seat_belongs_to_who_may_sit_there(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    struct room_table table = *TABLE;
    struct room_seat *seat = &table.seats[7];
    assert_true(can_be_played_on(&table));
    seat->chips.cents = 1; // nobody's
    assert_false(can_be_played_on(&table));
    seat->player = 1;
    seat->role = ROOM_ROLE_PLAYER;
    assert_true(can_be_played_on(&table));
    const struct {
        enum room_role role;
        uint64_t own, others;
    } automatic[] = {
        {ROOM_ROLE_HOUSE, room_house_player(DRIVER_TABLE, 8), room_house_player(DRIVER_TABLE, 7)},
        {ROOM_ROLE_PROPOSITION, room_proposition_player(DRIVER_TABLE, 8),
         room_proposition_player(DRIVER_TABLE + 1, 8)},
    };
    for (unsigned i = 0; i < EACH(automatic); i++) {
        seat->role = (uint8_t)automatic[i].role;
        seat->player = automatic[i].own;
        assert_true(can_be_played_on(&table));
        seat->player = automatic[i].others;
        assert_false(can_be_played_on(&table));
        seat->player = automatic[1 - i].own;
        assert_false(can_be_played_on(&table));
        seat->role = ROOM_ROLE_PLAYER; // a person under an automatic player's number
        assert_false(can_be_played_on(&table));
    }
}

static void who_plays_a_round_sits_at_the_table(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    struct room_table table = *TABLE;
    assert_phase(UTH_PHASE_BETTING);
    table.round.seats[1].in = 1;
    assert_true(can_be_played_on(&table));
    table.round.seats[7].in = 1;
    assert_false(can_be_played_on(&table));
    table.round.phase = UTH_PHASE_OVER; // a round that is over holds nobody
    table.state = ROOM_STATE_WAITING;
    table.secret_known = 0;
    assert_true(can_be_played_on(&table));
    table = *TABLE;
    table.round.bank_seat = 2; // where the house banks
    assert_false(can_be_played_on(&table));
}

// ROT-1
static void a_round_is_banked_by_who_has_the_position(void **state)
{
    (void)state;
    open_table(CALIFORNIA_8, ROOM_PACE_AUTO);
    sit(1, 2, 100000);
    sit(2, 4, 100000);
    settle_down();
    assert_state(ROOM_STATE_OFFERING);
    struct room_table table = *TABLE;
    table.seats[1].bank.cents = 50; // not in chips, but nobody has taken the position
    assert_true(can_be_played_on(&table));
    table.rotation.banking = true;
    assert_false(can_be_played_on(&table));
    table.rotation.nobody = true;
    assert_true(can_be_played_on(&table));
    table.rotation.nobody = false;
    table.seats[1].bank.cents = 0; // this hand is the last
    assert_true(can_be_played_on(&table));
    table.seats[1].bank.cents = 30000;
    assert_true(can_be_played_on(&table));

    take_bank(1, 30000);
    settle_down();
    assert_phase(UTH_PHASE_BETTING);
    table = *TABLE;
    assert_true(can_be_played_on(&table));
    table.round.bank_seat = 0;
    assert_false(can_be_played_on(&table));
    table.round.bank_seat = 4;
    assert_false(can_be_played_on(&table));
    table = *TABLE;
    table.rotation.banker = 2;
    table.rotation.hands = 2; // a third hand
    assert_false(can_be_played_on(&table));
}

// DEAL-1
static void the_deck_in_play_has_the_rack_to_itself(void **state)
{
    (void)state;
    open_table(WASHINGTON, ROOM_PACE_AUTO);
    sit(1, 2, 50000);
    settle_down();
    struct room_table table = *TABLE;
    table.rack = 1; // until it is dealt
    assert_true(can_be_played_on(&table));
    wager(1, 1000);
    settle_down();
    assert_phase(UTH_PHASE_PREFLOP);
    table = *TABLE;
    assert_true(can_be_played_on(&table));
    table.rack = 1;
    assert_false(can_be_played_on(&table));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_table_is_closed_and_paused),
        cmocka_unit_test(a_table_is_sound_up_to_its_limits),
        cmocka_unit_test(a_draw_has_one_card_of_the_deck_for_each_seat_that_drew),
        cmocka_unit_test(a_call_names_who_called_and_who_came),
        cmocka_unit_test(what_is_remembered_of_commands_has_an_order),
        cmocka_unit_test(a_fact_is_sound_up_to_its_limits),
        cmocka_unit_test(a_batch_moves_no_chips_that_are_not_there),
        cmocka_unit_test(a_batch_takes_no_more_away_than_a_provider_has_brought),
        cmocka_unit_test(a_batch_is_of_its_table_and_sound_in_every_part),
        cmocka_unit_test(the_state_of_a_table_follows_from_its_round),
        cmocka_unit_test(a_seat_belongs_to_who_may_sit_there),
        cmocka_unit_test(who_plays_a_round_sits_at_the_table),
        cmocka_unit_test(a_round_is_banked_by_who_has_the_position),
        cmocka_unit_test(the_deck_in_play_has_the_rack_to_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
