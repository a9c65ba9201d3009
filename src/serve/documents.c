// The documents that both the socket and HTTP give: a person, the lobby, the pit, a meter.
#include "serve/documents.h"

#include "office/dispute.h"
#include "serve/selfcheck_daily.h"
#include "serve/server.h"
#include "serve/sharing.h"
#include "serve/table_actor.h"
#include "wire/inventory_json.h"
#include "wire/table_json.h"

#define DISPUTES_SHOWN 32

// ---- the person -------------------------------------------------------------------------------

static void put_limits(struct serve *serve, struct wire_out *out,
                       const struct office_person *person)
{
    const int64_t day = serve->now_ms / OFFICE_DAY_MS;
    const struct room_person at_table = office_at_table(person, serve->now_ms);
    wire_out_open(out, "limits", '{');
    if (at_table.loss_limited) {
        wire_out_number(out, "loss", office_loss_limit(person, day).cents);
        wire_out_number(out, "loss_left", at_table.loss_left.cents);
    } else {
        wire_put_null(out, "loss");
        wire_put_null(out, "loss_left");
    }
    wire_out_number(out, "minutes", office_minutes_limit(person, day));
    if (at_table.play_until_ms != 0) {
        wire_out_number(out, "until_ms", at_table.play_until_ms);
    } else {
        wire_put_null(out, "until_ms");
    }
    wire_out_close(out, '}');
}

void put_person(struct serve *serve, struct wire_out *out, const char *key,
                const struct session *session)
{
    const struct office_person *person;
    wire_out_open(out, key, '{');
    if (!serve_person_of(serve, session, &person)) {
        wire_put_null(out, "role");
    } else {
        char csrf[SESSION_CSRF_MAX];
        const enum room_role role = (enum room_role)person->state.role;
        wire_out_number(out, "id", (int64_t)person->state.id);
        wire_out_text(out, "name", person->state.name);
        wire_out_text(out, "role", room_role_name(role));
        wire_out_open(out, "rights", '[');
        for (unsigned i = 0; i < ROOM_RIGHT_COUNT; i++) {
            if (room_role_may(role, (enum room_right)i)) {
                wire_out_text(out, NULL, room_right_name((enum room_right)i));
            }
        }
        wire_out_close(out, ']');
        wire_out_number(out, "wallet", person->wallet.cents);
        session_csrf(&serve->session_key, session, csrf);
        wire_out_text(out, "csrf", csrf);
        put_limits(serve, out, person);
        if (person->state.password_given != 0) {
            wire_out_bool(out, "password_given", true);
        }
    }
    wire_out_bool(out, "play_money", serve->config.numbers[CONFIG_play_money] != 0);
    if (serve->decks != NULL) {
        wire_out_bool(out, "test_decks", true);
    }
    wire_out_close(out, '}');
}

// ---- the lobby --------------------------------------------------------------------------------

static void put_meter_amount(struct wire_out *out, const char *key,
                             const struct office_meter *meter)
{
    if (meter == NULL) {
        wire_put_null(out, key);
        return;
    }
    wire_out_open(out, key, '{');
    wire_out_number(out, "id", (int64_t)meter->controller.id);
    wire_out_number(out, "amount", meter->controller.meter.amount.cents);
    wire_out_close(out, '}');
}

static void put_seats_taken(struct wire_out *out, const struct room_table *table,
                            const struct room_config *config)
{
    unsigned of_role[ROOM_ROLE_COUNT] = {0};
    unsigned taken = 0;
    unsigned people = 0; // a person with several spots once (BET-7), automatic players not
    for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        const bool person =
            seat->player != 0 && !room_role_is_automatic((enum room_role)seat->role);
        taken += seat->player != 0;
        of_role[seat->role] += seat->player != 0;
        people += person && room_seat_of(table, seat->player) == i + 1;
    }
    wire_out_number(out, "taken", taken);
    wire_out_number(out, "house", of_role[ROOM_ROLE_HOUSE]);
    wire_out_number(out, "proposition", of_role[ROOM_ROLE_PROPOSITION]);
    wire_out_number(out, "people", people);
    wire_out_text(out, "provider", config->provider);
}

static void put_lobby_table(struct serve *serve, struct wire_out *out,
                            const struct office_table *table)
{
    const struct room_config *config =
        table->room.config.profile != 0 ? &table->room.config : &table->wanted;
    const struct uth_rules *rules = office_rules(serve->office, config->profile);
    UTH_CHECK(rules != NULL);
    wire_out_open(out, NULL, '{');
    wire_out_number(out, "table", table->room.id);
    wire_out_text(out, "name", config->name);
    wire_out_text(out, "profile", rules->name);
    wire_out_text(out, "title", rules->title);
    wire_out_text(out, "pace", wire_room_pace_name((enum room_pace)config->pace));
    wire_out_text(out, "state", wire_room_state_name((enum room_state)table->room.state));
    wire_out_number(out, "seats", rules->seats);
    put_seats_taken(out, &table->room, config);
    wire_put_limits(rules, config, out);
    wire_out_open(out, "buy_in", '{');
    wire_out_number(out, "min", config->buy_in_min.cents);
    wire_out_number(out, "max", config->buy_in_max.cents);
    wire_out_close(out, '}');
    put_meter_amount(out, "meter",
                     config->meter == 0 ? NULL : office_meter(serve->office, config->meter));
    wire_out_close(out, '}');
}

void put_lobby(struct serve *serve, struct wire_out *out)
{
    wire_out_open(out, "tables", '[');
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        put_lobby_table(serve, out, office_table_at(serve->office, i));
    }
    wire_out_close(out, ']');
    wire_out_open(out, "meters", '[');
    for (size_t i = 0; i < office_meter_count(serve->office); i++) {
        put_meter_amount(out, NULL, office_meter_at(serve->office, i));
    }
    wire_out_close(out, ']');
}

// ---- the pit ----------------------------------------------------------------------------------

static void put_pending(struct serve *serve, struct wire_out *out, const struct office_table *table)
{
    const uint64_t id = table->room.config.meter;
    const struct office_meter *meter = id == 0 ? NULL : office_meter(serve->office, id);
    const struct uth_station *station =
        meter == NULL ? NULL : uth_controller_station(&meter->controller, table->room.id);
    const struct uth_rules *rules = office_rules(serve->office, table->room.config.profile);
    for (uint8_t seat = 1; station != NULL && rules != NULL && seat <= UTH_SEATS_MAX; seat++) {
        const struct uth_win *win = &station->wins[seat - 1];
        const bool open = win->state == UTH_WIN_PRESSED || win->state == UTH_WIN_CONFIRMED;
        const bool shown = table->room.jackpot && station->shown &&
                           station->lines[seat - 1] != UTH_PROGRESSIVE_NONE &&
                           win->state == UTH_WIN_NONE;
        if (!open && !shown) {
            continue;
        }
        const uint8_t line = open ? win->line : station->lines[seat - 1];
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "table", table->room.id);
        wire_out_number(out, "round", (int64_t)station->round);
        wire_out_number(out, "seat", seat);
        wire_out_text(out, "line", uth_progressive_line_name((enum uth_progressive_line)line));
        wire_out_text(out, "state", uth_win_state_name((enum uth_win_state)win->state));
        wire_out_bool(out, "next", seat == room_next_win(station));
        wire_out_number(
            out, "prize",
            uth_controller_prize(&rules->progressive, &meter->controller, table->room.id, seat)
                .cents);
        if (table->room.seats[seat - 1].player != 0) {
            wire_out_text(out, "player", serve_name_of(serve, table->room.seats[seat - 1].player));
        }
        wire_out_close(out, '}');
    }
}

// What the round in play brings the drop box (FEE-1).
static int64_t round_fees(const struct uth_round *round)
{
    const bool taken = round->phase > UTH_PHASE_BETTING && round->phase < UTH_PHASE_OVER;
    int64_t sum = taken && !round->fee_returned ? round->bank_fee.cents : 0;
    for (unsigned i = 0; taken && !round->fee_returned && i < UTH_SEATS_MAX; i++) {
        sum += round->seats[i].in ? round->seats[i].fee.cents : 0;
    }
    return sum;
}

// GM-7: how many warnings about its components, and the first; the table's page has all.
static void put_components(struct wire_out *out, const struct office_table *table)
{
    struct uth_finding findings[UTH_FINDINGS_MAX];
    const size_t count = office_table_findings(table, findings);
    wire_out_number(out, "component_warnings", (int64_t)count);
    if (count != 0) {
        char words[WIRE_FINDING_MAX];
        wire_finding_words(&findings[0], (enum uth_controller_model)table->wanted.controller,
                           words);
        wire_out_text(out, "component_warning", words);
    }
}

static void put_pit_table(struct serve *serve, struct wire_out *out,
                          const struct office_table *table)
{
    const struct room_table *room = &table->room;
    const struct room_config *config = room->config.profile != 0 ? &room->config : &table->wanted;
    const struct uth_rules *rules = office_rules(serve->office, config->profile);
    const struct table_actor *actor = actor_of(serve, room->id);
    wire_out_open(out, NULL, '{');
    wire_out_number(out, "table", room->id);
    wire_out_text(out, "name", config->name);
    wire_out_text(out, "profile", rules != NULL ? rules->name : "");
    wire_out_text(out, "banked_by", rules != NULL ? wire_banked_by_name(rules) : "");
    wire_out_text(out, "pace", wire_room_pace_name((enum room_pace)config->pace));
    wire_out_text(out, "state", wire_room_state_name((enum room_state)room->state));
    wire_out_text(out, "phase", uth_phase_name((enum uth_phase)room->round.phase));
    wire_out_number(out, "round", (int64_t)room->round.number);
    wire_out_bool(out, "paused", room->paused != 0);
    wire_out_bool(out, "jackpot", room->jackpot != 0);
    wire_out_bool(out, "change_waits", office_table_waits(table));
    put_seats_taken(out, room, config);
    wire_out_number(out, "automatic_players", config->house_players + config->proposition_players);
    wire_out_number(out, "bankroll", room->bankroll.cents);
    wire_out_bool(out, "provider_short", rules != NULL && room_provider_is_short(rules, room));
    wire_out_bool(out, "names_banker", rules != NULL && room_bank_waits_for_name(rules, room));
    put_sharing(actor, out);
    wire_out_number(out, "watchers", actor != NULL ? actor->watchers : 0);
    wire_out_number(out, "tray", table->tray.cents);
    wire_out_number(out, "drop", table->drop.cents);
    wire_out_number(out, "fees", round_fees(&room->round));
    wire_out_number(out, "meter", (int64_t)config->meter);
    json_t *json = wire_config_to_json(config, NULL);
    wire_out_json(out, "config", json);
    json_decref(json);
    put_components(out, table);
    wire_out_close(out, '}');
}

void put_meter(struct wire_out *out, const struct office_meter *meter)
{
    const struct uth_controller *controller = &meter->controller;
    wire_out_number(out, "meter", (int64_t)controller->id);
    wire_out_number(out, "amount", controller->meter.amount.cents);
    wire_out_number(out, "beginning", controller->beginning.cents);
    wire_out_number(out, "reserve", controller->meter.reserve.cents);
    wire_out_number(out, "seed", controller->meter.seed.cents);
}

// WA-1: what waits for a supervisor, the longest first. The rest shows when these are decided.
static void put_disputes(struct serve *serve, struct wire_out *out)
{
    size_t shown = 0;
    wire_out_open(out, "disputes", '[');
    for (size_t i = 0; i < office_dispute_count(serve->office) && shown < DISPUTES_SHOWN; i++) {
        const struct office_dispute *dispute = office_dispute_at(serve->office, i);
        if (dispute->decision != OFFICE_DECISION_OPEN) {
            continue;
        }
        const struct office_person *person = office_person(serve->office, dispute->opened_by);
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "dispute", (int64_t)dispute->id);
        wire_out_number(out, "table", dispute->table);
        wire_out_number(out, "round", (int64_t)dispute->round);
        wire_out_number(out, "seat", dispute->seat);
        wire_out_text(out, "opened_name", person != NULL ? person->state.name : "");
        wire_out_number(out, "opened_ms", dispute->opened_ms);
        wire_out_text(out, "what", dispute->what);
        wire_out_close(out, '}');
        shown++;
    }
    wire_out_close(out, ']');
}

// GM-8: until somebody takes it.
static void put_open_call(struct serve *serve, struct wire_out *out,
                          const struct office_table *table)
{
    const struct room_call *call = &table->room.call;
    if (call->state != ROOM_CALL_OPEN) {
        return;
    }
    wire_out_open(out, NULL, '{');
    wire_out_number(out, "table", table->room.id);
    wire_out_text(out, "name", table->room.config.name);
    wire_put_call(out, call);
    wire_out_text(out, "by", serve_name_of(serve, call->by));
    wire_out_close(out, '}');
}

void put_pit(struct serve *serve, struct wire_out *out)
{
    wire_out_open(out, "tables", '[');
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        put_pit_table(serve, out, office_table_at(serve->office, i));
    }
    wire_out_close(out, ']');
    wire_out_open(out, "meters", '[');
    for (size_t i = 0; i < office_meter_count(serve->office); i++) {
        wire_out_open(out, NULL, '{');
        put_meter(out, office_meter_at(serve->office, i));
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
    wire_out_open(out, "jackpots", '[');
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        put_pending(serve, out, office_table_at(serve->office, i));
    }
    wire_out_close(out, ']');
    put_disputes(serve, out);
    wire_out_open(out, "calls", '[');
    for (size_t i = 0; i < office_table_count(serve->office); i++) {
        put_open_call(serve, out, office_table_at(serve->office, i));
    }
    wire_out_close(out, ']');
    wire_out_open(out, "audit", '{');
    wire_out_number(out, "verified_ms", serve->audit.verified_ms);
    wire_out_bool(out, "ok", serve->audit.ok);
    wire_out_bool(out, "chain", serve->audit.chain);
    wire_out_bool(out, "balanced", serve->audit.balanced);
    wire_out_bool(out, "running", serve->audit.running);
    wire_out_number(out, "batches", (int64_t)serve->audit.batches);
    wire_out_text(out, "text", serve->audit.text);
    wire_out_close(out, '}');
    put_selfcheck(serve, out);
    wire_out_text(out, "store", serve->store_fault);
}

// ---- meters -----------------------------------------------------------------------------------

// A table that deals by itself pays in the same breath as it confirms, and its game is over: the win
// is told of a little longer, for a display. Less than a display celebrates, or it would begin again.
#define WIN_PUSHED_MS 10000

// What a display hears of a seat's win: its state, or NULL for nothing. A table that waits for a
// supervisor has a hand to verify, as one whose key was pressed.
static const char *pushed_state(const struct serve *serve, const struct uth_station *station,
                                uint8_t seat)
{
    const struct uth_win *win = &station->wins[seat - 1];
    const enum uth_win_state state = (enum uth_win_state)win->state;
    const struct office_table *table = office_table(serve->office, station->table);
    const bool on = station->state != UTH_STATION_IDLE;
    const bool waits = table != NULL && table->room.jackpot && station->shown &&
                       station->lines[seat - 1] != UTH_PROGRESSIVE_NONE;
    const bool fresh = serve->now_ms - win->confirmed_at_ms < WIN_PUSHED_MS;
    if (on && state == UTH_WIN_NONE && waits) {
        return uth_win_state_name(UTH_WIN_PRESSED);
    }
    if ((on && (state == UTH_WIN_PRESSED || state == UTH_WIN_CONFIRMED)) ||
        (state == UTH_WIN_PAID && fresh)) {
        return uth_win_state_name(state);
    }
    return NULL;
}

struct pushed_win {
    const struct uth_station *station; // NULL: there is none
    uint8_t seat;
    const char *state;
    int64_t prize;
};

// The largest of the wins in hand at any table of the meter: a full house paid elsewhere must not hide
// the jackpot everybody waits for.
static struct pushed_win largest_win(const struct serve *serve, const struct office_meter *meter)
{
    const struct uth_progressive_rules *rules =
        office_meter_rules(serve->office, meter->controller.id);
    struct pushed_win best = {.station = NULL};
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        const struct uth_station *station = &meter->controller.stations[i];
        for (uint8_t seat = 1; station->table != 0 && seat <= UTH_SEATS_MAX; seat++) {
            const char *state = pushed_state(serve, station, seat);
            if (state == NULL) {
                continue;
            }
            const int64_t prize =
                uth_controller_prize(rules, &meter->controller, station->table, seat).cents;
            if (best.station == NULL || prize > best.prize) {
                best = (struct pushed_win){station, seat, state, prize};
            }
        }
    }
    return best;
}

// The prize the monitor shows (GM-4).
void put_jackpot(struct serve *serve, struct wire_out *out, const struct office_meter *meter)
{
    const struct pushed_win told = largest_win(serve, meter);
    if (told.station == NULL) {
        wire_put_null(out, "jackpot");
        return;
    }
    const struct uth_win *win = &told.station->wins[told.seat - 1];
    const uint8_t line =
        win->state == UTH_WIN_NONE ? told.station->lines[told.seat - 1] : win->line;
    wire_out_open(out, "jackpot", '{');
    wire_out_number(out, "table", told.station->table);
    wire_out_number(out, "seat", told.seat);
    wire_out_text(out, "line", uth_progressive_line_name((enum uth_progressive_line)line));
    wire_out_text(out, "state", told.state);
    wire_out_number(out, "prize", told.prize);
    wire_out_close(out, '}');
}
