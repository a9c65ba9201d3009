// A strategy in bytes says what the odds say, for any cards and any rules.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact/boards.h"
#include "support/rng.h"
#include "uth/exact.h"

struct block {
    size_t size;
    uint8_t *bytes;
};

static struct block build(const struct uth_rules *rules, enum uth_style style)
{
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    assert_int_equal(uth_exact_solve(rules, 1, memory, size, &exact), UTH_OK);
    struct block block = {.size = uth_strategy_size(exact)};
    block.bytes = malloc(block.size);
    uth_strategy_build(exact, style, block.bytes, block.size);
    free(memory);
    return block;
}

static int build_standard(void **state)
{
    static struct block block;
    block = build(&uth_rules_washington, UTH_STYLE_OPTIMAL);
    *state = &block;
    return 0;
}

static int release(void **state)
{
    struct block *block = *state;
    free(block->bytes);
    return 0;
}

static void draw(struct rng *rng, uth_card *cards, unsigned count)
{
    uth_cards set = 0;
    for (unsigned i = 0; i < count;) {
        // Half of the draws keep to few suits and ranks, where flushes and pairs are.
        const unsigned any = (unsigned)(rng_next(rng) >> 8);
        const uth_card card = (uth_card)(count % 2 == 0 ? any % UTH_DECK_SIZE
                                                        : uth_card_make(any / 4 % 7 + 3, any % 3));
        if (!uth_cards_have(set, card)) {
            set |= uth_cards_of(card);
            cards[i++] = card;
        }
    }
}

static unsigned play_by_odds(const struct uth_rules *rules, const uth_card *cards, unsigned board)
{
    struct uth_odds_answer answer;
    struct uth_odds_query query = {.hole = {cards[0], cards[1]}, .board_count = (uint8_t)board};
    memcpy(query.board, cards + 2, board);
    assert_int_equal(uth_odds(rules, &query, NULL, 0, &answer), UTH_OK);
    return answer.action[answer.best].play;
}

static void says_what_the_odds_say(const struct uth_rules *rules, const struct block *block,
                                   unsigned flops, unsigned rivers)
{
    struct rng rng = rng_from_environment();
    struct uth_strategy strategy;
    uth_card cards[8];
    assert_int_equal(uth_strategy_open(block->bytes, block->size, rules, &strategy), UTH_OK);
    for (unsigned i = 0; i < flops; i++) {
        draw(&rng, cards, 5 + i % 2);
        assert_int_equal(uth_strategy_flop(&strategy, cards, cards + 2),
                         play_by_odds(rules, cards, 3));
    }
    for (unsigned i = 0; i < rivers; i++) {
        draw(&rng, cards, 7 + i % 2);
        assert_int_equal(uth_strategy_river(&strategy, cards, cards + 2),
                         play_by_odds(rules, cards, 5));
    }
}

static void perfect_play_in_bytes_says_what_the_odds_say(void **state)
{
    says_what_the_odds_say(&uth_rules_washington, *state, 500, 40000);
}

enum { ROW_CARDS = 7 };

static void deal_rows(struct rng *rng, uth_card rows[ROW_CARDS][HAND_ROW_LANES])
{
    for (unsigned i = 0; i < HAND_ROW_LANES; i++) {
        uth_card cards[ROW_CARDS];
        draw(rng, cards, ROW_CARDS);
        for (unsigned k = 0; k < ROW_CARDS; k++) {
            rows[k][i] = cards[k];
        }
    }
}

static void asked_by_rows_it_says_the_same(const struct uth_strategy *strategy, struct rng *rng)
{
    uth_card rows[ROW_CARDS][HAND_ROW_LANES];
    deal_rows(rng, rows);
    const hand_row hole[2] = {rows[0], rows[1]};
    const hand_row community[5] = {rows[2], rows[3], rows[4], rows[5], rows[6]};
    struct exact_boards boards;
    struct exact_asked asked = {.count = 0};
    uint8_t flop[HAND_ROW_LANES];
    uint8_t river[HAND_ROW_LANES];
    for (unsigned i = 0; i < HAND_ROW_LANES; i++) {
        asked.round[asked.count] = (uint8_t)i;
        asked.count += (unsigned)rng_below(rng, 4) != 0;
    }
    exact_boards_set(&boards, community);
    exact_boards_flop(&boards, strategy, hole, &asked, flop);
    exact_boards_river(&boards, strategy, hole, &asked, river);
    for (unsigned i = 0; i < asked.count; i++) {
        uth_card cards[ROW_CARDS];
        for (unsigned k = 0; k < ROW_CARDS; k++) {
            cards[k] = rows[k][asked.round[i]];
        }
        assert_int_equal(flop[i], uth_strategy_flop(strategy, cards, cards + 2));
        assert_int_equal(river[i], uth_strategy_river(strategy, cards, cards + 2));
    }
}

static void many_rounds_at_once_are_answered_like_each_of_them(void **state)
{
    const struct block *block = *state;
    struct rng rng = rng_from_environment();
    struct uth_strategy strategy;
    assert_int_equal(uth_strategy_open(block->bytes, block->size, &uth_rules_washington, &strategy),
                     UTH_OK);
    for (unsigned i = 0; i < 3000; i++) {
        asked_by_rows_it_says_the_same(&strategy, &rng);
    }
}

static void two_sizes_on_a_street_are_told_apart(void **state)
{
    struct uth_rules rules = uth_rules_washington;
    const uint8_t raises[3][UTH_RAISES_MAX] = {{4, 3}, {3, 1}, {2, 1}};
    (void)state;
    memcpy(rules.raises, raises, sizeof rules.raises);
    struct block block = build(&rules, UTH_STYLE_OPTIMAL);
    says_what_the_odds_say(&rules, &block, 300, 10000);
    free(block.bytes);
}

// The river of the simple strategy, card by card as a player would count.
static unsigned simple_river(const uth_card *cards)
{
    const uth_hand own = uth_hand_of(cards, 7);
    const uth_cards seen = uth_cards_from(cards, 7);
    unsigned outs = 0;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        uth_card six[6];
        memcpy(six, cards + 2, 5);
        six[5] = card;
        outs += !uth_cards_have(seen, card) && uth_hand_of(six, 6) > own;
    }
    const bool better = uth_hand_kind_of(own) > uth_hand_kind_of(uth_hand_of(cards + 2, 5));
    return better || outs < 21 ? 1 : 0;
}

static void the_simple_strategy_counts_outs_as_a_player_does(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    struct block block = build(&uth_rules_washington, UTH_STYLE_SIMPLE);
    struct uth_strategy strategy;
    assert_int_equal(uth_strategy_open(block.bytes, block.size, NULL, &strategy), UTH_OK);
    assert_int_equal(strategy.style, UTH_STYLE_SIMPLE);
    for (unsigned i = 0; i < 100000; i++) {
        uth_card cards[8];
        draw(&rng, cards, 7 + i % 2);
        assert_int_equal(uth_strategy_river(&strategy, cards, cards + 2), simple_river(cards));
    }
    free(block.bytes);
}

static void the_chart_is_the_perfect_one(void **state)
{
    const struct block *block = *state;
    struct uth_strategy strategy;
    unsigned fours = 0;
    assert_int_equal(uth_strategy_open(block->bytes, block->size, NULL, &strategy), UTH_OK);
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            const unsigned play = uth_strategy_preflop(&strategy, (uth_card[2]){a, b});
            assert_true(play == 0 || play == 4);
            assert_int_equal(uth_strategy_preflop(&strategy, (uth_card[2]){b, a}), play);
            fours += play == 4;
        }
    }
    assert_int_equal(fours, 500);
}

static void damage_and_other_rules_are_refused(void **state)
{
    const struct block *block = *state;
    struct uth_strategy strategy = {.size = 7};
    struct uth_rules rules = uth_rules_washington;
    struct rng rng = rng_from_environment();
    assert_int_equal(uth_strategy_open(block->bytes, block->size - 1, NULL, &strategy),
                     UTH_ERR_STRATEGY);
    assert_int_equal(uth_strategy_open(block->bytes, 10, NULL, &strategy), UTH_ERR_STRATEGY);
    for (unsigned i = 0; i < 100; i++) {
        const size_t at = i < 40 ? i : rng_next(&rng) % block->size;
        block->bytes[at] ^= 0x10;
        assert_int_equal(uth_strategy_open(block->bytes, block->size, NULL, &strategy),
                         UTH_ERR_STRATEGY);
        block->bytes[at] ^= 0x10;
    }
    rules.ante_unqualified = UTH_ANTE_PLAYS;
    assert_int_equal(uth_strategy_open(block->bytes, block->size, &rules, &strategy),
                     UTH_ERR_STRATEGY_RULES);
    assert_int_equal(strategy.size, 7);
    assert_int_equal(
        uth_strategy_open(block->bytes, block->size, &uth_rules_california_8, &strategy), UTH_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perfect_play_in_bytes_says_what_the_odds_say),
        cmocka_unit_test(many_rounds_at_once_are_answered_like_each_of_them),
        cmocka_unit_test(two_sizes_on_a_street_are_told_apart),
        cmocka_unit_test(the_simple_strategy_counts_outs_as_a_player_does),
        cmocka_unit_test(the_chart_is_the_perfect_one),
        cmocka_unit_test(damage_and_other_rules_are_refused),
    };
    return cmocka_run_group_tests_name("strategy", tests, build_standard, release);
}
