// `uth settle`: one round a line in, one answer a line out, however many there are.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "wire/round_json.h"

// A round with eight players takes about two kilobytes; what is longer than this is no round.
#define LINE_MAX_BYTES   ((size_t)64 * 1024)
#define ANSWER_MAX_BYTES WIRE_ANSWER_MAX(LINE_MAX_BYTES)

struct profiles {
    struct uth_rules own[CLI_ARGUMENTS_MAX];
    size_t own_count;
};

static const struct uth_rules *find_profile(void *context, const char *name)
{
    const struct profiles *profiles = context;
    for (size_t i = 0; i < profiles->own_count; i++) {
        if (strcmp(profiles->own[i].name, name) == 0) {
            return &profiles->own[i];
        }
    }
    return uth_rules_find(name);
}

struct reader {
    FILE *in;
    char buffer[LINE_MAX_BYTES];
    size_t length;
    size_t line; // from 1
    bool too_long;
};

// Reads the next line into the buffer, without its newline. The rest of a line that does not fit
// is skipped, so that memory stays what it is.
static bool next_line(struct reader *reader)
{
    reader->length = 0;
    reader->too_long = false;
    int c = getc_unlocked(reader->in);
    if (c == EOF) {
        return false;
    }
    reader->line++;
    while (c != EOF && c != '\n') {
        if (reader->length < sizeof reader->buffer) {
            reader->buffer[reader->length++] = (char)c;
        } else {
            reader->too_long = true;
        }
        c = getc_unlocked(reader->in);
    }
    return true;
}

static bool is_blank(const struct reader *reader)
{
    for (size_t i = 0; i < reader->length; i++) {
        if (strchr(" \t\r", reader->buffer[i]) == NULL || reader->buffer[i] == '\0') {
            return false;
        }
    }
    return !reader->too_long; // what was skipped may be anything
}

// False when the answer is a refusal.
static bool answer_line(const struct reader *reader, const struct wire_profiles *profiles,
                        struct wire_out *out)
{
    if (reader->too_long) {
        wire_refuse_line("the line is longer than 65536 bytes", reader->line, out);
        return false;
    }
    return wire_settle_line(reader->buffer, reader->length, reader->line, profiles, out);
}

static int settle_all(const struct cli_command *command, struct reader *reader,
                      const struct wire_profiles *profiles, char answer[ANSWER_MAX_BYTES])
{
    int status = CLI_DONE;
    while (next_line(reader)) {
        struct wire_out out = wire_out_to(answer, ANSWER_MAX_BYTES);
        if (is_blank(reader)) {
            continue;
        }
        if (!answer_line(reader, profiles, &out)) {
            status = CLI_REFUSED;
        }
        UTH_CHECK(!out.overflow);
        if (fwrite(out.bytes, 1, out.used, stdout) != out.used) {
            return cli_refuse(command, "cannot write the answer to line %zu: %s", reader->line,
                              strerror(errno));
        }
    }
    if (ferror(reader->in)) {
        return cli_refuse(command, "cannot read behind line %zu: %s", reader->line,
                          strerror(errno));
    }
    return status;
}

static bool load_own(const struct cli_command *command, const struct cli_args *args,
                     struct profiles *profiles)
{
    for (size_t i = 0; i < args->counts[0]; i++) {
        if (!cli_load_rules(command, args->values[0][i], &profiles->own[i])) {
            return false;
        }
        profiles->own_count++;
    }
    return true;
}

// Too large for a comfortable stack, and all the memory a run takes, however long the input.
struct desk {
    struct profiles profiles;
    struct reader reader;
    char answer[ANSWER_MAX_BYTES];
};

static int settle_file(const struct cli_command *command, const char *path, struct desk *desk)
{
    const bool from_stdin = strcmp(path, "-") == 0;
    desk->reader.in = from_stdin ? stdin : fopen(path, "rb");
    if (desk->reader.in == NULL) {
        return cli_refuse(command, "cannot read '%s': %s", path, strerror(errno));
    }
    const struct wire_profiles lookup = {find_profile, &desk->profiles};
    const int status = settle_all(command, &desk->reader, &lookup, desk->answer);
    if (!from_stdin) {
        (void)fclose(desk->reader.in);
    }
    return status;
}

int cmd_settle(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count > 1) {
        return cli_usage_error(command, "one file at a time");
    }
    struct desk *desk = calloc(1, sizeof *desk);
    if (desk == NULL) {
        return cli_refuse(command, "out of memory");
    }
    status = load_own(command, &args, &desk->profiles)
                 ? settle_file(command, args.argument_count == 1 ? args.arguments[0] : "-", desk)
                 : CLI_REFUSED;
    free(desk);
    // Where an answer could not be written, that has been said.
    return ferror(stdout) ? status : cli_finish(command, status);
}
