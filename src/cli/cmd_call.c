// `uth call`: one function of libuth-json from a pipe.
#include <stdlib.h>

#include "call/call.h"
#include "cli/cli.h"

#define REQUEST_MAX ((size_t)16 << 20)

int cmd_call(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count == 0 || args.argument_count > 2) {
        return cli_usage_error(command, "give a verb, and a file if the request is in one");
    }
    size_t length;
    char *answer;
    char *request = cli_read_file(command, args.argument_count == 2 ? args.arguments[1] : "-",
                                  REQUEST_MAX, &length);
    if (request == NULL) {
        return CLI_REFUSED;
    }
    const bool answered = call_answer(NULL, args.arguments[0], request, length, &answer);
    free(request);
    if (answer == NULL) {
        return cli_refuse(command, "out of memory");
    }
    (void)puts(answer);
    free(answer);
    return cli_finish(command, answered ? CLI_DONE : CLI_REFUSED);
}
