// What the coach says: the rules are the simple strategy's, every number is recomputed, and nothing
// contradicts perfect play.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/rng.h"
#include "wire/coach_words.h"

// ---- the rules ----------------------------------------------------------------------------------

static void the_rules_play_as_the_solver_writes_the_simple_strategy_down(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    struct uth_strategy strategy;
    assert_non_null(memory);
    assert_int_equal(uth_exact_solve(&uth_rules_washington, 1, memory, size, &exact), UTH_OK);
    const size_t bytes_size = uth_strategy_size(exact);
    void *bytes = malloc(bytes_size);
    assert_non_null(bytes);
    uth_strategy_build(exact, UTH_STYLE_SIMPLE, bytes, bytes_size);
    assert_int_equal(uth_strategy_open(bytes, bytes_size, &uth_rules_washington, &strategy),
                     UTH_OK);
    for (unsigned i = 0; i < 200000; i++) {
        uth_card cards[7];
        rng_deal(&rng, 0, cards, 7);
        assert_int_equal(uth_coach_play(cards, NULL, 0, 4, 3),
                         uth_strategy_preflop(&strategy, cards));
        assert_int_equal(uth_coach_play(cards, cards + 2, 3, 2, 2),
                         uth_strategy_flop(&strategy, cards, cards + 2));
        assert_int_equal(uth_coach_play(cards, cards + 2, 5, 1, 1),
                         uth_strategy_river(&strategy, cards, cards + 2));
    }
    free(bytes);
    free(memory);
}

// ---- the words ----------------------------------------------------------------------------------

static double value_of(const struct uth_odds_answer *answer, unsigned action)
{
    return (double)answer->action[action].value / (double)answer->deals / answer->unit;
}

static unsigned count_better(const uth_card cards[7], uth_cards dead, unsigned *unseen)
{
    const uth_hand own = uth_hand_of(cards, 7);
    unsigned better = 0;
    *unseen = 0;
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        uth_card six[6];
        memcpy(six, cards + 2, 5);
        six[5] = card;
        if (!uth_cards_have(uth_cards_from(cards, 7) | dead, card)) {
            *unseen += 1;
            better += uth_hand_of(six, 6) > own;
        }
    }
    return better;
}

// The name of an action as the sentences have it.
static const char *name_of(const struct uth_odds_answer *answer, unsigned action, char name[8])
{
    const unsigned play = answer->action[action].play;
    (void)snprintf(
        name, 8, play == 0 ? (answer->street == UTH_STREET_RIVER ? "fold" : "check") : "%ux", play);
    return name;
}

static void assert_cards_are_counted(const char *words, const uth_card cards[7], uth_cards dead)
{
    unsigned said[2];
    unsigned unseen;
    const char *at = strstr(words, " unseen cards");
    const unsigned better = count_better(cards, dead, &unseen);
    if (at == NULL) {
        return;
    }
    while (at > words && strchr("0123456789of ", at[-1]) != NULL) {
        at--;
    }
    assert_int_equal(sscanf(at, " %u of %u unseen", &said[0], &said[1]), 2);
    assert_int_equal(said[0], better);
    assert_int_equal(said[1], unseen);
    assert_true(strstr(words, "not fewer than 21") == NULL || better >= 21);
    assert_true(strstr(words, "alone, fewer than 21") == NULL || better < 21);
    assert_true(strstr(words, "at best tie") == NULL ||
                uth_hand_of(cards, 7) == uth_hand_of(cards + 2, 5));
}

// The advice is the best action, and what it is worth more is what lies between two actions that are
// named.
static void assert_value_is_right(const char *words, const struct uth_odds_answer *answer)
{
    char best[8];
    char wanted[16];
    const bool bets = answer->action[answer->best].play != 0;
    name_of(answer, answer->best, best);
    const char *advice =
        strstr(words, ": the simple rule says") != NULL ? strrchr(words, ':') : strchr(words, ':');
    (void)snprintf(wanted, sizeof wanted, ": %s%s.", bets ? "play " : "", best);
    assert_non_null(advice);
    if (strncmp(advice, wanted, strlen(wanted)) != 0) {
        fail_msg("%s", words);
    }
    double more = 0;
    const char *worth = strstr(words, "is worth ");
    assert_non_null(worth);
    const bool counted = sscanf(worth, "is worth %lf antes more", &more) == 1;
    const bool little = strncmp(worth, "is worth less than 0.001 antes more", 35) == 0;
    assert_true(counted || little || strstr(worth, "as much as") != NULL);
    for (unsigned i = 0; i < answer->action_count; i++) {
        char name[8];
        const double between = value_of(answer, answer->best) - value_of(answer, i);
        if (i != answer->best && strstr(words, name_of(answer, i, name)) != NULL &&
            (counted ? fabs(between - more) < 0.00051 : between < 0.001)) {
            return;
        }
    }
    fail_msg("%s", words);
}

static void ask(struct rng *rng, unsigned board_count, unsigned dead_count)
{
    struct uth_odds_query query = {.board_count = (uint8_t)board_count,
                                   .dead_count = (uint8_t)dead_count};
    struct uth_odds_answer answer;
    uth_card cards[7 + 10];
    char words[WIRE_COACH_MAX];
    rng_deal(rng, 0, cards, 7 + dead_count);
    memcpy(query.hole, cards, 2);
    memcpy(query.board, cards + 2, board_count);
    memcpy(query.dead, cards + 7, dead_count);
    const uth_cards dead = uth_cards_from(cards + 7, dead_count);
    const size_t size = board_count == 0 ? uth_odds_size() : 0;
    void *memory = size == 0 ? NULL : malloc(size);
    assert_int_equal(uth_odds(&uth_rules_washington, &query, memory, size, &answer), UTH_OK);
    free(memory);
    const struct uth_coach coach = uth_coach_of(query.hole, query.board, board_count, dead);
    (void)wire_coach_words(&coach, &answer, words);
    assert_value_is_right(words, &answer);
    if (board_count == 5) {
        assert_cards_are_counted(words, cards, dead);
    }
}

static void every_number_is_right_and_no_sentence_contradicts_perfect_play(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 10; i++) {
        ask(&rng, 0, i);
    }
    for (unsigned i = 0; i < 1000; i++) {
        ask(&rng, 3, i % 3 == 0 ? i % 11 : 0);
    }
    for (unsigned i = 0; i < 9000; i++) {
        ask(&rng, 5, i % 3 == 0 ? i % 11 : 0);
    }
    print_message("# tried: 10010 situations\n");
}

static void the_words_name_the_pair_and_the_cards_that_beat_it(void **state)
{
    (void)state;
    static const struct {
        const char *hole, *board, *begins;
    } cases[] = {
        {"Kh 4d", "Ks 9c 7h",
         "A pair of kings made with your own card: play 2x. It is worth 0.600 antes"},
        {"2h 2d", "Ks 9c 7h", "Pocket deuces alone are too weak to bet"},
        {"Kh Qh", "8h 7h 2c", "Four to a flush with your own king"},
        {"9h 3d", "Ks Kc 9c 5h 4s",
         "You have two pair, which is better than the board alone: play 1x."},
        {"3h 2d", "As Ks Qs Js Ts",
         "The board plays, so you can at best tie; 0 of 45 unseen cards beat it: play 1x."},
        {"Jh 2d", "Ks Qc 9c 7h 4s",
         "19 of 45 unseen cards beat you alone, fewer than 21: play 1x."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct uth_odds_query query = {.board_count = 0};
        struct uth_odds_answer answer;
        char words[WIRE_COACH_MAX];
        size_t count;
        assert_int_equal(uth_cards_parse(cases[i].hole, 5, query.hole, 2, &count), UTH_OK);
        assert_int_equal(
            uth_cards_parse(cases[i].board, strlen(cases[i].board), query.board, 5, &count),
            UTH_OK);
        query.board_count = (uint8_t)count;
        assert_int_equal(uth_odds(&uth_rules_washington, &query, NULL, 0, &answer), UTH_OK);
        const struct uth_coach coach = uth_coach_of(query.hole, query.board, (unsigned)count, 0);
        (void)wire_coach_words(&coach, &answer, words);
        if (strncmp(words, cases[i].begins, strlen(cases[i].begins)) != 0) {
            fail_msg("%s", words);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rules_play_as_the_solver_writes_the_simple_strategy_down),
        cmocka_unit_test(every_number_is_right_and_no_sentence_contradicts_perfect_play),
        cmocka_unit_test(the_words_name_the_pair_and_the_cards_that_beat_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
