// What the checks of a profile share: how the place of a fault is named, and what can be accounted for.
#ifndef UTH_CORE_RULES_CHECK_H
#define UTH_CORE_RULES_CHECK_H

#include <string.h>

#include "uth/rules.h"

// No table with eight seats and all wagers can add up to more than we account for.
static const uth_money pay_max = {UTH_MONEY_MAX / 128};
_Static_assert(UTH_SEATS_MAX *UTH_WAGER_COUNT <= 128, "the sum of all pays is accountable");

static inline void path_add(struct uth_fault *fault, const char *text)
{
    const size_t used = strlen(fault->path);
    const size_t left = sizeof fault->path - 1 - used;
    const size_t length = strlen(text) < left ? strlen(text) : left;
    UTH_CHECK(used + length < sizeof fault->path);
    memcpy(fault->path + used, text, length);
    fault->path[used + length] = '\0';
}

static inline void path_add_index(struct uth_fault *fault, unsigned index)
{
    UTH_CHECK(index < 100);
    const char tens[] = {(char)('0' + index / 10), '\0'};
    const char ones[] = {(char)('0' + index % 10), ']', '\0'};
    path_add(fault, "[");
    path_add(fault, index < 10 ? "" : tens);
    path_add(fault, ones);
}

// Always false, so that a check can say `return fault_at(...)`.
static inline bool fault_at(struct uth_fault *fault, const char *path, int64_t value,
                            const char *expected)
{
    UTH_CHECK(path != NULL);
    UTH_CHECK(expected != NULL);
    *fault = (struct uth_fault){
        .value = value, .expected = expected, .status = UTH_ERR_RULES, .wager = UTH_WAGER_COUNT};
    path_add(fault, path);
    return false;
}

static inline bool fault_in(struct uth_fault *fault, const char *list, unsigned index,
                            const char *field, int64_t value, const char *expected)
{
    fault_at(fault, list, value, expected);
    path_add_index(fault, index);
    path_add(fault, field);
    return false;
}

// The largest stake any option of the profile admits for the wager.
static inline uth_money largest_stake(const struct uth_rules *rules, enum uth_wager wager)
{
    if (!uth_wagers[wager].by_spot || rules->collection_count == 0) {
        return rules->limits[wager].max;
    }
    uth_money largest = {0};
    for (unsigned i = 0; i < rules->collection_count; i++) {
        const uth_money max = rules->collections[i].spot.max;
        largest = max.cents > largest.cents ? max : largest;
    }
    return largest;
}

#define ODDS_IN_WHOLE_CENTS                                                                        \
    "odds that pay every multiple of the chip in whole cents, and an accountable amount"

static inline bool odds_are_payable(const struct uth_rules *rules, enum uth_wager wager,
                                    struct uth_odds odds)
{
    const uth_money max = largest_stake(rules, wager);
    int64_t highest;
    return uth_odds_are_whole(odds, rules->chip, max) &&
           !__builtin_mul_overflow(max.cents, (int64_t)odds.num, &highest) &&
           highest <= pay_max.cents;
}

// The side bets: their tables, lines, ids and what each needs. In rules_sides.c.
bool core_check_sides(const struct uth_rules *rules, struct uth_fault *fault);

// The limits that are law (BET-10, WA-2). In rules_law.c.
bool core_check_law(const struct uth_rules *rules, struct uth_fault *fault);

#endif
