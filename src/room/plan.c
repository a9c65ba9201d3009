// What a table does by itself, and when. One function says what comes next; the clock and the tick
// both ask it, so that a tick at the time it named does something and a tick before does nothing.
#include "room/step.h"

enum due_kind {
    DUE_NOTHING,
    // between rounds
    DUE_CONFIG,
    DUE_STAND,
    DUE_CLOSE_TABLE,
    DUE_REST, // there is nobody to play for, or to bank
    DUE_AUTOMATIC_SIT,
    DUE_AUTOMATIC_TOP_UP,
    DUE_GAME_FINISH,
    DUE_BANK_START,
    DUE_BANK_ANNOUNCE,
    DUE_BANK_PASS,
    DUE_AUTOMATIC_BANK,
    DUE_OPEN,
    // the window
    DUE_AUTOMATIC_WAGER,
    DUE_WINDOW_ANEW,
    DUE_CALL_OFF,
    DUE_NO_MORE_BETS,
    // sealed
    DUE_CLOSE_BETS,
    DUE_CALL_OFF_WITHHELD,
    // the streets
    DUE_DEAL,
    DUE_AUTOMATIC_DECIDE,
    DUE_TIME_OUT,
    DUE_TURN,
    // the showdown
    DUE_SHOW,
    DUE_CONFIRM,
    DUE_CALL_SUPERVISOR,
    DUE_SETTLE,
    DUE_END,
};

struct due {
    enum due_kind kind;
    uint8_t seat;
    int64_t at_ms;
};

#define NOW INT64_MIN

static struct due due_now(enum due_kind kind, uint8_t seat)
{
    return (struct due){kind, seat, NOW};
}

static struct due nothing(void)
{
    return (struct due){DUE_NOTHING, 0, INT64_MAX};
}

// The earlier of two; the first when they fall together.
static struct due earlier(struct due a, struct due b)
{
    return b.at_ms < a.at_ms ? b : a;
}

static bool is_auto(const struct room_table *table)
{
    return table->config.pace == ROOM_PACE_AUTO;
}

// ---- who is there -----------------------------------------------------------------------------

bool room_is_playable(const struct room_world *world, const struct room_table *table)
{
    unsigned active = 0;
    bool for_somebody = world->watchers > 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        active += room_seat_is_active(seat);
        for_somebody = for_somebody || (room_seat_is_human(seat) && room_seat_is_active(seat));
    }
    return for_somebody && active >= (room_is_banked_by_player(world) ? 2U : 1U);
}

// BET-7: the spots a person holds beyond those the rules allow since they changed; the first stay.
static bool is_beyond(const struct room_world *world, const struct room_table *table, uint8_t seat)
{
    const unsigned before = (1U << (seat - 1)) - 1;
    const unsigned held = room_seats_of(table, room_seat_read(table, seat)->player);
    return uth_seat_set_count((uth_seat_set)(held & before)) >= world->rules->spots_per_player;
}

// Who is to stand up: whoever wishes to, was absent too long, or lost the seat with the old rules.
static bool has_to_stand(const struct room_world *world, const struct room_table *table,
                         uint8_t seat)
{
    const struct room_seat *state = room_seat_read(table, seat);
    const uint32_t patience = table->config.absent_rounds;
    if (state->player == 0 || uth_ledger_may_cash_out(&table->round, seat) != UTH_OK) {
        return false;
    }
    return state->leaving || seat > world->rules->seats || is_beyond(world, table, seat) ||
           (patience != 0 && state->absent >= patience);
}

static uint8_t first_to_stand(const struct room_world *world, const struct room_table *table)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (has_to_stand(world, table, seat)) {
            return seat;
        }
    }
    return 0;
}

// ---- between rounds ---------------------------------------------------------------------------

// Who took the position is asked again when somebody comes: it may be long after.
static struct due rest(const struct room_table *table)
{
    const bool rests = table->state == ROOM_STATE_WAITING && !table->rotation.banking;
    return rests ? nothing() : due_now(DUE_REST, 0);
}

static struct due offered(const struct room_world *world, const struct room_table *table)
{
    const uint8_t seat = table->rotation.seat;
    if (!room_bank_is_able(world, table, seat)) {
        return due_now(DUE_BANK_PASS, seat);
    }
    if (table->state != ROOM_STATE_OFFERING) {
        return due_now(DUE_BANK_ANNOUNCE, seat);
    }
    if (room_seat_is_automatic(room_seat_read(table, seat))) {
        return due_now(DUE_AUTOMATIC_BANK, seat);
    }
    return table->deadline_ms == 0 ? nothing()
                                   : (struct due){DUE_BANK_PASS, seat, table->deadline_ms};
}

static struct due bank_or_open(const struct room_world *world, const struct room_table *table)
{
    const struct uth_rotation *rotation = &table->rotation;
    if (room_is_banked_by_player(world)) {
        if (rotation->nobody) {
            return rest(table);
        }
        if (rotation->seat == 0) {
            return room_bank_waits_for_name(world->rules, table) ? rest(table)
                                                                 : due_now(DUE_BANK_START, 0);
        }
        if (!rotation->banking) {
            return offered(world, table);
        }
        if (!room_bank_stays(world, table)) {
            return due_now(DUE_BANK_PASS, rotation->seat);
        }
    }
    return is_auto(table) ? due_now(DUE_OPEN, 0) : nothing(); // the dealer opens
}

static struct due automatic_players(const struct room_world *world, const struct room_table *table)
{
    const uint8_t leaves = room_automatic_leaves(world, table);
    const uint8_t joins = room_automatic_joins(world, table);
    const uint8_t tops_up = room_automatic_tops_up(world, table);
    if (leaves != 0) {
        return due_now(DUE_STAND, leaves);
    }
    if (joins != 0) {
        return due_now(DUE_AUTOMATIC_SIT, joins);
    }
    return tops_up != 0 ? due_now(DUE_AUTOMATIC_TOP_UP, tops_up) : nothing();
}

static struct due between_rounds(const struct room_world *world, const struct room_table *table)
{
    if (table->config_waits) {
        return due_now(DUE_CONFIG, 0);
    }
    const uint8_t stands = first_to_stand(world, table);
    if (stands != 0) {
        return due_now(DUE_STAND, stands);
    }
    if (room_game_is_left(world, table)) {
        return due_now(DUE_GAME_FINISH, 0);
    }
    if (table->paused) {
        return table->state == ROOM_STATE_CLOSED ? nothing() : due_now(DUE_CLOSE_TABLE, 0);
    }
    const struct due automatic = automatic_players(world, table);
    if (automatic.kind != DUE_NOTHING) {
        return automatic;
    }
    return room_is_playable(world, table) ? bank_or_open(world, table) : rest(table);
}

// ---- the window -------------------------------------------------------------------------------

// Everyone who could still bet has said that they have finished, and somebody is there to say it.
static bool all_ready(const struct room_table *table)
{
    bool anyone = false;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct room_seat *state = room_seat_read(table, seat);
        if (!room_seat_is_human(state) || !room_seat_is_active(state)) {
            continue;
        }
        if (!state->ready && seat != table->round.bank_seat) {
            return false;
        }
        anyone = true;
    }
    return anyone;
}

// Automatic players take their time while people take theirs; one person alone who is done is not kept
// waiting by them.
static int64_t think(const struct room_world *world, const struct room_table *table, bool done)
{
    return done && room_is_alone(table) ? 0
                                        : room_automatic_of(world->rules, &table->config).think_ms;
}

// A player-dealer who wants to go is not held by a window in which nobody bets.
static bool banker_waits(const struct room_table *table)
{
    const uint8_t seat = table->round.bank_seat;
    return seat == 0 || room_seat_is_active(room_seat_read(table, seat));
}

static struct due window_closes(const struct room_world *world, const struct room_table *table,
                                bool automatic_pending)
{
    if (!room_anyone_wagered(table)) {
        const bool again = room_is_playable(world, table) && banker_waits(table);
        return (struct due){again ? DUE_WINDOW_ANEW : DUE_CALL_OFF, 0, table->deadline_ms};
    }
    if (room_game_bets(table) != 0 && world->meter_busy) {
        return nothing();
    }
    const bool early = all_ready(table) && !automatic_pending;
    return (struct due){DUE_NO_MORE_BETS, 0, early ? NOW : table->deadline_ms};
}

static struct due betting(const struct room_world *world, const struct room_table *table)
{
    const uint8_t stands = first_to_stand(world, table);
    if (stands != 0) {
        return due_now(DUE_STAND, stands);
    }
    if (room_game_is_left(world, table)) {
        return due_now(DUE_GAME_FINISH, 0);
    }
    const int64_t think_ms = think(world, table, all_ready(table));
    struct due next = nothing();
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX && next.kind == DUE_NOTHING; seat++) {
        if (room_automatic_wagers(world, table, seat)) {
            next = (struct due){DUE_AUTOMATIC_WAGER, seat, table->since_ms + think_ms};
        }
    }
    if (is_auto(table)) {
        next = earlier(next, window_closes(world, table, next.kind != DUE_NOTHING));
    }
    return next;
}

// ---- sealed -----------------------------------------------------------------------------------

// Whoever deals, the clock goes on from here: nobody may choose whether to wait.
static struct due sealed(const struct room_world *world, const struct room_table *table)
{
    if (room_parts_missing(table) != 0) {
        return (struct due){DUE_CALL_OFF_WITHHELD, 0, room_reveal_until(world, table)};
    }
    const bool waits = room_game_bets(table) != 0 && world->meter_busy;
    return waits ? nothing() : due_now(DUE_CLOSE_BETS, 0);
}

// ---- the streets ------------------------------------------------------------------------------

static bool person_awaited(const struct room_table *table)
{
    bool awaited = false;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        awaited = awaited || (room_seat_is_human(room_seat_read(table, seat)) &&
                              uth_round_awaits(&table->round, seat));
    }
    return awaited;
}

static struct due street(const struct room_world *world, const struct room_table *table)
{
    if (!room_anyone_awaited(table)) {
        return is_auto(table) ? due_now(DUE_TURN, 0) : nothing();
    }
    const int64_t think_ms = think(world, table, !person_awaited(table));
    struct due next = nothing();
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX && next.kind == DUE_NOTHING; seat++) {
        if (room_seat_is_automatic(room_seat_read(table, seat)) &&
            uth_round_awaits(&table->round, seat)) {
            next = (struct due){DUE_AUTOMATIC_DECIDE, seat, table->since_ms + think_ms};
        }
    }
    if (table->deadline_ms != 0) {
        next = earlier(next, (struct due){DUE_TIME_OUT, 0, table->deadline_ms});
    }
    return next;
}

// ---- the showdown -----------------------------------------------------------------------------

static struct due winners(const struct room_world *world, const struct room_table *table,
                          const struct uth_station *station)
{
    const uint8_t seat = room_next_win(station);
    if (seat == 0) {
        return due_now(DUE_SETTLE, 0);
    }
    if (table->jackpot) {
        return nothing();
    }
    if (room_game_needs_person(world, table, seat)) {
        return due_now(DUE_CALL_SUPERVISOR, seat);
    }
    // Another table's key holds the meter: when it is back at RUN the table is asked again.
    return world->meter->frozen_at != 0 ? nothing() : due_now(DUE_CONFIRM, seat);
}

static struct due showdown(const struct room_world *world, const struct room_table *table)
{
    const struct due settle = is_auto(table) ? due_now(DUE_SETTLE, 0) : nothing();
    if (room_game_bets(table) == 0) {
        return settle;
    }
    const struct uth_station *station;
    const enum uth_status status = room_game_reach(world, table, &station);
    if (status != UTH_OK) {
        return status == UTH_ERR_BUSY || room_game_has_winner(world, table) ? nothing() : settle;
    }
    if (!station->shown) {
        return due_now(DUE_SHOW, 0);
    }
    return is_auto(table) ? winners(world, table, station) : nothing();
}

// Was it settled while the meter could not be reached? Then the controller has yet to be told.
static bool is_to_be_shown(const struct room_world *world, const struct room_table *table)
{
    const struct uth_station *station;
    return room_game_bets(table) != 0 && room_game_reach(world, table, &station) == UTH_OK &&
           !station->shown;
}

static struct due result(const struct room_world *world, const struct room_table *table)
{
    if (is_to_be_shown(world, table)) {
        return due_now(DUE_SHOW, 0);
    }
    if (!is_auto(table) || (room_game_bets(table) != 0 && world->meter_busy)) {
        return nothing();
    }
    return (struct due){DUE_END, 0, table->deadline_ms};
}

static struct due what_is_due(const struct room_world *world, const struct room_table *table)
{
    if (table->config.profile == 0) {
        return nothing(); // not configured yet
    }
    switch ((enum uth_phase)table->round.phase) {
    case UTH_PHASE_IDLE:
    case UTH_PHASE_OVER: return between_rounds(world, table);
    case UTH_PHASE_BETTING:
        return table->state == ROOM_STATE_SEALED ? sealed(world, table) : betting(world, table);
    case UTH_PHASE_CLOSED: return is_auto(table) ? due_now(DUE_DEAL, 0) : nothing();
    case UTH_PHASE_PREFLOP:
    case UTH_PHASE_FLOP:
    case UTH_PHASE_RIVER: return street(world, table);
    case UTH_PHASE_SHOWDOWN: return showdown(world, table);
    case UTH_PHASE_SETTLED: return result(world, table);
    case UTH_PHASE_COUNT: break;
    }
    UTH_CHECK(!"a phase we know");
}

// ---- doing it ---------------------------------------------------------------------------------

static enum uth_status settle(struct step *step)
{
    const struct uth_station *station;
    const enum uth_status status = room_settle(step);
    if (status == UTH_OK && room_game_bets(step->table) != 0 &&
        room_game_reach(step->world, step->table, &station) == UTH_OK) {
        room_game_pay(step);
    }
    return status;
}

// The game ends with the round, so that until then both can be voided.
static enum uth_status end(struct step *step)
{
    const struct uth_station *station;
    enum uth_status status = UTH_OK;
    if (room_game_bets(step->table) != 0 &&
        room_game_reach(step->world, step->table, &station) == UTH_OK) {
        status = room_game_finish(step);
    }
    return status == UTH_OK ? room_end(step) : status;
}

bool room_may_next(const struct room_table *table, uint8_t seat)
{
    return table->state == ROOM_STATE_RESULT && is_auto(table) &&
           room_seat_is_active(room_seat_read(table, seat)) && room_is_alone(table);
}

// What the clock does at the end of the result, before it.
enum uth_status room_next(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)command;
    if (!room_may_next(step->table, seat)) {
        return UTH_ERR_NOT_NOW;
    }
    // The meter is on its way to or from another table: in a moment.
    return result(step->world, step->table).kind == DUE_END ? end(step) : UTH_ERR_BUSY;
}

static void rest_now(struct step *step)
{
    struct uth_rotation rotation = step->table->rotation;
    if (rotation.banking) {
        rotation.banking = false;
        step_rotation(step, &rotation, step->table->last_banker);
    }
    step_state(step, ROOM_STATE_WAITING, 0);
}

static enum uth_status do_due(struct step *step, struct due due)
{
    switch (due.kind) {
    case DUE_NOTHING: break;
    case DUE_CONFIG: {
        const struct room_config config = step->table->waiting;
        room_config_in_force(step, &config);
        break;
    }
    case DUE_STAND: room_stand_up(step, due.seat); break;
    case DUE_CLOSE_TABLE: step_state(step, ROOM_STATE_CLOSED, 0); break;
    case DUE_REST: rest_now(step); break;
    case DUE_AUTOMATIC_SIT: room_automatic_sit(step, due.seat); break;
    case DUE_AUTOMATIC_TOP_UP: room_automatic_buy_in(step, due.seat); break;
    case DUE_GAME_FINISH: return room_game_finish(step);
    case DUE_BANK_START: room_bank_start(step); break;
    case DUE_BANK_ANNOUNCE: room_bank_announce(step); break;
    case DUE_BANK_PASS: room_bank_pass(step); break;
    case DUE_AUTOMATIC_BANK: room_automatic_take_bank(step, due.seat); break;
    case DUE_OPEN: return room_open(step);
    case DUE_AUTOMATIC_WAGER: room_automatic_wager(step, due.seat); break;
    case DUE_WINDOW_ANEW: room_window_anew(step); break;
    case DUE_CALL_OFF: return room_void(step);
    case DUE_NO_MORE_BETS: return room_no_more_bets(step);
    case DUE_CLOSE_BETS: return room_close_bets(step);
    case DUE_CALL_OFF_WITHHELD: return room_call_off_withheld(step);
    case DUE_DEAL: return room_deal(step);
    case DUE_AUTOMATIC_DECIDE: room_automatic_decide(step, due.seat); break;
    case DUE_TIME_OUT: return room_time_out(step);
    case DUE_TURN: return room_turn(step);
    case DUE_SHOW: room_game_show(step); break;
    case DUE_CONFIRM: return room_game_confirm(step, due.seat, UTH_AUTHORITY_SUPERVISOR);
    case DUE_CALL_SUPERVISOR: step_flags(step, step->table->paused, true); break;
    case DUE_SETTLE: return settle(step);
    case DUE_END: return end(step);
    }
    return UTH_OK;
}

bool room_tick(const struct room_world *world, struct room_table *table, struct room_batch *batch)
{
    UTH_CHECK(batch->table == table->id);
    UTH_CHECK(room_batch_has_space(batch));

    const struct due due = what_is_due(world, table);
    if (due.kind == DUE_NOTHING || due.at_ms > world->now_ms) {
        return false;
    }
    struct step step = {.world = world, .table = table, .batch = batch, .who = ROOM_SYSTEM};
    // What is due was looked at before it was called so: it cannot be refused.
    UTH_CHECK(do_due(&step, due) == UTH_OK);
    return true;
}

int64_t room_wake_ms(const struct room_world *world, const struct room_table *table)
{
    const int64_t at_ms = what_is_due(world, table).at_ms;
    return at_ms < world->now_ms ? world->now_ms : at_ms;
}
