// What goes out on the sockets.
#include "serve/push.h"

#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "net/net.h"
#include "serve/client.h"
#include "serve/documents.h"
#include "serve/meters.h"
#include "serve/server.h"
#include "serve/table_actor.h"
#include "wire/room_view_json.h"

#define CHANGES_MS 250 // lobby, pit and meters are told so often at most

// ---- refusals ---------------------------------------------------------------------------------

struct refusal refusal_of(enum uth_status status)
{
    return (struct refusal){uth_status_clause(status), (int)status, uth_status_text(status)};
}

void put_refusal(struct wire_out *out, const struct refusal *refusal)
{
    wire_out_open(out, "error", '{');
    wire_out_text(out, "clause", refusal->clause);
    wire_out_number(out, "code", refusal->code);
    wire_out_quote(out, "message", refusal->message, WIRE_QUOTE_MAX);
    wire_out_close(out, '}');
}

static void send(struct serve *serve, uint64_t peer, const struct wire_out *out, int slot)
{
    UTH_CHECK(!out->overflow);
    (void)net_send(serve->net, peer, out->bytes, out->used, slot);
}

void push_answer(struct serve *serve, uint64_t peer, const struct answered *answered)
{
    char text[REFUSAL_MAX];
    struct wire_out out = wire_out_to(text, sizeof text);
    wire_out_open(&out, NULL, '{');
    wire_out_text(&out, "type", "answer");
    wire_out_number(&out, "id", (int64_t)answered->id);
    wire_out_number(&out, "table", answered->table);
    wire_out_bool(&out, "ok", answered->refusal == NULL);
    if (answered->repeated) {
        wire_out_bool(&out, "repeated", true);
    }
    if (answered->refusal != NULL) {
        put_refusal(&out, answered->refusal);
    }
    if (answered->receipt != NULL) {
        wire_put_hex(&out, "receipt", answered->receipt, FAIR_SIGNATURE_SIZE);
    }
    wire_out_close(&out, '}');
    send(serve, peer, &out, NET_KEEP);
}

void push_error(struct serve *serve, uint64_t peer, const struct refusal *refusal)
{
    char text[REFUSAL_MAX];
    struct wire_out out = wire_out_to(text, sizeof text);
    wire_out_open(&out, NULL, '{');
    wire_out_text(&out, "type", "error");
    put_refusal(&out, refusal);
    wire_out_close(&out, '}');
    send(serve, peer, &out, NET_KEEP);
}

// ---- views ------------------------------------------------------------------------------------

static void room_of(struct serve *serve, const struct table_actor *actor, struct room_world *world,
                    struct wire_room *room)
{
    const struct office_table *table = actor->table;
    const struct room_config *config =
        table->room.config.profile != 0 ? &table->room.config : &table->wanted;
    actor_world(serve, actor, config, meter_to_look_at(serve, config), world);
    *room = (struct wire_room){
        .table = &table->room,
        .world = world,
        .version = table->sequence,
        .last_round = table->last_round,
        .last_secret = table->last_secret,
        .last_voided = table->last_voided,
        .last_withheld = table->withheld_round == table->last_round ? table->withheld : 0,
        .fairness_key = serve->fairness_key,
        .test_decks = serve->decks != NULL,
        .context = serve,
        .name_of = serve_name_of,
    };
}

// What this client may see: the cards of their own spots, the console for those who run tables.
static struct wire_viewer viewer_of(struct serve *serve, const struct table_actor *actor,
                                    const struct client *client, struct room_person *who)
{
    const struct office_person *person = office_person(serve->office, client->session.person);
    struct wire_viewer viewer = {0, false, NULL};
    if (person != NULL) {
        *who = office_at_table(person, serve->now_ms);
        viewer.seats = room_seats_of(&actor->table->room, client->session.person);
        viewer.dealer = room_role_may((enum room_role)person->state.role, ROOM_RIGHT_DEAL);
        viewer.who = who;
    }
    return viewer;
}

static struct wire_out make_view(struct serve *serve, const struct wire_room *room,
                                 struct wire_viewer viewer)
{
    struct wire_out out = wire_out_to(serve->out, WIRE_VIEW_OUT_MAX);
    wire_room_view(room, &serve->common, viewer, &out);
    UTH_CHECK(!out.overflow);
    return out;
}

static int slot_of(const struct watch *watch)
{
    return SLOT_TABLES + (int)(watch - watch->client->watches);
}

void push_view(struct serve *serve, struct table_actor *actor, struct watch *watch)
{
    struct room_world world;
    struct wire_room room;
    struct room_person who;
    room_of(serve, actor, &world, &room);
    wire_room_common(&room, &serve->common);
    const struct wire_viewer viewer = viewer_of(serve, actor, watch->client, &who);
    const struct wire_out out = make_view(serve, &room, viewer);
    serve->counters.views++;
    send(serve, watch->client->peer, &out, slot_of(watch));
}

// Views differ by person and by console alone, so each is made once for all who see the same: a
// person is known by the first of their seats.
void push_table(struct serve *serve, struct table_actor *actor)
{
    struct room_world world;
    struct wire_room room;
    struct net_message *made[UTH_SEATS_MAX + 1][2] = {{NULL}};
    if (actor->watches == NULL) {
        return;
    }
    room_of(serve, actor, &world, &room);
    wire_room_common(&room, &serve->common);
    for (struct watch *watch = actor->watches; watch != NULL; watch = watch->next) {
        struct room_person who;
        const struct wire_viewer viewer = viewer_of(serve, actor, watch->client, &who);
        const uint8_t first = room_seat_of(&actor->table->room, watch->client->session.person);
        struct net_message **message = &made[first][viewer.dealer];
        if (*message == NULL) {
            const struct wire_out out = make_view(serve, &room, viewer);
            *message = net_message_new(out.used);
            if (*message != NULL) {
                memcpy(net_message_text(*message), out.bytes, out.used);
            }
        }
        serve->counters.views++;
        (void)net_send_message(serve->net, watch->client->peer, *message, slot_of(watch));
    }
    for (unsigned i = 0; i <= UTH_SEATS_MAX; i++) {
        for (unsigned j = 0; j < 2; j++) {
            net_message_release(made[i][j]);
        }
    }
}

// ---- to many ----------------------------------------------------------------------------------

static bool anyone_wants(const struct serve *serve, bool (*wants)(const struct client *client))
{
    const struct client *client = serve->clients;
    while (client != NULL && !wants(client)) {
        client = client->next;
    }
    return client != NULL;
}

// One message for one client, or for all with the wish.
static void push_all(struct serve *serve, struct client *one, const struct wire_out *out, int slot,
                     bool (*wants)(const struct client *client))
{
    UTH_CHECK(!out->overflow);
    if (one != NULL) {
        send(serve, one->peer, out, slot);
        return;
    }
    struct net_message *message = net_message_new(out->used);
    if (message != NULL) {
        memcpy(net_message_text(message), out->bytes, out->used);
    }
    for (struct client *client = serve->clients; client != NULL; client = client->next) {
        if (wants(client)) {
            (void)net_send_message(serve->net, client->peer, message, slot);
        }
    }
    net_message_release(message);
}

void push_hello(struct serve *serve, struct client *client)
{
    struct wire_out out = wire_out_to(serve->out, OUT_MAX);
    wire_out_open(&out, NULL, '{');
    wire_out_text(&out, "type", "hello");
    wire_out_number(&out, "v", 1);
    wire_out_number(&out, "server_ms", serve->now_ms);
    if (serve->decks != NULL) {
        wire_out_text(&out, "notice", "TEST DECKS");
    }
    wire_put_hex(&out, "fairness_key", serve->fairness_key, sizeof serve->fairness_key);
    put_person(serve, &out, "person", &client->session);
    wire_out_close(&out, '}');
    send(serve, client->peer, &out, NET_KEEP);
}

void push_person(struct serve *serve, uint64_t person)
{
    for (struct client *client = serve->chains[person % CLIENT_CHAINS]; client != NULL;
         client = client->next_of_person) {
        if (client->session.person != person) {
            continue;
        }
        struct wire_out out = wire_out_to(serve->out, OUT_MAX);
        wire_out_open(&out, NULL, '{');
        wire_out_text(&out, "type", "person");
        put_person(serve, &out, "person", &client->session);
        wire_out_close(&out, '}');
        send(serve, client->peer, &out, SLOT_PERSON);
    }
}

static bool wants_lobby(const struct client *client)
{
    return client->lobby;
}

void push_lobby(struct serve *serve, struct client *client)
{
    struct wire_out out = wire_out_to(serve->out, OUT_MAX);
    wire_out_open(&out, NULL, '{');
    wire_out_text(&out, "type", "lobby");
    wire_out_number(&out, "server_ms", serve->now_ms);
    put_lobby(serve, &out);
    wire_out_close(&out, '}');
    push_all(serve, client, &out, SLOT_LOBBY, wants_lobby);
}

static bool wants_pit(const struct client *client)
{
    return client->pit;
}

void push_pit(struct serve *serve, struct client *client)
{
    struct wire_out out = wire_out_to(serve->out, OUT_MAX);
    wire_out_open(&out, NULL, '{');
    wire_out_text(&out, "type", "pit");
    wire_out_number(&out, "server_ms", serve->now_ms);
    put_pit(serve, &out);
    wire_out_close(&out, '}');
    push_all(serve, client, &out, SLOT_PIT, wants_pit);
}

static void push_one_meter(struct serve *serve, const struct office_meter *meter,
                           struct client *one)
{
    struct wire_out out = wire_out_to(serve->out, OUT_MAX);
    wire_out_open(&out, NULL, '{');
    wire_out_text(&out, "type", "meter");
    wire_out_number(&out, "meter", (int64_t)meter->controller.id);
    wire_out_number(&out, "amount", meter->controller.meter.amount.cents);
    wire_out_number(&out, "beginning", meter->controller.beginning.cents);
    put_jackpot(serve, &out, meter);
    wire_out_close(&out, '}');
    UTH_CHECK(!out.overflow);
    for (struct client *client = one != NULL ? one : serve->clients; client != NULL;
         client = client->next) {
        if (client->meter == meter->controller.id) {
            send(serve, client->peer, &out, SLOT_METER);
        }
        if (one != NULL) {
            return;
        }
    }
}

void push_meter(struct serve *serve, struct client *client)
{
    const struct office_meter *meter = office_meter(serve->office, client->meter);
    if (meter != NULL) {
        push_one_meter(serve, meter, client);
    }
}

// ---- what changed -----------------------------------------------------------------------------

void push_changes(struct serve *serve)
{
    if (serve->now_ms - serve->pushed_ms < CHANGES_MS) {
        return;
    }
    serve->pushed_ms = serve->now_ms;
    if (serve->lobby_changed && anyone_wants(serve, wants_lobby)) {
        push_lobby(serve, NULL);
    }
    if (serve->pit_changed && anyone_wants(serve, wants_pit)) {
        push_pit(serve, NULL);
    }
    serve->lobby_changed = serve->pit_changed = false;
    for (size_t i = 0; i < serve->meter_count; i++) {
        const struct office_meter *meter = office_meter(serve->office, serve->meters[i].meter);
        if (((serve->meters_changed >> i) & 1) && meter != NULL) {
            push_one_meter(serve, meter, NULL);
        }
    }
    serve->meters_changed = 0;
}
