#include "serve/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
const struct worker_plan worker_plans[WORKER_KIND_COUNT] = {
    [WORKER_PASSWORDS] = { "passwords", { .all = 128, .of_address = 96, .of_person = 8 }, 0, false },
    [WORKER_REPORTS]   = { "reports",   { .all = 64,  .of_address = 32, .of_person = 8 }, 10, true },
    [WORKER_AUDIT]     = { "audit",     { .all = 4,   .of_address = 4,  .of_person = 4 }, 10, true },
    [WORKER_SOLVER]    = { "solver",    { .all = 64,  .of_address = 32, .of_person = 16 }, 10, false },
    [WORKER_SELFCHECK] = { "selfcheck", { .all = 4,   .of_address = 4,  .of_person = 4 }, 10, false },
};
// clang-format on

struct list {
    struct job *first;
    struct job **end;
};

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct queue waiting;
    struct list finished;
    const struct worker_plan *plan;
    atomic_bool closing; // set with the lock held
    void (*notify)(void *context);
    void *context;
    struct store *reader; // the thread's alone
    char url[STORE_URL_MAX];
};

static void list_init(struct list *list)
{
    *list = (struct list){.end = &list->first};
}

static void list_add(struct list *list, struct job *job)
{
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

static struct job *list_take(struct list *list)
{
    struct job *job = list->first;
    if (job != NULL) {
        list->first = job->next;
        if (list->first == NULL) {
            list->end = &list->first;
        }
    }
    return job;
}

// Memory stores cannot be opened twice, so they have no reader.
static struct store *reader_of(struct worker *worker)
{
    struct fault fault;
    const struct store_options options = {
        .read_only = true, .patience_ms = 5000, .stop = &worker->closing};
    if (worker->plan->reads && worker->reader == NULL && strncmp(worker->url, "memory:", 7) != 0 &&
        store_open(worker->url, &options, &fault, &worker->reader) != STORE_OK) {
        worker->reader = NULL;
    }
    return worker->reader;
}

static void finish(struct worker *worker, struct job *job)
{
    (void)pthread_mutex_lock(&worker->lock);
    list_add(&worker->finished, job);
    (void)pthread_mutex_unlock(&worker->lock);
    worker->notify(worker->context);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    // On Linux a thread has a niceness of its own; nice() changes that of the thread that calls it.
    (void)!nice(worker->plan->niceness);
    for (;;) {
        (void)pthread_mutex_lock(&worker->lock);
        while (worker->waiting.count == 0 && !atomic_load(&worker->closing)) {
            (void)pthread_cond_wait(&worker->wake, &worker->lock);
        }
        struct job *job =
            atomic_load(&worker->closing) ? NULL : (struct job *)queue_take(&worker->waiting);
        (void)pthread_mutex_unlock(&worker->lock);
        if (job == NULL) {
            break;
        }
        job->run(job, reader_of(worker));
        job->cancelled = job_is_stopped(job);
        finish(worker, job);
    }
    if (worker->reader != NULL) {
        store_close(&worker->reader);
    }
    return NULL;
}

struct worker *worker_open(enum worker_kind kind, const char *url, void (*notify)(void *context),
                           void *context)
{
    const struct worker_plan *plan = &worker_plans[kind];
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL || strlen(url) >= sizeof worker->url) {
        free(worker);
        return NULL;
    }
    memcpy(worker->url, url, strlen(url) + 1);
    queue_init(&worker->waiting, &plan->limits);
    worker->plan = plan;
    list_init(&worker->finished);
    atomic_init(&worker->closing, false);
    worker->notify = notify;
    worker->context = context;
    UTH_CHECK(pthread_mutex_init(&worker->lock, NULL) == 0);
    UTH_CHECK(pthread_cond_init(&worker->wake, NULL) == 0);
    if (pthread_create(&worker->thread, NULL, work, worker) != 0) {
        free(worker);
        return NULL;
    }
    return worker;
}

// With the lock held.
static void cancel(struct worker *worker, struct queued *queued)
{
    struct job *job = (struct job *)queued;
    job->cancelled = true;
    list_add(&worker->finished, job);
}

bool worker_submit(struct worker *worker, struct job *job)
{
    struct queued *dropped = NULL;
    job->cancelled = false;
    job->stop = &worker->closing;
    (void)pthread_mutex_lock(&worker->lock);
    const bool taken =
        !atomic_load(&worker->closing) && queue_add(&worker->waiting, &job->queued, &dropped);
    if (taken) {
        (void)pthread_cond_signal(&worker->wake);
    }
    if (dropped != NULL) {
        cancel(worker, dropped);
    }
    (void)pthread_mutex_unlock(&worker->lock);
    if (dropped != NULL) {
        worker->notify(worker->context);
    }
    return taken;
}

size_t worker_waiting(struct worker *worker)
{
    (void)pthread_mutex_lock(&worker->lock);
    const size_t count = worker->waiting.count;
    (void)pthread_mutex_unlock(&worker->lock);
    return count;
}

void worker_collect(struct worker *worker, void *context)
{
    for (;;) {
        (void)pthread_mutex_lock(&worker->lock);
        struct job *job = list_take(&worker->finished);
        (void)pthread_mutex_unlock(&worker->lock);
        if (job == NULL) {
            return;
        }
        job->done(context, job);
    }
}

void worker_close(struct worker **worker, void *context)
{
    struct worker *closing = *worker;
    if (closing == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&closing->lock);
    atomic_store(&closing->closing, true);
    (void)pthread_cond_signal(&closing->wake);
    (void)pthread_mutex_unlock(&closing->lock);
    (void)pthread_join(closing->thread, NULL);
    for (struct queued *queued = queue_take(&closing->waiting); queued != NULL;
         queued = queue_take(&closing->waiting)) {
        cancel(closing, queued);
    }
    worker_collect(closing, context);
    (void)pthread_cond_destroy(&closing->wake);
    (void)pthread_mutex_destroy(&closing->lock);
    free(closing);
    *worker = NULL;
}
