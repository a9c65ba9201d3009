#include "stored_disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "office/internal.h"
#include "office/journal.h"
#include "office/record.h"
#include "report/day.h"
#include "report/history.h"
#include "report/record_text.h"
#include "store/audit.h"
#include "store/batch.h"
#include "store/chain.h"
#include "store/internal.h"
#include "wire/record_json.h"
#include "wire/round_json.h"

#define TABLES_MAX 8
#define PEOPLE_MAX 4

// ---- the rows ---------------------------------------------------------------------------------

struct disk {
    struct store_port *port;
    struct fault fault;
    uint8_t id[STORE_ID_SIZE]; // its name, which the links start from
    struct book book;
    struct batch_view views[DISK_BODIES_MAX];
    struct batch_room *room;
};

static struct store_cell number(int64_t value)
{
    return (struct store_cell){.number = value};
}

static struct store_cell bytes(const uint8_t *data, size_t size)
{
    return (struct store_cell){.bytes = data, .size = size};
}

// A key that is taken is no matter: the first row stays.
static void put(struct disk *disk, enum store_table table, const struct store_row *row)
{
    const struct store_port_functions *call = disk->port->functions;
    UTH_CHECK(call->begin(disk->port, false) == STORE_OK);
    if (call->put(disk->port, table, row, 1) != STORE_OK || call->commit(disk->port) != STORE_OK) {
        call->rollback(disk->port);
    }
}

// By nobody who has a key.
static void put_signature(struct disk *disk)
{
    static const uint8_t key[STORE_PUBLIC_KEY_SIZE] = {1};
    static const uint8_t signature[STORE_SIGNATURE_SIZE] = {2};
    put(disk, STORE_TABLE_SIGNATURE,
        &(struct store_row){.cells = {number(disk->book.day), number((int64_t)disk->book.position),
                                      bytes(disk->book.hash, STORE_HASH_SIZE),
                                      number(disk->book.day), bytes(key, sizeof key),
                                      bytes(signature, sizeof signature)}});
}

// What would leave the numbers there are is left out.
static void post(struct book *book, const struct uth_account *account, int64_t cents)
{
    uint64_t a;
    uint64_t b;
    bool is_new;
    int64_t sum;
    book_account_key(account, &a, &b);
    struct map_record *record = map_get(&book->accounts, a, b, &is_new);
    UTH_CHECK(record != NULL);
    if (!__builtin_add_overflow(record->number[0], cents, &sum)) {
        record->number[0] = sum;
    }
}

static void put_batch(struct disk *disk, size_t index)
{
    const struct batch_view *view = &disk->views[index];
    struct store_batch batch;
    struct book *book = &disk->book;
    enum store_status status;
    struct map_record *table = book_table(book, view->table, &status);
    uint8_t before[STORE_HASH_SIZE];
    uint8_t record_hash[STORE_HASH_SIZE];
    UTH_CHECK(table != NULL);
    table->number[0] = (int64_t)view->sequence;
    memcpy(before, book->hash, sizeof before);
    chain_record(disk->id, ++book->position, view->body, record_hash);
    chain_link(before, record_hash, book->hash);
    put(disk, STORE_TABLE_BATCH,
        &(struct store_row){.cells = {number((int64_t)book->position), number(view->table),
                                      number((int64_t)view->sequence),
                                      number(chain_checksum(record_hash)),
                                      bytes(view->body.data, view->body.size)}});
    if (view->time_ms / BOOK_DAY_MS > book->day) {
        book->day = view->time_ms / BOOK_DAY_MS;
        put(disk, STORE_TABLE_DAY,
            &(struct store_row){.cells = {number(book->day), number((int64_t)book->position),
                                          bytes(before, sizeof before)}});
        put_signature(disk);
    }
    if (view->key.size != 0) {
        put(disk, STORE_TABLE_REQUEST,
            &(struct store_row){
                .cells = {number(view->table), bytes(view->key.data, view->key.size),
                          bytes(view->request, STORE_HASH_SIZE), number((int64_t)book->position)}});
    }
    // What does not unpack stands there and has followed nothing.
    if (batch_unpack(view, disk->room, &batch)) {
        for (size_t i = 0; i < batch.posting_count; i++) {
            const struct uth_posting *posting = &batch.postings[i];
            post(book, &posting->debit, -posting->amount.cents);
            post(book, &posting->credit, posting->amount.cents);
        }
        UTH_CHECK(book_follow(book, &batch, view->body, index) == STORE_OK);
    }
}

static void put_state(struct disk *disk, const struct map_record *record)
{
    const struct store_bytes body = disk->views[record->number[1]].body;
    put(disk, STORE_TABLE_STATE,
        &(struct store_row){
            .cells = {number((int64_t)record->b), number((int64_t)record->a),
                      number(record->number[0]),
                      bytes(body.data + record->number[2], (size_t)record->number[3])}});
}

static void put_what_follows(struct disk *disk)
{
    const struct book *book = &disk->book;
    for (size_t i = 0; i < book->rounds.count; i++) {
        const struct map_record *round = &book->rounds.records[i];
        if (round->number[BOOK_ROUND_FIRST] != 0) {
            put(disk, STORE_TABLE_ROUND,
                &(struct store_row){.cells = {number((int64_t)round->a), number((int64_t)round->b),
                                              number(round->number[0]), number(round->number[1]),
                                              number(round->number[2]), number(round->number[3])}});
        }
    }
    for (size_t i = 0; i < book->played.count; i++) {
        const struct map_record *played = &book->played.records[i];
        put(disk, STORE_TABLE_PLAYED,
            &(struct store_row){.cells = {number((int64_t)played->a),
                                          number(played->number[BOOK_PLAYED_MS]),
                                          number(played->number[BOOK_PLAYED_TABLE]),
                                          number(played->number[BOOK_PLAYED_ROUND])}});
    }
    for (size_t i = 0; i < book->states.count; i++) {
        put_state(disk, &book->states.records[i]);
    }
    for (size_t i = 0; i < book->accounts.count; i++) {
        const struct map_record *record = &book->accounts.records[i];
        const struct uth_account account = book_account_of(record->a, record->b);
        put(disk, STORE_TABLE_ACCOUNT,
            &(struct store_row){.cells = {number((int64_t)account.owner), number(account.kind),
                                          number(account.table), number(account.seat),
                                          number(record->number[0])}});
    }
    for (size_t i = 0; i < book->tables.count; i++) {
        put(disk, STORE_TABLE_LEASE,
            &(struct store_row){.cells = {number((int64_t)book->tables.records[i].a), number(1),
                                          number(1), number(0)}});
    }
    put(disk, STORE_TABLE_HEAD,
        &(struct store_row){.cells = {number(1), number((int64_t)book->position),
                                      bytes(book->hash, STORE_HASH_SIZE)}});
}

static bool keep_id(void *context, const struct store_row *row)
{
    memcpy(context, row->cells[2].bytes, STORE_ID_SIZE);
    return true;
}

static void read_id(struct disk *disk)
{
    const struct store_query query = query_one(STORE_TABLE_META, 1);
    UTH_CHECK(disk->port->functions->find(disk->port, &query, keep_id, disk->id) == STORE_OK);
}

struct store_disk *disk_of(const struct store_bytes *bodies, size_t count)
{
    static struct disk disk;
    const struct store_options options = {.read_only = false};
    struct store_disk *made = store_disk_open();
    memset(&disk, 0, sizeof disk);
    disk.room = batch_room_open();
    UTH_CHECK(made != NULL && disk.room != NULL && count <= DISK_BODIES_MAX);
    UTH_CHECK(store_memory_open(made, &options, &disk.fault, &disk.port) == STORE_OK);
    read_id(&disk);
    book_start(&disk.book, disk.id);
    for (size_t i = 0; i < count; i++) {
        if (batch_view(bodies[i], &disk.views[i])) {
            put_batch(&disk, i);
        }
    }
    put_what_follows(&disk);
    book_finish(&disk.book);
    batch_room_close(disk.room);
    disk.port->functions->close(disk.port);
    return made;
}

struct store *disk_read(struct store_disk *disk)
{
    const struct store_options options = {.read_only = true};
    struct fault fault;
    struct store_port *port = NULL;
    struct store *store = NULL;
    UTH_CHECK(store_memory_open(disk, &options, &fault, &port) == STORE_OK);
    UTH_CHECK(store_open_port(port, &options, &fault, &store) == STORE_OK);
    return store;
}

// ---- rounds -----------------------------------------------------------------------------------

static const struct uth_rules *find_rules(void *context, const char *name)
{
    const struct office_record *record = context;
    return strcmp(name, record->rules.name) == 0 ? &record->rules : NULL;
}

static void refused(const struct fault *fault)
{
    UTH_CHECK(fault->kind != FAULT_NONE && fault->text[0] != '\0');
    UTH_CHECK(memchr(fault->text, '\0', sizeof fault->text) != NULL);
}

// The record of a round that plays again as it was: `uth settle` reads it, and finds the same.
static void write_record(struct office_record *record)
{
    static char line[WIRE_RECORD_MAX];
    static char answers[WIRE_ANSWER_MAX(WIRE_RECORD_MAX)];
    const struct wire_profiles profiles = {find_rules, record};
    struct wire_out out = wire_out_to(line, sizeof line);
    struct wire_out again = wire_out_to(answers, sizeof answers);
    office_record_out(record, &out);
    UTH_CHECK(!out.overflow && out.used > 0 && line[out.used - 1] == '\n');
    json_t *const written = json_loadb(line, out.used, JSON_REJECT_DUPLICATES, NULL);
    UTH_CHECK(json_is_object(written));
    if (!record->round.voided) {
        UTH_CHECK(wire_settle_line(line, out.used, 1, &profiles, &again) && !again.overflow);
        json_t *const settled = json_loadb(answers, again.used, 0, NULL);
        UTH_CHECK(json_equal(json_object_get(written, "answer"), settled));
        json_decref(settled);
    }
    json_decref(written);
}

void cli_print_usage(const struct cli_command *asked, FILE *out)
{
    (void)asked;
    (void)out;
}

static void write_words(struct store *store, const struct office_record *record)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    UTH_CHECK(out != NULL);
    record_text(store, record, out);
    UTH_CHECK(fclose(out) == 0 && size > 0);
    free(text);
}

static void read_win(struct store *store, const struct office_record *record, uint8_t seat)
{
    struct fault fault = {.text = ""};
    struct uth_win_page page = {.meter = record->meter_id,
                                .round = record->where.round,
                                .table = record->where.table,
                                .seat = seat};
    if (!office_win_read(store, &page, &fault)) {
        refused(&fault);
    }
}

static void read_round(struct store *store, uint32_t table, uint64_t round, bool journals)
{
    static struct office_record record;
    struct fault fault = {.text = ""};
    if (!office_record_read(store, table, round, &record, &fault)) {
        refused(&fault);
        return;
    }
    UTH_CHECK(record.round.phase == UTH_PHASE_OVER && record.round.number == round);
    if (record.has_meter && journals) {
        read_win(store, &record, 1);
    }
    if (!office_record_plays(&record, &fault)) {
        refused(&fault);
        UTH_CHECK(!office_record_prove(&record, &fault));
        return;
    }
    write_record(&record);
    if (office_record_prove(&record, &fault)) {
        write_words(store, &record);
    } else {
        refused(&fault);
    }
}

struct listed {
    uint32_t table;
    uint64_t rounds[DISK_ROUNDS_MAX];
    size_t count;
};

static bool list_round(void *context, const struct store_played *played)
{
    struct listed *listed = context;
    if (played->table == listed->table) {
        listed->rounds[listed->count++] = played->round;
    }
    return listed->count < DISK_ROUNDS_MAX;
}

static void read_rounds(struct store *store, uint32_t table, bool journals)
{
    struct listed listed = {.table = table};
    UTH_CHECK(store_played(store, STORE_HOUSE, INT64_MIN, INT64_MAX, list_round, &listed) ==
              STORE_OK);
    for (size_t i = 0; i < listed.count; i++) {
        read_round(store, table, listed.rounds[i], journals);
    }
}

// ---- days -------------------------------------------------------------------------------------

static void write_day(const struct day_report *report)
{
    for (unsigned format = SHEET_TEXT; format <= SHEET_HTML; format++) {
        char *text = NULL;
        size_t size = 0;
        FILE *const out = open_memstream(&text, &size);
        UTH_CHECK(out != NULL);
        day_report_write(report, (enum sheet_format)format, out);
        UTH_CHECK(fclose(out) == 0 && size > 0 && strlen(text) == size);
        free(text);
    }
    json_t *const written = day_report_json(report);
    UTH_CHECK(json_integer_value(json_object_get(written, "table")) == report->table);
    json_decref(written);
}

static void read_day(struct store *store, uint32_t table, int64_t day)
{
    static struct day_report report;
    struct fault fault = {.text = ""};
    if (!day_report_read(store, table, day, &report, &fault)) {
        refused(&fault);
        return;
    }
    UTH_CHECK(report.profile_count <= REPORT_PROFILES_MAX && report.day == day);
    UTH_CHECK(report.line_count <= REPORT_LINES_MAX && report.tier_count <= REPORT_TIERS_MAX);
    for (size_t i = 0; i < report.profile_count; i++) {
        for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
            const struct report_wager *sums = &report.profiles[i].wagers[wager];
            UTH_CHECK(sums->won.cents >= 0 && sums->lost.cents >= 0 && sums->handle.cents >= 0);
        }
    }
    write_day(&report);
}

// ---- history ----------------------------------------------------------------------------------

static void read_history(struct store *store, uint64_t player, uint32_t table)
{
    struct history_round rounds[DISK_ROUNDS_MAX];
    struct fault fault = {.text = ""};
    size_t count = 0;
    const struct history_query query = {.player = player, .table = table, .limit = DISK_ROUNDS_MAX};
    memset(rounds, 0, sizeof rounds);
    if (!report_history(store, &query, rounds, &count, &fault)) {
        refused(&fault);
        return;
    }
    UTH_CHECK(count <= DISK_ROUNDS_MAX);
    for (size_t i = 0; i < count; i++) {
        UTH_CHECK(i == 0 || rounds[i].opened_ms <= rounds[i - 1].opened_ms);
        UTH_CHECK(table == 0 || rounds[i].table == table);
        UTH_CHECK(rounds[i].players <= UTH_SEATS_MAX && uth_money_in_range(rounds[i].net.cents));
    }
}

// ---- all of it --------------------------------------------------------------------------------

static bool read_line(void *context, const struct office_log_line *line)
{
    uint64_t *last = context;
    UTH_CHECK(line->position <= *last);
    *last = line->position;
    return true;
}

static bool read_entry(void *context, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->meter == *(const uint64_t *)context);
    return true;
}

static void read_meter(struct store *store, uint64_t meter)
{
    struct fault fault = {.text = ""};
    if (!office_journal(store, meter, 0, read_entry, &meter, &fault)) {
        refused(&fault);
    }
}

// Adds a number to a short list of different ones.
static void note(uint64_t *list, size_t *count, size_t max, uint64_t number_of)
{
    for (size_t i = 0; i < *count; i++) {
        if (list[i] == number_of) {
            return;
        }
    }
    if (*count < max) {
        list[(*count)++] = number_of;
    }
}

struct named {
    uint64_t tables[TABLES_MAX];
    uint64_t days[TABLES_MAX];
    uint64_t people[PEOPLE_MAX];
    uint64_t meters[TABLES_MAX];
    size_t table_count, day_count, person_count, meter_count;
};

static void note_batch(struct named *named, const struct store_batch *batch)
{
    note(named->tables, &named->table_count, TABLES_MAX, batch->table);
    note(named->days, &named->day_count, TABLES_MAX, (uint64_t)(batch->time_ms / BOOK_DAY_MS));
    for (size_t i = 0; i < batch->posting_count; i++) {
        note(named->people, &named->person_count, PEOPLE_MAX, batch->postings[i].debit.owner);
    }
    for (size_t i = 0; i < batch->entry_count; i++) {
        if (batch->entries[i].kind == STORE_ENTRY_JOURNAL) {
            note(named->meters, &named->meter_count, TABLES_MAX, batch->entries[i].id);
        }
    }
}

// ---- what the audit walks through -------------------------------------------------------------

static bool read_head(void *context, const struct store_signed_head *head)
{
    struct store *store = context;
    UTH_CHECK(head->day >= 0);
    UTH_CHECK(!store_head_is_signed(store_id(store), head)); // nobody has the key
    return true;
}

static bool read_account(void *context, const struct uth_account *account, uth_money balance)
{
    (void)account;
    (void)balance;
    ++*(size_t *)context;
    return true;
}

static bool read_lease(void *context, const struct store_lease *lease)
{
    (void)lease;
    ++*(size_t *)context;
    return true;
}

static void audit(struct store *store)
{
    static struct store_report report;
    size_t count = 0;
    for (unsigned what = STORE_AUDIT_LINKS; what <= (STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS);
         what++) {
        const enum store_status status = store_audit(store, what, &report);
        UTH_CHECK(status == STORE_OK || store_why(store)[0] != '\0');
        UTH_CHECK(status != STORE_OK || report.status == STORE_OK || report.text[0] != '\0');
    }
    if (store_signed_heads(store, read_head, store) != STORE_OK ||
        store_accounts(store, read_account, &count) != STORE_OK ||
        store_leases(store, read_lease, &count) != STORE_OK) {
        UTH_CHECK(store_why(store)[0] != '\0');
    }
}

void disk_look(struct store *store, const struct store_bytes *bodies, size_t count,
               struct disk_asked asked)
{
    struct named named = {.table_count = 0};
    struct fault fault = {.text = ""};
    struct batch_room *room = batch_room_open();
    UTH_CHECK(room != NULL);
    for (size_t i = 0; i < count; i++) {
        struct store_batch batch;
        if (store_decode(bodies[i], room, &batch)) {
            note_batch(&named, &batch);
        }
    }
    batch_room_close(room);
    for (size_t i = 0; i < named.table_count; i++) {
        read_rounds(store, (uint32_t)named.tables[i], asked.journals);
        read_history(store, STORE_HOUSE, (uint32_t)named.tables[i]);
        for (size_t day = 0; day < named.day_count; day++) {
            read_day(store, (uint32_t)named.tables[i], (int64_t)named.days[day]);
        }
    }
    for (size_t i = 0; i < named.person_count; i++) {
        read_history(store, named.people[i], 0);
    }
    for (size_t i = 0; asked.journals && i < named.meter_count; i++) {
        read_meter(store, named.meters[i]);
    }
    uint64_t last = UINT64_MAX;
    if (asked.log && office_log(store, 0, read_line, &last) != STORE_OK) {
        UTH_CHECK(store_why(store)[0] != '\0');
    }
    audit(store);
    static struct store_report report;
    if (office_audit(store, &report, &fault) == STORE_OK && report.status == STORE_OK &&
        fault.kind != FAULT_NONE) {
        refused(&fault);
    }
}
