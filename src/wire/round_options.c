// The options of a recorded round: what a table has changed of its profile, in and out.
#include "wire/round_parts.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "uth/round.h"
#include "wire/bet_words.h"
#include "wire/rules_json.h"
#include "wire/rules_values.h"

// ---- options --------------------------------------------------------------------------------

static bool option_collection(const struct wire_value *value, struct uth_rules *rules)
{
    const int64_t option = wire_integer(value);
    if (option < 1 || option > rules->collection_count) {
        return false;
    }
    rules->collection = (uint8_t)(option - 1);
    return true;
}

static bool option_fold_keeps_trips(const struct wire_value *value, struct uth_rules *rules)
{
    uint8_t *fold = &rules->sides[0].fold; // of Trips
    if (!wire_is(value, JSON_TRUE)) {
        *fold = UTH_FOLD_LOSES;
    } else if (*fold == UTH_FOLD_LOSES) {
        *fold = UTH_FOLD_LOSES_UNLESS_WON;
    }
    return wire_is_boolean(value);
}

static bool option_void_returns_fee(const struct wire_value *value, struct uth_rules *rules)
{
    rules->void_returns_fee = wire_is(value, JSON_TRUE);
    return wire_is_boolean(value);
}

// A table whose id is a number is asked for by number.
static bool pick_table(const struct wire_value *value, enum uth_wager wager,
                       struct uth_rules *rules)
{
    const struct uth_bet *bet = uth_rules_side(rules, wager);
    char number[24] = "";
    if (wire_is(value, JSON_INTEGER)) {
        (void)snprintf(number, sizeof number, "%lld", (long long)value->integer);
    }
    for (uint8_t i = 0; i < bet->table_count; i++) {
        const char *id = bet->tables[i].id;
        const bool numbered = strspn(id, "0123456789") == strlen(id);
        if (numbered ? strcmp(number, id) == 0 : wire_says(value, id)) {
            uth_rules_use_table(rules, wager, i);
            return true;
        }
    }
    return false;
}

static const struct option {
    const char *name;
    bool (*set)(const struct wire_value *value, struct uth_rules *rules);
    const char *expected;
} options[] = {
    {"collection", option_collection, "the number of one of the profile's schedules"},
    {"fold_keeps_trips", option_fold_keeps_trips, "true or false"},
    {"void_returns_fee", option_void_returns_fee, "true or false"},
};

static bool always(const struct uth_rules *rules, unsigned word)
{
    (void)rules, (void)word;
    return true;
}

static bool player_banks(const struct uth_rules *rules, unsigned word)
{
    (void)word;
    return rules->banked_by == UTH_BANKED_BY_PLAYER;
}

// Nobody is left of the bank where the house banks.
static bool has_order(const struct uth_rules *rules, unsigned word)
{
    return word != UTH_ORDER_LEFT_OF_BANK || rules->banked_by == UTH_BANKED_BY_PLAYER;
}

static bool has_progressive(const struct uth_rules *rules, unsigned word)
{
    (void)word;
    return rules->offered[UTH_WAGER_PROGRESSIVE];
}

// The switches that are a word, each an enumerator of the rules, both ways; `goes` says where there is one.
static const char *const fee_per_words[] = {"circle", "spot", NULL};
static const char *const pays_from_words[] = {"tray", "meter", NULL};
static const char *const meter_order_words[] = {"from-right", "settlement", NULL};
static const char *const order_words[] = {"left-of-bank", "from-right", "from-left", NULL};

static const struct word_option {
    const char *name;
    const char *const *words;
    size_t at; // of an enum in struct uth_rules
    bool (*goes)(const struct uth_rules *rules, unsigned word);
    const char *expected;
} word_options[] = {
    {"coverage", wire_coverage_words, offsetof(struct uth_rules, coverage), player_banks,
     "payoffs, net or gross, where a player banks"},
    {"player_fee_per", fee_per_words, offsetof(struct uth_rules, player_fee_per), player_banks,
     "circle or spot, where a player banks"},
    {"fixed_pays_from", pays_from_words, offsetof(struct uth_rules, progressive.fixed_pays_from),
     has_progressive, "tray or meter, where there is a Progressive"},
    {"progressive_order", meter_order_words, offsetof(struct uth_rules, progressive.order),
     has_progressive, "from-right or settlement, where there is a Progressive"},
    {"order", order_words, offsetof(struct uth_rules, order), has_order,
     "left-of-bank (where a player banks), from-right or from-left"},
    {"procedure", wire_procedure_words, offsetof(struct uth_rules, procedure), always,
     "shoe, shuffler, deck-mate or ace-ideal"},
};

#define WORD_OPTIONS  (sizeof word_options / sizeof word_options[0])
#define BEFORE_TABLES 2 // coverage and player_fee_per stand in front of the tables of a record
_Static_assert(sizeof(enum uth_coverage) == sizeof(unsigned) &&
                   sizeof(enum uth_procedure) == sizeof(unsigned),
               "an option is stored as the enumerators are");

static bool set_word(const struct word_option *option, const struct wire_value *value,
                     struct uth_rules *rules)
{
    for (unsigned word = 0; option->words[word] != NULL; word++) {
        if (wire_says(value, option->words[word])) {
            memcpy((char *)rules + option->at, &word, sizeof word);
            return option->goes(rules, word);
        }
    }
    return false;
}

static bool read_word(const struct word_option *option, const struct wire_value *setting,
                      struct place place, struct uth_rules *rules, struct wire_refusal *refusal)
{
    return set_word(option, setting, rules) ||
           round_refuse_at(refusal, place, setting, option->expected);
}

// As it stands; a value that has no word, as the order of confirmation, is left out.
static void put_words(struct wire_out *out, const struct uth_rules *rules, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct word_option *option = &word_options[i];
        unsigned value;
        unsigned word = 0;
        memcpy(&value, (const char *)rules + option->at, sizeof value);
        while (option->words[word] != NULL && word != value) {
            word++;
        }
        if (option->words[word] != NULL && option->goes(rules, word)) {
            wire_out_text(out, option->name, option->words[word]);
        }
    }
}

// The wager whose table the option of that name chooses; UTH_WAGER_COUNT where it is another's.
static enum uth_wager table_option(const struct wire_value *setting)
{
    unsigned i = 0;
    while (i < UTH_WAGER_COUNT &&
           (!uth_wager_has_lines((enum uth_wager)i) || uth_wager_is_own((enum uth_wager)i) ||
            !wire_is_named(setting, uth_wagers[i].name))) {
        i++;
    }
    return (enum uth_wager)i;
}

static bool read_table(const struct wire_value *setting, struct place place, enum uth_wager wager,
                       struct uth_rules *rules, struct wire_refusal *refusal)
{
    char expected[80];
    if (pick_table(setting, wager, rules)) {
        return true;
    }
    (void)snprintf(expected, sizeof expected, "%sone of the profile's %s tables",
                   wager == UTH_WAGER_PAIRS ? "" : "the id of ", wire_wager_said(rules, wager));
    return round_refuse_at(refusal, place, setting, expected);
}

// The wager of the profile's own side bet that a member is named after; UTH_WAGER_COUNT for any other.
enum uth_wager round_own_wager(const struct uth_rules *rules, const struct wire_value *member)
{
    char id[WIRE_NAME_MAX];
    const enum uth_wager wager = uth_rules_wager_find(rules, wire_name_text(member, id));
    return wager != UTH_WAGER_COUNT && uth_wager_is_own(wager) ? wager : UTH_WAGER_COUNT;
}

const char round_own_expected[] = "the id of one of the profile's own side bets";

static bool read_own_tables(const struct wire_value *value, struct uth_rules *rules,
                            struct wire_refusal *refusal)
{
    if (!wire_is(value, JSON_OBJECT)) {
        return round_refuse_at(refusal, in_object("options", "side"), value, "an object");
    }
    const struct wire_value *setting = wire_first(value);
    for (uint32_t i = 0; i < value->count; i++, setting = wire_after(setting)) {
        char id[WIRE_NAME_MAX];
        const struct place place = in_object("options.side", wire_name_text(setting, id));
        const enum uth_wager wager = round_own_wager(rules, setting);
        if (wager == UTH_WAGER_COUNT) {
            return round_refuse_at(refusal, place, setting, round_own_expected);
        }
        if (!read_table(setting, place, wager, rules, refusal)) {
            return false;
        }
    }
    return true;
}

static bool read_option(const struct wire_value *setting, struct uth_rules *rules,
                        struct wire_refusal *refusal)
{
    char key[WIRE_NAME_MAX];
    const struct place place = in_object("options", wire_name_text(setting, key));
    const enum uth_wager wager = table_option(setting);
    if (wager != UTH_WAGER_COUNT) {
        return read_table(setting, place, wager, rules, refusal);
    }
    if (wire_is_named(setting, "side")) {
        return read_own_tables(setting, rules, refusal);
    }
    for (size_t k = 0; k < WORD_OPTIONS; k++) {
        if (wire_is_named(setting, word_options[k].name)) {
            return read_word(&word_options[k], setting, place, rules, refusal);
        }
    }
    size_t i = 0;
    while (i < sizeof options / sizeof options[0] && !wire_is_named(setting, options[i].name)) {
        i++;
    }
    if (i == sizeof options / sizeof options[0]) {
        return round_refuse_at(refusal, place, setting, "a known option");
    }
    return options[i].set(setting, rules) ||
           round_refuse_at(refusal, place, setting, options[i].expected);
}

bool round_read_options(const struct wire_value *value, struct wire_round *round,
                        struct wire_refusal *refusal)
{
    if (value == NULL) {
        return true;
    }
    if (!wire_is(value, JSON_OBJECT)) {
        return round_refuse_at(refusal, at_top("options"), value, "an object");
    }
    round->changed = *round->rules;
    round->rules = &round->changed;
    const struct wire_value *setting = wire_first(value);
    for (uint32_t i = 0; i < value->count; i++, setting = wire_after(setting)) {
        if (!read_option(setting, &round->changed, refusal)) {
            return false;
        }
    }
    // Another pay table may not carry the profile's aggregate (WA-2).
    struct wire_fault fault;
    return wire_rules_check(round->rules, &fault) || round_refuse_fault(refusal, &fault);
}

// ---- out ----------------------------------------------------------------------------------------

// A table whose id is a number is asked for by number.
static void put_table(struct wire_out *out, const char *key, const char *id)
{
    if (id[0] != '\0' && strspn(id, "0123456789") == strlen(id)) {
        int64_t number = 0;
        for (const char *at = id; *at != '\0'; at++) {
            number = number * 10 + (*at - '0');
        }
        wire_out_number(out, key, number);
    } else {
        wire_out_text(out, key, id);
    }
}

bool round_open_side(struct wire_out *out, enum uth_wager wager, bool open)
{
    if (uth_wager_is_own(wager) && !open) {
        wire_out_open(out, "side", '{');
    }
    return open || uth_wager_is_own(wager);
}

void round_close_side(struct wire_out *out, bool open)
{
    if (open) {
        wire_out_close(out, '}');
    }
}

static void put_table_options(struct wire_out *out, const struct uth_rules *rules)
{
    bool own = false;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const char *id = uth_rules_table_id(rules, wager);
        if (id == NULL) {
            continue;
        }
        own = round_open_side(out, wager, own);
        put_table(out, uth_rules_wager_name(rules, wager), id);
    }
    round_close_side(out, own);
}

// Every switch as it stood, so that the record does not depend on what the profile has by default.
void round_put_options(struct wire_out *out, const struct uth_rules *rules)
{
    wire_out_open(out, "options", '{');
    if (rules->collection_count > 0) {
        wire_out_number(out, "collection", rules->collection + 1);
    }
    put_words(out, rules, 0, BEFORE_TABLES);
    wire_out_bool(out, "fold_keeps_trips",
                  uth_rules_fold(rules, UTH_WAGER_TRIPS) != UTH_FOLD_LOSES);
    wire_out_bool(out, "void_returns_fee", rules->void_returns_fee);
    put_table_options(out, rules);
    put_words(out, rules, BEFORE_TABLES, WORD_OPTIONS);
    wire_out_close(out, '}');
}
