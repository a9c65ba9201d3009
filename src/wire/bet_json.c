#include "wire/bet_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/exact_text.h"
#include "wire/least_words.h"
#include "wire/rules_values.h"

#define OR_BETTER "or better"
#define CONNECTED "connected"

static const char *const cards_words[] = {"hole",   "hole+flop",   "hole+board", "board",
                                          "dealer", "beaten hand", NULL};
static const char *const suits_words[] = {"", " suited", " unsuited", " red"};
static const char *const royal_words[] = {
    [UTH_WHEN_ROYAL_FIRST_FIVE] = "royal flush in the first five",
    [UTH_WHEN_ROYAL_WITH_HOLE] = "royal flush with a hole card",
};

const char *wire_bet_cards_text(enum uth_bet_cards cards)
{
    UTH_CHECK(cards < UTH_BET_CARDS_COUNT);
    return cards_words[cards];
}

// ---- conditions -------------------------------------------------------------------------------

static void hand_text(const struct uth_condition *condition, char text[WIRE_CONDITION_MAX])
{
    char least[WIRE_LEAST_MAX];
    (void)snprintf(text, WIRE_CONDITION_MAX, "%s%s",
                   condition->least == 0 ? uth_hand_kind_name(UTH_HAND_HIGH_CARD)
                                         : wire_least_text(condition->least, least),
                   condition->most == UINT16_MAX ? " " OR_BETTER : "");
}

static void hole_text(const struct uth_condition *condition, char text[WIRE_CONDITION_MAX])
{
    const bool paired = condition->when == UTH_WHEN_PAIR;
    const char *high = wire_rank_text(paired ? condition->to : condition->high);
    const char *low = wire_rank_text(paired ? condition->from : condition->high);
    char to[16] = "";
    if (condition->from != condition->to) {
        (void)snprintf(to, sizeof to, " to %s-%s", low, wire_rank_text(condition->from));
    }
    (void)snprintf(text, WIRE_CONDITION_MAX, "%s%s-%s%s%s", condition->both ? "both " : "", high,
                   wire_rank_text(condition->to), to, suits_words[condition->suits]);
}

const char *wire_condition_text(const struct uth_condition *condition,
                                char text[WIRE_CONDITION_MAX])
{
    switch (condition->when) {
    case UTH_WHEN_HAND: hand_text(condition, text); return text;
    case UTH_WHEN_ROYAL_FIRST_FIVE:
    case UTH_WHEN_ROYAL_WITH_HOLE: return royal_words[condition->when];
    case UTH_WHEN_PAIR:
    case UTH_WHEN_RANKS: hole_text(condition, text); return text;
    case UTH_WHEN_CONNECTED:
        (void)snprintf(text, WIRE_CONDITION_MAX, "%s%s%s", condition->both ? "both " : "",
                       CONNECTED, suits_words[condition->suits]);
        return text;
    case UTH_WHEN_COUNT: break;
    }
    UTH_CHECK(!"a condition");
}

// Takes the word off the front of the text, if it is there.
static bool take(const char **text, const char *word)
{
    const size_t length = strlen(word);
    const bool there = strncmp(*text, word, length) == 0;
    *text += there ? length : 0;
    return there;
}

static bool take_rank(const char **text, uint8_t *rank)
{
    for (unsigned i = 0; i < UTH_RANKS; i++) {
        if (take(text, wire_rank_text(i))) {
            *rank = (uint8_t)i;
            return true;
        }
    }
    return false;
}

static bool take_two(const char **text, uint8_t *high, uint8_t *low)
{
    return take_rank(text, high) && take(text, "-") && take_rank(text, low) && *low <= *high;
}

// What is left of the text are the suits.
static bool read_suits(const char *text, struct uth_condition read, struct uth_condition *condition)
{
    for (unsigned i = 0; i < UTH_SUITS_COUNT; i++) {
        if (strcmp(text, suits_words[i]) == 0) {
            read.suits = (enum uth_when_suits)i;
            *condition = read;
            return true;
        }
    }
    return false;
}

// The higher hole cards come first: "K-K to J-J", "A-Q to A-J".
static bool read_hole(const char *text, struct uth_condition *condition)
{
    struct uth_condition read = {.both = take(&text, "both ")};
    uint8_t high;
    if (take(&text, CONNECTED)) {
        read.when = UTH_WHEN_CONNECTED;
        return read_suits(text, read, condition);
    }
    if (!take_two(&text, &read.high, &read.to)) {
        return false;
    }
    read.when = read.high == read.to ? UTH_WHEN_PAIR : UTH_WHEN_RANKS;
    read.from = read.to;
    if (take(&text, " to ") &&
        (!take_two(&text, &high, &read.from) || read.from >= read.to ||
         (read.when == UTH_WHEN_PAIR ? high != read.from : high != read.high))) {
        return false;
    }
    read.high = read.when == UTH_WHEN_PAIR ? 0 : read.high;
    return read_suits(text, read, condition);
}

static bool read_hand(const char *text, struct uth_condition *condition)
{
    char least[WIRE_LEAST_MAX];
    const size_t length = strlen(text);
    const size_t tail = strlen(" " OR_BETTER);
    const bool or_better = length > tail && strcmp(text + length - tail, " " OR_BETTER) == 0;
    struct uth_condition read = {.when = UTH_WHEN_HAND};
    if (length >= sizeof least) {
        return false;
    }
    memcpy(least, text, length + 1);
    least[or_better ? length - tail : length] = '\0';
    const bool high_card = strcmp(least, uth_hand_kind_name(UTH_HAND_HIGH_CARD)) == 0;
    if (!high_card && (!wire_least_read(least, &read.least) || read.least == 0)) {
        return false;
    }
    read.most = or_better ? UINT16_MAX : (uth_hand)(read.least | 0xfff);
    *condition = read;
    return true;
}

bool wire_condition_read(const char *text, struct uth_condition *condition)
{
    for (unsigned i = UTH_WHEN_ROYAL_FIRST_FIVE; i <= UTH_WHEN_ROYAL_WITH_HOLE; i++) {
        if (strcmp(text, royal_words[i]) == 0) {
            *condition = (struct uth_condition){.when = (enum uth_when)i};
            return true;
        }
    }
    return read_hand(text, condition) || read_hole(text, condition);
}

// ---- bets -------------------------------------------------------------------------------------

static bool read_line(const json_t *value, struct uth_bet_line *line, struct wire_fault *fault)
{
    static const char *const known[] = {"when", "pays", NULL};
    const json_t *when = json_object_get(value, "when");
    const char *text = json_string_value(when);
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (text == NULL || !wire_condition_read(text, &line->condition)) {
        return wire_fault_at(
            fault, "when", when,
            "a hand such as \"pair of J\" or \"straight or better\", or two cards such "
            "as \"A-K suited\" or \"K-K to J-J\"");
    }
    return wire_read_odds(json_object_get(value, "pays"), &line->pays, fault) ||
           wire_fault_inside(fault, "pays");
}

static bool read_lines(const json_t *list, struct uth_bet *bet, struct wire_fault *fault)
{
    if (!json_is_array(list) || json_array_size(list) > UTH_BET_LINES_MAX) {
        return wire_fault_at(fault, "lines", list, "a list of 1 to 12 lines");
    }
    bet->line_count = (uint8_t)json_array_size(list);
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_line(json_array_get(list, i), &bet->lines[i], fault)) {
            return wire_fault_inside_list(fault, "lines", i);
        }
    }
    return true;
}

// Names the line at fault as the document has it.
static bool fault_of_line(const json_t *document, const struct uth_bet *bet, unsigned line,
                          const char *expected, struct wire_fault *fault)
{
    if (line == bet->line_count) {
        return wire_fault_at(fault, "", document, expected);
    }
    (void)wire_fault_at(fault, "", json_array_get(json_object_get(document, "lines"), line),
                        expected);
    return wire_fault_inside_list(fault, "lines", line);
}

static bool bet_from_json(const json_t *document, struct uth_bet *bet, struct wire_fault *fault)
{
    static const char *const known[] = {"id", "title", "cards", "lines", NULL};
    struct uth_bet read;
    int cards;
    unsigned line;
    memset(&read, 0, sizeof read);
    if (!wire_only_known(document, known, fault)) {
        return false;
    }
    if (!wire_read_text(json_object_get(document, "id"), read.id, sizeof read.id, fault)) {
        return wire_fault_inside(fault, "id");
    }
    if (!wire_read_text(json_object_get(document, "title"), read.title, sizeof read.title, fault)) {
        return wire_fault_inside(fault, "title");
    }
    if (!wire_read_word(json_object_get(document, "cards"), cards_words, &cards, fault)) {
        return wire_fault_inside(fault, "cards");
    }
    read.cards = (enum uth_bet_cards)cards;
    if (!read_lines(json_object_get(document, "lines"), &read, fault)) {
        return false;
    }
    const char *expected = uth_bet_fault(&read, &line);
    if (expected != NULL) {
        return fault_of_line(document, &read, line, expected, fault);
    }
    *bet = read;
    return true;
}

bool wire_bet_from_text(const char *text, size_t length, struct uth_bet *bet,
                        struct wire_fault *fault)
{
    json_error_t error;
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (document == NULL) {
        (void)wire_fault_at(fault, "", NULL, "JSON, each field once");
        (void)snprintf(fault->value, sizeof fault->value, "no JSON, line %d (%.40s)", error.line,
                       wire_parser_text(&error));
        return false;
    }
    const bool good = bet_from_json(document, bet, fault);
    json_decref(document);
    return good;
}

static json_t *line_json(const struct uth_bet_line *line)
{
    char text[WIRE_CONDITION_MAX];
    return json_pack("{s:s, s:o}", "when", wire_condition_text(&line->condition, text), "pays",
                     wire_odds_text_json(line->pays));
}

json_t *wire_bet_to_json(const struct uth_bet *bet)
{
    json_t *lines = json_array();
    for (unsigned i = 0; i < bet->line_count; i++) {
        (void)json_array_append_new(lines, line_json(&bet->lines[i]));
    }
    return json_pack("{s:s, s:s, s:s, s:o}", "id", bet->id, "title", bet->title, "cards",
                     cards_words[bet->cards], "lines", lines);
}

// ---- figures ----------------------------------------------------------------------------------

bool wire_bet_pays_each_line(const struct uth_bet *bet, const struct uth_exact_bet *exact,
                             struct wire_fault *fault)
{
    for (unsigned i = 0; i < bet->line_count; i++) {
        if (exact->line[i].num == 0) {
            json_t *line = line_json(&bet->lines[i]);
            (void)wire_fault_at(fault, "", line,
                                "a line that can pay: no cards reach it, or one above pays first");
            json_decref(line);
            return wire_fault_inside_list(fault, "lines", i);
        }
    }
    return true;
}

json_t *wire_bet_exact_json(const struct uth_bet *bet, const struct uth_exact_bet *exact)
{
    json_t *figures = wire_bet_to_json(bet);
    exact_set(figures, "house_edge", exact->side.house_edge);
    exact_set(figures, "hit_frequency", exact->side.hit_frequency);
    (void)json_object_set_new(figures, "variance", json_string(exact->side.variance));
    (void)json_object_set_new(figures, "variance_decimal",
                              json_real(strtod(exact->side.variance_decimal, NULL)));
    for (unsigned i = 0; i < bet->line_count; i++) {
        exact_set(json_array_get(json_object_get(figures, "lines"), i), "probability",
                  exact->line[i]);
    }
    return json_pack("{s:{s:o}}", "side", bet->id, figures);
}
