// The round at this table: from "place your bets" to the next one. What is legal is the round's to
// say (uth/round.h); here it meets chips, limits and the clock.
#include "room/step.h"

#include <string.h>

static struct uth_command simple(enum uth_command_kind kind)
{
    return (struct uth_command){.kind = kind};
}

bool room_takes_part(const struct room_table *table, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    return table->round.seats[seat - 1].in != 0 || table->round.bank_seat == seat;
}

bool room_anyone_wagered(const struct room_table *table)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (table->round.seats[i].in) {
            return true;
        }
    }
    return false;
}

bool room_anyone_awaited(const struct room_table *table)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_round_awaits(&table->round, seat)) {
            return true;
        }
    }
    return false;
}

// ---- "place your bets" ------------------------------------------------------------------------

enum uth_status room_open(struct step *step)
{
    const struct room_table *table = step->table;
    const struct room_world *world = step->world;
    struct uth_command command = simple(UTH_COMMAND_OPEN);
    if (room_round_runs(table)) {
        return UTH_ERR_NOT_NOW; // before anybody asks for a bank
    }
    if (room_is_banked_by_player(world)) {
        if (!room_bank_stays(world, table)) {
            return UTH_ERR_NO_BANK;
        }
        command.bank_seat = table->rotation.seat;
        command.bank_wager = room_seat_read(table, command.bank_seat)->bank;
    }
    struct room_fact secret = room_fact_of(ROOM_FACT_SECRET, 0);
    struct room_fact committed = room_fact_of(ROOM_FACT_COMMITTED, 0);
    memcpy(secret.as.seed.bytes, world->random, ROOM_SECRET);
    world->commit(world->context, secret.as.seed.bytes, committed.as.seed.bytes);
    committed.as.seed.profile = table->config.profile;
    memcpy(committed.as.seed.provider, table->config.provider, ROOM_NAME_MAX);
    committed.small[ROOM_SMALL_DRAWN_SEATS] = table->drawn;
    memcpy(committed.as.seed.draw, table->draw, sizeof table->draw);

    const enum uth_status status = step_round(step, &command);
    if (status == UTH_OK) {
        step_fact(step, &secret);
        step_fact(step, &committed);
        const bool timed = table->config.pace == ROOM_PACE_AUTO;
        step_state(step, ROOM_STATE_BETTING,
                   timed ? room_after(world, table->config.betting_ms) : 0);
    }
    return status;
}

// ---- wagers -----------------------------------------------------------------------------------

// Amounts in range, so that seven of them can be added up.
static enum uth_status add_up(const uth_money stakes[UTH_WAGER_COUNT], int64_t *sum)
{
    *sum = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (!uth_money_in_range(stakes[i].cents)) {
            return UTH_ERR_MONEY_OVERFLOW;
        }
        *sum += stakes[i].cents;
    }
    return UTH_OK;
}

static int64_t lies_at(const struct room_table *table, uint8_t seat)
{
    int64_t sum;
    UTH_CHECK(add_up(table->round.seats[seat - 1].stakes, &sum) == UTH_OK);
    return sum;
}

// What a person could still lose at the other spots in this round: limits are the person's, not the
// spot's. Fees and the Progressive are paid when bets close, settled wagers with their settlement.
static int64_t lies_elsewhere(const struct room_world *world, const struct room_table *table,
                              uint8_t seat)
{
    const uth_seat_set held = room_seats_of(table, room_seat_read(table, seat)->player);
    const bool open = table->round.phase == UTH_PHASE_BETTING;
    int64_t sum = 0;
    for (uint8_t other = 1; other <= UTH_SEATS_MAX; other++) {
        const struct uth_round_seat *state = &table->round.seats[other - 1];
        if (other == seat || !uth_seat_set_has(held, other) || !state->in) {
            continue;
        }
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            const bool gone = (state->settled >> i & 1) != 0 || (uth_wagers[i].on_meter && !open);
            sum += gone ? 0 : state->stakes[i].cents;
        }
        sum += open ? uth_fee_of_player(world->rules).cents : 0;
    }
    return sum;
}

// What the round cannot know: their chips, with the fee they will owe, and the limits they have set.
static enum uth_status admit_wager(const struct step *step, const struct room_command *command,
                                   uint8_t seat, int64_t sum)
{
    const struct room_table *table = step->table;
    const struct room_seat *state = room_seat_read(table, seat);
    if (state->leaving == ROOM_UNSEATED) {
        return UTH_ERR_NOT_SEATED;
    }
    if (command->stakes[UTH_WAGER_PROGRESSIVE].cents != 0) {
        const enum uth_status status = room_game_admit(step->world, table);
        if (status != UTH_OK) {
            return status;
        }
    }
    const int64_t at_risk = sum + uth_fee_of_player(step->world->rules).cents;
    if (at_risk > state->chips.cents + lies_at(table, seat)) {
        return UTH_ERR_NOT_ENOUGH;
    }
    if (room_time_is_up(step->world, &command->who)) {
        return UTH_ERR_OWN_TIME_LIMIT;
    }
    const int64_t in_all = at_risk + lies_elsewhere(step->world, table, seat);
    return room_may_lose(&command->who, in_all) ? UTH_OK : UTH_ERR_OWN_LOSS_LIMIT;
}

// A muted player plays on without a part.
static enum uth_status commit_with_wager(struct step *step, const struct room_command *command,
                                         uint8_t seat)
{
    const enum uth_status status =
        command->committed ? room_commit_part(step, command, seat) : UTH_OK;
    return status == UTH_ERR_PART_MUTED ? UTH_OK : status;
}

enum uth_status room_wager(struct step *step, const struct room_command *command, uint8_t seat)
{
    const struct room_world *world = step->world;
    struct uth_command wager = {.kind = UTH_COMMAND_WAGER, .seat = seat};
    memcpy(wager.stakes, command->stakes, sizeof wager.stakes);
    int64_t sum;
    enum uth_status status = add_up(command->stakes, &sum);
    if (step->table->state == ROOM_STATE_CLOSED) {
        return UTH_ERR_TABLE_CLOSED;
    }
    if (step->table->state == ROOM_STATE_SEALED) {
        return UTH_ERR_BETS_CLOSED;
    }
    struct uth_events events = {.count = 0};
    if (status == UTH_OK) {
        status = uth_round_decide(world->rules, &step->table->round, &wager, &events);
    }
    const bool plays = sum != 0;
    if (status == UTH_OK && plays) {
        status = admit_wager(step, command, seat, sum);
    }
    if (status == UTH_OK) {
        status = commit_with_wager(step, command, seat);
    }
    if (status != UTH_OK) {
        return status;
    }
    step_events(step, &events);
    struct room_seat changed = *room_seat_read(step->table, seat);
    changed.ready = command->ready;
    if (plays) {
        changed.sits_out = 0;
        changed.leaving = ROOM_STAYS;
        changed.absent = 0;
    }
    step_seat(step, seat, &changed);
    return UTH_OK;
}

// ---- "no more bets" ---------------------------------------------------------------------------

// The table goes on without the wagers its meter does not take.
static void return_progressives(struct step *step)
{
    const unsigned bets = room_game_bets(step->table);
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has((uth_seat_set)bets, seat)) {
            struct uth_command wager = {.kind = UTH_COMMAND_WAGER, .seat = seat};
            memcpy(wager.stakes, step->table->round.seats[seat - 1].stakes, sizeof wager.stakes);
            wager.stakes[UTH_WAGER_PROGRESSIVE] = (uth_money){0};
            UTH_CHECK(step_round(step, &wager) == UTH_OK);
        }
    }
}

// A window has passed: who had no wager in it was absent.
static void count_absent(struct step *step, bool ready_again)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        struct room_seat changed = *room_seat_read(step->table, seat);
        const bool in = step->table->round.seats[seat - 1].in != 0;
        if (!room_seat_is_human(&changed) || step->table->round.bank_seat == seat) {
            continue;
        }
        if (!in && changed.absent < UINT8_MAX) {
            changed.absent++;
        }
        if (ready_again) {
            changed.ready = 0;
        }
        step_seat(step, seat, &changed);
    }
}

static enum uth_status game_may_start(const struct step *step)
{
    return room_game_bets(step->table) != 0 ? room_game_may_start(step) : UTH_OK;
}

enum uth_status room_take_progressives(struct step *step)
{
    const enum uth_status status = game_may_start(step);
    if (status != UTH_OK && status != UTH_ERR_BUSY) {
        return_progressives(step);
    }
    return status == UTH_ERR_BUSY ? status : UTH_OK;
}

// The server may know the cards by now: a jackpot it sees coming is not to be had by a meter that goes.
enum uth_status room_close_bets(struct step *step)
{
    const enum uth_status may = game_may_start(step);
    if (may != UTH_OK) {
        return may == UTH_ERR_BUSY ? may : room_void(step);
    }
    const struct uth_command command = simple(UTH_COMMAND_CLOSE_BETS);
    const enum uth_status status = step_round(step, &command);
    if (status == UTH_OK) {
        count_absent(step, false);
        step_state(step, ROOM_STATE_PLAYING, 0);
    }
    // The sensors' COIN IN or START GAME; where a person deals it is a button.
    const bool starts = status == UTH_OK && step->table->config.pace == ROOM_PACE_AUTO &&
                        room_game_bets(step->table) != 0;
    return starts ? room_game_start(step) : status;
}

void room_window_anew(struct step *step)
{
    count_absent(step, true);
    step_state(step, ROOM_STATE_BETTING, room_after(step->world, step->table->config.betting_ms));
}

// ---- the streets ------------------------------------------------------------------------------

static void begin_street(struct step *step)
{
    const bool decides = step->table->round.phase != UTH_PHASE_SHOWDOWN;
    step_state(step, ROOM_STATE_PLAYING,
               decides ? room_after(step->world, step->table->config.decision_ms) : 0);
}

enum uth_status room_deal(struct step *step)
{
    if (step->table->round.phase != UTH_PHASE_CLOSED) {
        return UTH_ERR_NOT_NOW; // before anybody shuffles
    }
    room_deck_from_rack(step);
    struct uth_command command = simple(UTH_COMMAND_DEAL);
    step->world->shuffle(step->world->context, step->table, command.deck);
    const enum uth_status status = step_round(step, &command);
    UTH_CHECK(status != UTH_ERR_DECK);
    if (status == UTH_OK) {
        begin_street(step);
    }
    return status;
}

uth_money room_purse(const struct room_world *world, const struct room_table *table, uint8_t seat,
                     const struct room_person *who)
{
    const uth_money chips = room_seat_read(table, seat)->chips;
    if (who == NULL || !who->loss_limited) {
        return chips;
    }
    const int64_t left =
        who->loss_left.cents - lies_at(table, seat) - lies_elsewhere(world, table, seat);
    return uth_money_smaller(chips, (uth_money){left > 0 ? left : 0});
}

enum uth_status room_decide(struct step *step, const struct room_command *command, uint8_t seat)
{
    const uth_money chips = room_seat_read(step->table, seat)->chips;
    if (step->table->state == ROOM_STATE_CLOSED) {
        return UTH_ERR_TABLE_CLOSED;
    }
    struct uth_command decide = {
        .kind = UTH_COMMAND_DECIDE,
        .seat = seat,
        .decision = command->decision,
        .purse = room_purse(step->world, step->table, seat, &command->who),
    };
    enum uth_status status = step_round(step, &decide);
    if (status == UTH_ERR_CANNOT_AFFORD && decide.purse.cents != chips.cents) {
        // Which limit blocked it: chips or loss limit?
        struct uth_events events = {.count = 0};
        decide.purse = chips;
        status = uth_round_decide(step->world->rules, &step->table->round, &decide, &events);
        status = status == UTH_OK ? UTH_ERR_OWN_LOSS_LIMIT : status;
    }
    return status;
}

enum uth_status room_time_out(struct step *step)
{
    const struct uth_command command = simple(UTH_COMMAND_TIME_OUT);
    return step_round(step, &command);
}

enum uth_status room_turn(struct step *step)
{
    const struct uth_command command = simple(UTH_COMMAND_TURN);
    const enum uth_status status = step_round(step, &command);
    if (status == UTH_OK) {
        begin_street(step);
    }
    return status;
}

// ---- the end ----------------------------------------------------------------------------------

// PROG-5: the awards are the ones that were confirmed, so all of them are by now.
enum uth_status room_settle(struct step *step)
{
    const struct room_world *world = step->world;
    struct uth_command command = simple(UTH_COMMAND_SETTLE);
    const bool bets = room_game_bets(step->table) != 0;
    const struct uth_station *station = NULL;
    if (bets && step->table->round.phase == UTH_PHASE_SHOWDOWN) {
        const enum uth_status status = room_game_reach(world, step->table, &station);
        if (status == UTH_OK && !station->shown) {
            return UTH_ERR_CARDS_NOT_SHOWN;
        }
        if (status == UTH_OK && room_next_win(station) != 0) {
            return uth_station_pressed(station) != 0 ? UTH_ERR_WIN_PENDING : UTH_ERR_WIN_MISSED;
        }
        if (status == UTH_ERR_BUSY ||
            (status != UTH_OK && room_game_has_winner(world, step->table))) {
            return status;
        }
    }
    struct uth_award awards[UTH_SEATS_MAX];
    if (station != NULL) {
        command.meter = uth_controller_settle_meter(world->meter, step->table->id);
        command.confirmed = awards;
        command.confirmed_count =
            uth_controller_settle_awards(world->meter, step->table->id, awards);
    }
    const enum uth_status status = step_round(step, &command);
    if (status == UTH_OK) {
        room_trust_finished(step);
        const bool timed = step->table->config.pace == ROOM_PACE_AUTO;
        const int64_t until = world->now_ms + (int64_t)step->table->config.result_ms;
        step_state(step, ROOM_STATE_RESULT, timed ? until : 0);
    }
    return status;
}

bool room_is_alone(const struct room_table *table)
{
    uint64_t person = 0;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct room_seat *state = room_seat_read(table, seat);
        if (!room_seat_is_human(state) || !room_seat_is_active(state)) {
            continue;
        }
        if (person != 0 && person != state->player) {
            return false;
        }
        person = state->player;
    }
    return person != 0;
}

static void reveal(struct step *step)
{
    struct room_fact fact = room_fact_of(ROOM_FACT_REVEALED, 0);
    memcpy(fact.as.seed.bytes, step->table->secret, ROOM_SECRET);
    step_fact(step, &fact);
}

static void round_is_over(struct step *step)
{
    reveal(step);
    room_deck_to_rack(step);
    room_bank_after_hand(step);
    if (step->table->jackpot) {
        step_flags(step, step->table->paused, false);
    }
    step_state(step, ROOM_STATE_WAITING, 0);
}

enum uth_status room_end(struct step *step)
{
    const struct uth_command command = simple(UTH_COMMAND_END);
    struct uth_events events = {.count = 0};
    const enum uth_status status =
        uth_round_decide(step->world->rules, &step->table->round, &command, &events);
    if (status == UTH_OK) {
        room_note_skipped(step); // while there is a round whose steps they are
        step_events(step, &events);
        round_is_over(step);
    }
    return status;
}

enum uth_status room_void(struct step *step)
{
    enum uth_status status = UTH_OK;
    if (room_game_bets(step->table) != 0 && step->table->round.phase > UTH_PHASE_BETTING) {
        status = room_game_void(step);
    }
    const struct uth_command command = simple(UTH_COMMAND_VOID);
    struct uth_events events = {.count = 0};
    if (status == UTH_OK) {
        status = uth_round_decide(step->world->rules, &step->table->round, &command, &events);
    }
    if (status == UTH_OK) {
        room_note_skipped(step); // while there is a round whose steps they are
        step_events(step, &events);
        round_is_over(step);
    }
    return status;
}
