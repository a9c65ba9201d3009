// Drafts about tables and meters.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/meter_json.h"
#include "office/stored.h"
#include "wire/inventory_json.h"
#include "wire/rules_json.h"
#include "wire/table_json.h"

// ---- tables -----------------------------------------------------------------------------------

// What a table begins with, in antes: enough for a player to see fifty rounds, for an automatic
// player to see a hundred, and for a player-dealer to cover a full table.
#define BUY_IN_MIN_ANTES       20
#define AUTOMATIC_BUY_IN_ANTES 600
#define AUTOMATIC_BANK_ANTES   100
#define AUTOMATIC_MS           1200

static uth_money times(uth_money amount, int64_t factor)
{
    uth_money product;
    return uth_money_multiply(amount, factor, &product) == UTH_OK ? product : amount;
}

// Who fills free seats, and with whose money, goes by who banks (BANK-1): nobody yet.
static void set_automatic(const struct uth_rules *rules, struct room_config *config)
{
    const bool player_banks = rules->banked_by == UTH_BANKED_BY_PLAYER;
    const uth_money ante = uth_rules_limit(rules, UTH_WAGER_ANTE).min;
    const uth_money none = {0};
    const uth_money buy_in = times(ante, AUTOMATIC_BUY_IN_ANTES);
    memset(config->provider, 0, sizeof config->provider);
    config->provider_bankroll = none;
    config->house_players = config->proposition_players = 0;
    config->house_strategy = config->proposition_strategy = 0;
    config->house_trips = config->house_progressive = config->proposition_trips = none;
    config->house_ante = player_banks ? none : ante;
    config->house_buy_in = player_banks ? none : buy_in;
    config->house_ms = player_banks ? 0 : AUTOMATIC_MS;
    config->proposition_ante = player_banks ? ante : none;
    config->proposition_buy_in = player_banks ? buy_in : none;
    config->proposition_bank = player_banks ? times(ante, AUTOMATIC_BANK_ANTES) : none;
    config->proposition_ms = player_banks ? AUTOMATIC_MS : 0;
}

void office_config_rules_changed(const struct uth_rules *before, const struct uth_rules *rules,
                                 struct room_config *config)
{
    if (before->banked_by != rules->banked_by) {
        set_automatic(rules, config);
    }
}

void office_config_default(const struct uth_rules *rules, const char *name,
                           struct room_config *config)
{
    const uth_money ante = uth_rules_limit(rules, UTH_WAGER_ANTE).min;
    memset(config, 0, sizeof *config);
    const size_t length = strlen(name);
    memcpy(config->name, name, length < ROOM_NAME_MAX ? length : ROOM_NAME_MAX - 1);
    config->buy_in_min = times(ante, BUY_IN_MIN_ANTES);
    set_automatic(rules, config);
    config->betting_ms = 15000;
    config->decision_ms = 20000;
    config->offer_ms = 30000;
    config->result_ms = 6000;
    config->absent_rounds = 10;
}

static bool table_is_sane(const struct office *office, const struct uth_rules *rules,
                          const struct room_config *config, struct fault *fault)
{
    struct room_config_fault inner;
    const enum uth_status status = room_config_check(rules, config, &inner);
    if (status != UTH_OK) {
        (void)fault_report(fault, FAULT_REFUSED, "config.%s: must be %s", inner.field, inner.must);
        fault->status = status;
        return false;
    }
    if (config->meter != 0 && office_meter(office, config->meter) == NULL) {
        return fault_report(fault, FAULT_NOT_FOUND, "config.meter: there is no meter %" PRIu64,
                            config->meter);
    }
    return true;
}

static bool name_is_free(const struct office *office, const char *name, uint32_t id,
                         struct fault *fault)
{
    for (size_t i = 0; i < office->table_count; i++) {
        const struct office_table *other = office_table_at(office, i);
        if (other->room.id != id &&
            strncmp(other->wanted.name, name, sizeof other->wanted.name) == 0) {
            return fault_report(fault, FAULT_TAKEN,
                                "config.name: table %u is called '%.*s' already", other->room.id,
                                ROOM_NAME_MAX, name);
        }
    }
    return true;
}

// The profile goes along when the store does not have it yet.
static bool add_profile(const struct office *office, const struct uth_rules *rules, uint64_t number,
                        struct office_draft *draft, struct fault *fault)
{
    char *text = wire_rules_text(rules);
    if (text == NULL) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    const size_t length = strlen(text);
    const bool is_new = office_rules(office, number) == NULL;
    const bool fits = length <= STORE_ENTRY_MAX && office->profile_count < OFFICE_PROFILES_MAX;
    if (is_new && fits) {
        memcpy(office_draft_room(draft, length), text, length);
        office_draft_add(draft, STORE_ENTRY_PROFILE, number, length);
    }
    free(text);
    return !is_new || fits ||
           fault_report(fault, FAULT_FULL, "there is no room for another rule profile this long");
}

static json_t *config_json(const struct room_config *config, const struct uth_rules *rules)
{
    return config->name[0] == '\0'
               ? NULL
               : wire_config_to_json(config, rules != NULL ? rules->name : NULL);
}

bool office_table_check(const struct office *office, const struct office_table_wish *wish,
                        struct fault *fault)
{
    return table_is_sane(office, wish->rules, wish->config, fault) &&
           name_is_free(office, wish->config->name, wish->table, fault);
}

static bool draft_table(struct office *office, const struct office_table_wish *wish,
                        const struct office_by *by, struct office_draft *draft, struct fault *fault)
{
    const struct office_table *known = office_table(office, wish->table);
    struct room_config config = *wish->config;
    config.profile = wire_rules_number(wish->rules);
    if (config.profile == 0) {
        return fault_report(fault, FAULT_MEMORY, "out of memory");
    }
    const struct office_table_wish checked = {wish->table, wish->rules, &config};
    if (!office_table_check(office, &checked, fault) ||
        !office_by_check(by, known != NULL, fault) ||
        !office_draft_begin(office, draft, by->now_ms, true, fault) ||
        !add_profile(office, wish->rules, config.profile, draft, fault)) {
        return false;
    }
    draft->id = wish->table;
    office_draft_state(draft, STORE_ENTRY_TABLE, wish->table, &stored_config, &config);
    const struct office_what what = {
        .what = known != NULL ? "table configured" : "table added",
        .about = "table",
        .id = wish->table,
        .before = known == NULL
                      ? NULL
                      : config_json(&known->wanted, office_rules(office, known->wanted.profile)),
        .after = config_json(&config, wish->rules)};
    if (!office_draft_log(draft, by, what, fault)) {
        return false;
    }
    office_draft_finish(office, draft, true);
    return true;
}

bool office_table_add(struct office *office, const struct uth_rules *rules,
                      const struct room_config *config, const struct office_by *by,
                      struct office_draft *draft, struct fault *fault)
{
    const size_t count = office->table_count;
    const struct office_table_wish wish = {count == 0 ? 1 : office->table_ids[count - 1] + 1, rules,
                                           config};
    return wish.table <= OFFICE_TABLES_MAX
               ? draft_table(office, &wish, by, draft, fault)
               : fault_report(fault, FAULT_FULL, "there are too many tables: %d",
                              OFFICE_TABLES_MAX);
}

bool office_table_configure(struct office *office, const struct office_table_wish *wish,
                            const struct office_by *by, struct office_draft *draft,
                            struct fault *fault)
{
    return office_table(office, wish->table) != NULL
               ? draft_table(office, wish, by, draft, fault)
               : fault_report(fault, FAULT_NOT_FOUND, "there is no table %u", wish->table);
}

// ---- components (GM-7) ------------------------------------------------------------------------

size_t office_table_findings(const struct office_table *table,
                             struct uth_finding findings[UTH_FINDINGS_MAX])
{
    return table->wanted.meter == 0
               ? 0
               : uth_inventory_findings(&table->inventory,
                                        (enum uth_controller_model)table->wanted.controller,
                                        findings);
}

static bool change_part(struct uth_inventory *inventory, const struct office_part_change *change,
                        struct fault *fault)
{
    const char *name = change->part.component < UTH_COMPONENT_COUNT
                           ? uth_component_name((enum uth_component)change->part.component)
                           : "component";
    if (change->remove) {
        return uth_inventory_remove(inventory, &change->part) ||
               fault_report(fault, FAULT_NOT_FOUND, "table %u has no %s with serial number '%.*s'",
                            change->table, name, UTH_SERIAL_SIZE, change->part.serial);
    }
    if (!uth_part_validate(&change->part)) {
        return fault_report(fault, FAULT_INPUT,
                            "a component has a version of at most %d characters with a digit in it,"
                            " a serial number of at most %d, and a date since 1970",
                            UTH_VERSION_SIZE - 1, UTH_SERIAL_SIZE - 1);
    }
    return uth_inventory_put(inventory, &change->part) ||
           fault_report(fault, FAULT_FULL, "a table lists at most %d components", UTH_PARTS_MAX);
}

bool office_table_part(struct office *office, const struct office_part_change *change,
                       const struct office_by *by, struct office_draft *draft, struct fault *fault)
{
    const struct office_table *table = office_table(office, change->table);
    if (table == NULL) {
        return fault_report(fault, FAULT_NOT_FOUND, "there is no table %u", change->table);
    }
    struct uth_inventory inventory = table->inventory;
    if (!office_by_check(by, true, fault) || !change_part(&inventory, change, fault) ||
        !office_draft_begin(office, draft, by->now_ms, true, fault)) {
        return false;
    }
    draft->id = change->table;
    office_draft_state(draft, STORE_ENTRY_INVENTORY, change->table, &stored_inventory, &inventory);
    const struct office_what what = {
        .what = change->remove ? "component removed" : "component listed",
        .about = "table",
        .id = change->table,
        .before = json_pack("{s:o}", "components", wire_inventory_json(&table->inventory)),
        .after = json_pack("{s:o}", "components", wire_inventory_json(&inventory))};
    if (!office_draft_log(draft, by, what, fault)) {
        return false;
    }
    office_draft_finish(office, draft, true);
    return true;
}

// ---- meters -----------------------------------------------------------------------------------

// GM-3: made by one person and approved by another, and both may.
static bool adjustment_is_approved(const struct office *office, const struct office_by *by,
                                   struct fault *fault)
{
    const struct office_person *first = office_person(office, by->who);
    const struct office_person *second = office_person(office, by->approved_by);
    if (first == NULL || !room_role_may((enum room_role)first->state.role, ROOM_RIGHT_ADJUST)) {
        return fault_refuse(fault, UTH_ERR_NO_RIGHT, "an adjustment");
    }
    if (second == NULL || second == first ||
        !room_role_may((enum room_role)second->state.role, ROOM_RIGHT_APPROVE)) {
        return fault_refuse(fault, UTH_ERR_SECOND_PERSON, "%s", "");
    }
    return true;
}

// A table is linked to a meter when it is there and its rules have the wager.
static bool table_fits(const struct office *office, const struct uth_controller_command *command,
                       struct fault *fault)
{
    const bool links = command->kind == UTH_CONTROLLER_LINK;
    if (!links && command->kind != UTH_CONTROLLER_UNLINK) {
        return true;
    }
    const struct office_table *table = office_table(office, command->table);
    if (table == NULL) {
        return fault_report(fault, FAULT_NOT_FOUND, "there is no table %u", command->table);
    }
    const struct uth_rules *rules = office_rules(office, table->wanted.profile);
    return !links || (rules != NULL && rules->offered[UTH_WAGER_PROGRESSIVE]) ||
           fault_report(fault, FAULT_INPUT, "table %u plays by rules that have no Progressive",
                        command->table);
}

// A command to a meter, which it changes.
struct asked {
    const struct uth_progressive_rules *rules;
    struct uth_controller *controller;
    const struct uth_controller_command *command;
};

static void add_entries(const struct asked *asked, const struct uth_entries *entries,
                        struct office_draft *draft)
{
    for (uint32_t i = 0; i < entries->count; i++) {
        struct uth_postings postings;
        const struct uth_meter_entry *entry = &entries->list[i];
        office_draft_journal(draft, entry);
        uth_entry_post(entry, &postings);
        for (uint32_t j = 0; j < postings.count; j++) {
            office_draft_post(draft, &postings.list[j]);
        }
        uth_controller_apply(asked->controller, entry);
    }
    office_draft_state(draft, STORE_ENTRY_METER, asked->controller->id, &stored_controller,
                       asked->controller);
    draft->id = asked->controller->id;
}

static bool draft_meter(struct office *office, const struct asked *asked,
                        const struct office_by *by, struct office_draft *draft, struct fault *fault)
{
    struct uth_controller_command named = *asked->command;
    struct uth_entries entries = {.count = 0};
    if (!office_draft_begin(office, draft, by->now_ms, true, fault)) {
        return false;
    }
    named.who = by->who;
    named.approved_by = by->approved_by;
    named.time_ms = by->now_ms;
    named.note = draft->batch.sequence;
    const enum uth_status status =
        uth_controller_decide(asked->rules, asked->controller, &named, &entries);
    if (status != UTH_OK) {
        return fault_refuse(fault, status, "%s", "");
    }
    json_t *before = asked->controller->entries == 0 ? NULL : office_meter_json(asked->controller);
    add_entries(asked, &entries, draft);
    const struct office_what what = {.what = uth_controller_command_name(named.kind),
                                     .about = "meter",
                                     .id = asked->controller->id,
                                     .before = before,
                                     .after = office_meter_json(asked->controller)};
    if (!office_draft_log(draft, by, what, fault)) {
        return false;
    }
    office_draft_finish(office, draft, true);
    return true;
}

bool office_meter_add(struct office *office, const struct office_meter_new *meter,
                      const struct office_by *by, struct office_draft *draft, struct fault *fault)
{
    const size_t count = office->meter_count;
    const uint64_t id = count == 0 ? 1 : office->meter_ids[count - 1] + 1;
    struct uth_controller controller;
    const struct uth_controller_command command = {.kind = UTH_CONTROLLER_CREATE,
                                                   .authority = UTH_AUTHORITY_EXECUTIVE,
                                                   .meter = id,
                                                   .amount = meter->beginning,
                                                   .executive_above = meter->executive_above,
                                                   .terms = meter->terms};
    const struct asked asked = {meter->rules, &controller, &command};
    memset(&controller, 0, sizeof controller);
    if (id > OFFICE_METERS_MAX) {
        return fault_report(fault, FAULT_FULL, "there are too many meters: %d", OFFICE_METERS_MAX);
    }
    return office_by_check(by, false, fault) && draft_meter(office, &asked, by, draft, fault);
}

bool office_meter_command_on(struct office *office, struct uth_controller *working,
                             const struct uth_controller_command *command,
                             const struct office_by *by, struct office_draft *draft,
                             struct fault *fault)
{
    const bool needs_reason = command->kind == UTH_CONTROLLER_ADJUST ||
                              command->kind == UTH_CONTROLLER_TERMS ||
                              command->kind == UTH_CONTROLLER_EXECUTIVE;
    if (!office_by_check(by, needs_reason, fault) || !table_fits(office, command, fault) ||
        (command->kind == UTH_CONTROLLER_ADJUST && !adjustment_is_approved(office, by, fault))) {
        return false;
    }
    struct uth_controller copy = *working;
    const struct asked asked = {office_meter_rules(office, copy.id), &copy, command};
    if (!draft_meter(office, &asked, by, draft, fault)) {
        return false;
    }
    *working = copy;
    return true;
}

bool office_meter_command(struct office *office, uint64_t meter,
                          const struct uth_controller_command *command, const struct office_by *by,
                          struct office_draft *draft, struct fault *fault)
{
    const struct office_meter *stored = office_meter(office, meter);
    if (stored == NULL) {
        return fault_report(fault, FAULT_NOT_FOUND, "there is no meter %" PRIu64, meter);
    }
    struct uth_controller copy = stored->controller;
    return office_meter_command_on(office, &copy, command, by, draft, fault);
}
