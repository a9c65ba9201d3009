// What a request says, member by member.
#include <stdio.h>
#include <string.h>

#include "call/call.h"
#include "wire/amount_words.h"
#include "wire/rules_json.h"
#include "wire/rules_values.h"

bool call_known(struct call *call, const char *const *known)
{
    struct wire_fault fault;
    return wire_only_known(call->request, known, &fault) || call_refuse_fault(call, &fault);
}

static const json_t *member(const struct call *call, const char *name)
{
    return json_object_get(call->request, name);
}

bool call_word(struct call *call, const char *name, const char *const *words, int *index)
{
    struct wire_fault fault;
    const json_t *value = member(call, name);
    if (value == NULL || wire_read_word(value, words, index, &fault)) {
        return true;
    }
    (void)wire_fault_inside(&fault, name);
    return call_refuse_fault(call, &fault);
}

bool call_number(struct call *call, const char *name, uint64_t least, uint64_t most,
                 uint64_t *number)
{
    const json_t *value = member(call, name);
    const json_int_t given = json_integer_value(value);
    if (value == NULL) {
        return true;
    }
    if (!json_is_integer(value) || given < 0 || (uint64_t)given < least || (uint64_t)given > most) {
        char expected[80];
        (void)snprintf(expected, sizeof expected, "a whole number from %llu to %llu",
                       (unsigned long long)least, (unsigned long long)most);
        return call_refuse_member(call, name, expected);
    }
    *number = (uint64_t)given;
    return true;
}

bool call_flag(struct call *call, const char *name, bool *flag)
{
    const json_t *value = member(call, name);
    if (value != NULL && !json_is_boolean(value)) {
        return call_refuse_member(call, name, "true or false");
    }
    *flag = value != NULL ? json_is_true(value) : *flag;
    return true;
}

bool call_cards(struct call *call, const char *name, uth_card *cards, size_t max, size_t *count)
{
    const json_t *value = member(call, name);
    *count = 0;
    if (value == NULL) {
        return true;
    }
    if (!json_is_string(value)) {
        return call_refuse_member(call, name, "cards such as \"As Kd\"");
    }
    const enum uth_status status =
        uth_cards_parse(json_string_value(value), json_string_length(value), cards, max, count);
    if (status != UTH_OK) {
        char message[160];
        (void)snprintf(message, sizeof message, "%s: %s", name, uth_status_text(status));
        return call_refuse(call, uth_status_clause(status), message);
    }
    return true;
}

bool call_threads(struct call *call, unsigned *threads)
{
    uint64_t number = 1;
    const bool read = call_number(call, "threads", 1, CALL_THREADS_MAX, &number);
    *threads = (unsigned)number;
    return read;
}

bool call_profile(struct call *call, struct uth_rules *rules)
{
    struct wire_fault fault;
    const json_t *value = member(call, "rules");
    const char *name = value == NULL ? "washington" : json_string_value(value);
    if (json_is_object(value)) {
        if (!wire_rules_from_json(value, rules, &fault)) {
            (void)wire_fault_inside(&fault, "rules");
            return call_refuse_fault(call, &fault);
        }
        return true;
    }
    const struct uth_rules *builtin = name != NULL ? uth_rules_find(name) : NULL;
    if (builtin == NULL) {
        return call_refuse_member(call, "rules", "a built-in profile's name, or a profile");
    }
    *rules = *builtin;
    return true;
}

bool call_profile_at_ante(struct call *call, struct uth_rules *rules)
{
    uint64_t cents = 0;
    if (!call_profile(call, rules) || !call_number(call, "ante", 1, UTH_MONEY_MAX, &cents)) {
        return false;
    }
    const struct uth_limit limit = uth_rules_limit(rules, UTH_WAGER_ANTE);
    if (cents != 0 && (cents < (uint64_t)limit.min.cents || cents > (uint64_t)limit.max.cents)) {
        char min[WIRE_AMOUNT_MAX];
        char max[WIRE_AMOUNT_MAX];
        char message[160];
        (void)snprintf(message, sizeof message, "ante: the Ante must be between %s and %s",
                       wire_money_words(limit.min, min), wire_money_words(limit.max, max));
        return call_refuse(call, "BET-3", message);
    }
    const struct uth_rules all = *rules;
    uth_rules_at_ante(&all, (uth_money){(int64_t)cents}, rules);
    return true;
}
