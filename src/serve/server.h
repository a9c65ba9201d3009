// The server from the inside. Everything here runs on the loop's thread.
//
//    socket --> client --> actor: inputs --room_do--> batch --encode--> commit queue --> writer thread
//                            ^                                                               |
//      views, answers <-- push <-- office_apply <--------------- stored ---------------------+
//
// Invariants:
//   (1) Decide, store, apply, push: nobody is shown what is not stored, refusals included, because a
//       refusal may rest on what was decided a moment before it.
//   (2) A table has at most one batch under way. What it is shown as is the office's, which is stored;
//       what is decided on is a copy of it.
//   (3) A meter changes in one batch at a time; who needs it meanwhile waits.
//   (4) Every queue has a maximum: inputs of a table, tasks of the office, jobs of each worker. Those
//       that strangers fill are fair by address and person (queue.h).
#ifndef UTH_SERVE_SERVER_H
#define UTH_SERVE_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/net.h"
#include "office/office.h"
#include "report/par.h"
#include "room/room.h"
#include "serve/advise.h"
#include "serve/config.h"
#include "serve/decks.h"
#include "serve/device.h"
#include "serve/log.h"
#include "serve/selfcheck.h"
#include "serve/session.h"
#include "serve/slow.h"
#include "serve/worker.h"
#include "store/store.h"
#include "wire/room_view_json.h"

struct table_actor;
struct calculation;
struct client;
struct pending_commit;
struct task;

struct meter_use {
    uint64_t meter;
    bool busy;
};

#define CLIENT_CHAINS 4096
#define OUT_MAX       ((size_t)2 * 1024 * 1024) // largest document made on the loop

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
    struct par_memory par_memory;     // the solver's alone
    struct calculation *calculations; // figures asked for and not yet given
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
// Their role and limits as they sit down; false when they are nobody, or locked.
bool serve_person_of(struct serve *serve, const struct session *session,
                     const struct office_person **person);

#endif
