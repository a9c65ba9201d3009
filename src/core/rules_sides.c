// The side bets of a profile: what would let a line never be reached, or a pay be no whole cent, is
// refused by its place when the profile is loaded.
#include <limits.h>

#include "core/rules_check.h"

// "side.trips.tables[1].lines[0].pays": the place within a side bet, where one is meant.
struct place {
    unsigned table, line; // UINT_MAX: none
    const char *field;
};

static bool fault_of_side(const struct uth_rules *rules, enum uth_wager wager, struct place place,
                          int64_t value, const char *expected, struct uth_fault *fault)
{
    UTH_CHECK(uth_wager_is_side(wager));
    UTH_CHECK(expected != NULL);

    fault_at(fault, "side.", value, expected);
    path_add(fault, uth_rules_wager_name(rules, wager));
    if (place.table != UINT_MAX && !uth_bet_is_plain(uth_rules_side(rules, wager))) {
        path_add(fault, ".tables");
        path_add_index(fault, place.table);
    }
    if (place.line != UINT_MAX) {
        path_add(fault, ".lines");
        path_add_index(fault, place.line);
    }
    path_add(fault, place.field);
    return false;
}

static bool check_lines(const struct uth_rules *rules, enum uth_wager wager, unsigned table,
                        struct uth_fault *fault)
{
    UTH_CHECK(table < UTH_BET_TABLES_MAX);

    const struct uth_bet_table *lines = &uth_rules_side(rules, wager)->tables[table];
    for (unsigned i = 0; i < lines->line_count; i++) {
        if (!odds_are_payable(rules, wager, lines->lines[i].pays)) {
            return fault_of_side(rules, wager, (struct place){table, i, ".pays"},
                                 lines->lines[i].pays.num, ODDS_IN_WHOLE_CENTS, fault);
        }
    }
    return true;
}

// Records write an id of digits as a number.
static bool is_number_written_otherwise(const char *id)
{
    size_t digits = 0;
    while (id[digits] >= '0' && id[digits] <= '9') {
        digits++;
    }
    return id[digits] == '\0' && (digits > 18 || (digits > 1 && id[0] == '0'));
}

// A table is asked for by its id, so no two of a bet may share one.
static bool check_table_id(const struct uth_rules *rules, enum uth_wager wager, unsigned table,
                           struct uth_fault *fault)
{
    UTH_CHECK(table < UTH_BET_TABLES_MAX);

    const struct uth_bet *bet = uth_rules_side(rules, wager);
    const struct place place = {table, UINT_MAX, ".id"};
    if (bet->tables[table].id[0] == '\0') {
        return fault_of_side(rules, wager, place, 0, "an id", fault);
    }
    if (is_number_written_otherwise(bet->tables[table].id)) {
        return fault_of_side(rules, wager, place, 0,
                             "a number of at most 18 digits without a 0 in front, or a word",
                             fault);
    }
    for (unsigned i = 0; i < table; i++) {
        if (strcmp(bet->tables[i].id, bet->tables[table].id) == 0) {
            return fault_of_side(rules, wager, place, i, "an id no other table of the list has",
                                 fault);
        }
    }
    return true;
}

// The names of commands, messages and columns are made of it.
static bool is_id(const char *id)
{
    const char *at = id;
    while ((*at >= 'a' && *at <= 'z') || (at != id && (*at == '_' || (*at >= '0' && *at <= '9')))) {
        at++;
    }
    return at != id && *at == '\0';
}

// What stands beside the wagers in reports, options and messages.
static bool is_reserved(const char *id)
{
    static const char *const names[] = {"base", "wagered",           "of_all_bet", "total",
                                        "none", "progressive_fixed", "side",       "constructor"};
    size_t i = 0;
    while (i < sizeof names / sizeof names[0] && strcmp(names[i], id) != 0) {
        i++;
    }
    return i < sizeof names / sizeof names[0];
}

static bool is_printable(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at >= ' ' && *at != 0x7f) {
        at++;
    }
    return *at == '\0';
}

static bool check_own(const struct uth_rules *rules, enum uth_wager wager, struct uth_fault *fault)
{
    UTH_CHECK(uth_wager_is_own(wager));

    const struct uth_bet *bet = uth_rules_side(rules, wager);
    if (is_reserved(bet->id)) {
        return fault_of_side(rules, wager, (struct place){UINT_MAX, UINT_MAX, ".id"}, 0,
                             "another id: reports use this one themselves", fault);
    }
    if (!is_id(bet->id) || uth_rules_wager_find(rules, bet->id) != wager) {
        return fault_of_side(rules, wager, (struct place){UINT_MAX, UINT_MAX, ".id"}, 0,
                             "small letters, digits and _, and no other wager's name", fault);
    }
    return (bet->title[0] != '\0' && is_printable(bet->title)) ||
           fault_of_side(rules, wager, (struct place){UINT_MAX, UINT_MAX, ".title"}, 0,
                         "a title without control characters", fault);
}

static bool check_side(const struct uth_rules *rules, enum uth_wager wager, struct uth_fault *fault)
{
    const struct uth_bet *bet = uth_rules_side(rules, wager);
    struct place place = {UINT_MAX, UINT_MAX, ""};
    const char *expected = uth_bet_fault(bet, &place.table, &place.line);
    if (expected != NULL) {
        const bool in_table = place.table < bet->table_count;
        const bool in_line = in_table && place.line < bet->tables[place.table].line_count;
        place.line = in_line ? place.line : UINT_MAX;
        place.table = in_table ? place.table : UINT_MAX;
        return fault_of_side(rules, wager, place, bet->table_count, expected, fault);
    }
    if (bet->table >= bet->table_count) {
        return fault_of_side(rules, wager, (struct place){UINT_MAX, UINT_MAX, ".use"}, bet->table,
                             "one of the tables listed", fault);
    }
    for (unsigned i = 0; i < bet->table_count; i++) {
        if (!check_table_id(rules, wager, i, fault) || !check_lines(rules, wager, i, fault)) {
            return false;
        }
    }
    return true;
}

// BET-4: what it needs is made before the deal, too.
static bool check_needs(const struct uth_rules *rules, enum uth_wager wager,
                        struct uth_fault *fault)
{
    UTH_CHECK(uth_wager_is_side(wager));

    unsigned may_need = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager other = (enum uth_wager)i;
        const bool may = uth_wager_is_side(other) && other != wager;
        may_need |= (unsigned)(may && uth_rules_has_wager(rules, other)) << i;
    }
    const unsigned needs = uth_rules_needs(rules, wager);
    return (needs & ~may_need) == 0 ||
           fault_of_side(rules, wager, (struct place){UINT_MAX, UINT_MAX, ".needs"}, (int64_t)needs,
                         "other side bets of the profile", fault);
}

bool core_check_sides(const struct uth_rules *rules, struct uth_fault *fault)
{
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const bool listed = uth_rules_side(rules, wager)->table_count != 0;
        const bool own = uth_wager_is_own(wager) && uth_rules_has_wager(rules, wager);
        if (own && !check_own(rules, wager, fault)) {
            return false;
        }
        if (uth_wager_has_lines(wager) && (listed || own || rules->offered[i]) &&
            !check_side(rules, wager, fault)) {
            return false;
        }
        if (!check_needs(rules, wager, fault)) {
            return false;
        }
    }
    return true;
}
