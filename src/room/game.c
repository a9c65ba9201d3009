// The Progressive at this table: when which button of its controller is pressed, and by whom.
//
// With pace `auto` the system presses them; what config.confirm_up_to does not let it confirm waits
// for a person. With pace `dealer` persons do, and the system only says what the cards show (GM-2).
#include "room/step.h"

#include <string.h>

static struct uth_controller_command button(enum uth_controller_command_kind kind)
{
    return (struct uth_controller_command){.kind = kind, .authority = UTH_AUTHORITY_SUPERVISOR};
}

static bool is_aquarius(const struct uth_station *station)
{
    return station->controller == UTH_MODEL_AQUARIUS;
}

static const struct uth_station *station_of(const struct step *step)
{
    const struct uth_station *station = uth_controller_station(step->world->meter, step->table->id);
    UTH_CHECK(station != NULL);
    return station;
}

uint8_t room_game_bets(const struct room_table *table)
{
    unsigned bets = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *seat = &table->round.seats[i];
        bets |= (unsigned)(seat->in && seat->stakes[UTH_WAGER_PROGRESSIVE].cents != 0) << i;
    }
    return (uint8_t)bets;
}

enum uth_status room_game_reach(const struct room_world *world, const struct room_table *table,
                                const struct uth_station **station)
{
    *station = NULL;
    if (table->config.meter == 0) {
        return UTH_ERR_NOT_LINKED;
    }
    if (world->meter_busy) {
        return UTH_ERR_BUSY;
    }
    if (world->meter == NULL) {
        return UTH_ERR_METER_UNREACHABLE;
    }
    UTH_CHECK(world->meter->id == table->config.meter);
    const struct uth_station *found = uth_controller_station(world->meter, table->id);
    if (found == NULL) {
        return UTH_ERR_NOT_LINKED;
    }
    if (found->unreachable) {
        return UTH_ERR_METER_UNREACHABLE;
    }
    *station = found;
    return UTH_OK;
}

enum uth_status room_game_admit(const struct room_world *world, const struct room_table *table)
{
    const struct uth_station *station;
    const enum uth_status status = room_game_reach(world, table, &station);
    // A game left behind is still to be ended.
    return status == UTH_OK && station->state != UTH_STATION_IDLE ? UTH_ERR_GAME_STEP : status;
}

// ---- the game begins --------------------------------------------------------------------------

static struct uth_controller_command start_of(const struct step *step)
{
    struct uth_controller_command command =
        button(is_aquarius(station_of(step)) ? UTH_CONTROLLER_COIN_IN : UTH_CONTROLLER_START_GAME);
    command.round = step->table->round.number;
    command.seats = room_game_bets(step->table);
    return command;
}

enum uth_status room_game_may_start(const struct step *step)
{
    enum uth_status status = room_game_admit(step->world, step->table);
    if (status == UTH_OK) {
        struct uth_controller_command command = start_of(step);
        struct uth_entries entries = {.count = 0};
        command.who = step->who;
        command.table = step->table->id;
        status = uth_controller_decide(&step->world->rules->progressive, step->world->meter,
                                       &command, &entries);
    }
    return status;
}

enum uth_status room_game_start(struct step *step)
{
    return step_manager(step, start_of(step));
}

bool room_game_is_on(const struct uth_station *station, const struct room_table *table)
{
    return station->state != UTH_STATION_IDLE && station->round == table->round.number;
}

// ---- what the cards show ----------------------------------------------------------------------

static struct uth_controller_command show_of(const struct room_world *world,
                                             const struct room_table *table)
{
    struct uth_controller_command command = button(UTH_CONTROLLER_SHOW);
    struct uth_facts facts;
    uth_round_facts(&table->round, &facts);
    uth_controller_show(world->rules, &facts, &command);
    return command;
}

bool room_game_has_winner(const struct room_world *world, const struct room_table *table)
{
    const struct uth_controller_command command = show_of(world, table);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (command.lines[i] != UTH_PROGRESSIVE_NONE) {
            return true;
        }
    }
    return false;
}

void room_game_show(struct step *step)
{
    UTH_CHECK(step_manager(step, show_of(step->world, step->table)) == UTH_OK);
}

// ---- winners ----------------------------------------------------------------------------------

uint8_t room_next_win(const struct uth_station *station)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint8_t seat = uth_station_turn(station, i);
        if (seat == 0) {
            break;
        }
        const uint8_t state = station->wins[seat - 1].state;
        if (station->lines[seat - 1] != UTH_PROGRESSIVE_NONE &&
            (state == UTH_WIN_NONE || state == UTH_WIN_PRESSED)) {
            return seat;
        }
    }
    return 0;
}

bool room_game_needs_person(const struct room_world *world, const struct room_table *table,
                            uint8_t seat)
{
    const int64_t prize =
        uth_controller_prize(&world->rules->progressive, world->meter, table->id, seat).cents;
    const struct uth_station *station = uth_controller_station(world->meter, table->id);
    UTH_CHECK(station != NULL);
    return prize > table->config.confirm_up_to.cents ||
           (!is_aquarius(station) && prize > world->meter->executive_above.cents);
}

// Pressed, verified, and the meter adjusted, in one go: nobody comes between.
enum uth_status room_game_confirm(struct step *step, uint8_t seat, enum uth_authority authority)
{
    static const enum uth_controller_command_kind by_key[4] = {
        UTH_CONTROLLER_HAND, UTH_CONTROLLER_KEY_JPH, UTH_CONTROLLER_J_POT, UTH_CONTROLLER_KEY_RUN};
    static const enum uth_controller_command_kind by_card[4] = {
        UTH_CONTROLLER_SPOT, UTH_CONTROLLER_HAND, UTH_CONTROLLER_CONFIRM, UTH_CONTROLLER_SWIPE};
    const struct uth_station *station = station_of(step);
    const enum uth_controller_command_kind *kinds = is_aquarius(station) ? by_key : by_card;
    const uint8_t line = station->lines[seat - 1];
    enum uth_status status = UTH_OK;
    for (unsigned i = 0; i < 4 && status == UTH_OK; i++) {
        struct uth_controller_command command = button(kinds[i]);
        command.seat = seat;
        command.line = (enum uth_progressive_line)line;
        command.authority = authority;
        status = step_manager(step, command);
    }
    return status;
}

// The chips have moved with the settlement.
void room_game_pay(struct step *step)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (station_of(step)->wins[seat - 1].state == UTH_WIN_CONFIRMED) {
            struct uth_controller_command command = button(UTH_CONTROLLER_PAY);
            command.seat = seat;
            UTH_CHECK(step_manager(step, command) == UTH_OK);
        }
    }
}

// ---- the end ----------------------------------------------------------------------------------

// Asked between rounds and while bets are open, when a game that is on is none of this round's.
// Where a person has yet to press or to cancel something it is theirs to end.
bool room_game_is_left(const struct room_world *world, const struct room_table *table)
{
    const struct uth_station *station;
    if (room_game_reach(world, table, &station) != UTH_OK ||
        station->state != UTH_STATION_PLAYING) {
        return false;
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (station->wins[i].state == UTH_WIN_PRESSED) {
            return false;
        }
    }
    return !station->shown || room_next_win(station) == 0;
}

enum uth_status room_game_finish(struct step *step)
{
    enum uth_status status = UTH_OK;
    if (!station_of(step)->shown) {
        // Left behind when the cards showed no winner.
        struct uth_controller_command show = button(UTH_CONTROLLER_SHOW);
        memset(show.lines, UTH_PROGRESSIVE_NONE, sizeof show.lines);
        status = step_manager(step, show);
    }
    if (status == UTH_OK) {
        room_game_pay(step);
        status =
            step_manager(step, button(is_aquarius(station_of(step)) ? UTH_CONTROLLER_GAME_OVER
                                                                    : UTH_CONTROLLER_END_GAME));
    }
    return status;
}

enum uth_status room_game_void(struct step *step)
{
    const struct uth_station *station;
    const enum uth_status status = room_game_reach(step->world, step->table, &station);
    if (status != UTH_OK) {
        return status;
    }
    if (!room_game_is_on(station, step->table)) {
        // Not started yet, or ended: then the contributions stand (GM-1).
        const bool ended = station->round == step->table->round.number;
        return ended ? UTH_ERR_GAME_STEP : UTH_OK;
    }
    return step_manager(step, button(UTH_CONTROLLER_VOID));
}

// ---- what fits --------------------------------------------------------------------------------

// Whoever shows a hand has their turn, where turns were given.
static bool names_all_who_show(const struct uth_station *station)
{
    unsigned named = 0;
    unsigned shown = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        named |= 1U << station->order[i];
        shown |= (unsigned)(station->lines[i] != UTH_PROGRESSIVE_NONE) << (i + 1);
    }
    return station->order[0] == 0 || (shown & ~named) == 0;
}

// What the controller was shown is what the cards show.
static bool shows_the_cards(const struct room_world *world, const struct room_table *table,
                            const struct uth_station *station)
{
    const struct uth_controller_command show = show_of(world, table);
    return memcmp(show.lines, station->lines, sizeof show.lines) == 0 &&
           memcmp(show.order, station->order, sizeof show.order) == 0;
}

// Nobody but the system presses buttons where it deals: it is never in the middle of something.
static bool is_at_rest(const struct room_table *table, const struct uth_station *station)
{
    return room_game_is_on(station, table) &&
           (table->config.pace == ROOM_PACE_DEALER || station->state == UTH_STATION_PLAYING);
}

static bool settled_game_fits(const struct room_world *world, const struct room_table *table,
                              const struct uth_station *station)
{
    if (!is_at_rest(table, station)) {
        return table->config.pace == ROOM_PACE_DEALER;
    }
    if (!station->shown) {
        return !room_game_has_winner(world, table);
    }
    // A win that was backed out can be pressed again by hand, rightly or not, until the game ends.
    return shows_the_cards(world, table, station) &&
           (table->config.pace == ROOM_PACE_DEALER || room_next_win(station) == 0);
}

// The awards its round will be settled with are due by the cards; none is confirmed before they are shown.
static bool confirmed_fit(const struct room_world *world, const struct room_table *table,
                          const struct uth_station *station)
{
    struct uth_award awards[UTH_SEATS_MAX];
    struct uth_facts facts;
    struct uth_refusal refusal;
    uth_round_facts(&table->round, &facts);
    facts.confirmed = awards;
    facts.confirmed_count = uth_controller_settle_awards(world->meter, table->id, awards);
    return station->shown ? uth_admit_awards(world->rules, &facts, &refusal) == UTH_OK
                          : facts.confirmed_count == 0;
}

bool room_game_is_valid(const struct room_world *world, const struct room_table *table)
{
    const struct uth_station *station = table->config.meter == 0 || world->meter == NULL
                                            ? NULL
                                            : uth_controller_station(world->meter, table->id);
    const bool dealer = table->config.pace == ROOM_PACE_DEALER;
    const enum uth_phase phase = (enum uth_phase)table->round.phase;
    const uint8_t bets = room_game_bets(table);
    if (station == NULL) {
        return true;
    }
    if (station->state != UTH_STATION_IDLE && station->shown && !names_all_who_show(station)) {
        return false;
    }
    if (bets == 0 || !room_round_runs(table) || phase == UTH_PHASE_BETTING ||
        (phase == UTH_PHASE_CLOSED && dealer)) {
        return true;
    }
    if (phase == UTH_PHASE_SETTLED) {
        return settled_game_fits(world, table, station);
    }
    return is_at_rest(table, station) && station->wagered == bets &&
           (!station->shown ||
            (phase == UTH_PHASE_SHOWDOWN && shows_the_cards(world, table, station))) &&
           confirmed_fit(world, table, station);
}

// ---- by hand ----------------------------------------------------------------------------------

static enum uth_authority authority_of(enum room_role role)
{
    if (room_role_may(role, ROOM_RIGHT_CONFIRM_ABOVE)) {
        return UTH_AUTHORITY_EXECUTIVE;
    }
    return room_role_may(role, ROOM_RIGHT_CONFIRM) ? UTH_AUTHORITY_SUPERVISOR
                                                   : UTH_AUTHORITY_DEALER;
}

// Somebody else's card carries its owner's authority, whoever holds it against the reader.
static bool has_authority(const struct room_command *command)
{
    return command->card != 0 || command->authority <= authority_of(command->who.role);
}

#define AT(phase) (1U << UTH_PHASE_##phase)
#define ALWAYS    ((1U << UTH_PHASE_COUNT) - 1)

// What is a button, and in which phases of the round: wagers are taken when bets are closed, and
// the game ends when everything is paid. The rest the controller decides.
// clang-format off
static const unsigned pressed_in[UTH_CONTROLLER_COMMAND_COUNT] = {
    [UTH_CONTROLLER_PAY]        = ALWAYS,
    [UTH_CONTROLLER_HAND]       = ALWAYS,
    [UTH_CONTROLLER_COIN_IN]    = AT(CLOSED),
    [UTH_CONTROLLER_KEY_JPH]    = ALWAYS,
    [UTH_CONTROLLER_J_POT]      = ALWAYS,
    [UTH_CONTROLLER_KEY_RUN]    = ALWAYS,
    [UTH_CONTROLLER_GAME_OVER]  = AT(SETTLED) | AT(OVER),
    [UTH_CONTROLLER_START_GAME] = AT(CLOSED),
    [UTH_CONTROLLER_SPOT]       = ALWAYS,
    [UTH_CONTROLLER_CONFIRM]    = ALWAYS,
    [UTH_CONTROLLER_SWIPE]      = ALWAYS,
    [UTH_CONTROLLER_END_GAME]   = AT(SETTLED) | AT(OVER),
};
// clang-format on

static struct uth_controller_command press_of(const struct room_table *table,
                                              enum uth_controller_command_kind kind)
{
    struct uth_controller_command pressed = button(kind);
    pressed.round = table->round.number;
    pressed.seats = room_game_bets(table);
    pressed.table = table->id;
    return pressed;
}

static bool is_pressed_in(enum uth_controller_command_kind kind, unsigned phase)
{
    return (pressed_in[kind] >> phase & 1) != 0;
}

enum uth_status room_button(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    UTH_CHECK(command->button < UTH_CONTROLLER_COMMAND_COUNT);
    UTH_CHECK(command->authority < UTH_AUTHORITY_COUNT);
    if (!has_authority(command)) {
        return UTH_ERR_NO_RIGHT;
    }
    if (pressed_in[command->button] == 0) {
        return UTH_ERR_NO_SUCH_BUTTON;
    }
    const struct uth_station *station;
    const enum uth_status status = room_game_reach(step->world, step->table, &station);
    if (status != UTH_OK) {
        return status;
    }
    if (!is_pressed_in(command->button, step->table->round.phase)) {
        return UTH_ERR_NOT_NOW;
    }
    struct uth_controller_command pressed = press_of(step->table, command->button);
    pressed.authority = command->authority;
    pressed.seat = command->seat;
    pressed.line = command->line;
    return step_manager(step, pressed);
}

static bool would_do(const struct room_world *world, const struct uth_controller_command *pressed)
{
    struct uth_entries entries = {.count = 0};
    const enum uth_status status =
        uth_controller_decide(&world->rules->progressive, world->meter, pressed, &entries);
    return status == UTH_OK || status == UTH_ERR_METER_FROZEN; // another table's key, for a moment
}

bool room_button_works(const struct room_world *world, const struct room_table *table,
                       enum uth_controller_command_kind kind)
{
    struct room_world free = *world;
    const struct uth_station *station;
    free.meter_busy = false; // likewise
    UTH_CHECK(kind < UTH_CONTROLLER_COMMAND_COUNT);
    if (room_game_reach(&free, table, &station) != UTH_OK ||
        !is_pressed_in(kind, table->round.phase)) {
        return false;
    }
    struct uth_controller_command pressed = press_of(table, kind);
    pressed.who = ROOM_SYSTEM;
    pressed.authority = UTH_AUTHORITY_EXECUTIVE;
    bool works = false;
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT && !works; i++) { // any hand, any spot
        pressed.line = (enum uth_progressive_line)i;
        pressed.seat = (uint8_t)(i % UTH_SEATS_MAX + 1);
        works = would_do(&free, &pressed);
    }
    return works;
}

enum uth_status room_confirm(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    UTH_CHECK(command->authority < UTH_AUTHORITY_COUNT);
    if (step->table->config.pace != ROOM_PACE_AUTO) {
        return UTH_ERR_PACE;
    }
    if (!step->table->jackpot) {
        return UTH_ERR_NO_JACKPOT;
    }
    if (!has_authority(command)) {
        return UTH_ERR_NO_RIGHT;
    }
    const struct uth_station *station;
    enum uth_status status = room_game_reach(step->world, step->table, &station);
    const uint8_t next = status == UTH_OK ? room_next_win(station) : 0;
    if (status == UTH_OK && next == 0) {
        status = UTH_ERR_NO_JACKPOT;
    }
    // Who names a seat has that one's cards before them, and must not sign for another's.
    if (status == UTH_OK && command->seat != 0 && command->seat != next) {
        status = UTH_ERR_WIN_ORDER;
    }
    if (status == UTH_OK) {
        status = room_game_confirm(step, next, command->authority);
    }
    if (status == UTH_OK) {
        step_flags(step, step->table->paused, false);
    }
    return status;
}
