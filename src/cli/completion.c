// What shells complete: commands, their options, what an option takes, what a command does first.
// All of it comes from the table of commands, but for the words some options take.
#include <string.h>

#include "cli/manual.h"
#include "uth/check.h"

#define WORDS_MAX 256

static const struct {
    const char *option;
    const char *words; // NULL: the built-in profiles
} values[] = {
    {"rules", NULL},
    {"strategy", "optimal simple never-fold timid"},
    {"controller", "aquarius nexus"},
    {"role", "player dealer supervisor executive auditor manager"},
    {"fixed-pays-from", "tray meter"},
    {"adjustment", "won malfunction maximum receipts seed-recovered back-out"},
    {"completion", "bash zsh fish"},
    {"log", "error warn info debug"},
};

#define VALUE_COUNT (sizeof values / sizeof values[0])

static void add_word(char words[WORDS_MAX], const char *word)
{
    const size_t used = strlen(words);
    const int wrote = snprintf(words + used, WORDS_MAX - used, "%s%s", used == 0 ? "" : " ", word);
    UTH_CHECK(wrote >= 0 && (size_t)wrote < WORDS_MAX - used);
}

// What the option takes, "" when that cannot be listed.
static const char *words_of(const char *option, char words[WORDS_MAX])
{
    words[0] = '\0';
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        if (strcmp(values[i].option, option) != 0) {
            continue;
        }
        if (values[i].words != NULL) {
            return values[i].words;
        }
        for (size_t k = 0; k < uth_rules_builtin_count(); k++) {
            add_word(words, uth_rules_builtin(k)->name);
        }
    }
    return words;
}

// The words a first argument may be: the commands for help, else the actions.
static const char *verbs_of(const struct cli_command *command, char words[WORDS_MAX])
{
    char verbs[CLI_VERBS_MAX][CLI_VERB_SIZE];
    words[0] = '\0';
    if (strcmp(command->name, "help") == 0) {
        for (size_t i = 0; i < cli_command_count; i++) {
            add_word(words, cli_commands[i].name);
        }
        return words;
    }
    const size_t count = cli_verbs(command, verbs);
    for (size_t i = 0; i < count; i++) {
        add_word(words, verbs[i]);
    }
    return words;
}

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

// ---- bash -------------------------------------------------------------------------------------

static void bash_command(FILE *out, const struct cli_command *command)
{
    char words[WORDS_MAX];
    (void)fprintf(out, "    %s) verbs='%s' options='", command->name, verbs_of(command, words));
    for (const struct cli_option *o = command->options; o->name != NULL; o++) {
        (void)fprintf(out, "--%s ", o->name);
    }
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        (void)fprintf(out, "--%s ", cli_common[i].name);
    }
    (void)fputs("' ;;\n", out);
}

// An equals sign is a word of its own to bash.
static void bash(FILE *out)
{
    char words[WORDS_MAX];
    (void)fputs("_uth()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} options= verbs= values=\n"
                "    local before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    if [ \"$word\" = = ]; then\n        word=\n"
                "    elif [ \"$before\" = = ]; then\n"
                "        before=${COMP_WORDS[COMP_CWORD - 2]}\n    fi\n"
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        (void)fprintf(out, "%s ", cli_commands[i].name);
    }
    for (size_t i = 0; i < CLI_GLOBAL_COUNT; i++) {
        (void)fprintf(out, "--%s ", cli_globals[i].name);
    }
    (void)fputs("' -- \"$word\"))\n        return\n    fi\n"
                "    case ${COMP_WORDS[1]} in\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        bash_command(out, &cli_commands[i]);
    }
    (void)fputs("    esac\n    case $before in\n", out);
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        (void)fprintf(out, "    --%s) values='%s' ;;\n", values[i].option,
                      words_of(values[i].option, words));
    }
    (void)fputs(
        "    *) [ \"$COMP_CWORD\" -ne 2 ] || values=$verbs ;;\n    esac\n"
        "    case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
        "    *) COMPREPLY=($(compgen -W \"$values\" -- \"$word\") $(compgen -f -- "
        "\"$word\")) ;;\n    esac\n}\n"
        "complete -o filenames -F _uth uth\n",
        out);
}

// ---- zsh --------------------------------------------------------------------------------------

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

// Words are offered, and a file may be meant all the same.
static void zsh_words(FILE *out, const char *words)
{
    if (words[0] == '\0') {
        (void)fputs("_files", out);
    } else {
        (void)fprintf(out, "{compadd %s; _files}", words);
    }
}

static void zsh_command(FILE *out, const struct cli_command *command)
{
    char words[WORDS_MAX];
    (void)fprintf(out, "    %s) _arguments", command->name);
    for (const struct cli_option *o = command->options; o->name != NULL; o++) {
        (void)fprintf(out, " '*--%s%s[", o->name, o->value != NULL ? "=" : "");
        put_zsh(out, o->help);
        (void)fputc(']', out);
        if (o->value != NULL) {
            (void)fputc(':', out);
            put_zsh(out, o->value);
            (void)fputc(':', out);
            zsh_words(out, words_of(o->name, words));
        }
        (void)fputc('\'', out);
    }
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        (void)fprintf(out, " '--%s[%s]'", cli_common[i].name, cli_common[i].help);
    }
    (void)fputs(" '1:argument:", out);
    zsh_words(out, verbs_of(command, words));
    (void)fputs("' '*:file:_files' ;;\n", out);
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
                "        return\n    fi\n"
                "    words=(\"${(@)words[2,-1]}\")\n    (( CURRENT-- ))\n    case ${words[1]} in\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        zsh_command(out, &cli_commands[i]);
    }
    (void)fputs("    esac\n}\n_uth \"$@\"\n", out);
}

// ---- fish -------------------------------------------------------------------------------------

static void fish_option(FILE *out, const struct cli_command *command, const struct cli_option *o)
{
    char words[WORDS_MAX];
    const char *offered = words_of(o->name, words);
    (void)fprintf(out, "complete -c uth -n '__fish_seen_subcommand_from %s' -l %s%s", command->name,
                  o->name, o->value != NULL ? " -r" : "");
    if (offered[0] != '\0') {
        (void)fprintf(out, " -a '%s'", offered);
    }
    (void)fputs(" -d ", out);
    put_quoted(out, o->help);
    (void)fputc('\n', out);
}

static void fish_command(FILE *out, const struct cli_command *command)
{
    char words[WORDS_MAX];
    const char *verbs = verbs_of(command, words);
    (void)fprintf(out, "complete -c uth -n __fish_use_subcommand -a %s -d ", command->name);
    put_quoted(out, command->summary);
    (void)fputc('\n', out);
    if (verbs[0] != '\0') {
        (void)fprintf(out,
                      "complete -c uth -n '__fish_seen_subcommand_from %s; and test (count "
                      "(commandline -opc)) -eq 2' -a '%s'\n",
                      command->name, verbs);
    }
    for (const struct cli_option *o = command->options; o->name != NULL; o++) {
        fish_option(out, command, o);
    }
}

static void fish(FILE *out)
{
    (void)fprintf(out, "complete -c uth -n __fish_use_subcommand -l %s -d '%s'\n",
                  cli_globals[CLI_GLOBAL_VERSION].name, cli_globals[CLI_GLOBAL_VERSION].help);
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        (void)fprintf(out, "complete -c uth -s %s -l %s -d '%s'\n", cli_common[i].letter + 1,
                      cli_common[i].name, cli_common[i].help);
    }
    for (size_t i = 0; i < cli_command_count; i++) {
        fish_command(out, &cli_commands[i]);
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
