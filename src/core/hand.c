#include "uth/hand.h"

#include <string.h>

#include "core/hand_layout.h"

// The tables: key, low_place, high_row, by_ranks and uth_hand_by_suit.
#include "hand_tables.inc"

_Static_assert(sizeof key + sizeof low_place + sizeof high_row + sizeof by_ranks +
                       sizeof uth_hand_by_suit <
                   256 * 1000,
               "the tables leave room in a second-level cache of 256 KB");

#define HAND_MIN 5
#define HAND_MAX 7

const char *uth_hand_kind_name(enum uth_hand_kind kind)
{
    static const char *const names[UTH_HAND_COUNT] = {
        [UTH_HAND_HIGH_CARD] = "high card",
        [UTH_HAND_PAIR] = "pair",
        [UTH_HAND_TWO_PAIRS] = "two pairs",
        [UTH_HAND_THREE] = "three of a kind",
        [UTH_HAND_STRAIGHT] = "straight",
        [UTH_HAND_FLUSH] = "flush",
        [UTH_HAND_FULL_HOUSE] = "full house",
        [UTH_HAND_FOUR] = "four of a kind",
        [UTH_HAND_STRAIGHT_FLUSH] = "straight flush",
        [UTH_HAND_ROYAL_FLUSH] = "royal flush",
    };
    UTH_CHECK((unsigned)kind < UTH_HAND_COUNT);
    return names[kind];
}

// Two cards with one load. Which of them lies in which byte does not matter to the sum.
static inline uint64_t key_of_two(const uth_card *cards)
{
    uint16_t two;
    memcpy(&two, cards, sizeof two);
    return key[two & 0xff] + key[two >> 8];
}

static inline uth_hand hand_by_ranks(uint64_t sum)
{
    const unsigned low = (unsigned)sum & CODE_MASK;
    const unsigned high = (unsigned)(sum >> HIGH_SHIFT) & CODE_MASK;
    return by_ranks[2U * high_row[high] + low_place[low]];
}

// The suit of which the sum counts five or more.
static inline unsigned flush_suit_of(uint64_t sum)
{
    const unsigned bits = (unsigned)((sum & KEY_FLUSH) >> SUIT_SHIFT);
    return (unsigned)(bits > 0x8) + (unsigned)(bits > 0x80) + (unsigned)(bits > 0x800);
}

// Three hands in a hundred come here. Seven cards with a flush hold neither four of a kind nor a
// full house, so the flush is the best of them. The suit's ranks are gathered from the cards: to
// add them up along with the keys would make every hand pay.
static inline uth_hand hand_by_suit(uint64_t sum, const uth_card *cards, size_t count)
{
    UTH_CHECK((sum & KEY_NO_CARDS) == 0);

    uth_cards set = 0;
    for (size_t i = 0; i < count; i++) {
        set |= uth_cards_of(cards[i]);
    }
    const uth_hand hand = uth_hand_by_suit[uth_cards_in_suit(set, flush_suit_of(sum))];
    UTH_CHECK(hand != 0); // five of a suit, but a card was there twice
    return hand;
}

static inline uth_hand hand_of_sum(uint64_t sum, const uth_card *cards, size_t count)
{
    if ((sum & (KEY_FLUSH | KEY_NO_CARDS)) != 0) {
        return hand_by_suit(sum, cards, count);
    }
    return hand_by_ranks(sum);
}

uth_hand uth_hand_of(const uth_card *cards, size_t count)
{
    UTH_CHECK(count >= HAND_MIN);
    UTH_CHECK(count <= HAND_MAX);

    uint64_t sum = KEY_START + key_of_two(cards) + key_of_two(cards + 2) + key[cards[4]];
    for (size_t i = HAND_MIN; i < count; i++) {
        sum += key[cards[i]];
    }
    return hand_of_sum(sum, cards, count);
}

void uth_hand_of_many(const uth_card (*cards)[7], size_t count, uth_hand *hands)
{
    for (size_t i = 0; i < count; i++) {
        const uth_card *seven = cards[i];
        const uint64_t sum = KEY_START + key_of_two(seven) + key_of_two(seven + 2) +
                             key_of_two(seven + 4) + key[seven[6]];
        hands[i] = hand_of_sum(sum, seven, 7);
    }
}

// The library also holds the function as a symbol, for callers that do not inline.
extern inline uth_hand uth_board_hand(const struct uth_board *board, uth_card a, uth_card b);

static unsigned count_bits(unsigned ranks)
{
    unsigned count = 0;
    for (; ranks != 0; ranks &= ranks - 1) {
        count++;
    }
    return count;
}

void uth_board_set(struct uth_board *board, const uth_card community[5])
{
    *board = (struct uth_board){.flush_suit = UTH_SUITS, .cards = uth_cards_from(community, 5)};

    // Two hole cards make a flush of three or more; only one suit can have three of five.
    for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
        const unsigned suited = uth_cards_in_suit(board->cards, suit);
        if (count_bits(suited) >= 3) {
            board->suited = (uint16_t)suited;
            board->flush_suit = (uint8_t)suit;
        }
    }

    uint64_t sum = KEY_START;
    unsigned left[UTH_RANKS] = {0}; // in the deck
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        left[rank] = UTH_SUITS;
    }
    for (size_t i = 0; i < 5; i++) {
        sum += key[community[i]];
        left[uth_card_rank(community[i])]--;
    }

    // Ranks the deck no longer holds keep 0: the table knows no hand with five of a rank.
    for (unsigned a = 0; a < UTH_RANKS; a++) {
        for (unsigned b = 0; b <= a && left[a] > 0; b++) {
            if (left[b] > (a == b)) {
                const uint64_t both = key[uth_card_make(a, 0)] + key[uth_card_make(b, 0)];
                board->by_ranks[a][b] = hand_by_ranks(sum + both);
                board->by_ranks[b][a] = board->by_ranks[a][b];
            }
        }
    }
}

#define ANY_SUIT UTH_SUITS

static void count_ranks(const uth_card *cards, size_t count, unsigned suit,
                        unsigned counts[UTH_RANKS])
{
    memset(counts, 0, UTH_RANKS * sizeof *counts);
    for (size_t i = 0; i < count; i++) {
        if (suit == ANY_SUIT || uth_card_suit(cards[i]) == suit) {
            counts[uth_card_rank(cards[i])]++;
        }
    }
}

// What a hand of each kind consists of: its groups of equal ranks, the larger first. Straights have
// none; they are told by their highest card.
// clang-format off
static const uint8_t groups[UTH_HAND_COUNT][5] = {
    [UTH_HAND_HIGH_CARD]  = {1, 1, 1, 1, 1},
    [UTH_HAND_PAIR]       = {2, 1, 1, 1},
    [UTH_HAND_TWO_PAIRS]  = {2, 2, 1},
    [UTH_HAND_THREE]      = {3, 1, 1},
    [UTH_HAND_FLUSH]      = {1, 1, 1, 1, 1},
    [UTH_HAND_FULL_HOUSE] = {3, 2},
    [UTH_HAND_FOUR]       = {4, 1},
};
// clang-format on

// The highest rank with that many cards or more, taken out of the counts.
static uint8_t take_rank(unsigned counts[UTH_RANKS], unsigned how_many)
{
    unsigned rank = UTH_RANKS - 1;
    while (rank > 0 && counts[rank] < how_many) {
        rank--;
    }
    UTH_CHECK(counts[rank] >= how_many);
    counts[rank] = 0;
    return (uint8_t)rank;
}

static void ranks_by_groups(enum uth_hand_kind kind, unsigned counts[UTH_RANKS], uint8_t ranks[5])
{
    size_t filled = 0;
    for (size_t group = 0; filled < 5; group++) {
        const uint8_t rank = take_rank(counts, groups[kind][group]);
        for (unsigned i = 0; i < groups[kind][group]; i++) {
            ranks[filled++] = rank;
        }
    }
}

static void ranks_of_straight(uth_hand hand, uint8_t ranks[5])
{
    const bool royal = uth_hand_kind_of(hand) == UTH_HAND_ROYAL_FLUSH;
    const unsigned place = hand & 0xfffU; // from 1, the five-high straight
    const unsigned top = royal ? UTH_RANK_ACE : place - 1 + UTH_RANK_FIVE;
    for (unsigned i = 0; i < 5; i++) {
        // Below the two of the lowest straight comes the ace.
        ranks[i] = (uint8_t)((top + UTH_RANKS - i) % UTH_RANKS);
    }
}

// The first of the cards that has the rank, and the suit where it matters, and is not in use.
static uth_card take_card(const uth_card *cards, size_t count, unsigned rank, unsigned suit,
                          uth_cards *used)
{
    for (size_t i = 0; i < count; i++) {
        if (uth_card_rank(cards[i]) == rank && !uth_cards_have(*used, cards[i]) &&
            (suit == ANY_SUIT || uth_card_suit(cards[i]) == suit)) {
            *used |= uth_cards_of(cards[i]);
            return cards[i];
        }
    }
    UTH_CHECK(!"the hand is made of its own cards");
    return UTH_CARD_NONE;
}

static bool is_suited(enum uth_hand_kind kind)
{
    return kind == UTH_HAND_FLUSH || kind >= UTH_HAND_STRAIGHT_FLUSH;
}

static unsigned suit_of_five(uth_cards set)
{
    unsigned suit = 0;
    while (suit < UTH_SUITS && count_bits(uth_cards_in_suit(set, suit)) < 5) {
        suit++;
    }
    return suit;
}

uth_hand uth_hand_best_five(const uth_card *cards, size_t count, uth_card five[5])
{
    const uth_hand hand = uth_hand_of(cards, count);
    const enum uth_hand_kind kind = uth_hand_kind_of(hand);
    const unsigned suit = is_suited(kind) ? suit_of_five(uth_cards_from(cards, count)) : ANY_SUIT;

    uint8_t ranks[5];
    if (groups[kind][0] == 0) {
        ranks_of_straight(hand, ranks);
    } else {
        unsigned counts[UTH_RANKS];
        count_ranks(cards, count, suit, counts);
        ranks_by_groups(kind, counts, ranks);
    }
    uth_cards used = 0;
    for (size_t i = 0; i < 5; i++) {
        five[i] = take_card(cards, count, ranks[i], suit, &used);
    }
    return hand;
}

// What a dealer says. A digit stands for the rank of that card of the best five, in the plural when
// a plus follows.
// clang-format off
static const char *const sentences[UTH_HAND_COUNT] = {
    [UTH_HAND_HIGH_CARD]      = "0 high, 1 2 3 4 kickers",
    [UTH_HAND_PAIR]           = "a pair of 0+, 2 3 4 kickers",
    [UTH_HAND_TWO_PAIRS]      = "two pairs, 0+ and 2+, 4 kicker",
    [UTH_HAND_THREE]          = "three of a kind, 0+, 3 4 kickers",
    [UTH_HAND_STRAIGHT]       = "a straight, 0 high",
    [UTH_HAND_FLUSH]          = "a flush, 0 1 2 3 4",
    [UTH_HAND_FULL_HOUSE]     = "a full house, 0+ over 3+",
    [UTH_HAND_FOUR]           = "four of a kind, 0+, 4 kicker",
    [UTH_HAND_STRAIGHT_FLUSH] = "a straight flush, 0 high",
    [UTH_HAND_ROYAL_FLUSH]    = "a royal flush",
};

static const struct {
    const char *one;
    const char *many;
} rank_words[UTH_RANKS] = {
    {"two",   "twos"},   {"three", "threes"}, {"four",  "fours"},  {"five", "fives"},
    {"six",   "sixes"},  {"seven", "sevens"}, {"eight", "eights"}, {"nine", "nines"},
    {"ten",   "tens"},   {"jack",  "jacks"},  {"queen", "queens"}, {"king", "kings"},
    {"ace",   "aces"},
};
// clang-format on

static size_t append(char *words, size_t length, const char *word, size_t word_length)
{
    UTH_CHECK(length + word_length < UTH_HAND_WORDS_MAX);
    memcpy(words + length, word, word_length);
    return length + word_length;
}

void uth_hand_words(const uth_card *cards, size_t count, char words[UTH_HAND_WORDS_MAX])
{
    uth_card five[5];
    const uth_hand hand = uth_hand_best_five(cards, count, five);

    size_t length = 0;
    for (const char *at = sentences[uth_hand_kind_of(hand)]; *at != '\0'; at++) {
        if (*at == '+') {
            continue; // the digit before has seen it
        }
        const bool digit = *at >= '0' && *at <= '4';
        const unsigned rank = digit ? uth_card_rank(five[*at - '0']) : 0;
        const char *word = at[1] == '+' ? rank_words[rank].many : rank_words[rank].one;
        length = digit ? append(words, length, word, strlen(word)) : append(words, length, at, 1);
    }
    words[length] = '\0';
}
