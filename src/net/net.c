// The loop: opening, running, stopping.
#include "net/net.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "net/internal.h"

// ---- handles of the loop ----------------------------------------------------------------------

static void on_wake(uv_async_t *handle)
{
    struct net *net = handle->data;
    if (net->options.on.woken != NULL) {
        net->options.on.woken(net->options.context);
    }
}

static void on_timer(uv_timer_t *handle)
{
    struct net *net = handle->data;
    if (net->options.on.timer != NULL) {
        net->options.on.timer(net->options.context);
    }
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct net *net = handle->data;
    (void)number;
    net->signalled = true;
    if (net->options.on.stopping != NULL) {
        net->options.on.stopping(net->options.context);
    } else {
        net_stop(net);
    }
}

static void on_sweep(uv_timer_t *handle)
{
    struct net *net = handle->data;
    connections_sweep(net);
    addresses_sweep(&net->addresses, net->options.requests_per_second, net_now());
    accept_resume(net);
}

static void on_before_sleep(uv_prepare_t *handle)
{
    connections_work(handle->data);
}

static void on_patience_over(uv_timer_t *handle)
{
    uv_stop(handle->loop);
}

static void open_handles(struct net *net)
{
    uv_loop_t *loop = &net->loop;
    UTH_CHECK(uv_loop_init(loop) == 0);
    net->loop_open = true;
    UTH_CHECK(uv_async_init(loop, &net->wake, on_wake) == 0);
    UTH_CHECK(uv_timer_init(loop, &net->timer) == 0);
    UTH_CHECK(uv_timer_init(loop, &net->sweep) == 0);
    UTH_CHECK(uv_timer_init(loop, &net->stop) == 0);
    UTH_CHECK(uv_prepare_init(loop, &net->before_sleep) == 0);
    UTH_CHECK(uv_signal_init(loop, &net->terminate) == 0);
    UTH_CHECK(uv_signal_init(loop, &net->interrupt) == 0);
    net->wake.data = net->timer.data = net->sweep.data = net->stop.data = net;
    net->before_sleep.data = net;
    net->terminate.data = net->interrupt.data = net;
    UTH_CHECK(uv_timer_start(&net->sweep, on_sweep, SWEEP_MS, SWEEP_MS) == 0);
    UTH_CHECK(uv_prepare_start(&net->before_sleep, on_before_sleep) == 0);
    UTH_CHECK(uv_signal_start(&net->terminate, on_signal, SIGTERM) == 0);
    UTH_CHECK(uv_signal_start(&net->interrupt, on_signal, SIGINT) == 0);
}

// ---- opening ----------------------------------------------------------------------------------

__attribute__((format(printf, 3, 4))) static bool fail(char *why, size_t size, const char *format,
                                                       ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, size, format, arguments);
    va_end(arguments);
    return false;
}

static void set_defaults(struct net_options *options)
{
    const struct {
        uint32_t *value;
        uint32_t otherwise;
    } defaults[] = {
        // clang-format off
        {&options->connections,             8192},
        {&options->connections_per_address, 128},
        {&options->message_bytes,           16384},
        {&options->body_bytes,              65536},
        {&options->queue_bytes,             262144},
        {&options->send_buffer,             65536},
        {&options->messages_per_second,     50},
        {&options->messages_burst,          100},
        {&options->bytes_per_second,        65536},
        {&options->requests_per_second,     100},
        {&options->requests_burst,          400},
        {&options->header_seconds,          10},
        {&options->reply_seconds,           30},
        {&options->stall_seconds,           20},
        {&options->ping_seconds,            25},
        {&options->silent_seconds,          40},
        {&options->idle_seconds,            60},
        {&options->stop_seconds,            5},
        // clang-format on
    };
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
        if (*defaults[i].value == 0) {
            *defaults[i].value = defaults[i].otherwise;
        }
    }
    if (options->ws_path == NULL) {
        options->ws_path = "/ws";
    }
    if (options->security_policy == NULL) {
        options->security_policy = "default-src 'self'";
    }
}

static bool own_strings(struct net *net)
{
    struct net_options *options = &net->options;
    const char **strings[] = {&options->host,
                              &options->cert,
                              &options->key,
                              &options->ws_path,
                              &options->ws_protocol,
                              &options->origin_allowed,
                              &options->security_policy,
                              &options->hosts};
    size_t size = 0;
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        size += *strings[i] != NULL ? strlen(*strings[i]) + 1 : 0;
    }
    char *next = net->strings = malloc(size);
    for (size_t i = 0; next != NULL && i < sizeof strings / sizeof strings[0]; i++) {
        if (*strings[i] != NULL) {
            const size_t length = strlen(*strings[i]) + 1;
            memcpy(next, *strings[i], length);
            *strings[i] = next;
            next += length;
        }
    }
    return net->strings != NULL;
}

static bool open_slots(struct net *net)
{
    net->slots = calloc(net->options.connections, sizeof *net->slots);
    if (net->slots == NULL) {
        return false;
    }
    net->first_free = 0;
    for (uint32_t i = 0; i < net->options.connections; i++) {
        net->slots[i].next_free = i + 1 < net->options.connections ? i + 1 : UINT32_MAX;
    }
    return true;
}

static bool allow_files(const struct net *net, char *why, size_t why_size)
{
    const rlim_t needed = (rlim_t)net->options.connections + FILES_SPARE;
    struct rlimit limit;
    UTH_CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < needed) {
        return fail(why, why_size,
                    "%u connections need %llu open files, and this process may have %llu "
                    "(ulimit -n)",
                    net->options.connections, (unsigned long long)needed,
                    (unsigned long long)limit.rlim_max);
    }
    if (limit.rlim_cur >= needed) {
        return true;
    }
    limit.rlim_cur = needed;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return fail(why, why_size, "cannot set the limit of open files: %s", strerror(errno));
    }
    return true;
}

static bool readable(const char *path)
{
    FILE *file = fopen(path, "re");
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL;
}

static bool open_tls(struct net *net, char *why, size_t why_size)
{
    const struct net_options *options = &net->options;
    if (options->cert == NULL) {
        return true;
    }
    net->tls = tls_open(options);
    if (net->tls == NULL) {
        return fail(why, why_size, "the certificate %s and the key %s cannot be used together",
                    options->cert, options->key);
    }
    return true;
}

static bool check_options(const struct net_options *options, char *why, size_t why_size)
{
    UTH_CHECK(options->on.request != NULL);
    if ((options->cert == NULL) != (options->key == NULL)) {
        return fail(why, why_size, "TLS needs a certificate and its key");
    }
    if (options->cert != NULL && !readable(options->cert)) {
        return fail(why, why_size, "cannot read the certificate %s: %s", options->cert,
                    strerror(errno));
    }
    if (options->key != NULL && !readable(options->key)) {
        return fail(why, why_size, "cannot read the key %s: %s", options->key, strerror(errno));
    }
    if (options->silent_seconds <= options->ping_seconds || options->silent_seconds > UINT16_MAX) {
        return fail(why, why_size, "silent_seconds must be more than ping_seconds");
    }
    return true;
}

struct net *net_open(const struct net_options *options, char *why, size_t why_size)
{
    struct net *net = calloc(1, sizeof *net);
    if (net == NULL) {
        (void)fail(why, why_size, "out of memory");
        return NULL;
    }
    net->options = *options;
    net->listen_fd = -1;
    net->ready_last = &net->ready;
    set_defaults(&net->options);
    (void)signal(SIGPIPE, SIG_IGN);
    if (check_options(&net->options, why, why_size) && allow_files(net, why, why_size)) {
        net->in = private_new(READ_CHUNK + 1, &net->in_capacity);
        if (net->in == NULL || !own_strings(net) || !open_slots(net)) {
            (void)fail(why, why_size, "out of memory");
        } else {
            open_handles(net);
            if (open_tls(net, why, why_size) && accept_open(net, why, why_size)) {
                return net;
            }
        }
    }
    net_close(&net);
    return NULL;
}

// ---- running and stopping ---------------------------------------------------------------------

void net_run(struct net *net)
{
    (void)uv_run(&net->loop, UV_RUN_DEFAULT);
}

static void send_away(struct connection *connection)
{
    switch (connection->state) {
    case PEER: peer_shut(connection, 1001, "going away"); return;
    case HEAD:
    case BODY: connection_kill(connection); return;
    case ASKED:
    case ANSWERED:
    case LEAVING: return;
    }
}

void net_stop(struct net *net)
{
    if (net->stopping) {
        return;
    }
    net->stopping = true;
    accept_close(net);
    for (uint32_t i = 0; i < net->options.connections; i++) {
        if (net->slots[i].connection != NULL) {
            send_away(net->slots[i].connection);
        }
    }
    uv_update_time(&net->loop); // from now, not from when this turn of the loop began
    UTH_CHECK(uv_timer_start(&net->stop, on_patience_over,
                             (uint64_t)net->options.stop_seconds * 1000, 0) == 0);
    if (net->counters.connections == 0) {
        uv_stop(&net->loop);
    }
}

static void close_handle(uv_handle_t *handle, void *argument)
{
    (void)argument;
    if (!uv_is_closing(handle)) {
        uv_close(handle, NULL);
    }
}

static void close_connections(struct net *net)
{
    for (uint32_t i = 0; net->loop_open && i < net->options.connections; i++) {
        if (net->slots[i].connection != NULL) {
            connection_kill(net->slots[i].connection);
        }
    }
}

// Who has been told to end is ending: a second signal in the last moments, when the loop does not
// catch it any more, must not look like a crash.
static void close_loop(struct net *net)
{
    sigset_t signals, before;
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGTERM);
    (void)sigaddset(&signals, SIGINT);
    (void)pthread_sigmask(SIG_BLOCK, &signals, &before);
    uv_walk(&net->loop, close_handle, NULL);
    while (uv_run(&net->loop, UV_RUN_NOWAIT) != 0) {
    }
    UTH_CHECK(uv_loop_close(&net->loop) == 0);
    if (net->signalled) {
        (void)signal(SIGTERM, SIG_IGN);
        (void)signal(SIGINT, SIG_IGN);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void net_close(struct net **pointer)
{
    struct net *net = *pointer;
    if (net == NULL) {
        return;
    }
    net->stopping = true;
    accept_close(net);
    close_connections(net);
    if (net->loop_open) {
        close_loop(net);
    }
    addresses_free(&net->addresses);
    SSL_CTX_free(net->tls);
    private_free(net->in, net->in_capacity);
    free(net->slots);
    free(net->strings);
    free(net);
    *pointer = NULL; // last: until now there were callbacks
}

// ---- the rest ---------------------------------------------------------------------------------

uint16_t net_port(const struct net *net)
{
    return net->port;
}

int64_t net_now(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

void net_timer(struct net *net, int64_t delay_ms)
{
    if (delay_ms < 0) {
        (void)uv_timer_stop(&net->timer);
    } else {
        uv_update_time(&net->loop);
        UTH_CHECK(uv_timer_start(&net->timer, on_timer, (uint64_t)delay_ms, 0) == 0);
    }
}

void net_wake(struct net *net)
{
    (void)uv_async_send(&net->wake);
}

struct net_counters net_counters(const struct net *net)
{
    return net->counters;
}

const char *net_refusal_name(enum net_refusal refusal)
{
    static const char *const names[NET_REFUSAL_COUNT] = {
        [NET_REFUSED_FULL] = "full",           [NET_REFUSED_ADDRESS] = "address",
        [NET_REFUSED_RATE] = "rate",           [NET_REFUSED_MESSAGES] = "messages",
        [NET_REFUSED_SIZE] = "size",           [NET_REFUSED_ORIGIN] = "origin",
        [NET_REFUSED_HANDSHAKE] = "handshake", [NET_REFUSED_MALFORMED] = "malformed",
        [NET_REFUSED_STOPPING] = "stopping",   [NET_REFUSED_HOST] = "host",
    };
    UTH_CHECK(refusal < NET_REFUSAL_COUNT);
    return names[refusal];
}
