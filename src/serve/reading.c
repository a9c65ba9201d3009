#include "serve/reading.h"

#include <stdio.h>
#include <stdlib.h>

static void reading_run(struct job *job, struct store *store)
{
    struct reading *reading = (struct reading *)job;
    if (store == NULL) {
        reading->fault.kind = FAULT_STORE;
        (void)snprintf(reading->fault.text, sizeof reading->fault.text,
                       "this store cannot be read beside its writer, or not now");
    } else if (!reading->work(reading, store) && reading->fault.kind == FAULT_NONE) {
        reading->fault.kind = FAULT_MEMORY;
        (void)snprintf(reading->fault.text, sizeof reading->fault.text, "out of memory");
    }
}

void reading_free(struct reading *reading)
{
    json_decref(reading->answer);
    free(reading->text);
    free(reading);
}

void reading_done(void *context, struct job *job)
{
    static const char *const types[] = {"application/json", "text/csv; charset=utf-8",
                                        "text/html; charset=utf-8"};
    struct serve *serve = context;
    struct reading *reading = (struct reading *)job;
    if (job->cancelled) {
        api_refuse_cancelled(serve, reading->request);
    } else if (reading->fault.kind != FAULT_NONE) {
        api_refuse_office(serve, reading->request, &reading->fault);
    } else if (reading->text != NULL) {
        api_reply_text(serve, reading->request, 200, types[reading->format], reading->text,
                       reading->size);
    } else {
        if (reading->finish != NULL) {
            reading->finish(serve, reading->answer);
        }
        api_reply_json(serve, reading->request, json_incref(reading->answer));
    }
    reading_free(reading);
}

struct reading *reading_new(struct call *call,
                            bool (*work)(struct reading *reading, struct store *store))
{
    struct reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) {
        api_refuse_memory(call->serve, call->request->id);
        return NULL;
    }
    reading->job.run = reading_run;
    reading->job.done = reading_done;
    reading->request = call->request->id;
    reading->work = work;
    return reading;
}

void reading_submit(struct call *call, struct reading *reading)
{
    if (!api_submit(call, WORKER_REPORTS, &reading->job)) {
        reading_free(reading);
    }
}

bool reading_refuse(struct call *call, struct reading *reading, const char *what)
{
    free(reading);
    api_refuse(call->serve, call->request->id, 400, "INPUT", CODE_INPUT, what);
    return false;
}

bool reading_store_failed(struct reading *reading, enum store_status status)
{
    reading->fault.kind = FAULT_STORE;
    (void)snprintf(reading->fault.text, sizeof reading->fault.text, "%s",
                   store_status_text(status));
    return false;
}

void reading_name(const struct serve *serve, json_t *line, const char *field,
                  const char *name_field)
{
    const json_int_t id = json_integer_value(json_object_get(line, field));
    const struct office_person *person = id > 0 ? office_person(serve->office, (uint64_t)id) : NULL;
    if (person != NULL) {
        (void)json_object_set_new(line, name_field, json_string(person->state.name));
    } else if ((uint64_t)id == ROOM_SYSTEM) {
        (void)json_object_set_new(line, name_field, json_string("the table itself"));
    }
}

bool reading_limit(struct call *call, struct reading *reading)
{
    int64_t limit;
    if (!api_query_number(call, "limit", 100, &limit) || limit < 1 || limit > READING_LINES_MAX ||
        !api_query_number(call, "since", 0, &reading->since_ms)) {
        return reading_refuse(call, reading, "limit is a number from 1 to 500, since a time");
    }
    reading->limit = (size_t)limit;
    return true;
}
