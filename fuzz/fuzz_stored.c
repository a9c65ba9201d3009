// Stored batches that are none of ours: whatever a database says, the office takes a batch or says why
// not, what it took can be looked at, and a table that fits is played on with.
//
// The input is a list of bodies, each with its length in front (3 bytes, little-endian); an empty
// office without a key takes one after another.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "office/inside.h"
#include "store/batch.h"
#include "uth/check.h"

#define TICKS_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
        (void)office_meter_rules(office, office_meter_at(office, i)->manager.id);
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

static struct room_world world_of(const struct office *office, const struct room_table *table,
                                  struct uth_manager *meter, int64_t now_ms)
{
    return (struct room_world){.now_ms = now_ms,
                               .rules = office_rules(office, table->config.profile),
                               .meter =
                                   meter != NULL && meter->id == table->config.meter ? meter : NULL,
                               .watchers = 1,
                               .commit = office_world_commit,
                               .shuffle = office_world_shuffle,
                               .advise = advise};
}

static bool is_to_be_played(const struct office *office, const struct room_table *table,
                            struct uth_manager *meter)
{
    const struct uth_rules *rules = office_rules(office, table->config.profile);
    const struct room_world world = world_of(office, table, meter, 0);
    // A round that runs would be proved by its rules first, which takes a store.
    return rules != NULL && table->config_waits == 0 &&
           (table->round.phase == UTH_PHASE_IDLE || table->round.phase == UTH_PHASE_OVER) &&
           room_config_check(rules, &table->config, NULL) == UTH_OK &&
           (meter == NULL || uth_manager_is_sound(meter)) && room_table_fits(&world, table);
}

static void play_on(const struct office *office, const struct office_table *from)
{
    static struct room_table table;
    static struct uth_manager meter;
    const struct office_meter *linked = office_meter(office, from->room.config.meter);
    int64_t now_ms = from->room.since_ms;
    table = from->room;
    if (linked != NULL) {
        meter = linked->manager;
    }
    if (!is_to_be_played(office, &table, linked == NULL ? NULL : &meter)) {
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
        UTH_CHECK(room_table_is_sound(&table) && room_table_fits(&world, &table));
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
            UTH_CHECK(room_table_is_sound(&slot.table.room) && day_is_sound(&slot.day));
            UTH_CHECK(office_snapshot_shows(entry->bytes, &slot));
            play_on(office, &slot.table);
        }
    }
}

// ---- all of it --------------------------------------------------------------------------------

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct office_fault fault;
    uint64_t position = 0;
    space = space != NULL ? space : batch_room_open();
    struct office *office = calloc(1, sizeof *office);
    UTH_CHECK(space != NULL && office != NULL && fair_init());
    office->lock = -1;
    office->following = true;
    while (size >= 3) {
        struct batch_view view;
        struct store_batch batch;
        size_t length = (size_t)data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16;
        data += 3;
        size -= 3;
        length = length < size ? length : size;
        const struct store_bytes body = {data, length};
        data += length;
        size -= length;
        if (!batch_view(body, &view) || !batch_is_known(&view)) {
            continue;
        }
        batch_unpack(&view, space, &batch);
        read_snapshots(office, &batch);
        if (!office_take(office, &batch, ++position, &fault)) {
            UTH_CHECK(fault.text[0] != '\0');
            break;
        }
        look(office);
    }
    for (size_t i = 0; i < office_table_count(office); i++) {
        play_on(office, office_table_at(office, i));
    }
    office_close(&office);
    return 0;
}
