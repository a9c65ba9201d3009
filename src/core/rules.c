// A profile is judged here, once, so that nothing after the deal can go wrong.
#include "uth/rules.h"

#include <string.h>

#include "core/decision.h"

#define TABLE_AGGREGATE_TIMES 50 // WA-2
#define RAISE_LARGEST         20

// No table with eight seats and seven wagers can add up to more than we account for.
static const uth_money pay_max = {UTH_MONEY_MAX / 64};

// A collection schedule states one limit for these three spots.
static bool is_by_spot(enum uth_wager wager)
{
    return wager == UTH_WAGER_ANTE || wager == UTH_WAGER_BLIND || wager == UTH_WAGER_TRIPS;
}

struct uth_limit uth_rules_limit(const struct uth_rules *rules, enum uth_wager wager)
{
    if (is_by_spot(wager) && rules->collection_count != 0) {
        UTH_CHECK(rules->collection < rules->collection_count);
        return rules->collections[rules->collection].spot;
    }
    return rules->limits[wager];
}

// ---- naming the place of a fault ------------------------------------------------------------

static void path_add(struct uth_fault *fault, const char *text)
{
    const size_t used = strlen(fault->path);
    const size_t room = sizeof fault->path - 1 - used;
    const size_t length = strlen(text) < room ? strlen(text) : room;
    memcpy(fault->path + used, text, length);
    fault->path[used + length] = '\0';
}

static void path_add_index(struct uth_fault *fault, unsigned index)
{
    UTH_CHECK(index < 10);
    const char text[] = {'[', (char)('0' + index), ']', '\0'};
    path_add(fault, text);
}

// Always false, so that a check can say `return fault_at(...)`.
static bool fault_at(struct uth_fault *fault, const char *path, int64_t value, const char *expected)
{
    fault->path[0] = '\0';
    path_add(fault, path);
    fault->value = value;
    fault->expected = expected;
    return false;
}

static bool fault_in(struct uth_fault *fault, const char *list, unsigned index, const char *field,
                     int64_t value, const char *expected)
{
    fault_at(fault, list, value, expected);
    path_add_index(fault, index);
    path_add(fault, field);
    return false;
}

// ---- one check for each part of a profile ---------------------------------------------------

// A profile may come from a program as well as from a file, where only names are read.
static bool check_choices(const struct uth_rules *rules, struct uth_fault *fault)
{
    const struct {
        const char *path;
        unsigned value, count;
    } choices[] = {
        {"banked_by", rules->banked_by, UTH_BANKED_BY_PLAYER + 1},
        {"procedure", rules->procedure, UTH_PROCEDURE_ACE_IDEAL + 1},
        {"ante_unqualified", rules->ante_unqualified, UTH_ANTE_WINS + 1},
        {"order", rules->order, UTH_ORDER_FROM_LEFT + 1},
        {"coverage", rules->coverage, UTH_COVERAGE_GROSS + 1},
        {"player_fee_per", rules->player_fee_per, UTH_FEE_PER_SPOT + 1},
        {"progressive.fixed_pays_from", rules->progressive.fixed_pays_from,
         UTH_PAYS_FROM_METER + 1},
        {"progressive.order", rules->progressive.order, UTH_METER_ORDER_CONFIRMATION + 1},
    };
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        if (choices[i].value >= choices[i].count) {
            return fault_at(fault, choices[i].path, choices[i].value,
                            "one of the choices there are");
        }
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (rules->wager_order[i] >= UTH_WAGER_COUNT) {
            return fault_in(fault, "wager_order", i, "", rules->wager_order[i], "a wager");
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        if (rules->losing_announced[i] >= UTH_WAGER_COUNT) {
            return fault_in(fault, "losing_announced", i, "", rules->losing_announced[i],
                            "a wager");
        }
    }
    return true;
}

static bool check_table_of_seats(const struct uth_rules *rules, struct uth_fault *fault)
{
    const bool player_banked = rules->banked_by == UTH_BANKED_BY_PLAYER;
    if (rules->name[0] == '\0') {
        return fault_at(fault, "name", 0, "a name");
    }
    if (rules->seats < (player_banked ? 2 : 1) || rules->seats > UTH_SEATS_MAX) {
        return fault_at(fault, "seats", rules->seats,
                        player_banked ? "2 to 8 seats, the player-dealer's included"
                                      : "1 to 8 seats");
    }
    if (rules->spots_per_player < 1 || rules->spots_per_player > rules->seats) {
        return fault_at(fault, "spots_per_player", rules->spots_per_player, "1 to all seats");
    }
    if (rules->decks < 1 || rules->decks > 2) {
        return fault_at(fault, "decks", rules->decks, "1 or 2");
    }
    if (player_banked && rules->bank_hands_max < 1) {
        return fault_at(fault, "bank_hands_max", rules->bank_hands_max, "at least 1 hand");
    }
    if (!player_banked && rules->collection_count != 0) {
        return fault_at(fault, "collections", rules->collection_count,
                        "none where the house banks");
    }
    if (!player_banked && rules->order == UTH_ORDER_LEFT_OF_BANK) {
        return fault_at(fault, "order", (int64_t)rules->order,
                        "an order that needs no player-dealer");
    }
    return true;
}

static bool check_limit(struct uth_fault *fault, const char *path, struct uth_limit limit)
{
    if (limit.min.cents <= 0) {
        fault_at(fault, path, limit.min.cents, "a minimum above 0");
        path_add(fault, ".min");
        return false;
    }
    if (limit.max.cents < limit.min.cents || limit.max.cents > pay_max.cents) {
        fault_at(fault, path, limit.max.cents, "a maximum not below the minimum, and accountable");
        path_add(fault, ".max");
        return false;
    }
    return true;
}

static bool check_offered(const struct uth_rules *rules, struct uth_fault *fault)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (i <= UTH_WAGER_PLAY && !rules->offered[i]) {
            fault_at(fault, "offered.", 0, "true: the base game has Ante, Blind and Play");
            path_add(fault, uth_wager_name(wager));
            return false;
        }
        const bool by_collection = rules->collection_count != 0 && is_by_spot(wager);
        const bool play_is_free = wager == UTH_WAGER_PLAY && rules->limits[i].max.cents == 0;
        if (rules->offered[i] && !by_collection && !play_is_free &&
            !check_limit(fault, "limits.", rules->limits[i])) {
            struct uth_fault inner = *fault;
            fault_at(fault, "limits.", inner.value, inner.expected);
            path_add(fault, uth_wager_name(wager));
            path_add(fault, inner.path + strlen("limits."));
            return false;
        }
    }
    if (rules->offered[UTH_WAGER_BAD_BEAT] && rules->bad_beat_needs_trips &&
        !rules->offered[UTH_WAGER_TRIPS]) {
        return fault_at(fault, "bad_beat_needs_trips", 1, "false, or a table that offers Trips");
    }
    return rules->chip.cents > 0 ||
           fault_at(fault, "chip", rules->chip.cents, "a chip above 0 cents");
}

static bool check_raises(const struct uth_rules *rules, struct uth_fault *fault)
{
    static const char *const streets[UTH_STREET_COUNT] = {"raises.preflop", "raises.flop",
                                                          "raises.river"};
    bool any = false;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        uint8_t last = RAISE_LARGEST + 1;
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            const uint8_t raise = rules->raises[street][i];
            any = any || raise != 0;
            if (raise > RAISE_LARGEST || (raise != 0 && raise >= last)) {
                return fault_in(fault, streets[street], i, "", raise,
                                "sizes of 1 to 20 antes, each smaller than the one before");
            }
            last = raise == 0 ? 1 : raise;
        }
    }
    return any || fault_at(fault, "raises", 0, "at least one Play size on some street");
}

static bool check_orders(const struct uth_rules *rules, struct uth_fault *fault)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        seen |= 1U << rules->wager_order[i];
    }
    if (seen != (1U << UTH_WAGER_COUNT) - 1) {
        return fault_at(fault, "wager_order", (int64_t)seen, "each wager once");
    }
    seen = 0;
    for (unsigned i = 0; i < 3; i++) {
        seen |= 1U << rules->losing_announced[i];
    }
    if (seen != (1U << UTH_WAGER_ANTE | 1U << UTH_WAGER_BLIND | 1U << UTH_WAGER_PLAY)) {
        return fault_at(fault, "losing_announced", (int64_t)seen,
                        "ante, blind and play, each once");
    }
    return rules->qualifies_with < UTH_HAND_ROYAL_FLUSH ||
           fault_at(fault, "qualifies_with", (int64_t)rules->qualifies_with,
                    "a hand the dealer can have");
}

static bool check_tiers(const struct uth_collection *collection, unsigned index,
                        struct uth_fault *fault)
{
    if (collection->tier_count < 1 || collection->tier_count > UTH_TIERS_MAX) {
        return fault_in(fault, "collections", index, ".tiers", collection->tier_count,
                        "1 to 8 tiers");
    }
    int64_t last = -1;
    for (unsigned i = 0; i < collection->tier_count; i++) {
        const struct uth_tier tier = collection->tiers[i];
        if (tier.action.cents <= last || tier.fee.cents < 0 || tier.fee.cents > pay_max.cents) {
            fault_in(fault, "collections", index, ".tiers", tier.action.cents,
                     "rising amounts of action, and a fee that is not negative");
            path_add_index(fault, i);
            return false;
        }
        last = tier.action.cents;
    }
    return true;
}

static bool check_collections(const struct uth_rules *rules, struct uth_fault *fault)
{
    if (rules->collection_count > UTH_COLLECTIONS_MAX) {
        return fault_at(fault, "collections", rules->collection_count, "at most 4 options");
    }
    if (rules->collection_count != 0 && rules->collection >= rules->collection_count) {
        return fault_at(fault, "collection", rules->collection + 1, "one of the options listed");
    }
    for (unsigned i = 0; i < rules->collection_count; i++) {
        const struct uth_collection *collection = &rules->collections[i];
        if (!check_limit(fault, "spot", collection->spot)) {
            const struct uth_fault inner = *fault;
            fault_in(fault, "collections", i, ".", inner.value, inner.expected);
            path_add(fault, inner.path);
            return false;
        }
        if (collection->player_fee.cents < 0 || collection->player_fee.cents > pay_max.cents) {
            return fault_in(fault, "collections", i, ".player_fee", collection->player_fee.cents,
                            "a fee that is not negative");
        }
        if (!check_tiers(collection, i, fault)) {
            return false;
        }
    }
    return true;
}

// ---- limits that agree with each other ------------------------------------------------------

static const char no_chip[] = "room for a whole number of chips; Ante and Blind are equal";

static struct uth_limit common_limit(struct uth_limit a, struct uth_limit b)
{
    return (struct uth_limit){
        .min = a.min.cents > b.min.cents ? a.min : b.min,
        .max = uth_money_smaller(a.max, b.max),
    };
}

static bool holds_a_chip(struct uth_limit limit, uth_money chip)
{
    return limit.max.cents / chip.cents * chip.cents >= limit.min.cents;
}

// What Ante and Blind may both be, by option; where there are no options there is one.
static struct uth_limit base_limit(const struct uth_rules *rules, unsigned option)
{
    return rules->collection_count != 0
               ? rules->collections[option].spot
               : common_limit(rules->limits[UTH_WAGER_ANTE], rules->limits[UTH_WAGER_BLIND]);
}

// Play follows from the Ante, so a minimum it could miss or a cap that no Ante leaves room for
// would be found out at the table.
static bool check_play_limit(const struct uth_rules *rules, struct uth_limit base,
                             struct uth_fault *fault)
{
    const struct uth_limit play = rules->limits[UTH_WAGER_PLAY];
    const int64_t chip = rules->chip.cents;
    const int64_t ante = (base.min.cents + chip - 1) / chip * chip;
    if (ante * rules_smallest_raise(rules) < play.min.cents) {
        return fault_at(fault, "limits.play.min", play.min.cents,
                        "at most the smallest Ante at the smallest size");
    }
    if (play.max.cents != 0 && ante * rules_largest_raise(rules) > play.max.cents) {
        return fault_at(fault, "limits.play.max", play.max.cents,
                        "0 for none, or at least the smallest Ante at the largest size");
    }
    return true;
}

static bool check_base_limits(const struct uth_rules *rules, struct uth_fault *fault)
{
    const unsigned options = rules->collection_count != 0 ? rules->collection_count : 1;
    for (unsigned i = 0; i < options; i++) {
        const struct uth_limit base = base_limit(rules, i);
        if (!holds_a_chip(base, rules->chip)) {
            return rules->collection_count != 0
                       ? fault_in(fault, "collections", i, ".spot.max", base.max.cents, no_chip)
                       : fault_at(fault, "limits.blind.max",
                                  rules->limits[UTH_WAGER_BLIND].max.cents, no_chip);
        }
        if (!check_play_limit(rules, base, fault)) {
            return false;
        }
    }
    return true;
}

static bool check_side_limits(const struct uth_rules *rules, struct uth_fault *fault)
{
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_limit limit = rules->limits[i];
        const bool by_collection = rules->collection_count != 0 && is_by_spot(wager);
        if (!rules->offered[i] || by_collection) {
            continue;
        }
        if (!holds_a_chip(limit, rules->chip)) {
            fault_at(fault, "limits.", limit.max.cents, "room for a whole number of chips");
            path_add(fault, uth_wager_name(wager));
            path_add(fault, ".max");
            return false;
        }
    }
    return true;
}

// ---- pay tables -----------------------------------------------------------------------------

// The largest stake any option of the profile admits for the wager.
static uth_money largest_stake(const struct uth_rules *rules, enum uth_wager wager)
{
    if (!is_by_spot(wager) || rules->collection_count == 0) {
        return rules->limits[wager].max;
    }
    uth_money largest = {0};
    for (unsigned i = 0; i < rules->collection_count; i++) {
        const uth_money max = rules->collections[i].spot.max;
        largest = max.cents > largest.cents ? max : largest;
    }
    return largest;
}

// BET-3: where Play has no limit of its own, the largest Ante and the largest size are its limit.
static bool check_largest_play(const struct uth_rules *rules, struct uth_fault *fault)
{
    const uint8_t largest = rules_largest_raise(rules);
    return rules->limits[UTH_WAGER_PLAY].max.cents != 0 ||
           largest_stake(rules, UTH_WAGER_ANTE).cents <= pay_max.cents / largest ||
           fault_at(fault, "raises", largest, "sizes at which the largest Play is accountable");
}

static const char whole_cents[] =
    "odds that pay every multiple of the chip in whole cents, and an accountable amount";

static bool odds_are_payable(const struct uth_rules *rules, enum uth_wager wager,
                             struct uth_odds odds)
{
    const uth_money max = largest_stake(rules, wager);
    int64_t highest;
    return uth_odds_fit(odds, rules->chip, max) &&
           !__builtin_mul_overflow(max.cents, (int64_t)odds.num, &highest) &&
           highest <= pay_max.cents;
}

static bool check_paytable(const struct uth_rules *rules, enum uth_wager wager,
                           const struct uth_paytable *table, struct uth_fault *fault)
{
    if (table->id[0] == '\0') {
        return fault_at(fault, ".id", 0, "an id");
    }
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        if (!odds_are_payable(rules, wager, table->pays[kind])) {
            fault_at(fault, ".pays.", table->pays[kind].num, whole_cents);
            path_add(fault, uth_hand_kind_name((enum uth_hand_kind)kind));
            return false;
        }
    }
    return true;
}

static bool check_pairs_table(const struct uth_rules *rules, const struct uth_pairs_table *table,
                              struct uth_fault *fault)
{
    if (table->id[0] == '\0') {
        return fault_at(fault, ".id", 0, "an id");
    }
    for (unsigned line = 0; line < UTH_PAIRS_COUNT; line++) {
        if (!odds_are_payable(rules, UTH_WAGER_PAIRS, table->pays[line])) {
            fault_at(fault, ".pays.", table->pays[line].num, whole_cents);
            path_add(fault, uth_pairs_line_name((enum uth_pairs_line)line));
            return false;
        }
    }
    return true;
}

static void fault_into_list(struct uth_fault *fault, const char *list, unsigned index)
{
    const struct uth_fault inner = *fault;
    fault_in(fault, list, index, "", inner.value, inner.expected);
    path_add(fault, inner.path);
}

// What the three lists of tables have in common.
static bool check_choice(const struct uth_rules *rules, enum uth_wager wager, unsigned count,
                         unsigned chosen, struct uth_fault *fault)
{
    if (count > UTH_TABLES_MAX || (rules->offered[wager] && count == 0)) {
        fault_at(fault, uth_wager_name(wager), count, "1 to 8 tables where the wager is offered");
        path_add(fault, ".tables");
        return false;
    }
    if (count != 0 && chosen >= count) {
        fault_at(fault, uth_wager_name(wager), chosen, "one of the tables listed");
        path_add(fault, ".use");
        return false;
    }
    return true;
}

// A table is asked for by its id, so no two of a kind may share one. Each begins with it.
static bool check_ids(const void *tables, size_t stride, unsigned count, const char *list,
                      struct uth_fault *fault)
{
    for (unsigned i = 1; i < count; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (strcmp((const char *)tables + i * stride, (const char *)tables + j * stride) == 0) {
                return fault_in(fault, list, i, ".id", j, "an id no other table of the list has");
            }
        }
    }
    return true;
}

static bool check_all_ids(const struct uth_rules *rules, struct uth_fault *fault)
{
    return check_ids(rules->trips_tables, sizeof rules->trips_tables[0], rules->trips_count,
                     "trips.tables", fault) &&
           check_ids(rules->bad_beat_tables, sizeof rules->bad_beat_tables[0],
                     rules->bad_beat_count, "bad_beat.tables", fault) &&
           check_ids(rules->pairs_tables, sizeof rules->pairs_tables[0], rules->pairs_count,
                     "pairs.tables", fault);
}

static bool check_paytables(const struct uth_rules *rules, struct uth_fault *fault)
{
    if (!check_choice(rules, UTH_WAGER_TRIPS, rules->trips_count, rules->trips, fault) ||
        !check_choice(rules, UTH_WAGER_BAD_BEAT, rules->bad_beat_count, rules->bad_beat, fault) ||
        !check_choice(rules, UTH_WAGER_PAIRS, rules->pairs_count, rules->pairs, fault)) {
        return false;
    }
    if (!check_paytable(rules, UTH_WAGER_BLIND, &rules->blind, fault)) {
        const struct uth_fault inner = *fault;
        fault_at(fault, "blind", inner.value, inner.expected);
        path_add(fault, inner.path);
        return false;
    }
    for (unsigned i = 0; i < rules->trips_count; i++) {
        if (!check_paytable(rules, UTH_WAGER_TRIPS, &rules->trips_tables[i], fault)) {
            fault_into_list(fault, "trips.tables", i);
            return false;
        }
    }
    for (unsigned i = 0; i < rules->bad_beat_count; i++) {
        if (!check_paytable(rules, UTH_WAGER_BAD_BEAT, &rules->bad_beat_tables[i], fault)) {
            fault_into_list(fault, "bad_beat.tables", i);
            return false;
        }
    }
    for (unsigned i = 0; i < rules->pairs_count; i++) {
        if (!check_pairs_table(rules, &rules->pairs_tables[i], fault)) {
            fault_into_list(fault, "pairs.tables", i);
            return false;
        }
    }
    return true;
}

static bool check_progressive_pays(const struct uth_progressive_rules *progressive,
                                   struct uth_fault *fault)
{
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const struct uth_progressive_pay pay = progressive->table.pays[line];
        uth_money fixed;
        if ((pay.meter_bp != 0 && pay.for_one != 0) || pay.meter_bp > UTH_BASIS_POINTS ||
            uth_money_multiply(progressive->stake, pay.for_one, &fixed) != UTH_OK ||
            fixed.cents > pay_max.cents) {
            fault_at(fault, "progressive.table.pays.",
                     pay.meter_bp != 0 ? pay.meter_bp : pay.for_one,
                     "a fixed pay for 1, or at most 100% of the meter, not both");
            path_add(fault, uth_progressive_line_name((enum uth_progressive_line)line));
            return false;
        }
    }
    return true;
}

static bool check_progressive(const struct uth_rules *rules, struct uth_fault *fault)
{
    const struct uth_progressive_rules *progressive = &rules->progressive;
    if (!rules->offered[UTH_WAGER_PROGRESSIVE]) {
        return true;
    }
    if (progressive->stake.cents <= 0 || progressive->stake.cents % rules->chip.cents != 0 ||
        progressive->stake.cents > pay_max.cents) {
        return fault_at(fault, "progressive.stake", progressive->stake.cents,
                        "a multiple of the chip");
    }
    const struct uth_limit limit = rules->limits[UTH_WAGER_PROGRESSIVE];
    if (progressive->stake.cents < limit.min.cents || progressive->stake.cents > limit.max.cents) {
        return fault_at(fault, "progressive.stake", progressive->stake.cents,
                        "a stake within the limits of the wager");
    }
    if (progressive->seed.cents < 0 || progressive->seed.cents > pay_max.cents) {
        return fault_at(fault, "progressive.seed", progressive->seed.cents,
                        "a seed that is not negative");
    }
    if (progressive->maximum.cents != 0 && (progressive->maximum.cents < progressive->seed.cents ||
                                            progressive->maximum.cents > pay_max.cents)) {
        return fault_at(fault, "progressive.maximum", progressive->maximum.cents,
                        "0 for none, or at least the seed");
    }
    if (progressive->meter_rate_bp > UTH_BASIS_POINTS ||
        progressive->reserve_rate_bp > UTH_BASIS_POINTS - progressive->meter_rate_bp) {
        return fault_at(fault, "progressive.meter_rate_bp",
                        (int64_t)progressive->meter_rate_bp + progressive->reserve_rate_bp,
                        "rates that lie within 0 to 10000 (100%) together with the reserve's");
    }
    return check_progressive_pays(progressive, fault);
}

// WA-2
static bool check_aggregates(const struct uth_rules *rules, struct uth_fault *fault)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const int64_t cap = rules->aggregate[i].max.cents;
        if (cap == 0) {
            continue;
        }
        if (wager == UTH_WAGER_PROGRESSIVE) {
            return fault_at(fault, "aggregate.progressive", cap,
                            "0: what the meter pays has left it, and is not cut afterwards");
        }
        if (cap > pay_max.cents ||
            cap / TABLE_AGGREGATE_TIMES < largest_stake(rules, wager).cents) {
            fault_at(fault, "aggregate.", cap, "0 for none, or at least 50 x the largest wager");
            path_add(fault, uth_wager_name(wager));
            return false;
        }
    }
    return true;
}

enum uth_status uth_rules_check(const struct uth_rules *rules, struct uth_fault *fault)
{
    const bool good = check_choices(rules, fault) && check_table_of_seats(rules, fault) &&
                      check_collections(rules, fault) && check_offered(rules, fault) &&
                      check_raises(rules, fault) && check_largest_play(rules, fault) &&
                      check_base_limits(rules, fault) && check_side_limits(rules, fault) &&
                      check_orders(rules, fault) && check_paytables(rules, fault) &&
                      check_all_ids(rules, fault) && check_progressive(rules, fault) &&
                      check_aggregates(rules, fault);
    return good ? UTH_OK : UTH_ERR_RULES;
}

// ---- PROG-7: the maker's advice -------------------------------------------------------------

static bool pays_all_from_meter(const struct uth_progressive_rules *progressive)
{
    return progressive->fixed_pays_from == UTH_PAYS_FROM_METER;
}

static int64_t largest_fixed_award(const struct uth_progressive_rules *progressive)
{
    uint32_t largest = 0;
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const uint32_t pay = progressive->table.pays[line].for_one;
        largest = pay > largest ? pay : largest;
    }
    return progressive->stake.cents * largest;
}

size_t uth_rules_warnings(const struct uth_rules *rules, const char *warnings[UTH_WARNINGS_MAX])
{
    const struct uth_progressive_rules *progressive = &rules->progressive;
    size_t count = 0;
    if (!rules->offered[UTH_WAGER_PROGRESSIVE]) {
        return count;
    }
    if (progressive->seed.cents == 0) {
        warnings[count++] = "the seed is $0: the maker does not recommend it";
    }
    if (progressive->seed.cents == 0 && progressive->reserve_rate_bp != 0) {
        warnings[count++] = "the reserve is the only seed: back-to-back awards restart the meter "
                            "at a very low amount";
    }
    if (progressive->seed.cents < largest_fixed_award(progressive)) {
        warnings[count++] = "the seed is smaller than the largest fixed award";
    }
    if (pays_all_from_meter(progressive) && progressive->meter_rate_bp < 7000) {
        warnings[count++] = "all pays come from the meter and less than 70% is contributed: the "
                            "meter may run dry";
    }
    if (!pays_all_from_meter(progressive) &&
        progressive->meter_rate_bp > progressive->preset_rate_bp) {
        warnings[count++] = "the contribution is above the pre-configured rate: the house "
                            "advantage shrinks";
    }
    UTH_CHECK(count <= UTH_WARNINGS_MAX);
    return count;
}
