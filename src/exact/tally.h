// Counting what rounds come to when a strategy is played through every deal.
#ifndef EXACT_TALLY_H
#define EXACT_TALLY_H

#include "solution.h"

void exact_tally_merge(struct tally *into, const struct tally *from);
void exact_tally_report(const struct tally *tally, const struct game *game,
                        struct uth_exact_play *play);

#endif
