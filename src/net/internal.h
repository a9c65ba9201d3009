// What the files of net share. The only headers of libuv and OpenSSL are included here.
//
//     bytes --stream_read--> in --+--> head.c --> http.c --> program --> reply.c --+
//                                 |                                                |
//                                 +--> frame.c --> peer.c --> program --> queue ---+
//                                                                                  |
//     bytes <--stream_write-- rest <-----------------------------------------------+
//
// Invariants:
//   (1) What arrives is read by pure functions (head.c, frame.c) from the start of what is there;
//       they keep no state. A connection keeps the bytes that are not whole yet, and its state below.
//   (2) Bytes given to stream_write are on their way: what the socket does not take waits in `rest`,
//       and nothing else is written before it. TLS may have sealed them already.
//   (3) One request is with the program at a time. What a client sends behind it waits, up to
//       NET_HEADERS_MAX bytes; then the socket is not read.
//   (4) The program is called from the loop only, never from inside a call of its own: answers,
//       messages and ends are put on the list `ready`, which is worked off before the loop sleeps.
//   (5) Every state but PEER has a deadline.
#ifndef UTH_NET_INTERNAL_H
#define UTH_NET_INTERNAL_H

#include <openssl/ssl.h>
#include <uv.h>

#include "net/head.h"
#include "net/limit.h"
#include "net/net.h"
#include "net/private.h"

#define READ_CHUNK     16384U   // read at a time: what one TLS record can hold
#define RECEIVE_BUFFER 65536    // of the socket in the kernel, which else takes megabytes unasked
#define WRITE_CHUNK    16384U   // written at a time
#define WRITES_MAX     8        // of messages or chunks in one turn of the loop
#define DISCARD_MAX    1048576U // read and thrown away, so that a refusal arrives
#define ENTRY_COST     64U      // counted for a queued message beside its bytes
#define LEAVE_SECONDS  2        // for the last bytes to be written, and for the client to hang up
#define SWEEP_MS       250
#define TRAFFIC_SWEEPS 16   // between two looks at what a peer has sent
#define FRAGMENTS      32U  // that a message may come in, on average
#define FILES_SPARE    512U // open files for everything but connections

// Places in the queue of a peer beside those of the program: only the newest is worth sending.
enum { SLOT_PING = NET_SLOTS, SLOT_PONG };

enum state {
    HEAD,     // before the head of a request is whole
    BODY,     // its body is arriving
    ASKED,    // the program has it
    ANSWERED, // the answer is being written
    PEER,
    LEAVING, // what was written is the last; what comes is thrown away until the client hangs up
};

// A request and its answer.
struct exchange {
    struct net_request request;
    char *text; // what `request` points to
    size_t text_capacity;
    char *body;
    size_t body_capacity;
    size_t body_expected; // from its Content-Length
    char *head;           // of the answer
    size_t head_size;
    const uint8_t *answer;
    uint8_t *answer_owned; // or NULL
    size_t answer_size;
    size_t written; // of head and answer together
    bool last;      // the connection ends with the answer
};

struct net_message {
    uint32_t shares;
    uint32_t size;
    uint32_t head;         // bytes of the frame's head, right before the text
    unsigned char bytes[]; // FRAME_OUT_MAX, the text
};

struct entry {
    struct entry *next;
    struct net_message *message;
    int slot;
};

struct connection {
    struct net *net;
    struct address *address;
    uint32_t index;
    enum state state;
    // The socket:
    uv_poll_t poll;
    int fd;
    int events; // that are watched for
    SSL *ssl;   // NULL: no TLS
    bool ssl_wants_write;
    bool dying;        // the socket is closed, and the loop will free this
    bool shut;         // nothing more is written
    int64_t deadline;  // when it is closed without a word; 0: never
    uint64_t received; // bytes
    char *in;          // arrived and not used yet
    size_t in_size, in_capacity;
    char *rest; // written and not taken by the socket yet
    size_t rest_size, rest_sent;
    struct connection *ready_next, **ready_link; // among those with something to do; NULL: not
    // Of requests:
    struct exchange *exchange;
    bool begun; // the deadline is that of a request, not of an idle connection
    // Of a peer:
    bool opened; // the program will be told of its end
    void *user;
    struct entry *first;
    struct entry **last; // where the next one is hung in
    size_t queued;       // bytes, with ENTRY_COST each
    int64_t stalled;     // since when nothing could be written; 0: nothing waits
    char *message;       // the fragments received so far
    size_t message_size, message_capacity;
    bool in_message; // a message has begun and not ended
    struct bucket messages, fragments;
    int64_t heard; // when bytes last came
    bool pinged;   // since then
    uint64_t received_before;
    int64_t looked;
    uint16_t close_code; // 0: stays
    char close_reason[NET_REASON_MAX + 1];
    char address_text[INET6_ADDRSTRLEN];
};

struct slot {
    struct connection *connection; // NULL: free
    uint32_t generation;
    uint32_t next_free;
};

struct net {
    struct net_options options;
    char *strings; // that the options point to
    uv_loop_t loop;
    uv_poll_t listen;
    uv_async_t wake;
    uv_timer_t timer, sweep, stop;
    uv_prepare_t before_sleep;
    uv_signal_t terminate, interrupt;
    SSL_CTX *tls;
    int listen_fd;
    uint16_t port;
    bool any_address; // listens on every address of the machine
    bool loop_open, stopping, signalled, listen_paused;
    struct slot *slots;
    struct connection *ready, **ready_last; // with something to do before the loop sleeps
    uint32_t first_free;
    uint32_t sweeps;
    struct addresses addresses;
    struct net_counters counters;
    char *in; // READ_CHUNK bytes, and one more: a zero may be put behind a message
    size_t in_capacity;
    char out[WRITE_CHUNK];
};

// connection.c
// Takes the socket over, whatever comes of it. False: it was turned away.
bool connection_adopt(struct net *net, int fd, const struct sockaddr_storage *from);
uint64_t connection_rename(struct connection *connection); // a new number; the old one is gone
uint64_t connection_id(const struct connection *connection);
struct connection *connection_find(const struct net *net, uint64_t id);
void connection_limit(struct connection *connection, uint32_t seconds); // and then it is killed
void connection_kill(struct connection *connection);                    // without a word
void connection_leave(struct connection *connection); // once what was written is sent
void connection_ready(struct connection *connection); // has something to do
void connections_work(struct net *net);               // does it, before the loop sleeps
void connections_sweep(struct net *net);

// stream.c: the bytes of a connection, over TLS or not.
SSL_CTX *tls_open(const struct net_options *options);
bool stream_open(struct connection *connection);
// Bytes read into `to`; 0: nothing there; -1: the end, or a broken connection.
int stream_read(struct connection *connection, char *to, size_t size);
// Invariant (2); false when the connection is broken or there is no memory.
UTH_NODISCARD bool stream_write(struct connection *connection, const char *bytes, size_t size);
UTH_NODISCARD bool stream_flush(struct connection *connection);
void stream_shut(struct connection *connection); // says that nothing more comes

// accept.c
bool accept_open(struct net *net, char *why, size_t why_size);
void accept_resume(struct net *net);
void accept_close(struct net *net);

// http.c: what has arrived of a request; returns how many bytes were used, 0: more are needed.
size_t http_head(struct connection *connection, const char *bytes, size_t size);
size_t http_body(struct connection *connection, const char *bytes, size_t size);
void http_refuse(struct connection *connection, int status, enum net_refusal why);
void exchange_free(struct exchange *exchange);

// host.c
bool host_is_ours(const struct net *net, const char *host);

// reply.c
void reply_write(struct connection *connection);           // what the socket takes of an answer
void reply_now(struct connection *connection, int status); // and leaves

// handshake.c: or is refused.
void become_peer(struct connection *connection, struct net_request *request,
                 const struct head *head);

// peer.c
size_t peer_read(struct connection *connection, char *bytes, size_t size);
void peer_write(struct connection *connection);
void peer_clear(struct connection *connection);
void peer_sweep(struct connection *connection, int64_t now);
void peer_shut(struct connection *connection, uint16_t code, const char *reason);

static inline void refused(struct net *net, enum net_refusal why)
{
    net->counters.refused[why]++;
}

#endif
