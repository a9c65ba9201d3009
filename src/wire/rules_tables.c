#include "wire/rules_tables.h"

#include <stdio.h>
#include <string.h>

#include "wire/bet_json.h"
#include "wire/rules_values.h"

// clang-format off
static const char *const pays_from_words[]  = { "tray", "meter", NULL };
static const char *const meter_order_words[]= { "from-right", "settlement", "confirmation", NULL };
// clang-format on

static json_t *pays_json(const struct uth_odds *pays, const char *const *words)
{
    json_t *object = json_object();
    for (size_t i = 0; words[i] != NULL; i++) {
        if (pays[i].den != 0) {
            (void)json_object_set_new(object, words[i], wire_odds_text_json(pays[i]));
        }
    }
    return object;
}

static bool read_pays(const json_t *value, struct uth_odds *pays, const char *const *words,
                      struct wire_fault *fault)
{
    if (!wire_only_known(value, words, fault)) {
        return false;
    }
    for (size_t i = 0; words[i] != NULL; i++) {
        const json_t *odds = json_object_get(value, words[i]);
        if (odds != NULL && !wire_read_odds(odds, &pays[i], fault)) {
            return wire_fault_inside(fault, words[i]);
        }
    }
    return true;
}

json_t *wire_blind_json(const struct uth_rules *rules)
{
    const struct uth_paytable *blind = &rules->blind;
    return json_pack("{s:s, s:s*, s:o}", "id", blind->id, "printed",
                     blind->printed[0] != '\0' ? blind->printed : NULL, "pays",
                     pays_json(blind->pays, wire_hand_words));
}

bool wire_read_blind(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    static const char *const known[] = {"id", "printed", "pays", NULL};
    struct uth_paytable *blind = &rules->blind;
    memset(blind, 0, sizeof *blind);
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (!wire_read_text(json_object_get(value, "id"), blind->id, sizeof blind->id, fault)) {
        return wire_fault_inside(fault, "id");
    }
    const json_t *printed = json_object_get(value, "printed");
    if (printed != NULL && !wire_read_text(printed, blind->printed, sizeof blind->printed, fault)) {
        return wire_fault_inside(fault, "printed");
    }
    return read_pays(json_object_get(value, "pays"), blind->pays, wire_hand_words, fault) ||
           wire_fault_inside(fault, "pays");
}

// ---- side bets --------------------------------------------------------------------------------

static json_t *needs_json(const struct uth_rules *rules, enum uth_wager wager)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if ((uth_rules_needs(rules, wager) >> i & 1) != 0) {
            (void)json_array_append_new(
                list, json_string(uth_rules_wager_name(rules, (enum uth_wager)i)));
        }
    }
    return list;
}

// BET-4. The wagers it names may stand further down in the list of side bets.
static bool read_needs(const json_t *list, struct uth_rules *rules, enum uth_wager wager,
                       struct wire_fault *fault)
{
    unsigned needs = 0;
    if (!json_is_array(list)) {
        return wire_fault_at(fault, "needs", list, "a list of wagers");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *name = json_array_get(list, i);
        const enum uth_wager other = json_is_string(name)
                                         ? uth_rules_wager_find(rules, json_string_value(name))
                                         : UTH_WAGER_COUNT;
        if (other == UTH_WAGER_COUNT) {
            (void)wire_fault_at(fault, "", name, "a wager of the profile");
            return wire_fault_inside_list(fault, "needs", i);
        }
        needs |= 1U << other;
    }
    rules->sides[wager - UTH_WAGER_TRIPS].needs = (uint16_t)needs;
    return true;
}

// The place of an entry: that of its name, or the next free one. UTH_WAGER_COUNT: none is left.
static enum uth_wager place_of(const struct uth_rules *rules, const char *id)
{
    const enum uth_wager found = uth_rules_wager_find(rules, id);
    unsigned next = UTH_WAGER_OWN_1;
    while (next <= UTH_WAGER_OWN_4 && uth_rules_has_wager(rules, (enum uth_wager)next)) {
        next++;
    }
    return found != UTH_WAGER_COUNT  ? found
           : next <= UTH_WAGER_OWN_4 ? (enum uth_wager)next
                                     : UTH_WAGER_COUNT;
}

// Where the profile names no limits of a bet of its own, they are those of Trips or of every spot.
void wire_limit_own_bets(struct uth_rules *rules)
{
    const struct uth_limit trips = rules->limits[UTH_WAGER_TRIPS];
    const bool by_spot = trips.max.cents == 0 && rules->collection_count != 0 &&
                         rules->collection < rules->collection_count;
    for (unsigned i = UTH_WAGER_OWN_1; i <= UTH_WAGER_OWN_4; i++) {
        struct uth_limit *limit = &rules->limits[i];
        const bool none = limit->min.cents == 0 && limit->max.cents == 0;
        if (none && uth_rules_has_wager(rules, (enum uth_wager)i)) {
            *limit = by_spot ? rules->collections[rules->collection].spot : trips;
        }
    }
}

static bool read_progressive_lines(const json_t *value, struct uth_rules *rules,
                                   struct wire_fault *fault);

static bool read_side(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    static const char *const known[] = {"id",  "title", "cards",  "fold", "needs",
                                        "use", "lines", "tables", NULL};
    const json_t *id = json_object_get(value, "id");
    const char *name = json_string_value(id);
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    const enum uth_wager wager = name != NULL ? place_of(rules, name) : UTH_WAGER_COUNT;
    if (wager == UTH_WAGER_COUNT || !uth_wager_is_side(wager)) {
        return wire_fault_at(fault, "id", id,
                             "trips, bad_beat, pairs, progressive, or one of at most 4 of its own");
    }
    struct uth_bet *bet = &rules->sides[wager - UTH_WAGER_TRIPS];
    if (uth_wager_is_own(wager)) {
        const bool is_new = !uth_rules_has_wager(rules, wager);
        if (!wire_read_own_bet(value, bet, fault)) {
            return false;
        }
        rules->offered[wager] = rules->offered[wager] || is_new;
        return true;
    }
    const json_t *title = json_object_get(value, "title");
    if (title != NULL) {
        return wire_fault_at(fault, "title", title, "no title: this bet has one");
    }
    return uth_wagers[wager].on_meter ? read_progressive_lines(value, rules, fault)
                                      : wire_read_bet(value, name, bet, fault);
}

// The wager of an entry that has been read.
static enum uth_wager wager_of_entry(const json_t *entry, const struct uth_rules *rules)
{
    const char *id = json_string_value(json_object_get(entry, "id"));
    return id != NULL ? uth_rules_wager_find(rules, id) : UTH_WAGER_COUNT;
}

// "trips.lines[0].pays": the place in an entry, which goes by the id of its bet where it has one.
static bool fault_of_entry(const struct uth_rules *rules, const json_t *list, size_t index,
                           struct wire_fault *fault)
{
    const enum uth_wager wager = wager_of_entry(json_array_get(list, index), rules);
    return wager != UTH_WAGER_COUNT ? wire_fault_inside(fault, uth_rules_wager_name(rules, wager))
                                    : wire_fault_inside_list(fault, "", index);
}

static bool is_listed(const json_t *list, size_t before, const json_t *id)
{
    bool listed = false;
    for (size_t i = 0; i < before; i++) {
        listed = listed || json_equal(json_object_get(json_array_get(list, i), "id"), id) == 1;
    }
    return listed;
}

bool wire_read_sides(const json_t *list, struct uth_rules *rules, struct wire_fault *fault)
{
    if (!json_is_array(list) || json_array_size(list) > UTH_SIDES_MAX) {
        return wire_fault_at(fault, "", list, "a list of side bets");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *id = json_object_get(json_array_get(list, i), "id");
        if (is_listed(list, i, id)) {
            (void)wire_fault_at(fault, "id", id, "an id no other side bet of the list has");
            return wire_fault_inside_list(fault, "", i);
        }
        if (!read_side(json_array_get(list, i), rules, fault)) {
            return fault_of_entry(rules, list, i, fault);
        }
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const json_t *needs = json_object_get(entry, "needs");
        if (needs != NULL && !read_needs(needs, rules, wager_of_entry(entry, rules), fault)) {
            return fault_of_entry(rules, list, i, fault);
        }
    }
    return true;
}

static json_t *progressive_lines_json(const struct uth_progressive_table *table);

// The bets that a profile lists: those with a table, and the Progressive where it has pays.
json_t *wire_sides_json(const struct uth_rules *rules)
{
    json_t *list = json_array();
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_bet *bet = uth_rules_side(rules, wager);
        const bool by_meter =
            uth_wagers[i].on_meter && (rules->offered[i] || rules->progressive.table.id[0] != '\0');
        if (bet->table_count == 0 && !by_meter) {
            continue;
        }
        json_t *entry = json_pack("{s:s}", "id", uth_rules_wager_name(rules, wager));
        if (uth_wager_is_own(wager)) {
            (void)json_object_set_new(entry, "title", json_string(bet->title));
        }
        if (bet->needs != 0) {
            (void)json_object_set_new(entry, "needs", needs_json(rules, wager));
        }
        json_t *rest =
            by_meter ? progressive_lines_json(&rules->progressive.table) : wire_bet_json(bet);
        (void)json_object_update(entry, rest);
        json_decref(rest);
        (void)json_array_append_new(list, entry);
    }
    return list;
}

// ---- progressive ----------------------------------------------------------------------------

// What each line of the Progressive asks for (PROG-1).
// clang-format off
static const struct uth_condition progressive_conditions[UTH_PROGRESSIVE_COUNT] = {
#define OF_KIND(kind) { .when = UTH_WHEN_HAND, .least = (kind) << 12, .most = (kind) << 12 | 0xfff }
    [UTH_PROGRESSIVE_ROYAL_FIRST_FIVE] = { .when = UTH_WHEN_ROYAL_FIRST_FIVE },
    [UTH_PROGRESSIVE_ROYAL_SEVEN]      = { .when = UTH_WHEN_ROYAL_WITH_HOLE },
    [UTH_PROGRESSIVE_COMMUNITY_ROYAL]  = { .when = UTH_WHEN_ROYAL_ON_BOARD },
    [UTH_PROGRESSIVE_STRAIGHT_FLUSH]   = OF_KIND(UTH_HAND_STRAIGHT_FLUSH),
    [UTH_PROGRESSIVE_FOUR]             = OF_KIND(UTH_HAND_FOUR),
    [UTH_PROGRESSIVE_FULL_HOUSE]       = OF_KIND(UTH_HAND_FULL_HOUSE),
    [UTH_PROGRESSIVE_FLUSH]            = OF_KIND(UTH_HAND_FLUSH),
    [UTH_PROGRESSIVE_STRAIGHT]         = OF_KIND(UTH_HAND_STRAIGHT),
    [UTH_PROGRESSIVE_THREE]            = OF_KIND(UTH_HAND_THREE),
#undef OF_KIND
};
// clang-format on

static json_t *progressive_lines_json(const struct uth_progressive_table *table)
{
    json_t *lines = json_array();
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        const struct uth_progressive_pay pay = table->pays[i];
        char when[WIRE_CONDITION_MAX];
        if (uth_progressive_pays(table, (enum uth_progressive_line)i)) {
            const bool share = pay.meter_bp != 0;
            (void)json_array_append_new(
                lines, json_pack("{s:s, s:I}", "when",
                                 wire_condition_text(&progressive_conditions[i], when),
                                 share ? "meter_bp" : "for_one",
                                 (json_int_t)(share ? pay.meter_bp : pay.for_one)));
        }
    }
    return json_pack("{s:s, s:s, s:o}", "cards", wire_bet_cards_text(UTH_BET_HOLE_BOARD), "use",
                     table->id, "lines", lines);
}

json_t *wire_progressive_json(const struct uth_rules *rules)
{
    const struct uth_progressive_rules *p = &rules->progressive;
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:s}", "stake",
                     (json_int_t)p->stake.cents, "seed", (json_int_t)p->seed.cents, "maximum",
                     (json_int_t)p->maximum.cents, "meter_rate_bp", (json_int_t)p->meter_rate_bp,
                     "reserve_rate_bp", (json_int_t)p->reserve_rate_bp, "preset_rate_bp",
                     (json_int_t)p->preset_rate_bp, "preset_seed", (json_int_t)p->preset_seed.cents,
                     "fixed_pays_from", pays_from_words[p->fixed_pays_from], "order",
                     meter_order_words[p->order]);
}

static bool read_progressive_pay(const json_t *value, struct uth_progressive_pay *pay,
                                 struct wire_fault *fault)
{
    const json_t *for_one = json_object_get(value, "for_one");
    const json_t *meter_bp = json_object_get(value, "meter_bp");
    if ((for_one == NULL) == (meter_bp == NULL)) {
        return wire_fault_at(fault, "", value, "for_one or meter_bp");
    }
    int64_t number;
    if (for_one != NULL) {
        if (!wire_read_integer(for_one, 1, UINT32_MAX, &number, fault)) {
            return wire_fault_inside(fault, "for_one");
        }
        pay->for_one = (uint32_t)number;
        return true;
    }
    if (!wire_read_integer(meter_bp, 1, UTH_BASIS_POINTS, &number, fault)) {
        return wire_fault_inside(fault, "meter_bp");
    }
    pay->meter_bp = (uint32_t)number;
    return true;
}

static unsigned progressive_line_of(const struct uth_condition *condition)
{
    unsigned line = 0;
    while (line < UTH_PROGRESSIVE_COUNT &&
           memcmp(&progressive_conditions[line], condition, sizeof *condition) != 0) {
        line++;
    }
    return line;
}

// The hands its buttons are for, each at most once, the best first.
static bool read_progressive_line(const json_t *value, struct uth_progressive_table *table,
                                  unsigned *after, struct wire_fault *fault)
{
    static const char *const known[] = {"when", "for_one", "meter_bp", NULL};
    struct uth_condition condition;
    memset(&condition, 0, sizeof condition);
    if (!wire_only_known(value, known, fault) || !wire_read_condition(value, &condition, fault)) {
        return false;
    }
    const unsigned line = progressive_line_of(&condition);
    const bool other_royal = line == UTH_PROGRESSIVE_ROYAL_SEVEN && *after == 0;
    if (line == UTH_PROGRESSIVE_COUNT || line < *after || other_royal) {
        return wire_fault_at(
            fault, "when", json_object_get(value, "when"),
            "a hand of the Progressive, the best first: a royal flush in the first "
            "five, with a hole card, on the board, then by its kind");
    }
    *after = line + 1;
    return read_progressive_pay(value, &table->pays[line], fault);
}

static bool read_progressive_lines(const json_t *value, struct uth_rules *rules,
                                   struct wire_fault *fault)
{
    static const char *const known[] = {"id", "cards", "needs", "use", "lines", NULL};
    const json_t *lines = json_object_get(value, "lines");
    const json_t *use = json_object_get(value, "use");
    const json_t *cards = json_object_get(value, "cards");
    struct uth_bet *bet = &rules->sides[UTH_WAGER_PROGRESSIVE - UTH_WAGER_TRIPS];
    struct uth_progressive_table *table = &rules->progressive.table;
    unsigned after = 0;
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    if (cards != NULL &&
        (!json_is_string(cards) ||
         strcmp(json_string_value(cards), wire_bet_cards_text(UTH_BET_HOLE_BOARD)) != 0)) {
        return wire_fault_at(fault, "cards", cards, "hole+board (PROG-1)");
    }
    bet->cards = UTH_BET_HOLE_BOARD;
    bet->fold = UTH_FOLD_BESIDE;
    if (use != NULL && !wire_read_text(use, table->id, sizeof table->id, fault)) {
        return wire_fault_inside(fault, "use");
    }
    if (lines == NULL) {
        return true;
    }
    if (!json_is_array(lines) || json_array_size(lines) > UTH_PROGRESSIVE_COUNT) {
        return wire_fault_at(fault, "lines", lines, "a list of at most 9 lines");
    }
    memset(table->pays, 0, sizeof table->pays);
    for (size_t i = 0; i < json_array_size(lines); i++) {
        if (!read_progressive_line(json_array_get(lines, i), table, &after, fault)) {
            return wire_fault_inside_list(fault, "lines", i);
        }
    }
    return true;
}

// Fields that are not there keep their value, so that based_on profiles can change one of them.
static bool read_progressive_number(const json_t *value, const char *name, int64_t max,
                                    int64_t *out, struct wire_fault *fault)
{
    const json_t *number = json_object_get(value, name);
    if (number != NULL && !wire_read_integer(number, 0, max, out, fault)) {
        return wire_fault_inside(fault, name);
    }
    return true;
}

static bool read_progressive_word(const json_t *value, const char *name, const char *const *words,
                                  int *out, struct wire_fault *fault)
{
    const json_t *word = json_object_get(value, name);
    if (word != NULL && !wire_read_word(word, words, out, fault)) {
        return wire_fault_inside(fault, name);
    }
    return true;
}

bool wire_read_progressive(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    static const char *const known[] = {
        "stake",          "seed",        "maximum",         "meter_rate_bp", "reserve_rate_bp",
        "preset_rate_bp", "preset_seed", "fixed_pays_from", "order",         NULL};
    struct uth_progressive_rules *p = &rules->progressive;
    int64_t meter_rate = p->meter_rate_bp;
    int64_t reserve_rate = p->reserve_rate_bp;
    int64_t preset_rate = p->preset_rate_bp;
    int pays_from = (int)p->fixed_pays_from;
    int order = (int)p->order;
    const bool good =
        wire_only_known(value, known, fault) &&
        read_progressive_number(value, "stake", UTH_MONEY_MAX, &p->stake.cents, fault) &&
        read_progressive_number(value, "seed", UTH_MONEY_MAX, &p->seed.cents, fault) &&
        read_progressive_number(value, "maximum", UTH_MONEY_MAX, &p->maximum.cents, fault) &&
        read_progressive_number(value, "meter_rate_bp", UTH_BASIS_POINTS, &meter_rate, fault) &&
        read_progressive_number(value, "reserve_rate_bp", UTH_BASIS_POINTS, &reserve_rate, fault) &&
        read_progressive_number(value, "preset_rate_bp", UTH_BASIS_POINTS, &preset_rate, fault) &&
        read_progressive_number(value, "preset_seed", UTH_MONEY_MAX, &p->preset_seed.cents,
                                fault) &&
        read_progressive_word(value, "fixed_pays_from", pays_from_words, &pays_from, fault) &&
        read_progressive_word(value, "order", meter_order_words, &order, fault);
    if (!good) {
        return false;
    }
    p->meter_rate_bp = (uint32_t)meter_rate;
    p->reserve_rate_bp = (uint32_t)reserve_rate;
    p->preset_rate_bp = (uint32_t)preset_rate;
    p->fixed_pays_from = (enum uth_pays_from)pays_from;
    p->order = (enum uth_meter_order)order;
    return true;
}
