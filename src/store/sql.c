#include "store/sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The money of 2^53 - 1 cents and the lengths of hashes stand here once more on purpose: a row
// that breaks them did not come from this program.
#define MONEY_MAX   "9007199254740991"
#define MONEY_CHECK "CHECK (balance BETWEEN -" MONEY_MAX " AND " MONEY_MAX ")"

// SQLite would keep a text or a float in an integer column without a word: STRICT forbids it.
static const char sqlite_1[] =
    "CREATE TABLE uth_meta (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL,"
    " store BLOB NOT NULL) STRICT;"
    "CREATE TABLE uth_head (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL,"
    " hash BLOB NOT NULL) STRICT;"
    "INSERT INTO uth_head VALUES (1, 0, zeroblob(32));"
    "CREATE TABLE uth_batch (position INTEGER PRIMARY KEY, table_id INTEGER NOT NULL,"
    " sequence INTEGER NOT NULL, time_ms INTEGER NOT NULL, body BLOB NOT NULL,"
    " table_hash BLOB NOT NULL, hash BLOB NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX uth_batch_by_table ON uth_batch (table_id, sequence);"
    "CREATE TABLE uth_account (owner INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " table_id INTEGER NOT NULL, seat INTEGER NOT NULL, balance INTEGER NOT NULL " MONEY_CHECK
    ", PRIMARY KEY (owner, kind, table_id, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE uth_meter (meter INTEGER PRIMARY KEY, position INTEGER NOT NULL,"
    " state BLOB NOT NULL) STRICT;"
    "CREATE TABLE uth_round (table_id INTEGER NOT NULL, round INTEGER NOT NULL,"
    " first_sequence INTEGER NOT NULL, last_sequence INTEGER NOT NULL,"
    " opened_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL,"
    " PRIMARY KEY (table_id, round)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE uth_request (table_id INTEGER NOT NULL, key BLOB NOT NULL,"
    " request BLOB NOT NULL, position INTEGER NOT NULL,"
    " PRIMARY KEY (table_id, key)) STRICT, WITHOUT ROWID;";

static const char sqlite_2[] =
    "CREATE TABLE uth_day (day INTEGER PRIMARY KEY, first_position INTEGER NOT NULL) STRICT;"
    "CREATE TABLE uth_signature (day INTEGER PRIMARY KEY, position INTEGER NOT NULL,"
    " hash BLOB NOT NULL, signed_ms INTEGER NOT NULL, public_key BLOB NOT NULL,"
    " signature BLOB NOT NULL) STRICT;"
    // The days of what an older version stored: each begins where the latest day so far is passed.
    "INSERT INTO uth_day SELECT day, min(position) FROM (SELECT position, max(time_ms / 86400000)"
    " OVER (ORDER BY position) AS day FROM uth_batch) GROUP BY day;";

static const char sqlite_3[] =
    "DROP TABLE uth_meter;"
    "CREATE TABLE uth_state (kind INTEGER NOT NULL, id INTEGER NOT NULL,"
    " position INTEGER NOT NULL, state BLOB NOT NULL, PRIMARY KEY (kind, id)) STRICT;"
    "CREATE TABLE uth_played (player INTEGER NOT NULL, time_ms INTEGER NOT NULL,"
    " table_id INTEGER NOT NULL, round INTEGER NOT NULL,"
    " PRIMARY KEY (player, time_ms, table_id, round)) STRICT, WITHOUT ROWID;";

static const char sqlite_4[] =
    "CREATE TABLE uth_lease (table_id INTEGER PRIMARY KEY, node INTEGER NOT NULL,"
    " epoch INTEGER NOT NULL, expires_ms INTEGER NOT NULL) STRICT;";

static const char postgres_1[] =
    "CREATE TABLE uth_meta (id BIGINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL,"
    " store BYTEA NOT NULL);"
    "CREATE TABLE uth_head (id BIGINT PRIMARY KEY CHECK (id = 1), position BIGINT NOT NULL,"
    " hash BYTEA NOT NULL);"
    "INSERT INTO uth_head VALUES (1, 0, decode(repeat('00', 32), 'hex'));"
    "CREATE TABLE uth_batch (position BIGINT PRIMARY KEY, table_id BIGINT NOT NULL,"
    " sequence BIGINT NOT NULL, time_ms BIGINT NOT NULL, body BYTEA NOT NULL,"
    " table_hash BYTEA NOT NULL, hash BYTEA NOT NULL);"
    "CREATE UNIQUE INDEX uth_batch_by_table ON uth_batch (table_id, sequence);"
    // Compressing a few hundred bytes costs more than it saves.
    "ALTER TABLE uth_batch ALTER COLUMN body SET STORAGE EXTERNAL;"
    "CREATE TABLE uth_account (owner BIGINT NOT NULL, kind BIGINT NOT NULL,"
    " table_id BIGINT NOT NULL, seat BIGINT NOT NULL, balance BIGINT NOT NULL " MONEY_CHECK
    ", PRIMARY KEY (owner, kind, table_id, seat)) WITH (fillfactor = 70);"
    "CREATE TABLE uth_meter (meter BIGINT PRIMARY KEY, position BIGINT NOT NULL,"
    " state BYTEA NOT NULL);"
    "CREATE TABLE uth_round (table_id BIGINT NOT NULL, round BIGINT NOT NULL,"
    " first_sequence BIGINT NOT NULL, last_sequence BIGINT NOT NULL,"
    " opened_ms BIGINT NOT NULL, ended_ms BIGINT NOT NULL, PRIMARY KEY (table_id, round));"
    "CREATE TABLE uth_request (table_id BIGINT NOT NULL, key BYTEA NOT NULL,"
    " request BYTEA NOT NULL, position BIGINT NOT NULL, PRIMARY KEY (table_id, key));";

static const char postgres_2[] =
    "CREATE TABLE uth_day (day BIGINT PRIMARY KEY, first_position BIGINT NOT NULL);"
    "CREATE TABLE uth_signature (day BIGINT PRIMARY KEY, position BIGINT NOT NULL,"
    " hash BYTEA NOT NULL, signed_ms BIGINT NOT NULL, public_key BYTEA NOT NULL,"
    " signature BYTEA NOT NULL);"
    "INSERT INTO uth_day SELECT day, min(position) FROM (SELECT position, max(time_ms / 86400000)"
    " OVER (ORDER BY position) AS day FROM uth_batch) AS days GROUP BY day;";

// A state is replaced again and again: room in its page saves an entry in the index each time.
static const char postgres_3[] =
    "DROP TABLE uth_meter;"
    "CREATE TABLE uth_state (kind BIGINT NOT NULL, id BIGINT NOT NULL, position BIGINT NOT NULL,"
    " state BYTEA NOT NULL, PRIMARY KEY (kind, id)) WITH (fillfactor = 50);"
    "CREATE TABLE uth_played (player BIGINT NOT NULL, time_ms BIGINT NOT NULL,"
    " table_id BIGINT NOT NULL, round BIGINT NOT NULL,"
    " PRIMARY KEY (player, time_ms, table_id, round));";

static const char postgres_4[] =
    "CREATE TABLE uth_lease (table_id BIGINT PRIMARY KEY, node BIGINT NOT NULL,"
    " epoch BIGINT NOT NULL, expires_ms BIGINT NOT NULL) WITH (fillfactor = 50);";

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
    .steps = {sqlite_1, sqlite_2, sqlite_3, sqlite_4},
};

const struct sql_dialect sql_postgres = {
    .placeholder = '$',
    .number = "bigint",
    .bytes = "bytea",
    .catalogue = postgres_catalogue,
    .checks = {{"uth_meta_id_check of uth_meta", "CHECK ((id = 1))"},
               {"uth_head_id_check of uth_head", "CHECK ((id = 1))"},
               {"uth_account_balance_check of uth_account",
                "CHECK (((balance >= '-" MONEY_MAX "'::bigint) AND (balance <= '" MONEY_MAX
                "'::bigint)))"}},
    .steps = {postgres_1, postgres_2, postgres_3, postgres_4},
};

bool sql_makes(const struct sql_dialect *dialect, const char *statement)
{
    const size_t length = strlen(statement);
    for (size_t i = 0; i < SQL_VERSION; i++) {
        const char *at = strstr(dialect->steps[i], statement);
        if (at != NULL && at[length] == ';') {
            return true;
        }
    }
    return false;
}

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
                                    struct store_fault *fault)
{
    if (version > SQL_VERSION) {
        return store_fail(fault, STORE_ERR_NEWER,
                          "%s: its schema is version %lld and this program knows up to %d; use a"
                          " newer uth",
                          where, (long long)version, SQL_VERSION);
    }
    if (version < SQL_VERSION && read_only) {
        return store_fail(fault, STORE_ERR_READ_ONLY,
                          "%s: its schema is version %lld; open it once for writing to bring it"
                          " to version %d",
                          where, (long long)version, SQL_VERSION);
    }
    return STORE_OK;
}
