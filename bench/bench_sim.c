// Whole rounds by perfect play with every wager, one seat and seven, beside dealing the same cards
// and evaluating player's and dealer's hand, no more; and sessions, a meter and a player-dealer,
// beside the same rounds one by one.
#include <stdlib.h>

#include "bench.h"
#include "sim/shuffle.h"
#include "uth/sim.h"

#define THREADS 1

static struct uth_strategy perfect_play(const struct uth_rules *rules)
{
    const size_t size = uth_exact_size(THREADS);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    struct uth_strategy strategy;
    if (memory == NULL || uth_exact_solve(rules, THREADS, memory, size, &exact) != UTH_OK) {
        abort();
    }
    const size_t length = uth_strategy_size(exact);
    void *bytes = malloc(length);
    if (bytes == NULL) {
        abort();
    }
    uth_strategy_build(exact, UTH_STYLE_OPTIMAL, bytes, length);
    free(memory);
    if (uth_strategy_open(bytes, length, rules, &strategy) != UTH_OK) {
        abort();
    }
    return strategy;
}

static double bench_baseline(unsigned players, uint64_t rounds)
{
    struct shuffle shuffle;
    uth_card deck[UTH_DECK_SIZE];
    uint64_t digest = BENCH_DIGEST_START;
    sim_shuffle_init(&shuffle, 1, 2 * players + 7);
    const double start = bench_seconds();
    for (uint64_t round = 0; round < rounds; round++) {
        sim_shuffle(&shuffle, round, deck);
        for (unsigned hand = 0; hand <= players; hand++) {
            const uth_card seven[7] = {deck[0],           deck[1], deck[2],
                                       deck[3],           deck[4], deck[5 + 2 * hand],
                                       deck[6 + 2 * hand]};
            digest = bench_digest(digest, uth_hand_of(seven, 7));
        }
    }
    const double speed = (double)rounds / (bench_seconds() - start);
    bench_line(players == 1 ? "baseline: cards and two hands, no more"
                            : "baseline: cards and eight hands, no more",
               speed, 0, digest);
    return speed;
}

static unsigned as_the_strategy_says(const void *context, const struct uth_sim_view *view)
{
    const struct uth_strategy *strategy = context;
    switch (view->street) {
    case UTH_STREET_PREFLOP: return uth_strategy_preflop(strategy, view->hole);
    case UTH_STREET_FLOP: return uth_strategy_flop(strategy, view->hole, view->board);
    case UTH_STREET_RIVER: return uth_strategy_river(strategy, view->hole, view->board);
    case UTH_STREET_COUNT: break;
    }
    return 0;
}

// Every wager that the profile offers, at its minimum.
static struct uth_sim_setup setup_of(const struct uth_rules *rules, unsigned seats,
                                     const struct uth_strategy *strategy)
{
    struct uth_sim_setup setup = {.rules = rules,
                                  .seed = 1,
                                  .seat_count = (uint8_t)seats,
                                  .meter = uth_meter_fresh(&rules->progressive)};
    for (unsigned seat = 0; seat < seats; seat++) {
        setup.seats[seat].strategy = strategy;
        for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
            const enum uth_wager wager = (enum uth_wager)i;
            setup.seats[seat].stakes[i].cents = i == UTH_WAGER_PLAY || !rules->offered[i]
                                                    ? 0
                                                    : uth_rules_limit(rules, wager).min.cents;
        }
        if (rules->offered[UTH_WAGER_PROGRESSIVE]) {
            setup.seats[seat].stakes[UTH_WAGER_PROGRESSIVE] = rules->progressive.stake;
        }
    }
    if (rules->banked_by == UTH_BANKED_BY_PLAYER) {
        setup.bank_wager.cents = 100 * setup.seats[0].stakes[UTH_WAGER_ANTE].cents;
    }
    return setup;
}

// Rounds a second of this thread, and a digest of the first group's sums.
static double speed_of(const struct uth_sim_setup *setup, uint64_t *digest)
{
    const size_t size = uth_sim_size(THREADS);
    void *memory = malloc(size);
    struct uth_sim *sim = NULL;
    struct uth_refusal refusal;
    struct uth_sim_totals totals = {0};
    if (memory == NULL || uth_sim_init(setup, THREADS, memory, size, &sim, &refusal) != UTH_OK) {
        abort();
    }
    const double start = bench_seconds();
    uth_sim_run(sim, 0, uth_sim_units(sim), NULL, &totals);
    const double speed = (double)totals.rounds / (bench_seconds() - start);
    *digest = BENCH_DIGEST_START;
    for (unsigned line = 0; line < UTH_SIM_LINES; line++) {
        *digest = bench_digest(*digest, (uint64_t)totals.groups[0].lines[line].sum);
        *digest = bench_digest(*digest, (uint64_t)totals.groups[0].lines[line].square);
    }
    free(memory);
    return speed;
}

static void bench_rounds(const struct uth_strategy *strategy, unsigned seats, uint64_t rounds)
{
    struct uth_sim_setup setup = setup_of(&uth_rules_washington, seats, strategy);
    setup.rounds = rounds;
    uint64_t digest;
    const double baseline = bench_baseline(seats, rounds);
    const double speed = speed_of(&setup, &digest);
    bench_line(seats == 1 ? "round, one seat, perfect play, all wagers"
                          : "round, seven seats, perfect play, all wagers",
               speed, baseline, digest);
}

// Beside the same rounds dealt, decided and settled one by one, fewer of them.
static void bench_beside_plain(const char *what, struct uth_sim_setup setup, uint64_t rounds)
{
    char line[64];
    uint64_t digest;
    setup.rounds = rounds;
    const double speed = speed_of(&setup, &digest);
    setup.rounds = rounds / 8;
    for (unsigned seat = 0; seat < setup.seat_count; seat++) {
        setup.seats[seat].context = setup.seats[seat].strategy;
        setup.seats[seat].strategy = NULL;
        setup.seats[seat].decide = as_the_strategy_says;
    }
    uint64_t plain_digest;
    const double plain = speed_of(&setup, &plain_digest);
    (void)snprintf(line, sizeof line, "baseline: %s, round by round", what);
    bench_line(line, plain, 0, plain_digest);
    bench_line(what, speed, plain, digest);
}

int main(void)
{
    const struct uth_strategy strategy = perfect_play(&uth_rules_washington);
    bench_rounds(&strategy, 1, 8192 * 1000);
    bench_rounds(&strategy, 7, 8192 * 200);

    struct uth_sim_setup setup = setup_of(&uth_rules_washington, 1, &strategy);
    setup.session_rounds = 100;
    setup.bankroll.cents = 100 * setup.seats[0].stakes[UTH_WAGER_ANTE].cents;
    bench_beside_plain("sessions of 100 rounds, 100 Antes", setup, 2400000);
    setup.session_rounds = 30000;
    setup.bankroll.cents = 0;
    bench_beside_plain("meter, sessions of 30,000 rounds", setup, 2400000);

    const struct uth_strategy banked = perfect_play(&uth_rules_california_6);
    setup = setup_of(&uth_rules_california_6, uth_rules_california_6.seats, &banked);
    bench_beside_plain("player-dealer, all seats", setup, 8192 * 100);
    return 0;
}
