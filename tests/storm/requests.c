// HTTP on that network. A connection carries one request (src/net/net.h), and TCP delivers it once or
// not at all: so nothing is doubled here, and what goes wrong is this:
//
//     asked --late--> arrived --> the server works --> answered --late--> heard
//       |                            |                     |
//       +--------- lost -------------+------- cut ---------+--> he sees that it failed, and asks again
//
// Requests overtake each other, as each has a connection of its own. Whether something was carried out
// whose answer is lost nobody is told: the auditor reads the store. What is sent is looked through when
// the server sends it; what the asker makes of it comes when he hears it.
#include <stdlib.h>
#include <string.h>

#include "storm.h"

#define DELAY_MS 40    // on a good day
#define REPLY_MS 30000 // the server's own limit for an answer

// ---- those under way --------------------------------------------------------------------------

static struct request *find(uint64_t id)
{
    for (size_t i = 0; i < the_storm->request_count; i++) {
        if (the_storm->requests[i].id == id) {
            return &the_storm->requests[i];
        }
    }
    return NULL;
}

static void release(struct request *asked)
{
    free(asked->path);
    free(asked->body);
    json_decref(asked->me);
}

static struct request take(struct request *asked)
{
    const struct request taken = *asked;
    *asked = the_storm->requests[--the_storm->request_count];
    return taken;
}

void requests_forget(void)
{
    for (size_t i = 0; i < the_storm->request_count; i++) {
        release(&the_storm->requests[i]);
    }
    the_storm->request_count = 0;
}

bool request_waits(unsigned actor, enum asked kind)
{
    for (size_t i = 0; i < the_storm->request_count; i++) {
        if (the_storm->requests[i].actor == actor && the_storm->requests[i].kind == kind) {
            return true;
        }
    }
    return false;
}

uint64_t request_mark(void)
{
    UTH_CHECK(the_storm->marks + 1 < MARKS_MAX);
    return ++the_storm->marks;
}

uint64_t request_marked(uint64_t mark)
{
    for (size_t i = 0; mark != 0 && i < the_storm->request_count; i++) {
        if (the_storm->requests[i].mark == mark &&
            the_storm->requests[i].state == REQUEST_ARRIVED) {
            return the_storm->requests[i].id;
        }
    }
    return 0;
}

bool request_is_keyed(const struct request *asked)
{
    return asked->mark != 0 &&
           (strcmp(asked->path, "/api/me/deposit") == 0 || strstr(asked->path, "/adjust") != NULL);
}

// ---- asking -----------------------------------------------------------------------------------

// A request for the record of a round, or for a win in it, is one for this round of this table.
static void note_asked(const char *path, struct request *request)
{
    static const struct {
        const char *path;
        enum asked kind;
    } rows[] = {{"/api/rounds/", ASKED_RECORD}, {"/api/wins/", ASKED_WIN}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t length = strlen(rows[i].path);
        char *end;
        if (request->method == NET_GET && strncmp(path, rows[i].path, length) == 0) {
            request->kind = rows[i].kind;
            request->table = (uint32_t)strtoul(path + length, &end, 10);
            request->round = *end == '/' ? strtoull(end + 1, NULL, 10) : 0;
        }
    }
}

void network_request(unsigned actor, enum net_method method, const char *path, const char *body)
{
    network_ask(&(struct request){.actor = actor}, method, path, body);
}

// To the other side, or to nobody: then who asked sees sooner or later that nothing comes.
static void on_its_way(const struct request *asked, enum event_kind kind)
{
    const bool lost = storm_fault(HAZARD_LOST, 12);
    const bool late = storm_fault(HAZARD_LATE, 6);
    event_add(1 + storm_below(late || lost ? 4000 : DELAY_MS), lost ? EVENT_FAILED : kind,
              asked->id, NULL, 0);
}

void network_ask(const struct request *about, enum net_method method, const char *path,
                 const char *body)
{
    struct storm *storm = the_storm;
    const struct actor *who = &storm->actors[about->actor];
    UTH_CHECK(storm->request_count < REQUESTS_MAX);
    struct request *asked = &storm->requests[storm->request_count++];
    *asked = *about;
    asked->id = ++storm->next_id;
    asked->person = who->person;
    asked->method = method;
    asked->path = strdup(path);
    asked->body = strdup(body);
    asked->me = NULL;
    asked->session[0] = '\0'; // asked again, it may have been answered before
    asked->state = REQUEST_ASKED;
    UTH_CHECK(asked->path != NULL && asked->body != NULL);
    memcpy(asked->cookie, who->cookie, sizeof asked->cookie);
    memcpy(asked->csrf, who->csrf, sizeof asked->csrf);
    note_asked(path, asked);
    storm->tally.requests++;
    on_its_way(asked, EVENT_ASKED);
}

// What stands behind the '?' of a path is the query. The server may answer at once: what is found here
// is another's place afterwards.
void request_arrives(uint64_t id)
{
    struct storm *storm = the_storm;
    struct request *asked = find(id);
    if (asked == NULL) {
        return;
    }
    asked->state = REQUEST_ARRIVED;
    account_asked(asked);
    if (asked->kind == ASKED_ADVICE) {
        asked->open = told_own_cards(asked->table, asked->person, asked->seat);
    }
    const struct request copy = *asked;
    char *path = calloc(strlen(copy.path) + 2, 1); // an empty string ends the query
    char *body = strdup(copy.body);
    UTH_CHECK(path != NULL && body != NULL);
    memcpy(path, copy.path, strlen(copy.path));
    char *query = strchr(path, '?');
    if (query != NULL) {
        *query++ = '\0';
    }
    for (char *next = query; next != NULL && (next = strchr(next, '&')) != NULL;) {
        *next++ = '\0';
    }
    char key[40];
    (void)snprintf(key, sizeof key, "change-%llu", (unsigned long long)copy.mark);
    // Figures are for who is beside the server, and tell nobody of a round.
    const bool beside = strcmp(path, "/metrics") == 0;
    const struct net_request request = {
        .id = id,
        .method = copy.method,
        .path = path,
        .query = query == NULL ? "" : query,
        .headers = {[NET_COOKIE] = copy.cookie,
                    [NET_CONTENT_TYPE] = "application/json",
                    [NET_CSRF_TOKEN] = copy.csrf,
                    [NET_IDEMPOTENCY_KEY] = request_is_keyed(&copy) ? key : NULL},
        .address = beside ? "127.0.0.1" : "192.0.2.1",
        .body = (const uint8_t *)body,
        .body_size = strlen(body)};
    const bool cut = storm_fault(HAZARD_CUT, 20);
    event_add(cut ? storm_below(300) : REPLY_MS, EVENT_FAILED, id, NULL, 0);
    storm->options.on.request(storm->options.context, &request);
    free(path);
    free(body);
}

// ---- answers ----------------------------------------------------------------------------------

static void look_through(struct request *asked, const struct net_response *response)
{
    char *planted = plant_in_answer(asked, response);
    const char *body = planted != NULL ? planted : (const char *)response->body;
    const size_t size = planted != NULL ? strlen(planted) : response->size;
    asked->status = planted != NULL ? 200 : response->status;
    asked->me = asked->status == 200 ? json_loadb(body, size, 0, NULL) : NULL;
    for (size_t i = 0; i < response->field_count; i++) {
        told_secrets("the headers of an answer to ", asked->path, response->fields[i].value,
                     strlen(response->fields[i].value));
        if (strcmp(response->fields[i].name, "Set-Cookie") == 0) {
            (void)snprintf(asked->session, sizeof asked->session, "%s", response->fields[i].value);
        }
    }
    storm_history(body, size);
    told(asked->actor, body, size, asked);
    account_told(asked);
    free(planted);
}

bool net_reply(struct net *net, uint64_t id, const struct net_response *response)
{
    const struct storm *storm = the_storm;
    struct request *asked = find(id);
    (void)net;
    // The loop has ended: what a server says while it is taken down is not sent.
    if (storm->dark || storm->stopping || asked == NULL || asked->state != REQUEST_ARRIVED) {
        return false;
    }
    asked->state = REQUEST_ANSWERED;
    look_through(asked, response);
    on_its_way(asked, EVENT_ANSWERED);
    return true;
}

bool net_awaits(struct net *net, uint64_t id)
{
    const struct request *asked = find(id);
    (void)net;
    return asked != NULL && asked->state == REQUEST_ARRIVED;
}

const char *net_query(const struct net_request *request, const char *name)
{
    const size_t size = strlen(name);
    const char *at = request->query;
    while (*at != '\0' && !(strncmp(at, name, size) == 0 && at[size] == '=')) {
        at += strlen(at) + 1;
    }
    return *at != '\0' ? at + size + 1 : NULL;
}

void request_answered(uint64_t id)
{
    struct request *found = find(id);
    if (found == NULL) {
        return; // too late: he has given up
    }
    struct request asked = take(found);
    actor_answered(&asked);
    release(&asked);
}

// He asks once more, as who he is by now: the browser does for him when nothing can come of it, and a
// person presses the button again.
void request_failed(uint64_t id)
{
    struct request *found = find(id);
    if (found == NULL) {
        return;
    }
    struct request asked = take(found);
    const bool same = the_storm->actors[asked.actor].person == asked.person;
    the_storm->tally.unanswered++;
    if (storm_chance(2) && same) {
        the_storm->tally.asked_again++;
        network_ask(&asked, asked.method, asked.path, asked.body);
    } else {
        actor_gives_up(&asked);
    }
    release(&asked);
}
