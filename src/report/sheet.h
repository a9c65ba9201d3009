// A report as tables under headings, written at once as text for a terminal, as CSV for a
// spreadsheet or as one page of HTML that needs nothing from outside.
#ifndef UTH_REPORT_SHEET_H
#define UTH_REPORT_SHEET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum sheet_format { SHEET_TEXT, SHEET_CSV, SHEET_HTML };

struct sheet {
    enum sheet_format format;
    FILE *out;
    const char *section;
    bool table_open;
};

enum sheet_kind { SHEET_WORDS, SHEET_MONEY, SHEET_COUNT, SHEET_PERCENT };

struct sheet_cell {
    enum sheet_kind kind;
    const char *words;
    int64_t number;
};

static inline struct sheet_cell sheet_words(const char *words)
{
    const struct sheet_cell cell = {SHEET_WORDS, words, 0};
    return cell;
}

static inline struct sheet_cell sheet_money(int64_t cents)
{
    const struct sheet_cell cell = {SHEET_MONEY, NULL, cents};
    return cell;
}

static inline struct sheet_cell sheet_count(int64_t count)
{
    const struct sheet_cell cell = {SHEET_COUNT, NULL, count};
    return cell;
}

// In ten-thousandths of a percent.
static inline struct sheet_cell sheet_percent(int64_t number)
{
    const struct sheet_cell cell = {SHEET_PERCENT, NULL, number};
    return cell;
}

struct sheet sheet_start(enum sheet_format format, FILE *out, const char *title);
void sheet_section(struct sheet *sheet, const char *title);
// The first cell names the row. A head is a row of words.
void sheet_head(struct sheet *sheet, const struct sheet_cell *cells, unsigned count);
void sheet_row(struct sheet *sheet, const struct sheet_cell *cells, unsigned count);
void sheet_note(struct sheet *sheet, const char *text);
void sheet_end(struct sheet *sheet);

#endif
