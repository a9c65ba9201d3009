// Linked with --wrap: what the server calls of the clock, of what is slow, of store's writer and of the
// worker is here.
#include "backing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "office/office.h"
#include "report/par.h"
#include "serve/worker.h"
#include "store/memory.h"

#define QUEUE_MAX 512

struct backing backing;

// ---- the clock, and what is slow --------------------------------------------------------------

int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    *now = (struct timespec){backing.now_ms / 1000, backing.now_ms % 1000 * 1000000};
    return 0;
}

// Argon2id is made to be slow; here a password is its own hash.
bool __wrap_office_secret_make(const char *given, struct office_secret *secret);
bool __wrap_office_secret_make(const char *given, struct office_secret *secret)
{
    memset(secret, 0, sizeof *secret);
    (void)snprintf(secret->hash, sizeof secret->hash, "$%s", given);
    return true;
}

bool __wrap_office_secret_matches(const struct office_secret *secret, const char *given);
bool __wrap_office_secret_matches(const struct office_secret *secret, const char *given)
{
    return strcmp(secret->hash + 1, given) == 0;
}

// The mathematics have targets and tests of their own: what was asked is read, and only what is
// quick is worked out.
enum uth_status __wrap_par_work_out(const struct uth_rules *rules, enum uth_style style,
                                    unsigned threads, struct par_watcher watcher,
                                    struct par_report *report, bool *out_of_memory);
enum uth_status __wrap_par_work_out(const struct uth_rules *rules, enum uth_style style,
                                    unsigned threads, struct par_watcher watcher,
                                    struct par_report *report, bool *out_of_memory)
{
    (void)rules, (void)style, (void)threads, (void)watcher, (void)report;
    *out_of_memory = true;
    return UTH_OK;
}

enum uth_status __wrap_uth_exact_solve(const struct uth_rules *rules, unsigned threads,
                                       void *memory, size_t size, struct uth_exact **exact);
enum uth_status __wrap_uth_exact_solve(const struct uth_rules *rules, unsigned threads,
                                       void *memory, size_t size, struct uth_exact **exact)
{
    (void)rules, (void)threads, (void)memory, (void)size, (void)exact;
    return UTH_ERR_NOT_NOW;
}

enum uth_status __real_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer);
enum uth_status __wrap_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer);
enum uth_status __wrap_uth_odds(const struct uth_rules *rules, const struct uth_odds_query *query,
                                void *memory, size_t size, struct uth_odds_answer *answer)
{
    return query->board_count == 5 ? __real_uth_odds(rules, query, memory, size, answer)
                                   : UTH_ERR_NOT_NOW;
}

// ---- the store --------------------------------------------------------------------------------

static struct store_disk *disk;
static struct store *reader;

enum store_status __wrap_store_open(const char *url, const struct store_options *options,
                                    struct fault *fault, struct store **store);
enum store_status __wrap_store_open(const char *url, const struct store_options *options,
                                    struct fault *fault, struct store **store)
{
    struct store_port *port;
    (void)url;
    const enum store_status status = store_memory_open(disk, options, fault, &port);
    return status == STORE_OK ? store_open_port(port, options, fault, store) : status;
}

// The writer stores at once, and tells of it in the next turn.
static struct store *writing;
static struct store_done done[QUEUE_MAX];
static size_t done_count;

enum store_status __wrap_store_writer_open(struct store **store,
                                           const struct store_writer_options *options,
                                           struct store_writer **writer);
enum store_status __wrap_store_writer_open(struct store **store,
                                           const struct store_writer_options *options,
                                           struct store_writer **writer)
{
    (void)options;
    writing = *store;
    *store = NULL;
    *writer = (struct store_writer *)&writing;
    return STORE_OK;
}

enum store_status __wrap_store_writer_submit(struct store_writer *writer,
                                             const struct store_batch *batch, uint64_t token);
enum store_status __wrap_store_writer_submit(struct store_writer *writer,
                                             const struct store_batch *batch, uint64_t token)
{
    (void)writer;
    if (done_count == QUEUE_MAX) {
        return STORE_ERR_QUEUE_FULL;
    }
    struct store_done *said = &done[done_count++];
    said->token = token;
    const enum store_status status = store_append(writing, batch, &said->result);
    // Whoever brings what he has not, or says a thing twice, is refused by the store, and nobody else.
    // A batch out of turn only asks for a key.
    UTH_CHECK(status == STORE_OK || status == STORE_REPEATED || status == STORE_ERR_BALANCE ||
              status == STORE_ERR_KEY_REUSED ||
              (status == STORE_ERR_SEQUENCE && batch->key.size > 0));
    return STORE_OK;
}

size_t __wrap_store_writer_take(struct store_writer *writer, struct store_done *taken, size_t max);
size_t __wrap_store_writer_take(struct store_writer *writer, struct store_done *taken, size_t max)
{
    const size_t count = done_count < max ? done_count : max;
    (void)writer;
    memcpy(taken, done, count * sizeof *taken);
    done_count -= count;
    memmove(done, done + count, done_count * sizeof *done);
    return count;
}

bool __wrap_store_writer_drain(struct store_writer *writer, uint32_t wait_ms);
bool __wrap_store_writer_drain(struct store_writer *writer, uint32_t wait_ms)
{
    (void)writer, (void)wait_ms;
    return true;
}

void __wrap_store_writer_close(struct store_writer **writer);
void __wrap_store_writer_close(struct store_writer **writer)
{
    UTH_CHECK(done_count == 0);
    store_close(&writing);
    *writer = NULL;
}

// ---- the worker -------------------------------------------------------------------------------

static struct job *jobs[QUEUE_MAX];
static size_t job_count;

struct worker *__wrap_worker_open(enum worker_kind kind, const char *url,
                                  void (*notify)(void *context), void *context);
struct worker *__wrap_worker_open(enum worker_kind kind, const char *url,
                                  void (*notify)(void *context), void *context)
{
    (void)kind, (void)url, (void)notify, (void)context;
    return (struct worker *)&jobs;
}

bool __wrap_worker_submit(struct worker *worker, struct job *job);
bool __wrap_worker_submit(struct worker *worker, struct job *job)
{
    (void)worker;
    if (job_count == QUEUE_MAX) {
        return false;
    }
    jobs[job_count++] = job;
    return true;
}

size_t __wrap_worker_waiting(struct worker *worker);
size_t __wrap_worker_waiting(struct worker *worker)
{
    (void)worker;
    return job_count;
}

void __wrap_worker_collect(struct worker *worker, void *context);
void __wrap_worker_collect(struct worker *worker, void *context)
{
    (void)worker;
    while (job_count > 0) {
        struct job *job = jobs[0];
        job_count--;
        memmove(jobs, jobs + 1, job_count * sizeof jobs[0]);
        job->run(job, reader);
        job->done(context, job);
    }
}

void __wrap_worker_close(struct worker **worker, void *context);
void __wrap_worker_close(struct worker **worker, void *context)
{
    while (job_count > 0) {
        struct job *job = jobs[--job_count];
        job->cancelled = true;
        job->done(context, job);
    }
    *worker = NULL;
}

bool backing_has_work(void)
{
    return done_count > 0 || job_count > 0;
}

// ---- a server ---------------------------------------------------------------------------------

static char key_path[] = "/tmp/uth-fuzz-XXXXXX/key";

static void remove_key(void)
{
    (void)unlink(key_path);
    *strrchr(key_path, '/') = '\0';
    (void)rmdir(key_path);
}

struct config *backing_config(const char *tables)
{
    static struct config config;
    struct fault fault;
    char *name = strrchr(key_path, '/');
    *name = '\0';
    UTH_CHECK(mkdtemp(key_path) != NULL && atexit(remove_key) == 0);
    *name = '/';
    config_init(&config);
    UTH_CHECK(config_set(&config, "store", "memory:", &fault));
    UTH_CHECK(config_set(&config, "key_file", key_path, &fault));
    UTH_CHECK(config_set(&config, "log", "error", &fault));
    UTH_CHECK(config_read_text(&config, "fuzz", tables, &fault));
    UTH_CHECK(freopen("/dev/null", "w", stdout) != NULL); // each start would say a password
    return &config;
}

void backing_check_books(void)
{
    struct store_report report;
    UTH_CHECK(store_audit(reader, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &report) == STORE_OK);
    UTH_CHECK(report.status == STORE_OK);
}

void backing_serve(const struct config *config)
{
    const struct store_options options = {.read_only = true};
    struct fault store_fault;
    struct fault fault;
    backing.now_ms = INT64_C(1790000000000);
    disk = store_disk_open();
    UTH_CHECK(disk != NULL);
    UTH_CHECK(__wrap_store_open("", &options, &store_fault, &reader) == STORE_OK);
    UTH_CHECK(serve_run(config, &fault));
    backing_check_books();
    store_close(&reader);
    store_disk_close(&disk);
}
