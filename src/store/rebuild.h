// A store from its batches: everything else follows from them, as in the audit.
//
//     rebuild_start --> rebuild_add, once for each batch in order --> rebuild_end
//
// All within a transaction of the caller's. Rows are put when they are final, so that none is put twice,
// except those of states.
#ifndef UTH_STORE_REBUILD_H
#define UTH_STORE_REBUILD_H

#include "store/internal.h"

struct rebuild {
    struct store *store;
    uint8_t *bytes; // the bodies of the group, one behind the other
    size_t used;
};

// To be finished even when it fails.
UTH_NODISCARD enum store_status rebuild_start(struct rebuild *rebuild, struct store *store);
// STORE_ERR_DAMAGED, and store_why names it, when it cannot be the next batch.
UTH_NODISCARD enum store_status rebuild_add(struct rebuild *rebuild, struct store_bytes body);
UTH_NODISCARD enum store_status rebuild_end(struct rebuild *rebuild);
void rebuild_finish(struct rebuild *rebuild);

#endif
