// `uth bench`: fixed workloads, each with its speed, the ratio to a plain way of doing the same, and
// a signature: a digest of what was computed. The same signature means the same behaviour.
//
// Seconds are CPU time of the process, which runs one thread, so that other work does not count.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "sim/shuffle.h"
#include "uth/exact.h"
#include "uth/sim.h"

#define HANDS  4096 // prepared, and gone through again and again
#define BOARDS 64

struct work {
    struct uth_rules rules; // washington, with every wager at once
    uth_card cards[HANDS][7];
    struct uth_facts facts[HANDS];
    struct uth_strategy strategy;
    void *memory; // of the solver
    size_t memory_size;
    void *bytes; // of the strategy
};

static uint64_t digest_of(uint64_t digest, uint64_t value)
{
    return (digest ^ value) * UINT64_C(1099511628211); // FNV-1a over whole numbers
}

static uth_hand hand_without(const uth_card cards[7], unsigned a, unsigned b)
{
    uth_card five[5];
    unsigned count = 0;
    for (unsigned i = 0; i < 7; i++) {
        if (i != a && i != b) {
            five[count++] = cards[i];
        }
    }
    return uth_hand_of(five, count);
}

// The plain way: the best of the 21 hands of five.
static uint64_t hands_plain(struct work *work, uint64_t digest)
{
    for (unsigned i = 0; i < HANDS; i++) {
        uth_hand best = 0;
        for (unsigned pair = 0; pair < 49; pair++) {
            const uth_hand hand =
                pair / 7 < pair % 7 ? hand_without(work->cards[i], pair / 7, pair % 7) : 0;
            best = hand > best ? hand : best;
        }
        digest = digest_of(digest, best);
    }
    return digest;
}

static uint64_t hands_random(struct work *work, uint64_t digest)
{
    for (unsigned i = 0; i < HANDS; i++) {
        digest = digest_of(digest, uth_hand_of(work->cards[i], 7));
    }
    return digest;
}

// Deals in order, the last two cards turning fastest: C(47,2) + ... hands under one start.
static uint64_t hands_sequential(struct work *work, uint64_t digest)
{
    (void)work;
    uth_card cards[7] = {0, 1, 2, 3, 4, 0, 0};
    for (unsigned c = 4; c < 12; c++) {
        cards[4] = (uth_card)c;
        for (unsigned b = c + 1; b < UTH_DECK_SIZE; b++) {
            cards[5] = (uth_card)b;
            for (unsigned a = b + 1; a < UTH_DECK_SIZE; a++) {
                cards[6] = (uth_card)a;
                digest = digest_of(digest, uth_hand_of(cards, 7));
            }
        }
    }
    return digest;
}

static uint64_t hands_on_board(const uth_card community[5], uint64_t digest)
{
    struct uth_board board;
    uth_hand hands[UTH_BOARD_PAIRS_MAX];
    uth_board_set(&board, community);
    const size_t count = uth_board_hands(&board, UTH_CARDS_ALL & ~board.cards, hands);
    for (size_t i = 0; i < count; i++) {
        digest = digest_of(digest, hands[i]);
    }
    return digest;
}

static uint64_t hands_on_boards(struct work *work, uint64_t digest)
{
    for (unsigned i = 0; i < BOARDS; i++) {
        digest = hands_on_board(work->cards[i], digest);
    }
    return digest;
}

static uint64_t settle_plain(struct work *work, uint64_t digest)
{
    for (unsigned i = 0; i < HANDS; i++) {
        const struct uth_facts *facts = &work->facts[i];
        uth_card cards[2][7];
        memcpy(cards[0], facts->dealer, 2);
        memcpy(cards[0] + 2, facts->community, 5);
        memcpy(cards[1], facts->players[0].cards, 2);
        memcpy(cards[1] + 2, facts->community, 5);
        digest = digest_of(digest, uth_hand_of(cards[0], 7));
        digest = digest_of(digest, uth_hand_of(cards[1], 7));
    }
    return digest;
}

static uint64_t settle(struct work *work, uint64_t digest)
{
    struct uth_settlement settlement;
    for (unsigned i = 0; i < HANDS; i++) {
        uth_settle(&work->rules, &work->facts[i], &settlement);
        digest = digest_of(digest, (uint64_t)settlement.players[0].net.cents);
        digest = digest_of(digest, (uint64_t)settlement.bank_net.cents);
    }
    return digest;
}

static uint64_t solve(struct work *work, uint64_t digest)
{
    struct uth_exact *exact = NULL;
    UTH_CHECK(uth_exact_solve(&work->rules, 1, work->memory, work->memory_size, &exact) == UTH_OK);
    for (unsigned i = 0; i < UTH_EXACT_CLASSES; i++) {
        struct uth_exact_hand hand;
        uth_exact_hand(exact, i, &hand);
        digest = digest_of(digest, (uint64_t)hand.check);
        digest = digest_of(digest, (uint64_t)hand.raise[0]);
    }
    return digest;
}

static uint64_t deal_plain(unsigned seats, uint64_t digest)
{
    struct shuffle shuffle;
    sim_shuffle_init(&shuffle, 1, seats * 2 + 7);
    for (uint64_t round = 0; round < UTH_SIM_UNIT_ROUNDS; round++) {
        uth_card deck[UTH_DECK_SIZE];
        sim_shuffle(&shuffle, round, deck);
        for (unsigned i = 0; i <= seats; i++) {
            uth_card cards[7];
            memcpy(cards, deck, 5);
            memcpy(cards + 5, deck + 5 + i * (size_t)2, 2);
            digest = digest_of(digest, uth_hand_of(cards, 7));
        }
    }
    return digest;
}

static uint64_t deal_one(struct work *work, uint64_t digest)
{
    (void)work;
    return deal_plain(1, digest);
}

static uint64_t deal_seven(struct work *work, uint64_t digest)
{
    (void)work;
    return deal_plain(7, digest);
}

#define SIM_UNITS 8

static uint64_t simulate(struct work *work, unsigned seats, uint64_t digest)
{
    struct uth_sim_setup setup = {.rules = &work->rules,
                                  .seed = 1,
                                  .rounds = SIM_UNITS * UTH_SIM_UNIT_ROUNDS,
                                  .seat_count = (uint8_t)seats,
                                  .meter = uth_meter_fresh(&work->rules.progressive)};
    for (unsigned i = 0; i < seats; i++) {
        setup.seats[i].strategy = &work->strategy;
        memcpy(setup.seats[i].stakes, work->facts[0].players[0].stakes,
               sizeof setup.seats[i].stakes);
        setup.seats[i].stakes[UTH_WAGER_PLAY].cents = 0;
    }
    struct uth_sim *sim = NULL;
    struct uth_refusal refusal;
    struct uth_sim_totals totals = {0};
    UTH_CHECK(uth_sim_size(1) <= work->memory_size);
    UTH_CHECK(uth_sim_init(&setup, 1, work->memory, work->memory_size, &sim, &refusal) == UTH_OK);
    uth_sim_run(sim, 0, uth_sim_units(sim), NULL, &totals);
    for (unsigned line = 0; line < UTH_SIM_LINES; line++) {
        if (line >= UTH_WAGER_COUNT || uth_rules_has_wager(&work->rules, (enum uth_wager)line)) {
            digest = digest_of(digest, (uint64_t)totals.groups[0].lines[line].sum);
            digest = digest_of(digest, (uint64_t)totals.groups[0].lines[line].square);
        }
    }
    return digest;
}

static uint64_t simulate_one(struct work *work, uint64_t digest)
{
    return simulate(work, 1, digest);
}

static uint64_t simulate_seven(struct work *work, uint64_t digest)
{
    return simulate(work, 7, digest);
}

#define SEQUENTIAL 7416 // hands of one pass, see hands_sequential()
#define NO_PLAIN   (-1)

static const struct workload {
    const char *name;
    const char *of;
    uint64_t (*run)(struct work *work, uint64_t digest);
    uint32_t count;  // of what one pass does
    uint32_t passes; // fixed, so that the signature is
    int plain;       // the line it is measured against
} workloads[] = {
    {"hand, best of 21 fives", "hands", hands_plain, HANDS, 20, NO_PLAIN},
    {"hand, random", "hands", hands_random, HANDS, 2000, 0},
    {"hand, sequential", "hands", hands_sequential, SEQUENTIAL, 1000, 0},
    {"hand, board fixed", "hands", hands_on_boards, BOARDS * 1081, 100, 0},
    {"two hands evaluated", "rounds", settle_plain, HANDS, 500, NO_PLAIN},
    {"settlement, all wagers", "rounds", settle, HANDS, 300, 4},
    {"solve", "games", solve, 1, 2, NO_PLAIN},
    {"cards and two hands", "rounds", deal_one, UTH_SIM_UNIT_ROUNDS, 200, NO_PLAIN},
    {"simulate, one seat", "rounds", simulate_one, SIM_UNITS *UTH_SIM_UNIT_ROUNDS, 20, 7},
    {"cards and eight hands", "rounds", deal_seven, UTH_SIM_UNIT_ROUNDS, 50, NO_PLAIN},
    {"simulate, seven seats", "rounds", simulate_seven, SIM_UNITS *UTH_SIM_UNIT_ROUNDS, 4, 9},
};
#define WORKLOADS (sizeof workloads / sizeof workloads[0])

struct result {
    double per_second;
    double ratio; // to the plain way; 0 where there is none
    uint64_t signature;
};

static double cpu_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Rounds of one player with every wager, folded or raised by what the seed says.
static void prepare_rounds(struct work *work)
{
    struct shuffle shuffle;
    sim_shuffle_init(&shuffle, 20, 9);
    for (unsigned i = 0; i < HANDS; i++) {
        struct uth_facts *facts = &work->facts[i];
        struct uth_player_facts *player = &facts->players[0];
        uth_card deck[UTH_DECK_SIZE];
        sim_shuffle(&shuffle, i, deck);
        memcpy(work->cards[i], deck, 7);
        memcpy(facts->community, deck, 5);
        memcpy(facts->dealer, deck + 5, 2);
        memcpy(player->cards, deck + 7, 2);
        facts->meter = uth_meter_fresh(&work->rules.progressive);
        facts->player_count = 1;
        player->seat = 1;
        player->folded = sim_word(shuffle.key, i, 31) % 5 == 0;
        for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
            const bool made = uth_rules_has_wager(&work->rules, (enum uth_wager)wager);
            player->stakes[wager].cents = !made ? 0 : uth_wagers[wager].on_meter ? 100 : 1000;
        }
        player->stakes[UTH_WAGER_PLAY].cents = player->folded ? 0 : 4000;
    }
}

static bool prepare(struct work *work)
{
    struct uth_exact *exact = NULL;
    work->rules = uth_rules_washington;
    work->rules.games_max = 0;
    prepare_rounds(work);
    work->memory_size = uth_exact_size(1);
    work->memory = malloc(work->memory_size);
    if (work->memory == NULL ||
        uth_exact_solve(&work->rules, 1, work->memory, work->memory_size, &exact) != UTH_OK) {
        return false;
    }
    const size_t length = uth_strategy_size(exact);
    work->bytes = malloc(length);
    if (work->bytes == NULL) {
        return false;
    }
    uth_strategy_build(exact, UTH_STYLE_OPTIMAL, work->bytes, length);
    return uth_strategy_open(work->bytes, length, &work->rules, &work->strategy) == UTH_OK;
}

static void run_all(struct work *work, struct result results[WORKLOADS])
{
    for (size_t i = 0; i < WORKLOADS; i++) {
        const struct workload *load = &workloads[i];
        uint64_t signature = UINT64_C(14695981039346656037);
        const double start = cpu_seconds();
        for (uint32_t pass = 0; pass < load->passes; pass++) {
            signature = load->run(work, signature);
        }
        const double seconds = cpu_seconds() - start;
        results[i].per_second = (double)load->count * load->passes / seconds;
        results[i].ratio =
            load->plain == NO_PLAIN ? 0 : results[i].per_second / results[load->plain].per_second;
        results[i].signature = signature;
    }
}

static void print_text(const struct result results[WORKLOADS])
{
    for (size_t i = 0; i < WORKLOADS; i++) {
        (void)printf("%-26s %14.0f %s/s", workloads[i].name, results[i].per_second,
                     workloads[i].of);
        if (results[i].ratio > 0) {
            (void)printf("  %7.3f x '%s'", results[i].ratio, workloads[workloads[i].plain].name);
        }
        (void)printf("  signature %016llx\n", (unsigned long long)results[i].signature);
    }
}

static bool print_json(const struct result results[WORKLOADS])
{
    json_t *list = json_array();
    for (size_t i = 0; i < WORKLOADS; i++) {
        char signature[20];
        json_t *object = json_object();
        (void)snprintf(signature, sizeof signature, "%016llx",
                       (unsigned long long)results[i].signature);
        (void)json_object_set_new(object, "name", json_string(workloads[i].name));
        (void)json_object_set_new(object, "unit", json_string(workloads[i].of));
        (void)json_object_set_new(object, "per_second", json_real(results[i].per_second));
        if (results[i].ratio > 0) {
            (void)json_object_set_new(object, "plain",
                                      json_string(workloads[workloads[i].plain].name));
            (void)json_object_set_new(object, "ratio", json_real(results[i].ratio));
        }
        (void)json_object_set_new(object, "signature", json_string(signature));
        (void)json_array_append_new(list, object);
    }
    json_t *document = json_object();
    (void)json_object_set_new(document, "workloads", list);
    return cli_print_json(document);
}

int cmd_bench(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct result results[WORKLOADS] = {{0}};
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "this command takes only options, no arguments");
    }
    struct work *work = calloc(1, sizeof *work);
    if (work == NULL) {
        return cli_refuse(command, "out of memory");
    }
    if (prepare(work)) {
        run_all(work, results);
        status = CLI_DONE;
    } else {
        status = cli_refuse(command, "out of memory");
    }
    if (status == CLI_DONE && cli_has(&args, "json")) {
        status = print_json(results) ? CLI_DONE : CLI_REFUSED;
    } else if (status == CLI_DONE) {
        print_text(results);
    }
    free(work->memory);
    free(work->bytes);
    free(work);
    return cli_finish(command, status);
}
