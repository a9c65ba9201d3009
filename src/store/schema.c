#include "store/schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- what must be there -----------------------------------------------------------------------

// The next one, with its `how` still to be written.
static struct schema_fact *expect(struct schema *schema, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static struct schema_fact *expect(struct schema *schema, const char *format, ...)
{
    UTH_CHECK(schema->count < SCHEMA_FACTS_MAX);
    struct schema_fact *fact = &schema->facts[schema->count++];
    va_list arguments;
    va_start(arguments, format);
    const int wrote = vsnprintf(fact->what, sizeof fact->what, format, arguments);
    va_end(arguments);
    UTH_CHECK(wrote > 0 && (size_t)wrote < sizeof fact->what);
    fact->seen = false;
    return fact;
}

static void say_how(struct schema_fact *fact, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say_how(struct schema_fact *fact, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int wrote = vsnprintf(fact->how, sizeof fact->how, format, arguments);
    va_end(arguments);
    UTH_CHECK(wrote > 0 && (size_t)wrote < sizeof fact->how);
}

static void expect_columns(struct schema *schema, const struct store_shape *shape)
{
    for (size_t i = 0; i < shape->column_count; i++) {
        const char *type =
            store_column_is_bytes(shape, i) ? schema->dialect->bytes : schema->dialect->number;
        struct schema_fact *fact = expect(schema, "column %s.%s", shape->name, shape->columns[i]);
        if (i < shape->key_count) {
            say_how(fact, "%s NOT NULL, key %zu", type, i + 1);
        } else {
            say_how(fact, "%s NOT NULL", type);
        }
    }
}

// Only batches have a second order, and its index is named after what it is sought by.
static void expect_index(struct schema *schema, const struct store_shape *shape)
{
    if (shape->by_second[0] != shape->by_second[1]) {
        say_how(expect(schema, "index %s_by_table", shape->name), "unique on %s (%s, %s)",
                shape->name, shape->columns[shape->by_second[0]],
                shape->columns[shape->by_second[1]]);
    }
}

void schema_expect(struct schema *schema, const struct sql_dialect *dialect, const char *where,
                   struct fault *fault)
{
    schema->dialect = dialect;
    schema->where = where;
    schema->fault = fault;
    schema->count = 0;
    for (size_t i = 0; i < STORE_TABLE_COUNT; i++) {
        say_how(expect(schema, "table %s", store_shapes[i].name), "plain");
        expect_columns(schema, &store_shapes[i]);
        expect_index(schema, &store_shapes[i]);
    }
    for (size_t i = 0; i < SQL_CHECKS_MAX && dialect->checks[i].what != NULL; i++) {
        say_how(expect(schema, "constraint %s", dialect->checks[i].what), "%s",
                dialect->checks[i].how);
    }
}

// ---- what is there ----------------------------------------------------------------------------

// A name that comes twice is the second time one too many.
static struct schema_fact *find_unseen(struct schema *schema, const char *what)
{
    for (size_t i = 0; i < schema->count; i++) {
        if (!schema->facts[i].seen && strcmp(schema->facts[i].what, what) == 0) {
            return &schema->facts[i];
        }
    }
    return NULL;
}

enum store_status schema_hold(struct schema *schema, const char *what, const char *how)
{
    struct schema_fact *fact = find_unseen(schema, what);
    if (fact == NULL) {
        return store_fail(schema->fault, STORE_ERR_DAMAGED,
                          "%s: the schema has %s %.120s that is not ours", schema->where,
                          what[0] == 'i' ? "an" : "a", what);
    }
    if (strcmp(fact->how, how) != 0) {
        return store_fail(schema->fault, STORE_ERR_DAMAGED, "%s: the %s is %.100s instead of %s",
                          schema->where, what, how, fact->how);
    }
    fact->seen = true;
    return STORE_OK;
}

enum store_status schema_hold_statement(struct schema *schema, const char *what,
                                        const char *statement)
{
    return sql_makes(schema->dialect, statement)
               ? STORE_OK
               : store_fail(schema->fault, STORE_ERR_DAMAGED,
                            "%s: the %.120s is not made as this program makes it", schema->where,
                            what);
}

enum store_status schema_end(struct schema *schema)
{
    for (size_t i = 0; i < schema->count; i++) {
        if (!schema->facts[i].seen) {
            return store_fail(schema->fault, STORE_ERR_DAMAGED, "%s: the schema has no %s",
                              schema->where, schema->facts[i].what);
        }
    }
    return STORE_OK;
}
