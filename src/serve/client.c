// Those who are connected: what they say, what they watch.
#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "serve/client.h"
#include "serve/push.h"
#include "serve/server.h"
#include "serve/sharing.h"
#include "serve/source.h"
#include "serve/table_actor.h"
#include "serve/tasks.h"

// ---- coming and going -------------------------------------------------------------------------

static void chain_add(struct serve *serve, struct client *client)
{
    struct client **chain = &serve->chains[client->session.person % CLIENT_CHAINS];
    client->next_of_person = *chain;
    *chain = client;
}

static void chain_remove(struct serve *serve, struct client *client)
{
    struct client **at = &serve->chains[client->session.person % CLIENT_CHAINS];
    while (*at != client) {
        UTH_CHECK(*at != NULL);
        at = &(*at)->next_of_person;
    }
    *at = client->next_of_person;
}

bool client_open(void *context, uint64_t peer, const struct net_request *handshake)
{
    struct serve *serve = context;
    const struct office_person *person;
    struct client *client = serve->stopping ? NULL : calloc(1, sizeof *client);
    (void)serve_now(serve);
    if (client == NULL) {
        return false;
    }
    if (!session_of_cookie(&serve->session_key, handshake->headers[NET_COOKIE],
                           serve->now_ms / 1000, &client->session) ||
        !serve_person_of(serve, &client->session, &person)) {
        free(client); // no session, no socket: a page asks for a guest's first
        return false;
    }
    client->peer = peer;
    client->address = source_address(handshake->address);
    client->next = serve->clients;
    if (client->next != NULL) {
        client->next->previous = client;
    }
    serve->clients = client;
    serve->client_count++;
    chain_add(serve, client);
    net_peer_set_user(serve->net, peer, client);
    push_hello(serve, client);
    return true;
}

static void unwatch(struct serve *serve, struct watch *watch)
{
    struct table_actor *actor = watch->actor;
    if (actor == NULL) {
        return;
    }
    if (watch->next != NULL) {
        watch->next->previous = watch->previous;
    }
    if (watch->previous != NULL) {
        watch->previous->next = watch->next;
    } else {
        actor->watches = watch->next;
    }
    actor->watchers--;
    memset(watch, 0, sizeof *watch);
    if (actor->watchers == 0 && !serve->stopping) {
        actor_run(serve, actor); // house-only tables run only while watched
    }
}

void client_closed(void *context, uint64_t peer)
{
    struct serve *serve = context;
    struct client *client = net_peer_user(serve->net, peer);
    if (client == NULL) {
        return;
    }
    (void)serve_now(serve);
    for (unsigned i = 0; i < WATCHES_MAX; i++) {
        unwatch(serve, &client->watches[i]);
    }
    chain_remove(serve, client);
    if (client->next != NULL) {
        client->next->previous = client->previous;
    }
    if (client->previous != NULL) {
        client->previous->next = client->next;
    } else {
        serve->clients = client->next;
    }
    serve->client_count--;
    net_peer_set_user(serve->net, peer, NULL);
    free(client);
    serve_schedule(serve);
}

bool client_is_connected(const struct serve *serve, uint64_t person)
{
    const struct client *client = serve->chains[person % CLIENT_CHAINS];
    while (client != NULL && client->session.person != person) {
        client = client->next_of_person;
    }
    return client != NULL;
}

static void check(struct serve *serve, struct client *client)
{
    const struct office_person *person;
    if (!serve_person_of(serve, &client->session, &person) ||
        client->session.expires_s <= serve->now_ms / 1000) {
        net_peer_close(serve->net, client->peer, 1008, "the session is over");
    }
}

void clients_of_person_check(struct serve *serve, uint64_t person)
{
    for (struct client *client = serve->chains[person % CLIENT_CHAINS]; client != NULL;
         client = client->next_of_person) {
        if (client->session.person == person) {
            check(serve, client);
        }
    }
}

void clients_check_all(struct serve *serve)
{
    for (struct client *client = serve->clients; client != NULL; client = client->next) {
        check(serve, client);
    }
}

// ---- watching ---------------------------------------------------------------------------------

static struct watch *watch_of(struct client *client, const struct table_actor *actor)
{
    for (unsigned i = 0; i < WATCHES_MAX; i++) {
        if (client->watches[i].actor == actor) {
            return &client->watches[i];
        }
    }
    return NULL;
}

static void watch(struct serve *serve, struct client *client, struct table_actor *actor)
{
    static const struct refusal too_many = {"INPUT", CODE_LIMIT,
                                            "one connection watches at most 4 tables"};
    struct watch *place = watch_of(client, actor);
    if (place != NULL) {
        push_view(serve, actor, place);
        return;
    }
    place = watch_of(client, NULL);
    if (place == NULL) {
        push_error(serve, client->peer, &too_many);
        return;
    }
    *place = (struct watch){.client = client, .actor = actor, .next = actor->watches};
    if (place->next != NULL) {
        place->next->previous = place;
    }
    actor->watches = place;
    actor->watchers++;
    sharing_note(actor, &actor->table->room, client->session.person, client->address);
    push_view(serve, actor, place);
    if (actor->watchers == 1) {
        actor_run(serve, actor);
    }
}

// ---- cards and keys ---------------------------------------------------------------------------

// A PIN is hashed as a password is, so it is looked at beside the loop.
struct swipe {
    struct job job; // first
    struct input *input;
    uint64_t person;
    uint32_t table;
    enum uth_authority authority;
    bool fits;
    struct office_secret secret;
    char pin[WIRE_CARD_MAX + 1];
};

static void swipe_run(struct job *job, struct store *reader)
{
    struct swipe *swipe = (struct swipe *)job;
    (void)reader;
    swipe->fits = office_secret_matches(&swipe->secret, swipe->pin);
}

struct pin_task {
    struct task task; // first
    uint64_t person;
    bool fits;
};

static bool pin_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct pin_task *pin = (const struct pin_task *)task;
    return pin->fits
               ? office_pin_fitted(serve->office, pin->person, serve->now_ms, &serve->draft, fault)
               : office_pin_failed(serve->office, pin->person, serve->now_ms, &serve->draft, fault);
}

static void pin_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    (void)serve;
    (void)fault; // a store that fails has said so itself
    free(task);
}

void serve_note_pin(struct serve *serve, uint64_t person, bool fits)
{
    const struct office_person *owner = office_person(serve->office, person);
    struct pin_task *pin =
        fits && (owner == NULL || owner->state.pin_failed == 0) ? NULL : calloc(1, sizeof *pin);
    serve->counters.pins_failed += !fits;
    if (pin != NULL) {
        pin->task.alone = true;
        pin->task.build = pin_build;
        pin->task.finish = pin_finish;
        pin->person = person;
        pin->fits = fits;
        task_submit(serve, &pin->task);
    }
}

// A card that did not fit is not tried again by a command that is sent again.
static void refuse_card(struct serve *serve, struct table_actor *actor, struct input *input)
{
    static const struct refusal refusal = {"INPUT", CODE_SESSION, "card or PIN is wrong"};
    refusals_keep(&actor->refusals, input->command.who.id, input->command.id, &refusal);
    push_answer(serve, input->peer,
                &(struct answered){
                    .id = input->command.id, .table = actor->table->room.id, .refusal = &refusal});
    free(input);
}

static void refuse_input(struct serve *serve, struct input *input, uint32_t table, int code,
                         const char *message)
{
    const struct refusal refusal = {"INPUT", code, message};
    push_answer(serve, input->peer,
                &(struct answered){.id = input->command.id, .table = table, .refusal = &refusal});
    free(input);
}

static void hand_in(struct serve *serve, struct table_actor *actor, struct input *input)
{
    const uint32_t table = actor->table->room.id;
    switch (actor_submit(serve, actor, input)) {
    case ACTOR_ACCEPTED: break;
    case ACTOR_FULL: refuse_input(serve, input, table, CODE_BUSY, ACTOR_FULL_TEXT); break;
    case ACTOR_STOPPING:
        refuse_input(serve, input, table, CODE_BUSY,
                     "the server is stopping: try again in a moment");
        break;
    }
}

static void swipe_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct swipe *swipe = (struct swipe *)job;
    struct table_actor *actor = actor_of(serve, swipe->table);
    if (job->cancelled) {
        refuse_input(serve, swipe->input, swipe->table, CODE_BUSY, "queue full: try again");
    } else if (!swipe->fits) {
        serve_note_pin(serve, swipe->person, false);
        refuse_card(serve, actor, swipe->input);
    } else {
        serve_note_pin(serve, swipe->person, true);
        swipe->input->command.authority = swipe->authority;
        swipe->input->command.card = swipe->person;
        swipe->input->approved_by = swipe->person;
        hand_in(serve, actor, swipe->input);
    }
    fair_guarded_free(swipe);
}

static enum uth_authority authority_of(enum room_role role)
{
    return room_role_may(role, ROOM_RIGHT_CONFIRM_ABOVE) ? UTH_AUTHORITY_EXECUTIVE
           : room_role_may(role, ROOM_RIGHT_CONFIRM)     ? UTH_AUTHORITY_SUPERVISOR
                                                         : UTH_AUTHORITY_DEALER;
}

static bool read_card(const char *text, uint64_t *card)
{
    char *end = NULL;
    *card = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *card != 0;
}

static void start_swipe(struct serve *serve, struct table_actor *actor, struct input *input,
                        const struct wire_message *message)
{
    uint64_t card;
    const struct office_person *owner =
        read_card(message->card, &card) ? office_person_with_card(serve->office, card) : NULL;
    struct swipe *swipe = fair_guarded_new(sizeof *swipe);
    if (swipe == NULL) {
        refuse_input(serve, input, actor->table->room.id, CODE_BUSY, "out of memory");
        return;
    }
    if (owner == NULL || office_card_is_locked(owner, serve->now_ms) ||
        !office_pin_of(serve->office, owner, &swipe->secret)) {
        fair_guarded_free(swipe);
        refuse_card(serve, actor, input);
        return;
    }
    swipe->job.run = swipe_run;
    swipe->job.done = swipe_done;
    swipe->job.queued.source = input->queued.source;
    swipe->input = input;
    swipe->person = owner->state.id;
    swipe->table = actor->table->room.id;
    swipe->authority = authority_of((enum room_role)owner->state.role);
    memcpy(swipe->pin, message->pin, sizeof swipe->pin);
    if (!worker_submit(serve->workers[WORKER_PASSWORDS], &swipe->job)) {
        refuse_input(serve, input, swipe->table, CODE_BUSY, "queue full: try again");
        fair_guarded_free(swipe);
    }
}

// ---- messages ---------------------------------------------------------------------------------

// Wagers on side bets of the profile's own are named by ids that only the table's rules know.
static bool find_side(const struct serve *serve, const struct table_actor *actor,
                      const struct wire_message *message, struct input *input,
                      char text[WIRE_FAULT_TEXT_MAX])
{
    const struct uth_rules *rules = office_rules(serve->office, actor->table->room.config.profile);
    struct wire_fault fault;
    if (message->side.count == 0) {
        return true;
    }
    if (rules == NULL) {
        (void)snprintf(text, WIRE_FAULT_TEXT_MAX, "the table has no rules yet");
        return false;
    }
    if (!wire_side_find(rules, &message->side, input->command.stakes, &fault)) {
        wire_fault_text(&fault, text);
        return false;
    }
    return true;
}

static void command(struct serve *serve, struct client *client, const struct office_person *person,
                    struct table_actor *actor, const struct wire_message *message)
{
    struct input *input = calloc(1, sizeof *input);
    if (input == NULL) {
        static const struct refusal none = {"INPUT", CODE_BUSY, "out of memory"};
        push_answer(serve, client->peer,
                    &(struct answered){
                        .id = message->command.id, .table = message->table, .refusal = &none});
        return;
    }
    const enum room_role role = (enum room_role)person->state.role;
    sharing_note(actor, &actor->table->room, person->state.id, client->address);
    input->peer = client->peer;
    input->queued.source = (struct source){
        .address = client->address, .person = person->state.id, .ahead = room_role_is_staff(role)};
    input->command = message->command;
    input->command.who = office_at_table(person, serve->now_ms);
    input->command.authority = authority_of(role);
    // The room remembers the last command of whoever sits; those of staff are the store's to keep.
    input->keyed = room_role_is_staff(role);
    memcpy(input->reason, message->reason, sizeof input->reason);
    if (message->command.kind == ROOM_COMMAND_CALL) {
        _Static_assert(sizeof message->command.note <= sizeof input->reason, "a note is a reason");
        memcpy(input->reason, message->command.note, sizeof message->command.note);
    }
    if (!room_command_may(role, message->command.kind, message->card[0] != '\0')) {
        refuse_input(serve, input, actor->table->room.id, UTH_ERR_NO_RIGHT,
                     uth_status_text(UTH_ERR_NO_RIGHT));
        return;
    }
    char text[WIRE_FAULT_TEXT_MAX];
    if (!find_side(serve, actor, message, input, text)) {
        refuse_input(serve, input, actor->table->room.id, CODE_INPUT, text);
        return;
    }
    struct refusal before;
    if (message->card[0] != '\0' &&
        !refusals_find(&actor->refusals, person->state.id, message->command.id, &before)) {
        start_swipe(serve, actor, input, message);
        return;
    }
    hand_in(serve, actor, input);
}

static void no_table(struct serve *serve, const struct client *client,
                     const struct wire_message *message)
{
    static const struct refusal none = {"INPUT", CODE_INPUT, "no such table"};
    if (message->kind == WIRE_MESSAGE_COMMAND) {
        push_answer(serve, client->peer,
                    &(struct answered){
                        .id = message->command.id, .table = message->table, .refusal = &none});
    } else {
        push_error(serve, client->peer, &none);
    }
}

static void pong(struct serve *serve, const struct client *client)
{
    char text[96];
    struct wire_out out = wire_out_to(text, sizeof text);
    wire_out_open(&out, NULL, '{');
    wire_out_text(&out, "type", "pong");
    wire_out_number(&out, "server_ms", serve->now_ms);
    wire_out_close(&out, '}');
    (void)net_send(serve->net, client->peer, out.bytes, out.used, NET_KEEP);
}

static void watch_meter(struct serve *serve, struct client *client, uint64_t meter)
{
    static const struct refusal none = {"INPUT", CODE_INPUT, "no such meter"};
    if (office_meter(serve->office, meter) == NULL) {
        push_error(serve, client->peer, &none);
        return;
    }
    client->meter = meter;
    push_meter(serve, client);
}

static void watch_pit(struct serve *serve, struct client *client,
                      const struct office_person *person)
{
    if (!room_role_is_staff((enum room_role)person->state.role)) {
        const struct refusal refusal = refusal_of(UTH_ERR_NO_RIGHT);
        push_error(serve, client->peer, &refusal);
        return;
    }
    client->pit = true;
    push_pit(serve, client);
}

static void obey(struct serve *serve, struct client *client, const struct office_person *person,
                 const struct wire_message *message)
{
    const bool at_table = message->kind == WIRE_MESSAGE_WATCH ||
                          message->kind == WIRE_MESSAGE_UNWATCH ||
                          message->kind == WIRE_MESSAGE_COMMAND;
    struct table_actor *actor = at_table ? actor_of(serve, message->table) : NULL;
    if (at_table && actor == NULL) {
        no_table(serve, client, message);
        return;
    }
    switch (message->kind) {
    case WIRE_MESSAGE_LOBBY:
        client->lobby = true;
        push_lobby(serve, client);
        break;
    case WIRE_MESSAGE_WATCH: watch(serve, client, actor); break;
    case WIRE_MESSAGE_UNWATCH:
        if (watch_of(client, actor) != NULL) {
            unwatch(serve, watch_of(client, actor));
        }
        break;
    case WIRE_MESSAGE_WATCH_METER: watch_meter(serve, client, message->meter); break;
    case WIRE_MESSAGE_WATCH_PIT: watch_pit(serve, client, person); break;
    case WIRE_MESSAGE_PING: pong(serve, client); break;
    case WIRE_MESSAGE_COMMAND: command(serve, client, person, actor, message); break;
    }
}

static void refuse_message(struct serve *serve, const struct client *client,
                           const struct wire_message *message, const struct wire_fault *fault)
{
    char text[WIRE_FAULT_TEXT_MAX];
    serve->counters.messages_bad++;
    wire_fault_text(fault, text);
    const struct refusal refusal = {"INPUT", CODE_INPUT, text};
    if (message->command.id != 0 && message->table != 0) {
        push_answer(serve, client->peer,
                    &(struct answered){
                        .id = message->command.id, .table = message->table, .refusal = &refusal});
    } else {
        push_error(serve, client->peer, &refusal);
    }
}

void client_message(void *context, uint64_t peer, const char *text, size_t size)
{
    struct serve *serve = context;
    struct client *client = net_peer_user(serve->net, peer);
    const struct office_person *person;
    struct wire_message message;
    struct wire_fault fault;
    if (client == NULL) {
        return;
    }
    (void)serve_now(serve);
    if (!serve_person_of(serve, &client->session, &person)) {
        net_peer_close(serve->net, peer, 1008, "the session is over");
        return;
    }
    if (!wire_message_read(text, size, &message, &fault)) {
        refuse_message(serve, client, &message, &fault);
    } else {
        obey(serve, client, person, &message);
    }
    fair_wipe(message.pin, sizeof message.pin);
    serve_schedule(serve);
}
