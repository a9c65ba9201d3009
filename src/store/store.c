// Opening a store by its URL, closing it, and what all reading goes through.
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "store/internal.h"
#include "store/memory.h"
#include "store/sql.h"

// ---- finding, until somebody says stop --------------------------------------------------------

struct stoppable {
    store_visit *visit;
    void *context;
    const atomic_bool *stop;
};

static bool visit_until_stopped(void *context, const struct store_row *row)
{
    const struct stoppable *stoppable = context;
    return !atomic_load(stoppable->stop) && stoppable->visit(stoppable->context, row);
}

static enum store_status stopped(struct store *store)
{
    return store_fail(&store->fault, STORE_ERR_STOPPED, "%s", store_status_text(STORE_ERR_STOPPED));
}

enum store_status store_find(struct store *store, const struct store_query *query,
                             store_visit *visit, void *context)
{
    const struct store_port *port = store->port;
    struct stoppable stoppable = {visit, context, store->options.stop};
    if (stoppable.stop == NULL) {
        return port->functions->find(store->port, query, visit, context);
    }
    const enum store_status status =
        atomic_load(stoppable.stop)
            ? STORE_OK
            : port->functions->find(store->port, query, visit_until_stopped, &stoppable);
    return atomic_load(stoppable.stop) ? stopped(store) : status;
}

// ---- opening and closing ----------------------------------------------------------------------

static bool visit_id(void *context, const struct store_row *row)
{
    if (row->cells[META_STORE].size == STORE_ID_SIZE) {
        memcpy(context, row->cells[META_STORE].bytes, STORE_ID_SIZE);
    }
    return true;
}

static enum store_status read_id(struct store *store)
{
    const struct store_query query = query_one(STORE_TABLE_META, 1);
    const enum store_status status = store_find(store, &query, visit_id, store->id);
    if (status == STORE_OK && sodium_is_zero(store->id, STORE_ID_SIZE)) {
        return store_fail(&store->fault, STORE_ERR_DAMAGED, "damaged: the store has no name");
    }
    return status;
}

enum store_status store_open_port(struct store_port *port, const struct store_options *options,
                                  struct fault *fault, struct store **store)
{
    UTH_CHECK(port != NULL);
    struct store *self = calloc(1, sizeof *self);
    if (self == NULL) {
        port->functions->close(port);
        return store_fail(fault, STORE_ERR_MEMORY, "out of memory");
    }
    self->port = port;
    self->options = *options;
    port->fault = &self->fault;
    self->book.load = store_book_load;
    self->book.context = self;
    self->room = batch_room_open();
    enum store_status status = self->room != NULL ? group_open(&self->group) : STORE_ERR_MEMORY;
    if (status == STORE_OK) {
        status = read_id(self);
        status = status == STORE_OK && options->sole ? store_begin_sole(self) : status;
    } else {
        (void)store_fail(&self->fault, status, "out of memory");
    }
    if (status != STORE_OK) {
        *fault = self->fault;
        store_close(&self);
        return status;
    }
    *store = self;
    return STORE_OK;
}

static enum store_status open_port(const char *url, const struct store_options *options,
                                   struct fault *fault, struct store_port **port)
{
    if (strncmp(url, "sqlite:", 7) == 0 && url[7] != '\0') {
        return store_sqlite_open(url + 7, options, fault, port);
    }
    if (strncmp(url, "postgres://", 11) == 0 || strncmp(url, "postgresql://", 13) == 0) {
        return store_postgres_open(url, options, fault, port);
    }
    if (strcmp(url, "memory:") == 0) {
        return store_memory_open_own(options, fault, port);
    }
    return store_fail(fault, STORE_ERR_URL, "%s", store_status_text(STORE_ERR_URL));
}

enum store_status store_open(const char *url, const struct store_options *options,
                             struct fault *fault, struct store **store)
{
    struct store_port *port = NULL;
    if (sodium_init() < 0) {
        return store_fail(fault, STORE_ERR_IO, "the system has no source of randomness");
    }
    fault->text[0] = '\0';
    enum store_status status = open_port(url, options, fault, &port);
    if (status == STORE_OK) {
        status = store_open_port(port, options, fault, store);
    }
    if (status != STORE_OK && fault->text[0] == '\0') {
        (void)store_fail(fault, status, "%s", store_status_text(status));
    }
    return status;
}

void store_close(struct store **store)
{
    if (*store == NULL) {
        return;
    }
    (*store)->port->functions->close((*store)->port);
    book_finish(&(*store)->book);
    group_close((*store)->group);
    batch_room_close((*store)->room);
    free(*store);
    *store = NULL;
}

const char *store_why(const struct store *store)
{
    return store->fault.text;
}

const uint8_t *store_id(const struct store *store)
{
    return store->id;
}

int store_schema_version(void)
{
    return SQL_VERSION;
}

enum store_status store_examine(struct store *store)
{
    const struct store_port *port = store->port;
    const atomic_bool *stop = store->options.stop;
    const enum store_status status =
        port->functions->examine != NULL ? port->functions->examine(store->port, stop) : STORE_OK;
    // What an examination that was cut short says of the files is worth nothing.
    return stop != NULL && atomic_load(stop) ? stopped(store) : status;
}

enum store_status store_look(struct store *store)
{
    return store->in_transaction ? STORE_OK : store->port->functions->look(store->port);
}

void store_look_end(struct store *store)
{
    if (!store->in_transaction) {
        store->port->functions->rollback(store->port);
    }
}

// ---- one transaction around many calls --------------------------------------------------------

enum store_status store_begin(struct store *store)
{
    const enum store_status status = store->port->functions->begin(store->port, true);
    store->in_transaction = status == STORE_OK;
    store->fresh = false;
    return status;
}

enum store_status store_end(struct store *store, enum store_status status)
{
    store->in_transaction = false;
    status = status == STORE_OK ? store->port->functions->commit(store->port) : status;
    if (status != STORE_OK) {
        store->port->functions->rollback(store->port);
    }
    return status;
}

enum store_status store_sort(struct store *store)
{
    const struct store_port_functions *call = store->port->functions;
    return call->sort != NULL ? call->sort(store->port) : STORE_OK;
}
