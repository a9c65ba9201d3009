// SQL text of both databases, made from the shapes: the schema and the statements.
#ifndef UTH_STORE_SQL_H
#define UTH_STORE_SQL_H

#include <stddef.h>

#include "store/port.h"

#define SQL_VERSION    7 // of the schema this program writes
#define SQL_SCHEMA_MAX 4096
#define SQL_TEXT_MAX   640 // of a statement made here
#define SQL_CHECKS_MAX 4

struct sql_dialect {
    char placeholder;   // '?' or '$', followed by the number
    const char *number; // the two types of our columns, as the catalogue writes them
    const char *bytes;
    // Tells what there is, in rows of two: what it is, and how ("column uth_head.id", "INTEGER NOT
    // NULL, key 1"). Tables and other things by themselves come before what hangs on them.
    const char *catalogue;
    // The statement each thing was made with, where the database keeps it word for word.
    const char *statements;
    // The constraints as the catalogue writes them, where the statements are not kept.
    struct {
        const char *what;
        const char *how;
    } checks[SQL_CHECKS_MAX];
    bool is_sqlite;
    const char *first_row; // of the head
};

extern const struct sql_dialect sql_sqlite;
extern const struct sql_dialect sql_postgres;

// What a schema of that version, 0 for none, means to whoever opens it: STORE_OK when it is ours or can be
// made. `where` names the database.
UTH_NODISCARD enum store_status sql_check_version(int64_t version, bool read_only,
                                                  const char *where, struct fault *fault);

// All statements that make the schema, and its first row.
void sql_schema(const struct sql_dialect *dialect, char text[SQL_SCHEMA_MAX]);
// Whether it is one of the statements that make tables and indexes, word for word.
bool sql_makes(const struct sql_dialect *dialect, const char *statement);

// "INSERT INTO uth_head (…) VALUES (…) ON CONFLICT …", with one parameter for each column.
void sql_insert(const struct sql_dialect *dialect, enum store_table table, char *text, size_t size);
// Into a table of that schema that has the columns alone, and from it into the real one by its key.
void sql_insert_plain(const char *schema, enum store_table table, char *text, size_t size);
void sql_sort(const char *from, const char *to, enum store_table table, char *text, size_t size);
// The second order of a table.
void sql_index(enum store_table table, char *text, size_t size);
// The same from arrays: "… SELECT * FROM unnest($1::bigint[], …) …".
void sql_insert_unnest(enum store_table table, char *text, size_t size);
// The parameters are the equal cells, then from and to where the query is ranged.
void sql_select(const struct sql_dialect *dialect, const struct store_query *query, char *text,
                size_t size);

#endif
