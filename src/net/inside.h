// What the files of net share. The only headers of libwebsockets and libuv are included here.
//
// Rules for libwebsockets 4.1.6, each held by a test in tests/net:
//   (1) Answers and closes are written from its writable callbacks; elsewhere we ask for one.
//       Messages are written once a turn of the loop, before it sleeps, unless part of the last
//       write still waits: then the callback writes them too.
//   (2) Whatever it calls us with, a connection is ours from SERVER_NEW_CLIENT_INSTANTIATED to
//       WSI_DESTROY. CLOSED also comes for handshakes that were refused, or not at all.
//   (3) After an answer we hang up, always. A second request in the same segment is parsed from a
//       list which, if it has a body, is freed while it is being read; an unread body makes it call
//       us again and again.
//   (4) It does not read from a connection whose GET we have not answered, yet keeps asking the
//       kernel whether it could: bytes or an end that arrive meanwhile keep the loop busy for
//       nothing. So a guard of ours takes them away (see guard.c).
//   (5) It knows no limit of its own on anything that matters here, and its check of UTF-8 passes
//       over half a letter before an empty last fragment: text is checked here.
//   (6) It looks at its timers only after a socket of its own had something to say. Whoever limits
//       a connection's time from anywhere else must wake it, or it stays until somebody comes by.
#ifndef UTH_NET_INSIDE_H
#define UTH_NET_INSIDE_H

#include <libwebsockets.h>
#include <uv.h>

#include "net/limit.h"
#include "net/net.h"

#define WRITE_CHUNK   16384U   // written at a time; fits whenever the socket says it is writable
#define WRITES_MAX    8        // of messages or chunks in one turn of the loop
#define DISCARD_MAX   1048576U // of a body we refuse and yet read, so that the refusal arrives
#define ENTRY_COST    64U      // counted for a queued message beside its bytes
#define RECEIVE_CHUNK 2048U    // held for every peer
#define CLOSE_SECONDS 2        // for a close to be written to a slow peer, or to be answered
#define TRAFFIC_TURNS 4        // sweeps between two looks at what a peer has sent
#define FRAGMENTS     32U      // that a message may come in, on average
#define TEXT_MAX      16384U   // twice NET_HEADERS_MAX
#define FILES_SPARE   512U     // open files for everything but connections

enum state {
    IDLE,     // before the headers of a request are whole
    BODY,     // its body is arriving
    ASKED,    // the program has it
    ANSWERED, // the answer is being written
    OPENING,  // a handshake that was accepted
    PEER,
    GONE,
};

// A request and its answer.
struct exchange {
    struct net_request request;
    char *text; // what `request` points to
    uint8_t *body;
    size_t body_expected; // from its Content-Length
    bool endless;         // or there is no telling where the body ends
    int refusal;          // the status to answer with once the body has been read; 0: none
    bool in_body;         // libwebsockets reads on its own until we have answered
    char *head;           // of the answer
    size_t head_size;
    const uint8_t *answer;
    uint8_t *answer_owned; // or NULL
    size_t answer_size;
    size_t written; // of head and answer together
};

struct net_message {
    uint32_t shares;
    uint32_t size;
    uint32_t head;         // bytes of the frame's head, right before the text
    unsigned char bytes[]; // LWS_PRE, the text
};

struct entry {
    struct entry *next;
    struct net_message *message;
    int slot;
};

struct connection {
    struct net *net;
    struct lws *wsi;
    struct address *address;
    struct exchange *exchange;
    struct guard *guard;
    uint32_t index;
    enum state state;
    // Of a peer:
    void *user;
    struct entry *first;
    struct entry **last; // where the next one is hung in
    size_t queued;       // bytes, with ENTRY_COST each
    int64_t stalled;     // since when nothing could be written; 0: nothing waits
    struct connection *ready_next, **ready_link; // among those with something to write; NULL: not
    bool blocked;                                // waits for the writable callback
    bool broken;                                 // nothing more is written
    char *message;                               // received so far
    size_t message_size, message_room;
    struct bucket messages, fragments;
    uint64_t received; // bytes, when last looked at
    int64_t looked;
    uint16_t close_code; // 0: stays
    bool close_written;
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
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    lws_retry_bo_t retry;
    int listen_fd;
    uint16_t port;
    bool loop_open, stopping, signalled, listen_paused;
    struct slot *slots;
    struct connection *ready, **ready_last; // with something to write
    uint32_t first_free;
    uint32_t sweeps;
    struct addresses addresses;
    struct net_counters counters;
    char *inbox;         // a message that came in one piece, message_bytes and a zero
    char text[TEXT_MAX]; // of the request being read
    unsigned char out[LWS_PRE + WRITE_CHUNK];
};

// connection.c
struct connection *connection_new(struct net *net, const struct sockaddr_storage *from);
void connection_end(struct connection *connection); // tells the program; may be repeated
void connection_free(struct connection *connection);
uint64_t connection_rename(struct connection *connection); // a new number; the old one is gone
uint64_t connection_id(const struct connection *connection);
struct connection *connection_find(const struct net *net, uint64_t id);
void connection_limit(struct connection *connection, int seconds); // and then it is killed
void connection_kill(struct connection *connection);               // soon, without a word

// accept.c
bool accept_open(struct net *net, char *why, size_t why_size);
void accept_resume(struct net *net);
void accept_close(struct net *net);

// guard.c: takes from the socket what libwebsockets leaves lying.
void guard_start(struct connection *connection);
void guard_stop(struct connection *connection);

// request.c
// Reads the request that libwebsockets has parsed. 0, or the status to refuse it with; the exchange
// is made in either case, NULL when there is no memory.
int request_read(struct connection *connection, struct exchange **exchange);
void exchange_free(struct exchange *exchange);

// reply.c
void reply_set(struct connection *connection, const struct net_response *response);
void reply_status(struct connection *connection, int status);
bool reply_now(struct connection *connection, int status); // inside a callback, before hanging up
int reply_write(struct connection *connection);            // from the writable callback

// http.c
int http_callback(struct connection *connection, enum lws_callback_reasons why, void *in,
                  size_t size);

// peer.c
int peer_upgrade(struct connection *connection); // may it become one? 0, or -1 after a refusal
int peer_callback(struct connection *connection, enum lws_callback_reasons why, const char *in,
                  size_t size);
void peer_clear(struct connection *connection);
void peers_flush(struct net *net); // writes what was queued in this turn of the loop
void peer_sweep(struct connection *connection, int64_t now);
void peer_shut(struct connection *connection, uint16_t code, const char *reason);

static inline void refused(struct net *net, enum net_refusal why)
{
    net->counters.refused[why]++;
}

#endif
