// The three backends as the tests see them: an empty store, opened as often as wanted, with a hand
// that can change any byte behind its back.
#ifndef UTH_TESTS_STORE_BACKEND_H
#define UTH_TESTS_STORE_BACKEND_H

#include "store/cluster.h"
#include "store/memory.h"
#include "store/store.h"

enum backend_kind { BACKEND_MEMORY, BACKEND_SQLITE, BACKEND_POSTGRES };

struct backend {
    enum backend_kind kind;
    struct store_disk *disk;
    struct cluster cluster;
    char directory[64];
    char url[192];
    unsigned wiped;
};

// By name: "memory", "sqlite", "postgres" that does not wait for the disk, "postgres-durable" that
// does. False after a message.
bool backend_start(struct backend *backend, const char *name);
void backend_stop(struct backend *backend);
// A new, empty store.
bool backend_wipe(struct backend *backend);

enum store_status backend_try_open(struct backend *backend, bool read_only, struct fault *fault,
                                   struct store **store);
struct store *backend_open(struct backend *backend, bool read_only); // stops the test on failure

// Changes one bit of one byte; false when there is no such byte, or the database refuses the row.
bool backend_flip(struct backend *backend, enum store_table table, size_t row, size_t column,
                  size_t byte);
// Runs SQL behind the store's back; false on memory.
bool backend_run(struct backend *backend, const char *sql);

// ---- batches to store -------------------------------------------------------------------------

#define SAMPLE_EVENTS  3
#define SAMPLE_ENTRIES 5

// A batch with everything in it, made from its table and sequence alone: batches 1 and 4 of each
// four open and end a round.
struct sample {
    struct store_batch batch;
    struct uth_event events[SAMPLE_EVENTS];
    struct uth_posting postings[2];
    struct store_entry entries[SAMPLE_ENTRIES];
    char state[24];
    char key[32];
    char answer[48];
};

void sample_make(struct sample *sample, uint32_t table, uint64_t sequence);
// Whose money the batch moves.
uint64_t sample_player(uint32_t table, uint64_t sequence);

#endif
