// The canonical encoding of a batch: one batch, one string of bytes, and back.
//
// Little-endian, no padding, every length in front: docs/formats.md is the contract. The bytes are
// what is stored, hashed and exported, so nothing can be in the books that is not linked.
#ifndef UTH_STORE_BATCH_H
#define UTH_STORE_BATCH_H

#include "store/store.h"

#define BATCH_FORMAT      1
#define BATCH_HEADER_SIZE 88
#define BATCH_ENTRY_SIZE  16

// A batch as it lies in its bytes: pointers into the body, nothing copied.
struct batch_view {
    uint32_t table;
    uint64_t sequence;
    uint64_t round;
    int64_t time_ms;
    uint32_t epoch;
    uint32_t event_count;
    uint32_t posting_count;
    uint32_t entry_count;
    const uint8_t *events;
    const uint8_t *postings;
    const uint8_t *entries;
    const uint8_t *request;
    struct store_bytes key;
    struct store_bytes answer;
    struct store_bytes body;
};

// False when the bytes are not the encoding of a batch.
bool batch_view(struct store_bytes body, struct batch_view *view);

// Are its events and postings of kinds there are, with amounts we account for? The encoding does not
// say, and whoever reads names them.
bool batch_is_known(const struct batch_view *view);

// Bytes from a database have no alignment: values are copied out.
struct uth_event batch_event(const struct batch_view *view, size_t i);
struct uth_posting batch_posting(const struct batch_view *view, size_t i);
// Reads the entry at *at and moves it to the next; starts at view->entries.
struct store_entry batch_entry(const uint8_t **at);
// Does the batch take its table over? Its first entry says so.
bool batch_takes_over(const struct batch_view *view);

// A batch a reader can use, with room for the largest.
struct batch_room;
struct batch_room *batch_room_open(void);
void batch_room_close(struct batch_room *room);
// The batch lives until the room is used again, its bytes as long as the view's.
void batch_unpack(const struct batch_view *view, struct batch_room *room,
                  struct store_batch *batch);

#endif
