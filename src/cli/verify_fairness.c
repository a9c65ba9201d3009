// What a round was dealt from, against what was committed to, signed, and noted by the players.
#include <string.h>

#include "cli/verify.h"

static bool check_commitment(const struct wire_fairness *fairness,
                             const struct verify_expected *expected, struct verdict *verdict)
{
    uint8_t commitment[FAIR_COMMITMENT_SIZE];
    fair_commit(fairness->deal.secret, commitment);
    if (memcmp(commitment, fairness->deal.commitment, sizeof commitment) != 0) {
        return verify_fail(verdict, "commitment", "the secret does not match the commitment");
    }
    return !expected->has_commitment ||
           memcmp(expected->commitment, commitment, sizeof commitment) == 0 ||
           verify_fail(verdict, "commitment", "the commitment is not the one you gave");
}

// ---- the roster -------------------------------------------------------------------------------

static bool check_signature(const struct wire_fairness *fairness,
                            const struct verify_expected *expected, struct verdict *verdict)
{
    uint8_t hash[FAIR_HASH_SIZE];
    fair_roster_hash(&fairness->deal, hash);
    if (expected->has_key && memcmp(expected->key, fairness->key, sizeof fairness->key) != 0) {
        return verify_fail(verdict, "key",
                           "the roster is signed with a key other than the one you gave");
    }
    if (!fair_signature_verify(fairness->key, hash, fairness->signature)) {
        return verify_fail(verdict, "signature", "the signature does not match this roster");
    }
    return !expected->has_roster || memcmp(expected->roster, hash, sizeof hash) == 0 ||
           verify_fail(verdict, "roster", "the roster is not the one you were shown");
}

// Who was dealt cards was to play, and who was to play was dealt cards, unless the round was void.
static bool check_seats(const struct wire_fairness *fairness, struct verdict *verdict)
{
    const struct fair_deal *deal = &fairness->deal;
    unsigned dealt = 0;
    for (unsigned i = 0; i < fairness->dealt_count; i++) {
        dealt |= 1U << (fairness->dealt[i] - 1);
    }
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const bool in = uth_seat_set_has(deal->in, seat);
        const bool got = (dealt >> (seat - 1) & 1) != 0;
        if (got && (!in || deal->bank_seat == seat)) {
            return verify_fail(verdict, "roster", "seat %u got cards, but is not in the roster",
                               seat);
        }
        if (!got && in && deal->bank_seat != seat && dealt != 0) {
            return verify_fail(verdict, "roster", "seat %u is in the roster, but got no cards",
                               seat);
        }
    }
    return deal->bank_seat == 0 || uth_seat_set_has(deal->in, deal->bank_seat) ||
           verify_fail(verdict, "roster", "the bank, seat %u, is not in the roster",
                       deal->bank_seat);
}

static bool check_roster(const struct wire_fairness *fairness,
                         const struct verify_expected *expected, struct verdict *verdict)
{
    if (fairness->has_roster) {
        return check_signature(fairness, expected, verdict) && check_seats(fairness, verdict);
    }
    return (verdict->is_void && fairness->dealt_count == 0 && !expected->has_roster) ||
           verify_fail(verdict, "roster",
                       "the record has no roster: who was to play is not signed");
}

// ---- receipts and parts -----------------------------------------------------------------------

// A receipt is for the commitment of the part that was given, or else for the one in the roster.
static bool check_receipt(const struct wire_fairness *fairness,
                          const struct verify_expected *expected, unsigned seat,
                          struct verdict *verdict)
{
    struct fair_deal deal = fairness->deal;
    uint8_t *commitment = deal.commitments[seat - 1];
    uint8_t hash[FAIR_HASH_SIZE];
    const bool in_roster = uth_seat_set_has(deal.committed, seat);
    const bool has_part = uth_seat_set_has(expected->parts, seat);
    if (has_part) {
        fair_part_commit(&deal, seat, expected->part[seat - 1], commitment);
    } else if (!in_roster) {
        return verify_fail(verdict, "receipt",
                           "the roster has no commitment of seat %u: give its part as well, so that"
                           " the receipt can be checked",
                           seat);
    }
    fair_receipt_hash(&deal, seat, hash);
    const uint8_t *key = expected->has_key ? expected->key : fairness->key;
    if (!fair_signature_verify(key, hash, expected->receipt[seat - 1])) {
        return verify_fail(verdict, "receipt",
                           "the receipt of seat %u does not match its commitment in this round",
                           seat);
    }
    const bool same = in_roster && memcmp(commitment, fairness->deal.commitments[seat - 1],
                                          FAIR_COMMITMENT_SIZE) == 0;
    return same ||
           verify_fail(verdict, "receipt",
                       "the server gave a receipt for the commitment of seat %u, but the roster"
                       " does not have it",
                       seat);
}

static bool check_own_part(const struct wire_fairness *fairness,
                           const struct verify_expected *expected, unsigned seat,
                           struct verdict *verdict)
{
    const struct fair_deal *deal = &fairness->deal;
    uint8_t commitment[FAIR_COMMITMENT_SIZE];
    fair_part_commit(deal, seat, expected->part[seat - 1], commitment);
    if (!uth_seat_set_has(deal->committed, seat)) {
        return verify_fail(verdict, "part", "no commitment of seat %u is in the roster", seat);
    }
    return memcmp(commitment, deal->commitments[seat - 1], sizeof commitment) == 0 ||
           verify_fail(verdict, "part", "the part of seat %u is not the one you gave", seat);
}

static bool check_missing(const struct wire_fairness *fairness, struct verdict *verdict)
{
    const struct fair_deal *deal = &fairness->deal;
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const bool missing =
            uth_seat_set_has(deal->committed, seat) && !uth_seat_set_has(deal->revealed, seat);
        const bool withheld = uth_seat_set_has(fairness->withheld, seat);
        if (withheld && !missing) {
            return verify_fail(verdict, "withheld",
                               "seat %u is said to have withheld a part it had not committed to, or"
                               " that is in the record",
                               seat);
        }
        if (missing && !withheld && fairness->withheld != 0) {
            return verify_fail(verdict, "withheld",
                               "the part of seat %u is missing, and is not said to be withheld",
                               seat);
        }
        if (missing && !verdict->is_void) {
            return verify_fail(verdict, "part",
                               "seat %u committed to a part that is not in the record", seat);
        }
        if (missing && fairness->dealt_count != 0) {
            return verify_fail(verdict, "part", "cards were dealt without the part of seat %u",
                               seat);
        }
    }
    return true;
}

// Before "no more bets" no commitment counts, so what was noted of one has nothing to be compared with.
static bool check_parts(const struct wire_fairness *fairness,
                        const struct verify_expected *expected, struct verdict *verdict)
{
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX && fairness->has_roster; seat++) {
        if (uth_seat_set_has(expected->receipts, seat) &&
            !check_receipt(fairness, expected, seat, verdict)) {
            return false;
        }
        if (uth_seat_set_has(expected->parts, seat) &&
            !check_own_part(fairness, expected, seat, verdict)) {
            return false;
        }
    }
    const unsigned wrong = fair_wrong_part(&fairness->deal);
    return wrong == 0 ? check_missing(fairness, verdict)
                      : verify_fail(verdict, "part",
                                    "the part of seat %u is not the one it committed to", wrong);
}

bool verify_fairness(const struct wire_fairness *fairness, const struct verify_expected *expected,
                     struct verdict *verdict)
{
    return check_commitment(fairness, expected, verdict) &&
           check_roster(fairness, expected, verdict) && check_parts(fairness, expected, verdict);
}
