// The attacker: whoever controls the server, the house players and any number of accounts, against one
// honest player at seat 1. Each attack is played twice: where the attacker may still choose once the
// honest part is known, as it was in the first scheme, and in the order of docs/fairness.md.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "cli/verify.h"
#include "room/room.h"
#include "support/rng.h"
#include "uth/deal.h"
#include "uth/settle.h"

#define HONEST  1U
#define HOUSE   2U
#define ROUNDS  60
#define CHOICES 64
#define ANTE    500

// ---- a round ----------------------------------------------------------------------------------

static void fill(struct rng *rng, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)rng_next(rng);
    }
}

static void set_part(struct fair_deal *deal, unsigned seat, const uint8_t part[FAIR_PART_SIZE])
{
    const unsigned bit = 1U << (seat - 1);
    memcpy(deal->parts[seat - 1], part, FAIR_PART_SIZE);
    fair_part_commit(deal, seat, part, deal->commitments[seat - 1]);
    deal->in = (uth_seat_set)(deal->in | bit);
    deal->committed = deal->revealed = (uth_seat_set)(deal->committed | bit);
}

// The honest player has a part, and a colluder at the house's seat.
static struct fair_deal a_round(struct rng *rng, uint64_t number)
{
    struct fair_deal deal = {
        .table = 1, .round = number, .procedure = (uint8_t)uth_rules_washington.procedure};
    uint8_t part[FAIR_PART_SIZE];
    fill(rng, deal.secret, sizeof deal.secret);
    fair_commit(deal.secret, deal.commitment);
    for (unsigned seat = HONEST; seat <= HOUSE; seat++) {
        fill(rng, part, sizeof part);
        set_part(&deal, seat, part);
    }
    return deal;
}

// What the honest player gets, who bets 4x whatever comes: cards and result.
struct hand {
    uth_card cards[2];
    int64_t net;
};

static struct hand hand_of(const struct fair_deal *deal)
{
    struct uth_facts facts = {.player_count = 1, .players = {{.seat = HONEST}}};
    struct uth_settlement settlement;
    struct uth_dealt dealt;
    uth_card deck[UTH_DECK_SIZE];
    fair_deck(deal, deck);
    uth_deal((enum uth_procedure)deal->procedure, uth_seat_set_count(deal->in), deck, &dealt);
    memcpy(facts.players[0].cards, dealt.hole[0], sizeof dealt.hole[0]);
    memcpy(facts.dealer, dealt.dealer, sizeof facts.dealer);
    memcpy(facts.community, dealt.community, sizeof facts.community);
    facts.players[0].stakes[UTH_WAGER_ANTE].cents = ANTE;
    facts.players[0].stakes[UTH_WAGER_BLIND].cents = ANTE;
    facts.players[0].stakes[UTH_WAGER_PLAY].cents = 4 * ANTE;
    uth_settle(&uth_rules_washington, &facts, &settlement);
    struct hand hand = {.net = -settlement.bank_net.cents};
    memcpy(hand.cards, facts.players[0].cards, sizeof hand.cards);
    return hand;
}

// ---- choosing ---------------------------------------------------------------------------------

// One of CHOICES ways to go on, of which the attacker takes the best.
typedef void choose_fn(struct fair_deal *deal, unsigned choice);

// (a) another secret.
static void another_secret(struct fair_deal *deal, unsigned choice)
{
    deal->secret[0] ^= (uint8_t)choice;
    fair_commit(deal->secret, deal->commitment);
}

// (b), (g) house players join or leave, at the seats behind.
static void other_players(struct fair_deal *deal, unsigned choice)
{
    deal->in = (uth_seat_set)(deal->in | choice << 2);
}

// (c) the colluder commits to another part, last of all.
static void another_part(struct fair_deal *deal, unsigned choice)
{
    uint8_t part[FAIR_PART_SIZE];
    memcpy(part, deal->parts[HOUSE - 1], sizeof part);
    part[0] ^= (uint8_t)choice;
    set_part(deal, HOUSE, part);
}

struct outcome {
    unsigned predicted; // rounds whose hole cards the attacker named
    double mean;        // of the honest player's results, in Antes
};

// With `knows` the choice is made once the honest part is known; else the attacker can only suppose one.
static struct outcome play(choose_fn *choose, bool knows, struct rng *rng)
{
    struct outcome outcome = {0};
    int64_t sum = 0;
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        struct fair_deal deal = a_round(rng, round);
        struct fair_deal supposed = deal;
        uint8_t other[FAIR_PART_SIZE];
        fill(rng, other, sizeof other);
        memcpy(supposed.parts[HONEST - 1], knows ? deal.parts[HONEST - 1] : other, sizeof other);
        struct hand best = {.net = INT64_MAX};
        unsigned chosen = 0;
        for (unsigned choice = 0; choice < CHOICES; choice++) {
            struct fair_deal tried = supposed;
            choose(&tried, choice);
            const struct hand hand = hand_of(&tried);
            if (hand.net < best.net) {
                best = hand;
                chosen = choice;
            }
        }
        choose(&deal, chosen);
        const struct hand got = hand_of(&deal);
        outcome.predicted += memcmp(got.cards, best.cards, sizeof got.cards) == 0;
        sum += got.net;
    }
    outcome.mean = (double)sum / ANTE / ROUNDS;
    return outcome;
}

static void wins_only_with_the_part(const char *name, choose_fn *choose)
{
    struct rng rng = rng_from_environment();
    const struct outcome with = play(choose, true, &rng);
    const struct outcome without = play(choose, false, &rng);
    print_message(
        "# %s: %u of %d rounds predicted and %+.2f Antes a round when the honest part is known"
        " first; %u and %+.2f in this order\n",
        name, with.predicted, ROUNDS, with.mean, without.predicted, without.mean);
    assert_int_equal(with.predicted, ROUNDS);
    assert_true(with.mean < -5.0);       // nearly every round loses all that is bet
    assert_true(without.predicted <= 3); // one pair of cards of 2652 is the same by chance
    assert_true(without.mean > -3.5);
}

static void a_server_that_tries_secrets_gains_nothing(void **state)
{
    (void)state;
    wins_only_with_the_part("secrets", another_secret);
}

static void house_players_that_join_or_leave_gain_nothing(void **state)
{
    (void)state;
    wins_only_with_the_part("seats", other_players);
}

static void a_colluder_who_commits_last_gains_nothing(void **state)
{
    (void)state;
    wins_only_with_the_part("parts", another_part);
}

// ---- withholding ------------------------------------------------------------------------------

// (d) The colluder sees the deck and withholds what would lose. `deals_on`: the round is dealt without
// that part, as often as wished; else it is called off, and the colluder muted.
static unsigned withhold(bool deals_on, struct rng *rng, double *mean)
{
    unsigned withheld = 0;
    int64_t sum = 0;
    uint64_t muted_until = 0;
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        struct fair_deal deal = a_round(rng, round);
        struct fair_deal without = deal;
        without.revealed = 1U << (HONEST - 1);
        const int64_t net = hand_of(&deal).net;
        const bool may = deals_on || round > muted_until;
        if (!may || net <= 0) {
            sum += net;
            continue;
        }
        withheld++;
        muted_until = round + ROOM_MUTED_ROUNDS;
        sum += deals_on ? hand_of(&without).net : 0;
    }
    *mean = (double)sum / ANTE / ROUNDS;
    return withheld;
}

static void a_colluder_who_withholds_only_stops_and_is_counted_and_muted(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    double chosen;
    double stopped;
    const unsigned free_choices = withhold(true, &rng, &chosen);
    const unsigned stops = withhold(false, &rng, &stopped);
    print_message(
        "# withholding: %u of %d rounds chosen and %+.2f Antes a round when the rest is dealt;"
        " %u called off and %+.2f when it is not\n",
        free_choices, ROUNDS, chosen, stops, stopped);
    assert_true(free_choices > ROUNDS / 5);
    assert_true(stops >= 1 && stops <= ROUNDS / (ROOM_MUTED_ROUNDS + 1) + 1);
}

// ---- what a record shows ----------------------------------------------------------------------

struct signer {
    uint8_t key[FAIR_PUBLIC_SIZE];
    uint8_t secret_key[crypto_sign_SECRETKEYBYTES];
};

static struct signer a_signer(uint8_t first)
{
    const uint8_t seed[crypto_sign_SEEDBYTES] = {first};
    struct signer signer;
    (void)crypto_sign_seed_keypair(signer.key, signer.secret_key, seed);
    return signer;
}

// As the server would publish it: whoever cheats signs.
static struct wire_fairness published(const struct fair_deal *deal, const struct signer *signer)
{
    struct wire_fairness fairness = {.deal = *deal, .has_roster = true};
    uint8_t hash[FAIR_HASH_SIZE];
    fair_roster_hash(deal, hash);
    (void)crypto_sign_detached(fairness.signature, NULL, hash, sizeof hash, signer->secret_key);
    memcpy(fairness.key, signer->key, sizeof fairness.key);
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(deal->in, seat)) {
            fairness.dealt[fairness.dealt_count++] = (uint8_t)seat;
        }
    }
    return fairness;
}

// What the honest client noted: it saw this roster, under this key.
static struct verify_expected noted(const struct fair_deal *deal, const struct signer *signer)
{
    struct verify_expected expected = {
        .has_commitment = true, .has_key = true, .has_roster = true, .parts = 1, .receipts = 1};
    uint8_t hash[FAIR_HASH_SIZE];
    memcpy(expected.commitment, deal->commitment, sizeof expected.commitment);
    memcpy(expected.key, signer->key, sizeof expected.key);
    memcpy(expected.part[0], deal->parts[0], sizeof expected.part[0]);
    fair_roster_hash(deal, expected.roster);
    fair_receipt_hash(deal, HONEST, hash);
    (void)crypto_sign_detached(expected.receipt[0], NULL, hash, sizeof hash, signer->secret_key);
    return expected;
}

static const char *found(const struct fair_deal *dealt, const struct verify_expected *expected,
                         const struct signer *signer)
{
    const struct wire_fairness fairness = published(dealt, signer);
    struct verdict verdict = {0};
    (void)verify_fairness(&fairness, expected, &verdict);
    return verdict.failed == NULL ? "" : verdict.failed;
}

static void every_change_after_the_roster_shows_in_the_record(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    const struct fair_deal deal = a_round(&rng, 7);
    const struct signer server = a_signer(1);
    const struct signer other = a_signer(2);
    const struct verify_expected expected = noted(&deal, &server);
    assert_string_equal(found(&deal, &expected, &server), "");
    struct fair_deal changed = deal; // (a)
    another_secret(&changed, 1);
    assert_string_equal(found(&changed, &expected, &server), "commitment");
    changed =
        deal; // (b), (e), (g): another roster than this client was shown, signed like the first
    other_players(&changed, 1);
    assert_string_equal(found(&changed, &expected, &server), "roster");
    changed = deal; // the procedure: the same deck would give everybody other cards
    changed.procedure = UTH_PROCEDURE_SHOE;
    assert_string_equal(found(&changed, &expected, &server), "roster");
    changed = deal; // (c)
    another_part(&changed, 1);
    assert_string_equal(found(&changed, &expected, &server), "roster");
    assert_string_equal(found(&deal, &expected, &other), "key"); // (i)
}

// (f) By itself the record is sound: the receipt is what proves it.
static void a_commitment_that_was_dropped_is_proved_by_its_receipt(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    const struct fair_deal deal = a_round(&rng, 7);
    const struct signer server = a_signer(1);
    const struct verify_expected nothing = {0};
    struct verify_expected expected = noted(&deal, &server);
    struct fair_deal dropped = deal;
    dropped.committed = dropped.revealed = 1U << (HOUSE - 1);
    assert_string_equal(found(&dropped, &nothing, &server), "");
    expected.has_roster = false; // this client was shown none
    assert_string_equal(found(&dropped, &expected, &server), "receipt");
}

// (h) A part of another round or seat, or a part that was never committed to.
static void an_old_part_opens_no_other_commitment(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    const struct fair_deal old = a_round(&rng, 7);
    const struct signer server = a_signer(1);
    const struct verify_expected nothing = {0};
    struct fair_deal replayed = a_round(&rng, 8);
    memcpy(replayed.commitments[HOUSE - 1], old.commitments[HOUSE - 1], FAIR_COMMITMENT_SIZE);
    memcpy(replayed.parts[HOUSE - 1], old.parts[HOUSE - 1], FAIR_PART_SIZE);
    assert_string_equal(found(&replayed, &nothing, &server), "part");
    struct fair_deal copied = old; // the honest seat's, at the colluder's
    memcpy(copied.commitments[HOUSE - 1], old.commitments[HONEST - 1], FAIR_COMMITMENT_SIZE);
    memcpy(copied.parts[HOUSE - 1], old.parts[HONEST - 1], FAIR_PART_SIZE);
    assert_string_equal(found(&copied, &nothing, &server), "part");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_that_tries_secrets_gains_nothing),
        cmocka_unit_test(house_players_that_join_or_leave_gain_nothing),
        cmocka_unit_test(a_colluder_who_commits_last_gains_nothing),
        cmocka_unit_test(a_colluder_who_withholds_only_stops_and_is_counted_and_muted),
        cmocka_unit_test(every_change_after_the_roster_shows_in_the_record),
        cmocka_unit_test(a_commitment_that_was_dropped_is_proved_by_its_receipt),
        cmocka_unit_test(an_old_part_opens_no_other_commitment),
    };
    return fair_init() ? cmocka_run_group_tests_name("attacks", tests, NULL, NULL) : 1;
}
