// Every way the store can refuse or fail, and one sentence about the last time it did.
#ifndef UTH_STORE_STATUS_H
#define UTH_STORE_STATUS_H

#include "base/fault.h"

// clang-format off
#define STORE_STATUS_MAP(X)                                                                          \
    X(OK,                0, "stored")                                                                \
    X(REPEATED,          1, "this request was answered before; here is the old answer")              \
    X(ERR_KEY_REUSED,   10, "the idempotency key belongs to another request")                        \
    X(ERR_SEQUENCE,     11, "the batch is not the next one of its table")                            \
    X(ERR_BALANCE,      12, "a player's account would be negative")                                  \
    X(ERR_MONEY,        13, "an amount or a balance is too large")                  \
    X(ERR_BATCH,        14, "the batch is too large or contradicts itself")                          \
    X(ERR_QUEUE_FULL,   15, "too many batches are waiting for the disk")                             \
    X(ERR_CLOSED,       16, "the store is being closed")                                             \
    X(ERR_NOT_FOUND,    17, "there is no such record")                                               \
    X(ERR_TOO_LARGE,    18, "the result is larger than its buffer")                          \
    X(ERR_FENCED,       19, "another node has taken the table over")                                 \
    X(ERR_LEASED,       35, "another node has the table")                                            \
    X(ERR_URL,          20, "not a store: must be sqlite:PATH or postgres://...")                  \
    X(ERR_NOT_A_STORE,  21, "this is not a database of uth")                                           \
    X(ERR_NEWER,        22, "the database was written by a newer version of this program")           \
    X(ERR_READ_ONLY,    23, "the database is read-only")                                             \
    X(ERR_FULL,         24, "the disk is full")                                                      \
    X(ERR_LOCKED,       25, "the database is locked by another process")                             \
    X(ERR_PERMISSION,   26, "the database refused access")                                               \
    X(ERR_UNREACHABLE,  27, "the database server does not answer")                                   \
    X(ERR_UNKNOWN,      28, "the server went away during the commit: send the same batch again")     \
    X(ERR_IO,           29, "reading or writing failed")                                             \
    X(ERR_DAMAGED,      30, "the database is damaged")                                               \
    X(ERR_MEMORY,       31, "out of memory")                                                         \
    X(ERR_CONFLICT,     32, "another writer was faster")                                             \
    X(ERR_TAMPERED,     33, "a record fails verification")                                                 \
    X(ERR_KEY_FILE,     34, "the signing key cannot be used")                                        \
    X(ERR_TAKEN,        36, "another process has this store")                                        \
    X(ERR_STOPPED,      37, "the read was cancelled")                                 \
    X(ERR_LOSES,        38, "the server may lose acknowledged data")
// clang-format on

enum store_status {
#define X(name, code, text) STORE_##name = (code),
    STORE_STATUS_MAP(X)
#undef X
};

// A short English phrase; never NULL.
const char *store_status_text(enum store_status status);

#endif
