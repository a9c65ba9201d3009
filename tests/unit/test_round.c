// The round from the opening to the end. The tree of a small table is walked whole, every command
// tried at every state; what is too large for that is drawn at random.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/sides.h"
#include "table.h"

static const struct uth_rules *const california = &uth_rules_california_6;
static const struct uth_rules *const washington = &uth_rules_washington;

static const enum uth_procedure all_procedures[] = {
    UTH_PROCEDURE_SHOE, UTH_PROCEDURE_SHUFFLER, UTH_PROCEDURE_DECK_MATE, UTH_PROCEDURE_ACE_IDEAL};

static void new_deck(uth_card deck[UTH_DECK_SIZE])
{
    for (uth_card card = 0; card < UTH_DECK_SIZE; card++) {
        deck[card] = card;
    }
}

static void assert_refused(struct table *table, struct uth_command command, const char *clause)
{
    const enum uth_status status = table_try(table, &command);
    assert_int_not_equal(status, UTH_OK);
    assert_string_equal(uth_status_clause(status), clause);
}

static const struct uth_round_seat *seat(const struct table *table, unsigned number)
{
    return &table->round.seats[number - 1];
}

// ---- the walk -------------------------------------------------------------------------------

// Which phases each command is due in, and the clause it breaks in all others of a round.
// clang-format off
#define IN(phase) (1U << UTH_PHASE_##phase)
#define DECIDING  (IN(PREFLOP) | IN(FLOP) | IN(RIVER))

static const struct {
    unsigned phases;
    const char *otherwise;
} due[UTH_COMMAND_COUNT] = {
    [UTH_COMMAND_OPEN]       = { IN(IDLE) | IN(OVER), "DEAL-2" },
    [UTH_COMMAND_WAGER]      = { IN(BETTING),         "BET-6"  },
    [UTH_COMMAND_CLOSE_BETS] = { IN(BETTING),         "DEAL-2" },
    [UTH_COMMAND_DEAL]       = { IN(CLOSED),          "DEAL-2" },
    [UTH_COMMAND_DECIDE]     = { DECIDING,            "DEAL-2" },
    [UTH_COMMAND_TIME_OUT]   = { DECIDING,            "DEAL-2" },
    [UTH_COMMAND_TURN]       = { DECIDING,            "DEAL-2" },
    [UTH_COMMAND_SETTLE]     = { IN(SHOWDOWN),        "DEAL-2" },
    [UTH_COMMAND_END]        = { IN(SETTLED),         "DEAL-2" },
    [UTH_COMMAND_VOID]       = { IN(BETTING) | IN(CLOSED) | DECIDING | IN(SHOWDOWN) | IN(SETTLED), "DEAL-2" },
};
// clang-format on

// A command, and the clause it breaks even when it is due; "" when it breaks none. For decisions
// and the few that depend on the round the clause is worked out.
struct trial {
    struct uth_command command;
    const char *clause;
};

#define TRIALS_MAX 700

struct trials {
    size_t count;
    struct trial list[TRIALS_MAX];
};

static void add_trial(struct trials *trials, struct uth_command command, const char *clause)
{
    assert_true(trials->count < TRIALS_MAX);
    trials->list[trials->count++] = (struct trial){command, clause};
}

static struct uth_command with_stake(struct uth_command command, enum uth_wager wager,
                                     int64_t stake)
{
    command.stakes[wager].cents = stake;
    return command;
}

// Seat 3 banks, seats 1 and 2 play; the others are not at the table.
static void add_openings_and_wagers(struct trials *trials)
{
    add_trial(trials, open_round(3, 10000), "");
    add_trial(trials, open_round(0, 0), "BANK-1");
    add_trial(trials, open_round(3, 0), "BANK-1");
    add_trial(trials, open_round(3, -100), "BANK-1");
    add_trial(trials, open_round(4, 10000), "INPUT");
    add_trial(trials, open_round(3, 10050), "BET-8");
    add_trial(trials, open_round(3, INT64_MAX / 100 * 100), "INPUT");
    for (uint8_t player = 1; player <= 2; player++) {
        add_trial(trials, wager_base(player, 0), "");
        add_trial(trials, wager_base(player, 500), "");
        add_trial(trials, wager_trips(player, 500, 1000), "");
        add_trial(trials, wager_base(player, -500), "BET-3");
        add_trial(trials, wager_base(player, 400), "BET-3");
        add_trial(trials, wager_base(player, 5100), "BET-3");
        add_trial(trials, wager_base(player, 550), "BET-8");
        add_trial(trials, wager_trips(player, 0, 500), "BET-1");
        add_trial(trials, with_stake(wager_base(player, 500), UTH_WAGER_BLIND, 600), "BET-1");
        add_trial(trials, with_stake(wager_base(player, 500), UTH_WAGER_PLAY, 2000), "PLAY-1");
        add_trial(trials, with_stake(wager_base(player, 500), UTH_WAGER_PAIRS, 500), "BET-2");
    }
    add_trial(trials, wager_base(3, 500), "BANK-1");
    add_trial(trials, wager_base(0, 500), "INPUT");
    add_trial(trials, wager_base(4, 500), "INPUT");
    add_trial(trials, wager_base(UINT8_MAX, 500), "INPUT");
}

static void add_decisions(struct trials *trials)
{
    static const uint8_t seats[] = {0, 1, 2, 3, 4, 9, UINT8_MAX};
    static const int64_t purses[] = {INT64_MIN, 499, 1999, 1000000};
    for (size_t s = 0; s < sizeof seats; s++) {
        for (int action = UTH_ACTION_CHECK; action <= UTH_ACTION_FOLD + 1; action++) {
            for (uint8_t multiple = 0; multiple <= 5; multiple++) {
                struct uth_command command = raise_by(seats[s], multiple);
                command.decision.action = (enum uth_action)action;
                for (size_t p = 0; p < 4; p++) {
                    // A purse matters to who raises from a seat of the table, and to nobody else.
                    command.purse.cents = purses[p];
                    if (p == 3 || (action == UTH_ACTION_RAISE && (s == 1 || s == 2))) {
                        add_trial(trials, command, NULL);
                    }
                }
            }
        }
    }
}

static void add_the_rest(struct trials *trials)
{
    uth_card deck[UTH_DECK_SIZE];
    new_deck(deck);
    add_trial(trials, deal_from(deck), "");
    deck[51] = deck[0];
    add_trial(trials, deal_from(deck), "HAND-1");
    deck[51] = UTH_CARD_NONE;
    add_trial(trials, deal_from(deck), "HAND-1");
    add_trial(trials, simple(UTH_COMMAND_CLOSE_BETS), NULL);
    add_trial(trials, simple(UTH_COMMAND_TIME_OUT), "");
    add_trial(trials, simple(UTH_COMMAND_TURN), NULL);
    add_trial(trials, simple(UTH_COMMAND_SETTLE), "");
    add_trial(trials, simple(UTH_COMMAND_END), "");
    add_trial(trials, simple(UTH_COMMAND_VOID), "");
}

// What the rulebook says about a decision, in its own order of words.
static const char *clause_of_decision(const struct uth_round *round, const struct uth_command *c)
{
    static const char *const streets[] = {"PLAY-1", "PLAY-2", "PLAY-3"};
    static const uint8_t sizes[3][2] = {{4, 3}, {2, 2}, {1, 1}};
    const unsigned street = round->phase - UTH_PHASE_PREFLOP;
    if (c->seat < 1 || c->seat > 3) {
        return "INPUT";
    }
    if (!round->seats[c->seat - 1].in) {
        return "DEAL-2";
    }
    const struct uth_round_seat *player = &round->seats[c->seat - 1];
    if (player->multiple != 0 || player->folded || (player->decided >> street & 1) != 0) {
        return "PLAY-4";
    }
    if (c->decision.action == UTH_ACTION_RAISE) {
        const uint8_t multiple = c->decision.multiple;
        if (multiple != sizes[street][0] && multiple != sizes[street][1]) {
            return streets[street];
        }
        return c->purse.cents < 500 * multiple ? "PLAY-4" : "";
    }
    const enum uth_action passive = street == 2 ? UTH_ACTION_FOLD : UTH_ACTION_CHECK;
    return c->decision.action == passive && c->decision.multiple == 0 ? "" : streets[street];
}

static bool all_have_decided(const struct uth_round *round)
{
    for (uint8_t i = 1; i <= UTH_SEATS_MAX; i++) {
        if (uth_round_awaits(round, i)) {
            return false;
        }
    }
    return true;
}

static const char *clause_of(const struct uth_round *round, const struct trial *trial)
{
    const struct uth_command *command = &trial->command;
    if ((due[command->kind].phases >> round->phase & 1) == 0) {
        const bool between = round->phase == UTH_PHASE_IDLE || round->phase == UTH_PHASE_OVER;
        return between ? "DEAL-2" : due[command->kind].otherwise;
    }
    if (trial->clause != NULL) {
        return trial->clause;
    }
    if (command->kind == UTH_COMMAND_DECIDE) {
        return clause_of_decision(round, command);
    }
    if (command->kind == UTH_COMMAND_CLOSE_BETS) {
        return round->seats[0].in || round->seats[1].in ? "" : "BET-1";
    }
    assert_int_equal(command->kind, UTH_COMMAND_TURN);
    return all_have_decided(round) ? "" : "PLAY-7";
}

// The states that were seen, by their bytes.
#define STATES_MAX 65536

struct states {
    size_t count;
    uint32_t by_hash[2 * STATES_MAX]; // index + 1, 0 for none
    struct uth_round list[STATES_MAX];
};

static uint64_t hash_of(const struct uth_round *round)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const uint8_t *bytes = (const uint8_t *)round;
    for (size_t i = 0; i < sizeof *round; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash ^ hash >> 32;
}

static void add_state(struct states *states, const struct uth_round *round)
{
    size_t at = hash_of(round) % (2 * STATES_MAX);
    while (states->by_hash[at] != 0) {
        if (memcmp(&states->list[states->by_hash[at] - 1], round, sizeof *round) == 0) {
            return;
        }
        at = (at + 1) % (2 * STATES_MAX);
    }
    assert_true(states->count < STATES_MAX);
    states->list[states->count++] = *round;
    states->by_hash[at] = (uint32_t)states->count;
}

static bool seat_is_sound(const struct uth_round *round, const struct uth_round_seat *player)
{
    const int64_t ante = player->stakes[UTH_WAGER_ANTE].cents;
    return (player->in || ante == 0) && (player->multiple == 0 || !player->folded) &&
           player->stakes[UTH_WAGER_PLAY].cents == ante * player->multiple &&
           (player->by_system & ~player->decided) == 0 &&
           (!player->cards_racked || (uth_cards_have(round->rack, player->cards[0]) &&
                                      uth_cards_have(round->rack, player->cards[1])));
}

static bool state_is_sound(const struct uth_round *round)
{
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (!seat_is_sound(round, &round->seats[i])) {
            return false;
        }
    }
    return round->phase != UTH_PHASE_OVER || round->voided || round->rack == UTH_CARDS_ALL;
}

#define UNTOUCHED 0x5a

static bool is_untouched(const struct uth_events *events)
{
    const uint8_t *bytes = (const uint8_t *)events;
    return bytes[0] == UNTOUCHED && memcmp(bytes, bytes + 1, sizeof *events - 1) == 0;
}

// What is wrong with an answer; NULL when nothing is. A refusal names its clause and touches nothing.
static const char *wrong_with(enum uth_status status, const char *clause,
                              const struct uth_round *before, const struct uth_round *after,
                              const struct uth_events *events)
{
    if (strcmp(uth_status_clause(status), clause) != 0) {
        return "another clause";
    }
    if (memcmp(before, after, sizeof *before) != 0) {
        return "the round was touched";
    }
    if (status != UTH_OK && !is_untouched(events)) {
        return "events of a refusal";
    }
    return NULL;
}

static void try_all(struct states *states, const struct uth_rules *rules, size_t at,
                    const struct trials *trials)
{
    static struct uth_events events;
    const struct uth_round round = states->list[at];
    assert_true(state_is_sound(&round));
    for (size_t i = 0; i < trials->count; i++) {
        const struct uth_command *command = &trials->list[i].command;
        const char *clause = clause_of(&round, &trials->list[i]);
        memset(&events, UNTOUCHED, sizeof events);
        const enum uth_status status = uth_round_decide(rules, &states->list[at], command, &events);
        const char *wrong = wrong_with(status, clause, &round, &states->list[at], &events);
        if (wrong != NULL) {
            fail_msg("phase %u, command %d of seat %u: '%s', not '%s': %s", round.phase,
                     command->kind, command->seat, uth_status_clause(status), clause, wrong);
        }
        if (status != UTH_OK) {
            continue;
        }
        struct uth_round next = round;
        for (unsigned e = 0; e < events.count; e++) {
            uth_round_apply(&next, &events.list[e]);
        }
        // The next round begins where this one began.
        if (!(round.phase == UTH_PHASE_OVER && command->kind == UTH_COMMAND_OPEN)) {
            add_state(states, &next);
        }
    }
}

/* BET-6, DEAL-5, PLAY-1, PLAY-2, PLAY-3, PLAY-4, PLAY-7 */
static void every_command_at_every_state_is_taken_or_refused_by_its_clause(void **state)
{
    (void)state;
    struct states *states = calloc(1, sizeof *states);
    struct trials *trials = calloc(1, sizeof *trials);
    assert_non_null(states);
    assert_non_null(trials);
    struct uth_rules rules = *california;
    rules.seats = 3;
    add_openings_and_wagers(trials);
    add_decisions(trials);
    add_the_rest(trials);
    const struct uth_round idle = {0};
    add_state(states, &idle);
    for (size_t at = 0; at < states->count; at++) {
        try_all(states, &rules, at, trials);
    }
    (void)printf("# %zu states, %zu commands at each\n", states->count, trials->count);
    free(trials);
    free(states);
}

// Follows every decision, and nothing else that could be chosen.
static unsigned lines_from(const struct uth_rules *rules, struct uth_round round,
                           unsigned seen[UTH_ACTION_FOLD + 1][6])
{
    unsigned lines = 0;
    for (int action = UTH_ACTION_CHECK; action <= UTH_ACTION_FOLD; action++) {
        for (uint8_t multiple = 0; multiple <= 5; multiple++) {
            struct uth_command command = raise_by(1, multiple);
            command.decision.action = (enum uth_action)action;
            struct uth_events events;
            if (uth_round_decide(rules, &round, &command, &events) != UTH_OK) {
                continue;
            }
            struct uth_round next = round;
            for (unsigned i = 0; i < events.count; i++) {
                uth_round_apply(&next, &events.list[i]);
            }
            if (next.seats[0].multiple != 0 || next.seats[0].folded) {
                seen[action][multiple]++;
                lines++;
                continue;
            }
            const struct uth_command turn = simple(UTH_COMMAND_TURN);
            assert_int_equal(uth_round_decide(rules, &next, &turn, &events), UTH_OK);
            uth_round_apply(&next, &events.list[0]);
            lines += lines_from(rules, next, seen);
        }
    }
    return lines;
}

/* PLAY-1, PLAY-2, PLAY-3 */
static void there_are_exactly_five_ways_to_play_a_hand(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    unsigned seen[UTH_ACTION_FOLD + 1][6] = {{0}};
    new_deck(deck);
    table_sit(&table, washington);
    table_do(&table, open_round(0, 0));
    table_do(&table, wager_base(1, 500));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    assert_int_equal(lines_from(&table.rules, table.round, seen), 5);
    for (unsigned multiple = 1; multiple <= 4; multiple++) {
        assert_int_equal(seen[UTH_ACTION_RAISE][multiple], 1);
    }
    assert_int_equal(seen[UTH_ACTION_FOLD][0], 1);
}

// ---- before the deal ------------------------------------------------------------------------

// Seats 1 to `players` with a base wager; in California the last seat banks.
static void bets_closed(struct table *table, const struct uth_rules *rules, unsigned players)
{
    table_sit(table, rules);
    const bool banked = rules->banked_by == UTH_BANKED_BY_PLAYER;
    table_do(table, open_round(banked ? rules->seats : 0, banked ? 100000 : 0));
    for (uint8_t i = 1; i <= players; i++) {
        table_do(table, wager_base(i, 500));
    }
    table_do(table, simple(UTH_COMMAND_CLOSE_BETS));
}

static void dealt(struct table *table, const struct uth_rules *rules, unsigned players)
{
    uth_card deck[UTH_DECK_SIZE];
    new_deck(deck);
    bets_closed(table, rules, players);
    table_do(table, deal_from(deck));
}

static void play_to_the_end(struct table *table)
{
    while (table->round.phase < UTH_PHASE_SHOWDOWN) {
        table_do(table, simple(UTH_COMMAND_TIME_OUT));
        table_do(table, simple(UTH_COMMAND_TURN));
    }
    table_do(table, simple(UTH_COMMAND_SETTLE));
    table_do(table, simple(UTH_COMMAND_END));
}

/* DEAL-1 */
static void two_decks_alternate_in_california_and_washington_has_one(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    new_deck(deck);
    for (unsigned decks = 1; decks <= 2; decks++) {
        const struct uth_rules *rules = decks == 2 ? california : washington;
        table_sit(&table, rules);
        for (unsigned round = 0; round < 6; round++) {
            table_do(&table, decks == 2 ? open_round(6, 10000) : open_round(0, 0));
            assert_int_equal(table.round.number, round + 1);
            assert_int_equal(table.round.deck_in_play, decks == 2 ? round % 2 : 0);
            // The other deck is being shuffled, so the rack is empty.
            assert_true(table.round.rack == 0);
            table_do(&table, wager_base(1, 500));
            table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
            table_do(&table, deal_from(deck));
            if (round == 3) {
                table_do(&table, simple(UTH_COMMAND_VOID));
            } else {
                play_to_the_end(&table);
            }
        }
    }
}

/* BET-6 */
static void until_no_more_bets_a_wager_is_changed_and_withdrawn(void **state)
{
    (void)state;
    static struct table table;
    table_sit(&table, washington);
    table_do(&table, open_round(0, 0));
    table_do(&table, wager_base(1, 500));
    table_do(&table, wager_trips(1, 1000, 200));
    assert_int_equal(seat(&table, 1)->stakes[UTH_WAGER_ANTE].cents, 1000);
    assert_int_equal(seat(&table, 1)->stakes[UTH_WAGER_TRIPS].cents, 200);
    table_do(&table, wager_base(1, 0));
    assert_false(seat(&table, 1)->in);
    assert_refused(&table, simple(UTH_COMMAND_CLOSE_BETS), "BET-1");
    table_do(&table, wager_base(2, 500));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
}

/* BET-6 */
static void after_no_more_bets_nothing_is_made_increased_or_withdrawn(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    new_deck(deck);
    bets_closed(&table, washington, 2);
    while (table.round.phase != UTH_PHASE_OVER) {
        assert_refused(&table, wager_base(3, 500), "BET-6");
        assert_refused(&table, wager_base(1, 600), "BET-6");
        assert_refused(&table, wager_base(1, 0), "BET-6");
        switch ((enum uth_phase)table.round.phase) {
        case UTH_PHASE_CLOSED: table_do(&table, deal_from(deck)); break;
        case UTH_PHASE_PREFLOP:
        case UTH_PHASE_FLOP:
        case UTH_PHASE_RIVER:
            table_do(&table, simple(UTH_COMMAND_TIME_OUT));
            table_do(&table, simple(UTH_COMMAND_TURN));
            break;
        case UTH_PHASE_SHOWDOWN: table_do(&table, simple(UTH_COMMAND_SETTLE)); break;
        case UTH_PHASE_SETTLED: table_do(&table, simple(UTH_COMMAND_END)); break;
        case UTH_PHASE_IDLE:
        case UTH_PHASE_BETTING:
        case UTH_PHASE_OVER:
        case UTH_PHASE_COUNT: fail();
        }
    }
}

static unsigned count_events(const struct uth_events *events, enum uth_event_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < events->count; i++) {
        count += events->list[i].kind == kind;
    }
    return count;
}

/* FEE-1, FEE-2, FEE-3 */
static void fees_are_taken_with_no_more_bets_and_before_any_card(void **state)
{
    (void)state;
    static struct table table;
    bets_closed(&table, california, 3);
    // $30 of action: $1 from the player-dealer in seat 6, $0.50 a circle from each player.
    assert_int_equal(table.last.count, 5);
    assert_int_equal(count_events(&table.last, UTH_EVENT_FEE_TAKEN), 4);
    assert_int_equal(table.last.list[0].seat, 6);
    assert_int_equal(table.last.list[0].as.amount.cents, 100);
    for (uint8_t i = 1; i <= 3; i++) {
        assert_int_equal(table.last.list[i].seat, i);
        assert_int_equal(table.last.list[i].as.amount.cents, 100);
        assert_int_equal(seat(&table, i)->fee.cents, 100);
    }
    assert_int_equal(table.last.list[4].kind, UTH_EVENT_BETS_CLOSED);
    assert_int_equal(table.round.bank_fee.cents, 100);
    // BANK-5: the posted wager is untouched by it.
    assert_int_equal(table.round.bank_wager.cents, 100000);
}

/* PROG-2 */
static void each_progressive_wager_is_coined_in_with_no_more_bets(void **state)
{
    (void)state;
    static struct table table;
    table_sit(&table, washington);
    table_do(&table, open_round(0, 0));
    table_do(&table, wager_base(1, 500));
    table_do(&table, with_stake(wager_base(3, 500), UTH_WAGER_PROGRESSIVE, 100));
    table_do(&table, with_stake(wager_base(7, 500), UTH_WAGER_PROGRESSIVE, 100));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    assert_int_equal(table.last.count, 3);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(table.last.list[i].kind, UTH_EVENT_COIN_IN);
        assert_int_equal(table.last.list[i].seat, i == 0 ? 3 : 7);
        assert_int_equal(table.last.list[i].as.amount.cents, 100);
    }
    assert_int_equal(table.last.list[2].kind, UTH_EVENT_BETS_CLOSED);
}

// ---- the deal -------------------------------------------------------------------------------

/* DEAL-2, DEAL-3 */
static void only_spots_with_ante_and_blind_are_dealt_to_from_the_dealers_left(void **state)
{
    (void)state;
    static struct table table;
    struct rng rng = rng_from_environment();
    for (size_t p = 0; p < 4; p++) {
        const struct uth_rules rules = rules_dealt_by(washington, all_procedures[p]);
        for (unsigned spots = 1; spots < 1U << 7; spots++) {
            uth_card deck[UTH_DECK_SIZE];
            struct uth_dealt expected;
            rng_deck(&rng, deck);
            table_sit(&table, &rules);
            table_do(&table, open_round(0, 0));
            unsigned players = 0;
            for (uint8_t i = 7; i >= 1; i--) { // whoever bet first is not dealt to first
                if (spots >> (i - 1) & 1) {
                    table_do(&table, wager_base(i, 500));
                    players++;
                }
            }
            table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
            table_do(&table, deal_from(deck));
            assert_int_equal(table.round.procedure, all_procedures[p]);
            assert_int_equal(table.journal[0].small[UTH_SMALL_OPENED_PROCEDURE], all_procedures[p]);
            uth_deal(all_procedures[p], players, deck, &expected);
            unsigned next = 0;
            for (uint8_t i = 1; i <= UTH_SEATS_MAX; i++) {
                static const uth_card none[2] = {UTH_CARD_NONE, UTH_CARD_NONE};
                const bool has = i <= 7 && (spots >> (i - 1) & 1) != 0;
                assert_memory_equal(seat(&table, i)->cards, has ? expected.hole[next++] : none, 2);
                assert_int_equal(seat(&table, i)->cards_up, 0);
            }
            assert_memory_equal(table.round.dealer, expected.dealer, 2);
            assert_memory_equal(table.round.community, expected.community, 5);
            assert_int_equal(table.round.dealer_up, 0);
            assert_int_equal(table.round.community_up, 0);
        }
    }
}

/* HAND-1 */
static void a_deck_that_is_not_52_different_cards_is_not_dealt(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    bets_closed(&table, washington, 1);
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        new_deck(deck);
        deck[i] = deck[(i + 1) % UTH_DECK_SIZE];
        assert_refused(&table, deal_from(deck), "HAND-1");
        deck[i] = UTH_DECK_SIZE;
        assert_refused(&table, deal_from(deck), "HAND-1");
        deck[i] = UTH_CARD_NONE;
        assert_refused(&table, deal_from(deck), "HAND-1");
    }
}

/* DEAL-4 */
static void the_stub_is_racked_at_once_and_all_52_cards_at_the_end(void **state)
{
    (void)state;
    static struct table table;
    for (size_t p = 0; p < 4; p++) {
        struct uth_rules rules = rules_dealt_by(washington, all_procedures[p]);
        rules.seats = UTH_SEATS_MAX;
        for (unsigned players = 1; players <= UTH_SEATS_MAX; players++) {
            dealt(&table, &rules, players);
            for (unsigned i = 0; i < table.last.count; i++) {
                assert_int_equal(table.last.list[i].seat, 0); // of the table, and of nobody
            }
            const unsigned stub = UTH_DECK_SIZE - 2 * players - 7;
            const bool at_once = all_procedures[p] != UTH_PROCEDURE_DECK_MATE;
            assert_int_equal(uth_cards_count(table.round.rack), at_once ? stub : 0);
            play_to_the_end(&table);
            assert_true(table.round.rack == UTH_CARDS_ALL);
        }
    }
}

/* DEAL-4 */
static void a_round_with_a_card_missing_does_not_end(void **state)
{
    (void)state;
    static struct table table;
    dealt(&table, washington, 2);
    while (table.round.phase < UTH_PHASE_SHOWDOWN) {
        table_do(&table, simple(UTH_COMMAND_TIME_OUT));
        table_do(&table, simple(UTH_COMMAND_TURN));
    }
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    const uth_card missing = table.round.deck[51];
    table.round.rack &= ~uth_cards_of(missing);
    struct uth_events events = {0};
    const struct uth_command end = simple(UTH_COMMAND_END);
    assert_int_equal(uth_round_decide(&table.rules, &table.round, &end, &events),
                     UTH_ERR_CARDS_MISSING);
    assert_string_equal(uth_status_clause(UTH_ERR_CARDS_MISSING), "DEAL-4");
    table.round.rack |= uth_cards_of(missing);
    table_do(&table, end);
}

static void play_until(struct table *table, const struct uth_rules *rules, enum uth_phase phase)
{
    uth_card deck[UTH_DECK_SIZE];
    new_deck(deck);
    table_sit(table, rules);
    const bool banked = rules->banked_by == UTH_BANKED_BY_PLAYER;
    table_do(table, open_round(banked ? rules->seats : 0, banked ? 100000 : 0));
    table_do(table, wager_trips(1, 500, 500));
    table_do(table, wager_base(2, 1000));
    while (table->round.phase < phase) {
        switch ((enum uth_phase)table->round.phase) {
        case UTH_PHASE_BETTING: table_do(table, simple(UTH_COMMAND_CLOSE_BETS)); break;
        case UTH_PHASE_CLOSED: table_do(table, deal_from(deck)); break;
        case UTH_PHASE_PREFLOP:
        case UTH_PHASE_FLOP:
        case UTH_PHASE_RIVER:
            table_do(table, simple(UTH_COMMAND_TIME_OUT));
            table_do(table, simple(UTH_COMMAND_TURN));
            break;
        case UTH_PHASE_SHOWDOWN: table_do(table, simple(UTH_COMMAND_SETTLE)); break;
        case UTH_PHASE_SETTLED: table_do(table, simple(UTH_COMMAND_END)); break;
        case UTH_PHASE_IDLE:
        case UTH_PHASE_OVER:
        case UTH_PHASE_COUNT: fail();
        }
    }
}

static void an_answer_or_a_state_that_is_another_is_noticed(void **state)
{
    (void)state;
    static struct uth_events events;
    const struct uth_round idle = {.phase = UTH_PHASE_IDLE};
    struct uth_round touched = idle;
    memset(&events, UNTOUCHED, sizeof events);
    assert_null(wrong_with(UTH_OK, "", &idle, &idle, &events));
    assert_null(wrong_with(UTH_ERR_CARDS_MISSING, "DEAL-4", &idle, &idle, &events));
    assert_string_equal(wrong_with(UTH_OK, "DEAL-4", &idle, &idle, &events), "another clause");
    assert_string_equal(wrong_with(UTH_ERR_CARDS_MISSING, "", &idle, &idle, &events),
                        "another clause");
    assert_string_equal(wrong_with(UTH_ERR_CARDS_MISSING, "DEAL-2", &idle, &idle, &events),
                        "another clause");
    touched.seats[7].folded = 1;
    assert_string_equal(wrong_with(UTH_OK, "", &idle, &touched, &events), "the round was touched");
    events.count = 0;
    assert_string_equal(wrong_with(UTH_ERR_CARDS_MISSING, "DEAL-4", &idle, &idle, &events),
                        "events of a refusal");

    static struct table table;
    play_until(&table, california, UTH_PHASE_OVER);
    assert_true(state_is_sound(&table.round));
    struct uth_round wrong[5];
    for (size_t i = 0; i < 5; i++) {
        wrong[i] = table.round;
    }
    wrong[0].seats[4].stakes[UTH_WAGER_ANTE].cents = 500; // of nobody
    wrong[1].seats[0].multiple = 1;                       // and folded
    wrong[1].seats[0].stakes[UTH_WAGER_PLAY] = wrong[1].seats[0].stakes[UTH_WAGER_ANTE];
    wrong[2].seats[0].stakes[UTH_WAGER_PLAY].cents++;
    wrong[3].seats[1].by_system = 1U << 7;
    wrong[4].rack &= wrong[4].rack - 1; // a card is missing
    for (size_t i = 0; i < 5; i++) {
        assert_false(state_is_sound(&wrong[i]));
    }
}

static void assert_nothing_won_or_lost(const struct uth_round *round)
{
    static const struct uth_round_seat nothing;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *player = &round->seats[i];
        assert_memory_equal(player->nets, nothing.nets, sizeof nothing.nets);
        assert_memory_equal(player->outcomes, nothing.outcomes, sizeof nothing.outcomes);
        assert_int_equal(player->settled, 0);
        assert_int_equal(player->cards_racked, 0);
    }
    assert_int_equal(round->bank_net.cents, 0);
    assert_true(round->rack == 0);
}

/* DEAL-5 */
static void a_malfunction_voids_the_round_at_every_moment(void **state)
{
    (void)state;
    static struct table table;
    for (unsigned fees = 0; fees < 2; fees++) {
        struct uth_rules rules = *california;
        rules.void_returns_fee = fees != 0;
        for (unsigned phase = UTH_PHASE_BETTING; phase <= UTH_PHASE_SETTLED; phase++) {
            play_until(&table, &rules, (enum uth_phase)phase);
            struct uth_round before = table.round;
            table_do(&table, simple(UTH_COMMAND_VOID));
            assert_int_equal(table.round.phase, UTH_PHASE_OVER);
            assert_int_equal(table.round.voided, 1);
            assert_int_equal(table.round.fee_returned, fees);
            assert_nothing_won_or_lost(&table.round);
            // What goes back is on record: every stake as it lay there.
            for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
                assert_memory_equal(table.round.seats[i].stakes, before.seats[i].stakes,
                                    sizeof before.seats[i].stakes);
            }
            assert_refused(&table, simple(UTH_COMMAND_VOID), "DEAL-2");
            table_do(&table, open_round(6, 10000));
            assert_int_equal(table.round.voided, 0);
        }
    }
    table_sit(&table, washington);
    assert_refused(&table, simple(UTH_COMMAND_VOID), "DEAL-2");
}

// ---- decisions ------------------------------------------------------------------------------

static void assert_offers(const struct table *table, uint8_t player, int64_t purse,
                          const char *expected)
{
    struct uth_decision offers[UTH_OFFERS_MAX];
    char text[64] = "";
    const size_t count =
        uth_round_offers(&table->rules, &table->round, player, (uth_money){purse}, offers);
    for (size_t i = 0; i < count; i++) {
        const size_t used = strlen(text);
        if (offers[i].action == UTH_ACTION_RAISE) {
            (void)snprintf(text + used, sizeof text - used, " %ux", offers[i].multiple);
        } else {
            (void)snprintf(text + used, sizeof text - used, " %s",
                           offers[i].action == UTH_ACTION_FOLD ? "fold" : "check");
        }
    }
    assert_string_equal(text, expected);
}

/* PLAY-1, PLAY-2, PLAY-3, PLAY-4 */
static void a_size_that_the_player_cannot_afford_is_neither_offered_nor_taken(void **state)
{
    (void)state;
    static struct table table;
    dealt(&table, washington, 1);
    struct uth_command raise = raise_by(1, 4);
    assert_offers(&table, 1, 2000, " 4x 3x check");
    assert_offers(&table, 1, 1999, " 3x check");
    assert_offers(&table, 1, 1499, " check");
    raise.purse.cents = 1999; // no all-in
    assert_refused(&table, raise, "PLAY-4");
    raise.decision.multiple = 3;
    raise.purse.cents = 1499;
    assert_refused(&table, raise, "PLAY-4");
    table_do(&table, check_by(1));
    table_do(&table, simple(UTH_COMMAND_TURN));
    assert_offers(&table, 1, 1000, " 2x check");
    assert_offers(&table, 1, 999, " check");
    table_do(&table, check_by(1));
    table_do(&table, simple(UTH_COMMAND_TURN));
    assert_offers(&table, 1, 500, " 1x fold");
    assert_offers(&table, 1, 499, " fold");
    assert_offers(&table, 1, -500, " fold");
    assert_offers(&table, 2, 500, "");
    assert_offers(&table, 0, 500, "");
    assert_offers(&table, UINT8_MAX, 500, "");
    raise = raise_by(1, 1);
    raise.purse.cents = 500;
    table_do(&table, raise);
    assert_int_equal(seat(&table, 1)->stakes[UTH_WAGER_PLAY].cents, 500);
    assert_offers(&table, 1, 500, "");
}

/* BET-11 */
static void a_size_above_the_table_limit_is_neither_offered_nor_taken(void **state)
{
    (void)state;
    static struct table table;
    dealt(&table, washington, 1); // an Ante of $5
    table.rules.limits[UTH_WAGER_PLAY].max.cents = 1500;
    assert_offers(&table, 1, 100000, " 4x 3x check"); // the switch is off
    table.rules.play_within_limit = true;
    assert_offers(&table, 1, 100000, " 3x check");
    assert_refused(&table, raise_by(1, 4), "BET-11");
    table.rules.limits[UTH_WAGER_PLAY].max.cents = 999;
    assert_offers(&table, 1, 100000, " check");
    assert_refused(&table, raise_by(1, 3), "BET-11");
    table_do(&table, check_by(1));
    table_do(&table, simple(UTH_COMMAND_TURN));
    assert_offers(&table, 1, 100000, " check");
    assert_refused(&table, raise_by(1, 2), "BET-11");
    table_do(&table, check_by(1));
    table_do(&table, simple(UTH_COMMAND_TURN));
    assert_offers(&table, 1, 100000, " 1x fold");
    table_do(&table, raise_by(1, 1));
    struct uth_facts facts;
    struct uth_refusal refusal;
    uth_round_facts(&table.round, &facts);
    assert_int_equal(uth_admit_facts(&table.rules, &facts, &refusal), UTH_OK);
    table.rules.limits[UTH_WAGER_PLAY].max.cents = 2000;
    facts.players[0].stakes[UTH_WAGER_PLAY].cents = 2000;
    assert_int_equal(uth_admit_facts(&table.rules, &facts, &refusal), UTH_OK);
    table.rules.limits[UTH_WAGER_PLAY].max.cents = 1999;
    assert_int_equal(uth_admit_facts(&table.rules, &facts, &refusal), UTH_ERR_PLAY_LIMIT);
    assert_int_equal(refusal.wager, UTH_WAGER_PLAY);
}

/* PLAY-4 */
static void play_is_bet_once_and_never_changed(void **state)
{
    (void)state;
    static struct table table;
    dealt(&table, washington, 2);
    table_do(&table, raise_by(1, 3));
    assert_int_equal(seat(&table, 1)->stakes[UTH_WAGER_PLAY].cents, 1500);
    for (unsigned street = 0; street < 3; street++) {
        for (uint8_t multiple = 0; multiple <= 4; multiple++) {
            assert_refused(&table, raise_by(1, multiple), "PLAY-4");
        }
        assert_refused(&table, check_by(1), "PLAY-4");
        assert_refused(&table, fold_by(1), "PLAY-4");
        table_do(&table, simple(UTH_COMMAND_TIME_OUT));
        table_do(&table, simple(UTH_COMMAND_TURN));
    }
    assert_int_equal(seat(&table, 1)->stakes[UTH_WAGER_PLAY].cents, 1500);
}

/* PLAY-7 */
static void seats_decide_in_any_order_and_the_street_ends_when_all_have(void **state)
{
    (void)state;
    static const uint8_t orders[][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},
                                        {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    static struct table table;
    struct uth_round first;
    for (size_t o = 0; o < 6; o++) {
        dealt(&table, washington, 3);
        for (unsigned street = 0; street < 3; street++) {
            for (unsigned i = 0; i < 3; i++) {
                assert_refused(&table, simple(UTH_COMMAND_TURN), "PLAY-7");
                assert_true(uth_round_awaits(&table.round, orders[o][i]));
                table_do(&table, street == 2 ? fold_by(orders[o][i]) : check_by(orders[o][i]));
                assert_false(uth_round_awaits(&table.round, orders[o][i]));
            }
            table_do(&table, simple(UTH_COMMAND_TURN));
        }
        // Who decided first makes no difference to the round.
        if (o == 0) {
            first = table.round;
        }
        assert_memory_equal(&table.round, &first, sizeof first);
    }
}

/* PLAY-6 */
static void who_does_not_act_in_time_checks_checks_and_folds_by_the_system(void **state)
{
    (void)state;
    static struct table table;
    dealt(&table, washington, 3);
    table_do(&table, raise_by(2, 4));
    table_do(&table, check_by(3));
    for (unsigned street = 0; street < 3; street++) {
        table_do(&table, simple(UTH_COMMAND_TIME_OUT));
        assert_int_equal(count_events(&table.last, UTH_EVENT_DECIDED), street == 0 ? 1 : 2);
        for (unsigned i = 0; i < table.last.count; i++) {
            const struct uth_event *event = &table.last.list[i];
            if (event->kind == UTH_EVENT_DECIDED) {
                assert_int_equal(event->small[UTH_SMALL_DECIDED_BY_SYSTEM], 1);
                assert_int_equal(event->small[UTH_SMALL_DECIDED_STREET], street);
                assert_int_equal(event->small[UTH_SMALL_DECIDED_ACTION],
                                 street == 2 ? UTH_ACTION_FOLD : UTH_ACTION_CHECK);
            }
        }
        // Nobody is left to wait for, and a second ring of the timer says nothing.
        table_do(&table, simple(UTH_COMMAND_TIME_OUT));
        assert_int_equal(table.last.count, 0);
        table_do(&table, simple(UTH_COMMAND_TURN));
    }
    assert_int_equal(seat(&table, 1)->by_system, 7);
    assert_int_equal(seat(&table, 2)->by_system, 0);
    assert_int_equal(seat(&table, 3)->by_system, 6);
    assert_int_equal(seat(&table, 2)->multiple, 4);
    assert_true(seat(&table, 1)->folded && seat(&table, 3)->folded);
}

// Seat 1 checks twice and folds on the river.
static void fold_seat_1(struct table *table)
{
    for (unsigned street = 0; street < 2; street++) {
        table_do(table, check_by(1));
        for (uint8_t i = 2; i <= UTH_SEATS_MAX; i++) {
            if (uth_round_awaits(&table->round, i)) {
                table_do(table, raise_by(i, street == 0 ? 4 : 2));
            }
        }
        table_do(table, simple(UTH_COMMAND_TURN));
    }
    table_do(table, fold_by(1));
}

/* PLAY-5 */
static void a_fold_with_nothing_live_goes_to_the_rack_face_down_at_once(void **state)
{
    (void)state;
    static struct table table;
    dealt(&table, washington, 2);
    fold_seat_1(&table);
    assert_int_equal(table.last.count, 4);
    assert_int_equal(table.last.list[0].kind, UTH_EVENT_DECIDED);
    assert_int_equal(table.last.list[1].kind, UTH_EVENT_SETTLED);
    assert_int_equal(table.last.list[2].kind, UTH_EVENT_SETTLED);
    assert_int_equal(table.last.list[3].kind, UTH_EVENT_RACKED);
    assert_int_equal(table.last.list[3].seat, 1);
    assert_true(table.last.list[3].as.racked == uth_cards_from(seat(&table, 1)->cards, 2));
    assert_int_equal(uth_round_hand_place(&table.round, 1), UTH_HAND_IN_RACK);
    assert_int_equal(uth_round_hand_place(&table.round, 2), UTH_HAND_AT_SPOT);
    assert_int_equal(seat(&table, 1)->cards_racked, 1);
    table_do(&table, simple(UTH_COMMAND_TURN));
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    assert_int_equal(seat(&table, 1)->cards_up, 0);
    assert_int_equal(seat(&table, 2)->cards_up, 1);
}

/* PLAY-5 */
static void who_folds_loses_ante_and_blind_though_the_dealer_has_nothing(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    // Five community cards, the player's two, another player's two, the dealer's.
    deck_with_top("Kh 9d 7s 4c 2s Ah Qd As Ac Jd Tc", deck);
    bets_closed(&table, washington, 2);
    table_do(&table, deal_from(deck));
    fold_seat_1(&table);
    table_do(&table, simple(UTH_COMMAND_TURN));
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    assert_int_equal(seat(&table, 1)->nets[UTH_WAGER_ANTE].cents, -500);
    assert_int_equal(seat(&table, 1)->nets[UTH_WAGER_BLIND].cents, -500);
    assert_int_equal(seat(&table, 2)->outcomes[UTH_WAGER_ANTE], UTH_OUTCOME_PUSH);
}

// ---- the showdown ---------------------------------------------------------------------------

// clang-format off
static const struct {
    const char *name;
    int64_t trips, bad_beat, pairs, progressive;
    bool keeps_trips; // SHOW-7
    uint8_t pairs_table; // from 0
    bool tucked, dealer_turned;
} folds[] = {
    // after everyone folded            trips  beat pairs  prog  keeps table tucked dealer
    { "nothing live",                     0,     0,    0,    0, true,  0,  false, false },
    { "Trips",                          500,     0,    0,    0, true,  0,  true,  false },
    { "Trips that a fold takes",        500,     0,    0,    0, false, 0,  false, false },
    { "Bad Beat",                       500,   500,    0,    0, true,  0,  true,  true  },
    { "Bad Beat, Trips is taken",       500,   500,    0,    0, false, 0,  true,  true  },
    { "Pairs by the player's cards",      0,     0,  500,    0, true,  0,  true,  false },
    { "Pairs table 2",                    0,     0,  500,    0, true,  1,  true,  true  },
    { "Pairs table 4",                    0,     0,  500,    0, true,  3,  true,  false },
    { "table 2, but no wager on it",      0,     0,    0,    0, true,  1,  false, false },
    { "Progressive",                      0,     0,    0,  100, true,  0,  true,  false },
};
// clang-format on

static void wager_on_fold(struct table *table, size_t row)
{
    struct uth_rules rules = *washington;
    uth_card deck[UTH_DECK_SIZE];
    new_deck(deck);
    rules.SIDE(UTH_WAGER_TRIPS).fold =
        folds[row].keeps_trips ? UTH_FOLD_LOSES_UNLESS_WON : UTH_FOLD_LOSES;
    rules.SIDE(UTH_WAGER_PAIRS).table = folds[row].pairs_table;
    table_sit(table, &rules);
    struct uth_command wager = wager_base(1, 500);
    wager.stakes[UTH_WAGER_TRIPS].cents = folds[row].trips;
    wager.stakes[UTH_WAGER_BAD_BEAT].cents = folds[row].bad_beat;
    wager.stakes[UTH_WAGER_PAIRS].cents = folds[row].pairs;
    wager.stakes[UTH_WAGER_PROGRESSIVE].cents = folds[row].progressive;
    table_do(table, open_round(0, 0));
    table_do(table, wager);
    table_do(table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(table, deal_from(deck));
    fold_seat_1(table);
}

/* SHOW-8, PAIR-3 */
static void after_all_folds_the_dealer_turns_his_cards_only_if_a_live_wager_needs_them(void **state)
{
    (void)state;
    static struct table table;
    for (size_t row = 0; row < sizeof folds / sizeof folds[0]; row++) {
        wager_on_fold(&table, row);
        if (seat(&table, 1)->cards_racked == folds[row].tucked) {
            fail_msg("%s: racked %u", folds[row].name, seat(&table, 1)->cards_racked);
        }
        table_do(&table, simple(UTH_COMMAND_TURN));
        if (table.round.dealer_up != folds[row].dealer_turned) {
            fail_msg("%s: dealer turned %u", folds[row].name, table.round.dealer_up);
        }
        table_do(&table, simple(UTH_COMMAND_SETTLE));
        assert_int_equal(seat(&table, 1)->cards_racked, 1);
        table_do(&table, simple(UTH_COMMAND_END));
    }
}

/* SHOW-8 */
static void the_dealer_turns_his_cards_when_anyone_is_still_in(void **state)
{
    (void)state;
    static struct table table;
    dealt(&table, washington, 2);
    fold_seat_1(&table);
    assert_int_equal(table.round.dealer_up, 0);
    table_do(&table, simple(UTH_COMMAND_TURN));
    assert_int_equal(table.round.dealer_up, 1);
}

// Where in the last batch of events the n-th of a kind stands for a seat; -1 when there is none.
static int place_of(const struct table *table, enum uth_event_kind kind, uint8_t of, unsigned n)
{
    for (unsigned i = 0; i < table->last.count; i++) {
        const struct uth_event *event = &table->last.list[i];
        if (event->kind == kind && event->seat == of && n-- == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* SHOW-10 */
static void cards_that_win_trips_are_turned_and_stay_until_paid(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("9h 9d 7s 4c 2s 9c Qd Ah Ac Jd Tc", deck);
    for (unsigned folds_it = 0; folds_it < 2; folds_it++) {
        table_sit(&table, washington);
        table_do(&table, open_round(0, 0));
        table_do(&table, wager_trips(1, 500, 500));
        table_do(&table, wager_trips(2, 500, 500));
        table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
        table_do(&table, deal_from(deck));
        if (folds_it) {
            fold_seat_1(&table);
            assert_int_equal(seat(&table, 1)->cards_racked, 0);
            assert_int_equal(seat(&table, 1)->cards_up, 1);
            assert_int_equal(uth_round_hand_place(&table.round, 1), UTH_HAND_UP_FOR_TRIPS);
            table_do(&table, simple(UTH_COMMAND_TURN));
        } else {
            table_do(&table, raise_by(1, 4));
            table_do(&table, raise_by(2, 4));
            for (unsigned i = 0; i < 3; i++) {
                table_do(&table, simple(UTH_COMMAND_TURN));
            }
        }
        table_do(&table, simple(UTH_COMMAND_SETTLE));
        const unsigned lines = folds_it ? 1 : 4; // the fold has lost the others
        const int turned = place_of(&table, UTH_EVENT_EXPOSED, 1, 0);
        const int first = place_of(&table, UTH_EVENT_SETTLED, 1, 0);
        const int last = place_of(&table, UTH_EVENT_SETTLED, 1, lines - 1);
        const int racked = place_of(&table, UTH_EVENT_RACKED, 1, 0);
        assert_true((turned >= 0) == !folds_it && turned < first && last < racked);
        assert_int_equal(place_of(&table, UTH_EVENT_SETTLED, 1, lines), -1);
        assert_int_equal(seat(&table, 1)->nets[UTH_WAGER_TRIPS].cents, 1500);
        // The right-hand player is done before: cards are collected seat by seat.
        assert_true(place_of(&table, UTH_EVENT_RACKED, 2, 0) < first);
    }
}

/* SHOW-10 */
static void a_folded_winner_of_trips_is_turned_when_all_have_decided(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("9h 9d 7s 4c 2s 9c Qd 5h 5c Jd Tc", deck);
    for (unsigned timer = 0; timer < 2; timer++) {
        table_sit(&table, washington);
        table_do(&table, open_round(0, 0));
        table_do(&table, wager_trips(1, 500, 500));
        table_do(&table, wager_base(2, 500));
        table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
        table_do(&table, deal_from(deck));
        for (unsigned street = 0; street < 2; street++) {
            table_do(&table, simple(UTH_COMMAND_TIME_OUT));
            table_do(&table, simple(UTH_COMMAND_TURN));
        }
        table_do(&table, fold_by(1));
        assert_int_equal(seat(&table, 1)->cards_up, 0); // seat 2 has still to decide
        table_do(&table, timer ? simple(UTH_COMMAND_TIME_OUT) : raise_by(2, 1));
        assert_int_equal(seat(&table, 1)->cards_up, 1);
        assert_int_equal(table.round.dealer_up, 0);
        table_do(&table, simple(UTH_COMMAND_TURN));
        table_do(&table, simple(UTH_COMMAND_SETTLE));
        assert_int_equal(seat(&table, 1)->nets[UTH_WAGER_TRIPS].cents, 1500);
        table_do(&table, simple(UTH_COMMAND_END));
    }
}

/* PLAY-5, BANK-4 */
static void what_w_does_not_reach_of_a_fold_goes_back_with_the_settlement(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    // Two to each seat, two to the player-dealer, five community cards.
    deck_with_top("Qd 7h Qc 6h Kd 3s Kh 9d 8s 4c 2s", deck);
    table_sit(&table, &uth_rules_california_6);
    table_do(&table, open_round(6, 1500));
    table_do(&table, wager_base(1, 500));
    table_do(&table, wager_trips(2, 500, 500));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    for (unsigned street = 0; street < 2; street++) {
        table_do(&table, simple(UTH_COMMAND_TIME_OUT));
        table_do(&table, simple(UTH_COMMAND_TURN));
    }
    table_do(&table, fold_by(2)); // in time before seat 1, in settlement order after it
    table_do(&table, fold_by(1));
    for (uint8_t i = 1; i <= 2; i++) {
        assert_int_equal(seat(&table, i)->nets[UTH_WAGER_ANTE].cents, -500);
        assert_int_equal(seat(&table, i)->nets[UTH_WAGER_BLIND].cents, -500);
    }
    assert_int_equal(seat(&table, 2)->nets[UTH_WAGER_TRIPS].cents, -500);
    table_do(&table, simple(UTH_COMMAND_TURN));
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    assert_int_equal(place_of(&table, UTH_EVENT_SETTLED, 1, 0), -1); // stands as it was taken
    assert_int_equal(seat(&table, 2)->nets[UTH_WAGER_ANTE].cents, -500);
    assert_int_equal(seat(&table, 2)->nets[UTH_WAGER_BLIND].cents, 0);
    assert_int_equal(seat(&table, 2)->outcomes[UTH_WAGER_BLIND], UTH_OUTCOME_RETURNED);
    assert_int_equal(seat(&table, 2)->nets[UTH_WAGER_TRIPS].cents, 0);
    assert_int_equal(seat(&table, 2)->carried[UTH_WAGER_TRIPS], UTH_CARRIED_NOT_AT_ALL);
    assert_int_equal(table.round.bank_net.cents, 1500);
    // A second time nothing comes back.
    struct uth_event again = table.last.list[place_of(&table, UTH_EVENT_SETTLED, 2, 0)];
    assert_false(uth_round_can_follow(&table.round, &again));
    table_do(&table, simple(UTH_COMMAND_END));
}

/* SHOW-8, PAIR-3, PLAY-5 */
static void a_folded_hand_lies_where_its_live_wager_needs_it(void **state)
{
    (void)state;
    static const struct {
        enum uth_wager wager;
        int64_t stake;
        enum uth_hand_place place;
    } rows[] = {
        {UTH_WAGER_PAIRS, 500, UTH_HAND_UNDER_PAIRS},
        {UTH_WAGER_PROGRESSIVE, 100, UTH_HAND_BESIDE_WAGER},
        {UTH_WAGER_BAD_BEAT, 500, UTH_HAND_BESIDE_WAGER},
        {UTH_WAGER_TRIPS, 500, UTH_HAND_IN_RACK}, // a losing one is taken with the fold
    };
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("9h 8d 7s 4c 2s Kc Kd Ah Ac", deck);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table_sit(&table, washington);
        table_do(&table, open_round(0, 0));
        const int64_t trips = rows[i].wager == UTH_WAGER_BAD_BEAT ? 500 : 0; // BET-4
        table_do(&table, with_stake(wager_trips(1, 500, trips), rows[i].wager, rows[i].stake));
        table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
        table_do(&table, deal_from(deck));
        fold_seat_1(&table);
        assert_int_equal(uth_round_hand_place(&table.round, 1), rows[i].place);
        assert_int_equal(seat(&table, 1)->cards_up, 0);
    }
}

/* SHOW-10, PLAY-5 */
static void a_folded_hand_that_wins_nothing_is_never_turned(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("9h 8d 7s 4c 2s Kc Qd Ah Ac Jd Tc", deck);
    table_sit(&table, washington);
    table_do(&table, open_round(0, 0));
    table_do(&table, wager_trips(1, 500, 500));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    fold_seat_1(&table);
    assert_true(place_of(&table, UTH_EVENT_RACKED, 1, 0) >
                place_of(&table, UTH_EVENT_SETTLED, 1, 2));
    table_do(&table, simple(UTH_COMMAND_TURN));
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    assert_int_equal(seat(&table, 1)->cards_up, 0);
    assert_int_equal(seat(&table, 1)->outcomes[UTH_WAGER_TRIPS], UTH_OUTCOME_LOSE);
}

/* PAIR-3 */
static void ultimate_pairs_stays_in_action_after_a_fold(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("9h 8d 7s 4c 2s Kc Kd Ah Ac", deck);
    table_sit(&table, washington);
    table_do(&table, open_round(0, 0));
    table_do(&table, with_stake(wager_base(1, 500), UTH_WAGER_PAIRS, 500));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    fold_seat_1(&table);
    assert_int_equal(seat(&table, 1)->cards_racked, 0);
    table_do(&table, simple(UTH_COMMAND_TURN));
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    assert_int_equal(seat(&table, 1)->nets[UTH_WAGER_PAIRS].cents, 5000);
    assert_int_equal(seat(&table, 1)->nets[UTH_WAGER_ANTE].cents, -500);
    assert_int_equal(seat(&table, 1)->cards_racked, 1);
}

/* SHOW-2 */
static void antes_go_back_before_any_hand_is_looked_at(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("Kh 9d 7s 4c 2s Ah Qd As Qc Jd Tc", deck);
    bets_closed(&table, washington, 2);
    table_do(&table, deal_from(deck));
    table_do(&table, raise_by(1, 4));
    table_do(&table, raise_by(2, 4));
    for (unsigned i = 0; i < 3; i++) {
        table_do(&table, simple(UTH_COMMAND_TURN));
    }
    table_do(&table, simple(UTH_COMMAND_SETTLE));
    for (uint8_t i = 1; i <= 2; i++) {
        const int ante = place_of(&table, UTH_EVENT_SETTLED, i, 0);
        assert_int_equal(table.last.list[ante].small[UTH_SMALL_SETTLED_WAGER], UTH_WAGER_ANTE);
        assert_true(ante < 2);
        assert_true(place_of(&table, UTH_EVENT_EXPOSED, i, 0) >= 2);
    }
}

// ---- what holds for every round -------------------------------------------------------------

static void check_money(const struct table *table)
{
    int64_t players = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *player = &table->round.seats[i];
        for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
            assert_int_equal(player->settled >> wager & 1, player->stakes[wager].cents != 0);
            assert_true(player->nets[wager].cents >= -player->stakes[wager].cents);
            players += wager == UTH_WAGER_PROGRESSIVE ? 0 : player->nets[wager].cents;
        }
    }
    assert_int_equal(players, -table->round.bank_net.cents);
    if (table->round.bank_seat != 0) {
        assert_true(llabs(table->round.bank_net.cents) <= table->round.bank_wager.cents);
    }
}

static void check_after(const struct table *table, const struct uth_round *before,
                        const struct uth_command *command)
{
    const struct uth_round *after = &table->round;
    assert_true(state_is_sound(after));
    if (command->kind == UTH_COMMAND_SETTLE) {
        check_money(table);
    }
    if (command->kind == UTH_COMMAND_VOID || command->kind == UTH_COMMAND_OPEN) {
        return;
    }
    assert_true((before->rack & ~after->rack) == 0); // nothing leaves the rack
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (before->phase >= UTH_PHASE_CLOSED) {
            for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
                const uth_money was = before->seats[i].stakes[wager];
                const bool first_play = wager == UTH_WAGER_PLAY && was.cents == 0;
                assert_true(first_play || was.cents == after->seats[i].stakes[wager].cents);
            }
        }
    }
}

/* DEAL-4, BET-6, PLAY-4 */
static void random_rounds_of_all_profiles_keep_cards_money_and_bytes_together(void **state)
{
    (void)state;
    static struct table table;
    struct rng rng = rng_from_environment();
    unsigned finished = 0;
    unsigned refused = 0;
    for (unsigned i = 0; i < 2500; i++) {
        const struct uth_rules rules = draw_rules(&rng);
        const unsigned chaos = rng_below(&rng, 60);
        table_sit(&table, &rules);
        unsigned ends = 0;
        while (ends < 3) {
            const struct uth_round before = table.round;
            const struct uth_command command = draw_command(&rng, &table, chaos);
            if (table_try(&table, &command) != UTH_OK) {
                refused++;
                continue;
            }
            check_after(&table, &before, &command);
            ends += table.round.phase == UTH_PHASE_OVER;
            finished += command.kind == UTH_COMMAND_END;
        }
    }
    (void)printf("# %u rounds to their end, %u commands refused\n", finished, refused);
    assert_true(finished > 1000);
    assert_true(refused > 1000);
}

/* DEAL-4 */
static void a_snapshot_is_a_copy_and_plays_on_alike(void **state)
{
    (void)state;
    static struct table table, copy;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 300; i++) {
        const struct uth_rules rules = draw_rules(&rng);
        table_sit(&table, &rules);
        for (unsigned steps = rng_below(&rng, 40); steps > 0; steps--) {
            const struct uth_command command = draw_command(&rng, &table, 10);
            (void)table_try(&table, &command);
        }
        const struct uth_round snapshot = table.round;
        copy = table;
        copy.round = snapshot;
        for (unsigned steps = 0; steps < 30; steps++) {
            const struct uth_command command = draw_command(&rng, &table, 10);
            const struct uth_round untouched = copy.round;
            const enum uth_status status = table_try(&table, &command);
            assert_memory_equal(&copy.round, &untouched, sizeof untouched);
            assert_int_equal(table_try(&copy, &command), status);
            assert_memory_equal(&copy.round, &table.round, sizeof table.round);
        }
    }
}

/* PROG-4: with what came back to the meter, so that the record explains it */
static void an_award_is_recorded_with_where_it_came_from(void **state)
{
    (void)state;
    static struct table table;
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("Qs Js Ts 2c 3d As Ks 4h 5h", deck);
    table_sit(&table, washington);
    table_do(&table, open_round(0, 0));
    table_do(&table, with_stake(wager_base(1, 500), UTH_WAGER_PROGRESSIVE, 100));
    table_do(&table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(&table, deal_from(deck));
    table_do(&table, raise_by(1, 4));
    for (unsigned i = 0; i < 3; i++) {
        table_do(&table, simple(UTH_COMMAND_TURN));
    }
    struct uth_command settle = simple(UTH_COMMAND_SETTLE);
    settle.meter = (struct uth_meter){.amount = {1200000}, .reserve = {5000}, .seed = {1000000}};
    table_do(&table, settle);
    const int at = place_of(&table, UTH_EVENT_AWARDED, 1, 0);
    assert_true(at >= 0);
    const struct uth_event *event = &table.last.list[at];
    assert_int_equal(event->small[UTH_SMALL_AWARDED_LINE], UTH_PROGRESSIVE_ROYAL_FIRST_FIVE);
    assert_int_equal(event->as.award.amount.cents, 1200000);
    assert_int_equal(event->as.award.from_meter.cents, 1200000);
    assert_int_equal(event->as.award.from_house.cents, 0);
    assert_int_equal(event->as.award.seed_added.cents, 1000000);
    assert_int_equal(event->as.award.reserve_used.cents, 5000);
}

static void phases_and_events_have_names(void **state)
{
    (void)state;
    for (unsigned i = 0; i < UTH_PHASE_COUNT; i++) {
        assert_string_not_equal(uth_phase_name((enum uth_phase)i), "");
    }
    for (unsigned i = 0; i < UTH_EVENT_COUNT; i++) {
        assert_string_not_equal(uth_event_name((enum uth_event_kind)i), "");
    }
}

static void each_place_of_a_hand_has_its_name(void **state)
{
    (void)state;
    static const char *const names[UTH_HAND_PLACE_COUNT] = {
        "at_spot", "up_for_trips", "under_pairs", "beside_wager", "in_rack"};
    for (unsigned i = 0; i < UTH_HAND_PLACE_COUNT; i++) {
        assert_string_equal(uth_hand_place_name((enum uth_hand_place)i), names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_at_every_state_is_taken_or_refused_by_its_clause),
        cmocka_unit_test(an_answer_or_a_state_that_is_another_is_noticed),
        cmocka_unit_test(there_are_exactly_five_ways_to_play_a_hand),
        cmocka_unit_test(two_decks_alternate_in_california_and_washington_has_one),
        cmocka_unit_test(until_no_more_bets_a_wager_is_changed_and_withdrawn),
        cmocka_unit_test(after_no_more_bets_nothing_is_made_increased_or_withdrawn),
        cmocka_unit_test(fees_are_taken_with_no_more_bets_and_before_any_card),
        cmocka_unit_test(each_progressive_wager_is_coined_in_with_no_more_bets),
        cmocka_unit_test(only_spots_with_ante_and_blind_are_dealt_to_from_the_dealers_left),
        cmocka_unit_test(a_deck_that_is_not_52_different_cards_is_not_dealt),
        cmocka_unit_test(the_stub_is_racked_at_once_and_all_52_cards_at_the_end),
        cmocka_unit_test(a_round_with_a_card_missing_does_not_end),
        cmocka_unit_test(a_malfunction_voids_the_round_at_every_moment),
        cmocka_unit_test(a_size_that_the_player_cannot_afford_is_neither_offered_nor_taken),
        cmocka_unit_test(a_size_above_the_table_limit_is_neither_offered_nor_taken),
        cmocka_unit_test(play_is_bet_once_and_never_changed),
        cmocka_unit_test(seats_decide_in_any_order_and_the_street_ends_when_all_have),
        cmocka_unit_test(who_does_not_act_in_time_checks_checks_and_folds_by_the_system),
        cmocka_unit_test(a_fold_with_nothing_live_goes_to_the_rack_face_down_at_once),
        cmocka_unit_test(who_folds_loses_ante_and_blind_though_the_dealer_has_nothing),
        cmocka_unit_test(
            after_all_folds_the_dealer_turns_his_cards_only_if_a_live_wager_needs_them),
        cmocka_unit_test(the_dealer_turns_his_cards_when_anyone_is_still_in),
        cmocka_unit_test(cards_that_win_trips_are_turned_and_stay_until_paid),
        cmocka_unit_test(a_folded_hand_that_wins_nothing_is_never_turned),
        cmocka_unit_test(a_folded_winner_of_trips_is_turned_when_all_have_decided),
        cmocka_unit_test(what_w_does_not_reach_of_a_fold_goes_back_with_the_settlement),
        cmocka_unit_test(a_folded_hand_lies_where_its_live_wager_needs_it),
        cmocka_unit_test(ultimate_pairs_stays_in_action_after_a_fold),
        cmocka_unit_test(antes_go_back_before_any_hand_is_looked_at),
        cmocka_unit_test(random_rounds_of_all_profiles_keep_cards_money_and_bytes_together),
        cmocka_unit_test(a_snapshot_is_a_copy_and_plays_on_alike),
        cmocka_unit_test(an_award_is_recorded_with_where_it_came_from),
        cmocka_unit_test(phases_and_events_have_names),
        cmocka_unit_test(each_place_of_a_hand_has_its_name),
    };
    return cmocka_run_group_tests_name("round", tests, NULL, NULL);
}
