// Profile JSON: whatever the bytes, a refusal changes nothing and says where; what is accepted
// survives the round trip, and every round it admits can be settled, at the largest stakes too.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "uth/round.h"
#include "uth/settle.h"
#include "wire/rules_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void refuse(const struct uth_rules *rules, const struct wire_fault *fault)
{
    const uint8_t *const bytes = (const uint8_t *)rules;
    for (size_t i = 0; i < sizeof *rules; i++) {
        UTH_CHECK(bytes[i] == 0x5a);
    }
    UTH_CHECK(memchr(fault->path, '\0', sizeof fault->path) != NULL);
    UTH_CHECK(memchr(fault->value, '\0', sizeof fault->value) != NULL);
    UTH_CHECK(memchr(fault->expected, '\0', sizeof fault->expected) != NULL);
    UTH_CHECK(fault->expected[0] != '\0');
}

static void round_trip(const struct uth_rules *rules)
{
    struct uth_rules again;
    struct wire_fault fault;
    json_t *const document = wire_rules_to_json(rules);
    UTH_CHECK(document != NULL);
    UTH_CHECK(wire_rules_from_json(document, &again, &fault));
    UTH_CHECK(memcmp(&again, rules, sizeof again) == 0);
    json_decref(document);
}

// ---- a round by these rules -------------------------------------------------------------------

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

// The least, the most, or something between, in chips.
static uth_money stake_of(const struct uth_rules *rules, enum uth_wager wager, uint64_t choice)
{
    const struct uth_limit limit = uth_rules_limit(rules, wager);
    const int64_t chip = rules->chip.cents;
    if (wager == UTH_WAGER_PROGRESSIVE) {
        return rules->progressive.stake;
    }
    const int64_t least = (limit.min.cents + chip - 1) / chip;
    const int64_t most = limit.max.cents / chip;
    if (choice % 4 == 0 || most <= least) {
        return (uth_money){least * chip};
    }
    return (uth_money){
        (choice % 4 == 1 ? least + (int64_t)(choice % (uint64_t)(most - least)) : most) * chip};
}

static uint8_t play_of(const struct uth_rules *rules, uint64_t choice)
{
    for (unsigned i = 0; i < UTH_STREET_COUNT * UTH_RAISES_MAX; i++) {
        const unsigned at = (unsigned)(choice + i) % (UTH_STREET_COUNT * UTH_RAISES_MAX);
        const uint8_t multiple = rules->raises[at / UTH_RAISES_MAX][at % UTH_RAISES_MAX];
        if (multiple != 0) {
            return multiple;
        }
    }
    return 0;
}

// What a round is like: how high they bet, on what, and how many of them fold.
struct mood {
    uint64_t size, wagers, folds;
};

static void bet(const struct uth_rules *rules, struct uth_player_facts *player,
                const struct mood *mood, uint64_t *state)
{
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const bool base = i == UTH_WAGER_ANTE || i == UTH_WAGER_BLIND;
        if (i != UTH_WAGER_PLAY && rules->offered[i] && (base || (mood->wagers >> i & 1) != 0)) {
            player->stakes[i] = stake_of(rules, (enum uth_wager)i, mood->size);
        }
    }
    player->stakes[UTH_WAGER_BLIND] = player->stakes[UTH_WAGER_ANTE];
    player->folded = draw(state) % 4 < mood->folds % 4;
    if (!player->folded) {
        player->stakes[UTH_WAGER_PLAY].cents =
            player->stakes[UTH_WAGER_ANTE].cents * play_of(rules, draw(state));
    }
}

static void deal(struct uth_facts *facts, uint64_t *state)
{
    uth_card deck[UTH_DECK_SIZE];
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        const unsigned j = (unsigned)(draw(state) % (i + 1));
        deck[i] = deck[j];
        deck[j] = (uth_card)i;
    }
    memcpy(facts->community, deck, 5);
    memcpy(facts->dealer, deck + 5, 2);
    for (unsigned i = 0; i < facts->player_count; i++) {
        memcpy(facts->players[i].cards, deck + 7 + 2 * (size_t)i, 2);
    }
}

static void check_conserved(const struct uth_facts *facts, const struct uth_settlement *settlement)
{
    int64_t players = 0;
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *const line = &settlement->lines[i];
        UTH_CHECK(line->net.cents >= -line->stake.cents);
        players += line->wager == UTH_WAGER_PROGRESSIVE ? 0 : line->net.cents;
    }
    UTH_CHECK(players == -settlement->bank_net.cents);
    UTH_CHECK(facts->bank_seat == 0 ||
              llabs(settlement->bank_net.cents) <= facts->bank_wager.cents);
}

static void settle_one(const struct uth_rules *rules, uint64_t *state)
{
    const bool banked = rules->banked_by == UTH_BANKED_BY_PLAYER;
    const struct mood mood = {draw(state), draw(state), draw(state)};
    struct uth_facts facts = {.meter = uth_meter_fresh(&rules->progressive)};
    if (banked) {
        const int64_t most = UTH_MONEY_MAX / rules->chip.cents;
        const int64_t chips = draw(state) % 2 == 0 ? most : 1 + (int64_t)(draw(state) % 1000);
        facts.bank_seat = (uint8_t)(1 + draw(state) % rules->seats);
        facts.bank_wager.cents = (chips < most ? chips : most) * rules->chip.cents;
    }
    for (uint8_t seat = 1; seat <= rules->seats; seat++) {
        if (seat != facts.bank_seat) {
            struct uth_player_facts *const player = &facts.players[facts.player_count++];
            player->seat = seat;
            bet(rules, player, &mood, state);
        }
    }
    deal(&facts, state);
    struct uth_refusal refusal;
    if (uth_admit_facts(rules, &facts, &refusal) != UTH_OK ||
        uth_settle_contribute(rules, &facts) != UTH_OK) {
        return;
    }
    struct uth_settlement settlement;
    (void)uth_settle_needs_dealer(rules, &facts);
    (void)uth_fee_of_bank(rules, uth_fee_total_action(&facts));
    (void)uth_fee_of_player(rules);
    uth_settle(rules, &facts, &settlement);
    check_conserved(&facts, &settlement);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct uth_rules rules;
    struct wire_fault fault;
    memset(&rules, 0x5a, sizeof rules);
    if (!wire_rules_from_text((const char *)data, size, &rules, &fault)) {
        refuse(&rules, &fault);
        return 0;
    }
    const char *warnings[UTH_WARNINGS_MAX];
    UTH_CHECK(uth_rules_warnings(&rules, warnings) <= UTH_WARNINGS_MAX);
    round_trip(&rules);
    uint64_t state = size;
    for (size_t i = 0; i < size; i++) {
        state = state * 31 + data[i];
    }
    for (unsigned i = 0; i < 16; i++) {
        settle_one(&rules, &state);
    }
    return 0;
}
