// The exact edges of a profile's wagers, for theoretical against actual.
#ifndef UTH_REPORT_EDGES_H
#define UTH_REPORT_EDGES_H

#include <stdbool.h>

#include "uth/exact.h"
#include "uth/rules.h"

struct report_edges {
    bool known[UTH_WAGER_COUNT]; // Ante stands for Ante, Blind and Play together, in Antes
    struct uth_ratio edge[UTH_WAGER_COUNT];
    // The Progressive: what the fixed pays return of a stake, and how often a line pays the whole
    // meter.
    struct uth_ratio fixed_return;
    struct uth_ratio whole_meter[UTH_PROGRESSIVE_COUNT]; // 0/1 where the line does not
    const char *missing;                                 // why the base game has none; NULL: it has
};

// Solves the profile's base game, in a seventh of a second, with 27 MiB. False without memory.
UTH_NODISCARD bool report_edges(const struct uth_rules *rules, struct report_edges *edges);

// ratio * cents, rounded to the nearest cent, halves away from zero.
int64_t report_ratio_of(struct uth_ratio ratio, int64_t cents);

#endif
