// Writing a strategy down.
#include <string.h>

#include "simple.h"
#include "strategy_bytes.h"
#include "style.h"

struct writer {
    struct uth_exact *exact;
    struct worker *worker;
    uint8_t *bytes;
    unsigned planes;
    enum uth_style style;
    struct simple_board *simple; // [RANK_BOARDS], filled for the simple style
};

static unsigned planes_of(const struct game *game)
{
    return game->flop_large == game->flop_small && game->river_large == game->river_small ? 1 : 2;
}

static void put_decision(const struct writer *writer, size_t row, unsigned bit, bool bets,
                         bool small)
{
    uint8_t *plane = writer->bytes + PLANES_AT;
    const size_t at = row + bit / 8;
    plane[at] = (uint8_t)(plane[at] | (unsigned)bets << bit % 8);
    if (writer->planes > 1) {
        plane[PLANE_SIZE + at] = (uint8_t)(plane[PLANE_SIZE + at] | (unsigned)small << bit % 8);
    }
}

// Every renaming of the suits of every class reaches every flop; the last to come stays.
static void write_flop_map(const struct writer *writer)
{
    for (unsigned row = 0; row < FLOPS; row++) {
        for (unsigned rename = 0; rename < 256; rename++) {
            unsigned back[UTH_SUITS];
            unsigned reached = 0;
            for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
                back[rename >> suit * 2 & 3] = suit;
                reached |= 1U << (rename >> suit * 2 & 3);
            }
            if (reached != 15) {
                continue; // not a renaming
            }
            uth_card flop[3];
            for (unsigned i = 0; i < 3; i++) {
                const uth_card card = writer->exact->flops[row].card[i];
                flop[i] = uth_card_make(uth_card_rank(card), back[uth_card_suit(card)]);
            }
            exact_put(writer->bytes + FLOP_MAP_AT + exact_flop_index(flop) * (size_t)4, 4,
                      (uint64_t)row << 8 | rename);
        }
    }
}

static void write_set_index(const struct writer *writer)
{
    for (unsigned mask = 0; mask < 1U << UTH_RANKS; mask++) {
        const unsigned size = (unsigned)__builtin_popcount(mask);
        exact_put(writer->bytes + SET_INDEX_AT + mask * (size_t)2, 2,
                  size < 3 || size > 5 ? 0 : exact_set_index(mask));
    }
}

static void write_flops(const struct writer *writer)
{
    const struct uth_exact *exact = writer->exact;
    for (unsigned row = 0; row < FLOPS; row++) {
        struct flop_view view;
        exact_flop_view_of(exact, exact->flops[row].card, &view);
        for (unsigned hole = 0; hole < HOLES; hole++) {
            if ((view.cards & exact->space.hole_set[hole]) != 0) {
                continue;
            }
            const unsigned play =
                exact_style_flop(exact, writer->style, exact->flops[row].card, &view, hole);
            put_decision(writer, row * (size_t)FLOP_ROW, hole, play != 0,
                         play != 0 && play != (unsigned)exact->game.flop_large);
        }
    }
}

static void write_river(const struct writer *writer, size_t row, unsigned hand, uint8_t raise)
{
    const bool bets = raise != UTH_RAISES_MAX;
    put_decision(writer, row, hand, bets, bets && raise > 0);
}

static void write_rank_board(const struct writer *writer, const uint8_t r[5])
{
    struct worker *worker = writer->worker;
    const unsigned index = exact_multi5_any_index(r);
    const size_t row = PLANE_RANKS_AT + index * (size_t)RANK_ROW;
    struct river_facts facts = {.outs = {0}};
    uint8_t raise[HAND_ROW];
    exact_leaf_of_ranks(&worker->leaf, &writer->exact->space, &writer->exact->game,
                        &writer->exact->rank_counts[index], r);
    exact_leaf_values(&worker->leaf, &writer->exact->game, RANK_HANDS_ROW, &worker->values);
    if (writer->style == UTH_STYLE_SIMPLE) {
        exact_river_facts_of_ranks(&worker->leaf, &writer->exact->space, index,
                                   &writer->simple[index], &facts);
    }
    exact_style_river(&writer->exact->game, writer->style, &worker->values, RANK_HANDS, &facts,
                      raise);
    for (unsigned hand = 0; hand < RANK_HANDS; hand++) {
        write_river(writer, row, hand, raise[hand]);
    }
}

static void write_rank_boards(const struct writer *writer)
{
    uint8_t r[5] = {0};
    do {
        if (r[0] != r[4]) { // nobody has five of a kind
            write_rank_board(writer, r);
        }
    } while (next_ranks(r, 5));
}

static size_t suit_board_index(const struct group *group, const uint8_t off[2])
{
    const unsigned set = exact_set_index(group->suited);
    switch (group->size) {
    case 3: return set * (size_t)RANK_HANDS + multi2_index(off[0], off[1]);
    case 4: return SUIT_BOARDS_OF_FOUR + set * (size_t)UTH_RANKS + off[0];
    default: return SUIT_BOARDS_OF_FIVE + set;
    }
}

static void write_suit_board(const struct writer *writer, const struct group *group,
                             const uint8_t off[2])
{
    struct worker *worker = writer->worker;
    const struct uth_exact *exact = writer->exact;
    const struct hands *hands = &worker->hands;
    const size_t row = PLANE_SUITS_AT + suit_board_index(group, off) * SUIT_ROW;
    struct river_facts facts = {.outs = {0}};
    uint8_t raise[HAND_ROW];
    const unsigned board = exact_leaf_of_group(exact, worker, group, off);
    exact_leaf_values(&worker->leaf, &exact->game, HAND_ROW, &worker->values);
    if (writer->style == UTH_STYLE_SIMPLE) {
        exact_river_facts_of_suit(worker, &exact->space, group->suited, board,
                                  &writer->simple[board], &facts);
    }
    exact_style_river(&exact->game, writer->style, &worker->values, HAND_ROW, &facts, raise);
    for (unsigned i = 0; i < hands->count; i++) {
        write_river(writer, row, exact_suit_bit(hands->first[i], hands->second[i]),
                    raise[hands->type[i]]);
    }
}

static void write_suit_boards(const struct writer *writer)
{
    const struct uth_exact *exact = writer->exact;
    struct worker *worker = writer->worker;
    for (unsigned set = 0; set < SETS; set++) {
        uint8_t off[2] = {0, 0};
        const struct group group = exact_group_of(exact, set, worker);
        exact_space_hands(&exact->space, group.suited, &worker->hands);
        do {
            write_suit_board(writer, &group, off);
        } while (exact_next_off(&group, off));
    }
}

static void write_header(const struct writer *writer, size_t size)
{
    const struct game *game = &writer->exact->game;
    uint8_t *bytes = writer->bytes;
    memcpy(bytes + HEADER_MAGIC, exact_strategy_magic, sizeof exact_strategy_magic);
    exact_put(bytes + HEADER_VERSION, 4, UTH_STRATEGY_VERSION);
    exact_put(bytes + HEADER_LENGTH, 4, size);
    exact_put(bytes + HEADER_PROFILE, 8, exact_profile_of(game));
    bytes[HEADER_PLANES] = (uint8_t)writer->planes;
    bytes[HEADER_STYLE] = (uint8_t)writer->style;
    bytes[HEADER_FLOP_SIZES] = (uint8_t)game->flop_large;
    bytes[HEADER_FLOP_SIZES + 1] = (uint8_t)game->flop_small;
    bytes[HEADER_RIVER_SIZES] = (uint8_t)game->river_large;
    bytes[HEADER_RIVER_SIZES + 1] = (uint8_t)game->river_small;
}

size_t uth_strategy_size(const struct uth_exact *exact)
{
    return PLANES_AT + planes_of(&exact->game) * (size_t)PLANE_SIZE;
}

void uth_strategy_build(struct uth_exact *exact, enum uth_style style, void *bytes, size_t size)
{
    UTH_CHECK(style < UTH_STYLE_COUNT);
    _Static_assert(sizeof(struct simple_board) * RANK_BOARDS <= SCRATCH_SIZE, "fits the scratch");
    const struct writer writer = {.exact = exact,
                                  .worker = &exact->worker[0],
                                  .bytes = bytes,
                                  .planes = planes_of(&exact->game),
                                  .style = style,
                                  .simple = (void *)exact->shared.scratch};
    const size_t length = uth_strategy_size(exact);
    UTH_CHECK(size >= length);
    memset(bytes, 0, length);
    write_header(&writer, length);
    if (style == UTH_STYLE_SIMPLE) {
        exact_simple_build(writer.simple);
    }
    for (unsigned i = 0; i < CLASSES; i++) {
        const unsigned raise = exact_style_preflop(exact, style, i);
        writer.bytes[PREFLOP_AT + i] =
            raise == UTH_RAISES_MAX ? 0 : exact->game.raises[UTH_STREET_PREFLOP][raise];
    }
    write_flop_map(&writer);
    write_set_index(&writer);
    write_flops(&writer);
    write_rank_boards(&writer);
    write_suit_boards(&writer);
    exact_put(writer.bytes + HEADER_CHECK, 8, exact_strategy_check(writer.bytes, length));
}
