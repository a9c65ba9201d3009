#include "cli/manual.h"

#include <string.h>

#include "uth/check.h"

#define PAGE_SIZE 64

// Text as roff wants it: no line begins with a dot or a quote, dashes and backslashes are literal.
static void put_text(FILE *out, const char *text)
{
    bool line_begins = true;
    for (; *text != '\0'; text++) {
        if (line_begins && (*text == '.' || *text == '\'')) {
            (void)fputs("\\&", out);
        }
        line_begins = *text == '\n';
        if (*text == '\\') {
            (void)fputs("\\e", out);
        } else if (*text == '-') {
            (void)fputs("\\-", out);
        } else {
            (void)fputc(*text, out);
        }
    }
}

static void put_section(FILE *out, const char *name)
{
    (void)fprintf(out, ".SH %s\n", name);
}

static void put_title(FILE *out, const char *page)
{
    (void)fputs(".TH \"", out);
    for (; *page != '\0'; page++) {
        const unsigned char letter = (unsigned char)*page;
        (void)fputc(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter, out);
    }
    (void)fprintf(out, "\" 1 \"\" \"uth %s\" \"Ultimate Texas Hold'em\"\n", UTH_VERSION);
}

static void put_item(FILE *out, const char *bold, const char *value, const char *text)
{
    (void)fputs(".TP\n.B ", out);
    put_text(out, bold);
    if (value != NULL) {
        (void)fputs(" \\fI", out);
        put_text(out, value);
        (void)fputs("\\fR", out);
    }
    (void)fputc('\n', out);
    put_text(out, text);
    (void)fputc('\n', out);
}

static void put_exit_status(FILE *out)
{
    put_section(out, "EXIT STATUS");
    put_item(out, "0", NULL, "done");
    put_item(out, "1", NULL,
             "the input was refused: a file, a record, or a value the rules do not allow");
    put_item(out, "2", NULL, "the command line was wrong: an option, or a value not in its form");
}

static void put_examples(FILE *out, const struct cli_command *command)
{
    put_section(out, "EXAMPLES");
    (void)fputs(".nf\n", out);
    put_text(out, command->examples);
    (void)fputs(".fi\n", out);
}

static void put_common(FILE *out, const struct cli_common *options, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char name[48];
        const char *letter = options[i].letter;
        (void)snprintf(name, sizeof name, "%s%s--%s", letter != NULL ? letter : "",
                       letter != NULL ? ", " : "", options[i].name);
        put_item(out, name, NULL, options[i].help);
    }
}

static void put_page_name(const struct cli_command *command, char page[PAGE_SIZE])
{
    const int wrote = snprintf(page, PAGE_SIZE, "uth-%s", command->name);
    UTH_CHECK(wrote > 0 && wrote < PAGE_SIZE);
}

static void put_environment(FILE *out)
{
    put_section(out, "ENVIRONMENT");
    put_item(out, "NO_COLOR", NULL,
             "if set and not empty, play and strategy print no color on a terminal");
    put_item(out, "TERM", NULL, "if dumb or not set, likewise");
}

void manual_overview(FILE *out)
{
    put_title(out, "uth");
    put_section(out, "NAME");
    put_text(out, "uth - " CLI_TITLE "\n");
    put_section(out, "SYNOPSIS");
    (void)fputs(".B uth\n.I COMMAND\n[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]\n", out);
    put_section(out, "DESCRIPTION");
    put_text(out,
             "One program for the whole game: it deals and settles, computes odds and edges, "
             "simulates,\nopens a cardroom and keeps its records. House rules are data, and money "
             "is whole cents. Each\ncommand has its own page, which --help prints as well. With "
             "--json, a command writes one JSON\ndocument to standard output and nothing else "
             "there.\n");
    put_section(out, "COMMANDS");
    for (unsigned group = 0; group < CLI_GROUP_COUNT; group++) {
        (void)fputs(".SS ", out);
        put_text(out, cli_group_title((enum cli_group)group));
        (void)fputc('\n', out);
        for (size_t i = 0; i < cli_command_count; i++) {
            char page[PAGE_SIZE];
            if (cli_commands[i].group == group) {
                put_page_name(&cli_commands[i], page);
                put_item(out, page, "(1)", cli_commands[i].summary);
            }
        }
    }
    put_section(out, "OPTIONS");
    put_text(out, "Instead of a command:\n");
    put_common(out, cli_globals, CLI_GLOBAL_COUNT);
    (void)fputs(".PP\n", out);
    put_text(out, "With every command:\n");
    put_common(out, cli_common, CLI_COMMON_COUNT);
    put_exit_status(out);
    put_environment(out);
    put_section(out, "SEE ALSO");
    (void)fputs(".BR uth\\-help (1),\n.BR uth.conf (5)\n", out);
}

// Whoever reads a configuration wants to know what may stand in it.
static void put_see_also(FILE *out, const struct cli_command *command)
{
    bool configured = false;
    for (const struct cli_option *option = command->options; option->name != NULL; option++) {
        configured = configured || strcmp(option->name, "config") == 0;
    }
    put_section(out, "SEE ALSO");
    (void)fputs(configured ? ".BR uth (1),\n.BR uth.conf (5)\n" : ".BR uth (1)\n", out);
}

void manual_command(const struct cli_command *command, FILE *out)
{
    char page[PAGE_SIZE];
    put_page_name(command, page);
    put_title(out, page);
    put_section(out, "NAME");
    put_text(out, page);
    (void)fputs(" \\- ", out);
    put_text(out, command->summary);
    (void)fputc('\n', out);
    put_section(out, "SYNOPSIS");
    (void)fprintf(out, ".B uth %s\n", command->name);
    (void)fputs("[\\fIOPTIONS\\fR]\n", out);
    put_text(out, command->arguments);
    (void)fputs("\n", out);
    put_section(out, "DESCRIPTION");
    put_text(out, command->about);
    (void)fputc('\n', out);
    put_section(out, "OPTIONS");
    for (const struct cli_option *option = command->options; option->name != NULL; option++) {
        char name[48];
        (void)snprintf(name, sizeof name, "--%s", option->name);
        put_item(out, name, option->value, option->help);
    }
    put_common(out, cli_common, CLI_COMMON_COUNT);
    put_examples(out, command);
    put_exit_status(out);
    put_see_also(out, command);
}
