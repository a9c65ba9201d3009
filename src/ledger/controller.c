// Deciding for the progressive controller: which command is due when, by whom, at which controller, and the
// commands that concern the meter itself. A table's stand in station.c, adjustments in adjust.c.
#include "uth/controller.h"

#include <string.h>

#include "ledger/draft.h"

_Static_assert(sizeof(struct uth_terms) == 32, "no padding in terms");
_Static_assert(sizeof(struct uth_win) == 72, "no padding in a win");
_Static_assert(sizeof(struct uth_station) == 88 + UTH_SEATS_MAX * sizeof(struct uth_win),
               "no padding in a station");
_Static_assert(sizeof(struct uth_controller) == 144 + UTH_LINKED_MAX * sizeof(struct uth_station),
               "no padding in a manager");
_Static_assert(sizeof(struct uth_meter_entry) == 200, "entries are stored as they are");

// ---- drafts -----------------------------------------------------------------------------------

struct uth_meter_entry *ledger_draft_add(struct draft *draft, enum uth_entry_kind kind,
                                         uint8_t seat, const struct uth_meter *after)
{
    UTH_CHECK(kind < UTH_ENTRY_COUNT);
    UTH_CHECK(seat <= UTH_SEATS_MAX);

    const struct uth_controller_command *command = draft->command;
    UTH_CHECK(draft->entries->count < UTH_ENTRIES_MAX);

    struct uth_meter_entry *entry = &draft->entries->list[draft->entries->count++];
    memset(entry, 0, sizeof *entry);
    entry->meter = draft->controller->entries == 0 ? command->meter : draft->controller->id;
    entry->number = draft->controller->entries + draft->entries->count;
    entry->time_ms = command->time_ms;
    entry->who = command->who;
    entry->note = command->note;
    entry->round = draft->station != NULL ? draft->station->round : 0;
    entry->before = draft->meter;
    entry->after = *after;
    entry->table = command->table;
    entry->kind = (uint8_t)kind;
    entry->seat = seat;
    entry->line = UTH_PROGRESSIVE_NONE;
    entry->authority = (uint8_t)command->authority;
    draft->meter = *after;
    return entry;
}

struct uth_meter_entry *ledger_draft_note(struct draft *draft, enum uth_entry_kind kind,
                                          uint8_t seat)
{
    const struct uth_meter unchanged = draft->meter;
    return ledger_draft_add(draft, kind, seat, &unchanged);
}

struct uth_progressive_rules ledger_rules_with(const struct uth_progressive_rules *rules,
                                               const struct uth_terms *terms)
{
    struct uth_progressive_rules merged = *rules;
    merged.seed = terms->seed;
    merged.maximum = terms->maximum;
    merged.meter_rate_bp = terms->meter_rate_bp;
    merged.reserve_rate_bp = terms->reserve_rate_bp;
    merged.fixed_pays_from = (enum uth_pays_from)terms->fixed_pays_from;
    return merged;
}

bool ledger_is_whole_meter(const struct uth_progressive_rules *rules,
                           enum uth_progressive_line line)
{
    UTH_CHECK(line < UTH_PROGRESSIVE_COUNT);
    return rules->table.pays[line].meter_bp == UTH_BASIS_POINTS;
}

// `terms` are those the award is made by: after a 100% award the ones it brings into force.
static struct uth_win_award award_on(const struct uth_progressive_rules *rules,
                                     const struct uth_terms *terms, const struct uth_meter *meter,
                                     enum uth_progressive_line line, struct uth_meter *after)
{
    UTH_CHECK(line < UTH_PROGRESSIVE_COUNT);

    const struct uth_progressive_rules merged = ledger_rules_with(rules, terms);

    *after = *meter;
    after->seed = terms->seed;
    const struct uth_award award = uth_meter_award(after, &merged, line, rules->stake);
    return (struct uth_win_award){
        .amount = award.amount,
        .from_meter = award.from_meter,
        .from_house = award.from_house,
        .seed_added = award.seed_added,
        .reserve_used = award.reserve_used,
    };
}

struct uth_win_award ledger_draft_award(const struct uth_progressive_rules *rules,
                                        const struct uth_controller *controller,
                                        enum uth_progressive_line line, struct uth_meter *after)
{
    const bool changes = controller->terms_wait && ledger_is_whole_meter(rules, line);
    return award_on(rules, changes ? &controller->waiting : &controller->terms, &controller->meter,
                    line, after);
}

void ledger_draft_terms_in_force(struct draft *draft)
{
    if (draft->controller->terms_wait) {
        struct uth_meter_entry *entry = ledger_draft_note(draft, UTH_ENTRY_TERMS_IN_FORCE, 0);
        entry->as.terms.before = draft->controller->terms;
        entry->as.terms.after = draft->controller->waiting;
    }
}

bool ledger_meter_with_award(const struct uth_meter *meter, const struct uth_win_award *award,
                             int sign, struct uth_meter *after)
{
    UTH_CHECK(sign == 1 || sign == -1);

    *after = *meter;
    after->amount.cents +=
        sign * (award->seed_added.cents + award->reserve_used.cents - award->from_meter.cents);
    after->reserve.cents -= sign * award->reserve_used.cents;
    return after->amount.cents >= 0 && after->reserve.cents >= 0;
}

bool ledger_meter_is_in_range(const struct uth_meter *meter, uth_money seed)
{
    // Each is below UTH_METER_MAX and so far below 2^63 that the sum cannot wrap.
    return meter->amount.cents + meter->reserve.cents + seed.cents <= UTH_METER_MAX;
}

bool ledger_seat_is_valid(unsigned seat)
{
    return seat >= 1 && seat <= UTH_SEATS_MAX;
}

// ---- the meter --------------------------------------------------------------------------------

static bool is_amount(uth_money amount)
{
    return amount.cents >= 0 && amount.cents <= UTH_METER_MAX;
}

enum uth_status ledger_admit_terms(const struct uth_terms *terms)
{
    if (terms->meter_rate_bp > UTH_BASIS_POINTS ||
        terms->reserve_rate_bp > UTH_BASIS_POINTS - terms->meter_rate_bp) {
        return UTH_ERR_METER_RATES;
    }
    const bool fits = terms->maximum.cents == 0 || terms->seed.cents <= terms->maximum.cents;
    return fits && is_amount(terms->seed) && is_amount(terms->maximum) &&
                   terms->fixed_pays_from <= UTH_PAYS_FROM_METER && terms->reserved == 0
               ? UTH_OK
               : UTH_ERR_METER_TERMS;
}

static enum uth_status set_executive(struct draft *draft)
{
    if (!is_amount(draft->command->executive_above)) {
        return UTH_ERR_METER_TERMS;
    }
    struct uth_meter_entry *entry = ledger_draft_note(draft, UTH_ENTRY_EXECUTIVE_SET, 0);
    entry->as.executive_above.before = draft->controller->executive_above;
    entry->as.executive_above.after = draft->command->executive_above;
    return UTH_OK;
}

static enum uth_status create(struct draft *draft)
{
    UTH_CHECK(draft->controller->entries == 0);

    const struct uth_controller_command *command = draft->command;
    const enum uth_status status = ledger_admit_terms(&command->terms);
    if (status != UTH_OK) {
        return status;
    }
    if (command->meter == 0 || !is_amount(command->amount) ||
        !is_amount(command->executive_above)) {
        return UTH_ERR_METER_TERMS;
    }
    const struct uth_meter fresh = {.amount = command->amount, .seed = command->terms.seed};
    if (!ledger_meter_is_in_range(&fresh, fresh.seed)) {
        return UTH_ERR_MONEY_OVERFLOW;
    }
    ledger_draft_add(draft, UTH_ENTRY_CREATED, 0, &fresh)->as.terms.after = command->terms;
    return set_executive(draft);
}

static enum uth_status begin_day(struct draft *draft)
{
    ledger_draft_note(draft, UTH_ENTRY_DAY_BEGAN, 0)->as.day = draft->command->day;
    return UTH_OK;
}

// PROG-7: asked for now, in force from the next 100% award on. A later wish replaces an earlier one.
static enum uth_status ask_terms(struct draft *draft)
{
    const enum uth_status status = ledger_admit_terms(&draft->command->terms);
    if (status != UTH_OK) {
        return status;
    }
    if (!ledger_meter_is_in_range(&draft->meter, draft->command->terms.seed)) {
        return UTH_ERR_MONEY_OVERFLOW;
    }
    struct uth_meter_entry *entry = ledger_draft_note(draft, UTH_ENTRY_TERMS_ASKED, 0);
    entry->as.terms.before = draft->controller->terms;
    entry->as.terms.after = draft->command->terms;
    return UTH_OK;
}

// ---- links ------------------------------------------------------------------------------------

static enum uth_status link_table(struct draft *draft)
{
    const struct uth_controller_command *command = draft->command;
    if (command->table == 0 || command->controller >= UTH_MODEL_COUNT) {
        return UTH_ERR_NO_SUCH_OPTION;
    }
    bool has_free_station = false;
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        has_free_station = has_free_station || draft->controller->stations[i].table == 0;
    }
    if (!has_free_station || draft->station != NULL) {
        return UTH_ERR_LINK;
    }
    ledger_draft_note(draft, UTH_ENTRY_LINKED, 0)->controller = (uint8_t)command->controller;
    return UTH_OK;
}

static enum uth_status unlink_table(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    ledger_draft_note(draft, UTH_ENTRY_UNLINKED, 0);
    return UTH_OK;
}

static enum uth_status lose(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    ledger_draft_note(draft, UTH_ENTRY_LOST, 0);
    return UTH_OK;
}

static enum uth_status find(struct draft *draft)
{
    UTH_CHECK(draft->station != NULL);

    ledger_draft_note(draft, UTH_ENTRY_FOUND, 0);
    return UTH_OK;
}

// ---- the procedures ---------------------------------------------------------------------------

#define IN(state) (1U << UTH_STATION_##state)
#define PLAY      (IN(PLAYING) | IN(PRESSED) | IN(KEYED) | IN(FROZEN) | IN(AWAITING_CARD))
#define ANY       (IN(IDLE) | PLAY)

#define AQUARIUS  (1U << UTH_MODEL_AQUARIUS)
#define NEXUS     (1U << UTH_MODEL_NEXUS)
#define BOTH      (AQUARIUS | NEXUS)

// Which command is due in which states of a station, at which controller and by whom. One without
// a controller concerns the meter; one marked `frozen` goes on while a key holds it.
// clang-format off
static const struct step {
    step_fn run;
    unsigned controllers;
    unsigned states;
    enum uth_status otherwise;
    enum uth_authority least;
    bool frozen;
} steps[UTH_CONTROLLER_COMMAND_COUNT] = {
    [UTH_CONTROLLER_CREATE]     = { create,                  0, 0, UTH_OK, UTH_AUTHORITY_SUPERVISOR, true },
    [UTH_CONTROLLER_BEGIN_DAY]  = { begin_day,               0, 0, UTH_OK, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_TERMS]      = { ask_terms,               0, 0, UTH_OK, UTH_AUTHORITY_SUPERVISOR, false },
    [UTH_CONTROLLER_EXECUTIVE]  = { set_executive,           0, 0, UTH_OK, UTH_AUTHORITY_EXECUTIVE,  true },
    [UTH_CONTROLLER_ADJUST]     = { ledger_meter_adjust,     0, 0, UTH_OK, UTH_AUTHORITY_SUPERVISOR, false },
    [UTH_CONTROLLER_LINK]       = { link_table,              0, 0, UTH_OK, UTH_AUTHORITY_SUPERVISOR, true },

    [UTH_CONTROLLER_UNLINK]     = { unlink_table,            BOTH, IN(IDLE),         UTH_ERR_GAME_STEP, UTH_AUTHORITY_SUPERVISOR, true },
    [UTH_CONTROLLER_LOST]       = { lose,                    BOTH, ANY,              UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_FOUND]      = { find,                    BOTH, ANY,              UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_SHOW]       = { ledger_station_show,     BOTH, PLAY,             UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_PAY]        = { ledger_station_pay,      BOTH, PLAY,             UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_VOID]       = { ledger_station_void,     BOTH, PLAY,             UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_HAND]       = { ledger_station_hand,     BOTH, IN(PLAYING) | IN(PRESSED) | IN(AWAITING_CARD),
                                                                                   UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },

    [UTH_CONTROLLER_COIN_IN]    = { ledger_station_start,    AQUARIUS, IN(IDLE),     UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_KEY_JPH]    = { ledger_station_key_jph,  AQUARIUS, IN(PRESSED),  UTH_ERR_NO_WIN_LIT, UTH_AUTHORITY_SUPERVISOR, true },
    [UTH_CONTROLLER_J_POT]      = { ledger_station_j_pot,    AQUARIUS, IN(KEYED),    UTH_ERR_GAME_STEP, UTH_AUTHORITY_SUPERVISOR, false },
    [UTH_CONTROLLER_KEY_RUN]    = { ledger_station_key_run,  AQUARIUS, IN(KEYED) | IN(FROZEN),
                                                                                   UTH_ERR_GAME_STEP, UTH_AUTHORITY_SUPERVISOR, true },
    [UTH_CONTROLLER_GAME_OVER]  = { ledger_station_end,      AQUARIUS, PLAY,         UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },

    [UTH_CONTROLLER_START_GAME] = { ledger_station_start,    NEXUS, IN(IDLE),          UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_SPOT]       = { ledger_station_spot,     NEXUS, IN(PLAYING),       UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
    [UTH_CONTROLLER_CONFIRM]    = { ledger_station_confirm,  NEXUS, IN(PLAYING),       UTH_ERR_GAME_STEP, UTH_AUTHORITY_SUPERVISOR, true },
    [UTH_CONTROLLER_SWIPE]      = { ledger_station_swipe,    NEXUS, IN(AWAITING_CARD), UTH_ERR_GAME_STEP, UTH_AUTHORITY_SUPERVISOR, false },
    [UTH_CONTROLLER_END_GAME]   = { ledger_station_end,      NEXUS, PLAY,              UTH_ERR_GAME_STEP, UTH_AUTHORITY_DEALER,     true },
};
// clang-format on

static enum uth_status admit_at_table(const struct draft *draft, const struct step *step)
{
    UTH_CHECK(step->controllers != 0);

    const struct uth_station *station = draft->station;
    if (station == NULL) {
        return UTH_ERR_NOT_LINKED;
    }
    if ((step->controllers >> station->controller & 1) == 0) {
        return UTH_ERR_NO_SUCH_BUTTON;
    }
    if (station->unreachable && draft->command->kind != UTH_CONTROLLER_FOUND) {
        return UTH_ERR_METER_UNREACHABLE;
    }
    return (step->states >> station->state & 1) != 0 ? UTH_OK : step->otherwise;
}

// In this order: who it is, whether the meter is there, whether it is theirs to do, whether the table
// is at that step, whether another's key holds the meter.
static enum uth_status admit(const struct draft *draft, const struct step *step)
{
    const struct uth_controller_command *command = draft->command;
    if (command->who == 0) {
        return UTH_ERR_NOBODY_NAMED;
    }
    if ((command->kind == UTH_CONTROLLER_CREATE) != (draft->controller->entries == 0)) {
        return UTH_ERR_METER_STEP;
    }
    if (command->authority < step->least) {
        return step->least == UTH_AUTHORITY_EXECUTIVE ? UTH_ERR_NEEDS_EXECUTIVE
                                                      : UTH_ERR_NEEDS_SUPERVISOR;
    }
    if (step->controllers != 0) {
        const enum uth_status status = admit_at_table(draft, step);
        if (status != UTH_OK) {
            return status;
        }
    }
    return draft->controller->frozen_at != 0 && !step->frozen ? UTH_ERR_METER_FROZEN : UTH_OK;
}

enum uth_status uth_controller_decide(const struct uth_progressive_rules *rules,
                                      const struct uth_controller *controller,
                                      const struct uth_controller_command *command,
                                      struct uth_entries *entries)
{
    UTH_CHECK(command->kind < UTH_CONTROLLER_COMMAND_COUNT);
    UTH_CHECK(command->authority < UTH_AUTHORITY_COUNT);

    struct draft draft = {
        .rules = rules,
        .controller = controller,
        .command = command,
        .station = uth_controller_station(controller, command->table),
        .entries = entries,
        .meter = controller->meter,
    };
    const enum uth_status status = admit(&draft, &steps[command->kind]);
    if (status != UTH_OK) {
        return status;
    }
    const uint32_t before = entries->count;
    entries->count = 0;
    const enum uth_status decided = steps[command->kind].run(&draft);
    if (decided != UTH_OK) {
        UTH_CHECK(entries->count == 0);
        entries->count = before;
    }
    return decided;
}

// ---- for those around it ----------------------------------------------------------------------

bool uth_controller_takes_supervisor(enum uth_controller_command_kind kind)
{
    UTH_CHECK(kind < UTH_CONTROLLER_COMMAND_COUNT);
    return steps[kind].least > UTH_AUTHORITY_DEALER;
}

const struct uth_station *uth_controller_station(const struct uth_controller *controller,
                                                 uint32_t table)
{
    for (unsigned i = 0; table != 0 && i < UTH_LINKED_MAX; i++) {
        if (controller->stations[i].table == table) {
            return &controller->stations[i];
        }
    }
    return NULL;
}

enum uth_status uth_controller_admit(const struct uth_controller *controller, uint32_t table)
{
    const struct uth_station *station = uth_controller_station(controller, table);
    if (station == NULL) {
        return UTH_ERR_NOT_LINKED;
    }
    return station->unreachable ? UTH_ERR_METER_UNREACHABLE : UTH_OK;
}

struct uth_meter uth_controller_settle_meter(const struct uth_controller *controller,
                                             uint32_t table)
{
    const struct uth_station *station = uth_controller_station(controller, table);
    return station != NULL && station->won ? station->won_on : controller->meter;
}

static struct uth_win_award by_house(const struct uth_win_award *award)
{
    return (struct uth_win_award){.amount = award->amount, .from_house = award->amount};
}

uint8_t uth_controller_settle_awards(const struct uth_controller *controller, uint32_t table,
                                     struct uth_award awards[UTH_SEATS_MAX])
{
    const struct uth_station *station = uth_controller_station(controller, table);
    uint8_t count = 0;
    for (unsigned i = 0; station != NULL && i < UTH_SEATS_MAX; i++) {
        const struct uth_win *win = &station->wins[i];
        if (win->state >= UTH_WIN_CONFIRMED) {
            const struct uth_win_award award =
                win->state == UTH_WIN_BACKED_OUT ? by_house(&win->award) : win->award;
            awards[count++] =
                uth_award_of((uint8_t)(i + 1), (enum uth_progressive_line)win->line, &award);
        }
    }
    UTH_CHECK(count <= UTH_SEATS_MAX);
    return count;
}

struct uth_win_award ledger_frozen_award(const struct uth_controller *controller)
{
    const struct uth_station *holder = uth_controller_station(controller, controller->frozen_at);
    UTH_CHECK(holder == NULL || holder->spot != 0);
    return holder == NULL ? (struct uth_win_award){0} : holder->wins[holder->spot - 1].award;
}

static struct uth_meter meter_without_frozen(const struct uth_controller *controller)
{
    const struct uth_win_award frozen = ledger_frozen_award(controller);
    struct uth_meter meter;
    UTH_CHECK(ledger_meter_with_award(&controller->meter, &frozen, 1, &meter));
    return meter;
}

size_t uth_controller_winners(const struct uth_progressive_rules *rules,
                              const struct uth_controller *controller, uint32_t table,
                              struct uth_winner winners[UTH_SEATS_MAX])
{
    const struct uth_station *station = uth_controller_station(controller, table);
    struct uth_meter meter = meter_without_frozen(controller);
    const struct uth_terms *terms = &controller->terms;
    size_t count = 0;
    for (unsigned i = 0; station != NULL && station->shown && i < UTH_SEATS_MAX; i++) {
        const uint8_t seat = uth_station_turn(station, i);
        if (seat == 0) {
            break;
        }
        const struct uth_win *win = &station->wins[seat - 1];
        const enum uth_progressive_line line = (enum uth_progressive_line)station->lines[seat - 1];
        if (!uth_progressive_pays(&rules->table, line)) {
            continue;
        }
        uth_money prize = win->award.amount;
        if (win->state < UTH_WIN_CONFIRMED) {
            const bool whole = ledger_is_whole_meter(rules, line);
            terms = whole && controller->terms_wait ? &controller->waiting : terms;
            const struct uth_meter before = meter;
            prize = award_on(rules, terms, &before, line, &meter).amount;
        }
        winners[count++] = (struct uth_winner){prize, seat, (uint8_t)line, win->state, {0}};
    }
    UTH_CHECK(count <= UTH_SEATS_MAX);
    return count;
}

uth_money uth_controller_prize(const struct uth_progressive_rules *rules,
                               const struct uth_controller *controller, uint32_t table,
                               uint8_t seat)
{
    struct uth_winner winners[UTH_SEATS_MAX];
    const size_t count = uth_controller_winners(rules, controller, table, winners);
    for (size_t i = 0; i < count; i++) {
        if (winners[i].seat == seat) {
            return winners[i].prize;
        }
    }
    return (uth_money){0};
}

uint8_t uth_station_turn(const struct uth_station *station, unsigned index)
{
    UTH_CHECK(index < UTH_SEATS_MAX);
    return station->order[0] != 0 ? station->order[index] : (uint8_t)(UTH_SEATS_MAX - index);
}

enum uth_status uth_controller_win_page(const struct uth_controller *controller, uint32_t table,
                                        uint8_t seat, struct uth_win_page *page)
{
    const struct uth_station *station = uth_controller_station(controller, table);
    if (station == NULL || !ledger_seat_is_valid(seat) ||
        station->wins[seat - 1].state < UTH_WIN_CONFIRMED) {
        return UTH_ERR_NO_SUCH_WIN;
    }
    *page = (struct uth_win_page){
        .meter = controller->id,
        .round = station->round,
        .table = table,
        .seat = seat,
        .win = station->wins[seat - 1],
    };
    return UTH_OK;
}

size_t uth_controller_warnings(const struct uth_progressive_rules *rules,
                               const struct uth_terms *terms,
                               const char *warnings[UTH_WARNINGS_MAX])
{
    const struct uth_progressive_rules all = ledger_rules_with(rules, terms);
    return uth_progressive_warnings(&all, warnings);
}
