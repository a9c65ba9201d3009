// Pay tables are data. A new layout is a new row, never an `if` in the settlement.
#ifndef UTH_PAYTABLE_H
#define UTH_PAYTABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "uth/card.h"
#include "uth/hand.h"
#include "uth/money.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_TABLE_ID_MAX 24

// The Blind: "to 1" by kind of hand.
struct uth_paytable {
    char id[UTH_TABLE_ID_MAX];
    char printed[8]; // the house edge as the maker's sheet prints it, "" where it prints none
    struct uth_odds pays[UTH_HAND_COUNT];
};

// The Progressive's lines, best first; only the highest pays (PROG-1). The last three are for
// profiles that pay lower hands; Paytable 01 does not.
enum uth_progressive_line {
    UTH_PROGRESSIVE_ROYAL_FIRST_FIVE = 0,
    UTH_PROGRESSIVE_ROYAL_SEVEN = 1,
    UTH_PROGRESSIVE_COMMUNITY_ROYAL = 2,
    UTH_PROGRESSIVE_STRAIGHT_FLUSH = 3,
    UTH_PROGRESSIVE_FOUR = 4,
    UTH_PROGRESSIVE_FULL_HOUSE = 5,
    UTH_PROGRESSIVE_FLUSH = 6,
    UTH_PROGRESSIVE_STRAIGHT = 7,
    UTH_PROGRESSIVE_THREE = 8,
    UTH_PROGRESSIVE_COUNT = 9,
    UTH_PROGRESSIVE_NONE = UTH_PROGRESSIVE_COUNT,
};

// One of the two is zero. Neither set: the line does not pay.
struct uth_progressive_pay {
    uint32_t for_one;  // fixed, for 1: the stake is kept
    uint32_t meter_bp; // hundredths of a percent of the meter
};

struct uth_progressive_table {
    char id[UTH_TABLE_ID_MAX];
    struct uth_progressive_pay pays[UTH_PROGRESSIVE_COUNT];
};

// The line the seven cards reach, paid or not. `community` is in the order it was turned, so the
// first three are the flop. `hand` is the strength of all seven.
enum uth_progressive_line uth_progressive_line_of(uth_hand hand, const uth_card hole[2],
                                                  const uth_card community[5]);
static inline bool uth_progressive_pays(const struct uth_progressive_table *table,
                                        enum uth_progressive_line line)
{
    UTH_CHECK(line <= UTH_PROGRESSIVE_NONE);
    return line < UTH_PROGRESSIVE_COUNT &&
           (table->pays[line].meter_bp != 0 || table->pays[line].for_one != 0);
}

const char *uth_progressive_line_name(enum uth_progressive_line line);

#ifdef __cplusplus
}
#endif

#endif
