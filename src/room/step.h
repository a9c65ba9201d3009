// Inside the room: one step of a table as it is carried out.
//
// Whatever a step does it says first (events, postings, entries, facts), and what it has said is
// applied at once by the functions that apply a stored batch. So there is no second way in which a
// table changes, and the next thing a step says is said about the table as it then is.
#ifndef UTH_ROOM_STEP_H
#define UTH_ROOM_STEP_H

#include "room/room.h"

// The most that one command or tick says; a batch has space when it could take that much.
#define STEP_EVENTS   (UTH_EVENTS_MAX + UTH_SEATS_MAX)
#define STEP_POSTINGS (UTH_POSTINGS_MAX + 4 * UTH_SEATS_MAX)
#define STEP_ENTRIES  (UTH_SEATS_MAX + 4)
#define STEP_FACTS    (UTH_SEATS_MAX + 7)

struct step {
    const struct room_world *world;
    struct room_table *table;
    struct room_batch *batch;
    // Where the meter is kept as it was before the first entry; NULL where nothing is refused.
    struct uth_controller *kept;
    bool meter_kept;
    // Whoever acts: a person, or ROOM_SYSTEM.
    uint64_t who;
};

// ---- saying what happens, in step.c -----------------------------------------------------------

struct room_fact room_fact_of(enum room_fact_kind kind, uint8_t seat);
void step_fact(struct step *step, const struct room_fact *fact);

// Between the player's accounts at a seat, and the table's.
void step_post(struct step *step, enum uth_posting_reason reason, uint8_t seat, uth_money amount);

void step_events(struct step *step, const struct uth_events *events);
UTH_NODISCARD enum uth_status step_round(struct step *step, const struct uth_command *command);
// Fills in table, time and who.
UTH_NODISCARD enum uth_status step_manager(struct step *step,
                                           struct uth_controller_command command);

// The state from now on; paused and jackpot as they are.
void step_state(struct step *step, enum room_state state, int64_t deadline_ms);
// The same state and times with these.
void step_flags(struct step *step, bool paused, bool jackpot);
// A seat's own settings, changed by the caller in a copy. Says nothing when nothing changed.
void step_seat(struct step *step, uint8_t seat, const struct room_seat *changed);
void step_rotation(struct step *step, const struct uth_rotation *rotation, uint64_t last_banker);

// ---- applying, in apply.c ---------------------------------------------------------------------

void room_apply_posting(struct room_table *table, const struct uth_posting *posting);
void room_apply_fact(struct room_table *table, const struct room_fact *fact);

// ---- what the parts ask each other ------------------------------------------------------------

static inline struct room_seat *room_seat_at(struct room_table *table, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    return &table->seats[seat - 1];
}

static inline const struct room_seat *room_seat_read(const struct room_table *table, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    return &table->seats[seat - 1];
}

static inline bool room_round_runs(const struct room_table *table)
{
    return table->round.phase != UTH_PHASE_IDLE && table->round.phase != UTH_PHASE_OVER;
}

static inline bool room_is_banked_by_player(const struct room_world *world)
{
    return world->rules->banked_by == UTH_BANKED_BY_PLAYER;
}

// A house or proposition player: acts with the clock.
static inline bool room_seat_is_automatic(const struct room_seat *seat)
{
    return seat->player != 0 && room_role_is_automatic((enum room_role)seat->role);
}

static inline bool room_seat_is_human(const struct room_seat *seat)
{
    return seat->player != 0 && !room_role_is_automatic((enum room_role)seat->role);
}

// Sits there to play.
static inline bool room_seat_is_active(const struct room_seat *seat)
{
    return seat->player != 0 && !seat->sits_out && !seat->leaving;
}

// 0 milliseconds: no deadline.
static inline int64_t room_after(const struct room_world *world, uint32_t ms)
{
    return ms == 0 ? 0 : world->now_ms + (int64_t)ms;
}

static inline bool room_time_is_up(const struct room_world *world, const struct room_person *who)
{
    return who->play_until_ms != 0 && world->now_ms >= who->play_until_ms;
}

// Could they lose that much and keep their own limit?
static inline bool room_may_lose(const struct room_person *who, int64_t cents)
{
    return !who->loss_limited || cents <= who->loss_left.cents;
}

// Money a seat must keep for the fee that is taken when bets close.
uth_money room_bank_fee_max(const struct uth_rules *rules);

// ---- recent.c ---------------------------------------------------------------------------------

// Was it carried out before (UTH_REPEATED), or is it older than what is remembered?
enum uth_status room_recent_admit(const struct room_table *table, uint64_t person, uint64_t id);
void room_recent_note(struct room_table *table, uint64_t person, uint64_t id);
bool room_recent_is_valid(const struct room_table *table);

// ---- seats.c ----------------------------------------------------------------------------------

enum uth_status room_sit(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_buy_in(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_stand(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_sit_out(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_unseat(struct step *step, const struct room_command *command, uint8_t seat);
// Their chips go with them. They may leave.
void room_stand_up(struct step *step, uint8_t seat);

// ---- automatic.c: house and proposition players -----------------------------------------------

// What the automatic players of a table do, whoever they are.
struct room_automatic {
    enum room_role role; // HOUSE or PROPOSITION, by who banks
    uint8_t players;
    uint8_t strategy;
    uint32_t think_ms;
    uth_money buy_in;
    uth_money bank; // 0: they decline
    uth_money stakes[UTH_WAGER_COUNT];
};

struct room_automatic room_automatic_of(const struct uth_rules *rules,
                                        const struct room_config *config);
// What one must have to bet, to play and to bank.
uth_money room_automatic_needs(const struct uth_rules *rules,
                               const struct room_automatic *automatic);
// The seat one leaves, takes, or buys chips at; 0 when they are as many as wanted, and have enough.
uint8_t room_automatic_leaves(const struct room_world *world, const struct room_table *table);
uint8_t room_automatic_joins(const struct room_world *world, const struct room_table *table);
uint8_t room_automatic_tops_up(const struct room_world *world, const struct room_table *table);
bool room_automatic_wagers(const struct room_world *world, const struct room_table *table,
                           uint8_t seat);
void room_automatic_sit(struct step *step, uint8_t seat);
void room_automatic_buy_in(struct step *step, uint8_t seat);
void room_automatic_cash_out(struct step *step, uint8_t seat);
void room_automatic_wager(struct step *step, uint8_t seat);
void room_automatic_decide(struct step *step, uint8_t seat);
void room_automatic_take_bank(struct step *step, uint8_t seat);
// A provider's money goes with it, and comes with it; no round is open.
void room_provider_leaves(struct step *step);
void room_provider_comes(struct step *step);

// ---- bank.c: the player-dealer ----------------------------------------------------------------

enum uth_status room_bank_take(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_bank_decline(struct step *step, const struct room_command *command,
                                  uint8_t seat);
enum uth_status room_bank_ask(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_bank_name(struct step *step, const struct room_command *command, uint8_t seat);
// Could this seat post a wager now (ROT-2)?
bool room_bank_is_able(const struct room_world *world, const struct room_table *table,
                       uint8_t seat);
// Does the one who has the position post again?
bool room_bank_stays(const struct room_world *world, const struct room_table *table);
// Everyone had declined, or nobody could: now somebody may.
void room_bank_somebody_came(struct step *step);
void room_bank_start(struct step *step);
// The offer goes on from whoever has it, or has the position.
void room_bank_pass(struct step *step);
void room_bank_announce(struct step *step);
void room_bank_after_hand(struct step *step);
void room_bank_clear_draw(struct step *step);
// The one who banked last stands up, or sits down again elsewhere.
void room_bank_banker_stood(struct step *step, uint8_t seat);
void room_bank_banker_sat(struct step *step, uint8_t seat);

// ---- play.c: the round ------------------------------------------------------------------------

enum uth_status room_wager(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_decide(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_open(struct step *step);
// Whether one person is there alone with automatic players, and so sets the pace.
bool room_is_alone(const struct room_table *table);

// GM-6: Progressive wagers that the meter does not take go back. Refuses with UTH_ERR_BUSY.
enum uth_status room_take_progressives(struct step *step);
// Wagers are taken. The round is called off instead if the meter has gone since "no more bets".
enum uth_status room_close_bets(struct step *step);
enum uth_status room_deal(struct step *step);
enum uth_status room_turn(struct step *step);
enum uth_status room_time_out(struct step *step);
enum uth_status room_settle(struct step *step);
enum uth_status room_end(struct step *step);
enum uth_status room_void(struct step *step);
void room_window_anew(struct step *step);
bool room_anyone_wagered(const struct room_table *table);
bool room_anyone_awaited(const struct room_table *table);
// What a seat can raise with; `who` may be NULL.
uth_money room_purse(const struct room_world *world, const struct room_table *table, uint8_t seat,
                     const struct room_person *who);

// ---- parts.c: the players' parts of the seed --------------------------------------------------

// Refuses with UTH_ERR_PART_MUTED whoever withheld one lately, and newcomers where somebody did.
enum uth_status room_commit_part(struct step *step, const struct room_command *command,
                                 uint8_t seat);
enum uth_status room_contribute(struct step *step, const struct room_command *command,
                                uint8_t seat);
// "No more bets": it is fixed who plays. Bets are closed at once when there is nothing to be revealed.
enum uth_status room_no_more_bets(struct step *step);
enum uth_status room_reveal(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_call_off_withheld(struct step *step);
// Who was dealt this round, which is settled, is no newcomer.
void room_trust_finished(struct step *step);

// ---- game.c: the Progressive ------------------------------------------------------------------

// Is the game of the table's meter the one of its round?
bool room_game_is_valid(const struct room_world *world, const struct room_table *table);

// Seats with a Progressive wager in the round, by bit.
uint8_t room_game_bets(const struct room_table *table);
// Can the table work at its meter now? Refuses with UTH_ERR_BUSY, UTH_ERR_METER_UNREACHABLE or
// UTH_ERR_NOT_LINKED.
enum uth_status room_game_reach(const struct room_world *world, const struct room_table *table,
                                const struct uth_station **station);
// Is a wager on it taken now?
enum uth_status room_game_admit(const struct room_world *world, const struct room_table *table);
// Would the controller start a game with the wagers that lie there?
enum uth_status room_game_may_start(const struct step *step);
enum uth_status room_game_start(struct step *step);
bool room_game_is_on(const struct uth_station *station, const struct room_table *table);
// A game whose round is over, left behind when the meter could not be reached.
bool room_game_is_left(const struct room_world *world, const struct room_table *table);
// Do the cards show a winner at all?
bool room_game_has_winner(const struct room_world *world, const struct room_table *table);
// Is it one that a person has to confirm?
bool room_game_needs_person(const struct room_world *world, const struct room_table *table,
                            uint8_t seat);
void room_game_show(struct step *step);
enum uth_status room_game_confirm(struct step *step, uint8_t seat, enum uth_authority authority);
void room_game_pay(struct step *step);
// Shown if it was not, paid, and over.
enum uth_status room_game_finish(struct step *step);
enum uth_status room_game_void(struct step *step);
enum uth_status room_button(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_confirm(struct step *step, const struct room_command *command, uint8_t seat);

// ---- config.c ---------------------------------------------------------------------------------

void room_config_in_force(struct step *step, const struct room_config *config);

// ---- procedure.c ------------------------------------------------------------------------------

// FEE-4: has the dealer still to collect and drop it?
bool room_fee_is_owed(const struct room_world *world, const struct room_table *table);
// What the wagers on the table cost, or have cost (FEE-1).
uth_money room_fees(const struct room_world *world, const struct room_table *table);

// ---- ticks.c ----------------------------------------------------------------------------------

enum uth_status room_tick_off(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_call(struct step *step, const struct room_command *command, uint8_t seat);
enum uth_status room_take_call(struct step *step, const struct room_command *command, uint8_t seat);
// DEAL-1: would the deal put a second deck into the rack?
bool room_rack_is_taken(const struct room_world *world, const struct room_table *table);
// Bets have changed what the fee is: what was ticked was another one.
void room_fee_is_due_anew(struct step *step);
void room_deck_to_rack(struct step *step);
void room_deck_from_rack(struct step *step);
// The round ends: what was not ticked is part of its record.
void room_note_skipped(struct step *step);

// ---- plan.c -----------------------------------------------------------------------------------

// Alone with automatic players one person sets the pace: may this seat end the result now?
bool room_may_next(const struct room_table *table, uint8_t seat);
enum uth_status room_next(struct step *step, const struct room_command *command, uint8_t seat);

// Are there enough to play, and somebody to play for?
bool room_is_playable(const struct room_world *world, const struct room_table *table);

#endif
