// Bytes as commands at a table: none of them fails a check, a refusal changes nothing, and the
// events rebuild the round byte for byte.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support/sides.h"
#include "uth/round.h"
#include "uth/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define JOURNAL_MAX  4096
#define COMMANDS_MAX 250 // some ten rounds

struct input {
    const uint8_t *data;
    size_t left;
};

static uint8_t take(struct input *input)
{
    if (input->left == 0) {
        return 0;
    }
    input->left--;
    return *input->data++;
}

// Most amounts are some chips; one byte in eight leads to any number at all.
static int64_t take_amount(struct input *input)
{
    const uint8_t first = take(input);
    if (first % 8 != 7) {
        return (int64_t)(first / 8) * 500;
    }
    uint64_t amount = 0;
    for (unsigned i = 0; i < 8; i++) {
        amount = amount << 8 | take(input);
    }
    return (int64_t)amount;
}

static void take_deck(struct input *input, uth_card deck[UTH_DECK_SIZE])
{
    uint64_t state = take(input);
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        const unsigned j = (unsigned)((state >> 33) % (i + 1));
        deck[i] = deck[j];
        deck[j] = (uth_card)i;
    }
    if (take(input) % 16 == 15) {
        deck[take(input) % UTH_DECK_SIZE] = take(input);
    }
}

static struct uth_rules take_rules(struct input *input)
{
    const uint8_t which = take(input);
    const uint8_t switches = take(input);
    struct uth_rules rules = *uth_rules_builtin(which % uth_rules_builtin_count());
    rules.procedure = (enum uth_procedure)(which / 4 % 4);
    rules.SIDE(UTH_WAGER_TRIPS).fold =
        (switches & 1) != 0 ? UTH_FOLD_LOSES_UNLESS_WON : UTH_FOLD_LOSES;
    rules.void_returns_fee = (switches & 2) != 0;
    rules.ante_refund_first = (switches & 4) != 0;
    rules.ante_unqualified = (enum uth_ante_rule)((switches >> 3 & 3) % 3);
    if (rules.banked_by == UTH_BANKED_BY_PLAYER) {
        rules.coverage = (enum uth_coverage)((switches >> 5) % UTH_COVERAGE_COUNT);
        rules.collection = switches / 64 % rules.collection_count;
    } else {
        rules.seats = 8;
        struct uth_bet *pairs = &rules.SIDE(UTH_WAGER_PAIRS);
        pairs->table = switches / 32 % pairs->table_count;
    }
    // Bets of the house's own, one of each fold rule.
    for (unsigned i = 0; i < UTH_FOLD_COUNT; i++) {
        static const enum uth_bet_cards cards[UTH_FOLD_COUNT] = {
            [UTH_FOLD_LOSES] = UTH_BET_BEATEN,
            [UTH_FOLD_LOSES_UNLESS_WON] = UTH_BET_HOLE_FLOP,
            [UTH_FOLD_TUCKED] = UTH_BET_HOLE,
            [UTH_FOLD_BESIDE] = UTH_BET_DEALER,
        };
        if ((which >> (4 + i) & 1) != 0) {
            add_own_bet(&rules, (enum uth_wager)(UTH_WAGER_OWN_1 + i), cards[i],
                        (enum uth_wager_fold)i);
        }
    }
    struct uth_fault fault;
    UTH_CHECK(uth_rules_check(&rules, &fault) == UTH_OK);
    return rules;
}

static struct uth_command take_command(struct input *input)
{
    struct uth_command command = {.kind = (enum uth_command_kind)(take(input) % UTH_COMMAND_COUNT)};
    switch (command.kind) {
    case UTH_COMMAND_OPEN:
        command.bank_seat = take(input);
        command.bank_wager.cents = take_amount(input);
        break;
    case UTH_COMMAND_WAGER:
        command.seat = take(input);
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            command.stakes[i].cents =
                i == UTH_WAGER_BLIND || i == UTH_WAGER_PLAY ? 0 : take_amount(input);
        }
        command.stakes[UTH_WAGER_BLIND] = command.stakes[UTH_WAGER_ANTE];
        if (take(input) % 16 == 15) {
            command.stakes[take(input) % UTH_WAGER_COUNT].cents = take_amount(input);
        }
        break;
    case UTH_COMMAND_DEAL: take_deck(input, command.deck); break;
    case UTH_COMMAND_DECIDE:
        command.seat = take(input);
        command.decision.action = (enum uth_action)(take(input) % 4);
        command.decision.multiple = take(input);
        command.purse.cents = take_amount(input);
        break;
    case UTH_COMMAND_SETTLE:
        // The meter comes from whoever keeps it and is sound.
        command.meter.amount.cents = take(input) * INT64_C(1000003);
        command.meter.reserve.cents = take(input) * INT64_C(1009);
        command.meter.seed.cents = take(input) * INT64_C(10007);
        command.meter.carry = take(input) * 39U;
        break;
    case UTH_COMMAND_CLOSE_BETS:
    case UTH_COMMAND_TIME_OUT:
    case UTH_COMMAND_TURN:
    case UTH_COMMAND_END:
    case UTH_COMMAND_VOID:
    case UTH_COMMAND_COUNT: break;
    }
    return command;
}

struct journal {
    size_t count;
    struct uth_event list[JOURNAL_MAX];
};

static bool step(const struct uth_rules *rules, struct uth_round *round,
                 const struct uth_command *command, struct journal *journal)
{
    static struct uth_events events, untouched;
    const struct uth_round before = *round;
    memset(&events, 0x5a, sizeof events);
    memset(&untouched, 0x5a, sizeof untouched);
    const enum uth_status status = uth_round_decide(rules, round, command, &events);
    UTH_CHECK(memcmp(round, &before, sizeof before) == 0);
    if (status != UTH_OK) {
        UTH_CHECK(memcmp(&events, &untouched, sizeof events) == 0);
        UTH_CHECK(uth_status_clause(status)[0] != '\0');
        return true;
    }
    if (journal->count + events.count > JOURNAL_MAX) {
        return false;
    }
    for (unsigned i = 0; i < events.count; i++) {
        journal->list[journal->count++] = events.list[i];
        uth_round_apply(round, &events.list[i]);
    }
    return true;
}

static void check_round(const struct uth_round *round)
{
    for (uint8_t seat = 0; seat <= UTH_SEATS_MAX; seat++) {
        struct uth_view view;
        uth_view_of(round, (struct uth_viewer){UTH_VIEWER_SEAT, seat}, &view);
        UTH_CHECK(round->dealer_up || view.dealer[0] == UTH_CARD_NONE);
    }
    if (round->phase == UTH_PHASE_OVER && !round->voided) {
        UTH_CHECK(round->rack == UTH_CARDS_ALL);
    }
    if (round->bank_seat != 0) {
        UTH_CHECK(llabs(round->bank_net.cents) <= round->bank_wager.cents);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct journal journal;
    struct input input = {data, size};
    const struct uth_rules rules = take_rules(&input);
    struct uth_round round = {0};
    journal.count = 0;
    for (unsigned i = 0; i < COMMANDS_MAX && input.left > 0; i++) {
        const struct uth_command command = take_command(&input);
        if (!step(&rules, &round, &command, &journal)) {
            break;
        }
        check_round(&round);
    }
    struct uth_round again = {0};
    for (size_t i = 0; i < journal.count; i++) {
        uth_round_apply(&again, &journal.list[i]);
    }
    UTH_CHECK(memcmp(&again, &round, sizeof round) == 0);
    return 0;
}
