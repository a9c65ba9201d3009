// Peers: the handshake, messages in, queues out.
#include "net/internal.h"

#include <stdlib.h>
#include <string.h>

#include "net/frame.h"
#include "net/text.h"

// ---- messages ---------------------------------------------------------------------------------

static struct net_message *new_message(enum frame_kind kind, size_t size)
{
    UTH_CHECK(size <= INT32_MAX);
    struct net_message *message = malloc(sizeof *message + FRAME_OUT_MAX + size);
    if (message != NULL) {
        message->shares = 1;
        message->size = (uint32_t)size;
        message->head = (uint32_t)frame_head(kind, size, message->bytes + FRAME_OUT_MAX);
    }
    return message;
}

struct net_message *net_message_new(size_t size)
{
    return new_message(FRAME_TEXT, size);
}

char *net_message_text(struct net_message *message)
{
    return (char *)message->bytes + FRAME_OUT_MAX;
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
    private_free(connection->message, connection->message_capacity);
    connection->message = NULL;
    connection->message_size = connection->message_capacity = 0;
    connection->in_message = false;
}

static void drop_older(struct connection *connection, int slot)
{
    for (struct entry **link = &connection->first; *link != NULL; link = &(*link)->next) {
        if ((*link)->slot == slot) {
            unlink_entry(connection, link);
            connection->net->counters.replaced += slot < NET_SLOTS;
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
    UTH_CHECK(text_value_is_valid(connection->close_reason));
    connection_limit(connection, connection->net->options.stall_seconds);
    connection_ready(connection);
}

static void shut_slow(struct connection *connection)
{
    connection->net->counters.dropped_slow++;
    drop_queue(connection);
    peer_shut(connection, 1013, "not reading");
    // It has had its time already.
    connection_limit(connection, LEAVE_SECONDS);
}

static struct connection *sendable(const struct net *net, uint64_t peer)
{
    struct connection *connection = connection_find(net, peer);
    const bool good = connection != NULL && connection->state == PEER && !connection->dying &&
                      connection->close_code == 0;
    return good ? connection : NULL;
}

static bool queue(struct connection *connection, struct net_message *message, int slot)
{
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
    if (queued > connection->net->options.queue_bytes) {
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
    if (connection->rest_size == 0) {
        connection_ready(connection);
    }
    return true;
}

bool net_send_message(struct net *net, uint64_t peer, struct net_message *message, int slot)
{
    struct connection *connection = sendable(net, peer);
    UTH_CHECK(slot == NET_KEEP || (slot >= 0 && slot < NET_SLOTS));
    return connection != NULL && queue(connection, message, slot);
}

// Of pings and pongs only the newest waits, so that nobody can make us hold many.
static void queue_control(struct connection *connection, enum frame_kind kind, const char *payload,
                          size_t size)
{
    struct net_message *message = new_message(kind, size);
    if (message != NULL) {
        memcpy(net_message_text(message), payload, size);
    }
    (void)queue(connection, message, kind == FRAME_PING ? SLOT_PING : SLOT_PONG);
    net_message_release(message);
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

// ---- time -------------------------------------------------------------------------------------

// Bytes, because pings cost something too and are no messages.
static void sweep_traffic(struct connection *connection, int64_t now)
{
    struct net *net = connection->net;
    const uint64_t more = connection->received - connection->received_before;
    const uint64_t allowed =
        (uint64_t)(now - connection->looked) * net->options.bytes_per_second / 1000;
    connection->received_before = connection->received;
    connection->looked = now;
    if (more > allowed && net->options.bytes_per_second != NET_UNLIMITED) {
        refused(net, NET_REFUSED_MESSAGES);
        drop_queue(connection);
        peer_shut(connection, 1008, "too much traffic");
    }
}

void peer_sweep(struct connection *connection, int64_t now)
{
    const struct net_options *options = &connection->net->options;
    const int64_t silent = now - connection->heard;
    if (connection->close_code != 0) {
        return;
    }
    if (connection->stalled != 0 &&
        now - connection->stalled > (int64_t)options->stall_seconds * 1000) {
        shut_slow(connection);
    } else if (silent >= (int64_t)options->silent_seconds * 1000) {
        connection_kill(connection);
    } else if (silent >= (int64_t)options->ping_seconds * 1000 && !connection->pinged) {
        connection->pinged = true;
        queue_control(connection, FRAME_PING, "", 0);
    } else if ((connection->index + connection->net->sweeps) % TRAFFIC_SWEEPS == 0) {
        sweep_traffic(connection, now);
    }
}

// ---- in ---------------------------------------------------------------------------------------

// The client is at fault: what waits for it does not matter any more.
static void shut_at_once(struct connection *connection, uint16_t code, const char *reason)
{
    drop_queue(connection);
    peer_shut(connection, code, reason);
}

static bool append(struct connection *connection, const char *in, size_t size)
{
    const size_t needed = connection->message_size + size + 1;
    if (needed > connection->message_capacity) {
        char *grown = private_grow(connection->message, connection->message_size, needed,
                                   &connection->message_capacity);
        if (grown == NULL) {
            return false;
        }
        connection->message = grown;
    }
    memcpy(connection->message + connection->message_size, in, size);
    connection->message_size += size;
    connection->message[connection->message_size] = '\0';
    return true;
}

static void deliver(struct connection *connection, const char *text, size_t size)
{
    struct net *net = connection->net;
    const struct net_options *options = &net->options;
    if (!bucket_take(&connection->messages, options->messages_per_second, options->messages_burst,
                     net_now())) {
        refused(net, NET_REFUSED_MESSAGES);
        shut_at_once(connection, 1008, "too many messages");
        return;
    }
    if (!text_is_utf8(text, size)) {
        refused(net, NET_REFUSED_MALFORMED);
        shut_at_once(connection, 1007, "not UTF-8");
        return;
    }
    net->counters.messages_in++;
    net->counters.bytes_in += size;
    if (options->on.message != NULL) {
        options->on.message(options->context, connection_id(connection), text, size);
    }
}

// The message is whole: it is ours to give back after the program has seen it.
static void deliver_fragments(struct connection *connection)
{
    char *text = connection->message;
    const size_t size = connection->message_size;
    const size_t capacity = connection->message_capacity;
    connection->message = NULL;
    connection->message_size = connection->message_capacity = 0;
    connection->in_message = false;
    deliver(connection, text, size);
    private_free(text, capacity);
}

static void receive_text(struct connection *connection, const struct frame *frame, char *payload)
{
    const size_t size = (size_t)frame->size;
    if (frame->kind == FRAME_TEXT && frame->final) {
        const char behind = payload[size]; // the next frame, or a byte kept free for this
        payload[size] = '\0';
        deliver(connection, payload, size);
        payload[size] = behind;
        return;
    }
    connection->in_message = true;
    if (!append(connection, payload, size)) {
        shut_at_once(connection, 1011, "out of memory");
    } else if (frame->final) {
        deliver_fragments(connection);
    }
}

static void receive(struct connection *connection, const struct frame *frame, char *payload)
{
    switch (frame->kind) {
    case FRAME_PING: queue_control(connection, FRAME_PONG, payload, (size_t)frame->size); return;
    case FRAME_PONG: return;
    case FRAME_CLOSE:
        shut_at_once(connection, frame_close_code(payload, (size_t)frame->size), NULL);
        return;
    case FRAME_MORE:
    case FRAME_TEXT:
    case FRAME_BINARY: receive_text(connection, frame, payload); return;
    }
}

// What can be said of a frame by its head. 0, or the code to close with.
static uint16_t judge(struct connection *connection, const struct frame *frame)
{
    const struct net_options *options = &connection->net->options;
    if (frame->kind >= FRAME_CLOSE) {
        return 0;
    }
    if ((frame->kind == FRAME_MORE) != connection->in_message) {
        return 1002;
    }
    if (frame->kind == FRAME_BINARY) {
        return 1003;
    }
    return frame->size > options->message_bytes - connection->message_size ? 1009 : 0;
}

static bool may_go_on(struct connection *connection)
{
    const struct net_options *options = &connection->net->options;
    if (options->messages_per_second == NET_UNLIMITED ||
        bucket_take(&connection->fragments, options->messages_per_second * FRAGMENTS,
                    options->messages_burst * FRAGMENTS, net_now())) {
        return true;
    }
    refused(connection->net, NET_REFUSED_MESSAGES);
    shut_at_once(connection, 1008, "too many fragments");
    return false;
}

size_t peer_read(struct connection *connection, char *bytes, size_t size)
{
    struct frame frame;
    connection->heard = net_now();
    connection->pinged = false;
    if (connection->close_code != 0) {
        return size;
    }
    const enum frame_state state = frame_read(bytes, size, &frame);
    if (state == FRAME_PART) {
        return 0;
    }
    const uint16_t fault = state == FRAME_BAD ? 1002 : judge(connection, &frame);
    if (fault != 0) {
        refused(connection->net, fault == 1009 ? NET_REFUSED_SIZE : NET_REFUSED_MALFORMED);
        shut_at_once(connection, fault,
                     fault == 1009   ? "message too long"
                     : fault == 1003 ? "text only"
                                     : "not a WebSocket frame");
        return size;
    }
    if (frame.size > size - frame.head) {
        return 0;
    }
    if (may_go_on(connection)) {
        frame_unmask(&frame, bytes + frame.head);
        receive(connection, &frame, bytes + frame.head);
    }
    return frame.head + (size_t)frame.size;
}

// ---- out --------------------------------------------------------------------------------------

static void count_out(struct net *net, const struct entry *entry)
{
    if (entry->slot < NET_SLOTS) {
        net->counters.messages_out++;
        net->counters.bytes_out += entry->message->size;
    }
}

// Several go out in one write. A long one is written from where it lies.
static bool write_frames(struct connection *connection)
{
    struct net *net = connection->net;
    size_t used = 0;
    while (connection->first != NULL) {
        const struct net_message *message = connection->first->message;
        const char *start = (const char *)message->bytes + FRAME_OUT_MAX - message->head;
        const size_t size = message->head + message->size;
        const bool alone = used == 0 && (connection->first->next == NULL || size > WRITE_CHUNK);
        if (!alone && size > WRITE_CHUNK - used) {
            break;
        }
        count_out(net, connection->first);
        if (alone) {
            const bool written = stream_write(connection, start, size);
            unlink_entry(connection, &connection->first);
            return written;
        }
        memcpy(net->out + used, start, size);
        used += size;
        unlink_entry(connection, &connection->first);
    }
    return stream_write(connection, net->out, used);
}

static bool write_close(struct connection *connection)
{
    unsigned char text[FRAME_OUT_MAX + 2 + NET_REASON_MAX];
    unsigned char *payload = text + FRAME_OUT_MAX;
    const size_t size = strlen(connection->close_reason);
    payload[0] = (unsigned char)(connection->close_code >> 8);
    payload[1] = (unsigned char)connection->close_code;
    memcpy(payload + 2, connection->close_reason, size);
    const size_t head = frame_head(FRAME_CLOSE, size + 2, payload);
    return stream_write(connection, (const char *)payload - head, head + size + 2);
}

void peer_write(struct connection *connection)
{
    for (int i = 0; i < WRITES_MAX && connection->first != NULL && connection->rest_size == 0;
         i++) {
        if (!write_frames(connection)) {
            connection_kill(connection);
            return;
        }
    }
    const bool blocked = connection->first != NULL || connection->rest_size > 0;
    connection->stalled = blocked ? net_now() : 0;
    if (connection->close_code == 0 || blocked) {
        return;
    }
    if (write_close(connection)) {
        connection_leave(connection);
    } else {
        connection_kill(connection);
    }
}
