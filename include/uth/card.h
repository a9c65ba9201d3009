// Cards, and sets of cards.
//
// A card is rank * 4 + suit, 0 for the deuce of clubs to 51 for the ace of spades. A set is one
// 64-bit word with a lane of 16 bits for each suit, so the ranks of one suit are a shift away.
#ifndef UTH_CARD_H
#define UTH_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/check.h"
#include "uth/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UTH_DECK_SIZE 52
#define UTH_RANKS     13
#define UTH_SUITS     4

typedef uint8_t uth_card;
typedef uint64_t uth_cards;

// A place where a card lies that may not be seen, or no card at all.
#define UTH_CARD_NONE ((uth_card)255)

#define UTH_CARDS_ALL UINT64_C(0x1fff1fff1fff1fff)

enum uth_suit {
    UTH_SUIT_CLUBS = 0,
    UTH_SUIT_DIAMONDS = 1,
    UTH_SUIT_HEARTS = 2,
    UTH_SUIT_SPADES = 3,
};

enum uth_rank {
    UTH_RANK_TWO = 0,
    UTH_RANK_FIVE = 3,
    UTH_RANK_SEVEN = 5,
    UTH_RANK_TEN = 8,
    UTH_RANK_JACK = 9,
    UTH_RANK_QUEEN = 10,
    UTH_RANK_KING = 11,
    UTH_RANK_ACE = 12,
};

static inline uth_card uth_card_make(unsigned rank, unsigned suit)
{
    return (uth_card)(rank * UTH_SUITS + suit);
}

static inline unsigned uth_card_rank(uth_card card)
{
    return card / UTH_SUITS;
}

static inline unsigned uth_card_suit(uth_card card)
{
    return card % UTH_SUITS;
}

static inline uth_cards uth_cards_of(uth_card card)
{
    return UINT64_C(1) << (uth_card_suit(card) * 16 + uth_card_rank(card));
}

static inline bool uth_cards_have(uth_cards set, uth_card card)
{
    return (set & uth_cards_of(card)) != 0;
}

// The ranks of one suit as 13 bits, deuce lowest.
static inline unsigned uth_cards_in_suit(uth_cards set, unsigned suit)
{
    return (unsigned)(set >> (suit * 16)) & 0x1fff;
}

unsigned uth_cards_count(uth_cards set);

// The set of `count` cards. The cards must be cards, and different.
uth_cards uth_cards_from(const uth_card *cards, size_t count);

// "As", "Td", "2c", so written and not otherwise: what records hold is read one way only. `length`
// is the whole text: anything left over is refused with UTH_ERR_BAD_CARD and *card is untouched.
UTH_NODISCARD enum uth_status uth_card_parse(const char *text, size_t length, uth_card *card);

// Cards one after another, with or without blanks between them: "As Kd", "AsKd". At most `max`
// are written to `cards` and their number to *count. Refuses with UTH_ERR_BAD_CARD,
// UTH_ERR_CARD_TWICE or, past `max`, UTH_ERR_CARD_COUNT; then *count is untouched.
UTH_NODISCARD enum uth_status uth_cards_parse(const char *text, size_t length, uth_card *cards,
                                              size_t max, size_t *count);

// Two characters and a NUL; "??" for UTH_CARD_NONE.
void uth_card_text(uth_card card, char text[3]);

// "As Kd Th": needs 3 * count bytes (1 when count is 0), NUL included.
void uth_cards_text(const uth_card *cards, size_t count, char *text);

// True when the deck holds each of the 52 cards once.
bool uth_deck_is_whole(const uth_card deck[UTH_DECK_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
