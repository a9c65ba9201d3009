// Both controllers: every button in every state, and every way through a game.
#include <stdio.h>

#include "support/desk.h"
#include "support/rng.h"

static struct desk desk;

#define FOUR       UTH_PROGRESSIVE_FOUR
#define ROYAL      UTH_PROGRESSIVE_ROYAL_FIRST_FIVE
#define FULL_HOUSE UTH_PROGRESSIVE_FULL_HOUSE

// ---- every button in every state --------------------------------------------------------------

// Seat 2 holds four of a kind, seat 3 nothing; both have wagered.
static struct uth_controller_command press(char button)
{
    struct uth_controller_command show = show_of();
    show.lines[1] = FOUR;
    show.order[0] = 3;
    show.order[1] = 2;
    struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
    back_out.seat = 2;
    struct uth_controller_command by_dealer = command_of(UTH_CONTROLLER_J_POT);
    by_dealer.authority = UTH_AUTHORITY_DEALER;
    switch (button) {
    case 'c': return start_of(UTH_MODEL_AQUARIUS, 5, 6);
    case 'n': return start_of(UTH_MODEL_NEXUS, 5, 6);
    case 's': return show;
    case '2': return seat_command(UTH_CONTROLLER_SPOT, 2);
    case '3': return seat_command(UTH_CONTROLLER_SPOT, 3);
    case '1': return seat_command(UTH_CONTROLLER_SPOT, 1);
    case '4': return hand_of(FOUR);
    case 'h': return hand_of(FULL_HOUSE);
    case 'x': return hand_of(UTH_PROGRESSIVE_FLUSH);
    case 'k': return command_of(UTH_CONTROLLER_KEY_JPH);
    case 'j': return command_of(UTH_CONTROLLER_J_POT);
    case 'd': return by_dealer;
    case 'r': return command_of(UTH_CONTROLLER_KEY_RUN);
    case 'C': return command_of(UTH_CONTROLLER_CONFIRM);
    case 'w': return command_of(UTH_CONTROLLER_SWIPE);
    case 'p': return seat_command(UTH_CONTROLLER_PAY, 2);
    case 'b': return back_out;
    case 'g': return command_of(UTH_CONTROLLER_GAME_OVER);
    case 'e': return command_of(UTH_CONTROLLER_END_GAME);
    case 'v': return command_of(UTH_CONTROLLER_VOID);
    case 'u': return command_of(UTH_CONTROLLER_UNLINK);
    }
    fail_msg("no button %c", button);
    return show;
}

enum { BUTTONS_MAX = 24, ROWS_MAX = 16 };

struct row {
    const char *path; // buttons that lead there
    enum uth_station_state state;
    enum uth_status expected[BUTTONS_MAX];
};

#define OK_   UTH_OK
#define STEP  UTH_ERR_GAME_STEP
#define NONE  UTH_ERR_NO_SUCH_BUTTON
#define LIT   UTH_ERR_NO_WIN_LIT
#define OTHER UTH_ERR_OTHER_WIN_LIT
#define DONE  UTH_ERR_WIN_CONFIRMED
#define NOWIN UTH_ERR_NO_SUCH_WIN
#define CARDS UTH_ERR_CARDS_NOT_SHOWN
#define WRONG UTH_ERR_WIN_NOT_SHOWN
#define PEND  UTH_ERR_WIN_PENDING
#define MISS  UTH_ERR_WIN_MISSED
#define FROZE UTH_ERR_METER_FROZEN
#define SUP   UTH_ERR_NEEDS_SUPERVISOR
#define SEAT  UTH_ERR_NO_SUCH_SEAT

// clang-format off
/* GM-1, GM-2 */
static const char aquarius_buttons[] = "cs4hxkjdrgpbvun2Cwe";
static const struct row aquarius_rows[] = {
    //                                        COIN                four  full  flush  key    J-    J-POT  key  GAME        back  void  un-   the other controller's
    //                                        IN    cards          of a house        JPH    POT   dealer RUN  OVER   pay  out         link  START  spot  CONF  card  END
    { "",        UTH_STATION_IDLE,          { OK_,  STEP,  STEP, STEP, STEP, LIT,  STEP, SUP,  STEP, STEP,  STEP,  NOWIN, STEP, OK_,  NONE, NONE, NONE, NONE, NONE } },
    { "c",       UTH_STATION_PLAYING,       { STEP, OK_,   OK_,  OK_,  NONE, LIT,  STEP, SUP,  STEP, CARDS, NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs",      UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  NONE, LIT,  STEP, SUP,  STEP, MISS,  NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "c4",      UTH_STATION_PRESSED,       { STEP, OK_,   OK_,  OTHER, NONE, OK_, STEP, SUP,  STEP, PEND,  NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "c4k",     UTH_STATION_KEYED,         { STEP, OK_,   STEP, STEP, STEP, LIT,  CARDS, SUP, OK_,  PEND,  NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "c4ks",    UTH_STATION_KEYED,         { STEP, STEP,  STEP, STEP, STEP, LIT,  OK_,  SUP,  OK_,  PEND,  NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cshk",    UTH_STATION_KEYED,         { STEP, STEP,  STEP, STEP, STEP, LIT,  WRONG, SUP, OK_,  PEND,  NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs4kr",   UTH_STATION_PRESSED,       { STEP, STEP,  OK_,  OTHER, NONE, OK_, STEP, SUP,  STEP, PEND,  NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs44",    UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  NONE, LIT,  STEP, SUP,  STEP, MISS,  NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs4kj",   UTH_STATION_FROZEN,        { STEP, STEP,  STEP, STEP, STEP, LIT,  STEP, SUP,  OK_,  PEND,  OK_,   FROZE, DONE, STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs4kjr",  UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  NONE, LIT,  STEP, SUP,  STEP, PEND,  OK_,   OK_,   DONE, STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs4kjr4k", UTH_STATION_KEYED,        { STEP, STEP,  STEP, STEP, STEP, LIT,  DONE, SUP,  OK_,  PEND,  OK_,   OK_,   DONE, STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs4kjrp", UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  NONE, LIT,  STEP, SUP,  STEP, OK_,   NOWIN, OK_,   DONE, STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs4kjrpg", UTH_STATION_IDLE,         { OK_,  STEP,  STEP, STEP, STEP, LIT,  STEP, SUP,  STEP, STEP,  STEP,  OK_,   STEP, OK_,  NONE, NONE, NONE, NONE, NONE } },
    { "cs4kjrb", UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  NONE, LIT,  STEP, SUP,  STEP, OK_,   NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
    { "cs4kjrb4k", UTH_STATION_KEYED,       { STEP, STEP,  STEP, STEP, STEP, LIT,  OK_,  SUP,  OK_,  PEND,  NOWIN, NOWIN, OK_,  STEP, NONE, NONE, NONE, NONE, NONE } },
};

static const char nexus_buttons[] = "ns234hxCwepbvuc1kjrg";
static const struct row nexus_rows[] = {
    //                                        START        spot  spot  four  full  flush CON-  swipe END         back  void  un-   COIN  spot  the other controller's
    //                                        GAME  cards  2     3     of a  house       FIRM  card  GAME  pay   out         link  IN    1     key   J-POT key   OVER
    { "",        UTH_STATION_IDLE,          { OK_,  STEP,  STEP, STEP, STEP, STEP, STEP, STEP, STEP, STEP, STEP,  NOWIN, STEP, OK_,  NONE, STEP, NONE, NONE, NONE, NONE } },
    { "n",       UTH_STATION_PLAYING,       { STEP, OK_,   OK_,  OK_,  STEP, STEP, NONE, LIT,  STEP, CARDS, NOWIN, NOWIN, OK_, STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "n2",      UTH_STATION_PLAYING,       { STEP, OK_,   OK_,  OK_,  OK_,  OK_,  NONE, LIT,  STEP, CARDS, NOWIN, NOWIN, OK_, STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "n24",     UTH_STATION_PLAYING,       { STEP, OK_,   OK_,  OK_,  OK_,  OTHER, NONE, CARDS, STEP, CARDS, NOWIN, NOWIN, OK_, STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "n24s",    UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  OK_,  OTHER, NONE, OK_, STEP, PEND, NOWIN, NOWIN, OK_,  STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "ns244",   UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  OK_,  OK_,  NONE, LIT,  STEP, MISS, NOWIN, NOWIN, OK_,  STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "ns2h",    UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  OTHER, OK_, NONE, WRONG, STEP, PEND, NOWIN, NOWIN, OK_, STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "ns34",    UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  OK_,  OTHER, NONE, WRONG, STEP, MISS, NOWIN, NOWIN, OK_, STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "ns24C",   UTH_STATION_AWAITING_CARD, { STEP, STEP,  STEP, STEP, OK_,  OTHER, NONE, STEP, OK_, PEND, NOWIN, NOWIN, OK_,  STEP, NONE, STEP, NONE, NONE, NONE, NONE } },
    { "ns24C4",  UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  OK_,  OK_,  NONE, LIT,  STEP, MISS, NOWIN, NOWIN, OK_,  STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "ns24Cw",  UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  DONE, DONE, NONE, LIT,  STEP, PEND, OK_,   OK_,   DONE, STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "ns24Cwp", UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  DONE, DONE, NONE, LIT,  STEP, OK_,  NOWIN, OK_,   DONE, STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "ns24Cwpe", UTH_STATION_IDLE,         { OK_,  STEP,  STEP, STEP, STEP, STEP, STEP, STEP, STEP, STEP, STEP,  OK_,   STEP, OK_,  NONE, STEP, NONE, NONE, NONE, NONE } },
    { "ns24Cwb", UTH_STATION_PLAYING,       { STEP, STEP,  OK_,  OK_,  OK_,  OK_,  NONE, LIT,  STEP, OK_,  NOWIN, NOWIN, OK_,  STEP, NONE, SEAT, NONE, NONE, NONE, NONE } },
    { "ns24v",   UTH_STATION_IDLE,          { OK_,  STEP,  STEP, STEP, STEP, STEP, STEP, STEP, STEP, STEP, STEP,  NOWIN, STEP, OK_,  NONE, STEP, NONE, NONE, NONE, NONE } },
};
// clang-format on

static void reach(enum uth_controller_model controller, const char *path)
{
    desk_open(&desk, controller);
    for (const char *button = path; *button != 0; button++) {
        desk_do(&desk, press(*button));
    }
    desk_replays(&desk);
}

// How many answers are not those of the table; the first is told.
static unsigned wrong_in_row(enum uth_controller_model controller, const char *buttons,
                             const struct row *row, char said[static 160])
{
    unsigned wrong = 0;
    for (size_t j = 0; buttons[j] != 0; j++) {
        reach(controller, row->path);
        const bool there = desk_station(&desk)->state == row->state;
        const enum uth_status status = desk_try(&desk, press(buttons[j]));
        if ((!there || status != row->expected[j]) && wrong++ == 0) {
            (void)snprintf(said, 160, "after '%s' button '%c' is %d (%s), not %d%s", row->path,
                           buttons[j], status, uth_status_text(status), row->expected[j],
                           there ? "" : ", in another state");
        }
    }
    return wrong;
}

static void check_rows(enum uth_controller_model controller, const char *buttons,
                       const struct row *rows, size_t count)
{
    char said[160];
    for (size_t i = 0; i < count; i++) {
        if (wrong_in_row(controller, buttons, &rows[i], said) != 0) {
            fail_msg("%s", said);
        }
    }
}

static void aquarius_answers_every_button_in_every_state(void **state)
{
    (void)state;
    check_rows(UTH_MODEL_AQUARIUS, aquarius_buttons, aquarius_rows,
               sizeof aquarius_rows / sizeof aquarius_rows[0]);
}

static void nexus_answers_every_button_in_every_state(void **state)
{
    (void)state;
    check_rows(UTH_MODEL_NEXUS, nexus_buttons, nexus_rows,
               sizeof nexus_rows / sizeof nexus_rows[0]);
}

// The table itself can be wrong: in any answer of any row, and in the state.
static void an_answer_or_a_state_that_is_another_is_noticed(void **state)
{
    (void)state;
    char said[160];
    for (size_t i = 0; i < sizeof nexus_rows / sizeof nexus_rows[0]; i += 7) {
        for (size_t j = 0; nexus_buttons[j] != 0; j++) {
            struct row row = nexus_rows[i];
            row.expected[j] = row.expected[j] == UTH_OK ? UTH_ERR_GAME_STEP : UTH_OK;
            assert_int_equal(wrong_in_row(UTH_MODEL_NEXUS, nexus_buttons, &row, said), 1);
        }
    }
    struct row row = aquarius_rows[1];
    row.state = UTH_STATION_IDLE;
    assert_int_equal(wrong_in_row(UTH_MODEL_AQUARIUS, aquarius_buttons, &row, said),
                     strlen(aquarius_buttons));
}

// ---- every way through a game -----------------------------------------------------------------

// Everything that decides what a button does, and nothing that only grows.
struct place {
    uint8_t state, shown, spot, lit;
    uint8_t wins[UTH_SEATS_MAX];
    uint8_t lines[UTH_SEATS_MAX];
};

static struct place place_now(void)
{
    const struct uth_station *station = desk_station(&desk);
    struct place place = {station->state, station->shown, station->spot, station->lit, {0}, {0}};
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        place.wins[i] = station->wins[i].state;
        place.lines[i] = station->wins[i].line;
    }
    return place;
}

enum { PLACES_MAX = 512, DEPTH_MAX = 24 };

struct seen {
    struct place place;
    char path[DEPTH_MAX];
};

// Seat 2 holds a royal in the first five cards, seat 3 four of a kind: two wins, one of them 100%.
static struct uth_controller_command walk_press(char button)
{
    struct uth_controller_command show = show_of();
    show.lines[1] = ROYAL;
    show.lines[2] = FOUR;
    show.order[0] = 3;
    show.order[1] = 2;
    struct uth_controller_command swipe = command_of(UTH_CONTROLLER_SWIPE);
    swipe.authority = UTH_AUTHORITY_EXECUTIVE;
    struct uth_controller_command back_out = adjustment_of(UTH_ADJUSTMENT_BACK_OUT, 0);
    switch (button) {
    case 's': return show;
    case 'R': return hand_of(ROYAL);
    case 'w': return swipe;
    case 'q': return seat_command(UTH_CONTROLLER_PAY, 3);
    case 'b': back_out.seat = 2; return back_out;
    case 'B': back_out.seat = 3; return back_out;
    }
    return press(button);
}

// What holds wherever one gets to.
static void check_place(const struct place *before, const char *path)
{
    const struct uth_station *station = desk_station(&desk);
    const bool over = before->state != UTH_STATION_IDLE && station->state == UTH_STATION_IDLE;
    const char last = path[strlen(path) - 1];
    const bool ended = over && last != 'v';
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_win *win = &station->wins[i];
        if (win->state >= UTH_WIN_CONFIRMED) {
            assert_int_equal(win->line, station->lines[i]); /* GM-2: what the cards show */
        }
        if (ended && station->lines[i] != UTH_PROGRESSIVE_NONE) {
            assert_true(win->state == UTH_WIN_PAID || win->state == UTH_WIN_BACKED_OUT);
        }
    }
    assert_int_equal(desk.controller.frozen_at != 0, station->state == UTH_STATION_FROZEN);
    if (station->state == UTH_STATION_IDLE && last == 'v') {
        assert_int_equal(desk.controller.meter.amount.cents, desk.rules.seed.cents);
    }
}

static bool is_new(const struct seen *seen, size_t count, const struct place *place)
{
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&seen[i].place, place, sizeof *place) == 0) {
            return false;
        }
    }
    return true;
}

static void walk_to(enum uth_controller_model controller, const char *path)
{
    desk_open(&desk, controller);
    for (const char *button = path; *button != 0; button++) {
        desk_do(&desk, walk_press(*button));
    }
}

static size_t walk(enum uth_controller_model controller, const char *buttons)
{
    static struct seen seen[PLACES_MAX];
    desk_open(&desk, controller);
    seen[0] = (struct seen){place_now(), ""};
    size_t count = 1;
    for (size_t i = 0; i < count; i++) {
        for (const char *button = buttons; *button != 0; button++) {
            walk_to(controller, seen[i].path);
            const struct place before = place_now();
            if (desk_try(&desk, walk_press(*button)) != UTH_OK) {
                continue;
            }
            struct seen next = {.place = place_now()};
            memcpy(next.path, seen[i].path, sizeof next.path);
            const size_t length = strlen(next.path);
            assert_true(length + 1 < DEPTH_MAX);
            next.path[length] = *button;
            check_place(&before, next.path);
            // One game is enough: the next starts from a clean station.
            if (desk_station(&desk)->state != UTH_STATION_IDLE &&
                is_new(seen, count, &next.place)) {
                assert_true(count < PLACES_MAX);
                seen[count++] = next;
            }
        }
    }
    desk_replays(&desk);
    print_message("# %s: %zu places\n", uth_controller_model_name(controller), count);
    return count;
}

static void every_way_through_aquarius_keeps_the_rules(void **state)
{
    (void)state;
    assert_true(walk(UTH_MODEL_AQUARIUS, "cs4RhkjrgpqvbB") > 40);
}

static void every_way_through_nexus_keeps_the_rules(void **state)
{
    (void)state;
    assert_true(walk(UTH_MODEL_NEXUS, "ns234RhCwepqvbB") > 60);
}

// ---- linked tables, at random -----------------------------------------------------------------

enum { TABLES = 4 };

static struct uth_controller_command draw_command(struct rng *rng)
{
    static const enum uth_progressive_line lines[] = {ROYAL, UTH_PROGRESSIVE_ROYAL_SEVEN, FOUR,
                                                      FULL_HOUSE, UTH_PROGRESSIVE_NONE};
    struct uth_controller_command command =
        command_of((enum uth_controller_command_kind)rng_below(rng, UTH_CONTROLLER_COMMAND_COUNT));
    command.authority = (enum uth_authority)rng_below(rng, UTH_AUTHORITY_COUNT);
    command.who = rng_below(rng, 50) == 0 ? 0 : SUPERVISOR;
    command.approved_by = rng_below(rng, 4) == 0 ? SUPERVISOR : MANAGER;
    command.table = 1 + rng_below(rng, TABLES + 1);
    command.seat = (uint8_t)rng_below(rng, UTH_SEATS_MAX + 2);
    command.seats = (uint8_t)rng_below(rng, 256);
    command.round = 1 + rng_below(rng, 100);
    command.line = lines[rng_below(rng, 5)];
    command.controller = (enum uth_controller_model)rng_below(rng, 3);
    command.adjustment = (enum uth_adjustment)rng_below(rng, UTH_ADJUSTMENT_COUNT + 1);
    command.amount.cents = (int64_t)rng_below(rng, 40000) - 20000;
    command.executive_above.cents = (int64_t)rng_below(rng, 100000) - 1000;
    command.terms = (struct uth_terms){.seed = {rng_below(rng, 50000)},
                                       .maximum = {rng_below(rng, 2) * 60000},
                                       .meter_rate_bp = rng_below(rng, 8000),
                                       .reserve_rate_bp = rng_below(rng, 4000),
                                       .fixed_pays_from = rng_below(rng, 2)};
    const struct uth_station *station = uth_controller_station(&desk.controller, command.table);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const bool in = station != NULL && (station->wagered >> i & 1) != 0;
        command.lines[i] = in ? (uint8_t)lines[rng_below(rng, 5)] : UTH_PROGRESSIVE_NONE;
    }
    if (rng_below(rng, 2) == 0) {
        for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
            command.order[i] = (uint8_t)(UTH_SEATS_MAX - i);
        }
    }
    return command;
}

// What a dealer and a supervisor would do next; without it random buttons rarely get to a win.
static struct uth_controller_command next_step(struct rng *rng,
                                               struct uth_controller_command command)
{
    const struct uth_station *station = uth_controller_station(&desk.controller, command.table);
    command.authority = UTH_AUTHORITY_EXECUTIVE;
    command.who = SUPERVISOR;
    if (station == NULL) {
        command.kind = UTH_CONTROLLER_LINK;
        return command;
    }
    const bool aquarius = station->controller == UTH_MODEL_AQUARIUS;
    for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
        const unsigned won = station->wins[i].state;
        if (won == UTH_WIN_CONFIRMED && rng_below(rng, 2) == 0) {
            command.kind = UTH_CONTROLLER_PAY;
            command.seat = (uint8_t)(i + 1);
            return command;
        }
        if (station->lines[i] != UTH_PROGRESSIVE_NONE && won < UTH_WIN_CONFIRMED) {
            command.line = (enum uth_progressive_line)station->lines[i];
            command.seat = (uint8_t)(i + 1);
        }
    }
    switch ((enum uth_station_state)station->state) {
    case UTH_STATION_IDLE:
        command.kind = rng_below(rng, 16) == 0 ? UTH_CONTROLLER_UNLINK
                       : aquarius              ? UTH_CONTROLLER_COIN_IN
                                               : UTH_CONTROLLER_START_GAME;
        break;
    case UTH_STATION_PLAYING: {
        const enum uth_controller_command_kind playing[] = {
            UTH_CONTROLLER_SHOW, UTH_CONTROLLER_HAND,
            aquarius ? UTH_CONTROLLER_GAME_OVER : UTH_CONTROLLER_END_GAME,
            aquarius ? UTH_CONTROLLER_HAND : UTH_CONTROLLER_SPOT,
            aquarius ? UTH_CONTROLLER_HAND : UTH_CONTROLLER_CONFIRM};
        command.kind = playing[rng_below(rng, 5)];
        break;
    }
    case UTH_STATION_PRESSED: command.kind = UTH_CONTROLLER_KEY_JPH; break;
    case UTH_STATION_KEYED:
        command.kind = rng_below(rng, 3) == 0 ? UTH_CONTROLLER_KEY_RUN : UTH_CONTROLLER_J_POT;
        break;
    case UTH_STATION_FROZEN: command.kind = UTH_CONTROLLER_KEY_RUN; break;
    case UTH_STATION_AWAITING_CARD: command.kind = UTH_CONTROLLER_SWIPE; break;
    case UTH_STATION_COUNT: break;
    }
    return command;
}

/* PROG-5: linked tables, in order of confirmation; the desk holds every command to the books */
static void linked_tables_share_one_meter_at_random(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    unsigned accepted[UTH_CONTROLLER_COMMAND_COUNT] = {0};
    for (unsigned run = 0; run < 24; run++) {
        desk_open(&desk, (enum uth_controller_model)rng_below(&rng, 2));
        desk.rules.table.pays[FOUR] = (struct uth_progressive_pay){.meter_bp = 3333};
        for (unsigned i = 0; i < 4000 && desk.count < JOURNAL_MAX - UTH_ENTRIES_MAX; i++) {
            struct uth_controller_command command = draw_command(&rng);
            if (rng_below(&rng, 3) != 0) {
                command = next_step(&rng, command);
            }
            accepted[command.kind] += desk_try(&desk, command) == UTH_OK;
        }
        desk_replays(&desk);
    }
    for (unsigned i = 1; i < UTH_CONTROLLER_COMMAND_COUNT; i++) {
        if (accepted[i] == 0) {
            fail_msg("%s was never accepted",
                     uth_controller_command_name((enum uth_controller_command_kind)i));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aquarius_answers_every_button_in_every_state),
        cmocka_unit_test(nexus_answers_every_button_in_every_state),
        cmocka_unit_test(an_answer_or_a_state_that_is_another_is_noticed),
        cmocka_unit_test(every_way_through_aquarius_keeps_the_rules),
        cmocka_unit_test(every_way_through_nexus_keeps_the_rules),
        cmocka_unit_test(linked_tables_share_one_meter_at_random),
    };
    return cmocka_run_group_tests_name("controllers", tests, NULL, NULL);
}
