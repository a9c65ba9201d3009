// How long exact answers take, and that they are the same as ever: the last line is a digest of
// every number computed here, so two runs that print the same digest computed the same.
//
// CPU seconds of the process are printed for one thread, as other work on the machine does not
// count in them, and wall-clock seconds where there are more.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "uth/exact.h"

static uint64_t digest = UINT64_C(0xcbf29ce484222325);

static void digest_add(int64_t number)
{
    for (unsigned i = 0; i < 8; i++) {
        digest = (digest ^ (uint8_t)((uint64_t)number >> 8 * i)) * UINT64_C(0x100000001b3);
    }
}

static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) {
        abort();
    }
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *reserve(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static void draw(uint64_t *seed, uth_card *cards, unsigned count)
{
    uth_cards set = 0;
    for (unsigned i = 0; i < count;) {
        const uth_card card = (uth_card)(next_random(seed) % UTH_DECK_SIZE);
        if (!uth_cards_have(set, card)) {
            set |= uth_cards_of(card);
            cards[i++] = card;
        }
    }
}

// The plain way for the flop: every turn, river and dealer hand evaluated on its own.
static int64_t plain_flop(const uth_card *cards, uth_cards seen)
{
    int64_t edge = 0;
    for (uth_card d = 1; d < UTH_DECK_SIZE; d++) {
        for (uth_card c = 0; c < d; c++) {
            const uth_cards late = uth_cards_of(c) | uth_cards_of(d);
            if ((late & seen) != 0) {
                continue;
            }
            uth_card seven[7] = {cards[0], cards[1], cards[2], cards[3], cards[4], c, d};
            const uth_hand own = uth_hand_of(seven, 7);
            for (uth_card b = 1; b < UTH_DECK_SIZE; b++) {
                for (uth_card a = 0; a < b; a++) {
                    if (((uth_cards_of(a) | uth_cards_of(b)) & (seen | late)) != 0) {
                        continue;
                    }
                    seven[0] = a;
                    seven[1] = b;
                    const uth_hand hand = uth_hand_of(seven, 7);
                    edge += (own > hand) - (own < hand);
                }
            }
        }
    }
    return edge;
}

// Seconds for one flop: what the other figures are held against, as it grows slow with the machine.
static double bench_plain_flop(int64_t *edge)
{
    double best = 1e9;
    for (unsigned i = 0; i < 5; i++) {
        uint64_t seed = 20261115;
        uth_card cards[7];
        draw(&seed, cards, 7);
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        *edge = plain_flop(cards, uth_cards_from(cards, 5));
        const double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        best = spent < best ? spent : best;
    }
    printf("one flop, the plain way  %8.2f ms, every turn, river and dealer hand\n", best * 1e3);
    return best;
}

static void bench_solve(unsigned threads, double plain)
{
    const size_t size = uth_exact_size(threads);
    void *memory = reserve(size);
    double best_cpu = 1e9;
    double best_wall = 1e9;
    for (unsigned i = 0; i < 7; i++) {
        struct uth_exact *exact = NULL;
        const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
        const double wall = seconds(CLOCK_MONOTONIC);
        if (uth_exact_solve(&uth_rules_washington, threads, memory, size, &exact) != UTH_OK) {
            abort();
        }
        const double cpu_spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        const double wall_spent = seconds(CLOCK_MONOTONIC) - wall;
        best_cpu = cpu_spent < best_cpu ? cpu_spent : best_cpu;
        best_wall = wall_spent < best_wall ? wall_spent : best_wall;
        for (unsigned k = 0; k < UTH_EXACT_CLASSES; k++) {
            struct uth_exact_hand hand;
            uth_exact_hand(exact, k, &hand);
            digest_add(hand.check);
            digest_add(hand.raise[0]);
        }
    }
    printf("solve, %u thread%s      %8.1f ms wall %8.1f ms cpu   %.2f x one flop   %.1f MiB\n",
           threads, threads == 1 ? " " : "s", best_wall * 1e3, best_cpu * 1e3, best_cpu / plain,
           (double)size / (1 << 20));
    free(memory);
}

static void bench_styles(struct uth_exact *exact)
{
    for (unsigned style = 0; style < UTH_STYLE_COUNT; style++) {
        struct uth_exact_play play;
        char text[UTH_RATIO_TEXT_MAX];
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        uth_exact_play(exact, (enum uth_style)style, &play);
        const double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        uth_ratio_decimal(uth_play_value(&play), 9, text);
        printf("play %-12s     %8.1f ms   value %s\n", uth_style_name((enum uth_style)style),
               spent * 1e3, text);
        digest_add(play.value);
    }
    struct uth_exact_kinds kinds;
    struct uth_exact_side side;
    const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    uth_exact_kinds(exact, &kinds);
    const struct uth_bet *pairs = uth_rules_side(&uth_rules_washington, UTH_WAGER_PAIRS);
    for (unsigned i = 0; i < pairs->table_count; i++) {
        if (uth_exact_bet(&kinds, NULL, pairs, i, &side) != UTH_OK) {
            abort();
        }
        digest_add(side.house_edge.num);
    }
    printf("side bets             %8.1f ms\n", (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e3);
}

// What a designer waits for: another pay table in memory that was solved before, and its report.
// What a flush pays changes no decision, what two pairs pay does.
static void bench_again(unsigned threads, enum uth_hand_kind kind, const char *name)
{
    const size_t size = uth_exact_size(threads);
    void *memory = reserve(size);
    struct uth_exact *exact = NULL;
    struct uth_exact_play play;
    struct uth_rules rules = uth_rules_washington;
    double best[2] = {1e9, 1e9};
    if (uth_exact_solve(&rules, threads, memory, size, &exact) != UTH_OK) {
        abort();
    }
    uth_exact_play(exact, UTH_STYLE_OPTIMAL, &play);
    for (unsigned i = 0; i < 7; i++) {
        rules.blind.pays[kind] = (struct uth_odds){2 + i, 1};
        const double start = seconds(CLOCK_MONOTONIC);
        if (uth_exact_solve_again(exact, &rules) != UTH_OK) {
            abort();
        }
        const double solved = seconds(CLOCK_MONOTONIC);
        uth_exact_play(exact, UTH_STYLE_OPTIMAL, &play);
        const double played = seconds(CLOCK_MONOTONIC);
        best[0] = solved - start < best[0] ? solved - start : best[0];
        best[1] = played - solved < best[1] ? played - solved : best[1];
    }
    printf("other pays of %-9s, %u thread%s %8.2f ms wall to solve %8.2f ms to play   %.1f MiB\n",
           name, threads, threads == 1 ? " " : "s", best[0] * 1e3, best[1] * 1e3,
           (double)size / (1 << 20));
    free(memory);
}

static void bench_odds(unsigned board, unsigned count, const char *unit, double scale)
{
    uint64_t seed = 20261115;
    double slowest = 0;
    double all = 0;
    for (unsigned i = 0; i < count; i++) {
        uth_card cards[7];
        struct uth_odds_answer answer;
        draw(&seed, cards, 7);
        struct uth_odds_query query = {.hole = {cards[0], cards[1]}, .board_count = (uint8_t)board};
        memcpy(query.board, cards + 2, board);
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        if (uth_odds(&uth_rules_washington, &query, NULL, 0, &answer) != UTH_OK) {
            abort();
        }
        const double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        slowest = spent > slowest ? spent : slowest;
        all += spent;
        digest_add(answer.action[0].value);
    }
    printf("odds, %u board cards   %8.2f %s mean %8.2f %s worst of %u\n", board,
           all / count * scale, unit, slowest * scale, unit, count);
}

static void bench_preflop(void)
{
    void *memory = reserve(uth_odds_size());
    for (unsigned dead = 0; dead <= 14; dead += 2) {
        uint64_t seed = 20261115;
        double best = 1e9;
        for (unsigned i = 0; i < 5; i++) {
            uth_card cards[16];
            struct uth_odds_answer answer;
            draw(&seed, cards, 16);
            struct uth_odds_query query = {.hole = {cards[0], cards[1]},
                                           .dead_count = (uint8_t)dead};
            memcpy(query.dead, cards + 2, dead);
            const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
            if (uth_odds(&uth_rules_washington, &query, memory, uth_odds_size(), &answer) !=
                UTH_OK) {
                abort();
            }
            const double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
            best = spent < best ? spent : best;
            digest_add(answer.action[answer.best].value);
        }
        printf("odds, %2u dead cards   %8.1f ms before the flop\n", dead, best * 1e3);
    }
    free(memory);
}

enum { LOOKUPS = 4000000, DRAWS = 65536 };

static void bench_strategy(struct uth_exact *exact)
{
    const size_t size = uth_strategy_size(exact);
    uint8_t *bytes = reserve(size);
    uth_card(*cards)[7] = reserve(DRAWS * sizeof cards[0]);
    struct uth_strategy strategy;
    uint64_t seed = 20261115;
    const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    uth_strategy_build(exact, UTH_STYLE_OPTIMAL, bytes, size);
    const double built = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (uth_strategy_open(bytes, size, &uth_rules_washington, &strategy) != UTH_OK) {
        abort();
    }
    const double opened = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (unsigned i = 0; i < DRAWS; i++) {
        draw(&seed, cards[i], 7);
    }
    unsigned plays = 0;
    const double flop = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (unsigned i = 0; i < LOOKUPS; i++) {
        plays += uth_strategy_flop(&strategy, cards[i % DRAWS], cards[i % DRAWS] + 2);
    }
    const double river = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (unsigned i = 0; i < LOOKUPS; i++) {
        plays += uth_strategy_river(&strategy, cards[i % DRAWS], cards[i % DRAWS] + 2);
    }
    const double end = seconds(CLOCK_PROCESS_CPUTIME_ID);
    digest_add(plays);
    printf("strategy              %8.1f ms to build %zu bytes, %.1f ms to open\n",
           (built - start) * 1e3, size, (opened - built) * 1e3);
    printf("strategy look-up      %8.1f ns flop %8.1f ns river\n", (river - flop) / LOOKUPS * 1e9,
           (end - river) / LOOKUPS * 1e9);
    free(cards);
    free(bytes);
}

int main(void)
{
    int64_t plain_edge = 0;
    const double plain = bench_plain_flop(&plain_edge);
    bench_solve(1, plain);
    bench_solve(2, plain);
    for (unsigned threads = 1; threads <= 2; threads++) {
        bench_again(threads, UTH_HAND_FLUSH, "a flush");
        bench_again(threads, UTH_HAND_TWO_PAIRS, "two pairs");
    }
    const size_t size = uth_exact_size(1);
    void *memory = reserve(size);
    struct uth_exact *exact = NULL;
    if (uth_exact_solve(&uth_rules_washington, 1, memory, size, &exact) != UTH_OK) {
        abort();
    }
    bench_styles(exact);
    bench_odds(3, 300, "ms", 1e3);
    digest_add(plain_edge);
    bench_odds(5, 2000, "us", 1e6);
    bench_preflop();
    bench_strategy(exact);
    free(memory);
    printf("digest %016" PRIx64 "\n", digest);
    return 0;
}
