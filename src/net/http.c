// Requests, from their headers to the program.
#include "net/inside.h"

#include <stdlib.h>
#include <string.h>

#include "net/text.h"

static void count_refusal(struct net *net, int status)
{
    const enum net_refusal why =
        status == HTTP_STATUS_REQ_ENTITY_TOO_LARGE || status == HTTP_STATUS_REQ_URI_TOO_LONG
            ? NET_REFUSED_SIZE
        : status == 429                             ? NET_REFUSED_RATE
        : status == HTTP_STATUS_FORBIDDEN           ? NET_REFUSED_ORIGIN
        : status == HTTP_STATUS_SERVICE_UNAVAILABLE ? NET_REFUSED_STOPPING
                                                    : NET_REFUSED_MALFORMED;
    refused(net, why);
}

// What is wrong with a request that could be read.
static int judge(struct connection *connection, const struct exchange *exchange)
{
    const struct net *net = connection->net;
    const struct net_request *request = &exchange->request;
    if (!bucket_take(&connection->address->requests, net->options.requests_per_second,
                     net->options.requests_burst, net_now())) {
        return 429;
    }
    if (net->stopping) {
        return HTTP_STATUS_SERVICE_UNAVAILABLE;
    }
    if (exchange->body_expected > net->options.body_bytes) {
        return HTTP_STATUS_REQ_ENTITY_TOO_LARGE;
    }
    // A form of another site; where there is no Origin the program's own token must do.
    const char *origin = request->headers[NET_ORIGIN];
    if (request->method == NET_POST && origin != NULL &&
        !text_origin_fits(origin, request->headers[NET_HOST], net->options.origin_allowed)) {
        return HTTP_STATUS_FORBIDDEN;
    }
    return 0;
}

static void ask(struct connection *connection)
{
    struct net *net = connection->net;
    struct exchange *exchange = connection->exchange;
    connection->state = ASKED;
    exchange->request.id = connection_rename(connection);
    if (exchange->refusal != 0) {
        reply_status(connection, exchange->refusal);
        return;
    }
    net->counters.requests++;
    net->counters.bytes_in += exchange->request.body_size;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)net->options.reply_seconds);
    net->options.on.request(net->options.context, &exchange->request);
    if (connection->state == ASKED && !exchange->in_body) {
        guard_start(connection);
    }
}

static int begin(struct connection *connection)
{
    if (connection->state != IDLE) {
        return -1;
    }
    int status = request_read(connection, &connection->exchange);
    struct exchange *exchange = connection->exchange;
    UTH_CHECK(status != 0 || exchange != NULL);
    if (status == 0) {
        status = judge(connection, exchange);
    }
    if (status != 0) {
        count_refusal(connection->net, status);
    }
    // A body without an end is not waited for, nor is a great one: answer, and hang up on it.
    const bool endless =
        exchange == NULL || exchange->endless || exchange->body_expected > DISCARD_MAX;
    if (status != 0 && endless) {
        (void)reply_now(connection, status);
        return -1;
    }
    exchange->refusal = status;
    if (exchange->body_expected == 0) {
        if (exchange->request.method == NET_POST) {
            connection->state = BODY; // libwebsockets tells us of the end of an empty one, too
        } else {
            ask(connection);
        }
        return 0;
    }
    exchange->in_body = true;
    connection->state = BODY;
    if (status == 0) {
        exchange->body = malloc(exchange->body_expected + 1);
        return exchange->body == NULL ? -1 : 0;
    }
    return 0;
}

static int body(struct connection *connection, const void *in, size_t size)
{
    struct exchange *exchange = connection->exchange;
    if (connection->state != BODY) {
        return -1;
    }
    if (exchange->body == NULL || size == 0) {
        return 0;
    }
    struct net_request *request = &exchange->request;
    if (size > exchange->body_expected - request->body_size) {
        return -1;
    }
    memcpy(exchange->body + request->body_size, in, size);
    request->body_size += size;
    return 0;
}

// Comes again for every byte behind the body: then the client is hung up on, and what it asked for
// has been done once.
static int body_whole(struct connection *connection)
{
    struct exchange *exchange = connection->exchange;
    if (connection->state != BODY) {
        return -1;
    }
    if (exchange->body != NULL) {
        exchange->body[exchange->request.body_size] = '\0';
        exchange->request.body = exchange->body;
    } else {
        exchange->request.body = (const uint8_t *)"";
    }
    ask(connection);
    return 0;
}

int http_callback(struct connection *connection, enum lws_callback_reasons why, void *in,
                  size_t size)
{
    if (why == LWS_CALLBACK_HTTP) {
        return begin(connection);
    }
    if (why == LWS_CALLBACK_HTTP_BODY) {
        return body(connection, in, size);
    }
    if (why == LWS_CALLBACK_HTTP_BODY_COMPLETION) {
        return body_whole(connection);
    }
    UTH_CHECK(why == LWS_CALLBACK_HTTP_WRITEABLE);
    return connection->state == ANSWERED ? reply_write(connection) : 0;
}
