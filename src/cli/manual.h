// Manual pages and shell completion, written from the table of commands: they cannot say anything
// else than the help does.
#ifndef UTH_CLI_MANUAL_H
#define UTH_CLI_MANUAL_H

#include "cli/cli.h"

// uth(1), and uth-COMMAND(1).
void manual_overview(FILE *out);
void manual_command(const struct cli_command *command, FILE *out);

// False when we know no such shell.
bool completion_print(const char *shell, FILE *out);

#endif
