// What clients send, through the whole of net: requests or a peer's frames, cut where the input
// says. The program behind it is told of one request after another, and perhaps of one peer that
// opens and closes once; of whole messages within the limit, in UTF-8. Whatever came, the next
// client gets its page. Each stream is sent in pieces and again whole, and where the client reads
// the program is told the same.
//
// The input: how it is sent and how it ends, four lengths of pieces that repeat (0: all the rest),
// and the bytes. A pair of sockets stands in the place of a connection, one turn of the loop after
// another in the place of net_run, and time stands still while a client is there. Whether TCP, TLS
// and many at once behave is for tests/net and tests/hostile to say.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/internal.h"
#include "support/text_plain.h"
#include "uth/check.h"

enum {
    AS_PEER = 1,    // a good handshake goes in front
    AT_ONCE = 2,    // what follows it does not wait for the answer
    IN_FRAMES = 4,  // each line becomes a frame: its first byte says which, the rest is its text
    HALF_SHUT = 8,  // the client ends by saying so, and reads to the end
    NOT_READ = 16,  // the client reads nothing
    ADDRESS_6 = 32, // and comes from elsewhere
};

#define FRONT         5
#define GAPS          4
#define PIECES_MAX    64 // more would be too many fragments of a message, rightly
#define TURNS         3  // of the loop, for each piece
#define TURNS_MAX     20000
#define MESSAGE_BYTES 512
#define BODY_BYTES    512
#define STREAM_MAX    65536
#define FLOOD_SIZE    20000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
uint64_t __wrap_uv_hrtime(void);

static struct net *net;
static uint64_t now_ns = UINT64_C(1000000000000);

uint64_t __wrap_uv_hrtime(void)
{
    return now_ns;
}

// ---- the program behind it --------------------------------------------------------------------

// All it was told of one client.
struct told {
    unsigned requests, answered, opened, closed, messages;
    uint64_t digest; // of all of it
    uint64_t peer, later;
    bool waits; // the program owes an answer
};

static struct told *told;

// As a program would: a byte that is not ours to read is seen.
static void read_bytes(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        (void)*(const volatile char *)&bytes[i];
    }
}

static void note(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        told->digest = (told->digest ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    }
    told->digest = (told->digest ^ size) * UINT64_C(0x100000001b3);
}

static void check_request(const struct net_request *request)
{
    UTH_CHECK(plain_path_is_valid(request->path, strlen(request->path)));
    UTH_CHECK(strlen(request->path) <= NET_PATH_MAX && request->headers[NET_HOST] != NULL);
    UTH_CHECK(request->method < NET_METHOD_COUNT && !request->secure);
    UTH_CHECK(strcmp(request->address, "127.0.0.1") == 0 ||
              strcmp(request->address, "2001:db8::1") == 0);
    for (unsigned i = 0; i < NET_HEADER_COUNT; i++) {
        UTH_CHECK(request->headers[i] == NULL || strpbrk(request->headers[i], "\r\n") == NULL);
    }
    UTH_CHECK(request->body_size <= BODY_BYTES);
    UTH_CHECK(request->body == NULL || request->body[request->body_size] == '\0');
    UTH_CHECK(request->method == NET_POST || request->body_size == 0);
}

static void read_request(const struct net_request *request)
{
    for (const char *pair = request->query; *pair != '\0'; pair += strlen(pair) + 1) {
        read_bytes(pair, strlen(pair));
    }
    read_bytes((const char *)request->body, request->body_size);
    note(request->path, strlen(request->path));
    note(request->body, request->body_size);
}

static void reply(uint64_t id, int status, const void *body, size_t size)
{
    told->waits = false;
    told->answered +=
        net_reply(net, id,
                  &(struct net_response){
                      .status = status, .content_type = "text/plain", .body = body, .size = size});
}

static void requested(void *context, const struct net_request *request)
{
    (void)context;
    check_request(request);
    UTH_CHECK(!told->waits && told->opened == 0);
    told->requests++;
    told->waits = true;
    read_request(request);
    if (strcmp(request->path, "/later") == 0) {
        told->later = request->id;
    } else if (strcmp(request->path, "/never") != 0) {
        const bool found = strcmp(request->path, "/") == 0;
        const bool posted = request->method == NET_POST;
        reply(request->id, found || posted ? 200 : 404,
              posted ? (const char *)request->body : "hello", posted ? request->body_size : 5);
        UTH_CHECK(!net_reply(net, request->id, &(struct net_response){.status = 200}));
    }
}

static bool opened(void *context, uint64_t peer, const struct net_request *handshake)
{
    (void)context;
    check_request(handshake);
    UTH_CHECK(!told->waits && told->opened == 0 && handshake->method == NET_GET);
    UTH_CHECK(strcmp(handshake->path, "/ws") == 0 && handshake->body_size == 0);
    const char *cookie = handshake->headers[NET_COOKIE];
    if (cookie != NULL && strstr(cookie, "refuse") != NULL) {
        return false;
    }
    read_request(handshake);
    told->opened++;
    told->peer = peer;
    net_peer_set_user(net, peer, told);
    if (net_query(handshake, "greet") != NULL) {
        (void)net_send(net, peer, "welcome", 7, NET_KEEP);
    }
    return true;
}

static void flood(uint64_t peer)
{
    static char text[FLOOD_SIZE];
    memset(text, 'x', sizeof text);
    while (net_send(net, peer, text, sizeof text, NET_KEEP)) {
    }
}

static void messaged(void *context, uint64_t peer, const char *text, size_t size)
{
    (void)context;
    UTH_CHECK(told->opened == 1 && told->closed == 0 && peer == told->peer);
    UTH_CHECK(net_peer_user(net, peer) == told);
    UTH_CHECK(size <= MESSAGE_BYTES && text[size] == '\0' && plain_is_utf8(text, size));
    read_bytes(text, size);
    told->messages++;
    note(text, size);
    if (strcmp(text, "flood") == 0) {
        flood(peer);
    } else if (strcmp(text, "close") == 0) {
        net_peer_close(net, peer, 1000, "as you wish");
        UTH_CHECK(!net_send(net, peer, "x", 1, NET_KEEP));
    } else if (strcmp(text, "snapshot") == 0) {
        (void)net_send(net, peer, text, size, 3);
    } else {
        (void)net_send(net, peer, text, size, NET_KEEP);
    }
}

static void closed(void *context, uint64_t peer)
{
    (void)context;
    UTH_CHECK(told->opened == 1 && ++told->closed == 1 && peer == told->peer);
    UTH_CHECK(net_peer_user(net, peer) == told && !net_send(net, peer, "x", 1, NET_KEEP));
}

static void ended(void *context)
{
    (void)context;
    _Exit(1); // told to end: the fuzzer, not the server
}

static void waited(void *context)
{
    (void)context;
}

// ---- the client -------------------------------------------------------------------------------

struct client {
    int fd;
    bool over; // nothing more comes
    size_t got;
    char bytes[STREAM_MAX];
};

static void arrive(struct client *client, bool address_6)
{
    struct sockaddr_storage from;
    struct sockaddr_in *const four = (struct sockaddr_in *)&from;
    struct sockaddr_in6 *const six = (struct sockaddr_in6 *)&from;
    int ends[2];
    memset(&from, 0, sizeof from);
    from.ss_family = address_6 ? AF_INET6 : AF_INET;
    UTH_CHECK(inet_pton(from.ss_family, address_6 ? "2001:db8::1" : "127.0.0.1",
                        address_6 ? (void *)&six->sin6_addr : (void *)&four->sin_addr) == 1);
    UTH_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    UTH_CHECK(connection_adopt(net, ends[1], &from));
    *client = (struct client){.fd = ends[0]};
}

static void take(struct client *client)
{
    char more[4096];
    ssize_t size = 1;
    while (size > 0 && !client->over) {
        size = recv(client->fd, more, sizeof more, MSG_DONTWAIT);
        client->over = size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR);
        if (size > 0 && (size_t)size < sizeof client->bytes - client->got) {
            memcpy(client->bytes + client->got, more, (size_t)size);
            client->got += (size_t)size;
        }
    }
}

static void turn(struct client *client, bool reads)
{
    for (unsigned i = 0; i < TURNS; i++) {
        (void)uv_run(&net->loop, UV_RUN_NOWAIT);
    }
    if (told->later != 0) {
        reply(told->later, 200, "later", 5);
        told->later = 0;
        (void)uv_run(&net->loop, UV_RUN_NOWAIT);
    }
    if (reads) {
        take(client);
    }
}

// Until nothing more comes of what was sent: each turn answers one request that was put off.
static void settle(struct client *client, bool reads)
{
    unsigned requests;
    size_t got;
    do {
        requests = told->requests;
        got = client->got;
        turn(client, reads);
    } while (told->requests != requests || client->got != got || told->later != 0);
}

// Whether the server has hung up or takes no more, it is no matter to the client.
static void give(struct client *client, const uint8_t *bytes, size_t size)
{
    if (size > 0) {
        (void)!send(client->fd, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
}

// Until nobody is there: after a while time goes on, where something waits for it.
static void leave(struct client *client)
{
    (void)close(client->fd);
    for (unsigned i = 0; net_counters(net).connections != 0; i++) {
        UTH_CHECK(i < TURNS_MAX);
        if (i > 10) {
            now_ns += UINT64_C(1000000000);
            connections_sweep(net);
        }
        (void)uv_run(&net->loop, UV_RUN_NOWAIT);
    }
    UTH_CHECK(net_counters(net).peers == 0 && told->opened == told->closed);
    UTH_CHECK(!net_send(net, told->peer, "x", 1, NET_KEEP));
}

// ---- what comes back --------------------------------------------------------------------------

// The frames of a server that speaks RFC 6455: whole, unmasked, as short as possible.
static void check_frames(const uint8_t *at, size_t left)
{
    while (left >= 2) {
        const size_t extended = at[1] == 126 ? 2 : at[1] == 127 ? 8 : 0;
        if (left < 2 + extended) {
            return;
        }
        const unsigned kind = at[0] & 15;
        uint64_t size = at[1];
        UTH_CHECK((at[0] & 0xf0) == 0x80 && at[1] < 128);
        UTH_CHECK(kind == 1 || kind == 8 || kind == 9 || kind == 10);
        for (size_t i = 0; i < extended; i++) {
            size = (i == 0 ? 0 : size) * 256 + at[2 + i];
        }
        UTH_CHECK(extended != 2 || size > 125);
        UTH_CHECK(extended != 8 || size > 65535);
        UTH_CHECK(kind == 1 || size < 126);
        if (size > left - 2 - extended) {
            return;
        }
        UTH_CHECK(kind != 1 || plain_is_utf8((const char *)at + 2 + extended, (size_t)size));
        at += 2 + extended + size;
        left -= 2 + extended + (size_t)size;
    }
}

static void check_answer(const struct client *client)
{
    const char *const bytes = client->bytes;
    const size_t fits = client->got < 9 ? client->got : 9;
    UTH_CHECK(memcmp(bytes, "HTTP/1.1 ", fits) == 0);
    if (client->got < 12) {
        return;
    }
    UTH_CHECK(bytes[9] >= '1' && bytes[9] <= '5');
    const char *const end = memmem(bytes, client->got, "\r\n\r\n", 4);
    if (memcmp(bytes + 9, "101", 3) == 0) {
        UTH_CHECK(told->opened == 1 && end != NULL);
        check_frames((const uint8_t *)end + 4, client->got - (size_t)(end + 4 - bytes));
    }
}

// ---- one stream -------------------------------------------------------------------------------

struct stream {
    const uint8_t *gaps;
    const uint8_t *bytes;
    size_t size;
    unsigned flags;
};

static const char handshake[] = "GET /ws?greet=1 HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\n"
                                "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                                "Sec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

static void send_pieces(struct client *client, const struct stream *stream, bool cut)
{
    const bool reads = (stream->flags & NOT_READ) == 0;
    size_t at = 0;
    for (size_t i = 0; at < stream->size; i++) {
        const size_t gap = cut && i < PIECES_MAX ? stream->gaps[i % GAPS] : 0;
        const size_t left = stream->size - at;
        const size_t size = gap == 0 || gap > left ? left : gap;
        give(client, stream->bytes + at, size);
        turn(client, reads);
        at += size;
    }
}

// Everything a client does, and what the program is told of it.
static struct told run(const struct stream *stream, bool cut)
{
    static struct client client;
    const bool reads = (stream->flags & NOT_READ) == 0;
    static struct told of_this;
    memset(&of_this, 0, sizeof of_this);
    told = &of_this;
    now_ns += UINT64_C(100000000000);
    arrive(&client, (stream->flags & ADDRESS_6) != 0);
    if ((stream->flags & AS_PEER) != 0) {
        give(&client, (const uint8_t *)handshake, sizeof handshake - 1);
        if ((stream->flags & AT_ONCE) == 0) {
            turn(&client, reads);
            UTH_CHECK(told->opened == 1);
        }
    }
    send_pieces(&client, stream, cut);
    settle(&client, reads);
    if ((stream->flags & HALF_SHUT) != 0) {
        (void)shutdown(client.fd, SHUT_WR);
    }
    turn(&client, reads);
    if (reads) {
        check_answer(&client);
    }
    leave(&client);
    return of_this;
}

static void ask_for_page(void)
{
    static const uint8_t page[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    static struct client client;
    static struct told alone;
    memset(&alone, 0, sizeof alone);
    told = &alone;
    arrive(&client, false);
    give(&client, page, sizeof page - 1);
    settle(&client, true);
    UTH_CHECK(!client.over && client.got > 17 && alone.requests == 1);
    UTH_CHECK(memcmp(client.bytes, "HTTP/1.1 200 ", 13) == 0);
    UTH_CHECK(memcmp(client.bytes + client.got - 9, "\r\n\r\nhello", 9) == 0);
    leave(&client);
}

// ---- all of it --------------------------------------------------------------------------------

// Each line a frame: the low half of its first byte the kind, with bit 4 not the last of its
// message, with bit 5 not masked.
static size_t put_frame(const uint8_t *line, size_t size, uint8_t *out)
{
    static const uint8_t mask[4] = {0x5a, 0xa5, 0x3c, 0xc3};
    const size_t length = size > 0 ? size - 1 : 0;
    const uint8_t first = size > 0 ? line[0] : 0;
    const bool masked = (first & 32) == 0;
    size_t used = 0;
    out[used++] = (uint8_t)((first & 15) | ((first & 16) != 0 ? 0 : 0x80));
    if (length < 126) {
        out[used++] = (uint8_t)(length | (masked ? 0x80U : 0));
    } else {
        out[used++] = (uint8_t)(126U | (masked ? 0x80U : 0));
        out[used++] = (uint8_t)(length >> 8);
        out[used++] = (uint8_t)length;
    }
    if (masked) {
        memcpy(out + used, mask, sizeof mask);
        used += sizeof mask;
    }
    for (size_t i = 0; i < length; i++) {
        out[used++] = (uint8_t)(line[1 + i] ^ (masked ? mask[i % 4] : 0));
    }
    return used;
}

static size_t put_frames(const uint8_t *bytes, size_t size, uint8_t out[STREAM_MAX])
{
    size_t used = 0;
    while (size > 0) {
        const uint8_t *const end = memchr(bytes, '\n', size);
        const size_t length = end != NULL ? (size_t)(end - bytes) : size;
        if (length + 16 > STREAM_MAX - used || length > UINT16_MAX) {
            break;
        }
        used += put_frame(bytes, length, out + used);
        bytes += length + (end != NULL);
        size -= length + (end != NULL);
    }
    return used;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    const struct net_options options = {
        .connections = 16,
        .message_bytes = MESSAGE_BYTES,
        .body_bytes = BODY_BYTES,
        .messages_per_second = 1,
        .requests_per_second = NET_UNLIMITED,
        .hosts = "a",
        .bytes_per_second = NET_UNLIMITED,
        .on = {.request = requested,
               .open = opened,
               .message = messaged,
               .closed = closed,
               .timer = waited,
               .stopping = ended},
    };
    char why[256] = "";
    net = net_open(&options, why, sizeof why);
    if (net == NULL) {
        (void)fprintf(stderr, "fuzz_stream: %s\n", why);
        abort();
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t frames[STREAM_MAX];
    if (size < FRONT || size > STREAM_MAX / 2) {
        return 0;
    }
    struct stream stream = {
        .flags = data[0], .gaps = data + 1, .bytes = data + FRONT, .size = size - FRONT};
    if ((stream.flags & IN_FRAMES) != 0) {
        stream.size = put_frames(stream.bytes, stream.size, frames);
        stream.bytes = frames;
    }
    const struct told in_pieces = run(&stream, true);
    const struct told whole = run(&stream, false);
    if ((stream.flags & NOT_READ) == 0) {
        UTH_CHECK(in_pieces.requests == whole.requests && in_pieces.opened == whole.opened);
        UTH_CHECK(in_pieces.messages == whole.messages && in_pieces.digest == whole.digest);
    }
    ask_for_page();
    return 0;
}
