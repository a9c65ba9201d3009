// What the benchmarks share: a clock, a digest, and one way to print a line.
//
// A benchmark never fails by the clock. It prints a speed, the ratio to a plain baseline of the
// same run (machines are noisy, ratios less so) and a digest of what it computed: the same digest
// means the same behaviour.
#ifndef UTH_BENCH_BENCH_H
#define UTH_BENCH_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

// Of this thread's own work, so that a busy neighbour does not count.
static inline double bench_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// FNV-1a over whole numbers.
static inline uint64_t bench_digest(uint64_t digest, uint64_t value)
{
    return (digest ^ value) * UINT64_C(1099511628211);
}

#define BENCH_DIGEST_START UINT64_C(14695981039346656037)

static inline uint64_t bench_random(uint64_t *state)
{
    uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

// `per_second` beside the baseline's speed; 0 for the baseline itself.
static inline void bench_line(const char *what, double per_second, double baseline, uint64_t digest)
{
    (void)printf("%-44s %14.0f/s", what, per_second);
    if (baseline > 0) {
        (void)printf("   %6.2f x baseline", per_second / baseline);
    }
    (void)printf("   digest %016llx\n", (unsigned long long)digest);
}

#endif
