// A whole table at one point, so that a restart replays from there.
//
// Bytes: the table without its secret, the last secret that was revealed with its round, who
// withheld a part last, the list of the day with the position it is as of, and behind that the sealed
// secret, if there is one.
#include <string.h>

#include "office/internal.h"
#include "office/record.h"
#include "office/stored.h"

#define SEALED_SIZE (ROOM_SECRET + FAIR_SEAL_EXTRA)

static struct fair_place place_of(uint32_t table, uint64_t sequence)
{
    const struct fair_place place = {FAIR_PURPOSE_ROUND, table, sequence};
    return place;
}

size_t office_snapshot_write(const struct office *office, const struct table_slot *slot,
                             const struct room_table *table, uint64_t sequence, uint8_t *bytes)
{
    struct codec_out out = {bytes, bytes + STORE_ENTRY_MAX, 0};
    struct stored_besides besides = {.sequence = sequence,
                                     .last_round = slot->table.last_round,
                                     .withheld_round = slot->table.withheld_round,
                                     .withheld = slot->table.withheld,
                                     .day_position = office->position,
                                     .day = slot->day};
    memcpy(besides.last_secret, slot->table.last_secret, sizeof besides.last_secret);
    codec_write(&out, &stored_table, NULL, table);
    codec_write(&out, &stored_besides, NULL, &besides);
    if (table->secret_known != 0) {
        UTH_CHECK(out.end - out.at >= SEALED_SIZE);
        fair_seal(office->key, place_of(table->id, sequence), table->secret, ROOM_SECRET, out.at);
        out.at += SEALED_SIZE;
    }
    return (size_t)(out.at - bytes);
}

void office_snapshot_add(const struct office *office, const struct table_slot *slot,
                         const struct room_table *table, struct office_draft *draft)
{
    uint8_t *room = office_draft_room(draft, STORE_ENTRY_MAX);
    const size_t size = office_snapshot_write(office, slot, table, draft->batch.sequence, room);
    office_draft_add(draft, STORE_ENTRY_SNAPSHOT, table->id, size);
}

// The secret, where there is one. Without the key it stays unknown.
static bool read_secret(const struct office *office, const uint8_t *at, const uint8_t *end,
                        uint64_t sequence, struct room_table *table)
{
    if (table->secret_known == 0) {
        return at == end;
    }
    return end - at == SEALED_SIZE &&
           (office->key == NULL || fair_unseal(office->key, place_of(table->id, sequence), at,
                                               SEALED_SIZE, table->secret));
}

// Only what is used: the rest of a new table's list is zeros that take no memory until somebody comes.
static void copy_day(const struct day_list *from, struct day_list *to)
{
    const size_t left = to->count > from->count ? to->count - from->count : 0;
    memcpy(to->people, from->people, from->count * sizeof to->people[0]);
    memset(&to->people[from->count], 0, left * sizeof to->people[0]);
    to->count = from->count;
    to->day = from->day;
}

// A round that was opened before the field was stored: the Progressive is never lost by a fold.
static void complete_folds(struct uth_round *round)
{
    if (round->number != 0 && round->folds[UTH_WAGER_PROGRESSIVE] == UTH_FOLD_LOSES) {
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            round->folds[i] = (uint8_t)uth_wagers[i].fold;
        }
    }
}

static bool read_parts(struct codec_in *in, struct room_table *table,
                       struct stored_besides *besides)
{
    if (!codec_read(in, &stored_table, NULL, table) ||
        !codec_read(in, &stored_besides, NULL, besides) || !day_is_sound(&besides->day)) {
        return false;
    }
    complete_folds(&table->round);
    return true;
}

bool office_snapshot_read(const struct office *office, struct store_bytes bytes,
                          struct table_slot *slot)
{
    struct codec_in in = {bytes.data, bytes.data + bytes.size, 0};
    struct room_table table;
    struct stored_besides besides;
    if (!read_parts(&in, &table, &besides) || table.id != slot->table.room.id ||
        !room_table_is_valid(&table) ||
        !read_secret(office, in.at, in.end, besides.sequence, &table)) {
        return false;
    }
    slot->table.room = table;
    slot->table.sequence = besides.sequence;
    slot->table.drafted = besides.sequence;
    slot->table.last_round = besides.last_round;
    slot->table.withheld_round = besides.withheld_round;
    slot->table.withheld = (uth_seat_set)besides.withheld;
    memcpy(slot->table.last_secret, besides.last_secret, sizeof besides.last_secret);
    slot->table.last_voided = office_last_is_void(&slot->table);
    slot->day_position = besides.day_position;
    copy_day(&besides.day, &slot->day);
    return true;
}

bool office_snapshot_matches(struct store_bytes bytes, const struct table_slot *slot)
{
    struct codec_in in = {bytes.data, bytes.data + bytes.size, 0};
    struct room_table table;
    struct stored_besides besides;
    if (!read_parts(&in, &table, &besides)) {
        return false;
    }
    memcpy(table.secret, slot->table.room.secret, sizeof table.secret);
    return besides.sequence == slot->table.sequence &&
           memcmp(&table, &slot->table.room, sizeof table) == 0;
}

// ---- whether it holds -------------------------------------------------------------------------

struct replay {
    struct uth_round round;
    bool begun;
    bool fine;
};

static bool replay_batch(void *context, const struct store_record *record)
{
    struct replay *replay = context;
    for (size_t i = 0; replay->fine && i < record->batch.event_count; i++) {
        const struct uth_event *event = &record->batch.events[i];
        if (event->kind == UTH_EVENT_OPENED) {
            replay->round = office_round_before(event);
            replay->begun = true;
        }
        replay->fine = replay->begun && uth_round_can_follow(&replay->round, event);
        if (replay->fine) {
            uth_round_apply(&replay->round, event);
        }
    }
    return replay->fine;
}

// The round of a snapshot is what its events made it: they are played again up to there. So nothing
// that could not have come from play is played on with.
bool office_validate_snapshot(struct store *store, const struct office_table *table,
                              struct fault *fault)
{
    struct replay replay = {.fine = true};
    struct store_round where;
    const uint64_t number = table->room.round.number;
    enum store_status status = STORE_OK;
    if (number != 0) {
        status = store_round(store, table->room.id, number, &where);
        if (status == STORE_OK) {
            status = store_read_table(store, table->room.id, where.first_sequence, table->sequence,
                                      replay_batch, &replay);
        }
    }
    if (status != STORE_OK && status != STORE_ERR_NOT_FOUND) {
        return office_fail_store(fault, store, status);
    }
    return (status == STORE_OK && replay.fine &&
            memcmp(&replay.round, &table->room.round, sizeof replay.round) == 0) ||
           fault_report(
               fault, FAULT_DAMAGED,
               "the snapshot of table %u does not show its round %llu as it was played; uth"
               " audit verify says whether it was changed",
               table->room.id, (unsigned long long)number);
}
