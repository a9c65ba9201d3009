// What one viewer may see of a round, and nothing else.
//
// A view is built field by field from what is public, so a field somebody adds to the round stays
// hidden until somebody decides otherwise. Cards that may not be seen are UTH_CARD_NONE: change
// any of them, and the view has the same bytes.
#ifndef UTH_VIEW_H
#define UTH_VIEW_H

#include <stddef.h>
#include <stdint.h>

#include "uth/round.h"

#ifdef __cplusplus
extern "C" {
#endif

// A player sees their own two cards from the deal on. The casino dealer and a spectator see what
// lies face up; the player-dealer's cards are turned for everyone at once, themselves included.
enum uth_viewer_kind {
    UTH_VIEWER_SPECTATOR = 0,
    UTH_VIEWER_SEAT = 1,
    UTH_VIEWER_DEALER = 2,
};

struct uth_viewer {
    enum uth_viewer_kind kind;
    uint8_t seat; // for UTH_VIEWER_SEAT
};

// SHOW-2: what the cards in a view say of the dealer's hand.
enum uth_qualifies {
    UTH_QUALIFIES_UNKNOWN = 0, // not all seven are seen
    UTH_QUALIFIES_YES = 1,
    UTH_QUALIFIES_NO = 2,
};

// Padding-free like the round itself.
struct uth_view_seat {
    uth_money stakes[UTH_WAGER_COUNT];
    uth_money nets[UTH_WAGER_COUNT];
    uth_money fee;
    uint16_t settled;
    uint8_t outcomes[UTH_WAGER_COUNT];
    uint8_t reasons[UTH_WAGER_COUNT];
    uint8_t carried[UTH_WAGER_COUNT];
    uint8_t in;
    uint8_t folded;
    uint8_t multiple;
    uint8_t decided;
    uint8_t by_system;
    uint8_t awaited; // has still to decide on this street
    uint8_t cards_racked;
    uth_card cards[2];
    uint8_t hand_place; // enum uth_hand_place
    uint8_t judged;     // `verdict` is known: folded, or both hands are seen
    uint8_t verdict;    // enum uth_verdict
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
    uint8_t qualifies; // enum uth_qualifies
    uint8_t reserved[7];
};

// A settled wager of a seat.
struct uth_moved {
    uint8_t seat;
    bool by_fold; // taken at the fold (PLAY-5)
    enum uth_wager wager;
};

// PLAY-5: Ante, Blind and a losing Trips of a folded seat are taken at the fold.
bool uth_view_lost_by_fold(const struct uth_rules *rules, const struct uth_view_seat *seat,
                           enum uth_wager wager);
// SHOW-2: was the Ante returned because the dealer does not qualify?
bool uth_view_ante_goes_back(const struct uth_view_seat *seat);

// Who takes part, in the order money moves (SHOW-9). Returns how many.
unsigned uth_view_seats(const struct uth_rules *rules, const struct uth_view *view,
                        uint8_t seats[UTH_SEATS_MAX]);
// The settled wagers in that order: what folds have lost first (BANK-4). Returns how many.
size_t uth_view_moved(const struct uth_rules *rules, const struct uth_view *view,
                      struct uth_moved order[UTH_SETTLED_MAX]);

void uth_view_of(const struct uth_round *round, struct uth_viewer viewer, struct uth_view *view);
// From the cards the view shows and no others: whether the dealer qualifies, and who beats whom. Once
// all cards are in it; a view that shows no more is not judged by itself.
void uth_view_judge(const struct uth_rules *rules, struct uth_view *view);

#ifdef __cplusplus
}
#endif

#endif
