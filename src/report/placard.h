// What hangs at a table (NOTE-3), as titled sections of rows and sentences. One function makes it from
// the rules; the text, the page to print and the JSON for the table's own pages are written from that.
#ifndef UTH_REPORT_PLACARD_H
#define UTH_REPORT_PLACARD_H

#include <stdio.h>

#include "uth/rules.h"
#include "wire/out.h"

#define WIRE_PLACARD_SECTIONS  24
#define WIRE_PLACARD_ROWS      12
#define WIRE_PLACARD_CELLS     5
#define WIRE_PLACARD_SENTENCES 16
#define WIRE_PLACARD_TEXT      ((size_t)48 * 1024)

// The rules, and the table they are posted at.
struct placard_of {
    const struct uth_rules *rules;
    uint64_t revision;       // the number of the rules, which changes with any field of them
    uint32_t table;          // 0: of the rules alone
    const char *name;        // the table's
    bool no_meter;           // the table plays for none, so there is no Progressive
    uth_money meter_maximum; // of its meter; 0: none. Of the rules alone: the profile's
};

struct placard_section {
    const char *key; // "limits", "pays", "fees", "caps", "areas", "rules", "ranking", …
    const char *title;
    bool first_page;                           // is read from two metres
    bool for_one;                              // "pays": the wager is not returned
    unsigned cells;                            // in a row
    const char *heads[WIRE_PLACARD_CELLS];     // all or none
    enum uth_wager wagers[WIRE_PLACARD_CELLS]; // "pays": what a column is for, from the second on
    const char *tables[WIRE_PLACARD_CELLS];    // "pays": the pay table in force; NULL: it has none
    unsigned row_count;
    const char *names[WIRE_PLACARD_ROWS];                    // "pays": the line as commands name it
    const char *rows[WIRE_PLACARD_ROWS][WIRE_PLACARD_CELLS]; // "" where a wager does not pay
    // "pays": the same where there is little room, "500" for "500 to 1"
    const char *briefs[WIRE_PLACARD_ROWS][WIRE_PLACARD_CELLS];
    unsigned sentence_count;
    const char *sentences[WIRE_PLACARD_SENTENCES];
};

// Its texts lie in `text`: not to be copied.
struct placard {
    struct placard_of of;
    const char *inscription; // SHOW-1, as the layout bears it
    const char *games;       // BET-5: the four-games notice; NULL: no such limit
    const char *revision;
    unsigned section_count;
    struct placard_section sections[WIRE_PLACARD_SECTIONS];
    size_t used;
    char text[WIRE_PLACARD_TEXT];
};

void placard_make(const struct placard_of *of, struct placard *placard);

// For a terminal, at most 80 columns.
void placard_text(const struct placard *placard, FILE *out);
// Only the sections of this key.
void placard_section_text(const struct placard *placard, const char *key, FILE *out);

// One page, for A4 and letter. `style` is the address of placard_style, or NULL: then it is part
// of the page, which needs nothing from outside.
void placard_html(const struct placard *placard, const char *style, FILE *out);
extern const char placard_style[];

// Fields of an object that is open.
void placard_json(const struct placard *placard, struct wire_out *out);

#endif
