// Tamper evidence: walk the links, rebuild the books, sign the head of a day.
#ifndef UTH_STORE_AUDIT_H
#define UTH_STORE_AUDIT_H

#include "store/store.h"

enum {
    STORE_AUDIT_LINKS = 1, // every hash, every derived row, every signature
    STORE_AUDIT_BOOKS = 2, // balances only
};

struct store_report {
    // STORE_OK, or STORE_ERR_TAMPERED: then `text` names the first record that does not fit.
    enum store_status status;
    char text[FAULT_TEXT_MAX];
    uint64_t position; // of that record; 0 where it is no batch
    uint32_t table;
    uint64_t sequence;
    uint64_t from;    // behind this position the walk began; 0: at the first record
    int64_t from_day; // the last day that was verified before
    // What was walked.
    uint64_t batches;
    uint64_t events;
    uint64_t postings;
    uint64_t signatures;
    uint8_t hash[STORE_HASH_SIZE]; // the last link
    uint64_t accounts[UTH_ACCOUNT_COUNT];
    uth_money totals[UTH_ACCOUNT_COUNT]; // of the stored balances, by kind
};

// Reads everything once. STORE_OK means that the reading worked, not that everything fits: see
// report->status.
UTH_NODISCARD enum store_status store_audit(struct store *store, unsigned what,
                                            struct store_report *report);

// Hears of each record that fits, in order, and at the end of the store, all at one moment with what the
// audit compared. False from `record`: it wants no more, and the end neither.
struct store_follower {
    store_read_record *record;
    void (*end)(void *context, struct store *store);
    void *context;
};
UTH_NODISCARD enum store_status store_audit_with(struct store *store, unsigned what,
                                                 const struct store_follower *follower,
                                                 struct store_report *report);

// The same from where store_verify_days left off, if that is there, signed, and with this key (NULL: with
// any); else from the first record: see report->from. Rows that follow from records before that place are
// compared only where records behind it change them. The follower, which may be NULL, begins with the
// first record or hears nothing.
UTH_NODISCARD enum store_status store_audit_recent(struct store *store, const uint8_t *public_key,
                                                   const struct store_follower *follower,
                                                   struct store_report *report);

// ---- signed daily heads -----------------------------------------------------------------------

#define STORE_PUBLIC_KEY_SIZE 32
#define STORE_SIGNATURE_SIZE  64

// The secret half lives in locked memory and is wiped on close.
struct store_key;

// Opens the key file, making it (mode 0600) when there is none and `make` is set. Refuses a file
// that others may read.
UTH_NODISCARD enum store_status store_key_open(const char *path, bool make, struct fault *fault,
                                               struct store_key **key);
void store_key_close(struct store_key **key);
const uint8_t *store_key_public(const struct store_key *key);

struct store_signed_head {
    int64_t day; // since 1970, UTC
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
    int64_t signed_ms;
    uint8_t public_key[STORE_PUBLIC_KEY_SIZE];
    uint8_t signature[STORE_SIGNATURE_SIZE];
};

// Signs the head of every day before `today` that has batches and no signature yet.
UTH_NODISCARD enum store_status store_sign_days(struct store *store, const struct store_key *key,
                                                int64_t today, int64_t now_ms, size_t *count);
// Audits what came since this was done last, and notes that everything up to the last signed day is
// verified, with a signature; only if it is: see report->status.
UTH_NODISCARD enum store_status store_verify_days(struct store *store, const struct store_key *key,
                                                  int64_t now_ms, struct store_report *report);
typedef bool store_read_head(void *context, const struct store_signed_head *head);
UTH_NODISCARD enum store_status store_signed_heads(struct store *store, store_read_head *read,
                                                   void *context);
// Does the signature fit? For an outsider: needs no store but its name.
bool store_head_is_signed(const uint8_t id[STORE_ID_SIZE], const struct store_signed_head *head);

// ---- rounds in play ---------------------------------------------------------------------------

// What must not be shown yet: a round in play has cards that nobody may know.
struct store_in_play;

// The rounds in play. *last is the newest record this can answer for: whatever came later may be of
// a round that was opened since.
UTH_NODISCARD enum store_status store_in_play_open(struct store *store, struct store_mark *last,
                                                   struct store_in_play **in_play);
void store_in_play_close(struct store_in_play **in_play);
// Is the batch of a round that is not over, or was it stored at a table while such a round is on?
bool store_in_play_has(const struct store_in_play *in_play, const struct store_batch *batch);

// ---- for an outsider with an exported file ----------------------------------------------------

// How a record is linked, as an export says it.
struct store_link {
    uint8_t before[STORE_HASH_SIZE];
    uint8_t record_hash[STORE_HASH_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
};

// For who exports: the links of all records from the first of a store. False when the record's checksum
// is not that of its bytes.
void store_chain_start(struct store_mark *mark, const uint8_t id[STORE_ID_SIZE]);
UTH_NODISCARD bool store_chain_next(struct store_mark *mark, const uint8_t id[STORE_ID_SIZE],
                                    const struct store_record *record, struct store_link *link);
// For who checks, from any position on: does this record follow the one before, and do its links fit its
// bytes? Of a record without a body only its place in the chain is checked.
bool store_check_record(struct store_mark *mark, const uint8_t id[STORE_ID_SIZE],
                        const struct store_record *record, const struct store_link *link,
                        const char **why);

// Reads an encoded batch, for as long as the body and the room (store/batch.h) live. False when it is none.
struct batch_room;
bool store_decode(struct store_bytes body, struct batch_room *room, struct store_batch *batch);

#endif
