// Requests as anybody may send them, to the whole server: each gets one answer that can be read,
// what is refused or only asks stores nothing, and the books hold.
//
// A line of the input is one act, and who does it is its first letter: a role's number, or '-'
// nobody.
//
//     6P/api/users {"name":"Ann","role":"dealer","password":"seven and nine"}
//     3G/api/log?from=1&kind=people
//     0W{"type":"watch","table":1}
//     -T2500
//
// P and G: a request with its path, query and body; p: a body that does not say it is JSON; H:
// HEAD; c: a POST without the token that goes with a session. What stands behind the path of a G or
// an H says which encodings it takes, and which page it has. W: a message on his socket, which is
// opened if need be; X: it is closed. T: so many milliseconds go by.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_world.h"
#include "net/text.h"

#define LINES_MAX 24
#define WAIT_MAX  100000 // ms in one line
#define BODY_MAX  65536

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *input;

// ---- who ---------------------------------------------------------------------------------------

struct who {
    char cookie[sizeof SESSION_COOKIE + 1 + SESSION_TOKEN_MAX];
    char csrf[SESSION_CSRF_MAX];
};

// The first of this role who has one may come in.
static bool session_of(unsigned role, struct who *who)
{
    const struct serve *serve = world.serve;
    char token[SESSION_TOKEN_MAX];
    for (size_t i = 0; i < office_person_count(serve->office); i++) {
        const struct office_person *person = office_person_at(serve->office, i);
        if (person->state.role == role) {
            const struct session session = {person->state.id, person->state.generation,
                                            backing.now_ms / 1000 + SESSION_STAFF_S};
            session_write(&serve->session_key, &session, token);
            session_csrf(&serve->session_key, &session, who->csrf);
            (void)snprintf(who->cookie, sizeof who->cookie, SESSION_COOKIE "=%s", token);
            return true;
        }
    }
    return false;
}

// ---- requests ----------------------------------------------------------------------------------

static bool is_refused(int status)
{
    return status >= 400 && status != 503;
}

// A wrong password is counted, and the count is stored.
static bool counts_failures(const char *path)
{
    return strcmp(path, "/api/login") == 0 || strncmp(path, "/api/meters/", 12) == 0;
}

static void check_answer(const struct net_request *request, uint64_t position)
{
    static const int known[] = {200, 204, 304, 400, 403, 404, 405, 409, 429, 503};
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        is_known = is_known || world.status == known[i];
    }
    UTH_CHECK(world.answers == 1);
    UTH_CHECK(is_known);
    if (request->method != NET_POST ||
        (is_refused(world.status) && !counts_failures(request->path))) {
        UTH_CHECK(office_position(world.serve->office) == position);
    }
}

static void ask(struct net_request *request)
{
    static uint64_t number;
    const uint64_t position = office_position(world.serve->office);
    world.request = request->id = ++number;
    world.answers = 0;
    world.net.on.request(world.net.context, request);
    world_settle();
    check_answer(request, position);
    world.request = 0;
}

// "a=1&b=2" as net gives it: strings one behind the other, and an empty one.
static char *query_of(const char *text)
{
    char *query = calloc(1, strlen(text) + 2);
    UTH_CHECK(query != NULL);
    memcpy(query, text, strlen(text));
    for (char *at = query; *at != '\0'; at++) {
        *at = *at == '&' ? '\0' : *at;
    }
    return query;
}

static void request_line(char kind, const struct who *who, char *text)
{
    char *body = strchr(text, ' ');
    body = body != NULL ? (*body = '\0', body + 1) : text + strlen(text);
    char *behind = strchr(text, '?');
    char *query = query_of(behind != NULL ? behind + 1 : "");
    if (behind != NULL) {
        *behind = '\0';
    }
    const bool post = kind == 'P' || kind == 'p' || kind == 'c';
    struct net_request request = {
        .method = post          ? NET_POST
                  : kind == 'H' ? NET_HEAD
                                : NET_GET,
        .path = text,
        .query = query,
        .headers = {[NET_COOKIE] = who != NULL ? who->cookie : NULL,
                    [NET_CONTENT_TYPE] = kind == 'p' ? "text/plain" : "application/json",
                    [NET_ACCEPT_ENCODING] = post ? NULL : body,
                    [NET_IF_NONE_MATCH] = post ? NULL : body,
                    [NET_CSRF_TOKEN] = who != NULL && kind != 'c' ? who->csrf : NULL,
                    [NET_IDEMPOTENCY_KEY] = post ? &"keys"[strlen(body) % 5] : NULL},
        .address = "192.0.2.1",
        .body = (const uint8_t *)body,
        .body_size = strlen(body)};
    if (text_path_is_valid(text, strlen(text)) && strlen(text) <= NET_PATH_MAX &&
        request.body_size <= BODY_MAX) {
        ask(&request);
    }
    free(query);
}

// ---- sockets and time --------------------------------------------------------------------------

static void say(unsigned role, const struct who *who, const char *text)
{
    const uint64_t peer = WORLD_PEER(role);
    const struct net_request handshake = {.id = peer,
                                          .method = NET_GET,
                                          .path = "/ws",
                                          .query = "",
                                          .headers[NET_COOKIE] = who->cookie,
                                          .address = "192.0.2.1"};
    if (!world.peers[role].open) {
        world.peers[role].open = world.net.on.open(world.net.context, peer, &handshake);
    }
    if (world.peers[role].open && text_is_utf8(text, strlen(text))) {
        world.net.on.message(world.net.context, peer, text, strlen(text));
    }
    world_settle();
}

static void act(char *line)
{
    struct who who;
    const char kind = line[0] != '\0' ? line[1] : '\0';
    if (kind == 'T') {
        const unsigned long ms = strtoul(line + 2, NULL, 10);
        world_wait((int64_t)(ms < WAIT_MAX ? ms : WAIT_MAX));
        return;
    }
    const unsigned role = (unsigned)(line[0] - '0');
    const bool somebody = role < ROOM_ROLE_COUNT && session_of(role, &who);
    if (kind != '\0' && strchr("PpcGH", kind) != NULL) {
        request_line(kind, somebody ? &who : NULL, line + 2);
    } else if (kind == 'W' && somebody) {
        say(role, &who, line + 2);
    } else if (kind == 'X' && role < ROOM_ROLE_COUNT && world.peers[role].open) {
        world.peers[role].closing = true;
        world_settle();
    }
}

// Those who work here, and a guest.
static void come_in(void)
{
    char line[256];
    for (unsigned role = ROOM_ROLE_DEALER; role <= ROOM_ROLE_AUDITOR; role++) {
        (void)snprintf(line, sizeof line,
                       "6P/api/users {\"name\":\"staff %u\",\"role\":\"%s\",\"card\":%u,"
                       "\"password\":\"seven and nine\",\"pin\":\"471147\"}",
                       role, room_role_name((enum room_role)role), 1000 + role);
        act(line);
        UTH_CHECK(world.status == 200);
    }
    (void)snprintf(line, sizeof line, "-P/api/guest {}");
    act(line);
    UTH_CHECK(world.status == 200);
}

static void play(void)
{
    unsigned lines = 0;
    come_in();
    for (char *at = input; at != NULL && lines < LINES_MAX; lines++) {
        char *line = strsep(&at, "\n");
        // As many bytes as there are, so that one too many is seen.
        char *copy = strdup(line);
        UTH_CHECK(copy != NULL);
        act(copy);
        free(copy);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input = malloc(size + 1);
    UTH_CHECK(input != NULL);
    memcpy(input, data, size);
    input[size] = '\0';
    world_run(play);
    free(input);
    return 0;
}
