// From a meter's journal to postings, and to the statement of a day.
#include "uth/controller.h"

#include <string.h>

// What does not move is not posted.
static void post(struct uth_postings *postings, const struct uth_meter_entry *entry,
                 enum uth_posting_reason reason, int64_t cents, bool reverses)
{
    UTH_CHECK(cents >= 0);
    if (cents == 0) {
        return;
    }
    const struct uth_place place = {
        .meter = entry->meter, .round = entry->round, .table = entry->table};
    const struct uth_posting posting =
        uth_posting_make(reason, &place, UTH_WAGER_PROGRESSIVE, (uth_money){cents});
    UTH_CHECK(postings->count < UTH_POSTINGS_MAX);
    postings->list[postings->count++] = reverses ? uth_posting_reverse(&posting) : posting;
}

// Whole cents only: what a wager adds of a cent stays in the tray until the carry makes it whole.
static void post_fed(struct uth_postings *postings, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->kind == UTH_ENTRY_FED);

    post(postings, entry, UTH_POSTED_CONTRIBUTION,
         entry->after.amount.cents - entry->before.amount.cents, false);
    post(postings, entry, UTH_POSTED_RESERVE_CONTRIBUTION,
         entry->after.reserve.cents - entry->before.reserve.cents, false);
}

static void post_unfed(struct uth_postings *postings, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->kind == UTH_ENTRY_UNFED);

    post(postings, entry, UTH_POSTED_CONTRIBUTION,
         entry->before.amount.cents - entry->after.amount.cents, true);
    post(postings, entry, UTH_POSTED_RESERVE_CONTRIBUTION,
         entry->before.reserve.cents - entry->after.reserve.cents, true);
}

static void post_award(struct uth_postings *postings, const struct uth_meter_entry *entry,
                       bool reverses)
{
    const struct uth_win_award *award = &entry->as.award;
    post(postings, entry, UTH_POSTED_METER_PAID, award->from_meter.cents, reverses);
    post(postings, entry, UTH_POSTED_SEED, award->seed_added.cents, reverses);
    post(postings, entry, UTH_POSTED_RESERVE_USED, award->reserve_used.cents, reverses);
}

// Where an adjustment's money goes, and where it comes from when it raises the meter.
// clang-format off
static const struct {
    enum uth_posting_reason down, up;
} adjustments[UTH_ADJUSTMENT_COUNT] = {
    [UTH_ADJUSTMENT_WON]            = { UTH_POSTED_WON_BY_HAND,    UTH_POSTED_ADJUSTED_UP },
    [UTH_ADJUSTMENT_MALFUNCTION]    = { UTH_POSTED_ADJUSTED_DOWN,  UTH_POSTED_ADJUSTED_UP },
    [UTH_ADJUSTMENT_MAXIMUM]        = { UTH_POSTED_CUT_TO_MAXIMUM, UTH_POSTED_ADJUSTED_UP },
    [UTH_ADJUSTMENT_RECEIPTS]       = { UTH_POSTED_RECEIPTS,       UTH_POSTED_ADJUSTED_UP },
    [UTH_ADJUSTMENT_SEED_RECOVERED] = { UTH_POSTED_SEED_RECOVERED, UTH_POSTED_ADJUSTED_UP },
    [UTH_ADJUSTMENT_BACK_OUT]       = { UTH_POSTED_ADJUSTED_DOWN,  UTH_POSTED_ADJUSTED_UP },
};
// clang-format on

static bool backs_win_out(const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->kind == UTH_ENTRY_ADJUSTED);
    return entry->seat != 0;
}

static void post_adjusted(struct uth_postings *postings, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->adjustment < UTH_ADJUSTMENT_COUNT);
    if (backs_win_out(entry)) {
        post_award(postings, entry, true);
        return;
    }
    const int64_t change = entry->as.adjusted.change.cents;
    if (change < 0) {
        post(postings, entry, adjustments[entry->adjustment].down, -change, false);
    } else {
        post(postings, entry, adjustments[entry->adjustment].up, change, false);
    }
    post(postings, entry, UTH_POSTED_SEED, entry->as.adjusted.seed_added.cents, false);
    post(postings, entry, UTH_POSTED_RESERVE_USED, entry->as.adjusted.reserve_used.cents, false);
}

void uth_entry_post(const struct uth_meter_entry *entry, struct uth_postings *postings)
{
    UTH_CHECK(entry->kind < UTH_ENTRY_COUNT);

    postings->count = 0;
    switch ((enum uth_entry_kind)entry->kind) {
    case UTH_ENTRY_CREATED:
        post(postings, entry, UTH_POSTED_SEED, entry->after.amount.cents, false);
        break;
    case UTH_ENTRY_ADJUSTED: post_adjusted(postings, entry); break;
    case UTH_ENTRY_FED: post_fed(postings, entry); break;
    case UTH_ENTRY_UNFED: post_unfed(postings, entry); break;
    case UTH_ENTRY_AWARDED: post_award(postings, entry, false); break;
    case UTH_ENTRY_DAY_BEGAN:
    case UTH_ENTRY_TERMS_ASKED:
    case UTH_ENTRY_TERMS_IN_FORCE:
    case UTH_ENTRY_EXECUTIVE_SET:
    case UTH_ENTRY_LINKED:
    case UTH_ENTRY_UNLINKED:
    case UTH_ENTRY_LOST:
    case UTH_ENTRY_FOUND:
    case UTH_ENTRY_STARTED:
    case UTH_ENTRY_SHOWN:
    case UTH_ENTRY_SPOT:
    case UTH_ENTRY_PRESSED:
    case UTH_ENTRY_CANCELLED:
    case UTH_ENTRY_KEYED:
    case UTH_ENTRY_UNKEYED:
    case UTH_ENTRY_CARD_ASKED:
    case UTH_ENTRY_CONFIRMED:
    case UTH_ENTRY_PAID:
    case UTH_ENTRY_ENDED:
    case UTH_ENTRY_VOIDED:
    case UTH_ENTRY_COUNT: break;
    }
}

// ---- a day ------------------------------------------------------------------------------------

struct uth_meter_day uth_meter_day_start(uth_money beginning)
{
    return (struct uth_meter_day){.beginning = beginning, .ending = beginning};
}

// The first sum that cannot be made is what *status says.
static void raise(uth_money *sum, int64_t cents, enum uth_status *status)
{
    if (*status == UTH_OK) {
        *status = uth_money_add(*sum, (uth_money){cents}, sum);
    }
}

static void day_adjusted(struct uth_meter_day *day, const struct uth_meter_entry *entry,
                         enum uth_status *status)
{
    UTH_CHECK(entry->adjustment < UTH_ADJUSTMENT_COUNT);

    day->adjustments++;
    if (backs_win_out(entry)) {
        raise(&day->adjusted[UTH_ADJUSTMENT_BACK_OUT],
              entry->after.amount.cents - entry->before.amount.cents, status);
        return;
    }
    raise(&day->adjusted[entry->adjustment], entry->as.adjusted.change.cents, status);
    raise(&day->seeded, entry->as.adjusted.seed_added.cents, status);
    raise(&day->reserve_used, entry->as.adjusted.reserve_used.cents, status);
}

enum uth_status uth_meter_day_add(struct uth_meter_day *day, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->kind < UTH_ENTRY_COUNT);

    struct uth_meter_day sums = *day;
    enum uth_status status = UTH_OK;
    const int64_t change = entry->after.amount.cents - entry->before.amount.cents;
    if (entry->kind == UTH_ENTRY_CREATED) {
        raise(&sums.seeded, change, &status);
    } else if (entry->kind == UTH_ENTRY_FED) {
        raise(&sums.contributed, change, &status);
    } else if (entry->kind == UTH_ENTRY_UNFED) {
        raise(&sums.contributions_returned, -change, &status);
    } else if (entry->kind == UTH_ENTRY_AWARDED) {
        sums.awards++;
        raise(&sums.awarded, entry->as.award.from_meter.cents, &status);
        raise(&sums.seeded, entry->as.award.seed_added.cents, &status);
        raise(&sums.reserve_used, entry->as.award.reserve_used.cents, &status);
    } else if (entry->kind == UTH_ENTRY_ADJUSTED) {
        day_adjusted(&sums, entry, &status);
    }
    sums.ending = entry->after.amount;
    if (status == UTH_OK) {
        *day = sums;
    }
    return status;
}

bool uth_meter_day_explained(const struct uth_meter_day *day)
{
    int64_t sum = day->beginning.cents + day->contributed.cents + day->seeded.cents +
                  day->reserve_used.cents - day->contributions_returned.cents - day->awarded.cents;
    for (unsigned i = 0; i < UTH_ADJUSTMENT_COUNT; i++) {
        sum += day->adjusted[i].cents;
    }
    return sum == day->ending.cents;
}
