// Whole rounds by perfect play with every wager, one seat and seven, beside dealing the same
// cards and evaluating player's and dealer's hand, no more.
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

static void bench_rounds(const struct uth_strategy *strategy, unsigned seats, uint64_t rounds)
{
    struct uth_sim_setup setup = {.rules = &uth_rules_washington,
                                  .seed = 1,
                                  .rounds = rounds,
                                  .seat_count = (uint8_t)seats,
                                  .meter = uth_meter_fresh(&uth_rules_washington.progressive)};
    for (unsigned seat = 0; seat < seats; seat++) {
        setup.seats[seat].strategy = strategy;
        for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
            setup.seats[seat].stakes[wager].cents =
                wager == UTH_WAGER_PLAY ? 0 : uth_rules_limit(setup.rules, wager).min.cents;
        }
        setup.seats[seat].stakes[UTH_WAGER_PROGRESSIVE] = setup.rules->progressive.stake;
    }
    const size_t size = uth_sim_size(THREADS);
    void *memory = malloc(size);
    struct uth_sim *sim = NULL;
    struct uth_refusal refusal;
    struct uth_sim_totals totals = {0};
    if (memory == NULL || uth_sim_init(&setup, THREADS, memory, size, &sim, &refusal) != UTH_OK) {
        abort();
    }
    const double baseline = bench_baseline(seats, rounds);
    const double start = bench_seconds();
    uth_sim_run(sim, 0, uth_sim_units(sim), NULL, &totals);
    const double speed = (double)rounds / (bench_seconds() - start);
    uint64_t digest = BENCH_DIGEST_START;
    for (unsigned line = 0; line < UTH_SIM_LINES; line++) {
        digest = bench_digest(digest, (uint64_t)totals.groups[0].lines[line].sum);
        digest = bench_digest(digest, (uint64_t)totals.groups[0].lines[line].square);
    }
    bench_line(seats == 1 ? "round, one seat, perfect play, all wagers"
                          : "round, seven seats, perfect play, all wagers",
               speed, baseline, digest);
    free(memory);
}

int main(void)
{
    const struct uth_strategy strategy = perfect_play(&uth_rules_washington);
    bench_rounds(&strategy, 1, 8192 * 1000);
    bench_rounds(&strategy, 7, 8192 * 200);
    return 0;
}
