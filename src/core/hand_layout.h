// How the hand evaluator codes cards: shared by hand.c and by the generator of its tables.
//
// Every card has a key of 64 bits, and the keys of a hand are added up, from KEY_START:
//
//      63       48 47        32 31        16 15         0
//     +-----------+------------+------------+------------+
//     |  no card  |   suits    |    high    |    low     |
//     +-----------+------------+------------+------------+
//
//   low      a code for how many cards of each rank from two to eight
//   high     the same for nine to ace
//   suits    a counter of 4 bits for each suit
//   no card  how many of the bytes were no card at all
//
// The rank codes are such that every holding of at most seven cards, at most four of a rank, has
// a sum of its own. So low and high tell the ranks, and two small tables turn them into a place:
//
//     by_ranks[2 * high_row[high] + low_place[low]]
//
// Low holdings are numbered by size. A row belongs to one high holding of h cards, and hands of
// five, six and seven cards complete it with low holdings of 5 - h to 7 - h cards: one contiguous
// range, so one row without gaps. Rows start at even distances to let high_row be 16 bits wide.
//
// KEY_START makes one test do for everything that is not a plain look at the tables. The suits
// start at 3, so that bit 3 of a counter says five or more: a flush. The codes start where the
// first sum past the end of its table carries into a bit no good sum has. Thus, whatever the bytes,
// nothing is read outside the tables, and that costs nothing.
#ifndef UTH_CORE_HAND_LAYOUT_H
#define UTH_CORE_HAND_LAYOUT_H

#include <stdint.h>

#define LOW_RANKS     7
#define HIGH_RANKS    6

#define HIGH_SHIFT    16
#define SUIT_SHIFT    32
#define NO_CARD_SHIFT 48
#define LOW_MASK      0xffffU

// The largest sums of the rank codes, plus one; the generator proves them.
#define LOW_SIZE    31493
#define HIGH_SIZE   8916

#define LOW_PAST    0x8000
#define HIGH_PAST   0x4000
#define LOW_START   (LOW_PAST - LOW_SIZE)
#define HIGH_START  (HIGH_PAST - HIGH_SIZE)

#define KEY_START   (UINT64_C(0x3333) << SUIT_SHIFT | (uint64_t)HIGH_START << HIGH_SHIFT | LOW_START)
#define KEY_FLUSH   (UINT64_C(0x8888) << SUIT_SHIFT)
#define KEY_NO_CARD (UINT64_C(1) << NO_CARD_SHIFT)
#define KEY_WRONG   (UINT64_C(0xffff) << NO_CARD_SHIFT | (uint64_t)HIGH_PAST << HIGH_SHIFT | LOW_PAST)

// A key for every byte, card or not.
#define KEY_SIZE 256

// What a vector looks up by four bits: a rank, or a number that is none.
#define RANK_CODES 16

// 73,775 holdings of five to seven cards and the gaps that make the rows even.
#define BY_RANKS_SIZE 74588

// One object, so that one address reaches all.
struct hand_tables {
    uint64_t key[KEY_SIZE];
    uint32_t rank_code[RANK_CODES];   // high and low as in a key; 0 for no rank
    uint8_t rank_byte[4][RANK_CODES]; // its bytes, the lowest first
    uint16_t low_place[LOW_SIZE];
    uint16_t high_row[HIGH_SIZE];
    uint16_t by_ranks[BY_RANKS_SIZE];
};

#define BY_SUIT_SIZE 8192

#endif
