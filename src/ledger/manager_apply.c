// Applying: the one place where a manager changes. Used live and in replay; it must stay able to
// read every entry that was ever stored.
#include "uth/manager.h"

#include <string.h>

static struct uth_station *station_in(struct uth_manager *manager, uint32_t table)
{
    struct uth_station *found = NULL;
    for (unsigned i = 0; i < UTH_LINKED_MAX; i++) {
        if (manager->stations[i].table == table) {
            found = &manager->stations[i];
            break;
        }
    }
    UTH_CHECK(found != NULL);
    return found;
}

static struct uth_win *win_in(struct uth_station *station, unsigned seat)
{
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    return &station->wins[seat - 1];
}

// ---- the meter --------------------------------------------------------------------------------

static void apply_created(struct uth_manager *manager, const struct uth_meter_entry *entry)
{
    manager->id = entry->meter;
    manager->terms = entry->as.terms.after;
    manager->beginning = entry->after.amount;
}

static void apply_day(struct uth_manager *manager, const struct uth_meter_entry *entry)
{
    manager->day = entry->as.day;
    manager->beginning = entry->after.amount;
}

static void apply_terms(struct uth_manager *manager, const struct uth_meter_entry *entry)
{
    const bool in_force = entry->kind == UTH_ENTRY_TERMS_IN_FORCE;
    if (in_force) {
        manager->terms = entry->as.terms.after;
        manager->waiting = (struct uth_terms){0};
    } else {
        manager->waiting = entry->as.terms.after;
    }
    manager->terms_wait = !in_force;
}

static void apply_adjusted(struct uth_manager *manager, const struct uth_meter_entry *entry)
{
    if (entry->seat != 0) {
        win_in(station_in(manager, entry->table), entry->seat)->state = UTH_WIN_BACKED_OUT;
    }
}

// ---- a table ----------------------------------------------------------------------------------

static void clear_game(struct uth_station *station)
{
    *station = (struct uth_station){
        .table = station->table,
        .controller = station->controller,
        .lit = UTH_PROGRESSIVE_NONE,
    };
    memset(station->lines, UTH_PROGRESSIVE_NONE, sizeof station->lines);
}

static void apply_linked(struct uth_manager *manager, const struct uth_meter_entry *entry)
{
    struct uth_station *station = station_in(manager, 0);
    station->table = entry->table;
    station->controller = entry->controller;
    clear_game(station);
}

static void apply_started(struct uth_station *station, const struct uth_meter_entry *entry)
{
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
    if (!station->won) {
        station->won = 1;
        station->won_on = entry->before;
    }
    if (entry->as.award.seed_added.cents != 0) {
        station->won_on.seed = entry->as.award.seed_added;
    }
}

static void apply_confirmed(struct uth_manager *manager, struct uth_station *station,
                            const struct uth_meter_entry *entry)
{
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
    if (station->controller == UTH_CONTROLLER_AQUARIUS) {
        station->state = UTH_STATION_FROZEN;
        station->lit = UTH_PROGRESSIVE_NONE;
        manager->frozen_at = station->table;
    }
}

// Back at RUN the lit hand is still lit, unless J-POT has recorded it.
static void apply_unkeyed(struct uth_manager *manager, struct uth_station *station)
{
    const bool recorded = station->state == UTH_STATION_FROZEN;
    station->state = recorded ? UTH_STATION_PLAYING : UTH_STATION_PRESSED;
    if (recorded) {
        station->spot = 0;
        manager->frozen_at = 0;
    }
}

static void apply_at_table(struct uth_manager *manager, struct uth_station *station,
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
    case UTH_ENTRY_UNKEYED: apply_unkeyed(manager, station); break;
    case UTH_ENTRY_CARD_ASKED: station->state = UTH_STATION_AWAITING_CARD; break;
    case UTH_ENTRY_CONFIRMED: apply_confirmed(manager, station, entry); break;
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

void uth_manager_apply(struct uth_manager *manager, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->kind < UTH_ENTRY_COUNT);
    UTH_CHECK(entry->number == manager->entries + 1);
    UTH_CHECK((entry->kind == UTH_ENTRY_CREATED) == (manager->entries == 0));
    UTH_CHECK(manager->entries == 0 || entry->meter == manager->id);
    UTH_CHECK(memcmp(&entry->before, &manager->meter, sizeof entry->before) == 0);

    manager->entries = entry->number;
    manager->meter = entry->after;
    switch ((enum uth_entry_kind)entry->kind) {
    case UTH_ENTRY_CREATED: apply_created(manager, entry); return;
    case UTH_ENTRY_DAY_BEGAN: apply_day(manager, entry); return;
    case UTH_ENTRY_TERMS_ASKED:
    case UTH_ENTRY_TERMS_IN_FORCE: apply_terms(manager, entry); return;
    case UTH_ENTRY_EXECUTIVE_SET:
        manager->executive_above = entry->as.executive_above.after;
        return;
    case UTH_ENTRY_ADJUSTED: apply_adjusted(manager, entry); return;
    case UTH_ENTRY_LINKED: apply_linked(manager, entry); return;
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
    apply_at_table(manager, station_in(manager, entry->table), entry);
}
