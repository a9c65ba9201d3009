// `uth settle`: one round a line in, one answer a line out, however many there are.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/rounds.h"
#include "wire/round_json.h"

// False when the answer is a refusal.
static bool answer_line(const struct rounds_reader *reader, const struct wire_profiles *profiles,
                        struct wire_out *out)
{
    if (reader->too_long) {
        wire_refuse_line(ROUNDS_TOO_LONG, reader->line, out);
        return false;
    }
    return wire_settle_line(reader->buffer, reader->length, reader->line, profiles, out);
}

static int settle_all(const struct cli_command *command, struct rounds_reader *reader,
                      const struct wire_profiles *profiles, char answer[ROUNDS_ANSWER_MAX])
{
    int status = CLI_DONE;
    while (rounds_next(reader)) {
        struct wire_out out = wire_out_to(answer, ROUNDS_ANSWER_MAX);
        if (!answer_line(reader, profiles, &out)) {
            status = CLI_REFUSED;
        }
        UTH_CHECK(!out.overflow);
        if (fwrite(out.bytes, 1, out.used, stdout) != out.used) {
            return cli_refuse(command, "cannot write the answer to line %zu: %s", reader->line,
                              strerror(errno));
        }
    }
    return rounds_read_all(command, reader) ? status : CLI_REFUSED;
}

// Too large for a comfortable stack, and all the memory a run takes, however long the input.
struct desk {
    struct rounds_profiles profiles;
    struct rounds_reader reader;
    char answer[ROUNDS_ANSWER_MAX];
};

static int settle_file(const struct cli_command *command, const char *path, struct desk *desk)
{
    if (!rounds_open(command, path, &desk->reader)) {
        return CLI_REFUSED;
    }
    const struct wire_profiles lookup = rounds_lookup(&desk->profiles);
    const int status = settle_all(command, &desk->reader, &lookup, desk->answer);
    rounds_close(&desk->reader);
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
        return cli_usage_error(command, "give one file");
    }
    struct desk *desk = calloc(1, sizeof *desk);
    if (desk == NULL) {
        return cli_refuse(command, "out of memory");
    }
    status = rounds_load_own(&args, &desk->profiles)
                 ? settle_file(command, args.argument_count == 1 ? args.arguments[0] : "-", desk)
                 : CLI_REFUSED;
    free(desk);
    // Where an answer could not be written, that has been said.
    return ferror(stdout) ? status : cli_finish(command, status);
}
