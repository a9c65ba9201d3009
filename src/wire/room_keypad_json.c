// The keys of the Progressive's controller as they lie before the dealer: what pressing each would do, which
// lamps burn, and what is pressed next for the wins the cards show (GM-1, GM-2). The pages draw it.
#include <stdio.h>

#include "messages.inc"
#include "wire/room_view_inside.h"

#define NAME(name, value) [value] = name,
static const char *const button_names[UTH_CONTROLLER_COMMAND_COUNT] = {PROTOCOL_BUTTON(NAME)};

// clang-format off
#define KEYS_MAX 6
static const uint8_t keypads[UTH_MODEL_COUNT][KEYS_MAX] = {
    [UTH_MODEL_AQUARIUS] = { UTH_CONTROLLER_COIN_IN, UTH_CONTROLLER_HAND, UTH_CONTROLLER_KEY_JPH, UTH_CONTROLLER_J_POT,
                                  UTH_CONTROLLER_KEY_RUN, UTH_CONTROLLER_GAME_OVER },
    [UTH_MODEL_NEXUS]    = { UTH_CONTROLLER_START_GAME, UTH_CONTROLLER_SPOT, UTH_CONTROLLER_HAND, UTH_CONTROLLER_CONFIRM,
                                  UTH_CONTROLLER_SWIPE, UTH_CONTROLLER_END_GAME },
};

// What stands on a key, and in which states of the controller its lamp burns.
#define IN(state) (1U << UTH_STATION_##state)
#define HELD      (IN(KEYED) | IN(FROZEN))
#define ALL       ((1U << UTH_STATION_COUNT) - 1)
static const struct key {
    const char *name;
    unsigned lit;
} key_rows[UTH_CONTROLLER_COMMAND_COUNT] = {
    [UTH_CONTROLLER_COIN_IN]    = { "COIN IN",    ALL & ~IN(IDLE) },
    [UTH_CONTROLLER_START_GAME] = { "START GAME", ALL & ~IN(IDLE) },
    [UTH_CONTROLLER_HAND]       = { "HAND",       0 },
    [UTH_CONTROLLER_SPOT]       = { "SPOT",       0 },
    [UTH_CONTROLLER_KEY_JPH]    = { "JPH",        HELD },
    [UTH_CONTROLLER_KEY_RUN]    = { "RUN",        ALL & ~HELD },
    [UTH_CONTROLLER_J_POT]      = { "J-POT",      IN(FROZEN) },
    [UTH_CONTROLLER_CONFIRM]    = { "CONFIRM",    IN(AWAITING_CARD) },
    [UTH_CONTROLLER_SWIPE]      = { "SWIPE CARD", IN(AWAITING_CARD) },
    [UTH_CONTROLLER_GAME_OVER]  = { "GAME OVER",  0 },
    [UTH_CONTROLLER_END_GAME]   = { "END GAME",   0 },
};
// clang-format on

static const struct uth_station *station_of(const struct wire_room *room)
{
    return room->world->meter == NULL || room->table->config.meter == 0
               ? NULL
               : uth_controller_station(room->world->meter, room->table->id);
}

// The sensors have been locked for this round, and the game is not over.
static bool game_runs(const struct uth_station *station, const struct uth_view *view)
{
    return station->round == view->number && station->state != UTH_STATION_IDLE;
}

const char *wire_game_key(const struct wire_room *room, bool starts)
{
    const uint8_t *keypad = keypads[room->table->config.controller % UTH_MODEL_COUNT];
    return button_names[keypad[starts ? 0 : KEYS_MAX - 1]];
}

// ---- the keys ---------------------------------------------------------------------------------

static void put_keys(struct wire_out *out, const struct wire_room *room,
                     const struct uth_station *station)
{
    wire_out_open(out, "keys", '[');
    for (unsigned i = 0; i < KEYS_MAX; i++) {
        const enum uth_controller_command_kind kind =
            (enum uth_controller_command_kind)keypads[station->controller][i];
        wire_out_open(out, NULL, '{');
        wire_out_text(out, "button", button_names[kind]);
        wire_out_text(out, "name", key_rows[kind].name);
        wire_out_bool(out, "may", room_button_works(room->world, room->table, kind));
        wire_out_bool(out, "lit", (key_rows[kind].lit >> station->state & 1) != 0);
        wire_out_bool(out, "supervisor", uth_controller_takes_supervisor(kind));
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

// The hand whose lamp burns: on a keypad without spots the controller's, else that of the selected spot.
static void put_lit(struct wire_out *out, const struct uth_station *station)
{
    unsigned line = UTH_PROGRESSIVE_NONE;
    if (station->controller == UTH_MODEL_AQUARIUS && station->state != UTH_STATION_IDLE) {
        line = station->lit;
    } else if (station->controller == UTH_MODEL_NEXUS && station->spot != 0) {
        const struct uth_win *win = &station->wins[station->spot - 1];
        const bool on = win->state == UTH_WIN_PRESSED || win->state == UTH_WIN_CONFIRMED;
        line = on ? win->line : line;
    }
    if (line < UTH_PROGRESSIVE_COUNT) {
        wire_out_text(out, "lit", uth_progressive_line_name((enum uth_progressive_line)line));
    } else {
        wire_put_null(out, "lit");
    }
}

static bool is_open(const struct uth_win *win)
{
    return win->state == UTH_WIN_PRESSED || win->state == UTH_WIN_CONFIRMED;
}

static bool anyone_is_open(const struct uth_station *station)
{
    bool open = false;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        open = open || is_open(&station->wins[i]);
    }
    return open;
}

static const char *advice_between(const struct uth_station *station, const struct uth_view *view)
{
    const bool nexus = station->controller == UTH_MODEL_NEXUS;
    switch ((enum uth_phase)view->phase) {
    case UTH_PHASE_SHOWDOWN:
        return nexus ? "For each winner: the spot, then the hand; a supervisor confirms."
                     : "For each winner: press the hand; a supervisor confirms.";
    case UTH_PHASE_SETTLED:
        return anyone_is_open(station) ? "Pay the prize, and tick it at the seat."
               : nexus                 ? "Everything paid: END GAME."
                                       : "Everything paid: GAME OVER.";
    case UTH_PHASE_IDLE:
    case UTH_PHASE_BETTING:
    case UTH_PHASE_CLOSED:
    case UTH_PHASE_PREFLOP:
    case UTH_PHASE_FLOP:
    case UTH_PHASE_RIVER:
    case UTH_PHASE_OVER:
    case UTH_PHASE_COUNT: break;
    }
    return "The game is on.";
}

static const char *advice_of(const struct uth_station *station, const struct uth_view *view)
{
    const bool nexus = station->controller == UTH_MODEL_NEXUS;
    switch ((enum uth_station_state)station->state) {
    case UTH_STATION_PRESSED:
        return "Supervisor: check the hand, turn the key to JPH. Press the hand again to turn it "
               "off.";
    case UTH_STATION_KEYED:
        return "Supervisor: press J-POT to confirm, or turn the key back to RUN.";
    case UTH_STATION_FROZEN:
        return "Confirmed. Supervisor: turn the key back to RUN, and the meter adjusts.";
    case UTH_STATION_AWAITING_CARD:
        return "Supervisor: swipe the card. Press the hand again to turn it off.";
    case UTH_STATION_PLAYING: return advice_between(station, view);
    case UTH_STATION_IDLE:
    case UTH_STATION_COUNT: break;
    }
    return view->phase != UTH_PHASE_CLOSED ? ""
           : nexus                         ? "Press START GAME before the deal."
                                           : "Press COIN IN before the deal.";
}

static void put_prize(struct wire_out *out, const char *key, uint8_t seat, uint8_t line,
                      uint8_t state, uth_money prize)
{
    wire_out_open(out, key, '{');
    wire_out_number(out, "seat", seat);
    wire_out_text(out, "line", uth_progressive_line_name((enum uth_progressive_line)line));
    wire_out_text(out, "state", uth_win_state_name((enum uth_win_state)state));
    wire_out_number(out, "prize", prize.cents);
    wire_out_close(out, '}');
}

// GM-4: the prize of the win in hand, or of the last one of this game.
static void put_monitor(struct wire_out *out, const struct wire_room *room,
                        const struct uth_station *station)
{
    uint8_t shown = 0;
    for (uint8_t seat = 1; station->round == room->table->round.number && seat <= UTH_SEATS_MAX;
         seat++) {
        const struct uth_win *win = &station->wins[seat - 1];
        const bool open = shown != 0 && is_open(&station->wins[shown - 1]);
        shown = is_open(win) || (win->state == UTH_WIN_PAID && !open) ? seat : shown;
    }
    if (shown == 0) {
        wire_put_null(out, "monitor");
        return;
    }
    const struct uth_win *win = &station->wins[shown - 1];
    put_prize(out, "monitor", shown, win->line, win->state,
              uth_controller_prize(&room->world->rules->progressive, room->world->meter,
                                   room->table->id, shown));
}

// GM-2: what the cards show, once all have decided: the hands whose buttons are to be pressed, in
// paying order, each with the prize it will be then (PROG-5).
static void put_winners(struct wire_out *out, const struct wire_room *room,
                        const struct uth_station *station)
{
    struct uth_winner winners[UTH_SEATS_MAX];
    const size_t count = station->round == room->table->round.number
                             ? uth_controller_winners(&room->world->rules->progressive,
                                                      room->world->meter, room->table->id, winners)
                             : 0;
    wire_out_open(out, "winners", '[');
    for (size_t i = 0; i < count; i++) {
        put_prize(out, NULL, winners[i].seat, winners[i].line, winners[i].state, winners[i].prize);
    }
    wire_out_close(out, ']');
}

// ---- a win on its way (GM-1, GM-2) ------------------------------------------------------------

struct win_step {
    enum uth_controller_command_kind button;
    uint8_t seat;
    uint8_t line;
    bool off; // the cards do not show what is pressed
};

// The keypad knows hands and no spots. False when nothing is to be pressed.
static bool win_step_by_key(const struct uth_station *station, struct win_step *step)
{
    const uint8_t next = room_next_win(station);
    const uint8_t seat = uth_station_pressed(station);
    const bool off = seat == 0;
    switch ((enum uth_station_state)station->state) {
    case UTH_STATION_PRESSED:
        *step = (struct win_step){off ? UTH_CONTROLLER_HAND : UTH_CONTROLLER_KEY_JPH, seat,
                                  station->lit, off};
        return true;
    case UTH_STATION_KEYED:
        *step = (struct win_step){off ? UTH_CONTROLLER_KEY_RUN : UTH_CONTROLLER_J_POT, seat,
                                  station->lit, off};
        return true;
    case UTH_STATION_FROZEN:
        *step = (struct win_step){UTH_CONTROLLER_KEY_RUN, station->spot,
                                  station->wins[station->spot - 1].line, false};
        return true;
    case UTH_STATION_PLAYING:
        if (next != 0) {
            *step = (struct win_step){UTH_CONTROLLER_HAND, next, station->lines[next - 1], false};
        }
        return next != 0;
    case UTH_STATION_IDLE:
    case UTH_STATION_AWAITING_CARD:
    case UTH_STATION_COUNT: break;
    }
    return false;
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

static bool win_step_by_card(const struct uth_station *station, struct win_step *step)
{
    const bool waits = station->state == UTH_STATION_AWAITING_CARD;
    const uint8_t wrong = wrongly_pressed(station);
    const uint8_t seat = waits ? station->spot : wrong != 0 ? wrong : room_next_win(station);
    if (seat == 0) {
        return false;
    }
    const struct uth_win *win = &station->wins[seat - 1];
    const bool pressed = win->state == UTH_WIN_PRESSED;
    const bool off = seat == wrong;
    *step = (struct win_step){waits                   ? UTH_CONTROLLER_SWIPE
                              : station->spot != seat ? UTH_CONTROLLER_SPOT
                              : pressed && !off       ? UTH_CONTROLLER_CONFIRM
                                                      : UTH_CONTROLLER_HAND,
                              seat, pressed ? win->line : station->lines[seat - 1], off};
    return true;
}

// What is said before and after the hand.
// clang-format off
static const struct win_words {
    const char *before, *after;
    const char *off_before, *off_after;
} win_words[UTH_CONTROLLER_COMMAND_COUNT] = {
    [UTH_CONTROLLER_HAND]    = { "press ",              "",                  "turn ",             " off, the cards do not show it" },
    [UTH_CONTROLLER_SPOT]    = { "select the spot for ", "",                 "select the spot to turn ", " off" },
    [UTH_CONTROLLER_KEY_JPH] = { "verify ",             ", key to JPH",      "", "" },
    [UTH_CONTROLLER_J_POT]   = { "J-POT confirms ",     "",                  "", "" },
    [UTH_CONTROLLER_KEY_RUN] = { "",                    " is confirmed, key to RUN", "key to RUN, the cards do not show ", "" },
    [UTH_CONTROLLER_CONFIRM] = { "verify ",             ", then CONFIRM",    "", "" },
    [UTH_CONTROLLER_SWIPE]   = { "swipe the card for ", "",                  "", "" },
};
// clang-format on

static void put_win_step(struct wire_out *out, const struct win_step *step)
{
    const struct win_words *said = &win_words[step->button];
    const char *line = uth_progressive_line_name((enum uth_progressive_line)step->line);
    char place[16] = "Keypad";
    char words[160];
    if (step->seat != 0) {
        (void)snprintf(place, sizeof place, "Seat %u", step->seat);
    }
    (void)snprintf(words, sizeof words, "%s: %s%s%s", place,
                   step->off ? said->off_before : said->before, line,
                   step->off ? said->off_after : said->after);
    wire_out_open(out, "win_step", '{');
    wire_out_text(out, "button", button_names[step->button]);
    wire_out_number(out, "seat", step->seat);
    wire_out_text(out, "line", line);
    wire_out_bool(out, "supervisor", uth_controller_takes_supervisor(step->button));
    wire_out_text(out, "words", words);
    wire_out_close(out, '}');
}

static bool win_step_of(const struct uth_station *station, const struct uth_view *view,
                        struct win_step *step)
{
    if (view->phase != UTH_PHASE_SHOWDOWN || !game_runs(station, view) || !station->shown) {
        return false;
    }
    return station->controller == UTH_MODEL_AQUARIUS ? win_step_by_key(station, step)
                                                     : win_step_by_card(station, step);
}

// ---- the whole --------------------------------------------------------------------------------

void wire_put_keypad(struct wire_out *out, const struct wire_room *room,
                     const struct uth_view *view)
{
    const struct uth_station *station = station_of(room);
    struct win_step step;
    if (station == NULL) {
        wire_put_null(out, "keypad");
        return;
    }
    wire_out_open(out, "keypad", '{');
    put_keys(out, room, station);
    put_lit(out, station);
    wire_out_text(out, "advice", advice_of(station, view));
    put_monitor(out, room, station);
    put_winners(out, room, station);
    if (win_step_of(station, view, &step)) {
        put_win_step(out, &step);
    } else {
        wire_put_null(out, "win_step");
    }
    wire_out_close(out, '}');
}
