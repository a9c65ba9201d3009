// The simple strategy by its rules: what a player who has no table of values goes by.
#include <string.h>

#include "serve/advise.h"
#include "uth/hand.h"

// Perfect play before the flop as a chart (docs/rules.md, "Figures that are true"): every ace; K2s+,
// K5o+; Q6s+, Q8o+; J8s+, JTo; 33+.
static bool bets_preflop(const uth_card hole[2])
{
    static const struct {
        uint8_t high, suited, offsuit;
    } lowest[] = {
        {UTH_RANK_ACE, 0, 0},
        {UTH_RANK_KING, 0, 3},
        {UTH_RANK_QUEEN, 4, 6},
        {UTH_RANK_JACK, 6, 8},
    };
    const unsigned a = uth_card_rank(hole[0]);
    const unsigned b = uth_card_rank(hole[1]);
    const bool suited = uth_card_suit(hole[0]) == uth_card_suit(hole[1]);
    if (a == b) {
        return a >= 1; // threes
    }
    for (size_t i = 0; i < sizeof lowest / sizeof lowest[0]; i++) {
        if ((a > b ? a : b) == lowest[i].high) {
            return (a > b ? b : a) >= (suited ? lowest[i].suited : lowest[i].offsuit);
        }
    }
    return false;
}

static bool four_to_a_flush(const uth_card hole[2], const uth_card flop[3])
{
    for (unsigned i = 0; i < 2; i++) {
        const unsigned suit = uth_card_suit(hole[i]);
        unsigned count = 0;
        for (unsigned j = 0; j < 5; j++) {
            count += uth_card_suit(j < 2 ? hole[j] : flop[j - 2]) == suit;
        }
        if (count >= 4 && uth_card_rank(hole[i]) >= UTH_RANK_TEN) {
            return true;
        }
    }
    return false;
}

static bool bets_flop(const uth_card hole[2], const uth_card flop[3])
{
    const uth_card cards[5] = {hole[0], hole[1], flop[0], flop[1], flop[2]};
    const unsigned a = uth_card_rank(hole[0]);
    const unsigned b = uth_card_rank(hole[1]);
    bool hidden_pair = a == b && a != UTH_RANK_TWO;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned rank = uth_card_rank(flop[i]);
        hidden_pair = hidden_pair || rank == a || rank == b;
    }
    return uth_hand_kind_of(uth_hand_of(cards, 5)) >= UTH_HAND_TWO_PAIRS || hidden_pair ||
           four_to_a_flush(hole, flop);
}

// A better kind than the board's own, or fewer than 21 single cards that would beat us.
static bool bets_river(const uth_card hole[2], const uth_card board[5])
{
    uth_card cards[7];
    memcpy(cards, board, 5 * sizeof *cards);
    memcpy(cards + 5, hole, 2 * sizeof *cards);
    const uth_hand ours = uth_hand_of(cards, 7);
    const uth_cards seen = uth_cards_from(cards, 7);
    if (uth_hand_kind_of(ours) > uth_hand_kind_of(uth_hand_of(board, 5))) {
        return true;
    }
    unsigned beating = 0;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        cards[5] = card;
        beating += !uth_cards_have(seen, card) && uth_hand_of(cards, 6) > ours;
    }
    return beating < 21;
}

unsigned advise_simple(const uth_card hole[2], const uth_card *board, unsigned board_count,
                       unsigned largest, unsigned smallest)
{
    switch (board_count) {
    case 0: return bets_preflop(hole) ? largest : 0;
    case 3: return bets_flop(hole, board) ? largest : 0;
    default: return bets_river(hole, board) ? smallest : 0;
    }
}
