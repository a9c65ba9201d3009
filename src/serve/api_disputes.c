// Disputes about rounds (WA-1): a player of the round or the dealer opens one, a supervisor decides it.
#include <stdlib.h>
#include <string.h>

#include "office/dispute.h"
#include "office/record.h"
#include "serve/reading.h"

#define LIST_MAX 1000

struct dispute_task {
    struct task task; // first
    struct job job;   // looks up whether the person played in the round
    uint64_t id;      // 0: a new one
    uint32_t table;
    uint64_t round;
    uint8_t seat;
    enum office_decision decision;
    struct fault fault;
    char what[OFFICE_DISPUTE_TEXT_MAX + 1];
    char reason[OFFICE_REASON_MAX + 1];
};

// ---- answers ----------------------------------------------------------------------------------

static json_t *dispute_json(const struct serve *serve, const struct office_dispute *dispute)
{
    json_t *document = office_dispute_json(dispute);
    reading_name(serve, document, "opened_by", "opened_name");
    reading_name(serve, document, "decided_by", "decided_name");
    return document;
}

void api_disputes(struct call *call)
{
    const struct office *office = call->serve->office;
    int64_t open;
    int64_t limit;
    if (!api_query_number(call, "open", 0, &open) ||
        !api_query_number(call, "limit", 100, &limit) || limit < 1 || limit > LIST_MAX) {
        (void)api_refuse_input(call, "open is 0 or 1, limit a number from 1 to 1000");
        return;
    }
    json_t *list = json_array();
    for (size_t i = office_dispute_count(office); i > 0 && json_array_size(list) < (size_t)limit;
         i--) {
        const struct office_dispute *dispute = office_dispute_at(office, i - 1);
        if (open == 0 || dispute->decision == OFFICE_DECISION_OPEN) {
            (void)json_array_append_new(list, dispute_json(call->serve, dispute));
        }
    }
    api_reply_json(call->serve, call->request->id, json_pack("{s:o}", "disputes", list));
}

// ---- tasks ------------------------------------------------------------------------------------

static bool dispute_build(struct serve *serve, struct task *task, struct fault *fault)
{
    struct dispute_task *dispute = (struct dispute_task *)task;
    const struct office_by by = api_by(serve, task, dispute->reason);
    if (dispute->decision != OFFICE_DECISION_OPEN) {
        return office_dispute_decide(serve->office, dispute->id, dispute->decision, &by,
                                     &serve->draft, fault);
    }
    const struct office_dispute_new wish = {
        .table = dispute->table,
        .round = dispute->round,
        .seat = dispute->seat,
        .what = dispute->what,
    };
    if (!office_dispute_open(serve->office, &wish, &by, &serve->draft, fault)) {
        return false;
    }
    dispute->id = serve->draft.id;
    return true;
}

static void dispute_finish(struct serve *serve, struct task *task, const struct fault *fault)
{
    struct dispute_task *dispute = (struct dispute_task *)task;
    if (fault != NULL) {
        api_refuse_office(serve, task->request, fault);
    } else {
        serve->pit_changed = true;
        api_reply_json(serve, task->request,
                       dispute_json(serve, office_dispute(serve->office, dispute->id)));
    }
    free(dispute);
}

// ---- opening ----------------------------------------------------------------------------------

// The seat of somebody who is in the round a table plays now, or 0.
static uint8_t seat_in_play(const struct office_table *table, uint64_t person)
{
    const struct uth_round *round = &table->room.round;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (table->room.seats[i].player == person &&
            (round->seats[i].in != 0 || round->bank_seat == i + 1)) {
            return (uint8_t)(i + 1);
        }
    }
    return 0;
}

static struct dispute_task *dispute_of(struct job *job)
{
    return (struct dispute_task *)((char *)job - offsetof(struct dispute_task, job));
}

static void look_up(struct job *job, struct store *reader)
{
    struct dispute_task *dispute = dispute_of(job);
    struct office_record *record = malloc(sizeof *record);
    if (record == NULL) {
        dispute->fault = (struct fault){.kind = FAULT_MEMORY, .text = "out of memory"};
    } else if (office_record_read(reader, dispute->table, dispute->round, record,
                                  &dispute->fault)) {
        dispute->seat = office_dispute_seat(record, dispute->task.person);
    }
    free(record);
}

static void looked_up(void *context, struct job *job)
{
    struct serve *serve = context;
    struct dispute_task *dispute = dispute_of(job);
    const uint64_t request = dispute->task.request;
    if (job->cancelled) {
        api_refuse(serve, request, 503, "INPUT", CODE_BUSY, "try again");
    } else if (dispute->fault.kind != FAULT_NONE) {
        api_refuse_office(serve, request, &dispute->fault);
    } else if (dispute->seat == 0) {
        api_refuse(serve, request, 403, "WA-1", (int)UTH_ERR_NO_RIGHT,
                   "only a player of the round or the dealer can dispute it");
    } else {
        task_submit(serve, &dispute->task);
        return;
    }
    free(dispute);
}

static bool is_over(const struct office_table *table, uint64_t round)
{
    return round < table->room.round.number || table->room.round.phase == UTH_PHASE_OVER;
}

static void open_as_player(struct call *call, const struct office_table *table,
                           struct dispute_task *dispute)
{
    if (is_over(table, dispute->round)) {
        dispute->job.run = look_up;
        dispute->job.done = looked_up;
        if (!api_submit(call, WORKER_REPORTS, &dispute->job)) {
            free(dispute);
        }
        return;
    }
    dispute->seat = seat_in_play(table, dispute->task.person);
    looked_up(call->serve, &dispute->job);
}

void api_dispute_open(struct call *call)
{
    const enum room_role role = (enum room_role)call->person->state.role;
    const struct office_table *table = api_table(call);
    if (table == NULL) {
        return;
    }
    if (call->ids[1] == 0 || call->ids[1] > table->room.round.number) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such round");
        return;
    }
    struct dispute_task *dispute = api_task(call, sizeof *dispute, dispute_build, dispute_finish);
    if (dispute == NULL) {
        return;
    }
    if (!api_copy(call, "what", false, dispute->what, sizeof dispute->what)) {
        free(dispute);
        return;
    }
    dispute->table = table->room.id;
    dispute->round = call->ids[1];
    if (room_role_may(role, ROOM_RIGHT_DEAL) || room_role_may(role, ROOM_RIGHT_PIT)) {
        task_submit(call->serve, &dispute->task);
    } else {
        open_as_player(call, table, dispute);
    }
}

// ---- deciding ---------------------------------------------------------------------------------

void api_dispute_decide(struct call *call)
{
    const char *decision = "";
    const char *reason = "";
    enum office_decision read = OFFICE_DECISION_OPEN;
    if (!api_text(call, "decision", false, 32, &decision) ||
        !api_text(call, "reason", false, OFFICE_REASON_MAX, &reason)) {
        return;
    }
    if (!office_decision_named(decision, &read)) {
        (void)api_refuse_input(call,
                               "decision: stands, corrected, wager_voided, round_voided or other");
        return;
    }
    if (office_dispute(call->serve->office, call->ids[0]) == NULL) {
        api_refuse(call->serve, call->request->id, 404, "INPUT", CODE_INPUT, "no such dispute");
        return;
    }
    struct dispute_task *dispute = api_task(call, sizeof *dispute, dispute_build, dispute_finish);
    if (dispute != NULL) {
        dispute->id = call->ids[0];
        dispute->decision = read;
        memcpy(dispute->reason, reason, strlen(reason) + 1);
        task_submit(call->serve, &dispute->task);
    }
}
