#include "uth/coach.h"

#include <string.h>

// The lowest partner of each high card, by rank, suited and offsuit (docs/rules.md, "Figures that are
// true").
static bool is_on_chart(const uth_card hole[2])
{
    static const struct {
        uint8_t high, suited, offsuit;
    } lowest[] = {
        {UTH_RANK_ACE, UTH_RANK_TWO, UTH_RANK_TWO},
        {UTH_RANK_KING, UTH_RANK_TWO, UTH_RANK_TWO + 3},      // K5o
        {UTH_RANK_QUEEN, UTH_RANK_TWO + 4, UTH_RANK_TWO + 6}, // Q6s, Q8o
        {UTH_RANK_JACK, UTH_RANK_TWO + 6, UTH_RANK_TEN},      // J8s, JTo
    };
    const unsigned a = uth_card_rank(hole[0]);
    const unsigned b = uth_card_rank(hole[1]);
    const bool suited = uth_card_suit(hole[0]) == uth_card_suit(hole[1]);
    if (a == b) {
        return a != UTH_RANK_TWO;
    }
    for (size_t i = 0; i < sizeof lowest / sizeof lowest[0]; i++) {
        if ((a > b ? a : b) == lowest[i].high) {
            return (a > b ? b : a) >= (suited ? lowest[i].suited : lowest[i].offsuit);
        }
    }
    return false;
}

// The hole card with the highest pair, if one has any.
static bool find_hidden_pair(const uth_card hole[2], const uth_card *board, unsigned board_count,
                             uth_card *card)
{
    bool found = false;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned rank = uth_card_rank(hole[i]);
        bool paired = uth_card_rank(hole[1 - i]) == rank;
        for (unsigned k = 0; k < board_count; k++) {
            paired = paired || uth_card_rank(board[k]) == rank;
        }
        if (paired && (!found || rank > uth_card_rank(*card))) {
            *card = hole[i];
            found = true;
        }
    }
    return found;
}

static bool find_flush_draw(const uth_card hole[2], const uth_card flop[3], uth_card *card)
{
    bool found = false;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned suit = uth_card_suit(hole[i]);
        unsigned count = 1U + (uth_card_suit(hole[1 - i]) == suit);
        for (unsigned k = 0; k < 3; k++) {
            count += uth_card_suit(flop[k]) == suit;
        }
        const unsigned rank = uth_card_rank(hole[i]);
        if (count >= 4 && rank >= UTH_RANK_TEN && (!found || rank > uth_card_rank(*card))) {
            *card = hole[i];
            found = true;
        }
    }
    return found;
}

static struct uth_coach decided(struct uth_coach coach, enum uth_coach_rule rule, bool bets)
{
    coach.rule = rule;
    coach.bets = bets;
    return coach;
}

static struct uth_coach coach_flop(const uth_card hole[2], const uth_card flop[3])
{
    const uth_card five[5] = {hole[0], hole[1], flop[0], flop[1], flop[2]};
    const bool deuces =
        uth_card_rank(hole[0]) == UTH_RANK_TWO && uth_card_rank(hole[1]) == UTH_RANK_TWO;
    struct uth_coach coach = {.kind = uth_hand_kind_of(uth_hand_of(five, 5)), .card = hole[0]};
    if (coach.kind >= UTH_HAND_TWO_PAIRS) {
        return decided(coach, UTH_COACH_TWO_PAIR, true);
    }
    if (deuces) {
        return decided(coach, UTH_COACH_DEUCES, false);
    }
    if (find_hidden_pair(hole, flop, 3, &coach.card)) {
        return decided(coach, UTH_COACH_HIDDEN_PAIR, true);
    }
    if (find_flush_draw(hole, flop, &coach.card)) {
        return decided(coach, UTH_COACH_FLUSH_DRAW, true);
    }
    return decided(coach, UTH_COACH_NOTHING, false);
}

static struct uth_coach coach_river(const uth_card hole[2], const uth_card board[5], uth_cards dead)
{
    uth_card cards[7];
    memcpy(cards, board, 5 * sizeof cards[0]);
    memcpy(cards + 5, hole, 2 * sizeof cards[0]);
    const uth_hand ours = uth_hand_of(cards, 7);
    const uth_hand boards = uth_hand_of(board, 5);
    const uth_cards gone = uth_cards_from(cards, 7) | dead;
    struct uth_coach coach = {.kind = uth_hand_kind_of(ours), .card = hole[0]};
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        if (!uth_cards_have(gone, card)) {
            cards[5] = card;
            coach.unseen++;
            coach.outs = (uint8_t)(coach.outs + (uth_hand_of(cards, 6) > ours));
        }
    }
    (void)find_hidden_pair(hole, board, 5, &coach.card);
    if (coach.kind > uth_hand_kind_of(boards)) {
        return decided(coach, UTH_COACH_BETTER, true);
    }
    const bool few = coach.outs < UTH_COACH_OUTS;
    if (ours == boards) {
        return decided(coach, few ? UTH_COACH_BOARD_BETS : UTH_COACH_BOARD_FOLDS, few);
    }
    return decided(coach, few ? UTH_COACH_FEW_OUTS : UTH_COACH_MANY_OUTS, few);
}

struct uth_coach uth_coach_of(const uth_card hole[2], const uth_card *board, unsigned board_count,
                              uth_cards dead)
{
    UTH_CHECK(board_count == 0 || board_count == 3 || board_count == 5);
    UTH_CHECK(hole[0] != hole[1]);
    if (board_count == 0) {
        const bool bets = is_on_chart(hole);
        return decided((struct uth_coach){.card = hole[0]},
                       bets ? UTH_COACH_CHART_BET : UTH_COACH_CHART_CHECK, bets);
    }
    return board_count == 3 ? coach_flop(hole, board) : coach_river(hole, board, dead);
}

unsigned uth_coach_play(const uth_card hole[2], const uth_card *board, unsigned board_count,
                        unsigned largest, unsigned smallest)
{
    const struct uth_coach coach = uth_coach_of(hole, board, board_count, 0);
    return !coach.bets ? 0 : board_count == 5 ? smallest : largest;
}

const char *uth_coach_rule_name(enum uth_coach_rule rule)
{
    static const char *const names[UTH_COACH_RULE_COUNT] = {
        [UTH_COACH_CHART_BET] = "chart_bet",   [UTH_COACH_CHART_CHECK] = "chart_check",
        [UTH_COACH_TWO_PAIR] = "two_pair",     [UTH_COACH_HIDDEN_PAIR] = "hidden_pair",
        [UTH_COACH_FLUSH_DRAW] = "flush_draw", [UTH_COACH_DEUCES] = "deuces",
        [UTH_COACH_NOTHING] = "nothing",       [UTH_COACH_BETTER] = "better",
        [UTH_COACH_FEW_OUTS] = "few_outs",     [UTH_COACH_MANY_OUTS] = "many_outs",
        [UTH_COACH_BOARD_BETS] = "board_bets", [UTH_COACH_BOARD_FOLDS] = "board_folds",
    };
    UTH_CHECK(rule < UTH_COACH_RULE_COUNT);
    return names[rule];
}
