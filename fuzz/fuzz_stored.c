// Stored batches that are none of ours: whatever a database says, the office takes a batch or says
// why not, what it took can be looked at, and a table that fits is played on with. The same batches
// as rows of a database, with every link made anew: rounds, days, histories and journals are read
// from it and written, or it is said why not.
//
// The input is a list of bodies, each with its length in front (3 bytes, little-endian); an empty
// office without a key takes one after another. What is four bytes long is no body: it names a bit
// of the database that is changed before it is read (table, row, column, byte). What is one byte
// long asks for the log and for the journals.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "report/edges.h"
#include "store/batch.h"
#include "stored_disk.h"
#include "uth/check.h"

#define TICKS_MAX   64
#define CHANGES_MAX 16
#define CHANGE_SIZE 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
bool __wrap_report_edges(const struct uth_rules *rules, struct report_edges *edges);

static struct batch_room *space; // once, not for each input
static struct room_batch said;

static void look(const struct office *office)
{
    for (size_t i = 0; i < office_table_count(office); i++) {
        const struct office_table *table = office_table_at(office, i);
        UTH_CHECK(table->room.id != 0);
        (void)office_rules(office, table->wanted.profile);
        (void)office_table_waits(table);
    }
    for (size_t i = 0; i < office_meter_count(office); i++) {
        (void)office_meter_rules(office, office_meter_at(office, i)->controller.id);
    }
    for (size_t i = 0; i < office_person_count(office); i++) {
        const struct office_person *person = office_person_at(office, i);
        UTH_CHECK(memchr(person->state.name, '\0', sizeof person->state.name) != NULL);
        (void)office_at_table(person, INT64_C(1790000000000));
    }
}

// ---- playing on -------------------------------------------------------------------------------

// NOLINTNEXTLINE(readability-function-size): the room says what it is given
static struct uth_decision advise(void *context, const struct uth_rules *rules, uint8_t strategy,
                                  const struct uth_view *view, uint8_t seat,
                                  const struct uth_decision *offers, size_t offer_count)
{
    (void)context;
    (void)rules;
    (void)view;
    (void)seat;
    return offers[strategy % offer_count];
}

// There is no key: whatever is signed is not looked at.
static void sign_roster(void *context, const struct room_table *table, struct room_roster *roster)
{
    (void)context;
    (void)table;
    memset(roster, 0, sizeof *roster);
}

static struct room_world world_of(const struct office *office, const struct room_table *table,
                                  struct uth_controller *meter, int64_t now_ms)
{
    return (struct room_world){.now_ms = now_ms,
                               .rules = office_rules(office, table->config.profile),
                               .meter =
                                   meter != NULL && meter->id == table->config.meter ? meter : NULL,
                               .watchers = 1,
                               .commit = office_world_commit,
                               .commit_part = office_world_commit_part,
                               .sign_roster = sign_roster,
                               .shuffle = office_world_shuffle,
                               .advise = advise};
}

// A round that runs must have been proved by its rules first.
static bool is_to_be_played(const struct office *office, const struct room_table *table,
                            struct uth_controller *meter, bool proved)
{
    const struct uth_rules *rules = office_rules(office, table->config.profile);
    const struct room_world world = world_of(office, table, meter, 0);
    const bool runs = table->round.phase != UTH_PHASE_IDLE && table->round.phase != UTH_PHASE_OVER;
    return rules != NULL && table->config_waits == 0 && (proved || !runs) &&
           room_config_check(rules, &table->config, NULL) == UTH_OK &&
           (meter == NULL || uth_controller_validate(meter)) &&
           room_table_can_resume(&world, table);
}

static void play_on(const struct office *office, const struct office_table *from, bool proved)
{
    static struct room_table table;
    static struct uth_controller meter;
    const struct office_meter *linked = office_meter(office, from->room.config.meter);
    int64_t now_ms = from->room.since_ms;
    table = from->room;
    if (linked != NULL) {
        meter = linked->controller;
    }
    if (!is_to_be_played(office, &table, linked == NULL ? NULL : &meter, proved)) {
        return;
    }
    for (unsigned i = 0; i < TICKS_MAX; i++) {
        const struct room_world world =
            world_of(office, &table, linked == NULL ? NULL : &meter, now_ms);
        room_batch_start(&said, &table, now_ms);
        if (!room_tick(&world, &table, &said)) {
            const int64_t wake_ms = room_wake_ms(&world, &table);
            if (wake_ms == INT64_MAX) {
                return;
            }
            now_ms = wake_ms;
        }
        UTH_CHECK(room_table_is_valid(&table) && room_table_can_resume(&world, &table));
    }
}

// ---- snapshots --------------------------------------------------------------------------------

// As an office that starts reads them: into the table they say they are of.
static void read_snapshots(const struct office *office, const struct store_batch *batch)
{
    static struct table_slot slot;
    for (size_t i = 0; i < batch->entry_count; i++) {
        const struct store_entry *entry = &batch->entries[i];
        if (entry->kind == STORE_ENTRY_SNAPSHOT) {
            memset(&slot, 0, sizeof slot);
            slot.table.room.id = (uint32_t)entry->id;
            if (!office_snapshot_read(office, entry->bytes, &slot)) {
                UTH_CHECK(slot.table.sequence == 0);
                continue;
            }
            UTH_CHECK(slot.table.room.id == (uint32_t)entry->id);
            UTH_CHECK(room_table_is_valid(&slot.table.room) && day_is_sound(&slot.day));
            UTH_CHECK(office_snapshot_matches(entry->bytes, &slot));
            play_on(office, &slot.table, false);
        }
    }
}

// ---- the database -----------------------------------------------------------------------------

// What is exact takes too long here.
bool __wrap_report_edges(const struct uth_rules *rules, struct report_edges *edges)
{
    memset(edges, 0, sizeof *edges);
    edges->fixed_return = uth_ratio_of(1, 3);
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        edges->known[i] = i == UTH_WAGER_ANTE || rules->offered[i];
        edges->edge[i] = uth_ratio_of(2, 91);
    }
    for (unsigned i = 0; i < UTH_PROGRESSIVE_COUNT; i++) {
        edges->whole_meter[i] = uth_ratio_of(1, 30939);
    }
    return true;
}

struct rows {
    struct store_bytes bodies[DISK_BODIES_MAX];
    size_t body_count;
    const uint8_t *changes[CHANGES_MAX];
    size_t change_count;
    struct disk_asked asked;
};

static void note(struct rows *rows, struct store_bytes item)
{
    if (item.size == 1) {
        rows->asked = (struct disk_asked){(item.data[0] & 1) != 0, (item.data[0] & 2) != 0};
        return;
    }
    if (item.size == CHANGE_SIZE && rows->change_count < CHANGES_MAX) {
        rows->changes[rows->change_count++] = item.data;
    } else if (item.size != CHANGE_SIZE && rows->body_count < DISK_BODIES_MAX) {
        rows->bodies[rows->body_count++] = item;
    }
}

// The store has a name, or nobody could open it.
static bool is_changed(const uint8_t *change)
{
    return change[0] < STORE_TABLE_COUNT && change[0] != STORE_TABLE_META;
}

// As an office that starts looks at what it loaded, if it could, and goes on with it.
static void go_on(struct office *office, struct store *store, bool loaded)
{
    struct fault fault = {.text = ""};
    office->store = store;
    const bool holds = loaded && office_validate(office, &fault);
    UTH_CHECK(holds || !loaded || fault.text[0] != '\0');
    for (size_t i = 0; i < office_table_count(office); i++) {
        play_on(office, office_table_at(office, i), holds);
    }
}

static void read_rows(struct office *office, const struct rows *rows, bool loaded)
{
    struct store_disk *disk = disk_of(rows->bodies, rows->body_count);
    for (size_t i = 0; i < rows->change_count; i++) {
        const uint8_t *change = rows->changes[i];
        if (is_changed(change)) {
            (void)store_disk_flip(disk, (enum store_table)change[0], change[1], change[2],
                                  change[3]);
        }
    }
    struct store *store = disk_read(disk);
    disk_look(store, rows->bodies, rows->body_count, rows->asked);
    go_on(office, store, loaded);
    store_close(&office->store);
    store_disk_close(&disk);
}

// ---- all of it --------------------------------------------------------------------------------

static struct store_bytes next_item(const uint8_t **data, size_t *size)
{
    const uint8_t *const at = *data;
    size_t length = (size_t)at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16;
    length = length < *size - 3 ? length : *size - 3;
    *data += 3 + length;
    *size -= 3 + length;
    return (struct store_bytes){at + 3, length};
}

// One batch, one string of bytes.
static void encode_again(struct store_bytes body, const struct store_batch *batch)
{
    uint8_t *again;
    size_t size;
    UTH_CHECK(store_encode(batch, &again, &size) == STORE_OK);
    UTH_CHECK(size == body.size && memcmp(again, body.data, size) == 0);
    free(again);
}

// False when the batch was refused.
static bool take(struct office *office, struct store_bytes body, uint64_t *position)
{
    struct fault fault = {.text = ""};
    struct batch_view view;
    struct store_batch batch;
    if (!batch_view(body, &view) || !batch_unpack(&view, space, &batch)) {
        return true;
    }
    encode_again(body, &batch);
    read_snapshots(office, &batch);
    if (!office_apply(office, &batch, ++*position, &fault)) {
        UTH_CHECK(fault.text[0] != '\0');
        return false;
    }
    look(office);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rows rows;
    uint64_t position = 0;
    bool taken = true;
    space = space != NULL ? space : batch_room_open();
    struct office *office = calloc(1, sizeof *office);
    UTH_CHECK(space != NULL && office != NULL && fair_init());
    memset(&rows, 0, sizeof rows);
    office->lock = -1;
    office->following = true;
    while (size >= 3) {
        const struct store_bytes item = next_item(&data, &size);
        note(&rows, item);
        taken = taken && take(office, item, &position);
    }
    read_rows(office, &rows, taken);
    office_close(&office);
    return 0;
}
