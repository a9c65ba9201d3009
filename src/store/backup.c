#include "store/backup.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "fair/bytes.h"
#include "store/chain.h"
#include "store/inside.h"
#include "store/sql.h"

#define MAGIC_SIZE   16
#define HEADER_SIZE  (MAGIC_SIZE + STORE_ID_SIZE)
#define ITEM_SIZE    8    // what stands in front of an item: kind and length
#define READ_AT_ONCE 1024 // batches between two looks at the clock of the database

static const char magic[MAGIC_SIZE] = "uth backup 1\n";

// Stored: append only.
enum item_kind {
    ITEM_BATCH = 1, // the body
    ITEM_HEAD = 2,  // a signed day
    ITEM_KEY = 3,   // kind of the key (4), the file
    ITEM_END = 4,   // position (8), hash (32); behind it the sum over all bytes before
    ITEM_COUNT = 5,
};

#define HEAD_SIZE (8 + 8 + STORE_HASH_SIZE + 8 + STORE_PUBLIC_KEY_SIZE + STORE_SIGNATURE_SIZE)
#define END_SIZE  (8 + STORE_HASH_SIZE)

static const struct {
    uint32_t smallest;
    uint32_t largest;
} item_sizes[ITEM_COUNT] = {
    [ITEM_BATCH] = {1, STORE_BODY_MAX},
    [ITEM_HEAD] = {HEAD_SIZE, HEAD_SIZE},
    [ITEM_KEY] = {5, 4 + BACKUP_KEY_SIZE},
    [ITEM_END] = {END_SIZE, END_SIZE},
};

static void put_head(const struct store_signed_head *head, uint8_t bytes[HEAD_SIZE])
{
    (void)fair_put_number(bytes, (uint64_t)head->day, 8);
    (void)fair_put_number(bytes + 8, head->position, 8);
    memcpy(bytes + 16, head->hash, STORE_HASH_SIZE);
    (void)fair_put_number(bytes + 48, (uint64_t)head->signed_ms, 8);
    memcpy(bytes + 56, head->public_key, STORE_PUBLIC_KEY_SIZE);
    memcpy(bytes + 88, head->signature, STORE_SIGNATURE_SIZE);
}

// ---- links ------------------------------------------------------------------------------------

// The chain as it must be behind the last batch seen.
struct links {
    const uint8_t *id;
    struct map tables; // (table, 0): number[0] the last sequence
    uint64_t position;
    int64_t checksum; // of that batch
    uint8_t hash[STORE_HASH_SIZE];
};

static void links_start(struct links *links, const uint8_t *id)
{
    links->id = id;
    chain_start(id, links->hash);
}

// STORE_ERR_TAMPERED: it is not the next batch of its table.
static enum store_status links_add(struct links *links, const struct batch_view *view)
{
    bool is_new = false;
    struct map_record *table = map_get(&links->tables, view->table, 0, &is_new);
    if (table == NULL) {
        return STORE_ERR_MEMORY;
    }
    if (view->sequence != (uint64_t)table->number[0] + 1) {
        return STORE_ERR_TAMPERED;
    }
    uint8_t record_hash[STORE_HASH_SIZE];
    table->number[0]++;
    chain_record(links->id, ++links->position, view->body, record_hash);
    chain_link(links->hash, record_hash, links->hash);
    links->checksum = chain_checksum(record_hash);
    return STORE_OK;
}

// ---- saving -----------------------------------------------------------------------------------

struct saving {
    struct store *store;
    backup_write *write;
    void *context;
    struct backup_told *told;
    crypto_generichash_state sum;
    struct links links;
    enum store_status status;
};

static void save_bytes(struct saving *saving, const void *data, size_t size)
{
    if (saving->status != STORE_OK) {
        return;
    }
    (void)crypto_generichash_update(&saving->sum, data, size);
    saving->told->bytes += size;
    if (!saving->write(saving->context, data, size)) {
        saving->store->fault.text[0] = '\0'; // the caller knows why
        saving->status = STORE_ERR_IO;
    }
}

static void save_item(struct saving *saving, enum item_kind kind, const void *data, size_t size)
{
    uint8_t front[ITEM_SIZE];
    UTH_CHECK(size >= item_sizes[kind].smallest && size <= item_sizes[kind].largest);
    (void)fair_put_number(front, kind, 4);
    (void)fair_put_number(front + 4, size, 4);
    save_bytes(saving, front, sizeof front);
    save_bytes(saving, data, size);
}

static void save_front(struct saving *saving)
{
    save_bytes(saving, magic, sizeof magic);
    save_bytes(saving, saving->told->id, STORE_ID_SIZE);
    for (size_t i = 0; i < saving->told->key_count; i++) {
        const struct backup_key *key = &saving->told->keys[i];
        uint8_t bytes[4 + BACKUP_KEY_SIZE];
        UTH_CHECK(key->size <= BACKUP_KEY_SIZE);
        fair_put_number(bytes, key->kind, 4);
        memcpy(bytes + 4, key->bytes, key->size);
        save_item(saving, ITEM_KEY, bytes, 4 + key->size);
        sodium_memzero(bytes, sizeof bytes);
    }
}

static bool save_record(void *context, const struct store_record *record)
{
    struct saving *saving = context;
    struct batch_view view;
    const enum store_status status =
        batch_view(record->body, &view) ? links_add(&saving->links, &view) : STORE_ERR_TAMPERED;
    if (status == STORE_ERR_MEMORY) {
        saving->status = store_fail(&saving->store->fault, status, "out of memory");
    } else if (status != STORE_OK || saving->links.position != record->position ||
               saving->links.checksum != record->checksum) {
        saving->status = store_fail(&saving->store->fault, STORE_ERR_TAMPERED,
                                    "record %llu fails verification: run 'uth audit verify'",
                                    (unsigned long long)record->position);
    }
    save_item(saving, ITEM_BATCH, record->body.data, record->body.size);
    return saving->status == STORE_OK;
}

// A piece at a time: a long read would keep a database from tidying up behind its writer.
static void save_batches(struct saving *saving)
{
    while (saving->status == STORE_OK && saving->links.position < saving->told->position) {
        const uint64_t from = saving->links.position + 1;
        const uint64_t last = from + READ_AT_ONCE - 1;
        const uint64_t to = last < saving->told->position ? last : saving->told->position;
        const enum store_status status = store_read(saving->store, from, to, save_record, saving);
        saving->status = saving->status != STORE_OK ? saving->status : status;
        if (saving->status == STORE_OK && saving->links.position != to) {
            saving->status =
                store_fail(&saving->store->fault, STORE_ERR_TAMPERED, "record %llu is missing",
                           (unsigned long long)saving->links.position + 1);
        }
    }
}

// Days that were signed since belong to the next backup.
static bool save_head(void *context, const struct store_signed_head *head)
{
    struct saving *saving = context;
    if (head->position <= saving->told->position) {
        uint8_t bytes[HEAD_SIZE];
        put_head(head, bytes);
        save_item(saving, ITEM_HEAD, bytes, sizeof bytes);
        saving->told->heads++;
    }
    return saving->status == STORE_OK;
}

static void save_heads(struct saving *saving)
{
    if (saving->status == STORE_OK) {
        const enum store_status status = store_signed_heads(saving->store, save_head, saving);
        saving->status = saving->status != STORE_OK ? saving->status : status;
    }
}

static void save_end(struct saving *saving)
{
    uint8_t end[END_SIZE];
    uint8_t sum[STORE_HASH_SIZE];
    (void)fair_put_number(end, saving->told->position, 8);
    memcpy(end + 8, saving->told->hash, STORE_HASH_SIZE);
    save_item(saving, ITEM_END, end, sizeof end);
    (void)crypto_generichash_final(&saving->sum, sum, sizeof sum);
    (void)crypto_generichash_init(&saving->sum, NULL, 0, sizeof sum);
    save_bytes(saving, sum, sizeof sum);
}

enum store_status store_backup(struct store *store, backup_write *write, void *context,
                               struct backup_told *told)
{
    struct saving saving = {.store = store, .write = write, .context = context, .told = told};
    UTH_CHECK(told->key_count <= BACKUP_KEYS_MAX);
    told->heads = 0;
    told->bytes = 0;
    memcpy(told->id, store->id, STORE_ID_SIZE);
    (void)crypto_generichash_init(&saving.sum, NULL, 0, STORE_HASH_SIZE);
    links_start(&saving.links, told->id);
    saving.status = store_head(store, &told->position, told->hash);
    save_front(&saving);
    save_batches(&saving);
    save_heads(&saving);
    if (saving.status == STORE_OK && told->position != 0 &&
        memcmp(saving.links.hash, told->hash, STORE_HASH_SIZE) != 0) {
        saving.status = store_fail(&store->fault, STORE_ERR_TAMPERED,
                                   "the head is not the last record: run 'uth audit verify'");
    }
    save_end(&saving);
    map_finish(&saving.links.tables);
    return saving.status;
}

// ---- reading a stream -------------------------------------------------------------------------

struct stream {
    backup_read *read;
    void *context;
    struct fault *fault;
    struct backup_told *told;
    crypto_generichash_state sum;
    uint8_t *bytes; // of the item
    uint32_t kind;
    uint32_t size;
    uint64_t batches;
};

static enum store_status damaged(const struct stream *stream, const char *what)
{
    return store_fail(stream->fault, STORE_ERR_DAMAGED, "%s (at byte %llu, after %llu batches)",
                      what, (unsigned long long)stream->told->bytes,
                      (unsigned long long)stream->batches);
}

static enum store_status take_bytes(struct stream *stream, void *data, size_t size)
{
    if (stream->read(stream->context, data, size) != size) {
        return damaged(stream, "the backup is incomplete");
    }
    stream->told->bytes += size;
    (void)crypto_generichash_update(&stream->sum, data, size);
    return STORE_OK;
}

static enum store_status take_front(struct stream *stream)
{
    uint8_t front[HEADER_SIZE];
    (void)crypto_generichash_init(&stream->sum, NULL, 0, STORE_HASH_SIZE);
    if (stream->read(stream->context, front, sizeof front) != sizeof front ||
        memcmp(front, magic, 11) != 0) {
        return store_fail(stream->fault, STORE_ERR_DAMAGED, "this is not a backup of a store");
    }
    if (memcmp(front, magic, sizeof magic) != 0) {
        return store_fail(stream->fault, STORE_ERR_NEWER,
                          "the backup was made by a newer version; use a newer uth");
    }
    stream->told->bytes = sizeof front;
    (void)crypto_generichash_update(&stream->sum, front, sizeof front);
    memcpy(stream->told->id, front + MAGIC_SIZE, STORE_ID_SIZE);
    return STORE_OK;
}

// The sum of all, and nothing behind it.
static enum store_status take_end(struct stream *stream)
{
    uint8_t expected[STORE_HASH_SIZE];
    uint8_t sum[STORE_HASH_SIZE + 1];
    (void)crypto_generichash_final(&stream->sum, expected, sizeof expected);
    const size_t got = stream->read(stream->context, sum, sizeof sum);
    if (got < sizeof expected) {
        return damaged(stream, "the backup is incomplete");
    }
    if (memcmp(sum, expected, sizeof expected) != 0) {
        return damaged(stream, "the backup was changed: its checksum is wrong");
    }
    if (got != sizeof expected) {
        return damaged(stream, "there is data after the end of the backup");
    }
    stream->told->bytes += sizeof expected;
    stream->told->position = fair_get_number(stream->bytes, 8);
    memcpy(stream->told->hash, stream->bytes + 8, STORE_HASH_SIZE);
    return STORE_OK;
}

static enum store_status take_key(struct stream *stream)
{
    struct backup_told *told = stream->told;
    if (told->key_count == BACKUP_KEYS_MAX || stream->batches != 0) {
        return damaged(stream, "the backup has a key too many");
    }
    struct backup_key *key = &told->keys[told->key_count++];
    key->kind = (enum backup_key_kind)fair_get_number(stream->bytes, 4);
    key->size = stream->size - 4;
    memcpy(key->bytes, stream->bytes + 4, key->size);
    return STORE_OK;
}

// Whole and of a possible length; what it means is for the caller.
static enum store_status take_item(struct stream *stream)
{
    uint8_t front[ITEM_SIZE];
    enum store_status status = take_bytes(stream, front, sizeof front);
    if (status != STORE_OK) {
        return status;
    }
    stream->kind = (uint32_t)fair_get_number(front, 4);
    stream->size = (uint32_t)fair_get_number(front + 4, 4);
    if (stream->kind == 0 || stream->kind >= ITEM_COUNT ||
        stream->size < item_sizes[stream->kind].smallest ||
        stream->size > item_sizes[stream->kind].largest) {
        return damaged(stream, "the backup was changed: unknown item");
    }
    status = take_bytes(stream, stream->bytes, stream->size);
    if (status == STORE_OK && stream->kind == ITEM_KEY) {
        status = take_key(stream);
    } else if (status == STORE_OK && stream->kind == ITEM_END) {
        status = take_end(stream);
    } else if (status == STORE_OK) {
        stream->batches += stream->kind == ITEM_BATCH;
        stream->told->heads += stream->kind == ITEM_HEAD;
    }
    return status;
}

static enum store_status open_stream(struct stream *stream)
{
    *stream->told = (struct backup_told){0};
    stream->bytes = malloc(STORE_BODY_MAX);
    return stream->bytes != NULL ? take_front(stream)
                                 : store_fail(stream->fault, STORE_ERR_MEMORY, "out of memory");
}

// ---- checking ---------------------------------------------------------------------------------

static enum store_status check_item(struct stream *stream, struct links *links)
{
    struct batch_view view;
    enum store_status status = STORE_OK;
    if (stream->kind == ITEM_BATCH) {
        const struct store_bytes body = {stream->bytes, stream->size};
        status = batch_view(body, &view) ? links_add(links, &view) : STORE_ERR_TAMPERED;
    }
    if (status == STORE_ERR_MEMORY) {
        return store_fail(stream->fault, status, "out of memory");
    }
    return status == STORE_OK ? STORE_OK : damaged(stream, "a batch is not the next of its table");
}

enum store_status store_backup_check(backup_read *read, void *context, struct fault *fault,
                                     struct backup_told *told)
{
    struct stream stream = {.read = read, .context = context, .fault = fault, .told = told};
    struct links links = {0};
    enum store_status status = open_stream(&stream);
    links_start(&links, told->id);
    while (status == STORE_OK && stream.kind != ITEM_END) {
        status = take_item(&stream);
        status = status == STORE_OK ? check_item(&stream, &links) : status;
    }
    if (status == STORE_OK &&
        (links.position != told->position ||
         (told->position != 0 && memcmp(links.hash, told->hash, STORE_HASH_SIZE) != 0))) {
        status = damaged(&stream, "the last link is not the one that was saved");
    }
    map_finish(&links.tables);
    free(stream.bytes);
    return status;
}

// ---- one transaction around many --------------------------------------------------------------

// Stands in front of the store's own port: the groups' transactions become parts of one, which
// only `finish_whole` commits. After a failure nothing more is tried.
struct whole {
    struct store_port base;
    struct store_port *inner;
    enum store_status failed;
};

static struct whole *whole_of(struct store_port *port)
{
    return (struct whole *)(void *)port;
}

static enum store_status note(struct whole *whole, enum store_status status)
{
    whole->failed = status;
    return status;
}

static bool visit_nothing(void *context, const struct store_row *row)
{
    (void)context;
    (void)row;
    return true;
}

static enum store_status whole_begin(struct store_port *port, bool alone)
{
    (void)alone;
    return whole_of(port)->failed;
}

static enum store_status whole_put(struct store_port *port, enum store_table table,
                                   const struct store_row *rows, size_t count)
{
    struct whole *whole = whole_of(port);
    return whole->failed != STORE_OK
               ? whole->failed
               : note(whole, whole->inner->functions->put(whole->inner, table, rows, count));
}

static enum store_status whole_find(struct store_port *port, const struct store_query *query,
                                    store_visit *visit, void *context)
{
    struct whole *whole = whole_of(port);
    return whole->failed != STORE_OK
               ? whole->failed
               : note(whole, whole->inner->functions->find(whole->inner, query, visit, context));
}

// A question makes a server answer for what was put so far, and keeps its queue short.
static enum store_status whole_commit(struct store_port *port)
{
    const struct store_query query = query_one(STORE_TABLE_META, 1);
    return whole_find(port, &query, visit_nothing, NULL);
}

static void whole_rollback(struct store_port *port)
{
    (void)port; // finish_whole does
}

static enum store_status whole_look(struct store_port *port)
{
    return whole_of(port)->failed;
}

static void whole_close(struct store_port *port)
{
    (void)port;
    UTH_CHECK(false); // it is taken off before
}

static const struct store_port_functions whole_functions = {
    whole_begin, whole_put, whole_commit, whole_rollback, whole_look, whole_find, whole_close, NULL,
};

static enum store_status begin_whole(struct store *store, struct whole *whole)
{
    *whole = (struct whole){.base = {&whole_functions, store->port->fault}, .inner = store->port};
    const enum store_status status = store->port->functions->begin(store->port, true);
    store->port = &whole->base;
    return note(whole, status);
}

static enum store_status finish_whole(struct store *store, struct whole *whole,
                                      enum store_status status)
{
    store->port = whole->inner;
    store->fresh = false;
    if (status == STORE_OK) {
        status = store->port->functions->commit(store->port);
    }
    if (status != STORE_OK) {
        store->port->functions->rollback(store->port);
    }
    return status;
}

// ---- restoring --------------------------------------------------------------------------------

struct restoring {
    struct store *store;
    struct stream stream;
    backup_keys *keys;
    bool told_keys;
    uint8_t *bytes; // the bodies of the group, one behind the other
    size_t used;
    struct store_bytes bodies[STORE_GROUP_MAX];
    struct store_result results[STORE_GROUP_MAX];
    size_t count;
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

static enum store_status take_name(struct store *store, const uint8_t id[STORE_ID_SIZE])
{
    const struct store_row row = {.cells = {[META_ID] = number_cell(1),
                                            [META_VERSION] = number_cell(SQL_VERSION),
                                            [META_STORE] = bytes_cell(id, STORE_ID_SIZE)}};
    memcpy(store->id, id, STORE_ID_SIZE);
    store->fresh = false;
    return store->port->functions->put(store->port, STORE_TABLE_META, &row, 1);
}

static enum store_status put_group(struct restoring *restoring)
{
    struct store *store = restoring->store;
    const size_t count = restoring->count;
    restoring->count = 0;
    restoring->used = 0;
    if (count == 0) {
        return STORE_OK;
    }
    const enum store_status status =
        store_append_encoded(store, restoring->bodies, count, restoring->results);
    for (size_t i = 0; i < count && status == STORE_OK; i++) {
        free(restoring->results[i].answer);
        if (restoring->results[i].status != STORE_OK) {
            const uint64_t number = restoring->stream.batches - count + i + 1;
            return store_fail(&store->fault, STORE_ERR_DAMAGED, "batch %llu of the backup: %s",
                              (unsigned long long)number,
                              store_status_text(restoring->results[i].status));
        }
    }
    return status;
}

static enum store_status add_batch(struct restoring *restoring)
{
    const struct stream *stream = &restoring->stream;
    uint8_t *at = restoring->bytes + restoring->used;
    memcpy(at, stream->bytes, stream->size);
    restoring->bodies[restoring->count++] = (struct store_bytes){at, stream->size};
    restoring->used += stream->size;
    return restoring->count == STORE_GROUP_MAX || restoring->used >= STORE_GROUP_BYTES
               ? put_group(restoring)
               : STORE_OK;
}

static enum store_status add_head(struct restoring *restoring)
{
    const uint8_t *at = restoring->stream.bytes;
    const struct store_row row = {
        .cells = {[SIGNATURE_DAY] = number_cell((int64_t)fair_get_number(at, 8)),
                  [SIGNATURE_POSITION] = number_cell((int64_t)fair_get_number(at + 8, 8)),
                  [SIGNATURE_HASH] = bytes_cell(at + 16, STORE_HASH_SIZE),
                  [SIGNATURE_SIGNED] = number_cell((int64_t)fair_get_number(at + 48, 8)),
                  [SIGNATURE_PUBLIC_KEY] = bytes_cell(at + 56, STORE_PUBLIC_KEY_SIZE),
                  [SIGNATURE_SIGNATURE] = bytes_cell(at + 88, STORE_SIGNATURE_SIZE)}};
    struct store *store = restoring->store;
    return store->port->functions->put(store->port, STORE_TABLE_SIGNATURE, &row, 1);
}

static enum store_status add_item(struct restoring *restoring)
{
    const struct stream *stream = &restoring->stream;
    if (!restoring->told_keys && stream->kind != ITEM_KEY) {
        restoring->told_keys = true;
        if (!restoring->keys(stream->context, stream->told)) {
            restoring->store->fault.text[0] = '\0'; // the caller knows why
            return STORE_ERR_IO;
        }
    }
    switch (stream->kind) {
    case ITEM_BATCH: return add_batch(restoring);
    case ITEM_HEAD: return add_head(restoring);
    case ITEM_END: return put_group(restoring);
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

static enum store_status restore_all(struct restoring *restoring)
{
    struct stream *stream = &restoring->stream;
    enum store_status status = open_stream(stream);
    if (status == STORE_OK) {
        status = take_name(restoring->store, stream->told->id);
    }
    while (status == STORE_OK && stream->kind != ITEM_END) {
        status = take_item(stream);
        status = status == STORE_OK ? add_item(restoring) : status;
    }
    free(stream->bytes);
    return status == STORE_OK ? check_whole(restoring) : status;
}

enum store_status store_restore(struct store *store, backup_read *read, backup_keys *keys,
                                void *context, struct backup_told *told)
{
    struct whole whole;
    struct restoring *restoring = calloc(1, sizeof *restoring);
    uint8_t *bytes = malloc(STORE_GROUP_BYTES + STORE_BODY_MAX);
    enum store_status status = restoring != NULL && bytes != NULL ? STORE_OK : STORE_ERR_MEMORY;
    if (status == STORE_OK) {
        restoring->store = store;
        restoring->keys = keys;
        restoring->bytes = bytes;
        restoring->stream =
            (struct stream){.read = read, .context = context, .fault = &store->fault, .told = told};
        status = begin_whole(store, &whole);
        status = status == STORE_OK ? check_empty(store) : status;
        status = status == STORE_OK ? restore_all(restoring) : status;
        status = finish_whole(store, &whole, status);
    }
    if (status == STORE_ERR_MEMORY) {
        (void)store_fail(&store->fault, status, "out of memory"); // not all who lack it say so
    }
    free(bytes);
    free(restoring);
    return status;
}
