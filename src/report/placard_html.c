// A placard to print. The first page is read from two metres, so its type is as large as its lines
// allow; the pages that follow are for whoever stands in front of it.
#include <string.h>

#include "report/html.h"
#include "report/placard.h"

// No rule depends on a style attribute or an inline style: the server's security policy has none.
// clang-format off
const char placard_style[] =
    "@page{margin:8mm}\n"
    ".placard-sheet{box-sizing:border-box;max-width:200mm;margin:0 auto;background:#fff;color:#000;"
    "font:11pt/1.35 'Liberation Sans',Arial,Helvetica,sans-serif}\n"
    ".placard-sheet *{box-sizing:border-box}\n"
    ".placard-sheet h1,.placard-sheet h2,.placard-sheet p,.placard-sheet table{margin:0}\n"
    ".placard-sheet table{width:100%;border-collapse:collapse}\n"
    ".placard-sheet th,.placard-sheet td{padding:0;text-align:left;vertical-align:baseline;"
    "font-weight:400}\n"
    // The height fits letter and A4 alike. What is taller than we reckoned goes on: nothing is cut off.
    ".placard-first{display:flex;flex-direction:column;justify-content:space-between;"
    "min-height:256mm;break-after:page;line-height:1.2}\n"
    ".placard-head{display:flex;justify-content:space-between;gap:6mm;font-size:5mm}\n"
    ".placard-head h1{font-size:inherit}\n"
    ".placard-inscription{padding:1.5mm 0;border:solid #000;border-width:.6mm 0;font-size:9mm;"
    "font-weight:700;line-height:1.1;text-align:center}\n"
    ".placard-games{font-size:6.3mm;font-weight:700;text-align:center}\n"
    ".placard-inscription,.placard-games{text-wrap:balance}\n"
    ".placard-first h2{border-bottom:.4mm solid #000;font-size:1em;line-height:1.25}\n"
    ".placard-first h2 small,.placard-first thead small{font-size:.45em;font-weight:400}\n"
    ".placard-first thead small{display:block}\n"
    ".placard-first thead th{border-bottom:.4mm solid #000;font-weight:700}\n"
    ".placard-first td+td,.placard-first th+th,.placard-first th+td{padding-left:.6em;"
    "text-align:right;white-space:nowrap}\n"
    ".placard-first td{font-weight:700}\n"
    ".placard-first section p{font-size:.6em}\n"
    ".placard-columns{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 7mm}\n"
    ".placard-columns section+section{margin-top:.35em}\n"
    ".placard-foot{display:flex;justify-content:space-between;gap:6mm;font-size:9pt}\n"
    ".placard-more{font-size:10.4pt;line-height:1.3}\n"
    ".placard-more section{margin:0 0 4mm;break-inside:avoid}\n"
    ".placard-more h2{margin:0 0 1mm;border-bottom:.3mm solid #000;font-size:14pt;"
    "break-after:avoid}\n"
    ".placard-more p+p{margin-top:1mm}\n"
    ".placard-more th,.placard-more td{padding:.7mm 4mm .7mm 0;border-bottom:.1mm solid #bbb}\n"
    ".placard-more table+p{margin-top:1.5mm}\n"
    ".placard-more th{font-weight:700;white-space:nowrap}\n"
    ".placard-more .cards{white-space:nowrap}\n"
    ".placard-more .red{color:#b00}\n"
#define TYPE(half) ".placard-type-" #half "{font-size:calc(.5mm*" #half ")}\n"
    TYPE(7) TYPE(8) TYPE(9) TYPE(10) TYPE(11) TYPE(12) TYPE(13) TYPE(14) TYPE(15) TYPE(16) TYPE(17)
    TYPE(18) TYPE(19) TYPE(20)
#undef TYPE
    "@media screen{body.placard-page{margin:0;padding:8mm;background:#ddd}"
    ".placard-page .placard-sheet{padding:8mm;max-width:216mm;box-shadow:0 1mm 4mm #0006}"
    ".placard-more{padding-top:8mm}}\n";
// clang-format on

// ---- how large the type of the first page can be ----------------------------------------------

#define TYPE_MIN 7 // half millimetres
#define TYPE_MAX 20

// Of the first page in hundredths of a millimetre: its height less the lines above and below the
// tables, the page's width and that of each column.
#define HEIGHT       23800
#define WIDTH        19400
#define COLUMN_WIDTH 9300

// Hundredths of the type's size: a line, the space around a heading, and an average letter.
#define LINE   122
#define SPACE  60
#define LETTER 52

static unsigned lines_of(size_t letters, unsigned size, unsigned width)
{
    return (unsigned)(letters * LETTER * size / 100 / width) + 1;
}

static size_t letters_of(const char *const *cells, unsigned count)
{
    size_t letters = 0;
    for (unsigned i = 0; i < count; i++) {
        letters += strlen(cells[i]) + (i == 0 ? 0 : 1);
    }
    return letters;
}

// The inscription and the four-games notice, whose type is fixed.
static unsigned height_of_notices(const struct placard *placard)
{
    const unsigned inscription = 700 + 990 * lines_of(strlen(placard->inscription), 900, WIDTH);
    return placard->games == NULL
               ? inscription
               : inscription + 760 * lines_of(strlen(placard->games), 630, WIDTH);
}

static unsigned height_of(const struct placard_section *section, unsigned type, unsigned width)
{
    const unsigned size = type * 50;
    unsigned lines = 0;
    unsigned small = 0;
    if (section->cells > 2 || section->heads[0] != NULL) {
        lines += lines_of(letters_of(section->heads, section->cells), size, width);
        small += section->tables[1] != NULL; // under the heads
    }
    lines += section->cells > 2 ? 0 : lines_of(strlen(section->title) + 4, size, width);
    for (unsigned i = 0; i < section->row_count; i++) {
        lines += lines_of(letters_of(section->rows[i], section->cells), size, width);
    }
    for (unsigned i = 0; i < section->sentence_count; i++) {
        small += lines_of(strlen(section->sentences[i]), size * 6 / 10, width);
    }
    return (LINE * lines + LINE * 6 / 10 * small + SPACE) * size / 100;
}

static bool is_wide(const struct placard_section *section)
{
    return section->cells > 2;
}

// Which sections of the first page go into the second column: the bits of the best of all ways.
struct layout {
    unsigned type;
    unsigned second; // bit by section
    unsigned height;
};

static struct layout best_columns(const struct placard *placard, unsigned type)
{
    struct layout best = {type, 0, 0};
    unsigned narrow = 0;
    while (narrow < placard->section_count && placard->sections[narrow].first_page) {
        narrow++;
    }
    UTH_CHECK(narrow <= 12);
    for (unsigned second = 0; second < 1U << narrow; second += 2) { // the limits lead
        unsigned heights[2] = {0, 0};
        unsigned wide = 0;
        for (unsigned i = 0; i < narrow; i++) {
            if (is_wide(&placard->sections[i])) {
                wide += height_of(&placard->sections[i], type, WIDTH);
            } else {
                heights[second >> i & 1] += height_of(&placard->sections[i], type, COLUMN_WIDTH);
            }
        }
        const unsigned height = wide + (heights[0] > heights[1] ? heights[0] : heights[1]);
        if (best.height == 0 || height < best.height) {
            best = (struct layout){type, second, height};
        }
    }
    return best;
}

static struct layout layout_of(const struct placard *placard)
{
    struct layout layout = best_columns(placard, TYPE_MAX);
    const unsigned height = HEIGHT - height_of_notices(placard);
    while (layout.height > height && layout.type > TYPE_MIN) {
        layout = best_columns(placard, layout.type - 1);
    }
    return layout;
}

// ---- writing ----------------------------------------------------------------------------------

static void put(FILE *out, const char *before, const char *text, const char *after)
{
    (void)fputs(before, out);
    report_put_html(out, text);
    (void)fputs(after, out);
}

// "As Kh Td": ranks with the signs of the suits.
static void put_cards(const char *cards, FILE *out)
{
    static const char suits[] = "shdc";
    static const char *const signs[] = {"♠", "♥", "♦", "♣"};
    for (const char *at = cards; at[0] != '\0' && at[1] != '\0'; at += at[2] == ' ' ? 3 : 2) {
        const char *suit = strchr(suits, at[1]);
        UTH_CHECK(suit != NULL);
        const bool red = at[1] == 'h' || at[1] == 'd';
        (void)fprintf(out, "%s%s%.*s%s%s", at == cards ? "" : " ",
                      red ? "<span class=\"red\">" : "", at[0] == 'T' ? 2 : 1,
                      at[0] == 'T' ? "10" : at, signs[suit - suits], red ? "</span>" : "");
    }
}

static void put_table_id(const struct placard_section *section, unsigned cell, FILE *out)
{
    if (section->tables[cell] != NULL) {
        put(out, " <small>table ", section->tables[cell], "</small>");
    }
}

static void put_heads(const struct placard_section *section, FILE *out)
{
    (void)fputs("<thead><tr>", out);
    for (unsigned i = 0; i < section->cells; i++) {
        put(out, "<th scope=\"col\">", section->heads[i], "");
        put_table_id(section, i, out);
        (void)fputs("</th>", out);
    }
    (void)fputs("</tr></thead>\n", out);
}

static void put_row(const struct placard_section *section, unsigned row, FILE *out)
{
    put(out, "<tr><th scope=\"row\">", section->rows[row][0], "</th>");
    for (unsigned i = 1; i < section->cells; i++) {
        if (strcmp(section->key, "ranking") == 0 && i >= 2) {
            (void)fputs("<td class=\"cards\">", out);
            put_cards(section->rows[row][i], out);
            (void)fputs("</td>", out);
        } else {
            put(out, "<td>", section->rows[row][i], "</td>");
        }
    }
    (void)fputs("</tr>\n", out);
}

static void put_section(const struct placard_section *section, FILE *out)
{
    (void)fprintf(out, "<section class=\"placard-%s\">\n", section->key);
    if (!(section->first_page && is_wide(section))) { // there the heads say it
        put(out, "<h2>", section->title, "");
        put_table_id(section, 1, out);
        (void)fputs("</h2>\n", out);
    }
    if (section->row_count != 0) {
        (void)fputs("<table>\n", out);
        if (section->heads[0] != NULL) {
            put_heads(section, out);
        }
        (void)fputs("<tbody>\n", out);
        for (unsigned i = 0; i < section->row_count; i++) {
            put_row(section, i, out);
        }
        (void)fputs("</tbody></table>\n", out);
    }
    for (unsigned i = 0; i < section->sentence_count; i++) {
        put(out, "<p>", section->sentences[i], "</p>\n");
    }
    (void)fputs("</section>\n", out);
}

static void put_column(const struct placard *placard, const struct layout *layout, unsigned column,
                       FILE *out)
{
    (void)fputs("<div>\n", out);
    for (unsigned i = 0; i < placard->section_count && placard->sections[i].first_page; i++) {
        if (!is_wide(&placard->sections[i]) && (layout->second >> i & 1) == column) {
            put_section(&placard->sections[i], out);
        }
    }
    (void)fputs("</div>\n", out);
}

static void put_foot(const struct placard *placard, FILE *out)
{
    put(out, "<p class=\"placard-foot\"><span>Rules ", placard->of.rules->name, "</span>");
    put(out, "<span>Revision ", placard->revision, "</span></p>\n");
}

static void put_first_page(const struct placard *placard, FILE *out)
{
    const struct layout layout = layout_of(placard);
    (void)fprintf(out,
                  "<div class=\"placard-first placard-type-%u\">\n<div class=\"placard-head\">"
                  "<h1>Ultimate Texas Hold'em</h1><p>",
                  layout.type);
    if (placard->of.table != 0) {
        (void)fprintf(out, "Table %u, ", placard->of.table);
        report_put_html(out, placard->of.name);
        (void)fputs(". ", out);
    }
    put(out, "", placard->of.rules->title, "</p></div>\n");
    put(out, "<p class=\"placard-inscription\">", placard->inscription, "</p>\n");
    if (placard->games != NULL) {
        put(out, "<p class=\"placard-games\">", placard->games, "</p>\n");
    }
    for (unsigned i = 0; i < placard->section_count && placard->sections[i].first_page; i++) {
        if (is_wide(&placard->sections[i])) {
            put_section(&placard->sections[i], out);
        }
    }
    (void)fputs("<div class=\"placard-columns\">\n", out);
    put_column(placard, &layout, 0, out);
    put_column(placard, &layout, 1, out);
    (void)fputs("</div>\n", out);
    put_foot(placard, out);
    (void)fputs("</div>\n", out);
}

void placard_html(const struct placard *placard, const char *style, FILE *out)
{
    (void)fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width\">\n",
                out);
    put(out,
        "<title>Placard: ", placard->of.table != 0 ? placard->of.name : placard->of.rules->name,
        "</title>\n");
    if (style != NULL) {
        put(out, "<link rel=\"stylesheet\" href=\"", style, "\">\n");
    } else {
        (void)fprintf(out, "<style>\n%s</style>\n", placard_style);
    }
    (void)fputs("</head>\n<body class=\"placard-page\">\n<main class=\"placard-sheet\">\n", out);
    put_first_page(placard, out);
    (void)fputs("<div class=\"placard-more\">\n", out);
    for (unsigned i = 0; i < placard->section_count; i++) {
        if (!placard->sections[i].first_page) {
            put_section(&placard->sections[i], out);
        }
    }
    (void)fputs("</div>\n", out);
    put_foot(placard, out);
    (void)fputs("</main>\n</body>\n</html>\n", out);
}
