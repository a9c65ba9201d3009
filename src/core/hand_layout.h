// How the hand evaluator codes cards: shared by hand.c and by the generator of its tables.
//
// Every card has a key of 64 bits, and the keys of a hand are added up:
//
//      63       48 47        32 31        16 15         0
//     +-----------+------------+------------+------------+
//     |  no card  |   suits    |    high    |    low     |
//     +-----------+------------+------------+------------+
//
//   low      a code for how many cards of each rank from two to eight
//   high     the same for nine to ace
//   suits    a counter of 4 bits for each suit, starting at 3: its bit 3 says five or more
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
#ifndef UTH_CORE_HAND_LAYOUT_H
#define UTH_CORE_HAND_LAYOUT_H

#include <stdint.h>

#define LOW_RANKS    7
#define HIGH_RANKS   6

#define HIGH_SHIFT   16
#define SUIT_SHIFT   32
#define CODE_MASK    0xffffU

#define KEY_START    (UINT64_C(0x3333) << SUIT_SHIFT)
#define KEY_FLUSH    (UINT64_C(0x8888) << SUIT_SHIFT)
#define KEY_NO_CARD  (UINT64_C(1) << 48)
#define KEY_NO_CARDS (UINT64_C(0xffff) << 48)

// A key for every byte, so that what is no card is noticed by the test for flushes.
#define KEY_SIZE 256

// The largest sums of the rank codes, plus one; the generator proves them.
#define LOW_SIZE  31493
#define HIGH_SIZE 8916

// 73,775 holdings of five to seven cards and the gaps that make the rows even.
#define BY_RANKS_SIZE 74588

#define FLUSH_SIZE    8192

#endif
