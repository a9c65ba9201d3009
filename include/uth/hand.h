// The strength of a poker hand as one comparable number: a larger uth_hand beats a smaller, equal
// ones tie (HAND-1 to HAND-3).
//
// The tables behind it are made at build time and are constant, so there is nothing to set up.
#ifndef UTH_HAND_H
#define UTH_HAND_H

#include <stddef.h>
#include <stdint.h>

#include "uth/card.h"

#ifdef __cplusplus
extern "C" {
#endif

// Stored in round histories: append only.
enum uth_hand_kind {
    UTH_HAND_HIGH_CARD = 0,
    UTH_HAND_PAIR = 1,
    UTH_HAND_TWO_PAIRS = 2,
    UTH_HAND_THREE = 3,
    UTH_HAND_STRAIGHT = 4,
    UTH_HAND_FLUSH = 5,
    UTH_HAND_FULL_HOUSE = 6,
    UTH_HAND_FOUR = 7,
    UTH_HAND_STRAIGHT_FLUSH = 8,
    UTH_HAND_ROYAL_FLUSH = 9,
    UTH_HAND_COUNT = 10,
};

// The kind in bits 12 to 15, the place within the kind below, from 1.
typedef uint16_t uth_hand;

static inline enum uth_hand_kind uth_hand_kind_of(uth_hand hand)
{
    return (enum uth_hand_kind)(hand >> 12);
}

// "high card", "pair", … "royal flush": the names of the command-line contract.
const char *uth_hand_kind_name(enum uth_hand_kind kind);

// The weakest hand of a kind that is of this rank or above: "a pair of fours", "ace high", "two pairs,
// kings up". A rank the kind cannot have stands for the next one it can: no five cards are six high.
// A royal flush has no rank to choose.
uth_hand uth_hand_lowest(enum uth_hand_kind kind, unsigned rank);

// Whether a hand is the weakest of a kind, or of its kind from some rank on: then *rank is that rank,
// UTH_RANKS for the whole kind.
bool uth_hand_is_lowest(uth_hand hand, unsigned *rank);

// "two", "ace"; "twos", "aces".
const char *uth_rank_name(unsigned rank);
const char *uth_rank_names(unsigned rank);

// The best five of five, six or seven different cards.
uth_hand uth_hand_of(const uth_card *cards, size_t count);

// The same for many seven-card hands in a row: hands[i] is the strength of cards[i].
void uth_hand_of_many(const uth_card (*cards)[7], size_t count, uth_hand *hands);

// One board against many hole pairs. The board is looked at once; each pair then costs a few
// loads. Plain struct, caller's memory.
struct uth_board {
    uint16_t by_ranks[16][16]; // best hand without flushes, by the ranks of the two hole cards
    uint16_t suited;           // ranks the board holds of the suit that can flush, or 0
    uint16_t suited_with[UTH_DECK_SIZE]; // the same with one hole card added
    uint8_t flush_suit;                  // that suit, or 4 when no flush is possible
    uth_cards cards;
};

void uth_board_set(struct uth_board *board, const uth_card community[5]);

// Not part of the contract: named here only so that the function below can be inlined.
extern const uint16_t uth_hand_by_suit[8192]; // by the ranks of one suit; 0 for fewer than five

// The best five of the board and two different hole cards that do not lie on it. Written out here
// because a call would cost more than the function does; the library holds it as a symbol too.
inline uth_hand uth_board_hand(const struct uth_board *board, uth_card a, uth_card b)
{
    // No branches: where no flush is possible the ranks are none, and the table answers 0.
    const uth_hand flush = uth_hand_by_suit[board->suited_with[a] | board->suited_with[b]];
    const uth_hand plain = board->by_ranks[a / UTH_SUITS][b / UTH_SUITS];
    return flush > plain ? flush : plain;
}

// The hands of all pairs of these cards, none of which lies on the board, as uth_board_hand has them: the
// second card with the first, the third with the first and the second, and so on, deuces before threes and
// clubs before diamonds. Returns how many pairs those are, 1,081 for all 47 cards.
#define UTH_BOARD_PAIRS_MAX 1081
size_t uth_board_hands(const struct uth_board *board, uth_cards left, uth_hand *hands);

// The five cards that make the hand, most telling first: the pair before its kickers, the straight
// from its top (a five-high straight ends with the ace). `five` may not overlap `cards`.
uth_hand uth_hand_best_five(const uth_card *cards, size_t count, uth_card five[5]);

// A dealer's announcement (HAND-4): "two pairs, kings and fours, queen kicker". Always fits.
#define UTH_HAND_WORDS_MAX 80
void uth_hand_words(const uth_card *cards, size_t count, char words[UTH_HAND_WORDS_MAX]);

#ifdef __cplusplus
}
#endif

#endif
