// A placard for a terminal.
#include <string.h>

#include "report/placard.h"

#define COLUMNS 80
#define INDENT  2

// How much of the text goes on a line of `width`: up to the last blank, and a word that is too long
// whole.
static size_t line_of(const char *text, size_t width)
{
    const size_t length = strlen(text);
    if (length <= width) {
        return length;
    }
    size_t end = width;
    while (end > 0 && text[end] != ' ') {
        end--;
    }
    return end > 0 ? end : strcspn(text, " ");
}

// Cells side by side, each broken to its width. The last has what is left of the line.
static void put_row(const char *const *cells, const size_t *widths, unsigned count, FILE *out)
{
    const char *rest[WIRE_PLACARD_CELLS];
    bool more = true;
    memcpy(rest, cells, count * sizeof *cells);
    while (more) {
        size_t blanks = INDENT; // only in front of words: no line ends with one
        more = false;
        for (unsigned i = 0; i < count; i++) {
            const size_t taken = line_of(rest[i], widths[i]);
            if (taken != 0) {
                (void)fprintf(out, "%*s%.*s", (int)blanks, "", (int)taken, rest[i]);
                blanks = 0;
            }
            blanks += widths[i] + INDENT - (taken < widths[i] ? taken : widths[i]);
            rest[i] += taken;
            rest[i] += strspn(rest[i], " ");
            more = more || rest[i][0] != '\0';
        }
        (void)fputc('\n', out);
    }
}

static void put_sentence(const char *words, FILE *out)
{
    static const size_t width = COLUMNS - INDENT;
    put_row(&words, &width, 1, out);
}

static size_t widest(const struct placard_section *section, unsigned cell)
{
    size_t width = section->heads[0] != NULL ? strlen(section->heads[cell]) : 0;
    for (unsigned i = 0; i < section->row_count; i++) {
        const size_t length = strlen(section->rows[i][cell]);
        width = length > width ? length : width;
    }
    return width;
}

// The widest column, the one with sentences in it, has what the others leave.
static void set_widths(const struct placard_section *section, size_t *widths)
{
    size_t used = INDENT;
    unsigned longest = 0;
    for (unsigned i = 0; i < section->cells; i++) {
        widths[i] = widest(section, i);
        used += widths[i] + (i == 0 ? 0 : INDENT);
        longest = widths[i] > widths[longest] ? i : longest;
    }
    if (used > COLUMNS) {
        const size_t over = used - COLUMNS;
        widths[longest] = widths[longest] > over ? widths[longest] - over : 1;
    }
}

static void put_section(const struct placard *placard, const struct placard_section *section,
                        FILE *out)
{
    size_t widths[WIRE_PLACARD_CELLS];
    (void)fprintf(out, "\n%s\n", section->title);
    set_widths(section, widths);
    if (section->heads[0] != NULL) {
        put_row(section->heads, widths, section->cells, out);
    }
    for (unsigned i = 0; i < section->row_count; i++) {
        put_row(section->rows[i], widths, section->cells, out);
    }
    for (unsigned i = 1; i < section->cells; i++) {
        if (section->tables[i] != NULL) {
            (void)fprintf(out, "%*s%s: table %s\n", INDENT, "",
                          uth_rules_wager_title(placard->of.rules, section->wagers[i]),
                          section->tables[i]);
        }
    }
    for (unsigned i = 0; i < section->sentence_count; i++) {
        put_sentence(section->sentences[i], out);
    }
}

void placard_section_text(const struct placard *placard, const char *key, FILE *out)
{
    for (unsigned i = 0; i < placard->section_count; i++) {
        if (strcmp(placard->sections[i].key, key) == 0) {
            put_section(placard, &placard->sections[i], out);
        }
    }
}

void placard_text(const struct placard *placard, FILE *out)
{
    (void)fputs("Ultimate Texas Hold'em\n", out);
    if (placard->of.table != 0) {
        (void)fprintf(out, "Table %u, %s\n", placard->of.table, placard->of.name);
    }
    (void)fprintf(out, "%s\n\n%s\n", placard->of.rules->title, placard->inscription);
    if (placard->games != NULL) {
        (void)fprintf(out, "%s\n", placard->games);
    }
    for (unsigned i = 0; i < placard->section_count; i++) {
        put_section(placard, &placard->sections[i], out);
    }
    (void)fprintf(out, "\nRules %s, revision %s\n", placard->of.rules->name, placard->revision);
}
