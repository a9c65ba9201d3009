// Applying: the one place where a round changes. Used live and in replay, so there is no second
// path for recovery; it must stay able to read every event that was ever stored.
#include "uth/round.h"

#include <string.h>

// ---- what fits --------------------------------------------------------------------------------

#define IN(phase)      (1U << (phase))
#define FROM(from, to) ((IN(to) << 1) - IN(from))

// Whom an event is about.
enum whom {
    THE_TABLE, // or a seat at it
    A_SEAT,
    A_PLAYER, // a seat that takes part in the round
};

// When an event may come, and about whom.
static const struct place {
    uint16_t phases;
    enum whom whom;
} places[UTH_EVENT_COUNT] = {
    // clang-format off
    [UTH_EVENT_OPENED]        = { IN(UTH_PHASE_IDLE) | IN(UTH_PHASE_OVER),      THE_TABLE },
    [UTH_EVENT_WAGERED]       = { IN(UTH_PHASE_BETTING),                        A_SEAT    },
    [UTH_EVENT_FEE_TAKEN]     = { IN(UTH_PHASE_BETTING),                        THE_TABLE },
    [UTH_EVENT_COIN_IN]       = { IN(UTH_PHASE_BETTING),                        A_PLAYER  },
    [UTH_EVENT_BETS_CLOSED]   = { IN(UTH_PHASE_BETTING),                        THE_TABLE },
    [UTH_EVENT_DEALT]         = { IN(UTH_PHASE_CLOSED),                         THE_TABLE },
    [UTH_EVENT_RACKED]        = { FROM(UTH_PHASE_PREFLOP, UTH_PHASE_SETTLED),   THE_TABLE },
    [UTH_EVENT_DECIDED]       = { FROM(UTH_PHASE_PREFLOP, UTH_PHASE_RIVER),     A_PLAYER  },
    [UTH_EVENT_TURNED]        = { IN(UTH_PHASE_PREFLOP) | IN(UTH_PHASE_FLOP),   THE_TABLE },
    [UTH_EVENT_SHOWDOWN]      = { IN(UTH_PHASE_RIVER),                          THE_TABLE },
    [UTH_EVENT_EXPOSED]       = { FROM(UTH_PHASE_RIVER, UTH_PHASE_SHOWDOWN),    A_PLAYER  },
    [UTH_EVENT_SETTLED]       = { FROM(UTH_PHASE_RIVER, UTH_PHASE_SHOWDOWN),    A_PLAYER  },
    [UTH_EVENT_AWARDED]       = { IN(UTH_PHASE_SHOWDOWN),                       A_PLAYER  },
    [UTH_EVENT_ROUND_SETTLED] = { IN(UTH_PHASE_SHOWDOWN),                       THE_TABLE },
    [UTH_EVENT_ENDED]         = { IN(UTH_PHASE_SETTLED),                        THE_TABLE },
    [UTH_EVENT_VOIDED]        = { FROM(UTH_PHASE_BETTING, UTH_PHASE_SETTLED),   THE_TABLE },
    // clang-format on
};

// None below zero, none beyond what we account for.
static bool are_amounts(const uth_money *amounts, unsigned count)
{
    bool fine = true;
    for (unsigned i = 0; i < count; i++) {
        fine = fine && amounts[i].cents >= 0 && uth_money_in_range(amounts[i].cents);
    }
    return fine;
}

static bool validate_opened(const struct uth_round *round, const struct uth_event *event)
{
    bool folds = true;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        folds = folds && event->as.opened.folds[i] < UTH_FOLD_COUNT;
    }
    return folds && event->as.opened.number == round->number + 1 &&
           event->small[UTH_SMALL_OPENED_DECK] <= 1 &&
           event->small[UTH_SMALL_OPENED_PROCEDURE] <= UTH_PROCEDURE_ACE_IDEAL &&
           event->small[UTH_SMALL_OPENED_BANK_SEAT] <= UTH_SEATS_MAX &&
           are_amounts(&event->as.opened.bank_wager, 1);
}

static bool validate_dealt(const struct uth_round *round, const struct uth_event *event)
{
    bool anyone = false;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        anyone = anyone || round->seats[i].in;
    }
    return anyone && uth_deck_is_whole(event->as.deck);
}

static bool validate_decided(const struct uth_round_seat *seat, const struct uth_event *event)
{
    uth_money play;
    return event->small[UTH_SMALL_DECIDED_STREET] < UTH_STREET_COUNT &&
           event->small[UTH_SMALL_DECIDED_ACTION] <= UTH_ACTION_FOLD && seat->multiple == 0 &&
           !seat->folded &&
           uth_money_multiply(seat->stakes[UTH_WAGER_ANTE],
                              event->small[UTH_SMALL_DECIDED_MULTIPLE], &play) == UTH_OK;
}

// PLAY-5: what a fold can lose at once, and it loses it whole.
static bool is_lost_by_fold(const struct uth_round *round, const struct uth_round_seat *seat,
                            unsigned wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    return seat->folded && seat->stakes[wager].cents != 0 &&
           round->folds[wager] <= UTH_FOLD_LOSES_UNLESS_WON;
}

// A wager is settled once. What a fold has lost may come back in part or whole when the round is
// settled, where the player-dealer's wager did not reach it (BANK-4).
static bool may_be_settled(const struct uth_round *round, const struct uth_round_seat *seat,
                           const struct uth_event *event)
{
    const unsigned wager = event->small[UTH_SMALL_SETTLED_WAGER];
    const int64_t stake = event->as.settled.stake.cents;
    const int64_t net = event->as.settled.net.cents;
    const bool settled = (seat->settled & (1U << wager)) != 0;
    if (round->phase == UTH_PHASE_RIVER) {
        return !settled && is_lost_by_fold(round, seat, wager) && net == -stake &&
               event->small[UTH_SMALL_SETTLED_OUTCOME] == UTH_OUTCOME_LOSE;
    }
    return !settled || (round->bank_seat != 0 && is_lost_by_fold(round, seat, wager) &&
                        seat->nets[wager].cents == -stake && net > -stake && net <= 0);
}

static bool reason_is_of(unsigned reason, enum uth_wager wager)
{
    return uth_wagers[wager].is_base ? reason < UTH_REASON_SIDE_WINS
           : uth_wagers[wager].on_meter
               ? reason >= UTH_REASON_PROGRESSIVE_WINS && reason < UTH_REASON_COUNT
               : reason >= UTH_REASON_SIDE_WINS && reason <= UTH_REASON_SIDE_TIES;
}

static bool validate_settled(const struct uth_round *round, const struct uth_round_seat *seat,
                             const struct uth_event *event)
{
    const unsigned wager = event->small[UTH_SMALL_SETTLED_WAGER];
    return wager < UTH_WAGER_COUNT && seat->stakes[wager].cents == event->as.settled.stake.cents &&
           uth_money_in_range(event->as.settled.net.cents) &&
           event->small[UTH_SMALL_SETTLED_OUTCOME] < UTH_OUTCOME_COUNT &&
           reason_is_of(event->small[UTH_SMALL_SETTLED_REASON], (enum uth_wager)wager) &&
           event->small[UTH_SMALL_SETTLED_CARRIED] < UTH_CARRIED_COUNT &&
           may_be_settled(round, seat, event);
}

static bool validate_awarded(const struct uth_event *event)
{
    const uth_money amounts[] = {event->as.award.amount, event->as.award.from_meter,
                                 event->as.award.from_house, event->as.award.seed_added,
                                 event->as.award.reserve_used};
    return event->small[UTH_SMALL_AWARDED_LINE] < UTH_PROGRESSIVE_COUNT &&
           are_amounts(amounts, sizeof amounts / sizeof amounts[0]);
}

// Where and when are right; what it says?
static bool validate_content(const struct uth_round *round, const struct uth_event *event)
{
    const struct uth_round_seat *seat = &round->seats[event->seat == 0 ? 0 : event->seat - 1];
    switch ((enum uth_event_kind)event->kind) {
    case UTH_EVENT_OPENED: return validate_opened(round, event);
    case UTH_EVENT_WAGERED: return are_amounts(event->as.stakes, UTH_WAGER_COUNT);
    // Where the house banks the fee of the table is its own.
    case UTH_EVENT_FEE_TAKEN:
        return (event->seat != 0 || round->bank_seat == 0) && are_amounts(&event->as.amount, 1);
    case UTH_EVENT_COIN_IN: return are_amounts(&event->as.amount, 1);
    case UTH_EVENT_DEALT: return validate_dealt(round, event);
    case UTH_EVENT_RACKED:
        return (round->rack & event->as.racked) == 0 && (event->as.racked & ~UTH_CARDS_ALL) == 0;
    case UTH_EVENT_DECIDED: return validate_decided(seat, event);
    case UTH_EVENT_TURNED: return event->small[UTH_SMALL_TURNED_COUNT] <= 5;
    case UTH_EVENT_EXPOSED:
        return round->phase != UTH_PHASE_RIVER ||
               uth_round_hand_place(round, event->seat) == UTH_HAND_UP_FOR_TRIPS;
    case UTH_EVENT_SETTLED: return validate_settled(round, seat, event);
    case UTH_EVENT_AWARDED: return validate_awarded(event);
    case UTH_EVENT_ROUND_SETTLED: return uth_money_in_range(event->as.amount.cents);
    case UTH_EVENT_ENDED: return round->rack == UTH_CARDS_ALL;
    case UTH_EVENT_BETS_CLOSED:
    case UTH_EVENT_SHOWDOWN:
    case UTH_EVENT_VOIDED:
    case UTH_EVENT_COUNT: break;
    }
    return true;
}

bool uth_round_can_follow(const struct uth_round *round, const struct uth_event *event)
{
    if (event->kind >= UTH_EVENT_COUNT || event->seat > UTH_SEATS_MAX) {
        return false;
    }
    const struct place *place = &places[event->kind];
    const bool seated = event->seat != 0;
    const bool plays = seated && round->seats[event->seat - 1].in;
    return (place->phases & IN(round->phase)) != 0 &&
           (place->whom == THE_TABLE || (place->whom == A_SEAT ? seated : plays)) &&
           validate_content(round, event);
}

// ---- what it does -----------------------------------------------------------------------------

static struct uth_round_seat *seat_in(struct uth_round *round, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);

    return &round->seats[seat - 1];
}

static void apply_opened(struct uth_round *round, const struct uth_event *event)
{
    UTH_CHECK(event->as.opened.number == round->number + 1);

    memset(round, 0, sizeof *round);
    memset(round->deck, UTH_CARD_NONE, sizeof round->deck);
    memset(round->community, UTH_CARD_NONE, sizeof round->community);
    memset(round->dealer, UTH_CARD_NONE, sizeof round->dealer);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        memset(round->seats[i].cards, UTH_CARD_NONE, sizeof round->seats[i].cards);
    }
    round->phase = UTH_PHASE_BETTING;
    round->number = event->as.opened.number;
    round->deck_in_play = event->small[UTH_SMALL_OPENED_DECK];
    round->procedure = event->small[UTH_SMALL_OPENED_PROCEDURE];
    round->bank_seat = event->small[UTH_SMALL_OPENED_BANK_SEAT];
    round->bank_wager = event->as.opened.bank_wager;
    memcpy(round->folds, event->as.opened.folds, sizeof round->folds);
}

static void apply_wagered(struct uth_round *round, const struct uth_event *event)
{
    struct uth_round_seat *seat = seat_in(round, event->seat);
    memcpy(seat->stakes, event->as.stakes, sizeof seat->stakes);
    seat->in = seat->stakes[UTH_WAGER_ANTE].cents != 0;
}

static void apply_fee(struct uth_round *round, const struct uth_event *event)
{
    if (event->seat == round->bank_seat) {
        round->bank_fee = event->as.amount;
    } else {
        seat_in(round, event->seat)->fee = event->as.amount;
    }
}

static void apply_dealt(struct uth_round *round, const struct uth_event *event)
{
    uint8_t seats[UTH_SEATS_MAX];
    unsigned count = 0;
    for (uint8_t i = 0; i < UTH_SEATS_MAX; i++) {
        if (round->seats[i].in) {
            seats[count++] = i;
        }
    }
    UTH_CHECK(count >= 1);
    struct uth_dealt dealt;
    memcpy(round->deck, event->as.deck, sizeof round->deck);
    uth_deal((enum uth_procedure)round->procedure, count, round->deck, &dealt);
    for (unsigned i = 0; i < count; i++) {
        memcpy(round->seats[seats[i]].cards, dealt.hole[i], sizeof dealt.hole[i]);
    }
    memcpy(round->dealer, dealt.dealer, sizeof round->dealer);
    memcpy(round->community, dealt.community, sizeof round->community);
    UTH_CHECK(dealt.used <= UTH_DECK_SIZE);
    round->cards_used = dealt.used;
    round->phase = UTH_PHASE_PREFLOP;
}

static void apply_racked(struct uth_round *round, const struct uth_event *event)
{
    UTH_CHECK((round->rack & event->as.racked) == 0);

    round->rack |= event->as.racked;
    if (event->seat != 0) {
        seat_in(round, event->seat)->cards_racked = 1;
    }
}

static void apply_decided(struct uth_round *round, const struct uth_event *event)
{
    struct uth_round_seat *seat = seat_in(round, event->seat);
    const unsigned street = event->small[UTH_SMALL_DECIDED_STREET];
    UTH_CHECK(street < UTH_STREET_COUNT);
    seat->decided |= (uint8_t)(1U << street);
    if (event->small[UTH_SMALL_DECIDED_BY_SYSTEM]) {
        seat->by_system |= (uint8_t)(1U << street);
    }
    seat->folded = event->small[UTH_SMALL_DECIDED_ACTION] == UTH_ACTION_FOLD;
    seat->multiple = event->small[UTH_SMALL_DECIDED_MULTIPLE];
    uth_money play = {0};
    UTH_CHECK(uth_money_multiply(seat->stakes[UTH_WAGER_ANTE], seat->multiple, &play) == UTH_OK);
    seat->stakes[UTH_WAGER_PLAY] = play;
}

static void apply_turned(struct uth_round *round, const struct uth_event *event)
{
    UTH_CHECK(event->small[UTH_SMALL_TURNED_COUNT] <= 5);
    UTH_CHECK(round->phase < UTH_PHASE_RIVER);

    round->community_up = event->small[UTH_SMALL_TURNED_COUNT];
    round->phase++;
}

static void apply_showdown(struct uth_round *round, const struct uth_event *event)
{
    UTH_CHECK(round->phase == UTH_PHASE_RIVER);

    round->dealer_up = event->small[UTH_SMALL_SHOWDOWN_DEALER_UP];
    round->phase = UTH_PHASE_SHOWDOWN;
}

static void apply_settled(struct uth_round *round, const struct uth_event *event)
{
    struct uth_round_seat *seat = seat_in(round, event->seat);
    const unsigned wager = event->small[UTH_SMALL_SETTLED_WAGER];
    UTH_CHECK(wager < UTH_WAGER_COUNT);
    seat->settled |= (uint16_t)(1U << wager);
    seat->nets[wager] = event->as.settled.net;
    seat->outcomes[wager] = event->small[UTH_SMALL_SETTLED_OUTCOME];
    seat->reasons[wager] = event->small[UTH_SMALL_SETTLED_REASON];
    seat->carried[wager] = event->small[UTH_SMALL_SETTLED_CARRIED];
}

// Every wager goes back whole, decided or not; what was dealt goes back to the shuffler.
static void apply_voided(struct uth_round *round, const struct uth_event *event)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        struct uth_round_seat *seat = &round->seats[i];
        memset(seat->nets, 0, sizeof seat->nets);
        memset(seat->carried, 0, sizeof seat->carried);
        memset(seat->reasons, 0, sizeof seat->reasons);
        memset(seat->outcomes, 0, sizeof seat->outcomes);
        seat->settled = 0;
        seat->cards_racked = 0;
    }
    round->bank_net = (uth_money){0};
    round->rack = 0;
    round->voided = 1;
    round->fee_returned = event->small[UTH_SMALL_VOIDED_FEE_RETURNED];
    round->phase = UTH_PHASE_OVER;
}

void uth_round_apply(struct uth_round *round, const struct uth_event *event)
{
    UTH_CHECK(uth_round_can_follow(round, event));

    switch ((enum uth_event_kind)event->kind) {
    case UTH_EVENT_OPENED: apply_opened(round, event); break;
    case UTH_EVENT_WAGERED: apply_wagered(round, event); break;
    case UTH_EVENT_FEE_TAKEN: apply_fee(round, event); break;
    case UTH_EVENT_BETS_CLOSED: round->phase = UTH_PHASE_CLOSED; break;
    case UTH_EVENT_DEALT: apply_dealt(round, event); break;
    case UTH_EVENT_RACKED: apply_racked(round, event); break;
    case UTH_EVENT_DECIDED: apply_decided(round, event); break;
    case UTH_EVENT_TURNED: apply_turned(round, event); break;
    case UTH_EVENT_SHOWDOWN: apply_showdown(round, event); break;
    case UTH_EVENT_EXPOSED: seat_in(round, event->seat)->cards_up = 1; break;
    case UTH_EVENT_SETTLED: apply_settled(round, event); break;
    // The meter is not the round's: whoever keeps it reads these two.
    case UTH_EVENT_COIN_IN:
    case UTH_EVENT_AWARDED: break;
    case UTH_EVENT_ROUND_SETTLED:
        round->bank_net = event->as.amount;
        round->phase = UTH_PHASE_SETTLED;
        break;
    case UTH_EVENT_ENDED: round->phase = UTH_PHASE_OVER; break;
    case UTH_EVENT_VOIDED: apply_voided(round, event); break;
    case UTH_EVENT_COUNT: break;
    }
}

static const enum uth_hand_place places_of_hands[UTH_FOLD_COUNT] = {
    [UTH_FOLD_LOSES] = UTH_HAND_IN_RACK,
    [UTH_FOLD_LOSES_UNLESS_WON] = UTH_HAND_UP_FOR_TRIPS,
    [UTH_FOLD_TUCKED] = UTH_HAND_UNDER_PAIRS,
    [UTH_FOLD_BESIDE] = UTH_HAND_BESIDE_WAGER,
};

enum uth_hand_place uth_round_hand_place(const struct uth_round *round, uint8_t seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);

    const struct uth_round_seat *state = &round->seats[seat - 1];
    if (state->cards_racked) {
        return UTH_HAND_IN_RACK;
    }
    if (!state->folded) {
        return UTH_HAND_AT_SPOT;
    }
    enum uth_wager_fold kept_by = UTH_FOLD_BESIDE;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager_fold fold = (enum uth_wager_fold)round->folds[i];
        // A winning one is live until it is settled; what stays is live as long as the hand lies there.
        const bool live = fold != UTH_FOLD_LOSES && state->stakes[i].cents != 0 &&
                          (fold != UTH_FOLD_LOSES_UNLESS_WON || (state->settled >> i & 1) == 0);
        kept_by = live && fold < kept_by ? fold : kept_by;
    }
    return places_of_hands[kept_by];
}

const char *uth_hand_place_name(enum uth_hand_place place)
{
    static const char *const names[UTH_HAND_PLACE_COUNT] = {
        [UTH_HAND_AT_SPOT] = "at_spot",         [UTH_HAND_UP_FOR_TRIPS] = "up_for_trips",
        [UTH_HAND_UNDER_PAIRS] = "under_pairs", [UTH_HAND_BESIDE_WAGER] = "beside_wager",
        [UTH_HAND_IN_RACK] = "in_rack",
    };
    UTH_CHECK(place < UTH_HAND_PLACE_COUNT);
    return names[place];
}

const char *uth_phase_name(enum uth_phase phase)
{
    static const char *const names[UTH_PHASE_COUNT] = {
        [UTH_PHASE_IDLE] = "idle",         [UTH_PHASE_BETTING] = "betting",
        [UTH_PHASE_CLOSED] = "closed",     [UTH_PHASE_PREFLOP] = "preflop",
        [UTH_PHASE_FLOP] = "flop",         [UTH_PHASE_RIVER] = "river",
        [UTH_PHASE_SHOWDOWN] = "showdown", [UTH_PHASE_SETTLED] = "settled",
        [UTH_PHASE_OVER] = "over",
    };
    UTH_CHECK(phase < UTH_PHASE_COUNT);
    return names[phase];
}

const char *uth_event_name(enum uth_event_kind kind)
{
    static const char *const names[UTH_EVENT_COUNT] = {
        [UTH_EVENT_OPENED] = "opened",
        [UTH_EVENT_WAGERED] = "wagered",
        [UTH_EVENT_FEE_TAKEN] = "fee taken",
        [UTH_EVENT_COIN_IN] = "coin in",
        [UTH_EVENT_BETS_CLOSED] = "no more bets",
        [UTH_EVENT_DEALT] = "dealt",
        [UTH_EVENT_RACKED] = "racked",
        [UTH_EVENT_DECIDED] = "decided",
        [UTH_EVENT_TURNED] = "turned",
        [UTH_EVENT_SHOWDOWN] = "showdown",
        [UTH_EVENT_EXPOSED] = "exposed",
        [UTH_EVENT_SETTLED] = "settled",
        [UTH_EVENT_AWARDED] = "awarded",
        [UTH_EVENT_ROUND_SETTLED] = "round settled",
        [UTH_EVENT_ENDED] = "ended",
        [UTH_EVENT_VOIDED] = "voided",
    };
    UTH_CHECK(kind < UTH_EVENT_COUNT);
    return names[kind];
}
