// What a round is dealt from: made for a running table, gathered from a stored round, and proved.
#include <inttypes.h>
#include <string.h>

#include "office/internal.h"
#include "office/record.h"

// ---- for whoever runs a table -----------------------------------------------------------------

// All but the secret.
static struct fair_deal deal_of(const struct room_table *table)
{
    struct fair_deal deal = {.round = table->round.number,
                             .table = table->id,
                             .bank_seat = table->round.bank_seat,
                             .procedure = table->round.procedure};
    unsigned in = 0;
    unsigned committed = 0;
    unsigned revealed = 0;
    memcpy(deal.commitment, table->commitment, sizeof deal.commitment);
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        const bool counts = room_takes_part(table, i + 1) && seat->committed;
        in |= (unsigned)room_takes_part(table, i + 1) << i;
        committed |= (unsigned)counts << i;
        revealed |= (unsigned)(counts && seat->revealed) << i;
        memcpy(deal.commitments[i], seat->commitment, sizeof deal.commitments[i]);
        memcpy(deal.parts[i], seat->part, sizeof deal.parts[i]);
    }
    deal.in = (uth_seat_set)in;
    deal.committed = (uth_seat_set)committed;
    deal.revealed = (uth_seat_set)revealed;
    return deal;
}

void office_world_commit(void *context, const uint8_t secret[ROOM_SECRET],
                         uint8_t commitment[ROOM_SECRET])
{
    (void)context;
    fair_commit(secret, commitment);
}

void office_world_commit_part(void *context, const struct room_table *table, uint8_t seat,
                              const uint8_t part[ROOM_SECRET], uint8_t commitment[ROOM_SECRET])
{
    (void)context;
    const struct fair_deal deal = {.table = table->id, .round = table->round.number};
    fair_part_commit(&deal, seat, part, commitment);
}

void office_world_sign_roster(void *context, const struct room_table *table,
                              struct room_roster *roster)
{
    const struct office *office = context;
    const struct fair_deal deal = deal_of(table);
    fair_roster_hash(&deal, roster->hash);
    fair_sign(office->key, roster->hash, roster->signature);
    fair_public_key(office->key, roster->key);
}

void office_sign_receipt(const struct office *office, const struct room_table *table, uint8_t seat,
                         uint8_t signature[FAIR_SIGNATURE_SIZE])
{
    const struct fair_deal deal = deal_of(table);
    uint8_t hash[FAIR_HASH_SIZE];
    fair_receipt_hash(&deal, seat, hash);
    fair_sign(office->key, hash, signature);
}

void office_world_shuffle(void *context, const struct room_table *table,
                          uth_card deck[UTH_DECK_SIZE])
{
    (void)context;
    struct fair_deal deal = deal_of(table);
    memcpy(deal.secret, table->secret, sizeof deal.secret);
    fair_deck(&deal, deck);
    fair_wipe(&deal, sizeof deal);
}

// ---- of a stored round ------------------------------------------------------------------------

static uth_seat_set with_seat(uth_seat_set set, unsigned seat)
{
    return (uth_seat_set)(set | 1U << (seat - 1));
}

// Who sits down, or leaves, before "no more bets" has committed to nothing there.
static void note_change(struct wire_fairness *fairness, unsigned seat)
{
    if (!fairness->has_roster) {
        struct fair_deal *deal = &fairness->deal;
        deal->committed = (uth_seat_set)(deal->committed & ~(1U << (seat - 1)));
    }
}

void office_seed_note(struct wire_fairness *fairness, const struct room_fact *fact)
{
    struct fair_deal *deal = &fairness->deal;
    if (fact->kind == ROOM_FACT_SAT || fact->kind == ROOM_FACT_STOOD) {
        note_change(fairness, fact->seat);
    } else if (fact->kind == ROOM_FACT_PART_COMMITTED) {
        deal->committed = with_seat(deal->committed, fact->seat);
        memcpy(deal->commitments[fact->seat - 1], fact->as.seed.bytes, ROOM_SECRET);
    } else if (fact->kind == ROOM_FACT_ROSTER) {
        fairness->has_roster = true;
        memcpy(fairness->signature, fact->as.roster.signature, sizeof fairness->signature);
        memcpy(fairness->key, fact->as.roster.key, sizeof fairness->key);
    } else if (fact->kind == ROOM_FACT_PART_REVEALED) {
        deal->revealed = with_seat(deal->revealed, fact->seat);
        memcpy(deal->parts[fact->seat - 1], fact->as.seed.bytes, ROOM_SECRET);
    } else if (fact->kind == ROOM_FACT_WITHHELD) {
        fairness->withheld = with_seat(fairness->withheld, fact->seat);
    }
}

void office_seed_finish(struct office_record *record)
{
    const struct uth_round *round = &record->round;
    struct wire_fairness *fairness = &record->fairness;
    struct fair_deal *deal = &fairness->deal;
    deal->table = record->where.table;
    deal->round = record->where.round;
    deal->bank_seat = round->bank_seat;
    deal->procedure = round->procedure;
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const bool in = round->seats[seat - 1].in != 0;
        if (in && round->cards_used != 0) {
            fairness->dealt[fairness->dealt_count++] = (uint8_t)seat;
        }
        if (in || round->bank_seat == seat) {
            deal->in = with_seat(deal->in, seat);
        }
    }
    deal->committed &= deal->in;
    deal->revealed &= deal->committed;
}

// ---- proving ----------------------------------------------------------------------------------

static bool differs(const struct office_record *record, const char *what, struct fault *fault)
{
    return fault_report(fault, FAULT_DAMAGED, "round %" PRIu64 " at table %u does not hold: %s",
                        record->where.round, record->where.table, what);
}

// Who plays is what was signed, and what was revealed is what was committed to.
static bool prove_roster(const struct office_record *record, struct fault *fault)
{
    const struct wire_fairness *fairness = &record->fairness;
    uint8_t hash[FAIR_HASH_SIZE];
    if (!fairness->has_roster) {
        return record->round.cards_used == 0 ||
               differs(record, "it was dealt before the players were fixed", fault);
    }
    fair_roster_hash(&fairness->deal, hash);
    if (!fair_signature_verify(fairness->key, hash, fairness->signature)) {
        return differs(record, "its roster is not the one that was signed", fault);
    }
    if (fair_wrong_part(&fairness->deal) != 0) {
        return differs(record, "a part does not match its commitment", fault);
    }
    const unsigned missing = fairness->deal.committed & ~(unsigned)fairness->deal.revealed;
    return missing == 0 || record->round.cards_used == 0 ||
           differs(record, "it was dealt without a part that was committed to", fault);
}

bool office_seed_prove(const struct office_record *record, struct fault *fault)
{
    uint8_t commitment[FAIR_COMMITMENT_SIZE];
    uth_card deck[UTH_DECK_SIZE];
    if (!record->has_seed) {
        return differs(record, "its secret was never revealed", fault);
    }
    fair_commit(record->fairness.deal.secret, commitment);
    if (memcmp(commitment, record->fairness.deal.commitment, sizeof commitment) != 0) {
        return differs(record, "the secret does not match the commitment", fault);
    }
    if (!prove_roster(record, fault)) {
        return false;
    }
    fair_deck(&record->fairness.deal, deck);
    return record->round.cards_used == 0 || memcmp(deck, record->round.deck, sizeof deck) == 0 ||
           differs(record, "the deck does not follow from its seed", fault);
}
