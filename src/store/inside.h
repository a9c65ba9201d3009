// What the files of the store share and nobody else sees.
#ifndef UTH_STORE_INSIDE_H
#define UTH_STORE_INSIDE_H

#include "store/book.h"
#include "store/store.h"

struct store_mark {
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
};

// One group on its way into the database: the rows of each table, made before the transaction.
struct group;

struct store {
    struct store_port *port;
    struct store_fault fault;
    struct store_options options;
    uint8_t id[STORE_ID_SIZE];
    struct book book;         // what the next batch builds on
    bool fresh;               // the book says what the database says
    struct store_mark stored; // the last head that we know to be stored
    struct store_mark tried;  // the head of a commit whose end we did not hear of
    struct group *group;
    const struct store_row *lease_row; // goes with the batch that takes a table over
    struct batch_room *room;
};

// STORE_ERR_STOPPED when store->options.stop was set before the last row was visited.
UTH_NODISCARD enum store_status store_find(struct store *store, const struct store_query *query,
                                           store_visit *visit, void *context);

// A row of the right widths, as far as the database's types do not hold it.
static inline bool is_hash(const struct store_cell *cell)
{
    return cell->size == STORE_HASH_SIZE;
}

static inline struct store_bytes bytes_of(const struct store_cell *cell)
{
    const struct store_bytes bytes = {cell->bytes, cell->size};
    return bytes;
}

// ---- audit.c: what is wrong with a row of batches, in words; NULL for nothing -------------------

// By itself: it is no batch, or its columns say otherwise. Else *view is what it holds.
const char *store_row_fault(const struct store_row *row, struct batch_view *view);
// Behind the one before it at its table, whose next number and whose link with this one are these.
const char *store_place_fault(const struct batch_view *view, uint64_t next);
const char *store_table_link_fault(const struct store_row *row,
                                   const uint8_t table_hash[STORE_HASH_SIZE]);

// Query for one row by its key of numbers.
static inline struct store_query query_one(enum store_table table, int64_t key)
{
    const struct store_query query = {
        .table = table, .equal_count = 1, .equal = {{.number = key}}, .only_one = true};
    return query;
}

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
