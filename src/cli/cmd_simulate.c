// `uth simulate`: reads what is asked for, plays it in pieces, and prints what came out.
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/progress.h"
#include "report/simulation.h"

#define STRATEGY_FILE_MAX ((size_t)16 << 20)
#define THREADS_MAX       64
#define PIECE_SECONDS     0.2 // between two looks at the clock and at Ctrl-C
#define METER_RUNS        100 // sessions of a --meter run that does not say

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// Options

// What the option itself does not take is a wrong command line, a number out of its range like a word;
// refused is what the rules have against it.
static int parse_number(const struct cli_args *args, const char *option, const char *text,
                        uint64_t least, uint64_t most, uint64_t *number)
{
    if (text[0] == '\0' || strspn(text, "0123456789_eE") != strlen(text) ||
        strspn(text, "0123456789") == 0) {
        return cli_usage_error(args->command, "--%s must be a whole number, not '%s'", option,
                               text);
    }
    uint64_t read;
    if (!cli_parse_number(text, most, &read) || read < least) {
        return cli_usage_error(args->command, "--%s %s: must lie between %llu and %llu", option,
                               text, (unsigned long long)least, (unsigned long long)most);
    }
    *number = read;
    return CLI_DONE;
}

static int read_number(const struct cli_args *args, const char *option, uint64_t least,
                       uint64_t most, uint64_t *number)
{
    const char *text = cli_value(args, option, NULL);
    return text == NULL ? CLI_DONE : parse_number(args, option, text, least, most, number);
}

// One name for all seats, or one for each.
static int read_strategies(const struct cli_args *args, struct simulation *simulation)
{
    const char *text = cli_value(args, "strategy", "optimal");
    unsigned count = 0;
    while (count < UTH_SEATS_MAX) {
        char name[24];
        const size_t length = strcspn(text, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(length < 23 ? length : 23), text);
        const enum uth_style style = uth_style_find(name);
        if (style == UTH_STYLE_COUNT) {
            return cli_usage_error(
                args->command, "no strategy '%s': use optimal, simple, never-fold or timid", name);
        }
        simulation->styles[count++] = style;
        if (text[length] == '\0') {
            break;
        }
        text += length + 1;
    }
    if (count != 1 && count != simulation->setup.seat_count) {
        return cli_usage_error(args->command,
                               "%u strategies for %u seats: give one, or one for each seat", count,
                               simulation->setup.seat_count);
    }
    for (unsigned seat = count; seat < UTH_SEATS_MAX; seat++) {
        simulation->styles[seat] = simulation->styles[count - 1];
    }
    return CLI_DONE;
}

static bool somebody_plays(const struct simulation *simulation, enum uth_style style)
{
    unsigned seat = 0;
    while (seat < simulation->setup.seat_count && simulation->styles[seat] != style) {
        seat++;
    }
    return seat < simulation->setup.seat_count;
}

// What `uth strategy --export` wrote.
static int read_strategy_file(const struct cli_args *args, struct simulation *simulation)
{
    const char *path = cli_value(args, "strategy-file", NULL);
    if (path == NULL) {
        return CLI_DONE;
    }
    if (!somebody_plays(simulation, UTH_STYLE_OPTIMAL)) {
        return cli_usage_error(args->command,
                               "--strategy-file is optimal play: use it with --strategy optimal");
    }
    simulation->loaded =
        cli_read_file(args->command, path, STRATEGY_FILE_MAX, &simulation->loaded_size);
    return simulation->loaded == NULL ? CLI_REFUSED : CLI_DONE;
}

// The option of a makers' side bet; NULL for one of a fixed stake (BET-9), for the base game, and for a
// bet of the profile's own, whose stake is in --side.
static const char *option_of(enum uth_wager wager)
{
    switch (wager) {
    case UTH_WAGER_TRIPS: return "trips";
    case UTH_WAGER_BAD_BEAT: return "bad-beat";
    case UTH_WAGER_PAIRS: return "pairs";
    case UTH_WAGER_ANTE:
    case UTH_WAGER_BLIND:
    case UTH_WAGER_PLAY:
    case UTH_WAGER_PROGRESSIVE:
    case UTH_WAGER_OWN_1:
    case UTH_WAGER_OWN_2:
    case UTH_WAGER_OWN_3:
    case UTH_WAGER_OWN_4:
    case UTH_WAGER_COUNT: break;
    }
    return NULL;
}

// The side bet of that name; UTH_WAGER_COUNT where there is none.
static enum uth_wager side_named(const struct uth_rules *rules, const char *text, size_t length)
{
    char name[UTH_BET_ID_LENGTH];
    if (length >= sizeof name) {
        return UTH_WAGER_COUNT;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    const enum uth_wager wager = uth_rules_wager_find(rules, name);
    return wager != UTH_WAGER_COUNT && uth_wager_is_side(wager) ? wager : UTH_WAGER_COUNT;
}

static int refuse_name(const struct cli_args *args, const struct uth_rules *rules, const char *text,
                       size_t length)
{
    char names[UTH_SIDES_MAX * (UTH_BET_ID_LENGTH + 2)] = "";
    size_t used = 0;
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        if (uth_rules_has_wager(rules, (enum uth_wager)i)) {
            used +=
                (size_t)snprintf(names + used, sizeof names - used, "%s%s", used == 0 ? "" : ", ",
                                 uth_rules_wager_name(rules, (enum uth_wager)i));
        }
    }
    return cli_usage_error(args->command, "no wager '%.*s': use %s or none",
                           (int)(length < 40 ? length : 40), text, names);
}

static int read_wagers(const struct cli_args *args, const struct uth_rules *rules,
                       bool made[UTH_WAGER_COUNT])
{
    const char *text = cli_value(args, "wagers", "");
    while (*text != '\0') {
        const size_t length = strcspn(text, ",");
        const enum uth_wager wager = side_named(rules, text, length);
        if (wager != UTH_WAGER_COUNT) {
            made[wager] = true;
        } else if (!(length == 4 && strncmp(text, "none", 4) == 0)) {
            return refuse_name(args, rules, text, length);
        }
        text += length + (text[length] == ',');
    }
    return CLI_DONE;
}

// --side ID=CENTS,ID=CENTS: where each stake is written, NULL where none is.
static int find_own_stakes(const struct cli_args *args, const struct uth_rules *rules,
                           const char *written[UTH_WAGER_COUNT])
{
    const char *text = cli_value(args, "side", "");
    while (*text != '\0') {
        const size_t length = strcspn(text, ",=");
        const enum uth_wager wager = side_named(rules, text, length);
        if (wager == UTH_WAGER_COUNT || !uth_wager_is_own(wager)) {
            return cli_usage_error(args->command,
                                   "--side: '%.*s' is no side bet of the profile's own",
                                   (int)(length < 40 ? length : 40), text);
        }
        if (text[length] != '=') {
            return cli_usage_error(args->command, "--side: write %.*s=CENTS", (int)length, text);
        }
        if (written[wager] != NULL) {
            return cli_usage_error(args->command, "--side names %.*s twice", (int)length, text);
        }
        written[wager] = text + length + 1;
        text += length + 1;
        text += strcspn(text, ",");
        text += *text == ',';
    }
    return CLI_DONE;
}

static int read_own_stake(const struct cli_args *args, const char *written, uint64_t *stake)
{
    char number[24];
    const size_t length = written == NULL ? 0 : strcspn(written, ",");
    if (written == NULL) {
        return CLI_DONE;
    }
    if (length >= sizeof number) {
        return cli_usage_error(args->command, "--side: a stake has at most 23 digits");
    }
    (void)snprintf(number, sizeof number, "%.*s", (int)length, written);
    return parse_number(args, "side", number, 1, UTH_MONEY_MAX, stake);
}

// A stake on a wager that nobody makes would be passed over in silence.
static int refuse_stake(const struct cli_args *args, const char *option, bool given)
{
    if (!given) {
        return CLI_DONE;
    }
    if (cli_has(args, "wagers")) {
        return cli_usage_error(args->command, "--%s is a stake on a wager that --wagers leaves out",
                               option);
    }
    return cli_refuse(args->command, "--%s: %s (%s)", option,
                      uth_status_text(UTH_ERR_WAGER_NOT_OFFERED),
                      uth_status_clause(UTH_ERR_WAGER_NOT_OFFERED));
}

// The stake on one side bet, where it is made.
static int read_side_stake(const struct cli_args *args, const struct uth_rules *rules,
                           enum uth_wager wager, const char *written, uint64_t *stake)
{
    const char *option = option_of(wager);
    *stake = (uint64_t)simulate_least_stake(rules, wager).cents;
    return option != NULL ? read_number(args, option, 1, UTH_MONEY_MAX, stake)
                          : read_own_stake(args, written, stake);
}

static int read_stakes(const struct cli_args *args, struct simulation *simulation)
{
    const struct uth_rules *rules = &simulation->rules;
    bool made[UTH_WAGER_COUNT] = {false};
    uint64_t stakes[UTH_WAGER_COUNT] = {0};
    const char *written[UTH_WAGER_COUNT] = {NULL};
    int status = read_wagers(args, rules, made);
    status = status == CLI_DONE ? find_own_stakes(args, rules, written) : status;
    stakes[UTH_WAGER_ANTE] = (uint64_t)simulate_least_stake(rules, UTH_WAGER_ANTE).cents;
    if (status == CLI_DONE) {
        status = read_number(args, "ante", 1, UTH_MONEY_MAX, &stakes[UTH_WAGER_ANTE]);
    }
    stakes[UTH_WAGER_BLIND] = stakes[UTH_WAGER_ANTE];
    for (unsigned i = UTH_WAGER_TRIPS; status == CLI_DONE && i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const char *option = option_of(wager);
        const bool wanted = cli_has(args, "wagers") ? made[wager] : rules->offered[wager];
        if (wanted) {
            status = read_side_stake(args, rules, wager, written[wager], &stakes[wager]);
        } else {
            status = refuse_stake(args, option != NULL ? option : "side",
                                  option != NULL ? cli_has(args, option) : written[wager] != NULL);
        }
    }
    uth_money made_of[UTH_WAGER_COUNT];
    for (unsigned wager = 0; wager < UTH_WAGER_COUNT; wager++) {
        made_of[wager] = (uth_money){(int64_t)stakes[wager]};
    }
    simulate_set_stakes(simulation, made_of);
    return status;
}

// Sessions, and the meter's runs, which are sessions without a bankroll.
static int read_sessions(const struct cli_args *args, struct simulation *simulation)
{
    uint64_t rounds = 0;
    uint64_t bankroll = 0;
    const bool sessions = cli_has(args, "sessions") || cli_has(args, "rounds-per-session") ||
                          cli_has(args, "bankroll");
    simulation->meter = cli_has(args, "meter");
    if (!sessions && !simulation->meter) {
        return CLI_DONE;
    }
    if (simulation->meter && simulation->setup.seats[0].stakes[UTH_WAGER_PROGRESSIVE].cents == 0) {
        return cli_usage_error(args->command,
                               "--meter needs the Progressive wager, which nobody makes here");
    }
    if (sessions && (!cli_has(args, "sessions") || !cli_has(args, "rounds-per-session") ||
                     (!cli_has(args, "bankroll") && !simulation->meter))) {
        return cli_usage_error(
            args->command, "--sessions, --rounds-per-session and --bankroll must be used together");
    }
    if (sessions && cli_has(args, "rounds")) {
        return cli_usage_error(args->command,
                               "--rounds cannot be used with --sessions and --rounds-per-session");
    }
    simulation->sessions = METER_RUNS < simulation->setup.rounds ? METER_RUNS : 1;
    rounds = simulation->setup.rounds / simulation->sessions;
    int status = read_number(args, "sessions", 1, SIMULATE_SESSIONS_MAX, &simulation->sessions);
    if (status == CLI_DONE) {
        status = read_number(args, "rounds-per-session", 1, UINT32_MAX, &rounds);
    }
    if (status == CLI_DONE) {
        status = read_number(args, "bankroll", 1, UTH_MONEY_MAX, &bankroll);
    }
    simulation->setup.session_rounds = rounds;
    simulation->setup.rounds = simulation->sessions * rounds;
    simulation->setup.bankroll.cents = (int64_t)bankroll;
    return status;
}

static int read_setup(const struct cli_args *args, struct simulation *simulation)
{
    struct uth_sim_setup *setup = &simulation->setup;
    const struct uth_rules *rules = &simulation->rules;
    const bool banked = rules->banked_by == UTH_BANKED_BY_PLAYER;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t threads = cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (uint64_t)cores;
    simulate_defaults(simulation);
    uint64_t seats = setup->seat_count;
    int status = read_number(args, "rounds", 1, UTH_SIM_ROUNDS_MAX, &setup->rounds);
    if (status == CLI_DONE) {
        status = read_number(args, "seats", 1 + banked, rules->seats, &seats);
    }
    if (status == CLI_DONE) {
        status = read_number(args, "seed", 0, UINT64_MAX, &setup->seed);
    }
    if (status == CLI_DONE) {
        status = read_number(args, "threads", 1, THREADS_MAX, &threads);
    }
    setup->seat_count = (uint8_t)seats;
    simulation->threads = (unsigned)threads;
    status = status == CLI_DONE ? read_strategies(args, simulation) : status;
    status = status == CLI_DONE ? read_strategy_file(args, simulation) : status;
    status = status == CLI_DONE ? read_stakes(args, simulation) : status;
    status = status == CLI_DONE ? read_sessions(args, simulation) : status;
    if (status == CLI_DONE && !banked && cli_has(args, "bank-wager")) {
        return cli_refuse(args->command, "--bank-wager: %s",
                          uth_status_text(UTH_ERR_BANK_NOT_OFFERED));
    }
    uint64_t bank = banked ? 100 * (uint64_t)setup->seats[0].stakes[UTH_WAGER_ANTE].cents : 0;
    status = status == CLI_DONE ? read_number(args, "bank-wager", 1, UTH_MONEY_MAX, &bank) : status;
    setup->bank_wager.cents = (int64_t)bank;
    return status;
}

// Running

static int make_ready(const struct cli_args *args, struct simulation *simulation)
{
    struct uth_refusal refusal = {0};
    bool memory_left = true;
    const enum uth_status status = simulate_start(simulation, &refusal, &memory_left);
    if (!memory_left) {
        return cli_refuse(args->command, "out of memory");
    }
    if (status != UTH_OK && refusal.seat != 0 && refusal.wager < UTH_WAGER_COUNT) {
        return cli_refuse(args->command, "%s: %s (%s)",
                          uth_rules_wager_title(&simulation->rules, refusal.wager),
                          uth_status_text(status), uth_status_clause(status));
    }
    return status == UTH_OK ? CLI_DONE
                            : cli_refuse(args->command, "%s (%s)", uth_status_text(status),
                                         uth_status_clause(status));
}

static void show_progress(struct progress *progress, const struct simulation *simulation,
                          uint64_t done, double seconds)
{
    const uint64_t units = uth_sim_units(simulation->sim);
    const double share = (double)done / (double)units;
    const double left = share > 0 ? seconds / share - seconds : 0;
    char detail[64];
    (void)snprintf(detail, sizeof detail, "%.2f million rounds/s, %.0f s left",
                   (double)simulation->totals.rounds / seconds * 1e-6, left);
    progress_show(progress, share, detail);
}

// In pieces of a fraction of a second; the sums do not depend on where they are cut.
static void run(struct simulation *simulation)
{
    const uint64_t units = uth_sim_units(simulation->sim);
    struct progress progress = progress_start("simulating", 1);
    const double start = now();
    uint64_t piece = simulation->threads;
    uint64_t done = 0;
    while (done < units && !cli_interrupted()) {
        const double before = now();
        const uint64_t count = piece < units - done ? piece : units - done;
        uth_sim_run(simulation->sim, done, count, &simulation->record, &simulation->totals);
        done += count;
        const double took = now() - before;
        if (took < PIECE_SECONDS / 2) {
            piece *= 2;
        } else if (took > PIECE_SECONDS * 2 && piece > simulation->threads) {
            piece /= 2;
        }
        show_progress(&progress, simulation, done, now() - start);
    }
    simulation->seconds = now() - start;
    simulation->interrupted = done < units;
    progress_end(&progress);
}

// Printing

static int write_file(const struct cli_args *args, const char *option,
                      const struct simulate_report *report,
                      void (*write)(const struct simulate_report *report, FILE *out))
{
    const char *path = cli_value(args, option, NULL);
    if (path == NULL) {
        return CLI_DONE;
    }
    FILE *out = cli_create_file(args->command, path);
    if (out == NULL) {
        return CLI_REFUSED;
    }
    write(report, out);
    return cli_keep_file(args->command, path, out);
}

static void write_sheet(const struct simulate_report *report, enum sheet_format format, FILE *out)
{
    struct sheet sheet = simulate_sheet(report);
    sheet_write(&sheet, format, out);
    sheet_finish(&sheet);
}

static void write_page(const struct simulate_report *report, FILE *out)
{
    write_sheet(report, SHEET_HTML, out);
}

static int print_report(const struct cli_args *args, struct simulation *simulation)
{
    struct simulate_summary summary;
    struct simulate_meter meter;
    const enum uth_status refused = simulate_figures(simulation);
    if (refused != UTH_OK) {
        return cli_refuse(args->command, "%s (%s)", uth_status_text(refused),
                          uth_status_clause(refused));
    }
    const bool sessions = simulation->setup.session_rounds != 0;
    if ((sessions && !simulate_summarize(simulation, &summary)) ||
        (simulation->meter && !simulate_meter(simulation, &meter))) {
        return cli_refuse(args->command, "out of memory");
    }
    const struct simulate_report report = {.simulation = simulation,
                                           .summary = sessions ? &summary : NULL,
                                           .meter = simulation->meter ? &meter : NULL};
    int status = write_file(args, "csv", &report, simulate_csv);
    status = status == CLI_DONE ? write_file(args, "html", &report, write_page) : status;
    if (simulation->interrupted) {
        cli_note(args->command, "interrupted after %llu of %llu rounds",
                 (unsigned long long)simulation->totals.rounds,
                 (unsigned long long)simulation->setup.rounds);
    }
    if (status != CLI_DONE) {
        return status;
    }
    if (cli_has(args, "json")) {
        return cli_print_json(simulate_json(&report)) ? CLI_DONE : CLI_REFUSED;
    }
    if (!cli_takes_output(args, "csv") && !cli_takes_output(args, "html")) {
        write_sheet(&report, SHEET_TEXT, stdout);
        (void)printf(
            "\nIn %.2f s: %.0f rounds a second\n", simulation->seconds,
            simulation->seconds > 0 ? (double)simulation->totals.rounds / simulation->seconds : 0);
    }
    return CLI_DONE;
}

// --replay SEED:ROUND, rounds from 0.
static int read_replay(const struct cli_args *args, struct simulation *simulation, uint64_t *round)
{
    const char *text = cli_value(args, "replay", "");
    const char *colon = strchr(text, ':');
    char seed[24] = "";
    if (colon != NULL && colon - text < (int)sizeof seed) {
        (void)snprintf(seed, sizeof seed, "%.*s", (int)(colon - text), text);
    }
    if (colon == NULL || !cli_parse_number(seed, UINT64_MAX, &simulation->setup.seed) ||
        !cli_parse_number(colon + 1, UTH_SIM_ROUNDS_MAX - 1, round)) {
        return cli_usage_error(args->command, "--replay needs SEED:ROUND, with rounds from 0");
    }
    if (simulation->setup.rounds <= *round) {
        simulation->setup.rounds = *round + 1;
    }
    return CLI_DONE;
}

static int replay(const struct cli_args *args, struct simulation *simulation, uint64_t number)
{
    struct uth_sim_round *round = malloc(sizeof *round);
    unsigned left_out = 0;
    if (round == NULL) {
        return cli_refuse(args->command, "out of memory");
    }
    if (!uth_sim_replay(simulation->sim, number, round)) {
        free(round);
        return cli_refuse(args->command, "round %llu was not played: the session had ended",
                          (unsigned long long)number);
    }
    json_t *document = simulate_round_json(simulation, number, round, &left_out);
    free(round);
    if (left_out != 0) {
        cli_note(args->command,
                 "at most %u games a player (BET-5): %u wagers left out, choose with --wagers",
                 simulation->rules.games_max, left_out);
    }
    return cli_print_json(document) ? CLI_DONE : CLI_REFUSED;
}

// What would be passed over in silence.
static const char *contradiction(const struct cli_args *args)
{
    if (cli_has(args, "replay") && (cli_has(args, "csv") || cli_has(args, "html"))) {
        return "--replay cannot be used with --csv or --html";
    }
    return NULL;
}

int cmd_simulate(const struct cli_command *command, int argc, char **argv)
{
    static const char *const files[] = {"csv", "html", NULL};
    struct cli_args args;
    uint64_t round = 0;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "this command takes only options, no arguments");
    }
    if (contradiction(&args) != NULL) {
        return cli_usage_error(command, "%s", contradiction(&args));
    }
    if (!cli_one_output(&args, files)) {
        return CLI_USAGE;
    }
    struct simulation *simulation = calloc(1, sizeof *simulation);
    if (simulation == NULL) {
        return cli_refuse(command, "out of memory");
    }
    cli_catch_interrupt();
    status = cli_load_rules(command, cli_value(&args, "rules", "washington"), &simulation->rules)
                 ? read_setup(&args, simulation)
                 : CLI_REFUSED;
    if (status == CLI_DONE && cli_has(&args, "replay")) {
        status = read_replay(&args, simulation, &round);
    }
    status = status == CLI_DONE ? make_ready(&args, simulation) : status;
    if (status == CLI_DONE && cli_has(&args, "replay")) {
        status = replay(&args, simulation, round);
    } else if (status == CLI_DONE) {
        run(simulation);
        status = print_report(&args, simulation);
    }
    simulate_finish(simulation);
    free(simulation);
    return cli_finish(command, status);
}
