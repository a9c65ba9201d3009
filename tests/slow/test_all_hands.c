// All 133,784,560 hands of seven cards: how many there are of each kind is known, and one digest
// pins the rest. And more random hands against the twin than a quick run has time for.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/digest.h"
#include "support/hand_plain.h"
#include "support/rng.h"
#include "support/walk.h"
#include "uth/hand.h"

// Hands are judged in batches of what two more cards make of five.
#define BATCH_MAX ((UTH_DECK_SIZE - 5) * (UTH_DECK_SIZE - 6) / 2)

struct census {
    unsigned long of_kind[UTH_HAND_COUNT];
    uint64_t digest;
};

// The first hand that is judged is one place higher than it should be: an evaluator that is wrong about
// one hand of all.
static bool planted;

static void judge(struct census *census, const uth_card (*cards)[7], size_t count)
{
    uth_hand hands[BATCH_MAX];
    uth_hand_of_many(cards, count, hands);
    if (planted && count > 0) {
        hands[0]++;
        planted = false;
    }
    for (size_t i = 0; i < count; i++) {
        census->of_kind[uth_hand_kind_of(hands[i])]++;
        census->digest = digest_add(census->digest, hands[i]);
    }
}

// The first five fall, the last two lie below them.
static void judge_below(struct census *census, const uth_card five[5])
{
    uth_card batch[BATCH_MAX][7];
    size_t count = 0;
    for (uth_card a = 0; a < five[4]; a++) {
        for (uth_card b = 0; b < a; b++) {
            memcpy(batch[count], five, 5);
            batch[count][5] = a;
            batch[count][6] = b;
            count++;
        }
    }
    judge(census, (const uth_card(*)[7])batch, count);
}

static struct census take_census(void)
{
    struct census census = {.digest = DIGEST_START};
    uth_card five[5];
    walk_start(five, 5);
    do {
        judge_below(&census, five);
    } while (walk_next(five, 5));
    return census;
}

// Hands are stored in round histories, so their numbers may never change.
#define ALL_HANDS UINT64_C(0x82fd6b0bfc483731)

/* HAND-2, HAND-3 */
static void all_133784560_hands_of_seven_are_what_they_are_known_to_be(void **state)
{
    (void)state;
    static const unsigned long expected[UTH_HAND_COUNT] = {
        [UTH_HAND_HIGH_CARD] = 23294460,   [UTH_HAND_PAIR] = 58627800,
        [UTH_HAND_TWO_PAIRS] = 31433400,   [UTH_HAND_THREE] = 6461620,
        [UTH_HAND_STRAIGHT] = 6180020,     [UTH_HAND_FLUSH] = 4047644,
        [UTH_HAND_FULL_HOUSE] = 3473184,   [UTH_HAND_FOUR] = 224848,
        [UTH_HAND_STRAIGHT_FLUSH] = 37260, [UTH_HAND_ROYAL_FLUSH] = 4324,
    };
    const struct census census = take_census();
    for (unsigned kind = 0; kind < UTH_HAND_COUNT; kind++) {
        assert_int_equal(census.of_kind[kind], expected[kind]);
    }
    assert_int_equal(census.digest, ALL_HANDS);
}

static void one_hand_of_all_that_is_another_is_noticed(void **state)
{
    (void)state;
    planted = true;
    const struct census census = take_census();
    assert_false(planted);
    assert_int_not_equal(census.digest, ALL_HANDS);
}

/* HAND-3 */
static void millions_of_random_hands_are_what_the_twin_says(void **state)
{
    (void)state;
    static struct hand_plain plain;
    hand_plain_init(&plain);
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 4000000; i++) {
        uth_card cards[7];
        rng_deal(&rng, 0, cards, 7);
        assert_int_equal(uth_hand_of(cards, 6), hand_plain_of(&plain, cards, 6));
        assert_int_equal(uth_hand_of(cards, 7), hand_plain_of(&plain, cards, 7));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_133784560_hands_of_seven_are_what_they_are_known_to_be),
        cmocka_unit_test(one_hand_of_all_that_is_another_is_noticed),
        cmocka_unit_test(millions_of_random_hands_are_what_the_twin_says),
    };
    return cmocka_run_group_tests_name("all_hands", tests, NULL, NULL);
}
