// Seven-card hands by vectors. What a vector does is add up the keys of many hands at once
// (core/hand_layout.h): cards are bytes, and a rank's code comes from a table that lies in a register.
// The look-ups that follow are the same as for one hand, because loads one by one are faster than
// gathers. Flushes are marked on the way and judged afterwards: three hands in a hundred, each of which
// would cost a branch that nobody can predict.
//
// The way is chosen by what the compiler's own start-up code found out about the processor, so that
// nothing is kept here.
#include "core/hand_many.h"

#include <string.h>

#define SEVEN       7
#define PART        1024 // hands between two turns for the flushes
#define FLUSH_WORDS (PART / 64)

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

// Bit i of these words: hand i of a part may have a flush.
struct flushes {
    uint64_t word[FLUSH_WORDS];
};

// The hand of a key without its suits. Where ranks lie too often, reading it would leave the tables:
// KEY_WRONG has been looked at.
static inline uth_hand hand_of_codes(const struct hand_tables *tables, uint32_t codes)
{
    const size_t low = (size_t)(codes & LOW_MASK) - LOW_START;
    const size_t high = (size_t)(codes >> HIGH_SHIFT) - HIGH_START;
    return tables->by_ranks[2U * tables->high_row[high] + tables->low_place[low]];
}

// The suits without five cards answer 0.
static inline uth_hand best_flush(const uth_card cards[SEVEN])
{
    uth_cards set = 0;
    uth_hand best = 0;
    for (size_t i = 0; i < SEVEN; i++) {
        set |= uth_cards_of(cards[i]);
    }
    for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
        const uth_hand hand = uth_hand_by_suit[uth_cards_in_suit(set, suit)];
        best = hand > best ? hand : best;
    }
    return best;
}

static void judge_flushes(const struct flushes *flushes, const uth_card (*cards)[SEVEN],
                          size_t count, uth_hand *hands)
{
    for (size_t first = 0; first < count; first += 64) {
        for (uint64_t left = flushes->word[first / 64]; left != 0; left &= left - 1) {
            const size_t i = first + (size_t)__builtin_ctzll(left);
            hands[i] = best_flush(cards[i]);
            UTH_CHECK(hands[i] != 0); // five of a suit, but a card was there twice
        }
    }
}

#define AVX2       __attribute__((target("avx2")))
#define AVX512     __attribute__((target("avx512bw")))

#define SUIT_START 0x3333 // a counter of 4 bits for each suit, as in a key
#define SUIT_FLUSH 0x8888
#define CARD_LAST  (UTH_DECK_SIZE - 1)

// Where the bytes of two hands in a row go, so that of each the first four cards stand together, and
// the last three with a byte that is 0.
#define TWO_HANDS(at)                                                                              \
    (at), (at) + 1, (at) + 2, (at) + 3, (at) + 7, (at) + 8, (at) + 9, (at) + 10, (at) + 4,         \
        (at) + 5, (at) + 6, -1, (at) + 11, (at) + 12, (at) + 13, -1

// ---- eight hands with AVX2: a table has sixteen bytes -------------------------------------------

// Each lane of 32 bits has the first four cards of a hand, or the other three.
struct eight {
    __m256i front, back;
};

AVX2 static inline __m256i load_two_and_two(const uth_card *two, const uth_card *other_two)
{
    const __m256i first = _mm256_castsi128_si256(_mm_loadu_si128((const void *)two));
    return _mm256_inserti128_si256(first, _mm_loadu_si128((const void *)other_two), 1);
}

// The last load begins two bytes early: behind the cards there may be nothing to read.
AVX2 static inline struct eight load_eight(const uth_card *cards)
{
    const __m256i split_a = _mm256_setr_epi8(TWO_HANDS(0), TWO_HANDS(0));
    const __m256i split_b = _mm256_setr_epi8(TWO_HANDS(0), TWO_HANDS(2));
    const __m256i a = _mm256_shuffle_epi8(load_two_and_two(cards, cards + 28), split_a);
    const __m256i b = _mm256_shuffle_epi8(load_two_and_two(cards + 14, cards + 40), split_b);
    return (struct eight){_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)};
}

AVX2 static inline __m256i table_of(const uint8_t bytes[RANK_CODES])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)bytes));
}

// The sum of what a table of bytes has for the seven cards of each hand, times 1 or 256. A byte over
// 127 is no place in the table and counts 0.
AVX2 static inline __m256i sum_eight(__m256i table, struct eight places, int times)
{
    const __m256i one = _mm256_set1_epi8(1);
    const __m256i front = _mm256_maddubs_epi16(_mm256_shuffle_epi8(table, places.front), one);
    const __m256i back = _mm256_maddubs_epi16(_mm256_shuffle_epi8(table, places.back), one);
    return _mm256_madd_epi16(_mm256_add_epi16(front, back), _mm256_set1_epi16((short)times));
}

// The suits of a key, by the four lowest bits of each card: a suit and half of a rank.
AVX2 static inline __m256i count_suits(struct eight hands)
{
    const __m256i low = _mm256_set1_epi32(0x00001001);
    const __m256i high = _mm256_set1_epi32(0x10010000);
    hands.back = _mm256_or_si256(hands.back, _mm256_set1_epi32(INT32_MIN)); // no eighth card
    const __m256i start = _mm256_set1_epi32(SUIT_START);
    return _mm256_add_epi32(
        start, _mm256_add_epi32(sum_eight(low, hands, 1), sum_eight(high, hands, 256)));
}

AVX2 static inline __m256i add_ranks(const struct hand_tables *tables, struct eight hands)
{
    const __m256i of_rank = _mm256_set1_epi32(0x0f0f0f0f);
    const __m256i none = _mm256_set1_epi32(INT32_MIN);
    struct eight ranks;
    ranks.front = _mm256_and_si256(_mm256_srli_epi32(hands.front, 2), of_rank);
    ranks.back = _mm256_and_si256(_mm256_srli_epi32(hands.back, 2), of_rank);
    ranks.back = _mm256_or_si256(ranks.back, none);
    const __m256i low = _mm256_add_epi32(sum_eight(table_of(tables->rank_byte[0]), ranks, 1),
                                         sum_eight(table_of(tables->rank_byte[1]), ranks, 256));
    const __m256i high = _mm256_add_epi32(sum_eight(table_of(tables->rank_byte[2]), ranks, 1),
                                          sum_eight(table_of(tables->rank_byte[3]), ranks, 256));
    const __m256i start = _mm256_set1_epi32((int)(uint32_t)KEY_START);
    return _mm256_add_epi32(start, _mm256_add_epi32(low, _mm256_slli_epi32(high, HIGH_SHIFT)));
}

AVX2 static void judge_avx2(const struct hand_tables *tables, const uth_card (*cards)[SEVEN],
                            size_t count, uth_hand *hands, struct flushes *flushes)
{
    const __m256i wrong = _mm256_set1_epi32((int)(uint32_t)KEY_WRONG);
    __m256i largest = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i += 8) {
        const struct eight eight = load_eight(cards[i]);
        largest = _mm256_max_epu8(largest, _mm256_max_epu8(eight.front, eight.back));

        const __m256i key = add_ranks(tables, eight);
        UTH_CHECK(_mm256_testz_si256(key, wrong) != 0);

        const __m256i five = _mm256_and_si256(count_suits(eight), _mm256_set1_epi32(SUIT_FLUSH));
        const __m256i flush = _mm256_cmpgt_epi32(five, _mm256_setzero_si256());
        const unsigned marks = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(flush));
        flushes->word[i / 64] |= (uint64_t)marks << i % 64;

        uint32_t codes[8];
        _mm256_storeu_si256((void *)codes, key);
        for (size_t k = 0; k < 8; k++) {
            hands[i + k] = hand_of_codes(tables, codes[k]);
        }
    }
    const __m256i above = _mm256_subs_epu8(largest, _mm256_set1_epi8(CARD_LAST));
    UTH_CHECK(_mm256_testz_si256(above, above) != 0); // each byte is a card
}

// ---- rows: 32 rounds with AVX2 ------------------------------------------------------------------

// What the cards of a hand add up to in 32 rounds. Codes of 16 bits stand as unpacking leaves them:
// rounds 0 to 7 and 16 to 23, then the others. Suits are counters of 4 bits, two in a byte.
struct row_keys {
    __m256i low[2], high[2];
    __m256i suits[2];
    __m256i largest; // byte of a card
};

AVX2 static inline void add_card(const struct hand_tables *tables, const uth_card *row,
                                 struct row_keys *keys)
{
    const __m256i cards = _mm256_loadu_si256((const void *)row);
    const __m256i ranks = _mm256_and_si256(_mm256_srli_epi16(cards, 2), _mm256_set1_epi8(0xf));
    keys->largest = _mm256_max_epu8(keys->largest, cards);
    const __m256i suits = _mm256_and_si256(cards, _mm256_set1_epi8(3));
    const __m256i first_two = _mm256_broadcastsi128_si256(_mm_setr_epi32(0x1001, 0, 0, 0));
    const __m256i last_two = _mm256_broadcastsi128_si256(_mm_setr_epi32(0x10010000, 0, 0, 0));
    __m256i byte[4];
    for (size_t i = 0; i < 4; i++) {
        byte[i] = _mm256_shuffle_epi8(table_of(tables->rank_byte[i]), ranks);
    }
    keys->low[0] = _mm256_add_epi16(keys->low[0], _mm256_unpacklo_epi8(byte[0], byte[1]));
    keys->low[1] = _mm256_add_epi16(keys->low[1], _mm256_unpackhi_epi8(byte[0], byte[1]));
    keys->high[0] = _mm256_add_epi16(keys->high[0], _mm256_unpacklo_epi8(byte[2], byte[3]));
    keys->high[1] = _mm256_add_epi16(keys->high[1], _mm256_unpackhi_epi8(byte[2], byte[3]));
    keys->suits[0] = _mm256_add_epi8(keys->suits[0], _mm256_shuffle_epi8(first_two, suits));
    keys->suits[1] = _mm256_add_epi8(keys->suits[1], _mm256_shuffle_epi8(last_two, suits));
}

// Bit by round: five of a suit.
AVX2 static inline uint32_t flushes_of(const struct row_keys *keys)
{
    const __m256i both = _mm256_or_si256(keys->suits[0], keys->suits[1]);
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(both, _mm256_slli_epi16(both, 4)));
}

AVX2 static inline void store_codes(const __m256i codes[2], uint16_t out[32])
{
    const __m256i first = _mm256_permute2x128_si256(codes[0], codes[1], 0x20);
    const __m256i last = _mm256_permute2x128_si256(codes[0], codes[1], 0x31);
    _mm256_storeu_si256((void *)out, first);
    _mm256_storeu_si256((void *)(out + 16), last);
}

AVX2 static inline void judge_keys(const struct hand_tables *tables, const struct row_keys *keys,
                                   uth_hand *hands)
{
    const __m256i low_wrong = _mm256_set1_epi16((short)LOW_PAST);
    const __m256i high_wrong = _mm256_set1_epi16((short)HIGH_PAST);
    const __m256i low = _mm256_or_si256(keys->low[0], keys->low[1]);
    const __m256i high = _mm256_or_si256(keys->high[0], keys->high[1]);
    const __m256i above = _mm256_subs_epu8(keys->largest, _mm256_set1_epi8(CARD_LAST));
    UTH_CHECK(_mm256_testz_si256(above, above) != 0);
    UTH_CHECK((_mm256_testz_si256(low, low_wrong) & _mm256_testz_si256(high, high_wrong)) != 0);
    uint16_t lows[32];
    uint16_t highs[32];
    store_codes(keys->low, lows);
    store_codes(keys->high, highs);
    for (size_t i = 0; i < 32; i++) {
        const size_t row = tables->high_row[highs[i] - HIGH_START];
        hands[i] = tables->by_ranks[2U * row + tables->low_place[lows[i] - LOW_START]];
    }
}

static void judge_row_flushes(uint32_t flushes, const hand_row community[5], const hand_row hole[2],
                              size_t first, uth_hand *hands)
{
    for (; flushes != 0; flushes &= flushes - 1) {
        const size_t i = (size_t)__builtin_ctz(flushes);
        uth_card cards[SEVEN] = {[5] = hole[0][first + i], [6] = hole[1][first + i]};
        for (size_t k = 0; k < 5; k++) {
            cards[k] = community[k][first + i];
        }
        hands[i] = best_flush(cards);
        UTH_CHECK(hands[i] != 0);
    }
}

AVX2 void hand_rows(const struct hand_tables *tables, const hand_row community[5],
                    const hand_row (*holes)[2], size_t players, uth_hand (*hands)[HAND_ROW_LANES])
{
    for (size_t first = 0; first < HAND_ROW_LANES; first += 32) {
        struct row_keys board = {.largest = _mm256_setzero_si256()};
        for (size_t i = 0; i < 2; i++) {
            board.low[i] = _mm256_set1_epi16((short)LOW_START);
            board.high[i] = _mm256_set1_epi16((short)HIGH_START);
            board.suits[i] = _mm256_set1_epi8((char)(SUIT_START & 0xff));
        }
        for (size_t i = 0; i < 5; i++) {
            add_card(tables, community[i] + first, &board);
        }
        for (size_t player = 0; player < players; player++) {
            struct row_keys keys = board;
            add_card(tables, holes[player][0] + first, &keys);
            add_card(tables, holes[player][1] + first, &keys);
            judge_keys(tables, &keys, hands[player] + first);
            judge_row_flushes(flushes_of(&keys), community, holes[player], first,
                              hands[player] + first);
        }
    }
}

// ---- sixteen hands with AVX-512: a table has sixteen codes --------------------------------------

// As of eight.
struct sixteen {
    __m512i front, back;
};

// Two hands for each quarter of a vector that begins with eight of them, as words of two cards.
#define TWO_AS_WORDS(at) (at), (at) + 1, (at) + 2, (at) + 3, (at) + 4, (at) + 5, (at) + 6, (at) + 6
static const uint16_t eight_as_words[32] = {TWO_AS_WORDS(0), TWO_AS_WORDS(7), TWO_AS_WORDS(14),
                                            TWO_AS_WORDS(21)};

// The fronts of two such vectors in order; two lanes behind each are the backs.
static const uint32_t fronts[16] = {0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29};

AVX512 static inline __m512i split_eight(__m512i cards, __m512i words)
{
    const __m512i split = _mm512_broadcast_i32x4(_mm_setr_epi8(TWO_HANDS(0)));
    return _mm512_shuffle_epi8(_mm512_permutexvar_epi16(words, cards), split);
}

// The second vector ends with the cards, and so its hands begin four words late.
AVX512 static inline struct sixteen load_sixteen(__m512i first, __m512i second)
{
    const __m512i words = _mm512_loadu_si512(eight_as_words);
    const __m512i late = _mm512_add_epi16(words, _mm512_set1_epi16(4));
    const __m512i front = _mm512_loadu_si512(fronts);
    const __m512i back = _mm512_add_epi32(front, _mm512_set1_epi32(2));
    const __m512i a = split_eight(first, words);
    const __m512i b = split_eight(second, late);
    return (struct sixteen){_mm512_permutex2var_epi32(a, front, b),
                            _mm512_permutex2var_epi32(a, back, b)};
}

// The sum and what the table has for the four bits from `shift` on.
AVX512 static inline __m512i add_from(__m512i table, __m512i cards, unsigned shift, __m512i sum)
{
    const __m512i places = _mm512_srli_epi32(cards, shift);
    return _mm512_add_epi32(sum, _mm512_permutexvar_epi32(places, table));
}

AVX512 static void judge_avx512(const struct hand_tables *tables, const uth_card (*cards)[SEVEN],
                                size_t count, uth_hand *hands, struct flushes *flushes)
{
    const __m512i of_rank = _mm512_loadu_si512(tables->rank_code);
    const __m512i of_suit = _mm512_broadcast_i32x4(_mm_setr_epi32(1, 0x10, 0x100, 0x1000));
    const __m512i wrong = _mm512_set1_epi32((int)(uint32_t)KEY_WRONG);
    __m512i largest = _mm512_setzero_si512();
    for (size_t i = 0; i < count; i += 16) {
        const __m512i first = _mm512_loadu_si512(cards[i]);
        const __m512i second = _mm512_loadu_si512(cards[i] + (16 * SEVEN - 64));
        const struct sixteen sixteen = load_sixteen(first, second);
        largest = _mm512_max_epu8(largest, _mm512_max_epu8(first, second));

        __m512i key = _mm512_set1_epi32((int)(uint32_t)KEY_START);
        __m512i suits = _mm512_set1_epi32(SUIT_START);
        for (unsigned card = 0; card < SEVEN; card++) {
            const __m512i four = card < 4 ? sixteen.front : sixteen.back;
            key = add_from(of_rank, four, card % 4 * 8 + 2, key);
            suits = add_from(of_suit, four, card % 4 * 8, suits);
        }
        UTH_CHECK(_mm512_test_epi32_mask(key, wrong) == 0);

        const unsigned marks = _mm512_test_epi32_mask(suits, _mm512_set1_epi32(SUIT_FLUSH));
        flushes->word[i / 64] |= (uint64_t)marks << i % 64;

        uint32_t codes[16];
        _mm512_storeu_si512(codes, key);
        for (size_t k = 0; k < 16; k++) {
            hands[i + k] = hand_of_codes(tables, codes[k]);
        }
    }
    UTH_CHECK(_mm512_cmpgt_epu8_mask(largest, _mm512_set1_epi8(CARD_LAST)) == 0);
}

static const struct {
    size_t lanes;
    void (*judge)(const struct hand_tables *tables, const uth_card (*cards)[SEVEN], size_t count,
                  uth_hand *hands, struct flushes *flushes);
} ways[HAND_WAY_COUNT] = {
    [HAND_WAY_AVX2] = {8, judge_avx2},
    [HAND_WAY_AVX512] = {16, judge_avx512},
};

enum hand_way hand_way_widest(void)
{
    if (__builtin_cpu_supports("avx512bw") != 0) {
        return HAND_WAY_AVX512;
    }
    return __builtin_cpu_supports("avx2") != 0 ? HAND_WAY_AVX2 : HAND_WAY_PLAIN;
}

size_t hand_many(enum hand_way way, const struct hand_tables *tables,
                 const uth_card (*cards)[SEVEN], size_t count, uth_hand *hands)
{
    UTH_CHECK(way < HAND_WAY_COUNT);
    const size_t whole = way == HAND_WAY_PLAIN ? 0 : count - count % ways[way].lanes;
    for (size_t first = 0; first < whole; first += PART) {
        const size_t part = whole - first < PART ? whole - first : PART;
        struct flushes flushes;
        memset(&flushes, 0, (part + 63) / 64 * sizeof flushes.word[0]);
        ways[way].judge(tables, cards + first, part, hands + first, &flushes);
        judge_flushes(&flushes, cards + first, part, hands + first);
    }
    return whole;
}

#else

enum hand_way hand_way_widest(void)
{
    return HAND_WAY_PLAIN;
}

size_t hand_many(enum hand_way way, const struct hand_tables *tables,
                 const uth_card (*cards)[SEVEN], size_t count, uth_hand *hands)
{
    (void)tables;
    (void)cards;
    (void)count;
    (void)hands;
    UTH_CHECK(way == HAND_WAY_PLAIN);
    return 0;
}

void hand_rows(const struct hand_tables *tables, const hand_row community[5],
               const hand_row (*holes)[2], size_t players, uth_hand (*hands)[HAND_ROW_LANES])
{
    (void)tables;
    (void)community;
    (void)holes;
    (void)players;
    (void)hands;
    UTH_CHECK(!"a way of this processor");
}

#endif
