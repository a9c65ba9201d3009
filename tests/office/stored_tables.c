// stored_tables: what is stored of each thing, field by field, as JSON: for tests that change stored bytes.
#include <stdio.h>

#include "office/stored.h"
#include "store/batch.h"

static const char *const types[] = {
    [CODEC_NUMBER] = "number", [CODEC_AMOUNT] = "amount", [CODEC_TIME] = "time",
    [CODEC_OPTION] = "option", [CODEC_FLAG] = "flag",     [CODEC_BYTES] = "bytes",
    [CODEC_TABLE] = "table",
};

static void print_table(const struct codec_table *table);

static void print_field(const struct codec_field *field)
{
    (void)printf("{\"name\":\"%s\",\"type\":\"%s\",\"count\":%u,\"none\":%u", field->name,
                 types[field->type], field->count, field->none);
    if (field->type == CODEC_TABLE) {
        (void)fputs(",\"fields\":", stdout);
        print_table(field->table);
    }
    (void)fputs("}", stdout);
}

// As deep as the tables are, which are constant.
static void print_table(const struct codec_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        (void)fputs(i == 0 ? "[" : ",", stdout);
        print_field(&table->fields[i]);
    }
    (void)fputs("]", stdout);
}

static void print_named(const char *name, const struct codec_table *table)
{
    (void)printf("\"%s\":", name);
    print_table(table);
    (void)fputs(",\n", stdout);
}

static void print_kinds(const char *name, const struct codec_table *tables, size_t count)
{
    (void)printf("\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        (void)fputs(i == 0 ? "" : ",\n", stdout);
        print_table(&tables[i]);
    }
    (void)fputs("]", stdout);
}

int main(void)
{
    (void)fputs("{", stdout);
    print_named("header", &batch_header_table);
    print_named("posting", &batch_posting_table);
    print_named("entry", &batch_entry_table);
    print_named("meter", &stored_meter);
    print_named("controller", &stored_controller);
    print_named("table", &stored_table);
    print_named("besides", &stored_besides);
    print_kinds("events", batch_event_tables, UTH_EVENT_COUNT);
    (void)fputs(",\n", stdout);
    print_kinds("facts", stored_facts, ROOM_FACT_COUNT);
    (void)fputs(",\n", stdout);
    print_kinds("journal", stored_journal, UTH_ENTRY_COUNT);
    (void)puts("}");
    return 0;
}
