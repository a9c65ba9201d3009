// The program `uth`: a table of commands. Each command's own file is cmd_<name>.c.
#include <stdio.h>
#include <string.h>

enum { EXIT_DONE = 0, EXIT_USAGE = 2 };

static int run_help(int argc, char **argv);
static int run_version(int argc, char **argv);

// clang-format off
static const struct command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv); // argv[0] is the command's name
} commands[] = {
    { "help",    "say what the commands are",  run_help    },
    { "version", "say which version this is",  run_version },
};
// clang-format on

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static int run_help(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    (void)puts("usage: uth COMMAND [ARGUMENT...]\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        (void)printf("  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    return EXIT_DONE;
}

static int run_version(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    (void)puts("uth " UTH_VERSION);
    return EXIT_DONE;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return run_help(argc, argv);
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    (void)fprintf(stderr, "uth: no command '%s'; 'uth help' lists them\n", argv[1]);
    return EXIT_USAGE;
}
