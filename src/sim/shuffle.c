// A counter, mixed. Words are numbered by round and index, the number is mixed with the first half
// of the key and again with the second; both mixes are bijections, so that no two words of a run
// share a state, and a round needs nothing of the round before it.
#include "shuffle.h"

#include <string.h>

// Words a round may ask for. The chance to need a fourth is below 2^-13, to need them all none.
enum { WORDS_PER_ROUND = 32 };

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

// Stafford's thirteenth variant of the murmur finalizer, as splitmix64 uses it.
static inline uint64_t mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

static inline uint64_t word_of(const uint64_t key[2], uint64_t round, unsigned index)
{
    return mix(mix((round * WORDS_PER_ROUND + index) * GOLDEN + key[0]) ^ key[1]);
}

uint64_t sim_word(const uint64_t key[2], uint64_t round, unsigned index)
{
    return word_of(key, round, index);
}

static unsigned cards_of_word(unsigned cards, unsigned word)
{
    const unsigned left = cards - word * CARDS_PER_WORD;
    return left < CARDS_PER_WORD ? left : CARDS_PER_WORD;
}

void sim_shuffle_init(struct shuffle *shuffle, uint64_t seed, unsigned cards)
{
    UTH_CHECK(cards >= 1 && cards <= CARDS_PER_WORD * SHUFFLE_WORDS_MAX);
    shuffle->key[0] = mix(seed + GOLDEN);
    shuffle->key[1] = mix(shuffle->key[0] + GOLDEN);
    shuffle->cards = (uint8_t)cards;
    for (unsigned word = 0; word * CARDS_PER_WORD < cards; word++) {
        uint64_t ways = 1;
        for (unsigned i = 0; i < cards_of_word(cards, word); i++) {
            ways *= UTH_DECK_SIZE - word * CARDS_PER_WORD - i;
        }
        shuffle->reject_below[word] = (0 - ways) % ways;
    }
}

__extension__ typedef unsigned __int128 product;

// Several digits of one word: the upper half of word * bound is a digit, the lower half the word
// for the next. What is left at the end tells whether the word belongs to the few that would make
// some deals likelier than others.
static inline uint64_t draw(uint64_t word, unsigned first, unsigned count, uth_card *deck)
{
    uth_card *top = deck + first;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t bound = UTH_DECK_SIZE - first - i;
        uth_card *drawn = top + i + (uint64_t)((product)word * bound >> 64);
        word *= bound;
        const uth_card card = *drawn;
        *drawn = top[i];
        top[i] = card;
    }
    return word;
}

static const uth_card in_order[UTH_DECK_SIZE] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
    18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
    36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
};

// The word must be drawn again: takes its swaps back.
__attribute__((cold, noinline)) static void undo(uint64_t word, unsigned first, unsigned count,
                                                 uth_card *deck)
{
    unsigned places[CARDS_PER_WORD];
    for (unsigned i = first; i < first + count; i++) {
        const product digit = (product)word * (UTH_DECK_SIZE - i);
        places[i - first] = i + (unsigned)(digit >> 64);
        word = (uint64_t)digit;
    }
    for (unsigned i = first + count; i-- > first;) {
        const uth_card card = deck[places[i - first]];
        deck[places[i - first]] = deck[i];
        deck[i] = card;
    }
}

// Draws the cards of one word, anew while the word must be. Returns the round's next word.
static inline unsigned draw_word(const struct shuffle *shuffle, uint64_t round, unsigned index,
                                 unsigned word, unsigned count, uth_card *deck)
{
    const unsigned first = word * CARDS_PER_WORD;
    uint64_t bits = word_of(shuffle->key, round, index++);
    while (draw(bits, first, count, deck) < shuffle->reject_below[word]) {
        undo(bits, first, count, deck);
        UTH_CHECK(index < WORDS_PER_ROUND);
        bits = word_of(shuffle->key, round, index++);
    }
    return index;
}

// Whole words have their bounds and places known when this is compiled.
void sim_shuffle(const struct shuffle *shuffle, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    const unsigned whole = shuffle->cards / CARDS_PER_WORD;
    const unsigned rest = shuffle->cards % CARDS_PER_WORD;
    unsigned index = 0;
    _Static_assert(SHUFFLE_WORDS_MAX == 3, "each whole word stands below");
    memcpy(deck, in_order, sizeof in_order);
    if (whole > 0) {
        index = draw_word(shuffle, round, index, 0, CARDS_PER_WORD, deck);
    }
    if (whole > 1) {
        index = draw_word(shuffle, round, index, 1, CARDS_PER_WORD, deck);
    }
    if (whole > 2) {
        index = draw_word(shuffle, round, index, 2, CARDS_PER_WORD, deck);
    }
    if (rest > 0) {
        (void)draw_word(shuffle, round, index, whole, rest, deck);
    }
}

// ---- many rounds --------------------------------------------------------------------------------

// A word of each round in three parts, so that a part times a bound fits 32 bits.
enum { PART_BITS = 26, PART_MASK = (1 << PART_BITS) - 1, TOP_BITS = 64 - 2 * PART_BITS };
struct words {
    uint32_t low[LANES], middle[LANES], top[LANES];
};

SIM_PART void set_words(const uint64_t key[2], uint64_t first, unsigned index, struct words *words)
{
    for (unsigned i = 0; i < LANES; i++) {
        const uint64_t bits = word_of(key, first + i, index);
        words->low[i] = (uint32_t)bits & PART_MASK;
        words->middle[i] = (uint32_t)(bits >> PART_BITS) & PART_MASK;
        words->top[i] = (uint32_t)(bits >> 2 * PART_BITS);
    }
}

// The next digit of each word, as in draw(), and where it points.
SIM_PART void draw_place(struct words *words, unsigned at, uint8_t place[LANES])
{
    const uint32_t bound = UTH_DECK_SIZE - at;
    for (unsigned i = 0; i < LANES; i++) {
        const uint32_t low = words->low[i] * bound;
        const uint32_t middle = words->middle[i] * bound + (low >> PART_BITS);
        const uint32_t top = words->top[i] * bound + (middle >> PART_BITS);
        words->low[i] = low & PART_MASK;
        words->middle[i] = middle & PART_MASK;
        words->top[i] = top & ((1U << TOP_BITS) - 1);
        place[i] = (uint8_t)(at + (top >> TOP_BITS));
    }
}

// The card at a place is the place's own, unless one before was put there: the last that was. The
// card that lay on top of those left goes where the drawn one came from.
SIM_PART void take_cards(unsigned cards, uth_card rows[SHUFFLE_CARDS_MAX][LANES])
{
    uth_card places[SHUFFLE_CARDS_MAX][LANES];
    uth_card put[SHUFFLE_CARDS_MAX][LANES];
    for (unsigned i = 0; i < cards; i++) {
        uth_card drawn[LANES]; // in rows of their own, which nothing else written can change
        uth_card moved[LANES];
        const uth_card top = (uth_card)i; // of this width, or all would be compared as int
        memcpy(places[i], rows[i], LANES);
        memcpy(drawn, rows[i], LANES);
        memset(moved, top, LANES);
        for (unsigned k = 0; k < i; k++) {
            for (unsigned lane = 0; lane < LANES; lane++) {
                const uth_card place = places[k][lane];
                const uth_card card = put[k][lane];
                drawn[lane] = place == places[i][lane] ? card : drawn[lane];
                moved[lane] = place == top ? card : moved[lane];
            }
        }
        memcpy(rows[i], drawn, LANES);
        memcpy(put[i], moved, LANES);
    }
}

// Bit by round: what is left of a word begins with so many zeros that it may have to be drawn
// again.
SIM_PART uint64_t doubtful(const struct words *words)
{
    uint64_t doubts = 0;
    uint32_t least = UINT32_MAX;
    for (unsigned i = 0; i < LANES; i++) {
        least = words->top[i] < least ? words->top[i] : least;
    }
    for (unsigned i = 0; least == 0 && i < LANES; i++) {
        doubts |= (uint64_t)(words->top[i] == 0) << i;
    }
    return doubts;
}

SIM_WIDE static uint64_t shuffle_rows(const struct shuffle *shuffle, uint64_t first,
                                      uth_card rows[SHUFFLE_CARDS_MAX][LANES])
{
    uint64_t doubts = 0;
    for (unsigned card = 0, word = 0; card < shuffle->cards; word++) {
        struct words words;
        set_words(shuffle->key, first, word, &words);
        for (unsigned i = cards_of_word(shuffle->cards, word); i > 0; i--) {
            draw_place(&words, card, rows[card]);
            card++;
        }
        doubts |= doubtful(&words);
    }
    take_cards(shuffle->cards, rows);
    return doubts;
}

void sim_shuffle_rows(const struct shuffle *shuffle, uint64_t first,
                      uth_card rows[SHUFFLE_CARDS_MAX][LANES])
{
    _Static_assert(LANES == 64, "a bit for each round");
    uint64_t doubts = shuffle_rows(shuffle, first, rows);
    for (; doubts != 0; doubts &= doubts - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(doubts);
        uth_card deck[UTH_DECK_SIZE];
        sim_shuffle(shuffle, first + lane, deck);
        for (unsigned i = 0; i < shuffle->cards; i++) {
            rows[i][lane] = deck[i];
        }
    }
}
