// One seat of a view, and what is told of hands and results: said of cards that are in the message,
// and of no others.
#include "wire/room_view_inside.h"

#include <stdio.h>
#include <string.h>

#include "core/due.h"
#include "messages.inc"

#define NAME(name, value) [value] = name,
static const char *const street_names[UTH_STREET_COUNT] = {PROTOCOL_STREET(NAME)};

void wire_put_cards(struct wire_out *out, const char *key, const uth_card *cards, size_t count)
{
    wire_out_open(out, key, '[');
    for (size_t i = 0; i < count; i++) {
        char text[3];
        if (cards[i] == UTH_CARD_NONE) {
            wire_put_null(out, NULL);
        } else {
            uth_card_text(cards[i], text);
            wire_out_text(out, NULL, text);
        }
    }
    wire_out_close(out, ']');
}

void wire_decision_name(struct uth_decision decision, char name[WIRE_DECISION_MAX])
{
    switch (decision.action) {
    case UTH_ACTION_CHECK: (void)snprintf(name, WIRE_DECISION_MAX, "check"); break;
    case UTH_ACTION_FOLD: (void)snprintf(name, WIRE_DECISION_MAX, "fold"); break;
    case UTH_ACTION_RAISE:
        (void)snprintf(name, WIRE_DECISION_MAX, "%ux", decision.multiple % 100U);
        break;
    }
}

// ---- hands ------------------------------------------------------------------------------------

// Two cards are no hand yet, but a player wants to hear what they hold.
static enum uth_hand_kind two_card_words(const uth_card cards[2], char words[UTH_HAND_WORDS_MAX])
{
    static const char *const one[UTH_RANKS] = {"two",   "three", "four", "five", "six",
                                               "seven", "eight", "nine", "ten",  "jack",
                                               "queen", "king",  "ace"};
    const unsigned a = uth_card_rank(cards[0]);
    const unsigned b = uth_card_rank(cards[1]);
    if (a == b) {
        (void)snprintf(words, UTH_HAND_WORDS_MAX, "a pair of %s%s", one[a], a == 4 ? "es" : "s");
        return UTH_HAND_PAIR;
    }
    (void)snprintf(words, UTH_HAND_WORDS_MAX, "%s high, %s kicker", one[a > b ? a : b],
                   one[a > b ? b : a]);
    return UTH_HAND_HIGH_CARD;
}

static unsigned community_seen(const struct uth_view *view)
{
    unsigned count = 0;
    while (count < 5 && view->community[count] != UTH_CARD_NONE) {
        count++;
    }
    return count;
}

// Both cards seen, and how many there are with the community; 0 when they are not.
static unsigned visible_hand(const struct uth_view *view, const uth_card hole[2], uth_card cards[7])
{
    if (hole[0] == UTH_CARD_NONE || hole[1] == UTH_CARD_NONE) {
        return 0;
    }
    const unsigned community = community_seen(view);
    memcpy(cards, hole, 2 * sizeof *cards);
    memcpy(cards + 2, view->community, community * sizeof *cards);
    return 2 + community;
}

static void put_hand(struct wire_out *out, const struct uth_view *view, const uth_card hole[2])
{
    uth_card cards[7];
    char words[UTH_HAND_WORDS_MAX];
    const unsigned count = visible_hand(view, hole, cards);
    if (count == 0) {
        wire_put_null(out, "hand");
        return;
    }
    enum uth_hand_kind kind;
    if (count < 5) {
        kind = two_card_words(cards, words);
    } else {
        uth_card five[5];
        kind = uth_hand_kind_of(uth_hand_best_five(cards, count, five));
        uth_hand_words(cards, count, words);
        wire_put_cards(out, "plays", five, 5);
    }
    wire_out_text(out, "hand", words);
    wire_out_text(out, "kind", uth_hand_kind_name(kind));
}

bool wire_is_dealt(const struct uth_view *view)
{
    return view->cards_used != 0;
}

// DEAL-2: to whom each card from the top of the deck goes, a seat's number or one of these. Found by dealing
// a deck whose cards are their own places in it.
enum { TO_BOARD = 0, TO_DEALER = UTH_SEATS_MAX + 1 };

static unsigned deal_places(const struct uth_view *view, uint8_t places[UTH_DECK_SIZE])
{
    uth_card deck[UTH_DECK_SIZE];
    uint8_t seats[UTH_SEATS_MAX];
    struct uth_dealt dealt;
    unsigned players = 0;
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
        places[i] = TO_BOARD;
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (view->seats[i].in) {
            seats[players++] = (uint8_t)(i + 1);
        }
    }
    uth_deal((enum uth_procedure)view->procedure, players, deck, &dealt);
    for (unsigned i = 0; i < players; i++) {
        places[dealt.hole[i][0]] = places[dealt.hole[i][1]] = seats[i];
    }
    places[dealt.dealer[0]] = places[dealt.dealer[1]] = TO_DEALER;
    return dealt.used;
}

void wire_put_dealt(struct wire_out *out, const struct uth_view *view)
{
    uint8_t places[UTH_DECK_SIZE];
    const unsigned count = wire_is_dealt(view) ? deal_places(view, places) : 0;
    const bool all = uth_deal_unloads_stub((enum uth_procedure)view->procedure);
    unsigned board = all ? 5 : community_seen(view); // the others are in the dealer's hand
    wire_out_open(out, "dealt", '[');
    for (unsigned i = 0; i < count; i++) {
        char seat[4];
        if (places[i] == TO_BOARD && board-- == 0) {
            break;
        }
        (void)snprintf(seat, sizeof seat, "%u", (unsigned)places[i]);
        wire_out_text(out, NULL,
                      places[i] == TO_BOARD    ? "board"
                      : places[i] == TO_DEALER ? "dealer"
                                               : seat);
    }
    wire_out_close(out, ']');
}

void wire_put_dealer(struct wire_out *out, const struct uth_view *view)
{
    wire_out_open(out, "dealer", '{');
    wire_put_cards(out, "cards", view->dealer, wire_is_dealt(view) ? 2 : 0);
    put_hand(out, view, view->dealer);
    if (view->qualifies != UTH_QUALIFIES_UNKNOWN) {
        wire_out_bool(out, "qualifies", view->qualifies == UTH_QUALIFIES_YES);
    } else {
        wire_put_null(out, "qualifies");
    }
    wire_out_close(out, '}');
}

// ---- results ----------------------------------------------------------------------------------

static bool is_settled(const struct uth_view *view)
{
    return (view->phase == UTH_PHASE_SETTLED || view->phase == UTH_PHASE_OVER) && !view->voided;
}

// The line of its table that a side bet shows; none where its cards are not seen.
static unsigned line_of(const struct uth_bet *bet, const struct uth_view *view,
                        const struct uth_view_seat *seat)
{
    uth_card player[7];
    uth_card dealer[7];
    const bool dealt = visible_hand(view, view->dealer, dealer) == 7;
    if (visible_hand(view, seat->cards, player) != 7 || (uth_bet_needs_dealer(bet) && !dealt)) {
        return UTH_BET_LINES_MAX;
    }
    const struct side_cards cards = {
        .hole = seat->cards,
        .community = view->community,
        .dealer = view->dealer,
        .hand = uth_hand_of(player, 7),
        .dealer_hand = dealt ? uth_hand_of(dealer, 7) : 0,
    };
    return core_side_line(bet, &cards);
}

// Only what the viewer sees is told: the view holds no other card.
static struct wire_reason_of reason_of(const struct uth_rules *rules, const struct uth_view *view,
                                       const struct uth_view_seat *seat, enum uth_wager wager)
{
    struct wire_reason_of of = wire_reason_unseen;
    uth_card cards[7];
    of.stake = seat->stakes[wager];
    of.net = seat->nets[wager];
    if (visible_hand(view, view->dealer, cards) == 7) {
        of.dealer = uth_hand_kind_of(uth_hand_of(cards, 7));
    }
    if (visible_hand(view, seat->cards, cards) == 7) {
        const uth_hand hand = uth_hand_of(cards, 7);
        of.player = uth_hand_kind_of(hand);
        of.progressive = uth_progressive_line_of(hand, seat->cards, view->community);
    }
    if (uth_wager_has_lines(wager)) {
        of.line = line_of(uth_rules_side(rules, wager), view, seat);
    }
    return of;
}

void wire_seat_reason(const struct uth_rules *rules, const struct uth_view *view,
                      const struct uth_view_seat *seat, enum uth_wager wager,
                      char words[WIRE_REASON_WORDS_MAX])
{
    const struct wire_reason_of of = reason_of(rules, view, seat, wager);
    wire_reason_words(rules, wager, (enum uth_reason)seat->reasons[wager], &of, words);
}

static void put_settled_wager(struct wire_out *out, const struct wire_room *room,
                              const struct uth_view *view, const struct uth_view_seat *seat,
                              enum uth_wager wager)
{
    char reason[WIRE_REASON_WORDS_MAX];
    wire_seat_reason(room->world->rules, view, seat, wager, reason);
    wire_out_open(out, uth_wager_name(wager), '{');
    wire_out_number(out, "stake", seat->stakes[wager].cents);
    wire_out_text(out, "outcome", uth_outcome_name((enum uth_outcome)seat->outcomes[wager]));
    wire_out_number(out, "net", seat->nets[wager].cents);
    wire_out_text(out, "reason", reason);
    wire_out_text(out, "limited", uth_carried_text((enum uth_carried)seat->carried[wager]));
    wire_out_close(out, '}');
}

static void put_result(struct wire_out *out, const struct wire_room *room,
                       const struct uth_view *view, const struct uth_view_seat *seat)
{
    if (!is_settled(view) || !seat->in) {
        wire_put_null(out, "result");
        return;
    }
    int64_t net = 0;
    UTH_CHECK(seat->judged);
    wire_out_open(out, "result", '{');
    wire_out_text(out, "verdict", uth_verdict_name((enum uth_verdict)seat->verdict));
    wire_out_open(out, "wagers", '{');
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if ((seat->settled >> i) & 1) {
            put_settled_wager(out, room, view, seat, (enum uth_wager)i);
            net += seat->nets[i].cents;
        }
    }
    wire_out_close(out, '}');
    wire_out_number(out, "net", net);
    wire_out_close(out, '}');
}

void wire_put_order(struct wire_out *out, const struct uth_rules *rules,
                    const struct uth_view *view)
{
    struct uth_moved order[UTH_SETTLED_MAX];
    const size_t count = is_settled(view) ? uth_view_moved(rules, view, order) : 0;
    wire_out_open(out, "order", '[');
    for (size_t i = 0; i < count; i++) {
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "seat", order[i].seat);
        wire_out_text(out, "wager", uth_wager_name(order[i].wager));
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

// ---- seats ------------------------------------------------------------------------------------

static void put_stakes(struct wire_out *out, const struct uth_view_seat *seat)
{
    wire_out_open(out, "stakes", '{');
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (seat->stakes[i].cents != 0) {
            wire_out_number(out, uth_wager_name((enum uth_wager)i), seat->stakes[i].cents);
        }
    }
    wire_out_close(out, '}');
}

// PLAY-5: what the fold has lost, wager by wager; after the settlement without what a player-dealer's
// wager did not reach.
static void put_taken(struct wire_out *out, const struct uth_rules *rules,
                      const struct uth_view_seat *seat)
{
    wire_out_open(out, "taken", '{');
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (uth_view_lost_by_fold(rules, seat, wager) && seat->nets[i].cents != 0) {
            wire_out_number(out, uth_wager_name(wager), -seat->nets[i].cents);
        }
    }
    wire_out_close(out, '}');
}

// What they did on each street. The raise is the last decision there is.
static void put_decisions(struct wire_out *out, const struct uth_view_seat *seat)
{
    unsigned last = 0;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        last = (seat->decided >> street) & 1 ? street : last;
    }
    wire_out_open(out, "decisions", '[');
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        if (((seat->decided >> street) & 1) == 0) {
            continue;
        }
        struct uth_decision decision = {UTH_ACTION_CHECK, 0};
        if (street == last && seat->multiple != 0) {
            decision = (struct uth_decision){UTH_ACTION_RAISE, seat->multiple};
        } else if (street == last && seat->folded) {
            decision = (struct uth_decision){UTH_ACTION_FOLD, 0};
        }
        char name[WIRE_DECISION_MAX];
        wire_decision_name(decision, name);
        wire_out_open(out, NULL, '{');
        wire_out_text(out, "street", street_names[street]);
        wire_out_text(out, "action", name);
        wire_out_bool(out, "by_system", (seat->by_system >> street) & 1);
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
}

// A folded hand that wins a wager lies face up until it is paid, and is no less to be read (SHOW-10).
static bool is_given_up(const struct uth_rules *rules, const struct uth_view_seat *seat)
{
    bool wins = seat->hand_place == UTH_HAND_UP_FOR_TRIPS;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        wins = wins || (uth_rules_fold(rules, (enum uth_wager)i) == UTH_FOLD_LOSES_UNLESS_WON &&
                        (seat->settled >> i & 1) != 0 && seat->outcomes[i] == UTH_OUTCOME_WIN);
    }
    return seat->folded && !wins;
}

static void put_player(struct wire_out *out, const struct wire_room *room,
                       const struct room_seat *seat)
{
    if (seat->player == 0) {
        wire_put_null(out, "player");
        return;
    }
    wire_out_open(out, "player", '{');
    wire_out_number(out, "id", (int64_t)seat->player);
    wire_out_text(out, "name", room->name_of(room->context, seat->player));
    wire_out_bool(out, "house", seat->role == ROOM_ROLE_HOUSE);
    wire_out_bool(out, "proposition", seat->role == ROOM_ROLE_PROPOSITION);
    if (seat->role == ROOM_ROLE_PROPOSITION) {
        wire_out_text(out, "provider", room->table->config.provider);
    }
    wire_out_close(out, '}');
}

void wire_put_seat(struct wire_out *out, const struct wire_room *room, const struct uth_view *view,
                   unsigned index)
{
    const struct room_seat *seat = &room->table->seats[index];
    const struct uth_view_seat *seen = &view->seats[index];
    wire_out_open(out, NULL, '{');
    wire_out_number(out, "seat", index + 1);
    put_player(out, room, seat);
    wire_out_number(out, "chips", seat->chips.cents);
    wire_out_bool(out, "ready", seat->ready != 0);
    wire_out_bool(out, "sits_out", seat->sits_out != 0);
    wire_out_bool(out, "leaving", seat->leaving != 0);
    wire_out_bool(out, "in", seen->in != 0);
    wire_out_bool(out, "folded", seen->folded != 0);
    wire_out_bool(out, "given_up", is_given_up(room->world->rules, seen));
    wire_out_bool(out, "awaited", seen->awaited != 0);
    wire_out_number(out, "multiple", seen->multiple);
    put_stakes(out, seen);
    put_taken(out, room->world->rules, seen);
    wire_out_number(out, "fee", seen->fee.cents);
    wire_put_cards(out, "cards", seen->cards, wire_is_dealt(view) && seen->in ? 2 : 0);
    if (wire_is_dealt(view) && seen->in) {
        put_hand(out, view, seen->cards);
        wire_out_text(out, "hand_place",
                      uth_hand_place_name((enum uth_hand_place)seen->hand_place));
    } else {
        wire_put_null(out, "hand");
        wire_put_null(out, "hand_place");
    }
    put_decisions(out, seen);
    put_result(out, room, view, seen);
    wire_out_close(out, '}');
}
