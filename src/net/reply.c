// Answers: the head is made whole before anything is written, and head and body go out as the
// socket takes them.
#include "net/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "net/text.h"

#define HEAD_MAX 8192U

static const struct {
    int status;
    const char *phrase;
} phrases[] = {
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
};

static const char *phrase_of(int status)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        if (phrases[i].status == status) {
            return phrases[i].phrase;
        }
    }
    return "Other";
}

struct text {
    char *bytes; // HEAD_MAX of them
    size_t size;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *head, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(head->bytes + head->size, HEAD_MAX - head->size, format, arguments);
    va_end(arguments);
    UTH_CHECK(size >= 0 && (size_t)size < HEAD_MAX - head->size);
    head->size += (size_t)size;
}

static void add_field(struct text *head, const char *name, const char *value)
{
    UTH_CHECK(text_name_is_valid(name));
    UTH_CHECK(text_value_is_valid(value));
    add(head, "%s: %s\r\n", name, value);
}

static void add_date(struct text *head)
{
    const time_t now = time(NULL);
    struct tm utc;
    char text[40];
    if (gmtime_r(&now, &utc) != NULL &&
        strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc) > 0) {
        add_field(head, "Date", text);
    }
}

static bool has_field(const struct net_response *response, const char *name)
{
    for (size_t i = 0; i < response->field_count; i++) {
        if (strcasecmp(response->fields[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void make_head(const struct net *net, const struct net_response *response, bool last,
                      struct text *head)
{
    static const struct net_field always[] = {
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    UTH_CHECK(response->status >= 200 && response->status <= 599);
    add(head, "HTTP/1.1 %d %s\r\n", response->status, phrase_of(response->status));
    add_date(head);
    if (response->content_type != NULL) {
        add_field(head, "Content-Type", response->content_type);
    }
    if (response->status != 204 && response->status != 304) {
        add(head, "Content-Length: %zu\r\n", response->size);
    }
    for (size_t i = 0; i < response->field_count; i++) {
        add_field(head, response->fields[i].name, response->fields[i].value);
    }
    if (!has_field(response, "Cache-Control")) {
        add_field(head, "Cache-Control", "no-store");
    }
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        add_field(head, always[i].name, always[i].value);
    }
    add_field(head, "Content-Security-Policy", net->options.security_policy);
    if (net->tls != NULL) {
        add_field(head, "Strict-Transport-Security", "max-age=31536000");
    }
    if (last) {
        add_field(head, "Connection", "close");
    }
    add(head, "\r\n");
}

static bool copy(struct exchange *exchange, const struct net_response *response,
                 const struct text *head)
{
    const bool bare = exchange->request.method == NET_HEAD || response->status == 204 ||
                      response->status == 304 || response->size == 0;
    exchange->head = malloc(head->size);
    if (exchange->head == NULL) {
        return false;
    }
    memcpy(exchange->head, head->bytes, head->size);
    exchange->head_size = head->size;
    if (bare) {
        return true;
    }
    exchange->answer = response->body;
    exchange->answer_size = response->size;
    if (!response->static_body) {
        exchange->answer_owned = malloc(response->size);
        if (exchange->answer_owned == NULL) {
            return false;
        }
        memcpy(exchange->answer_owned, response->body, response->size);
        exchange->answer = exchange->answer_owned;
    }
    return true;
}

static void reply_set(struct connection *connection, const struct net_response *response)
{
    struct exchange *exchange = connection->exchange;
    char text[HEAD_MAX];
    struct text head = {.bytes = text};
    UTH_CHECK(connection->state == ASKED);
    exchange->last = exchange->last || connection->net->stopping;
    make_head(connection->net, response, exchange->last, &head);
    connection->state = ANSWERED;
    if (!copy(exchange, response, &head)) {
        connection_kill(connection);
        return;
    }
    connection_limit(connection, connection->net->options.stall_seconds);
    connection_ready(connection);
}

static struct net_response plain(int status)
{
    static const struct net_field allow[] = {{"Allow", "GET, HEAD, POST"}};
    static const struct net_field retry[] = {{"Retry-After", "5"}};
    static const struct net_field version[] = {{"Sec-WebSocket-Version", "13"}};
    const struct net_field *field = status == 405                    ? allow
                                    : status == 429 || status == 503 ? retry
                                    : status == 426                  ? version
                                                                     : NULL;
    const char *words =
        status == 421 ? "This server does not answer to the name in the Host header. Its operator "
                        "can add the name to the setting 'hosts'."
                      : phrase_of(status);
    return (struct net_response){
        .status = status,
        .content_type = "text/plain; charset=utf-8",
        .fields = field,
        .field_count = field != NULL,
        .body = words,
        .size = strlen(words),
        .static_body = true,
    };
}

void reply_now(struct connection *connection, int status)
{
    struct net *net = connection->net;
    const struct net_response response = plain(status);
    _Static_assert(WRITE_CHUNK >= HEAD_MAX + 256, "a head and a sentence are written at once");
    struct text head = {.bytes = net->out};
    make_head(net, &response, true, &head);
    memcpy(net->out + head.size, response.body, response.size);
    if (connection->rest_size > 0 ||
        !stream_write(connection, net->out, head.size + response.size)) {
        connection_kill(connection);
        return;
    }
    connection_leave(connection);
}

// The next bytes of head and body, at most a chunk.
static size_t next_chunk(const struct exchange *exchange, unsigned char *to)
{
    size_t size = 0;
    if (exchange->written < exchange->head_size) {
        size = exchange->head_size - exchange->written;
        memcpy(to, exchange->head + exchange->written, size);
    }
    const size_t start = exchange->written + size - exchange->head_size;
    const size_t left = exchange->answer_size - start;
    const size_t part = left < WRITE_CHUNK - size ? left : WRITE_CHUNK - size;
    if (part > 0) {
        memcpy(to + size, exchange->answer + start, part);
    }
    return size + part;
}

// The connection is free for another request.
static void finish(struct connection *connection)
{
    struct net *net = connection->net;
    struct exchange *exchange = connection->exchange;
    net->counters.bytes_out += exchange->answer_size;
    if (exchange->last || net->stopping) {
        connection_leave(connection);
        return;
    }
    exchange_free(exchange);
    connection->exchange = NULL;
    (void)connection_rename(connection);
    connection->state = HEAD;
    connection->begun = false;
    connection_limit(connection, net->options.idle_seconds);
}

void reply_write(struct connection *connection)
{
    struct net *net = connection->net;
    struct exchange *exchange = connection->exchange;
    const size_t total = exchange->head_size + exchange->answer_size;
    for (int i = 0; i < WRITES_MAX && exchange->written < total && connection->rest_size == 0;
         i++) {
        const size_t size = next_chunk(exchange, (unsigned char *)net->out);
        if (!stream_write(connection, net->out, size)) {
            connection_kill(connection);
            return;
        }
        exchange->written += size;
    }
    if (exchange->written == total && connection->rest_size == 0) {
        finish(connection);
    } else {
        connection_limit(connection, net->options.stall_seconds);
    }
}

bool net_awaits(struct net *net, uint64_t request)
{
    const struct connection *connection = connection_find(net, request);
    return connection != NULL && connection->state == ASKED;
}

bool net_reply(struct net *net, uint64_t request, const struct net_response *response)
{
    if (!net_awaits(net, request)) {
        return false;
    }
    reply_set(connection_find(net, request), response);
    return true;
}
