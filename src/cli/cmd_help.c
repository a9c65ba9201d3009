// `uth help`: the commands, one command, its manual page, what a shell completes.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/manual.h"

#define HELP_COLUMNS 80 // of a terminal
#define HELP_LEFT    24 // of them for an option; what it does begins behind that

const struct cli_command *cli_find_command(const char *name)
{
    for (size_t i = 0; i < cli_command_count; i++) {
        if (strcmp(cli_commands[i].name, name) == 0) {
            return &cli_commands[i];
        }
    }
    return NULL;
}

static int unknown_option(const char *text)
{
    const char *names[CLI_GLOBAL_COUNT];
    for (size_t i = 0; i < CLI_GLOBAL_COUNT; i++) {
        names[i] = cli_globals[i].name;
    }
    const char *meant = cli_nearest(text + strspn(text, "-"), names, CLI_GLOBAL_COUNT);
    (void)fprintf(stderr, "uth: no option '%s' before a command", text);
    if (meant != NULL) {
        (void)fprintf(stderr, "; did you mean '--%s'?", meant);
    }
    (void)fputs("\nSee 'uth help'.\n", stderr);
    return CLI_USAGE;
}

int cli_unknown_command(const char *name)
{
    if (name[0] == '-') {
        return unknown_option(name);
    }
    // 'uth version' is understood elsewhere, and there is no command near it. 'help' is one.
    const char *names[CLI_COMMANDS_MAX + 1];
    UTH_CHECK(cli_command_count <= CLI_COMMANDS_MAX);
    for (size_t i = 0; i < cli_command_count; i++) {
        names[i] = cli_commands[i].name;
    }
    names[cli_command_count] = cli_globals[CLI_GLOBAL_VERSION].name;
    const char *meant = cli_nearest(name, names, cli_command_count + 1);
    (void)fprintf(stderr, "uth: no command '%s'", name);
    if (meant != NULL) {
        (void)fprintf(stderr, "; did you mean '%s%s'?", cli_find_command(meant) == NULL ? "--" : "",
                      meant);
    }
    (void)fputs("\nSee 'uth help'.\n", stderr);
    return CLI_USAGE;
}

const char *cli_group_title(enum cli_group group)
{
    static const char *const titles[CLI_GROUP_COUNT] = {
        [CLI_TO_PLAY] = "Play and learn",
        [CLI_TO_DESIGN] = "Design a game and know its figures",
        [CLI_TO_PROVE] = "Prove a round",
        [CLI_TO_RUN] = "Run a cardroom",
        [CLI_TO_REPORT] = "Report what was played",
        [CLI_TO_KEEP] = "Keep the store, and check it",
        [CLI_TO_KNOW] = "About the program",
    };
    return titles[group];
}

void cli_print_overview(FILE *out)
{
    (void)fputs("uth - " CLI_TITLE "\n\n"
                "  uth COMMAND [OPTIONS] [ARGUMENTS]\n",
                out);
    for (unsigned group = 0; group < CLI_GROUP_COUNT; group++) {
        (void)fprintf(out, "\n%s:\n", cli_group_title((enum cli_group)group));
        for (size_t i = 0; i < cli_command_count; i++) {
            if (cli_commands[i].group == group) {
                (void)fprintf(out, "  %-10s %s\n", cli_commands[i].name, cli_commands[i].summary);
            }
        }
    }
    (void)fputs("\n'uth help COMMAND' explains a command. 'uth --version' prints the version.\n",
                out);
}

void cli_put_wrapped(FILE *out, const char *text, size_t at, size_t indent, bool alternatives)
{
    bool line_begins = true;
    while (*text != '\0') {
        size_t length = strcspn(text, " \n");
        while (alternatives && text[length] != '\0' && text[length + 1] != '|') {
            length += 1 + strcspn(text + length + 1, " \n");
        }
        if (!line_begins && at + 1 + length > HELP_COLUMNS) {
            (void)fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
            line_begins = true;
        }
        (void)fprintf(out, "%s%.*s", line_begins ? "" : " ", (int)length, text);
        at += length + !line_begins;
        line_begins = false;
        text += length + (text[length] != '\0');
    }
    (void)fputc('\n', out);
}

static void put_option(FILE *out, const char *left, const char *help)
{
    const size_t column = 2 + HELP_LEFT + 1;
    if (strlen(left) > HELP_LEFT) {
        (void)fprintf(out, "  %s\n%*s", left, (int)column, "");
    } else {
        (void)fprintf(out, "  %-*s ", HELP_LEFT, left);
    }
    cli_put_wrapped(out, help, column, column, false);
}

void cli_print_usage(const struct cli_command *command, FILE *out)
{
    char left[64];
    (void)snprintf(left, sizeof left, "uth %s - ", command->name);
    (void)fputs(left, out);
    cli_put_wrapped(out, command->summary, strlen(left), 4, false);
    (void)snprintf(left, sizeof left, "  uth %s [OPTIONS]%s", command->name,
                   command->arguments[0] != '\0' ? " " : "");
    (void)fprintf(out, "\n%s", left);
    cli_put_wrapped(out, command->arguments, strlen(left), strlen(left), true);
    (void)fputc('\n', out);
    cli_put_wrapped(out, command->about, 0, 0, false);
    (void)fputs("\nExamples:\n", out);
    for (const char *line = command->examples; *line != '\0'; line += strcspn(line, "\n") + 1) {
        (void)fprintf(out, "  %.*s\n", (int)strcspn(line, "\n"), line);
    }
    (void)fputs("\nOptions:\n", out);
    for (const struct cli_option *option = command->options; option->name != NULL; option++) {
        (void)snprintf(left, sizeof left, "--%s%s%s", option->name,
                       option->value != NULL ? " " : "",
                       option->value != NULL ? option->value : "");
        put_option(out, left, option->help);
    }
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        (void)snprintf(left, sizeof left, "%s, --%s", cli_common[i].letter, cli_common[i].name);
        put_option(out, left, cli_common[i].help);
    }
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
        return cli_usage_error(command, "give one command");
    }
    const char *shell = cli_value(&args, "completion", NULL);
    if (shell != NULL) {
        return completion_print(shell, stdout)
                   ? cli_finish(command, CLI_DONE)
                   : cli_usage_error(command, "no shell '%s': use bash, zsh or fish", shell);
    }
    const struct cli_command *asked =
        args.argument_count == 0 ? NULL : cli_find_command(args.arguments[0]);
    if (args.argument_count == 1 && asked == NULL) {
        return cli_unknown_command(args.arguments[0]);
    }
    explain(asked, cli_has(&args, "man"));
    return cli_finish(command, CLI_DONE);
}
