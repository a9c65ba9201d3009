#include "report/sheet.h"

#include <inttypes.h>
#include <string.h>

#include "office/words.h"
#include "report/html.h"

static const char page_head[] = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                                "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
static const char page_style[] =
    "</title>\n<style>\n"
    "body{font:15px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2a24;background:#fff}\n"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}p{color:#53645b}\n"
    "table{border-collapse:collapse;width:100%}th,td{padding:.25rem .5rem;text-align:right;"
    "border-bottom:1px solid #dde5e0;font-variant-numeric:tabular-nums;vertical-align:top}\n"
    "th:first-child,td:first-child{text-align:left}td.words{text-align:left}\n"
    "@media print{body{margin:0;max-width:none;font-size:11px}h2{break-after:avoid}"
    "tr{break-inside:avoid}}\n"
    "</style>\n";

// A spreadsheet takes what begins with these for a formula.
static void put_csv(FILE *out, const char *text)
{
    const bool formula = text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL;
    (void)fputc('"', out);
    if (formula) {
        (void)fputc('\'', out);
    }
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            (void)fputc('"', out);
        }
        (void)fputc(*text, out);
    }
    (void)fputc('"', out);
}

// "12.3456%", to four places. A spreadsheet gets the number without its sign.
static void percent_text(int64_t number, bool sign, char text[OFFICE_TEXT_MAX])
{
    const uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    (void)snprintf(text, OFFICE_TEXT_MAX, "%s%" PRIu64 ".%04u%s", number < 0 ? "-" : "",
                   size / 10000, (unsigned)(size % 10000), sign ? "%" : "");
}

static const char *cell_text(const struct sheet_cell *cell, char text[OFFICE_TEXT_MAX])
{
    switch (cell->kind) {
    case SHEET_WORDS: return cell->words;
    case SHEET_MONEY: return office_money_text(cell->number, text);
    case SHEET_COUNT: (void)snprintf(text, OFFICE_TEXT_MAX, "%" PRId64, cell->number); break;
    case SHEET_PERCENT: percent_text(cell->number, true, text); break;
    }
    return text;
}

static void put_csv_cell(FILE *out, const struct sheet_cell *cell)
{
    const uint64_t size = cell->number < 0 ? 0 - (uint64_t)cell->number : (uint64_t)cell->number;
    char text[OFFICE_TEXT_MAX];
    switch (cell->kind) {
    case SHEET_WORDS: put_csv(out, cell->words); break;
    case SHEET_MONEY:
        (void)fprintf(out, "%s%" PRIu64 ".%02u", cell->number < 0 ? "-" : "", size / 100,
                      (unsigned)(size % 100));
        break;
    case SHEET_COUNT: (void)fprintf(out, "%" PRId64, cell->number); break;
    case SHEET_PERCENT:
        percent_text(cell->number, false, text);
        (void)fputs(text, out);
        break;
    }
}

struct sheet sheet_start(enum sheet_format format, FILE *out, const char *title)
{
    const struct sheet sheet = {format, out, "", false};
    switch (format) {
    case SHEET_TEXT: (void)fprintf(out, "%s\n", title); break;
    case SHEET_CSV:
        (void)fputs("\"report\",", out);
        put_csv(out, title);
        (void)fputc('\n', out);
        break;
    case SHEET_HTML:
        (void)fputs(page_head, out);
        report_put_html(out, title);
        (void)fputs(page_style, out);
        (void)fputs("<h1>", out);
        report_put_html(out, title);
        (void)fputs("</h1>\n", out);
        break;
    }
    return sheet;
}

static void close_table(struct sheet *sheet)
{
    if (sheet->table_open) {
        (void)fputs("</table>\n", sheet->out);
        sheet->table_open = false;
    }
}

void sheet_section(struct sheet *sheet, const char *title)
{
    sheet->section = title;
    if (sheet->format == SHEET_TEXT) {
        (void)fprintf(sheet->out, "\n%s\n", title);
    } else if (sheet->format == SHEET_HTML) {
        close_table(sheet);
        (void)fputs("<h2>", sheet->out);
        report_put_html(sheet->out, title);
        (void)fputs("</h2>\n", sheet->out);
    }
}

// Words behind the first column stand to the left in rows of many words only.
static void put_text(const struct sheet *sheet, const struct sheet_cell *cells, unsigned count)
{
    char text[OFFICE_TEXT_MAX];
    (void)fprintf(sheet->out, "  %-30s", cell_text(&cells[0], text));
    for (unsigned i = 1; i < count; i++) {
        const char *words = cell_text(&cells[i], text);
        const bool last_words = i + 1 == count && cells[i].kind == SHEET_WORDS && count > 2;
        (void)fprintf(sheet->out, last_words ? "  %s" : " %14s", words);
    }
    (void)fputc('\n', sheet->out);
}

static void put_html(struct sheet *sheet, const struct sheet_cell *cells, unsigned count,
                     const char *tag)
{
    char text[OFFICE_TEXT_MAX];
    if (!sheet->table_open) {
        (void)fputs("<table>\n", sheet->out);
        sheet->table_open = true;
    }
    (void)fputs("<tr>", sheet->out);
    for (unsigned i = 0; i < count; i++) {
        const bool words = i + 1 == count && cells[i].kind == SHEET_WORDS && count > 2;
        (void)fprintf(sheet->out, "<%s%s>", tag, words && tag[1] == 'd' ? " class=\"words\"" : "");
        report_put_html(sheet->out, cell_text(&cells[i], text));
    }
    (void)fputc('\n', sheet->out);
}

static void put_row(struct sheet *sheet, const struct sheet_cell *cells, unsigned count,
                    const char *tag)
{
    switch (sheet->format) {
    case SHEET_TEXT: put_text(sheet, cells, count); break;
    case SHEET_HTML: put_html(sheet, cells, count, tag); break;
    case SHEET_CSV:
        put_csv(sheet->out, sheet->section);
        for (unsigned i = 0; i < count; i++) {
            (void)fputc(',', sheet->out);
            put_csv_cell(sheet->out, &cells[i]);
        }
        (void)fputc('\n', sheet->out);
        break;
    }
}

void sheet_head(struct sheet *sheet, const struct sheet_cell *cells, unsigned count)
{
    put_row(sheet, cells, count, "th");
}

void sheet_row(struct sheet *sheet, const struct sheet_cell *cells, unsigned count)
{
    put_row(sheet, cells, count, "td");
}

void sheet_note(struct sheet *sheet, const char *text)
{
    if (sheet->format == SHEET_TEXT) {
        (void)fprintf(sheet->out, "  %s\n", text);
    } else if (sheet->format == SHEET_HTML) {
        close_table(sheet);
        (void)fputs("<p>", sheet->out);
        report_put_html(sheet->out, text);
        (void)fputs("</p>\n", sheet->out);
    }
}

void sheet_end(struct sheet *sheet)
{
    if (sheet->format == SHEET_HTML) {
        close_table(sheet);
        (void)fputs("</html>\n", sheet->out);
    }
}
