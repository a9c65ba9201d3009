#include "office/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "office/inside.h"
#include "office/record.h"
#include "office/stored.h"

// ---- rounds -----------------------------------------------------------------------------------

struct counting {
    struct store *store;
    struct office_day_report *report;
    struct office_fault *fault;
    bool fine;
    struct room_batch *room;
    struct uth_round round; // being played
    bool whole;             // its opening was seen
    uint64_t number;        // of the profile it is played by
    uth_money fed, from_house, seed_added;
    uint64_t first_sequence; // of the table's batches on that day; 0: none
    uint64_t first_round;
};

static struct report_profile *profile_of(struct counting *counting)
{
    struct office_day_report *report = counting->report;
    for (size_t i = 0; i < report->profile_count; i++) {
        if (report->profiles[i].number == counting->number) {
            return &report->profiles[i];
        }
    }
    if (report->profile_count == REPORT_PROFILES_MAX) {
        counting->fine = office_fail(counting->fault, OFFICE_FULL,
                                     "more than %d rule profiles on one day", REPORT_PROFILES_MAX);
        return NULL;
    }
    struct report_profile *profile = &report->profiles[report->profile_count++];
    profile->number = counting->number;
    return profile;
}

// The player-dealer's fees first, each kind rising.
static void sort_fees(struct office_day_report *report)
{
    for (size_t i = 1; i < report->tier_count; i++) {
        const struct report_tier tier = report->tiers[i];
        size_t at = i;
        while (at > 0 && (report->tiers[at - 1].of_player != tier.of_player
                              ? report->tiers[at - 1].of_player
                              : report->tiers[at - 1].fee.cents > tier.fee.cents)) {
            report->tiers[at] = report->tiers[at - 1];
            at--;
        }
        report->tiers[at] = tier;
    }
}

static void count_fee(struct counting *counting, bool of_player, uth_money fee)
{
    struct office_day_report *report = counting->report;
    size_t i = 0;
    if (fee.cents == 0) {
        return;
    }
    while (i < report->tier_count &&
           (report->tiers[i].of_player != of_player || report->tiers[i].fee.cents != fee.cents)) {
        i++;
    }
    if (i == report->tier_count) {
        if (report->tier_count == REPORT_TIERS_MAX) {
            return; // the sum is in `fees` all the same
        }
        report->tiers[report->tier_count++] = (struct report_tier){of_player, fee, 0};
    }
    report->tiers[i].count++;
}

static void count_seat(struct report_profile *profile, const struct uth_round_seat *seat,
                       bool *fine)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        struct report_wager *wager = &profile->wagers[i];
        const int64_t net = seat->nets[i].cents;
        if (seat->stakes[i].cents != 0) {
            wager->count++;
            office_add(&wager->handle, seat->stakes[i].cents, fine);
            office_add(&wager->won, net > 0 ? net : 0, fine);
            office_add(&wager->lost, net < 0 ? -net : 0, fine);
        }
    }
}

static bool sums_fit(struct counting *counting, bool fine)
{
    counting->fine =
        counting->fine &&
        (fine || office_fail(counting->fault, OFFICE_DAMAGED,
                             "round %" PRIu64 " at table %u: with it a sum is beyond what we"
                             " account for; uth audit verify says whether it was changed",
                             counting->round.number, counting->report->table));
    return counting->fine;
}

static void count_round(struct counting *counting)
{
    const struct uth_round *round = &counting->round;
    struct office_day_report *report = counting->report;
    report->voided += round->voided;
    count_fee(counting, false, round->bank_fee);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        count_fee(counting, true, round->seats[i].fee);
    }
    if (round->voided) {
        return;
    }
    struct report_profile *profile = profile_of(counting);
    if (profile == NULL) {
        return;
    }
    report->rounds++;
    profile->rounds++;
    bool fine = true;
    office_add(&profile->fed, counting->fed.cents, &fine);
    office_add(&profile->from_house, counting->from_house.cents, &fine);
    office_add(&profile->seed_added, counting->seed_added.cents, &fine);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (round->seats[i].in) {
            count_seat(profile, &round->seats[i], &fine);
        }
    }
    (void)sums_fit(counting, fine);
}

static bool follows(struct counting *counting, const struct uth_event *event)
{
    return uth_round_fits(&counting->round, event) ||
           office_fail(
               counting->fault, OFFICE_DAMAGED,
               "round %" PRIu64 " at table %u: an event (%s) does not follow those before it;"
               " uth audit verify says whether it was changed",
               counting->round.number, counting->report->table,
               event->kind < UTH_EVENT_COUNT ? uth_event_name((enum uth_event_kind)event->kind)
                                             : "of an unknown kind");
}

static void follow_event(struct counting *counting, const struct uth_event *event, bool in_day)
{
    if (event->kind == UTH_EVENT_OPENED) {
        counting->whole = true;
        counting->round = office_round_before(event);
        counting->fed.cents = 0;
        counting->from_house.cents = 0;
        counting->seed_added.cents = 0;
    }
    counting->fine = !counting->whole || follows(counting, event);
    if (!counting->whole || !counting->fine) {
        return;
    }
    uth_round_apply(&counting->round, event);
    if (event->kind == UTH_EVENT_AWARDED) {
        bool fine = true;
        office_add(&counting->from_house, event->as.award.from_house.cents, &fine);
        office_add(&counting->seed_added, event->as.award.seed_added.cents, &fine);
        (void)sums_fit(counting, fine);
    } else if (event->kind == UTH_EVENT_ENDED || event->kind == UTH_EVENT_VOIDED) {
        if (in_day) {
            count_round(counting);
        }
    }
}

// Cents that left the tray for meter and reserve; parts of a cent wait in the meter's carry.
static int64_t fed_by(const struct uth_meter_entry *entry)
{
    const bool feeds = entry->kind == UTH_ENTRY_FED || entry->kind == UTH_ENTRY_UNFED;
    return feeds ? entry->after.amount.cents - entry->before.amount.cents +
                       entry->after.reserve.cents - entry->before.reserve.cents
                 : 0;
}

static void note_provider(struct office_day_report *report, const char *name)
{
    size_t i = 0;
    while (i < report->provider_count && strcmp(report->providers[i], name) != 0) {
        i++;
    }
    if (name[0] != '\0' && i == report->provider_count && i < REPORT_PROVIDERS_MAX) {
        memcpy(report->providers[report->provider_count++], name, ROOM_NAME_MAX);
    }
}

static bool follow(void *context, const struct store_record *record)
{
    struct counting *counting = context;
    const struct store_batch *batch = &record->batch;
    const int64_t day = day_of(batch->time_ms);
    if (day > counting->report->day) {
        return false;
    }
    counting->fine = office_decode_room(NULL, batch, counting->room, counting->fault);
    if (!counting->fine) {
        return false;
    }
    for (uint32_t i = 0; i < counting->room->fact_count; i++) {
        if (counting->room->facts[i].kind == ROOM_FACT_COMMITTED) {
            counting->number = counting->room->facts[i].as.seed.profile;
            if (day == counting->report->day) {
                note_provider(counting->report, counting->room->facts[i].as.seed.provider);
            }
        }
    }
    // A batch belongs to one round: what its entries fed was fed by that round.
    int64_t fed = 0;
    for (uint32_t i = 0; i < counting->room->entry_count; i++) {
        fed += fed_by(&counting->room->entries[i]);
    }
    bool opened = false;
    for (uint32_t i = 0; i < counting->room->event_count; i++) {
        opened = opened || counting->room->events[i].kind == UTH_EVENT_OPENED;
    }
    bool fits = true;
    if (!opened) {
        office_add(&counting->fed, fed, &fits);
        fed = 0;
    }
    for (uint32_t i = 0; i < counting->room->event_count && counting->fine; i++) {
        follow_event(counting, &counting->room->events[i], day == counting->report->day);
        if (counting->room->events[i].kind == UTH_EVENT_OPENED) {
            office_add(&counting->fed, fed, &fits);
        }
    }
    return sums_fit(counting, fits);
}

// ---- the day ----------------------------------------------------------------------------------

static void count_tray(struct office_day_report *report, const struct uth_posting *posting,
                       bool *fine)
{
    const struct uth_account tray = uth_account_at_table(UTH_ACCOUNT_TRAY, report->table);
    if (uth_account_equal(&posting->credit, &tray)) {
        office_add(&report->tray_change, posting->amount.cents, fine);
    } else if (uth_account_equal(&posting->debit, &tray)) {
        office_add(&report->tray_change, -posting->amount.cents, fine);
    }
}

struct provider_sum {
    uth_money *sum;
    bool *fine;
};

static void add_provider(void *context, const struct uth_account *players, int64_t cents)
{
    const struct provider_sum *adding = context;
    if (room_is_proposition_player(players->owner)) {
        office_add(adding->sum, cents, adding->fine);
    }
}

static void count_provider(struct office_day_report *report, const struct uth_posting *posting,
                           bool *fine)
{
    const int64_t cents = posting->amount.cents;
    if (posting->reason == UTH_POSTED_PROVIDER_FUNDED) {
        office_add(&report->provider_funded, cents, fine);
    } else if (posting->reason == UTH_POSTED_PROVIDER_WITHDREW) {
        office_add(&report->provider_withdrew, cents, fine);
    }
    struct provider_sum sum = {
        posting->reason == UTH_POSTED_FEE ? &report->provider_fees : &report->provider_won, fine};
    day_of_posting(posting, add_provider, &sum);
}

static void count_posting(struct office_day_report *report, const struct uth_posting *posting,
                          bool *fine)
{
    const int64_t sign = posting->reverses != 0 ? -1 : 1;
    const int64_t cents = sign * posting->amount.cents;
    count_tray(report, posting, fine);
    if (posting->table != report->table) {
        return;
    }
    count_provider(report, posting, fine);
    if (posting->reason == UTH_POSTED_FEE) {
        office_add(&report->fees, sign > 0 ? cents : 0, fine);
        office_add(&report->fees_returned, sign < 0 ? -cents : 0, fine);
    } else if (posting->reason == UTH_POSTED_DROP_COUNTED) {
        office_add(&report->drop_counted, cents, fine);
    } else if (posting->reason == UTH_POSTED_FILL) {
        office_add(&report->fills, cents, fine);
    } else if (posting->reason == UTH_POSTED_CREDIT) {
        office_add(&report->credits, cents, fine);
    }
}

static void count_entry(struct counting *counting, const struct uth_meter_entry *entry, bool *begun,
                        bool *fine)
{
    struct office_day_report *report = counting->report;
    if (!*begun) {
        report->meter_day = uth_meter_day_start(entry->before.amount);
        *begun = true;
    }
    *fine = uth_meter_day_add(&report->meter_day, entry) == UTH_OK && *fine;
    const bool told = entry->kind == UTH_ENTRY_AWARDED || entry->kind == UTH_ENTRY_ADJUSTED ||
                      entry->kind == UTH_ENTRY_CREATED || entry->kind == UTH_ENTRY_TERMS_IN_FORCE;
    if (told && report->line_count < REPORT_LINES_MAX) {
        report->lines[report->line_count++].entry = *entry;
    } else if (told) {
        report->lines_left_out++;
    }
}

struct scanning {
    struct counting *counting;
    bool meter_begun;
    bool meter_after; // an entry behind the day was seen: its `before` is the day's end
    struct uth_meter after;
};

// Everything of the day, at every table: postings of this one, the journal of its meter.
static bool scan(void *context, const struct store_record *record)
{
    struct scanning *scanning = context;
    struct counting *counting = scanning->counting;
    struct office_day_report *report = counting->report;
    const struct store_batch *batch = &record->batch;
    const int64_t day = day_of(batch->time_ms);
    if (batch->table == report->table && day == report->day && counting->first_sequence == 0) {
        counting->first_sequence = batch->sequence;
        counting->first_round = batch->round;
    }
    bool fits = true;
    for (size_t i = 0; day == report->day && i < batch->posting_count; i++) {
        count_posting(report, &batch->postings[i], &fits);
    }
    for (size_t i = 0; i < batch->entry_count; i++) {
        struct uth_meter_entry entry;
        if (batch->entries[i].kind != STORE_ENTRY_JOURNAL || report->meter == 0 ||
            batch->entries[i].id != report->meter) {
            continue;
        }
        counting->fine = office_journal_entry(record, &batch->entries[i], &entry, counting->fault);
        if (!counting->fine) {
            return false;
        }
        if (day == report->day) {
            count_entry(counting, &entry, &scanning->meter_begun, &fits);
        } else if (day > report->day && !scanning->meter_after) {
            scanning->meter_after = true;
            scanning->after = entry.before;
        }
    }
    if (!fits) {
        counting->fine = office_fail(counting->fault, OFFICE_DAMAGED,
                                     "record %" PRIu64 " (table %u, sequence %" PRIu64
                                     "): with it a sum is beyond what we"
                                     " account for; uth audit verify says whether it was changed",
                                     record->position, batch->table, batch->sequence);
        return false;
    }
    // Behind the day only a meter that stood still all day is still looked for.
    return day <= report->day ||
           (report->meter != 0 && !scanning->meter_begun && !scanning->meter_after);
}

// The meter as its last stored state and the journal behind it have it.
struct catching_up {
    struct uth_manager manager;
    struct office_fault *fault;
    bool fine;
};

static bool catch_up(void *context, const struct store_record *record)
{
    struct catching_up *catching = context;
    for (size_t i = 0; i < record->batch.entry_count; i++) {
        struct uth_meter_entry line;
        const struct store_entry *entry = &record->batch.entries[i];
        if (entry->kind != STORE_ENTRY_JOURNAL || entry->id != catching->manager.id) {
            continue;
        }
        catching->fine = office_journal_entry(record, entry, &line, catching->fault);
        if (catching->fine && line.number > catching->manager.entries) {
            catching->fine = office_meter_follows(&catching->manager, &line, catching->fault);
        }
        if (!catching->fine) {
            return false;
        }
        if (line.number > catching->manager.entries) {
            uth_manager_apply(&catching->manager, &line);
        }
    }
    return true;
}

static bool meter_now(struct store *store, uint64_t meter, uth_money *amount,
                      struct office_fault *fault)
{
    struct catching_up *catching = calloc(1, sizeof *catching);
    uint8_t *bytes = malloc(STORE_ENTRY_MAX);
    struct store_state found;
    enum store_status status = STORE_ERR_MEMORY;
    bool fine = true;
    if (catching != NULL && bytes != NULL) {
        catching->fault = fault;
        status = store_state(store, STORE_ENTRY_METER, meter, bytes, STORE_ENTRY_MAX, &found);
        fine =
            status != STORE_OK || office_meter_read(meter, found.bytes, &catching->manager, fault);
        catching->fine = fine;
        if (status == STORE_OK && fine) {
            status = store_read(store, found.position + 1, UINT64_MAX, catch_up, catching);
            fine = catching->fine;
        }
        amount->cents = catching->manager.meter.amount.cents;
    }
    free(bytes);
    free(catching);
    return fine && (status == STORE_OK || office_fail_store(fault, store, status));
}

// A meter nobody touched that day begins and ends it with what it showed.
static bool finish_meter(struct store *store, const struct scanning *scanning,
                         struct office_fault *fault)
{
    struct office_day_report *report = scanning->counting->report;
    if (report->meter != 0 && !scanning->meter_begun) {
        uth_money amount = scanning->after.amount;
        if (!scanning->meter_after && !meter_now(store, report->meter, &amount, fault)) {
            return false;
        }
        report->meter_day = uth_meter_day_start(amount);
    }
    report->meter_explained = uth_meter_day_explained(&report->meter_day);
    return true;
}

static bool read_day(struct counting *counting)
{
    struct office_day_report *report = counting->report;
    struct scanning scanning = {.counting = counting};
    uint64_t first = 0;
    enum store_status status = store_day(counting->store, report->day, &first);
    if (status == STORE_ERR_NOT_FOUND) {
        return finish_meter(counting->store, &scanning, counting->fault);
    }
    if (status == STORE_OK) {
        status = store_read(counting->store, first, UINT64_MAX, scan, &scanning);
    }
    if (!counting->fine) {
        return false;
    }
    if (status != STORE_OK) {
        return office_fail_store(counting->fault, counting->store, status);
    }
    return finish_meter(counting->store, &scanning, counting->fault);
}

// A round that was open at midnight belongs to the day it ends on, with all that was bet.
static bool read_rounds(struct counting *counting)
{
    struct store_round where = {.first_sequence = 0};
    uint64_t from = counting->first_sequence;
    enum store_status status = STORE_ERR_NOT_FOUND;
    if (from == 0) {
        return true;
    }
    if (counting->first_round != 0) {
        status =
            store_round(counting->store, counting->report->table, counting->first_round, &where);
    }
    if (status != STORE_OK && status != STORE_ERR_NOT_FOUND) {
        return office_fail_store(counting->fault, counting->store, status);
    }
    if (status == STORE_OK && where.first_sequence < from) {
        from = where.first_sequence;
    }
    status = store_read_table(counting->store, counting->report->table, from, UINT64_MAX, follow,
                              counting);
    return counting->fine &&
           (status == STORE_OK || office_fail_store(counting->fault, counting->store, status));
}

static bool find_table(struct store *store, struct office_day_report *report,
                       struct office_fault *fault)
{
    uint8_t bytes[STORE_ENTRY_MAX];
    struct room_config config;
    struct store_state found;
    const enum store_status status =
        store_state(store, STORE_ENTRY_TABLE, report->table, bytes, sizeof bytes, &found);
    // The office's own records are those of table 0, which is none, whatever a changed store says of it.
    if (status == STORE_ERR_NOT_FOUND || report->table == 0) {
        return office_fail(fault, OFFICE_NOT_FOUND, "there is no table %u", report->table);
    }
    if (status != STORE_OK) {
        return office_fail_store(fault, store, status);
    }
    if (!stored_read(found.bytes, &stored_config, &config) || !room_config_is_named(&config)) {
        return office_fail(fault, OFFICE_DAMAGED, "the stored table %u is invalid", report->table);
    }
    memcpy(report->name, config.name, sizeof report->name);
    report->name[sizeof report->name - 1] = '\0';
    report->meter = config.meter;
    report->controller = config.controller % UTH_CONTROLLER_COUNT;
    return true;
}

static bool find_inventory(struct store *store, struct office_day_report *report,
                           struct office_fault *fault)
{
    uint8_t bytes[STORE_ENTRY_MAX];
    struct store_state found;
    const enum store_status status =
        store_state(store, STORE_ENTRY_INVENTORY, report->table, bytes, sizeof bytes, &found);
    if (status == STORE_ERR_NOT_FOUND) {
        return true;
    }
    return status == STORE_OK
               ? office_inventory_read(report->table, found.bytes, &report->inventory, fault)
               : office_fail_store(fault, store, status);
}

static bool work_out(struct store *store, struct office_day_report *report,
                     struct office_fault *fault)
{
    for (size_t i = 0; i < report->profile_count; i++) {
        struct report_profile *profile = &report->profiles[i];
        if (!office_stored_rules(store, profile->number, &profile->rules, fault)) {
            return false;
        }
        if (!office_edges(&profile->rules, &profile->edges)) {
            return office_fail(fault, OFFICE_MEMORY, "out of memory");
        }
        report->banked_by_player = profile->rules.banked_by == UTH_BANKED_BY_PLAYER;
    }
    return true;
}

bool office_report_day(struct store *store, uint32_t table, int64_t day,
                       struct office_day_report *report, struct office_fault *fault)
{
    struct counting counting = {.store = store, .report = report, .fault = fault, .fine = true};
    memset(report, 0, sizeof *report);
    report->table = table;
    report->day = day;
    counting.room = malloc(sizeof *counting.room);
    if (counting.room == NULL) {
        return office_fail(fault, OFFICE_MEMORY, "out of memory");
    }
    const bool read = find_table(store, report, fault) && find_inventory(store, report, fault) &&
                      read_day(&counting) && read_rounds(&counting) &&
                      work_out(store, report, fault);
    free(counting.room);
    sort_fees(report);
    return read;
}

// ---- theoretical ------------------------------------------------------------------------------

int64_t report_actual(const struct report_profile *profile, enum uth_wager wager)
{
    const struct report_wager *wagers = profile->wagers;
    if (uth_wagers[wager].on_meter) {
        return wagers[wager].handle.cents - profile->fed.cents - profile->from_house.cents -
               profile->seed_added.cents;
    }
    int64_t actual = wagers[wager].lost.cents - wagers[wager].won.cents;
    if (wager == UTH_WAGER_ANTE) {
        actual += wagers[UTH_WAGER_BLIND].lost.cents - wagers[UTH_WAGER_BLIND].won.cents +
                  wagers[UTH_WAGER_PLAY].lost.cents - wagers[UTH_WAGER_PLAY].won.cents;
    }
    return actual;
}

// What the house keeps of a Progressive wager: not what feeds meter and reserve, not the fixed pays
// where the tray makes them, and not the seed it adds after a 100% award.
static int64_t progressive_theoretical(const struct report_profile *profile)
{
    const struct uth_progressive_rules *rules = &profile->rules.progressive;
    const struct report_wager *wager = &profile->wagers[UTH_WAGER_PROGRESSIVE];
    const struct uth_ratio rates =
        uth_ratio_of((int64_t)rules->meter_rate_bp + rules->reserve_rate_bp, UTH_BASIS_POINTS);
    int64_t cents = wager->handle.cents - office_ratio_of(rates, wager->handle.cents);
    if (rules->fixed_pays_from == UTH_PAYS_FROM_TRAY) {
        cents -= office_ratio_of(profile->edges.fixed_return, wager->handle.cents);
    }
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        cents -= office_ratio_of(profile->edges.whole_meter[line],
                                 rules->seed.cents * (int64_t)wager->count);
    }
    return cents;
}

bool report_theoretical(const struct report_profile *profile, enum uth_wager wager, int64_t *cents)
{
    if (!profile->edges.known[wager]) {
        return false;
    }
    *cents = uth_wagers[wager].on_meter
                 ? progressive_theoretical(profile)
                 : office_ratio_of(profile->edges.edge[wager], profile->wagers[wager].handle.cents);
    return true;
}
