// Verbs that look at cards, rules and rounds.
#include <stdlib.h>
#include <string.h>

#include "call/call.h"
#include "report/placard.h"
#include "uth/hand.h"
#include "wire/hand_json.h"
#include "wire/round_json.h"
#include "wire/rules_json.h"

// ---- eval -------------------------------------------------------------------------------------

bool call_eval(struct call *call)
{
    static const char *const known[] = {"cards", NULL};
    uth_card cards[7];
    size_t count;
    if (!call_known(call, known) || !call_cards(call, "cards", cards, 7, &count)) {
        return false;
    }
    return count >= 5 ? call_finish(call, wire_hand_json(cards, count))
                      : call_refuse_member(call, "cards", "five, six or seven cards");
}

// ---- rules ------------------------------------------------------------------------------------

static bool check_rules(struct call *call)
{
    struct uth_rules rules;
    struct wire_fault fault;
    const json_t *profile = json_object_get(call->request, "rules");
    if (profile == NULL) {
        return call_refuse_member(call, "rules", "the profile to check");
    }
    return call_finish(call, wire_rules_from_json(profile, &rules, &fault)
                                 ? wire_rules_sound_json(&rules)
                                 : wire_rules_faulty_json(&fault));
}

bool call_rules(struct call *call)
{
    enum action { LIST, SHOW, CHECK };
    static const char *const known[] = {"action", "rules", NULL};
    static const char *const actions[] = {"list", "show", "check", NULL};
    struct uth_rules rules;
    int action = json_object_get(call->request, "rules") != NULL ? SHOW : LIST;
    if (!call_known(call, known) || !call_word(call, "action", actions, &action)) {
        return false;
    }
    switch ((enum action)action) {
    case LIST: return call_finish(call, wire_rules_list_json());
    case SHOW: return call_profile(call, &rules) && call_finish(call, wire_rules_to_json(&rules));
    case CHECK: break;
    }
    return check_rules(call);
}

// ---- placard ----------------------------------------------------------------------------------

static char *write_placard(const struct placard *placard)
{
    const size_t size = 2 * sizeof placard->text;
    char *text = malloc(size);
    if (text != NULL) {
        struct wire_out out = wire_out_to(text, size - 1);
        wire_out_open(&out, NULL, '{');
        placard_json(placard, &out);
        wire_out_close(&out, '}');
        UTH_CHECK(!out.overflow);
        text[out.used] = '\0';
    }
    return text;
}

bool call_placard(struct call *call)
{
    static const char *const known[] = {"rules", NULL};
    struct uth_rules rules;
    if (!call_known(call, known) || !call_profile(call, &rules)) {
        return false;
    }
    const struct placard_of of = {.rules = &rules, .revision = wire_rules_number(&rules)};
    struct placard *placard = of.revision == 0 ? NULL : malloc(sizeof *placard);
    if (placard == NULL) {
        return call_out_of_memory(call);
    }
    placard_make(&of, placard);
    call->answer = write_placard(placard);
    free(placard);
    return true;
}

// ---- settle -----------------------------------------------------------------------------------

// A round whose rules are a whole profile, under the name that the round knows it by.
struct own_profile {
    bool given;
    struct uth_rules rules;
};

static const struct uth_rules *find_profile(void *context, const char *name)
{
    const struct own_profile *own = context;
    return own->given && strcmp(own->rules.name, name) == 0 ? &own->rules : uth_rules_find(name);
}

// The round where its rules are a whole profile; NULL for every other text, which is read as it is.
static json_t *round_with_profile(const struct call *call)
{
    json_error_t error;
    json_t *round = NULL;
    struct wire_document document;
    if (!wire_document_read(&document, call->text, call->length, &error)) {
        return NULL;
    }
    if (wire_is(wire_member(document.root, "rules"), JSON_OBJECT)) {
        round = wire_value_json(document.root);
    }
    wire_document_free(&document);
    return round;
}

// Puts the name in the place of the profile. False after a refusal.
static bool take_profile(struct call *call, json_t *round, struct own_profile *own)
{
    struct wire_fault fault;
    if (!wire_rules_from_json(json_object_get(round, "rules"), &own->rules, &fault)) {
        (void)wire_fault_inside(&fault, "rules");
        return call_refuse_fault(call, &fault);
    }
    own->given = true;
    (void)json_object_set_new(round, "rules", json_string(own->rules.name));
    return true;
}

static bool settle_text(struct call *call, const char *text, size_t length, struct own_profile *own)
{
    const struct wire_profiles profiles = {find_profile, own};
    const size_t size = WIRE_ANSWER_MAX(length);
    call->answer = malloc(size);
    if (call->answer == NULL) {
        return call_out_of_memory(call);
    }
    struct wire_out out = wire_out_to(call->answer, size);
    const bool settled = wire_settle_line(text, length, 1, &profiles, &out);
    UTH_CHECK(!out.overflow && out.used > 0);
    call->answer[out.used - 1] = '\0'; // in place of the newline
    return settled;
}

bool call_settle(struct call *call)
{
    struct own_profile *own = calloc(1, sizeof *own);
    json_t *round = round_with_profile(call);
    bool settled;
    if (own == NULL) {
        settled = call_out_of_memory(call);
    } else if (round == NULL) {
        settled = settle_text(call, call->text, call->length, own);
    } else if (!take_profile(call, round, own)) {
        settled = false;
    } else {
        char *text = json_dumps(round, JSON_COMPACT);
        settled =
            text == NULL ? call_out_of_memory(call) : settle_text(call, text, strlen(text), own);
        free(text);
    }
    json_decref(round);
    free(own);
    return settled;
}
