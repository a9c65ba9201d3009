// The listening socket.
#include "net/internal.h"

#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

#define ACCEPTS_MAX 64 // in one turn of the loop

static void set(int fd, int level, int name, int value)
{
    // Advice to the kernel: the server works without.
    (void)setsockopt(fd, level, name, &value, sizeof value);
}

static void incoming(uv_poll_t *poll, int status, int events)
{
    struct net *net = poll->data;
    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS_MAX; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        const int fd =
            accept4(net->listen_fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            (void)connection_adopt(net, fd, &from);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            // The socket stays readable. Look again with the next sweep, not at once.
            uv_poll_stop(poll);
            net->listen_paused = true;
            return;
        }
    }
}

void accept_resume(struct net *net)
{
    if (net->listen_paused && !net->stopping) {
        net->listen_paused = false;
        UTH_CHECK(uv_poll_start(&net->listen, UV_READABLE, incoming) == 0);
    }
}

static int listen_on(const struct addrinfo *info)
{
    const int fd = socket(info->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return -1;
    }
    set(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (info->ai_family == AF_INET6) {
        set(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0);
    }
    if (bind(fd, info->ai_addr, info->ai_addrlen) != 0 || listen(fd, SOMAXCONN) != 0) {
        const int fault = errno;
        (void)close(fd);
        errno = fault;
        return -1;
    }
    return fd;
}

// Both kinds of address have the port in the same place.
_Static_assert(offsetof(struct sockaddr_in, sin_port) == offsetof(struct sockaddr_in6, sin6_port),
               "the port of either");

static uint16_t port_of(int fd)
{
    struct sockaddr_in6 name = {0};
    socklen_t size = sizeof name;
    UTH_CHECK(getsockname(fd, (struct sockaddr *)&name, &size) == 0);
    return ntohs(name.sin6_port);
}

static bool is_any_address(const struct addrinfo *info)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)info->ai_addr;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)info->ai_addr;
    return info->ai_family == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr)
                                       : four->sin_addr.s_addr == htonl(INADDR_ANY);
}

bool accept_open(struct net *net, char *why, size_t why_size)
{
    const char *host = net->options.host != NULL ? net->options.host : "127.0.0.1";
    const struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char port[8];
    (void)snprintf(port, sizeof port, "%u", (unsigned)net->options.port);
    const int fault = getaddrinfo(host, port, &hints, &found);
    if (fault != 0) {
        (void)snprintf(why, why_size, "cannot listen on %s: %s", host, gai_strerror(fault));
        return false;
    }
    net->listen_fd = listen_on(found);
    const int error = errno;
    net->any_address = is_any_address(found);
    freeaddrinfo(found);
    if (net->listen_fd < 0) {
        (void)snprintf(why, why_size, "cannot listen on %s port %s: %s", host, port,
                       strerror(error));
        return false;
    }
    net->port = port_of(net->listen_fd);
    UTH_CHECK(uv_poll_init(&net->loop, &net->listen, net->listen_fd) == 0);
    net->listen.data = net;
    UTH_CHECK(uv_poll_start(&net->listen, UV_READABLE, incoming) == 0);
    return true;
}

void accept_close(struct net *net)
{
    if (net->listen_fd >= 0) {
        uv_close((uv_handle_t *)&net->listen, NULL);
        (void)close(net->listen_fd);
        net->listen_fd = -1;
    }
}
