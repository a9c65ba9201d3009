// Fractions too wide for 64 bits: variances.
#ifndef EXACT_RATIO_H
#define EXACT_RATIO_H

#include "uth/exact.h"

// Products of two 63-bit sums. A GNU extension, wrapped here and nowhere else in this layer.
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

struct wide_ratio {
    uwide num, den;
};

// From the sum of all results and of their squares, in units: E[x^2] - E[x]^2 over N deals is
// (N sum x^2 - (sum x)^2) / N^2.
struct wide_ratio exact_variance(wide sum, wide squares, int64_t count, int64_t unit);

void exact_ratio_text(struct wide_ratio ratio, char text[UTH_RATIO_TEXT_MAX]);
void exact_ratio_decimal(struct wide_ratio ratio, unsigned digits, char text[UTH_RATIO_TEXT_MAX]);

#endif
