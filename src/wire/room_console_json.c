// What the one who runs a table is told: the steps of the procedure (DEAL-6), where the decks are, and the
// call for a supervisor.
#include <stdio.h>
#include <string.h>

#include "messages.inc"
#include "wire/procedure_words.h"
#include "wire/room_view_inside.h"

#define NAME(name, value) [value] = name,

// ---- the steps --------------------------------------------------------------------------------

// The message that gives a step's command; NULL where there is none to give.
static const char *type_of(enum room_step_kind kind)
{
    static const char *const types[ROOM_STEP_COUNT] = {
        [ROOM_STEP_OPEN] = "open",         [ROOM_STEP_CLOSE_BETS] = "close_bets",
        [ROOM_STEP_START_GAME] = "button", [ROOM_STEP_DEAL] = "deal",
        [ROOM_STEP_FLOP] = "turn",         [ROOM_STEP_TURN_AND_RIVER] = "turn",
        [ROOM_STEP_SHOW_DEALER] = "turn",  [ROOM_STEP_SETTLE] = "settle",
        [ROOM_STEP_END_GAME] = "button",   [ROOM_STEP_END] = "end",
    };
    return room_step_is_ticked(kind) ? "tick" : types[kind];
}

static const char *button_of(const struct wire_room *room, enum room_step_kind kind)
{
    const bool starts = kind == ROOM_STEP_START_GAME;
    return starts || kind == ROOM_STEP_END_GAME ? wire_game_key(room, starts) : NULL;
}

static void put_given(struct wire_out *out, const char *key, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        wire_out_text(out, key, text);
    }
}

static void put_true(struct wire_out *out, const char *key, bool value)
{
    if (value) {
        wire_out_bool(out, key, true);
    }
}

static void put_moved(struct wire_out *out, const struct room_step *step)
{
    static const char *const acts[] = {PROTOCOL_ACT(NAME)};
    if (step->seat != 0) {
        wire_out_number(out, "seat", step->seat);
    }
    if (step->wager != UTH_WAGER_COUNT) {
        wire_out_text(out, "wager", uth_wager_name((enum uth_wager)step->wager));
        wire_out_text(out, "do", acts[step->act]);
    }
    if (step->amount.cents != 0) {
        wire_out_number(out, "amount", step->amount.cents);
    }
}

static void put_step(struct wire_out *out, const struct wire_room *room,
                     const struct uth_view *view, const struct room_step *step)
{
    static const char *const by[] = {PROTOCOL_STEP_BY(NAME)};
    const enum room_step_kind kind = room_step_kind_of(step);
    char text[WIRE_STEP_WORDS_MAX];
    wire_out_open(out, NULL, '{');
    wire_out_text(out, "step", room_step_id(kind));
    put_moved(out, step);
    wire_out_text(out, "by", by[step->row->by]);
    put_given(out, "type", type_of(kind));
    put_given(out, "button", button_of(room, kind));
    wire_out_text(out, "clause", step->row->clause);
    wire_step_name(room, view, step, text);
    wire_out_text(out, "name", text);
    wire_step_words(room, view, step, text);
    wire_out_text(out, "words", text);
    wire_step_waits(room, view, step, text);
    put_given(out, "waits", text);
    put_true(out, "required", step->required);
    put_true(out, "skipped", step->skipped);
    wire_out_bool(out, "done", step->done);
    wire_out_bool(out, "next", step->next);
    wire_out_bool(out, "may", step->may);
    wire_out_close(out, '}');
}

static void put_steps(struct wire_out *out, const struct wire_room *room,
                      const struct uth_view *view)
{
    struct room_step steps[ROOM_STEPS_MAX];
    // Where timers deal there is no procedure of hands.
    const size_t count = room->table->config.pace == ROOM_PACE_DEALER
                             ? room_steps(room->world, room->table, steps)
                             : 0;
    wire_out_open(out, "steps", '[');
    for (size_t i = 0; i < count; i++) {
        put_step(out, room, view, &steps[i]);
    }
    wire_out_close(out, ']');
}

// ---- decks and calls --------------------------------------------------------------------------

// DEAL-1: with one deck it is the one in play.
static void put_decks(struct wire_out *out, const struct wire_room *room)
{
    const bool two = room->world->rules->decks == 2;
    const struct room_table *table = room->table;
    wire_out_open(out, "decks", '[');
    for (uint8_t deck = 0; deck < 2; deck++) {
        if (!two && deck != table->round.deck_in_play) {
            continue;
        }
        const enum room_deck_place place = room_deck_place(table, deck);
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "deck", deck);
        wire_out_text(out, "colour", wire_deck_colour(deck));
        wire_out_text(out, "place", room_deck_place_name(place));
        wire_out_number(out, "in_rack",
                        place == ROOM_DECK_IN_PLAY   ? (int64_t)uth_cards_count(table->round.rack)
                        : place == ROOM_DECK_IN_RACK ? UTH_DECK_SIZE
                                                     : 0);
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

static void put_call(struct wire_out *out, const struct wire_room *room)
{
    const struct room_call *call = &room->table->call;
    if (call->state == ROOM_CALL_NONE) {
        wire_put_null(out, "call");
        return;
    }
    wire_out_open(out, "call", '{');
    wire_put_call(out, call);
    wire_out_text(out, "by", room->name_of(room->context, call->by));
    if (call->state == ROOM_CALL_TAKEN) {
        wire_out_text(out, "taken_by", room->name_of(room->context, call->taken_by));
        wire_out_number(out, "taken_ms", call->taken_ms);
    }
    wire_out_close(out, '}');
}

void wire_put_call(struct wire_out *out, const struct room_call *call)
{
    wire_out_text(out, "reason", room_call_name((enum room_call_reason)call->reason));
    wire_out_text(out, "note", call->note);
    wire_out_number(out, "since_ms", call->since_ms);
}

void wire_dealer_console(const struct wire_room *room, const struct uth_view *view,
                         struct wire_out *out)
{
    wire_out_open(out, "dealer_console", '{');
    put_steps(out, room, view);
    put_decks(out, room);
    put_call(out, room);
    wire_put_keypad(out, room, view);
    wire_out_close(out, '}');
}
