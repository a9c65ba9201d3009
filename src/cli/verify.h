// What `uth verify` has to say of one round.
#ifndef UTH_CLI_VERIFY_H
#define UTH_CLI_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/fairness.h"

// What the person who asks noted before the cards came.
struct verify_expected {
    bool has_commitment;
    bool has_key;
    bool has_roster;
    uth_seat_set parts; // of `parts`
    uth_seat_set receipts;
    uint8_t commitment[FAIR_COMMITMENT_SIZE];
    uint8_t key[FAIR_PUBLIC_SIZE];
    uint8_t roster[FAIR_HASH_SIZE];
    uint8_t part[UTH_SEATS_MAX][FAIR_PART_SIZE];
    uint8_t receipt[UTH_SEATS_MAX][FAIR_SIGNATURE_SIZE];
};

// What became of one round. `failed` is NULL when everything fits, else a word for what does not.
struct verdict {
    const char *failed;
    char message[640];
    unsigned cards;
    bool is_void;
    bool answer_compared;
};

// Always false.
bool verify_fail(struct verdict *verdict, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Commitment, roster, signature, receipts and parts; verdict->is_void is set.
bool verify_fairness(const struct wire_fairness *fairness, const struct verify_expected *expected,
                     struct verdict *verdict);

#endif
