// The layout of a strategy as bytes. Everything is bytes and bits, numbers little end first, so
// the same file serves every machine.
//
//   header     64 bytes
//   preflop    169 bytes: the Play of each class in antes
//   (padding to 8)
//   flop map   22,100 x 4 bytes: row of the flop's class << 8 | how to rename the suits
//   set index  8,192 x 2 bytes: a set of three to five ranks within those of its size
//   planes     one, or two where flop or river offer two sizes:
//     flop     1,755 rows of 1,326 bits, by hole with renamed suits
//     ranks    6,188 rows of 91 bits, by rank board and rank hand
//     suits    36,608 rows of 351 bits, by board and hand as the flush suit sees them
//
// In the first plane a set bit bets, in the second it bets the smaller size.
#ifndef EXACT_STRATEGY_H
#define EXACT_STRATEGY_H

#include "space.h"

enum {
    ALL_FLOPS = 22100,
    HEADER_SIZE = 64,
    PREFLOP_AT = HEADER_SIZE,
    FLOP_MAP_AT = PREFLOP_AT + 176,
    SET_INDEX_AT = FLOP_MAP_AT + ALL_FLOPS * 4,
    PLANES_AT = SET_INDEX_AT + (2 << UTH_RANKS),
    FLOP_ROW = (HOLES + 63) / 64 * 8,
    RANK_ROW = (RANK_HANDS + 31) / 32 * 4,
    SUIT_HANDS = RANK_HANDS + UTH_RANKS * UTH_RANKS + RANK_HANDS,
    SUIT_ROW = (SUIT_HANDS + 31) / 32 * 4,
    PLANE_RANKS_AT = FLOPS * FLOP_ROW,
    PLANE_SUITS_AT = PLANE_RANKS_AT + RANK_BOARDS * RANK_ROW,
    PLANE_SIZE = PLANE_SUITS_AT + SUIT_BOARDS * SUIT_ROW,
};

// Header fields, by their place.
enum {
    HEADER_MAGIC = 0,    // "UTHSTRAT"
    HEADER_VERSION = 8,  // 32 bits
    HEADER_LENGTH = 12,  // 32 bits, of the whole
    HEADER_PROFILE = 16, // 64 bits, uth_strategy_profile()
    HEADER_CHECK = 24,   // 64 bits over everything but these eight bytes
    HEADER_PLANES = 32,
    HEADER_FLOP_SIZES = 33,  // large, small
    HEADER_RIVER_SIZES = 35, // large, small
    HEADER_STYLE = 37,       // enum uth_style
};

#endif
