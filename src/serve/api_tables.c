// Tables: what managers and the pit change about them. Every change is a task, stored before it is
// answered, and a line of the log; at the table it waits until no round is open.
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "serve/table_actor.h"
#include "uth/controller.h"
#include "wire/inventory_json.h"
#include "wire/rules_json.h"
#include "wire/table_json.h"

struct table_task {
    struct task task; // first
    uint32_t table;   // 0: a new one
    uint64_t link;    // its meter, to be linked when it is there
    struct uth_rules rules;
    struct room_config config;
    char reason[OFFICE_REASON_MAX + 1];
};

static bool link_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct table_task *table = (const struct table_task *)task;
    struct office_by by = api_by(serve, task, "table added");
    const struct uth_controller_command command = {
        .kind = UTH_CONTROLLER_LINK,
        .authority = UTH_AUTHORITY_EXECUTIVE,
        .who = task->person,
        .time_ms = serve->now_ms,
        .meter = table->link,
        .table = table->table,
        .controller = (enum uth_controller_model)table->config.controller,
    };
    return office_meter_command(serve->office, table->link, &command, &by, &serve->draft, fault);
}

static void table_answer(struct serve *serve, struct table_task *task)
{
    struct table_actor *actor = actor_of(serve, task->table);
    const struct office_table *table = office_table(serve->office, task->table);
    json_t *json = json_pack("{s:b, s:i, s:b}", "ok", 1, "table", (int)task->table, "waits",
                             office_table_waits(table) ? 1 : 0);
    (void)json_object_set_new(json, "config", wire_config_to_json(&table->wanted, NULL));
    api_reply_json(serve, task->task.request, json);
    if (actor == NULL && !actor_add(serve, table)) {
        log_line(&serve->log, LOG_LEVEL_ERROR, "out of memory: table %u is not opened",
                 task->table);
    } else {
        serve_want_strategy(serve, &task->rules, &task->config);
        actor_prepare(serve, actor_of(serve, task->table), task->task.person);
    }
    serve->lobby_changed = serve->pit_changed = true;
}

static void table_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    struct table_task *table = (struct table_task *)task;
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
        free(task);
        return;
    }
    const struct office_meter *meter = office_meter(serve->office, table->link);
    if (meter != NULL && uth_controller_station(&meter->controller, table->table) == NULL) {
        task->build = link_build;
        task->meter = table->link;
        task_submit(serve, task);
        return;
    }
    table_answer(serve, table);
    free(task);
}

static bool table_build(struct serve *serve, struct task *task, struct fault *fault)
{
    struct table_task *table = (struct table_task *)task;
    const struct office_by by = api_by(serve, task, table->reason);
    if (table->table != 0) {
        const struct office_table_wish wish = {table->table, &table->rules, &table->config};
        return office_table_configure(serve->office, &wish, &by, &serve->draft, fault);
    }
    if (!office_table_add(serve->office, &table->rules, &table->config, &by, &serve->draft,
                          fault)) {
        return false;
    }
    table->table = (uint32_t)serve->draft.id;
    return true;
}

// "?try=1": would it be done? A form asks as it is filled in.
static bool is_tried(const struct call *call)
{
    const char *given = net_query(call->request, "try");
    return given != NULL && strcmp(given, "1") == 0;
}

static void refuse_field(struct call *call, const struct wire_fault *fault)
{
    if (is_tried(call)) {
        char text[WIRE_FAULT_TEXT_MAX];
        wire_fault_text(fault, text);
        api_answer_fault(call->serve, call->request->id, fault->clause, CODE_INPUT, text);
    } else {
        api_refuse_fault(call->serve, call->request->id, fault);
    }
}

static bool read_rules(struct call *call, bool optional, struct uth_rules *rules)
{
    const json_t *given = json_object_get(call->body, "profile");
    struct wire_fault fault;
    if (given == NULL && optional) {
        return true;
    }
    const struct uth_rules *builtin =
        json_is_string(given) ? uth_rules_find(json_string_value(given)) : NULL;
    if (builtin != NULL) {
        *rules = *builtin;
        return true;
    }
    if (json_is_object(given) && wire_rules_from_json(given, rules, &fault)) {
        return true;
    }
    if (!json_is_object(given)) {
        (void)wire_fault_at(&fault, "profile", given, "the name of a profile, or one");
    }
    refuse_field(call, &fault);
    return false;
}

// The tables in force by number or name, as `uth settle` reads them: the rules as a profile that is
// changed by these fields.
static bool read_options(struct call *call, struct uth_rules *rules)
{
    json_t *given = json_object_get(call->body, "options");
    struct wire_fault fault;
    if (given == NULL || json_is_null(given)) {
        return true;
    }
    json_t *profile = wire_rules_to_json(rules);
    const bool merged = json_is_object(given) && json_object_update_recursive(profile, given) == 0;
    const bool good = merged && wire_rules_from_json(profile, rules, &fault);
    json_decref(profile);
    if (!merged) {
        (void)wire_fault_at(&fault, "options", given, "fields of a profile to change");
    }
    if (!good) {
        refuse_field(call, &fault);
    }
    return good;
}

static bool read_config(struct call *call, struct room_config *config)
{
    const json_t *given = json_object_get(call->body, "config");
    struct wire_fault fault;
    if (given == NULL || json_is_null(given) || wire_config_from_json(given, config, &fault)) {
        return true;
    }
    (void)wire_fault_inside(&fault, "config");
    refuse_field(call, &fault);
    return false;
}

static void table_try(struct call *call, const struct table_task *table)
{
    const struct office_table_wish wish = {table->table, &table->rules, &table->config};
    struct fault fault;
    if (office_table_check(call->serve->office, &wish, &fault)) {
        api_answer_sound(call, &table->rules);
    } else {
        api_answer_fault(call->serve, call->request->id, fault_clause(&fault), CODE_INPUT,
                         fault.text);
    }
}

static void table_start(struct call *call, struct table_task *table)
{
    table->config.profile = wire_rules_number(&table->rules);
    table->link = table->config.meter;
    if (is_tried(call)) {
        table_try(call, table);
        free(table);
    } else {
        task_submit(call->serve, &table->task);
    }
}

void api_table_add(struct call *call)
{
    const char *name;
    struct table_task *table = api_task(call, sizeof *table, table_build, table_finish);
    if (table == NULL) {
        return;
    }
    if (!api_text(call, "name", false, ROOM_NAME_MAX - 1, &name) ||
        !api_copy(call, "reason", true, table->reason, sizeof table->reason) ||
        !read_rules(call, false, &table->rules) || !read_options(call, &table->rules)) {
        free(table);
        return;
    }
    office_config_default(&table->rules, name, &table->config);
    if (!read_config(call, &table->config)) {
        free(table);
        return;
    }
    table_start(call, table);
}

// The table of the path as it is meant to be, to be changed. NULL after a refusal.
static struct table_task *change_of(struct call *call)
{
    const struct office_table *known = api_table(call);
    struct table_task *table =
        known == NULL ? NULL : api_task(call, sizeof *table, table_build, table_finish);
    if (table != NULL) {
        table->table = known->room.id;
        table->config = known->wanted;
        table->rules = *office_rules(call->serve->office, known->wanted.profile);
    }
    return table;
}

void api_table_configure(struct call *call)
{
    struct table_task *table = change_of(call);
    if (table == NULL) {
        return;
    }
    if (!api_copy(call, "reason", is_tried(call), table->reason, sizeof table->reason) ||
        !read_rules(call, true, &table->rules) || !read_options(call, &table->rules)) {
        free(table);
        return;
    }
    office_config_rules_changed(office_rules(call->serve->office, table->config.profile),
                                &table->rules, &table->config);
    if (!read_config(call, &table->config)) {
        free(table);
        return;
    }
    table_start(call, table);
}

// House or proposition players, whichever this table may have.
void api_automatic_players(struct call *call)
{
    int64_t count;
    struct table_task *table = change_of(call);
    if (table == NULL) {
        return;
    }
    (void)snprintf(table->reason, sizeof table->reason, "automatic players");
    if (!api_number(call, "count", false, 0, UTH_SEATS_MAX, &count) ||
        !api_copy(call, "reason", true, table->reason, sizeof table->reason)) {
        free(table);
        return;
    }
    if (table->rules.banked_by == UTH_BANKED_BY_PLAYER) {
        table->config.proposition_players = (uint8_t)count;
    } else {
        table->config.house_players = (uint8_t)count;
    }
    table_start(call, table);
}

// ---- components (GM-7) ------------------------------------------------------------------------

struct part_task {
    struct task task; // first
    struct office_part_change change;
    char reason[OFFICE_REASON_MAX + 1];
};

static bool part_build(struct serve *serve, struct task *task, struct fault *fault)
{
    struct part_task *part = (struct part_task *)task;
    const struct office_by by = api_by(serve, task, part->reason);
    return office_table_part(serve->office, &part->change, &by, &serve->draft, fault);
}

static void part_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    const struct part_task *part = (const struct part_task *)task;
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        const struct office_table *table = office_table(serve->office, part->change.table);
        api_reply_json(
            serve, task->request,
            json_pack("{s:b, s:o, s:o}", "ok", 1, "components",
                      wire_inventory_json(&table->inventory), "component_warnings",
                      wire_findings_json(&table->inventory,
                                         (enum uth_controller_model)table->wanted.controller)));
        serve->pit_changed = true;
    }
    free(task);
}

static bool read_part(struct call *call, struct office_part_change *change)
{
    const char *name;
    int64_t since_ms = call->serve->now_ms;
    enum uth_component component;
    struct uth_part *part = &change->part;
    if (!api_bool(call, "remove", true, &change->remove) ||
        !api_text(call, "component", false, 64, &name) ||
        !api_copy(call, "version", change->remove, part->version, sizeof part->version) ||
        !api_copy(call, "serial", false, part->serial, sizeof part->serial) ||
        !api_number(call, "since_ms", true, 0, call->serve->now_ms, &since_ms)) {
        return false;
    }
    if (!wire_component_named(name, &component)) {
        return api_refuse_input(call, "component: must be the name of an approved component");
    }
    part->component = (uint8_t)component;
    part->since_ms = since_ms;
    return true;
}

void api_table_component(struct call *call)
{
    struct part_task *part =
        api_table(call) == NULL ? NULL : api_task(call, sizeof *part, part_build, part_finish);
    if (part == NULL) {
        return;
    }
    part->change.table = (uint32_t)call->ids[0];
    if (!api_copy(call, "reason", false, part->reason, sizeof part->reason) ||
        !read_part(call, &part->change)) {
        free(part);
        return;
    }
    task_submit(call->serve, &part->task);
}
