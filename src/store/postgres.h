// What the files of the PostgreSQL backend share: a connection, and the session set up on it.
//
//     postgres_open.c  -->  postgres_session.c  <--  postgres.c
//     reach, migrate        connect, set up, lock     transactions, rows
#ifndef UTH_STORE_POSTGRES_H
#define UTH_STORE_POSTGRES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libpq-fe.h> // loaded at the first call (libpq.c)

#include "store/port.h"

// A growing array of bytes, with a maximum.
struct postgres_buffer {
    char *data;
    size_t used;
    size_t size;
};

struct postgres_port {
    struct store_port base;
    PGconn *connection;
    struct store_options options;
    struct postgres_buffer columns[STORE_COLUMNS_MAX];
    bool piping;
    bool broken; // libpq could not speak with the server
    bool begun;  // what we ask belongs to a transaction: on another connection it would not
    bool writes; // the statements of the writer are prepared on this connection
    bool held;   // this connection has the lock of the sole writer
    char server[96];
    int session; // the server's process behind the connection that last had it
};

extern const struct store_port_functions postgres_functions;

// Why libpq cannot be loaded, and no connection be made; "" when it can.
const char *libpq_fault(void);

bool postgres_lost(const struct postgres_port *self);

// Both write the fault and return its status. `text` is what the server said; `result` may be NULL.
enum store_status postgres_say(struct postgres_port *self, enum store_status status,
                               const char *text);
enum store_status postgres_failed(struct postgres_port *self, const PGresult *result);

// Statements without parameters, whose rows nobody reads.
enum store_status postgres_run(struct postgres_port *self, const char *sql);

// The writer's statements, one for each table, under the name that goes with it.
UTH_NODISCARD enum store_status postgres_prepare(struct postgres_port *self);
void postgres_statement_name(size_t table, char name[8]);

// A standby takes no writes until it is promoted; `loses` names the settings that are off and would
// lose what was acknowledged. Both are untouched on failure.
UTH_NODISCARD enum store_status postgres_look_at_server(struct postgres_port *self, bool *standby,
                                                        char loses[64]);

// A new connection needs its session set up, a sole writer its lock; postgres_connected does what is
// missing, on a new connection when the old one is lost.
enum store_status postgres_set_session(struct postgres_port *self);
UTH_NODISCARD enum store_status postgres_hold(struct postgres_port *self);
UTH_NODISCARD enum store_status postgres_connected(struct postgres_port *self);

// Waits for what was put, so that a question can be asked within the same transaction.
UTH_NODISCARD enum store_status postgres_end_pipeline(struct postgres_port *self);

// A number as the server sends it: eight bytes, the highest first.
static inline int64_t postgres_big_endian(const char *data)
{
    uint64_t value = 0;
    for (size_t i = 0; i < 8; i++) {
        value = value << 8 | (uint8_t)data[i];
    }
    return (int64_t)value;
}

#endif
