// A thread for what takes longer than a loop may wait. Each kind of work has one of its own, so that
// a long audit delays no log-in: password hashing, reports, the audit, mathematics.
//
//   loop: worker_submit --> queue (bounded, fair) --> thread: run --> finished --> loop:
//                                                                       worker_collect: done
//
// A job belongs to the worker from submit to done. `done` is called exactly once for each job taken,
// on the loop's thread, and frees it.
#ifndef UTH_SERVE_WORKER_H
#define UTH_SERVE_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "serve/queue.h"
#include "store/store.h"

enum worker_kind {
    WORKER_PASSWORDS, // log-ins, registrations, PINs
    WORKER_REPORTS,   // whatever reads the store
    WORKER_AUDIT,     // the whole of it
    WORKER_SOLVER,    // mathematics, and strategies for house players
    WORKER_SELFCHECK,
    WORKER_KIND_COUNT,
};

// What is known of each kind.
struct worker_plan {
    const char *name; // as the metrics call it
    struct queue_limits limits;
    int niceness; // 0: as urgent as the loop
    bool reads;   // its jobs get a store to read
};
extern const struct worker_plan worker_plans[WORKER_KIND_COUNT];

struct job {
    struct queued queued; // first: for whom it waits
    struct job *next;
    const atomic_bool *stop; // set when the server stops: a long `run` ends before its time
    bool cancelled; // it did not run, or not to its end: the server stops, or others were first
    void (*run)(struct job *job, struct store *reader); // reader: NULL where there is none
    void (*done)(void *context, struct job *job);
};

// On the thread: it need not be finished.
static inline bool job_is_stopped(const struct job *job)
{
    return job->stop != NULL && atomic_load(job->stop);
}

struct worker;

// Where the kind reads, `url` is opened by the thread itself with the first job, and again when it
// failed; what is read there ends when the server stops.
// NULL without memory or thread.
struct worker *worker_open(enum worker_kind kind, const char *url, void (*notify)(void *context),
                           void *context);

// False when too many wait: then the job is still the caller's. For somebody with fewer jobs waiting
// than others, the last of theirs is cancelled.
UTH_NODISCARD bool worker_submit(struct worker *worker, struct job *job);
size_t worker_waiting(struct worker *worker);

// Calls `done` of everything finished.
void worker_collect(struct worker *worker, void *context);

// Ends the thread and cuts short the job it is at; that and the rest is cancelled, and everything is
// collected.
void worker_close(struct worker **worker, void *context);

#endif
