// From a round's events to postings. Everything an event moves follows from the event and the round
// as it stood before: nothing is kept here, so a replay posts the same again.
#include "uth/ledger.h"

// One event's postings as they are written.
struct entry {
    const struct uth_parties *parties;
    const struct uth_round *round;
    const struct uth_event *event;
    struct uth_postings *out;
};

// Whoever banks pays and takes at every seat: their account is the one at their own.
static void set_bank(const struct entry *entry, struct uth_account *account)
{
    if (account->kind == UTH_ACCOUNT_BANK && entry->event->kind != UTH_EVENT_OPENED) {
        const uint8_t seat = entry->round->bank_seat;
        UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
        *account = uth_account_at_seat(UTH_ACCOUNT_BANK, entry->parties->players[seat - 1],
                                       entry->parties->table, seat);
    }
}

static struct uth_posting *add(const struct entry *entry, enum uth_posting_reason reason,
                               unsigned seat, enum uth_wager wager, int64_t cents)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    UTH_CHECK(cents > 0);
    UTH_CHECK(entry->out->count < UTH_POSTINGS_MAX);

    const struct uth_place place = {
        .player = entry->parties->players[seat - 1],
        .table = entry->parties->table,
        .seat = (uint8_t)seat,
        .round = entry->event->kind == UTH_EVENT_OPENED ? entry->event->as.opened.number
                                                        : entry->round->number,
    };
    struct uth_posting *posting = &entry->out->list[entry->out->count++];
    *posting = uth_posting_make(reason, &place, wager, (uth_money){cents});
    set_bank(entry, &posting->debit);
    set_bank(entry, &posting->credit);
    return posting;
}

// What does not move is not posted: a posting's amount is above 0.
static void post(const struct entry *entry, enum uth_posting_reason reason, unsigned seat,
                 enum uth_wager wager, int64_t cents)
{
    if (cents != 0) {
        add(entry, reason, seat, wager, cents);
    }
}

static void undo(const struct entry *entry, enum uth_posting_reason reason, unsigned seat,
                 enum uth_wager wager, int64_t cents)
{
    if (cents != 0) {
        struct uth_posting *posting = add(entry, reason, seat, wager, cents);
        *posting = uth_posting_reverse(posting);
    }
}

// ---- before the deal --------------------------------------------------------------------------

static void post_opened(const struct entry *entry)
{
    const unsigned bank_seat = entry->event->small[UTH_SMALL_OPENED_BANK_SEAT];
    if (bank_seat != 0) {
        post(entry, UTH_POSTED_BANK, bank_seat, UTH_WAGER_COUNT,
             entry->event->as.opened.bank_wager.cents);
    }
}

// A wager may be changed until "no more bets"; only the difference moves. What is taken back moves
// first, so that a player may shift their last chips from one circle to another.
static void post_wagered(const struct entry *entry)
{
    const unsigned seat = entry->event->seat;
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);

    const uth_money *before = entry->round->seats[seat - 1].stakes;
    const uth_money *after = entry->event->as.stakes;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (after[i].cents < before[i].cents) {
            post(entry, UTH_POSTED_WAGER_TAKEN_BACK, seat, (enum uth_wager)i,
                 before[i].cents - after[i].cents);
        }
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (after[i].cents > before[i].cents) {
            post(entry, UTH_POSTED_WAGER, seat, (enum uth_wager)i,
                 after[i].cents - before[i].cents);
        }
    }
}

static void post_decided(const struct entry *entry)
{
    const unsigned seat = entry->event->seat;
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);

    uth_money play = {0};
    UTH_CHECK(uth_money_multiply(entry->round->seats[seat - 1].stakes[UTH_WAGER_ANTE],
                                 entry->event->small[UTH_SMALL_DECIDED_MULTIPLE], &play) == UTH_OK);
    post(entry, UTH_POSTED_PLAY, seat, UTH_WAGER_PLAY, play.cents);
}

// ---- settlement -------------------------------------------------------------------------------

// What a settled wager moved: from or to whoever banks, and back to the player. The Progressive's
// stake has left the layout before, so a win is paid whole (PROG-1: for 1).
struct moved {
    enum uth_posting_reason reason;
    int64_t amount;
    int64_t stake_back;
};

static struct moved moved_by(const struct uth_round *round, enum uth_wager wager, int64_t stake,
                             int64_t net)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);
    UTH_CHECK(stake >= 0);

    const bool banked = round->bank_seat != 0;
    UTH_CHECK(net >= -stake);
    if (uth_wagers[wager].on_meter) {
        return (struct moved){UTH_POSTED_AWARD, stake + net, 0};
    }
    if (net > 0) {
        return (struct moved){banked ? UTH_POSTED_WON_BANK : UTH_POSTED_WON, net, stake};
    }
    return (struct moved){banked ? UTH_POSTED_LOST_BANK : UTH_POSTED_LOST, -net, stake + net};
}

static struct moved settled_before(const struct uth_round *round, unsigned seat,
                                   enum uth_wager wager)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);

    const struct uth_round_seat *state = &round->seats[seat - 1];
    const bool settled = (state->settled >> wager & 1) != 0;
    return settled ? moved_by(round, wager, state->stakes[wager].cents, state->nets[wager].cents)
                   : (struct moved){UTH_POSTED_LOST, 0, 0};
}

// What was lost by a fold and has been taken whole may come back with the settlement, as far as the
// player-dealer's wager did not reach it (BANK-4): only the difference moves, the way it came.
static void post_settled(const struct entry *entry)
{
    const struct uth_event *event = entry->event;
    const enum uth_wager wager = (enum uth_wager)event->small[UTH_SMALL_SETTLED_WAGER];
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    const struct moved before = settled_before(entry->round, event->seat, wager);
    const struct moved moved =
        moved_by(entry->round, wager, event->as.settled.stake.cents, event->as.settled.net.cents);
    if (before.amount > moved.amount) {
        undo(entry, before.reason, event->seat, wager, before.amount - moved.amount);
    } else {
        post(entry, moved.reason, event->seat, wager, moved.amount - before.amount);
    }
    post(entry, UTH_POSTED_STAKE_BACK, event->seat, wager, moved.stake_back - before.stake_back);
}

static void post_round_settled(const struct entry *entry)
{
    const struct uth_round *round = entry->round;
    if (round->bank_seat != 0) {
        const uth_money back = uth_money_sum(round->bank_wager, entry->event->as.amount);
        post(entry, UTH_POSTED_BANK_BACK, round->bank_seat, UTH_WAGER_COUNT, back.cents);
    }
}

// ---- a void -----------------------------------------------------------------------------------

static bool gives(enum uth_posting_reason reason)
{
    return uth_posting_reason_credit(reason) == UTH_ACCOUNT_CHIPS;
}

// First everyone lays back what they were paid, so that nobody has to be given what is not there.
static void take_from_players(const struct entry *entry)
{
    const struct uth_round *round = entry->round;
    if (round->bank_seat != 0 && round->phase == UTH_PHASE_SETTLED) {
        undo(entry, UTH_POSTED_BANK_BACK, round->bank_seat, UTH_WAGER_COUNT,
             round->bank_wager.cents + round->bank_net.cents);
    }
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            const struct moved moved = settled_before(round, seat, (enum uth_wager)i);
            if (gives(moved.reason)) {
                undo(entry, moved.reason, seat, (enum uth_wager)i, moved.amount);
            }
            undo(entry, UTH_POSTED_STAKE_BACK, seat, (enum uth_wager)i, moved.stake_back);
        }
    }
}

// Then each stake goes back to where it lay, and from there to its player.
static void give_stake_back(const struct entry *entry, unsigned seat, enum uth_wager wager)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);

    const struct uth_round *round = entry->round;
    const int64_t stake = round->seats[seat - 1].stakes[wager].cents;
    const struct moved moved = settled_before(round, seat, wager);
    if (!gives(moved.reason)) {
        undo(entry, moved.reason, seat, wager, moved.amount);
    }
    if (uth_wagers[wager].on_meter && round->phase != UTH_PHASE_BETTING) {
        undo(entry, UTH_POSTED_COIN_IN, seat, wager, stake);
    }
    undo(entry, uth_wagers[wager].before_deal ? UTH_POSTED_WAGER : UTH_POSTED_PLAY, seat, wager,
         stake);
}

// DEAL-5: every wager goes back, the decided ones too; fees by the switch, which the event carries.
static void post_voided(const struct entry *entry)
{
    const struct uth_round *round = entry->round;
    const bool fees = entry->event->small[UTH_SMALL_VOIDED_FEE_RETURNED] != 0;
    take_from_players(entry);
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            give_stake_back(entry, seat, (enum uth_wager)i);
        }
        if (fees) {
            undo(entry, UTH_POSTED_FEE, seat, UTH_WAGER_COUNT, round->seats[seat - 1].fee.cents);
        }
    }
    if (round->bank_seat != 0) {
        undo(entry, UTH_POSTED_BANK, round->bank_seat, UTH_WAGER_COUNT, round->bank_wager.cents);
        undo(entry, UTH_POSTED_FEE, round->bank_seat, UTH_WAGER_COUNT,
             fees ? round->bank_fee.cents : 0);
    }
}

// ---- the table of events ----------------------------------------------------------------------

void uth_ledger_post(const struct uth_parties *parties, const struct uth_round *before,
                     const struct uth_event *event, struct uth_postings *postings)
{
    UTH_CHECK(event->kind < UTH_EVENT_COUNT);

    const struct entry entry = {parties, before, event, postings};
    const int64_t amount = event->as.amount.cents;
    postings->count = 0;
    switch ((enum uth_event_kind)event->kind) {
    case UTH_EVENT_OPENED: post_opened(&entry); break;
    case UTH_EVENT_WAGERED: post_wagered(&entry); break;
    case UTH_EVENT_FEE_TAKEN:
        post(&entry, UTH_POSTED_FEE, event->seat, UTH_WAGER_COUNT, amount);
        break;
    case UTH_EVENT_COIN_IN:
        post(&entry, UTH_POSTED_COIN_IN, event->seat, UTH_WAGER_PROGRESSIVE, amount);
        break;
    case UTH_EVENT_DECIDED: post_decided(&entry); break;
    case UTH_EVENT_SETTLED: post_settled(&entry); break;
    case UTH_EVENT_ROUND_SETTLED: post_round_settled(&entry); break;
    case UTH_EVENT_VOIDED: post_voided(&entry); break;
    // The meter's keeper posts an award; the chips move when the wager is settled.
    case UTH_EVENT_AWARDED:
    // Cards and steps of the procedure move no money.
    case UTH_EVENT_BETS_CLOSED:
    case UTH_EVENT_DEALT:
    case UTH_EVENT_RACKED:
    case UTH_EVENT_TURNED:
    case UTH_EVENT_SHOWDOWN:
    case UTH_EVENT_EXPOSED:
    case UTH_EVENT_ENDED:
    case UTH_EVENT_COUNT: break;
    }
}

enum uth_status uth_ledger_may_cash_out(const struct uth_round *round, uint8_t seat)
{
    if (seat == 0 || seat > UTH_SEATS_MAX) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    const bool running = round->phase != UTH_PHASE_IDLE && round->phase != UTH_PHASE_OVER;
    const bool takes_part = round->seats[seat - 1].in || round->bank_seat == seat;
    return running && takes_part ? UTH_ERR_IN_ROUND : UTH_OK;
}
