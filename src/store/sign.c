// Signed daily heads, and what an outsider needs to check them.
#include <string.h>

#include <sodium.h>

#include "fair/key_file.h"
#include "store/audit.h"
#include "store/chain.h"
#include "store/internal.h"

_Static_assert(STORE_PUBLIC_KEY_SIZE == crypto_sign_PUBLICKEYBYTES, "Ed25519");
_Static_assert(STORE_SIGNATURE_SIZE == crypto_sign_BYTES, "Ed25519");
_Static_assert(FAIR_KEY_FILE_SIZE == crypto_sign_SEEDBYTES, "Ed25519");

#define DAYS_AT_ONCE 512
#define LAST_DAY     INT64_C(2932896) // 9999-12-31

// ---- the key file -----------------------------------------------------------------------------

struct store_key {
    uint8_t public_key[crypto_sign_PUBLICKEYBYTES];
    uint8_t secret_key[crypto_sign_SECRETKEYBYTES];
};

enum store_status store_key_open(const char *path, bool make, struct fault *fault,
                                 struct store_key **key)
{
    static const struct fair_key_file kind = {"uth-ed25519-seed-1", "signing key"};
    uint8_t seed[crypto_sign_SEEDBYTES];
    struct fault why;
    if (!fair_key_file_read(&kind, path, make, &why, seed)) {
        return store_fail(fault, STORE_ERR_KEY_FILE, "%s", why.text);
    }
    struct store_key *made = sodium_malloc(sizeof *made);
    if (made != NULL) {
        (void)crypto_sign_seed_keypair(made->public_key, made->secret_key, seed);
        *key = made;
    }
    sodium_memzero(seed, sizeof seed);
    return made != NULL ? STORE_OK : store_fail(fault, STORE_ERR_MEMORY, "out of memory");
}

void store_key_close(struct store_key **key)
{
    sodium_free(*key); // wipes it; NULL is allowed
    *key = NULL;
}

const uint8_t *store_key_public(const struct store_key *key)
{
    return key->public_key;
}

void store_key_sign(const struct store_key *key, const uint8_t *message, size_t size,
                    uint8_t signature[STORE_SIGNATURE_SIZE])
{
    (void)crypto_sign_detached(signature, NULL, message, size, key->secret_key);
}

// ---- signatures -------------------------------------------------------------------------------

#define MESSAGE_SIZE (16 + STORE_ID_SIZE + 8 + 8 + STORE_HASH_SIZE + 8)

// What is signed: docs/audit.md.
static void message_of(const uint8_t id[STORE_ID_SIZE], const struct store_signed_head *head,
                       uint8_t message[MESSAGE_SIZE])
{
    static const char tag[16] = "uth day head 1";
    uint8_t *at = message;
    memcpy(at, tag, sizeof tag);
    memcpy(at += sizeof tag, id, STORE_ID_SIZE);
    memcpy(at += STORE_ID_SIZE, &head->day, 8);
    memcpy(at += 8, &head->position, 8);
    memcpy(at += 8, head->hash, STORE_HASH_SIZE);
    memcpy(at + STORE_HASH_SIZE, &head->signed_ms, 8);
}

bool store_head_is_signed(const uint8_t id[STORE_ID_SIZE], const struct store_signed_head *head)
{
    uint8_t message[MESSAGE_SIZE];
    message_of(id, head, message);
    return crypto_sign_verify_detached(head->signature, message, sizeof message,
                                       head->public_key) == 0;
}

struct head_reading {
    struct store *store;
    store_read_head *read;
    void *context;
    enum store_status status;
};

static bool visit_signature(void *context, const struct store_row *row)
{
    struct head_reading *reading = context;
    struct store_signed_head head = {
        .day = row->cells[SIGNATURE_DAY].number,
        .position = (uint64_t)row->cells[SIGNATURE_POSITION].number,
        .signed_ms = row->cells[SIGNATURE_SIGNED].number,
    };
    if (head.day < 0 || head.day > LAST_DAY) {
        reading->status =
            store_fail(&reading->store->fault, STORE_ERR_TAMPERED,
                       "the signed head of day %lld refers to an unknown day", (long long)head.day);
        return false;
    }
    if (!is_hash(&row->cells[SIGNATURE_HASH]) ||
        row->cells[SIGNATURE_PUBLIC_KEY].size != sizeof head.public_key ||
        row->cells[SIGNATURE_SIGNATURE].size != sizeof head.signature) {
        reading->status = store_fail(&reading->store->fault, STORE_ERR_TAMPERED,
                                     "the signed head of day %lld has fields of a wrong length",
                                     (long long)head.day);
        return false;
    }
    memcpy(head.hash, row->cells[SIGNATURE_HASH].bytes, sizeof head.hash);
    memcpy(head.public_key, row->cells[SIGNATURE_PUBLIC_KEY].bytes, sizeof head.public_key);
    memcpy(head.signature, row->cells[SIGNATURE_SIGNATURE].bytes, sizeof head.signature);
    return reading->read(reading->context, &head);
}

enum store_status store_signed_heads(struct store *store, store_read_head *read, void *context)
{
    struct head_reading reading = {store, read, context, STORE_OK};
    const struct store_query query = {.table = STORE_TABLE_SIGNATURE};
    const enum store_status status = store_find(store, &query, visit_signature, &reading);
    return status != STORE_OK ? status : reading.status;
}

// Days that have begun, oldest first, and how many of them are signed already.
struct days {
    const struct store *store;
    int64_t day[DAYS_AT_ONCE + 1];
    int64_t first[DAYS_AT_ONCE + 1];
    uint8_t before[DAYS_AT_ONCE + 1][STORE_HASH_SIZE]; // the link of the last batch before the day
    size_t count;
    int64_t last_signed;
    int64_t unsigned_day; // whose signature does not fit; -1: none
    int64_t damaged_day;  // whose row does not; likewise
};

static bool note_signed(void *context, const struct store_signed_head *head)
{
    struct days *days = context;
    days->last_signed = head->day;
    days->unsigned_day = store_head_is_signed(days->store->id, head) ? -1 : head->day;
    return days->unsigned_day < 0;
}

static bool note_day(void *context, const struct store_row *row)
{
    struct days *days = context;
    days->day[days->count] = row->cells[DAY_DAY].number;
    days->first[days->count] = row->cells[DAY_FIRST].number;
    if (is_hash(&row->cells[DAY_BEFORE])) {
        memcpy(days->before[days->count], row->cells[DAY_BEFORE].bytes, STORE_HASH_SIZE);
    } else {
        days->damaged_day = row->cells[DAY_DAY].number;
    }
    return ++days->count <= DAYS_AT_ONCE;
}

static bool note_there(void *context, const struct store_row *row)
{
    (void)row;
    *(bool *)context = true;
    return true;
}

enum store_status store_put_signed_head(struct store *store, const struct store_signed_head *head)
{
    const struct store_row row = {
        .cells = {[SIGNATURE_DAY] = number_cell(head->day),
                  [SIGNATURE_POSITION] = number_cell((int64_t)head->position),
                  [SIGNATURE_HASH] = bytes_cell(head->hash, sizeof head->hash),
                  [SIGNATURE_SIGNED] = number_cell(head->signed_ms),
                  [SIGNATURE_PUBLIC_KEY] = bytes_cell(head->public_key, sizeof head->public_key),
                  [SIGNATURE_SIGNATURE] = bytes_cell(head->signature, sizeof head->signature)}};
    return store->port->functions->put(store->port, STORE_TABLE_SIGNATURE, &row, 1);
}

static enum store_status put_signature(struct store *store, const struct store_signed_head *head)
{
    const enum store_status status = store_begin(store);
    return store_end(store, status == STORE_OK ? store_put_signed_head(store, head) : status);
}

// The head of a day is the batch before the next day's first one, or the last of all.
static enum store_status sign_day(struct store *store, const struct store_key *key,
                                  const struct days *days, size_t i, int64_t now_ms)
{
    struct store_signed_head head = {.day = days->day[i], .signed_ms = now_ms};
    enum store_status status = STORE_OK;
    if (i + 1 < days->count) {
        head.position = (uint64_t)days->first[i + 1] - 1;
        memcpy(head.hash, days->before[i + 1], STORE_HASH_SIZE);
    } else {
        status = store_head(store, &head.position, head.hash);
    }
    const struct store_query query = query_one(STORE_TABLE_BATCH, (int64_t)head.position);
    bool is_there = false;
    status = status == STORE_OK ? store_find(store, &query, note_there, &is_there) : status;
    if (status != STORE_OK || !is_there) {
        return status;
    }
    uint8_t message[MESSAGE_SIZE];
    memcpy(head.public_key, key->public_key, sizeof head.public_key);
    message_of(store->id, &head, message);
    store_key_sign(key, message, sizeof message, head.signature);
    return put_signature(store, &head);
}

enum store_status store_sign_days(struct store *store, const struct store_key *key, int64_t today,
                                  int64_t now_ms, size_t *count)
{
    struct days days = {.store = store, .last_signed = -1, .unsigned_day = -1, .damaged_day = -1};
    size_t done = 0;
    enum store_status status = store_signed_heads(store, note_signed, &days);
    if (status == STORE_OK && days.unsigned_day >= 0) {
        // Days are signed once, from the last signed one on: one that is none would hold them all up.
        status = store_fail(&store->fault, STORE_ERR_TAMPERED,
                            "the signature of day %lld is wrong: run 'uth audit verify'",
                            (long long)days.unsigned_day);
    }
    if (status == STORE_OK) {
        const struct store_query query = {.table = STORE_TABLE_DAY,
                                          .ranged = true,
                                          .from = days.last_signed + 1,
                                          .to = INT64_MAX};
        status = store_find(store, &query, note_day, &days);
    }
    if (status == STORE_OK && days.damaged_day >= 0) {
        status = store_fail(&store->fault, STORE_ERR_TAMPERED,
                            "the row of day %lld has no link: run 'uth audit verify'",
                            (long long)days.damaged_day);
    }
    for (size_t i = 0; i < days.count && i < DAYS_AT_ONCE && status == STORE_OK; i++) {
        if (days.day[i] >= today) {
            break;
        }
        status = sign_day(store, key, &days, i, now_ms);
        done += status == STORE_OK;
    }
    *count = done;
    return status;
}

// ---- an exported file -------------------------------------------------------------------------

void store_chain_start(struct store_mark *mark, const uint8_t id[STORE_ID_SIZE])
{
    mark->position = 0;
    chain_start(id, mark->hash);
}

bool store_chain_next(struct store_mark *mark, const uint8_t id[STORE_ID_SIZE],
                      const struct store_record *record, struct store_link *link)
{
    memcpy(link->before, mark->hash, STORE_HASH_SIZE);
    chain_record(id, record->position, record->body, link->record_hash);
    chain_link(link->before, link->record_hash, link->hash);
    mark->position = record->position;
    memcpy(mark->hash, link->hash, STORE_HASH_SIZE);
    return chain_checksum(link->record_hash) == record->checksum;
}

bool store_check_record(struct store_mark *mark, const uint8_t id[STORE_ID_SIZE],
                        const struct store_record *record, const struct store_link *link,
                        const char **why)
{
    uint8_t hash[STORE_HASH_SIZE];
    *why = NULL;
    chain_record(id, record->position, record->body, hash);
    if (record->body.size != 0 && memcmp(hash, link->record_hash, sizeof hash) != 0) {
        *why = "its content does not match its hash";
    }
    chain_link(link->before, link->record_hash, hash);
    if (*why == NULL && memcmp(hash, link->hash, sizeof hash) != 0) {
        *why = "its link to the batches before it is wrong";
    }
    if (*why == NULL && mark->position != 0 &&
        (record->position != mark->position + 1 ||
         memcmp(link->before, mark->hash, sizeof hash) != 0)) {
        *why = "it does not follow the record before it in the file";
    }
    mark->position = record->position;
    memcpy(mark->hash, link->hash, sizeof hash);
    return *why == NULL;
}

bool store_decode(struct store_bytes body, struct batch_room *room, struct store_batch *batch)
{
    struct batch_view view;
    return batch_view(body, &view) && batch_unpack(&view, room, batch);
}
