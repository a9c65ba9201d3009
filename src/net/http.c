// Requests, from their bytes to the program.
#include "net/internal.h"

#include <stdlib.h>
#include <string.h>

#include "net/text.h"

void exchange_free(struct exchange *exchange)
{
    if (exchange != NULL) {
        private_free(exchange->text, exchange->text_capacity);
        private_free(exchange->body, exchange->body_capacity);
        free(exchange->head);
        free(exchange->answer_owned);
        free(exchange);
    }
}

void http_refuse(struct connection *connection, int status, enum net_refusal why)
{
    refused(connection->net, why);
    reply_now(connection, status);
}

// What is wrong with a request that could be read. 0: nothing.
static int judge(struct connection *connection, const struct head *head, enum net_refusal *why)
{
    const struct net *net = connection->net;
    *why = NET_REFUSED_RATE;
    if (!bucket_take(&connection->address->requests, net->options.requests_per_second,
                     net->options.requests_burst, net_now())) {
        return 429;
    }
    *why = NET_REFUSED_STOPPING;
    if (net->stopping) {
        return 503;
    }
    *why = NET_REFUSED_HOST;
    if (!host_is_ours(net, head->fields[NET_HOST])) {
        return 421;
    }
    *why = NET_REFUSED_SIZE;
    if (head->body_size > net->options.body_bytes) {
        return 413;
    }
    // A form of another site; where there is no Origin the program's own token must do.
    const char *origin = head->fields[NET_ORIGIN];
    *why = NET_REFUSED_ORIGIN;
    if (head->method == NET_POST && origin != NULL &&
        !text_origin_is_allowed(origin, head->fields[NET_HOST], net->options.origin_allowed)) {
        return 403;
    }
    return 0;
}

static void ask(struct connection *connection)
{
    struct net *net = connection->net;
    struct exchange *exchange = connection->exchange;
    connection->state = ASKED;
    exchange->request.id = connection_rename(connection);
    net->counters.requests++;
    net->counters.bytes_in += exchange->request.body_size;
    connection_limit(connection, net->options.reply_seconds);
    net->options.on.request(net->options.context, &exchange->request);
    private_free(exchange->body, exchange->body_capacity);
    exchange->body = NULL;
    exchange->request.body = (const uint8_t *)"";
    exchange->request.body_size = 0;
}

static void begin_body(struct connection *connection, const struct head *head)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct exchange *exchange = connection->exchange;
    exchange->body_expected = (size_t)head->body_size;
    exchange->body = private_new(exchange->body_expected + 1, &exchange->body_capacity);
    if (exchange->body == NULL) {
        http_refuse(connection, 503, NET_REFUSED_FULL);
        return;
    }
    connection->state = BODY;
    const char *const expect = head->fields[HEAD_EXPECT];
    if (expect != NULL && text_list_has(expect, "100-continue") &&
        !stream_write(connection, go_on, sizeof go_on - 1)) {
        connection_kill(connection);
    }
}

static void begin(struct connection *connection, const struct head *head)
{
    struct net_request *request = &connection->exchange->request;
    const char *const wishes = head->fields[HEAD_CONNECTION];
    *request = (struct net_request){
        .method = head->method,
        .path = head->path,
        .query = head->query,
        .address = connection->address_text,
        .body = (const uint8_t *)"",
        .secure = connection->ssl != NULL,
    };
    memcpy(request->headers, head->fields, sizeof request->headers);
    connection->exchange->last =
        head->version_1_0 || (wishes != NULL && text_list_has(wishes, "close"));
    enum net_refusal why;
    const int status = judge(connection, head, &why);
    if (status != 0) {
        http_refuse(connection, status, why);
    } else if (head->fields[HEAD_UPGRADE] != NULL) {
        become_peer(connection, request, head);
    } else if (head->body_size > 0) {
        begin_body(connection, head);
    } else {
        ask(connection);
    }
}

static enum net_refusal why_of(int status)
{
    return status == 414 ? NET_REFUSED_SIZE : NET_REFUSED_MALFORMED;
}

size_t http_head(struct connection *connection, const char *bytes, size_t size)
{
    size_t end = 0;
    const enum head_state state = head_find(bytes, size, &end);
    if (!connection->begun) {
        connection->begun = true;
        connection_limit(connection, connection->net->options.header_seconds);
    }
    if (state == HEAD_BAD) {
        http_refuse(connection, 400, NET_REFUSED_MALFORMED);
        return size;
    }
    if (state == HEAD_WHOLE ? end > NET_HEADERS_MAX : size >= NET_HEADERS_MAX) {
        http_refuse(connection, 431, NET_REFUSED_SIZE);
        return size;
    }
    if (state == HEAD_PART) {
        return 0;
    }
    struct exchange *exchange = calloc(1, sizeof *exchange);
    connection->exchange = exchange;
    if (exchange != NULL) {
        exchange->text = private_new(2 * end, &exchange->text_capacity);
    }
    if (exchange == NULL || exchange->text == NULL) {
        http_refuse(connection, 503, NET_REFUSED_FULL);
        return size;
    }
    struct head head;
    memcpy(exchange->text, bytes, end);
    const int status = head_read(exchange->text, end, &head);
    if (status != 0) {
        http_refuse(connection, status, why_of(status));
    } else {
        begin(connection, &head);
    }
    return end;
}

size_t http_body(struct connection *connection, const char *bytes, size_t size)
{
    struct exchange *exchange = connection->exchange;
    struct net_request *request = &exchange->request;
    const size_t missing = exchange->body_expected - request->body_size;
    const size_t part = size < missing ? size : missing;
    memcpy(exchange->body + request->body_size, bytes, part);
    request->body_size += part;
    if (part == missing) {
        exchange->body[request->body_size] = '\0';
        request->body = (const uint8_t *)exchange->body;
        ask(connection);
    }
    return part;
}

const char *net_query(const struct net_request *request, const char *name)
{
    const size_t size = strlen(name);
    for (const char *pair = request->query; *pair != '\0'; pair += strlen(pair) + 1) {
        if (strncmp(pair, name, size) == 0 && pair[size] == '=') {
            return pair + size + 1;
        }
    }
    return NULL;
}
