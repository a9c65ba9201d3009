// A network that cannot be relied upon, in the place of src/net: what the server sends is looked
// through, and then it may be late, lost, doubled or out of order. HTTP is in requests.c.
#include <stdlib.h>
#include <string.h>

#include "storm.h"

#define DELAY_MS 40 // of a message on a good day

struct net {
    int nothing;
};

struct net_message {
    size_t size;
    char text[];
};

// ---- peers ------------------------------------------------------------------------------------

struct peer *network_peer(uint64_t id)
{
    for (size_t i = 0; id != 0 && i < PEERS_MAX; i++) {
        if (the_storm->peers[i].id == id) {
            return &the_storm->peers[i];
        }
    }
    return NULL;
}

static void message_on_its_way(struct peer *peer, enum event_kind kind, const char *text,
                               size_t size)
{
    struct storm *storm = the_storm;
    if (storm_fault(HAZARD_LOST, 40)) {
        return;
    }
    const unsigned copies = storm_fault(HAZARD_DOUBLED, 30) ? 2 : 1;
    int64_t arrives = 0;
    int64_t *last_ms = &peer->last_ms[kind == EVENT_TO_SERVER];
    for (unsigned i = 0; i < copies; i++) {
        const bool late = storm_fault(HAZARD_LATE, 12);
        const bool together = storm_chance(2) && i > 0; // the double right behind the first
        arrives = together ? arrives : storm->now_ms + 1 + storm_below(late ? 4000 : DELAY_MS);
        // On a good day a connection keeps its order.
        const bool waits = (storm->faults >> HAZARD_LATE & 1) == 0 && arrives < *last_ms;
        const int64_t kept = waits ? *last_ms : arrives;
        storm->tally.overtaken += kept < *last_ms;
        *last_ms = kept > *last_ms ? kept : *last_ms;
        event_add(kept - storm->now_ms, kind, peer->id, text, size);
    }
}

uint64_t network_open(unsigned actor)
{
    struct storm *storm = the_storm;
    struct peer *free_peer = NULL;
    for (size_t i = 0; i < PEERS_MAX; i++) {
        free_peer = storm->peers[i].id == 0 ? &storm->peers[i] : free_peer;
    }
    if (free_peer == NULL || storm->serve == NULL) {
        return 0;
    }
    *free_peer = (struct peer){.id = ++storm->next_id, .actor = actor};
    const struct net_request handshake = {.id = free_peer->id,
                                          .method = NET_GET,
                                          .path = "/ws",
                                          .query = "",
                                          .headers[NET_COOKIE] = storm->actors[actor].cookie,
                                          .address = "192.0.2.1"};
    if (!storm->options.on.open(storm->options.context, free_peer->id, &handshake)) {
        free_peer->id = 0;
        return 0;
    }
    return free_peer->id;
}

void network_say(uint64_t peer, const char *text, size_t size)
{
    the_storm->tally.sent++;
    message_on_its_way(network_peer(peer), EVENT_TO_SERVER, text, size);
}

void network_cut(uint64_t peer)
{
    event_add(1, EVENT_CLOSED, peer, NULL, 0);
}

void network_closed(uint64_t id)
{
    struct storm *storm = the_storm;
    struct peer *peer = network_peer(id);
    if (peer == NULL) {
        return;
    }
    if (storm->actors[peer->actor].peer == id) {
        storm->actors[peer->actor].peer = 0;
        storm->actors[peer->actor].watched = 0;
    }
    storm->options.on.closed(storm->options.context, id);
    peer->id = 0;
}

// ---- net.h, as the server knows it ------------------------------------------------------------

struct net *net_open(const struct net_options *options, char *why, size_t why_size)
{
    struct net *net = calloc(1, sizeof *net);
    (void)why;
    (void)why_size;
    UTH_CHECK(net != NULL);
    the_storm->options = *options;
    the_storm->serve = options->context;
    return net;
}

void net_close(struct net **pointer)
{
    free(*pointer);
    *pointer = NULL;
}

void net_stop(struct net *net)
{
    (void)net;
    the_storm->stopping = true;
}

uint16_t net_port(const struct net *net)
{
    (void)net;
    return 1;
}

int64_t net_now(void)
{
    return the_storm->now_ms;
}

void net_timer(struct net *net, int64_t delay_ms)
{
    struct storm *storm = the_storm;
    (void)net;
    storm->timer_generation++;
    const bool deaf = storm->plant == PLANT_STOP_CLOCK && storm->step > 2000;
    if (delay_ms >= 0 && !deaf) {
        event_add(delay_ms, EVENT_TIMER, storm->timer_generation, NULL, 0);
    }
}

void net_wake(struct net *net)
{
    (void)net; // our threads are events
}

bool net_send(struct net *net, uint64_t id, const void *text, size_t size, int slot)
{
    struct peer *peer = network_peer(id);
    (void)net;
    (void)slot;
    if (peer == NULL) {
        return false;
    }
    char *copy = malloc(size + 1);
    UTH_CHECK(copy != NULL);
    memcpy(copy, text, size);
    copy[size] = '\0';
    plant_in_message(copy);
    storm_history(copy, size);
    if (!plant_is_unheard(copy)) {
        told(peer->actor, copy, size, NULL);
    }
    message_on_its_way(peer, EVENT_TO_CLIENT, copy, size);
    free(copy);
    return true;
}

struct net_message *net_message_new(size_t size)
{
    struct net_message *message = malloc(sizeof *message + size);
    UTH_CHECK(message != NULL);
    message->size = size;
    return message;
}

char *net_message_text(struct net_message *message)
{
    return message->text;
}

bool net_send_message(struct net *net, uint64_t peer, struct net_message *message, int slot)
{
    return net_send(net, peer, message->text, message->size, slot);
}

void net_message_release(struct net_message *message)
{
    free(message);
}

void net_peer_close(struct net *net, uint64_t peer, uint16_t code, const char *reason)
{
    (void)net;
    (void)code;
    (void)reason;
    event_add(1, EVENT_CLOSED, peer, NULL, 0);
}

void net_peer_set_user(struct net *net, uint64_t id, void *user)
{
    struct peer *peer = network_peer(id);
    (void)net;
    if (peer != NULL) {
        peer->user = user;
    }
}

void *net_peer_user(const struct net *net, uint64_t id)
{
    const struct peer *peer = network_peer(id);
    (void)net;
    return peer == NULL ? NULL : peer->user;
}

struct net_counters net_counters(const struct net *net)
{
    (void)net;
    return (struct net_counters){0};
}

const char *net_refusal_name(enum net_refusal refusal)
{
    (void)refusal;
    return "";
}
