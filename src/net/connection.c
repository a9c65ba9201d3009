// The table of connections, and what each does when its socket has something to say. Slots are
// reused, numbers are not: a number is the slot and how often the slot has been renamed.
#include "net/internal.h"

#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- the table --------------------------------------------------------------------------------

static uint64_t id_of(uint32_t generation, uint32_t index)
{
    return (uint64_t)generation << 32 | index;
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

static void address_text(const struct sockaddr_storage *from, char *text, size_t size)
{
    const void *bytes = from->ss_family == AF_INET6
                            ? (const void *)&((const struct sockaddr_in6 *)from)->sin6_addr
                            : (const void *)&((const struct sockaddr_in *)from)->sin_addr;
    if (inet_ntop(from->ss_family, bytes, text, (socklen_t)size) == NULL) {
        (void)snprintf(text, size, "?");
    }
}

// Room for somebody new: of the connections that wait for a next request, the one that has waited
// longest is closed; of this address only, unless NULL.
static bool make_room(struct net *net, const struct address *address)
{
    struct connection *oldest = NULL;
    for (uint32_t i = 0; i < net->options.connections; i++) {
        struct connection *one = net->slots[i].connection;
        if (one != NULL && one->state == HEAD && !one->begun &&
            (address == NULL || one->address == address) &&
            (oldest == NULL || one->deadline < oldest->deadline)) {
            oldest = one;
        }
    }
    if (oldest != NULL) {
        connection_kill(oldest);
    }
    return oldest != NULL;
}

static bool has_room(struct net *net, const struct address *address)
{
    if (address == NULL || (net->first_free == UINT32_MAX && !make_room(net, NULL))) {
        refused(net, NET_REFUSED_FULL);
        return false;
    }
    if (address->connections >= net->options.connections_per_address && !make_room(net, address)) {
        refused(net, NET_REFUSED_ADDRESS);
        return false;
    }
    return true;
}

static void enter_table(struct connection *connection)
{
    struct net *net = connection->net;
    struct slot *slot = &net->slots[net->first_free];
    UTH_CHECK(slot->connection == NULL);
    connection->index = net->first_free;
    net->first_free = slot->next_free;
    slot->connection = connection;
    slot->generation++;
    connection->address->connections++;
    net->counters.connections++;
    net->counters.accepted++;
}

static void leave_table(struct connection *connection)
{
    struct net *net = connection->net;
    struct slot *slot = &net->slots[connection->index];
    UTH_CHECK(slot->connection == connection);
    slot->generation++;
    slot->connection = NULL;
    slot->next_free = net->first_free;
    net->first_free = connection->index;
    UTH_CHECK(connection->address->connections > 0);
    connection->address->connections--;
    net->counters.connections--;
    if (net->stopping && net->counters.connections == 0) {
        uv_stop(&net->loop);
    }
}

// ---- the end ----------------------------------------------------------------------------------

// The program is told before the number is gone, so that it can still ask for its user pointer.
static void tell_end(struct connection *connection)
{
    struct net *net = connection->net;
    if (connection->opened) {
        connection->opened = false;
        peer_clear(connection);
        net->counters.peers--;
        if (net->options.on.closed != NULL) {
            net->options.on.closed(net->options.context, connection_id(connection));
        }
        connection->user = NULL;
        (void)connection_rename(connection);
    }
}

static void freed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    if (connection->opened) {
        tell_end(connection);
        leave_table(connection);
    }
    exchange_free(connection->exchange);
    private_free(connection->in, connection->in_capacity);
    free(connection->rest);
    free(connection);
}

static void ready_remove(struct connection *connection)
{
    struct net *net = connection->net;
    if (connection->ready_link != NULL) {
        *connection->ready_link = connection->ready_next;
        if (connection->ready_next != NULL) {
            connection->ready_next->ready_link = connection->ready_link;
        } else {
            net->ready_last = connection->ready_link;
        }
        connection->ready_link = NULL;
    }
}

// The place of a request is free at once; that of a peer when the program has been told.
void connection_kill(struct connection *connection)
{
    if (connection->dying) {
        return;
    }
    connection->dying = true;
    ready_remove(connection);
    if (!connection->opened) {
        leave_table(connection);
    }
    uv_close((uv_handle_t *)&connection->poll, freed);
    SSL_free(connection->ssl);
    connection->ssl = NULL;
    (void)close(connection->fd);
}

void connection_leave(struct connection *connection)
{
    connection->state = LEAVING;
    tell_end(connection);
    exchange_free(connection->exchange);
    connection->exchange = NULL;
    (void)connection_rename(connection); // whoever still has the number of a request
    connection->received_before = connection->received;
    connection_limit(connection, LEAVE_SECONDS);
    connection_ready(connection);
}

void connection_limit(struct connection *connection, uint32_t seconds)
{
    connection->deadline = net_now() + (int64_t)seconds * 1000;
}

// ---- work -------------------------------------------------------------------------------------

void connection_ready(struct connection *connection)
{
    struct net *net = connection->net;
    if (connection->ready_link == NULL && !connection->dying) {
        connection->ready_next = NULL;
        connection->ready_link = net->ready_last;
        *net->ready_last = connection;
        net->ready_last = &connection->ready_next;
    }
}

static bool keep(struct connection *connection, const char *bytes, size_t size)
{
    const size_t needed = connection->in_size + size + 1; // a zero may be put behind a message
    if (needed > connection->in_capacity) {
        char *grown =
            private_grow(connection->in, connection->in_size, needed, &connection->in_capacity);
        if (grown == NULL) {
            return false;
        }
        connection->in = grown;
    }
    memcpy(connection->in + connection->in_size, bytes, size);
    connection->in_size += size;
    return true;
}

// How many of the bytes were of use.
static size_t use(struct connection *connection, char *bytes, size_t size)
{
    size_t used = 0;
    while (used < size && !connection->dying) {
        const size_t left = size - used;
        size_t step = 0;
        switch (connection->state) {
        case HEAD: step = http_head(connection, bytes + used, left); break;
        case BODY: step = http_body(connection, bytes + used, left); break;
        case PEER: step = peer_read(connection, bytes + used, left); break;
        case LEAVING: step = left; break;
        case ASKED:
        case ANSWERED: break;
        }
        if (step == 0) {
            break;
        }
        used += step;
    }
    return used;
}

static void use_kept(struct connection *connection)
{
    if (connection->in_size > 0) {
        const size_t used = use(connection, connection->in, connection->in_size);
        connection->in_size -= used;
        memmove(connection->in, connection->in + used, connection->in_size);
        explicit_bzero(connection->in + connection->in_size, used);
    }
    if (connection->in_size == 0) {
        private_free(connection->in, connection->in_capacity);
        connection->in = NULL;
        connection->in_capacity = 0;
    }
}

static void arrived(struct connection *connection, char *bytes, size_t size)
{
    const bool waiting = connection->in_size > 0;
    const size_t used = waiting ? 0 : use(connection, bytes, size);
    if (used < size && !connection->dying && !keep(connection, bytes + used, size - used)) {
        connection_kill(connection);
    } else if (waiting) {
        use_kept(connection);
    }
}

static void read_more(struct connection *connection)
{
    struct net *net = connection->net;
    // Behind the last word nothing matters, not even whether it is TLS.
    const int got = connection->shut ? (int)recv(connection->fd, net->in, READ_CHUNK, MSG_DONTWAIT)
                                     : stream_read(connection, net->in, READ_CHUNK);
    if (got < 0 || (got == 0 && connection->shut)) {
        connection_kill(connection);
        return;
    }
    if (got == 0) {
        return;
    }
    connection->received += (uint64_t)got;
    if (connection->state != LEAVING) {
        arrived(connection, net->in, (size_t)got);
    } else if (connection->received > connection->received_before + DISCARD_MAX) {
        connection_kill(connection);
    }
    explicit_bzero(net->in, (size_t)got);
}

static void write_more(struct connection *connection)
{
    const size_t before = connection->rest_size - connection->rest_sent;
    if (!stream_flush(connection)) {
        connection_kill(connection);
        return;
    }
    const size_t after = connection->rest_size - connection->rest_sent;
    if (after < before && connection->state == ANSWERED) {
        connection_limit(connection, connection->net->options.stall_seconds);
    } else if (after < before && connection->state == PEER && connection->stalled != 0) {
        connection->stalled = net_now();
    }
    if (after > 0) {
        return;
    }
    if (connection->state == ANSWERED) {
        reply_write(connection);
    } else if (connection->state == PEER) {
        peer_write(connection);
    } else if (connection->state == LEAVING && !connection->shut) {
        stream_shut(connection);
    }
    if (connection->state == HEAD && !connection->dying) {
        use_kept(connection);
    }
}

static bool has_more_to_write(const struct connection *connection)
{
    return connection->rest_size > 0 || connection->ssl_wants_write ||
           (connection->ready_link == NULL &&
            (connection->state == ANSWERED ||
             (connection->state == PEER && connection->first != NULL)));
}

static void happened(uv_poll_t *poll, int status, int events);

// Invariant (3): who has said enough for now is not read, but noticed when leaving.
static void watch(struct connection *connection)
{
    if (connection->dying) {
        return;
    }
    const bool full = (connection->state == ASKED || connection->state == ANSWERED) &&
                      connection->in_size >= NET_HEADERS_MAX;
    const int events =
        (full ? UV_DISCONNECT : UV_READABLE) | (has_more_to_write(connection) ? UV_WRITABLE : 0);
    if (events != connection->events) {
        connection->events = events;
        if (uv_poll_start(&connection->poll, events, happened) != 0) {
            connection_kill(connection);
        }
    }
}

static void happened(uv_poll_t *poll, int status, int events)
{
    struct connection *connection = poll->data;
    if (status < 0 || (events & UV_DISCONNECT) != 0) {
        connection_kill(connection);
        return;
    }
    if ((events & UV_READABLE) != 0 || connection->ssl_wants_write) {
        read_more(connection);
    }
    if ((events & UV_WRITABLE) != 0 && !connection->dying) {
        write_more(connection);
    }
    watch(connection);
}

void connections_work(struct net *net)
{
    while (net->ready != NULL) {
        struct connection *connection = net->ready;
        ready_remove(connection);
        write_more(connection);
        watch(connection);
    }
}

void connections_sweep(struct net *net)
{
    const int64_t now = net_now();
    net->sweeps++;
    for (uint32_t i = 0; i < net->options.connections; i++) {
        struct connection *connection = net->slots[i].connection;
        if (connection == NULL || connection->dying) {
            continue;
        }
        if (connection->deadline != 0 && now >= connection->deadline) {
            connection_kill(connection);
        } else if (connection->state == PEER) {
            peer_sweep(connection, now);
        }
    }
}

// ---- the beginning ----------------------------------------------------------------------------

static void set(int fd, int level, int name, int value)
{
    // Advice to the kernel: the server works without.
    (void)setsockopt(fd, level, name, &value, sizeof value);
}

// Said before anything was read, so it may be lost; the closed connection is the message.
static bool turn_away(const struct net *net, int fd)
{
    static const char full[] = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n"
                               "Retry-After: 5\r\nContent-Length: 0\r\n\r\n";
    if (net->tls == NULL) {
        (void)!send(fd, full, sizeof full - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        (void)shutdown(fd, SHUT_WR);
    }
    (void)close(fd);
    return false;
}

bool connection_adopt(struct net *net, int fd, const struct sockaddr_storage *from)
{
    struct address *address = addresses_find(&net->addresses, from);
    if (!has_room(net, address)) {
        return turn_away(net, fd);
    }
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL || uv_poll_init(&net->loop, &connection->poll, fd) != 0) {
        refused(net, NET_REFUSED_FULL);
        free(connection);
        return turn_away(net, fd);
    }
    set(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set(fd, SOL_SOCKET, SO_SNDBUF, (int)net->options.send_buffer);
    set(fd, SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER);
    connection->net = net;
    connection->address = address;
    connection->fd = fd;
    connection->poll.data = connection;
    connection->last = &connection->first;
    connection->begun = true;
    address_text(from, connection->address_text, sizeof connection->address_text);
    connection_limit(connection, net->options.header_seconds);
    enter_table(connection);
    if (!stream_open(connection)) {
        connection_kill(connection);
        return false;
    }
    watch(connection);
    return !connection->dying;
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
