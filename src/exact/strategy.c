// Asking a strategy: a few loads and one bit for each decision.
#include "strategy.h"

#include <string.h>

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

// One bit of each plane at the same place.
static unsigned decision(const struct uth_strategy *strategy, size_t row, unsigned bit,
                         const uint8_t size[2])
{
    const uint8_t *plane = strategy->bytes + PLANES_AT;
    const size_t at = row + bit / 8;
    if ((plane[at] >> bit % 8 & 1) == 0) {
        return 0;
    }
    if (strategy->planes == 1) {
        return size[0];
    }
    return size[plane[PLANE_SIZE + at] >> bit % 8 & 1];
}

unsigned uth_strategy_flop(const struct uth_strategy *strategy, const uth_card hole[2],
                           const uth_card flop[3])
{
    const uint8_t *entry = strategy->bytes + FLOP_MAP_AT + exact_flop_index(flop) * (size_t)4;
    const unsigned rename = entry[0];
    const unsigned row = entry[1] | (unsigned)entry[2] << 8;
    uth_card renamed[2];
    for (unsigned i = 0; i < 2; i++) {
        renamed[i] = (uth_card)((hole[i] & ~3U) | (rename >> (hole[i] & 3U) * 2 & 3U));
    }
    return decision(strategy, row * (size_t)FLOP_ROW, hole_index(renamed[0], renamed[1]),
                    strategy->flop_size);
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

unsigned uth_strategy_river(const struct uth_strategy *strategy, const uth_card hole[2],
                            const uth_card board[5])
{
    const unsigned suit = flush_suit_of(board);
    if (suit == UTH_SUITS) {
        const uint8_t ranks[5] = {board[0] >> 2, board[1] >> 2, board[2] >> 2, board[3] >> 2,
                                  board[4] >> 2};
        const size_t row = PLANE_RANKS_AT + exact_multi5_any_index(ranks) * (size_t)RANK_ROW;
        return decision(strategy, row, any2_index(hole[0] >> 2, hole[1] >> 2),
                        strategy->river_size);
    }
    const size_t row = PLANE_SUITS_AT + suit_row(strategy, board, suit) * SUIT_ROW;
    return decision(strategy, row,
                    exact_suit_bit(card_type_of(hole[0], suit), card_type_of(hole[1], suit)),
                    strategy->river_size);
}
