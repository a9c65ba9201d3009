// A plan played through every deal.
//
// What a plan loses is counted where it is lost: at each decision, the value of the best action less
// that of the plan's, with perfect play after both. Weighted with how often the plan comes there,
// these add up to the difference of the two values, whatever the plan does.
#include "plan.h"

#include <string.h>

#include "play.h"

bool uth_plan_can_ask(enum uth_street street, enum uth_plan_condition condition)
{
    static const bool can[UTH_PLAN_CONDITION_COUNT][UTH_STREET_COUNT] = {
        [UTH_PLAN_ANYTHING] = {true, true, true},
        [UTH_PLAN_CLASSES] = {true, true, false},
        [UTH_PLAN_KIND] = {false, true, true},
        [UTH_PLAN_HIDDEN_PAIR] = {false, true, true},
        [UTH_PLAN_FLUSH_DRAW] = {false, true, false},
        [UTH_PLAN_STRAIGHT_DRAW] = {false, true, false},
        [UTH_PLAN_OVERCARDS] = {false, true, false},
        [UTH_PLAN_BETTER] = {false, false, true},
        [UTH_PLAN_OUTS] = {false, false, true},
    };
    UTH_CHECK(street < UTH_STREET_COUNT && condition < UTH_PLAN_CONDITION_COUNT);
    return can[condition][street];
}

enum { RUNS = UTH_BOARD_PAIRS_MAX }; // turns and rivers after a flop and two cards

// What the conditions ask of one hand, beyond its cards.
struct seen {
    const uth_card *hole;
    const uth_card *board;
    unsigned board_count;
    enum uth_hand_kind kind;
    unsigned hand_class; // before the river
    unsigned outs;       // at the river alone, as is the next
    bool is_better;
};

static bool has_hidden_pair(const struct seen *seen, unsigned least)
{
    const unsigned high = uth_card_rank(seen->hole[0]);
    const unsigned low = uth_card_rank(seen->hole[1]);
    bool found = high == low && high >= least;
    for (unsigned i = 0; i < seen->board_count; i++) {
        const unsigned rank = uth_card_rank(seen->board[i]);
        found = found || (rank >= least && (rank == high || rank == low));
    }
    return found;
}

static bool has_flush_draw(const struct seen *seen, unsigned least)
{
    for (unsigned i = 0; i < 2; i++) {
        const unsigned suit = uth_card_suit(seen->hole[i]);
        unsigned count = uth_card_suit(seen->hole[0]) == suit;
        count += uth_card_suit(seen->hole[1]) == suit;
        for (unsigned k = 0; k < seen->board_count; k++) {
            count += uth_card_suit(seen->board[k]) == suit;
        }
        if (count >= 4 && uth_card_rank(seen->hole[i]) >= least) {
            return true;
        }
    }
    return false;
}

// An ace stands at both ends.
static bool has_straight(unsigned ranks)
{
    const unsigned all = ranks << 1 | (ranks >> UTH_RANK_ACE & 1);
    return (all & all >> 1 & all >> 2 & all >> 3 & all >> 4) != 0;
}

static bool has_straight_draw(const struct seen *seen)
{
    unsigned ranks = 1U << uth_card_rank(seen->hole[0]) | 1U << uth_card_rank(seen->hole[1]);
    for (unsigned i = 0; i < seen->board_count; i++) {
        ranks |= 1U << uth_card_rank(seen->board[i]);
    }
    unsigned completing = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        completing += (ranks >> rank & 1) == 0 && has_straight(ranks | 1U << rank);
    }
    return completing >= 2;
}

static bool has_overcards(const struct seen *seen)
{
    const unsigned first = uth_card_rank(seen->hole[0]);
    const unsigned second = uth_card_rank(seen->hole[1]);
    const unsigned low = first < second ? first : second;
    for (unsigned i = 0; i < seen->board_count; i++) {
        if (uth_card_rank(seen->board[i]) >= low) {
            return false;
        }
    }
    return true;
}

static bool is_listed(const struct uth_plan_rule *rule, unsigned hand_class)
{
    return (rule->classes[hand_class / 64] >> hand_class % 64 & 1) != 0;
}

static bool meets(const struct uth_plan_rule *rule, const struct seen *seen)
{
    switch (rule->condition) {
    case UTH_PLAN_ANYTHING: return true;
    case UTH_PLAN_CLASSES: return is_listed(rule, seen->hand_class);
    case UTH_PLAN_KIND: return seen->kind >= rule->kind;
    case UTH_PLAN_HIDDEN_PAIR: return has_hidden_pair(seen, rule->rank);
    case UTH_PLAN_FLUSH_DRAW: return has_flush_draw(seen, rule->rank);
    case UTH_PLAN_STRAIGHT_DRAW: return has_straight_draw(seen);
    case UTH_PLAN_OVERCARDS: return has_overcards(seen);
    case UTH_PLAN_BETTER: return seen->is_better;
    case UTH_PLAN_OUTS: return seen->outs < rule->outs;
    case UTH_PLAN_CONDITION_COUNT: break;
    }
    return false;
}

static unsigned first_met(const struct uth_plan *plan, enum uth_street street,
                          const struct seen *seen)
{
    unsigned rule = 0;
    while (rule < plan->rule_count &&
           (plan->rule[rule].street != street || !meets(&plan->rule[rule], seen))) {
        rule++;
    }
    return rule;
}

unsigned exact_plan_preflop(const struct uth_plan *plan, unsigned hand_class)
{
    const struct seen seen = {.hand_class = hand_class};
    return first_met(plan, UTH_STREET_PREFLOP, &seen);
}

unsigned exact_plan_flop(const struct uth_plan *plan, const uth_card hole[2],
                         const uth_card flop[3])
{
    const uth_card five[5] = {hole[0], hole[1], flop[0], flop[1], flop[2]};
    const struct seen seen = {.hole = hole,
                              .board = flop,
                              .board_count = 3,
                              .kind = uth_hand_kind_of(uth_hand_of(five, 5)),
                              .hand_class = exact_hand_class_of(hole[0], hole[1])};
    return first_met(plan, UTH_STREET_FLOP, &seen);
}

// ---- the river ----------------------------------------------------------------------------------

// Any suit of the card type that is still free; the suit that can flush is 0. False if none is.
static bool take_card(unsigned type, bool can_flush, uth_cards *taken, uth_card *card)
{
    const unsigned rank = type % UTH_RANKS;
    const bool is_suited = can_flush && type < UTH_RANKS;
    for (unsigned suit = can_flush && !is_suited ? 1 : 0; suit < (is_suited ? 1U : UTH_SUITS);
         suit++) {
        *card = uth_card_make(rank, suit);
        if (!uth_cards_have(*taken, *card)) {
            *taken |= uth_cards_of(*card);
            return true;
        }
    }
    return false;
}

// Cards that stand for all boards the solver takes for one: no other suit has more than two of them.
static void lay_board(const struct plan_board *board, uth_card cards[5])
{
    unsigned count = 0;
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        if ((board->suited >> rank & 1) != 0) {
            cards[count++] = uth_card_make(rank, 0);
        }
    }
    for (unsigned i = 0; i < board->off_count; i++) {
        const unsigned suit = board->suited != 0 ? i + 1 : i % UTH_SUITS;
        cards[count++] = uth_card_make(board->off[i], suit);
    }
    UTH_CHECK(count == 5);
}

static uint8_t raise_of(const struct uth_plan *plan, const struct game *game, unsigned rule)
{
    const unsigned play = exact_plan_play(plan, rule);
    unsigned raise = 0;
    while (play != 0 && game->raises[UTH_STREET_RIVER][raise] != play) {
        raise++;
    }
    return (uint8_t)(play == 0 ? UTH_RAISES_MAX : raise);
}

void exact_plan_river(struct planner *planner, const struct game *game, const struct hands *hands,
                      const struct plan_board *board, const struct river_facts *facts,
                      uint8_t raise[HAND_ROW])
{
    const bool can_flush = board->suited != 0;
    const struct uth_plan *plan = planner->plan;
    uth_card cards[5];
    struct uth_board known;
    lay_board(board, cards);
    uth_board_set(&known, cards);
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned type = hands->type[i];
        uth_cards taken = known.cards;
        uth_card hole[2];
        unsigned rule = plan->rule_count;
        if (take_card(hands->first[i], can_flush, &taken, &hole[0]) &&
            take_card(hands->second[i], can_flush, &taken, &hole[1])) {
            const struct seen seen = {
                .hole = hole,
                .board = cards,
                .board_count = 5,
                .kind = uth_hand_kind_of(uth_board_hand(&known, hole[0], hole[1])),
                .outs = facts->outs[type],
                .is_better = facts->better[type]};
            rule = first_met(plan, UTH_STREET_RIVER, &seen);
        }
        planner->river[type] = (uint8_t)rule;
        raise[type] = raise_of(plan, game, rule);
    }
}

// ---- what it costs ------------------------------------------------------------------------------

static void add_share(struct planner *planner, enum uth_street street, unsigned rule, int64_t deals,
                      int64_t cost)
{
    struct uth_plan_share *share = rule < planner->plan->rule_count
                                       ? &planner->result->rule[rule]
                                       : &planner->result->none[street];
    UTH_CHECK(deals >= 0 && cost >= 0);
    share->deals += deals;
    share->cost += cost;
}

void exact_plan_add_preflop(struct planner *planner, const struct uth_exact *exact,
                            unsigned hand_class, unsigned rule)
{
    const unsigned play = exact_plan_play(planner->plan, rule);
    struct uth_exact_hand hand;
    uth_exact_hand(exact, hand_class, &hand);
    int64_t best = hand.check;
    int64_t made = hand.check;
    for (unsigned i = 0; i < exact->game.raise_count[UTH_STREET_PREFLOP]; i++) {
        best = hand.raise[i] > best ? hand.raise[i] : best;
        made = exact->game.raises[UTH_STREET_PREFLOP][i] == play ? hand.raise[i] : made;
    }
    add_share(planner, UTH_STREET_PREFLOP, rule, UTH_EXACT_DEALS_PER_HOLE, best - made);
}

void exact_plan_add_flop(struct planner *planner, const struct uth_exact *exact,
                         const struct flop_view *view, unsigned hole, unsigned rule, int64_t ways)
{
    const struct game *game = &exact->game;
    const unsigned play = exact_plan_play(planner->plan, rule);
    int64_t cost = 0;
    if (game->flop_large != 0) {
        // Over betting the larger size.
        const int64_t check = flop_sum(exact, view, CHANNEL_GAIN, hole);
        const int64_t less = (int64_t)exact->made.unit * (game->flop_small - game->flop_large);
        const int64_t small =
            exact->channels == 1 ? 0 : less * flop_sum(exact, view, CHANNEL_EDGE, hole);
        const int64_t bet = small > 0 ? small : 0;
        const int64_t best = check > bet ? check : bet;
        const int64_t made = play == 0 ? check : play == (unsigned)game->flop_large ? 0 : small;
        cost = exact_unit_gain(exact, best - made);
    }
    add_share(planner, UTH_STREET_FLOP, rule, ways * RUNS * DEALERS, ways * cost);
}

void exact_plan_add_river(struct planner *planner, const struct game *game,
                          const struct hands *hands, const struct values *values,
                          const int32_t *ways)
{
    const int64_t fold = -2 * (int64_t)game->unit * DEALERS;
    for (unsigned i = 0; i < hands->count; i++) {
        const unsigned type = hands->type[i];
        if (ways[type] == 0) {
            continue;
        }
        const int64_t play = exact_plan_play(planner->plan, planner->river[type]);
        const int64_t edge = values->edge[type];
        const int64_t size = edge >= 0 ? game->river_large : game->river_small;
        const int64_t bet = values->base[type] + size * game->unit * edge;
        const int64_t best = bet > fold ? bet : fold;
        const int64_t made = play == 0 ? fold : values->base[type] + play * game->unit * edge;
        add_share(planner, UTH_STREET_RIVER, planner->river[type], (int64_t)ways[type] * DEALERS,
                  ways[type] * (best - made));
    }
}

// ---- all of it ----------------------------------------------------------------------------------

static void check_rule(const struct uth_exact *exact, const struct uth_plan_rule *rule)
{
    bool offered = rule->play == 0;
    for (unsigned i = 0; i < exact->game.raise_count[rule->street]; i++) {
        offered = offered || exact->game.raises[rule->street][i] == rule->play;
    }
    UTH_CHECK(offered);
    UTH_CHECK(uth_plan_can_ask(rule->street, rule->condition));
}

void uth_exact_plan(struct uth_exact *exact, const struct uth_plan *plan,
                    struct uth_plan_result *result)
{
    UTH_CHECK(plan->rule_count <= UTH_PLAN_RULES_MAX);
    for (unsigned i = 0; i < plan->rule_count; i++) {
        check_rule(exact, &plan->rule[i]);
    }
    struct planner planner = {.plan = plan, .result = result};
    memset(result, 0, sizeof *result);
    exact_play_plan(exact, &planner, &result->play);
}
