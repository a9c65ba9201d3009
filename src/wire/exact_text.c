#include "wire/exact_text.h"

#include <stdio.h>
#include <stdlib.h>

double exact_decimal(struct uth_ratio ratio)
{
    char text[UTH_RATIO_TEXT_MAX];
    uth_ratio_decimal(ratio, 17, text);
    return strtod(text, NULL);
}

void exact_set(json_t *object, const char *name, struct uth_ratio ratio)
{
    char text[UTH_RATIO_TEXT_MAX];
    char decimal_name[64];
    uth_ratio_text(ratio, text);
    (void)snprintf(decimal_name, sizeof decimal_name, "%s_decimal", name);
    (void)json_object_set_new(object, name, json_string(text));
    (void)json_object_set_new(object, decimal_name, json_real(exact_decimal(ratio)));
}

__extension__ typedef __int128 wide;

static struct uth_ratio lowest_terms(wide num, wide den)
{
    wide a = num < 0 ? -num : num;
    wide b = den;
    while (b != 0) {
        const wide rest = a % b;
        a = b;
        b = rest;
    }
    if (a == 0 || num / a > INT64_MAX || num / a < -INT64_MAX || den / a > INT64_MAX) {
        return (struct uth_ratio){0, 0};
    }
    return (struct uth_ratio){(int64_t)(num / a), (int64_t)(den / a)};
}

struct uth_ratio exact_sum(struct uth_ratio a, struct uth_ratio b)
{
    return lowest_terms((wide)a.num * b.den + (wide)b.num * a.den, (wide)a.den * b.den);
}

struct uth_ratio exact_product(struct uth_ratio a, struct uth_ratio b)
{
    return lowest_terms((wide)a.num * b.num, (wide)a.den * b.den);
}

void exact_class_name(unsigned hand_class, char name[4])
{
    static const char ranks[] = "23456789TJQKA";
    const unsigned row = hand_class / UTH_RANKS;
    const unsigned column = hand_class % UTH_RANKS;
    const unsigned high = row > column ? row : column;
    const unsigned low = row > column ? column : row;
    const char *kind = row == column ? "" : row > column ? "s" : "o";
    (void)snprintf(name, 4, "%c%c%s", ranks[high], ranks[low], kind);
}

void exact_action_name(unsigned play, enum uth_street street, char name[8])
{
    if (play != 0) {
        (void)snprintf(name, 8, "%ux", play % 100);
    } else {
        (void)snprintf(name, 8, "%s", street == UTH_STREET_RIVER ? "fold" : "check");
    }
}
