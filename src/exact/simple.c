#include "simple.h"

#include <string.h>

static void build_board(struct simple_board *out, const uint8_t ranks[5])
{
    uth_card cards[6];
    unsigned count[UTH_RANKS] = {0};
    for (unsigned i = 0; i < 5; i++) {
        cards[i] = uth_card_make(ranks[i], i % UTH_SUITS);
        count[ranks[i]]++;
    }
    struct uth_board board;
    uth_board_set(&board, cards);
    // Distinct strengths of the hands, so that a level is a count of them.
    uint16_t sorted[RANK_HANDS];
    unsigned distinct = 0;
    for (unsigned b = 0; b < UTH_RANKS; b++) {
        for (unsigned a = 0; a <= b; a++) {
            const bool possible =
                a == b ? count[a] < 3 : count[a] < UTH_SUITS && count[b] < UTH_SUITS;
            unsigned at = distinct;
            while (possible && at > 0 && sorted[at - 1] > board.by_ranks[b][a]) {
                at--;
            }
            if (possible && (at == 0 || sorted[at - 1] != board.by_ranks[b][a])) {
                memmove(&sorted[at + 1], &sorted[at], (distinct - at) * sizeof sorted[0]);
                sorted[at] = board.by_ranks[b][a];
                distinct++;
            }
        }
    }
    out->kind = (uint8_t)uth_hand_kind_of(uth_hand_of(cards, 5));
    out->above_flush = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        unsigned beats = 0;
        if (count[rank] < UTH_SUITS) {
            // The next suit in turn: no rank has a suit twice, no suit more than two cards.
            unsigned suit = 5 % UTH_SUITS;
            while (uth_cards_have(board.cards, uth_card_make(rank, suit))) {
                suit = (suit + 1) % UTH_SUITS;
            }
            cards[5] = uth_card_make(rank, suit);
            const uth_hand strength = uth_hand_of(cards, 6);
            while (beats < distinct && sorted[beats] < strength) {
                beats++;
            }
            if (uth_hand_kind_of(strength) > UTH_HAND_FLUSH) {
                out->above_flush = (uint16_t)(out->above_flush | 1U << rank);
            }
        }
        out->beats[rank] = (uint8_t)beats;
    }
}

void exact_simple_build(struct simple_board boards[RANK_BOARDS])
{
    uint8_t r[5] = {0};
    do {
        if (r[0] != r[4]) { // nobody has five of a kind
            build_board(&boards[exact_multi5_any_index(r)], r);
        }
    } while (next_ranks(r, 5));
}

bool exact_simple_bets_flop(const uth_card hole[2], const uth_card flop[3])
{
    const uth_card five[5] = {hole[0], hole[1], flop[0], flop[1], flop[2]};
    const unsigned high = uth_card_rank(hole[0]);
    const unsigned low = uth_card_rank(hole[1]);
    if (high == low && high != UTH_RANK_TWO) {
        return true;
    }
    for (unsigned i = 0; i < 3; i++) {
        const unsigned rank = uth_card_rank(flop[i]);
        if (rank == high || rank == low) {
            return true; // pocket deuces have made three of a kind
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        const unsigned suit = uth_card_suit(hole[i]);
        unsigned suited = 0;
        for (unsigned k = 0; k < 5; k++) {
            suited += uth_card_suit(five[k]) == suit;
        }
        if (suited >= 4 && uth_card_rank(hole[i]) >= UTH_RANK_TEN) {
            return true;
        }
    }
    return uth_hand_kind_of(uth_hand_of(five, 5)) >= UTH_HAND_TWO_PAIRS;
}

struct levels {
    uint8_t level[HAND_ROW];
    uint8_t below[GRADES + 1];
};

// The first level whose hands are of a better kind.
static unsigned above_kind(const struct space *space, const struct levels *levels, unsigned kind)
{
    return levels->below[exact_grade_of_kind(space->part, kind + 1)];
}

// `above`: the first level of a better kind than the board's.
static void set_facts(const struct leaf *leaf, const struct hands *hands,
                      const struct levels *levels, const uint8_t beats[CARD_TYPES], unsigned above,
                      struct river_facts *facts)
{
    uint8_t outs[LEVELS_MAX] = {0};
    for (unsigned card = 0; card < CARD_TYPES; card++) {
        for (unsigned level = 0; level < beats[card]; level++) {
            outs[level] = (uint8_t)(outs[level] + leaf->left[card]);
        }
    }
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned level = levels->level[hands->type[i]];
        const int own = (level < beats[hands->first[i]]) + (level < beats[hands->second[i]]);
        // Of hands that cannot be dealt the own cards are not among those left.
        facts->outs[hands->type[i]] = (uint8_t)(outs[level] > own ? outs[level] - own : 0);
        facts->better[hands->type[i]] = level >= above;
    }
}

void exact_river_facts_of_ranks(const struct leaf *leaf, const struct space *space, unsigned ranks,
                                const struct simple_board *board, struct river_facts *facts)
{
    uint8_t beats[CARD_TYPES] = {0};
    struct levels levels;
    memcpy(beats, board->beats, UTH_RANKS);
    memcpy(levels.level, space->boards[ranks].level, RANK_HANDS_ROW);
    memcpy(levels.below, space->boards[ranks].below, sizeof levels.below);
    set_facts(leaf, &space->rank_hands, &levels, beats, above_kind(space, &levels, board->kind),
              facts);
}

// The levels of hands that this flush on the board and one card beats: up to the last whose ranks of the
// suit are weaker.
static uint8_t flush_beats(const struct space *space, const struct hands *hands,
                           const struct levels *levels, unsigned suited, unsigned flush)
{
    const bool is_straight = uth_hand_kind_of((uth_hand)flush) > UTH_HAND_FLUSH;
    unsigned count = levels->below[is_straight ? GRADE_STRAIGHT_FLUSH : GRADE_FLUSH];
    for (unsigned i = 0; i < hands->flushes; i++) {
        const unsigned own = (1U << hands->first[i] | 1U << hands->second[i] | suited) & 0x1fff;
        if (space->flush[own] < flush && levels->level[hands->type[i]] >= count) {
            count = levels->level[hands->type[i]] + 1U;
        }
    }
    return (uint8_t)count;
}

void exact_river_facts_of_suit(const struct worker *worker, const struct space *space,
                               unsigned suited, unsigned ranks, const struct simple_board *board,
                               struct river_facts *facts)
{
    const struct hands *hands = &worker->hands;
    uint8_t beats[CARD_TYPES] = {0};
    struct levels levels;
    exact_merge_levels(hands, &space->boards[ranks], levels.level, levels.below);
    for (unsigned card = 0; card < CARD_TYPES; card++) {
        const unsigned rank = card % UTH_RANKS;
        const bool of_suit = card < UTH_RANKS;
        const unsigned mask = suited | (of_suit ? 1U << rank : 0);
        const unsigned flush = space->flush[mask];
        if (of_suit && (suited >> rank & 1) != 0) {
            continue; // on the board
        }
        if (flush == 0) {
            const bool above = (board->above_flush >> rank & 1) != 0;
            beats[card] = (uint8_t)(board->beats[rank] + (above ? hands->flush_levels : 0));
            continue;
        }
        beats[card] = flush_beats(space, hands, &levels, suited, flush);
    }
    const bool board_flush = space->flush[suited] != 0;
    const unsigned kind = board_flush ? uth_hand_kind_of(space->flush[suited]) : board->kind;
    set_facts(&worker->leaf, hands, &levels, beats, above_kind(space, &levels, kind), facts);
}
