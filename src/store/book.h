// What follows from the batches: heads, balances, rounds, players, states, days.
//
// The same code runs twice: in front of the writer, where it is a cache that is filled from the
// database and thrown away after any failure, and in the audit, where it starts empty and must
// arrive at what the database says.
#ifndef UTH_STORE_BOOK_H
#define UTH_STORE_BOOK_H

#include "store/batch.h"
#include "store/map.h"

#define BOOK_DAY_MS INT64_C(86400000)

enum book_part { BOOK_TABLE, BOOK_ACCOUNT, BOOK_ROUND };

// Fills a record that was just made from what is stored. Not called with a NULL load.
typedef enum store_status book_load(void *context, enum book_part part, struct map_record *record);

enum { BOOK_ROUND_FIRST, BOOK_ROUND_LAST, BOOK_ROUND_OPENED, BOOK_ROUND_ENDED };
enum { BOOK_PLAYED_MS, BOOK_PLAYED_TABLE, BOOK_PLAYED_ROUND };

struct book {
    struct map tables;   // (table, 0): number[0] the last sequence, [1] its epoch
    struct map accounts; // book_account_key: number[0] the balance
    struct map rounds;   // (table, round): BOOK_ROUND_…
    struct map played;   // (player, opening): BOOK_PLAYED_…
    struct map states;   // (id, kind): number[0] position, [1] index in the group, [2] of the entry
    uint64_t position;
    uint8_t hash[STORE_HASH_SIZE];
    int64_t day; // of the last batch that began one; -1 before the first
    const uint8_t *id;
    uint32_t tried[2 * STORE_POSTINGS_MAX]; // accounts of the batch that is being judged, once each
    size_t tried_count;
    uint32_t turn;       // of the group: what was touched in it is to be written
    uint32_t batch_turn; // of the batch that is being judged
    book_load *load;
    void *context;
    bool has_all_accounts; // an account that is not here was never posted to
    bool hashes_states;    // the audit compares them by their hashes
    int64_t openings;      // a number for each opening of a round that has players here
};

// Empties it, for the store of that name.
void book_start(struct book *book, const uint8_t *id);
void book_finish(struct book *book);
// Forgets what was touched so far.
void book_next_turn(struct book *book);
// Loads again what this turn touched, because the turn came to nothing. Position, hash and day are
// the caller's to put back.
UTH_NODISCARD enum store_status book_undo_turn(struct book *book);

void book_account_key(const struct uth_account *account, uint64_t *a, uint64_t *b);
struct uth_account book_account_of(uint64_t a, uint64_t b);

// The table's head. NULL with *status when it cannot be read.
struct map_record *book_table(struct book *book, uint32_t table, enum store_status *status);

// Is it of the table's epoch, or the one that takes the table over? Would its postings leave every
// balance in range and no player below zero? Changes nothing but trials; remembers them for
// book_apply.
UTH_NODISCARD enum store_status book_validate(struct book *book, const struct store_batch *batch);

// Where a batch went and what it was linked to.
struct book_link {
    uint64_t position;
    int64_t checksum;
    uint8_t before[STORE_HASH_SIZE];
    bool begins_day;
};

// What follows from a batch besides its link and its postings: rounds, players, states. The batch
// is the one at book->position; its entries point into `body`.
UTH_NODISCARD enum store_status book_follow(struct book *book, const struct store_batch *batch,
                                            struct store_bytes body, size_t index);
// Forgets every round that is over, and who played in it. The same rounds never come again.
UTH_NODISCARD enum store_status book_forget_ended(struct book *book);

// The whole book between two turns as bytes, to be freed, and back into one that was just started:
// STORE_ERR_DAMAGED when they are not those of a book, which is then anything.
UTH_NODISCARD enum store_status book_write(struct book *book, uint8_t **bytes, size_t *size);
UTH_NODISCARD enum store_status book_read(struct book *book, struct store_bytes bytes);

// Takes a batch that was judged, as the next of its table and of all.
UTH_NODISCARD enum store_status book_apply(struct book *book, const struct store_batch *batch,
                                           struct store_bytes body, size_t index,
                                           struct book_link *link);

#endif
