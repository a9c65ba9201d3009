#include "uth/settle.h"

static const struct uth_collection *collection_of(const struct uth_rules *rules)
{
    if (rules->collection_count == 0) {
        return NULL;
    }
    UTH_CHECK(rules->collection < rules->collection_count);
    return &rules->collections[rules->collection];
}

// FEE-1: what was wagered before the deal; Play never counts.
uth_money uth_fee_total_action(const struct uth_facts *facts)
{
    UTH_CHECK(facts->player_count <= UTH_SEATS_MAX);

    uth_money action = {0};
    for (unsigned i = 0; i < facts->player_count; i++) {
        const uth_money *stakes = facts->players[i].stakes;
        for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
            if (uth_wagers[wager].by_spot) {
                action = uth_money_sum(action, stakes[wager]);
            }
        }
    }
    return action;
}

// FEE-2: the highest tier whose printed minimum the action has reached.
uth_money uth_fee_of_bank(const struct uth_rules *rules, uth_money total_action)
{
    UTH_CHECK(total_action.cents >= 0);

    const struct uth_collection *collection = collection_of(rules);
    uth_money fee = {0};
    for (unsigned i = 0; collection != NULL && i < collection->tier_count; i++) {
        if (total_action.cents >= collection->tiers[i].action.cents) {
            fee = collection->tiers[i].fee;
        }
    }
    UTH_CHECK(fee.cents >= 0);
    return fee;
}

// FEE-3: per circle means Ante and Blind each; Trips is free.
uth_money uth_fee_of_player(const struct uth_rules *rules)
{
    const struct uth_collection *collection = collection_of(rules);
    if (collection == NULL) {
        return (uth_money){0};
    }
    const uth_money fee = collection->player_fee;
    return rules->player_fee_per == UTH_FEE_PER_CIRCLE ? uth_money_sum(fee, fee) : fee;
}
