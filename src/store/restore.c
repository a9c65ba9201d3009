// A store from a backup: one transaction, and the audit has passed before it ends.
#include <stdlib.h>
#include <string.h>

#include "store/backup_items.h"
#include "store/rebuild.h"
#include "store/sql.h"

struct restoring {
    struct store *store;
    struct backup_in stream;
    struct rebuild rebuild;
    backup_keys *keys;
    bool told_keys;
};

static enum store_status check_empty(struct store *store)
{
    uint64_t position = 0;
    uint8_t hash[STORE_HASH_SIZE];
    const enum store_status status = store_head(store, &position, hash);
    return status == STORE_OK && position != 0
               ? store_fail(&store->fault, STORE_ERR_CONFLICT,
                            "the store is not empty: it has %llu batches",
                            (unsigned long long)position)
               : status;
}

static enum store_status put_name(struct store *store, const uint8_t id[STORE_ID_SIZE])
{
    const struct store_row row = {.cells = {[META_ID] = number_cell(1),
                                            [META_VERSION] = number_cell(SQL_VERSION),
                                            [META_STORE] = bytes_cell(id, STORE_ID_SIZE)}};
    memcpy(store->id, id, STORE_ID_SIZE);
    return store->port->functions->put(store->port, STORE_TABLE_META, &row, 1);
}

static enum store_status add_head(struct restoring *restoring)
{
    struct store_signed_head head;
    backup_get_head(&restoring->stream, &head);
    return store_put_signed_head(restoring->store, &head);
}

static enum store_status add_item(struct restoring *restoring)
{
    const struct backup_in *stream = &restoring->stream;
    if (!restoring->told_keys && stream->kind != ITEM_KEY) {
        restoring->told_keys = true;
        if (!restoring->keys(stream->context, stream->told)) {
            restoring->store->fault.text[0] = '\0'; // the caller knows why
            return STORE_ERR_IO;
        }
    }
    switch (stream->kind) {
    case ITEM_BATCH:
        return rebuild_add(&restoring->rebuild, (struct store_bytes){stream->bytes, stream->size});
    case ITEM_HEAD: return add_head(restoring);
    case ITEM_END: return rebuild_end(&restoring->rebuild);
    default: return STORE_OK; // a key: told when all are known
    }
}

static enum store_status check_whole(struct restoring *restoring)
{
    struct store *store = restoring->store;
    const struct backup_told *told = restoring->stream.told;
    struct store_report report;
    const enum store_status status =
        store_audit(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS, &report);
    if (status != STORE_OK) {
        return status;
    }
    if (report.status != STORE_OK) {
        return store_fail(&store->fault, STORE_ERR_DAMAGED, "the backup fails verification: %s",
                          report.text);
    }
    if (report.batches != told->position ||
        (told->position != 0 && memcmp(report.hash, told->hash, STORE_HASH_SIZE) != 0)) {
        return store_fail(&store->fault, STORE_ERR_DAMAGED,
                          "the last link is not the one that was saved");
    }
    return STORE_OK;
}

static enum store_status read_all(struct restoring *restoring)
{
    struct backup_in *stream = &restoring->stream;
    enum store_status status = backup_in_open(stream);
    status = status == STORE_OK ? put_name(restoring->store, stream->told->id) : status;
    if (status == STORE_OK) {
        status = rebuild_start(&restoring->rebuild, restoring->store);
        while (status == STORE_OK && stream->kind != ITEM_END) {
            status = backup_get_item(stream);
            status = status == STORE_OK ? add_item(restoring) : status;
        }
        rebuild_finish(&restoring->rebuild);
    }
    backup_in_close(stream);
    return status;
}

static enum store_status restore_all(struct restoring *restoring)
{
    struct store *store = restoring->store;
    enum store_status status = check_empty(store);
    status = status == STORE_OK ? read_all(restoring) : status;
    status = status == STORE_OK ? store_sort(store) : status;
    return status == STORE_OK ? check_whole(restoring) : status;
}

enum store_status store_restore(struct store *store, backup_read *read, backup_keys *keys,
                                void *context, struct backup_told *told)
{
    struct restoring restoring = {
        .store = store,
        .stream = {.read = read, .context = context, .fault = &store->fault, .told = told},
        .keys = keys};
    enum store_status status = store_begin(store);
    status = status == STORE_OK ? restore_all(&restoring) : status;
    status = store_end(store, status);
    if (status == STORE_ERR_MEMORY) {
        (void)store_fail(&store->fault, status, "out of memory"); // not all who lack it say so
    }
    return status;
}
