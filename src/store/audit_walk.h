// What the files of the audit share: one walk through the batches, and what it has found.
#ifndef UTH_STORE_AUDIT_WALK_H
#define UTH_STORE_AUDIT_WALK_H

#include <sodium.h>

#include "store/group.h"

// Sum of the hashes of a set of rows: equal sets have equal sums, in any order.
struct sum {
    uint64_t words[2];
    uint64_t count;
};

// A signed head as it was when the audit began: those signed since are for the next one.
struct signed_link {
    struct store_mark mark;
    bool fits;
};

struct verified;

struct walk {
    struct store *store;
    struct store_report *report;
    struct book book;
    const struct store_follower *follower;
    struct map days; // (day, 0): number[0] the first position, hash the link before it
    struct signed_link *heads;
    size_t head_count;
    size_t head_room;
    size_t next_head;
    uint8_t sum_key[crypto_shorthash_siphashx24_KEYBYTES];
    struct sum rounds;
    struct sum played;
    struct sum requests;
    uint64_t from;         // the walk began behind this position
    struct verified *mark; // to be made when the walk is at its position; NULL: none
    bool links;
    bool slow;
    uint64_t limit; // of this chunk
    enum store_status status;
};

// Notes what is wrong; only the first one is told.
void walk_differs(struct walk *walk, const char *format, ...) __attribute__((format(printf, 2, 3)));
void walk_record_differs(struct walk *walk, const struct store_row *row, const char *why);
bool walk_is_fine(const struct walk *walk);
void walk_add_row(struct walk *walk, struct sum *sum, enum store_table table,
                  const struct store_row *row);
// Walks again, slowly, to say which row of a table it is.
void walk_name_row(struct walk *walk, const char *table);

// audit_rows.c: the head, and all rows that follow from the batches.
void walk_check_head(struct walk *walk);
void walk_check_accounts(struct walk *walk);
void walk_check_rows(struct walk *walk);
// The signed heads are read before the walk, and compared as it passes them.
void walk_read_signed(struct walk *walk);
void walk_compare_signed(struct walk *walk);

// What was verified: the book at the end of a signed day.
struct verified {
    int64_t day;
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
    int64_t signed_ms;
    uint8_t public_key[STORE_PUBLIC_KEY_SIZE];
    uint8_t signature[STORE_SIGNATURE_SIZE];
    uint8_t *book;
    size_t size;
};

// How a walk goes, from which place and with whom.
struct walk_plan {
    const struct store_follower *follower;
    bool is_recent;            // from what was verified, if that is there
    const uint8_t *public_key; // that must have signed it; NULL: any
    struct verified *mark;
};

UTH_NODISCARD enum store_status walk_all(struct store *store, unsigned what, struct walk_plan plan,
                                         struct store_report *report);

// verified.c: starts the walk's book from it, where it is there and holds.
void walk_start_verified(struct walk *walk, const uint8_t *public_key);
// Once the walk is at its position.
void walk_keep_verified(struct walk *walk);

#endif
