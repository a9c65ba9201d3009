#include "uth/hand.h"

#include <string.h>

#include "core/hand_many.h"

// Made by tools/gen_hand_tables.c: `tables`, and uth_hand_by_suit.
#include "core/hand_tables.inc"

_Static_assert(sizeof tables + sizeof uth_hand_by_suit < 256000,
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

// Four cards with one load. Which of them lies in which byte does not matter to the sum.
static inline uint64_t key_of_four(const uth_card *cards)
{
    uint32_t four;
    memcpy(&four, cards, sizeof four);
    return tables.key[four & 0xff] + tables.key[four >> 8 & 0xff] + tables.key[four >> 16 & 0xff] +
           tables.key[four >> 24];
}

static inline uth_hand hand_by_ranks(uint64_t sum)
{
    const uint32_t codes = (uint32_t)sum;
    const size_t low = (size_t)(codes & LOW_MASK) - LOW_START;
    const size_t high = (size_t)(codes >> HIGH_SHIFT) - HIGH_START;
    return tables.by_ranks[2U * tables.high_row[high] + tables.low_place[low]];
}

// The suit of which the sum counts five or more.
static inline unsigned flush_suit_of(uint64_t sum)
{
    const unsigned bits = (unsigned)((sum & KEY_FLUSH) >> SUIT_SHIFT);
    return (unsigned)(bits > 0x8) + (unsigned)(bits > 0x80) + (unsigned)(bits > 0x800);
}

// Three hands in a hundred come here. Seven cards with a flush hold neither four of a kind nor a
// full house, so the flush is the best of them. The suit's ranks are gathered from the cards: to
// add them up along with the keys would make every hand pay. Not inline for the same reason: it
// would take registers from the common path.
static uth_hand hand_by_suit(uint64_t sum, const uth_card *cards, size_t count)
{
    UTH_CHECK((sum & KEY_WRONG) == 0);

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
    if ((sum & (KEY_FLUSH | KEY_WRONG)) != 0) {
        return hand_by_suit(sum, cards, count);
    }
    return hand_by_ranks(sum);
}

static inline uint64_t sum_of_seven(const uth_card *cards)
{
    return KEY_START + key_of_four(cards) + tables.key[cards[4]] + tables.key[cards[5]] +
           tables.key[cards[6]];
}

static uint64_t sum_of(const uth_card *cards, size_t count)
{
    UTH_CHECK(count >= HAND_MIN);
    UTH_CHECK(count <= HAND_MAX);

    uint64_t sum = KEY_START;
    for (size_t i = 0; i < count; i++) {
        sum += tables.key[cards[i]];
    }
    return sum;
}

uth_hand uth_hand_of(const uth_card *cards, size_t count)
{
    // Nearly every hand has seven cards, and a fixed number needs no loop.
    if (count == 7) {
        return hand_of_sum(sum_of_seven(cards), cards, 7);
    }
    return hand_of_sum(sum_of(cards, count), cards, count);
}

static inline void judge_rest(const uth_card (*cards)[7], size_t done, size_t count,
                              uth_hand *hands)
{
    for (size_t i = done; i < count; i++) {
        hands[i] = hand_of_sum(sum_of_seven(cards[i]), cards[i], 7);
    }
}

void hand_of_many(enum hand_way way, const uth_card (*cards)[7], size_t count, uth_hand *hands)
{
    judge_rest(cards, hand_many(way, &tables, cards, count, hands), count, hands);
}

void uth_hand_of_many(const uth_card (*cards)[7], size_t count, uth_hand *hands)
{
    if (count < 8) { // too few for a vector: a settlement asks for two
        judge_rest(cards, 0, count, hands);
    } else {
        hand_of_many(hand_way_widest(), cards, count, hands);
    }
}

// The community's keys are added up once for all players of a round.
static void judge_rows(const hand_row community[5], const hand_row (*holes)[2], size_t players,
                       uth_hand (*hands)[HAND_ROW_LANES])
{
    for (size_t i = 0; i < HAND_ROW_LANES; i++) {
        uth_card seven[7];
        for (size_t k = 0; k < 5; k++) {
            seven[k] = community[k][i];
        }
        const uint64_t board = sum_of(seven, 5);
        for (size_t player = 0; player < players; player++) {
            seven[5] = holes[player][0][i];
            seven[6] = holes[player][1][i];
            const uint64_t sum = board + tables.key[seven[5]] + tables.key[seven[6]];
            hands[player][i] = hand_of_sum(sum, seven, 7);
        }
    }
}

void hand_of_rows(enum hand_way way, const hand_row community[5], const hand_row (*holes)[2],
                  size_t players, uth_hand (*hands)[HAND_ROW_LANES])
{
    if (way == HAND_WAY_PLAIN) {
        judge_rows(community, holes, players, hands);
    } else {
        hand_rows(&tables, community, holes, players, hands);
    }
}

// Makes the symbol of the function that the header writes out.
extern inline uth_hand uth_board_hand(const struct uth_board *board, uth_card a, uth_card b);

// Two hole cards make a flush of three or more of the community's. Only one suit has so many, and
// its counter is one that two more cards bring to five.
static void set_suited(struct uth_board *board, uint64_t sum)
{
    const uint64_t two_of_each = UINT64_C(0x2222) << SUIT_SHIFT;
    if (((sum + two_of_each) & KEY_FLUSH) == 0) {
        return;
    }
    const unsigned suit = flush_suit_of(sum + two_of_each);
    const unsigned suited = uth_cards_in_suit(board->cards, suit);
    board->flush_suit = (uint8_t)suit;
    board->suited = (uint16_t)suited;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        board->suited_with[card] = (uint16_t)suited;
    }
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        board->suited_with[uth_card_make(rank, suit)] |= (uint16_t)(1U << rank);
    }
}

// The hands with one hole card of the rank `a` and another below or like it. Ranks of which the
// deck holds no card keep 0: the tables know no hand with five of a rank.
static void set_rank(struct uth_board *board, uint64_t sum, const unsigned left[UTH_RANKS],
                     unsigned a)
{
    const uint64_t with_a = sum + tables.key[uth_card_make(a, 0)];
    for (unsigned b = 0; b <= a && left[a] > 0; b++) {
        if (left[b] > (a == b)) {
            const uth_hand hand = hand_by_ranks(with_a + tables.key[uth_card_make(b, 0)]);
            board->by_ranks[a][b] = hand;
            board->by_ranks[b][a] = hand;
        }
    }
}

void uth_board_set(struct uth_board *board, const uth_card community[5])
{
    *board = (struct uth_board){.flush_suit = UTH_SUITS, .cards = uth_cards_from(community, 5)};

    uint64_t sum = KEY_START;
    unsigned left[UTH_RANKS]; // in the deck
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        left[rank] = UTH_SUITS;
    }
    for (size_t i = 0; i < 5; i++) {
        sum += tables.key[community[i]];
        left[uth_card_rank(community[i])]--;
    }
    set_suited(board, sum);
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        set_rank(board, sum, left, rank);
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
    size_t i = 0;
    while (uth_card_rank(cards[i]) != rank || uth_cards_have(*used, cards[i]) ||
           (suit != ANY_SUIT && uth_card_suit(cards[i]) != suit)) {
        i++;
        UTH_CHECK(i < count);
    }
    *used |= uth_cards_of(cards[i]);
    return cards[i];
}

static unsigned suit_of_five(uth_cards set)
{
    unsigned suit = 0;
    while (uth_cards_count(uth_cards_in_suit(set, suit)) < 5) {
        suit++;
        UTH_CHECK(suit < UTH_SUITS);
    }
    return suit;
}

static bool is_suited(enum uth_hand_kind kind)
{
    return kind == UTH_HAND_FLUSH || kind >= UTH_HAND_STRAIGHT_FLUSH;
}

uth_hand uth_hand_best_five(const uth_card *cards, size_t count, uth_card five[5])
{
    const uth_cards set = uth_cards_from(cards, count);
    const uth_hand hand = uth_hand_of(cards, count);
    const enum uth_hand_kind kind = uth_hand_kind_of(hand);
    const unsigned suit = is_suited(kind) ? suit_of_five(set) : ANY_SUIT;

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

// A straight to that rank, or to the five.
static void straight_to(unsigned rank, bool suited, uth_card cards[5])
{
    const unsigned top = rank < UTH_RANK_FIVE ? UTH_RANK_FIVE : rank;
    for (unsigned i = 0; i < 5; i++) {
        cards[i] = uth_card_make((top + UTH_RANKS - i) % UTH_RANKS, suited ? 0 : i % UTH_SUITS);
    }
}

// Groups of that rank and of the lowest others.
static void groups_from(enum uth_hand_kind kind, unsigned rank, uth_card cards[5])
{
    unsigned other = 0;
    for (unsigned group = 0, filled = 0; filled < 5; group++) {
        other += group != 0 && other == rank;
        const unsigned of = group == 0 ? rank : other++;
        for (unsigned i = 0; i < groups[kind][group]; i++) {
            cards[filled] = uth_card_make(of, is_suited(kind) ? 0 : (group + i) % UTH_SUITS);
            filled++;
        }
    }
}

uth_hand uth_hand_lowest(enum uth_hand_kind kind, unsigned rank)
{
    UTH_CHECK(kind < UTH_HAND_COUNT && rank < UTH_RANKS);
    const bool ranked = groups[kind][0] == 1; // five different ranks that must not be a straight
    uth_card cards[5];
    if (kind == UTH_HAND_ROYAL_FLUSH || (kind == UTH_HAND_STRAIGHT_FLUSH && rank == UTH_RANK_ACE)) {
        return UTH_HAND_ROYAL_FLUSH << 12;
    }
    if (groups[kind][0] == 0) {
        straight_to(rank, is_suited(kind), cards);
    } else {
        groups_from(kind, ranked && rank < UTH_RANK_SEVEN ? UTH_RANK_SEVEN : rank, cards);
    }
    if (ranked && rank == UTH_RANK_ACE) { // not A-2-3-4-5
        cards[4] = uth_card_make(UTH_RANK_FIVE + 1, uth_card_suit(cards[4]));
    }
    return uth_hand_of(cards, 5);
}

bool uth_hand_is_lowest(uth_hand hand, unsigned *rank)
{
    const enum uth_hand_kind kind = uth_hand_kind_of(hand);
    unsigned of = UTH_RANKS;
    if (kind >= UTH_HAND_COUNT) {
        return false;
    }
    if (hand != kind << 12) {
        do {
            if (of == 0) {
                return false;
            }
            of--;
        } while (uth_hand_lowest(kind, of) != hand);
    }
    *rank = of;
    return true;
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

const char *uth_rank_name(unsigned rank)
{
    UTH_CHECK(rank < UTH_RANKS);
    return rank_words[rank].one;
}

const char *uth_rank_names(unsigned rank)
{
    UTH_CHECK(rank < UTH_RANKS);
    return rank_words[rank].many;
}

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
