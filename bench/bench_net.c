// Messages over loopback: echo, and one command that sends 2 KB to each of 8 viewers, with many
// connections open. The server is a process of its own on top of net; the baseline of the same run
// is a bare epoll loop that does no more than this needs.
//
// Saturated means so many commands in flight at once; paced means a steady number a second, and
// shows what one client waits. Times are the client's, who shares the machine with the server.
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net/net.h"
#include "ws_client.h"

#define VIEWERS     8U
#define VIEW_SIZE   2048U
#define ECHO_SIZE   100U
#define SECONDS     1.5
#define SAMPLES_MAX 400000U
#define PEERS_MAX   8192U

static void die(const char *what)
{
    (void)fprintf(stderr, "bench_net: %s\n", what);
    exit(1);
}

// ---- the server -------------------------------------------------------------------------------

struct server {
    struct net *net;
    uint64_t peers[PEERS_MAX];
    uint32_t count;
};

static bool opened(void *context, uint64_t peer, const struct net_request *handshake)
{
    struct server *server = context;
    (void)handshake;
    if (server->count == PEERS_MAX) {
        return false;
    }
    server->peers[server->count++] = peer;
    return true;
}

// "v NUMBER TEXT" sends the text, made as long as a view, to the eight peers of that number;
// anything else comes back.
static void messaged(void *context, uint64_t peer, const char *text, size_t size)
{
    struct server *server = context;
    if (text[0] != 'v') {
        (void)net_send(server->net, peer, text, size, NET_KEEP);
        return;
    }
    char *end;
    const unsigned long group = strtoul(text + 2, &end, 10);
    struct net_message *view = net_message_new(VIEW_SIZE);
    UTH_CHECK(view != NULL);
    memset(net_message_text(view), ' ', VIEW_SIZE);
    memcpy(net_message_text(view), end, size - (size_t)(end - text));
    for (unsigned long i = group * VIEWERS; i < (group + 1) * VIEWERS && i < server->count; i++) {
        (void)net_send_message(server->net, server->peers[i], view, NET_KEEP);
    }
    net_message_release(view);
}

static void requested(void *context, const struct net_request *request)
{
    struct server *server = context;
    (void)net_reply(server->net, request->id, &(struct net_response){.status = 404});
}

static void serve(int port_pipe)
{
    static struct server server;
    char why[256];
    const struct net_options options = {
        .connections_per_address = NET_UNLIMITED,
        .messages_per_second = NET_UNLIMITED,
        .requests_per_second = NET_UNLIMITED,
        .queue_bytes = 4U << 20,
        .context = &server,
        .on = {.request = requested, .open = opened, .message = messaged},
    };
    server.net = net_open(&options, why, sizeof why);
    if (server.net == NULL) {
        die(why);
    }
    const uint16_t port = net_port(server.net);
    if (write(port_pipe, &port, sizeof port) != sizeof port) {
        die("cannot tell the port");
    }
    net_run(server.net);
    net_close(&server.net);
}

// ---- the bare server --------------------------------------------------------------------------

// Knows the client it serves: frames of less than 126 bytes, or the handshake, whole in one read.
static void bare_answer(int fd, unsigned char *bytes, size_t size)
{
    static const char accepted[] = "HTTP/1.1 101 OK\r\n\r\n";
    if (bytes[0] == 'G') {
        (void)!send(fd, accepted, sizeof accepted - 1, MSG_NOSIGNAL);
        return;
    }
    for (size_t at = 0; at + 6 <= size && (bytes[at] & 0xf) == 1;) {
        const size_t length = bytes[at + 1] & 0x7f;
        unsigned char *payload = bytes + at + 6;
        const unsigned char mask[4] = {payload[-4], payload[-3], payload[-2], payload[-1]};
        for (size_t i = 0; i < length; i++) {
            payload[i] ^= mask[i & 3];
        }
        payload[-2] = bytes[at];
        payload[-1] = (unsigned char)length;
        (void)!send(fd, payload - 2, length + 2, MSG_NOSIGNAL);
        at += 6 + length;
    }
}

static void serve_bare(int port_pipe)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t name_size = sizeof name;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    const int epoll = epoll_create1(0);
    if (bind(listener, (struct sockaddr *)&name, sizeof name) != 0 ||
        listen(listener, SOMAXCONN) != 0 ||
        getsockname(listener, (struct sockaddr *)&name, &name_size) != 0) {
        die("cannot listen");
    }
    struct rlimit files;
    (void)getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    const uint16_t port = ntohs(name.sin_port);
    if (write(port_pipe, &port, sizeof port) != sizeof port) {
        die("cannot tell the port");
    }
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    (void)epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        struct epoll_event events[256];
        const int count = epoll_wait(epoll, events, 256, -1);
        for (int i = 0; i < count; i++) {
            unsigned char bytes[65536];
            if (events[i].data.fd == listener) {
                event.data.fd = accept(listener, NULL, NULL);
                (void)epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
                continue;
            }
            const ssize_t got = recv(events[i].data.fd, bytes, sizeof bytes, MSG_DONTWAIT);
            if (got > 0) {
                bare_answer(events[i].data.fd, bytes, (size_t)got);
            } else if (got == 0) {
                (void)close(events[i].data.fd);
            }
        }
    }
}

struct child {
    pid_t process;
    uint16_t port;
};

static struct child start(void (*run)(int port_pipe))
{
    int ends[2];
    if (pipe(ends) != 0) {
        die("no pipe");
    }
    (void)fflush(stdout);
    struct child child = {.process = fork()};
    if (child.process == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL); // whatever becomes of us
        (void)close(ends[0]);
        run(ends[1]);
        _exit(0);
    }
    (void)close(ends[1]);
    if (child.process < 0 || read(ends[0], &child.port, sizeof child.port) != sizeof child.port) {
        die("the server did not start");
    }
    (void)close(ends[0]);
    return child;
}

static void stop(struct child child, int number)
{
    int status;
    (void)kill(child.process, number);
    if (waitpid(child.process, &status, 0) != child.process || (number == SIGTERM && status != 0)) {
        die("the server did not end well");
    }
}

// Of user and system, in seconds.
static double cpu_of(pid_t process)
{
    char path[64];
    char line[1024];
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        die("no figures of the server");
    }
    (void)fclose(file);
    const char *at = strrchr(line, ')');
    for (int field = 2; field < 14 && at != NULL; field++) {
        at = strchr(at + 1, ' ');
    }
    if (at == NULL) {
        die("no figures of the server");
    }
    char *next;
    const unsigned long user = strtoul(at, &next, 10);
    const unsigned long system = strtoul(next, NULL, 10);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static long resident_of(pid_t process)
{
    char path[64];
    char line[256];
    long kib = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            kib = strtol(line + 6, NULL, 10);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return kib;
}

// ---- the load ---------------------------------------------------------------------------------

struct load {
    struct ws_client *client;
    uint32_t connections;
    bool views;                    // or echoes
    uint32_t samples[SAMPLES_MAX]; // microseconds
    uint32_t count;
    uint32_t sent, received;
    uint32_t next; // connection or group
    uint32_t refused;
    int close_code; // of the last one that was closed
};

static void refused(void *context, uint32_t connection, int code)
{
    struct load *load = context;
    (void)connection;
    load->refused++;
    load->close_code = code;
}

static void received(void *context, uint32_t connection, const char *text, size_t size)
{
    struct load *load = context;
    char *end;
    (void)connection;
    (void)size;
    // The time it was meant to be sent stands in it.
    const int64_t sent = strtoll(text + (load->views ? 0 : 1), &end, 10);
    if (load->count < SAMPLES_MAX) {
        load->samples[load->count++] = (uint32_t)((ws_client_now() - sent) / 1000);
    }
    load->received++;
}

static void command(struct load *load, int64_t due)
{
    char text[ECHO_SIZE + 1];
    memset(text, '.', sizeof text);
    int size;
    uint32_t sender = load->next;
    if (load->views) {
        const uint32_t groups = load->connections / VIEWERS;
        size = snprintf(text, sizeof text, "v %u %lld ", load->next % groups, (long long)due);
        sender = load->next % groups * VIEWERS;
    } else {
        size = snprintf(text, sizeof text, "e%lld ", (long long)due);
        text[size] = '.';
        size = ECHO_SIZE;
    }
    if (!ws_client_send(load->client, sender % load->connections, text, (size_t)size)) {
        die("a connection is lost");
    }
    // A step that meets all connections, so that no run finds them in order.
    load->next = (load->next + 619) % load->connections;
    load->sent++;
}

static int by_size(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left;
    const uint32_t b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static double measure(struct load *load, const char *what, uint32_t in_flight, uint32_t per_second,
                      pid_t process)
{
    const uint32_t answers = load->views ? VIEWERS : 1;
    load->count = load->sent = load->received = 0;
    const double cpu = cpu_of(process);
    const int64_t start = ws_client_now();
    int64_t now = start;
    while ((double)(now - start) < SECONDS * 1e9) {
        if (per_second > 0) {
            const double due = (double)(now - start) * 1e-9 * per_second;
            while (load->sent < due) {
                command(load, start + (int64_t)((double)load->sent / per_second * 1e9));
            }
            const int64_t next = start + (int64_t)((double)load->sent / per_second * 1e9);
            ws_client_poll(load->client, next > now ? (next - now) / 1000 : 0);
        } else {
            while (load->sent - load->received / answers < in_flight) {
                command(load, ws_client_now());
            }
            ws_client_poll(load->client, 10000);
        }
        now = ws_client_now();
    }
    const double seconds = (double)(now - start) * 1e-9;
    const double spent = cpu_of(process) - cpu;
    const double rate = load->received / seconds;
    const uint32_t commands = load->received / answers;
    while (load->received < load->sent * answers) {
        ws_client_poll(load->client, 1000000);
        if ((double)(ws_client_now() - now) > 5e9) {
            (void)fprintf(stderr, "%u commands, %u answers, %u connections closed (%d)\n",
                          load->sent, load->received, load->refused, load->close_code);
            die("an answer was lost");
        }
    }
    qsort(load->samples, load->count, sizeof load->samples[0], by_size);
    (void)printf("  %-34s %9.0f/s  p50 %6u us  p99 %6u us  server %3.0f %%, %5.1f us each\n", what,
                 rate, load->samples[load->count / 2],
                 load->samples[(size_t)load->count * 99 / 100], 100 * spent / seconds,
                 commands > 0 ? spent * 1e6 / commands : 0);
    (void)fflush(stdout);
    return rate;
}

static void open_all(struct load *load, uint16_t port, uint32_t connections)
{
    load->connections = connections;
    load->client = ws_client_new(&(struct ws_client_options){
        .port = port,
        .connections_max = connections,
        .on = {.message = received, .closed = refused, .context = load},
    });
    if (load->client == NULL) {
        die("no client: are there enough open files (ulimit -n)?");
    }
    const int64_t start = ws_client_now();
    // Peers are known to the server in the order they open, so they open one by one.
    for (uint32_t i = 0; i < connections; i++) {
        (void)ws_client_connect(load->client, NULL);
        while (ws_client_open(load->client) <= i) {
            ws_client_poll(load->client, 1000000);
            if (load->refused > 0 || ws_client_now() - start > INT64_C(60000000000)) {
                die("a connection was refused");
            }
        }
    }
}

static void run(uint32_t connections)
{
    static struct load load;
    const struct child bare = start(serve_bare);
    (void)printf("%u connections\n", connections);
    open_all(&load, bare.port, connections);
    load.views = false;
    const double baseline = measure(&load, "bare epoll: echo, 64 in flight", 64, 0, bare.process);
    ws_client_free(load.client);
    stop(bare, SIGKILL);

    const struct child server = start(serve);
    const long before = resident_of(server.process);
    open_all(&load, server.port, connections);
    (void)printf("  %-34s %9.1f KiB\n", "resident for each connection",
                 (double)(resident_of(server.process) - before) / connections);
    const double echo = measure(&load, "echo, 64 in flight", 64, 0, server.process);
    (void)printf("  %-34s %9.2f x\n", "beside the bare server", echo / baseline);
    (void)measure(&load, "echo, 4000 a second", 0, 4000, server.process);
    load.views = true;
    (void)measure(&load, "views of 2 KB to 8, 10 in flight", 10, 0, server.process);
    (void)measure(&load, "views of 2 KB to 8, 500 a second", 0, 500, server.process);
    ws_client_free(load.client);
    stop(server, SIGTERM);
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    run(1000);
    run(5000);
    return 0;
}
