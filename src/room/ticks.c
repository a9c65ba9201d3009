// What the dealer's hands do: decks between shuffler and rack, ticks, and calls for a supervisor.
#include "room/step.h"

#include <string.h>

// ---- decks ------------------------------------------------------------------------------------

enum room_deck_place room_deck_place(const struct room_table *table, uint8_t deck)
{
    if (room_round_runs(table) && table->round.cards_used != 0 &&
        table->round.deck_in_play == deck) {
        return ROOM_DECK_IN_PLAY;
    }
    return table->rack == deck + 1 ? ROOM_DECK_IN_RACK : ROOM_DECK_IN_SHUFFLER;
}

// DEAL-1: the stub and the first folded hand would join the other deck.
bool room_rack_is_taken(const struct room_world *world, const struct room_table *table)
{
    return world->rules->decks == 2 && table->rack != 0;
}

// Where a person deals, a deck lies in the rack until it is loaded; the system loads it at once.
void room_deck_to_rack(struct step *step)
{
    const struct uth_round *round = &step->table->round;
    if (step->table->config.pace == ROOM_PACE_DEALER && round->cards_used != 0) {
        struct room_fact fact = room_fact_of(ROOM_FACT_RACK, 0);
        fact.small[ROOM_SMALL_RACK_DECK] = (uint8_t)(round->deck_in_play + 1);
        step_fact(step, &fact);
    }
}

static void empty_rack(struct step *step)
{
    const struct room_fact fact = room_fact_of(ROOM_FACT_RACK, 0);
    step_fact(step, &fact);
}

// ---- ticks ------------------------------------------------------------------------------------

static void say_ticks(struct step *step, const struct room_ticks *ticks, enum room_ticked as)
{
    struct room_fact fact = room_fact_of(ROOM_FACT_TICKED, 0);
    fact.small[ROOM_SMALL_TICKED_AS] = (uint8_t)as;
    fact.as.ticked.who = step->who;
    fact.as.ticked.ticks = *ticks;
    step_fact(step, &fact);
}

static bool is_empty(const struct room_ticks *ticks)
{
    static const struct room_ticks none;
    return memcmp(ticks, &none, sizeof none) == 0;
}

void room_fee_is_due_anew(struct step *step)
{
    if (room_ticks_has(&step->table->ticks, ROOM_STEP_FEE, 0)) {
        struct room_ticks fee = {{0}};
        room_ticks_add(&fee, ROOM_STEP_FEE, 0);
        say_ticks(step, &fee, ROOM_UNTICKED);
    }
}

// The deck is dealt again, and nobody has said that it was loaded.
void room_deck_from_rack(struct step *step)
{
    if (step->table->rack != 0) {
        struct room_ticks load = {{0}};
        room_ticks_add(&load, ROOM_STEP_LOAD_SHUFFLER, 0);
        if (step->table->config.pace == ROOM_PACE_DEALER) {
            say_ticks(step, &load, ROOM_SKIPPED);
        }
        empty_rack(step);
    }
}

void room_note_skipped(struct step *step)
{
    struct room_step steps[ROOM_STEPS_MAX];
    struct room_ticks skipped = {{0}};
    const size_t count = step->table->config.pace == ROOM_PACE_DEALER
                             ? room_steps(step->world, step->table, steps)
                             : 0;
    for (size_t i = 0; i < count; i++) {
        if (steps[i].row->by == ROOM_BY_HAND && !steps[i].done) {
            room_ticks_add(&skipped, (uint8_t)room_step_kind_of(&steps[i]), steps[i].seat);
        }
    }
    if (!is_empty(&skipped)) {
        say_ticks(step, &skipped, ROOM_SKIPPED);
    }
}

// GM-1: a confirmed win becomes paid when the prize is handed over, which is what the tick says.
static enum uth_status pay_win(struct step *step, uint8_t seat)
{
    const struct uth_station *station;
    const enum uth_status status = room_game_reach(step->world, step->table, &station);
    if (status != UTH_OK || station->wins[seat - 1].state != UTH_WIN_CONFIRMED) {
        return status == UTH_ERR_BUSY ? status : UTH_OK;
    }
    const struct uth_controller_command pay = {
        .kind = UTH_CONTROLLER_PAY, .authority = UTH_AUTHORITY_DEALER, .seat = seat};
    return step_manager(step, pay);
}

// What has moved a deck, the fee or a prize is not taken back by a stroke.
static bool stays_ticked(uint8_t kind)
{
    return kind == ROOM_STEP_LOAD_SHUFFLER || kind == ROOM_STEP_FEE ||
           room_step_wager((enum room_step_kind)kind) == UTH_WAGER_PROGRESSIVE;
}

static enum uth_status tick_one(struct step *step, const struct room_step *one, bool on)
{
    const uint8_t kind = (uint8_t)room_step_kind_of(one);
    if (on ? !one->may : stays_ticked(kind)) {
        return UTH_ERR_NOT_NOW;
    }
    if (on && kind == ROOM_STEP_LOAD_SHUFFLER) {
        empty_rack(step);
    }
    return on && one->wager == UTH_WAGER_PROGRESSIVE ? pay_win(step, one->seat) : UTH_OK;
}

// What is ticked already may be said again: two of the staff may look at one console.
enum uth_status room_tick_off(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    struct room_step steps[ROOM_STEPS_MAX];
    struct room_ticks asked = command->ticks;
    const size_t count = room_steps(step->world, step->table, steps);
    for (size_t i = 0; i < count; i++) {
        const uint8_t kind = (uint8_t)room_step_kind_of(&steps[i]);
        if (steps[i].row->by != ROOM_BY_HAND || !room_ticks_has(&asked, kind, steps[i].seat)) {
            continue;
        }
        asked.of[steps[i].seat] &= ~(UINT64_C(1) << kind);
        const enum uth_status status =
            steps[i].done == command->on ? UTH_OK : tick_one(step, &steps[i], command->on);
        if (status != UTH_OK) {
            return status;
        }
    }
    if (!is_empty(&asked) || is_empty(&command->ticks)) {
        return UTH_ERR_NOT_NOW; // a step that is not on the console, or none at all
    }
    say_ticks(step, &command->ticks, command->on ? ROOM_TICKED : ROOM_UNTICKED);
    return UTH_OK;
}

// ---- calling a supervisor ---------------------------------------------------------------------

// GM-8: another reason is said of the same call, which waits since it was made.
enum uth_status room_call(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    UTH_CHECK(command->call < ROOM_CALL_COUNT);
    if (command->call == ROOM_CALL_OTHER && command->note[0] == '\0') {
        return UTH_ERR_CALL_NOTE;
    }
    const struct room_call *last = &step->table->call;
    const bool open = last->state == ROOM_CALL_OPEN;
    struct room_fact fact = room_fact_of(ROOM_FACT_CALL, 0);
    fact.as.call.by = command->who.id;
    fact.as.call.since_ms = open ? last->since_ms : step->world->now_ms;
    fact.as.call.state = ROOM_CALL_OPEN;
    fact.as.call.reason = (uint8_t)command->call;
    memcpy(fact.as.call.note, command->note, sizeof fact.as.call.note - 1);
    step_fact(step, &fact);
    return UTH_OK;
}

enum uth_status room_take_call(struct step *step, const struct room_command *command, uint8_t seat)
{
    (void)seat;
    if (step->table->call.state != ROOM_CALL_OPEN) {
        return UTH_ERR_NO_CALL;
    }
    struct room_fact fact = room_fact_of(ROOM_FACT_CALL, 0);
    fact.as.call = step->table->call;
    fact.as.call.state = ROOM_CALL_TAKEN;
    fact.as.call.taken_by = command->who.id;
    fact.as.call.taken_ms = step->world->now_ms;
    step_fact(step, &fact);
    return UTH_OK;
}

const char *room_call_name(enum room_call_reason reason)
{
    static const char *const names[ROOM_CALL_COUNT] = {
        [ROOM_CALL_WIN] = "win",
        [ROOM_CALL_DISPUTE] = "dispute",
        [ROOM_CALL_MALFUNCTION] = "malfunction",
        [ROOM_CALL_FILL] = "fill",
        [ROOM_CALL_OTHER] = "other",
    };
    UTH_CHECK(reason < ROOM_CALL_COUNT);
    return names[reason];
}

bool room_call_find(const char *name, enum room_call_reason *reason)
{
    for (unsigned i = 0; i < ROOM_CALL_COUNT; i++) {
        if (strcmp(room_call_name((enum room_call_reason)i), name) == 0) {
            *reason = (enum room_call_reason)i;
            return true;
        }
    }
    return false;
}

const char *room_deck_place_name(enum room_deck_place place)
{
    static const char *const names[ROOM_DECK_PLACE_COUNT] = {
        [ROOM_DECK_IN_SHUFFLER] = "in_shuffler",
        [ROOM_DECK_IN_PLAY] = "in_play",
        [ROOM_DECK_IN_RACK] = "in_rack",
    };
    UTH_CHECK(place < ROOM_DECK_PLACE_COUNT);
    return names[place];
}
