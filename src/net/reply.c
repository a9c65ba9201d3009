// Answers: the head is made whole before anything is written, and head and body go out as the
// socket takes them.
#include "net/inside.h"

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
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
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

struct head {
    char *text; // room for HEAD_MAX bytes
    size_t size;
};

__attribute__((format(printf, 2, 3))) static void add(struct head *head, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(head->text + head->size, HEAD_MAX - head->size, format, arguments);
    va_end(arguments);
    UTH_CHECK(size >= 0 && (size_t)size < HEAD_MAX - head->size);
    head->size += (size_t)size;
}

static void add_field(struct head *head, const char *name, const char *value)
{
    UTH_CHECK(text_name_fits(name));
    UTH_CHECK(text_value_fits(value));
    add(head, "%s: %s\r\n", name, value);
}

static void add_date(struct head *head)
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

static void make_head(const struct net *net, const struct net_response *response, struct head *head)
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
    add_field(head, "Connection", "close");
    add(head, "\r\n");
}

static bool copy(struct exchange *exchange, const struct net_response *response,
                 const struct head *head)
{
    const bool bare = exchange->request.method == NET_HEAD || response->status == 204 ||
                      response->status == 304 || response->size == 0;
    exchange->head = malloc(head->size);
    if (exchange->head == NULL) {
        return false;
    }
    memcpy(exchange->head, head->text, head->size);
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

void reply_set(struct connection *connection, const struct net_response *response)
{
    struct exchange *exchange = connection->exchange;
    char text[HEAD_MAX];
    struct head head = {.text = text};
    UTH_CHECK(connection->state == ASKED);
    make_head(connection->net, response, &head);
    connection->state = ANSWERED;
    if (!copy(exchange, response, &head)) {
        connection_kill(connection);
        return;
    }
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT,
                    (int)connection->net->options.stall_seconds);
    lws_callback_on_writable(connection->wsi);
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
    return (struct net_response){
        .status = status,
        .content_type = "text/plain; charset=utf-8",
        .fields = field,
        .field_count = field != NULL,
        .body = phrase_of(status),
        .size = strlen(phrase_of(status)),
        .static_body = true,
    };
}

void reply_status(struct connection *connection, int status)
{
    const struct net_response response = plain(status);
    reply_set(connection, &response);
}

bool reply_now(struct connection *connection, int status)
{
    struct net *net = connection->net;
    const struct net_response response = plain(status);
    unsigned char *out = net->out + LWS_PRE;
    _Static_assert(WRITE_CHUNK >= HEAD_MAX + 64, "a head and a phrase are written at once");
    struct head head = {.text = (char *)out};
    make_head(net, &response, &head);
    memcpy(out + head.size, response.body, response.size);
    const size_t size = head.size + response.size;
    return lws_write(connection->wsi, out, size, LWS_WRITE_HTTP_FINAL) >= (int)size;
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

int reply_write(struct connection *connection)
{
    struct net *net = connection->net;
    struct exchange *exchange = connection->exchange;
    const size_t total = exchange->head_size + exchange->answer_size;
    for (int i = 0; i < WRITES_MAX && exchange->written < total; i++) {
        const size_t size = next_chunk(exchange, net->out + LWS_PRE);
        const bool last = exchange->written + size == total;
        if (lws_write(connection->wsi, net->out + LWS_PRE, size,
                      last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size) {
            return -1;
        }
        exchange->written += size;
        if (!last && lws_send_pipe_choked(connection->wsi)) {
            break;
        }
    }
    // libwebsockets keeps what did not fit of the last chunk, and calls again.
    if (exchange->written == total && !lws_partial_buffered(connection->wsi)) {
        net->counters.bytes_out += exchange->answer_size;
        return -1; // hangs up
    }
    if (!exchange->in_body) {
        guard_start(connection);
    }
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)net->options.stall_seconds);
    lws_callback_on_writable(connection->wsi);
    return 0;
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
