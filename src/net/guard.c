// While a GET waits for its answer, or the answer for its reader, libwebsockets leaves arriving
// bytes in the socket and the level-triggered loop reports them for ever. The guard watches a
// duplicate of the socket and takes them away: a connection carries one request, and nobody wants
// what stands behind it. Who hangs up before he has his answer does not get it.
#include "net/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct guard {
    uv_poll_t poll;
    int fd;
    struct connection *connection;
};

static void drain(uv_poll_t *poll, int status, int events)
{
    struct guard *guard = poll->data;
    struct connection *connection = guard->connection;
    char bytes[4096];
    (void)status;
    (void)events;
    const ssize_t size = recv(guard->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
        // An end stays readable for ever, so this is where the watch ends too.
        uv_poll_stop(poll);
        connection_kill(connection);
    }
}

static void guard_freed(uv_handle_t *handle)
{
    struct guard *guard = handle->data;
    (void)close(guard->fd);
    free(guard);
}

void guard_start(struct connection *connection)
{
    if (connection->guard != NULL) {
        return;
    }
    struct guard *guard = malloc(sizeof *guard);
    const int fd = fcntl(lws_get_socket_fd(connection->wsi), F_DUPFD_CLOEXEC, 0);
    if (guard == NULL || fd < 0 || uv_poll_init(&connection->net->loop, &guard->poll, fd) != 0) {
        if (fd >= 0) {
            (void)close(fd);
        }
        free(guard);
        connection_kill(connection);
        return;
    }
    guard->fd = fd;
    guard->connection = connection;
    guard->poll.data = guard;
    connection->guard = guard;
    UTH_CHECK(uv_poll_start(&guard->poll, UV_READABLE, drain) == 0);
}

void guard_stop(struct connection *connection)
{
    if (connection->guard != NULL) {
        uv_close((uv_handle_t *)&connection->guard->poll, guard_freed);
        connection->guard = NULL;
    }
}
