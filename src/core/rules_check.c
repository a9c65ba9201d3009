// A profile is judged here, once, so that nothing after the deal can go wrong.
#include "core/rules_check.h"
#include "core/decision.h"

#define RAISE_LARGEST 20

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
            return fault_at(fault, choices[i].path, choices[i].value, "one of the listed choices");
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
        const bool by_collection = rules->collection_count != 0 && uth_wagers[wager].by_spot;
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
    UTH_CHECK(index < UTH_COLLECTIONS_MAX);

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

static const char no_chip[] = "limits that allow a multiple of the chip; Ante and Blind are equal";

static struct uth_limit common_limit(struct uth_limit a, struct uth_limit b)
{
    return (struct uth_limit){
        .min = a.min.cents > b.min.cents ? a.min : b.min,
        .max = uth_money_smaller(a.max, b.max),
    };
}

static bool holds_a_chip(struct uth_limit limit, uth_money chip)
{
    UTH_CHECK(chip.cents > 0);

    return limit.max.cents / chip.cents * chip.cents >= limit.min.cents;
}

// What Ante and Blind may both be, by option; where there are no options there is one.
static struct uth_limit base_limit(const struct uth_rules *rules, unsigned option)
{
    UTH_CHECK(option == 0 || option < rules->collection_count);

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
        const bool by_collection = rules->collection_count != 0 && uth_wagers[wager].by_spot;
        if (!uth_wager_is_side(wager) || !rules->offered[i] || by_collection) {
            continue;
        }
        if (!holds_a_chip(limit, rules->chip)) {
            fault_at(fault, "limits.", limit.max.cents, "limits that allow a multiple of the chip");
            path_add(fault, uth_rules_wager_name(rules, wager));
            path_add(fault, ".max");
            return false;
        }
    }
    return true;
}

// ---- pay tables -----------------------------------------------------------------------------

// BET-3: where Play has no limit of its own, the largest Ante and the largest size are its limit.
static bool check_largest_play(const struct uth_rules *rules, struct uth_fault *fault)
{
    const uint8_t largest = rules_largest_raise(rules);
    return rules->limits[UTH_WAGER_PLAY].max.cents != 0 ||
           largest_stake(rules, UTH_WAGER_ANTE).cents <= pay_max.cents / largest ||
           fault_at(fault, "raises", largest, "sizes at which the largest Play is accountable");
}

static bool check_paytable(const struct uth_rules *rules, enum uth_wager wager,
                           const struct uth_paytable *table, struct uth_fault *fault)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    if (table->id[0] == '\0') {
        return fault_at(fault, ".id", 0, "an id");
    }
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        if (!odds_are_payable(rules, wager, table->pays[kind])) {
            fault_at(fault, ".pays.", table->pays[kind].num, ODDS_IN_WHOLE_CENTS);
            path_add(fault, uth_hand_kind_name((enum uth_hand_kind)kind));
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

enum uth_status uth_rules_check(const struct uth_rules *rules, struct uth_fault *fault)
{
    const bool good = check_choices(rules, fault) && check_table_of_seats(rules, fault) &&
                      check_collections(rules, fault) && check_offered(rules, fault) &&
                      check_raises(rules, fault) && check_largest_play(rules, fault) &&
                      check_base_limits(rules, fault) && check_side_limits(rules, fault) &&
                      check_orders(rules, fault) && check_blind(rules, fault) &&
                      core_check_sides(rules, fault) && check_progressive(rules, fault) &&
                      core_check_law(rules, fault);
    UTH_CHECK(good || fault->status != UTH_OK);
    UTH_CHECK(good || fault->expected != NULL);
    return good ? UTH_OK : fault->status;
}
