// The thread for what takes long, seen from the loop that gives it work. What a job writes on the
// thread is read here without a lock of the test's own: ThreadSanitizer sees whether the worker's is
// enough.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "serve/worker.h"

#define JOBS       600U
#define QUEUE_MAX  ((unsigned)worker_plans[WORKER_REPORTS].limits.all)
#define PATIENCE_S 60

// A job of the test. What stands below `ran_as` is written on the thread and read in `done`.
struct task {
    struct job job; // first: a job is its task
    struct loop *loop;
    unsigned number;
    bool is_long, waits;
    unsigned ran_as; // 1, 2, 3 … in the order of running; 0: it never ran
    bool had_reader, on_loop;
    unsigned done_as, times_done;
    bool done_on_loop, cancelled;
};

// The loop: its thread, and what was told to it.
struct loop {
    struct worker *worker;
    pthread_t thread;
    unsigned ran;     // the worker's alone until it has ended
    unsigned done;    // the loop's alone
    unsigned dropped; // by the loop itself, for others
    atomic_uint notified, notified_on_loop;
    sem_t begun, may_end; // of a task that waits
    struct task tasks[JOBS];
};

static void nap(void)
{
    const struct timespec moment = {.tv_nsec = 200000};
    (void)nanosleep(&moment, NULL);
}

// No edge of order between the threads: whoever collects does so for reasons of his own.
static void notify(void *context)
{
    struct loop *loop = context;
    const bool on_loop = pthread_equal(pthread_self(), loop->thread) != 0;
    (void)atomic_fetch_add_explicit(&loop->notified, 1, memory_order_relaxed);
    (void)atomic_fetch_add_explicit(&loop->notified_on_loop, on_loop, memory_order_relaxed);
}

static void run(struct job *job, struct store *reader)
{
    struct task *task = (struct task *)job;
    struct loop *loop = task->loop;
    task->ran_as = ++loop->ran;
    task->had_reader = reader != NULL;
    task->on_loop = pthread_equal(pthread_self(), loop->thread) != 0;
    if (task->waits) {
        (void)sem_post(&loop->begun);
        (void)sem_wait(&loop->may_end);
    }
    if (task->is_long) {
        (void)sem_post(&loop->begun);
        while (!job_is_stopped(job)) {
            nap();
        }
    }
    if (task->number % 8 == 0) {
        nap(); // so that the loop looks in between
    }
}

static void done(void *context, struct job *job)
{
    struct task *task = (struct task *)job;
    struct loop *loop = context;
    task->times_done++;
    task->done_as = ++loop->done;
    task->done_on_loop = pthread_equal(pthread_self(), loop->thread) != 0;
    task->cancelled = job->cancelled;
}

static struct loop *open_loop(const char *url)
{
    struct loop *loop = calloc(1, sizeof *loop);
    assert_non_null(loop);
    loop->thread = pthread_self();
    assert_int_equal(sem_init(&loop->begun, 0, 0), 0);
    assert_int_equal(sem_init(&loop->may_end, 0, 0), 0);
    for (unsigned i = 0; i < JOBS; i++) {
        struct task *task = &loop->tasks[i];
        *task = (struct task){.job = {.run = run, .done = done}, .loop = loop, .number = i};
    }
    loop->worker = worker_open(WORKER_REPORTS, url, notify, loop);
    assert_non_null(loop->worker);
    return loop;
}

static void close_loop(struct loop *loop)
{
    worker_close(&loop->worker, loop);
    assert_null(loop->worker);
    worker_close(&loop->worker, loop); // twice is once
    assert_int_equal(atomic_load(&loop->notified_on_loop), loop->dropped);
    (void)sem_destroy(&loop->begun);
    (void)sem_destroy(&loop->may_end);
    free(loop);
}

static bool submit(struct loop *loop, unsigned number)
{
    return worker_submit(loop->worker, &loop->tasks[number].job);
}

// Looks again and again, as a loop does that has other things to do as well.
static void collect_until(struct loop *loop, unsigned wanted)
{
    const time_t end = time(NULL) + PATIENCE_S;
    worker_collect(loop->worker, loop);
    while (loop->done < wanted && time(NULL) < end) {
        nap();
        worker_collect(loop->worker, loop);
    }
    assert_int_equal(loop->done, wanted);
}

static void assert_done_once(const struct task *task)
{
    assert_int_equal(task->times_done, 1);
    assert_true(task->done_on_loop);
    assert_false(task->on_loop);
}

static void jobs_run_in_order_and_each_is_done_once_on_the_thread_that_gave_it(void **state)
{
    (void)state;
    struct loop *loop = open_loop("memory:");
    for (unsigned given = 0; given < JOBS;) {
        if (submit(loop, given)) {
            given++;
        } else {
            assert_true(worker_waiting(loop->worker) <= QUEUE_MAX);
            nap();
        }
        worker_collect(loop->worker, loop);
    }
    collect_until(loop, JOBS);
    assert_int_equal(worker_waiting(loop->worker), 0);
    for (unsigned i = 0; i < JOBS; i++) {
        assert_done_once(&loop->tasks[i]);
        assert_int_equal(loop->tasks[i].ran_as, i + 1);
        assert_int_equal(loop->tasks[i].done_as, i + 1);
        assert_false(loop->tasks[i].cancelled);
        assert_false(loop->tasks[i].had_reader); // of a store in memory there is one only
    }
    close_loop(loop);
}

static void each_job_that_ended_is_told_by_the_thread(void **state)
{
    (void)state;
    struct loop *loop = open_loop("memory:");
    for (unsigned i = 0; i < 10; i++) {
        assert_true(submit(loop, i));
    }
    collect_until(loop, 10);
    // The last is collected, perhaps, before it is told.
    const time_t end = time(NULL) + PATIENCE_S;
    while (atomic_load(&loop->notified) < 10 && time(NULL) < end) {
        nap();
    }
    assert_int_equal(atomic_load(&loop->notified), 10);
    assert_int_equal(atomic_load(&loop->notified_on_loop), 0);
    close_loop(loop);
}

static void a_full_queue_refuses_and_the_job_stays_the_callers(void **state)
{
    (void)state;
    struct loop *loop = open_loop("memory:");
    const unsigned refused = QUEUE_MAX + 1;
    loop->tasks[0].waits = true;
    assert_true(submit(loop, 0));
    assert_int_equal(sem_wait(&loop->begun), 0); // it is off the queue, and at work
    for (unsigned i = 1; i <= QUEUE_MAX; i++) {
        assert_int_equal(worker_waiting(loop->worker), i - 1);
        assert_true(submit(loop, i));
    }
    assert_false(submit(loop, refused));
    assert_false(submit(loop, refused));
    assert_int_equal(worker_waiting(loop->worker), QUEUE_MAX);
    worker_collect(loop->worker, loop);
    assert_int_equal(loop->done, 0);
    (void)sem_post(&loop->may_end);
    collect_until(loop, QUEUE_MAX + 1);
    assert_int_equal(loop->tasks[refused].ran_as, 0);
    assert_int_equal(loop->tasks[refused].times_done, 0);
    assert_true(submit(loop, refused)); // and is taken like any other once there is room
    collect_until(loop, QUEUE_MAX + 2);
    for (unsigned i = 0; i <= refused; i++) {
        assert_done_once(&loop->tasks[i]);
        assert_int_equal(loop->tasks[i].ran_as, i + 1);
    }
    close_loop(loop);
}

static void closing_cuts_short_what_runs_and_cancels_what_waits(void **state)
{
    (void)state;
    struct loop *loop = open_loop("memory:");
    loop->tasks[1].is_long = true; // it would never end
    for (unsigned i = 0; i < 10; i++) {
        assert_true(submit(loop, i));
    }
    assert_int_equal(sem_wait(&loop->begun), 0);
    worker_close(&loop->worker, loop);
    assert_null(loop->worker);
    assert_int_equal(loop->done, 10);
    assert_int_equal(loop->ran, 2);
    for (unsigned i = 0; i < 10; i++) {
        assert_done_once(&loop->tasks[i]);
        assert_int_equal(loop->tasks[i].done_as, i + 1);
        assert_int_equal(loop->tasks[i].ran_as, i < 2 ? i + 1 : 0);
        assert_int_equal(loop->tasks[i].cancelled, i > 0);
    }
    close_loop(loop);
}

static void others_jobs_do_not_wait_behind_one_address(void **state)
{
    (void)state;
    struct loop *loop = open_loop("memory:");
    const unsigned all = QUEUE_MAX;
    loop->tasks[0].waits = true;
    assert_true(submit(loop, 0));
    assert_int_equal(sem_wait(&loop->begun), 0);
    const unsigned of_address = (unsigned)worker_plans[WORKER_REPORTS].limits.of_address;
    for (unsigned i = 1; i <= all; i++) {
        loop->tasks[i].job.queued.source =
            (struct source){.address = 7 + (i > of_address), .person = i};
        assert_true(submit(loop, i));
    }
    // Full: somebody else is first all the same, and the last of a backlog is cancelled.
    loop->tasks[all + 1].job.queued.source = (struct source){.address = 9, .person = 1};
    assert_true(submit(loop, all + 1));
    worker_collect(loop->worker, loop);
    assert_int_equal(loop->done, 1);
    assert_true(loop->tasks[all].cancelled);
    loop->dropped = 1;
    (void)sem_post(&loop->may_end);
    collect_until(loop, all + 2);
    assert_int_equal(loop->tasks[1].ran_as, 2);
    assert_int_equal(loop->tasks[of_address + 1].ran_as, 3);
    assert_int_equal(loop->tasks[all + 1].ran_as, 4);
    assert_int_equal(loop->tasks[all].ran_as, 0);
    close_loop(loop);
}

static void a_worker_without_work_is_closed_at_once(void **state)
{
    (void)state;
    struct loop *loop = open_loop("memory:");
    worker_collect(loop->worker, loop);
    close_loop(loop);
}

static void a_url_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    char url[STORE_URL_MAX + 1];
    struct loop loop = {.thread = pthread_self()};
    memset(url, 'x', sizeof url);
    url[STORE_URL_MAX] = '\0';
    assert_null(worker_open(WORKER_REPORTS, url, notify, &loop));
    url[STORE_URL_MAX - 1] = '\0';
    loop.worker = worker_open(WORKER_REPORTS, url, notify, &loop);
    assert_non_null(loop.worker);
    worker_close(&loop.worker, &loop);
}

// The thread opens it for itself, and asks again where it failed.
static void a_store_that_comes_later_is_read_once_it_is_there(void **state)
{
    (void)state;
    char directory[] = "/tmp/uth-worker-XXXXXX";
    char url[64];
    struct store *store = NULL;
    struct fault fault;
    assert_non_null(mkdtemp(directory));
    (void)snprintf(url, sizeof url, "sqlite:%s/uth.db", directory);
    struct loop *loop = open_loop(url);
    assert_true(submit(loop, 0));
    collect_until(loop, 1);
    assert_false(loop->tasks[0].had_reader);
    assert_int_equal(store_open(url, &(struct store_options){0}, &fault, &store), STORE_OK);
    assert_true(submit(loop, 1));
    assert_true(submit(loop, 2));
    collect_until(loop, 3);
    assert_true(loop->tasks[1].had_reader);
    assert_true(loop->tasks[2].had_reader);
    close_loop(loop);
    store_close(&store);
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        char path[80];
        (void)snprintf(path, sizeof path, "%s%s", url + strlen("sqlite:"), endings[i]);
        (void)unlink(path);
    }
    assert_int_equal(rmdir(directory), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_run_in_order_and_each_is_done_once_on_the_thread_that_gave_it),
        cmocka_unit_test(each_job_that_ended_is_told_by_the_thread),
        cmocka_unit_test(a_full_queue_refuses_and_the_job_stays_the_callers),
        cmocka_unit_test(closing_cuts_short_what_runs_and_cancels_what_waits),
        cmocka_unit_test(others_jobs_do_not_wait_behind_one_address),
        cmocka_unit_test(a_worker_without_work_is_closed_at_once),
        cmocka_unit_test(a_url_that_does_not_fit_is_refused),
        cmocka_unit_test(a_store_that_comes_later_is_read_once_it_is_there),
    };
    return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}
