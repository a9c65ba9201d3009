// The server without its threads, sockets and clock, for fuzz_api: one that starts in a moment, on
// an empty store in memory, and whose every turn is ours.
#ifndef UTH_FUZZ_API_WORLD_H
#define UTH_FUZZ_API_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backing.h"
#include "net/net.h"
#include "serve/server.h"

// Everybody's socket, by role.
#define WORLD_PEER(role) (UINT64_C(1000) + (uint64_t)(role))

struct world {
    struct net_options net;
    struct serve *serve;
    int64_t timer_ms; // INT64_MAX: none
    bool stopping;
    uint64_t request; // the one under way
    unsigned answers; // it got
    int status;       // of the last of them
    struct {
        bool open;
        bool closing;
        void *user;
    } peers[ROOM_ROLE_COUNT];
};
extern struct world world;

// Starts a server and calls `play` once it is open; then it is asked to end, and its books are
// looked through.
void world_run(void (*play)(void));
// Writer and worker do what waits for them, until nothing does.
void world_settle(void);
// The clock goes on.
void world_wait(int64_t ms);

#endif
