// Who banks next: named cases first, then every way a small table can go.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"
#include "uth/rotation.h"

static struct uth_rules table_of(uint8_t seats)
{
    struct uth_rules rules = uth_rules_california_6;
    rules.seats = seats;
    return rules;
}

static uth_seat_set seats_up_to(unsigned seats)
{
    return (uth_seat_set)((1U << seats) - 1);
}

static struct uth_rotation first_offer(const struct uth_rules *rules, uth_seat_set able)
{
    const struct uth_rotation nothing = {0};
    return uth_rotation_start(&nothing, rules, able);
}

static void take(struct uth_rotation *rotation, uint8_t seat)
{
    assert_int_equal(uth_rotation_take(rotation, seat), UTH_OK);
    assert_true(rotation->banking);
}

static void decline(struct uth_rotation *rotation, const struct uth_rules *rules, uint8_t seat,
                    uth_seat_set able)
{
    assert_int_equal(uth_rotation_decline(rotation, rules, seat, able), UTH_OK);
}

static void play_hand(struct uth_rotation *rotation, const struct uth_rules *rules,
                      uth_seat_set able)
{
    assert_int_equal(uth_rotation_may_bank(rotation, rules, rotation->seat), UTH_OK);
    uth_rotation_after_hand(rotation, rules, false, able);
}

static void assert_offered_to(const struct uth_rotation *rotation, uint8_t seat)
{
    assert_false(rotation->nobody);
    assert_false(rotation->banking);
    assert_int_equal(rotation->seat, seat);
}

static void the_position_is_offered_clockwise_from_the_first_seat(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    const uth_seat_set all = seats_up_to(6);
    struct uth_rotation rotation = first_offer(&rules, all);
    for (uint8_t seat = 1; seat <= 5; seat++) { /* ROT-1 */
        assert_offered_to(&rotation, seat);
        decline(&rotation, &rules, seat, all);
    }
    assert_offered_to(&rotation, 6);
    take(&rotation, 6);
    play_hand(&rotation, &rules, all);
    play_hand(&rotation, &rules, all);
    assert_offered_to(&rotation, 1); // past the last seat comes the first
}

static void who_takes_it_banks_two_hands_and_not_a_third(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    const uth_seat_set all = seats_up_to(6);
    struct uth_rotation rotation = first_offer(&rules, all);
    take(&rotation, 1);
    play_hand(&rotation, &rules, all);
    assert_int_equal(uth_rotation_may_bank(&rotation, &rules, 1), UTH_OK); /* ROT-1 */
    play_hand(&rotation, &rules, all);
    assert_offered_to(&rotation, 2);
    assert_int_equal(uth_rotation_may_bank(&rotation, &rules, 1), UTH_ERR_BANK_NOT_ASKED);
    assert_int_equal(uth_rotation_take(&rotation, 1), UTH_ERR_BANK_NOT_ASKED);
}

static void a_third_hand_is_refused_even_to_the_one_who_holds_the_position(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    const struct uth_rotation stored = {.seat = 3, .banker = 3, .hands = 2, .banking = true};
    assert_int_equal(uth_rotation_may_bank(&stored, &rules, 3), UTH_ERR_BANK_THIRD); /* ROT-1 */
    struct uth_rotation rotation = stored;
    EXPECT_CHECK_FAILURE(uth_rotation_after_hand(&rotation, &rules, false, seats_up_to(6)));
}

/* ROT-1: the highest rank, then spades, hearts, diamonds, clubs. */
static void the_highest_card_is_found_by_rank_then_suit(void **state)
{
    (void)state;
    for (unsigned a = 0; a < UTH_DECK_SIZE; a++) {
        for (unsigned b = 0; b < UTH_DECK_SIZE; b++) {
            const uth_card cards[UTH_SEATS_MAX] = {[2] = (uth_card)a, [5] = (uth_card)b, [6] = 51};
            const bool ranks_differ = a / 4 != b / 4;
            const bool first = ranks_differ ? a / 4 > b / 4 : a % 4 > b % 4;
            if (a != b) { // seat 7 has the ace of spades, and drew nothing
                assert_int_equal(uth_rotation_high_card(cards, 1U << 2 | 1U << 5), first ? 3 : 6);
            }
        }
    }
    const uth_card none[UTH_SEATS_MAX] = {0};
    EXPECT_CHECK_FAILURE(uth_rotation_high_card(none, 0));
}

static void a_player_may_stop_after_one_hand(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    const uth_seat_set all = seats_up_to(6);
    struct uth_rotation rotation = first_offer(&rules, all);
    take(&rotation, 1);
    play_hand(&rotation, &rules, all);
    decline(&rotation, &rules, 1, all); /* ROT-1 */
    assert_offered_to(&rotation, 2);
}

static void when_everyone_declines_no_round_starts(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(3);
    const uth_seat_set all = seats_up_to(3);
    struct uth_rotation rotation = first_offer(&rules, all);
    for (uint8_t seat = 1; seat <= 3; seat++) { /* ROT-1 */
        decline(&rotation, &rules, seat, all);
    }
    assert_true(rotation.nobody);
    for (uint8_t seat = 1; seat <= 3; seat++) {
        assert_int_equal(uth_rotation_take(&rotation, seat), UTH_ERR_BANK_NOT_ASKED);
        assert_int_equal(uth_rotation_may_bank(&rotation, &rules, seat), UTH_ERR_BANK_NOT_ASKED);
        assert_int_equal(uth_rotation_decline(&rotation, &rules, seat, all),
                         UTH_ERR_BANK_NOT_ASKED);
    }
    rotation = uth_rotation_start(&rotation, &rules, all);
    assert_offered_to(&rotation, 1); // the round of asking begins again behind the last asked
}

static void two_players_take_turns_and_neither_banks_a_third_hand(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(2);
    const uth_seat_set all = seats_up_to(2);
    struct uth_rotation rotation = first_offer(&rules, all);
    for (int turn = 0; turn < 3; turn++) {
        for (uint8_t seat = 1; seat <= 2; seat++) { /* ROT-1 */
            assert_offered_to(&rotation, seat);
            take(&rotation, seat);
            play_hand(&rotation, &rules, all);
            play_hand(&rotation, &rules, all);
        }
    }
    decline(&rotation, &rules, 1, all);
    assert_true(rotation.nobody); // seat 2 has banked twice
    rotation = uth_rotation_start(&rotation, &rules, all);
    assert_offered_to(&rotation, 1);
}

static void who_left_or_cannot_post_is_passed_over(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    const uth_seat_set able = 1U << (2 - 1) | 1U << (5 - 1);
    struct uth_rotation rotation = first_offer(&rules, able);
    assert_offered_to(&rotation, 2); /* ROT-2 */
    take(&rotation, 2);
    play_hand(&rotation, &rules, 1U << (5 - 1)); // the player left after one hand
    assert_offered_to(&rotation, 5);
    take(&rotation, 5);
    play_hand(&rotation, &rules, 0); // and so did everyone else
    assert_true(rotation.nobody);
}

static void who_declined_and_left_does_not_count_against_those_still_to_be_asked(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(3);
    struct uth_rotation rotation = first_offer(&rules, seats_up_to(3));
    decline(&rotation, &rules, 1, seats_up_to(3));
    const uth_seat_set without_one = 1U << (2 - 1) | 1U << (3 - 1);
    decline(&rotation, &rules, 2, without_one); /* ROT-2 */
    assert_offered_to(&rotation, 3);
}

static void a_voided_hand_does_not_count(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    const uth_seat_set all = seats_up_to(6);
    struct uth_rotation rotation = first_offer(&rules, all);
    take(&rotation, 1);
    for (int i = 0; i < 5; i++) { /* DEAL-5 */
        uth_rotation_after_hand(&rotation, &rules, true, all);
        assert_int_equal(uth_rotation_may_bank(&rotation, &rules, 1), UTH_OK);
    }
    play_hand(&rotation, &rules, all);
    uth_rotation_after_hand(&rotation, &rules, true, all);
    play_hand(&rotation, &rules, all);
    assert_offered_to(&rotation, 2);
}

static void a_banker_who_leaves_after_a_voided_hand_is_passed_over(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    struct uth_rotation rotation = first_offer(&rules, seats_up_to(6));
    take(&rotation, 1);
    uth_rotation_after_hand(&rotation, &rules, true, 1U << (4 - 1));
    assert_offered_to(&rotation, 4); /* ROT-2 */
    assert_int_equal(rotation.banker, 0);
}

static void only_the_one_asked_may_answer_and_others_change_nothing(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    const uth_seat_set all = seats_up_to(6);
    struct uth_rotation rotation = first_offer(&rules, all);
    const struct uth_rotation before = rotation;
    for (unsigned seat = 0; seat <= 9; seat++) {
        if (seat != 1) {
            assert_int_equal(uth_rotation_take(&rotation, (uint8_t)seat), UTH_ERR_BANK_NOT_ASKED);
            assert_int_equal(uth_rotation_decline(&rotation, &rules, (uint8_t)seat, all),
                             UTH_ERR_BANK_NOT_ASKED);
        }
    }
    assert_memory_equal(&rotation, &before, sizeof before);
    assert_int_equal(uth_rotation_may_bank(&rotation, &rules, 1), UTH_ERR_BANK_NOT_ASKED);
    take(&rotation, 1);
    assert_int_equal(uth_rotation_take(&rotation, 1), UTH_ERR_BANK_NOT_ASKED);
    assert_int_equal(uth_rotation_may_bank(&rotation, &rules, 2), UTH_ERR_BANK_NOT_ASKED);

    struct uth_rotation nothing = {0}; // before the first offer there is nobody to answer
    assert_int_equal(uth_rotation_take(&nothing, 0), UTH_ERR_BANK_NOT_ASKED);
    assert_int_equal(uth_rotation_decline(&nothing, &rules, 0, all), UTH_ERR_BANK_NOT_ASKED);
}

static void a_stored_rotation_goes_on_where_it_was(void **state)
{
    (void)state;
    const struct uth_rules rules = table_of(6);
    const uth_seat_set all = seats_up_to(6);
    struct uth_rotation rotation = first_offer(&rules, all);
    take(&rotation, 1);
    play_hand(&rotation, &rules, all);

    unsigned char stored[sizeof rotation]; /* ROT-2 */
    memcpy(stored, &rotation, sizeof rotation);
    struct uth_rotation again;
    memcpy(&again, stored, sizeof again);
    play_hand(&rotation, &rules, all);
    play_hand(&again, &rules, all);
    assert_memory_equal(&rotation, &again, sizeof again);
    assert_offered_to(&again, 2);
}

static void a_table_no_two_can_sit_at_stops_the_program(void **state)
{
    (void)state;
    const struct uth_rules small = table_of(1);
    const struct uth_rules large = table_of(9);
    const struct uth_rules rules = table_of(6);
    struct uth_rotation rotation = {0};
    EXPECT_CHECK_FAILURE(first_offer(&small, 1));
    EXPECT_CHECK_FAILURE(first_offer(&large, 1));
    EXPECT_CHECK_FAILURE(uth_rotation_after_hand(&rotation, &rules, false, 1)); // nobody banks
}

// ---- every way a small table can go ---------------------------------------------------------

#define WALK_SEATS_MAX  4
#define WALK_STATES_MAX (1U << 16)

// What an observer would remember, kept separately.
struct node {
    struct uth_rotation rotation;
    uint8_t last_banker; // of the last hand that counted
    uint8_t in_a_row;
    uint8_t refused; // who has said no since the last yes, bit by seat
};

struct walk {
    struct uth_rules rules;
    size_t count;
    struct node nodes[WALK_STATES_MAX];
};

static void visit(struct walk *walk, const struct node *node)
{
    for (size_t i = 0; i < walk->count; i++) {
        if (memcmp(&walk->nodes[i], node, sizeof *node) == 0) {
            return;
        }
    }
    assert_true(walk->count < WALK_STATES_MAX);
    walk->nodes[walk->count++] = *node;
}

static bool could_be_asked(const struct node *node, const struct uth_rules *rules, unsigned seat,
                           uth_seat_set able)
{
    const bool had_two = seat == node->last_banker && node->in_a_row >= rules->bank_hands_max;
    return uth_seat_set_has(able, seat) && !had_two && (node->refused >> (seat - 1) & 1) == 0;
}

// After `from` the offer stands with the first clockwise who can be asked and has not refused.
static void assert_offer_moved_on(const struct node *node, const struct uth_rules *rules,
                                  unsigned from, uth_seat_set able)
{
    assert_false(node->rotation.banking);
    unsigned next = 0;
    for (unsigned step = 1; step <= rules->seats && next == 0; step++) {
        const unsigned seat = (from + step - 1) % rules->seats + 1;
        next = could_be_asked(node, rules, seat, able) ? seat : 0;
    }
    assert_int_equal(node->rotation.nobody, next == 0); /* ROT-1, ROT-2 */
    if (next != 0) {
        assert_int_equal(node->rotation.seat, next);
    }
}

static void after_a_hand(struct walk *walk, struct node node, bool voided, uth_seat_set able)
{
    const uint8_t seat = node.rotation.seat;
    uth_rotation_after_hand(&node.rotation, &walk->rules, voided, able);
    if (!voided) { /* DEAL-5 */
        node.in_a_row = node.last_banker == seat ? (uint8_t)(node.in_a_row + 1) : 1;
        node.last_banker = seat;
    }
    assert_true(node.in_a_row <= walk->rules.bank_hands_max); /* ROT-1 */
    if (could_be_asked(&node, &walk->rules, seat, able)) {
        assert_true(node.rotation.banking);
        assert_int_equal(node.rotation.seat, seat);
    } else {
        assert_offer_moved_on(&node, &walk->rules, seat, able);
    }
    visit(walk, &node);
}

static void after_a_refusal(struct walk *walk, struct node node, uth_seat_set able)
{
    const uint8_t seat = node.rotation.seat;
    node.refused = (uint8_t)(node.refused | 1U << (seat - 1));
    decline(&node.rotation, &walk->rules, seat, able);
    assert_offer_moved_on(&node, &walk->rules, seat, able);
    visit(walk, &node);
}

static void walk_from(struct walk *walk, const struct node *node, uth_seat_set able)
{
    struct node next = *node;
    if (node->rotation.nobody || node->rotation.seat == 0) {
        next.refused = 0;
        next.rotation = uth_rotation_start(&node->rotation, &walk->rules, able);
        assert_offer_moved_on(&next, &walk->rules, node->rotation.seat, able);
        visit(walk, &next);
        return;
    }
    after_a_refusal(walk, *node, able);
    if (node->rotation.banking) {
        after_a_hand(walk, *node, false, able);
        after_a_hand(walk, *node, true, able);
        return;
    }
    take(&next.rotation, node->rotation.seat);
    next.refused = 0;
    assert_int_equal(uth_rotation_may_bank(&next.rotation, &walk->rules, next.rotation.seat),
                     UTH_OK);
    visit(walk, &next);
}

static void every_way_a_small_table_can_go_keeps_the_rotation(void **state)
{
    (void)state;
    static struct walk walk;
    for (uint8_t seats = 2; seats <= WALK_SEATS_MAX; seats++) {
        for (uint8_t hands = 1; hands <= 2; hands++) {
            memset(&walk, 0, sizeof walk);
            walk.rules = table_of(seats);
            walk.rules.bank_hands_max = hands;
            walk.count = 1; // a table nobody has sat at
            for (size_t i = 0; i < walk.count; i++) {
                for (unsigned able = 0; able < 1U << seats; able++) {
                    const struct node node = walk.nodes[i];
                    walk_from(&walk, &node, (uth_seat_set)able);
                }
            }
            print_message("# %u seats, %u hands: %zu states\n", seats, hands, walk.count);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_position_is_offered_clockwise_from_the_first_seat),
        cmocka_unit_test(who_takes_it_banks_two_hands_and_not_a_third),
        cmocka_unit_test(a_third_hand_is_refused_even_to_the_one_who_holds_the_position),
        cmocka_unit_test(the_highest_card_is_found_by_rank_then_suit),
        cmocka_unit_test(a_player_may_stop_after_one_hand),
        cmocka_unit_test(when_everyone_declines_no_round_starts),
        cmocka_unit_test(two_players_take_turns_and_neither_banks_a_third_hand),
        cmocka_unit_test(who_left_or_cannot_post_is_passed_over),
        cmocka_unit_test(who_declined_and_left_does_not_count_against_those_still_to_be_asked),
        cmocka_unit_test(a_voided_hand_does_not_count),
        cmocka_unit_test(a_banker_who_leaves_after_a_voided_hand_is_passed_over),
        cmocka_unit_test(only_the_one_asked_may_answer_and_others_change_nothing),
        cmocka_unit_test(a_stored_rotation_goes_on_where_it_was),
        cmocka_unit_test(a_table_no_two_can_sit_at_stops_the_program),
        cmocka_unit_test(every_way_a_small_table_can_go_keeps_the_rotation),
    };
    return cmocka_run_group_tests_name("rotation", tests, NULL, NULL);
}
