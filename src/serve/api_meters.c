// Meters: their terms and adjustments (GM-3), each a task that is stored before it is answered, and a
// line of the log; and the page of a win (GM-4).
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "serve/client.h"
#include "uth/controller.h"

// ---- terms and adjustments --------------------------------------------------------------------

struct meter_task {
    struct task task; // first
    struct job job;   // checks the second person's PIN
    struct uth_controller_command command;
    uint64_t card; // the second person's; 0: none
    uint64_t second;
    bool fits;
    struct office_secret secret;
    char pin[API_PIN_MAX + 1];
    char reason[OFFICE_REASON_MAX + 1];
};

static void meter_free(struct meter_task *meter)
{
    once_end(&meter->task);
    fair_guarded_free(meter);
}

static bool meter_build(struct serve *serve, struct task *task, struct fault *fault)
{
    struct meter_task *meter = (struct meter_task *)task;
    struct office_by by = api_by(serve, task, meter->reason);
    by.approved_by = meter->second;
    meter->command.time_ms = serve->now_ms;
    return office_meter_command(serve->office, task->meter, &meter->command, &by, &serve->draft,
                                fault);
}

static void meter_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    struct meter_task *meter = (struct meter_task *)task;
    const char *warnings[UTH_WARNINGS_MAX];
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
        meter_free(meter);
        return;
    }
    serve->lobby_changed = serve->pit_changed = true;
    if (meter->command.kind == UTH_CONTROLLER_ADJUST) {
        api_reply_once(serve, task);
        meter_free(meter);
        return;
    }
    json_t *list = json_array();
    const size_t count =
        meter->command.kind != UTH_CONTROLLER_TERMS
            ? 0
            : uth_controller_warnings(office_meter_rules(serve->office, task->meter),
                                      &meter->command.terms, warnings);
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(list, json_string(warnings[i]));
    }
    api_reply_json(serve, task->request, json_pack("{s:b, s:o}", "ok", 1, "warnings", list));
    meter_free(meter);
}

static struct meter_task *meter_start(struct call *call, enum uth_controller_command_kind kind)
{
    if (office_meter(call->serve->office, call->ids[0]) == NULL) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such meter");
        return NULL;
    }
    struct meter_task *meter = api_secret_task(call, sizeof *meter, meter_build, meter_finish);
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
        return api_refuse_input(call, "terms: must be an object");
    }
    if (!api_only(&inner, known) || !api_number(&inner, "seed", true, 0, UTH_METER_MAX, &seed) ||
        !api_number(&inner, "maximum", true, 0, UTH_METER_MAX, &maximum) ||
        !api_number(&inner, "meter_rate_bp", true, 0, UTH_BASIS_POINTS, &meter_rate) ||
        !api_number(&inner, "reserve_rate_bp", true, 0, UTH_BASIS_POINTS, &reserve_rate) ||
        !api_text(&inner, "fixed_pays_from", true, 8, &from)) {
        return false;
    }
    if (strcmp(from, "tray") != 0 && strcmp(from, "meter") != 0) {
        return api_refuse_input(call, "fixed_pays_from: must be tray or meter");
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
    struct meter_task *meter = meter_start(call, UTH_CONTROLLER_TERMS);
    if (meter == NULL) {
        return;
    }
    const struct uth_controller *controller =
        &office_meter(call->serve->office, call->ids[0])->controller;
    if (!api_copy(call, "reason", false, meter->reason, sizeof meter->reason) ||
        !read_terms(call, &controller->terms, &meter->command.terms)) {
        meter_free(meter);
        return;
    }
    task_submit(call->serve, &meter->task);
}

// The level above which a win takes an Executive card; in force at once.
void api_meter_executive(struct call *call)
{
    int64_t above = 0;
    struct meter_task *meter = meter_start(call, UTH_CONTROLLER_EXECUTIVE);
    if (meter == NULL) {
        return;
    }
    if (!api_copy(call, "reason", false, meter->reason, sizeof meter->reason) ||
        !api_number(call, "executive_above", false, 0, UTH_METER_MAX, &above)) {
        meter_free(meter);
        return;
    }
    meter->command.executive_above.cents = above;
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
    meter->fits = office_secret_matches(&meter->secret, meter->pin);
}

static void refuse_approval(struct serve *serve, struct meter_task *meter)
{
    api_refuse(serve, meter->task.request, 403, "GM-3", CODE_SESSION,
               "the second person's card or PIN is wrong");
    meter_free(meter);
}

static void approve_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct meter_task *meter = meter_of(job);
    if (job->cancelled) { // nobody has looked at the PIN: that is no failed try
        api_refuse_cancelled(serve, meter->task.request);
        meter_free(meter);
        return;
    }
    if (!meter->fits) {
        serve_note_pin(serve, meter->second, false);
        refuse_approval(serve, meter);
        return;
    }
    meter->command.approved_by = meter->second;
    serve_note_pin(serve, meter->second, true);
    task_submit(serve, &meter->task);
}

static bool read_adjustment(struct call *call, struct uth_controller_command *command)
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

// The second person's card and PIN, looked at for this request and no other.
static void adjust_go(struct serve *serve, struct task *task)
{
    struct meter_task *meter = (struct meter_task *)task;
    const struct office_person *second =
        meter->card != 0 ? office_person_with_card(serve->office, meter->card) : NULL;
    if (second == NULL || office_card_is_locked(second, serve->now_ms) ||
        !office_pin_of(serve->office, second, &meter->secret)) {
        refuse_approval(serve, meter);
        return;
    }
    meter->second = second->state.id;
    if (!job_submit(serve, task->request, WORKER_PASSWORDS, &meter->job)) {
        meter_free(meter);
    }
}

// GM-3: one makes it, another approves it, with card and PIN, at the same desk. The request has a key,
// so that the approval counts once, however often the same bytes are sent.
void api_meter_adjust(struct call *call)
{
    static const char done[] = "{\"ok\":true,\"warnings\":[]}";
    bool has_card = false;
    struct meter_task *meter = meter_start(call, UTH_CONTROLLER_ADJUST);
    if (meter == NULL) {
        return;
    }
    if (!api_copy(call, "reason", false, meter->reason, sizeof meter->reason) ||
        !api_copy(call, "pin", false, meter->pin, sizeof meter->pin) ||
        !api_card(call, &has_card, &meter->card) || !read_adjustment(call, &meter->command)) {
        meter_free(meter);
        return;
    }
    meter->job.run = approve_run;
    meter->job.done = approve_done;
    meter->job.queued.source = api_source(call);
    meter->task.once.answer = (struct store_bytes){(const uint8_t *)done, sizeof done - 1};
    once_begin(call, &meter->task, true, adjust_go);
}
