// The shuffle against its plain twin, and against chance.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/shuffle.h"

// The same draw by whole numbers: which of the equally likely deals the word names, and its digits
// by division. 128 bits hold the product.
__extension__ typedef unsigned __int128 wide;

static void plain_shuffle(const struct shuffle *shuffle, uint64_t round, unsigned cards,
                          uth_card deck[UTH_DECK_SIZE])
{
    unsigned index = 0;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
    }
    for (unsigned first = 0; first < cards; first += CARDS_PER_WORD) {
        const unsigned last = first + CARDS_PER_WORD < cards ? first + CARDS_PER_WORD : cards;
        uint64_t ways = 1;
        for (unsigned i = first; i < last; i++) {
            ways *= UTH_DECK_SIZE - i;
        }
        // Words from the last, incomplete run of `ways` multiples of 2^64 are drawn again.
        wide product = (wide)sim_word(shuffle->key, round, index++) * ways;
        while ((uint64_t)product < (uint64_t)((((wide)1) << 64) % ways)) {
            product = (wide)sim_word(shuffle->key, round, index++) * ways;
        }
        uint64_t deal = (uint64_t)(product >> 64);
        for (unsigned i = first; i < last; i++) {
            ways /= UTH_DECK_SIZE - i;
            const unsigned j = i + (unsigned)(deal / ways);
            deal %= ways;
            const uth_card card = deck[j];
            deck[j] = deck[i];
            deck[i] = card;
        }
    }
}

static void the_fast_shuffle_is_the_plain_one(void **state)
{
    (void)state;
    for (unsigned cards = 1; cards <= CARDS_PER_WORD * SHUFFLE_WORDS_MAX; cards++) {
        struct shuffle shuffle;
        sim_shuffle_init(&shuffle, cards, cards);
        for (uint64_t round = 0; round < 2000; round++) {
            uth_card fast[UTH_DECK_SIZE];
            uth_card plain[UTH_DECK_SIZE];
            sim_shuffle(&shuffle, round << cards, fast);
            plain_shuffle(&shuffle, round << cards, cards, plain);
            assert_memory_equal(fast, plain, sizeof fast);
        }
    }
}

// One word in 16,384 is drawn again: among 300,000 rounds some are.
static void rejected_words_leave_a_whole_deck(void **state)
{
    (void)state;
    struct shuffle shuffle;
    unsigned rejected = 0;
    uint64_t ways = 1;
    for (unsigned i = 0; i < CARDS_PER_WORD; i++) {
        ways *= UTH_DECK_SIZE - i;
    }
    sim_shuffle_init(&shuffle, 3, CARDS_PER_WORD);
    for (uint64_t round = 0; round < 300000; round++) {
        uth_card fast[UTH_DECK_SIZE];
        uth_card plain[UTH_DECK_SIZE];
        sim_shuffle(&shuffle, round, fast);
        if (sim_word(shuffle.key, round, 0) * ways < shuffle.reject_below[0]) {
            plain_shuffle(&shuffle, round, CARDS_PER_WORD, plain);
            assert_memory_equal(fast, plain, sizeof fast);
            assert_true(uth_deck_is_whole(fast));
            rejected++;
        }
    }
    assert_true(rejected > 0);
}

// Chi-square of every card in every place: 51 degrees of freedom, so 51 on average with a standard
// deviation of 10.1. All 23 places within 5 of them. The seed is fixed, and so is the outcome.
static void every_card_is_as_likely_in_every_place(void **state)
{
    (void)state;
    enum { PLACES = 23, ROUNDS = 520000 };
    static uint32_t seen[PLACES][UTH_DECK_SIZE];
    struct shuffle shuffle;
    sim_shuffle_init(&shuffle, 7, PLACES);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uth_card deck[UTH_DECK_SIZE];
        sim_shuffle(&shuffle, round, deck);
        for (unsigned place = 0; place < PLACES; place++) {
            seen[place][deck[place]]++;
        }
    }
    for (unsigned place = 0; place < PLACES; place++) {
        double chi = 0;
        for (unsigned card = 0; card < UTH_DECK_SIZE; card++) {
            const double off = (double)seen[place][card] - ROUNDS / 52.0;
            chi += off * off / (ROUNDS / 52.0);
        }
        assert_true(chi > 51 - 36 && chi < 51 + 51);
    }
}

// The same for two places at once: 2,651 degrees of freedom, deviation 72.8.
static void every_pair_of_cards_is_as_likely(void **state)
{
    (void)state;
    enum { ROUNDS = 2000000, CELLS = 52 * 51 };
    static uint32_t seen[3][UTH_DECK_SIZE][UTH_DECK_SIZE];
    static const uint8_t places[3][2] = {{0, 1}, {4, 8}, {8, 9}}; // the last across two words
    struct shuffle shuffle;
    sim_shuffle_init(&shuffle, 11, 11);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uth_card deck[UTH_DECK_SIZE];
        sim_shuffle(&shuffle, round, deck);
        for (unsigned i = 0; i < 3; i++) {
            seen[i][deck[places[i][0]]][deck[places[i][1]]]++;
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        double chi = 0;
        for (unsigned cell = 0; cell < UTH_DECK_SIZE * UTH_DECK_SIZE; cell++) {
            const double off = (double)seen[i][cell / UTH_DECK_SIZE][cell % UTH_DECK_SIZE] -
                               (double)ROUNDS / CELLS;
            const bool possible = cell / UTH_DECK_SIZE != cell % UTH_DECK_SIZE;
            chi += possible ? off * off / ((double)ROUNDS / CELLS) : 0;
        }
        assert_true(chi > 2651 - 5 * 72.8 && chi < 2651 + 5 * 72.8);
    }
}

static void a_row_has_the_cards_of_its_rounds(void **state)
{
    (void)state;
    for (unsigned cards = 1; cards <= SHUFFLE_CARDS_MAX; cards++) {
        struct shuffle shuffle;
        sim_shuffle_init(&shuffle, 100 + cards, cards);
        for (uint64_t row = 0; row < 400; row++) { // some rounds draw a word again
            uth_card rows[SHUFFLE_CARDS_MAX][LANES];
            const uint64_t first = row << cards;
            sim_shuffle_rows(&shuffle, first, rows);
            for (unsigned lane = 0; lane < LANES; lane++) {
                uth_card deck[UTH_DECK_SIZE];
                sim_shuffle(&shuffle, first + lane, deck);
                for (unsigned i = 0; i < cards; i++) {
                    assert_int_equal(rows[i][lane], deck[i]);
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fast_shuffle_is_the_plain_one),
        cmocka_unit_test(a_row_has_the_cards_of_its_rounds),
        cmocka_unit_test(rejected_words_leave_a_whole_deck),
        cmocka_unit_test(every_card_is_as_likely_in_every_place),
        cmocka_unit_test(every_pair_of_cards_is_as_likely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
