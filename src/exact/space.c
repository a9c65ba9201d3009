#include "space.h"

#include <string.h>

unsigned exact_multi3_any_index(unsigned a, unsigned b, unsigned c)
{
    order2(&a, &b);
    order2(&b, &c);
    order2(&a, &b);
    return multi3_index(a, b, c);
}

// n over 5, over 4, over 3 and over 2, for the largest rank of five and so on down.
static const uint16_t choose_five[17] = {0,   0,   0,   0,   0,    1,    6,    21,  56,
                                         126, 252, 462, 792, 1287, 2002, 3003, 4368};
static const uint16_t choose_four[16] = {0,  0,   0,   0,   1,   5,   15,   35,
                                         70, 126, 210, 330, 495, 715, 1001, 1365};
static const uint16_t choose_three[15] = {0,  0,  0,   1,   4,   10,  20, 35,
                                          56, 84, 120, 165, 220, 286, 364};
static const uint8_t choose_two[14] = {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78};

unsigned exact_multi5_any_index(const uint8_t ranks[5])
{
    unsigned a = ranks[0];
    unsigned b = ranks[1];
    unsigned c = ranks[2];
    unsigned d = ranks[3];
    unsigned e = ranks[4];
    order2(&a, &b);
    order2(&d, &e);
    order2(&c, &e);
    order2(&c, &d);
    order2(&b, &e);
    order2(&a, &d);
    order2(&a, &c);
    order2(&b, &d);
    order2(&b, &c);
    return a + choose_five[e + 4] + choose_four[d + 3] + choose_three[c + 2] + choose_two[b + 1];
}

unsigned exact_set_index(unsigned mask)
{
    unsigned index = 0;
    unsigned size = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        if ((mask >> rank & 1) == 0) {
            continue;
        }
        size++;
        unsigned ways = 1;
        for (unsigned i = 0; i < size; i++) {
            ways = rank < size ? 0 : ways * (rank - i) / (i + 1);
        }
        index += ways;
    }
    return index;
}

// How many levels lie below a hand.
static uint8_t levels_below(const struct leveller *leveller, uth_hand hand)
{
    unsigned levels = 0;
    for (unsigned word = 0; word < hand / 64U; word++) {
        levels += (unsigned)__builtin_popcountll(leveller->word[word]);
    }
    const uint64_t weaker = (UINT64_C(1) << hand % 64) - 1;
    return (uint8_t)(levels + (unsigned)__builtin_popcountll(leveller->word[hand / 64] & weaker));
}

EXACT_WIDE void exact_level_strengths(struct leveller *leveller, const uint16_t *strength,
                                      unsigned count, uth_hand part, uint8_t *level,
                                      uint8_t below[GRADES + 1])
{
    for (unsigned i = 0; i < count; i++) {
        if (strength[i] != 0) {
            const unsigned word = strength[i] / 64;
            leveller->word[word] |= UINT64_C(1) << strength[i] % 64;
            leveller->touched[word / 64] |= UINT64_C(1) << word % 64;
        }
    }
    // A kind is 4,096 strengths, 64 words, one word of `touched`.
    unsigned levels = 0;
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        below[exact_grade_of_kind(part, kind)] = (uint8_t)levels;
        for (uint64_t left = leveller->touched[kind]; left != 0; left &= left - 1) {
            const unsigned word = kind * 64 + (unsigned)__builtin_ctzll(left);
            leveller->before[word] = (uint16_t)levels;
            levels += (unsigned)__builtin_popcountll(leveller->word[word]);
        }
    }
    UTH_CHECK(levels <= LEVELS_MAX);
    below[GRADES] = (uint8_t)levels;
    below[uth_hand_kind_of(part) + 1] = levels_below(leveller, part);

    for (unsigned i = 0; i < count; i++) {
        const unsigned word = strength[i] / 64;
        const uint64_t weaker = (UINT64_C(1) << strength[i] % 64) - 1;
        level[i] = strength[i] == 0
                       ? 0
                       : (uint8_t)(leveller->before[word] +
                                   __builtin_popcountll(leveller->word[word] & weaker));
    }
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        for (uint64_t left = leveller->touched[kind]; left != 0; left &= left - 1) {
            leveller->word[kind * 64 + (unsigned)__builtin_ctzll(left)] = 0;
        }
        leveller->touched[kind] = 0;
    }
}

static void append_type(struct space *space, unsigned *count, unsigned type, unsigned a, unsigned b)
{
    space->type[*count] = (uint16_t)type;
    space->first[*count] = (uint8_t)a;
    space->second[*count] = (uint8_t)b;
    (*count)++;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned card = i == 0 ? a : b;
        if (card >= UTH_RANKS) {
            space->off_count[card - UTH_RANKS][type]++;
        }
    }
}

static void build_types(struct space *space)
{
    unsigned count = 0;
    for (unsigned b = 0; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a <= b; a++) {
            const unsigned hand = multi2_index(a, b);
            space->is_higher[b][hand] = UINT8_MAX;
            space->is_lower[a][hand] = UINT8_MAX;
            append_type(space, &count, HIGH_HANDS + hand, b, UTH_RANKS + a);
            if (a < b) {
                append_type(space, &count, hand, a, b);
                append_type(space, &count, LOW_HANDS + hand, a, UTH_RANKS + b);
                append_type(space, &count, OFF_HANDS + hand, UTH_RANKS + a, UTH_RANKS + b);
            }
        }
    }
    for (unsigned a = 0; a < UTH_RANKS; a++) {
        append_type(space, &count, OFF_HANDS + multi2_index(a, a), UTH_RANKS + a, UTH_RANKS + a);
        space->off_count[a][LOW_HANDS + multi2_index(a, a)]++;
    }
    UTH_CHECK(count == HANDS_MAX);
}

static void append_hand(struct hands *hands, unsigned type, unsigned a, unsigned b)
{
    const unsigned at = hands->count++;
    hands->type[at] = (uint16_t)type;
    hands->first[at] = (uint8_t)a;
    hands->second[at] = (uint8_t)b;
    hands->rank_hand[at] = (uint8_t)any2_index(a % UTH_RANKS, b % UTH_RANKS);
}

// Rank hands are ranked by the same code as hand types: card types 0 to 12, four cards each.
static void build_rank_hands(struct hands *hands)
{
    for (unsigned b = 1; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a < b; a++) {
            append_hand(hands, multi2_index(a, b), a, b);
        }
    }
    hands->pairs_from = hands->count;
    for (unsigned a = 0; a < UTH_RANKS; a++) {
        append_hand(hands, multi2_index(a, a), a, a);
    }
}

static void count_ranks(struct space *space)
{
    const struct hands *hands = &space->rank_hands;
    for (unsigned i = 0; i < hands->count; i++) {
        space->rank_count[hands->first[i]][hands->type[i]]++;
        space->rank_count[hands->second[i]][hands->type[i]]++;
    }
}

unsigned exact_hand_class_of(uth_card a, uth_card b)
{
    const unsigned rank_a = uth_card_rank(a);
    const unsigned rank_b = uth_card_rank(b);
    const unsigned high = rank_a > rank_b ? rank_a : rank_b;
    const unsigned low = rank_a > rank_b ? rank_b : rank_a;
    const bool suited = uth_card_suit(a) == uth_card_suit(b);
    return suited ? high * UTH_RANKS + low : low * UTH_RANKS + high;
}

unsigned exact_suit_flop_of(const uth_card flop[3], unsigned suit)
{
    unsigned suited[3];
    unsigned off[3];
    unsigned suited_count = 0;
    unsigned off_count = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (uth_card_suit(flop[i]) == suit) {
            suited[suited_count++] = uth_card_rank(flop[i]);
        } else {
            off[off_count++] = uth_card_rank(flop[i]);
        }
    }
    switch (suited_count) {
    case 3: return exact_set_index(1U << suited[0] | 1U << suited[1] | 1U << suited[2]);
    case 2:
        order2(&suited[0], &suited[1]);
        return FLOPS_OF_TWO + set2_index(suited[0], suited[1]) * UTH_RANKS + off[0];
    case 1: return FLOPS_OF_ONE + suited[0] * RANK_HANDS + any2_index(off[0], off[1]);
    default: return SUIT_FLOP_NONE;
    }
}

static void build_holes(struct space *space)
{
    for (unsigned b = 1; b < UTH_DECK_SIZE; b++) {
        for (unsigned a = 0; a < b; a++) {
            const uth_card low = (uth_card)a;
            const uth_card high = (uth_card)b;
            const unsigned hole = hole_index(low, high);
            space->hole_card[hole][0] = low;
            space->hole_card[hole][1] = high;
            space->hole_set[hole] = uth_cards_of(low) | uth_cards_of(high);
            space->hole_class[hole] = (uint8_t)exact_hand_class_of(low, high);
            space->hole_rank_hand[hole] =
                (uint8_t)any2_index(uth_card_rank(low), uth_card_rank(high));
            for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
                space->hole_type[suit][hole] = (uint16_t)exact_hand_type_of(low, high, suit);
            }
        }
    }
}

static void build_sets(struct space *space)
{
    static const unsigned base[6] = {0, 0, 0, 0, SETS_3, SETS_3 + SETS_4};
    for (unsigned mask = 0; mask < 1U << UTH_RANKS; mask++) {
        const unsigned size = (unsigned)__builtin_popcount(mask);
        if (size >= 3 && size <= 5) {
            space->set_mask[base[size] + exact_set_index(mask)] = (uint16_t)mask;
        }
        uth_card cards[7];
        unsigned count = 0;
        for (unsigned left = mask; left != 0 && count < 7; left &= left - 1) {
            cards[count++] = uth_card_make((unsigned)__builtin_ctz(left), UTH_SUIT_CLUBS);
        }
        space->flush[mask] = size < 5 || size > 7 ? 0 : uth_hand_of(cards, count);
    }
}

// The suits go round as the ranks rise, so that no rank has a suit twice and no suit has five.
static void build_rank_board(struct space *space, struct leveller *leveller, const uint8_t ranks[5])
{
    uth_card cards[5];
    unsigned left[UTH_RANKS];
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        left[rank] = UTH_SUITS;
    }
    for (unsigned i = 0; i < 5; i++) {
        cards[i] = uth_card_make(ranks[i], i % UTH_SUITS);
        left[ranks[i]]--;
    }
    struct uth_board board;
    uth_board_set(&board, cards);

    uint16_t strength[RANK_HANDS];
    for (unsigned b = 0, hand = 0; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a <= b; a++, hand++) {
            const bool possible = a == b ? left[a] > 1 : left[a] > 0 && left[b] > 0;
            strength[hand] = possible ? board.by_ranks[b][a] : 0;
        }
    }
    struct rank_board *row = &space->boards[exact_multi5_any_index(ranks)];
    exact_level_strengths(leveller, strength, RANK_HANDS, space->part, row->level, row->below);
}

void exact_space_build_boards(struct space *space, unsigned index, unsigned threads)
{
    struct leveller leveller;
    memset(&leveller, 0, sizeof leveller);
    uint8_t r[5] = {0};
    unsigned board = 0;
    do {
        if (r[0] != r[4] && board % threads == index) { // nobody has five of a kind
            build_rank_board(space, &leveller, r);
        }
        board++;
    } while (next_ranks(r, 5));
}

void exact_space_build(struct space *space, uth_hand part)
{
    memset(space, 0, sizeof *space);
    space->part = part;
    build_types(space);
    build_rank_hands(&space->rank_hands);
    count_ranks(space);
    build_holes(space);
    build_sets(space);
}

void exact_space_hands(const struct space *space, unsigned suited, struct hands *hands)
{
    uint16_t strength[HANDS_MAX];
    memset(hands, 0, sizeof *hands);
    for (unsigned pass = 0; pass < 2; pass++) { // the flushes come first
        for (unsigned i = 0; i < HANDS_MAX; i++) {
            const unsigned a = space->first[i];
            const unsigned b = space->second[i];
            const unsigned own = (1U << a | 1U << b) & 0x1fff;
            const uint16_t flush = space->flush[own | suited];
            if ((own & suited) != 0 || (flush == 0) != (pass == 1)) {
                continue;
            }
            strength[hands->count] = flush;
            hands->flushes = (uint16_t)(hands->flushes + (flush != 0));
            hands->pairs_from = (uint16_t)(hands->pairs_from + (a != b));
            append_hand(hands, space->type[i], a, b);
        }
    }
    struct leveller leveller;
    memset(&leveller, 0, sizeof leveller);
    uint8_t below[GRADES + 1];
    exact_level_strengths(&leveller, strength, hands->count, space->part, hands->flush_level,
                          below);
    hands->flush_levels = (uint8_t)(below[GRADE_FLUSH + 1] - below[GRADE_FLUSH]);
    hands->straight_flush_levels =
        (uint8_t)(below[GRADE_ROYAL_FLUSH] - below[GRADE_STRAIGHT_FLUSH]);
    hands->royal_levels = (uint8_t)(below[GRADES] - below[GRADE_ROYAL_FLUSH]);
}

EXACT_WIDE void exact_merge_levels(const struct hands *hands, const struct rank_board *board,
                                   uint8_t level[HAND_ROW], uint8_t below[GRADES + 1])
{
    const uint8_t under = board->below[GRADE_FLUSH];
    const uint8_t all = board->below[GRADES];
    const uint8_t flushes = hands->flush_levels;
    for (unsigned hand = 0; hand < RANK_HANDS_ROW; hand++) {
        const uint8_t own = board->level[hand];
        const uint8_t raised = (uint8_t)(own + (own < under ? 0 : flushes));
        level[hand] = raised;
        level[HIGH_HANDS + hand] = raised;
        level[LOW_HANDS + hand] = raised;
        level[OFF_HANDS + hand] = raised;
    }
    for (unsigned i = 0; i < hands->flushes; i++) {
        const uint8_t own = hands->flush_level[i];
        level[hands->type[i]] = (uint8_t)(own + (own < flushes ? under : all));
    }
    for (unsigned grade = 0; grade <= GRADES; grade++) {
        const unsigned let_in = grade > GRADE_FLUSH ? flushes : 0;
        below[grade] = (uint8_t)(board->below[grade] + let_in);
    }
    below[GRADE_ROYAL_FLUSH] =
        (uint8_t)(below[GRADE_STRAIGHT_FLUSH] + hands->straight_flush_levels);
    below[GRADES] = (uint8_t)(below[GRADE_ROYAL_FLUSH] + hands->royal_levels);
}

static void add_flop(struct flop *flop, const unsigned rank[3], const uint8_t suit[3],
                     unsigned weight)
{
    for (unsigned i = 0; i < 3; i++) {
        flop->card[i] = uth_card_make(rank[i], suit[i]);
    }
    flop->weight = (uint8_t)weight;
}

void exact_space_flops(struct flop flops[FLOPS])
{
    static const struct {
        uint8_t suit[3];
        uint8_t weight;
    } patterns[3][5] = {
        {{{0, 0, 0}, 4}, {{0, 0, 1}, 12}, {{0, 1, 0}, 12}, {{1, 0, 0}, 12}, {{0, 1, 2}, 24}},
        {{{0, 1, 0}, 12}, {{0, 1, 2}, 12}}, // a pair and a card, in this order
        {{{0, 1, 2}, 4}},
    };
    unsigned count = 0;
    uint8_t r[3] = {0};
    do {
        const unsigned shape = (unsigned)(r[0] == r[1]) + (unsigned)(r[1] == r[2]);
        const bool high_pair = r[1] == r[2] && r[0] != r[1];
        const unsigned rank[3] = {high_pair ? r[2] : r[0], r[1], high_pair ? r[0] : r[2]};
        for (unsigned i = 0; i < 5 && patterns[shape][i].weight != 0; i++) {
            add_flop(&flops[count++], rank, patterns[shape][i].suit, patterns[shape][i].weight);
        }
    } while (next_ranks(r, 3));
    UTH_CHECK(count == FLOPS);
}
