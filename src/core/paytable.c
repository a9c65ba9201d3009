#include "uth/paytable.h"

const char *uth_progressive_line_name(enum uth_progressive_line line)
{
    static const char *const names[UTH_PROGRESSIVE_COUNT + 1] = {
        [UTH_PROGRESSIVE_ROYAL_FIRST_FIVE] = "royal flush, first five",
        [UTH_PROGRESSIVE_ROYAL_SEVEN] = "royal flush, seven cards",
        [UTH_PROGRESSIVE_COMMUNITY_ROYAL] = "community royal flush",
        [UTH_PROGRESSIVE_STRAIGHT_FLUSH] = "straight flush",
        [UTH_PROGRESSIVE_FOUR] = "four of a kind",
        [UTH_PROGRESSIVE_FULL_HOUSE] = "full house",
        [UTH_PROGRESSIVE_FLUSH] = "flush",
        [UTH_PROGRESSIVE_STRAIGHT] = "straight",
        [UTH_PROGRESSIVE_THREE] = "three of a kind",
        [UTH_PROGRESSIVE_NONE] = "nothing",
    };
    UTH_CHECK(line <= UTH_PROGRESSIVE_NONE);
    return names[line];
}

static enum uth_progressive_line line_of_royal(const uth_card hole[2], const uth_card community[5])
{
    if (uth_hand_kind_of(uth_hand_of(community, 5)) == UTH_HAND_ROYAL_FLUSH) {
        return UTH_PROGRESSIVE_COMMUNITY_ROYAL;
    }
    const uth_card first_five[5] = {hole[0], hole[1], community[0], community[1], community[2]};
    return uth_hand_kind_of(uth_hand_of(first_five, 5)) == UTH_HAND_ROYAL_FLUSH
               ? UTH_PROGRESSIVE_ROYAL_FIRST_FIVE
               : UTH_PROGRESSIVE_ROYAL_SEVEN;
}

enum uth_progressive_line uth_progressive_line_of(uth_hand hand, const uth_card hole[2],
                                                  const uth_card community[5])
{
    static const enum uth_progressive_line below_royal[UTH_HAND_ROYAL_FLUSH] = {
        [UTH_HAND_HIGH_CARD] = UTH_PROGRESSIVE_NONE,
        [UTH_HAND_PAIR] = UTH_PROGRESSIVE_NONE,
        [UTH_HAND_TWO_PAIRS] = UTH_PROGRESSIVE_NONE,
        [UTH_HAND_THREE] = UTH_PROGRESSIVE_THREE,
        [UTH_HAND_STRAIGHT] = UTH_PROGRESSIVE_STRAIGHT,
        [UTH_HAND_FLUSH] = UTH_PROGRESSIVE_FLUSH,
        [UTH_HAND_FULL_HOUSE] = UTH_PROGRESSIVE_FULL_HOUSE,
        [UTH_HAND_FOUR] = UTH_PROGRESSIVE_FOUR,
        [UTH_HAND_STRAIGHT_FLUSH] = UTH_PROGRESSIVE_STRAIGHT_FLUSH,
    };
    const enum uth_hand_kind kind = uth_hand_kind_of(hand);
    UTH_CHECK(kind < UTH_HAND_COUNT);
    return kind == UTH_HAND_ROYAL_FLUSH ? line_of_royal(hole, community) : below_royal[kind];
}
