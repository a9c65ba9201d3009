// The database that holds the bodies of fuzz_stored, and everything that is read out of it.
#ifndef UTH_FUZZ_STORED_DISK_H
#define UTH_FUZZ_STORED_DISK_H

#include "store/memory.h"
#include "store/store.h"

#define DISK_BODIES_MAX 64
#define DISK_ROUNDS_MAX 16

// Rows with these bodies, each linked to the one before it, and with the rows of all other tables
// that follow from them: what somebody makes who changes records and has no key. Whatever is no
// batch is left out.
struct store_disk *disk_of(const struct store_bytes *bodies, size_t count);

// Opens it for reading.
struct store *disk_read(struct store_disk *disk);

// What takes much memory and so much time is read when it is asked for.
struct disk_asked {
    bool log;
    bool journals;
};

// Reads every round, the days, the history, and all of it from the first record on, as an audit does,
// too: what is refused is named, and what is accepted can be written.
void disk_look(struct store *store, const struct store_bytes *bodies, size_t count,
               struct disk_asked asked);

#endif
