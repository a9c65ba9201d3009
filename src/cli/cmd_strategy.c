// `uth strategy`: perfect play before the flop as a chart, and whole as a file; what rules of one's own
// are worth.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/odds.h"
#include "cli/own_strategy.h"
#include "uth/exact.h"
#include "wire/exact_json.h"
#include "wire/exact_text.h"

static const char ranks[] = "23456789TJQKA";

static double best_value(const struct uth_exact *exact, const struct uth_rules *rules,
                         const struct uth_exact_hand *hand)
{
    int64_t value = hand->check;
    for (unsigned i = 0; i < wire_raise_count(rules); i++) {
        value = hand->best == rules->raises[UTH_STREET_PREFLOP][i] ? hand->raise[i] : value;
    }
    return exact_decimal(wire_hand_value(uth_exact_unit(exact), value));
}

static void print_head(const char *title, int width)
{
    (void)printf("\n%s\n  ", title);
    for (unsigned column = UTH_RANKS; column-- > 0;) {
        (void)printf("%*c", width, ranks[column]);
    }
    (void)putchar('\n');
}

// What to do with each hand, a Play in green on a terminal.
static void print_plays(const struct uth_exact *exact, bool colours)
{
    print_head("The Play to make; - is a check", 4);
    for (unsigned row = UTH_RANKS; row-- > 0;) {
        (void)printf("%c ", ranks[row]);
        for (unsigned column = UTH_RANKS; column-- > 0;) {
            struct uth_exact_hand hand;
            char name[8];
            uth_exact_hand(exact, row * UTH_RANKS + column, &hand);
            exact_action_name(hand.best, UTH_STREET_PREFLOP, name);
            const bool green = colours && hand.best != 0;
            (void)printf("%s%4s%s", green ? "\033[1;32m" : "", hand.best == 0 ? "-" : name,
                         green ? "\033[0m" : "");
        }
        (void)putchar('\n');
    }
}

// Eighty columns: the rank takes two, each of thirteen hands six.
static void print_values(const struct uth_exact *exact, const struct uth_rules *rules)
{
    print_head("What it is worth, in antes", 6);
    for (unsigned row = UTH_RANKS; row-- > 0;) {
        (void)printf("%c ", ranks[row]);
        for (unsigned column = UTH_RANKS; column-- > 0;) {
            struct uth_exact_hand hand;
            uth_exact_hand(exact, row * UTH_RANKS + column, &hand);
            (void)printf("%6.2f", best_value(exact, rules, &hand));
        }
        (void)putchar('\n');
    }
}

static int print_chart(const struct uth_exact *exact, const struct uth_rules *rules)
{
    (void)printf("Optimal play before the flop, %s.\nSuited hands right of the diagonal, offsuit "
                 "left; --json values every action.\n",
                 rules->name);
    print_plays(exact, cli_wants_colour());
    print_values(exact, rules);
    return CLI_DONE;
}

// The complete strategy as a file that whoever plays it can load.
static int export_strategy(const struct cli_command *command, struct uth_exact *exact,
                           const char *path)
{
    const size_t size = uth_strategy_size(exact);
    void *bytes = malloc(size);
    if (bytes == NULL) {
        return cli_refuse(command, "out of memory");
    }
    uth_strategy_build(exact, UTH_STYLE_OPTIMAL, bytes, size);
    FILE *out = cli_create_file(command, path);
    int status = CLI_REFUSED;
    if (out != NULL) {
        (void)fwrite(bytes, 1, size, out);
        status = cli_keep_file(command, path, out);
    }
    free(bytes);
    if (status == CLI_DONE && out != stdout) {
        cli_note(command, "%s: %zu bytes, every decision of optimal play", path, size);
    }
    return status;
}

static int chart_or_export(const struct cli_args *args, const struct uth_rules *rules)
{
    const struct cli_command *command = args->command;
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact *exact = NULL;
    int status;
    if (memory == NULL) {
        return cli_refuse(command, "out of memory");
    }
    const enum uth_status refused = uth_exact_solve(rules, 1, memory, size, &exact);
    if (refused != UTH_OK) {
        status =
            cli_refuse(command, "%s (%s)", uth_status_text(refused), uth_status_clause(refused));
    } else if (cli_has(args, "file")) {
        status = own_strategy_report(args, rules, exact);
    } else if (cli_has(args, "export")) {
        status = export_strategy(command, exact, cli_value(args, "export", ""));
    } else {
        const bool json = cli_has(args, "json");
        const bool printed = !json || cli_print_json(wire_strategy_json(exact, rules));
        status = !printed ? CLI_REFUSED : json ? CLI_DONE : print_chart(exact, rules);
    }
    free(memory);
    return status;
}

// What goes with what: a wish that would be passed over in silence is a mistake worth telling.
static const char *contradiction(const struct cli_args *args)
{
    const bool situation = cli_has(args, "cards");
    if (!situation && (cli_has(args, "board") || cli_has(args, "dead"))) {
        return "--board and --dead need --cards";
    }
    if (cli_has(args, "export") && (situation || cli_has(args, "json"))) {
        return "--export cannot be used with --cards or --json";
    }
    if (cli_has(args, "file") && (situation || cli_has(args, "export"))) {
        return "--file cannot be used with --cards or --export";
    }
    return NULL;
}

int cmd_strategy(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct uth_rules rules;
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
    if (!cli_load_rules_at_ante(&args, &rules, &status)) {
        return status;
    }
    status = cli_has(&args, "cards") ? odds_report(&args, &rules) : chart_or_export(&args, &rules);
    return cli_finish(command, status);
}
