// What a command reads and writes: streams, files, standard output, rule profiles.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "wire/amount_words.h"
#include "wire/rules_json.h"

#define PROFILE_MAX  ((size_t)1 << 20)
#define PROFILES_MAX 16 // built in

bool cli_print_json(json_t *document)
{
    const bool written = document != NULL &&
                         json_dumpf(document, stdout, JSON_COMPACT | JSON_ENSURE_ASCII) == 0 &&
                         fputc('\n', stdout) != EOF;
    json_decref(document);
    return written;
}

int cli_finish(const struct cli_command *command, int status)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return cli_refuse(command, "cannot write the output: %s", strerror(errno));
    }
    return status;
}

static char *read_stream(FILE *stream, size_t max, size_t *length)
{
    char *text = malloc(max + 1);
    if (text == NULL) {
        return NULL;
    }
    *length = fread(text, 1, max + 1, stream);
    if (ferror(stream)) {
        free(text);
        return NULL;
    }
    if (*length > max) {
        errno = EFBIG;
        free(text);
        return NULL;
    }
    text[*length] = '\0';
    return text;
}

// A directory can be opened, and only reading would tell.
static FILE *open_to_read(const char *path)
{
    struct stat what;
    FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rbe");
    if (stream != NULL && stream != stdin && fstat(fileno(stream), &what) == 0 &&
        S_ISDIR(what.st_mode)) {
        (void)fclose(stream);
        stream = NULL;
        errno = EISDIR;
    }
    return stream;
}

FILE *cli_open_file(const struct cli_command *command, const char *path)
{
    FILE *stream = open_to_read(path);
    if (stream == NULL) {
        (void)cli_refuse(command, "cannot read '%s': %s", path, strerror(errno));
    }
    return stream;
}

void cli_close_file(FILE *stream)
{
    if (stream != stdin) {
        (void)fclose(stream);
    }
}

char *cli_read_file(const struct cli_command *command, const char *path, size_t max, size_t *length)
{
    FILE *stream = cli_open_file(command, path);
    if (stream == NULL) {
        return NULL;
    }
    char *text = read_stream(stream, max, length);
    if (text == NULL) {
        (void)cli_refuse(command, "cannot read '%s': %s", path, strerror(errno));
    } else {
        cli_say(command, "read %zu bytes from '%s'", *length, path);
    }
    cli_close_file(stream);
    return text;
}

FILE *cli_create_file(const struct cli_command *command, const char *path)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdout : fopen(path, "wbe");
    if (stream == NULL) {
        (void)cli_refuse(command, "cannot write '%s': %s", path, strerror(errno));
    }
    return stream;
}

int cli_keep_file(const struct cli_command *command, const char *path, FILE *stream)
{
    if (stream == stdout) {
        return CLI_DONE;
    }
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) != 0 || failed) {
        return cli_refuse(command, "cannot write '%s': %s", path, strerror(errno));
    }
    return CLI_DONE;
}

bool cli_takes_output(const struct cli_args *args, const char *option)
{
    return strcmp(cli_value(args, option, ""), "-") == 0;
}

bool cli_one_output(const struct cli_args *args, const char *const *options)
{
    const char *taken = cli_has(args, "json") ? "json" : NULL;
    for (size_t i = 0; options[i] != NULL; i++) {
        if (!cli_takes_output(args, options[i])) {
            continue;
        }
        if (taken != NULL) {
            (void)cli_usage_error(args->command, "--%s and --%s cannot both use standard output",
                                  taken, options[i]);
            return false;
        }
        taken = options[i];
    }
    return true;
}

static bool names_a_file(const char *text)
{
    FILE *stream = strcmp(text, "-") == 0 ? stdin : fopen(text, "rbe");
    if (stream != NULL) {
        cli_close_file(stream);
    }
    return stream != NULL;
}

static int unknown_rules(const struct cli_command *command, const char *name)
{
    const char *names[PROFILES_MAX];
    const size_t count = uth_rules_builtin_count();
    UTH_CHECK(count <= PROFILES_MAX);
    for (size_t i = 0; i < count; i++) {
        names[i] = uth_rules_builtin(i)->name;
    }
    const char *meant = cli_nearest(name, names, count);
    return cli_refuse(command,
                      "'%s' is neither a built-in profile (see 'uth rules list') nor a file%s%s%s",
                      name, meant != NULL ? "; did you mean '" : "", meant != NULL ? meant : "",
                      meant != NULL ? "'?" : "");
}

enum cli_rules cli_read_rules(const struct cli_command *command, const char *name_or_file,
                              struct uth_rules *rules, struct wire_fault *fault)
{
    const struct uth_rules *builtin = uth_rules_find(name_or_file);
    if (builtin != NULL) {
        cli_say(command, "using the built-in profile '%s'", name_or_file);
        *rules = *builtin;
        return CLI_RULES_SOUND;
    }
    if (!names_a_file(name_or_file)) {
        (void)unknown_rules(command, name_or_file);
        return CLI_RULES_UNREAD;
    }
    size_t length;
    char *text = cli_read_file(command, name_or_file, PROFILE_MAX, &length);
    if (text == NULL) {
        return CLI_RULES_UNREAD;
    }
    const bool sound = wire_rules_from_text(text, length, rules, fault);
    free(text);
    return sound ? CLI_RULES_SOUND : CLI_RULES_FAULTY;
}

bool cli_load_rules(const struct cli_command *command, const char *name_or_file,
                    struct uth_rules *rules)
{
    struct wire_fault fault;
    const enum cli_rules found = cli_read_rules(command, name_or_file, rules, &fault);
    if (found == CLI_RULES_FAULTY) {
        char text[WIRE_FAULT_TEXT_MAX];
        wire_fault_text(&fault, text);
        (void)cli_refuse(command, "%s: %s", name_or_file, text);
    }
    return found == CLI_RULES_SOUND;
}

bool cli_load_rules_at_ante(const struct cli_args *args, struct uth_rules *rules, int *status)
{
    const char *text = cli_value(args, "ante", NULL);
    uint64_t cents = 0;
    *status = CLI_REFUSED;
    if (text != NULL && (!cli_parse_number(text, UTH_MONEY_MAX, &cents) || cents == 0)) {
        *status =
            cli_usage_error(args->command, "--ante must be an amount in cents, not '%s'", text);
        return false;
    }
    if (!cli_load_rules(args->command, cli_value(args, "rules", "washington"), rules)) {
        return false;
    }
    if (text == NULL) {
        return true;
    }
    const struct uth_limit limit = uth_rules_limit(rules, UTH_WAGER_ANTE);
    if (cents < (uint64_t)limit.min.cents || cents > (uint64_t)limit.max.cents) {
        char min[WIRE_AMOUNT_MAX];
        char max[WIRE_AMOUNT_MAX];
        (void)cli_refuse(args->command, "--ante %s: the Ante must be between %s and %s (BET-3)",
                         text, wire_money_words(limit.min, min), wire_money_words(limit.max, max));
        return false;
    }
    const struct uth_rules all = *rules;
    uth_rules_at_ante(&all, (uth_money){(int64_t)cents}, rules);
    return true;
}

void cli_warn_of_rules(const struct uth_rules *rules)
{
    const char *warnings[UTH_WARNINGS_MAX];
    const size_t count = uth_rules_warnings(rules, warnings);
    for (size_t i = 0; i < count && !cli_is_quiet(); i++) {
        (void)fprintf(stderr, "warning: %s\n", warnings[i]);
    }
}
