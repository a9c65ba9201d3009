// What the one who runs a table is told: the steps of the procedure in the rulebook's words, what
// to take and to pay spot by spot, and the keys of the Progressive's controller.
#include <stdio.h>
#include <string.h>

#include "wire/amount_words.h"
#include "wire/room_view_json.h"

// ---- the steps --------------------------------------------------------------------------------

enum { STEP_START_BUTTON = 2, STEP_END_BUTTON = 8, STEP_COUNT = 10 };

// A step is next while the round is in its phase, and done from the phase behind it on.
struct step {
    const char *step; // the message's type
    uint8_t from;     // the phase in which it is the next one
    uint8_t done;     // the phase it leads to
    const char *words;
};

// clang-format off
static const struct step steps[STEP_COUNT] = {
    { "open",       UTH_PHASE_IDLE,     UTH_PHASE_BETTING,  "\"Place your bets.\" Ante and Blind, equal; optional wagers beside them." },
    { "close_bets", UTH_PHASE_BETTING,  UTH_PHASE_CLOSED,   "\"No more bets.\" Nothing is made, increased or withdrawn from here on." },
    { "button",     UTH_PHASE_CLOSED,   UTH_PHASE_PREFLOP,  "" },
    { "deal",       UTH_PHASE_CLOSED,   UTH_PHASE_PREFLOP,  "" },
    { "turn",       UTH_PHASE_PREFLOP,  UTH_PHASE_FLOP,     "Everybody has checked or bet Play: turn the flop, three community cards." },
    { "turn",       UTH_PHASE_FLOP,     UTH_PHASE_RIVER,    "Everybody left has checked or bet Play: turn the turn and the river together." },
    { "turn",       UTH_PHASE_RIVER,    UTH_PHASE_SHOWDOWN, "Everybody left has folded or bet Play: turn the dealer's two cards and announce the hand." },
    { "settle",     UTH_PHASE_SHOWDOWN, UTH_PHASE_SETTLED,  "Compare hand by hand, take and pay in order." },
    { "button",     UTH_PHASE_SETTLED,  UTH_PHASE_OVER,     "" },
    { "end",        UTH_PHASE_SETTLED,  UTH_PHASE_OVER,     "Count the cards into the discard rack: all 52 are accounted for." },
};

static const char *const deal_words[] = {
    [UTH_PROCEDURE_SHOE]      = "Deal from the shoe: one card to each spot with Ante and Blind, then the dealer, and again; five community cards, face down.",
    [UTH_PROCEDURE_SHUFFLER]  = "Deal two at a time to each spot with Ante and Blind, two to the player-dealer, five community cards, face down.",
    [UTH_PROCEDURE_DECK_MATE] = "Deal two to each player and two to the dealer, face down; the community cards come from the deck in hand.",
    [UTH_PROCEDURE_ACE_IDEAL] = "Five community cards first, then two to each player and two to the dealer, face down.",
};

static const char *const start_words[UTH_CONTROLLER_COUNT] = {
    [UTH_CONTROLLER_AQUARIUS] = "COIN IN: the sensors lock and light; take the Progressive chips off.",
    [UTH_CONTROLLER_NEXUS]    = "START GAME: the Progressive wagers are taken.",
};

static const char *const end_words[UTH_CONTROLLER_COUNT] = {
    [UTH_CONTROLLER_AQUARIUS] = "GAME OVER: no win is pending or missed.",
    [UTH_CONTROLLER_NEXUS]    = "END GAME: no win is pending or missed.",
};

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

static bool anyone_on_progressive(const struct uth_view *view)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (view->seats[i].stakes[UTH_WAGER_PROGRESSIVE].cents != 0) {
            return true;
        }
    }
    return false;
}

// The sensors have been locked for this round.
static bool game_started(const struct wire_room *room, const struct uth_view *view)
{
    const struct uth_station *station = station_of(room);
    return station != NULL && station->round == view->number;
}

static bool game_runs(const struct wire_room *room, const struct uth_view *view)
{
    return game_started(room, view) && station_of(room)->state != UTH_STATION_IDLE;
}

static bool step_applies(const struct wire_room *room, const struct uth_view *view, unsigned index)
{
    return (index != STEP_START_BUTTON && index != STEP_END_BUTTON) ||
           (station_of(room) != NULL &&
            (anyone_on_progressive(view) || view->phase < UTH_PHASE_CLOSED));
}

static bool step_done(const struct wire_room *room, const struct uth_view *view, unsigned index)
{
    const bool between = view->phase == UTH_PHASE_IDLE || view->phase == UTH_PHASE_OVER;
    if (index == STEP_START_BUTTON) {
        return !between && game_started(room, view);
    }
    if (index == STEP_END_BUTTON) {
        return view->phase == UTH_PHASE_SETTLED && !game_runs(room, view);
    }
    return !between && view->phase >= steps[index].done;
}

static bool anyone(const struct uth_view *view, bool awaited)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (awaited ? view->seats[i].awaited : view->seats[i].in) {
            return true;
        }
    }
    return false;
}

static bool step_may(const struct wire_room *room, const struct uth_view *view, unsigned index)
{
    if (index == 0) {
        return room->table->state == ROOM_STATE_WAITING && !room->table->paused;
    }
    if (steps[index].from == UTH_PHASE_BETTING) {
        return anyone(view, false);
    }
    return !anyone(view, true);
}

// The first step that has not been done is next.
static unsigned next_step(const struct wire_room *room, const struct uth_view *view)
{
    unsigned next = 0;
    while (next + 1 < STEP_COUNT &&
           (step_done(room, view, next) || !step_applies(room, view, next))) {
        next++;
    }
    return next;
}

static const char *step_words(const struct wire_room *room, const struct uth_view *view,
                              unsigned index)
{
    const unsigned controller = room->table->config.controller % UTH_CONTROLLER_COUNT;
    const bool between = view->phase == UTH_PHASE_IDLE || view->phase == UTH_PHASE_OVER;
    if (index == STEP_START_BUTTON) {
        return start_words[controller];
    }
    if (index == STEP_END_BUTTON) {
        return end_words[controller];
    }
    if (index == STEP_START_BUTTON + 1) {
        return deal_words[between ? room->world->rules->procedure : view->procedure];
    }
    return steps[index].words;
}

static void put_steps(struct wire_out *out, const struct wire_room *room,
                      const struct uth_view *view)
{
    const unsigned next = next_step(room, view);
    wire_out_open(out, "steps", '[');
    for (unsigned i = 0; i < STEP_COUNT; i++) {
        if (!step_applies(room, view, i)) {
            continue;
        }
        wire_out_open(out, NULL, '{');
        wire_out_text(out, "step", steps[i].step);
        wire_out_text(out, "words", step_words(room, view, i));
        wire_out_bool(out, "done", step_done(room, view, i));
        wire_out_bool(out, "next", i == next);
        wire_out_bool(out, "may", i == next && step_may(room, view, i));
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

// ---- taking and paying ------------------------------------------------------------------------

struct deed {
    const char *what; // "take", "pay", "return"
    int64_t amount;
};

// What is done with a settled wager. The Progressive's chips left the layout when bets closed, so
// a lost one needs no hand, and a won one is paid its whole prize, for 1.
static struct deed deed_of(const struct uth_view_seat *seat, enum uth_wager wager)
{
    const int64_t net = seat->nets[wager].cents;
    const int64_t stake = seat->stakes[wager].cents;
    if (wager == UTH_WAGER_PROGRESSIVE) {
        return (struct deed){net + stake > 0 ? "pay" : "", net + stake};
    }
    if (net < 0) {
        return (struct deed){"take", -net};
    }
    return net > 0 ? (struct deed){"pay", net} : (struct deed){"return", stake};
}

static void put_deed(struct wire_out *out, const struct wire_room *room,
                     const struct uth_view *view, struct wire_moved moved)
{
    const struct uth_view_seat *seat = &view->seats[moved.seat - 1];
    const struct deed deed = deed_of(seat, moved.wager);
    if (deed.what[0] == '\0') {
        return;
    }
    char words[320];
    char dollars[WIRE_AMOUNT_MAX];
    char reason[WIRE_REASON_WORDS_MAX];
    wire_seat_reason(room->world->rules, view, seat, moved.wager, reason);
    const char *limited = uth_carried_text((enum uth_carried)seat->carried[moved.wager]);
    (void)snprintf(words, sizeof words, "seat %u: %s %s $%s.%02u, %s%s%s", moved.seat, deed.what,
                   uth_wager_title((enum uth_wager)moved.wager),
                   wire_grouped((uint64_t)deed.amount / 100, dollars),
                   (unsigned)(deed.amount % 100), reason, limited[0] != '\0' ? "; " : "", limited);
    wire_out_open(out, NULL, '{');
    wire_out_number(out, "seat", moved.seat);
    wire_out_text(out, "wager", uth_wager_name(moved.wager));
    wire_out_text(out, "do", deed.what);
    wire_out_number(out, "amount", deed.amount);
    wire_out_text(out, "words", words);
    wire_out_close(out, '}');
}

static void put_deeds(struct wire_out *out, const struct wire_room *room,
                      const struct uth_view *view)
{
    struct wire_moved order[UTH_SETTLED_MAX];
    wire_out_open(out, "take_and_pay", '[');
    const size_t count =
        view->phase == UTH_PHASE_SETTLED ? wire_settled_order(room->world->rules, view, order) : 0;
    for (size_t i = 0; i < count; i++) {
        put_deed(out, room, view, order[i]);
    }
    wire_out_close(out, ']');
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

// GM-2: what the cards show, once all have decided: the hands whose buttons are to be pressed.
static void put_winners(struct wire_out *out, const struct wire_room *room)
{
    const struct uth_station *station = station_of(room);
    const bool shown =
        station != NULL && station->shown != 0 && station->round == room->table->round.number;
    wire_out_open(out, "winners", '[');
    for (uint8_t seat = 1; shown && seat <= UTH_SEATS_MAX; seat++) {
        const uint8_t line = station->lines[seat - 1];
        const bool wagered = ((station->wagered >> (seat - 1)) & 1) != 0;
        if (!wagered || line >= UTH_PROGRESSIVE_COUNT) {
            continue;
        }
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "seat", seat);
        wire_out_text(out, "line", uth_progressive_line_name((enum uth_progressive_line)line));
        wire_out_number(out, "prize",
                        uth_manager_prize(&room->world->rules->progressive, room->world->meter,
                                          room->table->id, seat)
                            .cents);
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

void wire_dealer_console(const struct wire_room *room, const struct uth_view *view,
                         struct wire_out *out)
{
    wire_out_open(out, "dealer_console", '{');
    put_steps(out, room, view);
    put_deeds(out, room, view);
    put_keypad(out, room);
    put_winners(out, room);
    wire_out_close(out, '}');
}
