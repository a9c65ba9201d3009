// Many WebSocket clients on one epoll, for load on loopback: non-blocking, one thread, text only.
#ifndef UTH_BENCH_WS_CLIENT_H
#define UTH_BENCH_WS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ws_client;

// Called from ws_client_poll. A connection is a number below the maximum, given in the order of
// ws_client_connect and not used again.
struct ws_client_handlers {
    void (*opened)(void *context, uint32_t connection);
    void (*message)(void *context, uint32_t connection, const char *text, size_t size);
    // `code` is that of the close frame, 0 when there was none, or the status of a refused handshake.
    void (*closed)(void *context, uint32_t connection, int code);
    void *context;
};

struct ws_client_options {
    const char *address; // in digits; NULL: 127.0.0.1
    uint16_t port;
    const char *path; // NULL: "/ws"
    uint32_t connections_max;
    struct ws_client_handlers on;
};

// NULL when there is no memory or not enough open files.
struct ws_client *ws_client_new(const struct ws_client_options *options);
void ws_client_free(struct ws_client *client);

// Begins a connection; opened() or closed() tells the rest. `headers` are further lines of the
// handshake, each with its end, such as "Cookie: a=b\r\n"; NULL: none.
uint32_t ws_client_connect(struct ws_client *client, const char *headers);
// Kept until the socket takes it. False when the connection is not open.
bool ws_client_send(struct ws_client *client, uint32_t connection, const char *text, size_t size);
// Sends a close frame; closed() comes with the answer.
void ws_client_close(struct ws_client *client, uint32_t connection, int code);
// Waits at most so long (-1: for ever, 0: not at all) and handles what has come.
void ws_client_poll(struct ws_client *client, int64_t wait_us);

uint32_t ws_client_open(const struct ws_client *client); // how many are open now

// Nanoseconds of a clock that never jumps.
int64_t ws_client_now(void);

#endif
