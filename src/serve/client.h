// Those who are connected: what they say, what they watch.
#ifndef UTH_SERVE_CLIENT_H
#define UTH_SERVE_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"
#include "serve/session.h"

struct serve;
struct client;
struct table_actor;

#define WATCHES_MAX 4

// What waits for a client in a slot is replaced by what comes later.
#define SLOT_LOBBY  0
#define SLOT_PIT    1
#define SLOT_METER  2
#define SLOT_PERSON 3
#define SLOT_TABLES 4

struct watch {
    struct client *client;
    struct table_actor *actor; // NULL: free
    struct watch *next;
    struct watch *previous;
};

struct client {
    uint64_t peer;
    uint64_t address; // source_address
    struct session session;
    struct client *next_of_person; // in the chain of their number
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

#endif
