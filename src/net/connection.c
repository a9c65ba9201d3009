// The table of connections. Slots are reused, numbers are not: a number is the slot and how often
// the slot has been renamed.
#include "net/inside.h"

#include <stdlib.h>
#include <string.h>

static uint64_t id_of(uint32_t generation, uint32_t index)
{
    return (uint64_t)generation << 32 | index;
}

static void address_text(const struct sockaddr_storage *from, char *text, size_t size)
{
    const void *bytes = from->ss_family == AF_INET6
                            ? (const void *)&((const struct sockaddr_in6 *)from)->sin6_addr
                            : (const void *)&((const struct sockaddr_in *)from)->sin_addr;
    if (inet_ntop(from->ss_family, bytes, text, (socklen_t)size) == NULL) {
        (void)snprintf(text, size, "?");
    }
}

struct connection *connection_new(struct net *net, const struct sockaddr_storage *from)
{
    struct address *address = addresses_find(&net->addresses, from);
    if (net->first_free == UINT32_MAX || address == NULL) {
        refused(net, NET_REFUSED_FULL);
        return NULL;
    }
    if (address->connections >= net->options.connections_per_address) {
        refused(net, NET_REFUSED_ADDRESS);
        return NULL;
    }
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        refused(net, NET_REFUSED_FULL);
        return NULL;
    }
    struct slot *slot = &net->slots[net->first_free];
    UTH_CHECK(slot->connection == NULL);
    connection->net = net;
    connection->address = address;
    connection->index = net->first_free;
    connection->last = &connection->first;
    address_text(from, connection->address_text, sizeof connection->address_text);
    net->first_free = slot->next_free;
    slot->connection = connection;
    slot->generation++;
    address->connections++;
    net->counters.connections++;
    net->counters.accepted++;
    return connection;
}

uint64_t connection_id(const struct connection *connection)
{
    return id_of(connection->net->slots[connection->index].generation, connection->index);
}

uint64_t connection_rename(struct connection *connection)
{
    connection->net->slots[connection->index].generation++;
    return connection_id(connection);
}

struct connection *connection_find(const struct net *net, uint64_t id)
{
    const uint32_t index = (uint32_t)id;
    if (index >= net->options.connections || net->slots[index].generation != id >> 32) {
        return NULL;
    }
    return net->slots[index].connection;
}

void connection_end(struct connection *connection)
{
    struct net *net = connection->net;
    if (connection->state == GONE) {
        return;
    }
    const bool opened = connection->state == OPENING || connection->state == PEER;
    const uint64_t peer = connection_id(connection);
    if (opened) {
        peer_clear(connection);
        net->counters.peers--;
    }
    guard_stop(connection);
    exchange_free(connection->exchange);
    connection->exchange = NULL;
    connection->state = GONE;
    // Told before the number is gone, so that the program can still ask for its user pointer.
    if (opened && net->options.on.closed != NULL) {
        net->options.on.closed(net->options.context, peer);
    }
    (void)connection_rename(connection);
}

void connection_free(struct connection *connection)
{
    struct net *net = connection->net;
    connection_end(connection);
    struct slot *slot = &net->slots[connection->index];
    UTH_CHECK(slot->connection == connection);
    slot->connection = NULL;
    slot->next_free = net->first_free;
    net->first_free = connection->index;
    UTH_CHECK(connection->address->connections > 0);
    connection->address->connections--;
    net->counters.connections--;
    free(connection);
    if (net->stopping && net->counters.connections == 0) {
        uv_stop(&net->loop);
    }
}

void connection_limit(struct connection *connection, int seconds)
{
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, seconds);
    lws_cancel_service_pt(connection->wsi); // rule (6)
}

void connection_kill(struct connection *connection)
{
    if (connection->wsi != NULL && connection->state != GONE) {
        connection_limit(connection, LWS_TO_KILL_ASYNC);
    }
}

void net_peer_set_user(struct net *net, uint64_t peer, void *user)
{
    struct connection *connection = connection_find(net, peer);
    if (connection != NULL) {
        connection->user = user;
    }
}

void *net_peer_user(const struct net *net, uint64_t peer)
{
    const struct connection *connection = connection_find(net, peer);
    return connection != NULL ? connection->user : NULL;
}
