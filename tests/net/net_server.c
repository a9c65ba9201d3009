// A server for the tests of net: it echoes, answers late, counts, floods and broadcasts. It knows
// nothing of what is being tested; the client in Python does.
//
// usage: net_server [NAME=VALUE]…   the numbers and strings of struct net_options
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "net/net.h"

#define PEERS_MAX 16384
#define JOBS_MAX  256
#define BIG_SIZE  (4U << 20)

// What is answered by another thread, 50 ms later.
struct job {
    uint64_t id;
    bool is_request;
    char text[64];
};

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job waiting[JOBS_MAX], done[JOBS_MAX];
    size_t waiting_count, done_count;
    bool over;
    pthread_t thread;
};

struct server {
    struct net *net;
    struct jobs jobs;
    uint64_t peers[PEERS_MAX];
    size_t peer_count;
    unsigned long posted;
    unsigned long ticks;
    unsigned long opened, closed;
    uint64_t abandoned; // a request that is answered by nobody
    char *big;
};

// ---- the other thread -------------------------------------------------------------------------

static void *work(void *argument)
{
    struct server *server = argument;
    struct jobs *jobs = &server->jobs;
    (void)pthread_mutex_lock(&jobs->lock);
    while (!jobs->over) {
        if (jobs->waiting_count == 0) {
            (void)pthread_cond_wait(&jobs->more, &jobs->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&jobs->lock);
        const struct timespec while_later = {.tv_nsec = 50000000};
        (void)nanosleep(&while_later, NULL);
        (void)pthread_mutex_lock(&jobs->lock);
        for (size_t i = 0; i < jobs->waiting_count && jobs->done_count < JOBS_MAX; i++) {
            jobs->done[jobs->done_count++] = jobs->waiting[i];
        }
        jobs->waiting_count = 0;
        net_wake(server->net);
    }
    (void)pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

static void submit(struct server *server, uint64_t id, bool is_request, const char *text)
{
    struct jobs *jobs = &server->jobs;
    (void)pthread_mutex_lock(&jobs->lock);
    if (jobs->waiting_count < JOBS_MAX) {
        struct job *job = &jobs->waiting[jobs->waiting_count++];
        *job = (struct job){.id = id, .is_request = is_request};
        (void)snprintf(job->text, sizeof job->text, "%s", text);
        (void)pthread_cond_signal(&jobs->more);
    }
    (void)pthread_mutex_unlock(&jobs->lock);
}

static void reply_text(struct server *server, uint64_t id, int status, const char *text)
{
    (void)net_reply(
        server->net, id,
        &(struct net_response){
            .status = status, .content_type = "text/plain", .body = text, .size = strlen(text)});
}

static void woken(void *context)
{
    struct server *server = context;
    struct job done[JOBS_MAX];
    (void)pthread_mutex_lock(&server->jobs.lock);
    const size_t count = server->jobs.done_count;
    memcpy(done, server->jobs.done, count * sizeof done[0]);
    server->jobs.done_count = 0;
    (void)pthread_mutex_unlock(&server->jobs.lock);
    for (size_t i = 0; i < count; i++) {
        if (done[i].is_request) {
            reply_text(server, done[i].id, 200, done[i].text);
        } else {
            (void)net_send(server->net, done[i].id, done[i].text, strlen(done[i].text), NET_KEEP);
        }
    }
}

// ---- requests ---------------------------------------------------------------------------------

static void get_headers(struct server *server, const struct net_request *request)
{
    char text[4096] = "";
    size_t used = 0;
    for (size_t i = 0; i < NET_HEADER_COUNT; i++) {
        const char *value = request->headers[i] != NULL ? request->headers[i] : "-";
        const int size = snprintf(text + used, sizeof text - used, "%s\n", value);
        used += size > 0 && (size_t)size < sizeof text - used ? (size_t)size : 0;
    }
    reply_text(server, request->id, 200, text);
}

static void get_counters(struct server *server, const struct net_request *request)
{
    const struct net_counters counters = net_counters(server->net);
    char text[1024];
    int used = snprintf(
        text, sizeof text,
        "{\"connections\":%u,\"peers\":%u,\"accepted\":%llu,\"posted\":%lu,\"opened\":%lu,"
        "\"closed\":%lu,\"messages_in\":%llu,\"messages_out\":%llu,"
        "\"replaced\":%llu,\"dropped_slow\":%llu,\"ticks\":%lu",
        counters.connections, counters.peers, (unsigned long long)counters.accepted, server->posted,
        server->opened, server->closed, (unsigned long long)counters.messages_in,
        (unsigned long long)counters.messages_out, (unsigned long long)counters.replaced,
        (unsigned long long)counters.dropped_slow, server->ticks);
    for (enum net_refusal i = 0; i < NET_REFUSAL_COUNT; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used, ",\"refused_%s\":%llu",
                         net_refusal_name(i), (unsigned long long)counters.refused[i]);
    }
    (void)snprintf(text + used, sizeof text - (size_t)used, "}");
    reply_text(server, request->id, 200, text);
}

static void get_big(struct server *server, const struct net_request *request)
{
    const char *size = net_query(request, "size");
    const unsigned long wanted = size != NULL ? strtoul(size, NULL, 10) : BIG_SIZE;
    (void)net_reply(server->net, request->id,
                    &(struct net_response){
                        .status = 200,
                        .content_type = "application/octet-stream",
                        .fields = (const struct net_field[]){{"Cache-Control", "max-age=60"}},
                        .field_count = 1,
                        .body = server->big,
                        .size = wanted < BIG_SIZE ? wanted : BIG_SIZE,
                        .static_body = true,
                    });
}

static void post_count(struct server *server, const struct net_request *request)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%lu", ++server->posted);
    submit(server, request->id, true, text);
}

static void post_echo(struct server *server, const struct net_request *request)
{
    (void)net_reply(server->net, request->id,
                    &(struct net_response){.status = 200,
                                           .content_type = "text/plain",
                                           .body = request->body,
                                           .size = request->body_size});
}

static void get_hello(struct server *server, const struct net_request *request)
{
    reply_text(server, request->id, 200, "hello");
}

static void get_later(struct server *server, const struct net_request *request)
{
    submit(server, request->id, true, "later");
}

static void get_never(struct server *server, const struct net_request *request)
{
    server->abandoned = request->id;
}

// The number of a request whose client may have gone long ago is still safe to answer.
static void get_abandoned(struct server *server, const struct net_request *request)
{
    const bool sent = net_reply(server->net, server->abandoned,
                                &(struct net_response){.status = 200, .body = "x", .size = 1});
    reply_text(server, request->id, 200, sent ? "sent" : "gone");
}

static void get_query(struct server *server, const struct net_request *request)
{
    const char *value = net_query(request, "name");
    reply_text(server, request->id, 200, value != NULL ? value : "(none)");
}

static void get_path(struct server *server, const struct net_request *request)
{
    reply_text(server, request->id, 404, request->path);
}

static void get_break(struct server *server, const struct net_request *request)
{
    const char *end = net_query(request, "end");
    const char *value = end == NULL              ? "fine"
                        : strcmp(end, "cr") == 0 ? "a\rb"
                        : strcmp(end, "lf") == 0 ? "a\nX-Evil: 1"
                                                 : "a\r\nX-Evil: 1";
    (void)net_reply(server->net, request->id,
                    &(struct net_response){
                        .status = 200,
                        .fields = (const struct net_field[]){{"X-Test", value}},
                        .field_count = 1,
                    });
}

static const struct route {
    enum net_method method;
    const char *path;
    void (*answer)(struct server *server, const struct net_request *request);
} routes[] = {
    {NET_GET, "/", get_hello},
    {NET_GET, "/abandoned", get_abandoned},
    {NET_GET, "/big", get_big},
    {NET_GET, "/break", get_break},
    {NET_GET, "/counters", get_counters},
    {NET_GET, "/headers", get_headers},
    {NET_GET, "/later", get_later},
    {NET_GET, "/never", get_never},
    {NET_GET, "/query", get_query},
    {NET_POST, "/count", post_count},
    {NET_POST, "/echo", post_echo},
};

static void requested(void *context, const struct net_request *request)
{
    struct server *server = context;
    const enum net_method method = request->method == NET_HEAD ? NET_GET : request->method;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (routes[i].method == method && strcmp(routes[i].path, request->path) == 0) {
            routes[i].answer(server, request);
            return;
        }
    }
    get_path(server, request);
}

// ---- peers ------------------------------------------------------------------------------------

static bool opened(void *context, uint64_t peer, const struct net_request *handshake)
{
    struct server *server = context;
    const char *cookie = handshake->headers[NET_COOKIE];
    if ((cookie != NULL && strstr(cookie, "refuse=1") != NULL) || server->peer_count == PEERS_MAX) {
        return false;
    }
    UTH_CHECK(net_peer_user(server->net, peer) == NULL);
    net_peer_set_user(server->net, peer, server);
    server->peers[server->peer_count++] = peer;
    server->opened++;
    if (net_query(handshake, "greet") != NULL) {
        (void)net_send(server->net, peer, "welcome", 7, NET_KEEP);
    }
    return true;
}

static void closed(void *context, uint64_t peer)
{
    struct server *server = context;
    UTH_CHECK(net_peer_user(server->net, peer) == server);
    UTH_CHECK(!net_send(server->net, peer, "x", 1, NET_KEEP));
    for (size_t i = 0; i < server->peer_count; i++) {
        if (server->peers[i] == peer) {
            server->peers[i] = server->peers[--server->peer_count];
            server->closed++;
            return;
        }
    }
    UTH_CHECK(!"closed once, and only after it was opened");
}

static void flood(struct server *server, uint64_t peer, unsigned long count, unsigned long size)
{
    for (unsigned long i = 0; i < count; i++) {
        if (!net_send(server->net, peer, server->big, size, NET_KEEP)) {
            return;
        }
    }
}

static void broadcast(struct server *server, const char *text, size_t size, int slot)
{
    struct net_message *message = net_message_new(size);
    UTH_CHECK(message != NULL);
    memcpy(net_message_text(message), text, size);
    for (size_t i = 0; i < server->peer_count; i++) {
        (void)net_send_message(server->net, server->peers[i], message, slot);
    }
    net_message_release(message);
}

// Snapshots numbered from 0, padded to `size` bytes, to everyone.
static void snapshots(struct server *server, unsigned long count, unsigned long size)
{
    char *text = malloc(size + 16);
    UTH_CHECK(text != NULL);
    memset(text, ' ', size + 16);
    for (unsigned long i = 0; i < count; i++) {
        const int digits = snprintf(text, 16, "%lu", i);
        text[digits] = ' ';
        broadcast(server, text, size, 0);
    }
    free(text);
}

static void messaged(void *context, uint64_t peer, const char *text, size_t size)
{
    struct server *server = context;
    struct net *net = server->net;
    UTH_CHECK(text[size] == '\0');
    UTH_CHECK(net_peer_user(net, peer) == server);
    char *end;
    if (strncmp(text, "all ", 4) == 0) {
        broadcast(server, text + 4, size - 4, NET_KEEP);
    } else if (strncmp(text, "late ", 5) == 0) {
        submit(server, peer, false, text + 5);
    } else if (strncmp(text, "close ", 6) == 0) {
        (void)net_send(net, peer, "bye", 3, NET_KEEP);
        net_peer_close(net, peer, (uint16_t)strtoul(text + 6, NULL, 10), "as you wish");
        UTH_CHECK(!net_send(net, peer, "x", 1, NET_KEEP));
    } else if (strncmp(text, "flood ", 6) == 0) {
        const unsigned long count = strtoul(text + 6, &end, 10);
        flood(server, peer, count, strtoul(end, NULL, 10));
    } else if (strncmp(text, "snapshots ", 10) == 0) {
        const unsigned long count = strtoul(text + 10, &end, 10);
        snapshots(server, count, strtoul(end, NULL, 10));
    } else {
        (void)net_send(net, peer, text, size, NET_KEEP);
    }
}

static void ticked(void *context)
{
    struct server *server = context;
    server->ticks++;
    net_timer(server->net, 100);
}

// ---- options ----------------------------------------------------------------------------------

static void set_option(struct net_options *options, const char *argument)
{
    const struct {
        const char *name;
        const char **text;
        uint32_t *number;
    } names[] = {
        {"host", &options->host, NULL},
        {"cert", &options->cert, NULL},
        {"key", &options->key, NULL},
        {"ws_path", &options->ws_path, NULL},
        {"ws_protocol", &options->ws_protocol, NULL},
        {"origin_allowed", &options->origin_allowed, NULL},
        {"hosts", &options->hosts, NULL},
        {"security_policy", &options->security_policy, NULL},
        {"connections", NULL, &options->connections},
        {"connections_per_address", NULL, &options->connections_per_address},
        {"message_bytes", NULL, &options->message_bytes},
        {"body_bytes", NULL, &options->body_bytes},
        {"queue_bytes", NULL, &options->queue_bytes},
        {"send_buffer", NULL, &options->send_buffer},
        {"messages_per_second", NULL, &options->messages_per_second},
        {"messages_burst", NULL, &options->messages_burst},
        {"bytes_per_second", NULL, &options->bytes_per_second},
        {"requests_per_second", NULL, &options->requests_per_second},
        {"requests_burst", NULL, &options->requests_burst},
        {"header_seconds", NULL, &options->header_seconds},
        {"reply_seconds", NULL, &options->reply_seconds},
        {"stall_seconds", NULL, &options->stall_seconds},
        {"ping_seconds", NULL, &options->ping_seconds},
        {"silent_seconds", NULL, &options->silent_seconds},
        {"idle_seconds", NULL, &options->idle_seconds},
        {"stop_seconds", NULL, &options->stop_seconds},
    };
    const size_t size = strcspn(argument, "=");
    const char *value = argument + size + (argument[size] == '=');
    if (strncmp(argument, "port=", 5) == 0) {
        options->port = (uint16_t)strtoul(value, NULL, 10);
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) == size && strncmp(names[i].name, argument, size) == 0) {
            if (names[i].text != NULL) {
                *names[i].text = value;
            } else {
                *names[i].number = (uint32_t)strtoul(value, NULL, 10);
            }
            return;
        }
    }
    (void)fprintf(stderr, "net_server: no option %s\n", argument);
    exit(2);
}

static struct server server;

int main(int argc, char **argv)
{
    struct net_options options = {
        .context = &server,
        .on = {.request = requested,
               .open = opened,
               .message = messaged,
               .closed = closed,
               .woken = woken,
               .timer = ticked},
    };
    char why[256];
    for (int i = 1; i < argc; i++) {
        set_option(&options, argv[i]);
    }
    server.big = malloc(BIG_SIZE);
    UTH_CHECK(server.big != NULL);
    for (size_t i = 0; i < BIG_SIZE; i++) {
        server.big[i] = (char)('a' + i % 26);
    }
    server.net = net_open(&options, why, sizeof why);
    if (server.net == NULL) {
        (void)fprintf(stderr, "net_server: %s\n", why);
        free(server.big);
        return 1;
    }
    UTH_CHECK(pthread_mutex_init(&server.jobs.lock, NULL) == 0);
    UTH_CHECK(pthread_cond_init(&server.jobs.more, NULL) == 0);
    UTH_CHECK(pthread_create(&server.jobs.thread, NULL, work, &server) == 0);
    net_timer(server.net, 100);
    (void)printf("port %u\n", (unsigned)net_port(server.net));
    (void)fflush(stdout);
    net_run(server.net);
    (void)pthread_mutex_lock(&server.jobs.lock);
    server.jobs.over = true;
    (void)pthread_cond_signal(&server.jobs.more);
    (void)pthread_mutex_unlock(&server.jobs.lock);
    (void)pthread_join(server.jobs.thread, NULL);
    net_close(&server.net);
    UTH_CHECK(server.opened == server.closed);
    free(server.big);
    return 0;
}
