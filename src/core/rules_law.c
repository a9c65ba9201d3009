// The limits of a profile that are law, which the table cannot waive (BET-10, WA-2).
#include "core/decision.h"
#include "core/rules_check.h"

#define TABLE_AGGREGATE_TIMES 50 // WA-2
#define TABLE_AGGREGATE_ODDS  50

// Adds to a fault that it breaks the law, and by how much.
static bool fault_of_law(struct uth_fault *fault, enum uth_status status, enum uth_wager wager,
                         int64_t reach, int64_t bound)
{
    UTH_CHECK(status != UTH_OK);
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    fault->status = status;
    fault->wager = wager;
    fault->reach = reach;
    fault->bound = bound;
    return false;
}

// Where the largest stake of a wager is written.
static void fault_at_limit(const struct uth_rules *rules, enum uth_wager wager, int64_t value,
                           struct uth_fault *fault)
{
    static const char expected[] = "at most the legal maximum";
    if (!uth_wagers[wager].by_spot || rules->collection_count == 0) {
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
    UTH_CHECK(rules->offered[wager]);

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
    UTH_CHECK(!uth_wagers[wager].on_meter);

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

bool core_check_law(const struct uth_rules *rules, struct uth_fault *fault)
{
    return check_legal_limits(rules, fault) && check_games_over(rules, fault) &&
           check_aggregates(rules, fault);
}
