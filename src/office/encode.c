// A table's batch on its way to the store, and back.
//
// STORE_ENTRY_ROOM holds the facts, one behind the other. The bytes of a secret are not in them: they
// stand sealed in STORE_ENTRY_SEALED, and once revealed in STORE_ENTRY_SEED. Entries of the meter's
// journal are STORE_ENTRY_JOURNAL.
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/stored.h"

#define SEALED_SIZE (ROOM_SECRET + FAIR_SEAL_EXTRA)

static struct fair_place place_of(uint32_t table, uint64_t sequence)
{
    const struct fair_place place = {FAIR_PURPOSE_ROUND, table, sequence};
    return place;
}

// ---- out --------------------------------------------------------------------------------------

static void add_facts(struct office_draft *draft, const struct room_batch *batch)
{
    if (batch->fact_count == 0) {
        return;
    }
    uint8_t *room = office_draft_room(draft, STORE_ENTRY_MAX);
    struct codec_out out = {room, room + STORE_ENTRY_MAX, batch->time_ms};
    for (uint32_t i = 0; i < batch->fact_count; i++) {
        stored_write_fact(&out, &batch->facts[i]);
    }
    office_draft_add(draft, STORE_ENTRY_ROOM, batch->table, (size_t)(out.at - room));
}

static void add_secrets(const struct office *office, struct office_draft *draft,
                        const struct room_batch *batch)
{
    const uint64_t sequence = draft->batch.sequence;
    for (uint32_t i = 0; i < batch->fact_count; i++) {
        const struct room_fact *fact = &batch->facts[i];
        uint8_t *room = office_draft_room(draft, SEALED_SIZE);
        if (fact->kind == ROOM_FACT_SECRET) {
            fair_seal(office->key, place_of(batch->table, sequence), fact->as.seed.bytes,
                      ROOM_SECRET, room);
            office_draft_add(draft, STORE_ENTRY_SEALED, sequence, SEALED_SIZE);
        } else if (fact->kind == ROOM_FACT_REVEALED) {
            memcpy(room, fact->as.seed.bytes, ROOM_SECRET);
            office_draft_add(draft, STORE_ENTRY_SEED, batch->round, ROOM_SECRET);
        }
    }
}

static void add_journal(struct office_draft *draft, const struct room_batch *batch)
{
    for (uint32_t i = 0; i < batch->entry_count; i++) {
        office_draft_journal(draft, &batch->entries[i]);
    }
}

static bool ends_a_round(const struct room_batch *batch)
{
    const uint8_t last =
        batch->event_count == 0 ? UTH_EVENT_OPENED : batch->events[batch->event_count - 1].kind;
    return last == UTH_EVENT_ENDED || last == UTH_EVENT_VOIDED;
}

static void add_snapshots(const struct office *office, struct office_draft *draft,
                          const struct room_batch *batch, const struct room_table *after,
                          const struct uth_controller *meter)
{
    if (after != NULL && ends_a_round(batch) && batch->round % SNAPSHOT_ROUNDS == 0) {
        office_snapshot_add(office, office_table_slot(office, batch->table), after, draft);
    }
    if (meter != NULL && batch->entry_count != 0 &&
        (meter->entries - batch->entry_count) / SNAPSHOT_ENTRIES !=
            meter->entries / SNAPSHOT_ENTRIES) {
        office_draft_state(draft, STORE_ENTRY_METER, meter->id, &stored_controller, meter);
    }
}

// What staff did, in words; NULL when they did nothing.
static json_t *pit_json(const struct room_batch *batch)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < batch->fact_count; i++) {
        const struct room_fact *fact = &batch->facts[i];
        if (fact->kind != ROOM_FACT_PIT) {
            continue;
        }
        const uint8_t kind = fact->small[ROOM_SMALL_PIT_COMMAND];
        json_t *line = json_pack("{s:s, s:i, s:I, s:I, s:I}", "command",
                                 room_command_name((enum room_command_kind)kind), "seat",
                                 fact->seat, "amount", (json_int_t)fact->as.pit.amount.cents, "who",
                                 (json_int_t)fact->as.pit.who, "round", (json_int_t)batch->round);
        if (kind == ROOM_COMMAND_CALL || kind == ROOM_COMMAND_TAKE_CALL) {
            const uint8_t reason = fact->small[ROOM_SMALL_PIT_CALL];
            (void)json_object_set_new(line, "call",
                                      json_string(room_call_name((enum room_call_reason)reason)));
        }
        (void)json_array_append_new(list, line);
    }
    return list;
}

static void add_log(struct office_draft *draft, const struct room_batch *batch,
                    const struct office_by *by)
{
    struct fault fault;
    const struct office_what what = {
        .what = "pit", .about = "table", .id = batch->table, .after = pit_json(batch)};
    // Without memory for a line of the log the server could not go on anyway.
    UTH_CHECK(office_draft_log(draft, by, what, &fault));
}

void office_encode_room(struct office *office, const struct room_batch *batch,
                        const struct room_table *after, const struct uth_controller *meter,
                        const struct office_by *by, struct office_draft *draft)
{
    struct table_slot *slot = office_table_slot(office, batch->table);
    UTH_CHECK(slot != NULL && office->key != NULL);
    draft->id = 0;
    draft->used = 0;
    draft->batch = (struct store_batch){.table = batch->table,
                                        .sequence = ++slot->table.drafted,
                                        .round = batch->round,
                                        .time_ms = batch->time_ms,
                                        .events = batch->events,
                                        .event_count = batch->event_count,
                                        .postings = batch->postings,
                                        .posting_count = batch->posting_count,
                                        .entries = draft->entries};
    add_facts(draft, batch);
    add_secrets(office, draft, batch);
    add_journal(draft, batch);
    add_snapshots(office, draft, batch, after, meter);
    if (by != NULL) {
        add_log(draft, batch, by);
    }
}

// ---- in ---------------------------------------------------------------------------------------

static bool read_facts(struct store_bytes bytes, struct room_batch *room)
{
    struct codec_in in = {bytes.data, bytes.data + bytes.size, room->time_ms};
    while (in.at < in.end) {
        struct room_fact *fact = &room->facts[room->fact_count];
        if (room->fact_count == ROOM_FACTS_MAX || !stored_read_fact(&in, fact) ||
            !room_fact_is_valid(fact)) {
            return false;
        }
        room->fact_count++;
    }
    return true;
}

bool office_journal_read(struct store_bytes bytes, int64_t time_ms, struct uth_meter_entry *entry)
{
    struct codec_in in = {bytes.data, bytes.data + bytes.size, time_ms};
    return stored_read_journal(&in, entry) && in.at == in.end && uth_entry_validate(entry);
}

static bool read_journal(struct store_bytes bytes, struct room_batch *room)
{
    return room->entry_count < ROOM_ENTRIES_MAX &&
           office_journal_read(bytes, room->time_ms, &room->entries[room->entry_count++]);
}

// The next fact of that kind whose bytes are still missing.
static struct room_fact *next_fact(struct room_batch *room, enum room_fact_kind kind,
                                   uint32_t *from)
{
    for (; *from < room->fact_count; (*from)++) {
        if (room->facts[*from].kind == kind) {
            return &room->facts[(*from)++];
        }
    }
    return NULL;
}

static bool read_secrets(const struct office *office, const struct store_batch *batch,
                         struct room_batch *room)
{
    uint32_t sealed = 0;
    uint32_t revealed = 0;
    for (size_t i = 0; i < batch->entry_count; i++) {
        const struct store_entry *entry = &batch->entries[i];
        if (entry->kind == STORE_ENTRY_SEALED) {
            struct room_fact *fact = next_fact(room, ROOM_FACT_SECRET, &sealed);
            if (fact == NULL || entry->bytes.size != SEALED_SIZE ||
                (office != NULL && office->key != NULL &&
                 !fair_unseal(office->key, place_of(batch->table, batch->sequence),
                              entry->bytes.data, SEALED_SIZE, fact->as.seed.bytes))) {
                return false;
            }
        } else if (entry->kind == STORE_ENTRY_SEED) {
            struct room_fact *fact = next_fact(room, ROOM_FACT_REVEALED, &revealed);
            if (fact == NULL || entry->bytes.size != ROOM_SECRET) {
                return false;
            }
            memcpy(fact->as.seed.bytes, entry->bytes.data, ROOM_SECRET);
        }
    }
    return next_fact(room, ROOM_FACT_SECRET, &sealed) == NULL &&
           next_fact(room, ROOM_FACT_REVEALED, &revealed) == NULL;
}

static bool postings_are_sound(const struct store_batch *batch)
{
    bool fine = true;
    for (size_t i = 0; i < batch->posting_count; i++) {
        fine = fine && uth_posting_check(&batch->postings[i]) == UTH_OK;
    }
    return fine;
}

static bool start(const struct store_batch *batch, struct room_batch *room)
{
    if (batch->event_count > sizeof room->events / sizeof room->events[0] ||
        batch->posting_count > sizeof room->postings / sizeof room->postings[0] ||
        !postings_are_sound(batch)) {
        return false;
    }
    room->table = batch->table;
    room->round = batch->round;
    room->time_ms = batch->time_ms;
    room->event_count = (uint32_t)batch->event_count;
    room->posting_count = (uint32_t)batch->posting_count;
    room->entry_count = 0;
    room->fact_count = 0;
    if (batch->event_count != 0) {
        memcpy(room->events, batch->events, batch->event_count * sizeof *batch->events);
    }
    if (batch->posting_count != 0) {
        memcpy(room->postings, batch->postings, batch->posting_count * sizeof *batch->postings);
    }
    return true;
}

bool office_decode_room(const struct office *office, const struct store_batch *batch,
                        struct room_batch *room, struct fault *fault)
{
    bool sane = start(batch, room);
    for (size_t i = 0; sane && i < batch->entry_count; i++) {
        const struct store_entry *entry = &batch->entries[i];
        if (entry->kind == STORE_ENTRY_ROOM) {
            sane = read_facts(entry->bytes, room);
        } else if (entry->kind == STORE_ENTRY_JOURNAL) {
            sane = read_journal(entry->bytes, room);
        }
    }
    return (sane && read_secrets(office, batch, room)) ||
           fault_report(
               fault, FAULT_DAMAGED,
               "batch %llu of table %u cannot be read: uth audit verify says whether it was"
               " changed",
               (unsigned long long)batch->sequence, batch->table);
}
