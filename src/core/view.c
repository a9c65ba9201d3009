#include "uth/view.h"

#include <string.h>

_Static_assert(sizeof(struct uth_view_seat) == sizeof(struct uth_round_seat),
               "no padding in a seat's view");
_Static_assert(sizeof(struct uth_view) ==
                   4 * sizeof(int64_t) + UTH_SEATS_MAX * sizeof(struct uth_view_seat) + 5 + 2 + 9,
               "no padding in a view");

static bool may_see_cards(const struct uth_round *round, struct uth_viewer viewer, unsigned seat)
{
    return round->seats[seat - 1].cards_up ||
           (viewer.kind == UTH_VIEWER_SEAT && viewer.seat == seat);
}

static void view_seat(const struct uth_round *round, struct uth_viewer viewer, uint8_t seat,
                      struct uth_view_seat *view)
{
    const struct uth_round_seat *state = &round->seats[seat - 1];
    memcpy(view->stakes, state->stakes, sizeof view->stakes);
    memcpy(view->nets, state->nets, sizeof view->nets);
    memcpy(view->outcomes, state->outcomes, sizeof view->outcomes);
    memcpy(view->reasons, state->reasons, sizeof view->reasons);
    memcpy(view->carried, state->carried, sizeof view->carried);
    view->fee = state->fee;
    view->settled = state->settled;
    view->in = state->in;
    view->folded = state->folded;
    view->multiple = state->multiple;
    view->decided = state->decided;
    view->by_system = state->by_system;
    view->awaited = uth_round_awaits(round, seat);
    view->cards_racked = state->cards_racked;
    memset(view->cards, UTH_CARD_NONE, sizeof view->cards);
    if (may_see_cards(round, viewer, seat)) {
        memcpy(view->cards, state->cards, sizeof view->cards);
    }
}

void uth_view_of(const struct uth_round *round, struct uth_viewer viewer, struct uth_view *view)
{
    memset(view, 0, sizeof *view);
    view->number = round->number;
    view->bank_wager = round->bank_wager;
    view->bank_fee = round->bank_fee;
    view->bank_net = round->bank_net;
    view->phase = round->phase;
    view->procedure = round->procedure;
    view->deck_in_play = round->deck_in_play;
    view->cards_used = round->cards_used;
    view->cards_in_rack = (uint8_t)uth_cards_count(round->rack);
    view->bank_seat = round->bank_seat;
    view->voided = round->voided;
    view->fee_returned = round->fee_returned;
    view->viewer_kind = (uint8_t)viewer.kind;
    memset(view->community, UTH_CARD_NONE, sizeof view->community);
    memset(view->dealer, UTH_CARD_NONE, sizeof view->dealer);
    memcpy(view->community, round->community, round->community_up);
    if (round->dealer_up) {
        memcpy(view->dealer, round->dealer, sizeof view->dealer);
    }
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        view_seat(round, viewer, seat, &view->seats[seat - 1]);
    }
}
