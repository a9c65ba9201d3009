// Manual adjustments: one person makes them, another approves, and the reason is from a list.
#include "ledger/draft.h"

// How far a reason may move the meter: down, up or both.
// clang-format off
static const struct {
    bool down, up;
} directions[UTH_ADJUSTMENT_COUNT] = {
    [UTH_ADJUSTMENT_WON]            = { true,  false },
    [UTH_ADJUSTMENT_MALFUNCTION]    = { true,  true  },
    [UTH_ADJUSTMENT_MAXIMUM]        = { true,  false },
    [UTH_ADJUSTMENT_RECEIPTS]       = { true,  false },
    [UTH_ADJUSTMENT_SEED_RECOVERED] = { true,  false },
    [UTH_ADJUSTMENT_BACK_OUT]       = { false, true  },
};
// clang-format on

static bool stays_in_range(const struct draft *draft, int64_t cents)
{
    UTH_CHECK(cents >= 0);

    const struct uth_controller *controller = draft->controller;
    const int64_t maximum = controller->terms.maximum.cents;
    struct uth_meter raised = draft->meter;
    raised.amount.cents = cents;
    return (maximum == 0 || cents <= maximum) &&
           ledger_meter_is_in_range(&raised, controller->terms.seed) &&
           ledger_meter_is_in_range(&raised, controller->waiting.seed);
}

// What a reason asks of the amount besides its direction.
static bool suits_reason(const struct draft *draft, enum uth_adjustment reason, int64_t change)
{
    UTH_CHECK(reason < UTH_ADJUSTMENT_COUNT);

    const struct uth_terms *terms = &draft->controller->terms;
    const int64_t amount = draft->meter.amount.cents;
    switch (reason) {
    case UTH_ADJUSTMENT_MAXIMUM:
        return terms->maximum.cents != 0 && change == terms->maximum.cents - amount;
    case UTH_ADJUSTMENT_SEED_RECOVERED: return -change <= terms->seed.cents;
    case UTH_ADJUSTMENT_WON: return draft->station != NULL; // a tray pays it
    case UTH_ADJUSTMENT_MALFUNCTION:
    case UTH_ADJUSTMENT_RECEIPTS:
    case UTH_ADJUSTMENT_BACK_OUT:
    case UTH_ADJUSTMENT_COUNT: break;
    }
    return true;
}

static enum uth_status admit_change(const struct draft *draft)
{
    UTH_CHECK(draft->command->adjustment < UTH_ADJUSTMENT_COUNT);

    const enum uth_adjustment reason = draft->command->adjustment;
    const int64_t change = draft->command->amount.cents;
    const int64_t amount = draft->meter.amount.cents;
    if (change == 0 || (change < 0 && !directions[reason].down) ||
        (change > 0 && !directions[reason].up)) {
        return UTH_ERR_ADJUSTMENT_AMOUNT;
    }
    if (change < -amount || change > UTH_METER_MAX ||
        (change > 0 && !stays_in_range(draft, amount + change))) {
        return UTH_ERR_ADJUSTMENT_AMOUNT;
    }
    return suits_reason(draft, reason, change) ? UTH_OK : UTH_ERR_ADJUSTMENT_AMOUNT;
}

static enum uth_progressive_line whole_meter_line(const struct uth_progressive_rules *rules)
{
    unsigned line = 0;
    while (line < UTH_PROGRESSIVE_COUNT &&
           !ledger_is_whole_meter(rules, (enum uth_progressive_line)line)) {
        line++;
    }
    return (enum uth_progressive_line)line;
}

// PROG-4: a win recorded by hand that takes the whole meter reseeds it like any other.
static struct uth_win_award reseed_of(const struct draft *draft, struct uth_meter *after)
{
    const enum uth_progressive_line line = whole_meter_line(draft->rules);
    if (draft->command->adjustment != UTH_ADJUSTMENT_WON || line == UTH_PROGRESSIVE_NONE ||
        draft->command->amount.cents != -draft->meter.amount.cents) {
        return (struct uth_win_award){0};
    }
    return ledger_draft_award(draft->rules, draft->controller, line, after);
}

static struct uth_meter_entry *add_adjusted(struct draft *draft, uint8_t seat,
                                            const struct uth_meter *after)
{
    UTH_CHECK(draft->command->approved_by != draft->command->who);

    struct uth_meter_entry *entry = ledger_draft_add(draft, UTH_ENTRY_ADJUSTED, seat, after);
    entry->adjustment = (uint8_t)draft->command->adjustment;
    entry->approved_by = draft->command->approved_by;
    return entry;
}

static enum uth_status change_amount(struct draft *draft)
{
    const enum uth_status status = admit_change(draft);
    if (status != UTH_OK) {
        return status;
    }
    const int64_t change = draft->command->amount.cents;
    struct uth_meter after = draft->meter;
    after.amount.cents += change;
    if (draft->command->adjustment == UTH_ADJUSTMENT_MAXIMUM) {
        after.reserve.cents -= change;
    }
    UTH_CHECK(after.amount.cents >= 0);
    const struct uth_win_award reseed = reseed_of(draft, &after);
    const bool reseeds = reseed.amount.cents != 0;
    struct uth_meter_entry *entry = add_adjusted(draft, 0, &after);
    entry->as.adjusted.change.cents = change;
    entry->as.adjusted.seed_added = reseed.seed_added;
    entry->as.adjusted.reserve_used = reseed.reserve_used;
    if (reseeds) {
        ledger_draft_terms_in_force(draft);
    }
    return UTH_OK;
}

// GM-1: the meter as it would stand had the win not been confirmed, to the cent.
static enum uth_status back_win_out(struct draft *draft)
{
    UTH_CHECK(draft->command->adjustment == UTH_ADJUSTMENT_BACK_OUT);

    const uint8_t seat = draft->command->seat;
    if (draft->station == NULL || !ledger_seat_is_valid(seat)) {
        return UTH_ERR_NO_SUCH_WIN;
    }
    const struct uth_win *win = &draft->station->wins[seat - 1];
    if (win->state != UTH_WIN_CONFIRMED && win->state != UTH_WIN_PAID) {
        return UTH_ERR_NO_SUCH_WIN;
    }
    struct uth_meter after;
    if (!ledger_meter_with_award(&draft->meter, &win->award, -1, &after) ||
        !ledger_meter_is_in_range(&after, after.seed)) {
        return UTH_ERR_ADJUSTMENT_AMOUNT;
    }
    struct uth_meter_entry *entry = add_adjusted(draft, seat, &after);
    entry->line = win->line;
    entry->as.award = win->award;
    return UTH_OK;
}

// A win of a game that is still on record is backed out whole: table and seat name it. For an older
// one the amount is given.
enum uth_status ledger_meter_adjust(struct draft *draft)
{
    const struct uth_controller_command *command = draft->command;
    if (command->adjustment >= UTH_ADJUSTMENT_COUNT) {
        return UTH_ERR_ADJUSTMENT_REASON;
    }
    if (command->approved_by == 0 || command->approved_by == command->who) {
        return UTH_ERR_SECOND_PERSON;
    }
    if (command->adjustment == UTH_ADJUSTMENT_BACK_OUT && command->seat != 0) {
        return back_win_out(draft);
    }
    return change_amount(draft);
}
