#include "uth/paytable.h"

const char *uth_pairs_line_name(enum uth_pairs_line line)
{
    static const char *const names[UTH_PAIRS_COUNT + 1] = {
        [UTH_PAIRS_ACES_BOTH] = "aces, player and dealer",
        [UTH_PAIRS_ACES_RED] = "ace of hearts and ace of diamonds",
        [UTH_PAIRS_ACES] = "aces",
        [UTH_PAIRS_AK_SUITED] = "ace king suited",
        [UTH_PAIRS_AQ_AJ_SUITED] = "ace queen or ace jack suited",
        [UTH_PAIRS_AK] = "ace king",
        [UTH_PAIRS_KINGS_TO_JACKS] = "kings, queens or jacks",
        [UTH_PAIRS_AQ_AJ] = "ace queen or ace jack",
        [UTH_PAIRS_TENS_TO_TWOS] = "tens to twos",
        [UTH_PAIRS_NONE] = "nothing",
    };
    UTH_CHECK(line <= UTH_PAIRS_NONE);
    return names[line];
}

static bool both_aces(const uth_card cards[2])
{
    return cards[0] != UTH_CARD_NONE && cards[1] != UTH_CARD_NONE &&
           uth_card_rank(cards[0]) == UTH_RANK_ACE && uth_card_rank(cards[1]) == UTH_RANK_ACE;
}

static enum uth_pairs_line line_of_aces(const struct uth_pairs_table *table,
                                        const uth_card player[2], const uth_card dealer[2])
{
    const uth_cards red = uth_cards_of(uth_card_make(UTH_RANK_ACE, UTH_SUIT_HEARTS)) |
                          uth_cards_of(uth_card_make(UTH_RANK_ACE, UTH_SUIT_DIAMONDS));
    if (table->pays[UTH_PAIRS_ACES_BOTH].den != 0 && both_aces(dealer)) {
        return UTH_PAIRS_ACES_BOTH;
    }
    if (table->pays[UTH_PAIRS_ACES_RED].den != 0 &&
        (uth_cards_of(player[0]) | uth_cards_of(player[1])) == red) {
        return UTH_PAIRS_ACES_RED;
    }
    return UTH_PAIRS_ACES;
}

static enum uth_pairs_line line_of_two_ranks(const struct uth_pairs_table *table, unsigned high,
                                             unsigned low, bool suited)
{
    if (high != UTH_RANK_ACE || low < UTH_RANK_JACK) {
        return UTH_PAIRS_NONE;
    }
    const bool king = low == UTH_RANK_KING;
    const enum uth_pairs_line in_suit = king ? UTH_PAIRS_AK_SUITED : UTH_PAIRS_AQ_AJ_SUITED;
    if (suited && table->pays[in_suit].den != 0) {
        return in_suit;
    }
    // Suited cards are still an ace with a face: no line of their own, and this one fits.
    return king ? UTH_PAIRS_AK : UTH_PAIRS_AQ_AJ;
}

static enum uth_pairs_line line_shown(const struct uth_pairs_table *table, const uth_card player[2],
                                      const uth_card dealer[2])
{
    const unsigned a = uth_card_rank(player[0]);
    const unsigned b = uth_card_rank(player[1]);
    if (a != b) {
        return line_of_two_ranks(table, a > b ? a : b, a > b ? b : a,
                                 uth_card_suit(player[0]) == uth_card_suit(player[1]));
    }
    if (a == UTH_RANK_ACE) {
        return line_of_aces(table, player, dealer);
    }
    return a >= UTH_RANK_JACK ? UTH_PAIRS_KINGS_TO_JACKS : UTH_PAIRS_TENS_TO_TWOS;
}

enum uth_pairs_line uth_pairs_line_of(const struct uth_pairs_table *table, const uth_card player[2],
                                      const uth_card dealer[2])
{
    UTH_CHECK(player[0] < UTH_DECK_SIZE && player[1] < UTH_DECK_SIZE);
    UTH_CHECK(player[0] != player[1]);

    const enum uth_pairs_line line = line_shown(table, player, dealer);
    if (line == UTH_PAIRS_NONE || table->pays[line].den == 0) {
        return UTH_PAIRS_NONE;
    }
    return line;
}

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
