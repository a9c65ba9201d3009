// The canonical encoding of a batch: one batch, one string of bytes, and back.
//
// docs/stored.md is the contract. The bytes are what is stored, hashed and exported, so nothing can
// be in the books that is not linked.
#ifndef UTH_STORE_BATCH_H
#define UTH_STORE_BATCH_H

#include "store/codec.h"
#include "store/store.h"

#define BATCH_FORMAT 2

// What is stored of each, field by field.
extern const struct codec_table batch_header_table;
extern const struct codec_table batch_event_tables[UTH_EVENT_COUNT];
extern const struct codec_table batch_posting_table;
extern const struct codec_table batch_entry_table;

// A batch as it lies in its bytes: what stands in front, and where the rest is. Nothing is copied.
struct batch_view {
    uint32_t table;
    uint32_t epoch;
    uint64_t sequence;
    uint64_t round;
    int64_t time_ms;
    uint8_t request[STORE_HASH_SIZE];
    struct store_bytes events;
    struct store_bytes postings;
    struct store_bytes entries;
    struct store_bytes key;
    struct store_bytes answer;
    struct store_bytes body;
};

// False when the bytes do not begin like a batch, or its parts are not as long as they should be. What
// is in the parts is for batch_unpack to say.
bool batch_view(struct store_bytes body, struct batch_view *view);

// What is wrong with bytes that are no batch, in words.
const char *batch_fault(struct store_bytes body);

// A batch a reader can use, with room for the largest.
struct batch_room;
struct batch_room *batch_room_open(void);
void batch_room_close(struct batch_room *room);
// The batch lives until the room is used again, its bytes as long as the view's. False when its
// events, postings and entries are not the encoding of any, or of kinds there are not.
UTH_NODISCARD bool batch_unpack(const struct batch_view *view, struct batch_room *room,
                                struct store_batch *batch);

// Does the batch take its table over? Its first entry says so.
static inline bool batch_takes_over(const struct store_batch *batch)
{
    return batch->entry_count != 0 && batch->entries[0].kind == STORE_ENTRY_LEASE;
}

#endif
