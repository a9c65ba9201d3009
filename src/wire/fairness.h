// What a round was dealt from, as its record carries it: enough for anyone to deal it again
// (docs/dealing.md).
#ifndef UTH_WIRE_FAIRNESS_H
#define UTH_WIRE_FAIRNESS_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "fair/fair.h"
#include "uth/rules.h"
#include "wire/fault.h"
#include "wire/out.h"

// Larger numbers do not survive every reader of JSON.
#define WIRE_FAIRNESS_ROUND_MAX ((INT64_C(1) << 53) - 1)

struct wire_fairness {
    struct fair_deal deal;
    bool has_roster;                        // else the round was void before "no more bets"
    uint8_t signature[FAIR_SIGNATURE_SIZE]; // of the roster
    uint8_t key[FAIR_PUBLIC_SIZE];          // it was signed with
    uth_seat_set withheld;                  // seats that did not reveal their parts
    uint8_t dealt[UTH_SEATS_MAX]; // the seats that got cards, in that order; none in a void round
    uint8_t dealt_count;
};

// The shape alone is judged here: whether secret, parts and commitments belong together, and the cards
// to them, is for `uth verify` to say. `seats` there are at the table. On failure *fairness is
// untouched and *fault says where, what and what was expected.
UTH_NODISCARD bool wire_fairness_read(const json_t *value, unsigned seats,
                                      struct wire_fairness *fairness, struct wire_fault *fault);

void wire_out_fairness(struct wire_out *out, const char *key, const struct wire_fairness *fairness);

// Lower-case hex, two digits a byte, as records hold it. `hex` takes 2 * size + 1 bytes.
void wire_hex_text(const uint8_t *bytes, size_t size, char *hex);
// At most `max` bytes; false, with *size untouched, for anything else.
UTH_NODISCARD bool wire_hex_parse(const char *text, size_t length, uint8_t *bytes, size_t max,
                                  size_t *size);

#endif
