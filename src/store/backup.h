// A store as one stream of bytes, and back (docs/formats.md).
//
//     header | keys, if asked for | batches 1, 2, 3 … n | signed heads | end, with a sum over all
//
// Invariants:
//   (1) A batch goes out as it was stored. All other rows follow from the batches, so what was
//       saved from SQLite can be restored into PostgreSQL, and the other way round.
//   (2) What is saved is the store at one moment: the batches up to a head. Others may write
//       meanwhile; no lock is held.
//   (3) A restore is one transaction: the audit has passed before anybody can see a row.
#ifndef UTH_STORE_BACKUP_H
#define UTH_STORE_BACKUP_H

#include "store/audit.h"
#include "store/store.h"

// Stored: append only.
enum backup_key_kind {
    BACKUP_KEY_SEAL = 1, // the server's key
    BACKUP_KEY_SIGN = 2, // the key that signs days
};

#define BACKUP_KEYS_MAX 2
#define BACKUP_KEY_SIZE 256 // of a key file, at most

struct backup_key {
    enum backup_key_kind kind;
    uint8_t bytes[BACKUP_KEY_SIZE];
    size_t size;
};

// What a stream holds.
struct backup_told {
    uint8_t id[STORE_ID_SIZE];
    uint64_t position; // of the last batch
    uint8_t hash[STORE_HASH_SIZE];
    uint64_t heads; // signed days
    uint64_t bytes; // of the stream
    struct backup_key keys[BACKUP_KEYS_MAX];
    size_t key_count;
};

// False when the bytes could not be written, or nobody wants them any more.
typedef bool backup_write(void *context, const void *data, size_t size);
// How many bytes it got: fewer than asked for at the end alone.
typedef size_t backup_read(void *context, void *data, size_t size);

// Every link is checked on the way: STORE_ERR_TAMPERED where one does not fit. STORE_ERR_IO without
// a word in store_why when `write` gave up. The keys are those of *told; the rest of it is filled.
UTH_NODISCARD enum store_status store_backup(struct store *store, backup_write *write,
                                             void *context, struct backup_told *told);

// Reads a stream to its end and follows its links. STORE_ERR_DAMAGED, with *fault, for anything that
// is not whole.
UTH_NODISCARD enum store_status store_backup_check(backup_read *read, void *context,
                                                   struct fault *fault, struct backup_told *told);

// Called once, when the keys are known and nothing is written yet. False ends the restore.
typedef bool backup_keys(void *context, const struct backup_told *told);

// Fills a store that has no batch; it takes over the name of the saved one. STORE_ERR_CONFLICT when
// it has one.
UTH_NODISCARD enum store_status store_restore(struct store *store, backup_read *read,
                                              backup_keys *keys, void *context,
                                              struct backup_told *told);

#endif
