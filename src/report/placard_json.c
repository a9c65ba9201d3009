// A placard as JSON, for the pages of its table.
#include "report/placard.h"

#include "wire/bet_words.h"

static void put_texts(struct wire_out *out, const char *key, const char *const *texts,
                      unsigned count)
{
    wire_out_open(out, key, '[');
    for (unsigned i = 0; i < count; i++) {
        wire_out_text(out, NULL, texts[i]);
    }
    wire_out_close(out, ']');
}

// One pay table by itself: what stands on the felt is laid out by wager.
static void put_pay_table(const struct uth_rules *rules, const struct placard_section *pays,
                          unsigned cell, struct wire_out *out)
{
    wire_out_open(out, NULL, '{');
    wire_out_text(out, "wager", uth_wager_name(pays->wagers[cell]));
    wire_out_text(out, "title", wire_wager_said(rules, pays->wagers[cell]));
    wire_out_text(out, "name", pays->tables[cell]);
    wire_out_bool(out, "for_one", pays->for_one);
    wire_out_bool(out, "by_hand", pays->heads[0] != NULL);
    wire_out_open(out, "lines", '[');
    for (unsigned line = 0; line < pays->row_count; line++) {
        if (pays->rows[line][cell][0] != '\0') {
            wire_out_open(out, NULL, '{');
            wire_out_text(out, "hand", pays->names[line]);
            wire_out_text(out, "label", pays->rows[line][0]);
            wire_out_text(out, "pays", pays->rows[line][cell]);
            wire_out_text(out, "brief", pays->briefs[line][cell]);
            wire_out_close(out, '}');
        }
    }
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}

static void put_pay_tables(const struct placard *placard, struct wire_out *out)
{
    wire_out_open(out, "pay_tables", '[');
    for (unsigned i = 0; i < placard->section_count; i++) {
        for (unsigned cell = 1; cell < placard->sections[i].cells; cell++) {
            if (placard->sections[i].tables[cell] != NULL) {
                put_pay_table(placard->of.rules, &placard->sections[i], cell, out);
            }
        }
    }
    wire_out_close(out, ']');
}

static void put_section(const struct placard_section *section, struct wire_out *out)
{
    const bool pays = section->cells > 1 && section->tables[1] != NULL;
    wire_out_open(out, NULL, '{');
    wire_out_text(out, "key", section->key);
    wire_out_text(out, "title", section->title);
    put_texts(out, "heads", section->heads, section->heads[0] != NULL ? section->cells : 0);
    put_texts(out, "tables", section->tables + 1, pays ? section->cells - 1 : 0);
    wire_out_open(out, "rows", '[');
    for (unsigned i = 0; i < section->row_count; i++) {
        put_texts(out, NULL, section->rows[i], section->cells);
    }
    wire_out_close(out, ']');
    put_texts(out, "sentences", section->sentences, section->sentence_count);
    wire_out_close(out, '}');
}

void placard_json(const struct placard *placard, struct wire_out *out)
{
    wire_out_text(out, "inscription", placard->inscription);
    if (placard->games != NULL) {
        wire_out_text(out, "games", placard->games);
    }
    wire_out_text(out, "revision", placard->revision);
    put_pay_tables(placard, out);
    wire_out_open(out, "sections", '[');
    for (unsigned i = 0; i < placard->section_count; i++) {
        put_section(&placard->sections[i], out);
    }
    wire_out_close(out, ']');
}
