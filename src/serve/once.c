// Requests that count once: the client makes up a key for what it means to do, and sends it again with
// every try (Idempotency-Key).
//
//     begin --> the same under way? --> ask the store --> go on --> stored with the key and the answer
//                    |                       |
//                    +--> busy               +--> answered before: the old answer
//
// Invariants:
//   (1) A key belongs to the person who sent it and to one request: its path and body, but for the card
//       and PIN of somebody who approves it, which are no part of what is stored.
//   (2) The store remembers a key with the batch it came with (store.h, invariant 5), for good. A request
//       that was refused has no batch: nothing was done, and its key is free.
//   (3) Of one key one request is under way, so that no answer of the store is out of date.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/api.h"
#include "serve/commit_queue.h"

#define KEY_TEXT_MAX 128

static bool is_key(const char *text)
{
    const size_t size = strlen(text);
    bool fine = size >= 1 && size <= KEY_TEXT_MAX;
    for (size_t i = 0; fine && i < size; i++) {
        fine = text[i] > ' ' && text[i] <= '~';
    }
    return fine;
}

static void hash_key(uint64_t person, const char *text, uint8_t key[STORE_HASH_SIZE])
{
    char whole[24 + KEY_TEXT_MAX];
    const int size = snprintf(whole, sizeof whole, "%llu %s", (unsigned long long)person, text);
    store_request_hash(whole, (size_t)size, key);
}

// False without memory.
static bool hash_request(const struct call *call, uint8_t request[STORE_HASH_SIZE])
{
    json_t *body = json_copy(call->body);
    (void)json_object_del(body, "card");
    (void)json_object_del(body, "pin");
    json_t *whole = json_pack("[s, o]", call->request->path, body);
    char *text = whole == NULL ? NULL : json_dumps(whole, JSON_COMPACT | JSON_SORT_KEYS);
    if (text != NULL) {
        store_request_hash(text, strlen(text), request);
    }
    free(text);
    json_decref(whole);
    return text != NULL;
}

static bool is_under_way(const struct serve *serve, const uint8_t key[STORE_HASH_SIZE])
{
    const struct task *task = serve->keyed;
    while (task != NULL && memcmp(task->once.key, key, STORE_HASH_SIZE) != 0) {
        task = task->once.next;
    }
    return task != NULL;
}

static void link_in(struct serve *serve, struct task *task)
{
    struct once *once = &task->once;
    once->next = serve->keyed;
    once->at = &serve->keyed;
    if (once->next != NULL) {
        once->next->once.at = &once->next;
    }
    serve->keyed = task;
}

void once_end(struct task *task)
{
    struct once *once = &task->once;
    if (once->at == NULL) {
        return;
    }
    *once->at = once->next;
    if (once->next != NULL) {
        once->next->once.at = once->at;
    }
    once->at = NULL;
}

void api_reply_once(struct serve *serve, const struct task *task)
{
    const struct store_bytes *answer = &task->once.answer;
    api_reply_text(serve, task->request, 200, "application/json", (const char *)answer->data,
                   answer->size);
}

static void end(struct serve *serve, struct task *task, enum fault_kind problem, const char *text)
{
    struct fault fault = {.kind = problem};
    (void)snprintf(fault.text, sizeof fault.text, "%s", text);
    task->finish(serve, task, &fault);
}

static void on_committed(struct serve *serve, struct pending_commit *commit,
                         enum store_status status)
{
    struct task *task = commit->owner;
    if (status == STORE_ERR_SEQUENCE) {
        task->once.go(serve, task);
    } else if (status == STORE_REPEATED) {
        task->once.answer = (struct store_bytes){commit->result.answer, commit->result.answer_size};
        task->finish(serve, task, NULL);
    } else if (status == STORE_ERR_KEY_REUSED) {
        end(serve, task, FAULT_TAKEN, "Idempotency-Key: it belongs to another request");
    } else {
        end(serve, task, FAULT_STORE, store_status_text(status));
    }
}

void once_begin(struct call *call, struct task *task, bool needed,
                void (*go)(struct serve *serve, struct task *task))
{
    struct serve *serve = call->serve;
    const char *text = call->request->headers[NET_IDEMPOTENCY_KEY];
    if (text == NULL && !needed) {
        go(serve, task);
        return;
    }
    if (text == NULL || !is_key(text)) {
        end(serve, task, FAULT_INPUT,
            text == NULL ? "Idempotency-Key: the header is missing"
                         : "Idempotency-Key: 1 to 128 visible ASCII characters are expected");
        return;
    }
    hash_key(task->person, text, task->once.key);
    if (!hash_request(call, task->once.request)) {
        end(serve, task, FAULT_MEMORY, "out of memory");
        return;
    }
    if (is_under_way(serve, task->once.key)) {
        end(serve, task, FAULT_BUSY, "this request is under way: try again");
        return;
    }
    link_in(serve, task);
    task->once.go = go;
    if (!commit_ask(serve, task->once.key, task->once.request, on_committed, task)) {
        end(serve, task, FAULT_STORE, "disk queue full: try again");
    }
}
