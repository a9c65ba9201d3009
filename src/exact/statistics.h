// The results of one wager added up: its edge, how often it hits, its variance.
#ifndef EXACT_STATISTICS_H
#define EXACT_STATISTICS_H

#include "ratio.h"

enum { STATISTICS_PAY_MAX = 1000000 }; // to one

// Deals and pays as they are met, in the order of the pay table.
struct statistics {
    int64_t deals;
    int64_t unit;
    int64_t hits;
    wide sum;
    wide squares;
};

// Pays of which none is above a million to one and whose common denominator is at most 1,000;
// else refuses with UTH_ERR_TABLE_TOO_COSTLY.
UTH_NODISCARD enum uth_status exact_statistics_open(struct statistics *statistics,
                                                    const struct uth_odds *pays, unsigned count);
void exact_statistics_add(struct statistics *statistics, struct uth_odds pay, int64_t deals);
// Refuses pays so large and frequent that the variance or the edge passes what is counted in.
UTH_NODISCARD enum uth_status exact_statistics_close(const struct statistics *statistics,
                                                     struct uth_exact_side *side);

int64_t exact_common_divisor(int64_t a, int64_t b);

// False when the fraction in lowest terms does not fit; then *ratio is untouched.
bool exact_ratio_of_wide(wide num, wide den, struct uth_ratio *ratio);

#endif
