// Administration: one task of a kind that changes people, tables or meters at a time.
#include "serve/tasks.h"

#include <stdio.h>
#include <string.h>

#include "serve/commit_queue.h"
#include "serve/guests.h"
#include "serve/meters.h"
#include "serve/server.h"
#include "serve/table_actor.h"

static void task_committed(struct serve *serve, struct pending_commit *commit,
                           enum store_status status)
{
    struct task *task = commit->owner;
    struct fault fault = {.kind = FAULT_STORE};
    if (task->alone) {
        serve->task_under_way = false;
    }
    if (task->meter != 0) {
        meter_set_busy(serve, task->meter, false);
    }
    if (status == STORE_ERR_SEQUENCE) {
        task_submit(serve, task); // another of the office's batches was refused before it
    } else if (status == STORE_OK) {
        task->finish(serve, task, NULL);
    } else {
        (void)snprintf(fault.text, sizeof fault.text, "%s", store_status_text(status));
        task->finish(serve, task, &fault);
    }
    tasks_run(serve);
}

static bool task_must_wait(const struct serve *serve, const struct task *task)
{
    return serve->office_void || (task->alone && serve->task_under_way) ||
           (task->meter != 0 && meter_is_busy(serve, task->meter));
}

// True when it is off, or over.
static bool task_start(struct serve *serve, struct task *task)
{
    struct fault fault = {.kind = FAULT_NONE};
    if (guests_is_leaving(serve, task->person)) {
        fault = (struct fault){.kind = FAULT_NOT_FOUND, .text = "the session is over"};
        task->finish(serve, task, &fault);
        return true;
    }
    if (task_must_wait(serve, task)) {
        return false;
    }
    if (!task->build(serve, task, &fault)) {
        if (fault.kind == FAULT_BUSY) {
            return false;
        }
        task->finish(serve, task, &fault);
        return true;
    }
    if (task->once.at != NULL) {
        serve->draft.batch.key = (struct store_bytes){task->once.key, STORE_HASH_SIZE};
        serve->draft.batch.answer = task->once.answer;
        memcpy(serve->draft.batch.request, task->once.request, STORE_HASH_SIZE);
    }
    if (!commit_submit(serve, &serve->draft, task_committed, task)) {
        fault.kind = FAULT_STORE;
        (void)snprintf(fault.text, sizeof fault.text, "disk queue full: try again");
        task->finish(serve, task, &fault);
        return true;
    }
    serve->task_under_way = serve->task_under_way || task->alone;
    if (task->meter != 0) {
        meter_set_busy(serve, task->meter, true);
    }
    return true;
}

void task_submit(struct serve *serve, struct task *task)
{
    struct fault fault = {.kind = FAULT_BUSY, .text = "queue full: try again"};
    if (serve->task_count >= TASKS_MAX || serve->stopping) {
        task->finish(serve, task, &fault);
        return;
    }
    if (task_start(serve, task)) {
        return;
    }
    struct task **end = &serve->tasks;
    while (*end != NULL) {
        end = &(*end)->next;
    }
    task->next = NULL;
    *end = task;
    serve->task_count++;
}

void tasks_run(struct serve *serve)
{
    for (struct task **at = &serve->tasks; *at != NULL;) {
        struct task *task = *at;
        struct task *next = task->next;
        if (task_must_wait(serve, task)) {
            at = &task->next;
            continue;
        }
        *at = next;
        serve->task_count--;
        if (!task_start(serve, task)) {
            task->next = next;
            *at = task;
            serve->task_count++;
            return;
        }
    }
}
