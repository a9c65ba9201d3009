// The Progressive from counts of hands.
#include <string.h>

#include "statistics.h"

// Deals of each line. A royal flush of one suit lies in the first five cards when two of its five
// are the hole cards and the others the flop; on the board when any of the ten choices of a flop
// is made of it. The other royal flushes use at least one hole card.
static void count_lines(const struct uth_exact_kinds *kinds, int64_t line[UTH_PROGRESSIVE_COUNT])
{
    const int64_t dealers = 990;
    const int64_t others = 1081; // pairs of the 47 cards that are not of the royal flush
    memset(line, 0, UTH_PROGRESSIVE_COUNT * sizeof line[0]);
    for (unsigned own = 0; own < UTH_HAND_COUNT; own++) {
        const enum uth_progressive_line of_own =
            own == UTH_HAND_ROYAL_FLUSH
                ? UTH_PROGRESSIVE_ROYAL_SEVEN
                : uth_progressive_line_of((uth_hand)(own << 12), NULL, NULL);
        for (unsigned i = 0;
             of_own != UTH_PROGRESSIVE_NONE && i < UTH_HAND_COUNT * UTH_EXACT_WINNERS; i++) {
            line[of_own] += kinds->deals[own][i / UTH_EXACT_WINNERS][i % UTH_EXACT_WINNERS];
        }
    }
    line[UTH_PROGRESSIVE_ROYAL_FIRST_FIVE] = others * dealers * UTH_SUITS * 10;
    line[UTH_PROGRESSIVE_COMMUNITY_ROYAL] = others * dealers * UTH_SUITS * 10;
    line[UTH_PROGRESSIVE_ROYAL_SEVEN] -=
        line[UTH_PROGRESSIVE_ROYAL_FIRST_FIVE] + line[UTH_PROGRESSIVE_COMMUNITY_ROYAL];
}

enum uth_status uth_exact_progressive(const struct uth_exact_kinds *kinds,
                                      const struct uth_progressive_table *table,
                                      struct uth_exact_progressive *progressive)
{
    int64_t line[UTH_PROGRESSIVE_COUNT];
    wide fixed = 0;
    wide share = 0;
    int64_t hits = 0;
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        if (table->pays[i].for_one > STATISTICS_PAY_MAX) {
            return UTH_ERR_TABLE_TOO_COSTLY;
        }
    }
    count_lines(kinds, line);
    struct uth_exact_progressive result = {.break_even = {0, 1}};
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        const struct uth_progressive_pay pay = table->pays[i];
        result.probability[i] = uth_ratio_of(line[i], UTH_EXACT_DEALS);
        fixed += (wide)line[i] * pay.for_one;
        share += (wide)line[i] * pay.meter_bp;
        hits += pay.for_one != 0 || pay.meter_bp != 0 ? line[i] : 0;
    }
    const wide deals = UTH_EXACT_DEALS;
    result.hit_frequency = uth_ratio_of(hits, UTH_EXACT_DEALS);
    if (!exact_ratio_of_wide(fixed, deals, &result.fixed_return) ||
        !exact_ratio_of_wide(share, deals * UTH_BASIS_POINTS, &result.meter_coefficient) ||
        (share != 0 &&
         !exact_ratio_of_wide((deals - fixed) * UTH_BASIS_POINTS, share, &result.break_even))) {
        return UTH_ERR_TABLE_TOO_COSTLY;
    }
    *progressive = result;
    return UTH_OK;
}
