// The self-check of a running server: daily, and when an auditor asks. It runs on a thread of its
// own; what it found is a line of the log, stored like any other.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "serve/bootstrap.h"
#include "serve/selfcheck_daily.h"

// A house that opens after the hour and closes before it has its check, too.
#define AFTER_START_MS INT64_C(600000)

struct checking {
    struct job job; // first
    uint64_t request;
    uint64_t person; // who asked; 0: the clock
    struct config config;
    bool is_recent; // not all records
    struct selfcheck result;
};

static const char *text_of(const struct config *config, enum config_key key)
{
    return config->texts[key][0] != '\0' ? config->texts[key] : NULL;
}

// ---- what was found ---------------------------------------------------------------------------

static bool last_was_good(const struct serve *serve)
{
    return serve->selfcheck.checked_ms != 0 && selfcheck_good(&serve->selfcheck.last);
}

static json_t *selfcheck_json(const struct serve *serve)
{
    json_t *json =
        json_pack("{s:I, s:b, s:b}", "checked_ms", (json_int_t)serve->selfcheck.checked_ms, "ok",
                  last_was_good(serve) ? 1 : 0, "running", serve->selfcheck.running ? 1 : 0);
    json_t *parts = serve->selfcheck.checked_ms != 0 ? selfcheck_parts_json(&serve->selfcheck.last)
                                                     : json_array();
    (void)json_object_set_new(json, "parts", parts);
    return json;
}

void put_selfcheck(const struct serve *serve, struct wire_out *out)
{
    char text[SELFCHECK_TEXT_MAX] = "";
    if (serve->selfcheck.checked_ms != 0) {
        selfcheck_summary(&serve->selfcheck.last, text);
    }
    wire_out_open(out, "selfcheck", '{');
    wire_out_number(out, "checked_ms", serve->selfcheck.checked_ms);
    wire_out_bool(out, "ok", last_was_good(serve));
    const struct selfcheck_finding *findings = serve->selfcheck.last.findings;
    wire_out_bool(out, "compared",
                  serve->selfcheck.checked_ms != 0 &&
                      findings[SELFCHECK_PROGRAM].verdict != SELFCHECK_NOT_ASKED &&
                      findings[SELFCHECK_RULES].verdict != SELFCHECK_NOT_ASKED);
    wire_out_bool(out, "running", serve->selfcheck.running);
    wire_out_text(out, "text", text);
    wire_out_close(out, '}');
}

// ---- on record --------------------------------------------------------------------------------

struct note_task {
    struct task task; // first
    bool good;
    char text[SELFCHECK_TEXT_MAX];
};

static bool note_build(struct serve *serve, struct task *task, struct fault *fault)
{
    const struct note_task *noted = (const struct note_task *)task;
    const struct office_note note = {
        .what = "self-check", .good = noted->good, .text = noted->text};
    const struct office_by by =
        task->person != 0 ? api_by(serve, task, "asked for") : bootstrap_by(serve, "daily");
    return office_note(serve->office, &note, &by, &serve->draft, fault);
}

// Who asked hears of it when it is on record.
static void note_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    if (fault != NULL) {
        log_line(&serve->log, LOG_LEVEL_WARN, "self-check: its record was not stored: %s",
                 fault->text);
    }
    api_reply_json(serve, task->request, selfcheck_json(serve));
    free(task);
}

static void note(struct serve *serve, const struct checking *checking)
{
    struct note_task *task = calloc(1, sizeof *task);
    if (task == NULL) {
        log_line(&serve->log, LOG_LEVEL_WARN,
                 "self-check: its record was not stored: out of memory");
        api_reply_json(serve, checking->request, selfcheck_json(serve));
        return;
    }
    task->task = (struct task){.request = checking->request,
                               .person = checking->person,
                               .build = note_build,
                               .finish = note_finish};
    task->good = selfcheck_good(&checking->result);
    selfcheck_summary(&checking->result, task->text);
    log_line(&serve->log, task->good ? LOG_LEVEL_INFO : LOG_LEVEL_ERROR, "self-check: %s",
             task->text);
    task_submit(serve, &task->task);
}

// ---- running ----------------------------------------------------------------------------------

static void checking_run(struct job *job, struct store *reader)
{
    struct checking *checking = (struct checking *)job;
    const struct selfcheck_options options = {
        .digests = text_of(&checking->config, CONFIG_digests),
        .config = &checking->config,
        .store = text_of(&checking->config, CONFIG_store),
        .is_recent = checking->is_recent,
        .stop = job->stop,
    };
    (void)reader; // the office is rebuilt too, from a store of its own
    selfcheck_run(&options, &checking->result);
}

static void checking_done(void *context, struct job *job)
{
    struct serve *serve = context;
    struct checking *checking = (struct checking *)job;
    serve->selfcheck.running = false;
    if (job->cancelled) {
        api_refuse_cancelled(serve, checking->request);
    } else {
        // Shown before it is on record: an alarm does not wait for a store that may be its cause.
        serve->selfcheck.last = checking->result;
        serve->selfcheck.checked_ms = serve->now_ms;
        serve->pit_changed = true;
        if (serve->stopping) {
            api_reply_json(serve, checking->request, selfcheck_json(serve));
        } else {
            note(serve, checking);
        }
    }
    free(checking);
}

// False when it could not be begun.
static bool begin(struct serve *serve, uint64_t request, uint64_t person)
{
    struct checking *checking = calloc(1, sizeof *checking);
    if (checking == NULL) {
        return false;
    }
    checking->job.run = checking_run;
    checking->job.done = checking_done;
    checking->request = request;
    checking->person = person;
    checking->config = serve->config;
    // Whoever asks gets all of it, and so does every so many days; which ones does not depend on starts.
    const int64_t whole_days = serve->config.numbers[CONFIG_selfcheck_whole_days];
    checking->is_recent = request == 0 && serve->now_ms / OFFICE_DAY_MS % whole_days != 0;
    serve->selfcheck.running = worker_submit(serve->workers[WORKER_SELFCHECK], &checking->job);
    if (!serve->selfcheck.running) {
        free(checking);
    }
    return serve->selfcheck.running;
}

void selfcheck_daily(struct serve *serve)
{
    const int64_t hour = serve->config.numbers[CONFIG_selfcheck_hour];
    if (hour == 24 || serve->selfcheck.running) {
        return;
    }
    if (serve->selfcheck.next_ms == 0) {
        const int64_t at_hour = selfcheck_next_ms(serve->started_ms, hour);
        const int64_t soon = serve->started_ms + AFTER_START_MS;
        serve->selfcheck.next_ms = at_hour < soon ? at_hour : soon;
    }
    if (serve->now_ms < serve->selfcheck.next_ms) {
        return;
    }
    if (begin(serve, 0, 0)) {
        serve->selfcheck.next_ms = selfcheck_next_ms(serve->now_ms, hour);
    } else {
        log_line(&serve->log, LOG_LEVEL_ERROR,
                 "self-check: out of memory; next attempt in a minute");
    }
}

// ---- HTTP -------------------------------------------------------------------------------------

void api_selfcheck(struct call *call)
{
    api_reply_json(call->serve, call->request->id, selfcheck_json(call->serve));
}

void api_selfcheck_now(struct call *call)
{
    struct serve *serve = call->serve;
    if (serve->selfcheck.running) {
        api_refuse(serve, call->request->id, 409, "INPUT", CODE_BUSY, "a self-check is under way");
    } else if (!begin(serve, call->request->id, call->person->state.id)) {
        api_refuse(serve, call->request->id, 503, "INPUT", CODE_BUSY, "try again");
    }
}
