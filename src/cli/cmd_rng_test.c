// `uth rng-test`: looks for what is not random in the very code that deals. docs/randomness.md.
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/progress.h"
#include "fair/fair.h"
#include "report/rng_stats.h"
#include "wire/fairness.h"

#define SHUFFLES_MAX UINT64_C(100000000000)

struct trial {
    struct fair_deal deal; // its secret; the rounds go from 0
    uint64_t shuffles;
    unsigned threads;
    double seconds;
    struct progress progress;
};

// A deck as a table gets it, round by round.
static void fair_source(void *context, uint64_t round, uth_card deck[UTH_DECK_SIZE])
{
    struct fair_deal deal = ((const struct trial *)context)->deal;
    deal.round = round;
    fair_deck(&deal, deck);
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void show_progress(void *context, uint64_t done)
{
    struct trial *trial = context;
    progress_show(&trial->progress, (double)done / (double)trial->shuffles, "");
}

// ---- the raw stream ---------------------------------------------------------------------------

// The words each deck is shuffled with, one deck's behind the other's.
static int write_raw(const struct cli_command *command, const struct trial *trial, bool endless)
{
    struct fair_deal deal = trial->deal;
    if (isatty(STDOUT_FILENO)) {
        return cli_usage_error(command, "--raw writes bytes for a program, not for a terminal");
    }
    for (; endless || deal.round < trial->shuffles; deal.round++) {
        uint8_t bytes[4 * FAIR_STREAM_WORDS];
        struct fair_stream stream;
        fair_stream_init(&stream, &deal);
        for (unsigned i = 0; i < sizeof bytes; i += 4) {
            const uint32_t word = fair_stream_next(&stream);
            for (unsigned k = 0; k < 4; k++) {
                bytes[i + k] = (uint8_t)(word >> (8 * k));
            }
        }
        if (fwrite(bytes, 1, sizeof bytes, stdout) != sizeof bytes) {
            break; // said by cli_finish
        }
    }
    return cli_finish(command, CLI_DONE);
}

// ---- the report -------------------------------------------------------------------------------

static bool is_good(const struct rng_result *result)
{
    return result->p >= RNG_LEVEL_OF_ONE;
}

static unsigned count_bad(const struct rng_result results[RNG_TEST_COUNT])
{
    unsigned bad = 0;
    for (unsigned i = 0; i < RNG_TEST_COUNT; i++) {
        bad += !is_good(&results[i]);
    }
    return bad;
}

static void print_statistic(const struct rng_result *result)
{
    if (strcmp(result->of, "chi-square") == 0) {
        (void)printf("chi-square %9.1f of %4.0f", result->statistic, result->expected);
    } else if (strcmp(result->of, "poisson") == 0) {
        (void)printf("%6.0f pairs, %9.5g exp.", result->statistic, result->expected);
    } else {
        (void)printf("%+17.3f deviations", result->statistic);
    }
}

static void print_text(const struct trial *trial, const struct rng_result results[RNG_TEST_COUNT])
{
    char seed[2 * FAIR_SECRET_SIZE + 1];
    const unsigned bad = count_bad(results);
    wire_hex_text(trial->deal.secret, FAIR_SECRET_SIZE, seed);
    (void)printf("%llu shuffles from seed %s\n\n", (unsigned long long)trial->shuffles, seed);
    for (unsigned i = 0; i < RNG_TEST_COUNT; i++) {
        (void)printf("%-10s  ", results[i].name);
        print_statistic(&results[i]);
        (void)printf("   p = %.5f%s   %s\n", results[i].p, is_good(&results[i]) ? " " : "!",
                     results[i].about);
    }
    if (bad == 0) {
        (void)printf("\nNo sign of anything but chance, at 99%% for all %u tests together:",
                     RNG_TEST_COUNT);
    } else {
        (void)printf("\n%u of %u tests reject chance, at 99%% for all of them together:", bad,
                     RNG_TEST_COUNT);
    }
    (void)printf(
        "\neach p is compared with %.5f, which is 1%% divided by their number (Bonferroni).\n",
        RNG_LEVEL_OF_ONE);
    if (bad != 0) {
        (void)printf(
            "A good generator gets this verdict with at most one seed in a hundred, a bad one "
            "with every seed.\n");
    }
    (void)printf("%.1f s, %.0f shuffles a second.\n", trial->seconds,
                 (double)trial->shuffles / trial->seconds);
}

static json_t *result_json(const struct rng_result *result)
{
    json_t *object = json_object();
    (void)json_object_set_new(object, "test", json_string(result->name));
    (void)json_object_set_new(object, "about", json_string(result->about));
    (void)json_object_set_new(object, "distribution", json_string(result->of));
    (void)json_object_set_new(object, "statistic", json_real(result->statistic));
    if (strcmp(result->of, "chi-square") == 0) {
        (void)json_object_set_new(object, "degrees_of_freedom", json_real(result->expected));
    } else if (strcmp(result->of, "poisson") == 0) {
        (void)json_object_set_new(object, "expected", json_real(result->expected));
    }
    (void)json_object_set_new(object, "p", json_real(result->p));
    (void)json_object_set_new(object, "passed", json_boolean(is_good(result)));
    return object;
}

static bool print_json(const struct trial *trial, const struct rng_result results[RNG_TEST_COUNT])
{
    char seed[2 * FAIR_SECRET_SIZE + 1];
    json_t *list = json_array();
    json_t *document = json_object();
    wire_hex_text(trial->deal.secret, FAIR_SECRET_SIZE, seed);
    for (unsigned i = 0; i < RNG_TEST_COUNT; i++) {
        (void)json_array_append_new(list, result_json(&results[i]));
    }
    (void)json_object_set_new(document, "shuffles", json_integer((json_int_t)trial->shuffles));
    (void)json_object_set_new(document, "seed", json_string(seed));
    (void)json_object_set_new(document, "tests", list);
    (void)json_object_set_new(document, "level", json_real(RNG_LEVEL));
    (void)json_object_set_new(document, "level_of_one", json_real(RNG_LEVEL_OF_ONE));
    (void)json_object_set_new(document, "passed", json_boolean(count_bad(results) == 0));
    (void)json_object_set_new(document, "seconds", json_real(trial->seconds));
    (void)json_object_set_new(document, "shuffles_per_second",
                              json_real((double)trial->shuffles / trial->seconds));
    return cli_print_json(document);
}

static int run_tests(const struct cli_command *command, struct trial *trial, bool json)
{
    struct rng_result results[RNG_TEST_COUNT];
    const struct rng_source source = {fair_source, trial};
    const struct rng_step step = {show_progress, trial};
    const uint64_t sample = trial->shuffles < RNG_SAMPLE ? trial->shuffles : RNG_SAMPLE;
    struct rng_tally *tally = malloc(sizeof *tally);
    uint64_t *prefixes = malloc(sample * sizeof *prefixes);
    int status = CLI_REFUSED;
    const double start = now();
    trial->progress = progress_start("shuffling", 1);
    if (tally == NULL || prefixes == NULL ||
        !rng_count(&source, trial->shuffles, trial->threads, &step, tally, prefixes)) {
        (void)cli_refuse(command, "out of memory");
        goto done;
    }
    rng_judge(tally, prefixes, results);
    progress_end(&trial->progress);
    trial->seconds = now() - start;
    status = count_bad(results) == 0 ? CLI_DONE : CLI_REFUSED;
    if (!json) {
        print_text(trial, results);
    } else if (!print_json(trial, results)) {
        status = CLI_REFUSED;
    }
done:
    free(tally);
    free(prefixes);
    return cli_finish(command, status);
}

// ---- the command line -------------------------------------------------------------------------

static int read_numbers(const struct cli_args *args, struct trial *trial)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t threads = cores < 1 ? 1 : cores > RNG_THREADS ? RNG_THREADS : (uint64_t)cores;
    const char *shuffles = cli_value(args, "shuffles", "1000000");
    const char *asked = cli_value(args, "threads", NULL);
    const bool raw = cli_has(args, "raw");
    if (!cli_parse_number(shuffles, SHUFFLES_MAX, &trial->shuffles) ||
        trial->shuffles < (raw ? 1 : RNG_DECKS_MIN)) {
        return cli_usage_error(args->command, "--shuffles must be a number from %d to 10^11",
                               raw ? 1 : RNG_DECKS_MIN);
    }
    if (asked != NULL && (!cli_parse_number(asked, RNG_THREADS, &threads) || threads == 0)) {
        return cli_usage_error(args->command, "--threads must be a number from 1 to %d",
                               RNG_THREADS);
    }
    trial->threads = (unsigned)threads;
    return CLI_DONE;
}

static int read_seed(const struct cli_args *args, struct trial *trial)
{
    const char *seed = cli_value(args, "seed", NULL);
    size_t size = 0;
    if (seed == NULL) {
        fair_secret_make(trial->deal.secret);
        return CLI_DONE;
    }
    if (!wire_hex_parse(seed, strlen(seed), trial->deal.secret, FAIR_SECRET_SIZE, &size) ||
        size != FAIR_SECRET_SIZE) {
        return cli_usage_error(args->command, "--seed must be 64 lower-case hex digits");
    }
    return CLI_DONE;
}

int cmd_rng_test(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct trial trial = {0};
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "this command takes only options, no arguments");
    }
    if (cli_has(&args, "raw") && cli_has(&args, "json")) {
        return cli_usage_error(command, "give either --raw or --json");
    }
    if (!fair_init()) {
        return cli_refuse(command, "the system provides no random numbers");
    }
    status = read_numbers(&args, &trial);
    if (status == CLI_DONE) {
        status = read_seed(&args, &trial);
    }
    if (status != CLI_DONE) {
        return status;
    }
    return cli_has(&args, "raw") ? write_raw(command, &trial, !cli_has(&args, "shuffles"))
                                 : run_tests(command, &trial, cli_has(&args, "json"));
}
