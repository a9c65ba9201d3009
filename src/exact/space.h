// The small spaces in which the whole game lives.
//
// Without three board cards of one suit a hand is worth what its ranks are worth. Seen from one
// suit a card is only its rank and whether it is of that suit: one of 26 card types, 0 to 12 of
// the suit, 13 to 25 off it. So every board is one of 6,175 rank boards, and beside that, for the
// one suit that can flush, one of 36,608 boards of (suited ranks, off ranks). Two hole cards are
// one of 91 rank hands, or one of 338 hand types as seen from a suit. A row of hand
// types is four rows of rank hands, so that what the ranks say lies alongside without a look-up:
//
//     both of the suit | the higher is | the lower is | both off it
//     0                96              192            288         384
//
// Of two cards of one rank the one of the suit is the higher; the lower one stands for it again.
//
// All indices are the combinatorial number system: sets of ranks in colex order, multisets made
// distinct by adding their position first.
#ifndef EXACT_SPACE_H
#define EXACT_SPACE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "uth/card.h"
#include "uth/hand.h"

// Compiled three times where the machine may have wider vectors; the loader picks one, and the
// result is the same. gcc alone: what
// clang 14 makes of it does not link, and with a sanitizer the choice would be made before that has
// set itself up.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) &&                        \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(EXACT_PLAIN)
#define EXACT_WIDE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define EXACT_WIDE
#endif
// A part of what is compiled so.
#define EXACT_PART static inline __attribute__((always_inline))

// Hands are told apart by grade: their kind, and of the kind a qualifying hand may part (a high card or
// a pair) whether they reach it. So what is counted by grade is counted by kind as well as by whether
// it qualifies.
//
//     grade   0 to parted   parted + 1        from parted + 2
//     kind    as the grade  parted, reached   the grade less one
enum {
    GRADES = UTH_HAND_COUNT + 1,
    GRADE_STRAIGHT = UTH_HAND_STRAIGHT + 1, // the higher kinds are never parted
    GRADE_FLUSH = UTH_HAND_FLUSH + 1,
    GRADE_FULL_HOUSE = UTH_HAND_FULL_HOUSE + 1,
    GRADE_STRAIGHT_FLUSH = UTH_HAND_STRAIGHT_FLUSH + 1,
    GRADE_ROYAL_FLUSH = UTH_HAND_ROYAL_FLUSH + 1,
};

// `part` is the weakest hand that reaches the qualifying one.
static inline unsigned exact_kind_of_grade(uth_hand part, unsigned grade)
{
    return grade - (grade > (unsigned)uth_hand_kind_of(part));
}

static inline unsigned exact_grade_of(uth_hand part, uth_hand hand)
{
    return (unsigned)uth_hand_kind_of(hand) + (hand >= part);
}

// The weakest grade of a kind.
static inline unsigned exact_grade_of_kind(uth_hand part, unsigned kind)
{
    return kind + (kind > (unsigned)uth_hand_kind_of(part));
}

enum {
    CARD_TYPES = 26,
    RANK_HANDS = 91,
    RANK_HANDS_ROW = 96, // rows are padded so that every loop over them is whole vectors
    RANK_FLOPS = 455,
    RANK_BOARDS = 6188,             // 13 of them five of a kind, which no deck has
    HIGH_HANDS = RANK_HANDS_ROW,    // first hand type whose higher card alone is of the suit,
    LOW_HANDS = 2 * RANK_HANDS_ROW, // whose lower one is,
    OFF_HANDS = 3 * RANK_HANDS_ROW, // and with none
    HAND_ROW = 4 * RANK_HANDS_ROW,
    HANDS_MAX = 338, // hand types that somebody can hold
    HOLES = 1326,
    CLASSES = 169,
    SETS_3 = 286, // sets of three, four and five ranks
    SETS_4 = 715,
    SETS_5 = 1287,
    SETS = SETS_3 + SETS_4 + SETS_5,
    FLOPS_OF_TWO = SETS_3, // first flop with two cards of the suit, then with one
    FLOPS_OF_ONE = SETS_3 + 78 * 13,
    SUIT_FLOPS = SETS_3 + 78 * 13 + 13 * 91,
    SUIT_FLOP_NONE = SUIT_FLOPS,       // no card of the suit: it can never flush
    SUIT_BOARDS_OF_FOUR = SETS_3 * 91, // after the boards with three of the suit
    SUIT_BOARDS_OF_FIVE = SUIT_BOARDS_OF_FOUR + SETS_4 * 13,
    SUIT_BOARDS = SUIT_BOARDS_OF_FIVE + SETS_5,
    DEALERS = 990,
    LEVELS_MAX = 160,
};

// n over k for the few sizes needed here.
static inline unsigned choose2(unsigned n)
{
    return n * (n - 1) / 2;
}

static inline unsigned choose3(unsigned n)
{
    return n * (n - 1) * (n - 2) / 6;
}

// Sets want a < b < c, multisets a <= b <= c.
static inline unsigned set2_index(unsigned a, unsigned b)
{
    return choose2(b) + a;
}

static inline unsigned set3_index(unsigned a, unsigned b, unsigned c)
{
    return choose3(c) + choose2(b) + a;
}

static inline unsigned multi2_index(unsigned a, unsigned b)
{
    return choose2(b + 1) + a;
}

static inline unsigned multi3_index(unsigned a, unsigned b, unsigned c)
{
    return choose3(c + 2) + choose2(b + 1) + a;
}

static inline unsigned any2_index(unsigned a, unsigned b)
{
    const unsigned low = a < b ? a : b;
    return multi2_index(low, a + b - low);
}

static inline void order2(unsigned *a, unsigned *b)
{
    const unsigned low = *a < *b ? *a : *b;
    *b = *a < *b ? *b : *a;
    *a = low;
}

// The next multiset of ranks that rise, in the order of their indices; begin with all 0. False
// after the last.
static inline bool next_ranks(uint8_t *ranks, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (ranks[i] < (i + 1 < count ? ranks[i + 1] : UTH_RANKS - 1)) {
            ranks[i]++;
            memset(ranks, 0, i);
            return true;
        }
    }
    return false;
}

// The next set of numbers below `limit`, rising; begin with 0, 1, 2 and so on.
static inline bool next_set(uint8_t *numbers, unsigned count, unsigned limit)
{
    for (unsigned i = 0; i < count; i++) {
        if (numbers[i] + 1U < (i + 1 < count ? numbers[i + 1] : limit)) {
            numbers[i]++;
            for (unsigned k = 0; k < i; k++) {
                numbers[k] = (uint8_t)k;
            }
            return true;
        }
    }
    return false;
}

unsigned exact_multi3_any_index(unsigned a, unsigned b, unsigned c);
unsigned exact_multi5_any_index(const uint8_t ranks[5]);
unsigned exact_set_index(unsigned mask); // of any size, within the sets of its size

// The hands of one view of the board, in the order in which they are ranked: first those that
// flush, then the rest, last the off pairs (two cards of one card type).
struct hands {
    uint16_t count;
    uint16_t flushes;    // how many of the first are flushes
    uint16_t pairs_from; // from here on both cards are of one type
    uint16_t type[HANDS_MAX];
    uint8_t first[HANDS_MAX];
    uint8_t second[HANDS_MAX];
    uint8_t rank_hand[HANDS_MAX];
    uint8_t flush_level[HANDS_MAX]; // for the flushes, from 0
    uint8_t flush_levels;           // how many are plain flushes,
    uint8_t straight_flush_levels;  // straight flushes
    uint8_t royal_levels;           // and royal flushes
};

// The distinct strengths of the hands on one rank board, weakest first, by rank hand. below[grade] is
// how many of them are of a lesser grade; below[GRADES] is their number.
struct rank_board {
    uint8_t level[RANK_HANDS_ROW];
    uint8_t below[GRADES + 1];
};

struct space {
    uth_hand part;                  // where the boards part the grades
    uint16_t flush[1 << UTH_RANKS]; // strength of the ranks of one suit, 0 under five
    uint16_t type[HANDS_MAX];       // the hand types somebody can hold, the off pairs last,
    uint8_t first[HANDS_MAX];       // and their two card types, one of the suit before one off it
    uint8_t second[HANDS_MAX];
    uint8_t is_higher[UTH_RANKS][RANK_HANDS_ROW];  // all bits where that rank is the higher of two,
    uint8_t is_lower[UTH_RANKS][RANK_HANDS_ROW];   // or the lower
    int32_t off_count[UTH_RANKS][HAND_ROW];        // off cards of that rank in a hand type
    int32_t rank_count[UTH_RANKS][RANK_HANDS_ROW]; // cards of that rank in a rank hand
    struct hands rank_hands;
    uint8_t hole_card[HOLES][2];
    uth_cards hole_set[HOLES];
    uint8_t hole_rank_hand[HOLES];
    uint8_t hole_class[HOLES];
    uint16_t hole_type[UTH_SUITS][HOLES];
    uint16_t set_mask[SETS]; // sets of three, then four, then five ranks
    struct rank_board boards[RANK_BOARDS];
};

// Everything but the rank boards; and those of one of several threads, by space->part.
void exact_space_build(struct space *space, uth_hand part);
void exact_space_build_boards(struct space *space, unsigned index, unsigned threads);

// The hand types still possible when the board holds these ranks of the suit, three or more.
void exact_space_hands(const struct space *space, unsigned suited, struct hands *hands);

// The level of each hand type, the flushes let in among the ranks: plain flushes below the full
// houses, straight flushes on top of everything. below[] as in struct rank_board. Hand types that
// are not on the list have no meaning.
void exact_merge_levels(const struct hands *hands, const struct rank_board *board,
                        uint8_t level[HAND_ROW], uint8_t below[GRADES + 1]);

// Hand type of two cards as one suit sees them.
static inline unsigned exact_hand_type_of(uth_card a, uth_card b, unsigned suit)
{
    const unsigned rank_a = uth_card_rank(a);
    const unsigned rank_b = uth_card_rank(b);
    const unsigned suited_a = uth_card_suit(a) == suit;
    const unsigned suited_b = uth_card_suit(b) == suit;
    unsigned part = suited_a != 0 ? 0 : OFF_HANDS;
    if (suited_a != suited_b) {
        part = (suited_a != 0 ? rank_a >= rank_b : rank_b >= rank_a) ? HIGH_HANDS : LOW_HANDS;
    }
    return part + any2_index(rank_a, rank_b);
}

// A flop as one suit sees it, or SUIT_FLOP_NONE.
unsigned exact_suit_flop_of(const uth_card flop[3], unsigned suit);

static inline unsigned rank_flop_of(const uth_card flop[3])
{
    return exact_multi3_any_index(uth_card_rank(flop[0]), uth_card_rank(flop[1]),
                                  uth_card_rank(flop[2]));
}

// Pairs on the diagonal, suited hands at high * 13 + low, offsuit ones at low * 13 + high.
unsigned exact_hand_class_of(uth_card a, uth_card b);

static inline unsigned hole_index(uth_card a, uth_card b)
{
    const unsigned low = a < b ? a : b;
    return choose2((unsigned)a + b - low) + low;
}

// Every flop up to a relabelling of suits: 1,755 of them standing for 22,100.
enum { FLOPS = 1755 };
struct flop {
    uth_card card[3];
    uint8_t weight;
};
void exact_space_flops(struct flop flops[FLOPS]);

// Dense ranks of strengths: equal ones share a level, the weakest has 0. Strengths of 0 are
// skipped and given level 0.
struct leveller {
    uint64_t word[1024];
    uint16_t before[1024];
    uint64_t touched[16];
};
void exact_level_strengths(struct leveller *leveller, const uint16_t *strength, unsigned count,
                           uth_hand part, uint8_t *level, uint8_t below[GRADES + 1]);

#endif
