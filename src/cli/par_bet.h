// `uth par --side`: the exact figures of a side bet of one's own.
#ifndef UTH_CLI_PAR_BET_H
#define UTH_CLI_PAR_BET_H

#include "cli/cli.h"

int par_bet(const struct cli_command *command, const struct cli_args *args);

#endif
