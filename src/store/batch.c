#include "store/batch.h"

#include <stdlib.h>
#include <string.h>

// ---- what is stored of each, field by field ---------------------------------------------------

// What stands in front of a batch. A size is that of the encoded part.
struct header {
    uint32_t table;
    uint32_t epoch;
    uint64_t sequence;
    uint64_t round;
    int64_t time_ms;
    uint32_t events;
    uint32_t postings;
    uint32_t entries;
    uint32_t key;
    uint32_t answer;
    uint8_t request[STORE_HASH_SIZE];
};

struct entry_header {
    uint64_t id;
    uint32_t kind;
    uint32_t size;
};

// clang-format off
#define HEADER(name, kind) CODEC_ONE(#name, struct header, name, kind)
static const struct codec_field header_fields[] = {
    HEADER(table, CODEC_NUMBER), HEADER(sequence, CODEC_NUMBER), HEADER(round, CODEC_NUMBER),
    HEADER(time_ms, CODEC_NUMBER), HEADER(events, CODEC_NUMBER), HEADER(postings, CODEC_NUMBER),
    HEADER(entries, CODEC_NUMBER), HEADER(epoch, CODEC_NUMBER), HEADER(key, CODEC_NUMBER),
    HEADER(answer, CODEC_NUMBER),
    CODEC_ALL("request", struct header, request, CODEC_BYTES),
};

#define ENTRY(name) CODEC_ONE(#name, struct entry_header, name, CODEC_NUMBER)
static const struct codec_field entry_fields[] = {ENTRY(kind), ENTRY(id), ENTRY(size)};

#define SEAT                CODEC_ONE("seat", struct uth_event, seat, CODEC_NUMBER)
#define SMALL(name, index)  CODEC_ONE(name, struct uth_event, small[UTH_SMALL_##index], CODEC_NUMBER)
#define CENTS(name, member) CODEC_ONE(name, struct uth_event, as.member.cents, CODEC_AMOUNT)

static const struct codec_field seat_only[] = {SEAT};
static const struct codec_field seat_and_amount[] = {SEAT, CENTS("amount", amount)};
static const struct codec_field seat_and_cards[] = {
    SEAT, CODEC_ONE("cards", struct uth_event, as.racked, CODEC_NUMBER)};
static const struct codec_field opened[] = {
    CODEC_ONE("number", struct uth_event, as.opened.number, CODEC_NUMBER),
    SMALL("deck", OPENED_DECK), SMALL("procedure", OPENED_PROCEDURE),
    SMALL("bank_seat", OPENED_BANK_SEAT), CENTS("bank_wager", opened.bank_wager),
    CODEC_ALL("folds", struct uth_event, as.opened.folds, CODEC_BYTES)};
static const struct codec_field wagered[] = {
    SEAT, CODEC_ALL("stakes", struct uth_event, as.stakes, CODEC_AMOUNT)};
static const struct codec_field dealt[] = {CODEC_ALL("deck", struct uth_event, as.deck, CODEC_BYTES)};
static const struct codec_field decided[] = {
    SEAT, SMALL("street", DECIDED_STREET), SMALL("action", DECIDED_ACTION),
    SMALL("multiple", DECIDED_MULTIPLE), SMALL("by_system", DECIDED_BY_SYSTEM)};
static const struct codec_field turned[] = {SMALL("count", TURNED_COUNT)};
static const struct codec_field showdown[] = {SMALL("dealer_up", SHOWDOWN_DEALER_UP)};
static const struct codec_field settled[] = {
    SEAT, SMALL("wager", SETTLED_WAGER), SMALL("outcome", SETTLED_OUTCOME),
    SMALL("reason", SETTLED_REASON), CENTS("stake", settled.stake), CENTS("net", settled.net),
    SMALL("carried", SETTLED_CARRIED)};
static const struct codec_field awarded[] = {
    SEAT, SMALL("line", AWARDED_LINE), CENTS("amount", award.amount),
    CENTS("from_meter", award.from_meter), CENTS("from_house", award.from_house),
    CENTS("seed_added", award.seed_added), CENTS("reserve_used", award.reserve_used)};
static const struct codec_field voided[] = {SMALL("fee_returned", VOIDED_FEE_RETURNED)};

#define EVENT(fields) CODEC_FIELDS(struct uth_event, fields)

const struct codec_table batch_event_tables[UTH_EVENT_COUNT] = {
    [UTH_EVENT_OPENED] = EVENT(opened),
    [UTH_EVENT_WAGERED] = EVENT(wagered),
    [UTH_EVENT_FEE_TAKEN] = EVENT(seat_and_amount),
    [UTH_EVENT_COIN_IN] = EVENT(seat_and_amount),
    [UTH_EVENT_BETS_CLOSED] = EVENT(seat_only),
    [UTH_EVENT_DEALT] = EVENT(dealt),
    [UTH_EVENT_RACKED] = EVENT(seat_and_cards),
    [UTH_EVENT_DECIDED] = EVENT(decided),
    [UTH_EVENT_TURNED] = EVENT(turned),
    [UTH_EVENT_SHOWDOWN] = EVENT(showdown),
    [UTH_EVENT_EXPOSED] = EVENT(seat_only),
    [UTH_EVENT_SETTLED] = EVENT(settled),
    [UTH_EVENT_AWARDED] = EVENT(awarded),
    [UTH_EVENT_ROUND_SETTLED] = EVENT(seat_and_amount),
    [UTH_EVENT_ENDED] = EVENT(seat_only),
    [UTH_EVENT_VOIDED] = EVENT(voided),
};

#define POSTING(name, member, kind) CODEC_ONE(name, struct uth_posting, member, kind)
static const struct codec_field posting_fields[] = {
    POSTING("amount", amount.cents, CODEC_AMOUNT),
    POSTING("reason", reason, CODEC_NUMBER),
    CODEC_CHOICE("wager", struct uth_posting, wager, UTH_WAGER_COUNT),
    POSTING("debit_owner", debit.owner, CODEC_NUMBER),
    POSTING("credit_owner", credit.owner, CODEC_NUMBER),
    POSTING("debit_seat", debit.seat, CODEC_NUMBER),
    POSTING("credit_seat", credit.seat, CODEC_NUMBER),
    POSTING("debit_kind", debit.kind, CODEC_NUMBER),
    POSTING("credit_kind", credit.kind, CODEC_NUMBER),
    POSTING("debit_table", debit.table, CODEC_NUMBER),
    POSTING("credit_table", credit.table, CODEC_NUMBER),
    POSTING("round", round, CODEC_NUMBER),
    POSTING("table", table, CODEC_NUMBER),
    POSTING("reverses", reverses, CODEC_NUMBER),
};
// clang-format on

const struct codec_table batch_header_table = CODEC_FIELDS(struct header, header_fields);
const struct codec_table batch_entry_table = CODEC_FIELDS(struct entry_header, entry_fields);
const struct codec_table batch_posting_table = CODEC_FIELDS(struct uth_posting, posting_fields);

#define HEADER_MAX  160 // bytes of the format and the header
#define EVENT_MAX   256
#define POSTING_MAX 176
#define ENTRY_MAX   (48 + STORE_ENTRY_MAX) // with its bytes

_Static_assert(STORE_BODY_MAX ==
                   HEADER_MAX + STORE_EVENTS_MAX * EVENT_MAX + STORE_POSTINGS_MAX * POSTING_MAX +
                       STORE_ENTRIES_MAX * ENTRY_MAX + STORE_KEY_MAX + STORE_ANSWER_MAX,
               "the largest batch");

// ---- kinds there are --------------------------------------------------------------------------

static bool event_is_known(const struct uth_event *event)
{
    return event->kind < UTH_EVENT_COUNT && event->seat <= UTH_SEATS_MAX;
}

static bool posting_is_known(const struct uth_posting *posting)
{
    return posting->debit.kind < UTH_ACCOUNT_COUNT && posting->credit.kind < UTH_ACCOUNT_COUNT &&
           posting->reason < UTH_POSTED_COUNT && posting->wager <= UTH_WAGER_COUNT &&
           uth_money_in_range(posting->amount.cents);
}

// What a posting is written as the difference to, where no other stands before it.
static struct uth_posting first_base(uint32_t table, uint64_t round)
{
    return (struct uth_posting){.round = round, .table = table, .wager = UTH_WAGER_COUNT};
}

// Likewise a round that opens: a fold does what the makers' sheets say.
static struct uth_event first_opening(void)
{
    struct uth_event first = {.kind = UTH_EVENT_OPENED};
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        first.as.opened.folds[i] = (uint8_t)uth_wagers[i].fold;
    }
    return first;
}

// ---- into bytes -------------------------------------------------------------------------------

static bool within_limits(const struct store_batch *batch)
{
    bool fine = batch->event_count <= STORE_EVENTS_MAX &&
                batch->posting_count <= STORE_POSTINGS_MAX &&
                batch->entry_count <= STORE_ENTRIES_MAX && batch->key.size <= STORE_KEY_MAX &&
                batch->answer.size <= STORE_ANSWER_MAX && batch->sequence - 1 < INT64_MAX &&
                batch->round <= INT64_MAX && batch->time_ms >= 0;
    for (size_t i = 0; fine && i < batch->event_count; i++) {
        fine = event_is_known(&batch->events[i]);
    }
    for (size_t i = 0; fine && i < batch->posting_count; i++) {
        fine = posting_is_known(&batch->postings[i]);
    }
    for (size_t i = 0; fine && i < batch->entry_count; i++) {
        fine = batch->entries[i].bytes.size <= STORE_ENTRY_MAX;
    }
    return fine;
}

static size_t most_bytes(const struct store_batch *batch)
{
    size_t size = HEADER_MAX + batch->event_count * EVENT_MAX + batch->posting_count * POSTING_MAX +
                  batch->key.size + batch->answer.size;
    for (size_t i = 0; i < batch->entry_count; i++) {
        size += ENTRY_MAX - STORE_ENTRY_MAX + batch->entries[i].bytes.size;
    }
    return size;
}

static void put_bytes(struct codec_out *out, const void *bytes, size_t size)
{
    UTH_CHECK((size_t)(out->end - out->at) >= size);
    if (size != 0) {
        memcpy(out->at, bytes, size);
    }
    out->at += size;
}

static void put_events(struct codec_out *out, const struct store_batch *batch)
{
    const struct uth_event first = first_opening();
    const struct uth_event *last[UTH_EVENT_COUNT] = {[UTH_EVENT_OPENED] = &first};
    for (size_t i = 0; i < batch->event_count; i++) {
        const struct uth_event *event = &batch->events[i];
        put_bytes(out, &event->kind, 1);
        codec_write(out, &batch_event_tables[event->kind], last[event->kind], event);
        last[event->kind] = event;
    }
}

static void put_postings(struct codec_out *out, const struct store_batch *batch)
{
    const struct uth_posting first = first_base(batch->table, batch->round);
    const struct uth_posting *base = &first;
    for (size_t i = 0; i < batch->posting_count; i++) {
        codec_write(out, &batch_posting_table, base, &batch->postings[i]);
        base = &batch->postings[i];
    }
}

static void put_entries(struct codec_out *out, const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->entry_count; i++) {
        const struct store_entry *entry = &batch->entries[i];
        const struct entry_header header = {entry->id, (uint32_t)entry->kind,
                                            (uint32_t)entry->bytes.size};
        codec_write(out, &batch_entry_table, NULL, &header);
        put_bytes(out, entry->bytes.data, entry->bytes.size);
    }
}

// The parts are written behind the room the header may take, which is shorter: they move up to it.
static size_t write_batch(const struct store_batch *batch, uint8_t *bytes, size_t size)
{
    struct header header = {.table = batch->table,
                            .epoch = batch->epoch,
                            .sequence = batch->sequence,
                            .round = batch->round,
                            .time_ms = batch->time_ms,
                            .key = (uint32_t)batch->key.size,
                            .answer = (uint32_t)batch->answer.size};
    struct codec_out parts = {bytes + HEADER_MAX, bytes + size, batch->time_ms};
    const uint8_t *from = parts.at;
    put_events(&parts, batch);
    header.events = (uint32_t)(parts.at - from);
    put_postings(&parts, batch);
    header.postings = (uint32_t)(parts.at - from) - header.events;
    put_entries(&parts, batch);
    header.entries = (uint32_t)(parts.at - from) - header.events - header.postings;
    put_bytes(&parts, batch->key.data, batch->key.size);
    put_bytes(&parts, batch->answer.data, batch->answer.size);
    memcpy(header.request, batch->request, STORE_HASH_SIZE);
    struct codec_out front = {bytes, bytes + HEADER_MAX, batch->time_ms};
    codec_put_number(&front, BATCH_FORMAT);
    codec_write(&front, &batch_header_table, NULL, &header);
    memmove(front.at, from, (size_t)(parts.at - from));
    return (size_t)(front.at - bytes) + (size_t)(parts.at - from);
}

enum store_status store_encode(const struct store_batch *batch, uint8_t **body, size_t *size)
{
    if (!within_limits(batch)) {
        return STORE_ERR_BATCH;
    }
    const size_t most = most_bytes(batch);
    uint8_t *bytes = malloc(most);
    if (bytes == NULL) {
        return STORE_ERR_MEMORY;
    }
    *size = write_batch(batch, bytes, most);
    uint8_t *fitted = realloc(bytes, *size);
    *body = fitted != NULL ? fitted : bytes;
    return STORE_OK;
}

// ---- from bytes -------------------------------------------------------------------------------

static bool read_header(struct codec_in *in, struct header *header)
{
    uint64_t format;
    return codec_get_number(in, &format) && format == BATCH_FORMAT &&
           codec_read(in, &batch_header_table, NULL, header) && header->sequence - 1 < INT64_MAX &&
           header->round <= INT64_MAX && header->time_ms >= 0 && header->key <= STORE_KEY_MAX &&
           header->answer <= STORE_ANSWER_MAX;
}

// The next `size` bytes; false when there are fewer.
static bool cut(struct codec_in *in, size_t size, struct store_bytes *bytes)
{
    if ((size_t)(in->end - in->at) < size) {
        return false;
    }
    *bytes = (struct store_bytes){in->at, size};
    in->at += size;
    return true;
}

bool batch_view(struct store_bytes body, struct batch_view *view)
{
    struct codec_in in = {body.data, body.data + body.size, 0};
    struct header header;
    if (body.size > STORE_BODY_MAX || !read_header(&in, &header) ||
        !cut(&in, header.events, &view->events) || !cut(&in, header.postings, &view->postings) ||
        !cut(&in, header.entries, &view->entries) || !cut(&in, header.key, &view->key) ||
        !cut(&in, header.answer, &view->answer) || in.at != in.end) {
        return false;
    }
    view->table = header.table;
    view->epoch = header.epoch;
    view->sequence = header.sequence;
    view->round = header.round;
    view->time_ms = header.time_ms;
    memcpy(view->request, header.request, STORE_HASH_SIZE);
    view->body = body;
    return true;
}

const char *batch_fault(struct store_bytes body)
{
    struct codec_in in = {body.data, body.data + body.size, 0};
    uint64_t format;
    return codec_get_number(&in, &format) && format > BATCH_FORMAT
               ? "its content is of a format this program does not know yet: a later one wrote it"
               : "its content is not a batch";
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

static struct codec_in part_of(const struct batch_view *view, struct store_bytes part)
{
    return (struct codec_in){part.data, part.data + part.size, view->time_ms};
}

static bool get_events(const struct batch_view *view, struct batch_room *room, size_t *count)
{
    const struct uth_event first = first_opening();
    const struct uth_event *last[UTH_EVENT_COUNT] = {[UTH_EVENT_OPENED] = &first};
    struct codec_in in = part_of(view, view->events);
    for (*count = 0; in.at < in.end; ++*count) {
        struct uth_event *event = &room->events[*count];
        const uint8_t kind = *in.at++;
        if (*count == STORE_EVENTS_MAX || kind >= UTH_EVENT_COUNT ||
            !codec_read(&in, &batch_event_tables[kind], last[kind], event)) {
            return false;
        }
        event->kind = kind;
        last[kind] = event;
        if (!event_is_known(event)) {
            return false;
        }
    }
    return true;
}

static bool get_postings(const struct batch_view *view, struct batch_room *room, size_t *count)
{
    const struct uth_posting first = first_base(view->table, view->round);
    const struct uth_posting *base = &first;
    struct codec_in in = part_of(view, view->postings);
    for (*count = 0; in.at < in.end; ++*count) {
        struct uth_posting *posting = &room->postings[*count];
        if (*count == STORE_POSTINGS_MAX || !codec_read(&in, &batch_posting_table, base, posting) ||
            !posting_is_known(posting)) {
            return false;
        }
        base = posting;
    }
    return true;
}

static bool get_entries(const struct batch_view *view, struct batch_room *room, size_t *count)
{
    struct codec_in in = part_of(view, view->entries);
    for (*count = 0; in.at < in.end; ++*count) {
        struct entry_header header;
        struct store_entry *entry = &room->entries[*count];
        if (*count == STORE_ENTRIES_MAX || !codec_read(&in, &batch_entry_table, NULL, &header) ||
            header.size > STORE_ENTRY_MAX || !cut(&in, header.size, &entry->bytes)) {
            return false;
        }
        entry->id = header.id;
        entry->kind = (enum store_entry_kind)header.kind;
    }
    return true;
}

bool batch_unpack(const struct batch_view *view, struct batch_room *room, struct store_batch *batch)
{
    *batch = (struct store_batch){.table = view->table,
                                  .sequence = view->sequence,
                                  .round = view->round,
                                  .time_ms = view->time_ms,
                                  .epoch = view->epoch,
                                  .events = room->events,
                                  .postings = room->postings,
                                  .entries = room->entries,
                                  .key = view->key,
                                  .answer = view->answer};
    memcpy(batch->request, view->request, STORE_HASH_SIZE);
    return get_events(view, room, &batch->event_count) &&
           get_postings(view, room, &batch->posting_count) &&
           get_entries(view, room, &batch->entry_count);
}
