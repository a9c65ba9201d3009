#include "cli/manual.h"

#include "uth/check.h"

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
    put_item(out, "1", NULL, "the input was refused");
    put_item(out, "2", NULL, "the command line was wrong");
}

void manual_overview(FILE *out)
{
    put_title(out, "uth");
    put_section(out, "NAME");
    put_text(out, "uth - Ultimate Texas Hold'em: the game, adjudicated and worked out exactly\n");
    put_section(out, "SYNOPSIS");
    (void)fputs(".B uth\n.I COMMAND\n[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]\n", out);
    put_section(out, "COMMANDS");
    for (size_t i = 0; i < cli_command_count; i++) {
        char page[64];
        const int wrote = snprintf(page, sizeof page, "uth-%s", cli_commands[i].name);
        UTH_CHECK(wrote > 0 && (size_t)wrote < sizeof page);
        put_item(out, page, "(1)", cli_commands[i].summary);
    }
    put_exit_status(out);
}

void manual_command(const struct cli_command *command, FILE *out)
{
    char page[64];
    const int wrote = snprintf(page, sizeof page, "uth-%s", command->name);
    UTH_CHECK(wrote > 0 && (size_t)wrote < sizeof page);

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
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        char name[48];
        (void)snprintf(name, sizeof name, "%s, --%s", cli_common[i].letter, cli_common[i].name);
        put_item(out, name, NULL, cli_common[i].help);
    }
    put_exit_status(out);
    put_section(out, "SEE ALSO");
    (void)fputs(".BR uth (1)\n", out);
}
