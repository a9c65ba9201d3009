#include "report/record_text.h"

#include <inttypes.h>
#include <string.h>

#include "report/player_name.h"
#include "uth/deal.h"
#include "uth/hand.h"
#include "wire/procedure_words.h"

struct telling {
    struct store *store;
    const struct office_record *record;
    FILE *out;
    struct uth_round round; // as told so far
    const char *heading;    // the last one
};

// ---- words ------------------------------------------------------------------------------------

static void heading(struct telling *telling, const char *text)
{
    if (telling->heading == NULL || strcmp(telling->heading, text) != 0) {
        (void)fprintf(telling->out, "\n%s\n", text);
        telling->heading = text;
    }
}

static const char *cards_text(const uth_card *cards, size_t count, char text[32])
{
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char card[3];
        uth_card_text(cards[i], card);
        (void)snprintf(text + 3 * i, 32 - 3 * i, "%s%s", card, i + 1 < count ? " " : "");
    }
    return text;
}

static void seat_name(const struct telling *telling, unsigned seat)
{
    char name[OFFICE_TEXT_MAX];
    const uint64_t player = seat == 0 ? 0 : telling->record->players[seat - 1];
    (void)fprintf(
        telling->out, "  seat %u  %-14s ", seat,
        player == 0 ? ""
                    : report_player_name(telling->store, player, telling->record->provider, name));
}

static void hand_words(const struct telling *telling, const uth_card hole[2])
{
    const uth_card *board = telling->record->round.community;
    const uth_card seven[7] = {hole[0], hole[1], board[0], board[1], board[2], board[3], board[4]};
    char words[UTH_HAND_WORDS_MAX];
    uth_hand_words(seven, 7, words);
    (void)fputs(words, telling->out);
}

// ---- events -----------------------------------------------------------------------------------

static void tell_wagers(struct telling *telling, const struct uth_event *event)
{
    bool any = false;
    char amount[OFFICE_TEXT_MAX];
    heading(telling, "Wagers");
    seat_name(telling, event->seat);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (event->as.stakes[i].cents != 0) {
            (void)fprintf(telling->out, "%s%s %s", any ? ", " : "",
                          uth_rules_wager_title(&telling->record->rules, (enum uth_wager)i),
                          office_money_text(event->as.stakes[i].cents, amount));
            any = true;
        }
    }
    (void)fputs(any ? "\n" : "takes the wagers back\n", telling->out);
}

static void tell_taken(struct telling *telling, const struct uth_event *event)
{
    char amount[OFFICE_TEXT_MAX];
    heading(telling, "No more bets");
    seat_name(telling, event->seat);
    (void)fprintf(telling->out, "%s %s\n",
                  event->kind == UTH_EVENT_FEE_TAKEN ? "pays the fee of"
                                                     : "Progressive wager taken:",
                  office_money_text(event->as.amount.cents, amount));
}

static void tell_deal(struct telling *telling)
{
    const struct office_record *record = telling->record;
    const struct uth_round *round = &record->round;
    char cards[32];
    heading(telling, "The deal");
    (void)fprintf(telling->out, "  %s, deck %u, from the seed: %s\n",
                  uth_procedure_name((enum uth_procedure)round->procedure),
                  round->deck_in_play + 1U, "all 52 cards match");
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (round->seats[i].in) {
            seat_name(telling, i + 1);
            (void)fprintf(telling->out, "%s%s\n", cards_text(round->seats[i].cards, 2, cards),
                          uth_seat_set_has(record->fairness.deal.revealed, i + 1)
                              ? "   (added to the seed)"
                              : "");
        }
    }
    (void)fprintf(telling->out, "  dealer                 %s\n",
                  cards_text(round->dealer, 2, cards));
}

static void tell_decision(struct telling *telling, const struct uth_event *event)
{
    static const char *const streets[UTH_STREET_COUNT] = {"Before the flop", "On the flop",
                                                          "At the river"};
    const struct uth_round_seat *seat = &telling->round.seats[event->seat - 1];
    const uint8_t multiple = event->small[UTH_SMALL_DECIDED_MULTIPLE];
    char amount[OFFICE_TEXT_MAX];
    heading(telling, streets[event->small[UTH_SMALL_DECIDED_STREET] % UTH_STREET_COUNT]);
    seat_name(telling, event->seat);
    switch ((enum uth_action)event->small[UTH_SMALL_DECIDED_ACTION]) {
    case UTH_ACTION_RAISE:
        (void)fprintf(telling->out, "plays %ux: %s", multiple,
                      office_money_text(seat->stakes[UTH_WAGER_ANTE].cents * multiple, amount));
        break;
    case UTH_ACTION_FOLD: (void)fputs("folds", telling->out); break;
    case UTH_ACTION_CHECK: (void)fputs("checks", telling->out); break;
    }
    (void)fputs(event->small[UTH_SMALL_DECIDED_BY_SYSTEM] != 0
                    ? "   (by the system: no decision in time)\n"
                    : "\n",
                telling->out);
}

static void tell_turn(struct telling *telling, const struct uth_event *event)
{
    const uth_card *board = telling->record->round.community;
    const bool flop = event->small[UTH_SMALL_TURNED_COUNT] == 3;
    char cards[32];
    (void)fprintf(telling->out, "\n%s %s\n", flop ? "The flop:" : "Turn and river:",
                  flop ? cards_text(board, 3, cards) : cards_text(board + 3, 2, cards));
}

static void tell_showdown(struct telling *telling, const struct uth_event *event)
{
    const struct uth_round *round = &telling->record->round;
    char cards[32];
    heading(telling, "The showdown");
    if (event->small[UTH_SMALL_SHOWDOWN_DEALER_UP] == 0) {
        (void)fputs("  everybody folded: the dealer's cards stay face down\n", telling->out);
        return;
    }
    (void)fprintf(telling->out,
                  "  dealer                 %s: ", cards_text(round->dealer, 2, cards));
    hand_words(telling, round->dealer);
    struct uth_facts facts;
    struct uth_settlement settlement;
    uth_round_facts(&telling->round, &facts);
    facts.meter = telling->record->meter;
    uth_settle(&telling->record->rules, &facts, &settlement);
    (void)fprintf(telling->out, ", %s\n", settlement.qualifies ? "qualifies" : "does not qualify");
}

// PLAY-5: what a fold loses is taken with the decision.
static void heading_of_money(struct telling *telling)
{
    if (telling->round.phase != UTH_PHASE_RIVER) {
        heading(telling, "Settlement, in the order money moves");
    }
}

static void tell_exposed(struct telling *telling, const struct uth_event *event)
{
    const uth_card *cards = telling->record->round.seats[event->seat - 1].cards;
    char text[32];
    heading_of_money(telling);
    seat_name(telling, event->seat);
    (void)fprintf(telling->out, "%s: ", cards_text(cards, 2, text));
    hand_words(telling, cards);
    (void)fputc('\n', telling->out);
}

static void tell_settled(struct telling *telling, const struct uth_event *event)
{
    const struct uth_rules *rules = &telling->record->rules;
    const enum uth_wager wager =
        (enum uth_wager)(event->small[UTH_SMALL_SETTLED_WAGER] % UTH_WAGER_COUNT);
    const uint8_t carried = event->small[UTH_SMALL_SETTLED_CARRIED];
    const uint8_t reason = event->small[UTH_SMALL_SETTLED_REASON];
    char stake[OFFICE_TEXT_MAX];
    char net[OFFICE_TEXT_MAX];
    char cause[UTH_REASON_TEXT_MAX];
    heading_of_money(telling);
    (void)fprintf(telling->out, "  seat %u  %-15s %10s  %10s  %s%s%s\n", event->seat,
                  uth_rules_wager_title(rules, wager),
                  office_money_text(event->as.settled.stake.cents, stake),
                  office_net_text(event->as.settled.net.cents, net),
                  uth_reason_text(rules, wager, (enum uth_reason)reason, cause),
                  carried != 0 ? "; " : "", uth_carried_text((enum uth_carried)carried));
}

static void tell_award(struct telling *telling, const struct uth_event *event)
{
    char amounts[3][OFFICE_TEXT_MAX];
    const enum uth_progressive_line line =
        (enum uth_progressive_line)event->small[UTH_SMALL_AWARDED_LINE];
    heading(telling, "Progressive awards");
    seat_name(telling, event->seat);
    (void)fprintf(telling->out, "%s: %s, %s from the meter, %s from the house\n",
                  uth_progressive_line_name(line),
                  office_money_text(event->as.award.amount.cents, amounts[0]),
                  office_money_text(event->as.award.from_meter.cents, amounts[1]),
                  office_money_text(event->as.award.from_house.cents, amounts[2]));
    if (event->as.award.seed_added.cents != 0 || event->as.award.reserve_used.cents != 0) {
        (void)fprintf(telling->out,
                      "  the meter restarts with a seed of %s and %s from the reserve\n",
                      office_money_text(event->as.award.seed_added.cents, amounts[0]),
                      office_money_text(event->as.award.reserve_used.cents, amounts[1]));
    }
}

static void tell_void(struct telling *telling, const struct uth_event *event)
{
    heading(telling, "Void");
    (void)fprintf(telling->out, "  a malfunction: every wager goes back, fees %s (DEAL-5)\n",
                  event->small[UTH_SMALL_VOIDED_FEE_RETURNED] != 0 ? "too" : "are kept");
}

static void tell_event(struct telling *telling, const struct uth_event *event)
{
    switch ((enum uth_event_kind)event->kind) {
    case UTH_EVENT_WAGERED: tell_wagers(telling, event); break;
    case UTH_EVENT_FEE_TAKEN:
    case UTH_EVENT_COIN_IN: tell_taken(telling, event); break;
    case UTH_EVENT_DEALT: tell_deal(telling); break;
    case UTH_EVENT_DECIDED: tell_decision(telling, event); break;
    case UTH_EVENT_TURNED: tell_turn(telling, event); break;
    case UTH_EVENT_SHOWDOWN: tell_showdown(telling, event); break;
    case UTH_EVENT_EXPOSED: tell_exposed(telling, event); break;
    case UTH_EVENT_SETTLED: tell_settled(telling, event); break;
    case UTH_EVENT_AWARDED: tell_award(telling, event); break;
    case UTH_EVENT_VOIDED: tell_void(telling, event); break;
    case UTH_EVENT_OPENED:
    case UTH_EVENT_BETS_CLOSED:
    case UTH_EVENT_RACKED:
    case UTH_EVENT_ROUND_SETTLED:
    case UTH_EVENT_ENDED:
    case UTH_EVENT_COUNT: break;
    }
    uth_round_apply(&telling->round, event);
}

// ---- beginning and end ------------------------------------------------------------------------

static void tell_beginning(const struct telling *telling)
{
    const struct office_record *record = telling->record;
    char texts[2][OFFICE_TEXT_MAX];
    (void)fprintf(telling->out, "Table %u, round %" PRIu64 ": %s, %s to %s UTC\n",
                  record->where.table, record->where.round, record->rules.name,
                  office_time_text(record->where.opened_ms, texts[0]),
                  strchr(office_time_text(record->where.ended_ms, texts[1]), ' ') + 1);
    if (record->round.bank_seat != 0) {
        (void)fputs("\nThe player-dealer\n", telling->out);
        seat_name(telling, record->round.bank_seat);
        (void)fprintf(telling->out, "posts %s\n",
                      office_money_text(record->round.bank_wager.cents, texts[0]));
    }
}

static void tell_end(struct telling *telling)
{
    const struct office_record *record = telling->record;
    const struct uth_round *round = &record->round;
    char amount[OFFICE_TEXT_MAX];
    heading(telling, "Result, fees included");
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (office_record_played(record, i + 1)) {
            seat_name(telling, i + 1);
            (void)fprintf(telling->out, "%10s%s\n",
                          office_net_text(record->results[i].cents, amount),
                          round->bank_seat == i + 1 ? "   player-dealer" : "");
        }
    }
    if (round->bank_seat == 0 && !round->voided) {
        (void)fprintf(telling->out, "  the house              %10s   the Progressive left out\n",
                      office_net_text(round->bank_net.cents, amount));
    }
}

// WA-1
static void tell_disputes(struct telling *telling)
{
    for (unsigned i = 0; i < telling->record->dispute_count; i++) {
        const struct office_dispute *dispute = &telling->record->disputes[i];
        char opened[OFFICE_TEXT_MAX];
        char decided[OFFICE_TEXT_MAX];
        heading(telling, "Disputes");
        (void)fprintf(telling->out, "  %" PRIu64 ", %s UTC, opened by ", dispute->id,
                      office_time_text(dispute->opened_ms, opened));
        if (dispute->seat != 0) {
            (void)fprintf(telling->out, "seat %u: %s\n", dispute->seat, dispute->what);
        } else {
            (void)fprintf(telling->out, "staff: %s\n", dispute->what);
        }
        if (dispute->decision == OFFICE_DECISION_OPEN) {
            (void)fputs("    open: not decided yet\n", telling->out);
        } else {
            (void)fprintf(telling->out, "    decided %s UTC, %s: %s\n",
                          office_time_text(dispute->decided_ms, decided),
                          office_decision_name((enum office_decision)dispute->decision),
                          dispute->reason);
        }
    }
}

// DEAL-6: what the dealer ticked, and what was skipped.
static void tell_procedure(struct telling *telling)
{
    const struct office_record *record = telling->record;
    for (size_t i = 0; i < record->tick_count; i++) {
        const struct wire_tick *tick = &record->ticks[i];
        char name[WIRE_STEP_WORDS_MAX];
        char texts[2][OFFICE_TEXT_MAX];
        heading(telling, "The dealer's procedure");
        wire_step_title(&record->rules, (enum room_step_kind)tick->kind, tick->seat, name);
        if (tick->as == ROOM_SKIPPED) {
            (void)fprintf(telling->out, "  skipped   %s\n", name);
            continue;
        }
        (void)fprintf(telling->out, "  %s  %s (%s%s)\n",
                      strchr(office_time_text(tick->time_ms, texts[0]), ' ') + 1, name,
                      report_player_name(telling->store, tick->who, "", texts[1]),
                      tick->as == ROOM_UNTICKED ? ", taken back" : "");
    }
}

void record_text(struct store *store, const struct office_record *record, FILE *out)
{
    struct telling telling = {.store = store, .record = record, .out = out};
    telling.round = office_round_before(&record->events[0]);
    tell_beginning(&telling);
    for (size_t i = 0; i < record->event_count; i++) {
        tell_event(&telling, &record->events[i]);
    }
    tell_end(&telling);
    tell_disputes(&telling);
    tell_procedure(&telling);
    (void)fputs(
        "\nThe secret matches the commitment, the deck follows from the secret, and the round"
        " played\nagain by the rules is the same to the cent.\n",
        out);
}
