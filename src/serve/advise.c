#include "serve/advise.h"

#include <stdlib.h>
#include <string.h>

#include "uth/hand.h"

// ---- the simple strategy ----------------------------------------------------------------------

// Perfect play before the flop as a chart (docs/rules.md, "Figures that are true"): every ace; K2s+,
// K5o+; Q6s+, Q8o+; J8s+, JTo; 33+.
static bool bets_preflop(const uth_card hole[2])
{
    static const struct {
        uint8_t high, suited, offsuit;
    } lowest[] = {
        {UTH_RANK_ACE, 0, 0},
        {UTH_RANK_KING, 0, 3},
        {UTH_RANK_QUEEN, 4, 6},
        {UTH_RANK_JACK, 6, 8},
    };
    const unsigned a = uth_card_rank(hole[0]);
    const unsigned b = uth_card_rank(hole[1]);
    const bool suited = uth_card_suit(hole[0]) == uth_card_suit(hole[1]);
    if (a == b) {
        return a >= 1; // threes
    }
    for (size_t i = 0; i < sizeof lowest / sizeof lowest[0]; i++) {
        if ((a > b ? a : b) == lowest[i].high) {
            return (a > b ? b : a) >= (suited ? lowest[i].suited : lowest[i].offsuit);
        }
    }
    return false;
}

static bool four_to_a_flush(const uth_card hole[2], const uth_card flop[3])
{
    for (unsigned i = 0; i < 2; i++) {
        const unsigned suit = uth_card_suit(hole[i]);
        unsigned count = 0;
        for (unsigned j = 0; j < 5; j++) {
            count += uth_card_suit(j < 2 ? hole[j] : flop[j - 2]) == suit;
        }
        if (count >= 4 && uth_card_rank(hole[i]) >= UTH_RANK_TEN) {
            return true;
        }
    }
    return false;
}

static bool bets_flop(const uth_card hole[2], const uth_card flop[3])
{
    const uth_card cards[5] = {hole[0], hole[1], flop[0], flop[1], flop[2]};
    const unsigned a = uth_card_rank(hole[0]);
    const unsigned b = uth_card_rank(hole[1]);
    bool hidden_pair = a == b && a != UTH_RANK_TWO;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned rank = uth_card_rank(flop[i]);
        hidden_pair = hidden_pair || rank == a || rank == b;
    }
    return uth_hand_kind_of(uth_hand_of(cards, 5)) >= UTH_HAND_TWO_PAIRS || hidden_pair ||
           four_to_a_flush(hole, flop);
}

// A better kind than the board's own, or fewer than 21 single cards that would beat us.
static bool bets_river(const uth_card hole[2], const uth_card board[5])
{
    uth_card cards[7];
    memcpy(cards, board, 5 * sizeof *cards);
    memcpy(cards + 5, hole, 2 * sizeof *cards);
    const uth_hand ours = uth_hand_of(cards, 7);
    const uth_cards seen = uth_cards_from(cards, 7);
    if (uth_hand_kind_of(ours) > uth_hand_kind_of(uth_hand_of(board, 5))) {
        return true;
    }
    unsigned beating = 0;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        cards[5] = card;
        beating += !uth_cards_have(seen, card) && uth_hand_of(cards, 6) > ours;
    }
    return beating < 21;
}

unsigned advise_simple(const uth_card hole[2], const uth_card *board, unsigned board_count,
                       unsigned largest, unsigned smallest)
{
    switch (board_count) {
    case 0: return bets_preflop(hole) ? largest : 0;
    case 3: return bets_flop(hole, board) ? largest : 0;
    default: return bets_river(hole, board) ? smallest : 0;
    }
}

// ---- tables, worked out once ------------------------------------------------------------------

struct build {
    struct job job; // first
    struct advise *advise;
    struct uth_rules rules;
    enum uth_style style;
    size_t index;
    void *bytes;
    size_t size;
};

static void build_run(struct job *job, struct store *reader)
{
    struct build *build = (struct build *)job;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    (void)reader;
    if (memory != NULL && uth_exact_solve(&build->rules, 1, memory, size, &exact) == UTH_OK) {
        build->size = uth_strategy_size(exact);
        build->bytes = malloc(build->size);
        if (build->bytes != NULL) {
            uth_strategy_build(exact, build->style, build->bytes, build->size);
        }
    }
    free(memory);
}

static void build_done(void *context, struct job *job)
{
    struct build *build = (struct build *)job;
    struct advised *advised = &build->advise->kept[build->index];
    (void)context;
    if (build->bytes != NULL &&
        uth_strategy_open(build->bytes, build->size, &build->rules, &advised->strategy) == UTH_OK) {
        advised->bytes = build->bytes;
    } else {
        free(build->bytes);
    }
    free(build);
}

static struct advised *find(struct advise *advise, uint64_t profile, enum uth_style style)
{
    for (size_t i = 0; i < advise->count; i++) {
        if (advise->kept[i].profile == profile && advise->kept[i].style == style) {
            return &advise->kept[i];
        }
    }
    return NULL;
}

void advise_want(struct advise *advise, struct worker *worker, const struct uth_rules *rules,
                 enum uth_style style)
{
    uint64_t profile;
    if (uth_strategy_profile(rules, &profile) != UTH_OK || find(advise, profile, style) != NULL ||
        advise->count == ADVISE_MAX) {
        return; // a game without a solution is played by the simple strategy
    }
    struct build *build = calloc(1, sizeof *build);
    if (build == NULL) {
        return;
    }
    build->job.run = build_run;
    build->job.done = build_done;
    build->advise = advise;
    build->rules = *rules;
    build->style = style;
    build->index = advise->count;
    if (!worker_submit(worker, &build->job)) {
        free(build);
        return;
    }
    advise->kept[advise->count++] =
        (struct advised){.profile = profile, .style = style, .asked = true};
}

void advise_finish(struct advise *advise)
{
    for (size_t i = 0; i < advise->count; i++) {
        free(advise->kept[i].bytes);
    }
    *advise = (struct advise){.count = 0};
}

size_t advise_ready(const struct advise *advise)
{
    size_t ready = 0;
    for (size_t i = 0; i < advise->count; i++) {
        ready += advise->kept[i].bytes != NULL;
    }
    return ready;
}

// ---- deciding ---------------------------------------------------------------------------------

static const struct uth_strategy *strategy_for(const struct advise *advise,
                                               const struct uth_rules *rules, uint8_t strategy)
{
    uint64_t profile;
    if (uth_strategy_profile(rules, &profile) != UTH_OK) {
        return NULL;
    }
    for (size_t i = 0; i < advise->count; i++) {
        const struct advised *advised = &advise->kept[i];
        if (advised->profile == profile && advised->style == (enum uth_style)strategy &&
            advised->bytes != NULL) {
            return &advised->strategy;
        }
    }
    return NULL;
}

static unsigned play_of(const struct uth_strategy *strategy, const struct uth_view *view,
                        const uth_card hole[2], unsigned largest, unsigned smallest)
{
    const unsigned board = view->phase == UTH_PHASE_PREFLOP ? 0
                           : view->phase == UTH_PHASE_FLOP  ? 3
                                                            : 5;
    if (strategy == NULL) {
        return advise_simple(hole, view->community, board, largest, smallest);
    }
    switch (board) {
    case 0: return uth_strategy_preflop(strategy, hole);
    case 3: return uth_strategy_flop(strategy, hole, view->community);
    default: return uth_strategy_river(strategy, hole, view->community);
    }
}

// The offer of that size; when he cannot afford it the next smaller one, and without any the check or
// fold, which is the last of the offers.
static struct uth_decision nearest(unsigned play, const struct uth_decision *offers, size_t count)
{
    for (size_t i = 0; play != 0 && i < count; i++) {
        if (offers[i].action == UTH_ACTION_RAISE && offers[i].multiple <= play) {
            return offers[i];
        }
    }
    return offers[count - 1];
}

struct uth_decision advise_decide(const struct advise *advise,
                                  const struct advise_question *question)
{
    const struct uth_decision *offers = question->offers;
    unsigned largest = 0;
    unsigned smallest = 0;
    UTH_CHECK(question->offer_count > 0 && question->seat >= 1 && question->seat <= UTH_SEATS_MAX);
    for (size_t i = 0; i < question->offer_count; i++) {
        if (offers[i].action == UTH_ACTION_RAISE) {
            largest = largest == 0 ? offers[i].multiple : largest;
            smallest = offers[i].multiple;
        }
    }
    const struct uth_strategy *strategy = strategy_for(advise, question->rules, question->strategy);
    const uth_card *hole = question->view->seats[question->seat - 1].cards;
    const unsigned play = play_of(strategy, question->view, hole, largest, smallest);
    return nearest(play, offers, question->offer_count);
}
