// Which rows of the procedure are on the console, which of them are done, and which comes next.
//
//   done           ticked?              next                 upcoming
//   [command] ... [hand] [hand] ... [command] [hand] [hand] [command] ...
//                  ^ late, while the round runs    ^ not before the command in front of them
#include "room/procedure_rows.h"
#include "room/step.h"

#include <string.h>

// ---- what the rows are asked about ------------------------------------------------------------

struct asked {
    const struct room_world *world;
    const struct room_table *table;
    const struct uth_rules *rules;
    const struct uth_station *station; // NULL: no Progressive that can be reached
    struct uth_view view;              // as a spectator sees it
    bool between;                      // no round runs
    uint8_t bits;                      // of `when`, but for the seat's
    uint8_t seat_count;
    uint8_t seats[UTH_SEATS_MAX]; // who takes part, in the order money moves
};

static bool dealer_is_up(const struct uth_view *view)
{
    return view->dealer[0] != UTH_CARD_NONE && view->dealer[1] != UTH_CARD_NONE;
}

static void ask(const struct room_world *world, const struct room_table *table, struct asked *asked)
{
    const struct uth_viewer nobody = {UTH_VIEWER_SPECTATOR, 0};
    *asked = (struct asked){.world = world, .table = table, .rules = world->rules};
    room_see(world, table, nobody, &asked->view);
    asked->between = asked->view.phase == UTH_PHASE_IDLE;
    const bool linked = table->config.meter != 0 && world->meter != NULL;
    asked->station = linked ? uth_controller_station(world->meter, table->id) : NULL;
    if (asked->station != NULL && asked->station->unreachable) {
        asked->station = NULL; // GM-6: the table goes on without it
    }
    // The board is up before the dealer's cards.
    const bool fails = asked->view.qualifies != UTH_QUALIFIES_YES &&
                       asked->rules->ante_unqualified == UTH_ANTE_PUSHES;
    const bool shown = asked->view.phase >= UTH_PHASE_SHOWDOWN;
    asked->bits =
        (uint8_t)((table->config.controller == UTH_MODEL_NEXUS ? NEXUS : AQUARIUS) |
                  (fails ? FAILS : QUALIFIES) | (!shown || dealer_is_up(&asked->view) ? UP : DOWN));
    asked->seat_count = (uint8_t)uth_view_seats(asked->rules, &asked->view, asked->seats);
}

static const struct uth_view_seat *seat_of(const struct asked *asked, uint8_t seat)
{
    return &asked->view.seats[seat - 1];
}

static bool staked(const struct uth_view_seat *seat, enum uth_wager wager)
{
    return seat->stakes[wager].cents != 0;
}

static bool anyone_on_progressive(const struct asked *asked)
{
    bool any = false;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        any = any || staked(seat_of(asked, seat), UTH_WAGER_PROGRESSIVE);
    }
    return any;
}

// The sensors have been locked for this round.
static bool game_started(const struct asked *asked)
{
    return asked->station != NULL && asked->station->round == asked->view.number;
}

uth_money room_fees(const struct room_world *world, const struct room_table *table)
{
    struct uth_fees fees;
    uth_round_fees(world->rules, &table->round, &fees);
    return fees.sum;
}

// PLAY-5: a folded hand goes to the rack, or stays where a live wager needs it.
static enum room_step_kind fold_kind(const struct uth_rules *rules,
                                     const struct uth_view_seat *seat)
{
    static const enum room_step_kind kinds[UTH_FOLD_COUNT + 1] = {
        [UTH_FOLD_LOSES_UNLESS_WON] = ROOM_STEP_FOLD_FACE_UP,
        [UTH_FOLD_TUCKED] = ROOM_STEP_FOLD_TUCK,
        [UTH_FOLD_BESIDE] = ROOM_STEP_FOLD_LEAVE,
        [UTH_FOLD_COUNT] = ROOM_STEP_FOLD_COUNT, // no wager keeps it
    };
    enum uth_wager_fold kept_by = UTH_FOLD_COUNT;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const enum uth_wager_fold fold = uth_rules_fold(rules, wager);
        const bool live = fold != UTH_FOLD_LOSES && staked(seat, wager) &&
                          !uth_view_lost_by_fold(rules, seat, wager);
        kept_by = live && fold < kept_by ? fold : kept_by;
    }
    return kinds[kept_by];
}

// SHOW-2: all Antes go back before any hand is looked at, also before a Progressive win is.
static bool refunded_first(const struct asked *asked, const struct uth_view_seat *seat)
{
    return asked->rules->ante_refund_first && (asked->bits & FAILS) != 0 &&
           asked->view.phase >= UTH_PHASE_SHOWDOWN && dealer_is_up(&asked->view) && !seat->folded &&
           staked(seat, UTH_WAGER_ANTE);
}

// Has the hand anything left to be settled at its turn?
static bool has_its_turn(const struct uth_rules *rules, const struct uth_view_seat *seat)
{
    return !seat->folded || fold_kind(rules, seat) != ROOM_STEP_FOLD_COUNT;
}

static bool has_won(const struct asked *asked, uint8_t seat)
{
    const struct uth_station *station = asked->station;
    return station != NULL && !asked->between && station->shown && game_started(asked) &&
           (station->wagered >> (seat - 1) & 1) != 0 &&
           station->lines[seat - 1] != UTH_PROGRESSIVE_NONE;
}

// ---- which rows apply -------------------------------------------------------------------------

static bool table_row_applies(const struct asked *asked, uint8_t kind)
{
    const bool closed = asked->view.phase >= UTH_PHASE_CLOSED;
    if (kind == ROOM_STEP_LOAD_SHUFFLER) {
        return asked->table->rack != 0 || room_ticks_has(&asked->table->ticks, kind, 0);
    }
    if (kind == ROOM_STEP_FEE) {
        return asked->between ? asked->rules->collection_count != 0
                              : room_fees(asked->world, asked->table).cents != 0;
    }
    const bool games = kind == ROOM_STEP_START_GAME || kind == ROOM_STEP_REMOVE_PROGRESSIVE ||
                       kind == ROOM_STEP_END_GAME;
    return !games || (asked->station != NULL && (!closed || anyone_on_progressive(asked)));
}

static bool seat_row_applies(const struct asked *asked, const struct room_step_row *row,
                             uint8_t seat)
{
    const struct uth_view_seat *state = seat_of(asked, seat);
    const bool settled = asked->view.phase == UTH_PHASE_SETTLED;
    switch ((enum room_row_each)row->each) {
    case TABLE: return true;
    case FOLD:
        return state->folded &&
               (row->kind == ROOM_STEP_FOLD_COLLECT || row->kind == fold_kind(asked->rules, state));
    case WIN: return has_won(asked, seat);
    case REFUND: return refunded_first(asked, state);
    case SEAT:
        return settled && (row->kind == ROOM_STEP_WAGER || has_its_turn(asked->rules, state));
    }
    return false;
}

static bool row_applies(const struct asked *asked, const struct room_step_row *row, uint8_t seat)
{
    const struct uth_rules *rules = asked->rules;
    const unsigned procedure = asked->between ? rules->procedure : asked->view.procedure;
    unsigned bits = asked->bits;
    if (seat != 0) {
        bits |= seat_of(asked, seat)->folded ? FOLDED : STAYED;
    }
    return room_row_is_of(row, rules, procedure) && (row->when & ~bits) == 0 &&
           (seat == 0 ? table_row_applies(asked, row->kind) : seat_row_applies(asked, row, seat));
}

// ---- the list ---------------------------------------------------------------------------------

struct list {
    struct room_step *steps;
    size_t count;
};

static struct room_step *add(struct list *list, const struct room_step_row *row, uint8_t seat)
{
    UTH_CHECK(list->count < ROOM_STEPS_MAX);
    struct room_step *step = &list->steps[list->count++];
    *step = (struct room_step){.row = row, .seat = seat, .wager = UTH_WAGER_COUNT};
    return step;
}

// What is done with a settled wager. The Progressive's chips left the layout when bets closed, so
// a lost one needs no hand, and a won one is paid its whole prize, for 1. What a fold lost is taken by
// then, and only comes back.
static enum room_act act_of(const struct uth_rules *rules, const struct uth_view_seat *seat,
                            enum uth_wager wager, uth_money *amount)
{
    const int64_t net = seat->nets[wager].cents;
    const int64_t stake = seat->stakes[wager].cents;
    if (uth_wagers[wager].on_meter || uth_view_lost_by_fold(rules, seat, wager)) {
        amount->cents = net + stake;
        return amount->cents <= 0           ? ROOM_ACT_NONE
               : uth_wagers[wager].on_meter ? ROOM_ACT_PAY
                                            : ROOM_ACT_RETURN;
    }
    amount->cents = net < 0 ? -net : net > 0 ? net : stake;
    return net < 0 ? ROOM_ACT_TAKE : net > 0 ? ROOM_ACT_PAY : ROOM_ACT_RETURN;
}

// SHOW-9: the dealer's hands take Play, Ante and Blind of a hand that loses, in whichever order the
// money of it moves; what wins or ties goes by the profile's order.
static const enum uth_wager *order_of_hands(const struct asked *asked,
                                            const struct uth_view_seat *seat)
{
    static const enum uth_wager lost[] = {
        UTH_WAGER_PLAY,     UTH_WAGER_ANTE,  UTH_WAGER_BLIND,       UTH_WAGER_TRIPS,
        UTH_WAGER_BAD_BEAT, UTH_WAGER_PAIRS, UTH_WAGER_PROGRESSIVE, UTH_WAGER_OWN_1,
        UTH_WAGER_OWN_2,    UTH_WAGER_OWN_3, UTH_WAGER_OWN_4,
    };
    _Static_assert(sizeof lost / sizeof lost[0] == UTH_WAGER_COUNT, "every wager");
    return seat->reasons[UTH_WAGER_PLAY] == UTH_REASON_PLAY_LOSES ? lost : asked->rules->order_won;
}

// SHOW-2: an Ante that goes back has a row of its own, before the hand is announced.
static void add_wagers(const struct asked *asked, struct list *list,
                       const struct room_step_row *row, uint8_t seat)
{
    const struct uth_view_seat *state = seat_of(asked, seat);
    const enum uth_wager *order = order_of_hands(asked, state);
    const bool returns_ante = (row->when & FAILS) != 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = order[i];
        const bool goes_back = wager == UTH_WAGER_ANTE && uth_view_ante_goes_back(state);
        uth_money amount;
        if ((state->settled >> wager & 1) == 0 || goes_back != returns_ante ||
            (goes_back && asked->rules->ante_refund_first)) {
            continue;
        }
        const enum room_act act = act_of(asked->rules, state, wager, &amount);
        if (act != ROOM_ACT_NONE) {
            struct room_step *step = add(list, row, seat);
            step->wager = (uint8_t)wager;
            step->act = (uint8_t)act;
            step->amount = amount;
        }
    }
}

// Taken whole at the fold; what a player-dealer's wager turns out not to reach goes back with the
// settlement (BANK-4).
static uth_money collected(const struct uth_rules *rules, const struct uth_view_seat *seat)
{
    uth_money sum = {0};
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const bool lost = uth_view_lost_by_fold(rules, seat, (enum uth_wager)i);
        sum.cents += lost ? seat->stakes[i].cents : 0;
    }
    return sum;
}

static void add_row(const struct asked *asked, struct list *list, const struct room_step_row *row,
                    uint8_t seat)
{
    if (!row_applies(asked, row, seat)) {
        return;
    }
    if (row->kind == ROOM_STEP_WAGER) {
        add_wagers(asked, list, row, seat);
        return;
    }
    struct room_step *step = add(list, row, seat);
    if (row->kind == ROOM_STEP_FEE) {
        step->amount = room_fees(asked->world, asked->table);
    } else if (row->kind == ROOM_STEP_FOLD_COLLECT) {
        step->amount = collected(asked->rules, seat_of(asked, seat));
    } else if (row->kind == ROOM_STEP_REFUND_ANTE) {
        step->amount = seat_of(asked, seat)->stakes[UTH_WAGER_ANTE];
    }
}

// The seats in the order money moves, wins in the order they are paid (PROG-5); 0: no more.
static uint8_t turn_of(const struct asked *asked, const struct room_step_row *row, unsigned index)
{
    if (row->each == WIN) {
        return asked->station == NULL ? 0 : uth_station_turn(asked->station, index);
    }
    return index < asked->seat_count ? asked->seats[index] : 0;
}

static void make_list(const struct asked *asked, struct list *list)
{
    size_t i = 0;
    while (i < room_row_count) {
        size_t end = i + 1;
        if (room_rows[i].each == TABLE) {
            add_row(asked, list, &room_rows[i], 0);
            i = end;
            continue;
        }
        while (end < room_row_count && room_rows[end].each == room_rows[i].each) {
            end++;
        }
        for (unsigned k = 0; k < UTH_SEATS_MAX; k++) {
            const uint8_t seat = turn_of(asked, &room_rows[i], k);
            for (size_t at = i; seat != 0 && at < end; at++) {
                add_row(asked, list, &room_rows[at], seat);
            }
        }
        i = end;
    }
}

static uint8_t kind_of(const struct room_step *step)
{
    return step->wager == UTH_WAGER_COUNT
               ? step->row->kind
               : (uint8_t)room_step_of_wager((enum uth_wager)step->wager);
}

enum room_step_kind room_step_kind_of(const struct room_step *step)
{
    return (enum room_step_kind)kind_of(step);
}

// ---- done, next, may --------------------------------------------------------------------------

// The keypad of aquarius lights a hand, and knows whose it is when it is confirmed.
static bool win_is_done(const struct asked *asked, const struct room_step *step)
{
    const uint8_t state = asked->station->wins[step->seat - 1].state;
    const bool confirmed = state == UTH_WIN_CONFIRMED || state == UTH_WIN_PAID;
    return confirmed || (step->row->kind == ROOM_STEP_PRESS_WIN &&
                         uth_station_pressed(asked->station) == step->seat);
}

// Ticks stay with the table until bets are called for again, but those of a round that is over say
// nothing of the next one: only the machine's set-up and the deck in the shuffler last.
static bool is_ticked(const struct asked *asked, const struct room_step *step)
{
    const uint8_t kind = kind_of(step);
    const bool lasts = kind == ROOM_STEP_UTH_MODE || kind == ROOM_STEP_LOAD_SHUFFLER;
    return (lasts || !asked->between) && room_ticks_has(&asked->table->ticks, kind, step->seat);
}

static bool is_done(const struct asked *asked, const struct room_step *step)
{
    // From this phase on a command has been carried out.
    static const uint8_t reached[ROOM_STEP_COUNT] = {
        [ROOM_STEP_OPEN] = UTH_PHASE_BETTING,         [ROOM_STEP_CLOSE_BETS] = UTH_PHASE_CLOSED,
        [ROOM_STEP_DEAL] = UTH_PHASE_PREFLOP,         [ROOM_STEP_FLOP] = UTH_PHASE_FLOP,
        [ROOM_STEP_TURN_AND_RIVER] = UTH_PHASE_RIVER, [ROOM_STEP_SHOW_DEALER] = UTH_PHASE_SHOWDOWN,
        [ROOM_STEP_SETTLE] = UTH_PHASE_SETTLED,       [ROOM_STEP_END] = UTH_PHASE_OVER,
    };
    switch ((enum room_step_by)step->row->by) {
    case ROOM_BY_HAND: return is_ticked(asked, step);
    case ROOM_BY_SUPERVISOR: return win_is_done(asked, step);
    case ROOM_BY_BUTTON: break;
    case ROOM_BY_COMMAND: return asked->view.phase >= reached[step->row->kind];
    }
    if (step->row->kind == ROOM_STEP_PRESS_WIN) {
        return win_is_done(asked, step);
    }
    if (step->row->kind == ROOM_STEP_START_GAME) {
        return !asked->between && game_started(asked);
    }
    return asked->view.phase == UTH_PHASE_SETTLED &&
           !(game_started(asked) && asked->station->state != UTH_STATION_IDLE);
}

static bool anyone(const struct uth_view *view, bool awaited)
{
    bool any = false;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        any = any || (awaited ? view->seats[i].awaited : view->seats[i].in);
    }
    return any;
}

static bool has_unpaid_win(const struct asked *asked)
{
    bool any = false;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint8_t state = asked->station->wins[i].state;
        any = any || state == UTH_WIN_CONFIRMED || state == UTH_WIN_PRESSED;
    }
    return any;
}

static enum room_waits open_waits(const struct asked *asked)
{
    const struct room_table *table = asked->table;
    if (table->paused || table->state == ROOM_STATE_CLOSED) {
        return ROOM_WAITS_PAUSED;
    }
    if (!room_is_playable(asked->world, table)) {
        return ROOM_WAITS_PLAYERS;
    }
    const bool banked =
        !room_is_banked_by_player(asked->world) || room_bank_stays(asked->world, table);
    return banked && table->state == ROOM_STATE_WAITING ? ROOM_WAITS_NOT : ROOM_WAITS_BANK;
}

static enum room_waits deal_waits(const struct asked *asked)
{
    return room_rack_is_taken(asked->world, asked->table) ? ROOM_WAITS_RACK : ROOM_WAITS_NOT;
}

static enum room_waits street_waits(const struct asked *asked)
{
    return anyone(&asked->view, true) ? ROOM_WAITS_DECISIONS : ROOM_WAITS_NOT;
}

static enum room_waits close_waits(const struct asked *asked)
{
    if (asked->table->state == ROOM_STATE_SEALED) {
        return ROOM_WAITS_PARTS;
    }
    if (!anyone(&asked->view, false)) {
        return ROOM_WAITS_WAGERS;
    }
    return room_fee_is_owed(asked->world, asked->table) ? ROOM_WAITS_FEE : ROOM_WAITS_NOT;
}

static enum room_waits game_waits(const struct asked *asked)
{
    return has_unpaid_win(asked) ? ROOM_WAITS_WIN : ROOM_WAITS_NOT;
}

static enum room_waits waits_of(const struct asked *asked, uint8_t kind)
{
    static enum room_waits (*const of[ROOM_STEP_COUNT])(const struct asked *) = {
        [ROOM_STEP_OPEN] = open_waits,
        [ROOM_STEP_CLOSE_BETS] = close_waits,
        [ROOM_STEP_DEAL] = deal_waits,
        [ROOM_STEP_FLOP] = street_waits,
        [ROOM_STEP_TURN_AND_RIVER] = street_waits,
        [ROOM_STEP_SHOW_DEALER] = street_waits,
        [ROOM_STEP_END_GAME] = game_waits,
    };
    return of[kind] == NULL ? ROOM_WAITS_NOT : of[kind](asked);
}

static bool is_hand(const struct room_step *step)
{
    return step->row->by == ROOM_BY_HAND;
}

// GM-1: the game does not end before the prize is handed over, which is what the tick says.
static bool pays_win(const struct asked *asked, const struct room_step *step)
{
    const uint8_t state = asked->station != NULL && step->seat != 0
                              ? asked->station->wins[step->seat - 1].state
                              : (uint8_t)UTH_WIN_NONE;
    return step->wager == UTH_WAGER_PROGRESSIVE && step->act == ROOM_ACT_PAY &&
           (state == UTH_WIN_CONFIRMED || state == UTH_WIN_PAID);
}

// Rules want these before the command behind them; all other ticks are the dealer's own.
static bool is_required(const struct asked *asked, const struct room_step *step)
{
    return step->row->kind == ROOM_STEP_FEE || pays_win(asked, step) ||
           (step->row->kind == ROOM_STEP_LOAD_SHUFFLER && asked->rules->decks == 2);
}

// The first command that has not been given, behind all that have; hand steps in front of it can be
// ticked, those behind it cannot yet.
static size_t next_command(const struct list *list)
{
    size_t next = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!is_hand(&list->steps[i]) && list->steps[i].done) {
            next = i + 1;
        }
    }
    while (next < list->count && is_hand(&list->steps[next])) {
        next++;
    }
    return next;
}

static void mark(const struct asked *asked, struct list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        list->steps[i].done = is_done(asked, &list->steps[i]);
        list->steps[i].required = is_required(asked, &list->steps[i]);
    }
    const size_t command = next_command(list);
    size_t behind = 0; // the last command that was given
    for (size_t i = 0; i < command && i < list->count; i++) {
        behind = is_hand(&list->steps[i]) ? behind : i + 1;
    }
    size_t next = command;
    for (size_t i = command; i > 0; i--) {
        struct room_step *step = &list->steps[i - 1];
        step->may = is_hand(step) && !step->done;
        step->skipped = step->may && !step->required && i - 1 < behind;
        next = step->may && !step->skipped ? i - 1 : next;
    }
    if (command < list->count) {
        struct room_step *step = &list->steps[command];
        step->waits = (uint8_t)waits_of(asked, step->row->kind);
        step->may = step->waits == ROOM_WAITS_NOT;
        list->steps[next].next = true;
    }
}

static size_t list_steps(const struct asked *asked, struct room_step steps[ROOM_STEPS_MAX])
{
    struct list list = {steps, 0};
    make_list(asked, &list);
    mark(asked, &list);
    return list.count;
}

size_t room_steps(const struct room_world *world, const struct room_table *table,
                  struct room_step steps[ROOM_STEPS_MAX])
{
    struct asked asked;
    ask(world, table, &asked);
    return list_steps(&asked, steps);
}

bool room_fee_is_owed(const struct room_world *world, const struct room_table *table)
{
    return room_fees(world, table).cents != 0 && !room_ticks_has(&table->ticks, ROOM_STEP_FEE, 0);
}
