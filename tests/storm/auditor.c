// Books of our own, made from what is stored and from nothing else: of the postings, account by
// account; of the rounds and the meters as books.c has them. They must agree with each other and with
// the office. And every table and meter once more, from its first batch on, byte for byte.
#include "auditor.h"

#include <stdlib.h>
#include <string.h>

#include "office/internal.h"

#define ACCOUNTS_MAX 4096 // a power of two
#define KNOWN_MAX    65536
#define METERS       4

struct own_account {
    bool used;
    struct uth_account account;
    int64_t cents;  // by what the office has taken
    int64_t stored; // by all that is stored, which may be more
    uint64_t seen;  // when it was last found on the disk
};

struct known {
    uint32_t table;
    uint64_t person;
    uint64_t id;
};

// A table's money by the postings.
struct posted {
    int64_t chips[UTH_SEATS_MAX + 1];
    int64_t layout, bank, tray, drop, bankroll;
};

struct auditor {
    struct store *store;
    uint64_t position;
    int64_t times[TABLES + 1]; // of the last batch of each
    struct own_account accounts[ACCOUNTS_MAX];
    size_t account_count;
    uint64_t stored_position; // of the last batch that is in `stored`
    uint64_t counted;         // how often the disk was
    size_t held;              // accounts with something in `stored`
    struct posted posted[TABLES + 1];
    struct own_table tables[TABLES + 1];
    struct own_meter meters[METERS + 1];
    struct known known[KNOWN_MAX];
    size_t known_count;
    uint32_t changed[MARKS_MAX]; // how often, by mark
    struct room_batch room;
    struct room_table replayed[TABLES + 1]; // each from its first batch on
    struct uth_controller managers[METERS + 1];
};

struct auditor *auditor_open(void)
{
    const struct store_options options = {.read_only = true};
    struct fault fault;
    struct auditor *auditor = calloc(1, sizeof *auditor);
    UTH_CHECK(auditor != NULL);
    UTH_CHECK(store_open("", &options, &fault, &auditor->store) == STORE_OK);
    for (uint32_t id = 1; id <= TABLES; id++) {
        room_table_init(&auditor->replayed[id], id);
    }
    return auditor;
}

void auditor_close(struct auditor **auditor)
{
    store_close(&(*auditor)->store);
    free(*auditor);
    *auditor = NULL;
}

static struct own_account *account_of(const struct uth_account *account)
{
    struct auditor *auditor = the_storm->auditor;
    const uint64_t mixed =
        (account->owner * 31 + account->table) * 1021 + account->seat * 17U + account->kind;
    size_t i = (size_t)(mixed * UINT64_C(0x9e3779b97f4a7c15) >> 40) % ACCOUNTS_MAX;
    while (auditor->accounts[i].used &&
           memcmp(&auditor->accounts[i].account, account, sizeof *account) != 0) {
        i = (i + 1) % ACCOUNTS_MAX;
    }
    if (!auditor->accounts[i].used) {
        UTH_CHECK(++auditor->account_count < ACCOUNTS_MAX);
        auditor->accounts[i] = (struct own_account){.used = true, .account = *account};
    }
    return &auditor->accounts[i];
}

// ---- what was carried out ---------------------------------------------------------------------

static const struct known *known_of(uint32_t table, uint64_t person, uint64_t id)
{
    const struct auditor *auditor = the_storm->auditor;
    size_t i = auditor->known_count;
    while (i-- > 0) {
        const struct known *known = &auditor->known[i];
        if (known->table == table && known->person == person && known->id == id) {
            return known;
        }
    }
    return NULL;
}

// Judged when it is stored: whoever carried it out twice need not have told anybody.
static void note_known(uint32_t table, uint64_t person, uint64_t id)
{
    struct auditor *auditor = the_storm->auditor;
    const struct known *known = known_of(table, person, id);
    if (known != NULL) {
        storm_fail(CHECK_ONCE, "table %u: command %llu of %llu is stored a second time", table,
                   (unsigned long long)id, (unsigned long long)person);
    }
    UTH_CHECK(auditor->known_count < KNOWN_MAX);
    auditor->known[auditor->known_count++] = (struct known){table, person, id};
    storm_checked(CHECK_ONCE);
}

bool auditor_carried_out(uint32_t table, uint64_t person, uint64_t id)
{
    return known_of(table, person, id) != NULL;
}

// ---- changes, by their marks ------------------------------------------------------------------

static uint64_t mark_in_reason(const struct store_bytes *line)
{
    static const char before[] = "(no. ";
    const uint8_t *at = memmem(line->data, line->size, before, sizeof before - 1);
    uint64_t mark = 0;
    if (at == NULL) {
        return 0;
    }
    for (at += sizeof before - 1; *at >= '0' && *at <= '9'; at++) { // a bracket ends it
        mark = mark * 10 + (uint64_t)(*at - '0');
    }
    return mark;
}

// Who sets his own limits gives no reason; the loss he allows ends with the mark.
static uint64_t mark_in_limits(const struct store_bytes *line)
{
    static const char own[] = "\"why\":\"own limits\"";
    if (memmem(line->data, line->size, own, sizeof own - 1) == NULL) {
        return 0;
    }
    json_t *document = json_loadb((const char *)line->data, line->size, 0, NULL);
    const json_t *limits = json_object_get(json_object_get(document, "after"), "limits");
    const json_t *next = json_object_get(limits, "next"); // a raise waits for the next day
    const int64_t loss = json_integer_value(json_object_get(next != NULL ? next : limits, "loss"));
    json_decref(document);
    return (uint64_t)loss % MARKS_MAX;
}

// Nor who asks for play money.
static uint64_t mark_in_posting(const struct uth_posting *posting)
{
    const int64_t mark = posting->amount.cents - DEPOSIT_BASE;
    return posting->reason == UTH_POSTED_DEPOSIT && mark > 0 && mark < MARKS_MAX ? (uint64_t)mark
                                                                                 : 0;
}

uint64_t auditor_mark(const struct store_batch *batch)
{
    uint64_t mark = 0;
    for (size_t i = 0; i < batch->entry_count && mark == 0; i++) {
        if (batch->entries[i].kind == STORE_ENTRY_LOG) {
            mark = mark_in_reason(&batch->entries[i].bytes);
            mark = mark != 0 ? mark : mark_in_limits(&batch->entries[i].bytes);
        }
    }
    for (size_t i = 0; i < batch->posting_count && mark == 0; i++) {
        mark = mark_in_posting(&batch->postings[i]);
    }
    return mark;
}

unsigned auditor_changed(uint64_t mark)
{
    return the_storm->auditor->changed[mark];
}

// ---- postings ---------------------------------------------------------------------------------

// What moves between a table and the world outside its rounds; the events say nothing of it.
static void from_outside(const struct uth_account *account, const struct uth_posting *posting,
                         int64_t cents)
{
    struct auditor *auditor = the_storm->auditor;
    struct own_table *table = &auditor->tables[account->table];
    if (account->table == 0) {
        return;
    }
    switch (posting->reason) {
    case UTH_POSTED_BUY_IN:
    case UTH_POSTED_CASH_OUT:
        table->seats[account->seat].chips += cents + plant_now(PLANT_CENT_TOO_MANY, 1500);
        break;
    case UTH_POSTED_FILL:
    case UTH_POSTED_CREDIT:
    case UTH_POSTED_CONTRIBUTION:
    case UTH_POSTED_RESERVE_CONTRIBUTION:
    case UTH_POSTED_METER_PAID:
    case UTH_POSTED_WON_BY_HAND: table->tray += cents; break;
    case UTH_POSTED_DROP_COUNTED: table->drop += cents; break;
    case UTH_POSTED_PROVIDER_FUNDED:
    case UTH_POSTED_PROVIDER_WITHDREW: table->bankroll += cents; break;
    case UTH_POSTED_PROVIDER_BUY_IN:
    case UTH_POSTED_PROVIDER_CASH_OUT:
        if (account->kind == UTH_ACCOUNT_CHIPS) {
            table->seats[account->seat].chips += cents;
            table->bankroll -= cents;
        }
        break;
    default: break;
    }
}

static void post(const struct uth_account *account, int64_t cents)
{
    struct posted *posted = &the_storm->auditor->posted[account->table];
    account_of(account)->cents += cents;
    switch ((enum uth_account_kind)account->kind) {
    case UTH_ACCOUNT_CHIPS: posted->chips[account->seat] += cents; break;
    case UTH_ACCOUNT_WAGERS:
        posted->layout += cents;
        the_storm->auditor->tables[account->table].seats[account->seat].bettor = account->owner;
        break;
    case UTH_ACCOUNT_BANK: posted->bank += cents; break;
    case UTH_ACCOUNT_TRAY: posted->tray += cents; break;
    case UTH_ACCOUNT_DROP: posted->drop += cents; break;
    case UTH_ACCOUNT_PROVIDER: posted->bankroll += cents; break;
    case UTH_ACCOUNT_OUTSIDE:
    case UTH_ACCOUNT_CAGE:
    case UTH_ACCOUNT_WALLET:
    case UTH_ACCOUNT_METER:
    case UTH_ACCOUNT_RESERVE:
    case UTH_ACCOUNT_SEED:
    case UTH_ACCOUNT_ADJUSTMENTS:
    case UTH_ACCOUNT_COUNT: break;
    }
}

static void take_posting(const struct uth_posting *posting)
{
    const int64_t cents = posting->amount.cents;
    if (cents <= 0) {
        storm_fail(CHECK_BOOKS, "a posting of %lld", (long long)cents);
    }
    post(&posting->debit, -cents);
    post(&posting->credit, cents);
    from_outside(&posting->debit, posting, -cents);
    from_outside(&posting->credit, posting, cents);
}

// ---- a batch ----------------------------------------------------------------------------------

static void take_facts(struct own_table *table, const struct room_batch *room)
{
    for (uint32_t i = 0; i < room->fact_count; i++) {
        const struct room_fact *fact = &room->facts[i];
        if (fact->kind == ROOM_FACT_SAT) {
            table->seats[fact->seat].player = fact->as.who.player;
        } else if (fact->kind == ROOM_FACT_ANSWERED) {
            note_known(room->table, fact->as.answered.person, fact->as.answered.id);
        } else if (fact->kind == ROOM_FACT_WITHHELD) {
            const bool same = table->withheld_round == room->round;
            table->withheld =
                (uth_seat_set)((same ? table->withheld : 0U) | 1U << (fact->seat - 1));
            table->withheld_round = room->round;
        }
    }
}

static void take_journal(struct auditor *auditor, struct store_bytes bytes, int64_t time_ms)
{
    struct uth_meter_entry entry;
    UTH_CHECK(office_journal_read(bytes, time_ms, &entry));
    UTH_CHECK(entry.meter >= 1 && entry.meter <= METERS && entry.table <= TABLES);
    struct uth_controller *controller = &auditor->managers[entry.meter];
    uth_controller_apply(controller, &entry);
    books_take_entry(&auditor->meters[entry.meter], &auditor->tables[entry.table], &entry);
    const struct uth_station *station = uth_controller_station(controller, entry.table);
    if (entry.kind == UTH_ENTRY_AWARDED && station != NULL) {
        the_storm->tally.controllers[station->controller]++;
    }
}

// Which of the four kinds of tables it is, in the order they are made.
static void count_round(const struct room_table *table)
{
    static const uint8_t profile_of[TABLES + 1] = {0, 0, 0, 1, 1, 2, 3};
    the_storm->tally.rounds_of[profile_of[table->id]][table->config.pace]++;
}

// BET-7: did one person play several spots of it?
static bool has_several_spots(const struct room_table *table)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        for (unsigned j = i + 1; j < UTH_SEATS_MAX && table->round.seats[i].in; j++) {
            if (table->round.seats[j].in && table->seats[i].player != 0 &&
                table->seats[i].player == table->seats[j].player) {
                return true;
            }
        }
    }
    return false;
}

static void take_room(struct auditor *auditor, const struct store_batch *batch)
{
    struct fault fault;
    struct room_table *replayed = &auditor->replayed[batch->table];
    struct own_table *table = &auditor->tables[batch->table];
    // The office is asked for its key only: without it secrets would be zeros.
    if (!office_decode_room(the_storm->serve->office, batch, &auditor->room, &fault)) {
        storm_fail(CHECK_REPLAY, "batch %llu of table %u cannot be read: %s",
                   (unsigned long long)batch->sequence, batch->table, fault.text);
    }
    table->sequence = batch->sequence;
    take_facts(table, &auditor->room);
    auditor->room.entry_count = 0; // meters are rebuilt for themselves
    room_apply(replayed, NULL, &auditor->room);
    for (size_t i = 0; i < batch->event_count; i++) {
        if (batch->events[i].kind == UTH_EVENT_ENDED) {
            count_round(replayed);
            the_storm->tally.several_spots += has_several_spots(replayed);
        }
    }
}

static bool ends_round(const struct store_batch *batch)
{
    const uint8_t last =
        batch->event_count == 0 ? UTH_EVENT_COUNT : batch->events[batch->event_count - 1].kind;
    return last == UTH_EVENT_ENDED || last == UTH_EVENT_VOIDED;
}

static void note_dealt(struct own_table *table, const struct uth_round *round)
{
    uth_cards cards = 0;
    if (round->cards_used != 0) {
        cards = uth_cards_from(round->community, 5) | uth_cards_from(round->dealer, 2);
    }
    for (unsigned i = 0; round->cards_used != 0 && i < UTH_SEATS_MAX; i++) {
        cards |= round->seats[i].in ? uth_cards_from(round->seats[i].cards, 2) : 0;
    }
    table->played[table->number % PLAYED_KEPT].cards = cards;
}

static bool take(void *context, const struct store_record *record)
{
    struct auditor *auditor = context;
    const struct store_batch *batch = &record->batch;
    UTH_CHECK(batch->table <= TABLES);
    if (record->position != auditor->position + 1) {
        storm_fail(CHECK_STORED, "batch %llu is followed by %llu",
                   (unsigned long long)auditor->position, (unsigned long long)record->position);
    }
    auditor->position = record->position;
    if (batch->time_ms < auditor->times[batch->table]) {
        storm_fail(CHECK_STORED,
                   "batch %llu is older than the one before it at table %u, by %lld ms",
                   (unsigned long long)record->position, batch->table,
                   (long long)(auditor->times[batch->table] - batch->time_ms));
    }
    auditor->times[batch->table] = batch->time_ms;
    if (batch->table != 0) {
        take_room(auditor, batch);
    }
    const uint64_t mark = auditor_mark(batch);
    auditor->changed[mark]++; // those without a mark together
    if (mark != 0 && batch->table == 0 && batch->key.size != 0 && auditor->changed[mark] > 1) {
        storm_fail(CHECK_STORED, "change %llu has a key and is stored %u times",
                   (unsigned long long)mark, auditor->changed[mark]);
    }
    for (size_t i = 0; i < batch->entry_count; i++) {
        if (batch->entries[i].kind == STORE_ENTRY_JOURNAL) {
            take_journal(auditor, batch->entries[i].bytes, batch->time_ms);
        }
    }
    // A round's money first, then what came from outside: both orders give the same sums.
    for (size_t i = 0; i < batch->event_count; i++) {
        books_take_event(&auditor->tables[batch->table], batch->table, &batch->events[i]);
    }
    for (size_t i = 0; i < batch->posting_count; i++) {
        take_posting(&batch->postings[i]);
    }
    if (ends_round(batch)) {
        note_dealt(&auditor->tables[batch->table], &auditor->replayed[batch->table].round);
    }
    return true;
}

// ---- comparing --------------------------------------------------------------------------------

static void compare_meter_accounts(uint64_t id, const struct uth_meter *shown)
{
    const struct uth_account meter = uth_account_of_meter(UTH_ACCOUNT_METER, id);
    const struct uth_account reserve = uth_account_of_meter(UTH_ACCOUNT_RESERVE, id);
    if (account_of(&meter)->cents != shown->amount.cents) {
        storm_fail(CHECK_METER, "meter %llu shows %lld, its account has %lld",
                   (unsigned long long)id, (long long)shown->amount.cents,
                   (long long)account_of(&meter)->cents);
    }
    if (account_of(&reserve)->cents != shown->reserve.cents) {
        storm_fail(CHECK_METER, "meter %llu has %lld in reserve, the account of its reserve %lld",
                   (unsigned long long)id, (long long)shown->reserve.cents,
                   (long long)account_of(&reserve)->cents);
    }
}

static void compare_meter(uint64_t id)
{
    const struct own_meter *own = &the_storm->auditor->meters[id];
    const struct office_meter *meter = office_meter(the_storm->serve->office, id);
    if (meter == NULL) {
        return;
    }
    const struct uth_meter *shown = &meter->controller.meter;
    const int64_t units = shown->amount.cents * UTH_CARRY_UNITS + shown->carry;
    const int64_t reserve = shown->reserve.cents * UTH_CARRY_UNITS + shown->reserve_carry;
    if (units != own->units) {
        storm_fail(CHECK_METER,
                   "meter %llu shows %lld ten-thousandths of a cent; fed %lld + seeded %lld + "
                   "adjusted %lld - paid %lld make %lld",
                   (unsigned long long)id, (long long)units, (long long)own->fed,
                   (long long)own->seeded, (long long)own->adjusted, (long long)own->paid,
                   (long long)own->units);
    }
    if (reserve != own->reserve) {
        storm_fail(CHECK_METER, "the reserve of meter %llu is %lld, and should be %lld",
                   (unsigned long long)id, (long long)reserve, (long long)own->reserve);
    }
    compare_meter_accounts(id, shown);
    storm_checked(CHECK_METER);
}

static void compare_manager(uint64_t id)
{
    const struct office_meter *meter = office_meter(the_storm->serve->office, id);
    if (meter != NULL && memcmp(&the_storm->auditor->managers[id], &meter->controller,
                                sizeof meter->controller) != 0) {
        storm_fail(CHECK_REPLAY, "meter %llu: its journal from the first entry on makes another",
                   (unsigned long long)id);
    }
}

struct three {
    int64_t events, postings, office;
};

static void same(uint32_t table, const char *what, unsigned seat, struct three by)
{
    if (by.events != by.postings || by.events != by.office) {
        storm_fail(CHECK_AUDITOR,
                   "table %u: %s %u by the events %lld, by the postings %lld, by the office %lld",
                   table, what, seat, (long long)by.events, (long long)by.postings,
                   (long long)by.office);
    }
}

static void compare_table(const struct office_table *table)
{
    const uint32_t id = table->room.id;
    const struct auditor *auditor = the_storm->auditor;
    const struct own_table *own = &auditor->tables[id];
    const struct posted *posted = &auditor->posted[id];
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        same(id, "the chips of seat", seat,
             (struct three){own->seats[seat].chips, posted->chips[seat],
                            table->room.seats[seat - 1].chips.cents});
    }
    same(id, "the layout", 0, (struct three){own->layout, posted->layout, posted->layout});
    same(id, "the bank", 0, (struct three){own->bank, posted->bank, posted->bank});
    same(id, "the tray", 0, (struct three){own->tray, posted->tray, table->tray.cents});
    same(id, "the drop box", 0, (struct three){own->drop, posted->drop, table->drop.cents});
    same(id, "the provider's bankroll", 0,
         (struct three){own->bankroll, posted->bankroll, table->room.bankroll.cents});
    storm_checked(CHECK_AUDITOR);
    if (memcmp(&auditor->replayed[id], &table->room, sizeof table->room) != 0) {
        storm_fail(CHECK_REPLAY, "table %u: its batches from the first on make another table", id);
    }
    storm_checked(CHECK_REPLAY);
}

static void follow(struct auditor *auditor)
{
    const uint64_t position = office_position(the_storm->serve->office);
    if (position == auditor->position) {
        return;
    }
    const enum store_status status =
        store_read(auditor->store, auditor->position + 1, position, take, auditor);
    if (status != STORE_OK || auditor->position != position) {
        storm_fail(CHECK_STORED, "the office has taken batch %llu, the store ends at %llu (%s)",
                   (unsigned long long)position, (unsigned long long)auditor->position,
                   store_status_text(status));
    }
    storm_checked(CHECK_STORED);
}

void auditor_follow(void)
{
    const struct office *office = the_storm->serve->office;
    follow(the_storm->auditor);
    for (size_t i = 0; i < office_table_count(office); i++) {
        compare_table(office_table_at(office, i));
    }
    for (uint64_t id = 1; id <= METERS; id++) {
        compare_meter(id);
        compare_manager(id);
    }
}

// ---- the whole disk ---------------------------------------------------------------------------

static void add_stored(const struct uth_account *account, int64_t cents)
{
    struct own_account *own = account_of(account);
    struct auditor *auditor = the_storm->auditor;
    auditor->held -= own->stored != 0;
    own->stored += cents;
    auditor->held += own->stored != 0;
}

static bool take_stored(void *context, const struct store_record *record)
{
    struct auditor *auditor = context;
    const struct store_batch *batch = &record->batch;
    for (size_t i = 0; i < batch->posting_count; i++) {
        const struct uth_posting *posting = &batch->postings[i];
        add_stored(&posting->debit, -posting->amount.cents);
        add_stored(&posting->credit, posting->amount.cents);
    }
    auditor->stored_position = record->position;
    return true;
}

// The disk may be ahead of the office, which hears of a batch a moment after it is stored; the rows
// of accounts are then, too.
static void post_stored(struct auditor *auditor)
{
    uint64_t head;
    uint8_t hash[STORE_HASH_SIZE];
    UTH_CHECK(store_head(auditor->store, &head, hash) == STORE_OK);
    if (head > auditor->stored_position) {
        UTH_CHECK(store_read(auditor->store, auditor->stored_position + 1, head, take_stored,
                             auditor) == STORE_OK);
    }
    UTH_CHECK(head == auditor->stored_position);
}

struct counting {
    int64_t sum;
    size_t held;              // accounts of ours with something in them
    struct uth_account other; // the first whose balance is not ours
    int64_t other_cents;
    bool differs;
};

// What differs is only noted: each of the three is found by a check of its own.
static bool count_account(void *context, const struct uth_account *account, uth_money balance)
{
    struct counting *counting = context;
    struct own_account *own = account_of(account);
    own->seen = the_storm->auditor->counted;
    counting->held += own->stored != 0;
    counting->sum += balance.cents;
    if (uth_account_is_players((enum uth_account_kind)account->kind) && balance.cents < 0) {
        storm_fail(CHECK_NEGATIVE, "%s of %llu holds %lld",
                   uth_account_name((enum uth_account_kind)account->kind),
                   (unsigned long long)account->owner, (long long)balance.cents);
    }
    if (!counting->differs && own->stored != balance.cents) {
        counting->differs = true;
        counting->other = *account;
        counting->other_cents = balance.cents;
    }
    return true;
}

// Ours that the disk has no row of.
static void name_missing(const struct auditor *auditor)
{
    for (size_t i = 0; i < ACCOUNTS_MAX; i++) {
        const struct own_account *own = &auditor->accounts[i];
        if (own->stored != 0 && own->seen != auditor->counted) {
            storm_fail(CHECK_BOOKS, "%s of %llu is gone from the disk, the auditor has %lld",
                       uth_account_name((enum uth_account_kind)own->account.kind),
                       (unsigned long long)own->account.owner, (long long)own->stored);
        }
    }
}

void auditor_count_all(void)
{
    struct auditor *auditor = the_storm->auditor;
    struct counting counting = {0};
    post_stored(auditor);
    auditor->counted++;
    UTH_CHECK(store_accounts(auditor->store, count_account, &counting) == STORE_OK);
    if (counting.sum != 0) {
        storm_fail(CHECK_SUM, "all accounts together are %lld", (long long)counting.sum);
    }
    if (counting.held != auditor->held) {
        name_missing(auditor);
    }
    if (counting.differs) {
        storm_fail(CHECK_BOOKS, "%s of %llu: the disk has %lld, the auditor %lld",
                   uth_account_name((enum uth_account_kind)counting.other.kind),
                   (unsigned long long)counting.other.owner, (long long)counting.other_cents,
                   (long long)account_of(&counting.other)->stored);
    }
    storm_checked(CHECK_SUM);
    storm_checked(CHECK_BOOKS);
    storm_checked(CHECK_NEGATIVE);
}

void auditor_bend(const struct uth_account *account, int64_t cents)
{
    account_of(account)->cents += cents;
    add_stored(account, cents);
}

const struct own_table *auditor_table(uint32_t table)
{
    return &the_storm->auditor->tables[table];
}

const struct room_table *auditor_replayed(uint32_t table)
{
    return &the_storm->auditor->replayed[table];
}

struct uth_controller *auditor_manager(uint64_t meter)
{
    UTH_CHECK(meter <= METERS);
    return &the_storm->auditor->managers[meter];
}

int64_t auditor_wallet(uint64_t person)
{
    const struct uth_account account = uth_account_wallet(person);
    return account_of(&account)->cents;
}

int64_t auditor_chips(uint32_t table, uint8_t seat)
{
    return the_storm->auditor->tables[table].seats[seat].chips;
}

int64_t auditor_meter(uint64_t meter)
{
    return the_storm->auditor->meters[meter].units / UTH_CARRY_UNITS;
}

int64_t auditor_tray(uint32_t table)
{
    return the_storm->auditor->tables[table].tray;
}

int64_t auditor_drop(uint32_t table)
{
    return the_storm->auditor->tables[table].drop;
}

struct ending {
    uint32_t table;
    uint64_t round;
    bool found;
};

static bool look_for_end(void *context, const struct store_record *record)
{
    struct ending *ending = context;
    const struct store_batch *batch = &record->batch;
    ending->found = ending->found || (batch->table == ending->table &&
                                      batch->round == ending->round && ends_round(batch));
    return !ending->found;
}

bool auditor_round_over(uint32_t table, uint64_t round)
{
    const struct auditor *auditor = the_storm->auditor;
    const struct uth_round *last = &auditor->replayed[table].round;
    struct ending ending = {table, round, false};
    uint64_t head;
    uint8_t hash[STORE_HASH_SIZE];
    if (round < last->number || (round == last->number && last->phase == UTH_PHASE_OVER)) {
        return true;
    }
    UTH_CHECK(store_head(auditor->store, &head, hash) == STORE_OK);
    if (head > auditor->position) {
        UTH_CHECK(store_read(auditor->store, auditor->position + 1, head, look_for_end, &ending) ==
                  STORE_OK);
    }
    return ending.found;
}

// The round itself, or NULL when it is not over by what was read, or too long ago.
static const struct own_round *played_round(uint32_t table, uint64_t round)
{
    const struct own_round *played = &the_storm->auditor->tables[table].played[round % PLAYED_KEPT];
    return played->number == round ? played : NULL;
}

bool auditor_secret(uint32_t table, uint64_t *round, char hex[SECRET_HEX + 1])
{
    const struct room_table *replayed = &the_storm->auditor->replayed[table];
    *round = replayed->round.number;
    (void)sodium_bin2hex(hex, SECRET_HEX + 1, replayed->secret, sizeof replayed->secret);
    return replayed->secret_known != 0;
}

bool auditor_played(uint32_t table, uint64_t round, uint64_t person)
{
    const struct own_table *own = &the_storm->auditor->tables[table];
    const struct own_round *played = played_round(table, round);
    for (unsigned i = 1; i <= UTH_SEATS_MAX; i++) {
        const uint64_t player =
            played != NULL ? played->players[i - 1] : report_player_name(own, i);
        if (player == person) {
            return true;
        }
    }
    return played == NULL && own->number != round; // too long ago for us
}

bool auditor_dealt(uint32_t table, uint64_t round, uth_cards *cards)
{
    const struct own_round *played = played_round(table, round);
    *cards = played == NULL ? 0 : played->cards;
    return played != NULL;
}
