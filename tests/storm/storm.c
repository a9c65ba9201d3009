// storm: episodes from a seed on, until their number or the time is up; see storm.h.
//
//     --seed N       the first one; else SEED of the environment, else from the clock
//     --episodes N   so many, with the seeds from there on
//     --fresh N      and so many behind them, from SEED or the clock
//     --seconds N    begin no other episode after this time
//     --steps N      of an episode
//     --plant NAME   something is wrong, and must be found by the check that is meant to
//     --list WHAT    says which checks or plants there are, and ends
//     --without "…"  names of faults and actors to leave out; also WITHOUT in the environment
//     --shrink no    do not look for what a failure needs
//     --all yes      fail unless everything that is counted came to be: checks, faults, rounds, messages
#include "storm.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STEPS 12000

static struct storm storm_memory;
struct storm *const the_storm = &storm_memory;

bool storm_chance(uint32_t of)
{
    return rng_below(&the_storm->rng, of) == 0;
}

uint32_t storm_below(uint32_t bound)
{
    return rng_below(&the_storm->rng, bound);
}

bool storm_plans(enum hazard fault, uint32_t of)
{
    // Drawn in any case, so that leaving a fault out changes as little as possible.
    return storm_chance(of) && (the_storm->faults >> fault & 1) != 0;
}

void storm_happened(enum hazard fault)
{
    the_storm->tally.faults[fault]++;
}

bool storm_fault(enum hazard fault, uint32_t of)
{
    const bool happens = storm_plans(fault, of);
    the_storm->tally.faults[fault] += happens;
    return happens;
}

void storm_checked(enum check check)
{
    the_storm->tally.checks[check]++;
}

void storm_history(const void *bytes, size_t size)
{
    (void)crypto_generichash_update(&the_storm->history, bytes, size);
}

// ---- the end ----------------------------------------------------------------------------------

static _Noreturn void end(enum check check, const char *why)
{
    struct storm *storm = the_storm;
    const bool found = storm->plant != PLANT_NOTHING && plant_checks[storm->plant] == check &&
                       strstr(why, plant_says[storm->plant]) != NULL;
    (void)fprintf(storm->report, "# check '%s' at step %llu: %s\n", check_names[check],
                  (unsigned long long)storm->step, why);
    if (storm->plant != PLANT_NOTHING) {
        (void)fprintf(storm->report, "%s - planted '%s' is found by the check '%s'\n",
                      found ? "ok 1" : "not ok 1", plant_names[storm->plant],
                      check_names[plant_checks[storm->plant]]);
    } else {
        (void)fprintf(storm->report,
                      "not ok %llu - SEED=%llu, step %llu\n# again: make storm SEED=%llu\n",
                      (unsigned long long)storm->tally.episodes, (unsigned long long)storm->seed,
                      (unsigned long long)storm->step, (unsigned long long)storm->seed);
    }
    (void)fflush(storm->report);
    episode_remove_files();
    if (storm->shrinks) {
        shrink(storm->seed, check, storm->step);
    }
    (void)fprintf(storm->report, "1..%llu\n",
                  storm->plant != PLANT_NOTHING ? 1ULL : (unsigned long long)storm->tally.episodes);
    (void)fflush(storm->report);
    _Exit(found ? 0 : 1);
}

void storm_fail(enum check check, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    end(check, text);
}

_Noreturn void uth_check_failed(const char *expr, const char *file, int line)
{
    storm_fail(CHECK_OWN, "%s:%d: %s", file, line, expr);
}

// A program that dies says at least where, and how to see it again.
static void say_where(void)
{
    char text[160];
    const int size = snprintf(
        text, sizeof text, "not ok - died: SEED=%llu, step %llu\n# again: make storm SEED=%llu\n",
        (unsigned long long)the_storm->seed, (unsigned long long)the_storm->step,
        (unsigned long long)the_storm->seed);
    (void)!write(fileno(the_storm->report), text, (size_t)size);
}

static void on_signal(int number)
{
    say_where();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

// Only there in a build with sanitizers.
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

static void watch_over_death(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    (void)signal(SIGTERM, on_signal); // one that hangs is ended by whoever waits for it
    if (__sanitizer_set_death_callback != NULL) {
        __sanitizer_set_death_callback(say_where);
        return;
    }
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        (void)signal(signals[i], on_signal);
    }
}

// A power cut frees nothing: what a server had in hand is lost, and not a leak.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

// ---- the program ------------------------------------------------------------------------------

struct plan {
    uint64_t seed;
    uint64_t episodes;
    uint64_t fresh_seed;
    uint64_t fresh;
    int64_t seconds; // 0: no limit
    bool seeded;
    bool all;
};

static _Noreturn void usage(const char *what)
{
    (void)fprintf(stderr, "storm: %s; see the first lines of tests/storm/storm.c\n", what);
    exit(2);
}

static enum plant plant_named(const char *name)
{
    for (unsigned i = 1; i < PLANT_COUNT; i++) {
        if (strcmp(plant_names[i], name) == 0) {
            return (enum plant)i;
        }
    }
    usage("nothing is planted under that name");
}

static void leave_out(struct storm *storm, const char *names)
{
    if (names != NULL && !shrink_read(names, &storm->without, &storm->absent)) {
        usage("what is to be left out is no fault and no actor");
    }
}

static void read_argument(struct storm *storm, struct plan *plan, const char *key,
                          const char *value)
{
    const uint64_t number = strtoull(value, NULL, 10);
    if (strcmp(key, "--seed") == 0) {
        plan->seed = number;
        plan->seeded = true;
    } else if (strcmp(key, "--episodes") == 0) {
        plan->episodes = number;
    } else if (strcmp(key, "--fresh") == 0) {
        plan->fresh = number;
    } else if (strcmp(key, "--seconds") == 0) {
        plan->seconds = (int64_t)number;
    } else if (strcmp(key, "--steps") == 0) {
        storm->step_max = number;
    } else if (strcmp(key, "--plant") == 0) {
        storm->plant = plant_named(value);
    } else if (strcmp(key, "--list") == 0) {
        tally_list(value, stdout);
        exit(0);
    } else if (strcmp(key, "--without") == 0) {
        leave_out(storm, value);
    } else if (strcmp(key, "--all") == 0) {
        plan->all = strcmp(value, "no") != 0;
    } else if (strcmp(key, "--shrink") == 0) {
        storm->shrinks = strcmp(value, "no") != 0;
    } else {
        usage("no such option");
    }
}

static void read_arguments(struct storm *storm, struct plan *plan, int argc, char **argv)
{
    const char *seed = getenv("SEED");
    storm->shrinks = true;
    storm->step_max = STEPS;
    storm->verbose = getenv("STORM_LOG") != NULL;
    storm->program = argv[0];
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) {
            usage("an option without its value");
        }
        read_argument(storm, plan, argv[i], argv[i + 1]);
    }
    leave_out(storm, getenv("WITHOUT"));
    // Those of the clock far from the small numbers, so that no seed is run twice.
    const bool given = seed != NULL && seed[0] != '\0';
    plan->fresh_seed = given ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL) * 1000;
    if (!plan->seeded) {
        plan->seed = plan->fresh_seed;
    }
    if (plan->episodes == 0) {
        plan->episodes = plan->seconds != 0 ? UINT64_MAX : 1;
    }
}

static bool open_report(struct storm *storm)
{
    char *directory = storm->directory;
    (void)snprintf(storm->directory, sizeof storm->directory, "/tmp/uth-storm-XXXXXX");
    storm->report = fdopen(dup(STDOUT_FILENO), "w");
    // What a server prints at its start is not ours to say.
    if (storm->report == NULL || freopen("/dev/null", "w", stdout) == NULL ||
        mkdtemp(directory) == NULL) {
        return false;
    }
    (void)snprintf(storm->key_path, sizeof storm->key_path, "%.31s/key", directory);
    for (unsigned i = 0; i < PROFILES; i++) {
        (void)snprintf(storm->profile_paths[i], sizeof storm->profile_paths[i],
                       "%.31s/profile-%u.json", directory, i + 1);
    }
    return true;
}

static void run(struct storm *storm, uint64_t seed, uint64_t count, int64_t until_ms)
{
    const bool open_ended = until_ms != 0;
    for (uint64_t i = 0; i < count && (!open_ended || i == 0 || world_real_ms() < until_ms); i++) {
        char digest[2 * DIGEST_SIZE + 1];
        storm->seed = seed + i;
        (void)fprintf(storm->report, "# SEED=%llu\n", (unsigned long long)(seed + i));
        (void)fflush(storm->report);
        episode_run(seed + i, digest);
        if (storm->plant == PLANT_NOTHING) {
            (void)fprintf(storm->report, "ok %llu - SEED=%llu, %llu steps, digest %s\n",
                          (unsigned long long)storm->tally.episodes, (unsigned long long)(seed + i),
                          (unsigned long long)storm->step, digest);
        }
    }
}

int main(int argc, char **argv)
{
    struct storm *storm = the_storm;
    struct plan plan = {0};
    read_arguments(storm, &plan, argc, argv);
    if (!open_report(storm)) {
        return 2;
    }
    watch_over_death();
    world_random_bytes();
    run(storm, plan.seed, plan.episodes,
        plan.seconds == 0 ? 0 : world_real_ms() + plan.seconds * 1000);
    run(storm, plan.fresh_seed, plan.fresh, 0);
    episode_remove_files();
    tally_print(&storm->tally, storm->report);
    const unsigned missing = plan.all ? tally_missing(&storm->tally, storm->report) : 0;
    const bool good = storm->plant == PLANT_NOTHING && missing == 0;
    if (storm->plant != PLANT_NOTHING) {
        (void)fprintf(storm->report, "not ok 1 - planted '%s' is found by nobody\n1..1\n",
                      plant_names[storm->plant]);
    } else {
        const unsigned long long episodes = storm->tally.episodes;
        if (missing != 0) {
            (void)fprintf(storm->report, "not ok %llu - all is tried: %u things never\n",
                          episodes + 1, missing);
        }
        (void)fprintf(storm->report, "1..%llu\n", episodes + (missing != 0));
    }
    (void)fclose(storm->report);
    return good ? 0 : 1;
}
