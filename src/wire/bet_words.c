#include "wire/bet_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "wire/bet_json.h"
#include "wire/least_words.h"

// "kings, queens or jacks", "ace queen or ace jack"; more than these are a range.
#define PAIRS_LISTED 3
#define TWO_LISTED   2

struct text {
    char *bytes;
    size_t used;
};

static void put(struct text *text, const char *words)
{
    const size_t length = strlen(words);
    UTH_CHECK(text->used + length < WIRE_LINE_MAX);
    memcpy(text->bytes + text->used, words, length + 1);
    text->used += length;
}

// ---- hands ------------------------------------------------------------------------------------

// "straight or better", "pair of jacks or higher": of the same kind.
static void put_hand(struct text *text, const struct uth_condition *condition)
{
    char least[WIRE_LEAST_MAX];
    const char *words = wire_least_words(condition->least, least);
    put(text, strncmp(words, "a ", 2) == 0 ? words + 2 : words);
    if (condition->most == UINT16_MAX) {
        put(text, " or better");
    } else if ((condition->least & 0xfff) != 0) {
        put(text, " or higher");
    }
}

// ---- two cards --------------------------------------------------------------------------------

// How the two ranks and a list of them are written.
struct style {
    void (*put_two)(struct text *text, const struct uth_condition *condition, unsigned low);
    const char *last; // in front of the last of a list
};

static void put_two_short(struct text *text, const struct uth_condition *condition, unsigned low)
{
    const bool pair = condition->when == UTH_WHEN_PAIR;
    put(text, wire_rank_text(pair ? low : condition->high));
    put(text, "-");
    put(text, wire_rank_text(low));
}

static void put_two_long(struct text *text, const struct uth_condition *condition, unsigned low)
{
    if (condition->when == UTH_WHEN_PAIR) {
        put(text, uth_rank_names(low));
        return;
    }
    put(text, uth_rank_name(condition->high));
    put(text, " ");
    put(text, uth_rank_name(low));
}

static void put_ranks(struct text *text, const struct uth_condition *condition,
                      const struct style *style)
{
    const unsigned listed = condition->when == UTH_WHEN_PAIR ? PAIRS_LISTED : TWO_LISTED;
    if (condition->to >= condition->from + listed) {
        style->put_two(text, condition, condition->to);
        put(text, " to ");
        style->put_two(text, condition, condition->from);
        return;
    }
    for (unsigned low = condition->to + 1U; low-- > condition->from;) {
        put(text, low == condition->to ? "" : low > condition->from ? ", " : style->last);
        style->put_two(text, condition, low);
    }
}

static const char *const suits_words[UTH_SUITS_COUNT] = {"", " suited", " unsuited", " red"};

static bool is_red_pair(const struct uth_condition *condition)
{
    return condition->when == UTH_WHEN_PAIR && condition->suits == UTH_SUITS_RED &&
           condition->from == condition->to;
}

static void capitalize(char *words)
{
    words[0] = (char)toupper((unsigned char)words[0]);
}

static void put_label(struct text *text, const struct uth_condition *condition)
{
    static const struct style style = {put_two_short, ", "};
    put_ranks(text, condition, &style);
    put(text, suits_words[condition->suits]);
    if (condition->both && condition->from == condition->to && condition->suits == UTH_SUITS_ANY) {
        put(text, " and dealer ");
        put_two_short(text, condition, condition->to);
    } else if (condition->both) {
        put(text, ", dealer too");
    }
}

const char *wire_line_label(const struct uth_condition *condition, char label[WIRE_LINE_MAX])
{
    struct text text = {label, 0};
    label[0] = '\0';
    if (condition->when != UTH_WHEN_PAIR && condition->when != UTH_WHEN_RANKS) {
        (void)wire_line_words(condition, label);
        capitalize(label);
    } else if (is_red_pair(condition)) {
        (void)snprintf(label, WIRE_LINE_MAX, "%s hearts, %s diamonds%s",
                       wire_rank_text(condition->to), wire_rank_text(condition->to),
                       condition->both ? ", dealer too" : "");
    } else {
        put_label(&text, condition);
    }
    return label;
}

static void put_two_cards(struct text *text, const struct uth_condition *condition)
{
    static const struct style style = {put_two_long, " or "};
    if (is_red_pair(condition)) {
        put(text, uth_rank_name(condition->to));
        put(text, " of hearts and ");
        put(text, uth_rank_name(condition->to));
        put(text, " of diamonds");
    } else if (condition->when == UTH_WHEN_CONNECTED) {
        put(text, "connected cards");
        put(text, condition->suits == UTH_SUITS_ANY ? "" : ",");
        put(text, suits_words[condition->suits]);
    } else {
        put_ranks(text, condition, &style);
        put(text, suits_words[condition->suits]);
    }
    put(text, condition->both ? ", player and dealer" : "");
}

const char *wire_line_words(const struct uth_condition *condition, char words[WIRE_LINE_MAX])
{
    struct text text = {words, 0};
    char royal[WIRE_CONDITION_MAX];
    words[0] = '\0';
    switch ((enum uth_when)condition->when) {
    case UTH_WHEN_HAND: put_hand(&text, condition); break;
    case UTH_WHEN_ROYAL_FIRST_FIVE:
    case UTH_WHEN_ROYAL_WITH_HOLE:
    case UTH_WHEN_ROYAL_ON_BOARD: put(&text, wire_condition_text(condition, royal)); break;
    case UTH_WHEN_PAIR:
    case UTH_WHEN_RANKS:
    case UTH_WHEN_CONNECTED: put_two_cards(&text, condition); break;
    case UTH_WHEN_COUNT: UTH_CHECK(!"a condition"); break;
    }
    return words;
}

// ---- tables and bets --------------------------------------------------------------------------

bool wire_pays_by_kind(const struct uth_bet_table *table, struct uth_odds pays[UTH_HAND_COUNT])
{
    memset(pays, 0, UTH_HAND_COUNT * sizeof *pays);
    for (unsigned i = 0; i < table->line_count; i++) {
        const struct uth_condition *condition = &table->lines[i].condition;
        if (condition->when != UTH_WHEN_HAND || (condition->least & 0xfff) != 0 ||
            (condition->most & 0xfff) != 0xfff) {
            return false;
        }
        for (unsigned kind = condition->least >> 12;
             kind < UTH_HAND_COUNT && kind <= condition->most >> 12U; kind++) {
            pays[kind] = pays[kind].den == 0 ? table->lines[i].pays : pays[kind];
        }
    }
    return true;
}

const char *wire_wager_said(const struct uth_rules *rules, enum uth_wager wager)
{
    return wager == UTH_WAGER_BAD_BEAT ? "Bad Beat"
           : wager == UTH_WAGER_PAIRS  ? "Pairs"
                                       : uth_rules_wager_title(rules, wager);
}
