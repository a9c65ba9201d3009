// What one viewer may see of a round, and nothing else.
//
// A view is built field by field from what is public, so a field somebody adds to the round stays
// hidden until somebody decides otherwise. Cards that may not be seen are UTH_CARD_NONE: change
// any of them, and the view has the same bytes.
#ifndef UTH_VIEW_H
#define UTH_VIEW_H

#include <stdint.h>

#include "uth/round.h"

#ifdef __cplusplus
extern "C" {
#endif

// A player sees his own two cards from the deal on. The casino dealer and a spectator see what
// lies face up; the player-dealer's cards are turned for everyone at once, himself included.
enum uth_viewer_kind {
    UTH_VIEWER_SPECTATOR = 0,
    UTH_VIEWER_SEAT = 1,
    UTH_VIEWER_DEALER = 2,
};

struct uth_viewer {
    enum uth_viewer_kind kind;
    uint8_t seat; // for UTH_VIEWER_SEAT
};

// Padding-free like the round itself.
struct uth_view_seat {
    uth_money stakes[UTH_WAGER_COUNT];
    uth_money nets[UTH_WAGER_COUNT];
    uth_money fee;
    uint8_t outcomes[UTH_WAGER_COUNT];
    uint8_t reasons[UTH_WAGER_COUNT];
    uint8_t carried[UTH_WAGER_COUNT];
    uint8_t settled;
    uint8_t in;
    uint8_t folded;
    uint8_t multiple;
    uint8_t decided;
    uint8_t by_system;
    uint8_t awaited; // has still to decide on this street
    uint8_t cards_racked;
    uth_card cards[2];
    uint8_t reserved;
};

struct uth_view {
    uint64_t number;
    uth_money bank_wager;
    uth_money bank_fee;
    uth_money bank_net;
    struct uth_view_seat seats[UTH_SEATS_MAX];
    uth_card community[5];
    uth_card dealer[2];
    uint8_t phase;
    uint8_t procedure;
    uint8_t deck_in_play;
    uint8_t cards_used;
    uint8_t cards_in_rack; // how many, never which
    uint8_t bank_seat;
    uint8_t voided;
    uint8_t fee_returned;
    uint8_t viewer_kind;
};

void uth_view_of(const struct uth_round *round, struct uth_viewer viewer, struct uth_view *view);

#ifdef __cplusplus
}
#endif

#endif
