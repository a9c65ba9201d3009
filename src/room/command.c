// Commands: who may give which, to whom it belongs, and what it leads to. Nothing is half done: a
// command that is refused on its way leaves table, meter and batch as they were.
#include "room/step.h"

#include <string.h>

// ---- the pit ----------------------------------------------------------------------------------

static enum uth_status pause_table(struct step *step, const struct room_command *command,
                                   uint8_t seat)
{
    (void)command;
    (void)seat;
    step_flags(step, true, step->table->jackpot);
    if (!room_round_runs(step->table)) {
        step_state(step, ROOM_STATE_CLOSED, 0);
    }
    return UTH_OK;
}

static enum uth_status resume_table(struct step *step, const struct room_command *command,
                                    uint8_t seat)
{
    (void)command;
    (void)seat;
    step_flags(step, false, step->table->jackpot);
    if (step->table->state == ROOM_STATE_CLOSED) {
        step_state(step, ROOM_STATE_WAITING, 0);
    }
    return UTH_OK;
}

static enum uth_status admit_amount(uth_money amount)
{
    if (amount.cents <= 0) {
        return UTH_ERR_POSTING;
    }
    return amount.cents <= ROOM_AMOUNT_MAX ? UTH_OK : UTH_ERR_MONEY_OVERFLOW;
}

static enum uth_status fill(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    const enum uth_status status = admit_amount(command->amount);
    if (status == UTH_OK) {
        step_post(step, UTH_POSTED_FILL, 0, command->amount);
    }
    return status;
}

static enum uth_status credit(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    const enum uth_status status = admit_amount(command->amount);
    if (status == UTH_OK) {
        step_post(step, UTH_POSTED_CREDIT, 0, command->amount);
    }
    return status;
}

// FEE-4: the box goes to the cage whole, and holds what the books say.
static enum uth_status count_drop(struct step *step, const struct room_command *command,
                                  uint8_t seat)
{
    (void)seat;
    if (room_round_runs(step->table)) {
        return UTH_ERR_NOT_NOW; // a void may have to give the fees back
    }
    if (command->amount.cents != step->world->drop.cents || command->amount.cents < 0) {
        return UTH_ERR_DROP_COUNT;
    }
    if (command->amount.cents != 0) {
        step_post(step, UTH_POSTED_DROP_COUNTED, 0, command->amount);
    }
    return UTH_OK;
}

// BANK-1: a provider's money comes from outside the house and goes back there, never by the cage.
static enum uth_status provider_fund(struct step *step, const struct room_command *command,
                                     uint8_t seat)
{
    (void)seat;
    if (step->table->config.provider[0] == '\0') {
        return UTH_ERR_NO_PROVIDER;
    }
    const enum uth_status status = admit_amount(command->amount);
    if (status == UTH_OK && command->amount.cents > ROOM_AMOUNT_MAX - step->table->bankroll.cents) {
        return UTH_ERR_MONEY_OVERFLOW;
    }
    if (status == UTH_OK) {
        step_post(step, UTH_POSTED_PROVIDER_FUNDED, 0, command->amount);
    }
    return status;
}

static enum uth_status provider_withdraw(struct step *step, const struct room_command *command,
                                         uint8_t seat)
{
    (void)seat;
    if (step->table->config.provider[0] == '\0') {
        return UTH_ERR_NO_PROVIDER;
    }
    const enum uth_status status = admit_amount(command->amount);
    if (status == UTH_OK && command->amount.cents > step->table->bankroll.cents) {
        return UTH_ERR_NOT_ENOUGH;
    }
    if (status == UTH_OK) {
        step_post(step, UTH_POSTED_PROVIDER_WITHDREW, 0, command->amount);
    }
    return status;
}

static enum uth_status configure(struct step *step, const struct room_command *command,
                                 uint8_t seat)
{
    (void)seat;
    UTH_CHECK(step->world->next_rules != NULL);
    const enum uth_status status =
        room_config_check(step->world->next_rules, &command->config, NULL);
    if (status != UTH_OK) {
        return status;
    }
    if (!room_round_runs(step->table)) {
        room_config_in_force(step, &command->config);
        return UTH_OK;
    }
    struct room_fact fact = room_fact_of(ROOM_FACT_CONFIG_WAITS, 0);
    fact.as.config = command->config;
    step_fact(step, &fact);
    return UTH_OK;
}

static enum uth_status void_round(struct step *step, const struct room_command *command,
                                  uint8_t seat)
{
    (void)command;
    (void)seat;
    return room_void(step);
}

// ---- the dealer -------------------------------------------------------------------------------

static enum uth_status open_round(struct step *step, const struct room_command *command,
                                  uint8_t seat)
{
    (void)command;
    (void)seat;
    return step->table->paused ? UTH_ERR_TABLE_CLOSED : room_open(step);
}

static enum uth_status close_bets(struct step *step, const struct room_command *command,
                                  uint8_t seat)
{
    (void)command;
    (void)seat;
    if (step->table->round.phase == UTH_PHASE_BETTING &&
        room_fee_is_owed(step->world, step->table)) {
        return UTH_ERR_FEE_NOT_DROPPED;
    }
    return room_no_more_bets(step);
}

// The Progressive wagers that were taken are on the meter before the first card (PROG-2).
static enum uth_status deal(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)command;
    (void)seat;
    if (step->table->round.phase == UTH_PHASE_CLOSED &&
        room_rack_is_taken(step->world, step->table)) {
        return UTH_ERR_RACK_TAKEN;
    }
    if (step->table->round.phase == UTH_PHASE_CLOSED && room_game_bets(step->table) != 0) {
        const struct uth_station *station;
        const enum uth_status status = room_game_reach(step->world, step->table, &station);
        if (status != UTH_OK) {
            return status;
        }
        if (!room_game_is_on(station, step->table)) {
            return UTH_ERR_GAME_STEP;
        }
    }
    return room_deal(step);
}

static enum uth_status turn(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)command;
    (void)seat;
    return room_turn(step);
}

static enum uth_status time_out(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)command;
    (void)seat;
    return room_time_out(step);
}

static enum uth_status settle(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)command;
    (void)seat;
    return room_settle(step);
}

// GM-6: a meter that cannot be reached holds nobody; its game is ended when it can.
static enum uth_status end_round(struct step *step, const struct room_command *command,
                                 uint8_t seat)
{
    (void)command;
    (void)seat;
    if (step->table->round.phase == UTH_PHASE_SETTLED && room_game_bets(step->table) != 0) {
        const struct uth_station *station;
        const enum uth_status status = room_game_reach(step->world, step->table, &station);
        if (status == UTH_ERR_BUSY) {
            return status;
        }
        if (status == UTH_OK && room_game_is_on(station, step->table)) {
            return UTH_ERR_GAME_STEP;
        }
    }
    return room_end(step);
}

// ---- the table of commands --------------------------------------------------------------------

typedef enum uth_status (*command_fn)(struct step *, const struct room_command *, uint8_t seat);

enum belongs {
    A_PLAYER, // who sits, or sits down
    A_DEALER, // pace `dealer` only
    THE_PIT,
};

// clang-format off
static const struct entry {
    const char *name;
    command_fn run;
    enum belongs to;
    enum room_right right;
    enum room_moment moment;
} commands[ROOM_COMMAND_COUNT] = {
    [ROOM_COMMAND_SIT]          = { "sit",          room_sit,          A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_BUY_IN]       = { "buy_in",       room_buy_in,       A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_STAND]        = { "stand",        room_stand,        A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_SIT_OUT]      = { "sit_out",      room_sit_out,      A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_WAGER]        = { "wager",        room_wager,        A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_DECIDE]       = { "decide",       room_decide,       A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_STREET },
    [ROOM_COMMAND_BANK_TAKE]    = { "bank_take",    room_bank_take,    A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_BANK_DECLINE] = { "bank_decline", room_bank_decline, A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_BANK_ASK]     = { "bank_ask",     room_bank_ask,     A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_OPEN]         = { "open",         open_round,        A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_CLOSE_BETS]   = { "close_bets",   close_bets,        A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_DEAL]         = { "deal",         deal,              A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_TURN]         = { "turn",         turn,              A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_STREET },
    [ROOM_COMMAND_TIME]         = { "time",         time_out,          A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_STREET },
    [ROOM_COMMAND_SETTLE]       = { "settle",       settle,            A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_END]          = { "end",          end_round,         A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_BUTTON]       = { "button",       room_button,       A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_CONFIRM]      = { "confirm",      room_confirm,      THE_PIT,  ROOM_RIGHT_CONFIRM, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_PAUSE]        = { "pause",        pause_table,       THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_RESUME]       = { "resume",       resume_table,      THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_VOID]         = { "void",         void_round,        THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_UNSEAT]       = { "unseat",       room_unseat,       THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_FILL]         = { "fill",         fill,              THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_CREDIT]       = { "credit",       credit,            THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_COUNT_DROP]   = { "count_drop",   count_drop,        THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_CONFIGURE]    = { "configure",    configure,         THE_PIT,  ROOM_RIGHT_CONFIGURE, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_PROVIDER_FUND] = { "provider_fund", provider_fund,   THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_PROVIDER_WITHDRAW] = { "provider_withdraw", provider_withdraw, THE_PIT, ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_NAME_BANKER]  = { "name_banker",  room_bank_name,    THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_TICK]         = { "tick",         room_tick_off,     A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_CALL]         = { "call",         room_call,         A_DEALER, ROOM_RIGHT_DEAL, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_TAKE_CALL]    = { "take_call",   room_take_call,    THE_PIT,  ROOM_RIGHT_PIT, ROOM_MOMENT_ANY },
    [ROOM_COMMAND_CONTRIBUTE]   = { "contribute",   room_contribute,   A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_REVEAL]       = { "reveal",       room_reveal,       A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ROUND },
    [ROOM_COMMAND_NEXT]         = { "next",         room_next,         A_PLAYER, ROOM_RIGHT_PLAY, ROOM_MOMENT_ROUND },
};
// clang-format on

enum room_right room_command_right(enum room_command_kind kind)
{
    UTH_CHECK(kind < ROOM_COMMAND_COUNT);
    return commands[kind].right;
}

const char *room_command_name(enum room_command_kind kind)
{
    UTH_CHECK(kind < ROOM_COMMAND_COUNT);
    return commands[kind].name;
}

enum room_moment room_command_moment(enum room_command_kind kind)
{
    UTH_CHECK(kind < ROOM_COMMAND_COUNT);
    return commands[kind].moment;
}

bool room_command_may(enum room_role role, enum room_command_kind kind, bool with_card)
{
    UTH_CHECK(kind < ROOM_COMMAND_COUNT);
    // DEAL-5: at the dealer's console a supervisor's card stands for their sign-in.
    const bool by_card = with_card && kind == ROOM_COMMAND_VOID;
    return room_role_may(role, by_card ? ROOM_RIGHT_DEAL : commands[kind].right);
}

// ---- at the door ------------------------------------------------------------------------------

static enum uth_status admit_seat(const struct room_table *table,
                                  const struct room_command *command, uint8_t *seat)
{
    const bool seated = commands[command->kind].to == A_PLAYER && command->kind != ROOM_COMMAND_SIT;
    return seated ? room_seat_named(table, command->who.id, command->seat, seat) : UTH_OK;
}

// Between rounds the felt is clean, whether there was a round before or not.
static enum uth_phase shown(unsigned phase)
{
    return phase == UTH_PHASE_OVER ? UTH_PHASE_IDLE : (enum uth_phase)phase;
}

// What was meant for a moment that has passed is not carried out in this one.
static enum uth_status admit_moment(const struct room_table *table,
                                    const struct room_command *command)
{
    const enum room_moment moment = commands[command->kind].moment;
    if (moment != ROOM_MOMENT_ANY && command->round != table->round.number) {
        return UTH_ERR_OTHER_ROUND;
    }
    return moment == ROOM_MOMENT_STREET && shown(command->street) != shown(table->round.phase)
               ? UTH_ERR_OTHER_STREET
               : UTH_OK;
}

// In this order: the right, the name, whether there is a table, whether it was done before, whether the
// seat is theirs, and whether it is meant for now.
static enum uth_status admit(const struct room_table *table, const struct room_command *command,
                             uint8_t *seat)
{
    const struct entry *entry = &commands[command->kind];
    *seat = 0;
    // Automatic players act with the clock, and the system's numbers are nobody's.
    const bool with_card = command->card != 0 && command->authority >= UTH_AUTHORITY_SUPERVISOR;
    if (!room_command_may(command->who.role, command->kind, with_card) ||
        room_role_is_automatic(command->who.role) || command->who.id >= ROOM_SYSTEM) {
        return UTH_ERR_NO_RIGHT;
    }
    if (command->who.id == 0) {
        return UTH_ERR_NOBODY_NAMED;
    }
    if (table->config.profile == 0 && command->kind != ROOM_COMMAND_CONFIGURE) {
        return UTH_ERR_TABLE_CLOSED;
    }
    if (entry->to == A_DEALER && table->config.pace != ROOM_PACE_DEALER) {
        return UTH_ERR_PACE;
    }
    enum uth_status status = room_recent_admit(table, command->who.id, command->id);
    if (status == UTH_OK) {
        status = admit_seat(table, command, seat);
    }
    return status == UTH_OK ? admit_moment(table, command) : status;
}

// ---- carried out, or not ----------------------------------------------------------------------

static void answer(struct step *step, const struct room_command *command)
{
    if (command->id != 0) {
        struct room_fact fact = room_fact_of(ROOM_FACT_ANSWERED, 0);
        fact.as.answered.id = command->id;
        fact.as.answered.person = command->who.id;
        step_fact(step, &fact);
    }
}

static void log_staff(struct step *step, const struct room_command *command)
{
    struct room_fact fact = room_fact_of(ROOM_FACT_PIT, command->seat);
    fact.small[ROOM_SMALL_PIT_COMMAND] = (uint8_t)command->kind;
    fact.small[ROOM_SMALL_PIT_AUTHORITY] = (uint8_t)command->authority;
    if (command->kind == ROOM_COMMAND_BUTTON) {
        fact.small[ROOM_SMALL_PIT_BUTTON] = (uint8_t)command->button;
        fact.small[ROOM_SMALL_PIT_LINE] = (uint8_t)command->line;
    }
    if (command->kind == ROOM_COMMAND_CALL || command->kind == ROOM_COMMAND_TAKE_CALL) {
        fact.small[ROOM_SMALL_PIT_CALL] = step->table->call.reason;
    }
    fact.as.pit.who = command->who.id;
    fact.as.pit.amount = command->amount;
    step_fact(step, &fact);
}

struct counts {
    uint64_t round;
    uint32_t events, postings, entries, facts;
};

static struct counts counts_of(const struct room_batch *batch)
{
    return (struct counts){batch->round, batch->event_count, batch->posting_count,
                           batch->entry_count, batch->fact_count};
}

static void take_back(const struct step *step, const struct room_table *before,
                      const struct counts *counts)
{
    struct room_batch *batch = step->batch;
    *step->table = *before;
    if (step->meter_kept) {
        *step->world->meter = *step->kept;
    }
    batch->round = counts->round;
    batch->event_count = counts->events;
    batch->posting_count = counts->postings;
    batch->entry_count = counts->entries;
    batch->fact_count = counts->facts;
}

enum uth_status room_do(const struct room_world *world, struct room_table *table,
                        const struct room_command *command, struct room_batch *batch)
{
    UTH_CHECK(command->kind < ROOM_COMMAND_COUNT);
    UTH_CHECK(batch->table == table->id);
    UTH_CHECK(room_batch_has_space(batch));

    uint8_t seat;
    enum uth_status status = admit(table, command, &seat);
    if (status != UTH_OK) {
        return status;
    }
    const struct room_table before = *table;
    const struct counts counts = counts_of(batch);
    struct uth_controller meter;
    struct step step = {.world = world,
                        .table = table,
                        .batch = batch,
                        .kept = &meter,
                        // GM-3: who confirms is whose card it was.
                        .who = command->card != 0 ? command->card : command->who.id};
    const struct entry *entry = &commands[command->kind];
    status = entry->run(&step, command, seat);
    if (status != UTH_OK) {
        take_back(&step, &before, &counts);
        return status;
    }
    answer(&step, command);
    if (entry->to != A_PLAYER && command->kind != ROOM_COMMAND_TICK) { // which says who ticked
        log_staff(&step, command);
    }
    return UTH_OK;
}
