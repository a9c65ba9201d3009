// Writes the constant tables of src/core/hand.c as C. Runs at build time.
//
// A hand without a flush is known by how many cards it has of each rank, a flush by the ranks of
// its suit. Both are given their kind and their place within the kind by counting how many weaker
// hands of that kind there are. src/core/hand_layout.h says how the tables fit together.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hand_layout.h"
#include "uth/card.h"
#include "uth/hand.h"

#define HAND_MIN      5
#define HAND_MAX      7
#define OF_A_RANK_MAX 4

// Each holding of at most seven cards needs a sum of its own, and the largest sum is the size of
// the table, so small is good. Taking the smallest number that works, again and again, gives 1, 5,
// 24, 112, 521, 2247, 9244 and a table of 43,718 entries. A search that let the early numbers grow
// to keep the last ones small found these: 31,493 and 8,916 entries, 27 KB less.
static const unsigned low_codes[LOW_RANKS] = {7, 5, 25, 113, 555, 2560, 5953};
static const unsigned high_codes[HIGH_RANKS] = {10, 7, 25, 118, 673, 1724};

// Room for all holdings of at most seven cards in seven ranks, of which there are 3,180.
#define HOLDINGS_MAX 4096

struct holding {
    uint8_t counts[LOW_RANKS];
    unsigned size;
};

struct holdings {
    struct holding list[HOLDINGS_MAX]; // by size
    size_t count;
    size_t first_of_size[HAND_MAX + 2];
};

static void require(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "gen_hand_tables: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static unsigned choose(unsigned n, unsigned k)
{
    unsigned ways = 1;
    for (unsigned i = 0; i < k; i++) {
        ways = ways * (n - i) / (i + 1);
    }
    return n < k ? 0 : ways;
}

static unsigned highest(unsigned ranks)
{
    unsigned rank = 0;
    while (ranks >> (rank + 1) != 0) {
        rank++;
    }
    return rank;
}

static unsigned best(unsigned ranks, unsigned how_many)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < how_many; i++) {
        kept |= 1U << highest(ranks & ~kept);
    }
    return kept;
}

// How many sets of as many ranks are weaker. Sets compare by their highest rank, then the next:
// for the i-th lowest member m there are C(m, i) sets that agree above it and have less there.
static unsigned weaker_sets(unsigned ranks)
{
    unsigned weaker = 0;
    unsigned members = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        if ((ranks >> rank & 1) != 0) {
            members++;
            weaker += choose(rank, members);
        }
    }
    return weaker;
}

// The ranks that are left when the others are taken out of the order. Kickers are compared among
// the ranks that are not already in use.
static unsigned without(unsigned ranks, unsigned taken)
{
    unsigned packed = 0;
    unsigned place = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        if ((taken >> rank & 1) == 0) {
            packed |= (ranks >> rank & 1) << place;
            place++;
        }
    }
    return packed;
}

// The best `how_many` of the ranks not taken, as a number of weaker choices.
static unsigned kickers(unsigned ranks, unsigned taken, unsigned how_many)
{
    return weaker_sets(without(best(ranks & ~taken, how_many), taken));
}

// Straights are named by their highest card: 0 is the five, 9 the ace.
#define STRAIGHTS   10
#define NO_STRAIGHT STRAIGHTS

static unsigned straight_ranks(unsigned straight)
{
    return straight == 0 ? (1U << UTH_RANK_ACE | 0xfU) : 0x1fU << (straight - 1);
}

static unsigned best_straight(unsigned ranks)
{
    for (unsigned straight = STRAIGHTS; straight-- > 0;) {
        if ((ranks & straight_ranks(straight)) == straight_ranks(straight)) {
            return straight;
        }
    }
    return NO_STRAIGHT;
}

// The number of weaker hands of five different ranks that are no straight.
static unsigned weaker_high_cards(unsigned ranks)
{
    const unsigned five = best(ranks, 5);
    unsigned weaker = weaker_sets(five);
    for (unsigned straight = 0; straight < STRAIGHTS; straight++) {
        weaker -= weaker_sets(straight_ranks(straight)) < weaker_sets(five);
    }
    return weaker;
}

static uint16_t hand(enum uth_hand_kind kind, unsigned weaker)
{
    return (uint16_t)((unsigned)kind << 12 | (weaker + 1));
}

// The best hand that needs no flush, from the number of cards of each rank.
static uint16_t hand_by_ranks(const uint8_t counts[UTH_RANKS])
{
    unsigned at_least[OF_A_RANK_MAX + 1] = {0}; // the ranks of which there are so many or more
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        for (unsigned many = 1; many <= counts[rank]; many++) {
            at_least[many] |= 1U << rank;
        }
    }
    const unsigned any = at_least[1];

    if (at_least[4] != 0) {
        const unsigned four = best(at_least[4], 1);
        return hand(UTH_HAND_FOUR, highest(four) * 12 + kickers(any, four, 1));
    }
    const unsigned three = at_least[3] != 0 ? best(at_least[3], 1) : 0;
    const unsigned pairs = at_least[2] & ~three;
    if (three != 0 && pairs != 0) {
        return hand(UTH_HAND_FULL_HOUSE, highest(three) * 12 + kickers(pairs, three, 1));
    }
    if (best_straight(any) != NO_STRAIGHT) {
        return hand(UTH_HAND_STRAIGHT, best_straight(any));
    }
    if (three != 0) {
        return hand(UTH_HAND_THREE, highest(three) * choose(12, 2) + kickers(any, three, 2));
    }
    const unsigned pair = pairs != 0 ? best(pairs, 1) : 0;
    if ((pairs & ~pair) != 0) {
        const unsigned both = best(pairs, 2);
        return hand(UTH_HAND_TWO_PAIRS, weaker_sets(both) * 11 + kickers(any, both, 1));
    }
    if (pair != 0) {
        return hand(UTH_HAND_PAIR, highest(pair) * choose(12, 3) + kickers(any, pair, 3));
    }
    return hand(UTH_HAND_HIGH_CARD, weaker_high_cards(any));
}

// The best flush with these ranks of the suit, or 0 when they are fewer than five.
static uint16_t hand_by_suit(unsigned ranks)
{
    unsigned count = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        count += ranks >> rank & 1;
    }
    if (count < 5) {
        return 0;
    }
    const unsigned straight = best_straight(ranks);
    if (straight == STRAIGHTS - 1) {
        return hand(UTH_HAND_ROYAL_FLUSH, 0);
    }
    if (straight != NO_STRAIGHT) {
        return hand(UTH_HAND_STRAIGHT_FLUSH, straight);
    }
    return hand(UTH_HAND_FLUSH, weaker_high_cards(ranks));
}

// Counts on through the holdings as through the numbers of a combination lock.
static bool next_counts(uint8_t *counts, unsigned ranks)
{
    for (unsigned rank = 0; rank < ranks; rank++) {
        if (++counts[rank] <= OF_A_RANK_MAX) {
            return true;
        }
        counts[rank] = 0;
    }
    return false;
}

static unsigned sum_counts(const uint8_t *counts, unsigned ranks)
{
    unsigned sum = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        sum += counts[rank];
    }
    return sum;
}

static void list_holdings_of_size(unsigned ranks, unsigned size, struct holdings *holdings)
{
    struct holding holding = {.size = size};
    do {
        if (sum_counts(holding.counts, ranks) == size) {
            require(holdings->count < HOLDINGS_MAX, "too many holdings");
            holdings->list[holdings->count++] = holding;
        }
    } while (next_counts(holding.counts, ranks));
}

static void list_holdings(unsigned ranks, struct holdings *holdings)
{
    holdings->count = 0;
    for (unsigned size = 0; size <= HAND_MAX; size++) {
        holdings->first_of_size[size] = holdings->count;
        list_holdings_of_size(ranks, size, holdings);
    }
    holdings->first_of_size[HAND_MAX + 1] = holdings->count;
}

static unsigned code_of(const struct holding *holding, const unsigned *codes, unsigned ranks)
{
    unsigned code = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        code += holding->counts[rank] * codes[rank];
    }
    return code;
}

// Every holding must have a sum of its own, and the largest must fill the table exactly.
static void prove_codes(const struct holdings *holdings, const unsigned *codes, unsigned ranks,
                        size_t size)
{
    bool *taken = calloc(size, sizeof *taken);
    require(taken != NULL, "out of memory");
    for (size_t i = 0; i < holdings->count; i++) {
        const unsigned code = code_of(&holdings->list[i], codes, ranks);
        require(code < size, "a rank code is too large");
        require(!taken[code], "two holdings have the same sum");
        taken[code] = true;
    }
    require(taken[size - 1], "a code table is larger than it must be");
    free(taken);
}

// Cards that are no cards carry only the mark that says so.
static void fill_keys(struct hand_tables *tables)
{
    for (unsigned card = 0; card < KEY_SIZE; card++) {
        tables->key[card] = KEY_NO_CARD;
    }
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        const unsigned rank = uth_card_rank(card);
        const uint64_t code = rank < LOW_RANKS
                                  ? (uint64_t)low_codes[rank]
                                  : (uint64_t)high_codes[rank - LOW_RANKS] << HIGH_SHIFT;
        const uint64_t suit = UINT64_C(1) << (SUIT_SHIFT + 4 * uth_card_suit(card));
        tables->key[card] = code + suit;
        tables->rank_code[rank] = (uint32_t)code;
        for (unsigned byte = 0; byte < 4; byte++) {
            tables->rank_byte[byte][rank] = (uint8_t)(code >> (8 * byte));
        }
    }
}

static void fill_row(struct hand_tables *tables, size_t at, const struct holding *high,
                     const struct holding *lows, size_t low_count)
{
    for (size_t i = 0; i < low_count; i++) {
        uint8_t counts[UTH_RANKS];
        memcpy(counts, lows[i].counts, LOW_RANKS);
        memcpy(counts + LOW_RANKS, high->counts, HIGH_RANKS);
        require(at + i < BY_RANKS_SIZE, "BY_RANKS_SIZE is too small");
        tables->by_ranks[at + i] = hand_by_ranks(counts);
    }
}

// The largest high holdings come first: their low holdings have the smallest numbers, and so the
// distance from a row to its start is never negative.
static void fill_rows(struct hand_tables *tables, const struct holdings *lows,
                      const struct holdings *highs)
{
    size_t end = 0;
    for (size_t i = highs->count; i-- > 0;) {
        const struct holding *high = &highs->list[i];
        const unsigned size_min = high->size < HAND_MIN ? HAND_MIN - high->size : 0;
        const unsigned size_max = HAND_MAX - high->size;
        const size_t first = lows->first_of_size[size_min];
        const size_t count = lows->first_of_size[size_max + 1] - first;

        end += (end - first) % 2;
        require(end >= first, "a row would start before the table");
        require(end - first + lows->count <= BY_RANKS_SIZE, "a wrong hand would be read outside");
        require((end - first) / 2 <= UINT16_MAX, "a row is too far from the start");
        tables->high_row[code_of(high, high_codes, HIGH_RANKS)] = (uint16_t)((end - first) / 2);
        fill_row(tables, end, high, &lows->list[first], count);
        end += count;
    }
    require(end == BY_RANKS_SIZE, "BY_RANKS_SIZE is too large");
}

static void fill_tables(struct hand_tables *tables, uint16_t by_suit[BY_SUIT_SIZE])
{
    static struct holdings lows;
    static struct holdings highs;
    list_holdings(LOW_RANKS, &lows);
    list_holdings(HIGH_RANKS, &highs);
    prove_codes(&lows, low_codes, LOW_RANKS, LOW_SIZE);
    prove_codes(&highs, high_codes, HIGH_RANKS, HIGH_SIZE);

    fill_keys(tables);
    for (size_t i = 0; i < lows.count; i++) {
        tables->low_place[code_of(&lows.list[i], low_codes, LOW_RANKS)] = (uint16_t)i;
    }
    fill_rows(tables, &lows, &highs);
    for (unsigned ranks = 0; ranks < BY_SUIT_SIZE; ranks++) {
        by_suit[ranks] = hand_by_suit(ranks);
    }
}

static void print_table(const char *name, const uint16_t *values, size_t count)
{
    printf("\n%s = {", name);
    for (size_t i = 0; i < count; i++) {
        printf("%s%u,", i % 16 == 0 ? "\n    " : " ", (unsigned)values[i]);
    }
    printf("\n}");
}

static void print_rank_codes(const struct hand_tables *tables)
{
    printf(".rank_code = {");
    for (size_t i = 0; i < RANK_CODES; i++) {
        printf(" %u,", (unsigned)tables->rank_code[i]);
    }
    printf("},\n.rank_byte = {");
    for (size_t i = 0; i < sizeof tables->rank_byte; i++) {
        printf("%s%u,%s", i % RANK_CODES == 0 ? "{" : " ",
               (unsigned)tables->rank_byte[i / RANK_CODES][i % RANK_CODES],
               i % RANK_CODES == RANK_CODES - 1 ? "}, " : "");
    }
    printf("},\n");
}

static void print_keys(const uint64_t key[KEY_SIZE])
{
    printf("\n.key = {");
    for (size_t i = 0; i < KEY_SIZE; i++) {
        printf("%sUINT64_C(0x%016llx),", i % 4 == 0 ? "\n    " : " ", (unsigned long long)key[i]);
    }
    printf("\n},\n");
}

int main(void)
{
    static struct hand_tables tables;
    static uint16_t by_suit[BY_SUIT_SIZE];
    fill_tables(&tables, by_suit);

    printf("// Made by tools/gen_hand_tables.c for src/core/hand.c.\n");
    printf("\nstatic const struct hand_tables tables = {\n");
    print_keys(tables.key);
    print_rank_codes(&tables);
    print_table(".low_place", tables.low_place, LOW_SIZE);
    printf(",\n");
    print_table(".high_row", tables.high_row, HIGH_SIZE);
    printf(",\n");
    print_table(".by_ranks", tables.by_ranks, BY_RANKS_SIZE);
    printf("};\n");
    print_table("const uint16_t uth_hand_by_suit[BY_SUIT_SIZE]", by_suit, BY_SUIT_SIZE);
    printf(";\n");

    require(fflush(stdout) == 0 && ferror(stdout) == 0, "cannot write");
    return EXIT_SUCCESS;
}
