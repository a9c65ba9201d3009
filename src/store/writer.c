// The writer thread: takes all that waits, stores it in one commit, hands the results back.
//
//     submit --> [waiting] --take all, at most a group--> [in work] --commit--> [done] --> take
//
// Invariants:
//   (1) `lock` guards the two queues and the counters. It is never held while the disk is used, so
//       no caller waits for the disk.
//   (2) waiting + in work <= queue_max, and so are their bytes: a caller hears QUEUE_FULL instead.
//   (3) The thread alone uses the store.
//   (4) Batches leave in the order they came; `notify` is called without the lock, once for every
//       time the done queue stops being empty.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "store/internal.h"

#define QUEUE_MAX       4096
#define QUEUE_BYTES_MAX ((size_t)64 << 20)

struct job {
    struct job *next;
    uint64_t token;
    uint8_t *body;
    size_t size;
    struct store_result result;
};

struct queue {
    struct job *first;
    struct job *last;
};

struct store_writer {
    pthread_mutex_t lock;
    pthread_cond_t work;     // something waits, or the end has come
    pthread_cond_t finished; // nothing waits and nothing is in work
    pthread_t thread;
    struct store_writer_options options;
    struct store *store;
    struct fault fault;
    struct queue waiting;
    struct queue done;
    size_t open_count; // waiting and in work
    size_t open_bytes;
    bool closing;
};

// ---- queues -----------------------------------------------------------------------------------

static void push(struct queue *queue, struct job *job)
{
    job->next = NULL;
    if (queue->last == NULL) {
        queue->first = job;
    } else {
        queue->last->next = job;
    }
    queue->last = job;
}

static struct job *pop(struct queue *queue)
{
    struct job *job = queue->first;
    if (job != NULL) {
        queue->first = job->next;
        queue->last = queue->first == NULL ? NULL : queue->last;
    }
    return job;
}

static void free_job(struct job *job)
{
    free(job->result.answer);
    free(job->body);
    free(job);
}

// ---- the thread -------------------------------------------------------------------------------

// Waits for work; returns how many jobs it took, 0 at the end.
static size_t take_group(struct store_writer *writer, struct job *jobs[STORE_GROUP_MAX])
{
    size_t count = 0;
    size_t bytes = 0;
    (void)pthread_mutex_lock(&writer->lock);
    while (writer->waiting.first == NULL && !writer->closing) {
        (void)pthread_cond_wait(&writer->work, &writer->lock);
    }
    while (count < STORE_GROUP_MAX && bytes < STORE_GROUP_BYTES && writer->waiting.first != NULL) {
        bytes += writer->waiting.first->size;
        jobs[count++] = pop(&writer->waiting);
    }
    (void)pthread_mutex_unlock(&writer->lock);
    return count;
}

static void store_group(struct store_writer *writer, struct job *jobs[STORE_GROUP_MAX],
                        size_t count)
{
    struct store_bytes bodies[STORE_GROUP_MAX];
    struct store_result results[STORE_GROUP_MAX];
    for (size_t i = 0; i < count; i++) {
        bodies[i] = (struct store_bytes){jobs[i]->body, jobs[i]->size};
    }
    const enum store_status status = store_append_encoded(writer->store, bodies, count, results);
    for (size_t i = 0; i < count; i++) {
        jobs[i]->result = results[i];
    }
    if (status != STORE_OK) {
        (void)pthread_mutex_lock(&writer->lock);
        writer->fault = writer->store->fault;
        (void)pthread_mutex_unlock(&writer->lock);
    }
}

static void hand_back(struct store_writer *writer, struct job *jobs[STORE_GROUP_MAX], size_t count)
{
    (void)pthread_mutex_lock(&writer->lock);
    const bool was_empty = writer->done.first == NULL;
    for (size_t i = 0; i < count; i++) {
        writer->open_count--;
        writer->open_bytes -= jobs[i]->size;
        push(&writer->done, jobs[i]);
    }
    if (writer->open_count == 0) {
        (void)pthread_cond_broadcast(&writer->finished);
    }
    (void)pthread_mutex_unlock(&writer->lock);
    if (was_empty && writer->options.notify != NULL) {
        writer->options.notify(writer->options.context);
    }
}

static void *run(void *context)
{
    struct store_writer *writer = context;
    struct job *jobs[STORE_GROUP_MAX];
    size_t count;
    while ((count = take_group(writer, jobs)) != 0) {
        store_group(writer, jobs, count);
        hand_back(writer, jobs, count);
    }
    return NULL;
}

// ---- for the callers --------------------------------------------------------------------------

static bool init_locks(struct store_writer *writer)
{
    pthread_condattr_t monotonic;
    if (pthread_condattr_init(&monotonic) != 0) {
        return false;
    }
    const bool good = pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) == 0 &&
                      pthread_mutex_init(&writer->lock, NULL) == 0 &&
                      pthread_cond_init(&writer->work, NULL) == 0 &&
                      pthread_cond_init(&writer->finished, &monotonic) == 0;
    (void)pthread_condattr_destroy(&monotonic);
    return good;
}

enum store_status store_writer_open(struct store **store,
                                    const struct store_writer_options *options,
                                    struct store_writer **writer)
{
    struct store_writer *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return STORE_ERR_MEMORY;
    }
    self->options = *options;
    self->options.queue_max = options->queue_max == 0 ? QUEUE_MAX : options->queue_max;
    self->options.queue_bytes_max =
        options->queue_bytes_max == 0 ? QUEUE_BYTES_MAX : options->queue_bytes_max;
    self->store = *store;
    if (!init_locks(self) || pthread_create(&self->thread, NULL, run, self) != 0) {
        free(self);
        return STORE_ERR_MEMORY;
    }
    *store = NULL;
    *writer = self;
    return STORE_OK;
}

static enum store_status enqueue(struct store_writer *writer, struct job *job)
{
    enum store_status status = STORE_OK;
    (void)pthread_mutex_lock(&writer->lock);
    if (writer->closing) {
        status = STORE_ERR_CLOSED;
    } else if (writer->open_count >= writer->options.queue_max ||
               job->size > writer->options.queue_bytes_max - writer->open_bytes) {
        status = STORE_ERR_QUEUE_FULL;
    } else {
        push(&writer->waiting, job);
        writer->open_count++;
        writer->open_bytes += job->size;
        (void)pthread_cond_signal(&writer->work);
    }
    (void)pthread_mutex_unlock(&writer->lock);
    return status;
}

enum store_status store_writer_submit(struct store_writer *writer, const struct store_batch *batch,
                                      uint64_t token)
{
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        return STORE_ERR_MEMORY;
    }
    job->token = token;
    enum store_status status = store_encode(batch, &job->body, &job->size);
    if (status == STORE_OK) {
        status = enqueue(writer, job);
    }
    if (status != STORE_OK) {
        free_job(job);
    }
    return status;
}

size_t store_writer_take(struct store_writer *writer, struct store_done *done, size_t max)
{
    struct queue taken = {0};
    size_t count = 0;
    (void)pthread_mutex_lock(&writer->lock);
    while (count < max && writer->done.first != NULL) {
        push(&taken, pop(&writer->done));
        count++;
    }
    (void)pthread_mutex_unlock(&writer->lock);
    for (size_t i = 0; i < count; i++) {
        struct job *job = pop(&taken);
        done[i] = (struct store_done){job->token, job->result};
        job->result.answer = NULL; // the receiver's now
        free_job(job);
    }
    return count;
}

bool store_writer_drain(struct store_writer *writer, uint32_t wait_ms)
{
    struct timespec until;
    int waited = 0;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += wait_ms / 1000;
    until.tv_nsec += (long)(wait_ms % 1000) * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    (void)pthread_mutex_lock(&writer->lock);
    while (writer->open_count != 0 && waited == 0) {
        waited = pthread_cond_timedwait(&writer->finished, &writer->lock, &until);
    }
    const bool empty = writer->open_count == 0;
    (void)pthread_mutex_unlock(&writer->lock);
    return empty;
}

void store_writer_why(struct store_writer *writer, struct fault *fault)
{
    (void)pthread_mutex_lock(&writer->lock);
    *fault = writer->fault;
    (void)pthread_mutex_unlock(&writer->lock);
}

void store_writer_close(struct store_writer **writer)
{
    struct store_writer *self = *writer;
    if (self == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&self->lock);
    self->closing = true;
    (void)pthread_cond_signal(&self->work);
    (void)pthread_mutex_unlock(&self->lock);
    (void)pthread_join(self->thread, NULL);
    for (struct job *job = pop(&self->done); job != NULL; job = pop(&self->done)) {
        free_job(job);
    }
    store_close(&self->store);
    (void)pthread_cond_destroy(&self->work);
    (void)pthread_cond_destroy(&self->finished);
    (void)pthread_mutex_destroy(&self->lock);
    free(self);
    *writer = NULL;
}
