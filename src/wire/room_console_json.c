// What the one who runs a table is told: the steps of the procedure (DEAL-6), where the decks are, the
// call for a supervisor, and the keys of the Progressive's controller.
#include <stdio.h>
#include <string.h>

#include "messages.inc"
#include "wire/procedure_words.h"
#include "wire/room_view_json.h"

#define NAME(name, value) [value] = name,

// clang-format off
#define KEYS_MAX 6
static const char *const keypads[UTH_CONTROLLER_COUNT][KEYS_MAX] = {
    [UTH_CONTROLLER_AQUARIUS] = { "coin in", "hand", "key jph", "j-pot", "key run", "game over" },
    [UTH_CONTROLLER_NEXUS]    = { "start game", "spot", "hand", "confirm", "swipe", "end game" },
};
// clang-format on

static const struct uth_station *station_of(const struct wire_room *room)
{
    return room->world->meter == NULL || room->table->config.meter == 0
               ? NULL
               : uth_manager_station(room->world->meter, room->table->id);
}

// The sensors have been locked for this round, and the game is not over.
static bool game_runs(const struct wire_room *room, const struct uth_view *view)
{
    const struct uth_station *station = station_of(room);
    return station != NULL && station->round == view->number && station->state != UTH_STATION_IDLE;
}

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
    const unsigned controller = room->table->config.controller % UTH_CONTROLLER_COUNT;
    const bool starts = kind == ROOM_STEP_START_GAME;
    return starts || kind == ROOM_STEP_END_GAME ? keypads[controller][starts ? 0 : KEYS_MAX - 1]
                                                : NULL;
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

static void put_keypad(struct wire_out *out, const struct wire_room *room)
{
    const unsigned controller = room->table->config.controller % UTH_CONTROLLER_COUNT;
    wire_out_open(out, "keypad", '[');
    for (unsigned i = 0; i < KEYS_MAX && station_of(room) != NULL; i++) {
        wire_out_text(out, NULL, keypads[controller][i]);
    }
    wire_out_close(out, ']');
}

// GM-2: what the cards show, once all have decided: the hands whose buttons are to be pressed, in
// paying order, each with the prize it will be then (PROG-5).
static void put_winners(struct wire_out *out, const struct wire_room *room)
{
    const struct uth_station *station = station_of(room);
    struct uth_winner winners[UTH_SEATS_MAX];
    const size_t count = station != NULL && station->round == room->table->round.number
                             ? uth_manager_winners(&room->world->rules->progressive,
                                                   room->world->meter, room->table->id, winners)
                             : 0;
    wire_out_open(out, "winners", '[');
    for (size_t i = 0; i < count; i++) {
        const struct uth_winner *winner = &winners[i];
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "seat", winner->seat);
        wire_out_text(out, "line",
                      uth_progressive_line_name((enum uth_progressive_line)winner->line));
        wire_out_text(out, "state", uth_win_state_name((enum uth_win_state)winner->state));
        wire_out_number(out, "prize", winner->prize.cents);
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

// ---- a win on its way (GM-1, GM-2) ------------------------------------------------------------

struct win_step {
    const char *button; // NULL: nothing is to be pressed
    uint8_t seat;
    uint8_t line;
    bool off; // the cards do not show what is pressed
};

// The keypad knows hands and no spots.
static struct win_step win_step_by_key(const struct uth_station *station)
{
    const uint8_t next = room_next_win(station);
    const uint8_t seat = uth_station_pressed(station);
    switch ((enum uth_station_state)station->state) {
    case UTH_STATION_PRESSED:
        return (struct win_step){seat != 0 ? "key jph" : "hand", seat, station->lit, seat == 0};
    case UTH_STATION_KEYED:
        return (struct win_step){seat != 0 ? "j-pot" : "key run", seat, station->lit, seat == 0};
    case UTH_STATION_FROZEN:
        return (struct win_step){"key run", station->spot, station->wins[station->spot - 1].line,
                                 false};
    case UTH_STATION_PLAYING:
        if (next != 0) {
            return (struct win_step){"hand", next, station->lines[next - 1], false};
        }
        break;
    case UTH_STATION_IDLE:
    case UTH_STATION_AWAITING_CARD:
    case UTH_STATION_COUNT: break;
    }
    return (struct win_step){.button = NULL};
}

static uint8_t wrongly_pressed(const struct uth_station *station)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct uth_win *win = &station->wins[seat - 1];
        if (win->state == UTH_WIN_PRESSED && win->line != station->lines[seat - 1]) {
            return seat;
        }
    }
    return 0;
}

static struct win_step win_step_by_card(const struct uth_station *station)
{
    const uint8_t wrong = wrongly_pressed(station);
    const uint8_t seat = station->state == UTH_STATION_AWAITING_CARD ? station->spot
                         : wrong != 0                                ? wrong
                                                                     : room_next_win(station);
    if (seat == 0 || station->state == UTH_STATION_IDLE) {
        return (struct win_step){.button = NULL};
    }
    const struct uth_win *win = &station->wins[seat - 1];
    const bool pressed = win->state == UTH_WIN_PRESSED;
    const uint8_t line = pressed ? win->line : station->lines[seat - 1];
    const bool off = seat == wrong;
    const char *button = station->state == UTH_STATION_AWAITING_CARD ? "swipe"
                         : station->spot != seat                     ? "spot"
                         : pressed && !off                           ? "confirm"
                                                                     : "hand";
    return (struct win_step){button, seat, line, off};
}

// What is said before and after the hand.
// clang-format off
static const struct win_button {
    const char *button;
    bool supervisor; // takes a key or a card
    const char *before, *after;
    const char *off_before, *off_after;
} win_buttons[] = {
    { "hand",    false, "press ",              "",                  "turn ",             " off, the cards do not show it" },
    { "spot",    false, "select the spot for ", "",                 "select the spot to turn ", " off" },
    { "key jph", true,  "verify ",             ", key to JPH",      "", "" },
    { "j-pot",   true,  "J-POT confirms ",     "",                  "", "" },
    { "key run", true,  "",                    " is confirmed, key to RUN", "key to RUN, the cards do not show ", "" },
    { "confirm", true,  "verify ",             ", then CONFIRM",    "", "" },
    { "swipe",   true,  "swipe the card for ", "",                  "", "" },
};
// clang-format on

static const struct win_button *win_button_of(const struct win_step *step)
{
    size_t i = 0;
    while (strcmp(win_buttons[i].button, step->button) != 0) {
        i++;
        UTH_CHECK(i < sizeof win_buttons / sizeof win_buttons[0]);
    }
    return &win_buttons[i];
}

static void put_win_step(struct wire_out *out, const struct wire_room *room,
                         const struct uth_view *view)
{
    const struct uth_station *station = station_of(room);
    struct win_step step = {.button = NULL};
    if (view->phase == UTH_PHASE_SHOWDOWN && game_runs(room, view) && station->shown) {
        step = station->controller == UTH_CONTROLLER_AQUARIUS ? win_step_by_key(station)
                                                              : win_step_by_card(station);
    }
    if (step.button == NULL) {
        wire_put_null(out, "win_step");
        return;
    }
    const struct win_button *button = win_button_of(&step);
    const char *line = uth_progressive_line_name((enum uth_progressive_line)step.line);
    char place[16] = "Keypad";
    char words[160];
    if (step.seat != 0) {
        (void)snprintf(place, sizeof place, "Seat %u", step.seat);
    }
    (void)snprintf(words, sizeof words, "%s: %s%s%s", place,
                   step.off ? button->off_before : button->before, line,
                   step.off ? button->off_after : button->after);
    wire_out_open(out, "win_step", '{');
    wire_out_text(out, "button", step.button);
    wire_out_number(out, "seat", step.seat);
    wire_out_text(out, "line", line);
    wire_out_bool(out, "supervisor", button->supervisor);
    wire_out_text(out, "words", words);
    wire_out_close(out, '}');
}

void wire_dealer_console(const struct wire_room *room, const struct uth_view *view,
                         struct wire_out *out)
{
    wire_out_open(out, "dealer_console", '{');
    put_steps(out, room, view);
    put_decks(out, room);
    put_call(out, room);
    put_keypad(out, room);
    put_winners(out, room);
    put_win_step(out, room, view);
    wire_out_close(out, '}');
}
