// One function for everything the library works out: a table of verbs.
#include "call/call.h"

#include <stdlib.h>
#include <string.h>

struct uth_caller {
    struct par_memory memory;
};

struct verb {
    const char *name;
    bool (*answer)(struct call *call);
};

static const struct verb verbs[] = {
    {"eval", call_eval},         {"odds", call_odds},         {"par", call_par},
    {"placard", call_placard},   {"rules", call_rules},       {"settle", call_settle},
    {"simulate", call_simulate}, {"strategy", call_strategy},
};

// ---- refusals ---------------------------------------------------------------------------------

bool call_refuse(struct call *call, const char *clause, const char *message)
{
    call->clause = clause;
    const size_t kept = wire_text_kept(message, sizeof call->message - 1);
    memcpy(call->message, message, kept);
    call->message[kept] = '\0';
    return false;
}

bool call_refuse_fault(struct call *call, const struct wire_fault *fault)
{
    char text[WIRE_FAULT_TEXT_MAX];
    wire_fault_text(fault, text);
    return call_refuse(call, fault->clause, text);
}

bool call_refuse_status(struct call *call, enum uth_status status)
{
    return call_refuse(call, uth_status_clause(status), uth_status_text(status));
}

bool call_refuse_member(struct call *call, const char *name, const char *expected)
{
    struct wire_fault fault;
    (void)wire_fault_at(&fault, name, json_object_get(call->request, name), expected);
    return call_refuse_fault(call, &fault);
}

bool call_out_of_memory(struct call *call)
{
    call->answer = NULL;
    return true;
}

static bool refuse_verb(struct call *call, const char *verb)
{
    struct wire_fault fault;
    json_t *name = json_string(verb);
    (void)wire_fault_at(&fault, "verb", name,
                        "eval, odds, par, placard, rules, settle, simulate or strategy");
    json_decref(name);
    return call_refuse_fault(call, &fault);
}

static bool refuse_text(struct call *call, json_error_t *error)
{
    char message[sizeof error->text + 64];
    (void)snprintf(message, sizeof message, "not JSON: %s at line %d, column %d",
                   wire_parser_text(error), error->line, error->column);
    return call_refuse(call, "INPUT", message);
}

// ---- answering --------------------------------------------------------------------------------

static char *text_of(json_t *document)
{
    char *text = document == NULL ? NULL : json_dumps(document, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(document);
    return text;
}

bool call_finish(struct call *call, json_t *document)
{
    call->answer = text_of(document);
    return true;
}

bool call_request(struct call *call, bool (*answer)(struct call *call))
{
    json_error_t error;
    json_t *request = json_loadb(call->text, call->length, JSON_REJECT_DUPLICATES, &error);
    if (request == NULL) {
        return refuse_text(call, &error);
    }
    struct wire_fault fault;
    const bool is_object =
        json_is_object(request) || wire_fault_at(&fault, "", request, "an object");
    call->request = request;
    const bool answered = is_object ? answer(call) : call_refuse_fault(call, &fault);
    json_decref(request);
    return answered;
}

char *call_refusal(const struct call *call)
{
    return text_of(
        json_pack("{s:{s:s, s:s}}", "error", "clause", call->clause, "message", call->message));
}

bool call_answer(struct uth_caller *caller, const char *verb, const char *text, size_t length,
                 char **answer)
{
    struct call call = {.text = text, .length = length};
    size_t i = 0;
    call.memory = caller == NULL ? NULL : &caller->memory;
    while (i < sizeof verbs / sizeof verbs[0] && strcmp(verbs[i].name, verb) != 0) {
        i++;
    }
    bool answered;
    if (i == sizeof verbs / sizeof verbs[0]) {
        answered = refuse_verb(&call, verb);
    } else if (verbs[i].answer == call_settle) {
        answered = call_settle(&call); // reads plain rounds without a tree, and refuses with the id
    } else {
        answered = call_request(&call, verbs[i].answer);
    }
    *answer = answered || call.answer != NULL ? call.answer : call_refusal(&call);
    return answered;
}

char *uth_caller_call(struct uth_caller *caller, const char *verb, const char *request,
                      size_t length)
{
    char *answer;
    (void)call_answer(caller, verb, request, length, &answer);
    return answer;
}

char *uth_call(const char *verb, const char *request, size_t length)
{
    return uth_caller_call(NULL, verb, request, length);
}

void uth_free(char *answer)
{
    free(answer);
}

struct uth_caller *uth_caller_open(void)
{
    return calloc(1, sizeof(struct uth_caller));
}

void uth_caller_close(struct uth_caller *caller)
{
    if (caller != NULL) {
        par_memory_finish(&caller->memory);
        free(caller);
    }
}
