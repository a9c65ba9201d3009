// A backup as a stream of items, for the files that write, check and restore one (docs/formats.md).
#ifndef UTH_STORE_BACKUP_ITEMS_H
#define UTH_STORE_BACKUP_ITEMS_H

#include <sodium.h>

#include "store/backup.h"

// Stored: append only.
enum item_kind {
    ITEM_BATCH = 1, // the body
    ITEM_HEAD = 2,  // a signed day
    ITEM_KEY = 3,   // kind of the key (4), the file
    ITEM_END = 4,   // position (8), hash (32); behind it the sum over all bytes before
    ITEM_COUNT = 5,
};

// Writing.
struct backup_out {
    backup_write *write;
    void *context;
    struct fault *fault;
    struct backup_told *told;
    crypto_generichash_state sum;
    enum store_status status; // after a failure nothing more is written
};

void backup_put_front(struct backup_out *out);
void backup_put_item(struct backup_out *out, enum item_kind kind, const void *data, size_t size);
void backup_put_head(struct backup_out *out, const struct store_signed_head *head);
// The end of the position and link in *told.
void backup_put_end(struct backup_out *out);

// Reading.
struct backup_in {
    backup_read *read;
    void *context;
    struct fault *fault;
    struct backup_told *told;
    crypto_generichash_state sum;
    uint8_t *bytes; // of the item
    uint32_t kind;
    uint32_t size;
    uint64_t batches;
};

// Its front; to be closed even when it fails.
UTH_NODISCARD enum store_status backup_in_open(struct backup_in *in);
void backup_in_close(struct backup_in *in);
// The next item, whole and of a possible length; what it means is for the caller.
UTH_NODISCARD enum store_status backup_get_item(struct backup_in *in);
void backup_get_head(const struct backup_in *in, struct store_signed_head *head);
// STORE_ERR_DAMAGED, with the place.
enum store_status backup_damaged(const struct backup_in *in, const char *what);

#endif
