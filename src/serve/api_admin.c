// People, tables and meters: what managers and the pit change. Every change is a task, stored before
// it is answered, and a line of the log.
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "uth/manager.h"
#include "wire/person_json.h"
#include "wire/rules_json.h"
#include "wire/table_json.h"

#define PASSWORD_BYTES 128
#define PIN_BYTES      12
#define CARD_DIGITS    18

// ---- people -----------------------------------------------------------------------------------

static json_t *person_json(const struct office_person *person, int64_t now_ms)
{
    json_t *json = office_person_json(&person->state);
    (void)json_object_set_new(json, "locked",
                              json_boolean(office_person_is_locked(person, now_ms)));
    (void)json_object_set_new(json, "wallet", json_integer(person->wallet.cents));
    return json;
}

// Everybody with a password or a role, and the guests who came last: there may be very many.
void api_users(struct call *call)
{
    struct serve *serve = call->serve;
    size_t guests = 0;
    json_t *list = json_array();
    for (size_t i = office_person_count(serve->office); i > 0; i--) {
        const struct office_person *person = office_person_at(serve->office, i - 1);
        if (person->state.role != ROOM_ROLE_GUEST || guests++ < 200) {
            (void)json_array_append_new(list, person_json(person, serve->now_ms));
        }
    }
    api_reply_json(serve, call->request->id, json_pack("{s:o}", "users", list));
}

struct person_task {
    struct task task; // first
    struct job job;   // hashes the password and the PIN
    bool adds;
    uint64_t id; // of the one who is changed, or was added
    struct office_person_change change;
    char name[OFFICE_NAME_MAX + 1];
    char password[PASSWORD_BYTES + 1];
    char pin[PIN_BYTES + 1];
    char reason[OFFICE_REASON_MAX + 1];
    struct office_secret password_hash;
    struct office_secret pin_hash;
    bool hashed;
};

static void person_free(struct person_task *person)
{
    fair_wipe(person, sizeof *person);
    free(person);
}

static bool person_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    struct person_task *person = (struct person_task *)task;
    const struct office_by by = api_by(serve, task, person->reason);
    struct office_person_change *change = &person->change;
    change->password = change->set_password ? &person->password_hash : NULL;
    change->pin = change->set_pin ? &person->pin_hash : NULL;
    if (!person->adds) {
        return office_person_change(serve->office, person->id, change, &by, &serve->draft, fault);
    }
    const struct office_person_new added = {
        .name = person->name,
        .role = change->role,
        .password = change->password,
        .pin = change->pin,
        .card = change->card,
    };
    if (!office_person_add(serve->office, &added, &by, &serve->draft, fault)) {
        return false;
    }
    person->id = serve->draft.id;
    return true;
}

static void person_finish(struct serve *serve, struct task *task, const struct office_fault *fault)
{
    struct person_task *person = (struct person_task *)task;
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        api_reply_json(serve, task->request,
                       person_json(office_person(serve->office, person->id), serve->now_ms));
        clients_of_person_check(serve, person->id);
        tell_person(serve, person->id);
    }
    person_free(person);
}

static struct person_task *person_of(struct job *job)
{
    return (struct person_task *)((char *)job - offsetof(struct person_task, job));
}

static void person_run(struct job *job, struct store *reader)
{
    struct person_task *person = person_of(job);
    (void)reader;
    person->hashed =
        (!person->change.set_password ||
         office_secret_make(person->password, &person->password_hash)) &&
        (!person->change.set_pin || office_secret_make(person->pin, &person->pin_hash));
}

static void person_hashed(void *context, struct job *job)
{
    struct serve *serve = context;
    struct person_task *person = person_of(job);
    if (job->cancelled || !person->hashed) {
        api_refuse(serve, person->task.request, 503, "INPUT", CODE_BUSY, "try again");
        person_free(person);
        return;
    }
    task_submit(serve, &person->task);
}

static void person_start(struct call *call, struct person_task *person)
{
    if (!person->change.set_password && !person->change.set_pin) {
        task_submit(call->serve, &person->task);
        return;
    }
    person->job.run = person_run;
    person->job.done = person_hashed;
    if (!worker_submit(call->serve->worker, &person->job)) {
        person_free(person);
        api_refuse(call->serve, call->request->id, 503, "INPUT", CODE_BUSY,
                   "too many are waiting: try again");
    }
}

static bool refuse_office(struct call *call, const struct office_fault *fault)
{
    api_refuse_office(call->serve, call->request->id, fault);
    return false;
}

static bool refuse_input(struct call *call, const char *what)
{
    api_refuse(call->serve, call->request->id, 400, "INPUT", CODE_INPUT, what);
    return false;
}

// A card is a number on a stripe: written as digits, in quotes or not.
static bool read_card(struct call *call, bool *set, uint64_t *card)
{
    const json_t *value = json_object_get(call->body, "card");
    char *end = NULL;
    if (value == NULL || json_is_null(value)) {
        return true;
    }
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *card = (uint64_t)json_integer_value(value);
    } else if (json_is_string(value) && json_string_length(value) <= CARD_DIGITS &&
               strspn(json_string_value(value), "0123456789") == json_string_length(value)) {
        *card = strtoull(json_string_value(value), &end, 10);
    } else {
        return refuse_input(call, "card: up to 18 digits are wanted");
    }
    *set = true;
    return true;
}

static bool read_role(struct call *call, bool optional, struct office_person_change *change)
{
    const char *name = NULL;
    if (!api_text(call, "role", optional, 32, &name)) {
        return false;
    }
    if (name == NULL) {
        return true;
    }
    if (!room_role_named(name, &change->role) || change->role == ROOM_ROLE_HOUSE) {
        return refuse_input(call, "role: guest, player, dealer, supervisor, executive, auditor or "
                                  "manager is wanted");
    }
    change->set_role = true;
    return true;
}

static bool read_secrets(struct call *call, struct person_task *person)
{
    struct office_fault fault;
    const char *password = NULL;
    const char *pin = NULL;
    const char *reason = "";
    if (!api_text(call, "password", true, PASSWORD_BYTES, &password) ||
        !api_text(call, "pin", true, PIN_BYTES, &pin) ||
        !api_text(call, "reason", true, OFFICE_REASON_MAX, &reason)) {
        return false;
    }
    if (password != NULL) {
        if (!office_password_check(password, &fault)) {
            return refuse_office(call, &fault);
        }
        person->change.set_password = true;
        memcpy(person->password, password, strlen(password) + 1);
    }
    if (pin != NULL) {
        if (!office_pin_check(pin, &fault)) {
            return refuse_office(call, &fault);
        }
        person->change.set_pin = true;
        memcpy(person->pin, pin, strlen(pin) + 1);
    }
    memcpy(person->reason, reason, strlen(reason) + 1);
    return true;
}

void api_user_add(struct call *call)
{
    static const char *const known[] = {"name", "role", "password", "card", "pin", "reason", NULL};
    struct office_fault fault;
    const char *name;
    struct person_task *person = api_task(call, sizeof *person, person_build, person_finish);
    if (person == NULL) {
        return;
    }
    bool good = api_only(call, known) && api_text(call, "name", false, OFFICE_NAME_MAX, &name) &&
                read_role(call, false, &person->change) && read_secrets(call, person) &&
                read_card(call, &person->change.set_card, &person->change.card);
    good = good && (office_name_check(name, &fault) || refuse_office(call, &fault));
    if (!good) {
        person_free(person);
        return;
    }
    person->adds = true;
    memcpy(person->name, name, strlen(name) + 1);
    person_start(call, person);
}

void api_user_change(struct call *call)
{
    static const char *const known[] = {"role",   "password", "card", "pin",
                                        "locked", "reason",   NULL};
    struct person_task *person = api_task(call, sizeof *person, person_build, person_finish);
    if (person == NULL) {
        return;
    }
    person->id = call->ids[0];
    person->change.set_locked = json_object_get(call->body, "locked") != NULL;
    if (!api_only(call, known) || !read_role(call, true, &person->change) ||
        !read_secrets(call, person) ||
        !read_card(call, &person->change.set_card, &person->change.card) ||
        !api_bool(call, "locked", true, &person->change.locked)) {
        person_free(person);
        return;
    }
    person_start(call, person);
}

// ---- tables -----------------------------------------------------------------------------------

struct table_task {
    struct task task; // first
    uint32_t table;   // 0: a new one
    uint64_t link;    // its meter, to be linked when it is there
    struct uth_rules rules;
    struct room_config config;
    char reason[OFFICE_REASON_MAX + 1];
};

static bool link_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    const struct table_task *table = (const struct table_task *)task;
    struct office_by by = api_by(serve, task, "table added");
    const struct uth_manager_command command = {
        .kind = UTH_MANAGER_LINK,
        .authority = UTH_AUTHORITY_EXECUTIVE,
        .who = task->person,
        .time_ms = serve->now_ms,
        .meter = table->link,
        .table = table->table,
        .controller = (enum uth_controller)table->config.controller,
    };
    return office_meter_command(serve->office, table->link, &command, &by, &serve->draft, fault);
}

static void table_answer(struct serve *serve, struct table_task *task)
{
    struct desk *desk = desk_of(serve, task->table);
    const struct office_table *table = office_table(serve->office, task->table);
    json_t *json = json_pack("{s:b, s:i, s:b}", "ok", 1, "table", (int)task->table, "waits",
                             office_table_waits(table) ? 1 : 0);
    (void)json_object_set_new(json, "config", wire_config_to_json(&table->wanted, NULL));
    api_reply_json(serve, task->task.request, json);
    if (desk == NULL && !desk_add(serve, table)) {
        log_line(&serve->log, LOG_LEVEL_ERROR, "out of memory: table %u is not opened",
                 task->table);
    } else {
        advise_want(&serve->advise, serve->worker, &task->rules,
                    (enum uth_style)task->config.house_strategy);
        desk_prepare(serve, desk_of(serve, task->table), task->task.person);
    }
    serve->lobby_changed = serve->pit_changed = true;
}

static void table_finish(struct serve *serve, struct task *task, const struct office_fault *fault)
{
    struct table_task *table = (struct table_task *)task;
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
        free(task);
        return;
    }
    const struct office_meter *meter = office_meter(serve->office, table->link);
    if (meter != NULL && uth_manager_station(&meter->manager, table->table) == NULL) {
        task->build = link_build;
        task->meter = table->link;
        task_submit(serve, task);
        return;
    }
    table_answer(serve, table);
    free(task);
}

static bool table_build(struct serve *serve, struct task *task, struct office_fault *fault)
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
    api_refuse_fault(call->serve, call->request->id, &fault);
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
        api_refuse_fault(call->serve, call->request->id, &fault);
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
    api_refuse_fault(call->serve, call->request->id, &fault);
    return false;
}

static void table_start(struct call *call, struct table_task *table)
{
    table->config.profile = office_profile_number(&table->rules);
    table->link = table->config.meter;
    task_submit(call->serve, &table->task);
}

void api_table_add(struct call *call)
{
    static const char *const known[] = {"name", "profile", "options", "config", "reason", NULL};
    const char *name;
    const char *reason = "";
    struct table_task *table = api_task(call, sizeof *table, table_build, table_finish);
    if (table == NULL) {
        return;
    }
    if (!api_only(call, known) || !api_text(call, "name", false, ROOM_NAME_MAX - 1, &name) ||
        !api_text(call, "reason", true, OFFICE_REASON_MAX, &reason) ||
        !read_rules(call, false, &table->rules) || !read_options(call, &table->rules)) {
        free(table);
        return;
    }
    office_config_default(&table->rules, name, &table->config);
    if (table->rules.banked_by == UTH_BANKED_BY_HOUSE) {
        table->config.house_bank.cents = 0;
    }
    if (!read_config(call, &table->config)) {
        free(table);
        return;
    }
    memcpy(table->reason, reason, strlen(reason) + 1);
    table_start(call, table);
}

static const struct office_table *table_of(struct call *call)
{
    const struct office_table *table =
        call->ids[0] <= UINT32_MAX ? office_table(call->serve->office, (uint32_t)call->ids[0])
                                   : NULL;
    if (table == NULL) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such table");
    }
    return table;
}

void api_table_configure(struct call *call)
{
    static const char *const known[] = {"config", "profile", "options", "reason", NULL};
    const struct office_table *known_table = table_of(call);
    const char *reason;
    struct table_task *table =
        known_table == NULL ? NULL : api_task(call, sizeof *table, table_build, table_finish);
    if (table == NULL) {
        return;
    }
    table->table = known_table->room.id;
    table->config = known_table->wanted;
    table->rules = *office_rules(call->serve->office, known_table->wanted.profile);
    if (!api_only(call, known) || !api_text(call, "reason", false, OFFICE_REASON_MAX, &reason) ||
        !read_rules(call, true, &table->rules) || !read_options(call, &table->rules) ||
        !read_config(call, &table->config)) {
        free(table);
        return;
    }
    memcpy(table->reason, reason, strlen(reason) + 1);
    table_start(call, table);
}

void api_house_players(struct call *call)
{
    static const char *const known[] = {"count", "reason", NULL};
    const struct office_table *known_table = table_of(call);
    const char *reason = "house players";
    int64_t count;
    struct table_task *table =
        known_table == NULL ? NULL : api_task(call, sizeof *table, table_build, table_finish);
    if (table == NULL) {
        return;
    }
    table->table = known_table->room.id;
    table->config = known_table->wanted;
    table->rules = *office_rules(call->serve->office, known_table->wanted.profile);
    if (!api_only(call, known) || !api_number(call, "count", false, 0, UTH_SEATS_MAX, &count) ||
        !api_text(call, "reason", true, OFFICE_REASON_MAX, &reason)) {
        free(table);
        return;
    }
    table->config.house_players = (uint8_t)count;
    memcpy(table->reason, reason, strlen(reason) + 1);
    table_start(call, table);
}

// ---- meters -----------------------------------------------------------------------------------

struct meter_task {
    struct task task; // first
    struct job job;   // checks the second person's PIN
    struct uth_manager_command command;
    uint64_t second;
    bool fits;
    struct office_secret secret;
    char pin[PIN_BYTES + 1];
    char reason[OFFICE_REASON_MAX + 1];
};

static void meter_free(struct meter_task *meter)
{
    fair_wipe(meter, sizeof *meter);
    free(meter);
}

static bool meter_build(struct serve *serve, struct task *task, struct office_fault *fault)
{
    struct meter_task *meter = (struct meter_task *)task;
    struct office_by by = api_by(serve, task, meter->reason);
    by.approved_by = meter->second;
    meter->command.time_ms = serve->now_ms;
    return office_meter_command(serve->office, task->meter, &meter->command, &by, &serve->draft,
                                fault);
}

static void meter_finish(struct serve *serve, struct task *task, const struct office_fault *fault)
{
    struct meter_task *meter = (struct meter_task *)task;
    const char *warnings[UTH_WARNINGS_MAX];
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
        meter_free(meter);
        return;
    }
    json_t *list = json_array();
    const size_t count = meter->command.kind != UTH_MANAGER_TERMS
                             ? 0
                             : uth_manager_warnings(office_meter_rules(serve->office, task->meter),
                                                    &meter->command.terms, warnings);
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(list, json_string(warnings[i]));
    }
    api_reply_json(serve, task->request, json_pack("{s:b, s:o}", "ok", 1, "warnings", list));
    serve->lobby_changed = serve->pit_changed = true;
    meter_free(meter);
}

static struct meter_task *meter_start(struct call *call, enum uth_manager_command_kind kind)
{
    if (office_meter(call->serve->office, call->ids[0]) == NULL) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such meter");
        return NULL;
    }
    struct meter_task *meter = api_task(call, sizeof *meter, meter_build, meter_finish);
    if (meter != NULL) {
        meter->task.meter = call->ids[0];
        meter->command.kind = kind;
        meter->command.who = call->person->state.id;
        meter->command.authority = UTH_AUTHORITY_EXECUTIVE;
        meter->command.line = UTH_PROGRESSIVE_NONE;
    }
    return meter;
}

static bool read_terms(struct call *call, const struct uth_terms *now, struct uth_terms *terms)
{
    static const char *const known[] = {
        "seed", "maximum", "meter_rate_bp", "reserve_rate_bp", "fixed_pays_from", NULL};
    json_t *given = json_object_get(call->body, "terms");
    struct call inner = *call;
    int64_t seed = now->seed.cents;
    int64_t maximum = now->maximum.cents;
    int64_t meter_rate = now->meter_rate_bp;
    int64_t reserve_rate = now->reserve_rate_bp;
    const char *from = now->fixed_pays_from == UTH_PAYS_FROM_METER ? "meter" : "tray";
    inner.body = given;
    if (!json_is_object(given)) {
        return refuse_input(call, "terms: an object is wanted");
    }
    if (!api_only(&inner, known) || !api_number(&inner, "seed", true, 0, UTH_METER_MAX, &seed) ||
        !api_number(&inner, "maximum", true, 0, UTH_METER_MAX, &maximum) ||
        !api_number(&inner, "meter_rate_bp", true, 0, UTH_BASIS_POINTS, &meter_rate) ||
        !api_number(&inner, "reserve_rate_bp", true, 0, UTH_BASIS_POINTS, &reserve_rate) ||
        !api_text(&inner, "fixed_pays_from", true, 8, &from)) {
        return false;
    }
    if (strcmp(from, "tray") != 0 && strcmp(from, "meter") != 0) {
        return refuse_input(call, "fixed_pays_from: tray or meter is wanted");
    }
    *terms = (struct uth_terms){
        .seed = {seed},
        .maximum = {maximum},
        .meter_rate_bp = (uint32_t)meter_rate,
        .reserve_rate_bp = (uint32_t)reserve_rate,
        .fixed_pays_from = from[0] == 'm' ? UTH_PAYS_FROM_METER : UTH_PAYS_FROM_TRAY,
    };
    return true;
}

void api_meter_terms(struct call *call)
{
    static const char *const known[] = {"terms", "reason", NULL};
    const char *reason;
    struct meter_task *meter = meter_start(call, UTH_MANAGER_TERMS);
    if (meter == NULL) {
        return;
    }
    const struct uth_manager *manager = &office_meter(call->serve->office, call->ids[0])->manager;
    if (!api_only(call, known) || !api_text(call, "reason", false, OFFICE_REASON_MAX, &reason) ||
        !read_terms(call, &manager->terms, &meter->command.terms)) {
        meter_free(meter);
        return;
    }
    memcpy(meter->reason, reason, strlen(reason) + 1);
    task_submit(call->serve, &meter->task);
}

// The level above which a win takes an Executive card; in force at once.
void api_meter_executive(struct call *call)
{
    static const char *const known[] = {"executive_above", "reason", NULL};
    const char *reason;
    int64_t above = 0;
    struct meter_task *meter = meter_start(call, UTH_MANAGER_EXECUTIVE);
    if (meter == NULL) {
        return;
    }
    if (!api_only(call, known) || !api_text(call, "reason", false, OFFICE_REASON_MAX, &reason) ||
        !api_number(call, "executive_above", false, 0, UTH_METER_MAX, &above)) {
        meter_free(meter);
        return;
    }
    meter->command.executive_above.cents = above;
    memcpy(meter->reason, reason, strlen(reason) + 1);
    task_submit(call->serve, &meter->task);
}

static struct meter_task *meter_of(struct job *job)
{
    return (struct meter_task *)((char *)job - offsetof(struct meter_task, job));
}

static void approve_run(struct job *job, struct store *reader)
{
    struct meter_task *meter = meter_of(job);
    (void)reader;
    meter->fits = office_secret_fits(&meter->secret, meter->pin);
}

static void approve_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct meter_task *meter = meter_of(job);
    if (job->cancelled || !meter->fits) {
        serve_note_failed(serve, meter->second);
        api_refuse(serve, meter->task.request, 403, "GM-3", CODE_SESSION,
                   "the second person's card and PIN do not fit");
        meter_free(meter);
        return;
    }
    meter->command.approved_by = meter->second;
    task_submit(serve, &meter->task);
}

static bool read_adjustment(struct call *call, struct uth_manager_command *command)
{
    const char *name;
    int64_t amount = 0;
    int64_t table = 0;
    int64_t seat = 0;
    if (!api_text(call, "adjustment", false, 64, &name) ||
        !api_number(call, "amount", true, -UTH_METER_MAX, UTH_METER_MAX, &amount) ||
        !api_number(call, "table", true, 0, UINT32_MAX, &table) ||
        !api_number(call, "seat", true, 0, UTH_SEATS_MAX, &seat)) {
        return false;
    }
    unsigned index = 0;
    while (index < UTH_ADJUSTMENT_COUNT &&
           strcmp(uth_adjustment_name((enum uth_adjustment)index), name) != 0) {
        index++;
    }
    if (index == UTH_ADJUSTMENT_COUNT) {
        api_refuse_status(call->serve, call->request->id, UTH_ERR_ADJUSTMENT_REASON);
        return false;
    }
    command->adjustment = (enum uth_adjustment)index;
    command->amount.cents = amount;
    command->table = (uint32_t)table;
    command->seat = (uint8_t)seat;
    return true;
}

// GM-3: one makes it, another approves it, with card and PIN, at the same desk.
void api_meter_adjust(struct call *call)
{
    static const char *const known[] = {"adjustment", "amount", "table", "seat",
                                        "reason",     "card",   "pin",   NULL};
    struct serve *serve = call->serve;
    bool has_card = false;
    uint64_t card = 0;
    const char *reason;
    const char *pin;
    struct meter_task *meter = meter_start(call, UTH_MANAGER_ADJUST);
    if (meter == NULL) {
        return;
    }
    if (!api_only(call, known) || !api_text(call, "reason", false, OFFICE_REASON_MAX, &reason) ||
        !api_text(call, "pin", false, PIN_BYTES, &pin) || !read_card(call, &has_card, &card) ||
        !read_adjustment(call, &meter->command)) {
        meter_free(meter);
        return;
    }
    const struct office_person *second =
        has_card ? office_person_with_card(serve->office, card) : NULL;
    if (second == NULL || office_person_is_locked(second, serve->now_ms) ||
        !office_pin_of(serve->office, second, &meter->secret)) {
        api_refuse(serve, call->request->id, 403, "GM-3", CODE_SESSION,
                   "the second person's card and PIN do not fit");
        meter_free(meter);
        return;
    }
    meter->second = second->state.id;
    memcpy(meter->pin, pin, strlen(pin) + 1);
    memcpy(meter->reason, reason, strlen(reason) + 1);
    meter->job.run = approve_run;
    meter->job.done = approve_done;
    if (!worker_submit(serve->worker, &meter->job)) {
        meter_free(meter);
        api_refuse(serve, call->request->id, 503, "INPUT", CODE_BUSY,
                   "too many are waiting: try again");
    }
}

// ---- win pages (GM-4) -------------------------------------------------------------------------

void api_wins(struct call *call)
{
    struct serve *serve = call->serve;
    struct uth_win_page page;
    const struct office_table *table =
        call->ids[0] <= UINT32_MAX ? office_table(serve->office, (uint32_t)call->ids[0]) : NULL;
    const struct office_meter *meter =
        table == NULL ? NULL : office_meter(serve->office, table->room.config.meter);
    if (meter == NULL || call->ids[2] < 1 || call->ids[2] > UTH_SEATS_MAX ||
        uth_manager_win_page(&meter->manager, table->room.id, (uint8_t)call->ids[2], &page) !=
            UTH_OK ||
        page.round != call->ids[1]) {
        api_refuse(serve, call->request->id, 404, "GM-1", UTH_ERR_NO_SUCH_WIN,
                   uth_status_text(UTH_ERR_NO_SUCH_WIN));
        return;
    }
    const struct office_person *by = office_person(serve->office, page.win.confirmed_by);
    api_reply_json(
        serve, call->request->id,
        json_pack("{s:I, s:i, s:I, s:i, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:s, s:s, s:I, s:s}",
                  "meter", (json_int_t)page.meter, "table", (int)page.table, "round",
                  (json_int_t)page.round, "seat", (int)page.seat, "line",
                  uth_progressive_line_name((enum uth_progressive_line)page.win.line), "state",
                  uth_win_state_name((enum uth_win_state)page.win.state), "amount",
                  (json_int_t)page.win.award.amount.cents, "from_meter",
                  (json_int_t)page.win.award.from_meter.cents, "from_house",
                  (json_int_t)page.win.award.from_house.cents, "meter_shown",
                  (json_int_t)page.win.meter_shown.cents, "confirmed_by",
                  (json_int_t)page.win.confirmed_by, "confirmed_name",
                  by != NULL ? by->state.name : "the system", "card",
                  uth_authority_name((enum uth_authority)page.win.card), "confirmed_ms",
                  (json_int_t)page.win.confirmed_at_ms, "table_name", table->room.config.name));
}
