// Numbers and amounts as people read them: in threes.
#ifndef UTH_WIRE_AMOUNT_WORDS_H
#define UTH_WIRE_AMOUNT_WORDS_H

#include <stdint.h>

#include "uth/money.h"

#define WIRE_AMOUNT_MAX 32

// "10,000". Returns `text`, as the others do.
const char *wire_grouped(uint64_t number, char text[WIRE_AMOUNT_MAX]);

// "$5", "$10,002.40", "-$0.50": cents only where there are some.
const char *wire_money_words(uth_money amount, char text[WIRE_AMOUNT_MAX]);

// "100%", "0.5%", "2.25%" of basis points.
const char *wire_percent_words(uint32_t basis_points, char text[WIRE_AMOUNT_MAX]);

#endif
