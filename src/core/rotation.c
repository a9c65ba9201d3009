#include "uth/rotation.h"

static bool has_had_his_hands(const struct uth_rotation *rotation, const struct uth_rules *rules,
                              unsigned seat)
{
    return seat == rotation->banker && rotation->hands >= rules->bank_hands_max;
}

static bool may_be_asked(const struct uth_rotation *rotation, const struct uth_rules *rules,
                         unsigned seat, uth_seat_set able)
{
    return uth_seat_set_has(able, seat) && !uth_seat_set_has(rotation->passed, seat) &&
           !has_had_his_hands(rotation, rules, seat);
}

// The next seat clockwise that can be asked. 0 when there is none.
static uint8_t next_to_ask(const struct uth_rotation *rotation, const struct uth_rules *rules,
                           uth_seat_set able)
{
    UTH_CHECK(rules->seats >= 2 && rules->seats <= UTH_SEATS_MAX);

    for (unsigned step = 1; step <= rules->seats; step++) {
        const unsigned seat = (rotation->seat + step - 1) % rules->seats + 1;
        if (may_be_asked(rotation, rules, seat, able)) {
            return (uint8_t)seat;
        }
    }
    return 0;
}

static void offer_next(struct uth_rotation *rotation, const struct uth_rules *rules,
                       uth_seat_set able)
{
    const uint8_t seat = next_to_ask(rotation, rules, able);
    rotation->banking = false;
    rotation->nobody = seat == 0;
    if (seat != 0) {
        rotation->seat = seat;
    }
}

struct uth_rotation uth_rotation_start(const struct uth_rotation *last,
                                       const struct uth_rules *rules, uth_seat_set able)
{
    struct uth_rotation rotation = *last;
    rotation.passed = 0;
    offer_next(&rotation, rules, able);
    return rotation;
}

uint8_t uth_rotation_high_card(const uth_card cards[UTH_SEATS_MAX], uth_seat_set drawn)
{
    UTH_CHECK(drawn != 0);

    // Cards are numbered by rank, then clubs, diamonds, hearts, spades: the order of ROT-1.
    uint8_t highest = 0;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(drawn, seat) &&
            (highest == 0 || cards[seat - 1] > cards[highest - 1])) {
            highest = seat;
        }
    }
    UTH_CHECK(uth_seat_set_has(drawn, highest));
    return highest;
}

enum uth_status uth_rotation_take(struct uth_rotation *rotation, uint8_t seat)
{
    if (rotation->nobody || rotation->banking || rotation->seat != seat || seat == 0) {
        return UTH_ERR_BANK_NOT_ASKED;
    }
    rotation->banking = true;
    rotation->passed = 0;
    return UTH_OK;
}

enum uth_status uth_rotation_decline(struct uth_rotation *rotation, const struct uth_rules *rules,
                                     uint8_t seat, uth_seat_set able)
{
    if (rotation->nobody || rotation->seat != seat || seat == 0) {
        return UTH_ERR_BANK_NOT_ASKED;
    }
    // Giving the position up after a hand is declining the next one, and starts a new offer.
    const uth_seat_set before = rotation->banking ? 0 : rotation->passed;
    rotation->passed = (uth_seat_set)(before | 1U << (seat - 1));
    offer_next(rotation, rules, able);
    return UTH_OK;
}

enum uth_status uth_rotation_may_bank(const struct uth_rotation *rotation,
                                      const struct uth_rules *rules, uint8_t seat)
{
    if (rotation->nobody || !rotation->banking || rotation->seat != seat) {
        return UTH_ERR_BANK_NOT_ASKED;
    }
    return has_had_his_hands(rotation, rules, seat) ? UTH_ERR_BANK_THIRD : UTH_OK;
}

void uth_rotation_after_hand(struct uth_rotation *rotation, const struct uth_rules *rules,
                             bool voided, uth_seat_set able)
{
    UTH_CHECK(rotation->banking);
    UTH_CHECK(!has_had_his_hands(rotation, rules, rotation->seat));

    if (!voided) {
        rotation->hands = rotation->banker == rotation->seat ? (uint8_t)(rotation->hands + 1) : 1;
        rotation->banker = rotation->seat;
    }
    if (!may_be_asked(rotation, rules, rotation->seat, able)) {
        rotation->passed = 0;
        offer_next(rotation, rules, able);
    }
}
