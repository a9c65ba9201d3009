// The disk, and what stands in for the threads of the writer and of the worker: each gets its turn as
// an event of the loop. The store itself is the real one, on a disk in memory that fails as planned.
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "storm.h"

// ---- the disk ---------------------------------------------------------------------------------

void disk_plan(enum hazard fault, const struct store_disk_plan *plan)
{
    struct storm *storm = the_storm;
    storm->planned = (struct disk_planned){.fault = fault, .plan = *plan};
    storm->tally.planned[fault]++;
    store_disk_plan(storm->disk, plan);
}

void disk_plan_nothing(void)
{
    the_storm->planned = (struct disk_planned){0};
    store_disk_plan(the_storm->disk, &the_storm->planned.plan);
}

// The disk has passed a write point: was it the one that was planned for?
static enum store_status passed(enum store_status status)
{
    struct storm *storm = the_storm;
    struct disk_planned *planned = &storm->planned;
    if (planned->plan.at != 0 && !planned->struck &&
        store_disk_points(storm->disk) == planned->plan.at) {
        planned->struck = true;
        storm_happened(planned->fault);
    }
    return status;
}

static enum store_status port_begin(struct store_port *port, bool alone)
{
    return passed(the_storm->disk_functions->begin(port, alone));
}

static enum store_status port_put(struct store_port *port, enum store_table table,
                                  const struct store_row *rows, size_t count)
{
    return passed(the_storm->disk_functions->put(port, table, rows, count));
}

// What is lost here is lost at a commit and at no other write point; which one that will be nobody
// knows before.
static enum store_status port_commit(struct store_port *port)
{
    struct disk_planned *planned = &the_storm->planned;
    const bool mute = planned->plan.fault == STORE_DISK_LOSES_ANSWER ||
                      planned->plan.fault == STORE_DISK_LOSES_REQUEST;
    if (mute && planned->plan.at == 0) {
        planned->plan.at = 1; // from here on
        store_disk_plan(the_storm->disk, &planned->plan);
    }
    return passed(the_storm->disk_functions->commit(port));
}

// The disk's own functions, but for those that write.
static void watch_writes(struct store_port *port)
{
    struct storm *storm = the_storm;
    storm->disk_functions = port->functions;
    storm->port_functions = *port->functions;
    storm->port_functions.begin = port_begin;
    storm->port_functions.put = port_put;
    storm->port_functions.commit = port_commit;
    port->functions = &storm->port_functions;
}

// Whatever the server opens is on the one disk of the episode.
enum store_status __wrap_store_open(const char *url, const struct store_options *options,
                                    struct fault *fault, struct store **store);

enum store_status __wrap_store_open(const char *url, const struct store_options *options,
                                    struct fault *fault, struct store **store)
{
    struct store_port *port;
    (void)url;
    const enum store_status status = store_memory_open(the_storm->disk, options, fault, &port);
    if (status != STORE_OK) {
        return status;
    }
    watch_writes(port);
    return store_open_port(port, options, fault, store);
}

void disk_cut_power(void)
{
    the_storm->dark = true;
}

// ---- the writer -------------------------------------------------------------------------------

struct store_writer {
    int nothing;
};

enum store_status store_writer_open(struct store **store,
                                    const struct store_writer_options *options,
                                    struct store_writer **writer)
{
    *writer = calloc(1, sizeof **writer);
    UTH_CHECK(*writer != NULL);
    the_storm->writer = *store;
    (void)options; // whom to wake: the loop is told by an event
    *store = NULL;
    return STORE_OK;
}

static void write_soon(void)
{
    struct storm *storm = the_storm;
    if (!storm->write_due && storm->queue_count > 0) {
        storm->write_due = true;
        event_add(1 + storm_below(storm_fault(HAZARD_DISK_SLOW, 40) ? 3000 : 6), EVENT_WRITE, 0,
                  NULL, 0);
    }
}

static void wake_soon(void)
{
    if (!the_storm->woken_due) {
        the_storm->woken_due = true;
        event_add(storm_below(3), EVENT_WOKEN, 0, NULL, 0);
    }
}

enum store_status store_writer_submit(struct store_writer *writer, const struct store_batch *batch,
                                      uint64_t token)
{
    struct storm *storm = the_storm;
    struct store_batch sent = *batch;
    (void)writer;
    if (storm->queue_count == QUEUE_MAX / 2) {
        return STORE_ERR_QUEUE_FULL;
    }
    if (plant_in_batch(&sent)) {
        storm->done[storm->done_count++] = (struct store_done){
            .token = token,
            .result = {.status = STORE_OK, .position = office_position(storm->serve->office) + 1}};
        storm->woken_due = true; // before the writer can have had its turn
        event_add(0, EVENT_WOKEN, 0, NULL, 0);
        if (storm->plant == PLANT_LOSE_BATCH) {
            return STORE_OK;
        }
        token = 0; // it is stored in a while, and nobody waits for it
    }
    struct waiting *waiting = &storm->queue[storm->queue_count];
    const enum store_status status = store_encode(&sent, &waiting->body, &waiting->size);
    if (status != STORE_OK) {
        return status;
    }
    waiting->token = token;
    storm->queue_count++;
    write_soon();
    return STORE_OK;
}

// What the disk does with the next group: at any of its write points, the first to the last, or at
// its commit.
static void plan_fault(struct storm *storm)
{
    static const enum store_status failures[] = {STORE_ERR_IO, STORE_ERR_FULL, STORE_ERR_LOCKED,
                                                 STORE_ERR_CONFLICT, STORE_ERR_MEMORY};
    struct store_disk_plan plan = {.at = 1 + storm_below((uint32_t)storm->points + 2),
                                   .status = failures[storm_below(5)]};
    disk_plan_nothing();
    if (storm_plans(HAZARD_DISK_POWER, 120)) {
        plan.fault = STORE_DISK_LOSES_POWER;
        disk_plan(HAZARD_DISK_POWER, &plan);
    } else if (storm_plans(HAZARD_DISK_FAILS, 30)) {
        plan.fault = STORE_DISK_FAILS;
        disk_plan(HAZARD_DISK_FAILS, &plan);
    } else if (storm_plans(HAZARD_DISK_MUTE, 30)) {
        plan.fault = storm_chance(2) ? STORE_DISK_LOSES_ANSWER : STORE_DISK_LOSES_REQUEST;
        plan.at = 0;
        disk_plan(HAZARD_DISK_MUTE, &plan);
    }
}

// How many write points a group has. Only one that came through whole says: a disk without power is
// asked a thousand times, and each time counts.
static void learn_points(struct storm *storm, enum store_status status)
{
    const uint64_t points = store_disk_points(storm->disk);
    if (status == STORE_OK && !storm->planned.struck && points > storm->points) {
        storm->points = points;
    }
}

static void drop_written(size_t count)
{
    struct storm *storm = the_storm;
    for (size_t i = 0; i < count; i++) {
        free(storm->queue[i].body);
    }
    storm->queue_count -= count;
    memmove(storm->queue, storm->queue + count, storm->queue_count * sizeof storm->queue[0]);
}

// A server that stops asks once more and then leaves: with a commit still without an answer, what it
// shows in its last moment may be behind the store.
static bool may_be_mute(const struct storm *storm)
{
    return storm->stop_step == 0 && storm_plans(HAZARD_DISK_MUTE, 60);
}

static void write_group(size_t count)
{
    struct storm *storm = the_storm;
    struct store_bytes bodies[QUEUE_MAX];
    struct store_result results[QUEUE_MAX];
    for (size_t i = 0; i < count; i++) {
        bodies[i] = (struct store_bytes){storm->queue[i].body, storm->queue[i].size};
    }
    plan_fault(storm);
    const enum store_status status = store_append_encoded(storm->writer, bodies, count, results);
    learn_points(storm, status);
    disk_plan_nothing();
    const bool mute = may_be_mute(storm);
    storm->tally.unheard += mute;
    for (size_t i = 0; i < count; i++) {
        struct store_result *result = &results[i];
        storm->tally.batches += result->status == STORE_OK;
        plant_in_result(bodies[i], result);
        if (mute) { // the server of the database went away with the answer
            free(result->answer);
            *result = (struct store_result){.status = STORE_ERR_UNKNOWN};
        }
        UTH_CHECK(storm->done_count < QUEUE_MAX);
        if (storm->queue[i].token != 0) {
            storm->done[storm->done_count++] =
                (struct store_done){.token = storm->queue[i].token, .result = *result};
        }
    }
    drop_written(count);
    if (status == STORE_ERR_UNREACHABLE) {
        disk_cut_power();
    }
}

void disk_write(void)
{
    struct storm *storm = the_storm;
    storm->write_due = false;
    const bool never = storm->plant == PLANT_NEVER_DONE && storm->step + 100 > storm->step_max;
    if (storm->queue_count == 0 || storm->writer == NULL || never) {
        return;
    }
    const size_t count = 1 + storm_below((uint32_t)storm->queue_count);
    if (may_be_mute(storm)) { // a batch that is lost on its way, and nobody hears of it
        storm->done[storm->done_count++] = (struct store_done){
            .token = storm->queue[0].token, .result = {.status = STORE_ERR_UNKNOWN}};
        storm->tally.lost_batches++;
        drop_written(1);
    } else {
        write_group(count);
    }
    wake_soon();
    write_soon();
}

size_t store_writer_take(struct store_writer *writer, struct store_done *done, size_t max)
{
    struct storm *storm = the_storm;
    const size_t count = storm->done_count < max ? storm->done_count : max;
    (void)writer;
    memcpy(done, storm->done, count * sizeof *done);
    storm->done_count -= count;
    memmove(storm->done, storm->done + count, storm->done_count * sizeof *done);
    return count;
}

bool store_writer_drain(struct store_writer *writer, uint32_t wait_ms)
{
    (void)writer;
    (void)wait_ms;
    return the_storm->queue_count == 0;
}

void store_writer_why(struct store_writer *writer, struct fault *fault)
{
    (void)writer;
    fault->text[0] = '\0';
}

// What waits is lost with the power; in an orderly end nothing does.
void store_writer_close(struct store_writer **writer)
{
    struct storm *storm = the_storm;
    for (size_t i = 0; i < storm->queue_count; i++) {
        free((void *)(uintptr_t)storm->queue[i].token);
    }
    for (size_t i = 0; i < storm->done_count; i++) {
        free((void *)(uintptr_t)storm->done[i].token);
        free(storm->done[i].result.answer);
    }
    drop_written(storm->queue_count);
    storm->done_count = 0;
    storm->write_due = storm->woken_due = false;
    store_disk_power_on(storm->disk);
    store_close(&storm->writer);
    free(*writer);
    *writer = NULL;
}

// ---- snapshots --------------------------------------------------------------------------------

#define SNAPSHOT_EACH 3 // rounds

void __real_office_encode_room(struct office *office, const struct room_batch *batch,
                               const struct room_table *after, const struct uth_controller *meter,
                               const struct office_by *by, struct office_draft *draft);
void __wrap_office_encode_room(struct office *office, const struct room_batch *batch,
                               const struct room_table *after, const struct uth_controller *meter,
                               const struct office_by *by, struct office_draft *draft);

// One every 64 rounds of a table is more than an episode has: without this no start and no opening
// beside the server would ever be from a snapshot.
void __wrap_office_encode_room(struct office *office, const struct room_batch *batch,
                               const struct room_table *after, const struct uth_controller *meter,
                               const struct office_by *by, struct office_draft *draft)
{
    __real_office_encode_room(office, batch, after, meter, by, draft);
    const uint8_t last =
        batch->event_count == 0 ? UTH_EVENT_COUNT : batch->events[batch->event_count - 1].kind;
    if (after == NULL || batch->round % SNAPSHOT_EACH != 0 ||
        (last != UTH_EVENT_ENDED && last != UTH_EVENT_VOIDED)) {
        return;
    }
    struct room_table shown = *after;
    shown.config.result_ms += the_storm->plant == PLANT_BAD_SNAPSHOT;
    office_snapshot_add(office, office_table_slot(office, batch->table), &shown, draft);
    the_storm->tally.snapshots++;
}

// ---- the worker -------------------------------------------------------------------------------

struct worker {
    int nothing;
};

const struct worker_plan worker_plans[WORKER_KIND_COUNT] = {
    {.name = "passwords"}, {.name = "reports"},   {.name = "audit"},
    {.name = "solver"},    {.name = "selfcheck"},
};

struct worker *worker_open(enum worker_kind kind, const char *url, void (*notify)(void *context),
                           void *context)
{
    (void)kind;
    (void)url;
    (void)notify;
    (void)context;
    return calloc(1, sizeof(struct worker));
}

bool worker_submit(struct worker *worker, struct job *job)
{
    struct storm *storm = the_storm;
    (void)worker;
    if (storm->job_count >= QUEUE_MAX) {
        return false;
    }
    storm->jobs[storm->job_count++] = job;
    event_add(5 + storm_below(120), EVENT_JOB, 0, NULL, 0);
    return true;
}

size_t worker_waiting(struct worker *worker)
{
    (void)worker;
    return the_storm->job_count;
}

void disk_job(void)
{
    struct storm *storm = the_storm;
    if (storm->job_count == 0) {
        return;
    }
    struct job *job = storm->jobs[0];
    storm->job_count--;
    memmove(storm->jobs, storm->jobs + 1, storm->job_count * sizeof storm->jobs[0]);
    job->run(job, storm->reader);
    storm->finished[storm->finished_count++] = job;
    wake_soon();
}

void worker_collect(struct worker *worker, void *context)
{
    struct storm *storm = the_storm;
    (void)worker;
    while (storm->finished_count > 0) {
        struct job *job = storm->finished[0];
        storm->finished_count--;
        memmove(storm->finished, storm->finished + 1,
                storm->finished_count * sizeof storm->finished[0]);
        job->done(context, job);
    }
}

void worker_close(struct worker **worker, void *context)
{
    struct storm *storm = the_storm;
    while (storm->job_count > 0) {
        struct job *job = storm->jobs[--storm->job_count];
        job->cancelled = true;
        storm->finished[storm->finished_count++] = job;
    }
    worker_collect(*worker, context);
    free(*worker);
    *worker = NULL;
}
