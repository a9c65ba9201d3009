// One board with all five cards: the hands it makes possible, ranked once, and how each of them
// fares against the 990 hands the dealer may hold.
//
// Counts against the dealer come from a running sum over the levels of strength: how many dealer
// hands lie below a level, and how many of those hold one given card. A player's two cards take
// away the hands holding either, and give back the one hand that holds both.
#ifndef EXACT_LEAF_H
#define EXACT_LEAF_H

#include "game.h"
#include "space.h"

// Dealer hands below a level: those that hold one given card, by card type, and all of them.
struct leaf_level {
    alignas(32) uint8_t holding[CARD_TYPES];
    uint16_t padding[2];
    uint16_t hands;
};
_Static_assert(sizeof(struct leaf_level) == 32, "four words make a level");

struct leaf {
    struct leaf_level row[LEVELS_MAX + 2];
    uint8_t kind_of_level[LEVELS_MAX];
    int32_t pay_of_level[LEVELS_MAX];
    uint8_t below[UTH_HAND_COUNT + 1]; // levels below each kind
    uint8_t left[32];                  // unseen cards of each card type
    // By hand type. Those the board excludes keep what they had.
    alignas(64) uint8_t level[HAND_ROW];
    uint8_t kind[HAND_ROW]; // enum uth_hand_kind
    int32_t win[HAND_ROW];
    int32_t tie[HAND_ROW];
    int32_t low[HAND_ROW]; // dealer hands that do not qualify
    int32_t pay[HAND_ROW];
};

// The board as ranks alone, or as the suit sees it that has three cards or more on it. `off` are
// the ranks off the suit, 5 minus the size of the set of them.
void exact_leaf_of_ranks(struct leaf *leaf, const struct space *space, const struct game *game,
                         const uint8_t ranks[5]);
void exact_leaf_of_suit(struct leaf *leaf, const struct space *space, const struct game *game,
                        const struct hands *hands, unsigned suited, const uint8_t *off);

// What of a board seen by a suit no pay table changes, small enough to be kept for every board.
struct kept {
    int16_t win[HAND_ROW];
    uint16_t tie_and_kind[HAND_ROW]; // the kind from bit KEPT_KIND on
    struct leaf_level low;           // dealer hands that do not qualify
};
enum { KEPT_KIND = 12 };

void exact_leaf_keep(const struct leaf *leaf, const struct game *game, struct kept *kept);
// The leaf as it was kept, but for its levels: the hands, and how they fare.
void exact_leaf_recall(struct leaf *leaf, const struct game *game, const struct kept *kept);

// What a hand is worth in units, summed over the 990 dealer hands.
struct values {
    alignas(64) int32_t gain[HAND_ROW]; // perfect river play over a bet of the reference size
    int32_t edge[HAND_ROW];             // wins minus losses: what one more ante of Play is worth
    int32_t base[HAND_ROW];             // Ante and Blind
};

void exact_leaf_values(const struct leaf *leaf, const struct game *game, unsigned count,
                       struct values *values);

// The hand of a kind that takes the most pay to be bet at the river: without any it is `lacking`
// units short of the fold, and every unit of pay gives it `win`. A win of 0: there is none.
struct lure {
    int32_t lacking;
    int32_t win;
};

// Below this kind a pay lures so many hands that it is not asked how much it takes.
enum { LURED_FROM = UTH_HAND_STRAIGHT };

// Puts the hands of one board that can be dealt, `dealt` being not 0, among the lures.
void exact_leaf_lures(const struct leaf *leaf, const struct game *game, const struct values *values,
                      const int32_t *dealt, unsigned count, struct lure lure[UTH_HAND_COUNT]);

void exact_lure_join(struct lure *lure, struct lure other);

#endif
