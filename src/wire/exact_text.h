// Exact numbers for people and programs: "n/d" beside a decimal.
#ifndef UTH_WIRE_EXACT_TEXT_H
#define UTH_WIRE_EXACT_TEXT_H

#include <stdbool.h>

#include <jansson.h>

#include "uth/exact.h"

// Sets `name` to "n/d" and `name`_decimal to a number with 15 digits.
void exact_set(json_t *object, const char *name, struct uth_ratio ratio);

double exact_decimal(struct uth_ratio ratio);

// Exact sum and product in lowest terms. What takes more than 63 bits, or came from such, is {0, 0}:
// exact_fits() tells.
struct uth_ratio exact_sum(struct uth_ratio a, struct uth_ratio b);
struct uth_ratio exact_product(struct uth_ratio a, struct uth_ratio b);
static inline bool exact_fits(struct uth_ratio ratio)
{
    return ratio.den != 0;
}

// "AKs", "T9o", "77" for one of the 169 classes.
void exact_class_name(unsigned hand_class, char name[4]);

// "4x", or "check" and "fold" for a play of 0.
void exact_action_name(unsigned play, enum uth_street street, char name[8]);

#endif
