// One board with all five cards: how each hand fares against the 990 hands the dealer may hold.
//
// The 91 rank hands of a rank board are counted once, for good: their dealers are put on levels of
// equal strength, and a running sum over the levels counts those below each of them, and those of
// them that hold one given card. A player's two cards take away the dealers that hold either and
// give back the one that holds both.
//
// Of a board on which a suit can flush only the flushes are new:
//
//                        both of the suit | one of the suit | none of it
//     three on the board    45 flushes    |  as the ranks, less the dealer's flushes that the
//                                         |  ranks alone would have put below
//     four                            flushes               |  against the dealers with none of it
//     five                                       flushes
//
// A flush loses to the same flushes whatever the other cards are, so that is counted once for a set
// of ranks of the suit. No seven cards make both a flush and a full house, so a full house beats
// every plain flush and a straight flush every full house.
#ifndef EXACT_LEAF_H
#define EXACT_LEAF_H

#include "game.h"
#include "space.h"

// Dealer hands of some sort: those that hold one given card, by card type, and all of them.
struct dealers {
    uint8_t holding[CARD_TYPES];
    uint16_t hands;
};

// The same by rank alone.
struct rank_dealers {
    uint8_t holding[UTH_RANKS + 1]; // the last is never used
    uint16_t hands;
};

// One rank board: the dealers each rank hand beats and ties with, and those below each grade.
struct rank_counts {
    alignas(32) int16_t win[RANK_HANDS_ROW];
    int16_t tie[RANK_HANDS_ROW];
    struct rank_dealers below[GRADES + 1];
};

void exact_count_ranks(struct rank_counts *counts, const struct rank_board *board,
                       const uint8_t left[UTH_RANKS]);
// The cards of each rank that a board of five leaves.
void exact_left_of_ranks(const uint8_t ranks[5], uint8_t left[UTH_RANKS]);

// A suit that holds three to five ranks of the board: the flushes of player and dealer.
struct suited {
    unsigned ranks; // the set
    unsigned size;
    unsigned flushes; // the hand types before this one are flushes, the others are none
    alignas(64) int32_t possible[HAND_ROW]; // all bits, or none, by hand type
    int32_t win[HAND_ROW];                  // dealers a flush beats, full houses and fours included
    int32_t tie[HAND_ROW];
    int32_t pay[HAND_ROW];
    int32_t straight_flushes[HAND_ROW]; // of the dealer, against a hand that is no flush
    uint8_t grade[HAND_ROW];            // of the flush, or 0
    bool can_straight;
};
void exact_suited_set(struct suited *suited, const struct space *space, const struct game *game,
                      unsigned ranks);

struct leaf {
    // By hand type. Those the board excludes have no meaning.
    alignas(64) int32_t win[HAND_ROW];
    int32_t tie[HAND_ROW];
    int32_t low[HAND_ROW]; // dealer hands that do not qualify
    int32_t pay[HAND_ROW];
    uint8_t grade[HAND_ROW];
    uint8_t left[32]; // unseen cards of each card type
    bool lures;       // a straight or better may fall behind: the board makes one for all
};

// The board as ranks alone, or as the suit sees it that has three cards or more on it; `off` are
// the ranks off the suit. `counts` are those of its ranks.
void exact_leaf_of_ranks(struct leaf *leaf, const struct space *space, const struct game *game,
                         const struct rank_counts *counts, const uint8_t ranks[5]);
void exact_leaf_of_suit(struct leaf *leaf, const struct space *space, const struct game *game,
                        const struct rank_counts *counts, const struct suited *suited,
                        const uint8_t *off);

// The dealer hands of a board that a suit sees: below[grade] are those of a lesser grade.
void exact_leaf_dealers(const struct leaf *leaf, const struct space *space,
                        const struct suited *suited, struct dealers below[GRADES + 1]);

// What a hand is worth in units, summed over the 990 dealer hands.
struct values {
    alignas(64) int32_t gain[HAND_ROW]; // perfect river play over a bet of the reference size
    int32_t edge[HAND_ROW];             // wins minus losses: what one more ante of Play is worth
    int32_t base[HAND_ROW];             // Ante and Blind
};

// The Ante over all dealer hands, by the rule for those that do not qualify. A hand below the
// qualifying level loses to every dealer who does qualify.
static inline int32_t exact_ante_of(enum uth_ante_rule rule, int32_t edge, int32_t low, bool below)
{
    const int32_t pushed = below ? low - DEALERS : edge - low;
    switch (rule) {
    case UTH_ANTE_PUSHES: return pushed;
    case UTH_ANTE_PLAYS: return edge;
    case UTH_ANTE_WINS: return pushed + low;
    }
    return pushed;
}

struct value {
    int32_t gain, edge, base;
};

// Of one hand. Named here for the loops that need no table of values; `rule` is the game's, which
// they know before they begin.
static inline __attribute__((always_inline)) struct value exact_value_of(const struct leaf *leaf,
                                                                         const struct game *game,
                                                                         unsigned i,
                                                                         enum uth_ante_rule rule)
{
    const int32_t lose = DEALERS - leaf->win[i] - leaf->tie[i];
    const int32_t edge = leaf->win[i] - lose;
    const bool below = leaf->grade[i] < game->qualifies_with;
    const int32_t ante = exact_ante_of(rule, edge, leaf->low[i], below);
    const int32_t base = leaf->pay[i] * leaf->win[i] + game->unit * (ante - lose);
    const int32_t size = edge >= 0 ? game->river_large : game->river_small;
    const int32_t bet = base + game->unit * size * edge;
    const int32_t fold = -2 * game->unit * DEALERS;
    return (struct value){.gain = (bet > fold ? bet : fold) - base -
                                  game->unit * game->reference * edge,
                          .edge = edge,
                          .base = base};
}

void exact_leaf_values(const struct leaf *leaf, const struct game *game, unsigned count,
                       struct values *values);

// The hand of a grade that takes the most pay to be bet at the river: without any it is `lacking`
// units short of the fold, and every unit of pay gives it `win`. A win of 0: there is none.
struct lure {
    int32_t lacking;
    int32_t win;
};

// Below this grade a pay lures so many hands that it is not asked how much it takes.
enum { LURED_FROM = GRADE_STRAIGHT };

// Puts the hands of one board that can be dealt, `dealt` being not 0, among the lures.
void exact_leaf_lures(const struct leaf *leaf, const struct game *game, const int32_t *dealt,
                      unsigned count, struct lure lure[GRADES]);

void exact_lure_join(struct lure *lure, struct lure other);

#endif
