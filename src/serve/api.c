// HTTP: which request goes where, who may make it and what its body may have is described in protocol/.
#include "serve/api.h"

#include <stdlib.h>
#include <string.h>

#include "routes.inc"
#include "serve/documents.h"
#include "serve/pages.h"

#define FIELDS(...)                                                                                \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__ NULL                                                                           \
    }
#define ROUTE(method, pattern, needs, no_csrf, handle, known)                                      \
    {method, pattern, needs, no_csrf, handle, known},
static const struct api_route {
    enum net_method method;
    const char *pattern; // '#' a number, '*' a word
    int needs;
    bool no_csrf;
    api_handler *handle;
    const char *const *known; // fields of the body; NULL: a document of its own
} routes[] = {PROTOCOL_ROUTES(ROUTE)};

// ---- answers ----------------------------------------------------------------------------------

#define FIELDS_MAX  4
#define COOKIE_MAX  256
#define CARD_DIGITS 18

// Headers of an answer beside its type: those with a value.
struct fields {
    struct net_field all[FIELDS_MAX];
    size_t count;
};

static void add_field(struct fields *fields, const char *name, const char *value)
{
    if (value[0] != '\0') {
        UTH_CHECK(fields->count < FIELDS_MAX);
        fields->all[fields->count++] = (struct net_field){name, value};
    }
}

static void reply(struct serve *serve, uint64_t request, int status, const char *type,
                  struct fields *fields, struct store_bytes body)
{
    add_field(fields, "Cache-Control", "no-store");
    const struct net_response response = {
        .status = status,
        .content_type = type,
        .fields = fields->all,
        .field_count = fields->count,
        .body = body.data,
        .size = body.size,
    };
    (void)net_reply(serve->net, request, &response);
}

void api_reply_text(struct serve *serve, uint64_t request, int status, const char *type,
                    const char *text, size_t size)
{
    struct fields fields = {.count = 0};
    reply(serve, request, status, type, &fields, (struct store_bytes){(const uint8_t *)text, size});
}

void api_reply_out(struct serve *serve, uint64_t request, const struct wire_out *out)
{
    UTH_CHECK(!out->overflow);
    api_reply_text(serve, request, 200, "application/json", out->bytes, out->used);
}

void api_reply_json(struct serve *serve, uint64_t request, json_t *document)
{
    char *text = document != NULL ? json_dumps(document, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    if (text == NULL) {
        api_refuse_memory(serve, request);
    } else {
        api_reply_text(serve, request, 200, "application/json", text, strlen(text));
    }
    free(text);
    json_decref(document);
}

static void refuse(struct serve *serve, uint64_t request, int status, const struct refusal *refusal,
                   struct fields *fields)
{
    char text[REFUSAL_MAX];
    struct wire_out out = wire_out_to(text, sizeof text);
    wire_out_open(&out, NULL, '{');
    put_refusal(&out, refusal);
    wire_out_close(&out, '}');
    UTH_CHECK(!out.overflow);
    reply(serve, request, status, "application/json", fields,
          (struct store_bytes){(const uint8_t *)out.bytes, out.used});
}

void api_refuse(struct serve *serve, uint64_t request, int status, const char *clause, int code,
                const char *message)
{
    struct fields fields = {.count = 0};
    const struct refusal refusal = {clause, code, message};
    refuse(serve, request, status, &refusal, &fields);
}

void api_refuse_for(struct serve *serve, uint64_t request, int64_t wait_ms, const char *what)
{
    char message[128];
    char seconds[24];
    struct fields fields = {.count = 0};
    const long long rounded = (long long)((wait_ms + 999) / 1000);
    (void)snprintf(seconds, sizeof seconds, "%lld", rounded);
    (void)snprintf(message, sizeof message, "%s Try again in %lld second%s.", what, rounded,
                   rounded == 1 ? "" : "s");
    const struct refusal refusal = {"INPUT", CODE_LIMIT, message};
    add_field(&fields, "Retry-After", seconds);
    refuse(serve, request, 429, &refusal, &fields);
}

void api_refuse_memory(struct serve *serve, uint64_t request)
{
    api_refuse(serve, request, 503, "INPUT", CODE_BUSY, "out of memory");
}

const struct office_table *api_table(struct call *call)
{
    const struct office *office = call->serve->office;
    const struct office_table *table =
        call->ids[0] <= UINT32_MAX ? office_table(office, (uint32_t)call->ids[0]) : NULL;
    if (table == NULL) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such table");
    }
    return table;
}

void api_refuse_status(struct serve *serve, uint64_t request, enum uth_status status)
{
    api_refuse(serve, request, status == UTH_ERR_NO_RIGHT ? 403 : 409, uth_status_clause(status),
               (int)status, uth_status_text(status));
}

void api_refuse_office(struct serve *serve, uint64_t request, const struct fault *fault)
{
    static const int statuses[FAULT_KIND_COUNT] = {
        [FAULT_NONE] = 409,      [FAULT_REFUSED] = 409, [FAULT_INPUT] = 400,
        [FAULT_NOT_FOUND] = 404, [FAULT_TAKEN] = 409,   [FAULT_NO_RIGHT] = 403,
        [FAULT_BUSY] = 503,      [FAULT_IN_USE] = 503,  [FAULT_STORE] = 503,
        [FAULT_KEY] = 503,       [FAULT_DAMAGED] = 503, [FAULT_FULL] = 503,
        [FAULT_MEMORY] = 503,
    };
    UTH_CHECK(fault->kind < FAULT_KIND_COUNT);
    const int status = statuses[fault->kind];
    api_refuse(serve, request, status, fault_clause(fault),
               fault->kind == FAULT_REFUSED ? (int)fault->status
               : status == 503              ? CODE_BUSY
                                            : CODE_INPUT,
               fault->text);
}

void api_refuse_fault(struct serve *serve, uint64_t request, const struct wire_fault *fault)
{
    char text[WIRE_FAULT_TEXT_MAX];
    wire_fault_text(fault, text);
    api_refuse(serve, request, 400, fault->clause, CODE_INPUT, text);
}

bool api_refuse_input(struct call *call, const char *what)
{
    api_refuse(call->serve, call->request->id, 400, "INPUT", CODE_INPUT, what);
    return false;
}

static void put_cookie(const struct serve *serve, const char *name, const char *token,
                       int64_t seconds, char cookie[COOKIE_MAX])
{
    (void)snprintf(cookie, COOKIE_MAX, "%s=%s; Path=/; Max-Age=%lld; HttpOnly; SameSite=Strict%s",
                   name, token, (long long)seconds, serve->secure ? "; Secure" : "");
}

void api_reply_session(struct serve *serve, uint64_t request, const struct office_person *person)
{
    api_reply_device(serve, request, person, "");
}

void api_reply_device(struct serve *serve, uint64_t request, const struct office_person *person,
                      const char *device)
{
    char token[SESSION_TOKEN_MAX] = "";
    char session_cookie[COOKIE_MAX];
    char device_cookie[COOKIE_MAX] = "";
    struct fields fields = {.count = 0};
    struct session session = {0};
    int64_t seconds = 0;
    if (person != NULL) {
        seconds = room_role_is_staff((enum room_role)person->state.role) ? SESSION_STAFF_S
                                                                         : SESSION_GUEST_S;
        session = (struct session){person->state.id, person->state.generation,
                                   serve->now_ms / 1000 + seconds};
        session_write(&serve->session_key, &session, token);
    }
    if (device[0] != '\0') {
        put_cookie(serve, DEVICE_COOKIE, device, DEVICE_S, device_cookie);
    }
    put_cookie(serve, SESSION_COOKIE, token, seconds, session_cookie);
    add_field(&fields, "Set-Cookie", device_cookie);
    add_field(&fields, "Set-Cookie", session_cookie);
    struct wire_out out = wire_out_to(serve->out, OUT_MAX);
    put_person(serve, &out, NULL, &session);
    reply(serve, request, 200, "application/json", &fields,
          (struct store_bytes){(const uint8_t *)out.bytes, out.used});
}

// ---- reading a body ---------------------------------------------------------------------------

static bool refuse_field(struct call *call, const char *field, const char *expected)
{
    struct wire_fault fault;
    (void)wire_fault_at(&fault, field, json_object_get(call->body, field), expected);
    api_refuse_fault(call->serve, call->request->id, &fault);
    return false;
}

// Whether there is something to read; `*good` is the answer when there is not.
static bool is_there(struct call *call, const char *field, bool optional, bool *good)
{
    const json_t *value = json_object_get(call->body, field);
    if (value != NULL && !json_is_null(value)) {
        return true;
    }
    *good = optional || refuse_field(call, field, "a required field");
    return false;
}

bool api_text(struct call *call, const char *field, bool optional, size_t max, const char **out)
{
    bool good;
    char expected[64];
    if (!is_there(call, field, optional, &good)) {
        return good;
    }
    const json_t *value = json_object_get(call->body, field);
    if (!json_is_string(value) || json_string_length(value) > max) {
        (void)snprintf(expected, sizeof expected, "a text of at most %zu bytes", max);
        // The text itself is not said again: it may be a password.
        struct wire_fault fault;
        (void)wire_fault_at(&fault, field, NULL, expected);
        api_refuse_fault(call->serve, call->request->id, &fault);
        return false;
    }
    *out = json_string_value(value);
    return true;
}

bool api_copy(struct call *call, const char *field, bool optional, char *to, size_t size)
{
    const char *text = NULL;
    if (!api_text(call, field, optional, size - 1, &text)) {
        return false;
    }
    if (text != NULL) {
        memcpy(to, text, strlen(text) + 1);
    }
    return true;
}

bool api_number(struct call *call, const char *field, bool optional, int64_t min, int64_t max,
                int64_t *out)
{
    bool good;
    char expected[96];
    if (!is_there(call, field, optional, &good)) {
        return good;
    }
    const json_t *value = json_object_get(call->body, field);
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max) {
        (void)snprintf(expected, sizeof expected, "a whole number from %lld to %lld",
                       (long long)min, (long long)max);
        return refuse_field(call, field, expected);
    }
    *out = json_integer_value(value);
    return true;
}

bool api_bool(struct call *call, const char *field, bool optional, bool *out)
{
    bool good;
    if (!is_there(call, field, optional, &good)) {
        return good;
    }
    const json_t *value = json_object_get(call->body, field);
    if (!json_is_boolean(value)) {
        return refuse_field(call, field, "true or false");
    }
    *out = json_is_true(value);
    return true;
}

bool api_only(struct call *call, const char *const *known)
{
    struct wire_fault fault;
    if (wire_only_known(call->body, known, &fault)) {
        return true;
    }
    api_refuse_fault(call->serve, call->request->id, &fault);
    return false;
}

bool api_card(struct call *call, bool *set, uint64_t *card)
{
    const json_t *value = json_object_get(call->body, "card");
    char *end = NULL;
    if (value == NULL || json_is_null(value)) {
        return true;
    }
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *card = (uint64_t)json_integer_value(value);
    } else if (json_is_string(value) && json_string_length(value) <= CARD_DIGITS &&
               strspn(json_string_value(value), "0123456789") == json_string_length(value)) {
        *card = strtoull(json_string_value(value), &end, 10);
    } else {
        return api_refuse_input(call, "card: must be up to 18 digits");
    }
    *set = true;
    return true;
}

bool api_query_number(const struct call *call, const char *name, int64_t otherwise, int64_t *out)
{
    const char *text = net_query(call->request, name);
    char *end = NULL;
    *out = otherwise;
    if (text == NULL || text[0] == '\0') {
        return true;
    }
    const long long number = strtoll(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0') {
        return false;
    }
    *out = number;
    return true;
}

// ---- tasks ------------------------------------------------------------------------------------

// What people change about themselves is stored for good, so it has a pace. Staff and guests to be have
// limits of their own.
static bool api_may_change(struct call *call)
{
    struct serve *serve = call->serve;
    const uint64_t address = source_address(call->request->address);
    if (call->person == NULL || room_role_is_staff((enum room_role)call->person->state.role)) {
        return true;
    }
    const int64_t wait = slow_wait_ms(&serve->slow, SLOW_CHANGE_ADDRESS, address, serve->now_ms);
    if (wait > 0) {
        api_refuse_for(serve, call->request->id, wait, "Too many changes from this address.");
        return false;
    }
    slow_charge(&serve->slow, SLOW_CHANGE_ADDRESS, address, serve->now_ms);
    return true;
}

// NULL for a task there is no memory for.
static void *fill_task(struct call *call, struct task *task, const struct task *filled)
{
    if (task == NULL) {
        api_refuse_memory(call->serve, call->request->id);
        return NULL;
    }
    *task = *filled;
    task->alone = true;
    task->request = call->request->id;
    task->person = call->person != NULL ? call->person->state.id : 0;
    return task;
}

void *api_task(struct call *call, size_t size, task_builder *build, task_finisher *finish)
{
    const struct task filled = {.build = build, .finish = finish};
    return api_may_change(call) ? fill_task(call, calloc(1, size), &filled) : NULL;
}

void *api_secret_task(struct call *call, size_t size, task_builder *build, task_finisher *finish)
{
    const struct task filled = {.build = build, .finish = finish};
    return api_may_change(call) ? fill_task(call, fair_guarded_new(size), &filled) : NULL;
}

void api_refuse_cancelled(struct serve *serve, uint64_t request)
{
    api_refuse(serve, request, 503, "INPUT", CODE_BUSY,
               serve->stopping ? "the server is stopping: try again in a moment"
                               : "queue full: try again");
}

struct source api_source(const struct call *call)
{
    const struct office_person *person = call->person;
    return (struct source){
        .address = source_address(call->request->address),
        .person = person != NULL ? person->state.id : 0,
        .ahead = person != NULL && room_role_is_staff((enum room_role)person->state.role),
    };
}

bool job_submit(struct serve *serve, uint64_t request, enum worker_kind kind, struct job *job)
{
    const bool taken = worker_submit(serve->workers[kind], job);
    if (!taken) {
        api_refuse(serve, request, 503, "INPUT", CODE_BUSY, "queue full: try again");
    }
    return taken;
}

bool api_submit(struct call *call, enum worker_kind kind, struct job *job)
{
    if (job->queued.source.address == 0) {
        job->queued.source = api_source(call);
    }
    return job_submit(call->serve, call->request->id, kind, job);
}

struct office_by api_by(struct serve *serve, const struct task *task, const char *why)
{
    const struct office_person *person = office_person(serve->office, task->person);
    return (struct office_by){
        .who = task->person,
        .name = person != NULL ? person->state.name : "",
        .now_ms = serve->now_ms,
        .why = why,
    };
}

// ---- finding the way --------------------------------------------------------------------------

static bool take_number(const char **path, uint64_t *number)
{
    char *end = NULL;
    if (**path < '0' || **path > '9' || strspn(*path, "0123456789") > 18) {
        return false;
    }
    *number = strtoull(*path, &end, 10);
    *path = end;
    return true;
}

static bool take_word(const char **path, char word[API_NAME_MAX])
{
    const size_t length = strcspn(*path, "/");
    if (length == 0 || length >= API_NAME_MAX) {
        return false;
    }
    memcpy(word, *path, length);
    word[length] = '\0';
    *path += length;
    return true;
}

static bool matches(const char *pattern, const char *path, struct call *call)
{
    size_t numbers = 0;
    for (; *pattern != '\0'; pattern++) {
        if (*pattern == '#') {
            if (!take_number(&path, &call->ids[numbers++])) {
                return false;
            }
        } else if (*pattern == '*') {
            if (!take_word(&path, call->name)) {
                return false;
            }
        } else if (*pattern != *path++) {
            return false;
        }
    }
    return *path == '\0';
}

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "::ffff:127.", 11) == 0;
}

// False, with the refusal sent, for whoever may not.
static bool admit(struct call *call, const struct api_route *route)
{
    struct serve *serve = call->serve;
    const uint64_t request = call->request->id;
    const char *csrf = call->request->headers[NET_CSRF_TOKEN];
    if (route->needs == API_LOOPBACK && !is_loopback(call->request->address)) {
        api_refuse_status(serve, request, UTH_ERR_NO_RIGHT);
        return false;
    }
    if (route->needs != API_ANYONE && route->needs != API_LOOPBACK) {
        if (call->person == NULL) {
            api_refuse(serve, request, 403, "INPUT", CODE_SESSION, "this needs a session");
            return false;
        }
        const enum room_role role = (enum room_role)call->person->state.role;
        if (route->needs == API_STAFF ? !room_role_is_staff(role)
                                      : !room_role_may(role, (enum room_right)route->needs)) {
            api_refuse_status(serve, request, UTH_ERR_NO_RIGHT);
            return false;
        }
    }
    if (route->method == NET_POST && !route->no_csrf && call->person != NULL &&
        !session_csrf_matches(&serve->session_key, &call->session, csrf)) {
        api_refuse(serve, request, 403, "INPUT", CODE_SESSION,
                   "the X-CSRF-Token header is missing or wrong");
        return false;
    }
    return true;
}

static bool is_json(const char *content_type)
{
    static const char json[] = "application/json";
    return content_type != NULL && strncmp(content_type, json, sizeof json - 1) == 0 &&
           (content_type[sizeof json - 1] == '\0' || content_type[sizeof json - 1] == ';' ||
            content_type[sizeof json - 1] == ' ');
}

// A form of another page cannot send this type, and its Origin is refused before.
static bool read_body(struct call *call, const char *const *known)
{
    json_error_t error;
    const struct net_request *request = call->request;
    if (request->body_size == 0) {
        return known == NULL || known[0] == NULL || api_only(call, known);
    }
    if (!is_json(request->headers[NET_CONTENT_TYPE])) {
        api_refuse(call->serve, request->id, 400, "INPUT", CODE_INPUT,
                   "Content-Type must be application/json");
        return false;
    }
    call->body =
        json_loadb((const char *)request->body, request->body_size, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(call->body)) {
        json_decref(call->body);
        call->body = NULL;
        api_refuse(call->serve, request->id, 400, "INPUT", CODE_INPUT,
                   "the body must be a JSON object");
        return false;
    }
    return known == NULL || api_only(call, known);
}

static const struct api_route *find_route(struct call *call, bool *other_method)
{
    const enum net_method method =
        call->request->method == NET_HEAD ? NET_GET : call->request->method;
    *other_method = false;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (matches(routes[i].pattern, call->request->path, call)) {
            if (routes[i].method == method) {
                return &routes[i];
            }
            *other_method = true;
        }
    }
    return NULL;
}

static void handle(struct call *call, const struct api_route *route)
{
    struct serve *serve = call->serve;
    if (session_of_cookie(&serve->session_key, call->request->headers[NET_COOKIE],
                          serve->now_ms / 1000, &call->session) &&
        !serve_person_of(serve, &call->session, &call->person)) {
        call->session = (struct session){0};
        call->person = NULL;
    }
    if (serve->stopping && route->method == NET_POST) {
        api_refuse(serve, call->request->id, 503, "INPUT", CODE_BUSY, "the server is stopping");
    } else if (admit(call, route) && (route->method != NET_POST || read_body(call, route->known))) {
        route->handle(call);
    }
    json_decref(call->body);
}

void api_request(void *context, const struct net_request *request)
{
    struct serve *serve = context;
    struct call call = {.serve = serve, .request = request};
    bool other_method;
    (void)serve_now(serve);
    const struct api_route *route = find_route(&call, &other_method);
    if (route != NULL) {
        handle(&call, route);
    } else if (other_method) {
        api_refuse(serve, request->id, 405, "INPUT", CODE_INPUT, "method not allowed");
    } else if (strncmp(request->path, "/api/", 5) == 0 || request->method == NET_POST) {
        api_refuse(serve, request->id, 404, "INPUT", CODE_INPUT, "no such path");
    } else {
        pages_request(serve, request);
    }
    serve_schedule(serve);
}
