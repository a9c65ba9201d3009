#include "wire/rules_values.h"

#include <stdio.h>
#include <string.h>

const char *const wire_hand_words[] = {
    "high card",  "pair",           "two pairs",      "three of a kind", "straight", "flush",
    "full house", "four of a kind", "straight flush", "royal flush",     NULL};

const char *const wire_procedure_words[] = {"shoe", "shuffler", "deck-mate", "ace-ideal", NULL};
const char *const wire_coverage_words[] = {"payoffs", "net", "gross", NULL};

static int word_index(const char *const *words, const char *word)
{
    for (int i = 0; word != NULL && words[i] != NULL; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

bool wire_read_word(const json_t *value, const char *const *words, int *index,
                    struct wire_fault *fault)
{
    *index = word_index(words, json_string_value(value));
    if (*index >= 0) {
        return true;
    }
    char expected[160] = "one of";
    for (size_t i = 0; words[i] != NULL; i++) {
        const size_t used = strlen(expected);
        (void)snprintf(expected + used, sizeof expected - used, "%s %s", i == 0 ? "" : ",",
                       words[i]);
    }
    return wire_fault_at(fault, "", value, expected);
}

bool wire_read_integer(const json_t *value, int64_t min, int64_t max, int64_t *out,
                       struct wire_fault *fault)
{
    if (json_is_integer(value)) {
        const int64_t number = json_integer_value(value);
        if (number >= min && number <= max) {
            *out = number;
            return true;
        }
    }
    char expected[96];
    (void)snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)min,
                   (long long)max);
    (void)wire_fault_at(fault, "", value, expected);
    return false;
}

bool wire_read_money(const json_t *value, uth_money *out, struct wire_fault *fault)
{
    return wire_read_integer(value, 0, UTH_MONEY_MAX, &out->cents, fault);
}

bool wire_read_text(const json_t *value, char *out, size_t size, struct wire_fault *fault)
{
    if (json_is_string(value) && json_string_length(value) < size &&
        strlen(json_string_value(value)) == json_string_length(value)) {
        memset(out, 0, size);
        memcpy(out, json_string_value(value), json_string_length(value));
        return true;
    }
    char expected[48];
    (void)snprintf(expected, sizeof expected, "a text of at most %zu bytes", size - 1);
    return wire_fault_at(fault, "", value, expected);
}

json_t *wire_money_json(uth_money amount)
{
    return json_integer(amount.cents);
}

json_t *wire_odds_text_json(struct uth_odds odds)
{
    if (odds.den == 1) {
        return json_integer(odds.num);
    }
    char text[32];
    (void)snprintf(text, sizeof text, "%u:%u", odds.num, odds.den);
    return json_string(text);
}

// Digits and nothing else; nine of them at most, so that the number cannot wrap.
static bool read_digits(const char **text, uint32_t *number)
{
    const char *const start = *text;
    *number = 0;
    while (**text >= '0' && **text <= '9' && *text - start < 9) {
        *number = *number * 10 + (uint32_t)(**text - '0');
        (*text)++;
    }
    return *number != 0;
}

bool wire_read_odds(const json_t *value, struct uth_odds *odds, struct wire_fault *fault)
{
    static const char expected[] = "odds: 40 for 40 to 1, or \"3:2\"";
    struct uth_odds read;
    if (json_is_integer(value) && json_integer_value(value) > 0 &&
        json_integer_value(value) <= UINT32_MAX) {
        *odds = (struct uth_odds){(uint32_t)json_integer_value(value), 1};
        return true;
    }
    const char *text = json_string_value(value);
    if (text == NULL || !read_digits(&text, &read.num) || *text++ != ':' ||
        !read_digits(&text, &read.den) || *text != '\0') {
        return wire_fault_at(fault, "", value, expected);
    }
    *odds = read;
    return true;
}
