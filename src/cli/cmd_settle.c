// `uth settle`: one round a line in, one answer a line out, however many there are.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/rounds.h"
#include "wire/round_json.h"

// So many bytes of answers are worth a call to write them.
#define ANSWERS_SIZE ((size_t)64 * 1024)

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

// Too large for a comfortable stack, and all the memory a run takes, however long the input.
struct run {
    struct rounds_profiles profiles;
    struct rounds_reader reader;
    char answers[ANSWERS_SIZE + ROUNDS_ANSWER_MAX];
};

static bool write_answers(const struct cli_command *command, const struct run *run,
                          struct wire_out *out)
{
    if (fwrite(out->bytes, 1, out->used, stdout) != out->used || fflush(stdout) != 0) {
        (void)cli_refuse(command, "cannot write the answers up to line %zu: %s", run->reader.line,
                         strerror(errno));
        return false;
    }
    out->used = 0;
    return true;
}

// Answers are written many at once, but none waits for a round that is not there yet.
static int settle_all(const struct cli_command *command, struct run *run,
                      const struct wire_profiles *profiles)
{
    struct wire_out out = wire_out_to(run->answers, sizeof run->answers);
    int status = CLI_DONE;
    while (rounds_next(&run->reader)) {
        if (!answer_line(&run->reader, profiles, &out)) {
            status = CLI_REFUSED;
        }
        UTH_CHECK(!out.overflow);
        const bool enough = out.used >= ANSWERS_SIZE || rounds_must_wait(&run->reader);
        if (enough && !write_answers(command, run, &out)) {
            return CLI_REFUSED;
        }
    }
    if (!write_answers(command, run, &out)) {
        return CLI_REFUSED;
    }
    return rounds_read_all(command, &run->reader) ? status : CLI_REFUSED;
}

static int settle_file(const struct cli_command *command, const char *path, struct run *run)
{
    if (!rounds_open(command, path, &run->reader)) {
        return CLI_REFUSED;
    }
    const struct wire_profiles lookup = rounds_lookup(&run->profiles);
    const int status = settle_all(command, run, &lookup);
    rounds_close(&run->reader);
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
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return cli_refuse(command, "out of memory");
    }
    status = rounds_load_own(&args, &run->profiles)
                 ? settle_file(command, args.argument_count == 1 ? args.arguments[0] : "-", run)
                 : CLI_REFUSED;
    free(run);
    // Where an answer could not be written, that has been said.
    return ferror(stdout) ? status : cli_finish(command, status);
}
