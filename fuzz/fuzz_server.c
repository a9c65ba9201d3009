// The whole server, from the bytes a client sends to those it gets: net, serve, room, office and a store in
// memory, with somebody of every role logged in. Nothing it is sent makes it end; what it answers can be
// read; after all of it the books hold, and it still plays for whoever is honest.
//
// A line of the input is one act. Its first letter says who: a client's number (see `casts`); its second
// what, and the rest is that:
//
//     4W{"type":"watch","table":1}        a message, in a frame
//     4F.text                             a frame: '.' is its first byte, as in fuzz_stream; not masked with ' '
//     4Rbytes                             bytes on the socket, whatever they are
//     4P/api/logout {}                    a request, on a connection that is kept; G: without a body
//     -Rbytes                             bytes on a fresh connection; \x1f stands for the end of a line
//     4X                                  closes all of their connections
//     -T2500                              so many milliseconds go by
//     ~17 2000                            that many messages by chance, from this seed (messages.c)
//
// With FUZZ_MESSAGES set, such a line may ask for as many as it likes, and what was done is said at the end;
// tools/fuzz_messages runs it so.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <jansson.h>

#include "backing.h"
#include "messages.h"
#include "net/internal.h"
#include "serve/server.h"

#define LINES_MAX  64
#define CHANCE_MAX 200 // messages by chance in one input, unless FUZZ_MESSAGES says otherwise
#define WAIT_MAX   100000
#define BYTES_MAX  ((size_t)256 * 1024)
#define TURNS_MAX  20000
#define PIECE      60000 // of what is sent at once

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// ---- the loop ----------------------------------------------------------------------------------

static struct net *net;
static struct serve *serve;
static int64_t timer_ms;
static const uint8_t *input;
static size_t input_size;

uint64_t __wrap_uv_hrtime(void);
uint64_t __wrap_uv_hrtime(void)
{
    return (uint64_t)backing.now_ms * 1000000;
}

void __wrap_net_timer(struct net *of, int64_t delay_ms);
void __wrap_net_timer(struct net *of, int64_t delay_ms)
{
    (void)of;
    timer_ms = delay_ms < 0 ? INT64_MAX : backing.now_ms + delay_ms;
}

static void turn(void)
{
    (void)uv_run(&net->loop, UV_RUN_NOWAIT);
    while (backing_has_work()) {
        net->options.on.woken(net->options.context);
        (void)uv_run(&net->loop, UV_RUN_NOWAIT);
    }
}

static void wait(int64_t ms)
{
    const int64_t until = backing.now_ms + ms;
    for (unsigned turns = 0; turns < 64 && timer_ms <= until; turns++) {
        backing.now_ms = timer_ms > backing.now_ms ? timer_ms : backing.now_ms;
        timer_ms = INT64_MAX;
        net->options.on.timer(net->options.context);
        turn();
    }
    backing.now_ms = until > backing.now_ms ? until : backing.now_ms;
    connections_sweep(net);
    turn();
}

// ---- connections -------------------------------------------------------------------------------

struct line {
    int fd;       // -1: none
    bool greeted; // the head of the first answer has come
    bool is_peer; // and it said so
    size_t got;
    uint8_t *bytes; // BYTES_MAX: what came and was not looked at yet
};

struct caller {
    struct line peer, http;
};

static struct caller callers[MESSAGES_CLIENTS];

static void hang_up(struct line *line)
{
    if (line->fd >= 0) {
        (void)close(line->fd);
    }
    line->fd = -1;
    line->got = 0;
    line->greeted = line->is_peer = false;
}

static void arrive(struct line *line, unsigned number)
{
    struct sockaddr_storage from;
    struct sockaddr_in *const four = (struct sockaddr_in *)&from;
    int ends[2];
    memset(&from, 0, sizeof from);
    four->sin_family = AF_INET;
    four->sin_addr.s_addr = htonl(0xc0000201U + number % 4); // 192.0.2.1 to 4
    UTH_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    line->fd = ends[0];
    if (!connection_adopt(net, ends[1], &from)) {
        hang_up(line);
    }
}

static void check_json(const uint8_t *text, size_t size)
{
    json_t *document = json_loadb((const char *)text, size, JSON_REJECT_DUPLICATES, NULL);
    UTH_CHECK(document != NULL);
    json_decref(document);
}

// The first frame of those bytes, looked at; 0: it is not whole.
static size_t take_frame(const uint8_t *at, size_t left)
{
    if (left < 2) {
        return 0;
    }
    const size_t extended = at[1] == 126 ? 2 : at[1] == 127 ? 8 : 0;
    size_t size = extended == 0 ? at[1] : 0;
    if (left < 2 + extended) {
        return 0;
    }
    for (size_t i = 0; i < extended; i++) {
        size = size * 256 + at[2 + i];
    }
    const unsigned kind = at[0] & 15;
    UTH_CHECK((at[0] & 0xf0) == 0x80 && at[1] < 128);
    UTH_CHECK(kind == 1 || kind == 8 || kind == 9 || kind == 10);
    if (size > left - 2 - extended) {
        UTH_CHECK(size + 2 + extended < BYTES_MAX);
        return 0;
    }
    if (kind == 1) {
        check_json(at + 2 + extended, size);
    }
    return 2 + extended + size;
}

// What a server says first is an answer, whoever asked for what.
static void look_at_head(struct line *line)
{
    const size_t fits = line->got < 9 ? line->got : 9;
    UTH_CHECK(memcmp(line->bytes, "HTTP/1.1 ", fits) == 0);
    const uint8_t *end = memmem(line->bytes, line->got, "\r\n\r\n", 4);
    if (line->got < 12 || end == NULL) {
        return;
    }
    line->is_peer = memcmp(line->bytes + 9, "101", 3) == 0;
    line->greeted = true;
    line->got -= (size_t)(end + 4 - line->bytes);
    memmove(line->bytes, end + 4, line->got);
}

// Of HTTP nothing but the head of the first answer is looked at: fuzz_stream reads what net sends.
static void look_at(struct line *line)
{
    size_t used = 0;
    if (!line->greeted) {
        look_at_head(line);
    }
    for (size_t step = 1; line->greeted && line->is_peer && step > 0; used += step) {
        step = take_frame(line->bytes + used, line->got - used);
    }
    used = line->greeted && !line->is_peer ? line->got : used;
    line->got -= used;
    memmove(line->bytes, line->bytes + used, line->got);
}

static void take(struct line *line)
{
    while (line->fd >= 0) {
        UTH_CHECK(line->got < BYTES_MAX);
        const ssize_t size =
            recv(line->fd, line->bytes + line->got, BYTES_MAX - line->got, MSG_DONTWAIT);
        if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
            hang_up(line);
        } else if (size < 0) {
            return;
        } else {
            line->got += (size_t)size;
            look_at(line);
            turn(); // there may be more where the server waited for room
        }
    }
}

static void settle(void)
{
    turn();
    for (unsigned i = 0; i < MESSAGES_CLIENTS; i++) {
        take(&callers[i].peer);
        take(&callers[i].http);
    }
    turn();
}

static void give(struct line *line, const void *bytes, size_t size)
{
    if (line->fd >= 0 && size > 0) {
        (void)!send(line->fd, bytes, size < PIECE ? size : PIECE, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    settle();
}

// ---- people ------------------------------------------------------------------------------------

// The cast: four guests, a player, and somebody of each role that works here.
static const uint8_t casts[MESSAGES_CLIENTS] = {
    ROOM_ROLE_GUEST,   ROOM_ROLE_GUEST,  ROOM_ROLE_GUEST,      ROOM_ROLE_GUEST,
    ROOM_ROLE_PLAYER,  ROOM_ROLE_DEALER, ROOM_ROLE_SUPERVISOR, ROOM_ROLE_EXECUTIVE,
    ROOM_ROLE_AUDITOR, ROOM_ROLE_MANAGER};

struct who {
    char cookie[SESSION_TOKEN_MAX];
    char csrf[SESSION_CSRF_MAX];
};

// The one of that role with as many of them before; a guest who has been removed has a successor.
static bool session_of(unsigned number, struct who *who)
{
    unsigned before = 0;
    for (unsigned i = 0; i < number; i++) {
        before += casts[i] == casts[number];
    }
    for (size_t i = 0; i < office_person_count(serve->office); i++) {
        const struct office_person *person = office_person_at(serve->office, i);
        if (person->state.role == casts[number] && before-- == 0) {
            const struct session session = {person->state.id, person->state.generation,
                                            backing.now_ms / 1000 + SESSION_STAFF_S};
            session_write(&serve->session_key, &session, who->cookie);
            session_csrf(&serve->session_key, &session, who->csrf);
            return true;
        }
    }
    return false;
}

static void connect_peer(struct caller *caller, unsigned number)
{
    char text[512];
    struct who who;
    if (caller->peer.fd >= 0 || !session_of(number, &who)) {
        return;
    }
    arrive(&caller->peer, number);
    const int size = snprintf(text, sizeof text,
                              "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
                              "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: uth1\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                              "Cookie: " SESSION_COOKIE "=%s\r\n\r\n",
                              who.cookie);
    give(&caller->peer, text, (size_t)size);
}

static void request(unsigned number, bool post, const char *path, const char *body, size_t size)
{
    static char text[PIECE + 2048];
    struct who who = {"", ""};
    struct line *line = &callers[number].http;
    const bool somebody = session_of(number, &who);
    const size_t length = size < PIECE ? size : PIECE;
    int used = snprintf(text, 2048, "%s %.1000s HTTP/1.1\r\nHost: localhost\r\n",
                        post ? "POST" : "GET", path);
    if (somebody) {
        used +=
            snprintf(text + used, 2048U - (size_t)used,
                     "Cookie: " SESSION_COOKIE "=%s\r\nX-CSRF-Token: %s\r\n", who.cookie, who.csrf);
    }
    if (post) {
        used += snprintf(text + used, 2048U - (size_t)used,
                         "Content-Type: application/json\r\nContent-Length: %zu\r\n"
                         "Idempotency-Key: %zu\r\n",
                         length, length % 32);
    }
    memcpy(text + used, "\r\n", 2);
    if (post && length > 0) {
        memcpy(text + used + 2, body, length);
    }
    if (line->fd < 0) {
        arrive(line, number);
    }
    give(line, text, (size_t)used + 2 + (post ? length : 0));
}

// ---- acts --------------------------------------------------------------------------------------

static void send_frame(struct caller *caller, uint8_t first, const char *text, size_t size)
{
    static const uint8_t mask[4] = {0x5a, 0xa5, 0x3c, 0xc3};
    static uint8_t out[PIECE + 16];
    const bool masked = (first & 32) == 0;
    const uint8_t bit = masked ? 0x80 : 0;
    const size_t length = size < PIECE ? size : PIECE;
    size_t used = 0;
    out[used++] = (uint8_t)((first & 15) | ((first & 16) != 0 ? 0 : 0x80));
    out[used++] = (uint8_t)(bit | (length < 126 ? length : 126));
    if (length >= 126) {
        out[used++] = (uint8_t)(length >> 8);
        out[used++] = (uint8_t)length;
    }
    if (masked) {
        memcpy(out + used, mask, sizeof mask);
        used += sizeof mask;
    }
    for (size_t i = 0; i < length; i++) {
        out[used++] = (uint8_t)((uint8_t)text[i] ^ (masked ? mask[i % 4] : 0));
    }
    give(&caller->peer, out, used);
}

static void fresh(const char *text, size_t size)
{
    static struct line line = {.fd = -1};
    static char out[2 * PIECE];
    size_t used = 0;
    for (size_t i = 0; i < size && used + 2 < sizeof out; i++) {
        if (text[i] == 0x1f) {
            out[used++] = '\r';
        }
        out[used++] = text[i] == 0x1f ? '\n' : text[i];
    }
    arrive(&line, 3);
    give(&line, out, used);
    hang_up(&line);
    settle();
}

static void ask(unsigned number, bool post, char *text, size_t size)
{
    char *const space = post ? memchr(text, ' ', size) : NULL;
    if (space != NULL) {
        *space = '\0';
        request(number, post, text, space + 1, size - (size_t)(space + 1 - text));
    } else {
        request(number, post, text, "", 0);
    }
}

// `text` has a zero behind it.
static void act(char who, char kind, char *text, size_t size)
{
    const unsigned number = (unsigned)(who - '0');
    if (kind == 'T') {
        const unsigned long ms = strtoul(text, NULL, 10);
        wait((int64_t)(ms < WAIT_MAX ? ms : WAIT_MAX));
        return;
    }
    if (number >= MESSAGES_CLIENTS) {
        if (kind == 'R') {
            fresh(text, size);
        }
        return;
    }
    struct caller *caller = &callers[number];
    switch (kind) {
    case 'P':
    case 'G': ask(number, kind == 'P', text, size); return;
    case 'X':
        hang_up(&caller->peer);
        hang_up(&caller->http);
        settle();
        return;
    default: break;
    }
    connect_peer(caller, number);
    switch (kind) {
    case 'W': send_frame(caller, 1, text, size); return;
    case 'F':
        if (size > 0) {
            send_frame(caller, (uint8_t)text[0], text + 1, size - 1);
        }
        return;
    case 'R': give(&caller->peer, text, size); return;
    default: return;
    }
}

// ---- all of it ---------------------------------------------------------------------------------

static uint64_t handled; // messages, of all inputs
static uint64_t carried_out, rounds;

static void look_at_tables(struct messages *messages)
{
    for (uint32_t i = 0; i < MESSAGES_TABLES; i++) {
        const struct uth_round *round = &office_table(serve->office, i + 1)->room.round;
        messages->moments[i] =
            (struct messages_moment){round->number, uth_phase_name((enum uth_phase)round->phase)};
    }
}

static void by_chance(uint64_t seed, uint64_t count)
{
    struct messages messages;
    struct message message;
    messages_start(&messages, seed);
    for (uint64_t i = 0; i < count; i++) {
        look_at_tables(&messages);
        messages_next(&messages, &message);
        act(message.who, message.kind, message.text, message.size);
        handled++;
    }
}

static void come_in(void)
{
    char line[256];
    for (unsigned role = ROOM_ROLE_PLAYER; role <= ROOM_ROLE_AUDITOR; role++) {
        const int size = snprintf(line, sizeof line,
                                  "/api/users {\"name\":\"person %u\",\"role\":\"%s\",\"card\":%u,"
                                  "\"password\":\"seven and nine\",\"pin\":\"471147\"}",
                                  role, room_role_name((enum room_role)role), 1000 + role);
        act('9', 'P', line, (size_t)size);
    }
    for (unsigned i = 0; i < 4; i++) {
        (void)snprintf(line, sizeof line, "/api/guest {}");
        act((char)('0' + i), 'P', line, strlen(line));
    }
    for (unsigned i = 0; i < MESSAGES_CLIENTS; i++) {
        struct who who;
        UTH_CHECK(session_of(i, &who));
    }
}

static void run_line(const uint8_t *line, size_t size)
{
    char *copy = calloc(1, size + 1);
    UTH_CHECK(copy != NULL);
    memcpy(copy, line, size);
    if (size > 0 && copy[0] == '~') {
        char *end = NULL;
        const uint64_t seed = strtoull(copy + 1, &end, 10);
        const uint64_t count = strtoull(end, NULL, 10);
        const uint64_t max = getenv("FUZZ_MESSAGES") != NULL ? UINT64_MAX : CHANCE_MAX;
        by_chance(seed, count < max ? count : max);
    } else if (size >= 2) {
        act(copy[0], copy[1], copy + 2, size - 2);
        handled++;
    }
    free(copy);
}

// Whoever is honest is still served.
static void check_alive(void)
{
    char lobby[] = "{\"type\":\"lobby\"}";
    struct caller *caller = &callers[9];
    hang_up(&caller->peer);
    settle();
    wait(1000);
    act('9', 'W', lobby, strlen(lobby));
    UTH_CHECK(caller->peer.fd >= 0 && caller->peer.is_peer);
}

void __wrap_net_run(struct net *of);
void __wrap_net_run(struct net *of)
{
    net = of;
    serve = of->options.context;
    settle();
    come_in();
    const uint8_t *at = input;
    const uint8_t *const end = input + input_size;
    for (unsigned lines = 0; at < end && lines < LINES_MAX; lines++) {
        const uint8_t *const stop = memchr(at, '\n', (size_t)(end - at));
        const size_t size = stop != NULL ? (size_t)(stop - at) : (size_t)(end - at);
        run_line(at, size);
        at += size + 1;
    }
    check_alive();
    carried_out += serve->counters.commands[0];
    rounds += serve->counters.rounds;
    for (unsigned i = 0; i < MESSAGES_CLIENTS; i++) {
        hang_up(&callers[i].peer);
        hang_up(&callers[i].http);
    }
    net->options.on.stopping(net->options.context);
    for (unsigned i = 0; net_counters(net).connections != 0; i++) {
        UTH_CHECK(i < TURNS_MAX);
        backing.now_ms += i > 10 ? 1000 : 0;
        connections_sweep(net);
        turn();
    }
    turn();
}

static void say(void)
{
    (void)fprintf(stderr, "handled %llu messages, %llu commands carried out, %llu rounds\n",
                  (unsigned long long)handled, (unsigned long long)carried_out,
                  (unsigned long long)rounds);
}

static const struct config *configuration(void)
{
    static const char tables[] =
        "[table Rainier]\nprofile = washington\nmeter = yes\nconfirm_up_to = 20000\n"
        "betting_ms = 4000\ndecision_ms = 3000\nhouse_players = 2\n"
        "[table Grace]\nprofile = washington\nmeter = yes\npace = dealer\ncontroller = nexus\n"
        "[table Shasta]\nprofile = california-8\nbetting_ms = 4000\noffer_ms = 2000\n"
        "proposition_players = 2\nprovider = Redwood Players\nprovider_bankroll = 5000000\n";
    static const struct config *made;
    struct fault fault;
    if (made != NULL) {
        return made;
    }
    struct config *config = backing_config(tables);
    static const char *const keys[] = {"requests_per_second", "messages_per_second",
                                       "guests_per_address"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        UTH_CHECK(config_set(config, keys[i], "1000000", &fault));
    }
    UTH_CHECK(config_set(config, "connections", "64", &fault));
    UTH_CHECK(config_set(config, "port", "0", &fault));
    for (unsigned i = 0; i < MESSAGES_CLIENTS; i++) {
        callers[i].peer = (struct line){.fd = -1, .bytes = malloc(BYTES_MAX)};
        callers[i].http = (struct line){.fd = -1, .bytes = malloc(BYTES_MAX)};
        UTH_CHECK(callers[i].peer.bytes != NULL && callers[i].http.bytes != NULL);
    }
    if (getenv("FUZZ_MESSAGES") != NULL) {
        UTH_CHECK(atexit(say) == 0);
    }
    made = config;
    return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input = data;
    input_size = size;
    timer_ms = INT64_MAX;
    backing_serve(configuration());
    return 0;
}
