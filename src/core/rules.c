// A profile is judged here, once, so that nothing after the deal can go wrong.
#include "uth/rules.h"

#include <limits.h>
#include <string.h>

#include "core/decision.h"

#define TABLE_AGGREGATE_TIMES 50 // WA-2
#define TABLE_AGGREGATE_ODDS  50
#define WASHINGTON_WAGER_MAX  30000 // BET-10, in cents: WAC 230-15-140
#define WASHINGTON_GAMES_MAX  4     // BET-5
#define RAISE_LARGEST         20

// No table with eight seats and all wagers can add up to more than we account for.
static const uth_money pay_max = {UTH_MONEY_MAX / 128};
_Static_assert(UTH_SEATS_MAX *UTH_WAGER_COUNT <= 128, "the sum of all pays is accountable");

// A collection schedule states one limit for these spots.
static bool is_by_spot(enum uth_wager wager)
{
    return uth_wagers[wager].by_spot;
}

struct uth_limit uth_rules_limit(const struct uth_rules *rules, enum uth_wager wager)
{
    if (is_by_spot(wager) && rules->collection_count != 0) {
        UTH_CHECK(rules->collection < rules->collection_count);
        return rules->collections[rules->collection].spot;
    }
    return rules->limits[wager];
}

unsigned uth_rules_needs(const struct uth_rules *rules, enum uth_wager wager)
{
    return uth_wager_is_side(wager) ? uth_rules_side(rules, wager)->needs : 0;
}

enum uth_wager_fold uth_rules_fold(const struct uth_rules *rules, enum uth_wager wager)
{
    const bool listed =
        uth_wager_has_lines(wager) && uth_rules_side(rules, wager)->table_count != 0;
    return listed ? (enum uth_wager_fold)uth_rules_side(rules, wager)->fold
                  : uth_wagers[wager].fold;
}

// ---- names and tables of wagers ---------------------------------------------------------------

// A place that no bet of the profile's own has taken goes by its row.
static const struct uth_bet *own_bet(const struct uth_rules *rules, enum uth_wager wager)
{
    const bool taken = uth_wager_is_own(wager) && uth_rules_has_wager(rules, wager);
    return taken ? uth_rules_side(rules, wager) : NULL;
}

const char *uth_rules_wager_name(const struct uth_rules *rules, enum uth_wager wager)
{
    const struct uth_bet *own = own_bet(rules, wager);
    return own != NULL ? own->id : uth_wager_name(wager);
}

const char *uth_rules_wager_title(const struct uth_rules *rules, enum uth_wager wager)
{
    const struct uth_bet *own = own_bet(rules, wager);
    return own != NULL ? own->title : uth_wager_title(wager);
}

enum uth_wager uth_rules_wager_find(const struct uth_rules *rules, const char *name)
{
    unsigned i = 0;
    while (i < UTH_WAGER_COUNT &&
           (!uth_rules_has_wager(rules, (enum uth_wager)i) ||
            strcmp(uth_rules_wager_name(rules, (enum uth_wager)i), name) != 0)) {
        i++;
    }
    return (enum uth_wager)i;
}

const char *uth_rules_table_id(const struct uth_rules *rules, enum uth_wager wager)
{
    if (!uth_wager_is_side(wager) || uth_rules_side(rules, wager)->table_count == 0) {
        return NULL;
    }
    return uth_bet_table(uth_rules_side(rules, wager))->id;
}

void uth_rules_use_table(struct uth_rules *rules, enum uth_wager wager, uint8_t index)
{
    UTH_CHECK(index < uth_rules_side(rules, wager)->table_count);
    rules->sides[wager - UTH_WAGER_TRIPS].table = index;
}

// ---- BET-11 ---------------------------------------------------------------------------------

uth_money uth_rules_play_max(const struct uth_rules *rules)
{
    const uth_money own = rules->limits[UTH_WAGER_PLAY].max;
    if (!rules->play_within_limit) {
        return (uth_money){0};
    }
    return own.cents != 0 ? own : uth_rules_limit(rules, UTH_WAGER_ANTE).max;
}

bool uth_rules_play_open(const struct uth_rules *rules, uth_money ante, uint8_t multiple)
{
    const uth_money max = uth_rules_play_max(rules);
    return max.cents == 0 || multiple == 0 || ante.cents <= max.cents / multiple;
}

void uth_rules_at_ante(const struct uth_rules *rules, uth_money ante, struct uth_rules *open)
{
    *open = *rules;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        unsigned count = 0;
        memset(open->raises[street], 0, sizeof open->raises[street]);
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            const uint8_t raise = rules->raises[street][i];
            if (raise != 0 && uth_rules_play_open(rules, ante, raise)) {
                open->raises[street][count++] = raise;
            }
        }
    }
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
    UTH_CHECK(index < 100);
    const char tens[] = {(char)('0' + index / 10), '\0'};
    const char ones[] = {(char)('0' + index % 10), ']', '\0'};
    path_add(fault, "[");
    path_add(fault, index < 10 ? "" : tens);
    path_add(fault, ones);
}

// Always false, so that a check can say `return fault_at(...)`.
static bool fault_at(struct uth_fault *fault, const char *path, int64_t value, const char *expected)
{
    *fault = (struct uth_fault){
        .value = value, .expected = expected, .status = UTH_ERR_RULES, .wager = UTH_WAGER_COUNT};
    path_add(fault, path);
    return false;
}

// Adds to a fault that it breaks the law, and by how much.
static bool fault_of_law(struct uth_fault *fault, enum uth_status status, enum uth_wager wager,
                         int64_t reach, int64_t bound)
{
    fault->status = status;
    fault->wager = wager;
    fault->reach = reach;
    fault->bound = bound;
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
        {"coverage", rules->coverage, UTH_COVERAGE_COUNT},
        {"first_banker", rules->first_banker, UTH_FIRST_BANKER_NAMED + 1},
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
    return true;
}

// SHOW-9
static bool check_wager_order(const enum uth_wager order[UTH_WAGER_COUNT], const char *path,
                              struct uth_fault *fault)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (order[i] >= UTH_WAGER_COUNT) {
            return fault_in(fault, path, i, "", order[i], "a wager");
        }
        seen |= 1U << order[i];
    }
    return seen == (1U << UTH_WAGER_COUNT) - 1 ||
           fault_at(fault, path, (int64_t)seen, "each wager once");
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
    // BET-7: a second spot of one person at a player-banked table would be a bet behind the first.
    if (player_banked && rules->spots_per_player != 1) {
        return fault_at(fault, "spots_per_player", rules->spots_per_player,
                        "1 where players bank (BET-7)");
    }
    if (rules->spots_per_player < 1 || rules->spots_per_player > rules->seats) {
        return fault_at(fault, "spots_per_player", rules->spots_per_player,
                        "1 to all seats (BET-7)");
    }
    if (rules->decks < 1 || rules->decks > 2) {
        return fault_at(fault, "decks", rules->decks, "1 or 2");
    }
    if (player_banked && (rules->bank_hands_max < 1 || rules->bank_hands_max > 2)) {
        return fault_at(fault, "bank_hands_max", rules->bank_hands_max, "1 or 2 hands (ROT-1)");
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

// BET-4
static bool lacks_offer(const struct uth_rules *rules)
{
    unsigned offered = 0;
    unsigned needed = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        offered |= (unsigned)rules->offered[i] << i;
        needed |= rules->offered[i] ? uth_rules_needs(rules, (enum uth_wager)i) : 0;
    }
    return (needed & ~offered) != 0;
}

static bool check_offered(const struct uth_rules *rules, struct uth_fault *fault)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (!uth_wager_is_side(wager) && !rules->offered[i]) {
            fault_at(fault, "offered.", 0, "true: the base game has Ante, Blind and Play");
            path_add(fault, uth_rules_wager_name(rules, wager));
            return false;
        }
        if (rules->offered[i] && !uth_rules_has_wager(rules, wager)) {
            fault_at(fault, "offered.", 1, "false: the profile has no side bet of that name");
            path_add(fault, uth_wager_name(wager));
            return false;
        }
        const bool by_collection = rules->collection_count != 0 && is_by_spot(wager);
        const bool play_is_free = wager == UTH_WAGER_PLAY && rules->limits[i].max.cents == 0;
        if (rules->offered[i] && !by_collection && !play_is_free &&
            !check_limit(fault, "limits.", rules->limits[i])) {
            struct uth_fault inner = *fault;
            fault_at(fault, "limits.", inner.value, inner.expected);
            path_add(fault, uth_rules_wager_name(rules, wager));
            path_add(fault, inner.path + strlen("limits."));
            return false;
        }
    }
    if (lacks_offer(rules)) {
        return fault_at(fault, "side.needs", 1, "wagers that the table offers (BET-4)");
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
    if (!check_wager_order(rules->order_won, "order_won", fault) ||
        !check_wager_order(rules->order_lost, "order_lost", fault)) {
        return false;
    }
    // From two pairs up by the kind alone: what is exact tells no finer hands apart.
    unsigned rank;
    const enum uth_hand_kind kind = uth_hand_kind_of(rules->qualifier);
    return (kind < UTH_HAND_ROYAL_FLUSH && uth_hand_is_lowest(rules->qualifier, &rank) &&
            (rank == UTH_RANKS || kind <= UTH_HAND_PAIR)) ||
           fault_at(fault, "qualifier", rules->qualifier,
                    "none, a kind of hand the dealer can have, or a high card or pair of a rank");
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
    const uint8_t needed =
        rules->play_within_limit ? rules_smallest_raise(rules) : rules_largest_raise(rules);
    if (play.max.cents != 0 && ante * needed > play.max.cents) {
        return fault_at(fault, "limits.play.max", play.max.cents,
                        rules->play_within_limit
                            ? "0 for none, or at least the smallest Ante at the smallest size"
                            : "0 for none, or at least the smallest Ante at the largest size");
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
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_limit limit = rules->limits[i];
        const bool by_collection = rules->collection_count != 0 && is_by_spot(wager);
        if (!uth_wager_is_side(wager) || !rules->offered[i] || by_collection) {
            continue;
        }
        if (!holds_a_chip(limit, rules->chip)) {
            fault_at(fault, "limits.", limit.max.cents, "room for a whole number of chips");
            path_add(fault, uth_rules_wager_name(rules, wager));
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
    return uth_odds_are_whole(odds, rules->chip, max) &&
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

// ---- side bets ------------------------------------------------------------------------------

// "side.trips.tables[1].lines[0].pays": the place within a side bet, where one is meant.
struct place {
    unsigned table, line; // UINT_MAX: none
    const char *field;
};

static bool fault_of_side(const struct uth_rules *rules, enum uth_wager wager, struct place place,
                          int64_t value, const char *expected, struct uth_fault *fault)
{
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
    const struct uth_bet_table *lines = &uth_rules_side(rules, wager)->tables[table];
    for (unsigned i = 0; i < lines->line_count; i++) {
        if (!odds_are_payable(rules, wager, lines->lines[i].pays)) {
            return fault_of_side(rules, wager, (struct place){table, i, ".pays"},
                                 lines->lines[i].pays.num, whole_cents, fault);
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

static bool check_sides(const struct uth_rules *rules, struct uth_fault *fault)
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

static bool check_blind(const struct uth_rules *rules, struct uth_fault *fault)
{
    if (!check_paytable(rules, UTH_WAGER_BLIND, &rules->blind, fault)) {
        const struct uth_fault inner = *fault;
        fault_at(fault, "blind", inner.value, inner.expected);
        path_add(fault, inner.path);
        return false;
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
            fault_at(fault, "side.progressive.", pay.meter_bp != 0 ? pay.meter_bp : pay.for_one,
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
    // The tray and the meter are the house's, which has no interest in the outcome there.
    if (rules->banked_by == UTH_BANKED_BY_PLAYER) {
        return fault_at(fault, "offered.progressive", 1, "false where a player banks (BANK-1)");
    }
    if (progressive->table.id[0] == '\0') {
        return fault_at(fault, "side.progressive.use", 0, "an id of the pay table");
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
    if (progressive->preset_seed.cents < 0 || progressive->preset_seed.cents > pay_max.cents) {
        return fault_at(fault, "progressive.preset_seed", progressive->preset_seed.cents,
                        "a seed that is not negative, 0 for none");
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

// ---- limits that are law --------------------------------------------------------------------

// Where the largest stake of a wager is written.
static void fault_at_limit(const struct uth_rules *rules, enum uth_wager wager, int64_t value,
                           struct uth_fault *fault)
{
    static const char expected[] = "at most the legal maximum";
    if (!is_by_spot(wager) || rules->collection_count == 0) {
        fault_at(fault, "limits.", value, expected);
        path_add(fault, uth_rules_wager_name(rules, wager));
        path_add(fault, ".max");
        return;
    }
    unsigned option = 0;
    while (rules->collections[option].spot.max.cents != value) {
        option++;
    }
    fault_in(fault, "collections", option, ".spot.max", value, expected);
}

// BET-10: no limit may let a wager pass the legal maximum, nor an Ante let its Play.
static bool check_legal_limits(const struct uth_rules *rules, struct uth_fault *fault)
{
    const int64_t legal = rules->legal_wager_max.cents;
    if (legal == 0) {
        return true;
    }
    if (legal < 0 || legal > pay_max.cents) {
        return fault_at(fault, "legal_wager_max", legal, "0 for none, or an accountable amount");
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const int64_t max = largest_stake(rules, wager).cents;
        if (rules->offered[i] && max > legal) {
            fault_at_limit(rules, wager, max, fault);
            return fault_of_law(fault, UTH_ERR_LEGAL_WAGER, wager, max, legal);
        }
    }
    const int64_t ante = largest_stake(rules, UTH_WAGER_ANTE).cents;
    const int64_t play = ante * rules_largest_raise(rules);
    if (!rules->play_within_limit && play > legal) {
        fault_at_limit(rules, UTH_WAGER_ANTE, ante, fault);
        return fault_of_law(fault, UTH_ERR_LEGAL_PLAY, UTH_WAGER_ANTE, play, legal);
    }
    return true;
}

static bool check_games_over(const struct uth_rules *rules, struct uth_fault *fault)
{
    const struct uth_games_over over = rules->games_over;
    if (over.amount.cents < 0 || over.amount.cents > pay_max.cents) {
        return fault_at(fault, "games_over.amount", over.amount.cents,
                        "0 for no such rule, or an accountable amount");
    }
    return (over.amount.cents == 0) == (over.games == 0) ||
           fault_at(fault, "games_over.games", over.games,
                    "1 game or more with an amount, 0 without");
}

static uint32_t higher(uint32_t highest, struct uth_odds odds)
{
    const uint32_t odds_to_one = odds.den == 0 ? 0 : odds.num / odds.den;
    return odds_to_one > highest ? odds_to_one : highest;
}

// What the wager pays at most, in whole odds to 1, by the table in force.
static uint32_t top_odds(const struct uth_rules *rules, enum uth_wager wager)
{
    uint32_t highest = 1; // Ante and Play
    for (unsigned kind = 0; wager == UTH_WAGER_BLIND && kind < UTH_HAND_COUNT; kind++) {
        highest = higher(highest, rules->blind.pays[kind]);
    }
    if (uth_wager_has_lines(wager)) {
        const struct uth_bet_table *table = uth_bet_table(uth_rules_side(rules, wager));
        for (unsigned line = 0; line < table->line_count; line++) {
            highest = higher(highest, table->lines[line].pays);
        }
    }
    return highest;
}

// WA-2
static bool check_aggregate(const struct uth_rules *rules, enum uth_wager wager,
                            struct uth_fault *fault)
{
    const int64_t cap = rules->aggregate[wager].max.cents;
    const int64_t needed = largest_stake(rules, wager).cents * TABLE_AGGREGATE_TIMES;
    const uint32_t odds = rules->offered[wager] ? top_odds(rules, wager) : 0;
    if (cap < 0 || cap > pay_max.cents) {
        fault_at(fault, "aggregate.", cap, "0 for none, or an accountable amount");
    } else if (!rules->offered[wager]) {
        fault_at(fault, "aggregate.", cap, "0: the wager is not offered");
    } else if (odds < TABLE_AGGREGATE_ODDS) {
        fault_at(fault, "aggregate.", cap, "0: the wager's top odds are below 50 to 1");
        (void)fault_of_law(fault, UTH_ERR_AGGREGATE_ODDS, wager, odds, TABLE_AGGREGATE_ODDS);
    } else if (cap < needed) {
        fault_at(fault, "aggregate.", cap, "0 for none, or at least 50 x the largest wager");
        (void)fault_of_law(fault, UTH_ERR_AGGREGATE_LOW, wager, cap, needed);
    } else {
        return true;
    }
    path_add(fault, uth_rules_wager_name(rules, wager));
    return false;
}

static bool check_aggregates(const struct uth_rules *rules, struct uth_fault *fault)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const int64_t cap = rules->aggregate[i].max.cents;
        if (cap == 0) {
            continue;
        }
        if (uth_wagers[wager].on_meter) {
            return fault_at(fault, "aggregate.progressive", cap,
                            "0: what the meter pays has left it, and is not cut afterwards");
        }
        if (!check_aggregate(rules, wager, fault)) {
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
                      check_orders(rules, fault) && check_blind(rules, fault) &&
                      check_sides(rules, fault) && check_progressive(rules, fault) &&
                      check_legal_limits(rules, fault) && check_games_over(rules, fault) &&
                      check_aggregates(rules, fault);
    return good ? UTH_OK : fault->status;
}

// ---- PROG-7: the maker's advice -------------------------------------------------------------

static int64_t largest_fixed_award(const struct uth_progressive_rules *progressive)
{
    uint32_t largest = 0;
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const uint32_t pay = progressive->table.pays[line].for_one;
        largest = pay > largest ? pay : largest;
    }
    return progressive->stake.cents * largest;
}

size_t uth_progressive_warnings(const struct uth_progressive_rules *progressive,
                                const char *warnings[UTH_WARNINGS_MAX])
{
    const bool has_seed = progressive->seed.cents != 0;
    const bool has_reserve = progressive->reserve_rate_bp != 0;
    const bool all_from_meter = progressive->fixed_pays_from == UTH_PAYS_FROM_METER;
    const struct {
        bool applies;
        const char *text;
    } advice[] = {
        {!has_seed, "the seed is $0: the maker does not recommend it"},
        {!has_seed && has_reserve, "the reserve is the only seed: back-to-back awards restart the "
                                   "meter at a very low amount"},
        {progressive->seed.cents < largest_fixed_award(progressive),
         "the seed is smaller than the largest fixed award"},
        {progressive->preset_seed.cents != 0 &&
             progressive->seed.cents != progressive->preset_seed.cents,
         "the seed is not the pre-configured one"},
        {all_from_meter && progressive->meter_rate_bp < 7000,
         "all pays come from the meter and less than 70% is contributed: the meter may run dry"},
        {!all_from_meter && progressive->meter_rate_bp > progressive->preset_rate_bp,
         "the contribution is above the pre-configured rate: the house advantage shrinks"},
        {!has_reserve, "nothing goes to the reserve: play will drop more after a 100% award"},
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof advice / sizeof advice[0]; i++) {
        if (advice[i].applies) {
            UTH_CHECK(count < UTH_WARNINGS_MAX);
            warnings[count++] = advice[i].text;
        }
    }
    return count;
}

size_t uth_rules_warnings(const struct uth_rules *rules, const char *warnings[UTH_WARNINGS_MAX])
{
    const int64_t legal = rules->legal_wager_max.cents;
    size_t count = rules->offered[UTH_WAGER_PROGRESSIVE]
                       ? uth_progressive_warnings(&rules->progressive, warnings)
                       : 0;
    if (rules->banked_by == UTH_BANKED_BY_HOUSE && (legal == 0 || legal > WASHINGTON_WAGER_MAX)) {
        UTH_CHECK(count < UTH_WARNINGS_MAX);
        warnings[count++] = legal == 0
                                ? "there is no legal maximum; WAC 230-15-140 allows $300 a wager "
                                  "in Washington (BET-10)"
                                : "the legal maximum is above the $300 a wager that WAC 230-15-140 "
                                  "allows in Washington (BET-10)";
    }
    if (rules->banked_by == UTH_BANKED_BY_HOUSE &&
        (rules->games_max == 0 || rules->games_max > WASHINGTON_GAMES_MAX)) {
        UTH_CHECK(count < UTH_WARNINGS_MAX);
        warnings[count++] = "a player may wager on more than the four games that Washington "
                            "allows (BET-5)";
    }
    return count;
}
