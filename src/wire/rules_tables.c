#include "wire/rules_tables.h"

#include <stdio.h>
#include <string.h>

#include "wire/rules_values.h"

// clang-format off
static const char *const pays_from_words[]  = { "tray", "meter", NULL };
static const char *const meter_order_words[]= { "from-right", "settlement", "confirmation", NULL };
// The lines of these two are named as everywhere else; a test compares them with the library's.
static const char *const pairs_words[]      = { "aces, player and dealer",
    "ace of hearts and ace of diamonds", "aces", "ace king suited", "ace queen or ace jack suited",
    "ace king", "kings, queens or jacks", "ace queen or ace jack", "tens to twos", NULL };
static const char *const progressive_words[]= { "royal flush, first five", "royal flush, seven cards",
    "community royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",
    "three of a kind", NULL };
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

// What a sheet does not print is left out.
static json_t *table_json(const char *id, const char *printed, const char *printed_hits,
                          json_t *pays)
{
    return json_pack("{s:s, s:s*, s:s*, s:o}", "id", id, "printed",
                     printed[0] != '\0' ? printed : NULL, "printed_hits",
                     printed_hits[0] != '\0' ? printed_hits : NULL, "pays", pays);
}

struct table_fields {
    char *id;
    char *printed;
    char *printed_hits; // NULL: such a table has none
    struct uth_odds *pays;
};

static bool read_printed(const json_t *value, const char *name, char *printed,
                         struct wire_fault *fault)
{
    const json_t *given = json_object_get(value, name);
    return given == NULL || wire_read_text(given, printed, 8, fault) ||
           wire_fault_inside(fault, name);
}

static bool read_table(const json_t *value, struct table_fields fields, const char *const *words,
                       struct wire_fault *fault)
{
    static const char *const known[] = {"id", "printed", "pays", NULL};
    static const char *const with_hits[] = {"id", "printed", "printed_hits", "pays", NULL};
    if (!wire_only_known(value, fields.printed_hits != NULL ? with_hits : known, fault)) {
        return false;
    }
    if (!wire_read_text(json_object_get(value, "id"), fields.id, UTH_TABLE_ID_MAX, fault)) {
        return wire_fault_inside(fault, "id");
    }
    if (!read_printed(value, "printed", fields.printed, fault) ||
        (fields.printed_hits != NULL &&
         !read_printed(value, "printed_hits", fields.printed_hits, fault))) {
        return false;
    }
    if (!read_pays(json_object_get(value, "pays"), fields.pays, words, fault)) {
        return wire_fault_inside(fault, "pays");
    }
    return true;
}

static struct table_fields fields_of(struct uth_paytable *table)
{
    return (struct table_fields){table->id, table->printed, table->printed_hits, table->pays};
}

json_t *wire_blind_json(const struct uth_rules *rules)
{
    return table_json(rules->blind.id, rules->blind.printed, rules->blind.printed_hits,
                      pays_json(rules->blind.pays, wire_hand_words));
}

bool wire_read_blind(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    memset(&rules->blind, 0, sizeof rules->blind);
    return read_table(value, fields_of(&rules->blind), wire_hand_words, fault);
}

// A list of tables and the one in use, for Trips, Bad Beat and Pairs alike.
static json_t *choice_json(const char *use, json_t *tables)
{
    return json_pack("{s:s, s:o}", "use", use, "tables", tables);
}

static bool read_choice(const json_t *value, const json_t **tables, struct wire_fault *fault)
{
    static const char *const known[] = {"use", "tables", NULL};
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    *tables = json_object_get(value, "tables");
    if (*tables != NULL && (!json_is_array(*tables) || json_array_size(*tables) > UTH_TABLES_MAX)) {
        return wire_fault_at(fault, "tables", *tables, "a list of at most 8 tables");
    }
    return true;
}

// Each kind of table begins with its id.
static bool read_use(const json_t *value, const void *tables, size_t stride, uint8_t count,
                     uint8_t *use, struct wire_fault *fault)
{
    const json_t *wanted = json_object_get(value, "use");
    const char *id = json_string_value(wanted);
    if (wanted == NULL || (count == 0 && id != NULL && id[0] == '\0')) {
        *use = *use < count ? *use : 0;
        return true;
    }
    for (uint8_t i = 0; id != NULL && i < count; i++) {
        if (strcmp((const char *)tables + i * stride, id) == 0) {
            *use = i;
            return true;
        }
    }
    return wire_fault_at(fault, "use", wanted, "the id of one of the tables");
}

static json_t *paytables_json(const struct uth_paytable *tables, unsigned count, unsigned use)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        (void)json_array_append_new(list, table_json(tables[i].id, tables[i].printed,
                                                     tables[i].printed_hits,
                                                     pays_json(tables[i].pays, wire_hand_words)));
    }
    return choice_json(count == 0 ? "" : tables[use].id, list);
}

static bool read_paytables(const json_t *value, struct uth_paytable *tables, uint8_t *count,
                           uint8_t *use, struct wire_fault *fault)
{
    const json_t *list;
    if (!read_choice(value, &list, fault)) {
        return false;
    }
    if (list != NULL) {
        memset(tables, 0, UTH_TABLES_MAX * sizeof *tables);
        *count = (uint8_t)json_array_size(list);
        for (size_t i = 0; i < json_array_size(list); i++) {
            if (!read_table(json_array_get(list, i), fields_of(&tables[i]), wire_hand_words,
                            fault)) {
                return wire_fault_inside_list(fault, "tables", i);
            }
        }
    }
    return read_use(value, tables, sizeof tables[0], *count, use, fault);
}

json_t *wire_trips_json(const struct uth_rules *rules)
{
    return paytables_json(rules->trips_tables, rules->trips_count, rules->trips);
}

bool wire_read_trips(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    return read_paytables(value, rules->trips_tables, &rules->trips_count, &rules->trips, fault);
}

json_t *wire_bad_beat_json(const struct uth_rules *rules)
{
    return paytables_json(rules->bad_beat_tables, rules->bad_beat_count, rules->bad_beat);
}

bool wire_read_bad_beat(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    return read_paytables(value, rules->bad_beat_tables, &rules->bad_beat_count, &rules->bad_beat,
                          fault);
}

json_t *wire_pairs_json(const struct uth_rules *rules)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < rules->pairs_count; i++) {
        const struct uth_pairs_table *table = &rules->pairs_tables[i];
        (void)json_array_append_new(
            list, table_json(table->id, table->printed, "", pays_json(table->pays, pairs_words)));
    }
    return choice_json(rules->pairs_count == 0 ? "" : rules->pairs_tables[rules->pairs].id, list);
}

bool wire_read_pairs(const json_t *value, struct uth_rules *rules, struct wire_fault *fault)
{
    const json_t *list;
    struct uth_pairs_table *tables = rules->pairs_tables;
    if (!read_choice(value, &list, fault)) {
        return false;
    }
    if (list != NULL) {
        memset(tables, 0, sizeof rules->pairs_tables);
        rules->pairs_count = (uint8_t)json_array_size(list);
        for (size_t i = 0; i < json_array_size(list); i++) {
            const struct table_fields fields = {tables[i].id, tables[i].printed, NULL,
                                                tables[i].pays};
            if (!read_table(json_array_get(list, i), fields, pairs_words, fault)) {
                return wire_fault_inside_list(fault, "tables", i);
            }
        }
    }
    return read_use(value, tables, sizeof tables[0], rules->pairs_count, &rules->pairs, fault);
}

// ---- progressive ----------------------------------------------------------------------------

static json_t *progressive_pays_json(const struct uth_progressive_table *table)
{
    json_t *object = json_object();
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        const struct uth_progressive_pay pay = table->pays[i];
        if (uth_progressive_pays(table, (enum uth_progressive_line)i)) {
            (void)json_object_set_new(object, progressive_words[i],
                                      pay.meter_bp != 0
                                          ? json_pack("{s:I}", "meter_bp", (json_int_t)pay.meter_bp)
                                          : json_pack("{s:I}", "for_one", (json_int_t)pay.for_one));
        }
    }
    return object;
}

json_t *wire_progressive_json(const struct uth_rules *rules)
{
    const struct uth_progressive_rules *p = &rules->progressive;
    json_t *table =
        json_pack("{s:s, s:o}", "id", p->table.id, "pays", progressive_pays_json(&p->table));
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:s, s:o}", "stake",
                     (json_int_t)p->stake.cents, "seed", (json_int_t)p->seed.cents, "maximum",
                     (json_int_t)p->maximum.cents, "meter_rate_bp", (json_int_t)p->meter_rate_bp,
                     "reserve_rate_bp", (json_int_t)p->reserve_rate_bp, "preset_rate_bp",
                     (json_int_t)p->preset_rate_bp, "preset_seed", (json_int_t)p->preset_seed.cents,
                     "fixed_pays_from", pays_from_words[p->fixed_pays_from], "order",
                     meter_order_words[p->order], "table", table);
}

static bool read_progressive_pay(const json_t *value, struct uth_progressive_pay *pay,
                                 struct wire_fault *fault)
{
    static const char *const known[] = {"for_one", "meter_bp", NULL};
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
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

static bool read_progressive_table(const json_t *value, struct uth_progressive_table *table,
                                   struct wire_fault *fault)
{
    static const char *const known[] = {"id", "pays", NULL};
    if (!wire_only_known(value, known, fault)) {
        return false;
    }
    memset(table, 0, sizeof *table);
    if (!wire_read_text(json_object_get(value, "id"), table->id, sizeof table->id, fault)) {
        return wire_fault_inside(fault, "id");
    }
    const json_t *pays = json_object_get(value, "pays");
    if (!wire_only_known(pays, progressive_words, fault)) {
        return wire_fault_inside(fault, "pays");
    }
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        const json_t *pay = json_object_get(pays, progressive_words[i]);
        if (pay != NULL && !read_progressive_pay(pay, &table->pays[i], fault)) {
            (void)wire_fault_inside(fault, progressive_words[i]);
            return wire_fault_inside(fault, "pays");
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
        "stake",           "seed",           "maximum",     "meter_rate_bp",
        "reserve_rate_bp", "preset_rate_bp", "preset_seed", "fixed_pays_from",
        "order",           "table",          NULL};
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
    const json_t *table = json_object_get(value, "table");
    return table == NULL || read_progressive_table(table, &p->table, fault) ||
           wire_fault_inside(fault, "table");
}
