// Folds by what side bets look at, beside every deal that the written strategy folds.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "uth/exact.h"

static const struct uth_rules *const rules = &uth_rules_washington;

struct walk {
    struct uth_strategy strategy;
    struct uth_exact_folds *plain;
    uth_card flop[3];
    int64_t weight; // flops that look like this one, times the dealer's hands
    unsigned hole_count;
    uth_card hole[1326][2]; // that check twice
    uth_hand on_flop[1326];
};

// The strengths from the weakest on, without knowing how many of a kind there are.
static unsigned index_of[UTH_HAND_COUNT << 12];

static void number_strengths(void)
{
    static bool there[UTH_HAND_COUNT << 12];
    unsigned count = 0;
    for (unsigned e = 4; e < UTH_DECK_SIZE; e++) {
        for (unsigned d = 3; d < e; d++) {
            for (unsigned c = 2; c < d; c++) {
                for (unsigned b = 1; b < c; b++) {
                    for (unsigned a = 0; a < b; a++) {
                        const uth_card cards[5] = {(uth_card)a, (uth_card)b, (uth_card)c,
                                                   (uth_card)d, (uth_card)e};
                        there[uth_hand_of(cards, 5)] = true;
                    }
                }
            }
        }
    }
    for (unsigned hand = 0; hand < UTH_HAND_COUNT << 12; hand++) {
        index_of[hand] = count;
        count += there[hand];
    }
    assert_int_equal(count, UTH_EXACT_STRENGTHS);
}

static void play_board(struct walk *walk, uth_card turn, uth_card river)
{
    const uth_card cards[5] = {walk->flop[0], walk->flop[1], walk->flop[2], turn, river};
    const uth_cards late = uth_cards_of(turn) | uth_cards_of(river);
    int64_t folded = 0;
    struct uth_board board;
    uth_board_set(&board, cards);
    for (unsigned i = 0; i < walk->hole_count; i++) {
        const uth_card *hole = walk->hole[i];
        if ((uth_cards_from(hole, 2) & late) != 0 ||
            uth_strategy_river(&walk->strategy, hole, cards) != 0) {
            continue;
        }
        folded += walk->weight;
        walk->plain->hole[uth_exact_class_of(hole[0], hole[1])] += walk->weight;
        walk->plain->flop[index_of[walk->on_flop[i]]] += walk->weight;
        walk->plain->seven[index_of[uth_board_hand(&board, hole[0], hole[1])]] += walk->weight;
    }
    walk->plain->board[index_of[uth_hand_of(cards, 5)]] += folded;
}

static void play_flop(struct walk *walk)
{
    walk->hole_count = 0;
    for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
        for (uth_card a = 0; a < b; a++) {
            const uth_card hole[2] = {a, b};
            const uth_card five[5] = {a, b, walk->flop[0], walk->flop[1], walk->flop[2]};
            if ((uth_cards_from(hole, 2) & uth_cards_from(walk->flop, 3)) == 0 &&
                uth_strategy_preflop(&walk->strategy, hole) == 0 &&
                uth_strategy_flop(&walk->strategy, hole, walk->flop) == 0) {
                memcpy(walk->hole[walk->hole_count], hole, sizeof hole);
                walk->on_flop[walk->hole_count++] = uth_hand_of(five, 5);
            }
        }
    }
    const uth_cards gone = uth_cards_from(walk->flop, 3);
    for (uth_card river = 1; river < UTH_DECK_SIZE; river++) {
        for (uth_card turn = 0; !uth_cards_have(gone, river) && turn < river; turn++) {
            if (!uth_cards_have(gone, turn)) {
                play_board(walk, turn, river);
            }
        }
    }
}

// A flop by its suits renamed in the order in which they come: the first of those that look alike.
static bool is_first_of_its_look(const uth_card flop[3], int64_t *flops)
{
    unsigned keys[24];
    unsigned count = 0;
    unsigned own = 0;
    *flops = 0;
    for (unsigned rename = 0; rename < 256; rename++) {
        unsigned reached = 0;
        unsigned renamed[3];
        for (unsigned suit = 0; suit < UTH_SUITS; suit++) {
            reached |= 1U << (rename >> suit * 2 & 3);
        }
        if (reached != 15) {
            continue;
        }
        for (unsigned i = 0; i < 3; i++) {
            const unsigned suit = rename >> uth_card_suit(flop[i]) * 2 & 3;
            const unsigned card = uth_card_make(uth_card_rank(flop[i]), suit);
            unsigned at = i;
            for (; at > 0 && renamed[at - 1] > card; at--) {
                renamed[at] = renamed[at - 1];
            }
            renamed[at] = card;
        }
        const unsigned key = (renamed[0] * UTH_DECK_SIZE + renamed[1]) * UTH_DECK_SIZE + renamed[2];
        keys[count++] = key;
    }
    own = (unsigned)((flop[0] * UTH_DECK_SIZE + flop[1]) * UTH_DECK_SIZE + flop[2]);
    for (unsigned i = 0; i < count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++) {
            again = again || keys[k] == keys[i];
        }
        *flops += !again;
        if (keys[i] < own) {
            return false;
        }
    }
    return true;
}

/* SHOW-7, PLAY-5 */
static void every_folded_deal_is_counted_by_what_it_shows(void **state)
{
    (void)state;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    struct uth_exact_folds *folds = malloc(sizeof *folds);
    struct walk *walk = calloc(1, sizeof *walk);
    number_strengths();
    assert_true(memory != NULL && folds != NULL && walk != NULL);
    walk->plain = calloc(1, sizeof *walk->plain);
    assert_non_null(walk->plain);
    assert_int_equal(uth_exact_solve(rules, 1, memory, size, &exact), UTH_OK);
    const size_t length = uth_strategy_size(exact);
    void *bytes = malloc(length);
    assert_non_null(bytes);
    uth_strategy_build(exact, UTH_STYLE_OPTIMAL, bytes, length);
    assert_int_equal(uth_strategy_open(bytes, length, rules, &walk->strategy), UTH_OK);
    uth_exact_folds(exact, UTH_STYLE_OPTIMAL, folds);
    unsigned looks = 0;
    for (unsigned c = 2; c < UTH_DECK_SIZE; c++) {
        for (unsigned b = 1; b < c; b++) {
            for (unsigned a = 0; a < b; a++) {
                const uth_card flop[3] = {(uth_card)a, (uth_card)b, (uth_card)c};
                int64_t flops;
                if (is_first_of_its_look(flop, &flops)) {
                    memcpy(walk->flop, flop, sizeof flop);
                    walk->weight = flops * 990;
                    play_flop(walk);
                    looks++;
                }
            }
        }
    }
    assert_int_equal(looks, 1755);
    assert_memory_equal(walk->plain->hole, folds->hole, sizeof folds->hole);
    assert_memory_equal(walk->plain->flop, folds->flop, sizeof folds->flop);
    assert_memory_equal(walk->plain->seven, folds->seven, sizeof folds->seven);
    assert_memory_equal(walk->plain->board, folds->board, sizeof folds->board);
    free(bytes);
    free(walk->plain);
    free(walk);
    free(folds);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_folded_deal_is_counted_by_what_it_shows),
    };
    return cmocka_run_group_tests_name("folds", tests, NULL, NULL);
}
