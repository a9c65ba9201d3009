// Asking a strategy: a few loads and one bit for each decision.
#include "strategy.h"

#include <string.h>

#include "boards.h"
#include "game.h"
#include "strategy_bytes.h"

static uint64_t hash_byte(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++) {
        hash = hash_byte(hash, (uint8_t)(number >> 8 * i));
    }
    return hash;
}

uint64_t exact_profile_of(const struct game *game)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    hash = hash_number(hash, (uint64_t)game->unit);
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        hash = hash_number(hash, (uint64_t)game->pay[exact_grade_of_kind(game->part, kind)]);
    }
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            hash = hash_byte(hash, game->raises[street][i]);
        }
    }
    const enum uth_hand_kind kind = uth_hand_kind_of(game->qualifier);
    const bool whole = game->qualifier == (uth_hand)(kind << 12);
    hash = hash_number(hash, whole ? (uint64_t)kind : 0x10000U + game->qualifier);
    return hash_number(hash, (uint64_t)game->ante_rule);
}

enum uth_status uth_strategy_profile(const struct uth_rules *rules, uint64_t *profile)
{
    struct game game;
    const enum uth_status status = exact_game_from(rules, &game);
    if (status == UTH_OK) {
        *profile = exact_profile_of(&game);
    }
    return status;
}

// Eight bytes at a time, so that two megabytes take a millisecond. Not against forgers.
uint64_t exact_strategy_check(const uint8_t *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15) ^ size;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        for (size_t i = 0; i < 8 && at + i < size; i++) {
            word |= (uint64_t)bytes[at + i] << 8 * i;
        }
        word = at == HEADER_CHECK ? 0 : word;
        hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    return hash;
}

static bool is_whole(const uint8_t *bytes, size_t size)
{
    if (size < PLANES_AT + PLANE_SIZE ||
        memcmp(bytes, exact_strategy_magic, sizeof exact_strategy_magic) != 0) {
        return false;
    }
    const unsigned planes = bytes[HEADER_PLANES];
    return exact_get(bytes + HEADER_VERSION, 4) == UTH_STRATEGY_VERSION &&
           (planes == 1 || planes == 2) && bytes[HEADER_STYLE] < UTH_STYLE_COUNT &&
           size == PLANES_AT + planes * (size_t)PLANE_SIZE &&
           exact_get(bytes + HEADER_LENGTH, 4) == size &&
           exact_get(bytes + HEADER_CHECK, 8) == exact_strategy_check(bytes, size);
}

// The indices in the block are looked up without a second look, so that they must be in range.
static bool indices_are_sound(const uint8_t *bytes)
{
    static const unsigned sets[6] = {0, 0, 0, SETS_3, SETS_4, SETS_5};
    for (unsigned i = 0; i < ALL_FLOPS; i++) {
        if (exact_get(bytes + FLOP_MAP_AT + i * (size_t)4, 4) >> 8 >= FLOPS) {
            return false;
        }
    }
    for (unsigned mask = 0; mask < 1U << UTH_RANKS; mask++) {
        const unsigned size = (unsigned)__builtin_popcount(mask);
        const unsigned limit = size < 3 || size > 5 ? 1 : sets[size];
        if (exact_get(bytes + SET_INDEX_AT + mask * (size_t)2, 2) >= limit) {
            return false;
        }
    }
    return true;
}

enum uth_status uth_strategy_open(const void *bytes, size_t size, const struct uth_rules *rules,
                                  struct uth_strategy *strategy)
{
    const uint8_t *block = bytes;
    if (!is_whole(block, size) || !indices_are_sound(block)) {
        return UTH_ERR_STRATEGY;
    }
    const uint64_t profile = exact_get(block + HEADER_PROFILE, 8);
    if (rules != NULL) {
        uint64_t wanted = 0;
        const enum uth_status status = uth_strategy_profile(rules, &wanted);
        if (status != UTH_OK) {
            return status;
        }
        if (wanted != profile) {
            return UTH_ERR_STRATEGY_RULES;
        }
    }
    *strategy = (struct uth_strategy){
        .bytes = block,
        .size = size,
        .profile = profile,
        .style = (enum uth_style)block[HEADER_STYLE],
        .planes = block[HEADER_PLANES],
        .flop_size = {block[HEADER_FLOP_SIZES], block[HEADER_FLOP_SIZES + 1]},
        .river_size = {block[HEADER_RIVER_SIZES], block[HEADER_RIVER_SIZES + 1]},
    };
    return UTH_OK;
}

unsigned uth_strategy_preflop(const struct uth_strategy *strategy, const uth_card hole[2])
{
    return strategy->bytes[PREFLOP_AT + exact_hand_class_of(hole[0], hole[1])];
}

// One bit of each plane at the same place. What it says is a coin toss to a branch predictor.
static unsigned decision(const struct uth_strategy *strategy, size_t row, unsigned bit,
                         const uint8_t size[2])
{
    const uint8_t *plane = strategy->bytes + PLANES_AT;
    const size_t at = row + bit / 8;
    const unsigned bets = plane[at] >> bit % 8 & 1U;
    const unsigned small = strategy->planes == 1 ? 0 : plane[PLANE_SIZE + at] >> bit % 8 & 1U;
    return bets * size[small];
}

static uth_card rename_suit(uth_card card, unsigned rename)
{
    return (uth_card)((card & ~3U) | (rename >> (card & 3U) * 2 & 3U));
}

static unsigned flop_decision(const struct uth_strategy *strategy, unsigned flop, uth_card a,
                              uth_card b)
{
    const uint8_t *entry = strategy->bytes + FLOP_MAP_AT + flop * (size_t)4;
    const unsigned rename = entry[0];
    const unsigned row = entry[1] | (unsigned)entry[2] << 8;
    return decision(strategy, row * (size_t)FLOP_ROW,
                    hole_index(rename_suit(a, rename), rename_suit(b, rename)),
                    strategy->flop_size);
}

unsigned uth_strategy_flop(const struct uth_strategy *strategy, const uth_card hole[2],
                           const uth_card flop[3])
{
    return flop_decision(strategy, exact_flop_index(flop), hole[0], hole[1]);
}

// The suit with three cards or more, or UTH_SUITS. Each suit counts in four bits of its own; five
// more make three and above show in the top one.
static unsigned flush_suit_of(const uth_card board[5])
{
    unsigned count = 0x5555;
    for (unsigned i = 0; i < 5; i++) {
        count += 1U << (board[i] & 3U) * 4;
    }
    count &= 0x8888;
    return count == 0 ? UTH_SUITS : (unsigned)__builtin_ctz(count) / 4;
}

static unsigned card_type_of(uth_card card, unsigned suit)
{
    return uth_card_rank(card) + ((card & 3U) == suit ? 0U : (unsigned)UTH_RANKS);
}

static size_t suit_row(const struct uth_strategy *strategy, const uth_card board[5], unsigned suit)
{
    unsigned suited = 0;
    unsigned off[5] = {0};
    unsigned offs = 0;
    for (unsigned i = 0; i < 5; i++) {
        const unsigned rank = board[i] >> 2;
        const unsigned of_suit = (board[i] & 3U) == suit;
        suited |= of_suit << rank;
        off[offs] = rank;
        offs += 1 - of_suit;
    }
    const uint8_t *entry = strategy->bytes + SET_INDEX_AT + suited * (size_t)2;
    const unsigned set = entry[0] | (unsigned)entry[1] << 8;
    switch (offs) {
    case 2: return set * (size_t)RANK_HANDS + any2_index(off[0], off[1]);
    case 1: return SUIT_BOARDS_OF_FOUR + set * (size_t)UTH_RANKS + off[0];
    default: return SUIT_BOARDS_OF_FIVE + set;
    }
}

static unsigned ranks_decision(const struct uth_strategy *strategy, unsigned board, uth_card a,
                               uth_card b)
{
    const size_t row = PLANE_RANKS_AT + board * (size_t)RANK_ROW;
    return decision(strategy, row, any2_index(a >> 2, b >> 2), strategy->river_size);
}

// Where a decision stands in a plane.
struct bit_at {
    size_t row;
    unsigned bit;
};

static struct bit_at suits_bit(const struct uth_strategy *strategy, const uth_card board[5],
                               unsigned suit, const uth_card hole[2])
{
    return (struct bit_at){
        PLANE_SUITS_AT + suit_row(strategy, board, suit) * SUIT_ROW,
        exact_suit_bit(card_type_of(hole[0], suit), card_type_of(hole[1], suit))};
}

unsigned uth_strategy_river(const struct uth_strategy *strategy, const uth_card hole[2],
                            const uth_card board[5])
{
    const unsigned suit = flush_suit_of(board);
    if (suit == UTH_SUITS) {
        const uint8_t ranks[5] = {board[0] >> 2, board[1] >> 2, board[2] >> 2, board[3] >> 2,
                                  board[4] >> 2};
        return ranks_decision(strategy, exact_multi5_any_index(ranks), hole[0], hole[1]);
    }
    const struct bit_at at = suits_bit(strategy, board, suit, hole);
    return decision(strategy, at.row, at.bit, strategy->river_size);
}

// ---- many rounds --------------------------------------------------------------------------------

// Two rows, the lower cards of both in the first.
EXACT_PART void order_rows(uint8_t *restrict a, uint8_t *restrict b)
{
    for (unsigned i = 0; i < HAND_ROW_LANES; i++) {
        const uint8_t low = a[i] < b[i] ? a[i] : b[i];
        const uint8_t high = a[i] < b[i] ? b[i] : a[i];
        a[i] = low;
        b[i] = high;
    }
}

// exact_flop_index of each round. Every step of choosing fits 16 bits.
EXACT_PART void set_flops(struct exact_boards *boards)
{
    uint8_t cards[3][HAND_ROW_LANES];
    for (unsigned i = 0; i < 3; i++) {
        memcpy(cards[i], boards->community[i], HAND_ROW_LANES);
    }
    order_rows(cards[0], cards[1]);
    order_rows(cards[1], cards[2]);
    order_rows(cards[0], cards[1]);
    for (unsigned i = 0; i < HAND_ROW_LANES; i++) {
        const uint16_t b = cards[1][i];
        const uint16_t c = cards[2][i];
        const uint16_t two_of_b = (uint16_t)(b * (b - 1)) / 2;
        const uint16_t two_of_c = (uint16_t)(c * (c - 1)) / 2;
        const uint16_t three_of_c = (uint16_t)(two_of_c * (c - 2)) / 3;
        boards->flop[i] = (uint16_t)(cards[0][i] + two_of_b + three_of_c);
    }
}

// exact_multi5_any_index of each round: each rank goes up by its place, and then it is a set.
EXACT_PART void set_ranks(struct exact_boards *boards)
{
    uint8_t ranks[5][HAND_ROW_LANES];
    for (unsigned k = 0; k < 5; k++) {
        for (unsigned i = 0; i < HAND_ROW_LANES; i++) {
            ranks[k][i] = boards->community[k][i] >> 2;
        }
    }
    static const uint8_t steps[9][2] = {{0, 1}, {3, 4}, {2, 4}, {2, 3}, {1, 4},
                                        {0, 3}, {0, 2}, {1, 3}, {1, 2}};
    for (unsigned step = 0; step < 9; step++) {
        order_rows(ranks[steps[step][0]], ranks[steps[step][1]]);
    }
    for (unsigned i = 0; i < HAND_ROW_LANES; i++) {
        const uint16_t b = (uint16_t)(ranks[1][i] + 1);
        const uint16_t c = (uint16_t)(ranks[2][i] + 2);
        const uint16_t d = (uint16_t)(ranks[3][i] + 3);
        const uint16_t e = (uint16_t)(ranks[4][i] + 4);
        const uint16_t of_b = (uint16_t)(b * (b - 1)) / 2;
        const uint16_t of_c = (uint16_t)(c * (c - 1) * (c - 2)) / 6;
        const uint16_t of_d = (uint16_t)(d * (d - 1) * (d - 2) / 2 * (d - 3)) / 12;
        const uint16_t four_of_e = (uint16_t)(e * (e - 1) * (e - 2) / 2 * (e - 3)) / 12;
        const uint16_t of_e = (uint16_t)(four_of_e * (e - 4)) / 5;
        boards->ranks[i] = (uint16_t)(ranks[0][i] + of_b + of_c + of_d + of_e);
    }
}

// As in flush_suit_of: counters of four bits, two suits in a byte.
EXACT_PART void set_suits(struct exact_boards *boards)
{
    uint8_t first[HAND_ROW_LANES];
    uint8_t last[HAND_ROW_LANES];
    memset(first, 0x55, sizeof first); // three more make eight
    memset(last, 0x55, sizeof last);
    for (unsigned k = 0; k < 5; k++) {
        uth_card row[HAND_ROW_LANES]; // a copy, which nothing written can change
        memcpy(row, boards->community[k], sizeof row);
        for (unsigned i = 0; i < HAND_ROW_LANES; i++) {
            const uint8_t odd = row[i] & 1;
            const uint8_t one = (uint8_t)(1 + (odd << 4) - odd);
            const uint8_t in_last = (uint8_t)(0 - (row[i] >> 1 & 1)); // all bits, or none
            first[i] = (uint8_t)(first[i] + (one & ~in_last));
            last[i] = (uint8_t)(last[i] + (one & in_last));
        }
    }
    for (unsigned i = 0; i < HAND_ROW_LANES; i++) {
        boards->suits[i] = ((first[i] | last[i]) & 0x88) != 0;
    }
}

EXACT_WIDE static void set_boards(struct exact_boards *boards)
{
    set_flops(boards);
    set_ranks(boards);
    set_suits(boards);
}

void exact_boards_set(struct exact_boards *boards, const hand_row community[5])
{
    memcpy(boards->community, community, sizeof boards->community);
    set_boards(boards);
}

// A look-up that misses the cache holds up none of the others: no branch depends on it.
void exact_boards_flop(const struct exact_boards *boards, const struct uth_strategy *strategy,
                       const hand_row hole[2], const struct exact_asked *asked,
                       uint8_t plays[HAND_ROW_LANES])
{
    for (unsigned i = 0; i < asked->count; i++) {
        const unsigned round = asked->round[i];
        plays[i] =
            (uint8_t)flop_decision(strategy, boards->flop[round], hole[0][round], hole[1][round]);
    }
}

static struct bit_at suits_bit_of(const struct exact_boards *boards,
                                  const struct uth_strategy *strategy, const hand_row hole[2],
                                  unsigned round)
{
    uth_card board[5];
    for (unsigned i = 0; i < 5; i++) {
        board[i] = boards->community[i][round];
    }
    const uth_card cards[2] = {hole[0][round], hole[1][round]};
    return suits_bit(strategy, board, flush_suit_of(board), cards);
}

// Every board's ranks are looked up, and some in vain; then those that can flush on their own, from
// rows that seldom lie in a near cache.
void exact_boards_river(const struct exact_boards *boards, const struct uth_strategy *strategy,
                        const hand_row hole[2], const struct exact_asked *asked,
                        uint8_t plays[HAND_ROW_LANES])
{
    uint8_t suited[HAND_ROW_LANES] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < asked->count; i++) {
        const unsigned round = asked->round[i];
        plays[i] =
            (uint8_t)ranks_decision(strategy, boards->ranks[round], hole[0][round], hole[1][round]);
        suited[count] = (uint8_t)i;
        count += boards->suits[round];
    }
    struct bit_at at[HAND_ROW_LANES];
    for (unsigned i = 0; i < count; i++) {
        at[i] = suits_bit_of(boards, strategy, hole, asked->round[suited[i]]);
        __builtin_prefetch(strategy->bytes + PLANES_AT + at[i].row + at[i].bit / 8);
    }
    for (unsigned i = 0; i < count; i++) {
        plays[suited[i]] = (uint8_t)decision(strategy, at[i].row, at[i].bit, strategy->river_size);
    }
}
