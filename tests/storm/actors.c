// Everybody: how they come to the room, what they have seen of it, and whose turn it is to act.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "storm.h"

void actors_begin(void)
{
    for (unsigned i = 0; i < ACTORS; i++) {
        struct actor *actor = &the_storm->actors[i];
        memset(actor, 0, sizeof *actor);
        if (i < STAFF) {
            staff_begin(i);
        } else {
            actor->role = ROOM_ROLE_GUEST;
            actor->home = 1 + (i - STAFF) % TABLES;
        }
    }
}

void actors_end(void)
{
    for (unsigned i = 0; i < ACTORS; i++) {
        for (unsigned t = 0; t <= TABLES; t++) {
            json_decref(the_storm->actors[i].views[t]);
            the_storm->actors[i].views[t] = NULL;
            free(the_storm->actors[i].heard[t]);
            the_storm->actors[i].heard[t] = NULL;
        }
    }
}

void actors_forget_peers(void)
{
    for (unsigned i = 0; i < ACTORS; i++) {
        the_storm->actors[i].peer = 0;
        the_storm->actors[i].watched = 0;
    }
}

// ---- saying -----------------------------------------------------------------------------------

void actor_says(struct actor *actor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(actor->last, sizeof actor->last, format, arguments);
    va_end(arguments);
    network_say(actor->peer, actor->last, strlen(actor->last));
}

static enum room_moment moment_of(const char *type)
{
    unsigned kind = 0;
    while (kind < ROOM_COMMAND_COUNT &&
           strcmp(room_command_name((enum room_command_kind)kind), type) != 0) {
        kind++;
    }
    UTH_CHECK(kind < ROOM_COMMAND_COUNT);
    return room_command_moment((enum room_command_kind)kind);
}

// For the moment they see, and now and then for another.
static void write_moment(const struct actor *actor, uint32_t table, const char *type,
                         char moment[ACTOR_MOMENT])
{
    const json_t *view = table <= TABLES ? actor->views[table] : NULL;
    const char *phase = json_string_value(json_object_get(view, "phase"));
    const enum room_moment of = moment_of(type);
    const int64_t round = view_number(view, "round", NULL, NULL);
    const int64_t late = storm_chance(50) && round > 0 ? 1 : 0;
    moment[0] = '\0';
    if (of == ROOM_MOMENT_ROUND) {
        (void)snprintf(moment, ACTOR_MOMENT, ",\"round\":%lld", (long long)(round - late));
    } else if (of == ROOM_MOMENT_STREET) {
        (void)snprintf(moment, ACTOR_MOMENT, ",\"round\":%lld,\"street\":\"%s\"",
                       (long long)(round - late), phase == NULL ? "preflop" : phase);
    }
}

void actor_commands(struct actor *actor, uint32_t table, const char *type, const char *more)
{
    char moment[ACTOR_MOMENT];
    write_moment(actor, table, type, moment);
    actor_says(actor, "{\"type\":\"%s\",\"table\":%u,\"id\":%llu%s%s}", type, table,
               (unsigned long long)++actor->sent_id, moment, more);
}

// ---- becoming somebody ------------------------------------------------------------------------

void actor_takes_session(struct actor *actor, const char *cookie, const json_t *me)
{
    const json_t *id = json_object_get(me, "id");
    const json_t *csrf = json_object_get(me, "csrf");
    if (cookie[0] == '\0' || !json_is_integer(id) || !json_is_string(csrf)) {
        return;
    }
    (void)snprintf(actor->cookie, sizeof actor->cookie, "%.*s", (int)strcspn(cookie, ";"), cookie);
    (void)snprintf(actor->csrf, sizeof actor->csrf, "%s", json_string_value(csrf));
    actor->person = (uint64_t)json_integer_value(id);
}

void actor_answered(const struct request *asked)
{
    struct actor *actor = &the_storm->actors[asked->actor];
    if (asked->kind == ASKED_GUEST && actor->person == 0 && actor->account_person == 0) {
        // Who asked twice is the one he was told of first: his socket may be open by now.
        actor_takes_session(actor, asked->session, asked->me);
    } else {
        account_answered(asked);
    }
}

// Who does not know whether he is registered forgets it, or finds out when his session is over.
void actor_gives_up(const struct request *asked)
{
    struct actor *actor = &the_storm->actors[asked->actor];
    if (asked->kind == ASKED_REGISTER && !actor->registered && storm_chance(2)) {
        actor->account_person = 0;
    }
}

// Most views are overtaken before anybody looks at them, so they are kept as they came.
void actor_hears(unsigned index, const char *text, size_t size)
{
    static const char view[] = "{\"type\":\"view\",\"table\":";
    struct actor *actor = &the_storm->actors[index];
    if (size < sizeof view || memcmp(text, view, sizeof view - 1) != 0) {
        return;
    }
    const unsigned long table = strtoul(text + sizeof view - 1, NULL, 10);
    UTH_CHECK(table >= 1 && table <= TABLES);
    free(actor->heard[table]);
    actor->heard[table] = strndup(text, size);
}

static void read_views(struct actor *actor)
{
    for (unsigned table = 1; table <= TABLES; table++) {
        if (actor->heard[table] != NULL) {
            json_decref(actor->views[table]);
            actor->views[table] = json_loads(actor->heard[table], 0, NULL);
            free(actor->heard[table]);
            actor->heard[table] = NULL;
        }
    }
}

// ---- reading a view ---------------------------------------------------------------------------

int64_t view_number(const json_t *view, const char *a, const char *b, const char *c)
{
    const json_t *value = json_object_get(view, a);
    value = b == NULL ? value : json_object_get(value, b);
    value = c == NULL ? value : json_object_get(value, c);
    return json_is_integer(value) ? json_integer_value(value) : 0;
}

bool view_true(const json_t *view, const char *a, const char *b, const char *c)
{
    const json_t *value = json_object_get(view, a);
    value = b == NULL ? value : json_object_get(value, b);
    value = c == NULL ? value : json_object_get(value, c);
    return json_is_true(value);
}

// ---- everybody --------------------------------------------------------------------------------

// Somebody tries to log in as this person.
static void forge(unsigned index)
{
    struct actor *actor = &the_storm->actors[index];
    char *digit = &actor->cookie[sizeof SESSION_COOKIE + storm_below(20)];
    const char good = *digit;
    if (strlen(actor->cookie) < sizeof SESSION_COOKIE + 20) {
        return;
    }
    *digit = good == '0' ? '1' : '0';
    if (network_open(index) != 0) {
        storm_fail(CHECK_SESSION, "a forged session is taken: %s", actor->cookie);
    }
    *digit = good;
    storm_checked(CHECK_SESSION);
}

// Whoever waits for an answer is patient, as a rule.
static void becomes(unsigned index)
{
    const struct actor *actor = &the_storm->actors[index];
    const enum asked kind =
        actor->name != NULL || actor->account_person != 0 ? ASKED_LOGIN : ASKED_GUEST;
    if (request_waits(index, kind) && !storm_chance(8)) {
        return;
    }
    if (actor->name != NULL) {
        staff_becomes(index);
    } else if (kind == ASKED_LOGIN) {
        account_logs_in(index, actor->account, PASSWORD);
    } else {
        network_ask(&(struct request){.kind = kind, .actor = index}, NET_POST, "/api/guest", "");
    }
}

static bool connect(unsigned index)
{
    struct actor *actor = &the_storm->actors[index];
    if (actor->leaves) {
        actor->leaves = false;
        actor->person = 0;
    }
    if (actor->person == 0) {
        becomes(index);
        return false;
    }
    if (storm_fault(HAZARD_FORGE, 12)) {
        forge(index);
    }
    actor->peer = network_open(index);
    if (actor->peer == 0 && (actor->name != NULL || storm_chance(8))) {
        actor->person = 0; // the session may be over: a new one, or a new guest
        actor->cookie[0] = '\0';
    }
    return actor->peer != 0;
}

static bool look(struct actor *actor)
{
    // One connection watches four tables; the manager and the executive those of the meters.
    static const uint32_t extras[2][3] = {{2, 3, 4}, {3, 4, 5}};
    const uint32_t extra = extras[actor->home == 6][storm_below(3)];
    const uint32_t table = actor->role == ROOM_ROLE_GUEST || storm_chance(2) ? actor->home : extra;
    if ((actor->watched >> table & 1) != 0 && actor->views[table] != NULL && !storm_chance(25)) {
        return false;
    }
    actor->watched |= UINT32_C(1) << table;
    actor_says(actor, "{\"type\":\"watch\",\"table\":%u}", table);
    return true;
}

void actor_acts(unsigned index)
{
    struct storm *storm = the_storm;
    struct actor *actor = &storm->actors[index];
    const bool is_staff = actor->role != ROOM_ROLE_GUEST;
    event_add(200 + storm_below(is_staff ? 800 : 1800), EVENT_ACT, index, NULL, 0);
    account_tries_old(index);
    if ((storm->absent >> index & 1) != 0 || storm->stop_step != 0 ||
        (actor->peer == 0 && !connect(index))) {
        return;
    }
    read_views(actor);
    if (look(actor)) {
        return;
    }
    if (storm_fault(HAZARD_CUT, 150)) {
        network_cut(actor->peer);
    } else if (player_lies(actor)) {
        return;
    } else if (storm_fault(HAZARD_REPEAT, 25)) {
        network_say(actor->peer, actor->last, strlen(actor->last));
    } else if (is_staff) {
        staff_acts(actor);
    } else if (actor->views[actor->home] != NULL) {
        player_acts(actor);
    }
    if (index == 0) {
        manager_acts(index);
    }
}
