#include "report/day.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/record.h"
#include "office/stored.h"

// A table while its day is read.
struct playing {
    struct report_table *sums; // NULL: it is not asked for
    uint64_t meter;            // that it plays for now; 0: none
    uint64_t next;             // sequence; those before it were followed
    struct uth_round round;    // being played
    bool whole;                // its opening was seen
    uint64_t number;           // of the profile it is played by
    uth_money fed, from_house, seed_added;
};

struct counting {
    struct store *store;
    struct day_report *report;
    struct fault *fault;
    bool fine;
    struct room_batch *room;
    struct playing *tables; // by id, 0 among them
};

static struct playing *playing_of(const struct counting *counting, uint32_t table)
{
    struct playing *playing = &counting->tables[table <= OFFICE_TABLES_MAX ? table : 0];
    return playing->sums != NULL ? playing : NULL;
}

// ---- rounds -----------------------------------------------------------------------------------

static struct report_profile *profile_of(struct counting *counting, uint64_t number)
{
    struct day_report *report = counting->report;
    for (size_t i = 0; i < report->profile_count; i++) {
        if (report->profiles[i].number == number) {
            return &report->profiles[i];
        }
    }
    if (report->profile_count == REPORT_PROFILES_MAX) {
        counting->fine = fault_report(counting->fault, FAULT_FULL,
                                      "more than %d rule profiles on one day", REPORT_PROFILES_MAX);
        return NULL;
    }
    struct report_profile *profile = &report->profiles[report->profile_count++];
    profile->number = number;
    return profile;
}

// The player-dealer's fees first, each kind rising.
static void sort_fees(struct day_report *report)
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
    struct day_report *report = counting->report;
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

static void count_seat(struct report_profile *profile, struct report_table *sums,
                       const struct uth_round_seat *seat, bool *fine)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        struct report_wager *wager = &profile->wagers[i];
        const int64_t net = seat->nets[i].cents;
        if (seat->stakes[i].cents != 0) {
            wager->count++;
            office_add(&wager->handle, seat->stakes[i].cents, fine);
            office_add(&wager->won, net > 0 ? net : 0, fine);
            office_add(&wager->lost, net < 0 ? -net : 0, fine);
            office_add(&sums->handle, seat->stakes[i].cents, fine);
            office_add(&sums->held, -net, fine);
        }
    }
}

static bool sums_fit(struct counting *counting, const struct playing *playing, bool fine)
{
    counting->fine =
        counting->fine &&
        (fine || fault_report(counting->fault, FAULT_DAMAGED,
                              "round %" PRIu64 " at table %u: with it a sum is beyond what we"
                              " account for; uth audit verify says whether it was changed",
                              playing->round.number, playing->sums->table));
    return counting->fine;
}

static void count_round(struct counting *counting, const struct playing *playing)
{
    const struct uth_round *round = &playing->round;
    counting->report->voided += round->voided;
    playing->sums->voided += round->voided;
    count_fee(counting, false, round->bank_fee);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        count_fee(counting, true, round->seats[i].fee);
    }
    if (round->voided) {
        return;
    }
    struct report_profile *profile = profile_of(counting, playing->number);
    if (profile == NULL) {
        return;
    }
    counting->report->rounds++;
    playing->sums->rounds++;
    profile->rounds++;
    bool fine = true;
    office_add(&profile->fed, playing->fed.cents, &fine);
    office_add(&profile->from_house, playing->from_house.cents, &fine);
    office_add(&profile->seed_added, playing->seed_added.cents, &fine);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (round->seats[i].in) {
            count_seat(profile, playing->sums, &round->seats[i], &fine);
        }
    }
    (void)sums_fit(counting, playing, fine);
}

static bool follows(const struct counting *counting, const struct playing *playing,
                    const struct uth_event *event)
{
    return uth_round_can_follow(&playing->round, event) ||
           fault_report(
               counting->fault, FAULT_DAMAGED,
               "round %" PRIu64 " at table %u: an event (%s) does not follow those before it;"
               " uth audit verify says whether it was changed",
               playing->round.number, playing->sums->table,
               event->kind < UTH_EVENT_COUNT ? uth_event_name((enum uth_event_kind)event->kind)
                                             : "of an unknown kind");
}

static void follow_event(struct counting *counting, struct playing *playing,
                         const struct uth_event *event, bool in_day)
{
    if (event->kind == UTH_EVENT_OPENED) {
        playing->whole = true;
        playing->round = office_round_before(event);
        playing->fed.cents = 0;
        playing->from_house.cents = 0;
        playing->seed_added.cents = 0;
    }
    counting->fine = !playing->whole || follows(counting, playing, event);
    if (!playing->whole || !counting->fine) {
        return;
    }
    uth_round_apply(&playing->round, event);
    if (event->kind == UTH_EVENT_AWARDED) {
        bool fine = true;
        office_add(&playing->from_house, event->as.award.from_house.cents, &fine);
        office_add(&playing->seed_added, event->as.award.seed_added.cents, &fine);
        (void)sums_fit(counting, playing, fine);
    } else if (event->kind == UTH_EVENT_ENDED || event->kind == UTH_EVENT_VOIDED) {
        if (in_day) {
            count_round(counting, playing);
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

static void note_provider(struct day_report *report, const char *name)
{
    size_t i = 0;
    while (i < report->provider_count && strcmp(report->providers[i], name) != 0) {
        i++;
    }
    if (name[0] != '\0' && i == report->provider_count && i < REPORT_PROVIDERS_MAX) {
        memcpy(report->providers[report->provider_count++], name, ROOM_NAME_MAX);
    }
}

static void follow_events(struct counting *counting, struct playing *playing, bool in_day)
{
    const struct room_batch *room = counting->room;
    // A batch belongs to one round: what its entries fed was fed by that round.
    int64_t fed = 0;
    for (uint32_t i = 0; i < room->entry_count; i++) {
        fed += fed_by(&room->entries[i]);
    }
    bool opened = false;
    for (uint32_t i = 0; i < room->event_count; i++) {
        opened = opened || room->events[i].kind == UTH_EVENT_OPENED;
    }
    bool fits = true;
    if (!opened) {
        office_add(&playing->fed, fed, &fits);
        fed = 0;
    }
    for (uint32_t i = 0; i < room->event_count && counting->fine; i++) {
        follow_event(counting, playing, &room->events[i], in_day);
        if (room->events[i].kind == UTH_EVENT_OPENED) {
            office_add(&playing->fed, fed, &fits);
        }
    }
    (void)sums_fit(counting, playing, fits);
}

// A round that was open at midnight belongs to the day it ends on, with all that was bet.
static void follow(struct counting *counting, struct playing *playing,
                   const struct store_batch *batch)
{
    const bool in_day = day_of(batch->time_ms) == counting->report->day;
    counting->fine = office_decode_room(NULL, batch, counting->room, counting->fault);
    for (uint32_t i = 0; counting->fine && i < counting->room->fact_count; i++) {
        const struct room_fact *fact = &counting->room->facts[i];
        if (fact->kind == ROOM_FACT_COMMITTED) {
            playing->number = fact->as.seed.profile;
            note_provider(counting->report, in_day ? fact->as.seed.provider : "");
        }
    }
    if (counting->fine) {
        follow_events(counting, playing, in_day);
    }
}

// ---- postings ---------------------------------------------------------------------------------

static void count_tray(struct counting *counting, const struct uth_account *account, int64_t cents,
                       bool *fine)
{
    const struct playing *playing = playing_of(counting, account->table);
    if (account->kind == UTH_ACCOUNT_TRAY && playing != NULL) {
        office_add(&counting->report->tray_change, cents, fine);
        office_add(&playing->sums->tray_change, cents, fine);
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

static void count_provider(struct day_report *report, const struct uth_posting *posting, bool *fine)
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

static void count_posting(struct counting *counting, const struct uth_posting *posting, bool *fine)
{
    struct day_report *report = counting->report;
    const int64_t sign = posting->reverses != 0 ? -1 : 1;
    const int64_t cents = sign * posting->amount.cents;
    const struct playing *playing = playing_of(counting, posting->table);
    count_tray(counting, &posting->credit, posting->amount.cents, fine);
    count_tray(counting, &posting->debit, -posting->amount.cents, fine);
    if (playing == NULL) {
        return;
    }
    struct report_table *sums = playing->sums;
    count_provider(report, posting, fine);
    if (posting->reason == UTH_POSTED_FEE) {
        office_add(&report->fees, sign > 0 ? cents : 0, fine);
        office_add(&report->fees_returned, sign < 0 ? -cents : 0, fine);
        office_add(&sums->fees, cents, fine);
    } else if (posting->reason == UTH_POSTED_DROP_COUNTED) {
        office_add(&report->drop_counted, cents, fine);
        office_add(&sums->drop_counted, cents, fine);
    } else if (posting->reason == UTH_POSTED_FILL) {
        office_add(&report->fills, cents, fine);
        office_add(&sums->fills, cents, fine);
    } else if (posting->reason == UTH_POSTED_CREDIT) {
        office_add(&report->credits, cents, fine);
        office_add(&sums->credits, cents, fine);
    }
}

// ---- meters -----------------------------------------------------------------------------------

static struct report_meter *meter_of(struct day_report *report, uint64_t id)
{
    for (size_t i = 0; i < report->meter_count; i++) {
        if (report->meters[i].id == id) {
            return &report->meters[i];
        }
    }
    return NULL;
}

static void keep_line(struct day_report *report, const struct uth_meter_entry *entry)
{
    const bool told = entry->kind == UTH_ENTRY_AWARDED || entry->kind == UTH_ENTRY_ADJUSTED ||
                      entry->kind == UTH_ENTRY_CREATED || entry->kind == UTH_ENTRY_TERMS_IN_FORCE;
    if (told && report->line_count < REPORT_LINES_MAX) {
        report->lines[report->line_count++].entry = *entry;
    } else if (told) {
        report->lines_left_out++;
    }
}

// In any order: the first begins the day, and the last ends it.
static void count_entry(struct day_report *report, struct report_meter *meter,
                        const struct uth_meter_entry *entry, bool *fine)
{
    if (meter->count == 0) {
        meter->day = uth_meter_day_start(entry->before.amount);
        meter->first = entry->number;
    }
    const uth_money ending = meter->day.ending;
    *fine = uth_meter_day_add(&meter->day, entry) == UTH_OK && *fine;
    if (entry->number < meter->first) {
        meter->day.beginning = entry->before.amount;
        meter->first = entry->number;
    }
    if (entry->number < meter->last) {
        meter->day.ending = ending;
    } else {
        meter->last = entry->number;
    }
    meter->count++;
    keep_line(report, entry);
}

static void sort_lines(struct day_report *report)
{
    for (size_t i = 1; i < report->line_count; i++) {
        const struct report_line line = report->lines[i];
        size_t at = i;
        while (at > 0 && (report->lines[at - 1].entry.meter != line.entry.meter
                              ? report->lines[at - 1].entry.meter > line.entry.meter
                              : report->lines[at - 1].entry.number > line.entry.number)) {
            report->lines[at] = report->lines[at - 1];
            at--;
        }
        report->lines[at] = line;
    }
}

// ---- a batch ----------------------------------------------------------------------------------

static bool count_journal(struct counting *counting, const struct store_record *record, bool *fits)
{
    for (size_t i = 0; counting->fine && i < record->batch.entry_count; i++) {
        struct uth_meter_entry line;
        const struct store_entry *entry = &record->batch.entries[i];
        struct report_meter *meter =
            entry->kind == STORE_ENTRY_JOURNAL ? meter_of(counting->report, entry->id) : NULL;
        if (meter == NULL) {
            continue;
        }
        counting->fine = office_journal_entry(record, entry, &line, counting->fault);
        if (counting->fine) {
            count_entry(counting->report, meter, &line, fits);
        }
    }
    return counting->fine;
}

static bool batch_fits(struct counting *counting, const struct store_record *record, bool fits)
{
    const struct store_batch *batch = &record->batch;
    counting->fine =
        counting->fine && (fits || fault_report(counting->fault, FAULT_DAMAGED,
                                                "record %" PRIu64 " (table %u, sequence %" PRIu64
                                                "): with it a sum is beyond what we"
                                                " account for; uth audit verify says whether it was"
                                                " changed",
                                                record->position, batch->table, batch->sequence));
    return counting->fine;
}

// Of whatever table: its rounds where they are asked for, and on that day its postings and entries.
static bool count_record(void *context, const struct store_record *record)
{
    struct counting *counting = context;
    const struct store_batch *batch = &record->batch;
    const int64_t day = day_of(batch->time_ms);
    struct playing *playing = playing_of(counting, batch->table);
    bool fits = true;
    if (day > counting->report->day) {
        return false;
    }
    if (playing != NULL && batch->sequence >= playing->next) {
        playing->next = batch->sequence + 1;
        follow(counting, playing, batch);
    }
    for (size_t i = 0; day == counting->report->day && i < batch->posting_count; i++) {
        count_posting(counting, &batch->postings[i], &fits);
    }
    return (counting->fine && day == counting->report->day ? count_journal(counting, record, &fits)
                                                           : counting->fine) &&
           batch_fits(counting, record, fits);
}

static bool is_read(const struct counting *counting, enum store_status status)
{
    return counting->fine &&
           (status == STORE_OK || office_fail_store(counting->fault, counting->store, status));
}

// ---- the day ----------------------------------------------------------------------------------

static bool note_first(void *context, const struct store_record *record)
{
    *(uint64_t *)context = record->batch.round;
    return false;
}

// Where a table's day begins: with its first batch, or with the round that was open at midnight.
static bool find_start(struct counting *counting, uint32_t table, uint64_t *first, uint64_t *start)
{
    struct store *store = counting->store;
    struct store_round where = {.first_sequence = 0};
    uint64_t round = 0;
    enum store_status status =
        store_table_since(store, table, counting->report->day * OFFICE_DAY_MS, first);
    if (status == STORE_OK) {
        status = store_read_table(store, table, *first, *first, note_first, &round);
    }
    if (status == STORE_OK && round != 0) {
        status = store_round(store, table, round, &where);
    }
    *start =
        where.first_sequence != 0 && where.first_sequence < *first ? where.first_sequence : *first;
    return status == STORE_ERR_NOT_FOUND || is_read(counting, status);
}

// A table's own batches, those of the office, and those of other tables that play for its meter.
static bool read_by_table(struct counting *counting)
{
    const struct day_report *report = counting->report;
    const uint64_t meter = report->meter_count != 0 ? report->meters[0].id : 0;
    bool fine = true;
    for (uint32_t table = 0; fine && table <= OFFICE_TABLES_MAX; table++) {
        uint64_t first = 0;
        uint64_t start = 0;
        const bool counts = table == report->table || table == 0 ||
                            (meter != 0 && counting->tables[table].meter == meter);
        fine = !counts || find_start(counting, table, &first, &start);
        if (fine && counts) {
            const uint64_t from = table == report->table ? start : first;
            fine = is_read(counting, store_read_table(counting->store, table, from, UINT64_MAX,
                                                      count_record, counting));
        }
    }
    return fine;
}

// The rounds that were open at midnight, and then everything in the order it was stored.
static bool read_by_position(struct counting *counting)
{
    uint64_t position = 0;
    bool fine = true;
    for (uint32_t table = 1; fine && table <= OFFICE_TABLES_MAX; table++) {
        uint64_t first = 0;
        uint64_t start = 0;
        if (counting->tables[table].sums != NULL) {
            fine = find_start(counting, table, &first, &start) &&
                   (start == first ||
                    is_read(counting, store_read_table(counting->store, table, start, first - 1,
                                                       count_record, counting)));
        }
    }
    enum store_status status =
        fine ? store_day(counting->store, counting->report->day, &position) : STORE_ERR_NOT_FOUND;
    if (status == STORE_OK) {
        status = store_read(counting->store, position, UINT64_MAX, count_record, counting);
    }
    return fine && (status == STORE_ERR_NOT_FOUND || is_read(counting, status));
}

// ---- meters that stood still ------------------------------------------------------------------

struct scanning {
    struct counting *counting;
    struct report_meter *meter;
    bool has_after; // an entry behind the day was seen: its `before` is the day's end
    uth_money after;
};

static bool scan(void *context, const struct store_record *record)
{
    struct scanning *scanning = context;
    struct counting *counting = scanning->counting;
    const int64_t day = day_of(record->batch.time_ms);
    bool fits = true;
    if (day > counting->report->day && scanning->meter->count != 0) {
        return false;
    }
    for (size_t i = 0; counting->fine && i < record->batch.entry_count; i++) {
        struct uth_meter_entry line;
        const struct store_entry *entry = &record->batch.entries[i];
        if (entry->kind != STORE_ENTRY_JOURNAL || entry->id != scanning->meter->id) {
            continue;
        }
        counting->fine = office_journal_entry(record, entry, &line, counting->fault);
        if (counting->fine && day == counting->report->day) {
            count_entry(counting->report, scanning->meter, &line, &fits);
        } else if (counting->fine && day > counting->report->day && !scanning->has_after) {
            scanning->has_after = true;
            scanning->after = line.before.amount;
        }
    }
    return batch_fits(counting, record, fits) && !scanning->has_after;
}

static void drop_lines(struct day_report *report, uint64_t meter)
{
    size_t kept = 0;
    for (size_t i = 0; i < report->line_count; i++) {
        if (report->lines[i].entry.meter != meter) {
            report->lines[kept++] = report->lines[i];
        }
    }
    report->line_count = kept;
    report->lines_left_out = report->meter_count > 1 ? report->lines_left_out : 0;
}

// By all records of the day: of a meter that other tables play for no more, or that nobody touched. That
// one begins and ends the day with what it showed.
static bool scan_meter(struct counting *counting, struct report_meter *meter)
{
    struct scanning scanning = {.counting = counting, .meter = meter};
    const struct uth_account account = uth_account_of_meter(UTH_ACCOUNT_METER, meter->id);
    uint64_t position = 0;
    *meter = (struct report_meter){.id = meter->id};
    drop_lines(counting->report, meter->id);
    enum store_status status = store_day(counting->store, counting->report->day, &position);
    if (status == STORE_OK) {
        status = store_read(counting->store, position, UINT64_MAX, scan, &scanning);
    }
    if (status != STORE_ERR_NOT_FOUND && !is_read(counting, status)) {
        return false;
    }
    if (meter->count != 0) {
        return true;
    }
    // Since then nothing: what it shows now is what its account holds.
    status =
        scanning.has_after ? STORE_OK : store_balance(counting->store, &account, &scanning.after);
    meter->day = uth_meter_day_start(scanning.after);
    return is_read(counting, status);
}

static bool finish_meters(struct counting *counting)
{
    struct day_report *report = counting->report;
    bool fine = true;
    for (size_t i = 0; fine && i < report->meter_count; i++) {
        struct report_meter *meter = &report->meters[i];
        const bool is_whole = meter->count != 0 && meter->last - meter->first == meter->count - 1;
        fine = is_whole || scan_meter(counting, meter);
        meter->explained = uth_meter_day_explained(&meter->day);
    }
    return fine;
}

// ---- which tables -----------------------------------------------------------------------------

static bool note_table(void *context, const struct store_state *state)
{
    struct counting *counting = context;
    struct day_report *report = counting->report;
    struct room_config config;
    const bool wanted = report->table == 0 || report->table == state->id;
    // The office's own records are those of table 0, which is none, whatever a changed store says of it.
    const bool valid = state->id != 0 && state->id <= OFFICE_TABLES_MAX &&
                       stored_read(state->bytes, &stored_config, &config) &&
                       room_config_is_named(&config);
    if (!valid) {
        counting->fine =
            !wanted || fault_report(counting->fault, FAULT_DAMAGED,
                                    "the stored table %" PRIu64 " is invalid", state->id);
        return counting->fine;
    }
    if (wanted && report->table_count == OFFICE_TABLES_MAX) {
        counting->fine = fault_report(counting->fault, FAULT_DAMAGED,
                                      "the store has table %" PRIu64 " twice", state->id);
        return false;
    }
    counting->tables[state->id].meter = config.meter;
    if (wanted) {
        struct report_table *sums = &report->tables[report->table_count++];
        sums->table = (uint32_t)state->id;
        memcpy(sums->name, config.name, sizeof sums->name);
        sums->name[sizeof sums->name - 1] = '\0';
        counting->tables[state->id].sums = sums;
        report->controller = config.controller % UTH_MODEL_COUNT;
    }
    return true;
}

static bool note_meter(void *context, const struct store_state *state)
{
    struct counting *counting = context;
    struct day_report *report = counting->report;
    if (state->id == 0 || state->id > OFFICE_METERS_MAX) {
        counting->fine = fault_report(counting->fault, FAULT_DAMAGED,
                                      "the stored meter %" PRIu64 " is invalid", state->id);
        return false;
    }
    if (report->meter_count == OFFICE_METERS_MAX) {
        counting->fine = fault_report(counting->fault, FAULT_DAMAGED,
                                      "the store has meter %" PRIu64 " twice", state->id);
        return false;
    }
    report->meters[report->meter_count++].id = state->id;
    return true;
}

static bool find_inventory(struct store *store, struct day_report *report, struct fault *fault)
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

static bool find_tables(struct counting *counting)
{
    struct store *store = counting->store;
    struct day_report *report = counting->report;
    if (!is_read(counting, store_states(store, STORE_ENTRY_TABLE, note_table, counting))) {
        return false;
    }
    if (report->table == 0) {
        memcpy(report->name, "all tables", sizeof "all tables");
        return is_read(counting, store_states(store, STORE_ENTRY_METER, note_meter, counting));
    }
    if (report->table_count == 0) {
        return fault_report(counting->fault, FAULT_NOT_FOUND, "there is no table %u",
                            report->table);
    }
    memcpy(report->name, report->tables[0].name, sizeof report->name);
    report->meters[0].id = counting->tables[report->table].meter;
    report->meter_count = report->meters[0].id != 0;
    return find_inventory(store, report, counting->fault);
}

static bool work_out(struct store *store, struct day_report *report, struct fault *fault)
{
    for (size_t i = 0; i < report->profile_count; i++) {
        struct report_profile *profile = &report->profiles[i];
        if (!office_stored_rules(store, profile->number, &profile->rules, fault)) {
            return false;
        }
        if (!report_edges(&profile->rules, &profile->edges)) {
            return fault_report(fault, FAULT_MEMORY, "out of memory");
        }
    }
    return true;
}

bool day_report_read(struct store *store, uint32_t table, int64_t day, struct day_report *report,
                     struct fault *fault)
{
    struct counting counting = {.store = store, .report = report, .fault = fault, .fine = true};
    memset(report, 0, sizeof *report);
    report->table = table;
    report->day = day;
    counting.room = malloc(sizeof *counting.room);
    counting.tables = calloc(OFFICE_TABLES_MAX + 1, sizeof *counting.tables);
    const bool read =
        counting.room == NULL || counting.tables == NULL
            ? fault_report(fault, FAULT_MEMORY, "out of memory")
            : find_tables(&counting) &&
                  (table == 0 ? read_by_position(&counting) : read_by_table(&counting)) &&
                  finish_meters(&counting) && work_out(store, report, fault);
    free(counting.room);
    free(counting.tables);
    sort_fees(report);
    sort_lines(report);
    return read;
}

// ---- theoretical ------------------------------------------------------------------------------

int64_t day_report_actual(const struct report_profile *profile, enum uth_wager wager)
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
    int64_t cents = wager->handle.cents - report_ratio_of(rates, wager->handle.cents);
    if (rules->fixed_pays_from == UTH_PAYS_FROM_TRAY) {
        cents -= report_ratio_of(profile->edges.fixed_return, wager->handle.cents);
    }
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        cents -= report_ratio_of(profile->edges.whole_meter[line],
                                 rules->seed.cents * (int64_t)wager->count);
    }
    return cents;
}

bool day_report_theoretical(const struct report_profile *profile, enum uth_wager wager,
                            int64_t *cents)
{
    if (!profile->edges.known[wager]) {
        return false;
    }
    *cents = uth_wagers[wager].on_meter
                 ? progressive_theoretical(profile)
                 : report_ratio_of(profile->edges.edge[wager], profile->wagers[wager].handle.cents);
    return true;
}
