// HTTP, WebSocket and TLS on one event loop. Knows no word of the game.
//
//     accept --> request ------------------------> request() --> net_reply, now or later
//                 ^ |                                               |
//                 +-|-------------- the next request ---------------+
//                   |                                               +--> closed
//                   +-- upgrade --> open() --> peer
//                                               |  message(), net_send
//                                               +-----------------> closed()
//
// Invariants:
//   (1) One thread: everything but net_wake is called on the thread that runs net_run, and every
//       callback comes from there.
//   (2) A peer and a request are numbers, never pointers. The number of a gone one names nobody
//       for ever: to answer or to send to it does nothing.
//   (3) What one client can make us hold is bounded: connections, messages, bodies, queues.
//   (4) A client that does not read is closed; nobody waits for it.
//   (5) A connection carries one request after another, each answered before the next is looked at.
//       After a request that was refused it is closed: where the next one begins is not certain.
//   (6) closed() is called exactly once for each peer that open() accepted, never from inside a
//       call of ours.
#ifndef UTH_NET_NET_H
#define UTH_NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/check.h"

#define NET_PATH_MAX    1024U // longer ones are refused with 414
#define NET_HEADERS_MAX 8192U // all headers of a request together
#define NET_REASON_MAX  120U  // of a close, in bytes
#define NET_SLOTS       8     // of snapshots, for each peer

struct net;

// ---- requests ---------------------------------------------------------------------------------

enum net_method { NET_GET, NET_HEAD, NET_POST, NET_METHOD_COUNT };

// The headers that are looked at; a request that repeats one of them is refused, cookies excepted.
enum net_header {
    NET_COOKIE,
    NET_ORIGIN,
    NET_CONTENT_TYPE,
    NET_HOST,
    NET_IF_NONE_MATCH,
    NET_ACCEPT_ENCODING,
    NET_AUTHORIZATION,
    NET_CSRF_TOKEN,      // X-CSRF-Token
    NET_IDEMPOTENCY_KEY, // Idempotency-Key
    NET_HEADER_COUNT,
};

// Valid during the callback that brings it.
struct net_request {
    uint64_t id; // for net_reply; of a handshake: the peer it becomes
    enum net_method method;
    const char *path;  // decoded; starts with '/', has no "..", "//", '\\' or control character
    const char *query; // "name=value" strings, decoded, one behind the other; an empty one ends
    const char *headers[NET_HEADER_COUNT]; // NULL where there is none
    const char *address;                   // of the client, in digits
    const uint8_t *body;                   // a zero stands behind it
    size_t body_size;
    bool secure; // came over TLS
};

// The value of a name in the query, or NULL.
const char *net_query(const struct net_request *request, const char *name);

struct net_field {
    const char *name;
    const char *value;
};

struct net_response {
    int status;
    const char *content_type;       // NULL: none
    const struct net_field *fields; // further headers; no value may hold a line end
    size_t field_count;
    const void *body; // copied, unless
    size_t size;
    bool static_body; // it outlives the server: an embedded page
};

// Answers a request, once. To HEAD the body is not sent. False when the client has gone.
bool net_reply(struct net *net, uint64_t request, const struct net_response *response);
// Whether somebody still waits for the answer.
bool net_awaits(struct net *net, uint64_t request);

// ---- options ----------------------------------------------------------------------------------

// All callbacks but `request` may be NULL.
struct net_callbacks {
    // GET, HEAD (answered like GET) or POST. Answered by net_reply inside the callback or later,
    // from woken() say.
    void (*request)(void *context, const struct net_request *request);
    // A WebSocket handshake on ws_path with an Origin of ours. False refuses it with 403. The peer
    // may be sent to at once. NULL: every handshake is refused.
    bool (*open)(void *context, uint64_t peer, const struct net_request *handshake);
    // One whole text message, UTF-8; a zero stands behind it.
    void (*message)(void *context, uint64_t peer, const char *text, size_t size);
    void (*closed)(void *context, uint64_t peer);
    void (*woken)(void *context);    // after one or more net_wake
    void (*timer)(void *context);    // when net_timer ran out
    void (*stopping)(void *context); // SIGTERM or SIGINT; NULL: net_stop
};

// Zero in a number takes the default named beside it.
struct net_options {
    const char *host;           // an address or name to listen on; NULL: 127.0.0.1
    uint16_t port;              // 0: any free one, see net_port
    const char *cert, *key;     // PEM files; NULL: no TLS
    const char *ws_path;        // NULL: "/ws"
    const char *ws_protocol;    // the one subprotocol a client may name; NULL: none is known
    const char *origin_allowed; // "https://example.org"; NULL: what the Host header says
    // Names a request may ask for in its Host header, with commas between them, beside these: host,
    // that of origin_allowed, those of the certificate, localhost and loopback addresses; where
    // host is a wildcard, any address in digits.
    const char *hosts;
    const char *security_policy;      // Content-Security-Policy; NULL: "default-src 'self'"
    uint32_t connections;             // 8192
    uint32_t connections_per_address; // 128; an IPv6 address counts with its /64
    uint32_t message_bytes;           // 16 KiB, of a message received
    uint32_t body_bytes;              // 64 KiB, of a request
    uint32_t queue_bytes;             // 256 KiB, waiting for one peer
    uint32_t send_buffer;             // 64 KiB, of the socket in the kernel
    uint32_t messages_per_second;     // 50, of one peer
    uint32_t messages_burst;          // 100
    uint32_t bytes_per_second;        // 64 KiB, of one peer over some seconds, pings included
    uint32_t requests_per_second;     // 100, of one address, handshakes included
    uint32_t requests_burst;          // 400
    uint32_t header_seconds;          // 10, for a request or a TLS handshake to be whole
    uint32_t reply_seconds;           // 30, for the program to answer
    uint32_t stall_seconds;           // 20, for a client to take something of what waits for it
    uint32_t ping_seconds;            // 25, after which a silent peer is pinged
    uint32_t silent_seconds;          // 40, after which it is closed; more than ping_seconds
    uint32_t idle_seconds;            // 60, for the next request on a connection
    uint32_t stop_seconds;            // 5, for everyone to leave after net_stop
    void *context;
    struct net_callbacks on;
};

#define NET_UNLIMITED UINT32_MAX // for the per-address and per-second limits

// ---- the loop ---------------------------------------------------------------------------------

// Listens. NULL when it cannot: then `why` says what is wrong, in a sentence. Raises the limit of
// open files to what the connections need.
UTH_NODISCARD struct net *net_open(const struct net_options *options, char *why, size_t why_size);
// Serves until net_stop has been called and everyone has left.
void net_run(struct net *net);
// Stops listening, closes all peers with 1001 once their queues are sent, lets replies under way
// finish, and ends net_run.
void net_stop(struct net *net);
// After a signal asked for the end, SIGTERM and SIGINT are ignored from here on.
void net_close(struct net **pointer);

uint16_t net_port(const struct net *net);
// Milliseconds of a clock that never jumps.
int64_t net_now(void);
// Calls timer() once after `delay_ms`; a second call moves it, a negative delay stops it.
void net_timer(struct net *net, int64_t delay_ms);
// The one function for other threads: calls woken() soon.
void net_wake(struct net *net);

// ---- peers ------------------------------------------------------------------------------------

#define NET_KEEP (-1)

// Sends a text message. With NET_KEEP it is delivered, after all that was sent before; with a slot
// below NET_SLOTS it is a snapshot and takes the place of the unsent one of that slot, at the end
// of the queue. When more than queue_bytes wait the peer is closed with 1013, when there is no
// memory with 1011, so that nobody waits for it. False when the peer has gone or is going.
bool net_send(struct net *net, uint64_t peer, const void *text, size_t size, int slot);

// The same bytes for many peers, copied once.
struct net_message;
struct net_message *net_message_new(size_t size);    // NULL: out of memory
char *net_message_text(struct net_message *message); // `size` bytes to fill before the first send
// Takes a share of the message; the caller keeps theirs. NULL stands for one there was no memory for.
bool net_send_message(struct net *net, uint64_t peer, struct net_message *message, int slot);
void net_message_release(struct net_message *message);

// Closes once the queue is sent, at most stall_seconds later. `reason` may be NULL.
void net_peer_close(struct net *net, uint64_t peer, uint16_t code, const char *reason);
// Whatever the program wants to find again with the peer; NULL at first and for a gone peer.
void net_peer_set_user(struct net *net, uint64_t peer, void *user);
void *net_peer_user(const struct net *net, uint64_t peer);

// ---- figures ----------------------------------------------------------------------------------

enum net_refusal {
    NET_REFUSED_FULL,     // connections
    NET_REFUSED_ADDRESS,  // connections of one address
    NET_REFUSED_RATE,     // requests of one address
    NET_REFUSED_MESSAGES, // messages of one peer
    NET_REFUSED_SIZE,     // message, body, path
    NET_REFUSED_ORIGIN,
    NET_REFUSED_HANDSHAKE, // path, version, or the program said no
    NET_REFUSED_MALFORMED,
    NET_REFUSED_STOPPING,
    NET_REFUSED_HOST, // a name that is none of ours
    NET_REFUSAL_COUNT,
};

struct net_counters {
    uint32_t connections; // open now
    uint32_t peers;       // of them
    uint64_t accepted;
    uint64_t requests;
    uint64_t messages_in, messages_out;
    uint64_t bytes_in, bytes_out; // of bodies and messages
    uint64_t replaced;            // snapshots that a newer one overtook
    uint64_t dropped_slow;        // peers that did not read
    uint64_t refused[NET_REFUSAL_COUNT];
};

struct net_counters net_counters(const struct net *net);
// "full", "address" …, for a label.
const char *net_refusal_name(enum net_refusal refusal);

#endif
