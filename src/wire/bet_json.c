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
    [UTH_WHEN_ROYAL_ON_BOARD] = "royal flush on the board",
};
// What a fold does to the bet.
static const char *const fold_words[] = {"loses", "loses unless it wins", "stays, tucked",
                                         "stays, beside", NULL};

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
    switch ((enum uth_when)condition->when) {
    case UTH_WHEN_HAND: hand_text(condition, text); return text;
    case UTH_WHEN_ROYAL_FIRST_FIVE:
    case UTH_WHEN_ROYAL_WITH_HOLE:
    case UTH_WHEN_ROYAL_ON_BOARD: return royal_words[condition->when];
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
            read.suits = (uint8_t)i;
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
    for (size_t i = 0; i < sizeof royal_words / sizeof royal_words[0]; i++) {
        if (royal_words[i] != NULL && strcmp(text, royal_words[i]) == 0) {
            *condition = (struct uth_condition){.when = (uint8_t)i};
            return true;
        }
    }
    return read_hand(text, condition) || read_hole(text, condition);
}

// ---- bets -------------------------------------------------------------------------------------

bool wire_read_condition(const json_t *line, struct uth_condition *condition,
                         struct wire_fault *fault)
{
    const json_t *when = json_object_get(line, "when");
    const char *text = json_string_value(when);
    return (text != NULL && wire_condition_read(text, condition)) ||
           wire_fault_at(
               fault, "when", when,
               "a hand such as \"pair of J\" or \"straight or better\", or two cards such "
               "as \"A-K suited\" or \"K-K to J-J\"");
}

static bool read_line(const json_t *value, struct uth_bet_line *line, struct wire_fault *fault)
{
    static const char *const known[] = {"when", "pays", NULL};
    if (!wire_only_known(value, known, fault) ||
        !wire_read_condition(value, &line->condition, fault)) {
        return false;
    }
    return wire_read_odds(json_object_get(value, "pays"), &line->pays, fault) ||
           wire_fault_inside(fault, "pays");
}

static bool read_lines(const json_t *list, struct uth_bet_table *table, struct wire_fault *fault)
{
    if (!json_is_array(list) || json_array_size(list) > UTH_BET_LINES_MAX) {
        return wire_fault_at(fault, "lines", list, "a list of 1 to 12 lines");
    }
    table->line_count = (uint8_t)json_array_size(list);
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_line(json_array_get(list, i), &table->lines[i], fault)) {
            return wire_fault_inside_list(fault, "lines", i);
        }
    }
    uth_bet_table_index(table);
    return true;
}

static bool read_sheet(const json_t *value, const char *name, char *out, size_t size,
                       struct wire_fault *fault)
{
    const json_t *given = json_object_get(value, name);
    return given == NULL || wire_read_text(given, out, size, fault) ||
           wire_fault_inside(fault, name);
}

static bool read_table(const json_t *value, struct uth_bet_table *table, struct wire_fault *fault)
{
    static const char *const known[] = {"id", "printed", "printed_hits", "lines", NULL};
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (!wire_read_text(json_object_get(value, "id"), table->id, sizeof table->id, fault)) {
        return wire_fault_inside(fault, "id");
    }
    return read_sheet(value, "printed", table->printed, sizeof table->printed, fault) &&
           read_sheet(value, "printed_hits", table->printed_hits, sizeof table->printed_hits,
                      fault) &&
           read_lines(json_object_get(value, "lines"), table, fault);
}

static bool read_tables(const json_t *list, struct uth_bet *bet, struct wire_fault *fault)
{
    if (!json_is_array(list) || json_array_size(list) < 1 ||
        json_array_size(list) > UTH_BET_TABLES_MAX) {
        return wire_fault_at(fault, "tables", list, "a list of 1 to 8 tables");
    }
    memset(bet->tables, 0, sizeof bet->tables);
    bet->table = 0;
    bet->table_count = (uint8_t)json_array_size(list);
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_table(json_array_get(list, i), &bet->tables[i], fault)) {
            return wire_fault_inside_list(fault, "tables", i);
        }
    }
    return true;
}

// A bet with one table may have its lines without a table around them.
static bool read_pays(const json_t *value, struct uth_bet *bet, const char *id,
                      struct wire_fault *fault)
{
    const json_t *tables = json_object_get(value, "tables");
    const json_t *lines = json_object_get(value, "lines");
    if (tables != NULL && lines != NULL) {
        return wire_fault_at(fault, "lines", lines, "lines or tables, not both");
    }
    if (tables != NULL) {
        return read_tables(tables, bet, fault);
    }
    if (lines == NULL) {
        return bet->table_count != 0 ||
               wire_fault_at(fault, "lines", NULL, "a list of 1 to 12 lines");
    }
    memset(bet->tables, 0, sizeof bet->tables);
    (void)snprintf(bet->tables[0].id, sizeof bet->tables[0].id, "%s", id);
    bet->table = 0;
    bet->table_count = 1;
    return read_lines(lines, &bet->tables[0], fault);
}

static bool read_use(const json_t *value, struct uth_bet *bet, struct wire_fault *fault)
{
    const json_t *wanted = json_object_get(value, "use");
    const char *id = json_string_value(wanted);
    for (uint8_t i = 0; id != NULL && i < bet->table_count; i++) {
        if (strcmp(bet->tables[i].id, id) == 0) {
            bet->table = i;
            return true;
        }
    }
    return wanted == NULL || wire_fault_at(fault, "use", wanted, "the id of one of the tables");
}

static bool read_choice(const json_t *value, const char *name, const char *const *words,
                        uint8_t *choice, struct wire_fault *fault)
{
    const json_t *given = json_object_get(value, name);
    int index = 0;
    if (given == NULL) {
        return true;
    }
    if (!wire_read_word(given, words, &index, fault)) {
        return wire_fault_inside(fault, name);
    }
    *choice = (uint8_t)index;
    return true;
}

bool wire_read_bet(const json_t *value, const char *id, struct uth_bet *bet,
                   struct wire_fault *fault)
{
    return read_choice(value, "cards", cards_words, &bet->cards, fault) &&
           read_choice(value, "fold", fold_words, &bet->fold, fault) &&
           read_pays(value, bet, id, fault) && read_use(value, bet, fault);
}

bool wire_read_own_bet(const json_t *value, struct uth_bet *bet, struct wire_fault *fault)
{
    const bool is_new = bet->id[0] == '\0';
    if (is_new && !wire_read_text(json_object_get(value, "id"), bet->id, sizeof bet->id, fault)) {
        return wire_fault_inside(fault, "id");
    }
    const json_t *title = json_object_get(value, "title");
    if ((is_new || title != NULL) && !wire_read_text(title, bet->title, sizeof bet->title, fault)) {
        return wire_fault_inside(fault, "title");
    }
    if (is_new && json_object_get(value, "cards") == NULL) {
        return wire_fault_at(fault, "cards", NULL, "the cards it looks at, such as \"hole+flop\"");
    }
    if (is_new) {
        bet->fold = UTH_FOLD_BESIDE; // unless it says otherwise, a bet is not lost by a fold
    }
    return wire_read_bet(value, bet->id, bet, fault);
}

// Names the line at fault as the document has it.
static bool fault_of_bet(const json_t *document, const struct uth_bet *bet,
                         struct wire_fault *fault)
{
    unsigned table;
    unsigned line;
    const char *expected = uth_bet_fault(bet, &table, &line);
    if (expected == NULL) {
        return true;
    }
    const json_t *lines = json_object_get(document, "lines");
    if (table == bet->table_count || line == bet->tables[table].line_count || lines == NULL) {
        return wire_fault_at(fault, "", document, expected);
    }
    (void)wire_fault_at(fault, "", json_array_get(lines, line), expected);
    return wire_fault_inside_list(fault, "lines", line);
}

static bool bet_from_json(const json_t *document, struct uth_bet *bet, struct wire_fault *fault)
{
    static const char *const known[] = {"id",    "title",  "cards", "fold",
                                        "lines", "tables", "use",   NULL};
    struct uth_bet read;
    memset(&read, 0, sizeof read);
    if (!wire_only_known(document, known, fault) || !wire_read_own_bet(document, &read, fault)) {
        return false;
    }
    if (read.id[0] == '\0' || read.title[0] == '\0') {
        return wire_fault_at(fault, "", document, "an id and a title");
    }
    struct uth_exact_kinds kinds;
    if (!fault_of_bet(document, &read, fault)) {
        return false;
    }
    uth_exact_hands(&kinds);
    if (!wire_bet_reaches_each_line(&kinds, &read, fault)) {
        return false;
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
        (void)wire_fault_at(fault, "", NULL, "JSON with each field once");
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

static json_t *lines_json(const struct uth_bet_table *table)
{
    json_t *lines = json_array();
    for (unsigned i = 0; i < table->line_count; i++) {
        (void)json_array_append_new(lines, line_json(&table->lines[i]));
    }
    return lines;
}

// What a sheet does not print is left out.
static json_t *table_json(const struct uth_bet_table *table)
{
    return json_pack("{s:s, s:s*, s:s*, s:o}", "id", table->id, "printed",
                     table->printed[0] != '\0' ? table->printed : NULL, "printed_hits",
                     table->printed_hits[0] != '\0' ? table->printed_hits : NULL, "lines",
                     lines_json(table));
}

json_t *wire_bet_json(const struct uth_bet *bet)
{
    json_t *object =
        json_pack("{s:s, s:s}", "cards", wire_bet_cards_text((enum uth_bet_cards)bet->cards),
                  "fold", fold_words[bet->fold]);
    if (uth_bet_is_plain(bet)) {
        (void)json_object_set_new(object, "lines", lines_json(&bet->tables[0]));
        return object;
    }
    json_t *tables = json_array();
    for (unsigned i = 0; i < bet->table_count; i++) {
        (void)json_array_append_new(tables, table_json(&bet->tables[i]));
    }
    (void)json_object_set_new(object, "use", json_string(uth_bet_table(bet)->id));
    (void)json_object_set_new(object, "tables", tables);
    return object;
}

json_t *wire_bet_to_json(const struct uth_bet *bet)
{
    json_t *object = json_pack("{s:s, s:s}", "id", bet->id, "title", bet->title);
    json_t *rest = wire_bet_json(bet);
    (void)json_object_update(object, rest);
    json_decref(rest);
    return object;
}

// ---- figures ----------------------------------------------------------------------------------

static bool fault_of_idle(const struct uth_bet *bet, unsigned table, unsigned line,
                          struct wire_fault *fault)
{
    json_t *value = line_json(&bet->tables[table].lines[line]);
    (void)wire_fault_at(fault, "", value,
                        "a line that can pay: no cards reach it, or one above pays first");
    json_decref(value);
    (void)wire_fault_inside_list(fault, "lines", line);
    return !uth_bet_is_plain(bet) && wire_fault_inside_list(fault, "tables", table);
}

bool wire_bet_reaches_each_line(const struct uth_exact_kinds *kinds, const struct uth_bet *bet,
                                struct wire_fault *fault)
{
    for (unsigned i = 0; i < bet->table_count; i++) {
        const unsigned line = uth_exact_idle_line(kinds, bet, i);
        if (line < bet->tables[i].line_count) {
            return fault_of_idle(bet, i, line, fault);
        }
    }
    return true;
}

json_t *wire_bet_lines_json(const struct uth_bet_table *table, const struct uth_exact_side *exact)
{
    json_t *lines = lines_json(table);
    for (unsigned i = 0; i < table->line_count; i++) {
        exact_set(json_array_get(lines, i), "probability", exact->line[i]);
    }
    return lines;
}
