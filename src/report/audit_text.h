// Stored records as text: JSON lines and CSV, and JSON lines back into records.
#ifndef UTH_REPORT_AUDIT_TEXT_H
#define UTH_REPORT_AUDIT_TEXT_H

#include <stdio.h>

#include "store/audit.h"

// A record with what it is linked to.
struct audit_record {
    struct store_record record;
    struct store_link link;
};

// One line each, with its newline.
void audit_write_store(FILE *out, const uint8_t id[STORE_ID_SIZE]);
void audit_write_record(FILE *out, const struct audit_record *audited);
// Of a round in play: where it stands and what it is linked to, and nothing of what is in it.
void audit_write_withheld(FILE *out, const struct audit_record *audited);
void audit_write_head(FILE *out, const struct store_signed_head *head);

void audit_write_csv_title(FILE *out);
// One line for each event, posting and entry.
void audit_write_csv(FILE *out, const struct audit_record *audited);
void audit_write_csv_withheld(FILE *out, const struct audit_record *audited);

// "2026-07-04"; false for anything else.
bool audit_parse_day(const char *text, int64_t *day);
void audit_day_text(int64_t day, char text[16]);

// Exactly `size` bytes of hex.
bool audit_parse_hex(const char *text, uint8_t *bytes, size_t size);
void audit_print_hex(FILE *out, const uint8_t *bytes, size_t size);

#endif
