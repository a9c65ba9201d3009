#include "uth/view.h"

#include <string.h>

#include "core/due.h"

_Static_assert(sizeof(struct uth_view_seat) == sizeof(struct uth_round_seat),
               "no padding in a seat's view");
_Static_assert(sizeof(struct uth_view) ==
                   4 * sizeof(int64_t) + UTH_SEATS_MAX * sizeof(struct uth_view_seat) + 5 + 2 + 17,
               "no padding in a view");

static bool may_see_cards(const struct uth_round *round, struct uth_viewer viewer, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);

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
    view->hand_place = (uint8_t)uth_round_hand_place(round, seat);
    memset(view->cards, UTH_CARD_NONE, sizeof view->cards);
    if (may_see_cards(round, viewer, seat)) {
        memcpy(view->cards, state->cards, sizeof view->cards);
    }
}

void uth_view_of(const struct uth_round *round, struct uth_viewer viewer, struct uth_view *view)
{
    UTH_CHECK(viewer.kind <= UTH_VIEWER_DEALER);
    UTH_CHECK(round->phase < UTH_PHASE_COUNT);
    UTH_CHECK(round->community_up <= 5);

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

// ---- what the cards say -----------------------------------------------------------------------

// 0 where one of the seven is not seen.
static uth_hand seen_hand(const struct uth_view *view, const uth_card own[2])
{
    uth_card cards[7];
    memcpy(cards, own, 2 * sizeof cards[0]);
    memcpy(cards + 2, view->community, 5 * sizeof cards[0]);
    for (unsigned i = 0; i < 7; i++) {
        if (cards[i] == UTH_CARD_NONE) {
            return 0;
        }
    }
    return uth_hand_of(cards, 7);
}

void uth_view_judge(const struct uth_rules *rules, struct uth_view *view)
{
    const uth_hand dealer = seen_hand(view, view->dealer);
    view->qualifies = (uint8_t)(dealer == 0                          ? UTH_QUALIFIES_UNKNOWN
                                : uth_rules_qualifies(rules, dealer) ? UTH_QUALIFIES_YES
                                                                     : UTH_QUALIFIES_NO);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        struct uth_view_seat *seat = &view->seats[i];
        const uth_hand player = dealer == 0 || !seat->in ? 0 : seen_hand(view, seat->cards);
        seat->judged = seat->folded || player != 0;
        seat->verdict = (uint8_t)(seat->folded  ? UTH_VERDICT_FOLD
                                  : player != 0 ? core_compare(player, dealer)
                                                : 0);
    }
}

// ---- the order money moves in -----------------------------------------------------------------

// The seats in the order money moves: who takes part is all uth_settle_order looks at.
unsigned uth_view_seats(const struct uth_rules *rules, const struct uth_view *view,
                        uint8_t seats[UTH_SEATS_MAX])
{
    struct uth_facts facts;
    uint8_t order[UTH_SEATS_MAX];
    memset(&facts, 0, sizeof facts);
    facts.bank_seat = view->bank_seat;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (view->seats[seat - 1].in) {
            facts.players[facts.player_count++].seat = seat;
        }
    }
    uth_settle_order(rules, &facts, order);
    for (unsigned i = 0; i < facts.player_count; i++) {
        seats[i] = facts.players[order[i]].seat;
    }
    UTH_CHECK(facts.player_count <= UTH_SEATS_MAX);
    return facts.player_count;
}

bool uth_view_lost_by_fold(const struct uth_rules *rules, const struct uth_view_seat *seat,
                           enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    const enum uth_wager_fold fold = uth_rules_fold(rules, wager);
    const bool settled = (seat->settled >> wager & 1) != 0;
    return seat->folded && settled &&
           (fold == UTH_FOLD_LOSES || (fold == UTH_FOLD_LOSES_UNLESS_WON &&
                                       !uth_reason_wins((enum uth_reason)seat->reasons[wager])));
}

bool uth_view_ante_goes_back(const struct uth_view_seat *seat)
{
    return (seat->settled >> UTH_WAGER_ANTE & 1) != 0 &&
           seat->reasons[UTH_WAGER_ANTE] == UTH_REASON_ANTE_NOT_QUALIFIED;
}

// When a settled wager is due: lost by a fold, refunded before all others, or in the seat's order.
enum pass { PASS_FOLDS, PASS_REFUNDS, PASS_SEATS, PASS_COUNT };

static enum pass pass_of(const struct uth_rules *rules, const struct uth_view_seat *seat,
                         enum uth_wager wager)
{
    if (uth_view_lost_by_fold(rules, seat, wager)) {
        return PASS_FOLDS;
    }
    return wager == UTH_WAGER_ANTE && uth_view_ante_goes_back(seat) ? PASS_REFUNDS : PASS_SEATS;
}

struct moved_list {
    const struct uth_rules *rules;
    struct uth_moved *list;
    size_t count;
};

static void add_moved(struct moved_list *to, const struct uth_view_seat *seat, uint8_t number,
                      enum pass pass, const enum uth_wager *wagers)
{
    UTH_CHECK(pass < PASS_COUNT);
    UTH_CHECK(number >= 1 && number <= UTH_SEATS_MAX);

    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if ((seat->settled >> wagers[i] & 1) != 0 && pass_of(to->rules, seat, wagers[i]) == pass) {
            to->list[to->count++] = (struct uth_moved){number, pass == PASS_FOLDS, wagers[i]};
        }
    }
}

size_t uth_view_moved(const struct uth_rules *rules, const struct uth_view *view,
                      struct uth_moved order[UTH_SETTLED_MAX])
{
    enum uth_wager at_a_fold[UTH_WAGER_COUNT]; // as uth_settle_fold takes them
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        at_a_fold[i] = (enum uth_wager)i;
    }
    uint8_t seats[UTH_SEATS_MAX];
    struct moved_list moved = {rules, order, 0};
    const unsigned players = uth_view_seats(rules, view, seats);
    for (unsigned i = 0; i < PASS_COUNT * players; i++) {
        const enum pass pass = (enum pass)(i / players);
        const uint8_t number = seats[i % players];
        const struct uth_view_seat *seat = &view->seats[number - 1];
        const bool lost = seat->reasons[UTH_WAGER_PLAY] == UTH_REASON_PLAY_LOSES || seat->folded;
        const enum uth_wager *wagers = pass == PASS_FOLDS ? at_a_fold
                                       : lost             ? rules->order_lost
                                                          : rules->order_won;
        // SHOW-2: all before any hand is looked at, or each first at its seat.
        if (pass == PASS_SEATS && !rules->ante_refund_first) {
            add_moved(&moved, seat, number, PASS_REFUNDS, wagers);
        }
        if (pass != PASS_REFUNDS || rules->ante_refund_first) {
            add_moved(&moved, seat, number, pass, wagers);
        }
    }
    UTH_CHECK(moved.count <= (size_t)UTH_SETTLED_MAX);
    return moved.count;
}
