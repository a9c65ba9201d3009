// One table of fields drives both directions, so what is written can be read.
#include "wire/rules_json.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/amount_words.h"
#include "wire/bet_json.h"
#include "wire/blake2b.h"
#include "wire/least_words.h"
#include "wire/rules_tables.h"
#include "wire/rules_values.h"

// clang-format off
static const char *const banked_by_words[]  = { "house", "player", NULL };
static const char *const ante_rule_words[]  = { "pushes", "plays", "wins", NULL };
static const char *const order_words[]      = { "left-of-bank", "from-right", "from-left", NULL };
static const char *const first_banker_words[] = { "seat", "high-card", "named", NULL };
static const char *const fee_per_words[]    = { "circle", "spot", NULL };
static const char *const street_words[]     = { "preflop", "flop", "river", NULL };
// clang-format on

// ---- limits, raises, orders -----------------------------------------------------------------

// The names of the wagers there are, with NULL behind them. Returns how many.
static size_t name_wagers(const struct uth_rules *rules, const char *names[UTH_WAGER_COUNT + 1])
{
    size_t count = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_rules_has_wager(rules, (enum uth_wager)i)) {
            names[count++] = uth_rules_wager_name(rules, (enum uth_wager)i);
        }
    }
    names[count] = NULL;
    return count;
}

static bool only_wagers(const json_t *value, const struct uth_rules *rules,
                        struct wire_fault *fault)
{
    const char *names[UTH_WAGER_COUNT + 1];
    (void)name_wagers(rules, names);
    return wire_only_known(value, names, fault);
}

// What is said of each wager, by its name.
static json_t *by_wager_json(const struct uth_rules *rules,
                             json_t *(*write)(const struct uth_rules *, unsigned))
{
    json_t *object = json_object();
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_rules_has_wager(rules, (enum uth_wager)i)) {
            (void)json_object_set_new(object, uth_rules_wager_name(rules, (enum uth_wager)i),
                                      write(rules, i));
        }
    }
    return object;
}

static bool read_by_wager(const json_t *value, struct uth_rules *rules,
                          bool (*read)(const json_t *, struct uth_rules *, unsigned,
                                       struct wire_fault *),
                          struct wire_fault *fault)
{
    if (!only_wagers(value, rules, fault)) {
        return false;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const char *name = uth_rules_wager_name(rules, (enum uth_wager)i);
        const json_t *said = json_object_get(value, name);
        if (said != NULL && !read(said, rules, i, fault)) {
            return wire_fault_inside(fault, name);
        }
    }
    return true;
}

static json_t *limit_json(struct uth_limit limit)
{
    return json_pack("{s:I, s:I}", "min", (json_int_t)limit.min.cents, "max",
                     (json_int_t)limit.max.cents);
}

static bool read_limit(const json_t *value, struct uth_limit *limit, struct wire_fault *fault)
{
    static const char *const known[] = {"min", "max", NULL};
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (!wire_read_money(json_object_get(value, "min"), &limit->min, fault)) {
        return wire_fault_inside(fault, "min");
    }
    if (!wire_read_money(json_object_get(value, "max"), &limit->max, fault)) {
        return wire_fault_inside(fault, "max");
    }
    return true;
}

static json_t *limit_of_json(const struct uth_rules *rules, unsigned wager)
{
    return limit_json(rules->limits[wager]);
}

static json_t *limits_json(const struct uth_rules *rules)
{
    return by_wager_json(rules, limit_of_json);
}

static bool read_limit_of(const json_t *value, struct uth_rules *rules, unsigned wager,
                          struct wire_fault *fault)
{
    return read_limit(value, &rules->limits[wager], fault);
}

static bool read_limits(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    return read_by_wager(value, rules, read_limit_of, fault);
}

static json_t *cap_json(const struct uth_rules *rules, unsigned wager)
{
    return wire_money_json(rules->aggregate[wager].max);
}

static json_t *aggregate_json(const struct uth_rules *rules)
{
    return by_wager_json(rules, cap_json);
}

static bool read_cap(const json_t *value, struct uth_rules *rules, unsigned wager,
                     struct wire_fault *fault)
{
    return wire_read_money(value, &rules->aggregate[wager].max, fault);
}

static bool read_aggregate(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    return read_by_wager(value, rules, read_cap, fault);
}

static json_t *games_over_json(const struct uth_rules *rules)
{
    return json_pack("{s:i, s:I}", "games", (int)rules->games_over.games, "amount",
                     (json_int_t)rules->games_over.amount.cents);
}

static bool read_games_over(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    static const char *const known[] = {"games", "amount", NULL};
    int64_t games;
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (!wire_read_integer(json_object_get(value, "games"), 0, UTH_SIDES_MAX + 1, &games, fault)) {
        return wire_fault_inside(fault, "games");
    }
    if (!wire_read_money(json_object_get(value, "amount"), &rules->games_over.amount, fault)) {
        return wire_fault_inside(fault, "amount");
    }
    rules->games_over.games = (uint8_t)games;
    return true;
}

static json_t *offer_json(const struct uth_rules *rules, unsigned wager)
{
    return json_boolean(rules->offered[wager]);
}

static json_t *offered_json(const struct uth_rules *rules)
{
    return by_wager_json(rules, offer_json);
}

static bool read_offer(const json_t *value, struct uth_rules *rules, unsigned wager,
                       struct wire_fault *fault)
{
    if (!json_is_boolean(value)) {
        return wire_fault_at(fault, "", value, "true or false");
    }
    rules->offered[wager] = json_is_true(value);
    return true;
}

static bool read_offered(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    return read_by_wager(value, rules, read_offer, fault);
}

static json_t *raises_json(const struct uth_rules *rules)
{
    json_t *object = json_object();
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        json_t *list = json_array();
        for (unsigned i = 0; i < UTH_RAISES_MAX && rules->raises[street][i] != 0; i++) {
            (void)json_array_append_new(list, json_integer(rules->raises[street][i]));
        }
        (void)json_object_set_new(object, street_words[street], list);
    }
    return object;
}

static bool read_street_raises(const json_t *list, uint8_t raises[UTH_RAISES_MAX],
                               struct wire_fault *fault)
{
    if (!json_is_array(list) || json_array_size(list) > UTH_RAISES_MAX) {
        return wire_fault_at(fault, "", list, "a list of at most 4 Play sizes");
    }
    memset(raises, 0, UTH_RAISES_MAX);
    for (size_t i = 0; i < json_array_size(list); i++) {
        int64_t size;
        if (!wire_read_integer(json_array_get(list, i), 1, 20, &size, fault)) {
            return wire_fault_inside_list(fault, "", i);
        }
        raises[i] = (uint8_t)size;
    }
    return true;
}

static bool read_raises(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    if (!wire_only_known(value, street_words, fault)) {
        return false;
    }
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        const json_t *list = json_object_get(value, street_words[street]);
        if (list != NULL && !read_street_raises(list, rules->raises[street], fault)) {
            return wire_fault_inside(fault, street_words[street]);
        }
    }
    return true;
}

static json_t *wagers_json(const struct uth_rules *rules,
                           const enum uth_wager wagers[UTH_WAGER_COUNT])
{
    json_t *list = json_array();
    for (size_t i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_rules_has_wager(rules, wagers[i])) {
            (void)json_array_append_new(list, json_string(uth_rules_wager_name(rules, wagers[i])));
        }
    }
    return list;
}

// Side bets of the profile's own may be left out: they come behind, in the order of the profile.
static bool read_wagers(const json_t *list, const struct uth_rules *rules,
                        enum uth_wager wagers[UTH_WAGER_COUNT], struct wire_fault *fault)
{
    static const char expected[] = "a list that names each wager once";
    const char *names[UTH_WAGER_COUNT + 1];
    size_t count = 0;
    unsigned named = 0;
    if (!json_is_array(list) || json_array_size(list) > name_wagers(rules, names)) {
        return wire_fault_at(fault, "", list, expected);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        int index;
        if (!wire_read_word(json_array_get(list, i), names, &index, fault)) {
            return wire_fault_inside_list(fault, "", i);
        }
        wagers[count] = uth_rules_wager_find(rules, names[index]);
        named |= 1U << wagers[count++];
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if ((named >> i & 1) == 0 &&
            (!uth_wager_is_own((enum uth_wager)i) || count == UTH_WAGER_COUNT)) {
            return wire_fault_at(fault, "", list, expected);
        }
        if ((named >> i & 1) == 0) {
            wagers[count++] = (enum uth_wager)i;
        }
    }
    return count == UTH_WAGER_COUNT || wire_fault_at(fault, "", list, expected);
}

static json_t *order_won_json(const struct uth_rules *rules)
{
    return wagers_json(rules, rules->order_won);
}

static bool read_order_won(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    return read_wagers(value, rules, rules->order_won, fault);
}

static json_t *order_lost_json(const struct uth_rules *rules)
{
    return wagers_json(rules, rules->order_lost);
}

static bool read_order_lost(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    return read_wagers(value, rules, rules->order_lost, fault);
}

// ---- the qualifying hand ----------------------------------------------------------------------

static json_t *qualifier_json(const struct uth_rules *rules)
{
    char text[WIRE_LEAST_MAX];
    unsigned rank;
    return uth_hand_is_lowest(rules->qualifier, &rank)
               ? json_string(wire_least_text(rules->qualifier, text))
               : json_integer(rules->qualifier);
}

static bool read_qualifier(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    const char *text = json_string_value(value);
    return (text != NULL && wire_least_read(text, &rules->qualifier)) ||
           wire_fault_at(fault, "", value,
                         "\"none\", a kind of hand, or one with a rank: \"A high\", \"pair of 4\"");
}

// ---- collections ----------------------------------------------------------------------------

static json_t *collection_json(const struct uth_collection *collection)
{
    json_t *tiers = json_array();
    for (unsigned i = 0; i < collection->tier_count; i++) {
        (void)json_array_append_new(
            tiers, json_pack("{s:I, s:I}", "action", (json_int_t)collection->tiers[i].action.cents,
                             "fee", (json_int_t)collection->tiers[i].fee.cents));
    }
    return json_pack("{s:o, s:I, s:o}", "spot", limit_json(collection->spot), "player_fee",
                     (json_int_t)collection->player_fee.cents, "tiers", tiers);
}

static json_t *collections_json(const struct uth_rules *rules)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < rules->collection_count; i++) {
        (void)json_array_append_new(list, collection_json(&rules->collections[i]));
    }
    return list;
}

static bool read_tier(const json_t *value, struct uth_tier *tier, struct wire_fault *fault)
{
    static const char *const known[] = {"action", "fee", NULL};
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (!wire_read_money(json_object_get(value, "action"), &tier->action, fault)) {
        return wire_fault_inside(fault, "action");
    }
    if (!wire_read_money(json_object_get(value, "fee"), &tier->fee, fault)) {
        return wire_fault_inside(fault, "fee");
    }
    return true;
}

static bool read_collection(const json_t *value, struct uth_collection *collection,
                            struct wire_fault *fault)
{
    static const char *const known[] = {"spot", "player_fee", "tiers", NULL};
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    memset(collection, 0, sizeof *collection);
    if (!read_limit(json_object_get(value, "spot"), &collection->spot, fault)) {
        return wire_fault_inside(fault, "spot");
    }
    if (!wire_read_money(json_object_get(value, "player_fee"), &collection->player_fee, fault)) {
        return wire_fault_inside(fault, "player_fee");
    }
    const json_t *tiers = json_object_get(value, "tiers");
    if (!json_is_array(tiers) || json_array_size(tiers) > UTH_TIERS_MAX) {
        return wire_fault_at(fault, "tiers", tiers, "a list of at most 8 tiers");
    }
    collection->tier_count = (uint8_t)json_array_size(tiers);
    for (size_t i = 0; i < json_array_size(tiers); i++) {
        if (!read_tier(json_array_get(tiers, i), &collection->tiers[i], fault)) {
            return wire_fault_inside_list(fault, "tiers", i);
        }
    }
    return true;
}

static bool read_collections(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    if (!json_is_array(value) || json_array_size(value) > UTH_COLLECTIONS_MAX) {
        return wire_fault_at(fault, "", value, "a list of at most 4 options");
    }
    memset(rules->collections, 0, sizeof rules->collections);
    rules->collection_count = (uint8_t)json_array_size(value);
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!read_collection(json_array_get(value, i), &rules->collections[i], fault)) {
            return wire_fault_inside_list(fault, "", i);
        }
    }
    return true;
}

// In JSON the options count from 1, as the schedules on paper do; 0 stands where there are none.
static json_t *chosen_collection_json(const struct uth_rules *rules)
{
    const bool none = rules->collection_count == 0 || rules->collection == UINT8_MAX;
    return json_integer(none ? 0 : rules->collection + 1);
}

static bool read_chosen_collection(const json_t *value, struct uth_rules *rules,
                                   struct wire_fault *fault)
{
    int64_t option;
    if (!wire_read_integer(value, 0, UTH_COLLECTIONS_MAX, &option, fault)) {
        return false;
    }
    // The field of the schedules stands behind this one, so a 0 too many shows in the check.
    rules->collection = option == 0 ? UINT8_MAX : (uint8_t)(option - 1);
    return true;
}

// ---- notices --------------------------------------------------------------------------------

static json_t *notices_json(const struct uth_rules *rules)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < rules->notice_count; i++) {
        (void)json_array_append_new(list, json_string(rules->notices[i]));
    }
    return list;
}

static bool read_notices(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    if (!json_is_array(value) || json_array_size(value) > UTH_NOTICES_MAX) {
        return wire_fault_at(fault, "", value, "a list of at most 8 notices");
    }
    memset(rules->notices, 0, sizeof rules->notices);
    rules->notice_count = (uint8_t)json_array_size(value);
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!wire_read_text(json_array_get(value, i), rules->notices[i], UTH_NOTICE_LENGTH,
                            fault)) {
            return wire_fault_inside_list(fault, "", i);
        }
    }
    return true;
}

// ---- the table of fields --------------------------------------------------------------------

enum field_type { FIELD_TEXT, FIELD_U8, FIELD_BOOL, FIELD_MONEY, FIELD_WORD, FIELD_OWN };

// clang-format off
static const struct field {
    const char *name;
    enum field_type type;
    size_t offset, size;
    const char *const *words;
    json_t *(*write)(const struct uth_rules *);
    bool (*read)(const json_t *, struct uth_rules *, struct wire_fault *);
} fields[] = {
#define PLAIN(type, member)       { #member, type, offsetof(struct uth_rules, member), sizeof ((struct uth_rules *)0)->member, NULL, NULL, NULL }
#define WORD(member, words)       { #member, FIELD_WORD, offsetof(struct uth_rules, member), 0, words, NULL, NULL }
#define OWN(name, write, read)    { name, FIELD_OWN, 0, 0, NULL, write, read }
    PLAIN(FIELD_TEXT,  name),
    PLAIN(FIELD_TEXT,  title),
    WORD(banked_by, banked_by_words),
    PLAIN(FIELD_U8,    seats),
    PLAIN(FIELD_U8,    spots_per_player),
    WORD(procedure, wire_procedure_words),
    PLAIN(FIELD_U8,    decks),
    PLAIN(FIELD_BOOL,  void_returns_fee),
    OWN("side", wire_sides_json, wire_read_sides), // names the wagers that the fields below speak of
    OWN("offered", offered_json, read_offered),
    OWN("limits", limits_json, read_limits),
    PLAIN(FIELD_MONEY, chip),
    PLAIN(FIELD_MONEY, legal_wager_max),
    PLAIN(FIELD_U8,    games_max),
    OWN("games_over", games_over_json, read_games_over),
    PLAIN(FIELD_BOOL,  play_within_limit),
    OWN("aggregate", aggregate_json, read_aggregate),
    OWN("raises", raises_json, read_raises),
    OWN("qualifier", qualifier_json, read_qualifier),
    WORD(ante_unqualified, ante_rule_words),
    PLAIN(FIELD_BOOL,  ante_refund_first),
    WORD(order, order_words),
    OWN("order_won", order_won_json, read_order_won),
    OWN("order_lost", order_lost_json, read_order_lost),
    WORD(coverage, wire_coverage_words),
    PLAIN(FIELD_U8,    bank_hands_max),
    WORD(first_banker, first_banker_words),
    WORD(player_fee_per, fee_per_words),
    OWN("collection", chosen_collection_json, read_chosen_collection),
    OWN("collections", collections_json, read_collections),
    OWN("blind", wire_blind_json, wire_read_blind),
    OWN("progressive", wire_progressive_json, wire_read_progressive),
    OWN("notices", notices_json, read_notices),
    PLAIN(FIELD_TEXT,  disputes),
};
// clang-format on

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

static json_t *field_json(const struct field *field, const struct uth_rules *rules)
{
    const char *at = (const char *)rules + field->offset;
    uth_money amount;
    bool flag;
    int word;
    switch (field->type) {
    case FIELD_TEXT: return json_string(at);
    case FIELD_U8: return json_integer(*(const uint8_t *)at);
    case FIELD_BOOL: memcpy(&flag, at, sizeof flag); return json_boolean(flag);
    case FIELD_MONEY: memcpy(&amount, at, sizeof amount); return wire_money_json(amount);
    case FIELD_WORD: memcpy(&word, at, sizeof word); return json_string(field->words[word]);
    case FIELD_OWN: break;
    }
    return field->write(rules);
}

static bool read_field(const struct field *field, const json_t *value, struct uth_rules *rules,
                       struct wire_fault *fault)
{
    char *at = (char *)rules + field->offset;
    int64_t number;
    int word;
    uth_money amount;
    switch (field->type) {
    case FIELD_TEXT: return wire_read_text(value, at, field->size, fault);
    case FIELD_U8:
        if (!wire_read_integer(value, 0, UINT8_MAX, &number, fault)) {
            return false;
        }
        *(uint8_t *)at = (uint8_t)number;
        return true;
    case FIELD_BOOL:
        if (!json_is_boolean(value)) {
            return wire_fault_at(fault, "", value, "true or false");
        }
        *(bool *)at = json_is_true(value);
        return true;
    case FIELD_MONEY:
        if (!wire_read_money(value, &amount, fault)) {
            return false;
        }
        memcpy(at, &amount, sizeof amount);
        return true;
    case FIELD_WORD:
        if (!wire_read_word(value, field->words, &word, fault)) {
            return false;
        }
        memcpy(at, &word, sizeof word);
        return true;
    case FIELD_OWN: break;
    }
    return field->read(value, rules, fault);
}

_Static_assert(sizeof(enum uth_order) == sizeof(int), "words are copied into enumerations as int");

json_t *wire_rules_to_json(const struct uth_rules *rules)
{
    json_t *object = json_object();
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        (void)json_object_set_new(object, fields[i].name, field_json(&fields[i], rules));
    }
    return object;
}

static bool read_base(const json_t *document, struct uth_rules *rules, bool *based,
                      struct wire_fault *fault)
{
    const char *known[FIELD_COUNT + 2] = {"based_on"};
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        known[i + 1] = fields[i].name;
    }
    if (!wire_only_known(document, known, fault)) {
        return false;
    }
    const json_t *base = json_object_get(document, "based_on");
    *based = base != NULL;
    memset(rules, 0, sizeof *rules);
    if (base == NULL) {
        return true;
    }
    const char *name = json_string_value(base);
    const struct uth_rules *builtin = name != NULL ? uth_rules_find(name) : NULL;
    if (builtin == NULL) {
        return wire_fault_at(fault, "based_on", base, "california-8, california-6 or washington");
    }
    memcpy(rules, builtin, sizeof *rules);
    return true;
}

static json_t *entry_of(const json_t *list, const char *id)
{
    size_t i = 0;
    const char *name = NULL;
    while (i < json_array_size(list) &&
           ((name = json_string_value(json_object_get(json_array_get(list, i), "id"))) == NULL ||
            strcmp(name, id) != 0)) {
        i++;
    }
    return json_array_get(list, i);
}

// The value at a path such as "side.trips.tables[1].lines[0].pays"; NULL when there is none. No key of
// a profile has a dot or a bracket in it; an entry of a list is asked for by its id or its place.
static json_t *value_at(json_t *value, const char *path)
{
    while (value != NULL && *path != '\0') {
        char key[64];
        const bool indexed = *path == '[';
        path += indexed || *path == '.';
        const size_t length = strcspn(path, indexed ? "]" : ".[");
        if (length >= sizeof key) {
            return NULL;
        }
        memcpy(key, path, length);
        key[length] = '\0';
        value = indexed                ? json_array_get(value, strtoul(key, NULL, 10))
                : json_is_array(value) ? entry_of(value, key)
                                       : json_object_get(value, key);
        path += length + indexed;
    }
    return value;
}

// A limit of the law, in a sentence with its numbers and its clause.
static void say_law(const struct uth_rules *rules, const struct uth_fault *inner,
                    struct wire_fault *fault)
{
    char reach[WIRE_AMOUNT_MAX];
    char bound[WIRE_AMOUNT_MAX];
    const char *title =
        inner->wager < UTH_WAGER_COUNT ? uth_rules_wager_title(rules, inner->wager) : "";
    const char *clause = uth_status_clause(inner->status);
    (void)wire_money_words((uth_money){inner->reach}, reach);
    (void)wire_money_words((uth_money){inner->bound}, bound);
    fault->clause = clause;
    char *text = fault->sentence;
    const size_t size = sizeof fault->sentence;
    if (inner->status == UTH_ERR_LEGAL_WAGER) {
        (void)snprintf(text, size, "%s maximum %s is above the legal maximum of %s a wager (%s).",
                       title, reach, bound, clause);
    } else if (inner->status == UTH_ERR_LEGAL_PLAY) {
        char ante[WIRE_AMOUNT_MAX];
        (void)snprintf(
            text, size,
            "%s maximum %s would allow a Play wager of %s; the legal maximum is %s (%s).", title,
            wire_money_words((uth_money){inner->value}, ante), reach, bound, clause);
    } else if (inner->status == UTH_ERR_AGGREGATE_ODDS) {
        (void)snprintf(
            text, size,
            "%s pays at most %lld to 1; a table aggregate needs top odds of %lld to 1 or "
            "more (%s).",
            title, (long long)inner->reach, (long long)inner->bound, clause);
    } else if (inner->status == UTH_ERR_AGGREGATE_LOW) {
        (void)snprintf(text, size,
                       "%s aggregate %s is below 50 x the maximum wager; it must be at least %s "
                       "(%s).",
                       title, reach, bound, clause);
    } else {
        fault->clause = "INPUT";
    }
}

// The core knows a number; what is shown is what stands in the document at that place.
bool wire_rules_check(const struct uth_rules *rules, struct wire_fault *fault)
{
    struct uth_fault inner;
    if (uth_rules_check(rules, &inner) == UTH_OK) {
        return true;
    }
    json_t *document = wire_rules_to_json(rules);
    json_t *number = json_integer(inner.value);
    const json_t *value = value_at(document, inner.path);
    (void)wire_fault_at(fault, inner.path, value != NULL ? value : number, inner.expected);
    say_law(rules, &inner, fault);
    json_decref(number);
    json_decref(document);
    return false;
}

// Compared as bytes: those alike mean the same.
static bool is_makers(const struct uth_bet *bet, enum uth_wager wager)
{
    const void *ours = bet->tables;
    bool same = false;
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        const void *theirs = uth_rules_side(uth_rules_builtin(i), wager)->tables;
        same = same || memcmp(theirs, ours, sizeof bet->tables) == 0;
    }
    return same;
}

// A side bet as the house has changed it may have a line that never pays, which shows when all hands are
// counted: some ten milliseconds.
static bool reaches_each_line(const struct uth_rules *rules, struct wire_fault *fault)
{
    struct uth_exact_kinds kinds;
    bool counted = false;
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_bet *bet = uth_rules_side(rules, wager);
        if (bet->table_count == 0 || is_makers(bet, wager)) {
            continue;
        }
        if (!counted) {
            uth_exact_hands(&kinds);
            counted = true;
        }
        if (!wire_bet_reaches_each_line(&kinds, bet, fault)) {
            (void)wire_fault_inside(fault, uth_rules_wager_name(rules, wager));
            return wire_fault_inside(fault, "side");
        }
    }
    return true;
}

bool wire_rules_from_json(const json_t *document, struct uth_rules *rules, struct wire_fault *fault)
{
    struct uth_rules read;
    bool based;
    if (!read_base(document, &read, &based, fault)) {
        return false;
    }
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const json_t *value = json_object_get(document, fields[i].name);
        if (value == NULL && based) {
            continue;
        }
        if (value == NULL) {
            return wire_fault_at(fault, fields[i].name, NULL,
                                 "this field, or \"based_on\": a built-in profile");
        }
        if (!read_field(&fields[i], value, &read, fault)) {
            return wire_fault_inside(fault, fields[i].name);
        }
    }
    if (read.collection_count == 0) {
        read.collection = 0; // of a profile this one is based on
    }
    wire_limit_own_bets(&read);
    if (!wire_rules_check(&read, fault) || !reaches_each_line(&read, fault)) {
        return false;
    }
    memcpy(rules, &read, sizeof read);
    return true;
}

bool wire_rules_from_text(const char *text, size_t length, struct uth_rules *rules,
                          struct wire_fault *fault)
{
    json_error_t error;
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (document == NULL) {
        char where[48];
        (void)snprintf(where, sizeof where, "line %d, column %d", error.line, error.column);
        (void)wire_fault_at(fault, where, NULL, "JSON with each field once");
        (void)snprintf(fault->value, sizeof fault->value, "no JSON (%.60s)",
                       wire_parser_text(&error));
        return false;
    }
    const bool good = wire_rules_from_json(document, rules, fault);
    json_decref(document);
    return good;
}

// ---- the stored form --------------------------------------------------------------------------

char *wire_rules_text(const struct uth_rules *rules)
{
    json_t *document = wire_rules_to_json(rules);
    char *text = document == NULL ? NULL : json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(document);
    return text;
}

uint64_t wire_rules_text_number(const char *text, size_t length)
{
    uint8_t hash[WIRE_BLAKE2B_SIZE];
    uint64_t number = 0;
    wire_blake2b(text, length, hash);
    for (unsigned i = sizeof number; i-- > 0;) {
        number = number << 8 | hash[i];
    }
    return number == 0 ? 1 : number; // 0 stands for no profile
}

uint64_t wire_rules_number(const struct uth_rules *rules)
{
    char *text = wire_rules_text(rules);
    const uint64_t number = text == NULL ? 0 : wire_rules_text_number(text, strlen(text));
    free(text);
    return number;
}

// ---- answers ------------------------------------------------------------------------------------

json_t *wire_rules_list_json(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        const struct uth_rules *rules = uth_rules_builtin(i);
        (void)json_array_append_new(
            list, json_pack("{s:s, s:s}", "name", rules->name, "title", rules->title));
    }
    return json_pack("{s:o}", "rules", list);
}

json_t *wire_rules_warnings_json(const struct uth_rules *rules)
{
    const char *warnings[UTH_WARNINGS_MAX];
    json_t *list = json_array();
    const size_t count = uth_rules_warnings(rules, warnings);
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(list, json_string(warnings[i]));
    }
    return list;
}

json_t *wire_rules_sound_json(const struct uth_rules *rules)
{
    return json_pack("{s:b, s:o}", "ok", 1, "warnings", wire_rules_warnings_json(rules));
}

json_t *wire_rules_faulty_json(const struct wire_fault *fault)
{
    char text[WIRE_FAULT_TEXT_MAX];
    wire_fault_text(fault, text);
    return json_pack("{s:b, s:{s:s, s:i, s:s}}", "ok", 0, "error", "clause", fault->clause, "code",
                     WIRE_FAULT_CODE, "message", text);
}
