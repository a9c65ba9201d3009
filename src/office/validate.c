// Whether what came out of a store can be gone on with. What is stored was taken piece by piece, each
// following the one before; here the whole is looked at once, before anybody plays on with it.
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/record.h"

static bool damaged(struct fault *fault, uint32_t table, const char *what)
{
    return fault_report(fault, FAULT_DAMAGED,
                        "table %u: %s; uth audit verify says whether it was changed", table, what);
}

// ---- tables -----------------------------------------------------------------------------------

static bool config_is_valid(const struct office *office, const struct room_config *config)
{
    const struct uth_rules *rules = office_rules(office, config->profile);
    return rules != NULL && room_config_check(rules, config, NULL) == UTH_OK;
}

static bool configs_hold(const struct office *office, const struct office_table *table)
{
    const struct room_table *room = &table->room;
    return config_is_valid(office, &table->wanted) &&
           (room->config.profile == 0 || config_is_valid(office, &room->config)) &&
           (room->config_waits == 0 || config_is_valid(office, &room->waiting));
}

// The list of the day has whoever sits there, and nobody else sits by it.
static bool seats_hold(const struct office *office, struct table_slot *slot)
{
    bool fine = true;
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const uint64_t player = slot->table.room.seats[seat - 1].player;
        const struct day_entry *entry = day_entry_at(&slot->day, seat);
        const bool listed = player != 0 && !room_is_automatic_player(player);
        fine = fine && (listed ? entry != NULL && entry->player == player &&
                                     office_slot(office, player) != NULL
                               : entry == NULL);
    }
    return fine;
}

static bool sequence_is_valid(const struct office *office, const struct office_table *table,
                              struct fault *fault)
{
    uint64_t last = 0;
    const enum store_status status = store_table_sequence(office->store, table->room.id, &last);
    if (status != STORE_OK) {
        return office_fail_store(fault, office->store, status);
    }
    return last == table->sequence ||
           damaged(fault, table->room.id, "some of its batches are missing");
}

static bool runs(const struct room_table *room)
{
    return room->round.phase != UTH_PHASE_IDLE && room->round.phase != UTH_PHASE_OVER;
}

static bool table_is_valid(const struct office *office, struct table_slot *slot,
                           struct office_record *record, struct fault *fault)
{
    const struct office_table *table = &slot->table;
    const struct room_table *room = &table->room;
    if (!configs_hold(office, table)) {
        return damaged(fault, room->id,
                       "its configuration is invalid, or its rules are not stored");
    }
    if (!sequence_is_valid(office, table, fault)) {
        return false;
    }
    if (!seats_hold(office, slot)) {
        return damaged(fault, room->id, "impossible player in a seat");
    }
    if (room->config.profile == 0) {
        return !runs(room) || damaged(fault, room->id, "it plays without rules");
    }
    const struct uth_rules *rules = office_rules(office, room->config.profile);
    if (runs(room) && !office_validate_round(office->store, table, rules, record, fault)) {
        return false;
    }
    struct office_meter *meter = office_meter_slot(office, room->config.meter);
    const struct room_world world = {
        .rules = rules,
        .meter = meter == NULL ? NULL : &meter->controller,
    };
    return room_table_can_resume(&world, room) ||
           damaged(fault, room->id, "seats, bank, state and round contradict each other");
}

// ---- all of it --------------------------------------------------------------------------------

static bool meters_hold(const struct office *office, struct fault *fault)
{
    for (size_t i = 0; i < office->meter_count; i++) {
        const struct uth_controller *controller = &office_meter_at(office, i)->controller;
        if (!uth_controller_validate(controller)) {
            return fault_report(
                fault, FAULT_DAMAGED,
                "the journal of meter %llu ends where none can; uth audit verify says"
                " whether it was changed",
                (unsigned long long)office->meter_ids[i]);
        }
    }
    return true;
}

bool office_validate(const struct office *office, struct fault *fault)
{
    struct office_record *record = malloc(sizeof *record);
    bool fine = record != NULL || fault_report(fault, FAULT_MEMORY, "out of memory");
    fine = fine && meters_hold(office, fault);
    for (size_t i = 0; fine && i < office->table_count; i++) {
        fine = table_is_valid(office, office->tables[office->table_ids[i]], record, fault);
    }
    free(record);
    return fine;
}
