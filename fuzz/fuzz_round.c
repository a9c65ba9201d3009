// A line for `uth settle`: whatever the bytes, one whole line of JSON comes back, a refusal with a
// clause and the line's number or an answer, which is what it gets when jansson has read it; what is
// accepted conserves money.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support/sides.h"
#include "support/values_plain.h"
#include "wire/round_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define LINE 77

// Besides the built-in profiles one with every prize capped that can be, and one where a player
// banks all there is, both with side bets of their own.
static const struct uth_rules *find(void *context, const char *name)
{
    const struct uth_rules *const own = context;
    for (unsigned i = 0; i < 2; i++) {
        if (strcmp(own[i].name, name) == 0) {
            return &own[i];
        }
    }
    return uth_rules_find(name);
}

static void make_own(struct uth_rules own[2])
{
    own[0] = uth_rules_washington;
    memcpy(own[0].name, "capped", sizeof "capped");
    own[1] = uth_rules_washington;
    memcpy(own[1].name, "banked", sizeof "banked");
    own[1].banked_by = UTH_BANKED_BY_PLAYER;
    own[1].offered[UTH_WAGER_PROGRESSIVE] = false; // the house has no part there (BANK-1)
    own[1].bank_hands_max = 2;
    own[1].coverage = UTH_COVERAGE_GROSS;
    uth_rules_use_table(&own[0], UTH_WAGER_PAIRS, 1); // whose top odds are 1,000 to 1 (WA-2)
    for (unsigned i = 0; i < UTH_WAGER_PROGRESSIVE; i++) {
        const bool even_money = i == UTH_WAGER_ANTE || i == UTH_WAGER_PLAY;
        own[0].aggregate[i].max.cents = even_money ? 0 : 50 * own[0].limits[i].max.cents;
    }
    for (unsigned i = 0; i < 2; i++) {
        add_own_bet(&own[i], UTH_WAGER_OWN_1, UTH_BET_HOLE_FLOP, UTH_FOLD_LOSES);
        add_own_bet(&own[i], UTH_WAGER_OWN_2, UTH_BET_HOLE, UTH_FOLD_BESIDE);
    }
    struct uth_fault fault;
    UTH_CHECK(uth_rules_check(&own[0], &fault) == UTH_OK);
    UTH_CHECK(uth_rules_check(&own[1], &fault) == UTH_OK);
}

static void check_answer(const struct wire_out *out, bool settled)
{
    UTH_CHECK(!out->overflow);
    UTH_CHECK(out->used > 0 && out->bytes[out->used - 1] == '\n');
    UTH_CHECK(memchr(out->bytes, '\n', out->used - 1) == NULL);
    json_t *const answer = json_loadb(out->bytes, out->used, JSON_REJECT_DUPLICATES, NULL);
    UTH_CHECK(json_object_get(answer, "id") != NULL);
    const json_t *const error = json_object_get(answer, "error");
    UTH_CHECK((error == NULL) == settled);
    if (error != NULL) {
        UTH_CHECK(json_string_length(json_object_get(error, "clause")) > 0);
        UTH_CHECK(json_string_length(json_object_get(error, "message")) > 0);
        UTH_CHECK(json_integer_value(json_object_get(error, "line")) == LINE);
        UTH_CHECK(json_object_size(answer) == 2);
    }
    json_decref(answer);
}

static void check_conserved(const struct wire_round *round)
{
    struct uth_settlement settlement;
    uth_settle(round->rules, &round->facts, &settlement);
    int64_t covered = 0;
    int64_t all = 0;
    for (unsigned i = 0; i < settlement.line_count; i++) {
        const struct uth_settled *const line = &settlement.lines[i];
        UTH_CHECK(line->net.cents >= -line->stake.cents);
        UTH_CHECK(llabs(line->net.cents) <= llabs(line->due.cents));
        covered += line->wager == UTH_WAGER_PROGRESSIVE ? 0 : line->net.cents;
        all += line->net.cents;
    }
    for (unsigned i = 0; i < round->facts.player_count; i++) {
        all -= settlement.players[i].net.cents;
    }
    UTH_CHECK(all == 0);
    UTH_CHECK(covered == -settlement.bank_net.cents);
    UTH_CHECK(round->facts.bank_seat == 0 ||
              llabs(settlement.bank_net.cents) <= round->facts.bank_wager.cents);
}

// What was read is written as a document that reads as the same again.
static void check_fairness(const struct wire_round *round)
{
    char texts[2][4096];
    size_t sizes[2];
    struct wire_fairness fairness = round->fairness;
    for (unsigned i = 0; i < 2; i++) {
        struct wire_fault fault;
        struct wire_out out = wire_out_to(texts[i], sizeof texts[i]);
        wire_out_fairness(&out, NULL, &fairness);
        UTH_CHECK(!out.overflow);
        sizes[i] = out.used;
        json_t *const document = json_loadb(out.bytes, out.used, JSON_REJECT_DUPLICATES, NULL);
        UTH_CHECK(wire_fairness_read(document, round->rules->seats, &fairness, &fault));
        json_decref(document);
    }
    UTH_CHECK(sizes[0] == sizes[1] && memcmp(texts[0], texts[1], sizes[0]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct uth_rules own[2];
    if (own[0].name[0] == '\0') {
        make_own(own);
    }
    const struct wire_profiles profiles = {find, own};
    const char *const text = (const char *)data;
    char *const bytes = malloc(WIRE_ANSWER_MAX(size));
    UTH_CHECK(bytes != NULL);
    struct wire_out out = wire_out_to(bytes, WIRE_ANSWER_MAX(size));
    const bool settled = wire_settle_line(text, size, LINE, &profiles, &out);
    check_answer(&out, settled);
    free(bytes);

    UTH_CHECK(reads_like_jansson(text, size));
    UTH_CHECK(settles_like_jansson(text, size, &profiles));

    struct wire_document document;
    struct wire_round round;
    struct wire_refusal refusal;
    json_error_t error;
    if (wire_document_read(&document, text, size, &error)) {
        UTH_CHECK(wire_round_read(document.root, &profiles, &round, &refusal) == settled);
        wire_document_free(&document);
    }
    if (settled) {
        check_conserved(&round);
    }
    if (settled && round.has_fairness) {
        check_fairness(&round);
    }
    return 0;
}
