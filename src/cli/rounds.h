// Rounds as commands read them: one a line, under profiles the user may add to.
#ifndef UTH_CLI_ROUNDS_H
#define UTH_CLI_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/cli.h"
#include "wire/round_json.h"

// A round with eight players takes about two kilobytes; what is longer than this is no round.
#define ROUNDS_LINE_MAX   ((size_t)64 * 1024)
#define ROUNDS_ANSWER_MAX WIRE_ANSWER_MAX(ROUNDS_LINE_MAX)
#define ROUNDS_TOO_LONG   "the line is longer than 65536 bytes"

struct rounds_profiles {
    struct uth_rules own[CLI_ARGUMENTS_MAX];
    size_t own_count;
};

// Loads what --rules names. False after a message.
bool rounds_load_own(const struct cli_args *args, struct rounds_profiles *profiles);

struct wire_profiles rounds_lookup(struct rounds_profiles *profiles);

struct rounds_reader {
    FILE *in;
    char buffer[ROUNDS_LINE_MAX];
    size_t length;
    size_t line; // from 1
    bool too_long;
    // What has been read and not asked for yet.
    char ahead[ROUNDS_LINE_MAX];
    size_t ahead_size;
    size_t ahead_next;
    bool ended;
    int failed; // errno; 0: nothing did
};

// "-" is standard input. False after a message.
bool rounds_open(const struct cli_command *command, const char *path, struct rounds_reader *reader);
void rounds_close(struct rounds_reader *reader);

// True when all of the input is one round over several lines, as a person or a browser lays it out:
// it is in the buffer then, and there is no more. To be asked before the first line.
bool rounds_is_one(struct rounds_reader *reader);

// Reads the next line that is not blank into the buffer, without its newline. The rest of a line
// that does not fit is skipped, so that memory stays what it is. False at the end.
bool rounds_next(struct rounds_reader *reader);

// True when the next line has not been read as a whole.
bool rounds_must_wait(const struct rounds_reader *reader);

// False after a message when the input could not be read to its end.
bool rounds_read_all(const struct cli_command *command, const struct rounds_reader *reader);

#endif
