// The server from the inside. Everything here runs on the loop's thread.
//
//    socket --> client --> actor: inputs --room_do--> batch --encode--> commit queue --> writer thread
//                            ^                                                               |
//      views, answers <-- push <-- office_apply <---------------- stored ---------------------+
//
// Invariants:
//   (1) Decide, store, apply, push: nobody is shown what is not stored, refusals included, because a
//       refusal may rest on what was decided a moment before it.
//   (2) A table has at most one batch under way. What it is shown as is the office's, which is stored;
//       what is decided on is a copy of it.
//   (3) A meter changes in one batch at a time; who needs it meanwhile waits.
//   (4) Every queue has a maximum: inputs of a table, tasks of the office, jobs of each worker. Those
//       that strangers fill are fair by address and person (queue.h).
#ifndef UTH_SERVE_INTERNAL_H
#define UTH_SERVE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/net.h"
#include "office/dispute.h"
#include "office/office.h"
#include "report/par.h"
#include "room/room.h"
#include "serve/advise.h"
#include "serve/config.h"
#include "serve/decks.h"
#include "serve/device.h"
#include "serve/log.h"
#include "serve/refusals.h"
#include "serve/selfcheck.h"
#include "serve/serve.h"
#include "serve/session.h"
#include "serve/slow.h"
#include "serve/source.h"
#include "serve/worker.h"
#include "store/store.h"
#include "wire/out.h"
#include "wire/refusal_words.h"
#include "wire/room_command_json.h"
#include "wire/room_view_json.h"

struct serve;
struct table_actor;
struct client;

// ---- pending commits: batches on their way to the disk ------------------------------------------------

struct pending_commit {
    struct pending_commit *next; // of those to be sent again, or of those that are held
    struct store_batch batch;
    bool unknown; // nobody has said yet how its commit ended
    bool asks;    // for the answer to a key, and stores nothing
    struct store_result result;
    // With STORE_OK the office has taken it. `why` is a sentence when not.
    void (*on_committed)(struct serve *serve, struct pending_commit *commit,
                         enum store_status status);
    void *owner;
    uint8_t bytes[]; // what the batch points to
};

// Sends a draft off. False when the writer takes no more; then the draft is forgotten.
bool commit_submit(struct serve *serve, const struct office_draft *draft,
                   void (*on_committed)(struct serve *serve, struct pending_commit *commit,
                                        enum store_status status),
                   void *owner);
// Asks what was answered to a key of the office's batches: STORE_REPEATED with the answer in its result,
// STORE_ERR_KEY_REUSED, STORE_ERR_SEQUENCE for a key nobody has used, or a failure.
bool commit_ask(struct serve *serve, const uint8_t key[STORE_HASH_SIZE],
                const uint8_t request[STORE_HASH_SIZE],
                void (*on_committed)(struct serve *serve, struct pending_commit *commit,
                                     enum store_status status),
                void *owner);
// What the writer has finished, a part of it in each turn of the loop.
void commits_collect(struct serve *serve);
// Those whose end is unknown go once more. The office takes batches by position, and the unknown one
// may have any: until it is known, what lands is held.
void commits_retry(struct serve *serve);

// ---- tasks: administration, one after another -------------------------------------------------

#define TASKS_MAX 256

struct task;

// Makes a request count once: the store remembers its key, and what was answered (once.c).
struct once {
    struct task *next; // of those under way
    struct task **at;  // what points to this one; NULL: it has no key
    uint8_t key[STORE_HASH_SIZE];
    uint8_t request[STORE_HASH_SIZE];
    struct store_bytes answer; // now, and whenever the request is sent again
    void (*go)(struct serve *serve, struct task *task);
};

struct task {
    struct task *next;
    struct once once;
    bool alone;     // one such draft at a time; guests and deposits need not wait
    uint64_t meter; // changes this meter; 0: none
    // Fills serve->draft; false with *fault. Called again when another task spoilt its number.
    bool (*build)(struct serve *serve, struct task *task, struct fault *fault);
    // Once, when it is stored (fault NULL) or came to nothing; frees the task.
    void (*finish)(struct serve *serve, struct task *task, const struct fault *fault);
    uint64_t request; // to answer, 0 for none
    uint64_t person;  // who asks
};

// Takes the task. When too many wait it finishes at once, with FAULT_BUSY.
void task_submit(struct serve *serve, struct task *task);
void tasks_run(struct serve *serve);

// ---- table actors: a table and what waits for it -----------------------------------------------------

struct input {
    struct queued queued; // first: for whom it waits
    struct input *next;
    uint64_t peer; // to answer; 0: nobody
    struct room_command command;
    enum uth_status status;       // once decided
    struct refusal refused;       // unless it was carried out; its message is below
    bool again;                   // it was refused before, and is again
    char words[WIRE_REFUSAL_MAX]; // of a refusal
    bool keyed;                   // alone in its batch, which carries the command's id
    uint64_t approved_by;         // whose card was used
    int64_t arrived_us;
    char reason[WIRE_REASON_MAX + 1];
};

struct input_list {
    struct input *first;
    struct input **end;
    size_t count;
};

struct watch {
    struct client *client;
    struct table_actor *actor; // NULL: free
    struct watch *next;
    struct watch *previous;
};

struct seat_source {
    uint64_t player;
    uint64_t address; // source_address
};

struct table_actor {
    const struct office_table *table;
    struct seat_source sources[UTH_SEATS_MAX]; // where who sits there was last heard from
    struct queue waiting;
    struct input_list taken; // by the batch under way
    bool is_committing;      // a batch is under way
    uint64_t meter_held;     // by the batch under way
    bool meter_wanted;       // something waits for the meter
    unsigned singly;         // so many inputs go one by one: together they were refused
    int64_t not_before;      // after a failure of the store
    int64_t up_ms;           // since when whatever clients send is stored and shown
    bool sealed;             // by the batch that was stored last
    int64_t wake_ms;         // INT64_MAX: nothing to do by itself
    size_t heap_index;       // from 1; 0: not in the heap
    struct watch *watches;
    uint32_t watchers;
    struct refusals refusals;
};

struct table_actor *actor_of(struct serve *serve, uint32_t table); // NULL for none
// Makes an actor for a table of the office.
UTH_NODISCARD bool actor_add(struct serve *serve, const struct office_table *table);
void actor_free(struct table_actor *actor);

// Takes the input, or says why it was not queued; then the input is the caller's.
#define ACTOR_FULL_TEXT "table queue full: try again"
enum actor_reply { ACTOR_ACCEPTED, ACTOR_FULL, ACTOR_STOPPING };
enum actor_reply actor_submit(struct serve *serve, struct table_actor *actor, struct input *input);
bool actor_has_inputs_of(const struct table_actor *actor, uint64_t person);
// Decides what waits or is due, unless a batch is under way.
void actor_run(struct serve *serve, struct table_actor *actor);
// The server stops: what waits is not carried out.
void actors_refuse_waiting(struct serve *serve);
// Those whose time has come, a part of them in each turn of the loop.
void actors_tick(struct serve *serve);
void actors_meter_free(struct serve *serve, uint64_t meter);
// The world as a table sees it, for views and decisions; `meter` NULL: cannot be reached.
void actor_world(struct serve *serve, const struct table_actor *actor,
                 const struct room_config *config, struct uth_controller *meter,
                 struct room_world *world);
// The meter of a table as it is stored, for those who only look at it.
struct uth_controller *actor_meter(const struct serve *serve, const struct room_config *config);
// Gives a table the configuration that waits for it, and opens a new one; `who` asked for it.
void actor_prepare(struct serve *serve, struct table_actor *actor, uint64_t who);

// ---- who plays from one address ---------------------------------------------------------------

// Notes it for the seats the person has at the table.
void sharing_note(struct table_actor *actor, const struct room_table *table, uint64_t person,
                  uint64_t address);
// As many other people as the table allows play there from that address.
bool sharing_is_full(const struct table_actor *actor, const struct room_table *table,
                     uint64_t person, uint64_t address);
// The seats of different people with one address, address by address.
void put_sharing(const struct table_actor *actor, struct wire_out *out);

// ---- meters -----------------------------------------------------------------------------------

struct meter_use {
    uint64_t meter;
    bool busy;
};

bool meter_is_busy(const struct serve *serve, uint64_t meter);
void meter_set_busy(struct serve *serve, uint64_t meter, bool busy);

// ---- clients ----------------------------------------------------------------------------------

#define WATCHES_MAX   4
#define CLIENT_CHAINS 4096
#define SLOT_LOBBY    0
#define SLOT_PIT      1
#define SLOT_METER    2
#define SLOT_PERSON   3
#define SLOT_TABLES   4

struct client {
    uint64_t peer;
    uint64_t address; // source_address
    struct session session;
    struct client *next_of_person; // in the chain of his number
    struct client *next;
    struct client *previous;
    bool lobby;
    bool pit;
    uint64_t meter; // 0: none
    struct watch watches[WATCHES_MAX];
};

bool client_open(void *context, uint64_t peer, const struct net_request *handshake);
void client_message(void *context, uint64_t peer, const char *text, size_t size);
void client_closed(void *context, uint64_t peer);
// Ends the sockets of sessions that are over: another generation, a lock, an old cookie.
void clients_of_person_check(struct serve *serve, uint64_t person);
void clients_check_all(struct serve *serve);
bool client_is_connected(const struct serve *serve, uint64_t person);
// A wrong PIN at a card is counted, apart from passwords; a right one sets the count back.
void serve_note_pin(struct serve *serve, uint64_t person, bool fits);

// ---- guests -----------------------------------------------------------------------------------

// Being removed: nobody's any more.
bool guests_is_leaving(const struct serve *serve, uint64_t person);
// Removes those who never played and do not come back, a few at a time.
void guests_tick(struct serve *serve);
int64_t guests_wake_ms(const struct serve *serve); // INT64_MAX: nothing to do by itself

// ---- pushing ----------------------------------------------------------------------------------

// Codes of refusals that are none of enum uth_status.
enum {
    CODE_INPUT = WIRE_FAULT_CODE,
    CODE_BUSY = 2,
    CODE_STORE = 3,
    CODE_SESSION = 4,
    CODE_LIMIT = 5
};

// The largest answer that carries one: its message is quoted within a limit, the rest is ours.
#define REFUSAL_MAX (WIRE_QUOTE_MAX + 512)
struct refusal refusal_of(enum uth_status status);
void put_refusal(struct wire_out *out, const struct refusal *refusal);

// The answer to a command.
struct answered {
    uint64_t id;
    uint32_t table;
    bool repeated;
    const struct refusal *refusal; // NULL: ok
    const uint8_t *receipt; // for the commitment it brought, FAIR_SIGNATURE_SIZE bytes; NULL: none
};
void push_answer(struct serve *serve, uint64_t peer, const struct answered *answered);
void push_error(struct serve *serve, uint64_t peer, const struct refusal *refusal);
void push_view(struct serve *serve, struct table_actor *actor, struct watch *watch);
void push_table(struct serve *serve, struct table_actor *actor); // to all who watch
void push_lobby(struct serve *serve, struct client *client);     // NULL: to all who asked
void push_pit(struct serve *serve, struct client *client);
void push_meter(struct serve *serve, struct client *client);
void push_person(struct serve *serve, uint64_t person);
void push_hello(struct serve *serve, struct client *client);
// What has changed since, at most a few times a second.
void push_changes(struct serve *serve);

// Documents that both the socket and HTTP give.
void put_me(struct serve *serve, struct wire_out *out, const struct session *session);
void put_lobby(struct serve *serve, struct wire_out *out);
void put_pit(struct serve *serve, struct wire_out *out);
void put_meter(struct serve *serve, struct wire_out *out, const struct office_meter *meter);

// ---- HTTP -------------------------------------------------------------------------------------

void api_request(void *context, const struct net_request *request);
// Pages and whatever else is embedded.
void pages_request(struct serve *serve, const struct net_request *request);

// The daily self-check, when its hour has come.
void selfcheck_daily(struct serve *serve);
void put_selfcheck(const struct serve *serve, struct wire_out *out);

// Into serve->out; returns how many bytes.
size_t metrics_put(struct serve *serve);

// ---- the whole --------------------------------------------------------------------------------

#define OUT_MAX ((size_t)2 * 1024 * 1024) // largest document made on the loop

struct counters {
    uint64_t commands[3]; // carried out, refused, repeated
    uint64_t batches;
    uint64_t batches_ended; // however that ended
    uint64_t batches_refused;
    uint64_t batches_failed;
    uint64_t views;
    uint64_t rounds;
    uint64_t answer_us_sum;
    uint64_t answer_us[10]; // by limits of metrics.c
    uint64_t logins_failed;
    uint64_t logins_slowed;
    uint64_t pins_failed;
    uint64_t guests_slowed;
    uint64_t guests_removed;
    uint64_t sums_dropped;
    uint64_t messages_bad;
};

struct serve {
    struct config config;
    struct log log;
    struct net *net;
    struct office *office;
    struct store_writer *writer;
    struct worker *workers[WORKER_KIND_COUNT];
    struct par_memory par_memory; // the solver's alone
    struct sum *sums;             // figures asked for and not yet given
    struct session_key session_key;
    struct device_key device_key;
    uint8_t fairness_key[FAIR_PUBLIC_SIZE]; // rosters and receipts are signed with its other half
    struct slow slow;                       // strangers down
    struct advise advise;
    struct decks *decks; // NULL: fair ones
    bool secure;
    bool stopping;
    bool lost;           // the store, to another process
    int64_t now_ms;      // never goes back
    int64_t measured_ms; // by the clock that only measures, when now_ms was looked up
    bool set_back;       // the clock of the wall is behind, and somebody was told
    int64_t started_ms;

    struct table_actor *actors[OFFICE_TABLES_MAX + 1]; // by number
    struct table_actor *heap[OFFICE_TABLES_MAX + 1];   // by wake_ms, from 1
    size_t heap_count;
    uint32_t actor_count;
    struct meter_use meters[OFFICE_METERS_MAX];
    size_t meter_count;

    struct pending_commit *retries;
    int64_t retry_ms;            // 0: none
    struct pending_commit *held; // stored, by position, while the end of another is unknown
    size_t unknown;              // pending commits
    size_t pending_commits;
    char store_fault[FAULT_TEXT_MAX]; // "": the store is well
    size_t office_commits;            // of them the office's own batches
    bool office_void;                 // one of those was refused: those behind it will be too
    struct task *tasks;               // waiting
    struct task *keyed;               // under way, of those that count once
    size_t task_count;
    bool task_under_way; // one that must be alone

    struct client *clients;
    struct client *chains[CLIENT_CHAINS]; // by person
    uint32_t client_count;
    bool lobby_changed, pit_changed;
    uint64_t meters_changed; // bit per place in `meters`
    int64_t pushed_ms;
    int64_t minute_ms; // when the last slow round of checks was made

    struct {
        int64_t verified_ms; // 0: never
        bool ok;             // all of it: links, books, and every record played again
        bool chain;
        bool balanced;
        bool running;
        uint64_t batches;
        char text[FAULT_TEXT_MAX];
    } audit;

    struct {
        bool running;
        int64_t checked_ms; // 0: never
        int64_t next_ms;    // of the daily one
        struct selfcheck last;
    } selfcheck;

    struct {
        uint64_t leaving[OFFICE_GUESTS_AT_ONCE];
        size_t count;
        uint64_t sent;   // batches, when they were chosen
        bool under_way;  // they are being removed
        int64_t next_ms; // the next look
    } guests;

    struct counters counters;

    // Scratch: one of each is enough on one thread.
    struct room_table next;
    struct uth_controller next_meter;
    struct room_batch batch;
    struct office_draft draft;
    struct wire_common common;
    char out[OUT_MAX];
};

// The time as tables know it. Looks at the clock.
int64_t serve_now(struct serve *serve);
int64_t serve_now_us(void); // of a clock that never jumps
// Wakes the loop. Any thread; `context` is the server.
void serve_wake(void *context);
// Another process has the store: nothing more can be stored, so this one ends. What was told is stored.
void serve_lose_store(struct serve *serve);
// Sets the timer for whatever comes first.
void serve_schedule(struct serve *serve);
// Works out what the automatic players of a table go by, where it has any.
void serve_want_strategy(struct serve *serve, const struct uth_rules *rules,
                         const struct room_config *config);
const char *serve_name_of(void *context, uint64_t player);
// His role and limits as he sits down; false when he is nobody, or locked.
bool serve_person_of(struct serve *serve, const struct session *session,
                     const struct office_person **person);

#endif
