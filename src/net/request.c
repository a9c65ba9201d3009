// From what libwebsockets parsed to a request of ours. It has decoded the path and split the query;
// whether they are fit to be used is decided here.
#include "net/inside.h"

#include <stdlib.h>
#include <string.h>

#include "net/text.h"

// Where libwebsockets keeps each header. The last is no header it knows: it is found by name.
static const struct {
    enum lws_token_indexes token;
    const char *name;
} sources[NET_HEADER_COUNT] = {
    [NET_COOKIE] = {WSI_TOKEN_HTTP_COOKIE, NULL},
    [NET_ORIGIN] = {WSI_TOKEN_ORIGIN, NULL},
    [NET_CONTENT_TYPE] = {WSI_TOKEN_HTTP_CONTENT_TYPE, NULL},
    [NET_HOST] = {WSI_TOKEN_HOST, NULL},
    [NET_IF_NONE_MATCH] = {WSI_TOKEN_HTTP_IF_NONE_MATCH, NULL},
    [NET_ACCEPT_ENCODING] = {WSI_TOKEN_HTTP_ACCEPT_ENCODING, NULL},
    [NET_AUTHORIZATION] = {WSI_TOKEN_HTTP_AUTHORIZATION, NULL},
    [NET_CSRF_TOKEN] = {WSI_TOKEN_COUNT, "x-csrf-token:"},
};

// Text is put into one block, which is larger than all headers together can be.
struct block {
    char *next;
    char *end;
};

static bool put(struct block *block, const char *bytes, size_t size)
{
    if (size >= (size_t)(block->end - block->next)) {
        return false;
    }
    memcpy(block->next, bytes, size);
    block->next += size;
    return true;
}

static char *room(const struct block *block, int *size)
{
    *size = (int)(block->end - block->next);
    return block->next;
}

// What was copied to `to` becomes part of the block, without the blanks around it. False where a
// zero would hide the rest.
static bool take_copied(struct block *block, char *to, int copied)
{
    if (copied < 0 || memchr(to, '\0', (size_t)copied) != NULL) {
        return false;
    }
    const char *start = to + strspn(to, " \t");
    size_t size = (size_t)copied - (size_t)(start - to);
    while (size > 0 && (start[size - 1] == ' ' || start[size - 1] == '\t')) {
        size--;
    }
    memmove(to, start, size);
    block->next += size;
    return true;
}

// Cookies may be spread over several lines; any other header that is repeated is refused.
static bool take_known(struct lws *wsi, struct block *block, enum net_header header,
                       const char **value)
{
    const enum lws_token_indexes token = sources[header].token;
    *value = block->next;
    for (int part = 0; part == 0 || lws_hdr_fragment_length(wsi, token, part) > 0; part++) {
        int size;
        if (part > 0 && (header != NET_COOKIE || !put(block, "; ", 2))) {
            return false;
        }
        char *to = room(block, &size);
        if (!take_copied(block, to, lws_hdr_copy_fragment(wsi, to, size, token, part))) {
            return false;
        }
    }
    return put(block, "", 1);
}

static bool take_named(struct lws *wsi, struct block *block, const char *name, const char **value)
{
    const int length = (int)strlen(name);
    int size;
    if (lws_hdr_custom_length(wsi, name, length) < 0) {
        return true;
    }
    char *to = room(block, &size);
    *value = to;
    return take_copied(block, to, lws_hdr_custom_copy(wsi, to, size, name, length)) &&
           put(block, "", 1);
}

static int take_headers(struct lws *wsi, struct block *block, struct net_request *request)
{
    for (enum net_header header = 0; header < NET_HEADER_COUNT; header++) {
        const char **value = &request->headers[header];
        const bool good = sources[header].name != NULL
                              ? take_named(wsi, block, sources[header].name, value)
                              : lws_hdr_total_length(wsi, sources[header].token) == 0 ||
                                    take_known(wsi, block, header, value);
        if (!good || (*value != NULL && !text_value_fits(*value))) {
            return HTTP_STATUS_BAD_REQUEST;
        }
    }
    return 0;
}

static int take_query(struct lws *wsi, struct block *block, struct net_request *request)
{
    request->query = block->next;
    for (int part = 0; lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, part) > 0; part++) {
        int size;
        char *to = room(block, &size);
        const int taken = lws_hdr_copy_fragment(wsi, to, size, WSI_TOKEN_HTTP_URI_ARGS, part);
        if (taken < 0 || memchr(to, '\0', (size_t)taken) != NULL) {
            return HTTP_STATUS_BAD_REQUEST;
        }
        block->next += taken;
        if (!put(block, "", 1)) {
            return HTTP_STATUS_BAD_REQUEST;
        }
    }
    return put(block, "", 1) ? 0 : HTTP_STATUS_BAD_REQUEST;
}

static int take_path(struct lws *wsi, struct block *block, struct net_request *request)
{
    char *uri = NULL;
    int size = 0;
    const int method = lws_http_get_uri_and_method(wsi, &uri, &size);
    if (method < 0 || size <= 0) {
        return HTTP_STATUS_BAD_REQUEST;
    }
    if ((unsigned)size > NET_PATH_MAX) {
        return HTTP_STATUS_REQ_URI_TOO_LONG;
    }
    if (!text_path_fits(uri, (size_t)size)) {
        return HTTP_STATUS_BAD_REQUEST;
    }
    request->path = block->next;
    if (!put(block, uri, (size_t)size) || !put(block, "", 1)) {
        return HTTP_STATUS_BAD_REQUEST;
    }
    static const struct {
        int theirs;
        enum net_method ours;
    } methods[] = {
        {LWSHUMETH_GET, NET_GET}, {LWSHUMETH_HEAD, NET_HEAD}, {LWSHUMETH_POST, NET_POST}};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (methods[i].theirs == method) {
            request->method = methods[i].ours;
            return 0;
        }
    }
    return HTTP_STATUS_METHOD_NOT_ALLOWED;
}

// A body has a length or is refused: a request in chunks would never end for libwebsockets.
static int take_length(struct lws *wsi, struct exchange *exchange)
{
    const bool post = exchange->request.method == NET_POST;
    char text[24];
    uint64_t length = 0;
    exchange->endless = true;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
        return HTTP_STATUS_NOT_IMPLEMENTED;
    }
    const bool given = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    if (given && (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
                  !text_length(text, &length))) {
        return HTTP_STATUS_BAD_REQUEST;
    }
    if (!given && post) {
        return HTTP_STATUS_LENGTH_REQUIRED;
    }
    exchange->body_expected = (size_t)length;
    // Libwebsockets waits for a body of any method that may have one, so only of those we know.
    exchange->endless = exchange->request.method == NET_METHOD_COUNT;
    return length > 0 && !post ? HTTP_STATUS_BAD_REQUEST : 0;
}

// The version must stand where it belongs. libwebsockets ends the request line at an encoded line
// end and takes what follows for a header; so a link could bring one of its own. It cannot bring
// the version as well.
static int take_version(struct lws *wsi)
{
    char version[16];
    if (lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_HTTP) <= 0 ||
        (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)) {
        return HTTP_STATUS_BAD_REQUEST;
    }
    return 0;
}

// The block belongs to all requests; this one keeps what it filled.
static bool keep_text(struct exchange *exchange, const char *block, size_t size)
{
    struct net_request *request = &exchange->request;
    exchange->text = malloc(size);
    if (exchange->text == NULL) {
        return false;
    }
    memcpy(exchange->text, block, size);
    request->path = exchange->text + (request->path - block);
    request->query = exchange->text + (request->query - block);
    for (size_t i = 0; i < NET_HEADER_COUNT; i++) {
        if (request->headers[i] != NULL) {
            request->headers[i] = exchange->text + (request->headers[i] - block);
        }
    }
    return true;
}

static int read_into(struct lws *wsi, struct exchange *exchange, char *text)
{
    struct block block = {.next = text, .end = text + TEXT_MAX};
    struct net_request *request = &exchange->request;
    // All are taken, so that even a refused request tells where its body ends.
    const int faults[] = {
        take_path(wsi, &block, request),    take_length(wsi, exchange),       take_version(wsi),
        take_headers(wsi, &block, request), take_query(wsi, &block, request),
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (faults[i] != 0) {
            return faults[i];
        }
    }
    if (!keep_text(exchange, text, (size_t)(block.next - text))) {
        return HTTP_STATUS_SERVICE_UNAVAILABLE;
    }
    return request->headers[NET_HOST] == NULL ? HTTP_STATUS_BAD_REQUEST : 0;
}

int request_read(struct connection *connection, struct exchange **exchange)
{
    struct exchange *made = calloc(1, sizeof *made);
    *exchange = made;
    if (made == NULL) {
        return HTTP_STATUS_SERVICE_UNAVAILABLE;
    }
    made->request.method = NET_METHOD_COUNT;
    made->request.address = connection->address_text;
    made->request.secure = connection->net->options.cert != NULL;
    return read_into(connection->wsi, made, connection->net->text);
}

void exchange_free(struct exchange *exchange)
{
    if (exchange != NULL) {
        free(exchange->text);
        free(exchange->body);
        free(exchange->head);
        free(exchange->answer_owned);
        free(exchange);
    }
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
