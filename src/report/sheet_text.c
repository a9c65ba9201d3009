// A sheet for a terminal of 80 columns. A table that is too wide gets narrower heads, then narrower
// words, and is at last divided: the remaining columns stand below, each line with its name again.
#include <string.h>

#include "report/sheet.h"

#define INDENT    2
#define GAP       2
#define WORDS_MIN 14 // columns that a cell of words is narrowed to at most

struct layout {
    const json_t *columns;
    const json_t *rows;
    size_t count;
    size_t widths[SHEET_CELLS_MAX];
    bool words[SHEET_CELLS_MAX]; // some row has words there, or none has anything
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

// Characters, not bytes.
static size_t columns_of(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    }
    return count;
}

// The bytes of `text` that go on a line of so many columns: to the last blank or behind the last
// slash, else all that fits. *skip is what comes between this line and the next.
static size_t line_of(const char *text, size_t width, size_t *skip)
{
    size_t bytes = 0;
    size_t column = 0;
    size_t best = 0;
    *skip = 0;
    while (text[bytes] != '\0' && column <= width) {
        if (text[bytes] == ' ') {
            best = bytes;
            *skip = 1;
        } else if (bytes > 0 && text[bytes - 1] == '/') {
            best = bytes;
            *skip = 0;
        }
        if (column == width) {
            break;
        }
        do {
            bytes++;
        } while (((unsigned char)text[bytes] & 0xC0) == 0x80);
        column++;
    }
    if (text[bytes] == '\0') {
        *skip = 0;
        return bytes;
    }
    return best != 0 ? best : bytes;
}

static size_t longest_word(const char *text)
{
    size_t longest = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        longest = larger(longest, columns_of(text, length));
        text += length + (text[length] == ' ');
    }
    return longest;
}

static void measure(struct layout *layout)
{
    size_t at;
    size_t i;
    const json_t *row;
    const json_t *cell;
    layout->count = json_array_size(layout->columns);
    json_array_foreach(layout->rows, at, row)
    {
        layout->count = larger(layout->count, json_array_size(row));
    }
    bool numbers[SHEET_CELLS_MAX] = {false};
    for (i = 0; i < layout->count; i++) {
        layout->words[i] = false;
        layout->widths[i] = 1;
    }
    json_array_foreach(layout->columns, i, cell)
    {
        layout->widths[i] = longest_word(json_string_value(cell));
    }
    json_array_foreach(layout->rows, at, row)
    {
        json_array_foreach(row, i, cell)
        {
            char text[SHEET_TEXT_MAX];
            const char *shown = sheet_cell_text(cell, text);
            layout->widths[i] = larger(layout->widths[i], columns_of(shown, strlen(shown)));
            numbers[i] = numbers[i] || sheet_cell_is_number(cell);
            layout->words[i] =
                layout->words[i] || (shown[0] != '\0' && !sheet_cell_is_number(cell));
        }
    }
    for (i = 0; i < layout->count; i++) {
        layout->words[i] = layout->words[i] || !numbers[i];
    }
}

static size_t total_width(const struct layout *layout)
{
    size_t total = INDENT;
    for (size_t i = 0; i < layout->count; i++) {
        total += layout->widths[i] + (i == 0 ? 0 : GAP);
    }
    return total;
}

// Takes what is too much from the widest words.
static void narrow(struct layout *layout)
{
    while (total_width(layout) > SHEET_COLUMNS) {
        size_t widest = layout->count;
        for (size_t i = 0; i < layout->count; i++) {
            if (layout->words[i] && layout->widths[i] > WORDS_MIN &&
                (widest == layout->count || layout->widths[i] > layout->widths[widest])) {
                widest = i;
            }
        }
        if (widest == layout->count) {
            return;
        }
        layout->widths[widest]--;
    }
    // A head gets the room that is left.
    size_t i;
    const json_t *name;
    json_array_foreach(layout->columns, i, name)
    {
        const size_t length = strlen(json_string_value(name));
        const size_t left = SHEET_COLUMNS - total_width(layout);
        const size_t wanted = columns_of(json_string_value(name), length);
        layout->widths[i] +=
            wanted > layout->widths[i] ? smaller(left, wanted - layout->widths[i]) : 0;
    }
}

static void put_blanks(FILE *out, size_t count)
{
    (void)fprintf(out, "%*s", (int)count, "");
}

// The next line of each cell, until none has any more. Blanks at the end of a line are not written.
static void put_lines(const struct layout *layout, const char *rest[SHEET_CELLS_MAX], size_t first,
                      size_t end, FILE *out)
{
    bool more = true;
    while (more) {
        size_t pending = INDENT;
        more = false;
        for (size_t i = 0; i < end; i = i == 0 ? first : i + 1) {
            size_t skip = 0;
            const size_t width = layout->widths[i];
            const size_t bytes = line_of(rest[i], width, &skip);
            const size_t used = columns_of(rest[i], bytes);
            const size_t before = layout->words[i] ? 0 : width - used;
            if (bytes != 0) {
                put_blanks(out, pending + before);
                (void)fwrite(rest[i], 1, bytes, out);
                pending = width - used - before + GAP;
            } else {
                pending += width + GAP;
            }
            rest[i] += bytes + skip;
            more = more || rest[i][0] != '\0';
        }
        (void)fputc('\n', out);
    }
}

static void put_row(const struct layout *layout, const json_t *row, size_t first, size_t end,
                    FILE *out)
{
    char texts[SHEET_CELLS_MAX][SHEET_TEXT_MAX];
    const char *rest[SHEET_CELLS_MAX];
    for (size_t i = 0; i < layout->count; i++) {
        const json_t *cell = json_array_get(row, i);
        rest[i] = cell == NULL ? "" : sheet_cell_text(cell, texts[i]);
    }
    put_lines(layout, rest, first, end, out);
}

// The columns from `first` that fit beside the first one: at least one.
static size_t end_of_part(const struct layout *layout, size_t first)
{
    size_t total = INDENT + layout->widths[0];
    size_t end = first;
    while (end < layout->count &&
           (end == first || total + GAP + layout->widths[end] <= SHEET_COLUMNS)) {
        total += GAP + layout->widths[end++];
    }
    return end;
}

static void put_table(const json_t *section, FILE *out)
{
    struct layout layout = {.columns = json_object_get(section, "columns"),
                            .rows = json_object_get(section, "rows")};
    measure(&layout);
    narrow(&layout);
    for (size_t first = smaller(1, layout.count); layout.count != 0;) {
        const size_t end = larger(1, end_of_part(&layout, first));
        size_t at;
        const json_t *row;
        if (first > 1) {
            (void)fputc('\n', out);
        }
        if (json_array_size(layout.columns) != 0) {
            put_row(&layout, layout.columns, first, end, out);
        }
        json_array_foreach(layout.rows, at, row)
        {
            put_row(&layout, row, first, end, out);
        }
        if (end >= layout.count) {
            return;
        }
        first = end;
    }
}

static void put_paragraph(const char *text, size_t indent, FILE *out)
{
    do {
        size_t skip;
        const size_t bytes = line_of(text, SHEET_COLUMNS - indent, &skip);
        put_blanks(out, indent);
        (void)fwrite(text, 1, bytes, out);
        (void)fputc('\n', out);
        text += bytes + skip;
    } while (*text != '\0');
}

void sheet_write_text(const json_t *document, FILE *out)
{
    size_t i;
    size_t at;
    const json_t *section;
    const json_t *note;
    put_paragraph(json_string_value(json_object_get(document, "title")), 0, out);
    json_array_foreach(json_object_get(document, "sections"), i, section)
    {
        (void)fputc('\n', out);
        put_paragraph(json_string_value(json_object_get(section, "title")), 0, out);
        put_table(section, out);
        json_array_foreach(json_object_get(section, "notes"), at, note)
        {
            put_paragraph(json_string_value(note), INDENT, out);
        }
    }
}
