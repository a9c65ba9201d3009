// One group of batches on its way into the database: the rows of each table, made before they are put.
#ifndef UTH_STORE_GROUP_H
#define UTH_STORE_GROUP_H

#include "store/internal.h"

struct member {
    struct batch_view view;
    struct book_link link;
    struct store_result *result;
    bool accepted;
};

struct rows {
    struct store_row *list;
    size_t count;
    size_t capacity;
};

struct group {
    struct member members[STORE_GROUP_MAX];
    size_t count;
    size_t accepted;
    struct rows rows; // of one table at a time
};

// Rows of one table are collected between these two.
UTH_NODISCARD enum store_status group_rows_start(struct group *group, size_t most);
void group_row_add(struct group *group, const struct store_row *row);
UTH_NODISCARD enum store_status group_rows_put(struct store *store, enum store_table table);

// What goes into the database with the accepted members alone: batches, idempotency keys, days.
UTH_NODISCARD enum store_status group_put_members(struct store *store);
// The rows of the records of a map that this turn touched.
typedef struct store_row group_make_row(const struct store *store, const struct map_record *record);
UTH_NODISCARD enum store_status group_put_touched(struct store *store, enum store_table table,
                                                  const struct map *map, group_make_row *make);
UTH_NODISCARD enum store_status group_put_head(struct store *store);
// Everything of the turn, and the lease that goes with it.
UTH_NODISCARD enum store_status group_put(struct store *store);

// As they are written, and as the audit expects them.
struct store_row group_request_row(const struct batch_view *view, uint64_t position);
group_make_row group_account_row;
group_make_row group_round_row;
group_make_row group_played_row;
group_make_row group_state_row;

#endif
