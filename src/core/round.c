// Deciding: from a command to the events it causes, or the clause it breaks. Applying stands in
// apply.c, because it must stay able to read every event that was ever stored.
#include "uth/round.h"

#include <string.h>

#include "core/decision.h"

_Static_assert(sizeof(struct uth_round_seat) == (2 * UTH_WAGER_COUNT + 1) * sizeof(uth_money) + 2 +
                                                    3 * (size_t)UTH_WAGER_COUNT + 7 + 2 + 4,
               "no padding in a seat");
_Static_assert(sizeof(struct uth_round) == 5 * sizeof(int64_t) +
                                               UTH_SEATS_MAX * sizeof(struct uth_round_seat) +
                                               UTH_DECK_SIZE + 5 + 2 + UTH_WAGER_COUNT + 9 + 1,
               "no padding in a round");

static struct uth_event *add_event(struct uth_events *events, enum uth_event_kind kind,
                                   uint8_t seat)
{
    UTH_CHECK(events->count < UTH_EVENTS_MAX);

    struct uth_event *event = &events->list[events->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->seat = seat;
    return event;
}

static const struct uth_round_seat *seat_of(const struct uth_round *round, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    return &round->seats[seat - 1];
}

static uth_cards cards_of_seat(const struct uth_round_seat *seat)
{
    return uth_cards_of(seat->cards[0]) | uth_cards_of(seat->cards[1]);
}

// ---- before the deal --------------------------------------------------------------------------

static enum uth_status open_round(const struct uth_rules *rules, const struct uth_round *round,
                                  const struct uth_command *command, struct uth_events *events)
{
    const enum uth_status status = uth_admit_bank(rules, command->bank_seat, command->bank_wager);
    if (status != UTH_OK) {
        return status;
    }
    // DEAL-1: every other round; a deck that was not dealt is still the next.
    const bool other_deck = rules->decks == 2 && round->cards_used != 0;
    struct uth_event *event = add_event(events, UTH_EVENT_OPENED, 0);
    event->small[UTH_SMALL_OPENED_DECK] =
        other_deck ? (uint8_t)(round->deck_in_play ^ 1) : round->deck_in_play;
    event->small[UTH_SMALL_OPENED_PROCEDURE] = (uint8_t)rules->procedure;
    event->small[UTH_SMALL_OPENED_BANK_SEAT] = command->bank_seat;
    event->as.opened.number = round->number + 1;
    event->as.opened.bank_wager = command->bank_wager;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        event->as.opened.folds[i] = (uint8_t)uth_rules_fold(rules, (enum uth_wager)i);
    }
    return UTH_OK;
}

static bool all_zero(const uth_money stakes[UTH_WAGER_COUNT])
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (stakes[i].cents != 0) {
            return false;
        }
    }
    return true;
}

static enum uth_status wager(const struct uth_rules *rules, const struct uth_round *round,
                             const struct uth_command *command, struct uth_events *events)
{
    if (command->seat == 0 || command->seat > rules->seats) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    if (command->seat == round->bank_seat) {
        return UTH_ERR_BANKER_WAGERS;
    }
    if (command->stakes[UTH_WAGER_PLAY].cents != 0) {
        return UTH_ERR_PREFLOP_ACTION;
    }
    if (!all_zero(command->stakes)) {
        enum uth_wager refused;
        const enum uth_status status = uth_admit_stakes(rules, command->stakes, &refused);
        if (status != UTH_OK) {
            return status;
        }
    }
    struct uth_event *event = add_event(events, UTH_EVENT_WAGERED, command->seat);
    memcpy(event->as.stakes, command->stakes, sizeof event->as.stakes);
    return UTH_OK;
}

void uth_round_fees(const struct uth_rules *rules, const struct uth_round *round,
                    struct uth_fees *fees)
{
    struct uth_facts facts;
    uth_round_facts(round, &facts);
    const bool open = round->phase == UTH_PHASE_BETTING;
    *fees = (struct uth_fees){.bank = open ? uth_fee_of_bank(rules, uth_fee_total_action(&facts))
                                           : round->bank_fee};
    fees->sum = fees->bank;
    for (unsigned i = 0; i < facts.player_count; i++) {
        const uint8_t seat = facts.players[i].seat;
        const uth_money fee = open ? uth_fee_of_player(rules) : round->seats[seat - 1].fee;
        fees->seats[seat - 1] = fee;
        fees->sum = uth_money_sum(fees->sum, fee);
    }
}

static void take_fee(struct uth_events *events, uint8_t seat, uth_money fee)
{
    UTH_CHECK(fee.cents >= 0);

    if (fee.cents != 0) {
        add_event(events, UTH_EVENT_FEE_TAKEN, seat)->as.amount = fee;
    }
}

static enum uth_status close_bets(const struct uth_rules *rules, const struct uth_round *round,
                                  const struct uth_command *command, struct uth_events *events)
{
    (void)command;
    struct uth_facts facts;
    uth_round_facts(round, &facts);
    if (facts.player_count == 0) {
        return UTH_ERR_NO_PLAYERS;
    }
    struct uth_fees fees;
    uth_round_fees(rules, round, &fees);
    take_fee(events, round->bank_seat, fees.bank);
    for (unsigned i = 0; i < facts.player_count; i++) {
        take_fee(events, facts.players[i].seat, fees.seats[facts.players[i].seat - 1]);
    }
    for (unsigned i = 0; i < facts.player_count; i++) {
        const uth_money stake = facts.players[i].stakes[UTH_WAGER_PROGRESSIVE];
        if (stake.cents != 0) {
            add_event(events, UTH_EVENT_COIN_IN, facts.players[i].seat)->as.amount = stake;
        }
    }
    add_event(events, UTH_EVENT_BETS_CLOSED, 0);
    return UTH_OK;
}

static unsigned players_before(const struct uth_round *round, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX + 1);

    unsigned count = 0;
    for (unsigned i = 1; i < seat; i++) {
        count += round->seats[i - 1].in;
    }
    return count;
}

static enum uth_status deal(const struct uth_rules *rules, const struct uth_round *round,
                            const struct uth_command *command, struct uth_events *events)
{
    (void)rules;
    if (!uth_deck_is_whole(command->deck)) {
        return UTH_ERR_DECK;
    }
    struct uth_event *event = add_event(events, UTH_EVENT_DEALT, 0);
    memcpy(event->as.deck, command->deck, UTH_DECK_SIZE);
    if (uth_deal_unloads_stub((enum uth_procedure)round->procedure)) {
        const unsigned used = players_before(round, UTH_SEATS_MAX + 1) * 2 + 7;
        add_event(events, UTH_EVENT_RACKED, 0)->as.racked =
            uth_cards_from(command->deck + used, UTH_DECK_SIZE - used);
    }
    return UTH_OK;
}

// ---- decisions --------------------------------------------------------------------------------

static bool deciding(const struct uth_round *round)
{
    return round->phase == UTH_PHASE_PREFLOP || round->phase == UTH_PHASE_FLOP ||
           round->phase == UTH_PHASE_RIVER;
}

static enum uth_street street_of(const struct uth_round *round)
{
    UTH_CHECK(deciding(round));
    return (enum uth_street)(round->phase - UTH_PHASE_PREFLOP);
}

bool uth_round_awaits(const struct uth_round *round, uint8_t seat)
{
    if (!deciding(round) || seat == 0 || seat > UTH_SEATS_MAX) {
        return false;
    }
    const struct uth_round_seat *state = seat_of(round, seat);
    return state->in && !state->folded && state->multiple == 0 &&
           (state->decided & (1U << street_of(round))) == 0;
}

static bool anyone_awaited(const struct uth_round *round)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_round_awaits(round, seat)) {
            return true;
        }
    }
    return false;
}

enum uth_status uth_decision_admit(const struct uth_rules *rules, enum uth_street street,
                                   struct uth_decision decision)
{
    static const enum uth_status refusals[UTH_STREET_COUNT] = {
        [UTH_STREET_PREFLOP] = UTH_ERR_PREFLOP_ACTION,
        [UTH_STREET_FLOP] = UTH_ERR_FLOP_ACTION,
        [UTH_STREET_RIVER] = UTH_ERR_RIVER_ACTION,
    };
    UTH_CHECK(street < UTH_STREET_COUNT);

    bool offered = false;
    switch (decision.action) {
    case UTH_ACTION_CHECK: offered = street != UTH_STREET_RIVER && decision.multiple == 0; break;
    case UTH_ACTION_FOLD: offered = street == UTH_STREET_RIVER && decision.multiple == 0; break;
    case UTH_ACTION_RAISE: offered = rules_offer_raise(rules, street, decision.multiple); break;
    }
    return offered ? UTH_OK : refusals[street];
}

static bool affords(uth_money ante, uint8_t multiple, uth_money purse)
{
    uth_money play;
    return uth_money_multiply(ante, multiple, &play) == UTH_OK && play.cents <= purse.cents;
}

size_t uth_round_offers(const struct uth_rules *rules, const struct uth_round *round, uint8_t seat,
                        uth_money purse, struct uth_decision offers[UTH_OFFERS_MAX])
{
    if (!uth_round_awaits(round, seat)) {
        return 0;
    }
    const enum uth_street street = street_of(round);
    size_t count = 0;
    for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
        const uint8_t multiple = rules->raises[street][i];
        const uth_money ante = seat_of(round, seat)->stakes[UTH_WAGER_ANTE];
        if (multiple != 0 && uth_rules_play_open(rules, ante, multiple) &&
            affords(ante, multiple, purse)) {
            offers[count++] = (struct uth_decision){UTH_ACTION_RAISE, multiple};
        }
    }
    offers[count++] =
        (struct uth_decision){street == UTH_STREET_RIVER ? UTH_ACTION_FOLD : UTH_ACTION_CHECK, 0};
    UTH_CHECK(count <= UTH_OFFERS_MAX);
    return count;
}

static void add_settled(const struct uth_settled *line, struct uth_events *events)
{
    UTH_CHECK(uth_money_in_range(line->net.cents));
    UTH_CHECK(line->seat >= 1);

    struct uth_event *event = add_event(events, UTH_EVENT_SETTLED, line->seat);
    event->small[UTH_SMALL_SETTLED_WAGER] = (uint8_t)line->wager;
    event->small[UTH_SMALL_SETTLED_OUTCOME] = (uint8_t)line->outcome;
    event->small[UTH_SMALL_SETTLED_REASON] = (uint8_t)line->reason;
    event->small[UTH_SMALL_SETTLED_CARRIED] = (uint8_t)line->carried;
    event->as.settled.stake = line->stake;
    event->as.settled.net = line->net;
}

// PLAY-5: what the fold loses is taken at once. A hand that no live wager needs is counted and put
// away.
static void add_fold(const struct uth_rules *rules, const struct uth_round *round, uint8_t seat,
                     struct uth_events *events)
{
    const struct uth_round_seat *state = seat_of(round, seat);
    struct uth_settled lines[UTH_FOLD_LINES_MAX];
    struct uth_facts facts;
    uth_round_facts(round, &facts);
    const unsigned count = uth_settle_fold(rules, &facts, players_before(round, seat), lines);
    UTH_CHECK(count <= UTH_FOLD_LINES_MAX);
    unsigned live = 0;
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        live |= (unsigned)(state->stakes[wager].cents != 0) << wager;
    }
    for (unsigned i = 0; i < count; i++) {
        add_settled(&lines[i], events);
        live &= ~(1U << lines[i].wager);
    }
    if (live == 0) {
        add_event(events, UTH_EVENT_RACKED, seat)->as.racked = cards_of_seat(state);
    }
}

static void add_decision(const struct uth_rules *rules, const struct uth_round *round, uint8_t seat,
                         struct uth_decision decision, bool by_system, struct uth_events *events)
{
    struct uth_event *event = add_event(events, UTH_EVENT_DECIDED, seat);
    event->small[UTH_SMALL_DECIDED_STREET] = (uint8_t)street_of(round);
    event->small[UTH_SMALL_DECIDED_ACTION] = (uint8_t)decision.action;
    event->small[UTH_SMALL_DECIDED_MULTIPLE] = decision.multiple;
    event->small[UTH_SMALL_DECIDED_BY_SYSTEM] = by_system;
    if (decision.action == UTH_ACTION_FOLD) {
        add_fold(rules, round, seat, events);
    }
}

// SHOW-10: a folded hand that wins Trips is turned face up until it is paid. It is turned with the last
// decision of the river, before the dealer's cards: nobody decides with another's cards in sight.
static void turn_trips_winners(const struct uth_round *round, struct uth_events *events)
{
    UTH_CHECK(round->phase == UTH_PHASE_RIVER);

    struct uth_round after = *round;
    for (unsigned i = 0; i < events->count; i++) {
        uth_round_apply(&after, &events->list[i]);
    }
    if (anyone_awaited(&after)) {
        return;
    }
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_round_hand_place(&after, seat) == UTH_HAND_UP_FOR_TRIPS) {
            add_event(events, UTH_EVENT_EXPOSED, seat);
        }
    }
}

static enum uth_status decide(const struct uth_rules *rules, const struct uth_round *round,
                              const struct uth_command *command, struct uth_events *events)
{
    if (command->seat == 0 || command->seat > rules->seats) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    const struct uth_round_seat *seat = seat_of(round, command->seat);
    if (!seat->in) {
        return UTH_ERR_NOT_IN_ROUND;
    }
    if (!uth_round_awaits(round, command->seat)) {
        return UTH_ERR_ALREADY_DECIDED;
    }
    const enum uth_status status = uth_decision_admit(rules, street_of(round), command->decision);
    if (status != UTH_OK) {
        return status;
    }
    if (command->decision.action == UTH_ACTION_RAISE &&
        !uth_rules_play_open(rules, seat->stakes[UTH_WAGER_ANTE], command->decision.multiple)) {
        return UTH_ERR_PLAY_LIMIT;
    }
    if (command->decision.action == UTH_ACTION_RAISE &&
        !affords(seat->stakes[UTH_WAGER_ANTE], command->decision.multiple, command->purse)) {
        return UTH_ERR_CANNOT_AFFORD;
    }
    add_decision(rules, round, command->seat, command->decision, false, events);
    if (round->phase == UTH_PHASE_RIVER) {
        turn_trips_winners(round, events);
    }
    return UTH_OK;
}

static enum uth_status time_out(const struct uth_rules *rules, const struct uth_round *round,
                                const struct uth_command *command, struct uth_events *events)
{
    (void)command;
    const bool river = round->phase == UTH_PHASE_RIVER;
    const struct uth_decision passive = {river ? UTH_ACTION_FOLD : UTH_ACTION_CHECK, 0};
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_round_awaits(round, seat)) {
            add_decision(rules, round, seat, passive, true, events);
        }
    }
    if (events->count != 0 && river) {
        turn_trips_winners(round, events);
    }
    return UTH_OK;
}

// ---- from the flop to the end -----------------------------------------------------------------

static enum uth_status turn(const struct uth_rules *rules, const struct uth_round *round,
                            const struct uth_command *command, struct uth_events *events)
{
    (void)command;
    if (anyone_awaited(round)) {
        return UTH_ERR_NOT_ALL_DECIDED;
    }
    if (round->phase != UTH_PHASE_RIVER) {
        struct uth_event *event = add_event(events, UTH_EVENT_TURNED, 0);
        event->small[UTH_SMALL_TURNED_COUNT] = round->phase == UTH_PHASE_PREFLOP ? 3 : 5;
        return UTH_OK;
    }
    struct uth_facts facts;
    uth_round_facts(round, &facts);
    struct uth_event *event = add_event(events, UTH_EVENT_SHOWDOWN, 0);
    event->small[UTH_SMALL_SHOWDOWN_DEALER_UP] = uth_settle_needs_dealer(rules, &facts);
    return UTH_OK;
}

// A hand that stayed in is turned; a folded one only when a side bet on it wins (SHOW-10).
static bool is_exposed(const struct uth_settlement *settlement, unsigned player, bool folded)
{
    UTH_CHECK(player < settlement->player_count);

    if (!folded) {
        return true;
    }
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *line = &settlement->lines[i];
        if (line->player == player && line->outcome == UTH_OUTCOME_WIN) {
            return true;
        }
    }
    return false;
}

// After what folds have lost and the Antes that go back first (SHOW-2) hands are looked at, and a
// seat's lines stand together: its cards are turned before the first of them, collected after the last.
static unsigned looks_from(const struct uth_settlement *settlement)
{
    return (unsigned)settlement->fold_lines + settlement->ante_refunds;
}

static bool is_first_look(const struct uth_settlement *settlement, unsigned index)
{
    UTH_CHECK(index < settlement->line_count);

    const struct uth_settled *lines = settlement->lines;
    const unsigned from = looks_from(settlement);
    return index == from || (index > from && lines[index].player != lines[index - 1].player);
}

static bool is_last_look(const struct uth_settlement *settlement, unsigned index)
{
    UTH_CHECK(index < settlement->line_count);

    const struct uth_settled *lines = settlement->lines;
    return index >= looks_from(settlement) &&
           (index + 1U == settlement->line_count || lines[index].player != lines[index + 1].player);
}

// What was taken whole at the fold is settled again only where the player-dealer's wager did not
// reach it (BANK-4).
static bool stands(const struct uth_round_seat *seat, const struct uth_settled *line)
{
    UTH_CHECK(line->wager < UTH_WAGER_COUNT);

    return (seat->settled >> line->wager & 1) != 0 &&
           seat->nets[line->wager].cents == line->net.cents;
}

static void add_award(const struct uth_award *award, struct uth_events *events)
{
    UTH_CHECK(award->line < UTH_PROGRESSIVE_COUNT);
    UTH_CHECK(award->amount.cents >= 0);

    struct uth_event *event = add_event(events, UTH_EVENT_AWARDED, award->seat);
    event->small[UTH_SMALL_AWARDED_LINE] = (uint8_t)award->line;
    event->as.award.amount = award->amount;
    event->as.award.from_meter = award->from_meter;
    event->as.award.from_house = award->from_house;
    event->as.award.seed_added = award->seed_added;
    event->as.award.reserve_used = award->reserve_used;
}

static void add_settlement(const struct uth_round *round, const struct uth_settlement *settlement,
                           struct uth_events *events)
{
    for (unsigned i = 0; i < settlement->award_count; i++) {
        add_award(&settlement->awards[i], events);
    }
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *line = &settlement->lines[i];
        const struct uth_round_seat *seat = seat_of(round, line->seat);
        if (is_first_look(settlement, i) && !seat->cards_up &&
            is_exposed(settlement, line->player, seat->folded)) {
            add_event(events, UTH_EVENT_EXPOSED, line->seat);
        }
        if (!stands(seat, line)) {
            add_settled(line, events);
        }
        if (is_last_look(settlement, i)) {
            add_event(events, UTH_EVENT_RACKED, line->seat)->as.racked = cards_of_seat(seat);
        }
    }
    add_event(events, UTH_EVENT_ROUND_SETTLED, 0)->as.amount = settlement->bank_net;
}

static enum uth_status settle(const struct uth_rules *rules, const struct uth_round *round,
                              const struct uth_command *command, struct uth_events *events)
{
    struct uth_facts facts;
    uth_round_facts(round, &facts);
    facts.meter = command->meter;
    facts.confirmed = command->confirmed;
    facts.confirmed_count = command->confirmed_count;
    struct uth_refusal refusal;
    const enum uth_status status = uth_admit_awards(rules, &facts, &refusal);
    if (status == UTH_OK) {
        struct uth_settlement settlement;
        uth_settle(rules, &facts, &settlement);
        add_settlement(round, &settlement, events);
    }
    return status;
}

// The board, the dealer's cards and a stub still in their hand are the last to go.
static enum uth_status end_round(const struct uth_rules *rules, const struct uth_round *round,
                                 const struct uth_command *command, struct uth_events *events)
{
    (void)rules;
    (void)command;
    const unsigned used = round->cards_used;
    uth_cards last = uth_cards_from(round->community, 5) | uth_cards_from(round->dealer, 2);
    if (!uth_deal_unloads_stub((enum uth_procedure)round->procedure)) {
        last |= uth_cards_from(round->deck + used, UTH_DECK_SIZE - used);
    }
    if ((round->rack & last) != 0 || (round->rack | last) != UTH_CARDS_ALL) {
        return UTH_ERR_CARDS_MISSING;
    }
    add_event(events, UTH_EVENT_RACKED, 0)->as.racked = last;
    add_event(events, UTH_EVENT_ENDED, 0);
    return UTH_OK;
}

static enum uth_status void_round(const struct uth_rules *rules, const struct uth_round *round,
                                  const struct uth_command *command, struct uth_events *events)
{
    (void)round;
    (void)command;
    struct uth_event *event = add_event(events, UTH_EVENT_VOIDED, 0);
    event->small[UTH_SMALL_VOIDED_FEE_RETURNED] = rules->void_returns_fee;
    return UTH_OK;
}

// ---- the procedure ----------------------------------------------------------------------------

typedef enum uth_status (*step_fn)(const struct uth_rules *, const struct uth_round *,
                                   const struct uth_command *, struct uth_events *);

#define IN(phase) (1U << UTH_PHASE_##phase)

// Which command is due in which phases, and what its coming too late or too early breaks.
// clang-format off
static const struct step {
    step_fn run;
    unsigned phases;
    enum uth_status otherwise;
} steps[UTH_COMMAND_COUNT] = {
    [UTH_COMMAND_OPEN]       = { open_round, IN(IDLE) | IN(OVER),                 UTH_ERR_NOT_NOW },
    [UTH_COMMAND_WAGER]      = { wager,      IN(BETTING),                         UTH_ERR_BETS_CLOSED },
    [UTH_COMMAND_CLOSE_BETS] = { close_bets, IN(BETTING),                         UTH_ERR_NOT_NOW },
    [UTH_COMMAND_DEAL]       = { deal,       IN(CLOSED),                          UTH_ERR_NOT_NOW },
    [UTH_COMMAND_DECIDE]     = { decide,     IN(PREFLOP) | IN(FLOP) | IN(RIVER),  UTH_ERR_NOT_NOW },
    [UTH_COMMAND_TIME_OUT]   = { time_out,   IN(PREFLOP) | IN(FLOP) | IN(RIVER),  UTH_ERR_NOT_NOW },
    [UTH_COMMAND_TURN]       = { turn,       IN(PREFLOP) | IN(FLOP) | IN(RIVER),  UTH_ERR_NOT_NOW },
    [UTH_COMMAND_SETTLE]     = { settle,     IN(SHOWDOWN),                        UTH_ERR_NOT_NOW },
    [UTH_COMMAND_END]        = { end_round,  IN(SETTLED),                         UTH_ERR_NOT_NOW },
    [UTH_COMMAND_VOID]       = { void_round, IN(BETTING) | IN(CLOSED) | IN(PREFLOP) | IN(FLOP) |
                                             IN(RIVER) | IN(SHOWDOWN) | IN(SETTLED), UTH_ERR_NOT_NOW },
};
// clang-format on

enum uth_status uth_round_decide(const struct uth_rules *rules, const struct uth_round *round,
                                 const struct uth_command *command, struct uth_events *events)
{
    UTH_CHECK(round->phase < UTH_PHASE_COUNT);
    UTH_CHECK(command->kind < UTH_COMMAND_COUNT);

    const struct step *step = &steps[command->kind];
    if ((step->phases & (1U << round->phase)) == 0) {
        // Where no round is open nothing has been closed either.
        const bool between = ((IN(IDLE) | IN(OVER)) >> round->phase & 1) != 0;
        return between ? UTH_ERR_NOT_NOW : step->otherwise;
    }
    // Each step refuses before it writes its first event, so nothing is ever half said.
    const uint8_t before = events->count;
    events->count = 0;
    const enum uth_status status = step->run(rules, round, command, events);
    if (status != UTH_OK) {
        UTH_CHECK(events->count == 0);
        events->count = before;
    }
    return status;
}

void uth_round_facts(const struct uth_round *round, struct uth_facts *facts)
{
    UTH_CHECK(round->bank_seat <= UTH_SEATS_MAX);
    memset(facts, 0, sizeof *facts);
    memcpy(facts->community, round->community, sizeof facts->community);
    memcpy(facts->dealer, round->dealer, sizeof facts->dealer);
    facts->bank_seat = round->bank_seat;
    facts->bank_wager = round->bank_wager;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *seat = &round->seats[i];
        if (!seat->in) {
            continue;
        }
        struct uth_player_facts *player = &facts->players[facts->player_count++];
        player->seat = (uint8_t)(i + 1);
        player->folded = seat->folded != 0;
        memcpy(player->stakes, seat->stakes, sizeof player->stakes);
        memcpy(player->cards, seat->cards, sizeof player->cards);
    }
}
