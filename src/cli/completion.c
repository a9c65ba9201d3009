// What shells complete: commands, their options, what an option takes, what a command does first
// and what that takes. All of it comes from the table of commands, but for the words of some options.
#include <string.h>

#include "cli/manual.h"
#include "uth/check.h"

#define WORDS_MAX 256

static const struct {
    const char *option;
    const char *words;
} values[] = {
    {"strategy", "optimal simple never-fold timid"},
    {"controller", "aquarius nexus"},
    {"role", "player dealer supervisor executive auditor manager"},
    {"fixed-pays-from", "tray meter"},
    {"adjustment", "won malfunction maximum receipts seed-recovered back-out"},
    {"completion", "bash zsh fish"},
    {"decision", "stands corrected wager_voided round_voided other"},
    {"log", "error warn info debug"},
};

#define VALUE_COUNT (sizeof values / sizeof values[0])

// What may stand in one place: one of these words, a file's name, or one behind "sqlite:".
struct offer {
    char words[WORDS_MAX]; // with a blank between two
    bool file;
    bool store;
};

static void add_word(struct offer *offer, const char *word)
{
    const size_t used = strlen(offer->words);
    const int wrote =
        snprintf(offer->words + used, WORDS_MAX - used, "%s%s", used == 0 ? "" : " ", word);
    UTH_CHECK(wrote >= 0 && (size_t)wrote < WORDS_MAX - used);
}

// By the word of the usage line, `length` bytes of it: FILE is a file, NAME|FILE a built-in profile
// or a file with one.
static void add_by_word(struct offer *offer, const char *word, size_t length)
{
    char text[64];
    UTH_CHECK(length < sizeof text);
    memcpy(text, word, length);
    text[length] = '\0';
    offer->file = strstr(text, "FILE") != NULL;
    for (size_t k = 0; strcmp(text, "NAME|FILE") == 0 && k < uth_rules_builtin_count(); k++) {
        add_word(offer, uth_rules_builtin(k)->name);
    }
}

static struct offer offer_of_option(const struct cli_option *option)
{
    struct offer offer = {.store = strcmp(option->name, "store") == 0};
    add_by_word(&offer, option->value, strlen(option->value));
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        if (strcmp(values[i].option, option->name) == 0) {
            add_word(&offer, values[i].words);
        }
    }
    return offer;
}

// What a first argument may be: the commands for help, else the actions or what the usage line has.
static struct offer offer_of_first(const struct cli_command *command)
{
    struct offer offer = {.file = false};
    char verbs[CLI_VERBS_MAX][CLI_VERB_SIZE];
    if (strcmp(command->name, "help") == 0) {
        for (size_t i = 0; i < cli_command_count; i++) {
            add_word(&offer, cli_commands[i].name);
        }
        return offer;
    }
    const size_t count = cli_verbs(command, verbs);
    for (size_t i = 0; i < count; i++) {
        add_word(&offer, verbs[i]);
    }
    if (count == 0) {
        add_by_word(&offer, command->arguments, strlen(command->arguments));
    }
    return offer;
}

// What may stand behind an action.
static struct offer offer_of_verb(const struct cli_command *command, const char *verb)
{
    struct offer offer = {.file = false};
    size_t length = 0;
    const char *word = cli_verb_takes(command, verb, &length);
    UTH_CHECK(word != NULL);
    add_by_word(&offer, word, length);
    return offer;
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

// "    PATTERN) words=… files=1 ;;", and nothing where nothing is offered.
static void bash_offer(FILE *out, const char *pattern, const struct offer *offer)
{
    if (offer->words[0] != '\0' || offer->file) {
        (void)fprintf(out, "            %s) words='%s' files=%s ;;\n", pattern, offer->words,
                      offer->file ? "1" : "");
    }
}

static void bash_options(FILE *out, const struct cli_command *command)
{
    (void)fprintf(out, "    %s)\n        options='", command->name);
    for (const struct cli_option *o = command->options; o->name != NULL; o++) {
        (void)fprintf(out, "--%s ", o->name);
    }
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        (void)fprintf(out, "--%s ", cli_common[i].name);
    }
    (void)fputs("' valued=' ", out);
    for (const struct cli_option *o = command->options; o->name != NULL; o++) {
        if (o->value != NULL) {
            (void)fprintf(out, "--%s ", o->name);
        }
    }
    (void)fputs("' ;;\n", out);
}

// What an option takes is offered behind it; elsewhere what goes on from the arguments so far.
static void bash_values(FILE *out, const struct cli_command *command)
{
    char verbs[CLI_VERBS_MAX][CLI_VERB_SIZE];
    char pattern[48];
    const struct offer first = offer_of_first(command);
    const size_t count = cli_verbs(command, verbs);
    (void)fprintf(out, "        %s)\n            case $place in\n", command->name);
    for (const struct cli_option *o = command->options; o->name != NULL; o++) {
        if (o->value != NULL) {
            const struct offer offer = offer_of_option(o);
            (void)snprintf(pattern, sizeof pattern, "--%s", o->name);
            bash_offer(out, pattern, &offer);
        }
    }
    bash_offer(out, "' '", &first);
    for (size_t i = 0; i < count; i++) {
        const struct offer offer = offer_of_verb(command, verbs[i]);
        (void)snprintf(pattern, sizeof pattern, "' %s '", verbs[i]);
        bash_offer(out, pattern, &offer);
    }
    (void)fputs("            esac ;;\n", out);
}

static void bash_globals(FILE *out)
{
    for (size_t i = 0; i < cli_command_count; i++) {
        (void)fprintf(out, "%s ", cli_commands[i].name);
    }
    for (size_t i = 0; i < CLI_GLOBAL_COUNT; i++) {
        (void)fprintf(out, "--%s ", cli_globals[i].name);
    }
}

// An equals sign and a colon are words of their own to bash, and what follows them is another.
// mapfile takes a line for a word, whatever blanks and asterisks a file's name has.
static void bash(FILE *out)
{
    (void)fputs(
        "_uth()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} options= valued= words= files=\n"
        "    local before=${COMP_WORDS[COMP_CWORD - 1]} place=' ' skip= each IFS=$' \\t\\n'\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "        mapfile -t COMPREPLY < <(compgen -W '",
        out);
    bash_globals(out);
    (void)fputs("' -- \"$word\")\n        return\n    fi\n"
                "    case $word,$before in\n"
                "    =,*) word= ;;\n"
                "    :,*) word= before=:$before ;;\n"
                "    *,=) before=${COMP_WORDS[COMP_CWORD - 2]} ;;\n"
                "    *,:) before=:${COMP_WORDS[COMP_CWORD - 2]} ;;\n"
                "    esac\n    case ${COMP_WORDS[1]} in\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        bash_options(out, &cli_commands[i]);
    }
    (void)fputs("    esac\n    for each in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do\n"
                "        case $each in\n        = | :) skip=1 ;;\n"
                "        -*) case $valued in *\" $each \"*) skip=1 ;; *) skip= ;; esac ;;\n"
                "        *) [ -n \"$skip\" ] || place+=\"$each \"\n           skip= ;;\n"
                "        esac\n    done\n"
                "    case $valued in *\" $before \"*) place=$before ;; esac\n"
                "    case $word,$before in\n    -*) words=$options ;;\n"
                "    *,:sqlite) files=1 ;;\n    *,:*) ;;\n"
                "    *)\n        case ${COMP_WORDS[1]} in\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        bash_values(out, &cli_commands[i]);
    }
    (void)fputs("        esac ;;\n    esac\n"
                "    mapfile -t COMPREPLY < <(\n"
                "        compgen -W \"$words\" -- \"$word\"\n"
                "        [ -z \"$files\" ] || compgen -f -- \"$word\"\n    )\n}\n"
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

// What _arguments calls an action. An empty list offers nothing; a blank would keep options back, too.
static void zsh_offer(FILE *out, const struct offer *offer)
{
    if (offer->store) {
        (void)fputs("{compset -P \"sqlite?\" && _files}", out);
    } else if (offer->words[0] == '\0') {
        (void)fputs(offer->file ? "_files" : "()", out);
    } else {
        (void)fprintf(out, offer->file ? "{compadd %s; _files}" : "(%s)", offer->words);
    }
}

static void zsh_option(FILE *out, const struct cli_option *o)
{
    (void)fprintf(out, " '*--%s%s[", o->name, o->value != NULL ? "=" : "");
    put_zsh(out, o->help);
    (void)fputc(']', out);
    if (o->value != NULL) {
        const struct offer offer = offer_of_option(o);
        (void)fputc(':', out);
        put_zsh(out, o->value);
        (void)fputc(':', out);
        zsh_offer(out, &offer);
    }
    (void)fputc('\'', out);
}

// The second argument, by the action that stands among the words.
static void zsh_second(FILE *out, const struct cli_command *command)
{
    char verbs[CLI_VERBS_MAX][CLI_VERB_SIZE];
    const size_t count = cli_verbs(command, verbs);
    const char *begins = " '2:argument:{";
    const char *ends = "";
    for (size_t i = 0; i < count; i++) {
        const struct offer offer = offer_of_verb(command, verbs[i]);
        if (!offer.file) {
            continue;
        }
        (void)fprintf(out, "%sif (( ${words[(I)%s]} )); then ", begins, verbs[i]);
        if (offer.words[0] != '\0') {
            (void)fprintf(out, "compadd %s; ", offer.words);
        }
        (void)fputs("_files; fi", out);
        begins = "; ";
        ends = "}'";
    }
    (void)fputs(ends, out);
}

static void zsh_command(FILE *out, const struct cli_command *command)
{
    const struct offer first = offer_of_first(command);
    (void)fprintf(out, "    %s) _arguments", command->name);
    for (const struct cli_option *o = command->options; o->name != NULL; o++) {
        zsh_option(out, o);
    }
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        const struct cli_common *o = &cli_common[i];
        (void)fprintf(out, " '(%s --%s)'{%s,--%s}'[%s]'", o->letter, o->name, o->letter, o->name,
                      o->help);
    }
    if (command->arguments[0] != '\0') {
        (void)fputs(" '1:argument:", out);
        zsh_offer(out, &first);
        (void)fputc('\'', out);
    }
    zsh_second(out, command);
    (void)fputs(" ;;\n", out);
}

static void zsh_globals(FILE *out)
{
    for (size_t i = 0; i < CLI_GLOBAL_COUNT; i++) {
        const struct cli_common *o = &cli_globals[i];
        if (o->letter != NULL) {
            (void)fprintf(out, " '%s:%s'", o->letter, o->help);
        }
        (void)fprintf(out, " '--%s:%s'", o->name, o->help);
    }
}

static void zsh(FILE *out)
{
    (void)fputs("#compdef uth\n_uth()\n{\n    local -a commands options\n    commands=(\n", out);
    for (size_t i = 0; i < cli_command_count; i++) {
        (void)fprintf(out, "        '%s:", cli_commands[i].name);
        put_zsh(out, cli_commands[i].summary);
        (void)fputs("'\n", out);
    }
    (void)fputs("    )\n    options=(", out);
    zsh_globals(out);
    (void)fputs(" )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
                "        _describe -o option options\n        return\n    fi\n"
                "    words=(\"${(@)words[2,-1]}\")\n    (( CURRENT-- ))\n    case ${words[1]} in\n",
                out);
    for (size_t i = 0; i < cli_command_count; i++) {
        zsh_command(out, &cli_commands[i]);
    }
    (void)fputs("    esac\n}\n_uth \"$@\"\n", out);
}

// ---- fish -------------------------------------------------------------------------------------

// What stands behind " -n 'CONDITION'": files only where one is meant.
static void fish_offer(FILE *out, const struct offer *offer)
{
    if (offer->file || offer->store) {
        (void)fputs(" -F", out);
    }
    if (offer->words[0] != '\0') {
        (void)fprintf(out, " -a '%s'", offer->words);
    }
}

static void fish_option(FILE *out, const struct cli_command *command, const struct cli_option *o)
{
    (void)fprintf(out, "complete -c uth -n '__uth_in %s' -l %s", command->name, o->name);
    if (o->value != NULL) {
        const struct offer offer = offer_of_option(o);
        (void)fputs(offer.file || offer.store ? " -r" : " -x", out);
        fish_offer(out, &offer);
    }
    (void)fputs(" -d ", out);
    put_quoted(out, o->help);
    (void)fputc('\n', out);
}

static void fish_arguments(FILE *out, const struct cli_command *command)
{
    char verbs[CLI_VERBS_MAX][CLI_VERB_SIZE];
    const size_t count = cli_verbs(command, verbs);
    const struct offer first = offer_of_first(command);
    if (first.file || first.words[0] != '\0') {
        (void)fprintf(out, "complete -c uth -n '__uth_in %s", command->name);
        if (count != 0) {
            (void)fprintf(out, "; and not __uth_said %s", first.words);
        } else if (!first.file) {
            (void)fputs("; and test (count (commandline -opc)) -eq 2", out);
        }
        (void)fputc('\'', out);
        fish_offer(out, &first);
        (void)fputc('\n', out);
    }
    for (size_t i = 0; i < count; i++) {
        const struct offer offer = offer_of_verb(command, verbs[i]);
        if (offer.file) {
            (void)fprintf(out, "complete -c uth -n '__uth_in %s; and __uth_said %s'", command->name,
                          verbs[i]);
            fish_offer(out, &offer);
            (void)fputc('\n', out);
        }
    }
}

static void fish_command(FILE *out, const struct cli_command *command)
{
    (void)fprintf(out, "complete -c uth -n __fish_use_subcommand -a %s -d ", command->name);
    put_quoted(out, command->summary);
    (void)fputc('\n', out);
    fish_arguments(out, command);
    for (const struct cli_option *o = command->options; o->name != NULL; o++) {
        fish_option(out, command, o);
    }
}

// What stands in the place of a command is not what stands behind one.
static void fish_common(FILE *out, const char *where, const struct cli_common *options,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        (void)fprintf(out, "complete -c uth -n %s", where);
        if (options[i].letter != NULL) {
            (void)fprintf(out, " -s %s", options[i].letter + 1);
        }
        (void)fprintf(out, " -l %s -d '%s'\n", options[i].name, options[i].help);
    }
}

static void fish(FILE *out)
{
    (void)fputs("function __uth_in\n    set -l said (commandline -opc)\n"
                "    contains -- $argv[1] $said[2]\nend\n"
                "function __uth_said\n    for each in (commandline -opc)\n"
                "        contains -- $each $argv; and return\n    end\n    return 1\nend\n"
                "complete -c uth -f\n",
                out);
    fish_common(out, "__fish_use_subcommand", cli_globals, CLI_GLOBAL_COUNT);
    fish_common(out, "'not __fish_use_subcommand'", cli_common, CLI_COMMON_COUNT);
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
