// Applying: the one place where a controller changes. Used live and in replay; it must stay able to
// read every entry that was ever stored.
#include "uth/controller.h"

#include <string.h>

#include "ledger/draft.h"

// ---- what fits --------------------------------------------------------------------------------

#define IN(state) (1U << UTH_STATION_##state)
#define ANY       ((1U << UTH_STATION_COUNT) - 1)
#define PLAY      (ANY & ~IN(IDLE))

// What an entry is about.
enum about {
    METER,
    A_TABLE,   // that is linked
    A_SEAT,    // of a linked table
    NEW_TABLE, // one to be linked
};

// What each entry is about, the states its table may be in, and whether it comes while no key holds
// the meter.
static const struct place {
    enum about about;
    unsigned states;
    bool unfrozen;
} places[UTH_ENTRY_COUNT] = {
    // clang-format off
    [UTH_ENTRY_CREATED]        = { METER,     0,                                             false },
    [UTH_ENTRY_DAY_BEGAN]      = { METER,     0,                                             false },
    [UTH_ENTRY_TERMS_ASKED]    = { METER,     0,                                             true  },
    [UTH_ENTRY_TERMS_IN_FORCE] = { METER,     0,                                             false },
    [UTH_ENTRY_EXECUTIVE_SET]  = { METER,     0,                                             false },
    [UTH_ENTRY_ADJUSTED]       = { METER,     0,                                             true  },
    [UTH_ENTRY_LINKED]         = { NEW_TABLE, 0,                                             false },
    [UTH_ENTRY_UNLINKED]       = { A_TABLE,   IN(IDLE),                                      false },
    [UTH_ENTRY_LOST]           = { A_TABLE,   ANY,                                           false },
    [UTH_ENTRY_FOUND]          = { A_TABLE,   ANY,                                           false },
    [UTH_ENTRY_STARTED]        = { A_TABLE,   IN(IDLE),                                      false },
    [UTH_ENTRY_FED]            = { A_TABLE,   IN(PLAYING),                                   false },
    [UTH_ENTRY_SHOWN]          = { A_TABLE,   PLAY,                                          false },
    [UTH_ENTRY_SPOT]           = { A_SEAT,    IN(PLAYING),                                   false },
    [UTH_ENTRY_PRESSED]        = { A_TABLE,   IN(PLAYING),                                   false },
    [UTH_ENTRY_CANCELLED]      = { A_TABLE,   IN(PLAYING) | IN(PRESSED) | IN(AWAITING_CARD), false },
    [UTH_ENTRY_KEYED]          = { A_TABLE,   IN(PRESSED),                                   false },
    [UTH_ENTRY_UNKEYED]        = { A_TABLE,   IN(KEYED) | IN(FROZEN),                        false },
    [UTH_ENTRY_CARD_ASKED]     = { A_TABLE,   IN(PLAYING),                                   false },
    [UTH_ENTRY_CONFIRMED]      = { A_SEAT,    IN(KEYED) | IN(AWAITING_CARD),                 true  },
    [UTH_ENTRY_AWARDED]        = { A_TABLE,   IN(PLAYING) | IN(FROZEN),                      false },
    [UTH_ENTRY_PAID]           = { A_SEAT,    PLAY,                                          false },
    [UTH_ENTRY_ENDED]          = { A_TABLE,   IN(PLAYING),                                   false },
    [UTH_ENTRY_UNFED]          = { A_TABLE,   PLAY & ~IN(FROZEN),                            false },
    [UTH_ENTRY_VOIDED]         = { A_TABLE,   PLAY & ~IN(FROZEN),                            false },
    // clang-format on
};

static bool are_amounts(const uth_money *amounts, unsigned count)
{
    bool fine = true;
    for (unsigned i = 0; i < count; i++) {
        fine = fine && amounts[i].cents >= 0 && amounts[i].cents <= UTH_METER_MAX;
    }
    return fine;
}

static bool is_meter(const struct uth_meter *meter)
{
    const uth_money amounts[] = {meter->amount, meter->reserve, meter->seed};
    return are_amounts(amounts, 3) && ledger_meter_is_in_range(meter, meter->seed) &&
           meter->carry < UTH_CARRY_UNITS && meter->reserve_carry < UTH_CARRY_UNITS;
}

static bool is_award(const struct uth_win_award *award)
{
    const uth_money amounts[] = {award->amount, award->from_meter, award->from_house,
                                 award->seed_added, award->reserve_used};
    return are_amounts(amounts, sizeof amounts / sizeof amounts[0]);
}

// Can the meter give it?
static bool can_pay(const struct uth_meter *meter, const struct uth_win_award *award)
{
    UTH_CHECK(meter->amount.cents >= 0);

    struct uth_meter after;
    return ledger_meter_with_award(meter, award, 1, &after) && after.amount.cents <= UTH_METER_MAX;
}

static bool is_adjustment(const struct uth_meter_entry *entry)
{
    const uth_money amounts[] = {entry->as.adjusted.seed_added, entry->as.adjusted.reserve_used};
    const int64_t change = entry->as.adjusted.change.cents;
    return entry->seat != 0
               ? is_award(&entry->as.award)
               : are_amounts(amounts, 2) && change >= -UTH_METER_MAX && change <= UTH_METER_MAX;
}

static bool is_showing(const struct uth_meter_entry *entry)
{
    bool fine = true;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        fine = fine && entry->as.shown.lines[i] <= UTH_PROGRESSIVE_NONE &&
               entry->as.shown.order[i] <= UTH_SEATS_MAX;
    }
    return fine;
}

static bool validate_content(const struct uth_meter_entry *entry)
{
    switch ((enum uth_entry_kind)entry->kind) {
    case UTH_ENTRY_CREATED:
    case UTH_ENTRY_TERMS_ASKED:
    case UTH_ENTRY_TERMS_IN_FORCE:
        return ledger_admit_terms(&entry->as.terms.after) == UTH_OK &&
               ledger_meter_is_in_range(&entry->after, entry->as.terms.after.seed);
    case UTH_ENTRY_EXECUTIVE_SET: return are_amounts(&entry->as.executive_above.after, 1);
    case UTH_ENTRY_ADJUSTED: return is_adjustment(entry);
    case UTH_ENTRY_LINKED: return entry->controller < UTH_MODEL_COUNT;
    case UTH_ENTRY_SHOWN: return is_showing(entry);
    case UTH_ENTRY_PRESSED: return entry->line < UTH_PROGRESSIVE_COUNT;
    case UTH_ENTRY_CONFIRMED:
        return entry->line < UTH_PROGRESSIVE_COUNT && is_award(&entry->as.award) &&
               can_pay(&entry->before, &entry->as.award);
    case UTH_ENTRY_AWARDED:
    case UTH_ENTRY_PAID: return entry->line < UTH_PROGRESSIVE_COUNT && is_award(&entry->as.award);
    case UTH_ENTRY_DAY_BEGAN:
    case UTH_ENTRY_UNLINKED:
    case UTH_ENTRY_LOST:
    case UTH_ENTRY_FOUND:
    case UTH_ENTRY_STARTED:
    case UTH_ENTRY_FED:
    case UTH_ENTRY_SPOT:
    case UTH_ENTRY_CANCELLED:
    case UTH_ENTRY_KEYED:
    case UTH_ENTRY_UNKEYED:
    case UTH_ENTRY_CARD_ASKED:
    case UTH_ENTRY_ENDED:
    case UTH_ENTRY_UNFED:
    case UTH_ENTRY_VOIDED:
    case UTH_ENTRY_COUNT: break;
    }
    return true;
}

bool uth_entry_validate(const struct uth_meter_entry *entry)
{
    return entry->kind < UTH_ENTRY_COUNT && entry->seat <= UTH_SEATS_MAX &&
           entry->line <= UTH_PROGRESSIVE_NONE && entry->adjustment < UTH_ADJUSTMENT_COUNT &&
           entry->authority < UTH_AUTHORITY_COUNT && is_meter(&entry->before) &&
           is_meter(&entry->after) && validate_content(entry);
}

static bool is_win(const struct uth_win *win)
{
    return win->state < UTH_WIN_COUNT && win->line < UTH_PROGRESSIVE_COUNT &&
           win->card < UTH_AUTHORITY_COUNT && is_award(&win->award) &&
           are_amounts(&win->meter_shown, 1);
}

static bool is_fed(int64_t units)
{
    return units >= 0 && units <= UTH_METER_MAX * UTH_CARRY_UNITS;
}

// What a key or card confirms is lit, and has its spot.
static bool is_at_its_step(const struct uth_station *station)
{
    const unsigned state = 1U << station->state;
    const bool wants_hand = (state & (IN(PRESSED) | IN(KEYED))) != 0;
    const bool wants_spot = (state & (IN(FROZEN) | IN(AWAITING_CARD))) != 0;
    return (!wants_hand || station->lit < UTH_PROGRESSIVE_COUNT) &&
           (!wants_spot || station->spot != 0);
}

static bool is_station(const struct uth_station *station)
{
    bool fine = station->state < UTH_STATION_COUNT && station->controller < UTH_MODEL_COUNT &&
                station->lit <= UTH_PROGRESSIVE_NONE && station->spot <= UTH_SEATS_MAX &&
                is_meter(&station->won_on) && is_fed(station->fed_units) &&
                is_fed(station->fed_reserve_units) && is_at_its_step(station);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        fine = fine && station->lines[i] <= UTH_PROGRESSIVE_NONE &&
               station->order[i] <= UTH_SEATS_MAX && is_win(&station->wins[i]);
    }
    return fine;
}

// The key that holds the meter is turned at one table, and what it will take is there.
static bool is_held(const struct uth_controller *controller)
{
    const struct uth_station *holder = uth_controller_station(controller, controller->frozen_at);
    unsigned frozen = 0;
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        frozen += controller->stations[i].state == UTH_STATION_FROZEN;
    }
    if (controller->frozen_at == 0) {
        return frozen == 0;
    }
    return frozen == 1 && holder != NULL && holder->state == UTH_STATION_FROZEN &&
           can_pay(&controller->meter, &holder->wins[holder->spot - 1].award);
}

bool uth_controller_validate(const struct uth_controller *controller)
{
    const uth_money amounts[] = {controller->beginning, controller->executive_above};
    bool fine = controller->id != 0 && controller->entries != 0 && is_meter(&controller->meter) &&
                are_amounts(amounts, 2) && ledger_admit_terms(&controller->terms) == UTH_OK &&
                ledger_admit_terms(&controller->waiting) == UTH_OK &&
                controller->meter.reserve.cents + controller->waiting.seed.cents <= UTH_METER_MAX;
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        fine = fine && is_station(&controller->stations[i]);
    }
    return fine && is_held(controller);
}

static bool has_free_place(const struct uth_controller *controller)
{
    bool found = false;
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        found = found || controller->stations[i].table == 0;
    }
    return found;
}

static bool validate_fed(const struct uth_station *station, const struct uth_meter_entry *entry)
{
    int64_t fed;
    int64_t reserve;
    return !__builtin_add_overflow(station->fed_units, entry->as.fed.units, &fed) &&
           !__builtin_add_overflow(station->fed_reserve_units, entry->as.fed.reserve_units,
                                   &reserve) &&
           is_fed(fed) && is_fed(reserve);
}

// What its state alone does not say.
static bool suits_station(const struct uth_controller *controller,
                          const struct uth_station *station, const struct uth_meter_entry *entry)
{
    const bool aquarius = station->controller == UTH_MODEL_AQUARIUS;
    if (entry->kind == UTH_ENTRY_FED) {
        return validate_fed(station, entry);
    }
    if (entry->kind == UTH_ENTRY_PRESSED || entry->kind == UTH_ENTRY_CANCELLED) {
        return (entry->seat == 0) == aquarius; // a keypad knows no spots
    }
    if (entry->kind == UTH_ENTRY_CARD_ASKED) {
        return station->spot != 0;
    }
    if (entry->kind == UTH_ENTRY_CONFIRMED) {
        return (station->state == UTH_STATION_KEYED) == aquarius;
    }
    return entry->kind != UTH_ENTRY_AWARDED || controller->frozen_at == 0 ||
           controller->frozen_at == station->table;
}

static bool is_about_what_there_is(const struct uth_controller *controller,
                                   const struct uth_meter_entry *entry)
{
    const struct place *place = &places[entry->kind];
    const struct uth_station *station = uth_controller_station(controller, entry->table);
    switch (place->about) {
    // Of the meter's own only a win backed out has a seat.
    case METER: return entry->seat == 0 || station != NULL;
    case NEW_TABLE: return station == NULL && entry->table != 0 && has_free_place(controller);
    case A_TABLE:
    case A_SEAT: break;
    }
    return station != NULL && (entry->seat != 0 || place->about == A_TABLE) &&
           (place->states >> station->state & 1) != 0 && suits_station(controller, station, entry);
}

bool uth_controller_can_follow(const struct uth_controller *controller,
                               const struct uth_meter_entry *entry)
{
    return uth_entry_validate(entry) && entry->number == controller->entries + 1 &&
           (entry->kind == UTH_ENTRY_CREATED) == (controller->entries == 0) &&
           (controller->entries == 0 || entry->meter == controller->id) &&
           memcmp(&entry->before, &controller->meter, sizeof entry->before) == 0 &&
           (controller->frozen_at == 0 || !places[entry->kind].unfrozen) &&
           is_about_what_there_is(controller, entry);
}

// ---- what it does: to the meter ---------------------------------------------------------------

static struct uth_station *station_in(struct uth_controller *controller, uint32_t table)
{
    unsigned at = 0;
    while (at < UTH_LINKED_MAX && controller->stations[at].table != table) {
        at++;
    }
    UTH_CHECK(at < UTH_LINKED_MAX);
    return &controller->stations[at];
}

static struct uth_win *win_in(struct uth_station *station, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);

    return &station->wins[seat - 1];
}

static void apply_created(struct uth_controller *controller, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->number == 1);

    controller->id = entry->meter;
    controller->terms = entry->as.terms.after;
    controller->beginning = entry->after.amount;
}

static void apply_day(struct uth_controller *controller, const struct uth_meter_entry *entry)
{
    controller->day = entry->as.day;
    controller->beginning = entry->after.amount;
}

static void apply_terms(struct uth_controller *controller, const struct uth_meter_entry *entry)
{
    const bool in_force = entry->kind == UTH_ENTRY_TERMS_IN_FORCE;
    if (in_force) {
        controller->terms = entry->as.terms.after;
        controller->waiting = (struct uth_terms){0};
    } else {
        controller->waiting = entry->as.terms.after;
    }
    controller->terms_wait = !in_force;
}

static void apply_adjusted(struct uth_controller *controller, const struct uth_meter_entry *entry)
{
    if (entry->seat != 0) {
        win_in(station_in(controller, entry->table), entry->seat)->state = UTH_WIN_BACKED_OUT;
    }
}

// ---- to a table -------------------------------------------------------------------------------

static void clear_game(struct uth_station *station)
{
    *station = (struct uth_station){
        .table = station->table,
        .controller = station->controller,
        .lit = UTH_PROGRESSIVE_NONE,
    };
    memset(station->lines, UTH_PROGRESSIVE_NONE, sizeof station->lines);
}

static void apply_linked(struct uth_controller *controller, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->table != 0);
    UTH_CHECK(entry->controller < UTH_MODEL_COUNT);

    struct uth_station *station = station_in(controller, 0);
    station->table = entry->table;
    station->controller = entry->controller;
    clear_game(station);
}

static void apply_started(struct uth_station *station, const struct uth_meter_entry *entry)
{
    UTH_CHECK(station->state == UTH_STATION_IDLE);

    clear_game(station);
    station->round = entry->round;
    station->wagered = entry->as.seats;
    station->state = UTH_STATION_PLAYING;
}

static void apply_shown(struct uth_station *station, const struct uth_meter_entry *entry)
{
    memcpy(station->lines, entry->as.shown.lines, sizeof station->lines);
    memcpy(station->order, entry->as.shown.order, sizeof station->order);
    station->shown = 1;
}

// With aquarius a hand is lit for the table, with nexus for a spot.
static void apply_hand(struct uth_station *station, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->kind == UTH_ENTRY_PRESSED || entry->kind == UTH_ENTRY_CANCELLED);

    const bool pressed = entry->kind == UTH_ENTRY_PRESSED;
    if (entry->seat == 0) {
        station->lit = pressed ? entry->line : UTH_PROGRESSIVE_NONE;
        station->state = pressed ? UTH_STATION_PRESSED : UTH_STATION_PLAYING;
        return;
    }
    *win_in(station, entry->seat) = (struct uth_win){
        .state = pressed ? UTH_WIN_PRESSED : UTH_WIN_NONE,
        .line = pressed ? entry->line : 0,
    };
    station->state = UTH_STATION_PLAYING;
}

// A 100% award already reseeds by terms that waited, so the seed it used belongs to the picture.
static void note_won_on(struct uth_station *station, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->kind == UTH_ENTRY_CONFIRMED);

    if (!station->won) {
        station->won = 1;
        station->won_on = entry->before;
    }
    if (entry->as.award.seed_added.cents != 0) {
        station->won_on.seed = entry->as.award.seed_added;
    }
}

static void apply_confirmed(struct uth_controller *controller, struct uth_station *station,
                            const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->as.award.amount.cents >= 0);
    UTH_CHECK(controller->frozen_at == 0);

    *win_in(station, entry->seat) = (struct uth_win){
        .award = entry->as.award,
        .meter_shown = entry->before.amount,
        .confirmed_by = entry->who,
        .confirmed_at_ms = entry->time_ms,
        .state = UTH_WIN_CONFIRMED,
        .line = entry->line,
        .card = entry->authority,
    };
    note_won_on(station, entry);
    station->spot = entry->seat;
    station->state = UTH_STATION_PLAYING;
    if (station->controller == UTH_MODEL_AQUARIUS) {
        station->state = UTH_STATION_FROZEN;
        station->lit = UTH_PROGRESSIVE_NONE;
        controller->frozen_at = station->table;
    }
}

// Back at RUN the lit hand is still lit, unless J-POT has recorded it.
static void apply_unkeyed(struct uth_controller *controller, struct uth_station *station)
{
    UTH_CHECK(station->state == UTH_STATION_KEYED || station->state == UTH_STATION_FROZEN);

    const bool recorded = station->state == UTH_STATION_FROZEN;
    station->state = recorded ? UTH_STATION_PLAYING : UTH_STATION_PRESSED;
    if (recorded) {
        station->spot = 0;
        controller->frozen_at = 0;
    }
}

static void apply_at_table(struct uth_controller *controller, struct uth_station *station,
                           const struct uth_meter_entry *entry)
{
    switch ((enum uth_entry_kind)entry->kind) {
    case UTH_ENTRY_UNLINKED: memset(station, 0, sizeof *station); break;
    case UTH_ENTRY_LOST: station->unreachable = 1; break;
    case UTH_ENTRY_FOUND: station->unreachable = 0; break;
    case UTH_ENTRY_STARTED: apply_started(station, entry); break;
    case UTH_ENTRY_FED:
        station->fed_units += entry->as.fed.units;
        station->fed_reserve_units += entry->as.fed.reserve_units;
        break;
    case UTH_ENTRY_SHOWN: apply_shown(station, entry); break;
    case UTH_ENTRY_SPOT: station->spot = entry->seat; break;
    case UTH_ENTRY_PRESSED:
    case UTH_ENTRY_CANCELLED: apply_hand(station, entry); break;
    case UTH_ENTRY_KEYED: station->state = UTH_STATION_KEYED; break;
    case UTH_ENTRY_UNKEYED: apply_unkeyed(controller, station); break;
    case UTH_ENTRY_CARD_ASKED: station->state = UTH_STATION_AWAITING_CARD; break;
    case UTH_ENTRY_CONFIRMED: apply_confirmed(controller, station, entry); break;
    case UTH_ENTRY_PAID: win_in(station, entry->seat)->state = UTH_WIN_PAID; break;
    case UTH_ENTRY_ENDED: station->state = UTH_STATION_IDLE; break;
    case UTH_ENTRY_VOIDED: clear_game(station); break;
    // The meter is all they change.
    case UTH_ENTRY_AWARDED:
    case UTH_ENTRY_UNFED:
    // Not a table's.
    case UTH_ENTRY_CREATED:
    case UTH_ENTRY_DAY_BEGAN:
    case UTH_ENTRY_TERMS_ASKED:
    case UTH_ENTRY_TERMS_IN_FORCE:
    case UTH_ENTRY_EXECUTIVE_SET:
    case UTH_ENTRY_ADJUSTED:
    case UTH_ENTRY_LINKED:
    case UTH_ENTRY_COUNT: break;
    }
}

void uth_controller_apply(struct uth_controller *controller, const struct uth_meter_entry *entry)
{
    UTH_CHECK(uth_controller_can_follow(controller, entry));

    controller->entries = entry->number;
    controller->meter = entry->after;
    switch ((enum uth_entry_kind)entry->kind) {
    case UTH_ENTRY_CREATED: apply_created(controller, entry); return;
    case UTH_ENTRY_DAY_BEGAN: apply_day(controller, entry); return;
    case UTH_ENTRY_TERMS_ASKED:
    case UTH_ENTRY_TERMS_IN_FORCE: apply_terms(controller, entry); return;
    case UTH_ENTRY_EXECUTIVE_SET:
        controller->executive_above = entry->as.executive_above.after;
        return;
    case UTH_ENTRY_ADJUSTED: apply_adjusted(controller, entry); return;
    case UTH_ENTRY_LINKED: apply_linked(controller, entry); return;
    case UTH_ENTRY_UNLINKED:
    case UTH_ENTRY_LOST:
    case UTH_ENTRY_FOUND:
    case UTH_ENTRY_STARTED:
    case UTH_ENTRY_FED:
    case UTH_ENTRY_SHOWN:
    case UTH_ENTRY_SPOT:
    case UTH_ENTRY_PRESSED:
    case UTH_ENTRY_CANCELLED:
    case UTH_ENTRY_KEYED:
    case UTH_ENTRY_UNKEYED:
    case UTH_ENTRY_CARD_ASKED:
    case UTH_ENTRY_CONFIRMED:
    case UTH_ENTRY_AWARDED:
    case UTH_ENTRY_PAID:
    case UTH_ENTRY_ENDED:
    case UTH_ENTRY_UNFED:
    case UTH_ENTRY_VOIDED:
    case UTH_ENTRY_COUNT: break;
    }
    apply_at_table(controller, station_in(controller, entry->table), entry);
}
