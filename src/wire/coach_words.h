// A decision explained in one or two sentences, by the rule people learn and the exact values.
#ifndef UTH_WIRE_COACH_WORDS_H
#define UTH_WIRE_COACH_WORDS_H

#include "uth/coach.h"

#define WIRE_COACH_MAX 320

// "A pair of kings with your own card: play 2x. It is worth 0.600 antes more than a check." Where
// perfect play does otherwise than the rule, the sentences say both, and what lies between them.
const char *wire_coach_words(const struct uth_coach *coach, const struct uth_odds_answer *answer,
                             char text[WIRE_COACH_MAX]);

#endif
