// Batches on their way to the disk.
#ifndef UTH_SERVE_COMMIT_QUEUE_H
#define UTH_SERVE_COMMIT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "office/office.h"
#include "store/store.h"

struct serve;

struct pending_commit;
typedef void commit_handler(struct serve *serve, struct pending_commit *commit,
                            enum store_status status);

struct pending_commit {
    struct pending_commit *next; // of those to be sent again, or of those that are held
    struct store_batch batch;
    bool unknown; // nobody has said yet how its commit ended
    bool asks;    // for the answer to a key, and stores nothing
    struct store_result result;
    // With STORE_OK the office has taken it. `why` is a sentence when not.
    commit_handler *on_committed;
    void *owner;
    uint8_t bytes[]; // what the batch points to
};

// Sends a draft off. False when the writer takes no more; then the draft is forgotten.
bool commit_submit(struct serve *serve, const struct office_draft *draft,
                   commit_handler *on_committed, void *owner);
// Asks what was answered to a key of the office's batches: STORE_REPEATED with the answer in its result,
// STORE_ERR_KEY_REUSED, STORE_ERR_SEQUENCE for a key nobody has used, or a failure.
bool commit_ask(struct serve *serve, const uint8_t key[STORE_HASH_SIZE],
                const uint8_t request[STORE_HASH_SIZE], commit_handler *on_committed, void *owner);
// What the writer has finished, a part of it in each turn of the loop.
void commits_collect(struct serve *serve);
// Those whose end is unknown go once more. The office takes batches by position, and the unknown one
// may have any: until it is known, what lands is held.
void commits_retry(struct serve *serve);

#endif
