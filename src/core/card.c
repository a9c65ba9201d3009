#include "uth/card.h"

#include <string.h>

#define CARD_LETTERS 2

static const char rank_letters[] = "23456789TJQKA";
static const char suit_letters[] = "cdhs";

_Static_assert(sizeof rank_letters == UTH_RANKS + 1, "a letter for every rank");
_Static_assert(sizeof suit_letters == UTH_SUITS + 1, "a letter for every suit");

// Not the compiler's builtin: without a popcount instruction gcc turns that into a library call,
// and the core calls nothing. Counts of 2, 4 and 8 bits side by side, then all bytes at once.
unsigned uth_cards_count(uth_cards set)
{
    UTH_CHECK((set & ~UTH_CARDS_ALL) == 0);

    uint64_t sums = set - ((set >> 1) & UINT64_C(0x5555555555555555));
    sums = (sums & UINT64_C(0x3333333333333333)) + ((sums >> 2) & UINT64_C(0x3333333333333333));
    sums = (sums + (sums >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)((sums * UINT64_C(0x0101010101010101)) >> 56);
}

uth_cards uth_cards_from(const uth_card *cards, size_t count)
{
    UTH_CHECK(count <= UTH_DECK_SIZE);

    uth_cards set = 0;
    for (size_t i = 0; i < count; i++) {
        UTH_CHECK(cards[i] < UTH_DECK_SIZE);
        UTH_CHECK(!uth_cards_have(set, cards[i]));
        set |= uth_cards_of(cards[i]);
    }
    return set;
}

// The place of a letter in `letters`, or `count` when it is not among them.
static unsigned find(char letter, const char *letters, unsigned count)
{
    unsigned place = 0;
    while (place < count && letters[place] != letter) {
        place++;
    }
    return place;
}

static bool read_card(const char *text, size_t length, uth_card *card)
{
    if (length < CARD_LETTERS) {
        return false;
    }
    const unsigned rank = find(text[0], rank_letters, UTH_RANKS);
    const unsigned suit = find(text[1], suit_letters, UTH_SUITS);
    if (rank == UTH_RANKS || suit == UTH_SUITS) {
        return false;
    }
    *card = uth_card_make(rank, suit);
    return true;
}

enum uth_status uth_card_parse(const char *text, size_t length, uth_card *card)
{
    uth_card found = UTH_CARD_NONE;
    if (length != CARD_LETTERS || !read_card(text, length, &found)) {
        return UTH_ERR_BAD_CARD;
    }
    *card = found;
    return UTH_OK;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

enum uth_status uth_cards_parse(const char *text, size_t length, uth_card *cards, size_t max,
                                size_t *count)
{
    uth_card found[UTH_DECK_SIZE]; // a 53rd card would be a card twice
    size_t found_count = 0;
    uth_cards seen = 0;

    for (size_t at = 0; at < length;) {
        if (is_blank(text[at])) {
            at++;
            continue;
        }
        uth_card card = UTH_CARD_NONE;
        if (!read_card(text + at, length - at, &card)) {
            return UTH_ERR_BAD_CARD;
        }
        if (uth_cards_have(seen, card)) {
            return UTH_ERR_CARD_TWICE;
        }
        if (found_count == max) {
            return UTH_ERR_CARD_COUNT;
        }
        found[found_count++] = card;
        seen |= uth_cards_of(card);
        at += CARD_LETTERS;
    }
    if (found_count > 0) {
        memcpy(cards, found, found_count * sizeof *cards);
    }
    *count = found_count;
    return UTH_OK;
}

void uth_card_text(uth_card card, char text[3])
{
    UTH_CHECK(card < UTH_DECK_SIZE || card == UTH_CARD_NONE);

    memcpy(text, "??", 3);
    if (card != UTH_CARD_NONE) {
        text[0] = rank_letters[uth_card_rank(card)];
        text[1] = suit_letters[uth_card_suit(card)];
    }
}

void uth_cards_text(const uth_card *cards, size_t count, char *text)
{
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        // Each card overwrites the NUL of the one before with the blank between them.
        if (i > 0) {
            text[3 * i - 1] = ' ';
        }
        uth_card_text(cards[i], text + 3 * i);
    }
}

bool uth_deck_is_whole(const uth_card deck[UTH_DECK_SIZE])
{
    uth_cards seen = 0;
    for (size_t i = 0; i < UTH_DECK_SIZE; i++) {
        if (deck[i] >= UTH_DECK_SIZE) {
            return false;
        }
        seen |= uth_cards_of(deck[i]);
    }
    return seen == UTH_CARDS_ALL;
}
