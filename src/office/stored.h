// What is stored of people, tables, meters and facts, field by field (docs/stored.md).
//
// A fact, an entry of a journal and a state each have a table of their fields. What has no row here is
// not stored: so the bytes of a secret are never in the clear but in STORE_ENTRY_SEED.
#ifndef UTH_OFFICE_STORED_H
#define UTH_OFFICE_STORED_H

#include "office/day.h"
#include "office/dispute.h"
#include "office/office.h"
#include "store/codec.h"

// What a snapshot holds besides the table. No padding.
struct stored_besides {
    uint64_t sequence;
    uint64_t last_round;
    uint64_t withheld_round;
    uint64_t withheld;
    uint8_t last_secret[ROOM_SECRET];
    uint64_t day_position;
    struct day_list day;
};

extern const struct codec_table stored_facts[ROOM_FACT_COUNT];
extern const struct codec_table stored_journal[UTH_ENTRY_COUNT];
extern const struct codec_table
    stored_meter; // behind each entry of a journal, based on the one before
extern const struct codec_table stored_controller;
extern const struct codec_table stored_config;
extern const struct codec_table stored_inventory;
extern const struct codec_table stored_person;
extern const struct codec_table stored_dispute;
extern const struct codec_table stored_table;
extern const struct codec_table stored_besides;

// A whole entry that is one struct. False when it is not.
UTH_NODISCARD bool stored_read(struct store_bytes bytes, const struct codec_table *table,
                               void *value);

// One fact, its kind in front.
void stored_write_fact(struct codec_out *out, const struct room_fact *fact);
UTH_NODISCARD bool stored_read_fact(struct codec_in *in, struct room_fact *fact);

void stored_write_journal(struct codec_out *out, const struct uth_meter_entry *entry);
UTH_NODISCARD bool stored_read_journal(struct codec_in *in, struct uth_meter_entry *entry);

#endif
