// Sends views and answers, and makes the documents that both the socket and HTTP give.
#ifndef UTH_SERVE_PUSH_H
#define UTH_SERVE_PUSH_H

#include <stdbool.h>
#include <stdint.h>

#include "room/room.h"
#include "serve/refusals.h"
#include "wire/fault.h"
#include "wire/out.h"

struct serve;
struct client;
struct table_actor;
struct watch;

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

#endif
