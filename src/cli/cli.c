#include "cli/cli.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- messages -------------------------------------------------------------------------------

static void complain(const struct cli_command *command, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

static void complain(const struct cli_command *command, const char *format, va_list arguments)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "uth %s: ", command->name);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
}

int cli_usage_error(const struct cli_command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(command, format, arguments);
    va_end(arguments);
    (void)fprintf(stderr, "See 'uth help %s'.\n", command->name);
    return CLI_USAGE;
}

int cli_refuse(const struct cli_command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(command, format, arguments);
    va_end(arguments);
    return CLI_REFUSED;
}

// How much the person at the terminal wants to hear. It belongs to the process, like standard error
// itself, and is set while the command line is read.
static enum { LOUDNESS_NORMAL, LOUDNESS_QUIET, LOUDNESS_VERBOSE } loudness;

bool cli_is_quiet(void)
{
    return loudness == LOUDNESS_QUIET;
}

bool cli_is_verbose(void)
{
    return loudness == LOUDNESS_VERBOSE;
}

void cli_note(const struct cli_command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!cli_is_quiet()) {
        complain(command, format, arguments);
    }
    va_end(arguments);
}

void cli_say(const struct cli_command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (cli_is_verbose()) {
        complain(command, format, arguments);
    }
    va_end(arguments);
}

bool cli_wants_colour(void)
{
    const char *terminal = getenv("TERM");
    const char *refused = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) != 0 && terminal != NULL && strcmp(terminal, "dumb") != 0 &&
           (refused == NULL || refused[0] == '\0');
}

// ---- did you mean ---------------------------------------------------------------------------

#define WORD_MAX 32

static size_t smallest(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

// How many letters must be changed, added, dropped, or swapped with the next.
static size_t distance(const char *a, const char *b)
{
    const size_t length = strlen(b);
    size_t rows[3][WORD_MAX + 1]; // of the beginnings of a, the last three
    if (strlen(a) > WORD_MAX || length > WORD_MAX) {
        return WORD_MAX;
    }
    for (size_t j = 0; j <= length; j++) {
        rows[0][j] = j;
    }
    size_t i = 0;
    for (; a[i] != '\0'; i++) {
        const size_t *before = rows[i % 3];
        size_t *row = rows[(i + 1) % 3];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            const bool swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
            row[j + 1] = smallest(row[j] + 1, before[j + 1] + 1, before[j] + (a[i] != b[j]));
            if (swapped && rows[(i + 2) % 3][j - 1] + 1 < row[j + 1]) {
                row[j + 1] = rows[(i + 2) % 3][j - 1] + 1;
            }
        }
    }
    return rows[i % 3][length];
}

// The one name that goes on from the word, or NULL.
static const char *only_continuation(const char *word, const char *const *names, size_t count)
{
    const char *found = NULL;
    size_t number = 0;
    for (size_t i = 0; i < count && word[0] != '\0'; i++) {
        if (strncmp(names[i], word, strlen(word)) == 0) {
            found = names[i];
            number++;
        }
    }
    return number == 1 ? found : NULL;
}

const char *cli_nearest(const char *word, const char *const *names, size_t count)
{
    const char *continued = only_continuation(word, names, count);
    if (continued != NULL) {
        return continued;
    }
    const char *best = NULL;
    size_t best_distance = strlen(word) / 2 < 3 ? strlen(word) / 2 + 1 : 3;
    for (size_t i = 0; i < count; i++) {
        const size_t d = distance(word, names[i]);
        if (d < best_distance) {
            best_distance = d;
            best = names[i];
        }
    }
    return best;
}

// ---- actions ----------------------------------------------------------------------------------

#define VERB_LETTERS "abcdefghijklmnopqrstuvwxyz-"

// The alternative behind this one, or NULL.
static const char *next_alternative(const char *at)
{
    const char *bar = strstr(at, " | ");
    return bar != NULL ? bar + 3 : NULL;
}

size_t cli_verbs(const struct cli_command *command, char verbs[CLI_VERBS_MAX][CLI_VERB_SIZE])
{
    size_t count = 0;
    for (const char *at = command->arguments; at != NULL; at = next_alternative(at)) {
        const size_t length = strspn(at, VERB_LETTERS);
        if (length != 0) {
            UTH_CHECK(count < CLI_VERBS_MAX && length < CLI_VERB_SIZE);
            memcpy(verbs[count], at, length);
            verbs[count++][length] = '\0';
        }
    }
    return count;
}

static int unknown_verb(const struct cli_command *command, const char *word)
{
    char verbs[CLI_VERBS_MAX][CLI_VERB_SIZE];
    const char *names[CLI_VERBS_MAX];
    const size_t count = cli_verbs(command, verbs);
    for (size_t i = 0; i < count; i++) {
        names[i] = verbs[i];
    }
    const char *meant = cli_nearest(word, names, count);
    if (meant != NULL) {
        return cli_usage_error(command, "no action '%s'; did you mean '%s'?", word, meant);
    }
    return cli_usage_error(command, "no action '%s': %s", word, command->arguments);
}

// Where the usage line has the action of `length` bytes, or NULL.
static const char *find_verb(const struct cli_command *command, const char *word, size_t length)
{
    for (const char *at = command->arguments; at != NULL; at = next_alternative(at)) {
        if (length != 0 && strspn(at, VERB_LETTERS) == length && strncmp(at, word, length) == 0) {
            return at;
        }
    }
    return NULL;
}

const char *cli_verb_takes(const struct cli_command *command, const char *word, size_t *length)
{
    const size_t name = strlen(word);
    const char *at = find_verb(command, word, name);
    if (at == NULL) {
        return NULL;
    }
    const char *behind = strstr(at, " | ");
    const size_t whole = behind != NULL ? (size_t)(behind - at) : strlen(at);
    *length = whole == name ? 0 : whole - name - 1;
    return whole == name ? "" : at + name + 1;
}

// How far the actions in front of an option's help go, as in "add, terms: …"; 0 for an option that
// goes with all of them.
static size_t verbs_in_front(const struct cli_command *command, const struct cli_option *option)
{
    const char *at = option->help;
    for (;;) {
        const size_t length = strspn(at, VERB_LETTERS);
        if (find_verb(command, at, length) == NULL) {
            return 0;
        }
        at += length;
        if (*at == ':') {
            return (size_t)(at - option->help);
        }
        if (strncmp(at, ", ", 2) != 0) {
            return 0;
        }
        at += 2;
    }
}

static bool names_verb(const char *verbs, size_t size, const char *verb)
{
    for (size_t at = 0; at < size; at += 2) {
        const size_t length = strspn(verbs + at, VERB_LETTERS);
        if (length == strlen(verb) && strncmp(verbs + at, verb, length) == 0) {
            return true;
        }
        at += length;
    }
    return false;
}

// An option of another action would be passed over in silence. False after a message.
static bool options_go_with(const struct cli_args *args, const char *verb)
{
    for (size_t i = 0; args->command->options[i].name != NULL; i++) {
        const struct cli_option *option = &args->command->options[i];
        const size_t size = verbs_in_front(args->command, option);
        if (args->counts[i] != 0 && size != 0 && !names_verb(option->help, size, verb)) {
            (void)cli_usage_error(args->command, "--%s goes with '%.*s', not with '%s'",
                                  option->name, (int)size, option->help, verb);
            return false;
        }
    }
    return true;
}

// "--name, --rules or --set"
static void join_options(const char *const *names, size_t count, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        const int wrote = snprintf(text + used, size - used, "%s--%s", between, names[i]);
        UTH_CHECK(wrote > 0 && (size_t)wrote < size - used);
        used += (size_t)wrote;
    }
}

bool cli_verb_changes(const struct cli_args *args, const char *verb)
{
    const char *names[CLI_OPTIONS_MAX];
    char text[CLI_OPTIONS_MAX * WORD_MAX];
    size_t count = 0;
    for (size_t i = 0; args->command->options[i].name != NULL; i++) {
        const struct cli_option *option = &args->command->options[i];
        const size_t size = verbs_in_front(args->command, option);
        if (!names_verb(option->help, size, verb)) {
            continue;
        }
        if (args->counts[i] != 0) {
            return true;
        }
        names[count++] = option->name;
    }
    UTH_CHECK(count != 0);
    join_options(names, count, text, sizeof text);
    (void)cli_usage_error(args->command, "nothing to change: %s", text);
    return false;
}

const char *cli_verb(const struct cli_args *args, int *status)
{
    size_t length = 0;
    *status = CLI_USAGE;
    if (args->argument_count == 0) {
        (void)cli_usage_error(args->command, "missing action: %s", args->command->arguments);
        return NULL;
    }
    const char *verb = args->arguments[0];
    const char *wants = cli_verb_takes(args->command, verb, &length);
    const size_t count = length != 0 ? 2 : 1;
    if (wants == NULL) {
        (void)unknown_verb(args->command, verb);
    } else if (args->argument_count > count) {
        (void)cli_usage_error(args->command, "'%s' is one argument too many",
                              args->arguments[count]);
    } else if (args->argument_count < count) {
        (void)cli_usage_error(args->command, "'%s' needs %.*s", verb, (int)length, wants);
    } else if (options_go_with(args, verb)) {
        return verb;
    }
    return NULL;
}

// ---- options of every command -----------------------------------------------------------------

const struct cli_common cli_globals[CLI_GLOBAL_COUNT] = {
    [CLI_GLOBAL_HELP] = {"-h", "help", "list the commands"},
    [CLI_GLOBAL_VERSION] = {NULL, "version", "print the version"},
};

enum { COMMON_HELP, COMMON_QUIET, COMMON_VERBOSE };

const struct cli_common cli_common[CLI_COMMON_COUNT] = {
    [COMMON_HELP] = {"-h", "help", "explain the command"},
    [COMMON_QUIET] = {"-q", "quiet", "print only errors on standard error"},
    [COMMON_VERBOSE] = {"-v", "verbose", "print steps and times on standard error"},
};

size_t cli_find_common(const struct cli_common *options, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        if ((options[i].letter != NULL && strcmp(text, options[i].letter) == 0) ||
            (strncmp(text, "--", 2) == 0 && strcmp(text + 2, options[i].name) == 0)) {
            return i;
        }
    }
    return count;
}

// ---- options --------------------------------------------------------------------------------

static size_t option_count(const struct cli_command *command)
{
    size_t count = 0;
    while (command->options[count].name != NULL) {
        count++;
    }
    UTH_CHECK(count <= CLI_OPTIONS_MAX);
    return count;
}

static bool find_option(const struct cli_command *command, const char *name, size_t length,
                        size_t *index)
{
    for (size_t i = 0; i < option_count(command); i++) {
        const char *candidate = command->options[i].name;
        if (strlen(candidate) == length && strncmp(candidate, name, length) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

// Of an option as it was written only the name: dashes and a value have no part in a guess.
static const char *meant_option(const struct cli_command *command, const char *name, size_t length)
{
    const char *names[CLI_OPTIONS_MAX + CLI_COMMON_COUNT];
    char word[WORD_MAX + 1];
    const size_t count = option_count(command);
    if (length > WORD_MAX) {
        return NULL;
    }
    memcpy(word, name, length);
    word[length] = '\0';
    for (size_t i = 0; i < count; i++) {
        names[i] = command->options[i].name;
    }
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        names[count + i] = cli_common[i].name;
    }
    return cli_nearest(word, names, count + CLI_COMMON_COUNT);
}

static int unknown_option(const struct cli_command *command, const char *text)
{
    const size_t dashes = strspn(text, "-");
    const size_t length = strcspn(text, "=");
    const char *meant =
        length > dashes ? meant_option(command, text + dashes, length - dashes) : NULL;
    if (meant != NULL) {
        return cli_usage_error(command, "no option '%.*s'; did you mean '--%s'?", (int)length, text,
                               meant);
    }
    if (dashes == 1) {
        return cli_usage_error(command, "no option '%.*s'; options with one dash: %s, %s and %s",
                               (int)length, text, cli_common[COMMON_HELP].letter,
                               cli_common[COMMON_QUIET].letter, cli_common[COMMON_VERBOSE].letter);
    }
    return cli_usage_error(command, "no option '%.*s'", (int)length, text);
}

// Is it an option of every command, which came with a value all the same?
static bool takes_no_value(const char *text, size_t length)
{
    for (size_t i = 0; i < CLI_COMMON_COUNT; i++) {
        const char *name = cli_common[i].name;
        if (strlen(name) + 2 == length && strncmp(text + 2, name, length - 2) == 0) {
            return true;
        }
    }
    return false;
}

// Reads the option at argv[*at], and its value from "=…" or the next word.
static int parse_option(const struct cli_command *command, int argc, char **argv, int *at,
                        struct cli_args *args)
{
    const char *text = argv[*at];
    const char *equals = strchr(text, '=');
    const size_t length = (equals != NULL ? (size_t)(equals - text) : strlen(text)) - 2;
    size_t index;
    if (!find_option(command, text + 2, length, &index)) {
        return takes_no_value(text, length + 2)
                   ? cli_usage_error(command, "option '%.*s' takes no value", (int)length + 2, text)
                   : unknown_option(command, text);
    }
    const struct cli_option *option = &command->options[index];
    const char *value = equals != NULL ? equals + 1 : NULL;
    if (option->value == NULL && value != NULL) {
        return cli_usage_error(command, "option '--%s' takes no value", option->name);
    }
    if (option->value != NULL && value == NULL) {
        if (*at + 1 >= argc) {
            return cli_usage_error(command, "option '--%s' needs %s", option->name, option->value);
        }
        value = argv[++*at];
    }
    if (args->counts[index] == CLI_ARGUMENTS_MAX) {
        return cli_usage_error(command, "option '--%s' was given too many times", option->name);
    }
    args->values[index][args->counts[index]++] = value;
    return CLI_DONE;
}

static size_t find_letter(char letter)
{
    size_t i = 0;
    while (i < CLI_COMMON_COUNT && cli_common[i].letter[1] != letter) {
        i++;
    }
    return i;
}

// Letters of options of every command behind one dash, as in -qv.
static bool is_bundle(const char *text)
{
    size_t i = 1;
    while (text[i] != '\0' && find_letter(text[i]) != CLI_COMMON_COUNT) {
        i++;
    }
    return text[0] == '-' && i > 1 && text[i] == '\0';
}

// Carries out an option of every command. False for the help, with which the command ends.
static bool carry_out(const struct cli_command *command, size_t common)
{
    if (common == COMMON_HELP) {
        cli_print_usage(command, stdout);
        return false;
    }
    loudness = common == COMMON_QUIET ? LOUDNESS_QUIET : LOUDNESS_VERBOSE;
    return true;
}

// Reads what begins with a dash at argv[*at]. False when the command ends with *status.
static bool parse_dashed(struct cli_args *args, int argc, char **argv, int *at, int *status)
{
    const char *text = argv[*at];
    const size_t common = cli_find_common(cli_common, CLI_COMMON_COUNT, text);
    bool goes_on = true;
    if (common != CLI_COMMON_COUNT) {
        goes_on = carry_out(args->command, common);
    } else if (is_bundle(text)) {
        for (size_t i = 1; goes_on && text[i] != '\0'; i++) {
            goes_on = carry_out(args->command, find_letter(text[i]));
        }
    } else {
        *status = strncmp(text, "--", 2) == 0 ? parse_option(args->command, argc, argv, at, args)
                                              : unknown_option(args->command, text);
        return *status == CLI_DONE;
    }
    if (!goes_on) {
        *status = cli_finish(args->command, CLI_DONE);
    }
    return goes_on;
}

bool cli_parse(const struct cli_command *command, int argc, char **argv, struct cli_args *args,
               int *status)
{
    bool options_end = false;
    memset(args, 0, sizeof *args);
    args->command = command;
    for (int i = 0; i < argc; i++) {
        const char *text = argv[i];
        if (!options_end && strcmp(text, "--") == 0) {
            options_end = true;
        } else if (!options_end && text[0] == '-' && text[1] != '\0') {
            if (!parse_dashed(args, argc, argv, &i, status)) {
                return false;
            }
        } else if (args->argument_count == CLI_ARGUMENTS_MAX) {
            *status = cli_usage_error(command, "too many arguments");
            return false;
        } else {
            args->arguments[args->argument_count++] = text;
        }
    }
    return true;
}

static size_t index_of(const struct cli_args *args, const char *option)
{
    size_t index = 0;
    UTH_CHECK(find_option(args->command, option, strlen(option), &index));
    return index;
}

bool cli_has(const struct cli_args *args, const char *option)
{
    return args->counts[index_of(args, option)] != 0;
}

const char *cli_value(const struct cli_args *args, const char *option, const char *otherwise)
{
    const size_t index = index_of(args, option);
    return args->counts[index] == 0 ? otherwise : args->values[index][args->counts[index] - 1];
}

const char *const *cli_values(const struct cli_args *args, const char *option, size_t *count)
{
    const size_t index = index_of(args, option);
    *count = args->counts[index];
    return args->values[index];
}

// ---- values -----------------------------------------------------------------------------------

// Takes one more digit. False when the number passes `max`.
static bool add_digit(uint64_t max, unsigned digit, uint64_t *number)
{
    if (digit > max || *number > (max - digit) / 10) {
        return false;
    }
    *number = *number * 10 + digit;
    return true;
}

// "12", "1_000_000"; *at goes on behind it. An underscore stands between two digits.
static bool read_digits(const char **at, uint64_t max, uint64_t *number)
{
    const char *text = *at;
    bool fits = isdigit((unsigned char)*text) != 0;
    *number = 0;
    while (fits && isdigit((unsigned char)*text) != 0) {
        fits = add_digit(max, (unsigned)(*text - '0'), number);
        text += text[1] == '_' && isdigit((unsigned char)text[2]) != 0 ? 2 : 1;
    }
    *at = text;
    return fits;
}

bool cli_parse_number(const char *text, uint64_t max, uint64_t *number)
{
    uint64_t read = 0;
    uint64_t zeros = 0;
    bool fits = read_digits(&text, max, &read);
    if (fits && (*text == 'e' || *text == 'E')) {
        text++;
        fits = read_digits(&text, 99, &zeros);
    }
    for (; fits && read != 0 && zeros > 0; zeros--) {
        fits = add_digit(max, 0, &read);
    }
    if (!fits || *text != '\0') {
        return false;
    }
    *number = read;
    return true;
}

enum uth_status cli_parse_cards(const char *text, uth_card *cards, size_t max, size_t *count)
{
    static const char ranks[] = "23456789tjqka";
    static const char as_written[] = "23456789TJQKA";
    char plain[4 * UTH_DECK_SIZE];
    size_t length = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        const char *rank = strchr(ranks, text[i] | 0x20);
        const bool at_rank = length % 3 == 0;
        if (length + 3 > sizeof plain) {
            return UTH_ERR_CARD_COUNT;
        }
        if (strchr(" ,\t", text[i]) != NULL && at_rank) {
            continue;
        }
        if (at_rank && text[i] == '1' && text[i + 1] == '0') {
            plain[length++] = 'T';
            i++;
        } else if (at_rank) {
            plain[length++] = rank != NULL ? as_written[rank - ranks] : text[i];
        } else {
            plain[length++] = (char)(text[i] | 0x20);
            plain[length++] = ' ';
        }
    }
    return uth_cards_parse(plain, length, cards, max, count);
}
