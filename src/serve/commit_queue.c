// Batches on their way to the disk.
#include "serve/commit_queue.h"

#include <stdlib.h>
#include <string.h>

#include "net/net.h"
#include "serve/server.h"

#define RETRY_MS    250
#define COLLECT_MAX 16 // taken from the writer in one turn of the loop

// The writer gives a token back once, unchanged: it may as well be the pending commit itself.
union token {
    uint64_t number;
    struct pending_commit *commit;
};

static size_t padded(size_t size)
{
    return (size + 7) & ~(size_t)7;
}

static size_t batch_bytes(const struct store_batch *batch)
{
    size_t size = padded(batch->event_count * sizeof *batch->events) +
                  padded(batch->posting_count * sizeof *batch->postings) +
                  padded(batch->entry_count * sizeof *batch->entries) + padded(batch->key.size) +
                  padded(batch->answer.size);
    for (size_t i = 0; i < batch->entry_count; i++) {
        size += padded(batch->entries[i].bytes.size);
    }
    return size;
}

static void *copy(uint8_t **at, const void *from, size_t size)
{
    void *to = *at;
    if (size != 0) {
        memcpy(to, from, size);
    }
    *at += padded(size);
    return to;
}

// The draft's memory is used again at once: what the office is to take later is copied.
static void copy_batch(const struct store_batch *from, struct pending_commit *commit)
{
    uint8_t *at = commit->bytes;
    struct store_batch *to = &commit->batch;
    *to = *from;
    to->events = copy(&at, from->events, from->event_count * sizeof *from->events);
    to->postings = copy(&at, from->postings, from->posting_count * sizeof *from->postings);
    struct store_entry *entries =
        copy(&at, from->entries, from->entry_count * sizeof *from->entries);
    for (size_t i = 0; i < from->entry_count; i++) {
        entries[i].bytes.data = copy(&at, from->entries[i].bytes.data, from->entries[i].bytes.size);
    }
    to->entries = entries;
    to->key.data = copy(&at, from->key.data, from->key.size);
    to->answer.data = copy(&at, from->answer.data, from->answer.size);
}

static enum store_status submit(struct serve *serve, struct pending_commit *commit)
{
    const union token token = {.commit = commit};
    return store_writer_submit(serve->writer, &commit->batch, token.number);
}

// Numbers are given anew from the last batch taken. With batches of the office still under way a
// new one would get the number of one of those: it waits until all have ended.
static void forget(struct serve *serve, uint32_t table)
{
    serve->office_void = serve->office_void || (table == 0 && serve->office_commits > 0);
    office_forget(serve->office, table);
}

bool commit_submit(struct serve *serve, const struct office_draft *draft,
                   commit_handler *on_committed, void *owner)
{
    struct pending_commit *commit = malloc(sizeof *commit + batch_bytes(&draft->batch));
    if (commit != NULL) {
        *commit = (struct pending_commit){.on_committed = on_committed, .owner = owner};
        copy_batch(&draft->batch, commit);
        if (submit(serve, commit) == STORE_OK) {
            serve->pending_commits++;
            serve->office_commits += draft->batch.table == 0;
            serve->counters.batches++;
            return true;
        }
    }
    free(commit);
    forget(serve, draft->batch.table);
    return false;
}

// Batch 1 of the office is always there. Another one in its place is never stored, but its key is looked
// up, on the writer's own connection: so a store in memory answers, too.
bool commit_ask(struct serve *serve, const uint8_t key[STORE_HASH_SIZE],
                const uint8_t request[STORE_HASH_SIZE], commit_handler *on_committed, void *owner)
{
    struct store_batch question = {.sequence = 1, .key = {key, STORE_HASH_SIZE}};
    struct pending_commit *commit = malloc(sizeof *commit + batch_bytes(&question));
    if (commit == NULL) {
        return false;
    }
    memcpy(question.request, request, STORE_HASH_SIZE);
    *commit = (struct pending_commit){.on_committed = on_committed, .owner = owner, .asks = true};
    copy_batch(&question, commit);
    if (submit(serve, commit) != STORE_OK) {
        free(commit);
        return false;
    }
    serve->pending_commits++;
    serve->counters.batches++;
    return true;
}

// The backend is at fault, not the batch.
static bool is_failure(enum store_status status)
{
    return status >= STORE_ERR_URL || status == STORE_ERR_QUEUE_FULL || status == STORE_ERR_CLOSED;
}

static void note_store(struct serve *serve, enum store_status status)
{
    struct fault fault = {.kind = FAULT_NONE};
    if (!is_failure(status)) {
        if (serve->store_fault[0] != '\0') {
            log_line(&serve->log, LOG_LEVEL_WARN, "the store recovered");
        }
        serve->store_fault[0] = '\0';
        return;
    }
    serve->counters.batches_failed++;
    store_writer_why(serve->writer, &fault);
    const bool news = serve->store_fault[0] == '\0';
    (void)snprintf(serve->store_fault, sizeof serve->store_fault, "%s%s%.200s",
                   store_status_text(status), fault.text[0] != '\0' ? ": " : "", fault.text);
    if (news) {
        log_line(&serve->log, LOG_LEVEL_ERROR, "the store failed: %s", serve->store_fault);
    }
}

// The batch is stored, and the next start applies it; carrying on without it would show another room
// than the ledger has. Out of memory is environmental: exit. Anything else is our bug.
static void end_with_stored(struct serve *serve, const struct fault *fault)
{
    log_line(&serve->log, LOG_LEVEL_ERROR, "cannot apply a stored batch: %s", fault->text);
    if (fault->kind == FAULT_MEMORY) {
        log_line(&serve->log, LOG_LEVEL_ERROR,
                 "this server exits; everything is stored, and the next start resumes from it");
        exit(EXIT_FAILURE);
    }
    UTH_CHECK(!"a stored batch can be taken");
}

static void finish(struct serve *serve, struct pending_commit *commit)
{
    struct fault fault;
    const enum store_status status = commit->result.status;
    serve->pending_commits--;
    serve->counters.batches_ended++;
    serve->office_commits -= commit->batch.table == 0 && !commit->asks;
    if (status == STORE_OK) {
        if (!office_apply(serve->office, &commit->batch, commit->result.position, &fault)) {
            end_with_stored(serve, &fault);
        }
    } else if (!commit->asks) {
        serve->counters.batches_refused += !is_failure(status);
        forget(serve, commit->batch.table);
    }
    serve->office_void = serve->office_void && serve->office_commits > 0;
    commit->on_committed(serve, commit, status);
    free(commit->result.answer);
    free(commit);
}

// What is not stored goes behind: to forget its number is to go on from the last one taken.
static uint64_t turn_of(const struct pending_commit *commit)
{
    return commit->result.status == STORE_OK ? commit->result.position : UINT64_MAX;
}

static void hold(struct serve *serve, struct pending_commit *commit)
{
    struct pending_commit **at = &serve->held;
    while (*at != NULL && turn_of(*at) <= turn_of(commit)) {
        at = &(*at)->next;
    }
    commit->next = *at;
    *at = commit;
}

static void retry_later(struct serve *serve, struct pending_commit *commit)
{
    struct pending_commit **end = &serve->retries;
    while (*end != NULL) {
        end = &(*end)->next;
    }
    commit->next = NULL;
    *end = commit;
    serve->retry_ms = serve->now_ms + RETRY_MS;
}

// Takes the answer of the result.
static void land(struct serve *serve, struct pending_commit *commit,
                 const struct store_result *result)
{
    // A failure at the second try says nothing of the first.
    const bool open =
        result->status == STORE_ERR_UNKNOWN || (commit->unknown && is_failure(result->status));
    note_store(serve, result->status);
    if (result->status == STORE_ERR_TAKEN) {
        serve_lose_store(serve);
    }
    const bool unknown = open && !serve->stopping;
    serve->unknown += (size_t)unknown - (size_t)commit->unknown;
    commit->unknown = unknown;
    if (unknown) {
        retry_later(serve, commit);
        return;
    }
    commit->result = *result;
    if (open) { // a server that ends cannot wait until it knows
        commit->result.status = STORE_ERR_UNKNOWN;
    }
    hold(serve, commit);
    while (serve->unknown == 0 && serve->held != NULL) {
        struct pending_commit *first = serve->held;
        serve->held = first->next;
        finish(serve, first);
    }
}

// A few in a turn: what they tell is written at its end, and who speaks meanwhile is heard.
void commits_collect(struct serve *serve)
{
    struct store_done done[COLLECT_MAX];
    const size_t count = store_writer_take(serve->writer, done, COLLECT_MAX);
    for (size_t i = 0; i < count; i++) {
        const union token token = {.number = done[i].token};
        land(serve, token.commit, &done[i].result);
    }
    if (count == COLLECT_MAX) {
        net_wake(serve->net); // the writer says only once that there is something
    }
}

void commits_retry(struct serve *serve)
{
    if (serve->retries == NULL || (serve->now_ms < serve->retry_ms && !serve->stopping)) {
        return;
    }
    struct pending_commit *commit = serve->retries;
    serve->retries = NULL;
    serve->retry_ms = 0;
    while (commit != NULL) {
        struct pending_commit *next = commit->next;
        const enum store_status status = submit(serve, commit);
        if (status != STORE_OK) {
            const struct store_result result = {.status = STORE_ERR_UNKNOWN};
            land(serve, commit, &result);
        }
        commit = next;
    }
}
