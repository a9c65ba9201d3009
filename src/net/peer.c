// Peers: the handshake, messages in, queues out.
#include "net/inside.h"

#include <stdlib.h>
#include <string.h>

#include "net/text.h"
#include "net/traffic.h"

// ---- messages ---------------------------------------------------------------------------------

struct net_message *net_message_new(size_t size)
{
    UTH_CHECK(size <= INT32_MAX);
    struct net_message *message = malloc(sizeof *message + LWS_PRE + size);
    if (message != NULL) {
        message->shares = 1;
        message->size = (uint32_t)size;
        message->head = (uint32_t)text_frame_head(size, message->bytes + LWS_PRE);
    }
    return message;
}

char *net_message_text(struct net_message *message)
{
    return (char *)message->bytes + LWS_PRE;
}

void net_message_release(struct net_message *message)
{
    if (message != NULL) {
        UTH_CHECK(message->shares > 0);
        message->shares--;
        if (message->shares == 0) {
            free(message);
        }
    }
}

// ---- the queue --------------------------------------------------------------------------------

static void unlink_entry(struct connection *connection, struct entry **link)
{
    struct entry *entry = *link;
    *link = entry->next;
    if (connection->last == &entry->next) {
        connection->last = link;
    }
    connection->queued -= entry->message->size + ENTRY_COST;
    net_message_release(entry->message);
    free(entry);
}

static void ready_add(struct connection *connection)
{
    struct net *net = connection->net;
    if (connection->ready_link == NULL) {
        connection->ready_next = NULL;
        connection->ready_link = net->ready_last;
        *net->ready_last = connection;
        net->ready_last = &connection->ready_next;
    }
}

static void ready_remove(struct connection *connection)
{
    struct net *net = connection->net;
    if (connection->ready_link != NULL) {
        *connection->ready_link = connection->ready_next;
        if (connection->ready_next != NULL) {
            connection->ready_next->ready_link = connection->ready_link;
        } else {
            net->ready_last = connection->ready_link;
        }
        connection->ready_link = NULL;
    }
}

static void drop_queue(struct connection *connection)
{
    while (connection->first != NULL) {
        unlink_entry(connection, &connection->first);
    }
    UTH_CHECK(connection->queued == 0);
    connection->stalled = 0;
}

void peer_clear(struct connection *connection)
{
    drop_queue(connection);
    ready_remove(connection);
    free(connection->message);
    connection->message = NULL;
    connection->message_size = connection->message_room = 0;
}

static void drop_older(struct connection *connection, int slot)
{
    for (struct entry **link = &connection->first; *link != NULL; link = &(*link)->next) {
        if ((*link)->slot == slot) {
            unlink_entry(connection, link);
            connection->net->counters.replaced++;
            return;
        }
    }
}

void peer_shut(struct connection *connection, uint16_t code, const char *reason)
{
    if (connection->close_code != 0) {
        return;
    }
    connection->close_code = code;
    (void)snprintf(connection->close_reason, sizeof connection->close_reason, "%s",
                   reason != NULL ? reason : "");
    UTH_CHECK(text_value_fits(connection->close_reason));
    if (connection->state == PEER) {
        connection_limit(connection, (int)connection->net->options.stall_seconds);
        lws_callback_on_writable(connection->wsi);
    }
}

static void shut_slow(struct connection *connection)
{
    connection->net->counters.dropped_slow++;
    drop_queue(connection);
    peer_shut(connection, 1013, "not reading");
    // It has had its time already.
    connection_limit(connection, CLOSE_SECONDS);
}

static struct connection *sendable(const struct net *net, uint64_t peer)
{
    struct connection *connection = connection_find(net, peer);
    const bool good = connection != NULL && connection->close_code == 0 &&
                      (connection->state == OPENING || connection->state == PEER);
    return good ? connection : NULL;
}

bool net_send_message(struct net *net, uint64_t peer, struct net_message *message, int slot)
{
    struct connection *connection = sendable(net, peer);
    UTH_CHECK(slot == NET_KEEP || (slot >= 0 && slot < NET_SLOTS));
    if (connection == NULL) {
        return false;
    }
    if (slot != NET_KEEP) {
        drop_older(connection, slot);
    }
    struct entry *entry = message != NULL ? malloc(sizeof *entry) : NULL;
    if (entry == NULL) {
        drop_queue(connection);
        peer_shut(connection, 1011, "out of memory");
        return false;
    }
    const size_t queued = connection->queued + message->size + ENTRY_COST;
    if (queued > net->options.queue_bytes) {
        free(entry);
        shut_slow(connection);
        return false;
    }
    *entry = (struct entry){.message = message, .slot = slot};
    message->shares++;
    *connection->last = entry;
    connection->last = &entry->next;
    connection->queued = queued;
    if (connection->stalled == 0) {
        connection->stalled = net_now();
    }
    if (connection->state == PEER && !connection->blocked) {
        ready_add(connection);
    }
    return true;
}

bool net_send(struct net *net, uint64_t peer, const void *text, size_t size, int slot)
{
    if (sendable(net, peer) == NULL) {
        return false;
    }
    struct net_message *message = net_message_new(size);
    if (message != NULL) {
        memcpy(net_message_text(message), text, size);
    }
    const bool sent = net_send_message(net, peer, message, slot);
    net_message_release(message);
    return sent;
}

void net_peer_close(struct net *net, uint64_t peer, uint16_t code, const char *reason)
{
    struct connection *connection = sendable(net, peer);
    if (connection != NULL) {
        peer_shut(connection, code, reason);
    }
}

static void sweep_traffic(struct connection *connection, int64_t now)
{
    struct net *net = connection->net;
    const uint64_t received = traffic_received(lws_get_socket_fd(connection->wsi));
    const uint64_t more = received > connection->received ? received - connection->received : 0;
    const uint64_t allowed =
        (uint64_t)(now - connection->looked) * net->options.bytes_per_second / 1000;
    const bool first = connection->looked == 0;
    connection->received = received;
    connection->looked = now;
    if (!first && more > allowed && net->options.bytes_per_second != NET_UNLIMITED) {
        refused(net, NET_REFUSED_MESSAGES);
        drop_queue(connection);
        peer_shut(connection, 1008, "too much traffic");
    }
}

void peer_sweep(struct connection *connection, int64_t now)
{
    const int64_t limit = (int64_t)connection->net->options.stall_seconds * 1000;
    if (connection->state != PEER || connection->close_code != 0) {
        return;
    }
    if (connection->stalled != 0 && now - connection->stalled > limit) {
        shut_slow(connection);
    } else if ((connection->index + connection->net->sweeps) % TRAFFIC_TURNS == 0) {
        sweep_traffic(connection, now);
    }
}

// ---- the handshake ----------------------------------------------------------------------------

static bool header_has(struct lws *wsi, enum lws_token_indexes token, const char *word)
{
    char text[256];
    return lws_hdr_copy(wsi, text, sizeof text, token) > 0 && text_list_has(text, word);
}

// Everything libwebsockets would stumble over later, so that what open() accepts is opened.
static int judge_handshake(struct lws *wsi, const struct net *net)
{
    if (!header_has(wsi, WSI_TOKEN_UPGRADE, "websocket") ||
        !header_has(wsi, WSI_TOKEN_CONNECTION, "upgrade") ||
        lws_hdr_total_length(wsi, WSI_TOKEN_KEY) != 24) {
        return HTTP_STATUS_BAD_REQUEST;
    }
    if (!header_has(wsi, WSI_TOKEN_VERSION, "13") ||
        lws_hdr_total_length(wsi, WSI_TOKEN_VERSION) != 2) {
        return 426;
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_PROTOCOL) > 0 &&
        (net->options.ws_protocol == NULL ||
         !header_has(wsi, WSI_TOKEN_PROTOCOL, net->options.ws_protocol))) {
        return HTTP_STATUS_BAD_REQUEST;
    }
    return 0;
}

static int judge_visitor(struct connection *connection, const struct net_request *request,
                         enum net_refusal *why)
{
    const struct net_options *options = &connection->net->options;
    *why = NET_REFUSED_RATE;
    if (!bucket_take(&connection->address->requests, options->requests_per_second,
                     options->requests_burst, net_now())) {
        return 429;
    }
    *why = NET_REFUSED_STOPPING;
    if (connection->net->stopping) {
        return HTTP_STATUS_SERVICE_UNAVAILABLE;
    }
    *why = NET_REFUSED_HANDSHAKE;
    if (options->on.open == NULL || strcmp(request->path, options->ws_path) != 0) {
        return HTTP_STATUS_NOT_FOUND;
    }
    if (request->method != NET_GET) {
        return HTTP_STATUS_METHOD_NOT_ALLOWED;
    }
    *why = NET_REFUSED_ORIGIN;
    const bool ours = text_origin_fits(request->headers[NET_ORIGIN], request->headers[NET_HOST],
                                       options->origin_allowed);
    return ours ? 0 : HTTP_STATUS_FORBIDDEN;
}

static bool program_accepts(struct connection *connection, struct net_request *request)
{
    const struct net_options *options = &connection->net->options;
    request->body = (const uint8_t *)"";
    request->id = connection_rename(connection);
    connection->state = OPENING;
    connection->net->counters.peers++;
    if (options->on.open(options->context, request->id, request)) {
        return true;
    }
    // It was never open, so there is nothing to say of its end.
    peer_clear(connection);
    connection->net->counters.peers--;
    connection->state = IDLE;
    (void)connection_rename(connection);
    return false;
}

int peer_upgrade(struct connection *connection)
{
    struct lws *wsi = connection->wsi;
    struct exchange *exchange = NULL;
    // libwebsockets has already answered an upgrade to anything else, and the text it passes us is
    // gone by then: nothing is left of the headers.
    if (connection->state != IDLE || lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE) == 0) {
        return -1;
    }
    enum net_refusal why = NET_REFUSED_MALFORMED;
    int status = request_read(connection, &exchange);
    if (status == 0) {
        status = judge_visitor(connection, &exchange->request, &why);
    }
    if (status == 0) {
        why = NET_REFUSED_HANDSHAKE;
        status = judge_handshake(wsi, connection->net);
    }
    if (status == 0 && !program_accepts(connection, &exchange->request)) {
        status = HTTP_STATUS_FORBIDDEN;
    }
    exchange_free(exchange);
    if (status == 0) {
        return 0;
    }
    refused(connection->net, why);
    (void)reply_now(connection, status);
    return -1;
}

// ---- in and out -------------------------------------------------------------------------------

// The client is at fault: what waits for it does not matter any more.
static int shut_at_once(struct connection *connection, uint16_t code, const char *reason)
{
    drop_queue(connection);
    peer_shut(connection, code, reason);
    return 0;
}

// libwebsockets would do this itself after lws_close_reason, but not from the writable callback: on
// libuv it then closes twice, the second time without a word. So the frame is ours, and goes out as
// it is.
static int write_close(struct connection *connection)
{
    unsigned char *out = connection->net->out + LWS_PRE;
    const size_t size = strlen(connection->close_reason);
    out[0] = 0x88; // final, close
    out[1] = (unsigned char)(size + 2);
    out[2] = (unsigned char)(connection->close_code >> 8);
    out[3] = (unsigned char)connection->close_code;
    memcpy(out + 4, connection->close_reason, size);
    if (lws_write(connection->wsi, out, size + 4, LWS_WRITE_HTTP) < 0) {
        return -1;
    }
    connection->close_written = true;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_ACK, CLOSE_SECONDS);
    return 0;
}

static bool append(struct connection *connection, const char *in, size_t size)
{
    const size_t needed = connection->message_size + size + 1;
    if (needed > connection->message_room) {
        const size_t twice = connection->message_room * 2;
        const size_t room = twice > needed ? twice : needed;
        char *grown = realloc(connection->message, room);
        if (grown == NULL) {
            return false;
        }
        connection->message = grown;
        connection->message_room = room;
    }
    memcpy(connection->message + connection->message_size, in, size);
    connection->message_size += size;
    connection->message[connection->message_size] = '\0';
    return true;
}

static int deliver(struct connection *connection, const char *text, size_t size)
{
    struct net *net = connection->net;
    const struct net_options *options = &net->options;
    if (!bucket_take(&connection->messages, options->messages_per_second, options->messages_burst,
                     net_now())) {
        refused(net, NET_REFUSED_MESSAGES);
        return shut_at_once(connection, 1008, "too many messages");
    }
    if (!text_is_utf8(text, size)) {
        refused(net, NET_REFUSED_MALFORMED);
        return shut_at_once(connection, 1007, "not UTF-8");
    }
    net->counters.messages_in++;
    net->counters.bytes_in += size;
    if (options->on.message != NULL) {
        options->on.message(options->context, connection_id(connection), text, size);
    }
    return 0;
}

static int receive(struct connection *connection, const char *in, size_t size)
{
    struct lws *wsi = connection->wsi;
    if (connection->close_code != 0 || connection->broken) {
        return 0;
    }
    if (lws_frame_is_binary(wsi)) {
        return shut_at_once(connection, 1003, "text only");
    }
    const struct net_options *options = &connection->net->options;
    if (options->messages_per_second != NET_UNLIMITED &&
        !bucket_take(&connection->fragments, options->messages_per_second * FRAGMENTS,
                     options->messages_burst * FRAGMENTS, net_now())) {
        refused(connection->net, NET_REFUSED_MESSAGES);
        return shut_at_once(connection, 1008, "too many fragments");
    }
    const size_t limit = options->message_bytes;
    const size_t rest = lws_remaining_packet_payload(wsi);
    if (rest > limit || size + rest > limit - connection->message_size) {
        refused(connection->net, NET_REFUSED_SIZE);
        return shut_at_once(connection, 1009, "message too long");
    }
    const bool whole = lws_is_final_fragment(wsi);
    if (connection->message_size == 0 && whole) {
        char *inbox = connection->net->inbox;
        memcpy(inbox, in, size);
        inbox[size] = '\0';
        return deliver(connection, inbox, size);
    }
    if (!append(connection, in, size)) {
        return shut_at_once(connection, 1011, "out of memory");
    }
    if (!whole) {
        return 0;
    }
    char *text = connection->message;
    const size_t total = connection->message_size;
    connection->message = NULL;
    connection->message_size = connection->message_room = 0;
    const int result = deliver(connection, text, total);
    free(text);
    return result;
}

// Frames without extensions or masks are made here, so that several can go out in one write. What
// the socket does not take of it libwebsockets keeps, and writes before anything else.
static int write_frames(struct connection *connection)
{
    struct net *net = connection->net;
    unsigned char *out = net->out + LWS_PRE;
    size_t used = 0;
    const struct net_message *alone = connection->first->message;
    if (connection->first->next == NULL || alone->head + alone->size > WRITE_CHUNK) {
        net->counters.messages_out++;
        net->counters.bytes_out += alone->size;
        const int written =
            lws_write(connection->wsi, connection->first->message->bytes + LWS_PRE - alone->head,
                      alone->head + alone->size, LWS_WRITE_HTTP);
        unlink_entry(connection, &connection->first);
        return written;
    }
    while (connection->first != NULL) {
        const struct net_message *message = connection->first->message;
        const size_t size = message->head + message->size;
        if (size > WRITE_CHUNK - used) {
            break;
        }
        memcpy(out + used, message->bytes + LWS_PRE - message->head, size);
        used += size;
        net->counters.messages_out++;
        net->counters.bytes_out += message->size;
        unlink_entry(connection, &connection->first);
    }
    return lws_write(connection->wsi, out, used, LWS_WRITE_HTTP);
}

// Writes what waits, as far as the socket takes it. -1 when the connection is broken.
static int flush(struct connection *connection)
{
    struct lws *wsi = connection->wsi;
    for (int i = 0; i < WRITES_MAX && connection->first != NULL && !lws_partial_buffered(wsi);
         i++) {
        if (write_frames(connection) < 0) {
            return -1;
        }
    }
    connection->blocked = connection->first != NULL || lws_partial_buffered(wsi);
    connection->stalled = connection->blocked ? net_now() : 0;
    if (connection->blocked) {
        lws_callback_on_writable(wsi);
    }
    return 0;
}

// To wait for the writable callback costs four calls of the kernel and a turn of the loop for every
// message; nearly always the socket is writable anyway.
void peers_flush(struct net *net)
{
    while (net->ready != NULL) {
        struct connection *connection = net->ready;
        ready_remove(connection);
        if (connection->state == PEER && connection->close_code == 0 && !connection->blocked &&
            !connection->broken && flush(connection) < 0) {
            connection->broken = true;
            connection_kill(connection);
        }
    }
}

static int writable(struct connection *connection)
{
    if (flush(connection) < 0) {
        return -1;
    }
    const bool over = connection->close_code != 0 && !connection->blocked;
    return over && !connection->close_written ? write_close(connection) : 0;
}

int peer_callback(struct connection *connection, enum lws_callback_reasons why, const char *in,
                  size_t size)
{
    if (why == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) {
        return connection->state == OPENING ? 0 : -1;
    }
    if (why == LWS_CALLBACK_ESTABLISHED) {
        if (connection->state != OPENING) {
            return -1;
        }
        connection->state = PEER;
        if (connection->first != NULL || connection->close_code != 0) {
            lws_callback_on_writable(connection->wsi);
        }
        return 0;
    }
    if (connection->state != PEER) {
        return -1;
    }
    if (why == LWS_CALLBACK_WS_PEER_INITIATED_CLOSE) {
        connection->broken = true; // what we write by ourselves could come behind the last word
        return connection->close_written ? -1 : 0; // ours is answered, or it is answered for us
    }
    return why == LWS_CALLBACK_RECEIVE ? receive(connection, in, size) : writable(connection);
}
