// A report as data: a title, and under headings tables of typed cells, notes and pictures. It is built
// once and written as text for a terminal, as CSV for a spreadsheet, as one page of HTML that needs
// nothing from outside, or as JSON for a page that lays it out itself.
#ifndef UTH_REPORT_SHEET_H
#define UTH_REPORT_SHEET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "uth/exact.h"

#define SHEET_COLUMNS   80 // of a terminal
#define SHEET_TEXT_MAX  128
#define SHEET_CELLS_MAX 16

enum sheet_format { SHEET_TEXT, SHEET_CSV, SHEET_HTML, SHEET_JSON };

// Memory that is out while JSON is built ends the program, so building cannot fail.
struct sheet {
    json_t *document; // {"title", "sections": [{"title", "columns", "rows", "notes", "picture"}]}
    json_t *section;  // the last one; borrowed
};

enum sheet_kind {
    SHEET_WORDS,
    SHEET_MONEY,
    SHEET_NET, // money with its sign
    SHEET_COUNT,
    SHEET_DECIMAL,
    SHEET_EXACT,
};

struct sheet_cell {
    enum sheet_kind kind;
    const char *words; // SHEET_WORDS; for numbers their unit: "", "%", "x"
    int64_t number;
    double decimal;
    struct uth_ratio ratio;
    uint8_t digits;
    bool is_signed;
    bool alarm; // to be looked at
};

static inline struct sheet_cell sheet_words(const char *words)
{
    return (struct sheet_cell){.kind = SHEET_WORDS, .words = words};
}

static inline struct sheet_cell sheet_money(int64_t cents)
{
    return (struct sheet_cell){.kind = SHEET_MONEY, .words = "", .number = cents};
}

static inline struct sheet_cell sheet_net(int64_t cents)
{
    return (struct sheet_cell){.kind = SHEET_NET, .words = "", .number = cents};
}

static inline struct sheet_cell sheet_count(int64_t count)
{
    return (struct sheet_cell){.kind = SHEET_COUNT, .words = "", .number = count};
}

static inline struct sheet_cell sheet_decimal(double decimal, uint8_t digits, const char *unit)
{
    return (struct sheet_cell){
        .kind = SHEET_DECIMAL, .words = unit, .decimal = decimal, .digits = digits};
}

// A mean or a distance: "+0.12".
static inline struct sheet_cell sheet_signed(double decimal, uint8_t digits, const char *unit)
{
    struct sheet_cell cell = sheet_decimal(decimal, digits, unit);
    cell.is_signed = true;
    return cell;
}

// A fraction, shown as a decimal number or with "%" as a percentage; the page and JSON have both.
static inline struct sheet_cell sheet_exact(struct uth_ratio ratio, uint8_t digits,
                                            const char *unit)
{
    return (struct sheet_cell){
        .kind = SHEET_EXACT, .words = unit, .ratio = ratio, .digits = digits};
}

static inline struct sheet_cell sheet_alarm(struct sheet_cell cell, bool alarm)
{
    cell.alarm = alarm;
    return cell;
}

#define SHEET_CELLS(...)                                                                           \
    (const struct sheet_cell[]){__VA_ARGS__},                                                      \
        sizeof((const struct sheet_cell[]){__VA_ARGS__}) / sizeof(struct sheet_cell)

struct sheet sheet_start(const char *title);
void sheet_section(struct sheet *sheet, const char *title);
// The names of the columns, divided by bars: "wager|handle|won". The first cell names the row.
void sheet_columns(struct sheet *sheet, const char *names);
void sheet_row(struct sheet *sheet, const struct sheet_cell *cells, size_t count);
// A row of a name and a value.
void sheet_fact(struct sheet *sheet, const char *name, struct sheet_cell value);
void sheet_note(struct sheet *sheet, const char *format, ...) __attribute__((format(printf, 2, 3)));
// An SVG image of the section, on the page alone. One for which memory is out is left away.
typedef void sheet_draw(const void *subject, FILE *out);
void sheet_picture(struct sheet *sheet, sheet_draw *draw, const void *subject);

void sheet_write(const struct sheet *sheet, enum sheet_format format, FILE *out);
void sheet_finish(struct sheet *sheet);

// For the writers: a cell of the document as people read it, and whether it is a number.
const char *sheet_cell_text(const json_t *cell, char text[SHEET_TEXT_MAX]);
bool sheet_cell_is_number(const json_t *cell);
void sheet_write_text(const json_t *document, FILE *out);
void sheet_write_csv(const json_t *document, FILE *out);
void sheet_write_html(const json_t *document, FILE *out);

#endif
