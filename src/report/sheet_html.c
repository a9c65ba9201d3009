// A sheet as one page that needs nothing from outside: it can be filed and printed as it is.
#include "report/html.h"
#include "report/sheet.h"

static const char page_head[] = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                                "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
static const char page_style[] =
    "</title>\n<style>\n"
    "body{font:15px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2a24;background:#fff}\n"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}p{color:#53645b}\n"
    "table{border-collapse:collapse;width:100%}th,td{padding:.25rem .5rem;text-align:left;"
    "border-bottom:1px solid #dde5e0;font-variant-numeric:tabular-nums;vertical-align:top}\n"
    "td.number{text-align:right}td small{display:block;color:#53645b;word-break:break-all}\n"
    ".alarm{color:#a31515;font-weight:600}svg{width:100%;height:auto}\n"
    "svg text{font:11px system-ui,sans-serif;fill:#1c2a24}\n"
    "@media print{body{margin:0;max-width:none;font-size:11px}h2{break-after:avoid}"
    "tr{break-inside:avoid}}\n"
    "</style>\n";

static void put_element(FILE *out, const char *tag, const char *text)
{
    (void)fprintf(out, "<%s>", tag);
    report_put_html(out, text);
    (void)fprintf(out, "</%s>\n", tag);
}

static void put_cell(FILE *out, const json_t *cell)
{
    char text[SHEET_TEXT_MAX];
    const bool number = sheet_cell_is_number(cell);
    const bool alarm = json_object_get(cell, "alarm") != NULL;
    const json_t *exact = json_object_get(cell, "exact");
    (void)fprintf(out, "<td%s%s%s%s>", number || alarm ? " class=\"" : "", number ? "number" : "",
                  alarm ? " alarm" : "", number || alarm ? "\"" : "");
    report_put_html(out, sheet_cell_text(cell, text));
    if (exact != NULL) {
        (void)fputs("<small>", out);
        report_put_html(out, json_string_value(exact));
        (void)fputs("</small>", out);
    }
}

static void put_table(FILE *out, const json_t *section)
{
    const json_t *columns = json_object_get(section, "columns");
    const json_t *rows = json_object_get(section, "rows");
    size_t i;
    size_t at;
    const json_t *row;
    const json_t *cell;
    if (json_array_size(rows) == 0) {
        return;
    }
    (void)fputs("<table>\n", out);
    if (json_array_size(columns) != 0) {
        (void)fputs("<tr>", out);
        json_array_foreach(columns, i, cell)
        {
            (void)fputs("<th>", out);
            report_put_html(out, json_string_value(cell));
        }
        (void)fputc('\n', out);
    }
    json_array_foreach(rows, at, row)
    {
        (void)fputs("<tr>", out);
        json_array_foreach(row, i, cell)
        {
            put_cell(out, cell);
        }
        (void)fputc('\n', out);
    }
    (void)fputs("</table>\n", out);
}

void sheet_write_html(const json_t *document, FILE *out)
{
    const char *title = json_string_value(json_object_get(document, "title"));
    size_t i;
    size_t at;
    const json_t *section;
    const json_t *note;
    (void)fputs(page_head, out);
    report_put_html(out, title);
    (void)fputs(page_style, out);
    put_element(out, "h1", title);
    json_array_foreach(json_object_get(document, "sections"), i, section)
    {
        const json_t *picture = json_object_get(section, "picture");
        put_element(out, "h2", json_string_value(json_object_get(section, "title")));
        if (picture != NULL) {
            (void)fputs(json_string_value(picture), out);
        }
        put_table(out, section);
        json_array_foreach(json_object_get(section, "notes"), at, note)
        {
            put_element(out, "p", json_string_value(note));
        }
    }
    (void)fputs("</html>\n", out);
}
