// Those who play: by what they were shown, and not always honestly.
#include <string.h>

#include "storm.h"

// ---- players ----------------------------------------------------------------------------------

// For one spot: whoever holds several names it, as a rule (BET-7).
static void commands_at(struct actor *actor, const json_t *spot, const char *type, const char *more)
{
    char all[560];
    const json_t *others = json_object_get(actor->views[actor->home], "more_spots");
    const bool several = json_array_size(others) > 0;
    (void)snprintf(all, sizeof all, ",\"seat\":%lld%s",
                   (long long)view_number(spot, "seat", NULL, NULL), more);
    const bool names = several ? !storm_chance(20) : storm_chance(2);
    actor_commands(actor, actor->home, type, names ? all : more);
}

// What this actor adds to the seed of this round at this spot, or now and then something else.
static void part_of(const struct actor *actor, const json_t *view, unsigned seat,
                    struct fair_deal *deal)
{
    uint8_t *part = deal->parts[seat - 1];
    deal->table = actor->home;
    deal->round = (uint64_t)view_number(view, "round", NULL, NULL);
    memset(part, (int)(actor - the_storm->actors) + 1, FAIR_PART_SIZE);
    part[1] = (uint8_t)deal->round;
    part[2] = (uint8_t)seat;
    part[3] = storm_chance(20);
}

static void put_commitment(const struct actor *actor, const json_t *view, const json_t *spot,
                           char more[128])
{
    struct fair_deal deal;
    uint8_t commitment[FAIR_COMMITMENT_SIZE];
    char hex[2 * FAIR_COMMITMENT_SIZE + 1];
    const unsigned seat = (unsigned)view_number(spot, "seat", NULL, NULL);
    part_of(actor, view, seat, &deal);
    fair_part_commit(&deal, seat, deal.parts[seat - 1], commitment);
    (void)sodium_bin2hex(hex, sizeof hex, commitment, sizeof commitment);
    (void)snprintf(more, 128, ",\"part_commitment\":\"%s\"", hex);
}

static void reveal(struct actor *actor, const json_t *view, const json_t *spot)
{
    struct fair_deal deal;
    char hex[2 * FAIR_PART_SIZE + 1];
    char more[128];
    const unsigned seat = (unsigned)view_number(spot, "seat", NULL, NULL);
    part_of(actor, view, seat, &deal);
    (void)sodium_bin2hex(hex, sizeof hex, deal.parts[seat - 1], FAIR_PART_SIZE);
    (void)snprintf(more, sizeof more, ",\"part\":\"%s\"", hex);
    commands_at(actor, spot, "reveal", more);
}

// Parts of this actor's spots are asked for.
static bool is_awaited(const json_t *view, const json_t *spot)
{
    const json_t *part;
    size_t i;
    const json_t *fairness = json_object_get(view, "fairness");
    bool awaited = false;
    json_array_foreach(json_object_get(fairness, "parts"), i, part)
    {
        awaited = awaited ||
                  (view_number(part, "seat", NULL, NULL) == view_number(spot, "seat", NULL, NULL) &&
                   !view_true(part, "revealed", NULL, NULL));
    }
    return awaited && json_is_object(json_object_get(fairness, "roster"));
}

static void wager(struct actor *actor, const json_t *view, const json_t *spot)
{
    char part[128] = "";
    static const char *const side[] = {"trips", "bad_beat", "pairs", "progressive"};
    char stakes[256];
    char more[480];
    const int64_t ante = view_number(view, "limits", "ante", "min") * (1 + storm_below(3));
    int used = snprintf(stakes, sizeof stakes, "\"ante\":%lld,\"blind\":%lld", (long long)ante,
                        (long long)ante);
    put_commitment(actor, view, spot, part);
    const json_t *limits = json_object_get(view, "limits");
    for (unsigned i = 0; i < 4; i++) {
        const json_t *limit = json_object_get(limits, side[i]);
        if (limit != NULL && storm_chance(i == 3 ? 1 : 2)) {
            used += snprintf(stakes + used, sizeof stakes - (size_t)used, ",\"%s\":%lld", side[i],
                             (long long)view_number(limit, "min", NULL, NULL));
        }
    }
    (void)snprintf(more, sizeof more, ",\"stakes\":{%s},\"ready\":%s%s",
                   storm_chance(20) ? "" : stakes, storm_chance(3) ? "false" : "true",
                   storm_chance(2) ? part : "");
    commands_at(actor, spot, "wager", more);
    if (storm_chance(8)) {
        commands_at(actor, spot, "contribute", part);
    }
}

static void decide(struct actor *actor, const json_t *spot, const json_t *decisions)
{
    char more[64];
    const size_t count = json_array_size(decisions);
    (void)snprintf(more, sizeof more, ",\"action\":\"%s\"",
                   json_string_value(json_array_get(decisions, storm_below((uint32_t)count))));
    commands_at(actor, spot, "decide", more);
}

static void sit(struct actor *actor, const json_t *view)
{
    char more[96];
    const int64_t least = view_number(view, "buy_in", "min", NULL);
    const size_t seats = json_array_size(json_object_get(view, "seats"));
    (void)snprintf(more, sizeof more, ",\"seat\":%u,\"amount\":%lld",
                   1 + storm_below((uint32_t)seats), (long long)(least * (1 + storm_below(20))));
    actor_commands(actor, actor->home, "sit", more);
}

static void take_bank(struct actor *actor, const json_t *view)
{
    char more[64];
    const json_t *bank =
        json_object_get(json_object_get(json_object_get(view, "you"), "options"), "bank");
    (void)snprintf(more, sizeof more, ",\"amount\":%lld",
                   (long long)view_number(bank, storm_chance(4) ? "min" : "max", NULL, NULL));
    if (storm_chance(4)) {
        actor_commands(actor, actor->home, "bank_decline", "");
    } else {
        actor_commands(actor, actor->home, "bank_take", more);
    }
}

// Of any round of the player's table: the one in play most of all, and the one before.
static void ask_record(unsigned index)
{
    const uint32_t home = the_storm->actors[index].home;
    const struct office_table *table = office_table(the_storm->serve->office, home);
    const uint64_t now = table == NULL ? 1 : table->room.round.number;
    const uint64_t rounds[] = {now, now - (now > 0), now - (now > 0),
                               storm_below((uint32_t)now + 2)};
    char path[96];
    (void)snprintf(path, sizeof path, "/api/rounds/%u/%llu", home,
                   (unsigned long long)rounds[storm_below(4)]);
    network_request(index, NET_GET, path, "");
}

// What a player asks for over HTTP: account, limits, history.
static void ask(struct actor *actor)
{
    const unsigned index = (unsigned)(actor - the_storm->actors);
    struct request about = {.actor = index};
    char body[96];
    switch (storm_below(9)) {
    case 8: open_dispute(index); break;
    case 0:
        about.mark = request_mark();
        (void)snprintf(body, sizeof body, "{\"amount\":%llu}",
                       (unsigned long long)(DEPOSIT_BASE + about.mark));
        network_ask(&about, NET_POST, "/api/me/deposit", body);
        break;
    case 1:
        about.mark = storm_chance(2) ? 0 : request_mark(); // no limit has none
        (void)snprintf(
            body, sizeof body, "{\"loss\":%llu,\"minutes\":%u}",
            about.mark == 0 ? 0 : MARKS_MAX * (unsigned long long)storm_below(200) + about.mark,
            storm_chance(2) ? 0 : 1 + storm_below(600));
        network_ask(&about, NET_POST, "/api/me/limits", body);
        break;
    case 2: network_request(index, NET_GET, "/api/me", ""); break;
    case 3: network_request(index, NET_GET, "/api/rounds?player=me", ""); break;
    case 4: network_request(index, NET_GET, "/api/lobby", ""); break;
    default: ask_record(index); break;
    }
}

// A decision that is due, or a command that is not allowed.
static void ask_advice(const struct actor *actor, const json_t *spot)
{
    const uint32_t table = storm_chance(6) ? 1 + storm_below(TABLES) : actor->home;
    const int64_t seat = storm_chance(4) ? 0 : view_number(spot, "seat", NULL, NULL);
    const struct request about = {.kind = ASKED_ADVICE,
                                  .actor = (unsigned)(actor - the_storm->actors),
                                  .table = table,
                                  .seat = (uint8_t)seat};
    char path[64];
    (void)snprintf(path, sizeof path, "/api/advice?table=%u&seat=%u", table, (unsigned)seat);
    network_ask(&about, NET_GET, path, "");
}

static void idle(struct actor *actor, const json_t *spot)
{
    char more[64];
    switch (storm_below(40)) {
    case 0: commands_at(actor, spot, "stand", ""); break;
    case 1: commands_at(actor, spot, "sit_out", ",\"on\":true"); break;
    case 2:
    case 3: commands_at(actor, spot, "sit_out", ",\"on\":false"); break;
    case 4:
        (void)snprintf(more, sizeof more, ",\"amount\":%u", 100 * (1 + storm_below(2000)));
        commands_at(actor, spot, "buy_in", more);
        break;
    case 5: actor_says(actor, "{\"type\":\"ping\"}"); break;
    case 6: actor_says(actor, "{\"type\":\"lobby\"}"); break;
    case 7: actor_says(actor, "{\"type\":\"watch\",\"table\":%u}", actor->home); break;
    case 8: actor_says(actor, "{\"type\":\"watch\",\"table\":%u}", 1 + storm_below(TABLES)); break;
    case 9:
        actor_says(actor, "{\"type\":\"unwatch\",\"table\":%u}", 1 + storm_below(TABLES));
        break;
    case 10: actor_says(actor, "{\"type\":\"watch_meter\",\"meter\":%u}", storm_below(3)); break;
    case 11: actor_says(actor, "{\"type\":\"watch_pit\"}"); break;
    case 12:
    case 13:
    case 14: ask(actor); break;
    case 15: ask_advice(actor, spot); break;
    default: break;
    }
}

#define LIE_MAX 400

// With a table, a number of a command and a round in the place of the marks.
static const char *const lies[] = {
    "{\"type\":\"sit\",\"table\":%u,\"id\":%llu,\"seat\":8,\"amount\":9007199254740991}",
    "{\"type\":\"decide\",\"table\":%u,\"id\":%llu,\"round\":%r,\"street\":\"preflop\",\"action\":"
    "\"4x\"}",
    "{\"type\":\"decide\",\"table\":%u,\"id\":%llu,\"round\":%r,\"street\":\"preflop\",\"action\":"
    "\"fold\"}",
    "{\"type\":\"void\",\"table\":%u,\"id\":%llu,\"round\":%r,\"reason\":\"I lose\"}",
    "{\"type\":\"fill\",\"table\":%u,\"id\":%llu,\"amount\":100000}",
    "{\"type\":\"settle\",\"table\":%u,\"id\":%llu,\"round\":%r}",
    "{\"type\":\"confirm\",\"table\":%u,\"id\":%llu,\"round\":%r,\"card\":\"1002\",\"pin\":"
    "\"0000\"}",
    "{\"type\":\"wager\",\"table\":%u,\"id\":%llu,\"round\":%r,\"stakes\":{\"ante\":-500},"
    "\"ready\":true}",
    "{\"type\":\"wager\",\"table\":%u,\"id\":%llu,\"round\":%r,\"stakes\":{\"ante\":500},\"ready\":"
    "true}",
    "{\"type\":\"wager\",\"table\":%u,\"id\":%llu,\"round\":%r,\"stakes\":{\"play\":500},\"ready\":"
    "true}",
    "{\"type\":\"bank_take\",\"table\":%u,\"id\":%llu,\"round\":%r,\"amount\":99999999999}",
    "{\"type\":\"bank_decline\",\"table\":%u,\"id\":%llu,\"round\":%r}",
    "{\"type\":\"next\",\"table\":%u,\"id\":%llu,\"round\":%r}",
    "{\"type\":\"bank_ask\",\"table\":%u,\"id\":%llu,\"round\":%r}",
    "{\"type\":\"unseat\",\"table\":%u,\"id\":%llu,\"seat\":1,\"player\":1,\"reason\":\"mine\"}",
    "{\"type\":\"stand\",\"table\":%u,\"id\":%llu,\"seat\":2}",
    "{\"type\":\"decide\",\"table\":%u,\"id\":%llu,\"round\":%r,\"street\":\"preflop\",\"seat\":3,"
    "\"action\":\"fold\"}",
    "{\"type\":\"button\",\"table\":%u,\"id\":%llu,\"round\":%r,\"button\":\"j_pot\"}",
    "{\"type\":\"sit\",\"table\":9%u,\"id\":%llu}",
};

// A lie with its numbers. Our own little printf: a format must not come out of a table.
static size_t write_lie(const struct actor *actor, const char *from, uint32_t table, uint64_t id,
                        char text[LIE_MAX])
{
    const int64_t round = view_number(actor->views[table], "round", NULL, NULL);
    char *at = text;
    for (; *from != '\0' && at < text + LIE_MAX - 32; from++) {
        if (strncmp(from, "%llu", 4) == 0) {
            at += snprintf(at, 24, "%llu", (unsigned long long)id);
            from += 3;
        } else if (strncmp(from, "%u", 2) == 0) {
            at += snprintf(at, 12, "%u", table);
            from += 1;
        } else if (strncmp(from, "%r", 2) == 0) {
            at += snprintf(at, 24, "%lld", (long long)round);
            from += 1;
        } else {
            *at++ = *from;
        }
    }
    *at = '\0';
    return (size_t)(at - text);
}

// What nobody should be able to do.
static void lie(struct actor *actor)
{
    char text[LIE_MAX];
    // Any table, and a number that was used before or never will be.
    const uint64_t id = storm_chance(2) ? ++actor->sent_id : 1 + storm_below(60);
    const uint32_t table = storm_chance(3) ? 1 + storm_below(TABLES) : actor->home;
    const char *from = lies[storm_below(sizeof lies / sizeof lies[0])];
    network_say(actor->peer, text, write_lie(actor, from, table, id, text));
}

// The last message with something in it broken.
static void garble(struct actor *actor)
{
    char text[sizeof actor->last];
    const size_t size = strlen(actor->last);
    memcpy(text, actor->last, size + 1);
    for (unsigned i = 0; size > 0 && i < 1 + storm_below(4); i++) {
        text[storm_below((uint32_t)size)] = (char)(32 + storm_below(95));
    }
    network_say(actor->peer, text, storm_chance(3) ? storm_below((uint32_t)size + 1) : size);
}

bool player_lies(struct actor *actor)
{
    if (storm_fault(HAZARD_LIE, 16)) {
        lie(actor);
        return true;
    }
    if (storm_fault(HAZARD_GARBAGE, 60)) {
        garble(actor);
        return true;
    }
    return false;
}

// Of the spots somebody holds, any; NULL for none.
static const json_t *any_spot(const json_t *view)
{
    const json_t *others = json_object_get(view, "more_spots");
    const size_t count = json_array_size(others);
    const uint32_t which = storm_below((uint32_t)count + 1);
    return which == 0 ? json_object_get(view, "you") : json_array_get(others, which - 1);
}

void player_acts(struct actor *actor)
{
    const json_t *view = actor->views[actor->home];
    const json_t *you = any_spot(view);
    const json_t *options = json_object_get(you, "options");
    const json_t *decisions = json_object_get(options, "decisions");
    const unsigned index = (unsigned)(actor - the_storm->actors);
    if (storm_chance(16)) {
        ask_record(index);
    }
    if (storm_chance(16)) {
        account_acts(index);
    }
    if (storm_fault(HAZARD_PASSWORD, 16)) {
        account_tries(index);
    }
    if (!json_is_object(you)) {
        if (storm_chance(3)) {
            sit(actor, view);
        }
    } else if (view_true(view, "may_sit", NULL, NULL) && storm_chance(6)) {
        sit(actor, view);
    } else if (is_awaited(view, you) && !storm_chance(16)) {
        reveal(actor, view, you);
    } else if (json_array_size(decisions) > 0) {
        if (storm_chance(6)) {
            ask_advice(actor, you);
        }
        decide(actor, you, decisions);
    } else if (view_true(options, "wager", NULL, NULL) && !view_true(you, "ready", NULL, NULL)) {
        wager(actor, view, you);
    } else if (json_is_object(json_object_get(options, "bank"))) {
        take_bank(actor, view);
    } else if (view_true(options, "ask_bank", NULL, NULL) && storm_chance(3)) {
        actor_commands(actor, actor->home, "bank_ask", "");
    } else {
        idle(actor, you);
    }
}
