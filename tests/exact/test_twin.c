// The solver and its twin on every flop with every hole, and on every starting hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/exact_plain.h"
#include "uth/exact.h"

struct sums {
    int64_t edge[UTH_EXACT_CLASSES];
    int64_t base[UTH_EXACT_CLASSES];
    int64_t check[UTH_EXACT_CLASSES];
    unsigned states;
};

// Returns in how many states the two differ, and counts all of them.
static unsigned compare_flop(const struct uth_rules *rules, const struct uth_exact *exact,
                             const uth_card flop[3], unsigned weight, struct sums *sums)
{
    struct plain_value values[PLAIN_HOLES];
    const int64_t unit = uth_exact_unit(exact);
    const uth_cards seen = uth_cards_from(flop, 3);
    unsigned differ = 0;
    plain_flop(rules, unit, flop, values);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            if (uth_cards_have(seen, a) || uth_cards_have(seen, b)) {
                continue;
            }
            const struct plain_value *value = &values[plain_hole(a, b)];
            const int64_t bet = value->base + 2 * unit * value->edge;
            struct uth_exact_flop state;
            uth_exact_flop(exact, (uth_card[2]){a, b}, flop, &state);
            differ += state.check_over_bet != value->river - bet ||
                      state.best != (value->river > bet ? 0 : 2);
            const unsigned i = uth_exact_class_of(a, b);
            sums->edge[i] += weight * value->edge;
            sums->base[i] += weight * value->base;
            sums->check[i] += weight * plain_flop_best(rules, unit, value);
            sums->states++;
        }
    }
    return differ;
}

static void solver_and_twin_agree_on_every_flop_and_every_hand(void **state)
{
    (void)state;
    static uth_card flop[1755][3];
    static unsigned weight[1755];
    static struct sums sums;
    const struct uth_rules *rules = &uth_rules_washington;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    assert_non_null(memory);
    assert_int_equal(uth_exact_solve(rules, 1, memory, size, &exact), UTH_OK);

    const unsigned flops = plain_flops(flop, weight);
    assert_int_equal(flops, 1755);
    for (unsigned i = 0; i < flops; i++) {
        assert_int_equal(compare_flop(rules, exact, flop[i], weight[i], &sums), 0);
    }
    assert_int_equal(sums.states, 1755 * 1176);
    print_message("# tried: %u flops with every hole, %u states\n", flops, sums.states);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        struct uth_exact_hand hand;
        uth_exact_hand(exact, i, &hand);
        const int64_t unit = uth_exact_unit(exact);
        assert_int_equal(hand.raise[0] * hand.holes, sums.base[i] + 4 * unit * sums.edge[i]);
        assert_int_equal(hand.raise[1] * hand.holes, sums.base[i] + 3 * unit * sums.edge[i]);
        assert_int_equal(hand.check * hand.holes, sums.check[i]);
    }
    free(memory);
}

// A pay of the Blind for no hand at all in the one and not in the other: it decides who folds. Of a hand
// that never folds it would be the same whether he checks or bets.
static void a_solver_that_is_not_its_twin_is_noticed(void **state)
{
    (void)state;
    static struct sums sums;
    static const uth_card flop[3] = {0, 4, 8}; // two, three and four of a suit
    struct uth_rules other = uth_rules_washington;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    assert_non_null(memory);
    assert_int_equal(uth_exact_solve(&uth_rules_washington, 1, memory, size, &exact), UTH_OK);
    assert_int_equal(compare_flop(&other, exact, flop, 1, &sums), 0);
    other.blind.pays[UTH_HAND_HIGH_CARD] = (struct uth_odds){1, 1};
    assert_true(compare_flop(&other, exact, flop, 1, &sums) > 0);
    free(memory);
}

// Perfect play followed through every card of every flop, its results counted one board at a time.

enum { NETS = 20000, PLAYS = 8 };

// Deals by what was bet in antes, the player's kind, the outcome and whether the dealer qualified.
struct spread {
    int64_t deals[PLAYS][UTH_HAND_COUNT][3][2];
    int64_t folded;
};

static void count_result(struct spread *spread, const struct plain_value *value, int64_t play,
                         int64_t weight)
{
    int64_t(*deals)[2] = spread->deals[play][value->kind];
    for (int outcome = 0; outcome < 3; outcome++) {
        for (int qualified = 0; qualified < 2; qualified++) {
            deals[outcome][qualified] += weight * value->outcomes.count[outcome][qualified];
        }
    }
}

// Deals by net in units, from -NETS on; returns the antes wagered.
static int64_t spread_nets(const struct spread *spread, const struct uth_rules *rules, int64_t unit,
                           int64_t nets[2 * NETS + 1])
{
    int64_t wagered = 2 * spread->folded;
    nets[NETS - 2 * unit] += spread->folded;
    for (unsigned i = 0; i < PLAYS * UTH_HAND_COUNT * 6; i++) {
        const int64_t play = i / (UTH_HAND_COUNT * 6);
        const unsigned kind = i / 6 % UTH_HAND_COUNT;
        const int outcome = (int)(i / 2 % 3) - 1;
        const int64_t deals = spread->deals[play][kind][outcome + 1][i % 2];
        const int64_t net = plain_net(rules, unit, outcome, i % 2 != 0, (enum uth_hand_kind)kind) +
                            outcome * play * unit;
        assert_true(net >= -NETS && net <= NETS);
        nets[NETS + net] += deals;
        wagered += deals * (2 + play);
    }
    return wagered;
}

// The largest of the raises with the best value; -1 folds.
static int64_t river_play(const struct uth_rules *rules, int64_t unit,
                          const struct plain_value *value)
{
    for (unsigned i = 0; i < UTH_RAISES_MAX && rules->raises[UTH_STREET_RIVER][i] != 0; i++) {
        const int64_t play = rules->raises[UTH_STREET_RIVER][i];
        if (value->base + play * unit * value->edge == value->river) {
            return play;
        }
    }
    return -1;
}

static void play_board(struct spread *spread, const struct uth_rules *rules, int64_t unit,
                       const uth_card board[5], const int16_t *decided, unsigned weight)
{
    struct plain_value values[PLAIN_HOLES];
    const uth_cards seen = uth_cards_from(board, 5);
    plain_board(rules, unit, board, values);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            const unsigned hole = plain_hole(a, b);
            if (uth_cards_have(seen, a) || uth_cards_have(seen, b)) {
                continue;
            }
            const int64_t play =
                decided[hole] > 0 ? decided[hole] : river_play(rules, unit, &values[hole]);
            if (play < 0) {
                spread->folded += weight * INT64_C(990);
            } else {
                count_result(spread, &values[hole], play, weight);
            }
        }
    }
}

// What was bet by the flop, in antes; 0 checks on, -1 is no hand beside this flop.
static void decide_flop(struct uth_exact *exact, const uth_card flop[3],
                        int16_t decided[PLAIN_HOLES])
{
    const uth_cards seen = uth_cards_from(flop, 3);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            struct uth_exact_hand hand;
            struct uth_exact_flop state;
            int16_t *play = &decided[plain_hole(a, b)];
            *play = -1;
            if (uth_cards_have(seen, a) || uth_cards_have(seen, b)) {
                continue;
            }
            uth_exact_hand(exact, uth_exact_class_of(a, b), &hand);
            uth_exact_flop(exact, (uth_card[2]){a, b}, flop, &state);
            *play = hand.best != 0 ? hand.best : state.best;
        }
    }
}

static void play_flop(struct uth_exact *exact, const struct uth_rules *rules,
                      const uth_card flop[3], unsigned weight, struct spread *spread)
{
    int16_t decided[PLAIN_HOLES];
    const uth_cards seen = uth_cards_from(flop, 3);
    uth_card board[5] = {flop[0], flop[1], flop[2], 0, 0};
    decide_flop(exact, flop, decided);
    for (board[4] = 1; board[4] < UTH_DECK_SIZE; board[4]++) {
        for (board[3] = 0; board[3] < board[4]; board[3]++) {
            if (!uth_cards_have(seen, board[3]) && !uth_cards_have(seen, board[4])) {
                play_board(spread, rules, uth_exact_unit(exact), board, decided, weight);
            }
        }
    }
}

// Two sizes on the flop and at the river, another qualifying hand, an Ante that wins, and pays that
// are no multiple of each other.
static void the_distribution_is_what_dealing_every_card_gives(void **state)
{
    (void)state;
    static uth_card flop[1755][3];
    static unsigned weight[1755];
    static struct spread spread;
    static const uint8_t raises[UTH_STREET_COUNT][UTH_RAISES_MAX] = {{4, 3}, {3, 1}, {2, 1}};
    struct uth_rules rules = uth_rules_washington;
    memcpy(rules.raises, raises, sizeof rules.raises);
    rules.qualifier = uth_hand_lowest(UTH_HAND_PAIR, UTH_RANK_TEN);
    rules.ante_unqualified = UTH_ANTE_WINS;
    rules.blind.pays[UTH_HAND_FLUSH] = (struct uth_odds){7, 4};
    const size_t size = uth_exact_size(2);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    struct uth_exact_play play;
    assert_non_null(memory);
    assert_int_equal(uth_exact_solve(&uth_rules_washington, 2, memory, size, &exact), UTH_OK);
    assert_int_equal(uth_exact_solve_again(exact, &rules), UTH_OK);
    uth_exact_play(exact, UTH_STYLE_OPTIMAL, &play);

    const unsigned flops = plain_flops(flop, weight);
    for (unsigned i = 0; i < flops; i++) {
        play_flop(exact, &rules, flop[i], weight[i], &spread);
    }
    static int64_t nets[2 * NETS + 1];
    const int64_t wagered = spread_nets(&spread, &rules, uth_exact_unit(exact), nets);
    assert_int_equal(play.folded, spread.folded);
    assert_int_equal(play.wagered, wagered);
    size_t at = 0;
    for (int64_t net = -NETS; net <= NETS; net++) {
        if (nets[NETS + net] != 0) {
            assert_true(at < play.outcome_count);
            assert_int_equal(play.outcome[at].net, net);
            assert_int_equal(play.outcome[at].deals, nets[NETS + net]);
            at++;
        }
    }
    assert_int_equal(at, play.outcome_count);
    print_message("# tried: every card of %u flops, %zu results\n", flops, at);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solver_that_is_not_its_twin_is_noticed),
        cmocka_unit_test(solver_and_twin_agree_on_every_flop_and_every_hand),
        cmocka_unit_test(the_distribution_is_what_dealing_every_card_gives),
    };
    return cmocka_run_group_tests_name("twin", tests, NULL, NULL);
}
