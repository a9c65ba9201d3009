// `uth help`: the commands, one command, its manual page, what a shell completes.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/manual.h"

const struct cli_command *cli_find_command(const char *name)
{
    for (size_t i = 0; i < cli_command_count; i++) {
        if (strcmp(cli_commands[i].name, name) == 0) {
            return &cli_commands[i];
        }
    }
    return NULL;
}

int cli_unknown_command(const char *name)
{
    const char *names[CLI_COMMANDS_MAX];
    UTH_CHECK(cli_command_count <= CLI_COMMANDS_MAX);
    for (size_t i = 0; i < cli_command_count; i++) {
        names[i] = cli_commands[i].name;
    }
    const char *meant = cli_nearest(name, names, cli_command_count);
    (void)fprintf(stderr, "uth: no command '%s'", name);
    if (meant != NULL) {
        (void)fprintf(stderr, "; did you mean '%s'?", meant);
    }
    (void)fputs("\nSee 'uth help'.\n", stderr);
    return CLI_USAGE;
}

void cli_print_overview(FILE *out)
{
    (void)fputs("uth - Ultimate Texas Hold'em: the game, adjudicated and worked out exactly\n\n"
                "  uth COMMAND [OPTIONS] [ARGUMENTS]\n\nCommands:\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        (void)fprintf(out, "  %-10s %s\n", cli_commands[i].name, cli_commands[i].summary);
    }
    (void)fputs("\n'uth help COMMAND' explains one. 'uth --version' tells the version.\n", out);
}

static void explain(const struct cli_command *asked, bool manual)
{
    if (asked != NULL && manual) {
        manual_command(asked, stdout);
    } else if (asked != NULL) {
        cli_print_usage(asked, stdout);
    } else if (manual) {
        manual_overview(stdout);
    } else {
        cli_print_overview(stdout);
    }
}

int cmd_help(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count > 1) {
        return cli_usage_error(command, "one command at a time");
    }
    const char *shell = cli_value(&args, "completion", NULL);
    if (shell != NULL) {
        return completion_print(shell, stdout)
                   ? cli_finish(command, CLI_DONE)
                   : cli_usage_error(command, "no shell '%s': bash, zsh or fish", shell);
    }
    const struct cli_command *asked =
        args.argument_count == 0 ? NULL : cli_find_command(args.arguments[0]);
    if (args.argument_count == 1 && asked == NULL) {
        return cli_unknown_command(args.arguments[0]);
    }
    explain(asked, cli_has(&args, "man"));
    return cli_finish(command, CLI_DONE);
}
