// Which node has which table.
//
//     find the lease --> another's, and not expired --> STORE_ERR_LEASED
//           |  \--> ours --> put it with a later end
//           v
//     nobody's: append "taken over", epoch + 1, the lease beside it in the same commit
//           |
//           v  the sequence is taken: somebody was faster, look again
//
// Two nodes that find a lease expired append the same sequence of the same table, so one of them
// fails, and so does an old owner who is still at work. No clock decides that.
#include <stdlib.h>

#include "store/internal.h"

#define TRIES_MAX 100

static struct store_row row_of(const struct store_lease *lease)
{
    return (struct store_row){.cells = {[LEASE_TABLE] = number_cell(lease->table),
                                        [LEASE_NODE] = number_cell((int64_t)lease->node),
                                        [LEASE_EPOCH] = number_cell(lease->epoch),
                                        [LEASE_EXPIRES] = number_cell(lease->expires_ms)}};
}

static struct store_lease lease_of(const struct store_row *row)
{
    return (struct store_lease){
        .table = (uint32_t)row->cells[LEASE_TABLE].number,
        .node = (uint64_t)row->cells[LEASE_NODE].number,
        .epoch = (uint32_t)row->cells[LEASE_EPOCH].number,
        .expires_ms = row->cells[LEASE_EXPIRES].number,
    };
}

static bool keep_lease(void *context, const struct store_row *row)
{
    *(struct store_lease *)context = lease_of(row);
    return true;
}

// ---- taking over ------------------------------------------------------------------------------

struct last {
    uint64_t sequence;
    uint32_t epoch;
};

static bool visit_last(void *context, const struct store_row *row)
{
    struct last *last = context;
    struct batch_view view;
    last->sequence = (uint64_t)row->cells[BATCH_SEQUENCE].number;
    if (batch_view(bytes_of(&row->cells[BATCH_BODY]), &view)) {
        last->epoch = view.epoch;
    }
    return true;
}

static enum store_status find_last(struct store *store, uint32_t table, struct last *last)
{
    const struct store_query query = query_last(table);
    return store_find(store, &query, visit_last, last);
}

// STORE_ERR_SEQUENCE or STORE_ERR_FENCED: somebody wrote at the table since we looked.
static enum store_status take_over(struct store *store, int64_t now_ms, struct store_lease *lease)
{
    struct last last = {0};
    enum store_status status = find_last(store, lease->table, &last);
    if (status != STORE_OK) {
        return status;
    }
    lease->epoch = last.epoch + 1;
    const struct store_row row = row_of(lease);
    const struct store_entry entry = {.id = lease->node, .kind = STORE_ENTRY_LEASE};
    const struct store_batch batch = {.table = lease->table,
                                      .sequence = last.sequence + 1,
                                      .time_ms = now_ms,
                                      .epoch = lease->epoch,
                                      .entries = &entry,
                                      .entry_count = 1};
    struct store_result result;
    store->lease_row = &row;
    status = store_append(store, &batch, &result);
    store->lease_row = NULL;
    return status;
}

// ---- keeping ----------------------------------------------------------------------------------

#define LEASES_AT_ONCE 1024

// The leases of a node, made to last longer.
struct own {
    uint64_t node;
    int64_t expires_ms;
    struct store_row *rows;
    size_t max;
    size_t count;
};

static bool visit_own(void *context, const struct store_row *row)
{
    struct own *own = context;
    struct store_lease lease = lease_of(row);
    if (lease.node == own->node) {
        lease.expires_ms = own->expires_ms;
        own->rows[own->count++] = row_of(&lease);
    }
    return own->count < own->max;
}

// Alone, so that nobody takes over between the look and the commit: they would lose their lease to us,
// though not their table.
static enum store_status keep(struct store *store, const struct store_query *query, struct own *own)
{
    const struct store_port_functions *call = store->port->functions;
    own->count = 0;
    enum store_status status = call->begin(store->port, true);
    if (status == STORE_OK) {
        status = store_find(store, query, visit_own, own);
    }
    if (status == STORE_OK && own->count != 0) {
        status = call->put(store->port, STORE_TABLE_LEASE, own->rows, own->count);
        status = status == STORE_OK ? call->commit(store->port) : status;
    }
    if (status != STORE_OK || own->count == 0) {
        call->rollback(store->port);
    }
    return status;
}

static int64_t end_of(int64_t now_ms, int64_t ttl_ms)
{
    UTH_CHECK(now_ms >= 0 && ttl_ms >= 0);
    return ttl_ms <= INT64_MAX - now_ms ? now_ms + ttl_ms : INT64_MAX;
}

enum store_status store_lease_renew(struct store *store, uint64_t node, int64_t now_ms,
                                    int64_t ttl_ms, size_t *count)
{
    size_t total = 0;
    struct own own = {.node = node, .expires_ms = end_of(now_ms, ttl_ms), .max = LEASES_AT_ONCE};
    struct store_query query = {.table = STORE_TABLE_LEASE, .ranged = true, .to = UINT32_MAX};
    enum store_status status;
    UTH_CHECK(node != 0);
    own.rows = calloc(LEASES_AT_ONCE, sizeof own.rows[0]);
    if (own.rows == NULL) {
        return store_fail(&store->fault, STORE_ERR_MEMORY, "out of memory");
    }
    do {
        status = keep(store, &query, &own);
        total += own.count;
        query.from = own.count != 0 ? own.rows[own.count - 1].cells[LEASE_TABLE].number + 1 : 0;
    } while (status == STORE_OK && own.count == own.max);
    free(own.rows);
    if (status == STORE_OK) {
        *count = total;
    }
    return status;
}

// ---- the lease of one table -------------------------------------------------------------------

static enum store_status refuse(struct store *store, const struct store_lease *held)
{
    return store_fail(&store->fault, STORE_ERR_LEASED,
                      "table %u belongs to node %llx until %lld (milliseconds since 1970)",
                      held->table, (unsigned long long)held->node, (long long)held->expires_ms);
}

// One look at the lease, and what follows. STORE_ERR_CONFLICT: somebody was faster, look again.
static enum store_status try_lease(struct store *store, int64_t now_ms, struct store_lease *wanted,
                                   struct store_lease *held)
{
    struct store_row row;
    struct own own = {.node = wanted->node, .expires_ms = wanted->expires_ms, .max = 1};
    const struct store_query query = query_one(STORE_TABLE_LEASE, wanted->table);
    *held = (struct store_lease){.table = wanted->table};
    enum store_status status = store_find(store, &query, keep_lease, held);
    if (status != STORE_OK) {
        return status;
    }
    if (held->node == wanted->node) {
        wanted->epoch = held->epoch;
        own.rows = &row;
        status = keep(store, &query, &own);
        return status == STORE_OK && own.count == 0 ? STORE_ERR_CONFLICT : status;
    }
    if (held->node != 0 && held->expires_ms > now_ms) {
        return refuse(store, held);
    }
    status = take_over(store, now_ms, wanted);
    return status == STORE_ERR_SEQUENCE || status == STORE_ERR_FENCED ? STORE_ERR_CONFLICT : status;
}

enum store_status store_lease(struct store *store, uint32_t table, uint64_t node, int64_t now_ms,
                              int64_t ttl_ms, struct store_lease *lease)
{
    UTH_CHECK(node != 0);
    struct store_lease held;
    struct store_lease wanted = {
        .table = table, .node = node, .expires_ms = end_of(now_ms, ttl_ms)};
    enum store_status status = STORE_ERR_CONFLICT;
    for (int tries = 0; tries < TRIES_MAX && status == STORE_ERR_CONFLICT; tries++) {
        status = try_lease(store, now_ms, &wanted, &held);
    }
    if (status == STORE_OK) {
        *lease = wanted;
    } else if (status == STORE_ERR_LEASED) {
        *lease = held;
    }
    return status;
}

struct leases {
    store_read_lease *read;
    void *context;
};

static bool visit_lease(void *context, const struct store_row *row)
{
    const struct leases *leases = context;
    const struct store_lease lease = lease_of(row);
    return leases->read(leases->context, &lease);
}

enum store_status store_leases(struct store *store, store_read_lease *read, void *context)
{
    struct leases leases = {read, context};
    const struct store_query query = {.table = STORE_TABLE_LEASE};
    return store_find(store, &query, visit_lease, &leases);
}
