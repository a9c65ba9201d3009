// A workload is killed with SIGKILL at random moments, again and again on the same store. After
// each death: nothing acknowledged is lost, nothing is doubled, the books balance, the chain fits.
//
// usage: test_crash sqlite|postgres-durable TIMES   (SEED=number replays the moments)
//        test_crash planted                         what it is there to find is planted, and found
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/audit.h"
#include "store/backend.h"

#define TABLES     4
#define IN_FLIGHT  24
#define RUN_US_MAX 30000

static struct backend backend;
static bool is_planted; // a child judges; the store is its parent's

struct ack {
    uint32_t table;
    uint32_t sequence;
};

static void stop(const char *what, const char *why)
{
    (void)printf("%s - %s: %s\n", is_planted ? "# found" : "not ok", what, why);
    if (is_planted) {
        (void)fflush(NULL);
        _exit(1);
    }
    backend_stop(&backend);
    exit(1);
}

// ---- the workload: lives until it is killed ---------------------------------------------------

struct table {
    uint64_t submitted;
    uint64_t open;
};

static void submit_some(struct store_writer *writer, struct table tables[TABLES])
{
    for (uint32_t t = 0; t < TABLES; t++) {
        while (tables[t].open < IN_FLIGHT / TABLES) {
            struct sample sample;
            sample_make(&sample, t + 1, tables[t].submitted + 1);
            if (store_writer_submit(writer, &sample.batch, t) != STORE_OK) {
                _exit(3);
            }
            tables[t].submitted++;
            tables[t].open++;
        }
    }
}

static void acknowledge(struct store_writer *writer, struct table tables[TABLES], int acks)
{
    struct store_done done[IN_FLIGHT];
    const size_t count = store_writer_take(writer, done, IN_FLIGHT);
    for (size_t i = 0; i < count; i++) {
        struct table *table = &tables[done[i].token];
        if (done[i].result.status != STORE_OK) {
            struct fault fault;
            store_writer_why(writer, &fault);
            (void)fprintf(stderr, "# workload: %s: %s\n", store_status_text(done[i].result.status),
                          fault.text);
            _exit(4);
        }
        const struct ack ack = {(uint32_t)done[i].token + 1,
                                (uint32_t)(table->submitted - table->open + 1)};
        table->open--;
        if (write(acks, &ack, sizeof ack) != (ssize_t)sizeof ack) {
            _exit(5);
        }
    }
}

static void work_until_killed(int acks)
{
    struct table tables[TABLES] = {{0, 0}};
    struct store_writer *writer;
    struct store *store = backend_open(&backend, false);
    for (uint32_t t = 0; t < TABLES; t++) {
        if (store_table_sequence(store, t + 1, &tables[t].submitted) != STORE_OK) {
            _exit(2);
        }
    }
    if (store_writer_open(&store, &(struct store_writer_options){0}, &writer) != STORE_OK) {
        _exit(2);
    }
    for (;;) {
        submit_some(writer, tables);
        acknowledge(writer, tables, acks);
    }
}

// ---- the witness ------------------------------------------------------------------------------

static uint64_t next_random(uint64_t *state)
{
    uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

static void collect(int acks, uint64_t acked[TABLES], uint64_t *total)
{
    struct ack ack;
    while (read(acks, &ack, sizeof ack) == (ssize_t)sizeof ack) {
        uint64_t *last = &acked[ack.table - 1];
        if (ack.sequence <= *last) {
            stop("acknowledged twice", "a sequence came again");
        }
        *last = ack.sequence;
        ++*total;
    }
}

static void live_and_die(uint64_t *random, uint64_t acked[TABLES], uint64_t *total)
{
    int acks[2];
    int status;
    if (pipe(acks) != 0) {
        stop("pipe", "none");
    }
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        (void)close(acks[0]);
        work_until_killed(acks[1]);
    }
    (void)close(acks[1]);
    // One in eight dies while it opens the store.
    const bool early = next_random(random) % 8 == 0;
    const long wait_us = (long)(next_random(random) % (early ? 3000 : RUN_US_MAX));
    struct ack ack;
    if (!early && read(acks[0], &ack, sizeof ack) == (ssize_t)sizeof ack) {
        acked[ack.table - 1] = ack.sequence;
        ++*total;
    }
    (void)nanosleep(&(struct timespec){0, wait_us * 1000}, NULL);
    (void)kill(child, SIGKILL);
    collect(acks[0], acked, total);
    (void)close(acks[0]);
    if (waitpid(child, &status, 0) != child || !WIFSIGNALED(status) ||
        WTERMSIG(status) != SIGKILL) {
        stop("workload", "ended before it was killed");
    }
}

// The batches of one audit, and the sum of the sequences read right after it.
static bool audit_and_count(struct store *store, const uint64_t acked[TABLES], uint64_t *sum)
{
    struct store_report report;
    if (store_audit(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &report) != STORE_OK) {
        stop("audit", store_why(store));
    }
    if (report.status != STORE_OK) {
        stop("audit", report.text);
    }
    *sum = 0;
    for (uint32_t t = 0; t < TABLES; t++) {
        uint64_t sequence = 0;
        if (store_table_sequence(store, t + 1, &sequence) != STORE_OK || sequence < acked[t]) {
            stop("lost", "an acknowledged batch is not stored");
        }
        *sum += sequence;
    }
    return *sum == report.batches;
}

// A server may still be finishing what the killed client had sent, so that a batch comes between
// the audit and the count; two numbers that never meet are a batch doubled.
static uint64_t check(const uint64_t acked[TABLES])
{
    enum { TRIES = 20 };
    struct store *store = backend_open(&backend, false);
    uint64_t sum = 0;
    unsigned tries = 0;
    while (!audit_and_count(store, acked, &sum)) {
        if (++tries == TRIES) {
            stop("doubled", "there are more batches than sequences");
        }
        (void)nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    store_close(&store);
    return sum;
}

static bool same_as_sample(void *context, const struct store_record *record)
{
    struct sample sample;
    uint8_t *body;
    size_t size;
    sample_make(&sample, record->batch.table, record->batch.sequence);
    if (store_encode(&sample.batch, &body, &size) != STORE_OK) {
        return false;
    }
    const bool same = size == record->body.size && memcmp(body, record->body.data, size) == 0;
    free(body);
    *(bool *)context = *(bool *)context && same;
    return same;
}

static void check_content(void)
{
    bool same = true;
    struct store *store = backend_open(&backend, true);
    if (store_read(store, 1, UINT64_MAX, same_as_sample, &same) != STORE_OK || !same) {
        stop("content", "a stored batch is not the one that was sent");
    }
    store_close(&store);
}

// ---- planted faults ---------------------------------------------------------------------------

static void plant_loss(uint64_t acked[TABLES])
{
    acked[0] += 1000; // said to be stored, and is not
}

static void plant_again(uint64_t acked[TABLES])
{
    int acks[2];
    uint64_t total = 0;
    const struct ack ack = {1, (uint32_t)acked[0]};
    if (pipe(acks) == 0 && write(acks[1], &ack, sizeof ack) == (ssize_t)sizeof ack) {
        (void)close(acks[1]);
        collect(acks[0], acked, &total);
    }
}

static void plant_balance(uint64_t acked[TABLES])
{
    (void)acked;
    (void)backend_run(&backend, "UPDATE uth_account SET balance = balance + 1");
}

static void plant_other(uint64_t acked[TABLES])
{
    struct store_result result = {0};
    struct store_bytes bytes = {NULL, 0};
    struct sample sample;
    uint8_t *body = NULL;
    struct store *store = backend_open(&backend, false);
    uint64_t sequence = 0;
    (void)acked;
    if (store_table_sequence(store, 1, &sequence) == STORE_OK) {
        sample_make(&sample, 1, sequence + 1);
        sample.batch.time_ms++; // whole and linked, and yet not what was sent
        if (store_encode(&sample.batch, &body, &bytes.size) == STORE_OK) {
            bytes.data = body;
            (void)!(store_append_encoded(store, &bytes, 1, &result) == STORE_OK);
            free(body);
        }
    }
    store_close(&store);
}

// A child of its own for each: what it finds ends it.
static bool is_found(void (*plant)(uint64_t acked[TABLES]), uint64_t acked[TABLES])
{
    int status = 0;
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        plant(acked);
        (void)check(acked);
        check_content();
        _exit(0);
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

static void nothing(uint64_t acked[TABLES])
{
    (void)acked;
}

static int find_planted(void)
{
    static void (*const plants[])(uint64_t acked[TABLES]) = {plant_loss, plant_again, plant_other,
                                                             plant_balance};
    uint64_t acked[TABLES] = {0};
    uint64_t random = 1;
    uint64_t total = 0;
    if (!backend_start(&backend, "sqlite") || !backend_wipe(&backend)) {
        return 1;
    }
    while (acked[0] == 0) {
        live_and_die(&random, acked, &total);
    }
    is_planted = true;
    bool all = !is_found(nothing, acked);
    for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        all = is_found(plants[i], acked) && all;
    }
    backend_stop(&backend);
    (void)printf("%s - whatever is lost, doubled, changed or another is found\n1..1\n",
                 all ? "ok" : "not ok");
    return all ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "planted") == 0) {
        return find_planted();
    }
    const char *text = getenv("SEED");
    const bool given = text != NULL && text[0] != '\0';
    uint64_t random = given ? strtoull(text, NULL, 10) : (uint64_t)time(NULL);
    const unsigned long times = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (times == 0 || !backend_start(&backend, argv[1]) || !backend_wipe(&backend)) {
        (void)fprintf(stderr, "usage: test_crash sqlite|postgres-durable TIMES\n");
        return 1;
    }
    (void)printf("# SEED=%llu\n", (unsigned long long)random);
    uint64_t acked[TABLES] = {0};
    uint64_t total = 0;
    uint64_t stored = 0;
    for (unsigned long i = 0; i < times; i++) {
        live_and_die(&random, acked, &total);
        stored = check(acked);
    }
    check_content();
    (void)printf("# tried: killed %lu times, %llu batches acknowledged, %llu stored\n", times,
                 (unsigned long long)total, (unsigned long long)stored);
    if (total < times) {
        stop("workload", "it got nothing done");
    }
    (void)printf("ok - nothing lost, nothing doubled, books balance, chain fits\n1..1\n");
    backend_stop(&backend);
    return 0;
}
