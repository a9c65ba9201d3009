// A table with its queue: decides what waits or is due, one batch at a time.
#ifndef UTH_SERVE_TABLE_ACTOR_H
#define UTH_SERVE_TABLE_ACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "office/office.h"
#include "room/room.h"
#include "serve/queue.h"
#include "serve/refusals.h"
#include "wire/refusal_words.h"
#include "wire/room_command_json.h"

struct serve;
struct watch;

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
// Wakes it then (due_heap.c); INT64_MAX: never.
void actor_set_wake(struct serve *serve, struct table_actor *actor, int64_t wake_ms);
// Those whose time has come, a part of them in each turn of the loop.
void actors_tick(struct serve *serve);
void actors_meter_free(struct serve *serve, uint64_t meter);
// The world as a table sees it, for views and decisions; `meter` NULL: cannot be reached.
void actor_world(struct serve *serve, const struct table_actor *actor,
                 const struct room_config *config, struct uth_controller *meter,
                 struct room_world *world);
// Gives a table the configuration that waits for it, and opens a new one; `who` asked for it.
void actor_prepare(struct serve *serve, struct table_actor *actor, uint64_t who);

#endif
