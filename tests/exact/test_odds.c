// The odds of one situation: against the solver, the twin and the settlement.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/exact_plain.h"
#include "support/rng.h"
#include "uth/exact.h"
#include "uth/settle.h"

static void draw(struct rng *rng, uth_card *cards, unsigned count)
{
    uth_cards set = 0;
    for (unsigned i = 0; i < count;) {
        const uth_card card = (uth_card)(rng_next(rng) % UTH_DECK_SIZE);
        if (!uth_cards_have(set, card)) {
            set |= uth_cards_of(card);
            cards[i++] = card;
        }
    }
}

static struct uth_odds_query query_of(const uth_card *cards, unsigned board, unsigned dead)
{
    struct uth_odds_query query = {
        .hole = {cards[0], cards[1]}, .board_count = (uint8_t)board, .dead_count = (uint8_t)dead};
    memcpy(query.board, cards + 2, board);
    memcpy(query.dead, cards + 2 + board, dead);
    return query;
}

static struct uth_odds_answer ask(const struct uth_rules *rules, const struct uth_odds_query *query)
{
    static unsigned char memory[4 << 20];
    struct uth_odds_answer answer;
    assert_true(uth_odds_size() <= sizeof memory);
    assert_int_equal(uth_odds(rules, query, memory, sizeof memory, &answer), UTH_OK);
    return answer;
}

static int64_t settled_net(const struct uth_rules *rules, const struct uth_odds_query *query,
                           const uth_card dealer[2], uint8_t play)
{
    struct uth_facts facts = {.dealer = {dealer[0], dealer[1]}, .player_count = 1};
    struct uth_settlement settlement;
    memcpy(facts.community, query->board, 5);
    facts.players[0] = (struct uth_player_facts){
        .cards = {query->hole[0], query->hole[1]}, .seat = 1, .folded = play == 0};
    facts.players[0].stakes[UTH_WAGER_ANTE].cents = 1000;
    facts.players[0].stakes[UTH_WAGER_BLIND].cents = 1000;
    facts.players[0].stakes[UTH_WAGER_PLAY].cents = 1000 * play;
    uth_settle(rules, &facts, &settlement);
    return settlement.players[0].net.cents;
}

static void the_river_is_worth_what_the_settlement_pays(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned round = 0; round < 60; round++) {
        struct uth_rules rules = uth_rules_washington;
        rules.ante_unqualified = (enum uth_ante_rule)(round % 3);
        rules.qualifier = uth_hand_lowest((enum uth_hand_kind)(round % 2), round % UTH_RANKS);
        uth_card cards[7 + 10];
        const unsigned dead = round % 11;
        draw(&rng, cards, 7 + dead);
        const struct uth_odds_query query = query_of(cards, 5, dead);
        const struct uth_odds_answer answer = ask(&rules, &query);
        const uth_cards seen = uth_cards_from(cards, 7 + dead);
        for (unsigned i = 0; i < answer.action_count; i++) {
            int64_t cents = 0;
            int64_t deals = 0;
            for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
                for (uth_card a = 0; a < b; a++) {
                    if (!uth_cards_have(seen, a) && !uth_cards_have(seen, b)) {
                        cents +=
                            settled_net(&rules, &query, (uth_card[2]){a, b}, answer.action[i].play);
                        deals++;
                    }
                }
            }
            assert_int_equal(answer.deals, deals);
            assert_int_equal(answer.action[i].value * 1000 / answer.unit, cents);
        }
    }
}

static void flop_odds_are_the_solvers(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    assert_int_equal(uth_exact_solve(&uth_rules_california_6, 1, memory, size, &exact), UTH_OK);
    for (unsigned i = 0; i < 200; i++) {
        uth_card cards[5];
        struct uth_exact_flop flop;
        draw(&rng, cards, 5);
        const struct uth_odds_query query = query_of(cards, 3, 0);
        const struct uth_odds_answer answer = ask(&uth_rules_california_6, &query);
        uth_exact_flop(exact, query.hole, query.board, &flop);
        assert_int_equal(answer.deals, 1081 * 990);
        assert_int_equal(answer.action[1].value - answer.action[0].value, flop.check_over_bet);
        assert_int_equal(answer.action[answer.best].play, flop.best);
    }
    free(memory);
}

static void flop_odds_are_the_sum_of_their_rivers(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 6; i++) {
        uth_card cards[19];
        draw(&rng, cards, 19);
        const unsigned dead = 14 - i;
        const struct uth_odds_query query = query_of(cards, 3, dead);
        const struct uth_odds_answer answer = ask(&uth_rules_washington, &query);
        const uth_cards seen = uth_cards_from(cards, 5 + dead);
        int64_t check = 0;
        int64_t deals = 0;
        for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
            for (uth_card a = 0; a < b; a++) {
                if (uth_cards_have(seen, a) || uth_cards_have(seen, b)) {
                    continue;
                }
                struct uth_odds_query river = query;
                river.board_count = 5;
                river.board[3] = a;
                river.board[4] = b;
                const struct uth_odds_answer value = ask(&uth_rules_washington, &river);
                check += value.action[value.best].value;
                deals += value.deals;
            }
        }
        assert_int_equal(answer.deals, deals);
        assert_int_equal(answer.action[1].value, check);
    }
}

static void before_the_flop_odds_without_dead_cards_are_the_solvers(void **state)
{
    (void)state;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    assert_int_equal(uth_exact_solve(&uth_rules_washington, 1, memory, size, &exact), UTH_OK);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i += 23) {
        const unsigned row = i / 13;
        const unsigned column = i % 13;
        const uth_card cards[2] = {
            uth_card_make(row, UTH_SUIT_HEARTS),
            uth_card_make(column, row > column ? UTH_SUIT_HEARTS : UTH_SUIT_CLUBS)};
        const struct uth_odds_query query = query_of(cards, 0, 0);
        const struct uth_odds_answer answer = ask(&uth_rules_washington, &query);
        struct uth_exact_hand hand;
        uth_exact_hand(exact, uth_exact_class_of(cards[0], cards[1]), &hand);
        assert_int_equal(answer.deals, UTH_EXACT_DEALS_PER_HOLE);
        assert_int_equal(answer.action[0].value, hand.raise[0]);
        assert_int_equal(answer.action[1].value, hand.raise[1]);
        assert_int_equal(answer.action[2].value, hand.check);
        assert_int_equal(answer.action[answer.best].play, hand.best);
    }
    free(memory);
}

// So many dead cards that the twin can deal every board.
static void before_the_flop_dead_cards_count_exactly(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 12; i++) {
        struct uth_rules rules = uth_rules_washington;
        const unsigned dead = i == 0 ? 43 : 28 + i % 6;
        uth_card cards[45];
        if (i % 3 == 2) {
            const uint8_t raises[3][UTH_RAISES_MAX] = {{5, 2}, {3, 1}, {2, 1}};
            memcpy(rules.raises, raises, sizeof rules.raises);
            rules.ante_unqualified = UTH_ANTE_WINS;
        }
        draw(&rng, cards, 2 + dead);
        const struct uth_odds_query query = query_of(cards, 0, dead);
        const struct uth_odds_answer answer = ask(&rules, &query);
        const struct plain_odds plain = plain_odds_preflop(
            &rules, answer.unit, query.hole, uth_cards_from(query.dead, query.dead_count));
        assert_int_equal(answer.deals, plain.deals);
        assert_int_equal(answer.action[0].value,
                         plain.base + rules.raises[0][0] * answer.unit * plain.edge);
        assert_int_equal(answer.action[2].value, plain.check);
    }
}

static void wrong_cards_are_refused(void **state)
{
    (void)state;
    struct uth_odds_answer answer = {.deals = 7};
    const uth_card cards[7] = {0, 1, 2, 3, 4, 5, 6};
    struct uth_odds_query query = query_of(cards, 4, 0);
    const struct uth_rules *rules = &uth_rules_washington;
    assert_int_equal(uth_odds(rules, &query, NULL, 0, &answer), UTH_ERR_CARD_COUNT);
    query = query_of(cards, 3, 2);
    query.dead_count = 44;
    assert_int_equal(uth_odds(rules, &query, NULL, 0, &answer), UTH_ERR_CARD_COUNT);
    query = query_of(cards, 3, 2);
    query.dead[1] = query.board[0]; // HAND-1: each card once
    assert_int_equal(uth_odds(rules, &query, NULL, 0, &answer), UTH_ERR_CARD_TWICE);
    query.dead[1] = 52;
    assert_int_equal(uth_odds(rules, &query, NULL, 0, &answer), UTH_ERR_BAD_CARD);
    assert_int_equal(answer.deals, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_river_is_worth_what_the_settlement_pays),
        cmocka_unit_test(flop_odds_are_the_solvers),
        cmocka_unit_test(flop_odds_are_the_sum_of_their_rivers),
        cmocka_unit_test(before_the_flop_odds_without_dead_cards_are_the_solvers),
        cmocka_unit_test(before_the_flop_dead_cards_count_exactly),
        cmocka_unit_test(wrong_cards_are_refused),
    };
    return cmocka_run_group_tests_name("odds", tests, NULL, NULL);
}
