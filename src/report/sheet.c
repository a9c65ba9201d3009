#include "report/sheet.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "office/words.h"
#include "wire/amount_words.h"
#include "wire/exact_text.h"

// What is not UTF-8 came from a changed store, and must not empty the report.
static json_t *string_of(const char *text)
{
    json_t *string = json_string(text);
    return string != NULL ? string : json_string("(not readable)");
}

struct sheet sheet_start(const char *title)
{
    return (struct sheet){.document =
                              json_pack("{s:o, s:[]}", "title", string_of(title), "sections")};
}

void sheet_finish(struct sheet *sheet)
{
    json_decref(sheet->document);
    *sheet = (struct sheet){.document = NULL};
}

void sheet_section(struct sheet *sheet, const char *title)
{
    sheet->section =
        json_pack("{s:o, s:[], s:[], s:[]}", "title", string_of(title), "columns", "rows", "notes");
    (void)json_array_append_new(json_object_get(sheet->document, "sections"), sheet->section);
}

void sheet_columns(struct sheet *sheet, const char *names)
{
    json_t *columns = json_object_get(sheet->section, "columns");
    for (;;) {
        const size_t length = strcspn(names, "|");
        (void)json_array_append_new(columns, json_stringn(names, length));
        if (names[length] == '\0') {
            return;
        }
        names += length + 1;
    }
}

// ---- cells --------------------------------------------------------------------------------------

static json_t *number_json(const struct sheet_cell *cell)
{
    char fraction[UTH_RATIO_TEXT_MAX];
    double decimal = cell->decimal;
    json_t *object = json_object();
    if (cell->kind == SHEET_EXACT) {
        uth_ratio_text(cell->ratio, fraction);
        (void)json_object_set_new(object, "exact", json_string(fraction));
        decimal = exact_decimal(cell->ratio) * (cell->words[0] == '%' ? 100 : 1);
    }
    (void)json_object_set_new(object, "decimal", json_real(isfinite(decimal) ? decimal : 0));
    (void)json_object_set_new(object, "digits", json_integer(cell->digits));
    if (cell->words[0] != '\0') {
        (void)json_object_set_new(object, "unit", json_string(cell->words));
    }
    if (cell->is_signed) {
        (void)json_object_set_new(object, "signed", json_true());
    }
    return object;
}

static json_t *cell_json(const struct sheet_cell *cell)
{
    json_t *made = NULL;
    switch (cell->kind) {
    case SHEET_WORDS: made = string_of(cell->words); break;
    case SHEET_MONEY: made = json_pack("{s:I}", "cents", (json_int_t)cell->number); break;
    case SHEET_NET:
        made = json_pack("{s:I, s:b}", "cents", (json_int_t)cell->number, "signed", 1);
        break;
    case SHEET_COUNT: made = json_pack("{s:I}", "count", (json_int_t)cell->number); break;
    case SHEET_DECIMAL:
    case SHEET_EXACT: made = number_json(cell); break;
    }
    if (cell->alarm && cell->kind == SHEET_WORDS) {
        made = json_pack("{s:o}", "words", made);
    }
    if (cell->alarm) {
        (void)json_object_set_new(made, "alarm", json_true());
    }
    return made;
}

bool sheet_cell_is_number(const json_t *cell)
{
    return json_is_object(cell) && json_object_get(cell, "words") == NULL;
}

// A decimal that rounds to nothing has no sign.
static void put_decimal(const json_t *cell, char text[SHEET_TEXT_MAX])
{
    const json_t *unit = json_object_get(cell, "unit");
    const int digits = (int)json_integer_value(json_object_get(cell, "digits"));
    const bool is_signed = json_object_get(cell, "signed") != NULL;
    double decimal = json_number_value(json_object_get(cell, "decimal"));
    if (fabs(decimal) < 0.5 * pow(10, -digits)) {
        decimal = 0;
    }
    (void)snprintf(text, SHEET_TEXT_MAX, is_signed && decimal != 0 ? "%+.*f%s" : "%.*f%s", digits,
                   decimal, unit != NULL ? json_string_value(unit) : "");
}

static void put_count(int64_t count, char text[SHEET_TEXT_MAX])
{
    char grouped[WIRE_AMOUNT_MAX];
    const uint64_t size = count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
    (void)snprintf(text, SHEET_TEXT_MAX, "%s%s", count < 0 ? "-" : "", wire_grouped(size, grouped));
}

const char *sheet_cell_text(const json_t *cell, char text[SHEET_TEXT_MAX])
{
    char amount[OFFICE_TEXT_MAX];
    const json_t *cents = json_object_get(cell, "cents");
    const json_t *count = json_object_get(cell, "count");
    const json_t *words = json_object_get(cell, "words");
    if (json_is_string(cell)) {
        return json_string_value(cell);
    }
    if (words != NULL) {
        return json_string_value(words);
    }
    if (cents != NULL) {
        const int64_t number = json_integer_value(cents);
        (void)snprintf(text, SHEET_TEXT_MAX, "%s",
                       json_object_get(cell, "signed") != NULL ? office_net_text(number, amount)
                                                               : office_money_text(number, amount));
    } else if (count != NULL) {
        put_count(json_integer_value(count), text);
    } else {
        put_decimal(cell, text);
    }
    return text;
}

void sheet_row(struct sheet *sheet, const struct sheet_cell *cells, size_t count)
{
    json_t *row = json_array();
    UTH_CHECK(count >= 1 && count <= SHEET_CELLS_MAX);
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(row, cell_json(&cells[i]));
    }
    (void)json_array_append_new(json_object_get(sheet->section, "rows"), row);
}

void sheet_fact(struct sheet *sheet, const char *name, struct sheet_cell value)
{
    sheet_row(sheet, SHEET_CELLS(sheet_words(name), value));
}

void sheet_note(struct sheet *sheet, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)json_array_append_new(json_object_get(sheet->section, "notes"), string_of(text));
}

void sheet_picture(struct sheet *sheet, sheet_draw *draw, const void *subject)
{
    char *svg = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&svg, &size);
    if (out != NULL) {
        draw(subject, out);
        if (fclose(out) == 0) {
            (void)json_object_set_new(sheet->section, "picture", json_string(svg));
        }
    }
    free(svg);
}

// ---- CSV ----------------------------------------------------------------------------------------

// A spreadsheet takes what begins with these for a formula.
static void put_csv(FILE *out, const char *text)
{
    const bool formula = text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL;
    (void)fputs(formula ? "\"'" : "\"", out);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            (void)fputc('"', out);
        }
        (void)fputc(*text, out);
    }
    (void)fputc('"', out);
}

// Numbers without grouping, currency or percent sign.
static void put_csv_cell(FILE *out, const json_t *cell)
{
    char text[SHEET_TEXT_MAX];
    const json_t *cents = json_object_get(cell, "cents");
    const json_t *count = json_object_get(cell, "count");
    if (!sheet_cell_is_number(cell)) {
        put_csv(out, sheet_cell_text(cell, text));
    } else if (cents != NULL) {
        const int64_t number = json_integer_value(cents);
        const uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
        (void)fprintf(out, "%s%llu.%02u", number < 0 ? "-" : "", (unsigned long long)size / 100,
                      (unsigned)(size % 100));
    } else if (count != NULL) {
        (void)fprintf(out, "%lld", (long long)json_integer_value(count));
    } else {
        (void)fprintf(out, "%.*f", (int)json_integer_value(json_object_get(cell, "digits")),
                      json_number_value(json_object_get(cell, "decimal")));
    }
}

static void put_csv_row(FILE *out, const char *section, const json_t *row)
{
    size_t i;
    const json_t *cell;
    put_csv(out, section);
    json_array_foreach(row, i, cell)
    {
        (void)fputc(',', out);
        put_csv_cell(out, cell);
    }
    (void)fputc('\n', out);
}

void sheet_write_csv(const json_t *document, FILE *out)
{
    size_t i;
    const json_t *section;
    (void)fputs("\"report\",", out);
    put_csv(out, json_string_value(json_object_get(document, "title")));
    (void)fputc('\n', out);
    json_array_foreach(json_object_get(document, "sections"), i, section)
    {
        const char *title = json_string_value(json_object_get(section, "title"));
        const json_t *columns = json_object_get(section, "columns");
        size_t at;
        const json_t *row;
        if (json_array_size(columns) != 0) {
            put_csv_row(out, title, columns);
        }
        json_array_foreach(json_object_get(section, "rows"), at, row)
        {
            put_csv_row(out, title, row);
        }
    }
}

void sheet_write(const struct sheet *sheet, enum sheet_format format, FILE *out)
{
    switch (format) {
    case SHEET_TEXT: sheet_write_text(sheet->document, out); break;
    case SHEET_CSV: sheet_write_csv(sheet->document, out); break;
    case SHEET_HTML: sheet_write_html(sheet->document, out); break;
    case SHEET_JSON:
        (void)json_dumpf(sheet->document, out, JSON_COMPACT);
        (void)fputc('\n', out);
        break;
    }
}
