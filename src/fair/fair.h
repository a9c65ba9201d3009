// Fair dealing: a deck that neither the house nor a player can choose, and anyone can deal again.
// The scheme, with test vectors, stands in docs/dealing.md.
//
//   secret --commit--> shown before wagers open
//   parts  --commit--> roster: who plays, how it is dealt, whose commitments count; then signed
//   secret, roster, revealed parts --> key --> ChaCha20 --> unbiased shuffle --> deck
//
// Whoever holds a secret before its round is over wipes it when they have done with it. This layer
// leaves no copy of one behind.
#ifndef UTH_FAIR_FAIR_H
#define UTH_FAIR_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "uth/card.h"
#include "uth/rotation.h"
#include "uth/rules.h"

#define FAIR_SECRET_SIZE     32
#define FAIR_COMMITMENT_SIZE 32
#define FAIR_PART_SIZE       32
#define FAIR_HASH_SIZE       32
#define FAIR_PUBLIC_SIZE     32
#define FAIR_SIGNATURE_SIZE  64

// Call once before anything else. False when the system has no source of randomness.
UTH_NODISCARD bool fair_init(void);

// ---- the deck ---------------------------------------------------------------------------------

// All that a deck follows from. Seat 1 is index 0, and bit 0 of a set. The roster is what is fixed at
// "no more bets": everything but the secret, what is revealed, and the parts.
struct fair_deal {
    uint64_t round;
    uint32_t table;
    uint8_t bank_seat;      // of the player-dealer; 0: none
    uint8_t procedure;      // enum uth_procedure
    uth_seat_set in;        // has a wager, or banks
    uth_seat_set committed; // to a part
    uth_seat_set revealed;  // the part
    uint8_t secret[FAIR_SECRET_SIZE];
    uint8_t commitment[FAIR_COMMITMENT_SIZE]; // to the secret
    uint8_t commitments[UTH_SEATS_MAX][FAIR_COMMITMENT_SIZE];
    uint8_t parts[UTH_SEATS_MAX][FAIR_PART_SIZE];
};

// 32 bytes from the operating system.
void fair_secret_make(uint8_t secret[FAIR_SECRET_SIZE]);

void fair_commit(const uint8_t secret[FAIR_SECRET_SIZE], uint8_t commitment[FAIR_COMMITMENT_SIZE]);

// The commitment to a player's part, for one seat in one round of one table alone.
void fair_part_commit(const struct fair_deal *deal, unsigned seat,
                      const uint8_t part[FAIR_PART_SIZE], uint8_t commitment[FAIR_COMMITMENT_SIZE]);

// The first seat that revealed another part than it had committed to; 0: none.
unsigned fair_wrong_part(const struct fair_deal *deal);

// What a server signs: the roster, and that it has a seat's commitment.
void fair_roster_hash(const struct fair_deal *deal, uint8_t hash[FAIR_HASH_SIZE]);
void fair_receipt_hash(const struct fair_deal *deal, unsigned seat, uint8_t hash[FAIR_HASH_SIZE]);

// The deck as shuffled, top card first.
void fair_deck(const struct fair_deal *deal, uth_card deck[UTH_DECK_SIZE]);

// Overwrites what must not be found in memory later.
void fair_wipe(void *bytes, size_t size);

// Ed25519. Was it signed with the other half of this key?
bool fair_signature_verify(const uint8_t key[FAIR_PUBLIC_SIZE], const uint8_t hash[FAIR_HASH_SIZE],
                           const uint8_t signature[FAIR_SIGNATURE_SIZE]);

// ---- memory for secrets -----------------------------------------------------------------------

// Zeros of its own pages: locked as far as the system allows, in no core dump. NULL without memory.
UTH_NODISCARD void *fair_guarded_new(size_t size);
void fair_guarded_free(void *bytes); // wipes it; NULL is allowed

// The same for memory that is there already, and whatever else is on its pages. False when the system
// allows no more locked memory: then it may be swapped out.
bool fair_guard(void *bytes, size_t size);
// Wipes it. Before it is freed.
void fair_unguard(void *bytes, size_t size);

// Overwrites what functions that have returned left on the stack of this thread.
void fair_wipe_stack(void);

// ---- the random numbers behind it -------------------------------------------------------------

#define FAIR_STREAM_WORDS 64 // made at once: one deck takes 51, and seldom a few more

struct fair_stream {
    uint8_t key[32];
    uint32_t words[FAIR_STREAM_WORDS];
    uint32_t next;  // of the words
    uint32_t block; // of the key stream, the first that is not made yet
};

// The stream of a deal: fair_deck() reads this one from its start.
void fair_stream_init(struct fair_stream *stream, const struct fair_deal *deal);
uint32_t fair_stream_next(struct fair_stream *stream);
// From 0 to bound - 1, each exactly as likely; bound is at least 1.
uint32_t fair_stream_below(struct fair_stream *stream, uint32_t bound);
void fair_stream_finish(struct fair_stream *stream); // wipes it

// ---- sealed: stored now, to be known later ----------------------------------------------------

// The key a server seals with, in memory that is locked, guarded and wiped when closed.
struct fair_key;

// Reads the key file, making it (mode 0600) when there is none and `make` is set. Refuses a file
// that others may read.
UTH_NODISCARD bool fair_key_open(const char *path, bool make, struct fault *fault,
                                 struct fair_key **key);
void fair_key_close(struct fair_key **key); // NULL is allowed

// A key for something else that follows from this one, "session" say: the same for ever, and it
// tells nothing about this one or those of other purposes.
void fair_key_derive(const struct fair_key *key, const char *purpose, uint8_t derived[32]);

// Signs rosters and receipts, with the Ed25519 key whose seed is derived for "fairness".
void fair_sign(const struct fair_key *key, const uint8_t hash[FAIR_HASH_SIZE],
               uint8_t signature[FAIR_SIGNATURE_SIZE]);
void fair_public_key(const struct fair_key *key, uint8_t public_key[FAIR_PUBLIC_SIZE]);

// Stored: append only.
enum fair_purpose {
    FAIR_PURPOSE_ROUND = 0,    // a round's secret: its table and number
    FAIR_PURPOSE_PASSWORD = 1, // a password's hash: table 0, the account
    FAIR_PURPOSE_COUNT = 2,
};

// What is sealed for one place opens at no other: a secret moved to another round is refused.
struct fair_place {
    enum fair_purpose purpose;
    uint32_t table;
    uint64_t number;
};

#define FAIR_SEAL_EXTRA 40 // bytes a sealed text is longer than the plain one

// `sealed` takes size + FAIR_SEAL_EXTRA bytes. Sealing the same twice gives different bytes.
void fair_seal(const struct fair_key *key, struct fair_place place, const void *plain, size_t size,
               uint8_t *sealed);

// `plain` takes sealed_size - FAIR_SEAL_EXTRA bytes. False, and `plain` is untouched, when it was
// sealed with another key or for another place, or was changed since.
UTH_NODISCARD bool fair_unseal(const struct fair_key *key, struct fair_place place,
                               const uint8_t *sealed, size_t sealed_size, void *plain);

#endif
