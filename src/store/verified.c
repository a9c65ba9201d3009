// Up to where everything was verified: the book at the end of a signed day, signed itself.
//
// The next audit may start from there. Only whoever has the signing key can say so.
#include <stdlib.h>
#include <string.h>

#include "fair/bytes.h"
#include "store/audit_walk.h"

#define MESSAGE_SIZE (16 + STORE_ID_SIZE + 8 + 8 + STORE_HASH_SIZE + 8 + STORE_HASH_SIZE)

// What is signed: docs/audit.md.
static void message_of(const uint8_t id[STORE_ID_SIZE], const struct verified *verified,
                       uint8_t message[MESSAGE_SIZE])
{
    static const char tag[16] = "uth verified 1";
    uint8_t *at = message;
    memcpy(at, tag, sizeof tag);
    memcpy(at += sizeof tag, id, STORE_ID_SIZE);
    (void)fair_put_number(at += STORE_ID_SIZE, (uint64_t)verified->day, 8);
    (void)fair_put_number(at += 8, verified->position, 8);
    memcpy(at += 8, verified->hash, STORE_HASH_SIZE);
    (void)fair_put_number(at += STORE_HASH_SIZE, (uint64_t)verified->signed_ms, 8);
    (void)crypto_generichash(at + 8, STORE_HASH_SIZE, verified->book, verified->size, NULL, 0);
}

// ---- reading ----------------------------------------------------------------------------------

struct reading {
    struct walk *walk;
    const uint8_t *public_key;
};

static bool is_signed(const struct reading *reading, const struct verified *verified)
{
    uint8_t message[MESSAGE_SIZE];
    const uint8_t *key = reading->public_key;
    message_of(reading->walk->store->id, verified, message);
    return (key == NULL || memcmp(key, verified->public_key, STORE_PUBLIC_KEY_SIZE) == 0) &&
           crypto_sign_verify_detached(verified->signature, message, sizeof message,
                                       verified->public_key) == 0;
}

static bool is_head(const struct walk *walk, const struct verified *verified)
{
    for (size_t i = 0; i < walk->head_count; i++) {
        if (walk->heads[i].mark.position == verified->position) {
            return memcmp(walk->heads[i].mark.hash, verified->hash, STORE_HASH_SIZE) == 0;
        }
    }
    return false;
}

// The bytes of a row as a mark has them, whose own could be changed; these are only hashed.
static uint8_t *to_look_at(const uint8_t *bytes)
{
    const union {
        const uint8_t *theirs;
        uint8_t *ours;
    } same = {bytes};
    return same.ours;
}

// What does not hold is as if it were not there: then the audit begins at the first record.
static bool visit_verified(void *context, const struct store_row *row)
{
    const struct reading *reading = context;
    struct walk *walk = reading->walk;
    struct verified verified = {.day = row->cells[VERIFIED_DAY].number,
                                .position = (uint64_t)row->cells[VERIFIED_POSITION].number,
                                .signed_ms = row->cells[VERIFIED_SIGNED].number};
    const struct store_bytes book = bytes_of(&row->cells[VERIFIED_BOOK]);
    if (!is_hash(&row->cells[VERIFIED_HASH]) ||
        row->cells[VERIFIED_PUBLIC_KEY].size != STORE_PUBLIC_KEY_SIZE ||
        row->cells[VERIFIED_SIGNATURE].size != STORE_SIGNATURE_SIZE) {
        return false;
    }
    memcpy(verified.hash, row->cells[VERIFIED_HASH].bytes, STORE_HASH_SIZE);
    memcpy(verified.public_key, row->cells[VERIFIED_PUBLIC_KEY].bytes, STORE_PUBLIC_KEY_SIZE);
    memcpy(verified.signature, row->cells[VERIFIED_SIGNATURE].bytes, STORE_SIGNATURE_SIZE);
    verified.book = row->cells[VERIFIED_BOOK].size != 0 ? to_look_at(book.data) : NULL;
    verified.size = book.size;
    if (!is_signed(reading, &verified) || !is_head(walk, &verified)) {
        return false;
    }
    const enum store_status status = book_read(&walk->book, book);
    if (status == STORE_OK && walk->book.position == verified.position &&
        memcmp(walk->book.hash, verified.hash, STORE_HASH_SIZE) == 0) {
        walk->from = verified.position;
        walk->report->from = verified.position;
        walk->report->from_day = verified.day;
    } else {
        walk->status = status == STORE_ERR_MEMORY ? status : walk->status;
        book_start(&walk->book, walk->store->id);
    }
    return false;
}

void walk_start_verified(struct walk *walk, const uint8_t *public_key)
{
    struct reading reading = {walk, public_key};
    const struct store_query query = query_one(STORE_TABLE_VERIFIED, 1);
    const enum store_status status = store_find(walk->store, &query, visit_verified, &reading);
    walk->status = walk->status != STORE_OK ? walk->status : status;
}

// ---- writing ----------------------------------------------------------------------------------

void walk_keep_verified(struct walk *walk)
{
    struct verified *mark = walk->mark;
    if (walk_is_fine(walk) && mark->book == NULL && walk->book.position == mark->position) {
        memcpy(mark->hash, walk->book.hash, STORE_HASH_SIZE);
        walk->status = book_write(&walk->book, &mark->book, &mark->size);
    }
}

static bool note_last(void *context, const struct store_signed_head *head)
{
    struct verified *mark = context;
    mark->day = head->day;
    mark->position = head->position;
    return true;
}

static enum store_status put(struct store *store, const struct store_key *key,
                             struct verified *mark)
{
    uint8_t message[MESSAGE_SIZE];
    memcpy(mark->public_key, store_key_public(key), STORE_PUBLIC_KEY_SIZE);
    message_of(store->id, mark, message);
    store_key_sign(key, message, sizeof message, mark->signature);
    const struct store_row row = {
        .cells = {[VERIFIED_ID] = number_cell(1),
                  [VERIFIED_DAY] = number_cell(mark->day),
                  [VERIFIED_POSITION] = number_cell((int64_t)mark->position),
                  [VERIFIED_HASH] = bytes_cell(mark->hash, STORE_HASH_SIZE),
                  [VERIFIED_SIGNED] = number_cell(mark->signed_ms),
                  [VERIFIED_PUBLIC_KEY] = bytes_cell(mark->public_key, STORE_PUBLIC_KEY_SIZE),
                  [VERIFIED_SIGNATURE] = bytes_cell(mark->signature, STORE_SIGNATURE_SIZE),
                  [VERIFIED_BOOK] = bytes_cell(mark->book, mark->size)}};
    const enum store_status status = store_begin(store);
    return store_end(store, status == STORE_OK ? store->port->functions->put(
                                                     store->port, STORE_TABLE_VERIFIED, &row, 1)
                                               : status);
}

enum store_status store_verify_days(struct store *store, const struct store_key *key,
                                    int64_t now_ms, struct store_report *report)
{
    struct verified mark = {.day = -1, .signed_ms = now_ms};
    enum store_status status = store_signed_heads(store, note_last, &mark);
    if (status != STORE_OK) {
        return status;
    }
    status = walk_all(store, STORE_AUDIT_LINKS | STORE_AUDIT_BOOKS,
                      (struct walk_plan){.is_recent = true,
                                         .public_key = store_key_public(key),
                                         .mark = mark.position != 0 ? &mark : NULL},
                      report);
    // Without one there is nothing new: the last signed day is verified.
    if (status == STORE_OK && report->status == STORE_OK && mark.book != NULL) {
        status = put(store, key, &mark);
    }
    free(mark.book);
    return status;
}
