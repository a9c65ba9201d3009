#include "store/backup.h"

#include <stdlib.h>
#include <string.h>

#include "store/backup_items.h"
#include "store/chain.h"
#include "store/internal.h"

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

// Batches are copied out of the database a step at a time and written when the step is over: what a
// reader has open, a writer beside it cannot tidy up behind itself.
#define STEP_BATCHES 512U
#define STEP_BYTES   ((size_t)1 << 20)

struct copied {
    uint64_t position;
    int64_t checksum;
    size_t at;
    size_t size;
};

struct saving {
    struct store *store;
    struct backup_out out;
    struct links links;
    uint8_t *bytes; // of a step
    size_t used;
    struct copied copied[STEP_BATCHES];
    size_t count;
};

static bool copy_record(void *context, const struct store_row *row)
{
    struct saving *saving = context;
    const struct store_bytes body = bytes_of(&row->cells[BATCH_BODY]);
    if (body.size > STORE_BODY_MAX) {
        return false; // the next step finds no batch there
    }
    memcpy(saving->bytes + saving->used, body.data, body.size);
    saving->copied[saving->count++] =
        (struct copied){.position = (uint64_t)row->cells[BATCH_POSITION].number,
                        .checksum = row->cells[BATCH_CHECKSUM].number,
                        .at = saving->used,
                        .size = body.size};
    saving->used += body.size;
    return saving->count < STEP_BATCHES && saving->used < STEP_BYTES;
}

static enum store_status copy_step(struct saving *saving)
{
    const struct store_query query = {.table = STORE_TABLE_BATCH,
                                      .ranged = true,
                                      .from = (int64_t)saving->links.position + 1,
                                      .to = (int64_t)saving->out.told->position};
    saving->count = 0;
    saving->used = 0;
    enum store_status status = store_look(saving->store);
    status = status == STORE_OK ? store_find(saving->store, &query, copy_record, saving) : status;
    store_look_end(saving->store);
    return status;
}

static enum store_status save_record(struct saving *saving, const struct copied *copied)
{
    const struct store_bytes body = {saving->bytes + copied->at, copied->size};
    struct fault *fault = &saving->store->fault;
    struct batch_view view;
    if (copied->position != saving->links.position + 1) {
        return store_fail(fault, STORE_ERR_TAMPERED, "record %llu is missing",
                          (unsigned long long)saving->links.position + 1);
    }
    const enum store_status status =
        batch_view(body, &view) ? links_add(&saving->links, &view) : STORE_ERR_TAMPERED;
    if (status == STORE_ERR_MEMORY) {
        return store_fail(fault, status, "out of memory");
    }
    if (status != STORE_OK || saving->links.checksum != copied->checksum) {
        return store_fail(fault, STORE_ERR_TAMPERED,
                          "record %llu fails verification: run 'uth audit verify'",
                          (unsigned long long)copied->position);
    }
    backup_put_item(&saving->out, ITEM_BATCH, body.data, body.size);
    return saving->out.status;
}

static void save_batches(struct saving *saving)
{
    enum store_status status = saving->out.status;
    while (status == STORE_OK && saving->links.position < saving->out.told->position) {
        status = copy_step(saving);
        if (status == STORE_OK && saving->count == 0) {
            status = store_fail(&saving->store->fault, STORE_ERR_TAMPERED, "record %llu is missing",
                                (unsigned long long)saving->links.position + 1);
        }
        for (size_t i = 0; i < saving->count && status == STORE_OK; i++) {
            status = save_record(saving, &saving->copied[i]);
        }
    }
    saving->out.status = status;
}

// Days that were signed since belong to the next backup.
static bool save_head(void *context, const struct store_signed_head *head)
{
    struct saving *saving = context;
    if (head->position <= saving->out.told->position) {
        backup_put_head(&saving->out, head);
    }
    return saving->out.status == STORE_OK;
}

static void save_heads(struct saving *saving)
{
    if (saving->out.status == STORE_OK) {
        const enum store_status status = store_signed_heads(saving->store, save_head, saving);
        saving->out.status = saving->out.status != STORE_OK ? saving->out.status : status;
    }
}

static void save_all(struct saving *saving)
{
    struct backup_out *out = &saving->out;
    out->status = store_head(saving->store, &out->told->position, out->told->hash);
    backup_put_front(out);
    save_batches(saving);
    save_heads(saving);
    if (out->status == STORE_OK && out->told->position != 0 &&
        memcmp(saving->links.hash, out->told->hash, STORE_HASH_SIZE) != 0) {
        out->status = store_fail(&saving->store->fault, STORE_ERR_TAMPERED,
                                 "the head is not the last record: run 'uth audit verify'");
    }
    backup_put_end(out);
}

enum store_status store_backup(struct store *store, backup_write *write, void *context,
                               struct backup_told *told)
{
    struct saving *saving = calloc(1, sizeof *saving);
    uint8_t *bytes = malloc(STEP_BYTES + STORE_BODY_MAX);
    enum store_status status = STORE_ERR_MEMORY;
    UTH_CHECK(told->key_count <= BACKUP_KEYS_MAX);
    told->heads = 0;
    told->bytes = 0;
    memcpy(told->id, store->id, STORE_ID_SIZE);
    if (saving != NULL && bytes != NULL) {
        saving->store = store;
        saving->bytes = bytes;
        saving->out = (struct backup_out){
            .write = write, .context = context, .fault = &store->fault, .told = told};
        links_start(&saving->links, told->id);
        save_all(saving);
        status = saving->out.status;
        map_finish(&saving->links.tables);
    } else {
        (void)store_fail(&store->fault, status, "out of memory");
    }
    free(bytes);
    free(saving);
    return status;
}

// ---- checking ---------------------------------------------------------------------------------

static enum store_status check_item(struct backup_in *in, struct links *links)
{
    struct batch_view view;
    enum store_status status = STORE_OK;
    if (in->kind == ITEM_BATCH) {
        const struct store_bytes body = {in->bytes, in->size};
        status = batch_view(body, &view) ? links_add(links, &view) : STORE_ERR_TAMPERED;
    }
    if (status == STORE_ERR_MEMORY) {
        return store_fail(in->fault, status, "out of memory");
    }
    return status == STORE_OK ? STORE_OK
                              : backup_damaged(in, "a batch is not the next of its table");
}

enum store_status store_backup_check(backup_read *read, void *context, struct fault *fault,
                                     struct backup_told *told)
{
    struct backup_in in = {.read = read, .context = context, .fault = fault, .told = told};
    struct links links = {0};
    enum store_status status = backup_in_open(&in);
    links_start(&links, told->id);
    while (status == STORE_OK && in.kind != ITEM_END) {
        status = backup_get_item(&in);
        status = status == STORE_OK ? check_item(&in, &links) : status;
    }
    if (status == STORE_OK &&
        (links.position != told->position ||
         (told->position != 0 && memcmp(links.hash, told->hash, STORE_HASH_SIZE) != 0))) {
        status = backup_damaged(&in, "the last link is not the one that was saved");
    }
    map_finish(&links.tables);
    backup_in_close(&in);
    return status;
}
