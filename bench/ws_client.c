#include "ws_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define EVENTS_MAX  256
#define READ_MAX    262144U
#define FILES_SPARE 64U

enum state { CONNECTING, SHAKING, OPEN, OVER };

struct buffer {
    char *bytes;
    size_t size, room;
};

struct connection {
    int fd;
    enum state state;
    int code;
    bool wants_write;
    struct buffer in;  // what was read and is not whole yet
    struct buffer out; // what the socket has not taken yet
};

struct ws_client {
    struct ws_client_options options;
    struct sockaddr_in to;
    int epoll;
    uint32_t count, open;
    struct connection *connections;
    char *scratch; // READ_MAX bytes
};

int64_t ws_client_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void append(struct buffer *buffer, const void *bytes, size_t size)
{
    if (buffer->size + size > buffer->room) {
        buffer->room =
            2 * buffer->room > buffer->size + size ? 2 * buffer->room : buffer->size + size;
        buffer->bytes = realloc(buffer->bytes, buffer->room);
        if (buffer->bytes == NULL) {
            abort();
        }
    }
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
}

static void forget(struct buffer *buffer, size_t size)
{
    buffer->size -= size;
    if (buffer->size == 0) {
        free(buffer->bytes);
        *buffer = (struct buffer){0};
    } else {
        memmove(buffer->bytes, buffer->bytes + size, buffer->size);
    }
}

static bool allow_files(uint32_t connections)
{
    struct rlimit limit;
    const rlim_t needed = (rlim_t)connections + FILES_SPARE;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return false;
    }
    if (limit.rlim_cur >= needed) {
        return true;
    }
    limit.rlim_cur = needed;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

struct ws_client *ws_client_new(const struct ws_client_options *options)
{
    struct ws_client *client = calloc(1, sizeof *client);
    if (client == NULL) {
        return NULL;
    }
    client->options = *options;
    if (client->options.path == NULL) {
        client->options.path = "/ws";
    }
    const char *address = options->address != NULL ? options->address : "127.0.0.1";
    client->to.sin_family = AF_INET;
    client->to.sin_port = htons(options->port);
    client->connections = calloc(options->connections_max, sizeof *client->connections);
    client->scratch = malloc(READ_MAX);
    client->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (inet_pton(AF_INET, address, &client->to.sin_addr) != 1 || client->connections == NULL ||
        client->scratch == NULL || client->epoll < 0 || !allow_files(options->connections_max)) {
        ws_client_free(client);
        return NULL;
    }
    return client;
}

void ws_client_free(struct ws_client *client)
{
    for (uint32_t i = 0; i < client->count; i++) {
        struct connection *connection = &client->connections[i];
        if (connection->state != OVER) {
            (void)close(connection->fd);
        }
        free(connection->in.bytes);
        free(connection->out.bytes);
    }
    if (client->epoll >= 0) {
        (void)close(client->epoll);
    }
    free(client->connections);
    free(client->scratch);
    free(client);
}

uint32_t ws_client_open(const struct ws_client *client)
{
    return client->open;
}

// ---- out --------------------------------------------------------------------------------------

static void watch(const struct ws_client *client, const struct connection *connection, int how)
{
    struct epoll_event event = {
        .events = EPOLLIN | (connection->wants_write ? EPOLLOUT : 0U),
        .data.u32 = (uint32_t)(connection - client->connections),
    };
    if (epoll_ctl(client->epoll, how, connection->fd, &event) != 0) {
        abort();
    }
}

static void end(struct ws_client *client, struct connection *connection)
{
    if (connection->state == OVER) {
        return;
    }
    client->open -= connection->state == OPEN;
    connection->state = OVER;
    (void)close(connection->fd);
    if (client->options.on.closed != NULL) {
        client->options.on.closed(client->options.on.context,
                                  (uint32_t)(connection - client->connections), connection->code);
    }
}

static void write_out(struct ws_client *client, struct connection *connection)
{
    while (connection->out.size > 0) {
        const ssize_t sent =
            send(connection->fd, connection->out.bytes, connection->out.size, MSG_NOSIGNAL);
        if (sent < 0) {
            break;
        }
        forget(&connection->out, (size_t)sent);
    }
    const bool more = connection->out.size > 0;
    if (more != connection->wants_write) {
        connection->wants_write = more;
        watch(client, connection, EPOLL_CTL_MOD);
    }
}

// A mask of which one byte in four changes anything: cheap for us, and work like any other for the
// server.
static void send_frame(struct ws_client *client, struct connection *connection, int opcode,
                       const char *bytes, size_t size)
{
    unsigned char head[14] = {(unsigned char)(0x80 | opcode)};
    size_t used = 2;
    if (size < 126) {
        head[1] = (unsigned char)(0x80 | size);
    } else if (size < 65536) {
        head[1] = 0x80 | 126;
        head[used++] = (unsigned char)(size >> 8);
        head[used++] = (unsigned char)size;
    } else {
        head[1] = 0x80 | 127;
        for (int shift = 56; shift >= 0; shift -= 8) {
            head[used++] = (unsigned char)(size >> shift);
        }
    }
    static const unsigned char mask[4] = {0x35, 0x00, 0x00, 0x00};
    memcpy(head + used, mask, sizeof mask);
    used += sizeof mask;
    append(&connection->out, head, used);
    const size_t start = connection->out.size;
    append(&connection->out, bytes, size);
    for (size_t i = 0; i < size; i += 4) {
        connection->out.bytes[start + i] ^= (char)mask[0];
    }
    if (!connection->wants_write) {
        write_out(client, connection);
    }
}

bool ws_client_send(struct ws_client *client, uint32_t number, const char *text, size_t size)
{
    struct connection *connection = &client->connections[number];
    if (number >= client->count || connection->state != OPEN) {
        return false;
    }
    send_frame(client, connection, 1, text, size);
    return true;
}

void ws_client_close(struct ws_client *client, uint32_t number, int code)
{
    struct connection *connection = &client->connections[number];
    if (number < client->count && connection->state == OPEN) {
        const char bytes[2] = {(char)(code >> 8), (char)code};
        send_frame(client, connection, 8, bytes, sizeof bytes);
    }
}

uint32_t ws_client_connect(struct ws_client *client, const char *headers)
{
    if (client->count == client->options.connections_max) {
        abort();
    }
    const uint32_t number = client->count++;
    struct connection *connection = &client->connections[number];
    const int one = 1;
    char text[1024];
    connection->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (connection->fd < 0) {
        abort();
    }
    (void)setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    const char *address = client->options.address != NULL ? client->options.address : "127.0.0.1";
    const int size =
        snprintf(text, sizeof text,
                 "GET %s HTTP/1.1\r\nHost: %s:%u\r\nOrigin: http://%s:%u\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n%s\r\n",
                 client->options.path, address, client->options.port, address, client->options.port,
                 headers != NULL ? headers : "");
    if (size < 0 || (size_t)size >= sizeof text) {
        abort();
    }
    append(&connection->out, text, (size_t)size);
    connection->wants_write = true;
    (void)connect(connection->fd, (const struct sockaddr *)&client->to, sizeof client->to);
    watch(client, connection, EPOLL_CTL_ADD);
    return number;
}

// ---- in ---------------------------------------------------------------------------------------

// The bytes of the answer to the handshake, or 0 while it is not whole.
static size_t take_handshake(struct ws_client *client, struct connection *connection,
                             const char *bytes, size_t size)
{
    const char *stop = memmem(bytes, size, "\r\n\r\n", 4);
    if (stop == NULL) {
        return 0;
    }
    if (size < 12 || memcmp(bytes, "HTTP/1.1 101", 12) != 0) {
        connection->code = (int)strtol(bytes + 9, NULL, 10);
        end(client, connection);
        return 0;
    }
    connection->state = OPEN;
    client->open++;
    if (client->options.on.opened != NULL) {
        client->options.on.opened(client->options.on.context,
                                  (uint32_t)(connection - client->connections));
    }
    return (size_t)(stop - bytes) + 4;
}

static size_t frame_size(const unsigned char *bytes, size_t size, size_t *head)
{
    if (size < 2) {
        return 0;
    }
    size_t length = bytes[1] & 0x7f;
    *head = length == 126 ? 4 : length == 127 ? 10 : 2;
    if (size < *head) {
        return 0;
    }
    if (length >= 126) {
        length = 0;
        for (size_t i = 2; i < *head; i++) {
            length = length << 8 | bytes[i];
        }
    }
    return *head + length <= size ? *head + length : 0;
}

static size_t take_frame(struct ws_client *client, struct connection *connection, const char *bytes,
                         size_t size)
{
    size_t head = 0;
    const size_t whole = frame_size((const unsigned char *)bytes, size, &head);
    if (whole == 0) {
        return 0;
    }
    const char *payload = bytes + head;
    switch (bytes[0] & 0xf) {
    case 1:
        if (client->options.on.message != NULL) {
            client->options.on.message(client->options.on.context,
                                       (uint32_t)(connection - client->connections), payload,
                                       whole - head);
        }
        break;
    case 8:
        if (whole - head >= 2) {
            connection->code = (unsigned char)payload[0] << 8 | (unsigned char)payload[1];
        }
        send_frame(client, connection, 8, payload, whole - head < 2 ? 0 : 2);
        end(client, connection);
        break;
    case 9: send_frame(client, connection, 10, payload, whole - head); break;
    default: break;
    }
    return whole;
}

static void take(struct ws_client *client, struct connection *connection, const char *bytes,
                 size_t size)
{
    size_t used = 0;
    while (connection->state != OVER && used < size) {
        const size_t one = connection->state == OPEN
                               ? take_frame(client, connection, bytes + used, size - used)
                               : take_handshake(client, connection, bytes + used, size - used);
        if (one == 0) {
            break;
        }
        used += one;
    }
    if (connection->state == OVER) {
        return;
    }
    if (connection->in.size > 0) {
        forget(&connection->in, used);
    } else if (used < size) {
        append(&connection->in, bytes + used, size - used);
    }
}

static void read_in(struct ws_client *client, struct connection *connection)
{
    const ssize_t got = recv(connection->fd, client->scratch, READ_MAX, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (got <= 0) {
        end(client, connection);
        return;
    }
    if (connection->in.size > 0) {
        append(&connection->in, client->scratch, (size_t)got);
        take(client, connection, connection->in.bytes, connection->in.size);
    } else {
        take(client, connection, client->scratch, (size_t)got);
    }
}

void ws_client_poll(struct ws_client *client, int64_t wait_us)
{
    struct epoll_event events[EVENTS_MAX];
    const struct timespec wait = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
    const int count =
        epoll_pwait2(client->epoll, events, EVENTS_MAX, wait_us < 0 ? NULL : &wait, NULL);
    for (int i = 0; i < count; i++) {
        struct connection *connection = &client->connections[events[i].data.u32];
        if (connection->state == CONNECTING && (events[i].events & EPOLLOUT) != 0) {
            connection->state = SHAKING;
        }
        if (connection->state != OVER && (events[i].events & EPOLLOUT) != 0) {
            write_out(client, connection);
        }
        if (connection->state != OVER &&
            (events[i].events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0) {
            read_in(client, connection);
        }
    }
}
