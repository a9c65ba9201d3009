// The players' parts of the seed (docs/fairness.md): committed to while bets are open, revealed once it
// is fixed who plays, so that nobody who could still change anything knows what the deck will be.
#include "room/step.h"

#include <string.h>

// ---- while bets are open ----------------------------------------------------------------------

// The last round newcomers are kept out of, after the last call-off.
static uint64_t guarded_until(const struct room_table *table)
{
    _Static_assert(ROOM_GUARDED_ROUNDS < ROOM_MUTED_ROUNDS, "who withheld is muted for longer");
    const uint64_t until = table->muted[0].until;
    return until < ROOM_MUTED_ROUNDS ? 0 : until - ROOM_MUTED_ROUNDS + ROOM_GUARDED_ROUNDS;
}

static bool is_trusted(const struct room_table *table, uint64_t player)
{
    return (room_seats_of(table, player) & (table->finished | table->faithful)) != 0;
}

static void trust(struct step *step, unsigned finished, unsigned faithful)
{
    struct room_fact fact = room_fact_of(ROOM_FACT_TRUSTED, 0);
    fact.small[ROOM_SMALL_TRUSTED_FINISHED] = (uint8_t)finished;
    fact.small[ROOM_SMALL_TRUSTED_FAITHFUL] = (uint8_t)faithful;
    if (finished != step->table->finished || faithful != step->table->faithful) {
        step_fact(step, &fact);
    }
}

uint64_t room_muted_until(const struct room_table *table, uint64_t player)
{
    const uint64_t round = table->round.number + !room_round_runs(table); // this one, or the next
    for (unsigned i = 0; player != 0 && i < ROOM_MUTED_MAX; i++) {
        if (table->muted[i].player == player && table->muted[i].until >= round) {
            return table->muted[i].until;
        }
    }
    const bool kept_out =
        player != 0 && guarded_until(table) >= round && !is_trusted(table, player);
    return kept_out ? guarded_until(table) : 0;
}

// The first commitment of whoever sits there stands.
enum uth_status room_commit_part(struct step *step, const struct room_command *command,
                                 uint8_t seat)
{
    const struct room_seat *state = room_seat_read(step->table, seat);
    if (state->committed) {
        return memcmp(state->commitment, command->commitment, ROOM_SECRET) == 0
                   ? UTH_OK
                   : UTH_ERR_PART_OTHER;
    }
    if (room_muted_until(step->table, state->player) != 0) {
        return UTH_ERR_PART_MUTED;
    }
    struct room_fact fact = room_fact_of(ROOM_FACT_PART_COMMITTED, seat);
    memcpy(fact.as.seed.bytes, command->commitment, ROOM_SECRET);
    step_fact(step, &fact);
    return UTH_OK;
}

enum uth_status room_contribute(struct step *step, const struct room_command *command, uint8_t seat)
{
    return step->table->state == ROOM_STATE_BETTING ? room_commit_part(step, command, seat)
                                                    : UTH_ERR_NOT_NOW;
}

// ---- "no more bets" ---------------------------------------------------------------------------

uth_seat_set room_parts_missing(const struct room_table *table)
{
    unsigned missing = 0;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct room_seat *state = room_seat_read(table, seat);
        const bool counts = state->committed && room_takes_part(table, seat);
        missing |= (unsigned)(counts && !state->revealed) << (seat - 1);
    }
    return (uth_seat_set)missing;
}

int64_t room_reveal_until(const struct room_world *world, const struct room_table *table)
{
    return table->since_ms < world->up_ms ? world->up_ms + ROOM_RETURN_MS : table->deadline_ms;
}

enum uth_status room_no_more_bets(struct step *step)
{
    const struct room_table *table = step->table;
    const struct room_world *world = step->world;
    if (table->state != ROOM_STATE_BETTING) {
        return UTH_ERR_NOT_NOW;
    }
    if (!room_anyone_wagered(table)) {
        return UTH_ERR_NO_PLAYERS;
    }
    const enum uth_status status = room_take_progressives(step);
    if (status != UTH_OK) {
        return status;
    }
    struct room_fact fact = room_fact_of(ROOM_FACT_ROSTER, 0);
    world->sign_roster(world->context, table, &fact.as.roster);
    step_fact(step, &fact);
    if (room_parts_missing(table) == 0) {
        return room_close_bets(step);
    }
    step_state(step, ROOM_STATE_SEALED, world->now_ms + ROOM_REVEAL_MS);
    return UTH_OK;
}

enum uth_status room_reveal(struct step *step, const struct room_command *command, uint8_t seat)
{
    const struct room_table *table = step->table;
    const struct room_seat *state = room_seat_read(table, seat);
    if (table->state != ROOM_STATE_SEALED) {
        return UTH_ERR_NOT_NOW;
    }
    if (!state->committed || !room_takes_part(table, seat)) {
        return UTH_ERR_PART_NONE;
    }
    uint8_t commitment[ROOM_SECRET];
    step->world->commit_part(step->world->context, table, seat, command->part, commitment);
    if (memcmp(commitment, state->commitment, ROOM_SECRET) != 0) {
        return UTH_ERR_PART_WRONG;
    }
    if (!state->revealed) {
        struct room_fact fact = room_fact_of(ROOM_FACT_PART_REVEALED, seat);
        memcpy(fact.as.seed.bytes, command->part, ROOM_SECRET);
        step_fact(step, &fact);
    }
    return UTH_OK;
}

void room_trust_finished(struct step *step)
{
    unsigned finished = step->table->finished;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const bool human = room_seat_is_human(room_seat_read(step->table, seat));
        finished |= (unsigned)(human && room_takes_part(step->table, seat)) << (seat - 1);
    }
    trust(step, finished, step->table->faithful);
}

// Who revealed is trusted for it once: a crowd could take turns.
static void trust_faithful(struct step *step)
{
    const struct room_table *table = step->table;
    const bool again = guarded_until(table) >= table->round.number;
    unsigned faithful = 0;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX && !again; seat++) {
        const bool revealed = room_seat_read(table, seat)->revealed != 0;
        faithful |= (unsigned)revealed << (seat - 1);
    }
    trust(step, table->finished, faithful);
}

enum uth_status room_call_off_withheld(struct step *step)
{
    const uth_seat_set missing = room_parts_missing(step->table);
    trust_faithful(step);
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(missing, seat)) {
            struct room_fact fact = room_fact_of(ROOM_FACT_WITHHELD, seat);
            fact.small[ROOM_SMALL_WITHHELD_ROLE] = room_seat_read(step->table, seat)->role;
            fact.as.withheld.player = room_seat_read(step->table, seat)->player;
            fact.as.withheld.until = step->table->round.number + ROOM_MUTED_ROUNDS;
            step_fact(step, &fact);
        }
    }
    return room_void(step);
}
