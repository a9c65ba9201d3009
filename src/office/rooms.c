// Tables, meters and rule profiles by their numbers.
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "wire/rules_json.h"

// ---- profiles ---------------------------------------------------------------------------------

const struct uth_rules *office_rules(const struct office *office, uint64_t profile)
{
    for (size_t i = 0; i < office->profile_count; i++) {
        if (office->profiles[i]->number == profile) {
            return &office->profiles[i]->rules;
        }
    }
    return NULL;
}

bool office_profile_read(uint64_t number, struct store_bytes json, struct uth_rules *rules,
                         struct fault *fault)
{
    struct wire_fault wrong;
    if (wire_rules_text_number((const char *)json.data, json.size) != number) {
        return fault_report(fault, FAULT_DAMAGED,
                            "the stored rule profile %llu does not match its"
                            " number",
                            (unsigned long long)number);
    }
    return wire_rules_from_text((const char *)json.data, json.size, rules, &wrong) ||
           fault_report(fault, FAULT_DAMAGED, "the stored rule profile %llu: %s: expected %s",
                        (unsigned long long)number, wrong.path, wrong.expected);
}

bool office_profile_put(struct office *office, uint64_t number, struct store_bytes json,
                        struct fault *fault)
{
    if (office_rules(office, number) != NULL) {
        return true;
    }
    if (office->profile_count == OFFICE_PROFILES_MAX) {
        return fault_report(fault, FAULT_FULL, "there are too many rule profiles: %d",
                            OFFICE_PROFILES_MAX);
    }
    struct profile_slot *slot = calloc(1, sizeof *slot);
    if (slot == NULL) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    slot->number = number;
    if (!office_profile_read(number, json, &slot->rules, fault)) {
        free(slot);
        return false;
    }
    office->profiles[office->profile_count++] = slot;
    return true;
}

// ---- tables -----------------------------------------------------------------------------------

struct table_slot *office_table_slot(const struct office *office, uint32_t id)
{
    return id <= OFFICE_TABLES_MAX ? office->tables[id] : NULL;
}

const struct office_table *office_table(const struct office *office, uint32_t id)
{
    const struct table_slot *slot = office_table_slot(office, id);
    return slot == NULL ? NULL : &slot->table;
}

size_t office_table_count(const struct office *office)
{
    return office->table_count;
}

const struct office_table *office_table_at(const struct office *office, size_t index)
{
    UTH_CHECK(index < office->table_count);
    return office_table(office, office->table_ids[index]);
}

bool office_table_waits(const struct office_table *table)
{
    return memcmp(&table->wanted, &table->room.config, sizeof table->wanted) != 0;
}

// Most of a slot is the list of the day, most of which stays empty. So many at once come from the
// system as pages that take no memory until they are written to; one by one they would be cleared.
static struct table_slot *next_slot(struct office *office)
{
    const size_t at = office->table_count;
    struct table_slot **slots = &office->slots[at / OFFICE_SLOTS_AT_ONCE];
    if (*slots == NULL) {
        *slots = calloc(OFFICE_SLOTS_AT_ONCE, sizeof **slots);
    }
    return *slots == NULL ? NULL : &(*slots)[at % OFFICE_SLOTS_AT_ONCE];
}

struct table_slot *office_table_make(struct office *office, uint32_t id)
{
    UTH_CHECK(id >= 1 && id <= OFFICE_TABLES_MAX && office->tables[id] == NULL);
    struct table_slot *slot = next_slot(office);
    if (slot == NULL) {
        return NULL;
    }
    room_table_init(&slot->table.room, id);
    (void)fair_guard(&slot->table.room, sizeof slot->table.room); // a round's secret will be in it
    office->tables[id] = slot;
    size_t at = office->table_count++;
    while (at > 0 && office->table_ids[at - 1] > id) {
        office->table_ids[at] = office->table_ids[at - 1];
        at--;
    }
    office->table_ids[at] = id;
    return slot;
}

// ---- meters -----------------------------------------------------------------------------------

struct office_meter *office_meter_slot(const struct office *office, uint64_t id)
{
    return id <= OFFICE_METERS_MAX ? office->meters[id] : NULL;
}

const struct office_meter *office_meter(const struct office *office, uint64_t id)
{
    return office_meter_slot(office, id);
}

size_t office_meter_count(const struct office *office)
{
    return office->meter_count;
}

const struct office_meter *office_meter_at(const struct office *office, size_t index)
{
    UTH_CHECK(index < office->meter_count);
    return office_meter(office, office->meter_ids[index]);
}

struct office_meter *office_meter_make(struct office *office, uint64_t id)
{
    UTH_CHECK(id >= 1 && id <= OFFICE_METERS_MAX && office->meters[id] == NULL);
    struct office_meter *slot = calloc(1, sizeof *slot);
    if (slot == NULL) {
        return NULL;
    }
    office->meters[id] = slot;
    size_t at = office->meter_count++;
    while (at > 0 && office->meter_ids[at - 1] > id) {
        office->meter_ids[at] = office->meter_ids[at - 1];
        at--;
    }
    office->meter_ids[at] = id;
    return slot;
}

const struct uth_progressive_rules *office_meter_rules(const struct office *office, uint64_t meter)
{
    for (size_t i = 0; i < office->table_count; i++) {
        const struct room_config *config = &office_table_at(office, i)->wanted;
        const struct uth_rules *rules = office_rules(office, config->profile);
        if (config->meter == meter && rules != NULL) {
            return &rules->progressive;
        }
    }
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        if (uth_rules_builtin(i)->offered[UTH_WAGER_PROGRESSIVE]) {
            return &uth_rules_builtin(i)->progressive;
        }
    }
    UTH_CHECK(!"one of the built-in profiles has a Progressive");
}

uth_money office_balance(const struct office *office, const struct uth_account *account)
{
    return balances_of(&office->balances, account);
}

void office_rooms_finish(struct office *office)
{
    for (size_t i = 0; i < office->table_count; i++) {
        struct table_slot *slot = office->tables[office->table_ids[i]];
        fair_unguard(&slot->table.room, sizeof slot->table.room);
    }
    for (size_t i = 0; i < sizeof office->slots / sizeof office->slots[0]; i++) {
        free(office->slots[i]);
    }
    for (size_t i = 0; i < office->meter_count; i++) {
        free(office->meters[office->meter_ids[i]]);
    }
    for (size_t i = 0; i < office->profile_count; i++) {
        free(office->profiles[i]);
    }
    balances_finish(&office->balances);
}
