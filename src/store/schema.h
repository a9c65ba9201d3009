// The schema that is there against the one this program makes.
//
//     schema_expect --> schema_hold for each thing the catalogue tells of --> schema_end
//
// What must be there follows from the shapes, and what is there from the catalogue. Nothing is made
// in the database for it: a role that may only read, a standby and a file beside its writer can all
// be asked. The order of columns is left out; every statement of ours names its columns.
#ifndef UTH_STORE_SCHEMA_H
#define UTH_STORE_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "store/port.h"
#include "store/sql.h"

#define SCHEMA_WHAT_MAX 64
#define SCHEMA_HOW_MAX  128
// Each table with its columns and an index, and the checks.
#define SCHEMA_FACTS_MAX (STORE_TABLE_COUNT * (STORE_COLUMNS_MAX + 2) + SQL_CHECKS_MAX)

struct schema_fact {
    char what[SCHEMA_WHAT_MAX]; // "column uth_head.hash"
    char how[SCHEMA_HOW_MAX];   // "bytea NOT NULL"
    bool seen;
};

struct schema {
    const struct sql_dialect *dialect;
    const char *where; // names the database
    struct fault *fault;
    struct schema_fact facts[SCHEMA_FACTS_MAX];
    size_t count;
};

// `where` and `fault` are borrowed. The functions below return STORE_ERR_DAMAGED with the first
// thing that does not fit in *fault.
void schema_expect(struct schema *schema, const struct sql_dialect *dialect, const char *where,
                   struct fault *fault);

typedef enum store_status schema_visit(struct schema *schema, const char *what, const char *how);
// A row of dialect->catalogue: is there to be such a thing, and is it so?
UTH_NODISCARD enum store_status schema_hold(struct schema *schema, const char *what,
                                            const char *how);
// A row of dialect->statements: is it word for word a statement of ours?
UTH_NODISCARD enum store_status schema_hold_statement(struct schema *schema, const char *what,
                                                      const char *statement);
// The catalogue told of nothing more.
UTH_NODISCARD enum store_status schema_end(struct schema *schema);

#endif
