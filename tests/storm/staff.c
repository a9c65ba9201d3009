// Those who run the room: they know their trade, and press the wrong button now and then.
#include <stdlib.h>
#include <string.h>

#include "storm.h"

#include "office/dispute.h"
#include "wire/rules_json.h"

// clang-format off
static const struct {
    enum room_role role;
    uint64_t card;
    uint32_t home;
} staff[STAFF] = {
    { ROOM_ROLE_MANAGER,    0,    1 },
    { ROOM_ROLE_DEALER,     1004, 2 },
    { ROOM_ROLE_DEALER,     1005, 4 },
    { ROOM_ROLE_SUPERVISOR, 1003, 6 },
    { ROOM_ROLE_EXECUTIVE,  1002, 1 },
};
// clang-format on

const char *const staff_names[STAFF] = {"manager", "Dan", "Dora", "Sue", "Eve"};

void staff_begin(unsigned index)
{
    struct actor *actor = &the_storm->actors[index];
    actor->name = staff_names[index];
    actor->role = staff[index].role;
    actor->card = staff[index].card;
    actor->home = staff[index].home;
}

void staff_becomes(unsigned index)
{
    struct storm *storm = the_storm;
    struct actor *actor = &storm->actors[index];
    const struct office_person *person = office_person_named(storm->serve->office, actor->name);
    if (person == NULL && storm->actors[0].person != 0) {
        char body[256];
        const struct request about = {.actor = 0, .mark = request_mark()};
        (void)snprintf(body, sizeof body,
                       "{\"name\":\"%s\",\"role\":\"%s\",\"password\":\"" PASSWORD " %u\","
                       "\"card\":%llu,\"pin\":\"" PIN "\",\"reason\":\"hired (no. %llu)\"}",
                       actor->name, room_role_name(actor->role), index,
                       (unsigned long long)actor->card, (unsigned long long)about.mark);
        network_ask(&about, NET_POST, "/api/users", body);
    } else if (person != NULL && index != 0) {
        account_logs_in(index, actor->name, PASSWORD);
    } else if (person != NULL) { // the manager's first password was printed, and nobody read it
        char token[SESSION_TOKEN_MAX];
        const struct session session = {person->state.id, person->state.generation,
                                        storm->now_ms / 1000 + SESSION_STAFF_S};
        session_write(&storm->serve->session_key, &session, token);
        session_csrf(&storm->serve->session_key, &session, actor->csrf);
        (void)snprintf(actor->cookie, sizeof actor->cookie, SESSION_COOKIE "=%s", token);
        actor->person = person->state.id;
    }
}

// ---- staff ------------------------------------------------------------------------------------

static const json_t *keys_of(const json_t *view)
{
    const json_t *keypad = json_object_get(json_object_get(view, "dealer_console"), "keypad");
    return json_object_get(keypad, "keys");
}

static const char *button_at(const json_t *keys, size_t index)
{
    return json_string_value(json_object_get(json_array_get(keys, index), "button"));
}

static void press(struct actor *actor, uint32_t table, const json_t *view)
{
    static const char *const lines[] = {"royal flush", "straight flush", "four of a kind",
                                        "full house",  "royal flush 5",  "any"};
    char more[200];
    const json_t *keys = keys_of(view);
    const char *line = lines[storm_below(6)];
    if (json_array_size(keys) == 0) {
        return;
    }
    if (storm_chance(2)) {
        line = uth_progressive_line_name(
            (enum uth_progressive_line)storm_below(UTH_PROGRESSIVE_COUNT));
    }
    const char *key = button_at(keys, storm_below((uint32_t)json_array_size(keys)));
    const bool card = storm_chance(2);
    (void)snprintf(more, sizeof more, ",\"button\":\"%s\",\"line\":\"%s\",\"seat\":%u%s", key, line,
                   1 + storm_below(6), card ? ",\"card\":\"1002\",\"pin\":\"" PIN "\"" : "");
    actor_commands(actor, table, "button", more);
}

// The next seat whose cards show a win nobody has confirmed; 0 for none.
static uint8_t open_win(const struct uth_station *station)
{
    for (unsigned i = 0; station->shown && i < UTH_SEATS_MAX; i++) {
        const uint8_t seat = station->order[i] != 0 ? station->order[i] : (uint8_t)(i + 1);
        const uint8_t state = station->wins[seat - 1].state;
        if (station->lines[seat - 1] != UTH_PROGRESSIVE_NONE &&
            (state == UTH_WIN_NONE || state == UTH_WIN_PRESSED)) {
            return seat;
        }
    }
    return 0;
}

static unsigned right_key(const struct uth_station *station, uint8_t seat, uint8_t phase)
{
    enum { START = 0, END = 5 };
    if (phase == UTH_PHASE_CLOSED) {
        return START;
    }
    if (station->controller == UTH_MODEL_AQUARIUS) {
        switch (station->state) {
        case UTH_STATION_PRESSED: return 2;
        case UTH_STATION_KEYED: return 3;
        case UTH_STATION_FROZEN: return 4;
        default: return seat == 0 ? END : 1;
        }
    }
    if (station->state == UTH_STATION_AWAITING_CARD) {
        return 4;
    }
    const bool lit = seat != 0 && station->wins[seat - 1].state == UTH_WIN_PRESSED;
    return seat == 0 ? END : station->spot != seat ? 1 : lit ? 3 : 2;
}

// The seat whose confirmed prize is to be handed over; 0 for none.
static uint8_t unpaid(const struct uth_station *station)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (station->wins[seat - 1].state == UTH_WIN_CONFIRMED &&
            station->state == UTH_STATION_PLAYING) {
            return seat;
        }
    }
    return 0;
}

// A competent dealer looks at the table itself; the others press anything.
static void press_right(struct actor *actor, uint32_t table, const json_t *view)
{
    const struct room_table *room = &office_table(the_storm->serve->office, table)->room;
    const struct office_meter *meter = office_meter(the_storm->serve->office, room->config.meter);
    const struct uth_station *station =
        meter == NULL ? NULL : uth_controller_station(&meter->controller, table);
    const json_t *keys = keys_of(view);
    if (station == NULL || json_array_size(keys) == 0 || storm_chance(10)) {
        press(actor, table, view);
        return;
    }
    char more[200];
    if (unpaid(station) != 0) {
        (void)snprintf(more, sizeof more, ",\"button\":\"pay\",\"seat\":%u", unpaid(station));
        actor_commands(actor, table, "button", more);
        return;
    }
    const uint8_t seat = open_win(station);
    const char *key = button_at(keys, right_key(station, seat, room->round.phase));
    const uint8_t line = seat == 0 ? (uint8_t)UTH_PROGRESSIVE_NONE : station->lines[seat - 1];
    int used = snprintf(more, sizeof more, ",\"button\":\"%s\"", key);
    if (seat != 0) {
        used += snprintf(more + used, sizeof more - (size_t)used, ",\"line\":\"%s\",\"seat\":%u",
                         uth_progressive_line_name((enum uth_progressive_line)line), seat);
        (void)snprintf(more + used, sizeof more - (size_t)used,
                       ",\"card\":\"1002\",\"pin\":\"" PIN "\"");
    }
    actor_commands(actor, table, "button", more);
}

// Steps that hands do, one or all that can be ticked; sometimes the last tick is taken back.
static void tick(struct actor *actor, uint32_t table, const json_t *steps)
{
    char more[380]; // what an actor can say again
    const bool on = !storm_chance(12);
    const bool all = storm_chance(2);
    size_t index;
    const json_t *step;
    int used = snprintf(more, sizeof more, ",\"on\":%s,\"steps\":[", on ? "true" : "false");
    unsigned count = 0;
    json_array_foreach((json_t *)(uintptr_t)steps, index, step)
    {
        const char *by = json_string_value(json_object_get(step, "by"));
        const char *key = on ? "may" : "done";
        if (strcmp(by, "hand") != 0 || !json_is_true(json_object_get(step, key)) ||
            (count > 0 && !all) || used > (int)sizeof more - 64) {
            continue;
        }
        const json_t *seat = json_object_get(step, "seat");
        used += snprintf(more + used, sizeof more - (size_t)used, "%s\"%s", count++ > 0 ? "," : "",
                         json_string_value(json_object_get(step, "step")));
        used += seat == NULL ? snprintf(more + used, sizeof more - (size_t)used, "\"")
                             : snprintf(more + used, sizeof more - (size_t)used, ":%d\"",
                                        (int)json_integer_value(seat));
    }
    (void)snprintf(more + used, sizeof more - (size_t)used, "]");
    if (count > 0) {
        actor_commands(actor, table, "tick", more);
    }
}

// GM-8: for any reason, and somebody comes.
static void call_supervisor(struct actor *actor, uint32_t table)
{
    char more[96];
    const char *reason = room_call_name((enum room_call_reason)storm_below(ROOM_CALL_COUNT));
    (void)snprintf(more, sizeof more, ",\"call\":\"%s\"%s", reason,
                   storm_chance(2) ? ",\"note\":\"seat 2 says it is theirs\"" : "");
    actor_commands(actor, table, "call", more);
}

static void next_step(struct actor *actor, uint32_t table, const json_t *view)
{
    const json_t *steps = json_object_get(json_object_get(view, "dealer_console"), "steps");
    size_t index;
    const json_t *step;
    json_array_foreach((json_t *)(uintptr_t)steps, index, step)
    {
        if (!json_is_true(json_object_get(step, "next"))) {
            continue;
        }
        const char *type = json_string_value(json_object_get(step, "type"));
        if (type == NULL || strcmp(type, "button") == 0) {
            press_right(actor, table, view);
        } else if (strcmp(type, "tick") == 0) {
            tick(actor, table, steps);
        } else if (json_is_true(json_object_get(step, "may")) || storm_chance(5)) {
            actor_commands(actor, table, type, "");
            if (strcmp(type, "settle") == 0 || strcmp(type, "end") == 0) {
                press_right(actor, table, view); // something of the Progressive may be in the way
            }
        } else if (storm_chance(3)) {
            actor_commands(actor, table, "time", "");
        }
    }
}

// Whoever sits there in the view that was looked at.
static void unseat(struct actor *actor, uint32_t table, const json_t *view)
{
    char more[96];
    const unsigned seat = 1 + storm_below(8);
    const json_t *there = json_array_get(json_object_get(view, "seats"), seat - 1);
    const int64_t player = view_number(there, "player", "id", NULL);
    (void)snprintf(more, sizeof more, ",\"seat\":%u,\"player\":%lld,\"reason\":\"conduct\"", seat,
                   (long long)(player > 0 ? player : 1));
    actor_commands(actor, table, "unseat", storm_chance(4) ? more : "");
}

static void wrong_button(struct actor *actor, uint32_t table, const json_t *view)
{
    static const char *const types[] = {"open",   "close_bets", "deal",  "turn",  "time",
                                        "settle", "end",        "pause", "resume"};
    char more[96];
    switch (storm_below(9)) {
    case 0: unseat(actor, table, view); break;
    case 1:
        (void)snprintf(more, sizeof more, ",\"amount\":%u", 100 * storm_below(5000));
        actor_commands(actor, table, storm_chance(2) ? "fill" : "credit", more);
        break;
    case 2:
        (void)snprintf(more, sizeof more, ",\"amount\":%u", storm_below(500));
        actor_commands(actor, table, "count_drop", more);
        break;
    case 3:
        if (storm_fault(HAZARD_VOID, 6)) {
            actor_commands(actor, table, "void", ",\"reason\":\"a card on the floor\"");
        }
        break;
    case 4: press(actor, table, view); break;
    case 5:
        (void)snprintf(more, sizeof more, ",\"amount\":%u", 100 * storm_below(9000));
        actor_commands(actor, table, storm_chance(3) ? "provider_withdraw" : "provider_fund", more);
        break;
    default: actor_commands(actor, table, types[storm_below(9)], ""); break;
    }
}

static void confirm(struct actor *actor, uint32_t table)
{
    static const char *const cards[] = {"1002", "1002", "1002", "1003", "7"};
    char more[96];
    (void)snprintf(more, sizeof more, ",\"card\":\"%s\",\"pin\":\"%s\"", cards[storm_below(5)],
                   storm_chance(40) ? "0000" : PIN);
    actor_commands(actor, table, "confirm", more);
}

// The seat of a win that was confirmed in the game in play or in the last one; 0 for none.
static unsigned confirmed_win(const struct office_table *table, uint64_t *round)
{
    const struct office_meter *meter =
        office_meter(the_storm->serve->office, table->room.config.meter);
    const struct uth_station *station =
        meter == NULL ? NULL : uth_controller_station(&meter->controller, table->room.id);
    for (unsigned seat = 1; station != NULL && seat <= UTH_SEATS_MAX; seat++) {
        const uint8_t state = station->wins[seat - 1].state;
        if (state == UTH_WIN_CONFIRMED || state == UTH_WIN_PAID) {
            *round = station->round;
            return seat;
        }
    }
    return 0;
}

// The page of such a win at this table or at one behind it; or else of seat 1 of the round in play,
// whatever it has.
static void look_up_win(unsigned index, const struct office_table *table)
{
    const struct office *office = the_storm->serve->office;
    const bool any = storm_chance(3);
    uint64_t round = table->room.round.number;
    uint32_t id = table->room.id;
    unsigned seat = 0;
    char path[64];
    for (size_t i = 0; !any && seat == 0 && i < office_table_count(office); i++) {
        const struct office_table *at =
            office_table_at(office, (table->room.id + i) % office_table_count(office));
        seat = confirmed_win(at, &round);
        id = seat != 0 ? at->room.id : id;
    }
    (void)snprintf(path, sizeof path, "/api/wins/%u/%llu/%u", id, (unsigned long long)round,
                   seat != 0 ? seat : 1);
    network_request(index, NET_GET, path, "");
}

static void look_up_round(unsigned index, const struct office_table *table)
{
    char path[64];
    const uint64_t now = table->room.round.number;
    (void)snprintf(path, sizeof path, "/api/rounds/%u/%llu", table->room.id,
                   (unsigned long long)(now - (now > 0 && storm_chance(2))));
    network_request(index, NET_GET, path, "");
}

// What staff look at. None of it is to name a card of a round in play.
static void look_up(unsigned index)
{
    static const char *const paths[] = {
        "/api/pit",
        "/api/meters/1",
        "/api/meters/2/journal",
        "/api/users",
        "/api/log",
        "/api/reports/day?table=1",
        "/api/audit",
        "/api/rounds?table=2",
        "/api/lobby",
        "/api/disputes",
        "/api/disputes?open=1",
        "/api/tables/3/placard",
        "/metrics",
        "/healthz",
    };
    const struct office_table *at = office_table(the_storm->serve->office, 1 + storm_below(TABLES));
    if (at != NULL && storm_chance(3)) {
        look_up_win(index, at);
    } else if (at != NULL && storm_chance(3)) {
        look_up_round(index, at);
    } else {
        network_request(index, NET_GET, paths[storm_below(sizeof paths / sizeof paths[0])], "");
    }
}

void open_dispute(unsigned index)
{
    char path[64];
    const struct office_table *table =
        office_table(the_storm->serve->office, 1 + storm_below(TABLES));
    const uint64_t last = table == NULL ? 0 : table->room.round.number;
    if (last == 0) {
        return;
    }
    (void)snprintf(path, sizeof path, "/api/rounds/%u/%llu/disputes", table->room.id,
                   (unsigned long long)(last - (last > 1 && storm_chance(2))));
    network_request(index, NET_POST, path, "{\"what\":\"paid wrong\"}");
}

void staff_acts(struct actor *actor)
{
    for (uint32_t table = 1; table <= TABLES; table++) {
        const json_t *view = actor->views[table];
        const bool mine = table == actor->home || storm_chance(2);
        if (!mine || (actor->watched >> table & 1) == 0 || view == NULL) {
            continue;
        }
        if (view_true(view, "progressive", "waits", NULL)) {
            confirm(actor, table);
        }
        if (json_is_true(json_object_get(view, "paused"))) {
            actor_commands(actor, table, "resume", "");
        }
        if (json_is_true(json_object_get(view, "names_banker"))) {
            char more[32];
            (void)snprintf(more, sizeof more, ",\"seat\":%u", 1 + storm_below(8));
            actor_commands(actor, table, "name_banker", more);
        }
        const char *pace = json_string_value(json_object_get(view, "pace"));
        if (pace != NULL && strcmp(pace, "dealer") == 0) {
            next_step(actor, table, view);
            if (storm_chance(20)) {
                call_supervisor(actor, table);
            }
        }
        if (storm_chance(20)) {
            actor_commands(actor, table, "take_call", "");
        }
        if (storm_fault(HAZARD_WRONG, the_storm->calm ? 60 : 12)) {
            wrong_button(actor, table, view);
        }
    }
    if (storm_chance(40)) {
        actor_says(actor, "{\"type\":\"watch_pit\"}");
    }
    if (storm_chance(60)) {
        open_dispute((unsigned)(actor - the_storm->actors));
    }
    if (storm_chance(12)) {
        look_up((unsigned)(actor - the_storm->actors));
    }
}

// ---- the manager ------------------------------------------------------------------------------

static void adjust(unsigned index)
{
    char path[64];
    char body[256];
    const struct request about = {.actor = index, .mark = request_mark()};
    const char *name = uth_adjustment_name((enum uth_adjustment)storm_below(UTH_ADJUSTMENT_COUNT));
    (void)snprintf(body, sizeof body,
                   "{\"adjustment\":\"%s\",\"amount\":%d,\"table\":%u,\"seat\":%u,"
                   "\"reason\":\"counted again (no. %llu)\",\"card\":1002,\"pin\":\"" PIN "\"}",
                   name, (int)storm_below(4000) - 2000, storm_below(TABLES + 1), storm_below(7),
                   (unsigned long long)about.mark);
    (void)snprintf(path, sizeof path, "/api/meters/%u/adjust", 1 + storm_below(2));
    network_ask(&about, NET_POST, path, body);
}

static void change_terms(unsigned index)
{
    char path[64];
    char body[256];
    const struct request about = {.actor = index, .mark = request_mark()};
    (void)snprintf(body, sizeof body,
                   "{\"terms\":{\"seed\":%u,\"meter_rate_bp\":%u,\"reserve_rate_bp\":%u,"
                   "\"fixed_pays_from\":\"%s\"},\"reason\":\"a new season (no. %llu)\"}",
                   1000 * storm_below(500), storm_below(4000), storm_below(900),
                   storm_chance(2) ? "meter" : "tray", (unsigned long long)about.mark);
    (void)snprintf(path, sizeof path, "/api/meters/%u/terms", 1 + storm_below(2));
    network_ask(&about, NET_POST, path, body);
}

// Takes the change, and says why.
static void ask_change(unsigned index, const char *path, json_t *change, const char *why)
{
    const struct request about = {.actor = index, .mark = request_mark()};
    char reason[64];
    (void)snprintf(reason, sizeof reason, "%s (no. %llu)", why, (unsigned long long)about.mark);
    (void)json_object_set_new(change, "reason", json_string(reason));
    char *text = json_dumps(change, 0);
    UTH_CHECK(text != NULL);
    network_ask(&about, NET_POST, path, text);
    free(text);
    json_decref(change);
}

// Other rules at a table, in force when its round is over.
static void change_rules(unsigned index)
{
    char path[64];
    const struct office *office = the_storm->serve->office;
    const struct office_table *table = office_table(office, 1 + storm_below(TABLES));
    const struct uth_rules *now =
        table == NULL ? NULL : office_rules(office, table->wanted.profile);
    if (now == NULL) {
        return;
    }
    struct uth_rules rules = *now;
    episode_vary_rules(&rules);
    (void)snprintf(path, sizeof path, "/api/tables/%u/config", table->room.id);
    ask_change(index, path, json_pack("{s:o}", "profile", wire_rules_to_json(&rules)),
               "other rules");
}

// GM-7: components come and go, approved ones and others.
static void change_component(unsigned index)
{
    static const char *const versions[] = {"6.6 Build 520", "6.5.6SP", "1.66P$", "1.2.0", "5"};
    char path[64];
    char serial[16];
    const enum uth_component component = (enum uth_component)storm_below(UTH_COMPONENT_COUNT);
    (void)snprintf(path, sizeof path, "/api/tables/%u/components", 1 + storm_below(TABLES));
    (void)snprintf(serial, sizeof serial, "S-%u", storm_below(4));
    json_t *change = json_pack("{s:s, s:s, s:s}", "component", uth_component_name(component),
                               "serial", serial, "version", versions[storm_below(5)]);
    if (storm_chance(4)) {
        (void)json_object_del(change, "version");
        (void)json_object_set_new(change, "remove", json_true());
    }
    ask_change(index, path, change, "a component");
}

static void configure(unsigned index)
{
    char path[64];
    const uint32_t table = 1 + storm_below(TABLES);
    const unsigned what = storm_below(6);
    (void)snprintf(path, sizeof path, "/api/tables/%u/%s", table,
                   what == 0 ? "automatic_players" : "config");
    switch (what) {
    case 0:
        ask_change(index, path, json_pack("{s:i}", "count", (int)storm_below(5)), "company");
        break;
    case 1:
        ask_change(index, path,
                   json_pack("{s:{s:i}}", "config", "result_ms", 500 + (int)storm_below(2000)),
                   "pace");
        break;
    case 2:
    case 3:
        ask_change(index, path,
                   json_pack("{s:{s:s}}", "config", "pace", storm_chance(2) ? "auto" : "dealer"),
                   "pace");
        break;
    case 4: change_component(index); break;
    default: change_rules(index); break;
    }
}

static void lock_somebody(unsigned index)
{
    char path[64];
    const struct actor *whom = &the_storm->actors[STAFF + storm_below(PLAYERS)];
    const bool locks = storm_chance(2);
    (void)snprintf(path, sizeof path, "/api/users/%llu", (unsigned long long)whom->person);
    ask_change(index, path, json_pack("{s:b}", "locked", locks ? 1 : 0),
               locks ? "he shouts" : "he is calm");
}

// WA-1: any of the disputes there are, decided or not, and one that is not there.
static void decide_dispute(unsigned index)
{
    static const char *const decisions[] = {"stands",       "corrected", "wager_voided",
                                            "round_voided", "other",     "open"};
    char path[64];
    const size_t count = office_dispute_count(the_storm->serve->office);
    (void)snprintf(path, sizeof path, "/api/disputes/%u/decision",
                   1 + storm_below((uint32_t)count + 1));
    ask_change(index, path, json_pack("{s:s}", "decision", decisions[storm_below(6)]),
               "by the record");
}

void manager_acts(unsigned index)
{
    switch (storm_below(14)) {
    case 12:
    case 13: decide_dispute(index); break;
    case 0:
        if (storm_fault(HAZARD_ADJUST, 1)) {
            adjust(index);
        }
        break;
    case 1:
        if (storm_fault(HAZARD_ADJUST, 1)) {
            change_terms(index);
        }
        break;
    case 2:
    case 3:
        if (storm_fault(HAZARD_CONFIGURE, 1)) {
            configure(index);
        }
        break;
    case 4:
    case 6: look_up(index); break;
    case 5:
        if (storm_fault(HAZARD_LOCK, 2)) {
            lock_somebody(index);
        }
        break;
    default: break;
    }
}
