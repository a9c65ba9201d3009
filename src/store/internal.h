// What the files of the store share and nobody else sees.
#ifndef UTH_STORE_INTERNAL_H
#define UTH_STORE_INTERNAL_H

#include <string.h>

#include "store/audit.h"
#include "store/book.h"
#include "store/columns.h"
#include "store/store.h"

// One group on its way into the database: the rows of each table, made before the transaction.
struct group;

struct store {
    struct store_port *port;
    struct fault fault;
    struct store_options options;
    uint8_t id[STORE_ID_SIZE];
    struct book book;         // what the next batch builds on
    bool fresh;               // the book says what the database says
    struct store_mark stored; // the last head that we know to be stored
    struct store_mark tried;  // the head of a commit whose end we did not hear of
    bool in_transaction;      // one of several calls: looks see it, and end nothing
    struct group *group;
    const struct store_row *lease_row; // goes with the batch that takes a table over
    struct batch_room *room;
};

// STORE_ERR_STOPPED when store->options.stop was set before the last row was visited.
UTH_NODISCARD enum store_status store_find(struct store *store, const struct store_query *query,
                                           store_visit *visit, void *context);

// One transaction around many calls, alone. What is not STORE_OK rolls it back.
UTH_NODISCARD enum store_status store_begin(struct store *store);
UTH_NODISCARD enum store_status store_end(struct store *store, enum store_status status);
// What was put in bulk gets into its order.
UTH_NODISCARD enum store_status store_sort(struct store *store);
void store_key_sign(const struct store_key *key, const uint8_t *message, size_t size,
                    uint8_t signature[STORE_SIGNATURE_SIZE]);
UTH_NODISCARD enum store_status store_put_signed_head(struct store *store,
                                                      const struct store_signed_head *head);

// ---- rows -------------------------------------------------------------------------------------

static inline struct store_cell number_cell(int64_t value)
{
    return (struct store_cell){.number = value};
}

static inline struct store_cell bytes_cell(const uint8_t *data, size_t size)
{
    return (struct store_cell){.bytes = data, .size = size};
}

// A row of the right widths, as far as the database's types do not hold it.
static inline bool is_hash(const struct store_cell *cell)
{
    return cell->size == STORE_HASH_SIZE;
}

static inline bool has_hash(const struct store_cell *cell, const uint8_t hash[STORE_HASH_SIZE])
{
    return is_hash(cell) && memcmp(cell->bytes, hash, STORE_HASH_SIZE) == 0;
}

static inline struct store_bytes bytes_of(const struct store_cell *cell)
{
    const struct store_bytes bytes = {cell->bytes, cell->size};
    return bytes;
}

static inline struct uth_account account_of(const struct store_row *row)
{
    return (struct uth_account){
        .owner = (uint64_t)row->cells[ACCOUNT_OWNER].number,
        .kind = (uint8_t)row->cells[ACCOUNT_KIND].number,
        .table = (uint32_t)row->cells[ACCOUNT_TABLE].number,
        .seat = (uint8_t)row->cells[ACCOUNT_SEAT].number,
    };
}

// ---- audit.c: what is wrong with a row of batches, in words; NULL for nothing -------------------

// By itself: it is no batch, or its columns say otherwise. Else *view is what it holds.
const char *store_row_fault(const struct store_row *row, struct batch_view *view);
// Is it of this number at its table, and does its content at its position have this checksum?
const char *store_place_fault(const struct batch_view *view, uint64_t next);
const char *store_checksum_fault(const struct store_row *row, int64_t checksum);

// ---- queries for one row ----------------------------------------------------------------------

// By its key, which is one number.
static inline struct store_query query_one(enum store_table table, int64_t key)
{
    const struct store_query query = {
        .table = table, .equal_count = 1, .equal = {{.number = key}}, .only_one = true};
    return query;
}

// The last batch of a table.
static inline struct store_query query_last(uint32_t table)
{
    struct store_query query = query_one(STORE_TABLE_BATCH, table);
    query.by_second = true;
    query.descending = true;
    return query;
}

static inline struct store_query query_account(const struct uth_account *account)
{
    return (struct store_query){.table = STORE_TABLE_ACCOUNT,
                                .only_one = true,
                                .equal_count = 4,
                                .equal = {[ACCOUNT_OWNER] = number_cell((int64_t)account->owner),
                                          [ACCOUNT_KIND] = number_cell(account->kind),
                                          [ACCOUNT_TABLE] = number_cell(account->table),
                                          [ACCOUNT_SEAT] = number_cell(account->seat)}};
}

static inline struct store_query query_round(uint64_t table, uint64_t round)
{
    return (struct store_query){.table = STORE_TABLE_ROUND,
                                .only_one = true,
                                .equal_count = 2,
                                .equal = {[ROUND_TABLE] = number_cell((int64_t)table),
                                          [ROUND_ROUND] = number_cell((int64_t)round)}};
}

static inline struct store_query query_request(uint32_t table, const uint8_t *key, size_t size)
{
    return (struct store_query){
        .table = STORE_TABLE_REQUEST,
        .only_one = true,
        .equal_count = 2,
        .equal = {[REQUEST_TABLE] = number_cell(table), [REQUEST_KEY] = bytes_cell(key, size)}};
}

// ---- the book ---------------------------------------------------------------------------------

// Fills a record of the book from the database.
enum store_status store_book_load(void *context, enum book_part part, struct map_record *record);

// Rounds and accounts; beyond that the book starts again.
#define BOOK_KEEPS_MAX 65536

// Brings the book up to the head there is. `careful`: after a turn that failed.
UTH_NODISCARD enum store_status store_refresh(struct store *store, bool careful);
// From here on nobody else's batch may be there.
UTH_NODISCARD enum store_status store_begin_sole(struct store *store);

UTH_NODISCARD enum store_status group_open(struct group **group);
void group_close(struct group *group);

#endif
