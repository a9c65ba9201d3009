// Filling a new file in one transaction: no journal, and every index is made from sorted rows.
//
// Rows of the tables that lie in the order of a key of several columns come in another order; put where
// they belong, each would touch a page of its own as soon as the table outgrows the cache. They wait in
// temporary tables, and so does the second order of batches.
#include <stdio.h>

#include "store/sql.h"
#include "store/sqlite.h"

// Without a journal a write goes into the file once. Temporary tables and sorting use files, which have no
// name; SQLITE_TMPDIR says where.
bool sqlite_bulk_start(struct sqlite_port *self)
{
    return sqlite_run(self, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                            "PRAGMA temp_store = FILE; PRAGMA cache_size = -65536");
}

static bool is_sorted_last(const struct store_shape *shape)
{
    return shape->key_count > 1 && !shape->is_large;
}

static bool prepare_insert(struct sqlite_port *self, enum store_table table, bool in_heap)
{
    char text[SQL_TEXT_MAX];
    (void)sqlite3_finalize(self->inserts[table]);
    self->inserts[table] = NULL;
    if (in_heap) {
        sql_insert_plain("temp", table, text, sizeof text);
    } else {
        sql_insert(&sql_sqlite, table, text, sizeof text);
    }
    return sqlite_prepare(self, text, &self->inserts[table]);
}

static bool make_heap(struct sqlite_port *self, enum store_table table)
{
    const char *name = store_shapes[table].name;
    char text[SQL_TEXT_MAX];
    (void)snprintf(text, sizeof text, "CREATE TEMP TABLE %s AS SELECT * FROM main.%s", name, name);
    return sqlite_run(self, text) && prepare_insert(self, table, true);
}

static bool sort_heap(struct sqlite_port *self, enum store_table table)
{
    char text[SQL_TEXT_MAX];
    sql_sort("temp", "main", table, text, sizeof text);
    const bool sorted = sqlite_run(self, text);
    (void)snprintf(text, sizeof text, "DROP TABLE temp.%s", store_shapes[table].name);
    (void)sqlite3_finalize(self->inserts[table]);
    self->inserts[table] = NULL;
    return sorted && sqlite_run(self, text) && prepare_insert(self, table, false);
}

enum store_status sqlite_bulk_prepare(struct sqlite_port *self)
{
    bool good = sqlite_run(self, "DROP INDEX uth_batch_by_table");
    for (size_t i = 0; i < STORE_TABLE_COUNT && good; i++) {
        good = !is_sorted_last(&store_shapes[i]) || make_heap(self, (enum store_table)i);
    }
    return good ? STORE_OK : sqlite_failed(self);
}

enum store_status sqlite_sort(struct store_port *port)
{
    struct sqlite_port *self = sqlite_of(port);
    char text[SQL_TEXT_MAX];
    if (!self->in_bulk) {
        return STORE_OK;
    }
    sql_index(STORE_TABLE_BATCH, text, sizeof text);
    bool good = sqlite_run(self, text);
    for (size_t i = 0; i < STORE_TABLE_COUNT && good; i++) {
        good = !is_sorted_last(&store_shapes[i]) || sort_heap(self, (enum store_table)i);
    }
    return good ? STORE_OK : sqlite_failed(self);
}
