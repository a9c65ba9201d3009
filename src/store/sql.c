#include "store/sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- what there is ----------------------------------------------------------------------------

// The file is ours alone: everything in it but SQLite's own is looked at. A key that is the rowid
// holds no NULL though the catalogue does not say so; of other keys the statement does.
#define SQLITE_NOT_ITS_OWN                                                                         \
    "NOT (s.type = 'table' AND s.name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4')"      \
    " OR s.type = 'index' AND s.sql IS NULL)"

static const char sqlite_catalogue[] =
    "SELECT what, how FROM (SELECT 1 AS part, s.type || ' ' || s.name AS what, 'plain' AS how"
    " FROM sqlite_schema AS s WHERE s.type <> 'index' AND " SQLITE_NOT_ITS_OWN
    " UNION ALL SELECT 2, 'column ' || s.name || '.' || c.name, c.type"
    " || iif(c.\"notnull\" OR c.pk, ' NOT NULL', '') || iif(c.pk, ', key ' || c.pk, '')"
    " || coalesce(', default ' || c.dflt_value, '') || iif(c.hidden, ', generated', '')"
    " FROM sqlite_schema AS s JOIN pragma_table_xinfo(s.name) AS c"
    " WHERE s.type = 'table' AND " SQLITE_NOT_ITS_OWN
    " UNION ALL SELECT 3, 'index ' || i.name, iif(i.\"unique\", 'unique on ', 'on ') || s.name"
    " || ' (' || (SELECT group_concat(coalesce(name, 'an expression'), ', ')"
    " FROM (SELECT name FROM pragma_index_xinfo(i.name) WHERE key ORDER BY seqno)) || ')'"
    " || iif(i.partial, ' of some rows', '')"
    " FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS i"
    " WHERE s.type = 'table' AND i.origin <> 'pk' AND " SQLITE_NOT_ITS_OWN ") ORDER BY part, what";

// Its catalogue has no word for a CHECK or for STRICT.
static const char sqlite_statements[] =
    "SELECT s.type || ' ' || s.name, s.sql FROM sqlite_schema AS s WHERE " SQLITE_NOT_ITS_OWN
    " ORDER BY s.name";

// The schema may be shared: ours is what is named so, and what hangs on our tables. What REINDEX
// CONCURRENTLY is making, or could not, holds up nobody. A table that is
// unlogged is empty after a crash; one with row security or heirs shows other rows than its own; one
// that another schema hides is not the one that is written to.
static const char postgres_catalogue[] =
    "WITH home AS (SELECT relnamespace AS oid FROM pg_class WHERE oid = to_regclass('uth_meta')),"
    " ours AS (SELECT c.* FROM pg_class AS c JOIN home ON home.oid = c.relnamespace"
    " WHERE left(c.relname, 4) = 'uth_' AND c.relkind NOT IN ('i', 'I'))"
    " SELECT what, how FROM (SELECT 1 AS part, CASE relkind WHEN 'r' THEN 'table'"
    " WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence'"
    " WHEN 'c' THEN 'type' ELSE 'table of another kind' END || ' ' || relname AS what,"
    " CASE WHEN relpersistence <> 'p' THEN 'unlogged' WHEN relrowsecurity THEN 'under row security'"
    " WHEN EXISTS (SELECT FROM pg_inherits WHERE ours.oid IN (inhrelid, inhparent))"
    " THEN 'one of several that inherit' WHEN NOT pg_table_is_visible(oid)"
    " THEN 'hidden by one of another schema' ELSE 'plain' END AS how FROM ours"
    " UNION ALL SELECT 2, 'function ' || proname, '' FROM pg_proc JOIN home"
    " ON home.oid = pronamespace WHERE left(proname, 4) = 'uth_'"
    " UNION ALL SELECT 3, 'trigger ' || tgname, '' FROM pg_trigger JOIN ours"
    " ON ours.oid = tgrelid WHERE NOT tgisinternal"
    " UNION ALL SELECT 4, 'rule ' || rulename, '' FROM pg_rewrite JOIN ours ON ours.oid = ev_class"
    " UNION ALL SELECT 5, 'column ' || ours.relname || '.' || a.attname,"
    " format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END"
    " || coalesce((SELECT ', key ' || k.n FROM pg_index AS i, unnest(i.indkey) WITH ORDINALITY"
    " AS k (attnum, n) WHERE i.indrelid = ours.oid AND i.indisprimary AND i.indimmediate"
    " AND k.attnum = a.attnum), '')"
    " || coalesce(', default ' || pg_get_expr(d.adbin, d.adrelid), '')"
    " || CASE WHEN a.attidentity <> '' OR a.attgenerated <> '' THEN ', generated' ELSE '' END"
    " FROM ours JOIN pg_attribute AS a ON a.attrelid = ours.oid LEFT JOIN pg_attrdef AS d"
    " ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attnum > 0 AND NOT a.attisdropped"
    " UNION ALL SELECT 6, 'index ' || x.relname, CASE WHEN i.indisunique AND i.indimmediate"
    " THEN 'unique on ' ELSE 'on ' END || t.relname || ' ('"
    " || (SELECT string_agg(coalesce(a.attname, 'an expression'), ', ' ORDER BY k.n)"
    " FROM unnest(i.indkey) WITH ORDINALITY AS k (attnum, n) LEFT JOIN pg_attribute AS a"
    " ON a.attrelid = i.indrelid AND a.attnum = k.attnum) || ')'"
    " || CASE WHEN i.indpred IS NOT NULL OR NOT i.indisvalid THEN ' of some rows' ELSE '' END"
    " FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid"
    " JOIN pg_class AS t ON t.oid = i.indrelid JOIN home ON home.oid = x.relnamespace"
    " WHERE NOT (i.indisprimary AND t.oid IN (SELECT oid FROM ours))"
    " AND (left(x.relname, 4) = 'uth_' OR t.oid IN (SELECT oid FROM ours))"
    " AND (i.indisvalid OR x.relname !~ '_cc(new|old)[0-9]*$')"
    " UNION ALL SELECT 7, 'constraint ' || conname || ' of ' || conrelid::regclass,"
    " pg_get_constraintdef(oid) FROM pg_constraint WHERE contype IN ('c', 'f', 'x')"
    " AND (conrelid IN (SELECT oid FROM ours) OR confrelid IN (SELECT oid FROM ours))"
    ") AS listing ORDER BY part, what";

const struct sql_dialect sql_sqlite = {
    .placeholder = '?',
    .number = "INTEGER",
    .bytes = "BLOB",
    .catalogue = sqlite_catalogue,
    .statements = sqlite_statements,
    .is_sqlite = true,
    .first_row = "INSERT INTO uth_head VALUES (1, 0, zeroblob(32));",
};

const struct sql_dialect sql_postgres = {
    .placeholder = '$',
    .number = "bigint",
    .bytes = "bytea",
    .catalogue = postgres_catalogue,
    .checks = {{"uth_meta_id_check of uth_meta", "CHECK ((id = 1))"},
               {"uth_head_id_check of uth_head", "CHECK ((id = 1))"},
               {"uth_verified_id_check of uth_verified", "CHECK ((id = 1))"},
               {"uth_account_balance_check of uth_account",
                "CHECK (((balance >= '-9007199254740991'::bigint) AND"
                " (balance <= '9007199254740991'::bigint)))"}},
    .first_row = "INSERT INTO uth_head VALUES (1, 0, decode(repeat('00', 32), 'hex'));",
};

// ---- statements from shapes -------------------------------------------------------------------

struct out {
    char *text;
    size_t size;
    size_t used;
};

static struct out out_to(char *text, size_t size)
{
    struct out out = {.size = size};
    out.text = text;
    return out;
}

static void add(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct out *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int wrote = vsnprintf(out->text + out->used, out->size - out->used, format, arguments);
    va_end(arguments);
    UTH_CHECK(wrote >= 0 && (size_t)wrote < out->size - out->used);
    out->used += (size_t)wrote;
}

static void add_columns(struct out *out, const struct store_shape *shape, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add(out, "%s%s", i == 0 ? "" : ", ", shape->columns[i]);
    }
}

// ---- the schema -------------------------------------------------------------------------------

static bool has_second(const struct store_shape *shape)
{
    return shape->by_second[0] != shape->by_second[1];
}

// SQLite would keep a text or a float in an integer column without a word: STRICT forbids it.
static void add_table_options(struct out *out, const struct sql_dialect *dialect,
                              const struct store_shape *shape)
{
    if (dialect->is_sqlite) {
        add(out, " STRICT%s", shape->key_count > 1 && !shape->is_large ? ", WITHOUT ROWID" : "");
    } else if (shape->fill != 0) {
        add(out, " WITH (fillfactor = %u)", shape->fill);
    }
}

static void create_table(const struct sql_dialect *dialect, const struct store_shape *shape,
                         struct out *out)
{
    add(out, "CREATE TABLE %s (", shape->name);
    for (size_t i = 0; i < shape->column_count; i++) {
        const bool is_key = shape->key_count == 1 && i == 0;
        add(out, "%s%s %s%s", i == 0 ? "" : ", ", shape->columns[i],
            store_column_is_bytes(shape, i) ? dialect->bytes : dialect->number,
            is_key ? " PRIMARY KEY" : " NOT NULL");
        if (shape->check != NULL && i == shape->checked) {
            add(out, " CHECK %s", shape->check);
        }
    }
    if (shape->key_count > 1) {
        add(out, ", PRIMARY KEY (");
        add_columns(out, shape, shape->key_count);
        add(out, ")");
    }
    add(out, ")");
    add_table_options(out, dialect, shape);
}

// Named after what it is sought by: only batches have one.
static void create_index(const struct store_shape *shape, struct out *out)
{
    add(out, "CREATE UNIQUE INDEX %s_by_table ON %s (%s, %s)", shape->name, shape->name,
        shape->columns[shape->by_second[0]], shape->columns[shape->by_second[1]]);
}

void sql_schema(const struct sql_dialect *dialect, char text[SQL_SCHEMA_MAX])
{
    struct out out = out_to(text, SQL_SCHEMA_MAX);
    for (size_t i = 0; i < STORE_TABLE_COUNT; i++) {
        const struct store_shape *shape = &store_shapes[i];
        create_table(dialect, shape, &out);
        add(&out, ";");
        if (has_second(shape)) {
            create_index(shape, &out);
            add(&out, ";");
        }
        if (shape->is_stored_plain && !dialect->is_sqlite) {
            add(&out, "ALTER TABLE %s ALTER COLUMN body SET STORAGE EXTERNAL;", shape->name);
        }
    }
    add(&out, "%s", dialect->first_row);
}

void sql_index(enum store_table table, char *text, size_t size)
{
    struct out out = out_to(text, size);
    create_index(&store_shapes[table], &out);
}

bool sql_makes(const struct sql_dialect *dialect, const char *statement)
{
    char text[SQL_TEXT_MAX];
    bool made = false;
    for (size_t i = 0; i < STORE_TABLE_COUNT && !made; i++) {
        struct out table = out_to(text, sizeof text);
        create_table(dialect, &store_shapes[i], &table);
        made = strcmp(text, statement) == 0;
        if (!made && has_second(&store_shapes[i])) {
            struct out index = out_to(text, sizeof text);
            create_index(&store_shapes[i], &index);
            made = strcmp(text, statement) == 0;
        }
    }
    return made;
}

// ---- rows -------------------------------------------------------------------------------------

// What happens when the key is taken: the new row wins, or the commit fails.
static void add_conflict(struct out *out, const struct store_shape *shape)
{
    if (!shape->replaces) {
        return;
    }
    add(out, " ON CONFLICT (");
    add_columns(out, shape, shape->key_count);
    if (shape->key_count == shape->column_count) {
        add(out, ") DO NOTHING"); // there is nothing in which the two could differ
        return;
    }
    add(out, ") DO UPDATE SET ");
    for (size_t i = shape->key_count; i < shape->column_count; i++) {
        add(out, "%s%s = excluded.%s", i == shape->key_count ? "" : ", ", shape->columns[i],
            shape->columns[i]);
    }
}

void sql_insert(const struct sql_dialect *dialect, enum store_table table, char *text, size_t size)
{
    const struct store_shape *shape = &store_shapes[table];
    struct out out = out_to(text, size);
    add(&out, "INSERT INTO %s (", shape->name);
    add_columns(&out, shape, shape->column_count);
    add(&out, ") VALUES (");
    for (unsigned i = 1; i <= shape->column_count; i++) {
        add(&out, "%s%c%u", i == 1 ? "" : ", ", dialect->placeholder, i);
    }
    add(&out, ")");
    add_conflict(&out, shape);
}

void sql_insert_plain(const char *schema, enum store_table table, char *text, size_t size)
{
    struct out out = out_to(text, size);
    add(&out, "INSERT INTO %s.%s VALUES (", schema, store_shapes[table].name);
    for (unsigned i = 1; i <= store_shapes[table].column_count; i++) {
        add(&out, "%s?%u", i == 1 ? "" : ", ", i);
    }
    add(&out, ")");
}

void sql_sort(const char *from, const char *to, enum store_table table, char *text, size_t size)
{
    const struct store_shape *shape = &store_shapes[table];
    struct out out = out_to(text, size);
    add(&out, "INSERT INTO %s.%s SELECT * FROM %s.%s ORDER BY ", to, shape->name, from,
        shape->name);
    add_columns(&out, shape, shape->key_count);
}

void sql_insert_unnest(enum store_table table, char *text, size_t size)
{
    const struct store_shape *shape = &store_shapes[table];
    struct out out = out_to(text, size);
    add(&out, "INSERT INTO %s (", shape->name);
    add_columns(&out, shape, shape->column_count);
    add(&out, ") SELECT * FROM unnest(");
    for (unsigned i = 1; i <= shape->column_count; i++) {
        add(&out, "%s$%u::%s[]", i == 1 ? "" : ", ", i,
            store_column_is_bytes(shape, i - 1) ? "bytea" : "bigint");
    }
    add(&out, ")");
    add_conflict(&out, shape);
}

static const char *ordered_column(const struct store_query *query, size_t i)
{
    const struct store_shape *shape = &store_shapes[query->table];
    return shape->columns[query->by_second ? shape->by_second[i] : i];
}

static void add_order(struct out *out, const struct store_query *query)
{
    const size_t count = query->by_second ? 2 : store_shapes[query->table].key_count;
    add(out, " ORDER BY ");
    for (size_t i = 0; i < count; i++) {
        add(out, "%s%s%s", i == 0 ? "" : ", ", ordered_column(query, i),
            query->descending ? " DESC" : "");
    }
}

void sql_select(const struct sql_dialect *dialect, const struct store_query *query, char *text,
                size_t size)
{
    const struct store_shape *shape = &store_shapes[query->table];
    struct out out = out_to(text, size);
    unsigned parameter = 0;
    add(&out, "SELECT ");
    add_columns(&out, shape, shape->column_count);
    add(&out, " FROM %s", shape->name);
    for (size_t i = 0; i < query->equal_count; i++) {
        add(&out, " %s %s = %c%u", i == 0 ? "WHERE" : "AND", ordered_column(query, i),
            dialect->placeholder, ++parameter);
    }
    if (query->ranged) {
        add(&out, " %s %s BETWEEN %c%u AND %c%u", parameter == 0 ? "WHERE" : "AND",
            ordered_column(query, query->equal_count), dialect->placeholder, parameter + 1,
            dialect->placeholder, parameter + 2);
    }
    add_order(&out, query);
    if (query->only_one) {
        add(&out, " LIMIT 1");
    }
}

enum store_status sql_check_version(int64_t version, bool read_only, const char *where,
                                    struct fault *fault)
{
    if (version > SQL_VERSION) {
        return store_fail(fault, STORE_ERR_NEWER,
                          "%s: its schema is version %lld and this program knows up to %d; use a"
                          " newer uth",
                          where, (long long)version, SQL_VERSION);
    }
    if (version != 0 && version < SQL_VERSION) {
        return store_fail(fault, STORE_ERR_DAMAGED,
                          "%s: its schema is version %lld, from before the first release; this"
                          " program needs version %d",
                          where, (long long)version, SQL_VERSION);
    }
    if (version == 0 && read_only) {
        return store_fail(fault, STORE_ERR_READ_ONLY,
                          "%s: it has no schema yet; open it once for writing", where);
    }
    return STORE_OK;
}
