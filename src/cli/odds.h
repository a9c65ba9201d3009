// The values of one situation, for every command that takes --cards, --board and --dead.
#ifndef UTH_CLI_ODDS_H
#define UTH_CLI_ODDS_H

#include "cli/cli.h"

// Reads the situation from the options, values it and prints it; returns the exit status.
int odds_report(const struct cli_args *args, const struct uth_rules *rules);

#endif
