// Linked with --wrap: what the server calls of net is here, and the rest in backing.c.
#include "api_world.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "net/text.h"

struct world world;

// ---- the network ------------------------------------------------------------------------------

static void (*play)(void);

struct net *__wrap_net_open(const struct net_options *options, char *why, size_t why_size);
struct net *__wrap_net_open(const struct net_options *options, char *why, size_t why_size)
{
    (void)why, (void)why_size;
    world.net = *options;
    world.serve = options->context;
    return (struct net *)&world;
}

// One who is still there leaves before the loop ends.
static void leave(unsigned role)
{
    if (world.peers[role].open) {
        world.net.on.closed(world.net.context, WORLD_PEER(role));
        world.peers[role].open = world.peers[role].closing = false;
    }
}

void __wrap_net_run(struct net *net);
void __wrap_net_run(struct net *net)
{
    (void)net;
    world_settle();
    play();
    world.net.on.stopping(world.net.context);
    world_settle();
    UTH_CHECK(world.stopping);
    for (unsigned role = 0; role < ROOM_ROLE_COUNT; role++) {
        leave(role);
    }
}

void __wrap_net_stop(struct net *net);
void __wrap_net_stop(struct net *net)
{
    (void)net;
    world.stopping = true;
}

void __wrap_net_close(struct net **net);
void __wrap_net_close(struct net **net)
{
    *net = NULL;
}

uint16_t __wrap_net_port(const struct net *net);
uint16_t __wrap_net_port(const struct net *net)
{
    (void)net;
    return 1;
}

int64_t __wrap_net_now(void);
int64_t __wrap_net_now(void)
{
    return backing.now_ms;
}

void __wrap_net_timer(struct net *net, int64_t delay_ms);
void __wrap_net_timer(struct net *net, int64_t delay_ms)
{
    (void)net;
    world.timer_ms = delay_ms < 0 ? INT64_MAX : backing.now_ms + delay_ms;
}

void __wrap_net_wake(struct net *net);
void __wrap_net_wake(struct net *net)
{
    (void)net; // world_settle looks by itself
}

struct net_counters __wrap_net_counters(const struct net *net);
struct net_counters __wrap_net_counters(const struct net *net)
{
    (void)net;
    return (struct net_counters){0};
}

// What is sent can be read by whoever it is sent to.
static void check_json(const char *text, size_t size)
{
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    UTH_CHECK(document != NULL);
    json_decref(document);
}

bool __wrap_net_reply(struct net *net, uint64_t request, const struct net_response *response);
bool __wrap_net_reply(struct net *net, uint64_t request, const struct net_response *response)
{
    (void)net;
    UTH_CHECK(request == world.request);
    for (size_t i = 0; i < response->field_count; i++) {
        UTH_CHECK(text_name_is_valid(response->fields[i].name));
        UTH_CHECK(text_value_is_valid(response->fields[i].value));
    }
    if (response->content_type != NULL && strcmp(response->content_type, "application/json") == 0) {
        check_json(response->body, response->size);
    }
    world.answers++;
    world.status = response->status;
    return true;
}

bool __wrap_net_awaits(struct net *net, uint64_t request);
bool __wrap_net_awaits(struct net *net, uint64_t request)
{
    (void)net;
    return request == world.request && world.answers == 0;
}

// ---- sockets ----------------------------------------------------------------------------------

bool __wrap_net_send(struct net *net, uint64_t peer, const void *text, size_t size, int slot);
bool __wrap_net_send(struct net *net, uint64_t peer, const void *text, size_t size, int slot)
{
    (void)net;
    UTH_CHECK(slot >= NET_KEEP && slot < NET_SLOTS);
    UTH_CHECK(peer >= WORLD_PEER(0) && peer < WORLD_PEER(ROOM_ROLE_COUNT));
    check_json(text, size);
    return true;
}

struct net_message {
    size_t size;
    char text[];
};

struct net_message *__wrap_net_message_new(size_t size);
struct net_message *__wrap_net_message_new(size_t size)
{
    struct net_message *message = malloc(sizeof *message + size);
    UTH_CHECK(message != NULL);
    message->size = size;
    return message;
}

char *__wrap_net_message_text(struct net_message *message);
char *__wrap_net_message_text(struct net_message *message)
{
    return message->text;
}

bool __wrap_net_send_message(struct net *net, uint64_t peer, struct net_message *message, int slot);
bool __wrap_net_send_message(struct net *net, uint64_t peer, struct net_message *message, int slot)
{
    return __wrap_net_send(net, peer, message->text, message->size, slot);
}

void __wrap_net_message_release(struct net_message *message);
void __wrap_net_message_release(struct net_message *message)
{
    free(message);
}

void __wrap_net_peer_close(struct net *net, uint64_t peer, uint16_t code, const char *reason);
void __wrap_net_peer_close(struct net *net, uint64_t peer, uint16_t code, const char *reason)
{
    (void)net, (void)code;
    UTH_CHECK(reason == NULL || strlen(reason) <= NET_REASON_MAX);
    world.peers[peer - WORLD_PEER(0)].closing = true; // never from inside a call of theirs
}

void __wrap_net_peer_set_user(struct net *net, uint64_t peer, void *user);
void __wrap_net_peer_set_user(struct net *net, uint64_t peer, void *user)
{
    (void)net;
    world.peers[peer - WORLD_PEER(0)].user = user;
}

void *__wrap_net_peer_user(const struct net *net, uint64_t peer);
void *__wrap_net_peer_user(const struct net *net, uint64_t peer)
{
    (void)net;
    return world.peers[peer - WORLD_PEER(0)].user;
}

// ---- turns ------------------------------------------------------------------------------------

void world_settle(void)
{
    while (backing_has_work()) {
        world.net.on.woken(world.net.context);
    }
    for (unsigned role = 0; role < ROOM_ROLE_COUNT; role++) {
        if (world.peers[role].closing) {
            leave(role);
        }
    }
}

void world_wait(int64_t ms)
{
    const int64_t until = backing.now_ms + ms;
    for (unsigned turns = 0; turns < 64 && world.timer_ms <= until; turns++) {
        backing.now_ms = world.timer_ms > backing.now_ms ? world.timer_ms : backing.now_ms;
        world.timer_ms = INT64_MAX;
        world.net.on.timer(world.net.context);
        world_settle();
    }
    backing.now_ms = until > backing.now_ms ? until : backing.now_ms;
}

// ---- a server ---------------------------------------------------------------------------------

void world_run(void (*what)(void))
{
    static const char tables[] =
        "[table Rainier]\nprofile = washington\nmeter = yes\nconfirm_up_to = 20000\n"
        "[table Grace]\nprofile = washington\nmeter = yes\npace = dealer\ncontroller = nexus\n"
        "[table Shasta]\nprofile = california-8\n";
    static const struct config *config;
    config = config != NULL ? config : backing_config(tables);
    world = (struct world){.timer_ms = INT64_MAX};
    play = what;
    backing_serve(config);
}
