#include "store/batch.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "events and postings are stored as is");
_Static_assert(sizeof(struct uth_event) == 64, "the size of a stored event");
_Static_assert(sizeof(struct uth_posting) == UTH_POSTING_BYTES, "the size of a stored posting");
_Static_assert(STORE_BODY_MAX ==
                   BATCH_HEADER_SIZE + STORE_EVENTS_MAX * sizeof(struct uth_event) +
                       STORE_POSTINGS_MAX * sizeof(struct uth_posting) +
                       (size_t)STORE_ENTRIES_MAX * (BATCH_ENTRY_SIZE + STORE_ENTRY_MAX) +
                       STORE_KEY_MAX + STORE_ANSWER_MAX,
               "the largest batch");

// Where the header's fields lie.
enum {
    AT_FORMAT = 0,
    AT_TABLE = 4,
    AT_SEQUENCE = 8,
    AT_ROUND = 16,
    AT_TIME = 24,
    AT_EVENTS = 32,
    AT_POSTINGS = 36,
    AT_ENTRIES = 40,
    AT_KEY = 44,
    AT_ANSWER = 48,
    AT_EPOCH = 52,
    AT_REQUEST = 56,
};

static void put32(uint8_t *at, uint64_t value)
{
    const uint32_t narrow = (uint32_t)value;
    memcpy(at, &narrow, sizeof narrow);
}

static void put64(uint8_t *at, uint64_t value)
{
    memcpy(at, &value, sizeof value);
}

static uint32_t get32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint64_t get64(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

// ---- into bytes -------------------------------------------------------------------------------

static uint8_t *append(uint8_t *at, const void *bytes, size_t size)
{
    if (size != 0) {
        memcpy(at, bytes, size);
    }
    return at + size;
}

static size_t entry_size(const struct store_batch *batch)
{
    size_t size = 0;
    for (size_t i = 0; i < batch->entry_count; i++) {
        if (batch->entries[i].bytes.size > STORE_ENTRY_MAX) {
            return SIZE_MAX;
        }
        size += BATCH_ENTRY_SIZE + batch->entries[i].bytes.size;
    }
    return size;
}

static bool within_limits(const struct store_batch *batch)
{
    return batch->event_count <= STORE_EVENTS_MAX && batch->posting_count <= STORE_POSTINGS_MAX &&
           batch->entry_count <= STORE_ENTRIES_MAX && batch->key.size <= STORE_KEY_MAX &&
           batch->answer.size <= STORE_ANSWER_MAX && batch->sequence - 1 < INT64_MAX &&
           batch->round <= INT64_MAX && batch->time_ms >= 0;
}

static void write_header(const struct store_batch *batch, uint8_t *at)
{
    memset(at, 0, BATCH_HEADER_SIZE);
    put32(at + AT_FORMAT, BATCH_FORMAT);
    put32(at + AT_TABLE, batch->table);
    put64(at + AT_SEQUENCE, batch->sequence);
    put64(at + AT_ROUND, batch->round);
    put64(at + AT_TIME, (uint64_t)batch->time_ms);
    put32(at + AT_EVENTS, batch->event_count);
    put32(at + AT_POSTINGS, batch->posting_count);
    put32(at + AT_ENTRIES, batch->entry_count);
    put32(at + AT_KEY, batch->key.size);
    put32(at + AT_ANSWER, batch->answer.size);
    put32(at + AT_EPOCH, batch->epoch);
    memcpy(at + AT_REQUEST, batch->request, STORE_HASH_SIZE);
}

static uint8_t *write_entry(uint8_t *at, const struct store_entry *entry)
{
    put64(at, entry->id);
    put32(at + 8, (uint64_t)entry->kind);
    put32(at + 12, entry->bytes.size);
    return append(at + BATCH_ENTRY_SIZE, entry->bytes.data, entry->bytes.size);
}

enum store_status store_encode(const struct store_batch *batch, uint8_t **body, size_t *size)
{
    const size_t entries = within_limits(batch) ? entry_size(batch) : SIZE_MAX;
    if (entries == SIZE_MAX) {
        return STORE_ERR_BATCH;
    }
    const size_t events = batch->event_count * sizeof *batch->events;
    const size_t postings = batch->posting_count * sizeof *batch->postings;
    const size_t total =
        BATCH_HEADER_SIZE + events + postings + entries + batch->key.size + batch->answer.size;
    uint8_t *bytes = malloc(total);
    if (bytes == NULL) {
        return STORE_ERR_MEMORY;
    }
    write_header(batch, bytes);
    uint8_t *at = append(bytes + BATCH_HEADER_SIZE, batch->events, events);
    at = append(at, batch->postings, postings);
    for (size_t i = 0; i < batch->entry_count; i++) {
        at = write_entry(at, &batch->entries[i]);
    }
    at = append(at, batch->key.data, batch->key.size);
    at = append(at, batch->answer.data, batch->answer.size);
    UTH_CHECK(at == bytes + total);
    *body = bytes;
    *size = total;
    return STORE_OK;
}

// ---- from bytes -------------------------------------------------------------------------------

// The counts are within their limits, so no sum of sizes can wrap.
static bool counts_fit(const uint8_t *header)
{
    return get32(header + AT_FORMAT) == BATCH_FORMAT &&
           get32(header + AT_EVENTS) <= STORE_EVENTS_MAX &&
           get32(header + AT_POSTINGS) <= STORE_POSTINGS_MAX &&
           get32(header + AT_ENTRIES) <= STORE_ENTRIES_MAX &&
           get32(header + AT_KEY) <= STORE_KEY_MAX &&
           get32(header + AT_ANSWER) <= STORE_ANSWER_MAX &&
           get64(header + AT_SEQUENCE) - 1 < INT64_MAX && get64(header + AT_ROUND) <= INT64_MAX &&
           get64(header + AT_TIME) <= INT64_MAX;
}

// Where the entries end, or NULL when they do not fit.
static const uint8_t *skip_entries(const uint8_t *at, const uint8_t *end, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (end - at < BATCH_ENTRY_SIZE) {
            return NULL;
        }
        const uint32_t size = get32(at + 12);
        if (size > STORE_ENTRY_MAX || end - at - BATCH_ENTRY_SIZE < (ptrdiff_t)size) {
            return NULL;
        }
        at += BATCH_ENTRY_SIZE + size;
    }
    return at;
}

static void view_header(const uint8_t *header, struct batch_view *view)
{
    view->table = get32(header + AT_TABLE);
    view->sequence = get64(header + AT_SEQUENCE);
    view->round = get64(header + AT_ROUND);
    view->time_ms = (int64_t)get64(header + AT_TIME);
    view->epoch = get32(header + AT_EPOCH);
    view->event_count = get32(header + AT_EVENTS);
    view->posting_count = get32(header + AT_POSTINGS);
    view->entry_count = get32(header + AT_ENTRIES);
    view->request = header + AT_REQUEST;
    view->events = header + BATCH_HEADER_SIZE;
    view->postings = view->events + view->event_count * sizeof(struct uth_event);
    view->entries = view->postings + view->posting_count * sizeof(struct uth_posting);
}

bool batch_view(struct store_bytes body, struct batch_view *view)
{
    if (body.size < BATCH_HEADER_SIZE || !counts_fit(body.data)) {
        return false;
    }
    const size_t fixed = BATCH_HEADER_SIZE +
                         get32(body.data + AT_EVENTS) * sizeof(struct uth_event) +
                         get32(body.data + AT_POSTINGS) * sizeof(struct uth_posting);
    if (body.size < fixed) {
        return false;
    }
    const uint8_t *end = body.data + body.size;
    view_header(body.data, view);
    view->body = body;
    view->key.size = get32(body.data + AT_KEY);
    view->answer.size = get32(body.data + AT_ANSWER);
    view->key.data = skip_entries(view->entries, end, view->entry_count);
    if (view->key.data == NULL ||
        (size_t)(end - view->key.data) != view->key.size + view->answer.size) {
        return false;
    }
    view->answer.data = view->key.data + view->key.size;
    return true;
}

struct uth_event batch_event(const struct batch_view *view, size_t i)
{
    struct uth_event event;
    memcpy(&event, view->events + i * sizeof event, sizeof event);
    return event;
}

struct uth_posting batch_posting(const struct batch_view *view, size_t i)
{
    struct uth_posting posting;
    memcpy(&posting, view->postings + i * sizeof posting, sizeof posting);
    return posting;
}

bool batch_is_known(const struct batch_view *view)
{
    bool known = true;
    for (uint32_t i = 0; i < view->event_count; i++) {
        const struct uth_event event = batch_event(view, i);
        known = known && event.kind < UTH_EVENT_COUNT && event.seat <= UTH_SEATS_MAX;
    }
    for (uint32_t i = 0; i < view->posting_count; i++) {
        const struct uth_posting posting = batch_posting(view, i);
        known = known && posting.debit.kind < UTH_ACCOUNT_COUNT &&
                posting.credit.kind < UTH_ACCOUNT_COUNT && posting.reason < UTH_POSTED_COUNT &&
                uth_money_in_range(posting.amount.cents);
    }
    return known;
}

struct store_entry batch_entry(const uint8_t **at)
{
    const struct store_entry entry = {
        .id = get64(*at),
        .kind = (enum store_entry_kind)get32(*at + 8),
        .bytes = {*at + BATCH_ENTRY_SIZE, get32(*at + 12)},
    };
    *at += BATCH_ENTRY_SIZE + entry.bytes.size;
    return entry;
}

bool batch_takes_over(const struct batch_view *view)
{
    const uint8_t *at = view->entries;
    return view->entry_count != 0 && batch_entry(&at).kind == STORE_ENTRY_LEASE;
}

struct batch_room {
    struct uth_event events[STORE_EVENTS_MAX];
    struct uth_posting postings[STORE_POSTINGS_MAX];
    struct store_entry entries[STORE_ENTRIES_MAX];
};

struct batch_room *batch_room_open(void)
{
    return malloc(sizeof(struct batch_room));
}

void batch_room_close(struct batch_room *room)
{
    free(room);
}

void batch_unpack(const struct batch_view *view, struct batch_room *room, struct store_batch *batch)
{
    const uint8_t *at = view->entries;
    memcpy(room->events, view->events, view->event_count * sizeof room->events[0]);
    memcpy(room->postings, view->postings, view->posting_count * sizeof room->postings[0]);
    for (uint32_t i = 0; i < view->entry_count; i++) {
        room->entries[i] = batch_entry(&at);
    }
    *batch = (struct store_batch){
        .table = view->table,
        .sequence = view->sequence,
        .round = view->round,
        .time_ms = view->time_ms,
        .epoch = view->epoch,
        .events = room->events,
        .event_count = view->event_count,
        .postings = room->postings,
        .posting_count = view->posting_count,
        .entries = room->entries,
        .entry_count = view->entry_count,
        .key = view->key,
        .answer = view->answer,
    };
    memcpy(batch->request, view->request, STORE_HASH_SIZE);
}
