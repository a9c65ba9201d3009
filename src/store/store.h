// The store: every batch of events, postings and meter entries, durable before it is told.
//
//     submit --> queue --> writer thread: all that waits, one transaction --> done queue --> take
//                               |
//                       memory:, sqlite:PATH or postgres://… behind the port
//
// Invariants:
//   (1) A batch is stored whole or not at all, together with the balances that follow from it.
//   (2) The batches of a table are numbered 1, 2, 3 … without a gap; all batches have a position,
//       likewise. Both are linked by hashes (docs/audit.md).
//   (3) STORE_OK is said after the disk has it, never before.
//   (4) Sending the same batch twice stores it once and says STORE_OK twice. So a caller that does
//       not know how a commit ended sends the batch again.
//   (5) An idempotency key answers for one request: the same request gets the old answer
//       (STORE_REPEATED), another one is refused (STORE_ERR_KEY_REUSED).
//
// A store belongs to one thread at a time; the writer takes one over. For reading beside it, open
// a second one with read_only.
#ifndef UTH_STORE_STORE_H
#define UTH_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/port.h"
#include "store/status.h"
#include "uth/ledger.h"
#include "uth/round.h"

#define STORE_EVENTS_MAX   512U
#define STORE_POSTINGS_MAX 1024U
#define STORE_ENTRIES_MAX  64U
#define STORE_ENTRY_MAX    32768U
#define STORE_KEY_MAX      64U
#define STORE_ANSWER_MAX   65536U
#define STORE_BODY_MAX     2477280U   // of the largest batch in its encoding
#define STORE_GROUP_MAX    256U       // batches in one commit
#define STORE_GROUP_BYTES  (8U << 20) // bytes from which the writer makes no group larger
#define STORE_URL_MAX      1024U

struct store_bytes {
    const uint8_t *data;
    size_t size;
};

// Stored: append only.
enum store_entry_kind {
    STORE_ENTRY_METER = 1,      // a state: the whole of a meter
    STORE_ENTRY_JOURNAL = 2,    // why a meter changed
    STORE_ENTRY_LOG = 3,        // an administrative action: who, when, why, before and after
    STORE_ENTRY_SEED = 4,       // what a round was dealt from, once it may be known
    STORE_ENTRY_ROOM = 5,       // what happened at a table and is no event of a round
    STORE_ENTRY_USER = 6,       // a state: the whole of a person
    STORE_ENTRY_TABLE = 7,      // a state: the whole configuration of a table
    STORE_ENTRY_SNAPSHOT = 8,   // a state: a whole table at this point; a start replays from here
    STORE_ENTRY_SEALED = 9,     // bytes sealed with the server's key
    STORE_ENTRY_RECORD = 10,    // the record of the finished round `id`, as JSON
    STORE_ENTRY_LEASE = 11,     // the node `id` took the table over; written by store_lease alone
    STORE_ENTRY_PROFILE = 12,   // a state: a rule profile by its number, as JSON
    STORE_ENTRY_INVENTORY = 13, // a state: the Progressive components of a table
    STORE_ENTRY_DISPUTE = 14,   // a state: a dispute about a round (WA-1)
};

// A state replaces the one before of its kind and id, and the last one is what store_state finds.
bool store_is_state(enum store_entry_kind kind);

// Bytes the store keeps and links without looking into them.
struct store_entry {
    uint64_t id; // of the meter, the person, the table …
    enum store_entry_kind kind;
    struct store_bytes bytes;
};

struct store_batch {
    uint32_t table;    // 0: not at a table
    uint64_t sequence; // 1, 2, 3 … for each table
    uint64_t round;    // 0 outside a round
    int64_t time_ms;   // since 1970, UTC
    uint32_t epoch;    // of the lease the table is held by; 0 where tables are not leased
    const struct uth_event *events;
    size_t event_count;
    const struct uth_posting *postings;
    size_t posting_count;
    const struct store_entry *entries;
    size_t entry_count;
    struct store_bytes key;           // empty for none
    uint8_t request[STORE_HASH_SIZE]; // what the key stands for: store_request_hash of the command
    struct store_bytes answer;
};

void store_request_hash(const void *request, size_t size, uint8_t hash[STORE_HASH_SIZE]);

// ---- opening ----------------------------------------------------------------------------------

struct store;

// "sqlite:PATH", "postgres://…", "postgresql://…" or "memory:". On failure *fault says why.
UTH_NODISCARD enum store_status store_open(const char *url, const struct store_options *options,
                                           struct fault *fault, struct store **store);
// Takes the port, also on failure.
UTH_NODISCARD enum store_status store_open_port(struct store_port *port,
                                                const struct store_options *options,
                                                struct fault *fault, struct store **store);
void store_close(struct store **store);

// What the last failure was, in a sentence.
const char *store_why(const struct store *store);
// The name a store gives itself when it is made: 16 random bytes.
const uint8_t *store_id(const struct store *store);
// Of the schema this program writes; a store that is open has it.
int store_schema_version(void);
// Looks through the files behind the store, where the backend can, and whether its schema is the one
// this program makes: nothing missing, nothing changed, nothing more, such as a trigger.
// STORE_ERR_DAMAGED, and store_why names the first fault.
UTH_NODISCARD enum store_status store_examine(struct store *store);

// ---- writing ----------------------------------------------------------------------------------

struct store_result {
    enum store_status status;
    uint64_t position; // of a stored batch
    // With STORE_REPEATED: the old answer. The receiver frees it.
    uint8_t *answer;
    size_t answer_size;
};

// The batch in its canonical encoding, to be freed. STORE_ERR_BATCH when it is no batch.
UTH_NODISCARD enum store_status store_encode(const struct store_batch *batch, uint8_t **body,
                                             size_t *size);

// Stores encoded batches in one transaction, in this order; at most STORE_GROUP_MAX. Each gets its
// own result: a refused batch does not hold up the others. Not STORE_OK: the backend failed, and
// every batch without a verdict of its own has that status.
UTH_NODISCARD enum store_status store_append_encoded(struct store *store,
                                                     const struct store_bytes *bodies, size_t count,
                                                     struct store_result *results);
// One batch by itself.
UTH_NODISCARD enum store_status store_append(struct store *store, const struct store_batch *batch,
                                             struct store_result *result);

// ---- leases -----------------------------------------------------------------------------------

// Several nodes on one database: a table belongs to one of them at a time.
//
// Who takes a table over appends a batch that says so, with an epoch one higher; from there on
// batches of that epoch are taken and others refused with STORE_ERR_FENCED. So the fence is the
// chain itself: nothing a node does not know can let it write, whatever its clock says. The lease
// only says how long others wait before they take the table.
struct store_lease {
    uint32_t table;
    uint32_t epoch;
    uint64_t node; // not 0; another one each time a node starts
    int64_t expires_ms;
};

// Takes the table, when nobody has it or their lease has expired, or makes the node's own lease last
// until now_ms + ttl_ms. STORE_ERR_LEASED: another node has it, *lease says until when.
// Whoever got a table reads it afterwards: the batch of the take-over is its last one.
UTH_NODISCARD enum store_status store_lease(struct store *store, uint32_t table, uint64_t node,
                                            int64_t now_ms, int64_t ttl_ms,
                                            struct store_lease *lease);
// All leases the node still has, in one commit. *count is how many.
UTH_NODISCARD enum store_status store_lease_renew(struct store *store, uint64_t node,
                                                  int64_t now_ms, int64_t ttl_ms, size_t *count);
typedef bool store_read_lease(void *context, const struct store_lease *lease);
UTH_NODISCARD enum store_status store_leases(struct store *store, store_read_lease *read,
                                             void *context);

// ---- the writer thread ------------------------------------------------------------------------

struct store_writer;

struct store_writer_options {
    size_t queue_max;       // batches that may wait; 0: 4096
    size_t queue_bytes_max; // likewise; 0: 64 MiB
    // Called on the writer's thread when the queue of finished batches stops being empty: wake the
    // loop that calls store_writer_take.
    void (*notify)(void *context);
    void *context;
};

struct store_done {
    uint64_t token; // as submitted
    struct store_result result;
};

// Takes the store, and sets *store to NULL; on failure it stays the caller's.
UTH_NODISCARD enum store_status store_writer_open(struct store **store,
                                                  const struct store_writer_options *options,
                                                  struct store_writer **writer);
// Copies the batch and returns at once. STORE_ERR_QUEUE_FULL, _BATCH, _MEMORY or _CLOSED mean that
// nothing was taken. Any thread may submit; the order of one thread's batches is kept.
UTH_NODISCARD enum store_status
store_writer_submit(struct store_writer *writer, const struct store_batch *batch, uint64_t token);
// Moves up to `max` finished batches out, oldest first, and returns how many. Never waits.
size_t store_writer_take(struct store_writer *writer, struct store_done *done, size_t max);
// Waits until everything submitted is finished, or that many milliseconds. True when it is.
bool store_writer_drain(struct store_writer *writer, uint32_t wait_ms);
// The last failure of the backend, copied.
void store_writer_why(struct store_writer *writer, struct fault *fault);
// Finishes what waits, ends the thread and closes the store. What nobody took is dropped.
void store_writer_close(struct store_writer **writer);

// ---- reading ----------------------------------------------------------------------------------

// A stored batch; everything points into memory that lives during the call.
struct store_record {
    uint64_t position;
    struct store_batch batch;
    struct store_bytes body;
    int64_t checksum; // as stored
};

typedef bool store_read_record(void *context, const struct store_record *record);

// All batches with from <= position <= to, in order; the visitor returns false to stop.
UTH_NODISCARD enum store_status store_read(struct store *store, uint64_t from, uint64_t to,
                                           store_read_record *read, void *context);
// The same, where each of them must be there: STORE_ERR_TAMPERED names the first that is not.
UTH_NODISCARD enum store_status store_read_whole(struct store *store, uint64_t from, uint64_t to,
                                                 store_read_record *read, void *context);
// The batches of one table by sequence. UINT64_MAX for `to` reads to the end.
UTH_NODISCARD enum store_status store_read_table(struct store *store, uint32_t table, uint64_t from,
                                                 uint64_t to, store_read_record *read,
                                                 void *context);

// The same, and before each is read its bytes and its place are held against its checksum, as store_audit
// does for all: STORE_ERR_TAMPERED, and store_why names the record, where one does not fit or is not
// there. Costs the hash of what is read.
UTH_NODISCARD enum store_status store_read_checked(struct store *store, uint32_t table,
                                                   uint64_t from, uint64_t to,
                                                   store_read_record *read, void *context);

// The last batch of a table: 0 when it has none.
UTH_NODISCARD enum store_status store_table_sequence(struct store *store, uint32_t table,
                                                     uint64_t *sequence);
// Where at a table a time begins: the first batch dated then or later, and one past its last where none
// is. A table's batches stand in the order of time, so this costs as much for many as for few.
UTH_NODISCARD enum store_status store_table_since(struct store *store, uint32_t table,
                                                  int64_t time_ms, uint64_t *sequence);
// From here to store_look_end all reading sees one moment, whatever others write meanwhile. Nothing is
// appended in between.
UTH_NODISCARD enum store_status store_look(struct store *store);
void store_look_end(struct store *store);
// A record, and the link behind it.
struct store_mark {
    uint64_t position; // 0 before the first
    uint8_t hash[STORE_HASH_SIZE];
};

// The last batch of all, and its link.
UTH_NODISCARD enum store_status store_head(struct store *store, uint64_t *position,
                                           uint8_t hash[STORE_HASH_SIZE]);

typedef bool store_read_account(void *context, const struct uth_account *account,
                                uth_money balance);
UTH_NODISCARD enum store_status store_accounts(struct store *store, store_read_account *read,
                                               void *context);

// One of them: 0 where nothing was ever posted to it.
UTH_NODISCARD enum store_status
store_balance(struct store *store, const struct uth_account *account, uth_money *balance);

struct store_round {
    uint32_t table;
    uint64_t round;
    uint64_t first_sequence;
    uint64_t last_sequence; // 0 while it is open
    int64_t opened_ms;
    int64_t ended_ms;
};

UTH_NODISCARD enum store_status store_round(struct store *store, uint32_t table, uint64_t round,
                                            struct store_round *found);

// ---- who played what --------------------------------------------------------------------------

// A round and one who took part in it: a posting of the round, stored from its opening to its end,
// names their chips, wagers or bank. The house takes part in every round.
#define STORE_HOUSE UINT64_C(0)

struct store_played {
    uint64_t player; // or STORE_HOUSE
    int64_t time_ms; // when the round opened
    uint32_t table;
    uint64_t round;
};

typedef bool store_read_played(void *context, const struct store_played *played);
// A player's rounds with from_ms <= time_ms <= to_ms, newest first. STORE_HOUSE: every round of
// every table.
UTH_NODISCARD enum store_status store_played(struct store *store, uint64_t player, int64_t from_ms,
                                             int64_t to_ms, store_read_played *read, void *context);

// ---- states -----------------------------------------------------------------------------------

struct store_state {
    enum store_entry_kind kind;
    uint64_t id;
    uint64_t position; // of the batch it came with
    struct store_bytes bytes;
};

// The last state of this kind and id. Its bytes are put into the caller's memory of `max` bytes, and
// found->bytes points there; STORE_ENTRY_MAX is always enough. STORE_ERR_NOT_FOUND for none,
// STORE_ERR_TOO_LARGE when it does not fit.
UTH_NODISCARD enum store_status store_state(struct store *store, enum store_entry_kind kind,
                                            uint64_t id, uint8_t *memory, size_t max,
                                            struct store_state *found);
typedef bool store_read_state(void *context, const struct store_state *state);
// All of a kind, by id.
UTH_NODISCARD enum store_status store_states(struct store *store, enum store_entry_kind kind,
                                             store_read_state *read, void *context);

// Where a day begins, or the first day after it that has a batch. Days are counted since 1970, UTC;
// one begins with the first batch whose time is past the day before, so a clock that steps back
// makes no disorder. STORE_ERR_NOT_FOUND when nothing is that late.
UTH_NODISCARD enum store_status store_day(struct store *store, int64_t day,
                                          uint64_t *first_position);

#endif
