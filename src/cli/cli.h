// What the commands of `uth` share: one table of commands, one way to read options, one way to
// say what went wrong.
#ifndef UTH_CLI_CLI_H
#define UTH_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "uth/card.h"
#include "uth/rules.h"
#include "wire/fault.h"

// What the program is, in its help and above its manual.
#define CLI_TITLE "Ultimate Texas Hold'em: play, serve, settle and analyse the game"

// Exit status of every command.
enum {
    CLI_DONE = 0,
    CLI_REFUSED =
        1, // the input was refused: a file, a record, or a value that the rules do not allow
    CLI_USAGE =
        2, // the command line was wrong: an option, a value not in its form, two that exclude
};

#define CLI_OPTIONS_MAX   32
#define CLI_ARGUMENTS_MAX 16
#define CLI_COMMANDS_MAX  48
#define CLI_VERBS_MAX     16
#define CLI_VERB_SIZE     16

// An option as the help text and the parser read it. `value` is NULL for a flag. A help that begins
// with actions of its command, "add, terms: …", is that of an option that goes with no other.
struct cli_option {
    const char *name; // without the dashes
    const char *value;
    const char *help;
};

// What people do with it: the parts of `uth help`.
enum cli_group {
    CLI_TO_PLAY,
    CLI_TO_DESIGN,
    CLI_TO_PROVE,
    CLI_TO_RUN,
    CLI_TO_REPORT,
    CLI_TO_KEEP,
    CLI_TO_KNOW,
    CLI_GROUP_COUNT,
};
const char *cli_group_title(enum cli_group group);

struct cli_command {
    const char *name;
    int (*run)(const struct cli_command *command, int argc, char **argv);
    const char *summary;
    const char *arguments;            // as in the usage line, "" for none; "list | show N": actions
    const char *about;                // a paragraph for `uth help NAME`
    const struct cli_option *options; // ends with a name of NULL
    enum cli_group group;
    const char *examples; // command lines, each with its newline
};

extern const struct cli_command cli_commands[];
extern const size_t cli_command_count;

struct cli_common {
    const char *letter; // "-h", or NULL
    const char *name;
    const char *help;
};
// What every command understands besides its own options; cli_parse carries them out.
#define CLI_COMMON_COUNT 3
extern const struct cli_common cli_common[CLI_COMMON_COUNT];
// What the program understands in the place of a command.
enum { CLI_GLOBAL_HELP, CLI_GLOBAL_VERSION, CLI_GLOBAL_COUNT };
extern const struct cli_common cli_globals[CLI_GLOBAL_COUNT];
// Which of them the word is, `count` when none.
size_t cli_find_common(const struct cli_common *options, size_t count, const char *text);

// Options and arguments of one call, pointing into argv.
struct cli_args {
    const struct cli_command *command;
    const char *values[CLI_OPTIONS_MAX][CLI_ARGUMENTS_MAX]; // by option, in the order given
    size_t counts[CLI_OPTIONS_MAX];
    const char *arguments[CLI_ARGUMENTS_MAX];
    size_t argument_count;
};

// argv starts behind the command's name. On false the command ends at once with *status: the help
// was asked for and printed, or the line was wrong and that was said.
bool cli_parse(const struct cli_command *command, int argc, char **argv, struct cli_args *args,
               int *status);

bool cli_has(const struct cli_args *args, const char *option);
// The last value given, or `otherwise`.
const char *cli_value(const struct cli_args *args, const char *option, const char *otherwise);
// All values given, and how many.
const char *const *cli_values(const struct cli_args *args, const char *option, size_t *count);

// The actions of a command: each alternative of its usage line that begins with a word in small
// letters. Returns how many.
size_t cli_verbs(const struct cli_command *command, char verbs[CLI_VERBS_MAX][CLI_VERB_SIZE]);
// What the action takes as the usage line has it, which goes on to the next bar: *length bytes, 0
// for nothing. NULL when no action is called so.
const char *cli_verb_takes(const struct cli_command *command, const char *word, size_t *length);
// The action the first argument names, with an argument where its alternative has one: arguments[1].
// NULL after a message, which names the action that may have been meant, or the ones an option goes
// with that was given; then *status is what to return.
const char *cli_verb(const struct cli_args *args, int *status);
// Was an option given that goes with this action and not with all? False after a message that lists
// them.
bool cli_verb_changes(const struct cli_args *args, const char *verb);

// Says "uth COMMAND: …" on standard error and returns CLI_USAGE or CLI_REFUSED.
int cli_usage_error(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int cli_refuse(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// On standard error, too: a note unless --quiet was given, what is being done only with --verbose.
void cli_note(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_say(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool cli_is_quiet(void);
bool cli_is_verbose(void);

void cli_print_usage(const struct cli_command *command, FILE *out);
void cli_print_overview(FILE *out);
// Words from column `at` on, in lines that begin at `indent` and end before the terminal does. A line may
// end at a blank; of alternatives only in front of a bar.
void cli_put_wrapped(FILE *out, const char *text, size_t at, size_t indent, bool alternatives);
// NULL when there is none of that name.
const struct cli_command *cli_find_command(const char *name);
// Says so, with the command or the option that may have been meant, and returns CLI_USAGE.
int cli_unknown_command(const char *name);

// The one of the names that begins with the word, else the nearest, or NULL when none is near enough
// to be meant.
const char *cli_nearest(const char *word, const char *const *names, size_t count);

// Writes one JSON document and a newline; takes the reference. False when it could not be written.
bool cli_print_json(json_t *document);

// Is standard output a terminal that wants colour? Not a dumb one, and not with NO_COLOR set to
// anything.
bool cli_wants_colour(void);

// Flushes standard output; CLI_REFUSED with a word when that fails (a full disk, a closed pipe).
int cli_finish(const struct cli_command *command, int status);

// A file to read, standard input for "-". NULL after a message, also for a directory.
FILE *cli_open_file(const struct cli_command *command, const char *path);
void cli_close_file(FILE *stream); // but standard input

// The whole of a file, or of standard input for "-", NUL-terminated. The caller frees it. NULL
// after a message when it cannot be read or is larger than `max`.
char *cli_read_file(const struct cli_command *command, const char *path, size_t max,
                    size_t *length);

// A file to write, standard output for "-". NULL after a message.
FILE *cli_create_file(const struct cli_command *command, const char *path);
// Closes it. CLI_REFUSED after a message when not all of it could be written; of standard output
// cli_finish says so.
int cli_keep_file(const struct cli_command *command, const char *path, FILE *stream);
// Does the option name standard output? Then nothing else is printed there.
bool cli_takes_output(const struct cli_args *args, const char *option);
// Is there, of --json and these options, at most one for standard output? They end with NULL. False
// after a message.
bool cli_one_output(const struct cli_args *args, const char *const *options);

// A built-in profile by name, or a profile file. What is wrong with the profile stands in *fault;
// unread is what is neither, after a message.
enum cli_rules { CLI_RULES_SOUND, CLI_RULES_FAULTY, CLI_RULES_UNREAD };
enum cli_rules cli_read_rules(const struct cli_command *command, const char *name_or_file,
                              struct uth_rules *rules, struct wire_fault *fault);
// The same, and false after a message for anything but a sound one.
bool cli_load_rules(const struct cli_command *command, const char *name_or_file,
                    struct uth_rules *rules);

// --rules, and with --ante only the Play sizes open to that Ante (BET-11). Otherwise figures hold for
// an Ante that can make every size. False after a message; *status then says how to end.
bool cli_load_rules_at_ante(const struct cli_args *args, struct uth_rules *rules, int *status);
// Prints the profile's warnings, each on a line of standard error.
void cli_warn_of_rules(const struct uth_rules *rules);

// Cards as people type them: any case, 10 for T, with or without blanks. Refuses as
// uth_cards_parse does.
UTH_NODISCARD enum uth_status cli_parse_cards(const char *text, uth_card *cards, size_t max,
                                              size_t *count);

// A whole number of at most `max`, also as 1e6 and 1_000_000. False for anything else.
bool cli_parse_number(const char *text, uint64_t max, uint64_t *number);

// Ctrl-C after the first call no longer ends the program but is remembered; the second one ends it.
void cli_catch_interrupt(void);
bool cli_interrupted(void);

// One run function for each line of the table.
int cmd_audit(const struct cli_command *command, int argc, char **argv);
int cmd_backup(const struct cli_command *command, int argc, char **argv);
int cmd_bench(const struct cli_command *command, int argc, char **argv);
int cmd_call(const struct cli_command *command, int argc, char **argv);
int cmd_eval(const struct cli_command *command, int argc, char **argv);
int cmd_help(const struct cli_command *command, int argc, char **argv);
int cmd_fairness(const struct cli_command *command, int argc, char **argv);
int cmd_history(const struct cli_command *command, int argc, char **argv);
int cmd_dispute(const struct cli_command *command, int argc, char **argv);
int cmd_meter(const struct cli_command *command, int argc, char **argv);
int cmd_odds(const struct cli_command *command, int argc, char **argv);
int cmd_par(const struct cli_command *command, int argc, char **argv);
int cmd_placard(const struct cli_command *command, int argc, char **argv);
int cmd_play(const struct cli_command *command, int argc, char **argv);
int cmd_replay(const struct cli_command *command, int argc, char **argv);
int cmd_report(const struct cli_command *command, int argc, char **argv);
int cmd_restore(const struct cli_command *command, int argc, char **argv);
int cmd_rng_test(const struct cli_command *command, int argc, char **argv);
int cmd_rules(const struct cli_command *command, int argc, char **argv);
int cmd_selfcheck(const struct cli_command *command, int argc, char **argv);
int cmd_serve(const struct cli_command *command, int argc, char **argv);
int cmd_settle(const struct cli_command *command, int argc, char **argv);
int cmd_simulate(const struct cli_command *command, int argc, char **argv);
int cmd_strategy(const struct cli_command *command, int argc, char **argv);
int cmd_table(const struct cli_command *command, int argc, char **argv);
int cmd_user(const struct cli_command *command, int argc, char **argv);
int cmd_verify(const struct cli_command *command, int argc, char **argv);

#endif
