// The decisions of each style, street by street. A raise is its place among the profile's raises
// of the street; UTH_RAISES_MAX is the check, at the river the fold.
#ifndef EXACT_STYLE_H
#define EXACT_STYLE_H

#include "simple.h"

unsigned exact_style_preflop(const struct uth_exact *exact, enum uth_style style,
                             unsigned hand_class);

// On the flop the Play itself, in antes; 0 is a check.
unsigned exact_style_flop(const struct uth_exact *exact, enum uth_style style,
                          const uth_card flop[3], const struct flop_view *view, unsigned hole);

// Of `count` hands at once. `facts` are only looked at for the simple style.
void exact_style_river(const struct game *game, enum uth_style style, const struct values *values,
                       unsigned count, const struct river_facts *facts, uint8_t raise[HAND_ROW]);

#endif
