// Which Play sizes a profile offers. Read by whoever admits a wager or a decision.
#ifndef UTH_CORE_DECISION_H
#define UTH_CORE_DECISION_H

#include "uth/rules.h"

static inline bool rules_offer_raise(const struct uth_rules *rules, enum uth_street street,
                                     uint8_t multiple)
{
    if (multiple == 0) {
        return false;
    }
    for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
        if (rules->raises[street][i] == multiple) {
            return true;
        }
    }
    return false;
}

// The largest size of any street; sizes fall within a street, so the first of each is enough.
static inline uint8_t rules_largest_raise(const struct uth_rules *rules)
{
    uint8_t largest = 1;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        if (rules->raises[street][0] > largest) {
            largest = rules->raises[street][0];
        }
    }
    return largest;
}

// The smallest size of any street. A checked profile has at least one.
static inline uint8_t rules_smallest_raise(const struct uth_rules *rules)
{
    uint8_t smallest = UINT8_MAX;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX && rules->raises[street][i] != 0; i++) {
            smallest = rules->raises[street][i] < smallest ? rules->raises[street][i] : smallest;
        }
    }
    return smallest;
}

#endif
