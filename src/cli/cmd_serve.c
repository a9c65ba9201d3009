// `uth serve`: the cardroom server.
#include "cli/cli.h"
#include "serve/config.h"
#include "serve/serve.h"

static const struct {
    const char *key;
    const char *option;
} keys[] = {
#define X(key, option, word, kind, smallest, largest, otherwise, help) {#key, option},
    CONFIG_KEYS(X)
#undef X
};

// The file first, then what the command line says over it. CLI_DONE, or the exit status.
static int read_config(const struct cli_args *args, struct config *config)
{
    struct fault fault;
    const char *file = cli_value(args, "config", NULL);
    config_init(config);
    if (file != NULL && !config_read(config, file, &fault)) {
        return cli_refuse(args->command, "%s", fault.text);
    }
    if (cli_is_quiet() || cli_is_verbose()) {
        UTH_CHECK(config_set(config, "log", cli_is_quiet() ? "error" : "debug", &fault));
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (cli_has(args, keys[i].option) &&
            !config_set(config, keys[i].key, cli_value(args, keys[i].option, ""), &fault)) {
            return cli_usage_error(args->command, "%s", fault.text);
        }
    }
    return CLI_DONE;
}

int cmd_serve(const struct cli_command *command, int argc, char **argv)
{
    // Tens of kilobytes, once.
    static struct config config;
    struct cli_args args;
    struct fault fault;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count != 0) {
        return cli_usage_error(command, "this command takes only options, no arguments");
    }
    status = read_config(&args, &config);
    if (status != CLI_DONE) {
        return status;
    }
    return serve_run(&config, &fault) ? CLI_DONE : cli_refuse(command, "%s", fault.text);
}
