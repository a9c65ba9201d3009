// One thread for what takes longer than a loop may wait: mathematics, password hashing, reports
// and the audit over a store of its own.
//
//   loop: worker_submit --> queue (bounded) --> thread: run --> finished --> loop: worker_collect: done
//
// A job belongs to the worker from submit to done. `done` is called exactly once for each job taken,
// on the loop's thread, and frees it.
#ifndef UTH_SERVE_WORKER_H
#define UTH_SERVE_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "store/store.h"

#define WORKER_QUEUE_MAX 64

struct job {
    struct job *next;
    const atomic_bool *stop; // set when the server stops: a long `run` ends before its time
    bool cancelled;          // the server stops: it did not run, or not to its end
    void (*run)(struct job *job, struct store *reader); // reader: NULL where the store has none
    void (*done)(void *context, struct job *job);
};

// On the thread: it need not be finished.
static inline bool job_is_stopped(const struct job *job)
{
    return job->stop != NULL && atomic_load(job->stop);
}

struct worker;

// `url` is opened for reading by the thread itself when a job first asks, and again when it failed;
// what is read there ends when the server stops.
// NULL without memory or thread.
struct worker *worker_open(const char *url, void (*notify)(void *context), void *context);

// False when too many wait: then the job is still the caller's.
UTH_NODISCARD bool worker_submit(struct worker *worker, struct job *job);
size_t worker_waiting(struct worker *worker);

// Calls `done` of everything finished.
void worker_collect(struct worker *worker, void *context);

// Ends the thread and cuts short the job it is at; that and the rest is cancelled, and everything is
// collected.
void worker_close(struct worker **worker, void *context);

#endif
