#include <string.h>

#include "cli/manual.h"

// The summaries and helps stand in single quotes; none of ours may end one.
static void put_quoted(FILE *out, const char *text)
{
    (void)fputc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            (void)fputs("'\\''", out);
        } else {
            (void)fputc(*text, out);
        }
    }
    (void)fputc('\'', out);
}

static void bash(FILE *out)
{
    (void)fputs("_uth()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} options=\n"
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        (void)fprintf(out, "%s ", cli_commands[i].name);
    }
    (void)fputs("--help --version' -- \"$word\"))\n        return\n    fi\n"
                "    case ${COMP_WORDS[1]} in\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        (void)fprintf(out, "    %s) options='--help", cli_commands[i].name);
        for (const struct cli_option *o = cli_commands[i].options; o->name != NULL; o++) {
            (void)fprintf(out, " --%s", o->name);
        }
        (void)fputs("' ;;\n", out);
    }
    (void)fputs("    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- "
                "\"$word\")) ;;\n    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac\n}\n"
                "complete -o filenames -F _uth uth\n",
                out);
}

// In a description of zsh a colon or a bracket would end something.
static void put_zsh(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            (void)fputs("'\\''", out);
        } else {
            if (strchr(":[]\\", *text) != NULL) {
                (void)fputc('\\', out);
            }
            (void)fputc(*text, out);
        }
    }
}

static void zsh(FILE *out)
{
    (void)fputs("#compdef uth\n_uth()\n{\n    local -a commands\n    commands=(\n", out);
    for (size_t i = 0; i < cli_command_count; i++) {
        (void)fprintf(out, "        '%s:", cli_commands[i].name);
        put_zsh(out, cli_commands[i].summary);
        (void)fputs("'\n", out);
    }
    (void)fputs("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
                "        return\n    fi\n    case ${words[2]} in\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        (void)fprintf(out, "    %s) _arguments '--help[explain the command]'",
                      cli_commands[i].name);
        for (const struct cli_option *o = cli_commands[i].options; o->name != NULL; o++) {
            (void)fprintf(out, " '*--%s%s[", o->name, o->value != NULL ? "=" : "");
            put_zsh(out, o->help);
            (void)fputc(']', out);
            if (o->value != NULL) {
                (void)fputc(':', out);
                put_zsh(out, o->value);
                (void)fputs(":_files", out);
            }
            (void)fputc('\'', out);
        }
        (void)fputs(" '*:file:_files' ;;\n", out);
    }
    (void)fputs("    esac\n}\n_uth \"$@\"\n", out);
}

static void fish(FILE *out)
{
    (void)fputs("complete -c uth -n __fish_use_subcommand -l help -d 'list the commands'\n"
                "complete -c uth -n __fish_use_subcommand -l version -d 'tell the version'\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        const struct cli_command *command = &cli_commands[i];
        (void)fprintf(out, "complete -c uth -n __fish_use_subcommand -a %s -d ", command->name);
        put_quoted(out, command->summary);
        (void)fputc('\n', out);
        for (const struct cli_option *o = command->options; o->name != NULL; o++) {
            (void)fprintf(out, "complete -c uth -n '__fish_seen_subcommand_from %s' -l %s%s -d ",
                          command->name, o->name, o->value != NULL ? " -r" : "");
            put_quoted(out, o->help);
            (void)fputc('\n', out);
        }
    }
}

bool completion_print(const char *shell, FILE *out)
{
    static const struct {
        const char *name;
        void (*print)(FILE *out);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].print(out);
            return true;
        }
    }
    return false;
}
